import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { given } from "./given.ts";
import { bundleLibraries } from "./prepared/libraries.ts";
import { openSite, SHARED_SITES, startSite, type SharedSite } from "./processes.ts";

/** The schedule sleeps, and there is nothing but what the tests make: as where they are given a Supabase. */
const QUIET = { LOG_LEVEL: "silent", SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" };

/**
 * Vitest's global setup: one backend and one site for all files of a worker that ask for a shared one (`openSharedSite`,
 * `openBackend`). They start with the first such file, and end with the run. A worker runs one file after the other, so
 * no two files ever use the same ones at once.
 *
 * @returns what ends them
 */
export default async function shareSites(): Promise<() => Promise<void>> {
  await bundleLibraries();
  const started = new Map<string, ReturnType<typeof openSite>>();
  const server = createServer((request, response) => {
    const worker = request.url ?? "";
    const running = started.get(worker) ?? (given ? openSite(QUIET) : startSite(QUIET));
    started.set(worker, running);
    running.then(
      ({ site, backend: { url, keys, database } }) => {
        const shared: SharedSite = { siteUrl: site.url, backend: { url, keys, database } };
        response.end(JSON.stringify(shared));
      },
      (error: unknown) => {
        console.error(error);
        response.destroy();
      },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env[SHARED_SITES] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    const ended = await Promise.allSettled(started.values());
    await Promise.all(ended.flatMap((each) => (each.status === "fulfilled" ? [each.value.stop()] : [])));
  };
}
