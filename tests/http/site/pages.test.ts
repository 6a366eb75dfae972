import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import { createCookie } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { industries } from "../../../app/content/industries/all.ts";
import { services } from "../../../app/content/services/pages.ts";
import { pillars } from "../../../app/content/services/pillars.ts";
import { publicPaths } from "../../../app/content/sitemap.ts";
import { FRAMES, PAGES, withoutToken } from "../../support/browser/pages.ts";
import { SESSION_SECRET } from "../../support/http/form-owner.ts";
import { startLoneSite, type TestSite } from "../../support/services/processes.ts";
import { mainSentences, mainWords } from "../../support/text/prose.ts";

/** Not the account forms that differ by their query alone. */
const WITH_WORDS = [...publicPaths, "/client-auth", "/nowhere"];
const FINDABLE = [...industries, ...services, ...pillars];

/** Below that it is a label or a name, and those may be the same everywhere. */
const SENTENCE = 5;

/** What the product promises, and what the specification puts on two pages (§2, "Privacy Policy and Terms of Service"). */
const DEMANDED_TWICE = [
  ["nobody is shown without their own yes", ["/", "/hire-talent"]],
  ["last updated january 1 2025", ["/privacy-policy", "/terms-of-service"]],
];

let site: TestSite;
const html = new Map<string, string>();

beforeAll(async () => {
  site = await startLoneSite();
  for (const path of PAGES) html.set(path, await (await fetch(site.url + path)).text());
});
afterAll(() => site.stop());

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // React's own way of writing; browsers read both alike.
    "doctype-style": "off",
    "attr-quotes": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "no-inline-style": "off",
    // The styles a page uses stand in it: that is the point. Their selectors may stand far from their elements.
    "require-sri": "off",
    "long-title": "off",
    // An address that is masked on purpose is no number to dial.
    "tel-non-breaking": "off",
  },
});

/** What the agency says of itself: all its placements, clients and countries. How many candidates it knows it does not say. */
const OWN = { placed: 10_000, served: 50, countries: 15, candidates: 0 };

it("no figure of a page is greater than the agency's own without saying whose it is, too", () => {
  const claims = [...html].flatMap(([path, page]) =>
    [...page.replaceAll("<!-- -->", "").matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>([\d,]+)M?\+<\/dd>/g)].map(
      ([, label = "", value = ""]) => ({ path, label, value: Number(value.replaceAll(",", "")) }),
    ),
  );
  expect(claims.length).toBeGreaterThan(20);
  const greater = claims.filter(({ label, value }) =>
    Object.entries(OWN).some(
      ([word, most]) => label.includes(word) && value > most && !/partners|they are in/.test(label),
    ),
  );
  expect(greater).toEqual([]);
});

describe.each(PAGES)("%s", (path) => {
  it.runIf(FRAMES.includes(path))("is valid HTML", async () => {
    const { results } = await validator.validateString(html.get(path)!);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
      ),
    ).toEqual([]);
  });

  it("says beside each form what becomes of what is sent", () => {
    const [main = ""] = /<main[\s\S]*<\/main>/.exec(html.get(path)!) ?? [];
    // Each leads to the part of the notice that names what this form asks for, and that part is there.
    const parts = [...main.matchAll(/href="\/privacy-policy#(notice-\w+)"/g)].map(([, part]) => part);
    if (main.includes("<form")) expect(parts).not.toEqual([]);
    for (const part of parts) expect(html.get("/privacy-policy")).toContain(`id="${part}"`);
  });

  it("has one main heading, and headings that skip no level", () => {
    const headings = [...html.get(path)!.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)].map(([, level, text]) => ({
      level: Number(level),
      text: text!.replace(/<[^>]+>/g, ""),
    }));
    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1);
    headings.forEach(({ level, text }, index) => {
      expect(level, text).toBeLessThanOrEqual((headings[index - 1]?.level ?? 0) + 1);
    });
    expect(headings.map(({ level, text }) => `${"#".repeat(level)} ${text}`).join("\n")).toMatchSnapshot();
  });
});

