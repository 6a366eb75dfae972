import { expect, it } from "vitest";
import { migrationFiles } from "./migration-files.ts";

const KEY = `ALTER TABLE "public"."notes"
  ADD CONSTRAINT "notes_by_fkey" FOREIGN KEY (by) REFERENCES auth.users(id) ON DELETE SET NULL;`;
const CHECK = `ALTER TABLE "public"."notes"
  ADD CONSTRAINT "notes_kind_check"
    CHECK
    ((kind <> 'a;b''c'::text));`;
const VALUE = `ALTER TYPE "public"."kind" ADD VALUE 'on_hold' BEFORE 'filled';`;
const COLUMN = `ALTER TABLE "public"."notes"
  ADD COLUMN "by" uuid;`;

it("a new value of a type is a file before the others, and what is validated one after them", () => {
  expect(migrationFiles([COLUMN, VALUE, KEY, CHECK].join("\n\n"))).toEqual([
    { suffix: "_values", statements: VALUE },
    {
      suffix: "",
      statements: [COLUMN, KEY.replace(/;$/, " NOT VALID;"), CHECK.replace(/;$/, " NOT VALID;")].join("\n\n"),
    },
    {
      suffix: "_validated",
      statements: `ALTER TABLE "public"."notes" VALIDATE CONSTRAINT "notes_by_fkey";

ALTER TABLE "public"."notes" VALIDATE CONSTRAINT "notes_kind_check";`,
    },
  ]);
});

it("a constraint of a table that the same file makes, one that is not valid yet, and a function's body stay", () => {
  const body = `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $function$\n${CHECK}\n${VALUE}\n$function$;`;
  const later = KEY.replace(/;$/, " NOT VALID;");
  for (const diff of [`CREATE TABLE "public"."notes" (\n  kind text\n);\n\n${CHECK}\n\n${KEY}`, later, body]) {
    expect(migrationFiles(diff)).toEqual([{ suffix: "", statements: diff }]);
  }
});
