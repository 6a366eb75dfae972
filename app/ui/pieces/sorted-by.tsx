import type { ReactNode } from "react";

type SortedByProps = {
  /** How the list is sorted by this column now; undefined where it is not. */
  order: "asc" | "desc" | undefined;
  /** Where it is sorted by it: the other way round, where it is already. */
  path: string;
  children: ReactNode;
};

/** A column that can be sorted by: its link sorts, and turns the order round. */
export function SortedBy({ order, path, children }: SortedByProps) {
  return (
    <th scope="col" className="sort" aria-sort={order ? (order === "asc" ? "ascending" : "descending") : "none"}>
      <a href={path}>
        {children}
        {order && <span aria-hidden="true">{order === "asc" ? " ↑" : " ↓"}</span>}
      </a>
    </th>
  );
}
