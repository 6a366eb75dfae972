set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "unname_moved_advert" ON "public"."job_requirements";

DROP INDEX "public"."candidates_mailbox";

DROP FUNCTION "private"."differing_entries"(public.candidates, jsonb);

DROP FUNCTION "private"."disowned_subject"(text);

DROP FUNCTION "private"."end_applied_yes"(public.shortlist_entries);

DROP FUNCTION "private"."export_figures"(date, text);

DROP FUNCTION "private"."figures_of"(date, text, text, integer);

DROP FUNCTION "private"."find_jobs"(text, text, text, integer);

DROP FUNCTION "private"."undo_taken_on"(uuid[]);

DROP FUNCTION "private"."undo_turned_down"(uuid[]);

DROP FUNCTION "private"."unname_moved_advert"();

DROP FUNCTION "public"."export_figures"(date, text);

CREATE TABLE "private"."forgotten_confirmations" (
  "mail_id"   uuid                     NOT NULL,
  "subject"   text                     NOT NULL,
  "mailed_at" timestamp with time zone NOT NULL,
  CONSTRAINT "forgotten_confirmations_pkey" PRIMARY KEY (mail_id)
);

CREATE TABLE "private"."former_company_names" (
  "client_id"    uuid                     NOT NULL,
  "company_name" text                     NOT NULL,
  "changed_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "former_company_names_pkey" PRIMARY KEY (client_id, company_name),
  CONSTRAINT "former_company_names_company_name_check" CHECK (private.is_text(company_name, 200))
);

ALTER TABLE "private"."applications"
  ADD COLUMN "page_until" timestamp WITH time zone NOT NULL DEFAULT (now() + '01:00:00'::interval);

CREATE OR REPLACE FUNCTION private.allow_card (
  token  text,
  digest text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    application private.applications := private.application_by(token, 'apply');
    advert public.adverts;
  begin
    select * into advert from public.adverts where requirement_id = application.requirement_id;
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif allow_card.digest is not null and not (advert.is_named and private.is_advertised(advert)) then
      raise exception 'company_not_named' using errcode = 'PT422';
    elsif allow_card.digest <> private.application_shown(application) ->> 'digest' then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    -- Of another press, or of what the team has asked, this page knows nothing.
    perform private.take_card_back(application) where allow_card.digest is null and exists (
      select from public.candidate_consents as given
        where given.applied_entry_id = application.entry_id and given.given_at = application.confirmed_at and given.closed_at is null);
    update private.applications as allowed set card_digest = allow_card.digest where allowed.id = application.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_mailed_at()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.by_day(now() + private.applicant_answer_waits()) $function$;

CREATE OR REPLACE FUNCTION private.answer_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with applicants as (
      select entry.applied_at, case when entry.state <> 'applied' then coalesce(entry.turned_down_at, (
               -- One before was undone.
               select max(event.created_at) from public.requirement_events as event
                 where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                   and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids))) end as answered_at, entry.state
        from public.shortlist_entries as entry
        where entry.applied_at > now() - interval '90 days'
    )
    select jsonb_build_object(
        'applied', count(*), 'answered', count(*) filter (where applicant.is_told),
        'median_hours', ceil(extract(epoch from percentile_cont(0.5) within group (order by applicant.answered_at - applicant.applied_at)
                             filter (where applicant.is_told)) / 3600)::integer)
      from (select *, applicants.answered_at <= now() - private.applicant_answer_waits() as is_told from applicants) as applicant
      where applicant.is_told or private.working_days_after(applicant.applied_at, 2) < now()
        and (applicant.state = 'applied' or applicant.answered_at is not null)
      having count(*) >= 20
  $function$;

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
        'applied', count(*), 'unanswered', count(*) filter (where entry.state = 'applied'),
        'unanswered_by', private.answer_by(min(entry.applied_at) filter (where entry.state = 'applied')))
      from public.shortlist_entries as entry
      where entry.requirement_id = applicant_counts.requirement and entry.applied_at is not null
  $function$;

CREATE OR REPLACE FUNCTION private.application_answer_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'outcome', case when entry.state is null or entry.state = 'closed' or over.reason is not null then 'turned_down' else 'taken_on' end,
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state
                     when entry.state <> 'closed' then case when entry.is_by_mail then 'sent' else 'shown' end end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        -- Whoever is shown has said yes to the company by name.
        'company', case when entry.state = any (private.shown_states()) then private.company_name(requirement.client_id)
                        else private.applied_company(entry) end,
        'words', entry.turned_down_words, 'reason', over.reason,
        'is_kept', private.forgotten_at(person.id) is null,
        'jobs', case when entry.state = 'closed' and advert.requirement_id is not null then (
          select jsonb_agg(jsonb_build_object('title', other.job -> 'title', 'place', other.job -> 'place', 'slug', other.job -> 'slug')
                           order by other.place)
            from jsonb_array_elements(private.jobs_like(advert)) with ordinality as other (job, place)) end,
        'recruiter', case when colleague.user_id is not null then
          jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone) end,
        'reply_to', colleague.contact_email, 'token', private.candidate_token(person.id, person.link_issue)))
      from public.candidates as person
      left join public.shortlist_entries as entry on entry.id = ((mail).ids ->> 'entry')::uuid
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      left join public.adverts as advert on advert.requirement_id = entry.requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      -- Why, where it was the job that was over: also of whoever was taken on, and not shown before it was.
      cross join lateral (select case when entry.state = 'closed' then entry.turned_down_reason
                                      when entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                                        then case when requirement.status = 'filled' then 'filled' else 'closed' end end as reason) as over
      where person.id = coalesce(entry.candidate_id, ((mail).ids ->> 'candidate')::uuid)
        and person.email = private.normal_address((mail).address) and coalesce(entry.state, 'closed') not in ('applied', 'withdrawn')
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.application_by (
  token   text,
  purpose text
)
  RETURNS private.applications
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select application.* from private.applications as application
      where application.id = case when token ~ '^[0-9a-f]{64}$' then left(token, 32)::uuid end
        and private.digest_of(private.application_token(application.id, purpose)) = private.digest_of(token)
        and case purpose
          when 'apply' then application.entries <> '{}' and application.page_until > now()
          else application.confirmed_at is not null
            or application.created_at > now() - private.unconfirmed_lasts() and not private.is_disowned(application.email) end
  $function$;

CREATE OR REPLACE FUNCTION private.applied_company (
  entry public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce((entry).told_company, (
      select private.job_of(advert) ->> 'company' from public.adverts as advert
        where advert.requirement_id = (entry).requirement_id and advert.opened_at <= (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.applied_for (
  entry public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('title', advert.title, 'at', (entry).applied_at,
                              -- What was opened anew since, may be another company's.
                              'was_confidential', (entry).told_company is null and advert.opened_at <= (entry).applied_at)
      from public.adverts as advert where advert.requirement_id = (entry).requirement_id and (entry).applied_at is not null
  $function$;

CREATE OR REPLACE FUNCTION private.applied_yes (
  entry public.shortlist_entries
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select consent from public.candidate_consents as consent
      where consent.applied_entry_id = (entry).id and consent.card_digest = private.card_digest(entry) and private.is_in_force(consent)
      order by consent.given_at desc, consent.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.apply_for_job (
  slug       text,
  form       uuid,
  entries    jsonb,
  keep       boolean,
  is_suspect boolean,
  language   text,
  instead_of text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    advert public.adverts;
    page_language text := case when apply_for_job.language ~ '^[a-z]{2}$' then apply_for_job.language else 'en' end;
    person public.candidates := private.applicant_of(apply_for_job.entries, page_language);
    sender record;
    made private.applications;
  begin
    select * into advert from public.adverts as known where known.slug = apply_for_job.slug;
    if advert.opened_at is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    elsif not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    sender := private.note_sender('private.applications');
    -- Once page two is over, what comes by its form is another application, whatever has become of the first.
    update private.applications as over set form_id = gen_random_uuid() where over.form_id = form and over.page_until <= now();
    insert into private.applications as application
        (requirement_id, form_id, entries, email, language, keep, code_word, is_suspect, is_flood, page_until)
      values (advert.requirement_id, form,
              private.picked(to_jsonb(person), private.application_fields())
                || jsonb_build_object('said', private.trimmed(apply_for_job.entries ->> 'said')),
              person.email, page_language, coalesce(apply_for_job.keep, false), private.next_applied_word(advert.requirement_id),
              coalesce(apply_for_job.is_suspect, true), sender.is_flood, now() + private.unconfirmed_lasts())
      -- The same in every word: its links are known to whoever had the first, and lead to nobody else.
      on conflict (form_id) do update
        set is_suspect = application.is_suspect and excluded.is_suspect, is_flood = application.is_flood and excluded.is_flood
        where application.requirement_id = excluded.requirement_id and application.entries = excluded.entries
          and application.email = excluded.email
      returning * into made;
    if made.id is null then
      if exists (select from private.applications as replaced where replaced.form_id = form and replaced.entries = '{}') then
        raise exception 'application_replaced' using errcode = 'PT409';
      end if;
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    update private.applications as kept set page_until = private.page_two_until(made) where kept.id = made.id;
    perform private.end_replaced(instead_of, made.email);
    perform private.queue_confirmation(made, sender.network_place);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
  end $function$;

CREATE OR REPLACE FUNCTION private.awaits_answer (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).state = 'applied' or private.has_open_answer((entry).id, false) or private.has_open_answer((entry).id, true)
  $function$;

CREATE OR REPLACE FUNCTION private.cancel_moved_questions()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    perform from public.candidates
      where id in (select known.candidate_id from public.shortlist_entries as known where known.requirement_id = new.id)
      order by id for update;
    for entry in select known.id from public.shortlist_entries as known
                   where known.requirement_id = new.id and known.state not in ('applied', 'draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.cancel_question(entry);
    end loop;
    perform private.turn_down_moved(new.id);
    -- Nor does the yes of whoever has applied name that one.
    update public.candidate_consents as consent set closed_at = now()
      where consent.closed_at is null and consent.applied_entry_id in (
        select known.id from public.shortlist_entries as known where known.requirement_id = new.id);
    perform private.count_joined(new.id, true);
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
    perform private.reopen_item(new.id);
    return null;
  end $function$;

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
        'about', private.job_facts(requirement), 'applied', private.applied_for(entry), 'is_by_mail', nullif(entry.is_by_mail, false), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'is_reminder', case when (mail).ids ? 'reminder' then true end,
        'asker_words', consent.asker_words, 'token', private.candidate_token(consent.id, person.link_issue)))
      from public.candidate_consents as consent
      join public.candidates as person on person.id = consent.candidate_id and person.email = private.normal_address((mail).address)
      left join public.shortlist_entries as entry on entry.id = consent.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(consent) as facts) as asker
      where consent.id = ((mail).ids ->> 'consent')::uuid and private.question_state(consent) = 'open'
        and not private.is_disowned((mail).address)
  $function$;

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
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words'
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        -- Of a job that is over they know what the advert said.
        'job_title', coalesce(case when (mail).ids ? 'over' then (
          select advert.title from public.adverts as advert where advert.requirement_id = requirement.id) end, requirement.job_title),
        'company', case when not (mail).ids ? 'over' then private.company_name(requirement.client_id) end,
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
                 when (mail).ids ? 'consent' then exists (select from public.candidate_consents as consent
                   where consent.id = ((mail).ids ->> 'consent')::uuid and private.is_in_force(consent))
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 when (mail).ids ? 'over' then not private.has_open_answer(shown.id, true)
                   and case when shown.state = 'closed' then shown.turned_down_reason is not null
                            else shown.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()) end
                 else shown.state = any (private.shown_states()) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_of_mailbox (
  address text
)
  RETURNS public.candidates
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select known.* from public.candidates as known
      where private.applicant_mailbox(known.email) = private.applicant_mailbox(address) and private.is_same_mailbox(known.email, address)
      order by known.email = address desc, known.email_confirmed_at nulls last, known.created_at desc, known.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_question (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', coalesce(consent.purpose, 'page'), 'first_name', private.first_name_of(person),
        'state', case when consent.id is null then 'open' else private.question_state(consent) end,
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.company_name(requirement.client_id),
        'about', private.job_facts(requirement), 'applied', private.applied_for(entry), 'is_by_mail', nullif(coalesce(entry.is_by_mail, false), false),
        'is_replaced', nullif(consent.id <> link.consent_id, false),
        -- Until when a no can be undone; then, or after a yes that was taken back, whether they may ask to be asked after all.
        'undo_until', case when consent.tell_at > now() and coalesce(entry.state = 'withdrawn', true) then consent.tell_at end,
        'may_reconsider', nullif(coalesce(
          entry.state = 'withdrawn' and coalesce(consent.tell_at <= now(), true) and consent.reconsidered_at is null
            and requirement.status = any (private.open_statuses()) and not private.is_blocked(person, requirement.client_id), false), false),
        'is_reconsidered', nullif(consent.reconsidered_at is not null, false),
        'is_never', nullif(coalesce(private.is_blocked(person, requirement.client_id), false), false),
        'asked_at', consent.asked_at, 'basis', coalesce(consent.basis, private.basis_for(person.country)),
        'notice_version', coalesce(consent.notice_version, private.notice_version()), 'language', private.asking_language(),
        'recruiter', case when consent.id is not null then private.recruiter_of_question(consent) end,
        'asker_words', case when consent.id is not null and private.question_state(consent) = 'open' then consent.asker_words end,
        'call_wanted_at', consent.call_wanted_at,
        'is_by_phone', nullif(coalesce(private.is_answered_by_phone(consent, sent), false), false),
        'is_phone_link', nullif(coalesce(sent.how = 'phone_link', false), false),
        'erase_at', person.erase_at,
        'shown_at', case when private.is_answered_by_phone(consent, sent) and entry.state = any (private.shown_states()) then entry.shown_at end,
        'shown', case when consent.purpose = 'show' and private.question_state(consent) = 'open'
                        or private.is_answered_by_phone(consent, sent) and private.question_state(consent) = 'given' then
          private.shown_card(entry) - 'code_word' || jsonb_build_object(
            'entry', entry.id, 'digest', private.card_digest(entry), 'seal', private.seal_of(entry),
            'name', coalesce(entry.card ->> 'name', entry.code_word)) end,
        'has_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null and code.expires_at > now()
                               and code.tries < 5),
        -- One that works no more: it was tried five times, or has run out.
        'had_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null
                               and code.created_at > now() - interval '1 hour' and (code.tries >= 5 or code.expires_at <= now()))))
      from private.link_of(token) as link
      join public.candidates as person on person.id = link.candidate_id
      left join public.candidate_consents as sent on sent.id = link.consent_id
      left join lateral private.newest_question(sent) as consent on sent.id is not null
      left join public.shortlist_entries as entry on entry.id = consent.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_record (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_by'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'channel', note.channel, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at']
                - case when private.is_application(entry_row) then 'requirement_id' else '' end || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id))
              -- Of what they have applied for they know the advert, and its company where that has named itself.
              || case when private.is_application(entry_row) then (
                   select jsonb_build_object('job_title', advert.title, 'company', private.applied_company(entry_row))
                     from public.adverts as advert
                     where advert.requirement_id = entry_row.requirement_id) else '{}' end
              || jsonb_build_object(
                -- What they have typed that their record says otherwise.
                'typed_otherwise', (select jsonb_agg(typed) from jsonb_array_elements(private.typed_otherwise(entry_row)) as typed
                                      where not typed ? 'email'),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer
                             where answer.entry_id = entry.id and answer.former is null))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry_row
            -- Until an answer is told, it is its company's alone.
            cross join lateral private.told_entry(entry_row) as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            where entry_row.candidate_id = person.id),
        'enquiries', (select coalesce(jsonb_agg(
                        private.form_of_item(item) - array['id', 'form_id', 'written_by', 'client_id', 'suspect', 'flood']
                        order by item.created_at), '[]')
                        from private.item_candidates as made join public.inbox_items as item on item.id = made.item_id
                        where made.candidate_id = person.id and private.made_of(item.id) is null),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and private.is_candidate_mail(mail.template)))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.clear_confirmed()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications as done
      set entries = null, email = case when done.differs is not null and exists (
        select from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
          where entry.id = done.entry_id and private.is_other_mailbox(person.email, done.email)) then done.email end
      where done.confirmed_at is not null and done.email is not null and done.entries is not null and done.page_until < now();
    delete from private.applications as application
      where application.ended_at is not null and application.entries <> '{}' and application.page_until < now();
  $function$;

