import type { OwnerSession } from "./database.ts";

// An inbox of any size, as an agency's looks after so many weeks. Everything follows from a line's number, so that two of
// the same size are alike.

/** A heap of enquiries and requirements. */
type Heap = {
  count: number;
  /** Whose inbox it is, and somebody they work with: the ids of two people of the team. */
  people: readonly [me: string, colleague: string];
  /** Of how many lines one is still to be done; the first ten are, in any heap. */
  perOpen: number;
  /** A word that stands in each of them, and nowhere else. */
  mark: string;
};

const WORDS = {
  jobs: "welders, nurses, accountants, fitters, engineers, drivers, planners, auditors, cooks, electricians, analysts, buyers",
  places:
    "Pune, Chennai, Noida, Rotterdam, Nairobi, Lisbon, Gdansk, Dubai, Birmingham, Coimbatore, Osaka, Porto, Utrecht",
  first: "Asha, Tom, Nadia, Erik, Grace, Mateus, Hannah, Priya, Fatima, Joon, Kiran, Samir, Lotte, Ravi, Uma, Zoe, Ida",
  last: "Rao, Albrecht, Fernandes, Sund, Otieno, Lima, Kowalski, Menon, Zahra, Park, Patel, Haddad, Shah, Kulkarni, Nair",
  firms: "Northgate, Lakeview, Savanna, Portside, Meridian, Atlas, Harbor, Fern, Vega, Sund, Haddad, Quarry, Juniper",
  trades: "Robotics, Hospitals, Solar, Shipping, Foods, Textile, Cloud, Logistics, Castings, Instruments, Controls",
};

const SENTENCES = [
  "We open a second site and want to begin before the season does.",
  "Two shifts, with a canteen and a bus from the station.",
  "The last agency sent us people who had not been told about the nights.",
  "Please ring in the morning: later I am on the line and do not hear the telephone.",
  "What do you charge, when is it due, and what happens if somebody leaves in the first month?",
  "We have worked with you before, on the plant in the south, and were content.",
  "The budget has been approved; what is missing is a date for the interviews.",
];

/** One of a list, for each number another; the factor keeps two lists from going in step. */
function pick(list: string, factor: number): string {
  const values = list.split(", ").map((value) => `'${value}'`);
  return `(array[${values.join(", ")}])[1 + (n * ${factor} + n / ${values.length}) % ${values.length}]`;
}

const TABLE = `
  create temporary table heap (
    n integer, id uuid, place text, job text, first_name text, last_name text, email text, company text, body text,
    created_at timestamptz, class integer)`;

/** What each line is: every fifteen hundredth is from one Ottoline; a company is five lines'. */
const LINES = `
  insert into heap
    select n, gen_random_uuid(), ${pick(WORDS.places, 5)}, ${pick(WORDS.jobs, 7)},
           case when n % 1500 = 4 then 'Ottoline' else ${pick(WORDS.first, 11)} end, ${pick(WORDS.last, 3)},
           format('sender%s@%s.example', n - n % 3, $3::text),
           concat_ws(' ', ${pick(WORDS.firms, 1)}, ${pick(WORDS.trades, 1)}, n % greatest(3, $1::integer / 5)),
           array_to_string((array[${SENTENCES.map((sentence) => `'${sentence}'`).join(", ")}])[1 + n % 4:4 + n % 4], ' '),
           now() - interval '90 minutes' - n * interval '40 minutes',
           case when n <= 10 or $2::integer = 1 then n % 6 when (n + n / 10) % $2::integer = 0 then n / $2::integer % 6 end
      from generate_series(1, $1::integer) as n`;

const CONTACTS = `
  insert into public.contact_submissions (id, name, email, company, requirement, created_at)
    select id, first_name || ' ' || last_name, email, company,
           format('We need %s %s in %s. %s %s', 2 + n % 40, job, place, body, $1::text), created_at
      from heap where n % 10 < 5`;

const POSTINGS = `
  insert into public.public_job_submissions
      (id, job_title, department, location, experience_level, employment_type, urgency, skills, job_description,
       budget_range, positions_count, contact_name, contact_email, company, phone, created_at)
    select id, format('%s %s', $1::text, job), 'operations', place, 'mid', 'fulltime', 'urgent', 'We need ' || job, body,
           '50k-75k', '2-5', first_name || ' ' || last_name, email, company, '+91 120 555 0100', created_at
      from heap where n % 10 in (5, 6)`;

