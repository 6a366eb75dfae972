import { refusalText } from "~/lib/backend/refusals";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Failure } from "~/lib/result";
import type { Counts, Undone } from "./import.server";

/** @param count how many people */
const people = (count: number) => (count === 1 ? "1 candidate" : `${count.toLocaleString("en")} candidates`);

/** What the team is told of tables that it imports. */
export const importNotices = {
  read: successNotice("Table read", "Nothing is imported yet: check it below."),
  decided: successNotice("Saved", "Nothing is imported yet."),
  discarded: successNotice("Table deleted", "Nothing was imported."),
  done: ({ made, filled, left, wrong }: Counts) =>
    successNotice(
      `${people(made)} imported`,
      `${filled} filled in, ${left} left out, ${wrong} with mistakes. Nobody has been told.`,
    ),
  undone: ({ removed, reverted, kept }: Undone) =>
    successNotice(
      "Import undone",
      `${people(removed)} removed, ${reverted} as before the import` +
        (kept > 0 ? `. ${people(kept)} kept: someone has worked with them since.` : "."),
    ),
  notDone: (failure: Failure) => errorNotice("Nothing was imported", refusalText(failure)),
  notUndone: (failure: Failure) => errorNotice("Not undone", refusalText(failure)),
};
