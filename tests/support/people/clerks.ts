import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { OwnerSession } from "../api/database.ts";
import type { SupabaseCluster } from "../services/supabase-cluster.ts";

/** Somebody with a session of the database of their own, on which they call what the Data API calls. */
export type Clerk = { id: string; session: OwnerSession };

/** A statement and what its parameters are. */
export type Call = readonly [statement: string, ...values: string[]];

/** Makes somebody with a confirmed address, of the team or of nothing. */
export async function addClerk(
  cluster: SupabaseCluster,
  owner: OwnerSession,
  {
    role,
    email = `${randomUUID()}@test.example`,
  }: { role?: "admin" | "hr_manager" | "recruiter"; email?: string } = {},
): Promise<Clerk> {
  const [id, session] = [randomUUID(), randomUUID()];
  await owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [id, email]);
  await owner.query("insert into auth.sessions (id, user_id) values ($1, $2)", [session, id]);
  if (role) await owner.query("insert into public.user_roles (user_id, role) values ($1, $2)", [id, role]);
  return openSession(cluster, id, session);
}

/** Opens a session of the database for whoever has this session of the site. */
async function openSession(cluster: SupabaseCluster, id: string, session: string): Promise<Clerk> {
  const clerk = { id, session: OwnerSession.of(cluster.urlOf("authenticator")) };
  const claims = JSON.stringify({ sub: id, session_id: session, role: "authenticated" });
  await clerk.session.exec(`set request.jwt.claims = '${claims}'; set request.jwt.claim.sub = '${id}';
    set role authenticated`);
  return clerk;
}

/** The same person once more, as in a second window. */
export async function openAgain(cluster: SupabaseCluster, owner: OwnerSession, { id }: Clerk): Promise<Clerk> {
  const { rows } = await owner.query<{ id: string }>("select id from auth.sessions where user_id = $1", [id]);
  return openSession(cluster, id, rows[0]!.id);
}

/** Runs a statement as somebody. @returns its rows; or the error, where it is refused */
export async function attempt({ session }: Clerk, [statement, ...values]: Call): Promise<unknown> {
  return session.query(statement, values).then(
    ({ rows }) => rows,
    (error: unknown) => error,
  );
}

/** Lets the first change wait before it is done, until the second waits for it. @returns what became of the second */
export async function inTurn(
  owner: OwnerSession,
  first: Clerk,
  [statement, ...values]: Call,
  second: Clerk,
  lateChange: Call = [statement, ...values],
): Promise<unknown> {
  await first.session.exec("begin");
  await first.session.query(statement, values);
  const late = attempt(second, lateChange);
  const waits = () =>
    owner.query(
      `select from pg_stat_activity where wait_event_type = 'Lock'
         and (query like 'select public.%' or query like 'insert into public.%')`,
    );
  await vi.waitFor(async () => {
    if ((await waits()).rows.length !== 1) throw new Error("nobody waits");
  }, 10_000);
  await first.session.exec("commit");
  return late;
}
