set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."first_answers" (
  "item_id"     uuid                     NOT NULL,
  "subject"     uuid                     NOT NULL,
  "came_at"     timestamp with time zone NOT NULL,
  "answered_at" timestamp with time zone NOT NULL,
  CONSTRAINT "first_answers_pkey" PRIMARY KEY (item_id)
);

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "accepted_at" timestamp WITH time zone;

CREATE TYPE "private"."figure_fact" AS (
  "measure"        text,
  "at"             timestamp WITH time zone,
  "seconds"        double precision,
  "item_id"        uuid,
  "requirement_id" uuid,
  "entry_id"       uuid,
  "recruiter_id"   uuid,
  "client_id"      uuid,
  "group_key"      text
);

CREATE TYPE "public"."figure_row" AS (
  "id"             uuid,
  "at"             timestamp WITH time zone,
  "seconds"        double precision,
  "item_id"        uuid,
  "requirement_id" uuid,
  "entry_id"       uuid,
  "candidate_id"   uuid,
  "candidate"      text,
  "title"          text,
  "company"        text,
  "client_id"      uuid,
  "recruiter_id"   uuid,
  "total"          integer
);

CREATE OR REPLACE FUNCTION private.cancel_question (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set closed_at = now()
      where consent.entry_id = cancel_question.entry and consent.closed_at is null and consent.refused_at is null and consent.withdrawn_at is null;
    update public.shortlist_entries as entry
      set state = 'draft', card = null, joined_on = null, begins_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null, accepted_at = null
      where entry.id = cancel_question.entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date
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

CREATE OR REPLACE FUNCTION private.export_figure_rows (
  month       date,
  measure     text,
  grouping_by text,
  group_key   text,
  after_at    timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, group_key);
    return query select * from private.figure_rows(month, measure, grouping_by, group_key, after_at, after_id, 500);
  end $function$;

CREATE OR REPLACE FUNCTION private.export_figures (
  month       date,
  grouping_by text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, null);
    return private.figures_of(month, grouping_by, null, 10000);
  end $function$;

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

CREATE OR REPLACE FUNCTION private.figure_groupings()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['recruiter', 'company', 'source'] $function$;

CREATE OR REPLACE FUNCTION private.figure_measures()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['came', 'answered', 'in_time', 'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'filled']
  $function$;

CREATE OR REPLACE FUNCTION private.figure_rows (
  month       date,
  measure     text,
  grouping_by text,
  group_key   text,
  after_at    timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS SETOF public.figure_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with listed as materialized (
      select coalesce(fact.entry_id, fact.item_id, fact.requirement_id) as id, fact.*
        from private.figure_facts(month, (month + interval '1 month')::date, array[measure], grouping_by) as fact
        where grouping_by is null or fact.group_key = figure_rows.group_key
    ), page as (
      select listed.* from listed where after_id is null or (listed.at, listed.id) < (after_at, after_id)
        order by listed.at desc, listed.id desc limit most
    )
    select page.id, page.at, page.seconds, page.item_id, page.requirement_id, page.entry_id, person.id, person.full_name,
           coalesce(requirement.job_title, left(item.subject, 120)), coalesce(company.company_name, item.company), page.client_id,
           page.recruiter_id, (select count(*)::integer from listed)
      from page
      left join public.shortlist_entries as entry on entry.id = page.entry_id
      left join public.candidates as person on person.id = entry.candidate_id
      left join public.job_requirements as requirement on requirement.id = page.requirement_id
      left join public.clients as company on company.id = page.client_id
      left join private.enquiries as item on item.id = page.item_id
      order by page.at desc, page.id desc
  $function$;

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
  AS $function$
  declare
    since timestamptz := month::timestamp at time zone private.zone();
    found jsonb;
  begin
    with fact as materialized (
      select listed.measure, listed.at >= since as is_now, listed.seconds, listed.group_key
        from private.figure_facts((month - interval '1 month')::date, (month + interval '1 month')::date, private.figure_measures(),
                                  grouping_by) as listed
    ), counted as (
      select fact.group_key, grouping(fact.group_key) = 1 as is_total, fact.measure, fact.is_now, count(*) as facts
        from fact group by grouping sets ((fact.measure, fact.is_now), (fact.group_key, fact.measure, fact.is_now))
    ), timed as (
      select fact.group_key, grouping(fact.group_key) = 1 as is_total, fact.measure, fact.is_now,
             percentile_cont(0.5) within group (order by fact.seconds) as median
        from fact where fact.seconds is not null and fact.measure <> 'in_time'
        group by grouping sets ((fact.measure, fact.is_now), (fact.group_key, fact.measure, fact.is_now))
    ), figure as (
      select counted.group_key, counted.is_total, sum(counted.facts) filter (where counted.is_now) as ranked,
             jsonb_object_agg(counted.measure || case when counted.is_now then '' else '_before' end,
                              jsonb_build_array(counted.facts, round(timed.median::numeric))) as numbers
        from counted
        left join timed on timed.group_key is not distinct from counted.group_key and timed.is_total = counted.is_total
          and timed.measure = counted.measure and timed.is_now = counted.is_now
        group by counted.group_key, counted.is_total
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

CREATE OR REPLACE FUNCTION private.fill_first_answers()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement) values ('first answers', $statement$
      with piece as (
        select item.* from public.inbox_items as item where item.id > $1 order by item.id limit 500
      ), noted as (
        insert into private.first_answers (item_id, subject, came_at, answered_at)
          select item.id, coalesce(item.requirement_id, item.id), item.created_at, answer.at
            from public.inbox_items as item
            join piece on piece.id = item.id
            cross join lateral (select private.first_answer_at(item) as at) as answer
            where answer.at is not null
          on conflict (item_id) do nothing)
      select id from piece order by id desc limit 1 $statement$)
      on conflict on constraint row_fills_pkey do update set after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.first_answer_at (
  item public.inbox_items
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select min(answer.at) from (
      select event.created_at as at from public.item_events as event
        where event.item_id = (item).id and private.is_answer(event)
          and not exists (select from public.item_events as undone
                            where undone.item_id = event.item_id and undone.type = 'undone'
                              and undone.changes -> 'state' ->> 0 = event.changes -> 'state' ->> 1
                              and undone.created_at between event.created_at and event.created_at + private.undo_lasts())
      union all
      select event.created_at from public.requirement_events as event
        where event.requirement_id = (item).requirement_id and private.is_answer(event)) as answer
  $function$;

CREATE OR REPLACE FUNCTION private.follow_item_answer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items where id = new.item_id;
    if new.type = 'undone' then
      delete from private.first_answers as answer where answer.item_id = new.item_id;
      perform private.note_first_answer(item, private.first_answer_at(item));
    elsif private.is_answer(new) then
      perform private.note_first_answer(item, new.created_at);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_requirement_answer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.note_first_answer(item, new.created_at)
      from public.inbox_items as item where item.requirement_id = new.requirement_id and private.is_answer(new);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_answer (
  event public.item_events
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select (event).type in ('answered', 'replied', 'converted')
      or (event).type <> 'undone' and coalesce((event).changes -> 'state' ->> 1, '') in ('waiting', 'done')
  $function$;

CREATE OR REPLACE FUNCTION private.is_answer (
  event public.requirement_events
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select (event).type in ('status', 'candidates_shown') and (event).side is distinct from 'company' $function$;

CREATE OR REPLACE FUNCTION private.list_figure_rows (
  month       date,
  measure     text,
  grouping_by text,
  group_key   text,
  after_at    timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_figures(month, grouping_by, group_key);
    return query select * from private.figure_rows(month, measure, grouping_by, group_key, after_at, after_id, 51);
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_entry (
  entry uuid,
  seen  integer,
  state text,
  day   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    begins date := case when mark_entry.state = 'accepted' then day end;
    joined date := case when mark_entry.state = 'joined' then coalesce(day, least(
      (select accepted.begins_on from public.shortlist_entries as accepted where accepted.id = entry), private.today())) end;
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = mark_entry.state and entry_row.begins_on is not distinct from begins
      and (entry_row.joined_on is not distinct from joined or day is null) then
      return entry_row.version;
    elsif mark_entry.state = 'accepted' and (begins between private.today() and private.today() + 365) is not true then
      raise exception 'beginning_day_ahead' using errcode = 'PT422';
    elsif joined > private.today() then
      raise exception 'joining_day_ahead' using errcode = 'PT422';
    end if;
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and entry_row.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'accepted', 'joined') then coalesce(entry_row.offered_at, now())
                            when mark_entry.state = 'declined' then entry_row.offered_at end,
          accepted_at = case when mark_entry.state in ('accepted', 'joined') then coalesce(entry_row.accepted_at, now())
                             when mark_entry.state = 'declined' then entry_row.accepted_at end,
          begins_on = begins, joined_on = joined, dealt_at = now()
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.count_joined(entry_row.requirement_id, entry_row.state = 'joined');
    if mark_entry.state = 'joined' and entry_row.state <> 'joined' then
      perform private.record_candidates(entry_row.requirement_id, 'candidate_joined', array[entry_row.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(entry_row.requirement_id, false);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_first_answer (
  item        public.inbox_items,
  answered_at timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.first_answers (item_id, subject, came_at, answered_at)
      select (item).id, coalesce((item).requirement_id, (item).id), (item).created_at, answered_at
        where (item).id is not null and answered_at is not null
      on conflict (item_id) do nothing
  $function$;

CREATE OR REPLACE FUNCTION private.read_figures (
  month       date,
  grouping_by text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_figures(month, null, null);
    is_manager boolean := private.may_export();
    own text := case when grouping_by = 'recruiter' and not is_manager then caller::text end;
  begin
    perform private.require_figures(month, grouping_by, coalesce(own, caller::text));
    return private.figures_of(month, grouping_by, own, 25) || jsonb_build_object('is_manager', is_manager);
  end $function$;

CREATE OR REPLACE FUNCTION private.require_figures (
  month       date,
  grouping_by text,
  group_key   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    if month is null or extract(day from month) <> 1 or month not between '2000-01-01' and '2999-12-01'
      or grouping_by is not null and grouping_by <> all (private.figure_groupings()) then
      raise exception 'figure_unknown' using errcode = 'PT422';
    elsif grouping_by = 'recruiter' and group_key is distinct from caller::text and not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return caller;
  end $function$;

CREATE OR REPLACE FUNCTION public.export_figure_rows (
  month       date,
  measure     text,
  grouping_by text                     DEFAULT NULL::text,
  group_key   text                     DEFAULT NULL::text,
  after_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_figure_rows(month, measure, grouping_by, group_key, after_at, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_figures (
  month       date,
  grouping_by text DEFAULT 'recruiter'::text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.export_figures(month, grouping_by) $function$;

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_figure_rows (
  month       date,
  measure     text,
  grouping_by text                     DEFAULT NULL::text,
  group_key   text                     DEFAULT NULL::text,
  after_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_figure_rows(month, measure, grouping_by, group_key, after_at, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_figures (
  month       date,
  grouping_by text DEFAULT 'recruiter'::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_figures(month, grouping_by) $function$;

REVOKE ALL ON FUNCTION "public"."read_figures"(date, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."first_answers"
  ADD CONSTRAINT "first_answers_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

CREATE INDEX first_answers_came ON private.first_answers USING btree (came_at) INCLUDE (subject, answered_at);

CREATE INDEX candidate_consents_asked ON public.candidate_consents USING btree (asked_at) INCLUDE (entry_id)
  WHERE (entry_id IS NOT NULL);

CREATE INDEX candidate_consents_given ON public.candidate_consents USING btree (given_at) INCLUDE (entry_id)
  WHERE ((entry_id IS NOT NULL) AND (given_at IS NOT NULL));

CREATE INDEX inbox_items_arrived ON public.inbox_items USING btree (created_at)
  INCLUDE (id, kind, state, assignee, claim_expires_at, source, contact_id, posting_id, consultation_id)
  WHERE (requirement_id IS NULL);

CREATE INDEX job_requirements_arrived ON public.job_requirements USING btree (created_at) INCLUDE (id, client_id, recruiter_id, is_filed_by_team)
  WHERE ((source_contact_id IS NULL) AND (source_posting_id IS NULL) AND (source_consultation_id IS NULL));

CREATE INDEX job_requirements_made ON public.job_requirements USING btree (created_at)
  INCLUDE (id, client_id, recruiter_id, source_contact_id, source_posting_id, source_consultation_id)
  WHERE ((source_contact_id IS NOT NULL) OR (source_posting_id IS NOT NULL) OR (source_consultation_id IS NOT NULL));

CREATE INDEX requirement_events_status ON public.requirement_events USING btree (created_at) INCLUDE (requirement_id)
  WHERE (TYPE = 'status'::text);

CREATE INDEX shortlist_answers_interviews ON public.shortlist_answers USING btree (created_at) INCLUDE (entry_id)
  WHERE (verdict = 'interview'::text);

CREATE INDEX shortlist_entries_accepted ON public.shortlist_entries USING btree (accepted_at)
  WHERE (accepted_at IS NOT NULL);

CREATE INDEX shortlist_entries_joined ON public.shortlist_entries USING btree (joined_on)
  WHERE (joined_on IS NOT NULL);

CREATE INDEX shortlist_entries_offered ON public.shortlist_entries USING btree (offered_at)
  WHERE (offered_at IS NOT NULL);

CREATE INDEX shortlist_entries_shown ON public.shortlist_entries USING btree (shown_at)
  WHERE (shown_at IS NOT NULL);

CREATE TRIGGER follow_answer
  AFTER INSERT ON public.item_events
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_item_answer();

CREATE TRIGGER follow_answer
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_requirement_answer();

REVOKE ALL ON FUNCTION "private"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_figures"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."figure_facts"(date, date, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_groupings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_measures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_rows"(date, text, text, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figures_of"(date, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_first_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_answer_at"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_item_answer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_requirement_answer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answer"(public.item_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answer"(public.requirement_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_first_answer"(public.inbox_items, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_figures"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_figures"(date, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_figures"(date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_figures"(date, text) TO "postgres";

-- What came before is looked through by the schedule, in pieces.
select private.fill_first_answers();
