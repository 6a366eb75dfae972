import { env } from "../config/env.server.ts";

/** Headers of every response, whatever made it: a page, a file, a refusal. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  // Never a path or a query, not even to ourselves: a mail's link carries a token. `no-referrer` would make browsers send
  // `Origin: null` with plain form posts.
  "Referrer-Policy": "strict-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  ...(env.isSecure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
};

/** Where a form of ours may lead: here, and by way of the authentication service to the two identity providers. */
const FORM_TARGETS = ["'self'", env.SUPABASE_URL, "https://accounts.google.com", "https://www.linkedin.com"].join(" ");

/** What a page carries inline and a browser may use, besides the site's own files: sources such as `'sha256-…'`. */
export type Inline = { scripts: string[]; styles: string[] };

/**
 * The Content-Security-Policy of a page: nothing but the site's own files, and what it names of its inline parts. There
 * is no `unsafe-inline`, so that markup which got into a page against all care still could not run.
 */
export function contentSecurityPolicy({ scripts, styles }: Inline): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    `style-src ${["'self'", ...styles].join(" ")}`,
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${FORM_TARGETS}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
