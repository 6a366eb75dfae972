import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { applicantActs, type Applicant } from "../../support/people/applicants.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** The one answer of an application: what its mail says at the hour at which it goes is so by then (docs/decisions/hire.md). */
export function describeApplicationAnswers(world: () => World): void {
  const { row } = asking(world);
  const { value, file, ask, takeBack, open, page } = candidateActs(world);
  const { advertise, apply, seenNow } = applicantActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Gannet Works"));
  const heir = prepare(() => addCompany(world(), "Petrel Works"));
  let requirement: string;

  beforeEach(async () => {
    requirement = await file(company.clientId);
    await advertise(requirement);
  });

  const run = (statement: string) => world().query(statement);
  const takeOn = async (...applicants: Applicant[]) =>
    call<unknown>(recruiter.api, "take_on_applicants", await seenNow(applicants));
  const turnDown = async (...applicants: Applicant[]) =>
    call<unknown>(recruiter.api, "turn_down_applicants", await seenNow(applicants));
  const setStatus = async (status: string) =>
    call<unknown>(recruiter.api, "change_requirement_status", {
      ...{ requirement, status },
      seen: (await row("job_requirements", "id", requirement)).version,
    });
  /** Whom it was named to when they pressed agree to have the card shown as it is now. */
  const agree = ({ entry }: Applicant) =>
    run(`with pressed as (update public.shortlist_entries set told_company = 'Gannet Works' where id = '${entry}')
      update public.candidate_consents set card_digest = (
        select private.card_digest(known) from public.shortlist_entries as known where known.id = '${entry}')
        where applied_entry_id = '${entry}'`);
  /** Tries the mail of somebody's answer. @returns what the function that sends is given */
  const attempt = async ({ entry }: Applicant) => {
    const mail = await value(`update public.mail_outbox
        set not_before = now() - interval '1 minute', first_attempt_at = now(), next_attempt_at = now() + interval '5 minutes'
      where template = 'application_answer' and ids ->> 'entry' = '${entry}' returning id`);
    return { mail, content: await value<Record<string, unknown>>(`select private.mail_content('${mail}')`) };
  };
  const settle = async (mail: string, problem?: string) =>
    call(world().service, "settle_mail", { delivery: mail, problem });
  /** They have had their answer. */
  async function tell(applicant: Applicant): Promise<void> {
    await settle((await attempt(applicant)).mail);
    // What they were told can't be undone any more.
    await run(`update public.requirement_events set created_at = created_at - interval '10 minutes'
      where requirement_id = '${requirement}' and type = 'candidates_taken_on'`);
    await run(`update public.shortlist_entries set turned_down_at = turned_down_at - interval '10 minutes'
      where id = '${applicant.entry}'`);
  }
  /** What is still to be mailed to somebody of their application, as it would be said now. */
  const toldAtLast = async ({ email }: Applicant) =>
    (
      await run(`select queued.content from public.mail_outbox as mail
        cross join lateral (select private.mail_content(mail.id) as content) as queued
        where mail.address = '${email}' and mail.template in ('application_answer', 'candidate_news')
          and mail.next_attempt_at is not null and queued.content is not null order by mail.created_at`)
    ).map((sent) => {
      const { outcome, kind, next, reason, company: named } = (sent as { content: Record<string, unknown> }).content;
      return [outcome ?? kind, outcome === "taken_on" ? next : reason, named];
    });
  const ownPage = async ({ candidate }: Applicant) => {
    const read = (await page(await open(candidate))) as unknown as {
      applications: { state: string; company?: string }[];
      entries: { state: string; company?: string }[];
    };
    return [...read.applications, ...read.entries].map(({ state, company: named }) => [state, named]);
  };
  /** An operator gives the job to another company, which opens the advert in its own name. */
  async function move(): Promise<void> {
    await run(`update public.job_requirements set client_id = '${heir.clientId}' where id = '${requirement}'`);
    await run(
      `update public.adverts set opened_at = clock_timestamp(), closed_at = null where requirement_id = '${requirement}'`,
    );
    await run(`update public.adverts set is_named = true where requirement_id = '${requirement}'`);
  }

  describe("of a job that is another company's before the mail goes", () => {
    it("says that it is over, in nobody else's name, to whoever was taken on or turned down; once to whoever was told before", async () => {
      const [told, waiting, agreed, asked, down] = [
        await apply(requirement),
        await apply(requirement),
        await apply(requirement),
        await apply(requirement),
        await apply(requirement),
      ];
      await agree(agreed);
      await takeOn(told, waiting, agreed, asked);
      await tell(told);
      await ask(recruiter, requirement, asked.candidate);
      await turnDown(down);
      await move();
      const over = ["turned_down", "closed", undefined];
      expect(await toldAtLast(told)).toEqual([["over", undefined, undefined]]);
      // By the name of the advert, which they know: the company's own may tell who it is.
      await run(`update public.job_requirements set job_title = 'Fitter of Petrel Works' where id = '${requirement}'`);
      expect(
        await value(`select private.mail_content(id) ->> 'job_title' from public.mail_outbox
          where template = 'candidate_news' and address = '${told.email}'`),
      ).toBe("Pipe fitter");
      expect(await toldAtLast(waiting)).toEqual([over]);
      expect(await toldAtLast(agreed)).toEqual([["turned_down", "closed", "Gannet Works"]]);
      expect(await toldAtLast(asked)).toEqual([over]);
      expect(await toldAtLast(down)).toEqual([["turned_down", undefined, undefined]]);
      // Nor does anybody's own page say that they are put forward, or for a company that they have not applied to.
      const all = [told, waiting, agreed, asked, down];
      // What the job's end says, nobody can undo: it is told at once; and what the team has said, in its time.
      await run(`update public.shortlist_entries set turned_down_at = turned_down_at - interval '10 minutes'
        where requirement_id = '${requirement}' and turned_down_at is not null`);
      for (const applicant of all) expect((await ownPage(applicant)).map(([state]) => state)).toEqual(["closed"]);
      expect(JSON.stringify(await Promise.all(all.map(ownPage)))).not.toContain("Petrel");
      const files = await Promise.all(
        all.map(async ({ candidate }) =>
          call(world().anon, "export_own_candidate", { session_token: await open(candidate) }),
        ),
      );
      expect(JSON.stringify(files)).not.toContain("Petrel");
      // They are kept no longer than whoever was turned down.
      for (const { candidate } of all) {
        expect(await value(`select private.forgotten_at('${candidate}') is not null`)).toBe(true);
      }
    });
  });

  it("names the company by the name that stood there, whatever it is called by the time it goes", async () => {
    const [agreed, unnamed] = [await apply(requirement), await apply(requirement)];
    await agree(agreed);
    await takeOn(agreed, unnamed);
    await run(`update public.clients set company_name = 'Gannet Yards' where id = '${company.clientId}'`);
    // A yes is to the name that they have read.
    expect(await toldAtLast(agreed)).toEqual([["taken_on", "draft", "Gannet Works"]]);
    expect(await toldAtLast(unnamed)).toEqual([["taken_on", "draft", undefined]]);
    await run(`update public.clients set company_name = 'Gannet Works' where id = '${company.clientId}'`);
  });

  it("goes on naming the company that has named itself by then, and nobody reads a name that was taken back", async () => {
    const [before, unanswered] = [await apply(requirement), await apply(requirement)];
    const [down, waiting] = [await apply(requirement), await apply(requirement)];
    const name = (is_named: boolean) =>
      run(`update public.adverts set is_named = ${is_named} where requirement_id = '${requirement}'`);
    const named = async (...applicants: Applicant[]) =>
      (await Promise.all(applicants.map(ownPage))).map(([first]) => first?.[1]);
    await takeOn(before);
    await name(true);
    await name(false);
    expect(await named(before, unanswered)).toEqual([undefined, undefined]);
    await name(true);
    await turnDown(down);
    await name(false);
    expect(await named(before, down, waiting)).toEqual([undefined, "Gannet Works", undefined]);
    await name(true);
    const advert = await call<{ version: number }>(company.owner.api, "company_advert", { requirement });
    await call(company.owner.api, "take_down_advert", { requirement, seen: advert.version });
    // Opened anew it is without the name, until the company says so once more.
    await run(`update public.adverts set opened_at = clock_timestamp(), closed_at = null, is_named = false
      where requirement_id = '${requirement}'`);
    const all = [before, unanswered, down, waiting];
    expect(await named(...all)).toEqual(all.map(() => "Gannet Works"));
    for (const { email } of [unanswered, waiting]) {
      expect(
        await value(`select private.mail_content(id) ->> 'company' from public.mail_outbox
          where template = 'application_answer' and address = '${email}'`),
      ).toBe("Gannet Works");
    }
  });

  it("that is under way when the job ends is followed by the word that it is over; that did not go says so itself", async () => {
    const [sent, failed] = [await apply(requirement), await apply(requirement)];
    await takeOn(sent, failed);
    const [going, failing] = [await attempt(sent), await attempt(failed)];
    expect([going.content["outcome"], failing.content["outcome"]]).toEqual(["taken_on", "taken_on"]);
    await setStatus("filled");
    await settle(going.mail);
    await settle(failing.mail, "the mailbox is full");
    expect(await toldAtLast(sent)).toEqual([["over", undefined, undefined]]);
    expect(await toldAtLast(failed)).toEqual([["turned_down", "filled", undefined]]);
  });

  it("that was taken back by the time it goes says that", async () => {
    const one = await apply(requirement);
    await takeOn(one);
    await takeBack(recruiter, one.entry);
    expect(await toldAtLast(one)).toEqual([["turned_down", undefined, undefined]]);
  });

  it("that said 'taken on' is followed by the word of who is taken back, unless they go on by then", async () => {
    const [back, again, withdrawn] = [await apply(requirement), await apply(requirement), await apply(requirement)];
    await takeOn(back, again, withdrawn);
    for (const one of [back, again, withdrawn]) {
      await tell(one);
      if (one !== back) await ask(recruiter, requirement, one.candidate);
    }
    for (const one of [back, again]) await takeBack(recruiter, one.entry);
    await call(world().anon, "withdraw_from", {
      session_token: await open(withdrawn.candidate),
      entry: withdrawn.entry,
    });
    const told = [["taken_back", undefined, undefined]];
    expect(await toldAtLast(back)).toEqual(told);
    expect(await toldAtLast(again)).toEqual(told);
    await ask(recruiter, requirement, again.candidate);
    expect(await toldAtLast(again)).toEqual([]);
    // Of their own no they know.
    expect(await toldAtLast(withdrawn)).toEqual([]);
  });
}
