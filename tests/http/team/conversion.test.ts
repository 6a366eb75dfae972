import { expect, it } from "vitest";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { pageOf } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

const { backend, signIn } = await openSharedSite();
/** A company whose name the posting does not know. */
const other = `Quarry ${freshEmail("").slice(1, 9)}`;
const visitor = await signIn(await signUpTeamMember(backend, "recruiter", "Ann Archer"));
await signUpClient(backend, other);
const path = `/team/inbox/${(await sendPosting(backend)).id}/requirement`;

const TYPED = {
  job_title: "A title of one's own",
  job_description: "Typed before anybody looked.",
  required_skills: "Welding",
  required_skills_entry: "Still in its box",
  client: "invite",
  recruiter: "",
};

/** Is this one of the companies that can be chosen? */
function isOffered(html: string, name: string): boolean {
  return html.includes(`<bdi>${name}</bdi> <span class="hint reason">`);
}

// Whoever presses Enter in the box presses the form's first button.
it.each(["look", "enter"])("another company is looked for by '%s', and nothing typed is lost", async (intent) => {
  const { html: before } = await pageOf(await visitor.ask(path));
  expect(isOffered(before, other)).toBe(false);
  const html = await expectPage(visitor.post(path, { ...TYPED, intent, company: other }), 200);
  expect(isOffered(html, other)).toBe(true);
  expectWords(html, TYPED.job_title, TYPED.job_description, "Welding", TYPED.required_skills_entry);
  expect(html).toMatch(/value="invite"[^>]* checked=""|checked=""[^>]* value="invite"/);
  expect(html).not.toContain("data-error-summary");
});

it("the company that was chosen stays, also when another is looked for", async () => {
  const looked = await pageOf(await visitor.post(path, { intent: "look", company: other }));
  const [, client = ""] = new RegExp(`name="offered" value="([\\da-f-]{36}) [a-z]+ ${other}"`).exec(looked.html) ?? [];
  const entries = { ...TYPED, client, offered: `${client} name ${other}`, looked: other };
  const { html } = await pageOf(await visitor.post(path, { ...entries, intent: "look", company: "Qzx" }));
  expect(html).toMatch(new RegExp(`checked=""[^>]* value="${client}"|value="${client}"[^>]* checked=""`));
  expect(html).toContain("No company is called");
});

it("Enter in another box of the form is not a look", async () => {
  const { html } = await pageOf(await visitor.post(path, { ...TYPED, intent: "enter", company: "", looked: "" }));
  expect(html).toMatch(/name="required_skills" value="Still in its box"/);
});

it("what a colleague has made a requirement of for another company is not made one of yours, and nothing is lost", async () => {
  const companies = await Promise.all([signUpClient(backend, "First Ltd"), signUpClient(backend, "Second Ltd")]);
  const [first, second] = await Promise.all(
    companies.map(async ({ api }) => (await api.from("clients").select("id").single()).data!.id),
  );
  const own = `/team/inbox/${(await sendPosting(backend)).id}/requirement`;
  const entries = { ...requirementEntries, job_title: "Typed by the second", recruiter: "" };
  const made = await visitor.post(own, { ...entries, client: first! });
  expect(made.status).toBe(303);
  const late = await expectPage(visitor.post(own, { ...entries, client: second! }), 409);
  expectWords(late, "for another company", "Typed by the second");
  // Sent again as it was, it is the one that is there.
  await expectRedirect(visitor.post(own, { ...entries, client: first! }), 303, made.headers.get("location")!);
});
