set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "raise_version" ON "public"."shortlists";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

DROP FUNCTION "private"."answer_company"(uuid, boolean);

DROP FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean);

DROP FUNCTION "private"."show_candidates"(uuid, uuid[], integer[]);

DROP FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean);

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "way" text;

ALTER TABLE "public"."requirement_events"
  ADD COLUMN "entry_ids" uuid[];

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "said_how" text;

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "said_by" text;

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "said_on" date;

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "noted_by" uuid;

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "noted_over" jsonb;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "is_by_mail" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."shortlists"
  ADD COLUMN "is_by_mail" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.answer_company (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.answer_due(requirement) is not null or exists (
      select from public.inbox_items as item where item.requirement_id = answer_company.requirement and item.state in ('new', 'open'))
    then
      perform private.note_requirement_answered(requirement, private.current_user_id());
      perform private.renew_open_requirement(requirement);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.apply_state (
  caller     uuid,
  item       public.inbox_items,
  next_state public.inbox_state,
  due        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    holder uuid := case when private.is_team(item.assignee) and (item.claim_expires_at <= now()) is not true
                     then item.assignee end;
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and item.state <> 'waiting' then now() + interval '7 days' else item.due_at end);
  begin
    if next_state = item.state and next_due = item.due_at then
      return;
    end if;
    -- What was closed and is not any more has come back.
    if item.state in ('done', 'spam') and next_state not in ('done', 'spam') then
      holder := private.receiver_of(holder);
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then private.claim_end(item.requirement_id) else claim_expires_at end end
      where id = item.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (item.id, caller, case when next_state = item.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> item.state then jsonb_build_array(item.state, next_state) end,
          'due_at', case when next_due <> item.due_at then jsonb_build_array(item.due_at, next_due) end)));
  end $function$;

CREATE OR REPLACE FUNCTION private.audience_of (
  client uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'client_id', company.id, 'company', company.company_name,
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'name', member.full_name,
                   'requirements', private.frequency_of(member.user_id, 'requirements') <> 'never',
                   'messages', private.frequency_of(member.user_id, 'messages') <> 'never') order by member.created_at, member.user_id), '[]')
          from public.client_members as member where member.client_id = company.id),
      'invited', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', invitation.id, 'email', invitation.email, 'issued_at', invitation.issued_at,
                   'is_expired', invitation.expires_at <= now()) order by invitation.issued_at desc, invitation.id), '[]')
          from (select * from public.invitations as sent
                  where sent.client_id = company.id and private.invitation_state(sent) in ('open', 'expired')
                  order by sent.issued_at desc, sent.id limit 3) as invitation))
      from public.clients as company where company.id = client
  $function$;

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
        'about', private.job_facts(requirement), 'is_by_mail', nullif(entry.is_by_mail, false), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
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

CREATE OR REPLACE FUNCTION private.candidate_cards_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.company_name(requirement.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'cards', cards.listed))
      from public.requirement_events as event
      join public.job_requirements as requirement on requirement.id = event.requirement_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('card', entry.card - 'name', 'pitch', entry.pitch, 'seal', private.seal_of(entry) ->> 'mark',
                                            'name', coalesce(entry.card ->> 'name', entry.code_word)) order by entry.created_at, entry.id)
                 as listed
          from public.shortlist_entries as entry
          where entry.id = any (event.entry_ids) and entry.requirement_id = requirement.id and entry.is_by_mail
            and entry.state = any (private.shown_states()) and private.has_consent(entry)) as cards
      where event.id = ((mail).ids ->> 'event')::uuid and cards.listed is not null
        and requirement.status = any (private.open_statuses())
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
                     when (mail).ids ? 'consent' then 'phone_yes' when shown.is_by_mail then 'sent' else 'shown' end,
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
        'about', private.job_facts(requirement), 'is_by_mail', nullif(coalesce(entry.is_by_mail, false), false),
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

