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
-- hundred a hundred, and the first. A requirement that its item of the inbox stands for is not there twice; what its
-- candidates say is another thing to do.
create function private.day_of(person uuid, most integer) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone private.zone()) as ends
    ), lines as materialized (
      select item.id, item.requirement_id, item.kind, item.state, item.due_at
        from day join public.inbox_items as item
          on item.assignee = person and item.state in ('new', 'open', 'waiting') and item.due_at < day.ends
        where item.claim_expires_at is null or item.claim_expires_at > now()
        order by item.due_at, item.id limit 200
    ), found as (
      select case when item.state = 'waiting' then 'back' else 'due' end as section, item.due_at as at, item.id as item_id,
             item.requirement_id, 0 as unread, 0 as people
        from lines as item
      union all
      (select 'messages', unread_message.last_at, null, unread_message.requirement_id, unread_message.unread, 0
         from public.unread_messages as unread_message where unread_message.user_id = person
         order by unread_message.last_at desc, unread_message.requirement_id limit 100)
      union all
      (select 'agreed', min(consent.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as consent on consent.entry_id = entry.id and private.is_in_force(consent)
         where open_requirement.recruiter_id = person and private.has_consent(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as consent
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = person
         where consent.entry_id is not null and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
           and consent.tell_at is null and consent.reconsidered_at is null
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', open_requirement.last_word_at, null, open_requirement.requirement_id, 0, 0
         from private.open_requirements as open_requirement where open_requirement.recruiter_id = person and open_requirement.waits_for = 'team'
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', grouped_requirement.deadline_at, null, grouped_requirement.requirement_id, 0, 0
         from private.grouped_requirements as grouped_requirement
         where grouped_requirement.recruiter_id = person
           and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
      union all
      (select 'silent', open_requirement.last_word_at, null, open_requirement.requirement_id, 0, 0
         from private.open_requirements as open_requirement
         where open_requirement.recruiter_id = person and open_requirement.last_word_at < (select private.silent_since())
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
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
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(item.kind, 'requirement'),
                  'source', item.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(requirement.job_title, left(item.subject, 120)),
                  'sender', item.sender, 'company', coalesce(company.company_name, item.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as requirement on requirement.id = listed.requirement_id
              left join public.clients as company on company.id = requirement.client_id
              left join lateral (select * from private.inbox_item_details as shown where shown.id = listed.item_id limit 1) as item on true
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
