set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."count_unread_answers"(uuid);

DROP FUNCTION "private"."my_day"();

DROP FUNCTION "public"."my_day"();

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "dealt_at" timestamp WITH time zone;

CREATE TYPE "private"."day_row" AS (
  "section"        text,
  "at"             timestamp WITH time zone,
  "first"          integer,
  "entry_id"       uuid,
  "candidate_id"   uuid,
  "item_id"        uuid,
  "requirement_id" uuid,
  "holder"         uuid,
  "count"          integer
);

CREATE OR REPLACE FUNCTION private.day_answer (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('verdict', answer.verdict, 'words', left(concat_ws(' ', answer.reason, answer.words_for_agency), 300),
                              'name', member.full_name)
      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
      where answer.entry_id = day_answer.entry
      order by answer.created_at desc, answer.id desc limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.day_candidate (
  entry     uuid,
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.day_of (
  person uuid,
  most   integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_candidates (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
           null::uuid, answered.requirement_id, answered.recruiter_id, 0
      from (select entry.id, entry.requirement_id, entry.answered_at, open_requirement.recruiter_id
              from public.shortlist_entries as entry
              join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
              where open_requirement.recruiter_id = any (holders) and entry.answered_at is not null
                and entry.state not in ('withdrawn', 'closed')
                and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview'))
              order by entry.state <> 'interview', entry.answered_at, entry.id limit 100) as answered
      cross join lateral (
        select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
          order by answer.created_at desc, answer.id desc limit 1) as last
    union all
    (select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
            entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, charge.holder, 0
       from public.shortlist_entries as entry
       join public.job_requirements as requirement on requirement.id = entry.requirement_id
       -- Of a job that is filled nobody may be in charge any more.
       cross join lateral (select coalesce(requirement.recruiter_id, entry.added_by) as holder) as charge
       where entry.begins_on <= private.today() + 7 and charge.holder = any (holders)
       order by entry.begins_on, entry.id limit 100)
    union all
    (select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, entry.next_by, 0
       from public.shortlist_entries as entry where entry.next_by = any (holders) and entry.next_on <= private.today()
       order by entry.next_on, entry.id limit 100)
    union all
    (select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null, person.id, null, null, person.next_by, 0
       from public.candidates as person where person.next_by = any (holders) and person.next_on <= private.today()
       order by person.next_on, person.id limit 100)
    union all
    (select 'agreed', consent.given_at, 0, entry.id, null, null, entry.requirement_id, open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
       cross join lateral (
         select min(yes.given_at) as given_at from public.candidate_consents as yes
           where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
       where open_requirement.recruiter_id = any (holders) and private.has_consent(entry)
       order by consent.given_at, entry.id limit 100)
    union all
    -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning.
    (select 'asked', consent.asked_at, 0, entry.id, null, null, entry.requirement_id, open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
       cross join lateral (
         select asked.asked_at from public.candidate_consents as asked where asked.entry_id = entry.id
           order by asked.asked_at desc, asked.id limit 1) as consent
       where open_requirement.recruiter_id = any (holders) and entry.next_on is null
         and consent.asked_at < now() - interval '2 days' and private.working_days_after(consent.asked_at, 2) < now()
         and not exists (
           select from public.candidate_notes as talk
             where talk.entry_id = entry.id and private.working_days_after(talk.created_at, 2) > now())
       order by consent.asked_at, entry.id limit 100)
    union all
    (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null, null, entry.requirement_id,
            open_requirement.recruiter_id, 0
       from public.candidate_consents as consent
       cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                             where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
       join private.open_requirements as open_requirement
         on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = any (holders)
       where consent.entry_id is not null and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
         and consent.tell_at is null and consent.reconsidered_at is null
       group by entry.id, entry.requirement_id, open_requirement.recruiter_id order by 2, 4 limit 100)
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_items (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when item.state = 'waiting' then 'back' else 'due' end, item.due_at, 0, null::uuid, null::uuid, item.id,
           item.requirement_id, charge.holder, 0
      from public.inbox_items as item
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = item.requirement_id
      cross join lateral (
        select case when item.claim_expires_at <= now() or item.assignee is null then open_requirement.recruiter_id
                    else item.assignee end as holder) as charge
      where item.state in ('new', 'open', 'waiting')
        and item.due_at < (select (private.today() + 1)::timestamp at time zone private.zone())
        and (item.kind = 'requirement' or item.assignee = any (holders)) and charge.holder = any (holders)
      order by item.due_at, item.id limit 200
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_requirements (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    (select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id,
            unread_message.user_id, unread_message.unread
       from public.unread_messages as unread_message where unread_message.user_id = any (holders)
       order by unread_message.last_at desc, unread_message.requirement_id limit 100)
    union all
    (select 'waiting', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.waits_for = 'team'
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
    union all
    (select 'candidates', min(entry.shown_at), 0, null, null, null, entry.requirement_id, open_requirement.recruiter_id,
            count(*)::integer
       from public.shortlist_entries as entry
       join private.open_requirements as open_requirement
         on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = any (holders)
       where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
         and private.answer_by(entry.shown_at) < now()
       group by entry.requirement_id, open_requirement.recruiter_id order by 2, 7 limit 100)
    union all
    (select 'deadline', grouped_requirement.deadline_at, 0, null, null, null, grouped_requirement.requirement_id,
            grouped_requirement.recruiter_id, 0
       from private.grouped_requirements as grouped_requirement
       where grouped_requirement.recruiter_id = any (holders)
         and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
       order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
    union all
    (select 'empty', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.status = 'in_progress'
         and not exists (select from public.shortlist_entries as entry
                          where entry.requirement_id = open_requirement.requirement_id and entry.state not in ('withdrawn', 'closed', 'declined'))
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
    union all
    (select 'silent', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.last_word_at < (select private.silent_since())
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
  $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['answers', 'begins', 'steps', 'agreed', 'asked', 'starting', 'due', 'back', 'messages', 'refused', 'waiting',
                 'candidates', 'deadline', 'empty', 'silent']
  $function$;

CREATE OR REPLACE FUNCTION private.deal_by_talk()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.shortlist_entries as entry set dealt_at = now() where entry.id = new.entry_id and entry.answered_at is not null;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.deal_with_answer (
  entry uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform private.lock_entries(array[entry]);
    entry_row := private.locked_entry(entry, seen);
    if entry_row.answered_at is null or entry_row.dealt_at >= entry_row.answered_at then
      return;
    end if;
    update public.shortlist_entries as dealt set dealt_at = now() where dealt.id = entry;
    if not private.has_open_answer(entry_row.requirement_id) then
      perform private.answer_company(entry_row.requirement_id, false);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.finish_next_step (
  candidate uuid,
  seen_next date,
  entry     uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates;
    standing date;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    standing := person.next_on;
    if entry is not null then
      select own.next_on into standing from public.shortlist_entries as own
        where own.id = entry and own.candidate_id = candidate for update;
      if not found then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
    end if;
    if standing is null then
      return;
    elsif standing is distinct from seen_next then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    elsif entry is not null then
      update public.shortlist_entries as edited set next_on = null, next_words = null, next_by = null where edited.id = entry;
    else
      update public.candidates as edited set next_on = null, next_words = null, next_by = null where edited.id = candidate;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_open_answer (
  requirement uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (
      select from public.shortlist_entries as entry
        where entry.requirement_id = has_open_answer.requirement and entry.answered_at is not null
          and entry.state not in ('withdrawn', 'closed')
          and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview')))
  $function$;

CREATE OR REPLACE FUNCTION private.holders_of_work (
  person uuid
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array[person] || array(
      select absence.user_id from private.current_absences as absence
        where absence.user_id <> person and private.receiver_of(absence.user_id) = person
        order by absence.user_id)
  $function$;

CREATE OR REPLACE FUNCTION private.last_question (
  entry uuid
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select asked from public.candidate_consents as asked where asked.entry_id = last_question.entry
      order by asked.asked_at desc, asked.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.mark_entry (
  entry uuid,
  seen  integer,
  state text,
  day   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    begins date := case when mark_entry.state = 'accepted' then day end;
    joined date := case when mark_entry.state = 'joined' then coalesce(day, least(
      (select accepted.begins_on from public.shortlist_entries as accepted where accepted.id = entry), private.today())) end;
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = mark_entry.state and entry_row.begins_on is not distinct from begins
      and (entry_row.joined_on is not distinct from joined or day is null) then
      return entry_row.version;
    elsif mark_entry.state = 'accepted' and (begins between private.today() and private.today() + 365) is not true then
      raise exception 'beginning_day_ahead' using errcode = 'PT422';
    elsif joined > private.today() then
      raise exception 'joining_day_ahead' using errcode = 'PT422';
    end if;
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and entry_row.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'accepted', 'joined') then coalesce(entry_row.offered_at, now())
                            when mark_entry.state = 'declined' then entry_row.offered_at end,
          begins_on = begins, joined_on = joined, dealt_at = now()
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.count_joined(entry_row.requirement_id, entry_row.state = 'joined');
    if mark_entry.state = 'joined' and entry_row.state <> 'joined' then
      perform private.record_candidates(entry_row.requirement_id, 'candidate_joined', array[entry_row.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(entry_row.requirement_id, false);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.my_day (
  section text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (
      select private.require_team() as id
    ), listed as materialized (
      select (listed_row.day).*, listed_row.section_place, listed_row.place, listed_row.total,
             listed_row.place <= case when my_day.section is null then 8 when (listed_row.day).section = my_day.section then 50 else 0 end as is_shown
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
  $function$;

CREATE OR REPLACE FUNCTION private.release_answer (
  answer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    said public.shortlist_answers;
    about public.shortlist_entries;
    person public.candidates;
  begin
    select entry.* into about from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id where given.id = answer;
    perform from public.job_requirements where id = about.requirement_id for no key update;
    select * into person from public.candidates where id = about.candidate_id for update;
    select * into said from public.shortlist_answers where id = answer for update;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    elsif said.words_for_candidate is null then
      raise exception 'no_words_for_candidate' using errcode = 'PT422';
    elsif said.released_at is null and said.id <> private.last_answer(said.entry_id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    elsif said.undo_until > now() then
      raise exception 'answer_undoable' using errcode = 'PT409';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.shortlist_entries set dealt_at = now() where id = said.entry_id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id, false);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.rows_of_day (
  person uuid
)
  RETURNS TABLE (
    day           private.day_row,
    section_place integer,
    place         bigint,
    total         bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with work as materialized (
      select private.holders_of_work(person) as holders
    ), found as materialized (
      select candidate_row.* from work cross join lateral private.day_of_candidates(work.holders) as candidate_row
      union all select item_row.* from work cross join lateral private.day_of_items(work.holders) as item_row
      union all select requirement_row.* from work cross join lateral private.day_of_requirements(work.holders) as requirement_row
    ), once as (
      select row(found.*)::private.day_row as day, placed.section_place,
             row_number() over (partition by coalesce(found.entry_id, found.candidate_id, found.requirement_id, found.item_id)
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
  $function$;

CREATE OR REPLACE FUNCTION private.tell_answers()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirements uuid[] := array(
      select requirement.id from public.job_requirements as requirement
        where requirement.id in (select entry.requirement_id from public.shortlist_answers as answer
                             join public.shortlist_entries as entry on entry.id = answer.entry_id
                             where answer.former is not null and answer.undo_until <= now())
        order by requirement.id limit 50 for no key update skip locked);
    told record;
    final uuid[];
  begin
    -- In the order of everybody who holds several.
    perform from public.inbox_items where requirement_id = any (requirements) order by id for update;
    for told in
      select entry.id, entry.requirement_id, entry.shown_at, answer.verdict, answer.author, person.email, requirement.client_id,
             entry.interview_at is not null
               and entry.interview_at is distinct from (untold.before ->> 'interview_at')::timestamptz as is_opening,
             untold.before, requirement.status = any (private.open_statuses()) as is_open,
             entry.answered_at is not null and answer.created_at >= entry.shown_at
               and entry.state = any (private.shown_states()) as is_standing
        from public.shortlist_entries as entry
        join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
        join public.job_requirements as requirement on requirement.id = entry.requirement_id
        join public.candidates as person on person.id = entry.candidate_id
        cross join lateral (select private.former_of(entry) as before) as untold
        where entry.requirement_id = any (requirements) and answer.former is not null and answer.undo_until <= now()
        order by entry.id for update of entry
    loop
      final := final || told.id;
      continue when not told.is_standing or not told.is_opening;
      if not told.is_open then
        delete from public.shortlist_answers as dropped where dropped.entry_id = told.id and dropped.former is not null;
        update public.shortlist_entries as edited
          set answered_at = (told.before ->> 'answered_at')::timestamptz,
              interview_at = (told.before ->> 'interview_at')::timestamptz,
              state = case when edited.state = 'interview' then told.before ->> 'state' else edited.state end
          where edited.id = told.id;
        continue;
      end if;
      insert into public.activity_log (actor, action, subject_kind, subject, other)
        values (told.author, 'contact_opened', 'entry', told.id, told.client_id);
      -- Once for each time that they are shown.
      if told.email is not null then
        perform private.enqueue_mail(
          'candidate_news', 'interview.' || told.id || '.' || extract(epoch from told.shown_at)::bigint,
          jsonb_build_object('entry', told.id, 'interview', told.id), address => told.email);
      end if;
    end loop;
    -- What was dealt with while it could be undone brings no line back.
    perform private.record_candidates(given.requirement_id, 'candidates_answered', given.entries, given.is_open, given.author)
      from (select entry.requirement_id, answer.author, array_agg(entry.id order by entry.id) as entries,
                   not bool_and(coalesce(entry.dealt_at >= entry.answered_at, false)) as is_open
              from public.shortlist_entries as entry
              join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
              join public.job_requirements as requirement
                on requirement.id = entry.requirement_id and requirement.status = any (private.open_statuses())
              where entry.id = any (final) and entry.answered_at is not null and answer.created_at >= entry.shown_at
                and entry.state = any (private.shown_states())
              group by entry.requirement_id, answer.author order by entry.requirement_id, answer.author) as given;
    perform private.note_requirement_answered(requirement.id, requirement.recruiter_id), private.renew_open_requirement(requirement.id)
      from public.job_requirements as requirement
      where requirement.id = any (requirements) and requirement.status = any (private.open_statuses())
        and exists (select from public.shortlist_entries as entry
                     where entry.id = any (final) and entry.requirement_id = requirement.id and entry.dealt_at >= entry.answered_at)
        and not private.has_open_answer(requirement.id);
    update public.shortlist_answers as answer set former = null
      where answer.entry_id = any (final) and answer.former is not null;
  end $function$;

CREATE OR REPLACE FUNCTION public.deal_with_answer (
  entry uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.deal_with_answer(entry, seen) $function$;

REVOKE ALL ON FUNCTION "public"."deal_with_answer"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_next_step (
  candidate uuid,
  seen_next date,
  entry     uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.finish_next_step(candidate, seen_next, entry) $function$;

REVOKE ALL ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_day (
  section text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.my_day(section) $function$;

REVOKE ALL ON FUNCTION "public"."my_day"(text) FROM PUBLIC, "anon", "service_role";

CREATE INDEX shortlist_entries_answered ON public.shortlist_entries USING btree (requirement_id, answered_at)
  WHERE ((answered_at IS
    NOT NULL) AND (state <> ALL (ARRAY['withdrawn'::text, 'closed'::text])) AND
    ((dealt_at < answered_at) OR ((dealt_at IS NULL) AND (state = ANY (ARRAY['shown'::text, 'interview'::text])))));

CREATE INDEX shortlist_entries_asked ON public.shortlist_entries USING btree (requirement_id)
  WHERE (state = 'asked'::text);

CREATE TRIGGER deal_by_talk
  AFTER INSERT ON public.candidate_notes
  FOR EACH ROW
  WHEN ((new.entry_id IS NOT NULL))
  EXECUTE FUNCTION private.deal_by_talk();

REVOKE ALL ON FUNCTION "private"."day_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_candidate"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_candidates"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_items"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_requirements"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deal_by_talk"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deal_with_answer"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deal_with_answer"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."finish_next_step"(uuid, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_next_step"(uuid, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."has_open_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holders_of_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_question"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_day"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_day"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."rows_of_day"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."deal_with_answer"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."deal_with_answer"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."deal_with_answer"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_day"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_day"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_day"(text) TO "postgres";
