-- The lists of open requirements: by what they wait for, and whose they are (docs/decisions/inbox.md).

-- Before this moment a last word is silence.
create function private.silent_since() returns timestamptz
  language sql stable set search_path = '' as $$ select now() - interval '5 days' $$;

-- The last day of the week that begins today, where the agency is.
create function private.end_of_week() returns date
  language sql stable set search_path = '' as $$ select private.today() + 6 $$;

-- The groups of the open requirements, in the order of the page. Each is in the first that fits.
create function private.work_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['silent', 'deadline', 'nobodys', 'waiting', 'rest'] $$;

create function private.work_group(held private.open_requirements) returns text
  language sql stable set search_path = '' as $$
    select case when (held).last_word_at < private.silent_since() then 'silent'
                when (held).deadline <= private.end_of_week() then 'deadline'
                when (held).recruiter_id is null then 'nobodys'
                when (held).waits_for = 'company' then 'waiting'
                else 'rest' end
  $$;

-- The same as conditions ($1: since when silence is, $2: the end of the week); a test compares the two. Of all but the first
-- only what was said of lately is read, and so no deadline is looked for by an index: those of what is silent stand there.
create function private.work_group_condition(wanted text) returns text
  language sql immutable set search_path = '' as $$
    select case wanted
      when 'silent' then 'last_word_at < $1'
      when 'deadline' then 'last_word_at >= $1 and deadline + 0 <= $2'
      when 'nobodys' then 'last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is null'
      when 'waiting' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for = 'company' $sql$
      when 'rest' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for is distinct from 'company' $sql$
      when 'all' then 'true'
    end
  $$;

-- What a list is sorted by, where it is not in groups.
create function private.work_key(sort text) returns text
  language sql immutable set search_path = ''
  as $$ select case sort when 'word' then 'last_word_at' when 'deadline' then 'deadline' when 'age' then 'filed_at' end $$;

-- One page of the open requirements in groups, each by its last word, those with a deadline by that; or in one list, sorted.
-- The next page starts after the last row's group, key and id. A day is a key at midnight UTC.
create function private.open_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, only_group text,
    sort text, descending boolean, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid, sort_key timestamptz)
  language plpgsql stable rows 26 set search_path = '' as $$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    groups text[] := case when only_group is not null then array[only_group] when sort is not null then array['all']
                          else private.work_groups() end;
    first_group integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    got integer;
    key text;
    is_day boolean;
    way text;
  begin
    if sort is not null and private.work_key(sort) is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_group .. cardinality(groups) loop
      key := coalesce(private.work_key(sort), case when groups[place] = 'deadline' then 'deadline + 0' else 'last_word_at' end);
      is_day := starts_with(key, 'deadline');
      way := case when is_falling then 'desc' else 'asc' end;
      return query execute format(
        'select listed.requirement_id, %1$s
           from (select status, priority from unnest($3::public.requirement_status[]) as status
                   cross join unnest(enum_range($4, $4)) as priority) as part
           cross join lateral (
             select held.requirement_id, %2$s as key from private.open_requirements as held
               where held.status = part.status and held.priority = part.priority and %3$s %4$s
               order by %2$s %5$s, requirement_id %5$s limit $8) as listed
           order by key %5$s, listed.requirement_id %5$s limit $8',
        case when is_day then $sql$listed.key::timestamp at time zone 'UTC'$sql$ else 'listed.key' end,
        key,
        concat(private.work_group_condition(groups[place]),
          case when whose = 'nobody' then ' and recruiter_id is null' when whose is not null then ' and recruiter_id = $5' end),
        case when place = first_group and after_id is not null
          then format(' and (%s, requirement_id) %s (%s, $7)', key, case when is_falling then '<' else '>' end,
                      case when is_day then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        way)
        using private.silent_since(), private.end_of_week(),
              case when status is null then private.open_statuses() else array[status] end, priority, person, after_key,
              after_id, room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;

-- The page as the team sees it: at most 25 rows and one more, which tells that there is a next page.
create function private.list_open_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, only_group text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.* from caller
        cross join lateral private.open_page(caller.id, status, priority, whose, only_group, sort, descending, after_group,
                                             after_key, after_id, 26)
          with ordinality as page (requirement_id, sort_key, place))
    select filed.id, private.work_group(held), page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for,
           counted.counts
      from page
      cross join lateral (select * from private.open_requirements as listed
                            where listed.requirement_id = page.requirement_id limit 1) as held
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $$;
grant execute on function private.list_open_requirements to authenticated;

-- How many open requirements each group has: of what is silent, beyond a thousand, a thousand. The others are what was said
-- of in five days.
create function private.count_open_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text)
  returns jsonb language plpgsql stable security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    theirs text := case when whose = 'nobody' then ' and recruiter_id is null'
                        when whose is not null then ' and recruiter_id = $5' else '' end;
    part record;
    silent integer := 0;
    more integer;
    counts jsonb;
  begin
    for part in
      select each_status, each_priority
        from unnest(case when status is null then private.open_statuses() else array[status] end) as each_status
        cross join unnest(enum_range(priority, priority)) as each_priority
    loop
      execute concat('select count(*)::integer from (select from private.open_requirements
        where status = $3 and priority = $4 and last_word_at < $1', theirs, ' limit $2) as line')
        into more using private.silent_since(), 1000 - silent, part.each_status, part.each_priority, person;
      silent := silent + more;
    end loop;
    -- By the conditions, whose times are the same for every row.
    execute concat('select jsonb_strip_nulls(jsonb_build_object(',
        (select string_agg(format('%L, nullif(count(*) filter (where %s), 0)', item_group,
                                  private.work_group_condition(item_group)), ', ')
           from unnest(private.work_groups()) as item_group where item_group <> 'silent'),
        ')) from unnest($3) as part_status cross join unnest($4) as part_priority
            join private.open_requirements as held on held.status = part_status and held.priority = part_priority
            where last_word_at >= $1', theirs)
      into counts using private.silent_since(), private.end_of_week(),
        case when status is null then private.open_statuses() else array[status] end, enum_range(priority, priority), person;
    return coalesce(counts, '{}') || jsonb_build_object('silent', silent);
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
    asked record;
    held public.job_requirements;
  begin
    perform private.lock_team(person);
    if cardinality(requirements) not between 1 and 50 or cardinality(seen) <> cardinality(requirements) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements as filed where filed.id = any (requirements) order by filed.id for no key update;
    perform from public.inbox_items as line where line.requirement_id = any (requirements) order by line.id for update;
    for asked in
      select id, min(version) as version from unnest(requirements, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.job_requirements as filed where filed.id = asked.id;
      requirement_id := asked.id;
      job_title := held.job_title;
      if held.id is null then
        outcome := 'gone';
      elsif held.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = held.id;
        perform private.log_activity('recruiter_named', 'requirement', held.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.give_requirements to authenticated;

-- # Exposed through the Data API

create function public.list_open_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, only_group text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_open_requirements(status, priority, whose, only_group, sort, descending, after_group,
                                                 after_key, after_id)
  $$;
grant execute on function public.list_open_requirements to authenticated;

create function public.count_open_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.count_open_requirements(status, priority, whose) $$;
grant execute on function public.count_open_requirements to authenticated;

create function public.give_requirements(requirements uuid[], seen integer[], person uuid default null)
  returns table (requirement_id uuid, outcome text, job_title text)
  language sql set search_path = '' as $$ select * from private.give_requirements(requirements, seen, person) $$;
grant execute on function public.give_requirements to authenticated;
