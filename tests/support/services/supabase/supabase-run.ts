import { randomBytes } from "node:crypto";
import { newestMigration } from "../../../../scripts/database/migrations.ts";
import { OwnerSession } from "../../api/database.ts";
import type { GivenSupabase } from "../given.ts";
import { connect } from "../../people/people.ts";

/** A Supabase that somebody names for the tests. */
export type SupabasePlace = Pick<GivenSupabase, "url" | "database" | "mailbox" | "emailDomain" | "crm"> & {
  publishableKey: string;
  secretKey: string;
};

/** How much is in a database: people, and rows of the product's own tables. */
export type Contents = { accounts: number; rows: number };

/** Domains that are nobody's (RFC 2606): whatever came from one during the run, a test has sent. */
const NOBODYS = "@([^@]+\\.)?(example(\\.com|\\.net|\\.org)?|test|invalid)$";

/** What anybody may send, and the column of the address it came from. */
const SENT = {
  contact_submissions: "email",
  public_job_submissions: "contact_email",
  consultation_requests: "email",
} as const;

async function count(database: OwnerSession): Promise<Contents> {
  const forms = Object.keys(SENT).map((table) => `(select count(*) from public.${table})`);
  const { rows } = await database.query<Contents>(`
    select (select count(*) from auth.users)::integer as accounts,
           (${forms.join(" + ")} + (select count(*) from public.clients)
             + (select count(*) from public.user_roles)
             + (select count(*) from public.candidates))::integer as rows`);
  return rows[0]!;
}

/** @throws Error that says what to do, when the tests can't run there */
async function check(place: SupabasePlace, database: OwnerSession, isOthersDataRight: boolean): Promise<void> {
  await fetch(place.url).catch(() => {
    throw new Error(`Nothing answers at SUPABASE_URL, ${place.url}.`);
  });
  await database.query("select").catch((error: Error) => {
    throw new Error(`The database does not open at DATABASE_URL: ${error.message}`);
  });
  const { rows } = await database.query<{ version: string }>("select public.schema_version() as version").catch(() => {
    throw new Error("The database has none of our migrations: `supabase db push` first.");
  });
  const version = rows[0]!.version;
  if (version < newestMigration()) throw new Error(`The database is at ${version}: \`supabase db push\` first.`);
  const { accounts, rows: kept } = await count(database);
  if (!isOthersDataRight && accounts + kept > 0) {
    throw new Error(
      `The database holds ${accounts} accounts and ${kept} rows of others. The tests try to read, change and delete what ` +
        "is not theirs: where a policy is broken, they would. TEST_WITH_OTHERS_DATA=1 runs them all the same.",
    );
  }
  const mails = await fetch(place.mailbox).catch(() => undefined);
  if (!mails?.ok) throw new Error(`The mail catcher does not answer at ${place.mailbox}.`);
}

/** Makes somebody of the team, as an operator does: an account confirmed by hand, which keeps its password, and a role. */
async function addTeamMember(place: SupabasePlace, database: OwnerSession, email: string, password: string) {
  const { error } = await connect(place.url, place.publishableKey).auth.signUp({ email, password });
  if (error) throw error;
  const { rows } = await database.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  const id = rows[0]?.id;
  if (!id) throw new Error("DATABASE_URL is not the database behind SUPABASE_URL.");
  await database.exec(`begin;
    select set_config('private.new_user', '${id}', true);
    update auth.users set email_confirmed_at = now() where id = '${id}';
    insert into public.user_roles (user_id, role) values ('${id}', 'recruiter');
    commit`);
}

/** A run of the tests on a Supabase that was there before: with people of its own, who are gone afterwards. */
export class SupabaseRun {
  readonly given: GivenSupabase;
  readonly before: Contents;
  readonly #database: OwnerSession;
  readonly #startedAt: string;

  private constructor(given: GivenSupabase, database: OwnerSession, before: Contents, startedAt: string) {
    this.given = given;
    this.#database = database;
    this.before = before;
    this.#startedAt = startedAt;
  }

