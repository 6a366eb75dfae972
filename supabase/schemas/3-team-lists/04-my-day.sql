-- Somebody's day: what of inbox, requirements and candidates waits for them (docs/decisions/inbox.md).

-- The sections of a day, in their order: lines of the inbox that are due today or late, those that come back, what companies
-- have written, whose candidates have agreed, to be shown, or said no lately, requirements that wait for an answer, those whose
-- candidates' company has let the time for one pass, whose deadline is this week, and of which nothing was heard.
create function private.day_sections() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['due', 'back', 'messages', 'agreed', 'refused', 'waiting', 'candidates', 'deadline', 'silent'] $$;

-- Since when a no is news: the working day before today, Monday to Friday where the agency is.
create function private.refused_since() returns timestamptz
  language sql stable set search_path = '' as $$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone private.zone()
  $$;

-- How many candidates of a requirement its company has answered since the team last said or did something there.
create function private.count_unread_answers(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = requirement and entry.answered_at > coalesce(
        (select max(event.created_at) from public.requirement_events as event
           where event.requirement_id = requirement and event.side = 'team'), '-infinity')
  $$;

-- What somebody of the team has to do today, each thing once, in the first section that fits: of each how many, beyond a
-- hundred a hundred, and the first. A requirement that its line of the inbox stands for is not there twice; what its
-- candidates say is another thing to do.
create function private.day_of(person uuid, most integer) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone private.zone()) as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread, 0 as people
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread, 0
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'agreed', min(asked.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as held
         join public.shortlist_entries as entry on entry.requirement_id = held.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as asked on asked.entry_id = entry.id and private.is_in_force(asked)
         where held.recruiter_id = person and private.has_yes(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(asked.refused_at, asked.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as asked
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = asked.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where asked.entry_id is not null and greatest(asked.refused_at, asked.withdrawn_at) >= private.refused_since()
           and asked.tell_at is null and asked.reconsidered_at is null
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', held.deadline_at, null, held.requirement_id, 0, 0
         from private.grouped_requirements as held
         where held.recruiter_id = person
           and held.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by held.deadline_at, held.requirement_id limit 100)
      union all
      (select 'silent', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held
         where held.recruiter_id = person and held.last_word_at < (select private.silent_since())
         order by held.last_word_at, held.requirement_id limit 100)
    ), placed as (
      select found.*, array_position(private.day_sections(), section) as section_place from found
    ), once as (
      select placed.*, row_number() over (partition by coalesce(requirement_id, item_id),
                                                       case when section in ('agreed', 'refused') then section_place end
                                          order by section_place) as appearance
        from placed
    ), listed as (
      select once.*, row_number() over (partition by section_place order by at, requirement_id, item_id) as place,
             count(*) over (partition by section_place) as together
        from once where appearance = 1
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select listed.section_place, jsonb_build_object(
                'name', listed.section, 'total', least(max(listed.together), 100),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(line.kind, 'requirement'),
                  'source', line.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(filed.job_title, left(line.subject, 120)),
                  'sender', line.sender, 'company', coalesce(company.company_name, line.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $$;

create function private.my_day() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return private.day_of(private.require_team(), 10);
  end $$;
grant execute on function private.my_day to authenticated;

-- # Exposed through the Data API

create function public.my_day() returns jsonb
  language sql stable set search_path = '' as $$ select private.my_day() $$;
grant execute on function public.my_day to authenticated;
