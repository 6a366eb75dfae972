import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { times } from "../support/services/counts.ts";
import { deno, DenoFunction } from "../support/services/outside/deno.ts";
import { headerOf, MailServerStandIn } from "../support/services/outside/mail-server.ts";
import { writeToClient } from "../support/people/news.ts";
import { connect, freshToken, signUpClient, signUpPerson, type Person } from "../support/people/people.ts";
import { TestBackend } from "../support/services/processes.ts";
import { signUpTeamMember } from "../support/people/team.ts";

// The function under the runtime that Supabase has, with a mail server that speaks TLS, asked as anybody can ask it.
const ENTRY = "supabase/functions/deliver-mail/index.ts";
const SITE = "https://www.example.com";
/** How often the function is killed midway. */
const ROUNDS = times(4, 2);
const LOGIN = { user: "site@example.com", pass: "p@ss:/word" };

describe.skipIf(!deno)("deliver-mail under Deno", () => {
  let backend: TestBackend;
  let ann: Person;
  let token: string;
  const directory = mkdtempSync(join(tmpdir(), "certificate-"));
  const servers: Record<"tls" | "starttls", MailServerStandIn> = {} as never;
  const functions: DenoFunction[] = [];

  beforeAll(async () => {
    // Its own schedule would send what waits into its mailbox.
    backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
    for (const encryption of ["tls", "starttls"] as const) {
      servers[encryption] = await MailServerStandIn.start({ encryption, login: LOGIN });
    }
    writeFileSync(join(directory, "trusted.pem"), servers.tls.authority);
    ann = await signUpPerson(backend, {});
    token = `Bearer ${await freshToken(backend, ann)}`;
  });
  afterEach(() => {
    for (const server of Object.values(servers)) {
      server.release();
      server.refusal = undefined;
    }
  });
  afterAll(async () => {
    for (const each of functions) await each.stop();
    for (const server of Object.values(servers)) await server.stop();
    await backend?.remove();
    rmSync(directory, { recursive: true });
  });

  /** The function, with what the platform gives it and what its operator does. */
  async function start(server: MailServerStandIn, more: Record<string, string> = {}): Promise<DenoFunction> {
    const { publishable_key, secret_key } = backend.keys;
    const started = await DenoFunction.start(ENTRY, {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishable_key }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secret_key }),
      SMTP_URL: server.url,
      SMTP_ADMIN_EMAIL: "no-reply@example.com",
      APP_URL: SITE,
      DENO_CERT: join(directory, "trusted.pem"),
      ...more,
    });
    functions.push(started);
    return started;
  }

  let tls: DenoFunction | undefined;
  /** One that no test ends. */
  const shared = async () => (tls ??= await start(servers.tls));

  async function ask(at: DenoFunction, body: unknown, headers: Record<string, string>): Promise<[number, unknown]> {
    const response = await fetch(at.url, { method: "POST", headers, body: JSON.stringify(body) });
    return [response.status, await response.json()];
  }

  const wake = (at: DenoFunction) => ask(at, { type: "wake" }, { authorization: token });
  const schedule = (at: DenoFunction) => ask(at, { type: "redeliver" }, { apikey: backend.keys.secret_key });

  type Row = { attempts: number; sent_at: string | null; dead_at: string | null; last_error: string | null };

  function table() {
    return connect(backend.url, backend.keys.secret_key).from("mail_outbox");
  }

  /** Queues a mail, each about a change of its own, so that none makes another needless. @returns its key */
  async function queue(userId = ann.userId): Promise<string> {
    const dedupe_key = `role.${randomUUID()}`;
    const { error } = await table().insert({
      user_id: userId,
      template: "team_access_changed",
      dedupe_key,
      ids: { change: randomUUID() },
    });
    expect(error).toBeNull();
    return dedupe_key;
  }

  async function rowOf(key: string): Promise<Row> {
    const columns = "attempts, sent_at, dead_at, last_error";
    return (await table().select(columns).eq("dedupe_key", key).single<Row>()).data!;
  }

  function idOf(key: string): string {
    return `<${key}@www.example.com>`;
  }

  /** Lets the time of everything come that is open. @returns how much that is */
  async function makeDue(): Promise<number> {
    const open = table().update({ next_attempt_at: "2020-01-01" }).not("next_attempt_at", "is", null);
    return (await open.select("id")).data!.length;
  }

  /**
   * Kills the function while the server has a mail and has not said so: nobody can know whether it went. On a machine
   * without time for it a run gives up on all of its mails, each after ten seconds: then there is another.
   */
  async function killMidway(begin: (at: DenoFunction) => Promise<unknown>[]): Promise<void> {
    const at = await start(servers.tls);
    const held = servers.tls.hold().then(() => true);
    const runs: Promise<unknown>[] = [];
    do {
      await makeDue();
      runs.push(...begin(at).map((run) => run.catch(() => "killed")));
    } while (!(await Promise.race([held, Promise.all(runs).then(() => false)])));
    await at.stop("SIGKILL");
    expect(await Promise.all(runs)).toContain("killed");
    servers.tls.release();
    await makeDue();
  }

  it.each(["tls", "starttls"] as const)("sends what is due, encrypted and signed in: %s", async (encryption) => {
    const server = servers[encryption];
    const at = encryption === "tls" ? await shared() : await start(server);
    const key = await queue();
    expect(await wake(at)).toEqual([200, { awake: true }]);
    expect(await schedule(at)).toEqual([200, { delivered: 0, failed: 0 }]);
    const mails = server.mails.filter((mail) => headerOf(mail, "Message-ID") === idOf(key));
    expect(mails).toMatchObject([{ to: [ann.email], wasEncrypted: true, user: LOGIN.user }]);
    expect(headerOf(mails[0]!, "From")).toBe("Kaushal Global Hiring <no-reply@example.com>");
    expect(mails[0]!.raw).toContain(`Open the site:\r\n${SITE}/`);
    expect(await rowOf(key)).toMatchObject({ attempts: 1, sent_at: expect.any(String) as unknown, last_error: null });
  });

  it("is woken by whoever has a session, and run by the secret key alone", async () => {
    const at = await shared();
    const key = await queue();
    for (const headers of [
      {},
      { authorization: `Bearer ${backend.keys.publishable_key}` },
      { authorization: "Bearer x" },
    ]) {
      expect((await ask(at, { type: "wake" }, headers as Record<string, string>))[0]).toBe(401);
    }
    for (const apikey of ["", backend.keys.publishable_key]) {
      expect((await ask(at, { type: "redeliver" }, { apikey }))[0]).toBe(401);
    }
    expect((await ask(at, { type: "redeliver" }, { authorization: token }))[0]).toBe(401);
    expect(servers.tls.ids).not.toContain(idOf(key));
    expect(await schedule(at)).toEqual([200, { delivered: 1, failed: 0 }]);
    expect(servers.tls.ids).toContain(idOf(key));
  });

  it("notes a server that refuses: for now, or for good", async () => {
    const at = await shared();
    const later = await queue();
    servers.tls.refusal = { at: "RCPT TO", code: 451 };
    expect(await schedule(at)).toEqual([200, { delivered: 0, failed: 1 }]);
    expect(await rowOf(later)).toEqual({
      attempts: 1,
      sent_at: null,
      dead_at: null,
      last_error: "Error: the mail server answered 451 (EENVELOPE, RCPT TO)",
    });
    const never = await queue();
    servers.tls.refusal = { at: "RCPT TO", code: 550 };
    expect(await schedule(at)).toEqual([200, { delivered: 0, failed: 1 }]);
    expect(await rowOf(never)).toMatchObject({ attempts: 1, dead_at: expect.any(String) as unknown });
    expect(at.log).not.toContain("test.example");
    servers.tls.refusal = undefined;
    await table().update({ next_attempt_at: "2020-01-01" }).eq("dedupe_key", later);
    expect(await schedule(at)).toEqual([200, { delivered: 1, failed: 0 }]);
  });

  it("takes nothing without a mail server, and says so", async () => {
    const key = await queue();
    const none = await start(servers.tls, { SMTP_URL: "" });
    expect(await schedule(none)).toEqual([200, { delivered: 0, failed: 0 }]);
    expect(await rowOf(key)).toMatchObject({ attempts: 0 });
    expect(await wake(none)).toEqual([200, { awake: true }]);
    expect(none.log).toContain("no mail server is configured");
    await table().delete().eq("dedupe_key", key);
  });

  it("sends each mail once by its Message-ID, however often it is killed midway", async () => {
    const people = [ann, ...(await Promise.all([1, 2].map(() => signUpPerson(backend, {}))))];
    const keys: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const person of people) keys.push(await queue(person.userId));
      await killMidway((at) => [schedule(at)]);
    }
    const last = await shared();
    const { delivered } = (await schedule(last))[1] as { delivered: number };
    expect(delivered).toBeGreaterThan(0);
    const { data } = await table().select("dedupe_key").is("sent_at", null).in("dedupe_key", keys);
    expect(data).toEqual([]);
    const ids = servers.tls.mails.map((mail) => headerOf(mail, "Message-ID"));
    expect(keys.filter((key) => !ids.includes(idOf(key)))).toEqual([]);
    expect(new Set(ids.filter((id) => keys.some((key) => id === idOf(key)))).size).toBe(keys.length);
  });

  it("tells of each message in one mail, however often it is killed in a stream of them", async () => {
    const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
    const clients = await Promise.all(["One", "Two"].map((name) => signUpClient(backend, name)));
    const titles = new Map<string, string>();
    for (const [index, client] of clients.entries()) {
      for (const title of [`Welder ${index}`, `Fitter ${index}`]) {
        titles.set(await writeToClient(backend, client, recruiter, title), title);
      }
    }
    const service = connect(backend.url, backend.keys.secret_key);
    // The first of each was written with the requirement.
    let written = titles.size;
    const write = async () => {
      for (const requirement_id of titles.keys()) {
        const words = { requirement_id, author: recruiter.userId, side: "team", body: "Come at nine" };
        expect((await service.from("requirement_messages").insert([words, words])).error).toBeNull();
        written += 2;
      }
      await table().update({ not_before: "2020-01-01" }).not("next_attempt_at", "is", null);
    };
    servers.tls.mails.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await write();
      await killMidway((at) => [schedule(at), schedule(at), wake(at)]);
    }
    const last = await shared();
    // Of what was asked before a kill the database may do the rest afterwards.
    const left = async () => {
      const waiting = await makeDue();
      await Promise.all([schedule(last), schedule(last)]);
      return waiting;
    };
    await expect.poll(left, { timeout: 60_000 }).toBe(0);

    const columns = "id, bundled_in, sent_at, template";
    const { data: rows } = await table().select(columns).eq("template", "requirement_message");
    expect(rows).toHaveLength(written);
    expect(rows!.filter(({ sent_at }) => sent_at === null)).toEqual([]);
    const subjects = new Map<string, Set<string>>();
    for (const mail of servers.tls.mails) {
      const id = headerOf(mail, "Message-ID")!;
      if (!id.startsWith("<message.")) continue;
      subjects.set(id, (subjects.get(id) ?? new Set()).add(headerOf(mail, "Subject")!));
    }
    // Whoever gets one twice gets the same words twice, under one name.
    expect([...subjects.values()].filter((each) => each.size !== 1)).toEqual([]);
    expect(subjects.size).toBe(rows!.filter(({ bundled_in }) => bundled_in === null).length);
    const told = [...subjects.values()].map(([subject]) =>
      Number(/^(\d+|A) messages? about /.exec(subject!)?.[1]?.replace("A", "1")),
    );
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(written);
  });
});