  /** @throws Error that says what to do, when the tests can't run there */
  static async open(place: SupabasePlace, isOthersDataRight: boolean): Promise<SupabaseRun> {
    const database = OwnerSession.of(place.database);
    try {
      await check(place, database, isOthersDataRight);
      const before = await count(database);
      const { rows: clock } = await database.query<{ now: string }>("select now()");
      const run = randomBytes(4).toString("hex");
      const email = `team-${run}-member@${place.emailDomain}`;
      const password = randomBytes(12).toString("base64url");
      const { publishableKey, secretKey, ...where } = place;
      const keys = {
        publishable_key: publishableKey,
        secret_key: secretKey,
        demo_team_email: email,
        demo_team_password: password,
      };
      const opened = new SupabaseRun({ ...where, keys, run }, database, before, clock[0]!.now);
      await addTeamMember(place, database, email, password);
      return opened;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Removes everybody who came with this run, and everything they have sent. @returns how many, and what is there now */
  async close(): Promise<{ removed: number; after: Contents }> {
    // Candidates whom the run's people have entered: some have no address, or another by now. Who entered them is known
    // as long as these have an account; of the others, whose address is nobody's.
    const { rows: candidates } = await this.#database.query<{ subject: string }>(
      `select private.subject_of(coalesce(person.email, person.phone, person.id::text)) as subject,
              private.forget_candidate(person.id)
         from public.candidates as person left join auth.users as clerk on clerk.id = person.created_by
         where position($1 in clerk.email) > 0 or person.created_at >= $2 and person.email ~* $3`,
      [`-${this.given.run}-`, this.#startedAt, NOBODYS],
    );
    // What the run's clerks have written down of callers, who have no address.
    await this.#database.query(
      `delete from public.contact_submissions as call using auth.users as clerk
         where call.email is null and clerk.id = call.written_by and position($1 in clerk.email) > 0`,
      [`-${this.given.run}-`],
    );
    const forms = Object.entries(SENT).map(
      ([table, address]) => `union all select ${address}, created_at from public.${table}`,
    );
    // The product's own way to forget somebody; that somebody was forgotten is part of the run as well.
    const { rows } = await this.#database.query<{ address: string }>(
      `with known (address, created_at) as (
         select email, created_at from auth.users
         ${forms.join("\n         ")}
         union all select email, created_at from private.applications where email is not null
         union all select email, created_at from public.invitations),
       ours as (
         select distinct lower(address) as address from known
          where position($1 in address) > 0 or (coalesce(created_at, now()) >= $2 and address ~* $3
            and not exists (select from known as before
              where lower(before.address) = lower(known.address) and before.created_at < $2))),
       forgotten as materialized (select address, private.erase_person(address) from ours)
       select address from forgotten`,
      [`-${this.given.run}-`, this.#startedAt, NOBODYS],
    );
    await this.#database.query(
      `with ours as (select private.subject_of(address) as subject from unnest($2::text[]) as given (address)
                     union all select unnest($3::text[]))
       delete from private.erasures where erased_at >= $1 and subject in (select subject from ours)`,
      [this.#startedAt, rows.map(({ address }) => address), candidates.map(({ subject }) => subject)],
    );
    await this.#database.query(
      `delete from public.activity_log as entry where created_at >= $1
          and not exists (select from auth.users where id in (entry.actor, entry.subject, entry.other))
          and not exists (select from private.erasures where id = entry.subject)`,
      [this.#startedAt],
    );
    // A company that all its people have left is nobody's; its name says whose it was.
    await this.#database.query(
      `delete from public.clients where position($1 in company_name) > 0
          and not exists (select from public.client_members where client_id = clients.id)`,
      [`-${this.given.run}-`],
    );
    // What the run has sent under an address that was there before goes alone.
    for (const [table, address] of Object.entries(SENT)) {
      await this.#database.query(`delete from public.${table} where created_at >= $1 and ${address} ~* $2`, [
        this.#startedAt,
        NOBODYS,
      ]);
    }
    const after = await count(this.#database);
    await this.#database.close();
    return { removed: rows.length, after };
  }
}
