import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { addCandidate, CandidateMails, shortlist } from "../../support/people/candidate-people.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { authenticate, expect, test as base } from "../fixtures.ts";
import { resize, widthOf } from "../looks.ts";

// Between a phone and a desk, where tables have all their columns and little room.

const test = base.extend<{ admin: TeamPerson }>({
  javaScriptEnabled: false,
  admin: async ({ backend }, use) => use(await signUpTeamMember(backend, "admin", `Ada ${randomUUID().slice(0, 8)}`)),
});

/** The narrowest with all columns, what a tablet has, and the narrowest with something beside the list. */
const WIDTHS = [832, 1024, 1056];

/** The words of a place that stand in two lines, a piece in each. */
function brokenWords(place: Locator): Promise<string[]> {
  return place.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s,-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test("no list is wider than the page, and its words stay whole", async ({ page, backend, admin }) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const requirement = await fileRequirement(await signUpClient(backend, `Shipyard ${word}`), {
    job_title: "Production Engineer, Second Line",
    priority: "medium",
    deadline: "2030-01-31",
  });
  const candidate = await addCandidate(admin, {
    full_name: `Rohan ${word}`,
    city: "Nashik",
    skills: ["Lean manufacturing", "PLC"],
  });
  await shortlist(admin, requirement, candidate);
  await admin.api.rpc("set_recruiter", { requirement, seen: 1, person: admin.userId });
  await authenticate(page, admin);
  const rows = page.locator("tbody").filter({ hasText: word });
  for (const path of [`/team/requirements?words=${word}`, `/team/candidates?words=${word}`]) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await resize(page, { width, height: 800 });
      await expect(rows.first()).toBeVisible();
      const broken = await Promise.all((await rows.all()).map(brokenWords));
      const found = { width: await widthOf(page), broken: broken.flat() };
      expect.soft(found, `${path} at ${width}`).toEqual({ width, broken: [] });
    }
  }
});

test("nor are those of figures, of a list's head or a long city's name in pieces", async ({ page, backend, admin }) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  await sendMessage(backend, `Needs ${word}`);
  await addCandidate(admin, { full_name: `Rohan ${word}`, city: "Thiruvananthapuram" });
  await authenticate(page, admin);
  for (const [path, place, widths] of [
    ["/team/figures", ".total-figures", [320, 375, 1280]],
    [`/team?words=${word}`, "thead", [1280]],
    [`/team/candidates?words=${word}`, "tbody", [1280]],
  ] as const) {
    await page.goto(path);
    for (const width of widths) {
      await resize(page, { width, height: 800 });
      const found = { width: await widthOf(page), broken: await brokenWords(page.locator(place)) };
      expect.soft(found, `${path} at ${width}`).toEqual({ width, broken: [] });
    }
  }
});

test("a long name makes the bar over a page no higher", async ({ page, backend, admin, client }) => {
  const word = "Thiruvananthapuramkrishnamoorthysubramaniam";
  const works = `${word} Castings and Engineering Components Manufacturing Works`;
  const namesakes = [
    [admin, await signUpTeamMember(backend, "admin", `${word} Venkataraghavan`), "/team/figures"],
    [client, await signUpClient(backend, works), "/client-dashboard"],
  ] as const;
  for (const [short, long, path] of namesakes) {
    const heights = [];
    for (const person of [short, long]) {
      await authenticate(page, person);
      await page.goto(path);
      for (const width of WIDTHS.concat(1280)) {
        await resize(page, { width, height: 800 });
        heights.push((await page.locator("header").first().boundingBox())!.height);
      }
      await page.context().clearCookies();
    }
    expect.soft(heights.slice(4), path).toEqual(heights.slice(0, 4));
  }
});

test("what is known of a colleague has room beside what can be done with them", async ({ page, backend, admin }) => {
  const colleague = await signUpTeamMember(backend, "hr_manager", `Ira ${randomUUID().slice(0, 8)}`);
  await authenticate(page, admin);
  await page.goto("/team/people");
  for (const width of WIDTHS) {
    await resize(page, { width, height: 800 });
    const known = page.getByRole("listitem").filter({ hasText: colleague.email }).locator("> div").first();
    expect.soft((await known.boundingBox())!.width, `at ${width}`).toBeGreaterThan(200);
  }
});

test("nor is a card's word broken for its company", async ({ page, backend, admin }) => {
  const owner = await signUpClient(backend, "Shipyard");
  const requirement = await fileRequirement(owner);
  const mails = new CandidateMails(backend);
  await mails.show(admin, requirement, { skills: ["Lean manufacturing", "PLC"] });
  await mails.close();
  await authenticate(page, owner);
  await page.goto(`/client-dashboard/requirements/${requirement}/candidates`);
  for (const width of [320, 375, ...WIDTHS, 1280]) {
    await resize(page, { width, height: 800 });
    await expect(page.getByText("Lean manufacturing")).toBeVisible();
    expect.soft(await brokenWords(page.locator(".person-card")), `at ${width}`).toEqual([]);
  }
});
