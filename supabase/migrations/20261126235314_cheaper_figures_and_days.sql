set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "private"."arrivals";

DROP VIEW "private"."entries_in_process";

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
      -- What of the open requirements in their charge is looked up once: whom their company has answered about, and who was asked.
      with own as materialized (
        select entry.id, entry.requirement_id, entry.state, entry.answered_at, entry.next_on, waiting.is_answered
          from private.open_requirements as open_requirement
          join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id
          cross join lateral (
            select entry.answered_at is not null and entry.state not in ('withdrawn', 'closed')
              and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview')) as is_answered)
            as waiting
          where open_requirement.recruiter_id = holder
            and (sections && array['calls', 'asked'] and entry.state = 'asked' or 'answers' = any (sections) and waiting.is_answered)
      )
      select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
             null::uuid, answered.requirement_id, holder, 0
        from (select entry.id, entry.requirement_id, entry.answered_at
                from own as entry
                where 'answers' = any (sections) and entry.is_answered
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
         from own as entry
         cross join lateral (
           select asked as consent, asked.call_wanted_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as wanted
         where 'calls' = any (sections) and entry.state = 'asked' and wanted.call_wanted_at is not null
           and private.question_state(wanted.consent) = 'open'
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.channel is not null and talk.created_at > wanted.call_wanted_at)
         order by wanted.call_wanted_at, entry.id limit 100)
      union all
      -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning. Two working days are between two
      -- days and four, so that few need be looked up.
      (select 'asked', consent.asked_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from own as entry
         cross join lateral (
           select asked.asked_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as consent
         where 'asked' = any (sections) and entry.state = 'asked' and entry.next_on is null
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

CREATE OR REPLACE FUNCTION private.export_candidates (
  words     text,
  city      text,
  filter    public.candidate_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('candidates');
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at
      from private.candidates_page(words, city, filter, null, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_inbox (
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.exported_item
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('inbox');
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from private.inbox_page(private.current_user_id(), filter, after_group, after_key, after_id, 500)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
      order by page.place
  $function$;

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
    select private.require_exporter('requirements');
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields)
      from private.requirements_page(private.current_user_id(), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
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
             case grouping_by when 'recruiter' then arrived.recruiter_id when 'company' then arrived.client_id end as group_id,
             case when grouping_by = 'source' then arrived.way end as way
        from private.arrivals as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and arrived.way <> 'team' and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
    ), counted_arrival as (
      select grouping(arrival.group_id) = 1 as is_total,
             case when grouping(arrival.group_id) = 0 then
               case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                when 'company' then coalesce(arrival.group_id::text, 'none')
                                else 'came:' || arrival.way end end as group_key,
             count(*) filter (where arrival.is_now) as came,
             count(arrival.seconds) filter (where arrival.is_now) as answered,
             count(*) filter (where arrival.is_now and arrival.is_in_time) as in_time,
             percentile_cont(0.5) within group (order by arrival.seconds) filter (where arrival.is_now) as median,
             count(*) filter (where not arrival.is_now) as came_before,
             count(arrival.seconds) filter (where not arrival.is_now) as answered_before,
             count(*) filter (where not arrival.is_now and arrival.is_in_time) as in_time_before
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way))
    ), counted_step as (
      select grouping(fact.group_key) = 1 as is_total, fact.group_key, fact.measure,
             count(*) filter (where fact.at >= since) as facts, count(*) filter (where fact.at < since) as facts_before,
             percentile_cont(0.5) within group (order by fact.seconds) filter (where fact.at >= since) as median
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure), (fact.group_key, fact.measure))
    ), counted as (
      select arrived.is_total, arrived.group_key, measured.*
        from counted_arrival as arrived
        cross join lateral (
          values ('came', arrived.came, arrived.came_before, null), ('answered', arrived.answered, arrived.answered_before, arrived.median),
                 ('in_time', arrived.in_time, arrived.in_time_before, null)) as measured (measure, facts, facts_before, median)
      union all
      select step.is_total, step.group_key, step.measure, step.facts, step.facts_before, step.median from counted_step as step
    ), ranked as (
      select counted.group_key, sum(counted.facts) as facts from counted
        where not counted.is_total and counted.group_key is not null group by counted.group_key
    ), listed as (
      select ranked.* from ranked
        where figures_of.group_key is null or ranked.group_key = figures_of.group_key
        order by ranked.facts desc, ranked.group_key collate "C" limit most
    ), figure as (
      select counted.is_total, counted.group_key,
             json_object_agg(cell.measure, json_build_array(cell.facts, round(cell.median))) as numbers
        from counted
        cross join lateral (values (counted.measure, counted.facts, counted.median),
                                   (counted.measure || '_before', counted.facts_before, null)) as cell (measure, facts, median)
        where cell.facts > 0 and (counted.is_total or counted.group_key in (select listed.group_key from listed))
        group by counted.is_total, counted.group_key
    )
    select json_build_object(
        'totals', coalesce((select figure.numbers from figure where figure.is_total), '{}'),
        'groups', (select coalesce(json_agg(json_build_object(
                              'key', listed.group_key, 'name', company.company_name, 'numbers', figure.numbers)
                              order by listed.facts desc, listed.group_key collate "C"), '[]')
                     from listed
                     join figure on figure.group_key = listed.group_key and not figure.is_total
                     left join public.clients as company
                       on company.id = case when grouping_by = 'company' and listed.group_key <> 'none' then listed.group_key::uuid end),
        'group_count', (select count(*) from ranked))
      into found;
    return found;
  end $function$;

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
      'unassigned_requirements', (select count(*) from (select from private.open_requirements as open_requirement
                                                                  where open_requirement.recruiter_id is null limit 1000) as free));
  end $function$;

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
    COALESCE(of_contact.id, of_posting.id, of_consultation.id) AS requirement_id,
    COALESCE(of_contact.recruiter_id, of_posting.recruiter_id, of_consultation.recruiter_id,
        CASE
            WHEN ((item.claim_expires_at <= now()) IS NOT TRUE) THEN item.assignee
            ELSE NULL::uuid
        END) AS recruiter_id,
    COALESCE(of_contact.client_id, of_posting.client_id, of_consultation.client_id) AS client_id,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN COALESCE(item.source, 'form'::text)
            ELSE (item.kind)::text
        END AS way,
        CASE item.kind
            WHEN 'contact'::public.inbox_kind THEN private.promised('contact'::public.inbox_kind)
            WHEN 'posting'::public.inbox_kind THEN private.promised('posting'::public.inbox_kind)
            ELSE private.promised(item.kind)
        END AS promised
   FROM (((public.inbox_items item
     LEFT JOIN public.job_requirements of_contact ON (((of_contact.source_contact_id = item.contact_id) AND (of_contact.source_contact_id IS NOT NULL))))
     LEFT JOIN public.job_requirements of_posting ON (((of_posting.source_posting_id = item.posting_id) AND (of_posting.source_posting_id IS NOT NULL))))
     LEFT JOIN public.job_requirements of_consultation ON (((of_consultation.source_consultation_id = item.consultation_id) AND (of_consultation.source_consultation_id IS NOT NULL))))
  WHERE ((item.requirement_id IS NULL) AND (item.state <> 'spam'::public.inbox_state));

CREATE VIEW "private"."entries_in_process" AS  SELECT entry.id,
    entry.candidate_id
   FROM (public.shortlist_entries entry
     LEFT JOIN private.open_requirements listed ON ((listed.requirement_id = entry.requirement_id)))
  WHERE ((entry.state <> ALL (ARRAY['applied'::text, 'draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])) AND
        CASE entry.state
            WHEN 'accepted'::text THEN true
            WHEN 'joined'::text THEN (entry.joined_on > (CURRENT_DATE - 365))
            ELSE (listed.requirement_id IS NOT NULL)
        END);

-- Built beside the former one, which only then goes: that locks the table, and for a moment.
CREATE INDEX inbox_items_open_next ON public.inbox_items USING btree (due_at, id) INCLUDE (kind, state, is_suspect, is_flood, assignee, claim_expires_at, created_at, requirement_id)
  WHERE (state = ANY (ARRAY['new'::public.inbox_state, 'open'::public.inbox_state, 'waiting'::public.inbox_state]));

DROP INDEX "public"."inbox_items_open";

ALTER INDEX "public"."inbox_items_open_next" RENAME TO inbox_items_open;
