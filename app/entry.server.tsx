import { randomBytes } from "node:crypto";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from "react-router";
import { inlineContext, requestIdContext } from "~/lib/context";
import { log, logContext } from "~/lib/log.server";
import { DocumentContext } from "~/ui/document";

/** Does a matched route ask for React in the browser? An error page never does. */
function wantsHydration({ staticHandlerContext: { matches, errors } }: EntryContext): boolean {
  return !errors && matches.some(({ route }) => (route.handle as { hydrate?: boolean } | undefined)?.hydrate === true);
}

/**
 * Renders a page to HTML. A page that does not hydrate is plain markup, without React's comments and without the data
 * of its loaders; one that does is rendered to its end, so that it is complete before any script runs.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const hydrate = wantsHydration(routerContext);
  const { serverHandoffStream: _, ...withoutData } = routerContext;
  // Only a hydrating page has scripts of its own inside: they carry a number that nobody could have foreseen.
  const nonce = hydrate ? randomBytes(16).toString("base64") : undefined;
  if (nonce) context.get(inlineContext).scripts.push(`'nonce-${nonce}'`);
  const page = (
    <DocumentContext value={{ hydrate, requestId: context.get(requestIdContext) }}>
      <ServerRouter context={hydrate ? routerContext : withoutData} url={request.url} nonce={nonce} />
    </DocumentContext>
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!hydrate) return new Response(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, { status, headers });
  const stream = await renderToReadableStream(page, { signal: request.signal, nonce });
  await stream.allReady;
  return new Response(stream, { status, headers });
}

/** Logs what went wrong on the server, under the request's id; a visitor who left is nobody's error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const logger = (context as RouterContextProvider | undefined)?.get(logContext) ?? log;
  logger.error({ err: error }, "unexpected error");
};
