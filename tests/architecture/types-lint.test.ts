import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import js from "@eslint/js";
import ts from "typescript-eslint";
import { expect, it } from "vitest";
import config from "../../oxlint.config.ts";

// The rules are those of ESLint and typescript-eslint, kept by oxlint, which reads code and types many times as fast, and says
// what of the types is wrong.
const CONFIGURATION = resolve("oxlint.config.ts");

it("has every recommended rule on, but for those that this stack can't keep", () => {
  const configurations = [js.configs.recommended, ...ts.configs.recommendedTypeChecked];
  const levels = Object.entries(
    Object.assign({}, ...configurations.map(({ rules }) => rules)) as Record<string, unknown>,
  );
  // What no-octal finds is no TypeScript.
  const off = ["no-octal", "only-throw-error", "require-await"];
  const recommended = levels.filter(([, level]) => level !== "off").map(([name]) => name.replace(/^.*\//, ""));
  expect(recommended.length).toBeGreaterThan(80);
  const own = ["consistent-type-imports", "exhaustive-deps", "no-restricted-properties", "rules-of-hooks"];
  const wanted = [...recommended.filter((name) => !off.includes(name)), ...own];
  const kept = Object.entries(config.rules).filter(([, level]) => [level].flat()[0] === "error");
  expect(kept.map(([name]) => name.replace(/^.*\//, "")).sort()).toEqual(wanted.sort());
});

it("finds what is of another type, a promise that nobody waits for, what has lost its type, and a session that believes its cookie", () => {
  const folder = mkdtempSync(join(tmpdir(), "lint-"));
  writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }');
  const code = `async function f(): Promise<number> { return 1; }
    f();
    [1].forEach(async () => { await f(); });
    export const lost: number = JSON.parse("1");
    export const words = \`\${{}}\`;
    export const other: number = words;
    export const believe = (auth: { getSession(): void }) => auth.getSession();\n`;
  writeFileSync(join(folder, "code.ts"), code);
  const { stdout, status } = spawnSync("oxlint", ["-c", CONFIGURATION], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const found = [...stdout.matchAll(/(?:typescript|eslint)\(([\w-]+)\)/g)].map(([, name]) => name);
  expect(found.sort()).toEqual([
    "TS2322",
    "no-base-to-string",
    "no-floating-promises",
    "no-misused-promises",
    "no-restricted-properties",
    "no-unsafe-assignment",
    "restrict-template-expressions",
  ]);
  expect(status).toBe(1);
});
