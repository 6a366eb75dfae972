-- The inbox as a list, in groups or by what is looked for, and as a file; and its lines one by one. A function checks the role
-- once and then reads: under row-level security Postgres would not use the index of a search, since a word could be compared
-- before the policy has let the row through.

-- # Groups and order

-- The groups of the inbox, in the order of the page. An item is in exactly one; what is done is in none that is shown.
create function private.inbox_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['overdue', 'unclaimed', 'mine', 'waiting', 'others', 'flood', 'suspect'] $$;

-- Each item with its holder, which a claim that has run out is not, and with its group as the caller sees it. What was
-- promised an answer by a time that is past is overdue, in a flood as well.
create view private.grouped_items as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, claim.holder, item.due_at, item.created_at,
         item.is_suspect, item.search, item.version,
         case
           when item.state in ('done', 'spam') then 'closed'
           when item.is_suspect and item.state <> 'waiting' and claim.holder is null then 'suspect'
           when item.due_at < now() then 'overdue'
           when item.is_flood and item.state <> 'waiting' and claim.holder is null then 'flood'
           when item.state = 'waiting' then 'waiting'
           when claim.holder is null then 'unclaimed'
           when claim.holder = (select private.current_user_id()) then 'mine'
           else 'others'
         end as item_group
    from public.inbox_items as item
    cross join lateral (select case when item.claim_expires_at <= now() then null else item.assignee end as holder) as claim;

-- What is to be done, for its searches: few of it have what very many of all items have.
create view private.open_items as
  select item.id, item.search from public.inbox_items as item where item.state in ('new', 'open', 'waiting');

-- What of the inbox a list shows, and in which order; what is null is not asked for.
create type public.inbox_filter as (
  kind public.inbox_kind,
  state public.inbox_state,
  -- 'me', 'nobody', 'me-or-nobody', or a colleague's id.
  whose text,
  suspect boolean,
  words text,
  -- One of the groups, or 'active' for all that is to be done.
  only_group text,
  -- 'due' or 'came'.
  sort text,
  descending boolean
);

-- Is a list shown in groups? A search, what is closed, and what somebody sorts are not.
create function private.is_grouped(filter public.inbox_filter) returns boolean
  language sql immutable set search_path = '' as $$
    select (filter).words is null and (filter).sort is null
      and ((filter).state is null or (filter).state not in ('done', 'spam'))
  $$;

-- What a list is sorted by: where nobody has said, by due times in its groups, else by when it came.
create function private.inbox_sort(filter public.inbox_filter) returns text
  language sql immutable set search_path = ''
  as $$ select coalesce((filter).sort, case when private.is_grouped(filter) then 'due' else 'came' end) $$;

-- An item's key in such a list.
create function private.inbox_key(item public.inbox_items, filter public.inbox_filter) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select case private.inbox_sort(filter) when 'due' then (item).due_at else (item).created_at end $$;

-- # Lists

-- One page of the inbox: which items in which order, in which group, and the key that each was sorted by. The next page starts
-- after the last item's group, key and id. Without a search and a sort it is grouped, each group by its due times, and shows
-- what is to be done, or one of its groups; a search looks at what is closed as well. It is planned anew with its values:
-- what is not asked for is then no condition, and the order is that of an index.
create function private.inbox_page(
    caller uuid, filter public.inbox_filter, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (item_id uuid, item_group text, sort_key timestamptz)
  language plpgsql stable rows 25 set search_path = '' set plan_cache_mode = force_custom_plan as $$
  declare
    groups text[] := private.inbox_groups();
    is_grouped boolean := private.is_grouped(filter);
    has_places boolean := is_grouped and filter.only_group is null;
    first_place integer := case when has_places then coalesce(array_position(groups, after_group), 1) else 1 end;
    is_open boolean := filter.state is null and (filter.words is null or filter.only_group is not null);
    sort text := private.inbox_sort(filter);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(filter.descending, not is_grouped and filter.sort is null);
    person uuid := case when filter.whose = 'me' then caller
                        when filter.whose not in ('nobody', 'me-or-nobody') then filter.whose::uuid end;
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if sort not in ('due', 'came') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (groups || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    -- Not a word, or a group of what is closed: there is none.
    elsif filter.words is not null and query is null or filter.only_group is not null and filter.state in ('done', 'spam') then
      return;
    elsif filter.words is not null then
      found := private.find_by_words(case when is_open then 'private.open_items' else 'public.inbox_items' end, query);
    end if;
    return query
      select item.id, item.item_group, listed.key
        from private.grouped_items as item
        cross join lateral (
          select case sort when 'due' then item.due_at else item.created_at end as key,
                 case when has_places then array_position(groups, item.item_group) else 1 end as place) as listed
        where (not is_open or item.state in ('new', 'open', 'waiting'))
          and (filter.only_group is null or filter.only_group = 'active' or item.item_group = filter.only_group)
          and (filter.kind is null or item.kind = filter.kind)
          and (filter.state is null or item.state = filter.state)
          and (filter.suspect is null or item.is_suspect = filter.suspect)
          and case when filter.whose is null then true
                   when filter.whose = 'nobody' then item.assignee is null or item.claim_expires_at <= now()
                   when filter.whose = 'me-or-nobody' then item.holder is null or item.holder = caller
                   else item.assignee = person and item.holder = person end
          and (query is null or found is not null or private.has_words(item.search, query))
          and (found is null or item.id = any (found))
          and listed.place >= first_place
          and (after_id is null or listed.place > first_place
               or case when is_falling then (listed.key, item.id) < (after_key, after_id)
                       else (listed.key, item.id) > (after_key, after_id) end)
        order by listed.place,
                 case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then item.id end, case when is_falling then item.id end desc
        limit least(most, 500);
  end $$;
