-- What the team does with a line, as before (20261122000650 and 660), by somebody who is of the team until it is done
-- (private.hold_team).

-- Due in any year that the form takes, in any zone.
alter table public.inbox_items drop constraint inbox_items_due_at_check;
alter table public.inbox_items add constraint inbox_items_due_at_check
  check (due_at between '1899-12-31' and '3000-01-02');

-- Takes the next one: what is due first, of what is nobody's; of what came in a flood only when nothing else is left. One
-- statement, so that of many who ask at once each gets another. Returns null when there is none.
create or replace function private.take_next_item() returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.hold_team();
    taken uuid;
  begin
    with next as (
      select id, state from public.inbox_items
        where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null)
          and (assignee is null or claim_expires_at <= now())
        order by is_flood, due_at, id limit 1
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

-- Takes this one, from a colleague too: whoever asks has seen whose it was. What is not only claimed is a colleague's for
-- good, so that the log says who took it from whom.
create or replace function private.take_item(item uuid, seen integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.hold_team();
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
    if held.assignee <> caller and held.claim_expires_at is null then
      perform private.log_activity('item_taken', 'item', item, held.assignee);
    end if;
    return private.version_of(item);
  end $$;

create or replace function private.give_item(item uuid, seen integer, person uuid) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.hold_team(person);
  begin
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $$;

create or replace function private.set_item_state(item uuid, seen integer, state public.inbox_state, due timestamptz)
  returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.hold_team();
  begin
    perform private.apply_state(caller, private.lock_item(item, seen), state, due);
    return private.version_of(item);
  end $$;

create or replace function private.change_items(
    items uuid[], seen integer[], state public.inbox_state, person uuid, gives boolean)
  returns table (item_id uuid, outcome text)
  language plpgsql volatile security definer set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    caller uuid := private.hold_team(person);
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
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

create or replace function private.convert_posting_by_invitation(
    posting uuid, company_name text, full_name text, phone text, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    made uuid;
    sender text := (select contact_email from public.public_job_submissions where id = posting);
  begin
    perform private.hold_team();
    made := private.lock_posting(posting);
    if made is not null then
      return made;
    end if;
    return private.convert_posting(
      posting, (private.invite_company(sender, company_name, full_name, phone)).client_id, entries);
  end $$;

drop function private.hold_team_member(uuid);
