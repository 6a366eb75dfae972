import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/** What a file imports but for types, and exports from another: `import x from "y"`, `export * from "y"`, `import "y"`. */
const IMPORTED = /^(?:import(?! type\b)|export)\b[^;]*?["']([^"']+)["'];/gm;

/** The files that a file imports, and those that these import, each with who imports it first. */
function importsOf(entries: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const names = [...readFileSync(file, "utf8").matchAll(IMPORTED)].map(([, name = ""]) => name);
    found.set(file, names);
    waiting.push(...names.filter((name) => /^\.{1,2}\/.*\.ts$/.test(name)).map((name) => join(dirname(file), name)));
  }
  return found;
}

it("what plain Node runs imports nothing by the names that only the build knows", () => {
  const files = importsOf(globSync("scripts/**/*.ts", { exclude: (name) => name.includes(".test.") }));
  expect(files.has(join("tests", "support", "api", "heap.ts"))).toBe(true);
  const unknown = [...files].filter(([, names]) => names.some((name) => name.startsWith("~/"))).map(([file]) => file);
  expect(unknown).toEqual([]);
});
