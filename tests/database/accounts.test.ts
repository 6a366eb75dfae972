import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, describe, expect, it } from "vitest";
import { mailTo } from "../support/services/mailbox.ts";
import { connect, freshEmail, mailedToken, signUpClient } from "../support/people/people.ts";
import { openDatabase } from "../support/services/own-backend.ts";
import { openBackend } from "../support/services/processes.ts";

const backend = await openBackend("http://localhost:3999");
afterAll(() => backend.remove());
const database = openDatabase(backend);
const service: SupabaseClient = connect(backend.url, backend.keys.secret_key);
const client = await signUpClient(backend, "Known Ltd");

function anybody(): SupabaseClient {
  return connect(backend.url, backend.keys.publishable_key);
}

async function trySignUp(email: string, password: string, company_name?: string) {
  const data = company_name ? { options: { data: { company_name } } } : {};
  return (await anybody().auth.signUp({ email, password, ...data })).error;
}

async function signUp(email: string, password: string, company_name?: string): Promise<void> {
  expect(await trySignUp(email, password, company_name)).toBeNull();
}

async function refusalOf(email: string, password: string): Promise<string | undefined> {
  return (await anybody().auth.signInWithPassword({ email, password })).error?.code;
}

async function companiesOf(userId: string): Promise<unknown[]> {
  const { data } = await service.from("clients").select("company_name").eq("user_id", userId);
  return (data ?? []).map(({ company_name }) => company_name as unknown);
}

describe("whoever signs up first with somebody's address", () => {
  it("has neither password nor company on the account that the owner confirms, also by the API alone", async () => {
    const email = freshEmail("victim");
    await signUp(email, "the attacker's", "Evil Corp");
    expect((await trySignUp(email, "the victim's own", "Victim Ltd"))?.code).toBe("over_email_send_rate_limit");
    const owner = anybody();
    const { data, error } = await owner.auth.verifyOtp(await mailedToken(backend.url, email));
    expect(error).toBeNull();
    const userId = data.user!.id;
    expect(await companiesOf(userId)).toEqual([]);
    for (const password of ["the attacker's", "the victim's own", ""]) {
      expect(await refusalOf(email, password)).toMatch(/invalid_credentials|validation_failed/);
    }
    // The owner sets their own, and makes their own record.
    expect((await owner.auth.updateUser({ password: "the victim's own" })).error).toBeNull();
    expect(await refusalOf(email, "the victim's own")).toBeUndefined();
    expect(await refusalOf(email, "the attacker's")).toBe("invalid_credentials");
    expect((await owner.from("clients").insert({ user_id: userId, company_name: "Victim Ltd" })).error).toBeNull();
    expect(await companiesOf(userId)).toEqual(["Victim Ltd"]);
  });

  it("gains nothing by a recovery link either, which confirms as well", async () => {
    const email = freshEmail("victim");
    await signUp(email, "the attacker's", "Evil Corp");
    await anybody().auth.resetPasswordForEmail(email);
    const { data } = await anybody().auth.verifyOtp(await mailedToken(backend.url, email));
    expect(await companiesOf(data.user!.id)).toEqual([]);
    expect(await refusalOf(email, "the attacker's")).toBe("invalid_credentials");
  });

  it("makes no client before the address is confirmed", async () => {
    const email = freshEmail("unproved");
    await signUp(email, "long enough", "Too Early Ltd");
    const { data } = await service.from("clients").select("id").eq("company_name", "Too Early Ltd");
    expect(data).toEqual([]);
  });

  it("is told that an address is not confirmed only with the right password", async () => {
    const email = freshEmail("waiting");
    await signUp(email, "long enough");
    expect(await refusalOf(email, "not this one")).toBe("invalid_credentials");
    expect(await refusalOf(email, "long enough")).toBe("email_not_confirmed");
  });

  it("a password that is changed later is nobody's business", async () => {
    await client.api.auth.updateUser({ data: { company_name: "Renamed" } });
    expect(await refusalOf(client.email, client.password)).toBeUndefined();
    expect(await companiesOf(client.userId)).toEqual(["Known Ltd"]);
  });
});

