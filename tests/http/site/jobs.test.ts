import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { publicPaths } from "../../../app/content/sitemap.ts";
import { coldVisit, expectOneRoundTrip, ONE_ROUND_TRIP } from "../../support/browser/cold-visit.ts";
import { OwnerSession } from "../../support/api/database.ts";
import { expectNoWords, expectWords } from "../../support/http/expectations.ts";
import { advertise, type AdvertRow } from "../../support/people/adverts.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// What the public reads of adverts: the list, a job's own page, what search engines and feed readers take.

const { site, backend } = await openSharedSite();
const owner = OwnerSession.of(backend.database);
/** A name with signs that each page escapes, of a company that nobody else here has. */
const COMPANY = `Ö'Brien & Zyx${randomUUID().slice(0, 6)} Works`;
const company = await signUpClient(backend, COMPANY);
afterAll(() => owner.close());

/** A job of that company: a requirement that says as much of it as one may, and its advert. */
async function addJob(more: Partial<AdvertRow> = {}): Promise<string> {
  const secrets = { job_description: `${COMPANY} makes welds.`, responsibilities: `Welds for ${COMPANY}.` };
  return advertise(owner, await fileRequirement(company, secrets), more);
}

const read = async (path: string) => (await fetch(site.url + path)).text();

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
/** What somebody reads of markup: without its tags, on one line. */
function textIn(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, " ")
    .trim();
}

type Posting = Record<string, unknown>;

/** The JobPosting of a page; undefined where it has none. */
function postingIn(html: string): Posting | undefined {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    .map(([, json]) => JSON.parse(json!) as Posting)
    .find((block) => block["@type"] === "JobPosting");
}

/** What a page says under a label, as markup. */
function factIn(html: string, label: string): string | undefined {
  return new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`).exec(html)?.[1];
}

/** The amounts in words of pay, in plain units. */
function amountsIn(words: string): number[] {
  const factor = words.includes("lakh") ? 100_000 : 1;
  return (words.match(/[\d,]+(\.\d+)?/g) ?? []).map(
    (digits) => Math.round(Number(digits.replaceAll(",", "")) * factor * 100) / 100,
  );
}

const KINDS: Record<string, string> = {
  Permanent: "FULL_TIME",
  "Full time": "FULL_TIME",
  "Part time": "PART_TIME",
  Contract: "CONTRACTOR",
  Temporary: "TEMPORARY",
};
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date(moment));

/** Everything that a posting says, as its page says it. */
function postingByPage(html: string): Posting {
  const headline = textIn(/<h1[^>]*>(.*?)<\/h1>/.exec(html)![1]!);
  const employer = textIn(/<\/h1><p class="lead">(.*?)<\/p>/.exec(html)![1]!);
  const where = factIn(html, "Where")!;
  const place = textIn(/<bdi>(.*?)<\/bdi>/.exec(where)![1]!);
  const country = /, ([^,]*)$/.exec(place)![1]!;
  const isRemote = where.includes("or fully from home");
  const pay = textIn(factIn(html, "Pay")!);
  const [low, high] = amountsIn(pay);
  const isTold = pay !== "Not told here";
  const bounds = pay.startsWith("From ")
    ? { minValue: low }
    : pay.startsWith("Up to ")
      ? { maxValue: low }
      : high === undefined
        ? { value: low }
        : { minValue: low, maxValue: high };
  const currencies = { "₹": "INR", $: "USD", "€": "EUR", "£": "GBP" };
  const sign = Object.keys(currencies).find((each) => pay.includes(each)) as keyof typeof currencies | undefined;
  const years = /^(\d+) (?:years?|to)/.exec(textIn(factIn(html, "Experience") ?? ""))?.[1];
  const skills = [...(/<ul class="tags">(.*?)<\/ul>/.exec(html)?.[1] ?? "").matchAll(/<bdi>(.*?)<\/bdi>/g)];
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)![1]!;
  return {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: headline,
    description: textIn(/<div dir="auto" class="job-words">(.*?)<\/div>/.exec(html)![1]!),
    identifier: { "@type": "PropertyValue", name: "Kaushal Global Hiring", value: canonical.split("/").at(-1)! },
    url: canonical,
    datePosted: dayOf(/datetime="([^"]+)"/i.exec(factIn(html, "Posted")!)![1]!),
    validThrough: `${/datetime="([^"]+)"/i.exec(factIn(html, "Apply until")!)![1]!}T23:59:59+05:30`,
    employmentType: KINDS[factIn(html, "Work")!]!,
    hiringOrganization: employer.startsWith("At ")
      ? { "@type": "Organization", name: employer.slice(3) }
      : "confidential",
    jobLocation: {
      "@type": "Place",
      address: {
        "@type": "PostalAddress",
        addressLocality: place.slice(0, -country.length - 2),
        addressCountry: country,
      },
    },
    ...(isRemote && {
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: { "@type": "Country", name: country },
    }),
    ...(isTold && {
      baseSalary: {
        "@type": "MonetaryAmount",
        currency: currencies[sign!],
        value: { "@type": "QuantitativeValue", ...bounds, unitText: /an? (\w+)$/.exec(pay)![1]!.toUpperCase() },
      },
    }),
    ...(years !== undefined &&
      years !== "0" && {
        experienceRequirements: {
          "@type": "OccupationalExperienceRequirements",
          monthsOfExperience: Number(years) * 12,
        },
      }),
    ...(skills.length > 0 && { skills: skills.map(([, skill]) => textIn(skill!)).join(", ") }),
    directApply: true,
  };
}

