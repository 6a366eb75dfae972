import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Json } from "../../app/lib/backend/database.types.ts";
import type { Person } from "../support/people/people.ts";
import { authenticate, expect, fillIn, fillRequirement, test, unfoldParts, waitForFiled } from "./fixtures.ts";

const saveButton = (page: Page) => page.getByRole("button", { name: "Save draft" }).first();
const said = (page: Page) => page.getByRole("status").filter({ hasText: /aved/ });

/** Presses the button, and sees that the form is saved, with a script and without. */
async function save(page: Page): Promise<void> {
  // What was saved before says the same.
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await saveButton(page).click();
  await answered;
  await expect(said(page)).toContainText(/Saved at|Draft saved/);
  await expect(page).toHaveURL(/\/submit-requirement\?draft=[\da-f-]{36}$/);
}

/** Opens the form and types half a requirement, with one skill added and another still in its box. */
async function typeHalf(page: Page): Promise<void> {
  await page.goto("/submit-requirement");
  await unfoldParts(page);
  await fillIn(page, { "Job Title": "Half a fitter", "Number of Positions": "many" });
  await page.getByLabel("Remote Allowed").check();
  await page.getByLabel("Required Skills").fill("Pumps");
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  await expect(page.getByRole("button", { name: "Remove Pumps" })).toBeVisible();
  await page.getByLabel("Required Skills").fill("Valves");
}

/** Signs in, types half a requirement and saves it. */
async function beginDraft(page: Page, client: Person): Promise<void> {
  await authenticate(page, client);
  await typeHalf(page);
  await save(page);
}

/** What `typeHalf` has typed is there. */
async function expectHalf(page: Page): Promise<void> {
  await expect(page.getByLabel("Job Title")).toHaveValue("Half a fitter");
  await expect(page.getByLabel("Number of Positions")).toHaveValue("many");
  await expect(page.getByLabel("Remote Allowed")).toBeChecked();
  await expect(page.getByRole("button", { name: "Remove Pumps" })).toBeVisible();
  await expect(page.getByLabel("Required Skills")).toHaveValue("Valves");
}

type Entries = { [field: string]: Json | undefined; required_skills?: string[] };

async function draftOf({ api }: Person) {
  const { data } = await api.from("requirement_drafts").select("id, version, entries").single().throwOnError();
  return { ...data, entries: data.entries as Entries };
}

/** Saves the client's draft from another page of theirs. */
async function saveElsewhere(client: Person, change: (entries: Entries) => Entries): Promise<void> {
  const { id: draft, version: seen, entries } = await draftOf(client);
  const saved = { draft, seen, page: randomUUID(), entries: { ...entries, ...change(entries) } };
  await client.api.rpc("save_requirement_draft", saved).throwOnError();
}

async function filedBy(client: Person) {
  return (await client.api.from("job_requirements").select("id, job_title, required_skills")).data!;
}

// Without scripts a browser keeps what was typed as it does of a form that is no draft: nothing-lost.
test("Back and reload keep everything of a draft, skills too", async ({ page, client }) => {
  await beginDraft(page, client);
  await page.getByRole("button", { name: "Remove Pumps" }).click();
  await expect(page.getByRole("button", { name: "Remove Pumps" })).toHaveCount(0);
  await page.getByLabel("Required Skills").fill("Pumps");
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  await expect(page.getByRole("button", { name: "Remove Pumps" })).toBeVisible();
  await page.getByLabel("Required Skills").fill("Valves");
  await page.reload();
  await expectHalf(page);
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.waitForURL("**/client-dashboard");
  await page.goBack();
  await expectHalf(page);
  await page.reload();
  await expectHalf(page);
});

