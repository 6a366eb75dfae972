import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanSkills } from "../../app/lib/schema/skills.ts";
import { times } from "../support/services/counts.ts";
import { connect, signUpClient } from "../support/people/people.ts";
import { openSite, startSite, type SharedBackend, type TestSite } from "../support/services/processes.ts";
import type { TableName } from "../support/api/tables.ts";
import { Visitor } from "../support/http/visitor.ts";
import { anySign } from "../support/text/signs.ts";

/** Posts over all forms together. */
const POSTS = times(10_000, 60);

let running: { site: TestSite; backend: SharedBackend; stop: () => Promise<void> };
let client: Visitor;
beforeAll(async () => {
  // So many that they are a flood come to no backend that others use.
  const start = POSTS > 1_000 ? startSite : openSite;
  running = await start({ LOG_LEVEL: "silent" });
  client = await Visitor.signedInAs(running.site.url, await signUpClient(running.backend, "Fuzz Ltd"));
});
afterAll(() => running.stop());

type Form = { path: string; fields: Record<string, string>; share: number; table?: TableName };

/** Each form with entries that are right. Those that send mails or try passwords get fewer posts: they are slow. */
const forms: Form[] = [
  {
    path: "/contact",
    fields: { name: "A", email: "a@b.co", company: "", requirement: "x" },
    share: 0.25,
    table: "contact_submissions",
  },
  {
    path: "/hire-talent",
    fields: {
      job_title: "T",
      department: "hr",
      location: "L",
      experience_level: "mid",
      employment_type: "",
      urgency: "",
      skills: "",
      job_description: "",
      budget_range: "discuss",
      positions_count: "10+",
      contact_name: "N",
      contact_email: "a@b.co",
      company: "C",
      phone: "",
    },
    share: 0.25,
    table: "public_job_submissions",
  },
  {
    path: "/consultation",
    fields: {
      first_name: "A",
      last_name: "B",
      email: "a@b.co",
      phone: "",
      company: "",
      role: "ceo",
      needs: "",
      preferred_time: "flexible",
    },
    share: 0.2,
    table: "consultation_requests",
  },
  {
    path: "/submit-requirement",
    fields: {
      intent: "submit",
      job_title: "T",
      job_type: "contract",
      department: "",
      location: "L",
      remote_allowed: "on",
      min_experience: "1",
      max_experience: "2",
      min_salary: "15000.5",
      max_salary: "",
      currency: "EUR",
      positions_count: "3",
      required_skills: "s",
      preferred_skills: "",
      job_description: "D",
      responsibilities: "",
      education_requirements: "",
      benefits: "",
      priority: "low",
      expected_start_date: "",
      deadline: "",
      notes: "",
    },
    share: 0.2,
    table: "job_requirements",
  },
  {
    path: "/client-auth?view=sign-up",
    fields: {
      intent: "sign-up",
      company_name: "C",
      full_name: "N",
      email: "a@b.co",
      phone: "",
      password: "secret12",
    },
    share: 0.04,
  },
  {
    path: "/get-started",
    fields: {
      first_name: "A",
      last_name: "B",
      email: "a@b.co",
      company: "C",
      phone: "",
      password: "secret12",
      terms: "on",
    },
    share: 0.03,
  },
  { path: "/login", fields: { email: "a@b.co", password: "x", remember: "on" }, share: 0.03 },
];

const MARKER = "<zq9 onload=alert(1)>";

/** What somebody may type, or a program may send. */
const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: anySign, maxLength: 60 }) },
  fc.string({ unit: "grapheme", maxLength: 40 }),
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(..."abc &'\"é"), maxLength: 20 }).map((text) => `${MARKER}${text}.`),
  },
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\u202e\u200f",
    "\r\n.\r\n",
    "${jndi:x}",
    "'; drop table clients; --",
    '"><svg onload=alert(1)>',
    "</textarea><script>alert(1)</script>",
    "-1",
    "1e309",
    "NaN",
    "0x10",
    "99999999999999999999",
    "2024-02-30",
    "9999-12-31",
    "__proto__",
    "constructor",
    "[object Object]",
    "\ud800",
    "é".repeat(300),
    "x".repeat(10_001),
  ),
);

