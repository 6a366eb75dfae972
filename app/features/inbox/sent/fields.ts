import type { Options } from "~/lib/schema/fields";
import type { Names } from "~/features/inbox/list/items";
import type { Sent, SentEnquiry } from "./sent.server";

/** What each field is called, in the order it is read; what isn't named here is not what somebody sent. */
const FIELDS = {
  contact: [
    ["requirement", "Hiring requirement"],
    ["name", "Name"],
    ["phone", "Phone"],
    ["email", "Email"],
    ["company", "Company"],
    ["source", "How it came"],
    ["written_by", "Written down by"],
  ],
  posting: [
    ["job_title", "Job title"],
    ["location", "Location"],
    ["positions_count", "Positions"],
    ["department", "Department"],
    ["experience_level", "Experience"],
    ["employment_type", "Employment"],
    ["urgency", "Urgency"],
    ["budget_range", "Budget"],
    ["skills", "Skills"],
    ["job_description", "Job description"],
    ["contact_name", "Contact"],
    ["contact_email", "Email"],
    ["phone", "Phone"],
    ["company", "Company"],
  ],
  consultation: [
    ["needs", "Needs"],
    ["preferred_time", "Preferred time"],
    ["first_name", "First name"],
    ["last_name", "Last name"],
    ["role", "Role"],
    ["email", "Email"],
    ["phone", "Phone"],
    ["company", "Company"],
  ],
} as const satisfies Record<SentEnquiry["kind"], readonly (readonly [string, string])[]>;

/** The labels of a field's choices, by field: what its form shows. */
export type Choices = Readonly<Record<string, Options>>;

/** Who wrote it down, where that was somebody of the team, as a choice that reads as their name. */
export function writerChoice(sent: Sent, names: Names): Options {
  const writer = sent.kind === "contact" ? sent.row.written_by : null;
  return writer === null ? [] : [[writer, names[writer] ?? "a former colleague"]];
}

/** A value as it is read; "" when nothing was said. */
function read(value: unknown, options: Options | undefined): string {
  if (typeof value !== "string") return "";
  return options?.find(([known]) => known === value)?.[1] ?? value;
}

/** Who sent it, and what they wrote: where that stands already, the rest is these fields' neighbours. */
const WORDS_AND_SENDER = new Set([
  ...["requirement", "needs", "job_title", "job_description"],
  ...["name", "first_name", "last_name", "contact_name", "email", "contact_email", "phone", "company"],
]);

type Fact = { key: string; label: string; value: string };

/** All that was sent, field by field; empty ones are left out. */
export function factsOf(sent: SentEnquiry, choices: Choices): Fact[] {
  const row: Readonly<Record<string, unknown>> = sent.row;
  return FIELDS[sent.kind]
    .map(([key, label]) => ({
      key,
      label: key === "requirement" && row["source"] ? "What they said" : label,
      value: read(row[key], choices[key]),
    }))
    .filter(({ value }) => value !== "");
}

/** What was sent besides what was written and who wrote it. */
export function restOf(sent: SentEnquiry, choices: Choices): Fact[] {
  return factsOf(sent, choices).filter(({ key }) => !WORDS_AND_SENDER.has(key));
}
