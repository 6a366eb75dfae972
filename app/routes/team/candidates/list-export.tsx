import { candidateColumns, exportCandidates } from "~/features/candidates/team/finding/export.server";
import { readFilters } from "~/features/candidates/team/finding/filters";
import { fileOf } from "~/pages/export";

/** /team/export/candidates.csv: the candidates as the same query string shows them on their page, whole. */
export const middleware = fileOf("candidates.csv", candidateColumns, (context, search) =>
  exportCandidates(context, readFilters(search)),
);

/** To whom there is no such file there is the not-found page, which stands in the place of this. */
export default function ExportPage() {
  return null;
}
