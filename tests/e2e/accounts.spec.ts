import { given } from "../support/services/given.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { connect, freshEmail } from "../support/people/people.ts";
import {
  expect,
  fillIn,
  fillRequirement,
  identifyAs,
  mailedLink,
  signIn,
  signInHere,
  test,
  waitForFiled,
} from "./fixtures.ts";

test.describe("/login", () => {
  test("leads a client to the dashboard, and the team to the site and on to its work @no-js", async ({
    page,
    client,
    backend,
  }) => {
    await page.goto("/login");
    await signInHere(page, client);
    await expect(page).toHaveURL(/\/client-dashboard$/);
    await page.goto("/login");
    await expect(page).toHaveURL(/\/client-dashboard$/);
    await page.getByRole("button", { name: "Sign Out" }).click();

    const { demo_team_email: email, demo_team_password: password } = backend.keys;
    await page.goto("/login");
    await signInHere(page, { email, password });
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.goto("/login");
    // Of a Supabase that was there before it is a recruiter, who begins with their day.
    await expect(page).toHaveURL(given ? /\/team\/my-day$/ : /\/team$/);
  });

  test("has every part that is specified", async ({ page, javaScriptEnabled }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await page.getByLabel("Remember me").check();
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue with LinkedIn" })).toBeVisible();
    const box = page.getByRole("textbox", { name: "Password" });
    if (javaScriptEnabled) {
      await box.fill("secret");
      await page.getByRole("button", { name: "Show password" }).click();
      await expect(box).toHaveAttribute("type", "text");
      await page.getByRole("button", { name: "Hide password" }).click();
      await expect(box).toHaveAttribute("type", "password");
    } else {
      await expect(page.getByRole("button", { name: /password/ })).toHaveCount(0);
    }
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await page.getByRole("link", { name: "Reset your password" }).click();
    await expect(page.getByRole("button", { name: "Send Reset Email" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Sign In" }).click();
    await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
  });
});

test.describe("an external provider", () => {
  // A real one has pages of its own, and no accounts for tests.
  test.skip(given !== undefined, "the embedded backend plays the providers");

  test("a newcomer ends on the dashboard as a client, and is welcomed back the next time @no-js", async ({
    page,
    service,
  }) => {
    const email = freshEmail("google");
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await identifyAs(page, email);
    await expect(page).toHaveURL(/\/client-dashboard$/);
    await expect(page.getByRole("status")).toContainText("Welcome!");
    await expect(page.getByRole("status")).toContainText("Account created successfully");
    const known = await service.rpc("export_person", { address: email });
    expect(known).toMatchObject({ data: { accounts: [{ role: "client", client: null }] } });

    // No company yet: the form asks for it, refuses a requirement without it, and keeps what was typed.
    await page.getByRole("link", { name: "your first requirement" }).click();
    await fillRequirement(page, "First fitter");
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Client data not found");
    await expect(page.getByLabel("Job Title")).toHaveValue("First fitter");
    await fillIn(page, { "Company Name": "Google Works", "Contact Person": "Ida" });
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await waitForFiled(page);
    await page.getByRole("link", { name: "Requirements", exact: true }).click();
    await expect(page.getByRole("link", { name: "First fitter" })).toBeVisible();
    await expect(page.getByLabel("Company Name")).toHaveCount(0);
    await page.getByRole("button", { name: "Sign Out" }).click();

    // From the portal, the second time.
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await identifyAs(page, email);
    await expect(page).toHaveURL(/\/client-dashboard$/);
    await expect(page.getByRole("status")).toContainText("Welcome back!");
  });

  test("a member of the team goes to the site @no-js", async ({ page, backend }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await identifyAs(page, backend.keys.demo_team_email);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole("status")).toContainText("Welcome back team member");
  });

  test("from the portal the team is welcomed where it works @no-js", async ({ page, backend }) => {
    await page.goto("/client-auth");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await identifyAs(page, backend.keys.demo_team_email);
    await expect(page).toHaveURL(/\/team$/);
    await expect(page.getByRole("status")).toContainText("Welcome back!");
  });

  test("a provider, too, leads back to where somebody was going @no-js", async ({ page }) => {
    await page.goto("/submit-requirement");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await page.getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("button", { name: "Continue with LinkedIn" }).click();
    await identifyAs(page, freshEmail("going"));
    await expect(page).toHaveURL(/\/submit-requirement$/);
  });

  test("a denied consent, an error, a foreign and a used code say so @no-js", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.waitForURL(/\/identity\/interaction\//);
    await page.getByRole("link", { name: /cancel/i }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("alert")).toContainText("OAuth Error");
    await expect(page.getByRole("alert")).toContainText("The sign-in was cancelled, or not allowed.");
    expect((await page.context().cookies()).filter(({ name }) => name.includes("code-verifier"))).toEqual([]);

    // Nobody's words, and nothing at all where no sign-in was begun.
    for (const path of ["/login", "/client-auth"]) {
      await page.goto(`${path}?error=access_denied&error_description=Pay+%3Cb%3Ehere%3C%2Fb%3E`);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByText("OAuth Error")).toHaveCount(0);
      await expect(page.getByText("Pay")).toHaveCount(0);
    }

    await page.goto("/login?code=00000000-0000-0000-0000-000000000000");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("alert")).toContainText("OAuth Error");

    // A code is of use only to the browser that asked for it: the verifier is in a cookie of its own.
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.waitForURL(/\/identity\/interaction\//);
    await page.context().clearCookies({ name: /code-verifier/ });
    await identifyAs(page, freshEmail("victim"));
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("alert")).toContainText("OAuth Error");
    expect((await page.context().cookies()).filter(({ name }) => name === "session")).toEqual([]);

    // And it is of use once.
    const codes: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/login?code=")) codes.push(request.url());
    });
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await identifyAs(page, freshEmail("once"));
    await expect(page).toHaveURL(/\/client-dashboard$/);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.goto(codes[0]!);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("alert")).toContainText("OAuth Error");
  });
});

