import { getOrMake } from "~/lib/bounded-map";
import { dateFormat } from "./date-format";

/** The parts of a moment as a calendar on the wall of a zone has them. */
function partsIn(zone: string, moment: Date): Record<string, string> {
  const format = dateFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** What was told lately, by zone and minute: a list tells the same moments again and again. */
const told = new Map<string, string>();
const MOST_TOLD = 2_000;
const MINUTE = 60_000;

function tell(moment: Date, zone: string): string {
  const { year, month, day, hour, minute } = partsIn(zone, moment);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** A moment as a field for a date and time has it, in a zone: "2026-11-22T10:05". */
export function toLocalTime(moment: Date, zone: string): string {
  const time = moment.getTime();
  // Before that, clocks were apart by seconds as well.
  if (!(time >= 0)) return tell(moment, zone);
  return getOrMake(told, `${zone} ${Math.floor(time / MINUTE)}`, MOST_TOLD, () => tell(moment, zone));
}

/** How many days of the calendar of a zone lie between two moments. */
export function daysBetween(from: Date, to: Date, zone: string): number {
  const day = (moment: Date) => Date.parse(toLocalTime(moment, zone).slice(0, 10));
  return Math.round((day(to) - day(from)) / 86_400_000);
}
