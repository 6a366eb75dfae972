import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { searchWords } from "../../../app/lib/schema/fields";
import { asking, quoted } from "../../support/api/asking.ts";
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

/** A filter with the words that were typed, and more. */
const filterOf = (type: string, more = "") =>
  `filter => jsonb_populate_record(null::public.${type}, jsonb_build_object('words', given.typed${more}))`;

/** How each list is asked for what was typed. */
const LISTS = {
  list_candidates: "public.list_candidates(words => given.typed, size => 100)",
  list_inbox: `public.list_inbox(${filterOf("inbox_filter", ", 'kind', 'contact'")})`,
  list_requirements: `public.list_requirements(${filterOf("requirement_filter")})`,
  list_clients: "public.list_clients(words => given.typed)",
};

/** What recruiters type, and what it finds: the same in every list, and on every backend. */
export function describeSpellings(world: () => World): void {
  const { add, table, itemOf } = asking(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const client = prepare(() => world().addClient("Spelt Otherwise Ltd"));
  /** The names of the table by what a list calls the row. */
  const names: Record<string, Map<string, string>> = {};

  /** What a list finds of the table by each of some words, whatever else there is: all in one turn of the recruiter's. */
  async function find(list: keyof typeof LISTS, typed: string[]): Promise<[typed: string, found: string[]][]> {
    const known = names[list]!;
    const answers = (await world().query(
      `select set_config('request.jwt.claims', jsonb_build_object('sub', user_id, 'session_id', id, 'role', 'authenticated')::text, true),
              set_config('request.jwt.claim.sub', user_id::text, true)
         from auth.sessions where user_id = '${recruiter.userId}';
       set local role authenticated;
       select array(select found.id::text from ${LISTS[list]} as found) as ids
         from unnest(array[${typed.map(quoted).join(", ")}]) with ordinality as given (typed, place) order by place`,
    )) as unknown as { ids: string[] }[][];
    return answers.at(-1)!.map(({ ids }, place) => {
      const ours = new Set(ids.map((id) => known.get(id)));
      return [typed[place]!, [...known.values()].filter((name) => ours.has(name))];
    });
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

  // Each list reads words by the same function: one is asked all, and the others of its table half of them each, by turns.
  it.each([
    ["list_candidates", SEARCHES],
    ["list_inbox", SEARCHES.filter((_, place) => place % 2 === 0)],
    ["list_requirements", SEARCHES.filter((_, place) => place % 2 === 1)],
    ["list_clients", COMPANY_SEARCHES],
  ] as const)("%s finds by each of the table's words what stands beside them", async (list, searches) => {
    const found = await find(
      list,
      searches.map(([typed]) => typed!),
    );
    expect(found).toEqual(searches.map(([typed, cell]) => [typed, namesIn(cell!)]));
  });

  it("finds a requirement by its reference, in one or in pieces, for the team and its company", async () => {
    const id = await file(client);
    const [row] = await world().query(
      `select private.reference_of(coalesce(form_id, id)) as reference from public.job_requirements where id = '${id}'`,
    );
    const reference = String(row!["reference"]);
    const [one, two, three, four] = reference.match(/../g)!;
    for (const words of [
      reference,
      reference.toLowerCase(),
      `${one}${two} ${three}${four}`,
      `${one} ${two}-${three} ${four}`,
      `${one}${two} ${three}`,
    ]) {
      const listed = await ask<{ id: string }[]>(recruiter.api, "list_requirements", { filter: { words } });
      const inbox = await ask<{ requirement_id: string }[]>(recruiter.api, "list_inbox", { filter: { words } });
      const own = await ask<{ requirements: { id: string }[] }>(client.api, "dashboard_page", { page_size: 5, words });
      expect([words, listed.map((found) => found.id), inbox.length, own.requirements.map((found) => found.id)]).toEqual(
        [words, [id], 1, [id]],
      );
    }
  });

  // The 200th character is two halves, of which one alone would be no JSON.
  it.each(Object.keys(LISTS))(
    "%s answers what a page makes of the longest words, whose last is an emoji",
    async (list) => {
      const words = searchWords().parse(`${"a".repeat(199)}\u{1f600}b`);
      const asked = ["list_inbox", "list_requirements"].includes(list) ? { filter: { words } } : { words };
      expect(await ask(recruiter.api, list, asked)).toEqual([]);
    },
  );
}
