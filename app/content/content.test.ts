import { describe, expect, it } from "vitest";
import { about } from "./about";
import { careers } from "./careers";
import { hiring } from "./hiring";
import { home } from "./home";
import { caseCards, industries } from "./industries/all";
import { services } from "./services/pages";
import { pillars } from "./services/pillars";

describe("each industry", () => {
  it.each(industries.map((industry) => [industry.name, industry] as const))("%s is complete (§2)", (_, industry) => {
    expect(industry.statistics).toHaveLength(4);
    expect(industry.capabilities).toHaveLength(5);
    expect(industry.stories).toHaveLength(3);
    expect(new Set(industry.specializations).size).toBe(16);
    expect(industry.reasons.length).toBeGreaterThanOrEqual(3);
    for (const { roles, company, challenge, result } of industry.stories) {
      expect(roles.length).toBeGreaterThan(0);
      for (const text of [company, challenge, result]) expect(text.length).toBeGreaterThan(20);
    }
    for (const { count } of industry.capabilities) {
      const placements = Number(/^([\d,]+)\+ placements$/.exec(count)?.[1]?.replace(",", ""));
      expect(placements).toBeGreaterThanOrEqual(600);
      expect(placements).toBeLessThanOrEqual(3500);
    }
  });

  it.each(industries.map((industry) => [industry.path, industry] as const))(
    "%s has placed as many as its five cards together",
    (_, { statistics, capabilities }) => {
      const numberOf = (text: string) => Number(/^([\d,]+)\+/.exec(text)![1]!.replaceAll(",", ""));
      const placed = capabilities.reduce((sum, { count }) => sum + numberOf(count), 0);
      expect(numberOf(statistics[0].value)).toBe(placed);
    },
  );

  it("carries the figures of §9", () => {
    const values = new Map(
      industries.map(({ path, statistics }) => [path.split("/")[2], statistics.map(({ value }) => value)]),
    );
    expect(values.get("manufacturing-engineering")).toEqual(["7,500+", "400+", "98%", "18 days"]);
    expect(values.get("retail-ecommerce")).toEqual(["12,000+", "600+", "97%", "12 days"]);
    expect(values.get("logistics-supply-chain")).toEqual(["9,000+", "450+", "99%", "14 days"]);
    expect(values.get("hospitality-travel")).toEqual(["15,000+", "800+", "4.8/5", "10 days"]);
    expect(values.get("education-training")).toEqual(["12,000+", "700+", "99%", "16 days"]);
  });

  it.each([
    [
      "manufacturing-engineering",
      "Hire Manufacturing Talent",
      "Post Manufacturing Role",
      "Manufacturing Hiring Strategy",
    ],
    ["retail-ecommerce", "Hire Retail Talent", "Post Retail Position", "Retail Hiring Strategy"],
    ["logistics-supply-chain", "Hire Logistics Talent", "Post Logistics Role", "Supply Chain Strategy"],
    ["hospitality-travel", "Hire Hospitality Talent", "Post Hospitality Role", "Hospitality Hiring Strategy"],
    ["education-training", "Hire Education Talent", "Post Education Role", "Education Hiring Strategy"],
  ])("%s has the buttons of §2", (slug, hireButton, hire, consult) => {
    const industry = industries.find(({ path }) => path.endsWith(slug));
    expect(industry).toMatchObject({ hireButton, closing: { hire, consult } });
  });
});

describe("each page worth finding", () => {
  const pages = [...industries, ...services, ...pillars];

  it.each(pages.map((page) => [page.path, page] as const))("%s says what it is about", (_, page) => {
    const { headline, description, timings, questions } = page;
    expect(headline.title.length).toBeLessThanOrEqual(40);
    expect(headline.title.split(headline.marked)).toHaveLength(2);
    expect(headline.marked).toMatch(/^\p{L}+$/u);
    expect(description.length).toBeGreaterThanOrEqual(120);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(timings.rows.length).toBeGreaterThanOrEqual(3);
    expect(timings.caption).toMatch(/: our own figures$/);
    expect(questions.length).toBeGreaterThanOrEqual(3);
  });

  it.each(industries.map((industry) => [industry.path, industry] as const))(
    "%s takes as long by role as it says on average, and a shortlist 48 hours where there is a market (§9)",
    (_, { statistics, timings, questions }) => {
      const inDays = (text: string) => Number(/^(\d+) days?$/.exec(text)![1]);
      const average = inDays(statistics[3].value);
      const offers = timings.rows.map(([, , , offer]) => inDays(offer));
      expect(Math.min(...offers)).toBeLessThan(average);
      expect(Math.max(...offers)).toBeGreaterThan(average);
      for (const [role, , shortlist, offer] of timings.rows) {
        expect(inDays(shortlist), role).toBeLessThan(inDays(offer));
        if (inDays(offer) <= average) expect(inDays(shortlist), role).toBeLessThanOrEqual(2);
      }
      expect(questions).toHaveLength(3);
    },
  );
});

it("counts what §2 counts", () => {
  expect(industries).toHaveLength(8);
  expect(caseCards).toHaveLength(3);
  expect(pillars.map(({ cards }) => cards.length)).toEqual([6, 4, 3]);
  expect(pillars.map(({ tiles }) => tiles?.items.length)).toEqual([undefined, 4, 4]);
  expect(pillars.map(({ steps }) => steps.length)).toEqual([3, 3, 3]);
  expect(pillars.map(({ offers }) => offers.length)).toEqual([6, 4, 3]);
  expect(services).toHaveLength(6);
  expect(services.find(({ path }) => path.endsWith("rpo-solutions"))?.cards).toHaveLength(3);
  expect(services.find(({ path }) => path.endsWith("ai-interviews"))?.steps).toHaveLength(5);
  expect(home.why.cards).toHaveLength(6);
  expect(home.solutions.cards).toHaveLength(9);
  expect(home.testimonials.items).toHaveLength(3);
  expect(home.closing.cards.map(({ title }) => title)).toEqual(["Startups", "Enterprises", "Government"]);
  expect(hiring.solutions).toHaveLength(4);
  expect(hiring.steps.map(({ title }) => title)).toEqual([
    "Define Requirements",
    "AI-Powered Search",
    "Present Shortlist",
    "Interview & Hire",
  ]);
  expect(careers.positions).toHaveLength(4);
  expect(about.facts).toContainEqual({ value: "5", label: "continents" });
});
