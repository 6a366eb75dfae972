SET local check_function_bodies = off;

DROP FUNCTION "private"."plan_search"(text, uuid, integer);

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
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
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
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        by_words := format('with line as materialized (select * from public.inbox_items as line where %%s)
            select id, %1$I as key from line where %2$s %4$s order by %1$I %3$s, id %3$s limit $9', key, conditions, way,
            concat(case when search.rarest is not null then 'and search @@ $11 ' end,
                   case when not search.is_exact then concat('and ', with_company, ' @@ $10') end));
        foreach walked in array search.walks loop
          if walked is not null then
            execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
                select line.id, line.key
                  from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                          order by %1$I %3$s, id %3$s limit $9) as line
                  where %4$s
                  limit $10) as listed', key, conditions, way,
                concat_ws(' and ', case when search.line_query is not null then 'line.search @@ $5' end,
                          case when search.needs_company then concat(with_company, ' @@ $11') end))
              into found, keys
              using caller, kind, state, suspect, search.line_query, person, after_key, after_id, walked, room,
                    search.typed;
            is_all := coalesce(cardinality(found), 0) = room;
            if not is_all then
              execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                                order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
                into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
            end if;
            exit when is_all;
          end if;
          continue when not search.by_period or key <> 'created_at' or not is_falling;
          execute format('select array_agg(id order by key desc, id desc), array_agg(key order by key desc, id desc) from (%s) as listed',
                         format(by_words, 'private.searchable_in_period(line.search, line.created_at) @@ $5'))
            into found, keys
            using caller, kind, state, suspect, private.recent_query(search.by_index, after_key), person, after_key, after_id,
                  room, search.typed, search.by_index;
          is_all := coalesce(cardinality(found), 0) = room;
          exit when is_all;
          search.by_period := false;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format(by_words, 'line.search @@ $5')
            using caller, kind, state, suspect, coalesce(search.rarest, search.by_index), person, after_key, after_id, room,
                  search.typed, search.by_index;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  words  text,
  client uuid,
  room   integer,
  OUT    typed tsquery,
  OUT    by_index tsquery,
  OUT    rarest tsquery,
  OUT    is_exact boolean,
  OUT    line_query tsquery,
  OUT    needs_company boolean,
  OUT    walks integer[],
  OUT    by_period boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expansion record;
    lines double precision;
    cost double precision;
    most integer;
  begin
    walks := array[null::integer];
    typed := private.search_query(words);
    if numnode(typed) = 0 then
      return;
    end if;
    expansion := private.expand_query(typed);
    by_index := expansion.expanded;
    is_exact := expansion.is_exact;
    if client is not null then
      by_index := by_index && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    -- What a walked line must have of its own: all that is looked for, where few companies have a word of it; else its company's
    -- words are asked as well, of lines that have the rarest word if that is not the companies'.
    needs_company := not is_exact or length(by_index::text) > 1000;
    line_query := case when not needs_company then by_index
                       when length(expansion.rarest::text) < 1000 then expansion.rarest end;
    select reltuples into lines from pg_catalog.pg_class where oid = 'public.inbox_items'::regclass;
    -- Measured in microseconds: a line that is walked, one that the index gives, and an entry of the index on the way to it.
    cost := lines * (2 * expansion.share + 0.35 * expansion.entries);
    -- All entries of the other words are not read where few lines have to be compared with them.
    if 7 * expansion.rare * lines < cost then
      rarest := expansion.rarest;
      cost := case when rarest is null then cost else 3.5 * expansion.rare * lines end;
    end if;
    by_period := cost > 1500;
    if 6 * room < expansion.share * cost then
      most := least(100 + 4 * room / expansion.share, 20000);
      walks := array[case when not by_period then most
                          -- Each of many companies is looked up in each period, which costs as much as walking further.
                          when length(by_index::text) > 1000 and expansion.share * 400 > room then least(most, 800)
                          when expansion.share > 0.15 then least(most, 400) end, 10 * most];
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid,
  most      integer
)
  RETURNS TABLE (
    requirement_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    parts boolean := status is not null or priority is not null;
    conditions text := concat(
      case when whose = 'nobody' then ' and filed.recruiter_id is null'
           when whose is not null then ' and filed.recruiter_id = $3' end,
      case when client is not null then ' and filed.client_id = $4' end,
      case when after_id is not null then ' and (filed.created_at, filed.id) < ($5, $6)' end);
    listed text := concat(
      case when parts then 'select listed.* from (select status, priority
          from unnest(enum_range($1, $1)) as status
          cross join unnest(enum_range($2, $2)) as priority) as part
          cross join lateral (' end,
      'select filed.id, filed.created_at from public.job_requirements as filed where true',
      case when parts then ' and filed.status = part.status and filed.priority = part.priority' end, conditions,
      ' order by filed.created_at desc, filed.id desc limit $7',
      case when parts then ') as listed order by listed.created_at desc, listed.id desc limit $7' end);
    search record;
    by_words text;
    walked integer;
    found uuid[];
    is_all boolean;
  begin
    if words is null then
      return query execute format('select id from (%s) as page order by created_at desc, id desc', listed)
        using status, priority, person, client, after_key, after_id, room;
      return;
    end if;
    search := private.plan_search(words, client, room);
    if numnode(search.typed) = 0 then
      return;
    end if;
    by_words := concat(
      'with indexed as materialized (select line.requirement_id as id, line.created_at, line.search
                                       from public.inbox_items as line where line.kind = ''requirement'' and %s),
       found as (select * from indexed', case when search.rarest is not null then ' where indexed.search @@ $10' end, ')
       select filed.id from found',
      case when not search.is_exact or status is not null or priority is not null or whose is not null
        then ' cross join lateral (select * from public.job_requirements as listed where listed.id = found.id limit 1)' end,
      ' as filed',
      case when not search.is_exact
        then ' join public.clients as company on company.id = filed.client_id
                 and (found.search || company.search) @@ $9' end,
      ' where true',
      case when status is not null then ' and filed.status = $1' end,
      case when priority is not null then ' and filed.priority = $2' end,
      replace(conditions, ' and filed.client_id = $4', ''),
      ' order by filed.created_at desc, filed.id desc limit $7');
    foreach walked in array search.walks loop
      if walked is not null then
        execute format('select array(select page.id from (%s) as page
              cross join lateral (select * from public.inbox_items as held where held.requirement_id = page.id limit 1) as line
              where %s order by page.created_at desc, page.id desc limit $9)', listed,
            concat_ws(' and ', case when search.line_query is not null then 'line.search @@ $8' end,
                      case when search.needs_company then 'line.search || (
                        select company.search from public.job_requirements as filed
                          join public.clients as company on company.id = filed.client_id
                          where filed.id = line.requirement_id) @@ $10' end))
          into found using status, priority, person, client, after_key, after_id, walked, search.line_query, room, search.typed;
        is_all := cardinality(found) = room;
        if not is_all then
          execute format('select count(*) < $7 from (%s) as page', listed)
            into is_all using status, priority, person, client, after_key, after_id, walked;
        end if;
        if is_all then
          return query select * from unnest(found);
          return;
        end if;
      end if;
      continue when not search.by_period;
      execute format('select array(%s)',
                     format(by_words, 'private.searchable_in_period(line.search, line.created_at) @@ $8'))
        into found using status, priority, person, client, after_key, after_id, room,
                         private.recent_query(search.by_index, after_key), search.typed, search.by_index;
      if cardinality(found) = room then
        return query select * from unnest(found);
        return;
      end if;
      search.by_period := false;
    end loop;
    return query execute format(by_words, 'line.search @@ $8')
      using status, priority, person, client, after_key, after_id, room, coalesce(search.rarest, search.by_index), search.typed,
            search.by_index;
  end $function$;

REVOKE ALL ON FUNCTION "private"."plan_search"(text, uuid, integer) FROM PUBLIC;
