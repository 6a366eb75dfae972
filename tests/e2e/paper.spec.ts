import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { clientPages, makeBusy } from "../support/browser/client-pages.ts";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { authenticate, expect, test } from "./fixtures.ts";

// What is printed. No script has a part in it.

test.use({ javaScriptEnabled: false });

// The next test may have the same page, which would take itself to be on paper already, and be told nothing.
test.afterEach(({ page }) => page.emulateMedia({ media: null, forcedColors: null }));

/** Opens a page and puts it on paper, in this order: a page that comes from another process forgets what it was told before. */
async function print(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: null });
  await page.goto(path);
  await page.emulateMedia({ media: "print" });
}

test("of a requirement there is the requirement, and nothing to press", async ({ page, client, backend }) => {
  const pages = clientPages(await makeBusy(backend, client, "Night-shift lead"));
  await authenticate(page, client);
  await print(page, pages["client-requirement"]!);
  await expect(page.getByRole("heading", { name: "Night-shift lead", level: 1 })).toBeVisible();
  await expect(page.getByText("Night-shift lead of the description")).toBeVisible();
  await expect(page.getByText("+91 120 555 0177")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Requirement" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Withdraw" })).toBeHidden();
});

test("of the candidates a company has each card, to be taken into a meeting, with a mark at the answer that is chosen", async ({
  page,
  client,
  backend,
}) => {
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const requirement = await fileRequirement(client);
  const mails = new CandidateMails(backend);
  for (const full_name of ["Om Shah", "Uma Das"]) await mails.show(recruiter, requirement, { full_name });
  await mails.close();
  await authenticate(page, client);
  await page.goto(`/client-dashboard/requirements/${requirement}/candidates`);
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Uma Das" });
  const chosen = card.getByRole("radio", { name: "Maybe" });
  await chosen.check();
  // So has it where colours are the reader's own.
  for (const media of [{ forcedColors: "active" }, { forcedColors: "none", media: "print" }] as const) {
    await page.emulateMedia(media);
    await expect(page.getByText("Om Shah").first()).toBeVisible();
    await expect(card).toBeVisible();
    await expect(chosen).toHaveCSS("opacity", "1");
    await expect.poll(async () => (await chosen.boundingBox())?.width, "no more than a button").toBeLessThan(24);
  }
});

test("of the inbox there is the list, and the item, in one column and without a form", async ({ page, backend }) => {
  const clerk = await signUpTeamMember(backend, "recruiter", `Dev ${randomUUID().slice(0, 8)}`);
  const word = `w${randomUUID().slice(0, 8)}`;
  const { id } = await sendMessage(backend, `To be printed ${word}`);
  await authenticate(page, clerk);
  // As wide as a sheet that lies on its side.
  await page.setViewportSize({ width: 1400, height: 900 });
  await print(page, `/team?words=${word}`);
  await expect.poll(async () => (await page.locator("table").boundingBox())?.width).toBeGreaterThan(1200);
  const [heads, cells] = await Promise.all(
    ["thead th", "tbody tr[class] > *"].map((places) =>
      page
        .locator(`${places}:visible`)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x))),
    ),
  );
  expect(cells, "each cell under its own head").toEqual(heads);
  for (const path of [`/team?words=${word}`, `/team/inbox/${id}`]) {
    await print(page, path);
    await expect(page.getByText(`To be printed ${word}`).first()).toBeVisible();
    await expect(page.locator("button:visible, input:visible, select:visible, textarea:visible")).toHaveCount(0);
  }
});
