import { readFile } from "node:fs/promises";
import { splitSqlStatements } from "@supabase/lite";
import { sql, type Kysely } from "kysely";
import type { Keys } from "./keys.ts";

type SeedOptions = {
  database: Kysely<unknown>;
  /** `POST /auth/v1/signup` of the API in front of the database. */
  signUp: (body: { email: string; password: string; data: Record<string, string> }) => Promise<Response>;
  keys: Keys;
  /** `supabase/seed.sql` */
  file: string;
};

type Account = Parameters<SeedOptions["signUp"]>[0];

/** Two clients and the people of the demo agency. Roles stand in seed.sql. */
function peopleOf(keys: Keys): Account[] {
  const manufacturer = { company_name: "Demo Manufacturing Ltd", full_name: "Asha Rao", phone: "+91 120 555 0100" };
  const grocer = { company_name: "Meridian Foods BV", full_name: "Lotte de Vries", phone: "+31 10 555 0142" };
  const people = [
    [keys.demo_client_email, keys.demo_client_password, manufacturer],
    [keys.demo_other_client_email, keys.demo_other_client_password, grocer],
    [keys.demo_team_email, keys.demo_team_password, { full_name: "Dev Mehta" }],
    [keys.demo_recruiter_email, keys.demo_recruiter_password, { full_name: "Ira Sen" }],
    [keys.demo_hr_manager_email, keys.demo_hr_manager_password, { full_name: "Omar Khan" }],
  ] as const;
  return people.map(([email, password, data]) => ({ email, password, data }));
}

/**
 * Those of them who are not there, and whom nobody has had erased; or who are not there yet, since a start ended before it
 * was done with them.
 */
async function findUnfinished(people: Account[], database: Kysely<unknown>) {
  const { rows } = await sql<{ email: string; is_there: boolean }>`
    select demo.email, users.id is not null as is_there
      from unnest(array[${sql.join(people.map(({ email }) => email))}]::text[]) as demo (email)
      left join auth.users on users.email = demo.email
      where users.email_confirmed_at is null
        and not exists (select from private.erasures where subject = private.subject_of(demo.email))
  `.execute(database);
  return rows;
}

/**
 * Makes the demo clients and the demo team, and lets a week of their work have happened. Does nothing on a database that
 * has them already. One that knows a client and a recruiter alone, from before the team had pages, gets the others; its
 * recruiter is the admin then, and everything else in it stays as it is.
 */
export async function seed({ database, signUp, keys, file }: SeedOptions): Promise<void> {
  const people = peopleOf(keys);
  const unfinished = await findUnfinished(people, database);
  if (unfinished.length === 0) return;
  for (const person of people) {
    if (!unfinished.some(({ email, is_there }) => email === person.email && !is_there)) continue;
    const response = await signUp(person);
    if (!response.ok) throw new Error(`The demo account ${person.email} could not be made: ${await response.text()}`);
  }
  const statements = splitSqlStatements(await readFile(file, "utf8"));
  // All or nothing: they are confirmed when everything else is done as well.
  await database.transaction().execute(async (transaction) => {
    for (const { email } of unfinished) {
      // As a set-up does that confirms by itself: in the eyes of the migrations nobody came between, and the password stays.
      await sql`
        select set_config('private.new_user', id::text, true) from auth.users where email = ${email}
      `.execute(transaction);
      await sql`update auth.users set email_confirmed_at = now() where email = ${email}`.execute(transaction);
    }
    await sql`
      update public.user_roles set role = 'admin'
        where role = 'recruiter' and user_id = (select id from auth.users where email = ${keys.demo_team_email})
    `.execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
}
