import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database, Json } from "../../../app/lib/backend/database.types.ts";
import { OwnerSession } from "../api/database.ts";
import { ownerOf } from "../http/form-owner.ts";
import { Visitor } from "../http/visitor.ts";
import { quoted } from "../api/asking.ts";
import { agreeing, keep, kept, opening, runInTurn, seenOf, type Act } from "./acts-in-turn.ts";
import { toldAnswers } from "./told-answers.ts";
import { freshEmail } from "./people.ts";

/** Whoever of the team acts. */
type Clerk = { api: SupabaseClient<Database> };
/** And who they are, where it is not the API that is asked. */
type KnownClerk = Clerk & { userId: string };

/** What the team knows of somebody who looks for work; every field of a card is filled in. */
export const candidateEntries = {
  full_name: "Asha Rao",
  phone: "+91 98450 00000",
  headline: "Pipe welder",
  city: "Pune",
  country: "India",
  notice_period: "30 days",
  skills: ["TIG", "C++"],
  summary: "Eight years in shipyards.",
  links: ["https://asha.example/work"],
  expected_pay_amount: 90_000,
  expected_pay_currency: "INR",
  expected_pay_unit: "month",
  language: "en",
  employer: "Harbour Yards Ltd",
  is_adult: true,
};

export type TestCandidate = { id: string; email: string };
export type TestEntry = TestCandidate & { entry: string; requirement: string };

/** What a function of the database answers. @throws its refusal */
export async function rpc<Value>(api: Clerk["api"], name: string, values: Record<string, unknown>): Promise<Value> {
  const { data, error } = (await api.rpc(name as never, values as never)) as {
    data: unknown;
    error: Error | null;
  };
  if (error) throw error;
  return data as Value;
}

/** Keeps a candidate, as the team does. @param more other entries than those above */
export async function addCandidate({ api }: Clerk, more: Record<string, Json> = {}): Promise<TestCandidate> {
  const email =
    typeof more["email"] === "string" ? more["email"] : freshEmail("candidate").replace(/@.*/, "@seeker.example");
  const { id } = await rpc<{ id: string }>(api, "save_candidate", { entries: { ...candidateEntries, email, ...more } });
  return { id, email };
}

/** The version that an entry has now. */
export async function versionOf({ api }: Clerk, requirement: string, entry: string): Promise<number> {
  type Shortlist = { entries: { id: string; version: number }[] };
  const { entries } = await rpc<Shortlist>(api, "read_shortlist", { requirement });
  return entries.find(({ id }) => id === entry)!.version;
}

/** Changes an entry at the version that it usually has by then; where it has another, the refusal says which. */
function atVersion<Value>(usual: number, change: (seen: number) => Promise<Value>): Promise<Value> {
  return change(usual).catch((error: { message: string; details: string }) => {
    if (error.message !== "stale") throw error;
    return change(Number(error.details));
  });
}

/** All that may stand on a card. */
const WHOLE_CARD = [
  "headline",
  "city",
  "country",
  "notice_period",
  "skills",
  "summary",
  "links",
  "expected_pay",
  "language",
];
const PITCH = "Asha is calm where others rush.";

/** Adds somebody to a requirement, with all of a card unless it is said what stands on it. */
export async function shortlist(
  clerk: Clerk,
  requirement: string,
  candidate: TestCandidate,
  { chosen, pitch }: { chosen?: string[]; pitch?: string } = {},
): Promise<TestEntry> {
  const entry = await rpc<string>(clerk.api, "add_to_shortlist", { requirement, candidate: candidate.id });
  const card = { entry, chosen: chosen ?? WHOLE_CARD, pitch: pitch ?? PITCH };
  await atVersion(1, (seen) => rpc(clerk.api, "set_card", { ...card, seen }));
  return { ...candidate, entry, requirement };
}

/** Asks whether somebody's card may be shown. */
export async function askToShow({ api }: Clerk, { entry }: TestEntry): Promise<void> {
  await atVersion(2, (seen) => rpc(api, "ask_candidates", { entries: [entry], seen: [seen] }));
}

/** Shows somebody who has agreed to the company. */
export async function show({ api }: Clerk, { requirement, entry }: TestEntry): Promise<void> {
  await atVersion(4, (seen) => rpc(api, "show_candidates", { requirement, entries: [entry], seen: [seen] }));
}

const textsOf = (texts: string[]) => `array[${texts.map(quoted).join(", ")}]`;

/** What makes the card of the entry that is kept. */
export const cardOf = (by: KnownClerk, pitch = PITCH): Act => ({
  by,
  run: `select public.set_card(id, version, ${textsOf(WHOLE_CARD)}, ${quoted(pitch)})
          from public.shortlist_entries where id = ${kept("entry")}::uuid`,
});

/** What asks about the entry that is kept. */
export const askingAbout = (by: KnownClerk): Act => ({
  by,
  run: `select public.ask_candidates(array[${kept("entry")}::uuid], ${seenOf("entry")})`,
});