CREATE OR REPLACE FUNCTION private.close_answered_advert (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare closed public.adverts;
  begin
    update public.adverts as advert set closed_at = now()
      where advert.requirement_id = close_answered_advert.requirement and advert.opened_at is not null and advert.closed_at is null
      returning * into closed;
    if found then
      -- Who was taken on before it was named goes on reading the name.
      update public.shortlist_entries as entry set told_company = private.applied_company(entry)
        where entry.requirement_id = closed.requirement_id and entry.told_company is null and private.applied_company(entry) is not null;
      insert into public.requirement_events (requirement_id, client_id, actor, side, type)
        select listed.id, listed.client_id, case when acting.side is not null then private.current_user_id() end, acting.side, 'advert_closed'
          from public.job_requirements as listed cross join lateral (select private.side_on(listed.client_id) as side) as acting
          where listed.id = closed.requirement_id;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.company_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'job', case when advert.opened_at is not null then private.job_of(advert) end,
        'state', case when advert.opened_at is not null then private.advert_state(advert) end,
        'is_named', coalesce(advert.is_named, false), 'version', advert.version, 'opened_at', advert.opened_at,
        'closes_on', advert.closes_on, 'closed_at', advert.closed_at,
        -- What the team has changed last since it was opened.
        'changed', (select jsonb_build_object('at', event.created_at, 'fields', (select jsonb_agg(key) from jsonb_object_keys(event.changes) as key))
                      from public.requirement_events as event
                      where event.requirement_id = requirement_row.id and event.type = 'advert_changed' and event.created_at > advert.opened_at
                      order by event.created_at desc, event.id desc limit 1),
        'company', private.company_name(requirement_row.client_id),
        -- How many applications have come while it was this company's, each by its press; who withdraws is counted still.
        'applications', (select coalesce(sum((event.changes #>> '{candidates,1}')::integer), 0) from public.requirement_events as event
                           where event.requirement_id = requirement_row.id and event.type = 'candidates_applied'
                             and event.client_id = requirement_row.client_id),
        'may_write', private.may_write_for_client())
      from public.job_requirements as requirement_row
      left join public.adverts as advert on advert.requirement_id = requirement_row.id
      where requirement_row.id = company_advert.requirement and private.is_of_company(requirement_row.client_id)
  $function$;

CREATE OR REPLACE FUNCTION private.company_candidates (
  requirement uuid,
  opens       boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    domains text[];
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into requirement_row from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if requirement_row.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and requirement_row.status = any (private.open_statuses());
    domains := private.domains_of(requirement_row.client_id);
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = requirement_row.id and entry.state = any (private.shown_states())
                         and private.has_consent(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id
                                            and private.matches_blocklist(person, requirement_row.client_id, domains))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict (entry_id, user_id, day) do update set created_at = excluded.created_at;
    return jsonb_build_object(
      'counts', private.candidate_counts(requirement_row.id),
      'may_answer', may_answer,
      -- What was told, and nothing that could be reckoned from whom there is now.
      'withdrawn', (select count(*) from public.requirement_events as event
                      where event.requirement_id = requirement_row.id and event.type = 'candidates_withdrawn'),
      'withdrawn_at', (select max(event.created_at) from public.requirement_events as event
                         where event.requirement_id = requirement_row.id and event.type = 'candidates_withdrawn'),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind, 'seal', private.seal_of(entry),
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'applied_at', entry.applied_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
            'answer_by', case when private.waits_for_company(entry, requirement_row.status) then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'opens_at', case when requirement_row.status = any (private.open_statuses()) and not opened.is_open then entry.interview_at end,
            -- The answer that counts, as long as the caller may undo it.
            'undo', (select jsonb_build_object('answer', last.id, 'until', last.undo_until)
                       from public.shortlist_answers as last
                       where last.id = private.last_answer(entry.id) and last.author = caller and last.former is not null
                         and last.undo_until > now() and last.created_at >= entry.shown_at),
            'own_answer', to_jsonb(own) - 'id',
            -- What was told us by telephone or mail, the last of it.
            'noted', (select jsonb_build_object('verdict', told.verdict, 'reason', told.reason, 'created_at', told.created_at)
                          || private.note_of(told)
                        from public.shortlist_answers as told where told.entry_id = entry.id and told.said_how is not null
                        order by told.created_at desc, told.id desc limit 1),
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = requirement_row.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller and answer.said_how is null
                        order by answer.author, answer.created_at desc, answer.id desc) as last))
            order by listed.place), '[]')
          from unnest(visible) with ordinality as listed (id, place)
          join public.shortlist_entries as entry on entry.id = listed.id
          join public.candidates as person on person.id = entry.candidate_id
          cross join lateral (select private.is_opened(entry) as is_open) as opened
          left join lateral (
            select answer.id, answer.verdict, answer.reason, answer.words_for_agency, answer.words_for_candidate, answer.created_at
              from public.shortlist_answers as answer where answer.entry_id = entry.id and answer.author = caller
              order by answer.created_at desc, answer.id desc limit 1) as own on true));
  end $function$;

CREATE OR REPLACE FUNCTION private.company_traces (
  requirement public.job_requirements,
  words       text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with typed as materialized (
      select private.blank_signs(words) as plain, private.fold_text(words) as folded, normalize(words, NFKC) as written,
             private.blank_signs((requirement).job_title || ' ' || array_to_string((requirement).required_skills, ' ')) as trade),
    called as materialized (
      select replace(private.blank_signs(private.plain_company_name(named)), ' ', '') as letters,
             array(select part from string_to_table(trim(private.blank_signs(regexp_replace(
                       named, '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'))), ' ') with ordinality as split (part, place)
                     where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc',
                                              'corp', 'corporation', 'company', 'co', 'the', 'of'])
                     order by place) as parts
        from private.known_company_names(requirement) as named),
    -- What stands before and behind an "and" is a name each.
    halves as (
      select string_to_array(half, ' ') as parts
        from called cross join lateral regexp_split_to_table(array_to_string(parts, ' '), ' and ') as half),
    domains as materialized (select unnest(private.domains_of((requirement).client_id)) as domain),
    sought as (
      select letters from called where length(letters) > 3
      union select array_to_string(array_remove(parts, 'and'), '') from called where 'and' = any (parts)
      -- A second word that is not of the trade, where the first is everybody's.
      union select case when not private.is_common_word(parts[1]) then parts[1]
                        when not private.is_common_word(parts[2]) and position(parts[2] in typed.trade) = 0 then parts[2]
                        else parts[1] || parts[2] end from halves, typed
      -- The last part of a domain but its ends ("in", "co.in") that others have not.
      union select replace(label, '-', '') from domains
        cross join lateral (select label from string_to_table(domain, '.') with ordinality as labels (label, place)
                              where place < cardinality(string_to_array(domain, '.')) and length(label) > 3
                                and not private.is_common_word(label)
                              order by place desc limit 1) as named
      union select replace(private.blank_signs(person.full_name), ' ', '')
        from (select client.full_name from public.clients as client where client.id = (requirement).client_id
              union select member.full_name from public.client_members as member where member.client_id = (requirement).client_id) as person
        where private.blank_signs(person.full_name) ~ ' [^ ]{2,} (.* )?[^ ]{2,} '),
    -- A name of two or three letters, and the first letters of a longer one, as they are written.
    initials as (
      select upper(letters) as pattern from called where length(letters) between 2 and 3
      union
      select string_agg(upper(left(part, 1)), '[. ]{0,2}' order by place)
        from called cross join lateral unnest(array_remove(parts, 'and')) with ordinality as listed (part, place)
        group by called.parts having count(*) > 2 and lower(string_agg(left(part, 1), '' order by place)) <> all (string_to_array(
          'api,cnc,vmc,sap,erp,sql,php,css,aws,bpo,kpo,ceo,cfo,cto,cad,cam,plc,gst,gcp,crm,seo,tig,mig,ppe,mep,hvac,iti,ncr,uae,usa,ksa,'
          'mba,bca,mca,msc,bsc,bed,gnm,anm,bls,als,icu,opd,ppc,smm,etl,sdk,ios,pmp,iso,sop,kpi,dcs,llb,cma,acca', ','))
      union
      select upper(left(parts[1], 1)) || ' ?(?:&|[Aa]nd|AND) ?' || upper(left(parts[3], 1))
        from called where cardinality(parts) = 3 and parts[2] = 'and')
    select array(
      select (regexp_match(typed.plain, private.spelling_of(sought.letters)))[1] from typed, sought
        where length(sought.letters) > 3 and typed.plain ~ private.spelling_of(sought.letters)
      union select domain from typed, domains where position(domain in typed.folded) > 0
      union select (regexp_match(typed.written, '(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])'))[1] from typed, initials
        where typed.written ~ ('(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])')
      order by 1)
  $function$;

CREATE OR REPLACE FUNCTION private.confirm_application (
  token  text,
  digest text,
  keep   boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    application private.applications := private.application_by(token, 'confirm');
    advert public.adverts;
    applicant public.candidates;
    person public.candidates;
    entry_row public.shortlist_entries;
    is_new boolean;
    is_again boolean;
    is_theirs boolean;
    is_latest boolean;
    is_known boolean;
    pressed_at timestamptz;
    words text;
    words_beside text;
    named text;
    -- What page two said counts for nothing here: whoever typed the form need not have the mailbox.
    agreed text := nullif(confirm_application.digest, '');
  begin
    if application.id is null or application.ended_at is not null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- One mailbox at a time, before everything else: two presses at once make one record. Then in the order of everybody.
    perform pg_advisory_xact_lock(hashtextextended('applicant ' || private.applicant_mailbox(application.email), 0));
    perform from public.job_requirements
      where id = application.requirement_id
        or id in (select joined.requirement_id from public.shortlist_entries as joined
                    join public.candidates as twin on twin.id = joined.candidate_id
                    where private.applicant_mailbox(twin.email) = private.applicant_mailbox(application.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.applicant_mailbox(twin.email) = private.applicant_mailbox(application.email) order by twin.id for update;
    -- What has ended while this waited is over, and was looked up by its link already.
    select * into application from private.applications as held
      where held.id = application.id and held.ended_at is null for update;
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- Held: a yes is to the name that stands there until it is written.
    select * into advert from public.adverts where requirement_id = application.requirement_id for share;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    if agreed is not null and not (advert.is_named and agreed = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    named := private.job_of(advert) ->> 'company';
    applicant := private.applicant_of(application.entries, application.language);
    entry_row := private.entry_of_mailbox(advert.requirement_id, applicant.email);
    select * into person from public.candidates where id = entry_row.candidate_id;
    is_theirs := coalesce(private.is_same_mailbox(person.email, applicant.email), false);
    is_new := entry_row.id is null
      or entry_row.state in ('draft', 'withdrawn', 'closed') and not private.is_turned_down(entry_row);
    is_again := entry_row.state = 'applied' and is_theirs;
    if is_new and 5 <= (select count(distinct given.applied_entry_id) from public.candidate_consents as given
                          join public.candidates as twin on twin.id = given.candidate_id
                          where private.applicant_mailbox(twin.email) = private.applicant_mailbox(applicant.email)
                            and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
    -- Of two that wait, the one that was sent later has the last word, whichever is pressed first; the other's words stand beside.
    is_latest := is_new or is_again and not exists (
      select from private.applications as other
        where other.entry_id = entry_row.id and other.created_at > application.created_at);
    -- After the press that this one has waited for: whose yes is whose is known by when it was given.
    pressed_at := case when is_again then clock_timestamp() else now() end;
    is_known := entry_row.id is not null or (private.candidate_of_mailbox(applicant.email)).id is not null;
    words := application.entries ->> 'said';
    words_beside := case when not is_latest then words when entry_row.state in ('applied', 'draft') then entry_row.said end;
    if is_new or is_again then
      if entry_row.id is null then
        person := private.record_of_applicant(applicant);
      end if;
      if person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT409';
      elsif entry_row.id is null then
        insert into public.shortlists (requirement_id) values (advert.requirement_id) on conflict do nothing;
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said, told_company)
          values (advert.requirement_id, person.id, 'applied',
                  case when exists (select from public.shortlist_entries as other
                                      where other.requirement_id = advert.requirement_id and other.code_word = application.code_word)
                    then private.next_applied_word(advert.requirement_id) else application.code_word end,
                  private.applied_card_fields(), now(), words, named)
          returning * into entry_row;
      else
        update public.candidate_consents as before set closed_at = now()
          where is_latest and before.applied_entry_id = entry_row.id and before.closed_at is null;
        if is_new then
          -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
          perform private.cancel_question(entry_row.id);
        end if;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = case when is_new then now() else back.applied_at end,
              said = case when is_new then words when is_latest then coalesce(words, back.said) else coalesce(back.said, words) end,
              told_company = named,
              -- The card that they have read now has this one.
              code_word = case when is_again and is_latest and not exists (
                  select from public.shortlist_entries as other
                    where other.requirement_id = back.requirement_id and other.code_word = application.code_word)
                then application.code_word else back.code_word end
          where back.id = entry_row.id returning * into entry_row;
      end if;
      if is_latest or agreed is not null then
        insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                               given_at, card_digest, mailbox_digest)
          values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                  application.created_at, pressed_at, case when agreed is not null then private.digest_of(private.application_card(application)::text) end,
                  private.subject_of(person.email));
      end if;
    end if;
    if (is_new or is_theirs) and confirm_application.keep and not private.has_keep_consent(person.id) then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, asked_at, given_at, mailbox_digest)
        values (person.id, 'keep', private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, pressed_at, private.subject_of(person.email));
    end if;
    if is_known then
      application.differs := private.differing_entries(person, application.entries, nullif(words_beside, entry_row.said));
      -- Where they work now is never shown anything, whatever the record says.
      if (is_new or is_theirs) and application.differs ? 'employer' then
        perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
      end if;
    end if;
    update private.applications as done
      set confirmed_at = pressed_at, entry_id = entry_row.id, differs = application.differs where done.id = application.id;
    if is_new then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_candidates (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id uuid,
    counts         jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
    select wanted.id, jsonb_build_object(
        'asked', count(*) filter (where entry.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id offset 0)),
        'agreed', count(*) filter (where entry.got >= 2 or exists (
          select from public.candidate_consents as question
            where question.entry_id = entry.id and question.given_at is not null offset 0)),
        'shown', count(*) filter (where entry.got >= 3),
        'interview', count(*) filter (where entry.got >= 4),
        'offered', count(*) filter (where entry.got >= 5),
        'joined', count(*) filter (where entry.got >= 6),
        'waiting', count(*) filter (where entry.waits),
        'waiting_since', min(entry.shown_at) filter (where entry.waits),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.waits)))
      from unnest(requirements) as wanted (id)
      left join lateral (
        select kept.id, kept.shown_at, private.steps_of(kept) as got, private.waits_for_company(kept, requirement.status) as waits
          from public.shortlist_entries as kept
          join public.job_requirements as requirement on requirement.id = kept.requirement_id
          -- Who has applied, and is not taken on, is none of its company's, nor whom that can be undone of.
          where kept.requirement_id = wanted.id and kept.state <> 'applied' and kept.turned_down_at is null
            and case when kept.applied_at is not null and kept.state in ('draft', 'agreed')
                  then private.taken_on_lately(kept) is null else true end) as entry on true
      group by wanted.id
  $function$;

