import { requirementEntries } from "../../tests/support/people/entries.ts";
import { OwnerSession } from "../../tests/support/api/database.ts";
import { heapUp } from "../../tests/support/api/heap.ts";
import { connect } from "../../tests/support/people/people.ts";
import { startSite } from "../../tests/support/services/processes.ts";
import { signUpTeamMember } from "../../tests/support/people/team.ts";
import { Visitor } from "../../tests/support/http/visitor.ts";
import { compareSizes, each, openPage, QUIET, type Trip } from "./side-by-side.ts";

/** How many lines the two inboxes have. */
const FEW = 10;
const MANY = 20_000;
/** Of the many, one in so many is still to be done. */
const PER_OPEN = 10;

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** A site with an inbox of so many lines, and somebody of the team signed in at it. */
async function openWorkspace(count: number) {
  const { site, backend, stop } = await startSite(QUIET);
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
    async close() {
      await owner.close();
      await stop();
    },
  };
}

const TRIPS: Record<string, Trip<Workspace>> = {
  inbox: openPage("visitor", () => "/team"),
  "inbox, filtered": openPage("visitor", () => "/team?kind=posting&whose=nobody"),
  "search, a word of all": openPage("visitor", () => "/team?words=need"),
  "search, two words of some": openPage("visitor", () => "/team?words=welders+pune"),
  "search, a word of few": openPage("visitor", () => "/team?words=ottoline"),
  item: openPage("visitor", ({ items }, round) => `/team/inbox/${each(items, round)}`),
  "a posting's conversion": openPage(
    "visitor",
    ({ postings }, round) => `/team/inbox/${each(postings, round)}/requirement`,
  ),
  "requirements, searched": openPage("visitor", () => "/team/requirements?words=welders"),
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

/** The team's pages with few lines in the inbox and with many. */
export async function benchWorkspace(): Promise<void> {
  const [few, many] = [await openWorkspace(FEW), await openWorkspace(MANY)];
  await compareSizes(TRIPS, { few, many, names: [String(FEW), String(MANY)] });
}
