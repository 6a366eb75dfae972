import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import styles from "./app.css?inline";
import { inlineContext, requestIdContext } from "~/lib/http/context";
import { acceptRequestId, log, logContext } from "~/lib/observe/log.server";
import { STYLES_FOLLOW } from "~/lib/http/markup";
import { readKeptPages } from "~/lib/forms/kept-pages.server";
import { ownerOnPage } from "~/lib/forms/owner.server";
import { setPageHeaders } from "~/lib/http/page-headers.server";
import { Stylesheet } from "~/lib/http/stylesheet.server";
import { DocumentContext } from "~/ui/layout/document";

// What the server gives a request along (server/app.ts): the build is all of the app that it sees.
export { clientAddressContext, ownRequestContext, refusalContext } from "~/lib/http/context";
export { isStranger } from "~/features/accounts/strangers.server";
export const requiredSchema = import.meta.env.NEWEST_MIGRATION;
export { findVerifiedUserId } from "~/lib/backend/verified-token-cache.server";

const stylesheet = new Stylesheet(styles);

/** Does a matched route ask for React in the browser? An error page never does. */
function wantsHydration({ staticHandlerContext: { matches, errors } }: EntryContext): boolean {
  return !errors && matches.some(({ route }) => (route.handle as { hydrate?: boolean } | undefined)?.hydrate === true);
}

/** The status of a page: where a loader says that there is no such thing, it is that, whatever an action said before. */
function statusOf(given: number, { staticHandlerContext: { errors } }: EntryContext): number {
  const isMissing = Object.values(errors ?? {}).some((error) => isRouteErrorResponse(error) && error.status === 404);
  return isMissing ? 404 : given;
}

/**
 * What a page is rendered from: without the sixty routes that it is not, and, where no script will read it, without the data
 * of its loaders.
 */
function withoutOthers({ serverHandoffStream, ...context }: EntryContext, hydrate: boolean): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => id === "root" || ids.has(id)));
  return { ...context, ...(hydrate && { serverHandoffStream }), manifest: { ...manifest, routes } };
}

/** Renders a page that hydrates, to its end. @throws what a component throws, and the signal's reason when nobody waits for it */
function renderWhole(page: ReactNode, nonce: string | undefined, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const whole = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final: () => resolve(Buffer.concat(chunks)),
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(whole),
      onShellError: reject,
    });
    signal.addEventListener("abort", () => {
      abort(signal.reason);
      reject(signal.reason as Error);
    });
  });
}

/**
 * Renders a page to HTML. A page that does not hydrate is plain markup, without React's comments and without the data
 * of its loaders, and carries the styles it uses; one that does is rendered to its end, so that it is complete before
 * any script runs.
 */
export default async function handleRequest(
  request: Request,
  given: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const hydrate = wantsHydration(routerContext);
  const status = statusOf(given, routerContext);
  // A path that matches no route (one with a line end in it) has passed no middleware: its page gets its headers here.
  const requestId = context.get(requestIdContext);
  const isOutside = requestId === "";
  const inline = isOutside ? { scripts: [], styles: [] } : context.get(inlineContext);
  // Only a hydrating page has scripts of its own inside: they carry a number that nobody could have foreseen.
  const nonce = hydrate ? randomBytes(16).toString("base64") : undefined;
  if (nonce) inline.scripts.push(`'nonce-${nonce}'`);
  // A hydrating page says in a browser what it says here: it leaves this to the next.
  const emptiesCache = !isOutside && !hydrate && (await readKeptPages(request, context)).state === "left";
  const page = (
    <DocumentContext value={{ hydrate, requestId, owner: ownerOnPage(context), emptiesCache }}>
      <ServerRouter context={withoutOthers(routerContext, hydrate)} url={request.url} nonce={nonce} />
    </DocumentContext>
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (hydrate) {
    return new Response(await renderWhole(page, nonce, request.signal), { status, headers });
  }
  const html = renderToStaticMarkup(page);
  const { css, source } = stylesheet.cutFor(html);
  inline.styles.push(source);
  if (isOutside) setPageHeaders(headers, acceptRequestId(null), inline);
  return new Response(`<!DOCTYPE html>${html.replace(STYLES_FOLLOW, (meta) => `${meta}<style>${css}</style>`)}`, {
    status,
    headers,
  });
}

/**
 * Logs what went wrong on the server, under the request's id. A visitor who left is nobody's error, and neither is a
 * request that was refused.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const logger = (context as RouterContextProvider | undefined)?.get(logContext) ?? log;
  logger.error({ err: error }, "unexpected error");
};
