import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newestMigration } from "../../scripts/database/migrations.ts";
import { balance } from "../support/http/balancer.ts";
import { times } from "../support/services/counts.ts";
import { serve, type SmallServer } from "../support/http/http.ts";
import { nginx, startNginx } from "../support/http/nginx.ts";
import { freePort, TestSite } from "../support/services/processes.ts";

const RESTARTS = times(6, 1);
/** Posts a second, started by the clock and not by the answers before. */
const RATE = times(200, 20);

let backend: SmallServer;
let saved = 0;

function startAt(port: number, APP_URL: string): Promise<TestSite> {
  return TestSite.start(port, {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_for_nobody",
    APP_URL,
    TRUST_PROXY: "1",
    SHUTDOWN_DELAY: String(times(5, 1)),
    LOG_LEVEL: "silent",
  });
}

beforeAll(async () => {
  // A backend that saves everything at once: what is tried here is who is asked, and when.
  backend = await serve((request, response) => {
    request.resume().on("end", () => {
      const isProbe = request.url?.includes("schema_version");
      if (!isProbe) saved += 1;
      response.writeHead(isProbe ? 200 : 201, { "Content-Type": "application/json" });
      response.end(isProbe ? JSON.stringify(newestMigration()) : "");
    });
  });
});
afterAll(() => backend.stop());

type Start = (port: number, ports: readonly number[]) => Promise<{ stop: () => unknown }>;
const BALANCERS: [string, Start][] = [["a balancer that asks whether they are ready", balance]];
if (nginx) BALANCERS.push(["nginx as ops/nginx.conf sets it up", startNginx]);
/** In short behind the one that people have. */
const TRIED = BALANCERS.slice(times(0, -1));

it.each(TRIED)(
  `behind %s two sites are restarted ${RESTARTS} times in turn under ${RATE} posts a second, and none fails`,
  async (_, start) => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const ports = [await freePort(), await freePort()];
    const sites = await Promise.all(ports.map((each) => startAt(each, url)));
    const balancer = await start(port, ports);
    saved = 0;
    const answers: Promise<string>[] = [];
    let held = 0;
    const post = async (index: number): Promise<string> => {
      const body = new URLSearchParams({ name: "A", email: `a${index}@b.co`, requirement: `Welder ${index}` });
      const response = await fetch(`${url}/contact`, { method: "POST", body, redirect: "manual" });
      await response.arrayBuffer();
      if (response.status !== 503 || !response.headers.has("retry-after")) return String(response.status);
      // On a machine that has no time left for it a site holds posts off, before it looks at them: that is another matter.
      held += 1;
      await wait(1_000);
      return post(index);
    };
    let isDone = false;
    const stream = (async () => {
      const began = Date.now();
      while (!isDone) {
        const due = Math.floor(((Date.now() - began) / 1_000) * RATE);
        while (answers.length < due) answers.push(post(answers.length).catch(String));
        await wait(5);
      }
    })();
    for (let turn = 0; turn < RESTARTS; turn += 1) {
      const index = turn % 2;
      expect(await sites[index]!.stop()).toBe(0);
      sites[index] = await startAt(ports[index]!, url);
      // As an orchestrator does: the next one goes when this one is back.
      const { url: own } = sites[index];
      await expect.poll(async () => (await fetch(`${own}/readyz`)).status, { timeout: 60_000 }).toBe(200);
      await wait(1_000);
    }
    isDone = true;
    await stream;
    const counts = Object.groupBy(await Promise.all(answers), (answer) => answer);
    await balancer.stop();
    // Nobody asks them any more: they need no time to say so.
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    expect(Object.keys(counts)).toEqual(["302"]);
    expect(saved).toBe(answers.length);
    console.log(`${answers.length} posts in ${RESTARTS} restarts, none failed (${held} times held off)`);
  },
  300_000,
);
