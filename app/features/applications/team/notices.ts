import { peopleCount } from "~/lib/format/counts";
import { timeWords } from "~/lib/format/days";
import { errorNotice, successNotice } from "~/lib/http/notices";

/** Until when an answer that is given now can be undone. */
function undoUntil(): string {
  return timeWords(new Date(Date.now() + 10 * 60_000).toISOString());
}

/** When a mail tells of an answer that can be undone until this time of the day: at night the next morning (`private.by_day`). */
function mailedWords(until: string): string {
  return until >= "08:00" && until < "20:00" ? `at ${until}` : "at 08:00 in the morning";
}

/** Who is told by mail, and when, that a job is over; undefined for nobody. */
export function toldOfEndWords({ total, unshown = 0 }: { total: number; unshown?: number }): string | undefined {
  const words = [
    total > 0 &&
      `${peopleCount(total)} who applied ${total === 1 ? "is" : "are"} told by mail ${mailedWords(undoUntil())}: you can't undo that.`,
    unshown > 0 &&
      `${peopleCount(unshown)} taken on and not shown yet ${unshown === 1 ? "is" : "are"} told within minutes.`,
  ].filter(Boolean);
  return words.length > 0 ? words.join(" ") : undefined;
}

/** Until when an answer can be undone, and when it is mailed. */
function undoWords(whom: string): string {
  const until = undoUntil();
  return `You can undo it below until ${until}; a mail tells ${whom} ${mailedWords(until)}.`;
}

/** What the team is told of what it does with those who have applied. */
export const applicantNotices = {
  /** @param agreed how many of them said yes to their card when they applied */
  takenOn({ taken_on, agreed }: { taken_on: number; agreed: number }) {
    if (taken_on === 0) return successNotice("Taken on already");
    const next =
      agreed === 0
        ? "Next, ask for their yes to the card."
        : agreed === taken_on
          ? "They agreed to the card when they applied: you can show them now."
          : `${peopleCount(agreed)} agreed to the card when they applied. Ask the others.`;
    return successNotice(
      `${peopleCount(taken_on)} taken on`,
      `${next} ${undoWords(taken_on === 1 ? "them" : "each of them")}`,
    );
  },
  noneKept: errorNotice(
    "You have ticked no one to keep",
    "Everyone on this page would be turned down. If you mean that, press the red button below the list.",
  ),
  turnedDown: (count: number) =>
    count === 0
      ? successNotice("Turned down already")
      : successNotice(`${peopleCount(count)} turned down`, undoWords(count === 1 ? "them" : "each of them")),
  putBack: (count: number) => successNotice(`${peopleCount(count)} put back`, "They were told nothing."),
};