const CONSULTATIONS = `
  insert into public.consultation_requests
      (id, first_name, last_name, email, phone, company, role, needs, preferred_time, created_at)
    select id, first_name, last_name, email, '+91 120 555 0101', company, 'hr-manager',
           format('%s need %s. %s', $1::text, job, body), 'morning', created_at
      from heap where n % 10 in (7, 8)`;

/** Companies that nobody owns yet: as many as there are lines, up to three hundred. */
const CLIENTS = `
  insert into public.clients (id, company_name, full_name, created_at)
    select md5(id::text)::uuid, format('%s %s', company, $1::text), first_name || ' ' || last_name, created_at
      from heap where n <= 300`;

const REQUIREMENTS = `
  insert into public.job_requirements
      (id, client_id, recruiter_id, job_title, job_type, location, required_skills, job_description, positions_count,
       priority, status, created_at, updated_at)
    select heap.id, md5(owner.id::text)::uuid, case heap.n % 3 when 0 then $2::uuid when 1 then $3::uuid end,
           format('%s %s', $1::text, heap.job), 'permanent', heap.place, array['need', heap.job], heap.body,
           1 + heap.n % 9, 'high', case when heap.class is null then 'filled' else 'new' end::public.requirement_status,
           heap.created_at, heap.created_at
      from heap join heap as owner on owner.n = 1 + heap.n % least($4::integer, 300)
      where heap.n % 10 = 9`;

/** Nobody is to be told of them. */
const TOLD = `
  update public.crm_events set sent_at = now(), next_attempt_at = null
    from heap where requirement_id = heap.id and sent_at is null and dead_at is null`;

/** What is still to be done is, by turns, late, nobody's, mine, waiting, a colleague's, and suspect. */
const WORK = `
  update public.inbox_items as item
    set is_suspect = class is not distinct from 5,
        state = (case when class is null then case when n % 13 = 0 then 'spam' else 'done' end
                      when class = 3 then 'waiting' when class in (2, 4) then 'open' else 'new' end)::public.inbox_state,
        assignee = case when class is null then $2::uuid when class = 2 then $1::uuid when class in (3, 4) then $2::uuid end,
        first_seen_at = case when class is null or class in (2, 3, 4) then item.created_at end,
        due_at = case class when 0 then now() - (1 + n % 90) * interval '1 hour'
                            when 3 then now() + (1 + n % 160) * interval '1 hour'
                            else case when class is null then item.due_at
                                      else now() + (60 + n * 37 % 2820) * interval '1 minute' end end
    from heap where heap.id = coalesce(contact_id, posting_id, consultation_id, requirement_id)`;

const NOTES = `
  insert into public.notes (item_id, author, kind, body, created_at)
    select item.id, case when heap.n % 2 = 0 then $1::uuid else $2::uuid end,
           (array['note', 'call', 'email', 'meeting'])[1 + heap.n % 4]::public.note_kind, left(heap.body, 200),
           item.created_at + later * interval '1 hour'
      from heap
      join public.inbox_items as item on heap.id = coalesce(contact_id, posting_id, consultation_id, requirement_id)
      cross join generate_series(1, 3) as later
      where heap.n % 3 = 0`;

const EVENTS = `
  insert into public.item_events (item_id, actor, type, created_at)
    select item.id, item.assignee, 'taken', item.created_at + interval '30 minutes'
      from heap
      join public.inbox_items as item on heap.id = coalesce(contact_id, posting_id, consultation_id, requirement_id)
      where item.assignee is not null`;

/**
 * Puts so many enquiries and requirements into the inbox, with companies and notes, and lets two people have worked on them.
 * Of ten, five are messages, two postings, two consultations and one a requirement.
 */
export async function heapUp(owner: OwnerSession, { count, people, perOpen, mark }: Heap): Promise<void> {
  await owner.exec(TABLE);
  for (const [statement, values] of [
    [LINES, [count, perOpen, mark]],
    [CONTACTS, [mark]],
    [POSTINGS, [mark]],
    [CONSULTATIONS, [mark]],
    [CLIENTS, [mark]],
    [REQUIREMENTS, [mark, ...people, count]],
    [TOLD, []],
    [WORK, people],
    [NOTES, people],
    [EVENTS, []],
    ["drop table heap", []],
  ] as const) {
    await owner.query(statement, [...values]);
  }
  // As the server does by itself, at a time of its own.
  for (const table of ["inbox_items", "notes", "item_events", "job_requirements", "clients"]) {
    await owner.exec(`vacuum analyze public.${table}`);
  }
  for (const table of ["contact_submissions", "public_job_submissions", "consultation_requests"]) {
    await owner.exec(`vacuum analyze public.${table}`);
  }
}
