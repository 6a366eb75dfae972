import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// A mail that is forgotten in one of these places is noticed by nobody before it should go out.
const read = (path: string) => readFileSync(path, "utf8");
const [, listed = ""] = /check \(template in \(([^)]+)\)/.exec(read("supabase/schemas/4-outbox/03-mail.sql")) ?? [];
/** What goes together, as one mail called "news". */
const TOGETHER = ["requirement_event", "requirement_message", "inbox_summary"];
const templates = [...listed.matchAll(/'(\w+)'/g)].map(([, name = ""]) => (TOGETHER.includes(name) ? "news" : name));

it.each([
  ["its content, by the database", "supabase/schemas/4-outbox/04-mail-runs.sql", "'"],
  ["what that is checked by", "supabase/functions/deliver-mail/content.ts", '"'],
])("each mail of the outbox has %s", (_, path, quote) => {
  expect(templates.length).toBeGreaterThan(10);
  const text = read(path);
  expect(templates.filter((name) => !text.includes(quote + name + quote))).toEqual([]);
});
