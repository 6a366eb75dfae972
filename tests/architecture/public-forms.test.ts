import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formKinds, publicForms } from "~/content/public-forms";

// Where neither the compiler nor a suite misses a public form: without these it has no colour in the inbox, no example in the
// demo, or is left over by a run on a given Supabase.
const NAMED = formKinds.flatMap((kind): [string, string][] => {
  const { table } = publicForms[kind];
  return [
    ["app/styles/team.css", `.kind-${kind} {`],
    ["supabase/seed.sql", `insert into public.${table}`],
    ["tests/support/services/supabase/supabase-run.ts", `${table}: "`],
  ];
});

it.each(NAMED)("%s names each public form: %s", (path, text) => {
  expect(readFileSync(path, "utf8")).toContain(text);
});

it("supabase/seed.sql finds the items of its examples by the key of each public form", () => {
  const found = readFileSync("supabase/seed.sql", "utf8").matchAll(/coalesce\((item\.\w+_id(?:, item\.\w+_id)*)\)/g);
  const keys = [...formKinds, "requirement"].map((kind) => `item.${kind}_id`);
  const lists = [...found].map(([, list = ""]) => list.split(", ").sort());
  expect(lists.length).toBeGreaterThan(0);
  for (const list of lists) expect(list).toEqual(keys.toSorted());
});