CREATE OR REPLACE FUNCTION private.claim_end (
  requirement uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when not exists (select from public.job_requirements as requirement_row
                                   join public.team_members as colleague on colleague.user_id = requirement_row.recruiter_id
                                   where requirement_row.id = requirement)
             then now() + private.claim_duration() end
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
            'shown_at', entry.shown_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
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

CREATE OR REPLACE FUNCTION private.deal_with_answer (
  entry uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform private.lock_entries(array[entry]);
    entry_row := private.locked_entry(entry, seen);
    if entry_row.answered_at is null or entry_row.dealt_at >= entry_row.answered_at then
      return;
    end if;
    update public.shortlist_entries as dealt set dealt_at = now() where dealt.id = entry;
    if not private.has_open_answer(entry_row.requirement_id) then
      perform private.answer_company(entry_row.requirement_id);
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

CREATE OR REPLACE FUNCTION private.export_inbox_of (
  address  text,
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
          'replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
            from public.item_replies as reply where reply.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.id in (
          select sent.id from private.items_of(address) as sent
          union all select item_row.id from public.job_requirements as requirement
            join public.inbox_items as item_row on item_row.requirement_id = requirement.id where requirement.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) - 'entry_ids' order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'client_notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.client_notes as note where note.author = any (accounts)),
      'item_replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
        from public.item_replies as reply where reply.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'marked_as_spam', (select coalesce(jsonb_agg(marked.created_at), '[]')
        from private.spam_senders as marked where marked.sender = any (private.sender_keys(address, address))),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $function$;

CREATE OR REPLACE FUNCTION private.follow_message()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement public.job_requirements;
  begin
    select * into requirement from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    elsif private.is_anybody_there(requirement.client_id) then
      perform private.note_requirement_answered(new.requirement_id, new.author);
      insert into private.unanswered_messages as unanswered_message (requirement_id, client_id, since, last_at)
        values (new.requirement_id, requirement.client_id, new.created_at, new.created_at)
        on conflict (requirement_id) do update set last_at = greatest(unanswered_message.last_at, excluded.last_at);
    end if;
    insert into public.unread_messages as unread_message (user_id, requirement_id, unread, first_at, last_at)
      select reader, new.requirement_id, 1, new.created_at, new.created_at
        from private.readers_of(requirement, case new.side when 'client' then 'team' else 'client' end) as reader
      on conflict (user_id, requirement_id) do update
        set unread = unread_message.unread + 1, last_at = greatest(unread_message.last_at, excluded.last_at);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if private.entries_of(new, private.searched_requirement_fields())
      is distinct from private.entries_of(old, private.searched_requirement_fields())
    then
      update public.inbox_items set search = private.searchable_requirement(new, is_flood) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' then
      if new.status <> old.status then
        perform private.follow_status(new.id, old.status, new.status);
      end if;
      if new.recruiter_id is distinct from old.recruiter_id then
        perform private.give_line(new.id, old.recruiter_id, new.recruiter_id);
      end if;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_status (
  requirement uuid,
  before      public.requirement_status,
  after       public.requirement_status
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    item public.inbox_items;
  begin
    select * into item from public.inbox_items where requirement_id = requirement for update;
    if item.state in ('new', 'open') and before = any (private.open_statuses())
      or item.state <> 'spam' and after = any (private.closed_statuses())
    then
      perform private.apply_state(caller, item, 'done', null);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and item.state in ('done', 'spam')
    then
      perform private.apply_state(caller, item, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, item.id, true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_entry()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.requirement_events as event set entry_ids = array_remove(event.entry_ids, old.id)
      where event.requirement_id = old.requirement_id and old.id = any (event.entry_ids);
    return null;
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
      set state = 'asked', card = private.card_of(person, entry_row.chosen, list.is_blind), is_blind = list.is_blind, is_by_mail = list.is_by_mail
      from public.shortlists as list
      where edited.id = entry_row.id and list.requirement_id = entry_row.requirement_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_line (
  requirement uuid,
  before      uuid,
  recruiter   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    item public.inbox_items;
    holder uuid;
  begin
    select * into item from public.inbox_items where requirement_id = requirement for update;
    holder := case when private.is_team(item.assignee) and (item.claim_expires_at <= now()) is not true then item.assignee end;
    if item.state in ('new', 'open', 'waiting') and private.is_team(recruiter)
      and (holder is null or holder = before or holder = caller) then
      recruiter := private.receiver_of(recruiter);
      update public.inbox_items as line set assignee = recruiter, claim_expires_at = null, last_activity_at = now()
        where line.id = item.id;
      if item.assignee is distinct from recruiter then
        insert into public.item_events (item_id, actor, type, person) values (item.id, caller, 'given', recruiter);
      end if;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_said_interview (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).interview_at is not null
      or coalesce((select answer.verdict = 'interview' and answer.said_how is not null from public.shortlist_answers as answer
                     where answer.id = private.last_answer((entry).id) and (entry).answered_at is not null), false)
  $function$;

CREATE OR REPLACE FUNCTION private.is_anybody_there (
  client uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.client_members as member where member.client_id = client)
  $function$;

CREATE OR REPLACE FUNCTION private.keep_consent_way()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.way := (select case when entry.is_by_mail then 'mail' else 'portal' end
                  from public.shortlist_entries as entry where entry.id = new.entry_id);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_entry (
  entry uuid,
  seen  integer,
  state text,
  day   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    begins date := case when mark_entry.state = 'accepted' then day end;
    joined date := case when mark_entry.state = 'joined' then coalesce(day, least(
      (select accepted.begins_on from public.shortlist_entries as accepted where accepted.id = entry), private.today())) end;
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = mark_entry.state and entry_row.begins_on is not distinct from begins
      and (entry_row.joined_on is not distinct from joined or day is null) then
      return entry_row.version;
    elsif mark_entry.state = 'accepted' and (begins between private.today() and private.today() + 365) is not true then
      raise exception 'beginning_day_ahead' using errcode = 'PT422';
    elsif joined > private.today() then
      raise exception 'joining_day_ahead' using errcode = 'PT422';
    end if;
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and not private.has_said_interview(entry_row) then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'accepted', 'joined') then coalesce(entry_row.offered_at, now())
                            when mark_entry.state = 'declined' then entry_row.offered_at end,
          accepted_at = case when mark_entry.state in ('accepted', 'joined') then coalesce(entry_row.accepted_at, now())
                             when mark_entry.state = 'declined' then entry_row.accepted_at end,
          begins_on = begins, joined_on = joined, dealt_at = now()
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.count_joined(entry_row.requirement_id, entry_row.state = 'joined');
    if mark_entry.state = 'joined' and entry_row.state <> 'joined' then
      perform private.record_candidates(entry_row.requirement_id, 'candidate_joined', array[entry_row.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(entry_row.requirement_id);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_answer (
  entry    uuid,
  seen     integer,
  verdict  text,
  reason   text,
  said_how text,
  said_by  text,
  said_on  date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    last public.shortlist_answers;
    now_at integer;
  begin
    reason := private.trimmed(reason);
    said_by := private.trimmed(said_by);
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into last from public.shortlist_answers as said where said.id = private.last_answer(entry);
    if entry_row.answered_at is not null and last.created_at >= entry_row.shown_at
      and (last.verdict, last.reason, last.said_how, last.said_by, last.said_on)
        is not distinct from (note_answer.verdict, note_answer.reason, note_answer.said_how, note_answer.said_by, note_answer.said_on) then
      return entry_row.version;
    end if;
    entry_row := private.locked_entry(entry, seen);
    perform private.refuse_closed((select requirement.status from public.job_requirements as requirement
                                     where requirement.id = entry_row.requirement_id));
    if entry_row.state <> all (private.shown_states()) or not private.has_consent(entry_row) then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    elsif last.former is not null then
      raise exception 'answered_just_now' using errcode = 'PT409';
    elsif note_answer.verdict is null or note_answer.verdict not in ('interview', 'maybe', 'no', 'known') then
      raise exception 'verdict_missing' using errcode = 'PT422';
    elsif note_answer.verdict = 'known' and note_answer.reason is null then
      raise exception 'reason_missing' using errcode = 'PT422';
    elsif note_answer.said_by is null or note_answer.said_how is null or note_answer.said_on is null
      or note_answer.said_on > private.today() then
      raise exception 'said_by_missing' using errcode = 'PT422';
    end if;
    insert into public.shortlist_answers (entry_id, verdict, reason, said_how, said_by, said_on, noted_by, noted_over)
      values (entry, note_answer.verdict, note_answer.reason, note_answer.said_how, note_answer.said_by, note_answer.said_on,
              private.current_user_id(),
              jsonb_build_object('state', entry_row.state, 'answered_at', entry_row.answered_at, 'interview_at', entry_row.interview_at));
    update public.shortlist_entries as edited
      set answered_at = clock_timestamp(),
          state = case when entry_row.state not in ('shown', 'interview') then entry_row.state
                       when note_answer.verdict = 'interview' then 'interview' else 'shown' end,
          interview_at = case when note_answer.verdict = 'interview' and private.is_opened(entry_row) then entry_row.interview_at end,
          -- Whoever is in charge knows what they have noted themselves; of a colleague's note their day tells.
          dealt_at = case when private.current_user_id() = (select requirement.recruiter_id from public.job_requirements as requirement
                                                              where requirement.id = entry_row.requirement_id)
                       then clock_timestamp() else entry_row.dealt_at end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.record_candidates(entry_row.requirement_id, 'candidates_answered', array[entry_row.id], false);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_of (
  answer public.shortlist_answers
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (answer).said_how is not null then jsonb_build_object(
      'how', (answer).said_how, 'by', (answer).said_by, 'on', (answer).said_on,
      'noted_by', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (answer).noted_by)) end
  $function$;

CREATE OR REPLACE FUNCTION private.note_requirement_answered (
  requirement uuid,
  writer      uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item_row public.inbox_items;
  begin
    select * into item_row from public.inbox_items as item
      where item.requirement_id = note_requirement_answered.requirement for update;
    if private.touch_item(writer, item_row.id, true) then
      insert into public.item_events (item_id, actor, type) values (item_row.id, writer, 'answered');
      if item_row.state in ('new', 'open') then
        perform private.apply_state(writer, item_row, 'done', null);
      end if;
    end if;
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
      'audience', case when is_team then private.audience_of(requirement_row.client_id) end,
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
      'answer_by', (select due from private.answer_due((requirement).id) as due where due > now()),
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
                'noted', (select private.note_of(answer) - 'by' from public.shortlist_answers as answer
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
              where entry_row.candidate_id = person.id))
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
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', private.is_work_abroad(requirement.*, list),
                                       'is_abroad_said', list.is_abroad or list.india_place is not distinct from requirement.location,
                                       'tells_pay', list.tells_pay, 'is_by_mail', list.is_by_mail, 'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            jsonb_build_object('is_blind', false, 'is_abroad', private.is_work_abroad(requirement.*, null), 'is_abroad_said', false,
                               'tells_pay', false, 'is_by_mail', false, 'reminded_at', null, 'version', 0)),
          'is_place_abroad', private.is_place_abroad(requirement.location),
          'is_open', requirement.status = any (private.open_statuses()),
          'audience', private.audience_of(requirement.client_id),
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

CREATE OR REPLACE FUNCTION private.record_candidates (
  requirement uuid,
  type        text,
  entries     uuid[],
  reopens     boolean,
  author      uuid    DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = record_candidates.requirement);
    acting public.side := case when author is not null then 'company' else private.side_on(company) end;
    person uuid := coalesce(author, private.current_user_id());
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      values (record_candidates.requirement, company, case when acting is not null then person end,
              acting, record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type), entries);
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (record_candidates.requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(record_candidates.requirement, actor => person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_withdrawal (
  entry   public.shortlist_entries,
  is_own  boolean,
  is_rule boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, entry_ids, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn', array[(entry).id],
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.release_answer (
  answer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    said public.shortlist_answers;
    about public.shortlist_entries;
    person public.candidates;
  begin
    select entry.* into about from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id where given.id = answer;
    perform from public.job_requirements where id = about.requirement_id for no key update;
    select * into person from public.candidates where id = about.candidate_id for update;
    select * into said from public.shortlist_answers where id = answer for update;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    elsif said.words_for_candidate is null then
      raise exception 'no_words_for_candidate' using errcode = 'PT422';
    elsif said.released_at is null and said.id <> private.last_answer(said.entry_id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    elsif said.undo_until > now() then
      raise exception 'answer_undoable' using errcode = 'PT409';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.shortlist_entries set dealt_at = now() where id = said.entry_id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id);
    end if;
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
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_audience (
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
    return (select private.audience_of(requirement_row.client_id) from public.job_requirements as requirement_row
              where requirement_row.id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_history (
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_team boolean := private.is_team_member();
    requirement_row public.job_requirements;
  begin
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if requirement_row.id is null then
      return null;
    end if;
    return jsonb_build_object(
      -- What the next change of it changed it from.
      'currency', case when before_id is not null then (
        select later.changes #>> '{currency,0}' from public.requirement_events as later
          where later.requirement_id = requirement_row.id and later.created_at >= before_at and (is_team or later.for_client)
            and later.changes -> 'currency' is not null
          order by later.created_at, later.id limit 1) end,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', event.id, 'type', event.type,
                   -- Whether a rule, the team or the schedule has ended it would tell a company who works there.
                   'side', case when is_team or event.type <> 'candidates_withdrawn' then event.side end,
                   'changes', case when is_team or event.changes ->> 'by' = 'candidate' then event.changes
                                   else event.changes - 'by' end,
                   'created_at', event.created_at,
                   'actor', case when is_team then event.actor end,
                   'person', case when is_team then event.person end,
                   'actor_name', member.full_name,
                   'people', case when is_team and event.entry_ids is not null then (
                     select coalesce(jsonb_agg(candidate.full_name order by candidate.full_name, entry.id), '[]')
                       from public.shortlist_entries as entry join public.candidates as candidate on candidate.id = entry.candidate_id
                       where entry.id = any (event.entry_ids)) end,
                   'is_named', event.person is not null,
                   'person_name', colleague.display_name)
                   order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = requirement_row.id and (is_team or happened.for_client)
                    and (before_id is null or (happened.created_at, happened.id) < (before_at, before_id))
                  order by happened.created_at desc, happened.id desc limit 51) as event
          left join public.client_members as member
            on event.side = 'company' and member.user_id = event.actor and member.client_id = requirement_row.client_id
          left join public.team_members as colleague
            on colleague.user_id = event.person and event.person = requirement_row.recruiter_id));
  end $function$;

CREATE OR REPLACE FUNCTION private.send_cards (
  requirement uuid,
  entries     uuid[],
  seen        integer[],
  address     text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    receiver text := private.normal_address(address);
    company uuid := (select requirement_row.client_id from public.job_requirements as requirement_row
                       where requirement_row.id = send_cards.requirement);
    domains text[];
    refused uuid;
    event uuid;
  begin
    perform private.lock_entries(entries);
    if address is not null and not coalesce(private.is_email(receiver), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif receiver is not null and 20 <= (
      select count(*) from public.activity_log as entry
        where entry.actor = private.current_user_id() and entry.action = 'cards_sent' and entry.created_at > now() - interval '1 day') then
      raise exception 'too_many' using errcode = 'PT429';
    end if;
    select entry.id into refused from public.shortlist_entries as entry
      where entry.id = any (entries) and not (entry.is_by_mail and private.has_consent(entry)) order by entry.id limit 1;
    if refused is not null then
      raise exception 'not_by_mail' using errcode = 'PT422', hint = refused::text;
    end if;
    -- An address is of those that its company has, whoever's it is.
    domains := array_remove(private.domains_of(company) || private.company_domain(receiver), null);
    select entry.id into refused from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      where entry.id = any (entries) and (private.matches_blocklist(person, company, domains) or person.email = receiver)
      order by entry.id limit 1;
    if refused is not null then
      raise exception 'never_company' using errcode = 'PT422', hint = refused::text;
    end if;
    if private.show_candidates(requirement, entries, seen, true) = 0 then
      perform private.record_candidates(requirement, 'candidates_shown', entries, false);
    end if;
    update public.requirement_events as told
      set entry_ids = send_cards.entries,
          changes = jsonb_build_object('candidates', jsonb_build_array(null, cardinality(send_cards.entries)),
                                       'way', case when receiver is null then 'paper' else 'mail' end)
      where told.id = (select newest.id from public.requirement_events as newest
                         where newest.requirement_id = send_cards.requirement and newest.type = 'candidates_shown'
                         order by newest.created_at desc, newest.id desc limit 1)
      returning told.id into event;
    perform private.log_activity('cards_sent', 'requirement', requirement, company);
    if receiver is not null then
      perform private.enqueue_mail('candidate_cards', 'cards.' || event, jsonb_build_object('requirement', requirement, 'event', event),
                                   address => receiver);
    end if;
    return cardinality(entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean,
  tells_pay   boolean,
  is_by_mail  boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    shortlist public.shortlists;
    wanted public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (requirement_row.id) on conflict do nothing;
    select * into shortlist from public.shortlists where requirement_id = requirement_row.id for update;
    wanted := shortlist;
    wanted.is_blind := coalesce(set_shortlist.is_blind, shortlist.is_blind);
    wanted.is_abroad := coalesce(set_shortlist.is_abroad, shortlist.is_abroad);
    wanted.tells_pay := coalesce(set_shortlist.tells_pay, shortlist.tells_pay);
    wanted.is_by_mail := coalesce(set_shortlist.is_by_mail, shortlist.is_by_mail);
    if set_shortlist.is_abroad is not null then
      wanted.india_place := case when not set_shortlist.is_abroad then requirement_row.location end;
    end if;
    if wanted is not distinct from shortlist then
      return shortlist.version;
    elsif shortlist.version is distinct from nullif(seen, 0) and not (seen = 0 and shortlist.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = shortlist.version::text;
    end if;
    perform private.refuse_closed(requirement_row.status);
    if shortlist.is_blind <> wanted.is_blind or shortlist.is_by_mail <> wanted.is_by_mail then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = requirement_row.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = requirement_row.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.cancel_question(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = wanted.is_blind, is_abroad = wanted.is_abroad, tells_pay = wanted.tells_pay, india_place = wanted.india_place,
          is_by_mail = wanted.is_by_mail
      where list.requirement_id = requirement_row.id returning list.version into shortlist.version;
    return shortlist.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[],
  is_sent     boolean
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
    if not is_sent and not private.is_anybody_there(requirement_row.client_id) then
      raise exception 'nobody_to_see' using errcode = 'PT422';
    end if;
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
      perform private.answer_company(requirement_row.id);
    end if;
    return cardinality(shown);
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
    select jsonb_build_object(
        'card', coalesce((entry).card, private.card_of(person, (entry).chosen, list.is_blind)),
        'pitch', (entry).pitch,
        'is_blind', case when (entry).card is null then list.is_blind else (entry).is_blind end,
        'code_word', (entry).code_word)
        -- The way is part of what a yes is to.
        || case when case when (entry).card is null then list.is_by_mail else (entry).is_by_mail end
             then '{"is_by_mail": true}' else '{}' end::jsonb
      from public.candidates as person
      join public.shortlists as list on list.requirement_id = (entry).requirement_id
      where person.id = (entry).candidate_id
  $function$;

CREATE OR REPLACE FUNCTION private.steps_of (
  entry public.shortlist_entries
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).state = 'joined' then 6
                when (entry).state in ('offered', 'accepted') or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and private.has_said_interview(entry) then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_consent(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $function$;

CREATE OR REPLACE FUNCTION private.take_back_note (
  answer uuid,
  seen   integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    said public.shortlist_answers;
    entry_row public.shortlist_entries;
    now_at integer;
  begin
    perform private.require_team();
    select * into said from public.shortlist_answers as given where given.id = answer and given.said_how is not null;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    end if;
    perform private.lock_entries(array[said.entry_id]);
    entry_row := private.locked_entry(said.entry_id, seen);
    if said.id is distinct from private.last_answer(entry_row.id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    end if;
    delete from public.shortlist_answers as given where given.id = said.id;
    if said.created_at >= entry_row.shown_at then
      update public.shortlist_entries as edited
        set answered_at = (said.noted_over ->> 'answered_at')::timestamptz,
            interview_at = (said.noted_over ->> 'interview_at')::timestamptz,
            state = case when edited.state in ('shown', 'interview') then said.noted_over ->> 'state' else edited.state end
        where edited.id = entry_row.id returning edited.version into now_at;
      insert into public.crm_events (requirement_id, type, entry_ids)
        values (entry_row.requirement_id, 'candidates_answered', array[entry_row.id]);
      perform from public.inbox_items as item where item.requirement_id = entry_row.requirement_id for update;
      perform private.renew_open_requirement(entry_row.requirement_id);
    end if;
    return coalesce(now_at, entry_row.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_item (
  item uuid,
  seen integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(item, seen);
  begin
    if item_row.assignee = caller and (item_row.claim_expires_at is null or item_row.claim_expires_at > now())
      and item_row.state in ('open', 'waiting') then
      perform private.touch_item(caller, item, true);
      return item_row.version;
    end if;
    update public.inbox_items
      set assignee = caller, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when item_row.state = 'waiting' then null else private.claim_end(item_row.requirement_id) end,
          state = case when item_row.state = 'waiting' then 'waiting'::public.inbox_state else 'open' end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'taken', case when item_row.state in ('open', 'waiting') then '{}'
                else jsonb_build_object('state', jsonb_build_array(item_row.state, 'open')) end);
    if item_row.assignee <> caller and item_row.claim_expires_at is null then
      perform private.log_activity('item_taken', 'item', item, item_row.assignee);
    end if;
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_next_of (
  kind public.inbox_kind
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    wanted record;
    taken uuid;
  begin
    for wanted in
      select * from (values (1, false, now()), (2, true, now()), (3, false, 'infinity'), (4, true, 'infinity'))
        as step (place, is_flood, before) order by place
    loop
      with next as (
        select free.id, free.state from public.inbox_items as free
          where free.state in ('new', 'open') and not free.is_suspect
            and (free.assignee is null or free.claim_expires_at is not null)
            and (free.assignee is null or free.claim_expires_at <= now())
            and (take_next_of.kind is null or free.kind = take_next_of.kind)
            and free.is_flood = wanted.is_flood and free.due_at < wanted.before
          order by free.due_at, free.id limit 1
          for update skip locked
      ), claimed as (
        update public.inbox_items as item
          set assignee = caller, claim_expires_at = private.claim_end(item.requirement_id), state = 'open',
              first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
          from next where item.id = next.id
          returning item.id, next.state as before
      )
      insert into public.item_events (item_id, actor, type, changes)
        select id, caller, 'taken', case when before = 'open' then '{}'
                 else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
          from claimed
        returning item_id into taken;
      exit when taken is not null;
    end loop;
    return taken;
  end $function$;

CREATE OR REPLACE FUNCTION private.track_first_member()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    joined_client uuid := coalesce(new.client_id, old.client_id);
    requirement uuid;
  begin
    if exists (select from public.client_members as other
                where other.client_id = joined_client and other.user_id is distinct from new.user_id) then
      return null;
    end if;
    perform from public.inbox_items as item
      where item.requirement_id in (select listed.requirement_id from private.open_requirements as listed where listed.client_id = joined_client)
      order by item.id for update;
    for requirement in select listed.requirement_id from private.open_requirements as listed
                         where listed.client_id = joined_client order by listed.requirement_id loop
      perform private.renew_open_requirement(requirement);
    end loop;
    return null;
  end $function$;

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
        and (entry.is_blind <> list.is_blind or entry.is_by_mail <> list.is_by_mail
          or entry.card is distinct from private.card_of(person, entry.chosen, list.is_blind));
  end $function$;

CREATE OR REPLACE FUNCTION private.waits_for (
  requirement uuid
)
  RETURNS public.side
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case
      when private.answer_due(waits_for.requirement) is not null then 'team'::public.side
      -- Cards that went by mail or on paper wait for an answer by telephone.
      when not exists (select from public.job_requirements as open_one
                         where open_one.id = waits_for.requirement and private.is_anybody_there(open_one.client_id))
        and not exists (select from public.shortlist_entries as entry
                          where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        and not exists (select from public.inbox_items as item
                          where item.requirement_id = waits_for.requirement and item.state = 'waiting')
        then null
      when exists (select from (select said.side, said.created_at from public.requirement_messages as said
                                  where said.requirement_id = waits_for.requirement
                                  order by said.created_at desc, said.id desc limit 1) as last
                     where last.side = 'team' and not exists (
                       select from public.requirement_events as event
                         where event.requirement_id = waits_for.requirement and event.side = 'company'
                           and event.created_at > last.created_at))
        or exists (select from public.inbox_items as item
                     where item.requirement_id = waits_for.requirement and item.state = 'waiting')
        or exists (select from public.shortlist_entries as entry
                     where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        then 'company' end
  $function$;

CREATE OR REPLACE FUNCTION public.note_answer (
  entry    uuid,
  seen     integer,
  verdict  text,
  said_how text,
  said_by  text,
  said_on  date,
  reason   text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.note_answer(entry, seen, verdict, reason, said_how, said_by, said_on) $function$;

REVOKE ALL ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.requirement_audience (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.requirement_audience(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."requirement_audience"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.send_cards (
  requirement uuid,
  entries     uuid[],
  seen        integer[],
  address     text      DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.send_cards(requirement, entries, seen, address) $function$;

REVOKE ALL ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean DEFAULT NULL::boolean,
  tells_pay   boolean DEFAULT NULL::boolean,
  is_by_mail  boolean DEFAULT NULL::boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_shortlist(requirement, seen, is_blind, is_abroad, tells_pay, is_by_mail) $function$;

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.show_candidates(requirement, entries, seen, false) $function$;

CREATE OR REPLACE FUNCTION public.take_back_note (
  answer uuid,
  seen   integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_back_note(answer, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_back_note"(uuid, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_way_check" CHECK ((way = ANY (ARRAY['portal'::text, 'mail'::text]))) NOT VALID;

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'stand_in'::text,
    'requirement_filed'::text,
    'requirement_converted'::text,
    'requirement_event'::text,
    'requirement_message'::text,
    'inbox_summary'::text,
    'item_reply'::text,
    'receipt'::text,
    'candidate_ask'::text,
    'candidate_code'::text,
    'candidate_link'::text,
    'candidate_moved'::text, 'candidate_erased'::text, 'candidate_disowned'::text, 'candidate_news'::text, 'candidates_waiting'::text, 'candidate_cards'::text]))) NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "is_noted_whole" CHECK (((num_nonnulls(said_how, said_by, said_on) = ANY (ARRAY[0, 3])) AND ((said_how IS NULL) OR (author IS NULL)))) NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_noted_by_fkey" FOREIGN KEY (noted_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_said_how_check" CHECK ((said_how = ANY (ARRAY['phone'::text, 'mail'::text]))) NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_said_on_check" CHECK (((said_on >= '1900-01-01'::date) AND (said_on <= '2999-12-31'::date))) NOT VALID;

CREATE INDEX shortlist_answers_noted_by ON public.shortlist_answers USING btree (noted_by)
  WHERE (noted_by IS NOT NULL);

CREATE TRIGGER keep_way
  BEFORE UPDATE OF given_at ON public.candidate_consents
  FOR EACH ROW
  WHEN (((old.given_at IS NULL) AND (new.given_at IS NOT NULL) AND (new.entry_id IS NOT NULL)))
  EXECUTE FUNCTION private.keep_consent_way();

CREATE TRIGGER track_first_member
  AFTER INSERT OR DELETE ON public.client_members
  FOR EACH ROW
  EXECUTE FUNCTION private.track_first_member();

CREATE TRIGGER forget_entry
  AFTER DELETE ON public.shortlist_entries
  FOR EACH ROW
  EXECUTE FUNCTION private.forget_entry();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF is_blind, is_abroad, tells_pay, india_place, is_by_mail ON public.shortlists
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

REVOKE ALL ON FUNCTION "private"."answer_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audience_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_cards_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_end"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_line"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_said_interview"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_anybody_there"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_consent_way"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_answer"(uuid, integer, text, text, text, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_answer"(uuid, integer, text, text, text, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_of"(public.shortlist_answers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_audience"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."requirement_audience"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."send_cards"(uuid, uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_cards"(uuid, uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."show_candidates"(uuid, uuid[], integer[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."show_candidates"(uuid, uuid[], integer[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_back_note"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_note"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."track_first_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."requirement_audience"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."requirement_audience"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."requirement_audience"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_note"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_note"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_note"(uuid, integer) TO "postgres";

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_said_by_check" CHECK (private.is_text(said_by, 200)) NOT VALID;

-- Lines of requirements that the team had answered after they came in last are settled, and none is nobody's where somebody is
-- in charge.
select private.request_row_fill('settled lines of requirements', 'public.inbox_items',
  $set$(state, assignee, claim_expires_at) = (
    select case when filled.state in ('new', 'open') and greatest(
               (select max(event.created_at) from public.requirement_events as event
                  where event.requirement_id = filled.requirement_id and event.type in ('status', 'candidates_shown')
                    and event.side = 'team'),
               (select max(done.created_at) from public.item_events as done
                  where done.item_id = filled.id and done.type = 'answered'))
             > greatest(filled.created_at, (select max(came.created_at) from public.item_events as came
                  where came.item_id = filled.id and came.type in ('returned', 'written')))
             then 'done' else filled.state end,
           coalesce(case when (filled.claim_expires_at <= now()) is not true then filled.assignee end,
                    colleague.user_id, filled.assignee),
           case when colleague.user_id is null then filled.claim_expires_at end
      from public.job_requirements as requirement
      left join public.team_members as colleague on colleague.user_id = requirement.recruiter_id
      where requirement.id = filled.requirement_id)$set$,
  $where$requirement_id is not null and state in ('new', 'open', 'waiting')$where$);
