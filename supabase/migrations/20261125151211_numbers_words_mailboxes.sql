-- Numbers, addresses and words as people write them; a yes that belongs to a mailbox; networks, budgets and days that are bounded.
--
-- first: create index concurrently if not exists inbox_items_search on public.inbox_items USING gin (search) WITH (fastupdate=off);
-- first: create index concurrently if not exists consultation_requests_mailbox on public.consultation_requests USING btree (private.mailbox_of(email), created_at DESC);
-- first: create index concurrently if not exists contact_submissions_mailbox on public.contact_submissions USING btree (private.mailbox_of(email), created_at DESC);
-- first: create index concurrently if not exists public_job_submissions_mailbox on public.public_job_submissions USING btree (private.mailbox_of(contact_email), created_at DESC);

set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "stamp_update" ON "public"."candidates";

DROP TRIGGER "raise_version" ON "public"."clients";

DROP TRIGGER "stamp_update" ON "public"."clients";

DROP TRIGGER "count_changed" ON "public"."job_requirements";

DROP TRIGGER "count_deleted" ON "public"."job_requirements";

DROP TRIGGER "count_filed" ON "public"."job_requirements";

DROP INDEX "public"."candidates_name";

DROP INDEX "public"."candidates_search_period";

DROP INDEX "public"."clients_words";

DROP INDEX "public"."inbox_items_active_search";

DROP INDEX "public"."inbox_items_search_filed";

DROP INDEX "public"."inbox_items_search_period";

DROP INDEX "public"."inbox_items_search_sent";

DROP INDEX "public"."job_requirements_client_status";

DROP VIEW "private"."searched_lines";

ALTER TABLE "private"."requirement_counts"
  DROP CONSTRAINT "requirement_counts_client_id_fkey";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

DROP FUNCTION "private"."ask_mail"(text, uuid);

DROP FUNCTION "private"."break_runs"(text);

DROP FUNCTION "private"."candidate_news_mail"(text, uuid, uuid, uuid);

DROP FUNCTION "private"."candidate_query"(text);

DROP FUNCTION "private"."client_access_mail"(uuid, uuid);

DROP FUNCTION "private"."code_mail"(text, uuid);

DROP FUNCTION "private"."common_words"();

DROP FUNCTION "private"."conversion_mail"(uuid, uuid);

DROP FUNCTION "private"."count_requirements"();

DROP FUNCTION "private"."expand_query"(tsquery, uuid);

DROP FUNCTION "private"."first_number_in"(text);

DROP FUNCTION "private"."has_flooded"(text);

DROP FUNCTION "private"."hold_own_candidate"(text);

DROP FUNCTION "private"."join_words"(text[], double precision[], boolean[], integer[], uuid[]);

DROP FUNCTION "private"."link_mail"(text);

DROP FUNCTION "private"."meant_by"(text);

DROP FUNCTION "private"."period_of"(timestamp WITH time zone);

DROP FUNCTION "private"."plain_words"(text);

DROP FUNCTION "private"."plan_search"(text, uuid, integer);

DROP FUNCTION "private"."query_in_periods"(tsquery, timestamp WITH time zone, integer);

DROP FUNCTION "private"."receipt_mail"(uuid);

DROP FUNCTION "private"."recent_queries"(tsquery, tsquery, timestamp WITH time zone);

DROP FUNCTION "private"."renew_search"();

DROP FUNCTION "private"."reply_mail"(uuid);

DROP FUNCTION "private"."searchable"(jsonb, boolean);

DROP FUNCTION "private"."searchable_in_period"(tsvector, timestamp WITH time zone);

DROP FUNCTION "private"."share_of_word"(text, boolean);

DROP FUNCTION "private"."skill_lexeme"(text);

DROP FUNCTION "private"."stand_in_mail"(uuid, uuid);

DROP FUNCTION "private"."team_access_mail"(uuid);

DROP FUNCTION "private"."typed_query"(text);

DROP FUNCTION "private"."waiting_mail"(uuid, uuid);

DROP FUNCTION "private"."websearch"(text);

DROP FUNCTION "private"."with_prefixes"(tsquery);

DROP FUNCTION "private"."words_or_skills"(text);

DROP FUNCTION "public"."own_dashboard"();

DROP TABLE "private"."requirement_counts";

CREATE TABLE "private"."candidate_counts" (
  "candidate_id" uuid    NOT NULL,
  "day"          date    NOT NULL,
  "count"        integer NOT NULL,
  CONSTRAINT "candidate_counts_count_check" CHECK ((count > 0)),
  CONSTRAINT "candidate_counts_pkey" PRIMARY KEY (candidate_id)
);

CREATE TABLE "private"."row_fills" (
  "name"      text NOT NULL,
  "statement" text NOT NULL,
  "after_id"  uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  CONSTRAINT "row_fills_pkey" PRIMARY KEY (name)
);

ALTER TABLE "private"."form_senders"
  ADD COLUMN "household" text;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "mailbox_digest" text;

ALTER TABLE "public"."reply_templates"
  ADD COLUMN "updated_by" uuid;

CREATE OR REPLACE FUNCTION private.accounts_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    with wanted as materialized (select private.mailbox_of(private.trimmed(accounts_of.address)) as mailbox)
    select account.id from wanted
      join auth.users as account on split_part(lower(account.email), '@', 2) = split_part(wanted.mailbox, '@', 2)
        and private.mailbox_of(account.email) = wanted.mailbox
  $function$;

CREATE OR REPLACE FUNCTION private.add_own_never (
  session_token text,
  named         text,
  employer      boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token, true);
  begin
    return private.write_never(person.id, named, null, employer, true);
  end $function$;

