-- Opening a line of the inbox, changing many at once, and what the Data API shows of all this.

-- Marks it as seen. Returns who else has opened it in the last five minutes, the last first.
create function private.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language plpgsql volatile security definer set search_path = ''
  as $$
  #variable_conflict use_column
  declare caller uuid := private.require_team();
  begin
    if not private.touch_item(caller, item, false) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    insert into public.item_openings (item_id, user_id) values (item, caller)
      on conflict (item_id, user_id) do update set opened_at = now();
    return query select other.user_id, other.opened_at from public.item_openings as other
      where other.item_id = item and other.user_id <> caller and other.opened_at > now() - interval '5 minutes'
      order by other.opened_at desc;
  end $$;

-- One action for up to fifty, each as the caller has seen it. Says of each what became of it: changed, stale or gone.
-- Always in the same order, so that two who do it at once don't wait for each other in a circle.
create function private.change_items(
    items uuid[], seen integer[], state public.inbox_state, person uuid, gives boolean)
  returns table (item_id uuid, outcome text)
  language plpgsql volatile security definer set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.hold_team_member(person);
    for asked in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.inbox_items where id = asked.id for update;
      item_id := asked.id;
      if held.id is null then
        outcome := 'gone';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.take_next_item() returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.take_next_item() $$;

create function public.take_item(item uuid, seen integer) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.take_item(item, seen) $$;

create function public.give_item(item uuid, seen integer, person uuid default null) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.give_item(item, seen, person) $$;

create function public.set_item_state(
    item uuid, seen integer, state public.inbox_state, due timestamptz default null) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.set_item_state(item, seen, state, due) $$;

create function public.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.set_item_due(item, seen, due) $$;

create function public.add_note(item uuid, kind public.note_kind, body text) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.add_note(item, kind, body) $$;

create function public.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.open_item(item) $$;

create function public.set_item_states(items uuid[], seen integer[], state public.inbox_state)
  returns table (item_id uuid, outcome text)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.change_items(items, seen, state, null, false) $$;

create function public.give_items(items uuid[], seen integer[], person uuid default null)
  returns table (item_id uuid, outcome text)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.change_items(items, seen, null, person, true) $$;
