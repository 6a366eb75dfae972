-- What the team does to an item of the inbox: one at a time or several, each against the version that was seen
-- (docs/decisions/inbox.md).

-- An item is somebody's in two ways. What is given stays theirs. What is taken is theirs for so long from their last act on
-- it, so that nothing waits for somebody who has gone home; once they have answered (waiting, done) it stays theirs.
create function private.claim_duration() returns interval
  language sql immutable set search_path = '' as $$ select interval '30 minutes' $$;

-- Until when what is taken now is its taker's; null for good, as the line of a requirement that somebody is in charge of: when a
-- claim ran out there, it would be nobody's.
create function private.claim_end(requirement uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select case when not exists (select from public.job_requirements as requirement_row
                                   join public.team_members as colleague on colleague.user_id = requirement_row.recruiter_id
                                   where requirement_row.id = requirement)
             then now() + private.claim_duration() end
  $$;

-- An item as the caller has seen it, until the transaction ends. What the team does with lines raises PT404 when the item is
-- gone, PT409 when somebody changed it since the caller read it, PT422 when it can't be.
create function private.lock_item(item uuid, seen integer) returns public.inbox_items
  language plpgsql security definer set search_path = '' as $$
  declare item_row public.inbox_items;
  begin
    select * into item_row from public.inbox_items where id = item for update;
    if item_row.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    if item_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = item_row.version::text;
    end if;
    return item_row;
  end $$;

-- Notes that somebody is at it: it has been seen, and their own claim goes on. Returns whether it is there.
create function private.touch_item(caller uuid, item uuid, is_act boolean) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.inbox_items
      set first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = case when is_act then now() else last_activity_at end,
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_duration() else claim_expires_at end
      where id = item;
    return found;
  end $$;

create function private.version_of(item uuid) returns integer
  language sql stable security definer set search_path = '' as $$ select version from public.inbox_items where id = item $$;

-- Gives an item another state, another due time, or both, and notes which.
create function private.apply_state(caller uuid, item public.inbox_items, next_state public.inbox_state,
                                    due timestamptz)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    holder uuid := private.holder_of(item);
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and item.state <> 'waiting' then now() + interval '7 days' else item.due_at end);
  begin
    if next_state = item.state and next_due = item.due_at then
      return;
    end if;
    -- What was closed and is not any more has come back.
    if item.state in ('done', 'spam') and next_state not in ('done', 'spam') then
      holder := private.receiver_of(holder);
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then private.claim_end(item.requirement_id) else claim_expires_at end end
      where id = item.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (item.id, caller, case when next_state = item.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> item.state then jsonb_build_array(item.state, next_state) end,
          'due_at', case when next_due <> item.due_at then jsonb_build_array(item.due_at, next_due) end)));
  end $$;

-- Gives an item to somebody for good, or to nobody. Whoever calls this holds them (lock_team) before any item.
create function private.apply_assignee(caller uuid, item public.inbox_items, person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    person := private.receiver_of(person);
    if item.assignee is not distinct from person and item.claim_expires_at is null then
      return;
    end if;
    update public.inbox_items
      set assignee = person, claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = now(), state = case when state in ('done', 'spam') then 'open' else state end
      where id = item.id;
    insert into public.item_events (item_id, actor, type, person)
      values (item.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', item.id, person);
  end $$;

-- Takes an item, from a colleague too: the caller has seen whose it was. What is not only claimed is a colleague's for
-- good, so that the log says who took it from whom.
create function private.take_item(item uuid, seen integer) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(item, seen);
  begin
    if item_row.assignee = caller and (item_row.claim_expires_at is null or item_row.claim_expires_at > now())
      and item_row.state in ('open', 'waiting') then
      perform private.touch_item(caller, item, true);
      return item_row.version;
    end if;
    update public.inbox_items
      set assignee = caller, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when item_row.state = 'waiting' then null else private.claim_end(item_row.requirement_id) end,
          state = case when item_row.state = 'waiting' then 'waiting'::public.inbox_state else 'open' end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'taken', case when item_row.state in ('open', 'waiting') then '{}'
                else jsonb_build_object('state', jsonb_build_array(item_row.state, 'open')) end);
    if item_row.assignee <> caller and item_row.claim_expires_at is null then
      perform private.log_activity('item_taken', 'item', item, item_row.assignee);
    end if;
    return private.version_of(item);
  end $$;
grant execute on function private.take_item to authenticated;

create function private.give_item(item uuid, seen integer, person uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.lock_team(person);
  begin
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $$;
grant execute on function private.give_item to authenticated;

create function private.set_item_state(item uuid, seen integer, state public.inbox_state, due timestamptz)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(item, seen);
  begin
    perform private.refuse_leaving_applicants(item_row, state);
    perform private.apply_state(caller, item_row, state, due);
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_state to authenticated;

create function private.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(item, seen);
  begin
    if due = item_row.due_at then
      return item_row.version;
    end if;
    update public.inbox_items
      set due_at = due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_duration() else claim_expires_at end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(item_row.due_at, due)));
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_due to authenticated;

