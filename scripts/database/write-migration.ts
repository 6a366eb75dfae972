// `npm run db:migration NAME`: writes what supabase/schemas say beyond the migrations into new migrations, for a person to
// read and to finish: rows and scheduled jobs are not in them. Builds both on Postgres servers of its own.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SupabaseCluster } from "../../tests/support/services/supabase/supabase-cluster.ts";
import { migrationFiles } from "./migration-files.ts";
import { MIGRATIONS, newestMigration } from "./migrations.ts";
import { fail } from "../fail.ts";
import { ensureTools, toolPath } from "../needs/tools.ts";

/** The present time, as migrations are numbered; later than the newest of them, wherever its clock was. */
function nextVersion(): number {
  return Math.max(Number(new Date().toISOString().replace(/\D/g, "").slice(0, 14)), Number(newestMigration()) + 1);
}

/** How the CLI says every right to a table. */
const EVERY_RIGHT = /GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE/g;

/** What a file is, of those that are written beside the migration's own (docs/decisions/database.md, "Migrations"). */
const WORDS = {
  _values: "new values of a type, which are used in a later file only",
  "": "read it before you run it",
  _validated:
    "constraints that the file before adds `not valid`: of checks and foreign keys, on tables that may have rows",
} as const;

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
    let version = nextVersion();
    for (const { suffix, statements: own } of migrationFiles(portable)) {
      const file = `${version++}_${name}${suffix}.sql`;
      // A write that is under way is waited for so long and no longer, since everybody else waits behind it.
      writeFileSync(join(MIGRATIONS, file), `set local lock_timeout = '2s';\n\n${own}\n`);
      console.log(`supabase/migrations/${file}: ${WORDS[suffix]}.`);
    }
  } else {
    console.log("Nothing to write: the migrations give what supabase/schemas say.");
  }
} finally {
  await Promise.all([before.stop(), after.stop()]);
}
