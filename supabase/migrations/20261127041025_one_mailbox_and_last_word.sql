set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."candidates_mailbox";

DROP FUNCTION "private"."disowned_subject"(text);

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
    is_known boolean;
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
    if (is_new or is_again) and 5 <= (select count(*) from public.candidate_consents as given
                                        join public.candidates as twin on twin.id = given.candidate_id
                                        where private.applicant_mailbox(twin.email) = private.applicant_mailbox(applicant.email)
                                          and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
    is_known := is_theirs or exists (select from public.candidates as known where known.email = applicant.email);
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
                  private.applied_card_fields(), now(), application.entries ->> 'said', named)
          returning * into entry_row;
      else
        update public.candidate_consents as before set closed_at = now()
          where before.applied_entry_id = entry_row.id and before.closed_at is null;
        if is_new then
          -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
          perform private.cancel_question(entry_row.id);
        end if;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = case when is_new then now() else back.applied_at end,
              said = coalesce(application.entries ->> 'said', case when is_again then back.said end), told_company = named,
              -- The card that they have read now has this one.
              code_word = case when is_again and not exists (
                  select from public.shortlist_entries as other
                    where other.requirement_id = back.requirement_id and other.code_word = application.code_word)
                then application.code_word else back.code_word end
          where back.id = entry_row.id returning * into entry_row;
      end if;
      insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                             given_at, card_digest, mailbox_digest)
        values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, now(), case when agreed is not null then private.digest_of(private.application_card(application)::text) end,
                private.subject_of(person.email));
    end if;
    if is_new or is_theirs then
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
    if entry.state = 'agreed' and exists (
      select from public.candidate_consents as made
        join public.candidate_consents as given on given.applied_entry_id = entry.id and given.given_at = made.given_at
        where made.entry_id = entry.id and made.closed_at is null) then
      perform private.cancel_question(entry.id);
    end if;
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
    agreed public.shortlist_entries;
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
    perform from public.job_requirements as requirement
      where requirement.id in (select entry.requirement_id from public.shortlist_entries as entry
                                 where entry.requirement_id = any (renamed) and entry.state = 'agreed' and entry.applied_at is not null)
      order by requirement.id for no key update;
    perform from public.candidates as person
      where person.id in (select entry.candidate_id from public.shortlist_entries as entry
                            where entry.requirement_id = any (renamed) and entry.state = 'agreed' and entry.applied_at is not null)
      order by person.id for update;
    for agreed in select entry.* from public.shortlist_entries as entry
                    where entry.requirement_id = any (renamed) and entry.state = 'agreed' and entry.applied_at is not null
                    order by entry.id for update loop
      perform private.end_applied_yes(agreed);
      perform private.reopen_item(agreed.requirement_id);
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

REVOKE ALL ON FUNCTION "private"."disowned_subjects"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_withdrawn_application"(public.shortlist_entries) FROM PUBLIC;
