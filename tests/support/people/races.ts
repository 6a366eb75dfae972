import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, vi } from "vitest";
import type { Enums } from "../../../app/lib/backend/database.types.ts";
import { OwnerSession } from "../api/database.ts";
import { SupabaseCluster, type Login } from "../services/supabase/supabase-cluster.ts";

/** Somebody with a session of the database of their own, on which they call what the Data API calls. */
export type Person = { id: string; session: OwnerSession };

/** A statement and what its parameters are. */
export type Call = readonly [statement: string, ...values: string[]];

/** Who somebody is: of the team, of a company, or of neither. */
type Place = {
  role?: "admin" | "hr_manager" | "recruiter";
  client?: string;
  access?: Enums<"member_access">;
  email?: string;
};

/** Runs a statement as somebody. @returns its rows; or the error, where it is refused */
export async function attempt({ session }: Person, [statement, ...values]: Call): Promise<unknown> {
  return session.query(statement, values).then(
    ({ rows }) => rows,
    (error: unknown) => error,
  );
}

/**
 * A database with every migration, for tests of what people do at once, each on a session of their own, as on Supabase. It
 * ends with the group.
 */
export function openRaces() {
  let cluster: SupabaseCluster;
  let owner: OwnerSession;
  const sessions: OwnerSession[] = [];

  beforeAll(async () => {
    cluster = await SupabaseCluster.fromMigrations();
    owner = OwnerSession.of(cluster.urlOf("supabase_admin"));
  });
  const closeSessions = async () => {
    for (const session of sessions.splice(0)) await session.close();
  };
  afterAll(async () => {
    await closeSessions();
    await owner.close();
    await cluster.stop();
  });

  /** One more session, until the group ends or `closeSessions` is called. */
  function openSession(login: Login): OwnerSession {
    const session = OwnerSession.of(cluster.urlOf(login));
    sessions.push(session);
    return session;
  }

  /** The first column of what a statement gives the database's owner. */
  async function column<Value = string>(statement: string, ...values: unknown[]): Promise<Value[]> {
    const { rows } = await owner.query<Record<string, Value>>(statement, values);
    return rows.map((row) => Object.values(row)[0]!);
  }

  /** Makes whatever a session does somebody's, who begins a session of the site for it. */
  async function signIn(session: OwnerSession, id: string): Promise<void> {
    const began = randomUUID();
    await owner.query("insert into auth.sessions (id, user_id) values ($1, $2)", [began, id]);
    const claims = JSON.stringify({ sub: id, session_id: began, role: "authenticated" });
    await session.exec(`set request.jwt.claims = '${claims}'; set request.jwt.claim.sub = '${id}';
      set role authenticated`);
  }

  /** The same person once more, as in another browser. */
  async function openAgain({ id }: Pick<Person, "id">): Promise<Person> {
    const person = { id, session: openSession("authenticator") };
    await signIn(person.session, id);
    return person;
  }

  /** Waits until a session waits for a lock. */
  async function untilItWaits(pid: number): Promise<void> {
    const statement = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
    await vi.waitFor(async () => {
      if ((await owner.query(statement, [pid])).rows.length === 0) throw new Error("it does not wait");
    }, 60_000);
  }

  async function pidOf({ session }: Person): Promise<number> {
    return (await session.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
  }

  /** Files requirements of a company. @returns their ids */
  function fileMany(client: string, count: number): Promise<string[]> {
    return column(
      `insert into public.job_requirements (client_id, job_title, job_type, location, required_skills, job_description)
         select $1, 'Welder', 'permanent', 'Pune', array['TIG'], 'Weld.' from generate_series(1, $2) returning id`,
      client,
      count,
    );
  }

  return {
    /** The session of the database's owner; it is there once the tests run. */
    get owner() {
      return owner;
    },
    ...{ closeSessions, openSession, column, signIn, openAgain, untilItWaits, pidOf },

    /** Makes somebody with a confirmed address. */
    addPerson: async ({ role, client, access = "member", email = `${randomUUID()}@test.example` }: Place = {}) => {
      const id = randomUUID();
      await owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [id, email]);
      if (role) await owner.query("insert into public.user_roles (user_id, role) values ($1, $2)", [id, role]);
      const membership = "insert into public.client_members (user_id, client_id, access) values ($1, $2, $3)";
      if (client) await owner.query(membership, [id, client, access]);
      return openAgain({ id });
    },

    /** @returns the id of a company with nobody in it */
    addCompany: async () =>
      (await column("insert into public.clients (company_name) values ('Race Ltd') returning id"))[0]!,

    fileMany,
    /** Files a requirement of a company. @returns its id */
    file: async (client: string) => (await fileMany(client, 1))[0]!,

    /** Lets the first change wait before it is done, until the second waits for it. @returns what became of the second */
    inTurn: async (first: Person, change: Call, second: Person, lateChange: Call = change): Promise<unknown> => {
      const [statement, ...values] = change;
      const pid = await pidOf(second);
      await first.session.exec("begin");
      await first.session.query(statement, values);
      const late = attempt(second, lateChange);
      await untilItWaits(pid);
      await first.session.exec("commit");
      return late;
    },
  };
}

export type Races = ReturnType<typeof openRaces>;
