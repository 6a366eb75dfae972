import { randomUUID } from "node:crypto";
import type { Member, SharedWorld } from "../../suites/world.ts";
import { asking, call, quoted } from "../api/asking.ts";
import { requirementOf } from "../api/matrix.ts";
import { agreeing, keep, kept, opening, runInTurn, seenOf, type Act } from "./acts-in-turn.ts";
import { toldAnswers } from "./told-answers.ts";

export type Entries = Record<string, unknown>;

/** What the recruiter's page and the candidate's page say of an entry. */
export type Entry = { id: string; version: number; state: string; digest: string; card: unknown; pitch: string | null };
export type OwnPage = {
  candidate: Entries & { version: number };
  is_kept: boolean;
  never: ({ id: string } & Entries)[];
  entries: (Entry & Entries)[];
};
type Shortlist = {
  shortlist: Entries;
  counts: Record<string, unknown>;
  audience: Entries;
  entries: (Entry & Entries)[];
};
export type CompanyView = {
  counts: Record<string, unknown>;
  may_answer: boolean;
  entries: (Entry & Entries & { answers: Entries[]; own_answer: Entries | null; contact: Entries | null })[];
};

/** A day as its page has it (`my_day`). */
type Day = {
  name: string;
  total: number;
  rows: ({ id: string; requirement?: string; person?: Entries } & Entries)[];
}[];

