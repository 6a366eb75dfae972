import { exportRequirements, requirementColumns } from "~/features/requirements/team/export.server";
import { readFilters } from "~/features/requirements/team/filters";
import { fileOf } from "~/pages/export";

/** /team/export/requirements.csv: the requirements as the same query string shows them on their page, whole. */
export const middleware = fileOf("requirements.csv", requirementColumns, (context, search, names) =>
  exportRequirements(context, readFilters(search), names),
);

/** To whom there is no such file there is the not-found page, which stands in the place of this. */
export default function ExportPage() {
  return null;
}
