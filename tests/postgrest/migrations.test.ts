import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS } from "../../scripts/database/migrations.ts";
import { applyMigration, MANY } from "../support/services/migration-cost.ts";
import { SupabaseCluster } from "../support/services/supabase/supabase-cluster.ts";

// An upgrade goes on while people write: which locks a migration takes, and what it does while it has them, among many
// rows (docs/decisions/database.md, "Migrations").

/** Those until then came before the rule, and become one baseline. */
const BEFORE_THE_RULE = "20261125160000";

const files = readdirSync(MIGRATIONS).sort();
const read = (file: string) => readFileSync(join(MIGRATIONS, file), "utf8");

/** Rows of what people write to, by columns that the specification has. */
const ROWS = `
  insert into public.clients (company_name) select 'Company ' || n from generate_series(1, ${MANY}) as n;
  insert into public.contact_submissions (name, email, requirement)
    select 'Name', n || '@example.com', 'Two welders' from generate_series(1, ${MANY}) as n;
  insert into public.job_requirements (client_id, job_title, job_type, location, required_skills, job_description)
    select id, 'Welder', 'permanent', 'Pune', array['TIG'], 'Weld.' from public.clients;
`;

describe("migrations on a database that people write to", () => {
  let cluster: SupabaseCluster;
  beforeAll(async () => {
    cluster = await SupabaseCluster.start();
    await cluster.standInForAuth();
    const sql = cluster.as("postgres");
    for (const file of files.filter((each) => each < BEFORE_THE_RULE)) await sql.unsafe(read(file)).simple();
    await sql.unsafe(ROWS).simple();
  });
  afterAll(() => cluster.stop());

  it.each(files.filter((each) => each > BEFORE_THE_RULE))(
    "%s keeps nobody waiting for as long as there are rows",
    async (file) => {
      // What an operator has built before, on a large database, without keeping anybody out.
      for (const [, statement = ""] of read(file).matchAll(/^-- first: (.+;)$/gm)) {
        await cluster.as("postgres").unsafe(statement).simple();
      }
      expect(await applyMigration(cluster.as("postgres"), read(file))).toEqual([]);
    },
  );

  const T = "set local lock_timeout = '2s';";
  const CONTACT = "public.contact_submissions";

  it.each([
    [
      "a new column, with a default or without",
      `${T} alter table ${CONTACT} add tried text, add known text default 'no';`,
    ],
    [
      "a constraint that is validated later",
      `${T} alter table ${CONTACT} add constraint short check (tried <> '') not valid;`,
    ],
    ["its validation", `alter table ${CONTACT} validate constraint short;`],
    ["an index of a column", `${T} create index tried_first on ${CONTACT} (tried, id);`],
    [
      "an index of what a function makes of a new column",
      `${T} alter table ${CONTACT} add newer text; create index newer_first on ${CONTACT} (lower(newer)) where newer is not null;`,
    ],
    [
      "a new table with many rows",
      `create table private.tried as select n from generate_series(1, ${MANY}) as n; create index on private.tried (n);`,
    ],
    ["a function", "create function private.try_out() returns integer language sql return 1;"],
    ["rows in pieces", `update ${CONTACT} set tried = 'a' where id in (select id from ${CONTACT} limit ${MANY / 4});`],
  ])("%s may come at any time", async (_, migration) => {
    expect(await applyMigration(cluster.as("postgres"), migration)).toEqual([]);
  });

  const NO_TIMEOUT = "waits for its locks without lock_timeout";

  it.each([
    ["each row", `update ${CONTACT} set tried = 'b';`, [`changes each row of ${CONTACT.slice(7)} in one transaction`]],
    [
      "each row under a lock",
      `${T} alter table ${CONTACT} add worse text; insert into private.tried select 1 from ${CONTACT};`,
      [`writes many rows of private.tried while ${CONTACT.slice(7)} can't be written to`],
    ],
    ["another type", `${T} alter table ${CONTACT} alter tried type varchar(9);`, [`rewrites ${CONTACT.slice(7)}`]],
    [
      "a default of each row's own",
      `${T} alter table ${CONTACT} add own uuid default gen_random_uuid();`,
      [`rewrites ${CONTACT.slice(7)}`],
    ],
    [
      "an index of words",
      `${T} create index slow on ${CONTACT} using gin (to_tsvector('simple', requirement));`,
      [`builds slow of ${CONTACT.slice(7)}`],
    ],
    ["a lock that is waited for as long as it takes", `alter table ${CONTACT} add last text;`, [NO_TIMEOUT]],
  ])("%s is found out", async (_, migration, problems) => {
    expect(await applyMigration(cluster.as("postgres"), migration)).toEqual(problems);
  });
});
