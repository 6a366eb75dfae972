/** Points that count: a numbered list at a statement's side. */
export function Numbered({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <ol className="numbered">
      {items.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
