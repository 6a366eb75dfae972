import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connect, freshEmail, signUpClient, signUpPerson } from "../support/people/people.ts";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// What the documents of an operator have them type, as it stands there.
const read = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
const text = ["deploy.md", "operate.md", "runbook.md", "breach.md"].map(read).join("\n");
const blocks = [...text.matchAll(/^ *```sql\n([\s\S]*?)^ *```$/gm)].map(([, sql = ""]) => sql);
/** A Vault and a schedule stand beside Supabase's database alone. */
const statements = blocks.filter((sql) => !/vault\.|cron\./.test(sql));
const SOMEBODY = "person@example.com";

const backend = await startBackend();
const database = openDatabase(backend);

it("the document has statements, and the first admin's is one of them", () => {
  expect(statements.length).toBeGreaterThan(4);
  expect(statements.filter((sql) => sql.includes("'admin'"))).toHaveLength(1);
});

it.each(statements)("runs: %s", async (sql) => {
  await database.exec(sql);
});

describe("the keys in the Vault", () => {
  type Secret = { name: string; secret: string };
  const secrets = async () =>
    (await database.query<Secret>("select name, secret from vault.secrets order by name")).rows;
  const statementOf = (name: string) => blocks.find((sql) => sql.includes(`vault.${name}(`))!;
  const written = (text: string) => [...text.matchAll(/'(\w+_(?:url|key))'/g)].map(([, name = ""]) => name).sort();

  it("are those that the schedule reads, and a new secret key takes the place of each", async () => {
    await database.exec(
      readFileSync(join(import.meta.dirname, "../support/services/supabase/vault-stand-in.sql"), "utf8"),
    );
    await database.exec(statementOf("create_secret"));
    const made = await secrets();
    const { rows } = await database.query<{ name: string }>(
      `select distinct read[1] || '_' || part as name
         from pg_proc, regexp_matches(prosrc, $1, 'g') as read, unnest(array['url', 'key']) as part order by 1`,
      [String.raw`note_missing_secrets\('[^']+', '(\w+)'`],
    );
    expect(made.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));

    await database.exec("select vault.create_secret('another program''s', 'third_party_key')");
    await database.exec(statementOf("update_secret"));
    const renewed = made.map(({ name, secret }) => ({ name, secret: name.endsWith("key") ? "sb_secret_NEW" : secret }));
    expect(await secrets()).toEqual([...renewed, { name: "third_party_key", secret: "another program's" }]);
  });

  it("are all written by a self-hosted start, and all taken out for it when they can't be read", () => {
    const names = written(statementOf("create_secret"));
    expect(names).toHaveLength(4);
    expect(written(readFileSync(join(import.meta.dirname, "../../supabase/selfhost/settings.sql"), "utf8"))).toEqual(
      names,
    );
    expect(written(/delete from vault\.secrets where name in \([^)]*\)/.exec(text)![0])).toEqual(names);
  });
});

describe("the schedule's jobs", () => {
  type Job = { name: string; when: string; command: string };
  const jobsOf = (sql: string) =>
    [...sql.matchAll(/cron\.schedule\('([^']+)',\s*'([^']+)',\s*'((?:[^']|'')+)'\)/g)].map(
      ([, name = "", when = "", command = ""]): Job => ({ name, when, command: command.replaceAll("''", "'") }),
    );
  const byName = (jobs: Job[]) => [...new Map(jobs.map((job) => [job.name, job])).values()].sort(compare);
  const compare = (one: Job, other: Job) => one.name.localeCompare(other.name);
  const documented = jobsOf(blocks.filter((sql) => sql.includes("cron.")).join("\n"));

  it("are those that the migrations leave, of each name the last", () => {
    const folder = join(import.meta.dirname, "../../supabase/migrations");
    const files = readdirSync(folder).sort();
    const migrations = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    // None is made in another way of writing, and none is taken away.
    expect(jobsOf(migrations)).toHaveLength(migrations.split("cron.schedule(").length - 1);
    expect(migrations).not.toContain("cron.unschedule(");
    expect(documented.toSorted(compare)).toEqual(byName(jobsOf(migrations)));
    expect(documented).toHaveLength(4);
  });

  it.each(documented)("$name calls what is there: $command", async ({ command }) => {
    // Planned and not run: a run asks the Vault. A block can't be planned; there is nothing that it would fill.
    await database.exec(command.startsWith("do ") ? command : `explain ${command}`);
  });

  it("are switched on again by the names that they have", () => {
    const [, list = ""] = /cron\.alter_job\(jobid, active := true\) from cron\.job\s+where jobname in \((.*)\)/.exec(
      text,
    )!;
    expect(list.split(", ").sort()).toEqual(documented.map(({ name }) => `'${name}'`).sort());
  });
});

it("whom a lost database had erased is found in the copy by the digest, and erased again", async () => {
  const [erased, kept] = [freshEmail(), freshEmail()];
  for (const email of [erased, kept]) {
    await database.query("insert into public.contact_submissions (name, email, requirement) values ('P', $1, 'x')", [
      email,
    ]);
  }
  const { rows } = await database.query<{ digest: string }>("select private.subject_of($1) as digest", [erased]);
  await database.exec(statements.find((sql) => sql.includes("'DIGEST'"))!.replace("DIGEST", rows[0]!.digest));
  const left = await database.query("select email from public.contact_submissions where email = any ($1)", [
    [erased, kept],
  ]);
  expect(left.rows).toEqual([{ email: kept }]);
});

describe("the first admin", () => {
  const statement = statements.find((sql) => sql.includes("'admin'"))!;
  const make = async (email: string) => (await database.query(statement.replace(SOMEBODY, email))).affectedRows;

  it("is whoever has a confirmed account and no company, and may invite the others", async () => {
    const person = await signUpPerson(backend, {});
    expect(await make(person.email)).toBe(1);
    const account = await person.api.from("current_account").select("role, client_id").single();
    expect(account.data).toEqual({ role: "admin", client_id: null });
    const invited = await person.api.rpc("invite_to_team", { address: freshEmail(), new_role: "recruiter" });
    expect(invited.error).toBeNull();
    // Somebody who is of the team in another role becomes one as well: when the only admin has left.
    await database.query("update public.user_roles set role = 'recruiter' where user_id = $1", [person.userId]);
    expect(await make(person.email)).toBe(1);
  });

  it("is nobody whose address is not proved, and nobody of a company", async () => {
    const unproved = freshEmail();
    const { auth } = connect(backend.url, backend.keys.publishable_key);
    await auth.signUp({ email: unproved, password: "long enough" });
    const client = await signUpClient(backend, "Clients Ltd");
    for (const email of [unproved, client.email, "nobody@test.example"]) expect(await make(email)).toBe(0);
    expect((await client.api.from("current_account").select("role").single()).data).toEqual({ role: "client" });
  });
});
