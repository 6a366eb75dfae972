import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { requirementOf } from "../../support/api/matrix.ts";
import { applyingActs } from "../../support/people/applying.ts";
import { addCompany, addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { NewsDesk } from "../../support/people/news.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

type Advert = {
  entries: Record<string, unknown>;
  version: number | null;
  state: string | null;
  job: ({ slug: string; company: string | null } & Record<string, unknown>) | null;
  against: string[];
  traces: string[];
  closed_by: string | null;
};
type CompanyAdvert = {
  job: Advert["job"];
  state: string | null;
  is_named: boolean;
  version: number;
  may_write: boolean;
  changed: { fields: string[] } | null;
};

/** A day, so many from today on, where the agency is. */
function dayIn(days: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + days * 86_400_000);
}

const COMPANY = "D’Souza & Zentrix (India) Pvt. Ltd.";
const BODY =
  "You weld pipes by TIG, to drawings. Six days a week, day shift, canteen and bus. Pay 25000 - 30000 a month.";

/** How an advert is written, opened and closed, and what its company says of it: the same on every backend. */
export function describeAdverts(world: () => World): void {
  const { add, rows, value } = asking(world);
  const { advertise, apply } = applyingActs(world);
  const company = prepare(() => addCompany(world(), COMPANY));
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  let requirement: string;

  const file = (more: Record<string, unknown> = {}) =>
    add("job_requirements", requirementOf(company.clientId, { location: "Noida", ...more }));
  beforeEach(async () => {
    requirement = await file();
  });

  const read = (id = requirement) => call<Advert>(recruiter.api, "read_advert", { requirement: id });
  const save = async (entries: Record<string, unknown> = {}, seen?: number | null) =>
    call<unknown>(recruiter.api, "save_advert", {
      requirement,
      seen: seen === undefined ? (await read()).version : seen,
      entries: { body: BODY, ...entries },
    });
  const open = async (days = 30) =>
    call<unknown>(recruiter.api, "open_advert", { requirement, seen: (await read()).version, closes_on: dayIn(days) });
  const opened = async (entries: Record<string, unknown> = {}) => {
    expect(await save(entries)).toBeTypeOf("number");
    expect(await open()).toBeTypeOf("number");
  };
  const seenBy = (member: Member = company.owner) => call<CompanyAdvert>(member.api, "company_advert", { requirement });
  const name = async (named: boolean, member: Member = company.owner) =>
    call<unknown>(member.api, "name_advert", { requirement, seen: (await seenBy(member)).version, named });
  const takeDown = async (member: Member = company.owner) =>
    call<unknown>(member.api, "take_down_advert", { requirement, seen: (await seenBy(member)).version });
  /** How many mails about a changed advert go to somebody. */
  const countTold = (person: string) =>
    value(`select count(*)::integer from public.mail_outbox as mail
      join public.requirement_events as event on event.id = (mail.ids ->> 'event')::uuid
      where event.type = 'advert_changed' and mail.user_id = '${person}'`);
  const events = () =>
    rows<{ type: string; side: string }>("requirement_events", "type, side", "requirement_id", requirement);

  describe("an advert", () => {
    it("is made of short fields, never of what the company wrote for us", async () => {
      requirement = await file({
        job_description: "Secret words",
        responsibilities: "Secret words",
        notes: "Secret words",
        location: "Berlin, Germany",
        min_salary: 40_000,
      });
      const advert = await read();
      expect(JSON.stringify(advert)).not.toContain("Secret");
      expect(advert).toMatchObject({
        version: null,
        job: null,
        entries: {
          title: "Welder",
          place: "Berlin",
          country: "Germany",
          skills: ["TIG"],
          body: "",
          min_pay: 40_000,
          tells_pay: false,
        },
      });
      requirement = await file();
      expect((await read()).entries).toMatchObject({ place: "Noida", country: "India" });
    });

    it("is called something in one line", async () => {
      for (const title of ["Welder\r\nBcc: x@y.example", "Welder\u2028at sea"]) {
        expect(await save({ title })).toEqual([400, "entries_unknown"]);
      }
    });

    it("is saved on the version that was read, once for the same form", async () => {
      expect(await save({}, null)).toBe(1);
      // The same form once more is no change; another, of a page that knew of none, is.
      expect(await save({}, null)).toBe(1);
      expect(await save({ title: "Pipe welder" }, null)).toEqual([409, "stale"]);
      expect(await save({ title: "Pipe welder" }, 1)).toBe(2);
      expect(await save({ title: "Fitter" }, 1)).toEqual([409, "stale"]);
      expect(await save({ place: " \u200B" })).toEqual([422, "place_missing"]);
      expect(await save({ tells_pay: true })).toEqual([422, "pay_missing"]);
      expect(await save({ slug: "mine" })).toEqual([400, "entries_unknown"]);
    });

    it("is public until its last day, and again at the same address", async () => {
      await save();
      for (const days of [0, 61]) expect(await open(days)).toEqual([422, "last_day_out_of_reach"]);
      expect(await open(1)).toBe(2);
      // Whoever opens it is in charge, where nobody is: who applies is somebody's to answer.
      expect(await value(`select recruiter_id from public.job_requirements where id = '${requirement}'`)).toBe(
        recruiter.userId,
      );
      const { job, state } = await read();
      expect(state).toBe("open");
      expect(job!.slug).toMatch(/^welder-noida-[a-z]{4}$/);
      // The same form twice, and a later day for one that is open.
      expect(await open(1)).toBe(2);
      expect(await open(20)).toBe(3);
      expect(await call(recruiter.api, "close_advert", { requirement, seen: 2 })).toEqual([409, "stale"]);
      expect(await call(recruiter.api, "close_advert", { requirement, seen: 3 })).toBe(4);
      expect(await call(recruiter.api, "close_advert", { requirement, seen: 3 })).toBe(4);
      expect(await read()).toMatchObject({ state: "closed", closed_by: "team" });
      expect(await save({ title: "Pipe fitter" })).toBe(5);
      expect(await open()).toBe(6);
      expect(await read()).toMatchObject({ state: "open", job: { slug: job!.slug, title: "Pipe fitter" } });
      expect((await events()).map(({ type }) => type).filter((type) => type.startsWith("advert"))).toEqual([
        "advert_opened",
        "advert_changed",
        "advert_closed",
        "advert_opened",
      ]);
    });

    it("is not opened for a closed requirement, nor abroad without the number of the Emigration Act", async () => {
      await world().query("update private.settings set emigration_number = null");
      await save({ place: "Dubai", country: "UAE" });
      expect(await open()).toEqual([422, "emigration_number_missing"]);
      expect((await read()).against).toEqual(["emigration_number_missing"]);
      // A country that nobody knows may be abroad; a city that is, whatever country is said beside it.
      for (const [place, country] of [
        ["Port Salem", "Atlantis"],
        ["Dubai", "India"],
      ]) {
        await save({ place, country });
        expect(await open()).toEqual([422, "emigration_number_missing"]);
      }
      await world().query("update private.settings set emigration_number = 'B-0001/DEL/1000'");
      expect(await open()).toBeTypeOf("number");
      await world().query("update private.settings set emigration_number = null");

      requirement = await file();
      await save();
      await world().query(`update public.job_requirements set status = 'filled' where id = '${requirement}'`);
      expect(await open()).toEqual([422, "closed"]);
    });

    it("says nobody's number or address, while two amounts are a range", async () => {
      await save();
      for (const words of [
        "Call 98765 43210",
        "WhatsApp +971 50 765 4321",
        "Write to hr@example.com",
        "hr (at) example dot com",
        "nine eight seven six five four three two one zero",
      ]) {
        expect(await save({ body: `${BODY} ${words}` }), words).toBeTypeOf("number");
        expect(await open(), words).toEqual([422, "contact_in_advert"]);
      }
      await save({ body: `${BODY} See www.example.com/jobs` });
      expect(await open()).toEqual([422, "contact_in_advert"]);
      await save({ body: `${BODY} ₹60000-80000 a month, 24x7 shifts, 2 to 5 years, 5-day week, pin 201301.` });
      expect(await open()).toBeTypeOf("number");
      // Nor is it added once it is open.
      expect(await save({ body: `${BODY} Call 98765 43210` })).toEqual([422, "contact_in_advert"]);
    });
  });

  describe("a confidential advert", () => {
    /** One name, as people spell it. */
    const names = [
      "D’Souza & Zentrix",
      "D'Souza and Zentrix",
      "DSouza & Zentrix",
      "D Souza Zentrix",
      "Zentrix",
      "Zentrix India",
    ];
    const spellings: ((text: string) => string)[] = [
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.replace(/e/g, "é").replace(/i/g, "ï"),
      (text) => text.normalize("NFD"),
      (text) => [...text].join("\u200B"),
      (text) => text.replace(/[A-Za-z]+/g, (word) => [...word].join(".")),
      (text) => text.replace(/[A-Za-z]+/g, (word) => [...word].join(" ")),
      (text) => text.replace(/[A-Za-z]+/g, (word) => [...word].join("-")),
      (text) => text.replace(/[^A-Za-z]+/g, ""),
      (text) => `#${text.replace(/[^A-Za-z]+/g, "")}Careers`,
      (text) => `www-${text.replace(/[^A-Za-z]+/g, "").toLowerCase()}.example`,
      (text) => text.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
    ];

    it("never names its company, however that is spelled, nor the domain and the people of it", async () => {
      await save();
      // Each name as it is, and each spelling of three of the names.
      const samples = spellings.flatMap((spelled, place) =>
        names.filter((_, at) => place === 0 || at % 2 === place % 2).map((name) => `Work at ${spelled(name)} in Noida`),
      );
      const quoted = JSON.stringify(samples).replaceAll("'", "''");
      const missed = await world().query(
        `select said.words from jsonb_array_elements_text('${quoted}') as said (words), public.job_requirements as requirement
           where requirement.id = '${requirement}' and private.company_traces(requirement, said.words) = '{}'`,
      );
      expect(missed).toEqual([]);
      // In whichever field.
      for (const field of ["title", "place", "country", "skills", "body"]) {
        const clean = { title: "Welder", place: "Noida", country: "India", skills: ["TIG"], body: BODY };
        await save({ ...clean, [field]: field === "skills" ? ["TIG", "D.S.O.U.Z.A"] : "At d souza, India" });
        expect(await open(), field).toEqual([422, "company_in_advert"]);
        expect((await read()).traces, field).not.toEqual([]);
      }
      await world().query(`update public.clients set full_name = 'Meera Kapoor' where id = '${company.clientId}'`);
      await save({ skills: ["TIG"], country: "India", body: `${BODY} Ask for Ms. Meera  KAPOOR.` });
      expect(await open()).toEqual([422, "company_in_advert"]);
    });

    it("may say what names nobody", async () => {
      const plain = ["Precision Steel Works Ltd", "Global Solutions", "Delhi Power Co.", "AC Ltd", "Apex Pipe India"];
      for (const called of plain) {
        const clientId = await clientIdOf(await world().addClient(called));
        requirement = await add("job_requirements", requirementOf(clientId, { job_title: "Pipe welder" }));
        await save({
          body: "Global standards, precision work in steel, near Delhi Gate. Power tools, a pipe shop, REST API, an ac bus.",
        });
        expect(await open(), called).toBeTypeOf("number");
      }
      for (const [called, words] of [
        ["Tata Consultancy Services", "Join TCS today"],
        ["Larsen & Toubro", "Work for L&T"],
        ["HP", "Laptops of HP"],
        ["Müller Kälte GmbH", "Join Mueller as a welder"],
        ["Mueller Kaelte", "Join Müller as a welder"],
        ["Böhm Tools", "Weld at Boehm"],
        ["Ørsted", "Weld at Oersted"],
        ["Al-Farsi Trading", "Weld for Alfarsi"],
      ] as const) {
        const clientId = await clientIdOf(await world().addClient(called));
        requirement = await add("job_requirements", requirementOf(clientId));
        await save({ body: words });
        expect(await open(), called).toEqual([422, "company_in_advert"]);
      }
    });

    it("tells the name once its company has said so, and not before", async () => {
      await opened();
      expect(JSON.stringify((await read()).job)).not.toMatch(/Souza|Zentrix/i);
      expect(await seenBy()).toMatchObject({ is_named: false, may_write: true, job: { company: null } });
      // Neither a viewer nor the team says so.
      expect(await name(true, company.viewer)).toEqual([403, "forbidden"]);
      const seen = (await read()).version;
      expect(await call(recruiter.api, "name_advert", { requirement, seen, named: true })).toEqual([403, "forbidden"]);
      expect(await save({ is_named: true })).toEqual([400, "entries_unknown"]);
      expect(await name(true)).toBeTypeOf("number");
      expect((await read()).job).toMatchObject({ company: COMPANY });
      // Named, its words may name it too; then the name goes with the words, or the advert.
      expect(await save({ body: `${BODY} At Zentrix.` })).toBeTypeOf("number");
      expect(await name(false)).toEqual([422, "company_in_advert"]);
      expect(await save({ body: BODY })).toBeTypeOf("number");
      expect(await name(false)).toBeTypeOf("number");
      expect((await events()).filter(({ type }) => /advert_(opened|named)/.test(type))).toEqual([
        { type: "advert_opened", side: "team" },
        { type: "advert_named", side: "company" },
        { type: "advert_named", side: "company" },
      ]);
    });

    it("forgets the name when the requirement becomes another company's", async () => {
      await opened();
      await name(true);
      await save({ min_pay: 300, max_pay: 400, tells_pay: true });
      const told = () =>
        value(`select private.told_pay(listed) from public.job_requirements as listed where id = '${requirement}'`);
      expect(await told()).not.toBeNull();
      const other = await addCompany(world(), "Heron Builders");
      await world().query(
        `update public.job_requirements set client_id = '${other.clientId}' where id = '${requirement}'`,
      );
      expect(await read()).toMatchObject({ job: { company: null, pay: null } });
      expect(await told()).toBeNull();
    });

    it("loses the name that somebody changes, with the yes to it; what names it then is read by nobody until it is opened again", async () => {
      const other = await addCompany(world(), "Plainname Works");
      const [named, telling, silent] = [
        await advertise(other.clientId, { is_named: true }),
        await advertise(other.clientId),
        await advertise(other.clientId),
      ];
      const body = "'You work at Quorvex, Pune.'";
      await world().query(`update public.adverts set body = ${body} where requirement_id = '${telling.requirement}'`);
      const entry = await apply(named.slug, {}, true);
      const agreed = await apply(named.slug, {}, true);
      await call(recruiter.api, "take_on_applicants", { entries: [agreed], seen: [1] });
      const rename = (to: string) =>
        world().query(`update public.clients set company_name = '${to}' where id = '${other.clientId}'`);
      const state = async ({ slug }: { slug: string }) =>
        (await call<{ state: string; job?: { company: string | null } }>(world().anon, "public_job", { slug })).state;
      const namedAs = async () => (await read(named.requirement)).job!.company;
      const hasYes = () =>
        value(
          `select (private.applied_yes(entry)).id is not null from public.shortlist_entries as entry where id = '${entry}'`,
        );

      // Spelled otherwise it is the same.
      await rename("Plainname Works Ltd.");
      expect([await namedAs(), await hasYes()]).toEqual(["Plainname Works Ltd.", true]);
      const taken = () => value(`select state from public.shortlist_entries where id = '${agreed}'`);
      expect(await taken()).toBe("agreed");
      const item = `select state from public.inbox_items where requirement_id = '${telling.requirement}'`;
      await world().query(
        `update public.inbox_items set state = 'done' where requirement_id = '${telling.requirement}'`,
      );
      await rename("Quorvex");
      expect([await namedAs(), await hasYes(), await taken()]).toEqual([null, false, "draft"]);
      expect([await state(named), await state(telling), await state(silent)]).toEqual(["open", "closed", "open"]);
      expect(await value(item)).toBe("new");
    });

    it("that named its company tells neither the name that it had, nor another's whose it was", async () => {
      const other = await addCompany(world(), "Oldname Shipyard");
      const bodies = ["Oldname Shipyard builds ships.", "See www.ships.example for all of it.", "You weld pipes."];
      const adverts = [];
      for (const body of bodies) {
        const made = await advertise(other.clientId, { is_named: true });
        await world().query(`update public.adverts set body = '${body}' where requirement_id = '${made.requirement}'`);
        adverts.push(made);
      }
      await world().query(`update public.clients set company_name = 'Zenith Marine' where id = '${other.clientId}'`);
      const states = [];
      for (const { requirement: id } of adverts) states.push((await read(id)).state);
      expect(states).toEqual(["over", "over", "open"]);
      const [telling, , silent] = adverts;
      expect(await read(telling!.requirement)).toMatchObject({
        against: ["company_in_advert"],
        traces: ["oldname", "oldname shipyard"],
      });
      const write = async (id: string, body: string) =>
        call<unknown>(recruiter.api, "save_advert", {
          requirement: id,
          seen: (await read(id)).version,
          entries: { body },
        });
      expect(await write(silent!.requirement, "You weld for Oldname.")).toEqual([422, "company_in_advert"]);
      // Nor whose it was before it became another company's.
      const next = await addCompany(world(), "Quill Forge");
      await opened();
      await name(true);
      await save({ body: `${BODY} At Zentrix.` });
      await world().query(
        `update public.job_requirements set client_id = '${next.clientId}' where id = '${requirement}'`,
      );
      expect(await open()).toEqual([422, "company_in_advert"]);
      await save();
      expect(await open()).toBeTypeOf("number");
    });

    it("has an address of what it says when it is first seen, not of what was typed before", async () => {
      await save({ title: "Welder at Zentrix" });
      await save({ title: "Welder" });
      await open();
      expect((await read()).job!.slug).toMatch(/^welder-noida-[a-z]{4}$/);
    });
  });

  describe("its company", () => {
    it("hears of it by mail, sees it once it is public, and takes it down", async () => {
      await save();
      expect(await seenBy()).toMatchObject({ job: null, state: null });
      expect(await call(company.owner.api, "take_down_advert", { requirement, seen: 1 })).toEqual([
        404,
        "advert_not_found",
      ]);
      await open();
      const told = await new NewsDesk(world()).contentsFor(company.owner);
      expect(told.flatMap(({ about }) => about)).toContainEqual(
        expect.objectContaining({
          id: requirement,
          advert: { closes_on: dayIn(30), is_named: false },
          in_charge: expect.anything() as unknown,
        }),
      );
      expect(told.map(({ reply_to }) => reply_to)).toContain(
        await value(`select contact_email from public.team_members where user_id = '${recruiter.userId}'`),
      );
      expect(await seenBy(company.viewer)).toMatchObject({ state: "open", may_write: false });
      expect(await takeDown(company.viewer)).toEqual([403, "forbidden"]);
      const item = await value(`select id from public.inbox_items where requirement_id = '${requirement}'`);
      await world().query(`update public.inbox_items set state = 'done' where id = '${item}'`);
      // No number of edits keeps them from it.
      await world().query(`insert into private.company_counts (client_id, kind, day, count)
        values ('${company.clientId}', 'edits', (now() at time zone 'UTC')::date, 1000)
        on conflict (client_id, kind) do update set count = 1000, day = excluded.day`);
      await world().query(
        `update public.adverts set is_named = true, named_by = '${company.owner.userId}' where requirement_id = '${requirement}'`,
      );
      expect(await takeDown()).toBeTypeOf("number");
      expect(await takeDown()).toBeTypeOf("number");
      // That asks nothing of the team.
      expect(await value(`select private.answer_due('${requirement}')`)).toBe(null);
      await world().query(`delete from private.company_counts where client_id = '${company.clientId}'`);
      expect(await read()).toMatchObject({ state: "closed", closed_by: "company" });
      // Whoever has read the name there reads it still.
      expect(await seenBy()).toMatchObject({ state: "closed", job: { company: expect.any(String) as unknown } });
      expect(await name(false)).toEqual([422, "advert_closed"]);
      expect(await value(`select state from public.inbox_items where id = '${item}'`)).toBe("new");
      // Opened anew by the team it has no name, until the company gives it again.
      expect(await read()).toMatchObject({ is_named: false, job: { company: null } });
      await open();
      expect(await seenBy()).toMatchObject({ state: "open", is_named: false, job: { company: null } });
    });

    it("hears which words of it the team has changed, in one mail, and reads it beside the page", async () => {
      await save({ title: "Fitter" });
      await save({ title: "Welder" });
      await open();
      expect(await seenBy()).toMatchObject({ changed: null });
      await new NewsDesk(world()).contentsFor(company.owner);
      await save({ title: "Senior welder" });
      await save({ title: "Senior welder" });
      await save({ title: "Senior welder", place: "Pune" });
      expect(await open(20)).toBeTypeOf("number");
      const fields = ["closes_on", "place", "title"];
      expect((await events()).filter(({ type }) => type === "advert_changed")).toHaveLength(3);
      // What its last day was, and is.
      expect(
        await value(`select changes from public.requirement_events
          where requirement_id = '${requirement}' and changes ? 'closes_on' and type = 'advert_changed'`),
      ).toEqual({ closes_on: [dayIn(30), dayIn(20)] });
      const told = await new NewsDesk(world()).contentsFor(company.owner);
      expect(told.flatMap(({ about }) => about)).toEqual([
        expect.objectContaining({ id: requirement, advert_changed: fields }),
      ]);
      expect(await seenBy()).toMatchObject({ changed: { fields: ["closes_on"] } });
      expect(await countTold(recruiter.userId)).toBe(0);
      // Once nobody can apply, and somebody waits, it stands on no site: the company reads of it beside its page, and has no mail.
      await apply(String((await seenBy()).job!["slug"]));
      await world().query(
        `update public.adverts set closes_on = private.today() - 1 where requirement_id = '${requirement}'`,
      );
      await save({ title: "Senior welder, nights", place: "Pune" });
      expect(await seenBy()).toMatchObject({ state: "over", changed: { fields: ["title"] } });
      expect(await new NewsDesk(world()).contentsFor(company.owner)).toEqual([]);
    });

    it("reads no other company's, and nobody who is no client reads any", async () => {
      await opened();
      const other = await addCompany(world(), "Heron Builders");
      expect(await seenBy(other.owner)).toBeNull();
      expect(await call(other.owner.api, "take_down_advert", { requirement, seen: 2 })).toEqual([
        404,
        "requirement_not_found",
      ]);
      expect(await seenBy(recruiter)).toBeNull();
      expect(await call(company.owner.api, "read_advert", { requirement })).toEqual([403, "forbidden"]);
    });
  });
}
