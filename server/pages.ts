import type { App } from "./app.ts";
import { keepPage, type CachedResponse } from "./cached-response.ts";

/** The statuses with which a request is refused before the app has it. */
const REFUSALS = [403, 404, 421, 429, 503] as const;
/** Marks no page of the menu as the one that is open. */
const NOWHERE = "/-";
export type Refusal = (typeof REFUSALS)[number];

export type Pages = {
  /** The public pages, by path. */
  public: ReadonlyMap<string, CachedResponse>;
  /** The pages that are the same for whoever brings no session along, by path, without a query. */
  anonymous: ReadonlyMap<string, CachedResponse>;
  /** The pages of refusals. */
  refusals: Readonly<Record<Refusal, CachedResponse>>;
};

/**
 * Renders every page that is the same for everybody, once: they cost no rendering, and outlive a backend that is down.
 * What is kept is decided by the app: only a response it calls public, or whose route says that strangers all get the
 * same (`isSameForAnonymous`), and that sets no cookie.
 *
 * @param origin the public address
 */
export async function renderPages(app: App, origin: string): Promise<Pages> {
  const ask = (path: string) => new Request(new URL(path, origin), { headers: { Host: new URL(origin).host } });
  const kept = new Map<string, CachedResponse>();
  for (const path of app.keptPaths) {
    const response = await app.render(ask(path));
    const isPublic = response.headers.get("Cache-Control")?.startsWith("public") && !response.headers.has("Set-Cookie");
    if (response.status === 200 && isPublic) kept.set(path, await keepPage(response));
  }
  const anonymous = new Map<string, CachedResponse>();
  for (const path of app.anonymousPaths) {
    const response = await app.render(ask(path));
    if (response.status === 200 && !response.headers.has("Set-Cookie")) anonymous.set(path, await keepPage(response));
  }
  const refusals: Partial<Record<Refusal, CachedResponse>> = {};
  for (const status of REFUSALS) refusals[status] = await keepPage(await app.render(ask(NOWHERE), status));
  return { public: kept, anonymous, refusals: refusals as Record<Refusal, CachedResponse> };
}
