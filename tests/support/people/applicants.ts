import { randomUUID } from "node:crypto";
import { quoted } from "../api/asking.ts";

/** Somebody who has applied, as the database keeps them. */
export type Applicant = { candidate: string; entry: string; application: string; email: string };

/** Where statements are run as the database's owner. */
type Owner = { query(statement: string): Promise<object[]> };

/** Adverts and who has applied for them, as rows: what is made by the forms is tested where those are. */
export function applicantActs(world: () => Owner) {
  const value = async (statement: string) => String(Object.values((await world().query(statement))[0] ?? {})[0]);

  /** An advert of a requirement that takes applications; `more` are columns and their values. @returns its slug */
  async function advertise(requirement: string, more: Record<string, string> = {}): Promise<string> {
    const columns: Record<string, string> = {
      requirement_id: quoted(requirement),
      slug: quoted(`pipe-fitter-kochi-${requirement}`),
      title: quoted("Pipe fitter"),
      place: quoted("Kochi"),
      country: quoted("India"),
      work: quoted("permanent"),
      body: quoted("Pipes on ships."),
      opened_at: "now()",
      closes_on: "private.today() + 20",
      ...more,
    };
    return value(`insert into public.adverts (${Object.keys(columns).join(", ")})
                    values (${Object.values(columns).join(", ")}) returning slug`);
  }

  /** Somebody who has applied and pressed in their mail; of `candidate`, a record that is there already. */
  async function apply(
    requirement: string,
    {
      candidate,
      name = "Ravi Menon",
      said = "I have welded pipes on ships for six years.",
    }: Partial<Record<"candidate" | "name" | "said", string>> = {},
  ): Promise<Applicant> {
    const email = `${randomUUID()}@applicants.example`;
    // One statement, so that all of it is of one moment, as the press makes it.
    const made = await world().query(`
      with person as (
        insert into public.candidates (full_name, email, email_confirmed_at, city, skills, source, is_adult)
          select ${quoted(name)}, ${quoted(email)}, now(), 'Kochi', array['Pipe fitting'], 'Applied on the site', true
            where ${candidate === undefined}
          returning id, email
      ), whose as (
        select id, email from person
        union all select id, email from public.candidates where id = ${candidate === undefined ? "null" : quoted(candidate)}
      ), listed as (
        insert into public.shortlists (requirement_id) values (${quoted(requirement)}) on conflict do nothing
      ), entry as (
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, applied_at, said)
          select ${quoted(requirement)}, whose.id, 'applied', private.next_code_word(${quoted(requirement)}), now(), ${quoted(said)}
            from whose returning id, candidate_id, code_word
      ), sent as (
        insert into private.applications (requirement_id, form_id, code_word, confirmed_at, entry_id)
          select ${quoted(requirement)}, gen_random_uuid(), entry.code_word, now(), entry.id from entry returning id
      ), consent as (
        insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, given_at,
                                               mailbox_digest)
          select entry.candidate_id, 'apply', entry.id, private.notice_version(), 'en', 'consent', now(),
                 private.subject_of(whose.email)
            from entry cross join whose
      )
      select whose.id as candidate, whose.email, entry.id as entry, sent.id as application from whose, entry, sent`);
    return made[0] as Applicant;
  }

  /** Something that was sent for an advert, and that nobody has pressed. @returns its id and the address */
  async function send(requirement: string, more: Record<string, string> = {}): Promise<{ id: string; email: string }> {
    const email = `${randomUUID()}@unpressed.example`;
    const columns: Record<string, string> = {
      requirement_id: quoted(requirement),
      form_id: "gen_random_uuid()",
      entries: `'{"full_name": "Nobody Yet"}'`,
      email: quoted(email),
      code_word: quoted("Heron 123"),
      ...more,
    };
    const id = await value(`insert into private.applications (${Object.keys(columns).join(", ")})
                              values (${Object.values(columns).join(", ")}) returning id`);
    await world().query(`select private.enqueue_mail('application_confirm', 'confirm.${id}',
                           '{"application": "${id}"}', address => '${email}')`);
    return { id, email };
  }

  /** Turns somebody down, as long ago as it is said. */
  async function turnDown({ entry }: Applicant, ago = "0 minutes", words?: string): Promise<void> {
    await world().query(`update public.shortlist_entries
      set state = 'closed', turned_down_at = now() - interval '${ago}', turned_down_words = ${words === undefined ? "null" : quoted(words)}
      where id = '${entry}'`);
  }

  /** Applicants as a form says whom it is about, each as they are now. */
  async function seenNow(applicants: readonly Applicant[]): Promise<{ entries: string[]; seen: number[] }> {
    const ids = applicants.map(({ entry }) => quoted(entry)).join(", ");
    const known = (await world().query(`
      select entry.id, entry.version from unnest(array[${ids}]::uuid[]) with ordinality as wanted (id, place)
        join public.shortlist_entries as entry using (id) order by wanted.place`)) as { id: string; version: number }[];
    return { entries: known.map(({ id }) => id), seen: known.map(({ version }) => version) };
  }

  return { advertise, apply, send, turnDown, seenNow };
}
