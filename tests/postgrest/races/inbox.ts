import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Person, Races } from "../../support/people/races.ts";

// Many people at once, each on a session of their own, as on Supabase.
const PEOPLE = 20;
const ITEMS = 100;

/** @param races on whose database nobody else is meanwhile */
export function describeInboxRaces(races: Races): void {
  const { column, inTurn } = races;
  const people: Person[] = [];
  beforeAll(async () => {
    for (let index = 0; index < PEOPLE; index += 1) people.push(await races.addPerson({ role: "recruiter" }));
  });
  beforeEach(() => races.owner.exec("delete from public.contact_submissions"));

  /** The line of a posting. */
  async function lineOf(posting: string): Promise<string> {
    return (await column("select id from public.inbox_items where posting_id = $1", posting))[0]!;
  }

  /** Sends so many enquiries. @returns their lines */
  async function fill(count: number): Promise<string[]> {
    await column(
      `insert into public.contact_submissions (name, email, requirement, created_at)
         select 'Sender', 'sender@test.example', 'x', now() - make_interval(mins => n) from generate_series(1, $1) as n`,
      count,
    );
    return column("select id from public.inbox_items where kind = 'contact'");
  }

  async function value<Value>({ session }: Person, statement: string, ...values: unknown[]): Promise<Value> {
    const { rows } = await session.query<Record<string, Value>>(statement, values);
    return Object.values(rows[0]!)[0]!;
  }

  it("of twenty people who take the next one from a hundred items, each item goes to one, once", async () => {
    await fill(ITEMS);
    const taken = await Promise.all(
      people.map(async (person) => {
        const own: string[] = [];
        for (;;) {
          const item = await value<string | null>(person, "select public.take_next_item()");
          if (item === null) return own;
          own.push(item);
        }
      }),
    );
    expect(taken.flat()).toHaveLength(ITEMS);
    expect(new Set(taken.flat()).size).toBe(ITEMS);
    expect(taken.filter((own) => own.length > 0).length).toBeGreaterThan(PEOPLE / 2);
    const { rows } = await races.owner.query<{ items: number; events: number }>(
      `select (select count(*) from public.inbox_items where state = 'open' and assignee is not null) as items,
            (select count(*) from public.item_events where type = 'taken') as events`,
    );
    expect(rows).toEqual([{ items: ITEMS, events: ITEMS }]);
    for (const [index, own] of taken.entries()) {
      const held = await column("select id from public.inbox_items where assignee = $1", people[index]!.id);
      expect(held).toHaveLength(own.length);
    }
  });

  it("mends one misspelt search of a person at a time, and holds up nobody else's", async () => {
    await races.owner.query(
      "insert into public.contact_submissions (name, email, requirement) values ('Wolfgang', 'w@test.example', 'x')",
    );
    const [busy, calm] = [people[0]!, people[1]!];
    type Mended = { words: string };
    const mend = async (person: Person) => (await value<Mended>(person, "select public.mend_search('wolfgamg')")).words;
    const key = "hashtextextended('mend ' || $1, 0)";
    await races.owner.query(`select pg_advisory_lock(${key})`, [busy.id]);
    expect([await mend(busy), await mend(calm)]).toEqual(["wolfgamg", "wolfgang"]);
    await races.owner.query(`select pg_advisory_unlock(${key})`, [busy.id]);
    expect(await mend(busy)).toBe("wolfgang");
  });

  it("of twenty whose colleague's claims have run out, each takes another", async () => {
    await fill(PEOPLE);
    await races.owner.query(
      "update public.inbox_items set state = 'open', assignee = $1, claim_expires_at = now() - interval '1 second'",
      [people[0]!.id],
    );
    const taken = await Promise.all(people.map((person) => value<string>(person, "select public.take_next_item()")));
    expect(new Set(taken).size).toBe(PEOPLE);
  });

  it.each([
    ["take_item", "select public.take_item($1, 1)"],
    ["set_item_state", "select public.set_item_state($1, 1, 'done')"],
    ["set_item_due", "select public.set_item_due($1, 1, now() + interval '3 days')"],
  ])("of two who change one version by %s, one wins and the other is told", async (_, change) => {
    const [item = ""] = await fill(1);
    const [first, second] = people as [Person, Person];
    expect(await inTurn(first, [change, item], second)).toMatchObject({ code: "PT409", message: "stale" });
    const items = await races.owner.query<{ version: number; assignee: string | null }>(
      "select version, assignee from public.inbox_items",
    );
    expect(items.rows[0]?.version).toBe(2);
    expect([first.id, null]).toContain(items.rows[0]?.assignee);
  });

  it("of two who convert one posting, both get the same requirement", async () => {
    const { rows } = await races.owner.query<{ id: string; client: string }>(
      `with client as (insert into public.clients (company_name) values ('Race Ltd') returning id)
     insert into public.public_job_submissions (job_title, location, contact_name, contact_email, company)
       values ('Cook', 'Goa', 'Raj', 'raj@test.example', 'Race Ltd') returning id, (select id from client) as client`,
    );
    const entries = `{"job_title":"Cook","job_type":"contract","location":"Goa","required_skills":["x"],"job_description":"y"}`;
    const convert = `select public.convert_item($1, '${rows[0]!.client}', '${entries}') as made`;
    const late = await inTurn(people[0]!, [convert, await lineOf(rows[0]!.id)], people[1]!);
    const made = await races.owner.query<{ made: string }>("select id as made from public.job_requirements");
    expect(made.rows).toHaveLength(1);
    expect(late).toEqual(made.rows);
  });

  it("of two who convert one posting by inviting its sender, one makes the company, and both get its requirement", async () => {
    const [posting = ""] = await column(
      `insert into public.public_job_submissions (job_title, location, contact_name, contact_email, company)
       values ('Baker', 'Goa', 'Mia', 'mia@test.example', 'Invited Ltd') returning id`,
    );
    const entries = `{"job_title":"Baker","job_type":"contract","location":"Goa","required_skills":["x"],"job_description":"y"}`;
    const convert = `select public.convert_item_for_new($1, 'Invited Ltd', '${entries}') as made`;
    const late = await inTurn(people[0]!, [convert, await lineOf(posting)], people[1]!);
    const made = await races.owner.query("select id as made from public.job_requirements where job_title = 'Baker'");
    expect(made.rows).toHaveLength(1);
    expect(late).toEqual(made.rows);
    const mails = await races.owner.query("select from public.mail_outbox where address = 'mia@test.example'");
    expect(mails.rows).toHaveLength(1);
  });

  it("what is given to somebody who is just leaving is nobody's", async () => {
    const [one = "", other = ""] = await fill(2);
    const [person, admin, leaver] = [people[0]!, people[1]!, people.at(-1)!];
    await races.owner.query("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
    const give = (item: string) => ["select public.give_item($1, 1, $2)", item, leaver.id] as const;
    const remove = ["select public.remove_team_member($1)", leaver.id] as const;
    // Given first: whoever removes them waits, and then finds it.
    expect(await inTurn(person, give(one), admin, remove)).toHaveLength(1);
    await races.owner.query("insert into public.user_roles (user_id, role) values ($1, 'recruiter')", [leaver.id]);
    // Removed first: whoever gives waits, and is then told.
    const refused = { code: "PT422", message: "not_of_the_team" };
    expect(await inTurn(admin, remove, person, give(other))).toMatchObject(refused);
    expect(await column("select assignee from public.inbox_items where kind = 'contact'")).toEqual([null, null]);
  });

  it("of two who change twenty at once in opposite orders, neither waits for ever, and each item changes once", async () => {
    const ids = await fill(PEOPLE);
    const spam = (items: string[]) =>
      `select outcome from public.set_item_states('{${items.join()}}', array_fill(1, array[${items.length}]), 'spam')`;
    const answers = await Promise.all(
      [ids, [...ids].reverse()].map((items, index) => people[index]!.session.query<{ outcome: string }>(spam(items))),
    );
    const outcomes = answers.flatMap((answer) => answer.rows.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(PEOPLE);
    expect(outcomes.filter((outcome) => outcome === "stale")).toHaveLength(PEOPLE);
  });
}
