import { renderToStaticMarkup } from "react-dom/server";
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
import { hasErrors, type FormState } from "~/lib/forms/form";
import { readKeptPages } from "~/lib/forms/kept-pages.server";
import { companyOnPage, ownerOnPage } from "~/lib/forms/owner.server";
import { setPageHeaders } from "~/lib/http/page-headers.server";
import { Stylesheet } from "~/lib/http/stylesheet.server";
import { DocumentContext } from "~/ui/layout/document";

// What the server gives a request along (server/app.ts): the build is all of the app that it sees.
export { clientAddressContext, ownRequestContext, refusalContext } from "~/lib/http/context";
export { industryIn } from "~/content/industries/asked";
export { isAnonymous } from "~/features/accounts/anonymous.server";
export const requiredSchema = import.meta.env.NEWEST_MIGRATION;
export { findVerifiedUserId } from "~/lib/backend/session/verified-token-cache.server";

const stylesheet = new Stylesheet(styles);

/** Does a page begin at the summary of what is wrong with its form (`ErrorSummary`)? */
function hasMistakes({ staticHandlerContext: { actionData } }: EntryContext): boolean {
  return Object.values(actionData ?? {}).some((state) => hasErrors((state as FormState | undefined)?.errors));
}

/** The status of a page: where a loader says that there is no such thing, it is that, whatever an action said before. */
function statusOf(given: number, { staticHandlerContext: { errors } }: EntryContext): number {
  const isMissing = Object.values(errors ?? {}).some((error) => isRouteErrorResponse(error) && error.status === 404);
  return isMissing ? 404 : given;
}

/** What a page is rendered from: without the sixty routes that it is not, and without the data of its loaders for a script. */
function withoutOthers({ serverHandoffStream: _, ...context }: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => id === "root" || ids.has(id)));
  return { ...context, manifest: { ...manifest, routes } };
}

/** Renders a page to HTML: plain markup, without React's comments, that carries the styles it uses. */
export default async function handleRequest(
  request: Request,
  given: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const status = statusOf(given, routerContext);
  // A path that matches no route (one with a line end in it) has passed no middleware: its page gets its headers here.
  const requestId = context.get(requestIdContext);
  const isOutside = requestId === "";
  const inline = isOutside ? { scripts: [], styles: [] as string[] } : context.get(inlineContext);
  const emptiesCache = !isOutside && (await readKeptPages(request, context)).state === "left";
  const page = (
    <DocumentContext
      value={{
        requestId,
        owner: ownerOnPage(context),
        company: companyOnPage(context),
        hasMistakes: hasMistakes(routerContext),
        emptiesCache,
      }}
    >
      <ServerRouter context={withoutOthers(routerContext)} url={request.url} />
    </DocumentContext>
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
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
