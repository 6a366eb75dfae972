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

/**
 * Makes the demo client and the demo team member, and gives the client a few requirements. Does nothing on a database
 * that has them already.
 */
export async function seed({ database, signUp, keys, file, exec }: SeedOptions): Promise<void> {
  const { rows } = await sql`select from auth.users where email = ${keys.demo_client_email}`.execute(database);
  if (rows.length > 0) return;
  const people: Parameters<SeedOptions["signUp"]>[0][] = [
    {
      email: keys.demo_client_email,
      password: keys.demo_client_password,
      data: { company_name: "Demo Manufacturing Ltd", full_name: "Asha Rao", phone: "+91 120 555 0100" },
    },
    { email: keys.demo_team_email, password: keys.demo_team_password, data: { full_name: "Dev Mehta" } },
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
  await sql`
    insert into public.user_roles (user_id, role)
    select id, 'recruiter' from auth.users where email = ${keys.demo_team_email}
  `.execute(database);
  await exec(await readFile(file, "utf8"));
}