it('has no dead link, but the one that is specified (§2, "Login")', async () => {
  const links = new Map<string, string>();
  for (const [path, text] of html) {
    for (const [, href = ""] of text.matchAll(/<a[^>]* href="([^"]+)"/g))
      links.set(href.replaceAll("&amp;", "&"), path);
  }
  for (const [href, path] of links) {
    if (href.startsWith("#")) expect(html.get(path), `${href} on ${path}`).toContain(` id="${href.slice(1)}"`);
    else if (href === "/forgot-password") expect((await fetch(site.url + href)).status).toBe(404);
    // Jobs are asked for each time, and here is no backend: tests/http/site/jobs.
    else if (href === "/jobs") expect((await fetch(site.url + href)).status).toBe(503);
    else if (href.startsWith("/")) expect((await fetch(site.url + href)).status, `${href} on ${path}`).toBe(200);
    else expect(href).toMatch(/^(mailto:|https:\/\/www\.linkedin\.com\/)/);
  }
});

it("leads to every page from another, and to the sign-up whoever has no account", () => {
  for (const path of publicPaths) {
    const others = [...html].filter(([other, page]) => other !== path && page.includes(`href="${path}"`));
    expect(others.length, path).toBeGreaterThan(0);
  }
  expect(html.get("/login")).toContain('href="/client-auth?view=sign-up"');
});

it.each([
  ["/services/mass-hiring", { "/services": "true" }],
  ["/industries/education-training", { "/industries": "true", "/industries/education-training": "page" }],
  ["/", { "/": "page" }],
])("marks %s and its parents in the menu", (path, marked) => {
  const [menu = ""] = /<nav[^>]*aria-label="Main".*?<\/nav>/s.exec(html.get(path)!) ?? [];
  expect(menu).toContain('href="/services"');
  const found = [...menu.matchAll(/<a href="([^"]+)"[^>]* aria-current="(\w+)"/g)].map(([, to, how]) => [to, how]);
  expect(Object.fromEntries(found)).toEqual(marked);
});

it("ends in a footer with its links", () => {
  const [footer = ""] = /<footer.*?<\/footer>/s.exec(html.get("/")!) ?? [];
  const names = [...footer.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, name = ""]) => name.replaceAll(/<[^>]*>/g, ""));
  expect(names).toEqual(
    expect.arrayContaining([
      ...["Home", "About", "Services", "Industries", "Contact", "Careers", "Privacy Policy", "Terms of Service"],
      ...["Permanent Staffing", "Executive Search", "Mass Hiring", "RPO Solutions"],
      ...["AI Video Interviews", "Background Verification", "Start Hiring Now"],
    ]),
  );
  expect(footer).toMatch(/© (<!-- -->)?2025/);
});

it("offers the reset of a password where its link leads, and on no other page that is not there", async () => {
  const reset = 'href="/client-auth?view=forgot"';
  expect(html.get("/nowhere")).not.toContain(reset);
  const forgot = await fetch(`${site.url}/forgot-password`);
  expect(forgot.status).toBe(404);
  expect(await forgot.text()).toContain(reset);
});

it("asks nobody to ring while there is no number", () => {
  for (const [path, page] of html) expect(page, path).not.toMatch(/\bcall us\b|you call|on the phone|call you back/i);
});

it("says whose jobs there are and where to write, as text", () => {
  const careers = html.get("/careers")!;
  expect(careers).toContain("All four are with us, not with a client.");
  expect(careers).toContain(">careers@kaushal-global-hiring.example</a>");
  expect(careers).toContain("Within five working days");
  expect(careers.match(/<tr><td><h3>/g)).toHaveLength(4);
  expect(html.get("/contact")).toMatch(/I look for work.*href="\/jobs"/s);
  expect(html.get("/contact")).toContain("or write to careers@kaushal-global-hiring.example.");
});

