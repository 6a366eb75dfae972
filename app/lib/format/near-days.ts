import { ZONE } from "~/lib/config/agency";
import { counted } from "./counts";
import { dateFormat } from "./date-format";
import { daysBetween, toLocalTime } from "./zoned-time";

/** How times are told: from when they are looked at, in the zone where the team works. */
export type Clock = { now: Date; zone: string };

/** Up to a week a day is told by how far it is, beyond by its date. */
const WEEK = 7;

/** A date as briefly as people say it: "3 Dec"; with the year in another one. */
function shortDate(moment: Date, { now, zone }: Clock): string {
  const isThisYear = toLocalTime(moment, zone).slice(0, 4) === toLocalTime(now, zone).slice(0, 4);
  return dateFormat("en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(moment);
}

/** A day as people say it: "today", "tomorrow", "Tue", "3 Dec". */
export function nearDayWords(moment: Date, clock: Clock): string {
  const days = daysBetween(clock.now, moment, clock.zone);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  if (Math.abs(days) >= WEEK) return shortDate(moment, clock);
  return dateFormat("en-GB", { timeZone: clock.zone, weekday: "short" }).format(moment);
}

/** A moment as people say it: "today 10:05". */
export function nearMomentWords(moment: Date, clock: Clock): string {
  return `${nearDayWords(moment, clock)} ${toLocalTime(moment, clock.zone).slice(11)}`;
}

/** When something came, as briefly as a list has room for: the time of today, else the day. */
export function cameWords(moment: Date, clock: Clock): string {
  const day = nearDayWords(moment, clock);
  return day === "today" ? toLocalTime(moment, clock.zone).slice(11) : day;
}

/** How long ago something was, in days of the agency's calendar: "today", "12 days". */
export function ageWords(since: string, now: Date): string {
  const days = daysBetween(new Date(since), now, ZONE);
  return days <= 0 ? "today" : counted(days, "day");
}

/** Noon of a day where the agency is. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00+05:30`);
}

/** Is a day past? */
export function isPast(day: string, now: Date): boolean {
  return daysBetween(now, noonOf(day), ZONE) < 0;
}

/** A last day: "today", "in 3 days", "2 days late", "3 Dec"; with the year in another one. */
export function deadlineWords(day: string, now: Date): string {
  const days = daysBetween(now, noonOf(day), ZONE);
  if (days < 0) return `${counted(-days, "day")} late`;
  if (days < 2) return days === 0 ? "today" : "tomorrow";
  return days < WEEK ? `in ${counted(days, "day")}` : shortDate(noonOf(day), { now, zone: ZONE });
}
