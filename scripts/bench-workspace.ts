import { requirementEntries } from "../tests/support/entries.ts";
import { OwnerSession } from "../tests/support/database.ts";
import { heapUp } from "../tests/support/heap.ts";
import { connect } from "../tests/support/people.ts";
import { startSite } from "../tests/support/processes.ts";
import { signUpTeamMember } from "../tests/support/team.ts";
import { Visitor } from "../tests/support/visitor.ts";
import { median, quantile } from "./median.ts";

/** How many lines the two inboxes have. */
const FEW = 10;
const MANY = 20_000;
/** Of the many, one in so many is still to be done. */
const PER_OPEN = 10;
/** Both are asked in turns, as a machine has better and worse moments: how many, after one to get warm. */
const TURNS = 7;
/** How often a request is made in a turn, and how long that may go on, in milliseconds. */
const ROUNDS = 100;
const LONGEST = 2_000;
/** How much more the many may cost. */
const LIMIT = 1.5;
/** The schedule sleeps, there is nothing but the heap, and its dates are none that the retention looks for. */
const VARIABLES = { LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600", RETENTION_DAYS: "3650" };

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** A site with an inbox of so many lines, and somebody of the team signed in at it. */
async function openWorkspace(count: number) {
  const { site, backend, stop } = await startSite(VARIABLES);
  const me = await signUpTeamMember(backend, "admin", "Ada Admin");
  const colleague = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const owner = OwnerSession.of(backend.dataDirectory);
  await heapUp(owner, { count, people: [me.userId, colleague.userId], perOpen: PER_OPEN, mark: "heap" });
  const service = connect(backend.url, backend.keys.secret_key);
  const { data } = await service
    .from("inbox_items")
    .select("id, posting_id")
    .order("created_at", { ascending: false })
    .limit(500);
  const items = data ?? [];
  const { data: client } = await service.from("clients").select("id").limit(1).single();
  return {
    visitor: await Visitor.signedInAs(site.url, me),
    api: me.api,
    owner,
    items: items.map(({ id }) => id),
    postings: items.filter(({ posting_id }) => posting_id !== null).map(({ id }) => id),
    client: client!.id,
    async stop() {
      await owner.close();
      await stop();
    },
  };
}

/** One of a list, each after the other. */
function each<Value>(values: readonly Value[], round: number): Value {
  return values[round % values.length]!;
}

/** A request, told apart by its round, with what undoes it. */
type Trip = {
  ask: (workspace: Workspace, round: number) => Promise<{ status: number; body?: string }>;
  status?: number;
  undo?: (workspace: Workspace) => Promise<unknown>;
};

function looking(path: string | ((workspace: Workspace, round: number) => string)): Trip {
  return {
    async ask(workspace, round) {
      const response = await workspace.visitor.ask(typeof path === "string" ? path : path(workspace, round));
      return { status: response.status, body: await response.text() };
    },
  };
}

const TRIPS: Record<string, Trip> = {
  inbox: looking("/team"),
  "inbox, filtered": looking("/team?kind=posting&whose=nobody"),
  "search, a word of all": looking("/team?words=need"),
  "search, two words of some": looking("/team?words=welders+pune"),
  "search, a word of few": looking("/team?words=ottoline"),
  item: looking(({ items }, round) => `/team/inbox/${each(items, round)}`),
  "a posting's conversion": looking(({ postings }, round) => `/team/inbox/${each(postings, round)}/requirement`),
  "requirements, searched": looking("/team/requirements?words=welders"),
  "the header's count": {
    ask: async ({ api }) => ({ status: (await api.rpc("count_inbox")).status }),
  },
  "take the next one": {
    async ask({ visitor }) {
      const { status } = await visitor.post("/team", { intent: "next" });
      return { status };
    },
    status: 302,
    undo: ({ owner }) =>
      owner.query(`update public.inbox_items set assignee = null, claim_expires_at = null, state = 'new'
                    where claim_expires_at is not null`),
  },
  "a posting made a requirement": {
    async ask({ visitor, postings, client }, round) {
      const path = `/team/inbox/${each(postings, round)}/requirement`;
      const { status } = await visitor.post(path, { ...requirementEntries, client });
      return { status };
    },
    status: 303,
    undo: ({ owner }) => owner.query("delete from public.job_requirements where source_posting_id is not null"),
  },
};

/** @returns milliseconds until all of the answer was there */
async function travel({ ask, status = 200, undo }: Trip, workspace: Workspace, round: number): Promise<number> {
  const started = performance.now();
  const answer = await ask(workspace, round);
  const time = performance.now() - started;
  if (answer.status !== status || answer.body?.includes("can&#x27;t be shown")) {
    throw new Error(`answered ${answer.status} instead of ${status}`);
  }
  await undo?.(workspace);
  return time;
}

/** One turn: both are asked again and again, one after the other. @returns the times of each, in milliseconds */
async function takeTurn(trip: Trip, few: Workspace, many: Workspace, turn: number) {
  const times = { few: [] as number[], many: [] as number[] };
  const end = performance.now() + LONGEST;
  for (let round = turn * ROUNDS; round < (turn + 1) * ROUNDS && performance.now() < end; round += 1) {
    times.few.push(await travel(trip, few, round));
    times.many.push(await travel(trip, many, round));
  }
  return times;
}

/**
 * The team's pages with few lines in the inbox and with many, asked for in turns, through the whole site and on the
 * embedded Postgres: what a page costs must not grow with what lies in the cellar. Of the turns the usual one is told.
 */
export async function benchWorkspace(): Promise<void> {
  const [few, many] = [await openWorkspace(FEW), await openWorkspace(MANY)];
  const rows: Record<string, Record<string, number | string>> = {};
  for (const [name, trip] of Object.entries(TRIPS)) {
    const turns = [];
    for (let turn = 0; turn <= TURNS; turn += 1) turns.push(await takeTurn(trip, few, many, turn));
    const warm = turns.slice(1);
    const usual = (side: "few" | "many", share: number) =>
      Number(median(warm.map((turn) => quantile(turn[side], share))).toFixed(1));
    const ratio = median(warm.map((turn) => quantile(turn.many, 0.99) / quantile(turn.few, 0.99)));
    rows[name] = {
      rounds: warm.reduce((sum, turn) => sum + turn.few.length, 0),
      [`${FEW}: p50 ms`]: usual("few", 0.5),
      "p99 ms": usual("few", 0.99),
      [`${MANY}: p50 ms`]: usual("many", 0.5),
      "p99 ms ": usual("many", 0.99),
      "ratio of p99": Number(ratio.toFixed(2)),
      [`at most ${LIMIT}`]: ratio <= LIMIT ? "yes" : "no",
    };
  }
  await few.stop();
  await many.stop();
  console.table(rows);
}
