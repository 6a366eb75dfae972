import { counted, peopleCount } from "~/lib/format/counts";
import { daysBetween } from "~/lib/format/zoned-time";
import { nearDayWords, nearMomentWords, type Clock } from "~/lib/format/near-days";
import { isLate, dueWords } from "~/features/inbox/due";
import { kindWords } from "~/features/inbox/list/items";
import type { DayRow } from "./day.server";
import type { SectionName } from "./sections";

/** What a company wants, as a sentence goes on. */
const VERDICTS: Record<NonNullable<DayRow["answer"]>["verdict"], string> = {
  interview: "Interview",
  maybe: "Maybe",
  no: "No",
  known: "Known already",
};

/** What a company says of somebody: the word that stands out. */
export function verdictWords({ answer }: DayRow): string | undefined {
  return answer && VERDICTS[answer.verdict];
}

/** Is it past its time? */
export function isRowLate({ at }: DayRow, section: SectionName, clock: Clock): boolean {
  if (section === "steps" || section === "begins") return nearDayWords(new Date(at), clock) !== "today";
  // Promised in days: until the end of that day nobody is late.
  if (section === "applied") return daysBetween(clock.now, new Date(at), clock.zone) < 0;
  return section === "due" && isLate({ item_state: "open", due_at: at }, clock);
}

/** Why something stands there, in a few words. */
export function whyWords(row: DayRow, section: SectionName, clock: Clock): string {
  const { at, kind = "requirement", source = null, is, count, answer } = row;
  const moment = new Date(at);
  const day = nearDayWords(moment, clock);
  switch (section) {
    case "answers":
      return answer?.name === undefined
        ? nearMomentWords(moment, clock)
        : `says ${answer.name}, ${nearMomentWords(moment, clock)}`;
    case "begins":
      return day === "today" ? "begins today: have they joined?" : `was to begin ${day}: have they joined?`;
    case "applied":
      return `${peopleCount(count)}, ${isRowLate(row, section, clock) ? "the first was" : "the first is"} to be answered by ${day}`;
    case "steps":
      return day === "today" ? "today" : `since ${day}`;
    case "agreed":
      return `said yes ${day}`;
    case "calls":
      return `wants a call before they answer, ${nearMomentWords(moment, clock)}`;
    case "asked":
      return `asked ${day}`;
    case "starting":
      return `begins ${day}`;
    case "due": {
      const due = dueWords({ item_state: "open", assignee: "", due_at: at }, clock);
      const when = isRowLate(row, section, clock) ? due : `due ${nearMomentWords(moment, clock)}`;
      return is === "item" ? `${kindWords(kind, source)}, ${when}` : when;
    }
    case "back":
      return `${kindWords(kind, source)}, back since ${nearMomentWords(moment, clock)}`;
    case "messages":
      return `${counted(count, "new message")}, the last ${nearMomentWords(moment, clock)}`;
    case "refused":
      return `said no ${nearMomentWords(moment, clock)}`;
    case "waiting":
    case "empty":
      return `last contact ${day}`;
    case "candidates":
      return `${peopleCount(count)}, shown ${day}`;
    case "deadline":
      return `deadline ${day}`;
    case "silent":
      return `nothing since ${day}`;
  }
}
