import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import { env } from "../app/lib/config/env.server.ts";
import { hasPagesToForget } from "../app/lib/http/caching.ts";
import { commonHeaders } from "../app/lib/http/headers.server.ts";
import { acceptRequestId, log } from "../app/lib/observe/log.server.ts";
import { recordRequest } from "../app/lib/observe/request-log.server.ts";
import { readReceipt } from "../app/lib/forms/receipt.server.ts";
import { isHost, isOurHost } from "../app/lib/http/public-host.server.ts";
import { carriesNotice } from "../app/lib/http/notice-cookie.server.ts";
import { isKnown, type App } from "./app.ts";
import { clientAddress, watchProxyTrust } from "./client-address.ts";
import { RequestLimits, type RateLimitKey } from "./request-limits.ts";
import { send, type CachedResponse } from "./cached-response.ts";
import type { Pages, Refusal } from "./pages.ts";
import { sendRendered } from "./rendered.ts";
import { isPath, readTarget } from "./target.ts";
import { traceRequest } from "./tracing.ts";

export type Parts = {
  app: App;
  pages: Pages;
  files: ReadonlyMap<string, CachedResponse>;
  /** Is the process so far behind that posts had better wait? */
  isOverloaded: () => boolean;
  /** Answers `/healthz` and `/readyz`. */
  probe: (path: "/healthz" | "/readyz", response: ServerResponse) => Promise<void>;
};

const METHODS = new Set(["GET", "HEAD", "POST"]);
/**
 * Every post counts, whatever becomes of it: so many times as many as may reach the backend. Whoever works through a list
 * is stopped by their own form first, which keeps their entries (lib/limits/rate-limit).
 */
const FLOOD = { stranger: env.POSTS_PER_MINUTE * 6, person: env.POSTS_PER_MINUTE * 12 };
/** What is not kept is rendered for who asks: for one address, an office of many visitors included, or for one person. */
const RENDERED = { stranger: env.POSTS_PER_MINUTE * 60, person: env.POSTS_PER_MINUTE * 60 };
/** When to come back after a refusal for want of capacity, in seconds. */
const BACK_SOON = 5;

/** One request on its way through the server. */
class Exchange {
  readonly #started = performance.now();
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly method: string;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.method = request.method ?? "";
    this.id = acceptRequestId(request.headers["x-request-id"]);
  }

  #note(route: string, status: number, unknownPath?: string): void {
    recordRequest({ id: this.id, method: this.method, route, status, started: this.#started }, unknownPath);
  }

  /** Answers with what is kept. @param extra headers of this one answer, name after name and value */
  sendCached(kept: CachedResponse, route: string, ...extra: string[]): void {
    this.#note(route, send(this.request, this.response, kept, ["x-request-id", this.id, ...extra]));
  }

  /** Answers that there is no such page, and logs the path (§2). */
  sendNotFound(kept: CachedResponse, path: string): void {
    this.#note("/*", send(this.request, this.response, kept, ["x-request-id", this.id]), path);
  }

  /** Answers in a word, where no page fits. */
  sendText(status: number, words: string, extra: Record<string, string> = {}): void {
    const headers = { ...commonHeaders, ...extra, "X-Request-Id": this.id, "Content-Type": "text/plain" };
    this.response.writeHead(status, headers).end(words);
    this.#note("", status);
  }

  /** Answers that something went wrong here; nothing more can be done for an answer that has begun. */
  fail(error: unknown): void {
    log.error({ request_id: this.id, err: error }, "request not handled");
    if (this.response.headersSent) this.response.destroy();
    else this.sendText(500, `Internal Server Error\nReference: ${this.id}`);
  }
}

/** Gives an answer the headers of all. */
function addCommonHeaders(headers: Headers, givenId: string | null): void {
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
  headers.set("X-Request-Id", acceptRequestId(givenId));
}

const watchTrust = watchProxyTrust(env.TRUST_PROXY, (words) => log.warn({ trust_proxy: env.TRUST_PROXY }, words));

/** The address that a request counts for. */
function addressOf({ socket, headers }: IncomingMessage): string {
  return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), env.TRUST_PROXY);
}

