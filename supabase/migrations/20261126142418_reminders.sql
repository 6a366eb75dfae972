set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "reminded_at" timestamp WITH time zone;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "reminders" smallint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.candidate_ask_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', consent.purpose, 'first_name', private.first_name_of(person), 'basis', consent.basis,
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.company_name(requirement.client_id),
        'about', private.job_facts(requirement), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'is_reminder', case when (mail).ids ? 'reminder' then true end,
        'token', private.candidate_token(consent.id, person.link_issue)))
      from public.candidate_consents as consent
      join public.candidates as person on person.id = consent.candidate_id and person.email = private.normal_address((mail).address)
      left join public.shortlist_entries as entry on entry.id = consent.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(consent) as facts) as asker
      where consent.id = ((mail).ids ->> 'consent')::uuid and private.question_state(consent) = 'open'
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry   public.shortlist_entries,
  domains text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'next', private.next_step((entry).next_on, (entry).next_words, (entry).next_by),
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = (entry).id),
        'reminders', private.reminders_of((entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce((select consent.is_disowned from public.candidate_consents as consent
                                   where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', coalesce((select consent.reconsidered_at is not null from public.candidate_consents as consent
                                       where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Was what they were asked last asked at another address than the one we know now?
        'is_moved', coalesce((select consent.mailbox_digest is distinct from private.subject_of(person.email)
                                from public.candidate_consents as consent
                                join public.candidates as person on person.id = consent.candidate_id
                                where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        'is_never', (select private.matches_blocklist(person, requirement.client_id, domains)
                       from public.candidates as person, public.job_requirements as requirement
                      where person.id = (entry).candidate_id and requirement.id = (entry).requirement_id),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed') then (
          select private.near_names(person, private.company_name(requirement.client_id))
            from public.candidates as person, public.job_requirements as requirement
            where person.id = (entry).candidate_id and requirement.id = (entry).requirement_id) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at,
                        'undo_until', case when answer.undo_until > now() then answer.undo_until end)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_question (
  person public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (person).email is null then
      raise exception 'no_address' using errcode = 'PT422', hint = (person).id::text;
    elsif private.is_disowned((person).email) then
      raise exception 'address_disowned' using errcode = 'PT422', hint = (person).id::text;
    elsif 5 <= (select count(*) from public.candidates as record
                 join public.candidate_consents as consent on consent.candidate_id = record.id
                 where private.mailbox_of(record.email) = private.mailbox_of((person).email)
                   and greatest(consent.asked_at, consent.reminded_at) > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as consent
                  where consent.asked_by = (select private.current_user_id()) and consent.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.remind_candidate (
  entry uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    requirement public.job_requirements;
    person public.candidates;
    question public.candidate_consents;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    select * into person from public.candidates where id = entry_row.candidate_id;
    select * into question from public.candidate_consents as asked where asked.entry_id = entry
      order by asked.asked_at desc, asked.id limit 1;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement.status);
    if entry_row.state <> 'asked' or person.email is not null and question.mailbox_digest is distinct from private.subject_of(person.email) then
      raise exception 'nothing_to_remind' using errcode = 'PT422', hint = entry::text;
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry::text;
    elsif greatest(question.asked_at, question.reminded_at) > now() - interval '1 day' then
      return false;
    elsif private.reminder_from(question) is null then
      raise exception 'reminded_twice' using errcode = 'PT422', hint = entry::text;
    end if;
    perform private.lock_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    update public.candidate_consents as asked set reminded_at = now(), reminders = asked.reminders + 1 where asked.id = question.id;
    update public.candidates set last_activity_at = now() where id = person.id;
    perform private.enqueue_mail('candidate_ask', 'remind.' || question.id || '.' || question.reminders + 1,
                                 jsonb_build_object('consent', question.id, 'reminder', question.id), address => person.email);
    insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel)
      values (person.id, private.current_user_id(), 'Reminded of the question', gen_random_uuid(), entry, 'mail');
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.reminder_from (
  consent public.candidate_consents
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when (consent).reminders < 2
                  and num_nonnulls((consent).given_at, (consent).refused_at, (consent).withdrawn_at, (consent).closed_at) = 0
             then greatest((consent).asked_at, (consent).reminded_at) + interval '1 day' end
  $function$;

CREATE OR REPLACE FUNCTION private.reminders_of (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('count', question.reminders, 'at', question.reminded_at, 'from', private.reminder_from(question))
      from public.candidate_consents as question where question.entry_id = reminders_of.entry
      order by question.asked_at desc, question.id limit 1
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
        'id', requirement.id, 'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id),
        'status', requirement.status, 'priority', requirement.priority, 'positions_count', requirement.positions_count, 'positions_filled', requirement.positions_filled,
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

CREATE OR REPLACE FUNCTION private.take_back_entries (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare given record;
  begin
    perform private.lock_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      perform private.take_back_entry(given.id, given.version);
    end loop;
    return cardinality(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.who_joined (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('persons', count(*),
                              'joining', case when min(begins.day) = max(begins.day) then min(begins.day) end)
      from public.shortlist_entries as entry cross join lateral (select coalesce(entry.begins_on, entry.joined_on) as day) as begins
      where entry.requirement_id = who_joined.requirement and entry.state in ('accepted', 'joined')
  $function$;

CREATE OR REPLACE FUNCTION public.remind_candidate (
  entry uuid
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.remind_candidate(entry) $function$;

REVOKE ALL ON FUNCTION "public"."remind_candidate"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_back_entries (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_back_entries(entries, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_reminders_check" CHECK (((reminders >= 0) AND (reminders <= 2))) NOT VALID;

REVOKE ALL ON FUNCTION "private"."remind_candidate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reminder_from"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminders_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_entries"(uuid[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_entries"(uuid[], integer[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."remind_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remind_candidate"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remind_candidate"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) TO "postgres";
