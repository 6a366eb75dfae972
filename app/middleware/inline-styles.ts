import Beasties from "beasties";
import type { MiddlewareFunction } from "react-router";
import { INLINE_STYLES } from "~/lib/markup";

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

/** Cuts a page's inlined stylesheet down to the rules that page uses: the page paints after one round trip. */
export const inlineStyles: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next();
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const html = await response.text();
  const body = html.includes(`<style ${INLINE_STYLES}`) ? await beasties.process(html) : html;
  return new Response(body, { status: response.status, headers: response.headers });
};
