import { beforeAll, expect, it } from "vitest";
import type { FaultyProxy } from "../support/http/faulty-proxy.ts";
import { textOf } from "../support/http/page.ts";
import { Visitor } from "../support/http/visitor.ts";
import { requirementEntries } from "../support/people/entries.ts";
import {
  connect,
  freshEmail,
  mailedPath,
  signUpByMail,
  signUpClient,
  type BackendAccess,
  type Person,
} from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";

// The error catalogue (§8), row by row: each provoked from the outside, and its words asserted to the letter. What a script
// makes of it: e2e/portal-scripts, e2e/nothing-lost.

type Stage = { visitor: Visitor; client: Person; backend: BackendAccess };

const postJob = (visitor: Visitor, job_title = "Chef") =>
  visitor.post("/hire-talent", {
    job_title,
    location: "Goa",
    contact_name: "Raj",
    contact_email: "raj@example.com",
    company: "Inn",
  });

const signInAt = (visitor: Visitor, path: string, { email, password }: { email: string; password: string }) =>
  visitor.post(path, { intent: "sign-in", email, password });

const signUp = (visitor: Visitor, email: string) =>
  visitor.post("/client-auth?view=sign-up", {
    intent: "sign-up",
    company_name: "Acme",
    full_name: "Ann",
    email,
    password: "long enough",
  });

const sendContact = (visitor: Visitor) =>
  visitor.post("/contact", { name: "Ann", email: freshEmail(), requirement: "Two welders" });

/** Signs in, and sends a requirement. */
async function submitRequirement(visitor: Visitor, client: Person): Promise<Response> {
  await signIn(visitor, client);
  return visitor.post("/submit-requirement", requirementEntries);
}

const reset = (visitor: Visitor, email: string) => visitor.post("/client-auth?view=forgot", { intent: "reset", email });

/** Signs in, and leaves the notice of it unread. */
async function signIn(visitor: Visitor, client: Person): Promise<void> {
  await signInAt(visitor, "/client-auth", client);
  for (const name of visitor.cookies.keys()) if (name.endsWith("toast")) visitor.cookies.delete(name);
}

/** Signs up without confirming. */
async function signUpWaiting(backend: BackendAccess): Promise<{ email: string; password: string }> {
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
  provoke: (stage: Stage) => Promise<Response>;
} & ({ error: Words } | { success: Words });

const failed = (text: string) => ["Login Failed", text] as const;

