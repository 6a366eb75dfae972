import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { prepare } from "../../support/people/prepare.ts";
import { times } from "../../support/services/counts.ts";
import { ask, file } from "./asking.ts";
import type { Member, World } from "../world.ts";

type Numbers = Record<string, [facts: number, median: number | null, before: number]>;
type Figures = {
  totals: Numbers;
  groups: { key: string; name: string | null; numbers: Numbers }[];
  group_count: number;
  is_manager: boolean;
};
type FigureRow = {
  id: string;
  at: string;
  item_id: string | null;
  requirement_id: string | null;
  candidate: string | null;
};

const STEPS = ["asked", "agreed", "shown", "interview", "offered", "accepted", "joined"] as const;
const MEASURES = ["came", "answered", "in_time", ...STEPS, "filled"];
const GROUPINGS = ["recruiter", "company", "source"] as const;

const at = fc.integer({ min: 0, max: 58 * 24 });
const one = (most: number) => fc.integer({ min: 0, max: most });

/** What came within two months, by whose, and how far its candidates are: hours since the first of the months. */
const anyMonths = fc.record({
  requirements: fc.array(
    fc.record({ at, recruiter: one(2), company: one(1), isByTeam: fc.boolean(), filledAfter: fc.option(one(400)) }),
    { minLength: 1, maxLength: 6 },
  ),
  enquiries: fc.array(
    fc.record({
      at,
      answeredAfter: fc.option(one(80)),
      isSpam: fc.boolean(),
      source: fc.constantFrom("form", "phone", "whatsapp"),
    }),
    { maxLength: 8 },
  ),
  entries: fc.array(
    fc.record({
      requirement: one(5),
      source: fc.constantFrom(null, "LinkedIn", "linkedin ", "Referral"),
      steps: fc.array(at, { maxLength: STEPS.length }),
      isAskedTwice: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

/** The figures of a month: what they count, and the rows of each. */
export function describeFigures(world: () => World): void {
  const { value } = asking(world);
  const { ask: askAbout, setMark, save } = candidateActs(world);
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const recruiters = prepare(async () => ({
    ana: await addTeamMember(world(), "recruiter"),
    leo: await addTeamMember(world(), "recruiter"),
  }));
  const clients = prepare(async () => ({
    first: await world().addClient("Figures One Ltd"),
    second: await world().addClient("Figures Two Ltd"),
  }));

  /** The agency's, whatever month it is where the test runs. */
  const thisMonth = async () => `${await value("select to_char(private.today(), 'YYYY-MM')")}-01`;
  const read = (by: Member, month: string, grouping_by = "recruiter") =>
    ask<Figures>(by.api, "read_figures", { month, grouping_by });

  /** Every row of a figure, page by page, or as its file has them. */
  async function rowsOf(by: Member, name: string, given: Record<string, unknown>): Promise<FigureRow[]> {
    const all: FigureRow[] = [];
    for (;;) {
      const last = all.at(-1);
      const place = last ? { after_at: last.at, after_id: last.id } : {};
      const found = await ask<FigureRow[]>(by.api, name, { ...given, ...place });
      const most = name === "list_figure_rows" ? 50 : 500;
      all.push(...found.slice(0, most));
      if (found.length < (name === "list_figure_rows" ? 51 : 500)) return all;
    }
  }

  // At a second try of the test, too, the years are those that nothing is in.
  let year = 2020;
  it("each number is that of its rows, on the page and in the file, and of what had happened", async () => {
    const people = [null, recruiters.ana.userId, recruiters.leo.userId];
    const companies = [await clientIdOf(clients.first), await clientIdOf(clients.second)];
    await fc.assert(
      fc.asyncProperty(anyMonths, async ({ requirements, enquiries, entries }) => {
        // Months that nothing else is in.
        year += 1;
        const start = `timestamptz '${year}-05-01 00:00 Asia/Kolkata'`;
        const moment = (hours: number) => `${start} + interval '${hours} hours'`;
        const expected: Record<string, [facts: number, before: number]> = {};
        const happen = (measure: string, hours: number) => {
          const [facts, before] = expected[measure] ?? [0, 0];
          expected[measure] = hours < 31 * 24 ? [facts, before + 1] : [facts + 1, before];
        };
        const filed: string[] = [];
        for (const { at: came, recruiter, company, isByTeam, filledAfter } of requirements) {
          const id = randomUUID();
          filed.push(id);
          await world().query(`
            insert into public.job_requirements
                (id, client_id, job_title, job_type, location, required_skills, job_description, recruiter_id, is_filed_by_team, created_at)
              values ('${id}', '${companies[company]}', 'Fitter', 'permanent', 'Pune', array['x'], 'x',
                      ${people[recruiter] ? `'${people[recruiter]}'` : "null"}, ${isByTeam}, ${moment(came)})`);
          happen("came", came);
          if (filledAfter === null) continue;
          await world().query(`
            update public.job_requirements set status = 'filled' where id = '${id}';
            update public.requirement_events set created_at = ${moment(came + filledAfter)}
              where requirement_id = '${id}' and type = 'status';
            update private.first_answers set answered_at = ${moment(came + filledAfter)} where subject = '${id}'`);
          if (came + filledAfter < (31 + 30) * 24) happen("filled", came + filledAfter);
          if (isByTeam) continue;
          happen("answered", came);
          if (filledAfter <= 48) happen("in_time", came);
        }
        for (const { at: came, answeredAfter, isSpam, source } of enquiries) {
          const sent = await value(`
            insert into public.contact_submissions (name, phone, email, requirement, source, created_at)
              values ('Ann', '+91 98765 43210', 'ann@example.com', 'x', '${source}', ${moment(came)}) returning id`);
          const item = await value(`
            update public.inbox_items set state = '${isSpam ? "spam" : "open"}' where contact_id = '${sent}' returning id`);
          if (answeredAfter !== null) {
            await world().query(`
              insert into public.item_events (item_id, type, created_at)
                values ('${item}', 'replied', ${moment(came + answeredAfter)}), ('${item}', 'replied', ${moment(came + 500)})`);
          }
          if (isSpam) continue;
          happen("came", came);
          if (answeredAfter === null) continue;
          happen("answered", came);
          if (answeredAfter <= 24) happen("in_time", came);
        }
        for (const { requirement, source, steps, isAskedTwice } of entries) {
          const person = await value(`
            insert into public.candidates (full_name, is_adult, source)
              values ('Asha Rao', true, ${source === null ? "null" : `private.trimmed('${source}')`}) returning id`);
          const job = filed[requirement % filed.length]!;
          const [asked, agreed, shown, interview, offered, accepted, joined] = steps;
          const time = (hours: number | undefined) => (hours === undefined ? "null" : moment(hours));
          const entry = await value(`
            insert into public.shortlist_entries
                (requirement_id, candidate_id, code_word, state, card, shown_at, offered_at, accepted_at, joined_on)
              values ('${job}', '${person}', '${person.slice(0, 8)}', '${joined === undefined ? "closed" : "joined"}', '{}',
                      ${time(shown)}, ${time(offered)}, ${time(accepted)},
                      ((${time(joined)}) at time zone 'Asia/Kolkata')::date) returning id`);
          if (asked !== undefined) {
            const consent = (hours: number, given: number | undefined) => `
              insert into public.candidate_consents
                  (candidate_id, purpose, entry_id, notice_version, language, basis, asked_at, given_at, card_digest)
                values ('${person}', 'show', '${entry}', 1, 'en', 'consent', ${moment(hours)}, ${time(given)}, repeat('0', 64))`;
            await world().query(consent(asked, agreed));
            if (isAskedTwice) await world().query(consent(asked + 300, undefined));
          }
          if (interview !== undefined) {
            await world().query(`
              insert into public.shortlist_answers (entry_id, verdict, created_at)
                values ('${entry}', 'interview', ${moment(interview)}), ('${entry}', 'interview', ${moment(interview + 400)})`);
          }
          for (const [place, hours] of steps.entries()) happen(STEPS[place]!, hours);
        }
        const month = `${year}-06-01`;
        for (const grouping_by of GROUPINGS) {
          const { totals, groups } = await read(admin, month, grouping_by);
          expect(
            Object.fromEntries(Object.entries(totals).map(([name, [facts, , before]]) => [name, [facts, before]])),
          ).toEqual(expected);
          for (const measure of MEASURES) {
            const inGroups = groups.reduce((sum, { numbers }) => sum + (numbers[measure]?.[0] ?? 0), 0);
            if (grouping_by !== "source" || measure !== "filled") expect(inGroups).toBe(totals[measure]?.[0] ?? 0);
          }
          const cellsOf = (numbers: Numbers, of: object) =>
            Object.entries(numbers).flatMap(([measure, [facts, , before]]) => [
              { given: { month, measure, ...of }, facts },
              { given: { month: `${year}-05-01`, measure, ...of }, facts: before },
            ]);
          const cells = [
            ...cellsOf(totals, {}),
            ...groups.flatMap(({ key, numbers }) => cellsOf(numbers, { grouping_by, group_key: key })),
          ];
          for (const { given, facts } of cells.filter((cell) => cell.facts > 0)) {
            const exported = await rowsOf(admin, "export_figure_rows", given);
            expect({ ...given, rows: exported.length }).toEqual({ ...given, rows: facts });
            expect(new Set(exported.map(({ id }) => id)).size).toBe(facts);
            // The page reads the same rows: of the totals it is enough.
            if (!("group_key" in given)) expect(await rowsOf(admin, "list_figure_rows", given)).toEqual(exported);
          }
          const exported = await ask<Figures>(admin.api, "export_figures", { month, grouping_by });
          expect(exported.groups).toEqual(groups);
        }
      }),
      // A smaller example would take as many calls again, and many of them.
      { numRuns: times(3, 1), endOnFailure: true },
    );
  });

  it("pages through the rows of a figure without leaving out any", async () => {
    const company = await clientIdOf(clients.first);
    await world().query(`
      insert into public.job_requirements (client_id, job_title, job_type, location, required_skills, job_description, created_at)
        select '${company}', 'Fitter', 'permanent', 'Pune', array['x'], 'x', timestamptz '2015-03-09 10:00 Asia/Kolkata'
          from generate_series(1, 110)`);
    const given = { month: "2015-03-01", measure: "came" };
    const rows = await rowsOf(admin, "list_figure_rows", given);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(110);
    expect((await read(admin, given.month)).totals).toEqual({ came: [110, null, 0] });
  });

  it("tells of the time that it took: the first answer by the clock, and days from when the requirement came", async () => {
    const [item] = await world().query(`
      with sent as (
        insert into public.contact_submissions (name, email, requirement, created_at)
          values ('Ann', 'ann@example.com', 'x', timestamptz '2014-03-09 10:00 Asia/Kolkata') returning id)
      select id from sent`);
    const line = await value(`select id from public.inbox_items where contact_id = '${String(item!["id"])}'`);
    await world().query(`
      insert into public.item_events (item_id, type, created_at)
        values ('${line}', 'taken', timestamptz '2014-03-09 10:30 Asia/Kolkata'),
               ('${line}', 'replied', timestamptz '2014-03-09 12:00 Asia/Kolkata')`);
    const { totals } = await read(admin, "2014-03-01");
    expect(totals).toEqual({ came: [1, null, 0], answered: [1, 7200, 0], in_time: [1, null, 0] });
  });

  it("takes an answer that was undone for none, and finds out when what came before was answered", async () => {
    const requirement = await file(clients.second);
    const item = await value(`select id from public.inbox_items where requirement_id = '${requirement}'`);
    const answeredAt = () => world().query(`select answered_at from private.first_answers where item_id = '${item}'`);
    const act = randomUUID();
    const done = { items: [item], seen: [1], state: "done", act };
    await ask(admin.api, "set_item_states", done);
    expect(await answeredAt()).toHaveLength(1);
    await ask(admin.api, "undo_act", { act });
    expect(await answeredAt()).toEqual([]);
    await ask(admin.api, "change_requirement_status", { requirement, seen: 1, status: "in_progress" });
    const [noted] = await answeredAt();
    await world().query(`
      delete from private.first_answers where item_id = '${item}';
      delete from private.row_fills;
      select private.fill_first_answers()`);
    while (await value<boolean>("select private.fill_rows()"));
    expect(await answeredAt()).toEqual([noted]);
  });

  it("puts whoever marks a requirement filled in charge of it, unless somebody is", async () => {
    const [free, taken] = [await file(clients.first), await file(clients.first)];
    await ask(admin.api, "set_recruiter", { requirement: taken, seen: 1, person: recruiters.leo.userId });
    const fill = (requirement: string, seen: number) =>
      ask(recruiters.ana.api, "change_requirement_status", { requirement, seen, status: "filled" });
    await fill(free, 1);
    await fill(taken, 2);
    const recruiterOf = (id: string) => value(`select recruiter_id from public.job_requirements where id = '${id}'`);
    expect([await recruiterOf(free), await recruiterOf(taken)]).toEqual([recruiters.ana.userId, recruiters.leo.userId]);
  });

  it("are a recruiter's own, the agency's as a whole; every recruiter's are an admin's and an HR manager's", async () => {
    const { ana, leo } = recruiters;
    const manager = await addTeamMember(world(), "hr_manager");
    const month = await thisMonth();
    const requirement = await file(clients.first);
    await ask(admin.api, "set_recruiter", { requirement, seen: 1, person: ana.userId });
    const keysOf = async (by: Member) => (await read(by, month)).groups.map(({ key }) => key);
    expect(await keysOf(ana)).toEqual([ana.userId]);
    expect(await keysOf(manager)).toEqual(expect.arrayContaining([ana.userId]));
    const rows = { month, measure: "came", grouping_by: "recruiter", group_key: ana.userId };
    expect(await ask<FigureRow[]>(ana.api, "list_figure_rows", rows)).not.toEqual([]);
    expect(await call(leo.api, "list_figure_rows", rows)).toEqual([403, "forbidden"]);
    expect(await call(leo.api, "export_figures", { month })).toEqual([403, "forbidden"]);
    expect(await call(ana.api, "export_figure_rows", rows)).toEqual([403, "forbidden"]);
    expect(await call(clients.first.api, "read_figures", { month })).toEqual([403, "forbidden"]);
    for (const mistaken of [{ month: "2026-11-02" }, { month, grouping_by: "weather" }]) {
      expect(await call(admin.api, "read_figures", mistaken)).toEqual([422, "figure_unknown"]);
    }
  });

  it("have the moment of every step that the team and others make", async () => {
    const company = await world().addClient("Steps Ltd");
    const requirement = await file(company);
    const clientId = await clientIdOf(company);
    const month = await thisMonth();
    const { id } = await save(admin, { source: "Campus" });
    const entry = await askAbout(admin, requirement, id);
    await world().query(`
      update public.candidate_consents set given_at = now(), card_digest = repeat('0', 64) where entry_id = '${entry}';
      update public.shortlist_entries set state = 'shown', shown_at = now() where id = '${entry}'`);
    await world().query(`insert into public.shortlist_answers (entry_id, verdict) values ('${entry}', 'interview')`);
    await setMark(admin, entry, "joined");
    const { groups } = await read(admin, month, "company");
    const { numbers } = groups.find(({ key }) => key === clientId) ?? { numbers: {} };
    expect(Object.keys(numbers).sort()).toEqual(["answered", "came", "in_time", ...STEPS].sort());
  });
}
