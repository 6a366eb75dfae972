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
  it.each(Object.entries(required))("asks for %s, missing, blank or wrong", async (field, message) => {
    const before = await count(table);
    const { [field as "intent"]: _, ...rest } = entries as Record<string, string>;
    const wrong = field === "password" ? "12345" : " \t\n\u0000\u0007";
    for (const body of [rest, { ...rest, [field]: wrong }]) {
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

  // Addresses as people write them: database/spellings.
  it.each(["ann@example", "a@b.c\nBcc: x@y.z"])("refuses the address %j", async (address) => {
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

describe("the job posting form", () => {
  const right = { ...forms[1].entries };
  const more = (html: string) => /<details class="more[^>]*>/.exec(html)![0];

  it("begins with title, place, number and who asks, and folds the rest", async () => {
    const html = await (await fetch(`${site.url}/hire-talent`)).text();
    const [shown = "", folded = ""] = html.split('<details class="more');
    const names = (part: string) => [...part.matchAll(/ id="field-(\w+)" class="control"/g)].map(([, name]) => name);
    expect(names(shown)).toEqual([
      ...["job_title", "location", "positions_count", "company", "contact_name", "contact_email", "phone"],
    ]);
    expect(names(folded).slice(0, 7)).toEqual([
      ...["department", "experience_level", "employment_type", "urgency", "budget_range", "skills", "job_description"],
    ]);
    expect(more(html)).not.toContain("open");
    expect(html).toContain("A year, in your currency; below that choose Discuss");
  });

  it("comes back unfolded where there is an entry or a mistake in what it folds, and else as it was", async () => {
    const back = async (entries: Record<string, string>) => more(await (await post("/hire-talent", entries)).text());
    expect(await back({ ...right, company: "" })).not.toContain("open");
    expect(await back({ ...right, company: "", skills: "Fish" })).toContain("open");
    expect(await back({ ...right, department: "magic" })).toContain("open");
  });
});

it.each([
  ["/hire-talent", "public_job_submissions", "contact_email", "job_description", forms[1].entries],
  [
    "/consultation",
    "consultation_requests",
    "email",
    "needs",
    { first_name: "Ann", last_name: "Lee", email: "", needs: "" },
  ],
] as const)(
  "%s keeps the industry that its sender came from, and none that we have not",
  async (path, table, key, text, entries) => {
    const page = await (await fetch(`${site.url}/industries/manufacturing-engineering`)).text();
    const link = `${path}?industry=manufacturing-engineering`;
    expect(page).toContain(`href="${link}"`);
    expect(await (await fetch(site.url + link)).text()).toContain("Manufacturing &amp; Engineering</p>");
    const keep = async (address: string, words: string) => {
      const email = `industry-${crypto.randomUUID()}@example.com`;
      expect((await post(address, { ...entries, [key]: email, [text]: words })).status).toBe(302);
      const { data } = await service
        .from(table)
        .select("*")
        .eq(key as "company", email);
      return (data as Record<string, unknown>[]).map((row) => row[text]);
    };
    expect(await keep(link, "")).toEqual(["Industry: Manufacturing & Engineering"]);
    expect(await keep(link, "By May")).toEqual(["Industry: Manufacturing & Engineering\n\nBy May"]);
    expect(await keep(link, "x".repeat(10_000))).toEqual(["x".repeat(10_000)]);
    expect(await keep(`${path}?industry=magic`, "By May")).toEqual(["By May"]);
  },
);

it.each([
  ["/contact", forms[0].entries],
  ["/hire-talent", forms[1].entries],
  ["/consultation", { first_name: "Ann", last_name: "Lee", email: "ann@example.com", phone: "" }],
  ["/client-auth?view=sign-up", forms[2].entries],
  [
    "/get-started",
    { first_name: "Ann", last_name: "Lee", email: "ann@example.com", company: "Inn", password: "secret", terms: "on" },
  ],
] as const)("%s asks for a phone number with a digit in it, if for any", async (path, entries) => {
  const html = await expectPage(post(path, { ...entries, phone: "call me" }), 400);
  expectWords(html, 'href="#field-phone">Enter a phone number, such as +91 98765 43210, or none', 'value="call me"');
});

it("a form that was taken shows its receipt first, with whom to write to, and folds another", async () => {
  for (const [path, entries] of [
    ["/contact", forms[0].entries],
    ["/hire-talent", forms[1].entries],
    ["/consultation", { first_name: "Ann", last_name: "Lee", email: "ann@example.com" }],
  ] as const) {
    const html = await (await fetch(site.url + (await post(path, entries)).headers.get("location")!)).text();
    const receipt = html.indexOf("Your receipt");
    const another = html.indexOf("<summary>Send another</summary>");
    expect(receipt).toBeGreaterThan(0);
    expect(another).toBeGreaterThan(receipt);
    expect(html.indexOf('<form id="form"')).toBeGreaterThan(another);
    // There is no number to ring (`OFFICE_PHONE`).
    expectWords(html, "Give this reference when you write.", 'href="mailto:hello@');
    expectNoWords(html, "call or write", "Call us");
  }
});

it.each(["/login", "/client-auth"])(
  "%s begins at what went wrong where a sign-in failed, without a script too",
  async (path) => {
    const entries = { intent: "sign-in", email: `nobody-${crypto.randomUUID()}@example.com`, password: "not it" };
    const html = await (await post(path, entries)).text();
    expect(html).toContain("<title>Error: ");
    expect(html).toMatch(/<dialog [^>]*autofocus=""/i);
    // Beside a summary of mistakes it is that which the page begins at.
    expect(await (await post("/hire-talent", { job_title: "Cook" })).text()).not.toMatch(/<dialog [^>]*autofocus/i);
  },
);

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
