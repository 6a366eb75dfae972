import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { applyingActs } from "../../support/people/applying.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** Applying: one form, one press in the mail, one entry (docs/decisions/hire.md). */
export function describeApplying(world: () => World): void {
  const { value, tracesOf } = asking(world);
  const { stateOf, save, file, add, ask, dayOf, open } = candidateActs(world);
  const acts = applyingActs(world);
  const { advertise, applicant, send, linkOf, read, readLink, press, mailsTo } = acts;
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Heron Shipyards"));

  const entriesOf = (requirement: string) =>
    world().query(`select entry.id, entry.state, entry.said, entry.candidate_id, person.email, person.phone
      from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
      where entry.requirement_id = '${requirement}' order by entry.applied_at`);
  /** Sends page one and presses in the mail. */
  async function apply(slug: string, email: string, more: Record<string, unknown> = {}) {
    const entries = applicant({ email, ...more });
    const { token } = await send(slug, entries);
    return { token, entries, link: await linkOf(email) };
  }
  /** Lets so much time pass for what waits for a mailbox. */
  const wait = (email: string, interval: string) =>
    world()
      .query(`with sent as (update private.applications set created_at = created_at - interval '${interval}', asked_at = asked_at - interval '${interval}',
          page_until = page_until - interval '${interval}'
        where email = '${email}')
      update public.mail_outbox set created_at = created_at - interval '${interval}', not_before = not_before - interval '${interval}'
        where address = '${email}'`);

  it("is nowhere but in its own table and its mail until the mailbox answers, and then an entry that has applied", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const entries = applicant({ full_name: "Zubaida Quraishi" });
    const { token } = await send(slug, entries, { keep: true });
    expect((await tracesOf([entries.email])).sort()).toEqual(["private.applications", "public.mail_outbox"]);
    expect(await tracesOf(["Zubaida"])).toEqual(["private.applications"]);
    expect(await read(token)).toMatchObject({ title: "Welder", company: null, email: entries.email, is_held: false });

    const [mail, ...more] = await mailsTo(entries.email);
    expect(more).toEqual([]);
    const link = await linkOf(entries.email);
    expect(mail).toMatchObject({ is_due: true, content: { title: "Welder", place: "Pune", token: link } });
    expect(JSON.stringify(mail)).not.toMatch(/Zubaida|Pipes|welded|Heron/);
    // Neither of the two links is the other.
    expect([await readLink(token), await read(link)]).toEqual([null, null]);

    expect(await readLink(link)).toMatchObject({ state: "open", full_name: "Zubaida Quraishi", others: [] });
    expect(await entriesOf(requirement)).toEqual([]);
    expect([await press(link, { keep: true }), await press(link)]).toEqual([null, null]);
    const [entry, ...others] = await entriesOf(requirement);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ state: "applied", said: entries.said, email: entries.email });
    // What the team may still undo is told on no page.
    const { answer_by } = (await readLink(link))!;
    await world().query(
      `update public.shortlist_entries set state = 'closed', turned_down_at = now() where id = '${String(entry!["id"])}'`,
    );
    expect([answer_by, (await readLink(link))!.answer_by]).toEqual([expect.any(String), answer_by]);
    const consents = await world().query(`select purpose, given_at is not null as is_given, card_digest
      from public.candidate_consents where candidate_id = '${String(entry!["candidate_id"])}' order by purpose`);
    const given = { is_given: true, card_digest: null };
    expect(consents).toEqual([
      { purpose: "apply", ...given },
      { purpose: "keep", ...given },
    ]);
    expect(await readLink(link)).toMatchObject({ state: "confirmed", answer_by: expect.any(String) as unknown });
    // Whoever sent the form learns nothing of the press.
    expect(await read(token)).toMatchObject({ email: entries.email, is_allowed: false });
    expect((await mailsTo(entries.email)).map(({ content }) => content)).toEqual([null]);
  });

  it("has the yes to the very bytes of page two, which the mailbox gives, and to no other card", async () => {
    const { requirement, slug } = await advertise(company.clientId, { is_named: true });
    const { token, link } = await apply(slug, acts.freshAddress());
    const { shown, company: named } = (await read(token))!;
    expect(named).toBe("Heron Shipyards");
    expect(shown.card).toEqual({ name: "Asha Rao", city: "Pune", notice_period: "30 days", skills: ["TIG welding"] });
    const allow = (digest?: string) => call(world().anon, "allow_card", { token, digest });
    expect(await allow("0".repeat(64))).toEqual([409, "card_changed"]);
    expect(await allow(shown.digest)).toBeNull();
    expect((await readLink(link))!.is_allowed).toBe(true);
    expect(await press(link, { digest: "1".repeat(64) })).toEqual([409, "card_changed"]);
    expect(await press(link, { digest: shown.digest })).toBeNull();
    const [entry] = await entriesOf(requirement);
    expect(
      await value(`select card_digest = private.card_digest(entry) from public.candidate_consents
        join public.shortlist_entries as entry on entry.id = applied_entry_id where entry.id = '${String(entry!["id"])}'`),
    ).toBe(true);
    // After the press page two gives nothing, and takes away what was given.
    const isAgreed = () =>
      value(
        `select (private.applied_yes(entry)).id is not null from public.shortlist_entries as entry where entry.id = '${String(entry!["id"])}'`,
      );
    expect(await isAgreed()).toBe(true);
    expect(await allow()).toBeNull();
    expect([await isAgreed(), await allow(shown.digest), await isAgreed()]).toEqual([false, null, false]);
    await world().query(`update public.candidate_consents as given set card_digest = private.card_digest(entry)
      from public.shortlist_entries as entry
      where entry.id = given.applied_entry_id and entry.id = '${String(entry!["id"])}'`);
    expect(await isAgreed()).toBe(true);
    // One word of the record is another now: the yes is to none of it.
    await world().query(`update public.candidates set city = 'Goa' where id = '${String(entry!["candidate_id"])}'`);
    expect(
      await value(
        `select private.applied_yes(entry) is null from public.shortlist_entries as entry where entry.id = '${String(entry!["id"])}'`,
      ),
    ).toBe(true);

    const confidential = await advertise(company.clientId);
    const other = await apply(confidential.slug, acts.freshAddress());
    const unnamed = (await read(other.token))!;
    expect(JSON.stringify([unnamed, await readLink(other.link)])).not.toContain("Heron");
    expect(await call(world().anon, "allow_card", { token: other.token, digest: unnamed.shown.digest })).toEqual([
      422,
      "company_not_named",
    ]);
  });

  it("has the yes to the company that stood beside the card, and to none that has its place since", async () => {
    const [mover, heir] = [await addCompany(world(), "Mover Works"), await addCompany(world(), "Heir Works")];
    const { requirement, slug } = await advertise(mover.clientId, { is_named: true });
    const { link } = await apply(slug, acts.freshAddress());
    const digestNow = async () => (await readLink(link))!.shown!.digest;
    const digest = await digestNow();
    // While the page is open the job becomes another company's, and is opened again with that one's name.
    await world().query(
      `update public.job_requirements set client_id = '${heir.clientId}' where id = '${requirement}'`,
    );
    await world().query(
      `update public.adverts set closed_at = null, is_named = true where requirement_id = '${requirement}'`,
    );
    expect(await press(link, { digest })).toEqual([409, "card_changed"]);
    const moved = await digestNow();
    await world().query(`update public.clients set company_name = 'Later Works' where id = '${heir.clientId}'`);
    await world().query(`update public.adverts set is_named = true where requirement_id = '${requirement}'`);
    expect(await press(link, { digest: moved })).toEqual([409, "card_changed"]);
    expect(await press(link, { digest: await digestNow() })).toBeNull();
  });

  it("takes no yes from whoever typed the form: the mailbox's own press says what holds", async () => {
    const { requirement, slug } = await advertise(company.clientId, { is_named: true });
    const entries = applicant();
    const { token } = await send(slug, entries, { keep: true });
    const { digest } = (await read(token))!.shown;
    expect(await call(world().anon, "allow_card", { token, digest })).toBeNull();
    const link = await linkOf(entries.email);
    expect(await readLink(link)).toMatchObject({ keep: true, is_allowed: true });
    expect(await press(link)).toBeNull();
    const [entry] = await entriesOf(requirement);
    const consents = `select purpose, card_digest from public.candidate_consents
      where candidate_id = '${String(entry!["candidate_id"])}'`;
    expect(await world().query(consents)).toEqual([{ purpose: "apply", card_digest: null }]);
  });

  it("finds who is known by their address and overwrites nothing; where they work now must not know", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const known = await save(recruiter, { phone: "+91 11111 22222", city: "Pune" });
    const before = await value(`select to_jsonb(person) - array['last_activity_at', 'email_confirmed_at', 'updated_at']
      from public.candidates as person where id = '${known.id}'`);
    const { link } = await apply(slug, known.email, { employer: "Secret Forge" });
    const isAlike = await send(slug, applicant());
    expect([isAlike.refused, isAlike.token.length]).toEqual([undefined, 64]);
    expect(await mailsTo(known.email)).toHaveLength(1);
    await press(link);
    expect(
      await value(`select to_jsonb(person) - array['last_activity_at', 'email_confirmed_at', 'updated_at']
      from public.candidates as person where id = '${known.id}'`),
    ).toEqual(before);
    const [entry] = await entriesOf(requirement);
    expect(entry).toMatchObject({ candidate_id: known.id, state: "applied", phone: "+91 11111 22222" });
    expect(await value(`select differs from private.applications where entry_id = '${String(entry!["id"])}'`)).toEqual({
      phone: "+91 98765 43210",
      skills: ["TIG welding"],
      notice_period: "30 days",
      employer: "Secret Forge",
    });
    expect(
      await world().query(
        `select named, is_employer, is_own from public.candidate_never where candidate_id = '${known.id}'`,
      ),
    ).toEqual([{ named: "Secret Forge", is_employer: true, is_own: true }]);
  });

  it("is one entry for one person and job: by two forms, by two spellings, and whatever the team was at", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const email = acts.freshAddress();
    for (const spelling of [email, ` ${email.toUpperCase()} `, email.replace("@", "+work@")]) {
      await press((await apply(slug, spelling, { said: spelling })).link);
    }
    expect((await entriesOf(requirement)).map(({ said }) => said)).toEqual([email.toUpperCase()]);

    // Whom the team had in mind has applied by now; whom it has asked stays asked.
    const thought = await save(recruiter);
    const thoughtOf = await add(recruiter, requirement, thought.id);
    await press((await apply(slug, thought.email)).link);
    const asked = await save(recruiter);
    const askedEntry = await ask(recruiter, requirement, asked.id);
    const { link } = await apply(slug, asked.email);
    await press(link);
    expect([await stateOf(thoughtOf), await stateOf(askedEntry)]).toEqual(["applied", "asked"]);
    expect(await readLink(link)).toMatchObject({ state: "confirmed", answer_by: null });

    // Whoever was turned down has their answer.
    const down = await apply(slug, acts.freshAddress());
    await press(down.link);
    const entry = await value(`select entry_id from private.applications where email = '${down.entries.email}'`);
    expect(await call(recruiter.api, "turn_down_applicants", { entries: [entry], seen: [1] })).toBe(1);
    await press((await apply(slug, down.entries.email, { said: "Once more" })).link);
    expect((await entriesOf(requirement)).find(({ id }) => id === entry)).toMatchObject({
      state: "closed",
      said: down.entries.said,
    });
    // Of a job that was opened again since, they have none.
    await world().query(`update public.adverts set opened_at = now() where requirement_id = '${requirement}'`);
    await press((await apply(slug, down.entries.email, { said: "Once more" })).link);
    expect((await entriesOf(requirement)).find(({ id }) => id === entry)).toMatchObject({
      state: "applied",
      said: "Once more",
    });

    // Nor has whoever was taken on, and not asked yet, another one coming; until it is opened again.
    const on = await apply(slug, acts.freshAddress());
    await press(on.link);
    const taken = await value(`select entry_id from private.applications where email = '${on.entries.email}'`);
    expect(await call(recruiter.api, "take_on_applicants", { entries: [taken], seen: [1] })).toMatchObject({
      taken_on: 1,
    });
    await press((await apply(slug, on.entries.email, { said: "Once more" })).link);
    const takenEntry = async () => (await entriesOf(requirement)).find(({ id }) => id === taken);
    expect(await takenEntry()).toMatchObject({ state: "draft", said: on.entries.said });
    await world().query(`update public.adverts set opened_at = now() where requirement_id = '${requirement}'`);
    await press((await apply(slug, on.entries.email, { said: "Once more" })).link);
    expect(await takenEntry()).toMatchObject({ state: "applied", said: "Once more" });
  });

  it("sent again while it waits has the last word: its words, its ticks, and where they work now", async () => {
    const { requirement, slug } = await advertise(company.clientId, { is_named: true });
    const email = acts.freshAddress();
    const first = await apply(slug, email, { employer: null });
    const corrected = { employer: "Heron Shipyards", phone: "+91 90000 00001", said: "Corrected." };
    const second = await apply(slug, email, corrected);
    expect(await readLink(second.link)).toMatchObject(corrected);
    const tick = async (link: string) => ({ digest: (await readLink(link))!.shown!.digest });
    expect(await press(first.link, await tick(first.link))).toBeNull();
    const waiting = async () => (await entriesOf(requirement)).map(({ id, state, said }) => [id, state, said]);
    const [[entry] = []] = await waiting();
    await world().query(
      `update public.shortlist_entries set applied_at = applied_at - interval '1 hour' where id = '${String(entry)}'`,
    );
    const appliedAt = () => value(`select applied_at from public.shortlist_entries where id = '${String(entry)}'`);
    const since = await appliedAt();
    expect(await press(second.link, { ...(await tick(second.link)), keep: true })).toBeNull();
    expect([await waiting(), await appliedAt()]).toEqual([[[entry, "applied", "Corrected."]], since]);
    const seen = async () =>
      (await call<{ people: Record<string, unknown>[] }>(recruiter.api, "read_applicants", { requirement })).people;
    const { said: _, ...differs } = corrected;
    expect(await seen()).toMatchObject([{ differs: [differs], is_never: true, is_kept: true, yes: "card" }]);
    // Page two takes away what its own press has given, and nothing else.
    const take = (token: string) => call(world().anon, "allow_card", { token });
    expect([await take(first.token), (await seen())[0]!["yes"]]).toEqual([null, "card"]);
    expect([await take(second.token), (await seen())[0]!["yes"]]).toEqual([null, undefined]);
  });

  it("takes nothing on page two from who has agreed to a question, and is none of its company's while it can be undone", async () => {
    const { requirement, slug } = await advertise(company.clientId, { is_named: true });
    const sent = await apply(slug, acts.freshAddress());
    expect(await press(sent.link, { digest: (await readLink(sent.link))!.shown!.digest })).toBeNull();
    const [row] = await entriesOf(requirement);
    const entry = String(row!["id"]);
    const counts = () => value(`select private.candidate_counts('${requirement}') ->> 'agreed'`);
    expect(await call(recruiter.api, "take_on_applicants", { entries: [entry], seen: [1] })).toMatchObject({
      agreed: 1,
    });
    expect(await counts()).toBe("0");
    await world().query(
      `update public.requirement_events set created_at = created_at - interval '11 minutes' where requirement_id = '${requirement}'`,
    );
    expect(await counts()).toBe("1");
    const state = () => value(`select state from public.shortlist_entries where id = '${entry}'`);
    // As by a question of the team, later.
    await world().query(
      `update public.candidate_consents set given_at = now() + interval '1 second' where entry_id = '${entry}'`,
    );
    expect([await call(world().anon, "allow_card", { token: sent.token }), await state()]).toEqual([null, "agreed"]);
    await world().query(`update public.candidate_consents as made set given_at = given.given_at
      from public.candidate_consents as given where given.applied_entry_id = '${entry}' and made.entry_id = '${entry}'`);
    expect([await call(world().anon, "allow_card", { token: sent.token }), await state()]).toEqual([null, "draft"]);
  });

  it("withdrawn by a hundred leaves the shortlist room, and its page short", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    await world().query(`with made as (
        insert into public.candidates (full_name, source, is_adult) select 'Gone ' || place, 'Own application', true
          from generate_series(1, 100) as place returning id),
      listed as (insert into public.shortlists (requirement_id) values ('${requirement}'))
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, state, applied_at)
        select '${requirement}', id, 'Gone ' || row_number() over (), 'withdrawn', now() from made`);
    const { link } = await apply(slug, acts.freshAddress());
    expect(await press(link)).toBeNull();
    const entry = (await entriesOf(requirement)).find(({ state }) => state === "applied")!["id"];
    expect(await call(recruiter.api, "take_on_applicants", { entries: [entry], seen: [1] })).toMatchObject({
      taken_on: 1,
    });
    const { entries } = await call<{ entries: unknown[] }>(recruiter.api, "read_shortlist", { requirement });
    expect(entries).toHaveLength(21);
  });

  it("the same form again is the same application, and one mail; of whoever is under 18 nothing is kept", async () => {
    const { slug } = await advertise(company.clientId);
    const [entries, form] = [applicant(), randomUUID()];
    const first = await send(slug, entries, { form });
    expect(await send(slug, entries, { form })).toEqual(first);
    expect(await mailsTo(entries.email)).toHaveLength(1);
    // Whoever had its mail would press for another mailbox.
    const other = applicant();
    expect((await send(slug, other, { form })).refused).toEqual([409, "form_taken"]);
    expect((await send(slug, { ...entries, city: "Goa" }, { form })).refused).toEqual([409, "form_taken"]);
    expect(await tracesOf([other.email])).toEqual([]);
    // A name stands in one line: it is part of mails' heads.
    expect((await send(slug, applicant({ full_name: "Evil\r\nBcc: x@y.example" }))).refused).toEqual([
      400,
      "entries_unknown",
    ]);
    // Nobody types so much.
    const long = applicant({ city: `Pune${" ".repeat(20_000)}` });
    expect((await send(slug, long)).refused).toEqual([400, "entries_unknown"]);
    const minor = applicant({ is_adult: false, full_name: "Chhotu Minor" });
    expect((await send(slug, minor)).refused).toEqual([422, "under_age"]);
    expect(await tracesOf([minor.email, "Chhotu"])).toEqual([]);
  });

  it("asks a mailbox twice a day at most, and either mail has what else waits; a person applies five times a day", async () => {
    const email = acts.freshAddress();
    const jobs = [];
    for (let count = 0; count < 6; count += 1) jobs.push(await advertise(company.clientId));
    const links: string[] = [];
    for (const { slug } of jobs) links.push((await apply(slug, email)).link);
    expect(await mailsTo(email)).toHaveLength(2);
    const { others } = (await readLink(links[0]!))!;
    expect(others.map(({ token }) => token).sort()).toEqual(links.slice(1).sort());
    for (const link of links.slice(0, 5)) expect(await press(link)).toBeNull();
    expect(await press(links[5]!)).toEqual([429, "too_many_applications"]);
    // Taking one back makes no room for another.
    const candidate = await value(`select id from public.candidates where email = '${email}'`);
    const entry = await value(`select id from public.shortlist_entries where candidate_id = '${candidate}' limit 1`);
    await call(world().anon, "withdraw_from", { session_token: await open(candidate), entry });
    expect(await press(links[5]!)).toEqual([429, "too_many_applications"]);
    await world().query(`update public.candidate_consents set given_at = given_at - interval '1 day'
      where candidate_id = '${candidate}'`);
    expect(await press(links[5]!)).toBeNull();
  });

  it("is sent again ten minutes later, and says when: the same before the press and after it, and of an address that gets none", async () => {
    const { slug } = await advertise(company.clientId);
    const [pressed, disowned] = [applicant(), applicant()];
    const pages: string[] = [];
    for (const entries of [pressed, disowned]) pages.push((await send(slug, entries)).token);
    const again = async (token: string) => {
      const { asked_at, again_at, is_new } = await call<{ asked_at: string; again_at: string; is_new: boolean }>(
        world().anon,
        "mail_application",
        { token },
      );
      return [is_new, Date.parse(again_at) - Date.parse(asked_at)];
    };
    for (const token of pages) expect(await again(token)).toEqual([false, 600_000]);
    const told = async (token: string) => [
      { ...(await read(token))!, email: "" },
      await call(world().anon, "typed_application", { token }),
    ];
    const before = await Promise.all(pages.map(told));
    expect(await press(await linkOf(pressed.email))).toBeNull();
    expect(await call(world().anon, "disown_application", { token: await linkOf(disowned.email) })).toBeNull();
    for (const token of pages) expect(await again(token)).toEqual([false, 600_000]);
    for (const { email } of [pressed, disowned]) await wait(email, "11 minutes");
    for (const token of pages) expect(await again(token)).toEqual([true, 600_000]);
    expect(await Promise.all(pages.map(told))).toEqual(before);
    // Whoever has pressed is not asked, which would be one of the two mails of a day; nor is who has said that it is not them.
    expect([(await mailsTo(pressed.email)).length, (await mailsTo(disowned.email)).length]).toEqual([1, 0]);
    // Of that nothing is left once page two is over.
    await wait(disowned.email, "61 minutes");
    await world().query("select private.queue_due_mails()");
    expect([await read(pages[1]!), await tracesOf([disowned.email])]).toEqual([null, []]);
    const waiting = applicant();
    const { token } = await send(slug, waiting);
    await wait(waiting.email, "11 minutes");
    expect(await again(token)).toEqual([true, 600_000]);
    expect((await mailsTo(waiting.email)).length).toBe(2);
  });

  it("answers and looks the same on page two before the press and after it, whatever is ticked there", async () => {
    const { slug } = await advertise(company.clientId, { is_named: true });
    const [waiting, pressed, disowned] = [applicant(), applicant(), applicant()];
    const pages: string[] = [];
    for (const entries of [waiting, pressed, disowned]) pages.push((await send(slug, entries)).token);
    expect(await press(await linkOf(pressed.email))).toBeNull();
    expect(await call(world().anon, "disown_application", { token: await linkOf(disowned.email) })).toBeNull();
    for (const token of pages) {
      const allow = async (digest?: string) => [
        await call(world().anon, "allow_card", { token, digest }),
        (await read(token))!.is_allowed,
      ];
      const { digest } = (await read(token))!.shown;
      expect(await allow("0".repeat(64))).toEqual([[409, "card_changed"], false]);
      expect([await allow(digest), await allow(), await allow(digest)]).toEqual([
        [null, true],
        [null, false],
        [null, true],
      ]);
    }
    // Nor does it tell what somebody has taken back on their own page.
    const [candidate, entry] = await Promise.all([
      value(`select id from public.candidates where email = '${pressed.email}'`),
      value(`select entry_id from private.applications where email = '${pressed.email}'`),
    ]);
    expect(await call(world().anon, "take_own_card_back", { session_token: await open(candidate), entry })).toBeNull();
    expect((await read(pages[1]!))!.is_allowed).toBe(true);
  });

  it("has all that was typed for whoever has sent it, for an hour, and while somebody can apply", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const entries = applicant();
    const { token } = await send(slug, entries, { keep: true });
    const typed = () => call<object | null>(world().anon, "typed_application", { token });
    const { is_adult: _, ...texts } = entries;
    expect(await typed()).toEqual({ slug, title: "Welder", keep: true, entries: texts });
    expect(await call(world().anon, "typed_application", { token: await linkOf(entries.email) })).toBeNull();
    await world().query(`update public.adverts set closed_at = now() where requirement_id = '${requirement}'`);
    expect(await typed()).toBeNull();
    await world().query(`update public.adverts set closed_at = null where requirement_id = '${requirement}'`);
    await wait(entries.email, "61 minutes");
    expect(await typed()).toBeNull();
  });

  it("is over at the wrong mailbox once it was sent with the right address, and is asked there no oftener for it", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const wrong = acts.freshAddress();
    let page = "";
    const replaced: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const { token } = await send(slug, applicant({ email: wrong }));
      replaced.push(await linkOf(wrong));
      // It has gone, and counts.
      await world().query(`update public.mail_outbox set first_attempt_at = now() where address = '${wrong}'`);
      ({ token: page } = await send(slug, applicant(), { instead_of: token }));
      expect([await read(token), await readLink(replaced.at(-1)!)]).toEqual([null, null]);
      expect(await press(replaced.at(-1)!)).toEqual([404, "link_unknown"]);
    }
    expect((await mailsTo(wrong)).map(({ content }) => content)).toEqual([null, null, null, null]);
    expect(await value(`select bool_and(entries = '{}') from private.applications where email = '${wrong}'`)).toBe(
      true,
    );
    await wait(wrong, "21 hours");
    await world().query("select private.queue_due_mails()");
    expect(await mailsTo(wrong)).toHaveLength(4);
    // What waits in turn goes no more. Another link, or the same address, ends nothing; nor does what was pressed.
    const first = applicant();
    const { token } = await send(slug, first);
    await send(slug, applicant(), { instead_of: await linkOf(first.email) });
    await send(slug, { ...first, city: "Goa" }, { instead_of: token });
    expect([(await read(token))!.email, (await mailsTo(first.email)).length]).toEqual([first.email, 2]);
    await send(slug, applicant(), { instead_of: token });
    expect(await mailsTo(first.email)).toHaveLength(1);
    const right = (await read(page))!.email;
    expect(await press(await linkOf(right))).toBeNull();
    await send(slug, applicant(), { instead_of: page });
    expect((await entriesOf(requirement)).map(({ email }) => email)).toEqual([right]);
    expect(await read(page)).toMatchObject({ email: right });
  });

  it("shuts nobody out who has the mailbox: what they send has its mail, and every link there leads to it", async () => {
    const { slug } = await advertise(company.clientId);
    const email = acts.freshAddress();
    const links: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { token } = await send(slug, applicant({ email }));
      links.push(await linkOf(email));
      await world().query(`update public.mail_outbox set first_attempt_at = now() where address = '${email}'`);
      await send(slug, applicant(), { instead_of: token });
    }
    await send(slug, applicant({ email }));
    const own = await linkOf(email);
    const [mail] = (await mailsTo(email)).slice(2);
    expect(mail).toMatchObject({ content: { token: own } });
    for (const link of links) {
      expect(await readLink(link)).toMatchObject({ state: "over", others: [{ token: own }] });
      expect(await press(link)).toEqual([404, "link_unknown"]);
    }
    // However much somebody else sends there: from each page the next leads on.
    for (let turn = 0; turn < 12; turn += 1) await send(slug, applicant({ email }));
    const found = new Set([links[0]!]);
    for (const link of found) for (const { token } of (await readLink(link))!.others) found.add(token);
    expect(found.size).toBe(14);
    // Also once the address of what was pressed is forgotten.
    expect(await press(own)).toBeNull();
    await wait(email, "61 minutes");
    await world().query("select private.clear_confirmed()");
    expect((await readLink(own))!.others).toHaveLength(10);
  });

  it("counts what a mailbox was asked in a day also where its application is gone by then", async () => {
    const { slug } = await advertise(company.clientId);
    const email = acts.freshAddress();
    const gone = await apply(slug, email);
    await world().query(`update public.mail_outbox set first_attempt_at = now() where address = '${email}'`);
    // Its reminder may be younger than a day when it ends.
    await world().query(
      `update private.applications set created_at = now() - interval '49 hours' where email = '${email}'`,
    );
    await world().query("select private.forget_unconfirmed()");
    expect([await readLink(gone.link), await tracesOf([email])]).toEqual([null, []]);
    for (let turn = 0; turn < 2; turn += 1) await send(slug, applicant({ email }));
    expect(await mailsTo(email)).toHaveLength(1);
    // By "not mine" of their page, which is undone, they get no more of them.
    await world().query(`update public.mail_outbox set first_attempt_at = now() where address = '${email}'`);
    await world().query(
      `select private.end_disowned(array(select id from private.applications where email = '${email}'))`,
    );
    await send(slug, applicant({ email }));
    expect(await mailsTo(email)).toEqual([]);
    // A day later it is forgotten, and they are asked again.
    await world().query("update private.forgotten_confirmations set mailed_at = mailed_at - interval '1 day'");
    await world().query("select private.forget_unconfirmed()");
    expect(await value("select count(*)::integer from private.forgotten_confirmations")).toBe(0);
    await send(slug, applicant({ email }));
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("reminds a mailbox once after twenty hours, and keeps nothing after forty-eight", async () => {
    const { slug } = await advertise(company.clientId);
    const { link, entries } = await apply(slug, acts.freshAddress());
    const { email } = entries;
    const remind = () => world().query("select private.queue_due_mails()");
    await remind();
    expect(await mailsTo(email)).toHaveLength(1);
    await wait(email, "21 hours");
    for (let run = 0; run < 2; run += 1) await remind();
    expect((await mailsTo(email)).map(({ content }) => (content as { is_reminder?: boolean }).is_reminder)).toEqual([
      undefined,
      true,
    ]);
    await wait(email, "27 hours");
    expect(await readLink(link)).toBeNull();
    expect(await press(link)).toEqual([404, "link_unknown"]);
    await remind();
    expect(await tracesOf([email])).toEqual([]);
  });

  it("lives no longer for its form that comes again: while page two is there it is the same one, then another", async () => {
    const { slug } = await advertise(company.clientId);
    for (const is_suspect of [false, true]) {
      const [entries, form] = [applicant(), randomUUID()];
      const { token } = await send(slug, entries, { form, is_suspect });
      await wait(entries.email, "50 minutes");
      expect((await send(slug, entries, { form, is_suspect: false })).token).toBe(token);
      expect(await read(token)).toMatchObject({ email: entries.email, is_held: false });
      await wait(entries.email, "46 hours");
      expect(await read(token)).toBeNull();
      const second = await send(slug, entries, { form });
      expect(second.token).not.toBe(token);
      await wait(entries.email, "2 hours");
      await world().query("select private.forget_unconfirmed()");
      expect(
        await value(`select array_agg(private.application_token(id, 'apply')) from private.applications
          where email = '${entries.email}'`),
      ).toEqual([second.token]);
    }
    // Nor by being released once it was held back.
    const held = applicant();
    const { token } = await send(slug, held, { is_suspect: true });
    await wait(held.email, "47 hours");
    await call(world().anon, "mail_application", { token });
    expect(await read(token)).toMatchObject({ is_held: false });
    await wait(held.email, "61 minutes");
    await world().query("select private.forget_unconfirmed()");
    expect(await tracesOf([held.email])).toEqual([]);
  });

  it("hands out no link to what waits for another spelling, where a plus sign may tell two people apart", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const email = acts.freshAddress();
    const own = await apply(slug, email.replace("@", "+mine@"));
    const other = await apply(slug, email);
    expect(await readLink(own.link)).toMatchObject({ state: "open", others: [] });
    // What the other has withdrawn stays so, and no link to their page is told.
    expect(await press(other.link)).toBeNull();
    const [entry] = await entriesOf(requirement);
    const session_token = await open(String(entry!["candidate_id"]));
    await call(world().anon, "withdraw_from", { session_token, entry: entry!["id"] });
    expect(await press(own.link)).toBeNull();
    expect((await entriesOf(requirement)).map(({ state, email: whose }) => [whose, state])).toEqual([
      [email, "withdrawn"],
      [own.entries.email, "applied"],
    ]);
    const third = await apply(slug, email.replace("@", "+third@"));
    expect(await press(third.link)).toBeNull();
    expect((await readLink(third.link))!.own_token).toBeNull();
    expect(await entriesOf(requirement)).toHaveLength(2);
    // Nor is it told since when the other waits.
    await world().query(`update public.shortlist_entries set applied_at = applied_at - interval '1 day'
      where requirement_id = '${requirement}' and state = 'applied'`);
    const told = (await readLink(third.link))!.answer_by!;
    expect(Date.parse(told)).toBeGreaterThan(Date.parse((await readLink(own.link))!.answer_by!));
    // Nor does erasing the one end what waits for the other.
    const others = [await apply(slug, email), await apply(slug, own.entries.email)];
    const applied = (await entriesOf(requirement)).find(({ email: whose }) => whose === own.entries.email)!;
    await call(world().anon, "erase_own_candidate", { session_token: await open(String(applied["candidate_id"])) });
    expect([(await readLink(others[0]!.link))?.state, await readLink(others[1]!.link)]).toEqual(["open", null]);
  });

  it("leads from the mail to the own page also once the address is forgotten", async () => {
    const { slug } = await advertise(company.clientId);
    const { entries, link } = await apply(slug, acts.freshAddress());
    expect(await press(link)).toBeNull();
    await world().query(`update private.applications set created_at = created_at - interval '2 hours'
      where email = '${entries.email}'`);
    await world().query("select private.clear_confirmed()");
    expect((await readLink(link))!.own_token).toMatch(/^[0-9a-f]{64}/);
  });

  it("knows a mailbox of Google's by any dots: two mails, one entry", async () => {
    const [one, other] = [await advertise(company.clientId), await advertise(company.clientId)];
    const name = acts.freshAddress().replace(/-|@.*/g, "");
    const spellings = [`${name}@gmail.com`, `${name[0]}.${name.slice(1)}+a@gmail.com`, `${name}.@googlemail.com`];
    const links: string[] = [];
    for (const email of spellings) links.push((await apply(one.slug, email)).link);
    await apply(other.slug, `${name.slice(0, 3)}.${name.slice(3)}@gmail.com`);
    // What waits for the mailbox stands on each of its pages, however its address was typed.
    expect((await readLink(links[0]!))!.others).toHaveLength(3);
    expect(
      await value(`select count(*)::integer from public.mail_outbox
        where template = 'application_confirm' and replace(address, '.', '') like '${name}%'`),
    ).toBe(2);
    for (const link of links) expect(await press(link)).toBeNull();
    expect(await entriesOf(one.requirement)).toHaveLength(1);
    // "This is not me" is said for all of them; of before these were one, of the spelling that was known.
    const known = await value(`select private.candidate_token(id, link_issue) from public.candidates
      where private.applicant_mailbox(email) = '${name}@gmail.com'`);
    expect(await call(world().anon, "disown_address", { token: known })).toBeNull();
    await world().query(
      "insert into private.disowned_mailboxes (subject) values (private.subject_of('b.e.fore@gmail.com')) on conflict do nothing",
    );
    const disowned = spellings.concat("b.e.fore@gmail.com").map((email) => `private.is_disowned('${email}')`);
    expect(await value(`select array[${disowned.join(", ")}]`)).toEqual([true, true, true, true]);
    await send(other.slug, applicant({ email: spellings[1] }));
    expect(
      await value(`select count(*)::integer from public.mail_outbox
        where template = 'application_confirm' and replace(address, '.', '') like '${name}%'`),
    ).toBe(0);
  });

  it("by 'This is not me' that one is gone, and for a day nobody is mailed there; what else is the mailbox's stays", async () => {
    const [one, other] = [await advertise(company.clientId), await advertise(company.clientId)];
    const known = await save(recruiter);
    const requirement = await file(company.clientId);
    const entry = await ask(recruiter, requirement, known.id);
    const own = await apply(other.slug, known.email);
    const { link } = await apply(one.slug, known.email);
    expect(await call(world().anon, "disown_application", { token: link })).toBeNull();
    expect(await readLink(link)).toMatchObject({ state: "over", others: [{ token: own.link }] });
    expect(await press(link)).toEqual([404, "link_unknown"]);
    await apply(one.slug, known.email.replace("@", "+again@"));
    expect(await mailsTo(known.email)).toHaveLength(1);
    expect(await press(own.link)).toBeNull();
    expect(await stateOf(entry)).toBe("asked");
    expect(await value(`select email from public.candidates where id = '${known.id}'`)).toBe(known.email);
  });

  it("takes nothing for a job that has closed, not the press either", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const { link, token } = await apply(slug, acts.freshAddress());
    await world().query(
      `update public.adverts set closes_on = private.today() - 1 where requirement_id = '${requirement}'`,
    );
    expect((await send(slug, applicant())).refused).toEqual([410, "advert_closed"]);
    expect((await send("no-such-job-abcd", applicant())).refused).toEqual([404, "advert_not_found"]);
    expect(await press(link)).toEqual([410, "advert_closed"]);
    expect(await readLink(link)).toMatchObject({ state: "closed" });
    expect(await read(token)).toMatchObject({ is_open: false });
    expect(await entriesOf(requirement)).toEqual([]);
  });

  it("for a job that is open again is one once more, also of whoever was turned down before", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const [over, judged, past] = [acts.freshAddress(), acts.freshAddress(), acts.freshAddress()];
    for (const email of [over, judged, past]) await press((await apply(slug, email)).link);
    const entryOfAddress = async (email: string) =>
      (await entriesOf(requirement)).find((each) => each["email"] === email)!;
    const { id } = await entryOfAddress(judged);
    await call(recruiter.api, "turn_down_applicants", { entries: [id], seen: [1], words: "Not now." });
    // While it stays open they have their answer.
    await press((await apply(slug, judged)).link);
    expect(await entryOfAddress(judged)).toMatchObject({ state: "closed" });

    const version = () => value(`select version from public.adverts where requirement_id = '${requirement}'`);
    await call(company.owner.api, "take_down_advert", { requirement, seen: await version() });
    expect(await entryOfAddress(over)).toMatchObject({ state: "closed" });
    await call(recruiter.api, "open_advert", {
      requirement,
      seen: await version(),
      closes_on: await value("select private.today() + 9"),
    });
    // Where a plus sign may tell two people apart, what is over stays so.
    const beside = past.replace("@", "+beside@");
    await press((await apply(slug, beside)).link);
    for (const email of [over, judged]) await press((await apply(slug, email, { said: "Once more." })).link);
    const waiting = await entriesOf(requirement);
    expect(waiting.map(({ email, state }) => [email, state]).sort()).toEqual(
      [...[over, judged, beside].map((email) => [email, "applied"]), [past, "closed"]].sort(),
    );
    // Each has one answer to what they have sent last.
    const { people } = await call<{ people: { id: string; version: number }[] }>(recruiter.api, "read_applicants", {
      requirement,
    });
    const answered = { entries: people.map((each) => each.id), seen: people.map((each) => each.version) };
    expect(await call(recruiter.api, "turn_down_applicants", answered)).toBe(3);
    expect(
      await value(`select count(*)::integer from public.mail_outbox where template = 'application_answer'
        and next_attempt_at is not null and address = any (array['${over}', '${judged}', '${beside}'])`),
    ).toBe(3);
  });

  describe("a program that posts from many networks more than mails may go in an hour", () => {
    const KEY = "what the site and the database share";

    /** Sends applications, each by itself, as the site does for whoever comes from so many networks. */
    const post = (slug: string, count: number, networks: number, name: string) =>
      world().query(`do $posts$
        declare
          networks text;
          proof text;
        begin
          for place in 0..${count - 1} loop
            networks := md5('${name}' || place % ${networks}) || '.' || md5('around ${name}' || place % ${networks});
            proof := private.sender_proof('${KEY}', networks);
            perform set_config('request.headers', jsonb_build_object('x-sender-network', networks || '.' || proof)::text, true);
            set local role anon;
            perform public.apply_for_job('${slug}', gen_random_uuid(), jsonb_build_object('full_name', 'A Bot', 'is_adult', true,
              'email', '${name}' || place || '@bots.example'), false, false, 'en');
            reset role;
            commit;
          end loop;
        end $posts$`);

    it("changes nothing that the team sees, and a person of another network is asked at once", async () => {
      const { slug } = await advertise(company.clientId);
      const seen = async () => [
        await call(recruiter.api, "count_inbox", {}),
        await dayOf(recruiter),
        await value("select count(*)::integer from public.inbox_items"),
        await value("select count(*)::integer from public.candidates"),
      ];
      await world().query(`update private.settings set sender_key = '${KEY}'`);
      try {
        const before = await seen();
        // Of 195 before there is what is counted of each: that it was the fourth of its network, and when its mail goes.
        await post(slug, 4, 1, "first");
        await world().query(`insert into private.applications
          select before.* from private.applications as fourth cross join generate_series(1, 194) as place
            cross join jsonb_populate_record(fourth, jsonb_build_object('id', gen_random_uuid(), 'form_id', gen_random_uuid(),
              'email', 'before' || place || '@bots.example')) as before
            where fourth.email = 'first3@bots.example'`);
        await post(slug, 40, 10, "bot");
        expect(await seen()).toEqual(before);
        const inTurn = await value<number>(`select count(*)::integer from public.mail_outbox
          where template = 'application_confirm' and address like '%@bots.example' and not_before > now()`);
        // Ten each are the first, the second and the third of their network; of the others two hundred go within the hour.
        expect(inTurn).toBeGreaterThanOrEqual(5);
        // So are the second and the third of theirs.
        await post(slug, 3, 1, "person");
        for (const place of [0, 1, 2]) {
          expect(await mailsTo(`person${place}@bots.example`)).toMatchObject([{ is_due: true }]);
        }
        // What one network sends beyond ten an hour is asked of nobody.
        await post(slug, 14, 1, "flooding");
        expect(
          await value(`select count(*)::integer from public.mail_outbox where address like 'flooding%@bots.example'`),
        ).toBe(10);
        expect(
          await value(`select count(*)::integer from private.applications where email like 'flooding%' and is_flood`),
        ).toBe(4);
        // Where its turn would come too late no mail goes, and page two says so.
        await world().query(
          "update private.applications set mailed_at = now() + interval '48 hours' where network_place = 4",
        );
        await post(slug, 4, 1, "late");
        expect((await mailsTo("late2@bots.example")).length).toBe(1);
        expect(await mailsTo("late3@bots.example")).toEqual([]);
        const late = await value(`select id from private.applications where email = 'late3@bots.example'`);
        expect(await read(await value(`select private.application_token('${late}', 'apply')`))).toMatchObject({
          is_held: true,
        });
      } finally {
        await world().query("update private.settings set sender_key = null");
        await world().query("delete from private.form_senders");
        await world().query("delete from private.applications where email like '%@bots.example'");
      }
    });

    it("sent faster than a person types is asked of nobody, until whoever is a person presses on page two", async () => {
      const { slug } = await advertise(company.clientId);
      const entries = applicant();
      const { token } = await send(slug, entries, { is_suspect: true });
      // For longer than the hour of page two, since a network may have to wait for as long.
      await wait(entries.email, "2 hours");
      expect([await mailsTo(entries.email), (await read(token))!.is_held]).toEqual([[], true]);
      expect(await call(world().anon, "mail_application", { token })).toMatchObject({ is_new: true });
      expect([(await mailsTo(entries.email)).length, (await read(token))!.is_held]).toEqual([1, false]);
    });
  });
}
