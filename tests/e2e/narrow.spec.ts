import { connect } from "../support/people.ts";
import { fileRequirement } from "../support/requirements.ts";
import { PAGES } from "../support/pages.ts";
import { makeDraftPages } from "../support/draft-pages.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { signUpTeamMember } from "../support/team.ts";
import { expectNarrow } from "./looks.ts";

const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 190);

test.use({ viewport: { width: 320, height: 700 } });

test("A16, stumble 1: a long word in a title, a place or a company never widens the dashboard", async ({
  page,
  client,
  backend,
}) => {
  const service = connect(backend.url, backend.keys.secret_key);
  await service.from("clients").update({ company_name: WORD }).eq("user_id", client.userId).throwOnError();
  await fileRequirement(client, { job_title: WORD, location: WORD });
  await signIn(page, client);
  await expect(page.getByRole("heading", { name: WORD })).toBeVisible();
  await expectNarrow(page, "dashboard");
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator("html").evaluate((root) => root.scrollWidth)).toBeLessThanOrEqual(1280);
});

test("the words of the tabs and of the figures stay whole at 320 px, with a message to read", async ({
  page,
  client,
  backend,
}) => {
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const id = await fileRequirement(client);
  for (let index = 0; index < 12; index += 1) {
    await recruiter.api.rpc("post_message", { requirement: id, body: "Hello" });
  }
  await signIn(page, client);
  for (const label of await page.locator(".totals dt").all()) {
    expect(await label.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto(`/client-dashboard/requirements/${id}`);
  const tabs = page.getByRole("navigation", { name: "Requirement" });
  await expect(tabs).toContainText("12 new");
  for (const tab of await tabs.getByRole("link").all()) expect((await tab.boundingBox())!.height).toBeLessThan(52);
  expect((await tabs.boundingBox())!.height).toBeLessThan(60);
  await expectNarrow(page, "tabs");
});

test("A16, stumble 15: long skills and mistakes never widen the requirement form, nor break Remove", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await page.goto("/submit-requirement", { waitUntil: "networkidle" });
  await page.getByLabel("Required Skills").fill(WORD.slice(0, 100));
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  const remove = page.getByRole("button", { name: /^Remove/ });
  await expect(remove).toBeVisible();
  expect((await remove.boundingBox())!.height).toBeLessThanOrEqual(60);
  await page.getByLabel("Job Title").fill(WORD);
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await expectNarrow(page, "requirement form");
});

test("A16: long words never widen a draft, nor the pages that lead to it", async ({ page, client }) => {
  await signIn(page, client);
  for (const [name, path] of Object.entries(await makeDraftPages(client, WORD))) {
    await page.goto(path);
    await expectNarrow(page, name);
  }
});

test("A16: long words never widen a form that came back, nor a notice", async ({ page }) => {
  for (const path of PAGES.filter((each) => !/nowhere/.test(each))) {
    await page.goto(path);
    for (const box of await page.locator("main input.control:visible, main textarea:visible").all()) {
      await box.fill(WORD);
    }
    const form = page.locator("main form").first();
    if ((await form.count()) === 0) continue;
    await form.locator("button[type=submit].btn").last().click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expectNarrow(page, path);
  }
});

test("A16, stumble 15: a notice keeps its width beside Dismiss, whatever its words", async ({ page, client }) => {
  await signIn(page, client);
  const text = page.getByRole("dialog").locator("div");
  expect((await text.boundingBox())!.width).toBeGreaterThan(180);
  await page
    .getByRole("dialog")
    .locator("p")
    .first()
    .evaluate((line, word) => (line.textContent = word), WORD);
  await expectNarrow(page, "notice");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});