CREATE OR REPLACE FUNCTION private.count_forgotten_confirmation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    insert into private.forgotten_confirmations (mail_id, subject, mailed_at)
      select old.id, private.application_subject(old.address), old.created_at where old.created_at > now() - interval '1 day';
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.differing_entries (
  person  public.candidates,
  entries jsonb,
  words   text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_object_agg(typed.key, typed.value)
      from jsonb_each(entries - 'said' || jsonb_strip_nulls(jsonb_build_object('said', words))) as typed
      where typed.key in ('full_name', 'phone', 'city', 'notice_period', 'skills', 'employer', 'said')
        and typed.value not in ('null', '[]') and typed.value is distinct from to_jsonb(person) -> typed.key
  $function$;

CREATE OR REPLACE FUNCTION private.disown_address (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates;
    records uuid[];
    entry uuid;
    made uuid;
  begin
    select * into person from public.candidates where id = (private.link_of(token)).candidate_id;
    if exists (select from public.candidate_consents as asked
                where asked.id = (private.link_of(token)).consent_id and asked.how = 'phone_link') then
      perform private.disown_number(token);
      return;
    end if;
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) order by twin.id for update;
    perform private.lock_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) order by twin.id);
    insert into private.disowned_mailboxes as known (subject, id, address_digest, records)
      values ((private.disowned_subjects(person.email))[1], gen_random_uuid(), private.subject_of(person.email),
              array(select twin.id from public.candidates as twin where twin.email = person.email order by twin.id))
      on conflict (subject) do update
        set created_at = now(), id = excluded.id, address_digest = excluded.address_digest, records = excluded.records
      returning known.id into made;
    for entry in select entry_row.id from public.shortlist_entries as entry_row where entry_row.candidate_id = any (records) order by entry_row.id loop
      perform private.close_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    update public.candidate_consents set is_disowned = true where candidate_id = any (records) and closed_at = now();
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox
      where private.mailbox_of(address) = any (array(select private.mailbox_of(twin.email) from public.candidates as twin where twin.id = any (records)))
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry', 'application']);
    delete from public.mail_outbox
      where template = 'application_confirm' and private.applicant_mailbox(address) = private.applicant_mailbox(person.email);
    perform private.end_disowned(array(
      select sent.id from private.applications as sent
        where sent.confirmed_at is null and private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email)));
    perform private.enqueue_mail('candidate_disowned', 'disowned.' || gen_random_uuid(), jsonb_build_object('mailbox', made),
                                 address => person.email);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_application (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare application private.applications := private.application_by(token, 'confirm');
  begin
    if application.id is null or num_nonnulls(application.confirmed_at, application.ended_at) > 0 then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    insert into private.disowned_mailboxes as known (subject) values (private.application_subject(application.email))
      on conflict (subject) do update set created_at = now();
    perform private.end_disowned(array[application.id]);
  end $function$;

CREATE OR REPLACE FUNCTION private.disowned_subjects (
  address text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array[private.subject_of(private.applicant_mailbox(address)), private.subject_of(private.mailbox_of(address))]
  $function$;

CREATE OR REPLACE FUNCTION private.end_advert_of_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if old.client_id is distinct from new.client_id then
      -- The name that stood there, and what candidates may read of the pay, were another company's word.
      update public.adverts as advert set is_named = false, named_by = null, tells_pay = false
        where advert.requirement_id = new.id and (advert.is_named or advert.tells_pay);
      update public.shortlists as list set tells_pay = false where list.requirement_id = new.id and list.tells_pay;
    end if;
    perform private.end_advert(new.id, null, case
      when old.client_id is distinct from new.client_id then 'closed' when new.status = 'filled' then 'filled'
      when private.side_on(new.client_id) = 'company' then 'taken_down' else 'closed' end);
    perform private.tell_taken_on(new.id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_applied_yes (
  entry    public.shortlist_entries,
  of_press timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry.id and consent.closed_at is null and consent.given_at = coalesce(of_press, consent.given_at);
    if entry.state = 'agreed' and exists (
      select from public.candidate_consents as made
        join public.candidate_consents as given on given.applied_entry_id = entry.id and given.given_at = made.given_at
        where made.entry_id = entry.id and made.closed_at is null and made.given_at = coalesce(of_press, made.given_at)) then
      perform private.cancel_question(entry.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_disowned (
  ended uuid[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications as waiting set ended_at = now(), page_until = least(waiting.page_until, now() + interval '1 hour')
      where waiting.id = any (ended) and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0;
    delete from public.mail_outbox as mail using private.applications as over
      where over.id = any (ended) and over.confirmed_at is null and lower(mail.address) = over.email
        and mail.template = 'application_confirm' and mail.ids ->> 'application' = over.id::text;
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
        'is_disowned', coalesce((select consent.is_disowned from public.candidate_consents as consent
                                   where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
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

CREATE OR REPLACE FUNCTION private.entry_of_mailbox (
  requirement uuid,
  address     text
)
  RETURNS public.shortlist_entries
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select entry.* from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      where entry.requirement_id = entry_of_mailbox.requirement
        and private.applicant_mailbox(person.email) = private.applicant_mailbox(address)
        and (private.is_same_mailbox(person.email, address) or entry.state not in ('draft', 'withdrawn', 'closed')
             or private.is_turned_down(entry))
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
  $function$;

CREATE OR REPLACE FUNCTION private.erase_person (
  address text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    counts jsonb := '{}';
    relation text;
    form record;
    affected integer;
    erasure uuid;
  begin
    perform private.lock_person(wanted, accounts);
    for relation in select private.sign_in_tables() loop
      execute format('delete from auth.%I where user_id::text = any ($1)', relation) using accounts::text[];
    end loop;
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'delete from auth.audit_log_entries where private.is_about(payload::jsonb, $1, $2)' using wanted, accounts;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object('audit_log_entries', affected);
    end if;
    for form in select * from private.public_forms() loop
      execute format('delete from public.%I where id in (
        select sent.form_row_id from private.items_of($1) as sent where sent.kind = $2)', form.relation) using wanted, form.kind;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(form.relation, affected);
    end loop;
    perform private.forget_candidate(person) from unnest(array(select private.candidates_of(wanted))) as person;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    delete from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted) and private.is_same_mailbox(sent.email, wanted);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('applications', affected);
    -- Of a row whose candidate stays no more than who was made or filled in is kept, for the import to be undone.
    update private.import_rows as typed
      set cells = array_fill(''::text, array[cardinality(typed.cells)]), entries = typed.entries - 'email', mailbox = null, problems = '{}'
      where typed.candidate_id is not null and private.is_row_of(typed, wanted);
    delete from private.import_rows as typed where typed.candidate_id is null and private.is_row_of(typed, wanted);
    -- Requirements and their events go with the company.
    delete from public.clients where id in (select private.companies_of_nobody_else(wanted, accounts));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    update public.clients set full_name = null, phone = null
      where id in (select private.companies_named_after(wanted, accounts));
    -- What was mailed to an address that they have changed since.
    delete from public.mail_outbox where ids ->> 'invitation' in (
      select id::text from public.invitations where accepted_by = any (accounts));
    delete from public.invitations where email = wanted or accepted_by = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    delete from public.mail_outbox where lower(mail_outbox.address) = wanted or user_id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('mail_outbox', affected);
    delete from private.spam_senders as marked where marked.sender = any (private.sender_keys(wanted, wanted));
    update public.team_members set contact_email = null where lower(contact_email) = wanted;
    -- Role, membership and the name in a company of others go with the account. What they had in hand is freed first, as
    -- of anybody who leaves.
    perform private.free_work_of(account) from unnest(accounts) as account;
    delete from auth.users where id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    insert into private.erasures (subject, counts) values (private.subject_of(address), counts) returning id into erasure;
    perform private.log_activity('person_erased', 'erasure', erasure);
    return counts;
  end $function$;

CREATE OR REPLACE FUNCTION private.export_figures (
  month       date,
  grouping_by text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, null);
    return private.figures_of(month, grouping_by, null, 10000);
  end $function$;

CREATE OR REPLACE FUNCTION private.export_person (
  address text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    log_entries jsonb;
  begin
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'select jsonb_agg(private.personal_part(to_jsonb(kept)) order by created_at)
                 from auth.audit_log_entries as kept where private.is_about(payload::jsonb, $1, $2)'
        into log_entries using wanted, accounts;
    end if;
    return jsonb_build_object(
      'invitations', (select coalesce(jsonb_agg(to_jsonb(received) order by received.created_at), '[]')
        from public.invitations as received where received.email = wanted or received.accepted_by = any (accounts)),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('requirement_id', said.requirement_id, 'body', said.body,
                                                                'created_at', said.created_at)
                                             order by said.created_at), '[]')
        from public.requirement_messages as said where said.author = any (accounts)),
      'requirement_drafts', (select coalesce(jsonb_agg(to_jsonb(begun) order by begun.created_at), '[]')
        from public.requirement_drafts as begun where begun.author = any (accounts)),
      'companies', (select coalesce(jsonb_agg(jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                                                 'full_name', client.full_name, 'phone', client.phone)
                                              order by client.created_at), '[]')
        from public.clients as client where client.id in (select private.companies_named_after(wanted, accounts))),
      'team_contacts', (select coalesce(jsonb_agg(to_jsonb(colleague)), '[]')
        from public.team_members as colleague
        where lower(colleague.contact_email) = wanted and colleague.user_id <> all (accounts)),
      'candidates', (select coalesce(jsonb_agg(private.candidate_record(person.id) order by person.created_at), '[]')
        from public.candidates as person where person.id in (select private.candidates_of(wanted))),
      'applications', (select coalesce(jsonb_agg(to_jsonb(sent) - array['requirement_id', 'form_id'] order by sent.created_at), '[]')
        from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted) and private.is_same_mailbox(sent.email, wanted)),
      'import_rows', (select coalesce(jsonb_agg(to_jsonb(typed.cells) order by typed.import_id, typed.place), '[]')
        from private.import_rows as typed where private.is_row_of(typed, wanted)),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
          'role', (select user_role.role from public.user_roles as user_role where user_role.user_id = person.id),
          'team_member', (select to_jsonb(colleague) from public.team_members as colleague
                           where colleague.user_id = person.id),
          'notifications', (select to_jsonb(chosen) from public.notification_settings as chosen
                             where chosen.user_id = person.id),
          'waiting_company', (select to_jsonb(waiting) from private.waiting_profiles as waiting
                               where waiting.user_id = person.id),
          'membership', (select to_jsonb(member) from public.client_members as member where member.user_id = person.id),
          'client', (select to_jsonb(client) - 'search' from public.clients as client
                      join public.client_members as member on member.client_id = client.id
                      where member.user_id = person.id),
          'requirements', (select coalesce(jsonb_agg(to_jsonb(requirement) order by requirement.created_at), '[]')
            from public.job_requirements as requirement
            join public.client_members as member on member.client_id = requirement.client_id
            where member.user_id = person.id),
          -- Whom they invited is others' data.
          'invited', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                order by sent.created_at), '[]')
            from public.invitations as sent where sent.invited_by = person.id),
          'written_down', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                     order by sent.created_at), '[]')
            from public.contact_submissions as sent where sent.written_by = person.id),
          'activity', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.created_at), '[]')
            from public.activity_log as entry where person.id in (entry.actor, entry.subject, entry.other)),
          'sign_in', private.sign_in_records(person.id))), '[]')
        from auth.users as person where person.id = any (accounts)))
      || private.export_forms_of(wanted) || private.export_inbox_of(wanted, accounts);
  end $function$;

