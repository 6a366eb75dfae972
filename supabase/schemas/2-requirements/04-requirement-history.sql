-- What happened to a requirement, and by when its company is to hear from the team.

-- `changes` has old and new of short values, and null for a field whose name is enough.
create table public.requirement_events (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- The requirement's, which never changes.
  client_id uuid not null references public.clients (id) on delete cascade,
  actor uuid references auth.users (id) on delete set null,
  side public.side,
  type text not null check (type in (
    'created', 'converted', 'edited', 'status', 'recruiter', 'candidates_shown', 'candidates_answered', 'candidate_joined',
    'candidates_withdrawn', 'candidates_agreed', 'candidates_refused', 'candidates_reconsidered', 'advert_opened', 'advert_closed',
    'advert_named', 'advert_changed', 'candidates_applied', 'candidates_taken_on', 'candidates_turned_down', 'candidates_put_back',
    'application_withdrawn')),
  -- Whom it is about: the recruiter who was named.
  person uuid references auth.users (id) on delete set null,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  for_client boolean not null default true,
  -- Several in one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  -- Whom it is about, for the team alone; null of what was written before this was kept.
  entry_ids uuid[]
);

create index requirement_events_timeline on public.requirement_events (requirement_id, created_at desc, id desc);
create index requirement_events_client on public.requirement_events (client_id, created_at desc, id desc);
create index requirement_events_actor on public.requirement_events (actor);
create index requirement_events_person on public.requirement_events (person);

alter table public.requirement_events enable row level security, force row level security;
grant select on public.requirement_events to authenticated;

-- Whole rows have the ids of people, the team's among them: a company is told by name, by functions.
create policy "who may export reads" on public.requirement_events for select to authenticated
  using ((select private.may_export()));

-- Writes what happened, as who acted on which side.
create function private.record_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    before jsonb;
    after jsonb;
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when exists (select from private.form_of(new)) then 'converted' else 'created' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end,
          'positions_filled', case when new.status = 'filled'
                                then jsonb_build_array(old.positions_filled, new.positions_filled) end,
          'joining_date', case when new.status = 'filled' and new.joining_date is not null
                            then jsonb_build_array(old.joining_date, new.joining_date) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    before := private.entries_of(old, private.requirement_fields());
    after := private.entries_of(new, private.requirement_fields());
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(before -> field, after -> field) end)
      into edits from jsonb_object_keys(after) as field
      where before -> field is distinct from after -> field;
    if edits is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $$;

create trigger record_requirement after insert or update on public.job_requirements
  for each row execute function private.record_requirement();

-- Of a candidate who is erased, or taken off a list, no event keeps which entry was theirs.
create function private.forget_entry() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.requirement_events as event set entry_ids = array_remove(event.entry_ids, old.id)
      where event.requirement_id = old.requirement_id and old.id = any (event.entry_ids);
    return null;
  end $$;

-- Has its company withdrawn it, rather than the team cancelled it? Whoever closed it last has.
create function private.is_withdrawn(requirement uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select requirement.status = 'cancelled' and coalesce((
        select event.side = 'company' from public.requirement_events as event
          where event.requirement_id = requirement.id and event.type = 'status'
          order by event.created_at desc, event.id desc limit 1), false)
      from public.job_requirements as requirement where requirement.id = is_withdrawn.requirement
  $$;

-- A page of what happened to a requirement, the newest first: fifty events from a place on, and one more, which tells that
-- there are others; and the currency of its amounts at that place, where it has changed since. A company reads the names of
-- its own people and of the recruiter that it has now; ids are for the team. Null for one that is not there, or not the
-- caller's to see.
create function private.requirement_history(requirement uuid, before_at timestamptz, before_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    is_team boolean := private.is_team_member();
    requirement_row public.job_requirements;
  begin
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if requirement_row.id is null then
      return null;
    end if;
    return jsonb_build_object(
      -- What the next change of it changed it from.
      'currency', case when before_id is not null then (
        select later.changes #>> '{currency,0}' from public.requirement_events as later
          where later.requirement_id = requirement_row.id and later.created_at >= before_at and (is_team or later.for_client)
            and later.changes -> 'currency' is not null
          order by later.created_at, later.id limit 1) end,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', event.id, 'type', event.type,
                   -- Whether a rule, the team or the schedule has ended it would tell a company who works there.
                   'side', case when is_team or event.type <> 'candidates_withdrawn' then event.side end,
                   'changes', case when is_team or event.changes ->> 'by' = 'candidate' then event.changes
                                   else event.changes - 'by' end,
                   'created_at', event.created_at,
                   'actor', case when is_team then event.actor end,
                   'person', case when is_team then event.person end,
                   'actor_name', member.full_name,
                   'people', case when is_team and event.entry_ids is not null then (
                     select coalesce(jsonb_agg(candidate.full_name order by candidate.full_name, entry.id), '[]')
                       from public.shortlist_entries as entry join public.candidates as candidate on candidate.id = entry.candidate_id
                       where entry.id = any (event.entry_ids)) end,
                   'is_named', event.person is not null,
                   'person_name', colleague.display_name)
                   order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = requirement_row.id and (is_team or happened.for_client)
                    and (before_id is null or (happened.created_at, happened.id) < (before_at, before_id))
                  order by happened.created_at desc, happened.id desc limit 51) as event
          left join public.client_members as member
            on event.side = 'company' and member.user_id = event.actor and member.client_id = requirement_row.client_id
          left join public.team_members as colleague
            on colleague.user_id = event.person and event.person = requirement_row.recruiter_id));
  end $$;
