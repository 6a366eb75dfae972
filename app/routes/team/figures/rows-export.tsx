import { exportFigureRows, rowColumns } from "~/features/figures/figures.server";
import { readRowFilters } from "~/features/figures/measures";
import { fileOf } from "~/pages/export";

/** /team/export/figure-rows.csv: what a figure counts, as the same query string shows it on its page, whole. */
export const middleware = fileOf("figure-rows.csv", rowColumns, (context, search, names) =>
  exportFigureRows(context, readRowFilters(search), names),
);

/** To whom there is no such file there is the not-found page, which stands in the place of this. */
export default function ExportPage() {
  return null;
}
