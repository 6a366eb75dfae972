SET local check_function_bodies = off;

DROP FUNCTION "private"."count_inbox"();

CREATE OR REPLACE FUNCTION private.count_group (
  caller     uuid,
  item_group text
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
      begin
        if item_group = 'overdue' then
          return (select count(*) from (select from public.inbox_items where  state in ('new', 'open', 'waiting') and due_at < now()
        and not (is_suspect and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false)))  limit 1000) as line);
        end if;
        if item_group = 'unclaimed' then
          return (select count(*) from (select from public.inbox_items where  state in ('new', 'open') and due_at >= now() and not is_suspect and not is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now())  limit 1000) as line);
        end if;
        if item_group = 'mine' then
          return (select count(*) from (select from public.inbox_items where  state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now())  limit 1000) as line);
        end if;
        if item_group = 'waiting' then
          return (select count(*) from (select from public.inbox_items where  state = 'waiting' and due_at >= now()  limit 1000) as line);
        end if;
        if item_group = 'others' then
          return (select count(*) from (select from public.inbox_items where  state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now())  limit 1000) as line);
        end if;
        if item_group = 'flood' then
          return (select count(*) from (select from public.inbox_items where  state in ('new', 'open') and due_at >= now() and not is_suspect and is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now())  limit 1000) as line);
        end if;
        if item_group = 'suspect' then
          return (select count(*) from (select from public.inbox_items where  state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now())  limit 1000) as line);
        end if;
      end $function$;

CREATE OR REPLACE FUNCTION private.count_inbox()
  RETURNS TABLE (
    item_group text,
    items      integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select name, private.count_group(caller.id, name) from caller cross join unnest(private.inbox_groups()) as name
  $function$;

CREATE OR REPLACE FUNCTION private.group_page (
  caller     uuid,
  item_group text,
  room       integer
)
  RETURNS TABLE (
    item_id  uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
      begin
        if item_group = 'overdue' then
          return query select id, due_at from public.inbox_items where  state in ('new', 'open', 'waiting') and due_at < now()
        and not (is_suspect and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false)))  order by due_at, id limit room;
        end if;
        if item_group = 'unclaimed' then
          return query select id, due_at from public.inbox_items where  state in ('new', 'open') and due_at >= now() and not is_suspect and not is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now())  order by due_at, id limit room;
        end if;
        if item_group = 'mine' then
          return query select id, due_at from public.inbox_items where  state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now())  order by due_at, id limit room;
        end if;
        if item_group = 'waiting' then
          return query select id, due_at from public.inbox_items where  state = 'waiting' and due_at >= now()  order by due_at, id limit room;
        end if;
        if item_group = 'others' then
          return query select id, due_at from public.inbox_items where  state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now())  order by due_at, id limit room;
        end if;
        if item_group = 'flood' then
          return query select id, due_at from public.inbox_items where  state in ('new', 'open') and due_at >= now() and not is_suspect and is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now())  order by due_at, id limit room;
        end if;
        if item_group = 'suspect' then
          return query select id, due_at from public.inbox_items where  state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now())  order by due_at, id limit room;
        end if;
      end $function$;

CREATE OR REPLACE FUNCTION private.inbox_news (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_team(person) then
      return null;
    end if;
    return nullif(
      jsonb_build_object(
        'unclaimed', private.count_group(person, 'unclaimed'), 'overdue', private.count_group(person, 'overdue'),
        'mine', private.count_group(person, 'mine'), 'day', private.day_of(person, 5)),
      '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  only_group  text,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id  uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    way text := case when is_falling then 'desc' else 'asc' end;
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then case when suspect then ' and is_suspect' else ' and not is_suspect' end end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at is not null)
                                        and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
    search record;
    -- All that a line is found by.
    with_company constant text := 'case when line.requirement_id is null then line.search
      else line.search || (select company.search from public.job_requirements as filed
                             join public.clients as company on company.id = filed.client_id
                             where filed.id = line.requirement_id) end';
    by_words text;
    has_words text;
    recent tsquery[];
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
    is_active boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
      has_words := concat('(%1$s @@ $5', case when search.of_companies is not null then ' or %1$s @@ $12' end, ')');
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null and filters = '' and is_grouped and not is_falling and (place > first_group or after_id is null)
          and groups[place] <> 'active' then
        return query select * from private.group_page(caller, groups[place], room);
        get diagnostics got = row_count;
      elsif words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        is_active := groups[place] <> 'all';
        -- Its company is asked in the order of the page, and no further than it goes.
        by_words := format('with line as materialized (select * from %%s %5$s),
              listed as (select id, %1$I as key, search, requirement_id from line where %2$s %4$s order by %1$I %3$s, id %3$s %6$s)
            select id, key from listed as line where %7$s order by key %3$s, id %3$s limit $9', key, conditions, way,
            case when search.is_compared then 'and search @@ $11' end,
            case when is_active then 'and ' || private.inbox_group_condition('active') end,
            case when search.is_exact then 'limit $9' end,
            case when search.is_exact then 'true' else concat(with_company, ' @@ $10') end);
        foreach walked in array search.walks loop
          -- What is still to be done has an index of its words alone, which is short.
          exit when is_active and coalesce(walked, 20000) > 2000;
          if walked is not null then
            execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
                select line.id, line.key
                  from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                          order by %1$I %3$s, id %3$s limit $9) as line
                  where %4$s
                  limit $10) as listed', key, conditions, way,
                concat_ws(' and ', case when search.companies is not null then '(line.search @@ $5 or (
                            select filed.client_id from public.job_requirements as filed where filed.id = line.requirement_id)
                              = any ($12))'
                          when search.line_query is not null then 'line.search @@ $5' end,
                          case when search.needs_company then concat(with_company, ' @@ $11') end))
              into found, keys
              using caller, kind, state, suspect, search.line_query, person, after_key, after_id, walked, room,
                    search.typed, search.companies;
            is_all := coalesce(cardinality(found), 0) = room;
            if not is_all then
              execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                                order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
                into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
            end if;
            exit when is_all;
          end if;
          continue when is_active or not search.by_period or key <> 'created_at' or not is_falling;
          recent := private.recent_queries(search.by_index, search.of_companies, after_key);
          execute format('select array_agg(id order by key desc, id desc), array_agg(key order by key desc, id desc) from (%s) as listed',
                         format(by_words, 'public.inbox_items as line where ' || format(
                           has_words, 'private.searchable_in_period(line.search, line.created_at)')))
            into found, keys
            using caller, kind, state, suspect, recent[1], person, after_key, after_id, room, search.typed, search.whole,
                  recent[2];
          is_all := coalesce(cardinality(found), 0) = room;
          exit when is_all;
          search.by_period := false;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format(by_words, concat(
              case when is_active then 'public.inbox_items' else 'private.searched_lines' end, ' as line where ',
              case when search.rarest is null then format(has_words, 'line.search') else 'line.search @@ $5' end))
            using caller, kind, state, suspect, coalesce(search.rarest, search.by_index), person, after_key, after_id, room,
                  search.typed, search.whole, search.of_companies;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

REVOKE ALL ON FUNCTION "private"."count_group"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_inbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_inbox"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."group_page"(uuid, text, integer) FROM PUBLIC;
