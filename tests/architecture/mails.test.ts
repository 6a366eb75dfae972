import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MAILS } from "../../supabase/functions/deliver-mail/mails/index.ts";

// A mail that is forgotten in one of these places is noticed by nobody before it should go out.
const FOLDER = "supabase/functions/deliver-mail/mails";
const table = readFileSync("supabase/schemas/4-outbox/03-mail.sql", "utf8");
const [, listed = ""] = /check \(template in \(([^)]+)\)/.exec(table) ?? [];
/** What goes together, as one mail called "news". */
const TOGETHER = ["requirement_event", "requirement_message", "inbox_summary"];
const templates = [...listed.matchAll(/'(\w+)'/g)].map(([, name = ""]) => (TOGETHER.includes(name) ? "news" : name));
const expected = [...new Set(templates)].sort();

it("each mail of the outbox has a file of its own, which is listed, and no other has", () => {
  expect(expected.length).toBeGreaterThan(10);
  const files = readdirSync(FOLDER).filter((file) => file !== "index.ts");
  expect(files.sort()).toEqual(expected.map((name) => `${name}.ts`));
  expect(Object.keys(MAILS).sort()).toEqual(expected);
});

it("each has a case in a test, which writes it", () => {
  const tests = globSync("supabase/functions/deliver-mail/*.test.ts").map((path) => readFileSync(path, "utf8"));
  const missing = expected.filter((name) => !tests.some((text) => text.includes(`template: "${name}"`)));
  expect(missing, "write a case in supabase/functions/deliver-mail/mail.test.ts").toEqual([]);
});

it("each has a function of the database that says what it is about", () => {
  const schemas = globSync("supabase/schemas/*/*.sql").map((path) => readFileSync(path, "utf8"));
  const functions = schemas.flatMap((sql) => [
    ...sql.matchAll(/create function private\.(\w+)_mail\(mail public\.mail_outbox\) returns jsonb/g),
  ]);
  expect(functions.map(([, name]) => name).sort()).toEqual(expected);
});
