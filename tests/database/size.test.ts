import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDatabase } from "../support/services/own-backend.ts";
import { callAs, callRows, measureCost } from "../support/api/database-cost.ts";
import { openSizeScene, type SizeCall, type SizeScene } from "../support/api/size-scene.ts";

/** How many requirements there are: twenty times what one page may cost. */
const REQUIREMENTS = 20_000;
/** How many pages of memory (8 KB each) the database may look at for one call, though there are ten times as many. */
const MOST_BUFFERS = 1_500;
/**
 * The same of a dashboard, which is eight questions in one call and tells who of the recruiters is away, of a day, which is
 * fifteen and shows eight rows of each, of who has what late, which counts days of colleagues up to a hundred of a kind, of files,
 * of which a call gives five hundred rows, of candidates,
 * each of whom is compared with a company, of counts up to a thousand, and of the help with a misspelt word, which tries a
 * thousand.
 */
const MORE_BUFFERS: Record<string, number> = {
  dashboard_page: 2_200,
  my_day: 4_000,
  read_workload: 3_100,
  list_late: 3_100,
  export_requirements: 4_000,
  export_inbox: 5_000,
  list_candidates: 2_000,
  count_found_candidates: 1_700,
  export_figure_rows: 2_200,
  mend_search: 10_000,
};
/** What grows. */
const LARGE = ["public.job_requirements", "public.inbox_items", "public.item_events", "public.activity_log"];

/** Searches by several words of companies, and of both. */
const SEVERAL = [
  "rob tex",
  "northgate castings ltd",
  "northgate solar zzzz",
  "northgate welder pune",
  "castings or solar",
  "northgate -castings",
  '"two shifts" northgate',
  "ltd buyer",
  "ltd northgate buyer",
  '"castings ltd" buyer',
];

/** What this transaction has written of a table; what the session wrote up to a second before is counted in. */
const WRITTEN = `
  select name, (pg_stat_get_xact_tuples_inserted(name::regclass) + pg_stat_get_xact_tuples_updated(name::regclass)
                + pg_stat_get_xact_tuples_deleted(name::regclass))::integer as rows from unnest($1::text[]) as name`;

let scene: SizeScene;
const { database } = await startDatabase();
beforeAll(async () => {
  scene = await openSizeScene(database, REQUIREMENTS);
});
afterAll(() => scene.close());

/** What a call of a list filters by. */
const filterOf = ({ arguments: given }: SizeCall) => (given["filter"] ?? given) as Record<string, unknown>;

/**
 * Which lines of the inbox have each of some searches' words, and which requirements: the newest first, at most fifty, by one
 * look at every line.
 */
async function lookAtEach(listed: string, searches: string[]) {
  const newest = (id: string, which: string) =>
    `coalesce((array_agg(${id}::text order by created_at desc, listed.id desc) filter (where ${which}))[:50], '{}')`;
  const { rows } = await scene.owner.query<{ items: string[]; requirements: string[] }>(
    `with listed as materialized (
       select id, requirement_id, kind, created_at, search || '' as search from public.inbox_items where ${listed}),
     asked as materialized (
       select private.search_query(words) as query, place from unnest($1::text[]) with ordinality as given (words, place))
     select ${newest("listed.id", "listed.id is not null")} as items,
            ${newest("requirement_id", "kind = 'requirement'")} as requirements
       from asked left join listed on listed.search @@ asked.query group by place order by place`,
    [searches],
  );
  return rows;
}

/** What a call gives. */
const rowsOf = (call: SizeCall) => callAs(scene, call.who, () => callRows(scene, call));

