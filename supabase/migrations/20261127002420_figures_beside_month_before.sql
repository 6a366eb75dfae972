set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
             json_object_agg(counted.measure, json_build_array(counted.facts, round(counted.median), counted.facts_before)) as numbers
        from counted
        where counted.facts + counted.facts_before > 0
          and (counted.is_total or counted.group_key in (select listed.group_key from listed))
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
