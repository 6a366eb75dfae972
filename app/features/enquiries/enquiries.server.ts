import type { publicForms, FormKind } from "~/content/public-forms";
import type { TablesInsert } from "~/lib/backend/database.types";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { insertAsVisitor } from "~/lib/backend/calls.server";

type FormTable = (typeof publicForms)[FormKind]["table"];

/** Saves what a visitor sends by a public form (§7, "Contact", "Public job"). */
export function saveForm<Table extends FormTable>(
  context: Context,
  table: Table,
  row: TablesInsert<Table>,
): Promise<Result> {
  // The client's types take one table at a time: that the row is this table's, the signature says.
  type One = "contact_submissions";
  return insertAsVisitor(context, (visitor) => visitor.from(table as One).insert(row as TablesInsert<One>));
}
