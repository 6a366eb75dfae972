import type { Page } from "@playwright/test";
import { FaultyProxy } from "../support/http/faulty-proxy.ts";
import { connect, freshEmail, type BackendAccess, type Person } from "../support/people/people.ts";
import { freePort, TestSite } from "../support/services/processes.ts";
import { expect, fillRequirement, mailedLink, signIn, test as base } from "./fixtures.ts";

// The error catalogue (§8), row by row: each provoked from the outside, and its words asserted to the letter.

type Stage = { page: Page; backend: BackendAccess; proxy: FaultyProxy; client: Person };

/** A site of their own, between which and the backend of all something may fail. */
const test = base.extend<object, { stage: { proxy: FaultyProxy; site: TestSite } }>({
  stage: [
    async ({ backend }, use) => {
      const proxy = await FaultyProxy.start(await freePort(), () => backend.url);
      const site = await TestSite.start(await freePort(), {
        SUPABASE_URL: proxy.url,
        SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
        LOG_LEVEL: "silent",
      });
      await use({ proxy, site });
      await site.stop();
      proxy.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ stage }, use) => use(stage.site.url),
});

async function fillContact(page: Page): Promise<void> {
  await page.goto("/contact");
  await page.getByLabel("Full Name").fill("Ann");
  await page.getByLabel("Email Address").fill("ann@example.com");
  await page.getByLabel("Hiring Requirement").fill("Two welders");
  await page.getByRole("button", { name: "Send Message" }).click();
}

async function fillJob(page: Page, title = "Chef"): Promise<void> {
  await page.goto("/hire-talent");
  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Location").fill("Goa");
  await page.getByLabel("Contact Name").fill("Raj");
  await page.getByLabel("Contact Email").fill("raj@example.com");
  await page.getByRole("textbox", { name: "Company" }).fill("Inn");
  await page.getByRole("button", { name: "Post Job" }).click();
}

async function fillSignIn(page: Page, path: string, email: string, password: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.goto("/client-auth?view=sign-up");
  await page.getByLabel("Company Name").fill("Acme");
  await page.getByLabel("Contact Person").fill("Ann");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign Up" }).click();
}

async function fillReset(page: Page, email: string): Promise<void> {
  await page.goto("/client-auth?view=forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Email" }).click();
}

async function submitRequirement(page: Page): Promise<void> {
  await page.goto("/submit-requirement");
  await fillRequirement(page);
  await page.getByRole("button", { name: "Submit Requirement" }).click();
}

/** Signs up without confirming. */
async function signUpWaiting({ backend }: Stage): Promise<string> {
  const email = freshEmail("waiting");
  await connect(backend.url, backend.keys.publishable_key).auth.signUp({ email, password: "long enough" });
  return email;
}

const BACKEND_FAILURE = { code: 500, error_code: "unexpected_failure", msg: "Database error <b>42</b>" };
const REST_FAILURE = {
  code: "57014",
  details: null,
  hint: null,
  message: "canceling statement due to statement timeout",
};

type Row = {
  name: string;
  provoke: (stage: Stage) => Promise<void>;
  type: "success" | "error";
  words: readonly [title: string, text?: string];
};

const failed = (text: string) => ["Login Failed", text] as const;

