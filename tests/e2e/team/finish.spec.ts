import { randomUUID } from "node:crypto";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { authenticate, countDocuments, expect, test as base } from "../fixtures.ts";
import { PHONE } from "../looks.ts";

// What an enquiry costs whoever works off the inbox, on a phone: pages that are asked for, and forms that are posted.

const test = base.extend<{ clerk: TeamPerson }>({
  clerk: async ({ backend }, use) =>
    use(await signUpTeamMember(backend, "recruiter", `Dev ${randomUUID().slice(0, 8)}`)),
});

test("a call noted and closed, and the next one open, is one post and the page that it leads to; a reply the same", async ({
  page,
  backend,
  clerk,
}) => {
  await page.setViewportSize(PHONE);
  const word = `w${randomUUID().slice(0, 8)}`;
  for (const index of [3, 2, 1]) {
    const words = `Enquiry ${index} ${word}: forty nurses in Leeds by March, mostly for night shifts.`;
    await sendMessage(backend, words, { name: `Sender ${index}`, company: word });
  }
  await authenticate(page, clerk);
  await page.goto(`/team?words=${word}`);
  await page.getByRole("link", { name: `Enquiry 1 ${word}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Sender 1, ${word}`);
  // Its form begins on the first screen.
  const box = await page.getByRole("textbox").boundingBox();
  expect(box!.y + box!.height).toBeLessThan(720);

  const call = countDocuments(page);
  await page.getByRole("radio", { name: "Call" }).check();
  await page.getByLabel("Note, for the team only").fill("They want two shifts.");
  await page.getByRole("button", { name: "Done, take the next" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Sender 2, ${word}`);
  await expect(page.getByText("Whose: you")).toBeVisible();
  expect(call).toEqual({ pages: 1, posts: 1 });

  const reply = countDocuments(page);
  await page.getByRole("radio", { name: "Reply by mail" }).check();
  await page.getByLabel("What to write to them").fill("We ring you tomorrow.");
  await page.getByRole("button", { name: "Send, done, next" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Sender 3, ${word}`);
  expect(reply).toEqual({ pages: 1, posts: 1 });
  await expect(page.getByRole("status")).toContainText("Sent, done");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toContainText("The mail has been sent anyway.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Sender 2, ${word}`);
  await expect(page.getByText("We ring you tomorrow.")).toBeVisible();
});

test("what is printed is the list, and the item, in one column and without a form", async ({
  page,
  backend,
  clerk,
}) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const { id } = await sendMessage(backend, `To be printed ${word}`);
  await authenticate(page, clerk);
  // As wide as a sheet that lies on its side.
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.emulateMedia({ media: "print" });
  await page.goto(`/team?words=${word}`);
  const table = await page.locator("table").boundingBox();
  expect(table!.width).toBeGreaterThan(1200);
  const [heads, cells] = await Promise.all(
    ["thead th", "tbody tr[class] > *"].map((places) =>
      page
        .locator(`${places}:visible`)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x))),
    ),
  );
  expect(cells, "each cell under its own head").toEqual(heads);
  for (const path of [`/team?words=${word}`, `/team/inbox/${id}`]) {
    await page.goto(path);
    await expect(page.getByText(`To be printed ${word}`).first()).toBeVisible();
    await expect(page.locator("button:visible, input:visible, select:visible, textarea:visible")).toHaveCount(0);
  }
});
