import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FinalError } from "../_shared/outbox.ts";
import { handleDeliverMail, openOutbox } from "./handler.ts";
import type { DeliverMailOptions, Mail } from "./options.ts";

type Due = { id: string; dedupe_key: string; content: unknown };

function mails(count: number): Due[] {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    dedupe_key: `role.${index}`,
    content: { template: "team_access_changed", to: `p${index}@example.com`, role: "recruiter" },
  }));
}

/** What surrounds the function: a database with mails that are due, and somewhere for them to go. */
function surroundings({ due = mails(1), account }: { due?: Due[]; account?: () => Response } = {}) {
  const waiting = [...due];
  const questions: { url: string; headers: Headers; body: unknown }[] = [];
  const keys: (string | null)[] = [];
  const settled: Record<string, unknown>[] = [];
  const sent: Mail[] = [];
  const options: DeliverMailOptions = {
    supabaseUrl: "http://backend.test",
    supabaseKey: "sb_publishable_x",
    secretKey: "sb_secret_x",
    siteUrl: "https://www.example.com",
    send: async (mail) => void sent.push(mail),
    fetch: (input, init = {}) => {
      const url = input instanceof Request ? input.url : input.toString();
      const headers = new Headers(init.headers);
      if (url.endsWith("/rpc/claim_mails")) {
        keys.push(headers.get("apikey"));
        const { most } = JSON.parse(init.body as string) as { most: number };
        return Promise.resolve(Response.json(waiting.splice(0, most)));
      }
      if (url.endsWith("/rpc/settle_mail")) {
        settled.push(JSON.parse(init.body as string) as Record<string, unknown>);
        return Promise.resolve(new Response(null, { status: 204 }));
      }
      questions.push({ url, headers, body: init.body });
      return Promise.resolve((account ?? (() => Response.json([{ role: "recruiter" }])))());
    },
    log() {},
  };
  return { questions, keys, settled, sent, options };
}

function call(options: DeliverMailOptions, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return handleDeliverMail(new Request("http://f.test/deliver-mail", { method: "POST", headers, body: text }), options);
}

const wake = { type: "wake" };
const signedIn = { authorization: "Bearer token" };

it("counts no mail as sent that no mail server took, whoever asks the outbox", async () => {
  const due = mails(1);
  const { settled, options } = surroundings({ due });
  await openOutbox({ ...options, send: undefined }).deliverSome();
  expect(settled).toEqual([{ delivery: due[0]!.id, problem: expect.stringContaining("no mail server") as unknown }]);
});