CREATE OR REPLACE FUNCTION private.agree_to_be_kept (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token, true);
  begin
    if private.is_kept(person.id) then
      return;
    end if;
    update public.candidate_consents as asked set given_at = now()
      where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at, mailbox_digest)
        values (person.id, 'keep', private.notice_version(), person.language, private.basis_for(person.country), 'own_page', now(),
                private.subject_of(person.email));
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.agree_to_card (
  session_token text,
  entry         uuid,
  digest        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token, true);
    held public.shortlist_entries := private.own_entry(person.id, entry);
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = held.requirement_id;
    if digest is distinct from private.card_digest(held) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif held.state <> 'asked' and private.has_yes(held) then
      return;
    elsif held.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as asked
      set given_at = now(), ends_at = now() + private.yes_lasts(), card_digest = digest, language = person.language
      where asked.entry_id = held.id and asked.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = held.id;
    perform private.record_candidates(held.requirement_id, 'candidates_agreed', array[held.id], false);
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_candidates (
  requirement uuid,
  answers     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    given record;
    held public.shortlist_entries;
    person public.candidates;
    domains text[];
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    elsif jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id()) for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    domains := private.domains_of(filed.client_id);
    perform private.refuse_closed(filed.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text)
        order by entry
    loop
      select * into held from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = filed.id for update;
      select * into person from public.candidates where id = held.candidate_id;
      if held.id is null or held.state <> all (private.shown_states()) or not private.has_yes(held)
        or private.is_never(person, filed.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = coalesce(given.entry::text, '');
      elsif given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = coalesce(given.entry::text, '');
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = held.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when held.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      held := private.held_entry(held.id, given.seen);
      -- The form has the last answer's words in it: with another answer they stay only when they are written anew.
      if last.verdict <> given.verdict then
        given.words_for_candidate := nullif(given.words_for_candidate, last.words_for_candidate);
      end if;
      perform private.count_for_company(filed.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate)
        values (held.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when held.state not in ('shown', 'interview') then held.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' then coalesce(held.interview_at, now()) end
        where edited.id = held.id;
      if given.verdict = 'interview' and held.interview_at is null then
        perform private.log_activity('contact_opened', 'entry', held.id, filed.client_id);
        -- Once for each time that they are shown.
        if person.email is not null then
          perform private.enqueue_mail(
            'candidate_news', 'interview.' || held.id || '.' || extract(epoch from held.shown_at)::bigint,
            jsonb_build_object('entry', held.id, 'interview', held.id), address => person.email);
        end if;
      end if;
      answered := answered || held.id;
    end loop;
    if answered <> '{}' then
      perform private.record_candidates(filed.id, 'candidates_answered', answered, true);
    end if;
    return cardinality(answered);
  end $function$;

CREATE OR REPLACE FUNCTION private.any_number_of (
  phone text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(number, ' | ')::tsquery from unnest(private.numbers_like(left(phone, 200))) as number
  $function$;

CREATE OR REPLACE FUNCTION private.any_word_of (
  name text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal(lexeme), ' | ')::tsquery
      from unnest(to_tsvector('simple', private.spaced_text(left(name, 200))))
  $function$;

CREATE OR REPLACE FUNCTION private.ascii_label (
  label text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  declare
    points integer[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as each (letter, place)
                                order by place);
    made text := regexp_replace(label, '[^\x01-\x7F]', '', 'g');
    basic integer := length(made);
    handled integer := basic;
    lowest integer := 128;
    delta integer := 0;
    bias integer := 72;
    point integer;
    rest integer;
    base integer;
    threshold integer;
  begin
    if label !~ '[^\x01-\x7F]' then
      return label;
    elsif basic > 0 then
      made := made || '-';
    end if;
    while handled < cardinality(points) loop
      point := (select min(each) from unnest(points) as each where each >= lowest);
      delta := delta + (point - lowest) * (handled + 1);
      lowest := point;
      foreach point in array points loop
        if point < lowest then
          delta := delta + 1;
        elsif point = lowest then
          rest := delta;
          base := 36;
          loop
            threshold := least(greatest(base - bias, 1), 26);
            exit when rest < threshold;
            made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789',
                                   threshold + (rest - threshold) % (36 - threshold) + 1, 1);
            rest := (rest - threshold) / (36 - threshold);
            base := base + 36;
          end loop;
          made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
          delta := delta / case when handled = basic then 700 else 2 end;
          delta := delta + delta / (handled + 1);
          base := 0;
          while delta > 455 loop
            delta := delta / 35;
            base := base + 36;
          end loop;
          bias := base + 36 * delta / (delta + 38);
          delta := 0;
          handled := handled + 1;
        end if;
      end loop;
      delta := delta + 1;
      lowest := lowest + 1;
    end loop;
    return 'xn--' || made;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_ask_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', asked.purpose, 'first_name', private.first_name_of(person), 'basis', asked.basis,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'token', private.candidate_token(asked.id, person.link_issue)))
      from public.candidate_consents as asked
      join public.candidates as person on person.id = asked.candidate_id and person.email = private.normal_address((mail).address)
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(asked) as facts) as asker
      where asked.id = ((mail).ids ->> 'consent')::uuid and private.question_state(asked) = 'open'
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_code_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person), 'code', private.code_of(sent),
                              'expires_at', sent.expires_at)
      from private.candidate_codes as sent
      join public.candidates as person
        on person.id = sent.candidate_id and person.email = private.normal_address((mail).address)
      where sent.id = ((mail).ids ->> 'code')::uuid and sent.used_at is null and sent.expires_at > now()
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_link_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person),
                              'token', private.candidate_token((person).id, (person).link_issue))
      from (select private.candidate_at((mail).address) as person) as known where (person).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_moved_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person))
      from public.candidate_consents as asked
      join public.candidates as person on person.id = asked.candidate_id
      where asked.id = ((mail).ids ->> 'consent')::uuid and asked.mailbox_digest = private.subject_of((mail).address)
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words' else 'shown' end,
        'first_name', private.first_name_of(person),
        'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as filed on filed.id = shown.requirement_id
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 else shown.state = any (private.shown_states()) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_record (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(asked) - array['asked_by', 'mailbox_digest'] order by asked.asked_at), '[]')
                       from public.candidate_consents as asked where asked.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              to_jsonb(entry) - array['added_by'] || jsonb_build_object(
                'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer where answer.entry_id = entry.id))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry
            join public.job_requirements as filed on filed.id = entry.requirement_id
            where entry.candidate_id = person.id),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_page (
  words     text,
  city      text,
  before_at timestamp with time zone,
  before_id uuid,
  room      integer
)
  RETURNS TABLE (
    candidate_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    has_words boolean := private.trimmed(words) is not null;
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if has_words then
      if query is null then
        return;
      end if;
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where true',
        case when found is not null then ' and candidate.id = any ($1)' when has_words then ' and candidate.search @@ $2' end,
        case when private.trimmed(city) is not null then ' and lower(candidate.city) = $3' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, lower(private.trimmed(city)), before_at, before_id, room;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidates_waiting_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id)))
        || private.outlook_of(filed) - array['answer_by', 'deadline']
      from public.job_requirements as filed
      join public.client_members as member
        on member.client_id = filed.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(filed.id) as all_of_them) as counts
      where filed.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and filed.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.card_tells (
  person   public.candidates,
  card     jsonb,
  pitch    text,
  is_blind boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select position(private.fold_text((person).email) in typed.words) > 0
      -- The last nine digits of a number, whatever stands between them.
      or exists (
        select from unnest(private.phone_numbers_in((person).phone)) as dialled
          cross join lateral unnest(array[typed.words, private.unspelled(typed.words)]) as words
          where position(right(ltrim(dialled, '+0'), 9) in regexp_replace(private.latin_digits(words), '[^0-9]', '', 'g')) > 0)
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      -- "asha at seeker dot example", "asha(at)seeker.example"
      or typed.words ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.words ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or regexp_split_to_array(private.unspelled(typed.words), '[^[:alnum:]]+') && array(
             select part from unnest(typed.names) as part where length(part) > 1)
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in private.plain_company_name(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.fold_text((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.fold_text(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.client_access_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('company', company.company_name,
                              'access', (select member.access from public.client_members as member
                                          where member.client_id = company.id and member.user_id = (mail).user_id))
      from public.clients as company where company.id = ((mail).ids ->> 'client')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.client_invitation_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.invitation_mail(((mail).ids ->> 'invitation')::uuid)
  $function$;

CREATE OR REPLACE FUNCTION private.company_domain (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select domain from (
        select string_agg(private.ascii_label(label), '.' order by place) as domain
          from string_to_table(
            substring(regexp_replace(translate(lower(normalize(private.trimmed(name), NFKC)), U&'\3002', '.'),
                                     '[\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g')
              from '^(?:https?://|mailto:)?(?:www\.)?(?:[^@\s/]*@)?((?:[a-z0-9-]|[^\x01-\x7F])+(?:\.(?:[a-z0-9-]|[^\x01-\x7F])+)+)\.?(?::[0-9]+)?(?:[/?#].*)?$'),
            '.') with ordinality as labels (label, place)) as found
      where not private.is_free_domain(domain)
  $function$;

CREATE OR REPLACE FUNCTION private.count_for_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    used integer;
  begin
    insert into private.candidate_counts as held (candidate_id, day, count) values (candidate, today, 1)
      on conflict (candidate_id) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
      returning held.count into used;
    if used > 100 then
      raise exception 'too_many_own_changes' using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of (
  person uuid,
  most   integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone private.zone()) as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), places as (
      select status, priority from unnest(private.open_statuses()) as status
        cross join unnest(enum_range(null::public.requirement_priority)) as priority
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread, 0 as people
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread, 0
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'agreed', min(asked.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as held
         join public.shortlist_entries as entry on entry.requirement_id = held.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as asked on asked.entry_id = entry.id and private.is_in_force(asked)
         where held.recruiter_id = person and private.has_yes(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(asked.refused_at, asked.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as asked
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = asked.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where asked.entry_id is not null and greatest(asked.refused_at, asked.withdrawn_at) >= private.refused_since()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', listed.deadline::timestamp at time zone 'UTC', null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.deadline from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.deadline <= private.end_of_week()
             order by held.deadline, held.requirement_id limit 100) as listed
         order by listed.deadline, listed.requirement_id limit 100)
      union all
      (select 'silent', listed.last_word_at, null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.last_word_at from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.last_word_at < private.silent_since()
             order by held.last_word_at, held.requirement_id limit 100) as listed
         order by listed.last_word_at, listed.requirement_id limit 100)
    ), placed as (
      select found.*, array_position(private.day_sections(), section) as section_place from found
    ), once as (
      select placed.*, row_number() over (partition by coalesce(requirement_id, item_id),
                                                       case when section in ('agreed', 'refused') then section_place end
                                          order by section_place) as appearance
        from placed
    ), listed as (
      select once.*, row_number() over (partition by section_place order by at, requirement_id, item_id) as place,
             count(*) over (partition by section_place) as together
        from once where appearance = 1
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select listed.section_place, jsonb_build_object(
                'name', listed.section, 'total', least(max(listed.together), 100),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(line.kind, 'requirement'),
                  'source', line.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(filed.job_title, left(line.subject, 120)),
                  'sender', line.sender, 'company', coalesce(company.company_name, line.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.delete_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.lock_reply_template(template, seen);
    delete from public.reply_templates where id = template;
    perform private.log_activity('answer_deleted', 'template', template);
  end $function$;

CREATE OR REPLACE FUNCTION private.digits_of (
  dialled text,
  OUT     digits text,
  OUT     is_whole boolean
)
  RETURNS record
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select ltrim(dialled, '+0'), dialled like '+%' or length(ltrim(dialled, '0')) > 9
  $function$;

CREATE OR REPLACE FUNCTION private.edit_own_candidate (
  session_token text,
  seen          integer,
  entries       jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token, false);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
      return 0;
    end if;
    perform private.count_for_candidate(person.id);
    wanted := private.with_candidate_entries(person, entries, private.own_candidate_fields());
    if wanted is distinct from person and person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    end if;
    now_at := private.write_candidate(person, wanted);
    select * into wanted from public.candidates where id = person.id;
    for held in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, held.chosen, held.is_blind);
      if private.card_tells(wanted, fresh, held.pitch, held.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      continue when fresh = held.card;
      if held.state = 'agreed' then
        with past as (
          update public.candidate_consents as asked set closed_at = now()
            where asked.entry_id = held.id and private.is_in_force(asked) returning asked.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                               mailbox_digest)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by, past.mailbox_digest from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry   public.shortlist_entries,
  domains text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'joined_on', (entry).joined_on,
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_yes(entry),
        'is_disowned', coalesce((select asked.is_disowned from public.candidate_consents as asked
                                   where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        -- Was what they were asked last asked at another address than the one we know now?
        'is_moved', coalesce((select asked.mailbox_digest is distinct from private.subject_of(person.email)
                                from public.candidate_consents as asked
                                join public.candidates as person on person.id = asked.candidate_id
                                where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        'is_never', (select private.is_never(person, filed.client_id, domains)
                       from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed') then (
          select private.near_names(person, private.company_name(filed.client_id))
            from public.candidates as person, public.job_requirements as filed
            where person.id = (entry).candidate_id and filed.id = (entry).requirement_id) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.erase_own_candidate (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token, false);
  begin
    perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
  end $function$;

CREATE OR REPLACE FUNCTION private.existing_words (
  given     text[],
  is_prefix boolean
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
    select word from unnest(given) as word
      cross join lateral (select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query) as wanted
      where exists (select from public.inbox_items where search @@ wanted.query)
         or exists (select from public.clients where search @@ wanted.query)
         or exists (select from public.client_members where private.searchable_name(full_name, phone) @@ wanted.query)
         or exists (select from public.candidates where search @@ wanted.query)
  $function$;

CREATE OR REPLACE FUNCTION private.fill_rows()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET lock_timeout TO '1s'
  AS $function$
  declare
    fill private.row_fills;
    last_id uuid;
  begin
    select * into fill from private.row_fills order by name limit 1 for update skip locked;
    if fill.name is null then
      return false;
    end if;
    execute fill.statement into last_id using fill.after_id;
    if last_id is null then
      delete from private.row_fills where name = fill.name;
    else
      update private.row_fills set after_id = last_id where name = fill.name;
    end if;
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_by_words (
  relation regclass,
  query    tsquery
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare found uuid[];
  begin
    if not ''::tsvector @@ query then
      execute format('select array(select id from %s where search @@ $1 limit 1001)', relation) into found using query;
    end if;
    return case when cardinality(found) <= 1000 then found end;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery;
    address_words tsquery;
    mailbox text;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := private.mailbox_of(private.trimmed(left(find_enquiries.address, 320)));
    address_words := phraseto_tsquery('simple', private.spaced_text(private.normal_address(left(find_enquiries.address, 320))));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(address_words) > 0 and line.search @@ address_words
      ), of_mailbox as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where private.mailbox_of(sent.email) = mailbox
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where private.mailbox_of(sent.contact_email) = mailbox
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where private.mailbox_of(sent.email) = mailbox
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'address', 2 from of_mailbox
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  note_kind  public.note_kind,
  body       text,
  is_reply   boolean,
  next_state public.inbox_state,
  due        timestamp with time zone,
  takes_next boolean,
  from_group text,
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    held public.inbox_items;
  begin
    perform from public.inbox_items as line where line.id = item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = item;
    if found then
      return next;
      return;
    end if;
    held := private.lock_item(item, seen);
    if is_reply then
      perform private.write_reply(caller, held, body, form);
    elsif body is not null then
      insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, note_kind, body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if next_state is not null then
      perform private.apply_state(caller, held, next_state, due);
    elsif is_reply and held.state = 'new' then
      perform private.apply_state(caller, held, 'open', null);
    end if;
    if private.version_of(item) = held.version then
      perform private.touch_item(caller, item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as line set version = line.version + 1 where line.id = item and is_reply;
    end if;
    if takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, held, from_group, kind, state, whose, suspect, words, sort, descending,
                                       only_group) as next;
    end if;
    perform private.record_act(form, caller, held, next_id, is_reply);
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.first_number_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select private.numbers_in((private.phone_numbers_in(value))[1]) $function$;

CREATE OR REPLACE FUNCTION private.fold_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select replace(replace(replace(translate(
        regexp_replace(lower(normalize(private.latin_digits(value), NFKD)),
                       '[\u00AD\u0300-\u036F\u093C\u200B-\u200F\u2060\uFEFF]', '', 'g'),
        U&'\3002øłđħı', '.oldhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  $function$;

CREATE OR REPLACE FUNCTION private.form_networks (
  sender_key text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select parts[1:3]
      from regexp_match(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-sender-network',
                        '^([0-9a-f]{32})[.](?:([0-9a-f]{32})[.])?([0-9a-f]{32})[.]([0-9a-f]{64})$') as parts
      where parts[4] = private.sender_proof(sender_key, concat_ws('.', parts[1], parts[2], parts[3]))
  $function$;

CREATE OR REPLACE FUNCTION private.has_flooded (
  sender text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare hour_ago timestamptz := now() - interval '1 hour';
  begin
    if sender is null then
      return exists (select from private.form_senders where network is null and created_at > hour_ago offset 9);
    end if;
    return exists (select from private.form_senders where network = sender[1] and created_at > hour_ago offset 9)
      or exists (select from private.form_senders where household = sender[2] and created_at > hour_ago offset 19)
      or exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 39);
  end $function$;

CREATE OR REPLACE FUNCTION private.has_room_for_link (
  is_known boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not exists (
      select from public.mail_outbox as mail
        where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour'
          and is_known = exists (select from public.candidates as person where person.email = mail.address)
        offset case when is_known then private.most_links_an_hour() else 200 end - 1)
  $function$;

CREATE OR REPLACE FUNCTION private.hold_own_candidate (
  session_token text,
  is_counted    boolean
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.candidates;
  begin
    perform private.hold_records(private.require_candidate(session_token));
    select * into held from public.candidates where id = private.require_candidate(session_token) for update;
    perform private.require_candidate(session_token);
    if is_counted then
      perform private.count_for_candidate(held.id);
    end if;
    update public.candidates set last_activity_at = now() where id = held.id;
    return held;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_sender (
  sender text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('forms of ' || coalesce(sender[3], 'nobody'), 0));
    return true;
  exception when lock_not_available then
    return false;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  only_group  text,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id  uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    way text := case when is_falling then 'desc' else 'asc' end;
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then case when suspect then ' and is_suspect' else ' and not is_suspect' end end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at is not null)
                                        and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
    query tsquery := private.search_query(words);
    found uuid[];
    conditions text;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      if query is null then
        return;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      filters := filters || case when found is null then ' and search @@ $5' else ' and id = any ($10)' end;
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if filters = '' and is_grouped and not is_falling and (place > first_group or after_id is null)
          and groups[place] <> 'active' then
        return query select * from private.group_page(caller, groups[place], room);
        get diagnostics got = row_count;
      else
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, query, person, after_key, after_id, room, found;
        get diagnostics got = row_count;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_readers_due (
  moment timestamp with time zone
)
  RETURNS TABLE (
    user_id    uuid,
    dedupe_key text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select colleague.user_id, due.dedupe_key
      from public.team_members as colleague
      left join public.notification_settings as chosen on chosen.user_id = colleague.user_id
      cross join lateral (select 'inbox.' || to_char(moment at time zone private.zone(), 'YYYY-MM-DD')
                                     || '.' || colleague.user_id
                            as dedupe_key) as due
      where moment >= private.morning_of(moment) and moment < private.morning_of(moment) + interval '4 hours'
        and colleague.created_at < private.morning_of(moment)
        and (chosen.user_id is null
          or chosen.inbox = 'daily' and chosen.updated_at < private.morning_of(moment))
        and not exists (select from public.mail_outbox as queued where queued.dedupe_key = due.dedupe_key)
  $function$;

CREATE OR REPLACE FUNCTION private.is_email (
  value text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select length(value) <= 320
      and value ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
                   || '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$')
      and value ~ '[a-zA-Z][^.]*$'
  $function$;

CREATE OR REPLACE FUNCTION private.is_free_domain (
  domain text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select domain ~ '^(yahoo|hotmail|outlook|live|aol|gmx|yandex|zohomail|tutanota)\.(com?\.)?[a-z]{2,3}$' or domain in (
      'gmail.com', 'googlemail.com', 'ymail.com', 'rocketmail.com', 'msn.com', 'windowslive.com', 'icloud.com', 'me.com', 'mac.com',
      'proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'zoho.com', 'zoho.in', 'rediff.com', 'rediffmail.com',
      'indiatimes.com', 'sify.com', 'in.com', 'mail.com', 'email.com', 'mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'rambler.ru',
      'ya.ru', 'fastmail.com', 'fastmail.fm', 'tuta.com', 'tuta.io', 'hey.com', 'duck.com', 'hushmail.com', 'web.de', 'mail.de',
      'freenet.de', 'arcor.de', 't-online.de', 'posteo.de', 'mailbox.org', 'bluewin.ch', 'free.fr', 'laposte.net', 'wanadoo.fr',
      'libero.it', 'virgilio.it', 'wp.pl', 'o2.pl', 'seznam.cz', 'btinternet.com', 'comcast.net', 'verizon.net', 'att.net',
      'sbcglobal.net', 'bigpond.com', 'qq.com', '163.com', '126.com', 'naver.com', 'uol.com.br', 'bol.com.br')
  $function$;

CREATE OR REPLACE FUNCTION private.is_in_force (
  asked public.candidate_consents
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (asked).given_at is not null and (asked).withdrawn_at is null and (asked).refused_at is null
      and (asked).closed_at is null and coalesce((asked).ends_at > now(), true)
      and exists (select from public.candidates as person
                    where person.id = (asked).candidate_id and private.subject_of(person.email) = (asked).mailbox_digest)
  $function$;

CREATE OR REPLACE FUNCTION private.is_never (
  person  public.candidates,
  company uuid,
  domains text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select said.client_id, private.plain_company_name(said.named) as plain, private.company_domain(said.named) as domain
        from private.kept_from(person) as said
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, one below it, or the one that it is below.
        or exists (select from unnest(domains) as theirs (domain)
                     where '.' || theirs.domain like '%.' || named.domain or '.' || named.domain like '%.' || theirs.domain))
  $function$;

CREATE OR REPLACE FUNCTION private.item_reply_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'body', written.body, 'came_at', line.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(contact.requirement, consultation.needs,
                           concat_ws(e'\n', posting.job_title, posting.location, posting.job_description))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      left join public.contact_submissions as contact on contact.id = line.contact_id
      left join public.public_job_submissions as posting on posting.id = line.posting_id
      left join public.consultation_requests as consultation on consultation.id = line.consultation_id
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = ((mail).ids ->> 'reply')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.item_words (
  item public.inbox_items
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case item.kind
        when 'contact' then (select private.searchable_enquiry(to_jsonb(sent), item.is_flood)
                               from public.contact_submissions as sent where sent.id = item.contact_id)
        when 'posting' then (select private.searchable_enquiry(to_jsonb(sent), item.is_flood)
                               from public.public_job_submissions as sent where sent.id = item.posting_id)
        when 'consultation' then (select private.searchable_enquiry(to_jsonb(sent), item.is_flood)
                                    from public.consultation_requests as sent where sent.id = item.consultation_id)
        else (select private.searchable_requirement(requirement, item.is_flood)
                from public.job_requirements as requirement where requirement.id = item.requirement_id) end
  $function$;

CREATE OR REPLACE FUNCTION private.kept_from (
  person public.candidates
)
  RETURNS TABLE (
    client_id uuid,
    named     text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 4
  SET search_path TO ''
  AS $function$
    select never.client_id, never.named from public.candidate_never as never
      where never.candidate_id in (select private.records_of((person).id))
    union all
    select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
    union all select null, private.company_domain((person).email)
  $function$;

CREATE OR REPLACE FUNCTION private.latin_digits (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when value ~ '[^\u0001-\u007F]' then translate(value,
      U&'\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
        '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
        '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
        '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
        '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      repeat('0123456789', 12)) else value end
  $function$;

CREATE OR REPLACE FUNCTION private.leave_address (
  held public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    left_mailbox text := private.subject_of(held.email);
    told uuid := (select asked.id from public.candidate_consents as asked
                    where asked.candidate_id = held.id and asked.mailbox_digest = left_mailbox
                      and num_nonnulls(asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0
                      and not exists (
                        select from public.mail_outbox as mail
                          where lower(mail.address) = held.email and mail.template = 'candidate_ask'
                            and mail.ids ->> 'consent' = asked.id::text and mail.sent_at is null)
                    order by asked.asked_at desc, asked.id limit 1);
    entry public.shortlist_entries;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = held.email and mail.template like 'candidate\_%' and case mail.template
        when 'candidate_moved' then false
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> held.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = held.email and other.id <> held.id)
        else mail.sent_at is null and array[mail.ids ->> 'consent', mail.ids ->> 'entry'] && private.mail_subjects(held.id) end;
    delete from private.candidate_sessions where candidate_id = held.id;
    delete from private.candidate_codes where candidate_id = held.id;
    for entry in select * from public.shortlist_entries as asked
                   where asked.candidate_id = held.id and asked.state = any (private.asked_states()) and asked.state <> 'joined'
                   order by asked.id for update loop
      if entry.state in ('asked', 'agreed') then
        perform private.unask_entry(entry.id);
      else
        perform private.end_entry(entry.id, false);
      end if;
    end loop;
    update public.candidate_consents as asked set closed_at = now()
      where asked.candidate_id = held.id and num_nonnulls(asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if told is not null then
      perform private.enqueue_mail('candidate_moved', 'moved.' || held.id || '.' || held.link_issue,
                                   jsonb_build_object('consent', told), address => held.email);
    end if;
    perform private.log_activity('address_changed', 'candidate', held.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_activity (
  person   uuid,
  deed     text,
  company  text,
  since    timestamp with time zone,
  before   timestamp with time zone,
  after_at timestamp with time zone,
  after_id uuid
)
  RETURNS TABLE (
    id           uuid,
    actor        uuid,
    action       text,
    subject_kind text,
    subject      uuid,
    other        uuid,
    fields       text[],
    old_value    text,
    new_value    text,
    created_at   timestamp with time zone,
    client_id    uuid,
    company_name text,
    job_title    text,
    is_there     boolean,
    actor_name   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    companies uuid[];
    conditions text := 'true';
    newest constant text :=
      'select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where private.words_of(named.company_name) @@ private.search_query(company) limit 100);
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (%s)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null or page.subject_kind = ''candidate'' and exists (
                select from public.candidates as known where known.id = page.subject),
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_people()
  RETURNS TABLE (
    reached_at text,
    kept_in    text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return query
      select lower(account.email), 'accounts' from auth.users as account where account.email <> ''
      union select lower(account.email_change), 'accounts' from auth.users as account where account.email_change <> ''
      union select lower(coalesce(sent.email, sent.phone)), 'messages' from public.contact_submissions as sent
        where num_nonnulls(sent.email, sent.phone) > 0
      union select lower(sent.contact_email), 'postings' from public.public_job_submissions as sent
      union select lower(sent.email), 'consultations' from public.consultation_requests as sent
      union select invitation.email, 'invitations' from public.invitations as invitation
      union select coalesce(person.email, person.phone), 'candidates' from public.candidates as person
        where num_nonnulls(person.email, person.phone) > 0
      union select lower(mail.address), 'mails' from public.mail_outbox as mail where mail.address is not null
      union select lower(colleague.contact_email), 'team' from public.team_members as colleague
        where colleague.contact_email is not null
      -- Whom the team has written down as the contact of a company that nobody has joined.
      union select client.phone, 'companies' from public.clients as client
        where client.phone is not null
          and not exists (select from public.client_members as member where member.client_id = client.id);
    if to_regclass('auth.identities') is not null then
      return query select distinct lower(identity_data ->> 'email'), 'sign-ins' from auth.identities
        where identity_data ->> 'email' <> '';
    end if;
    if to_regclass('auth.audit_log_entries') is not null then
      return query select distinct lower(named.address), 'log of sign-ins'
        from auth.audit_log_entries as entry,
          lateral (values (entry.payload::jsonb ->> 'actor_username'),
                          (entry.payload::jsonb #>> '{traits,user_email}')) as named (address)
        where named.address <> '';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    end if;
    execute format('select private.%I($1)', queued.template || '_mail') into content using queued;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_flood()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 300)', tg_relid::regclass)
        into new.flood using hour_ago;
      return new;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return new;
    end if;
    sender := private.form_networks(shared_key);
    new.flood := not private.hold_sender(sender);
    -- Asked apart from that: what others have sent meanwhile is seen by the next statement only.
    new.flood := new.flood or private.has_flooded(sender) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 9);
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.meant_by (
  word text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select known.near
      from private.existing_words(
        array(select candidate from private.near_words(word) as candidate where length(candidate) > 2), false) as known (near)
      order by (select count(*) from (select from public.inbox_items as item
                  where item.search @@ quote_literal(known.near)::tsquery limit 100) as held) desc,
               length(known.near) = length(word) desc, known.near
      limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.mend_search (
  words text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mended text := left(words, 200);
    wrong text;
    meant text;
    changes jsonb := '[]';
    tried integer := 0;
  begin
    perform private.require_team();
    if not pg_try_advisory_xact_lock(hashtextextended('mend ' || private.current_user_id(), 0)) then
      return jsonb_build_object('words', mended, 'changes', changes);
    end if;
    for wrong in
      select matched[1] from (
        select matched, place from regexp_matches(lower(left(words, 200)), '(?<![-a-z\u0900-\u097F])([a-z]{4,30}|[\u0900-\u097F]{4,30})(?![a-z\u0900-\u097F])', 'g')
          with ordinality as found (matched, place) limit 8) as typed
        group by matched[1] order by min(place)
    loop
      continue when exists (select from private.existing_words(array[wrong], true));
      exit when tried = 2;
      tried := tried + 1;
      meant := private.meant_by(wrong);
      if meant is not null then
        mended := regexp_replace(mended, '(?<![a-z\u0900-\u097F])' || wrong || '(?![a-z\u0900-\u097F])', meant, 'gi');
        changes := changes || jsonb_build_object('typed', wrong, 'meant', meant);
      end if;
    end loop;
    return jsonb_build_object('words', mended, 'changes', changes);
  end $function$;

CREATE OR REPLACE FUNCTION private.messages_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select id from public.contact_submissions where lower(email) = address
    union
    select sent.id from public.inbox_items as line
      join public.contact_submissions as sent on sent.id = line.contact_id and sent.email is null
      where line.search @@ private.number_of(address) and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $function$;

CREATE OR REPLACE FUNCTION private.morning_of (
  moment timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select ((moment at time zone private.zone())::date + time '08:00') at time zone private.zone() $function$;

CREATE OR REPLACE FUNCTION private.most_links_an_hour()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 80 $function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1),
                    string_agg(distinct word collate "C", ' '))
      from regexp_split_to_table(
             regexp_replace(private.fold_text(name), '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E]+') as word
      where word <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.near_names (
  person  public.candidates,
  company text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array(
      select distinct said.named
        from private.kept_from(person) as said
        cross join lateral (select private.plain_company_name(said.named) as plain,
                                   substring(private.fold_text(said.named) from '[[:alnum:]]{3,}') as first) as kept
        cross join lateral (select private.plain_company_name(company) as plain,
                                   substring(private.fold_text(company) from '[[:alnum:]]{3,}') as first) as theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by said.named)
  $function$;

CREATE OR REPLACE FUNCTION private.near_words (
  word text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    with script as (select word ~ '[\u0900-\u097F]' as is_devanagari
    ), letters as (
      select letter from script, lateral regexp_split_to_table(case when is_devanagari
        then 'ँंःअआइईउऊऋएऐऑओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसह़ािीुूृॅेैॉोौ्' else 'abcdefghijklmnopqrstuvwxyz' end, '') as letter
    ), places as (
      select generate_series(0, least(length(word), case when is_devanagari then 10 else 30 end)) as place from script
    )
    select left(word, place) || substr(word, place + 2) from places
    union select left(word, place) || substr(word, place + 2, 1) || substr(word, place + 1, 1) || substr(word, place + 3)
      from places
    union select left(word, place) || letter || substr(word, place + 2) from places cross join letters
    union select left(word, place) || letter || substr(word, place + 1) from places cross join letters
  $function$;

CREATE OR REPLACE FUNCTION private.number_ends (
  digits text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select right(digits, size) from unnest(array[9, 8, 7]) as size
                   where length(digits) >= size + 2 and right(digits, size) !~ '^0')
  $function$;

CREATE OR REPLACE FUNCTION private.number_of (
  address text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(case when number.is_whole then right(number.digits, 10) else '0' || number.digits end, ' | ')::tsquery
      from unnest(private.phone_numbers_in(left(address, 200))) as dialled
      cross join lateral private.digits_of(dialled) as number
      where position('@' in address) = 0
  $function$;

CREATE OR REPLACE FUNCTION private.numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(key), '{}')
      from unnest(private.phone_numbers_in(value)) as dialled
      cross join lateral private.digits_of(dialled) as number
      cross join lateral unnest(case when number.is_whole
        then array[number.digits, right(number.digits, 10)] || private.number_ends(number.digits)
        else array[number.digits, '0' || number.digits] end) as key
  $function$;

CREATE OR REPLACE FUNCTION private.numbers_like (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(key), '{}')
      from unnest(private.phone_numbers_in(value)) as dialled
      cross join lateral private.digits_of(dialled) as number
      cross join lateral unnest(case when number.is_whole
        then array[right(number.digits, 10)]
          || array(select '0' || number_end from unnest(private.number_ends(number.digits)) as number_end)
        else array[number.digits] end) as key
  $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    groups text[] := case when only_group is not null then array[only_group] when sort is not null then array['all']
                          else private.work_groups() end;
    first_group integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    got integer;
    key text;
    is_day boolean;
    way text;
  begin
    if sort is not null and private.work_key(sort) is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_group .. cardinality(groups) loop
      key := coalesce(private.work_key(sort), case when groups[place] = 'deadline' then 'deadline + 0' else 'last_word_at' end);
      is_day := starts_with(key, 'deadline');
      way := case when is_falling then 'desc' else 'asc' end;
      return query execute format(
        'select listed.requirement_id, %1$s
           from (select status, priority from unnest($3::public.requirement_status[]) as status
                   cross join unnest(enum_range($4, $4)) as priority) as part
           cross join lateral (
             select held.requirement_id, %2$s as key from private.open_requirements as held
               where held.status = part.status and held.priority = part.priority and %3$s %4$s
               order by %2$s %5$s, requirement_id %5$s limit $8) as listed
           order by key %5$s, listed.requirement_id %5$s limit $8',
        case when is_day then $sql$listed.key::timestamp at time zone 'UTC'$sql$ else 'listed.key' end,
        key,
        concat(private.work_group_condition(groups[place]),
          case when whose = 'nobody' then ' and recruiter_id is null' when whose is not null then ' and recruiter_id = $5' end),
        case when place = first_group and after_id is not null
          then format(' and (%s, requirement_id) %s (%s, $7)', key, case when is_falling then '<' else '>' end,
                      case when is_day then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        way)
        using private.silent_since(), private.end_of_week(),
              case when status is null then private.open_statuses() else array[status] end, priority, person, after_key,
              after_id, room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.is_kept(person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and private.question_state(asked) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'about', private.job_facts(filed), 'is_open', filed.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(answer.created_at) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview') end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, filed.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
                'words', (select coalesce(jsonb_agg(jsonb_build_object(
                                                      'words', answer.words_for_candidate, 'released_at', answer.released_at,
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              cross join lateral (
                select asked.* from public.candidate_consents as asked where asked.entry_id = entry.id
                  order by asked.asked_at desc, asked.id limit 1) as newest
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_dashboard()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'candidates', private.own_waiting_candidates(),
      'drafts', private.own_drafts())
  $function$;

CREATE OR REPLACE FUNCTION private.own_requirements (
  size        integer,
  wanted      public.requirement_status,
  only_unread boolean,
  before_at   timestamp with time zone,
  before_id   uuid,
  words       text,
  sort        text
)
  RETURNS TABLE (
    id       uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.current_client_id();
    by_deadline boolean := sort is not distinct from 'deadline';
    key text := case when by_deadline then $sql$coalesce(requirement.deadline, '2999-12-31')$sql$ else 'requirement.created_at' end;
    way text := case when sort is null then 'desc' else 'asc' end;
    query tsquery := private.search_query(words) && quote_literal(private.company_lexeme(company))::tsquery;
    found uuid[];
    has_parts boolean;
  begin
    if sort not in ('oldest', 'deadline') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif words is not null and query is null then
      return;
    end if;
    found := case when words is not null then private.find_by_words('public.inbox_items', query) end;
    has_parts := (wanted is not null or by_deadline) and found is null and not coalesce(only_unread, false);
    return query execute concat(
        'select page.id, ', case when by_deadline then $sql$page.key::timestamp at time zone 'UTC'$sql$ else 'page.key' end,
        ' from (', case when has_parts then
          'select listed.* from unnest(enum_range($2, $2)) as each_status
             cross join unnest(enum_range(null::public.requirement_priority)) as each_priority cross join lateral (' end,
        'select requirement.id, ', key, ' as key from public.job_requirements as requirement where requirement.client_id = $1',
        case when has_parts then ' and requirement.status = each_status and requirement.priority = each_priority'
             when wanted is not null then ' and requirement.status = $2' end,
        case when only_unread then
          ' and requirement.id in (select unread.requirement_id from public.unread_messages as unread where unread.user_id = $3)' end,
        case when found is not null then
               ' and requirement.id in (select item.requirement_id from public.inbox_items as item where item.id = any ($4))'
             when words is not null then
               ' and exists (select from public.inbox_items as item where item.requirement_id = requirement.id and item.search @@ $5)' end,
        case when before_id is not null then format(' and (%s, requirement.id) %s (%s, $7)', key,
          case way when 'desc' then '<' else '>' end,
          case when by_deadline then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        format(' order by %1$s %2$s, requirement.id %2$s limit $8', key, way),
        case when has_parts then format(') as listed order by listed.key %1$s, listed.id %1$s limit $8', way) end,
        format(') as page order by page.key %1$s, page.id %1$s', way))
      using company, wanted, private.current_user_id(), found, query, before_at, before_id, least(greatest(size, 0), 100) + 1;
  end $function$;

CREATE OR REPLACE FUNCTION private.password_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select jsonb_build_object('changed_at', (mail).created_at) $function$;

CREATE OR REPLACE FUNCTION private.phone_numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(number.dialled order by run.place), '{}')
      from regexp_matches(
             regexp_replace(private.latin_digits(value),
               '(?<![a-z])(?:ext(?:ensio)?n?|x|#)[.: ]{0,3}[0-9]{1,6}(?![0-9])'
                 || '|(?<![0-9])(?:(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?)?'
                   || '(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[ap]\.?m(?![a-z])'
                 || '|(?<![0-9])[0-9]{1,2}(?= to [0-9]{1,2}(?![0-9]))'
                 || '|(?<![0-9])[0-9]{1,2}:[0-9]{2}(?![0-9])'
                 || '|(?<= )(?:[6-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?'
                   || '(?:[1-9]|1[0-9]|2[0-4])(?:[.:][0-9]{2})?(?![0-9]|[ .-][0-9])'
                 || '|(?<![0-9])24 ?[x/*] ?7(?![0-9])',
               'x', 'gi'),
             '\(?\+?\(?(?:[0-9][ \u00A0\u2010-\u2015().-]{0,3}){6}[0-9](?:[ \u00A0\u2010-\u2015.)-]{0,3}[0-9])*',
             'g') with ordinality as run (signs, place)
      cross join lateral (
        select run.signs[1] ~ '^\(?\+|^\(?00|^\(?[1-9][0-9]{0,2}\)?[ -]?\(0\)' as is_abroad) as code
      cross join lateral (
        select regexp_replace(case when code.is_abroad then regexp_replace(run.signs[1], '\( ?0 ?\)', '')
                                   else run.signs[1] end, '[^0-9]', '', 'g') as digits) as typed
      cross join lateral (
        select case when not code.is_abroad or typed.digits ~ '^0[1-9]' then typed.digits
                    else regexp_replace('+' || ltrim(typed.digits, '0'),
                           '^\+(2[07]|3[1236]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|880|9[67][0-9])0+', '+\1')
               end as dialled) as number
      where length(ltrim(number.dialled, '+0')) between 7 and 15
  $function$;

CREATE OR REPLACE FUNCTION private.plain_company_name (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select nullif(replace(regexp_replace(
        trim(regexp_replace(regexp_replace(replace(private.fold_text(name), '&', ' and '),
          '\m([[:alnum:]])\.', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g')),
        '( (private|pvt|p(?= (ltd|limited))|pte|pty|limited|ltd|ltda|llp|llc|lp|opc|inc|incorporated|gmbh|kg|kgaa|ug|corp'
          || '|corporation|(and )?co|company|plc|ag|sa|sas|sarl|spa|srl|sl|bv|nv|ab|aps|oy|se))+$'
          || '| (private(?= limited)|pvt|limited|ltd|llp|llc|gmbh|plc)(?= )', '', 'g'),
        ' ', ''), '')
  $function$;

CREATE OR REPLACE FUNCTION private.put_question (
  person  public.candidates,
  purpose text,
  entry   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by,
                                           mailbox_digest)
      values ((person).id, purpose, entry, private.notice_version(), (person).language,
              private.basis_for((person).country), private.current_user_id(), private.subject_of((person).email))
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
          'is_kept', private.is_kept(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as asked
                           where asked.candidate_id = person.id and asked.is_disowned) end,
          'notes', (
            select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'body', note.body, 'created_at', note.created_at,
                                                         'author', note.author) order by note.created_at desc, note.id desc), '[]')
              from (select * from public.candidate_notes as written where written.candidate_id = person.id
                      order by written.created_at desc, written.id desc limit 200) as note),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named),
                       'is_known', never.client_id is not null or exists (
                         select from public.clients as client
                           where private.plain_company_name(client.company_name) = private.plain_company_name(never.named)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest', 'mailbox_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(asked))
                                      order by asked.asked_at desc, asked.id), '[]')
              from (select * from public.candidate_consents as newest where newest.candidate_id = person.id
                      order by newest.asked_at desc, newest.id limit 100) as asked),
          'consents_count', (select count(*) from public.candidate_consents as asked where asked.candidate_id = person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and num_nonnulls(asked.given_at, asked.refused_at, asked.closed_at) = 0),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(filed.client_id)) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_words (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    token text[];
    synonym text;
    term tsquery;
    all_of tsquery;
    any_of tsquery;
  begin
    -- Of twelve words: nobody looks for more, and each is looked up.
    for token in
      select matched from regexp_matches(
        translate(regexp_replace(typed, '\m([a-z]) sharp\M', '\1sharp', 'g'), '“”„«»/\,;|&', '"""""      '),
        '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') as matched limit 12
    loop
      if token[1] = '' and lower(token[3]) = 'or' then
        any_of := coalesce(any_of || all_of, all_of, any_of);
        all_of := null;
      else
        term := private.term_query(coalesce(token[2], token[3]));
        for synonym in select * from private.skill_synonyms(token[3]) loop
          term := coalesce(term || private.term_query(synonym), term);
        end loop;
        all_of := coalesce(all_of && case when token[1] = '' then term else !!term end, all_of,
                           case when token[1] = '' then term else !!term end);
      end if;
    end loop;
    return coalesce(any_of || all_of, all_of, any_of);
  end $function$;

CREATE OR REPLACE FUNCTION private.receipt_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind,
        'source', (select sent.source from public.contact_submissions as sent where sent.id = line.contact_id),
        'reference', private.reference_of_item(line),
        'answer_by', case when line.state in ('new', 'open') then line.due_at end))
      from public.inbox_items as line where line.id = ((mail).ids ->> 'item')::uuid and line.state <> 'spam'
  $function$;

CREATE OR REPLACE FUNCTION private.refused_since()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone private.zone()
  $function$;

CREATE OR REPLACE FUNCTION private.related_items (
  item uuid
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select private.mailbox_of(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where private.mailbox_of(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where private.mailbox_of(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where private.mailbox_of(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from private.accounts_of(sender) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_never (
  never uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid;
  begin
    perform private.lock_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never returning kept.candidate_id into candidate;
    if found then
      perform private.log_activity('never_removed', 'candidate', candidate);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_own_never (
  session_token text,
  never         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token, false);
  begin
    delete from public.candidate_never as kept where kept.id = never and kept.candidate_id = person.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_company_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    items uuid[];
    held uuid[];
  begin
    items := array(select item.id from public.inbox_items as item where item.client_id = new.id limit 101);
    -- Whoever works on an item may wait for its company: nobody is waited for here.
    held := array(select item.id from public.inbox_items as item
                    where item.id = any (items) and cardinality(items) <= 100 for update skip locked);
    update public.inbox_items as item set search = private.item_words(item) where item.id = any (held);
    if cardinality(held) < cardinality(items) then
      perform private.request_row_fill('words of company ' || new.id, 'public.inbox_items',
                                       'search = private.item_words(filled)', format('client_id = %L', new.id));
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true')
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default'),
        ('public.candidates', 'search = default')) as renewed (relation, changes)
  $function$;

CREATE OR REPLACE FUNCTION private.request_candidate_link (
  address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    shared_key text := (select sender_key from private.settings);
    sender text[] := private.form_networks(shared_key);
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif shared_key is not null then
      if not private.hold_sender(sender) then
        return;
      elsif private.has_flooded(sender) then
        return;
      end if;
      insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    end if;
    perform pg_advisory_xact_lock(hashtextextended('candidate links', 0));
    if private.has_room_for_link(exists (select from public.candidates as person where person.email = wanted)) then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  exception when lock_not_available then
    null;
  end $function$;

CREATE OR REPLACE FUNCTION private.request_row_fill (
  name      text,
  relation  regclass,
  changes   text,
  condition text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement)
      values (name, format('with piece as (select id from %1$s where id > $1 and %3$s order by id limit 500),
                              filled as (update %1$s as filled set %2$s where id in (select id from piece))
                            select id from piece order by id desc limit 1', relation, changes, condition))
      on conflict on constraint row_fills_pkey do update set after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_converted_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_from_form', exists (select from private.form_of(filed)),
        'is_named', exists (select from private.form_of(filed) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = (mail).user_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = (mail).user_id
      where filed.id = ((mail).ids ->> 'requirement')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_figures (
  client uuid
)
  RETURNS TABLE (
    total     integer,
    active    integer,
    positions bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    select count(*)::integer, (count(*) filter (where requirement.status = any (private.open_statuses())))::integer,
           coalesce(sum(requirement.positions_count), 0)::bigint
      from public.job_requirements as requirement where requirement.client_id = client
  $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid,
  most      integer
)
  RETURNS TABLE (
    requirement_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    parts boolean := status is not null or priority is not null;
    conditions text := concat(
      case when whose = 'nobody' then ' and filed.recruiter_id is null'
           when whose is not null then ' and filed.recruiter_id = $3' end,
      case when client is not null then ' and filed.client_id = $4' end,
      case when after_id is not null then ' and (filed.created_at, filed.id) < ($5, $6)' end);
    listed text := concat(
      case when parts then 'select listed.* from (select status, priority
          from unnest(enum_range($1, $1)) as status
          cross join unnest(enum_range($2, $2)) as priority) as part
          cross join lateral (' end,
      'select filed.id, filed.created_at, filed.client_id from public.job_requirements as filed where true',
      case when parts then ' and filed.status = part.status and filed.priority = part.priority' end, conditions,
      ' order by filed.created_at desc, filed.id desc limit $7',
      case when parts then ') as listed order by listed.created_at desc, listed.id desc limit $7' end);
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if words is null then
      return query execute format('select id from (%s) as page order by created_at desc, id desc', listed)
        using status, priority, person, client, after_key, after_id, room;
      return;
    end if;
    if query is null then
      return;
    end if;
    -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
    if client is not null then
      query := query && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    found := private.find_by_words('public.inbox_items', query);
    return query execute concat('select item.requirement_id from public.inbox_items as item',
        case when parts or whose is not null
          then ' join public.job_requirements as filed on filed.id = item.requirement_id' end,
        ' where item.kind = ''requirement'' and ',
        case when found is null then 'item.search @@ $8' else 'item.id = any ($9)' end,
        case when status is not null then ' and filed.status = $1' end,
        case when priority is not null then ' and filed.priority = $2' end,
        case when whose = 'nobody' then ' and filed.recruiter_id is null'
             when whose is not null then ' and filed.recruiter_id = $3' end,
        case when after_id is not null then ' and (item.created_at, item.requirement_id) < ($5, $6)' end,
        ' order by item.created_at desc, item.requirement_id desc limit $7')
      using status, priority, person, client, after_key, after_id, room, query, found;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_reply_template (
  template uuid,
  seen     integer,
  title    text,
  body     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.lock_team();
  begin
    if seen > 0 then
      perform private.lock_reply_template(template, seen);
      update public.reply_templates as kept
        set title = private.trimmed(save_reply_template.title), body = private.trimmed(save_reply_template.body),
            updated_by = caller
        where kept.id = template;
    elsif 50 <= (select count(*) from public.reply_templates as kept where kept.id <> template) then
      raise exception 'too_many_templates' using errcode = 'PT422';
    else
      insert into public.reply_templates (id, title, body, updated_by)
        values (template, private.trimmed(title), private.trimmed(body), caller) on conflict (id) do nothing;
      if not found then
        return;
      end if;
    end if;
    perform private.log_activity('answer_changed', 'template', template);
  end $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(found.query || number.query, found.query, number.query)
      from left(private.fold_text(words), 200) as typed, private.with_plain_numbers(typed) as plain
      cross join lateral (
        select case when plain <> typed and plain ~ '[0-9]{5}'
                 then coalesce(private.read_words(typed) || private.read_words(plain), private.read_words(plain))
                 else private.read_words(typed) end as query) as found
      cross join lateral (
        select case when typed ~ '^[0-9+(). /\u2010-\u2015-]+$' then private.any_number_of(typed) end as query) as number
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_candidate (
  full_name text,
  headline  text,
  city      text,
  skills    text[],
  email     text,
  phone     text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), full_name, headline, city, email, phone,
                                      (select string_agg(skill, chr(10)) from unnest(skills) as skill)))
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_enquiry (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), private.searched_text(entries, is_flood),
                                      private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid)))
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_name (
  name  text,
  phone text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select private.words_of(coalesce(name, '') || chr(10) || coalesce(phone, '')) $function$;

CREATE OR REPLACE FUNCTION private.searchable_requirement (
  requirement public.job_requirements,
  is_flood    boolean                 DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), private.searched_text(to_jsonb(requirement), is_flood),
                                      client.company_name, client.full_name, client.phone))
           || array_to_tsvector(array[private.company_lexeme(client.id)])
      from public.clients as client where client.id = requirement.client_id
  $function$;

CREATE OR REPLACE FUNCTION private.searched_text (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(case when is_flood then left(value #>> '{}', 500) else value #>> '{}' end, chr(10) order by key)
      from jsonb_each(entries)
      where key = any (private.searched_requirement_fields())
        or key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                   'company', 'company_name', 'requirement', 'needs', 'skills')
  $function$;

CREATE OR REPLACE FUNCTION private.send_candidate_code (
  token text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.link_of(token);
    person public.candidates;
    made uuid;
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.email is null or (private.link_of(token)).candidate_id is null then
      return false;
    elsif exists (select from private.candidate_codes as code
                   where code.candidate_id = person.id and code.created_at > now() - interval '1 minute'
                     and code.used_at is null and code.tries < 5) then
      return null;
    elsif 5 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 hour')
      or 10 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 day') then
      raise exception 'too_many_codes' using errcode = 'PT429';
    end if;
    insert into private.candidate_codes (candidate_id) values (person.id) returning id into made;
    perform private.enqueue_mail('candidate_code', 'code.' || made, jsonb_build_object('code', made), address => person.email);
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.set_notifications (
  seen         integer,
  requirements public.mail_frequency,
  messages     public.mail_frequency,
  inbox        public.mail_frequency
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    held public.notification_settings;
    wanted public.notification_settings;
    is_current boolean := false;
  begin
    if caller is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif set_notifications.inbox = 'at_once' then
      raise exception 'inbox_is_daily' using errcode = 'PT400';
    end if;
    if seen = 0 then
      insert into public.notification_settings (user_id) values (caller) on conflict do nothing returning * into held;
      is_current := found;
    end if;
    if not is_current then
      select * into held from public.notification_settings where user_id = caller for update;
      is_current := found and held.version = seen;
    end if;
    wanted := held;
    wanted.requirements := coalesce(set_notifications.requirements, held.requirements);
    wanted.messages := coalesce(set_notifications.messages, held.messages);
    wanted.inbox := coalesce(set_notifications.inbox, held.inbox);
    if not is_current and (held.user_id is null or wanted is distinct from held) then
      raise exception 'stale' using errcode = 'PT409', detail = coalesce(held.version, 0)::text;
    end if;
    update public.notification_settings as chosen
      set (requirements, messages, inbox) = (wanted.requirements, wanted.messages, wanted.inbox)
      where chosen.user_id = caller returning chosen.version into held.version;
    perform private.move_waiting_mails(caller);
    return held.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.similar_candidates (
  entries    jsonb,
  except_one uuid
)
  RETURNS TABLE (
    id           uuid,
    full_name    text,
    headline     text,
    city         text,
    why          text,
    is_confirmed boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 6
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where private.mailbox_of(known.email) = private.mailbox_of(private.trimmed(entries ->> 'email')) limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_like(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where private.name_key(known.full_name) = private.name_key(left(entries ->> 'full_name', 200))
                and (private.fold_text(known.city) = private.fold_text(private.trimmed(entries ->> 'city'))) is not false
              limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $function$;

CREATE OR REPLACE FUNCTION private.skill_synonyms (
  skill text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select other from unnest(array['js', 'ts', 'golang', 'cpp', 'csharp', 'dotnet', 'postgres', 'k8s', private.skill_key(skill)])
        as other
      where private.skill_key(other) = private.skill_key(skill) and other <> lower(private.trimmed(skill))
  $function$;

CREATE OR REPLACE FUNCTION private.spaced_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(value),
        '([a-z0-9])[+][+]', '\1plusplus', 'g'),
        '([a-z0-9])(#| sharp(?![a-z0-9]))', '\1sharp', 'g'),
        '[.]net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u0964\u0965\u2010-\u205E\u3001-\u3003]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.stand_in_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('name', colleague.display_name, 'until', absence.until)
      from private.absences as absence
      join public.team_members as colleague on colleague.user_id = absence.user_id
      where absence.user_id = ((mail).ids ->> 'away')::uuid and absence.stand_in = (mail).user_id and absence.until >= private.today()
  $function$;

CREATE OR REPLACE FUNCTION private.suggest_clients (
  name    text,
  address text,
  number  text,
  known   uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text,
    is_known     boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             private.numbers_like(left(number, 200)) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person from (
          select client.id, 'connected' as reason, 0 as place, null as person from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name from public.client_members as member
            where member.user_id in (select private.accounts_of(address))
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name from public.invitations as invitation
            where invitation.client_id is not null and private.mailbox_of(invitation.email) = private.mailbox_of(private.trimmed(address))
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) && wanted_ones
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) && wanted_ones
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null from public.clients as client, private.any_word_of(name) as wanted
            where private.words_of(client.company_name) @@ wanted
            order by ts_rank(private.words_of(client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $function$;

CREATE OR REPLACE FUNCTION private.team_access_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('role', (select held.role from public.user_roles as held
                                        where held.user_id = (mail).user_id and held.role <> 'client'))
  $function$;

CREATE OR REPLACE FUNCTION private.team_invitation_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.invitation_mail(((mail).ids ->> 'invitation')::uuid)
  $function$;

CREATE OR REPLACE FUNCTION private.term_query (
  term text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when numnode(phrase) > 0 then regexp_replace(phrase::text, '([^'' ]{3})''$', '\1'':*')::tsquery end
      from phraseto_tsquery('simple', private.spaced_text(term)) as phrase
  $function$;

CREATE OR REPLACE FUNCTION private.today()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select (now() at time zone private.zone())::date $function$;

CREATE OR REPLACE FUNCTION private.unask_moved()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    perform from public.candidates
      where id in (select known.candidate_id from public.shortlist_entries as known where known.requirement_id = new.id)
      order by id for update;
    for entry in select known.id from public.shortlist_entries as known
                   where known.requirement_id = new.id and known.state not in ('draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.unask_entry(entry);
    end loop;
    perform private.count_joined(new.id, true);
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
    perform private.reopen_item(new.id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_from (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token, false);
    held public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    held := private.own_entry(person.id, entry);
    if exists (select from public.candidate_consents where entry_id = held.id) then
      perform private.end_entry(each.id, true) from private.entries_beside(held.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now()
        where refused.id = (select asked.id from public.candidate_consents as asked where asked.entry_id = held.id
                              order by asked.asked_at desc, asked.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.words_of (
  value text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(private.spaced_text(value), '')) || array_to_tsvector(private.numbers_in(coalesce(value, '')))
  $function$;

CREATE OR REPLACE FUNCTION private.working_days_after (
  moment timestamp with time zone,
  days   integer
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
    select (at + make_interval(days => days + 2 * ((least(weekday, 5) - 1 + days) / 5) - greatest(weekday - 5, 0)))
             at time zone private.zone()
      from (select moment at time zone private.zone() as at) as there
      cross join lateral (select extract(isodow from at)::integer as weekday) as day
  $function$;

CREATE OR REPLACE FUNCTION private.write_candidate (
  held   public.candidates,
  wanted public.candidates
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare now_at integer;
  begin
    if wanted is distinct from held then
      if wanted.email is distinct from held.email then
        wanted.email_confirmed_at := null;
        wanted.link_issue := held.link_issue + 1;
        if held.email is not null then
          perform private.leave_address(held);
        end if;
      end if;
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = held.id returning kept.version into now_at;
      perform private.hide_from_never(held.id);
    end if;
    return coalesce(now_at, held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.zone()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 'Asia/Kolkata' $function$;

CREATE OR REPLACE FUNCTION public.dashboard_page (
  page_size   integer,
  wanted      public.requirement_status DEFAULT NULL::public.requirement_status,
  only_unread boolean                   DEFAULT false,
  before_at   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                      DEFAULT NULL::uuid,
  words       text                      DEFAULT NULL::text,
  sort        text                      DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
        with ordinality as page (id, sort_key, place))
    select private.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.deadline,
               filed.recruiter_id, counted.counts as candidates,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as filed on filed.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id) as listed), '[]'))
  $function$;

ALTER TABLE "private"."candidate_counts"
  ADD CONSTRAINT "candidate_counts_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_mailbox_digest_check" CHECK ((mailbox_digest ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'stand_in'::text,
    'requirement_converted'::text,
    'requirement_event'::text,
    'requirement_message'::text,
    'inbox_summary'::text,
    'item_reply'::text,
    'receipt'::text, 'candidate_ask'::text, 'candidate_code'::text, 'candidate_link'::text, 'candidate_moved'::text, 'candidate_news'::text, 'candidates_waiting'::text])));

ALTER TABLE "public"."reply_templates"
  ADD CONSTRAINT "reply_templates_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX form_senders_household ON private.form_senders USING btree (household, created_at)
  WHERE (household IS NOT NULL);

CREATE INDEX inbox_items_client ON public.inbox_items USING btree (client_id, id)
  WHERE (client_id IS NOT NULL);

CREATE INDEX IF NOT EXISTS inbox_items_search ON public.inbox_items USING gin (search)
  WITH (fastupdate=off);

CREATE INDEX job_requirements_client_status ON public.job_requirements USING btree (client_id, status, priority, created_at DESC, id DESC) INCLUDE (positions_count);

CREATE INDEX reply_templates_updated_by ON public.reply_templates USING btree (updated_by);

CREATE TRIGGER stamp_update
  BEFORE UPDATE OF full_name,
    email,
    email_confirmed_at,
    phone,
    headline,
    city,
    country,
    notice_period,
    skills,
    summary,
    links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, LANGUAGE, employer, is_adult, created_by, last_activity_at, link_issue ON public.candidates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF user_id, company_name, full_name, phone, contact_user_id, quotes_messages ON public.clients
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER renew_company_words
  AFTER UPDATE OF company_name, full_name, phone ON public.clients
  FOR EACH ROW
  WHEN (((old.company_name <> new.company_name) OR (old.full_name IS DISTINCT FROM new.full_name) OR (old.phone IS DISTINCT FROM new.phone)))
  EXECUTE FUNCTION private.renew_company_words();

CREATE TRIGGER stamp_update
  BEFORE UPDATE OF user_id, company_name, full_name, phone, contact_user_id, quotes_messages ON public.clients
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

REVOKE ALL ON FUNCTION "private"."accounts_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ascii_label"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_ask_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_code_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_link_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_moved_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_news_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_waiting_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_access_changed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_invitation_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_for_candidate"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."digits_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digits_of"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."fill_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_by_words"(regclass, tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_number_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fold_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fold_text"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."has_flooded"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_room_for_link"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_own_candidate"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_sender"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_free_domain"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_reply_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_words"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_from"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latin_digits"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."latin_digits"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."list_people"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."meant_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_links_an_hour"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."near_names"(public.candidates, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_ends"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."number_ends"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."numbers_like"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_dashboard"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_dashboard"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."password_changed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_numbers_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."phone_numbers_in"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."plain_company_name"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."plain_company_name"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."plain_company_name"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."plain_company_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_company_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_search"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_row_fill"(text, regclass, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_converted_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searched_text"(jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_synonyms"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spaced_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."spaced_text"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."stand_in_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_access_changed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_invitation_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."term_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."words_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."words_of"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."zone"() FROM PUBLIC;

CREATE INDEX candidates_name ON public.candidates USING btree (private.name_key(full_name));

CREATE INDEX clients_plain_name ON public.clients USING btree (private.plain_company_name(company_name));

CREATE INDEX clients_words ON public.clients USING gin (private.words_of(company_name))
  WITH (fastupdate=off);

CREATE INDEX IF NOT EXISTS consultation_requests_mailbox ON public.consultation_requests USING btree (private.mailbox_of(email), created_at DESC);

CREATE INDEX IF NOT EXISTS contact_submissions_mailbox ON public.contact_submissions USING btree (private.mailbox_of(email), created_at DESC);

CREATE INDEX invitations_mailbox ON public.invitations USING btree (private.mailbox_of(email));

CREATE INDEX IF NOT EXISTS public_job_submissions_mailbox ON public.public_job_submissions USING btree (private.mailbox_of(contact_email), created_at DESC);

-- What was asked before belongs to the present address where that is known: the address has never changed, the question is
-- still open (another address has always ended those), or it was answered since the present address was proved. Of the rest
-- nobody can say whose yes it was: it holds no more.
update public.candidate_consents as asked set mailbox_digest = private.subject_of(person.email)
  from public.candidates as person
  where person.id = asked.candidate_id and person.email is not null
    and (person.link_issue = 1
      or num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0
      or asked.given_at >= person.email_confirmed_at);

-- Words and numbers are read otherwise now.
reindex index public.client_members_search;
select private.renew_search();

-- The schedule, where the database has one: a transaction for each piece.
do $$
  begin
    if exists (select from pg_extension where extname = 'pg_cron') then
      perform cron.schedule('fill-rows', '* * * * *',
                            'do $fill$ begin while private.fill_rows() loop commit; end loop; end $fill$');
    end if;
  end $$;
