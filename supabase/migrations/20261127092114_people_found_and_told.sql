set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."is_turned_down"(public.shortlist_entries);

DROP FUNCTION "private"."with_joined_names"(text);

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "former_company" text;

CREATE OR REPLACE FUNCTION private.advertised_company (
  requirement uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.job_of(advert) ->> 'company' from public.adverts as advert
      where advert.requirement_id = advertised_company.requirement
  $function$;

CREATE OR REPLACE FUNCTION private.answer_candidates (
  requirement uuid,
  answers     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    domains text[];
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    requirement_row := private.hold_own_requirement(requirement);
    if jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    domains := private.domains_of(requirement_row.client_id);
    perform private.refuse_closed(requirement_row.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate,
             private.trimmed(question) as question
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text, question text)
        order by entry
    loop
      select * into entry_row from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = requirement_row.id for update;
      select * into person from public.candidates where id = entry_row.candidate_id;
      if entry_row.id is null or entry_row.state <> all (private.shown_states()) or not private.has_consent(entry_row)
        or private.matches_blocklist(person, requirement_row.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = coalesce(given.entry::text, '');
      end if;
      perform private.ask_about(entry_row, given.question);
      continue when given.verdict is null and given.question is not null;
      if given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = coalesce(given.entry::text, '');
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = entry_row.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when entry_row.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      entry_row := private.locked_entry(entry_row.id, given.seen);
      perform private.write_answer(entry_row, jsonb_populate_record(null::public.shortlist_answers,
        to_jsonb(given) || jsonb_build_object('author', caller)));
      perform private.count_for_company(requirement_row.client_id, 'answers');
      answered := answered || entry_row.id;
    end loop;
    return cardinality(answered);
  end $function$;

CREATE OR REPLACE FUNCTION private.any_of (
  query tsquery
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(distinct word.matched[1], ' | ')::tsquery
      from regexp_matches(query::text, $word$('(?:[^']|'')+'(?::[*])?)$word$, 'g') as word (matched)
  $function$;

CREATE OR REPLACE FUNCTION private.asked_company (
  consent     public.candidate_consents,
  requirement public.job_requirements
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce((consent).former_company, private.company_name((requirement).client_id))
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
    update public.candidate_consents as consent
      set former_company = private.company_name(old.client_id), tell_at = null
      where consent.former_company is null and consent.entry_id in (
        select known.id from public.shortlist_entries as known where known.requirement_id = new.id);
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
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over'
                     when (mail).ids ? 'taken_back' then 'taken_back' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        -- Of a job that is over for them they know what the advert said.
        'job_title', coalesce(case when (mail).ids ?| array['over', 'taken_back'] then (
          select advert.title from public.adverts as advert where advert.requirement_id = requirement.id) end, requirement.job_title),
        'company', case when not (mail).ids ?| array['over', 'taken_back'] then private.company_name(requirement.client_id) end,
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
                 when (mail).ids ? 'taken_back' then shown.state = 'closed' and not private.has_open_answer(shown.id, true)
                 when (mail).ids ? 'over' then not private.has_open_answer(shown.id, true)
                   and case when shown.state = 'closed' then shown.turned_down_reason is not null
                            else shown.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()) end
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
        'purpose', coalesce(consent.purpose, 'page'), 'first_name', private.first_name_of(person),
        'state', case when consent.id is null then 'open' else private.question_state(consent) end,
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.asked_company(consent, requirement),
        'about', case when consent.former_company is null then private.job_facts(requirement) end, 'applied', private.applied_for(entry), 'is_by_mail', nullif(coalesce(entry.is_by_mail, false), false),
        'is_replaced', nullif(consent.id <> link.consent_id, false),
        -- Until when a no can be undone; then, or after a yes that was taken back, whether they may ask to be asked after all.
        'undo_until', case when consent.tell_at > now() and coalesce(entry.state = 'withdrawn', true) then consent.tell_at end,
        'may_reconsider', nullif(coalesce(
          entry.state = 'withdrawn' and coalesce(consent.tell_at <= now(), true) and num_nonnulls(consent.reconsidered_at, consent.former_company) = 0
            and requirement.status = any (private.open_statuses()) and not private.is_blocked(person, requirement.client_id), false), false),
        'is_reconsidered', nullif(consent.reconsidered_at is not null, false),
        'is_never', nullif(coalesce(consent.former_company is null and private.is_blocked(person, requirement.client_id), false), false),
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
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest', 'former_company'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at']
                - case when private.is_application(entry_row) then 'requirement_id' else '' end || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.asked_company(private.last_question(entry.id), requirement))
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

CREATE OR REPLACE FUNCTION private.candidates_page (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  room        integer
)
  RETURNS TABLE (
    candidate_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    query tsquery := private.candidate_query(words, city, filter);
    found uuid[];
    here uuid[] := array(select entry.candidate_id from public.shortlist_entries as entry
                           where entry.requirement_id = candidates_page.requirement and entry.state not in ('withdrawn', 'closed'));
  begin
    -- Words, a place or skills in which there is no word find nobody.
    if private.trimmed(words) is not null and private.search_query(words) is null
      or private.trimmed(city) is not null and private.place_query(city) is null
      or private.is_filled(array_to_string((filter).skills, ' ')) and private.search_query(array_to_string((filter).skills, ' ')) is null then
      return;
    elsif query is not null then
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where candidate.id <> all ($7)',
        case when found is not null then ' and candidate.id = any ($1)' when query is not null then ' and candidate.search @@ $2' end,
        case when (filter).yearly_pay is not null then concat(
          ' and (candidate.expected_pay_amount is not null and candidate.expected_pay_currency = ($3).pay_currency'
          ' and private.yearly_pay(candidate.expected_pay_amount, candidate.expected_pay_unit) <= ($3).yearly_pay',
          case when (filter).with_unknown then
            ' or candidate.expected_pay_amount is null or candidate.expected_pay_currency <> ($3).pay_currency' end, ')') end,
        case (filter).process
          when 'free' then ' and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'applied' then
            ' and candidate.id in (select entry.candidate_id from public.shortlist_entries as entry where entry.state = ''applied'')' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, filter, before_at, before_id, room, here;
  end $function$;

CREATE OR REPLACE FUNCTION private.check_applications_of_day (
  address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if 5 <= (select count(distinct given.applied_entry_id) from public.candidate_consents as given
               join public.candidates as twin on twin.id = given.candidate_id
               where private.applicant_mailbox(twin.email) = private.applicant_mailbox(address)
                 and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.check_confirmation (
  application private.applications,
  digest      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    select * into advert from public.adverts where requirement_id = application.requirement_id for share;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    elsif digest is not null and not (advert.is_named and digest = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.check_next_step (
  wanted      date,
  words       text,
  standing    date,
  standing_by uuid,
  seen        date
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if wanted is null and words is not null then
      raise exception 'next_day_missing' using errcode = 'PT422';
    elsif wanted not between private.today() and private.today() + 365 then
      raise exception 'next_day_out_of_reach' using errcode = 'PT422';
    elsif wanted is not null and standing is distinct from seen and standing is not null
      and standing_by is distinct from private.current_user_id() then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_entry (
  entry   uuid,
  is_own  boolean,
  is_rule boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    if entry_row.id is null or entry_row.state in ('withdrawn', 'closed') then
      return;
    elsif entry_row.state = 'applied' and not is_own then
      perform private.turn_down(entry_row.requirement_id, array[entry], null);
      return;
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where entry in (consent.entry_id, consent.applied_entry_id) and consent.closed_at is null and consent.refused_at is null
        and consent.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null, begins_on = null where ended.id = entry;
    if entry_row.state = any (private.shown_states()) then
      perform private.record_withdrawal(entry_row, is_own, is_rule);
    elsif is_own and entry_row.state = 'agreed' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    elsif is_rule then
      perform private.reopen_item(entry_row.requirement_id);
    end if;
    if entry_row.state = 'joined' then
      perform private.count_joined(entry_row.requirement_id, true);
    end if;
    if not is_own then
      perform private.tell_taken_back(entry_row);
    end if;
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
    shown_digest text := nullif(confirm_application.digest, '');
    person public.candidates;
    entry_row public.shortlist_entries;
    confirmation text;
    pressed_at timestamptz := now();
    words_beside text;
    is_theirs boolean;
  begin
    if private.is_confirmed(application) then
      return;
    end if;
    application := private.lock_application(application);
    if private.is_confirmed(application) then
      return;
    end if;
    perform private.check_confirmation(application, shown_digest);
    entry_row := private.entry_of_mailbox(application.requirement_id, application.email);
    confirmation := private.confirmation_case(application, entry_row);
    if confirmation in ('first', 'back') then
      perform private.check_applications_of_day(application.email);
    else
      -- After the press that this one has waited for: whose yes is whose is known by when it was given.
      pressed_at := clock_timestamp();
    end if;
    if confirmation = 'first' then
      person := private.record_of_applicant(private.applicant_of(application.entries, application.language));
    else
      select * into person from public.candidates where id = entry_row.candidate_id;
    end if;
    if confirmation <> 'beside' and person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    end if;
    words_beside := case when confirmation in ('late', 'beside') then application.entries ->> 'said'
                         when entry_row.state in ('applied', 'draft') then entry_row.said end;
    entry_row := case confirmation when 'first' then private.make_applied_entry(application, person.id)
                                   when 'beside' then entry_row
                                   else private.renew_applied_entry(application, entry_row, confirmation) end;
    if confirmation in ('first', 'back', 'again') or confirmation = 'late' and shown_digest is not null then
      perform private.write_application_consent(application, person, 'apply', pressed_at, entry_row.id,
        case when shown_digest is not null then private.digest_of(private.application_card(application)::text) end);
    end if;
    is_theirs := private.is_same_mailbox(person.email, application.email);
    if is_theirs and confirm_application.keep and not private.has_keep_consent(person.id) then
      perform private.write_application_consent(application, person, 'keep', pressed_at);
    end if;
    application.differs := private.differing_entries(person, application.entries, nullif(words_beside, entry_row.said));
    -- Where they work now is never shown anything, whatever the record says.
    if is_theirs and application.differs ? 'employer' then
      perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
    end if;
    update private.applications as confirmed
      set confirmed_at = pressed_at, entry_id = entry_row.id, differs = application.differs where confirmed.id = application.id;
    if confirmation in ('first', 'back') then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.confirmation_case (
  application private.applications,
  entry       public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case
        when (entry).id is null then 'first'
        when (entry).state in ('draft', 'withdrawn', 'closed') and not private.is_answered(entry) then 'back'
        when (entry).state <> 'applied' or not exists (
          select from public.candidates as person
            where person.id = (entry).candidate_id and private.is_same_mailbox(person.email, (application).email)) then 'beside'
        when exists (select from private.applications as other
                       where other.entry_id = (entry).id and other.created_at > (application).created_at) then 'late'
        else 'again' end
  $function$;

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
        'asked', count(*) filter (where entry.got >= 1 or 0 < (
          select count(*) from public.candidate_consents as question where question.entry_id = entry.id)),
        'agreed', count(*) filter (where entry.got >= 2 or 0 < (
          select count(question.given_at) from public.candidate_consents as question where question.entry_id = entry.id)),
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

CREATE OR REPLACE FUNCTION private.current_user_id()
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select person.id
      from auth.sessions as session
      join auth.users as person on person.id = session.user_id
      where session.id = (select (auth.jwt() ->> 'session_id')::uuid)
        and person.id = (select auth.uid())
        and coalesce(session.not_after > now(), true)
        and coalesce(person.banned_until <= now(), true)
        and person.deleted_at is null
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
             or private.is_answered(entry))
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
  $function$;

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
      select advert.requirement_id, advert.place, advert.work, advert.is_remote, advert.opened_at, advert.search,
             somewhere is null or advert.search @@ somewhere as is_there,
             -- Of some of the words nobody asks where else they are.
             case when has_no_word or takes_some and not (somewhere is null or advert.search @@ somewhere) then 0
                  when pay.yearly is not null and advert.requirement_id not in (
                    select paying.requirement_id from public.adverts as paying
                      where paying.tells_pay and paying.pay_currency = 'INR'
                        and private.yearly_pay(coalesce(paying.max_pay, paying.min_pay), paying.pay_unit) >= pay.yearly) then 0
                  when takes_some then (select coalesce(sum(term.weight), 0) from unnest(terms, weights) as term (query, weight)
                                          where advert.search @@ term.query)
                  else (wanted is null or advert.search @@ wanted)::integer end as share
        from private.open_adverts as advert
    ), matching as materialized (
      select job.requirement_id, job.opened_at, private.kinds_of_work(job.work) as kinds,
             wanted is not null and ts_rank('{0,0,0,1}', job.search, wanted) > 0 as is_called_so
        from jobs as job
        where job.is_there and job.share > 0 and job.share = (select max(best.share) from jobs as best where best.is_there)
    ), found as (
      select matching.* from matching where find_jobs.work is null or find_jobs.work = any (matching.kinds)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.is_called_so desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), anywhere as (
      select job.place, job.is_remote from jobs as job where job.share > 0 and (find_jobs.work is null or find_jobs.work = any (private.kinds_of_work(job.work)))
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
                     from (select job.place, count(*) as jobs from anywhere as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from anywhere as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.fold_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select replace(replace(replace(translate(
        regexp_replace(lower(normalize(private.latin_digits(value), NFKD)),
                       '[\u00AD\u0300-\u036F\u061C\u0640\u064B-\u065F\u0670\u093C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]',
                       '', 'g'),
        U&'\3002øłđħı\0649\06CC\06A9\0629', U&'.oldhi\064A\064A\0643\0647'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  $function$;

CREATE OR REPLACE FUNCTION private.found_clients (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with wanted as materialized (
      select private.search_query(words) as query
    ), named as materialized (
      -- Those with somebody who has a word of it: their people count. Of all others the company's own words are enough.
      select distinct member.client_id from wanted
        join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ private.any_of(wanted.query)
    )
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
      where client.id not in (select named.client_id from named)
    union all
    select client.id from wanted cross join named join public.clients as client on client.id = named.client_id
      cross join lateral (
        select string_agg(concat_ws(chr(10), member.full_name, member.phone), chr(10)) as words
          from public.client_members as member where member.client_id = client.id) as people
      where (client.search || private.words_of(people.words)) @@ wanted.query
    union all
    select member.client_id from auth.users as person
      join public.client_members as member on member.user_id = person.id
      where person.email = private.normal_address(words)
  $function$;

CREATE OR REPLACE FUNCTION private.is_answered (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).state = 'draft' then (entry).applied_at is not null
                else (entry).turned_down_at is not null and (entry).turned_down_reason is null end
      and not exists (
        select from public.adverts as advert
          where advert.requirement_id = (entry).requirement_id and advert.opened_at > coalesce((entry).turned_down_at, (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.is_confirmed (
  application private.applications
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  begin
    if application.id is null or application.ended_at is not null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    return application.confirmed_at is not null;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_free_code_word (
  requirement uuid,
  word        text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not exists (select from public.shortlist_entries as entry
                         where entry.requirement_id = is_free_code_word.requirement and entry.code_word = word)
  $function$;

CREATE OR REPLACE FUNCTION private.is_one_slip (
  typed text,
  word  text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select abs(length(typed) - length(word)) < 2 and typed <> word
      and length(translate(typed, word, '')) < 2 and length(translate(word, typed, '')) < 2 and exists (
      select from generate_series(0, length(typed)) as one cross join generate_series(0, length(word)) as other
        where left(typed, greatest(one - 1, 0)) || substr(typed, one + 1) = left(word, greatest(other - 1, 0)) || substr(word, other + 1)
          and (length(typed) > 5 or 0 in (one, other) or abs(one - other) < 2))
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
        from private.narrowest_parts(left(place, 200)) as part (name)
    ), joined as (
      select string_agg('(' || parts.query::text || ')', ' | ') filter (where not parts.is_country)::tsquery as towns,
             string_agg('(' || parts.query::text || ')', ' | ') filter (where parts.is_country)::tsquery as countries
        from parts
    )
    select coalesce(joined.towns && joined.countries, joined.towns, joined.countries) from joined
  $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
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
    ), compared as materialized (
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

CREATE OR REPLACE FUNCTION private.joined_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(regexp_replace(regexp_replace(normalize(lower(value), NFKD), '([aou])\u0308|ø', '\1e', 'g'), 'a\u030A', 'aa', 'g')),
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})(?:[''`\u00B4\u02BC\u2018\u2019]([a-z]+))?', '\1\2\3', 'g'),
        '(?<![a-z&''`\u00B4\u02BC\u2018\u2019])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])[. ]{1,2}(?=[a-z]\M)', '', 'g'),
        '\m([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)\M', '\1\2', 'g'),
        '\m([a-z]{1,2})[.]([a-z]{1,5})\M|\m([a-z]{1,3})[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.known_places()
  RETURNS TABLE (
    name      text,
    city      text,
    names     text[],
    region    text,
    is_abroad boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    with cities as (
      select string_to_array(city.names, ',') as names, string_to_array(state.names, ',') as states, false as is_abroad
        from (values
          (null, 'delhi,new delhi,dilli,दिल्ली;chandigarh;puducherry,pondicherry,pondy;daman;silvassa'),
          ('uttar pradesh', 'noida,नोएडा;greater noida;ghaziabad;prayagraj,allahabad;varanasi,benares,banaras;ayodhya,faizabad;'
            || 'kanpur,cawnpore;lucknow;agra;meerut;bareilly;moradabad;aligarh;gorakhpur;jhansi;mathura'),
          ('haryana', 'gurugram,gurgaon,gurugaon,गुरुग्राम,गुडगांव,गुडगाँव;faridabad;manesar;sonipat,sonepat;bahadurgarh;panchkula;nuh,mewat;ambala;karnal;'
            || 'panipat;rohtak;hisar'),
          ('punjab', 'mohali,sas nagar,sahibzada ajit singh nagar;rupnagar,ropar;ludhiana;amritsar;jalandhar;patiala'),
          ('maharashtra', 'mumbai,bombay,मुंबई;navi mumbai;thane;bhiwandi;pune,poona,पुणे;nagpur;solapur;kolhapur;satara;sangli;'
            || 'nashik,nasik;chhatrapati sambhajinagar,aurangabad;dharashiv,osmanabad;ahilyanagar,ahmednagar'),
          ('karnataka', 'bengaluru,bangalore,bengalooru,बेंगलुरु;mysuru,mysore;mangaluru,mangalore;hubballi,hubli;belagavi,belgaum;'
            || 'kalaburagi,gulbarga;shivamogga,shimoga;tumakuru,tumkur;ballari,bellary;vijayapura,bijapur'),
          ('tamil nadu,tamilnadu', 'chennai,madras,चेन्नई;tiruchirappalli,trichy,tiruchi;thoothukudi,tuticorin;coimbatore,kovai;'
            || 'thanjavur,tanjore;udhagamandalam,ooty;tirunelveli,nellai;madurai;salem;erode;tiruppur,tirupur;vellore;hosur;'
            || 'sriperumbudur;oragadam'),
          ('kerala', 'kochi,cochin,ernakulam;thiruvananthapuram,trivandrum;kozhikode,calicut;thrissur,trichur;kollam,quilon;'
            || 'kannur,cannanore;alappuzha,alleppey;palakkad,palghat;kottayam;malappuram'),
          ('gujarat', 'vadodara,baroda;kutch,kachchh;ahmedabad;surat;rajkot;bhavnagar;jamnagar;gandhinagar;vapi;ankleshwar;bharuch'),
          ('telangana', 'hyderabad,secunderabad,हैदराबाद;warangal;karimnagar'),
          ('andhra pradesh', 'visakhapatnam,vizag,vishakhapatnam;vijayawada,bezawada;sri city;nellore;guntur;tirupati;kurnool;'
            || 'rajahmundry;kakinada'),
          ('rajasthan', 'jaipur;jodhpur;udaipur;kota;ajmer;bikaner;alwar'),
          ('madhya pradesh', 'indore;bhopal;gwalior;jabalpur;ujjain'),
          ('uttarakhand', 'dehradun,dehra dun;haridwar;roorkee;haldwani;rudrapur'),
          ('himachal pradesh,himachal', 'shimla,simla;baddi'),
          ('jharkhand', 'jamshedpur,tatanagar;ranchi;dhanbad;bokaro'),
          ('bihar', 'patna;gaya;muzaffarpur'),
          ('west bengal', 'kolkata,calcutta,कोलकाता;siliguri;durgapur;asansol;howrah'),
          ('odisha,orissa', 'bhubaneswar,bhubaneshwar;cuttack;rourkela'),
          ('chhattisgarh', 'raipur;bhilai;bilaspur'),
          ('assam', 'guwahati,gauhati;dibrugarh;silchar'), ('manipur', 'imphal'), ('meghalaya', 'shillong'), ('mizoram', 'aizawl'),
          ('tripura', 'agartala'), ('nagaland', 'kohima'), ('arunachal pradesh', 'itanagar'), ('sikkim', 'gangtok'), ('ladakh', 'leh'),
          ('kashmir', 'jammu;srinagar'), ('goa', 'panaji,panjim;vasco;margao')
        ) as state (names, cities)
        cross join lateral string_to_table(state.cities, ';') as city (names)
      union all
      select string_to_array(city.names, ','), null, true
        from string_to_table('dubai;abu dhabi;sharjah;riyadh;jeddah;dammam;munich,munchen,muenchen;cologne,koln,koeln;geneva,geneve;yangon,rangoon;'
          || 'ho chi minh city,saigon', ';') as city (names)
    ), regions (name, cities) as (
      values ('ncr', 'delhi,noida,greater noida,gurugram,ghaziabad,faridabad,manesar,sonipat,bahadurgarh'),
        ('mmr', 'mumbai,navi mumbai,thane,bhiwandi'), ('tricity', 'mohali,chandigarh,panchkula'),
        ('uae', 'dubai,abu dhabi,sharjah'), ('ksa', 'riyadh,jeddah,dammam')
    )
    select called.name, city.names[1] as city, array_remove(city.names || city.states || region.name, null) as names,
           region.name as region, city.is_abroad
      from cities as city
      left join regions as region on city.names[1] = any (string_to_array(region.cities, ','))
      cross join lateral unnest(city.names) as called (name)
    union all
    select distinct state.name, null, '{}'::text[], null, false from cities as city cross join lateral unnest(city.states) as state (name)
    union all
    select country.name, null, '{}', null, country.is_abroad
      from (select name, false as is_abroad from string_to_table('india,bharat,भारत,ncr', ',') as name
            union all select name, true from string_to_table(
            'uae,u a e,united arab emirates,emirates,ajman,fujairah,ras al khaimah,ksa,saudi,saudi arabia,jubail,khobar'
            || ',al khobar,mecca,makkah,medina,neom,qatar,doha,oman,muscat,sohar,salalah,kuwait,bahrain,manama,iraq,baghdad'
            || ',basra,iran,tehran,israel,jerusalem,tel aviv,haifa,jordan,amman,lebanon,beirut,syria,yemen,turkey,turkiye'
            || ',istanbul,ankara,egypt,cairo,libya,tripoli,algeria,tunisia,morocco,sudan,south sudan,nigeria,lagos,abuja,ghana'
            || ',accra,kenya,nairobi,tanzania,dar es salaam,uganda,kampala,ethiopia,addis ababa,rwanda,kigali,zambia,lusaka'
            || ',zimbabwe,harare,mozambique,angola,congo,cameroon,senegal,botswana,namibia,south africa,johannesburg,cape town'
            || ',durban,mauritius,seychelles,madagascar,maldives,male,sri lanka,colombo,nepal,kathmandu,bhutan,thimphu'
            || ',bangladesh,dhaka,chittagong,pakistan,karachi,lahore,afghanistan,kabul,myanmar,burma,thailand,bangkok,vietnam'
            || ',hanoi,ho chi minh,cambodia,phnom penh,laos,malaysia,kuala lumpur,penang,johor,singapore,indonesia'
            || ',jakarta,bali,philippines,manila,brunei,china,beijing,shanghai,shenzhen,guangzhou,hong kong,macau,taiwan,taipei'
            || ',japan,tokyo,osaka,yokohama,korea,south korea,seoul,busan,mongolia,kazakhstan,almaty,uzbekistan,tashkent'
            || ',turkmenistan,azerbaijan,baku,armenia,yerevan,tbilisi,russia,moscow,st petersburg,ukraine,kyiv,belarus,minsk'
            || ',moldova,germany,deutschland,berlin,hamburg,frankfurt,stuttgart,dusseldorf,netherlands,holland,amsterdam'
            || ',rotterdam,eindhoven,ireland,dublin,cork,france,paris,lyon,spain,madrid,barcelona,italy,milan,rome,turin,austria'
            || ',vienna,belgium,brussels,antwerp,portugal,lisbon,porto,finland,helsinki,greece,athens,switzerland,zurich,basel'
            || ',sweden,stockholm,gothenburg,norway,oslo,denmark,copenhagen,iceland,poland,warsaw,krakow,czech republic,czechia'
            || ',prague,slovakia,bratislava,hungary,budapest,romania,bucharest,bulgaria,sofia,serbia,belgrade,croatia,zagreb'
            || ',slovenia,ljubljana,estonia,tallinn,latvia,riga,lithuania,vilnius,malta,cyprus,luxembourg,albania,uk,u k'
            || ',united kingdom,great britain,england,scotland,wales,london,manchester,birmingham,leeds,liverpool,bristol'
            || ',glasgow,edinburgh,aberdeen,belfast,usa,u s a,u s,united states,america,new york,nyc,new jersey,california,texas'
            || ',florida,washington,boston,chicago,austin,dallas,houston,seattle,san francisco,los angeles,san jose,atlanta,ohio'
            || ',michigan,detroit,illinois,massachusetts,pennsylvania,philadelphia,north carolina,arizona,phoenix,denver'
            || ',colorado,canada,toronto,vancouver,montreal,ottawa,calgary,ontario,alberta,mexico,mexico city,brazil,sao paulo'
            || ',argentina,buenos aires,chile,santiago,colombia,bogota,peru,lima,ecuador,panama,costa rica,guyana,trinidad'
            || ',jamaica,australia,sydney,melbourne,brisbane,perth,adelaide,new zealand,auckland,wellington,fiji'
            || ',papua new guinea', ',') as name) as country
  $function$;

CREATE OR REPLACE FUNCTION private.list_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  size        integer
)
  RETURNS SETOF public.listed_candidate
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    company as materialized (
      select client.id, client.company_name as name, private.domains_of(client.id) as domains
        from public.job_requirements as sought join public.clients as client on client.id = sought.client_id
        where sought.id = list_candidates.requirement
    )
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period,
           private.notice_days(kept.notice_period), kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit,
           kept.email, kept.phone, private.has_keep_consent(kept.id),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           private.entries_elsewhere(kept.id, list_candidates.requirement),
           (select case when entry.turned_down_at is not null then 'turned_down' else entry.state end
              from public.shortlist_entries as entry
             where entry.requirement_id = list_candidates.requirement and entry.candidate_id = kept.id),
           case when company.id is not null then private.matches_blocklist(kept, company.id, company.domains) else false end,
           case when company.id is not null then private.near_names(kept, company.name) else '{}' end,
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      left join company on true
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, requirement, before_at,
                                                 before_id, least(greatest(size, 1), 100) + 1)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.lock_application (
  application private.applications
)
  RETURNS private.applications
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
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
      where held.id = application.id and held.ended_at is null for update;
    return application;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_applied_entry (
  application private.applications,
  candidate   uuid
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made public.shortlist_entries;
  begin
    insert into public.shortlists (requirement_id) values (application.requirement_id) on conflict do nothing;
    insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said, told_company)
      values (application.requirement_id, candidate, 'applied',
              case when private.is_free_code_word(application.requirement_id, application.code_word) then application.code_word
                   else private.next_applied_word(application.requirement_id) end,
              private.applied_card_fields(), now(), application.entries ->> 'said',
              private.advertised_company(application.requirement_id))
      returning * into made;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1),
                    string_agg(distinct word collate "C", ' '))
      from regexp_split_to_table(
             regexp_replace(private.fold_text(name), '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E\u2190-\u2BFF\U0001F000-\U0001FAFF]+') as word
      where word <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.narrowest_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select part.name, known.city, known.names, known.region, known.is_abroad
        from private.place_parts(place) as part (name) left join private.places as known on known.name = part.name
    )
    select named.name from named
      where named.city is not null or not exists (
        select from named as other
          where other.city is not null and named.name is distinct from other.region
            and (private.same_place(named.name) && other.names or named.name in ('india', 'bharat') and not other.is_abroad))
  $function$;

CREATE OR REPLACE FUNCTION private.note_talk (
  candidate  uuid,
  form       uuid,
  words      text,
  channel    text,
  entry      uuid,
  next_on    date,
  next_words text,
  seen_next  date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    person public.candidates := private.lock_candidate(candidate);
    entry_row public.shortlist_entries;
    said text := private.trimmed_straight(words);
    next_said text := private.trimmed_straight(note_talk.next_words);
    standing date := person.next_on;
    set_by uuid := person.next_by;
    written uuid := (select talk.id from public.candidate_notes as talk where talk.author = caller and talk.form_id = form);
  begin
    if written is not null then
      return written;
    elsif entry is not null then
      select * into entry_row from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
      if entry_row.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      standing := entry_row.next_on;
      set_by := entry_row.next_by;
    end if;
    perform private.check_next_step(next_on, next_said, standing, set_by, seen_next);
    if said is not null then
      written := private.repeated_talk(candidate, caller, entry, note_talk.channel, said);
      if written is null then
        insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel)
          values (candidate, caller, said, form, entry, note_talk.channel) returning id into written;
      end if;
      update public.candidates set last_activity_at = now() where id = candidate;
    end if;
    if next_on is null and standing is distinct from seen_next then
      return written;
    elsif entry is not null then
      update public.shortlist_entries as edited
        set next_on = note_talk.next_on, next_words = next_said, next_by = case when note_talk.next_on is not null then caller end
        where edited.id = entry;
    else
      update public.candidates as edited
        set next_on = note_talk.next_on, next_words = next_said, next_by = case when note_talk.next_on is not null then caller end
        where edited.id = candidate;
    end if;
    return written;
  end $function$;

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
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed' or entry.state = 'draft' and moved.is_so, 'digest', private.card_digest(entry),
                'seal', private.seal_of(entry),
                'company', private.asked_company(newest, requirement), 'job_title', requirement.job_title, 'location', requirement.location,
                'about', private.job_facts(requirement), 'applied', private.applied_for(entry),
                'is_open', requirement.status = any (private.open_statuses()) and not moved.is_so,
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'undo_until', case when entry.state = 'withdrawn' and newest.tell_at > now()
                                and private.is_still_theirs(newest) then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and not moved.is_so and private.is_blocked(person, requirement.client_id),
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
              -- Of a job that is another company's since, that question is over, and nothing is told.
              cross join lateral (select newest.former_company is not null as is_so) as moved
              where entry_row.candidate_id = person.id and not private.is_application(entry_row)),
          'applications', private.own_applications(person.id), 'forgotten_at', private.forgotten_at(person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.phone_numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(number.dialled order by run.place), '{}')
      from (values ('(?:(?:91[ -]?)?[6-9][0-9]{4}[ -]?[0-9]{5}|0[1-9][0-9]{1,3}[ -]?[0-9]{6,8})')) as indian (number)
      cross join lateral regexp_matches(
             regexp_replace(regexp_replace(regexp_replace(private.latin_digits(value), '(?<![0-9/])(0[1-9][0-9]{1,3})/(?=[0-9]{5})', '\1-', 'g'),
               '(?<![0-9])(' || indian.number || ') (?= {0,2}' || indian.number || '(?![0-9]))', '\1,', 'g'),
               '(?<![a-z])(?:ext(?:ensio)?n?|x|#)[.: ]{0,3}[0-9]{1,6}(?![0-9])'
                 || '|(?<![0-9])(?:(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?)?'
                   || '(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[ap]\.?m(?![a-z])'
                 || '|(?<![0-9])[0-9]{1,2}(?= to [0-9]{1,2}(?![0-9]))'
                 || '|(?<![0-9])[0-9]{1,2}:[0-9]{2}(?![0-9])'
                 || '|(?<= )(?:[6-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?'
                   || '(?:[1-9]|1[0-9]|2[0-4])(?:[.:][0-9]{2})?(?![0-9]|[ .-][0-9])'
                 || '|(?<![0-9])24 ?[x/*] ?7(?![0-9])',
               'x', 'gi'),
             '\(?\+?\(?(?:[0-9][ \u00A0\u2010-\u2015().-]{0,3}){6}[0-9](?:[ \u00A0\u2010-\u2015.)-]{0,3}[0-9])*',
             'g') with ordinality as run (signs, place)
      cross join lateral (
        select run.signs[1] ~ '^\(?\+|^\(?00|^\(?[1-9][0-9]{0,2}\)?[ -]?\(0\)' as is_abroad) as code
      cross join lateral (
        select regexp_replace(case when code.is_abroad then regexp_replace(run.signs[1], '\( ?0 ?\)', '')
                                   else run.signs[1] end, '[^0-9]', '', 'g') as digits) as typed
      cross join lateral (
        select case when not code.is_abroad or typed.digits ~ '^0[1-9]' then typed.digits
                    else regexp_replace('+' || ltrim(typed.digits, '0'),
                           '^\+(2[07]|3[1236]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|880|9[67][0-9])0+', '+\1')
               end as dialled) as number
      where length(ltrim(number.dialled, '+0')) between 7 and 15
  $function$;

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || name) || ' | ' || quote_literal('@' || name || ' ') || ':*', ' | ')::tsquery
      from private.narrowest_parts(left(place, 200)) as part cross join lateral unnest(private.same_place(part)) as name
  $function$;

CREATE OR REPLACE FUNCTION private.purge_expired()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as item
      where item.created_at < expiry and item.requirement_id is null
        or item.requirement_id in (select requirement_row.id from public.job_requirements as requirement_row
                                    where requirement_row.status = any (private.closed_statuses()) and requirement_row.updated_at < expiry)
      order by item.id for update;
    for relation in
      select 'public.' || known.relation from private.public_forms() as known
      union all values ('public.activity_log'), ('public.mail_outbox'), ('auth.audit_log_entries'), ('private.spam_senders')
    loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    perform private.purge_short_lived();
    perform private.forget_candidate(expired) from private.expired_candidates() as expired;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    counts := counts || jsonb_build_object('applications', private.forget_unconfirmed());
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for. Where there are members, it is what
    -- their owners have written.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member where member.client_id = client.id);
    delete from public.job_requirements where status = any (private.closed_statuses()) and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    counts := counts || (select to_jsonb(purged) from private.purge_unused_accounts(expiry) as purged);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $function$;

CREATE OR REPLACE FUNCTION private.purge_short_lived()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    delete from private.form_senders where created_at < now() - interval '1 hour';
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    delete from private.candidate_codes where created_at < now() - interval '1 day';
    delete from private.candidate_sessions where expires_at < now();
    delete from private.candidate_imports where created_at < now() - private.import_lasts();
    delete from private.sealed_candidates
      where created_at < now() - (select make_interval(days => sealed_days) from private.settings);
  $function$;

CREATE OR REPLACE FUNCTION private.purge_unused_accounts (
  expiry timestamp with time zone
)
  RETURNS TABLE (
    clients  integer,
    accounts integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    unused uuid[] := array(
      select person.id from auth.users as person
        where greatest(person.created_at, person.last_sign_in_at) < expiry
          and not exists (select from public.user_roles as user_role where user_role.user_id = person.id and user_role.role <> 'client')
          and not exists (select from public.client_members as member
                           join public.job_requirements as requirement on requirement.client_id = member.client_id
                           where member.user_id = person.id));
  begin
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics clients = row_count;
    delete from auth.users where id = any (unused);
    get diagnostics accounts = row_count;
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.question_state (
  consent public.candidate_consents
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (consent).withdrawn_at is not null then 'withdrawn' when (consent).refused_at is not null then 'refused'
                when (consent).closed_at is not null then case
                  when (consent).former_company is null and exists (select from public.shortlist_entries as entry
                                where entry.id = (consent).entry_id and entry.state = 'draft') then 'changed' else 'closed' end
                when (consent).given_at is not null then case when (consent).ends_at <= now() then 'ended' else 'given' end
                when (consent).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as requirement on requirement.id = entry.requirement_id
                    where entry.id = (consent).entry_id and requirement.status = any (private.open_statuses())) then 'closed'
                else 'open' end
  $function$;

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
               -- When whoever is turned down now is told (private.by_day).
               'mailed_at', private.answer_mailed_at(),
               -- Of those the ones who wait, as sites of before 27 November 2026, 10:00, read them.
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

CREATE OR REPLACE FUNCTION private.reconsider_entry (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    person public.candidates;
    requirement public.job_requirements;
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    select * into person from public.candidates where id = entry_row.candidate_id;
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif entry_row.state <> 'withdrawn' then
      return;
    elsif person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    elsif requirement.status <> all (private.open_statuses()) or (private.last_question(entry)).former_company is not null then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where said.entry_id in (select private.entries_beside(entry)) and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    if found then
      perform private.cancel_question(entry_row.id);
      perform private.record_candidates(requirement.id, 'candidates_reconsidered', array[entry_row.id], true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_applied_entry (
  application  private.applications,
  entry        public.shortlist_entries,
  confirmation text
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare words text := application.entries ->> 'said';
  begin
    update public.candidate_consents as before set closed_at = now()
      where confirmation <> 'late' and before.applied_entry_id = entry.id and before.closed_at is null;
    if confirmation = 'back' then
      perform private.cancel_question(entry.id);
    end if;
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where coalesce(said.entry_id, said.applied_entry_id) = entry.id and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    update public.shortlist_entries as waiting
      set state = 'applied', applied_at = case when confirmation = 'back' then now() else waiting.applied_at end,
          said = case confirmation when 'back' then words when 'again' then coalesce(words, waiting.said)
                                   else coalesce(waiting.said, words) end,
          told_company = private.advertised_company(waiting.requirement_id),
          -- The card that they have read now has this one.
          code_word = case when confirmation = 'again' and private.is_free_code_word(waiting.requirement_id, application.code_word)
            then application.code_word else waiting.code_word end
      where waiting.id = entry.id returning * into entry;
    return entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid,
  most      integer
)
  RETURNS TABLE (
    requirement_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    statuses public.requirement_status[] := enum_range(filter.status, filter.status);
    room integer := least(most, 500);
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if filter.words is null then
      return query
        select requirement.id from public.job_requirements as requirement
          where (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (filter.client is null or requirement.client_id = filter.client)
            and (filter.only_group is null
                 or exists (select from private.grouped_requirements as open
                              where open.requirement_id = requirement.id and filter.only_group in ('open', open.work_group)))
            and (after_id is null or (requirement.created_at, requirement.id) < (after_key, after_id))
          order by requirement.created_at desc, requirement.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if filter.client is not null then
        query := query && quote_literal(private.company_lexeme(filter.client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id
          where item.kind = 'requirement'
            and (found is not null or private.has_words(item.search, query))
            and (found is null or item.id = any (found))
            and (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.restore_entry (
  entry  uuid,
  former jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update public.shortlist_entries as restored
      set answered_at = (former ->> 'answered_at')::timestamptz,
          interview_at = (former ->> 'interview_at')::timestamptz,
          state = case when restored.state in ('shown', 'interview') then former ->> 'state' else restored.state end
      where restored.id = entry
  $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || reading.query::text || ')', ' | ')::tsquery
      from left(private.fold_text(left(words, 400)), 200) as typed,
           left(private.joined_text(left(words, 400)), 200) as joined,
           private.with_plain_numbers(typed) as plain
      cross join lateral (
        select private.read_words(typed)
        union select private.read_words(joined) where joined <> typed
        union select private.read_words(plain) where plain <> typed and plain ~ '[0-9]{5}'
        union select private.any_number_of(typed) where typed ~ '^[0-9+(). /\u2010-\u2015-]+$') as reading (query)
      where reading.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.spaced_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(value),
        '([a-z0-9])[+][+]|(?<![a-z0-9])([a-z]) plus plus(?![a-z0-9])', '\1\2plusplus', 'g'),
        '(?<![a-z0-9])([a-z])(?:#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?:[.]|(?<![a-z0-9])dot ?)net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u066A-\u066D\u0964\u0965\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u3001-\u3003\U0001F000-\U0001FAFF]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.tell_answers()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirements uuid[] := array(
      select requirement.id from public.job_requirements as requirement
        where requirement.id in (select entry.requirement_id from public.shortlist_answers as answer
                             join public.shortlist_entries as entry on entry.id = answer.entry_id
                             where answer.former is not null and answer.undo_until <= now())
        order by requirement.id limit 50 for no key update skip locked);
    told record;
    final uuid[];
  begin
    -- In the order of everybody who holds several.
    perform from public.inbox_items where requirement_id = any (requirements) order by id for update;
    for told in
      select entry.id, entry.requirement_id, entry.shown_at, answer.verdict, answer.author, person.email, requirement.client_id,
             entry.interview_at is not null
               and entry.interview_at is distinct from (untold.before ->> 'interview_at')::timestamptz as is_opening,
             untold.before, requirement.status = any (private.open_statuses()) as is_open,
             entry.answered_at is not null and answer.created_at >= entry.shown_at
               and entry.state = any (private.shown_states()) as is_standing
        from public.shortlist_entries as entry
        join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
        join public.job_requirements as requirement on requirement.id = entry.requirement_id
        join public.candidates as person on person.id = entry.candidate_id
        cross join lateral (select private.former_of(entry) as before) as untold
        where entry.requirement_id = any (requirements) and answer.former is not null and answer.undo_until <= now()
        order by entry.id for update of entry
    loop
      final := final || told.id;
      continue when not told.is_standing or not told.is_opening;
      if not told.is_open then
        delete from public.shortlist_answers as dropped where dropped.entry_id = told.id and dropped.former is not null;
        perform private.restore_entry(told.id, told.before);
        continue;
      end if;
      insert into public.activity_log (actor, action, subject_kind, subject, other)
        values (told.author, 'contact_opened', 'entry', told.id, told.client_id);
      -- Once for each time that they are shown.
      if told.email is not null then
        perform private.enqueue_mail(
          'candidate_news', 'interview.' || told.id || '.' || extract(epoch from told.shown_at)::bigint,
          jsonb_build_object('entry', told.id, 'interview', told.id), address => told.email);
      end if;
    end loop;
    -- What was dealt with while it could be undone brings no line back.
    perform private.record_candidates(given.requirement_id, 'candidates_answered', given.entries, given.is_open, given.author)
      from (select entry.requirement_id, answer.author, array_agg(entry.id order by entry.id) as entries,
                   not bool_and(coalesce(entry.dealt_at >= entry.answered_at, false)) as is_open
              from public.shortlist_entries as entry
              join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
              join public.job_requirements as requirement
                on requirement.id = entry.requirement_id and requirement.status = any (private.open_statuses())
              where entry.id = any (final) and entry.answered_at is not null and answer.created_at >= entry.shown_at
                and entry.state = any (private.shown_states())
              group by entry.requirement_id, answer.author order by entry.requirement_id, answer.author) as given;
    perform private.note_requirement_answered(requirement.id, requirement.recruiter_id), private.renew_open_requirement(requirement.id)
      from public.job_requirements as requirement
      where requirement.id = any (requirements) and requirement.status = any (private.open_statuses())
        and exists (select from public.shortlist_entries as entry
                     where entry.id = any (final) and entry.requirement_id = requirement.id and entry.dealt_at >= entry.answered_at)
        and not private.has_open_answer(requirement.id);
    update public.shortlist_answers as answer set former = null
      where answer.entry_id = any (final) and answer.former is not null;
  end $function$;

CREATE OR REPLACE FUNCTION private.tell_taken_back (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'candidate_news', 'taken_back.' || (entry).id || '.' || extract(epoch from now())::bigint,
        jsonb_build_object('entry', (entry).id, 'taken_back', (entry).requirement_id), address => person.email,
        not_before => private.answer_mailed_at())
      from public.candidates as person
      where person.id = (entry).candidate_id and person.email is not null and (entry).applied_at is not null
        and (entry).state in ('draft', 'asked', 'agreed', 'shown', 'interview') and not private.has_open_answer((entry).id, false)
  $function$;

CREATE OR REPLACE FUNCTION private.term_query (
  term text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || regexp_replace(spelling.phrase::text, '([^'' ]{3})''$', '\1'':*') || ')', ' | ')::tsquery
      from (select distinct phraseto_tsquery('simple', private.spaced_text(written)) as phrase
              from unnest(array[term, private.joined_text(term)]) as written) as spelling
      where numnode(spelling.phrase) > 0
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
                || case when coalesce((requirement).min_salary % 12 = 0, true) and coalesce((requirement).max_salary % 12 = 0, true)
                     then '{"told_for": "month"}'::jsonb else '{}' end
         from public.shortlists as list
         where list.requirement_id = (requirement).id and list.tells_pay
           and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
  $function$;

CREATE OR REPLACE FUNCTION private.undo_answer (
  requirement uuid,
  answer      uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    entry_row public.shortlist_entries;
    said public.shortlist_answers;
  begin
    select entry.* into entry_row from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id and entry.requirement_id = requirement_row.id
      where given.id = answer for update of entry;
    select * into said from public.shortlist_answers as given where given.id = answer;
    if entry_row.id is null or said.id is distinct from private.last_answer(entry_row.id) or said.author is distinct from private.current_user_id()
      or said.former is null or said.undo_until <= now() or said.created_at < entry_row.shown_at then
      return false;
    end if;
    delete from public.shortlist_answers as given where given.id = said.id;
    perform private.restore_entry(entry_row.id, said.former);
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.words_of (
  value text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(private.spaced_text(value), ''))
           || case when joined.words <> private.fold_text(value) then to_tsvector('simple', private.spaced_text(joined.words)) else '' end
           || array_to_tsvector(private.numbers_in(coalesce(value, '')))
      from private.joined_text(value) as joined (words)
  $function$;

CREATE OR REPLACE FUNCTION private.write_answer (
  entry  public.shortlist_entries,
  answer public.shortlist_answers
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    last public.shortlist_answers;
    told_after timestamptz := now() + private.answer_undo_lasts();
  begin
    select * into last from public.shortlist_answers as said where said.id = private.last_answer(entry.id);
    if last.author = answer.author and last.verdict <> answer.verdict then
      answer.reason := nullif(answer.reason, last.reason);
      answer.words_for_agency := nullif(answer.words_for_agency, last.words_for_agency);
      answer.words_for_candidate := nullif(answer.words_for_candidate, last.words_for_candidate);
    end if;
    if answer.verdict = 'known' and answer.reason is null then
      raise exception 'reason_missing' using errcode = 'PT422', hint = entry.id::text;
    end if;
    insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate, undo_until, former)
      values (entry.id, answer.author, answer.verdict, answer.reason, answer.words_for_agency, answer.words_for_candidate, told_after,
              jsonb_build_object('state', entry.state, 'answered_at', entry.answered_at, 'interview_at', entry.interview_at));
    -- What was not told is not told before this is.
    update public.shortlist_answers as untold set undo_until = told_after
      where untold.entry_id = entry.id and untold.former is not null;
    update public.shortlist_entries as answered
      set answered_at = now(),
          state = case when entry.state not in ('shown', 'interview') then entry.state
                       when answer.verdict = 'interview' then 'interview' else 'shown' end,
          interview_at = case when answer.verdict = 'interview' and private.is_opened(entry) then entry.interview_at
                              when answer.verdict = 'interview' then told_after end
      where answered.id = entry.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.write_application_consent (
  application private.applications,
  person      public.candidates,
  purpose     text,
  given_at    timestamp with time zone,
  entry       uuid                     DEFAULT NULL::uuid,
  card_digest text                     DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at, given_at,
                                           card_digest, mailbox_digest)
      values ((person).id, purpose, entry, private.notice_version(), (application).language,
              private.basis_for((person).country), (application).created_at, given_at, card_digest, private.subject_of((person).email))
  $function$;

REVOKE ALL ON FUNCTION "private"."advertised_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."any_of"(tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_company"(public.candidate_consents, public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_applications_of_day"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_confirmation"(private.applications, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_next_step"(date, text, date, uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirmation_case"(private.applications, public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answered"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_confirmed"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_free_code_word"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."joined_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."joined_text"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."lock_application"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_applied_entry"(private.applications, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."narrowest_parts"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."purge_short_lived"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."purge_unused_accounts"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_applied_entry"(private.applications, public.shortlist_entries, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_entry"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_taken_back"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_answer"(public.shortlist_entries, public.shortlist_answers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_application_consent"(private.applications, public.candidates, text, timestamp WITH time zone, uuid, text) FROM PUBLIC;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_former_company_check" CHECK (private.is_text(former_company, 200)) NOT VALID;

-- Gurgaon is known by its name in Hindi, Cologne and Munich as they are written without umlauts.
refresh materialized view private.places;

-- Names as others write them, Arabic letters and numbers side by side are found once the schedule has come to each row. What is
-- compared by the name of such a row is made anew with it.
select private.renew_search();