const word = fc.constantFrom(
  "Welder",
  "night",
  "C++",
  "<b>bold</b>",
  "R&D",
  "</script>",
  "&amp;",
  "Größe",
  "रात",
  "“quoted”",
  "12.5",
);
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
const line = fc.oneof(
  words,
  words.map((text) => `- ${text}`),
  words.map((text) => `${text}:`),
  fc.constant(""),
);
const years = fc.option(fc.integer({ min: 0, max: 15 }));
const amount = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 4_000_000 }),
    fc.integer({ min: 1, max: 400 }).map((tens) => tens * 10_000),
  ),
);
const inOrder = (one: number | null, other: number | null) =>
  one !== null && other !== null && one > other ? [other, one] : [one, other];

/** Anything that an advert may say. */
const advert = fc
  .record({
    title: words,
    place: fc.constantFrom("Pune", "Bhiwandi, Mumbai", "Al Khobar", "D'Arcy & Sons Park"),
    country: fc.constantFrom("India", "Saudi Arabia"),
    work: fc.constantFrom(
      "permanent" as const,
      "contract" as const,
      "temporary" as const,
      "part_time" as const,
      "full_time" as const,
    ),
    is_remote: fc.boolean(),
    skills: fc.uniqueArray(fc.constantFrom("TIG", "R&D", "C++", "<i>", "हिन्दी"), { maxLength: 4 }),
    body: fc.array(line, { minLength: 1, maxLength: 9 }).map((lines) => `You weld.\n${lines.join("\n")}`),
    tells_pay: fc.boolean(),
    pay_currency: fc.constantFrom("INR" as const, "USD" as const, "EUR" as const, "GBP" as const),
    pay_unit: fc.constantFrom("hour" as const, "day" as const, "month" as const, "year" as const),
    is_named: fc.boolean(),
  })
  .chain((told) =>
    fc.tuple(years, years, amount, amount).map(([from, to, least, most]): Partial<AdvertRow> => {
      const [min_experience, max_experience] = inOrder(from, to);
      const [min_pay, max_pay] = inOrder(least, most);
      const tells_pay = told.tells_pay && (min_pay ?? max_pay) !== null;
      return { ...told, min_experience, max_experience, min_pay, max_pay, tells_pay };
    }),
  );

describe("a job's own page", () => {
  it("says to search engines just what it says to people, field by field", async () => {
    for (const more of fc.sample(advert, { seed: 25, numRuns: 12 })) {
      const html = await read(`/jobs/${await addJob(more)}`);
      const posting = postingIn(html)!;
      const description = textIn(String(posting["description"]));
      expect({ ...posting, description }, JSON.stringify(more)).toEqual(postingByPage(html));
    }
  });

  it("is over at the next request, whoever has closed it, and is then in no list", async () => {
    const title = `Kiln keeper ${randomUUID().slice(0, 4)}`;
    const slug = await addJob({ title, skills: ["Kilns"] });
    const like = await addJob({ title: "Kiln builder", skills: ["Kilns"] });
    const path = `/jobs/${slug}`;
    const lists = ["/sitemap.xml", "/jobs.atom", `/jobs?words=${encodeURIComponent(title)}`];
    for (const list of [path, ...lists]) expect(await read(list), list).toContain(slug);
    // Past the site, as another instance closes it.
    await owner.query("update public.adverts set closed_at = now() where slug = $1", [slug]);
    const answer = await fetch(site.url + path);
    const html = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([410, "private, no-store"]);
    expect(postingIn(html)).toBeUndefined();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(textIn(html)).toContain(`“${title}” takes no more applications`);
    expect(html).toContain(`href="/jobs/${like}"`);
    for (const list of lists) expect(await read(list), list).not.toContain(slug);
    // A day that is over is the same, before anybody has closed it. With none like it the newest stand there, by that name.
    await owner.query(
      `update public.adverts set closed_at = null, closes_on = private.today() - 1, title = 'Zither tuner', skills = '{}'
         where slug = $1`,
      [slug],
    );
    const alone = await fetch(site.url + path);
    expect(alone.status).toBe(410);
    const words = textIn(await alone.text());
    expect([words.includes("The newest jobs"), words.includes("Jobs like this")]).toEqual([true, false]);
  });

  it("is not there while nobody has opened it, nor under a name that no job has", async () => {
    const slug = await addJob({ opened_at: null });
    for (const path of [slug, "nothing-here", "apply", `${slug}%00`, "x".repeat(200)]) {
      expect((await fetch(`${site.url}/jobs/${path}`)).status, path).toBe(404);
    }
    // Whoever has an old link reads what may have become of it, and goes on from there.
    const open = await addJob({});
    expectWords(
      await (await fetch(`${site.url}/jobs/nothing-here`)).text(),
      "No job is here",
      "It may be over by now",
      `href="/jobs/${open}"`,
      '<a href="/jobs" class="btn">See All Jobs</a>',
    );
  });
});

