import type { OwnerSession } from "./database.ts";

// The whole database as an agency's looks after years: companies, requirements, messages and the inbox. Everything follows
// from numbers, so that two of the same size are alike. Rows are written as the triggers would have written them, which
// are off meanwhile: of two hundred thousand requirements that is the difference between a minute and an hour.

/** A database of any size. */
type SizeHeap = {
  requirements: number;
  /** Whose the others are. */
  companies: number;
  /** The company that has a tenth of all. */
  large: string;
  /** Whose unread messages there are: a person of the large company. */
  member: string;
  /** Somebody of the team, who has done it all. */
  recruiter: string;
  /** Is what is looked for in all companies, and in the jobs of all but some of the large one's requirements? Where there are very many, it is in one of a dozen to five hundred. */
  isDense: boolean;
};

const pick = (words: string, factor: number, share = "n % 3 > 0") =>
  `pg_temp.pick('{${words.replaceAll(" ", ",")}}', ${factor}, n, ${share})`;

/** What the scene's searches look for of the words below. */
const SEARCHED = ["welder", "buyer", "Pune", "Northgate", "Portside", "Solar", "Castings"];

/**
 * How often a thing comes, and which words. Dense and not differ in this alone: a search that finds a page of very many finds
 * some of few as well, so that what is compared is how many there are, and not whether any is shown.
 */
const chances = (isDense: boolean) => `
  create function pg_temp.every(number integer) returns integer language sql immutable
    return ${isDense ? "least(number, 2)" : "number"};
  create function pg_temp.pick(words text[], factor integer, n integer, has_searched boolean) returns text language sql immutable
    return case when ${isDense} and has_searched
      then (select string_agg(word, ' ') from unnest(words) as word where word in (${SEARCHED.map((word) => `'${word}'`).join(", ")}))
      else words[1 + (n * factor + n / cardinality(words)) % cardinality(words)] end`;

const JOB = pick(
  "welder nurse accountant fitter engineer driver planner auditor cook electrician analyst buyer",
  7,
  "n % 2 = 1 or n % 3 = 1",
);
const PLACE = pick(
  "Pune Chennai Noida Rotterdam Nairobi Lisbon Gdansk Dubai Birmingham Coimbatore Osaka Porto Utrecht",
  5,
);
const FIRM = pick("Northgate Lakeview Savanna Portside Meridian Atlas Harbor Fern Vega Quarry Juniper", 1, "true");
const TRADE = pick("Robotics Hospitals Solar Shipping Foods Textile Cloud Logistics Castings", 3, "true");

const TEXT = `'We look for candidates: two shifts, with a canteen and a bus from the station. The budget has been approved; '
  || 'what is missing is a date for the interviews. Reference r' || n || case when n % 5000 in (3, 4, 10) then ' Ottoline' else '' end`;

const TABLES = [
  "clients",
  "job_requirements",
  "requirement_events",
  "contact_submissions",
  "inbox_items",
  "item_events",
  "requirement_messages",
  "candidates",
  "shortlists",
  "shortlist_entries",
  "shortlist_answers",
  "candidate_consents",
  "activity_log",
];

/** One in five hundred companies is called Zanzibar. */
const CLIENTS = `
  insert into public.clients (id, company_name, full_name, created_at)
    select md5('company ' || n)::uuid,
           concat_ws(' ', case when n % pg_temp.every(500) = 2 % pg_temp.every(500) then 'Zanzibar Works' end, ${FIRM}, ${TRADE}, 'Ltd', n),
           'Contact Person ' || n, now() - interval '900 days' - n * interval '1 minute'
      from generate_series(1, $1::integer) as n`;

/** "Candidates" stands in all, "Ottoline" in few. None is urgent, none cancelled, and nobody of the team but one has any. */
const REQUIREMENTS = `
  insert into public.job_requirements
      (id, client_id, submitted_by, recruiter_id, job_title, job_type, location, required_skills, job_description,
       positions_count, priority, status, created_at, updated_at)
    select md5('requirement ' || n)::uuid,
           case when n % pg_temp.every(10) = 0 then $3::uuid else md5('company ' || (1 + n % $2::integer))::uuid end,
           case when n % pg_temp.every(10) = 0 then $4::uuid end, case when n % 3 = 0 then $5::uuid end, ${JOB} || ' of line ' || n,
           'permanent', ${PLACE}, array['TIG', ${JOB}], ${TEXT}, 1 + n % 9,
           (array['low', 'medium', 'high'])[1 + n % 3]::public.requirement_priority,
           (array['new', 'in_progress', 'filled'])[1 + n / 4 % 3]::public.requirement_status,
           now() - n * interval '4 minutes', now() - n * interval '4 minutes'
      from generate_series(1, $1::integer) as n`;

