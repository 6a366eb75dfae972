import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { FRAMES, withoutToken } from "../support/browser/pages.ts";
import { end, freePort, makeDirectory, waitForServer } from "../support/services/processes.ts";

const ROOT = join(import.meta.dirname, "../..");
/** As a first start leaves it: that is what the other tests' backends are made of. */
const dataDirectory = await makeDirectory();
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
});
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

/** Runs `npm start` or its like. */
function start(mode: string, variables: Record<string, string>) {
  return run("scripts/start.ts", variables, mode);
}

/** Runs one of the programs; what it says is in `said`. */
function run(script: string, variables: Record<string, string>, ...parameters: string[]) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(SUPABASE|SESSION|NODE_ENV)/.test(name));
  const child = spawn(process.execPath, [join(ROOT, script), ...parameters], {
    cwd: ROOT,
    // Its own group, as a shell gives it one.
    detached: true,
    env: { ...Object.fromEntries(inherited), ...variables },
  });
  children.push(child);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  return { child, said: () => said.join("") };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The processes a process has started. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The child process that runs a program. */
function childOf(pid: number, program: string): number {
  const found = childrenOf(pid).find((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(program));
  if (found === undefined) throw new Error(`nobody runs ${program}`);
  return found;
}

describe("npm start without a Supabase project", () => {
  it.skipIf(process.platform !== "linux")(
    "introduces itself, restarts a backend or a site that died, and answers meanwhile",
    async () => {
      const [PORT, SUPABASE_PORT] = [String(await freePort()), String(await freePort())];
      const { child, said } = start("start", { PORT, SUPABASE_PORT, DATA_DIR: dataDirectory });
      const site = `http://localhost:${PORT}`;
      await waitForServer(site);
      await until(() => said().includes("Demo HR"));
      for (const text of [
        site,
        `http://127.0.0.1:${SUPABASE_PORT}/mailbox`,
        "client@demo.example",
        "never for production",
      ]) {
        expect(said()).toContain(text);
      }
      // It fits on a screen.
      expect(said().split("\n").length).toBeLessThan(24);
      const form = {
        method: "POST",
        body: new URLSearchParams({ name: "A", email: "a@b.co", requirement: "x" }),
        redirect: "manual",
      } as const;
      expect((await fetch(`${site}/contact`, form)).status).toBe(302);
      // Site and backend share a key, by which a form's network is known.
      const owner = OwnerSession.of(dataDirectory);
      expect((await owner.query("select from private.form_senders where network is not null")).rows).toHaveLength(1);
      await owner.close();

      process.kill(childOf(child.pid!, "embedded/main.ts"), "SIGKILL");
      await until(() => said().includes("The embedded backend ended (SIGKILL)"));
      expect((await fetch(site)).status).toBe(200);
      await until(() => said().includes("The embedded backend is back"));
      expect((await fetch(`${site}/contact`, form)).status).toBe(302);

      // A site that died is started again as well.
      process.kill(childOf(child.pid!, "server/main.ts"), "SIGKILL");
      await until(() => said().includes("The site is back"));
      expect((await fetch(`${site}/contact`, form)).status).toBe(302);

      // What is under way when Ctrl+C tells it to end, and all that runs in its group, is still saved.
      const body = "name=A&email=a%40b.co&requirement=under+way";
      const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) };
      const post = request(`${site}/contact`, { method: "POST", headers });
      const answer = once(post, "response") as Promise<[IncomingMessage]>;
      await new Promise<void>((resolve) => post.write(body.slice(0, 10), () => resolve()));
      await fetch(`${site}/healthz`);
      process.kill(-child.pid!, "SIGINT");
      await until(() =>
        fetch(site).then(
          () => false,
          () => true,
        ),
      );
      post.end(body.slice(10));
      const [{ statusCode }] = await answer;
      expect(statusCode).toBe(302);
      if (child.exitCode === null) await once(child, "exit");
      expect(child.exitCode).toBe(0);
      // Its directory may be moved or copied from now on.
      expect(existsSync(join(dataDirectory, "postgres/postmaster.pid"))).toBe(false);
      await expect(fetch(`http://127.0.0.1:${SUPABASE_PORT}/mailbox.json`)).rejects.toThrow();
    },
  );
});

it("ends without a word of its own when it is told to while it starts", async () => {
  const [PORT, SUPABASE_PORT] = [String(await freePort()), String(await freePort())];
  const DATA_DIR = mkdtempSync(join(tmpdir(), "start-"));
  const { child, said } = start("start", { PORT, SUPABASE_PORT, DATA_DIR, LOG_LEVEL: "warn" });
  await until(() => existsSync(join(DATA_DIR, "postgres/postmaster.pid")));
  const started = childrenOf(child.pid!);
  await end(child);
  await until(() => started.every((pid) => !existsSync(`/proc/${pid}`)));
  rmSync(DATA_DIR, { recursive: true });
  expect(said()).toBe("");
});

