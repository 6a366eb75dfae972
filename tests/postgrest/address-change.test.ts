import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolPath } from "../../scripts/needs/tools.ts";
import { SupabaseCluster } from "../support/services/supabase/supabase-cluster.ts";

// What an address's change must take with it in tables that only the service itself has (docs/decisions/accounts.md).
describe.skipIf(!toolPath("supabase"))("a change of address, as the authentication service writes it", () => {
  let cluster: SupabaseCluster;
  const id = randomUUID();
  beforeAll(async () => {
    cluster = await SupabaseCluster.fromMigrations();
    await cluster.as("supabase_auth_admin")`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, email_change, email_change_token_current)
      values (${id}, 'old@test.example', 'hash', now(), 'new@test.example', 'token')`;
  });
  afterAll(() => cluster.stop());

  function beginSession(method: string): Promise<unknown> {
    const session = randomUUID();
    return cluster.as("supabase_auth_admin").begin(async (sql) => {
      await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
      await sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, ${method})`;
    });
  }

  it("takes every link, and each sign-in that had compared the password before", async () => {
    const sql = cluster.as("supabase_auth_admin");
    await beginSession("password");
    expect(await sql`select id from auth.sessions`).toHaveLength(1);
    await sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (${randomUUID()}, ${id}, 'recovery_token', 'hash', 'old@test.example')`;
    await sql`update auth.users set email = email_change, email_change_token_current = '' where id = ${id}`;
    expect(await sql`select id from auth.one_time_tokens`).toEqual([]);
    expect(await sql`select id from auth.sessions`).toEqual([]);
    await beginSession("password");
    expect(await sql`select id from auth.sessions`).toEqual([]);
    // The new mailbox's own link goes on to work.
    await beginSession("recovery");
    expect(await sql`select id from auth.sessions`).toHaveLength(1);
  });
});