test("a confirmation link works in another browser, and can be asked for again @no-js", async ({
  page,
  backend,
  browser,
  service,
}) => {
  const email = freshEmail("again");
  await page.goto("/get-started");
  await fillIn(page, { "First Name": "Ida", "Last Name": "Nilsen", "Work Email": email });
  await page.getByRole("textbox", { name: "Company" }).fill("Nilsen AS");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByLabel("I agree to the").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/client-auth\?view=confirm-sent$/);
  await expect(page.getByRole("status")).toContainText("Account Created");
  await expect(page.getByText(`A mail is on its way to ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "Send It Again" }).click();
  await expect(page.getByRole("status")).toContainText("Confirmation Email Sent");
  expect(await mailTo(backend.url, email)).toHaveLength(1);

  const elsewhere = await browser.newPage();
  await elsewhere.goto(await mailedLink(backend.url, email));
  await expect(elsewhere.getByText(email)).toBeVisible();
  await expect(elsewhere.getByText("Nilsen AS")).toBeVisible();
  await elsewhere.getByLabel("Password").fill("long enough");
  await elsewhere.getByRole("button", { name: "Confirm My Account" }).click();
  await expect(elsewhere).toHaveURL(/\/client-dashboard$/);
  await expect(elsewhere.getByRole("status")).toContainText("Welcome!");
  await elsewhere.close();

  await signIn(page, { email, password: "long enough" });
  const { data } = await service
    .from("clients")
    .select("company_name, full_name")
    .eq("company_name", "Nilsen AS")
    .limit(1);
  expect(data).toEqual([{ company_name: "Nilsen AS", full_name: "Ida Nilsen" }]);
});

test("who owns the mailbox chooses password and company, when somebody else has signed up first @no-js", async ({
  page,
  backend,
}) => {
  const email = freshEmail("owned");
  await connect(backend.url, backend.keys.publishable_key).auth.signUp({
    email,
    password: "the attacker's",
    options: { data: { company_name: "Evil Corp" } },
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(await mailedLink(backend.url, email));
  await expect(page.getByText("Evil Corp")).toBeVisible();
  await page.getByLabel("Password").fill("the owner's own");
  await page.getByRole("button", { name: "Confirm My Account" }).click();
  await expect(page.getByRole("alert")).toContainText("This is not the password of the sign-up");
  await page.getByLabel("Company Name").fill("Owner Ltd");
  await page.getByLabel("Contact Person").fill("Owen");
  await page.getByLabel("New Password").fill("the owner's own");
  const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(320);
  await page.getByRole("button", { name: "Confirm My Account" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("status")).toContainText("You are signed out");
  await signIn(page, { email, password: "the owner's own" });
});

test("a consultation is requested @no-js", async ({ page, service }) => {
  const email = freshEmail("consult");
  await page.goto("/consultation");
  await fillIn(page, { "First Name": "Ida", "Last Name": "Nilsen", Email: email });
  await page.getByLabel("Role").selectOption("ceo");
  await page.getByLabel("Preferred Time").selectOption("evening");
  await page.getByRole("button", { name: "Request Consultation" }).click();
  await expect(page.getByRole("status")).toContainText("Consultation Requested");
  await expect(page.getByRole("status")).toContainText("We'll contact you within 24 hours to schedule your session.");
  const { data } = await service
    .from("consultation_requests")
    .select("first_name, role, preferred_time, phone")
    .eq("email", email);
  expect(data).toEqual([{ first_name: "Ida", role: "ceo", preferred_time: "evening", phone: null }]);
});

test("signing out is known in every tab", async ({ page, client, context, javaScriptEnabled }) => {
  await signIn(page, client);
  const other = await context.newPage();
  await other.goto("/client-dashboard");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/client-auth$/);
  if (!javaScriptEnabled) await other.reload();
  await expect(other).toHaveURL(/\/client-auth/);
});

test("a form that outlives its session is sent after signing in again @no-js", async ({ page, client, context }) => {
  await signIn(page, client, "/submit-requirement");
  await fillRequirement(page, "Outliving");
  await context.clearCookies();
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Please sign in again");
  await expect(page.getByLabel("Job Title")).toHaveValue("Outliving");
  const other = await context.newPage();
  await signIn(other, client);
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await waitForFiled(page);
  await expect(page.getByRole("heading", { name: "Outliving", level: 1 })).toBeVisible();
});

test("many requirements come twenty a page, each once, and the cards count all @no-js", async ({
  page,
  client,
  service,
}) => {
  const { data: record } = await client.api.from("clients").select("id").single();
  // Many of the very same moment: the id settles their order.
  const rows = Array.from({ length: 45 }, (_, index) => ({
    client_id: record!.id,
    job_title: `Job ${String(index).padStart(2, "0")}`,
    job_type: "contract" as const,
    location: "Linz",
    job_description: "x",
    required_skills: ["x"],
    positions_count: 2,
    status: index % 2 ? ("filled" as const) : ("new" as const),
    created_at: `2026-01-0${1 + (index % 3)}T00:00:00Z`,
  }));
  expect((await service.from("job_requirements").insert(rows)).error).toBeNull();
  await signIn(page, client);
  await expect(page.getByRole("definition").nth(0)).toHaveText("45");
  await expect(page.getByRole("definition").nth(1)).toHaveText("23");
  await expect(page.getByRole("definition").nth(2)).toHaveText("90");
  const titles: string[] = [];
  for (const count of [20, 20, 5]) {
    const items = page.getByRole("rowheader");
    await expect(items).toHaveCount(count);
    titles.push(...(await items.allTextContents()));
    if (count === 20) await page.getByRole("link", { name: "Older" }).click();
  }
  expect(new Set(titles).size).toBe(45);
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
  for (const nonsense of [
    "x",
    "2026-01-01T00:00:00Z~x",
    "~",
    "2026-01-01T00:00:00Z~00000000-0000-4000-8000-000000000000,id.gt.0",
  ]) {
    const response = await page.goto(`/client-dashboard?before=${encodeURIComponent(nonsense)}`);
    expect(response?.status()).toBe(200);
  }
});
