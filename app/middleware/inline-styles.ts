import { createHash } from "node:crypto";
import Beasties from "beasties";
import type { MiddlewareFunction } from "react-router";
import { inlineContext } from "~/lib/context";
import { INLINE_STYLES } from "~/lib/markup";

/** The document's own style element: it stands in the head, before anything that a person could have written. */
const STYLES = new RegExp(`<style ${INLINE_STYLES}[^>]*>([\\s\\S]*?)</style>`);

/** Classes that the script of the page gives to what it adds. */
const ADDED = /\.btn-quiet|\.btn\b/;

const beasties = new Beasties({
  external: false,
  reduceInlineStyles: true,
  pruneSource: false,
  mergeStylesheets: false,
  logLevel: "silent",
  // States the HTML can't show: a rule for them stays although nothing matches it now.
  allowRules: [
    /^:focus-visible/,
    /:popover-open/,
    /\[open\]/,
    /:target/,
    /:has\(/,
    /\[aria-(current|expanded|disabled|invalid)/,
    /\[data-/,
    ADDED,
  ],
});

/**
 * Cuts a page's inlined stylesheet down to the rules that page uses: the page paints after one round trip. The policy
 * of the page then names it by its digest.
 */
export const inlineStyles: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const html = await response.text();
  const body = html.includes(`<style ${INLINE_STYLES}`) ? await beasties.process(html) : html;
  const [, styles] = STYLES.exec(body) ?? [];
  if (styles !== undefined) {
    const digest = createHash("sha256").update(styles).digest("base64");
    context.get(inlineContext).styles.push(`'sha256-${digest}'`);
  }
  return new Response(body, { status: response.status, headers: response.headers });
};