const ROWS: readonly Row[] = [
  {
    name: "Login: wrong password",
    provoke: ({ visitor, client }) => signInAt(visitor, "/login", { ...client, password: "not this one" }),
    error: failed("Invalid email or password. Don't have an account? Please sign up first."),
  },
  {
    name: "Login: unknown address",
    provoke: ({ visitor }) => signInAt(visitor, "/login", { email: freshEmail(), password: "not this one" }),
    error: failed("Invalid email or password. Don't have an account? Please sign up first."),
  },
  {
    name: "Login: address not confirmed",
    provoke: async (stage) => signInAt(stage.visitor, "/login", await signUpWaiting(stage.backend)),
    error: failed("Please check your email and click the confirmation link before signing in."),
  },
  {
    name: "Login: any other message, as the backend gave it, as text",
    fails: ["POST /auth/v1/token", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ visitor, client }) => signInAt(visitor, "/login", client),
    error: failed("Database error <b>42</b>"),
  },
  {
    name: "External sign-in: a message",
    fails: ["GET /auth/v1/authorize", 400, { code: 400, msg: "Unsupported provider: provider is not enabled" }],
    provoke: ({ visitor }) => visitor.post("/login", { intent: "google" }),
    error: ["OAuth Error", "Unsupported provider: provider is not enabled"],
  },
  {
    name: "External sign-in: unexpected",
    fails: ["GET /auth/v1/authorize", 500, "<html>"],
    provoke: ({ visitor }) => visitor.post("/login", { intent: "google" }),
    error: ["An error occurred", "Please try again later."],
  },
  {
    name: "Job posting: failure",
    fails: ["POST /rest/v1/public_job_submissions", 500, REST_FAILURE],
    provoke: ({ visitor }) => postJob(visitor),
    error: ["Submission Failed", "There was an error submitting your job. Please try again."],
  },
  {
    name: "Job posting: success",
    provoke: ({ visitor }) => postJob(visitor),
    success: ["Job Posted Successfully!", "We'll review your requirements and get back to you within 48 hours"],
  },
  {
    name: "Job posting: a required field missing",
    provoke: ({ visitor }) => postJob(visitor, "   "),
    error: ["Missing Required Fields", "Please fill in all required fields marked with *."],
  },
  {
    name: "Portal sign-in: address not confirmed",
    provoke: async (stage) => signInAt(stage.visitor, "/client-auth", await signUpWaiting(stage.backend)),
    error: ["Email Confirmation Required", "Please check your email and confirm your account before signing in."],
  },
  {
    name: "Portal sign-in: wrong password",
    provoke: ({ visitor, client }) => signInAt(visitor, "/client-auth", { ...client, password: "not this one" }),
    error: ["Invalid Credentials", "Invalid email or password. Please check your credentials."],
  },
  {
    name: "Portal sign-in: anything else",
    fails: ["POST /auth/v1/token", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ visitor, client }) => signInAt(visitor, "/client-auth", client),
    error: ["Sign In Failed", "Database error <b>42</b>"],
  },
  {
    name: "Portal sign-in: success",
    provoke: ({ visitor, client }) => signInAt(visitor, "/client-auth", client),
    success: ["Success", "Successfully signed in!"],
  },
  {
    name: "Sign-up: success",
    provoke: ({ visitor }) => signUp(visitor, freshEmail()),
    success: ["Account Created", "Account created! Please check your email to verify your account."],
  },
  {
    name: "Sign-up: success for a known address, too",
    provoke: ({ visitor, client }) => signUp(visitor, client.email),
    success: ["Account Created", "Account created! Please check your email to verify your account."],
  },
  {
    name: "Sign-up: failure",
    fails: ["POST /auth/v1/signup", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ visitor }) => signUp(visitor, freshEmail()),
    error: ["Sign Up Failed", "Database error <b>42</b>"],
  },
  {
    name: "Reset: success",
    provoke: ({ visitor, client }) => reset(visitor, client.email),
    success: ["Reset Email Sent", "Password reset email sent! Please check your inbox."],
  },
  {
    name: "Reset: success for an unknown address, too",
    provoke: ({ visitor }) => reset(visitor, freshEmail()),
    success: ["Reset Email Sent", "Password reset email sent! Please check your inbox."],
  },
  {
    name: "Reset: failure",
    fails: ["POST /auth/v1/recover", 400, { ...BACKEND_FAILURE, code: 400 }],
    provoke: ({ visitor, client }) => reset(visitor, client.email),
    error: ["Reset Failed", "Database error <b>42</b>"],
  },
  {
    name: "Reset: empty address",
    provoke: ({ visitor }) => reset(visitor, " "),
    error: ["Email Required", "Please enter your email address."],
  },
  {
    name: "Dashboard: fetch error",
    fails: ["POST /rest/v1/rpc/dashboard_page", 500, REST_FAILURE],
    provoke: async ({ visitor, client }) => {
      await signIn(visitor, client);
      return visitor.ask("/client-dashboard");
    },
    error: ["Error fetching requirements: canceling statement due to statement timeout"],
  },
  {
    name: "Dashboard: sign-out error",
    fails: ["POST /auth/v1/logout", 500, BACKEND_FAILURE],
    provoke: async ({ visitor, client }) => {
      await signIn(visitor, client);
      return visitor.post("/client-dashboard", { intent: "sign-out" });
    },
    error: ["Error signing out: Database error <b>42</b>"],
  },
  {
    name: "A link that was used",
    provoke: async ({ visitor, backend }) => {
      const { email } = await signUpByMail(backend, {});
      return visitor.ask(await mailedPath(backend.url, email));
    },
    error: ["This link no longer works", "It was used already or has expired. Sign in, or ask for a new link."],
  },
  {
    name: "A role look-up that fails counts as a client",
    fails: ["GET /rest/v1/user_roles", 500, REST_FAILURE],
    provoke: async ({ visitor, backend }) => {
      const { email, password } = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
      const signedIn = await visitor.post("/login", { intent: "sign-in", email, password });
      // The dashboard is where a client is sent; it knows the team, and leads on.
      expect(signedIn.headers.get("location")).toBe("/client-dashboard");
      expect((await visitor.ask("/client-dashboard")).headers.get("location")).toMatch(/^\/team/);
      return sendContact(visitor);
    },
    success: ["Message Sent Successfully!", "We'll get back to you within 24 hours."],
  },
  {
    name: "Contact: failure",
    fails: ["POST /rest/v1/contact_submissions", 500, REST_FAILURE],
    provoke: ({ visitor }) => sendContact(visitor),
    error: ["Submission Failed", "There was an error sending your message. Please try again."],
  },
  {
    name: "Contact: success",
    provoke: ({ visitor }) => sendContact(visitor),
    success: ["Message Sent Successfully!", "We'll get back to you within 24 hours."],
  },
  {
    name: "Submit requirement: no client record",
    provoke: async ({ visitor, backend }) => {
      const client = await signUpClient(backend, "Gone Ltd");
      await connect(backend.url, backend.keys.secret_key).from("clients").delete().eq("user_id", client.userId);
      return submitRequirement(visitor, client);
    },
    error: ["Client data not found"],
  },
  {
    name: "Submit requirement: the insert fails",
    fails: ["POST /rest/v1/job_requirements", 500, REST_FAILURE],
    provoke: ({ visitor, client }) => submitRequirement(visitor, client),
    error: ["Error submitting requirement: canceling statement due to statement timeout"],
  },
  {
    name: "Submit requirement: the CRM fails, silently",
    fails: ["POST /functions/v1/sync-crm", 502, { message: "down" }],
    provoke: ({ visitor, client }) => submitRequirement(visitor, client),
    success: ["Job requirement submitted successfully!"],
  },
];

