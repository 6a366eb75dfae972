import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { requirementEntries } from "../../support/people/entries.ts";
import { mailedUrl } from "../../support/services/mailbox.ts";
import { freshEmail, mailedPath, signUpClient } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, seenOn } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// What colleagues and clients see of somebody of the team, for an admin to write.
const { backend, signIn, site } = await openSharedSite();

const PEOPLE = "/team/people";

const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
const visitor = await signIn(admin);

/** The version that the form names. */
async function versionOn(path: string): Promise<string> {
  return fieldOn(await visitor.read(path), "version");
}

async function addColleague(name: string) {
  const person = await signUpTeamMember(backend, "recruiter", name);
  return { ...person, path: `${PEOPLE}/${person.userId}` };
}

const details = { display_name: "Rea R.", contact_email: "rea@agency.example", contact_phone: "+91 120 555 0199" };

it("is written by an admin, seen by the client, and stands in the log by its fields alone", async () => {
  const { userId, path } = await addColleague("Rea Recruiter");
  expect(await visitor.read(PEOPLE)).toContain(`<a href="${path}">Rea Recruiter</a>`);
  await expectRedirect(visitor.post(path, { ...details, version: await versionOn(path) }), 303, PEOPLE);
  expectWords(
    await visitor.read(PEOPLE),
    "Saved",
    "rea@agency.example</a>, ",
    '<a href="tel:+911205550199">+91 120 555 0199</a>',
  );

  const client = await signUpClient(backend, "Vega Castings");
  const company = await signIn(client);
  await company.post("/submit-requirement", requirementEntries);
  const { data } = await client.api.from("job_requirements").select("id").single();
  await admin.api.rpc("set_recruiter", { requirement: data!.id, seen: 1, person: userId });
  const dashboard = await company.read("/client-dashboard");
  for (const seen of Object.values(details)) expect(dashboard).toContain(seen);

  const log = await visitor.read("/team/activity");
  expect(log).toMatch(
    /changed what is seen of (<[^>]+>)*Rea R\.(<[^>]+>)*: display name, contact email, contact phone/,
  );
  expect(log).not.toContain("rea@agency.example");
});

it("an invited recruiter gets a number and another address that clients see", async () => {
  const email = freshEmail("invited");
  const name = `Nia ${randomUUID()}`;
  await visitor.post(PEOPLE, { intent: "invite", email, role: "recruiter", full_name: name });
  const link = await mailedUrl(backend.url, email);
  const guest = new Visitor(site.url);
  const account = { intent: "sign-up", full_name: "Nia Newcomer", email, password: "correct horse battery" };
  await guest.post(link.pathname + link.search, account);
  await guest.post(await mailedPath(backend.url, email), { intent: "confirm", password: account.password });
  await guest.post(link.pathname + link.search, { intent: "accept" });
  // What the admin has called them, and the address that they have proved.
  const [, path = ""] =
    new RegExp(`<a href="(/team/people/[\\da-f-]{36})">${name}</a>`).exec(await visitor.read(PEOPLE)) ?? [];
  expectWords(await visitor.read(path), `value="${name}"`, `value="${email}"`);
  const entries = { ...details, display_name: name, version: await versionOn(path) };
  expect((await visitor.post(path, entries)).status).toBe(303);
  expect(await visitor.read(path)).toContain('value="+91 120 555 0199"');
});

it("what is wrong stands beside its field, and nothing is saved; address and number may be left out", async () => {
  const { path } = await addColleague("Unchanged");
  const version = await versionOn(path);
  const wrong = { display_name: " \u200b", contact_email: "nobody", contact_phone: "1".repeat(201) };
  const html = await expectPage(visitor.post(path, { ...wrong, version }), 400, "There is a problem");
  for (const message of [
    "Enter the name",
    "Enter an email address, like name@example.com, or none",
    "Use 200 characters or fewer for the phone number",
  ])
    expect(html).toMatch(new RegExp(`class="error"><span[^>]*>Error: </span>${message}`));
  for (const kept of Object.values(wrong)) expect(html).toContain(`value="${kept}"`);
  // On the version that was there: nothing was saved.
  const none = { display_name: "Unchanged", contact_email: " ", contact_phone: "", version };
  expect((await visitor.post(path, none)).status).toBe(303);
  expect(await visitor.read(path)).toMatch(/name="contact_email" value=""/);
});

it("on what another admin has saved meanwhile nothing is saved; the page has the entries, and what is new", async () => {
  const { path } = await addColleague("Twice Edited");
  const seen = seenOn(await visitor.read(path));
  const other = await signUpTeamMember(backend, "admin", "Omar Other");
  const first = await signIn(other);
  expect((await first.post(path, { ...details, display_name: "Theirs", ...seen })).status).toBe(303);
  const html = await expectPage(visitor.post(path, { ...details, display_name: "Mine", ...seen }), 409);
  expectWords(html, "Someone saved it since you opened this page.", 'value="Mine"');
  expect(html).toMatch(/<strong>Now:<\/strong> Theirs<\/dd><dd><strong>Yours:<\/strong> Mine/);
  // Sent again from this page, it is taken.
  expect((await visitor.post(path, { ...details, display_name: "Mine", ...seenOn(html) })).status).toBe(303);
  expect(await visitor.read(path)).toContain('value="Mine"');
  // Of two who change different fields neither loses theirs.
  const opened = seenOn(await visitor.read(path));
  const renamed = { ...details, display_name: "Mine", contact_phone: "+91 120 555 0123" };
  expect((await first.post(path, { ...renamed, ...opened })).status).toBe(303);
  const addressed = { ...details, display_name: "Mine", contact_email: "mine@agency.example" };
  expect((await visitor.post(path, { ...addressed, ...opened })).status).toBe(303);
  expectWords(await visitor.read(path), 'value="+91 120 555 0123"', 'value="mine@agency.example"');
});

it("is no page for whom there is none", async () => {
  for (const id of [randomUUID(), "nonsense"]) {
    expect((await visitor.ask(`${PEOPLE}/${id}`)).status).toBe(404);
    expect((await visitor.post(`${PEOPLE}/${id}`, { ...details, version: "1" })).status).toBe(404);
  }
});