/** What adds somebody to a requirement, which keeps the entry, makes the card and asks about it. */
const asking = (by: KnownClerk, requirement: string, { id }: TestCandidate): Act[] => [
  { by, run: keep("entry", `public.add_to_shortlist('${requirement}', '${id}')`) },
  cardOf(by),
  askingAbout(by),
];

/** The database, as what is only in mails is looked up: nothing of a link or a code is kept elsewhere. */
export class CandidateMails {
  readonly #owner: OwnerSession;

  constructor({ database }: { database: string }) {
    this.#owner = OwnerSession.of(database);
  }

  close(): Promise<void> {
    return this.#owner.close();
  }

  async #one(statement: string, id: string): Promise<string> {
    const { rows } = await this.#owner.query<{ found: string }>(statement, [id]);
    if (!rows[0]) throw new Error("no such mail");
    return rows[0].found;
  }

  /** The token of the newest question's mail. */
  questionToken({ id }: TestCandidate): Promise<string> {
    return this.#one(
      `select private.candidate_token(asked.id, person.link_issue) as found from public.candidate_consents as asked
         join public.candidates as person on person.id = asked.candidate_id
         where person.id = $1 order by asked.asked_at desc limit 1`,
      id,
    );
  }

  /** The token of the link to the own page. */
  pageToken({ id }: TestCandidate): Promise<string> {
    return this.#one(
      "select private.candidate_token(id, link_issue) as found from public.candidates where id = $1",
      id,
    );
  }

  /** The newest code that somebody was mailed. */
  code({ id }: TestCandidate): Promise<string> {
    return this.#one(
      `select private.code_of(code) as found from private.candidate_codes as code
         where candidate_id = $1 order by created_at desc limit 1`,
      id,
    );
  }

  /** Does several things as somebody or anybody, past the site and the Data API. */
  inTurn(acts: Act[], last: string): Promise<Record<string, unknown>> {
    return runInTurn((statements) => this.query(statements), acts, last);
  }

  /** The session of somebody on their own page, past the site. */
  async openSession({ id }: TestCandidate): Promise<string> {
    return (await this.inTurn(opening(quoted(id)), `select ${kept("session")} as opened`))["opened"] as string;
  }

  /** Somebody agrees to the card that they were asked about. */
  async agree({ entry }: TestEntry, session_token: string): Promise<void> {
    await this.inTurn(
      [{ run: `${keep("entry", quoted(entry))}; ${keep("session", quoted(session_token))}` }, agreeing],
      "select",
    );
  }

  /** Up to where somebody is asked about a requirement, with a whole card. @returns also the path of the question */
  async ask(
    clerk: KnownClerk,
    requirement: string,
    more: Record<string, Json> = {},
  ): Promise<TestEntry & { path: string }> {
    const candidate = await addCandidate(clerk, more);
    const made = await this.inTurn(
      asking(clerk, requirement, candidate),
      `select ${kept("entry")} as entry, '/candidate/' || private.candidate_token(asked.id, person.link_issue) as path
         from public.candidate_consents as asked join public.candidates as person on person.id = asked.candidate_id
         where person.id = '${candidate.id}' order by asked.asked_at desc limit 1`,
    );
    return { ...candidate, requirement, ...(made as { entry: string; path: string }) };
  }

  /** All of the way up to where a company sees somebody, with a whole card. @param more what differs in their record */
  show(clerk: KnownClerk, requirement: string, more?: Record<string, Json>): Promise<TestEntry & { session: string }> {
    const seen = `array[${kept("entry")}::uuid], ${seenOf("entry")}`;
    return this.agreed(clerk, requirement, more, {
      by: clerk,
      run: `select public.show_candidates('${requirement}', ${seen})`,
    });
  }

  /** All of the way up to where somebody has agreed to be shown, with a whole card. @param then what follows at once */
  async agreed(
    clerk: KnownClerk,
    requirement: string,
    more: Record<string, Json> = {},
    ...then: Act[]
  ): Promise<TestEntry & { session: string }> {
    const candidate = await addCandidate(clerk, more);
    const acts = [...asking(clerk, requirement, candidate), ...opening(quoted(candidate.id)), agreeing, ...then];
    const made = await this.inTurn(acts, `select ${kept("entry")}::uuid as entry, ${kept("session")} as session`);
    return { ...candidate, requirement, ...(made as { entry: string; session: string }) };
  }

  /** Lets the time be over in which a requirement's answers can be undone. */
  async tellAnswers(requirement: string): Promise<void> {
    for (const statement of toldAnswers(requirement)) await this.query(statement);
  }

  /** Lets every session of somebody be over. */
  async endSessions({ id }: TestCandidate): Promise<void> {
    await this.#owner.query("update private.candidate_sessions set expires_at = now() where candidate_id = $1", [id]);
  }

  /** Runs a statement as the database's owner. */
  async query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#owner.query<Row>(statement, values)).rows;
  }

  /** A browser in which somebody has opened their own page, past the forms for that. */
  async openOwnPage(site: string, candidate: TestCandidate): Promise<Visitor> {
    const visitor = Visitor.ofCandidate(site, await this.openSession(candidate));
    visitor.owner = ownerOf(candidate.id);
    return visitor;
  }
}
