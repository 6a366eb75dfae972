set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "track_requirement" ON "public"."requirement_events";

DROP VIEW "private"."arrivals";

DROP VIEW "private"."entries_in_process";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

DROP FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text);

DROP FUNCTION "private"."craft_query"(public.adverts);

DROP FUNCTION "private"."meant_jobs"(text);

DROP FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text);

ALTER TABLE "private"."applications"
  ADD COLUMN "ended_at" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "told_company" text;

CREATE OR REPLACE FUNCTION private.announce_application (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement uuid := (select known.requirement_id from public.shortlist_entries as known where known.id = entry);
  begin
    perform private.reopen_for_applicants(requirement);
    perform private.record_applicants(requirement, 'candidates_applied', array[entry]);
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_due (
  requirement uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with open_requirement as materialized (
      select requirement_row.id from public.job_requirements as requirement_row
        where requirement_row.id = answer_due.requirement and requirement_row.status = any (private.open_statuses())),
    event as materialized (
      select happened.type, happened.side, happened.created_at from public.requirement_events as happened
        where happened.requirement_id = (select id from open_requirement)),
    done as materialized (
      select act.item_id, act.type, act.changes, act.created_at from public.inbox_items as item
        join public.item_events as act on act.item_id = item.id
        where item.requirement_id = (select id from open_requirement)),
    answered as (
      select max(answer.created_at) as at
        from (select event.created_at from event
                where event.type in ('status', 'candidates_shown') and event.side is distinct from 'company'
              union all
              select done.created_at from done
                where (done.type = 'answered'
                       or done.type <> 'undone' and done.changes -> 'state' ->> 1 in ('waiting', 'done'))
                  -- What was undone was no answer.
                  and not exists (select from done as undone
                    where undone.item_id = done.item_id and undone.type = 'undone'
                      and undone.changes -> 'state' ->> 0 = done.changes -> 'state' ->> 1
                      and undone.created_at between done.created_at and done.created_at + private.undo_lasts())) as answer),
    question as (
      select coalesce(form.came, event.created_at) as since, event.created_at as at
        from event
        left join lateral (
          select sent.came from public.job_requirements as requirement_row cross join lateral private.form_of(requirement_row) as sent
            where event.type = 'converted' and requirement_row.id = answer_due.requirement) as form on true
        where event.side = 'company' and event.type not in ('advert_named', 'advert_closed') or event.type = 'converted'
      union all
      select done.created_at, done.created_at from done where done.type = 'written')
    select min(question.since) + private.promised('requirement') from question
      where question.at > coalesce((select at from answered), '-infinity')
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
        -- What was deleted since, or closed before anybody was shown, is over.
        'outcome', case when coalesce(entry.state, 'closed') = 'closed'
                          or entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                     then 'turned_down' else 'taken_on' end,
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state
                     when entry.state <> 'closed' then case when entry.is_by_mail then 'sent' else 'shown' end end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        -- Whoever is shown has said yes to the company by name.
        'company', case when entry.state = any (private.shown_states()) then private.company_name(requirement.client_id)
                        else coalesce(entry.told_company, case when advert.is_named then private.company_name(requirement.client_id) end) end,
        'words', entry.turned_down_words,
        -- Also of whoever was taken on, and whose job is over before the mail goes.
        'reason', case when entry.turned_down_at is not null then entry.turned_down_reason
                       when entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                         then case when requirement.status = 'filled' then 'filled' else 'closed' end end,
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
          when 'apply' then application.entries <> '{}' and application.created_at > now() - case
            when application.is_flood or application.is_suspect then private.unconfirmed_lasts() else interval '1 hour' end
          else application.confirmed_at is not null
            or application.ended_at is null and application.created_at > now() - private.unconfirmed_lasts()
               and not private.is_disowned(application.email) end
  $function$;

CREATE OR REPLACE FUNCTION private.application_confirm_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'language', application.language, 'title', advert.title, 'place', advert.place,
        'company', private.job_of(advert) ->> 'company',
        'recruiter', (select colleague.display_name from public.team_members as colleague
                        join public.job_requirements as requirement on requirement.id = application.requirement_id
                        where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
        'is_reminder', case when (mail).ids ? 'reminder' then true end,
        'ends_at', application.created_at + private.unconfirmed_lasts(),
        'token', private.application_token(application.id, 'confirm')))
      from private.applications as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      where application.id = ((mail).ids ->> 'application')::uuid and num_nonnulls(application.confirmed_at, application.ended_at) = 0
        and application.email = private.normal_address((mail).address)
        and application.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(advert)
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.application_figures (
  metrics_key text
)
  RETURNS TABLE (
    state        text,
    applications integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_metrics_key(metrics_key);
    return query
      with waiting as materialized (
        select private.answer_by(entry.applied_at) < now() as is_overdue
          from public.shortlist_entries as entry where entry.state = 'applied' limit 1000
      ), day_before as materialized (
        select sent.confirmed_at is not null as is_confirmed from private.applications as sent
          where sent.created_at > now() - interval '2 days' and sent.created_at <= now() - interval '1 day'
            and not sent.is_flood and not sent.is_suspect limit 1000
      )
      select 'unconfirmed', (select count(*)::integer from (
        select from private.applications as sent where num_nonnulls(sent.confirmed_at, sent.ended_at) = 0 limit 1000) as counted)
      union all select 'waiting', (select count(*)::integer from waiting where not waiting.is_overdue)
      union all select 'overdue', (select count(*)::integer from waiting where waiting.is_overdue)
      union all select 'mailed_day_before', (select count(*)::integer from day_before)
      union all select 'pressed_day_before', (select count(*)::integer from day_before where day_before.is_confirmed);
  end $function$;

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
    if advert.requirement_id is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    elsif not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    sender := private.note_sender('private.applications');
    insert into private.applications as application
        (requirement_id, form_id, entries, email, language, keep, code_word, is_suspect, is_flood)
      values (advert.requirement_id, form,
              private.picked(to_jsonb(person), private.application_fields())
                || jsonb_build_object('said', private.trimmed(apply_for_job.entries ->> 'said')),
              person.email, page_language, coalesce(apply_for_job.keep, false), private.next_applied_word(advert.requirement_id),
              coalesce(apply_for_job.is_suspect, true), sender.is_flood)
      -- The same in every word: its links are known to whoever had the first, and lead to nobody else.
      on conflict (form_id) do update
        set created_at = now(), is_suspect = application.is_suspect and excluded.is_suspect,
            is_flood = application.is_flood and excluded.is_flood
        where application.requirement_id = excluded.requirement_id and application.entries = excluded.entries
          and application.email = excluded.email
      returning * into made;
    if made.id is null then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    perform private.end_replaced(instead_of, made.email);
    perform private.queue_confirmation(made, sender.network_place);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
  end $function$;

CREATE OR REPLACE FUNCTION private.by_day (
  moment timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when moment >= private.morning_of(moment) and moment < private.morning_of(moment) + interval '12 hours' then moment
                else private.next_morning(moment) end
  $function$;

CREATE OR REPLACE FUNCTION private.cancel_answer (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = cancel_answer.entry::text and mail.first_attempt_at is null;
    if not found and exists (select from public.mail_outbox as mail
                              where mail.template = 'application_answer' and mail.ids ->> 'entry' = cancel_answer.entry::text) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
  end $function$;

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
                   select jsonb_build_object('job_title', job ->> 'title', 'company', coalesce(entry_row.told_company, job ->> 'company'))
                     from public.adverts as advert cross join lateral private.job_of(advert) as job
                     where advert.requirement_id = entry_row.requirement_id) else '{}' end
              || jsonb_build_object(
                -- What they have typed that their record says otherwise.
                'typed_otherwise', (select sent.differs from private.applications as sent
                                      where sent.entry_id = entry.id and sent.differs is not null
                                      order by sent.created_at desc, sent.id limit 1),
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

CREATE OR REPLACE FUNCTION private.changed_fields (
  before jsonb,
  after  jsonb,
  fields text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select field from unnest(fields) with ordinality as listed (field, place)
                   where before -> field is distinct from after -> field order by place)
  $function$;

CREATE OR REPLACE FUNCTION private.clear_confirmed()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications set entries = null, email = null
      where confirmed_at is not null and email is not null and created_at < now() - interval '1 hour';
    delete from private.applications as application
      where application.ended_at is not null and application.entries <> '{}'
        and application.created_at < now() - interval '1 hour';
  $function$;

CREATE OR REPLACE FUNCTION private.closer_of (
  requirement uuid
)
  RETURNS public.side
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select event.side from public.requirement_events as event
      where event.requirement_id = closer_of.requirement and event.type = 'advert_closed'
      order by event.created_at desc, event.id desc limit 1
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
    is_new boolean := true;
    is_known boolean;
    named text;
    -- What page two said counts for nothing here: whoever typed the form need not have the mailbox.
    agreed text := nullif(confirm_application.digest, '');
  begin
    if application.id is null then
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
    if entry_row.id is not null and (entry_row.turned_down_at is not null
                                     or entry_row.state not in ('draft', 'withdrawn', 'closed')) then
      is_new := false;
    elsif 5 <= (select count(*) from public.candidate_consents as given
                  join public.candidates as twin on twin.id = given.candidate_id
                  where private.applicant_mailbox(twin.email) = private.applicant_mailbox(applicant.email)
                    and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
    if is_new then
      is_known := exists (select from public.candidates as known where known.email = applicant.email);
      if entry_row.id is null then
        person := private.record_of_applicant(applicant);
      else
        select * into person from public.candidates where id = entry_row.candidate_id;
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
                  private.applied_card_fields(), now(), application.entries ->> 'said', named)
          returning * into entry_row;
      else
        -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
        perform private.cancel_question(entry_row.id);
        update public.candidate_consents as before set closed_at = now()
          where before.applied_entry_id = entry_row.id and before.closed_at is null;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = now(), said = application.entries ->> 'said', told_company = named
          where back.id = entry_row.id returning * into entry_row;
      end if;
      insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                             given_at, card_digest, mailbox_digest)
        values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, now(), case when agreed is not null then private.digest_of(private.application_card(application)::text) end,
                private.subject_of(person.email));
      if confirm_application.keep and not private.has_keep_consent(person.id) then
        insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, asked_at, given_at, mailbox_digest)
          values (person.id, 'keep', private.notice_version(), application.language, private.basis_for(person.country),
                  application.created_at, now(), private.subject_of(person.email));
      end if;
      if is_known then
        application.differs := private.differing_entries(person, application.entries);
        -- Where they work now is never shown anything, whatever the record says.
        if application.differs ? 'employer' then
          perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
        end if;
      end if;
    end if;
    update private.applications as done
      set confirmed_at = now(), entry_id = entry_row.id, differs = application.differs where done.id = application.id;
    if is_new then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.craft_words (
  words text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(lexeme), '{}') from unnest(to_tsvector('simple', private.spaced_text(words)))
      where lexeme <> all (private.idle_job_words() || array['and', 'analyst', 'assistant', 'associate', 'chief', 'consultant', 'deputy',
              'engineer', 'engineering', 'excel', 'executive', 'fresher', 'head', 'helper', 'incharge', 'junior', 'lead', 'manager', 'ms',
              'office', 'officer', 'operator', 'or', 'senior', 'specialist', 'sr', 'staff', 'supervisor', 'technician', 'to', 'trainee',
              'with', 'worker'])
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_candidates (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
      )
      select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
             null::uuid, answered.requirement_id, holder, 0
        from (select entry.id, entry.requirement_id, entry.answered_at
                from own as entry
                where 'answers' = any (sections) and entry.is_answered
                order by entry.state <> 'interview', entry.answered_at, entry.id limit 100) as answered
        cross join lateral (
          select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
            order by answer.created_at desc, answer.id desc limit 1) as last
      union all
      -- Of a job that is filled nobody may be in charge any more.
      (select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
              entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.shortlist_entries as entry
         join public.job_requirements as requirement on requirement.id = entry.requirement_id
         where sections && array['begins', 'starting'] and entry.begins_on <= private.today() + 7
           and coalesce(requirement.recruiter_id, entry.added_by) = holder
         order by entry.begins_on, entry.id limit 100)
      union all
      (select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.shortlist_entries as entry
         where 'steps' = any (sections) and entry.next_by = holder and entry.next_on <= private.today()
         order by entry.next_on, entry.id limit 100)
      union all
      (select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null, person.id, null, null, holder, 0
         from public.candidates as person
         where 'steps' = any (sections) and person.next_by = holder and person.next_on <= private.today()
         order by person.next_on, person.id limit 100)
      union all
      (select 'agreed', consent.given_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
         cross join lateral (
           select min(yes.given_at) as given_at from public.candidate_consents as yes
             where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
         where 'agreed' = any (sections) and open_requirement.recruiter_id = holder and private.has_consent(entry)
         order by consent.given_at, entry.id limit 100)
      union all
      -- Until they have answered, or somebody has spoken with them since.
      (select 'calls', wanted.call_wanted_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from own as entry
         cross join lateral (
           select asked as consent, asked.call_wanted_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as wanted
         where 'calls' = any (sections) and entry.state = 'asked' and wanted.call_wanted_at is not null
           and private.question_state(wanted.consent) = 'open'
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.channel is not null and talk.created_at > wanted.call_wanted_at)
         order by wanted.call_wanted_at, entry.id limit 100)
      union all
      -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning. Two working days are between two
      -- days and four, so that few need be looked up.
      (select 'asked', consent.asked_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from own as entry
         cross join lateral (
           select asked.asked_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as consent
         where 'asked' = any (sections) and entry.state = 'asked' and entry.next_on is null
           and consent.asked_at < now() - interval '2 days'
           and (consent.asked_at < now() - interval '4 days' or private.working_days_after(consent.asked_at, 2) < now())
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.created_at > now() - interval '4 days'
                 and private.working_days_after(talk.created_at, 2) > now())
         order by consent.asked_at, entry.id limit 100)
      union all
      (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.candidate_consents as consent
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as open_requirement
           on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
         where 'refused' = any (sections) and consent.entry_id is not null
           and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
           and consent.tell_at is null and consent.reconsidered_at is null
         group by entry.id, entry.requirement_id order by 2, 4 limit 100);
  end $function$;

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
                     where private.mailbox_of(twin.email) = private.mailbox_of(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id for update;
    perform private.lock_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id);
    insert into private.disowned_mailboxes as known (subject, id, address_digest, records)
      values (private.disowned_subject(person.email), gen_random_uuid(), private.subject_of(person.email),
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
    delete from public.mail_outbox where private.mailbox_of(address) = private.mailbox_of(person.email)
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry', 'application']);
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
    if application.id is null or application.confirmed_at is not null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    insert into private.disowned_mailboxes as known (subject) values (private.application_subject(application.email))
      on conflict (subject) do update set created_at = now();
    perform private.end_disowned(array[application.id]);
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_company (
  seen         integer,
  company_name text,
  full_name    text,
  phone        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_owned_company();
    client_row public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into client_row from public.clients where id = company;
    edited := client_row;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    fields := private.changed_fields(to_jsonb(client_row), to_jsonb(edited), array['company_name', 'full_name', 'phone']);
    if fields = '{}' then
      return;
    end if;
    if client_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client_row.version::text;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_team_member (
  person        uuid,
  seen          integer,
  display_name  text,
  contact_email text,
  contact_phone text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    colleague_row public.team_members;
    edited public.team_members;
    fields text[];
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into colleague_row from public.team_members as colleague where colleague.user_id = person for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif colleague_row.user_id is null then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif colleague_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = colleague_row.version::text;
    end if;
    edited := colleague_row;
    edited.display_name := private.trimmed(edit_team_member.display_name);
    edited.contact_email := private.trimmed(edit_team_member.contact_email);
    edited.contact_phone := private.trimmed(edit_team_member.contact_phone);
    fields := private.changed_fields(to_jsonb(colleague_row), to_jsonb(edited), array['display_name', 'contact_email', 'contact_phone']);
    if fields = '{}' then
      return;
    end if;
    update public.team_members as colleague
      set (display_name, contact_email, contact_phone)
        = (edited.display_name, edited.contact_email, edited.contact_phone)
      where colleague.user_id = person;
    perform private.log_activity('details_changed', 'person', person, fields => fields);
  end $function$;

CREATE OR REPLACE FUNCTION private.end_applied_yes (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry.id and consent.closed_at is null;
    if entry.state = 'agreed' then
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
    update private.applications as waiting set ended_at = now()
      where waiting.id = any (ended) and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0;
    delete from public.mail_outbox as mail using private.applications as over
      where over.id = any (ended) and over.confirmed_at is null and lower(mail.address) = over.email
        and mail.template = 'application_confirm' and mail.ids ->> 'application' = over.id::text;
  $function$;

CREATE OR REPLACE FUNCTION private.end_replaced (
  token text,
  email text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with replaced as (
      update private.applications as wrong set ended_at = now(), entries = '{}'
        -- Looked up once, however a plan of an emptier table would find the row.
        from private.application_by(end_replaced.token, 'apply') as page
        where wrong.id = page.id and wrong.confirmed_at is null
          and wrong.email <> end_replaced.email
        returning wrong.id, wrong.email)
    delete from public.mail_outbox as mail using replaced
      where lower(mail.address) = replaced.email and mail.template = 'application_confirm'
        and mail.ids ->> 'application' = replaced.id::text and mail.first_attempt_at is null;
  $function$;

CREATE OR REPLACE FUNCTION private.enqueue_crm_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    changed text[];
    latest uuid;
  begin
    if tg_op = 'INSERT' then
      insert into public.crm_events (id, requirement_id, type) values (new.id, new.id, 'created');
      return null;
    end if;
    changed := private.changed_fields(to_jsonb(old), to_jsonb(new), private.crm_fields());
    if changed <> '{}' then
      select id into latest from public.crm_events where requirement_id = new.id order by place desc limit 1;
      select id into latest from public.crm_events as waiting
        where waiting.id = latest and waiting.type = 'changed' and waiting.next_attempt_at is not null
          and waiting.first_attempt_at is null
        for update skip locked;
      if found then
        update public.crm_events as waiting
          set fields = array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                              where field = any (waiting.fields || changed) order by place)
          where waiting.id = latest;
      else
        insert into public.crm_events (requirement_id, type, fields) values (new.id, 'changed', changed);
      end if;
    end if;
    if new.status <> old.status then
      insert into public.crm_events (requirement_id, type, status, previous_status)
        values (new.id,
                case when new.status = 'cancelled' and private.side_on(new.client_id) = 'company'
                  then 'withdrawn' else 'status_changed' end,
                new.status, old.status);
    end if;
    return null;
  end $function$;

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
        'is_application_withdrawn', case when (entry).state = 'withdrawn' then private.is_application(entry) else false end,
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
             or entry.turned_down_at is not null)
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
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
    last_activity_at      timestamp with time zone
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('candidates');
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at
      from private.candidates_page(words, city, filter, null, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_inbox (
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.exported_item
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('inbox');
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from private.inbox_page(private.current_user_id(), filter, after_group, after_key, after_id, 500)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
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
    entries            jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.require_exporter('requirements');
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields)
      from private.requirements_page(private.current_user_id(), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.figures_of (
  month       date,
  grouping_by text,
  group_key   text,
  most        integer
)
  RETURNS jsonb
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
    found jsonb;
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
      select grouping(arrival.group_id) = 1 as is_total,
             case when grouping(arrival.group_id) = 0 then
               case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                when 'company' then coalesce(arrival.group_id::text, 'none')
                                else 'came:' || arrival.way end end as group_key,
             count(*) filter (where arrival.is_now) as came,
             count(arrival.seconds) filter (where arrival.is_now) as answered,
             count(*) filter (where arrival.is_now and arrival.is_in_time) as in_time,
             percentile_cont(0.5) within group (order by arrival.seconds) filter (where arrival.is_now) as median,
             count(*) filter (where not arrival.is_now) as came_before,
             count(arrival.seconds) filter (where not arrival.is_now) as answered_before,
             count(*) filter (where not arrival.is_now and arrival.is_in_time) as in_time_before
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way))
    ), counted_step as (
      select grouping(fact.group_key) = 1 as is_total, fact.group_key, fact.measure,
             count(*) filter (where fact.at >= since) as facts, count(*) filter (where fact.at < since) as facts_before,
             percentile_cont(0.5) within group (order by fact.seconds) filter (where fact.at >= since) as median
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure), (fact.group_key, fact.measure))
    ), counted as (
      select arrived.is_total, arrived.group_key, measured.*
        from counted_arrival as arrived
        cross join lateral (
          values ('came', arrived.came, arrived.came_before, null), ('answered', arrived.answered, arrived.answered_before, arrived.median),
                 ('in_time', arrived.in_time, arrived.in_time_before, null)) as measured (measure, facts, facts_before, median)
      union all
      select step.is_total, step.group_key, step.measure, step.facts, step.facts_before, step.median from counted_step as step
    ), ranked as (
      select counted.group_key, sum(counted.facts) as facts from counted
        where not counted.is_total and counted.group_key is not null group by counted.group_key
    ), listed as (
      select ranked.* from ranked
        where figures_of.group_key is null or ranked.group_key = figures_of.group_key
        order by ranked.facts desc, ranked.group_key collate "C" limit most
    ), figure as (
      select counted.is_total, counted.group_key,
             json_object_agg(counted.measure, json_build_array(counted.facts, round(counted.median), counted.facts_before)) as numbers
        from counted
        where counted.facts + counted.facts_before > 0
          and (counted.is_total or counted.group_key in (select listed.group_key from listed))
        group by counted.is_total, counted.group_key
    )
    select json_build_object(
        'totals', coalesce((select figure.numbers from figure where figure.is_total), '{}'),
        'groups', (select coalesce(json_agg(json_build_object(
                              'key', listed.group_key, 'name', company.company_name, 'numbers', figure.numbers)
                              order by listed.facts desc, listed.group_key collate "C"), '[]')
                     from listed
                     join figure on figure.group_key = listed.group_key and not figure.is_total
                     left join public.clients as company
                       on company.id = case when grouping_by = 'company' and listed.group_key <> 'none' then listed.group_key::uuid end),
        'group_count', (select count(*) from ranked))
      into found;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_jobs (
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
    wanted tsquery := private.job_query(words);
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(words, 400)) and wanted is null and private.search_query(words) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, private.kinds_of_work(advert.work) as kinds, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             not has_no_word and (wanted is null or advert.search @@ wanted) and (somewhere is null or advert.search @@ somewhere)
               as is_found
        from private.open_adverts as advert
    ), found as (
      select job.* from jobs as job
        where job.is_found and (find_jobs.work is null or find_jobs.work = any (job.kinds))
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
        'of_any_kind', (select count(*) from jobs as job where job.is_found),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select called.work, count(*) as jobs
                            from jobs as job cross join lateral unnest(job.kinds) as called (work)
                            where job.is_found group by called.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from jobs as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from jobs as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_application (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).applied_at is not null and (private.taken_on_lately(entry) is not null or not exists (
      select from public.candidate_consents as consent
        where consent.entry_id = (entry).id and greatest(consent.asked_at, consent.given_at) >= (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.is_same_mailbox (
  address text,
  other   text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select address = other or private.applicant_mailbox(address) = private.applicant_mailbox(other)
                              and private.applicant_mailbox(address) like '%@gmail.com'
  $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || part.query::text || ')', ' | ')::tsquery
      from (select private.read_words(word) as query
            union select private.term_query(form)
              from unnest(private.skill_forms(word)
                     || case when word ~ '^[a-z]{4,}ants?$' then array[regexp_replace(word, 'ants?$', 's'), regexp_replace(word, 'ants?$', 'ing')]
                             when word in ('delhi', 'dilli') then array['ncr']
                             when word in ('qc', 'qa') then array['quality control', 'quality assurance', 'quality inspector', 'quality']
                             when word = 'hr' then array['human resources']
                             when word = 'bpo' then array['call centre', 'call center', 'customer service'] else '{}' end) as form
              where form <> word) as part
      where part.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.jobs_like (
  advert public.adverts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with craft as materialized (
      select called.title, called.title || called.skills as words, private.city_key((advert).place) as city,
             (select string_agg(quote_literal(word) || ':A', ' | ')::tsquery from unnest(called.title || called.skills) as word) as query
        from (select private.craft_words((advert).title) as title,
                     private.craft_words(array_to_string((advert).skills, ' ')) as skills) as called
    ), newest as (
      select listed.requirement_id, listed.title, listed.search, listed.place, listed.work, listed.opened_at
        from private.open_adverts as listed where listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    ), compared as (
      select newest.requirement_id, newest.opened_at, private.craft_words(newest.title) && craft.title as is_called_so,
             (select count(distinct word) from unnest(craft.words) as word
                where word = any (tsvector_to_array(ts_filter(newest.search, '{a}')))) as shared,
             private.city_key(newest.place) = craft.city as is_near, newest.work = (advert).work as is_same_work
        from craft join newest on newest.search @@ craft.query
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select compared.requirement_id, row_number() over (
                order by compared.is_called_so desc, compared.is_near desc, compared.shared desc, compared.is_same_work desc,
                         compared.opened_at desc) as place
              from compared where compared.is_called_so or compared.shared > 1 order by place limit 3) as chosen
      join public.adverts as listed on listed.requirement_id = chosen.requirement_id
  $function$;

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
        not_before => private.by_day(now() + private.applicant_answer_waits()))
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
    update private.applications as released
      set is_flood = false, is_suspect = false,
          created_at = case when released.is_flood or released.is_suspect then now() else released.created_at end
      where released.id = application.id returning * into application;
    perform private.queue_confirmation(application, sender.network_place);
    if not exists (select from private.applications as asked where asked.id = application.id and asked.asked_at is not null) then
      -- Somebody else asks for the same mailbox at this moment, for longer than one waits.
      raise exception 'mailbox_busy' using errcode = 'PT503';
    end if;
    return (select jsonb_build_object('asked_at', asked.asked_at, 'again_at', asked.asked_at + interval '10 minutes', 'is_new', asked.asked_at = now())
              from private.applications as asked where asked.id = application.id);
  end $function$;

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
    if is_place then
      known := known || array(select distinct word from private.places as place cross join string_to_table(place.name, ' ') as word
                                where word ~ '^[a-z]{4}');
    end if;
    for wrong in
      select part from regexp_split_to_table(mended, '[^a-z]+') as part
        where length(part) between 4 and 30 and part <> all (known || private.idle_job_words()) limit 2
    loop
      select near into meant from private.near_words(wrong) as near where near = any (known)
        order by length(near) = length(wrong) desc, near limit 1;
      mended := case when meant is null then mended else regexp_replace(mended, '\m' || wrong || '\M', meant) end;
    end loop;
    return mended;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    state text;
    now_at integer;
  begin
    if advert.requirement_id is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
    state := private.advert_state(advert);
    if state = 'open' and advert.closes_on = open_advert.closes_on then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif open_advert.closes_on is null or open_advert.closes_on <= private.today()
      or open_advert.closes_on > private.today() + 60 then
      raise exception 'last_day_out_of_reach' using errcode = 'PT422';
    end if;
    advert := private.to_open(advert);
    perform private.refuse_advert(advert, requirement_row);
    -- Whoever applies has to be somebody's to answer.
    perform private.assign_if_none(requirement);
    update public.adverts as written
      set opened_at = case when state = 'open' then written.opened_at else now() end,
          closes_on = open_advert.closes_on, closed_at = null,
          is_named = advert.is_named, named_by = advert.named_by,
          -- What nobody has seen is called by what it says now.
          slug = case when state = 'draft' then private.draw_slug(written.title, written.place) else written.slug end
      where written.requirement_id = requirement returning written.version into now_at;
    if state <> 'open' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (requirement, requirement_row.client_id, private.current_user_id(), 'team', 'advert_opened',
                jsonb_build_object('closes_on', jsonb_build_array(null, open_advert.closes_on)));
    else
      perform private.record_advert_change(requirement_row, advert, array['closes_on']);
    end if;
    perform private.log_activity('advert_opened', 'requirement', requirement);
    return now_at;
  end $function$;

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
        'country', job.facts ->> 'country', 'company', coalesce(entry.told_company, job.facts ->> 'company'),
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

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || name) || ' | ' || quote_literal('@' || name || ' ') || ':*', ' | ')::tsquery
      from private.place_parts(left(place, 200)) as part cross join lateral unnest(private.same_place(part)) as name
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
    around text;
    some_words text[];
    other jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place, true);
    if (meant_words, meant_place) is distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200)) then
      other := private.find_jobs(meant_words, meant_place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place));
      end if;
    end if;
    around := private.regions_around(place);
    if around is not null then
      other := private.find_jobs(words, around, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'near');
      end if;
    end if;
    if private.is_filled(left(words, 400)) and num_nonnulls(private.trimmed(left(place, 400)), work) > 0 then
      other := private.find_jobs(words, null, null, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'words');
      end if;
    end if;
    some_words := private.craft_words(left(words, 200));
    if cardinality(some_words) > 1 and words !~ '"|(^|\s)-' then
      other := private.find_jobs(array_to_string(some_words, ' or '), place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'some');
      end if;
    end if;
    return answer;
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
    if slot > application.created_at + private.unconfirmed_lasts() and application.confirmed_at is null then
      -- Its turn would come when it is over: held back, as its page says.
      update private.applications as held set is_flood = true where held.id = application.id;
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
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'is_named', false, 'closed_by', null,
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
      'waiting', private.applicants_of(requirement_row.id), 'is_named', advert.is_named,
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
                'differs', (select application.differs from private.applications as application
                              where application.entry_id = entry.id order by application.confirmed_at desc nulls last limit 1),
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
                'told_at', case when entry.state = 'closed' and advertised.is_open
                                  and entry.turned_down_at > now() - private.applicant_answer_waits()
                             then entry.turned_down_at + private.applicant_answer_waits() end,
                'reason', entry.turned_down_reason,
                -- Those of one act have the same words, but for their names.
                'words', case when entry.place = 1 then left(entry.turned_down_words, 600) end))
                order by entry.turned_down_at desc, entry.place, entry.id), '[]')
              from (select over.*, row_number() over (partition by over.turned_down_at order by over.id) as place
                      from (select * from public.shortlist_entries as listed
                              where listed.requirement_id = wanted.id and listed.turned_down_at is not null
                              order by listed.turned_down_at desc, listed.id limit 50) as over) as entry
              join public.candidates as person on person.id = entry.candidate_id),
          'taken_on', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name,
                'told_at', entry.taken_on_at + private.applicant_answer_waits()) order by entry.taken_on_at desc, person.full_name, entry.id), '[]')
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
        'state', case when application.confirmed_at is not null then 'confirmed'
                      when private.is_advertised(advert) then 'open' else 'closed' end,
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'language', application.language)
      || case when application.confirmed_at is not null then jsonb_build_object(
          -- By when somebody who waits is answered. How it stands otherwise, their own page says.
          -- Of another spelling's application nothing is told, not even that it waits.
          'answer_by', case when not made.is_theirs then private.answer_by(application.confirmed_at)
                            when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', (select private.candidate_token(person.id, person.link_issue)
                          from public.candidate_consents as consent
                          join public.candidates as person on person.id = consent.candidate_id
                          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent) and made.is_theirs
                          order by consent.given_at desc, consent.id limit 1))
        else jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false)) end
      || jsonb_build_object('others', (
          select coalesce(jsonb_agg(jsonb_build_object(
                     'title', listed.title, 'place', listed.place, 'token', private.application_token(listed.id, 'confirm'))), '[]')
            from (select waiting.id, job.title, job.place from private.applications as waiting
                    join public.adverts as job on job.requirement_id = waiting.requirement_id
                    where private.applicant_mailbox(waiting.email) = private.applicant_mailbox(application.email)
                      and private.is_same_mailbox(waiting.email, application.email)
                      and waiting.id <> application.id and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0
                      and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
                    order by waiting.created_at desc, waiting.id limit 10) as listed))
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join public.candidates as applicant on applicant.id = entry.candidate_id
      -- Once the address is forgotten, what was made by this very press is theirs.
      cross join lateral (select coalesce(private.is_same_mailbox(applicant.email, application.email), false)
                                 or entry.applied_at = application.confirmed_at as is_theirs) as made
      -- Nothing can be shown of what was forgotten.
      cross join lateral (select case when application.entries is not null then private.application_shown(application) end as shown) as card
  $function$;

