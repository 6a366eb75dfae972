/** Figures with what they count, in one row where there is room. */
export function Figures({ items }: { items: readonly { value: string; label: string }[] }) {
  return (
    <dl className="figures">
      {items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
