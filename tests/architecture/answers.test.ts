import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What names its own columns or a function's, which the generated types know; but for what may be null of these. */
const TYPED = ["client/own.server.ts", "team/activity.server.ts"];

// One that is not as its schema says is a failure, 502, which a page tells; `parse` would throw, a 500. What is parsed there
// otherwise is no answer of the database: a form's version, the answer of a function, whose failure is caught beside it, and an
// address.
const NO_ANSWER = ["drafts/drafts.server.ts", "crm/crm.server.ts", "team/search.tsx"];

it("answers of the database are read by parseResult", () => {
  const thrown = globSync(["app/features/**/*.server.ts", "app/{pages,routes}/**/*.{ts,tsx}"])
    .filter((file) => !NO_ANSWER.some((end) => file.endsWith(end)))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(?:[sS]chema|\))\.parse\(.*/g)].map(([line]) => `${file}: ${line}`),
    );
  expect(thrown).toEqual([]);
});

it("no answer of the backend is taken for what it should be unread", () => {
  const casts = globSync("app/**/*.server.ts")
    .filter((file) => !TYPED.some((end) => file.endsWith(end)))
    .filter((file) => /\bvalue(\.\w+)? as (?!const\b)/.test(readFileSync(file, "utf8")));
  expect(casts).toEqual([]);
});
