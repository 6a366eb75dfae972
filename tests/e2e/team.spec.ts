import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../support/team.ts";
import { expect, test as base } from "./fixtures.ts";

const test = base.extend<{ clerk: TeamPerson; colleague: TeamPerson }>({
  clerk: async ({ backend }, use) =>
    use(await signUpTeamMember(backend, "recruiter", `Dev ${randomUUID().slice(0, 8)}`)),
  colleague: async ({ backend }, use) =>
    use(await signUpTeamMember(backend, "recruiter", `Ira ${randomUUID().slice(0, 8)}`)),
});

/** Signs in by the way that the team has: /login, and the welcome's link. */
async function enter(page: Page, { email, password }: TeamPerson): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("status")).toContainText("Welcome back team member");
  await page.getByRole("link", { name: "Open the workspace" }).click();
  await expect(page).toHaveURL(/\/team$/);
}

async function search(page: Page, words: string): Promise<void> {
  const form = page.getByRole("search");
  if (!(await form.isVisible())) await page.getByText("Search and filter").click();
  await page.getByLabel("Search", { exact: true }).fill(words);
  await page.getByRole("button", { name: "Show", exact: true }).click();
}

test("a clerk finds a message, takes it, notes a call, and gives it to a colleague", async ({
  page,
  backend,
  clerk,
  colleague,
}) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  await sendMessage(backend, `Forty nurses ${word}`, { name: "Uma Nair", company: "Northpeak" });
  await enter(page, clerk);
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your account" })).toContainText(clerk.name);
  await search(page, word);
  const row = page.getByRole("row").filter({ hasText: `Forty nurses ${word}` });
  await expect(row).toContainText("Uma Nair, Northpeak");
  await expect(row).toContainText("nobody");
  await row.getByRole("button", { name: `Take it Forty nurses ${word}` }).click();

  await expect(page).toHaveURL(/\/team\/inbox\//);
  await expect(page.getByRole("status")).toContainText("It is yours");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Forty nurses ${word}`);
  await page.getByLabel("What it was").selectOption("call");
  await page.getByLabel("Note, for the team only").fill("They want two shifts.");
  await page.getByRole("button", { name: "Note it" }).click();
  await expect(page.getByRole("status")).toContainText("Noted");
  await expect(page.getByRole("listitem").filter({ hasText: "They want two shifts." })).toContainText("Call");

  await page.getByRole("button", { name: "Reply by e-mail" }).click();
  await expect(page.getByRole("link", { name: "Write the mail" })).toHaveAttribute(
    "href",
    /^mailto:[^?]+\?subject=Re%3A/,
  );

  await page.getByLabel("State").selectOption("waiting");
  await page.getByRole("button", { name: "Set state" }).click();
  await expect(page.getByRole("status")).toContainText("State changed");
  await page.getByLabel("Give to").selectOption({ label: colleague.name });
  await page.getByRole("button", { name: "Give", exact: true }).click();
  await expect(page.getByText(`Given to ${colleague.name}`)).toBeVisible();
  await page.getByRole("link", { name: "Inbox", exact: true }).first().click();
  await search(page, word);
  const given = page.getByRole("row").filter({ hasText: `Forty nurses ${word}` });
  await expect(given).toContainText(colleague.name);
  await expect(given).toContainText("Replied by e-mail");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/client-auth$/);
  await page.goBack();
  await expect(page.getByText(`Forty nurses ${word}`)).toHaveCount(0);
});

test("several are ticked, listed, and set to spam once that is confirmed", async ({ page, backend, clerk }) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  for (const index of [1, 2, 3]) await sendMessage(backend, `Pills ${index} ${word}`);
  await enter(page, clerk);
  await search(page, word);
  await page.getByRole("checkbox", { name: `Pills 1 ${word}` }).check();
  await page.getByRole("checkbox", { name: `Pills 3 ${word}` }).check();
  await page.getByLabel("With those ticked").selectOption("spam");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set 2 items to spam?");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Set to spam" }).click();
  await expect(page.getByRole("status")).toContainText("2 changed");
  await search(page, word);
  await expect(page.getByRole("row").filter({ hasText: `Pills 1 ${word}` })).toContainText("spam");
  await expect(page.getByRole("row").filter({ hasText: `Pills 2 ${word}` })).toContainText("due in");
});

test("two change one thing: the later one keeps what they entered, and sees what is new", async ({
  page,
  backend,
  clerk,
  colleague,
  browser,
  baseURL,
}) => {
  const { id } = await sendMessage(backend, "Wanted by two");
  await enter(page, clerk);
  await page.goto(`/team/inbox/${id}`);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  await enter(other, colleague);
  await other.goto(`/team/inbox/${id}`);
  await other.getByRole("button", { name: "Take it" }).click();
  await expect(other.getByRole("status")).toContainText("It is yours");
  await page.getByLabel("State").selectOption("done");
  await page.getByRole("button", { name: "Set state" }).click();
  await expect(page.getByRole("alert")).toContainText("Somebody changed this a moment before");
  await expect(page.getByLabel("State")).toHaveValue("done");
  await expect(page.getByText(`Whose: ${colleague.name}`)).toBeVisible();
  await expect(page.getByText(`Opened by ${colleague.name}`)).toBeVisible();
  await page.getByRole("button", { name: "Set state" }).click();
  await expect(page.getByRole("status")).toContainText("State changed");
  await context.close();
});

test("at 320 px nothing is cut off, and the filters fold away", async ({ page, backend, clerk }) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const { id } = await sendMessage(backend, `${word} ${"long".repeat(60)}`, { company: "Co".repeat(80) });
  await page.setViewportSize({ width: 320, height: 800 });
  await enter(page, clerk);
  await expect(page.getByRole("search")).toBeHidden();
  await search(page, word);
  for (const path of [page.url(), `/team/inbox/${id}`, `/team/inbox/several?act=done&item=${id}.1`]) {
    await page.goto(path);
    const main = (await page.getByRole("main").boundingBox())!;
    expect(main.width).toBeLessThanOrEqual(320);
    const wide = await page
      .locator("main *:visible")
      .evaluateAll((elements) =>
        elements.filter((element) => element.getBoundingClientRect().right > 321).map((element) => element.outerHTML),
      );
    expect(wide).toEqual([]);
  }
});

test.describe("axe", () => {
  test.use({ javaScriptEnabled: true });
  for (const colorScheme of ["light", "dark"] as const) {
    test(`finds nothing on the team's pages, ${colorScheme}`, async ({ page, backend, clerk, colleague }, {
      project,
    }) => {
      test.skip(project.name === "no-js", "axe runs scripts");
      const word = `w${randomUUID().slice(0, 8)}`;
      const items = [];
      for (const index of [1, 2, 3]) items.push(await sendMessage(backend, `Seen ${index} ${word}`));
      const [{ id }] = items as [(typeof items)[number]];
      await colleague.api.rpc("open_item", { item: id });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await enter(page, clerk);
      await clerk.api.rpc("add_note", { item: id, kind: "call", body: "Noted" });
      for (const path of [
        "/team",
        `/team?words=${word}&sort=due`,
        `/team/inbox/${id}?reply`,
        `/team/inbox/several?act=done&item=${id}.1`,
      ]) {
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(
            violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => html + failureSummary)),
          ).toEqual([]);
        }
      }
    });
  }
});
