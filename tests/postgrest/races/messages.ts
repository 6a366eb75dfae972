import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Person, Races } from "../../support/people/races.ts";

// Many who write at once, each on a session of their own, as on Supabase.
const WRITERS = 10;

type Said = { id: string; side: string; body: string; created_at: string };

/** @param races on whose database nobody else is meanwhile */
export function describeMessageRaces(races: Races): void {
  const members: Person[] = [];
  const recruiters: Person[] = [];
  let client: string;
  beforeAll(async () => {
    client = await races.addCompany();
    for (let index = 0; index < WRITERS; index += 1) {
      members.push(await races.addPerson({ client }));
      recruiters.push(await races.addPerson({ role: "recruiter" }));
    }
  });
  const file = () => races.file(client);

  async function say({ session }: Person, requirement: string, body: string, form = randomUUID()): Promise<string> {
    const { rows } = await session.query<{ id: string }>("select public.post_message($1, $2, null, $3) as id", [
      requirement,
      body,
      form,
    ]);
    return rows[0]!.id;
  }

  async function threadOn(requirement: string): Promise<Said[]> {
    const { rows } = await races.owner.query<Said>(
      `select id, side, body, created_at::text from public.requirement_messages
         where requirement_id = $1 order by created_at, id`,
      [requirement],
    );
    return rows;
  }

  async function unreadOn(requirement: string): Promise<Map<string, number>> {
    const { rows } = await races.owner.query<{ user_id: string; unread: number }>(
      "select user_id, unread from public.unread_messages where requirement_id = $1",
      [requirement],
    );
    return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
  }

  it("of many messages at once from both sides each is there once, at a time of its own, and counted by each reader", async () => {
    const requirement = await file();
    const writers = [...members, ...recruiters];
    const ids = await Promise.all(writers.map((writer, index) => say(writer, requirement, `Message ${index}`)));
    const thread = await threadOn(requirement);
    expect(thread.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(new Set(thread.map(({ created_at }) => created_at)).size).toBe(2 * WRITERS);
    expect(thread.filter(({ side }) => side === "client")).toHaveLength(WRITERS);
    const unread = await unreadOn(requirement);
    expect(writers.map(({ id }) => unread.get(id))).toEqual(writers.map(() => WRITERS));
    // Beside what each answer after the company's last word has settled: how often that is, is chance.
    const events = await races.owner.query<{ type: string; count: number }>(
      `select type, count(*) from public.item_events
         where item_id = (select id from public.inbox_items where requirement_id = $1) and type <> 'state'
         group by type order by type`,
      [requirement],
    );
    expect(events.rows).toEqual([
      { type: "answered", count: WRITERS },
      { type: "written", count: WRITERS },
    ]);
  });

  it("whoever reads while they write has seen all that stands before what they see, and the rest stays unread", async () => {
    const requirement = await file();
    const reader = members[0]!;
    // Together more than a page of the thread.
    const PARTS = ["a", "b", "c"];
    const readings: Said[][] = [];
    let isOpen = true;
    const reading = (async () => {
      while (isOpen) {
        const { rows } = await reader.session.query<{ thread: { messages: Said[] } }>(
          "select public.open_messages($1) as thread",
          [requirement],
        );
        readings.push(rows[0]!.thread.messages);
      }
    })();
    await Promise.all(
      recruiters.map(async (writer, index) => {
        for (const part of PARTS) await say(writer, requirement, `Message ${index}${part}`);
      }),
    );
    isOpen = false;
    await reading;
    const thread = await threadOn(requirement);
    expect(thread).toHaveLength(PARTS.length * WRITERS);
    const place = new Map(thread.map(({ id }, index) => [id, index]));
    for (const messages of readings) {
      const places = messages.map(({ id }) => place.get(id)!);
      const newest = places[0] ?? -1;
      // Without a gap: nothing is written in between later.
      expect(places).toEqual(Array.from({ length: places.length }, (_, index) => newest - index));
      expect(messages).toHaveLength(Math.min(newest + 1, 26));
    }
    const last = place.get(readings.at(-1)?.[0]?.id ?? "") ?? -1;
    expect((await unreadOn(requirement)).get(reader.id) ?? 0).toBe(thread.length - 1 - last);
  });

  it("while people answer, a recruiter is named, and the requirement edited, nobody waits for ever and nothing is lost", async () => {
    const requirement = await file();
    const admin = recruiters[1]!;
    const changes = (async () => {
      for (const person of [recruiters[2]!.id, null, recruiters[3]!.id]) {
        const [version] = await races.column("select version from public.job_requirements where id = $1", requirement);
        await admin.session.query("select public.set_recruiter($1, $2, $3)", [requirement, version, person]);
      }
    })();
    const said = members.map((writer, index) => say(writer, requirement, `Message ${index}`));
    const answers = recruiters
      .slice(4)
      .map((writer) => writer.session.query("select public.post_message($1, 'Answer', now())", [requirement]));
    await Promise.all([changes, ...said, ...answers]);
    expect(await threadOn(requirement)).toHaveLength(WRITERS + recruiters.length - 4);
    const unread = await unreadOn(requirement);
    const team = recruiters.map(({ id }) => id).filter((id) => unread.has(id));
    // Of the team at most whoever is in charge has something to read now.
    expect(team.filter((id) => id !== recruiters[3]!.id)).toEqual([]);
    for (const { id } of members) expect(unread.get(id)).toBe(answers.length);
  });

  it("of one form that comes twenty times at once one message is made, and everybody is told its id", async () => {
    const requirement = await file();
    const form = randomUUID();
    const sessions = members.slice(0, 10);
    // From here on all of them are the first one, in as many browsers.
    for (const { session } of sessions) await races.signIn(session, members[0]!.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => say(sessions[index % 10]!, requirement, "Once", form)),
    );
    expect(new Set(answers)).toEqual(new Set([form]));
    expect(await threadOn(requirement)).toHaveLength(1);
    expect(new Set((await unreadOn(requirement)).values())).toEqual(new Set([1]));
  });
}
