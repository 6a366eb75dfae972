SET local check_function_bodies = off;

DROP FUNCTION "private"."entry_facts"(public.shortlist_entries);

DROP FUNCTION "private"."suggest_clients"(text, text, text, uuid);

DROP FUNCTION "public"."suggest_clients"(text, text, text, uuid);

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

CREATE OR REPLACE FUNCTION private.apply_edit (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.job_requirements;
    wanted public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    wanted := private.with_entries(held, entries);
    if wanted is not distinct from held then
      return held.version;
    elsif private.side_on(held.client_id) = 'company' then
      perform private.count_for_company(held.client_id, 'edits');
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
  end $function$;

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
        'asked', count(*) filter (where steps.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id)),
        'agreed', count(*) filter (where steps.got >= 2 or exists (
          select from public.candidate_consents as question
            where question.entry_id = entry.id and question.given_at is not null)),
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
    domains text[];
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if filed.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and filed.status = any (private.open_statuses());
    domains := private.domains_of(filed.client_id);
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = filed.id and entry.state = any (private.shown_states())
                         and private.has_yes(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id
                                            and private.is_never(person, filed.client_id, domains))
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

CREATE OR REPLACE FUNCTION private.domains_of (
  company uuid
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with said as materialized (
      select client.company_name as words from public.clients as client where client.id = company
      union
      select split_part(account.email, '@', 2) from public.client_members as member
        join auth.users as account on account.id = member.user_id where member.client_id = company
      union
      select split_part(invitation.email, '@', 2) from public.invitations as invitation where invitation.client_id = company
    )
    select array_remove(array(select private.company_domain(said.words) from said), null)
  $function$;

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
        'is_never', (select private.is_never(person, filed.client_id, domains)
                       from public.candidates as person, public.job_requirements as filed
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

CREATE OR REPLACE FUNCTION private.first_number_in (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select right((private.numbers_in(value))[1], 10) $function$;

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
        where private.is_never(person, company, (select private.domains_of(company))) and person.id in (
          select held.candidate_id from public.shortlist_entries as held
            join public.job_requirements as filed on filed.id = held.requirement_id
            where filed.client_id = company and held.state not in ('withdrawn', 'closed', 'draft'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_filed_in_flood (
  filed public.job_requirements
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.current_user_id() is not null and not (filed).is_filed_by_team
      and not private.is_known_company((filed).client_id)
      and exists (select from public.job_requirements as latest
                    where latest.client_id = (filed).client_id and latest.created_at > now() - interval '1 day' offset 10)
  $function$;

CREATE OR REPLACE FUNCTION private.is_never (
  person  public.candidates,
  company uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.is_never(person, company, private.domains_of(company))
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
        from (
          select never.client_id, never.named from public.candidate_never as never
            where never.candidate_id in (select private.records_of((person).id))
          union all
          select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
          union all select null, private.company_domain((person).email)) as said
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, or one below it.
        or exists (select from unnest(domains) as theirs (domain) where '.' || theirs.domain like '%.' || named.domain))
  $function$;

CREATE OR REPLACE FUNCTION private.mailbox_of (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)|\.+$', '', 'g'))
  $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
    is_flood boolean;
  begin
    if kind = 'requirement' then
      words := private.searchable_requirement(new);
      is_flood := private.is_filed_in_flood(new);
    else
      words := private.searchable_enquiry(to_jsonb(new));
      is_flood := new.flood;
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              is_flood, words);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.most_handed_over()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 200 $function$;

CREATE OR REPLACE FUNCTION private.numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(number order by typed.place), '{}')
      from (select ltrim(regexp_replace(run.signs[1], '[^0-9]', '', 'g'), '0') as digits, run.place
              from regexp_matches(value, '[0-9](?:[ \u00A0\u2010-\u2015().-]{0,3}[0-9]){6,}', 'g')
                with ordinality as run (signs, place)) as typed
      cross join lateral unnest(array[typed.digits, right(typed.digits, 10)]) as number
      where length(typed.digits) between 7 and 15
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
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(filed.client_id)) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
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
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(filed.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = filed.id))
        from public.job_requirements as filed where filed.id = requirement);
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
    elsif 5 <= (select count(*) from public.candidates as record
                 join public.candidate_consents as asked on asked.candidate_id = record.id
                 where private.mailbox_of(record.email) = private.mailbox_of((person).email)
                   and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $function$;

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
      if private.has_flooded(sender[1]) then
        return;
      end if;
      insert into private.form_senders (network, wider) values (sender[1], sender[2]);
    end if;
    if 200 > (select count(*) from public.mail_outbox as mail
                where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour') then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  end $function$;

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
             array(select right(one, 10) from unnest(private.numbers_in(number)) as one) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person from (
          select client.id, 'connected' as reason, 0 as place, null as person from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) = any (wanted_ones)
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) = any (wanted_ones)
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $function$;

CREATE OR REPLACE FUNCTION public.suggest_clients (
  name    text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  number  text DEFAULT NULL::text,
  known   uuid DEFAULT NULL::uuid
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
  SET search_path TO ''
  AS $function$ select * from private.suggest_clients(name, address, number, known) $function$;

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."domains_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_facts"(public.shortlist_entries, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_number_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_filed_in_flood"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_never"(public.candidates, uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "postgres";

-- These know a mailbox by a function that tells more of them as one now.
reindex index public.mail_outbox_mailbox;
reindex index public.candidates_mailbox;
