import { dateFormat } from "~/lib/format/date-format";
import { ZONE } from "~/lib/config/agency";
import { readVersionedIds, type VersionedId } from "~/lib/schema/versioned-id";
import { daysBetween, toLocalTime } from "~/lib/format/zoned-time";
import { recruiterEntry } from "./work";

/** What was ticked, and who is to be in charge of it: null for nobody, undefined where that was not said. */
export function readGiven(body: FormData): { versionedIds: VersionedId[]; recruiter: string | null | undefined } {
  const versionedIds = readVersionedIds(body, "requirement");
  return { versionedIds, recruiter: recruiterEntry.safeParse(body.get("recruiter")).data };
}

function counted(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** How long ago something was, in days of the agency's calendar: "today", "12 days". */
export function ageWords(since: string, now: Date): string {
  const days = daysBetween(new Date(since), now, ZONE);
  return days <= 0 ? "today" : counted(days);
}

/** The days of a week are told by what is left of them, later ones by their date. */
const WEEK = 7;

/** How many days there are until a day; fewer than none once it is past. */
function daysUntil(day: string, now: Date): number {
  return daysBetween(now, new Date(`${day}T12:00:00+05:30`), ZONE);
}

/** Is a day past? */
export function isPast(day: string, now: Date): boolean {
  return daysUntil(day, now) < 0;
}

/** The day of a moment where the agency is. */
export function localDay(moment: string): string {
  return toLocalTime(new Date(moment), ZONE).slice(0, 10);
}

/** A last day: "today", "in 3 days", "2 days late", "3 Dec"; with the year in another one. */
export function deadlineWords(day: string, now: Date): string {
  const days = daysUntil(day, now);
  if (days < 0) return `${counted(-days)} late`;
  if (days < 2) return days === 0 ? "today" : "tomorrow";
  if (days < WEEK) return `in ${counted(days)}`;
  const isThisYear = day.slice(0, 4) === String(now.getFullYear());
  return dateFormat("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(new Date(day));
}
