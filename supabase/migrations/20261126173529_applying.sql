set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "private"."applications"
  ADD COLUMN "differs" jsonb;

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
    select * into application from private.applications as held where held.id = application.id for update;
    select * into advert from public.adverts where requirement_id = application.requirement_id;
    if application.id is null or application.entries is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif allow_card.digest is not null and not (advert.is_named and private.is_advertised(advert)) then
      raise exception 'company_not_named' using errcode = 'PT422';
    elsif allow_card.digest <> private.application_shown(application) ->> 'digest' then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    update private.applications as allowed set card_digest = allow_card.digest where allowed.id = application.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.applicant_of (
  entries  jsonb,
  language text
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made public.candidates;
  begin
    made := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries - 'said', private.application_fields());
    if made.email is null then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif not (private.is_text(made.full_name, 200) and coalesce(private.is_text(made.phone, 200), true)
               and coalesce(private.is_text(made.city, 200), true) and coalesce(private.is_text(made.notice_period, 100), true)
               and coalesce(private.is_text(made.employer, 200), true) and private.are_skills(made.skills, 0)
               and coalesce(private.is_text(private.trimmed(entries ->> 'said'), 2000), true)) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made.language := applicant_of.language;
    return made;
  end $function$;

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
          when 'apply' then application.created_at > now() - interval '1 hour' and application.entries is not null
          else application.confirmed_at is not null
            or application.created_at > now() - private.unconfirmed_lasts() and not private.is_disowned(application.email) end
  $function$;

