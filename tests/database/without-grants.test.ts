import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { clientIdOf } from "../support/people/cast.ts";
import { connect, signUpClient } from "../support/people/people.ts";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";
import { publicTables } from "../support/api/tables.ts";

// Grants are the outer door. Here it stands wide open, as it does for a moment in @supabase/lite: policies and triggers
// must hold by themselves.
const backend = await startBackend({});
const database = openDatabase(backend);
const client = await signUpClient(backend, "Open Door");
const clientId = await clientIdOf(client);
/** What the client's own token says, as the Data API gives it to the database. */
const claims = JSON.stringify((await client.api.auth.getClaims()).data!.claims);

beforeAll(async () => {
  await connect(backend.url, backend.keys.publishable_key)
    .from("contact_submissions")
    .insert({ name: "Ann", email: "ann@example.com", requirement: "x" });
  await database.exec("grant all on all tables in schema public to anon, authenticated");
  // It asks for the same right before the policy does, which shall hold alone.
  await database.exec("alter table public.job_requirements disable trigger limit_filing");
});

type Rows = { rows: Record<string, unknown>[]; affectedRows: number };

/** Runs a statement as one of the Data API's roles, and takes it back. */
async function as(role: "anon" | "authenticated", statement: string, ...values: unknown[]): Promise<Rows> {
  const [sub, all] = role === "anon" ? ["", ""] : [client.userId, claims];
  await database.exec(
    `begin; set local role ${role}; set local request.jwt.claim.sub = '${sub}'; set local request.jwt.claims = '${all}'`,
  );
  try {
    const { rows, affectedRows } = await database.query<Record<string, unknown>>(statement, values);
    return { rows, affectedRows };
  } finally {
    await database.exec("rollback");
  }
}

const insertRequirement = `insert into job_requirements
  (id, client_id, job_title, job_type, location, job_description, required_skills, status, created_at)
  values ($1, $2, 'T', 'contract', 'L', 'D', '{s}', $3, '2001-01-01') returning id, created_at`;

/** A column of those tables that say otherwise when a row came. */
const WITHOUT_CREATED_AT: Record<string, string> = { unread_messages: "last_at", candidate_consents: "asked_at" };

describe("with every grant given", () => {
  it("the database still makes ids and dates itself", async () => {
    const id = randomUUID();
    const { rows } = await as("authenticated", insertRequirement, id, clientId, "new");
    expect(rows[0]?.["id"]).not.toBe(id);
    expect(String(rows[0]?.["created_at"])).not.toContain("2001");
  });

  it.each([
    ["another client", () => [randomUUID(), randomUUID(), "new"]],
    ["another status", () => [randomUUID(), clientId, "filled"]],
  ])("a requirement for %s is refused", async (_, values) => {
    await expect(as("authenticated", insertRequirement, ...values())).rejects.toThrow(/row-level security/);
  });

  it.each(publicTables)("a visitor neither sees, changes nor deletes anything in %s", async (table) => {
    expect((await as("anon", `select * from ${table}`)).rows).toEqual([]);
    const column = WITHOUT_CREATED_AT[table] ?? "created_at";
    expect((await as("anon", `update ${table} set ${column} = now()`)).affectedRows).toBe(0);
    expect((await as("anon", `delete from ${table}`)).affectedRows).toBe(0);
  });

  it.each([
    "insert into user_roles (user_id, role) values (auth.uid(), 'admin') on conflict (user_id) do update set role = 'admin'",
    "insert into clients (user_id, company_name) values (gen_random_uuid(), 'Mine')",
    "insert into crm_events (requirement_id, type) values (gen_random_uuid(), 'created')",
    "insert into mail_outbox (address, template, dedupe_key) values ('a@b.co', 'team_invitation', 'mine')",
    "insert into client_members (user_id, client_id, access) values (gen_random_uuid(), gen_random_uuid(), 'owner')",
    "insert into team_members (user_id, display_name) values (auth.uid(), 'Me')",
    "insert into invitations (kind, email, role) values ('team', 'me@example.com', 'admin')",
    "insert into activity_log (action, subject_kind) values ('invited', 'person')",
  ])("a client is refused: %s", async (statement) => {
    await expect(as("authenticated", statement)).rejects.toThrow(/row-level security/);
  });

  it.each([
    "update user_roles set role = 'admin'",
    "update clients set company_name = 'X'",
    "update job_requirements set status = 'filled'",
    "delete from clients",
    "update clients set user_id = null",
    "update client_members set access = 'viewer'",
    "delete from client_members",
    "update team_members set display_name = 'X'",
  ])("a client changes no row: %s", async (statement) => {
    expect((await as("authenticated", statement)).affectedRows).toBe(0);
  });
});
