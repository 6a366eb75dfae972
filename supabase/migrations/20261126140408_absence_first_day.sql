set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."is_away"(uuid);

DROP FUNCTION "private"."own_recruiters"();

DROP FUNCTION "private"."require_successor"(uuid, uuid);

DROP FUNCTION "private"."set_absence"(uuid, date, uuid, boolean);

DROP FUNCTION "public"."set_absence"(uuid, date, uuid, boolean);

ALTER TABLE "private"."absences"
  ADD COLUMN "begins_on" date;

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words' else 'shown' end,
        'first_name', private.first_name_of(person),
        'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as requirement on requirement.id = shown.requirement_id
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 else shown.state = any (private.shown_states()) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_waiting_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement.id, 'title', requirement.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since', 'asked_by', counts.all_of_them ->> 'answer_by',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id))))
        || private.outlook_of(requirement) - array['answer_by', 'deadline']
      from public.job_requirements as requirement
      join public.client_members as member
        on member.client_id = requirement.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(requirement.id) as all_of_them) as counts
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and requirement.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.contact_of (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'display_name', colleague.display_name, 'contact_email', colleague.contact_email,
        'contact_phone', colleague.contact_phone, 'away_until', absence.until,
        'stand_in', case when absence.until is not null then (
          select jsonb_build_object('display_name', standing.display_name, 'contact_email', standing.contact_email,
                                    'contact_phone', standing.contact_phone)
            from public.team_members as standing
            where standing.user_id = private.receiver_of(person) and standing.user_id <> person) end)
      from public.team_members as colleague
      left join private.current_absences as absence on absence.user_id = colleague.user_id
      where colleague.user_id = person
  $function$;

