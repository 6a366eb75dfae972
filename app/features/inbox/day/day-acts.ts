import { z } from "zod";
import { textOf } from "~/lib/forms/form";
import { isRowId } from "~/lib/schema/fields";
import type { DayRow } from "./day.server";
import type { SectionName } from "./sections";

const id = z.string().refine(isRowId);
const entry = { id, seen: z.coerce.number().int().positive() };

/**
 * What one press does with somebody of a day: of which section, what its button says, and of whom. A button's name is the
 * act's, and its value these in their order.
 */
const definitions = {
  deal: { of: "answers", label: "Dealt with", target: z.object(entry) },
  join: { of: "begins", label: "Joined", target: z.object({ ...entry, requirement: id }) },
  finish: {
    of: "steps",
    label: "Done",
    target: z.object({ candidate: id, next_on: z.iso.date(), entry: id.or(z.literal("")) }),
  },
  show: { of: "agreed", label: "Show", target: z.object({ ...entry, requirement: id }) },
  remind: { of: "asked", label: "Remind", target: z.object(entry) },
} as const satisfies Record<string, { of: SectionName; label: string; target: z.ZodObject }>;

export type DayActName = keyof typeof definitions;

/** An act as a button asks for it. */
export type DayAct = {
  [Name in DayActName]: { name: Name } & z.output<(typeof definitions)[Name]["target"]>;
}[DayActName];

/** A button of a row: what it is called, and what it says. */
type RowButton = { name: DayActName; value: string; label: string };

const NAMES = Object.keys(definitions) as DayActName[];

/** What a button of the row says it is about. */
function valueOf(name: DayActName, { id, is, requirement, person }: DayRow): string {
  const known: Record<string, string | number | undefined> = {
    ...{ id, seen: person?.version, requirement, candidate: person?.id, next_on: person?.next_on },
    entry: is === "entry" ? id : "",
  };
  return Object.keys(definitions[name].target.shape)
    .map((key) => String(known[key] ?? ""))
    .join(".");
}

/** What one press does with a row of a section; nothing where more is to be known or said first. */
export function buttonOf(row: DayRow, section: SectionName): RowButton | undefined {
  const name = NAMES.find((act) => definitions[act].of === section);
  if (name === undefined) return undefined;
  if (name === "show" && row.person?.may_show !== true) return undefined;
  if (name === "remind" && row.person?.may_remind !== true) return undefined;
  const label = name === "show" && row.company ? `Show to ${row.company}` : definitions[name].label;
  return { name, value: valueOf(name, row), label };
}

/** The act that a form asks for; undefined for none that is known. */
export function readDayAct(body: FormData): DayAct | undefined {
  const name = NAMES.find((act) => body.has(act));
  if (name === undefined) return undefined;
  const { target } = definitions[name];
  const parts = textOf(body.get(name)).split(".");
  const entries = Object.keys(target.shape).map((key, place) => [key, parts[place] ?? ""]);
  const read = target.safeParse(Object.fromEntries(entries));
  return read.success ? ({ name, ...read.data } as DayAct) : undefined;
}