it.each(["/", "/hire-talent"])("%s shows a real card with the yes to it", (path) => {
  expect(html.get(path)).toMatch(
    /class="person-card">[\s\S]*class="seal">[\s\S]*class="said-yes">✓ Yes, show this card</,
  );
});

describe("what search engines find", () => {
  it("is a canonical link and a picture of each page's own", () => {
    for (const path of publicPaths) {
      const text = html.get(path)!;
      expect(text).toContain(`<link rel="canonical" href="${site.url}${path}"`);
      expect(text).toContain(`property="og:image" content="${site.url}/social.png"`);
      expect(text).toMatch(/property="og:title" content="[^"]+"/);
      expect(text).not.toContain("noindex");
    }
  });

  it("says of /login whose it is, and what for", () => {
    const describe = (path: string) => /<meta name="description" content="([^"]+)"/.exec(html.get(path)!)![1]!;
    expect(describe("/login")).toContain("Kaushal Global Hiring");
    expect(describe("/login").length).toBeGreaterThan(80);
    expect(describe("/login").length).toBeLessThanOrEqual(160);
    expect(describe("/login")).not.toBe(describe("/client-auth"));
  });

  it("is JSON-LD that parses, of the right kinds", () => {
    const kinds = new Map<string, string[]>();
    for (const [path, text] of html) {
      const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, json]) => JSON.parse(json!) as { "@context": string; "@type": string },
      );
      for (const block of blocks) expect(block["@context"]).toBe("https://schema.org");
      kinds.set(
        path,
        blocks.map((block) => block["@type"]),
      );
    }
    expect(kinds.get("/")).toEqual(["Organization"]);
    expect(kinds.get("/services/ai-interviews")).toEqual(["BreadcrumbList", "Service", "FAQPage"]);
    expect(kinds.get("/services/core-hiring")).toEqual(["BreadcrumbList", "FAQPage"]);
    expect(kinds.get("/industries/retail-ecommerce")).toEqual(["BreadcrumbList", "FAQPage"]);
    // Google takes a job from a page of its own, with the day until which it is open: a list of jobs names none.
    expect([...kinds.values()].flat()).not.toContain("JobPosting");
  });

  it("is a robots file, a manifest, a brochure, and no sitemap while nobody can tell which jobs are open", async () => {
    expect((await fetch(`${site.url}/sitemap.xml`)).status).toBe(503);
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    expect((await (await fetch(`${site.url}/manifest.webmanifest`)).json()) as object).toHaveProperty("name");
    const icon = await fetch(`${site.url}/favicon.ico`);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(await icon.text()).toBe(readFileSync("public/favicon.svg", "utf8"));
    const brochure = await fetch(`${site.url}/brochure.pdf`);
    expect(brochure.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await brochure.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });
});

