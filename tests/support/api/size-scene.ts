import { randomUUID } from "node:crypto";
import { OwnerSession } from "./database.ts";
import { heapUpSize } from "./size-heap.ts";

// Everything that lists, counts or searches, asked for as the pages ask for it, in a database of any size.

/** Who asks: of a company with very many requirements, of one with none, of the team with all the work, and with none. */
export type Asker = "large" | "empty" | "busy" | "idle";

/** A call of a function of the Data API. */
export type SizeCall = { who: Asker; name: string; arguments: Record<string, unknown> };

/** A database with people in it, and what its requirements and lines are called. */
export type SizeScene = {
  owner: OwnerSession;
  /** The ids of those who ask. */
  people: Record<Asker, string>;
  /** What their sessions say. */
  claims: Record<Asker, Record<string, unknown>>;
  calls: Record<string, SizeCall>;
  ids: SceneIds;
  close: () => Promise<void>;
};

/** Words: of all, of one in twelve, of few, of none, of companies, of several such, of both, and without one. */
const SEARCHED_WORDS = [
  "candidates",
  "welder",
  "ottoline",
  "zzzz",
  "ltd",
  "northgate",
  "northgate castings",
  "castings solar",
  "zanzibar",
  "zanzibar welder",
  "welder pune",
  "portside buyer",
  "ltd zzzz",
  "very many ottoline",
  '"two shifts"',
  "-welder",
  "+91 98765 43210",
];
const SEARCHED = ["candidates", "zzzz", "zanzibar"];

/** What is asked for with a filter, and what the inbox is asked with beside that. */
const FILTERED = [
  ...["list_inbox", "list_changeable", "next_item", "export_inbox"],
  ...["list_requirements", "list_open_requirements", "count_open_requirements", "export_requirements"],
];
const withFilter = ({ item, ...filter }: Record<string, unknown>) => ({ ...(item ? { item } : {}), filter });

/** Two companies and two people by what they have, the newest requirement of the large company, and a line. */
export type SceneIds = Record<"large" | "empty" | "busy" | "idle" | "requirement" | "item" | "slug", string>;

