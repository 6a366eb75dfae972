-- Who works at an item: the next one that nobody has, and work that is held or let free with its holder
-- (docs/decisions/inbox.md).

-- Takes the next item that nobody has, of one kind or of any. Four groups follow each other, each by due time: overdue;
-- overdue in a flood; not yet due; not yet due in a flood. Each is a range of one index, whose
-- rows that others are taking are passed over: of several people who ask at once each gets another item. Null when there is none.
create function private.take_next_of(kind public.inbox_kind) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    wanted record;
    taken uuid;
  begin
    for wanted in
      select * from (values (1, false, now()), (2, true, now()), (3, false, 'infinity'), (4, true, 'infinity'))
        as step (place, is_flood, before) order by place
    loop
      with next as (
        select free.id, free.state from public.inbox_items as free
          where free.state in ('new', 'open') and not free.is_suspect
            and (free.assignee is null or free.claim_expires_at is not null)
            and (free.assignee is null or free.claim_expires_at <= now())
            and (take_next_of.kind is null or free.kind = take_next_of.kind)
            and free.is_flood = wanted.is_flood and free.due_at < wanted.before
          order by free.due_at, free.id limit 1
          for update skip locked
      ), claimed as (
        update public.inbox_items as item
          set assignee = caller, claim_expires_at = private.claim_end(item.requirement_id), state = 'open',
              first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
          from next where item.id = next.id
          returning item.id, next.state as before
      )
      insert into public.item_events (item_id, actor, type, changes)
        select id, caller, 'taken', case when before = 'open' then '{}'
                 else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
          from claimed
        returning item_id into taken;
      exit when taken is not null;
    end loop;
    return taken;
  end $$;
grant execute on function private.take_next_of to authenticated;

-- The same of any kind.
create function private.take_next_item() returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    return private.take_next_of(null);
  end $$;
grant execute on function private.take_next_item to authenticated;

-- # What goes on when somebody leaves, or a status changes

-- An item without an assignee has no claim: when an account is deleted, its foreign key empties the assignee alone.
create function private.forget_claim() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.claim_expires_at := null;
    return new;
  end $$;

create trigger forget_claim before update of assignee on public.inbox_items
  for each row when (new.assignee is null) execute function private.forget_claim();

-- Locks the items of somebody who leaves: also closed ones, which somebody may be opening again, and those of the colleagues
-- for whom they stand in, which may be on their way to them.
create function private.lock_work() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    person uuid := old.user_id;
    people uuid[] := array(select person union select user_id from private.absences
                             where stand_in = person and until >= private.today());
  begin
    perform from public.job_requirements where recruiter_id = any (people) order by id for no key update;
    perform from public.inbox_items
      where id in (select item.id from public.inbox_items as item where item.assignee = any (people)
                   union
                   select item_row.id from public.job_requirements as requirement
                     join public.inbox_items as item_row on item_row.requirement_id = requirement.id
                     where requirement.recruiter_id = any (people))
      order by id for update;
    return old;
  end $$;

create trigger lock_work before delete on public.team_members for each row execute function private.lock_work();

-- What somebody who leaves had in hand is nobody's, and so are the open requirements they looked after.
create function private.free_work_of(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status = any (private.open_statuses());
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = person and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
  end $$;

-- Whoever leaves the team leaves nothing that nobody else would take up.
create function private.free_work() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.free_work_of(old.user_id);
    return null;
  end $$;

create trigger free_work after delete on public.team_members for each row execute function private.free_work();

-- Settles the line of a requirement whose company has been answered, unless people who have applied wait for an answer of
-- their own.
create function private.settle_line(caller uuid, item public.inbox_items) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.applicants_of(item.requirement_id) = 0 then
      perform private.apply_state(caller, item, 'done', null);
    else
      perform private.touch_item(caller, item.id, true);
      insert into public.item_events (item_id, actor, type) values (item.id, caller, 'answered');
    end if;
  end $$;

-- Follows a change of status by the team. It answers the company, so the line is settled, also one that waits when the
-- requirement is closed. A requirement that is opened again brings its line back, due as a new one.
create function private.follow_status(requirement uuid, before public.requirement_status,
                                      after public.requirement_status) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    item public.inbox_items;
  begin
    select * into item from public.inbox_items where requirement_id = requirement for update;
    if item.state in ('new', 'open') and before = any (private.open_statuses())
      or item.state <> 'spam' and after = any (private.closed_statuses())
    then
      perform private.settle_line(caller, item);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and item.state in ('done', 'spam')
    then
      perform private.apply_state(caller, item, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, item.id, true);
    end if;
  end $$;

-- Follows the naming of a recruiter: the requirement's line is theirs, unless a third person has it in hand (neither the
-- recruiter before nor whoever names the new one).
create function private.give_line(requirement uuid, before uuid, recruiter uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    item public.inbox_items;
    holder uuid;
  begin
    select * into item from public.inbox_items where requirement_id = requirement for update;
    holder := private.holder_of(item);
    if item.state in ('new', 'open', 'waiting') and private.is_team(recruiter)
      and (holder is null or holder = before or holder = caller) then
      recruiter := private.receiver_of(recruiter);
      update public.inbox_items as line set assignee = recruiter, claim_expires_at = null, last_activity_at = now()
        where line.id = item.id;
      if item.assignee is distinct from recruiter then
        insert into public.item_events (item_id, actor, type, person) values (item.id, caller, 'given', recruiter);
      end if;
    end if;
  end $$;

-- # Exposed through the Data API

create function public.take_next_item() returns uuid
  language sql set search_path = '' as $$ select private.take_next_item() $$;
grant execute on function public.take_next_item to authenticated;

create function public.take_next_of(kind public.inbox_kind) returns uuid
  language sql set search_path = '' as $$ select private.take_next_of(kind) $$;
grant execute on function public.take_next_of to authenticated;
