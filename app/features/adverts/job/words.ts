import type { JobTexts } from "~/content/jobs/texts";
import { ZONE } from "~/lib/config/agency";
import { today } from "~/lib/format/clock";
import { dateFormat } from "~/lib/format/date-format";
import { moneyWords } from "~/lib/format/number-format";
import { firstCharacters, isWithin, oneLine } from "~/lib/format/text";
import { toLocalTime } from "~/lib/format/zoned-time";
import { readBody } from "./body";
import type { Job, ListedJob, Pay } from "./schema";

/** "₹28,000 a month", "₹12,00,000 to ₹16,00,000 a year". */
export function payWords({ min, max, currency, unit }: Pay, { facts, locale }: JobTexts): string {
  const money = (amount: number) => moneyWords(amount, currency, locale);
  const per = facts.unit[unit] ?? unit;
  if (min !== null && max !== null && min !== max) return `${facts.range(money(min), money(max))} ${per}`;
  if (max === null) return `${facts.from(money(min ?? 0))} ${per}`;
  return `${min === null ? facts.upTo(money(max)) : money(max)} ${per}`;
}

/** "3 to 8 years", "2 years or more", "None needed"; undefined where nothing is said of it. */
export function experienceWords(
  { min_experience: min, max_experience: max }: Pick<ListedJob, "min_experience" | "max_experience">,
  { facts }: JobTexts,
): string | undefined {
  if (min === null && max === null) return undefined;
  if (!min && !max) return facts.noExperience;
  if (max === null) return facts.yearsFrom(min ?? 0);
  if (!min) return facts.yearsUpTo(max);
  return min === max ? facts.years(max) : facts.yearsBetween(min, max);
}

/** "Pune, India", or what was typed where that names the country already. */
export function placeWords({ place, country }: Pick<ListedJob, "place" | "country">): string {
  return place.toLowerCase().includes(country.toLowerCase()) ? place : `${place}, ${country}`;
}

/** A day as it is said: "5 December 2026". @param day a day, or a moment, which is told by the agency's clock */
export function longDayWords(day: string, { locale }: JobTexts): string {
  return dateFormat(locale, { dateStyle: "long", timeZone: zoneOf(day) }).format(new Date(day));
}

/** The same where there is little room: "5 Dec". */
export function shortDayWords(day: string, { locale }: JobTexts): string {
  return dateFormat(locale, { day: "numeric", month: "short", timeZone: zoneOf(day) }).format(new Date(day));
}

/** A day without a time is that day everywhere. */
function zoneOf(day: string): string {
  return day.length === 10 ? "UTC" : ZONE;
}

/** Midnights from today on until a day, or since a moment (then below zero), by the agency's clock. */
export function daysUntil(day: string): number {
  const date = day.length === 10 ? day : toLocalTime(new Date(day), ZONE).slice(0, 10);
  return Math.round((Date.parse(date) - Date.parse(today())) / 86_400_000);
}

/** The path of a job's page. */
export function jobPath({ slug }: Pick<ListedJob, "slug">): string {
  return `/jobs/${slug}`;
}

/** The longest line under a search result, in characters. */
const LONGEST_SUMMARY = 155;

/** A job in one line, for search engines and previews: what it pays, and how its text begins. */
export function summaryWords(job: Job, texts: JobTexts): string {
  const text = readBody(job.body)
    .map((block) => (block.kind === "paragraph" ? block.lines.join(" ") : ""))
    .find((words) => words !== "");
  const line = oneLine([job.pay && payWords(job.pay, texts), text].filter(Boolean).join(". "));
  return isWithin(line, LONGEST_SUMMARY) ? line : `${firstCharacters(line, LONGEST_SUMMARY).replace(/\s+\S*$/, "")}…`;
}
