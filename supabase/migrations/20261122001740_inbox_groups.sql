-- One group of the inbox by itself, the next line of the list that one came from, and the next one of a kind.

drop function private.inbox_page(uuid, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text,
                                 timestamptz, uuid, integer);

-- What a list is sorted by, where nobody has said: by due times in its groups, by when it came in a search and of what is
-- closed.
create function private.is_grouped(state public.inbox_state, words text, sort text) returns boolean
  language sql immutable set search_path = ''
  as $$ select words is null and sort is null and (state is null or state not in ('done', 'spam')) $$;

create function private.inbox_key(state public.inbox_state, words text, sort text) returns text
  language sql immutable set search_path = ''
  as $$
    select case coalesce(sort, case when private.is_grouped(state, words, sort) then 'due' else 'came' end)
      when 'due' then 'due_at' when 'came' then 'created_at' when 'activity' then 'last_activity_at' end
  $$;

-- One page of the inbox: which lines in which order, and the key that each was sorted by. The next page starts after the
-- last line's group, key and id. Without a search and a sort it is grouped, each group by its due times, and shows what is
-- to be done, or one of its groups; a search looks at what is closed as well.
create function private.inbox_page(
    caller uuid, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, only_group text, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (item_id uuid, sort_key timestamptz)
  language plpgsql stable rows 25 set search_path = ''
  as $$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then ' and is_suspect = $4' end,
      case when words is not null then ' and search @@ $5' end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_group .. cardinality(groups) loop
      return query execute format(
        'select id, %1$I from public.inbox_items where %2$s %3$s %4$s order by %1$I %5$s, id %5$s limit $9',
        key, private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format('and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end,
        case when is_falling then 'desc' else 'asc' end)
        using caller, kind, state, suspect, private.search_query(words), person, after_key, after_id, room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;

-- The page as the team sees it, at most 25 lines and one more, which tells that there is a next page. An assignee whose
-- claim has run out is not named.
create function private.list_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (select body from public.notes where notes.item_id = item.id
                          order by notes.created_at desc, notes.id desc limit 1) as note on true
      order by page.place
  $$;

-- The same lists for a file, five hundred lines at a time: the next ones start after the last line's group, key and id.
create function private.export_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean)
  language sql volatile security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 500)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $$;

-- The line after another in a list, where that one stood: `from_group` is where it was when it was opened, since what is
-- done with it moves it. None after the last.
create function private.next_item(
    item uuid, from_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text,
    sort text, descending boolean, only_group text) returns table (item_id uuid, item_group text)
  language plpgsql stable security definer rows 1 set search_path = ''
  as $$
  #variable_conflict use_variable
  declare
    caller uuid := private.require_team();
    held public.inbox_items;
    key timestamptz;
  begin
    select * into held from public.inbox_items as line where line.id = item;
    if held.id is null then
      return;
    end if;
    key := to_jsonb(held) ->> private.inbox_key(state, words, sort);
    return query
      select line.id, private.inbox_group(line.state, line.is_suspect, line.is_flood, line.due_at, line.assignee,
                                          line.claim_expires_at, caller)
        from private.inbox_page(
               caller, kind, state, whose, suspect, words, sort, descending, only_group,
               coalesce(from_group, private.inbox_group(held.state, held.is_suspect, held.is_flood, held.due_at,
                                                        held.assignee, held.claim_expires_at, caller)), key, item, 2)
             with ordinality as page (line_id, sort_key, place)
        join public.inbox_items as line on line.id = page.line_id
        where page.line_id <> item order by page.place limit 1;
  end $$;

-- Of all groups, as before.
create or replace function private.list_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text)
  language sql stable security definer set search_path = ''
  as $$
    select * from private.list_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                     after_id)
  $$;

create or replace function private.export_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean)
  language sql volatile security definer set search_path = ''
  as $$
    select * from private.export_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                       after_id)
  $$;

-- Takes the next one, of a kind or of any: what is due first, of what is nobody's; of what came in a flood only when
-- nothing else is left. One statement, so that of many who ask at once each gets another. Returns null when there is none.
create function private.take_next_of(kind public.inbox_kind) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.hold_team();
    taken uuid;
  begin
    with next as (
      select free.id, free.state from public.inbox_items as free
        where free.state in ('new', 'open') and not free.is_suspect
          and (free.assignee is null or free.claim_expires_at is not null)
          and (free.assignee is null or free.claim_expires_at <= now())
          and (take_next_of.kind is null or free.kind = take_next_of.kind)
        order by free.is_flood, free.due_at, free.id limit 1
        for update skip locked
    ), claimed as (
      update public.inbox_items as item
        set assignee = caller, claim_expires_at = now() + private.claim_lasts(), state = 'open',
            first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
        from next where item.id = next.id
        returning item.id, next.state as before
    )
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'taken', case when before = 'open' then '{}'
               else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
        from claimed
      returning item_id into taken;
    return taken;
  end $$;

create or replace function private.take_next_item() returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    return private.take_next_of(null);
  end $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.list_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text)
  language sql stable security invoker set search_path = ''
  as $$
    select * from private.list_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;

create function public.export_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean)
  language sql volatile security invoker set search_path = ''
  as $$
    select * from private.export_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;

create function public.next_item(
    item uuid, from_group text default null, kind public.inbox_kind default null, state public.inbox_state default null,
    whose text default null, suspect boolean default null, words text default null, sort text default null,
    descending boolean default null, only_group text default null)
  returns table (item_id uuid, item_group text)
  language sql stable security invoker set search_path = ''
  as $$
    select * from private.next_item(item, from_group, kind, state, whose, suspect, words, sort, descending, only_group)
  $$;

create function public.take_next_of(kind public.inbox_kind) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.take_next_of(kind) $$;
