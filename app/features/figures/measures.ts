import { z } from "zod";
import { ofForms } from "~/content/public-forms";
import { today } from "~/lib/format/clock";
import { pathWith } from "~/lib/http/path";
import type { Options } from "~/lib/schema/fields";

/** Where the figures are, and the rows of one of them. */
export const figuresPath = "/team/figures";
export const figureRowsPath = "/team/figures/rows";

/** What is counted, in the order in which it goes (private.figure_measures). */
export const measures = [
  ["came", "Came in"],
  ["answered", "Answered"],
  ["in_time", "In time"],
  ["applied", "Applied"],
  ["asked", "Asked"],
  ["agreed", "Agreed"],
  ["shown", "Shown"],
  ["interview", "Interview"],
  ["offered", "Offered"],
  ["accepted", "Accepted"],
  ["joined", "Joined"],
  ["filled", "Jobs filled"],
] as const satisfies Options;

export type Measure = (typeof measures)[number][0];

/** What is counted, in a sentence. */
export const measureWords: Record<Measure, string> = {
  came: "Enquiries and requirements that came in, without spam",
  answered: "Of those, answered; the time is the median of the first answer, by the clock",
  in_time: "Of those, answered within the promise: 24 hours for an enquiry, 48 for a job",
  applied: "People who applied by themselves; the time says how old the job was, not how long they waited",
  asked: "Candidates asked for the first time about a job",
  agreed: "Candidates who said yes",
  shown: "Candidates shown to a company",
  interview: "Candidates the company wants to meet",
  offered: "Candidates offered the work",
  accepted: "Candidates who accepted",
  joined: "Candidates who joined, by the day on which they did",
  filled: "Requirements marked Filled, and still so",
};

/** By what they are grouped. */
export const groupings = [
  ["recruiter", "Recruiter"],
  ["company", "Company"],
  ["source", "Source"],
] as const satisfies Options;

export type Grouping = (typeof groupings)[number][0];

const groupingNames = groupings.map(([name]) => name) as [Grouping, ...Grouping[]];
const measureNames = measures.map(([name]) => name) as [Measure, ...Measure[]];

/** This month, by the agency's clock: "2026-11". */
function thisMonth(): string {
  return today().slice(0, 7);
}

/** A month that has begun; what an address says of another one is this month. */
const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .refine((value) => value <= thisMonth())
  .catch(() => thisMonth());

const filterSchema = z.object({ month, by: z.enum(groupingNames).catch("recruiter") });

/** Of which month the figures are, and by what. */
export type FigureFilters = z.output<typeof filterSchema>;

/** The month and the grouping that an address asks for. */
export function readFigureFilters(search: URLSearchParams): FigureFilters {
  return filterSchema.parse(Object.fromEntries(search));
}

const rowSchema = z.object({
  month,
  of: z.enum(measureNames).catch("came"),
  by: z.enum(groupingNames).optional().catch(undefined),
  group: z.string().max(300).optional(),
});

/** Which figure's rows an address asks for: of one group, or of all. */
export type RowFilters = z.output<typeof rowSchema>;

export function readRowFilters(search: URLSearchParams): RowFilters {
  const { by, group, ...filters } = rowSchema.parse(Object.fromEntries(search));
  return by === undefined || group === undefined ? filters : { ...filters, by, group };
}

/** The address of a figure's rows, or of their file. */
export function rowsPath(filters: RowFilters & { before?: string }, path = figureRowsPath): string {
  return pathWith(path, filters);
}

/** A month so many months from another one. */
export function monthFrom(value: string, months: number): string {
  return new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5)) - 1 + months, 1))
    .toISOString()
    .slice(0, 7);
}

/** A month in words: "November 2026", or "Nov 2026". */
export function monthWords(value: string, length: "long" | "short" = "long"): string {
  const format = { month: length, year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${value}-01`).toLocaleDateString("en-GB", format);
}

/** Has a month after this one begun? */
export function isOver(value: string): boolean {
  return value < thisMonth();
}

/** How long something took: "40 min", "5 h", "12 days". */
export function durationWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(seconds / 3600);
  if (hours < 72) return `${hours} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** By the contact form something came alone; what else is kept like it, the team has written down. */
const { contact: form, ...ways } = ofForms("way");

const SOURCES: Record<string, string> = {
  company: "Company's page",
  team: "Filed by the team",
  ...ways,
  form,
  phone: "Phone",
  whatsapp: "WhatsApp",
  walk_in: "Walk-in",
  email: "E-mail",
};

/** What a source is called: the way by which something came, or a candidate's. */
function sourceWords(key: string): string {
  const [kind, ...rest] = key.split(":");
  const source = rest.join(":");
  if (kind === "came") return `Came by: ${SOURCES[source] ?? source.replaceAll("_", " ")}`;
  return source === "" ? "Candidates without a source" : `Candidates from: ${source}`;
}

/**
 * What a group is called.
 *
 * @param name the company's, where it is one
 * @param names of the team, by id
 */
export function groupWords(by: Grouping, key: string, name: string | null, names: Record<string, string>): string {
  if (by === "source") return sourceWords(key);
  if (by === "company") return key === "none" ? "No company yet" : (name ?? "A company that is gone");
  return key === "nobody" ? "Nobody in charge" : (names[key] ?? "Someone who has left");
}
