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
    if held.assignee = caller and (held.claim_expires_at is null or held.claim_expires_at > now())
      and held.state in ('open', 'waiting') then
      perform private.touch_item(caller, item, true);
      return held.version;
    end if;
    update public.inbox_items
      set assignee = caller, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
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

-- Gives it to somebody for good, or to nobody. Whoever calls this holds them (hold_team) before any line.
create or replace function private.apply_assignee(caller uuid, held public.inbox_items, person uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if held.assignee is not distinct from person and held.claim_expires_at is null then
      return;
    end if;
    update public.inbox_items
      set assignee = person, claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = now(), state = case when state in ('done', 'spam') then 'open' else state end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, person)
      values (held.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', held.id, person);
  end $$;

create or replace function private.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.hold_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if due = held.due_at then
      return held.version;
    end if;
    update public.inbox_items
      set due_at = due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(held.due_at, due)));
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

create or replace function private.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.hold_team();
    columns text := array_to_string(private.requirement_fields(), ', ');
    source public.inbox_items;
    made uuid := private.lock_posting(posting);
  begin
    if made is not null then
      return made;
    end if;
    select * into source from public.inbox_items where posting_id = posting;
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, source_posting_id, %1$s)
                      select $1, $2, %1$s from private.with_entries($3, $4) returning id', columns)
      into made using client, posting, jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
        'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
        'priority', 'medium')), entries;
    update public.inbox_items
      set state = 'open', assignee = caller, first_seen_at = now(), due_at = source.created_at + private.promised('posting')
      where requirement_id = made;
    perform private.touch_item(caller, source.id, true);
    update public.inbox_items set state = 'done', assignee = caller, claim_expires_at = null where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
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
