import { randomUUID } from "node:crypto";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { expect, searchFor, signIn, test as base } from "../fixtures.ts";

const test = base.extend<{ clerk: TeamPerson; colleague: TeamPerson }>({
  clerk: async ({ backend }, use) =>
    use(await signUpTeamMember(backend, "recruiter", `Dev ${randomUUID().slice(0, 8)}`)),
  colleague: async ({ backend }, use) =>
    use(await signUpTeamMember(backend, "recruiter", `Ira ${randomUUID().slice(0, 8)}`)),
});

test("a clerk finds a message, takes it, notes a call, and gives it to a colleague", async ({
  page,
  backend,
  clerk,
  colleague,
}) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  await sendMessage(backend, `Forty nurses ${word}`, { name: "Uma Nair", company: "Northpeak" });
  await signIn(page, clerk, "/team");
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your account" })).toContainText(clerk.name);
  await searchFor(page, word);
  const row = page.getByRole("row").filter({ hasText: `Forty nurses ${word}` });
  await expect(row).toContainText("Uma Nair, Northpeak");
  await expect(row).toContainText("nobody");
  await row.getByRole("button", { name: `Take it Forty nurses ${word}` }).click();

  await expect(page).toHaveURL(/\/team\/inbox\//);
  await expect(page.getByRole("status")).toContainText("It is yours");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Uma Nair, Northpeak");
  await expect(page.getByText(`Forty nurses ${word}`, { exact: true })).toHaveCount(1);
  await page.getByRole("radio", { name: "Call" }).check();
  await page.getByLabel("Note, for the team only").fill("They want two shifts.");
  await page.getByRole("button", { name: "Save Note" }).click();
  await expect(page.getByRole("status")).toContainText("Noted");
  await expect(page.getByRole("listitem").filter({ hasText: "They want two shifts." })).toContainText("Call");

  await page.getByRole("radio", { name: "Reply by mail" }).check();
  await expect(page.getByRole("link", { name: "write in your mail program" })).toHaveAttribute(
    "href",
    /^mailto:[^?]+\?subject=Re%3A/,
  );
  await page.getByRole("button", { name: "I wrote by mail program" }).click();
  await expect(page.getByRole("status")).toContainText("Noted");

  await page.getByText("More: state, due, give to").click();
  await page.getByLabel("State").selectOption("waiting");
  await page.getByRole("button", { name: "Set state" }).click();
  await expect(page.getByRole("status")).toContainText("State changed");
  await page.getByText("More: state, due, give to").click();
  await page.getByLabel("Give to").selectOption({ label: colleague.name });
  await page.getByRole("button", { name: "Give", exact: true }).click();
  await expect(page.getByText(`Given to ${colleague.name}`)).toBeVisible();
  await page.getByRole("link", { name: "Inbox", exact: true }).first().click();
  await searchFor(page, word);
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
  await signIn(page, clerk, "/team");
  await searchFor(page, word);
  await page.getByRole("checkbox", { name: `Pills 1 ${word}` }).check();
  await page.getByRole("checkbox", { name: `Pills 3 ${word}` }).check();
  await page.getByLabel("With those ticked").selectOption("spam");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set 2 items to spam?");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Set to spam" }).click();
  await expect(page.getByRole("status")).toContainText("2 changed");
  await searchFor(page, word);
  await expect(page.getByRole("row").filter({ hasText: `Pills 1 ${word}` })).toContainText("spam");
  await expect(page.getByRole("row").filter({ hasText: `Pills 2 ${word}` })).toContainText("due in");
});

test("two change one thing: the later one keeps what they entered, and sees what is new", async ({
  page,
  backend,
  clerk,
  colleague,
  browser,
}) => {
  const { id } = await sendMessage(backend, "Wanted by two");
  await signIn(page, clerk, "/team");
  await page.goto(`/team/inbox/${id}`);
  const other = await browser.newPage();
  await signIn(other, colleague, "/team");
  await other.goto(`/team/inbox/${id}`);
  await other.getByRole("button", { name: "Take it" }).click();
  await expect(other.getByRole("status")).toContainText("It is yours");
  await page.getByText("More: state, due, give to").click();
  await page.getByLabel("State").selectOption("done");
  await page.getByRole("button", { name: "Set state" }).click();
  await expect(page.getByRole("alert")).toContainText("A colleague changed this a moment ago");
  await expect(page.getByLabel("State")).toHaveValue("done");
  await expect(page.getByText(`Whose: ${colleague.name}`)).toBeVisible();
  await expect(page.getByText(`Opened by ${colleague.name}`)).toBeVisible();
  await page.getByRole("button", { name: "Set state" }).click();
  await expect(page.getByRole("status")).toContainText("State changed");
  await other.close();
});
