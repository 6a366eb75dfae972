SET local check_function_bodies = off;

DROP TRIGGER "hide_from_company" ON "public"."client_members";

DROP TRIGGER "track_requirement" ON "public"."requirement_events";

ALTER TABLE "private"."company_counts"
  DROP CONSTRAINT "company_counts_kind_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

DROP FUNCTION "private"."candidate_news_mail"(text, uuid, uuid);

DROP FUNCTION "private"."company_candidates"(uuid);

DROP FUNCTION "private"."end_entry"(uuid, boolean);

DROP FUNCTION "private"."expand_query"(tsquery);

DROP FUNCTION "private"."hide_from_never"(uuid, boolean);

DROP FUNCTION "private"."hold_joined"(uuid);

DROP FUNCTION "private"."hold_records"(uuid);

DROP FUNCTION "private"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."plan_search"(text, uuid, integer);

DROP FUNCTION "private"."take_back_entry"(uuid, integer);

DROP FUNCTION "public"."company_candidates"(uuid);

DROP FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."take_back_entry"(uuid, integer);

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "is_disowned" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "offered_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.add_to_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlist_entries;
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(filed.status);
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlist_entries as known
      where known.requirement_id = filed.id and known.candidate_id = candidate for update;
    if held.id is null then
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = filed.id) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (filed.id, candidate, private.next_code_word(filed.id), private.current_user_id()) returning * into held;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif held.state in ('withdrawn', 'closed') then
      if private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.unask_entry(held.id);
    end if;
    perform private.refuse_twin(held.id, private.asked_states());
    return held.id;
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
    person public.candidates := private.hold_own_candidate(session_token);
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
      where asked.entry_id = held.id and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
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
        or private.is_never(person, filed.client_id) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = given.entry::text;
      elsif given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = given.entry::text;
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

