import { beforeAll, describe, expect, it } from "vitest";
import { chosen, choicesOf, pairsOf, type Choice, type Controls, type Row } from "../../support/api/pairs.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, file } from "../team/asking.ts";
import type { World } from "../world.ts";

const COUNT = 36;
const DAY = 86_400_000;

/** Titles, one of which each requirement has: words that nothing else in the database has. */
const TITLES = ["Qturner", "Qfitter", "Night qturner", "Night qfitter"];

const text = (row: Row, column: string) => row[column] as string;
const has =
  (column: string, value: unknown): Choice["accepts"] =>
  (row) =>
    row[column] === value;
const says =
  (word: string): Choice["accepts"] =>
  ({ job_title }) =>
    (job_title as string).toLowerCase().includes(word);

/** Each two controls of the forms above the lists hold together, on every page: the same on every backend. */
export function describePairs(world: () => World): void {
  const client = prepare(() => world().addClient("Paired Controls Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const ids = { client: "" };

  /** Rows of a table, or what a statement gives of each, as JSON. */
  const rowsOf = async (statement: string): Promise<Row[]> => {
    const rows = await world().query(`select to_jsonb(listed) as listed from (${statement}) as listed`);
    return rows.map(({ listed }) => listed as Row);
  };

  /** All pages of a list. @param page asks for the one after a row */
  async function walk(page: (last: Row | undefined) => Promise<Row[]>, size: number): Promise<string[]> {
    const rows: Row[] = [];
    for (;;) {
      const found = await page(rows.at(-1));
      rows.push(...found.slice(0, size));
      if (found.length <= size) return rows.map(({ id }) => id);
    }
  }

  beforeAll(async () => {
    ids.client = await clientIdOf(client);
    for (let index = 0; index < COUNT; index += 1) {
      await file(client, {
        job_title: TITLES[index % 4]!,
        priority: (["low", "medium", "high", "urgent"] as const)[(index % 7) % 4]!,
        deadline: index % 3 === 0 ? null : new Date(Date.now() + (index % 8) * 2 * DAY).toISOString().slice(0, 10),
      });
    }
    const own = await rowsOf(
      `select id from public.job_requirements where client_id = '${ids.client}' order by created_at, id`,
    );
    for (const [index, { id }] of own.entries()) {
      const status = ["new", "new", "in_progress", "filled", "filled"][index % 5]!;
      const recruiter = [`'${ann.userId}'`, `'${admin.userId}'`, "null"][index % 3]!;
      await world().query(
        `update public.job_requirements set status = '${status}', recruiter_id = ${recruiter} where id = '${id}'`,
      );
      if (index % 3 < 2)
        await world().query(`insert into public.unread_messages (user_id, requirement_id, unread, first_at, last_at)
          values ('${client.userId}', '${id}', 1, now(), now())`);
      await world().query(`update private.open_requirements
        set last_word_at = now() - interval '1 minute' - interval '${index % 6 === 0 ? 9 : 0} days' - interval '${index % 7} hours',
            waits_for = ${index % 5 === 1 ? "'company'" : "null"} where requirement_id = '${id}'`);
    }
  });

  const titled: Choice[] = [
    { given: { words: "qturner" }, accepts: says("qturner") },
    { given: { words: "night qfitter" }, accepts: says("night qfitter") },
    // What only denies is looked for in the list's order.
    { given: { words: "-qfitter" }, accepts: (row) => !says("qfitter")!(row) },
  ];
  const whose: Choice[] = [
    { given: { whose: "me" }, accepts: (row) => row["recruiter_id"] === ann.userId },
    { given: { whose: "nobody" }, accepts: has("recruiter_id", null) },
  ];
  const priority: Choice[] = [{ given: { priority: "urgent" }, accepts: has("priority", "urgent") }];

  describe("a company's list", () => {
    const controls: Controls = {
      words: titled,
      status: ["new", "filled"].map((wanted) => ({ given: { wanted }, accepts: has("status", wanted) })),
      unread: [{ given: { only_unread: true }, accepts: has("unread", true) }],
      sort: [
        { given: { sort: "oldest" }, key: (row) => text(row, "created_at") },
        { given: { sort: "deadline" }, key: (row) => (row["deadline"] as string | null) ?? "2999-12-31" },
      ],
    };
    const newest = { key: (row: Row) => text(row, "created_at"), isFalling: true };

    it.each(pairsOf(controls))("holds to %s and %s", async (...pair) => {
      const rows =
        await rowsOf(`select filed.*, unread.user_id is not null as unread from public.job_requirements as filed
        left join public.unread_messages as unread on unread.requirement_id = filed.id and unread.user_id = '${client.userId}'
        where filed.client_id = '${ids.client}'`);
      for (const choices of choicesOf(controls, pair)) {
        const given = Object.assign({}, ...choices.map((choice) => choice.given)) as object;
        const expected = chosen(rows, choices, newest);
        expect(expected).not.toEqual([]);
        const found = await walk(async (last) => {
          const place = last && { before_at: last["sort_key"], before_id: last.id };
          const page = await ask<{ requirements: Row[] }>(client.api, "dashboard_page", {
            page_size: 5,
            ...given,
            ...place,
          });
          return page.requirements;
        }, 5);
        expect([given, found]).toEqual([given, expected]);
      }
    });
  });

  describe("the team's list of requirements", () => {
    const controls: Controls = {
      words: titled,
      status: ["new", "filled"].map((status) => ({ given: { status }, accepts: has("status", status) })),
      priority,
      whose,
      client: [
        {
          get given() {
            return { client: ids.client };
          },
          accepts: (row) => row["client_id"] === ids.client,
        },
      ],
    };
    const newest = { key: (row: Row) => text(row, "created_at"), isFalling: true };

    it.each(pairsOf(controls))("holds to %s and %s", async (...pair) => {
      const rows = await rowsOf("select * from public.job_requirements");
      for (const choices of choicesOf(controls, pair)) {
        const given = Object.assign({}, ...choices.map((choice) => choice.given)) as object;
        const expected = chosen(rows, choices, newest);
        expect(expected).not.toEqual([]);
        const found = await walk((last) => {
          const place = last && { after_key: last["created_at"], after_id: last.id };
          return ask<Row[]>(ann.api, "list_requirements", { filter: given, ...place });
        }, 25);
        expect([given, found]).toEqual([given, expected]);
      }
    });
  });

  describe("the list of what is open", () => {
    const sorts = { age: "filed_at", word: "last_word_at", deadline: "deadline" };
    const controls: Controls = {
      status: [{ given: { status: "in_progress" }, accepts: has("status", "in_progress") }],
      priority,
      whose,
      words: titled,
      client: [
        {
          get given() {
            return { client: ids.client };
          },
          accepts: has("is_own", true),
        },
      ],
      group: ["silent", "deadline", "nobodys", "waiting", "rest"].map((only_group) => ({
        given: { only_group },
        accepts: has("item_group", only_group),
      })),
      sort: Object.entries(sorts).flatMap(([sort, column]) =>
        [false, true].map((isFalling) => ({
          given: { sort, descending: isFalling },
          key: (row: Row) => text(row, column),
          isFalling,
        })),
      ),
    };

    it.each(pairsOf(controls))("holds to %s and %s", async (...pair) => {
      const rows = await rowsOf(
        `select open.requirement_id as id, open.*, open.work_group as item_group, filed.job_title,
                open.client_id = '${ids.client}' as is_own
           from private.grouped_requirements as open join public.job_requirements as filed on filed.id = open.requirement_id`,
      );
      for (const choices of choicesOf(controls, pair)) {
        const given = Object.assign({}, ...choices.map((choice) => choice.given)) as object;
        const expected = chosen(rows, choices);
        const found = await walk((last) => {
          const place = last && { after_group: last["item_group"], after_key: last["sort_key"], after_id: last.id };
          return ask<Row[]>(ann.api, "list_open_requirements", { filter: given, ...place });
        }, 25);
        // In groups each is in its own order.
        expect([given, pair.includes("sort") ? found : found.toSorted()]).toEqual([given, expected]);
      }
    });

    it("is in files as it is on pages: all of it, and each of its groups", async () => {
      for (const only_group of ["open", "silent", "deadline", "nobodys", "waiting", "rest"]) {
        const rows = await rowsOf(
          `select requirement_id as id, filed.job_title from private.grouped_requirements as open
             join public.job_requirements as filed on filed.id = open.requirement_id
             where '${only_group}' in ('open', work_group)`,
        );
        const found = await ask<Row[]>(admin.api, "export_requirements", { filter: { only_group } });
        expect([only_group, found.map(({ id }) => id).toSorted()]).toEqual([only_group, chosen(rows, [])]);
        const named = rows.filter(says("qturner")!);
        const searched = await ask<Row[]>(admin.api, "export_requirements", {
          filter: { only_group, words: "qturner", client: ids.client },
        });
        expect([only_group, searched.map(({ id }) => id).toSorted()]).toEqual([only_group, chosen(named, [])]);
      }
    });
  });

  describe("the candidates", () => {
    it.each(["qlathe", "-qlathe"])("hold to the words %s and a city", async (words) => {
      for (let index = 0; index < 6; index += 1) {
        const headline = index % 2 ? "Qlathe hand" : "Qdrill hand";
        const entries = { full_name: `Q ${index}`, headline, city: index % 3 ? "Qville" : "Qton", is_adult: true };
        await ask(ann.api, "save_candidate", { entries, form: crypto.randomUUID() });
      }
      const rows = (await rowsOf("select id, headline, city, created_at from public.candidates")).filter(
        ({ headline, city }) => city === "Qville" && /qlathe/i.test(headline as string) === (words === "qlathe"),
      );
      const found = await ask<Row[]>(ann.api, "list_candidates", { words, city: "qville", size: 100 });
      expect(rows.length).toBeGreaterThan(1);
      expect(found.map(({ id }) => id)).toEqual(
        chosen(rows, [], { key: (row) => text(row, "created_at"), isFalling: true }),
      );
    });
  });

  describe("the activity log", () => {
    const noon = Date.parse("2020-01-01T12:00:00Z");
    const moment = (day: number) => new Date(noon + day * DAY).toISOString();
    const at = (row: Row) => Date.parse(text(row, "created_at"));
    const controls: Controls = {
      person: [
        {
          get given() {
            return { person: ann.userId };
          },
          accepts: (row) => row["actor"] === ann.userId,
        },
      ],
      deed: [{ given: { deed: "exported" }, accepts: has("action", "exported") }],
      company: [{ given: { company: "paired controls" }, accepts: (row) => row["client_id"] === ids.client }],
      from: [{ given: { since: moment(9.5) }, accepts: (row) => at(row) >= noon + 9.5 * DAY }],
      to: [{ given: { before: moment(30.5) }, accepts: (row) => at(row) < noon + 30.5 * DAY }],
    };
    const newest = { key: (row: Row) => text(row, "created_at"), isFalling: true };

    beforeAll(async () => {
      for (let index = 0; index < 40; index += 1) {
        const [actor, deed] = [index % 2 ? ann.userId : admin.userId, index % 3 ? "exported" : "absence_set"];
        const [row] = await world().query(`insert into public.activity_log (actor, action, subject_kind, created_at)
          values ('${actor}', '${deed}', 'company', '${moment(index)}') returning id`);
        const company = index % 5 < 3 ? `'${ids.client}'` : "null";
        await world().query(`update public.activity_log set client_id = ${company} where id = '${String(row!["id"])}'`);
      }
    });

    it.each(pairsOf(controls))("holds to %s and %s", async (...pair) => {
      const rows = await rowsOf("select * from public.activity_log");
      for (const choices of choicesOf(controls, pair)) {
        const given = Object.assign({}, ...choices.map((choice) => choice.given)) as object;
        const expected = chosen(rows, choices, newest);
        expect(expected).not.toEqual([]);
        const found = await walk((last) => {
          const place = last && { after_at: last["created_at"], after_id: last.id };
          return ask<Row[]>(admin.api, "list_activity", { ...given, ...place });
        }, 25);
        expect([given, found]).toEqual([given, expected]);
      }
    });

    it.each([150, 1010])("has the lines of %s companies of one name on its pages", async (count) => {
      const word = `qlimit${count}`;
      await world().query(`with made as (
          insert into public.clients (company_name) select '${word} ' || place || ' Ltd' from generate_series(1, ${count}) as place
            returning id)
        insert into public.activity_log (action, subject_kind, subject) select 'exported', 'company', id from made`);
      await world().query(`update public.activity_log set client_id = subject from public.clients
        where clients.id = subject and company_name like '${word} %'`);
      const found = await walk((last) => {
        const place = last && { after_at: last["created_at"], after_id: last.id };
        return ask<Row[]>(admin.api, "list_activity", { company: word, ...place });
      }, 25);
      expect(found.length).toBe(count);
      expect(new Set(found).size).toBe(count);
    });
  });
}
