import { refusalText, refusalWords } from "~/lib/backend/refusals";
import type { Failure } from "~/lib/result";
import { isolated } from "~/lib/format/text";
import { listTitles, shortTitle } from "~/lib/format/titles";
import type { Notice } from "~/lib/http/notice.server";
import { errorNotice, successNotice } from "~/lib/http/notices";
import { countWords } from "./list/bulk";
import { itemActions, type ItemAction, type ItemActionName } from "~/features/inbox/item/item-actions";

/** Those that were not changed: how many, and what the first of them are about, as far as they are there. */
type Missed = { count: number; titles: readonly string[] };

/** Which were not changed, by their first titles; "" where none can be named. */
function notChanged({ titles, count }: Missed): string {
  const named = listTitles(
    titles.map((title) => `“${shortTitle(title)}”`),
    count,
  );
  return named === "" ? "" : `Not changed: ${named}.`;
}

/** What a form has done with an item, in a word or two. */
const FINISHED: Record<ItemActionName, string> = {
  note: "",
  done: "done",
  next: "done",
  spam: "set to spam",
  "spam-sender": "set to spam, and so is whatever else they send",
  tomorrow: "comes back tomorrow",
  "three-days": "comes back in 3 days",
  week: "comes back in a week",
};

/** What became of what was to be undone: how many are as they were, and how many others have changed. */
type UndoneCounts = { restored: number; changed: number; whoElse: readonly string[]; hasReply: boolean };

/** A notice with the way to undo what it says, for as long as it stands there. */
export function undoable(notice: Notice, path: string): Notice {
  return { ...notice, link: { label: "Undo", path, isPost: true } };
}

/** What the inbox says of what was done. */
export const inboxNotices = {
  erased: successNotice("Erased", "Nothing that came from this person is left."),
  senderReleased: (count: number) =>
    successNotice("Not spam", count === 1 ? "It is to do again." : `${count} items of theirs are to do again.`),
  taken: successNotice("It is yours", "It stays yours for half an hour after your last step."),
  nothingLeft: successNotice("Nothing is left to take", "Everything to do is assigned."),
  given: successNotice("Given"),
  /** @param to whose they are now, by name */
  givenTo: (to: string, changed: number, missed: number) =>
    missed === 0
      ? successNotice(`${changed} given to ${isolated(to)}`)
      : errorNotice(
          `${changed} given to ${isolated(to)}, ${missed} not`,
          "A colleague changed or deleted them a moment ago. Check them again.",
        ),
  stateSet: successNotice("State changed"),
  dueSet: successNotice("Due time changed"),
  noted: successNotice("Noted"),
  finished: (name: ItemActionName, what: { hasMail: boolean; isNoted: boolean; isTaken: boolean }) => {
    const { takesNext = false }: ItemAction = itemActions[name];
    const written = what.hasMail ? "Sent" : what.isNoted ? "Noted" : "";
    const title = [written, FINISHED[name]].filter(Boolean).join(", ");
    const next = what.isTaken ? "The next one is yours." : "Nothing is left to take.";
    const text = [takesNext ? next : "", what.hasMail ? "Undo puts the item back, but does not stop the mail." : ""];
    return successNotice(title.charAt(0).toUpperCase() + title.slice(1), text.filter(Boolean).join(" ") || undefined);
  },
  /** @param whoElse who has changed it since, by name */
  undone: ({ restored, changed, whoElse, hasReply }: UndoneCounts) => {
    const mail = hasReply ? " The mail has been sent anyway." : "";
    if (changed === 0) {
      const what = restored === 1 ? "It is as it was before." : `${restored} are as they were before.`;
      return successNotice("Undone", `${what}${mail}`);
    }
    const who = `${whoElse.map(isolated).join(" and ")} changed ${changed === 1 ? "it" : "them"} since.`;
    if (restored === 0) return errorNotice("Not undone", `${who}${mail}`);
    return errorNotice(`${restored} undone, ${changed} not`, `${who}${mail}`);
  },
  notShown: (message: string) => errorNotice("The inbox can't be shown just now", refusalWords(message) ?? message),
  noneTicked: errorNotice("Nothing was chosen", "Tick at least one item, and choose what to do."),
  /**
   * @param others those that a colleague has changed or deleted meanwhile
   * @param waiting those that people have applied for who wait for an answer
   * @param rest how many others the list has that they were of
   */
  several: (changed: number, others: Missed, waiting: Missed, rest = 0) => {
    const missed = others.count + waiting.count;
    if (missed === 0)
      return successNotice(`${changed} changed`, rest > 0 ? `In this list, ${countWords(rest)} are left.` : undefined);
    const why = [
      waiting.count > 0 &&
        `${notChanged(waiting)} People who applied still wait for an answer there. Answer everyone first.`,
      others.count > 0 && `${notChanged(others)} A colleague changed or deleted them a moment ago. Check them again.`,
    ];
    return errorNotice(
      `${changed} changed, ${missed} not`,
      why
        .filter((words) => words !== false)
        .join(" ")
        .trim(),
    );
  },
};

/**
 * Why something was not done, in words for the one who did it.
 *
 * @param isTyped did they type anything? Then it is still on the page
 */
export function refusalNotice({ status, message }: Failure, isTyped: boolean): Notice {
  if (message === "stale") {
    return errorNotice(
      "A colleague changed this a moment ago",
      "Your changes are not saved. Check what is new, then do it again if it is still right.",
    );
  }
  if (status === 401) {
    return errorNotice(
      "Please sign in again",
      `Your session has ended. Sign in in another tab, then send it once more${isTyped ? ": your words are still here" : ""}.`,
    );
  }
  if (message === "not_of_the_team") {
    return errorNotice("Not given", "This person is no longer in the team. Choose another.");
  }
  const words = refusalWords(message) ?? `${message}.`;
  return errorNotice("Not saved", isTyped ? `${words} Your words are still here.` : words);
}

/** What is said of the texts that the team answers with. */
export const templateNotices = {
  saved: successNotice("Saved", "You can insert it into a reply now."),
  deleted: successNotice("Deleted"),
  notDone: (failure: Failure) =>
    errorNotice(
      "Not saved",
      failure.status === 401
        ? "Your session has ended. Sign in in another tab, then send it once more."
        : refusalText(failure),
    ),
};
