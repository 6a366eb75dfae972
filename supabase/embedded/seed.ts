import { readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";
import type { Keys } from "./keys.ts";

type SeedOptions = {
  database: Kysely<unknown>;
  /** `POST /auth/v1/signup` of the API in front of the database. */
  signUp: (body: { email: string; password: string; data: Record<string, string> }) => Promise<Response>;
  keys: Keys;
  /** `supabase/seed.sql` */
  file: string;
  /** Runs several statements at once. */
  exec: (statements: string) => Promise<unknown>;
};

type Account = Parameters<SeedOptions["signUp"]>[0];

/** The people of the demo agency, of an older directory's keys those it knows. Their roles stand in seed.sql. */
function teamOf(keys: Keys): Account[] {
  const team = [
    [keys.demo_team_email, keys.demo_team_password, "Dev Mehta"],
    [keys.demo_recruiter_email, keys.demo_recruiter_password, "Ira Sen"],
    [keys.demo_hr_manager_email, keys.demo_hr_manager_password, "Omar Khan"],
  ] as const;
  return team.flatMap(([email, password, full_name]) =>
    email && password ? [{ email, password, data: { full_name } }] : [],
  );
}

/**
 * Makes the demo client and the demo team, and gives the team its roles and the client a few
 * requirements. Does nothing on a database that has them already.
 */
export async function seed({ database, signUp, keys, file, exec }: SeedOptions): Promise<void> {
  const { rows } = await sql`select from auth.users where email = ${keys.demo_client_email}`.execute(database);
  if (rows.length > 0) return;
  const people: Account[] = [
    {
      email: keys.demo_client_email,
      password: keys.demo_client_password,
      data: { company_name: "Demo Manufacturing Ltd", full_name: "Asha Rao", phone: "+91 120 555 0100" },
    },
    ...teamOf(keys),
  ];
  for (const person of people) {
    const response = await signUp(person);
    if (!response.ok) throw new Error(`The demo account ${person.email} could not be made: ${await response.text()}`);
  }
  for (const { email } of people) {
    // As a set-up does that confirms by itself: in the eyes of the migrations nobody came between, and the password stays.
    await database.transaction().execute(async (transaction) => {
      await sql`
        select set_config('private.new_user', id::text, true) from auth.users where email = ${email}
      `.execute(transaction);
      await sql`update auth.users set email_confirmed_at = now() where email = ${email}`.execute(transaction);
    });
  }
  await exec(await readFile(file, "utf8"));
}
