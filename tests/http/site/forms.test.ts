import { describe, expect, it } from "vitest";
import { openSharedSite } from "../../support/services/processes.ts";
import type { TableName } from "../../support/api/tables.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";

const { service, site } = await openSharedSite();

function post(path: string, entries: Record<string, string> | string | [string, string][]): Promise<Response> {
  const body = new URLSearchParams(entries);
  return fetch(site.url + path, { method: "POST", body, redirect: "manual" });
}

const MARKUP = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
const UNICODE = "Ünï✓日本語🙂\u202e";

/** Each public form: a right set of entries, and what each field must be. */
const forms = [
  {
    path: "/contact",
    table: "contact_submissions",
    entries: { name: "Ann", email: "ann@example.com", company: "", phone: "", requirement: "Two" },
    required: {
      name: "Enter your full name",
      email: "Enter an email address",
      requirement: "Enter your hiring requirement",
    },
    limits: { name: 200, company: 200, phone: 200, requirement: 10_000 },
    emailField: "email",
  },
  {
    path: "/hire-talent",
    table: "public_job_submissions",
    entries: {
      job_title: "Cook",
      department: "",
      location: "Goa",
      contact_name: "Raj",
      contact_email: "raj@example.com",
      company: "Inn",
      job_description: "",
      phone: "",
      skills: "",
    },
    required: {
      job_title: "Enter the job title",
      location: "Enter the location",
      contact_name: "Enter the contact name",
      contact_email: "Enter an email address",
      company: "Enter the company",
    },
    limits: { job_title: 200, location: 200, contact_name: 200, company: 200, phone: 200, job_description: 10_000 },
    emailField: "contact_email",
  },
  {
    path: "/client-auth?view=sign-up",
    table: "clients",
    entries: {
      intent: "sign-up",
      company_name: "Inn",
      full_name: "Raj",
      email: "raj@example.com",
      phone: "",
      password: "secret",
    },
    required: {
      company_name: "Enter the company name",
      full_name: "Enter the contact person",
      email: "Enter an email address",
      password: "Use 6 characters or more for the password",
    },
    limits: { company_name: 200, full_name: 200, phone: 200 },
    emailField: "email",
  },
] as const;

async function count(table: TableName): Promise<number> {
  const { count: rows } = await service.from(table).select("*", { count: "exact", head: true });
  return rows ?? -1;
}

describe.each(forms)("$path", ({ path, table, entries, required, limits, emailField }) => {
  it.each(Object.entries(required))("asks for %s, missing, blank or twice wrong", async (field, message) => {
    const before = await count(table);
    const { [field as "intent"]: _, ...rest } = entries as Record<string, string>;
    const wrong = field === "password" ? ["12345", ""] : ["", "   \t\n", "\u0000\u0007"];
    for (const body of [rest, ...wrong.map((value) => ({ ...rest, [field]: value }))]) {
      const html = await expectPage(post(path, body), 400);
      expectWords(html, "<title>Error: ", "There is a problem", `<a href="#field-${field}">${message}`);
      expect(html).toMatch(new RegExp(`id="field-${field}-error"`));
      const control = html.match(/<(?:input|textarea)[^>]*>/g)?.find((tag) => tag.includes(` name="${field}"`));
      expectWords(control!, 'aria-invalid="true"', `field-${field}-error`);
    }
    expect(await count(table)).toBe(before);
  });

  it("keeps every other entry when one is wrong, as text", async () => {
    const typed = Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [
        key,
        value === "" && key !== "department" ? `${MARKUP} ${UNICODE}` : value,
      ]),
    );
    const response = await post(path, { ...typed, [emailField]: MARKUP });
    expect(response.status).toBe(400);
    const html = await response.text();
    expectNoWords(html, "<script>alert", "<img src=x");
    for (const [key, value] of Object.entries(typed)) {
      if (["intent", "password", emailField, "department"].includes(key)) continue;
      const escaped = value
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#x27;");
      expect(html, key).toContain(escaped);
    }
    expect(html).not.toContain("secret");
  });

  it.each(Object.entries(limits))("holds %s to %d characters", async (field, limit) => {
    const before = await count(table);
    const html = await expectPage(post(path, { ...entries, [field]: "x".repeat(limit + 1) }), 400);
    expectWords(html, `Use ${limit.toLocaleString("en")} characters or fewer`, "x".repeat(limit + 1));
    expect(await count(table)).toBe(before);
  });

  it.each([
    "ann",
    "ann@",
    "@example.com",
    "a b@example.com",
    "ann@example",
    `${"a".repeat(320)}@example.com`,
    "a@b.c\nBcc: x@y.z",
  ])("refuses the address %j", async (address) => {
    expect((await post(path, { ...entries, [emailField]: address })).status).toBe(400);
  });

  it("ignores keys it does not know, prototypes among them", async () => {
    const response = await post(path, [
      ...Object.entries(entries).filter(([key]) => key !== emailField),
      ["__proto__.name", "x"],
      ["__proto__.toString", "1"],
      ["constructor.prototype.email", "x@example.com"],
      ["id", "1"],
      ["status", "filled"],
    ]);
    expect(response.status).toBe(400);
    expect((await fetch(site.url)).status).toBe(200);
    expect((await post(path, "")).status).toBe(400);
  });
});

describe("/hire-talent", () => {
  it("shows the catalogue's notice for a missing field, and none for another mistake", async () => {
    const missing = await (await post("/hire-talent", { job_title: "Cook" })).text();
    expectWords(missing, "Missing Required Fields", "Please fill in all required fields marked with *.");
    const wrong = await (await post("/hire-talent", { ...forms[1].entries, department: "magic" })).text();
    expect(wrong).not.toContain("Missing Required Fields");
    expect(wrong).toContain("Choose one of the options");
  });
});

it("a form that came back begins at what is wrong with it, without a script too", async () => {
  const html = await (await post("/contact", { name: "" })).text();
  expect(html).toMatch(/<div class="summary" role="alert" tabindex="-1"[^>]* autofocus=""/i);
  expect(await (await fetch(`${site.url}/contact`)).text()).not.toContain("autofocus");
});

describe("what a form stores", () => {
  it("is what was typed: unicode, markup and line ends whole, space around it gone", async () => {
    const email = `whole-${Date.now()}@example.com`;
    const response = await post("/contact", {
      ...forms[0].entries,
      name: ` ${MARKUP} `,
      email,
      phone: " 098765 43210 ",
      requirement: `${UNICODE}\r\nb\0`,
    });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(/^\/contact\?sent=\w{8}\./);
    const { data } = await service.from("contact_submissions").select("name, phone, requirement").eq("email", email);
    expect(data).toEqual([{ name: MARKUP, phone: "098765 43210", requirement: `${UNICODE}\nb` }]);
  });
});
