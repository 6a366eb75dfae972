-- The inbox as a list, in groups or by what is looked for, and as a file; and its lines one by one. A function checks the role
-- once and then reads: under row-level security Postgres would not use the index of a search, since a word could be compared
-- before the policy has let the row through.

-- Each line with what came: who, of which company, about what. Those of a list are asked for one by one, by their ids:
-- it is too many tables for Postgres to see by itself that it need not join all lines there are (join_collapse_limit).
create view private.inbox_lines as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.contact_id, item.posting_id,
         item.consultation_id, item.requirement_id,
         coalesce(contact.name, posting.contact_name, consultation.first_name || ' ' || consultation.last_name,
                  member.full_name, client.full_name) as sender,
         case when num_nonnulls(contact.id, posting.id, consultation.id) = 1
                then coalesce(contact.email, posting.contact_email, consultation.email)
              else coalesce(person.email, maker.email)::text end as email,
         case when num_nonnulls(contact.id, posting.id, consultation.id) = 1
                then coalesce(contact.phone, posting.phone, consultation.phone)
              when person.id is not null then member.phone
              else client.phone end as phone,
         coalesce(client.company_name, contact.company, posting.company, consultation.company) as company,
         coalesce(requirement.job_title, posting.job_title, contact.requirement, consultation.needs) as subject,
         item.is_flood, case when item.kind = 'contact' then contact.source end as source,
         requirement.status as requirement_status
    from public.inbox_items as item
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    -- What came, or what the team has made the requirement of.
    left join public.contact_submissions as contact
      on contact.id = coalesce(item.contact_id, requirement.source_contact_id)
    left join public.public_job_submissions as posting
      on posting.id = coalesce(item.posting_id, requirement.source_posting_id)
    left join public.consultation_requests as consultation
      on consultation.id = coalesce(item.consultation_id, requirement.source_consultation_id)
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as person on person.id = requirement.submitted_by
    left join public.client_members as member on member.user_id = requirement.submitted_by
    left join auth.users as maker on maker.id = client.user_id;

-- # Groups and order

-- The groups of the inbox, in the order of the page. A line is in exactly one; what is done is in none that is shown.
create function private.inbox_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['overdue', 'unclaimed', 'mine', 'waiting', 'others', 'flood', 'suspect'] $$;

-- The group of a line. What was promised an answer by a time that is past is overdue, in a flood as well; a claim that has
-- run out counts as none.
create function private.inbox_group(
    state public.inbox_state, is_suspect boolean, is_flood boolean, due_at timestamptz, assignee uuid,
    claim_expires_at timestamptz, caller uuid) returns text
  language sql stable set search_path = '' as $$
    select case
      when state in ('done', 'spam') then 'closed'
      when is_suspect and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'suspect'
      when due_at < now() then 'overdue'
      when is_flood and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'flood'
      when state = 'waiting' then 'waiting'
      when assignee is null or claim_expires_at <= now() then 'unclaimed'
      when assignee = caller then 'mine'
      else 'others'
    end
  $$;

-- The same as conditions, each one as the index of its group has it ($1 is the caller); with those for a list without
-- groups. A test compares the two.
create function private.inbox_group_condition(wanted text) returns text
  language sql immutable set search_path = '' as $$
    select case wanted
      when 'overdue' then $sql$ state in ('new', 'open', 'waiting') and due_at < now()
        and not (is_suspect and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false))) $sql$
      when 'unclaimed' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and not is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'mine' then $sql$ state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'waiting' then $sql$ state = 'waiting' and due_at >= now() $sql$
      when 'others' then $sql$ state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'flood' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'suspect' then $sql$ state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'active' then $sql$ state in ('new', 'open', 'waiting') $sql$
      when 'all' then $sql$ true $sql$
    end
  $$;

-- Is a list shown in groups? A search, what is closed, and what somebody sorts are not.
create function private.is_grouped(state public.inbox_state, words text, sort text) returns boolean
  language sql immutable set search_path = ''
  as $$ select words is null and sort is null and (state is null or state not in ('done', 'spam')) $$;