-- One to fifty things that a caller changes at once, in the order of their ids, each once: as the version that they have seen.
create function private.seen_versions(ids uuid[], seen integer[]) returns table (id uuid, version integer)
  language plpgsql immutable set search_path = '' as $$
  begin
    if cardinality(ids) not between 1 and 50 or cardinality(seen) is distinct from cardinality(ids) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    return query select given.id, min(given.version) from unnest(ids, seen) as given (id, version) group by given.id order by given.id;
  end $$;

-- One action for up to fifty items, each as the caller has seen it. Says of each what became of it: changed, stale, gone, or
-- applicants, who wait for an answer. In one order, for two at once not to wait for each other in a circle. `act` is what it can be
-- undone by (10-item-acts.sql), and the same when it comes twice.
create function private.change_items(
    items uuid[], seen integer[], state public.inbox_state, person uuid, gives boolean, act uuid)
  returns table (item_id uuid, outcome text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    wanted record;
    item public.inbox_items;
  begin
    for wanted in select * from private.seen_versions(items, seen) loop
      select * into item from public.inbox_items where id = wanted.id for update;
      item_id := wanted.id;
      if item.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = item.id) then
        outcome := 'changed';
      elsif item.version is distinct from wanted.version then
        outcome := 'stale';
      elsif private.leaves_applicants(item, state) then
        outcome := 'applicants';
      else
        if gives then
          perform private.apply_assignee(caller, item, person);
        else
          perform private.apply_state(caller, item, state, null);
        end if;
        perform private.record_act(act, caller, item);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.change_items to authenticated;

-- Marks an item as seen. Returns who else has opened it in the last five minutes, the last first.
create function private.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare caller uuid := private.require_team();
  begin
    if not private.touch_item(caller, item, false) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.item_openings (item_id, user_id) values (item, caller)
      on conflict (item_id, user_id) do update set opened_at = now();
    return query select other.user_id, other.opened_at from public.item_openings as other
      where other.item_id = item and other.user_id <> caller and other.opened_at > now() - interval '5 minutes'
      order by other.opened_at desc;
  end $$;
grant execute on function private.open_item to authenticated;

-- Writes a note, under one's own name, once for each form. Nobody changes one afterwards, so it asks for no version.
create function private.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    if not private.touch_item(caller, item, true) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, kind, body, form)
      on conflict (author, form_id) do nothing returning id into written;
    return coalesce(written, (select id from public.notes where author = caller and form_id = form));
  end $$;
grant execute on function private.note_once to authenticated;

-- # Exposed through the Data API

create function public.take_item(item uuid, seen integer) returns integer
  language sql set search_path = '' as $$ select private.take_item(item, seen) $$;
grant execute on function public.take_item to authenticated;

create function public.give_item(item uuid, seen integer, person uuid default null) returns integer
  language sql set search_path = '' as $$ select private.give_item(item, seen, person) $$;
grant execute on function public.give_item to authenticated;

create function public.set_item_state(
    item uuid, seen integer, state public.inbox_state, due timestamptz default null) returns integer
  language sql set search_path = '' as $$ select private.set_item_state(item, seen, state, due) $$;
grant execute on function public.set_item_state to authenticated;

create function public.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language sql set search_path = '' as $$ select private.set_item_due(item, seen, due) $$;
grant execute on function public.set_item_due to authenticated;

create function public.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language sql set search_path = '' as $$ select * from private.open_item(item) $$;
grant execute on function public.open_item to authenticated;

create function public.set_item_states(
    items uuid[], seen integer[], state public.inbox_state, act uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, state, null, false, act) $$;
grant execute on function public.set_item_states to authenticated;

create function public.give_items(items uuid[], seen integer[], person uuid default null, act uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, null, person, true, act) $$;
grant execute on function public.give_items to authenticated;

create function public.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language sql set search_path = '' as $$ select private.note_once(item, kind, body, form) $$;
grant execute on function public.note_once to authenticated;
