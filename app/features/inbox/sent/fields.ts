import { fieldsOf } from "~/content/public-forms";
import type { Options } from "~/lib/schema/fields";
import type { Names } from "~/features/inbox/list/items";
import type { Sent, SentEnquiry } from "./sent.server";

/** The labels of a field's choices, by field: what its form shows. */
export type Choices = Readonly<Record<string, Options>>;

/** Who wrote it down, where that was a colleague, as a choice that reads as their name. */
export function writerChoice(sent: Sent, names: Names): Options {
  const writer = sent.kind === "contact" ? sent.row.written_by : null;
  return writer === null ? [] : [[writer, names[writer] ?? "a former colleague"]];
}

/** A value as it is read; "" when nothing was said. */
function read(value: unknown, options: Options | undefined): string {
  if (typeof value !== "string") return "";
  return options?.find(([known]) => known === value)?.[1] ?? value;
}

type Fact = { key: string; label: string; value: string };

function factsOfFields(sent: SentEnquiry, fields: ReturnType<typeof fieldsOf>, choices: Choices): Fact[] {
  const row: Readonly<Record<string, unknown>> = sent.row;
  return fields
    .map(([key, label]) => ({
      key,
      label: key === "requirement" && row["source"] ? "What they said" : label,
      value: read(row[key], choices[key]),
    }))
    .filter(({ value }) => value !== "");
}

/** All that was sent, field by field; empty ones are left out. */
export function factsOf(sent: SentEnquiry, choices: Choices): Fact[] {
  return factsOfFields(sent, fieldsOf(sent.kind), choices);
}

/** What was sent besides what was written and who wrote it. */
export function restOf(sent: SentEnquiry, choices: Choices): Fact[] {
  const rest = fieldsOf(sent.kind).filter(([, , part]) => part === undefined);
  return factsOfFields(sent, rest, choices);
}
