-- The team's list of companies, and what happened with one of them (docs/decisions/companies.md).

-- One page of companies after another one: the newest first, by name, or by how much is open, the most first. A word of the
-- search is a word of the company's name, or of a name in it, or a number of theirs. Planned anew with its values
-- (private.inbox_page).
create function private.clients_page(words text, sort text, after uuid) returns table (client_id uuid)
  language plpgsql stable rows 26 set search_path = '' set plan_cache_mode = force_custom_plan as $$
  #variable_conflict use_variable
  declare
    found uuid[] := array(select private.found_clients(words));
    last public.clients := (select client from public.clients as client where client.id = after);
  begin
    if sort = 'name' then
      return query select client.id from public.clients as client
        where (words is null or client.id = any (found))
          and (last.id is null or (lower(client.company_name), client.id) > (lower(last.company_name), last.id))
        order by lower(client.company_name), client.id limit 26;
    elsif sort = 'open' then
      return query
        with work as materialized (
          select open_requirement.client_id, count(*) as open
            from private.open_requirements as open_requirement group by open_requirement.client_id
        ), ordered as (
          select client.id, coalesce(work.open, 0) as open
            from public.clients as client left join work on work.client_id = client.id
            where words is null or client.id = any (found))
        select ordered.id from ordered
          where last.id is null or (ordered.open, ordered.id) < (
            coalesce((select work.open from work where work.client_id = last.id), 0), last.id)
          order by ordered.open desc, ordered.id desc limit 26;
    elsif sort is null then
      return query select client.id from public.clients as client
        where (words is null or client.id = any (found))
          and (last.id is null or (client.created_at, client.id) < (last.created_at, last.id))
        order by client.created_at desc, client.id desc limit 26;
    else
      raise exception 'sort_unknown' using errcode = '22023';
    end if;
  end $$;

-- The team's list of companies: at most 25 and one more, which tells that there is a next page. When nobody of a company can
-- sign in yet, since when somebody is invited.
create function private.list_clients(words text, sort text, after uuid)
  returns table (id uuid, company_name text, full_name text, phone text, created_at timestamptz, members integer,
                 invited_at timestamptz, open integer, recruiters uuid[], last_contact_at timestamptz)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.client_id, page.place
        from caller
        cross join lateral private.clients_page(case when caller.id is not null then words end, sort, after)
          with ordinality as page (client_id, place))
    select client.id, client.company_name, client.full_name, client.phone, client.created_at, people.members,
           case when people.members = 0 then (
             select max(invitation.created_at) from public.invitations as invitation
               where invitation.client_id = client.id and private.invitation_state(invitation) = 'open') end,
           work.open, work.recruiters,
           greatest(work.last_word_at, (select max(event.created_at) from public.requirement_events as event
                                          where event.client_id = client.id),
                    (select max(note.created_at) from public.client_notes as note where note.client_id = client.id))
      from page
      join public.clients as client on client.id = page.client_id
      cross join lateral (
        select count(*)::integer as open, max(open_requirement.last_word_at) as last_word_at,
               coalesce(array_agg(distinct open_requirement.recruiter_id)
                          filter (where open_requirement.recruiter_id is not null), '{}') as recruiters
          from private.open_requirements as open_requirement where open_requirement.client_id = client.id) as work
      cross join lateral (select count(*)::integer as members from public.client_members as member
                            where member.client_id = client.id) as people
      order by page.place
  $$;
grant execute on function private.list_clients to authenticated;

