-- What the pages of one requirement ask of the database: its frame, for its company and for the team, in one question.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123000150' $$;

-- By when a company is to hear from the team (specification, section 9): so long after the first thing it did that the team
-- has not answered. An answer is another status, or a line of the inbox that somebody has answered (docs/decisions/017).
-- Null while nothing of the company's waits. A posting that was made a requirement is asked since it came.
create function private.answer_due(requirement uuid) returns timestamptz
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
                  and done.changes -> 'state' ->> 1 in ('waiting', 'done')) as answer)
    select min(coalesce(posting.created_at, event.created_at)) + private.promised('requirement')
      from public.requirement_events as event
      join public.job_requirements as filed on filed.id = event.requirement_id
      left join public.public_job_submissions as posting
        on event.type = 'converted' and posting.id = filed.source_posting_id
      where event.requirement_id = answer_due.requirement
        and filed.status in ('new', 'in_progress')
        and (event.side = 'company' or event.type = 'converted')
        and event.created_at > coalesce((select at from answered), '-infinity')
  $$;

-- What every page of a requirement says of it, to its own company and to the team: its title and state, the currency of its
-- amounts, its recruiter as the company may reach them, by when it is answered, who has closed it, and whether the caller
-- may change it. Null for one that is not there, or not the caller's to see.
create function private.requirement_frame(requirement uuid) returns jsonb
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
        'may_write', private.side_on(filed.client_id) is not null)
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $$;

-- What the Data API shows of it: a function that runs as its caller.
create function public.requirement_frame(requirement uuid) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.requirement_frame(requirement) $$;
