import { dayWords } from "~/lib/format/clock";
import { moneyWords, numberWords } from "~/lib/format/number-format";
import { definitionOf, fieldNames, titleOf, type Field } from "./fields";
import type { Requirement } from "./schema";
import { statusOf, type Status } from "./statuses";

/** For whom something is told: an amount has a currency, and the reader a language. */
export type Telling = { currency: string; locale: string };

/** "1 year", "3 years". */
function yearsWords(years: number, locale: string): string {
  return `${numberWords(years, locale)} ${years === 1 ? "year" : "years"}`;
}

/** What stands in a field, in words; empty when nothing does. */
export function fieldWords(field: Field, value: unknown, { currency, locale }: Telling): string {
  const { kind, options } = definitionOf(field);
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (kind === "amount") return moneyWords(value, currency, locale);
    return kind === "years" ? yearsWords(value, locale) : numberWords(value, locale);
  }
  if (typeof value !== "string" || value === "") return "";
  if (kind === "date") return dayWords(value);
  return options?.find(([known]) => known === value)?.[1] ?? value;
}

type Closable = Requirement & { status: Status; closed_reason: string | null };

/** A whole requirement, field by field and with what has become of it; empty fields are left out. */
export function factsOfRequirement(row: Closable, locale: string): { label: string; value: string }[] {
  const telling = { currency: row.currency, locale };
  return [
    ...fieldNames.map((field) => ({ label: titleOf(field), value: fieldWords(field, row[field], telling) })),
    { label: "Status", value: statusOf(row.status).label },
    { label: "Reason", value: row.closed_reason ?? "" },
  ].filter(({ value }) => value !== "");
}
