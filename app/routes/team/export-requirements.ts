import { data } from "react-router";
import type { Route } from "./+types/export-requirements";
import { exportRequirements, requirementColumns } from "~/features/requirements/export.server";
import { readFilters } from "~/features/requirements/filters";
import { answerWithFile } from "~/middleware/export";
import { team } from "~/middleware/team";

export const middleware: Route.MiddlewareFunction[] = [team];

/** /team/export/requirements.csv: the requirements as the same query string shows them on their page, whole. */
export function loader({ url, context }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams);
  return answerWithFile(context, "requirements.csv", requirementColumns, (names) =>
    exportRequirements(context, filters, names),
  );
}

/** Looking is a GET. */
export function action(): never {
  throw data(null, { status: 405 });
}
