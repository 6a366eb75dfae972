import { refusalText, type Refusals } from "~/lib/backend/refusals";
import { isolated } from "~/lib/format/text";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Failure } from "~/lib/result";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  similar: "This may be somebody we know. Look at who it may be, then add them, or send yours once more.",
  closed: "It is filled or cancelled: nobody is added, asked or shown for it any more, unless its status is another.",
  stale:
    "Somebody has changed it since you opened this page. Nothing of yours is saved: look at what it says now first.",
};

/** @param count how many people */
function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}

/** That what somebody was asked, or has agreed to, holds no more. */
function askAnew(unasked: number): string | undefined {
  if (unasked === 0) return undefined;
  if (unasked === 1) return "They have to be asked again: what they were asked was about another card.";
  return `${people(unasked)} have to be asked again: what they were asked was about another card.`;
}

/** What the team is told of what it does with candidates. */
export const candidateNotices = {
  saved: successNotice("Saved"),
  noted: successNotice("Noted"),
  neverAdded: successNotice("Added", "Whatever a company of this name or domain saw of them it sees no more."),
  neverRemoved: successNotice("Removed"),
  askedToKeep: successNotice("Asked", "A mail asks them whether we may keep what we have."),
  merged: successNotice("One record now"),
  erased: successNotice("Erased", "Nothing of this person is left."),
  added: successNotice("Added", "Nobody has been asked yet."),
  addedAlready: successNotice("On the list already"),
  /** @param unasked how many were asked about what is another card now */
  shortlistSaved: (unasked: number) => successNotice("Saved", askAnew(unasked)),
  cardSaved: (unasked: number) => successNotice("Card saved", askAnew(unasked)),
  asked: (count: number) =>
    count === 0
      ? successNotice("Asked already")
      : successNotice(`${people(count)} asked`, "A mail asks for their yes to this very card."),
  shown: (count: number) =>
    count === 0
      ? successNotice("Shown already")
      : successNotice(`${people(count)} shown`, "The company gets one mail about all of them."),
  /** @param was how far they were; null for who was never asked */
  takenBack: (was: string | null) => {
    if (was === null) return successNotice("Removed", "They were never asked.");
    const text =
      was === "draft" || was === "asked" || was === "agreed"
        ? "The company has seen nothing of them."
        : "Whatever the company saw of them it sees no more.";
    return successNotice("Taken back", text);
  },
  marked: successNotice("Marked"),
  released: successNotice("Sent to the candidate", "They are told by mail, and read it on their page."),
  noneTicked: errorNotice("Nobody was chosen", "Tick whom it is about."),
  /** @param name who it is about, of several */
  notDone: (failure: Failure, name?: string) =>
    errorNotice(
      name === undefined ? "Not saved" : `Nothing was done, because of ${isolated(name)}`,
      refusalText(failure, OWN),
    ),
};
