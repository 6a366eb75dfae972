-- What the team does with a line of the inbox. Each function checks who asks, then does what belongs together, and raises
-- PT404 when the line is gone, PT409 when somebody changed it since the caller read it, PT422 when it can't be.
--
-- A line is somebody's in two ways. What is given stays theirs. What is taken is theirs for thirty minutes from their last
-- act on it, so that nothing waits for somebody who has gone home; once they have answered (waiting, done) it stays theirs.

create function private.claim_lasts() returns interval
  language sql immutable set search_path = ''
  as $$ select interval '30 minutes' $$;

create function private.lock_item(item uuid, seen integer) returns public.inbox_items
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare held public.inbox_items;
  begin
    select * into held from public.inbox_items where id = item for update;
    if held.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

-- Notes that somebody is at it: it has been seen, and their own claim goes on. Returns whether it is there.
create function private.touch_item(caller uuid, item uuid, is_act boolean) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    update public.inbox_items
      set first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = case when is_act then now() else last_activity_at end,
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    return found;
  end $$;

create function private.apply_state(caller uuid, held public.inbox_items, next_state public.inbox_state, due timestamptz)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    holder uuid := case when held.claim_expires_at <= now() then null else held.assignee end;
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and held.state <> 'waiting' then now() + interval '7 days' else held.due_at end);
  begin
    if next_state = held.state and next_due = held.due_at then
      return;
    end if;
    perform private.touch_item(caller, held.id, true);
    update public.inbox_items
      set state = next_state, due_at = next_due,
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          claim_expires_at = case when next_state = 'open' then
            case when holder is null then now() + private.claim_lasts() else claim_expires_at end end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, case when next_state = held.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> held.state then jsonb_build_array(held.state, next_state) end,
          'due_at', case when next_due <> held.due_at then jsonb_build_array(held.due_at, next_due) end)));
  end $$;

-- Gives it to somebody for good, or to nobody. Whoever calls this holds them (hold_team_member) before any line, since so
-- does who removes them.
create function private.apply_assignee(caller uuid, held public.inbox_items, person uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if held.assignee is not distinct from person and held.claim_expires_at is null then
      return;
    end if;
    perform private.touch_item(caller, held.id, true);
    update public.inbox_items
      set assignee = person, claim_expires_at = null,
          state = case when state in ('done', 'spam') then 'open' else state end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, person)
      values (held.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', held.id, person);
  end $$;

create function private.version_of(item uuid) returns integer
  language sql stable security definer set search_path = ''
  as $$ select version from public.inbox_items where id = item $$;

-- Takes the next one: what is due first, of what is nobody's. One statement, so that of many who ask at once each gets
-- another. Returns null when there is none.
create function private.take_next_item() returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    taken uuid;
  begin
    with next as (
      select id, state from public.inbox_items
        where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null)
          and (assignee is null or claim_expires_at <= now())
        order by due_at, id limit 1
        for update skip locked
    ), claimed as (
      update public.inbox_items as item
        set assignee = caller, claim_expires_at = now() + private.claim_lasts(), state = 'open',
            first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
        from next where item.id = next.id
        returning item.id, next.state as before
    )
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'taken', case when before = 'open' then '{}'
               else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
        from claimed
      returning item_id into taken;
    return taken;
  end $$;

-- Takes this one, from a colleague too: whoever asks has seen whose it was.
create function private.take_item(item uuid, seen integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    perform private.touch_item(caller, item, true);
    if held.assignee = caller and (held.claim_expires_at is null or held.claim_expires_at > now())
      and held.state in ('open', 'waiting') then
      return held.version;
    end if;
    update public.inbox_items
      set assignee = caller,
          claim_expires_at = case when held.state = 'waiting' then null else now() + private.claim_lasts() end,
          state = case when held.state = 'waiting' then 'waiting'::public.inbox_state else 'open' end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'taken', case when held.state in ('open', 'waiting') then '{}'
                else jsonb_build_object('state', jsonb_build_array(held.state, 'open')) end);
    return private.version_of(item);
  end $$;

create function private.give_item(item uuid, seen integer, person uuid) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.require_team();
  begin
    perform private.hold_team_member(person);
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $$;

create function private.set_item_state(item uuid, seen integer, state public.inbox_state, due timestamptz)
  returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.require_team();
  begin
    perform private.apply_state(caller, private.lock_item(item, seen), state, due);
    return private.version_of(item);
  end $$;

create function private.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if due = held.due_at then
      return held.version;
    end if;
    perform private.touch_item(caller, item, true);
    update public.inbox_items set due_at = due where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(held.due_at, due)));
    return private.version_of(item);
  end $$;

-- Writes a note, under one's own name. Nobody changes one afterwards, so it asks for no version.
create function private.add_note(item uuid, kind public.note_kind, body text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    if not private.touch_item(caller, item, true) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    insert into public.notes (item_id, author, kind, body) values (item, caller, kind, body) returning id into written;
    return written;
  end $$;
