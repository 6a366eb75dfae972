set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date);

DROP FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date);

CREATE OR REPLACE FUNCTION private.candidates_page (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  room        integer
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
    query tsquery := private.candidate_query(words, city, filter);
    found uuid[];
    here uuid[] := array(select entry.candidate_id from public.shortlist_entries as entry
                           where entry.requirement_id = candidates_page.requirement and entry.state not in ('withdrawn', 'closed'));
  begin
    -- Words, a place or skills in which there is no word find nobody.
    if private.trimmed(words) is not null and private.search_query(words) is null
      or private.trimmed(city) is not null and private.place_query(city) is null then
      return;
    elsif query is not null then
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where candidate.id <> all ($7)',
        case when found is not null then ' and candidate.id = any ($1)' when query is not null then ' and candidate.search @@ $2' end,
        case when (filter).yearly_pay is not null then concat(
          ' and (candidate.expected_pay_amount is not null and candidate.expected_pay_currency = ($3).pay_currency'
          ' and private.yearly_pay(candidate.expected_pay_amount, candidate.expected_pay_unit) <= ($3).yearly_pay',
          case when (filter).with_unknown then
            ' or candidate.expected_pay_amount is null or candidate.expected_pay_currency <> ($3).pay_currency' end, ')') end,
        case (filter).process
          when 'free' then ' and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'applied' then
            ' and candidate.id in (select entry.candidate_id from public.shortlist_entries as entry where entry.state = ''applied'')' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, filter, before_at, before_id, room, here;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date,
  answer      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    requirement_row public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    requirement_row := private.lock_requirement(change_requirement_status.requirement, seen);
    if requirement_row.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when private.is_team(requirement_row.recruiter_id) then requirement_row.recruiter_id
                      when is_begun then private.receiver_of(person)
                      when is_filled and private.is_team_member() then private.current_user_id()
                      else requirement_row.recruiter_id end;
    if status = any (private.closed_statuses()) and private.is_team_member() then
      perform private.end_advert(requirement_row.id, answer);
    end if;
    update public.job_requirements as requirement
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, requirement_row.positions_count) else requirement_row.positions_filled end,
          joining_date = case when is_filled then joining else requirement_row.joining_date end
      where requirement.id = change_requirement_status.requirement returning version into now_at;
    if recruiter is distinct from requirement_row.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', change_requirement_status.requirement, recruiter);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_items (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when item.state = 'waiting' then 'back' else 'due' end, item.due_at, 0, null::uuid, null::uuid, item.id,
           item.requirement_id, charge.holder, 0
      from public.inbox_items as item
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = item.requirement_id
      cross join lateral (
        select case when item.claim_expires_at <= now() or item.assignee is null then open_requirement.recruiter_id
                    else item.assignee end as holder) as charge
      where item.state in ('new', 'open', 'waiting')
        and item.due_at < (select (private.today() + 1)::timestamp at time zone private.zone())
        and (item.kind = 'requirement' or item.assignee = any (holders)) and charge.holder = any (holders)
        -- What is there for applicants alone is in their section.
        and not private.is_for_applicants(item)
      order by item.due_at, item.id limit 200
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_requirements (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    (select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id,
            unread_message.user_id, unread_message.unread
       from public.unread_messages as unread_message where unread_message.user_id = any (holders)
       order by unread_message.last_at desc, unread_message.requirement_id limit 100)
    union all
    -- Until when the first of them is to be answered: to be dealt with in that order.
    (select 'applied', private.answer_by(min(entry.applied_at)), 0, null, null, null, entry.requirement_id, open_requirement.recruiter_id,
            count(*)::integer
       from public.shortlist_entries as entry
       join private.open_requirements as open_requirement
         on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = any (holders)
       where entry.state = 'applied'
       group by entry.requirement_id, open_requirement.recruiter_id order by min(entry.applied_at), entry.requirement_id limit 100)
    union all
    (select 'waiting', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.waits_for = 'team'
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
    union all
    (select 'candidates', min(entry.shown_at), 0, null, null, null, entry.requirement_id, open_requirement.recruiter_id,
            count(*)::integer
       from public.shortlist_entries as entry
       join private.open_requirements as open_requirement
         on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = any (holders)
       where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
         and private.answer_by(entry.shown_at) < now()
       group by entry.requirement_id, open_requirement.recruiter_id order by 2, 7 limit 100)
    union all
    (select 'deadline', grouped_requirement.deadline_at, 0, null, null, null, grouped_requirement.requirement_id,
            grouped_requirement.recruiter_id, 0
       from private.grouped_requirements as grouped_requirement
       where grouped_requirement.recruiter_id = any (holders)
         and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
       order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
    union all
    (select 'empty', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.status = 'in_progress'
         and not exists (select from public.shortlist_entries as entry
                          where entry.requirement_id = open_requirement.requirement_id
                            and entry.state not in ('applied', 'withdrawn', 'closed', 'declined', 'accepted', 'joined'))
         and (select count(*) from public.shortlist_entries as entry
                where entry.requirement_id = open_requirement.requirement_id and entry.state in ('accepted', 'joined'))
           < (select requirement.positions_count from public.job_requirements as requirement
                where requirement.id = open_requirement.requirement_id)
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
    union all
    (select 'silent', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.last_word_at < (select private.silent_since())
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
  $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['answers', 'begins', 'agreed', 'calls', 'applied', 'steps', 'asked', 'starting', 'due', 'back', 'messages', 'refused',
                 'waiting', 'candidates', 'deadline', 'empty', 'silent']
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
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'next', private.next_step((entry).next_on, (entry).next_words, (entry).next_by),
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'applied_at', (entry).applied_at, 'turned_down_at', (entry).turned_down_at,
        -- By when its company is asked to answer, while it has not.
        'answer_by', case when (entry).state = 'shown' and (entry).answered_at is null then private.answer_by((entry).shown_at) end,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = (entry).id),
        'reminders', private.reminders_of((entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce((select consent.is_disowned from public.candidate_consents as consent
                                   where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', coalesce((select consent.reconsidered_at is not null from public.candidate_consents as consent
                                       where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Was what they were asked last asked at another address or number than those we know now?
        'is_moved', coalesce((select not private.is_still_theirs(consent) from public.candidate_consents as consent
                                where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- What they were asked last, where it is still open: by which link, whether the caller has that, and since when they want
        -- to be rung first.
        'question', (select jsonb_build_object(
                                'is_by_phone', consent.how = 'phone_link', 'asker_words', consent.asker_words,
                                'has_link', consent.how = 'phone_link' and consent.asked_by = private.current_user_id(),
                                'asked_by', (select colleague.display_name from public.team_members as colleague
                                               where colleague.user_id = consent.asked_by),
                                'call_wanted_at', consent.call_wanted_at)
                       from public.candidate_consents as consent
                       where consent.entry_id = (entry).id and (entry).state = 'asked' and consent.closed_at is null
                       order by consent.asked_at desc, consent.id limit 1),
        'is_never', (select private.matches_blocklist(person, requirement.client_id, domains)
                       from public.candidates as person, public.job_requirements as requirement
                      where person.id = (entry).candidate_id and requirement.id = (entry).requirement_id),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed') then (
          select private.near_names(person, private.company_name(requirement.client_id))
            from public.candidates as person, public.job_requirements as requirement
            where person.id = (entry).candidate_id and requirement.id = (entry).requirement_id) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at,
                        'noted', private.note_of(answer),
                        'undo_until', case when answer.undo_until > now() then answer.undo_until end)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.figure_facts (
  first_day   date,
  until       date,
  measures    text[],
  grouping_by text
)
  RETURNS SETOF private.figure_fact
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20000
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_column
  declare
    since timestamptz := first_day::timestamp at time zone private.zone();
    before timestamptz := until::timestamp at time zone private.zone();
    has_arrivals boolean := measures && array['came', 'answered', 'in_time'];
  begin
    return query
      with arrived as (
        select requirement.id as subject, requirement.created_at as at, null::uuid as item_id, requirement.id as requirement_id,
               requirement.recruiter_id, requirement.client_id,
               case when requirement.is_filed_by_team then 'team' else 'company' end as way,
               private.promised('requirement') as promised
          from public.job_requirements as requirement
          where has_arrivals and requirement.created_at >= since and requirement.created_at < before
            and requirement.source_contact_id is null and requirement.source_posting_id is null
            and requirement.source_consultation_id is null
        union all
        select item.id, item.created_at, item.id, made.id,
               coalesce(made.recruiter_id, case when (item.claim_expires_at <= now()) is not true then item.assignee end),
               made.client_id, case when item.kind = 'contact' then coalesce(item.source, 'form') else item.kind::text end,
               private.promised(item.kind)
          from public.inbox_items as item
          left join (
            select requirement.id, requirement.recruiter_id, requirement.client_id,
                   coalesce(requirement.source_contact_id, requirement.source_posting_id, requirement.source_consultation_id) as form_id
              from public.job_requirements as requirement
              where has_arrivals and requirement.created_at >= since
                and (requirement.source_contact_id is not null or requirement.source_posting_id is not null
                     or requirement.source_consultation_id is not null)) as made
            on made.form_id = coalesce(item.contact_id, item.posting_id, item.consultation_id)
          where has_arrivals and item.requirement_id is null and item.state <> 'spam'
            and item.created_at >= since and item.created_at < before
      ), answered as (
        select arrived.*, answer.answered_at from arrived
          join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
          where arrived.way <> 'team'
      ), step as (
        select 'applied' as measure, entry.applied_at as at, entry.id as entry_id from public.shortlist_entries as entry
          where 'applied' = any (measures) and entry.applied_at >= since and entry.applied_at < before
        union all
        select 'asked', consent.asked_at, consent.entry_id from public.candidate_consents as consent
          where 'asked' = any (measures) and consent.asked_at >= since and consent.asked_at < before and consent.entry_id is not null
            and not exists (select from public.candidate_consents as earlier
                              where earlier.entry_id = consent.entry_id
                                and (earlier.asked_at, earlier.id) < (consent.asked_at, consent.id))
        union all
        select 'agreed', consent.given_at, consent.entry_id from public.candidate_consents as consent
          where 'agreed' = any (measures) and consent.given_at >= since and consent.given_at < before and consent.entry_id is not null
            and not exists (select from public.candidate_consents as earlier
                              where earlier.entry_id = consent.entry_id
                                and (earlier.given_at, earlier.id) < (consent.given_at, consent.id))
        union all
        select 'shown', entry.shown_at, entry.id from public.shortlist_entries as entry
          where 'shown' = any (measures) and entry.shown_at >= since and entry.shown_at < before
        union all
        select 'interview', answer.created_at, answer.entry_id from public.shortlist_answers as answer
          where 'interview' = any (measures) and answer.verdict = 'interview'
            and answer.created_at >= since and answer.created_at < before
            and not exists (select from public.shortlist_answers as earlier
                              where earlier.entry_id = answer.entry_id and earlier.verdict = 'interview'
                                and (earlier.created_at, earlier.id) < (answer.created_at, answer.id))
        union all
        select 'offered', entry.offered_at, entry.id from public.shortlist_entries as entry
          where 'offered' = any (measures) and entry.offered_at >= since and entry.offered_at < before
        union all
        select 'accepted', entry.accepted_at, entry.id from public.shortlist_entries as entry
          where 'accepted' = any (measures) and entry.accepted_at >= since and entry.accepted_at < before
        union all
        select 'joined', entry.joined_on::timestamp at time zone private.zone(), entry.id from public.shortlist_entries as entry
          where 'joined' = any (measures) and entry.joined_on >= first_day and entry.joined_on < until
      ), fact as (
        select 'came' as measure, arrived.at, null::double precision as seconds, arrived.item_id, arrived.requirement_id,
               null::uuid as entry_id, arrived.recruiter_id, arrived.client_id, 'came:' || arrived.way as source
          from arrived where 'came' = any (measures)
        union all
        select 'answered', answered.at, extract(epoch from answered.answered_at - answered.at)::double precision, answered.item_id,
               answered.requirement_id, null, answered.recruiter_id, answered.client_id, 'came:' || answered.way
          from answered where 'answered' = any (measures)
        union all
        select 'in_time', answered.at, extract(epoch from answered.answered_at - answered.at)::double precision, answered.item_id,
               answered.requirement_id, null, answered.recruiter_id, answered.client_id, 'came:' || answered.way
          from answered where 'in_time' = any (measures) and answered.answered_at <= answered.at + answered.promised
        union all
        select step.measure, step.at, greatest(0, extract(epoch from step.at - requirement.created_at))::double precision, null,
               requirement.id, entry.id, requirement.recruiter_id, requirement.client_id,
               case when grouping_by = 'source' then (
                 select 'candidate:' || coalesce(lower(private.trimmed(person.source)), '') from public.candidates as person
                   where person.id = entry.candidate_id) end
          from step
          join public.shortlist_entries as entry on entry.id = step.entry_id
          join public.job_requirements as requirement on requirement.id = entry.requirement_id
        union all
        select 'filled', event.created_at, extract(epoch from event.created_at - requirement.created_at)::double precision, null,
               requirement.id, null, requirement.recruiter_id, requirement.client_id, null
          from public.requirement_events as event
          join public.job_requirements as requirement on requirement.id = event.requirement_id and requirement.status = 'filled'
          where 'filled' = any (measures) and event.type = 'status' and event.created_at >= since and event.created_at < before
            and event.changes #>> '{status,1}' = 'filled'
            and not exists (select from public.requirement_events as later
                              where later.requirement_id = event.requirement_id and later.type = 'status'
                                and (later.created_at, later.id) > (event.created_at, event.id))
      )
      select fact.measure, fact.at, fact.seconds, fact.item_id, fact.requirement_id, fact.entry_id, fact.recruiter_id, fact.client_id,
             case grouping_by when 'recruiter' then coalesce(fact.recruiter_id::text, 'nobody')
                              when 'company' then coalesce(fact.client_id::text, 'none')
                              when 'source' then fact.source end
        from fact;
  end $function$;

CREATE OR REPLACE FUNCTION private.figure_measures()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['came', 'answered', 'in_time', 'applied', 'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'filled']
  $function$;

CREATE OR REPLACE FUNCTION private.filled_words (
  words text,
  entry public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select replace(replace(replace(private.trimmed(words), '{name}', private.first_name_of(person)), '{title}', advert.title),
                   '{my name}', coalesce(colleague.display_name, ''))
      from public.candidates as person
      join public.adverts as advert on advert.requirement_id = (entry).requirement_id
      join public.job_requirements as requirement on requirement.id = (entry).requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      where person.id = (entry).candidate_id
  $function$;

CREATE OR REPLACE FUNCTION private.late_of (
  person uuid
)
  RETURNS TABLE (
    kind           text,
    item_id        uuid,
    requirement_id uuid,
    since          timestamp with time zone,
    people         integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select 'items', line.item_id, line.requirement_id, line.at, 0 from private.day_of_items(array[person]) as line where line.at < now()
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(array[person]) as listed 
      where listed.section in ('candidates', 'waiting', 'empty') or listed.section = 'applied' and listed.at < now()
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(array[person]) as listed where listed.section = 'asked' group by listed.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.list_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  size        integer
)
  RETURNS SETOF public.listed_candidate
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    company as materialized (
      select client.id, client.company_name as name, private.domains_of(client.id) as domains
        from public.job_requirements as sought join public.clients as client on client.id = sought.client_id
        where sought.id = list_candidates.requirement
    )
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period,
           private.notice_days(kept.notice_period), kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit,
           kept.email, kept.phone, exists (select from public.candidate_consents as consent
                                where consent.candidate_id = kept.id and consent.purpose = 'keep' and private.is_in_force(consent) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           private.entries_elsewhere(kept.id, list_candidates.requirement),
           (select case when entry.turned_down_at is not null then 'turned_down' else entry.state end
              from public.shortlist_entries as entry
             where entry.requirement_id = list_candidates.requirement and entry.candidate_id = kept.id),
           coalesce(private.matches_blocklist(kept, company.id, company.domains) and company.id is not null, false),
           case when company.id is not null then private.near_names(kept, company.name) else '{}' end,
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      left join company on true
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, requirement, before_at,
                                                 before_id, least(greatest(size, 1), 100) + 1)
        with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.my_day (
  section text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (
      select private.require_team() as id
    ), listed as materialized (
      select (listed_row.day).*, listed_row.section_place, listed_row.place, listed_row.total,
             listed_row.place <= case when my_day.section is null then case when listed_row.section_place <= 8 then 8 else 5 end
                                      when (listed_row.day).section = my_day.section then 50 else 0 end as is_shown
        from caller cross join lateral private.rows_of_day(caller.id) as listed_row
    ), shown as (
      select listed.section_place, listed.place, jsonb_strip_nulls(jsonb_build_object(
                 'id', coalesce(listed.entry_id, listed.candidate_id, listed.item_id, listed.requirement_id),
                 'is', case when listed.entry_id is not null then 'entry' when listed.candidate_id is not null then 'candidate'
                            when listed.item_id is not null then 'item' else 'requirement' end,
                 'requirement', listed.requirement_id, 'kind', item.kind, 'source', item.source,
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'at', listed.at, 'count', nullif(listed.count, 0),
                 'holder', case when listed.holder <> caller.id then colleague.display_name end,
                 'contact', case when listed.section = 'candidates' then
                   jsonb_build_object('name', company.full_name, 'phone', company.phone) end,
                 'person', private.day_candidate(listed.entry_id, listed.candidate_id),
                 'answer', case when listed.section = 'answers' then private.day_answer(listed.entry_id) end)) as line
        from caller
        cross join listed
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id
        left join public.team_members as colleague on colleague.user_id = listed.holder
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        where listed.is_shown
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', counted.section, 'total', counted.total, 'rows', counted.lines)
                              order by counted.section_place), '[]')
      from (select listed.section, listed.section_place, max(listed.total) as total,
                   (select coalesce(jsonb_agg(shown.line order by shown.place), '[]') from shown
                      where shown.section_place = listed.section_place) as lines
              from listed group by listed.section, listed.section_place) as counted
  $function$;

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer
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
          'total', (select count(*) from public.shortlist_entries as entry where entry.requirement_id = wanted.id and entry.state = 'applied'),
          'people', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
                'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
                'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
                'phone', person.phone, 'skills', person.skills,
                -- What somebody known has typed here otherwise than on their record.
                'differs', (select application.differs from private.applications as application
                              where application.entry_id = entry.id order by application.confirmed_at desc nulls last limit 1),
                'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                            when exists (select from public.candidate_consents as consent
                                          where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                            and private.is_in_force(consent)) then 'other_card' end,
                'is_kept', private.has_keep_consent(person.id),
                'is_known', person.created_at < entry.applied_at,
                'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
                'is_never', private.matches_blocklist(person, wanted.client_id, domains.known),
                'near_names', nullif(private.near_names(person, private.company_name(wanted.client_id)), '{}'),
                'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
              from (select * from public.shortlist_entries as waiting
                      where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                      order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join (select private.domains_of(wanted.client_id) as known) as domains),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
                'told_at', case when entry.state = 'closed' and entry.turned_down_at > now() - private.applicant_answer_waits()
                             then entry.turned_down_at + private.applicant_answer_waits() end))
                order by entry.turned_down_at desc, person.full_name, entry.id), '[]')
              from (select * from public.shortlist_entries as over
                      where over.requirement_id = wanted.id and over.turned_down_at is not null
                      order by over.turned_down_at desc, over.id limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id))
        from public.job_requirements as wanted where wanted.id = read_applicants.requirement);
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
               'requirement', to_jsonb(requirement_row),
               'company', client.company_name,
               'joined', private.who_joined(requirement_row.id),
               'candidates', private.candidate_counts(requirement_row.id),
               -- How many have applied and wait for an answer.
               'applicants', (select count(*) from public.shortlist_entries as entry
                                where entry.requirement_id = requirement_row.id and entry.state = 'applied'),
               -- When either side last said something, and who is to answer; null for one that is closed.
               'last_contact', (
                 select jsonb_build_object('at', listed.last_word_at, 'waits_for', listed.waits_for)
                   from private.open_requirements as listed where listed.requirement_id = requirement_row.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = requirement_row.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = read_requirement.requirement);
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
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', private.is_work_abroad(requirement.*, list),
                                       'is_abroad_said', list.is_abroad or list.india_place is not distinct from requirement.location,
                                       'tells_pay', list.tells_pay, 'is_by_mail', list.is_by_mail, 'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            jsonb_build_object('is_blind', false, 'is_abroad', private.is_work_abroad(requirement.*, null), 'is_abroad_said', false,
                               'tells_pay', false, 'is_by_mail', false, 'reminded_at', null, 'version', 0)),
          'is_place_abroad', private.is_place_abroad(requirement.location),
          'is_open', requirement.status = any (private.open_statuses()),
          'audience', private.audience_of(requirement.client_id),
          'contact', (select jsonb_build_object('name', company.full_name, 'phone', company.phone)
                        from public.clients as company where company.id = requirement.client_id),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'may_ask_by_phone', exists (select from private.settings where enough_for_yes = 'rung_number'),
          'counts', private.candidate_counts(requirement.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(requirement.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null,
                         'phone', person.phone, 'next', private.next_step(person.next_on, person.next_words, person.next_by),
                         'talks', private.talks_of(person.id, 5),
                         'elsewhere', private.entries_elsewhere(person.id, requirement.id),
                         'erase_at', person.erase_at,
                         'numbers', case when person.email is null then private.numbers_to_ask(person) else '[]' end))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              -- Whoever has applied, and is not taken on, is read for themselves (private.read_applicants).
              where entry.requirement_id = requirement.id and entry.state <> 'applied' and entry.turned_down_at is null))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.rows_of_day (
  person uuid
)
  RETURNS TABLE (
    day           private.day_row,
    section_place integer,
    place         bigint,
    total         bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with work as materialized (
      select private.holders_of_work(person) as holders
    ), found as materialized (
      select candidate_row.* from work cross join lateral private.day_of_candidates(work.holders) as candidate_row
      union all select item_row.* from work cross join lateral private.day_of_items(work.holders) as item_row
      union all select requirement_row.* from work cross join lateral private.day_of_requirements(work.holders) as requirement_row
    ), once as (
      select row(found.*)::private.day_row as day, placed.section_place,
             row_number() over (partition by coalesce(found.entry_id, found.candidate_id, found.requirement_id, found.item_id),
                                             found.section = 'applied',
                                             found.section = 'steps' and found.entry_id in (select first_one.entry_id from found as first_one where first_one.section in ('agreed', 'calls'))
                                order by placed.section_place, found.at) as appearance
        from found
        cross join lateral (select array_position(private.day_sections(), found.section) as section_place) as placed
        where found.section not in ('due', 'waiting') or found.requirement_id is null
          or found.requirement_id not in (select answered.requirement_id from found as answered where answered.section = 'answers')
    )
    select once.day, once.section_place,
           row_number() over (partition by once.section_place
                              order by (once.day).first, (once.day).at, (once.day).requirement_id, (once.day).entry_id,
                                       (once.day).candidate_id, (once.day).item_id),
           least(count(*) over (partition by once.section_place), 100)
      from once where once.appearance = 1
  $function$;

CREATE OR REPLACE FUNCTION private.turn_down (
  requirement uuid,
  entries     uuid[],
  words       text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    turned_down uuid[] := '{}';
  begin
    for entry_row in
      update public.shortlist_entries as entry
        set state = 'closed', turned_down_at = now(), turned_down_words = private.filled_words(words, entry)
        where entry.requirement_id = turn_down.requirement and entry.id = any (entries) and entry.state = 'applied' returning entry.*
    loop
      perform private.mail_applicant(entry_row);
      turned_down := turned_down || entry_row.id;
    end loop;
    if turned_down <> '{}' then
      perform private.record_applicants(requirement, 'candidates_turned_down', turned_down);
      perform private.settle_applicants(requirement);
    end if;
    return cardinality(turned_down);
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_requirement (
  requirement uuid,
  seen        integer,
  reason      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason, null, null, null, null);
  end $function$;

CREATE OR REPLACE FUNCTION public.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text                      DEFAULT NULL::text,
  person      uuid                      DEFAULT NULL::uuid,
  filled      integer                   DEFAULT NULL::integer,
  joining     date                      DEFAULT NULL::date,
  answer      text                      DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.change_requirement_status(requirement, seen, status, reason, person, filled, joining, answer)
  $function$;

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_applicants (
  requirement uuid,
  skip        integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_applicants(requirement, skip) $function$;

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."filled_words"(text, public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_applicants"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_applicants"(uuid, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer) TO "postgres";