/** Makes the function that answers every request; it never throws. */
export function createHandler({ app, pages, files, isOverloaded, probe }: Parts) {
  const floods = new RequestLimits("posts", FLOOD);
  const rendered = new RequestLimits("pages", RENDERED);
  const { protocol, host } = new URL(env.APP_URL);
  // Behind a proxy the request's own scheme and host are not the public ones: forms compare their origin with these.
  const origin = env.hasPublicOrigin ? { protocol, host } : {};

  /** Has the app answer. */
  async function handOver({ request, response }: Exchange): Promise<void> {
    const asked = createRequest(request, response, origin);
    const answer = () => app.answer(asked, addressOf(request));
    let answered: Response;
    try {
      answered = await (env.isTracing ? traceRequest(asked, answer) : answer());
    } catch (error) {
      if (asked.signal.aborted) return;
      throw error;
    }
    const { headers, status } = answered;
    // What the framework answers by itself has passed no middleware.
    if (!headers.has("X-Request-Id")) addCommonHeaders(headers, asked.headers.get("X-Request-Id"));
    // The rest of a body that is too long is not worth reading: the connection ends with the answer.
    if (status === 413) headers.set("Connection", "close");
    await sendRendered(response, answered);
  }

  /** The kept page of an address: for everybody, or for whoever brings nothing along that makes it another. */
  async function findPage(path: string, search: string, cookies: string | undefined) {
    const kept = await pages.find(path);
    return kept?.isPublic || (search === "" && app.isAnonymous(cookies)) ? kept?.page : undefined;
  }

  /** Whose points a request uses up. A visitor's form is the address's, whoever sends it. */
  async function askerOf(request: IncomingMessage, path: string): Promise<RateLimitKey> {
    const person = (await pages.find(path))?.isPublic ? undefined : app.findVerifiedUserId(request.headers.cookie);
    return { address: addressOf(request), person };
  }

  /** Why a post is not even looked at; undefined when it is. */
  async function refusePost(request: IncomingMessage, path: string): Promise<[Refusal, seconds: number] | undefined> {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== "null" && !URL.canParse(origin)) return [403, 0];
    const seconds = await floods.take(await askerOf(request, path));
    if (seconds > 0) return [429, seconds];
    return isOverloaded() ? [503, BACK_SOON] : undefined;
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { request, response, method } = exchange;
    // Fetch's Request can't even be made for some methods (TRACE): they are refused before it is tried.
    if (!METHODS.has(method)) return exchange.sendText(405, "Method Not Allowed", { Allow: "GET, HEAD, POST" });
    // Probes come from the platform, under whatever host it likes: they are answered before anything is asked of one.
    const isAsking = method !== "POST";
    if (isAsking && (request.url === "/healthz" || request.url === "/readyz")) return probe(request.url, response);
    watchTrust(request.socket.remoteAddress ?? "", request.headers["x-forwarded-for"]?.toString());
    const target = readTarget(request);
    const isNamed = target?.host !== undefined || request.httpVersion === "1.0";
    if (!target || !isNamed || !isHost(target.host ?? "localhost")) return exchange.sendText(400, "Bad Request");
    const { path, search } = target;
    request.url = path + search;
    if (target.host !== undefined) request.headers.host = target.host;
    if (!isOurHost(target.host)) return exchange.sendCached(await pages.refusal(421), "");
    if (!isPath(path)) return exchange.sendNotFound(await pages.refusal(404), path);
    if (method === "POST") {
      const [status, seconds] = (await refusePost(request, path)) ?? [];
      if (status === undefined) return handOver(exchange);
      return exchange.sendCached(await pages.refusal(status), "", ...(seconds ? ["retry-after", String(seconds)] : []));
    }
    const file = files.get(path);
    if (file) return void send(request, response, file, ["x-request-id", exchange.id]);
    const page = await findPage(path, search, request.headers.cookie);
    const isUnknown = !page && !isKnown(app, path);
    const { cookie } = request.headers;
    const isAsked = readReceipt(path, search) !== undefined || app.industryIn(search) !== undefined;
    const isOwn = isAsked || carriesNotice(cookie) || hasPagesToForget(cookie);
    const isRendered = (!page && !isUnknown) || isOwn;
    const seconds = isRendered ? await rendered.take(await askerOf(request, path)) : undefined;
    if (seconds === 0) return handOver(exchange);
    if (page) return exchange.sendCached(page, path);
    if (isUnknown) return exchange.sendNotFound(await pages.refusal(404), path);
    return exchange.sendCached(await pages.refusal(429), "", "retry-after", String(seconds));
  }

  return function handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, response);
    // A line that is lost in the middle of an answer is nobody's error.
    const breakOff = () => response.destroy();
    request.on("error", breakOff);
    response.on("error", breakOff);
    answer(exchange).catch((error: unknown) => exchange.fail(error));
  };
}
