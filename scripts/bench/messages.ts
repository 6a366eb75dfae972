import { OwnerSession } from "../../tests/support/api/database.ts";
import { signUpClient } from "../../tests/support/people/people.ts";
import { startSite } from "../../tests/support/services/processes.ts";
import { heapUpThreads } from "../../tests/support/api/thread-heap.ts";
import { signUpTeamMember } from "../../tests/support/people/team.ts";
import { Visitor } from "../../tests/support/http/visitor.ts";
import { compareSizes, each, openPage, QUIET, type Trip } from "./side-by-side.ts";

/** Ten requirements with what was said about them, and ten thousand with five thousand messages. */
const FEW = { requirements: 10, threads: 9, longest: 26 };
const MANY = { requirements: 10_000, threads: 400, longest: 1_000 };
/** Nobody who opens pages all day is held up. */
const VARIABLES = { ...QUIET, POSTS_PER_MINUTE: "1000000" };

type Portal = Awaited<ReturnType<typeof openPortal>>;

/** A site with a company that has so much on it; somebody of it and somebody of the team are signed in. */
async function openPortal(size: typeof FEW) {
  const { site, backend, stop } = await startSite(VARIABLES);
  const client = await signUpClient(backend, "Heap Ltd");
  const colleague = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const { data: company } = await client.api.from("clients").select("id").single();
  const owner = OwnerSession.of(backend.dataDirectory);
  const people = { clientId: company!.id, member: client.userId, recruiter: colleague.userId };
  await heapUpThreads(owner, { ...size, ...people });
  const { data } = await client.api
    .from("job_requirements")
    .select("id")
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(size.threads + 1);
  const [longest, ...threads] = data!.map(({ id }) => id);
  return {
    client: await Visitor.signedInAs(site.url, client),
    team: await Visitor.signedInAs(site.url, colleague),
    owner,
    longest: longest!,
    threads,
    async close() {
      await owner.close();
      await stop();
    },
  };
}

const page = (id: string) => `/client-dashboard/requirements/${id}`;
const own = (id: string) => `${page(id)}/messages`;
const forTeam = (id: string) => `/team/requirements/${id}/messages`;

const TRIPS: Record<string, Trip<Portal>> = {
  dashboard: openPage("client", () => "/client-dashboard"),
  "dashboard, filtered": openPage("client", () => "/client-dashboard?status=new"),
  "a requirement": openPage("client", ({ threads }, round) => page(each(threads, round))),
  "its history": openPage("client", ({ threads }, round) => `${page(each(threads, round))}/history`),
  "messages, a company's": openPage("client", ({ threads }, round) => own(each(threads, round))),
  "messages, the team's": openPage("team", ({ threads }, round) => forTeam(each(threads, round))),
  "messages of the longest thread": openPage("client", ({ longest }) => own(longest)),
  "the team's requirements": openPage("team", () => "/team/requirements"),
  "a requirement, the team's": openPage("team", ({ threads }, round) => `/team/requirements/${each(threads, round)}`),
  "a message sent": {
    async ask({ client, longest }, round) {
      const { status } = await client.post(own(longest), { body: `Said in round ${round}` });
      return { status };
    },
    status: 303,
    undo: ({ owner }) => owner.query("delete from public.requirement_messages where body like 'Said in round %'"),
  },
};

/** A company's pages and the team's, with few requirements and messages and with many. */
export async function benchMessages(): Promise<void> {
  const [few, many] = [await openPortal(FEW), await openPortal(MANY)];
  await compareSizes(TRIPS, { few, many, names: ["10 and 116", "10,000 and 5,000"] });
}
