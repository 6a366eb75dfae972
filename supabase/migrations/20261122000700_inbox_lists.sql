-- What the team's lists show. A function checks the role once and then reads: under row-level security Postgres would not
-- use the index of the search, since a word could be compared before the policy has let the row through.

-- The groups of the inbox, in the order of the page. A line is in exactly one; what is done is in none that is shown.
create function private.inbox_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['overdue', 'unclaimed', 'mine', 'waiting', 'others', 'suspect'] $$;

create function private.inbox_group(
    state public.inbox_state, is_suspect boolean, due_at timestamptz, assignee uuid, claim_expires_at timestamptz,
    caller uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when state in ('done', 'spam') then 'closed'
      when is_suspect and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'suspect'
      when due_at < now() then 'overdue'
      when state = 'waiting' then 'waiting'
      when assignee is null or claim_expires_at <= now() then 'unclaimed'
      when assignee = caller then 'mine'
      else 'others'
    end
  $$;

-- The same as conditions, each one as the index of its group has it ($1 is the caller); with those for a list without
-- groups. A test compares the two.
create function private.inbox_group_condition(wanted text) returns text
  language sql immutable set search_path = ''
  as $$
    select case wanted
      when 'overdue' then $sql$ state in ('new', 'open', 'waiting') and due_at < now()
        and not (is_suspect and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false))) $sql$
      when 'unclaimed' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'mine' then $sql$ state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'waiting' then $sql$ state = 'waiting' and due_at >= now() $sql$
      when 'others' then $sql$ state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'suspect' then $sql$ state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'active' then $sql$ state in ('new', 'open', 'waiting') $sql$
      when 'all' then $sql$ true $sql$
    end
  $$;

-- How a search box's words are understood; more than two hundred characters of it nobody has typed.
create function private.search_query(words text) returns tsquery
  language sql immutable set search_path = ''
  as $$ select websearch_to_tsquery('simple', left(words, 200)) $$;

-- One page of the inbox: which lines in which order, and the key that each was sorted by. The next page starts after the
-- last line's group, key and id. Without a search and a sort it is grouped, each group by its due times, and shows what is
-- to be done; a search looks at what is closed as well.
create function private.inbox_page(
    caller uuid, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (item_id uuid, sort_key timestamptz)
  language plpgsql stable rows 25 set search_path = ''
  as $$
  declare
    is_grouped boolean := words is null and sort is null and (state is null or state not in ('done', 'spam'));
    key text := case coalesce(sort, case when is_grouped then 'due' else 'came' end)
      when 'due' then 'due_at' when 'came' then 'created_at' when 'activity' then 'last_activity_at' end;
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
    groups text[] := case when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
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

-- Each line with what came: who, of which company, about what. Those of a list are asked for one by one, by their ids:
-- it is too many tables for Postgres to see by itself that it need not join all lines there are (join_collapse_limit).
create view private.inbox_lines as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.contact_id, item.posting_id,
         item.consultation_id, item.requirement_id,
         coalesce(contact.name, posting.contact_name, consultation.first_name || ' ' || consultation.last_name,
                  member.full_name, client.full_name) as sender,
         coalesce(contact.email, posting.contact_email, consultation.email, person.email) as email,
         coalesce(posting.phone, consultation.phone, member.phone, client.phone) as phone,
         coalesce(contact.company, posting.company, consultation.company, client.company_name) as company,
         coalesce(posting.job_title, requirement.job_title, contact.requirement, consultation.needs) as subject
    from public.inbox_items as item
    left join public.contact_submissions as contact on contact.id = item.contact_id
    left join public.public_job_submissions as posting on posting.id = item.posting_id
    left join public.consultation_requests as consultation on consultation.id = item.consultation_id
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as person on person.id = requirement.submitted_by
    left join public.client_members as member on member.user_id = requirement.submitted_by;

-- The page as the team sees it, at most 25 lines and one more, which tells that there is a next page. An assignee whose
-- claim has run out is not named.
create function private.list_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.due_at, item.assignee, item.claim_expires_at,
                                        caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, after_group,
                                            after_key, after_id, 26) with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (select body from public.notes where notes.item_id = item.id
                          order by notes.created_at desc, notes.id desc limit 1) as note on true
      order by page.place
  $$;

-- How many lines each group has: beyond a thousand, a thousand.
create function private.count_inbox() returns table (item_group text, items integer)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare caller uuid := private.require_team();
  begin
    foreach item_group in array private.inbox_groups() loop
      execute format('select count(*)::integer from (select from public.inbox_items where %s limit 1000) as line',
                     private.inbox_group_condition(item_group)) into items using caller;
      return next;
    end loop;
  end $$;

-- For the operator, as the outboxes' backlogs are (docs/decisions/007): numbers only, of what is to be done, which costs as
-- little as there is of it. What is suspect and nobody's is not counted: what a robot sends needs nobody at night.
create function private.inbox_backlog() returns table (state public.inbox_state, overdue boolean, items integer)
  language sql stable security definer set search_path = ''
  as $$
    select state, overdue, count(line.id)::integer
      from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
      cross join unnest(array[false, true]) as late (overdue)
      left join (select item.id, item.state, item.due_at < now() as overdue from public.inbox_items as item
                  where item.state in ('new', 'open', 'waiting')
                    and private.inbox_group(item.state, item.is_suspect, item.due_at, item.assignee,
                                            item.claim_expires_at, null) <> 'suspect') as line using (state, overdue)
      group by state, overdue
  $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.list_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text)
  language sql stable security invoker set search_path = ''
  as $$
    select * from private.list_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;

create function public.count_inbox() returns table (item_group text, items integer)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.count_inbox() $$;

create function public.inbox_backlog() returns table (state public.inbox_state, overdue boolean, items integer)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.inbox_backlog() $$;
