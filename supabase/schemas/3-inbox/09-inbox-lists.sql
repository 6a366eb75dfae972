-- The lists of the inbox, their counts, and the next line of one.

-- The page as the team sees it, of one group or of all: at most 25 lines and one more, which tells that there is a next
-- page. An assignee whose claim has run out is not named.
create function private.list_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $$;
grant execute on function private.list_group to authenticated;

-- Of all groups.
create function private.list_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable security definer set search_path = '' as $$
    select * from private.list_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                     after_id)
  $$;
grant execute on function private.list_inbox to authenticated;

-- The line after another in a list, where that one stood: `from_group` is where it was when it was opened, since what is
-- done with it moves it. None after the last.
create function private.next_item(
    item uuid, from_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text,
    sort text, descending boolean, only_group text) returns table (item_id uuid, item_group text)
  language plpgsql stable security definer rows 1 set search_path = '' as $$
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
grant execute on function private.next_item to authenticated;

-- What of a list is to do, all of it where a state is asked for: the first fifty lines, which is as many as can be changed
-- at once, as which versions, and how many there are, beyond fifty one more: a search is walked no further for that.
create function private.list_changeable(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, only_group text) returns table (item_id uuid, version integer, total integer)
  language sql stable security definer rows 50 set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    listed as materialized (
      select page.line_id, page.place
        from caller
        cross join lateral private.inbox_page(
            caller.id, kind, state, whose, suspect, words, sort, descending,
            coalesce(only_group, case when state is null then 'active' end), null, null, null, 51)
          with ordinality as page (line_id, sort_key, place))
    select line.id, line.version, (select count(*)::integer from listed)
      from listed join public.inbox_items as line on line.id = listed.line_id
      where listed.place <= 50 order by listed.place
  $$;
grant execute on function private.list_changeable to authenticated;

-- Takes the next line of the list that another was opened from: of all that is nobody's, if the list leaves out nothing but
-- kinds, what is due first; else what is nobody's or the caller's own in its order, after the other's place there, then from
-- its beginning. `held` is the other as it was on the list, in `from_group`. What is suspect is taken where it was asked for.
-- Says in which group it stood.
create function private.take_next_in_list(
    caller uuid, held public.inbox_items, from_group text, kind public.inbox_kind, state public.inbox_state, whose text,
    suspect boolean, words text, sort text, descending boolean, only_group text)
  returns table (item_id uuid, item_group text)
  language plpgsql security definer rows 1 set search_path = '' as $$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    takes_suspects boolean := suspect or only_group = 'suspect' or words is not null;
  begin
    if num_nonnulls(state, whose, suspect, words, sort, only_group) = 0 then
      item_id := private.take_next_of(kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select line.id, line.version,
               private.inbox_group(line.state, line.is_suspect, line.is_flood, line.due_at, line.assignee,
                                   line.claim_expires_at, caller) as stood
          from private.inbox_page(
                 caller, kind, state, whose, suspect, words, sort, descending, only_group,
                 case when is_after then coalesce(from_group, private.inbox_group(
                   held.state, held.is_suspect, held.is_flood, held.due_at, held.assignee, held.claim_expires_at, caller)) end,
                 case when is_after then (to_jsonb(held) ->> private.inbox_key(state, words, sort))::timestamptz end,
                 case when is_after then held.id end, 100)
               with ordinality as page (line_id, sort_key, place)
          join public.inbox_items as line on line.id = page.line_id
          where line.id <> held.id
            and case when line.assignee is null or line.claim_expires_at <= now()
                  then line.state in ('new', 'open') and (takes_suspects or not line.is_suspect)
                  else line.assignee = caller and line.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as line
          where line.id = wanted.id and line.version = wanted.version for update skip locked;
        if found then
          perform private.take_item(wanted.id, wanted.version);
          item_id := wanted.id;
          item_group := wanted.stood;
          return next;
          return;
        end if;
      end loop;
    end loop;
  end $$;

-- How many lines each group has: beyond a thousand, a thousand.
create function private.count_inbox() returns table (item_group text, items integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select name, private.count_group(caller.id, name) from caller cross join unnest(private.inbox_groups()) as name
  $$;
grant execute on function private.count_inbox to authenticated;

-- # Lines one by one

-- Who sent lines of the inbox, at most fifty, or filed a requirement.
create function private.inbox_senders(items uuid[], requirement uuid)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language plpgsql stable security definer rows 50 set search_path = '' as $$
  #variable_conflict use_variable
  begin
    perform private.require_team();
    return query
      select line.id, line.sender, line.email, line.phone, line.company
        from (select item.id from public.inbox_items as item where item.id = any (items)
              union
              select item.id from public.inbox_items as item where item.requirement_id = requirement
              limit 50) as wanted
        cross join lateral (select * from private.inbox_lines as shown where shown.id = wanted.id limit 1) as line;
  end $$;
grant execute on function private.inbox_senders to authenticated;

-- # Exposed through the Data API

create function public.list_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable set search_path = '' as $$
    select * from private.list_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;
grant execute on function public.list_inbox to authenticated;

create function public.count_inbox() returns table (item_group text, items integer)
  language sql stable set search_path = '' as $$ select * from private.count_inbox() $$;
grant execute on function public.count_inbox to authenticated;

create function public.inbox_senders(items uuid[] default '{}', requirement uuid default null)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language sql stable set search_path = '' as $$ select * from private.inbox_senders(items, requirement) $$;
grant execute on function public.inbox_senders to authenticated;

create function public.list_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable set search_path = '' as $$
    select * from private.list_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
grant execute on function public.list_group to authenticated;

create function public.next_item(
    item uuid, from_group text default null, kind public.inbox_kind default null, state public.inbox_state default null,
    whose text default null, suspect boolean default null, words text default null, sort text default null,
    descending boolean default null, only_group text default null)
  returns table (item_id uuid, item_group text)
  language sql stable set search_path = '' as $$
    select * from private.next_item(item, from_group, kind, state, whose, suspect, words, sort, descending, only_group)
  $$;
grant execute on function public.next_item to authenticated;

create function public.list_changeable(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    only_group text default null)
  returns table (item_id uuid, version integer, total integer)
  language sql stable set search_path = '' as $$
    select * from private.list_changeable(kind, state, whose, suspect, words, sort, descending, only_group)
  $$;
grant execute on function public.list_changeable to authenticated;
