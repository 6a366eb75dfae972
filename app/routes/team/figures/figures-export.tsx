import { exportFigures, figureColumns } from "~/features/figures/figures.server";
import { readFigureFilters } from "~/features/figures/measures";
import { fileOf } from "~/pages/export";

/** /team/export/figures.csv: a month's figures as the same query string shows them on their page, with every group. */
export const middleware = fileOf("figures.csv", figureColumns, (context, search, names) =>
  exportFigures(context, readFigureFilters(search), names),
);

/** To whom there is no such file there is the not-found page, which stands in the place of this. */
export default function ExportPage() {
  return null;
}