describe("a company that has not named itself", () => {
  it("is not told by a byte, anywhere, and is not found by its name", async () => {
    const slug = await addJob({ title: "Confidential welder" });
    const own = COMPANY.split(" ").find((part) => part.startsWith("Zyx"))!;
    const forbidden = [own, company.email, company.userId];
    const paths = [`/jobs/${slug}`, `/jobs/${slug}.data`, "/jobs?words=Confidential", "/jobs.atom", "/sitemap.xml"];
    await owner.query("update public.adverts set is_named = false");
    for (const path of paths) {
      const answer = await fetch(site.url + path);
      const all = JSON.stringify([...answer.headers]) + (await answer.text());
      for (const trace of forbidden) expect(all, `${trace} in ${path}`).not.toContain(trace);
    }
    const count = async () => /id="found">(\d+) /.exec(await read(`/jobs?words=${own}`))![1];
    expect(await count()).toBe("0");
    await owner.query("update public.adverts set is_named = true where slug = $1", [slug]);
    expect(await count()).toBe("1");
    expect(postingIn(await read(`/jobs/${slug}`))!["hiringOrganization"]).toEqual({
      "@type": "Organization",
      name: COMPANY,
    });
  });
});

describe("the list", () => {
  it("finds by words, by any name of a place, and by what is done from home", async () => {
    const mark = `Glazier${randomUUID().slice(0, 5)}`;
    const near = await addJob({ title: mark, place: "Sector 44, Gurugram", work: "contract" });
    const home = await addJob({ title: `${mark} planner`, place: "Kochi", is_remote: true });
    const found = async (query: string) => {
      const html = await read(`/jobs?words=${mark}&${query}`);
      return [near, home].filter((slug) => html.includes(`href="/jobs/${slug}"`));
    };
    expect(await found("")).toEqual([near, home]);
    expect(await found("place=gurgaon")).toEqual([near]);
    expect(await found("place=Cochin")).toEqual([home]);
    expect(await found("place=home")).toEqual([home]);
    expect(await found("place=India")).toEqual([near, home]);
    expect(await found("work=contract")).toEqual([near]);
    // What is no kind of work, and no page, is as if it were not there.
    expect(await found("work=x%27&page=-1")).toEqual([near, home]);
    const html = await read(`/jobs?words=${mark}&place=gurgaon`);
    expect(textIn(html)).toContain(`1 job for “${mark}” in Gurgaon`);
    expect(html).toContain(`<title>1 job for “${mark}” in Gurgaon | `);
    // One job is of every kind that it is of: nothing is left to choose. Of two, by what they differ in.
    expect(html).not.toContain('aria-label="Kinds of work"');
    const both = await read(`/jobs?words=${mark}`);
    expect([...both.matchAll(/class="job-choices" aria-label="([^"]+)"/g)].map(([, group]) => group)).toEqual([
      "How long",
      "Hours",
    ]);
    // A place is chosen beside the words and the kind of work; from there on a phone shows what was found, not the form.
    expect(both).toContain(`href="/jobs?words=${mark}&amp;place=Kochi#found"`);
    expect(both).toContain('action="/jobs#found"');
    expect(both).toContain('<h2 id="found"');
    expect(textIn(await read(`/jobs?words=${mark}&work=contract&place=home`))).toContain(
      `0 contract jobs for “${mark}” from home`,
    );
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toContain(`value="${mark}"`);
    const elsewhere = await read(`/jobs?words=${mark}&place=Oslo`);
    expect(textIn(elsewhere)).toContain(`0 jobs for “${mark}” in Oslo`);
    expect(textIn(elsewhere)).toContain("None quite so today. These fit your words, in other places");
    expect(elsewhere).toContain(`href="/jobs/${near}"`);
    const none = await read(`/jobs?words=${mark}x7&place=Oslo`);
    expect(textIn(none)).toContain("No open job fits this search");
    expect(textIn(none)).toContain("The newest jobs");
  });

  it("says what was typed from right to left apart from the words beside it, and so the words and the place that were meant", async () => {
    const heading = textIn(
      await read(`/jobs?words=${encodeURIComponent("عامل 2")}&place=${encodeURIComponent("دبي")}`),
    );
    expect(heading).toContain("for “\u2068عامل 2\u2069” in \u2068دبي\u2069");
    await addJob({ title: `Zymotechnologist ${COMPANY}` });
    const meant = textIn(await read(`/jobs?words=zymotechnologst&place=${encodeURIComponent("دبي")}`));
    expect(meant).toContain("we looked for “\u2068zymotechnologist, دبي\u2069”");
  });

  it("is asked for each time: nothing of it is kept, and what has not changed is not sent again", async () => {
    for (const path of ["/jobs", "/jobs.atom", "/sitemap.xml", `/jobs/${await addJob()}`]) {
      const first = await fetch(site.url + path);
      expect([first.status, first.headers.get("cache-control")], path).toEqual([200, "no-cache"]);
      const etag = first.headers.get("etag")!;
      const again = await fetch(site.url + path, { headers: { "If-None-Match": etag } });
      expect([again.status, await again.text()], path).toEqual([304, ""]);
      const head = await fetch(site.url + path, { method: "HEAD" });
      expect([head.status, await head.text()], path).toEqual([200, ""]);
    }
    const before = await fetch(`${site.url}/jobs`);
    const slug = await addJob();
    const after = await fetch(`${site.url}/jobs`, { headers: { "If-None-Match": before.headers.get("etag")! } });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain(slug);
  });

  it("fits one round trip with a page full of jobs, as a job does that says all it may", async () => {
    const body = "Weld the ninth of 47 seams; check, mark, pass on. ".repeat(198);
    const skills = Array.from({ length: 12 }, (_, at) => `Welding position ${at + 1}`);
    const longest = await addJob({ title: "Orbital welder", place: "Plant, Pune", skills, body, is_named: true });
    for (let at = 1; at < 26; at += 1) {
      await addJob({ title: `Orbital welder ${at}`, place: `Plant ${at}, Pune`, skills, is_named: true });
    }
    const list = await read("/jobs?words=orbital");
    expect(list.match(/<li><h3>/g)).toHaveLength(25);
    expect(list).toContain('rel="next"');
    expect(await read("/jobs?words=orbital&page=2")).toContain('rel="prev"');
    // Behind the last one it says so, and leads there.
    const behind = await read("/jobs?words=orbital&page=9");
    expectWords(textIn(behind), "26 jobs for “orbital”", "Nothing further. Previous page");
    expectNoWords(textIn(behind), "No open job fits", "Page 9");
    expect(behind).toContain('href="/jobs?words=orbital&amp;page=2#found" rel="prev"');
    expect(behind).toContain("<title>26 jobs for “orbital” | ");
    await expectOneRoundTrip(site.url, ["/jobs?words=orbital", `/jobs/${longest}`]);
    expect((await coldVisit(site.url, "/jobs.atom")).bytes).toBeLessThanOrEqual(ONE_ROUND_TRIP);
  });
});