const ROWS: readonly Row[] = [
  {
    name: "Login: wrong password",
    provoke: ({ page, client }) => fillSignIn(page, "/login", client.email, "not this one"),
    type: "error",
    words: failed("Invalid email or password. Don't have an account? Please sign up first."),
  },
  {
    name: "Login: unknown address",
    provoke: ({ page }) => fillSignIn(page, "/login", freshEmail(), "not this one"),
    type: "error",
    words: failed("Invalid email or password. Don't have an account? Please sign up first."),
  },
  {
    name: "Login: address not confirmed",
    provoke: async (stage) => fillSignIn(stage.page, "/login", await signUpWaiting(stage), "long enough"),
    type: "error",
    words: failed("Please check your email and click the confirmation link before signing in."),
  },
  {
    name: "Login: any other message, as the backend gave it, as text",
    provoke: async ({ page, proxy, client }) => {
      proxy.fail("POST /auth/v1/token", 400, { ...BACKEND_FAILURE, code: 400 });
      await fillSignIn(page, "/login", client.email, client.password);
    },
    type: "error",
    words: failed("Database error <b>42</b>"),
  },
  {
    name: "External sign-in: a message",
    provoke: async ({ page, proxy }) => {
      proxy.fail("GET /auth/v1/authorize", 400, { code: 400, msg: "Unsupported provider: provider is not enabled" });
      await page.goto("/login");
      await page.getByRole("button", { name: "Continue with Google" }).click();
    },
    type: "error",
    words: ["OAuth Error", "Unsupported provider: provider is not enabled"],
  },
  {
    name: "External sign-in: unexpected",
    provoke: async ({ page, proxy }) => {
      proxy.fail("GET /auth/v1/authorize", 500, "<html>");
      await page.goto("/login");
      await page.getByRole("button", { name: "Continue with Google" }).click();
    },
    type: "error",
    words: ["An error occurred", "Please try again later."],
  },
  {
    name: "Contact: failure",
    provoke: async ({ page, proxy }) => {
      proxy.fail("POST /rest/v1/contact_submissions", 500, REST_FAILURE);
      await fillContact(page);
    },
    type: "error",
    words: ["Submission Failed", "There was an error sending your message. Please try again."],
  },
  {
    name: "Contact: success",
    provoke: ({ page }) => fillContact(page),
    type: "success",
    words: ["Message Sent Successfully!", "We'll get back to you within 24 hours."],
  },
  {
    name: "Job posting: failure",
    provoke: async ({ page, proxy }) => {
      proxy.fail("POST /rest/v1/public_job_submissions", 500, REST_FAILURE);
      await fillJob(page);
    },
    type: "error",
    words: ["Submission Failed", "There was an error submitting your job. Please try again."],
  },
  {
    name: "Job posting: success",
    provoke: ({ page }) => fillJob(page),
    type: "success",
    words: ["Job Posted Successfully!", "We'll review your requirements and get back to you within 48 hours"],
  },
  {
    name: "Job posting: a required field missing",
    provoke: ({ page }) => fillJob(page, "   "),
    type: "error",
    words: ["Missing Required Fields", "Please fill in all required fields marked with *."],
  },
  {
    name: "Portal sign-in: address not confirmed",
    provoke: async (stage) => fillSignIn(stage.page, "/client-auth", await signUpWaiting(stage), "long enough"),
    type: "error",
    words: ["Email Confirmation Required", "Please check your email and confirm your account before signing in."],
  },
  {
    name: "Portal sign-in: wrong password",
    provoke: ({ page, client }) => fillSignIn(page, "/client-auth", client.email, "not this one"),
    type: "error",
    words: ["Invalid Credentials", "Invalid email or password. Please check your credentials."],
  },
  {
    name: "Portal sign-in: anything else",
    provoke: async ({ page, proxy, client }) => {
      proxy.fail("POST /auth/v1/token", 400, { ...BACKEND_FAILURE, code: 400 });
      await fillSignIn(page, "/client-auth", client.email, client.password);
    },
    type: "error",
    words: ["Sign In Failed", "Database error <b>42</b>"],
  },
  {
    name: "Portal sign-in: success",
    provoke: ({ page, client }) => fillSignIn(page, "/client-auth", client.email, client.password),
    type: "success",
    words: ["Success", "Successfully signed in!"],
  },
  {
    name: "Sign-up: success",
    provoke: ({ page }) => fillSignUp(page, freshEmail()),
    type: "success",
    words: ["Account Created", "Account created! Please check your email to verify your account."],
  },
  {
    name: "Sign-up: success for a known address, too",
    provoke: ({ page, client }) => fillSignUp(page, client.email),
    type: "success",
    words: ["Account Created", "Account created! Please check your email to verify your account."],
  },
  {
    name: "Sign-up: failure",
    provoke: async ({ page, proxy }) => {
      proxy.fail("POST /auth/v1/signup", 400, { ...BACKEND_FAILURE, code: 400 });
      await fillSignUp(page, freshEmail());
    },
    type: "error",
    words: ["Sign Up Failed", "Database error <b>42</b>"],
  },
  {
    name: "Reset: success",
    provoke: ({ page, client }) => fillReset(page, client.email),
    type: "success",
    words: ["Reset Email Sent", "Password reset email sent! Please check your inbox."],
  },
  {
    name: "Reset: success for an unknown address, too",
    provoke: ({ page }) => fillReset(page, freshEmail()),
    type: "success",
    words: ["Reset Email Sent", "Password reset email sent! Please check your inbox."],
  },
  {
    name: "Reset: failure",
    provoke: async ({ page, proxy, client }) => {
      proxy.fail("POST /auth/v1/recover", 400, { ...BACKEND_FAILURE, code: 400 });
      await fillReset(page, client.email);
    },
    type: "error",
    words: ["Reset Failed", "Database error <b>42</b>"],
  },
  {
    name: "Reset: empty address",
    provoke: ({ page }) => fillReset(page, " "),
    type: "error",
    words: ["Email Required", "Please enter your email address."],
  },
  {
    name: "Dashboard: fetch error",
    provoke: async ({ page, proxy, client }) => {
      await signIn(page, client);
      proxy.fail("POST /rest/v1/rpc/dashboard_page", 500, REST_FAILURE);
      await page.goto("/contact");
      await page.goto("/client-dashboard");
    },
    type: "error",
    words: ["Error fetching requirements: canceling statement due to statement timeout"],
  },
  {
    name: "Dashboard: sign-out error",
    provoke: async ({ page, proxy, client }) => {
      await signIn(page, client);
      proxy.fail("POST /auth/v1/logout", 500, BACKEND_FAILURE);
      await page.getByRole("button", { name: "Sign Out" }).click();
      await page.waitForURL("**/client-auth");
    },
    type: "error",
    words: ["Error signing out: Database error <b>42</b>"],
  },
  {
    name: "Submit requirement: no client record",
    provoke: async ({ page, backend, client }) => {
      await connect(backend.url, backend.keys.secret_key).from("clients").delete().eq("user_id", client.userId);
      await signIn(page, client);
      await submitRequirement(page);
    },
    type: "error",
    words: ["Client data not found"],
  },
  {
    name: "Submit requirement: the insert fails",
    provoke: async ({ page, proxy, client }) => {
      await signIn(page, client);
      proxy.fail("POST /rest/v1/job_requirements", 500, REST_FAILURE);
      await submitRequirement(page);
    },
    type: "error",
    words: ["Error submitting requirement: canceling statement due to statement timeout"],
  },
  {
    name: "Submit requirement: the CRM fails, silently",
    provoke: async ({ page, proxy, client }) => {
      await signIn(page, client);
      proxy.fail("POST /functions/v1/sync-crm", 502, { message: "down" });
      await submitRequirement(page);
      await page.waitForURL("**/client-dashboard");
    },
    type: "success",
    words: ["Job requirement submitted successfully!"],
  },
  {
    name: "A link that was used",
    provoke: async ({ page, backend, client }) => {
      const link = await mailedLink(backend.url, client.email);
      await page.goto(link);
    },
    type: "error",
    words: ["This link no longer works", "It was used already or has expired. Sign in, or ask for a new link."],
  },
  {
    name: "A role look-up that fails counts as a client",
    provoke: async ({ page, backend, proxy }) => {
      proxy.fail("GET /rest/v1/user_roles", 500, REST_FAILURE);
      const { demo_team_email: email, demo_team_password: password } = backend.keys;
      await fillSignIn(page, "/login", email, password);
      // The dashboard is where a client is sent; it knows the team, and leads on.
      await page.waitForURL(/\/team(\/my-day)?$/);
      await fillContact(page);
    },
    type: "success",
    words: ["Message Sent Successfully!"],
  },
];

for (const { name, provoke, type, words } of ROWS) {
  // With scripts: those of the form that sends itself, and of one that the browser sends.
  test(
    /^(Submit|Contact)/.test(name) ? name : `${name} @no-js`,
    async ({ page, stage: { proxy }, backend, client, javaScriptEnabled }) => {
      proxy.mend();
      await provoke({ page, backend, proxy, client });
      const region = page.locator(type === "error" ? "[data-notices][role=alert]" : "[role=status]");
      await expect(region.getByText(words[0], { exact: true })).toBeVisible();
      if (words[1]) await expect(region.getByText(words[1], { exact: true })).toBeVisible();
      await expect(page.locator("dialog")).toHaveCount(1);

      // It stays until it is dismissed or the next page is opened (§4): what went well without a script as well, and what
      // went wrong, where there are entries to lose, with one.
      const dismiss = region.getByRole("button", { name: "Dismiss" });
      if (type === "error" && !javaScriptEnabled) {
        await expect(dismiss).toHaveCount(0);
        return;
      }
      await dismiss.click();
      await expect(region.getByText(words[0], { exact: true })).toBeHidden();
    },
  );
}
