import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { industries } from "../../app/content/industries/all.ts";
import { services } from "../../app/content/services/pages.ts";
import { pillars } from "../../app/content/services/pillars.ts";
import { publicPaths } from "../../app/content/sitemap.ts";
import { startLoneSite, type TestSite } from "../support/services/processes.ts";
import { mainSentences, mainWords } from "../support/text/prose.ts";

const PAGES = [...publicPaths, "/client-auth", "/nowhere"];
const FINDABLE = [...industries, ...services, ...pillars];

/** Below that it is a label or a name, and those may be the same everywhere. */
const SENTENCE = 5;

/** What the specification itself puts on two pages (§2, "Privacy Policy and Terms of Service"). */
const DEMANDED_TWICE = [["last updated january 1 2025", ["/privacy-policy", "/terms-of-service"]]];

let site: TestSite;
const html = new Map<string, string>();
beforeAll(async () => {
  site = await startLoneSite();
  for (const path of PAGES) html.set(path, await (await fetch(site.url + path)).text());
});
afterAll(() => site.stop());

/** Those that several pages have, each with its pages. */
function shared(of: (page: string) => readonly string[]): [string, string[]][] {
  const pagesWith = new Map<string, Set<string>>();
  for (const [path, page] of html) {
    for (const text of of(page)) pagesWith.set(text, (pagesWith.get(text) ?? new Set()).add(path));
  }
  return [...pagesWith].filter(([, paths]) => paths.size > 1).map(([text, paths]) => [text, [...paths]]);
}

it("gives every page a title and a description of its own", () => {
  const find = (pattern: RegExp) => (page: string) => [...page.matchAll(pattern)].map(([, text = ""]) => text);
  const titles = find(/<title>([^<]+)<\/title>/g);
  const descriptions = find(/<meta name="description" content="([^"]+)"/g);
  for (const [path, page] of html) {
    expect(titles(page), path).toHaveLength(1);
    if (path !== "/nowhere") expect(descriptions(page), path).toHaveLength(1);
  }
  expect(shared(titles)).toEqual([]);
  expect(shared(descriptions)).toEqual([]);
});

it("says no sentence on two pages", () => {
  expect(shared((page) => mainSentences(page, SENTENCE))).toEqual(DEMANDED_TWICE);
});

describe.each(FINDABLE.map((page) => [page.path, page] as const))("%s", (path, { questions, timings }) => {
  it("has at least 500 words in its main part", () => {
    expect(mainWords(html.get(path)!).length).toBeGreaterThanOrEqual(500);
  });

  it("shows what takes how long as a table, with whose figures they are", () => {
    const [table = ""] = /<table class="table timetable"[\s\S]*?<\/table>/.exec(html.get(path)!) ?? [];
    expect(table).toContain(`>${timings.caption}</caption>`);
    expect(table.match(/<th scope="col"/g)).toHaveLength(4);
    expect(table.match(/<th scope="row"/g)).toHaveLength(timings.rows.length);
    expect(table.match(/<td\b/g)).toHaveLength(3 * timings.rows.length);
  });

  it("tells search engines the questions it shows, word for word", () => {
    const page = html.get(path)!;
    const blocks = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as { "@type": string },
    );
    expect(blocks.filter((block) => block["@type"] === "FAQPage")).toEqual([
      {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        mainEntity: questions.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ]);
    const shown = mainWords(page).join(" ");
    for (const { question, answer } of questions) {
      for (const text of [question, answer]) expect(shown).toContain(mainWords(`<main>${text}</main>`).join(" "));
    }
  });
});