CREATE OR REPLACE FUNCTION private.figure_facts (
  first_day   date,
  until       date,
  measures    text[],
  grouping_by text
)
  RETURNS SETOF private.figure_fact
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20000
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_column
  declare
    since timestamptz := first_day::timestamp at time zone private.zone();
    before timestamptz := until::timestamp at time zone private.zone();
  begin
    if measures && array['came', 'answered', 'in_time'] then
      return query
        with arrived as not materialized (
          select arrival.* from private.arrivals as arrival where arrival.at >= since and arrival.at < before
        ), answered as not materialized (
          select arrived.*, answer.answered_at from arrived
            join private.first_answers as answer
              on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
            where arrived.way <> 'team'
        ), fact as (
          select 'came' as measure, arrived.at, null::double precision as seconds, arrived.item_id, arrived.requirement_id,
                 null::uuid as entry_id, arrived.recruiter_id, arrived.client_id, 'came:' || arrived.way as source
            from arrived where 'came' = any (measures)
          union all
          select 'answered', answered.at, extract(epoch from answered.answered_at - answered.at)::double precision, answered.item_id,
                 answered.requirement_id, null, answered.recruiter_id, answered.client_id, 'came:' || answered.way
            from answered where 'answered' = any (measures)
          union all
          select 'in_time', answered.at, extract(epoch from answered.answered_at - answered.at)::double precision, answered.item_id,
                 answered.requirement_id, null, answered.recruiter_id, answered.client_id, 'came:' || answered.way
            from answered where 'in_time' = any (measures) and answered.answered_at <= answered.at + answered.promised
        )
        select fact.measure, fact.at, fact.seconds, fact.item_id, fact.requirement_id, fact.entry_id, fact.recruiter_id, fact.client_id,
               case grouping_by when 'recruiter' then coalesce(fact.recruiter_id::text, 'nobody')
                                when 'company' then coalesce(fact.client_id::text, 'none')
                                when 'source' then fact.source end
          from fact;
    end if;
    if not measures <@ array['came', 'answered', 'in_time'] then
      return query
        with step as (
          select 'applied' as measure, entry.applied_at as at, entry.id as entry_id from public.shortlist_entries as entry
            where 'applied' = any (measures) and entry.applied_at >= since and entry.applied_at < before
          union all
          select 'asked', consent.asked_at, consent.entry_id from public.candidate_consents as consent
            where 'asked' = any (measures) and consent.asked_at >= since and consent.asked_at < before and consent.entry_id is not null
              and not exists (select from public.candidate_consents as earlier
                                where earlier.entry_id = consent.entry_id
                                  and (earlier.asked_at, earlier.id) < (consent.asked_at, consent.id))
          union all
          select 'agreed', consent.given_at, consent.entry_id from public.candidate_consents as consent
            where 'agreed' = any (measures) and consent.given_at >= since and consent.given_at < before and consent.entry_id is not null
              and not exists (select from public.candidate_consents as earlier
                                where earlier.entry_id = consent.entry_id
                                  and (earlier.given_at, earlier.id) < (consent.given_at, consent.id))
          union all
          select 'shown', entry.shown_at, entry.id from public.shortlist_entries as entry
            where 'shown' = any (measures) and entry.shown_at >= since and entry.shown_at < before
          union all
          select 'interview', answer.created_at, answer.entry_id from public.shortlist_answers as answer
            where 'interview' = any (measures) and answer.verdict = 'interview'
              and answer.created_at >= since and answer.created_at < before
              and not exists (select from public.shortlist_answers as earlier
                                where earlier.entry_id = answer.entry_id and earlier.verdict = 'interview'
                                  and (earlier.created_at, earlier.id) < (answer.created_at, answer.id))
          union all
          select 'offered', entry.offered_at, entry.id from public.shortlist_entries as entry
            where 'offered' = any (measures) and entry.offered_at >= since and entry.offered_at < before
          union all
          select 'accepted', entry.accepted_at, entry.id from public.shortlist_entries as entry
            where 'accepted' = any (measures) and entry.accepted_at >= since and entry.accepted_at < before
          union all
          select 'joined', entry.joined_on::timestamp at time zone private.zone(), entry.id from public.shortlist_entries as entry
            where 'joined' = any (measures) and entry.joined_on >= first_day and entry.joined_on < until
        ), fact as (
          select step.measure, step.at, greatest(0, extract(epoch from step.at - requirement.created_at))::double precision as seconds,
                 null::uuid as item_id, requirement.id as requirement_id, entry.id as entry_id, requirement.recruiter_id,
                 requirement.client_id,
                 'candidate:' || case when person.source is null then '' else lower(private.trimmed(person.source)) end as source
            from step
            join public.shortlist_entries as entry on entry.id = step.entry_id
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            left join public.candidates as person on grouping_by = 'source' and person.id = entry.candidate_id
          union all
          select 'filled', event.created_at, extract(epoch from event.created_at - requirement.created_at)::double precision, null,
                 requirement.id, null, requirement.recruiter_id, requirement.client_id, null
            from public.requirement_events as event
            join public.job_requirements as requirement on requirement.id = event.requirement_id and requirement.status = 'filled'
            where 'filled' = any (measures) and event.type = 'status' and event.created_at >= since and event.created_at < before
              and event.changes #>> '{status,1}' = 'filled'
              and not exists (select from public.requirement_events as later
                                where later.requirement_id = event.requirement_id and later.type = 'status'
                                  and (later.created_at, later.id) > (event.created_at, event.id))
        )
        select fact.measure, fact.at, fact.seconds, fact.item_id, fact.requirement_id, fact.entry_id, fact.recruiter_id, fact.client_id,
               case grouping_by when 'recruiter' then coalesce(fact.recruiter_id::text, 'nobody')
                                when 'company' then coalesce(fact.client_id::text, 'none')
                                when 'source' then fact.source end
          from fact;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.figures_of (
  month       date,
  grouping_by text,
  group_key   text,
  most        integer
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    first_day date := (month - interval '1 month')::date;
    end_day date := (month + interval '1 month')::date;
    first_moment timestamptz := first_day::timestamp at time zone private.zone();
    since timestamptz := month::timestamp at time zone private.zone();
    until timestamptz := end_day::timestamp at time zone private.zone();
    found json;
  begin
    with arrival as (
      select arrived.at >= since as is_now, date_part('epoch', answer.answered_at - arrived.at) as seconds,
             answer.answered_at <= arrived.at + arrived.promised as is_in_time,
             case grouping_by when 'recruiter' then arrived.recruiter_id when 'company' then arrived.client_id end as group_id,
             case when grouping_by = 'source' then arrived.way end as way
        from private.arrivals as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and arrived.way <> 'team' and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
    ), counted_arrival as (
      select case when grouping(arrival.group_id) = 1 then 'all'
                  else case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                        when 'company' then coalesce(arrival.group_id::text, 'none')
                                        else 'came:' || arrival.way end end as key,
             count(*) filter (where arrival.is_now) as came,
             count(arrival.seconds) filter (where arrival.is_now) as answered,
             count(*) filter (where arrival.is_now and arrival.is_in_time) as in_time,
             percentile_cont(0.5) within group (order by arrival.seconds) filter (where arrival.is_now) as median,
             count(*) filter (where not arrival.is_now) as came_before,
             count(arrival.seconds) filter (where not arrival.is_now) as answered_before,
             count(*) filter (where not arrival.is_now and arrival.is_in_time) as in_time_before
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way))
    ), counted_step as (
      select case when grouping(fact.group_key) = 1 then 'all' else fact.group_key end as key, fact.measure,
             count(*) filter (where fact.at >= since) as facts, count(*) filter (where fact.at < since) as facts_before,
             percentile_cont(0.5) within group (order by fact.seconds) filter (where fact.at >= since) as median
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure), (fact.group_key, fact.measure))
    ), step as (
      select counted_step.key, sum(counted_step.facts) as facts,
             json_object_agg(counted_step.measure,
                             json_build_array(counted_step.facts, round(counted_step.median), counted_step.facts_before)) as numbers
        from counted_step group by counted_step.key
    ), counted as (
      select *, coalesce(arrived.came + arrived.answered + arrived.in_time, 0) + coalesce(step.facts, 0) as all_facts
        from counted_arrival as arrived full join step using (key) where key is not null
    ), listed as materialized (
      select counted.* from counted
        where counted.key <> 'all' and (group_key is null or counted.key = group_key)
        order by counted.all_facts desc, counted.key collate "C" limit most
    ), told as (
      select shown.key, shown.all_facts,
             case when shown.numbers is null then of_arrivals.numbers
                  else (shown.numbers::jsonb || of_arrivals.numbers::jsonb)::json end as numbers
        from (select * from listed union all select * from counted where counted.key = 'all') as shown
        cross join lateral (
          select json_strip_nulls(json_build_object(
              'came', case when shown.came + shown.came_before > 0 then json_build_array(shown.came, null, shown.came_before) end,
              'answered', case when shown.answered + shown.answered_before > 0 then
                json_build_array(shown.answered, round(shown.median), shown.answered_before) end,
              'in_time', case when shown.in_time + shown.in_time_before > 0 then
                json_build_array(shown.in_time, null, shown.in_time_before) end)) as numbers) as of_arrivals
    )
    select json_build_object(
        'totals', coalesce((select told.numbers from told where told.key = 'all'), '{}'),
        'groups', (select coalesce(json_agg(json_build_object('key', told.key, 'name', company.company_name, 'numbers', told.numbers)
                                            order by told.all_facts desc, told.key collate "C"), '[]')
                     from told
                     left join public.clients as company
                       on company.id = case when grouping_by = 'company' and told.key not in ('all', 'none') then told.key::uuid end
                     where told.key <> 'all'),
        'group_count', (select count(*) from counted where counted.key <> 'all'))
      into found;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_jobs (
  words      text,
  place      text,
  work       text,
  page       integer,
  takes_some boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    pay record := private.wanted_pay(words);
    terms tsquery[] := array(select private.job_word_query(word) from unnest(private.job_words(pay.others)) as word where takes_some);
    weights integer[] := array(select 1 + least(cardinality(private.craft_words(word)), 1) from unnest(private.job_words(pay.others)) as word
                                   where takes_some);
    wanted tsquery := case when takes_some then (select string_agg('(' || term::text || ')', ' | ')::tsquery from unnest(terms) as term)
                           else private.job_query(pay.others) end;
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(pay.others, 400)) and wanted is null and private.search_query(pay.others) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, private.kinds_of_work(advert.work) as kinds, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             case when has_no_word or not (somewhere is null or advert.search @@ somewhere) then 0
                  when pay.yearly is not null and advert.requirement_id not in (
                    select paying.requirement_id from public.adverts as paying
                      where paying.tells_pay and paying.pay_currency = 'INR'
                        and private.yearly_pay(coalesce(paying.max_pay, paying.min_pay), paying.pay_unit) >= pay.yearly) then 0
                  when takes_some then (select coalesce(sum(term.weight), 0) from unnest(terms, weights) as term (query, weight)
                                          where advert.search @@ term.query)
                  else (wanted is null or advert.search @@ wanted)::integer end as share
        from private.open_adverts as advert
    ), matching as materialized (
      select job.* from jobs as job where job.share > 0 and job.share = (select max(best.share) from jobs as best)
    ), found as (
      select matching.* from matching where find_jobs.work is null or find_jobs.work = any (matching.kinds)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.is_called_so desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), newest as (
      select job.requirement_id, row_number() over (order by job.opened_at desc, job.requirement_id) as rank
        from jobs as job where not exists (select from found) order by rank limit 5
    )
    select jsonb_build_object(
        'region', private.searched_region(place),
        'open', (select count(*) from jobs), 'found', (select count(*) from found), 'page', asked_page,
        'jobs', (select coalesce(jsonb_agg(private.listed_job(advert) order by listed.rank), '[]')
                   from listed join public.adverts as advert on advert.requirement_id = listed.requirement_id),
        'newest', (select coalesce(jsonb_agg(private.listed_job(advert) order by newest.rank), '[]')
                     from newest join public.adverts as advert on advert.requirement_id = newest.requirement_id),
        'of_any_kind', (select count(*) from matching),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select called.work, count(*) as jobs
                            from matching cross join lateral unnest(matching.kinds) as called (work) group by called.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from jobs as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from jobs as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.lock_candidate(candidate);
    entries uuid[] := array(select entry_row.id from public.shortlist_entries as entry_row where entry_row.candidate_id = candidate order by entry_row.id);
    subjects text[] := private.mail_subjects(candidate);
    addresses text[];
    entry uuid;
  begin
    insert into private.sealed_candidates (subject, consents)
      select private.subject_of(coalesce(person.email, person.phone, person.id::text)),
             jsonb_agg(jsonb_build_object('purpose', consent.purpose, 'basis', consent.basis, 'notice_version', consent.notice_version,
                                          'asked_at', consent.asked_at, 'given_at', consent.given_at, 'refused_at', consent.refused_at,
                                          'withdrawn_at', consent.withdrawn_at, 'card_digest', consent.card_digest,
                                          'how', consent.how, 'number_digest', consent.number_digest, 'rung_at', consent.rung_at))
        from public.candidate_consents as consent
        where consent.candidate_id = person.id and (select sealed_days from private.settings) > 0
        having count(*) > 0;
    foreach entry in array entries loop
      perform private.close_entry(entry, false);
    end loop;
    update public.crm_events as event
      set entry_ids = array(select each from unnest(event.entry_ids) as each where each <> all (entries))
      where event.requirement_id in (select entry_row.requirement_id from public.shortlist_entries as entry_row where entry_row.id = any (entries))
        and event.entry_ids && entries;
    -- Addresses that they had before are those of mails about them; what went there may be somebody else's by now.
    addresses := array(select distinct lower(mail.address) from public.mail_outbox as mail
                         where private.is_candidate_mail(mail.template) and private.subjects_of_mail(mail.ids) && subjects);
    delete from public.mail_outbox as mail
      where private.is_candidate_mail(mail.template)
        and (lower(mail.address) = person.email
          or private.subjects_of_mail(mail.ids) && subjects
          or lower(mail.address) = any (addresses) and not exists (
            select from public.candidates as other where other.email = lower(mail.address) and other.id <> person.id));
    update private.disowned_mailboxes as known set records = array_remove(known.records, person.id)
      where person.id = any (known.records);
    perform private.forget_items_of(person.id);
    -- What waits for a press in their mailbox as well.
    delete from private.applications as sent
      where private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email) and private.is_same_mailbox(sent.email, person.email);
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_unconfirmed()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare affected integer;
  begin
    delete from private.applications where id in (
      select sent.id from private.applications as sent
        where sent.confirmed_at is null
          and sent.created_at < now() - (select make_interval(hours => unconfirmed_hours) from private.settings)
        order by sent.created_at limit 1000 for update skip locked);
    get diagnostics affected = row_count;
    delete from private.forgotten_confirmations where mailed_at < now() - interval '1 day';
    return affected;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_open_answer (
  entry    uuid,
  is_tried boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.mail_outbox as answer
                    where answer.template = 'application_answer' and answer.ids ->> 'entry' = has_open_answer.entry::text
                      and answer.next_attempt_at is not null and (answer.first_attempt_at is not null) = is_tried)
  $function$;

