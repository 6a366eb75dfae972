import { refusalText, refusalWords, type Refusals } from "~/lib/backend/refusals";
import { peopleCount } from "~/lib/format/counts";
import { dayWords } from "~/lib/format/clock";
import { isolated } from "~/lib/format/text";
import { stateLabel, type EntryState } from "~/features/candidates/states";
import type { Notice } from "~/lib/http/notice.server";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Failure } from "~/lib/result";

/** What is said otherwise here (`refusalText`). */
const OWN: Refusals = {
  similar: "We may know this person already. Look at the possible matches: add one of them, or send yours once more.",
  closed: "This requirement is closed. To add, ask or show candidates, change its status first.",
  stale: "A colleague changed it since you opened this page. Your changes are not saved: check what it says now first.",
};

/** That what somebody was asked, or has agreed to, holds no more. */
function askAnew(unasked: number): string | undefined {
  if (unasked === 0) return undefined;
  if (unasked === 1) return "Ask them again: the question was about another card.";
  return `${peopleCount(unasked)} must be asked again: the question was about another card.`;
}

/** What became of somebody who was to be added. */
type Outcome = { full_name: string; outcome: string };

/** Who was not added, each with why. */
function notAdded(outcomes: readonly Outcome[]): string | undefined {
  const missed = outcomes.filter(({ outcome }) => outcome !== "added");
  const told = missed.map(({ full_name, outcome }) => {
    const why = outcome === "there" ? "On the list already." : (refusalWords(outcome, OWN) ?? "Not added.");
    return `${isolated(full_name)}: ${why}`;
  });
  // As many as can be read; how many more there are.
  const more = told.length > 5 ? ` And ${told.length - 4} more were not added.` : "";
  return told.length === 0 ? undefined : told.slice(0, more ? 4 : 5).join(" ") + more;
}

/** What the team is told of what it does with candidates. */
export const candidateNotices = {
  saved: successNotice("Saved"),
  made: successNotice("Candidate saved", "The enquiry is done, and linked with the record."),
  /** @param talk what was said, and the day of the next step */
  noted: ({ words, next_on }: { words: string | null; next_on: string | null }) =>
    successNotice(
      words === null ? "Next step set" : "Noted",
      next_on === null ? undefined : `It is on your day on ${dayWords(next_on)}.`,
    ),
  stepDone: successNotice("Done"),
  reminded: successNotice("Reminded", "The same question goes to them by mail once more."),
  remindedLately: successNotice("Nothing sent", "They were asked or reminded within the last day."),
  neverAdded: successNotice("Added", "A company with this name or domain no longer sees them."),
  neverRemoved: successNotice("Removed"),
  askedToKeep: successNotice("Asked", "A mail asks them whether we may keep what we have."),
  merged: successNotice("One record now"),
  mergedAlready: successNotice("One record already", "The other one is not there any more."),
  erased: successNotice("Erased", "Nothing about this person is left."),
  added: successNotice("Added", "Nobody has been asked yet."),
  addedAlready: successNotice("On the list already"),
  /** @param outcomes what became of each who was ticked */
  addedTicked(outcomes: readonly Outcome[]): Notice {
    const count = outcomes.filter(({ outcome }) => outcome === "added").length;
    const missed = notAdded(outcomes);
    if (count === 0) return errorNotice("Nobody was added", missed);
    return successNotice(`${peopleCount(count)} added`, missed ?? "Nobody has been asked yet.");
  },
  noRequirement: errorNotice("Nobody was added", "Choose one of your requirements."),
  /** @param unasked how many were asked about what is another card now */
  shortlistSaved: (unasked: number) => successNotice("Saved", askAnew(unasked)),
  cardSaved: (unasked: number) => successNotice("Card saved", askAnew(unasked)),
  asked: (count: number) =>
    count === 0
      ? successNotice("Asked already")
      : successNotice(`${peopleCount(count)} asked`, "A mail asks for their yes to this card."),
  askedByPhone: successNotice("The link is ready", "Send it from your own phone now: we send nothing."),
  /** @param effect who is mailed, and who sees it */
  shown: (count: number, effect?: string) =>
    count === 0 ? successNotice("Shown already") : successNotice(`${peopleCount(count)} shown`, effect),
  /** @param address where the cards go by mail; undefined for on paper */
  cardsSent: (count: number, address: string | undefined) =>
    address === undefined
      ? successNotice(
          `${peopleCount(count)} given on paper`,
          "Ring whoever has no e-mail address: we cannot tell them. The others are told that their card has gone.",
        )
      : successNotice(
          `${count === 1 ? "1 card goes" : `${count} cards go`} to ${address}`,
          "In one mail. Each candidate is told that their card has gone. Ring whoever has no e-mail address: we cannot tell them.",
        ),
  answerNoted: successNotice(
    "Noted",
    "The company and the candidate see that it was told us, and by whom it was noted.",
  ),
  noteTakenBack: successNotice("Taken back", "It stands as before."),
  /** @param was how far they were; null for who was never asked */
  takenBack: (was: string | null) => {
    if (was === null) return successNotice("Removed", "They were never asked.");
    const text =
      was === "draft" || was === "asked" || was === "agreed"
        ? "The company has seen nothing about them."
        : "The company no longer sees them.";
    return successNotice("Withdrawn", text);
  },
  /** @param count for how many other jobs somebody is in process no more */
  endedElsewhere: (count: number) =>
    successNotice(count === 1 ? "Withdrawn from 1 job" : `Withdrawn from ${count} jobs`),
  /** @param state what they are marked as */
  marked: (state: EntryState) => successNotice(`Marked as ${stateLabel(state).toLowerCase()}`),
  /** @param isMailed have we an address of theirs? */
  released: (isMailed: boolean) =>
    isMailed
      ? successNotice("Sent to the candidate", "They are told by mail, and read it on their page.")
      : successNotice("On the candidate's page", "No mail goes out: we have no e-mail address for them. Tell them."),
  noneTicked: errorNotice("No candidate was chosen", "Tick at least one."),
  /** @param name who it is about, of several */
  notDone: (failure: Failure, name?: string) =>
    errorNotice(name === undefined ? "Not saved" : `Nothing was done: ${isolated(name)}`, refusalText(failure, OWN)),
};
