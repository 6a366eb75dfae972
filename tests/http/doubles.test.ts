import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { mintFormToken } from "~/lib/forms/form-token.server";
import { connect, freshEmail } from "../support/people/people.ts";
import { fieldOn } from "../support/http/page.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../support/http/expectations.ts";

const { backend, site } = await openSharedSite();

type Form = {
  path: string;
  table: string;
  column: string;
  entries: Record<string, string>;
  changed: Record<string, string>;
  success: string;
};

const forms: Form[] = [
  {
    path: "/contact",
    table: "contact_submissions",
    column: "email",
    entries: { name: "Ann", requirement: "Two welders" },
    changed: { requirement: "Three welders" },
    success: "Message Sent Successfully!",
  },
  {
    path: "/hire-talent",
    table: "public_job_submissions",
    column: "contact_email",
    entries: { job_title: "Cook", location: "Goa", contact_name: "Raj", company: "Inn" },
    changed: { location: "Pune" },
    success: "Job Posted Successfully!",
  },
  {
    path: "/consultation",
    table: "consultation_requests",
    column: "email",
    entries: { first_name: "Ann", last_name: "Lee" },
    changed: { phone: "1" },
    success: "Consultation Requested",
  },
];

function post(path: string, entries: Record<string, string>): Promise<Response> {
  return fetch(site.url + path, { method: "POST", body: new URLSearchParams(entries), redirect: "manual" });
}

async function tokenOf(path: string): Promise<string> {
  const html = await (await fetch(site.url + path)).text();
  return fieldOn(html, "served");
}

describe.each(forms)("$path", ({ path, table, column, entries, changed, success }) => {
  async function rows(email: string): Promise<{ suspect: boolean }[]> {
    const service: SupabaseClient = connect(backend.url, backend.keys.secret_key);
    const { data } = await service.from(table).select("suspect").eq(column, email);
    return data as { suspect: boolean }[];
  }

  it("keeps a form once that comes twice, even at the same moment, and shows the same success", async () => {
    const email = freshEmail();
    const sent = { ...entries, [column]: email, served: await tokenOf(path) };
    const answers = await Promise.all([post(path, sent), post(path, sent), post(path, sent)]);
    answers.push(await post(path, sent));
    const references = new Set<string | undefined>();
    for (const answer of answers) {
      expect(answer.status).toBe(302);
      const receipt = answer.headers.get("location")!;
      references.add(/sent=(\w{8})/.exec(receipt)?.[1]);
      expect(await (await fetch(site.url + receipt)).text()).toContain(success);
    }
    expect(references.size).toBe(1);
    expect(await rows(email)).toHaveLength(1);
  });

  it("takes a changed form from the same page, and the same entries once a day, whatever page they come from", async () => {
    const email = freshEmail();
    const sent = { ...entries, [column]: email, served: await tokenOf(path) };
    await post(path, sent);
    await post(path, { ...sent, ...changed });
    expect(await rows(email)).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await post(path, { ...sent, served: await tokenOf(path) })).status).toBe(302);
    expect((await post(path, { ...sent, served: "" })).status).toBe(302);
    expect(await rows(email)).toHaveLength(2);
  });

  it("marks what comes faster than a person, or from no page of ours, and keeps it", async () => {
    // However long a busy machine takes to send it: as if its page was served a minute from now.
    const fast = mintFormToken(Date.now() + 60_000);
    for (const served of [fast, "", "forged.aaaaaaaaaaaaaaaa", "<script>"]) {
      const email = freshEmail();
      expect((await post(path, { ...entries, [column]: email, served })).status).toBe(302);
      expect(await rows(email)).toEqual([{ suspect: true }]);
    }
    const email = freshEmail();
    await post(path, { ...entries, [column]: email, served: mintFormToken(Date.now() - 2_100) });
    expect(await rows(email)).toEqual([{ suspect: false }]);
  });

  it("brings a form back with its own token, so that a retry is the same form", async () => {
    const served = await tokenOf(path);
    expect(await (await post(path, { served })).text()).toContain(`value="${served}"`);
    expect(await (await post(path, { served: "forged.aaaaaaaaaaaaaaaa" })).text()).not.toContain("forged");
  });

  it("asks for the honeypot to be emptied, shows it then, and keeps the rest", async () => {
    const email = freshEmail();
    const html = await expectPage(post(path, { ...entries, [column]: email, website: '"><b>spam' }), 400);
    expectWords(html, '<a href="#field-website">Leave this field empty', "&quot;&gt;&lt;b&gt;spam");
    expectNoWords(html, "<b>spam", 'class="trap"');
    expect(html).toContain(email);
    expect(await rows(email)).toEqual([]);
  });

  it("hides the honeypot from people, however they read", async () => {
    const html = await (await fetch(site.url + path)).text();
    expect(html).toMatch(/<div class="trap" aria-hidden="true">/);
    const field = /<input[^>]*name="website"[^>]*>/.exec(html)?.[0];
    expect(field).toContain('tabindex="-1"');
    expect(field).toMatch(/ autocomplete="off"/i);
  });
});

it.each<[string, Record<string, string>, Record<string, string>]>([
  [
    "/client-auth?view=sign-up",
    { intent: "sign-up", company_name: "Inn", full_name: "Raj", password: "secret12" },
    { company_name: "Inn" },
  ],
  [
    "/get-started",
    { first_name: "Ann", last_name: "Lee", company: "Inn", password: "secret12", terms: "on" },
    { company: "Inn" },
  ],
])("%s has a honeypot too", async (path, entries, kept) => {
  const email = freshEmail();
  const html = await expectPage(post(path, { ...entries, email, website: "http://spam.example" }), 400);
  expectWords(html, "Leave this field empty", `value="${Object.values(kept)[0]}"`);
  expect(html).not.toContain("secret12");
  expect((await post(path, { ...entries, email })).status).toBe(302);
});