CREATE OR REPLACE FUNCTION private.has_search_signs (
  words text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(private.fold_text(left(words, 400)) ~ '"|(^|\s)-|(^|\s)or(\s|$)|\m[a-z] (sharp|plus plus)\M|work from home', false)
  $function$;

CREATE OR REPLACE FUNCTION private.hold_entries (
  entries uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.job_requirements
      where id in (select requirement_id from public.shortlist_entries where id = any (entries)) order by id for no key update;
    perform from public.candidates
      where id in (select candidate_id from public.shortlist_entries where id = any (entries)) order by id for update;
    perform from public.shortlist_entries where id = any (entries) order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.idle_job_words()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['a', 'an', 'any', 'as', 'at', 'career', 'careers', 'ctc', 'for', 'hiring', 'in', 'job', 'jobs', 'near', 'of', 'opening',
                 'openings', 'required', 'salary', 'the', 'vacancies', 'vacancy', 'wanted', 'work']
  $function$;

CREATE OR REPLACE FUNCTION private.is_application (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).applied_at is not null and ((entry).turned_down_at is not null or private.taken_on_lately(entry) is not null or not exists (
      select from public.candidate_consents as consent
        where consent.entry_id = (entry).id and greatest(consent.asked_at, consent.given_at) >= (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.is_disowned (
  address text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.disowned_mailboxes where subject = any (private.disowned_subjects(address)))
  $function$;

CREATE OR REPLACE FUNCTION private.is_known_sender (
  address text,
  number  text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mailbox text := private.mailbox_of(private.trimmed(left(address, 320)));
    wanted tsquery := private.any_number_of(number);
    numbers text[] := private.numbers_like(left(number, 200));
  begin
    return exists (select from public.candidates as person where private.applicant_mailbox(person.email) = private.applicant_mailbox(mailbox))
      or exists (select from public.candidates as person
                  where person.search @@ wanted and private.numbers_in(person.phone) && numbers)
      or exists (select from private.accounts_of(mailbox) as account (id)
                  join public.client_members as member on member.user_id = account.id
                  where private.is_known_company(member.client_id))
      or exists (select from public.invitations as invitation
                  where private.mailbox_of(invitation.email) = mailbox and private.is_team(invitation.invited_by))
      or exists (select from public.client_members as member
                  where private.searchable_name(member.full_name, member.phone) @@ wanted
                    and private.first_number_in(member.phone) && numbers and private.is_known_company(member.client_id))
      or exists (select from public.clients as client
                  where client.search @@ wanted and private.first_number_in(client.phone) && numbers
                    and private.is_known_company(client.id));
  end $function$;

CREATE OR REPLACE FUNCTION private.is_one_slip (
  typed text,
  word  text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select abs(length(typed) - length(word)) < 2 and typed <> word and exists (
      select from generate_series(0, length(typed)) as one cross join generate_series(0, length(word)) as other
        where left(typed, greatest(one - 1, 0)) || substr(typed, one + 1) = left(word, greatest(other - 1, 0)) || substr(word, other + 1)
          and (length(typed) > 5 or 0 in (one, other) or abs(one - other) < 2))
  $function$;

CREATE OR REPLACE FUNCTION private.is_other_mailbox (
  address text,
  other   text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(private.applicant_mailbox(address) = private.applicant_mailbox(other) and not private.is_same_mailbox(address, other), false)
  $function$;

CREATE OR REPLACE FUNCTION private.is_row_of (
  table_row private.import_rows,
  address   text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(case
      when position('@' in address) > 0 then coalesce(table_row.mailbox = private.applicant_mailbox(address), false) or exists (
        select from unnest(table_row.cells) as cell
          -- Only of a cell that has it are the words looked at.
          cross join regexp_split_to_table(case when position(address in lower(cell)) > 0 then lower(cell) end, '[\s,;:<>()"|/]+') as word
          where rtrim(word, '.') = address)
      else table_row.mailbox is null and (
        coalesce(array_to_tsvector(table_row.number_keys) @@ private.number_of(address), false)
        or private.normal_address(table_row.entries ->> 'phone') = address
        or table_row.entries is null and position('@' in array_to_string(table_row.cells, ' ')) = 0 and exists (
          select from unnest(table_row.cells) as cell
            where array_to_tsvector(private.numbers_in(left(cell, 200))) @@ private.number_of(address))) end, false)
  $function$;

CREATE OR REPLACE FUNCTION private.is_turned_down (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).turned_down_at is not null and (entry).turned_down_reason is null and not exists (
      select from public.adverts as advert
        where advert.requirement_id = (entry).requirement_id and advert.opened_at > (entry).turned_down_at)
  $function$;

CREATE OR REPLACE FUNCTION private.is_undoable_no (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (entry).state = 'closed' and (entry).turned_down_reason is null
      and coalesce((entry).turned_down_at > now() - private.applicant_answer_waits(), false)
  $function$;

CREATE OR REPLACE FUNCTION private.is_withdrawn_application (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).state = 'withdrawn' and private.is_application(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.job_place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with parts as materialized (
      select part.name, part.name = 'india' or part.name in (
               -- Of each country once, and not of each job.
               select private.place_parts(known.country)
                 from (select distinct advert.country from private.open_adverts as listed
                         join public.adverts as advert on advert.requirement_id = listed.requirement_id) as known) as is_country,
             coalesce(private.place_query(part.name) || case when part.name in ('delhi', 'new delhi', 'dilli') then private.place_query('ncr') end,
                      private.place_query(part.name)) as query
        from private.place_parts(left(place, 200)) as part (name)
    ), joined as (
      select string_agg('(' || parts.query::text || ')', ' | ') filter (where not parts.is_country)::tsquery as towns,
             string_agg('(' || parts.query::text || ')', ' | ') filter (where parts.is_country)::tsquery as countries
        from parts
    )
    select coalesce(joined.towns && joined.countries, joined.towns, joined.countries) from joined
  $function$;

CREATE OR REPLACE FUNCTION private.job_query (
  words text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    word text;
    wanted tsquery;
  begin
    if private.has_search_signs(words) then
      return private.search_query(words);
    end if;
    foreach word in array private.job_words(words) loop
      wanted := coalesce(wanted && private.job_word_query(word), wanted, private.job_word_query(word));
    end loop;
    return wanted;
  end $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || part.query::text || ')', ' | ')::tsquery
      from (select case when length(word) = 2 and cardinality(private.same_place(word)) > 1 then (quote_literal(word) || ':A')::tsquery
                        else private.read_words(word) end as query
            union select private.place_query(word) where cardinality(private.same_place(word)) > 1
            union select private.term_query(form)
              from unnest(private.skill_forms(word)
                     || case when word ~ '^[a-z]{4,}ants?$' then array[regexp_replace(word, 'ants?$', 's'), regexp_replace(word, 'ants?$', 'ing')]
                             when word in ('delhi', 'dilli') then array['ncr']
                             when word in ('qc', 'qa') then array['quality control', 'quality assurance', 'quality inspector', 'quality']
                             when word = 'hr' then array['human resources']
                             when word = 'bpo' then array['call centre', 'call center', 'customer service'] else '{}' end) as form
              where form <> word and not (length(word) = 2 and cardinality(private.same_place(word)) > 1)) as part
      where part.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.job_words (
  words text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(split.part order by split.place), '{}')
      from (select part, place from regexp_split_to_table(left(private.fold_text(left(words, 400)), 200), '[\s,;/|&]+')
              with ordinality as split (part, place)
              where part <> '' and part <> all (private.idle_job_words()) order by place limit 12) as split
  $function$;

CREATE OR REPLACE FUNCTION private.keep_told_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.told_company := private.applied_company(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.known_company_names (
  requirement public.job_requirements
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select client.company_name from public.clients as client
      where client.id = (requirement).client_id or client.id in (
        select event.client_id from public.requirement_events as event
          where event.requirement_id = (requirement).id and event.type = 'advert_opened')
    union
    select former.company_name from private.former_company_names as former where former.client_id = (requirement).client_id
  $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  filter      public.requirement_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.open_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (requirement_id, work_group, sort_key, place))
    select requirement.id, page.work_group, page.sort_key, requirement.job_title, requirement.location, requirement.client_id,
           company.company_name, requirement.status, requirement.priority, requirement.positions_count, requirement.positions_filled,
           requirement.recruiter_id, requirement.deadline, requirement.created_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts || private.applicant_counts(requirement.id)
      from page
      join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.requirements_page(private.require_team(), filter, after_key, after_id, 26)
        with ordinality as page (requirement_id, place))
    select requirement.id, requirement.job_title, requirement.location, requirement.client_id, company.company_name, requirement.status,
           requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.recruiter_id, requirement.deadline,
           requirement.created_at, requirement.updated_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts || private.applicant_counts(requirement.id)
      from page
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.lock_entries (
  entries uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    if coalesce(cardinality(entries), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.hold_entries(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_mailboxes (
  candidates uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform pg_advisory_xact_lock(mailbox.key) from (
      select distinct hashtextextended('questions to ' || private.applicant_mailbox(record.email), 0) as key
        from public.candidates as record where record.id = any (candidates) order by key) as mailbox;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_applicant (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = (entry).id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = (entry).candidate_id);
    select private.enqueue_mail(
        'application_answer', 'answer.' || (entry).id || '.' || extract(epoch from (entry).applied_at)::bigint,
        jsonb_build_object('entry', (entry).id, 'candidate', person.id), address => person.email,
        not_before => private.answer_mailed_at())
      from public.candidates as person where person.id = (entry).candidate_id and person.email is not null
  $function$;

CREATE OR REPLACE FUNCTION private.mail_application (
  token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    application private.applications := private.application_by(token, 'apply');
    sender record;
  begin
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    sender := private.note_sender('private.applications');
    if sender.is_flood then
      raise exception 'too_many_from_network' using errcode = 'PT429';
    end if;
    if application.is_flood or application.is_suspect then
      application.is_flood := false;
      application.is_suspect := false;
      update private.applications as released
        set is_flood = false, is_suspect = false, page_until = private.page_two_until(application) where released.id = application.id;
    end if;
    perform private.queue_confirmation(application, sender.network_place);
    if not exists (select from private.applications as asked where asked.id = application.id and asked.asked_at is not null) then
      -- Somebody else asks for the same mailbox at this moment, for longer than one waits.
      raise exception 'mailbox_busy' using errcode = 'PT503';
    end if;
    return (select jsonb_build_object('asked_at', asked.asked_at, 'again_at', asked.asked_at + interval '10 minutes', 'is_new', asked.asked_at = now())
              from private.applications as asked where asked.id = application.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.match_import (
  import uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with table_row as materialized (
      select typed.place, typed.mailbox, typed.name_key, typed.number_keys, typed.like_keys, typed.entries,
             (select string_agg(number, ' | ')::tsquery from unnest(typed.like_keys) as number) as numbers,
             typed.entries ->> 'phone' as phone, private.fold_text(typed.entries ->> 'city') as town
        from private.import_rows as typed where typed.import_id = import and typed.entries is not null
    ), hit as materialized (
      select table_row.place, known.id, 'address' as why, 1 as weight
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.applicant_mailbox(candidate.email) = table_row.mailbox limit 8) as known
      union all
      select table_row.place, known.id, case when known.name_key = table_row.name_key then 'number' end,
             case when known.name_key = table_row.name_key then 2 else 9 end
        from table_row cross join lateral (
          select candidate.id, private.name_key(candidate.full_name) as name_key from public.candidates as candidate
            where candidate.search @@ table_row.numbers
              and private.numbers_in(candidate.phone) && table_row.like_keys limit 20) as known
        where table_row.numbers is not null
      union all
      select table_row.place, known.id, 'name', 3
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.name_key(candidate.full_name) = table_row.name_key
              and private.fold_text(candidate.city) is not distinct from table_row.town limit 8) as known
        where table_row.mailbox is null and table_row.number_keys = '{}'
    ), best as materialized (
      -- Of several records of one person, the one that says most of the same.
      select distinct on (hit.place) hit.place, hit.id, hit.why
        from hit join public.candidates as known on known.id = hit.id join table_row on table_row.place = hit.place
        order by hit.place, hit.weight,
                 num_nulls(nullif(known.full_name = table_row.entries ->> 'full_name', false),
                           nullif(known.email = lower(table_row.entries ->> 'email'), false),
                           nullif(known.phone is not distinct from table_row.phone, false),
                           nullif(known.headline is not distinct from table_row.entries ->> 'headline', false),
                           nullif(private.fold_text(known.city) is not distinct from table_row.town, false)),
                 known.created_at, hit.id
    ), first_row as (
      -- The first row of each mailbox, of each number with the name, and of each name with its town.
      select table_row.place, min(table_row.place) over (partition by table_row.mailbox) as first_place
        from table_row where table_row.mailbox is not null
      union all
      select table_row.place, min(table_row.place) over (partition by table_row.name_key, table_row.town)
        from table_row where table_row.name_key is not null and table_row.mailbox is null and table_row.number_keys = '{}'
      union all
      select keyed.place, keyed.first_place
        from (select table_row.place, key = any (table_row.like_keys) as is_like,
                     min(table_row.place) filter (where key = any (table_row.number_keys))
                       over (partition by table_row.name_key, key) as first_place
                from table_row cross join unnest(table_row.number_keys || table_row.like_keys) as key
                where table_row.name_key is not null) as keyed
        where keyed.is_like
    ), twin as materialized (
      select first_row.place, min(first_row.first_place) as first_place
        from first_row where first_row.first_place < first_row.place group by first_row.place
    ), found as materialized (
      select table_row.place, case when best.why is not null then best.id end as known_id, best.why as known_by,
             case when best.why is null then best.id end as hint_id, twin.first_place as twin_place
        from table_row left join best on best.place = table_row.place left join twin on twin.place = table_row.place
    )
    update private.import_rows as kept
      set known_id = found.known_id, known_by = found.known_by, hint_id = found.hint_id, twin_place = found.twin_place,
          choice = case when kept.known_id is not distinct from found.known_id then kept.choice end
      from found
      where kept.import_id = import and kept.place = found.place
        and (kept.known_id, kept.known_by, kept.hint_id, kept.twin_place)
          is distinct from (found.known_id, found.known_by, found.hint_id, found.twin_place)
  $function$;

CREATE OR REPLACE FUNCTION private.may_confirm (
  address text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not private.is_disowned(address)
      and not exists (select from private.disowned_mailboxes as known
                       where known.subject = private.application_subject(address) and known.created_at > now() - interval '1 day')
      and (select count(*) < 4 and count(*) filter (where not mail.is_over) < 2 from (
             select exists (select from private.applications as over
                              where over.id = (sent.ids ->> 'application')::uuid and over.ended_at is not null) as is_over
               from public.mail_outbox as sent
               where private.applicant_mailbox(sent.address) = private.applicant_mailbox(may_confirm.address)
                 and sent.created_at > now() - interval '1 day' and sent.template = 'application_confirm'
             union all
             select false from private.forgotten_confirmations as forgotten
               where forgotten.subject = private.application_subject(may_confirm.address)
                 and forgotten.mailed_at > now() - interval '1 day') as mail)
  $function$;

CREATE OR REPLACE FUNCTION private.meant_jobs (
  typed    text,
  is_place boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mended text := left(lower(left(typed, 400)), 200);
    wrong text;
    meant text;
    known text[];
    towns text[];
  begin
    -- Where no word is to be mended, none is read.
    if mended ~ '[a-z]{4}' is not true then
      return mended;
    end if;
    select array_agg(distinct word) into known
      from (select advert.requirement_id from private.open_adverts as advert order by advert.opened_at desc limit 500) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
      cross join lateral regexp_split_to_table(
        lower(concat_ws(' ', advert.title, array_to_string(advert.skills, ' '), advert.place, advert.country)), '[^a-z]+') as word
      where length(word) > 3;
    -- Among other words the name of a place is a long one: "mali" is a gardener, and not Bali.
    towns := array(select distinct word from private.places as place cross join string_to_table(place.name, ' ') as word
                     where word ~ case when is_place then '^[a-z]{4,}$' else '^[a-z]{6,}$' end);
    for wrong in
      select part from regexp_split_to_table(mended, '[^a-z]+') as part
        where length(part) between 4 and 30 and part <> all (known || towns || private.idle_job_words()) limit 2
    loop
      select near.word into meant
        from (select word, true as is_of_job from unnest(known) as word union select word, false from unnest(towns) as word) as near
        where private.is_one_slip(wrong, near.word)
        order by near.is_of_job desc, left(near.word, 1) = left(wrong, 1) desc, length(near.word) = length(wrong) desc, near.word limit 1;
      mended := case when meant is null then mended else regexp_replace(mended, '\m' || wrong || '\M', meant) end;
    end loop;
    return mended;
  end $function$;

CREATE OR REPLACE FUNCTION private.merge_candidates (
  kept        uuid,
  seen        integer,
  merged      uuid,
  merged_seen integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    stays public.candidates;
    goes public.candidates;
    now_at integer;
  begin
    perform private.lock_team();
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id in (select private.records_of(kept) union select private.records_of(merged)))
      order by id for no key update;
    perform from public.candidates
      where id in (select private.records_of(kept) union select private.records_of(merged)) order by id for update;
    stays := private.lock_candidate(kept);
    goes := private.lock_candidate(merged);
    if stays.version is distinct from seen or goes.version is distinct from merged_seen then
      raise exception 'stale' using errcode = 'PT409', detail = stays.version::text;
    elsif kept = merged or stays.email is distinct from goes.email
      or num_nonnulls(stays.email_confirmed_at, goes.email_confirmed_at) = 0 then
      raise exception 'not_one_person' using errcode = 'PT422';
    elsif exists (select from public.shortlist_entries as entry
                   where entry.candidate_id = goes.id and entry.state = any (private.asked_states())) then
      raise exception 'merge_other_way' using errcode = 'PT422';
    -- Whoever has applied has an answer, by the record that they have applied with; and whom that says to be taken on, is.
    elsif exists (select from public.shortlist_entries as entry
                    join public.shortlist_entries as own on own.candidate_id = stays.id and own.requirement_id = entry.requirement_id
                    where entry.candidate_id = goes.id
                      and (private.awaits_answer(entry)
                        or entry.state = 'draft' and entry.applied_at is not null
                           and (own.state in ('withdrawn', 'closed') or own.state = 'draft' and own.applied_at is null))) then
      raise exception 'merge_has_applied' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    update public.candidates as kept_record
      set next_on = goes.next_on, next_words = goes.next_words, next_by = goes.next_by
      where kept_record.id = stays.id and stays.next_on is null;
    update private.item_candidates set candidate_id = stays.id where candidate_id = goes.id;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.applied_at is not null
          or entry.state = 'draft' and not exists (select from public.candidate_consents as consent where consent.entry_id = entry.id)
          or exists (select from public.candidate_consents as consent
                      where consent.entry_id = entry.id and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0))
        and not exists (select from public.shortlist_entries as own
                         where own.candidate_id = stays.id and own.requirement_id = entry.requirement_id);
    update public.candidate_consents as consent
      set candidate_id = stays.id,
          entry_id = (select own.id from public.shortlist_entries as past
                        join public.shortlist_entries as own
                          on own.requirement_id = past.requirement_id and own.candidate_id = stays.id
                        where past.id = consent.entry_id)
      where consent.candidate_id = goes.id and consent.purpose <> 'apply'
        and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0;
    update public.candidate_consents as consent set candidate_id = stays.id
      from public.shortlist_entries as entry
      where consent.candidate_id = goes.id and entry.id = consent.applied_entry_id and entry.candidate_id = stays.id;
    delete from public.mail_outbox as mail
      where private.is_candidate_mail(mail.template) and private.subjects_of_mail(mail.ids) && private.mail_subjects(goes.id);
    update private.import_rows set known_id = stays.id where known_id = goes.id;
    update private.import_rows set candidate_id = stays.id where candidate_id = goes.id;
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.nearest_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_read boolean := not private.has_search_signs(words);
    said text := left(words, 400);
    town text := private.trimmed(left(place, 400));
    attempt record;
    found jsonb;
  begin
    if town is null and is_read then
      select string_agg(known.name, ', ') into town from private.places_in(left(words, 200)) as known;
      if town is not null then
        said := private.trimmed(array_to_string(array(
          select word from unnest(private.job_words(words)) as word where word <> all (regexp_split_to_array(town, '[, ]+'))), ' '));
      end if;
    end if;
    for attempt in
      select * from (values ('near', said, private.regions_around(town), nearest_jobs.work, false), ('words', said, null, null, false),
                            ('some', said, town, nearest_jobs.work, true), ('some', said, null, null, true),
                            ('some', null, town, nearest_jobs.work, false)
        ) as listed (instead, words, place, work, takes_some)
    loop
      continue when coalesce(attempt.words, attempt.place) is null or attempt.instead = 'near' and attempt.place is null
        or attempt.takes_some and not (is_read and cardinality(private.job_words(attempt.words)) > 1);
      found := private.find_jobs(attempt.words, attempt.place, attempt.work, page, attempt.takes_some);
      if (found ->> 'found')::integer > 0 then
        return found || jsonb_build_object('instead', attempt.instead);
      end if;
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.needs_address (
  candidate uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.shortlist_entries as entry
                    where entry.candidate_id = needs_address.candidate and private.awaits_answer(entry))
  $function$;

CREATE OR REPLACE FUNCTION private.own_applications (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'title', job.facts ->> 'title', 'place', job.facts ->> 'place',
        'country', job.facts ->> 'country', 'company', private.applied_company(entry),
        -- Where it stands, while it does.
        'slug', case when private.is_advertised(advert) then advert.slug end,
        'applied_at', entry.applied_at, 'said', entry.said,
        'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
        'turned_down_at', entry.turned_down_at, 'turned_down_words', entry.turned_down_words,
        'turned_down_reason', entry.turned_down_reason,
        'withdrawn_at', case when entry.state = 'withdrawn' then yes.withdrawn_at end,
        -- Do they agree to have their card shown if they are taken on? Where their record makes another one by now, they are asked anew.
        'may_show', case when entry.state = 'applied' then (private.applied_yes(entry)).id is not null end,
        'is_asked_anew', case when entry.state = 'applied' then yes.is_card and (private.applied_yes(entry)).id is null end,
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id))))
        order by entry.applied_at desc, entry.id), '[]')
      from public.shortlist_entries as entry_row
      cross join lateral private.told_entry(entry_row) as entry
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
      join public.adverts as advert on advert.requirement_id = entry.requirement_id
      cross join lateral (select private.job_of(advert) as facts) as job
      left join lateral (
        select consent.withdrawn_at, consent.card_digest is not null and private.is_in_force(consent) as is_card
          from public.candidate_consents as consent where consent.applied_entry_id = entry.id
          order by consent.asked_at desc, consent.id limit 1) as yes on true
      where entry_row.candidate_id = own_applications.candidate and private.is_application(entry_row)
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
                'about', private.job_facts(requirement), 'applied', private.applied_for(entry), 'is_open', requirement.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'undo_until', case when entry.state = 'withdrawn' and newest.tell_at > now()
                                and private.is_still_theirs(newest) then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and private.is_blocked(person, requirement.client_id),
                'is_reconsidered', newest.reconsidered_at is not null,
                'shown_at', entry.shown_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                -- An "interview" that another answer, or the end, followed before its undo was over has opened nothing.
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(coalesce(answer.undo_until, answer.created_at)) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview' and answer.former is null
                      and answer.said_how is null
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
                -- Was it told to the team, which has noted it? Who of the company has said it is not the candidate's.
                'noted', (select private.note_of(answer) - 'by'
                                   || jsonb_build_object('is_interview', answer.verdict = 'interview') from public.shortlist_answers as answer
                            where answer.id = private.last_told_answer(entry.id) and answer.said_how is not null
                              and entry.answered_at is not null and answer.created_at >= entry.shown_at),
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
              where entry_row.candidate_id = person.id and not private.is_application(entry_row)),
          'applications', private.own_applications(person.id), 'forgotten_at', private.forgotten_at(person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_mailbox (
  token   text,
  address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    known private.disowned_mailboxes := private.disowned_by(token);
    wanted text := private.normal_address(address);
    returning_ones uuid[];
    entry public.shortlist_entries;
  begin
    perform from public.job_requirements as requirement
      where requirement.id in (select entry_row.requirement_id from public.shortlist_entries as entry_row
                           where entry_row.candidate_id = any (known.records)) order by requirement.id for no key update;
    perform from public.candidates where id = any (known.records) order by id for update;
    known := private.disowned_by(token);
    if known.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif private.subject_of(wanted) is distinct from known.address_digest then
      raise exception 'other_address' using errcode = 'PT422';
    end if;
    delete from private.disowned_mailboxes where id = known.id or subject = any (private.disowned_subjects(wanted));
    with back as (
      update public.candidates as person set email = wanted, last_activity_at = now()
        where person.id = any (known.records) and person.email is null returning person.id)
    select array_agg(back.id) into returning_ones from back;
    for entry in select * from public.shortlist_entries as over
                   where over.candidate_id = any (returning_ones) and over.state = 'closed' and over.shown_at is null
                     and exists (select from public.candidate_consents as consent
                                   where consent.entry_id = over.id and consent.is_disowned)
                   order by over.id for update loop
      perform private.cancel_question(entry.id);
      perform private.reopen_item(entry.requirement_id);
      update public.candidate_consents set is_disowned = false where entry_id = entry.id;
    end loop;
    update public.candidate_consents set is_disowned = false
      where candidate_id = any (returning_ones) and purpose = 'keep' and is_disowned;
  end $function$;

CREATE OR REPLACE FUNCTION private.page_two_until (
  application private.applications
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case when (application).is_flood or (application).is_suspect then (application).page_until
                else least((application).page_until, now() + interval '1 hour') end
  $function$;

CREATE OR REPLACE FUNCTION private.public_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    answer jsonb := private.find_jobs(words, place, work, page);
    meant_words text;
    meant_place text;
    told jsonb := '{}';
    is_place_meant boolean;
    other jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place, true);
    if (meant_words, meant_place) is distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200)) then
      told := jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place));
      other := private.find_jobs(meant_words, meant_place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || told;
      end if;
    end if;
    is_place_meant := meant_place is distinct from left(lower(left(place, 400)), 200)
      or exists (select known.name from private.places_in(meant_words) as known
                 except select known.name from private.places_in(left(words, 200)) as known);
    -- As they stand, unless a place is meant by them: that nobody asks for a fridge does not make it a bridge.
    return coalesce(
      case when not is_place_meant then private.nearest_jobs(words, place, work, page) end,
      private.nearest_jobs(meant_words, meant_place, work, page) || told,
      answer || case when is_place_meant then told else '{}' end);
  end $function$;

CREATE OR REPLACE FUNCTION private.put_on_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry public.shortlist_entries;
  begin
    insert into public.shortlists (requirement_id) values (put_on_shortlist.requirement) on conflict do nothing;
    select * into entry from public.shortlist_entries as known
      where known.requirement_id = put_on_shortlist.requirement and known.candidate_id = candidate for update;
    if entry.id is null then
      perform private.refuse_full_shortlist(put_on_shortlist.requirement);
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (put_on_shortlist.requirement, candidate, private.next_code_word(put_on_shortlist.requirement),
                private.current_user_id()) returning * into entry;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif entry.state in ('withdrawn', 'closed') then
      if private.refused_lately(entry.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      if entry.turned_down_at is not null or private.is_withdrawn_application(entry) then
        perform private.refuse_full_shortlist(put_on_shortlist.requirement);
      end if;
      perform private.cancel_question(entry.id);
    end if;
    perform private.refuse_twin(entry.id, private.asked_states());
    return entry.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_confirmation (
  application   private.applications,
  network_place integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    -- What comes past the site waits with the many.
    place integer := coalesce(queue_confirmation.network_place, 4);
    slot timestamptz;
    is_asked boolean;
  begin
    if application.is_suspect or application.is_flood or application.asked_at > now() - interval '10 minutes' then
      return;
    end if;
    update private.applications as asked set asked_at = now() where asked.id = application.id;
    perform pg_advisory_xact_lock(hashtextextended('applications of ' || private.applicant_mailbox(application.email), 0));
    -- Once the mailbox has answered there is nothing to ask: such a mail would be one of the two of a day.
    is_asked := private.may_confirm(application.email) and num_nonnulls(application.confirmed_at, application.ended_at) = 0;
    slot := private.confirmation_slot(place);
    if slot > application.created_at + private.unconfirmed_lasts() then
      -- Its turn would come when it is over: held back, as its page says.
      update private.applications as held
        set is_flood = true, page_until = case when held.ended_at is null then held.created_at + private.unconfirmed_lasts() else held.page_until end
        where held.id = application.id;
      return;
    end if;
    begin
      update private.applications as waiting set network_place = place, mailed_at = slot where waiting.id = application.id;
      perform private.enqueue_mail(
        'application_confirm', 'apply.' || application.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24MISSUS'),
        jsonb_build_object('application', application.id), address => application.email, not_before => slot);
      if not is_asked then
        -- Taken back, rather than not done: how long it takes would tell what the mailbox has said.
        raise exception 'not_asked' using errcode = 'PT204';
      end if;
    exception when sqlstate 'PT204' then
      null;
    end;
  exception when lock_not_available then
    null;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
    against text[];
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'mailed_at', private.answer_mailed_at(), 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    advert := private.to_open(advert);
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.applicants_of(requirement_row.id), 'mailed_at', private.answer_mailed_at(), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then private.closer_of(requirement_row.id) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'total', (select count(*) from public.shortlist_entries as entry where entry.requirement_id = wanted.id and entry.state = 'applied'),
          'mailed_at', private.answer_mailed_at(),
          -- By when the first of all of them has an answer.
          'answer_by', private.applicant_counts(wanted.id) ->> 'unanswered_by',
          -- Who is told as well when the job is over (private.tell_taken_on).
          'unshown', (select count(*) from public.shortlist_entries as entry
                        where entry.requirement_id = wanted.id and entry.applied_at is not null and entry.state in ('draft', 'asked', 'agreed')),
          'people', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
                'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
                'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
                'phone', person.phone, 'skills', person.skills,
                -- What somebody known has typed here otherwise than on their record.
                'differs', private.typed_otherwise(entry),
                'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                            when exists (select from public.candidate_consents as consent
                                          where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                            and private.is_in_force(consent)) then 'other_card' end,
                'is_kept', private.has_keep_consent(person.id),
                'is_known', person.created_at < entry.applied_at,
                'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
                'is_never', private.matches_blocklist(person, wanted.client_id, domains.known),
                'near_names', nullif(private.near_names(person, private.company_name(wanted.client_id)), '{}'),
                'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
              from (select * from public.shortlist_entries as waiting
                      where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                      order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join (select private.domains_of(wanted.client_id) as known) as domains),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
                'told_at', undo.ends_at, 'mailed_at', private.by_day(undo.ends_at),
                'reason', entry.turned_down_reason,
                -- Those of one act have the same words, but for their names.
                'words', case when entry.place = 1 then left(entry.turned_down_words, 600) end))
                order by entry.turned_down_at desc, entry.place, entry.id), '[]')
              from (select over.*, row_number() over (partition by over.turned_down_at order by over.id) as place
                      from (select listed.*, private.is_undoable_no(listed) as is_undoable from public.shortlist_entries as listed
                              where listed.requirement_id = wanted.id and listed.turned_down_at is not null
                              order by listed.turned_down_at desc, listed.id limit 50) as over) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join lateral (select case when entry.is_undoable and advertised.is_open
                                           then entry.turned_down_at + private.applicant_answer_waits() end as ends_at) as undo),
          'taken_on', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name,
                'told_at', entry.taken_on_at + private.applicant_answer_waits(),
                'mailed_at', private.by_day(entry.taken_on_at + private.applicant_answer_waits())) order by entry.taken_on_at desc, person.full_name, entry.id), '[]')
              from (select known.id, known.candidate_id, private.taken_on_lately(known) as taken_on_at from public.shortlist_entries as known
                      where known.requirement_id = wanted.id and known.state in ('draft', 'agreed') and known.applied_at is not null) as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.taken_on_at is not null and advertised.is_open))
        from public.job_requirements as wanted
        cross join lateral (select exists (
          select from public.adverts as advert
            where advert.requirement_id = wanted.id and advert.opened_at is not null and advert.closed_at is null) as is_open) as advertised
        where wanted.id = read_applicants.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_on', 'next_words', 'next_by'],
          'next', private.next_step(person.next_on, person.next_words, person.next_by),
          'is_kept', private.has_keep_consent(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as consent
                           where consent.candidate_id = person.id and consent.is_disowned) end,
          'talks', private.talks_of(person.id, 200),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named),
                       'is_known', never.client_id is not null or exists (
                         select from public.clients as client
                           where private.plain_company_name(client.company_name) = private.plain_company_name(never.named)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(consent) - array['candidate_id', 'card_digest', 'mailbox_digest', 'number_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(consent))
                                      order by consent.asked_at desc, consent.id), '[]')
              from (select * from public.candidate_consents as newest where newest.candidate_id = person.id
                      order by newest.asked_at desc, newest.id limit 100) as consent),
          'consents_count', (select count(*) from public.candidate_consents as consent where consent.candidate_id = person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and num_nonnulls(consent.given_at, consent.refused_at, consent.closed_at) = 0),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(requirement.client_id)) || jsonb_build_object(
                       'job_title', requirement.job_title, 'requirement_status', requirement.status,
                       -- What they have typed with the application otherwise than it is here.
                       'differs', case when entry.state = 'applied' then (
                         select typed.differs from jsonb_array_elements(private.typed_otherwise(entry)) with ordinality as typed (differs, place)
                           where not typed.differs ? 'email' and typed.differs - 'said' <> '{}' order by typed.place limit 1) end,
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_confirmation (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'state', case when application.confirmed_at is not null then 'confirmed' when application.ended_at is not null then 'over'
                      when private.is_advertised(advert) then 'open' else 'closed' end,
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'language', application.language, 'others', waiting.others)
      || case when application.confirmed_at is not null then jsonb_build_object(
          -- By when somebody who waits is answered. How it stands otherwise, their own page says.
          -- Of another spelling's application nothing is told, not even that it waits.
          'answer_by', case when not made.is_theirs then private.answer_by(application.confirmed_at)
                            when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', case when theirs.id is not null then private.candidate_token(theirs.id, theirs.link_issue) end)
        when application.ended_at is null then jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'email', application.email, 'phone', application.entries ->> 'phone',
          'employer', application.entries ->> 'employer', 'said', application.entries ->> 'said', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false))
        else '{}' end
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join public.candidates as applicant on applicant.id = entry.candidate_id
      -- Once the address is forgotten, what this very press has given is theirs.
      cross join lateral (select coalesce(
          private.is_same_mailbox(applicant.email, application.email),
          exists (select from public.candidate_consents as given
                    where given.applied_entry_id = entry.id and given.given_at = application.confirmed_at
                      and private.is_still_theirs(given))) as is_theirs) as made
      left join lateral (
        select person.id, person.link_issue, person.email from public.candidates as person
          where person.id = applicant.id and made.is_theirs and exists (
            select from public.candidate_consents as given where given.applied_entry_id = entry.id and private.is_still_theirs(given))) as theirs on true
      cross join lateral (select private.waiting_beside(application, coalesce(application.email, theirs.email)) as others) as waiting
      -- Nothing can be shown of what was forgotten, or is over.
      cross join lateral (select case when num_nonnulls(application.confirmed_at, application.ended_at) = 0
                                   then private.application_shown(application) end as shown) as card
      where application.ended_at is null or waiting.others <> '[]'
  $function$;

