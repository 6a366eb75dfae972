import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { connect as connectTo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { failureStatus } from "~/lib/result";
import { ownerOptions, startPostgres } from "../../supabase/embedded/postgres.ts";
import { OwnerSession } from "../support/api/database.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { connect, freshEmail, mailedToken, signUpByMail, signUpClient } from "../support/people/people.ts";
import { freePort, serverPid, TestBackend } from "../support/services/processes.ts";
import { TEMPORARY } from "../support/services/temporary.ts";
import { claimsOf, signedWith } from "../support/http/session.ts";

let backend: TestBackend;
/** For what a test breaks, and leaves at work. */
let own: TestBackend;
beforeAll(async () => {
  [backend, own] = await Promise.all([
    TestBackend.start("http://localhost:3999", { EXTERNAL_PROVIDERS: "linkedin_oidc", SEED_DEMO: "0" }),
    TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" }),
  ]);
});
afterAll(async () => {
  await backend.remove();
  await own.remove();
});

/** Starts a server, ends who would watch it, and goes. */
const ORPHAN = `
  import(${JSON.stringify(join(import.meta.dirname, "../../supabase/embedded/postgres.ts"))}).then(async ({ startPostgres }) => {
    await startPostgres(process.argv[1], process.argv[2]);
    const { execSync } = await import("node:child_process");
    try { execSync("pkill -KILL -P " + process.pid + " -x sh"); } catch {}
    process.kill(process.pid, "SIGKILL");
  });
`;

const contact = { name: "Ann", email: "ann@example.com", requirement: "x" };

describe("durability", () => {
  it("refuses a second process on the same directory, in plain words", async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../supabase/embedded/main.ts")], {
      env: { ...process.env, DATA_DIR: backend.dataDirectory, SUPABASE_PORT: String(await freePort()) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => said.push(text));
    expect((await once(child, "exit"))[0]).toBe(1);
    expect(said.join("")).toContain(`The data directory ${backend.dataDirectory} is in use by another process.`);
    expect((await fetch(`${backend.url}/mailbox.json`)).status).toBe(200);
  });

  /** Ends one of the sessions that are at work, as a machine does that has no more memory. */
  async function killSession(dataDirectory: string, password: string): Promise<void> {
    const owner = postgres({ ...ownerOptions(dataDirectory, password), max: 1 });
    const [session] = await owner<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
    process.kill(session!.pid, "SIGKILL");
    await owner.end({ timeout: 1 }).catch(() => undefined);
  }

  it("loses nothing with a session of its database, works on once that has recovered, and starts on one killed at that", async () => {
    const password = own.keys.database_password;
    const acknowledged: string[] = [];
    const refusals = new Set<number>();
    const api = connect(own.url, own.keys.publishable_key);
    const insert = async (name: string) => {
      const answer = api.from("contact_submissions").insert({ ...contact, name });
      const { error, status } = await answer.abortSignal(AbortSignal.timeout(5_000));
      if (!error) acknowledged.push(name);
      // No words of its own: the backend was killed, or is not waited for.
      else if (status !== 0) refusals.add(failureStatus(status));
      return error;
    };
    const { process: started } = own;
    for (let round = 0; round < 6; round += 1) {
      let isOpen = true;
      const streams = Array.from({ length: 6 }, async (_, stream) => {
        for (let index = 0; isOpen; index += 1) {
          // Like people, and not as fast as this machine can.
          await insert(`lost ${round}.${stream}.${index}`);
          await wait(10);
        }
      });
      // Every session is at work.
      await wait(200);
      await vi.waitFor(() => killSession(own.dataDirectory, password), 60_000);
      if (round === 5) {
        await own.stop("SIGKILL");
        await own.start();
      }
      await vi.waitFor(async () => expect(await insert(`again ${round}`)).toBeNull(), {
        timeout: 60_000,
        interval: 50,
      });
      if (round < 5) expect([started!.exitCode, started!.signalCode]).toEqual([null, null]);
      isOpen = false;
      await Promise.all(streams);
    }
    const owner = OwnerSession.of(own.database);
    const { rows } = await owner.query<{ name: string }>("select name from contact_submissions");
    const stored = new Set(rows.map(({ name }) => name));
    await owner.close();
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    // A moment later it may work, and pages say so.
    expect(refusals).toEqual(new Set([503]));
  });

  it("leaves no server behind, however it went, and starts on what one has left", async () => {
    const pid = serverPid(own.dataDirectory);
    const password = own.keys.database_password;
    // As in a container that starts again after a kill: the numbers are those of another process of the same user.
    const other = String(serverPid(backend.dataDirectory));
    const locks = ["postmaster.pid", ".s.PGSQL.5432.lock"].map((name) => join(own.dataDirectory, "postgres", name));
    const left = locks.map((path) => readFileSync(path, "utf8").replace(/^\d+/, other));
    await own.stop("SIGKILL");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 60_000);
    for (const [index, path] of locks.entries()) writeFileSync(path, left[index]!);
    await own.start();
    await own.stop();
    // A server without anybody who watches it, as when both were killed at once.
    const orphan = spawnSync(process.execPath, ["-e", ORPHAN, own.dataDirectory, password], { encoding: "utf8" });
    expect(orphan.stderr).toBe("");
    // By another name of the same directory.
    const name = join(tmpdir(), `name-${randomUUID().slice(0, 8)}`);
    symlinkSync(own.dataDirectory, name);
    const renamed = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" }, name);
    const api = connect(renamed.url, own.keys.publishable_key);
    expect((await api.from("contact_submissions").insert(contact)).error).toBeNull();
    await renamed.stop();
    rmSync(name);
  });

  it("takes no other directory's server for its own, and ends when its own has ended", async () => {
    const copy = join(TEMPORARY, `copy-${randomUUID().slice(0, 8)}`, "d");
    // The copy of a directory that is in use, at the end of that one's path.
    const root = join(TEMPORARY, `first-${randomUUID().slice(0, 8)}`);
    mkdirSync(dirname(join(root, copy)), { recursive: true });
    mkdirSync(dirname(copy));
    renameSync(own.dataDirectory, join(root, copy));
    const first = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" }, join(root, copy));
    cpSync(first.dataDirectory, copy, { recursive: true, filter: (path) => !path.endsWith(".s.PGSQL.5432") });
    const second = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" }, copy);
    const pid = serverPid(first.dataDirectory);
    expect(() => process.kill(pid, 0)).not.toThrow();
    process.kill(serverPid(copy), "SIGKILL");
    expect(await once(second.process!, "exit")).toEqual([1, null]);
    expect(first.process!.exitCode).toBeNull();
    await first.stop();
    for (const path of [root, dirname(copy)]) rmSync(path, { recursive: true });
  });

  it("listens on no port, and opens to no other password", async () => {
    const options = ownerOptions(backend.dataDirectory, "another password");
    const guess = postgres({ ...options, max: 1 });
    await expect(guess`select 1`).rejects.toThrow("password authentication failed");
    await guess.end();
    const right = postgres({ ...options, password: backend.keys.database_password, max: 1 });
    expect(await right`show listen_addresses`).toEqual([{ listen_addresses: "" }]);
    expect(await right`show fsync`).toEqual([{ fsync: "on" }]);
    await right.end();
  });

  it("refuses a directory whose path is too long, or odd, in plain words", async () => {
    const directory = mkdtempSync(join(tmpdir(), "odd-"));
    const long = join(directory, "x".repeat(100));
    for (const odd of [long, join(directory, "a,b")]) mkdirSync(odd);
    await expect(startPostgres(long, "x")).rejects.toThrow("is too long for Postgres");
    await expect(startPostgres(join(directory, "a,b"), "x")).rejects.toThrow("no path with a comma");
    rmSync(directory, { recursive: true });
  });

  it("does not mix the transactions of requests that come together", async () => {
    const api = connect(backend.url, backend.keys.publishable_key);
    const emails = Array.from({ length: 4 }, () => freshEmail("many"));
    const together = emails[0]!.split("@")[0]!;
    for (const email of emails) await api.auth.signUp({ email, password: "secret12" });
    const tokens = await Promise.all(emails.map((email) => mailedToken(backend.url, email)));
    const [verified, inserted] = await Promise.all([
      Promise.all(tokens.map((token) => connect(backend.url, backend.keys.publishable_key).auth.verifyOtp(token))),
      Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          api.from("contact_submissions").insert({ ...contact, name: `${together} ${index}` }),
        ),
      ),
    ]);
    expect(verified.map(({ error }) => error)).toEqual(emails.map(() => null));
    // On a busy machine one may get no session in time: it is refused, and nothing of it stays.
    const errors = inserted.flatMap(({ error }) => error ?? []);
    expect(errors.filter(({ code }) => code !== "PGRST003")).toEqual([]);
    expect(errors.length).toBeLessThan(inserted.length);
    const service = connect(backend.url, backend.keys.secret_key);
    const { count } = await service
      .from("contact_submissions")
      .select("*", { count: "exact", head: true })
      .like("name", `${together} %`);
    expect(count).toBe(inserted.length - errors.length);
  });
});

