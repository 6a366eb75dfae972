import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeRedirect } from "./safe-redirect";

describe("safeRedirect", () => {
  it.each(["/", "/client-dashboard", "/a/b?c=d#e", "/%2F%2Fevil.example", "/a//b", "/?next=//evil.example"])(
    "keeps %s",
    (path) => {
      expect(safeRedirect(path, "/fallback")).toBe(path);
    },
  );

  it.each([
    "",
    "relative",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/a\r\nSet-Cookie: x=y",
    "https://evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
    "/.//evil.example",
    null,
    undefined,
    7,
    ["/a"],
  ])("refuses %j", (target) => {
    expect(safeRedirect(target, "/fallback")).toBe("/fallback");
  });

  it("never leaves the site, whatever comes in", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      "//",
      "..",
      ".",
      "\t",
      "\n",
      "@",
      ":",
      "?",
      "#",
      "%2f",
      "%5c",
      "evil.example",
      "a",
      "http:",
      " ",
      "\u0000",
    );
    const target = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join("")}`),
    );
    fc.assert(
      fc.property(target, (value) => {
        const result = safeRedirect(value, "/fallback");
        const resolved = new URL(result, "https://site.example/somewhere");
        return (
          result.startsWith("/") && resolved.origin === "https://site.example" && !resolved.pathname.startsWith("//")
        );
      }),
      { numRuns: 20_000 },
    );
  });
});