CREATE OR REPLACE FUNCTION private.answer_company (
  requirement uuid,
  is_shown    boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    line public.inbox_items;
  begin
    select * into line from public.inbox_items as held where held.requirement_id = answer_company.requirement for update;
    if is_shown and line.state in ('new', 'open') then
      perform private.apply_state(caller, line, 'done', null);
    elsif private.answer_due(requirement) is not null then
      perform private.note_answer(requirement, caller);
      perform private.renew_open_requirement(requirement);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_due (
  requirement uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with answered as (
      select max(answer.created_at) as at
        from (select event.created_at from public.requirement_events as event
                where event.requirement_id = answer_due.requirement and event.type in ('status', 'candidates_shown')
                  and event.side is distinct from 'company'
              union all
              select done.created_at from public.item_events as done
                join public.inbox_items as item on item.id = done.item_id
                where item.requirement_id = answer_due.requirement
                  and (done.type = 'answered'
                       or done.type <> 'undone' and done.changes -> 'state' ->> 1 in ('waiting', 'done'))
                  -- What was undone was no answer.
                  and not exists (select from public.item_events as undone
                    where undone.item_id = done.item_id and undone.type = 'undone'
                      and undone.changes -> 'state' ->> 0 = done.changes -> 'state' ->> 1
                      and undone.created_at between done.created_at and done.created_at + private.undo_lasts())) as answer),
    asked as (
      select coalesce(form.came, event.created_at) as since, event.created_at as at
        from public.requirement_events as event
        join public.job_requirements as filed on filed.id = event.requirement_id
        left join lateral private.form_of(filed) as form on event.type = 'converted'
        where event.requirement_id = answer_due.requirement and (event.side = 'company' or event.type = 'converted')
      union all
      select written.created_at, written.created_at from public.item_events as written
        join public.inbox_items as item on item.id = written.item_id
        where item.requirement_id = answer_due.requirement and written.type = 'written')
    select min(asked.since) + private.promised('requirement') from asked
      where asked.at > coalesce((select at from answered), '-infinity')
        and exists (select from public.job_requirements as filed
                     where filed.id = answer_due.requirement and filed.status = any (private.open_statuses()))
  $function$;

CREATE OR REPLACE FUNCTION private.ask_candidates (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
    asked integer := 0;
  begin
    perform private.hold_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id;
      continue when held.state = 'asked';
      held := private.held_entry(given.id, given.version);
      select * into person from public.candidates where id = held.candidate_id;
      select * into filed from public.job_requirements where id = held.requirement_id;
      select * into list from public.shortlists where requirement_id = held.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, held.chosen, is_blind);
      perform private.refuse_closed(filed.status);
      if held.state not in ('draft', 'withdrawn', 'closed')
        and not (held.state = 'agreed' and not private.has_yes(held)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = held.id::text;
      elsif private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      elsif private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = held.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = held.id::text;
      elsif private.card_tells(person, frozen, held.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.asked_states());
      perform private.refuse_question(person);
      perform private.unask_entry(held.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = held.id;
      perform private.put_question(person, 'show', held.id);
      perform private.take_charge(held.requirement_id);
      asked := asked + 1;
    end loop;
    return asked;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_mail (
  receiver text,
  consent  uuid
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
      join public.candidates as person on person.id = asked.candidate_id and person.email = private.normal_address(receiver)
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(asked) as facts) as asker
      where asked.id = consent and private.question_state(asked) = 'open'
        and not private.is_disowned(receiver)
  $function$;

CREATE OR REPLACE FUNCTION private.asked_states()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['asked', 'agreed'] || private.shown_states() $function$;

CREATE OR REPLACE FUNCTION private.candidate_at (
  address text
)
  RETURNS public.candidates
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select person.* from public.candidates as person
      where person.email = private.normal_address(address)
        and not private.is_disowned(address)
      order by person.email_confirmed_at nulls last, person.created_at desc, person.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_counts (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        -- Whoever has said no was asked: a company must not read a no off a number that falls.
        'asked', count(*) filter (where steps.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id)),
        'agreed', count(*) filter (where steps.got >= 2),
        'shown', count(*) filter (where steps.got >= 3),
        'interview', count(*) filter (where steps.got >= 4),
        'offered', count(*) filter (where steps.got >= 5),
        'joined', count(*) filter (where steps.got >= 6),
        'waiting', count(*) filter (where private.waits_for_company(entry, filed.status)),
        'waiting_since', min(entry.shown_at) filter (where private.waits_for_company(entry, filed.status)),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where private.waits_for_company(entry, filed.status))))
      from public.shortlist_entries as entry
      join public.job_requirements as filed on filed.id = entry.requirement_id
      cross join lateral (select private.steps_of(entry) as got) as steps
      where entry.requirement_id = candidate_counts.requirement
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  receiver  text,
  entry     uuid,
  answer    uuid,
  interview uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when interview is not null then 'interview' when answer is null then 'shown' else 'words' end,
        'first_name', private.first_name_of(person),
        'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address(receiver)
      join public.job_requirements as filed on filed.id = shown.requirement_id
      where shown.id = candidate_news_mail.entry
        and not private.is_disowned(receiver)
        and case when interview is not null then private.is_opened(shown)
                 when answer is null then shown.state = any (private.shown_states())
                 else exists (select from public.shortlist_answers as said
                               where said.id = candidate_news_mail.answer and said.released_at is not null) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_question (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', coalesce(asked.purpose, 'page'), 'first_name', split_part(person.full_name, ' ', 1),
        'state', case when asked.id is null then 'open' else private.question_state(asked) end,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed),
        'is_replaced', nullif(asked.id <> link.consent_id, false),
        'asked_at', asked.asked_at, 'basis', coalesce(asked.basis, private.basis_for(person.country)),
        'notice_version', coalesce(asked.notice_version, private.notice_version()), 'language', person.language,
        'recruiter', case when asked.id is not null then private.recruiter_of_question(asked) end,
        'has_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null and code.expires_at > now()
                               and code.tries < 5),
        -- One that works no more: it was tried five times, or has run out.
        'had_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null
                               and code.created_at > now() - interval '1 hour' and (code.tries >= 5 or code.expires_at <= now()))))
      from private.link_of(token) as link
      join public.candidates as person on person.id = link.candidate_id
      left join public.candidate_consents as sent on sent.id = link.consent_id
      left join lateral private.newest_question(sent) as asked on sent.id is not null
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
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
        'consents', (select coalesce(jsonb_agg(to_jsonb(asked) - 'asked_by' order by asked.asked_at), '[]')
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
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  declare
    query tsquery := private.candidate_query(words);
    town text := lower(private.trimmed(city));
    from_at timestamptz := case when before_id is null then 'infinity' else before_at end;
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    walked integer;
    found uuid[];
  begin
    if words is null or private.trimmed(words) is null then
      if town is null then
        return query select kept.id from public.candidates as kept
          where (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      else
        return query select kept.id from public.candidates as kept
          where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      end if;
      return;
    elsif numnode(query) = 0 then
      return;
    end if;
    foreach walked in array array[400, null] loop
      found := array(
        select newest.id from (
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where town is null and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)
            union all
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)) as newest
          where newest.search @@ query order by newest.created_at desc, newest.id desc limit room);
      exit when cardinality(found) = room or walked is null;
      found := array(
        with recent as materialized (
          select kept.id, kept.created_at, kept.city, kept.search from public.candidates as kept
            where private.searchable_in_period(kept.search, kept.created_at) @@ private.query_in_periods(
              query, least(from_at, (select max(newest.created_at) from public.candidates as newest)), 6))
        select recent.id from recent
          where recent.search @@ query and (town is null or lower(recent.city) = town)
            and (recent.created_at, recent.id) < (from_at, from_id)
          order by recent.created_at desc, recent.id desc limit room);
      exit when cardinality(found) = room;
      found := array(select kept.id from public.candidates as kept where kept.search @@ query limit 1001);
      if cardinality(found) <= 1000 then
        found := array(
          select kept.id from public.candidates as kept
            where kept.id = any (found) and (town is null or lower(kept.city) = town)
              and (kept.created_at, kept.id) < (from_at, from_id)
            order by kept.created_at desc, kept.id desc limit room);
        exit;
      end if;
    end loop;
    return query select unnest(found);
  end $function$;

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
    select position(private.plain_words((person).email) in typed.words) > 0
      or private.numbers_in(typed.words) && private.numbers_in(private.plain_words((person).phone))
      or private.numbers_in(private.unspelled(typed.words)) && private.numbers_in(private.plain_words((person).phone))
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
                   array_remove(regexp_split_to_array(private.plain_words((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.plain_words(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.clients_page (
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    client_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  declare
    query tsquery := private.search_query(words);
    from_key timestamptz := case when after_id is null then 'infinity' else after_key end;
    from_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    found uuid[] := array(select id from private.found_clients(words) as id limit 301);
  begin
    if words is null then
      return query select client.id from public.clients as client
        where (client.created_at, client.id) < (from_key, from_id)
        order by client.created_at desc, client.id desc limit 26;
    elsif cardinality(found) <= 300 then
      return query select client.id from public.clients as client
        where client.id = any (found) and (client.created_at, client.id) < (from_key, from_id)
        order by client.created_at desc, client.id desc limit 26;
    else
      return query select client.id from public.clients as client
        where (client.created_at, client.id) < (from_key, from_id)
          and (client.search @@ query
            or exists (select from public.client_members as member
                        where member.client_id = client.id
                          and private.searchable_name(member.full_name, member.phone) @@ query offset 0))
        order by client.created_at desc, client.id desc limit 26;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_candidate_page (
  session_token text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    delete from private.candidate_sessions where digest = private.digest_of(session_token)
  $function$;

CREATE OR REPLACE FUNCTION private.company_candidates (
  requirement uuid,
  opens       boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if filed.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and filed.status = any (private.open_statuses());
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = filed.id and entry.state = any (private.shown_states())
                         and private.has_yes(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id and private.is_never(person, filed.client_id))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict (entry_id, user_id, day) do update set created_at = excluded.created_at;
    return jsonb_build_object(
      'counts', private.candidate_counts(filed.id),
      'may_answer', may_answer,
      -- What was told, and nothing that could be reckoned from whom there is now.
      'withdrawn', (select count(*) from public.requirement_events as event
                      where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'withdrawn_at', (select max(event.created_at) from public.requirement_events as event
                         where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind,
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
            'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'own_answer', to_jsonb(own) - 'id',
            'answers', case when own.id is null and may_answer then '[]' else (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = filed.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller
                        order by answer.author, answer.created_at desc, answer.id desc) as last) end)
            order by listed.place), '[]')
          from unnest(visible) with ordinality as listed (id, place)
          join public.shortlist_entries as entry on entry.id = listed.id
          join public.candidates as person on person.id = entry.candidate_id
          cross join lateral (select private.is_opened(entry) as is_open) as opened
          left join lateral (
            select answer.id, answer.verdict, answer.reason, answer.words_for_agency, answer.words_for_candidate, answer.created_at
              from public.shortlist_answers as answer where answer.entry_id = entry.id and answer.author = caller
              order by answer.created_at desc, answer.id desc limit 1) as own on true));
  end $function$;

CREATE OR REPLACE FUNCTION private.company_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                        order by told.created_at, told.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      'candidates', case when (requirement).status = any (private.open_statuses())
                           and exists (select from told where told.type = 'candidates_shown')
                      then nullif((private.candidate_counts((requirement).id) ->> 'waiting')::integer, 0) end,
      'withdrawn', (select nullif(count(*), 0) from told where told.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from told
                             where told.type = 'candidates_withdrawn' and told.changes -> 'was_opened' = 'true'))
      from changed
  $function$;

CREATE OR REPLACE FUNCTION private.count_for_company (
  company uuid,
  counted text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, 1)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  status   public.requirement_status,
  priority public.requirement_priority,
  whose    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    theirs text := case when whose = 'nobody' then ' and recruiter_id is null'
                        when whose is not null then ' and recruiter_id = $5' else '' end;
    part record;
    silent integer := 0;
    more integer;
    counts jsonb;
  begin
    for part in
      select each_status, each_priority
        from unnest(case when status is null then private.open_statuses() else array[status] end) as each_status
        cross join unnest(enum_range(priority, priority)) as each_priority
    loop
      execute concat('select count(*)::integer from (select from private.open_requirements
        where status = $3 and priority = $4 and last_word_at < $1', theirs, ' limit $2) as line')
        into more using private.silent_since(), 1000 - silent, part.each_status, part.each_priority, person;
      silent := silent + more;
    end loop;
    -- By the conditions, whose times are the same for every row.
    execute concat('select jsonb_strip_nulls(jsonb_build_object(',
        (select string_agg(format('%L, nullif(count(*) filter (where %s), 0)', item_group,
                                  private.work_group_condition(item_group)), ', ')
           from unnest(private.work_groups()) as item_group where item_group <> 'silent'),
        ')) from unnest($3) as part_status cross join unnest($4) as part_priority
            join private.open_requirements as held on held.status = part_status and held.priority = part_priority
            where last_word_at >= $1', theirs)
      into counts using private.silent_since(), private.end_of_week(),
        case when status is null then private.open_statuses() else array[status] end, enum_range(priority, priority), person;
    return coalesce(counts, '{}') || jsonb_build_object('silent', silent);
  end $function$;

CREATE OR REPLACE FUNCTION private.count_to_show (
  requirement uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_to_show.requirement and entry.state = 'agreed' and private.has_yes(entry)
  $function$;

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
      select ((private.today() + 1)::timestamp at time zone 'Asia/Kolkata') as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
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
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0, (
           select count(*)::integer from public.shortlist_entries as entry
             where entry.requirement_id = held.requirement_id and entry.answered_at > coalesce(
               (select max(event.created_at) from public.requirement_events as event
                  where event.requirement_id = held.requirement_id and event.side = 'team'), '-infinity'))
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
      select page.section, page.sort_key, null, page.requirement_id, 0, 0
        from (select 'deadline' as section, listed.* from private.open_page(
                null, null, null, person::text, null, 'deadline', false, null, null, null, 100) as listed
                where (listed.sort_key at time zone 'UTC')::date <= private.end_of_week()
              union all
              select 'silent', listed.* from private.open_page(
                null, null, null, person::text, 'silent', null, null, null, null, null, 100) as listed) as page
    ), once as (
      select found.*, array_position(private.day_sections(), section) as section_place,
             row_number() over (partition by coalesce(found.requirement_id, found.item_id),
                                             case when section in ('agreed', 'refused') then section end
                                order by array_position(private.day_sections(), section)) as appearance
        from found
    ), listed as (
      select once.*, row_number() over (partition by section order by at, requirement_id, item_id) as place,
             count(*) over (partition by section) as together
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
                  'unread', listed.unread, 'people', listed.people) order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['due', 'back', 'messages', 'agreed', 'refused', 'waiting', 'candidates', 'deadline', 'silent'] $function$;

CREATE OR REPLACE FUNCTION private.disown_address (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates;
    records uuid[];
    entry uuid;
  begin
    select * into person from public.candidates where id = (private.link_of(token)).candidate_id;
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.mailbox_of(twin.email) = private.mailbox_of(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id for update;
    perform private.hold_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id);
    insert into private.disowned_mailboxes (subject) values (private.disowned_subject(person.email)) on conflict do nothing;
    for entry in select held.id from public.shortlist_entries as held where held.candidate_id = any (records) order by held.id loop
      perform private.end_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    update public.candidate_consents set is_disowned = true where candidate_id = any (records) and closed_at = now();
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox where private.mailbox_of(address) = private.mailbox_of(person.email)
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry']);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $function$;

CREATE OR REPLACE FUNCTION private.disowned_subject (
  address text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.subject_of(private.mailbox_of(address)) $function$;

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
    person public.candidates := private.hold_own_candidate(session_token);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
      return 0;
    end if;
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
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_entry (
  entry   uuid,
  is_own  boolean,
  is_rule boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry for update;
    if held.id is null or held.state in ('withdrawn', 'closed') then
      return;
    end if;
    update public.candidate_consents as asked
      set refused_at = case when is_own and asked.given_at is null then now() end,
          withdrawn_at = case when is_own and asked.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
    if held.state = any (private.shown_states()) then
      perform private.record_withdrawal(held, is_own, is_rule);
    elsif is_own and held.state in ('asked', 'agreed') then
      perform private.record_candidates(held.requirement_id, 'candidates_refused', array[held.id], false);
    elsif is_rule then
      perform private.reopen_item(held.requirement_id);
    end if;
    if held.state = 'joined' then
      perform private.count_joined(held.requirement_id, true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry public.shortlist_entries
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
        'is_never', (select private.is_never(person, filed.client_id) from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
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

CREATE OR REPLACE FUNCTION private.erase_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_candidate_exporter();
    perform private.lock_candidate(candidate);
    perform private.forget_candidate(each) from unnest(array(select private.records_of(candidate))) as each;
  end $function$;

CREATE OR REPLACE FUNCTION private.erase_own_candidate (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
  end $function$;

CREATE OR REPLACE FUNCTION private.expand_query (
  query tsquery,
  OUT   expanded tsquery,
  OUT   is_exact boolean,
  OUT   share double precision,
  OUT   entries double precision,
  OUT   rarest tsquery,
  OUT   rare double precision
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    lexeme constant text := '''(?:[^'']|'''')+''(?::\*)?';
    phrase constant text := lexeme || '(?: <(?:-|[0-9]+)> ' || lexeme || ')*';
    between text[] := regexp_split_to_array(query::text, phrase);
    companies double precision;
    place integer := 1;
    found text[];
    wanted text;
    denied boolean;
    likely double precision;
    alternatives text;
    -- Of the words that stand together since the last "or".
    together double precision := 1;
    result text := between[1];
  begin
    is_exact := true;
    share := 0;
    entries := 0;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    for wanted in select matched[1] from regexp_matches(query::text, '(' || phrase || ')', 'g') as matched loop
      found := array(select private.company_lexeme(client.id) from public.clients as client
                      where client.search @@ wanted::tsquery limit 301);
      denied := length(replace(replace(substring(between[place] from '[!( ]*$'), '(', ''), ' ', '')) % 2 = 1;
      select exp(greatest(sum(ln(greatest(private.share_of_word(
               replace(replace(word[1], '''''', ''''), '\\', '\'), word[2] is not null), 1e-9))), -40))
        into likely from regexp_matches(wanted, '''((?:[^'']|'''')+)''(:\*)?', 'g') as word;
      likely := least(likely + case when cardinality(found) > 300 then 1 else cardinality(found) / companies end, 1);
      -- Each line that is found is held against each company.
      entries := entries + likely * (1 + least(cardinality(found), 300) / 10.0);
      if between[place] like '%|%' then
        share := share + together;
        together := 1;
      end if;
      together := greatest(together * case when denied then 1 - likely else likely end, 1e-100);
      if cardinality(found) > 300 then
        is_exact := false;
        found := case when denied then '{}' else array['='] end;
      end if;
      place := place + 1;
      alternatives := case when found = '{}' then wanted
        else '( ' || wanted || ' | ''' || array_to_string(found, ''' | ''') || ''' )' end;
      if coalesce(likely < rare, true) then
        rare := likely;
        rarest := alternatives::tsquery;
      end if;
      result := result || alternatives || between[place];
    end loop;
    if array_to_string(between, '') ~ '[|!]' then
      rarest := null;
    end if;
    expanded := result::tsquery;
    share := least(share + together, 1);
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
    numbers tsquery := private.any_number_of(find_enquiries.number);
    mailbox tsquery := phraseto_tsquery('simple', private.normal_address(find_enquiries.address));
    firm text := lower(private.trimmed(find_enquiries.company));
  begin
    perform private.require_team();
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(mailbox) > 0 and line.search @@ mailbox
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

CREATE OR REPLACE FUNCTION private.hide_from_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := case tg_argv[0]
      when 'member' then (select member.client_id from public.client_members as member where member.user_id = (to_jsonb(new) ->> 'id')::uuid)
      else (to_jsonb(new) ->> tg_argv[0])::uuid end;
    found_one uuid;
  begin
    if company is null then
      return null;
    end if;
    perform from public.job_requirements as filed
      where filed.client_id = company and exists (
        select from public.shortlist_entries as joined where joined.requirement_id = filed.id and joined.state = 'joined')
      order by filed.id for no key update;
    for found_one in
      select person.id from public.candidates as person
        where private.is_never(person, company) and person.id in (
          select held.candidate_id from public.shortlist_entries as held
            join public.job_requirements as filed on filed.id = held.requirement_id
            where filed.client_id = company and held.state not in ('withdrawn', 'closed', 'draft'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.hide_from_never (
  candidate uuid,
  is_own    boolean DEFAULT false,
  is_rule   boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    for entry in
      select held.id from public.shortlist_entries as held
        join public.candidates as person on person.id = held.candidate_id
        join public.job_requirements as filed on filed.id = held.requirement_id
        where held.candidate_id in (select private.records_of(candidate)) and held.state not in ('withdrawn', 'closed', 'draft')
          and private.is_never(person, filed.client_id)
        order by held.id
    loop
      perform private.end_entry(entry, is_own, is_rule);
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_link (
  token text,
  OUT   candidate_id uuid,
  OUT   consent_id uuid
)
  RETURNS record
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    select link.candidate_id, link.consent_id into candidate_id, consent_id from private.link_of(token) as link;
    if candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.hold_records(candidate_id);
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_own_candidate (
  session_token text
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
    update public.candidates set last_activity_at = now() where id = held.id;
    return held;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_records (
  candidate uuid,
  address   text DEFAULT NULL::text
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare records uuid[] := array(
    select private.records_of(candidate) union select known.id from public.candidates as known where known.email = address);
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
    return array(select private.records_of(candidate) order by 1);
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
    search record;
    by_words text;
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        by_words := format('with line as materialized (select * from public.inbox_items as line where %%s)
            select id, %1$I as key from line where %2$s %4$s order by %1$I %3$s, id %3$s limit $9', key, conditions, way,
            concat(case when search.rarest is not null then 'and search @@ $11 ' end, case when not search.is_exact then 'and case when requirement_id is null then search
                else search || (select company.search from public.job_requirements as filed
                                  join public.clients as company on company.id = filed.client_id
                                  where filed.id = line.requirement_id) end @@ $10' end));
        foreach walked in array search.walks loop
          if walked is not null then
            execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
                select line.id, line.key
                  from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                          order by %1$I %3$s, id %3$s limit $9) as line
                  where case when line.requirement_id is null then line.search
                             else line.search || (select company.search from public.job_requirements as filed
                                                    join public.clients as company on company.id = filed.client_id
                                                    where filed.id = line.requirement_id) end @@ $5
                  limit $10) as listed', key, conditions, way)
              into found, keys using caller, kind, state, suspect, search.typed, person, after_key, after_id, walked, room;
            is_all := coalesce(cardinality(found), 0) = room;
            if not is_all then
              execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                                order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
                into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
            end if;
            exit when is_all;
          end if;
          continue when not search.by_period or key <> 'created_at' or not is_falling;
          execute format('select array_agg(id order by key desc, id desc), array_agg(key order by key desc, id desc) from (%s) as listed',
                         format(by_words, 'private.searchable_in_period(line.search, line.created_at) @@ $5'))
            into found, keys
            using caller, kind, state, suspect, private.recent_query(search.by_index, after_key), person, after_key, after_id,
                  room, search.typed, search.by_index;
          is_all := coalesce(cardinality(found), 0) = room;
          exit when is_all;
          search.by_period := false;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format(by_words, 'line.search @@ $5')
            using caller, kind, state, suspect, coalesce(search.rarest, search.by_index), person, after_key, after_id, room,
                  search.typed, search.by_index;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_disowned (
  address text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.disowned_mailboxes where subject = private.disowned_subject(address))
  $function$;

CREATE OR REPLACE FUNCTION private.is_told_of (
  type text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select type in ('candidates_shown', 'candidates_answered', 'candidate_joined') $function$;

CREATE OR REPLACE FUNCTION private.job_facts (
  filed public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'work', concat_ws(', ', replace((filed).job_type::text, '_', ' '),
          case when (filed).remote_allowed then 'also from home' end,
          case when (filed).min_experience = (filed).max_experience then (filed).min_experience || ' years of experience'
               when (filed).max_experience is null then (filed).min_experience || ' years of experience or more'
               when coalesce((filed).min_experience, 0) = 0 then 'up to ' || (filed).max_experience || ' years of experience'
               else (filed).min_experience || ' to ' || (filed).max_experience || ' years of experience' end,
          case when (filed).expected_start_date > private.today()
               then 'from ' || to_char((filed).expected_start_date, 'FMDD Mon YYYY') end),
        'skills', to_jsonb((filed).required_skills[1:5]))
      where (filed).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.last_answer (
  entry uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select answer.id from public.shortlist_answers as answer where answer.entry_id = entry
      order by answer.created_at desc, answer.id desc limit 1
  $function$;

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
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where to_tsvector('simple', named.company_name) @@ private.search_query(company) limit 100);
      conditions := conditions || ' and entry.client_id = any ($3)';
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
      'with page as materialized (
         select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null,
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc', conditions)
      using person, deed, companies, since, before, after_at, after_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_candidates (
  words     text,
  city      text,
  before_at timestamp with time zone,
  before_id uuid,
  size      integer
)
  RETURNS TABLE (
    id               uuid,
    full_name        text,
    headline         text,
    city             text,
    country          text,
    skills           text[],
    notice_period    text,
    email            text,
    phone            text,
    is_kept          boolean,
    entries          integer,
    created_at       timestamp with time zone,
    last_activity_at timestamp with time zone,
    version          integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period, kept.email,
           kept.phone, exists (select from public.candidate_consents as asked
                                where asked.candidate_id = kept.id and asked.purpose = 'keep' and private.is_in_force(asked) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, before_at, before_id,
                                                 least(greatest(size, 1), 100) + 1) with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.lock_candidate (
  candidate uuid
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.candidates;
  begin
    perform private.hold_records(candidate);
    select * into held from public.candidates where id = candidate for update;
    if held.id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    return held;
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
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'stand_in' then
      content := private.stand_in_mail(queued.user_id, (queued.ids ->> 'away')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid,
                                             (queued.ids ->> 'interview')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_requirement_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn'))
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_stand_in()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.stand_in is distinct from private.current_user_id() then
      perform private.enqueue_mail('stand_in', concat_ws('.', 'absence', new.user_id, new.stand_in, new.until),
                                   jsonb_build_object('away', new.user_id), new.stand_in);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mailbox_of (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)', ''))
  $function$;

CREATE OR REPLACE FUNCTION private.mark_entry (
  entry     uuid,
  seen      integer,
  state     text,
  joined_on date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.shortlist_entries;
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if mark_entry.state = 'joined' and joined_on is null then
      raise exception 'joining_day_missing' using errcode = 'PT422';
    elsif held.state = mark_entry.state and held.joined_on is not distinct from joined_on then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    if held.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and held.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'joined') then coalesce(held.offered_at, now())
                            when mark_entry.state = 'declined' then held.offered_at end,
          joined_on = case when mark_entry.state = 'joined' then mark_entry.joined_on end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = held.candidate_id;
    perform private.count_joined(held.requirement_id, held.state = 'joined');
    if mark_entry.state = 'joined' and held.state <> 'joined' then
      perform private.record_candidates(held.requirement_id, 'candidate_joined', array[held.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(held.requirement_id, false);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.merge_candidates (
  kept        uuid,
  seen        integer,
  merged      uuid,
  merged_seen integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    stays public.candidates;
    goes public.candidates;
    now_at integer;
  begin
    perform private.lock_team();
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id in (select private.records_of(kept) union select private.records_of(merged)))
      order by id for no key update;
    perform from public.candidates
      where id in (select private.records_of(kept) union select private.records_of(merged)) order by id for update;
    stays := private.lock_candidate(kept);
    goes := private.lock_candidate(merged);
    if stays.version is distinct from seen or goes.version is distinct from merged_seen then
      raise exception 'stale' using errcode = 'PT409', detail = stays.version::text;
    elsif kept = merged or stays.email is distinct from goes.email
      or num_nonnulls(stays.email_confirmed_at, goes.email_confirmed_at) = 0 then
      raise exception 'not_one_person' using errcode = 'PT422';
    elsif exists (select from public.shortlist_entries as entry
                   where entry.candidate_id = goes.id and entry.state in (
                     'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined')) then
      raise exception 'merge_other_way' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.state = 'draft' and not exists (select from public.candidate_consents as asked where asked.entry_id = entry.id)
          or exists (select from public.candidate_consents as asked
                      where asked.entry_id = entry.id and num_nonnulls(asked.refused_at, asked.withdrawn_at) > 0))
        and not exists (select from public.shortlist_entries as own
                         where own.candidate_id = stays.id and own.requirement_id = entry.requirement_id);
    update public.candidate_consents as asked
      set candidate_id = stays.id,
          entry_id = (select own.id from public.shortlist_entries as past
                        join public.shortlist_entries as own
                          on own.requirement_id = past.requirement_id and own.candidate_id = stays.id
                        where past.id = asked.entry_id)
      where asked.candidate_id = goes.id and num_nonnulls(asked.refused_at, asked.withdrawn_at) > 0;
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && private.mail_subjects(goes.id);
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.newest_question (
  asked public.candidate_consents
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select newest.* from public.candidate_consents as newest
      where newest.id = (asked).id or newest.entry_id = (asked).entry_id order by newest.asked_at desc, newest.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.next_code_word (
  requirement uuid
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select drawn.word
      from (select bird || ' ' || 100 + floor(random() * 900)::integer as word
              from unnest(array['Heron', 'Kingfisher', 'Swift', 'Falcon', 'Robin', 'Lark', 'Osprey', 'Crane', 'Egret', 'Sparrow',
                                'Ibis', 'Drongo', 'Bulbul', 'Hoopoe', 'Starling', 'Finch']) as bird
              cross join generate_series(1, 20)) as drawn
      where not exists (select from public.shortlist_entries as entry
                         where entry.requirement_id = next_code_word.requirement and entry.code_word = drawn.word)
      order by random() limit 1
  $function$;

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
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
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

CREATE OR REPLACE FUNCTION private.own_waiting_candidates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with waiting as materialized (
      select filed.id, filed.job_title, count(*)::integer as waiting, min(entry.shown_at) as since
        from public.job_requirements as filed
        join public.shortlist_entries as entry
          on entry.requirement_id = filed.id and entry.state = 'shown' and entry.answered_at is null
        where filed.client_id = (select private.current_client_id()) and filed.status = any (private.open_statuses())
          and (select private.may_write_for_client())
        group by filed.id)
    select jsonb_build_object(
        'requirements', (select count(*) from waiting),
        'first', (select coalesce(jsonb_agg(jsonb_build_object(
                             'id', first.id, 'job_title', first.job_title, 'waiting', first.waiting,
                             'answer_by', private.answer_by(first.since)) order by first.since, first.id), '[]')
                    from (select * from waiting order by since, id limit 5) as first))
  $function$;

CREATE OR REPLACE FUNCTION private.period_of (
  at timestamp with time zone
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
    select floor(extract(epoch from at) / 864000)::text || ':'
  $function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  words  text,
  client uuid,
  room   integer,
  OUT    typed tsquery,
  OUT    by_index tsquery,
  OUT    rarest tsquery,
  OUT    is_exact boolean,
  OUT    walks integer[],
  OUT    by_period boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expansion record;
    lines double precision;
    cost double precision;
    most integer;
  begin
    walks := array[null::integer];
    typed := private.search_query(words);
    if numnode(typed) = 0 then
      return;
    end if;
    expansion := private.expand_query(typed);
    by_index := expansion.expanded;
    is_exact := expansion.is_exact;
    if client is not null then
      by_index := by_index && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    select reltuples into lines from pg_catalog.pg_class where oid = 'public.inbox_items'::regclass;
    -- Measured in microseconds: a line that is walked, one that the index gives, and an entry of the index on the way to it.
    cost := lines * (2 * expansion.share + 0.35 * expansion.entries);
    -- All entries of the other words are not read where few lines have to be compared with them.
    if 7 * expansion.rare * lines < cost then
      rarest := expansion.rarest;
      cost := case when rarest is null then cost else 3.5 * expansion.rare * lines end;
    end if;
    -- Each of many companies would be looked up in each period.
    by_period := cost > 1500 and length(by_index::text) < 1000;
    if 6 * room < expansion.share * cost then
      most := least(100 + 4 * room / expansion.share, 20000);
      walks := array[case when not by_period then most when expansion.share > 0.15 then least(most, 400) end, 10 * most];
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.query_in_periods (
  query   tsquery,
  at      timestamp with time zone,
  periods integer
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
    select string_agg(concat('( ''', period, ''' & ( ',
                             regexp_replace(query::text, '''((?:[^'']|'''')+)''', concat('''', period, '\1'''), 'g'), ' ) )'),
                      ' | ')::tsquery
      from generate_series(0, periods - 1) as back
      cross join lateral private.period_of(at - back * interval '10 days') as period
      where query::text !~ ' <'
  $function$;

CREATE OR REPLACE FUNCTION private.question_state (
  asked public.candidate_consents
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (asked).withdrawn_at is not null then 'withdrawn' when (asked).refused_at is not null then 'refused'
                when (asked).closed_at is not null then case
                  when exists (select from public.shortlist_entries as entry
                                where entry.id = (asked).entry_id and entry.state = 'draft') then 'changed' else 'closed' end
                when (asked).given_at is not null then case when (asked).ends_at <= now() then 'ended' else 'given' end
                when (asked).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as filed on filed.id = entry.requirement_id
                    where entry.id = (asked).entry_id and filed.status = any (private.open_statuses())) then 'closed'
                else 'open' end
  $function$;

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
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(asked))
                                      order by asked.asked_at desc, asked.id), '[]')
              from public.candidate_consents as asked where asked.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_client (
  client uuid
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
               'company', to_jsonb(company),
               -- What it used last.
               'currency', (select filed.currency from public.job_requirements as filed where filed.client_id = company.id
                              order by filed.created_at desc, filed.id desc limit 1),
               'members', (
                 select coalesce(jsonb_agg(to_jsonb(member) order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = company.id
                           order by joined.created_at, joined.user_id limit 100) as member),
               'invitations', (
                 select coalesce(jsonb_agg(to_jsonb(invitation) order by invitation.created_at desc, invitation.id desc), '[]')
                   from (select * from public.invitations as sent
                           where sent.client_id = company.id and sent.accepted_at is null and sent.revoked_at is null
                           order by sent.created_at desc, sent.id desc limit 100) as invitation))
        from public.clients as company where company.id = client);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_requirement (
  requirement uuid
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
               'requirement', to_jsonb(filed),
               'company', client.company_name,
               'joined', private.who_joined(filed.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = filed.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as filed
        join public.clients as client on client.id = filed.client_id
        where filed.id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_shortlist (
  requirement uuid
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
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'reminded_at', list.reminded_at,
                                       'version', list.version)
               from public.shortlists as list where list.requirement_id = filed.id),
            '{"is_blind": false, "is_abroad": false, "reminded_at": null, "version": 0}'),
          'is_open', filed.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(filed.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry) || jsonb_build_object(
                       'candidate', jsonb_build_object('id', person.id, 'full_name', person.full_name,
                                                       'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = filed.id))
        from public.job_requirements as filed where filed.id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.recent_query (
  query  tsquery,
  before timestamp with time zone
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.query_in_periods(query, least(before, (select max(line.created_at) from public.inbox_items as line)), 2)
  $function$;

CREATE OR REPLACE FUNCTION private.record_candidates (
  requirement uuid,
  type        text,
  entries     uuid[],
  reopens     boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = requirement);
    acting public.side := private.side_on(company);
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client)
      values (requirement, company, case when acting is not null then private.current_user_id() end, acting,
              record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type));
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(requirement);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_withdrawal (
  entry   public.shortlist_entries,
  is_own  boolean,
  is_rule boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn',
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.recruiter_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                      where told.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from told where told.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                    where told.type = 'candidates_refused'))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed (
  status public.requirement_status
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  begin
    if status <> all (private.open_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_question (
  person public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (person).email is null then
      raise exception 'no_address' using errcode = 'PT422', hint = (person).id::text;
    elsif private.is_disowned((person).email) then
      raise exception 'address_disowned' using errcode = 'PT422', hint = (person).id::text;
    elsif 5 <= (select count(*) from public.candidate_consents as asked
                 where asked.candidate_id = (person).id and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_twin (
  entry  uuid,
  states text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if exists (select from public.shortlist_entries as twin
                where twin.id in (select private.entries_beside(entry)) and twin.id <> entry and twin.state = any (states)) then
      raise exception 'twin_on_list' using errcode = 'PT422', hint = entry::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.refused_since()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone 'Asia/Kolkata'
  $function$;

CREATE OR REPLACE FUNCTION private.release_answer (
  answer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    said public.shortlist_answers;
    about public.shortlist_entries;
    person public.candidates;
  begin
    select entry.* into about from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id where given.id = answer;
    perform from public.job_requirements where id = about.requirement_id for no key update;
    select * into person from public.candidates where id = about.candidate_id for update;
    select * into said from public.shortlist_answers where id = answer for update;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    elsif said.words_for_candidate is null then
      raise exception 'no_words_for_candidate' using errcode = 'PT422';
    elsif said.released_at is null and said.id <> private.last_answer(said.entry_id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id, false);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_frame (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'positions_count', filed.positions_count, 'positions_filled', filed.positions_filled,
        'joining_date', filed.joining_date, 'version', filed.version, 'currency', filed.currency, 'location', filed.location,
        'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0),
        'candidates', private.candidate_counts(filed.id))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_history (
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_team boolean := private.is_team_member();
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      return null;
    end if;
    return jsonb_build_object(
      -- What the next change of it changed it from.
      'currency', case when before_id is not null then (
        select later.changes #>> '{currency,0}' from public.requirement_events as later
          where later.requirement_id = filed.id and later.created_at >= before_at and (is_team or later.for_client)
            and later.changes -> 'currency' is not null
          order by later.created_at, later.id limit 1) end,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', event.id, 'type', event.type,
                   -- Whether a rule, the team or the schedule has ended it would tell a company who works there.
                   'side', case when is_team or event.type <> 'candidates_withdrawn' then event.side end,
                   'changes', case when is_team or event.changes ->> 'by' = 'candidate' then event.changes
                                   else event.changes - 'by' end,
                   'created_at', event.created_at,
                   'actor', case when is_team then event.actor end,
                   'person', case when is_team then event.person end,
                   'actor_name', member.full_name,
                   'is_named', event.person is not null,
                   'person_name', colleague.display_name)
                   order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = filed.id and (is_team or happened.for_client)
                    and (before_id is null or (happened.created_at, happened.id) < (before_at, before_id))
                  order by happened.created_at desc, happened.id desc limit 51) as event
          left join public.client_members as member
            on event.side = 'company' and member.user_id = event.actor and member.client_id = filed.client_id
          left join public.team_members as colleague
            on colleague.user_id = event.person and event.person = filed.recruiter_id));
  end $function$;

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
      'select filed.id, filed.created_at from public.job_requirements as filed where true',
      case when parts then ' and filed.status = part.status and filed.priority = part.priority' end, conditions,
      ' order by filed.created_at desc, filed.id desc limit $7',
      case when parts then ') as listed order by listed.created_at desc, listed.id desc limit $7' end);
    search record;
    by_words text;
    walked integer;
    found uuid[];
    is_all boolean;
  begin
    if words is null then
      return query execute format('select id from (%s) as page order by created_at desc, id desc', listed)
        using status, priority, person, client, after_key, after_id, room;
      return;
    end if;
    search := private.plan_search(words, client, room);
    if numnode(search.typed) = 0 then
      return;
    end if;
    by_words := concat(
      'with indexed as materialized (select line.requirement_id as id, line.created_at, line.search
                                       from public.inbox_items as line where line.kind = ''requirement'' and %s),
       found as (select * from indexed', case when search.rarest is not null then ' where indexed.search @@ $10' end, ')
       select filed.id from found',
      case when not search.is_exact or status is not null or priority is not null or whose is not null
        then ' cross join lateral (select * from public.job_requirements as listed where listed.id = found.id limit 1)' end,
      ' as filed',
      case when not search.is_exact
        then ' join public.clients as company on company.id = filed.client_id
                 and (found.search || company.search) @@ $9' end,
      ' where true',
      case when status is not null then ' and filed.status = $1' end,
      case when priority is not null then ' and filed.priority = $2' end,
      replace(conditions, ' and filed.client_id = $4', ''),
      ' order by filed.created_at desc, filed.id desc limit $7');
    foreach walked in array search.walks loop
      if walked is not null then
        execute format('select array(select page.id from (%s) as page
              cross join lateral (select line.search || company.search as words
                                    from public.inbox_items as line
                                    join public.job_requirements as filed on filed.id = line.requirement_id
                                    join public.clients as company on company.id = filed.client_id
                                    where line.requirement_id = page.id limit 1) as line
              where line.words @@ $8 order by page.created_at desc, page.id desc limit $9)', listed)
          into found using status, priority, person, client, after_key, after_id, walked, search.typed, room;
        is_all := cardinality(found) = room;
        if not is_all then
          execute format('select count(*) < $7 from (%s) as page', listed)
            into is_all using status, priority, person, client, after_key, after_id, walked;
        end if;
        if is_all then
          return query select * from unnest(found);
          return;
        end if;
      end if;
      continue when not search.by_period;
      execute format('select array(%s)',
                     format(by_words, 'private.searchable_in_period(line.search, line.created_at) @@ $8'))
        into found using status, priority, person, client, after_key, after_id, room,
                         private.recent_query(search.by_index, after_key), search.typed, search.by_index;
      if cardinality(found) = room then
        return query select * from unnest(found);
        return;
      end if;
      search.by_period := false;
    end loop;
    return query execute format(by_words, 'line.search @@ $8')
      using status, priority, person, client, after_key, after_id, room, coalesce(search.rarest, search.by_index), search.typed,
            search.by_index;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_candidate (
  entries   jsonb,
  form      uuid,
  candidate uuid,
  seen      integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_team();
    held public.candidates;
    wanted public.candidates;
  begin
    perform private.hold_records(candidate, private.normal_address(entries ->> 'email'));
    if candidate is not null then
      held := private.lock_candidate(candidate);
      wanted := private.with_candidate_entries(held, entries, private.candidate_fields());
      if wanted is distinct from held and held.version is distinct from seen then
        raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
      end if;
      return jsonb_build_object('id', held.id, 'version', private.write_candidate(held, wanted));
    end if;
    wanted := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries, private.candidate_fields());
    insert into public.candidates (form_id, full_name, email, phone, headline, city, country, notice_period, skills, summary,
        links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
      values (form, wanted.full_name, wanted.email, wanted.phone, wanted.headline, wanted.city, wanted.country,
              wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
              wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, true, wanted.employer,
              caller)
      on conflict (form_id) do nothing returning * into held;
    if held.id is not null then
      -- What is said by this record ends what other records of the address show.
      perform private.hide_from_never(held.id);
    else
      select * into held from public.candidates as kept where kept.form_id = form and kept.created_by = caller;
      if held.id is null then
        raise exception 'form_taken' using errcode = 'PT409';
      end if;
    end if;
    return jsonb_build_object('id', held.id, 'version', held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable_in_period (
  search tsvector,
  at     timestamp with time zone
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
    select array_to_tsvector(array(select period || left(word.lexeme, 400) from unnest(search) as word) || period)
      from private.period_of(at) as period
  $function$;

CREATE OR REPLACE FUNCTION private.set_card (
  entry  uuid,
  seen   integer,
  chosen text[],
  pitch  text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.shortlist_entries;
    fields text[] := array(select field from unnest(private.card_fields()) with ordinality as listed (field, place)
                            where field = any (set_card.chosen) order by place);
    words text := private.trimmed(set_card.pitch);
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if cardinality(fields) <> coalesce(cardinality(set_card.chosen), 0) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif held.chosen = fields and held.pitch is not distinct from words then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    perform private.refuse_closed((select filed.status from public.job_requirements as filed where filed.id = held.requirement_id));
    if held.state not in ('draft', 'asked', 'agreed') then
      raise exception 'card_frozen' using errcode = 'PT422';
    elsif held.state <> 'draft' then
      perform private.unask_entry(entry);
    end if;
    update public.shortlist_entries as edited set chosen = fields, pitch = words
      where edited.id = entry returning edited.version into now_at;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlists where requirement_id = filed.id for update;
    if held.is_blind = set_shortlist.is_blind and held.is_abroad = set_shortlist.is_abroad then
      return held.version;
    elsif held.version is distinct from nullif(seen, 0) and not (seen = 0 and held.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.refuse_closed(filed.status);
    if held.is_blind <> set_shortlist.is_blind then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = filed.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = filed.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.unask_entry(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = coalesce(set_shortlist.is_blind, held.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, held.is_abroad)
      where list.requirement_id = filed.id returning list.version into held.version;
    return held.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.hold_entries(entries);
    select * into filed from public.job_requirements where id = requirement;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(filed.status);
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id and requirement_id = filed.id;
      continue when held.state = any (private.shown_states());
      if held.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = held.candidate_id;
      if held.state <> 'agreed' or not private.has_yes(held) then
        raise exception 'no_consent' using errcode = 'PT422', hint = held.id::text;
      end if;
      held := private.held_entry(given.id, given.version);
      if private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = held.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as asked set ends_at = null
        where asked.entry_id = held.id and private.is_in_force(asked);
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.enqueue_mail('candidate_news', 'shown.' || held.id || '.' || held.version,
                                   jsonb_build_object('entry', held.id), address => person.email);
      shown := shown || held.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = filed.id;
      perform private.take_charge(filed.id);
      update public.job_requirements set status = 'in_progress' where id = filed.id and status = 'new';
      perform private.record_candidates(filed.id, 'candidates_shown', shown, false);
      perform private.answer_company(filed.id, true);
    end if;
    return cardinality(shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.stand_in_mail (
  receiver uuid,
  away     uuid
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
      where absence.user_id = away and absence.stand_in = receiver and absence.until >= private.today()
  $function$;

CREATE OR REPLACE FUNCTION private.steps_of (
  entry public.shortlist_entries
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).state = 'joined' then 6
                when (entry).state = 'offered' or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and (entry).interview_at is not null then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_yes(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $function$;

CREATE OR REPLACE FUNCTION private.take_back_entry (
  entry uuid,
  seen  integer
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.shortlist_entries;
  begin
    perform private.hold_entries(array[entry]);
    held := private.held_entry(entry, seen);
    if held.state = 'draft' and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.end_entry(entry, false);
    return held.state;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_charge (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.current_user_id();
  begin
    update public.job_requirements as filed set recruiter_id = caller
      where filed.id = requirement and not private.is_team(filed.recruiter_id);
    if found then
      perform private.log_activity('recruiter_named', 'requirement', requirement, caller);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.unask_entry (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as asked set closed_at = now()
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as held
      set state = 'draft', card = null, joined_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null
      where held.id = entry;
  end $function$;

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
    perform private.reopen_item(new.id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    held public.inbox_items;
    holder uuid;
  begin
    -- Whoever gets one back is of the team until they have it (private.lock_team).
    perform from public.user_roles
      where user_id = caller or user_id in (select past.assignee from private.item_acts as past
                                             where past.id = act and past.actor = caller)
      order by user_id for share;
    caller := private.require_team();
    for done in
      select * from private.item_acts as past
        where past.id = act and past.actor = caller and past.created_at > now() - private.undo_lasts()
        order by past.item_id
    loop
      select * into held from public.inbox_items where id = done.item_id for update;
      continue when held.id is null;
      item_id := held.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if held.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = held.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (held.state, held.assignee, held.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_lasts() else done.claim_expires_at end
          where id = held.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (held.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> held.state then jsonb_build_array(held.state, done.state) end,
            'due_at', case when done.due_at <> held.due_at then jsonb_build_array(held.due_at, done.due_at) end)));
        -- What somebody did alone, such as taking it, is told of no more than that they did.
        if holder is distinct from held.assignee and held.claim_expires_at is null
          and (coalesce(holder, caller) <> caller or coalesce(held.assignee, caller) <> caller) then
          perform private.log_activity('item_given', 'item', held.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.unspelled (
  words text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    plain text := regexp_replace(words, '(?<![[:alnum:]])([[:alpha:]])[^[:alnum:],;]{1,3}(?=[[:alpha:]](?![[:alnum:]]))', '\1', 'g');
    digit text;
    value integer := 0;
  begin
    foreach digit in array array['zero|oh|nought', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] loop
      plain := regexp_replace(plain, '\m(' || digit || ')\M', value::text, 'g');
      value := value + 1;
    end loop;
    return regexp_replace(regexp_replace(plain, '\mdouble ([0-9])', '\1\1', 'g'), '([0-9]),(?= ?[0-9])', '\1 ', 'g');
  end $function$;

CREATE OR REPLACE FUNCTION private.verdicts_in (
  requirement uuid,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as (
      select min(event.created_at) as first_at, max(event.created_at) as last_at from public.requirement_events as event
        where event.id = any (events) and event.type = 'candidates_answered'),
    -- Whoever answers holds the requirement: what was said before its event was said after the event before.
    before as (
      select max(event.created_at) as at from told join public.requirement_events as event
        on event.requirement_id = verdicts_in.requirement and event.type = 'candidates_answered'
          and event.created_at < told.first_at)
    select jsonb_object_agg(counted.verdict, counted.persons)
      from (select last.verdict, count(*) as persons
              from (select distinct on (answer.entry_id) answer.verdict
                      from told cross join before
                      join public.shortlist_entries as entry on entry.requirement_id = verdicts_in.requirement
                      join public.shortlist_answers as answer on answer.entry_id = entry.id
                        and answer.created_at > coalesce(before.at, '-infinity') and answer.created_at <= told.last_at
                      order by answer.entry_id, answer.created_at desc, answer.id desc) as last
              group by last.verdict) as counted
  $function$;

CREATE OR REPLACE FUNCTION private.waits_for_company (
  entry  public.shortlist_entries,
  status public.requirement_status
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select (entry).state = 'shown' and (entry).answered_at is null and status = any (private.open_statuses()) $function$;

CREATE OR REPLACE FUNCTION private.who_joined (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('persons', count(*),
                              'joining', case when min(entry.joined_on) = max(entry.joined_on) then min(entry.joined_on) end)
      from public.shortlist_entries as entry where entry.requirement_id = who_joined.requirement and entry.state = 'joined'
  $function$;

CREATE OR REPLACE FUNCTION private.words_or_skills (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    word text;
    skill tsquery;
    together tsquery := ''::tsquery;
  begin
    for word in select regexp_split_to_table(private.trimmed(typed), '\s+') loop
      skill := ('''' || replace(replace(private.skill_lexeme(word), '\', '\\'), '''', '''''') || '''')::tsquery;
      -- Of what shows nothing there is nothing to look for.
      together := coalesce(together && case when word ~ '^-' then private.search_query(word)
                                   when word ~ '^[[:alpha:]]$|[+#]' then skill
                                   else private.search_query(word) || skill end, together);
    end loop;
    return together;
  end $function$;

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
    select min(later.at at time zone 'Asia/Kolkata')
      from (select each.at, count(*) filter (where extract(isodow from each.at) < 6) over (order by each.at) as worked
              from generate_series((moment at time zone 'Asia/Kolkata') + interval '1 day',
                                   (moment at time zone 'Asia/Kolkata') + make_interval(days => 2 * days + 4),
                                   interval '1 day') as each (at)) as later
      where later.worked = days
  $function$;

CREATE OR REPLACE FUNCTION public.close_candidate_page (
  session_token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.close_candidate_page(session_token) $function$;

REVOKE ALL ON FUNCTION "public"."close_candidate_page"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.company_candidates (
  requirement uuid,
  opens       boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.company_candidates(requirement, opens) $function$;

REVOKE ALL ON FUNCTION "public"."company_candidates"(uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_activity (
  person   uuid                     DEFAULT NULL::uuid,
  deed     text                     DEFAULT NULL::text,
  company  text                     DEFAULT NULL::text,
  since    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id uuid                     DEFAULT NULL::uuid
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
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_activity(person, deed, company, since, before, after_at, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.own_dashboard()
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

CREATE OR REPLACE FUNCTION public.take_back_entry (
  entry uuid,
  seen  integer
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_back_entry(entry, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_back_entry"(uuid, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."company_counts"
  ADD CONSTRAINT "company_counts_kind_check"
    CHECK ((kind = ANY (ARRAY['edits'::text, 'messages'::text, 'renames'::text, 'company_names'::text, 'own_names'::text, 'accesses'::text, 'settings'::text, 'answers'::text])));

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'stand_in'::text,
    'requirement_converted'::text,
    'requirement_event'::text,
    'requirement_message'::text,
    'inbox_summary'::text,
    'item_reply'::text, 'receipt'::text, 'candidate_ask'::text, 'candidate_code'::text, 'candidate_link'::text, 'candidate_news'::text, 'candidates_waiting'::text])));

ALTER TABLE "public"."requirement_events"
  ADD CONSTRAINT "requirement_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'converted'::text, 'edited'::text, 'status'::text, 'recruiter'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text, 'candidates_withdrawn'::text, 'candidates_agreed'::text, 'candidates_refused'::text])));

CREATE INDEX candidate_consents_refused ON public.candidate_consents USING btree (GREATEST(refused_at, withdrawn_at), entry_id)
  WHERE ((entry_id IS NOT NULL) AND (GREATEST(refused_at, withdrawn_at) IS NOT NULL));

CREATE INDEX shortlist_entries_agreed ON public.shortlist_entries USING btree (requirement_id)
  WHERE (state = 'agreed'::text);

CREATE INDEX shortlist_entries_unanswered ON public.shortlist_entries USING btree (requirement_id)
  WHERE ((state = 'shown'::text) AND (answered_at IS NULL));

CREATE TRIGGER hide_from_company
  AFTER UPDATE OF email ON auth.users
  FOR EACH ROW
  WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text))
  EXECUTE FUNCTION private.hide_from_company('member');

CREATE TRIGGER mail_stand_in
  AFTER INSERT OR UPDATE ON private.absences
  FOR EACH ROW
  EXECUTE FUNCTION private.mail_stand_in();

CREATE TRIGGER hide_from_company
  AFTER INSERT OR UPDATE OF client_id ON public.client_members
  FOR EACH ROW
  EXECUTE FUNCTION private.hide_from_company('client_id');

CREATE TRIGGER limit_company_names
  AFTER UPDATE OF company_name ON public.clients
  FOR EACH ROW
  WHEN ((old.company_name IS DISTINCT FROM new.company_name))
  EXECUTE FUNCTION private.limit_changes('company_names');

CREATE TRIGGER unask_moved
  AFTER UPDATE OF client_id ON public.job_requirements
  FOR EACH ROW
  WHEN ((old.client_id IS DISTINCT FROM new.client_id))
  EXECUTE FUNCTION private.unask_moved();

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  WHEN ((new.type <> ALL (ARRAY['candidates_agreed'::text, 'candidates_refused'::text])))
  EXECUTE FUNCTION private.track_requirement();

REVOKE ALL ON FUNCTION "private"."answer_company"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_states"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_news_mail"(text, uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_candidate_page"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_candidate_page"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."company_candidates"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."company_candidates"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."count_to_show"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disowned_subject"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_entry"(uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."expand_query"(tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_from_never"(uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_records"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_disowned"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_told_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_facts"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mail_stand_in"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_question"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_waiting_candidates"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_waiting_candidates"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."period_of"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."period_of"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."query_in_periods"(tsquery, timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_query"(tsquery, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_withdrawal"(public.shortlist_entries, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_closed"(public.requirement_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_twin"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refused_since"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_in_period"(tsvector, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."searchable_in_period"(tsvector, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stand_in_mail"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."steps_of"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_entry"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_entry"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_charge"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unask_moved"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unspelled"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."verdicts_in"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waits_for_company"(public.shortlist_entries, public.requirement_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."who_joined"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_candidate_page"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."close_candidate_page"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_candidate_page"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_candidates"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."company_candidates"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_candidates"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entry"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_entry"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entry"(uuid, integer) TO "postgres";

CREATE INDEX candidates_mailbox ON public.candidates USING btree (private.mailbox_of(email));

CREATE INDEX candidates_search_period ON public.candidates USING gin (private.searchable_in_period(search, created_at));

CREATE INDEX inbox_items_search_period ON public.inbox_items USING gin (private.searchable_in_period(search, created_at));

-- Whoever has been offered the job, or has joined, got that far before this was noted.
UPDATE public.shortlist_entries SET offered_at = updated_at WHERE state IN ('offered', 'joined') AND offered_at IS NULL;

-- An address that begins with a plus is no other's mailbox.
REINDEX INDEX public.mail_outbox_mailbox;
