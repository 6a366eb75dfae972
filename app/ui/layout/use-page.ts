import { isRouteErrorResponse, useMatches, useRouteError } from "react-router";
import type { Account } from "~/lib/backend/account";
import type { Notice } from "~/lib/http/notice.server";

/** What a route says about its page. */
type Handle = {
  /** Whoever brings no session along gets the same page: the server keeps it for them (server/pages). */
  isSameForAnonymous?: boolean;
  /** It is another from one request to the next: the server neither asks for it at its start nor keeps it (server/app). */
  isMadeAnew?: boolean;
  /** The page has a form that ends in a token. */
  hasForm?: boolean;
  /** It is the form of a requirement, to which a script of its own adds something. */
  hasRequirementForm?: boolean;
  /** A page of a person's own: nobody's search result, nothing to tell previews about, gone when they sign out. */
  isPrivate?: boolean;
  /** The id of the page's list, where there is much before it. */
  list?: string;
  /** The menu's item that the page belongs to, when its path does not say so. */
  section?: string;
};

/** The notice of this page: what a loader found wrong comes before what the request brought along. */
export function useNotice(): Notice | undefined {
  const notices = useMatches().map(({ loaderData }) => (loaderData as { notice?: Notice } | undefined)?.notice);
  return notices.findLast((notice) => notice !== undefined);
}

/** The token of the page's form, if it has one. */
export function useFormToken(token: string | undefined): string | undefined {
  return useHandle().hasForm ? token : undefined;
}

/** What the page's route and those around it say about it. To whom it is not there, they say nothing. */
export function useHandle(): Handle {
  const error = useRouteError();
  const handles = useMatches().map(({ handle }) => handle as Handle | undefined);
  const isNotThere = isRouteErrorResponse(error) && (error.status === 404 || error.status === 405);
  return isNotThere ? {} : handles.reduce<Handle>((all, handle) => ({ ...all, ...handle }), {});
}

/** Who is signed in, where the page's loader has asked, or whoever says that there is no such page (`throwNotFound`). */
export function useAccount(): Account | undefined {
  const page = useMatches().at(-1)?.loaderData;
  const error = useRouteError();
  const said: unknown = isRouteErrorResponse(error) ? error.data : page;
  return (said as { account?: Account } | null | undefined)?.account;
}
