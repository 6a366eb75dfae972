import { setTimeout } from "node:timers/promises";
import { requirementEntries } from "../../tests/support/people/entries.ts";
import { signUpClient } from "../../tests/support/people/people.ts";
import { Visitor } from "../../tests/support/http/visitor.ts";
import { startSiteBehindProxy } from "../../tests/support/http/waves.ts";
import { median } from "./median.ts";

/** How far away the backend is made to be, in milliseconds there and back. */
const WAIT = 100;
/** How often each request is made. */
const ROUNDS = 15;
/** And how often before, without the wait: a site that has been running for a while is what people meet. */
const WARM_UP = 200;

type Trip = { path: string; status: number; entries?: (mark: string) => Record<string, string> };

const TRIPS: Record<string, Trip> = {
  dashboard: { path: "/client-dashboard", status: 200 },
  "submit form": { path: "/submit-requirement", status: 200 },
  "a submit": {
    path: "/submit-requirement",
    status: 302,
    entries: (mark) => ({ ...requirementEntries, job_title: `Far away ${mark}` }),
  },
};

/**
 * What a signed-in person waits for a backend that is far away, before the first byte: in such waits, all told, and what
 * the distance adds to the same request made in turn without it, which on a busy machine is the figure to read.
 */
export async function benchRoundTrips(): Promise<void> {
  const { site, backend, proxy, stop } = await startSiteBehindProxy({ LOG_LEVEL: "silent" });
  const visitor = await Visitor.signedInAs(site.url, await signUpClient(backend, "Far Away Ltd"));
  let calls = 0;

  /** @returns milliseconds to the first byte, and the calls made until then */
  async function travel(distance: number, { path, status, entries }: Trip, mark: string) {
    calls = 0;
    proxy.gate = () => {
      calls += 1;
      return setTimeout(distance);
    };
    const started = performance.now();
    const response = await (entries ? visitor.post(path, entries(mark)) : visitor.ask(path));
    const time = performance.now() - started;
    const made = calls;
    if (response.status !== status) throw new Error(`${path}: answered ${response.status}`);
    await response.text();
    // What goes on after the answer, such as the call for the CRM, is not to disturb the next.
    await setTimeout(distance * 3);
    return { time, made };
  }

  const rows: Record<string, Record<string, number>> = {};
  for (const [name, trip] of Object.entries(TRIPS)) {
    for (let round = 0; round < WARM_UP; round += 1) await travel(0, trip, `warm ${round}`);
    const turns = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      turns.push({ near: await travel(0, trip, `near ${round}`), far: await travel(WAIT, trip, `far ${round}`) });
    }
    const inWaits = (times: number[]) => Number((median(times) / WAIT).toFixed(2));
    rows[name] = {
      [`in waits of ${WAIT} ms`]: inWaits(turns.map(({ far }) => far.time)),
      "without the wait": inWaits(turns.map(({ near }) => near.time)),
      "what it adds": inWaits(turns.map(({ near, far }) => far.time - near.time)),
      calls: median(turns.map(({ far }) => far.made)),
    };
  }
  await stop();
  console.table(rows);
}
