set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "private"."arrivals";

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
      or private.trimmed(city) is not null and private.place_query(city) is null
      or private.is_filled(array_to_string((filter).skills, ' ')) and private.search_query(array_to_string((filter).skills, ' ')) is null then
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
          -- Whoever has no entry that may be in process is free, whatever has become of the requirements.
          when 'without_entry' then ' and candidate.id not in (select entry.candidate_id from public.shortlist_entries as entry'
            ' where entry.state not in (''applied'', ''draft'', ''declined'', ''withdrawn'', ''closed''))'
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

CREATE OR REPLACE FUNCTION private.count_found_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    counted integer;
    with_unknown integer;
  begin
    perform private.require_team();
    -- Where so many are without any entry that may be in process, no more are counted, and nothing is asked about requirements. Of
    -- a search this would be a second one.
    if (filter).process = 'free' and private.candidate_query(words, city, filter) is null then
      filter.process := 'without_entry';
      counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
      filter.process := 'free';
    end if;
    if counted is distinct from 1001 then
      counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    if num_nonnulls((filter).notice_days, (filter).yearly_pay) > 0 and (filter).with_unknown is not true and counted <= 1000 then
      filter.with_unknown := true;
      with_unknown := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    return jsonb_build_object('found', counted, 'unknown', coalesce(with_unknown - counted, 0));
  end $function$;

CREATE OR REPLACE FUNCTION private.figures_of (
  month       date,
  grouping_by text,
  group_key   text,
  most        integer
)
  RETURNS json
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
    found json;
  begin
    with answered as (
      select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
        from private.arrived_requirements as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and answer.came_at = arrived.at and not arrived.is_filed_by_team
            and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
      union all
      select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
        from private.arrived_enquiries as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and answer.came_at = arrived.at
            and answer.item_id = answer.subject and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
    ), arrival as (
      select answered.at >= since as is_now, date_part('epoch', answered.answered_at - answered.at) as seconds,
             answered.answered_at <= answered.at + answered.promised as is_in_time,
             case grouping_by when 'recruiter' then answered.recruiter_id when 'company' then answered.client_id end as group_id,
             case when grouping_by = 'source' then answered.way end as way
        from answered
    ), counted_arrival as (
      select case when grouping(arrival.group_id) = 1 then 'all'
                  else case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                        when 'company' then coalesce(arrival.group_id::text, 'none')
                                        else 'came:' || arrival.way end end as key,
             count(*) filter (where arrival.is_now) as came,
             count(arrival.seconds) filter (where arrival.is_now) as answered,
             count(*) filter (where arrival.is_now and arrival.is_in_time) as in_time,
             array_agg(arrival.seconds) filter (where arrival.is_now) as times,
             count(*) filter (where not arrival.is_now) as came_before,
             count(arrival.seconds) filter (where not arrival.is_now) as answered_before,
             count(*) filter (where not arrival.is_now and arrival.is_in_time) as in_time_before
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way))
    ), counted_step as (
      select case when grouping(fact.group_key) = 1 then 'all' else fact.group_key end as key, fact.measure,
             count(*) filter (where fact.at >= since) as facts, count(*) filter (where fact.at < since) as facts_before,
             percentile_cont(0.5) within group (order by fact.seconds) filter (where fact.at >= since) as median
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure), (fact.group_key, fact.measure))
    ), step as (
      select counted_step.key, sum(counted_step.facts) as facts,
             json_object_agg(counted_step.measure,
                             json_build_array(counted_step.facts, round(counted_step.median), counted_step.facts_before)) as numbers
        from counted_step group by counted_step.key
    ), counted as (
      select *, coalesce(arrived.came + arrived.answered + arrived.in_time, 0) + coalesce(step.facts, 0) as all_facts
        from counted_arrival as arrived full join step using (key) where key is not null
    ), listed as materialized (
      select counted.* from counted
        where counted.key <> 'all' and (group_key is null or counted.key = group_key)
        order by counted.all_facts desc, counted.key collate "C" limit most
    ), told as (
      select shown.key, shown.all_facts,
             case when shown.numbers is null then of_arrivals.numbers
                  else (shown.numbers::jsonb || of_arrivals.numbers::jsonb)::json end as numbers
        from (select * from listed union all select * from counted where counted.key = 'all') as shown
        cross join lateral (
          select round(percentile_cont(0.5) within group (order by taken.seconds))::bigint as median
            from unnest(shown.times) as taken (seconds)) as of_times
        cross join lateral (
          select json_strip_nulls(json_build_object(
              'came', case when shown.came + shown.came_before > 0 then to_json(array[shown.came, null, shown.came_before]) end,
              'answered', case when shown.answered + shown.answered_before > 0 then
                to_json(array[shown.answered, of_times.median, shown.answered_before]) end,
              'in_time', case when shown.in_time + shown.in_time_before > 0 then
                to_json(array[shown.in_time, null, shown.in_time_before]) end)) as numbers) as of_arrivals
    )
    select json_build_object(
        'totals', coalesce((select told.numbers from told where told.key = 'all'), '{}'),
        'groups', (select coalesce(json_agg(json_build_object('key', told.key, 'name', company.company_name, 'numbers', told.numbers)
                                            order by told.all_facts desc, told.key collate "C"), '[]')
                     from told
                     left join public.clients as company
                       on company.id = case when grouping_by = 'company' and told.key not in ('all', 'none') then told.key::uuid end
                     where told.key <> 'all'),
        'group_count', (select count(*) from counted where counted.key <> 'all'))
      into found;
    return found;
  end $function$;

CREATE VIEW "private"."arrived_enquiries" AS  SELECT item.id AS subject,
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

CREATE VIEW "private"."arrived_requirements" AS  SELECT id AS subject,
    created_at AS at,
    NULL::uuid AS item_id,
    id AS requirement_id,
    recruiter_id,
    client_id,
        CASE
            WHEN is_filed_by_team THEN 'team'::text
            ELSE 'company'::text
        END AS way,
    private.promised('requirement'::public.inbox_kind) AS promised,
    is_filed_by_team
   FROM public.job_requirements requirement
  WHERE ((source_contact_id IS NULL) AND (source_posting_id IS NULL) AND (source_consultation_id IS NULL));

CREATE VIEW "private"."arrivals" AS  SELECT arrived_requirements.subject,
    arrived_requirements.at,
    arrived_requirements.item_id,
    arrived_requirements.requirement_id,
    arrived_requirements.recruiter_id,
    arrived_requirements.client_id,
    arrived_requirements.way,
    arrived_requirements.promised
   FROM private.arrived_requirements
UNION ALL
 SELECT arrived_enquiries.subject,
    arrived_enquiries.at,
    arrived_enquiries.item_id,
    arrived_enquiries.requirement_id,
    arrived_enquiries.recruiter_id,
    arrived_enquiries.client_id,
    arrived_enquiries.way,
    arrived_enquiries.promised
   FROM private.arrived_enquiries;

CREATE INDEX first_answers_enquiries ON private.first_answers USING btree (came_at) INCLUDE (subject, answered_at)
  WHERE (item_id = subject);
