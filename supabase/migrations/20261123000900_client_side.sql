-- What the client's pages ask the database for together, since its parts came one after another.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123000950' $$;

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
