import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { loadKeys } from "../../supabase/embedded/keys.ts";
import { requirementOf } from "../support/api/matrix.ts";
import { clientIdOf } from "../support/people/cast.ts";
import { connect, freshToken, signUpClient, signUpPerson, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { openDatabase } from "../support/services/own-backend.ts";
import { openBackend } from "../support/services/processes.ts";
import { claimsOf, signedBy } from "../support/http/session.ts";

// A token is valid until it runs out; what it opens is the database's to say (docs/decisions/sessions.md).
const backend = await openBackend("http://localhost:3999");
const database = openDatabase(backend);

/** The Data API for whoever has this token and nothing else. */
function bearing(token: string): SupabaseClient {
  const options = { accessToken: () => Promise.resolve(token) };
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- what it gives has lost a type
  return createClient(backend.url, backend.keys.publishable_key, options) as SupabaseClient;
}

const tokenOf = (person: Person) => freshToken(backend, person);

/** Signs in elsewhere. */
async function otherSession({ email, password }: Person): Promise<SupabaseClient> {
  const api = connect(backend.url, backend.keys.publishable_key);
  await api.auth.signInWithPassword({ email, password });
  return api;
}

const READABLE = [
  "user_roles",
  "clients",
  "job_requirements",
  "contact_submissions",
  "public_job_submissions",
  "consultation_requests",
  "current_account",
];

async function seenBy(api: SupabaseClient): Promise<Record<string, number>> {
  const counts = await Promise.all(
    READABLE.map(async (table) => {
      const { data, error } = await api.from(table).select("*");
      expect(error).toBeNull();
      return [table, data!.length] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

type Way = (person: Person, token: string) => Promise<unknown>;
const bySession = (change: string, token: string) =>
  database.query(`${change} where id = $1`, [claimsOf(token)["session_id"]]);
const byUser = (change: string, { userId }: Person) => database.query(`${change} where id = $1`, [userId]);

const endings: [string, Way][] = [
  ["signed out", (_, token) => connectAndSignOut(token)],
  ["signed out elsewhere", async (person) => (await otherSession(person)).auth.signOut({ scope: "others" })],
  ["run out, by the service's own limit", (_, token) => bySession("update auth.sessions set not_after = now()", token)],
  ["of somebody banned", (person) => byUser("update auth.users set banned_until = now() + interval '1 day'", person)],
  ["of somebody deleted", (person) => byUser("delete from auth.users", person)],
  ["of somebody marked as deleted", (person) => byUser("update auth.users set deleted_at = now()", person)],
];

function connectAndSignOut(token: string): Promise<Response> {
  const headers = { apikey: backend.keys.publishable_key, authorization: `Bearer ${token}` };
  return fetch(`${backend.url}/auth/v1/logout?scope=local`, { method: "POST", headers });
}

/** What the team has to read: a company, and what it has filed. */
const filed = await fileRequirement(await signUpClient(backend, "Seen Ltd"));

describe.each(endings)("a session that is %s", (_, end) => {
  it("opens nothing of a client's, though its token is valid", async () => {
    const person = await signUpClient(backend, "Ending Ltd");
    const token = await tokenOf(person);
    const api = bearing(token);
    const row = requirementOf(await clientIdOf({ api }));
    const own = { requirement: await fileRequirement({ api }) };
    expect((await api.rpc("owns_requirement", own)).data).toBe(true);

    await end(person, token);
    expect(await seenBy(api)).toEqual({});
    expect((await api.from("requirement_totals").select("total").single()).data).toEqual({ total: 0 });
    expect((await api.rpc("owns_requirement", own)).data).toBe(false);
    expect((await api.from("job_requirements").insert(row)).error?.code).toBe("42501");
    expect((await api.from("clients").insert({ user_id: person.userId, company_name: "X" })).error?.code).toBe("42501");
    const role = { user_id: person.userId, role: "client" };
    expect((await api.from("user_roles").insert(role)).error?.code).toBe("42501");
  });

  it("opens nothing of the team's, and still sends what anybody may send", async () => {
    const person = await signUpPerson(backend, {});
    const service = connect(backend.url, backend.keys.secret_key);
    // Of the team's roles, one that reads tables as a whole.
    await service.from("user_roles").insert({ user_id: person.userId, role: "hr_manager" });
    const token = await tokenOf(person);
    const api = bearing(token);
    expect(await seenBy(api)).toMatchObject({ clients: expect.any(Number) as number, current_account: 1 });
    await end(person, token);
    expect(await seenBy(api)).toEqual({});
    const changed = { requirement: filed, seen: 1, status: "filled" } as const;
    expect((await api.rpc("change_requirement_status", changed)).error?.code).toBe("42501");
    const row = { name: "Ann", email: "ann@example.com", requirement: "x" };
    expect((await api.from("contact_submissions").insert(row)).error).toBeNull();
  });
});

it("a token of the right key for no session, another's session, or none at all opens nothing", async () => {
  const [ann, bob] = await Promise.all([signUpClient(backend, "Ann"), signUpClient(backend, "Bob")]);
  const claims = claimsOf(await tokenOf(ann));
  const { session_id: foreign } = claimsOf(await tokenOf(bob));
  const { session_id: _, ...without } = claims;
  const key = loadKeys(backend.database).signing_key!;
  const header = { alg: "ES256", kid: key.kid, typ: "JWT" };
  for (const changed of [{ ...claims, session_id: randomUUID() }, { ...claims, session_id: foreign }, without]) {
    expect(await seenBy(bearing(signedBy(key, header, changed)))).toEqual({});
  }
  expect(await seenBy(bearing(signedBy(key, header, claims)))).toMatchObject({ current_account: 1 });
});

it("a session goes on in every other way: elsewhere too, and after a refresh", async () => {
  const person = await signUpClient(backend, "Going on");
  const elsewhere = await otherSession(person);
  expect(await seenBy(elsewhere)).toMatchObject({ current_account: 1, clients: 1, user_roles: 1 });
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();
  expect(await seenBy(elsewhere)).toMatchObject({ current_account: 1 });
  expect(await seenBy(person.api)).toMatchObject({ current_account: 1 });
});
