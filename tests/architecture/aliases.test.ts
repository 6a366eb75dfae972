import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// PL/pgSQL resolves names only when a statement runs: a whole row that is named as a parameter or a variable of its function
// is an error then, and no check of the schemas finds it before.
const FUNCTION = /create (?:or replace )?function ([\w.]+)\s*\((.*?)\)\s*returns(.*?)as \$\$(.*?)\$\$/gs;

/** Rows that a function reads as a whole by a name that is its parameter's or variable's as well. */
function ambiguousRows(sql: string): string[] {
  const found: string[] = [];
  for (const [, name, parameters, options, body] of sql.matchAll(FUNCTION)) {
    if (!options!.includes("plpgsql")) continue;
    const code = body!.replaceAll(/--[^\n]*/g, "");
    const [, declared = ""] = /declare(.*?)\bbegin\b/s.exec(code) ?? [];
    const own = new Set(
      [...parameters!.matchAll(/(?:^|,)\s*(\w+) /g), ...declared.matchAll(/(?:^|;)\s*(\w+) /g)].map(
        ([, each]) => each!,
      ),
    );
    for (const [, alias] of code.matchAll(/(?:from|join)\s+(?:public|private|auth)\.\w+\s+as\s+(\w+)/g)) {
      if (!own.has(alias!)) continue;
      // As an argument, alone: `f(item)`, `f(item, ...)`.
      if (new RegExp(`\\((?:[^()]*,\\s*)?${alias!}\\s*[,)]`).test(code)) found.push(`${name!}: ${alias!}`);
    }
  }
  return [...new Set(found)];
}

it("no function reads a whole row by the name of its own parameter or variable", () => {
  const rows = globSync("supabase/schemas/**/*.sql").flatMap((file) => ambiguousRows(readFileSync(file, "utf8")));
  expect(rows).toEqual([]);
});

it("finds one that does", () => {
  const sql = `create function private.f(item uuid) returns jsonb language plpgsql as $$
    begin return (select private.g(item) from public.inbox_items as item where item.id = f.item); end $$;`;
  expect(ambiguousRows(sql)).toEqual(["private.f: item"]);
  expect(ambiguousRows(sql.replace("private.g(item)", "private.g(item.id)"))).toEqual([]);
});
