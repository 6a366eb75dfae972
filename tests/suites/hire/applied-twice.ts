import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { applyingActs } from "../../support/people/applying.ts";
import { candidateActs, type Entries } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** Somebody who is there already applies: nothing that they have sent is lost (docs/decisions/hire.md). */
export function describeAppliedTwice(world: () => World): void {
  const { value } = asking(world);
  const { add, ask, open, save, takeBack } = candidateActs(world);
  const { advertise, applicant, apply, freshAddress, linkOf, press, readLink, send } = applyingActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Kestrel Boilers"));

  type Applicant = Entries & { id: string; candidate_id: string; differs?: Entries[] | null };
  const applicants = async (requirement: string) =>
    (await call<{ people: Applicant[] }>(recruiter.api, "read_applicants", { requirement })).people;
  const seen = async (entry: string) => ({
    entries: [entry],
    seen: [await value<number>(`select version from public.shortlist_entries where id = '${entry}'`)],
  });
  const takeOn = async (entry: string) => call<unknown>(recruiter.api, "take_on_applicants", await seen(entry));
  const stateOf = (entry: string) => value(`select state from public.shortlist_entries where id = '${entry}'`);
  const differsOf = (entry: string) =>
    value<Entries[] | null>(
      `select private.typed_otherwise(entry) from public.shortlist_entries as entry where id = '${entry}'`,
    );
  const neverOf = (candidate: string) =>
    value<string[]>(
      `select coalesce(array_agg(named), '{}') from public.candidate_never where candidate_id = '${candidate}'`,
    );
  /** Sends page one. @returns page two, and the mail's link */
  async function sent(slug: string, entries: Entries) {
    const typed = applicant(entries);
    const { token } = await send(slug, typed);
    return { token, link: await linkOf(typed.email) };
  }
  const spelled = (email: string) => email.replace("@", "+work@");
  /** Two spellings of one mailbox of Google's. */
  function googles() {
    const name = randomUUID().slice(0, 8);
    return { dotted: `a.${name}@gmail.com`, plain: `a${name}@gmail.com` };
  }

  it("by two forms, pressed in either order: the one that was sent later has the word, and the other stands beside", async () => {
    const first = { phone: "+91 90000 00001", employer: null, said: "My first words." };
    const later = { phone: "+91 90000 00002", employer: "Kestrel Boilers", said: "Corrected." };
    for (const isReversed of [false, true]) {
      const { requirement, slug } = await advertise(company.clientId);
      const email = freshAddress();
      const links = [(await sent(slug, { email, ...first })).link, (await sent(slug, { email, ...later })).link];
      await world().query(
        `update private.applications set created_at = created_at - interval '1 minute' where id = '${links[0]!.slice(0, 32)}'::uuid`,
      );
      for (const link of isReversed ? links.toReversed() : links) expect(await press(link, { keep: true })).toBeNull();
      const [person, ...others] = await applicants(requirement);
      expect(others).toEqual([]);
      expect(person).toMatchObject({ said: later.said, is_never: true, is_kept: true });
      // Each number, and each word, is somewhere.
      expect(person!.differs).toEqual([
        isReversed
          ? { phone: first.phone, said: first.said }
          : { phone: later.phone, employer: later.employer, said: first.said },
      ]);
      expect(await takeOn(person!.id)).toEqual([422, "never_company"]);
    }
  });

  it("once more, and once more, has all of it beside, and is none of the five of a day", async () => {
    const email = freshAddress();
    const jobs = [];
    for (let count = 0; count < 6; count += 1) jobs.push(await advertise(company.clientId));
    for (const { slug } of jobs.slice(0, 5)) expect(await press((await sent(slug, { email })).link)).toBeNull();
    const [{ requirement, slug }] = jobs as [(typeof jobs)[number]];
    for (const city of ["Goa", "Kochi", "Goa"])
      expect(await press((await sent(slug, { email, city })).link)).toBeNull();
    expect((await applicants(requirement))[0]!.differs).toEqual([{ city: "Goa" }, { city: "Kochi" }]);
    expect(await press((await sent(jobs[5]!.slug, { email })).link)).toEqual([429, "too_many_applications"]);
  });

  it("where a plus sign may tell two people apart: what was typed stands beside with its address, and gives and takes nothing", async () => {
    const { requirement, slug } = await advertise(company.clientId, { is_named: true });
    const email = freshAddress();
    const entry = await apply(slug, { email }, true);
    const typed = {
      email: spelled(email),
      phone: "+91 90000 00003",
      employer: "Kestrel Boilers",
      said: "Other words.",
    };
    const other = await sent(slug, typed);
    const { digest } = (await readLink(other.link))!.shown!;
    expect(await press(other.link, { digest, keep: true })).toBeNull();
    const [person] = await applicants(requirement);
    expect(person).toMatchObject({ id: entry, said: applicant().said, yes: "card", is_never: false, is_kept: false });
    expect(person!.differs).toEqual([typed]);
    expect(await call(world().anon, "allow_card", { token: other.token })).toBeNull();
    expect((await applicants(requirement))[0]).toMatchObject({ yes: "card" });
    // It is not in the file of whoever has the record, and is found and erased by its own address, also after page two.
    await world().query(
      `update private.applications set page_until = now() - interval '1 minute' where entry_id = '${entry}'`,
    );
    await value("select private.clear_confirmed()");
    expect((await applicants(requirement))[0]!.differs).toEqual([typed]);
    const file = await call(world().anon, "export_own_candidate", { session_token: await open(person!.candidate_id) });
    expect(JSON.stringify(file)).not.toContain(typed.phone);
    const service = (name: string) => call(world().service, name, { address: typed.email });
    expect(JSON.stringify(await service("export_person"))).toContain(typed.phone);
    await service("erase_person");
    expect([await differsOf(entry), await stateOf(entry)]).toEqual([null, "applied"]);
  });

  it("by another spelling of Google's, whom the team knows: nothing typed is lost, and their employer must not know", async () => {
    const known = async (email: string) =>
      value(`insert into public.candidates (full_name, email, phone, city, source, is_adult)
        values ('Asha Rao', '${email}', '+91 90000 00000', 'Pune', 'typed', true) returning id`);
    const typed = { phone: "+91 90000 00004", employer: "Kestrel Boilers" };
    for (const isListed of [true, false]) {
      const { requirement, slug } = await advertise(company.clientId);
      const { dotted, plain } = googles();
      const candidate = await known(dotted);
      if (isListed) await add(recruiter, requirement, candidate);
      expect(await press((await sent(slug, { email: plain, ...typed })).link)).toBeNull();
      const [person] = await applicants(requirement);
      expect(person).toMatchObject({ candidate_id: candidate, is_known: true, is_never: true });
      expect(person!.differs).toMatchObject([typed]);
      expect([await neverOf(candidate), await takeOn(person!.id)]).toEqual([
        ["Kestrel Boilers"],
        [422, "never_company"],
      ]);
    }
  });

  it("whom the team has asked: they stay where they are, but what they typed stands beside, and an employer ends it", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const person = await save(recruiter);
    const entry = await ask(recruiter, requirement, person.id);
    expect(
      await press((await sent(slug, { email: person.email, said: "Once more." })).link, { keep: true }),
    ).toBeNull();
    expect([await stateOf(entry), await differsOf(entry)]).toMatchObject(["asked", [{ said: "Once more." }]]);
    expect(await value(`select private.has_keep_consent('${person.id}')`)).toBe(true);
    expect(await press((await sent(slug, { email: person.email, employer: "Kestrel Boilers" })).link)).toBeNull();
    expect(await stateOf(entry)).toBe("withdrawn");
  });

  it("takes a place of a full list when the team comes back to who was turned down", async () => {
    const { requirement, slug } = await advertise(company.clientId);
    const [first, second] = [await apply(slug), await apply(slug)];
    for (const entry of [first, second]) await call(recruiter.api, "turn_down_applicants", await seen(entry));
    const [one] = (await world().query(`with made as (
        insert into public.candidates (full_name, source, is_adult) select 'Thought of', 'typed', true from generate_series(1, 100) returning id)
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word)
        select '${requirement}', id, 'Thought ' || row_number() over () from made returning id`)) as { id: string }[];
    const comeBack = async (entry: string) =>
      add(
        recruiter,
        requirement,
        await value(`select candidate_id from public.shortlist_entries where id = '${entry}'`),
      );
    expect(await comeBack(first)).toEqual([422, "too_many_entries"]);
    await takeBack(recruiter, one!.id);
    expect([await comeBack(first), await comeBack(second)]).toEqual([first, [422, "too_many_entries"]]);
  });
}
