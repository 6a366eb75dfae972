import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { LIMITS, optionalDialledPhone, requiredText, seenVersion } from "~/lib/schema/fields";
import { firstCharacters } from "~/lib/format/text";
import { fieldNames, fields, type Field } from "./fields";

/** The rules of the fields, for a form's schema. */
const rules = Object.fromEntries(fieldNames.map((field) => [field, fields[field].rule])) as {
  [Name in Field]: (typeof fields)[Name]["rule"];
};
const { expected_pay_amount, expected_pay_currency, expected_pay_unit, ...others } = rules;

/** An amount of pay is nothing without its currency and for how long it is; words such as "12 LPA" say both. */
const pay = z
  .object({ expected_pay_amount, expected_pay_currency, expected_pay_unit })
  .transform((entries, context) => {
    const { expected_pay_amount: amount } = entries;
    if (amount === null) return { expected_pay_amount: null, expected_pay_currency: null, expected_pay_unit: null };
    const currency = entries.expected_pay_currency ?? amount.currency ?? null;
    const unit = entries.expected_pay_unit ?? (amount.hasPeriod ? "year" : null);
    const wrong = (path: keyof typeof entries, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (currency === null) wrong("expected_pay_currency", "Choose the currency of the expected pay");
    if (unit === null) wrong("expected_pay_unit", "Choose for how long the expected pay is");
    if (amount.hasPeriod && unit !== "year") wrong("expected_pay_unit", "The amount is read as one for a year");
    return { expected_pay_amount: amount.value, expected_pay_currency: currency, expected_pay_unit: unit };
  });

/** A candidate's whole record, as the team fills it in; what is wrong with the pay is said together with all else. */
export const candidateSchema = z.intersection(z.object(others), pay);
export const candidateKeys = { single: fieldNames, checkboxes: ["is_adult"] } as const satisfies FormKeys;

/** The same of a record that is there, on the version that was read. */
export const editSchema = z.intersection(z.object({ ...others, version: seenVersion }), pay);
export const editKeys = { ...candidateKeys, single: [...fieldNames, "version"] } as const satisfies FormKeys;

/** By what somebody may be known who is being entered. */
export function enteredOf(body: FormData): Record<string, string | null> {
  const formText = (name: string) => {
    const value = body.get(name);
    return typeof value === "string" && value !== "" ? firstCharacters(value, LIMITS.email) : null;
  };
  return Object.fromEntries(["full_name", "email", "phone", "city"].map((name) => [name, formText(name)]));
}

/** What a candidate corrects: whether the address is theirs only a code shows, and how we came by them is ours to say. */
const { email: _email, source: _source, is_adult: _adult, ...ownRules } = others;
type OwnField = Exclude<Field, "email" | "source" | "is_adult">;

export const ownCandidateSchema = z.intersection(z.object({ ...ownRules, phone: optionalDialledPhone() }), pay);
export const ownFieldNames = fieldNames.filter(
  (field): field is OwnField => !["email", "source", "is_adult"].includes(field),
);
export const ownCandidateKeys = { single: ownFieldNames } as const satisfies FormKeys;

/** Somebody in one short form, on the page of a requirement. */
export const shortFieldNames = ["full_name", "email", "phone", "headline", "city", "skills", "is_adult"] as const;
export const shortSchema = z.object(rules).pick({
  full_name: true,
  email: true,
  phone: true,
  headline: true,
  city: true,
  skills: true,
  is_adult: true,
});
export const shortKeys = { checkboxes: ["is_adult"] };

/** What a form of a candidate makes of its entries, as the database takes them. */
export type CandidateEntries = z.output<typeof candidateSchema> | z.output<typeof shortSchema>;

/** Who must not learn of a candidate: a name, or the domain of a company's mails. */
export const neverSchema = z.object({ named: requiredText("Enter the company or its domain") });