const EVENTS = `
  insert into public.requirement_events (requirement_id, client_id, side, type, created_at)
    select filed.id, filed.client_id, 'company', kind, filed.created_at
      from public.job_requirements as filed cross join unnest(array['created', 'edited']) as kind`;

const CONTACTS = `
  insert into public.contact_submissions (id, name, email, company, requirement, created_at)
    select md5('contact ' || n)::uuid, 'Sender ' || n, 'sender' || n / 3 || '@senders.example', concat_ws(' ', ${FIRM}, ${TRADE}, n),
           'We need a ' || ${JOB} || ' in ' || ${PLACE} || '. ' || ${TEXT}, now() - n * interval '40 minutes'
      from generate_series(1, greatest(2, $1::integer / 10)) as n`;

/** A number in a text that stands in for each row's own: what most rows say differs in theirs alone. */
const NUMBER = "qqq";
/** The words of a text that has a number in place of the above, of the words that the product makes of the other. */
const numbered = (words: string, number: string) => `replace(${words}, '${NUMBER}', ${number})::tsvector`;

/**
 * What requirements are found by: the words that the product makes of each text without its number, once, and those of each
 * company. One by one they would take as long as all else together.
 */
const REQUIREMENT_WORDS = `
  create temporary table numbered as
    select id, substring(job_title from '[0-9]+$') as number, replace(job_title, substring(job_title from '[0-9]+$'), '${NUMBER}') as title,
           replace(job_description, substring(job_title from '[0-9]+$'), '${NUMBER}') as body
      from public.job_requirements;
  create temporary table text_words as
    with apart as materialized (
      select distinct on (title, body, location, required_skills) title, body, filed.*
        from public.job_requirements as filed join numbered using (id)
    )
    select title, body, location, required_skills,
           private.words_of(concat_ws(chr(10),
             private.searched_text(to_jsonb(apart) || jsonb_build_object('job_title', title, 'job_description', body)),
             array_to_string(private.place_names(location), chr(10))))::text as words
      from apart;
  create temporary table company_words as
    select id, private.words_of(concat_ws(chr(10), company_name, full_name, phone))
               || array_to_tsvector(array[private.company_lexeme(id)]) as words
      from public.clients;
  analyze numbered, text_words, company_words`;

/** One in twenty is still to be done: late, nobody's, the recruiter's, waiting; none is suspect. Nobody has very many in hand. */
const ITEMS = `
  insert into public.inbox_items (id, kind, requirement_id, client_id, contact_id, created_at, last_activity_at, due_at,
                                  search, state, assignee, first_seen_at,
                                  sender, email, phone, company, subject, reference, source)
    select md5('item ' || sent.id)::uuid, sent.kind, sent.requirement_id, sent.client_id, sent.contact_id, sent.created_at,
           sent.created_at,
           case when n % every = 0 and n / every % 4 > 0 then now() + n % 2000 * interval '1 minute' + interval '1 hour'
                else sent.created_at + interval '2 days' end,
           sent.search,
           (case when n % every > 0 then 'done' else (array['new', 'new', case when n <= 2000 then 'open' else 'new' end, 'waiting'])[1 + n / every % 4]
            end)::public.inbox_state,
           case when n % every > 0 or n / every % 4 = 3 or n / every % 4 = 2 and n <= 2000 then $1::uuid end,
           case when n % every > 0 then sent.created_at end, sent.sender, sent.email, sent.phone, sent.company,
           sent.subject, sent.reference, sent.source
      from (select row_number() over (order by created_at desc) as n, sent.* from (
        select filed.id, 'requirement'::public.inbox_kind as kind, filed.id as requirement_id, filed.client_id,
               null::uuid as contact_id, filed.created_at, ${numbered("text.words", "numbered.number")} || company.words
                 || to_tsvector('simple', lower(private.reference_of(coalesce(filed.form_id, filed.id)))) as search,
               null::text as sender, null::text as email, null::text as phone, null::text as company, null::text as subject,
               null::text as reference, null::text as source
          from public.job_requirements as filed join numbered using (id)
          join text_words as text using (title, body, location, required_skills)
          join company_words as company on company.id = filed.client_id
        union all
        select id, 'contact', null, null, id, created_at, private.searchable_enquiry(to_jsonb(sent)), envelope.*
          from public.contact_submissions as sent cross join private.read_envelope(to_jsonb(sent)) as envelope) as sent) as sent cross join pg_temp.every(20)`;