describe("the page cache", () => {
  it("answers an unchanged page with 304, per encoding, and says who may keep it", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": encoding };
      const first = await fetch(site.url, { headers });
      expect(await first.text()).toBe(html.get("/"));
      expect(first.headers.get("content-encoding") ?? "identity").toBe(encoding);
      expect(first.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=300, must-revalidate");
      expect(first.headers.get("vary")).toBe("Accept-Encoding, Cookie");
      const etag = first.headers.get("etag")!;
      const second = await fetch(site.url, { headers: { ...headers, "If-None-Match": `"x", W/${etag}` } });
      expect(second.status).toBe(304);
      expect(await second.text()).toBe("");
      expect((await fetch(site.url, { headers: { ...headers, "If-None-Match": '"x"' } })).status).toBe(200);
    }
    const refused = await fetch(site.url, { headers: { "Accept-Encoding": "br;q=0, gzip;q=0.5" } });
    expect(refused.headers.get("content-encoding")).toBe("gzip");
  });

  it("keeps nothing that carries a cookie or answers a post", async () => {
    const body = new URLSearchParams({ name: "x" });
    const posted = await fetch(`${site.url}/contact`, { method: "POST", body });
    // Its own browser may go back to it, and asks anew for everything else.
    expect(posted.headers.get("cache-control")).toBe("private, no-cache");
    expect(withoutToken(await (await fetch(`${site.url}/contact`)).text())).toBe(withoutToken(html.get("/contact")!));
    const portal = await fetch(`${site.url}/client-auth`);
    expect(portal.headers.get("cache-control")).toBe("private, no-store");
    expect((await fetch(`${site.url}/nowhere`)).headers.get("cache-control")).toBe("private, no-store");
  });

  it("keeps the pages to sign in for whoever brings nothing along, and for nobody else", async () => {
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(site.url + path, { headers: { "Accept-Encoding": "br", ...headers }, redirect: "manual" });
    for (const path of ["/login", "/client-auth"]) {
      for (const cookies of [[], [["Cookie", "theme=dark; other=1"]]]) {
        const kept = await ask(path, Object.fromEntries(cookies) as Record<string, string>);
        expect(kept.headers.get("content-encoding")).toBe("br");
        expect(kept.headers.get("etag")).not.toBeNull();
        // No cache but the server's: whoever has signed in is led on when they come back.
        expect(kept.headers.get("cache-control")).toBe("private, no-store");
        expect(kept.headers.get("vary")).toBe("Accept-Encoding, Cookie");
        expect(kept.headers.getSetCookie()).toEqual([]);
        expect(await kept.text()).toBe(html.get(path));
      }
      const [memory = ""] = (
        await createCookie("account", { secrets: [`${SESSION_SECRET} account`] }).serialize({ email: "a@b.co" })
      ).split(";");
      const [notice = ""] = (await createCookie("toast", { secrets: [`${SESSION_SECRET} toast`] }).serialize({})).split(
        ";",
      );
      for (const Cookie of ["session=base64-e30", "session-code-verifier=x", "session.0=x", memory, notice]) {
        expect((await ask(path, { Cookie })).headers.get("etag"), Cookie).toBeNull();
      }
      for (const search of ["?", "?view=sign-up", "?redirectTo=/team", "?code=x"]) {
        expect((await ask(path + search)).headers.get("etag"), search).toBeNull();
      }
    }
    const Cookie = (
      await createCookie("account", { secrets: [`${SESSION_SECRET} account`] }).serialize({
        email: "remembered@b.co",
      })
    ).split(";")[0]!;
    expect(await (await ask("/client-auth", { Cookie })).text()).toContain("remembered@b.co");
  });

  it("gives a request with a waiting notice to the app, when we signed it", async () => {
    const ask = (Cookie: string) => fetch(`${site.url}/contact`, { headers: { Cookie } });
    const [signed = ""] = (await createCookie("toast", { secrets: [`${SESSION_SECRET} toast`] }).serialize({})).split(
      ";",
    );
    const asked = await ask(`a=b; ${signed}`);
    expect(asked.headers.get("etag")).toBeNull();
    expect(asked.headers.get("cache-control")).toBe("private, no-store");
    for (const forged of ["toast=x", "toast=forged.AAAA", signed.replace(/.{4}$/, "AAAA"), "nottoast=1; session=x"]) {
      expect((await ask(forged)).headers.get("etag"), forged).not.toBeNull();
    }
  });
});

/** Those that several pages have, each with its pages. */
function shared(of: (page: string) => readonly string[]): [string, string[]][] {
  const pagesWith = new Map<string, Set<string>>();
  for (const path of WITH_WORDS) {
    for (const text of of(html.get(path)!)) pagesWith.set(text, (pagesWith.get(text) ?? new Set()).add(path));
  }
  return [...pagesWith].filter(([, paths]) => paths.size > 1).map(([text, paths]) => [text, [...paths]]);
}

it("gives every page a title and a description of its own", () => {
  const find = (pattern: RegExp) => (page: string) => [...page.matchAll(pattern)].map(([, text = ""]) => text);
  const titles = find(/<title>([^<]+)<\/title>/g);
  const descriptions = find(/<meta name="description" content="([^"]+)"/g);
  for (const path of WITH_WORDS) {
    const page = html.get(path)!;
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
