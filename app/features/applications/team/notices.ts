import { peopleCount } from "~/lib/format/counts";
import { soonWords } from "~/lib/format/days";
import { errorNotice, successNotice } from "~/lib/http/notices";

/** Who is told by mail, and when, that a job is over; undefined for nobody. */
export function toldOfEndWords({
  total,
  unshown = 0,
  mailed_at,
}: {
  total: number;
  unshown?: number;
  mailed_at: string;
}): string | undefined {
  const words = [
    total > 0 &&
      `${peopleCount(total)} who applied ${total === 1 ? "is" : "are"} told by mail ${soonWords(mailed_at)}: you can't undo that.`,
    // Some have still to hear that they were taken on: their one mail says that it is over, in its time.
    unshown > 0 && `${peopleCount(unshown)} taken on and not shown yet ${unshown === 1 ? "is" : "are"} told as well.`,
  ].filter(Boolean);
  return words.length > 0 ? words.join(" ") : undefined;
}

/** The page says until when, and when the mail goes, beside the undo. */
const UNDO = "You can undo it below before anyone is told.";

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
    // They stand below all who wait.
    const link =
      agreed > 0 ? { label: "Show them now", path: "#agreed" } : { label: "Ask for their yes", path: "#draft" };
    return { ...successNotice(`${peopleCount(taken_on)} taken on`, `${next} ${UNDO}`), link };
  },
  noneKept: errorNotice(
    "You have ticked no one to keep",
    "Everyone on this page would be turned down. If you mean that, press the red button below the list.",
  ),
  turnedDown: (count: number) =>
    count === 0 ? successNotice("Turned down already") : successNotice(`${peopleCount(count)} turned down`, UNDO),
  putBack: (count: number) => successNotice(`${peopleCount(count)} put back`, "They were told nothing."),
};
