-- The lists of open requirements: by what they wait for, and whose they are (docs/decisions/inbox.md).

-- Before this moment a last word is silence.
create function private.silent_since() returns timestamptz
  language sql stable set search_path = '' as $$ select now() - interval '5 days' $$;

-- The last day of the week that begins today, where the agency is.
create function private.end_of_week() returns date
  language sql stable set search_path = '' as $$ select private.today() + 6 $$;

-- The groups of the open requirements, in the order of the page.
create function private.work_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['silent', 'deadline', 'nobodys', 'waiting', 'rest'] $$;

-- Each open requirement with its group, the first that fits, and its deadline as a key to sort by: midnight UTC.
create view private.grouped_requirements as
  select open.*, open.deadline::timestamp at time zone 'UTC' as deadline_at,
         case when open.last_word_at < (select private.silent_since()) then 'silent'
              when open.deadline <= (select private.end_of_week()) then 'deadline'
              when open.recruiter_id is null then 'nobodys'
              when open.waits_for = 'company' then 'waiting'
              else 'rest' end as work_group
    from private.open_requirements as open;

-- One page of the open requirements in groups, each by its last word, those with a deadline by that; or in one list, sorted.
-- The next page starts after the last row's group, key and id. A search finds by the words of their items. Each group is
-- planned anew with its values (private.inbox_page).
create function private.open_page(
    caller uuid, filter public.requirement_filter, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid, work_group text, sort_key timestamptz)
  language plpgsql stable rows 26 set search_path = '' set plan_cache_mode = force_custom_plan as $$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    silent_since timestamptz := private.silent_since();
    groups text[] := case when filter.only_group is not null then array[filter.only_group]
                          when filter.sort is not null then array['all'] else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := filter.sort is not null and coalesce(filter.descending, false);
    room integer := most;
    query tsquery := private.search_query(filter.words);
    -- The requirements of a search that finds few items.
    found uuid[];
    listed text;
    got integer;
  begin
    if filter.words is not null and query is null then
      return;
    elsif filter.sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if query is not null then
      found := private.find_by_words('public.inbox_items', query);
      if found is not null then
        found := array(select item.requirement_id from public.inbox_items as item
                         where item.id = any (found) and item.requirement_id is not null);
      end if;
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
            and (filter.client is null or open.client_id = filter.client)
            and (found is null or open.requirement_id = any (found))
            -- Each is compared on the way, in the list's order: Postgres would compare every item before.
            and (query is null or found is not null
                 or (select private.has_words(item.search, query) from public.inbox_items as item
                       where item.requirement_id = open.requirement_id))
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
  end $$;

-- The page as the team sees it: at most 25 rows and one more, which tells that there is a next page.
create function private.list_open_requirements(
    filter public.requirement_filter, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
    with page as materialized (
      select * from private.open_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (requirement_id, work_group, sort_key, place))
    select requirement.id, page.work_group, page.sort_key, requirement.job_title, requirement.location, requirement.client_id,
           company.company_name, requirement.status, requirement.priority, requirement.positions_count, requirement.positions_filled,
           requirement.recruiter_id, requirement.deadline, requirement.created_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts || private.applicant_counts(requirement.id)
      from page
      join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $$;
grant execute on function private.list_open_requirements to authenticated;

-- How many open requirements each group has, whatever is looked for in them: of what is silent, beyond a thousand, a thousand.
create function private.count_open_requirements(filter public.requirement_filter) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
                  and (filter.client is null or open.client_id = filter.client)
                group by open.work_group) as counted);
  end $$;
grant execute on function private.count_open_requirements to authenticated;

-- # Giving several

-- Puts somebody in charge of up to fifty requirements, or nobody, each as the caller has seen it. Says of each what became of
-- it: changed, also when it was theirs already, stale or gone; and what it is called. Always in the same order, so that two
-- who do it at once don't wait for each other in a circle.
create function private.give_requirements(requirements uuid[], seen integer[], person uuid)
  returns table (requirement_id uuid, outcome text, job_title text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    wanted record;
    requirement public.job_requirements;
  begin
    perform private.lock_team(person);
    perform from public.job_requirements as requirement_row where requirement_row.id = any (requirements) order by requirement_row.id for no key update;
    perform from public.inbox_items as item where item.requirement_id = any (requirements) order by item.id for update;
    for wanted in select * from private.seen_versions(requirements, seen) loop
      select * into requirement from public.job_requirements as requirement_row where requirement_row.id = wanted.id;
      requirement_id := wanted.id;
      job_title := requirement.job_title;
      if requirement.id is null then
        outcome := 'gone';
      elsif requirement.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif requirement.version is distinct from wanted.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = requirement.id;
        perform private.log_activity('recruiter_named', 'requirement', requirement.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.give_requirements to authenticated;

-- # Exposed through the Data API

create function public.list_open_requirements(
    filter public.requirement_filter default null, after_group text default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_open_requirements(filter, after_group, after_key, after_id)
  $$;
grant execute on function public.list_open_requirements to authenticated;

create function public.count_open_requirements(filter public.requirement_filter default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.count_open_requirements(filter) $$;
grant execute on function public.count_open_requirements to authenticated;

create function public.give_requirements(requirements uuid[], seen integer[], person uuid default null)
  returns table (requirement_id uuid, outcome text, job_title text)
  language sql set search_path = '' as $$ select * from private.give_requirements(requirements, seen, person) $$;
grant execute on function public.give_requirements to authenticated;
