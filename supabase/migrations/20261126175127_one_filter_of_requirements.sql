set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."job_requirements_made";

DROP FUNCTION "private"."count_open_requirements"(public.requirement_status, public.requirement_priority, text);

DROP FUNCTION "private"."day_of_candidates"(uuid[]);

DROP FUNCTION "private"."day_of_items"(uuid[]);

DROP FUNCTION "private"."day_of_requirements"(uuid[]);

DROP FUNCTION "private"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."late_of"(uuid);

DROP FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."mend_enquiry"(uuid, integer, text, text, text, text, text);

DROP FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean);

DROP FUNCTION "private"."requirements_page"(uuid, public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "public"."count_open_requirements"(public.requirement_status, public.requirement_priority, text);

DROP FUNCTION "public"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text);

DROP FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean);

CREATE TYPE "public"."enquiry_entries" AS (
  "name"        text,
  "requirement" text,
  "phone"       text,
  "email"       text,
  "company"     text
);

CREATE TYPE "public"."requirement_filter" AS (
  "status"     public.requirement_status,
  "priority"   public.requirement_priority,
  "whose"      text,
  "client"     uuid,
  "words"      text,
  "only_group" text,
  "sort"       text,
  "descending" boolean
);

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  filter public.requirement_filter
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    caller uuid := private.require_team();
    recruiter uuid := private.wanted_recruiter(filter, caller);
  begin
    return (
      select jsonb_build_object('silent', 0) || coalesce(jsonb_object_agg(counted.work_group,
               case when counted.work_group = 'silent' then least(counted.requirements, 1000) else counted.requirements end), '{}')
        from (select open.work_group, count(*) as requirements
                from private.grouped_requirements as open
                where (filter.status is null or open.status = filter.status)
                  and (filter.priority is null or open.priority = filter.priority)
                  and (filter.whose is null
                 or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
                group by open.work_group) as counted);
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_candidates (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    return query
      select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
             null::uuid, answered.requirement_id, holder, 0
        from (select entry.id, entry.requirement_id, entry.answered_at
                from public.shortlist_entries as entry
                join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
                where 'answers' = any (sections) and open_requirement.recruiter_id = holder and entry.answered_at is not null
                  and entry.state not in ('withdrawn', 'closed')
                  and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview'))
                order by entry.state <> 'interview', entry.answered_at, entry.id limit 100) as answered
        cross join lateral (
          select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
            order by answer.created_at desc, answer.id desc limit 1) as last
      union all
      -- Of a job that is filled nobody may be in charge any more.
      (select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
              entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.shortlist_entries as entry
         join public.job_requirements as requirement on requirement.id = entry.requirement_id
         where sections && array['begins', 'starting'] and entry.begins_on <= private.today() + 7
           and coalesce(requirement.recruiter_id, entry.added_by) = holder
         order by entry.begins_on, entry.id limit 100)
      union all
      (select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.shortlist_entries as entry
         where 'steps' = any (sections) and entry.next_by = holder and entry.next_on <= private.today()
         order by entry.next_on, entry.id limit 100)
      union all
      (select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null, person.id, null, null, holder, 0
         from public.candidates as person
         where 'steps' = any (sections) and person.next_by = holder and person.next_on <= private.today()
         order by person.next_on, person.id limit 100)
      union all
      (select 'agreed', consent.given_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
         cross join lateral (
           select min(yes.given_at) as given_at from public.candidate_consents as yes
             where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
         where 'agreed' = any (sections) and open_requirement.recruiter_id = holder and private.has_consent(entry)
         order by consent.given_at, entry.id limit 100)
      union all
      -- Until they have answered, or somebody has spoken with them since.
      (select 'calls', wanted.call_wanted_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
         cross join lateral (
           select asked as consent, asked.call_wanted_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as wanted
         where 'calls' = any (sections) and open_requirement.recruiter_id = holder and wanted.call_wanted_at is not null
           and private.question_state(wanted.consent) = 'open'
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.channel is not null and talk.created_at > wanted.call_wanted_at)
         order by wanted.call_wanted_at, entry.id limit 100)
      union all
      -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning. Two working days are between two
      -- days and four, so that few need be looked up.
      (select 'asked', consent.asked_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
         cross join lateral (
           select asked.asked_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as consent
         where 'asked' = any (sections) and open_requirement.recruiter_id = holder and entry.next_on is null
           and consent.asked_at < now() - interval '2 days'
           and (consent.asked_at < now() - interval '4 days' or private.working_days_after(consent.asked_at, 2) < now())
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.created_at > now() - interval '4 days'
                 and private.working_days_after(talk.created_at, 2) > now())
         order by consent.asked_at, entry.id limit 100)
      union all
      (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.candidate_consents as consent
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as open_requirement
           on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
         where 'refused' = any (sections) and consent.entry_id is not null
           and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
           and consent.tell_at is null and consent.reconsidered_at is null
         group by entry.id, entry.requirement_id order by 2, 4 limit 100);
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_items (
  holder uuid
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare tomorrow timestamptz := (private.today() + 1)::timestamp at time zone private.zone();
  begin
    return query
      select case when item.state = 'waiting' then 'back' else 'due' end, item.due_at, 0, null::uuid, null::uuid, item.id,
             item.requirement_id, holder, 0
        from (
          (select taken.id, taken.state, taken.due_at, taken.requirement_id
             from public.inbox_items as taken
             where taken.state in ('new', 'open', 'waiting') and taken.due_at < tomorrow and taken.assignee = holder
               and (taken.claim_expires_at is null or taken.claim_expires_at > now())
             order by taken.due_at, taken.id limit 200)
          union all
          (select free.id, free.state, free.due_at, free.requirement_id
             from public.inbox_items as free
             join private.open_requirements as open_requirement on open_requirement.requirement_id = free.requirement_id
             where free.state in ('new', 'open', 'waiting') and free.due_at < tomorrow
               and (free.assignee is null or free.claim_expires_at <= now()) and open_requirement.recruiter_id = holder
             order by free.due_at, free.id limit 200)) as item
        order by item.due_at, item.id limit 200;
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_requirements (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    return query
      (select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id, holder,
              unread_message.unread
         from public.unread_messages as unread_message
         where 'messages' = any (sections) and unread_message.user_id = holder
         order by unread_message.last_at desc, unread_message.requirement_id limit 100)
      union all
      (select 'waiting', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         where 'waiting' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.waits_for = 'team'
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), 0, null, null, null, entry.requirement_id, holder, count(*)::integer
         from public.shortlist_entries as entry
         join private.open_requirements as open_requirement
           on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
         where 'candidates' = any (sections) and entry.state = 'shown' and entry.answered_at is null
           and entry.shown_at < now() - interval '2 days'
           and (entry.shown_at < now() - interval '4 days' or private.answer_by(entry.shown_at) < now())
         group by entry.requirement_id order by 2, 7 limit 100)
      union all
      (select 'deadline', grouped_requirement.deadline_at, 0, null, null, null, grouped_requirement.requirement_id, holder, 0
         from private.grouped_requirements as grouped_requirement
         where 'deadline' = any (sections) and grouped_requirement.recruiter_id = holder
           and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
      union all
      (select 'empty', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         where 'empty' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.status = 'in_progress'
           and not exists (select from public.shortlist_entries as entry
                            where entry.requirement_id = open_requirement.requirement_id
                              and entry.state not in ('withdrawn', 'closed', 'declined', 'accepted', 'joined'))
           and (select count(*) from public.shortlist_entries as entry
                  where entry.requirement_id = open_requirement.requirement_id and entry.state in ('accepted', 'joined'))
             < (select requirement.positions_count from public.job_requirements as requirement
                  where requirement.id = open_requirement.requirement_id)
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
      union all
      (select 'silent', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         where 'silent' = any (sections) and open_requirement.recruiter_id = holder
           and open_requirement.last_word_at < private.silent_since()
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100);
  end $function$;

CREATE OR REPLACE FUNCTION private.export_requirements (
  fields    text[],
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields)
      from private.requirements_page(private.require_exporter('requirements'), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
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
  begin
    return query
      with arrived as (
        select arrival.* from private.arrivals as arrival
          where measures && array['came', 'answered', 'in_time'] and arrival.at >= since and arrival.at < before
      ), answered as (
        select arrived.*, answer.answered_at from arrived
          join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
          where arrived.way <> 'team'
      ), step as (
        select 'asked' as measure, consent.asked_at as at, consent.entry_id from public.candidate_consents as consent
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
               'candidate:' || case when person.source is null then '' else lower(private.trimmed(person.source)) end
          from step
          join public.shortlist_entries as entry on entry.id = step.entry_id
          join public.job_requirements as requirement on requirement.id = entry.requirement_id
          left join public.candidates as person on grouping_by = 'source' and person.id = entry.candidate_id
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

CREATE OR REPLACE FUNCTION private.figures_of (
  month       date,
  grouping_by text,
  group_key   text,
  most        integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    first_day date := (month - interval '1 month')::date;
    end_day date := (month + interval '1 month')::date;
    first_moment timestamptz := first_day::timestamp at time zone private.zone();
    since timestamptz := month::timestamp at time zone private.zone();
    until timestamptz := end_day::timestamp at time zone private.zone();
    found jsonb;
  begin
    with arrival as (
      select arrived.at >= since as is_now, date_part('epoch', answer.answered_at - arrived.at) as seconds,
             answer.answered_at <= arrived.at + arrived.promised as is_in_time,
             case grouping_by when 'recruiter' then coalesce(arrived.recruiter_id::text, 'nobody')
                              when 'company' then coalesce(arrived.client_id::text, 'none')
                              else 'came:' || arrived.way end collate "C" as group_key
        from private.arrivals as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and arrived.way <> 'team' and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
    ), counted_arrival as (
      select arrival.group_key, grouping(arrival.group_key) = 1 as is_total, arrival.is_now, count(*) as came,
             count(arrival.seconds) as answered, count(*) filter (where arrival.is_in_time) as in_time,
             percentile_cont(0.5) within group (order by arrival.seconds) as median
        from arrival group by grouping sets (arrival.is_now, (arrival.group_key, arrival.is_now))
    ), counted as (
      select arrived.group_key, arrived.is_total, arrived.is_now, measured.measure, measured.facts, measured.median
        from counted_arrival as arrived
        cross join lateral (
          values ('came', arrived.came, null), ('answered', arrived.answered, arrived.median), ('in_time', arrived.in_time, null))
          as measured (measure, facts, median)
        where measured.facts > 0
      union all
      select fact.group_key, grouping(fact.group_key) = 1, fact.at >= since, fact.measure, count(*),
             percentile_cont(0.5) within group (order by fact.seconds)
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure, fact.at >= since), (fact.group_key, fact.measure, fact.at >= since))
    ), figure as (
      select counted.group_key, counted.is_total, sum(counted.facts) filter (where counted.is_now) as ranked,
             jsonb_object_agg(counted.measure || case when counted.is_now then '' else '_before' end,
                              jsonb_build_array(counted.facts, round(counted.median::numeric))) as numbers
        from counted group by counted.group_key, counted.is_total
    ), listed as (
      select figure.group_key, figure.ranked, figure.numbers from figure
        where not figure.is_total and figure.group_key is not null
          and (figures_of.group_key is null or figure.group_key = figures_of.group_key)
        order by figure.ranked desc nulls last, figure.group_key limit most
    )
    select jsonb_build_object(
        'totals', coalesce((select figure.numbers from figure where figure.is_total), '{}'),
        'groups', (select coalesce(jsonb_agg(jsonb_build_object(
                              'key', listed.group_key,
                              'name', case when grouping_by = 'company' and listed.group_key <> 'none'
                                        then private.company_name(listed.group_key::uuid) end,
                              'numbers', listed.numbers) order by listed.ranked desc nulls last, listed.group_key), '[]')
                     from listed),
        'group_count', (select count(*) from figure where not figure.is_total and figure.group_key is not null))
      into found;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_words (
  search tsvector,
  query  tsquery
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce(search @@ query, false) $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text,
    sort_key   timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    groups text[] := private.inbox_groups();
    is_grouped boolean := private.is_grouped(filter);
    has_places boolean := is_grouped and filter.only_group is null;
    first_place integer := case when has_places then coalesce(array_position(groups, after_group), 1) else 1 end;
    is_open boolean := filter.state is null and (filter.words is null or filter.only_group is not null);
    sort text := private.inbox_sort(filter);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(filter.descending, not is_grouped and filter.sort is null);
    person uuid := case when filter.whose = 'me' then caller
                        when filter.whose not in ('nobody', 'me-or-nobody') then filter.whose::uuid end;
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if sort not in ('due', 'came') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (groups || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    -- Not a word, or a group of what is closed: there is none.
    elsif filter.words is not null and query is null or filter.only_group is not null and filter.state in ('done', 'spam') then
      return;
    elsif filter.words is not null then
      found := private.find_by_words(case when is_open then 'private.open_items' else 'public.inbox_items' end, query);
    end if;
    return query
      select item.id, item.item_group, listed.key
        from private.grouped_items as item
        cross join lateral (
          select case sort when 'due' then item.due_at else item.created_at end as key,
                 case when has_places then array_position(groups, item.item_group) else 1 end as place) as listed
        where (not is_open or item.state in ('new', 'open', 'waiting'))
          and (filter.only_group is null or filter.only_group = 'active' or item.item_group = filter.only_group)
          and (filter.kind is null or item.kind = filter.kind)
          and (filter.state is null or item.state = filter.state)
          and (filter.suspect is null or item.is_suspect = filter.suspect)
          and case when filter.whose is null then true
                   when filter.whose = 'nobody' then item.assignee is null or item.claim_expires_at <= now()
                   when filter.whose = 'me-or-nobody' then item.holder is null or item.holder = caller
                   else item.assignee = person and item.holder = person end
          and (query is null or found is not null or private.has_words(item.search, query))
          and (found is null or item.id = any (found))
          and listed.place >= first_place
          and (after_id is null or listed.place > first_place
               or case when is_falling then (listed.key, item.id) < (after_key, after_id)
                       else (listed.key, item.id) > (after_key, after_id) end)
        order by listed.place,
                 case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then item.id end, case when is_falling then item.id end desc
        limit least(most, 500);
  end $function$;

CREATE OR REPLACE FUNCTION private.late_kinds()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['items', 'answers', 'waiting', 'asked', 'empty'] $function$;

CREATE OR REPLACE FUNCTION private.late_of (
  person uuid,
  kinds  text[]
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
    select 'items', line.item_id, line.requirement_id, line.at, 0
      from private.day_of_items(person) as line where 'items' = any (kinds) and line.at < now()
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(person, array_replace(kinds, 'answers', 'candidates')) as listed
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(person, array['asked']) as listed where 'asked' = any (kinds) group by listed.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.list_late (
  person uuid,
  kind   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
                 'id', coalesce(item.id, listed.requirement_id), 'is_item', item.id is not null,
                 'version', coalesce(item.version, requirement.version),
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'since', listed.since, 'people', listed.people)
                 order by listed.since, listed.requirement_id, listed.item_id), '[]')
        from private.late_of(list_late.person, array[list_late.kind]) as listed
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  filter      public.requirement_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.open_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (requirement_id, work_group, sort_key, place))
    select requirement.id, page.work_group, page.sort_key, requirement.job_title, requirement.location, requirement.client_id,
           company.company_name, requirement.status, requirement.priority, requirement.positions_count, requirement.positions_filled,
           requirement.recruiter_id, requirement.deadline, requirement.created_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts
      from page
      join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.requirements_page(private.require_team(), filter, after_key, after_id, 26)
        with ordinality as page (requirement_id, place))
    select requirement.id, requirement.job_title, requirement.location, requirement.client_id, company.company_name, requirement.status,
           requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.recruiter_id, requirement.deadline,
           requirement.created_at, requirement.updated_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for, counted.counts
      from page
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.matches_blocklist (
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
        from private.kept_from(person) as said where num_nonnulls(said.client_id, said.named) > 0
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, one below it, or the one that it is below.
        or exists (select from unnest(domains) as theirs (domain)
                     where '.' || theirs.domain like '%.' || named.domain or '.' || named.domain like '%.' || theirs.domain))
  $function$;

CREATE OR REPLACE FUNCTION private.mend_enquiry (
  item    uuid,
  seen    integer,
  entries public.enquiry_entries
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(mend_enquiry.item, mend_enquiry.seen);
    before public.contact_submissions;
    after public.contact_submissions;
  begin
    select * into before from public.contact_submissions as form where form.id = item_row.contact_id for update;
    if before.written_by is distinct from caller or before.created_at < now() - interval '1 hour' then
      raise exception 'mend_over' using errcode = 'PT422';
    end if;
    update public.contact_submissions as form
      set name = private.trimmed(entries.name), requirement = private.trimmed(entries.requirement),
          phone = private.trimmed(entries.phone), email = private.trimmed(entries.email),
          company = private.trimmed(entries.company)
      where form.id = before.id returning * into after;
    if to_jsonb(after) - 'updated_at' = to_jsonb(before) - 'updated_at' then
      return item_row.version;
    end if;
    update public.inbox_items set version = version + 1, last_activity_at = now() where id = item_row.id;
    -- What stood there before is told nowhere: it may be another person's number.
    insert into public.item_events (item_id, actor, type, changes)
      select item_row.id, caller, 'mended', jsonb_build_object('fields', jsonb_agg(now_is.key order by now_is.key))
        from jsonb_each(to_jsonb(after)) as now_is
        where now_is.key <> 'updated_at' and to_jsonb(before) -> now_is.key is distinct from now_is.value;
    return private.version_of(item_row.id);
  end $function$;

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
    with kept as materialized (
      select said.named, private.plain_company_name(said.named) as plain,
             substring(private.fold_text(said.named) from '[[:alnum:]]{3,}') as first
        from private.kept_from(person) as said where said.named is not null
    ), theirs as materialized (
      select private.plain_company_name(company) as plain, substring(private.fold_text(company) from '[[:alnum:]]{3,}') as first
    )
    select array(
      select distinct kept.named from kept cross join theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by kept.named)
  $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  filter      public.requirement_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    work_group     text,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    silent_since timestamptz := private.silent_since();
    groups text[] := case when filter.only_group is not null then array[filter.only_group]
                          when filter.sort is not null then array['all'] else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := filter.sort is not null and coalesce(filter.descending, false);
    room integer := most;
    listed text;
    got integer;
  begin
    if filter.sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_place .. cardinality(groups) loop
      listed := groups[place];
      return query
        select open.requirement_id, open.work_group, ordered.key
          from private.grouped_requirements as open
          cross join lateral (
            select case when coalesce(filter.sort, listed) = 'deadline' then open.deadline_at
                        when filter.sort = 'age' then open.filed_at else open.last_word_at end as key) as ordered
          where (filter.status is null or open.status = filter.status)
            and (filter.priority is null or open.priority = filter.priority)
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
            -- What is silent is most of all there is: the others are looked for behind it.
            and (listed = 'all' or open.work_group = listed and (open.last_word_at < silent_since) = (listed = 'silent'))
            and (place > first_place or after_id is null
                 or case when is_falling then (ordered.key, open.requirement_id) < (after_key, after_id)
                         else (ordered.key, open.requirement_id) > (after_key, after_id) end)
          order by case when not is_falling then ordered.key end, case when is_falling then ordered.key end desc,
                   case when not is_falling then open.requirement_id end, case when is_falling then open.requirement_id end desc
          limit room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_open_requirements()
  RETURNS TABLE (
    id        uuid,
    job_title text,
    company   text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    latest as (
      select listed.requirement_id from caller
        join private.open_requirements as listed on listed.recruiter_id = caller.id
        order by listed.last_word_at desc, listed.requirement_id desc limit 50)
    select requirement.id, requirement.job_title, private.company_name(requirement.client_id)
      from latest join public.job_requirements as requirement on requirement.id = latest.requirement_id
      order by requirement.job_title, requirement.id
  $function$;

CREATE OR REPLACE FUNCTION private.read_workload()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    return jsonb_build_object(
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('person', colleague.user_id, 'late', late.counts)
                                  order by late.total desc, colleague.display_name, colleague.user_id), '[]')
          from public.team_members as colleague
          cross join lateral (
            select coalesce(jsonb_object_agg(counted.kind, counted.things), '{}') as counts, coalesce(sum(counted.things), 0) as total
              from (select listed.kind, count(*) as things from private.late_of(colleague.user_id, private.late_kinds()) as listed
                      group by listed.kind) as counted) as late),
      'unassigned_requirements', (select least(count(*), 1000) from private.open_requirements as open_requirement
                                    where open_requirement.recruiter_id is null));
  end $function$;

CREATE OR REPLACE FUNCTION private.record_enquiry (
  form    uuid,
  source  text,
  entries public.enquiry_entries,
  client  uuid,
  takes   boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    sent uuid;
    item uuid;
  begin
    if source = 'form' then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif client is not null and not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    insert into public.contact_submissions (form_id, source, name, requirement, phone, email, company, client_id, written_by)
      values (form, source, entries.name, entries.requirement, entries.phone, entries.email, entries.company, client, caller)
      on conflict (form_id) do nothing returning id into sent;
    select item_row.id into item from public.inbox_items as item_row
      join public.contact_submissions as kept on kept.id = item_row.contact_id
      where kept.form_id = form and kept.written_by = caller;
    if item is null then
      raise exception 'form_taken' using errcode = 'PT409';
    elsif sent is not null then
      perform private.touch_item(caller, item, false);
      if takes then
        perform private.take_item(item, private.version_of(item));
      end if;
    end if;
    return item;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  filter    public.requirement_filter,
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
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    statuses public.requirement_status[] := enum_range(filter.status, filter.status);
    room integer := least(most, 500);
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if filter.words is null then
      return query
        select requirement.id from public.job_requirements as requirement
          where (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (filter.client is null or requirement.client_id = filter.client)
            and (after_id is null or (requirement.created_at, requirement.id) < (after_key, after_id))
          order by requirement.created_at desc, requirement.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if filter.client is not null then
        query := query && quote_literal(private.company_lexeme(filter.client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id
          where item.kind = 'requirement'
            and (found is not null or private.has_words(item.search, query))
            and (found is null or item.id = any (found))
            and (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
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
    with found as materialized (
      select listed.* from unnest(private.holders_of_work(person)) as holder (id)
        cross join lateral (
          select * from private.day_of_candidates(holder.id, private.day_sections())
          union all select * from private.day_of_items(holder.id)
          union all select * from private.day_of_requirements(holder.id, private.day_sections())) as listed
    ), once as (
      select row(found.*)::private.day_row as day, placed.section_place,
             row_number() over (partition by coalesce(found.entry_id, found.candidate_id, found.requirement_id, found.item_id),
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

CREATE OR REPLACE FUNCTION private.wanted_recruiter (
  filter public.requirement_filter,
  caller uuid
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when (filter).whose = 'me' then caller when (filter).whose <> 'nobody' then (filter).whose::uuid end $function$;

CREATE OR REPLACE FUNCTION public.count_open_requirements (
  filter public.requirement_filter DEFAULT NULL::public.requirement_filter
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.count_open_requirements(filter) $function$;

REVOKE ALL ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_requirements (
  fields    text[]                    DEFAULT '{}'::text[],
  filter    public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_key timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_requirements(fields, filter, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_open_requirements (
  filter      public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_group text                      DEFAULT NULL::text,
  after_key   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_open_requirements(filter, after_group, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_requirements (
  filter    public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_key timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_requirements(filter, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mend_enquiry (
  item    uuid,
  seen    integer,
  entries public.enquiry_entries
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mend_enquiry(item, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.record_enquiry (
  form    uuid,
  source  text,
  entries public.enquiry_entries,
  client  uuid                   DEFAULT NULL::uuid,
  takes   boolean                DEFAULT false
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.record_enquiry(form, source, entries, client, takes) $function$;

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE VIEW "private"."arrivals" AS  SELECT requirement.id AS subject,
    requirement.created_at AS at,
    NULL::uuid AS item_id,
    requirement.id AS requirement_id,
    requirement.recruiter_id,
    requirement.client_id,
        CASE
            WHEN requirement.is_filed_by_team THEN 'team'::text
            ELSE 'company'::text
        END AS way,
    private.promised('requirement'::public.inbox_kind) AS promised
   FROM public.job_requirements requirement
  WHERE ((requirement.source_contact_id IS NULL) AND (requirement.source_posting_id IS NULL) AND (requirement.source_consultation_id IS NULL))
UNION ALL
 SELECT item.id AS subject,
    item.created_at AS at,
    item.id AS item_id,
    made.id AS requirement_id,
    COALESCE(made.recruiter_id,
        CASE
            WHEN ((item.claim_expires_at <= now()) IS NOT TRUE) THEN item.assignee
            ELSE NULL::uuid
        END) AS recruiter_id,
    made.client_id,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN COALESCE(item.source, 'form'::text)
            ELSE (item.kind)::text
        END AS way,
    private.promised(item.kind) AS promised
   FROM (public.inbox_items item
     LEFT JOIN LATERAL ( SELECT requirement.id,
            requirement.recruiter_id,
            requirement.client_id
           FROM public.job_requirements requirement
          WHERE (requirement.source_contact_id = item.contact_id)
        UNION ALL
         SELECT requirement.id,
            requirement.recruiter_id,
            requirement.client_id
           FROM public.job_requirements requirement
          WHERE (requirement.source_posting_id = item.posting_id)
        UNION ALL
         SELECT requirement.id,
            requirement.recruiter_id,
            requirement.client_id
           FROM public.job_requirements requirement
          WHERE (requirement.source_consultation_id = item.consultation_id)) made ON (true))
  WHERE ((item.requirement_id IS NULL) AND (item.state <> 'spam'::public.inbox_state));

CREATE VIEW "private"."open_items" AS  SELECT id,
    search
   FROM public.inbox_items item
  WHERE (state = ANY (ARRAY['new'::public.inbox_state, 'open'::public.inbox_state, 'waiting'::public.inbox_state]));

REVOKE ALL ON FUNCTION "private"."count_open_requirements"(public.requirement_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_open_requirements"(public.requirement_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."day_of_candidates"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_items"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_requirements"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."has_words"(tsvector, tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_kinds"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_of"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mend_enquiry"(uuid, integer, public.enquiry_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_enquiry"(uuid, integer, public.enquiry_entries) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_page"(uuid, public.requirement_filter, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."requirements_page"(uuid, public.requirement_filter, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_recruiter"(public.requirement_filter, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) TO "postgres";
