import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// supabase/schemas/README.md draws the tables of each room. Here: that it has all of them, each in its room, and what they
// refer to, as the files create them.

type Drawn = { room: string; refersTo: string[] };

/** Accounts are everywhere, and not drawn; nor is a table's reference to itself. */
const isDrawn = (table: string, target: string) => target !== "auth.users" && target !== table;
const named = (name: string) => name.replace(/^public\./, "");

/** The tables of the files, by name. */
function createdTables(): Record<string, Drawn> {
  const tables: Record<string, Drawn> = {};
  for (const path of globSync("supabase/schemas/*/*.sql").sort()) {
    const room = path.split("/")[2]!;
    for (const [, table = "", columns = ""] of readFileSync(path, "utf8").matchAll(
      /^create table ([\w.]+) \(\n([^]*?)^\);/gm,
    )) {
      const targets = [...columns.matchAll(/\breferences ([\w.]+)/g)].map(([, target = ""]) => target);
      const refersTo = [...new Set(targets.filter((target) => isDrawn(table, target)).map(named))].sort();
      tables[named(table)] = { room, refersTo };
    }
  }
  return tables;
}

/** The tables of the drawing: a line each, below the one that it belongs to. */
function drawnTables(): Record<string, Drawn> {
  const [, drawing = ""] = readFileSync("supabase/schemas/README.md", "utf8").split("```");
  const tables: Record<string, Drawn> = {};
  let room = "";
  const above: string[] = [];
  for (const line of drawing.split("\n")) {
    const [, indent = "", name = "", others = ""] =
      /^( *)(\(?[a-z0-9][\w.-]*\)?)(?: -> ([\w.]+(?:, [\w.]+)*))?(?: |$)/.exec(line) ?? [];
    if (!name || indent.length > 8) continue;
    if (!indent) {
      room = name;
      continue;
    }
    const depth = indent.length / 2;
    above.splice(depth - 1, Infinity, name.replaceAll(/[()]/g, ""));
    if (name.startsWith("(")) continue;
    const refersTo = [...above.slice(-2, -1), ...(others ? others.split(", ") : [])].sort();
    tables[name] = { room, refersTo };
  }
  return tables;
}

// The next column, "last in its table", would come before one that is added later, and after it in a database that runs.
it("each column stands in its `create table`", () => {
  const added = globSync("supabase/schemas/**/*.sql").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^alter table\s+(?:only\s+)?([\w.]+)\s+add\s+column\s+(\w+)/gim)].map(
      ([, table, column]) => `${path}: ${table}.${column}`,
    ),
  );
  expect(added).toEqual([]);
});

describe("the drawing of tables in supabase/schemas/README.md", () => {
  it("has the tables that the files create, in their rooms, with what they refer to", () => {
    const created = createdTables();
    expect(Object.keys(created).length).toBeGreaterThan(40);
    expect(drawnTables()).toEqual(created);
  });
});
