import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { attempt, type Call, type Person, type Races } from "../../support/people/races.ts";
import { times } from "../../support/services/counts.ts";

// Who belongs to the team, and what they do at that very moment, each on a session of their own, as on Supabase.
const ROUNDS = times(8, 3);
const AT_ONCE = times(20, 10);

type Line = { id: string; version: number };

/** What was refused for another reason than that somebody else was quicker. */
function surprisesIn(answers: unknown[]): string[] {
  const codes = answers.flat().flatMap((answer) => (answer as { code?: string }).code ?? []);
  return codes.filter((code) => !["42501", "PT404", "PT409"].includes(code));
}

const remove = ({ id }: Person): Call => ["select public.remove_team_member($1)", id];
const handOver = ({ id }: Person, to: Person): Call => ["select public.remove_team_member($1, $2)", id, to.id];
const refused = { code: "42501" };

/** @param races on whose database nobody else is meanwhile */
export function describePeopleRaces(races: Races): void {
  const { column, addPerson, inTurn } = races;
  const add = (role: "admin" | "recruiter") => addPerson({ role });
  let admin: Person;
  let ann: Person;
  let ben: Person;
  let client: string;
  beforeAll(async () => {
    [admin, ann, ben] = [await add("admin"), await add("recruiter"), await add("recruiter")];
    client = await races.addCompany();
  });

  const finish = () =>
    races.owner.exec("update public.inbox_items set state = 'done', assignee = null, claim_expires_at = null");

  /** Enquiries and requirements that are somebody's. @returns the lines, in no order, and the ids of the requirements */
  async function workOf({ id }: Person, company = client): Promise<{ lines: Line[]; requirements: string[] }> {
    await races.owner.query(
      "insert into public.contact_submissions (name, email, requirement) select 'S', 's@test.example', 'x' from generate_series(1, $1)",
      [AT_ONCE],
    );
    const requirements = await column(
      `insert into public.job_requirements (client_id, job_title, job_type, location, job_description, required_skills, recruiter_id)
         select $1, 'Cook', 'contract', 'Goa', 'y', '{x}', $2 from generate_series(1, $3) returning id`,
      company,
      id,
      AT_ONCE,
    );
    await races.owner.query("update public.inbox_items set assignee = $1, state = 'open' where state = 'new'", [id]);
    const { rows: lines } = await races.owner.query<Line>(
      "select id, version from public.inbox_items where assignee = $1 order by random()",
      [id],
    );
    return { lines, requirements };
  }

  it("whoever removes a colleague, and whoever works on what was theirs, wait for nobody in a circle", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `${randomUUID()}@test.example`;
      const leaver = await addPerson({ role: "recruiter", email });
      const { lines, requirements } = await workOf(leaver);
      const versions = `{${lines.map(({ version }) => version).join()}}`;
      const several = (state: string): Call => [
        `select public.set_item_states($1, $2, '${state}')`,
        `{${lines.map(({ id }) => id).join()}}`,
        versions,
      ];
      const answers = await Promise.all([
        attempt(ann, several("waiting")),
        attempt(leaver, several("done")),
        attempt(
          admin,
          [["select public.erase_person($1)", email] as const, remove(leaver), handOver(leaver, ben)][round % 3]!,
        ),
        ...requirements.map((id) => attempt(ben, ["select public.change_requirement_status($1, 1, 'filled')", id])),
      ]);
      expect(surprisesIn(answers)).toEqual([]);
      const kept = `select state::text from public.inbox_items where assignee = $1 and state in ('new', 'open', 'waiting')
        union all select status::text from public.job_requirements where recruiter_id = $1 and status in ('new', 'in_progress')`;
      expect(await column(kept, leaver.id)).toEqual([]);
      await finish();
    }
  });

  /** What somebody has in hand: requirements, and lines of the inbox. */
  const held = ({ id }: Person) =>
    column<number>(
      `select count(*)::integer from public.job_requirements where recruiter_id = $1
         union all select count(*)::integer from public.inbox_items where assignee = $1`,
      id,
    );

  it("what somebody has who is removed twice at once goes to the first's choice, once", async () => {
    await finish();
    const [boss, leaver, next, other] = [
      await add("admin"),
      await add("recruiter"),
      await add("recruiter"),
      await add("recruiter"),
    ];
    const { lines } = await workOf(leaver);
    const had = await held(leaver);
    expect(had).toEqual([AT_ONCE, lines.length]);
    const late = await inTurn(admin, handOver(leaver, next), boss, handOver(leaver, other));
    expect(late).toMatchObject({ code: "PT404" });
    expect([await held(leaver), await held(next), await held(other)]).toEqual([[0, 0], had, [0, 0]]);
    const given = "select count(*)::integer from public.item_events where type = 'given' and item_id = any ($1)";
    expect(await column(given, `{${lines.map(({ id }) => id).join()}}`)).toEqual([lines.length]);
    const told = "select count(*)::integer from public.activity_log where action = 'work_handed_over' and subject = $1";
    expect(await column(told, leaver.id)).toEqual([1]);
    await finish();
  });

  it("what somebody is given who is just being removed goes with the rest, or is not given", async () => {
    const [first, second, next] = [await add("recruiter"), await add("recruiter"), await add("recruiter")];
    for (const isGivenFirst of [true, false]) {
      await finish();
      const leaver = isGivenFirst ? first : second;
      await workOf(ben);
      await races.owner.query("update public.inbox_items set assignee = null where assignee = $1", [ben.id]);
      const [line = ""] = await column("select id from public.inbox_items where state = 'open' limit 1");
      const [version = ""] = await column("select version::text from public.inbox_items where id = $1", line);
      const give: Call = ["select public.give_item($1, $2, $3)", line, version, leaver.id];
      const late = isGivenFirst
        ? await inTurn(ann, give, admin, handOver(leaver, next))
        : await inTurn(admin, handOver(leaver, next), ann, give);
      expect(late).toMatchObject(isGivenFirst ? [{ remove_team_member: true }] : { message: "not_of_the_team" });
      const whose = await column<string | null>("select assignee from public.inbox_items where id = $1", line);
      expect(whose).toEqual([isGivenFirst ? next.id : null]);
    }
    await finish();
  });

  it("whoever erases a client, and whoever works on what they have sent, wait for nobody in a circle", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await finish();
      const email = `${randomUUID()}@test.example`;
      const sender = await addPerson({ email });
      const [company = ""] = await column(
        "insert into public.clients (user_id, company_name) values ($1, 'Erased Ltd') returning id",
        sender.id,
      );
      await races.owner.query(
        "insert into public.contact_submissions (name, email, requirement) select 'S', $1, 'x' from generate_series(1, 10)",
        [email],
      );
      const { lines, requirements } = await workOf(ben, company);
      const items = `{${lines.map(({ id }) => id).join()}}`;
      const versions = `{${lines.map(({ version }) => version).join()}}`;
      const answers = await Promise.all([
        attempt(ann, ["select public.set_item_states($1, $2, 'waiting')", items, versions]),
        attempt(admin, ["select public.erase_person($1)", email]),
        races.owner.query("update public.clients set company_name = 'Renamed Ltd' where id = $1", [company]),
        ...requirements.map((id) => attempt(ben, ["select public.change_requirement_status($1, 1, 'filled')", id])),
      ]);
      expect(surprisesIn(answers)).toEqual([]);
      expect(await column("select id from public.job_requirements where client_id = $1", company)).toEqual([]);
    }
  });

  it("what somebody takes who is just leaving is nobody's", async () => {
    await finish();
    await races.owner.query(
      "insert into public.contact_submissions (name, email, requirement) values ('S', 's@test.example', 'x')",
    );
    const take: Call = ["select public.take_next_item()"];
    const [first, second] = [await add("recruiter"), await add("recruiter")];
    expect(await inTurn(first, take, admin, remove(first))).toHaveLength(1);
    expect(await inTurn(admin, remove(second), second, take)).toMatchObject(refused);
    expect(await column("select assignee from public.inbox_items where state <> 'done'")).toEqual([null]);
    await finish();
  });

  it("an invitation that is made while its admin is removed ends with them, or is none", async () => {
    const invite = (): Call => ["select public.invite_to_team($1, 'admin')", `${randomUUID()}@test.example`];
    const [first, second] = [await add("admin"), await add("admin")];
    expect(await inTurn(first, invite(), admin, remove(first))).toHaveLength(1);
    expect(await inTurn(admin, remove(second), second, invite())).toMatchObject(refused);
    const left = "select count(*)::integer from public.invitations where revoked_at is null and invited_by = any ($1)";
    expect(await column(left, `{${first.id},${second.id}}`)).toEqual([0]);
  });

  it("nobody becomes the team's and a company's by doing both at once", async () => {
    const own = (id: string): Call => [
      "insert into public.clients (user_id, company_name) values ($1, 'Both Ltd') returning company_name",
      id,
    ];
    const people = [];
    for (const isInvitedFirst of [true, false]) {
      const email = `${randomUUID()}@test.example`;
      const person = await addPerson({ email });
      const [invitation] = await column(
        "insert into public.invitations (kind, email, role) values ('team', $1, 'recruiter') returning id",
        email,
      );
      const [token = ""] = await column("select private.invitation_mail($1) ->> 'token'", invitation);
      const accept: Call = ["select public.accept_invitation($1) ->> 'kind' as kind", token];
      const again = await races.openAgain(person);
      const late = isInvitedFirst
        ? await inTurn(person, accept, again, own(person.id))
        : await inTurn(person, own(person.id), again, accept);
      expect(late).toMatchObject(isInvitedFirst ? { message: "team_member_already" } : { message: "company_already" });
      people.push(person.id);
    }
    expect(
      await column(
        `select count(*)::integer from public.client_members as member
           join public.user_roles as held on held.user_id = member.user_id and held.role <> 'client'
           where member.user_id = any ($1)`,
        `{${people.join()}}`,
      ),
    ).toEqual([0]);
  });
}
