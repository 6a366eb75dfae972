import { data } from "react-router";
import type { Route } from "./+types/export-inbox";
import { exportInbox, inboxColumns } from "~/features/inbox/export.server";
import { readFilters } from "~/features/inbox/filters";
import { answerWithFile } from "~/middleware/export";
import { team } from "~/middleware/team";

export const middleware: Route.MiddlewareFunction[] = [team];

/** /team/export/inbox.csv: the inbox as the same query string shows it on its page, whole. */
export function loader({ url, context }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams);
  return answerWithFile(context, "inbox.csv", inboxColumns, (names) => exportInbox(context, filters, names));
}

/** Looking is a GET. */
export function action(): never {
  throw data(null, { status: 405 });
}
