-- What there is to do: the open requirements of the team in groups, and somebody's day (docs/decisions/requirements.md).

-- A row for each requirement that somebody is looking for people for: what its list is grouped and sorted by. It is made of
-- the requirement, its events and messages, by triggers, and what is closed has none.
create table private.open_requirements (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  recruiter_id uuid,
  status public.requirement_status not null,
  priority public.requirement_priority not null,
  filed_at timestamptz not null,
  -- The last day that the form takes, where there is none.
  deadline date not null,
  -- When either side last said or did something that the other sees.
  last_word_at timestamptz not null,
  -- Who has to answer, if anybody.
  waits_for public.side,
  client_id uuid not null,
  -- Since when the first of the candidates waits whom its company has not answered about.
  unanswered_since timestamptz
);

-- In each order of the list, with what its groups and filters ask; and somebody's own.
create index open_requirements_word on private.open_requirements (last_word_at, requirement_id)
  include (recruiter_id, status, priority, deadline, waits_for);
create index open_requirements_deadline_at on private.open_requirements
  ((deadline::timestamp at time zone 'UTC'), requirement_id);
create index open_requirements_filed on private.open_requirements (filed_at, requirement_id);
create index open_requirements_recruiter on private.open_requirements (recruiter_id, last_word_at, requirement_id)
  include (status, priority, deadline, waits_for, client_id);
-- In whose charge the requirement of an entry is, where there are few entries and very much is theirs (private.day_of_candidates).
create index open_requirements_holder on private.open_requirements (requirement_id) include (recruiter_id);
-- What of a company is open, by whom, and when either side last said something.
create index open_requirements_client on private.open_requirements (client_id, last_word_at) include (recruiter_id);
create index open_requirements_unanswered on private.open_requirements (client_id, unanswered_since, requirement_id)
  where unanswered_since is not null;

-- Who has to answer about a requirement: the team, while its company waits for an answer; the company, when the team has
-- written last, says in the inbox that it waits, or has shown candidates that wait, where anybody of it
-- can read that. Null for nobody.
create function private.waits_for(requirement uuid) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case
      when private.answer_due(waits_for.requirement) is not null then 'team'::public.side
      -- Cards that went by mail or on paper wait for an answer by telephone.
      when not exists (select from public.job_requirements as open_one
                         where open_one.id = waits_for.requirement and private.is_anybody_there(open_one.client_id))
        and not exists (select from public.shortlist_entries as entry
                          where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        and not exists (select from public.inbox_items as item
                          where item.requirement_id = waits_for.requirement and item.state = 'waiting')
        then null
      when exists (select from (select said.side, said.created_at from public.requirement_messages as said
                                  where said.requirement_id = waits_for.requirement
                                  order by said.created_at desc, said.id desc limit 1) as last
                     where last.side = 'team' and not exists (
                       select from public.requirement_events as event
                         where event.requirement_id = waits_for.requirement
                           -- What it has said by telephone the team has noted.
                           and (event.side = 'company' or event.type = 'candidates_answered')
                           and event.created_at > last.created_at))
        or exists (select from public.inbox_items as item
                     where item.requirement_id = waits_for.requirement and item.state = 'waiting')
        or exists (select from public.shortlist_entries as entry
                     where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        then 'company' end
  $$;

-- Makes the row of a requirement anew. Whoever holds several has their lines first (public.inbox_items), in the order of
-- their ids: two who do this at once can't wait for each other.
create function private.renew_open_requirement(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from private.open_requirements as open_requirement where open_requirement.requirement_id = renew_open_requirement.requirement for update;
    delete from private.open_requirements as open_requirement using public.job_requirements as requirement
      where open_requirement.requirement_id = renew_open_requirement.requirement and requirement.id = renew_open_requirement.requirement
        and requirement.status = any (private.closed_statuses());
    insert into private.open_requirements as open_requirement
      select requirement.id, requirement.recruiter_id, requirement.status, requirement.priority, requirement.created_at,
             coalesce(requirement.deadline, '2999-12-31'),
             greatest(requirement.created_at,
               (select event.created_at from public.requirement_events as event
                  where event.requirement_id = requirement.id and event.for_client
                  order by event.created_at desc, event.id desc limit 1),
               (select said.created_at from public.requirement_messages as said
                  where said.requirement_id = requirement.id order by said.created_at desc, said.id desc limit 1)),
             private.waits_for(requirement.id), requirement.client_id,
             (select min(entry.shown_at) from public.shortlist_entries as entry
                where entry.requirement_id = requirement.id and entry.state = 'shown' and entry.answered_at is null)
        from public.job_requirements as requirement
        where requirement.id = renew_open_requirement.requirement and requirement.status = any (private.open_statuses())
      on conflict (requirement_id) do update
        set (recruiter_id, status, priority, deadline, last_word_at, waits_for, unanswered_since) =
            (excluded.recruiter_id, excluded.status, excluded.priority, excluded.deadline, excluded.last_word_at,
             excluded.waits_for, excluded.unanswered_since);
  end $$;

-- Whatever changes a requirement leaves an event.
create function private.track_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.renew_open_requirement(new.requirement_id);
    return null;
  end $$;

-- But what is between candidates and the team changes nothing here: its company waits for none of it.
create trigger track_requirement after insert on public.requirement_events
  for each row when (new.type not in ('candidates_agreed', 'candidates_refused', 'candidates_reconsidered', 'candidates_applied',
                          'candidates_taken_on', 'candidates_turned_down', 'candidates_put_back', 'application_withdrawn'))
  execute function private.track_requirement();
create trigger track_requirement after insert on public.requirement_messages
  for each row execute function private.track_requirement();

-- The first of a company has an account, or the last of it none any more: who waits for it is another one now.
create function private.track_first_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    joined_client uuid := coalesce(new.client_id, old.client_id);
    requirement uuid;
  begin
    if exists (select from public.client_members as other
                where other.client_id = joined_client and other.user_id is distinct from new.user_id) then
      return null;
    end if;
    perform from public.inbox_items as item
      where item.requirement_id in (select listed.requirement_id from private.open_requirements as listed where listed.client_id = joined_client)
      order by item.id for update;
    for requirement in select listed.requirement_id from private.open_requirements as listed
                         where listed.client_id = joined_client order by listed.requirement_id loop
      perform private.renew_open_requirement(requirement);
    end loop;
    return null;
  end $$;

create trigger track_first_member after insert or delete on public.client_members
  for each row execute function private.track_first_member();

-- An item of the inbox that is dealt with answers its company.
create function private.track_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare requirement uuid := (select item.requirement_id from public.inbox_items as item where item.id = new.item_id);
  begin
    if requirement is not null then
      perform private.renew_open_requirement(requirement);
    end if;
    return null;
  end $$;

create trigger track_item after insert on public.item_events
  for each row when (new.changes ? 'state') execute function private.track_item();
