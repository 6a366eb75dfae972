import type { ReactNode } from "react";
import type { Options } from "~/lib/schema/fields";

type RowGroupsProps<Row> = {
  rows: readonly Row[];
  /** The groups in their order; undefined where the list has none. */
  groups: Options | undefined;
  /** How many rows each has on all pages, where that is told. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** How many columns the table has. */
  columns: number;
  /** A row, by its place in the list. */
  children: (row: Row, place: number) => ReactNode;
};

/** The rows of a table in its groups, each with its heading; all in one where it has none. */
export function RowGroups<Row extends { item_group?: string }>(props: RowGroupsProps<Row>) {
  const { rows, groups, counts = {}, columns, children } = props;
  if (!groups) return <tbody>{rows.map(children)}</tbody>;
  return groups
    .filter(([name]) => rows.some(({ item_group }) => item_group === name))
    .map(([name, label]) => (
      <tbody key={name}>
        <tr className="group">
          <th scope="rowgroup" colSpan={columns}>
            <h2>
              {label} {name in counts && <span className="hint">{counts[name]}</span>}
            </h2>
          </th>
        </tr>
        {rows.map((row, place) => row.item_group === name && children(row, place))}
      </tbody>
    ));
}
