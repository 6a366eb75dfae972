import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolPath } from "../../scripts/needs/tools.ts";
import { describeCatalogue } from "../suites/catalogue.ts";
import { databaseTypes, TYPES_FILE } from "../support/api/database-types.ts";
import { PUBLIC_FORMS } from "../support/api/matrix.ts";
import { SupabaseCluster } from "../support/services/supabase/supabase-cluster.ts";

/** What the linter says of one thing. */
type Finding = { name: string; level: string; metadata: { name: string } };

const migrations = readdirSync("supabase/migrations").sort();

describe.skipIf(!toolPath("supabase"))("`supabase db push` onto a database set up like Supabase", () => {
  let cluster: SupabaseCluster;
  beforeAll(async () => {
    cluster = await SupabaseCluster.fromMigrations();
  });
  afterAll(() => cluster.stop());

  it("applies every migration, as somebody who is no superuser", async () => {
    for (const file of migrations) expect(cluster.pushed).toContain(`Applying migration ${file}...`);
    const sql = cluster.as("postgres");
    expect(await sql`select rolsuper from pg_roles where rolname = current_user`).toEqual([{ rolsuper: false }]);
    const applied = await sql`select version from supabase_migrations.schema_migrations order by version`;
    expect(applied.map(({ version }) => version as string)).toEqual(migrations.map((file) => file.slice(0, 14)));
    const [newest] = await sql`select public.schema_version() as version`;
    expect(newest?.["version"]).toBe(migrations.at(-1)?.slice(0, 14));
  });

  it("has nothing to do the second time, also once an older history was answered, though not as the CLI advises", async () => {
    const document = readFileSync("docs/operate.md", "utf8");
    const operator = cluster.as("postgres");
    const history = "supabase_migrations.schema_migrations";
    await operator.unsafe(`insert into ${history} (version, name) values ('20260101000000', 'before')`);
    const refusal = await cluster.pushMigrations().then(String, (error: { stderr: string }) => error.stderr);
    const [advice = "none"] = /supabase migration repair --status \w+/.exec(refusal) ?? [];
    expect(document.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`\`${advice}\`[^*]*\\*\\*Not what it advises\\*\\*`));

    const [statement = ""] = new RegExp(`^delete from ${history} .*;$`, "m").exec(document)!;
    await operator.unsafe(statement);
    const again = await cluster.pushMigrations();
    expect(again).toContain("up to date");
    expect(again).not.toContain("Applying");
  });

  it("gives the types that the app is compiled with: else npm run types:database makes them anew", async () => {
    expect(readFileSync(TYPES_FILE, "utf8")).toBe(await databaseTypes(cluster));
  });

  it("passes Supabase's linter, but for what stands in docs/decisions/database.md", async () => {
    const sql = cluster.as("postgres");
    // So that silence means something.
    await sql`create table public.bait (id integer)`;
    const { stdout } = await cluster.cli("db", "advisors", "--level", "info");
    await sql`drop table public.bait`;
    const findings = (JSON.parse(stdout) as Finding[]).filter(({ name }) => name !== "unused_index");
    expect(findings.map(({ level, name, metadata }) => `${level} ${name} ${metadata.name}`).sort()).toEqual([
      "ERROR rls_disabled_in_public bait",
      "INFO no_primary_key bait",
      "INFO rls_enabled_no_policy crm_events",
      "INFO rls_enabled_no_policy mail_outbox",
      ...PUBLIC_FORMS.map(({ table }) => `WARN rls_policy_always_true ${table}`).sort(),
    ]);
  });

  describeCatalogue(async (statement, values) => [
    ...(await cluster.as("postgres").unsafe<Record<string, unknown>[]>(statement, values as never[])),
  ]);
});
