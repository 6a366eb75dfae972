-- Somebody's day: what of candidates, inbox and requirements waits for them, what is lost first first (docs/decisions/inbox.md).

-- The sections of a day, in their order: candidates whom a company has answered about, who were to begin by today, who have agreed
-- and can be shown, who want to be rung first; requirements with applicants; candidates whose next step is due, who were asked and
-- are silent, who begin within a week; items that are due, that come back, messages; candidates who said no lately; requirements
-- that wait for the team, whose company is late, whose deadline is this week, without candidates, without news.
create function private.day_sections() returns text[]
  language sql immutable set search_path = '' as $$
    select array['answers', 'begins', 'agreed', 'calls', 'applied', 'steps', 'asked', 'starting', 'due', 'back', 'messages', 'refused',
                 'waiting', 'candidates', 'deadline', 'empty', 'silent']
  $$;

-- A row of a day: an entry, a candidate, an item or a requirement; of an entry, and of an item that stands for one, the
-- requirement as well. Whose work it is, and how many messages or candidates it is about.
create type private.day_row as (
  section text, at timestamptz, first integer, entry_id uuid, candidate_id uuid, item_id uuid, requirement_id uuid, holder uuid,
  count integer);

-- Since when a no is news: the working day before today, Monday to Friday where the agency is.
create function private.refused_since() returns timestamptz
  language sql stable set search_path = '' as $$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone private.zone()
  $$;

-- The people whose work is on somebody's day: they themselves, and those for whom they stand in.
create function private.holders_of_work(person uuid) returns uuid[]
  language sql stable security definer set search_path = '' as $$
    select array[person] || array(
      select absence.user_id from private.current_absences as absence
        where absence.user_id <> person and private.receiver_of(absence.user_id) = person
        order by absence.user_id)
  $$;

