import { randomInt, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs, type Entries } from "../../support/people/candidates.ts";
import { freshEmail } from "../../support/people/people.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

type Counts = Record<"all" | "wrong" | "known" | "hint" | "made" | "filled" | "left", number>;
type Row = {
  place: number;
  known_by: string | null;
  is_hint: boolean;
  twin_place: number | null;
  outcome: string | null;
  cells: string[];
  problems: string[];
};
type Read = { counts: Counts; rows: (Row & { candidate_id: string | null; known: { id: string } | null })[] };

/** Tables of candidates: who is known, what is made of them by one press, and how that is undone (docs/decisions/candidates.md). */
export function describeImports(world: () => World): void {
  const { save, file, add, value } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const colleague = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Ibis Importers Pvt Ltd"));

  const number = () => `+91 ${randomInt(60_000, 99_999)} ${randomInt(10_000, 99_999)}`;
  const mark = () => `Z${randomUUID().slice(0, 8)}`;

  /** Stages people as a table of theirs. @returns its id */
  async function stage(
    people: readonly (Entries | null)[],
    { api }: Member = recruiter,
    cellsOf: (entries: Entries, place: number) => string[] = () => ["x"],
  ): Promise<string> {
    const rows = people.map((entries, place) => ({
      place: place + 2,
      cells: cellsOf(entries ?? {}, place),
      entries,
      problems: entries ? [] : ["Bad"],
    }));
    const table = { form: randomUUID(), head: ["Name"], columns: ["full_name"], has_head: true, rows };
    return call<string>(api, "stage_import", table);
  }
  const read = (id: string, { api }: Member = recruiter) => call<Read>(api, "read_import", { import: id, size: 100 });
  const run = (id: string, known = "leave", { api }: Member = recruiter) =>
    call<Counts>(api, "run_import", { import: id, known, source: "Import 26 Nov 2026, Job fair" });
  const undo = (id: string) => call(recruiter.api, "undo_import", { import: id });
  const recordOf = (id: string) =>
    value<Entries | undefined>(`select to_jsonb(kept) from public.candidates as kept where id = '${id}'`);

  it("knows by mailbox, by number with name, by name and town alone; a number alone is a hint", async () => {
    const [name, phone, other] = [mark(), number(), number()];
    const byMail = await save(recruiter, { full_name: `Asha ${name}` });
    const byNumber = await save(recruiter, { full_name: `Ravi Kumar ${name}`, phone, email: null });
    const byName = await save(recruiter, { full_name: `Meena ${name}`, email: null, city: "Pune" });
    const table = await stage([
      { full_name: "Another Name", email: byMail.email.replace("@", "+jobs@") },
      { full_name: `${name} RAVI, kumar`, phone: phone.replace("+91 ", "0") },
      { full_name: `Someone Else ${name}`, phone },
      { full_name: `Meena ${name}`, city: "PUNE" },
      { full_name: `Meena ${name}`, city: "Delhi" },
      { full_name: `Fresh ${name}`, phone: other },
      { full_name: `Fresh ${name}`, phone: other.replace("+91", "0") },
      null,
    ]);
    const { rows, counts } = await read(table);
    expect(rows.map(({ known_by, is_hint, twin_place, known }) => [known_by, is_hint, twin_place, known?.id])).toEqual([
      ["address", false, null, byMail.id],
      ["number", false, null, byNumber.id],
      [null, true, null, byNumber.id],
      ["name", false, null, byName.id],
      [null, false, null, undefined],
      [null, false, null, undefined],
      [null, false, 7, undefined],
      [null, false, null, undefined],
    ]);
    expect(counts).toMatchObject({ all: 8, wrong: 1, known: 4, hint: 1 });
  });

  it("makes those who are new, once, and tells nobody; the second time nothing is new", async () => {
    const people = Array.from({ length: 30 }, () => ({ full_name: mark(), phone: number(), source: "Naukri" }));
    const mails = "select count(*)::integer from public.mail_outbox";
    const before = await value<number>(mails);
    const table = await stage([...people, null]);
    const counts = { made: 30, filled: 0, left: 0, wrong: 1 };
    expect(await run(table)).toMatchObject(counts);
    // A second press, and the same form again, are the same import.
    expect(await run(table)).toMatchObject(counts);
    const { rows } = await read(table);
    expect(await recordOf(rows[0]!.candidate_id!)).toMatchObject({
      full_name: people[0]!.full_name,
      source: "Naukri; Import 26 Nov 2026, Job fair",
      created_by: recruiter.userId,
      version: 1,
    });
    expect(await value<number>(mails)).toBe(before);
    for (const known of ["leave", "fill"]) {
      expect(await run(await stage(people), known)).toMatchObject({ made: 0, filled: 0, left: 30, wrong: 0 });
    }
    const names = people.map(({ full_name }) => `'${full_name}'`).join();
    expect(await value(`select count(*)::integer from public.candidates where full_name in (${names})`)).toBe(30);
  });

  it("fills in what a record has nothing for, and nothing else, by what is decided for all or for a row", async () => {
    const [first, second, third] = [
      await save(recruiter, { city: "Goa" }),
      await save(recruiter),
      await save(recruiter),
    ];
    const said = { full_name: "Changed Name", city: "Pune", headline: "Welder", phone: "98450 11223" };
    const pay = { expected_pay_amount: 5, expected_pay_currency: "INR", expected_pay_unit: "day" };
    const table = await stage([
      { ...said, ...pay, email: first.email },
      { ...said, email: second.email },
      { ...said, email: third.email },
    ]);
    await call(recruiter.api, "decide_import", { import: table, places: [3, 4], choices: ["leave", "make"] });
    expect(await run(table, "fill")).toMatchObject({ made: 1, filled: 1, left: 1 });
    expect(await recordOf(first.id)).toMatchObject({ full_name: "Asha Rao", city: "Goa", headline: "Site engineer" });
    expect(await recordOf(first.id)).toMatchObject({ phone: "98450 11223", expected_pay_unit: "day", version: 2 });
    expect(await recordOf(second.id)).toMatchObject({ phone: null, version: 1 });
    // A record that somebody has changed since keeps what they wrote, and loses the rest again.
    await call(recruiter.api, "save_candidate", { candidate: first.id, seen: 2, entries: { phone: "98450 99999" } });
    expect(await undo(table)).toEqual({ removed: 1, reverted: 1, kept: 0 });
    expect(await recordOf(first.id)).toMatchObject({ phone: "98450 99999", expected_pay_amount: null, city: "Goa" });
  });

  it("fills in no address: whoever is known by a number may be another, and nobody is mailed", async () => {
    const [full_name, phone, stranger] = [mark(), number(), freshEmail("stranger")];
    const { id } = await save(recruiter, { full_name, phone, email: null, headline: null });
    const entry = await add(recruiter, await file(company.clientId), id);
    // They have said yes by the link that went to their telephone.
    await world().query(
      `insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_at, rung_at, rung_by,
           given_at, card_digest, number_digest)
         values ('${id}', 'show', '${entry}', private.notice_version(), 'en', 'consent', 'phone_link', now(), now(), '${recruiter.userId}', now(),
                 repeat('0', 64), private.number_digest('${phone.replace(/\D/g, "")}'))`,
    );
    const mails = "select count(*)::integer from public.mail_outbox";
    const before = await value<number>(mails);
    const table = await stage([
      { full_name, phone, email: stranger, headline: "Welder" },
      { full_name: `Hint ${full_name}`, phone, email: freshEmail("hint"), city: "Pune" },
    ]);
    await call(recruiter.api, "decide_import", { import: table, places: [3], choices: ["fill"] });
    expect(await run(table, "fill")).toMatchObject({ made: 0, filled: 2 });
    expect(await recordOf(id)).toMatchObject({ email: null, headline: "Welder", city: "Pune" });
    expect(await value<number>(mails)).toBe(before);
    for (const { problems } of (await read(table)).rows)
      expect(problems.join()).toContain("email address is not filled in");
  });

  it("takes a thousand rows, each number twice, into a table that was empty when the planner last looked", async () => {
    await world().query("analyze private.import_rows");
    const people = Array.from({ length: 500 }, () => ({ full_name: mark(), phone: number() }));
    const table = await stage([...people, ...people]);
    const { counts } = await read(table);
    expect(counts).toMatchObject({ all: 1000, known: 500 });
    await call(recruiter.api, "discard_import", { import: table });
  });

  it("loses of an erased person their rows alone, and is undone rightly after", async () => {
    const [name, phone] = [mark(), number()];
    const address = `ann.${name.toLowerCase()}@erased.example`;
    const [people, others] = [
      [
        { full_name: mark(), email: `jo${address}` },
        { full_name: mark(), email: `${address}.in` },
        { full_name: mark(), phone },
      ],
      [
        { full_name: mark(), email: address.replace("@", "+jobs@") },
        { full_name: mark(), email: address },
      ],
    ];
    const table = await stage([...people, ...others], recruiter, ({ email, phone: typed }) => [
      String(email === `jo${address}` ? `${email}, x@y.example` : (email ?? typed)),
    ]);
    await run(table);
    const waiting = await stage([null, null, null, null], colleague, (_, place) => [
      [
        `Jo${address}`,
        `Ann <${address.toUpperCase()}>; second@x.example`,
        `${phone} / 0120-2345678`,
        `1${phone.slice(4)}99`,
      ][place]!,
    ]);
    await world().query(`select private.erase_person('${address}'), private.erase_person('${phone}')`);
    expect((await read(waiting, colleague)).rows.map(({ place }) => place)).toEqual([2, 5]);
    // Of whom the record stays, as the record of an address with a plus does, nothing is left but what was made.
    expect((await read(table)).rows.map(({ place, cells }) => [place, cells])).toEqual([
      [2, [`jo${address}, x@y.example`]],
      [3, [`${address}.in`]],
      [5, [""]],
    ]);
    expect(await undo(table)).toEqual({ removed: 3, reverted: 0, kept: 0 });
  });

  it("is undone for whom nobody has touched since; who is in process or spoken to stays", async () => {
    const table = await stage([1, 2, 3, 4].map(() => ({ full_name: mark(), phone: number() })));
    await run(table);
    const [listed, noted, edited, untouched] = (await read(table)).rows.map((each) => each.candidate_id!);
    await add(recruiter, await file(company.clientId), listed!);
    const note = `insert into public.candidate_notes (candidate_id, author, body, form_id)
      values ('${noted}', '${recruiter.userId}', 'Rang', gen_random_uuid())`;
    await world().query(note);
    await call(recruiter.api, "save_candidate", { candidate: edited, seen: 1, entries: { city: "Goa" } });
    expect(await undo(table)).toEqual({ removed: 1, reverted: 0, kept: 3 });
    for (const kept of [listed, noted, edited]) expect(await recordOf(kept!)).toBeDefined();
    expect(await recordOf(untouched!)).toBeUndefined();
    expect(await undo(table)).toEqual([409, "import_not_undoable"]);
  });

  it("is its owner's: no colleague reads, changes or imports it, and one table waits at a time", async () => {
    const table = await stage([{ full_name: mark(), phone: number() }]);
    expect(await read(table, colleague)).toBeNull();
    expect(await run(table, "leave", colleague)).toEqual([404, "import_not_found"]);
    const next = await stage([{ full_name: mark(), phone: number() }]);
    expect(await read(table)).toBeNull();
    expect((await read(next)).counts.all).toBe(1);
    await call(recruiter.api, "discard_import", { import: next });
    expect(await read(next)).toBeNull();
  });

  it("is nothing at all where one row can't be", async () => {
    const [good, bad] = [mark(), mark()];
    const table = await stage([{ full_name: good }, { full_name: bad, phone: "1".repeat(300) }]);
    expect(await run(table)).toEqual([expect.any(Number), expect.any(String)]);
    expect(await value(`select count(*)::integer from public.candidates where full_name = '${good}'`)).toBe(0);
    expect((await read(table)).rows.map(({ outcome }) => outcome)).toEqual([null, null]);
  });

  it("is kept for a day, and no row of somebody longer than they are", async () => {
    const person = await save(recruiter);
    const table = await stage([{ full_name: "Same", email: person.email }, { full_name: mark() }]);
    await world().query(`select private.forget_candidate('${person.id}')`);
    expect((await read(table)).rows.map(({ place }) => place)).toEqual([3]);
    await world().query(
      `update private.candidate_imports set created_at = now() - interval '25 hours' where id = '${table}'`,
    );
    expect(await read(table)).toBeNull();
    await world().query("select private.purge_expired()");
    expect(await value(`select count(*)::integer from private.import_rows where import_id = '${table}'`)).toBe(0);
  });

  it("takes ten tables of one person in a day", async () => {
    const busy = await addTeamMember(world(), "recruiter");
    for (let turn = 0; turn < 10; turn += 1) await run(await stage([{ full_name: mark() }], busy), "leave", busy);
    const last = await run(await stage([{ full_name: mark() }], busy), "leave", busy);
    expect(last).toEqual([429, "too_many_imports"]);
  });
}