describe("with twenty thousand requirements of two hundred companies", () => {
  it.each([
    ["dashboard_page", 24],
    ["requirement_history", 1],
    ["requirement_frame", 1],
    ["open_messages", 1],
    ["list_requirements", 40],
    ["list_inbox", 47],
    ["count_inbox", 1],
    ["list_changeable", 8],
    ["list_open_requirements", 18],
    ["count_open_requirements", 3],
    ["my_day", 3],
    ["next_item", 2],
    ["related_items", 2],
    ["list_clients", 7],
    ["client_timeline", 2],
    ["find_members", 3],
    ["mend_search", 3],
    ["find_enquiries", 4],
    ["suggest_clients", 1],
    ["similar_candidates", 1],
    ["list_candidates", 20],
    ["count_found_candidates", 8],
    ["own_open_requirements", 1],
    ["read_shortlist", 1],
    ["export_requirements", 2],
    ["export_inbox", 2],
    ["list_activity", 8],
    ["list_workloads", 1],
    ["read_workload", 1],
    ["list_late", 2],
    ["read_figures", 5],
    ["list_figure_rows", 5],
    ["export_figures", 3],
    ["export_figure_rows", 5],
    ["work_in_hand", 2],
    ["public_jobs", 11],
    ["public_job", 1],
    ["public_job_feed", 1],
    ["public_job_addresses", 1],
  ])("%s reads what it shows, and not what there is", async (name, least) => {
    const calls = Object.entries(scene.calls).filter(([, { name: called }]) => called === name);
    expect(calls.length).toBeGreaterThanOrEqual(least);
    const tooMuch: Record<string, number> = {};
    for (const [told, asked] of calls) {
      const most = MORE_BUFFERS[name] ?? MOST_BUFFERS;
      const measure = () => callAs(scene, asked.who, () => measureCost(scene, asked));
      let { buffers } = await measure();
      // The first call of a session reads what it is made of as well.
      if (buffers > most) ({ buffers } = await measure());
      if (buffers > most) tooMuch[told] = buffers;
    }
    expect(tooMuch).toEqual({});
  });

  it("list_requirements and list_inbox find by words what a look at every item finds", async () => {
    const searchesOf = (name: string) =>
      Object.values(scene.calls)
        .filter((asked) => asked.name === name && isDeepStrictEqual(Object.keys(filterOf(asked)), ["words"]))
        .map((asked) => String(filterOf(asked)["words"]));
    const searches = [...new Set([...searchesOf("list_requirements"), ...searchesOf("list_inbox")]), ...SEVERAL];
    expect(searches.length).toBeGreaterThan(10 + SEVERAL.length);
    const expected = await lookAtEach("true", searches);
    for (const [place, words] of searches.entries()) {
      const { items, requirements } = expected[place]!;
      for (const [name, ids] of [
        ["list_requirements", requirements],
        ["list_inbox", items],
      ] as const) {
        const rows = await rowsOf({ who: "busy", name, arguments: { filter: { words } } });
        expect({ name, words, ids: rows.map((row) => row["id"]) }).toEqual({ name, words, ids: ids.slice(0, 26) });
      }
    }
  });

  it("finds by words what is to do", async () => {
    const searches = [...SEVERAL, "portside buyer", "northgate", "welder", "candidates", "ltd"];
    const expected = await lookAtEach("state in ('new', 'open', 'waiting')", searches);
    for (const [place, words] of searches.entries()) {
      const rows = await rowsOf({ who: "busy", name: "list_changeable", arguments: { filter: { words } } });
      expect({ words, ids: rows.map((row) => row["item_id"]) }).toEqual({ words, ids: expected[place]!.items });
    }
  });

  it("has rows as the product writes them: what they refer to, and what an enquiry, a requirement and a candidate are found by", async () => {
    const { owner } = scene;
    const written = async () => {
      const { rows } = await owner.query(`
        select to_jsonb(item) - '{id,state,assignee,due_at,first_seen_at,version}'::text[] as item
            from public.inbox_items as item where coalesce(contact_id, requirement_id) in (select id from sampled)
        union all select jsonb_build_object('id', id, 'search', search) from public.candidates where id in (select id from sampled)
        union all select to_jsonb(open) - '{last_word_at,waits_for,unanswered_since}'::text[] from private.open_requirements as open
                    where requirement_id in (select id from sampled)
        order by 1`);
      return rows;
    };
    await owner.exec(`begin;
      update pg_constraint set convalidated = false where contype = 'f';
      do $$ declare reference pg_constraint; begin
        for reference in select * from pg_constraint where contype = 'f' loop
          execute format('alter table %s validate constraint %I', reference.conrelid::regclass, reference.conname);
        end loop;
      end $$;
      create temporary table filed on commit drop as select * from public.job_requirements order by id limit 30;
      create temporary table sent on commit drop as select * from public.contact_submissions order by id limit 20;
      create temporary table sampled on commit drop as
        select id from filed union all select id from sent
        union all (select id from public.candidates order by id limit 30)`);
    try {
      const made = await written();
      expect(made.length).toBeGreaterThan(80 + 10);
      await owner.exec(`
        delete from public.job_requirements where id in (select id from filed);
        delete from public.contact_submissions where id in (select id from sent);
        insert into public.job_requirements select * from filed;
        insert into public.contact_submissions select * from sent;
        update public.candidates set full_name = full_name where id in (select id from sampled)`);
      expect(await written()).toEqual(made);
    } finally {
      await owner.exec("rollback");
    }
  });

  it("reads no text in one piece that has no end", async () => {
    // What may be an address, a path or a tag: Postgres' parser begins again behind each sign of it.
    for (const part of ["a_", "~/", "a-1.", "<!--", "<a "]) {
      const { rows } = await scene.owner.query<{ longest: number }>(
        `select max(length(run))::integer as longest
           from regexp_split_to_table(private.spaced_text(repeat($1, 5000)), '\\s+') as run`,
        [part],
      );
      expect([part, rows[0]!.longest <= 200]).toEqual([part, true]);
    }
  });

  it("looks for twelve words of a search", async () => {
    const words = Array.from({ length: 13 }, (_, place) => `word${place}`);
    const { rows } = await scene.owner.query<{ query: string }>(
      "select private.search_query($1)::text as query union all select private.search_query($2)::text",
      [words.join(" "), words.slice(0, 12).join("  ")],
    );
    expect(rows[0]!.query).toBe(rows[1]!.query);
    expect(rows[0]!.query).toContain("word11");
  });

  it("finds candidates by words as a look at every one does, on every page", async () => {
    const { owner } = scene;
    for (const [words, city = null] of [
      ["welder"],
      ["welder pune"],
      ['"welder of shift"'],
      ["zzzz or c++"],
      ["-welder"],
      ["tig", "Pune"],
      ["nurse", "Porto"],
      ["engineer", "Nowhere"],
      ["person 4999 or 2500 or 17"],
    ]) {
      const { rows: all } = await owner.query<{ id: string; at: string }>(
        `select id, created_at as at from public.candidates
           where (search || '') @@ private.search_query($1) and coalesce(city = $2, true) order by created_at desc, id desc`,
        [words, city],
      );
      for (const start of [0, 1, Math.ceil(all.length / 2), Math.max(all.length - 1, 0)]) {
        const { id, at } = all[start - 1] ?? { id: null, at: null };
        const asked = { words, city, before_at: at, before_id: id };
        const rows = await rowsOf({ who: "busy", name: "list_candidates", arguments: asked });
        expect({ ...asked, ids: rows.map((row) => row["id"]) }).toEqual({
          ...asked,
          ids: all.slice(start, start + 26).map((row) => row.id),
        });
      }
    }
  });

  it("counts the open requirements of each group as one would count them, of what is silent up to a thousand", async () => {
    const { busy } = scene.people;
    for (const [asked, which] of [
      [{}, "true"],
      [{ whose: "me" }, "recruiter_id = $1"],
      [{ whose: "nobody", priority: "high" }, "recruiter_id is null and priority = 'high'"],
      [{ status: "new" }, "status = 'new'"],
    ] as const) {
      const { rows } = await scene.owner.query(
        `select jsonb_object_agg(item_group, items) || jsonb_build_object('silent', coalesce(max(items) filter (where item_group = 'silent'), 0)) as counts
           from (select work_group as item_group, least(count(*), case when work_group = 'silent' then 1000 else 1e6 end)::integer as items
                   from private.grouped_requirements where $1::uuid is not null and ${which} group by 1) as counted`,
        [busy],
      );
      const counted = await rowsOf({ who: "busy", name: "count_open_requirements", arguments: { filter: asked } });
      expect({ asked, counts: counted[0]?.["count_open_requirements"] }).toEqual({ asked, ...rows[0] });
    }
  });

  it("counts who is free exactly, where fewer than a thousand are and more are in process", async () => {
    const { owner } = scene;
    await callAs(scene, "busy", async () => {
      await owner.exec(`reset role; set local session_replication_role = replica;
        delete from public.candidates as candidate where right(candidate.id::text, 1) > '0'
          and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)`);
      const { rows } = await owner.query(`
        select jsonb_build_object('found', count(*) filter (where entry.candidate_id is null), 'unknown', 0) as found,
               count(entry.candidate_id) > 1000 as are_in_process
          from public.candidates as candidate left join private.entries_in_process as entry on entry.candidate_id = candidate.id`);
      await owner.exec("set local session_replication_role = origin; set local role authenticated");
      const filter = { process: "free" };
      const [counted] = await callRows(scene, { who: "busy", name: "count_found_candidates", arguments: { filter } });
      expect({ found: counted?.["count_found_candidates"], are_in_process: true }).toEqual(rows[0]);
    });
  });

  it("refuses a file to whoever may not export before it looks for rows: of nothing as well", async () => {
    const { owner } = scene;
    await callAs(scene, "idle", async () => {
      await owner.exec(`reset role; truncate public.clients, public.candidates, public.inbox_items cascade;
        set local role authenticated; savepoint nothing`);
      for (const name of ["export_requirements", "export_inbox", "export_candidates", "export_figures"]) {
        const values = name === "export_figures" ? { month: "2026-11-01" } : {};
        await expect(callRows(scene, { who: "idle", name, arguments: values })).rejects.toThrow("forbidden");
        await owner.query("rollback to savepoint nothing");
      }
    });
  });

  it("hands over what somebody has very much of in parts", async () => {
    const { busy, idle } = scene.people;
    // Tomorrow by the server's clock is today by the agency's, or later.
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    for (const [name, values] of [
      ["set_absence", { person: busy, until, stand_in: idle, hands_over: true }],
      ["remove_team_member", { person: idle, successor: busy }],
    ] as const) {
      const rows = await rowsOf({ who: "busy", name, arguments: values });
      expect(rows).toEqual([{ [name]: name === "remove_team_member" }]);
    }
  });

  it("renames a company that has filed 2,000 without a line of the inbox", async () => {
    const { owner } = scene;
    const [client, version] = await owner
      .query<{ id: string; version: number }>(
        "select id, version from public.clients where company_name = 'Very Many Ltd'",
      )
      .then(({ rows }) => [rows[0]!.id, rows[0]!.version] as const);
    const { rows: counted } = await owner.query(
      "select count(*) >= 2000 as are_many from public.inbox_items where client_id = $1",
      [client],
    );
    expect(counted).toEqual([{ are_many: true }]);
    const renamed = { seen: version, company_name: "Quetzal Foods", full_name: "Xenia Newname" };
    const readWritten = async () => {
      await owner.query("reset role");
      return (await owner.query<{ name: string; rows: number }>(WRITTEN, [LARGE])).rows;
    };
    const [before, after] = await callAs(scene, "large", async () => {
      const earlier = await readWritten();
      await owner.query("set local role authenticated");
      await callRows(scene, { who: "large", name: "edit_company", arguments: renamed });
      return [earlier, await readWritten()] as const;
    });
    const written = after.map(({ name, rows }, at) => ({ name, rows: rows - before[at]!.rows }));
    const isLog = ({ name }: { name: string }) => name === "public.activity_log";
    // The log's own line shows that what is written is counted.
    expect(written.filter(isLog)).toEqual([{ name: "public.activity_log", rows: 1 }]);
    expect(written.filter((row) => row.rows > 0 && !isLog(row))).toEqual([]);
  });

  it("finds a company's requirements by its old words until the schedule has made those of its new name", async () => {
    const { owner } = scene;
    const find = async (words: string) =>
      (await rowsOf({ who: "busy", name: "list_requirements", arguments: { filter: { words } } })).length;
    // More than are renewed at once, and no more of the 2,000 than that takes; nobody asks for what hangs on the others.
    await owner.exec(`
      set session_replication_role = replica;
      delete from public.inbox_items where id in (
        select item.id from public.inbox_items as item join public.clients as client on client.id = item.client_id
          where client.company_name = 'Very Many Ltd' order by item.created_at desc, item.id desc offset 400);
      set session_replication_role = origin;
      update public.clients set company_name = 'Quetzal Foods', full_name = 'Xenia Newname'
        where company_name = 'Very Many Ltd'`);
    expect([await find('"very many"'), await find("quetzal")]).toEqual([26, 0]);
    for (let isMore = true; isMore;) {
      isMore = (await owner.query<{ is_more: boolean }>("select private.fill_rows() as is_more")).rows[0]!.is_more;
    }
    expect([await find("quetzal"), await find("xenia quetz"), await find("quetzal welder")]).toEqual([26, 26, 26]);
    expect([await find('"very many"'), await find("quetzal -candidates")]).toEqual([0, 0]);
  });
});
