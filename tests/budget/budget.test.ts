import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { publicPaths } from "../../app/content/sitemap.ts";
import { PAGES } from "../support/browser/pages.ts";
import { coldVisit, ONE_ROUND_TRIP } from "../support/browser/cold-visit.ts";
import { openSharedSite } from "../support/services/processes.ts";

const ENHANCEMENT = 3 * 1024;

const { site } = await openSharedSite();

describe("a cold visit", () => {
  it.each([...publicPaths, "/client-auth", "/nowhere"])("to %s fits one round trip", async (path) => {
    const { bytes, head } = await coldVisit(site.url, path);
    // Careers is made for each request: its positions lead to our own adverts.
    expect(head).toMatch(path === "/careers" ? /content-encoding: gzip/i : /content-encoding: br/i);
    expect(bytes).toBeLessThanOrEqual(ONE_ROUND_TRIP);
  });

  it("needs nothing else to paint: no stylesheet, no font, no image, no framework", async () => {
    for (const path of PAGES) {
      const html = await (await fetch(site.url + path)).text();
      const sources = [...html.matchAll(/<(?:script|img|link|iframe)[^>]*(?:src|href)="([^"]+)"[^>]*>/g)]
        .filter(([tag]) => !/rel="(canonical|icon|apple-touch-icon|manifest)"/.test(tag))
        .map(([, source]) => source);
      expect(sources, path).toEqual([expect.stringMatching(/^\/assets\/main-[\w-]+\.js$/)]);
      expect(html, path).not.toMatch(/url\(|@import|@font-face/);
    }
  });
});

it.each(["main", "requirement-form"])("holds the script %s to 3 KB, alone and cached for ever", async (name) => {
  const [path = ""] = globSync(`build/client/assets/${name}-*.js`);
  expect(readFileSync(`${path}.br`).length).toBeLessThanOrEqual(ENHANCEMENT);
  expect(readFileSync(path, "utf8")).not.toMatch(/\bimport\b|react/i);
  const headers = { "Accept-Encoding": "br" };
  const response = await fetch(site.url + path.replace("build/client", ""), { headers });
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("content-encoding")).toBe("br");
});
