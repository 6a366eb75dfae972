import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { FaultyProxy } from "../support/http/faulty-proxy.ts";
import { connect, freshEmail, type BackendAccess, type Person } from "../support/people/people.ts";
import { freePort, TestSite } from "../support/services/processes.ts";
import {
  authenticate,
  expect,
  fillRequirement,
  mailedLink,
  sendContact,
  test as base,
  waitForFiled,
} from "./fixtures.ts";

// The error catalogue (§8), row by row: each provoked from the outside, and its words asserted to the letter.

type Stage = { page: Page; backend: BackendAccess; service: SupabaseClient; client: Person };

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

async function openAndSendContact(page: Page): Promise<void> {
  await page.goto("/contact");
  await sendContact(page);
}

/** Posts a form as a browser without scripts does, and shows what comes back. */
async function post(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { form });
  await page.setContent(await answer.text());
}

const postJob = (page: Page, job_title = "Chef") =>
  post(page, "/hire-talent", {
    job_title,
    location: "Goa",
    contact_name: "Raj",
    contact_email: "raj@example.com",
    company: "Inn",
  });

const signInAt = (page: Page, path: string, { email, password }: { email: string; password: string }) =>
  post(page, path, { intent: "sign-in", email, password });

const signUp = (page: Page, email: string) =>
  post(page, "/client-auth?view=sign-up", {
    intent: "sign-up",
    company_name: "Acme",
    full_name: "Ann",
    email,
    password: "long enough",
  });

const reset = (page: Page, email: string) => post(page, "/client-auth?view=forgot", { intent: "reset", email });

async function submitRequirement(page: Page): Promise<void> {
  await page.goto("/submit-requirement");
  await fillRequirement(page);
  await page.getByRole("button", { name: "Submit Requirement" }).click();
}

/** Signs up without confirming. */
async function signUpWaiting({ backend }: Stage): Promise<{ email: string; password: string }> {
  const waiting = { email: freshEmail("waiting"), password: "long enough" };
  await connect(backend.url, backend.keys.publishable_key).auth.signUp(waiting);
  return waiting;
}

const BACKEND_FAILURE = { code: 500, error_code: "unexpected_failure", msg: "Database error <b>42</b>" };
const REST_FAILURE = {
  code: "57014",
  details: null,
  hint: null,
  message: "canceling statement due to statement timeout",
};

type Words = readonly [title: string, text?: string];

type Row = {
  name: string;
  /** The calls of the backend that fail, and how. */
  fails?: Parameters<FaultyProxy["fail"]>;
  provoke: (stage: Stage) => Promise<void>;
} & ({ error: Words } | { success: Words });

const failed = (text: string) => ["Login Failed", text] as const;

