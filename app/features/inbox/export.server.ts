import type { Context } from "~/lib/context";
import { partOf, type CsvPart } from "~/lib/csv";
import type { Database } from "~/lib/database.types";
import type { Change } from "~/lib/result";
import { changeAsPerson } from "~/lib/supabase.server";
import { argumentsOf } from "./list.server";
import type { Filters, Place } from "./filters";
import { groups, kinds, labelOf, states } from "./lines";

type Exported = Database["public"]["Functions"]["export_inbox"]["Returns"][number];

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
  "Came",
  "Due",
  "Last activity",
  "Suspect",
] as const;

/** A part of the inbox for a file, as the list's filters have it. The database logs that it leaves. */
export async function exportInbox(
  context: Context,
  filters: Filters,
  names: Record<string, string>,
  place?: Place,
): Promise<Change<CsvPart>> {
  const found = await changeAsPerson(context, (person) => person.rpc("export_inbox", argumentsOf(filters, place)));
  if (!found.ok) return found;
  const cellsOf = (line: Exported) => [
    groups.find(([name]) => name === line.item_group)?.[1] ?? "Closed",
    labelOf(kinds, line.item_kind),
    labelOf(states, line.item_state),
    names[line.assignee] ?? "",
    line.sender,
    line.email,
    line.phone,
    line.company,
    line.subject,
    line.created_at,
    line.due_at,
    line.last_activity_at,
    line.is_suspect,
  ];
  const after = ({ item_group, sort_key, id }: Exported) =>
    exportInbox(context, filters, names, [item_group, sort_key, id] as Place);
  return { ok: true, value: partOf(found.value ?? [], cellsOf, after) };
}
