set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."export_figures"(date, text);

DROP FUNCTION "private"."figures_of"(date, text, text, integer);

DROP FUNCTION "public"."export_figures"(date, text);

CREATE OR REPLACE FUNCTION private.export_figures (
  month       date,
  grouping_by text
)
  RETURNS json
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
  begin
    if measures && array['came', 'answered', 'in_time'] then
      return query
        with arrived as not materialized (
          select arrival.* from private.arrivals as arrival where arrival.at >= since and arrival.at < before
        ), answered as not materialized (
          select arrived.*, answer.answered_at from arrived
            join private.first_answers as answer
              on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
            where arrived.way <> 'team'
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
        )
        select fact.measure, fact.at, fact.seconds, fact.item_id, fact.requirement_id, fact.entry_id, fact.recruiter_id, fact.client_id,
               case grouping_by when 'recruiter' then coalesce(fact.recruiter_id::text, 'nobody')
                                when 'company' then coalesce(fact.client_id::text, 'none')
                                when 'source' then fact.source end
          from fact;
    end if;
    if not measures <@ array['came', 'answered', 'in_time'] then
      return query
        with step as (
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
          select step.measure, step.at, greatest(0, extract(epoch from step.at - requirement.created_at))::double precision as seconds,
                 null::uuid as item_id, requirement.id as requirement_id, entry.id as entry_id, requirement.recruiter_id,
                 requirement.client_id,
                 'candidate:' || case when person.source is null then '' else lower(private.trimmed(person.source)) end as source
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
    end if;
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
      select case when grouping(arrival.group_id) = 1 then 'all'
                  else case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                        when 'company' then coalesce(arrival.group_id::text, 'none')
                                        else 'came:' || arrival.way end end as key,
             count(*) filter (where arrival.is_now) as came,
             count(arrival.seconds) filter (where arrival.is_now) as answered,
             count(*) filter (where arrival.is_now and arrival.is_in_time) as in_time,
             percentile_cont(0.5) within group (order by arrival.seconds) filter (where arrival.is_now) as median,
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
          select json_strip_nulls(json_build_object(
              'came', case when shown.came + shown.came_before > 0 then json_build_array(shown.came, null, shown.came_before) end,
              'answered', case when shown.answered + shown.answered_before > 0 then
                json_build_array(shown.answered, round(shown.median), shown.answered_before) end,
              'in_time', case when shown.in_time + shown.in_time_before > 0 then
                json_build_array(shown.in_time, null, shown.in_time_before) end)) as numbers) as of_arrivals
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

CREATE OR REPLACE FUNCTION private.job_place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with parts as materialized (
      select part.name, part.name = 'india' or part.name in (
               -- Of each country once, and not of each job.
               select private.place_parts(known.country)
                 from (select distinct advert.country from private.open_adverts as listed
                         join public.adverts as advert on advert.requirement_id = listed.requirement_id) as known) as is_country,
             coalesce(private.place_query(part.name) || case when part.name in ('delhi', 'new delhi', 'dilli') then private.place_query('ncr') end,
                      private.place_query(part.name)) as query
        from private.place_parts(left(place, 200)) as part (name)
    ), joined as (
      select string_agg('(' || parts.query::text || ')', ' | ') filter (where not parts.is_country)::tsquery as towns,
             string_agg('(' || parts.query::text || ')', ' | ') filter (where parts.is_country)::tsquery as countries
        from parts
    )
    select coalesce(joined.towns && joined.countries, joined.towns, joined.countries) from joined
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
    return private.figures_of(month, grouping_by, own, 25)::jsonb || jsonb_build_object('is_manager', is_manager);
  end $function$;

CREATE OR REPLACE FUNCTION public.export_figures (
  month       date,
  grouping_by text DEFAULT 'recruiter'::text
)
  RETURNS json
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.export_figures(month, grouping_by) $function$;

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM PUBLIC, "anon", "service_role";

CREATE INDEX open_requirements_holder ON private.open_requirements USING btree (requirement_id) INCLUDE (recruiter_id);

REVOKE ALL ON FUNCTION "private"."export_figures"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."figures_of"(date, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "postgres";