CREATE OR REPLACE FUNCTION private.read_workload()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    return jsonb_build_object(
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('person', colleague.user_id, 'late', late.counts)
                                  order by late.total desc, colleague.display_name, colleague.user_id), '[]')
          from public.team_members as colleague
          cross join lateral (
            select coalesce(jsonb_object_agg(counted.kind, counted.things), '{}') as counts, coalesce(sum(counted.things), 0) as total
              from (select listed.kind, count(*) as things from private.late_of(colleague.user_id, private.late_kinds()) as listed
                      group by listed.kind) as counted) as late),
      'unassigned_requirements', (select count(*) from (select from private.open_requirements as open_requirement
                                                                  where open_requirement.recruiter_id is null limit 1000) as free));
  end $function$;

CREATE OR REPLACE FUNCTION private.record_applicants (
  requirement uuid,
  type        text,
  entries     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_team boolean := private.is_team_member();
  begin
    if record_applicants.type = 'candidates_applied' then
      update public.requirement_events as event
        set entry_ids = event.entry_ids || entries,
            changes = jsonb_build_object('candidates', jsonb_build_array(null, cardinality(event.entry_ids || entries)),
                                         'last_at', jsonb_build_array(null, now()))
        where event.id = (select last.id from public.requirement_events as last
                            where last.requirement_id = record_applicants.requirement and last.type = record_applicants.type
                              and last.created_at >= private.today()::timestamp at time zone private.zone()
                            order by last.created_at desc, last.id desc limit 1);
      if found then
        return;
      end if;
    end if;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      select listed.id, listed.client_id, case when is_team then private.current_user_id() end, case when is_team then 'team'::public.side end,
             record_applicants.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))), false, entries
        from public.job_requirements as listed where listed.id = record_applicants.requirement;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_put_back (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare of_requirement record;
  begin
    for of_requirement in
      select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
        where entry.id = any (record_put_back.entries) group by entry.requirement_id order by entry.requirement_id
    loop
      perform private.record_applicants(of_requirement.id, 'candidates_put_back', of_requirement.entries);
      perform private.reopen_for_applicants(of_requirement.id);
    end loop;
    return cardinality(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.regions_around (
  place text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select string_agg(distinct city.region, ', ') from private.places as city
      where city.region is not null
        and city.names && (array(select called from private.place_parts(left(place, 200)) as part
                                   cross join lateral unnest(private.same_place(part)) as called)
                           || array(select known.name from private.places_in(left(place, 200)) as known))
  $function$;

CREATE OR REPLACE FUNCTION private.remind_applicants()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare application private.applications;
  begin
    for application in
      select waiting.* from private.applications as waiting
        join public.adverts as advert on advert.requirement_id = waiting.requirement_id
        where num_nonnulls(waiting.confirmed_at, waiting.ended_at, waiting.reminded_at) = 0 and not waiting.is_suspect and not waiting.is_flood
          and waiting.created_at between now() - private.unconfirmed_lasts() and now() - interval '20 hours'
          and private.is_advertised(advert) and private.may_confirm(waiting.email)
        order by waiting.created_at, waiting.id limit 200 for update of waiting skip locked
    loop
      -- Asked again: another one of this run may have gone to the same mailbox.
      continue when not private.may_confirm(application.email);
      update private.applications as reminded
        set reminded_at = now(), network_place = 4, mailed_at = private.confirmation_slot(4)
        where reminded.id = application.id returning * into application;
      perform private.enqueue_mail(
        'application_confirm', 'apply-reminder.' || application.id,
        jsonb_build_object('application', application.id, 'reminder', application.id), address => application.email,
        not_before => application.mailed_at);
    end loop;
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
  end $function$;

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
        || 'netherlands,the netherlands,holland,nederland;germany,deutschland;turkey,turkiye;myanmar,burma;india,bharat;'
        || 'uk,u k,united kingdom,great britain,britain,england;usa,u s a,us,u s,united states,united states of america,america;'
        || 'uae,united arab emirates,emirates,u a e;ksa,saudi arabia,saudi,k s a;south korea,korea;czech republic,czechia', ';') as names
      where part = any (string_to_array(names, ','))), array[part])
  $function$;

