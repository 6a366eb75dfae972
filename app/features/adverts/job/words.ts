import type { JobTexts } from "~/content/jobs/texts";
import { ZONE } from "~/lib/config/agency";
import { dateFormat } from "~/lib/format/date-format";
import { moneyWords } from "~/lib/format/number-format";
import type { ListedJob, Pay } from "./schema";

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
  const timeZone = day.length === 10 ? "UTC" : ZONE;
  return dateFormat(locale, { dateStyle: "long", timeZone }).format(new Date(day));
}

/** The path of a job's page. */
export function jobPath({ slug }: Pick<ListedJob, "slug">): string {
  return `/jobs/${slug}`;
}