CREATE OR REPLACE FUNCTION private.application_card (
  application private.applications
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.shown_with(
        private.card_of(private.applicant_of((application).entries, (application).language), private.applied_card_fields(),
                        coalesce(list.is_blind, false)),
        null, coalesce(list.is_blind, false), (application).code_word, coalesce(list.is_by_mail, false))
      from (values ((application).requirement_id)) as wanted (id)
      left join public.shortlists as list on list.requirement_id = wanted.id
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
      where application.id = ((mail).ids ->> 'application')::uuid and application.confirmed_at is null
        and application.email = private.normal_address((mail).address)
        and application.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(advert)
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.application_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['full_name', 'email', 'phone', 'city', 'notice_period', 'skills', 'employer', 'is_adult']
  $function$;

CREATE OR REPLACE FUNCTION private.application_shown (
  application private.applications
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select shown - 'code_word' || jsonb_build_object(
        'name', coalesce(shown #>> '{card,name}', (application).code_word), 'digest', private.digest_of(shown::text))
      from private.application_card(application) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.application_subject (
  address text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.subject_of('applications to ' || private.mailbox_of(address))
  $function$;

CREATE OR REPLACE FUNCTION private.application_token (
  application uuid,
  purpose     text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select replace(application::text, '-', '') || left(private.keyed_digest(purpose || ' ' || application), 32)
  $function$;

CREATE OR REPLACE FUNCTION private.applied_card_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['headline', 'city', 'notice_period', 'skills'] $function$;

CREATE OR REPLACE FUNCTION private.apply_for_job (
  slug       text,
  form       uuid,
  entries    jsonb,
  keep       boolean,
  is_suspect boolean,
  language   text
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
      on conflict (form_id) do update
        set created_at = now(), entries = excluded.entries, email = excluded.email,
            is_suspect = application.is_suspect and excluded.is_suspect, is_flood = application.is_flood and excluded.is_flood
        where application.requirement_id = excluded.requirement_id
      returning * into made;
    if made.id is null then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    perform private.queue_confirmation(made, sender.is_first);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
  end $function$;

CREATE OR REPLACE FUNCTION private.clear_confirmed()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications set entries = null, email = null
      where confirmed_at is not null and email is not null and created_at < now() - interval '1 hour';
  $function$;

CREATE OR REPLACE FUNCTION private.confirm_application (
  token  text,
  digest text
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
    agreed text;
  begin
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- One mailbox at a time, before everything else: two presses at once make one record. Then in the order of everybody.
    perform pg_advisory_xact_lock(hashtextextended('applicant ' || private.mailbox_of(application.email), 0));
    perform from public.job_requirements
      where id = application.requirement_id
        or id in (select joined.requirement_id from public.shortlist_entries as joined
                    join public.candidates as twin on twin.id = joined.candidate_id
                    where private.mailbox_of(twin.email) = private.mailbox_of(application.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.mailbox_of(twin.email) = private.mailbox_of(application.email) order by twin.id for update;
    select * into application from private.applications as held
      where held.id = (private.application_by(token, 'confirm')).id for update;
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    select * into advert from public.adverts where requirement_id = application.requirement_id;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    agreed := nullif(coalesce(confirm_application.digest, application.card_digest), '');
    if confirm_application.digest <> '' and not (advert.is_named and agreed = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    applicant := private.applicant_of(application.entries, application.language);
    entry_row := private.entry_of_mailbox(advert.requirement_id, applicant.email);
    if entry_row.id is not null and (entry_row.turned_down_at is not null
                                     or entry_row.state not in ('draft', 'withdrawn', 'closed')) then
      is_new := false;
    elsif 5 <= (select count(*) from public.shortlist_entries as other
                  join public.candidates as twin on twin.id = other.candidate_id
                  where private.mailbox_of(twin.email) = private.mailbox_of(applicant.email)
                    and other.applied_at > now() - interval '1 day') then
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
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said)
          values (advert.requirement_id, person.id, 'applied',
                  case when exists (select from public.shortlist_entries as other
                                      where other.requirement_id = advert.requirement_id and other.code_word = application.code_word)
                    then private.next_applied_word(advert.requirement_id) else application.code_word end,
                  private.applied_card_fields(), now(), application.entries ->> 'said')
          returning * into entry_row;
      else
        -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
        perform private.cancel_question(entry_row.id);
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where said.entry_id = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = now(), said = application.entries ->> 'said'
          where back.id = entry_row.id returning * into entry_row;
      end if;
      insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                             given_at, card_digest, mailbox_digest)
        values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, now(), agreed, private.subject_of(person.email));
      if application.keep and not private.has_keep_consent(person.id) then
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

CREATE OR REPLACE FUNCTION private.confirmation_slot (
  is_first boolean
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when is_first and not exists (
          select from public.mail_outbox as mail
            where mail.template = 'application_confirm' and mail.not_before > now() - interval '1 hour' and mail.not_before <= now()
            offset 2 * private.most_confirmations_an_hour() - 1)
        then now()
        else greatest(now(), (
          select mail.not_before + interval '1 hour' from public.mail_outbox as mail where mail.template = 'application_confirm'
            order by mail.not_before desc offset private.most_confirmations_an_hour() - 1 limit 1)) end
  $function$;

CREATE OR REPLACE FUNCTION private.differing_entries (
  person  public.candidates,
  entries jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_object_agg(typed.key, typed.value)
      from jsonb_each(entries) as typed
      where typed.key in ('full_name', 'phone', 'city', 'notice_period', 'skills', 'employer')
        and typed.value not in ('null', '[]') and typed.value is distinct from to_jsonb(person) -> typed.key
  $function$;

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
    delete from private.applications as waiting
      where private.mailbox_of(waiting.email) = private.mailbox_of(application.email) and waiting.confirmed_at is null;
  end $function$;

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
        and private.mailbox_of(person.email) = private.mailbox_of(address)
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
  $function$;

CREATE OR REPLACE FUNCTION private.mail_application (
  token text
)
  RETURNS void
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
    update private.applications as released set is_flood = false, is_suspect = false
      where released.id = application.id returning * into application;
    perform private.queue_confirmation(application, sender.is_first);
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_flood()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.flood := (private.note_sender(tg_relid::regclass)).is_flood;
    return new;
  end $function$;

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
                       where known.subject = private.application_subject(address) and known.created_at > now() - interval '30 days')
      and not exists (select from public.mail_outbox as mail
                       where private.mailbox_of(mail.address) = private.mailbox_of(may_confirm.address)
                         and mail.created_at > now() - interval '1 day' and mail.template = 'application_confirm' offset 1)
  $function$;

CREATE OR REPLACE FUNCTION private.most_confirmations_an_hour()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 200 $function$;

CREATE OR REPLACE FUNCTION private.next_applied_word (
  requirement uuid
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(
        (select word from private.next_code_word(requirement) as word
          where not exists (select from private.applications as application
                             where application.requirement_id = next_applied_word.requirement and application.code_word = word)),
        'Finch ' || 100000 + floor(random() * 900000)::integer)
  $function$;

CREATE OR REPLACE FUNCTION private.note_sender (
  form_table regclass,
  OUT        is_flood boolean,
  OUT        is_first boolean
)
  RETURNS record
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    is_flood := false;
    is_first := true;
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 300)', form_table) into is_flood using hour_ago;
      return;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return;
    end if;
    sender := private.form_networks(shared_key);
    is_flood := not private.lock_sender(sender);
    -- Asked apart from that: what others have sent meanwhile is seen by the next statement only.
    is_flood := is_flood or private.has_flooded(sender) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 9);
    is_first := sender is not null
      and not exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago);
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_confirmation (
  application private.applications,
  is_first    boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if application.is_suspect or application.is_flood then
      return;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('applications of ' || private.mailbox_of(application.email), 0));
    if private.may_confirm(application.email) then
      perform private.enqueue_mail(
        'application_confirm', 'apply.' || application.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24'),
        jsonb_build_object('application', application.id), address => application.email,
        not_before => private.confirmation_slot(is_first));
    end if;
  exception when lock_not_available then
    null;
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_due_mails()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare part text;
  begin
    foreach part in array array['tell_answers', 'queue_inbox_summaries', 'queue_candidate_reminders', 'tell_refusals',
                                'close_expired_adverts', 'forget_unconfirmed', 'clear_confirmed', 'remind_applicants'] loop
      begin
        execute format('select private.%I()', part);
      exception when others then
        raise warning 'the mail run goes on without %: %', part, sqlerrm;
      end;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_application (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'is_open', private.is_advertised(advert), 'email', application.email, 'language', application.language,
        -- Of a flood, or sent by a program: no mail has gone.
        'is_held', application.is_suspect or application.is_flood,
        'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false))
      from private.application_by(token, 'apply') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      cross join lateral private.application_shown(application) as shown
  $function$;

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
          'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', (select private.candidate_token(person.id, person.link_issue)
                          from public.candidate_consents as consent
                          join public.candidates as person on person.id = consent.candidate_id
                          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent)
                          order by consent.given_at desc, consent.id limit 1))
        else jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false)) end
      || jsonb_build_object('others', (
          select coalesce(jsonb_agg(jsonb_build_object(
                     'title', listed.title, 'place', listed.place, 'token', private.application_token(listed.id, 'confirm'))), '[]')
            from (select waiting.id, job.title, job.place from private.applications as waiting
                    join public.adverts as job on job.requirement_id = waiting.requirement_id
                    where waiting.email = application.email and waiting.id <> application.id and waiting.confirmed_at is null
                      and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
                    order by waiting.created_at desc, waiting.id limit 10) as listed))
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join lateral private.application_shown(application) as shown on application.entries is not null
  $function$;

CREATE OR REPLACE FUNCTION private.record_of_applicant (
  applicant public.candidates
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.candidate_at(applicant.email);
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
        where waiting.confirmed_at is null and waiting.reminded_at is null and not waiting.is_suspect and not waiting.is_flood
          and waiting.created_at between now() - private.unconfirmed_lasts() and now() - interval '20 hours'
          and private.is_advertised(advert) and private.may_confirm(waiting.email)
        order by waiting.created_at, waiting.id limit 200 for update of waiting skip locked
    loop
      -- Asked again: another one of this run may have gone to the same mailbox.
      continue when not private.may_confirm(application.email);
      update private.applications as reminded set reminded_at = now() where reminded.id = application.id;
      perform private.enqueue_mail(
        'application_confirm', 'apply-reminder.' || application.id,
        jsonb_build_object('application', application.id, 'reminder', application.id), address => application.email,
        not_before => private.confirmation_slot(false));
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.shown_card (
  entry public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.shown_with(
        coalesce((entry).card, private.card_of(person, (entry).chosen, list.is_blind)), (entry).pitch,
        case when (entry).card is null then list.is_blind else (entry).is_blind end, (entry).code_word,
        case when (entry).card is null then list.is_by_mail else (entry).is_by_mail end)
      from public.candidates as person
      join public.shortlists as list on list.requirement_id = (entry).requirement_id
      where person.id = (entry).candidate_id
  $function$;

CREATE OR REPLACE FUNCTION private.shown_with (
  card       jsonb,
  pitch      text,
  is_blind   boolean,
  code_word  text,
  is_by_mail boolean
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('card', card, 'pitch', pitch, 'is_blind', is_blind, 'code_word', code_word)
        || case when is_by_mail then '{"is_by_mail": true}' else '{}' end::jsonb
  $function$;

CREATE OR REPLACE FUNCTION private.unconfirmed_lasts()
  RETURNS interval
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select make_interval(hours => unconfirmed_hours) from private.settings
  $function$;

CREATE OR REPLACE FUNCTION public.allow_card (
  token  text,
  digest text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.allow_card(token, digest) $function$;

REVOKE ALL ON FUNCTION "public"."allow_card"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.apply_for_job (
  slug       text,
  form       uuid,
  entries    jsonb,
  keep       boolean DEFAULT false,
  is_suspect boolean DEFAULT true,
  language   text    DEFAULT 'en'::text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.apply_for_job(slug, form, entries, keep, is_suspect, language) $function$;

REVOKE ALL ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.confirm_application (
  token  text,
  digest text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.confirm_application(token, digest) $function$;

REVOKE ALL ON FUNCTION "public"."confirm_application"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.disown_application (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.disown_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."disown_application"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.mail_application (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mail_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."mail_application"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.read_application (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."read_application"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.read_confirmation (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_confirmation(token) $function$;

REVOKE ALL ON FUNCTION "public"."read_confirmation"(text) FROM PUBLIC, "service_role";

ALTER TABLE "private"."applications"
  ADD CONSTRAINT "applications_differs_check" CHECK ((jsonb_typeof(differs) = 'object'::text));

CREATE INDEX mail_outbox_confirmations ON public.mail_outbox USING btree (not_before)
  WHERE (template = 'application_confirm'::text);

REVOKE ALL ON FUNCTION "private"."allow_card"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_card"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."applicant_of"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_by"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_card"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_confirm_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_shown"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_subject"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_token"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_card_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."clear_confirmed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_application"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."confirm_application"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."confirmation_slot"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."differing_entries"(public.candidates, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disown_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."disown_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."entry_of_mailbox"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."may_confirm"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_confirmations_an_hour"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_applied_word"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_sender"(regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_confirmation"(private.applications, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."read_confirmation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_confirmation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."record_of_applicant"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remind_applicants"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_with"(jsonb, text, boolean, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unconfirmed_lasts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."allow_card"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."allow_card"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_card"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_application"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."confirm_application"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_application"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disown_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."disown_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disown_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mail_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."mail_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mail_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_confirmation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_confirmation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_confirmation"(text) TO "postgres";
