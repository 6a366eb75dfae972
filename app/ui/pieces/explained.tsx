type Explained = { name: string; text: string };

/** Words that stand elsewhere on the page, each with what it means. */
export function ExplainedList({ items }: { items: readonly Explained[] }) {
  return (
    <ul className="lines">
      {items.map(({ name, text }) => (
        <li key={name}>
          <strong>{name}</strong> <span className="hint">{text}</span>
        </li>
      ))}
    </ul>
  );
}
