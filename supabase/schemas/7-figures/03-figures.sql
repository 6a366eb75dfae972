-- The figures of a month beside those of the one before, and the rows of each: counted and listed from the same facts
-- (02-figure-facts.sql).

-- Refuses what there is no such figure of, and of somebody else's to whoever may not read those: an admin or HR manager reads all,
-- a recruiter the agency's and their own. Returns who asks.
create function private.require_figures(month date, grouping_by text, group_key text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    if month is null or extract(day from month) <> 1 or month not between '2000-01-01' and '2999-12-01'
      or grouping_by is not null and grouping_by <> all (private.figure_groupings()) then
      raise exception 'figure_unknown' using errcode = 'PT422';
    elsif grouping_by = 'recruiter' and group_key is distinct from caller::text and not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return caller;
  end $$;

-- What came in two months, counted by month and group, and of the second month the seconds until each was answered; not as three facts
-- each, which takes most of the time. Requirements and enquiries are joined with their answers apart, since an index of each has both
-- in the order of time. Planned with its values (private.inbox_page).
create function private.counted_arrivals(before timestamptz, since timestamptz, until timestamptz, grouping_by text)
  returns table (key text, came bigint, answered bigint, in_time bigint, times double precision[], came_before bigint,
                 answered_before bigint, in_time_before bigint)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  #variable_conflict use_column
  begin
    return query
      with answered as (
        select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
          from private.arrived_requirements as arrived
          left join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at = arrived.at and not arrived.is_filed_by_team
              and answer.came_at >= before and answer.came_at < until
          where arrived.at >= before and arrived.at < until
        union all
        select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
          from private.arrived_enquiries as arrived
          left join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at = arrived.at
              and answer.item_id = answer.subject and answer.came_at >= before and answer.came_at < until
          where arrived.at >= before and arrived.at < until
      ), arrival as (
        select answered.at >= since as is_now, date_part('epoch', answered.answered_at - answered.at) as seconds,
               answered.answered_at <= answered.at + answered.promised as is_in_time,
               case grouping_by when 'recruiter' then answered.recruiter_id when 'company' then answered.client_id end as group_id,
               case when grouping_by = 'source' then answered.way end as way
          from answered
      )
      select case when grouping(arrival.group_id) = 1 then 'all'
                  else case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                        when 'company' then coalesce(arrival.group_id::text, 'none')
                                        else 'came:' || arrival.way end end,
             count(*) filter (where arrival.is_now), count(arrival.seconds) filter (where arrival.is_now),
             count(*) filter (where arrival.is_now and arrival.is_in_time), array_agg(arrival.seconds) filter (where arrival.is_now),
             count(*) filter (where not arrival.is_now), count(arrival.seconds) filter (where not arrival.is_now),
             count(*) filter (where not arrival.is_now and arrival.is_in_time)
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way));
  end $$;

-- Each measure of a month: how many, the median of the seconds it took, and how many in the month before; of all, and of the groups
-- with the most, or of the one that is named. Medians are made of what is listed alone.
create function private.figures_of(month date, grouping_by text, group_key text, most integer) returns json
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  declare
    first_day date := (month - interval '1 month')::date;
    end_day date := (month + interval '1 month')::date;
    since timestamptz := month::timestamp at time zone private.zone();
    found json;
  begin
    with counted_step as (
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
        from private.counted_arrivals(first_day::timestamp at time zone private.zone(), since,
                                      end_day::timestamp at time zone private.zone(), grouping_by) as arrived
        full join step using (key) where key is not null
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
  end $$;

-- The figures as their page has them, and whether the caller reads those of every recruiter.
create function private.read_figures(month date, grouping_by text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    caller uuid := private.require_figures(month, null, null);
    is_manager boolean := private.may_export();
    own text := case when grouping_by = 'recruiter' and not is_manager then caller::text end;
  begin
    perform private.require_figures(month, grouping_by, coalesce(own, caller::text));
    return private.figures_of(month, grouping_by, own, 25)::jsonb || jsonb_build_object('is_manager', is_manager);
  end $$;
grant execute on function private.read_figures to authenticated;

-- The same for a file, with every group.
create function private.export_figures(month date, grouping_by text) returns json
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, null);
    return private.figures_of(month, grouping_by, null, 10000);
  end $$;
grant execute on function private.export_figures to authenticated;

-- A fact as the rows of a figure have it, and how many rows there are.
create type public.figure_row as (
  id uuid, at timestamptz, seconds double precision, item_id uuid, requirement_id uuid, entry_id uuid, candidate_id uuid,
  candidate text, title text, company text, client_id uuid, recruiter_id uuid, total integer
);

-- The facts that a figure counts, the newest first: so many from a place on.
create function private.figure_rows(
    month date, measure text, grouping_by text, group_key text, after_at timestamptz, after_id uuid, most integer)
  returns setof public.figure_row
  language sql stable security definer set search_path = '' as $$
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
  $$;

-- A page of them, at most fifty and one more, which tells that there is a next page.
create function private.list_figure_rows(
    month date, measure text, grouping_by text, group_key text, after_at timestamptz, after_id uuid)
  returns setof public.figure_row
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_figures(month, grouping_by, group_key);
    return query select * from private.figure_rows(month, measure, grouping_by, group_key, after_at, after_id, 51);
  end $$;
grant execute on function private.list_figure_rows to authenticated;

-- The same for a file, five hundred at a time.
create function private.export_figure_rows(
    month date, measure text, grouping_by text, group_key text, after_at timestamptz, after_id uuid)
  returns setof public.figure_row
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, group_key);
    return query select * from private.figure_rows(month, measure, grouping_by, group_key, after_at, after_id, 500);
  end $$;
grant execute on function private.export_figure_rows to authenticated;

-- # Exposed through the Data API

create function public.read_figures(month date, grouping_by text default 'recruiter') returns jsonb
  language sql stable set search_path = '' as $$ select private.read_figures(month, grouping_by) $$;
grant execute on function public.read_figures to authenticated;

create function public.export_figures(month date, grouping_by text default 'recruiter') returns json
  language sql set search_path = '' as $$ select private.export_figures(month, grouping_by) $$;
grant execute on function public.export_figures to authenticated;

create function public.list_figure_rows(
    month date, measure text, grouping_by text default null, group_key text default null, after_at timestamptz default null,
    after_id uuid default null) returns setof public.figure_row
  language sql stable set search_path = ''
  as $$ select * from private.list_figure_rows(month, measure, grouping_by, group_key, after_at, after_id) $$;
grant execute on function public.list_figure_rows to authenticated;

create function public.export_figure_rows(
    month date, measure text, grouping_by text default null, group_key text default null, after_at timestamptz default null,
    after_id uuid default null) returns setof public.figure_row
  language sql set search_path = ''
  as $$ select * from private.export_figure_rows(month, measure, grouping_by, group_key, after_at, after_id) $$;
grant execute on function public.export_figure_rows to authenticated;
