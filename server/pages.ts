import type { App } from "./app.ts";
import { keepPage, type CachedResponse } from "./cached-response.ts";

/** The statuses with which a request is refused before the app has it. */
const REFUSALS = [403, 404, 421, 429, 503] as const;
/** Marks no page of the menu as the one that is open. */
const NOWHERE = "/-";
export type Refusal = (typeof REFUSALS)[number];

/** A page that is the same for everybody, or for whoever brings no session along and no query. */
type KeptPage = { page: CachedResponse; isPublic: boolean };

/** What is at a key; made by the first caller. */
function once<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = kept.get(key) ?? make();
  kept.set(key, value);
  return value;
}

/**
 * The pages that are the same for everybody, each rendered once: they cost no rendering, and outlive a backend that is down.
 * What is kept is decided by the app: only a response it calls public, or whose route says that strangers all get the
 * same (`isSameForAnonymous`), and that sets no cookie.
 */
export class Pages {
  readonly #app: App;
  readonly #origin: string;
  readonly #kept = new Map<string, Promise<KeptPage | undefined>>();
  readonly #refusals = new Map<Refusal, Promise<CachedResponse>>();

  /** @param origin the public address */
  constructor(app: App, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  /** The kept page of a path, if it has one; rendered now if nobody has asked for it yet. */
  find(path: string): Promise<KeptPage | undefined> | undefined {
    return this.#app.keptPaths.has(path) ? once(this.#kept, path, () => this.#keep(path)) : undefined;
  }

  /** The page of a refusal. */
  refusal(status: Refusal): Promise<CachedResponse> {
    return once(this.#refusals, status, async () => keepPage(await this.#render(NOWHERE, status)));
  }

  /** Renders all of them, so that nobody waits for one. @returns how many pages are kept */
  async renderAll(): Promise<number> {
    let count = 0;
    for (const path of this.#app.keptPaths) if (await this.find(path)) count += 1;
    for (const status of REFUSALS) await this.refusal(status);
    return count;
  }

  async #keep(path: string): Promise<KeptPage | undefined> {
    const response = await this.#render(path);
    const isPublic = response.headers.get("Cache-Control")?.startsWith("public") ?? false;
    const isSame = isPublic || this.#app.anonymousPaths.has(path);
    if (response.status !== 200 || !isSame || response.headers.has("Set-Cookie")) return undefined;
    return { page: await keepPage(response), isPublic };
  }

  #render(path: string, refusal?: Refusal): Promise<Response> {
    const { host } = new URL(this.#origin);
    return this.#app.render(new Request(new URL(path, this.#origin), { headers: { Host: host } }), refusal);
  }
}
