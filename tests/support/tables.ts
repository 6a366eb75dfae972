import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../app/lib/database.types.ts";

const MIGRATIONS = join(import.meta.dirname, "../../supabase/migrations");

export type TableName = keyof Database["public"]["Tables"];

/** Every table of the exposed schema, as the migrations make them; a test compares this with the database. */
export const publicTables: string[] = readdirSync(MIGRATIONS).flatMap((file) =>
  [...readFileSync(join(MIGRATIONS, file), "utf8").matchAll(/^create table public\.(\w+)/gm)].map(([, name]) => name!),
);
