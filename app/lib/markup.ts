/** Where the document wants the styles it uses: an empty element in its head, before anything a person has typed. */
export const STYLES_PLACE = "<style></style>";

/** A link the pointer rests on is fetched ahead, where the browser can; the portal's pages are never. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: ["/client-*", "/submit-*", "/brochure.pdf"] } }] },
      eagerness: "moderate",
    },
  ],
});
