import { expect, it } from "vitest";
import { textOf } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { signUpClient, signUpPerson } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// Every page says of a form that has mistakes the same things, in the same order and places: all at once in a summary that
// comes first, whose links lead to the controls, and beside each of these what is wrong with it.

const { backend, service, signIn, site } = await openSharedSite();

type Case = [
  path: string,
  entries: Record<string, string>,
  fields: Record<string, string>,
  whose?: () => Promise<Visitor>,
];

const ADDRESS = "Enter an email address, like name@example.com";
const SIGN_IN = { Email: "Enter your email address", Password: "Enter your password" };

/** Somebody whose account a provider has made: a client without a company. */
async function newcomer(): Promise<Visitor> {
  const person = await signUpPerson(backend, {});
  await service.from("user_roles").insert({ user_id: person.userId, role: "client" });
  return signIn(person);
}

/** Every form that anybody may send, that of a company's profile, and that of a requirement, with what a blank one is told. */
const FORMS: Case[] = [
  [
    "/contact",
    {},
    {
      "Full Name": "Enter your full name",
      "Email Address": ADDRESS,
      "Hiring Requirement": "Enter your hiring requirement",
    },
  ],
  ["/consultation", {}, { "First Name": "Enter your first name", "Last Name": "Enter your last name", Email: ADDRESS }],
  [
    "/hire-talent",
    {},
    {
      "Job Title": "Enter the job title",
      Location: "Enter the location",
      "Contact Name": "Enter the contact name",
      "Contact Email": ADDRESS,
      Company: "Enter the company",
    },
  ],
  [
    "/get-started",
    { intent: "sign-up" },
    {
      "First Name": "Enter your first name",
      "Last Name": "Enter your last name",
      "Work Email": ADDRESS,
      Company: "Enter the company",
      Password: "Use 6 characters or more for the password",
      "I agree to": "Agree to the terms to open an account",
    },
  ],
  ["/login", { intent: "sign-in" }, SIGN_IN],
  ["/client-auth", { intent: "sign-in" }, SIGN_IN],
  [
    "/client-auth?view=sign-up",
    { intent: "sign-up" },
    {
      "Company Name": "Enter the company name",
      "Contact Person": "Enter the contact person",
      Email: ADDRESS,
      Password: "Use 6 characters or more for the password",
    },
  ],
  ["/client-auth?view=forgot", { intent: "reset" }, { Email: "Enter your email address" }],
  ["/client-auth?view=resend", { intent: "resend" }, { Email: "Enter your email address" }],
  [
    "/client-dashboard",
    { intent: "profile" },
    { "Company Name": "Enter the company name", "Contact Person": "Enter the contact person" },
    newcomer,
  ],
  [
    "/submit-requirement",
    { intent: "submit", positions_count: "1", currency: "USD", priority: "medium" },
    {
      "Job Title": "Enter the job title",
      "Job Type": "Choose the job type",
      Location: "Enter the location",
      "Required Skills": "Add at least one required skill",
      "Job Description": "Enter the job description",
    },
    async () => signIn(await signUpClient(backend, "Mistaken Ltd")),
  ],
];

const withoutTags = (html = "") => html.replaceAll(/<[^>]*>/g, "").trim();

/** The mistakes that a page tells of, each with the label of the control that its link names, and what stands there. */
function mistakesOn(main: string): string[][] {
  const [summary = ""] = /<div class="summary" role="alert".*?<\/div>/s.exec(main) ?? [];
  return [...summary.matchAll(/<a href="#([^"]+)">(.*?)<\/a>/gs)].map(([, id, message = ""]) => {
    const [control = ""] = new RegExp(`<(?:input|select|textarea)\\b[^>]*\\bid="${id}"[^>]*>`).exec(main) ?? [];
    expect(control, id).toContain('aria-invalid="true"');
    const described = /aria-describedby="([^"]+)"/.exec(control)![1]!.split(" ").at(-1)!;
    const [, own] = new RegExp(`id="${described}"[^>]*>(.*?)</p>`, "s").exec(main) ?? [];
    // Of a box to tick the label holds it.
    const label = [...main.matchAll(/<label[^>]*>.*?<\/label>/gs)].find(([each]) => each.includes(`"${id}"`))?.[0];
    return [withoutTags(label), withoutTags(message), withoutTags(own)];
  });
}

it.each(FORMS)("%s %j shows every mistake at once, the summary first", async (path, entries, fields, whose) => {
  const visitor = whose ? await whose() : new Visitor(site.url);
  const html = await textOf(await visitor.post(path, entries));
  expect(html).toContain("<title>Error: ");
  const [, main = ""] = /<main[^>]*>(.*?)<\/main>/s.exec(html) ?? [];
  expect(withoutTags(main)).toMatch(/^There is a problem/);
  expect(main.match(/role="alert"/g)).toHaveLength(1);
  const wanted = Object.entries(fields).map(([label, message]) => [
    expect.stringMatching(`^${label}`) as string,
    message,
    `Error: ${message}`,
  ]);
  expect(mistakesOn(main)).toEqual(wanted);
});
