import { company } from "~/content/company";
import type { Context } from "~/lib/http/context";
import { csvTime, partOf, type CsvPart } from "~/lib/format/csv";
import type { CompositeTypes } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { labelOf } from "~/lib/schema/fields";
import { mutateAsUser } from "~/lib/backend/calls.server";
import { pageOf } from "./list.server";
import type { Filters, Place } from "~/features/inbox/filters";
import { groups, kindWords, states } from "./items";

type Row = CompositeTypes<"exported_item">;

/** What the file of the inbox says of an item: beside whose it is and what was sent along, all of it is there. */
type Exported = {
  [Key in keyof Row]: Key extends "assignee" | "email" | "phone" | "company" | "subject" | "source"
    ? Row[Key]
    : NonNullable<Row[Key]>;
};

/** The columns of the inbox's file. */
export const inboxColumns = [
  "Group",
  "Kind",
  "State",
  "Whose",
  "From",
  "Email",
  "Phone",
  "Company",
  "About",
  `Came (${company.timeZone})`,
  `Due (${company.timeZone})`,
  `Last activity (${company.timeZone})`,
  "Likely spam",
] as const;

/** A part of the inbox for a file, as the list's filters have it. The database logs that it leaves. */
export async function exportInbox(
  context: Context,
  filters: Filters,
  names: Record<string, string>,
  place?: Place,
): Promise<Result<CsvPart>> {
  const found = await mutateAsUser(context, (person) => person.rpc("export_inbox", pageOf(filters, place)));
  if (!found.ok) return found;
  const cellsOf = (line: Exported) => [
    groups.find(([name]) => name === line.item_group)?.[1] ?? "Closed",
    kindWords(line.item_kind, line.source),
    labelOf(states, line.item_state),
    names[line.assignee ?? ""] ?? "",
    line.sender,
    line.email,
    line.phone,
    line.company,
    line.subject,
    csvTime(line.created_at, company.timeZone),
    csvTime(line.due_at, company.timeZone),
    csvTime(line.last_activity_at, company.timeZone),
    line.is_suspect,
  ];
  const after = ({ item_group, sort_key, id }: Exported) =>
    exportInbox(context, filters, names, [item_group, sort_key, id] as Place);
  return { ok: true, value: partOf((found.value ?? []) as Exported[], cellsOf, after) };
}
