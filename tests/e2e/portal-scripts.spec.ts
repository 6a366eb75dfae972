import { FaultyProxy } from "../support/http/faulty-proxy.ts";
import { freshEmail } from "../support/people/people.ts";
import { freePort } from "../support/services/processes.ts";
import {
  expect,
  fillIn,
  openRequirementForm,
  sendContact,
  signIn,
  signInHere,
  test,
  waitForFiled,
} from "./fixtures.ts";

test("a script that is there before the rest of its page waits for it", async ({ page, baseURL }) => {
  const line = await FaultyProxy.start(await freePort(), () => baseURL!);
  line.disturb("halves", "GET /?");
  // The second visit has the script in memory.
  for (const visit of ["first", "second"]) {
    await page.goto(`${line.url}/?${visit}`);
    await expect(page.getByRole("button", { name: "Next testimonial" })).toBeVisible();
  }
  line.stop();
});

test("the requirement form is complete before any script, and says what is wrong with its ranges", async ({
  page,
  client,
}) => {
  const data: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") data.push(new URL(request.url()).pathname);
  });
  await openRequirementForm(page, client);
  await page.waitForLoadState("networkidle");
  // Not even the framework's list of routes.
  expect(data).toEqual([]);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByLabel("Job Type").selectOption("contract");
  await page.getByLabel("Location").fill("Linz");
  await page.getByLabel("Job Description").fill("Fit.");
  await page.getByLabel("Min Experience").fill("9");
  await page.getByLabel("Max Experience").fill("2");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) posts.push(request.url());
  });
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("alert").first()).toContainText("The maximum experience must not be below the minimum");
  await expect(page.getByRole("alert").first()).toContainText("Add at least one required skill");
  await fillIn(page, { "Max Experience": "12", "Required Skills": "Pumps" });
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await waitForFiled(page);
  expect(posts).toHaveLength(2);
  // That of the page that says what is wrong.
  expect(problems).toEqual([expect.stringContaining("status of 400")]);
});

test("a press on a button mends the last mistake and counts, though the page moves up", async ({ page }) => {
  await page.goto("/client-auth?view=forgot");
  const send = page.getByRole("button", { name: "Send Reset Email" });
  await send.click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await page.getByLabel("Email").pressSequentially(freshEmail("mended"));
  await send.click();
  await expect(page.getByText("Password reset email sent! Please check your inbox.")).toBeVisible();
});

test("a button says that its form is on the way, and sends it once", async ({ page, client }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  // Asked in the page itself: from outside nothing can be asked of a page that is on its way to the next.
  await page.addInitScript(() => {
    addEventListener("submit", ({ submitter }) => {
      setTimeout(() => {
        console.log(submitter?.textContent, submitter?.ariaDisabled);
        submitter?.click();
      });
    });
  });

  await page.goto("/contact");
  await sendContact(page);
  await expect(page.getByRole("status")).toContainText("Message Sent Successfully!");
  // A screen reader says nothing of its own accord of what was there when the page opened.
  await expect(page.getByRole("dialog", { name: "Notification" })).toBeFocused();
  await expect.poll(() => said[0]).toBe("Sending... true");
  expect(posts).toBe(1);

  await page.goto("/login");
  said.length = 0;
  await signInHere(page, client);
  await page.waitForURL("**/client-dashboard");
  await expect.poll(() => said[0]).toBe("Signing In... true");
  expect(posts).toBe(2);
});

test("what went wrong is dismissed, and a password is shown while somebody wants to see it", async ({
  page,
  client,
}) => {
  await page.goto("/login");
  await signInHere(page, { ...client, password: "not this one" });
  // Without a script it stays: where there are entries to lose nothing is sent by dismissing it.
  const notice = page.getByRole("alert").filter({ hasText: "Login Failed" });
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Login Failed")).toBeHidden();
  const box = page.getByRole("textbox", { name: "Password" });
  await box.fill("secret");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(box).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(box).toHaveAttribute("type", "password");
});

test("signing out is known in every tab", async ({ page, client, context }) => {
  await signIn(page, client);
  const other = await context.newPage();
  await other.goto("/client-dashboard");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/client-auth$/);
  await expect(other).toHaveURL(/\/client-auth/);
});
