import { randomBytes, randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll } from "vitest";
import { signToken } from "../../supabase/embedded/json-web-token.ts";
import { toolPath } from "../../scripts/needs/tools.ts";
import { startGateway } from "../support/services/supabase/gateway.ts";
import { spareFetch } from "../support/http/spare-fetch.ts";
import { freshEmail } from "../support/people/people.ts";
import { prepare } from "../support/people/prepare.ts";
import { startPostgrest } from "../support/services/supabase/postgrest.ts";
import { SupabaseCluster } from "../support/services/supabase/supabase-cluster.ts";
import type { World } from "./world.ts";

/** Longer than any test, in seconds. */
const LIFETIME = 3600;

/**
 * How long a call waits and works in tests of anything else: on a busy machine, what the product gives it is over by chance
 * (tests/postgrest/waiting asks for that).
 */
const PATIENCE = ["authenticated", "anon"].flatMap((role) => [
  `alter role ${role} set lock_timeout = '1min'`,
  `alter role ${role} set statement_timeout = '1min'`,
]);

/** Are PostgREST and the CLI there for this platform? */
export const hasPostgrest = toolPath("supabase") !== undefined && toolPath("postgrest") !== undefined;

/**
 * The real Data API, PostgREST, on a database with every migration. Nobody signs in here: accounts are rows, and tokens are
 * signed by the test as the authentication service would sign them.
 *
 * @param cluster with every migration; it ends with the world
 * @param sessions as of `startPostgrest`
 * @param isPatient does a call wait and work for longer than the product has it do?
 * @throws when the platform lacks a part; see `hasPostgrest`
 */
async function startPostgrestWorld(cluster: SupabaseCluster, sessions?: number, isPatient = true): Promise<World> {
  const secret = randomBytes(32).toString("base64url");
  if (isPatient) for (const statement of PATIENCE) await cluster.as("postgres").unsafe(statement);
  const postgrest = await startPostgrest(cluster, secret, sessions);
  const gateway = await startGateway({ "/rest/v1": postgrest.url });
  const auth = cluster.as("supabase_auth_admin");
  await cluster.as("postgres")`update private.settings set retention_days = 30`;

  const keyOf = (role: string) => signToken({ role, iss: "supabase" }, secret, LIFETIME);
  const publishableKey = keyOf("anon");
  const secretKey = keyOf("service_role");
  /** Everybody's first session has the id of the person. */
  const tokenOf = (sub: string, metadata: Record<string, unknown> = {}) => {
    const person = { sub, session_id: sub, role: "authenticated", aud: "authenticated" };
    return signToken({ ...person, user_metadata: metadata }, secret, LIFETIME);
  };
  /** The Data API as somebody who holds a token: past the gateway, whose process would copy each answer once more. */
  const seenBy = (accessToken: string) =>
    createClient(gateway.url, publishableKey, {
      accessToken: () => Promise.resolve(accessToken),
      global: {
        fetch: (input, init) => spareFetch((input as string).replace(`${gateway.url}/rest/v1`, postgrest.url), init),
      },
    }) as SupabaseClient;

  const signIn = async (userId: string) =>
    (await auth`insert into auth.sessions (user_id) select id from auth.users where id = ${userId}`).count === 1;

  async function addPerson(metadata: Record<string, unknown> = {}) {
    const [userId, email] = [randomUUID(), freshEmail()];
    await auth`with person as (
        insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
          values (${userId}, ${email}, now(), ${JSON.stringify(metadata)}::text::jsonb) returning id),
      provided as (
        insert into auth.identities (user_id, provider, provider_id) select id, 'email', id::text from person)
      insert into auth.sessions (id, user_id) select id, id from person`;
    return { userId, email, api: seenBy(tokenOf(userId)) };
  }

  return {
    url: gateway.url,
    publishableKey,
    secretKey,
    anon: seenBy(publishableKey),
    service: seenBy(secretKey),
    addPerson,
    addClient: (company_name) => addPerson({ company_name, full_name: "Client Person", phone: "12345" }),
    async addUnconfirmed(company_name) {
      const [email, token] = [freshEmail(), randomBytes(28).toString("hex")];
      const metadata = JSON.stringify({ company_name });
      await auth`insert into auth.users (id, email, confirmation_token, raw_user_meta_data)
        values (${randomUUID()}, ${email}, ${token}, ${metadata}::text::jsonb)`;
      return { email, token };
    },
    tokenOf,
    async tell({ userId }, metadata) {
      const text = JSON.stringify(metadata);
      await auth`update auth.users set raw_user_meta_data = ${text}::text::jsonb where id = ${userId}`;
      return seenBy(tokenOf(userId, metadata));
    },
    query: async (statement) => [...(await cluster.as("postgres").unsafe<Record<string, unknown>[]>(statement))],
    signIn: ({ userId }) => signIn(userId),
    async purge() {
      await cluster.as("postgres")`select private.purge_expired()`;
    },
    async close() {
      gateway.stop();
      await postgrest.stop();
      await cluster.stop();
    },
  };
}

/** Enough for suites, which ask one thing after the other, or two at once: each more would plan every function anew. */
export const FEW_SESSIONS = 2;

/** One for the tests of a group, and the database of its own. @returns both, once they run */
export function postgrestOnCluster(sessions?: number, isPatient?: boolean) {
  const supabase = prepare(async () => {
    const cluster = await SupabaseCluster.fromMigrations();
    return { cluster, world: await startPostgrestWorld(cluster, sessions, isPatient) };
  });
  afterAll(() => supabase.world.close());
  return supabase;
}

/** As `postgrestOnCluster`, without the database. */
export function postgrestWorld(sessions?: number): () => World {
  const supabase = postgrestOnCluster(sessions);
  return () => supabase.world;
}
