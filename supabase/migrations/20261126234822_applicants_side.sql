set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text);

DROP FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text);

ALTER TABLE "private"."applications"
  ADD COLUMN "ended_at" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "told_company" text;

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
    select * into application from private.applications as held
      where held.id = (private.application_by(token, 'confirm')).id for update;
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
        where wrong.id = (private.application_by(end_replaced.token, 'apply')).id and wrong.confirmed_at is null
          and wrong.email <> end_replaced.email
        returning wrong.id, wrong.email)
    delete from public.mail_outbox as mail using replaced
      where lower(mail.address) = replaced.email and mail.template = 'application_confirm'
        and mail.ids ->> 'application' = replaced.id::text and mail.first_attempt_at is null;
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
          'answer_by', case when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', (select private.candidate_token(person.id, person.link_issue)
                          from public.candidate_consents as consent
                          join public.candidates as person on person.id = consent.candidate_id
                          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent)
                            and private.is_same_mailbox(person.email, application.email)
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
      left join lateral private.application_shown(application) as shown on application.entries is not null
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

CREATE INDEX applications_ended ON private.applications USING btree (created_at)
  WHERE (ended_at IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."by_day"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_disowned"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_replaced"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_same_mailbox"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text, text) TO "postgres";

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_told_company_check" CHECK (private.is_text(told_company, 200)) NOT VALID;
