-- The lists of the inbox, their counts, and the next item of one.

-- An item as its list shows it. An assignee whose claim has run out is not named.
create type public.listed_item as (
  id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind, item_state public.inbox_state, assignee uuid,
  claim_expires_at timestamptz, sender text, company text, subject text, created_at timestamptz, due_at timestamptz,
  last_activity_at timestamptz, is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
  is_withdrawn boolean, source text, is_from_spam_sender boolean, applicants integer
);

-- The page as the team sees it: at most 25 items and one more, which tells that there is a next page.
create function private.list_inbox(
    filter public.inbox_filter, after_group text, after_key timestamptz, after_id uuid) returns setof public.listed_item
  language sql stable security definer set search_path = '' as $$
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source,
           item.state = 'spam' and exists (select from private.spam_arrivals as arrived where arrived.item_id = item.id),
           private.applicants_of(item.requirement_id)
      from private.inbox_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
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
grant execute on function private.list_inbox to authenticated;

-- The item after another in a list, where that one stood: `from_group` is where it was when it was opened, since what is
-- done with it moves it. None after the last.
create function private.next_item(item uuid, from_group text, filter public.inbox_filter)
  returns table (item_id uuid, item_group text)
  language plpgsql stable security definer rows 1 set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    return query
      select page.id, page.stood
        from public.inbox_items as item_row
        join private.grouped_items as placed on placed.id = item_row.id
        cross join lateral private.inbox_page(
            caller, filter, coalesce(from_group, placed.item_group), private.inbox_key(item_row, filter), item_row.id, 2)
          with ordinality as page (id, stood, sort_key, place)
        where item_row.id = next_item.item and page.id <> next_item.item order by page.place limit 1;
  end $$;
grant execute on function private.next_item to authenticated;

-- What of a list is to do, all of it where a state is asked for: the first fifty items, which is as many as can be changed
-- at once, as which versions, and how many there are, beyond fifty one more: a search is walked no further for that.
create function private.list_changeable(filter public.inbox_filter)
  returns table (item_id uuid, version integer, total integer)
  language plpgsql stable security definer rows 50 set search_path = '' as $$
  begin
    if filter.state is null then
      filter.only_group := coalesce(filter.only_group, 'active');
    end if;
    return query
      select item.id, item.version, (count(*) over ())::integer
        from private.inbox_page(private.require_team(), filter, null, null, null, 51)
          with ordinality as page (id, item_group, sort_key, place)
        join public.inbox_items as item on item.id = page.id
        order by page.place limit 50;
  end $$;
grant execute on function private.list_changeable to authenticated;

-- Takes the next item of the list that another was opened from: of all that is nobody's, if the list leaves out nothing but
-- kinds, what is due first; else what is nobody's or the caller's own in its order, after the other's place there, then from
-- its beginning. `item_row` is the other as it was on the list, in `from_group`. What is suspect is taken where it was asked for.
-- Says in which group it stood.
create function private.take_next_in_list(
    caller uuid, item_row public.inbox_items, from_group text, filter public.inbox_filter)
  returns table (item_id uuid, item_group text)
  language plpgsql security definer rows 1 set search_path = '' as $$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    -- What a list leaves out beyond kinds, whichever filters there are.
    narrowed public.inbox_filter := filter;
    takes_suspects boolean := filter.suspect or filter.only_group = 'suspect' or filter.words is not null;
  begin
    narrowed.kind := null;
    narrowed.descending := null;
    if narrowed is null then
      item_id := private.take_next_of(filter.kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select item.id, item.version, page.stood
          from private.inbox_page(
                 caller, filter, case when is_after then from_group end,
                 case when is_after then private.inbox_key(item_row, filter) end, case when is_after then item_row.id end, 100)
               with ordinality as page (id, stood, sort_key, place)
          join private.grouped_items as item on item.id = page.id
          where item.id <> item_row.id
            and case when item.holder is null then item.state in ('new', 'open') and (takes_suspects or not item.is_suspect)
                  else item.holder = caller and item.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as item
          where item.id = wanted.id and item.version = wanted.version for update skip locked;
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

-- How many items each group has: beyond a thousand, a thousand.
create function private.count_inbox() returns table (item_group text, items integer)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return query
      select name, least(count(item.id), 1000)::integer
        from unnest(private.inbox_groups()) with ordinality as listed (name, place)
        left join (select id, grouped.item_group from private.grouped_items as grouped
                    where state in ('new', 'open', 'waiting')) as item on item.item_group = listed.name
        group by listed.name, listed.place order by listed.place;
  end $$;
grant execute on function private.count_inbox to authenticated;

-- # Items one by one

-- Who sent lines of the inbox, at most fifty, or filed a requirement.
create function private.inbox_senders(items uuid[], requirement uuid)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language plpgsql stable security definer rows 50 set search_path = '' as $$
  #variable_conflict use_variable
  begin
    perform private.require_team();
    return query
      select item_row.id, item_row.sender, item_row.email, item_row.phone, item_row.company
        from (select item.id from public.inbox_items as item where item.id = any (items)
              union
              select item.id from public.inbox_items as item where item.requirement_id = requirement
              limit 50) as wanted
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = wanted.id limit 1) as item_row;
  end $$;
grant execute on function private.inbox_senders to authenticated;

-- # Exposed through the Data API

create function public.list_inbox(
    filter public.inbox_filter default null, after_group text default null, after_key timestamptz default null,
    after_id uuid default null) returns setof public.listed_item
  language sql stable set search_path = ''
  as $$ select * from private.list_inbox(filter, after_group, after_key, after_id) $$;
grant execute on function public.list_inbox to authenticated;

create function public.count_inbox() returns table (item_group text, items integer)
  language sql stable set search_path = '' as $$ select * from private.count_inbox() $$;
grant execute on function public.count_inbox to authenticated;

create function public.inbox_senders(items uuid[] default '{}', requirement uuid default null)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language sql stable set search_path = '' as $$ select * from private.inbox_senders(items, requirement) $$;
grant execute on function public.inbox_senders to authenticated;

create function public.next_item(item uuid, from_group text default null, filter public.inbox_filter default null)
  returns table (item_id uuid, item_group text)
  language sql stable set search_path = '' as $$ select * from private.next_item(item, from_group, filter) $$;
grant execute on function public.next_item to authenticated;

create function public.list_changeable(filter public.inbox_filter default null)
  returns table (item_id uuid, version integer, total integer)
  language sql stable set search_path = '' as $$ select * from private.list_changeable(filter) $$;
grant execute on function public.list_changeable to authenticated;