CREATE OR REPLACE FUNCTION private.read_figures (
  month       date,
  grouping_by text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_figures(month, null, null);
    is_manager boolean := private.may_export();
    own text := case when grouping_by = 'recruiter' and not is_manager then caller::text end;
  begin
    perform private.require_figures(month, grouping_by, coalesce(own, caller::text));
    return private.figures_of(month, grouping_by, own, 25)::jsonb || jsonb_build_object('is_manager', is_manager);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_requirement (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'requirement', to_jsonb(requirement_row),
               'company', client.company_name,
               'joined', private.who_joined(requirement_row.id),
               'candidates', private.candidate_counts(requirement_row.id) || private.applicant_counts(requirement_row.id),
               -- How many have applied and wait for an answer.
               'applicants', (select count(*) from public.shortlist_entries as entry
                                where entry.requirement_id = requirement_row.id and entry.state = 'applied'),
               -- When either side last said something, and who is to answer; null for one that is closed.
               'last_contact', (
                 select jsonb_build_object('at', listed.last_word_at, 'waits_for', listed.waits_for)
                   from private.open_requirements as listed where listed.requirement_id = requirement_row.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = requirement_row.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = read_requirement.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_shortlist (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', private.is_work_abroad(requirement.*, list),
                                       'is_abroad_said', list.is_abroad or list.india_place is not distinct from requirement.location,
                                       'tells_pay', list.tells_pay, 'is_by_mail', list.is_by_mail, 'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            jsonb_build_object('is_blind', false, 'is_abroad', private.is_work_abroad(requirement.*, null), 'is_abroad_said', false,
                               'tells_pay', false, 'is_by_mail', false, 'reminded_at', null, 'version', 0)),
          'is_place_abroad', private.is_place_abroad(requirement.location),
          'is_open', requirement.status = any (private.open_statuses()),
          'audience', private.audience_of(requirement.client_id),
          'contact', (select jsonb_build_object('name', company.full_name, 'phone', company.phone)
                        from public.clients as company where company.id = requirement.client_id),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'may_ask_by_phone', exists (select from private.settings where enough_for_yes = 'rung_number'),
          'counts', private.candidate_counts(requirement.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(requirement.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null,
                         'phone', person.phone, 'next', private.next_step(person.next_on, person.next_words, person.next_by),
                         'talks', private.talks_of(person.id, 5),
                         'differs', private.typed_otherwise(entry),
                         'elsewhere', private.entries_elsewhere(person.id, requirement.id),
                         'erase_at', person.erase_at,
                         'numbers', case when person.email is null then private.numbers_to_ask(person) else '[]' end))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              -- Whoever has applied, and is not taken on, is read for themselves (private.read_applicants); of those who took it back
              -- the last twenty, however many do.
              where entry.requirement_id = requirement.id and entry.state <> 'applied' and entry.turned_down_at is null
                and (not private.is_withdrawn_application(entry) or entry.id in (
                  select last.id from public.shortlist_entries as last
                    where last.requirement_id = requirement.id and last.state = 'withdrawn' and last.applied_at is not null
                    order by last.updated_at desc, last.id limit 20))))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.recheck_renamed_adverts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    renamed uuid[] := array(
      select advert.requirement_id from public.adverts as advert
        join public.job_requirements as requirement on requirement.id = advert.requirement_id
        where requirement.client_id = new.id and advert.opened_at is not null order by advert.requirement_id);
    -- Whose words could tell of it whatever they would.
    named uuid[] := array(
      select advert.requirement_id from public.adverts as advert where advert.requirement_id = any (renamed) and advert.is_named);
    hidden uuid;
    agreed uuid[];
    agreed_entry public.shortlist_entries;
  begin
    if private.plain_company_name(old.company_name) is not distinct from private.plain_company_name(new.company_name) then
      -- The same name, spelled otherwise: what a named advert is found by has it.
      update public.adverts as advert set is_named = true where advert.requirement_id = any (named);
      return null;
    elsif renamed <> '{}' then
      insert into private.former_company_names as former (client_id, company_name) values (new.id, old.company_name)
        on conflict (client_id, company_name) do update set changed_at = now();
      delete from private.former_company_names as former
        where former.client_id = new.id and former.company_name in (
          select older.company_name from private.former_company_names as older where older.client_id = new.id
            order by older.changed_at desc, older.company_name offset 10);
    end if;
    update public.adverts as advert set is_named = false, named_by = null where advert.requirement_id = any (named);
    update public.candidate_consents as consent set card_digest = null
      from public.shortlist_entries as entry
      where entry.requirement_id = any (renamed) and consent.applied_entry_id = entry.id and consent.closed_at is null;
    -- Who was taken on by their yes, and is not shown yet, is asked anew.
    agreed := array(select entry.id from public.shortlist_entries as entry
                      where entry.requirement_id = any (renamed) and entry.state = 'agreed' and entry.applied_at is not null);
    perform private.hold_entries(agreed);
    for agreed_entry in select * from public.shortlist_entries as entry
                          where entry.id = any (agreed) and entry.state = 'agreed' order by entry.id loop
      perform private.end_applied_yes(agreed_entry);
      perform private.reopen_item(agreed_entry.requirement_id);
    end loop;
    for hidden in
      update public.adverts as advert set closes_on = private.today() - 1
        from public.job_requirements as requirement_row
        where advert.requirement_id = any (renamed) and requirement_row.id = advert.requirement_id and private.is_advertised(advert)
          -- Else only what has a word of the new name is read whole.
          and (advert.requirement_id = any (named)
               or tsvector_to_array(advert.search) && tsvector_to_array(private.words_of(new.company_name)))
          and private.advert_obstacles(advert, requirement_row) && array['company_in_advert', 'contact_in_advert']
        returning advert.requirement_id
    loop
      perform private.reopen_item(hidden);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_advert_change (
  requirement_row public.job_requirements,
  before          public.adverts,
  fields          text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      select (requirement_row).id, (requirement_row).client_id, private.current_user_id(), 'team', 'advert_changed',
             jsonb_object_agg(field, case when field = 'closes_on' or before.tells_pay and written.tells_pay
                                            and field in ('min_pay', 'max_pay', 'pay_currency', 'pay_unit')
                                       then jsonb_build_array(to_jsonb(before) -> field, to_jsonb(written) -> field) end)
        from unnest(fields) as field join public.adverts as written on written.requirement_id = (requirement_row).id
        where private.advert_state(before) in ('open', 'over') having count(*) > 0
  $function$;

CREATE OR REPLACE FUNCTION private.record_of_applicant (
  applicant public.candidates
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.candidate_of_mailbox(applicant.email);
  begin
    if person.id is null then
      insert into public.candidates (full_name, email, email_confirmed_at, phone, city, notice_period, skills, employer, source,
                                     language, is_adult)
        values (applicant.full_name, applicant.email, now(), applicant.phone, applicant.city, applicant.notice_period,
                applicant.skills, applicant.employer, 'Own application', applicant.language, true)
        returning * into person;
    else
      update public.candidates as known
        set last_activity_at = now(),
            email_confirmed_at = coalesce(known.email_confirmed_at, case when not exists (
              select from public.candidates as other where other.email = known.email and other.email_confirmed_at is not null) then now() end)
        where known.id = person.id returning * into person;
    end if;
    return person;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_full_shortlist (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if 100 <= (select count(*) from public.shortlist_entries as known
                 where known.requirement_id = refuse_full_shortlist.requirement and known.state <> 'applied'
                   and known.turned_down_at is null and not private.is_withdrawn_application(known)) then
      raise exception 'too_many_entries' using errcode = 'PT422';
    end if;
  end $function$;

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
                 where private.applicant_mailbox(record.email) = private.applicant_mailbox((person).email)
                   and consent.purpose <> 'apply' and greatest(consent.asked_at, consent.reminded_at) > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as consent
                  where consent.asked_by = (select private.current_user_id()) and consent.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_words (
  requirement uuid,
  entries     uuid[],
  words       text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare traces text[];
  begin
    select private.company_traces(requirement_row, words) into traces
      from public.adverts as advert join public.job_requirements as requirement_row on requirement_row.id = advert.requirement_id
      where advert.requirement_id = refuse_words.requirement and not advert.is_named;
    if traces <> '{}' then
      raise exception 'company_in_words' using errcode = 'PT422', hint = traces[1];
    end if;
    if exists (select from public.shortlist_entries as entry
                 where entry.id = any (entries) and not private.is_text(private.filled_words(words, entry), 4000)) then
      raise exception 'words_too_long' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.reopen_for_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = reopen_for_applicants.requirement for update;
    if not (item.state in ('new', 'open') or item.state = 'waiting' and private.is_team((
      select listed.recruiter_id from public.job_requirements as listed where listed.id = reopen_for_applicants.requirement))) then
      perform private.reopen_item(reopen_for_applicants.requirement, 'applied', null);
    end if;
    perform private.set_applicants_due(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.reopen_item (
  requirement uuid,
  type        text DEFAULT 'returned'::text,
  actor       uuid DEFAULT private.current_user_id()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select requirement.recruiter_id from public.job_requirements as requirement
                        where requirement.id = reopen_item.requirement and private.is_team(requirement.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = reopen_item.requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null and in_charge is null
                               then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with; its company reads the same.
          due_at = case when state in ('new', 'open') then due_at
                        else coalesce(private.answer_due(reopen_item.requirement), now() + private.promised('requirement')) end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

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
        'id', requirement.id, 'job_title', requirement.job_title,
        'company', private.company_name(requirement.client_id), 'status', requirement.status, 'priority', requirement.priority, 'positions_count', requirement.positions_count, 'positions_filled', requirement.positions_filled,
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
        'candidates', private.candidate_counts(requirement.id)
          || case when (select private.is_team_member()) then private.applicant_counts(requirement.id) else '{}' end,
        -- Once the public has seen it.
        'advert', (select jsonb_build_object('state', private.advert_state(advert), 'closes_on', advert.closes_on, 'is_named', advert.is_named)
                     from public.adverts as advert where advert.requirement_id = requirement.id and advert.opened_at is not null))
        || case when (select private.is_team_member()) then jsonb_build_object('client_id', requirement.client_id) else '{}' end
      from public.job_requirements as requirement
      where requirement.id = requirement_frame.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.same_place (
  part text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select string_to_array(names, ',') from string_to_table(
        'uttar pradesh,up,u p,uttarpradesh;madhya pradesh,mp,m p,madhyapradesh;andhra pradesh,ap,andhra,andhrapradesh;'
        || 'himachal pradesh,hp,himachal;tamil nadu,tn,tamilnadu,tamizhagam;west bengal,wb,bengal,westbengal;'
        || 'uttarakhand,uttaranchal;odisha,orissa;kashmir,jammu and kashmir,j k;arunachal pradesh,arunachal;telangana,ts;'
        || 'home,remote,wfh;netherlands,the netherlands,holland,nederland;germany,deutschland;turkey,turkiye;myanmar,burma;india,bharat;'
        || 'uk,u k,united kingdom,great britain,britain,england;usa,u s a,us,u s,united states,united states of america,america;'
        || 'uae,united arab emirates,emirates,u a e;ksa,saudi arabia,saudi,k s a;south korea,korea;czech republic,czechia', ';') as names
      where part = any (string_to_array(names, ','))), array[part])
  $function$;

CREATE OR REPLACE FUNCTION private.searched_region (
  place text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case
        when bool_and(part.name in ('delhi', 'new delhi', 'dilli', 'india')) and bool_or(part.name <> 'india') then 'Delhi NCR'
        when count(*) = 1 and max(length(part.name)) < 4 then max(case
          when part.called in ('uk', 'uae', 'usa') then 'the ' || upper(part.called)
          when part.called <> part.name then initcap(part.called)
          when part.name in ('ncr', 'mmr', 'ksa') then upper(part.name) end) end
      from (select name, (private.same_place(name))[1] as called from private.place_parts(left(place, 200)) as listed (name)) as part
  $function$;

CREATE OR REPLACE FUNCTION private.set_applicants_due (
  item public.inbox_items
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update public.inbox_items as line set due_at = first.due
      from (select (date_trunc('day', private.answer_by(min(entry.applied_at)) at time zone private.zone()) + interval '1 day - 1 second')
                     at time zone private.zone() as due
              from public.shortlist_entries as entry
              where entry.requirement_id = (item).requirement_id and entry.state = 'applied') as first
      where line.id = (item).id and first.due <> line.due_at and private.is_for_applicants(line)
  $function$;

CREATE OR REPLACE FUNCTION private.settle_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = settle_applicants.requirement for update;
    if private.is_for_applicants(item) and not exists (
      select from public.shortlist_entries as entry
        where entry.requirement_id = settle_applicants.requirement and entry.state = 'applied') then
      perform private.apply_state(private.current_user_id(), item, 'done', null);
    else
      perform private.set_applicants_due(item);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.similar_candidates (
  entries    jsonb,
  except_one uuid
)
  RETURNS TABLE (
    id           uuid,
    full_name    text,
    headline     text,
    city         text,
    why          text,
    is_confirmed boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 6
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where private.applicant_mailbox(known.email) = private.applicant_mailbox(private.trimmed(entries ->> 'email')) limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_like(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where private.name_key(known.full_name) = private.name_key(left(entries ->> 'full_name', 200))
                and (private.city_key(known.city) = private.city_key(private.trimmed(entries ->> 'city'))) is not false
              limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $function$;

CREATE OR REPLACE FUNCTION private.stage_import (
  form     uuid,
  head     text[],
  columns  text[],
  has_head boolean,
  rows     jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    import_row private.candidate_imports;
  begin
    if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 1000
      or pg_column_size(rows) > 6000000 then
      raise exception 'import_too_long' using errcode = 'PT422';
    end if;
    delete from private.candidate_imports as past where past.created_at < now() - private.import_lasts();
    delete from private.candidate_imports as past where past.owner = caller and past.done_at is null and past.id <> form;
    insert into private.candidate_imports as kept (id, owner, head, columns, has_head)
      values (form, caller, head, columns, has_head)
      on conflict (id) do update
        set head = excluded.head, columns = excluded.columns, has_head = excluded.has_head
        where kept.owner = caller and kept.done_at is null
      returning * into import_row;
    if import_row.id is null then
      -- It has been done since, or is somebody else's.
      return (private.lock_import(form)).id;
    end if;
    delete from private.import_rows as past where past.import_id = form;
    insert into private.import_rows (import_id, place, cells, entries, problems, mailbox, name_key, number_keys, like_keys)
      select form, typed.place, typed.cells, typed.entries, coalesce(typed.problems, '{}'),
             private.applicant_mailbox(private.normal_address(typed.entries ->> 'email')),
             private.name_key(left(typed.entries ->> 'full_name', 200)),
             private.numbers_in(left(coalesce(typed.entries ->> 'phone', ''), 200)),
             private.numbers_like(left(coalesce(typed.entries ->> 'phone', ''), 200))
        from jsonb_to_recordset(rows) as typed (place integer, cells text[], entries jsonb, problems text[]);
    perform private.match_import(form);
    return form;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_card_back (
  application private.applications
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform from public.job_requirements where id = application.requirement_id for no key update;
    perform from public.candidates as person
      where person.id = (select entry.candidate_id from public.shortlist_entries as entry where entry.id = application.entry_id) for update;
    select * into entry_row from public.shortlist_entries where id = application.entry_id for update;
    perform private.end_applied_yes(entry_row, application.confirmed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_own_card_back (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    entry_row public.shortlist_entries := private.own_entry(person.id, entry);
  begin
    if entry_row.applied_at is null then
      return;
    end if;
    perform private.end_applied_yes(entry_row);
  end $function$;

CREATE OR REPLACE FUNCTION private.taken_on_lately (
  entry public.shortlist_entries
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).applied_at is not null and (entry).state in ('draft', 'agreed') then (
        select max(event.created_at) from public.requirement_events as event
          where event.requirement_id = (entry).requirement_id and event.type = 'candidates_taken_on'
            and event.created_at > now() - private.applicant_answer_waits() and event.created_at >= (entry).applied_at
            and (entry).id = any (event.entry_ids)
            and not exists (select from public.candidate_consents as question
                              where question.entry_id = (entry).id and question.asked_at >= event.created_at)
            -- Nor has anything else become of them, such as that they were shown, and taken back.
            and not exists (select from public.requirement_events as later
                              where later.requirement_id = event.requirement_id and later.created_at > event.created_at
                                and (entry).id = any (later.entry_ids))) end
  $function$;

CREATE OR REPLACE FUNCTION private.tell_taken_on (
  requirement uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'candidate_news', 'over.' || entry.id || '.' || extract(epoch from entry.applied_at)::bigint,
        jsonb_build_object('entry', entry.id, 'over', tell_taken_on.requirement), address => person.email,
        not_before => now() + case when private.has_open_answer(entry.id, true) then interval '10 minutes' else interval '0' end)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id and person.email is not null
      where entry.requirement_id = tell_taken_on.requirement and entry.applied_at is not null
        and entry.state in ('draft', 'asked', 'agreed') and not private.has_open_answer(entry.id, false)
  $function$;

CREATE OR REPLACE FUNCTION private.told_entry (
  entry public.shortlist_entries
)
  RETURNS public.shortlist_entries
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_populate_record(entry, coalesce(
      case when private.is_undoable_no(entry)
        then '{"state": "applied", "turned_down_at": null, "turned_down_words": null, "turned_down_reason": null}'::jsonb
           when private.taken_on_lately(entry) is not null then '{"state": "applied", "card": null}' end,
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $function$;

CREATE OR REPLACE FUNCTION private.told_pay (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(
      (select jsonb_build_object('from', advert.min_pay * every.times, 'to', advert.max_pay * every.times, 'currency', advert.pay_currency,
                'told_for', advert.pay_unit) || case when advert.pay_unit in ('hour', 'day') then jsonb_build_object('unit', advert.pay_unit) else '{}' end
         from public.adverts as advert
         cross join lateral (select case when advert.pay_unit = 'month' then 12 else 1 end as times) as every
         where advert.requirement_id = (requirement).id and advert.opened_at is not null and advert.tells_pay
           -- What is written into one that is over was never public.
           and (advert.closed_at is null or advert.updated_at <= advert.closed_at)),
      (select jsonb_build_object('from', (requirement).min_salary, 'to', (requirement).max_salary, 'currency', (requirement).currency)
         from public.shortlists as list
         where list.requirement_id = (requirement).id and list.tells_pay
           and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
  $function$;

CREATE OR REPLACE FUNCTION private.turn_down (
  requirement uuid,
  entries     uuid[],
  words       text,
  reason      text   DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    turned_down uuid[] := '{}';
  begin
    perform private.refuse_words(requirement, entries, words) where words is not null;
    for entry_row in
      update public.shortlist_entries as entry
        set state = 'closed', turned_down_at = now(), turned_down_words = private.filled_words(words, entry),
            turned_down_reason = reason
        where entry.requirement_id = turn_down.requirement and entry.id = any (entries) and entry.state = 'applied' returning entry.*
    loop
      perform private.mail_applicant(entry_row);
      turned_down := turned_down || entry_row.id;
    end loop;
    if turned_down <> '{}' then
      perform private.record_applicants(requirement, 'candidates_turned_down', turned_down);
      perform private.settle_applicants(requirement);
    end if;
    return cardinality(turned_down);
  end $function$;

CREATE OR REPLACE FUNCTION private.turn_down_moved (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare moved uuid[];
  begin
    with closed as (
      update public.shortlist_entries as entry set state = 'closed', turned_down_at = now(), turned_down_reason = 'closed'
        where entry.requirement_id = turn_down_moved.requirement and entry.applied_at is not null and entry.state = 'draft'
        returning entry.id)
    select array_agg(closed.id order by closed.id) into moved from closed;
    if moved is not null then
      perform private.record_applicants(requirement, 'candidates_turned_down', moved);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.typed_otherwise (
  entry public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_agg(typed.differs order by typed.created_at desc) from (
      select told.differs, max(sent.created_at) as created_at
        from private.applications as sent
        join public.candidates as person on person.id = (entry).candidate_id
        cross join lateral (select sent.differs || case when private.is_other_mailbox(person.email, sent.email)
          then jsonb_build_object('email', sent.email) else '{}' end as differs) as told
        where sent.entry_id = (entry).id and sent.differs is not null
        group by told.differs order by max(sent.created_at) desc limit 5) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.undo_answers (
  entries       uuid[],
  were_taken_on boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    answered_at timestamptz;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      answered_at := case when were_taken_on then private.taken_on_lately(entry_row)
                          when private.is_undoable_no(entry_row) then entry_row.turned_down_at end;
      -- What was opened anew since, may be another company's.
      if answered_at is null or exists (select from public.adverts as advert
            where advert.requirement_id = entry_row.requirement_id and advert.opened_at > answered_at) then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      if were_taken_on then
        delete from public.candidate_consents as made where made.entry_id = entry_row.id and made.given_at >= entry_row.applied_at;
        perform private.cancel_question(entry_row.id);
      end if;
      update public.shortlist_entries as known
        set state = 'applied', turned_down_at = null, turned_down_words = null, turned_down_reason = null
        where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION private.waiting_beside (
  application private.applications,
  address     text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'title', listed.title, 'place', listed.place, 'full_name', listed.full_name, 'token', private.application_token(listed.id, 'confirm'))
             order by listed.created_at desc, listed.id), '[]')
      from (select waiting.id, waiting.created_at, waiting.entries ->> 'full_name' as full_name, job.title, job.place from private.applications as waiting
              join public.adverts as job on job.requirement_id = waiting.requirement_id
              where private.applicant_mailbox(waiting.email) = private.applicant_mailbox(address)
                and private.is_same_mailbox(waiting.email, address)
                and waiting.id <> (application).id and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0
                and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
              order by (waiting.created_at, waiting.id) < ((application).created_at, (application).id) desc,
                       waiting.created_at desc, waiting.id desc limit 10) as listed
  $function$;

CREATE OR REPLACE FUNCTION private.wanted_pay (
  words text,
  OUT   yearly numeric,
  OUT   others text
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    typed text := left(private.fold_text(left(words, 400)), 200);
    pattern constant text := '(?:^|\s)(₹|rs\.?|inr)?\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*(?:(?:-|–|to)\s*[0-9][0-9,.]*\s*)?'
      || '(lpa|lakhs?|lacs?|k)?(?:\s*(?:a|per|/|p\.?)\s*(month|m|year|annum|a)\.?|\s*(monthly|yearly))?(?=\s|$)';
    part text[] := regexp_match(typed, pattern);
    amount numeric;
    unit text;
  begin
    others := words;
    if part is null or length(part[2]) > 12 then
      return;
    end if;
    amount := replace(part[2], ',', '')::numeric * case when part[3] = 'k' then 1000 when part[3] is not null then 100000 else 1 end;
    unit := coalesce(part[4], part[5], case when part[3] = 'lpa' or amount >= 150000 then 'year' else 'month' end);
    -- Alone it is a round one: pin codes are not.
    if amount < 1000 or num_nonnulls(part[1], part[3], part[4], part[5]) = 0
                        and (typed !~ '^\s*[0-9][0-9,]*\s*$' or amount % 500 <> 0) then
      return;
    end if;
    yearly := private.yearly_pay(amount, case when unit in ('month', 'm', 'monthly') then 'month' else 'year' end);
    others := private.trimmed(regexp_replace(typed, pattern, ' '));
  end $function$;

CREATE OR REPLACE FUNCTION private.write_candidate (
  candidate public.candidates,
  wanted    public.candidates
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare now_at integer;
  begin
    if wanted is distinct from candidate then
      if wanted.email is distinct from candidate.email then
        if wanted.email is null and private.needs_address(candidate.id) then
          raise exception 'answer_needs_address' using errcode = 'PT422';
        end if;
        wanted.email_confirmed_at := null;
        if candidate.email is not null then
          wanted.link_issue := candidate.link_issue + 1;
          perform private.leave_address(candidate);
        end if;
      end if;
      perform private.leave_numbers(candidate, wanted);
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = candidate.id returning kept.version into now_at;
      update public.mail_outbox as mail set address = wanted.email
        where lower(mail.address) = candidate.email and wanted.email <> candidate.email and mail.template = 'application_answer'
          and mail.next_attempt_at is not null and private.subjects_of_mail(mail.ids) && private.mail_subjects(candidate.id);
      perform private.hide_from_never(candidate.id);
      if candidate.email is null and wanted.email is not null then
        perform private.tell_of_phone_answers(candidate.id, wanted.email);
      end if;
    end if;
    return coalesce(now_at, candidate.version);
  end $function$;

CREATE OR REPLACE FUNCTION public.export_figures (
  month       date,
  grouping_by text DEFAULT 'recruiter'::text
)
  RETURNS json
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.export_figures(month, grouping_by) $function$;

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_taken_on (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_answers(entries, true) $function$;

CREATE OR REPLACE FUNCTION public.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_answers(entries, false) $function$;

ALTER TABLE "private"."former_company_names"
  ADD CONSTRAINT "former_company_names_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

CREATE INDEX forgotten_confirmations_mailed ON private.forgotten_confirmations USING btree (mailed_at);

CREATE INDEX forgotten_confirmations_subject ON private.forgotten_confirmations USING btree (subject, mailed_at);

CREATE INDEX open_requirements_holder ON private.open_requirements USING btree (requirement_id) INCLUDE (recruiter_id);

CREATE TRIGGER count_forgotten
  AFTER DELETE ON public.mail_outbox
  FOR EACH ROW
  WHEN (((old.template = 'application_confirm'::text) AND (old.first_attempt_at IS NOT NULL)))
  EXECUTE FUNCTION private.count_forgotten_confirmation();

CREATE TRIGGER keep_told_company
  BEFORE UPDATE OF state ON public.shortlist_entries
  FOR EACH ROW
  WHEN (((old.state = 'applied'::text) AND (new.state <> 'applied'::text)))
  EXECUTE FUNCTION private.keep_told_company();

REVOKE ALL ON FUNCTION "private"."answer_mailed_at"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applicant_counts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_company"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_for"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."awaits_answer"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_of_mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_forgotten_confirmation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."differing_entries"(public.candidates, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disowned_subjects"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_applied_yes"(public.shortlist_entries, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_figures"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."figures_of"(date, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_jobs"(text, text, text, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_open_answer"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_search_signs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_entries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_one_slip"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_other_mailbox"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_turned_down"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_undoable_no"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_withdrawn_application"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_told_company"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_company_names"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nearest_jobs"(text, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_address"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_two_until"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_words"(uuid, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_applicants_due"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down_moved"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."typed_otherwise"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_answers"(uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_answers"(uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."waiting_beside"(private.applications, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_pay"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "postgres";