describe("whose a mail's link is", () => {
  const ask = async (token: unknown, kind: unknown) =>
    await anybody().rpc("mail_link", { token, kind }).returns<unknown>();

  it("is told to who holds its token, as often as asked, and uses nothing up", async () => {
    const email = freshEmail("asked");
    await signUp(email, "long enough", "Asked Ltd");
    const link = await mailedToken(backend.url, email);
    for (let index = 0; index < 3; index += 1) {
      const { data } = await ask(link.token_hash, "signup");
      expect(data).toEqual({ email, new_email: null, company: "Asked Ltd" });
    }
    expect((await ask(link.token_hash, "recovery")).data).toBeNull();
    expect((await anybody().auth.verifyOtp(link)).error).toBeNull();
    expect((await ask(link.token_hash, "signup")).data).toBeNull();

    await anybody().auth.resetPasswordForEmail(client.email);
    const { token_hash } = await mailedToken(backend.url, client.email);
    expect((await ask(token_hash, "recovery")).data).toMatchObject({ email: client.email, company: "Known Ltd" });

    const changed = freshEmail("changed");
    expect((await client.api.auth.updateUser({ email: changed })).error).toBeNull();
    const [mail] = await mailTo(backend.url, changed);
    const change = new URL(mail!.links[0]!).searchParams.get("token_hash");
    expect((await ask(change, "email_change")).data).toMatchObject({ email: client.email, new_email: changed });
  });

  it.each([
    ["", "signup"],
    ["", "recovery"],
    ["", "email_change"],
    ["123456", "signup"],
    ["a".repeat(56), "signup"],
    ["a".repeat(56), "no such kind"],
    [null, "signup"],
    ["%", "signup"],
  ])("is told to nobody by %j, %j", async (token, kind) => {
    expect((await ask(token, kind)).data).toBeNull();
  });

  it("opens no account's table", async () => {
    for (const name of ["find_mail_link", "make_client"]) {
      expect((await anybody().rpc(name, { token: "x", kind: "signup" })).error).not.toBeNull();
    }
  });
});

