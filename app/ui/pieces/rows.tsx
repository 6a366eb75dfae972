import type { ReactNode } from "react";

type RowsProps = {
  /** One under the other, or beside each other where there is room. */
  look: "sheet" | "facts";
  rows: readonly (readonly [label: string, value: ReactNode])[];
};

/** What is told of something, row by row. */
export function Rows({ look, rows }: RowsProps) {
  return (
    <dl className={look}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
