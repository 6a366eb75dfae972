import { FaultyProxy } from "./faulty-proxy.ts";
import { freePort, openBackend, TestBackend, TestSite, type SharedBackend } from "../services/processes.ts";

/** A call without its query: which one it is. */
function nameOf(line: string): string {
  return line.split("?")[0]!;
}

/**
 * Holds the calls of a site to its backend until all of a wave are there, and only then lets them on: calls that the site
 * makes one after another never make a wave together. Nothing is timed.
 */
export class Waves {
  readonly #proxy: FaultyProxy;
  /** Every call since the waves were named, in the order they came. */
  readonly seen: string[] = [];
  #waiting: { names: string[]; open: PromiseWithResolvers<void> }[] = [];

  constructor(proxy: FaultyProxy) {
    this.#proxy = proxy;
  }

  /** Names the calls of each wave to come, such as `GET /rest/v1/clients`. A call that is in no wave is let on at once. */
  expect(...waves: string[][]): void {
    this.seen.length = 0;
    this.#waiting = waves.map((names) => ({ names: [...names], open: Promise.withResolvers<void>() }));
    this.#proxy.gate = (line) => this.#hold(nameOf(line));
  }

  #hold(name: string): Promise<void> | undefined {
    this.seen.push(name);
    const wave = this.#waiting[0];
    const place = wave?.names.indexOf(name) ?? -1;
    if (!wave || place === -1) return undefined;
    wave.names.splice(place, 1);
    if (wave.names.length === 0) {
      this.#waiting.shift();
      wave.open.resolve();
    }
    return wave.open.promise;
  }
}

async function startBehindProxy<Backend extends SharedBackend>(
  open: (siteUrl: string) => Promise<Backend>,
  variables: Record<string, string>,
): Promise<{ site: TestSite; backend: Backend; proxy: FaultyProxy; stop: () => Promise<void> }> {
  const port = await freePort();
  const backend = await open(`http://localhost:${port}`);
  // A project elsewhere answers by its own name alone.
  const proxy = await FaultyProxy.start(await freePort(), () => backend.url, backend.url.startsWith("http:"));
  const site = await TestSite.start(port, {
    SUPABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
    ...variables,
  });
  return {
    site,
    backend,
    proxy,
    async stop() {
      await site.stop();
      proxy.stop();
      await backend.remove();
    },
  };
}

/** A site that reaches a backend of its own through a proxy, under whose name the backend issues its sessions. */
export function startSiteBehindProxy(variables: Record<string, string> = {}, dataDirectory?: string) {
  return startBehindProxy((siteUrl) => TestBackend.start(siteUrl, variables, dataDirectory), variables);
}

/** A site that reaches a backend that others may use (`openBackend`) through a proxy: it is away when that is stopped. */
export function openSiteBehindProxy(variables: Record<string, string> = { LOG_LEVEL: "silent" }) {
  return startBehindProxy(openBackend, variables);
}
