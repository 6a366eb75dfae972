import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let directory = "";
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "keys-"))));
afterEach(() => rmSync(directory, { recursive: true }));

const file = () => join(directory, ".env");

function run() {
  return spawnSync(process.execPath, [join(import.meta.dirname, "selfhost-keys.ts")], {
    cwd: directory,
    encoding: "utf8",
  });
}

function read(): Record<string, string | undefined> {
  return parseEnv(readFileSync(file(), "utf8"));
}

describe("A26: npm run selfhost:keys", () => {
  it("makes a file that only its owner reads, with keys that one secret signs", () => {
    const { status, stdout } = run();
    expect(status).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const made = read();
    for (const [name, role] of [
      ["SUPABASE_PUBLISHABLE_KEY", "anon"],
      ["SERVICE_ROLE_KEY", "service_role"],
    ] as const) {
      const [head, body = "", signature] = made[name]!.split(".");
      expect(JSON.parse(Buffer.from(body, "base64url").toString())).toMatchObject({ role });
      const mac = createHmac("sha256", made["JWT_SECRET"]!).update(`${head}.${body}`).digest("base64url");
      expect(signature).toBe(mac);
    }
    expect(made["APP_URL"]).toBe("http://localhost:3000");
    for (const value of [made["JWT_SECRET"], made["POSTGRES_PASSWORD"]]) expect(stdout).not.toContain(value);
  });

  it("adds no second set: a database keeps the password it was made with", () => {
    run();
    const before = readFileSync(file(), "utf8");
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain("POSTGRES_PASSWORD");
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  it("touches no project's keys", () => {
    writeFileSync(file(), "SUPABASE_URL=https://a.supabase.co\n");
    expect(run().status).toBe(1);
    expect(readFileSync(file(), "utf8")).toBe("SUPABASE_URL=https://a.supabase.co\n");
  });

  it("keeps what is set, also in a file without a last line end, and closes the file to others", () => {
    writeFileSync(file(), "# mine\nPOSTGRES_PASSWORD=\nSESSION_SECRET=mine\nAPP_URL=https://www.example.com", {
      mode: 0o644,
    });
    expect(run().status).toBe(0);
    expect(read()).toMatchObject({ SESSION_SECRET: "mine", APP_URL: "https://www.example.com" });
    expect(read()["POSTGRES_PASSWORD"]).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(file(), "utf8")).toContain("# mine\n");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("runs on the project's own Node, whatever the machine has", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    expect(scripts["selfhost:keys"]).toBe("node scripts/selfhost-keys.ts");
    for (const path of ["README.md", "docs/operations.md", "compose.yaml"]) {
      expect(readFileSync(path, "utf8")).not.toContain("node scripts/selfhost-keys");
    }
    expect(existsSync("node_modules/.bin/node")).toBe(true);
  });
});
