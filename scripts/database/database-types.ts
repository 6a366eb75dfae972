// `npm run types:database`: writes the types of the database anew, after a migration. Pushes the migrations onto a Postgres
// of its own, which it takes away again, and lets the Supabase CLI read it.
import { readFileSync, writeFileSync } from "node:fs";
import { databaseTypes, TYPES_FILE } from "../../tests/support/api/database-types.ts";
import { SupabaseCluster } from "../../tests/support/services/supabase/supabase-cluster.ts";
import { fail } from "../fail.ts";
import { ensureTools, toolPath } from "../needs/tools.ts";

ensureTools();
if (!toolPath("supabase")) {
  fail(
    `The Supabase CLI has no build for ${process.platform} ${process.arch} among the tools of the tests: ` +
      `run npm run types:database on Linux x64. ${TYPES_FILE} stays as it is.`,
  );
}
const cluster = await SupabaseCluster.fromMigrations();
try {
  const types = await databaseTypes(cluster);
  const isNew = types !== readFileSync(TYPES_FILE, "utf8");
  writeFileSync(TYPES_FILE, types);
  console.log(`${TYPES_FILE} ${isNew ? "written anew" : "unchanged: it is what the migrations give"}.`);
} finally {
  await cluster.stop();
}
