import type { Page } from "@playwright/test";
import { connect, freshEmail, signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { startSiteBehindProxy } from "../support/http/waves.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { expect, fillRequirement, signIn, test as base, unfoldParts } from "./fixtures.ts";

type Running = Awaited<ReturnType<typeof startSiteBehindProxy>>;

/** A site whose backend is away while the proxy before it has stopped: tests/faults kill the backend itself. */
const test = base.extend<object, { running: Running }>({
  running: [
    async ({}, use) => {
      const running = await startSiteBehindProxy({ LOG_LEVEL: "silent", EXTERNAL_PROVIDERS: "linkedin_oidc" });
      await use(running);
      await running.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ running }, use) => use(running.site.url),
});

// One after the other: they share the proxy that they stop.
test.describe.configure({ mode: "default" });

/** Presses a button, and gives back the status of the page that comes. */
async function press(page: Page, name: string | RegExp): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.request().method() === "POST"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  await page.waitForLoadState();
  return response.status();
}

test("a backend that stops midway loses no entry, and the same post succeeds when it is back", async ({
  page,
  running,
}) => {
  const { backend, proxy } = running;
  const email = freshEmail();
  const client = await signUpClient(backend, "Fault Company");

  await page.goto("/contact");
  await page.getByLabel("Full Name").fill("Ann");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Hiring Requirement").fill("Two\nwelders");
  proxy.stop();
  expect(await press(page, "Send Message")).toBe(503);
  await expect(page.getByRole("alert")).toContainText("Submission Failed");
  await expect(page.getByRole("alert")).toContainText("There was an error sending your message. Please try again.");
  await expect(page.getByLabel("Full Name")).toHaveValue("Ann");
  await expect(page.getByLabel("Hiring Requirement")).toHaveValue("Two\nwelders");
  await proxy.listen();
  await press(page, "Send Message");
  await expect(page.getByRole("status")).toContainText("Message Sent Successfully!");
  const service = connect(backend.url, backend.keys.secret_key);
  expect((await service.from("contact_submissions").select("name").eq("email", email)).data).toHaveLength(1);

  await page.goto("/hire-talent");
  await page.getByLabel("Job Title").fill("Chef");
  await page.getByLabel("Location").fill("Goa");
  await page.getByLabel("Urgency").selectOption("flexible");
  await page.getByLabel("Contact Name").fill("Raj");
  await page.getByLabel("Contact Email").fill(email);
  await page.getByLabel("Company").fill("Inn");
  proxy.stop();
  expect(await press(page, "Post Job")).toBe(503);
  await expect(page.getByRole("alert")).toContainText("There was an error submitting your job. Please try again.");
  await expect(page.getByLabel("Urgency")).toHaveValue("flexible");
  await proxy.listen();
  await press(page, "Post Job");
  await expect(page.getByRole("status")).toContainText("Job Posted Successfully!");

  await signIn(page, client, "/submit-requirement");
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByLabel("Job Type").selectOption("contract");
  await page.getByLabel("Location").fill("Linz");
  await unfoldParts(page);
  await page.getByLabel("Remote Allowed").check();
  await page.getByLabel("Required Skills").fill("Hydraulics");
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  await page.getByLabel("Job Description").fill("Fit.");
  proxy.stop();
  expect(await press(page, "Submit Requirement")).toBe(503);
  await expect(page.getByRole("alert").first()).toContainText(
    "Error submitting requirement: The service is not available",
  );
  await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
  await expect(page.getByLabel("Job Type")).toHaveValue("contract");
  await expect(page.getByLabel("Remote Allowed")).toBeChecked();
  await expect(page.getByText("Hydraulics", { exact: true }).first()).toBeVisible();

  const dashboard = await page.context().newPage();
  const response = await dashboard.goto("/client-dashboard");
  expect(response?.status()).toBe(503);
  await expect(dashboard.getByRole("alert")).toContainText("Error fetching requirements: ");
  await dashboard.close();

  await proxy.listen();
  await press(page, "Submit Requirement");
  await expect(page).toHaveURL(/\/client-dashboard$/);
  await expect(page.getByRole("status")).toContainText("Job requirement submitted successfully!");
  await expect(page.getByText("Fitter", { exact: true })).toBeVisible();
});

test("signing in and up with the backend down say so, and keep the entries", async ({ page, running }) => {
  running.proxy.stop();
  await page.goto("/client-auth");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("Password").fill("something");
  expect(await press(page, "Sign In")).toBe(503);
  await expect(page.getByRole("alert")).toContainText("Sign In Failed");
  await expect(page.getByLabel("Email")).toHaveValue("ann@example.com");

  await page.goto("/client-auth?view=sign-up");
  await page.getByLabel("Company Name").fill("Acme");
  await page.getByLabel("Contact Person").fill("Ann");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("Password").fill("something");
  expect(await press(page, "Sign Up")).toBe(503);
  await expect(page.getByRole("alert")).toContainText("Sign Up Failed");
  await expect(page.getByLabel("Company Name")).toHaveValue("Acme");
  await expect(page.getByLabel("Password")).toHaveValue("");

  for (const path of ["/", "/contact", "/hire-talent", "/client-auth"]) {
    expect((await page.goto(path))?.status(), path).toBe(200);
  }
  await running.proxy.listen();
});

