import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, expect, it } from "vitest";
import { projectFiles, secretsOf } from "../support/text/secrets.ts";

const directory = mkdtempSync(join(tmpdir(), "planted-"));
afterAll(() => rmSync(directory, { recursive: true }));

function token(role: string): string {
  const parts = [
    { alg: "HS256", typ: "JWT" },
    { role, iss: "supabase" },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return [...parts, "signature-of-the-token"].join(".");
}

// Put together here, so that this file itself holds none.
const planted: [string, string][] = [
  ["a Supabase secret key", ["sb", "secret", "N7UND0UgjKTVK"].join("_") + "Uodkm0Hg"],
  ["a Supabase access token", `sbp_${"0123456789".repeat(4)}`],
  ["a service_role token", token("service_role")],
  ["a private key", `-----BEGIN RSA ${"PRIVATE"} KEY-----`],
  ["an AWS key", `AKIA${"ABCDEFGH".repeat(2)}`],
  ["a GitHub token", `ghp_${"a1".repeat(18)}`],
  ["an npm token", `//registry.npmjs.org/${":_auth"}Token=abc`],
  ["a Google key", `AIza${"a".repeat(35)}`],
  ["a Stripe key", `sk_${"live"}_${"a1".repeat(10)}`],
  ["a Slack token", `xoxb-${"1234567890-".repeat(2)}abc`],
  ["a password in an address", `postgres://user:${"hunter22"}@db.example.com/x`],
];

it.each(planted)("finds %s that was planted", (name, secret) => {
  rmSync(join(directory, "src"), { recursive: true, force: true });
  mkdirSync(join(directory, "src/deep"), { recursive: true });
  mkdirSync(join(directory, "node_modules"), { recursive: true });
  writeFileSync(join(directory, ".gitignore"), "node_modules/\n.env\n*.log\n");
  writeFileSync(join(directory, "src/deep/a.ts"), `const key = "${secret}";\n`);
  for (const ignored of ["node_modules/b.js", ".env", "src/c.log"]) writeFileSync(join(directory, ignored), secret);
  expect(secretsOf(directory)).toEqual([`src/deep/a.ts: ${name}`]);
});

it("finds none where there is none", () => {
  const harmless = [token("anon"), "sb_secret_...", "postgres://user:${PASSWORD}@db:5432", "BEGIN PRIVATE KEY"];
  writeFileSync(join(directory, "src/deep/a.ts"), harmless.join("\n"));
  expect(secretsOf(directory)).toEqual([]);
});

it("no file of this project holds a secret", () => {
  expect(projectFiles(".").length).toBeGreaterThan(200);
  expect(secretsOf(".")).toEqual([]);
});

it(".env.example gives no secret a value", () => {
  const text = readFileSync(".env.example", "utf8").replaceAll(/^# (?=[A-Z_]+=)/gm, "");
  const values = Object.entries(parseEnv(text)).filter(([name]) => /SECRET|PASS|_KEY/.test(name));
  expect(values.length).toBeGreaterThan(3);
  for (const [name, value] of values) expect(value, name).toMatch(/^$|\.\.\.$/);
});