-- What a list is sorted by, where nobody has said: by due times in its groups, else by when it came.
create function private.inbox_key(state public.inbox_state, words text, sort text) returns text
  language sql immutable set search_path = '' as $$
    select case coalesce(sort, case when private.is_grouped(state, words, sort) then 'due' else 'came' end)
      when 'due' then 'due_at' when 'came' then 'created_at' when 'activity' then 'last_activity_at' end
  $$;

-- # Lists

-- One page of the inbox: which lines in which order, and the key that each was sorted by. The next page starts after the
-- last line's group, key and id. Without a search and a sort it is grouped, each group by its due times, and shows what is
-- to be done, or one of its groups; a search looks at what is closed as well. What a group is says its condition; here is
-- only how the lines are found.
create function private.inbox_page(
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
      if words is null then
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
  end $$;

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
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    foreach item_group in array private.inbox_groups() loop
      execute format('select count(*)::integer from (select from public.inbox_items where %s limit 1000) as line',
                     private.inbox_group_condition(item_group)) into items using caller;
      return next;
    end loop;
  end $$;
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

-- Some lines of the inbox with what was sent, at most a hundred, in the order they are asked for.
create function private.read_items(items uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select coalesce(jsonb_agg(
               to_jsonb(item) - 'search' || jsonb_build_object(
                 'contact_submissions', to_jsonb(contact),
                 'public_job_submissions', to_jsonb(posting),
                 'made_requirement', private.made_of(item.id),
                 'consultation_requests', to_jsonb(consultation),
                 'job_requirements', to_jsonb(filed) || jsonb_build_object('clients', (
                   select jsonb_build_object('company_name', client.company_name) from public.clients as client
                     where client.id = filed.client_id)))
               order by wanted.place), '[]')
        from (select asked.id, min(asked.place) as place from unnest(items) with ordinality as asked (id, place)
                group by asked.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        left join public.contact_submissions as contact on contact.id = item.contact_id
        left join public.public_job_submissions as posting on posting.id = item.posting_id
        left join public.consultation_requests as consultation on consultation.id = item.consultation_id
        left join public.job_requirements as filed on filed.id = item.requirement_id);
  end $$;
grant execute on function private.read_items to authenticated;

-- What the team has done with a line and written beside it, and what happened to its requirement: of each the newest hundred.
create function private.read_item_history(item uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as note),
      'replies', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', reply.id, 'body', reply.body, 'delivery', private.delivery_of_reply(reply.id))
                 order by reply.created_at desc, reply.id desc), '[]')
          from (select * from public.item_replies as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as reply),
      'events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.item_events as happened where happened.item_id = item
                  order by happened.created_at desc, happened.id desc limit 100) as event),
      'requirement_events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = (
                    select line.requirement_id from public.inbox_items as line where line.id = item)
                  order by happened.created_at desc, happened.id desc limit 100) as event));
  end $$;
grant execute on function private.read_item_history to authenticated;

-- What else somebody has sent, from the same address or of the same company: what a clerk asks before answering. The twenty
-- newest. Each way of being related has an index of its own, and is read no further than twenty others go.
create function private.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select lower(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from auth.users as person
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(person.email) = sender
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $$;
grant execute on function private.related_items to authenticated;

-- # As a file

-- The inbox's list for a file, five hundred lines at a time: the next ones start after the last line's group, key and id.
create function private.export_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean,
                 source text)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 500)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $$;
grant execute on function private.export_group to authenticated;

-- Of all groups.
create function private.export_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean,
                 source text)
  language sql security definer set search_path = '' as $$
    select * from private.export_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                       after_id)
  $$;
grant execute on function private.export_inbox to authenticated;

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

create function public.export_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean, source text)
  language sql set search_path = '' as $$
    select * from private.export_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;
grant execute on function public.export_inbox to authenticated;

create function public.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language sql stable set search_path = '' as $$ select * from private.related_items(item) $$;
grant execute on function public.related_items to authenticated;

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

create function public.export_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean, source text)
  language sql set search_path = '' as $$
    select * from private.export_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
grant execute on function public.export_group to authenticated;

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

create function public.read_items(items uuid[]) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_items(items) $$;
grant execute on function public.read_items to authenticated;

create function public.read_item_history(item uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_item_history(item) $$;
grant execute on function public.read_item_history to authenticated;