test("an external provider that is switched off, and a backend that is down, have their messages", async ({
  page,
  running: { proxy },
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("alert")).toContainText("OAuth Error");
  await expect(page.getByRole("alert")).toContainText("Unsupported provider: provider is not enabled");
  proxy.stop();
  await page.getByRole("button", { name: "Continue with LinkedIn" }).click();
  await expect(page.getByRole("alert")).toContainText("An error occurred");
  await expect(page.getByRole("alert")).toContainText("Please try again later.");
  await proxy.listen();
});

test("what the team has entered stays while the backend is away, and is taken when it is back", async ({
  page,
  running,
}) => {
  const { backend, proxy } = running;
  const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  const item = await sendMessage(backend, "Rung up while all is away");
  const heap = await sendMessage(backend, "Set to done while all is away");
  const client = await signUpClient(backend, "Vega Castings");
  const requirement = await fileRequirement(client);
  const service = connect(backend.url, backend.keys.secret_key);
  const posted = { job_title: "Welder", location: "Pune", contact_name: "Vik", company: "Vega Castings" };
  const posting = await service
    .from("public_job_submissions")
    .insert({ ...posted, contact_email: freshEmail("poster") })
    .select("id")
    .single();
  const line = await service.from("inbox_items").select("id").eq("posting_id", posting.data!.id).single();
  await signIn(page, admin, "/team");
  const open = async (path: string) => {
    const tab = await page.context().newPage();
    await tab.goto(path);
    return tab;
  };

  const note = await open(`/team/inbox/${item.id}`);
  await note.getByRole("radio", { name: "Call" }).check();
  await note.getByLabel("Note, for the team only").fill("Two shifts.\nFrom May.");
  const status = await open(`/team/requirements/${requirement}`);
  await status.getByText("Cancelled …").click();
  await status.getByLabel("Reason").fill("The budget was cut");
  const invitation = await open("/team/people");
  const email = freshEmail("invited");
  await invitation.getByLabel("Email").fill(email);
  await invitation.getByLabel("Role *").selectOption("recruiter");
  const conversion = await open(`/team/inbox/${line.data!.id}/requirement`);
  await conversion.getByRole("radio", { name: /^Vega Castings Of the same/ }).check();
  await fillRequirement(conversion, "Welder, wanted");
  await conversion.getByLabel("Number of Positions").fill("3");
  const several = await open(`/team/inbox/several?act=done&item=${heap.id}.${heap.version}`);
  const buttons: [Page, string | RegExp][] = [
    [note, "Note"],
    [status, /^(Cancelled|Change Status)$/],
    [invitation, "Invite"],
    [conversion, "Make the Requirement"],
    [several, "Set to done"],
  ];

  proxy.stop();
  expect(await Promise.all(buttons.map(([tab, name]) => press(tab, name)))).toEqual(buttons.map(() => 503));
  for (const [tab] of buttons) {
    await expect(tab.getByRole("alert").first()).toContainText("The service is not available");
  }
  await expect(note.getByRole("radio", { name: "Call" })).toBeChecked();
  await expect(note.getByLabel("Note, for the team only")).toHaveValue("Two shifts.\nFrom May.");
  await expect(status.getByLabel("New status")).toHaveValue("cancelled");
  await expect(status.getByLabel("Reason")).toHaveValue("The budget was cut");
  await expect(invitation.getByLabel("Email")).toHaveValue(email);
  await expect(invitation.getByLabel("Role *")).toHaveValue("recruiter");
  await expect(conversion.getByRole("radio", { name: /^Vega Castings Of the same/ })).toBeChecked();
  await expect(conversion.getByLabel("Job Title")).toHaveValue("Welder, wanted");

  await proxy.listen();
  for (const [tab, name] of buttons) await press(tab, name);
  await expect(note.getByText("From May.")).toBeVisible();
  await expect(status.getByText("Status from new to cancelled: The budget was cut")).toBeAttached();
  await expect(invitation.getByRole("heading", { name: email })).toBeVisible();
  await expect(conversion.getByRole("heading", { level: 1 })).toHaveText("Welder, wanted");
  await expect(several.getByRole("status")).toContainText("1 changed");
});

base("a client without a record is told so, and nothing is sent", async ({ page, backend }) => {
  const client = await signUpClient(backend, "Gone Company");
  await connect(backend.url, backend.keys.secret_key).from("clients").delete().eq("user_id", client.userId);
  await signIn(page, client, "/submit-requirement");
  await fillRequirement(page);
  expect(await press(page, "Submit Requirement")).toBe(400);
  await expect(page.getByRole("alert").first()).toContainText("Client data not found");
  await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
});
