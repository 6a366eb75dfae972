import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { Call, Person, Races } from "../../support/people/races.ts";

// What a company's people do at once, each on a session of their own, as on Supabase.
const ENTRIES = JSON.stringify({
  job_title: "Welder",
  job_type: "permanent",
  location: "Pune",
  required_skills: ["TIG"],
  preferred_skills: [],
  remote_allowed: false,
  currency: "USD",
  positions_count: 1,
  priority: "medium",
  job_description: "Weld.",
});
const REQUIREMENT = `job_title, job_type, location, required_skills, job_description)
  values ($1, 'Welder', 'permanent', 'Pune', array['TIG'], 'Weld.')`;

/** @param races on whose database nobody else is meanwhile */
export function describeCompanyRaces(races: Races): void {
  const { column, addPerson, file } = races;
  afterEach(() => races.closeSessions());

  async function addCompany(): Promise<{ id: string; owner: Person; member: Person }> {
    const id = await races.addCompany();
    const owner = await addPerson({ client: id, access: "owner" });
    return { id, owner, member: await addPerson({ client: id }) };
  }

  /** What a statement of the database's owner counts. */
  async function count(statement: string, ...values: unknown[]): Promise<number> {
    return (await column<number>(statement, ...values))[0]!;
  }

  /** Has a call wait for what another session holds, which takes the caller's right before it lets go. */
  async function expectRefusedAfterWait(
    person: Person,
    statement: string,
    meanwhile: [statement: string, value: string][],
  ): Promise<void> {
    const pid = await races.pidOf(person);
    // They wait for as long as it takes, so that it is not the end of the wait which refuses them.
    await person.session.exec("set lock_timeout = 0");
    const remover = races.openSession("supabase_admin");
    await remover.exec("begin");
    for (const [each, value] of meanwhile) await remover.query(each, [value]);
    const refused = expect(person.session.query(statement)).rejects.toMatchObject({ code: "42501" });
    await races.untilItWaits(pid);
    await remover.exec("commit");
    await refused;
  }

  it("an owner who is removed while they wait revokes no colleague's invitation", async () => {
    const company = await addCompany();
    const second = await addPerson({ client: company.id, access: "owner" });
    const address = `${randomUUID()}@test.example`;
    const { rows } = await second.session.query<{ id: string }>("select public.invite_member($1, 'viewer') as id", [
      address,
    ]);
    const { id } = rows[0]!;
    await expectRefusedAfterWait(company.owner, `select public.revoke_invitation('${id}')`, [
      ["select from public.invitations where id = $1 for update", id],
      ["delete from public.client_members where user_id = $1", company.owner.id],
    ]);
    const revoked = "select count(*) from public.invitations where id = $1 and revoked_at is not null";
    expect(await count(revoked, id)).toBe(0);
  });

  it.each([
    ["notes nothing", "select public.note_once($item, 'note', 'Words', gen_random_uuid())", "notes"],
    ["is no reader", "select public.open_item($item)", "item_openings"],
  ])("somebody whose role ends while they wait %s", async (_, statement, table) => {
    const person = await addPerson({ role: "recruiter" });
    const filed = await file(await races.addCompany());
    const [item = ""] = await column("select id from public.inbox_items where requirement_id = $1", filed);
    await expectRefusedAfterWait(person, statement.replace("$item", `'${item}'`), [
      ["select from public.inbox_items where id = $1 for update", item],
      ["delete from public.user_roles where user_id = $1", person.id],
    ]);
    expect(await count(`select count(*) from public.${table} where item_id = $1`, item)).toBe(0);
  });

  it.each([
    "select public.note_talk('$id', gen_random_uuid(), 'Words')",
    "select public.add_never('$id', 'Rival Ltd', null, true)",
    `select public.save_candidate('{"full_name": "Another"}', null, '$id', 1)`,
    "select public.erase_candidate('$id')",
  ])("somebody whose role ends while they wait does nothing to a candidate: %s", async (statement) => {
    const person = await addPerson({ role: "hr_manager" });
    const [candidate = ""] = await column(
      "insert into public.candidates (full_name, phone, is_adult) values ('Asha', $1, true) returning id",
      `+91 98${String(Date.now()).slice(-8)}`,
    );
    await expectRefusedAfterWait(person, statement.replace("$id", candidate), [
      ["delete from public.user_roles where user_id = $1", person.id],
    ]);
  });

  describe("a member who is removed while they wait", () => {
    const acts: Record<string, { statement: string; row: string; left: string }> = {
      "files nothing": {
        statement: `select public.file_requirement_draft(gen_random_uuid(), 0, gen_random_uuid(), '${ENTRIES}')`,
        row: "clients where id = $1",
        left: "select count(*) from public.job_requirements where client_id = $1 and job_title = 'Welder' and submitted_by = $2",
      },
      "files nothing by hand": {
        statement: `insert into public.job_requirements (client_id, ${REQUIREMENT.replace("$1", "private.current_client_id()")}`,
        row: "clients where id = $1",
        left: "select count(*) from public.job_requirements where client_id = $1 and submitted_by = $2",
      },
      "saves no draft": {
        statement: `select public.save_requirement_draft(gen_random_uuid(), 0, gen_random_uuid(), '{}')`,
        row: "clients where id = $1",
        left: "select count(*) from public.requirement_drafts where client_id = $1 and author = $2",
      },
      "edits nothing": {
        statement: 'select public.edit_requirement($filed, 1, \'{"job_title": "Mine"}\')',
        row: "job_requirements where client_id = $1",
        left: "select count(*) from public.job_requirements where client_id = $1 and job_title = 'Mine' and $2::uuid is not null",
      },
      "withdraws nothing": {
        statement: "select public.withdraw_requirement($filed, 1, 'Gone')",
        row: "job_requirements where client_id = $1",
        left: "select count(*) from public.job_requirements where client_id = $1 and status = 'cancelled' and $2::uuid is not null",
      },
      "writes nothing": {
        statement: "select public.post_message($filed, 'Hello')",
        row: "job_requirements where client_id = $1",
        left: `select count(*) from public.requirement_messages as said join public.job_requirements as filed
          on filed.id = said.requirement_id where filed.client_id = $1 and said.author = $2`,
      },
    };

    it.each(Object.keys(acts))("%s", async (name) => {
      const { statement, row, left } = acts[name]!;
      const company = await addCompany();
      const { member } = company;
      const filed = await file(company.id);
      const act = statement.replace("$filed", `'${filed}'`);
      await expectRefusedAfterWait(member, act, [
        [`select from public.${row} for update`, company.id],
        ["delete from public.client_members where user_id = $1", member.id],
      ]);
      expect(await count(left, company.id, member.id)).toBe(0);
    });
  });

  it("of those who file at once nobody slips past three hundred a day", async () => {
    const company = await addCompany();
    // Of those of before only how many there are is asked: without lines, events and mails.
    await races.owner.exec("set session_replication_role = replica");
    await races.fileMany(company.id, 299);
    await races.owner.exec("reset session_replication_role");
    const people = await Promise.all(Array.from({ length: 10 }, () => addPerson({ client: company.id })));
    const before = await addPerson({ client: company.id });
    // One has filed and not ended: the others come before it is to be seen.
    await before.session.exec("begin");
    const insert = `insert into public.job_requirements (client_id, ${REQUIREMENT}`;
    await before.session.query(insert, [company.id]);
    const pid = await races.pidOf(people[0]!);
    const filed = Promise.allSettled(people.map(({ session }) => session.query(insert, [company.id])));
    await races.untilItWaits(pid);
    await before.session.exec("commit");
    const answers = await filed;
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill("rejected"));
    expect(await count("select count(*) from public.job_requirements where client_id = $1", company.id)).toBe(300);
  });

  describe("a day of one company has", () => {
    /** As many as the company has done today. */
    async function haveDone(company: string, kind: string, number: number): Promise<void> {
      await races.owner.query(
        `insert into private.company_counts (client_id, kind, day, count)
           values ($1, $2, (now() at time zone 'UTC')::date, $3)
           on conflict (client_id, kind) do update set day = excluded.day, count = excluded.count`,
        [company, kind, number],
      );
    }

    it.each([
      ["edits", 1000, (filed: string) => `select public.edit_requirement('${filed}', 1, '{"job_title": "Fitter"}')`],
      ["messages", 1000, (filed: string) => `select public.post_message('${filed}', 'Hello')`],
      ["renames", 100, () => "select public.edit_company(1, 'Renamed Ltd')"],
      ["company_names", 3, () => "select public.edit_company(1, 'Renamed Ltd')"],
    ])("%s no more than %i times, whoever does it, and tomorrow again", async (kind, most, act) => {
      const company = await addCompany();
      const filed = await file(company.id);
      await haveDone(company.id, kind, most);
      const statement = act(filed);
      const { session } = company.owner;
      await expect(session.query(statement)).rejects.toMatchObject({ code: "PT429", message: `too_many_${kind}` });
      await haveDone(company.id, kind, most - 1);
      await session.query(statement);
      await haveDone(company.id, kind, most);
      await races.owner.query("update private.company_counts set day = day - 1 where client_id = $1", [company.id]);
      const next = kind === "messages" ? statement : statement.replace(/, 1,|\(1,/, (seen) => seen.replace("1", "2"));
      await session.query(next.replaceAll("Fitter", "Turner").replaceAll("Renamed", "Renamed again"));
      const counted = "select count from private.company_counts where client_id = $1 and kind = $2";
      expect(await count(counted, company.id, kind)).toBe(1);
    });

    it("a long edit counted for each five thousand characters of it", async () => {
      const company = await addCompany();
      const filed = await file(company.id);
      await company.owner.session.query("select public.edit_requirement($1, 1, $2)", [
        filed,
        JSON.stringify({ job_description: "x".repeat(9990), notes: "y".repeat(9990) }),
      ]);
      const counted = "select count from private.company_counts where client_id = $1 and kind = 'edits'";
      expect(await count(counted, company.id)).toBe(4);
    });

    it("none of the work that one too many would have been", async () => {
      const company = await addCompany();
      const filed = await file(company.id);
      const written = randomUUID();
      const { session } = company.owner;
      await session.query("select public.post_message($1, 'Hello', null, $2)", [filed, written]);
      for (const kind of ["edits", "messages", "draft_saves"]) await haveDone(company.id, kind, 5000);
      const words = Array.from({ length: 1500 }, (_, index) => `w${index}`).join(" ");
      const pages = () =>
        count(
          // Without what a vacuum notes of them meanwhile.
          `select sum(pg_relation_size(oid) + pg_relation_size(reltoastrelid))::integer as count from pg_class
             where oid = any ('{job_requirements,requirement_messages,requirement_drafts,inbox_items}'::regclass[])`,
        );
      const before = await pages();
      for (const statement of [
        `select public.edit_requirement('${filed}', 1, '{"job_description": "${words}"}')`,
        `select public.post_message('${filed}', '${words.slice(0, 4000)}')`,
        `select public.save_requirement_draft(gen_random_uuid(), 0, gen_random_uuid(), '{"notes": "${words}"}')`,
      ]) {
        for (let turn = 0; turn < 5; turn += 1) {
          await expect(session.query(statement)).rejects.toMatchObject({ code: "PT429" });
        }
      }
      expect(await pages()).toBeLessThanOrEqual(before);
      // The same form again is the one that is there.
      await session.query("select public.post_message($1, 'Hello', null, $2)", [filed, written]);
      const late = "select count(*) from pg_trigger where tgname like 'limit\\_%' and tgtype & 2 = 0";
      expect(await count(late)).toBe(0);
    });

    it("no more changes of its people's names, but an end of each membership", async () => {
      const company = await addCompany();
      await haveDone(company.id, "own_names", 100);
      const { session, id } = company.member;
      const rename = session.query("select public.edit_own_name(1, 'Another Name')");
      await expect(rename).rejects.toMatchObject({ code: "PT429", message: "too_many_own_names" });
      // What its people do with their own names uses up none of the owners' changes.
      await company.owner.session.query("select public.edit_company(1, 'Renamed beside them Ltd')");
      await haveDone(company.id, "accesses", 100);
      const change = company.owner.session.query("select public.change_member_access($1, 1, 'viewer')", [id]);
      await expect(change).rejects.toMatchObject({ code: "PT429", message: "too_many_accesses" });
      await company.owner.session.query("select public.remove_member($1)", [id]);
    });

    it("not one more when two come at once", async () => {
      const company = await addCompany();
      const [first, second] = [await file(company.id), await file(company.id)];
      await haveDone(company.id, "messages", 999);
      await company.member.session.exec("set lock_timeout = 0");
      const post = (filed: string): Call => ["select public.post_message($1, 'Hello')", filed];
      const late = await races.inTurn(company.owner, post(first), company.member, post(second));
      expect(late).toMatchObject({ code: "PT429" });
    });

    it("five mails to an owner who hands it over to and fro", async () => {
      const company = await addCompany();
      const people = [company.owner, company.member];
      for (let turn = 0; turn < 16; turn += 1) {
        const [from, to] = turn % 2 === 0 ? [people[0]!, people[1]!] : [people[1]!, people[0]!];
        await from.session.query("select public.hand_over_company($1)", [to.id]);
      }
      for (const { id } of people) {
        expect(await count("select count(*) from public.mail_outbox where user_id = $1", id)).toBeLessThanOrEqual(5);
      }
    });
  });
}
