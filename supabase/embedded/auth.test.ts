import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, hash } from "bcryptjs";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { withAuthRepairs } from "./auth.ts";
import { openDatabase } from "./database.ts";
import type { Mailbox } from "./mail.ts";

// What another file of this worker has loaded does not spy.
vi.hoisted(() => vi.resetModules());
vi.mock("bcryptjs", { spy: true });

let directory: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
let handle: (request: Request) => Promise<Response>;
let library: () => Promise<Response>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "auth-"));
  database = await openDatabase(directory, "password");
  const hashed = await hash("right password", 4);
  await database.connection.exec(`
    create schema auth;
    create table auth.users (id uuid default gen_random_uuid(), email text, email_confirmed_at timestamptz,
                             confirmation_token text, confirmation_sent_at timestamptz,
                             recovery_sent_at timestamptz, encrypted_password text);
    insert into auth.users (email, email_confirmed_at, confirmation_sent_at, recovery_sent_at, encrypted_password) values
      ('known@test.example', now(), now(), now(), '${hashed}'),
      ('waiting@test.example', null, now(), null, '${hashed}'),
      ('provider@test.example', now(), null, now() - interval '61 seconds', null);
  `);
  handle = withAuthRepairs(() => library(), {
    database: database.connection.kysely,
    mailbox: {} as Mailbox,
    publishableKey: "key",
    siteUrl: "http://localhost:3000",
    templates: "supabase/templates",
  });
});
beforeEach(() => {
  library = () => Promise.resolve(new Response("the library"));
  vi.mocked(hash).mockClear();
  vi.mocked(compare).mockClear();
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

function post(path: string, body: object): Promise<Response> {
  const init = { method: "POST", headers: { apikey: "key" }, body: JSON.stringify(body) };
  return handle(new Request(`http://localhost/auth/v1/${path}`, init));
}

/** The hashes of one request: here, and those the library makes where it is asked. */
function hashes(): number {
  return vi.mocked(hash).mock.calls.length + vi.mocked(compare).mock.calls.length;
}

// The library hashes once for what it answers itself: the sign-up of a new address, the sign-in of a confirmed one.
it.each([
  ["signup", "known", 1],
  ["signup", "waiting", 1],
  ["signup", "nobody", 0],
  ["token?grant_type=password", "nobody", 1],
  ["token?grant_type=password", "provider", 1],
  ["token?grant_type=password", "waiting", 1],
  ["token?grant_type=password", "known", 0],
])("%s of %s@ costs a hash, known or not", async (path, name, here) => {
  await post(path, { email: `${name}@test.example`, password: "not the right one" });
  expect(hashes()).toBe(here);
});

it("tells that an address is not confirmed only to who knows the password", async () => {
  const attempt = (password: string) => post("token?grant_type=password", { email: "waiting@test.example", password });
  const refused = await attempt("not the right one");
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error_code: "invalid_credentials", msg: "Invalid login credentials" });
  expect(await (await attempt("right password")).text()).toBe("the library");
});

it.each([
  ["signup?redirect_to=http%3A%2F%2Flocalhost", "waiting", 429],
  ["resend", "waiting", 429],
  ["resend?redirect_to=http%3A%2F%2Flocalhost", "waiting", 429],
  ["resend", "known", 200],
  ["resend", "nobody", 200],
  ["recover?redirect_to=http%3A%2F%2Flocalhost", "known", 429],
  ["recover", "provider", "the library"],
  ["recover", "waiting", "the library"],
  ["recover", "nobody", "the library"],
])("sends a mail of a kind once a minute, as GoTrue: %s of %s@ is %s", async (path, name, expected) => {
  const answer = await post(path, { email: `${name}@test.example`, password: "long enough", type: "signup" });
  if (expected === "the library") expect(await answer.text()).toBe(expected);
  else expect(answer.status).toBe(expected);
  if (expected !== 429) return;
  const msg = expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/) as string;
  expect(await answer.json()).toEqual({ code: 429, error_code: "over_email_send_rate_limit", msg });
});

it("lets the library refresh one session at a time, and goes on after a failure", async () => {
  let asked = 0;
  let working = 0;
  library = async () => {
    asked += 1;
    working += 1;
    expect(working).toBe(1);
    await new Promise(setImmediate);
    working -= 1;
    if (asked === 2) throw new Error("the second fails");
    return new Response("the library");
  };
  const refresh = () => post("token?grant_type=refresh_token", { refresh_token: "one" });
  const answers = await Promise.allSettled([refresh(), refresh(), refresh()]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
