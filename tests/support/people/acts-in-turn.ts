import { OwnerSession } from "../api/database.ts";

/** A call, by somebody signed in or by anybody. @property run what gives nothing back, or keeps it */
export type Act = { by?: { userId: string }; run: string };

/** Keeps what a statement gives until the turn is over. @param given an expression, or a statement */
export const keep = (name: string, given: string) => `select set_config('scene.${name}', (${given})::text, false)`;
/** What was kept, as an expression. */
export const kept = (name: string) => `current_setting('scene.${name}')`;
/** The version that an entry has which is kept, as a call takes it. */
export const seenOf = (name: string) =>
  `array(select version from public.shortlist_entries where id = ${kept(name)}::uuid)`;

/**
 * Runs statements of the database's owner, each in a transaction of its own, as calls of somebody signed in or of anybody: all
 * in one turn. How somebody got where a test begins is proved where that is the rule.
 *
 * @param query runs several statements. @returns what each of them gives
 * @param last what gives the answer
 */
export async function runInTurn(
  query: (statements: string) => Promise<unknown[]>,
  acts: Act[],
  last: string,
): Promise<Record<string, unknown>> {
  const claimsOf = (by: Act["by"]) =>
    by === undefined
      ? "''"
      : `(select jsonb_build_object('sub', user_id, 'session_id', id, 'role', 'authenticated')::text
           from auth.sessions where user_id = '${by.userId}' order by created_at desc limit 1)`;
  // Supabase has who asks in the claims, the embedded backend besides them.
  const turns = acts.map(
    ({ by, run }) => `begin; select set_config('request.jwt.claims', ${claimsOf(by)}, true),
      set_config('request.jwt.claim.sub', '${by?.userId ?? ""}', true); ${run}; commit;`,
  );
  try {
    const answers = (await query(`${turns.join("\n")} ${last}`)) as Record<string, unknown>[][];
    return answers.at(-1)![0]!;
  } catch (error) {
    await query("rollback");
    throw error;
  }
}

/** What opens a candidate's own page by link and code; the session's token is kept as `session`. @param candidate an expression */
export function opening(candidate: string): Act[] {
  const person = `from public.candidates as person where person.id = (${candidate})::uuid`;
  return [
    { run: `delete from private.candidate_codes where candidate_id = (${candidate})::uuid` },
    { run: `select public.send_candidate_code(private.candidate_token(id, link_issue)) ${person}` },
    {
      run: keep(
        "session",
        `select public.enter_candidate_code(private.candidate_token(id, link_issue), (
          select private.code_of(code) from private.candidate_codes as code where candidate_id = person.id)) ${person}`,
      ),
    },
  ];
}

/** What has a candidate agree to the card of an entry that is kept, on their own page. */
export const agreeing: Act = {
  run: `select public.agree_to_card(${kept("session")}, ${kept("entry")}::uuid, (
    select private.card_digest(entry) from public.shortlist_entries as entry where id = ${kept("entry")}::uuid))`,
};

/** Does several things past the site and the Data API, which would answer each by itself. @param database as `OwnerSession.of` takes it */
export async function actInTurn(database: string, acts: Act[]): Promise<void> {
  const owner = OwnerSession.of(database);
  try {
    await runInTurn(async (statements) => (await owner.query(statements)).rows, acts, "select");
  } finally {
    await owner.close();
  }
}
