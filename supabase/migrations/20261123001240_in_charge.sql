-- A requirement that its company edits, withdraws or writes about comes in again to whoever is in charge of it; and the list
-- says of one that was withdrawn that it was, since there is nothing else to be seen of why it is there.

-- Has its company withdrawn it, rather than the team cancelled it? Whoever closed it last has.
create function private.is_withdrawn(requirement uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select filed.status = 'cancelled' and coalesce((
        select event.side = 'company' from public.requirement_events as event
          where event.requirement_id = filed.id and event.type = 'status'
          order by event.created_at desc, event.id desc limit 1), false)
      from public.job_requirements as filed where filed.id = is_withdrawn.requirement
  $$;

-- As before, and to whom: who has it in hand goes on with it. Else it is theirs who is in charge of the requirement, and
-- only then theirs who had dealt with it: a line that is nobody's is taken by somebody who knows nothing of it.
create or replace function private.return_item(
    requirement uuid, type text default 'returned', actor uuid default private.current_user_id()) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select filed.recruiter_id from public.job_requirements as filed
                        where filed.id = return_item.requirement and private.is_team(filed.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                          else coalesce(holder, in_charge) end;
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, return_item.actor, return_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

-- The lists as before, with a column more.
drop function public.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text,
                                timestamptz, uuid);
drop function private.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text,
                                 timestamptz, uuid);
drop function public.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text,
                                timestamptz, uuid);
drop function private.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text,
                                 timestamptz, uuid);

create function private.list_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           item.requirement_id is not null and private.is_withdrawn(item.requirement_id)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (select body from public.notes where notes.item_id = item.id
                          order by notes.created_at desc, notes.id desc limit 1) as note on true
      order by page.place
  $$;

create function private.list_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean)
  language sql stable security definer set search_path = ''
  as $$
    select * from private.list_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                     after_id)
  $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.list_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean)
  language sql stable security invoker set search_path = ''
  as $$
    select * from private.list_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;

create function public.list_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean)
  language sql stable security invoker set search_path = ''
  as $$
    select * from private.list_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