const ROWS: readonly Row[] = [
  {
    name: "Login: wrong password",
    provoke: ({ page, client }) => signInAt(page, "/login", { ...client, password: "not this one" }),
    error: failed("Invalid email or password. Don't have an account? Please sign up first."),
  },
  {
    name: "Login: unknown address",
    provoke: ({ page }) => signInAt(page, "/login", { email: freshEmail(), password: "not this one" }),
    error: failed("Invalid email or password. Don't have an account? Please sign up first."),
  },
  {
    name: "Login: address not confirmed",
    provoke: async (stage) => signInAt(stage.page, "/login", await signUpWaiting(stage)),
    error: failed("Please check your email and click the confirmation link before signing in."),
  },
  {
    name: "Login: any other message, as the backend gave it, as text",
    fails: ["POST /auth/v1/token", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ page, client }) => signInAt(page, "/login", client),
    error: failed("Database error <b>42</b>"),
  },
  {
    name: "External sign-in: a message",
    fails: ["GET /auth/v1/authorize", 400, { code: 400, msg: "Unsupported provider: provider is not enabled" }],
    provoke: ({ page }) => post(page, "/login", { intent: "google" }),
    error: ["OAuth Error", "Unsupported provider: provider is not enabled"],
  },
  {
    name: "External sign-in: unexpected",
    fails: ["GET /auth/v1/authorize", 500, "<html>"],
    provoke: ({ page }) => post(page, "/login", { intent: "google" }),
    error: ["An error occurred", "Please try again later."],
  },
  {
    name: "Contact: failure",
    fails: ["POST /rest/v1/contact_submissions", 500, REST_FAILURE],
    provoke: ({ page }) => openAndSendContact(page),
    error: ["Submission Failed", "There was an error sending your message. Please try again."],
  },
  {
    name: "Contact: success",
    provoke: ({ page }) => openAndSendContact(page),
    success: ["Message Sent Successfully!", "We'll get back to you within 24 hours."],
  },
  {
    name: "Job posting: failure",
    fails: ["POST /rest/v1/public_job_submissions", 500, REST_FAILURE],
    provoke: ({ page }) => postJob(page),
    error: ["Submission Failed", "There was an error submitting your job. Please try again."],
  },
  {
    name: "Job posting: success",
    provoke: ({ page }) => postJob(page),
    success: ["Job Posted Successfully!", "We'll review your requirements and get back to you within 48 hours"],
  },
  {
    name: "Job posting: a required field missing",
    provoke: ({ page }) => postJob(page, "   "),
    error: ["Missing Required Fields", "Please fill in all required fields marked with *."],
  },
  {
    name: "Portal sign-in: address not confirmed",
    provoke: async (stage) => signInAt(stage.page, "/client-auth", await signUpWaiting(stage)),
    error: ["Email Confirmation Required", "Please check your email and confirm your account before signing in."],
  },
  {
    name: "Portal sign-in: wrong password",
    provoke: ({ page, client }) => signInAt(page, "/client-auth", { ...client, password: "not this one" }),
    error: ["Invalid Credentials", "Invalid email or password. Please check your credentials."],
  },
  {
    name: "Portal sign-in: anything else",
    fails: ["POST /auth/v1/token", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ page, client }) => signInAt(page, "/client-auth", client),
    error: ["Sign In Failed", "Database error <b>42</b>"],
  },
  {
    name: "Portal sign-in: success",
    provoke: ({ page, client }) => signInAt(page, "/client-auth", client),
    success: ["Success", "Successfully signed in!"],
  },
  {
    name: "Sign-up: success",
    provoke: ({ page }) => signUp(page, freshEmail()),
    success: ["Account Created", "Account created! Please check your email to verify your account."],
  },
  {
    name: "Sign-up: success for a known address, too",
    provoke: ({ page, client }) => signUp(page, client.email),
    success: ["Account Created", "Account created! Please check your email to verify your account."],
  },
  {
    name: "Sign-up: failure",
    fails: ["POST /auth/v1/signup", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ page }) => signUp(page, freshEmail()),
    error: ["Sign Up Failed", "Database error <b>42</b>"],
  },
  {
    name: "Reset: success",
    provoke: ({ page, client }) => reset(page, client.email),
    success: ["Reset Email Sent", "Password reset email sent! Please check your inbox."],
  },
  {
    name: "Reset: success for an unknown address, too",
    provoke: ({ page }) => reset(page, freshEmail()),
    success: ["Reset Email Sent", "Password reset email sent! Please check your inbox."],
  },
  {
    name: "Reset: failure",
    fails: ["POST /auth/v1/recover", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ page, client }) => reset(page, client.email),
    error: ["Reset Failed", "Database error <b>42</b>"],
  },
  {
    name: "Reset: empty address",
    provoke: ({ page }) => reset(page, " "),
    error: ["Email Required", "Please enter your email address."],
  },
  {
    name: "Dashboard: fetch error",
    fails: ["POST /rest/v1/rpc/dashboard_page", 500, REST_FAILURE],
    provoke: async ({ page, client }) => {
      await authenticate(page, client);
      await page.goto("/client-dashboard");
    },
    error: ["Error fetching requirements: canceling statement due to statement timeout"],
  },
  {
    name: "Dashboard: sign-out error",
    fails: ["POST /auth/v1/logout", 500, BACKEND_FAILURE],
    provoke: async ({ page, client }) => {
      await authenticate(page, client);
      await post(page, "/client-dashboard", { intent: "sign-out" });
    },
    error: ["Error signing out: Database error <b>42</b>"],
  },
  {
    name: "Submit requirement: no client record",
    provoke: async ({ page, service, client }) => {
      await service.from("clients").delete().eq("user_id", client.userId);
      await authenticate(page, client);
      await submitRequirement(page);
    },
    error: ["Client data not found"],
  },
  {
    name: "Submit requirement: the insert fails",
    fails: ["POST /rest/v1/job_requirements", 500, REST_FAILURE],
    provoke: async ({ page, client }) => {
      // A form that has been saved as a draft is filed by another call.
      await page.route("**/assets/requirement-form*", (route) => route.abort());
      await authenticate(page, client);
      await submitRequirement(page);
    },
    error: ["Error submitting requirement: canceling statement due to statement timeout"],
  },
  {
    name: "Submit requirement: the CRM fails, silently",
    fails: ["POST /functions/v1/sync-crm", 502, { message: "down" }],
    provoke: async ({ page, client }) => {
      await authenticate(page, client);
      await submitRequirement(page);
      await waitForFiled(page);
    },
    success: ["Job requirement submitted successfully!"],
  },
  {
    name: "A link that was used",
    provoke: async ({ page, backend, client }) => {
      const link = await mailedLink(backend.url, client.email);
      await page.goto(link);
    },
    error: ["This link no longer works", "It was used already or has expired. Sign in, or ask for a new link."],
  },
  {
    name: "A role look-up that fails counts as a client",
    fails: ["GET /rest/v1/user_roles", 500, REST_FAILURE],
    provoke: async ({ page, backend }) => {
      const { demo_team_email: email, demo_team_password: password } = backend.keys;
      // The dashboard is where a client is sent; it knows the team, and leads on.
      const answer = await page.request.post("/login", { form: { intent: "sign-in", email, password } });
      expect(answer.url()).toMatch(/\/team(\/my-day)?$/);
      await openAndSendContact(page);
    },
    success: ["Message Sent Successfully!"],
  },
];

for (const { name, fails, provoke, ...said } of ROWS) {
  const words = "error" in said ? said.error : said.success;
  // Through their pages, and with scripts: those of the form that sends itself, and of one that the browser sends.
  test(
    /^(Submit|Contact)/.test(name) ? name : `${name} @no-js`,
    async ({ page, stage: { proxy }, backend, service, client, javaScriptEnabled }) => {
      proxy.mend();
      if (fails) proxy.fail(...fails);
      await provoke({ page, backend, service, client });
      const region = page.locator("error" in said ? "[data-notices][role=alert]" : "[role=status]");
      await expect(region.getByText(words[0], { exact: true })).toBeVisible();
      if (words[1]) await expect(region.getByText(words[1], { exact: true })).toBeVisible();
      await expect(page.locator("dialog")).toHaveCount(1);

      // It stays until it is dismissed or the next page is opened (§4): what went well without a script as well, and what
      // went wrong, where there are entries to lose, with one.
      const dismiss = region.getByRole("button", { name: "Dismiss" });
      if ("error" in said && !javaScriptEnabled) {
        await expect(dismiss).toHaveCount(0);
        return;
      }
      await dismiss.click();
      await expect(region.getByText(words[0], { exact: true })).toBeHidden();
    },
  );
}
