import { readdirSync } from "node:fs";
import { join } from "node:path";

export const MIGRATIONS = join(import.meta.dirname, "../../supabase/migrations");

/** The version of the newest migration: what a site of this build needs (docs/decisions/operations.md). */
export function newestMigration(): string {
  const newest = readdirSync(MIGRATIONS).sort().at(-1);
  if (!newest) throw new Error(`There are no migrations in ${MIGRATIONS}.`);
  return newest.slice(0, 14);
}