function calls(ids: SceneIds, items: readonly string[]) {
  const { requirement } = ids;
  const made: Record<string, SizeCall> = {};
  const add = (who: Asker, name: string, sets: Record<string, unknown>[]) => {
    for (const given of sets) {
      const values = FILTERED.includes(name) ? withFilter(given) : given;
      const told = Object.entries(given).map(([key, value]) => {
        const known = Object.entries(ids).find(([, id]) => id === value);
        return `${key} ${known?.[0] ?? (typeof value === "string" ? value : JSON.stringify(value))}`;
      });
      made[[name, ...told, `(${who})`].join(" ")] = { who, name, arguments: values };
    }
  };
  for (const who of ["large", "empty"] as const) {
    add(who, "dashboard_page", [
      { page_size: 20 },
      ...["new", "filled", "cancelled"].map((wanted) => ({ page_size: 20, wanted })),
      { page_size: 20, only_unread: true },
      { page_size: 20, only_unread: true, wanted: "cancelled" },
      { page_size: 20, before_at: "2000-01-01", before_id: requirement },
      ...["oldest", "deadline"].map((sort) => ({ page_size: 20, sort })),
      ...["candidates", "zzzz", "welder", "northgate", "castings solar"].map((words) => ({ page_size: 20, words })),
    ]);
  }
  add("large", "requirement_history", [{ requirement }]);
  add("large", "requirement_frame", [{ requirement }]);
  add("large", "open_messages", [{ requirement }]);
  const filters = [
    { status: "new" },
    { status: "cancelled" },
    { priority: "high" },
    { priority: "urgent" },
    { status: "new", priority: "urgent" },
    { whose: "nobody" },
    { whose: "me" },
    { whose: "me", status: "cancelled" },
    { client: ids.large },
    { client: ids.empty },
    { client: ids.large, status: "cancelled" },
    { client: ids.large, priority: "urgent" },
    { client: ids.large, whose: ids.idle },
  ];
  add("busy", "list_requirements", [{}, ...filters, ...SEARCHED_WORDS.map((words) => ({ words }))]);
  add("idle", "list_requirements", [
    { whose: "me" },
    { whose: "me", status: "new" },
    ...SEARCHED.flatMap((words) => [
      { words, status: "cancelled" },
      { words, priority: "urgent" },
      { words, whose: "me" },
      { words, client: ids.empty },
    ]),
  ]);
  const groups = ["silent", "deadline", "nobodys", "waiting", "rest"];
  add("busy", "list_open_requirements", [
    {},
    { whose: "me" },
    { whose: "nobody" },
    { priority: "urgent" },
    { status: "in_progress", priority: "high" },
    { sort: "age" },
    { sort: "word", descending: true },
    { sort: "deadline", whose: "me" },
    ...groups.map((only_group) => ({ only_group })),
    ...groups.map((only_group) => ({ only_group, whose: "me" })),
  ]);
  add("idle", "list_open_requirements", [
    { whose: "me" },
    { whose: "me", only_group: "silent" },
    { client: ids.empty, sort: "age" },
    ...SEARCHED.flatMap((words) => [
      { words, only_group: "silent" },
      { words, sort: "deadline" },
    ]),
  ]);
  add("busy", "count_open_requirements", [{}, { whose: "me" }, { priority: "urgent" }]);
  add("busy", "my_day", [{}, { section: "answers" }]);
  add("idle", "my_day", [{}]);
  const ways = [
    { kind: "contact" },
    { kind: "posting" },
    { state: "new" },
    { state: "waiting" },
    { state: "done" },
    { state: "spam" },
    { whose: "me" },
    { whose: "nobody" },
    { whose: "me-or-nobody" },
    { suspect: true },
    { suspect: false },
    { sort: "due" },
    { sort: "came" },
    { sort: "came", kind: "posting" },
    { sort: "due", suspect: true },
    { state: "done", kind: "posting" },
    { state: "done", whose: "nobody" },
    { state: "done", suspect: true },
  ];
  add("busy", "list_inbox", [{}, ...ways, ...SEARCHED_WORDS.map((words) => ({ words }))]);
  add("idle", "list_inbox", [
    { whose: "me" },
    ...SEARCHED.flatMap((words) => [
      { words, kind: "posting" },
      { words, state: "spam" },
      { words, whose: "me" },
      { words, suspect: true },
    ]),
  ]);
  add(
    "busy",
    "list_inbox",
    ["overdue", "unclaimed", "mine", "waiting", "others", "flood", "suspect"].map((group) => ({ only_group: group })),
  );
  add("busy", "list_changeable", [
    { only_group: "unclaimed" },
    { kind: "posting" },
    { state: "done" },
    ...["zzzz", "welder", "candidates", "ltd", "portside buyer", "northgate castings"].map((words) => ({ words })),
  ]);
  add("busy", "count_inbox", [{}]);
  add("busy", "next_item", [{ item: items[0] }, { item: items[0], words: "zzzz" }]);
  add("busy", "related_items", items.map((item) => ({ item })).slice(0, 1));
  add("idle", "related_items", items.map((item) => ({ item })).slice(1));
  add("busy", "list_clients", [
    {},
    { sort: "name" },
    { sort: "open" },
    ...["ltd", "northgate", "zanzibar", "zzzz"].map((words) => ({ words })),
  ]);
  for (const client of [ids.large, ids.empty]) add("busy", "client_timeline", [{ client }]);
  add(
    "busy",
    "find_members",
    ["zanzibar", "+91 98765 43210", "nobody@example.com"].map((words) => ({ words })),
  );
  add(
    "busy",
    "mend_search",
    ["zzzz", "candidtes weldor", "northgaet"].map((words) => ({ words })),
  );
  add("busy", "find_enquiries", [
    { number: "+91 98765 43210" },
    { address: "nobody@example.com" },
    { address: "sender3+more@senders.example" },
    { company: "Very Many Ltd" },
  ]);
  add("busy", "suggest_clients", [
    { name: "Zanzibar Works", address: "sender3+more@senders.example", number: "098765 43210" },
  ]);
  const entries = { email: "Person17+more@seekers.example", phone: "097 0000 0018", full_name: "19  PERSON" };
  add("busy", "similar_candidates", [{ entries }]);
  add("busy", "list_candidates", [
    {},
    ...["welder", "welder pune", "c++", "zzzz", "zzzz welder", "+91 9700000003", "nobody@example.com"].map((words) => ({
      words,
    })),
    { city: "Pune" },
    { city: "Nowhere" },
    { city: "Pune", words: "welder" },
    { city: "Pune", words: "zzzz" },
  ]);
  // By filters that are words, places or signs of the index, and by those that are not.
  const candidateFilters = [
    { skills: ["TIG", "C++"] },
    { skills: ["TIG", "welder"], any_skill: true, notice_days: 30 },
    { notice_days: 0 },
    { yearly_pay: 600_000, pay_currency: "INR" },
    { process: "in_process" },
    { process: "free", is_unasked: true },
  ];
  for (const name of ["list_candidates", "count_found_candidates"]) {
    add("busy", name, [
      ...candidateFilters.map((filter) => ({ filter })),
      { city: "Bengaluru", requirement },
      { words: "welder", requirement },
    ]);
  }
  add("busy", "own_open_requirements", [{}]);
  add("busy", "read_shortlist", [{ requirement }]);
  add("busy", "list_activity", [
    {},
    { person: ids.busy },
    { person: ids.idle },
    { deed: "exported" },
    { deed: "person_erased" },
    { company: "Zanzibar" },
    { company: "ltd" },
    { since: "2000-01-01", before: "2001-01-01" },
    { after_at: "2000-01-01", after_id: requirement },
  ]);
  add("busy", "list_workloads", [{}]);
  add("busy", "read_workload", [{}]);
  add(
    "busy",
    "list_late",
    ["items", "empty"].map((kind) => ({ person: ids.busy, kind })),
  );
  // Months that are full, and that nothing is in.
  const day = new Date();
  const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);
  const groupings = ["recruiter", "company", "source"].map((grouping_by) => ({ month, grouping_by }));
  add("busy", "read_figures", [...groupings, { month: "2001-01-01" }]);
  add("idle", "read_figures", [{ month }]);
  add("busy", "export_figures", groupings);
  for (const name of ["list_figure_rows", "export_figure_rows"]) {
    add("busy", name, [
      ...["came", "in_time", "shown", "joined"].map((measure) => ({ month, measure })),
      { month, measure: "came", grouping_by: "company", group_key: ids.large },
    ]);
  }
  add("busy", "work_in_hand", [{ person: ids.busy }, { person: ids.idle }]);
  // What everybody reads without an account.
  add("idle", "public_jobs", [
    {},
    { words: "welder" },
    { words: "zzzz" },
    { words: "qzwxa qzwxb qzwxc qzwxd qzwxf qzwxg qzwxh qzwxj qzwxk qzwxl qzwxm qzwxn qzwxp", place: "timbuktu" },
    { place: "pune", work: "permanent" },
    { page: 3 },
    // Misspelt, and where nothing is: what comes nearest is looked for in every way.
    { words: "weldr" },
    { words: "weldr", place: "pne" },
    { words: "welder", place: "faridabad" },
    { words: "acountnt nigts", place: "bhopal", work: "contract" },
    { words: "driver 15000-20000", place: "near noida sector 62 uttar pradesh" },
  ]);
  add("idle", "public_job", [{ slug: ids.slug }]);
  for (const name of ["public_job_feed", "public_job_addresses"]) add("idle", name, [{}]);
  for (const name of ["export_requirements", "export_inbox"]) add("busy", name, [{}, { words: "zzzz" }]);
  return made;
}