it("stand in the sitemap beside every public page, with the moment of their last change", async () => {
  const slug = await addJob();
  const { rows } = await owner.query<{ updated_at: string }>("select updated_at from public.adverts where slug = $1", [
    slug,
  ]);
  const entries = [
    ...(await read("/sitemap.xml")).matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g),
  ];
  const paths = entries.map(([, url]) => url!.replace(site.url, ""));
  expect(publicPaths.length).toBeGreaterThan(20);
  expect(paths.slice(0, publicPaths.length + 1)).toEqual([...publicPaths, "/jobs"]);
  const [, , changed] = entries.find(([, url]) => url!.endsWith(slug))!;
  expect(Date.parse(changed!)).toBe(Date.parse(rows[0]!.updated_at));
});

it("is where Apply Now of a position leads that has an advert of our own, and else to a mail", async () => {
  const position = "HR Operations Executive";
  const applyOf = async () =>
    new RegExp(`href="([^"]+)" class="btn btn-outline" aria-label="Apply Now: ${position}"`).exec(
      await read("/careers"),
    )![1];
  expect(await applyOf()).toMatch(/^mailto:careers@/);
  const agency = await signUpClient(backend, "Kaushal Global Hiring");
  const slug = await advertise(owner, await fileRequirement(agency), { title: position, is_named: true });
  expect(await applyOf()).toBe(`/jobs/${slug}`);
  await owner.query("update public.adverts set closed_at = now() where slug = $1", [slug]);
  expect(await applyOf()).toMatch(/^mailto:careers@/);
});
