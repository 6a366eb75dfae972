set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone private.zone()) as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), places as (
      select status, priority from unnest(private.open_statuses()) as status
        cross join unnest(enum_range(null::public.requirement_priority)) as priority
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
      (select 'deadline', listed.deadline::timestamp at time zone 'UTC', null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.deadline from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.deadline <= private.end_of_week()
             order by held.deadline, held.requirement_id limit 100) as listed
         order by listed.deadline, listed.requirement_id limit 100)
      union all
      (select 'silent', listed.last_word_at, null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.last_word_at from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.last_word_at < private.silent_since()
             order by held.last_word_at, held.requirement_id limit 100) as listed
         order by listed.last_word_at, listed.requirement_id limit 100)
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
  $function$;

CREATE OR REPLACE FUNCTION private.inbox_readers_due (
  moment timestamp with time zone
)
  RETURNS TABLE (
    user_id    uuid,
    dedupe_key text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select colleague.user_id, due.dedupe_key
      from public.team_members as colleague
      left join public.notification_settings as chosen on chosen.user_id = colleague.user_id
      cross join lateral (select 'inbox.' || to_char(moment at time zone private.zone(), 'YYYY-MM-DD')
                                     || '.' || colleague.user_id
                            as dedupe_key) as due
      where moment >= private.morning_of(moment) and moment < private.morning_of(moment) + interval '4 hours'
        and colleague.created_at < private.morning_of(moment)
        and (chosen.user_id is null
          or chosen.inbox = 'daily' and chosen.updated_at < private.morning_of(moment))
        and not exists (select from public.mail_outbox as queued where queued.dedupe_key = due.dedupe_key)
  $function$;

CREATE OR REPLACE FUNCTION private.morning_of (
  moment timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select ((moment at time zone private.zone())::date + time '08:00') at time zone private.zone() $function$;

CREATE OR REPLACE FUNCTION private.refused_since()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone private.zone()
  $function$;

CREATE OR REPLACE FUNCTION private.today()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select (now() at time zone private.zone())::date $function$;

CREATE OR REPLACE FUNCTION private.working_days_after (
  moment timestamp with time zone,
  days   integer
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
    select (at + make_interval(days => days + 2 * ((least(weekday, 5) - 1 + days) / 5) - greatest(weekday - 5, 0)))
             at time zone private.zone()
      from (select moment at time zone private.zone() as at) as there
      cross join lateral (select extract(isodow from at)::integer as weekday) as day
  $function$;

CREATE OR REPLACE FUNCTION private.zone()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 'Asia/Kolkata' $function$;

REVOKE ALL ON FUNCTION "private"."zone"() FROM PUBLIC;
