type NumberedProps = { items: readonly { title: string; text: string }[]; className?: "numbered" | "steps" };

/** Points that count: a numbered list at a statement's side, or steps on a line. */
export function Numbered({ items, className = "numbered" }: NumberedProps) {
  return (
    <ol className={className}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