describe("npm run serve", () => {
  it("serves the same pages as our own server", async () => {
    const variables = {
      SUPABASE_URL: "http://127.0.0.1:9",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_for_nobody",
      SESSION_SECRET: "a secret of at least thirty-two characters",
      HOST: "127.0.0.1",
    };
    const [own, plain] = [String(await freePort()), String(await freePort())];
    start("start", { ...variables, PORT: own, APP_URL: `http://127.0.0.1:${own}` });
    const { said } = start("serve", { ...variables, PORT: plain, APP_URL: `http://127.0.0.1:${plain}` });
    await Promise.all([waitForServer(`http://127.0.0.1:${own}`), waitForServer(`http://127.0.0.1:${plain}`)]);
    for (const path of FRAMES) {
      const [first, second] = await Promise.all([own, plain].map((port) => fetch(`http://127.0.0.1:${port}${path}`)));
      expect(second!.status).toBe(first!.status);
      const [html, other] = await Promise.all([first!.text(), second!.text()]);
      expect(withoutToken(other).replaceAll(`:${plain}/`, `:${own}/`).replaceAll(`:${plain}"`, `:${own}"`), path).toBe(
        withoutToken(html),
      );
    }
    const refused = await fetch(`http://127.0.0.1:${plain}/contact`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(refused.status).toBe(415);
    // It has no limits by address, and says so.
    expect(said()).toContain("limits nobody by address");
  });
});

describe("a start that can't be right", () => {
  it.each([
    [
      "production without a public origin",
      {
        NODE_ENV: "production",
        SUPABASE_URL: "https://a.supabase.co",
        SUPABASE_PUBLISHABLE_KEY: "x".repeat(32),
        SESSION_SECRET: "x".repeat(32),
      },
      "APP_URL: is not set",
    ],
    ["production without a backend", { NODE_ENV: "production" }, "Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY"],
    [
      "a key without an address",
      { SUPABASE_PUBLISHABLE_KEY: "x".repeat(32), SESSION_SECRET: "x".repeat(32) },
      "SUPABASE_URL: is not set",
    ],
  ])("%s ends with 1 and says why", async (_, variables, words) => {
    const { child, said } = start("start", {
      PORT: String(await freePort()),
      ...(variables as Record<string, string>),
    });
    expect((await once(child, "exit"))[0]).toBe(1);
    expect(said()).toContain(words);
  });

  it("a port that somebody has is said in words, with the setting for another", async () => {
    const port = await freePort();
    const other = createServer().listen(port);
    await once(other, "listening");
    const { child, said } = run("server/main.ts", {
      BACKEND: "embedded",
      PORT: String(port),
      SUPABASE_URL: "http://127.0.0.1:9",
      SUPABASE_PUBLISHABLE_KEY: "x".repeat(32),
      SESSION_SECRET: "x".repeat(32),
      LOG_LEVEL: "silent",
    });
    expect((await once(child, "exit"))[0]).toBe(1);
    expect(said()).toBe(`Port ${port} is taken. Set PORT to a free one.\n`);
    const tryMode = async (mode: string) => {
      const taken = start(mode, { PORT: String(port), DATA_DIR: join(dataDirectory, "never") });
      expect([mode, (await once(taken.child, "exit"))[0]]).toEqual([mode, 1]);
      expect(taken.said()).toBe(`Port ${port} is taken. Set PORT to a free one.\n`);
    };
    await Promise.all(["start", "dev", "serve"].map(tryMode));
    other.close();
  });

  it.each([
    ["the server alone", "server/main.ts", ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SESSION_SECRET", "PORT"]],
    [
      "the embedded backend with it",
      "scripts/start.ts",
      ["PORT", "LOG_LEVEL", "REDELIVERY_SECONDS", "CRM_WEBHOOK_URL"],
    ],
  ])("%s names everything that is wrong, and no line of code", async (_, script, names) => {
    const wrong = { PORT: "http", LOG_LEVEL: "loud", REDELIVERY_SECONDS: "0", CRM_WEBHOOK_URL: "crm" };
    const { child, said } = run(script, wrong);
    expect((await once(child, "exit"))[0]).toBe(1);
    for (const name of names) expect(said()).toMatch(new RegExp(`^  ${name}: (must be |is not set)`, "m"));
    expect(said()).not.toMatch(/\bat .*\.ts:\d/);
  });
});
