import { z } from "zod";
import { ofForms } from "~/content/public-forms";
import type { Context } from "~/lib/http/context";
import type { Tables } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { tableRow } from "~/lib/backend/row";
import { isRowId } from "~/lib/schema/fields";
import { parseResult, queryAsUser } from "~/lib/backend/calls.server";

/** The table that has what was sent, by kind. */
const TABLES = { ...ofForms("table"), requirement: "job_requirements" } as const;
type TableOf = typeof TABLES;

/** What was sent, of whichever kind, with the requirement that it has become. */
export type Sent = {
  [Kind in keyof TableOf]: { kind: Kind; row: Tables<TableOf[Kind]>; requirement: string | null };
}[keyof TableOf];

/** What came by a public form, or was written down. */
export type SentEnquiry = Exclude<Sent, { kind: "requirement" }>;

/** An item of the inbox, with who sent it and what it is about: of a requirement, its company and its people as they are now. */
type Item = Omit<Tables<"inbox_items">, "search">;

/** An item with what was sent. */
export type FoundItem = Item & {
  sent: Sent;
  /** The candidate that it has become. */
  candidate: string | null;
  /** Does what its sender sends come as spam? */
  is_sender_spam: boolean;
};

/** Items, each with what it refers to by the name of its table. */
const foundSchema = z.array(
  tableRow<"inbox_items", "search">().and(
    z
      .object({
        made_requirement: z.string().nullable(),
        made_candidate: z.string().nullable(),
        is_sender_spam: z.boolean(),
      })
      .catchall(z.unknown().nullable()),
  ),
);

/** Items with who sent them and what was sent, by their ids; those that are there. */
export async function loadFound(context: Context, ids: readonly string[]): Promise<Result<FoundItem[]>> {
  if (ids.length === 0) return { ok: true, value: [] };
  const asked = queryAsUser(context, (supabase) => supabase.rpc("read_items", { items: [...ids] }));
  const found = await parseResult(foundSchema, asked);
  if (!found.ok) return found;
  const items = found.value.flatMap(({ made_requirement: requirement, made_candidate: candidate, ...item }) => {
    // Nothing when it was deleted in between; else a row of the table that the kind names.
    const row = item[TABLES[item.kind]];
    return row ? [{ ...item, candidate, sent: { kind: item.kind, row, requirement } as Sent }] : [];
  });
  return { ok: true, value: items };
}

/** An item that came by a form, or was written down. */
export type FoundEnquiry = FoundItem & { sent: SentEnquiry };

/** One that came by a form, or was written down; null when there is none, or it is a requirement. */
export async function loadEnquiry(context: Context, id: string): Promise<Result<FoundEnquiry | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const found = await loadFound(context, [id]);
  if (!found.ok) return found;
  const [item] = found.value;
  return { ok: true, value: item && item.sent.kind !== "requirement" ? { ...item, sent: item.sent } : null };
}
