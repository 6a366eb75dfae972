-- The inbox as a list, in groups or by what is looked for, and as a file; and its lines one by one. A function checks the role
-- once and then reads: under row-level security Postgres would not use the index of a search, since a word could be compared
-- before the policy has let the row through.

-- What came by a form or was written down, with who sent it and what it is about: read of the form until the schedule has
-- filled that in.
create view private.enquiries as
  select item.id, item.kind, item.contact_id, item.posting_id, item.consultation_id, item.created_at, item.search,
         coalesce(item.sender, form.sender) as sender, coalesce(item.email, form.email) as email,
         coalesce(item.phone, form.phone) as phone, coalesce(item.company, form.company) as company,
         coalesce(item.subject, form.subject) as subject, coalesce(item.reference, form.reference) as reference,
         coalesce(item.source, form.source) as source
    from public.inbox_items as item
    left join lateral (select envelope.* from private.read_envelope(private.form_of_item(item)) as envelope
                         where item.sender is null limit 1) as form on true
    where item.requirement_id is null;

-- Each item with who sent it and what it is about: as it came, or what its requirement was made of, and else as its company and
-- its people are now. Those of a list are asked for one by one, by their ids.
create view private.inbox_lines as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.requirement_id,
         coalesce(sent.sender, member.full_name, client.full_name) as sender,
         case when sent.id is not null then sent.email else account.email::text end as email,
         case when sent.id is not null then sent.phone
              when requirement.submitted_by is not null then member.phone
              else client.phone end as phone,
         coalesce(client.company_name, sent.company) as company, coalesce(requirement.job_title, sent.subject) as subject,
         item.is_flood, case when item.requirement_id is null then sent.source end as source,
         requirement.status as requirement_status, case when item.requirement_id is null then sent.reference end as reference
    from public.inbox_items as item
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    left join private.enquiries as sent
      on sent.id = case when item.requirement_id is null then item.id end
      or sent.contact_id = requirement.source_contact_id or sent.posting_id = requirement.source_posting_id
      or sent.consultation_id = requirement.source_consultation_id
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as account on account.id = coalesce(requirement.submitted_by, client.user_id)
    left join public.client_members as member on member.user_id = requirement.submitted_by;

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

-- The same once more, written out: how many lines a group has, beyond a thousand a thousand, and its first ones by their due
-- times. A statement that is put together anew is planned anew each time, among all the indexes that the lines have, and the
-- team's every page counts seven groups: that took longer than to count them.
do $make$ begin
  execute format($sql$
    create function private.count_group(caller uuid, item_group text) returns integer
      language plpgsql stable set search_path = '' as $body$
      begin
        %s
      end $body$;
    create function private.group_page(caller uuid, item_group text, room integer)
      returns table (item_id uuid, sort_key timestamptz) language plpgsql stable rows 25 set search_path = '' as $body$
      begin
        %s
      end $body$ $sql$,
    string_agg(format('if item_group = %L then
          return (select count(*) from (select from public.inbox_items where %s limit 1000) as line);
        end if;', name, condition), E'\n        '),
    string_agg(format('if item_group = %L then
          return query select id, due_at from public.inbox_items where %s order by due_at, id limit room;
        end if;', name, condition), E'\n        '))
    from unnest(private.inbox_groups()) as name, private.inbox_group_condition(name) as condition;
end $make$;

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
    query tsquery := private.search_query(words);
    found uuid[];
    conditions text;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      if query is null then
        return;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      filters := filters || case when found is null then ' and search @@ $5' else ' and id = any ($10)' end;
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if filters = '' and is_grouped and not is_falling and (place > first_group or after_id is null)
          and groups[place] <> 'active' then
        return query select * from private.group_page(caller, groups[place], room);
        get diagnostics got = row_count;
      else
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, query, person, after_key, after_id, room, found;
        get diagnostics got = row_count;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;
