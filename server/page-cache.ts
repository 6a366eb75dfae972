import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { compressFully, negotiate, type Encoding } from "./encoding.ts";

type Variant = { headers: Record<string, string>; body: Buffer; etag: string };
type Page = Record<Encoding, Variant>;

/** Headers of the rendered response that belong to that one request. */
const ITS_OWN = new Set(["x-request-id", "content-length", "vary"]);

function makePage(headers: Headers, body: Buffer): Page {
  const kept = Object.fromEntries([...headers].filter(([name]) => !ITS_OWN.has(name)));
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 16);
  const variant = (encoding: Encoding): Variant => {
    const bytes = compressFully(body, encoding);
    const etag = `"${digest}-${encoding}"`;
    return {
      body: bytes,
      etag,
      headers: {
        ...kept,
        vary: "Accept-Encoding, Cookie",
        etag,
        ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
      },
    };
  };
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
      this.#pages.set(path, makePage(response.headers, Buffer.from(await response.arrayBuffer())));
    }
    return this.#pages.size;
  }

  /**
   * Answers a request for a kept page.
   *
   * @returns the status it answered with, or undefined when the request is the app's
   */
  serve(request: IncomingMessage, response: ServerResponse, requestId: string): 200 | 304 | undefined {
    const url = request.url ?? "/";
    const query = url.indexOf("?");
    const page = this.#pages.get(query === -1 ? url : url.slice(0, query));
    if (!page || this.#bypass.test(request.headers.cookie ?? "")) return undefined;
    const { headers, body, etag } = page[negotiate(request.headers["accept-encoding"])];
    response.setHeader("x-request-id", requestId);
    if (request.headers["if-none-match"]?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, "") === etag)) {
      response.writeHead(304, headers).end();
      return 304;
    }
    response.writeHead(200, { ...headers, "content-length": body.length });
    response.end(request.method === "HEAD" ? undefined : body);
    return 200;
  }
}
