import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OwnerSession } from "../../support/api/database.ts";
import { askToShow, CandidateMails, versionOf } from "../../support/people/candidate-people.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";
import { fieldOn } from "../../support/http/page.ts";

// A notice tells the effect and not the intent: who is mailed, who sees it, and what to do where nobody can.

const { backend, signIn } = await openSharedSite();
const mails = new CandidateMails(backend);
const database = OwnerSession.of(backend.database);
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const team = await signIn(recruiter);
afterAll(() => Promise.all([mails.close(), database.close()]));

/** A requirement of a company of its own, with somebody who has agreed to be shown there. */
async function scene(company: string) {
  const owner = await signUpClient(backend, company);
  const requirement = await fileRequirement(owner);
  const entry = await mails.agreed(recruiter, requirement);
  const { rows } = await database.query<{ client_id: string }>(
    "select client_id from public.job_requirements where id = $1",
    [requirement],
  );
  return { owner, requirement, entry, clientId: rows[0]!.client_id };
}

const path = (requirement: string, tab: string) => `/team/requirements/${requirement}/${tab}`;

/** What the notice of the next page says of a form that was posted. */
async function told(requirement: string, tab: string, form: Record<string, string>): Promise<string> {
  const page = path(requirement, tab);
  const sent = await team.post(page, { served: fieldOn(await team.read(page), "served"), ...form });
  return sent.status === 303 ? team.read(page) : sent.text();
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** The acts that reach a company, by their page and form. */
const ACTS = [
  [
    "show",
    "candidates",
    async ({ requirement, entry }: Scene) => ({
      intent: "show",
      entry: `${entry.entry}.${await versionOf(recruiter, requirement, entry.entry)}`,
    }),
  ],
  ["message", "messages", () => Promise.resolve({ body: "Shall we talk?" })],
] as const;

const mailsFor = async (requirement: string) => {
  const { rows } = await database.query(
    `select user_id from public.mail_outbox where ids ->> 'requirement' = $1
       and template in ('requirement_event', 'requirement_message') and user_id in (select user_id from public.client_members)`,
    [requirement],
  );
  return rows.length;
};

describe("the notice of what reaches a company", () => {
  it("names whom a mail goes to, and counts who sees it without one", async () => {
    const here = await scene("Reached Foundry");
    const silent = await signUpColleague(backend, here.owner, "viewer");
    await database.query(
      "insert into public.notification_settings (user_id, requirements, messages) values ($1, 'never', 'never')",
      [silent.userId],
    );
    for (const [name, tab, formOf] of ACTS) {
      const before = await mailsFor(here.requirement);
      const said = await told(here.requirement, tab, await formOf(here));
      for (const words of ["A mail goes to ", "1 other sees it when they sign in."])
        expect(said, name).toContain(words);
      expect(await mailsFor(here.requirement), name).toBeGreaterThan(before);
    }
  });

  it("says that no mail goes out where all have switched it off", async () => {
    const here = await scene("Silent Foundry");
    await database.query(
      `insert into public.notification_settings (user_id, requirements, messages)
         select user_id, 'never', 'never' from public.client_members where client_id = $1`,
      [here.clientId],
    );
    for (const [name, tab, formOf] of ACTS) {
      const before = await mailsFor(here.requirement);
      expect(await told(here.requirement, tab, await formOf(here)), name).toContain("No mail goes out");
      expect(await mailsFor(here.requirement), name).toBe(before);
    }
  });
});

describe("a company where nobody has an account", () => {
  let here: Scene;
  const address = freshEmail("invited");
  beforeAll(async () => {
    here = await scene("Nobody Foundry");
    await database.query("delete from public.client_members where client_id = $1", [here.clientId]);
    await recruiter.api.rpc("invite_owner", { client: here.clientId, address });
  });

  it.each(ACTS)("is told before and after: %s", async (_, tab, formOf) => {
    const before = await team.read(path(here.requirement, tab));
    expectWords(before, "can see it.", address, "not accepted", "Send the Invitation Again");
    const after = await told(here.requirement, tab, await formOf(here));
    expectWords(after, "no one there c");
    expectNoWords(after, "A mail goes to", "1 person shown", "Message sent");
  });

  it("and its invitation is sent again from there", async () => {
    const html = await team.read(path(here.requirement, "messages"));
    await database.query("update public.invitations set issued_at = now() - interval '1 hour' where client_id = $1", [
      here.clientId,
    ]);
    const invitation = fieldOn(html, "invitation");
    const sent = await team.post(path(here.requirement, "messages"), { intent: "resend-invitation", invitation });
    expect(sent.status).toBe(303);
    expectWords(await team.read(path(here.requirement, "messages")), "Sent again");
  });

  it("its candidates' cards are printed and mailed once they have agreed to that way", async () => {
    const { requirement, entry } = here;
    const list = path(requirement, "candidates");
    const form = { intent: "how", seen: fieldOn(await team.read(list), "seen"), is_by_mail: "on" };
    expect((await team.post(list, form)).status).toBe(303);
    expectWords(await team.read(path(requirement, "cards")), "No one has agreed that their card goes on paper");
    await askToShow(recruiter, entry);
    await mails.agree(entry, await mails.openSession(entry));
    expectWords(await team.read(path(requirement, "cards")), "Asha Rao", "Nobody Foundry", "Seal");
    const ticked = `${entry.entry}.${await versionOf(recruiter, requirement, entry.entry)}`;
    const wrong = team.post(list, { intent: "mail-cards", entry: ticked, address: "no address" });
    expectWords(await expectPage(wrong, 400), "Enter an email address", "no address");
    expect((await team.post(list, { intent: "mail-cards", entry: ticked, address })).status).toBe(303);
    expectWords(await team.read(list), `1 card goes to ${address}`, "Each candidate is told");
  });

  it("what it says on the phone is noted, and taken back", async () => {
    const { requirement, entry } = here;
    const list = path(requirement, "candidates");
    const opened = `${list}?open=${entry.entry}`;
    const ticket = async () => `${entry.entry}.${await versionOf(recruiter, requirement, entry.entry)}`;
    const noted = {
      intent: "note-answer",
      verdict: "known",
      said_how: "phone",
      said_by: "Mr Mehta",
      said_on: "2026-01-05",
    };
    const wrong = await expectPage(team.post(opened, { ...noted, entry: await ticket() }), 400);
    expectWords(wrong, "Enter since when they know them, and from whom", "Mr Mehta");
    const form = { ...noted, verdict: "interview", reason: "Friday at 11", entry: await ticket() };
    expect((await team.post(opened, form)).status).toBe(303);
    expectWords(
      await team.read(opened),
      "Interview</strong> (told us by phone by",
      "Mr Mehta",
      "noted by",
      "Friday at 11",
      "Take Back What Was Noted",
      "see that it was told us",
    );
    expectWords(
      await team.read(path(requirement, "history")),
      "The company's answer by phone noted, about",
      "Interview",
    );
    expectWords(await team.read(`/team/clients/${here.clientId}`), "answer by phone or mail noted, for");
    const back = {
      intent: "take-back-note",
      answer: fieldOn(await team.read(opened), "answer"),
      entry: await ticket(),
    };
    expect((await team.post(opened, back)).status).toBe(303);
    expectNoWords(await team.read(opened), "Mr Mehta");
  });
});