describe("in the database itself", () => {
  const make = (id: string, metadata: object, confirmed = "null") =>
    `insert into auth.users (id, email, encrypted_password, raw_user_meta_data, email_confirmed_at)
       values ('${id}', '${id}@test.example', 'hash', '${JSON.stringify(metadata)}', ${confirmed})`;
  const confirm = (id: string) => `update auth.users set email_confirmed_at = now() where id = '${id}'`;
  async function stateOf(id: string): Promise<unknown> {
    const { rows } = await database.query<Record<string, unknown>>(
      `select encrypted_password as password,
              (select company_name from public.clients where user_id = users.id) as company,
              (select full_name from public.clients where user_id = users.id) as name,
              (select role from public.user_roles where user_id = users.id) as role
         from auth.users where id = $1`,
      [id],
    );
    return rows[0];
  }

  it("a confirmation drops what was unproved", async () => {
    const id = randomUUID();
    await database.exec(make(id, { company_name: "Direct Ltd" }));
    await database.exec(`insert into public.clients (user_id, company_name) values ('${id}', 'Early Ltd')`);
    await database.exec(confirm(id));
    expect(await stateOf(id)).toEqual({ password: null, company: null, name: null, role: null });
  });

  it("an operator's confirmed user, and a set-up that confirms by itself, keep password and company", async () => {
    const [together, atOnce] = [randomUUID(), randomUUID()];
    const company_name = "Direct Ltd";
    await database.exec(`begin; ${make(together, { company_name })}; ${confirm(together)}; commit`);
    await database.exec(make(atOnce, { company_name }, "now()"));
    for (const id of [together, atOnce]) {
      const kept = { password: "hash", company: company_name, name: null, role: "client" };
      expect(await stateOf(id)).toEqual(kept);
      // Confirming again, or any other change, is no first confirmation.
      await database.exec(confirm(id));
      expect(await stateOf(id)).toEqual(kept);
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ["no company", { role: "admin" }],
    ["a company that is an object", { company_name: { a: 1 } }],
    ["a company that is a list", { company_name: ["a"] }],
    ["a blank company", { company_name: " \n " }],
    [
      "roles of every kind",
      { role: "admin", roles: ["admin"], app_metadata: { role: "admin" }, user_role: "recruiter" },
    ],
  ])("metadata with %s makes neither client nor role", async (_, metadata) => {
    const id = randomUUID();
    await database.exec(make(id, metadata, "now()"));
    expect(await stateOf(id)).toEqual({ password: "hash", company: null, name: null, role: null });
  });

  it("metadata is cut to the column, trimmed, and never raises a role", async () => {
    const id = randomUUID();
    const metadata = { company_name: ` ${"é".repeat(500_000)} `, full_name: 7, role: "admin" };
    await database.exec(make(id, metadata, "now()"));
    expect(await stateOf(id)).toMatchObject({ company: "é".repeat(200), name: null, role: "client" });
  });

  describe("a change of address, which both mailboxes have to confirm", () => {
    /** Somebody who has asked for it, and who of the two mailboxes has not used its link yet. */
    async function changing(id: string, left: "new" | "current"): Promise<void> {
      const tokens = { new: left === "new" ? id : "", current: left === "current" ? id : "" };
      await database.exec(make(id, {}, "now()"));
      await database.exec(`insert into auth.sessions (id, user_id) values ('${randomUUID()}', '${id}')`);
      await database.exec(
        `update auth.users set email_change = 'new-${id}@test.example', recovery_token = 'asked-before-${id}',
           email_change_token_new = '${tokens.new}', email_change_token_current = '${tokens.current}' where id = '${id}'`,
      );
    }

    /** The last link is used, as the authentication service does it: in one transaction, with a session for who used it. */
    function confirmLast(id: string, session: string): Promise<void> {
      return database.exec(`begin;
        update auth.users set email = email_change, email_change = '', email_change_token_new = '',
          email_change_token_current = '' where id = '${id}';
        insert into auth.sessions (id, user_id) values ('${session}', '${id}');
        update auth.sessions set updated_at = now() where id = '${session}';
        commit`);
    }

    it.each(["new", "current"] as const)(
      "opens the account to the new one alone: the last link is the %s one's",
      async (left) => {
        const [id, session] = [randomUUID(), randomUUID()];
        await changing(id, left);
        await confirmLast(id, session);
        const { rows: sessions } = await database.query("select id from auth.sessions where user_id = $1", [id]);
        expect(sessions).toEqual(left === "new" ? [{ id: session }] : []);
        const { rows } = await database.query<Record<string, unknown>>(
          "select email, encrypted_password, recovery_token from auth.users where id = $1",
          [id],
        );
        expect(rows).toEqual([{ email: `new-${id}@test.example`, encrypted_password: null, recovery_token: "" }]);
        // Whoever signs in later keeps the session.
        await database.exec(`insert into auth.sessions (id, user_id) values ('${randomUUID()}', '${id}')`);
        const { rows: later } = await database.query("select id from auth.sessions where user_id = $1", [id]);
        expect(later).toHaveLength(left === "new" ? 2 : 1);
      },
    );

    it("leaves no code to a browser whose link was the old mailbox's, nor a provider that knows it", async () => {
      const [id, google, session] = [randomUUID(), randomUUID(), randomUUID()];
      await changing(id, "current");
      await database.exec(`insert into auth.identities (id, user_id, provider, provider_id, identity_data)
        values ('${google}', '${id}', 'google', '${google}', '{}')`);
      await database.exec(`begin;
        update auth.users set email = email_change, email_change = '', email_change_token_new = '',
          email_change_token_current = '' where id = '${id}';
        insert into auth.sessions (id, user_id) values ('${session}', '${id}');
        insert into auth.flow_state (id, user_id, auth_code, provider_type, authentication_method, auth_code_issued_at)
          values ('${randomUUID()}', '${id}', '${randomUUID()}', 'email', 'email_change', now());
        commit`);
      // The provider had answered before, and its code is written only now.
      await database.exec(`insert into auth.flow_state
          (id, user_id, auth_code, provider_type, authentication_method, auth_code_issued_at)
        values ('${randomUUID()}', '${id}', '${randomUUID()}', 'google', 'oauth', now())`);
      for (const table of ["flow_state", "identities", "sessions"]) {
        const { rows } = await database.query(`select id from auth.${table} where user_id = $1`, [id]);
        expect(rows, table).toEqual([]);
      }
    });
  });
});
