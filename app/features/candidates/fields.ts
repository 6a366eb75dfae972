import { z } from "zod";
import { Constants, type Tables } from "~/lib/backend/database.types";
import { readAmount } from "~/lib/schema/money";
import { optionalEmailAddress, optionalChoice, optionalText, requiredText, type Options } from "~/lib/schema/fields";
import { cleanSkills, optionalSkills } from "~/lib/schema/skills";
import { cleanText } from "~/lib/format/text";

const currencies = Constants.public.Enums.currency_code.map((code) => [code, code] as const);

/** For how long a pay is. */
const payUnits = [
  ["hour", "an hour"],
  ["day", "a day"],
  ["month", "a month"],
  ["year", "a year"],
] as const satisfies Options;

/** How many pages somebody may have, and how long an address of one is; the database has the same limits. */
export const MOST_LINKS = 10;
const LONGEST_LINK = 300;
const LINK = /^https?:\/\/[^\s<>"]+$/;

/** Skills in one line, with commas between them. */
const skillsLine = z
  .string()
  .transform((typed) => cleanSkills([typed]))
  .pipe(optionalSkills);

/** Addresses of pages, a line each. */
const linkLines = z
  .string()
  .transform((typed) => cleanText(typed).split(/\s+/).filter(Boolean))
  .pipe(
    z
      .array(
        z
          .string()
          .refine(
            (link) => link.length <= LONGEST_LINK && LINK.test(link),
            "Enter full addresses, such as https://example.com/me, one a line",
          ),
      )
      .max(MOST_LINKS, `Enter ${MOST_LINKS} addresses or fewer`),
  );

/** What is typed for a pay: how much, and what its words say of the rest. */
const payAmount = z.string().transform((typed, context) => {
  if (cleanText(typed) === "") return null;
  const amount = readAmount(typed);
  if (amount && amount.value >= 0) return amount;
  context.addIssue({ code: "custom", message: "Enter a number, such as 50000 or 12 LPA, for the expected pay" });
  return z.NEVER;
});

/** What is known of a field of a candidate's record. */
type FieldDefinition = {
  label: string;
  kind: "line" | "text" | "choice" | "tick";
  type?: "email" | "tel";
  /** What the form makes of what is typed, and says of a mistake. */
  rule: z.ZodType;
  isRequired?: true;
  hint?: string;
  options?: Options;
  /** What a browser knows the entry by, where it is one's own page. */
  autoComplete?: string;
  /** May it be chosen for the card that a company sees? Of the pay its amount stands for all of it. */
  isOnCard?: true;
};

/** What stands in a record and in no form: what the database says, and the language, as long as we write in one. */
type OthersColumn =
  | "created_at"
  | "created_by"
  | "email_confirmed_at"
  | "erase_at"
  | "form_id"
  | "id"
  | "language"
  | "last_activity_at"
  | "link_issue"
  | "next_by"
  | "next_on"
  | "next_words"
  | "search"
  | "updated_at"
  | "version";

/**
 * The fields of a candidate, in the form's order. What somebody earned before is not asked, and nothing of age, family,
 * belief or looks.
 */
export const fields = {
  full_name: {
    label: "Name",
    kind: "line",
    rule: requiredText("Enter the name"),
    isRequired: true,
    autoComplete: "name",
  },
  email: {
    label: "Email",
    kind: "line",
    type: "email",
    rule: optionalEmailAddress("Enter an email address, like name@example.com"),
    autoComplete: "email",
  },
  phone: { label: "Phone", kind: "line", type: "tel", rule: optionalText("the phone number"), autoComplete: "tel" },
  headline: {
    label: "Headline",
    kind: "line",
    rule: optionalText("the headline"),
    hint: "In a few words, such as Java developer, 6 years",
    isOnCard: true,
  },
  city: { label: "City", kind: "line", rule: optionalText("the city"), autoComplete: "address-level2", isOnCard: true },
  country: {
    label: "Country",
    kind: "line",
    rule: optionalText("the country", 100),
    autoComplete: "country-name",
    isOnCard: true,
  },
  skills: { label: "Skills", kind: "line", rule: skillsLine, hint: "With commas between them", isOnCard: true },
  notice_period: {
    label: "Notice period",
    kind: "line",
    rule: optionalText("the notice period", 100),
    hint: "Such as 30 days, or at once",
    isOnCard: true,
  },
  summary: { label: "Summary", kind: "text", rule: optionalText("the summary", 4_000), isOnCard: true },
  links: { label: "Links", kind: "text", rule: linkLines, hint: "Full addresses, one a line", isOnCard: true },
  expected_pay_amount: {
    label: "Expected pay",
    kind: "line",
    rule: payAmount,
    hint: "What they want to earn, never what they earn now",
    isOnCard: true,
  },
  expected_pay_currency: {
    label: "Currency",
    kind: "choice",
    options: currencies,
    rule: optionalChoice(currencies),
  },
  expected_pay_unit: { label: "Paid for", kind: "choice", options: payUnits, rule: optionalChoice(payUnits) },
  employer: {
    label: "Works at",
    kind: "line",
    rule: optionalText("the employer"),
    hint: "Never shown to this company",
    autoComplete: "organization",
    isOnCard: true,
  },
  source: { label: "How we know of them", kind: "line", rule: optionalText("how we know of them") },
  is_adult: {
    label: "They are 18 or older",
    kind: "tick",
    rule: z
      .union([z.string(), z.boolean()])
      .transform((value) => value === true || value === "on")
      .pipe(z.literal(true, "Tick that they are 18 or older: we may keep nothing about anyone younger")),
    isRequired: true,
  },
} as const satisfies Record<Exclude<keyof Tables<"candidates">, OthersColumn>, FieldDefinition>;

/** A field of a candidate's record, by its name in the form and the database. */
export type Field = keyof typeof fields;

/** The fields, in the form's order. */
export const fieldNames = Object.keys(fields) as Field[];

/** What is known of a field. */
export function definitionOf(field: Field): FieldDefinition {
  return fields[field];
}

/** What each field is called. */
export const labels = Object.fromEntries(fieldNames.map((field) => [field, fields[field].label])) as Record<
  Field,
  string
>;

/** What may be chosen for a card: the database's names in the form's order, with their labels. */
export const cardFields: Options = fieldNames
  .filter((field) => definitionOf(field).isOnCard)
  .map((field) => [field === "expected_pay_amount" ? "expected_pay" : field, definitionOf(field).label] as const);

/** Each by itself, but for the pay: an amount is one thing with its currency and for how long it is. */
export const fieldGroups: readonly (readonly Field[])[] = [
  ...fieldNames.filter((field) => field !== "is_adult" && !field.startsWith("expected_pay")).map((field) => [field]),
  ["expected_pay_amount", "expected_pay_currency", "expected_pay_unit"],
];

/** A record as the database keeps it. */
export type CandidateRecord = Pick<Tables<"candidates">, Exclude<Field, "expected_pay_currency">> & {
  expected_pay_currency: string | null;
};

/** What stands in the form of a record: text, as somebody would type it. */
export function candidateEntries(record: CandidateRecord): Record<Field, string> {
  return Object.fromEntries(fieldNames.map((field) => [field, entryOf(field, record[field])])) as Record<Field, string>;
}

function entryOf(field: Field, value: CandidateRecord[Field]): string {
  if (Array.isArray(value)) return value.join(field === "links" ? "\n" : ", ");
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}
