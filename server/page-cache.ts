import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { TOKEN_KEY } from "../app/lib/form.ts";
import { mintFormToken } from "../app/lib/form-token.server.ts";
import { compressBeginning, compressFully, negotiate, type Encoding } from "./encoding.ts";

/** A page in one encoding: its bytes now, and the tag of what does not change in it. */
type Variant = { headers: Record<string, string>; body: () => Buffer; etag: () => string };
type Page = Record<Encoding, Variant>;

/** Headers of the rendered response that belong to that one request. */
const ITS_OWN = new Set(["x-request-id", "content-length", "vary"]);

/** The token of a page's form, which the app puts to the page's very end. */
const END = new RegExp(`<input type="hidden"[^>]* name="${TOKEN_KEY}" value="([^"]+)"/?></body></html>$`);

const DAY = 24 * 60 * 60 * 1000;

/** The bytes of a page as they are now: those of a page with a form end in a token of this moment. */
function bytesOf(html: string, encoding: Encoding): () => Buffer {
  const [end, token] = END.exec(html) ?? [];
  if (end === undefined || token === undefined) {
    const bytes = compressFully(Buffer.from(html), encoding);
    return () => bytes;
  }
  const complete = compressBeginning(Buffer.from(html.slice(0, -end.length)), encoding);
  return () => complete(Buffer.from(end.replace(token, mintFormToken())));
}

function makePage(headers: Headers, html: string): Page {
  const kept = Object.fromEntries([...headers].filter(([name]) => !ITS_OWN.has(name)));
  const digest = createHash("sha256").update(html.replace(END, "")).digest("base64url").slice(0, 16);
  // A browser that keeps the page gets another token each day: a form of last month is not the form of today.
  const edition = END.test(html) ? () => `-${Math.floor(Date.now() / DAY)}` : () => "";
  const variant = (encoding: Encoding): Variant => ({
    body: bytesOf(html, encoding),
    etag: () => `"${digest}-${encoding}${edition()}"`,
    headers: {
      ...kept,
      vary: "Accept-Encoding, Cookie",
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
  });
  return { br: variant("br"), gzip: variant("gzip"), identity: variant("identity") };
}

/** The addresses of a build that could be public pages: those without parameters. */
function pathsOf(build: ServerBuild): string[] {
  return Object.values(build.routes)
    .map((route) => (route?.id === "root" ? undefined : `/${route?.path ?? ""}`))
    .filter((path) => path !== undefined && !/[*:]/.test(path)) as string[];
}

/**
 * The public pages, rendered and compressed once, and served from memory: they cost no rendering, and outlive a backend
 * that is down. What is kept is decided by the app: only a response it calls public, and that sets no cookie.
 */
export class PageCache {
  readonly #pages = new Map<string, Page>();
  readonly #bypass: RegExp;

  /** @param bypass matches the Cookie header of a request that must not get the common page: a notice is waiting */
  constructor(bypass: RegExp) {
    this.#bypass = bypass;
  }

  /**
   * Renders every page of the build that is the same for everybody.
   *
   * @param render answers a path as the app does
   * @returns how many pages are kept
   */
  async fill(build: ServerBuild, render: (path: string) => Promise<Response>): Promise<number> {
    for (const path of pathsOf(build)) {
      const response = await render(path);
      const isPublic =
        response.headers.get("Cache-Control")?.startsWith("public") && !response.headers.has("Set-Cookie");
      if (response.status !== 200 || !isPublic) continue;
      this.#pages.set(path, makePage(response.headers, await response.text()));
    }
    return this.#pages.size;
  }

  /**
   * Answers a request for a kept page.
   *
   * @returns the page's path and the status it answered with, or undefined when the request is the app's
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): { route: string; status: 200 | 304 } | undefined {
    const url = request.url ?? "/";
    const query = url.indexOf("?");
    const route = query === -1 ? url : url.slice(0, query);
    const page = this.#pages.get(route);
    if (!page || this.#bypass.test(request.headers.cookie ?? "")) return undefined;
    const variant = page[negotiate(request.headers["accept-encoding"])];
    const etag = variant.etag();
    const headers = { ...variant.headers, etag, "x-request-id": requestId };
    if (request.headers["if-none-match"]?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, "") === etag)) {
      response.writeHead(304, headers).end();
      return { route, status: 304 };
    }
    const body = variant.body();
    response.writeHead(200, { ...headers, "content-length": body.length });
    response.end(request.method === "HEAD" ? undefined : body);
    return { route, status: 200 };
  }
}
