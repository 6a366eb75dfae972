// `npm run db:migration NAME`: writes what supabase/schemas say beyond the migrations into a new migration, for a person to
// read and to finish: rows and scheduled jobs are not in it. Builds both on Postgres servers of its own.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SupabaseCluster } from "../../tests/support/services/supabase/supabase-cluster.ts";
import { MIGRATIONS, newestMigration } from "./migrations.ts";
import { fail } from "../fail.ts";
import { ensureTools, toolPath } from "../needs/tools.ts";

/** The present time, as migrations are numbered; later than the newest of them, wherever its clock was. */
function nextVersion(): number {
  return Math.max(Number(new Date().toISOString().replace(/\D/g, "").slice(0, 14)), Number(newestMigration()) + 1);
}

/** How the CLI says every right to a table. */
const EVERY_RIGHT = /GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE/g;

/** What the generator does not do by itself (docs/decisions/database.md, "Migrations"). */
const HINTS = [
  [/ADD VALUE/, "A new value of a type is used in a later file only: split this one."],
  [/ADD CONSTRAINT[^;]*CHECK/, "A check of a table with rows: add `not valid` here, and validate it in the next file."],
] as const;

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) fail("npm run db:migration NAME, in small letters: add_language");
ensureTools();
if (!toolPath("supabase")) fail("The Supabase CLI has no build for this platform among the tools of the tests.");

const [before, after] = await Promise.all([SupabaseCluster.fromMigrations(), SupabaseCluster.fromSchemas()]);
try {
  const statements = await before.diffTo(after);
  if (statements) {
    // By one word, since a server before 17 does not know all of the list's ("maintain").
    const portable = statements.replaceAll(EVERY_RIGHT, "GRANT ALL ON TABLE");
    // A write that is under way is waited for so long and no longer, since everybody else waits behind it.
    const migration = `set local lock_timeout = '2s';\n\n${portable}\n`;
    const file = `${nextVersion()}_${name}.sql`;
    writeFileSync(join(MIGRATIONS, file), migration);
    console.log(`supabase/migrations/${file}: read it before you run it.`);
    for (const [sign, words] of HINTS) if (sign.test(migration)) console.log(words);
  } else {
    console.log("Nothing to write: the migrations give what supabase/schemas say.");
  }
} finally {
  await Promise.all([before.stop(), after.stop()]);
}
