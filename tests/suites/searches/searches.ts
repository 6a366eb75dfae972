import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { searchWords } from "../../../app/lib/schema/fields";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, file } from "../team/asking.ts";
import type { World } from "../world.ts";

/** The rows of each table of searches.md, its head left out, cell by cell. */
function readTables(): string[][][] {
  const text = readFileSync(join(import.meta.dirname, "searches.md"), "utf8");
  return text
    .split(/\n\n/)
    .filter((part) => part.startsWith("|"))
    .map((part) =>
      part
        .trim()
        .split("\n")
        .slice(2)
        .map((row) =>
          row
            .slice(1, -1)
            .split("|")
            .map((cell) => cell.trim()),
        ),
    );
}

const [CANDIDATES, SEARCHES, COMPANIES, COMPANY_SEARCHES] = readTables() as [
  string[][],
  string[][],
  string[][],
  string[][],
];

/** What a search finds, in the order of the table. */
function namesIn(cell: string): string[] {
  return cell === "—" ? [] : cell.split("; ");
}

/** What recruiters type, and what it finds: the same in every list, and on every backend. */
export function describeSpellings(world: () => World): void {
  const { add, table, itemOf } = asking(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const client = prepare(() => world().addClient("Spelt Otherwise Ltd"));
  /** The names of the table by what a list calls the row. */
  const names: Record<string, Map<string, string>> = {};

  /** What a list finds of the table, whatever else there is. */
  async function find(list: string, values: Record<string, unknown>, known: Map<string, string>): Promise<string[]> {
    const asked = ["list_inbox", "list_requirements"].includes(list) ? { filter: values } : values;
    const found = await ask<{ id: string; requirement_id?: string | null }[]>(recruiter.api, list, asked);
    const ours = new Set(found.map(({ id }) => known.get(id)));
    return [...known.values()].filter((name) => ours.has(name));
  }

  beforeAll(async () => {
    names["list_candidates"] = new Map();
    names["list_inbox"] = new Map();
    names["list_requirements"] = new Map();
    names["list_clients"] = new Map();
    // What its company is found by, all its requirements are.
    await table("clients")
      .update({ phone: null })
      .eq("id", await clientIdOf(client));
    for (const [name, headline, skills, city, phone] of CANDIDATES) {
      const listed = skills!.split(", ");
      const { id } = await ask<{ id: string }>(recruiter.api, "save_candidate", {
        entries: { full_name: name, headline, skills: listed, city, phone: phone || null, is_adult: true },
        form: randomUUID(),
      });
      names["list_candidates"].set(id, name!);
      const requirement = [headline, skills, city].join("\n");
      const sent = await add("contact_submissions", {
        name,
        // Letters alone: Postgres reads "7e12345c" as a number and a "c".
        email: freshEmail().replaceAll(/\d/g, "x"),
        requirement,
        ...(phone && { phone }),
      });
      names["list_inbox"].set((await itemOf("contact_id", sent)).id, name!);
      const filed = await file(client, {
        job_title: name!,
        location: city!,
        job_description: [headline, phone].join("\n"),
        required_skills: listed,
      });
      names["list_requirements"].set(filed, name!);
    }
    for (const [company, contact, phone] of COMPANIES) {
      const member = await world().addClient(company!);
      const id = await clientIdOf(member);
      await table("clients")
        .update({ full_name: contact, phone: phone || null })
        .eq("id", id);
      names["list_clients"].set(id, company!);
    }
  }, 120_000);

  describe.each([
    ["list_candidates", { size: 100 }],
    ["list_inbox", { kind: "contact" }],
    ["list_requirements", {}],
  ] as const)("%s", (list, values) => {
    it.each(SEARCHES)("finds by %s: %s", async (typed, expected) => {
      expect(await find(list, { ...values, words: typed }, names[list]!)).toEqual(namesIn(expected));
    });
  });

  // The 200th character is two halves, of which one alone would be no JSON.
  it.each(["list_candidates", "list_inbox", "list_requirements", "list_clients"])(
    "%s answers what a page makes of the longest words, whose last is an emoji",
    async (list) => {
      const words = searchWords().parse(`${"a".repeat(199)}\u{1f600}b`);
      expect(await find(list, { words, ...(list === "list_candidates" && { size: 100 }) }, new Map())).toEqual([]);
    },
  );

  it.each(COMPANY_SEARCHES)("finds companies by %s: %s", async (typed, expected) => {
    expect(await find("list_clients", { words: typed }, names["list_clients"]!)).toEqual(namesIn(expected));
  });
}
