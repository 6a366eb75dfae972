import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { FaultyProxy } from "../support/http/faulty-proxy.ts";
import type { Person } from "../support/people/people.ts";
import { authenticate, expect, fillRequirement, sendContact, test as base, waitForFiled } from "./fixtures.ts";

// The error catalogue (§8) through pages, with scripts and without: the rows of the form that sends itself, and of one that
// the browser sends. The others: http/catalogue.

type Stage = { page: Page; service: SupabaseClient; client: Person };

const test = base.extend({ baseURL: async ({ stage }, use) => use(stage.site.url) });

async function openAndSendContact(page: Page): Promise<void> {
  await page.goto("/contact");
  await sendContact(page);
}

async function submitRequirement(page: Page): Promise<void> {
  await page.goto("/submit-requirement");
  await fillRequirement(page);
  await page.getByRole("button", { name: "Submit Requirement" }).click();
}

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

const ROWS: readonly Row[] = [
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
];

for (const { name, fails, provoke, ...said } of ROWS) {
  const words = "error" in said ? said.error : said.success;
  test(name, async ({ page, stage: { proxy }, service, client, javaScriptEnabled }) => {
    proxy.mend();
    if (fails) proxy.fail(...fails);
    await provoke({ page, service, client });
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
  });
}