CREATE OR REPLACE FUNCTION private.end_absence (
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_self_or_admin(person);
    delete from private.absences as absence where absence.user_id = person and absence.until >= private.today();
    if found then
      perform private.log_activity('absence_ended', 'person', person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_away (
  person uuid,
  day    date DEFAULT private.today()
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.absences as absence
                    where absence.user_id = person and absence.until >= day and coalesce(absence.begins_on, '-infinity') <= day)
  $function$;

CREATE OR REPLACE FUNCTION private.leave_work (
  person    uuid,
  successor uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_successor(person, successor);
    delete from private.absences where user_id = successor and stand_in = person;
    update private.absences set stand_in = successor where stand_in = person;
    return private.give_work(person, successor);
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_stand_in()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.stand_in is distinct from private.current_user_id() then
      perform private.enqueue_mail('stand_in', concat_ws('.', 'absence', new.user_id, new.stand_in, new.until,
                                     case when new.begins_on > private.today() then new.begins_on end),
                                   jsonb_build_object('away', new.user_id), new.stand_in);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_messages (
  requirement uuid,
  before_key  timestamp with time zone,
  before_id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    is_team boolean := private.is_team_member();
    new_since timestamptz;
    shown jsonb;
  begin
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    select unread_message.first_at into new_since from public.unread_messages as unread_message
      where unread_message.user_id = caller and unread_message.requirement_id = requirement_row.id;
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', written.id, 'side', written.side, 'is_own', written.author is not distinct from caller,
               -- Empty for somebody who has none, null for somebody who has left.
               'name', case when written.side = 'team' then colleague.display_name
                            when member.user_id is not null then coalesce(member.full_name, '') end,
               'body', coalesce(private.about_whom(written.id), '') || written.body, 'created_at', written.created_at)
               order by written.created_at desc, written.id desc), '[]')
      into shown
      from (select * from public.requirement_messages as said
              where said.requirement_id = requirement_row.id
                and (before_id is null or (said.created_at, said.id) < (before_key, before_id))
              order by said.created_at desc, said.id desc limit 26) as written
      left join public.client_members as member
        on member.user_id = written.author and member.client_id = requirement_row.client_id
      left join public.team_members as colleague on colleague.user_id = written.author;
    if before_id is null and new_since is not null then
      perform private.settle_unread(requirement_row, case when is_team then 'team' else 'client' end,
                                    (shown -> 0 ->> 'created_at')::timestamptz, caller);
    end if;
    if is_team then
      update public.inbox_items set first_seen_at = now() where requirement_id = requirement_row.id and first_seen_at is null;
    end if;
    return jsonb_build_object(
      'id', requirement_row.id, 'job_title', requirement_row.job_title, 'status', requirement_row.status, 'priority', requirement_row.priority,
      'company', (select client.company_name from public.clients as client where client.id = requirement_row.client_id),
      'client_id', requirement_row.client_id,
      'recruiter', private.contact_of(requirement_row.recruiter_id),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = requirement_row.id) end,
      'may_write', private.side_on(requirement_row.client_id) is not null,
      'candidates', private.candidate_counts(requirement_row.id),
      'new_since', new_since,
      'unanswered_since', case when not is_team then (select unanswered_message.since from private.unanswered_messages as unanswered_message
                                                        where unanswered_message.requirement_id = requirement_row.id) end,
      'messages', shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.outlook_of (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
      'in_charge', (select jsonb_build_object(
                        'name', contact -> 'display_name', 'phone', contact -> 'contact_phone',
                        'away_until', contact -> 'away_until',
                        'stand_in', case when contact ->> 'stand_in' is not null then jsonb_build_object(
                          'name', contact #> '{stand_in,display_name}', 'phone', contact #> '{stand_in,contact_phone}') end)
                      from private.contact_of((requirement).recruiter_id) as contact where contact is not null),
      'answer_by', (select item.due_at from public.inbox_items as item
                      where item.requirement_id = (requirement).id and item.state in ('new', 'open') and item.due_at > now()
                        and (requirement).status = any (private.open_statuses())),
      'deadline', case when (requirement).status = any (private.open_statuses())
                         and (requirement).deadline >= private.today()
                    then (requirement).deadline end))
  $function$;

CREATE OR REPLACE FUNCTION private.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.has_keep_consent(person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and private.question_state(consent) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'seal', private.seal_of(entry),
                'company', private.company_name(requirement.client_id), 'job_title', requirement.job_title, 'location', requirement.location,
                'about', private.job_facts(requirement), 'is_open', requirement.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'undo_until', case when entry.state = 'withdrawn' and newest.tell_at > now()
                                and newest.mailbox_digest = private.subject_of(person.email) then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and private.is_blocked(person, requirement.client_id),
                'is_reconsidered', newest.reconsidered_at is not null,
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                -- An "interview" that another answer, or the end, followed before its undo was over has opened nothing.
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(coalesce(answer.undo_until, answer.created_at)) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview' and answer.former is null
                      and coalesce(answer.undo_until, answer.created_at)
                        <= coalesce(newest.withdrawn_at, newest.refused_at, newest.closed_at, now())
                      and not exists (select from public.shortlist_answers as later
                                        where later.entry_id = entry.id and later.verdict <> 'interview'
                                          and later.created_at > answer.created_at and later.created_at < answer.undo_until)) end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, requirement.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, requirement.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
                'words', (select coalesce(jsonb_agg(jsonb_build_object(
                                                      'words', answer.words_for_candidate, 'released_at', answer.released_at,
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_told_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry_row
              cross join lateral private.told_entry(entry_row) as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              cross join lateral (
                select consent.* from public.candidate_consents as consent where consent.entry_id = entry.id
                  order by consent.asked_at desc, consent.id limit 1) as newest
              where entry_row.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_dashboard()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, recruiter.contact)
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'candidates', private.own_waiting_candidates(),
      'drafts', private.own_drafts())
  $function$;

CREATE OR REPLACE FUNCTION private.own_recruiters()
  RETURNS TABLE (
    user_id uuid,
    contact jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select colleague.user_id, private.contact_of(colleague.user_id)
      from public.team_members as colleague
      cross join lateral (select from public.job_requirements as requirement
                            where requirement.recruiter_id = colleague.user_id
                              and requirement.client_id = (select private.current_client_id())
                            order by requirement.created_at desc, requirement.id desc limit 1) as theirs
  $function$;

CREATE OR REPLACE FUNCTION private.receiver_of (
  person uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with recursive way as (
      select person as user_id, array[person] as seen
        where person is distinct from (select private.current_user_id())
      union all
      select absence.stand_in, way.seen || absence.stand_in
        from way join private.current_absences as absence on absence.user_id = way.user_id
        where absence.stand_in <> all (way.seen))
    select coalesce((select user_id from way where not private.is_away(user_id)), person)
  $function$;

CREATE OR REPLACE FUNCTION private.recruiter_address (
  about jsonb
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when count(*) = count(colleague.contact_email) and count(distinct colleague.contact_email) = 1
             then min(colleague.contact_email) end
      from jsonb_array_elements(about) as listed (news)
      left join public.job_requirements as requirement on requirement.id = (listed.news ->> 'id')::uuid
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
  $function$;

CREATE OR REPLACE FUNCTION private.recruiter_of_question (
  consent public.candidate_consents
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                'phone', colleague.contact_phone))
      from public.team_members as colleague
      where colleague.user_id = private.receiver_of(coalesce(
        (select requirement.recruiter_id from public.shortlist_entries as entry
           join public.job_requirements as requirement on requirement.id = entry.requirement_id
           join public.team_members as known on known.user_id = requirement.recruiter_id where entry.id = (consent).entry_id),
        (consent).asked_by))
  $function$;

CREATE OR REPLACE FUNCTION private.require_successor (
  person    uuid,
  successor uuid,
  day       date DEFAULT private.today()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if successor = person or not private.is_team(successor) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    elsif private.is_away(successor, day) then
      raise exception 'successor_away' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_converted_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement_row.id, 'title', requirement_row.job_title, 'company', private.company_name(requirement_row.client_id),
        'is_from_form', exists (select from private.form_of(requirement_row)),
        'is_named', exists (select from private.form_of(requirement_row) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = (mail).user_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = private.receiver_of(requirement_row.recruiter_id))))
        || private.outlook_of(requirement_row)
      from public.job_requirements as requirement_row
      join public.client_members as member on member.client_id = requirement_row.client_id and member.user_id = (mail).user_id
      where requirement_row.id = ((mail).ids ->> 'requirement')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_filed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement.id, 'title', requirement.job_title,
        'reference', private.reference_of(coalesce(requirement.form_id, requirement.id)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = private.receiver_of(requirement.recruiter_id)))) || private.outlook_of(requirement)
      from public.job_requirements as requirement
      join public.client_members as member on member.client_id = requirement.client_id and member.user_id = (mail).user_id
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and requirement.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_frame (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', requirement.id, 'job_title', requirement.job_title, 'status', requirement.status, 'priority', requirement.priority,
        'positions_count', requirement.positions_count, 'positions_filled', requirement.positions_filled,
        'joining_date', requirement.joining_date, 'version', requirement.version, 'currency', requirement.currency, 'location', requirement.location,
        'closed_reason', requirement.closed_reason,
        'closed_by', case when requirement.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = requirement.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', requirement.recruiter_id,
        'recruiter', private.contact_of(requirement.recruiter_id),
        'answer_by', private.answer_due(requirement.id),
        'may_write', private.side_on(requirement.client_id) is not null,
        'unread', coalesce((select unread_message.unread from public.unread_messages as unread_message
                             where unread_message.user_id = (select private.current_user_id()) and unread_message.requirement_id = requirement.id), 0),
        'candidates', private.candidate_counts(requirement.id))
      from public.job_requirements as requirement
      where requirement.id = requirement_frame.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean,
  begins_on  date
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_self_or_admin(person);
    first_day date := coalesce(set_absence.begins_on, private.today());
  begin
    perform from public.user_roles where user_id in (caller, person, stand_in) order by user_id for share;
    perform private.require_self_or_admin(person);
    perform private.require_successor(person, stand_in, greatest(first_day, private.today()));
    if until is null or until < private.today() or until > private.today() + 366 then
      raise exception 'absence_day' using errcode = 'PT422';
    elsif first_day > until then
      raise exception 'absence_begins_late' using errcode = 'PT422';
    end if;
    if set_absence.begins_on is null and private.is_away(person) then
      first_day := (select absence.begins_on from private.absences as absence where absence.user_id = person);
    end if;
    insert into private.absences as absence (user_id, until, stand_in, begins_on)
      values (person, set_absence.until, set_absence.stand_in, first_day)
      on conflict (user_id) do update
        set until = excluded.until, stand_in = excluded.stand_in, begins_on = excluded.begins_on
        where (absence.until, absence.stand_in, absence.begins_on)
          is distinct from (excluded.until, excluded.stand_in, excluded.begins_on);
    if found then
      perform private.log_activity('absence_set', 'person', person, stand_in);
    end if;
    return not coalesce(hands_over, false) or private.give_work(person, stand_in);
  end $function$;

CREATE OR REPLACE FUNCTION private.stand_in_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'until', absence.until,
                                                'begins_on', case when absence.begins_on > private.today() then absence.begins_on end))
      from private.absences as absence
      join public.team_members as colleague on colleague.user_id = absence.user_id
      where absence.user_id = ((mail).ids ->> 'away')::uuid and absence.stand_in = (mail).user_id and absence.until >= private.today()
  $function$;

CREATE OR REPLACE FUNCTION private.team_frame()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                          'user_id', colleague.user_id, 'display_name', colleague.display_name,
                          'away_until', absence.until, 'stand_in', absence.stand_in,
                          -- Of one that is to come.
                          'away_from', case when absence.begins_on > private.today() then absence.begins_on end))
                        order by colleague.display_name, colleague.user_id), '[]')
                 from public.team_members as colleague
                 left join private.absences as absence
                   on absence.user_id = colleague.user_id and absence.until >= private.today()),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $function$;

CREATE OR REPLACE FUNCTION public.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean DEFAULT false,
  begins_on  date    DEFAULT NULL::date
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_absence(person, until, stand_in, hands_over, begins_on) $function$;

REVOKE ALL ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) FROM PUBLIC, "anon", "service_role";

CREATE VIEW "private"."current_absences" AS  SELECT user_id,
    until,
    stand_in
   FROM private.absences absence
  WHERE ((until >= ( SELECT private.today() AS today)) AND (COALESCE(begins_on, '-infinity'::date) <= ( SELECT private.today() AS today)));

REVOKE ALL ON FUNCTION "private"."contact_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_away"(uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_recruiters"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_recruiters"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_successor"(uuid, uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_absence"(uuid, date, uuid, boolean, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_absence"(uuid, date, uuid, boolean, date) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) TO "postgres";
