import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript-eslint";
import { expect, it } from "vitest";

// The rules that need types are those of typescript-eslint, kept by oxlint, which reads types many times as fast, and says
// what of them is wrong.
const CONFIGURATION = join(import.meta.dirname, "../../.oxlintrc.json");

/** The rules of one of typescript-eslint's configurations that are on. */
function rulesOf(configurations: readonly { rules?: object }[]): string[] {
  const rules = Object.entries(
    Object.assign({}, ...configurations.map((each) => each.rules)) as Record<string, unknown>,
  );
  return rules.filter(([name, level]) => name.startsWith("@") && level !== "off").map(([name]) => name);
}

it("has every rule that needs types on, but for the two that this stack can't keep", () => {
  const { recommendedTypeChecked, recommended } = ts.configs;
  const withoutTypes = rulesOf(recommended);
  const off = ["@typescript-eslint/only-throw-error", "@typescript-eslint/require-await"];
  const wanted = rulesOf(recommendedTypeChecked).filter((rule) => ![...withoutTypes, ...off].includes(rule));
  expect(wanted.length).toBeGreaterThan(15);
  const kept = readFileSync(CONFIGURATION, "utf8").matchAll(/^ +"typescript\/([a-z-]+)": "error",?$/gm);
  expect([...kept].map(([, name]) => `@typescript-eslint/${name}`).sort()).toEqual(wanted.sort());
});

it("finds what is of another type, a promise that nobody waits for, and what has lost its type", () => {
  const folder = mkdtempSync(join(tmpdir(), "lint-"));
  writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }');
  const code = `async function f(): Promise<number> { return 1; }
    f();
    [1].forEach(async () => { await f(); });
    export const lost: number = JSON.parse("1");
    export const words = \`\${{}}\`;
    export const other: number = words;\n`;
  writeFileSync(join(folder, "code.ts"), code);
  const { stdout, status } = spawnSync("oxlint", ["-c", CONFIGURATION], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const found = [...stdout.matchAll(/typescript\(([\w-]+)\)/g)].map(([, name]) => name);
  expect(found.sort()).toEqual([
    "TS2322",
    "no-base-to-string",
    "no-floating-promises",
    "no-misused-promises",
    "no-unsafe-assignment",
    "restrict-template-expressions",
  ]);
  expect(status).toBe(1);
});
