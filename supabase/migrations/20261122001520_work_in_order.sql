-- Several at the same work (docs/decisions/017). Everybody who changes things takes what they hold in one order, so that
-- nobody waits in a circle: people of the team by their ids, then companies, then requirements, then lines, each by id.
-- And whoever acts is of the team until that is done: who is just being removed has nothing left in hand afterwards.
-- A line is changed once in a transaction: at a second time Postgres looks for its requirement again, and waits for it.

-- Who is asking, and whoever is given something, if of the team, until the transaction ends; 42501 for everybody else.
create function private.hold_team(person uuid default null) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.require_team();
  begin
    perform from public.user_roles where user_id in (caller, person) order by user_id for share;
    if person is not null and not private.is_team(person) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    end if;
    return private.require_team();
  end $$;

-- What somebody who leaves had in hand is nobody's, and so are the open requirements they looked after. What they have
-- closed is held as well: somebody may be opening it again.
create function private.free_work_of(person uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform from public.job_requirements where recruiter_id = person order by id for no key update;
    perform from public.inbox_items
      where id in (select held.id from public.inbox_items as held where held.assignee = person
                   union
                   select line.id from public.job_requirements as filed
                     join public.inbox_items as line on line.requirement_id = filed.id
                     where filed.recruiter_id = person)
      order by id for update;
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status in ('new', 'in_progress');
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = person and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
  end $$;

create or replace function private.free_work() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.free_work_of(old.user_id);
    return null;
  end $$;

-- As before; what somebody has left closed, who is not of the team any more, comes in again as nobody's.
create or replace function private.return_item(requirement uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare returned public.inbox_items;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(),
          assignee = case when private.is_team(assignee) then assignee end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, private.current_user_id(), 'returned',
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

create or replace function private.apply_state(caller uuid, held public.inbox_items, next_state public.inbox_state,
                                               due timestamptz)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    holder uuid := case when private.is_team(held.assignee) and (held.claim_expires_at <= now()) is not true
                     then held.assignee end;
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and held.state <> 'waiting' then now() + interval '7 days' else held.due_at end);
  begin
    if next_state = held.state and next_due = held.due_at then
      return;
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then now() + private.claim_lasts() else claim_expires_at end end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, case when next_state = held.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> held.state then jsonb_build_array(held.state, next_state) end,
          'due_at', case when next_due <> held.due_at then jsonb_build_array(held.due_at, next_due) end)));
  end $$;

-- The team has given a requirement another status: its line has been seen, is done with what is closed, and comes back
-- with what is opened again, to be looked at as soon as something new.
create function private.follow_status(requirement uuid, before public.requirement_status,
                                      after public.requirement_status) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.current_user_id();
    held public.inbox_items;
  begin
    select * into held from public.inbox_items where requirement_id = requirement for update;
    if after in ('filled', 'cancelled') and held.state in ('new', 'open', 'waiting') then
      perform private.apply_state(caller, held, 'done', null);
    elsif before in ('filled', 'cancelled') and after in ('new', 'in_progress') and held.state in ('done', 'spam') then
      perform private.apply_state(caller, held, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, held.id, true);
    end if;
  end $$;

create or replace function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    -- A company that is being deleted is gone before its requirements are.
    update public.inbox_items set search = coalesce(private.searchable_requirement(new), search)
      where requirement_id = new.id;
    if acting = 'company' then
      perform private.return_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $$;

create or replace function private.follow_company() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform from public.inbox_items
      where requirement_id in (select id from public.job_requirements where client_id = new.id) order by id for update;
    update public.inbox_items as item set search = private.searchable_requirement(requirement)
      from public.job_requirements as requirement
      where requirement.client_id = new.id and item.requirement_id = requirement.id;
    return null;
  end $$;

-- The status may be changed by the company or the team, never the rest with it. Whoever cancels says why, as the page
-- asks: the other side reads it. Who looked after what is opened again does so only if still of the team.
create or replace function private.guard_status() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if acting is not null and not exists (select from private.requirement_transitions() as allowed
        where allowed.side = acting and allowed.from_status = old.status and allowed.to_status = new.status) then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    if new.status in ('new', 'in_progress') then
      new.closed_reason := null;
      if not private.is_team(new.recruiter_id) then
        new.recruiter_id := null;
      end if;
    elsif acting is not null and new.status = 'cancelled' and new.closed_reason is null then
      raise exception 'reason_missing' using errcode = 'PT422';
    end if;
    return new;
  end $$;

-- As before; what only names the requirement need not wait.
create or replace function private.lock_requirement(requirement uuid, seen integer) returns public.job_requirements
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare held public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.job_requirements as filed
      where filed.id = requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

create or replace function private.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    held public.job_requirements;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.hold_team();
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason)
      where filed.id = requirement returning version into now_at;
    return now_at;
  end $$;

create or replace function private.set_recruiter(requirement uuid, seen integer, person uuid) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    now_at integer;
    held public.job_requirements;
  begin
    perform private.hold_team(person);
    held := private.lock_requirement(requirement, seen);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if held.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $$;
