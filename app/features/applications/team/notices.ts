import { timeWords } from "~/lib/format/days";
import { successNotice } from "~/lib/http/notices";

function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
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
          : `${people(agreed)} agreed to the card when they applied. Ask the others.`;
    return successNotice(`${people(taken_on)} taken on`, `${next} A mail tells them in ten minutes.`);
  },
  /** @param told when they are told */
  turnedDown: (count: number, told: Date) =>
    count === 0
      ? successNotice("Turned down already")
      : successNotice(
          `${people(count)} turned down`,
          `A mail tells each of them at ${timeWords(told.toISOString())}. Until then you can undo it below.`,
        ),
  putBack: (count: number) => successNotice(`${people(count)} put back`, "They were told nothing."),
};