grant execute on function private.requirement_history to authenticated;

-- By when a company is to hear from the team (specification, section 9): so long after the first thing it did or wrote that
-- the team has not answered. An answer is another status, candidates that are shown, a message of the team, or a line of
-- the inbox that somebody has answered (docs/decisions/inbox.md). Null while nothing of the company's waits. A posting that
-- was made a requirement is asked since it came. What it does with the advert of the job asks nothing.
create function private.answer_due(requirement uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    with open_requirement as materialized (
      select requirement_row.id from public.job_requirements as requirement_row
        where requirement_row.id = answer_due.requirement and requirement_row.status = any (private.open_statuses())),
    event as materialized (
      select happened.type, happened.side, happened.created_at from public.requirement_events as happened
        where happened.requirement_id = (select id from open_requirement)),
    done as materialized (
      select act.item_id, act.type, act.changes, act.created_at from public.inbox_items as item
        join public.item_events as act on act.item_id = item.id
        where item.requirement_id = (select id from open_requirement)),
    answered as (
      select max(answer.created_at) as at
        from (select event.created_at from event
                where event.type in ('status', 'candidates_shown') and event.side is distinct from 'company'
              union all
              select done.created_at from done
                where (done.type = 'answered'
                       or done.type <> 'undone' and done.changes -> 'state' ->> 1 in ('waiting', 'done'))
                  -- What was undone was no answer.
                  and not exists (select from done as undone
                    where undone.item_id = done.item_id and undone.type = 'undone'
                      and undone.changes -> 'state' ->> 0 = done.changes -> 'state' ->> 1
                      and undone.created_at between done.created_at and done.created_at + private.undo_lasts())) as answer),
    question as (
      select coalesce(form.came, event.created_at) as since, event.created_at as at
        from event
        left join lateral (
          select sent.came from public.job_requirements as requirement_row cross join lateral private.form_of(requirement_row) as sent
            where event.type = 'converted' and requirement_row.id = answer_due.requirement) as form on true
        where event.side = 'company' and event.type not in ('advert_named', 'advert_closed') or event.type = 'converted'
      union all
      select done.created_at, done.created_at from done where done.type = 'written')
    select min(question.since) + private.promised('requirement') from question
      where question.at > coalesce((select at from answered), '-infinity')
  $$;

-- What every page of a requirement says of it, to its own company and to the team: its title and state, how many of its
-- positions are filled, the currency of its amounts, its recruiter as the company may reach them, by when it is answered,
-- who has closed it, whether the caller may change it, how many of its messages they have not read, and how many candidates
-- are where. Null for one that is not there, or not the caller's to see.
create function private.requirement_frame(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', requirement.id, 'job_title', requirement.job_title,
        'company', private.company_name(requirement.client_id), 'status', requirement.status, 'priority', requirement.priority, 'positions_count', requirement.positions_count, 'positions_filled', requirement.positions_filled,
        'joining_date', requirement.joining_date, 'version', requirement.version, 'currency', requirement.currency, 'location', requirement.location,
        'closed_reason', requirement.closed_reason,
        'closed_by', case when requirement.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = requirement.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', requirement.recruiter_id,
        'recruiter', private.contact_of(requirement.recruiter_id),
        'answer_by', private.answer_due(requirement.id),
        'may_write', private.side_on(requirement.client_id) is not null,
        'unread', coalesce((select unread_message.unread from public.unread_messages as unread_message
                             where unread_message.user_id = (select private.current_user_id()) and unread_message.requirement_id = requirement.id), 0),
        'candidates', private.candidate_counts(requirement.id)
          || case when (select private.is_team_member()) then private.applicant_counts(requirement.id) else '{}' end,
        -- Once the public has seen it.
        'advert', (select jsonb_build_object('state', private.advert_state(advert), 'closes_on', advert.closes_on, 'is_named', advert.is_named)
                     from public.adverts as advert where advert.requirement_id = requirement.id and advert.opened_at is not null))
        || case when (select private.is_team_member()) then jsonb_build_object('client_id', requirement.client_id) else '{}' end
      from public.job_requirements as requirement
      where requirement.id = requirement_frame.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $$;
grant execute on function private.requirement_frame to authenticated;

-- # Exposed through the Data API

create function public.requirement_frame(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.requirement_frame(requirement) $$;
grant execute on function public.requirement_frame to authenticated;

create function public.requirement_history(
    requirement uuid, before_at timestamptz default null, before_id uuid default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.requirement_history(requirement, before_at, before_id) $$;
grant execute on function public.requirement_history to authenticated;