describe("signing up", () => {
  it("again, or asking for the mail again, is limited as in GoTrue, and locks nobody out", async () => {
    const api = connect(backend.url, backend.keys.publishable_key);
    const known = await signUpByMail(backend, { company_name: "Known" });
    const waiting = freshEmail("waiting");
    await api.auth.signUp({ email: waiting, password: "secret12" });
    for (const email of [known.email, waiting, freshEmail("new")]) {
      const again = await api.auth.signUp({ email, password: "secret12", options: { data: { company_name: "X" } } });
      const resent = await api.auth.resend({ type: "signup", email });
      // A new address waits after its sign-up, too. The site answers alike all the same.
      const limit = "over_email_send_rate_limit";
      expect(again.error?.code).toBe(email === waiting ? limit : undefined);
      expect(resent.error?.code).toBe(email === known.email ? undefined : limit);
      expect(again.data.session).toBeNull();
      if (email !== waiting) expect(Object.keys(again.data.user ?? {})).toContain("id");
    }
    // One mail a minute and address, and none to somebody who is confirmed.
    expect(await mailTo(backend.url, waiting)).toHaveLength(1);
    expect(await mailTo(backend.url, known.email)).toHaveLength(1);
    expect((await api.auth.signInWithPassword(known)).error).toBeNull();
    expect((await api.auth.verifyOtp(await mailedToken(backend.url, waiting))).error).toBeNull();
  });

  it("takes nobody's address for proved who only asks for a link or a code", async () => {
    const api = connect(backend.url, backend.keys.publishable_key);
    const email = freshEmail("code");
    const { error } = await api.auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
    expect(error?.code).toBe("otp_disabled");
    expect(await mailTo(backend.url, email)).toEqual([]);
  });

  it("sends links that work in any browser, once, with words around them", async () => {
    const api = connect(backend.url, backend.keys.publishable_key);
    const email = freshEmail("mail");
    await api.auth.signUp({ email, password: "secret12" });
    const [message] = await mailTo(backend.url, email);
    expect(message).toMatchObject({ to: email, subject: "Confirm your e-mail address" });
    expect(message?.links[0]).toMatch(/^http:\/\/localhost:3999\/client-dashboard\?token_hash=[0-9a-f]+&type=signup$/);
    expect(message?.text).toContain(message?.links[0]);
    expect(message?.text).not.toContain("<");
    // A sentence to a line, however long.
    expect(message?.text.split("\n\n").filter((line) => /^[a-z]/.test(line) && !line.startsWith("http"))).toEqual([]);
    const token = await mailedToken(backend.url, email);
    expect((await api.auth.verifyOtp(token)).error).toBeNull();
    expect((await api.auth.verifyOtp(token)).error).not.toBeNull();
  });
});

