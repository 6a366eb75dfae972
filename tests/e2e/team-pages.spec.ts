import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { makeShown, teamPages } from "../support/team-pages.ts";
import { signUpTeamMember, type TeamPerson } from "../support/team.ts";
import { enterWorkspace, expect, searchFor, test as base } from "./fixtures.ts";
import { expectNarrow, SCHEMES, startLooking } from "./looks.ts";

// Every page of the team as an admin sees it, who sees all of them.
const test = base.extend<{ admin: TeamPerson }>({
  admin: async ({ backend }, use) => use(await signUpTeamMember(backend, "admin", "Ada Admin")),
});

/** As long as they may be where nothing breaks them; a name as long as one may be. */
const LONG = {
  title: "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 190),
  company: "Co".repeat(80),
  name: "Wolfeschlegelsteinhausenbergerdorff",
};

/** Sends what the forms of an item and of a conversion refuse. */
async function refuse(page: Page, item: string, conversion: string, look: (what: string) => Promise<void>) {
  await page.goto(conversion);
  await page.getByRole("button", { name: "Make the Requirement" }).click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await look("a conversion that was refused");
  await page.goto(item);
  await page.getByRole("button", { name: "Note it" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await look("a note that was refused");
}

test.describe("axe", () => {
  test.use({ javaScriptEnabled: true });
  for (const colorScheme of SCHEMES) {
    test(`finds nothing on any page of the team, ${colorScheme}`, async ({ page, backend, admin }, info) => {
      test.setTimeout(400_000);
      const look = await startLooking(page, info, colorScheme);
      const word = `w${randomUUID().slice(0, 8)}`;
      const pages = teamPages(
        await makeShown(backend, admin, { title: `${word} lead`, company: `${word} Ltd`, name: "Rea Recruiter" }),
      );
      await enterWorkspace(page, admin);
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path);
        await look(name);
      }
      await refuse(page, pages["team-posting"]!, pages["team-conversion"]!, look);
      await page.context().clearCookies();
      await page.goto(pages["invitation"]!);
      await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
      await look("an invitation, signed out");
    });
  }
});

test("at 320 px nothing of the team's pages is cut off, and the filters fold away", async ({ page, backend, admin }, {
  project,
}) => {
  test.skip(project.name === "no-js", "scripts only add to these pages");
  test.setTimeout(300_000);
  const word = `w${randomUUID().slice(0, 8)}`;
  const pages = teamPages(await makeShown(backend, admin, { ...LONG, title: `${word} ${LONG.title}`.slice(0, 200) }));
  await page.setViewportSize({ width: 320, height: 800 });
  await enterWorkspace(page, admin);
  await expect(page.getByRole("search")).toBeHidden();
  await searchFor(page, word);
  await expect(page.getByRole("row").filter({ hasText: word })).toHaveCount(4);
  async function look(what: string): Promise<void> {
    await expectNarrow(page, what);
    // What is cut off scrolls nowhere, either.
    const wide = await page
      .locator("body *:visible")
      .evaluateAll((elements) =>
        elements.filter((element) => element.getBoundingClientRect().right > 321).map((element) => element.outerHTML),
      );
    expect(wide, what).toEqual([]);
  }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await look(name);
  }
  await refuse(page, pages["team-posting"]!, pages["team-conversion"]!, look);
});
