-- What the client's pages ask the database for together, since its parts came one after another.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123000960' $$;

-- All that a dashboard shows beside its list: the three figures (section 2) of what the caller may see, who of the team looks
-- after any of it, by account, what somebody without a company may join, what the team has written, and what is begun.
create or replace function public.own_dashboard() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'drafts', private.own_drafts())
  $$;

-- By when a company is to hear from the team, as before; its words ask as well, and the team's answer.
create or replace function private.answer_due(requirement uuid) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
    with answered as (
      select max(answer.created_at) as at
        from (select event.created_at from public.requirement_events as event
                where event.requirement_id = answer_due.requirement and event.type = 'status'
                  and event.side is distinct from 'company'
              union all
              select done.created_at from public.item_events as done
                join public.inbox_items as item on item.id = done.item_id
                where item.requirement_id = answer_due.requirement
                  and (done.type = 'answered' or done.changes -> 'state' ->> 1 in ('waiting', 'done'))) as answer),
    asked as (
      select coalesce(posting.created_at, event.created_at) as since, event.created_at as at
        from public.requirement_events as event
        join public.job_requirements as filed on filed.id = event.requirement_id
        left join public.public_job_submissions as posting
          on event.type = 'converted' and posting.id = filed.source_posting_id
        where event.requirement_id = answer_due.requirement and (event.side = 'company' or event.type = 'converted')
      union all
      select written.created_at, written.created_at from public.item_events as written
        join public.inbox_items as item on item.id = written.item_id
        where item.requirement_id = answer_due.requirement and written.type = 'written')
    select min(asked.since) + private.promised('requirement') from asked
      where asked.at > coalesce((select at from answered), '-infinity')
        and exists (select from public.job_requirements as filed
                     where filed.id = answer_due.requirement and filed.status in ('new', 'in_progress'))
  $$;

-- The frame of a requirement's pages, as before, and how much of its talk the caller has not read.
create or replace function private.requirement_frame(requirement uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'version', filed.version, 'currency', filed.currency, 'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status in ('filled', 'cancelled') then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $$;

-- A company changes its requirement, as before; a form that changes nothing leaves it as it is, its time included.
create or replace function private.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    -- Not the team's, who may change the status and nothing else.
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status not in ('new', 'in_progress') then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 and exists (
                       select %1$s from private.with_entries($1, $2)
                       except select %1$s from public.job_requirements where id = $3)
                     returning version', columns) into now_at using held, entries, requirement;
    return coalesce(now_at, held.version);
  end $$;

-- A company withdraws its requirement: as itself, which the team is not, whatever page it comes from.
create function private.withdraw_requirement(requirement uuid, seen integer, reason text) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason);
  end $$;

-- What the Data API shows of it: a function that runs as its caller.
create function public.withdraw_requirement(requirement uuid, seen integer, reason text) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.withdraw_requirement(requirement, seen, reason) $$;