/** Makes somebody with an account, under a name of their own. @returns their id */
async function addAccount(owner: OwnerSession, name: string): Promise<string> {
  const id = randomUUID();
  await owner.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3::text::jsonb)`,
    [id, `${id}@test.example`, JSON.stringify({ full_name: name })],
  );
  return id;
}

async function addToTeam(owner: OwnerSession, role: "admin" | "recruiter", name: string): Promise<string> {
  const id = await addAccount(owner, name);
  await owner.query("insert into public.user_roles (user_id, role) values ($1, $2)", [id, role]);
  await owner.query("update public.team_members set display_name = $2 where user_id = $1", [id, name]);
  return id;
}

/** @returns whose company it is, and the company's id */
async function addCompany(owner: OwnerSession, name: string): Promise<{ person: string; company: string }> {
  const person = await addAccount(owner, "Client Person");
  await owner.query("insert into public.user_roles (user_id, role) values ($1, 'client')", [person]);
  const { rows } = await owner.query<{ id: string }>(
    `insert into public.clients (user_id, company_name, full_name, phone) values ($1, $2, 'Client Person', '12345')
       returning id`,
    [person, name],
  );
  return { person, company: rows[0]!.id };
}

/** Begins a session of the site for somebody. @returns what it says */
async function signIn(owner: OwnerSession, sub: string): Promise<Record<string, unknown>> {
  const began = randomUUID();
  await owner.query("insert into auth.sessions (id, user_id) values ($1, $2)", [began, sub]);
  return { sub, session_id: began, role: "authenticated" };
}

/**
 * Fills a database that is empty.
 *
 * @param requirements how many; three times as many messages, and some more lines
 * @param isDense is what is looked for in each or every second of them, for that few are found as well?
 */
export async function openSizeScene(
  database: string,
  requirements: number,
  { isDense = false } = {},
): Promise<SizeScene> {
  const owner = OwnerSession.of(database);
  const [large, empty] = [await addCompany(owner, "Very Many Ltd"), await addCompany(owner, "Nothing Filed")];
  const people = {
    large: large.person,
    empty: empty.person,
    busy: await addToTeam(owner, "admin", "Bea Busy"),
    idle: await addToTeam(owner, "recruiter", "Ida Idle"),
  };
  const claims: Partial<SizeScene["claims"]> = {};
  for (const [who, id] of Object.entries(people)) claims[who as Asker] = await signIn(owner, id);
  const one = async (statement: string, ...values: unknown[]) =>
    (await owner.query<{ id: string }>(statement, values)).rows.map(({ id }) => id);
  await heapUpSize(owner, {
    requirements,
    companies: Math.max(3, requirements / 100),
    large: large.company,
    member: people.large,
    recruiter: people.busy,
    isDense,
  });
  const [requirement] = await one(
    "select id from public.job_requirements where client_id = $1 order by created_at desc limit 1",
    large.company,
  );
  const items = await one("select distinct on (kind) id from public.inbox_items order by kind, created_at desc");
  const [slug] = await one("select slug as id from public.adverts order by opened_at limit 1");
  const ids = {
    slug: slug!,
    large: large.company,
    empty: empty.company,
    busy: people.busy,
    idle: people.idle,
    requirement: requirement!,
    item: items[0]!,
  };
  return {
    owner,
    people,
    claims: claims as SizeScene["claims"],
    calls: calls(ids, items),
    ids,
    close: () => owner.close(),
  };
}