-- The candidates of a colleague's day, of these sections, a hundred of each: asked or agreed, of the recruiter in charge; with a next
-- step, of its owner. Here and below each statement is planned with its values (private.inbox_page), for sections that are not asked
-- for to fall out of the plan.
create function private.day_of_candidates(holder uuid, sections text[]) returns setof private.day_row
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  begin
    return query
      -- What of the open requirements in their charge is looked up once: whom their company has answered about, and who was asked.
      with own as materialized (
        select entry.id, entry.requirement_id, entry.state, entry.answered_at, entry.next_on, waiting.is_answered
          from private.open_requirements as open_requirement
          join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id
          cross join lateral (
            select entry.answered_at is not null and entry.state not in ('withdrawn', 'closed')
              and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview')) as is_answered)
            as waiting
          where open_requirement.recruiter_id = holder
            and (sections && array['calls', 'asked'] and entry.state = 'asked' or 'answers' = any (sections) and waiting.is_answered)
      ), asked as (
        select own.id, own.requirement_id, own.next_on, question.asked_at, question.call_wanted_at, question
          from own cross join lateral private.last_question(own.id) as question where own.state = 'asked'
      )
      select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
             null::uuid, answered.requirement_id, holder, 0
        from (select own.id, own.requirement_id, own.answered_at
                from own where 'answers' = any (sections) and own.is_answered
                order by own.state <> 'interview', own.answered_at, own.id limit 100) as answered
        cross join lateral (
          select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
            order by answer.created_at desc, answer.id desc limit 1) as last
      union all
      -- Until they have answered, or somebody has spoken with them since.
      (select 'calls', asked.call_wanted_at, 0, asked.id, null, null, asked.requirement_id, holder, 0
         from asked
         where 'calls' = any (sections) and asked.call_wanted_at is not null and private.question_state(asked.question) = 'open'
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = asked.id and talk.channel is not null and talk.created_at > asked.call_wanted_at)
         order by asked.call_wanted_at, asked.id limit 100)
      union all
      -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning. Two working days are between two
      -- days and four, so that few need be looked up.
      (select 'asked', asked.asked_at, 0, asked.id, null, null, asked.requirement_id, holder, 0
         from asked
         where 'asked' = any (sections) and asked.next_on is null and asked.asked_at < now() - interval '2 days'
           and (asked.asked_at < now() - interval '4 days' or private.working_days_after(asked.asked_at, 2) < now())
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = asked.id and talk.created_at > now() - interval '4 days'
                 and private.working_days_after(talk.created_at, 2) > now())
         order by asked.asked_at, asked.id limit 100);
    -- Of a job that is filled nobody may be in charge any more.
    return query
      select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
             entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from public.shortlist_entries as entry
        join public.job_requirements as requirement on requirement.id = entry.requirement_id
        where sections && array['begins', 'starting'] and entry.begins_on <= private.today() + 7
          and coalesce(requirement.recruiter_id, entry.added_by) = holder
        order by entry.begins_on, entry.id limit 100;
    return query
      select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from public.shortlist_entries as entry
        where 'steps' = any (sections) and entry.next_by = holder and entry.next_on <= private.today()
        order by entry.next_on, entry.id limit 100;
    return query
      select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null::uuid, person.id, null::uuid, null::uuid, holder, 0
        from public.candidates as person
        where 'steps' = any (sections) and person.next_by = holder and person.next_on <= private.today()
        order by person.next_on, person.id limit 100;
    return query
      select 'agreed', consent.given_at, 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
        cross join lateral (
          select min(yes.given_at) as given_at from public.candidate_consents as yes
            where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
        where 'agreed' = any (sections) and open_requirement.recruiter_id = holder and private.has_consent(entry)
        order by consent.given_at, entry.id limit 100;
    return query
      select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null::uuid, null::uuid, entry.requirement_id, holder, 0
        from public.candidate_consents as consent
        cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                              where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
        join private.open_requirements as open_requirement
          on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
        where 'refused' = any (sections) and consent.entry_id is not null
          and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
          and consent.tell_at is null and consent.reconsidered_at is null
        group by entry.id, entry.requirement_id order by 2, 4 limit 100;
  end $$;

-- The lines of the inbox of somebody's day: those in their hands, and of requirements that they are in charge of those in nobody's.
create function private.day_of_items(holder uuid) returns setof private.day_row
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  declare
    tomorrow timestamptz := (private.today() + 1)::timestamp at time zone private.zone();
    applied_for uuid[] := array(select entry.requirement_id from public.shortlist_entries as entry where entry.state = 'applied'
                                order by entry.requirement_id, entry.applied_at);
  begin
    return query
      select case when item.state = 'waiting' then 'back' else 'due' end, item.due_at, 0, null::uuid, null::uuid, item.id,
             item.requirement_id, holder, 0
        from (
          (select taken.id, taken.state, taken.due_at, taken.requirement_id
             from public.inbox_items as taken
             where taken.state in ('new', 'open', 'waiting') and taken.due_at < tomorrow and taken.assignee = holder
               and (taken.claim_expires_at is null or taken.claim_expires_at > now())
             order by taken.due_at, taken.id limit 200)
          union all
          (select free.id, free.state, free.due_at, free.requirement_id
             from public.inbox_items as free
             join private.open_requirements as open_requirement on open_requirement.requirement_id = free.requirement_id
             where free.state in ('new', 'open', 'waiting') and free.due_at < tomorrow
               and (free.assignee is null or free.claim_expires_at <= now()) and open_requirement.recruiter_id = holder
             order by free.due_at, free.id limit 200)) as item
        -- What is there for applicants alone is in their section.
        where item.requirement_id is null or item.requirement_id <> all (applied_for)
          or not (select private.is_for_applicants(line) from public.inbox_items as line where line.id = item.id)
        order by item.due_at, item.id limit 200;
  end $$;

-- The requirements of somebody's day, of these sections: a hundred of each.
create function private.day_of_requirements(holder uuid, sections text[]) returns setof private.day_row
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  begin
    return query
      select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id, holder,
             unread_message.unread
        from public.unread_messages as unread_message
        where 'messages' = any (sections) and unread_message.user_id = holder
        order by unread_message.last_at desc, unread_message.requirement_id limit 100;
    -- Until when the first of them is to be answered: to be dealt with in that order. Where nobody is in charge, they are everybody's.
    return query
      select 'applied', private.answer_by(min(entry.applied_at)), 0, null::uuid, null::uuid, null::uuid, entry.requirement_id, holder, count(*)::integer
        from public.shortlist_entries as entry
        join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
          and (open_requirement.recruiter_id = holder or not private.is_team(open_requirement.recruiter_id))
        where 'applied' = any (sections) and entry.state = 'applied'
        group by entry.requirement_id order by min(entry.applied_at), entry.requirement_id limit 100;
    return query
      select 'waiting', open_requirement.last_word_at, 0, null::uuid, null::uuid, null::uuid, open_requirement.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        where 'waiting' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.waits_for = 'team'
        order by open_requirement.last_word_at, open_requirement.requirement_id limit 100;
    return query
      select 'candidates', min(entry.shown_at), 0, null::uuid, null::uuid, null::uuid, entry.requirement_id, holder, count(*)::integer
        from public.shortlist_entries as entry
        join private.open_requirements as open_requirement
          on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
        where 'candidates' = any (sections) and entry.state = 'shown' and entry.answered_at is null
          and entry.shown_at < now() - interval '2 days'
          and (entry.shown_at < now() - interval '4 days' or private.answer_by(entry.shown_at) < now())
        group by entry.requirement_id order by 2, 7 limit 100;
    return query
      select 'deadline', grouped_requirement.deadline_at, 0, null::uuid, null::uuid, null::uuid, grouped_requirement.requirement_id, holder, 0
        from private.grouped_requirements as grouped_requirement
        where 'deadline' = any (sections) and grouped_requirement.recruiter_id = holder
          and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
        order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100;
    return query
      select 'empty', open_requirement.last_word_at, 0, null::uuid, null::uuid, null::uuid, open_requirement.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        where 'empty' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.status = 'in_progress'
          and not exists (select from public.shortlist_entries as entry
                           where entry.requirement_id = open_requirement.requirement_id
                             and entry.state not in ('applied', 'withdrawn', 'closed', 'declined', 'accepted', 'joined'))
          and (select count(*) from public.shortlist_entries as entry
                 where entry.requirement_id = open_requirement.requirement_id and entry.state in ('accepted', 'joined'))
            < (select requirement.positions_count from public.job_requirements as requirement
                 where requirement.id = open_requirement.requirement_id)
        order by open_requirement.last_word_at, open_requirement.requirement_id limit 100;
    return query
      select 'silent', open_requirement.last_word_at, 0, null::uuid, null::uuid, null::uuid, open_requirement.requirement_id, holder, 0
        from private.open_requirements as open_requirement
        where 'silent' = any (sections) and open_requirement.recruiter_id = holder
          and open_requirement.last_word_at < private.silent_since()
        order by open_requirement.last_word_at, open_requirement.requirement_id limit 100;
  end $$;

-- What a colleague has to do today. Each thing stands once, in the first section that fits, with its place there and the section's
-- count (up to a hundred). Twice stand applicants beside what else their requirement needs, and a next step beside a yes or the wish
-- to be rung. A requirement is left out where its item is there, or its answered candidates are.
create function private.rows_of_day(person uuid) returns table (day private.day_row, section_place integer, place bigint, total bigint)
  language sql stable security definer set search_path = '' as $$
    with found as materialized (
      select listed.* from unnest(private.holders_of_work(person)) as holder (id)
        cross join lateral (
          select * from private.day_of_candidates(holder.id, private.day_sections())
          union all select * from private.day_of_items(holder.id)
          union all select * from private.day_of_requirements(holder.id, private.day_sections())) as listed
    ), once as (
      select row(found.*)::private.day_row as day, placed.section_place,
             row_number() over (partition by coalesce(found.entry_id, found.candidate_id, found.requirement_id, found.item_id),
                                             found.section = 'applied',
                                             found.section = 'steps' and found.entry_id in (select first_one.entry_id from found as first_one where first_one.section in ('agreed', 'calls'))
                                order by placed.section_place, found.at) as appearance
        from found
        cross join lateral (select array_position(private.day_sections(), found.section) as section_place) as placed
        where found.section not in ('due', 'waiting') or found.requirement_id is null
          or found.requirement_id not in (select answered.requirement_id from found as answered where answered.section = 'answers')
    )
    select once.day, once.section_place,
           row_number() over (partition by once.section_place
                              order by (once.day).first, (once.day).at, (once.day).requirement_id, (once.day).entry_id,
                                       (once.day).candidate_id, (once.day).item_id),
           least(count(*) over (partition by once.section_place), 100)
      from once where once.appearance = 1
  $$;

-- A candidate's part of a row, which is about an entry or about them alone: how they are reached, what comes next, and as which
-- version the entry is seen. Who may work at the company is looked at before they are shown, and a company where nobody has an
-- account; who has no address, or was reminded twice, is rung.
create function private.day_candidate(entry uuid, candidate uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', person.id, 'name', person.full_name, 'phone', person.phone, 'email', case when person.phone is null then person.email end,
        'version', shortlisted.version, 'next_on', case when candidate is null then shortlisted.next_on else person.next_on end,
        'next_words', case when candidate is null then shortlisted.next_words else person.next_words end,
        'may_show', shortlisted.state = 'agreed' and private.near_names(person, private.company_name(requirement.client_id)) = '{}'
          and exists (select from public.client_members as member where member.client_id = requirement.client_id),
        'may_remind', shortlisted.state = 'asked' and person.email is not null
          and private.reminder_from(private.last_question(entry)) <= now())
      from public.candidates as person
      left join public.shortlist_entries as shortlisted on shortlisted.id = entry
      left join public.job_requirements as requirement on requirement.id = shortlisted.requirement_id
      where person.id = coalesce(candidate, (select known.candidate_id from public.shortlist_entries as known where known.id = entry))
  $$;

-- What a company has last said of an entry, by whom, and how where it was not here.
create function private.day_answer(entry uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('verdict', answer.verdict, 'words', left(concat_ws(' ', answer.reason, answer.words_for_agency), 300),
                              'name', coalesce(member.full_name, answer.said_by || ' by ' || answer.said_how))
      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
      where answer.entry_id = day_answer.entry
      order by answer.created_at desc, answer.id desc limit 1
  $$;

-- A day as its page has it: of each section how many, and the first; of one that is asked for fifty, and of the others none.
create function private.my_day(section text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (
      select private.require_team() as id
    ), listed as materialized (
      select (listed_row.day).*, listed_row.section_place, listed_row.place, listed_row.total,
             listed_row.place <= case when my_day.section is null then case when listed_row.section_place <= 8 then 8 else 5 end
                                      when (listed_row.day).section = my_day.section then 50 else 0 end as is_shown
        from caller cross join lateral private.rows_of_day(caller.id) as listed_row
    ), shown as (
      select listed.section_place, listed.place, jsonb_strip_nulls(jsonb_build_object(
                 'id', coalesce(listed.entry_id, listed.candidate_id, listed.item_id, listed.requirement_id),
                 'is', case when listed.entry_id is not null then 'entry' when listed.candidate_id is not null then 'candidate'
                            when listed.item_id is not null then 'item' else 'requirement' end,
                 'requirement', listed.requirement_id, 'kind', item.kind, 'source', item.source,
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'at', listed.at, 'count', nullif(listed.count, 0),
                 'holder', case when listed.holder <> caller.id then colleague.display_name end,
                 'contact', case when listed.section = 'candidates' then
                   jsonb_build_object('name', company.full_name, 'phone', company.phone) end,
                 'person', private.day_candidate(listed.entry_id, listed.candidate_id),
                 'answer', case when listed.section = 'answers' then private.day_answer(listed.entry_id) end)) as line
        from caller
        cross join listed
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id
        left join public.team_members as colleague on colleague.user_id = listed.holder
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        where listed.is_shown
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', counted.section, 'total', counted.total, 'rows', counted.lines)
                              order by counted.section_place), '[]')
      from (select listed.section, listed.section_place, max(listed.total) as total,
                   (select coalesce(jsonb_agg(shown.line order by shown.place), '[]') from shown
                      where shown.section_place = listed.section_place) as lines
              from listed group by listed.section, listed.section_place) as counted
  $$;
grant execute on function private.my_day to authenticated;

-- A day as the morning's mail has it, which names no candidate: by requirement and item, how many of them.
create function private.day_of(person uuid, most integer) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with thing as (
      select (listed.day).section as section, listed.section_place, (listed.day).item_id as item_id,
             (listed.day).requirement_id as requirement_id, (listed.day).candidate_id as candidate_id, min(listed.place) as place,
             case when bool_or((listed.day).entry_id is not null) then count(*)::integer else max((listed.day).count) end as count
        from private.rows_of_day(person) as listed group by 1, 2, 3, 4, 5
    ), placed as (
      select thing.*, row_number() over (partition by thing.section_place order by thing.place) as line,
             count(*) over (partition by thing.section_place) as total
        from thing
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select placed.section_place, jsonb_build_object(
                'name', placed.section, 'total', max(placed.total),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(placed.candidate_id, placed.item_id, placed.requirement_id),
                  'kind', case when placed.candidate_id is not null then 'candidate' else coalesce(item.kind::text, 'requirement') end,
                  'is_item', placed.item_id is not null, 'title', coalesce(requirement.job_title, left(item.subject, 120)),
                  'company', coalesce(company.company_name, item.company),
                  'unread', case when placed.section = 'messages' then placed.count else 0 end,
                  'people', case when placed.section = 'messages' then 0 else placed.count end)
                  order by placed.line)) as section
              from placed
              left join public.job_requirements as requirement on requirement.id = placed.requirement_id
              left join public.clients as company on company.id = requirement.client_id
              left join lateral (select * from private.inbox_item_details as detail where detail.id = placed.item_id limit 1) as item on true
              where placed.line <= most
              group by placed.section, placed.section_place) as shown
  $$;

-- # Exposed through the Data API

create function public.my_day(section text default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.my_day(section) $$;
grant execute on function public.my_day to authenticated;
