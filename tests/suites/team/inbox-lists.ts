import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database, Tables } from "~/lib/backend/database.types";
import type { ListedItem } from "~/features/inbox/list/items";
import { asking } from "../../support/api/asking.ts";
import { chosen, choicesOf, pairsOf, type Choice, type Controls, type Row } from "../../support/api/pairs.ts";
import { addTeamMember } from "../../support/people/cast.ts";
import { withMetricsKey } from "../../support/api/metrics-key.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { times } from "../../support/services/counts.ts";
import { ask, rpc, file } from "./asking.ts";
import type { World } from "../world.ts";
import { anySign } from "../../support/text/signs.ts";

type Functions = Database["public"]["Functions"];
type Filed = Functions["list_requirements"]["Returns"][number];
type Item = Tables<"inbox_items">;

/** A full page, and the line that tells of a next one. */
const PAGE = 25;
const GROUPS = ["overdue", "unclaimed", "mine", "waiting", "others", "flood", "suspect"];
const ENQUIRIES = 90;

function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

/** What the team's lists show, in pages, by filters and by words: the same on every backend. */
export function describeInboxLists(world: () => World): void {
  const { table } = asking(world);
  const client = prepare(() => world().addClient("Zebra Foundry"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "hr_manager"));
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const email = freshEmail("lists");

  beforeAll(async () => {
    await table("contact_submissions").delete().neq("name", "");
    const rows = Array.from({ length: ENQUIRIES }, (_, index) => ({
      name: `Sender ${index}`,
      email,
      company: index % 10 === 0 ? "Ünïcode & Søn" : "Plain Ltd",
      requirement: index % 3 === 0 ? "Three welders, at once" : "An accountant",
      created_at: minutesFromNow(-index),
    }));
    expect((await table("contact_submissions").insert(rows)).error).toBeNull();
    // Every combination of what decides about a group.
    const items = (await table("inbox_items").select("*").order("created_at")).data as Item[];
    for (const [index, item] of items.entries()) {
      const change = {
        state: (["new", "open", "waiting", "done", "spam"] as const)[index % 5],
        due_at: minutesFromNow(index % 2 === 0 ? -60 + index : 60 + index),
        assignee: [null, ann.userId, ben.userId][index % 3],
        claim_expires_at: [null, minutesFromNow(-1), minutesFromNow(20)][Math.floor(index / 3) % 3],
        is_suspect: index % 7 === 0,
        is_flood: index % 4 === 1,
        last_activity_at: minutesFromNow(-2 * (index % 11)),
      };
      expect((await table("inbox_items").update(change).eq("id", item.id)).error).toBeNull();
    }
  });

  const after = (line: Pick<ListedItem, "item_group" | "sort_key" | "id"> | undefined) =>
    line && { after_group: line.item_group, after_key: line.sort_key, after_id: line.id };

  type Exported = ListedItem & { email: string | null };
  /** Walks every page of a list. */
  async function walk(api: SupabaseClient, filter: Record<string, unknown> = {}): Promise<ListedItem[]> {
    const lines: ListedItem[] = [];
    for (;;) {
      const page = await ask<ListedItem[]>(api, "list_inbox", { filter, ...after(lines.at(-1)) });
      lines.push(...page.slice(0, PAGE));
      if (page.length <= PAGE) return lines;
      expect(page).toHaveLength(PAGE + 1);
    }
  }

  async function everything(): Promise<Item[]> {
    return (await table("inbox_items").select("*").limit(1000)).data as Item[];
  }

  const ids = (lines: { id: string }[]) => lines.map(({ id }) => id).sort();
  const isActive = ({ state }: Item) => ["new", "open", "waiting"].includes(state);
  const isHeld = ({ assignee, claim_expires_at }: Item) =>
    assignee !== null && (claim_expires_at === null || Date.parse(claim_expires_at) > Date.now());
  /** The group of an item, as somebody sees it. */
  const groupOf = (item: Item, { userId }: { userId: string }) => {
    const isFree = !isHeld(item);
    if (!isActive(item)) return "closed";
    if (item.is_suspect && item.state !== "waiting" && isFree) return "suspect";
    if (Date.parse(item.due_at) < Date.now()) return "overdue";
    if (item.is_flood && item.state !== "waiting" && isFree) return "flood";
    if (item.state === "waiting") return "waiting";
    if (isFree) return "unclaimed";
    return item.assignee === userId ? "mine" : "others";
  };

  describe("the inbox", () => {
    it("has each line that is to be done once, in pages, group after group, by its due time", async () => {
      const lines = await walk(ann.api);
      expect(ids(lines)).toEqual(ids((await everything()).filter(isActive)));
      const order = lines.map(({ item_group, due_at }) => [GROUPS.indexOf(item_group), Date.parse(due_at)] as const);
      expect(order).toEqual([...order].sort(([a, x], [b, y]) => a - b || x - y));
      expect(new Set(lines.map(({ item_group }) => item_group))).toEqual(new Set(GROUPS));
    });

    it("counts as many of each group as it shows, for each person their own", async () => {
      for (const { api } of [ann, ben]) {
        const lines = await walk(api);
        const counts = await ask<{ item_group: string; items: number }[]>(api, "count_inbox");
        expect(counts).toEqual(
          GROUPS.map((group) => ({
            item_group: group,
            items: lines.filter(({ item_group }) => item_group === group).length,
          })),
        );
      }
      const mine = (await walk(ann.api)).filter(({ item_group }) => item_group === "mine");
      expect(mine.every(({ assignee }) => assignee === ann.userId)).toBe(true);
    });

    it("says who, what, when, due, whose and whether it was seen", async () => {
      const [line] = await ask<ListedItem[]>(ann.api, "list_inbox", { filter: { words: "Zebra" } }).then(
        async (none) => {
          expect(none).toEqual([]);
          await file(client, { job_title: "Moulder" });
          return ask<ListedItem[]>(ann.api, "list_inbox", { filter: { words: "Zebra moulder" } });
        },
      );
      expect(line).toMatchObject({
        item_kind: "requirement",
        item_state: "new",
        company: "Zebra Foundry",
        subject: "Moulder",
        assignee: null,
        is_seen: false,
        is_suspect: false,
        version: 1,
        last_note: null,
      });
      expect(line?.requirement_id).toEqual(expect.any(String));
    });

    it.each<[string, Record<string, unknown>, (item: Item) => boolean]>([
      ["kind", { kind: "requirement" }, (item) => item.kind === "requirement" && isActive(item)],
      ["state", { state: "open" }, ({ state }) => state === "open"],
      ["what is done", { state: "done" }, ({ state }) => state === "done"],
      ["suspect", { suspect: true }, (item) => item.is_suspect && isActive(item)],
      ["not suspect, sorted", { suspect: false, sort: "due" }, (item) => !item.is_suspect && isActive(item)],
      ["nobody's", { whose: "nobody" }, (item) => !isHeld(item) && isActive(item)],
      ["mine", { whose: "me" }, (item) => isHeld(item) && item.assignee === ann.userId && isActive(item)],
      [
        "mine and nobody's",
        { whose: "me-or-nobody" },
        (item) => (!isHeld(item) || item.assignee === ann.userId) && isActive(item),
      ],
      [
        "words",
        { words: "welders -ünïcode" },
        ({ search }) => /'welders'/.test(search as string) && !/'unicode'/.test(search as string),
      ],
    ])("is filtered by %s", async (_, filter, accept) => {
      const wanted = (await everything()).filter(accept);
      expect(wanted).not.toEqual([]);
      expect(ids(await walk(ann.api, filter))).toEqual(ids(wanted));
    });

    it("is filtered by a colleague", async () => {
      const wanted = (await everything()).filter(
        (item) => isHeld(item) && item.assignee === ben.userId && isActive(item),
      );
      expect(ids(await walk(ann.api, { whose: ben.userId }))).toEqual(ids(wanted));
    });

    describe("holds two controls together:", () => {
      const is =
        (column: string, value: unknown): Choice["accepts"] =>
        (row) =>
          row[column] === value;
      const sorts = { due: "due_at", came: "created_at" };
      const controls: Controls = {
        words: [
          { given: { words: "welders" }, accepts: ({ search }) => /'welders'/.test(search as string) },
          { given: { words: "-welders" }, accepts: ({ search }) => !/'welders'/.test(search as string) },
        ],
        kind: [{ given: { kind: "contact" }, accepts: is("kind", "contact") }],
        state: ["open", "done"].map((state) => ({ given: { state }, accepts: is("state", state) })),
        whose: [
          {
            given: { whose: "me" },
            accepts: (row) => isHeld(row as unknown as Item) && row["assignee"] === ann.userId,
          },
          { given: { whose: "nobody" }, accepts: (row) => !isHeld(row as unknown as Item) },
        ],
        suspect: [true, false].map((suspect) => ({ given: { suspect }, accepts: is("is_suspect", suspect) })),
        group: GROUPS.map((only_group) => ({ given: { only_group }, accepts: is("item_group", only_group) })),
        sort: Object.entries(sorts).flatMap(([sort, column]) =>
          [false, true].map((isFalling) => ({
            given: { sort, descending: isFalling },
            key: (row: Row) => row[column] as string,
            isFalling,
          })),
        ),
      };
      // Without one of these it shows what is to be done.
      const OF_ALL = ["words", "state"];

      it.each(pairsOf(controls))("%s and %s", async (...pair) => {
        const items = (await everything()).map((item): Row => ({ ...item, item_group: groupOf(item, ann) }));
        const shown = pair.some((name) => OF_ALL.includes(name))
          ? items
          : items.filter((item) => isActive(item as unknown as Item));
        for (const choices of choicesOf(controls, pair)) {
          const given = Object.assign({}, ...choices.map((choice) => choice.given)) as Record<string, unknown>;
          const lines: string[] = [];
          let last: ListedItem | undefined;
          for (;;) {
            const page: ListedItem[] = await ask<ListedItem[]>(ann.api, "list_inbox", {
              filter: given,
              ...after(last),
            });
            lines.push(...page.slice(0, PAGE).map(({ id }) => id));
            last = page[PAGE - 1];
            if (page.length <= PAGE) break;
          }
          // In groups each is in its own order.
          expect([given, pair.includes("sort") ? lines : lines.sort()]).toEqual([given, chosen(shown, choices)]);
        }
      });
    });

    it.each(["due", "came"])("is sorted by %s, both ways, each line once", async (sort) => {
      const key = ({ due: "due_at", came: "created_at" } as const)[sort]!;
      const wanted = ids((await everything()).filter(isActive));
      for (const descending of [false, true]) {
        const lines = await walk(ann.api, { sort, descending });
        expect(ids(lines)).toEqual(wanted);
        const times = lines.map((line) => Date.parse(line[key]) * (descending ? -1 : 1));
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }
    });

    it("is sorted by nothing else, and by nobody's wish is SQL", async () => {
      for (const sort of ["version", "due_at; drop table notes", ""]) {
        expect((await rpc(ann.api, "list_inbox", { filter: { sort } })).error?.code).toBe("22023");
      }
      expect((await rpc(ann.api, "list_inbox", { filter: { whose: "x' or true --" } })).error?.code).toBe("22P02");
      const place = { filter: { sort: "due", state: "spam" }, after_group: "') or true --" };
      expect(await ask(ann.api, "list_inbox", place)).toEqual(expect.any(Array));
    });

    it("finds the words of an address, of its domain, and in any capitals", async () => {
      const domain = email.split("@")[1]!;
      for (const words of [email, email.toUpperCase(), domain, "SØN", '"three welders"', "welders or nothing"]) {
        expect(await ask<ListedItem[]>(ann.api, "list_inbox", { filter: { words } })).not.toEqual([]);
      }
      for (const words of [randomUUID(), "", "-", '"welders three"', "!!!"]) {
        expect(await ask(ann.api, "list_inbox", { filter: { words } })).toEqual([]);
      }
    });

    it("answers any search, whatever was typed", async () => {
      const syntax = fc.constantFrom(
        '"',
        "-",
        "or",
        "&",
        "|",
        "!",
        "(",
        ")",
        ":*",
        "<->",
        "\\",
        "'",
        "%",
        "welders",
        " ",
      );
      const words = fc.oneof(
        fc.array(syntax, { maxLength: 40 }).map((parts) => parts.join("")),
        // What Postgres keeps in mind before a word comes is little.
        fc
          .array(fc.constantFrom("-", "-", "-", " ", "!", "(", '"', "\u3000"), { maxLength: 250 })
          .map((parts) => parts.join("")),
        fc.constant("-".repeat(200)),
        fc.constant(`Acme ${"- ".repeat(90)}x`),
        fc.string({ unit: anySign, maxLength: 300 }).map((text) => text.replaceAll("\u0000", "").toWellFormed()),
        fc.constant("x".repeat(10_000)),
        fc.constant('-"ü '.repeat(2_500)),
      );
      await fc.assert(
        fc.asyncProperty(words, async (given) => {
          const answers = await Promise.all([
            rpc(ann.api, "list_inbox", { filter: { words: given } }),
            rpc(ann.api, "list_clients", { words: given }),
            rpc(ann.api, "list_requirements", { filter: { words: given } }),
            rpc(ann.api, "suggest_clients", { name: given, address: given }),
          ]);
          expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
        }),
        { numRuns: times(150, 20) },
      );
    });
  });

  describe("a file of the inbox", () => {
    it("is an admin's or an HR manager's, by the same filter, with addresses", async () => {
      const filter = { state: "open" };
      const shown = ids(await walk(ann.api, filter));
      for (const { api } of [admin, ben]) {
        const rows = await ask<Exported[]>(api, "export_inbox", { filter });
        expect(ids(rows)).toEqual(shown);
        expect(rows.some((row) => row.email === email)).toBe(true);
      }
      for (const name of ["export_inbox", "export_requirements"]) {
        for (const { api } of [ann, client]) {
          expect(await rpc(api, name)).toMatchObject({ status: 403, data: null, error: { code: "42501" } });
        }
        expect((await rpc(world().anon, name)).error?.code).toBe("42501");
      }
    });

    it("has whose lines are asked for, to each their own", async () => {
      const filter = { whose: "me-or-nobody" };
      const files = [];
      for (const { api } of [admin, ben]) {
        const rows = await ask<Exported[]>(api, "export_inbox", { filter });
        expect(ids(rows)).toEqual(ids(await walk(api, filter)));
        files.push(ids(rows));
      }
      expect(files[0]).not.toEqual(files[1]);
    });

    it("stands in the activity log part by part, with no word of what was in it", async () => {
      const { api, userId } = await addTeamMember(world(), "hr_manager");
      const [last] = (await ask<Exported[]>(api, "export_inbox")).slice(-1);
      await ask(api, "export_inbox", after(last));
      // Who says that they begin in the middle is no exception.
      await ask(api, "export_requirements", { after_key: last!.created_at, after_id: last!.id });
      const { data } = await admin.api
        .from("activity_log")
        .select("action, subject_kind, subject, fields")
        .eq("actor", userId)
        .order("created_at");
      const entry = { action: "exported", subject: null, fields: [] };
      expect(data).toEqual([
        { ...entry, subject_kind: "inbox" },
        { ...entry, subject_kind: "inbox" },
        { ...entry, subject_kind: "requirements" },
      ]);
    });

    it("goes on where it was", async () => {
      const rows = await ask<Exported[]>(admin.api, "export_inbox", { filter: { sort: "came" } });
      const rest = await ask<Exported[]>(admin.api, "export_inbox", { filter: { sort: "came" }, ...after(rows[30]) });
      expect(rest.map(({ id }) => id)).toEqual(rows.slice(31).map(({ id }) => id));
    });
  });

  it("the operator's figures are of what is to be done, by state and whether it is overdue, without idle suspects", async () => {
    const items = (await everything()).filter((item) => !item.is_suspect || item.state === "waiting" || isHeld(item));
    const expected = ["new", "open", "waiting"].flatMap((state) =>
      [false, true].map((overdue) => {
        const counted = items.filter(
          (item) => item.state === state && Date.parse(item.due_at) < Date.now() === overdue,
        );
        return { state, overdue, items: counted.length };
      }),
    );
    expect(expected.some(({ overdue, items: some }) => overdue && some > 0)).toBe(true);
    type Figure = Functions["inbox_figures"]["Returns"][number];
    const figures = await withMetricsKey(world(), (metrics_key) =>
      ask<Figure[]>(world().anon, "inbox_figures", { metrics_key }),
    );
    const inOrder = (given: object[]) => given.map((figure) => JSON.stringify(figure)).sort();
    expect(inOrder(figures)).toEqual(inOrder(expected));
  });

  describe("the team's list of requirements", () => {
    it("has all of them, the newest first, in pages, by status, priority, recruiter, company and words", async () => {
      const other = await world().addClient("Quokka Mills");
      for (let index = 0; index < 28; index += 1) {
        await file(other, { job_title: index % 2 ? "Spinner" : "Dyer", priority: index % 7 ? "low" : "urgent" });
      }
      const all = (await table("job_requirements").select("*").limit(1000)).data as Tables<"job_requirements">[];
      const own = all.filter(({ job_title }) => ["Spinner", "Dyer"].includes(job_title));
      const mine = own[3]!;
      await ask(ann.api, "set_recruiter", { requirement: mine.id, seen: 1, person: ann.userId });
      await ask(ann.api, "change_requirement_status", { requirement: mine.id, seen: 2, status: "filled" });

      const list = (filter: Record<string, unknown> = {}, place = {}) =>
        ask<Filed[]>(ann.api, "list_requirements", { filter, ...place });
      const first = await list({ client: mine.client_id });
      expect(first).toHaveLength(PAGE + 1);
      const last = first[PAGE - 1]!;
      const second = await list({ client: mine.client_id }, { after_key: last.created_at, after_id: last.id });
      const lines = [...first.slice(0, PAGE), ...second];
      expect(ids(lines)).toEqual(ids(own));
      const times = lines.map(({ created_at }) => Date.parse(created_at));
      expect(times).toEqual([...times].sort((a, b) => b - a));

      expect(ids(await list({ whose: "me" }))).toEqual([mine.id]);
      expect(ids(await list({ client: mine.client_id, status: "filled" }))).toEqual([mine.id]);
      expect(await list({ client: mine.client_id, priority: "urgent" })).toHaveLength(4);
      expect(await list({ words: "quokka spinner" })).toHaveLength(14);
      expect(await list({ words: "quokka spinner", whose: ben.userId })).toEqual([]);
      expect(await list({ words: '"' })).toEqual([]);
      const exported = await ask<Filed[]>(ben.api, "export_requirements", { filter: { words: "quokka" } });
      expect(ids(exported)).toEqual(ids(own));
    });

    it("is nobody else's, and finds a company by its new name", async () => {
      for (const api of [world().anon, client.api]) {
        expect((await rpc(api, "list_requirements")).error?.code).toBe("42501");
      }
      const renamed = table("clients").update({ company_name: "Gnu Foundry" }).eq("company_name", "Zebra Foundry");
      expect((await renamed).error).toBeNull();
      expect(await ask(ann.api, "list_requirements", { filter: { words: "gnu" } })).toHaveLength(1);
      expect(await ask(ann.api, "list_requirements", { filter: { words: "zebra" } })).toEqual([]);
    });
  });
}