CREATE OR REPLACE FUNCTION private.save_advert (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    columns text := array_to_string(private.advert_fields(), ', ');
    now_at integer;
  begin
    perform private.refuse_closed(requirement_row.status);
    if advert.requirement_id is null then
      if seen is not null then
        raise exception 'stale' using errcode = 'PT409';
      end if;
      wanted := private.with_advert_entries(
        jsonb_populate_record(null::public.adverts, private.advert_of(requirement_row) || '{"body": null}'), entries);
      wanted.requirement_id := requirement;
      insert into public.adverts (requirement_id, slug, written_by, title, place, country, work, is_remote, min_experience,
          max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay)
        values (requirement, private.draw_slug(wanted.title, wanted.place), private.current_user_id(), wanted.title, wanted.place,
                wanted.country, wanted.work, wanted.is_remote, wanted.min_experience, wanted.max_experience, wanted.skills,
                wanted.body, wanted.min_pay, wanted.max_pay, wanted.pay_currency, wanted.pay_unit, wanted.tells_pay)
        returning version into now_at;
      return now_at;
    end if;
    wanted := private.with_advert_entries(advert, entries);
    if wanted is not distinct from advert then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif private.advert_state(advert) in ('open', 'over') then
      perform private.refuse_advert(wanted, requirement_row);
    end if;
    execute format('update public.adverts set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where requirement_id = $2 returning version', columns) into now_at using wanted, requirement;
    perform private.record_advert_change(
      requirement_row, advert, private.changed_fields(to_jsonb(advert), to_jsonb(wanted), private.advert_fields()));
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.searched_region (
  place text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when bool_and(part in ('delhi', 'new delhi', 'dilli', 'india')) and bool_or(part <> 'india') then 'Delhi NCR' end
      from private.place_parts(left(place, 200)) as part
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_advert_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := setweight(private.words_of(concat_ws(chr(10), new.title, array_to_string(new.skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), new.place, array_to_string(private.place_names(new.place), chr(10)), new.country,
           new.body, replace(array_to_string(private.kinds_of_work(new.work), chr(10)), '_', ' '), case when new.is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = new.requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', new.place, case when new.is_remote then 'remote, home, work from home, anywhere' end), new.country));
    return new;
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
    perform private.end_applied_yes(entry_row);
    update private.applications as kept set card_digest = null where kept.id = application.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
  begin
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement_row.id, null, 'taken_down');
    perform private.reopen_item(requirement_row.id);
    return (select written.version from public.adverts as written where written.requirement_id = requirement_row.id);
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
    update private.applications as kept set card_digest = null where kept.entry_id = entry_row.id;
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
                              where question.entry_id = (entry).id and question.asked_at >= event.created_at)) end
  $function$;

CREATE OR REPLACE FUNCTION private.to_open (
  advert public.adverts
)
  RETURNS public.adverts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if advert.closed_at is not null and private.closer_of(advert.requirement_id) = 'company' then
      advert.is_named := false;
      advert.named_by := null;
    end if;
    return advert;
  end $function$;

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
      case when (entry).turned_down_at > now() - private.applicant_answer_waits() and (entry).state = 'closed'
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
      (select jsonb_build_object('from', advert.min_pay * every.times, 'to', advert.max_pay * every.times, 'currency', advert.pay_currency)
                || case when advert.pay_unit in ('hour', 'day') then jsonb_build_object('unit', advert.pay_unit) else '{}' end
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

CREATE OR REPLACE FUNCTION private.undo_taken_on (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    taken_on_at timestamptz;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      taken_on_at := private.taken_on_lately(entry_row);
      -- What was opened anew since, may be another company's.
      if taken_on_at is null or exists (select from public.adverts as advert
            where advert.requirement_id = entry_row.requirement_id and advert.opened_at > taken_on_at) then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      delete from public.candidate_consents as made where made.entry_id = entry_row.id and made.given_at >= entry_row.applied_at;
      perform private.cancel_question(entry_row.id);
      update public.shortlist_entries as known set state = 'applied' where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      -- What was opened anew since, may be another company's.
      if exists (select from public.adverts as advert
                     where advert.requirement_id = entry_row.requirement_id and advert.opened_at > entry_row.turned_down_at)
        or entry_row.state <> 'closed' or (entry_row.turned_down_at > now() - private.applicant_answer_waits()) is not true then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      update public.shortlist_entries as known
        set state = 'applied', turned_down_at = null, turned_down_words = null, turned_down_reason = null
        where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_application (
  entry_row public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.told_entry(entry_row)).state not in ('applied', 'draft') then
      return;
    end if;
    update public.candidate_consents as consent set withdrawn_at = now()
      where entry_row.id in (consent.applied_entry_id, consent.entry_id)
        and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = entry_row.candidate_id);
    update public.shortlist_entries as taken_back set state = 'withdrawn', turned_down_at = null, turned_down_words = null, turned_down_reason = null
      where taken_back.id = entry_row.id;
    if entry_row.state in ('draft', 'agreed') then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    else
      perform private.record_applicants(entry_row.requirement_id, 'application_withdrawn', array[entry_row.id]);
    end if;
    perform private.settle_applicants(entry_row.requirement_id);
  end $function$;

CREATE OR REPLACE FUNCTION public.apply_for_job (
  slug       text,
  form       uuid,
  entries    jsonb,
  keep       boolean DEFAULT false,
  is_suspect boolean DEFAULT true,
  language   text    DEFAULT 'en'::text,
  instead_of text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.apply_for_job(slug, form, entries, keep, is_suspect, language, instead_of) $function$;

REVOKE ALL ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.undo_taken_on (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_taken_on(entries) $function$;

REVOKE ALL ON FUNCTION "public"."undo_taken_on"(uuid[]) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."requirement_events"
  ADD CONSTRAINT "requirement_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'converted'::text, 'edited'::text, 'status'::text, 'recruiter'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text,
    'candidates_withdrawn'::text,
    'candidates_agreed'::text,
    'candidates_refused'::text,
    'candidates_reconsidered'::text,
    'advert_opened'::text,
    'advert_closed'::text,
    'advert_named'::text,
    'advert_changed'::text, 'candidates_applied'::text, 'candidates_taken_on'::text, 'candidates_turned_down'::text, 'candidates_put_back'::text, 'application_withdrawn'::text]))) NOT VALID;

CREATE VIEW "private"."arrivals" AS  SELECT requirement.id AS subject,
    requirement.created_at AS at,
    NULL::uuid AS item_id,
    requirement.id AS requirement_id,
    requirement.recruiter_id,
    requirement.client_id,
        CASE
            WHEN requirement.is_filed_by_team THEN 'team'::text
            ELSE 'company'::text
        END AS way,
    private.promised('requirement'::public.inbox_kind) AS promised
   FROM public.job_requirements requirement
  WHERE ((requirement.source_contact_id IS NULL) AND (requirement.source_posting_id IS NULL) AND (requirement.source_consultation_id IS NULL))
UNION ALL
 SELECT item.id AS subject,
    item.created_at AS at,
    item.id AS item_id,
    COALESCE(of_contact.id, of_posting.id, of_consultation.id) AS requirement_id,
    COALESCE(of_contact.recruiter_id, of_posting.recruiter_id, of_consultation.recruiter_id,
        CASE
            WHEN ((item.claim_expires_at <= now()) IS NOT TRUE) THEN item.assignee
            ELSE NULL::uuid
        END) AS recruiter_id,
    COALESCE(of_contact.client_id, of_posting.client_id, of_consultation.client_id) AS client_id,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN COALESCE(item.source, 'form'::text)
            ELSE (item.kind)::text
        END AS way,
        CASE item.kind
            WHEN 'contact'::public.inbox_kind THEN private.promised('contact'::public.inbox_kind)
            WHEN 'posting'::public.inbox_kind THEN private.promised('posting'::public.inbox_kind)
            ELSE private.promised(item.kind)
        END AS promised
   FROM (((public.inbox_items item
     LEFT JOIN public.job_requirements of_contact ON (((of_contact.source_contact_id = item.contact_id) AND (of_contact.source_contact_id IS NOT NULL))))
     LEFT JOIN public.job_requirements of_posting ON (((of_posting.source_posting_id = item.posting_id) AND (of_posting.source_posting_id IS NOT NULL))))
     LEFT JOIN public.job_requirements of_consultation ON (((of_consultation.source_consultation_id = item.consultation_id) AND (of_consultation.source_consultation_id IS NOT NULL))))
  WHERE ((item.requirement_id IS NULL) AND (item.state <> 'spam'::public.inbox_state));

CREATE VIEW "private"."entries_in_process" AS  SELECT entry.id,
    entry.candidate_id
   FROM (public.shortlist_entries entry
     LEFT JOIN private.open_requirements listed ON ((listed.requirement_id = entry.requirement_id)))
  WHERE ((entry.state <> ALL (ARRAY['applied'::text, 'draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])) AND
        CASE entry.state
            WHEN 'accepted'::text THEN true
            WHEN 'joined'::text THEN (entry.joined_on > (CURRENT_DATE - 365))
            ELSE (listed.requirement_id IS NOT NULL)
        END);

CREATE INDEX applications_ended ON private.applications USING btree (created_at)
  WHERE (ended_at IS NOT NULL);

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  WHEN
    ((new.type <> ALL (ARRAY['candidates_agreed'::text, 'candidates_refused'::text, 'candidates_reconsidered'::text, 'candidates_applied'::text, 'candidates_taken_on'::text,
    'candidates_turned_down'::text, 'candidates_put_back'::text, 'application_withdrawn'::text])))
  EXECUTE FUNCTION private.track_requirement();

REVOKE ALL ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."by_day"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cancel_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changed_fields"(jsonb, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closer_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."craft_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_applied_yes"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_disowned"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_replaced"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_same_mailbox"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."meant_jobs"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_put_back"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."regions_around"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_for_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."same_place"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searched_region"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_on_lately"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_open"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_taken_on"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_taken_on"(uuid[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_taken_on"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_taken_on"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_taken_on"(uuid[]) TO "postgres";

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_told_company_check" CHECK (private.is_text(told_company, 200)) NOT VALID;
