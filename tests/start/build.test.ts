import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

function start(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env["PATH"]}` },
  });
  return { status, said: stdout + stderr };
}

it("says nothing of what its tools have to say when they succeed", () => {
  const code = `import { run } from "./scripts/build.ts"; await run("node", "-e", "console.log(1); console.error(2)");`;
  expect(start("--input-type=module", "-e", code)).toEqual({ status: 0, said: "" });
});

it("says why it fails", () => {
  writeFileSync(join(copy, "app/root.tsx"), 'import "./no-such-module";\n');
  const { status, said } = start("scripts/build.ts");
  expect(status).toBe(1);
  expect(said).toContain("no-such-module");
});
