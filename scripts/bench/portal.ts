import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";
import { OwnerSession } from "../../tests/support/api/database.ts";
import { advertise } from "../../tests/support/people/adverts.ts";
import { connect, signUpClient } from "../../tests/support/people/people.ts";
import { startSite } from "../../tests/support/services/processes.ts";
import { sendMessage, signUpTeamMember } from "../../tests/support/people/team.ts";
import { Visitor } from "../../tests/support/http/visitor.ts";
import { median } from "./median.ts";
import { QUIET } from "./side-by-side.ts";

const CONNECTIONS = 8;
/** How long one turn is, in seconds, and how many there are after one to get warm. */
const SECONDS = 3;
const TURNS = 5;
/** What stands on the dashboard, in the inbox and among the jobs. */
const LINES = 10;
/** What `/proc` counts processors' time in, in milliseconds. */
const TICK = 10;

type Process = { pid: number; parent: number; ms: number };

/** Every process of this machine; none where there is no `/proc`. */
function listProcesses(): Process[] {
  const names = process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return names.flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      return [{ pid: Number(pid), parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** The processors' time that all below this process have used so far, in milliseconds. */
function usedBelow(): number {
  const all = listProcesses();
  const below = (parent: number): number =>
    all.filter((each) => each.parent === parent).reduce((sum, { pid, ms }) => sum + ms + below(pid), 0);
  return below(process.pid);
}

async function openPages() {
  const { site, backend, stop } = await startSite(QUIET);
  const client = await signUpClient(backend, "Portal Ltd");
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const service = connect(backend.url, backend.keys.secret_key);
  const { data } = await client.api.from("clients").select("id").single();
  const requirements = Array.from({ length: LINES }, (_, index) => ({
    client_id: data!.id,
    job_title: `Job ${index}`,
    job_type: "contract" as const,
    location: "Noida",
    job_description: "x",
    required_skills: ["x"],
  }));
  const { data: filed } = await service.from("job_requirements").insert(requirements).select("id").throwOnError();
  const owner = OwnerSession.of(backend.dataDirectory);
  const slugs: string[] = [];
  for (const { id } of filed) slugs.push(await advertise(owner, id));
  await owner.close();
  for (let index = 0; index < LINES; index += 1) await sendMessage(backend, `Need ${index} welders`);
  const [theirs, ours] = [await Visitor.signedInAs(site.url, client), await Visitor.signedInAs(site.url, recruiter)];
  const anybody = new Visitor(site.url);
  const pages = {
    "list of jobs": { path: "/jobs", visitor: anybody },
    "list of jobs, searched": { path: "/jobs?words=welder&place=pune", visitor: anybody },
    job: { path: `/jobs/${slugs[0]}`, visitor: anybody },
    dashboard: { path: "/client-dashboard", visitor: theirs },
    "submit form": { path: "/submit-requirement", visitor: theirs },
    inbox: { path: "/team", visitor: ours },
  };
  return { url: site.url, pages, stop };
}

/** What pages cost that are made anew for whoever asks, with the embedded backend beside the site, as requests/s and processors' time. */
export async function benchPortal(): Promise<void> {
  const { url, pages, stop } = await openPages();
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, { path, visitor }] of Object.entries(pages)) {
    // The first page takes the notice of the sign-in away with it.
    await visitor.ask(path);
    const turns: { perSecond: number; p99: number; ms: number }[] = [];
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const before = usedBelow();
      const { requests, latency, non2xx, errors } = await autocannon({
        url: url + path,
        connections: CONNECTIONS,
        duration: SECONDS,
        headers: { cookie: visitor.cookie, "accept-encoding": "gzip, deflate, br, zstd" },
      });
      if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} wrong answers, ${errors} errors`);
      const ms = (usedBelow() - before) / requests.total;
      turns.push({ perSecond: requests.average, p99: latency.p99, ms });
    }
    const usual = (key: "perSecond" | "p99" | "ms") => median(turns.slice(1).map((turn) => turn[key]));
    rows[name] = {
      connections: CONNECTIONS,
      "requests/s": Math.round(usual("perSecond")),
      "p99 ms": usual("p99"),
      "processors' ms a request": Number(usual("ms").toFixed(2)),
    };
  }
  await stop();
  console.table(rows);
}
