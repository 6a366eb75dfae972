-- Lists and searches that cost the same however much is in the database: each filter has an index that gives its rows in the
-- list's order, and a search asks the index of the words, or walks, as is shorter (docs/decisions/026).

set statement_timeout = 0;

-- Of requirements by status and priority there are sixteen places in each of these, every one in the list's order.
create index job_requirements_client_status on public.job_requirements
  (client_id, status, priority, created_at desc, id desc);
create index job_requirements_recruiter_status on public.job_requirements
  (recruiter_id, status, priority, created_at desc, id desc);
create index job_requirements_client_recruiter on public.job_requirements
  (client_id, recruiter_id, created_at desc, id desc);
-- A form that comes twice is looked for by its own id.
create index job_requirements_form on public.job_requirements (form_id);

-- Lines of one kind; suspect ones, of which there may be none; those that are closed, and nobody had them in hand.
create index inbox_items_kind on public.inbox_items (kind, created_at, id);
create index inbox_items_suspects on public.inbox_items (created_at, id) where is_suspect;
create index inbox_items_nobodys on public.inbox_items (state, created_at, id)
  where state in ('done', 'spam') and (assignee is null or claim_expires_at is not null);
-- All lines by when they are due, for a search in that order.
create index inbox_items_due on public.inbox_items (due_at, id);
-- What is still to be done, by kind, by who has it in hand, and in the other two orders.
create index inbox_items_active_kind on public.inbox_items (kind, due_at, id)
  include (state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_assignee on public.inbox_items (assignee, due_at, id)
  include (kind, state, is_suspect, is_flood, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_came on public.inbox_items (created_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_activity on public.inbox_items (last_activity_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');

-- One page of requirements, the newest first. Rows come from an index in their order: of those without a status or a priority
-- from each status and priority in turn, and the newest of all these.
create or replace function private.requirements_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, client uuid,
    words text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid) language plpgsql stable rows 25 set search_path = ''
  as $$
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
    walked := search.walked;
    while walked is not null loop
      execute format('select array(select page.id from (%s) as page
            cross join lateral (select line.search || company.search as words
                                  from public.inbox_items as line
                                  join public.job_requirements as filed on filed.id = line.requirement_id
                                  join public.clients as company on company.id = filed.client_id
                                  where line.requirement_id = page.id limit 1) as line
            where line.words @@ $8 order by page.created_at desc, page.id desc limit $9)', listed)
        into found using status, priority, person, client, after_key, after_id, walked, search.typed, room;
      is_all := cardinality(found) = room;
      if not is_all then
        execute format('select count(*) < $7 from (%s) as page', listed)
          into is_all using status, priority, person, client, after_key, after_id, walked;
      end if;
      if is_all then
        return query select * from unnest(found);
        return;
      end if;
      walked := case when walked = search.walked then 10 * walked end;
    end loop;
    return query execute concat(
      'with found as materialized (select line.requirement_id as id, line.created_at, line.search
                                     from public.inbox_items as line
                                     where line.kind = ''requirement'' and line.search @@ $8)
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
      ' order by filed.created_at desc, filed.id desc limit $7')
      using status, priority, person, client, after_key, after_id, room, search.by_index, search.typed;
  end $$;

-- One page of the inbox: each group in turn, or one alone. What a group is and who sees which line says the condition; here
-- is only how the lines are found.
create or replace function private.inbox_page(
    caller uuid, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, only_group text, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (item_id uuid, sort_key timestamptz) language plpgsql stable rows 25 set search_path = ''
  as $$
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
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups()) then
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
        walked := search.walked;
        while walked is not null and not is_all loop
          execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
              select line.id, line.key
                from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                        order by %1$I %3$s, id %3$s limit $9) as line
                where case when line.requirement_id is null then line.search
                           else line.search || (select company.search from public.job_requirements as filed
                                                  join public.clients as company on company.id = filed.client_id
                                                  where filed.id = line.requirement_id) end @@ $5
                limit $10) as listed', key, conditions, way)
            into found, keys using caller, kind, state, suspect, search.typed, person, after_key, after_id, walked, room;
          is_all := coalesce(cardinality(found), 0) = room;
          if not is_all then
            execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                              order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
              into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
          end if;
          walked := case when walked = search.walked then 10 * walked end;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format('with line as materialized (select * from public.inbox_items where search @@ $5)
              select id, %1$I from line where %2$s %4$s order by %1$I %3$s, id %3$s limit $9', key, conditions, way,
              case when not search.is_exact then 'and case when requirement_id is null then search
                  else search || (select company.search from public.job_requirements as filed
                                    join public.clients as company on company.id = filed.client_id
                                    where filed.id = line.requirement_id) end @@ $10' end)
            using caller, kind, state, suspect, search.by_index, person, after_key, after_id, room, search.typed;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;
