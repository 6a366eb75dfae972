import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What names its own columns or a function's, which the generated types know; but for what may be null of these. */
const TYPED = ["client/own.server.ts", "team/activity.server.ts"];

it("no answer of the backend is taken for what it should be unread", () => {
  const casts = globSync("app/**/*.server.ts")
    .filter((file) => !TYPED.some((end) => file.endsWith(end)))
    .filter((file) => /\bvalue(\.\w+)? as (?!const\b)/.test(readFileSync(file, "utf8")));
  expect(casts).toEqual([]);
});
