import { z } from "zod";
import { Constants, type CompositeTypes, type Enums } from "~/lib/backend/database.types";
import { readAmount } from "~/lib/schema/money";
import { searchWords, type Options } from "~/lib/schema/fields";
import { cleanSkills } from "~/lib/schema/skills";
import { pathWith } from "~/lib/http/path";

/** Where the team's list of candidates is. */
export const listPath = "/team/candidates";

/** The days of notice that a search may name, at most: what each candidate is within, the database keeps. */
export const notices = [
  ["0", "At once"],
  ["7", "7 days"],
  ["15", "15 days"],
  ["30", "30 days"],
  ["45", "45 days"],
  ["60", "2 months"],
  ["90", "3 months"],
] as const satisfies Options;

/** For how long a pay is, and how much of it makes a year: the database counts the same (`private.yearly_pay`). */
const IN_A_YEAR = { year: 1, month: 12, day: 312, hour: 2_496 } as const;

export const payUnits = [
  ["year", "a year"],
  ["month", "a month"],
  ["day", "a day"],
  ["hour", "an hour"],
] as const satisfies Options<keyof typeof IN_A_YEAR>;

const { currency_code: currencyCodes } = Constants.public.Enums;

export const currencies = currencyCodes.map((code) => [code, code] as const) satisfies Options;

/** Is somebody in process for a requirement that is open? */
export const processes = [
  ["free", "Free now"],
  ["in_process", "In process"],
  ["applied", "Applied, not answered"],
] as const satisfies Options;

function oneOf<Value extends string>(options: Options<Value>) {
  return z
    .enum(options.map(([value]) => value) as [Value, ...Value[]])
    .optional()
    .catch(undefined);
}

const tick = z.literal("on").optional().catch(undefined);

/** Anybody can write an address: what is no filter is none. */
const filterSchema = z.object({
  words: searchWords(),
  city: searchWords(),
  /** With commas between them. */
  skills: searchWords(),
  /** Is one of the skills enough? */
  any: tick,
  notice: oneOf(notices),
  pay: searchWords(),
  per: oneOf(payUnits),
  currency: oneOf(currencies),
  process: oneOf(processes),
  /** Who was never asked about a job. */
  unasked: tick,
  /** Also those of whom notice or pay is not known. */
  unknown: tick,
});

/** Which candidates the list shows: all of it stands in the address. */
export type CandidateFilters = z.output<typeof filterSchema>;

/** The filters of an address; one that is not known counts for none. */
export function readFilters(search: URLSearchParams): CandidateFilters {
  return withoutUnset(filterSchema.parse(Object.fromEntries(search)));
}

function withoutUnset(filters: CandidateFilters): CandidateFilters {
  const { words, city, skills, pay } = filters;
  // What only says how another one is meant is none without it.
  const meant = {
    ...filters,
    any: skills && filters.any,
    per: pay && filters.per,
    currency: pay && filters.currency,
    unknown: (pay ?? filters.notice) && filters.unknown,
  };
  return Object.fromEntries(
    Object.entries({ ...meant, words, city }).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** The pay that is asked for at most, as it comes to in a year; undefined for none, and for what is no pay. */
function payOf({
  pay,
  per,
  currency,
}: CandidateFilters): { amount: number; currency: Enums<"currency_code"> } | undefined {
  const read = pay === undefined ? undefined : readAmount(pay);
  if (!read || read.value < 0) return undefined;
  const amount = read.hasPeriod ? read.value : read.value * IN_A_YEAR[per ?? "year"];
  return { amount, currency: read.currency ?? currency ?? "INR" };
}

/** Is a pay asked for that is none? */
export function isPayWrong(filters: CandidateFilters): boolean {
  return filters.pay !== undefined && payOf(filters) === undefined;
}

/** What the filters ask of the database. */
export function questionOf(filters: CandidateFilters) {
  const { words, city, skills, any, notice, process, unasked, unknown } = filters;
  const pay = payOf(filters);
  const filter: CompositeTypes<"candidate_filter"> = {
    skills: skills === undefined ? null : cleanSkills([skills]),
    any_skill: any === "on",
    notice_days: notice === undefined ? null : Number(notice),
    yearly_pay: pay?.amount ?? null,
    pay_currency: pay?.currency ?? null,
    process: process ?? null,
    is_unasked: unasked === "on",
    with_unknown: unknown === "on",
  };
  return { filter, ...(words === undefined ? {} : { words }), ...(city === undefined ? {} : { city }) };
}

/** The address of the list, or of something that goes by the same filters. */
export function pathOf(filters: CandidateFilters, path = listPath): string {
  return pathWith(path, filters);
}

/** Where a table is imported. @param id the import; none for a new one */
export function importPath(id?: string): string {
  return id === undefined ? `${listPath}/import` : `${listPath}/import/${id}`;
}

/** The page of a candidate. */
export function candidatePath(id: string): string {
  return `${listPath}/${id}`;
}

/** The entry of an address that asks for what was typed with an application. */
export const TYPED_KEY = "typed";

/** The form of a candidate's record, with what they have typed with an application, by its entry. */
export function typedPath(id: string, entry: string): string {
  return `${candidatePath(id)}/edit?${TYPED_KEY}=${entry}`;
}

/** Where candidates are found for a requirement. */
export function findPath(requirement: string): string {
  return `/team/requirements/${requirement}/find`;
}

/** What a requirement says of whom it needs, as filters: one of its skills is enough, and whoever works from anywhere is anywhere. */
export function filtersFor(sought: {
  required_skills: readonly string[];
  location: string;
  remote_allowed: boolean;
}): CandidateFilters {
  const { required_skills: skills, location, remote_allowed: isRemote } = sought;
  return readFilters(
    new URLSearchParams({
      ...(skills.length > 0 && { skills: skills.slice(0, 12).join(", "), any: "on" }),
      ...(!isRemote && !/\bremote\b/i.test(location) && { city: location }),
    }),
  );
}

/** Where an entry stands on a page. */
export function entryAnchor(id: string): string {
  return `e-${id}`;
}

/** The page of a requirement's candidates with one entry opened. @param path the page's own @param search what else it asks for */
export function entryPath(path: string, id: string, search: Record<string, string | undefined> = {}): string {
  return `${pathWith(path, { ...search, open: id })}#${entryAnchor(id)}`;
}

/** Where one record is made of two. @param kept which of them stays */
export function mergePath(kept: string, merged: string): string {
  return `${candidatePath(kept)}/merge?with=${merged}`;
}
