import type { JobTexts } from "~/content/jobs/texts";
import { ZONE } from "~/lib/config/agency";
import { dateFormat } from "~/lib/format/date-format";
import { moneyWords, numberWords } from "~/lib/format/number-format";
import { firstCharacters, isWithin, oneLine } from "~/lib/format/text";
import { readBody } from "./body";
import type { Job, ListedJob, Pay } from "./schema";

/** From here on rupees are told as people say them, unless that would round them. */
const LAKH = 100_000;

/** "₹28,000 a month", "From ₹600 an hour", "₹12 to 16.5 lakh a year". */
export function payWords({ min, max, currency, unit }: Pay, { facts, locale }: JobTexts): string {
  const isInLakhs =
    currency === "INR" && [min, max].every((amount) => amount === null || (amount >= LAKH && amount % 1_000 === 0));
  const number = (amount: number) => numberWords(amount / LAKH, locale);
  const money = (amount: number) => (isInLakhs ? facts.lakhs(number(amount)) : moneyWords(amount, currency, locale));
  const per = facts.unit[unit] ?? unit;
  if (min !== null && max !== null && min !== max) {
    const range = isInLakhs ? facts.lakhs(facts.range(number(min), number(max))) : facts.range(money(min), money(max));
    return `${range} ${per}`;
  }
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

/** A day as it is said: "5 December 2026"; in a list, where there is little room and it is less than sixty days away, "5 Dec". */
export function dayInWords(day: string, { locale }: JobTexts, length: "long" | "short" = "long"): string {
  const month = length === "long" ? ({ month: "long", year: "numeric" } as const) : ({ month: "short" } as const);
  return dateFormat(locale, { day: "numeric", ...month, timeZone: zoneOf(day) }).format(new Date(day));
}

/** A day without a time is that day everywhere. */
function zoneOf(day: string): string {
  return day.length === 10 ? "UTC" : ZONE;
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
