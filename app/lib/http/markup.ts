export const VIEWPORT = "width=device-width, initial-scale=1";

/** What the styles of a page follow, so that pages begin alike up to their end (server/encoding). */
export const STYLES_FOLLOW = `<meta name="viewport" content="${VIEWPORT}"/>`;

/** A link the pointer rests on is fetched ahead, where the browser can; pages where people work are never. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: ["/candidate*", "/client-*", "/submit-*", "/team*", "/brochure.pdf"] } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});
