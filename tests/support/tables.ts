import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MIGRATIONS = join(import.meta.dirname, "../../supabase/migrations");

/** Every table of the exposed schema, as the migrations make them; a test compares this with the database. */
export const publicTables: string[] = readdirSync(MIGRATIONS).flatMap((file) =>
  [...readFileSync(join(MIGRATIONS, file), "utf8").matchAll(/^create table public\.(\w+)/gm)].map(([, name]) => name!),
);