/** The way of candidates through the API, as recruiters, candidates and companies go it. */
export function candidateActs(world: () => SharedWorld) {
  const { add: addRow, value } = asking(world);

  const inTurn = (acts: Act[], last: string) => runInTurn((statements) => world().query(statements), acts, last);

  /** What saves somebody, who is kept as `person`. @returns the act, and their address */
  function saving(by: Member, more: Entries) {
    const email = `${randomUUID()}@candidates.example`;
    const person = { full_name: "Asha Rao", email, headline: "Site engineer", skills: ["AutoCAD"], is_adult: true };
    const entries = quoted(JSON.stringify({ ...person, ...more }));
    return { act: { by, run: keep("person", `public.save_candidate(${entries}::jsonb, gen_random_uuid())`) }, email };
  }
  async function save(by: Member, more: Entries = {}): Promise<{ id: string; version: number; email: string }> {
    const { act, email } = saving(by, more);
    const { person } = await inTurn([act], `select ${kept("person")}::jsonb as person`);
    return { ...(person as { id: string; version: number }), email };
  }

  /** What adds somebody to a shortlist and asks them. The entry is kept as `entry`, how many were asked as `asked`. */
  const asked = (by: Member, requirement: string, candidate: string) => [
    { by, run: keep("entry", `public.add_to_shortlist('${requirement}', (${candidate})::uuid)`) },
    { by, run: keep("asked", `public.ask_candidates(array[${kept("entry")}::uuid], ${seenOf("entry")})`) },
  ];

  const file = (clientId: string) => addRow("job_requirements", requirementOf(clientId));

  const shortlist = ({ api }: Member, requirement: string) => call<Shortlist>(api, "read_shortlist", { requirement });
  const entryOf = async (by: Member, requirement: string, entry: string) =>
    (await shortlist(by, requirement)).entries.find(({ id }) => id === entry)!;

  const add = ({ api }: Member, requirement: string, candidate: string) =>
    call<string>(api, "add_to_shortlist", { requirement, candidate });
  const askAt = ({ api }: Member, entry: string, seen = 1) =>
    call<unknown>(api, "ask_candidates", { entries: [entry], seen: [seen] });

  /** The versions that entries have now, as the pages have them. */
  const versionsOf = (entries: string[]) =>
    value<number[]>(`select array_agg(version order by place) from public.shortlist_entries
      join unnest('{${entries.join(",")}}'::uuid[]) with ordinality as wanted (id, place) using (id)`);

  /** One entry as it is now: what its page says of it besides costs a call. */
  const versionOf = async (entry: string) => (await versionsOf([entry]))[0]!;
  const stateOf = (entry: string) => value(`select state from public.shortlist_entries where id = '${entry}'`);

  /** Adds a candidate to a shortlist and asks them. @returns the entry */
  async function ask(by: Member, requirement: string, candidate: string): Promise<string> {
    const answer = `select ${kept("entry")} as entry, ${kept("asked")} as asked`;
    const made = await inTurn(asked(by, requirement, quoted(candidate)), answer);
    if (made["asked"] !== "1") throw new Error(JSON.stringify(made));
    return made["entry"] as string;
  }

  /** Marks how far somebody has got, as they are now; who has joined has begun today unless it is said when. */
  async function setMark(by: Member, entry: string, state: string, more: Entries = {}) {
    return call(by.api, "mark_entry", { entry, seen: await versionOf(entry), state, ...more });
  }

  async function takeBack(by: Member, entry: string) {
    return call(by.api, "take_back_entry", { entry, seen: await versionOf(entry) });
  }

  /** The token of the last mail that asked about an entry. */
  const tokenOf = (entry: string) =>
    value(`select private.candidate_token(asked.id, person.link_issue) from public.candidate_consents as asked
           join public.candidates as person on person.id = asked.candidate_id
           where asked.entry_id = '${entry}' order by asked.asked_at desc limit 1`);
  const pageTokenOf = (candidate: string) =>
    value(`select private.candidate_token(id, link_issue) from public.candidates where id = '${candidate}'`);
  const codeOf = (candidate: string) =>
    value(`select private.code_of(code) from private.candidate_codes as code where candidate_id = '${candidate}'
           order by created_at desc limit 1`);

  /** Opens a candidate's own page. @returns the session's token */
  const open = async (candidate: string) =>
    (await inTurn(opening(quoted(candidate)), `select ${kept("session")} as opened`))["opened"] as string;

  /** Lets the ten minutes pass in which a no can be undone, and recruiters be told. */
  async function tellRefusals(): Promise<void> {
    await world().query(`update public.candidate_consents set tell_at = now() where tell_at is not null;
      select private.tell_refusals()`);
  }

  const page = (session_token: string) => call<OwnPage>(world().anon, "own_candidate_page", { session_token });

  async function agree(session_token: string, entry: string): Promise<unknown> {
    const digest = await value(
      `select private.card_digest(entry) from public.shortlist_entries as entry where id = '${entry}'`,
    );
    return call(world().anon, "agree_to_card", { session_token, entry, digest });
  }

  async function show(by: Member, requirement: string, entries: string[]): Promise<unknown> {
    return call(by.api, "show_candidates", { requirement, entries, seen: await versionsOf(entries) });
  }

  /** All of the way up to where a company sees somebody. */
  async function showOne(by: Member, requirement: string, more: Entries = {}) {
    const { act, email } = saving(by, more);
    const candidate = `${kept("person")}::jsonb ->> 'id'`;
    const made = await inTurn(
      [
        act,
        ...asked(by, requirement, candidate),
        ...opening(candidate),
        agreeing,
        {
          by,
          run: keep(
            "shown",
            `public.show_candidates('${requirement}', array[${kept("entry")}::uuid], ${seenOf("entry")})`,
          ),
        },
      ],
      `select ${["person", "entry", "session", "shown"].map((name) => `${kept(name)} as ${name}`).join(", ")}`,
    );
    if (made["shown"] !== "1") throw new Error(JSON.stringify(made));
    const person = JSON.parse(made["person"] as string) as { id: string; version: number };
    return { ...person, email, entry: made["entry"] as string, session: made["session"] as string };
  }

  const seenBy = ({ api }: Member, requirement: string) =>
    call<CompanyView>(api, "company_candidates", { requirement });

  /** Lets the time be over in which a requirement's answers can be undone. */
  async function tellAnswers(requirement: string): Promise<void> {
    for (const statement of toldAnswers(requirement)) await world().query(statement);
  }

  /** Answers about somebody, as they are now. */
  async function say(by: Member, requirement: string, entry: string, more: Entries): Promise<unknown> {
    const answers = [{ entry, seen: await versionOf(entry), ...more }];
    return call(by.api, "answer_candidates", { requirement, answers });
  }

  /** Answers so that it can't be undone any more. */
  async function answer(...said: Parameters<typeof say>): Promise<unknown> {
    const made = await say(...said);
    await tellAnswers(said[1]);
    return made;
  }

  const dayOf = ({ api }: Member, section?: string) =>
    call<Day>(api, "my_day", section === undefined ? {} : { section });
  /** How many rows about a requirement and its candidates each section of somebody's day has. */
  async function countDay(by: Member, requirement: string): Promise<Record<string, number>> {
    const counts = (await dayOf(by)).map(({ name, rows }) => [
      name,
      rows.filter((row) => row.requirement === requirement || row.id === requirement).length,
    ]);
    return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Record<string, number>;
  }

  return {
    ...{ dayOf, countDay },
    ...{ value, save, file, shortlist, entryOf, ask, tokenOf, pageTokenOf, codeOf, open, page, agree, show, showOne },
    ...{ versionOf, stateOf, seenBy, say, answer, tellAnswers, add, askAt, setMark, takeBack, tellRefusals },
  };
}