type Change = { field: string; value: string | undefined };

/** A post as entries: the right ones, with some changed, left out, doubled, and strangers added. */
function postsOf({ fields }: Form): fc.Arbitrary<[string, string][]> {
  const change: fc.Arbitrary<Change> = fc.record({
    field: fc.constantFrom(...Object.keys(fields).filter((field) => field !== "intent")),
    value: fc.option(nasty, { nil: undefined, freq: 8 }),
  });
  const stranger = fc.tuple(
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("__proto__.name", "constructor.prototype.x", "id", "status", "client_id", "suspect", "form_id"),
    ),
    nasty,
  );
  return fc
    .tuple(fc.array(change, { maxLength: 4 }), fc.array(stranger, { maxLength: 2 }), fc.boolean())
    .map(([changes, strangers, doubles]) => {
      const entries = new Map<string, string>(Object.entries(fields));
      for (const { field, value } of changes) {
        if (value === undefined) entries.delete(field);
        else entries.set(field, value);
      }
      const list = [...entries, ...strangers];
      return doubles && list[0] ? [...list, list[0]] : list;
    });
}

function asHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** Boxes to tick, lists to choose from, and passwords: what is not among their values they don't show. */
const CHOICES =
  /^(intent|password|terms|remember|remote_allowed|department|experience_level|employment_type|urgency|budget_range|role|preferred_time|job_type|currency|priority)$/;

/** The entries that the form must show again as they were typed. */
function keptEntries(form: Form, body: URLSearchParams): string[] {
  return (
    Object.keys(form.fields)
      .filter((field) => !CHOICES.test(field) && !(form.path === "/hire-talent" && field === "positions_count"))
      // A skill comes back as it is listed: its own, trimmed, without what nobody sees.
      .flatMap((field) => (field.endsWith("_skills") ? cleanSkills([body.get(field) ?? ""]) : [body.get(field) ?? ""]))
      .filter((value) => value.startsWith(MARKER))
  );
}

const STATUSES = [200, 302, 400, 401, 422, 429];

describe.each(forms)("$path", (form) => {
  const runs = Math.ceil(POSTS * form.share);
  it(`takes ${runs} posts without a 5xx, a lost entry or markup of theirs`, async () => {
    const service = connect(running.backend.url, running.backend.keys.secret_key);
    const rows = async () => {
      if (!form.table) return 0;
      const { count } = await service.from(form.table).select("*", { count: "exact", head: true });
      return count ?? -1;
    };
    const before = await rows();
    let accepted = 0;
    let nonce = 0;
    const [unique = "name"] = Object.keys(form.fields).filter((field) => field !== "intent");
    await fc.assert(
      fc.asyncProperty(postsOf(form), async (entries) => {
        nonce += 1;
        const body = new URLSearchParams(entries);
        // Each is another form: what comes twice is another test's matter.
        if (form.table && body.get(unique)) body.set(unique, `${body.get(unique)} ${nonce}`);
        const response = await client.ask(form.path, { method: "POST", body });
        expect(STATUSES).toContain(response.status);
        const html = await response.text();
        expect(/<zq9|<svg onload|<script>alert/.exec(html)).toBeNull();
        if (response.status === 302) accepted += 1;
        else expect(keptEntries(form, body).filter((value) => !html.includes(asHtml(value)))).toEqual([]);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    if (form.table) expect((await rows()) - before).toBe(accepted);
    expect((await fetch(running.site.url)).status).toBe(200);
    console.log(`${form.path}: ${runs} posts, ${accepted} accepted, ${runs - accepted} refused with their entries`);
  }, 600_000);
});
