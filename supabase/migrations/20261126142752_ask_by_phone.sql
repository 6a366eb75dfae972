set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "public"."candidate_consents"
  DROP CONSTRAINT "candidate_consents_how_check";

DROP FUNCTION "private"."ask_candidates"(uuid[], integer[]);

DROP FUNCTION "private"."lock_records"(uuid, text);

DROP FUNCTION "private"."put_question"(public.candidates, text, uuid);

DROP FUNCTION "public"."ask_candidates"(uuid[], integer[]);

ALTER TABLE "private"."settings"
  ADD COLUMN "enough_for_yes" text NOT NULL DEFAULT 'rung_number'::text;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "number_digest" text;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "rung_by" uuid;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "rung_at" timestamp WITH time zone;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "asker_words" text;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "call_wanted_at" timestamp WITH time zone;

ALTER TABLE "public"."candidate_notes"
  ADD COLUMN "number_digest" text;

ALTER TABLE "public"."candidates"
  ADD COLUMN "erase_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.agree_by_link (
  token  text,
  digest text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.lock_link(token);
    sent public.candidate_consents;
    asked public.candidate_consents;
    person public.candidates;
  begin
    select * into sent from public.candidate_consents where id = link.consent_id;
    select * into person from public.candidates where id = link.candidate_id;
    asked := private.newest_question(sent);
    if private.current_user_id() is not null then
      raise exception 'candidate_alone' using errcode = 'PT403';
    elsif not coalesce(private.is_answered_by_phone(asked, sent), false) or person.email is not null or person.erase_at is not null then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif not exists (select from private.settings where enough_for_yes = 'rung_number') then
      raise exception 'phone_not_enough' using errcode = 'PT422';
    end if;
    perform private.count_for_candidate(person.id);
    perform private.give_consent(person, private.own_entry(asked.candidate_id, asked.entry_id), digest, true);
    update public.candidates set last_activity_at = now() where id = person.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.agree_to_card (
  session_token text,
  entry         uuid,
  digest        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    perform private.give_consent(person, private.own_entry(person.id, entry), digest, false);
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_by_phone (
  entry    uuid,
  seen     integer,
  number   text,
  has_rung boolean,
  form     uuid,
  words    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid;
    entry_row public.shortlist_entries;
    person public.candidates;
    rung public.candidate_notes;
    asked_at_number text := regexp_replace(number, '[^0-9]', '', 'g');
  begin
    perform private.lock_entries(array[entry]);
    caller := private.current_user_id();
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = 'asked' then
      return;
    end if;
    entry_row := private.locked_entry(entry, seen);
    select * into person from public.candidates where id = entry_row.candidate_id;
    perform private.refuse_asking(entry_row, person);
    perform private.refuse_number(person, entry_row, asked_at_number);
    if has_rung then
      insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel, number_digest)
        values (person.id, caller, 'Rang +' || asked_at_number || ' and spoke to them.', form, entry_row.id, 'call',
                private.number_digest(asked_at_number))
        on conflict (author, form_id) do nothing;
    end if;
    rung := private.last_call(person.id, asked_at_number);
    if rung.id is null then
      raise exception 'not_rung' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.freeze_card(entry_row, person);
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                           number_digest, rung_by, rung_at, asker_words)
      values (person.id, 'show', entry_row.id, private.notice_version(), person.language, private.basis_for(person.country),
              'phone_link', caller, private.number_digest(asked_at_number), rung.author, rung.created_at, private.trimmed(words));
    update public.candidates set last_activity_at = now() where id = person.id;
    perform private.assign_if_none(entry_row.requirement_id);
    perform private.log_activity('asked_by_phone', 'entry', entry_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_candidates (
  entries uuid[],
  seen    integer[],
  words   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    asked_count integer := 0;
  begin
    perform private.lock_entries(entries);
    perform private.lock_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.state = 'asked';
      entry_row := private.locked_entry(given.id, given.version);
      select * into person from public.candidates where id = entry_row.candidate_id;
      perform private.refuse_asking(entry_row, person);
      perform private.refuse_question(person);
      perform private.freeze_card(entry_row, person);
      perform private.put_question(person, 'show', entry_row.id, words);
      perform private.assign_if_none(entry_row.requirement_id);
      asked_count := asked_count + 1;
    end loop;
    return asked_count;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_for_call (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.lock_link(token);
    asked public.candidate_consents;
  begin
    select newest.* into asked from public.candidate_consents as sent cross join lateral private.newest_question(sent) as newest
      where sent.id = link.consent_id;
    if asked.id is null or asked.purpose <> 'show' or private.question_state(asked) <> 'open' then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.candidate_consents as wanted set call_wanted_at = now() where wanted.id = asked.id and wanted.call_wanted_at is null;
    if found then
      update public.candidates set last_activity_at = now() where id = link.candidate_id;
      update public.shortlist_entries as entry
        set next_on = private.today(), next_words = left(concat_ws(' ', 'Ring them before they answer.', entry.next_words), 200),
            next_by = coalesce(entry.next_by, (select requirement.recruiter_id from public.job_requirements as requirement
                                                 where requirement.id = entry.requirement_id), asked.asked_by)
        where entry.id = asked.entry_id;
      perform private.reopen_item((select entry.requirement_id from public.shortlist_entries as entry where entry.id = asked.entry_id));
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.call_counts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '30 days' $function$;

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
                     when (mail).ids ? 'consent' then 'phone_yes' else 'shown' end,
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
                 when (mail).ids ? 'consent' then exists (select from public.candidate_consents as consent
                   where consent.id = ((mail).ids ->> 'consent')::uuid and private.is_in_force(consent))
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 else shown.state = any (private.shown_states()) end
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
        'purpose', coalesce(consent.purpose, 'page'), 'first_name', split_part(person.full_name, ' ', 1),
        'state', case when consent.id is null then 'open' else private.question_state(consent) end,
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.company_name(requirement.client_id),
        'about', private.job_facts(requirement),
        'is_replaced', nullif(consent.id <> link.consent_id, false),
        -- Until when a no can be undone; then, or after a yes that was taken back, whether they may ask to be asked after all.
        'undo_until', case when consent.tell_at > now() and coalesce(entry.state = 'withdrawn', true) then consent.tell_at end,
        'may_reconsider', nullif(coalesce(
          entry.state = 'withdrawn' and coalesce(consent.tell_at <= now(), true) and consent.reconsidered_at is null
            and requirement.status = any (private.open_statuses()) and not private.is_blocked(person, requirement.client_id), false), false),
        'is_reconsidered', nullif(consent.reconsidered_at is not null, false),
        'is_never', nullif(coalesce(private.is_blocked(person, requirement.client_id), false), false),
        'asked_at', consent.asked_at, 'basis', coalesce(consent.basis, private.basis_for(person.country)),
        'notice_version', coalesce(consent.notice_version, private.notice_version()), 'language', person.language,
        'recruiter', case when consent.id is not null then private.recruiter_of_question(consent) end,
        'asker_words', case when consent.id is not null and private.question_state(consent) = 'open' then consent.asker_words end,
        'call_wanted_at', consent.call_wanted_at,
        'is_by_phone', nullif(coalesce(private.is_answered_by_phone(consent, sent), false), false),
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
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at'] || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id),
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
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
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
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry']);
    perform private.enqueue_mail('candidate_disowned', 'disowned.' || gen_random_uuid(), jsonb_build_object('mailbox', made),
                                 address => person.email);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_number (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    digest text;
    number text;
    records uuid[];
    asked public.candidate_consents;
  begin
    select sent.number_digest, (select listed from unnest(private.world_numbers(person.phone)) as listed
                                  where private.number_digest(listed) = sent.number_digest)
      into digest, number
      from public.candidate_consents as sent join public.candidates as person on person.id = sent.candidate_id
      where sent.id = (private.link_of(token)).consent_id;
    records := array(select known.id from public.candidates as known
                       where known.search @@ private.any_number_of('+' || number) and number = any (private.world_numbers(known.phone))
                       order by known.id);
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     where joined.candidate_id = any (records) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as known where known.id = any (records) order by known.id for update;
    perform private.lock_link(token);
    insert into private.disowned_mailboxes (subject) values (digest) on conflict (subject) do nothing;
    for asked in select * from public.candidate_consents as consent
                   where consent.number_digest = digest
                     and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
                   order by consent.entry_id loop
      perform private.close_entry(asked.entry_id, false);
      update public.candidate_consents set is_disowned = true where id = asked.id;
    end loop;
    update public.candidates as known
      set phone = nullif(array_to_string(array(
            select dialled from unnest(private.phone_numbers_in(known.phone)) as dialled
              where private.world_number(dialled) is distinct from number), ', '), '')
      where known.id = any (records) and number = any (private.world_numbers(known.phone));
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_own_candidate (
  session_token text,
  seen          integer,
  entries       jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    wanted public.candidates;
    now_at integer;
    entry public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_own_records(person);
      return 0;
    end if;
    perform private.count_for_candidate(person.id);
    wanted := private.with_candidate_entries(person, entries, private.own_candidate_fields());
    if wanted is distinct from person and person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    end if;
    now_at := private.write_candidate(person, wanted);
    select * into wanted from public.candidates where id = person.id;
    for entry in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, entry.chosen, entry.is_blind);
      if private.card_reveals_identity(wanted, fresh, entry.pitch, entry.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = entry.id::text;
      end if;
      continue when fresh = entry.card;
      if entry.state = 'agreed' then
        with past as (
          update public.candidate_consents as consent set closed_at = now()
            where consent.entry_id = entry.id and private.is_in_force(consent) returning consent.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                               mailbox_digest)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by, private.subject_of(wanted.email) from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = entry.id;
    end loop;
    return now_at;
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
                        'undo_until', case when answer.undo_until > now() then answer.undo_until end)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.erase_by_link (
  token    text,
  is_minor boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.lock_link(token);
    person public.candidates;
    records uuid[];
  begin
    select * into person from public.candidates where id = link.candidate_id;
    if person.email is not null or not exists (
      select from public.candidate_consents as sent where sent.id = link.consent_id and sent.how = 'phone_link') then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    records := array(select private.records_of(person.id));
    perform from public.shortlist_entries where candidate_id = any (records) order by id for update;
    perform private.close_entry(entry.id, true) from public.shortlist_entries as entry where entry.candidate_id = any (records);
    update public.candidates as record
      set erase_at = case when is_minor then now() else coalesce(record.erase_at, now() + private.erasure_waits()) end
      where record.id = any (records);
  end $function$;

CREATE OR REPLACE FUNCTION private.erasure_waits()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '7 days' $function$;

CREATE OR REPLACE FUNCTION private.expired_candidates()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select person.id from public.candidates as person
      where person.last_activity_at < now() - (select make_interval(days => retention_days_candidates) from private.settings)
    union
    select person.id from public.candidates as person where person.erase_at <= now()
    union
    select said.candidate_id from (
        select distinct on (consent.candidate_id) consent.candidate_id, consent.refused_at, consent.withdrawn_at, consent.tell_at
          from public.candidate_consents as consent where consent.purpose = 'keep' and consent.closed_at is null
          order by consent.candidate_id, consent.asked_at desc) as said
      where num_nonnulls(said.refused_at, said.withdrawn_at) > 0 and coalesce(said.tell_at <= now(), true)
        and not exists (select from public.shortlist_entries as entry
                         where entry.candidate_id = said.candidate_id and entry.state not in ('withdrawn', 'closed'))
    order by 1
  $function$;

CREATE OR REPLACE FUNCTION private.export_shortlists_of (
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'answers', (select coalesce(jsonb_agg(to_jsonb(answer) order by answer.created_at), '[]')
        from public.shortlist_answers as answer where answer.author = any (accounts) or answer.released_by = any (accounts)),
      'views', (select coalesce(jsonb_agg(to_jsonb(opened) order by opened.created_at), '[]')
        from public.entry_views as opened where opened.user_id = any (accounts)),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'created_at', note.created_at) order by note.created_at), '[]')
        from public.candidate_notes as note where note.author = any (accounts)),
      'next_steps', (select coalesce(jsonb_agg(jsonb_build_object('id', step.id, 'next_on', step.next_on) order by step.next_on), '[]')
        from (select entry.id, entry.next_on, entry.next_by from public.shortlist_entries as entry where entry.next_by = any (accounts)
              union all
              select person.id, person.next_on, person.next_by from public.candidates as person where person.next_by = any (accounts))
          as step),
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'asked_at', consent.asked_at) order by consent.asked_at), '[]')
        from public.candidate_consents as consent where consent.asked_by = any (accounts)),
      'rung', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'rung_at', consent.rung_at) order by consent.rung_at), '[]')
        from public.candidate_consents as consent where consent.rung_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)))
  $function$;

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
                         where mail.template like 'candidate\_%'
                           and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && subjects);
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and (lower(mail.address) = person.email
          or array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && subjects
          or lower(mail.address) = any (addresses) and not exists (
            select from public.candidates as other where other.email = lower(mail.address) and other.id <> person.id));
    update private.disowned_mailboxes as known set records = array_remove(known.records, person.id)
      where person.id = any (known.records);
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.freeze_card (
  entry_row public.shortlist_entries,
  person    public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.cancel_question(entry_row.id);
    update public.shortlist_entries as edited
      set state = 'asked', card = private.card_of(person, entry_row.chosen, list.is_blind), is_blind = list.is_blind
      from public.shortlists as list
      where edited.id = entry_row.id and list.requirement_id = entry_row.requirement_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_consent (
  person      public.candidates,
  entry_row   public.shortlist_entries,
  digest      text,
  is_by_phone boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement public.job_requirements;
  begin
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    if digest is distinct from private.card_digest(entry_row) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif entry_row.state <> 'asked' and private.has_consent(entry_row) then
      return;
    elsif entry_row.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif requirement.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as consent
      set given_at = now(), ends_at = now() + private.consent_validity(), card_digest = digest, language = person.language
      where consent.entry_id = entry_row.id and (consent.how = 'phone_link') = is_by_phone and private.is_still_theirs(consent)
        and num_nonnulls(consent.given_at, consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    perform private.record_candidates(entry_row.requirement_id, 'candidates_agreed', array[entry_row.id], false);
  end $function$;

CREATE OR REPLACE FUNCTION private.is_answered_by_phone (
  consent public.candidate_consents,
  sent    public.candidate_consents
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select (consent).how = 'phone_link' and (sent).how = 'phone_link' and (consent).number_digest = (sent).number_digest
  $function$;

CREATE OR REPLACE FUNCTION private.is_in_force (
  consent public.candidate_consents
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (consent).given_at is not null and (consent).withdrawn_at is null and (consent).refused_at is null
      and (consent).closed_at is null and coalesce((consent).ends_at > now(), true)
      and private.is_still_theirs(consent)
  $function$;

CREATE OR REPLACE FUNCTION private.is_still_theirs (
  consent public.candidate_consents
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (
      select from public.candidates as person
        where person.id = (consent).candidate_id and case (consent).how
          when 'phone_link' then exists (select from unnest(private.world_numbers(person.phone)) as number
                                           where private.number_digest(number) = (consent).number_digest)
          else private.subject_of(person.email) = (consent).mailbox_digest end)
  $function$;

CREATE OR REPLACE FUNCTION private.keep_by_link (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare link record := private.lock_link(token);
  begin
    update public.candidates as record set erase_at = null
      where record.id in (select private.records_of(link.candidate_id)) and record.erase_at > now();
  end $function$;

CREATE OR REPLACE FUNCTION private.last_call (
  candidate uuid,
  number    text
)
  RETURNS public.candidate_notes
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select note.* from public.candidate_notes as note
      where note.candidate_id = candidate and note.number_digest = private.number_digest(number)
        and note.author is not null and note.created_at > now() - private.call_counts()
      order by note.created_at desc, note.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.leave_numbers (
  candidate public.candidates,
  wanted    public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare asked record;
  begin
    for asked in
      select entry.id, entry.state, not exists (select from unnest(private.world_numbers(wanted.phone)) as number
                                                  where private.number_digest(number) = consent.number_digest) as is_left
        from public.shortlist_entries as entry
        join public.candidate_consents as consent on consent.entry_id = entry.id and consent.number_digest is not null
          and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
        where entry.candidate_id = candidate.id and entry.state = any (private.asked_states()) and entry.state <> 'joined'
        order by entry.id for update of entry
    loop
      if asked.is_left and asked.state not in ('asked', 'agreed') then
        perform private.close_entry(asked.id, false);
      elsif asked.is_left or asked.state = 'asked' and wanted.email is not null then
        perform private.cancel_question(asked.id);
      end if;
      if asked.is_left then
        perform private.log_activity('number_changed', 'entry', asked.id);
      end if;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.link_of (
  token text,
  OUT   candidate_id uuid,
  OUT   consent_id uuid
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    subject uuid;
    issue integer;
    asked public.candidate_consents;
  begin
    if token !~ '^[0-9a-f]{64}$' then
      return;
    end if;
    subject := left(token, 32)::uuid;
    select * into asked from public.candidate_consents as consent where consent.id = subject;
    consent_id := asked.id;
    candidate_id := coalesce(asked.candidate_id, subject);
    select person.link_issue into issue from public.candidates as person where person.id = candidate_id;
    if issue is null or private.digest_of(private.candidate_token(subject, issue)) <> private.digest_of(token)
      or asked.how = 'phone_link' and not private.is_still_theirs(asked) then
      candidate_id := null;
      consent_id := null;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_records (
  candidate uuid,
  address   text DEFAULT NULL::text,
  full_name text DEFAULT NULL::text,
  phone     text DEFAULT NULL::text
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare records uuid[] := array(
    select private.records_of(candidate) union select known.id from public.candidates as known where known.email = address
    union select private.records_like(lock_records.full_name, lock_records.phone));
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
    return array(select private.records_of(candidate) order by 1);
  end $function$;

CREATE OR REPLACE FUNCTION private.number_digest (
  number text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.subject_of('tel:+' || number) $function$;

CREATE OR REPLACE FUNCTION private.numbers_to_ask (
  person public.candidates
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
             'number', listed.number, 'rung_at', rung.created_at,
             'rung_by', (select colleague.display_name from public.team_members as colleague where colleague.user_id = rung.author))
             order by listed.place), '[]')
      from unnest(private.world_numbers((person).phone)) with ordinality as listed (number, place)
      left join lateral private.last_call((person).id, listed.number) as rung on true
      where not exists (select from private.disowned_mailboxes as known where known.subject = private.number_digest(listed.number))
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

CREATE OR REPLACE FUNCTION private.phone_link (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return (
      select jsonb_build_object(
          'token', private.candidate_token(asked.id, person.link_issue), 'candidate', person.full_name,
          'first_name', private.first_name_of(person), 'job_title', requirement.job_title, 'location', requirement.location,
          'requirement', requirement.id, 'asker_words', asked.asker_words,
          'recruiter', (select colleague.display_name from public.team_members as colleague where colleague.user_id = caller),
          'number', (select number from unnest(private.world_numbers(person.phone)) as number
                       where private.number_digest(number) = asked.number_digest))
        from public.shortlist_entries as listed
        join public.candidates as person on person.id = listed.candidate_id
        join public.job_requirements as requirement on requirement.id = listed.requirement_id
        join public.candidate_consents as asked on asked.entry_id = listed.id
        where listed.id = phone_link.entry and asked.how = 'phone_link' and asked.asked_by = caller
          and private.question_state(asked) = 'open' and private.is_still_theirs(asked)
        order by asked.asked_at desc, asked.id limit 1);
  end $function$;

CREATE OR REPLACE FUNCTION private.put_question (
  person  public.candidates,
  purpose text,
  entry   uuid,
  words   text              DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by,
                                           mailbox_digest, asker_words)
      values ((person).id, purpose, entry, private.notice_version(), (person).language,
              private.basis_for((person).country), private.current_user_id(), private.subject_of((person).email),
              private.trimmed(words))
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
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
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
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
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'tells_pay', list.tells_pay,
                                       'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            '{"is_blind": false, "is_abroad": false, "tells_pay": false, "reminded_at": null, "version": 0}'),
          'is_open', requirement.status = any (private.open_statuses()),
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
              where entry.requirement_id = requirement.id))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.records_like (
  full_name text,
  phone     text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select known.id from public.candidates as known
      where private.name_key(known.full_name) = private.name_key(records_like.full_name) and known.email is null
        and private.world_numbers(known.phone) && private.world_numbers(records_like.phone)
  $function$;

CREATE OR REPLACE FUNCTION private.records_of (
  candidate uuid
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select candidate
    union
    select twin.id from public.candidates as own join public.candidates as twin on twin.email = own.email where own.id = candidate
    union
    select twin from public.candidates as own cross join lateral private.records_like(own.full_name, own.phone) as twin
      where own.id = candidate and own.email is null
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_asking (
  entry_row public.shortlist_entries,
  person    public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement public.job_requirements;
    list public.shortlists;
    is_blind boolean;
  begin
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    select * into list from public.shortlists where requirement_id = entry_row.requirement_id;
    is_blind := list.is_blind;
    perform private.refuse_closed(requirement.status);
    if entry_row.state not in ('draft', 'withdrawn', 'closed')
      and not (entry_row.state = 'agreed' and not private.has_consent(entry_row)) then
      raise exception 'not_to_be_asked' using errcode = 'PT422', hint = entry_row.id::text;
    elsif person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.refused_lately(entry_row.id) then
      raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
    elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
      raise exception 'emigration_number_missing' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.card_reveals_identity(person, private.card_of(person, entry_row.chosen, is_blind), entry_row.pitch, is_blind) then
      raise exception 'contact_in_card' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.refuse_twin(entry_row.id, private.asked_states());
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_number (
  person    public.candidates,
  entry_row public.shortlist_entries,
  number    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    digest text := private.number_digest(number);
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = entry_row.requirement_id);
  begin
    perform pg_advisory_xact_lock(hashtextextended('questions to ' || digest, 0));
    if not exists (select from private.settings where enough_for_yes = 'rung_number') then
      raise exception 'phone_not_enough' using errcode = 'PT422', hint = entry_row.id::text;
    elsif number is null or number <> all (private.world_numbers(person.phone)) then
      raise exception 'number_unknown' using errcode = 'PT422', hint = entry_row.id::text;
    elsif person.email is not null or exists (
      select from public.candidates as known
        where private.name_key(known.full_name) = private.name_key(person.full_name) and known.email is not null
          and number = any (private.world_numbers(known.phone))) then
      raise exception 'address_known' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (select from private.disowned_mailboxes as known where known.subject = digest) then
      raise exception 'number_disowned' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidates as known
        where known.search @@ private.any_number_of('+' || number) and number = any (private.world_numbers(known.phone))
          and private.is_blocked(known, company)) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidate_consents as asked
        join public.shortlist_entries as entry on entry.id = asked.entry_id
        where asked.number_digest = digest and entry.requirement_id = entry_row.requirement_id and entry.id <> entry_row.id
          and asked.closed_at is null and entry.state = any (private.asked_states())) then
      raise exception 'twin_on_list' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidate_consents as asked
        join public.shortlist_entries as entry on entry.id = asked.entry_id
        where asked.number_digest = digest and entry.requirement_id = entry_row.requirement_id
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days' and asked.reconsidered_at is null) then
      raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
    elsif 5 <= (select count(*) from public.candidate_consents as asked
                 where asked.number_digest = digest and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = entry_row.id::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_candidate (
  entries   jsonb,
  form      uuid,
  candidate uuid,
  seen      integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    candidate_row public.candidates;
    wanted public.candidates;
  begin
    perform private.lock_records(candidate, private.normal_address(entries ->> 'email'), entries ->> 'full_name', entries ->> 'phone');
    if candidate is not null then
      candidate_row := private.lock_candidate(candidate);
      wanted := private.with_candidate_entries(candidate_row, entries, private.candidate_fields());
      if wanted is distinct from candidate_row and candidate_row.version is distinct from seen then
        raise exception 'stale' using errcode = 'PT409', detail = candidate_row.version::text;
      end if;
      return jsonb_build_object('id', candidate_row.id, 'version', private.write_candidate(candidate_row, wanted));
    end if;
    wanted := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries, private.candidate_fields());
    insert into public.candidates (form_id, full_name, email, phone, headline, city, country, notice_period, skills, summary,
        links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
      values (form, wanted.full_name, wanted.email, wanted.phone, wanted.headline, wanted.city, wanted.country,
              wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
              wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, true, wanted.employer,
              caller)
      on conflict (form_id) do nothing returning * into candidate_row;
    if candidate_row.id is not null then
      -- What is said by this record ends what other records of the address show.
      perform private.hide_from_never(candidate_row.id);
    else
      select * into candidate_row from public.candidates as kept where kept.form_id = form and kept.created_by = caller;
      if candidate_row.id is null then
        raise exception 'form_taken' using errcode = 'PT409';
      end if;
    end if;
    return jsonb_build_object('id', candidate_row.id, 'version', candidate_row.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.seal_of (
  entry public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('mark', left(sealed.digest, 8), 'agreed_at', yes.given_at)
        || case when yes.how = 'phone_link' then jsonb_build_object('rung_at', yes.rung_at, 'rung_by', (
             select colleague.display_name from public.team_members as colleague where colleague.user_id = yes.rung_by))
           else '{}' end
      from (select private.card_digest(entry) as digest) as sealed
      left join lateral (
        select consent.* from public.candidate_consents as consent
          where consent.entry_id = (entry).id and consent.card_digest = sealed.digest and private.is_in_force(consent)
          order by consent.given_at desc, consent.id limit 1) as yes on true
  $function$;

CREATE OR REPLACE FUNCTION private.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    select * into requirement_row from public.job_requirements where id = requirement;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(requirement_row.status);
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry from public.shortlist_entries where id = given.id and requirement_id = requirement_row.id;
      continue when entry.state = any (private.shown_states());
      if entry.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = entry.candidate_id;
      if entry.state <> 'agreed' or not private.has_consent(entry) then
        raise exception 'no_consent' using errcode = 'PT422', hint = entry.id::text;
      end if;
      entry := private.locked_entry(given.id, given.version);
      if private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry.id::text;
      end if;
      perform private.refuse_twin(entry.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = entry.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as consent set ends_at = null
        where consent.entry_id = entry.id and private.is_in_force(consent);
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'shown.' || entry.id || '.' || entry.version,
                                     jsonb_build_object('entry', entry.id), address => person.email);
      end if;
      shown := shown || entry.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = requirement_row.id;
      perform private.assign_if_none(requirement_row.id);
      update public.job_requirements set status = 'in_progress' where id = requirement_row.id and status = 'new';
      perform private.record_candidates(requirement_row.id, 'candidates_shown', shown, false);
      perform private.answer_company(requirement_row.id, true);
    end if;
    return cardinality(shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_phone_answers (
  candidate uuid,
  address   text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail('candidate_news', 'phone_yes.' || consent.id || '.' || private.subject_of(address),
                                jsonb_build_object('entry', consent.entry_id, 'consent', consent.id), address => address)
      from public.candidate_consents as consent
      where consent.candidate_id = candidate and consent.how = 'phone_link' and private.is_in_force(consent)
  $function$;

CREATE OR REPLACE FUNCTION private.undo_refusal (
  consent public.candidate_consents
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare beside uuid[] := array(select private.entries_beside((consent).entry_id));
  begin
    perform from public.shortlist_entries where id = any (beside) order by id for update;
    if not exists (select from public.candidate_consents as said
                    where said.id = (consent).id and said.tell_at > now() and private.is_still_theirs(said)) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    -- Of what they were not asked about at all, the no goes as well.
    update public.shortlist_entries as entry
      set state = case when exists (
            select from public.candidate_consents as said
              where said.entry_id = entry.id and said.tell_at > now() and said.closed_at is null) then 'asked' else 'draft' end
      where entry.id = any (beside) and entry.state = 'withdrawn' and coalesce((
        select newest.tell_at > now() or num_nonnulls(newest.refused_at, newest.withdrawn_at) = 0
          from public.candidate_consents as newest
          where newest.entry_id = entry.id order by newest.asked_at desc, newest.id limit 1), true);
    update public.candidate_consents as said set refused_at = null, tell_at = null
      where said.tell_at > now() and (said.entry_id = any (beside)
        or (consent).purpose = 'keep' and said.purpose = 'keep' and said.candidate_id = (consent).candidate_id);
    perform private.cancel_question(entry.id)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      join public.shortlists as list on list.requirement_id = entry.requirement_id
      where entry.id = any (beside) and entry.state = 'asked'
        and (entry.is_blind <> list.is_blind
          or entry.card is distinct from private.card_of(person, entry.chosen, list.is_blind));
  end $function$;

CREATE OR REPLACE FUNCTION private.world_number (
  dialled text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when dialled like '+%' then substr(dialled, 2)
                else '91' || substring(dialled from '^(?:0|91)?([6-9][0-9]{9})$') end
  $function$;

CREATE OR REPLACE FUNCTION private.world_numbers (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(found.number order by found.place), '{}')
      from (select private.world_number(dialled) as number, min(place) as place
              from unnest(private.phone_numbers_in(value)) with ordinality as listed (dialled, place) group by 1) as found
      where found.number is not null
  $function$;

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
      perform private.hide_from_never(candidate.id);
      if candidate.email is null and wanted.email is not null then
        perform private.tell_of_phone_answers(candidate.id, wanted.email);
      end if;
    end if;
    return coalesce(now_at, candidate.version);
  end $function$;

CREATE OR REPLACE FUNCTION public.agree_by_link (
  token  text,
  digest text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.agree_by_link(token, digest) $function$;

REVOKE ALL ON FUNCTION "public"."agree_by_link"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.ask_by_phone (
  entry    uuid,
  seen     integer,
  number   text,
  has_rung boolean,
  form     uuid,
  words    text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.ask_by_phone(entry, seen, number, has_rung, form, words) $function$;

REVOKE ALL ON FUNCTION "public"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ask_candidates (
  entries uuid[],
  seen    integer[],
  words   text      DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.ask_candidates(entries, seen, words) $function$;

REVOKE ALL ON FUNCTION "public"."ask_candidates"(uuid[], integer[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ask_for_call (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.ask_for_call(token) $function$;

REVOKE ALL ON FUNCTION "public"."ask_for_call"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.erase_by_link (
  token    text,
  is_minor boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.erase_by_link(token, is_minor) $function$;

REVOKE ALL ON FUNCTION "public"."erase_by_link"(text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.keep_by_link (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.keep_by_link(token) $function$;

REVOKE ALL ON FUNCTION "public"."keep_by_link"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.phone_link (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.phone_link(entry) $function$;

REVOKE ALL ON FUNCTION "public"."phone_link"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_enough_for_yes_check" CHECK ((enough_for_yes = ANY (ARRAY['rung_number'::text, 'mail_code'::text])));

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_how_check" CHECK ((how = ANY (ARRAY['link'::text, 'own_page'::text, 'phone_link'::text]))) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_number_digest_check" CHECK ((number_digest ~ '^[0-9a-f]{64}$'::text)) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_rung_by_fkey" FOREIGN KEY (rung_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "phone_was_rung" CHECK (((how = 'phone_link'::text) = ((number_digest IS NOT NULL) AND (rung_at IS NOT NULL)))) NOT VALID;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_number_digest_check" CHECK ((number_digest ~ '^[0-9a-f]{64}$'::text)) NOT VALID;

CREATE INDEX candidate_consents_number ON public.candidate_consents USING btree (number_digest, asked_at)
  WHERE (number_digest IS NOT NULL);

CREATE INDEX candidate_consents_rung_by ON public.candidate_consents USING btree (rung_by)
  WHERE (rung_by IS NOT NULL);

CREATE INDEX candidates_to_erase ON public.candidates USING btree (erase_at)
  WHERE (erase_at IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."agree_by_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agree_by_link"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_candidates"(uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_candidates"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_for_call"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_for_call"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."call_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disown_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_by_link"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_by_link"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."erasure_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."freeze_card"(public.shortlist_entries, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_consent"(public.candidates, public.shortlist_entries, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answered_by_phone"(public.candidate_consents, public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_still_theirs"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_by_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."last_call"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_numbers"(public.candidates, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_records"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_digest"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."numbers_to_ask"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_link"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."phone_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."put_question"(public.candidates, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."records_like"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_asking"(public.shortlist_entries, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_number"(public.candidates, public.shortlist_entries, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_phone_answers"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."world_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."world_numbers"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."agree_by_link"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."agree_by_link"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."agree_by_link"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_candidates"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_candidates"(uuid[], integer[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_candidates"(uuid[], integer[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_call"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_for_call"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_call"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_by_link"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_by_link"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_by_link"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_by_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_by_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."phone_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone_link"(uuid) TO "postgres";

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_asker_words_check" CHECK (private.is_text(asker_words, 300)) NOT VALID;
