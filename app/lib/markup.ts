/** The attribute by which the document marks the whole stylesheet, for the middleware to cut down to what the page uses. */
export const INLINE_STYLES = "data-inline";

/** A link the pointer rests on is fetched ahead, where the browser can; the portal's pages are never. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: ["/client-*", "/submit-*", "/brochure.pdf"] } }] },
      eagerness: "moderate",
    },
  ],
});
