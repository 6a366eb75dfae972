import { exportInbox, inboxColumns } from "~/features/inbox/list/export.server";
import { readFilters } from "~/features/inbox/filters";
import { fileOf } from "~/pages/export";

/** /team/export/inbox.csv: the inbox as the same query string shows it on its page, whole. */
export const middleware = fileOf("inbox.csv", inboxColumns, (context, search, names) =>
  exportInbox(context, readFilters(search), names),
);

/** To whom there is no such file there is the not-found page, which stands in the place of this. */
export default function ExportPage() {
  return null;
}