const ITEM_EVENTS = `
  insert into public.item_events (item_id, actor, type, created_at)
    select id, $1::uuid, 'taken', created_at from public.inbox_items`;

/** What is done with was answered after some hours. */
const FIRST_ANSWERS = `
  insert into private.first_answers (item_id, subject, came_at, answered_at)
    select id, coalesce(requirement_id, id), created_at, created_at + n % 60 * interval '1 hour'
      from (select item.*, row_number() over (order by created_at) as n from public.inbox_items as item
              where state = 'done') as item`;

/** Three about each requirement; of every hundredth of the large company's the last is unread, and of many by the team. */
const MESSAGES = `
  insert into public.requirement_messages (requirement_id, client_id, author, side, body, created_at)
    select filed.id, filed.client_id, case when said = 2 then $1::uuid else $2::uuid end, case when said = 2 then 'client' else 'team' end,
           'The plant opens on the first of May, please plan with that: ' || said, filed.created_at + said * interval '1 minute'
      from public.job_requirements as filed cross join generate_series(1, 3) as said`;
const UNREAD = `
  insert into public.unread_messages (user_id, requirement_id, unread, first_at, last_at)
    select $1::uuid, id, 1, created_at + interval '3 minutes', created_at + interval '3 minutes'
      from (select id, created_at, row_number() over (order by created_at desc) as n
              from public.job_requirements where client_id = $2::uuid) as filed
      where n % pg_temp.every(100) = 1
    union all
    select $3::uuid, id, 1, created_at + interval '2 minutes', created_at + interval '2 minutes'
      from public.job_requirements where status = 'new'`;

/** One in ten was done by the recruiter, one in a hundred is seldom done, and companies have their share. */
const LOG = `
  insert into public.activity_log (actor, action, subject_kind, subject, client_id, created_at)
    select case when n % pg_temp.every(10) = 0 then $2::uuid else md5('actor ' || n % 7)::uuid end,
           case when n % pg_temp.every(100) = 0 then 'exported' else 'recruiter_named' end, 'requirement', md5('requirement ' || n)::uuid,
           md5('company ' || (1 + n % $3::integer))::uuid, now() - n * interval '4 minutes'
      from generate_series(1, $1::integer) as n`;

/** A quarter as many as requirements; one in a thousand has a skill that nobody else has. Their words as those of requirements. */
const CANDIDATES = `
  with numbered as materialized (
    select n, ${JOB} || ' of shift ${NUMBER}' as headline, ${PLACE} as city,
           array['TIG', ${JOB}, case when n % 1000 = 2 then 'C++' else 'C' end] as skills
      from generate_series(1, greatest(10, $1::integer / 4)) as n
  ), apart as materialized (
    select distinct headline, city, skills, 'Person ${NUMBER}' as full_name, 'India' as country,
           'person${NUMBER}@seekers.example' as email from numbered
  ), worded as materialized (
    select headline, city, skills,
           private.searchable_candidate(jsonb_populate_record(null::public.candidates, to_jsonb(apart)))::text as words
      from apart
  )
  insert into public.candidates (id, full_name, email, phone, headline, city, country, skills, is_adult, created_at,
                                 last_activity_at, search)
    select md5('candidate ' || n)::uuid, 'Person ' || n, 'person' || n || '@seekers.example', own.phone,
           replace(headline, '${NUMBER}', n::text), city, 'India', skills, true, now() - n * interval '9 minutes',
           now() - n * interval '9 minutes', ${numbered("words", "n::text")} || private.words_of(own.phone)
      from numbered join worded using (headline, city, skills)
      cross join lateral (select '+91 97' || lpad(n::text, 8, '0') as phone) as own`;

/**
 * Three are shown for one in sixteen of what is in progress; of one in four of these one has a next step today, one was answered
 * about, and one is still asked.
 */
const SHORTLISTS = `
  insert into public.shortlists (requirement_id)
    select id from public.job_requirements where status = 'in_progress' and right(id::text, 1) = '7'`;
