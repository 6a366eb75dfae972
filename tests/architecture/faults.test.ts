import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What tells a file's tests how they are run: fewer rounds, or none, but for `--mode faults`. */
const MODE = /^import \{[^}]*\b(?:times|isShort)\b[^}]*\} from|import\.meta\.env\.MODE/m;

it("whatever `npm test` tries a few times, or leaves out, `npm run test:faults` does in full", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const parts = scripts["test:faults"]!.split(" ").filter((word) => word.startsWith("tests/"));
  const shortened = globSync("tests/*/**/*.test.ts").filter((path) => MODE.test(readFileSync(path, "utf8")));
  expect(shortened.length).toBeGreaterThan(10);
  expect(shortened.filter((path) => !parts.some((part) => path.startsWith(part)))).toEqual([]);
});
