import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../app/lib/backend/database.types.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../supabase/migrations");

export type TableName = keyof Database["public"]["Tables"];

const sql = readdirSync(MIGRATIONS)
  .sort()
  .map((file) => readFileSync(join(MIGRATIONS, file), "utf8"))
  .join("\n");

function named(statement: RegExp): string[] {
  return [...sql.matchAll(statement)].map(([, name]) => name!);
}

const dropped = new Set(named(/^ *drop table "?public"?\."?(\w+)/gim));

/** Every table of the exposed schema, as the migrations leave them; a test compares this with the database. */
export const publicTables: string[] = named(/^create table "?public"?\."?(\w+)/gim).filter(
  (name) => !dropped.has(name),
);
