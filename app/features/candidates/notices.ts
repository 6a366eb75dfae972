import { refusalText, type Refusals } from "~/lib/backend/refusals";
import { isolated } from "~/lib/format/text";
import type { Notice } from "~/lib/http/notice.server";
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
function askAnew(unasked: number): { text?: string } {
  if (unasked === 0) return {};
  if (unasked === 1) return { text: "They have to be asked again: what they were asked was about another card." };
  return { text: `${people(unasked)} have to be asked again: what they were asked was about another card.` };
}

/** What the team is told of what it does with candidates. */
export const candidateNotices = {
  saved: { type: "success", title: "Saved" },
  noted: { type: "success", title: "Noted" },
  neverAdded: { type: "success", title: "Added", text: "Whatever this company saw of them it sees no more." },
  neverRemoved: { type: "success", title: "Removed" },
  askedToKeep: { type: "success", title: "Asked", text: "A mail asks them whether we may keep what we have." },
  merged: { type: "success", title: "One record now" },
  erased: { type: "success", title: "Erased", text: "Nothing of this person is left." },
  added: { type: "success", title: "Added", text: "Nobody has been asked yet." },
  addedAlready: { type: "success", title: "On the list already" },
  /** @param unasked how many were asked about what is another card now */
  shortlistSaved: (unasked: number) => ({ type: "success", title: "Saved", ...askAnew(unasked) }),
  cardSaved: (unasked: number) => ({ type: "success", title: "Card saved", ...askAnew(unasked) }),
  asked: (count: number) =>
    count === 0
      ? { type: "success", title: "Asked already" }
      : { type: "success", title: `${people(count)} asked`, text: "A mail asks for their yes to this very card." },
  shown: (count: number) =>
    count === 0
      ? { type: "success", title: "Shown already" }
      : { type: "success", title: `${people(count)} shown`, text: "The company gets one mail about all of them." },
  /** @param was how far they were; null for who was never asked */
  takenBack: (was: string | null) => {
    if (was === null) return { type: "success", title: "Removed", text: "They were never asked." };
    const text =
      was === "draft" || was === "asked" || was === "agreed"
        ? "The company has seen nothing of them."
        : "Whatever the company saw of them it sees no more.";
    return { type: "success", title: "Taken back", text };
  },
  marked: { type: "success", title: "Marked" },
  released: {
    type: "success",
    title: "Sent to the candidate",
    text: "They are told by mail, and read it on their page.",
  },
  noneTicked: { type: "error", title: "Nobody was chosen", text: "Tick whom it is about." },
  /** @param name who it is about, of several */
  notDone: (failure: Failure, name?: string) => ({
    type: "error",
    title: name === undefined ? "Not saved" : `Nothing was done, because of ${isolated(name)}`,
    text: refusalText(failure, OWN),
  }),
} as const satisfies Record<string, Notice | ((...parts: never[]) => Notice)>;
