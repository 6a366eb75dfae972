/** The heads of a table's columns, in their order. */
export function ColumnHeads({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <th key={label} scope="col">
      {label}
    </th>
  ));
}
