import { data } from "react-router";

/** The address of a page that is not shown before somebody has asked for it here: what the error page leads to. */
export type AskAgain = { again: string };

/** Does a browser ask ahead of its user, who has not pressed anything yet? */
function isAhead(headers: Headers): boolean {
  const purposes = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].map((name) => headers.get(name) ?? "");
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

/**
 * Lets a GET that has an effect through only where somebody has asked for it, by the browser's own word (Fetch Metadata; without it,
 * as from programs, it is let through). Nothing that a browser fetches ahead, and:
 *
 * - a page, which notes that it was opened: from here, typed, or by a press on a link elsewhere, as of a mail. What a script
 *   elsewhere opens is nobody's wish.
 * - a file, which is personal data on a disk and a line in the log: from here alone, since a link in any mail leads to it.
 *
 * @throws a page with status 403 that has a button in place of what was asked for
 */
export function requireAsked({ headers, url }: Pick<Request, "headers" | "url">, what: "page" | "file"): void {
  const site = headers.get("Sec-Fetch-Site") ?? "same-origin";
  // Browsers send it with navigations alone.
  const isPressed = headers.get("Sec-Fetch-User") === "?1";
  const isAsked = site === "same-origin" || (what === "page" && (site === "none" || isPressed));
  if (isAsked && !isAhead(headers)) return;
  const { pathname, search } = new URL(url);
  throw data({ again: pathname + search } satisfies AskAgain, { status: 403 });
}

/** The address that `requireAsked` has put into an error; undefined for any other. */
export function readAskAgain(error: unknown): string | undefined {
  const again = typeof error === "object" && error !== null && "again" in error ? error.again : undefined;
  return typeof again === "string" ? again : undefined;
}
