import { z } from "zod";
import { Constants, type Enums } from "~/lib/backend/database.types";
import { choice, LIMITS, requiredText, type Options } from "~/lib/schema/fields";
import { tick, years } from "~/lib/schema/numbers";
import { readAmount } from "~/lib/schema/money";
import { cleanSkills, optionalSkills } from "~/lib/schema/skills";
import { cleanText } from "~/lib/format/text";
import type { FieldGroups, Texts } from "~/lib/forms/merged-edit";
import type { FormKeys } from "~/lib/forms/form";

const works = [
  ["permanent", "Permanent"],
  ["full_time", "Full time"],
  ["part_time", "Part time"],
  ["contract", "Contract"],
  ["temporary", "Temporary"],
] as const satisfies Options<Enums<"job_type">>;

const currencies = Constants.public.Enums.currency_code.map((code) => [code, code] as const);

/** For how long a pay is. */
const units = [
  ["month", "a month"],
  ["year", "a year"],
  ["day", "a day"],
  ["hour", "an hour"],
] as const satisfies Options;

/** An amount of pay, as it is told for its unit; one that says for how long it is, is for a year. */
function pay(what: string) {
  return z.string().transform((typed, context) => {
    if (cleanText(typed) === "") return null;
    const amount = readAmount(typed);
    if (amount && amount.value >= 0) return amount;
    context.addIssue({ code: "custom", message: `Enter one amount, such as 28000 or 3.5 lakh, for ${what}` });
    return z.NEVER;
  });
}

/** What is known of a field of an advert. */
type FieldDefinition = {
  label: string;
  kind: "line" | "text" | "choice" | "tick";
  rule: z.ZodType;
  isRequired?: true;
  hint?: string;
  options?: Options;
};

/** The fields of an advert, in the form's order. */
export const fields = {
  title: { label: "Title", kind: "line", rule: requiredText("Enter the title"), isRequired: true },
  place: { label: "Place", kind: "line", rule: requiredText("Enter the place"), isRequired: true },
  country: { label: "Country", kind: "line", rule: requiredText("Enter the country", 100), isRequired: true },
  work: {
    label: "Kind of work",
    kind: "choice",
    options: works,
    rule: choice(works, "Choose the kind of work"),
    isRequired: true,
  },
  is_remote: { label: "It can be done fully from home", kind: "tick", rule: tick },
  min_experience: { label: "Years of experience from", kind: "line", rule: years("the least experience") },
  max_experience: { label: "Years of experience to", kind: "line", rule: years("the most experience") },
  skills: {
    label: "Skills",
    kind: "line",
    rule: z
      .string()
      .transform((typed) => cleanSkills([typed]))
      .pipe(optionalSkills),
    hint: "With commas between them",
  },
  body: {
    label: "The job in words",
    kind: "text",
    rule: requiredText("Enter the job in words", LIMITS.long),
    isRequired: true,
    hint: "In our own words. A blank line begins a paragraph, a short line before it is a heading, and lines that begin with a dash are a list. No numbers or addresses: people apply on the page.",
  },
  min_pay: { label: "Pay from", kind: "line", rule: pay("the least pay") },
  max_pay: { label: "Pay to", kind: "line", rule: pay("the most pay") },
  pay_currency: {
    label: "Currency",
    kind: "choice",
    options: currencies,
    rule: choice(currencies, "Choose the currency"),
    isRequired: true,
  },
  pay_unit: {
    label: "Paid for",
    kind: "choice",
    options: units,
    rule: choice(units, "Choose for how long the pay is"),
    isRequired: true,
  },
  tells_pay: { label: "Tell the pay (the company has agreed)", kind: "tick", rule: tick },
} as const satisfies Record<string, FieldDefinition>;

/** A field of an advert, by its name in the form and the database. */
export type Field = keyof typeof fields;

export const fieldNames = Object.keys(fields) as Field[];

/** What is known of a field. */
export function definitionOf(field: Field): FieldDefinition {
  return fields[field];
}

/** What each field is called. */
export const labels = Object.fromEntries(fieldNames.map((field) => [field, fields[field].label])) as Texts<Field>;

const ticks = ["is_remote", "tells_pay"] as const;

export const advertKeys = { single: fieldNames, checkboxes: ticks } as const satisfies FormKeys;

/** Each by itself, but for the pay: what it is and whether it is told is one thing. */
export const fieldGroups: FieldGroups<Field> = [
  ...fieldNames.filter((field) => !field.includes("pay")).map((field) => [field]),
  ["min_pay", "max_pay", "pay_currency", "pay_unit", "tells_pay"],
];

const rules = Object.fromEntries(fieldNames.map((field) => [field, fields[field].rule])) as {
  [Name in Field]: (typeof fields)[Name]["rule"];
};

const { min_pay, max_pay, pay_currency, pay_unit, tells_pay, min_experience, max_experience, ...others } = rules;

/** Years of experience, from and to. */
const experience = z.object({ min_experience, max_experience }).superRefine((entries, context) => {
  const [from, to] = [entries.min_experience, entries.max_experience];
  if (from === null || to === null || to >= from) return;
  context.addIssue({
    code: "custom",
    path: ["max_experience"],
    message: "The most experience must not be below the least",
  });
});

/** What it pays, and whether that is told. */
const told = z
  .object({ min_pay, max_pay, pay_currency, pay_unit, tells_pay })
  .transform(({ min_pay: from, max_pay: to, ...entries }, context) => {
    const wrong = (path: Field, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (from && to && to.value < from.value) wrong("max_pay", "The most pay must not be below the least");
    if (entries.tells_pay && !from && !to) wrong("min_pay", "Enter the pay, or do not tell it");
    if ((from?.hasPeriod || to?.hasPeriod) && entries.pay_unit !== "year") {
      wrong("pay_unit", "The amount is read as one for a year");
    }
    return { ...entries, min_pay: from?.value ?? null, max_pay: to?.value ?? null };
  });

/** An advert, as the team writes it; what is wrong is said all at once. */
export const advertSchema = z.intersection(z.object(others), z.intersection(experience, told));
export type AdvertEntries = z.output<typeof advertSchema>;

/** An advert's entries as the database keeps them. */
export const keptEntriesSchema = z.object({
  title: z.string(),
  place: z.string(),
  country: z.string(),
  work: z.string(),
  is_remote: z.boolean(),
  min_experience: z.number().nullable(),
  max_experience: z.number().nullable(),
  skills: z.array(z.string()),
  body: z.string(),
  min_pay: z.number().nullable(),
  max_pay: z.number().nullable(),
  pay_currency: z.string(),
  pay_unit: z.string(),
  tells_pay: z.boolean(),
}) satisfies z.ZodType<Record<Field, unknown>>;
export type KeptEntries = z.output<typeof keptEntriesSchema>;

/** What stands in the form: text, as somebody would type it. */
export function advertTexts(entries: Record<Field, unknown>): Record<Field, string> {
  return Object.fromEntries(fieldNames.map((field) => [field, textOf(entries[field])])) as Record<Field, string>;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
