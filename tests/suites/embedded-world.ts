import { afterAll, beforeAll } from "vitest";
import { signToken } from "../../supabase/embedded/json-web-token.ts";
import { freshEmail, mailedToken, type Person } from "../support/people/people.ts";
import { TestBackend } from "../support/services/processes.ts";
import { accountsOf } from "./given-world.ts";
import { hasPostgrest } from "./postgrest-world.ts";
import type { World } from "./world.ts";

/** The schedule sleeps, so that only the tests move deliveries. */
const ASLEEP = { REDELIVERY_SECONDS: "3600", RETENTION_DAYS: "30" };

/**
 * Is it enough to run through PostgREST what happens in the database, which is the same Postgres everywhere? Its own Data API
 * is between the pages and the database in all tests of pages. Not where there is no PostgREST, nor in `npm run test:faults`.
 */
export const isShort = hasPostgrest && import.meta.env.MODE !== "faults";

/** The embedded backend: @supabase/lite on its own Postgres. */
export async function startEmbeddedWorld(): Promise<World & { restart: () => Promise<void> }> {
  const backend = await TestBackend.start("http://localhost:3999", ASLEEP);
  const { publishable_key: publishableKey, secret_key: secretKey, jwt_secret: secret } = backend.keys;
  const accounts = accountsOf(backend, backend.database);
  const { anon } = accounts;
  const passwords = new Map<string, string>();
  const sessions = new Map<string, string>();
  const known = async (person: Person) => {
    passwords.set(person.userId, person.password);
    const { data } = await person.api.auth.getClaims();
    sessions.set(person.userId, data!.claims.session_id);
    return person;
  };
  return {
    ...accounts,
    url: backend.url,
    publishableKey,
    secretKey,
    addPerson: async (metadata) => known(await accounts.addPerson(metadata)),
    addClient: async (company) => known(await accounts.addClient(company)),
    async addUnconfirmed(company_name) {
      const email = freshEmail();
      await anon.auth.signUp({ email, password: "long enough", options: { data: { company_name } } });
      return { email, token: (await mailedToken(backend.url, email)).token_hash };
    },
    tokenOf(sub) {
      const claims = { sub, session_id: sessions.get(sub), role: "authenticated", aud: "authenticated" };
      return signToken(claims, secret, 3600);
    },
    async signIn({ email, userId, api }) {
      const { error } = await api.auth.signInWithPassword({ email, password: passwords.get(userId) ?? "" });
      return error === null;
    },
    async purge() {
      // A start begins with it that comes an hour after the last.
      await accounts.query("update private.scheduled_runs set ran_at = now() - interval '2 hours' where run = 'purge'");
      await backend.stop();
      await backend.start();
    },
    /** Starts it anew, as a crash would. */
    async restart() {
      await backend.stop("SIGKILL");
      await backend.start();
    },
    close: () => backend.remove(),
  };
}

/** One for the tests of a file, or of a group. @returns it, once they run */
export function embeddedWorld() {
  let world: Awaited<ReturnType<typeof startEmbeddedWorld>>;
  beforeAll(async () => {
    world = await startEmbeddedWorld();
  });
  afterAll(() => world.close());
  return () => world;
}
