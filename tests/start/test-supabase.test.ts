import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve, type SmallServer } from "../support/http/http.ts";
import { freePort } from "../support/services/processes.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "place-"));
let supabase: SmallServer;

beforeAll(async () => {
  supabase = await serve((_, response) => response.end("{}"));
});
afterAll(() => {
  supabase.stop();
  rmSync(folder, { recursive: true });
});

/** What `npm run test:supabase` says where it does not begin. */
async function refusalOf(variables: Record<string, string>, ...names: string[]): Promise<string> {
  const ours = /^(SUPABASE|DATABASE_URL|MAILBOX|CRM_|TEST_)/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  const child = spawn(process.execPath, [join(ROOT, "scripts/tests/test-supabase.ts"), ...names], {
    cwd: ROOT,
    env: { ...inherited, ...variables, NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  expect((await once(child, "close"))[0]).toBe(1);
  expect(said).not.toMatch(/\bat .*:\d+:\d+/);
  return said;
}

describe("npm run test:supabase says before it begins what it can't do", () => {
  /** A complete place, with something that is wrong in it. */
  const placeWith = (wrong: Record<string, string>) => ({
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_nobody",
    SUPABASE_SECRET_KEY: "sb_secret_of_nobody",
    DATABASE_URL: "postgresql://postgres:hush@127.0.0.1:1/postgres",
    MAILBOX_URL: "http://127.0.0.1:1",
    ...wrong,
  });

  it("files that are none of its own", async () => {
    const said = await refusalOf({}, "http/accounts", "nosuchfile");
    expect(said).toMatch(/^No file has nosuchfile in its name\. There are .*tests\/http\/accounts\.test\.ts/);
  });

  it("a file that nothing is called by, and names those of the whole product", async () => {
    const said = await refusalOf({}, "nosuchfile");
    for (const name of [
      ...["accounts", "candidate-own", "company", "crm", "drafts", "joining", "messages", "notifications", "portal"],
      ...["requirement-changes", "requirement-pages", "sessions", "site/forms", "team/inbox", "unsubscribe"],
    ]) {
      expect(said).toContain(`${name}.test.ts`);
    }
  });

  it("a Supabase that is named in part", async () => {
    const said = await refusalOf({ SUPABASE_PUBLISHABLE_KEY: "x", MAILBOX_URL: "http://127.0.0.1:1" });
    expect(said).toBe("To name a Supabase, set SUPABASE_URL, SUPABASE_SECRET_KEY, DATABASE_URL as well.\n");
  });

  it("a CRM without what its messages are signed with", async () => {
    const said = await refusalOf(placeWith({ CRM_STAND_IN_PORT: "8080" }));
    expect(said).toBe("CRM_STAND_IN_PORT is a port, with CRM_WEBHOOK_SECRET beside it.\n");
  });

  it.each([
    ["SUPABASE_URL", "somewhere"],
    ["DATABASE_URL", folder],
  ])("a %s that is none, and writes nothing there", async (name, value) => {
    expect(await refusalOf(placeWith({ [name]: value }))).toBe(`${name} is no such address.\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a Supabase that does not answer", async () => {
    const SUPABASE_URL = `http://127.0.0.1:${await freePort()}`;
    expect(await refusalOf(placeWith({ SUPABASE_URL }))).toBe(`Nothing answers at SUPABASE_URL, ${SUPABASE_URL}.\n`);
  });

  it("a database that does not open, without its password", async () => {
    const said = await refusalOf(placeWith({}));
    expect(said).toContain("The database does not open at DATABASE_URL: ");
    expect(said).not.toContain("hush");
  });
});