const REGION = /<div role="(alert|status)" class="notice-band[^"]*" data-notices="true">.*?<dialog(.*?)<\/dialog>/s;

/** @param running a site that reaches its backend through a proxy */
export function describeCatalogue(
  running: () => { siteUrl: string; backend: BackendAccess; proxy: FaultyProxy },
): void {
  let client: Person;
  beforeAll(async () => {
    client = await signUpClient(running().backend, "Told Ltd");
  });

  it.each(ROWS)("$name", async ({ fails, provoke, ...said }) => {
    const { siteUrl, backend, proxy } = running();
    proxy.mend();
    const visitor = new Visitor(siteUrl);
    if (fails) proxy.fail(...fails);
    let answer = await provoke({ visitor, client, backend });
    for (let path = answer.headers.get("location"); path; path = answer.headers.get("location")) {
      answer = await visitor.ask(path);
    }
    const html = await textOf(answer);
    const [, role, notice = ""] = REGION.exec(html) ?? [];
    const [kind, words] = "error" in said ? (["alert", said.error] as const) : (["status", said.success] as const);
    expect([role, ...[...notice.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map(([, text]) => text)]).toEqual([
      kind,
      ...words.map((text = "") => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
    ]);
    expect(html.match(/<dialog/g)).toHaveLength(1);
    // Without a script what went wrong stays: where there are entries to lose nothing is sent by dismissing it.
    expect(notice.includes("Dismiss")).toBe(kind === "status");
  });
}
