import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = [
  "app",
  "public",
  "server",
  "scripts",
  "supabase/migrations",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "react-router.config.ts",
  "vite.config.ts",
];

const copy = mkdtempSync(join(tmpdir(), "build-"));
for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true }));

function build() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env["PATH"]}` },
  });
  return { status, said: stdout + stderr };
}

it("says nothing when it succeeds, whatever its tools have to say, and why when it fails", () => {
  expect(build()).toEqual({ status: 0, said: "" });
  expect(existsSync(join(copy, "build/server/index.js"))).toBe(true);
  writeFileSync(join(copy, "app/root.tsx"), 'import "./no-such-module";\n');
  const { status, said } = build();
  expect(status).toBe(1);
  expect(said).toContain("no-such-module");
});