describe("deliver-mail, woken by a page", () => {
  it("asks with the caller's own token whether there is a session, then sends what is due, and says nothing of it", async () => {
    const due = mails(2);
    const { questions, keys, settled, sent, options } = surroundings({ due });
    const response = await call(options, wake, signedIn);
    expect([response.status, await response.json()]).toEqual([200, { awake: true }]);
    expect(questions.map(({ url }) => url)).toEqual(["http://backend.test/rest/v1/current_account?select=role"]);
    expect(questions[0]!.headers.get("authorization")).toBe("Bearer token");
    expect(questions[0]!.headers.get("apikey")).toBe("sb_publishable_x");
    expect(new Set(keys)).toEqual(new Set(["sb_secret_x"]));
    expect(sent.map(({ to, messageId }) => [to, messageId])).toEqual([
      ["p0@example.com", "<role.0@www.example.com>"],
      ["p1@example.com", "<role.1@www.example.com>"],
    ]);
    expect(settled).toEqual(due.map(({ id }) => ({ delivery: id, problem: null })));
  });

  it.each([
    ["nobody", {}, undefined],
    ["the publishable key", signedIn, () => new Response(null, { status: 401 })],
    ["a token that may not ask", signedIn, () => new Response(null, { status: 403 })],
    ["a session that has ended", signedIn, () => Response.json([])],
  ])("is refused to %s, and sends nothing", async (_, headers, account) => {
    const { keys, sent, options } = surroundings(account ? { account } : {});
    expect((await call(options, wake, headers)).status).toBe(401);
    expect([...keys, ...sent]).toEqual([]);
  });

  it("takes the token of a candidate's link for a session, and no other", async () => {
    const candidate = "a".repeat(64);
    const due = mails(1);
    const known = surroundings({ due, account: () => Response.json({ purpose: "page" }) });
    expect((await call(known.options, { ...wake, candidate }, signedIn)).status).toBe(200);
    expect(known.questions.map(({ url }) => url)).toEqual(["http://backend.test/rest/v1/rpc/candidate_question"]);
    expect(known.questions[0]!.headers.get("authorization")).toBe("Bearer sb_publishable_x");
    expect(known.questions[0]!.body).toBe(JSON.stringify({ token: candidate }));
    expect(known.sent).toHaveLength(1);
    const unknown = surroundings({ due, account: () => Response.json(null) });
    expect((await call(unknown.options, { ...wake, candidate }, signedIn)).status).toBe(401);
    expect((await call(unknown.options, { ...wake, candidate: "x" }, signedIn)).status).toBe(400);
    expect(unknown.sent).toEqual([]);
  });

  it.each<[number, string, () => Promise<Response>]>([
    [400, "no JSON", () => call(surroundings().options, "{", signedIn)],
    [400, "another type", () => call(surroundings().options, { type: "send", to: "a@b.co" }, signedIn)],
    [413, "far too much", () => call(surroundings().options, { ...wake, more: "x".repeat(5_000) }, signedIn)],
    [
      502,
      "a backend that is down",
      () => call(surroundings({ account: () => new Response(null, { status: 500 }) }).options, wake, signedIn),
    ],
  ])("answers %i to %s", async (status, _, send) => {
    expect((await send()).status).toBe(status);
  });

  it("answers 405 to a GET", async () => {
    expect((await handleDeliverMail(new Request("http://f.test/"), surroundings().options)).status).toBe(405);
  });

  it("takes nothing where there is nowhere to send it", async () => {
    const { keys, options } = surroundings();
    const said: string[] = [];
    const none = { ...options, send: undefined, log: (line: string) => void said.push(line) };
    expect((await call(none, wake, signedIn)).status).toBe(200);
    expect(await (await call(none, { type: "redeliver" }, { apikey: "sb_secret_x" })).json()).toEqual({
      delivered: 0,
      failed: 0,
    });
    expect(keys).toEqual([]);
    expect(said).toEqual([expect.stringContaining("SMTP_URL")]);
  });
});

describe("the scheduled run", () => {
  const run = { type: "redeliver" };
  const secret = { apikey: "sb_secret_x" };

  it.each<Record<string, string>>([{}, signedIn, { apikey: "sb_publishable_x" }, { apikey: "sb_secret_y" }])(
    "is refused to %j",
    async (headers) => {
      const { keys, sent, options } = surroundings();
      expect((await call(options, run, headers)).status).toBe(401);
      expect([...keys, ...sent]).toEqual([]);
    },
  );

  it("sends everything that is due, ten at a time, and goes on after failures of each kind", async () => {
    const due = mails(63);
    due[3]!.content = { template: "of a later version", to: "p3@example.com" };
    const { settled, sent, options } = surroundings({ due });
    const sending: DeliverMailOptions = {
      ...options,
      send: async (mail) => {
        if (mail.to === "p5@example.com") throw new FinalError("the mail server answered 550");
        if (mail.to === "p7@example.com") throw new Error("the mail server gave no answer");
        sent.push(mail);
      },
    };
    expect(await (await call(sending, run, secret)).json()).toEqual({ delivered: 60, failed: 3 });
    expect(sent).toHaveLength(60);
    const noteOf = (index: number) => settled.find(({ delivery }) => delivery === due[index]!.id);
    expect(noteOf(3)).toEqual({ delivery: due[3]!.id, problem: "Error: the content is not understood" });
    expect(noteOf(5)).toEqual({ delivery: due[5]!.id, problem: "Error: the mail server answered 550", is_final: true });
    expect(noteOf(7)).toEqual({ delivery: due[7]!.id, problem: "Error: the mail server gave no answer" });
    expect(settled.filter(({ problem }) => problem === null)).toHaveLength(60);
  });

  it("goes on, and tells the platform so, when the caller has gone away", async () => {
    const { settled, options } = surroundings();
    const server = Promise.withResolvers<undefined>();
    const kept: Promise<unknown>[] = [];
    const caller = new AbortController();
    const request = new Request("http://f.test/", {
      method: "POST",
      headers: secret,
      body: JSON.stringify(run),
      signal: caller.signal,
    });
    const answered = handleDeliverMail(request, {
      ...options,
      send: () => server.promise,
      keepAlive: (work) => kept.push(work),
    });
    caller.abort();
    server.resolve(undefined);
    await Promise.all([answered, ...kept]);
    expect(kept).toHaveLength(1);
    expect(settled).toHaveLength(1);
  });
});
