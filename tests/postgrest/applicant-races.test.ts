import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../support/api/asking.ts";
import { applyingActs } from "../support/people/applying.ts";
import { candidateActs } from "../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../support/people/cast.ts";
import { prepare } from "../support/people/prepare.ts";
import { hasPostgrest, postgrestWorld } from "../suites/postgrest-world.ts";
import { times } from "../support/services/counts.ts";

/** How often each is tried; whoever comes first changes from one to the next. */
const RACES = times(50, 5);

/** What was given up for another's change may be pressed again; everything else is done. */
const DONE_OR_HELD = [null, [500, expect.stringMatching(/lock|deadlock/i)], [503, expect.anything()]];

describe.skipIf(!hasPostgrest)("presses at the same moment", () => {
  const world = postgrestWorld();
  const { value } = asking(world);
  const { save } = candidateActs(world);
  const { advertise, applicant, apply, freshAddress, send, linkOf, press } = applyingActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const colleague = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Race Ltd"));
  const disown = (token: string) => call<unknown>(world().anon, "disown_application", { token });
  const count = (rows: string) => value<number>(`select count(*)::integer from ${rows}`);

  it("by two forms, two spellings and three links make one person one entry", { timeout: 240_000 }, async () => {
    for (let turn = 0; turn < RACES; turn += 1) {
      const { requirement, slug } = await advertise(company.clientId);
      // Of somebody known the very address is theirs, however it is written.
      const email = turn % 2 === 0 ? freshAddress() : (await save(recruiter)).email;
      const other = turn % 2 === 0 ? email.replace("@", `+${turn}@`) : ` ${email}`;
      const spellings = [email, email.toUpperCase(), other];
      const links: string[] = [];
      for (const [place, spelling] of spellings.entries()) {
        await send(slug, applicant({ email: spelling, said: `Words ${place}` }));
        links.push(await linkOf(spelling));
      }
      const pressed = await Promise.all([...links, ...links].map((link) => press(link)));
      for (const answer of pressed) expect(DONE_OR_HELD).toContainEqual(answer);
      // Whoever was told to try again does.
      for (const link of links) expect(await press(link)).toBeNull();
      const whose = `private.mailbox_of(person.email) = private.mailbox_of('${email}')`;
      expect(await count(`public.candidates as person where ${whose}`)).toBe(1);
      expect(
        await count(`public.shortlist_entries where requirement_id = '${requirement}' and state = 'applied'`),
      ).toBe(1);
      expect(
        await count(`public.candidate_consents as consent join public.candidates as person on person.id = consent.candidate_id
        where consent.purpose = 'apply' and consent.closed_at is null and ${whose}`),
      ).toBe(1);
      // Nothing that was typed is lost: it has the word, or stands beside.
      const kept = await value<string[]>(`select array_agg(words order by words) from (
        select entry.said from public.shortlist_entries as entry where entry.requirement_id = '${requirement}'
        union select sent.differs ->> 'said' from private.applications as sent where sent.requirement_id = '${requirement}') as kept (words)
        where words is not null`);
      expect(kept).toEqual(["Words 0", "Words 1", "Words 2"]);
      expect(
        await count(
          `public.requirement_events where requirement_id = '${requirement}' and type = 'candidates_applied'`,
        ),
      ).toBe(1);
    }
  });

  it("of a form that comes twice are one application, and one mail", { timeout: 120_000 }, async () => {
    const { slug } = await advertise(company.clientId);
    for (let turn = 0; turn < RACES; turn += 1) {
      const [entries, form] = [applicant(), randomUUID()];
      const made = await Promise.all([1, 2, 3].map(() => send(slug, entries, { form })));
      const tokens = made.flatMap(({ token }) => (token === "" ? [] : [token]));
      expect([tokens.length > 0, new Set(tokens).size]).toEqual([true, 1]);
      expect(await count(`private.applications where email = '${entries.email}'`)).toBe(1);
      expect(await count(`public.mail_outbox where address = '${entries.email}'`)).toBe(1);
    }
  });

  it("and what ends the application leave it confirmed or over, and never both", { timeout: 240_000 }, async () => {
    const { slug } = await advertise(company.clientId);
    for (let turn = 0; turn < RACES; turn += 1) {
      const entries = applicant();
      const { token } = await send(slug, entries);
      const link = await linkOf(entries.email);
      const end =
        turn % 4 < 2 ? () => disown(link) : () => send(slug, applicant(), { instead_of: token }).then(() => undefined);
      const acts = [() => press(link), end];
      if (turn % 2 === 1) acts.reverse();
      await Promise.all(acts.map((act) => act()));
      const whose = `private.applications where id = '${link.slice(0, 32)}'::uuid`;
      expect(await count(`${whose} and num_nonnulls(confirmed_at, ended_at) = 1`)).toBe(1);
      const people = await count(`public.candidates where email = '${entries.email}'`);
      expect(people).toBe(await count(`${whose} and confirmed_at is not null`));
    }
  });

  it("as it closes leave nobody who waits where the advert is over", { timeout: 240_000 }, async () => {
    for (let turn = 0; turn < RACES; turn += 1) {
      const { requirement, slug } = await advertise(company.clientId);
      const people = Array.from({ length: 3 }, () => applicant());
      const links: string[] = [];
      for (const entries of people) {
        await send(slug, entries);
        links.push(await linkOf(entries.email));
      }
      // As the team does by "filled": whoever waits is answered in the same transaction.
      const close = () =>
        world()
          .query(`update public.job_requirements set status = 'filled' where id = '${requirement}'`)
          .then(
            () => null,
            (error: unknown) => error,
          );
      const acts = links.map((link) => () => press(link));
      acts.splice(turn % 4, 0, close);
      await Promise.all(acts.map((act) => act()));
      expect(
        await count(`public.shortlist_entries as entry join public.adverts as advert using (requirement_id)
        where requirement_id = '${requirement}' and entry.state = 'applied' and advert.closed_at is not null`),
      ).toBe(0);
      // Who was in time has one answer; who was not is told so.
      expect(await count(`public.shortlist_entries where requirement_id = '${requirement}'`)).toBe(
        await count(`public.mail_outbox where template = 'application_answer'
          and ids ->> 'entry' in (select id::text from public.shortlist_entries where requirement_id = '${requirement}')`),
      );
    }
  });

  it(
    "and what takes an address off, or merges the record, leave who applied to be answered",
    { timeout: 240_000 },
    async () => {
      const versionOf = (id: string) => value<number>(`select version from public.candidates where id = '${id}'`);
      for (let turn = 0; turn < RACES; turn += 1) {
        const { requirement, slug } = await advertise(company.clientId);
        const race = (...acts: (() => Promise<unknown>)[]) =>
          Promise.all((turn % 2 === 0 ? acts : acts.reverse()).map((act) => act()));
        const known = await save(recruiter);
        await send(slug, applicant({ email: known.email }));
        const link = await linkOf(known.email);
        const empty = { candidate: known.id, seen: known.version, entries: { email: null } };
        await race(
          () => press(link),
          () => call(recruiter.api, "save_candidate", empty),
        );
        expect(
          await count(`public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
        where entry.requirement_id = '${requirement}' and entry.state = 'applied' and person.email is null`),
        ).toBe(0);
        const entry = await apply(slug);
        const [whose] = await world().query(`select person.id, person.email from public.candidates as person
        join public.shortlist_entries as entry on entry.candidate_id = person.id where entry.id = '${entry}'`);
        const { id: merged, email } = whose as { id: string; email: string };
        const twin = await save(recruiter, { email });
        await call(recruiter.api, "add_to_shortlist", { requirement, candidate: twin.id });
        const both = { kept: twin.id, seen: await versionOf(twin.id), merged, merged_seen: await versionOf(merged) };
        const answer = turn % 4 < 2 ? "turn_down_applicants" : "take_on_applicants";
        await race(
          () => call(colleague.api, answer, { entries: [entry], seen: [1] }),
          () => call(recruiter.api, "merge_candidates", { ...both, entries: {} }),
        );
        expect(
          await count(`public.shortlist_entries as entry where entry.id = '${entry}' and private.awaits_answer(entry)`),
        ).toBe(1);
      }
    },
  );

  it("by two of the team who answer, and take back, leave one answer, and it is so", { timeout: 240_000 }, async () => {
    for (let turn = 0; turn < RACES; turn += 1) {
      const { requirement, slug } = await advertise(company.clientId);
      const entries = [await apply(slug), await apply(slug)];
      const versions = async () => ({
        entries,
        seen: await value<
          number[]
        >(`select array_agg(version order by array_position('{${entries.join()}}'::uuid[], id))
          from public.shortlist_entries where id = any ('{${entries.join()}}')`),
      });
      const [ann, ben] = [recruiter.api, colleague.api];
      const race = async (...acts: (() => Promise<unknown>)[]) => {
        if (turn % 2 === 1) acts.reverse();
        await Promise.all(acts.map((act) => act()));
      };
      const seen = await versions();
      await race(
        () => call(ann, "take_on_applicants", seen),
        () => call(ben, "turn_down_applicants", seen),
      );
      const now = await versions();
      await race(
        () => call(ann, "undo_taken_on", { entries }),
        () => call(ben, "undo_turned_down", { entries }),
        () => call(ben, "take_back_entry", { entry: entries[0], seen: now.seen[0] }),
        () => call(turn % 4 < 2 ? ann : ben, turn % 4 < 2 ? "turn_down_applicants" : "take_on_applicants", now),
      );
      // Whoever waits still is in the way of the advert's end, and answered by it.
      const close = `update public.adverts set closed_at = now() where requirement_id = '${requirement}'`;
      if (await count(`public.shortlist_entries where requirement_id = '${requirement}' and state = 'applied'`)) {
        await expect(world().query(close)).rejects.toThrow("applicants_wait");
      }
      await world().query(`select private.end_advert('${requirement}', null, 'closed')`);
      expect(
        await value(`select jsonb_agg(private.mail_content(mail.id) ->> 'outcome'
                       = case when entry.state = 'closed' then 'turned_down' else 'taken_on' end)
          from public.shortlist_entries as entry
          join public.mail_outbox as mail on mail.template = 'application_answer' and mail.ids ->> 'entry' = entry.id::text
          where entry.requirement_id = '${requirement}'`),
      ).toEqual([true, true]);
    }
  });
});