test.describe("by itself, with scripts", () => {
  const SAVING = "**/submit-requirement/draft";
  const loseAnswers = (page: Page) =>
    page.route(SAVING, async (route) => {
      await route.fetch();
      await route.abort();
    });

  test("the form is saved ten seconds after the last key press, and only when something has changed", async ({
    page,
    client,
  }) => {
    let sent = 0;
    page.on("request", (request) => (sent += Number(request.url().endsWith("/submit-requirement/draft"))));
    await page.clock.install();
    await authenticate(page, client);
    await page.goto("/submit-requirement");
    await page.getByLabel("Job Title").click();
    await page.clock.runFor(30_000);
    expect(sent).toBe(0);
    await fillIn(page, { "Job Title": "Typed and left", "Required Skills": "Pumps" });
    await page.getByLabel("Required Skills").press("Enter");
    await page.clock.runFor(10_000);
    await expect(said(page)).toHaveText(/^Saved at \d/);
    await expect(page).toHaveURL(/\?draft=/);
    await page.getByLabel("Job Title").click();
    await page.clock.runFor(30_000);
    await expect.poll(() => sent).toBe(1);
    expect((await draftOf(client)).entries).toMatchObject({ job_title: "Typed and left", required_skills: ["Pumps"] });
  });

  test("a notice that nobody has asked for is looked at before it is saved over", async ({ page, client }) => {
    await page.clock.install();
    await beginDraft(page, client);
    await saveElsewhere(client, ({ required_skills = [] }) => ({
      location: "Goa",
      notes: "Theirs",
      required_skills: required_skills.filter((skill) => skill !== "Pumps"),
    }));
    await page.getByLabel("Location").fill("Pune");
    await page.clock.runFor(10_000);
    const notice = page.getByRole("region", { name: "Saved meanwhile by Client Person" });
    await expect(notice.getByText("Yours: Pune")).toBeVisible();
    await expect(notice).not.toBeFocused();
    await expect(notice.getByRole("time")).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
    await expect(page.getByLabel("Notes")).toHaveValue("Theirs");
    await expect(page.getByRole("button", { name: "Remove Pumps" })).toHaveCount(0);
    await saveButton(page).click();
    await expect(notice).toBeFocused();
    expect((await draftOf(client)).entries).toMatchObject({ location: "Goa" });
    await save(page);
    expect((await draftOf(client)).entries).toMatchObject({ location: "Pune", notes: "Theirs" });
    await expect(notice).toHaveCount(0);
  });

  test("a form that was sent and refused saves nothing over the other's words, after a reload and by itself", async ({
    page,
    client,
  }) => {
    await authenticate(page, client);
    await page.goto("/submit-requirement");
    await fillRequirement(page);
    await save(page);
    await saveElsewhere(client, () => ({ location: "Goa" }));
    const notice = page.getByRole("region", { name: "Saved meanwhile by Client Person" });
    const submit = page.getByRole("button", { name: "Submit Requirement" });
    const expectNotSaved = async () => {
      await expect(said(page)).toContainText("Not saved");
      await expect(notice).toBeVisible();
      expect((await draftOf(client)).entries).toMatchObject({ location: "Goa" });
    };
    await page.getByLabel("Location").fill("Pune");
    await submit.click();
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Location")).toHaveValue("Pune");
    await saveButton(page).click();
    await expectNotSaved();
    // Only now: of a page with a clock of the test's own no script learns that it was reloaded.
    await page.clock.install();
    await unfoldParts(page);
    await page.getByLabel("Notes").fill("More");
    await page.clock.runFor(10_000);
    await expectNotSaved();
    await submit.click();
    await waitForFiled(page);
    expect((await client.api.from("job_requirements").select("location")).data).toEqual([{ location: "Pune" }]);
  });

  test("a draft that is gone goes on as another, also after a reload", async ({ page, client }) => {
    await beginDraft(page, client);
    const gone = page.url();
    const { id: draft, version: seen } = await draftOf(client);
    await client.api.rpc("delete_requirement_draft", { draft, seen }).throwOnError();
    await page.getByLabel("Location").fill("Pune");
    await saveButton(page).click();
    await expect(said(page)).toContainText("This draft no longer exists");
    await expect(page).toHaveURL(/\/submit-requirement$/);
    await page.reload();
    await expectHalf(page);
    await save(page);
    expect(page.url()).not.toBe(gone);
  });

  test("a lost line is told, and made good when it is back; a lost answer as well", async ({
    page,
    client,
    context,
  }) => {
    await page.clock.install();
    await authenticate(page, client);
    await page.goto("/submit-requirement");
    await context.setOffline(true);
    await page.getByLabel("Job Title").fill("On a bad line");
    await page.clock.runFor(10_000);
    await expect(said(page)).toHaveText("Not saved: You are offline. It is tried again.");
    await context.setOffline(false);
    await expect(said(page)).toHaveText(/^Saved at/);
    // It arrives, and its answer gets lost: the same page goes on all the same.
    await loseAnswers(page);
    await page.getByLabel("Location").fill("Goa");
    await page.clock.runFor(10_000);
    await expect(said(page)).toHaveText(/^Not saved: The service could not be reached/);
    await page.unroute(SAVING);
    await page.getByLabel("Location").fill("Pune");
    await page.clock.runFor(10_000);
    await expect(said(page)).toHaveText(/^Saved at/);
    expect((await draftOf(client)).entries).toMatchObject({ job_title: "On a bad line", location: "Pune" });
  });

  test("a form that is sent while its first saving is lost is filed once, and leaves no draft", async ({
    page,
    client,
  }) => {
    await page.clock.install();
    await authenticate(page, client);
    await page.goto("/submit-requirement");
    await loseAnswers(page);
    await fillRequirement(page);
    await page.clock.runFor(10_000);
    await expect(said(page)).toHaveText(/^Not saved/);
    await page.unroute(SAVING);
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await waitForFiled(page);
    expect(await filedBy(client)).toHaveLength(1);
    expect((await client.api.from("requirement_drafts").select("id")).data).toEqual([]);
    await page.goBack();
    await expect(page.getByLabel("Job Title")).toHaveValue("");
  });
});