-- What happened with a company, the newest first, twenty-five and one more from a place on: what it has filed, what became of
-- that, messages, what it sent by a form or said by telephone before, and the team's notes. A message and a note are told by how
-- they begin.
create function private.client_timeline(client uuid, before_at timestamptz, before_id uuid)
  returns table (id uuid, happened_at timestamptz, kind text, title text, words text, person text, side text, channel text,
                 requirement_id uuid, item_id uuid)
  language plpgsql stable security definer rows 26 set search_path = '' as $$
  #variable_conflict use_column
  declare
    until timestamptz := coalesce(before_at, 'infinity');
    until_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000');
    company_key text := (select lower(client_row.company_name) from public.clients as client_row where client_row.id = client);
  begin
    perform private.require_team();
    return query
      with happened as (
        (select event.id, event.created_at as at, event.type as kind,
                case event.type when 'status' then event.changes #>> '{status,1}' end as words,
                event.actor as person, event.side::text as side, null::text as channel, event.requirement_id, null::uuid as item_id
           from public.requirement_events as event
           where event.client_id = client and (event.created_at, event.id) < (until, until_id)
             and event.type in ('created', 'converted', 'status', 'candidates_shown', 'candidates_answered', 'candidate_joined')
           order by event.created_at desc, event.id desc limit 26)
        union all
        (select message.id, message.created_at, 'message', message.body, message.author, message.side, null,
                message.requirement_id, null
           from public.requirement_messages as message
           where message.client_id = client and (message.created_at, message.id) < (until, until_id)
           order by message.created_at desc, message.id desc limit 26)
        union all
        (select item.id, item.created_at, item.kind::text, item.subject, null, 'client', null, null, item.id
           from (select sent.id from public.inbox_items as sent where lower(sent.company) = company_key and sent.company is not null
                 union
                 select sent.id from public.client_members as member
                   join auth.users as account on account.id = member.user_id
                   join public.inbox_items as sent on private.mailbox_of(sent.email) = private.mailbox_of(account.email)
                   where member.client_id = client and sent.email is not null) as sent
           join public.inbox_items as item on item.id = sent.id
           where item.requirement_id is null and item.state <> 'spam' and (item.created_at, item.id) < (until, until_id)
           order by item.created_at desc, item.id desc limit 26)
        union all
        (select note.id, note.created_at, 'note', note.body, note.author, 'team', note.channel, null, null
           from public.client_notes as note
           where note.client_id = client and (note.created_at, note.id) < (until, until_id)
           order by note.created_at desc, note.id desc limit 26)
        union all
        (select member.user_id, member.created_at, 'joined', null, member.user_id, 'client', null, null, null
           from public.client_members as member
           where member.client_id = client and (member.created_at, member.user_id) < (until, until_id)
           order by member.created_at desc, member.user_id desc limit 26)
      ), newest as (
        select * from happened order by happened.at desc, happened.id desc limit 26
      )
      select newest.id, newest.at, newest.kind, requirement.job_title, left(newest.words, 300),
             case when newest.side in ('client', 'company') then member.full_name else colleague.display_name end,
             newest.side, newest.channel, newest.requirement_id, newest.item_id
        from newest
        left join public.job_requirements as requirement on requirement.id = newest.requirement_id
        left join public.client_members as member on member.user_id = newest.person and member.client_id = client
        left join public.team_members as colleague on colleague.user_id = newest.person
        order by newest.at desc, newest.id desc;
  end $$;
grant execute on function private.client_timeline to authenticated;

-- # Exposed through the Data API

create function public.list_clients(words text default null, sort text default null, after uuid default null)
  returns table (id uuid, company_name text, full_name text, phone text, created_at timestamptz, members integer,
                 invited_at timestamptz, open integer, recruiters uuid[], last_contact_at timestamptz)
  language sql stable set search_path = '' as $$ select * from private.list_clients(words, sort, after) $$;
grant execute on function public.list_clients to authenticated;

create function public.client_timeline(client uuid, before_at timestamptz default null, before_id uuid default null)
  returns table (id uuid, happened_at timestamptz, kind text, title text, words text, person text, side text, channel text,
                 requirement_id uuid, item_id uuid)
  language sql stable set search_path = '' as $$ select * from private.client_timeline(client, before_at, before_id) $$;
grant execute on function public.client_timeline to authenticated;