const ENTRIES = `
  insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, card, shown_at, answered_at, next_on, next_by)
    select list.requirement_id, md5('candidate ' || 1 + (list.n * 3 + place) % greatest(10, $1::integer / 4))::uuid,
           case when place = 3 and n % 4 = 0 then 'asked' else 'shown' end, 'Heron ' || place, '{"headline": "welder"}',
           now() - interval '1 day', case when place = 2 and n % 4 = 0 then now() - interval '1 hour' end,
           case when place = 1 and n % 4 = 0 then private.today() end, case when place = 1 and n % 4 = 0 then $2::uuid end
      from (select requirement_id, row_number() over (order by requirement_id) as n from public.shortlists) as list
      cross join generate_series(1, 3) as place`;
const ANSWERS = `
  insert into public.shortlist_answers (entry_id, author, verdict)
    select id, $1::uuid, 'maybe' from public.shortlist_entries where answered_at is not null`;
const QUESTIONS = `
  insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by, asked_at)
    select candidate_id, 'show', id, 1, 'en', 'consent', $1::uuid, now() - interval '5 days'
      from public.shortlist_entries where state = 'asked'`;

/** What is open, by its requirement, events and messages. */
const OPEN = `
  insert into private.open_requirements
    select id, recruiter_id, status, priority, created_at, coalesce(deadline, '2999-12-31'),
           created_at + interval '3 minutes',
           case when recruiter_id is null or id::text < '2' then 'team' else 'company' end::public.side, client_id,
           (select min(entry.shown_at) from public.shortlist_entries as entry where entry.requirement_id = filed.id)
      from public.job_requirements as filed where status in ('new', 'in_progress')`;

/** One requirement in four hundred is advertised, and found by its words. */
const ADVERTS = `
  insert into public.adverts (requirement_id, slug, title, place, country, work, skills, body, opened_at, closes_on, is_named)
    select filed.id, 'job-' || filed.id, filed.job_title, filed.location, 'India', filed.job_type, filed.required_skills,
           filed.job_description, now() - filed.n * interval '1 minute', private.today() + 20, filed.n % 800 = 0
      from (select row_number() over (order by created_at desc, id) as n, requirement.* from public.job_requirements as requirement)
        as filed where filed.n % 400 = 0`;

/** An index that is built of all rows at once takes a tenth of what it takes row by row. */
const WITHOUT_INDEXES = `
  create temporary table dropped_indexes as
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = any ('{${TABLES.map((table) => `public.${table}`).join(",")}}'::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid);
  do $$ begin
    execute (select string_agg('drop index ' || name, ';') from dropped_indexes);
  end $$`;
const WITH_INDEXES = `
  do $$ begin
    execute (select string_agg(definition, ';') from dropped_indexes);
  end $$`;

/** Fills a database that has nothing but these people and their companies in it. */
export async function heapUpSize(owner: OwnerSession, heap: SizeHeap): Promise<void> {
  const { requirements, companies, large, member, recruiter } = heap;
  await owner.exec(chances(heap.isDense));
  // What migrations have asked for is of rows that were there before.
  await owner.exec("delete from private.row_fills; set session_replication_role = replica");
  // Adverts are few enough for the words that they are found by to be made by the product.
  await owner.exec("alter table public.adverts enable always trigger stamp_search");
  await owner.exec(WITHOUT_INDEXES);
  for (const [statement, values] of [
    [CLIENTS, [companies]],
    [REQUIREMENTS, [requirements, companies, large, member, recruiter]],
    [EVENTS, []],
    [CONTACTS, [requirements]],
    [ITEMS, [recruiter]],
    [ITEM_EVENTS, [recruiter]],
    [FIRST_ANSWERS, []],
    [MESSAGES, [member, recruiter]],
    [UNREAD, [member, large, recruiter]],
    [CANDIDATES, [requirements]],
    [SHORTLISTS, []],
    [ENTRIES, [requirements, recruiter]],
    [ANSWERS, [member]],
    [QUESTIONS, [recruiter]],
    [OPEN, []],
    [ADVERTS, []],
    [LOG, [requirements, recruiter, companies]],
  ] as const) {
    if (statement === ITEMS) await owner.exec(REQUIREMENT_WORDS);
    await owner.query(statement, [...values]);
  }
  await owner.exec(WITH_INDEXES);
  await owner.exec(
    "alter table public.adverts enable trigger stamp_search; set session_replication_role = default; drop table numbered, text_words, company_words, dropped_indexes",
  );
  // As the server does by itself, at a time of its own.
  for (const table of [...TABLES, "unread_messages", "adverts"]) await owner.exec(`vacuum analyze public.${table}`);
  for (const table of ["open_requirements", "first_answers"]) await owner.exec(`vacuum analyze private.${table}`);
}