describe("what it shows, and to whom", () => {
  it("keeps its keys to their owner", () => {
    expect(statSync(join(backend.dataDirectory, "keys.json")).mode & 0o777).toBe(0o600);
  });

  it("opens nothing without a key, and no authentication tables with one", async () => {
    for (const path of ["/", "/_system/info", "/_system/config", "/_system/introspect", "/admin", "/studio"]) {
      expect([path, (await fetch(backend.url + path)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${backend.url}/rest/v1/clients`)).status).toBe(401);
    const secret = { apikey: backend.keys.secret_key, "Accept-Profile": "auth" };
    expect((await fetch(`${backend.url}/rest/v1/users`, { headers: secret })).status).toBe(406);
  });

  it("does nothing in any name for a caller whose role there is none of, or whose signature is none", async () => {
    const { userId, api, ...person } = await signUpClient(backend, "Role Ltd");
    const { data: signedIn } = await connect(backend.url, backend.keys.publishable_key).auth.signInWithPassword(person);
    const session = signedIn.session!.access_token;
    const claims = claimsOf(session);
    const signed = (secret: string, role: unknown) =>
      signedWith(secret, { alg: "HS256", typ: "JWT" }, { ...claims, sub: userId, role });
    const [head, body] = session.split(".");
    const tokens = [
      signed(backend.keys.jwt_secret, "no_such_role"),
      signed("another secret of at least thirty-two characters", "authenticated"),
      `${head}.${body}.${"A".repeat(86)}`,
    ];
    const row = JSON.stringify({ ...contact, name: "Nobody" });
    for (const token of [...tokens, ...tokens]) {
      const headers = {
        apikey: backend.keys.publishable_key,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      };
      for (const call of [
        fetch(`${backend.url}/rest/v1/contact_submissions?select=name`, { headers }),
        fetch(`${backend.url}/rest/v1/contact_submissions`, { method: "POST", body: row, headers }),
        fetch(`${backend.url}/rest/v1/rpc/dashboard_page`, { method: "POST", body: "{}", headers }),
      ]) {
        expect((await call).status).toBeGreaterThanOrEqual(400);
      }
    }
    // Those that share the database's sessions with them are who they were.
    const own = await Promise.all(Array.from({ length: 20 }, () => api.from("clients").select("company_name")));
    for (const { data } of own) expect(data).toEqual([{ company_name: "Role Ltd" }]);
    const service = connect(backend.url, backend.keys.secret_key);
    const { data } = await service.from("contact_submissions").select("id").eq("name", "Nobody");
    expect(data).toEqual([]);
  });

  it("answers only to its own name, so that no other page can read the mailbox", async () => {
    const status = await new Promise((resolve) => {
      const headers = { Host: "evil.example" };
      request({ port: backend.port, host: "127.0.0.1", path: "/mailbox.json", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(421);
  });

  it.each([
    ["OPTIONS *", ""],
    ["GET http://evil.example/_system", ""],
    ["GET http://[", ""],
    ["TRACE /rest/v1/clients", ""],
    ["GET /rest/v1/clients", "ann@"],
  ])("answers %s of the host %s127.0.0.1, which is no request", async (asked, user) => {
    const socket = connectTo(backend.port, "127.0.0.1");
    socket.end(`${asked} HTTP/1.1\r\nHost: ${user}127.0.0.1:${backend.port}\r\nConnection: close\r\n\r\n`);
    expect((await text(socket)).split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  });

  it("answers the authentication service's callers whose words Postgres can't keep", async () => {
    const api = connect(backend.url, backend.keys.publishable_key);
    const answers = [
      await api.auth.signInWithPassword({ email: "a\0@test.example", password: "long enough" }),
      await api.auth.resetPasswordForEmail("a\0@test.example"),
      await api.auth.verifyOtp({ type: "recovery", token_hash: "\0" }),
      await api.auth.signUp({
        email: freshEmail(),
        password: "long enough",
        options: { data: { company_name: "\0" } },
      }),
    ];
    expect(answers.map(({ error }) => error?.status)).toEqual([400, 400, 400, 400]);
  });

  it("shows numbers and dates as PostgREST does", async () => {
    const { api } = await signUpClient(backend, "Shapes");
    const client = await api.from("clients").select("id").single();
    const { data } = await api
      .from("job_requirements")
      .insert({
        client_id: client.data!.id,
        job_title: "T",
        job_type: "contract",
        location: "L",
        job_description: "D",
        required_skills: ["s"],
        min_salary: 10.5,
        deadline: "2030-01-31",
      })
      .select("min_salary, created_at, deadline")
      .single();
    expect(data?.min_salary).toBe(10.5);
    expect(data?.deadline).toBe("2030-01-31");
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  it("has a mailbox page that shows markup as text", async () => {
    const api = connect(backend.url, backend.keys.publishable_key);
    await api.auth.signUp({ email: `"<b>x</b>"@test.example`, password: "secret12" });
    const page = await (await fetch(`${backend.url}/mailbox`)).text();
    expect(page).toContain("Confirm your e-mail address");
    expect(page).not.toContain("<b>x</b>");
  });

  it("says that a provider is switched off", async () => {
    const answer = await fetch(`${backend.url}/auth/v1/authorize?provider=google`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ msg: "Unsupported provider: provider is not enabled" }),
    ]);
  });

  it("runs the function for signed-in callers only, and knows no other", async () => {
    const url = `${backend.url}/functions/v1`;
    const headers = { apikey: backend.keys.publishable_key, Authorization: `Bearer ${backend.keys.publishable_key}` };
    const body = "{}";
    expect((await fetch(`${url}/sync-crm`, { method: "POST", body })).status).toBe(401);
    expect((await fetch(`${url}/sync-crm`, { method: "POST", headers, body })).status).toBe(400);
    expect((await fetch(`${url}/other`, { method: "POST", headers, body })).status).toBe(404);
  });
});
