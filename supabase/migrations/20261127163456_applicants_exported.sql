set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid);

CREATE OR REPLACE FUNCTION private.applicant_counts (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'applied', count(*), 'applied_at', max(entry.applied_at), 'unanswered', count(*) filter (where entry.state = 'applied'),
        'unanswered_by', private.answer_by(min(entry.applied_at) filter (where entry.state = 'applied')))
      from public.shortlist_entries as entry
      where entry.requirement_id = applicant_counts.requirement and entry.applied_at is not null
  $function$;

CREATE OR REPLACE FUNCTION private.applications_of (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('count', count(*) over (), 'job_title', requirement.job_title, 'state', entry.state,
                              'shown_at', entry.shown_at, 'applied_at', entry.applied_at, 'turned_down_at', entry.turned_down_at,
                              'is_application_withdrawn', private.is_withdrawn_application(entry),
                              'is_disowned', private.is_disowned_entry(entry.id),
                              'answered_at', coalesce(entry.turned_down_at, case when entry.state <> 'applied' then (
                                select max(event.created_at) from public.requirement_events as event
                                  where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                                    and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids)) end))
      from public.shortlist_entries as entry join public.job_requirements as requirement on requirement.id = entry.requirement_id
      where entry.candidate_id = candidate and entry.applied_at is not null
      order by entry.applied_at desc, entry.id limit 1
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
        'applied_at', (entry).applied_at, 'turned_down_at', (entry).turned_down_at,
        'is_application_withdrawn', private.is_withdrawn_application(entry),
        -- By when its company is asked to answer, while it has not.
        'answer_by', case when (entry).state = 'shown' and (entry).answered_at is null then private.answer_by((entry).shown_at) end,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = (entry).id),
        'reminders', private.reminders_of((entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', private.is_disowned_entry((entry).id),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', coalesce((select consent.reconsidered_at is not null from public.candidate_consents as consent
                                       where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Was what they were asked last asked at another address or number than those we know now?
        'is_moved', coalesce((select not private.is_still_theirs(consent) from public.candidate_consents as consent
                                where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- What they were asked last, where it is still open: by which link, whether the caller has that, and since when they want
        -- to be rung first.
        'question', (select jsonb_build_object(
                                'is_by_phone', consent.how = 'phone_link', 'asker_words', consent.asker_words,
                                'has_link', consent.how = 'phone_link' and consent.asked_by = private.current_user_id(),
                                'asked_by', (select colleague.display_name from public.team_members as colleague
                                               where colleague.user_id = consent.asked_by),
                                'call_wanted_at', consent.call_wanted_at)
                       from public.candidate_consents as consent
                       where consent.entry_id = (entry).id and (entry).state = 'asked' and consent.closed_at is null
                       order by consent.asked_at desc, consent.id limit 1),
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
                        'noted', private.note_of(answer),
                        'undo_until', case when answer.undo_until > now() then answer.undo_until end)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.export_candidates (
  words     text,
  city      text,
  filter    public.candidate_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone,
    applications          jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('candidates');
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at, private.applications_of(kept.id)
      from private.candidates_page(words, city, filter, null, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_requirements (
  fields    text[],
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb,
    applicants         jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('requirements');
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields),
           private.applicant_counts(requirement.id)
      from private.requirements_page(private.current_user_id(), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.is_disowned_entry (
  entry uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce((select consent.is_disowned from public.candidate_consents as consent
                       where consent.entry_id = entry order by consent.asked_at desc, consent.id limit 1), false)
  $function$;

CREATE OR REPLACE FUNCTION public.export_candidates (
  words     text                     DEFAULT NULL::text,
  city      text                     DEFAULT NULL::text,
  filter    public.candidate_filter  DEFAULT NULL::public.candidate_filter,
  after_key timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone,
    applications          jsonb
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_candidates(words, city, filter, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_requirements (
  fields    text[]                    DEFAULT '{}'::text[],
  filter    public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_key timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb,
    applicants         jsonb
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_requirements(fields, filter, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."applications_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_disowned_entry"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "postgres";
