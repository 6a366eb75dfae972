set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.own_requirements (
  size        integer,
  wanted      public.requirement_status,
  only_unread boolean,
  before_at   timestamp with time zone,
  before_id   uuid,
  words       text,
  sort        text
)
  RETURNS TABLE (
    id       uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.current_client_id();
    by_deadline boolean := sort is not distinct from 'deadline';
    key text := case when by_deadline then $sql$coalesce(requirement.deadline, '2999-12-31')$sql$ else 'requirement.created_at' end;
    way text := case when sort is null then 'desc' else 'asc' end;
    query tsquery := private.search_query(words) && quote_literal(private.company_lexeme(company))::tsquery;
    found uuid[];
    has_parts boolean;
  begin
    if sort not in ('oldest', 'deadline') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif words is not null and query is null then
      return;
    end if;
    found := case when words is not null then private.find_by_words('public.inbox_items', query) end;
    has_parts := (wanted is not null or by_deadline) and found is null and not coalesce(only_unread, false);
    return query execute concat(
        'select page.id, ', case when by_deadline then $sql$page.key::timestamp at time zone 'UTC'$sql$ else 'page.key' end,
        ' from (', case when has_parts then
          'select listed.* from unnest(enum_range($2, $2)) as each_status
             cross join unnest(enum_range(null::public.requirement_priority)) as each_priority cross join lateral (' end,
        'select requirement.id, ', key, ' as key from public.job_requirements as requirement where requirement.client_id = $1',
        case when has_parts then ' and requirement.status = each_status and requirement.priority = each_priority'
             when wanted is not null then ' and requirement.status = $2' end,
        case when only_unread then
          ' and requirement.id in (select unread.requirement_id from public.unread_messages as unread where unread.user_id = $3)' end,
        case when found is not null then
               ' and requirement.id in (select item.requirement_id from public.inbox_items as item where item.id = any ($4))'
             when words is not null then
               ' and exists (select from public.inbox_items as item where item.requirement_id = requirement.id and item.search @@ $5)' end,
        case when before_id is not null then format(' and (%s, requirement.id) %s (%s, $7)', key,
          case way when 'desc' then '<' else '>' end,
          case when by_deadline then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        format(' order by %1$s %2$s, requirement.id %2$s limit $8', key, way),
        case when has_parts then format(') as listed order by listed.key %1$s, listed.id %1$s limit $8', way) end,
        format(') as page order by page.key %1$s, page.id %1$s', way))
      using company, wanted, private.current_user_id(), found, query, before_at, before_id, least(greatest(size, 0), 100) + 1;
  end $function$;
