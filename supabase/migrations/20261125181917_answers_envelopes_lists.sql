set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "mail_receipt" ON "public"."inbox_items";

DROP TRIGGER "make_item" ON "public"."job_requirements";

DROP TRIGGER "track_requirement" ON "public"."requirement_events";

DROP TRIGGER "raise_version" ON "public"."shortlist_entries";

DROP TRIGGER "raise_version" ON "public"."shortlists";

DROP TRIGGER "stamp_unread" ON "public"."unread_messages";

DROP INDEX "private"."open_requirements_asked";

DROP INDEX "private"."open_requirements_deadline";

DROP INDEX "private"."open_requirements_filed";

DROP INDEX "private"."open_requirements_nobodys";

DROP INDEX "private"."open_requirements_recruiter_deadline";

DROP INDEX "private"."open_requirements_recruiter_filed";

DROP INDEX "private"."open_requirements_recruiter_word";

DROP INDEX "private"."open_requirements_word";

DROP INDEX "public"."consultation_requests_company";

DROP INDEX "public"."consultation_requests_mailbox";

DROP INDEX "public"."consultation_requests_person";

DROP INDEX "public"."contact_submissions_company";

DROP INDEX "public"."contact_submissions_mailbox";

DROP INDEX "public"."contact_submissions_person";

DROP INDEX "public"."inbox_items_active_activity";

DROP INDEX "public"."inbox_items_active_assignee";

DROP INDEX "public"."inbox_items_active_came";

DROP INDEX "public"."inbox_items_active_kind";

DROP INDEX "public"."inbox_items_active";

DROP INDEX "public"."inbox_items_activity";

DROP INDEX "public"."inbox_items_answerable";

DROP INDEX "public"."inbox_items_assignee";

DROP INDEX "public"."inbox_items_held";

DROP INDEX "public"."inbox_items_state";

DROP INDEX "public"."inbox_items_suspect";

DROP INDEX "public"."job_requirements_client_deadline";

DROP INDEX "public"."public_job_submissions_company";

DROP INDEX "public"."public_job_submissions_mailbox";

DROP INDEX "public"."public_job_submissions_person";

DROP INDEX "public"."unread_messages_filed";

DROP VIEW "private"."inbox_lines";

DROP VIEW "public"."requirement_totals";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

DROP FUNCTION "private"."count_group"(uuid, text);

DROP FUNCTION "private"."count_inbox"();

DROP FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
  WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."group_page"(uuid, text, integer);

DROP FUNCTION "private"."inbox_group"(public.inbox_state, boolean, boolean, timestamp WITH time zone, uuid, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."inbox_group_condition"(text);

DROP FUNCTION "private"."inbox_key"(public.inbox_state, text, text);

DROP FUNCTION "private"."inbox_page"(uuid, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."is_grouped"(public.inbox_state, text, text);

DROP FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."messages_of"(text);

DROP FUNCTION "private"."next_item"(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean);

DROP FUNCTION "private"."reference_of_item"(public.inbox_items);

DROP FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean);

DROP FUNCTION "private"."stamp_unread"();

DROP FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."visible_figures"();

DROP FUNCTION "private"."work_group"(private.open_requirements);

DROP FUNCTION "private"."work_group_condition"(text);

DROP FUNCTION "private"."work_key"(text);

DROP FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
  WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."next_item"(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean);

ALTER TABLE "public"."unread_messages"
  DROP COLUMN "filed_at";

CREATE TABLE "private"."unanswered_messages" (
  "requirement_id" uuid                     NOT NULL,
  "client_id"      uuid                     NOT NULL,
  "since"          timestamp with time zone NOT NULL,
  "last_at"        timestamp with time zone NOT NULL,
  CONSTRAINT "unanswered_messages_pkey" PRIMARY KEY (requirement_id)
);

ALTER TABLE "private"."disowned_mailboxes"
  ADD COLUMN "id" uuid;

ALTER TABLE "private"."disowned_mailboxes"
  ADD COLUMN "address_digest" text;

ALTER TABLE "private"."disowned_mailboxes"
  ADD COLUMN "records" uuid[] NOT NULL DEFAULT '{}'::uuid[];

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "tell_at" timestamp WITH time zone;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "reconsidered_at" timestamp WITH time zone;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "sender" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "email" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "phone" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "company" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "subject" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "reference" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "source" text;

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "undo_until" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_answers"
  ADD COLUMN "former" jsonb;

ALTER TABLE "public"."shortlists"
  ADD COLUMN "tells_pay" boolean NOT NULL DEFAULT false;

CREATE TYPE "public"."exported_item" AS (
  "id"               uuid,
  "item_group"       text,
  "sort_key"         timestamp WITH time zone,
  "item_kind"        public.inbox_kind,
  "item_state"       public.inbox_state,
  "assignee"         uuid,
  "sender"           text,
  "email"            text,
  "phone"            text,
  "company"          text,
  "subject"          text,
  "created_at"       timestamp WITH time zone,
  "due_at"           timestamp WITH time zone,
  "last_activity_at" timestamp WITH time zone,
  "is_suspect"       boolean,
  "source"           text
);

CREATE TYPE "public"."inbox_filter" AS (
  "kind"       public.inbox_kind,
  "state"      public.inbox_state,
  "whose"      text,
  "suspect"    boolean,
  "words"      text,
  "only_group" text,
  "sort"       text,
  "descending" boolean
);

CREATE TYPE "public"."item_change" AS (
  "note_kind"  public.note_kind,
  "body"       text,
  "is_reply"   boolean,
  "state"      public.inbox_state,
  "due_at"     timestamp WITH time zone,
  "takes_next" boolean
);

CREATE TYPE "public"."listed_item" AS (
  "id"               uuid,
  "item_group"       text,
  "sort_key"         timestamp WITH time zone,
  "item_kind"        public.inbox_kind,
  "item_state"       public.inbox_state,
  "assignee"         uuid,
  "claim_expires_at" timestamp WITH time zone,
  "sender"           text,
  "company"          text,
  "subject"          text,
  "created_at"       timestamp WITH time zone,
  "due_at"           timestamp WITH time zone,
  "last_activity_at" timestamp WITH time zone,
  "is_seen"          boolean,
  "is_suspect"       boolean,
  "version"          integer,
  "requirement_id"   uuid,
  "last_note"        text,
  "is_withdrawn"     boolean,
  "source"           text
);

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
    filed public.job_requirements;
    given record;
    held public.shortlist_entries;
    person public.candidates;
    domains text[];
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    filed := private.hold_own_requirement(requirement);
    if jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    domains := private.domains_of(filed.client_id);
    perform private.refuse_closed(filed.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate,
             private.trimmed(question) as question
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text, question text)
        order by entry
    loop
      select * into held from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = filed.id for update;
      select * into person from public.candidates where id = held.candidate_id;
      if held.id is null or held.state <> all (private.shown_states()) or not private.has_yes(held)
        or private.is_never(person, filed.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = coalesce(given.entry::text, '');
      end if;
      perform private.ask_about(held, person, given.question);
      continue when given.verdict is null and given.question is not null;
      if given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = coalesce(given.entry::text, '');
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = held.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when held.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      held := private.held_entry(held.id, given.seen);
      -- The form has the last answer's words in it: with another answer they stay only when they are written anew.
      if last.author = caller and last.verdict <> given.verdict then
        given.reason := nullif(given.reason, last.reason);
        given.words_for_agency := nullif(given.words_for_agency, last.words_for_agency);
        given.words_for_candidate := nullif(given.words_for_candidate, last.words_for_candidate);
      end if;
      if given.verdict = 'known' and given.reason is null then
        raise exception 'reason_missing' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.count_for_company(filed.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate,
                                            undo_until, former)
        values (held.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate,
                now() + private.answer_undo_lasts(),
                jsonb_build_object('state', held.state, 'answered_at', held.answered_at, 'interview_at', held.interview_at));
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when held.state not in ('shown', 'interview') then held.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' then coalesce(held.interview_at, now() + private.answer_undo_lasts()) end
        where edited.id = held.id;
      answered := answered || held.id;
    end loop;
    return cardinality(answered);
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_undo_lasts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '10 minutes' $function$;

CREATE OR REPLACE FUNCTION private.answers_for_reader (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id uuid,
    answer_by      timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  AS $function$
    select requirement.id, private.answer_due(requirement.id) from public.job_requirements as requirement
      where requirement.id = any (requirements) and requirement.client_id = (select private.current_client_id())
  $function$;

CREATE OR REPLACE FUNCTION private.ask_about (
  entry    public.shortlist_entries,
  person   public.candidates,
  question text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    words text := 'About ' || coalesce((entry).card ->> 'name', case when private.is_opened(entry) then (person).full_name end,
                                       (entry).code_word) || ': ' || question;
  begin
    if words is not null and not exists (
      select from public.requirement_messages as said
        where said.requirement_id = (entry).requirement_id and said.author = private.current_user_id() and said.body = words
          and said.created_at > now() - private.answer_undo_lasts()) then
      perform private.post_message((entry).requirement_id, words, null, null, 'client');
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_disowned_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('token', private.undo_token(known.id)) from private.disowned_mailboxes as known
      where known.id = ((mail).ids ->> 'mailbox')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_erased_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select jsonb_build_object('erased_at', (mail).created_at) $function$;

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
        'purpose', coalesce(asked.purpose, 'page'), 'first_name', split_part(person.full_name, ' ', 1),
        'state', case when asked.id is null then 'open' else private.question_state(asked) end,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed),
        'is_replaced', nullif(asked.id <> link.consent_id, false),
        -- Until when a no can be undone; then, or after a yes that was taken back, whether they may ask to be asked after all.
        'undo_until', case when asked.tell_at > now() and coalesce(entry.state = 'withdrawn', true) then asked.tell_at end,
        'may_reconsider', nullif(coalesce(
          entry.state = 'withdrawn' and coalesce(asked.tell_at <= now(), true) and asked.reconsidered_at is null
            and filed.status = any (private.open_statuses()) and not private.is_never(person, filed.client_id), false), false),
        'is_reconsidered', nullif(asked.reconsidered_at is not null, false),
        'is_never', nullif(coalesce(private.is_never(person, filed.client_id), false), false),
        'asked_at', asked.asked_at, 'basis', coalesce(asked.basis, private.basis_for(person.country)),
        'notice_version', coalesce(asked.notice_version, private.notice_version()), 'language', person.language,
        'recruiter', case when asked.id is not null then private.recruiter_of_question(asked) end,
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
      left join lateral private.newest_question(sent) as asked on sent.id is not null
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
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
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(asked) - array['asked_by', 'mailbox_digest'] order by asked.asked_at), '[]')
                       from public.candidate_consents as asked where asked.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              to_jsonb(entry) - array['added_by'] || jsonb_build_object(
                'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer
                             where answer.entry_id = entry.id and coalesce(answer.undo_until <= now(), true)))
              order by entry.created_at), '[]')
            from public.shortlist_entries as held
            -- Until an answer can't be undone any more, it is its company's alone.
            cross join lateral private.told_entry(held) as entry
            join public.job_requirements as filed on filed.id = entry.requirement_id
            where held.candidate_id = person.id),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_waiting_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since', 'asked_by', counts.all_of_them ->> 'answer_by',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id)))
        || private.outlook_of(filed) - array['answer_by', 'deadline']
      from public.job_requirements as filed
      join public.client_members as member
        on member.client_id = filed.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(filed.id) as all_of_them) as counts
      where filed.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and filed.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.claim_mails (
  most integer
)
  RETURNS TABLE (
    id         uuid,
    dedupe_key text,
    content    jsonb
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.tell_answers();
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    perform private.tell_refusals();
    perform private.hold_back_news();
    due := array(select private.claim_in_turn('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_in_turn('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.bundle_mails(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.settle_in('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null
          where queued.id = claimed or queued.bundled_in = claimed;
      else
        id := taken.id;
        dedupe_key := taken.dedupe_key;
        return next;
      end if;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.clients_page (
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    client_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare found uuid[] := array(select private.found_clients(words));
  begin
    return query select client.id from public.clients as client
      where (words is null or client.id = any (found))
        and (after_id is null or (client.created_at, client.id) < (after_key, after_id))
      order by client.created_at desc, client.id desc limit 26;
  end $function$;

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
    filed public.job_requirements;
    domains text[];
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if filed.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and filed.status = any (private.open_statuses());
    domains := private.domains_of(filed.client_id);
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = filed.id and entry.state = any (private.shown_states())
                         and private.has_yes(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id
                                            and private.is_never(person, filed.client_id, domains))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict (entry_id, user_id, day) do update set created_at = excluded.created_at;
    return jsonb_build_object(
      'counts', private.candidate_counts(filed.id),
      'may_answer', may_answer,
      -- What was told, and nothing that could be reckoned from whom there is now.
      'withdrawn', (select count(*) from public.requirement_events as event
                      where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'withdrawn_at', (select max(event.created_at) from public.requirement_events as event
                         where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind, 'seal', private.seal_of(entry),
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
            'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'opens_at', case when entry.interview_at > now() then entry.interview_at end,
            -- The answer that counts, as long as the caller may undo it.
            'undo', (select jsonb_build_object('answer', last.id, 'until', last.undo_until)
                       from public.shortlist_answers as last
                       where last.id = private.last_answer(entry.id) and last.author = caller and last.former is not null
                         and last.undo_until > now() and last.created_at >= entry.shown_at),
            'own_answer', to_jsonb(own) - 'id',
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = filed.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller
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

CREATE OR REPLACE FUNCTION private.company_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                        order by told.created_at, told.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      'candidates', nullif((waiting.counts ->> 'waiting')::integer, 0),
      'candidates_by', waiting.counts -> 'answer_by',
      'withdrawn', (select nullif(count(*), 0) from told where told.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from told
                             where told.type = 'candidates_withdrawn' and told.changes -> 'was_opened' = 'true'))
      from changed
      left join lateral (
        select private.candidate_counts((requirement).id) as counts
          where (requirement).status = any (private.open_statuses())
            and exists (select from told where told.type = 'candidates_shown')) as waiting on true
  $function$;

CREATE OR REPLACE FUNCTION private.count_inbox()
  RETURNS TABLE (
    item_group text,
    items      integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return query
      select name, least(count(item.id), 1000)::integer
        from unnest(private.inbox_groups()) with ordinality as listed (name, place)
        left join (select id, grouped.item_group from private.grouped_items as grouped
                    where state in ('new', 'open', 'waiting')) as item on item.item_group = listed.name
        group by listed.name, listed.place order by listed.place;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  status   public.requirement_status,
  priority public.requirement_priority,
  whose    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
  begin
    return (
      select jsonb_build_object('silent', 0) || coalesce(jsonb_object_agg(counted.work_group,
               case when counted.work_group = 'silent' then least(counted.requirements, 1000) else counted.requirements end), '{}')
        from (select open.work_group, count(*) as requirements
                from private.grouped_requirements as open
                where (status is null or open.status = status)
                  and (priority is null or open.priority = priority)
                  and (whose is null
                       or case when whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = person end)
                group by open.work_group) as counted);
  end $function$;

CREATE OR REPLACE FUNCTION private.count_work (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('requirements', held.requirements, 'companies', held.companies, 'items', (
        select count(*) from (
          select from public.inbox_items
            where assignee = person and state in ('new', 'open', 'waiting')
              and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as line))
      from (select count(*) as requirements, count(distinct client_id) as companies from (
              select client_id from private.open_requirements
                where recruiter_id = person order by last_word_at, requirement_id limit 1000) as listed) as held
  $function$;

CREATE OR REPLACE FUNCTION private.crm_entries (
  entries uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer
                      where answer.id = private.last_told_answer(entry.id)))) order by entry.id), '[]')
      from public.shortlist_entries as held cross join lateral private.told_entry(held) as entry where held.id = any (entries)
  $function$;

CREATE OR REPLACE FUNCTION private.day_of (
  person uuid,
  most   integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone private.zone()) as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread, 0 as people
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread, 0
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'agreed', min(asked.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as held
         join public.shortlist_entries as entry on entry.requirement_id = held.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as asked on asked.entry_id = entry.id and private.is_in_force(asked)
         where held.recruiter_id = person and private.has_yes(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(asked.refused_at, asked.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as asked
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = asked.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where asked.entry_id is not null and greatest(asked.refused_at, asked.withdrawn_at) >= private.refused_since()
           and asked.tell_at is null and asked.reconsidered_at is null
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', held.deadline_at, null, held.requirement_id, 0, 0
         from private.grouped_requirements as held
         where held.recruiter_id = person
           and held.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by held.deadline_at, held.requirement_id limit 100)
      union all
      (select 'silent', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held
         where held.recruiter_id = person and held.last_word_at < (select private.silent_since())
         order by held.last_word_at, held.requirement_id limit 100)
    ), placed as (
      select found.*, array_position(private.day_sections(), section) as section_place from found
    ), once as (
      select placed.*, row_number() over (partition by coalesce(requirement_id, item_id),
                                                       case when section in ('agreed', 'refused') then section_place end
                                          order by section_place) as appearance
        from placed
    ), listed as (
      select once.*, row_number() over (partition by section_place order by at, requirement_id, item_id) as place,
             count(*) over (partition by section_place) as together
        from once where appearance = 1
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select listed.section_place, jsonb_build_object(
                'name', listed.section, 'total', least(max(listed.together), 100),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(line.kind, 'requirement'),
                  'source', line.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(filed.job_title, left(line.subject, 120)),
                  'sender', line.sender, 'company', coalesce(company.company_name, line.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
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
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.mailbox_of(twin.email) = private.mailbox_of(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id for update;
    perform private.hold_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id);
    insert into private.disowned_mailboxes as known (subject, id, address_digest, records)
      values (private.disowned_subject(person.email), gen_random_uuid(), private.subject_of(person.email),
              array(select twin.id from public.candidates as twin where twin.email = person.email order by twin.id))
      on conflict (subject) do update
        set created_at = now(), id = excluded.id, address_digest = excluded.address_digest, records = excluded.records
      returning known.id into made;
    for entry in select held.id from public.shortlist_entries as held where held.candidate_id = any (records) order by held.id loop
      perform private.end_entry(entry, false);
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

CREATE OR REPLACE FUNCTION private.disowned_by (
  token text
)
  RETURNS private.disowned_mailboxes
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select known.* from private.disowned_mailboxes as known
      where known.id = case when token ~ '^[0-9a-f]{64}$' then left(token, 32)::uuid end
        and private.digest_of(private.undo_token(known.id)) = private.digest_of(token)
        and known.created_at > now() - interval '30 days'
  $function$;

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
    person public.candidates := private.hold_own_candidate(session_token, false);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
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
    for held in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, held.chosen, held.is_blind);
      if private.card_tells(wanted, fresh, held.pitch, held.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      continue when fresh = held.card;
      if held.state = 'agreed' then
        with past as (
          update public.candidate_consents as asked set closed_at = now()
            where asked.entry_id = held.id and private.is_in_force(asked) returning asked.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                               mailbox_digest)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by, past.mailbox_digest from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_entry (
  entry   uuid,
  is_own  boolean,
  is_rule boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry for update;
    if held.id is null or held.state in ('withdrawn', 'closed') then
      return;
    end if;
    update public.candidate_consents as asked
      set refused_at = case when is_own and asked.given_at is null then now() end,
          tell_at = case when is_own and asked.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and asked.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
    if held.state = any (private.shown_states()) then
      perform private.record_withdrawal(held, is_own, is_rule);
    elsif is_own and held.state = 'agreed' then
      perform private.record_candidates(held.requirement_id, 'candidates_refused', array[held.id], false);
    elsif is_rule then
      perform private.reopen_item(held.requirement_id);
    end if;
    if held.state = 'joined' then
      perform private.count_joined(held.requirement_id, true);
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
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'joined_on', (entry).joined_on,
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_yes(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce((select asked.is_disowned from public.candidate_consents as asked
                                   where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', coalesce((select asked.reconsidered_at is not null from public.candidate_consents as asked
                                       where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        -- Was what they were asked last asked at another address than the one we know now?
        'is_moved', coalesce((select asked.mailbox_digest is distinct from private.subject_of(person.email)
                                from public.candidate_consents as asked
                                join public.candidates as person on person.id = asked.candidate_id
                                where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        'is_never', (select private.is_never(person, filed.client_id, domains)
                       from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed') then (
          select private.near_names(person, private.company_name(filed.client_id))
            from public.candidates as person, public.job_requirements as filed
            where person.id = (entry).candidate_id and filed.id = (entry).requirement_id) else '{}' end,
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

CREATE OR REPLACE FUNCTION private.erase_own_candidate (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token, false);
  begin
    perform private.forget_own_records(person);
  end $function$;

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
    perform private.hold_person(wanted, accounts);
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
    perform private.forget_candidate(person.id) from (
      select kept.id from public.candidates as kept where kept.email = wanted order by kept.id) as person;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
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
    select said.candidate_id from (
        select distinct on (asked.candidate_id) asked.candidate_id, asked.refused_at, asked.withdrawn_at, asked.tell_at
          from public.candidate_consents as asked where asked.purpose = 'keep' and asked.closed_at is null
          order by asked.candidate_id, asked.asked_at desc) as said
      where num_nonnulls(said.refused_at, said.withdrawn_at) > 0 and coalesce(said.tell_at <= now(), true)
        and not exists (select from public.shortlist_entries as entry
                         where entry.candidate_id = said.candidate_id and entry.state not in ('withdrawn', 'closed'))
    order by 1
  $function$;

CREATE OR REPLACE FUNCTION private.export_forms_of (
  address text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_object_agg(known.relation, coalesce(
        (select jsonb_agg(private.form_of_item(item) order by item.created_at)
           from private.items_of(address) as sent join public.inbox_items as item on item.id = sent.id
           where item.kind = known.kind), '[]'))
      from private.public_forms() as known
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
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from private.inbox_page(private.require_exporter('inbox'), filter, after_group, after_key, after_id, 500)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
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
          union all select line.id from public.job_requirements as filed
            join public.inbox_items as line on line.requirement_id = filed.id where filed.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'item_replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
        from public.item_replies as reply where reply.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $function$;

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
        from public.candidates as person where person.email = wanted),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
          'role', (select held.role from public.user_roles as held where held.user_id = person.id),
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

CREATE OR REPLACE FUNCTION private.export_requirements (
  fields    text[],
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
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
    select filed.id, company.company_name, filed.status, filed.recruiter_id, filed.positions_filled, filed.closed_reason,
           filed.created_at, filed.updated_at, private.entries_of(filed, fields)
      from private.requirements_page(private.require_exporter('requirements'), status, priority, whose, client, words,
                                     after_key, after_id, 500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.file_for (
  client  uuid,
  entries jsonb,
  source  public.inbox_items DEFAULT NULL::public.inbox_items,
  form    uuid               DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.lock_team(recruiter);
    source_keys jsonb := private.source_keys(source);
    columns text := concat_ws(', ', variadic private.requirement_fields() || array(select jsonb_object_keys(source_keys)));
    made uuid;
  begin
    recruiter := private.receiver_of(recruiter);
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, form_id, recruiter_id, is_filed_by_team, %1$s)
                      select $1, $2, $3, true, %1$s from private.with_entries($4, $5)
                      on conflict on constraint job_requirements_form_id_key do nothing returning id', columns)
      into made using client, form, recruiter, jsonb_populate_record(null::public.job_requirements, source_keys
        || jsonb_build_object('remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb,
                              'positions_count', 1, 'priority', 'medium')), entries - 'recruiter_id';
    if made is null then
      return (select filed.id from public.job_requirements as filed where filed.client_id = client and filed.form_id = form);
    end if;
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = coalesce(source.created_at + private.promised(source.kind), due_at)
      where requirement_id = made;
    perform private.mail_filed(made);
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.fill_envelopes()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('senders of items', 'public.inbox_items',
      '(sender, email, phone, company, subject, reference, source)
         = (select * from private.read_envelope(private.form_of_item(filled)))', 'sender is null and requirement_id is null')
  $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery;
    address_words tsquery;
    mailbox text;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := private.mailbox_of(private.trimmed(left(find_enquiries.address, 320)));
    address_words := phraseto_tsquery('simple', private.spaced_text(private.normal_address(left(find_enquiries.address, 320))));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(address_words) > 0 and line.search @@ address_words
      ), of_mailbox as (
        select line.id, line.created_at from public.inbox_items as line
          where private.mailbox_of(line.email) = mailbox and line.email is not null order by line.created_at desc limit 10
      ), of_company as (
        select line.id, line.created_at from public.inbox_items as line
          where lower(line.company) = firm and line.company is not null order by line.created_at desc limit 10
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'address', 2 from of_mailbox
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  change     public.item_change,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    held public.inbox_items;
    is_reply boolean := coalesce(change.is_reply, false);
  begin
    perform from public.inbox_items as line where line.id = item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = item;
    if found then
      return next;
      return;
    end if;
    held := private.lock_item(item, seen);
    from_group := coalesce(from_group, (select placed.item_group from private.grouped_items as placed where placed.id = item));
    if is_reply then
      perform private.write_reply(caller, held, change.body, form);
    elsif change.body is not null then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.state is not null then
      perform private.apply_state(caller, held, change.state, change.due_at);
    elsif is_reply and held.state = 'new' then
      perform private.apply_state(caller, held, 'open', null);
    end if;
    if private.version_of(item) = held.version then
      perform private.touch_item(caller, item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as line set version = line.version + 1 where line.id = item and is_reply;
    end if;
    if change.takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, held, from_group, filter) as next;
    end if;
    perform private.record_act(form, caller, held, next_id, is_reply);
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_form()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.inbox_items as item
      set (sender, email, phone, company, subject, reference, source)
            = (select * from private.read_envelope(to_jsonb(new))),
          search = private.searchable_enquiry(to_jsonb(new), item.is_flood)
      where item.contact_id = new.id or item.posting_id = new.id or item.consultation_id = new.id;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_message()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    else
      perform private.note_answer(new.requirement_id, new.author);
      insert into private.unanswered_messages as held (requirement_id, client_id, since, last_at)
        values (new.requirement_id, filed.client_id, new.created_at, new.created_at)
        on conflict (requirement_id) do update set last_at = greatest(held.last_at, excluded.last_at);
    end if;
    insert into public.unread_messages as held (user_id, requirement_id, unread, first_at, last_at)
      select reader, new.requirement_id, 1, new.created_at, new.created_at
        from private.readers_of(filed, case new.side when 'client' then 'team' else 'client' end) as reader
      on conflict (user_id, requirement_id) do update
        set unread = held.unread + 1, last_at = greatest(held.last_at, excluded.last_at);
    return null;
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
    entries uuid[] := array(select held.id from public.shortlist_entries as held where held.candidate_id = candidate order by held.id);
    subjects text[] := private.mail_subjects(candidate);
    addresses text[];
    entry uuid;
  begin
    insert into private.sealed_candidates (subject, consents)
      select private.subject_of(coalesce(person.email, person.phone, person.id::text)),
             jsonb_agg(jsonb_build_object('purpose', asked.purpose, 'basis', asked.basis, 'notice_version', asked.notice_version,
                                          'asked_at', asked.asked_at, 'given_at', asked.given_at, 'refused_at', asked.refused_at,
                                          'withdrawn_at', asked.withdrawn_at, 'card_digest', asked.card_digest))
        from public.candidate_consents as asked
        where asked.candidate_id = person.id and (select sealed_days from private.settings) > 0
        having count(*) > 0;
    foreach entry in array entries loop
      perform private.end_entry(entry, false);
    end loop;
    update public.crm_events as event
      set entry_ids = array(select each from unnest(event.entry_ids) as each where each <> all (entries))
      where event.requirement_id in (select held.requirement_id from public.shortlist_entries as held where held.id = any (entries))
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

CREATE OR REPLACE FUNCTION private.forget_last_mail()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    delete from public.mail_outbox where id = new.id;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_own_records (
  person public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.forget_candidate(each) from unnest(array(select private.records_of((person).id))) as each;
    if (person).email is not null then
      perform private.enqueue_mail('candidate_erased', 'erased.' || gen_random_uuid(), address => (person).email);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.form_of (
  requirement public.job_requirements
)
  RETURNS TABLE (
    address text,
    came    timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    select private.normal_address(sent.email), sent.created_at from private.enquiries as sent
      where (sent.contact_id = requirement.source_contact_id or sent.posting_id = requirement.source_posting_id
             or sent.consultation_id = requirement.source_consultation_id)
        and coalesce(sent.source, 'form') = 'form'
  $function$;

CREATE OR REPLACE FUNCTION private.form_of_item (
  item public.inbox_items
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case item.kind
        when 'contact' then (select to_jsonb(form) from public.contact_submissions as form where form.id = item.contact_id)
        when 'posting' then (select to_jsonb(form) from public.public_job_submissions as form where form.id = item.posting_id)
        when 'consultation' then (select to_jsonb(form) from public.consultation_requests as form
                                    where form.id = item.consultation_id) end
  $function$;

CREATE OR REPLACE FUNCTION private.former_of (
  entry public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select answer.former from public.shortlist_answers as answer
      where answer.entry_id = (entry).id and answer.former is not null and answer.created_at >= (entry).shown_at
      order by answer.created_at, answer.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.hold_own_requirement (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare filed public.job_requirements;
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id()) for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return filed;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_person (
  address  text,
  accounts uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    companies uuid[] := array(select private.companies_of_nobody_else(address, accounts));
  begin
    perform from public.user_roles where user_id = any (accounts) order by user_id for update;
    -- Who only names one, in an event of a requirement say, can finish.
    perform from public.clients where id = any (companies) order by id for no key update;
    perform from public.job_requirements
      where client_id = any (companies) or recruiter_id = any (accounts) or submitted_by = any (accounts)
        or id in (select entry.requirement_id from public.shortlist_entries as entry
                    join public.candidates as person on person.id = entry.candidate_id
                    where person.email = address and entry.state = 'joined')
      order by id for update;
    perform from public.candidates where email = address order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select line.id from public.job_requirements as filed
          join public.inbox_items as line on line.requirement_id = filed.id
          where filed.client_id = any (companies) or filed.recruiter_id = any (accounts)
        union select sent.id from private.items_of(address) as sent)
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_figures (
  metrics_key text
)
  RETURNS TABLE (
    state   public.inbox_state,
    overdue boolean,
    items   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not exists (select from private.settings
                    where metrics_key_digest = encode(sha256(convert_to(metrics_key, 'UTF8')), 'hex')) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
    return query
      select wanted.state, due.overdue, least(count(item.id), 1000)::integer
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true), (false)) as due (overdue)
        left join private.grouped_items as item
          on item.state in ('new', 'open', 'waiting') and item.item_group <> 'suspect'
            and item.state = wanted.state and (item.due_at < now()) = due.overdue
        group by wanted.state, due.overdue;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_key (
  item   public.inbox_items,
  filter public.inbox_filter
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case private.inbox_sort(filter) when 'due' then (item).due_at else (item).created_at end $function$;

CREATE OR REPLACE FUNCTION private.inbox_news (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_team(person) then
      return null;
    end if;
    return nullif(
      (select jsonb_build_object(
                'unclaimed', least(count(*) filter (where item.item_group = 'unclaimed'), 1000),
                'overdue', least(count(*) filter (where item.item_group = 'overdue'), 1000),
                -- "Others" are the caller's, who is not this person.
                'mine', least(count(*) filter (where item.item_group in ('mine', 'others') and item.holder = person), 1000),
                'day', private.day_of(person, 5))
         from private.grouped_items as item where item.state in ('new', 'open', 'waiting')),
      '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text,
    sort_key   timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    groups text[] := private.inbox_groups();
    is_grouped boolean := private.is_grouped(filter);
    has_places boolean := is_grouped and filter.only_group is null;
    first_place integer := case when has_places then coalesce(array_position(groups, after_group), 1) else 1 end;
    is_open boolean := filter.state is null and (filter.words is null or filter.only_group is not null);
    sort text := private.inbox_sort(filter);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(filter.descending, not is_grouped and filter.sort is null);
    person uuid := case when filter.whose = 'me' then caller
                        when filter.whose not in ('nobody', 'me-or-nobody') then filter.whose::uuid end;
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if sort not in ('due', 'came') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (groups || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    -- Not a word, or a group of what is closed: there is none.
    elsif filter.words is not null and query is null or filter.only_group is not null and filter.state in ('done', 'spam') then
      return;
    elsif filter.words is not null then
      found := private.find_by_words('public.inbox_items', query);
    end if;
    return query
      select item.id, item.item_group, listed.key
        from private.grouped_items as item
        cross join lateral (
          select case sort when 'due' then item.due_at else item.created_at end as key,
                 case when has_places then array_position(groups, item.item_group) else 1 end as place) as listed
        where (not is_open or item.state in ('new', 'open', 'waiting'))
          and (filter.only_group is null or filter.only_group = 'active' or item.item_group = filter.only_group)
          and (filter.kind is null or item.kind = filter.kind)
          and (filter.state is null or item.state = filter.state)
          and (filter.suspect is null or item.is_suspect = filter.suspect)
          and case when filter.whose is null then true
                   when filter.whose = 'nobody' then item.assignee is null or item.claim_expires_at <= now()
                   when filter.whose = 'me-or-nobody' then item.holder is null or item.holder = caller
                   else item.assignee = person and item.holder = person end
          and (query is null or found is not null or item.search @@ query)
          and (found is null or item.id = any (found))
          and listed.place >= first_place
          and (after_id is null or listed.place > first_place
               or case when is_falling then (listed.key, item.id) < (after_key, after_id)
                       else (listed.key, item.id) > (after_key, after_id) end)
        order by listed.place,
                 case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then item.id end, case when is_falling then item.id end desc
        limit least(most, 500);
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_sort (
  filter public.inbox_filter
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce((filter).sort, case when private.is_grouped(filter) then 'due' else 'came' end) $function$;

CREATE OR REPLACE FUNCTION private.is_grouped (
  filter public.inbox_filter
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select (filter).words is null and (filter).sort is null
      and ((filter).state is null or (filter).state not in ('done', 'spam'))
  $function$;

CREATE OR REPLACE FUNCTION private.is_opened (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select coalesce((entry).interview_at <= now(), false) and (entry).state = any (private.shown_states()) $function$;

CREATE OR REPLACE FUNCTION private.is_undo_link (
  token text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select (private.disowned_by(token)).id is not null $function$;

CREATE OR REPLACE FUNCTION private.item_reply_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'body', written.body, 'came_at', line.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(form ->> 'requirement', form ->> 'needs',
                           concat_ws(e'\n', form ->> 'job_title', form ->> 'location', form ->> 'job_description'))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      cross join private.form_of_item(line) as form
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = ((mail).ids ->> 'reply')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.item_words (
  item public.inbox_items
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when item.requirement_id is null then private.searchable_enquiry(private.form_of_item(item), item.is_flood)
      else (select private.searchable_requirement(requirement, item.is_flood)
              from public.job_requirements as requirement where requirement.id = item.requirement_id) end
  $function$;

CREATE OR REPLACE FUNCTION private.job_facts (
  filed public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'work', concat_ws(', ', replace((filed).job_type::text, '_', ' '),
          case when (filed).remote_allowed then 'also from home' end,
          case when (filed).min_experience = (filed).max_experience then (filed).min_experience || ' years of experience'
               when (filed).max_experience is null then (filed).min_experience || ' years of experience or more'
               when coalesce((filed).min_experience, 0) = 0 then 'up to ' || (filed).max_experience || ' years of experience'
               else (filed).min_experience || ' to ' || (filed).max_experience || ' years of experience' end,
          case when (filed).expected_start_date > private.today()
               then 'from ' || to_char((filed).expected_start_date, 'FMDD Mon YYYY') end),
        'skills', to_jsonb((filed).required_skills[1:5]),
        'pay', (select jsonb_build_object('from', (filed).min_salary, 'to', (filed).max_salary, 'currency', (filed).currency)
                  from public.shortlists as list
                  where list.requirement_id = (filed).id and list.tells_pay
                    and num_nonnulls((filed).min_salary, (filed).max_salary) > 0))
      where (filed).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.last_told_answer (
  entry uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select answer.id from public.shortlist_answers as answer
      where answer.entry_id = entry and coalesce(answer.undo_until <= now(), true)
      order by answer.created_at desc, answer.id desc limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.list_changeable (
  filter public.inbox_filter
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
  begin
    if filter.state is null then
      filter.only_group := coalesce(filter.only_group, 'active');
    end if;
    return query
      select item.id, item.version, (count(*) over ())::integer
        from private.inbox_page(private.require_team(), filter, null, null, null, 51)
          with ordinality as page (id, item_group, sort_key, place)
        join public.inbox_items as item on item.id = page.id
        order by page.place limit 50;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_clients (
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    created_at   timestamp with time zone,
    members      integer,
    requirements integer,
    active       integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, client.created_at,
           (select count(*)::integer from public.client_members as member where member.client_id = client.id),
           figures.total, figures.active
      from caller
      cross join lateral private.clients_page(case when caller.id is not null then words end, after_key, after_id) as page
      join public.clients as client on client.id = page.client_id
      cross join lateral private.requirement_figures(client.id) as figures
      order by client.created_at desc, client.id desc
  $function$;

CREATE OR REPLACE FUNCTION private.list_inbox (
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.listed_item
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source
      from private.inbox_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
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
      select * from private.open_page(private.require_team(), status, priority, whose, only_group, sort, descending,
                                      after_group, after_key, after_id, 26)
        with ordinality as page (requirement_id, work_group, sort_key, place))
    select filed.id, page.work_group, page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for,
           counted.counts
      from page
      join private.open_requirements as held on held.requirement_id = page.requirement_id
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_people()
  RETURNS TABLE (
    reached_at text,
    kept_in    text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare form record;
  begin
    return query
      select lower(account.email), 'accounts' from auth.users as account where account.email <> ''
      union select lower(account.email_change), 'accounts' from auth.users as account where account.email_change <> ''
      union select lower(coalesce(item.email, item.phone)), known.people from public.inbox_items as item
        left join private.public_forms() as known on known.kind = item.kind
        where num_nonnulls(item.email, item.phone) > 0
      union select invitation.email, 'invitations' from public.invitations as invitation
      union select coalesce(person.email, person.phone), 'candidates' from public.candidates as person
        where num_nonnulls(person.email, person.phone) > 0
      union select lower(mail.address), 'mails' from public.mail_outbox as mail where mail.address is not null
      union select lower(colleague.contact_email), 'team' from public.team_members as colleague
        where colleague.contact_email is not null
      -- Whom the team has written down as the contact of a company that nobody has joined.
      union select client.phone, 'companies' from public.clients as client
        where client.phone is not null
          and not exists (select from public.client_members as member where member.client_id = client.id);
    for form in select * from private.public_forms() loop
      return query execute format('select lower(coalesce(sent.email, sent.phone)), %L from public.%I as form
        cross join private.read_envelope(to_jsonb(form)) as sent
        where num_nonnulls(sent.email, sent.phone) > 0', form.people, form.relation);
    end loop;
    if to_regclass('auth.identities') is not null then
      return query select distinct lower(identity_data ->> 'email'), 'sign-ins' from auth.identities
        where identity_data ->> 'email' <> '';
    end if;
    if to_regclass('auth.audit_log_entries') is not null then
      return query select distinct lower(named.address), 'log of sign-ins'
        from auth.audit_log_entries as entry,
          lateral (values (entry.payload::jsonb ->> 'actor_username'),
                          (entry.payload::jsonb #>> '{traits,user_email}')) as named (address)
        where named.address <> '';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
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
      select * from private.requirements_page(private.require_team(), status, priority, whose, client, words, after_key,
                                              after_id, 26) with ordinality as page (requirement_id, place))
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version, held.last_word_at, held.waits_for, counted.counts
      from page
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as held on held.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.made_of (
  item uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select made.id from public.inbox_items as sent
      join public.job_requirements as made
        on made.source_posting_id = sent.posting_id or made.source_contact_id = sent.contact_id
        or made.source_consultation_id = sent.consultation_id
      where sent.id = item
  $function$;

CREATE OR REPLACE FUNCTION private.mail_filed_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.submitted_by is not null and 10 > (select count(*) from (select from public.mail_outbox as sent
         where sent.user_id = new.submitted_by and sent.template = 'requirement_filed'
           and sent.created_at > now() - interval '1 day' limit 10) as counted)
    then
      perform private.enqueue_mail('requirement_filed', 'filed.' || new.id,
                                   jsonb_build_object('requirement', new.id), new.submitted_by);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_receipt()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if current_setting('role') in ('anon', 'authenticated') then
      perform private.queue_receipt(new.id, new.email);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_requirement_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn'))
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused', 'candidates_reconsidered')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare kind public.inbox_kind := tg_argv[0];
  begin
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, created_at, last_activity_at, due_at,
                                    is_suspect, is_flood, search, sender, email, phone, company, subject, reference, source)
      select kind, case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
             case kind when 'consultation' then new.id end, new.created_at, new.created_at,
             new.created_at + private.promised(kind), new.suspect, new.flood,
             private.searchable_enquiry(to_jsonb(new), new.flood), envelope.*
        from private.read_envelope(to_jsonb(new)) as envelope;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_requirement_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_flood boolean := private.is_filed_in_flood(new);
  begin
    insert into public.inbox_items (kind, requirement_id, client_id, created_at, last_activity_at, due_at, is_flood, search)
      values ('requirement', new.id, new.client_id, new.created_at, new.created_at,
              new.created_at + private.promised('requirement'), is_flood, private.searchable_requirement(new, is_flood));
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.need_no_answer (
  requirement uuid,
  seen        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare filed public.job_requirements := private.hold_own_requirement(requirement);
  begin
    delete from private.unanswered_messages as held where held.requirement_id = filed.id and held.last_at <= seen;
  end $function$;

CREATE OR REPLACE FUNCTION private.next_item (
  item       uuid,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return query
      select page.id, page.stood
        from public.inbox_items as held
        join private.grouped_items as placed on placed.id = held.id
        cross join lateral private.inbox_page(
            caller, filter, coalesce(from_group, placed.item_group), private.inbox_key(held, filter), held.id, 2)
          with ordinality as page (id, stood, sort_key, place)
        where held.id = item and page.id <> item order by page.place limit 1;
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
    filed public.job_requirements;
    is_team boolean := private.is_team_member();
    new_since timestamptz;
    shown jsonb;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    select held.first_at into new_since from public.unread_messages as held
      where held.user_id = caller and held.requirement_id = filed.id;
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', written.id, 'side', written.side, 'is_own', written.author is not distinct from caller,
               -- Empty for somebody who has none, null for somebody who has left.
               'name', case when written.side = 'team' then colleague.display_name
                            when member.user_id is not null then coalesce(member.full_name, '') end,
               'body', written.body, 'created_at', written.created_at)
               order by written.created_at desc, written.id desc), '[]')
      into shown
      from (select * from public.requirement_messages as said
              where said.requirement_id = filed.id
                and (before_id is null or (said.created_at, said.id) < (before_key, before_id))
              order by said.created_at desc, said.id desc limit 26) as written
      left join public.client_members as member
        on member.user_id = written.author and member.client_id = filed.client_id
      left join public.team_members as colleague on colleague.user_id = written.author;
    if before_id is null and new_since is not null then
      perform private.settle_unread(filed, case when is_team then 'team' else 'client' end,
                                    (shown -> 0 ->> 'created_at')::timestamptz, caller);
    end if;
    if is_team then
      update public.inbox_items set first_seen_at = now() where requirement_id = filed.id and first_seen_at is null;
    end if;
    return jsonb_build_object(
      'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
      'company', (select client.company_name from public.clients as client where client.id = filed.client_id),
      'client_id', filed.client_id,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = filed.recruiter_id),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = filed.id) end,
      'may_write', private.side_on(filed.client_id) is not null,
      'candidates', private.candidate_counts(filed.id),
      'new_since', new_since,
      'unanswered_since', case when not is_team then (select held.since from private.unanswered_messages as held
                                                        where held.requirement_id = filed.id) end,
      'messages', shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    work_group     text,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    silent_since timestamptz := private.silent_since();
    groups text[] := case when only_group is not null then array[only_group] when sort is not null then array['all']
                          else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    listed text;
    got integer;
  begin
    if sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_place .. cardinality(groups) loop
      listed := groups[place];
      return query
        select open.requirement_id, open.work_group, ordered.key
          from private.grouped_requirements as open
          cross join lateral (
            select case when coalesce(sort, listed) = 'deadline' then open.deadline_at
                        when sort = 'age' then open.filed_at else open.last_word_at end as key) as ordered
          where (status is null or open.status = status)
            and (priority is null or open.priority = priority)
            and (whose is null or case when whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = person end)
            -- What is silent is most of all there is: the others are looked for behind it.
            and (listed = 'all' or open.work_group = listed and (open.last_word_at < silent_since) = (listed = 'silent'))
            and (place > first_place or after_id is null
                 or case when is_falling then (ordered.key, open.requirement_id) < (after_key, after_id)
                         else (ordered.key, open.requirement_id) > (after_key, after_id) end)
          order by case when not is_falling then ordered.key end, case when is_falling then ordered.key end desc,
                   case when not is_falling then open.requirement_id end, case when is_falling then open.requirement_id end desc
          limit room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
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
          'is_kept', private.is_kept(person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and private.question_state(asked) = 'open'),
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
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'about', private.job_facts(filed), 'is_open', filed.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'undo_until', case when entry.state = 'withdrawn' and newest.tell_at > now() then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and private.is_never(person, filed.client_id),
                'is_reconsidered', newest.reconsidered_at is not null,
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                -- An "interview" that another answer, or the end, followed before its undo was over has opened nothing.
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(coalesce(answer.undo_until, answer.created_at)) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview'
                      and coalesce(answer.undo_until, answer.created_at)
                        <= coalesce(newest.withdrawn_at, newest.refused_at, newest.closed_at, now())
                      and not exists (select from public.shortlist_answers as later
                                        where later.entry_id = entry.id and later.verdict <> 'interview'
                                          and later.created_at > answer.created_at and later.created_at < answer.undo_until)) end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, filed.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
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
              from public.shortlist_entries as held
              cross join lateral private.told_entry(held) as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              cross join lateral (
                select asked.* from public.candidate_consents as asked where asked.entry_id = entry.id
                  order by asked.asked_at desc, asked.id limit 1) as newest
              where held.candidate_id = person.id))
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
    perform from public.job_requirements as filed
      where filed.id in (select asked.requirement_id from public.shortlist_entries as asked
                           where asked.candidate_id = any (known.records)) order by filed.id for no key update;
    perform from public.candidates where id = any (known.records) order by id for update;
    known := private.disowned_by(token);
    if known.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif private.subject_of(wanted) is distinct from known.address_digest then
      raise exception 'other_address' using errcode = 'PT422';
    end if;
    delete from private.disowned_mailboxes where id = known.id;
    with back as (
      update public.candidates as person set email = wanted, last_activity_at = now()
        where person.id = any (known.records) and person.email is null returning person.id)
    select array_agg(back.id) into returning_ones from back;
    for entry in select * from public.shortlist_entries as over
                   where over.candidate_id = any (returning_ones) and over.state = 'closed' and over.shown_at is null
                     and exists (select from public.candidate_consents as asked
                                   where asked.entry_id = over.id and asked.is_disowned)
                   order by over.id for update loop
      perform private.unask_entry(entry.id);
      perform private.reopen_item(entry.requirement_id);
      update public.candidate_consents set is_disowned = false where entry_id = entry.id;
    end loop;
    update public.candidate_consents set is_disowned = false
      where candidate_id = any (returning_ones) and purpose = 'keep' and is_disowned;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_messages()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with own as materialized (
      select held.*, filed.job_title
        from public.unread_messages as held
        cross join lateral (select shown.job_title, shown.client_id from public.job_requirements as shown
                              where shown.id = held.requirement_id limit 1) as filed
        where held.user_id = (select private.current_user_id())
          and filed.client_id = (select private.current_client_id())
        order by held.last_at desc, held.requirement_id limit 100)
    select jsonb_build_object(
      'requirements', (select count(*) from own),
      'newest', (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', newest.requirement_id, 'job_title', newest.job_title, 'unread', newest.unread,
                   'last_at', newest.last_at) order by newest.last_at desc, newest.requirement_id), '[]')
                 from (select * from own order by own.last_at desc, own.requirement_id limit 5) as newest),
      'unanswered', (select coalesce(jsonb_agg(to_jsonb(oldest) order by oldest.since, oldest.id), '[]')
                       from (select filed.id, filed.job_title, held.since
                               from private.unanswered_messages as held
                               join public.job_requirements as filed on filed.id = held.requirement_id
                               where held.client_id = (select private.current_client_id())
                                 and (select private.may_write_for_client())
                                 and filed.status = any (private.open_statuses())
                                 and not exists (select from own where own.requirement_id = filed.id)
                               order by held.since, filed.id limit 5) as oldest))
  $function$;

CREATE OR REPLACE FUNCTION private.own_requirements (
  size        integer,
  wanted      public.requirement_status,
  only_unread boolean,
  before_at   timestamp with time zone,
  before_id   uuid,
  words       text,
  sort        text
)
  RETURNS TABLE (
    id       uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    company uuid := private.current_client_id();
    is_falling boolean := sort is null;
    query tsquery := private.search_query(words) && quote_literal(private.company_lexeme(company))::tsquery;
    found uuid[];
    unread uuid[];
  begin
    if sort not in ('oldest', 'deadline') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif words is not null and query is null then
      return;
    end if;
    if words is not null then
      found := private.find_by_words('public.inbox_items', query);
    end if;
    if found is not null then
      found := array(select item.requirement_id from public.inbox_items as item where item.id = any (found));
    end if;
    if only_unread then
      unread := array(select message.requirement_id from public.unread_messages as message
                        where message.user_id = private.current_user_id());
    end if;
    return query
      select requirement.id, listed.key
        from public.job_requirements as requirement
        cross join lateral (
          select case when sort = 'deadline' then coalesce(requirement.deadline, '2999-12-31')::timestamp at time zone 'UTC'
                      else requirement.created_at end as key) as listed
        where requirement.client_id = company
          and (wanted is null or requirement.status = wanted)
          and (unread is null or requirement.id = any (unread))
          and (found is null or requirement.id = any (found))
          and (words is null or found is not null
               or (select item.search @@ query from public.inbox_items as item where item.requirement_id = requirement.id))
          and (before_id is null or case when is_falling then (listed.key, requirement.id) < (before_at, before_id)
                                         else (listed.key, requirement.id) > (before_at, before_id) end)
        order by case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then requirement.id end, case when is_falling then requirement.id end desc
        limit least(greatest(size, 0), 100) + 1;
  end $function$;

CREATE OR REPLACE FUNCTION private.post_message (
  requirement uuid,
  body        text,
  seen        timestamp with time zone,
  form        uuid,
  from_side   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(filed.client_id) when 'team' then 'team' else 'client' end;
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(filed.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(filed, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as held where held.requirement_id = filed.id and held.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.public_forms()
  RETURNS TABLE (
    kind     public.inbox_kind,
    relation text,
    people   text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 3
  SET search_path TO ''
  AS $function$
    values ('contact'::public.inbox_kind, 'contact_submissions', 'messages'),
           ('posting', 'public_job_submissions', 'postings'),
           ('consultation', 'consultation_requests', 'consultations')
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
    unused uuid[];
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status = any (private.closed_statuses()) and filed.updated_at < expiry)
      order by line.id for update;
    for relation in
      select 'public.' || known.relation from private.public_forms() as known
      union all values ('public.activity_log'), ('public.mail_outbox'), ('auth.audit_log_entries')
    loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    -- Which network a form came from is asked for an hour; a form that comes sweeps it as well.
    delete from private.form_senders where created_at < now() - interval '1 hour';
    -- So does an act that can't be undone any more.
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    -- And so do codes, sessions, and what was sealed.
    delete from private.candidate_codes where created_at < now() - interval '1 day';
    delete from private.candidate_sessions where expires_at < now();
    delete from private.sealed_candidates
      where created_at < now() - (select make_interval(days => sealed_days) from private.settings);
    perform private.forget_candidate(expired) from private.expired_candidates() as expired;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
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
    unused := array(select person.id from auth.users as person
      where greatest(person.created_at, person.last_sign_in_at) < expiry
        and not exists (select from public.user_roles as held where held.user_id = person.id and held.role <> 'client')
        and not exists (select from public.client_members as member
                         join public.job_requirements as requirement on requirement.client_id = member.client_id
                         where member.user_id = person.id));
    -- A company goes with the last of its members; one that has none, when nothing has happened to it for as long.
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    delete from auth.users where id = any (unused);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_envelope (
  form jsonb
)
  RETURNS TABLE (
    sender    text,
    email     text,
    phone     text,
    company   text,
    subject   text,
    reference text,
    source    text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
    select coalesce(form ->> 'name', form ->> 'contact_name', (form ->> 'first_name') || ' ' || (form ->> 'last_name')),
           coalesce(form ->> 'email', form ->> 'contact_email'), form ->> 'phone', form ->> 'company',
           coalesce(form ->> 'job_title', form ->> 'requirement', form ->> 'needs'),
           private.reference_of(coalesce(form ->> 'form_id', form ->> 'id')::uuid), form ->> 'source'
  $function$;

CREATE OR REPLACE FUNCTION private.read_items (
  items uuid[]
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
      select coalesce(jsonb_agg(
               to_jsonb(item) - 'search' || jsonb_build_object(
                 'sender', line.sender, 'email', line.email, 'phone', line.phone, 'company', line.company,
                 'subject', line.subject, 'reference', line.reference, 'source', line.source,
                 'made_requirement', private.made_of(item.id),
                 'job_requirements', to_jsonb(filed) || jsonb_build_object('clients',
                   jsonb_build_object('company_name', line.company)))
                 -- The form by the name of its table, and nothing by those of the others.
                 || (select jsonb_object_agg(known.relation, case when known.kind = item.kind then private.form_of_item(item) end)
                       from private.public_forms() as known)
               order by wanted.place), '[]')
        from (select asked.id, min(asked.place) as place from unnest(items) with ordinality as asked (id, place)
                group by asked.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        cross join lateral (select * from private.inbox_lines as shown where shown.id = wanted.id limit 1) as line
        left join public.job_requirements as filed on filed.id = item.requirement_id);
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
               from public.shortlists as list where list.requirement_id = filed.id),
            '{"is_blind": false, "is_abroad": false, "tells_pay": false, "reminded_at": null, "version": 0}'),
          'is_open', filed.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(filed.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(filed.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = filed.id))
        from public.job_requirements as filed where filed.id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.receipt_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'source', line.source, 'reference', line.reference,
        'answer_by', case when line.state in ('new', 'open') then line.due_at end))
      from private.inbox_lines as line where line.id = ((mail).ids ->> 'item')::uuid and line.state <> 'spam'
  $function$;

CREATE OR REPLACE FUNCTION private.reconsider_candidate_question (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare link record := private.hold_link(token);
  begin
    perform private.reconsider_entry((select entry_id from public.candidate_consents where id = link.consent_id));
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
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
  begin
    select * into held from public.shortlist_entries where id = entry for update;
    select * into person from public.candidates where id = held.candidate_id;
    select * into filed from public.job_requirements where id = held.requirement_id;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif held.state <> 'withdrawn' then
      return;
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where said.entry_id in (select private.entries_beside(entry)) and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    if found then
      perform private.unask_entry(held.id);
      perform private.record_candidates(filed.id, 'candidates_reconsidered', array[held.id], true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.reconsider_own_entry (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token, true);
  begin
    perform private.reconsider_entry((private.own_entry(person.id, entry)).id);
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
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = requirement);
    acting public.side := case when author is not null then 'company' else private.side_on(company) end;
    person uuid := coalesce(author, private.current_user_id());
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client)
      values (requirement, company, case when acting is not null then person end,
              acting, record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type));
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(requirement, actor => person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.recruiter_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                      where told.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from told where told.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                    where told.type = 'candidates_refused'),
      'reconsidered', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                         where told.type = 'candidates_reconsidered'))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.refusal_waits()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '10 minutes' $function$;

CREATE OR REPLACE FUNCTION private.refuse_candidate_question (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.hold_link(token);
    asked public.candidate_consents;
  begin
    select * into asked from public.candidate_consents where id = link.consent_id for update;
    if asked.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    update public.candidate_consents as refused
      set refused_at = case when refused.given_at is null then now() end,
          tell_at = case when refused.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when refused.given_at is not null then now() end
      where refused.candidate_id = asked.candidate_id and asked.purpose = 'keep' and refused.purpose = 'keep'
        and num_nonnulls(refused.refused_at, refused.withdrawn_at, refused.closed_at) = 0;
    -- Of a question that was replaced by another one about the same job, the no is to that.
    perform private.end_entry(held.id, true) from private.entries_beside(asked.entry_id) as held (id);
    update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
      where refused.id = asked.id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    update public.candidates set last_activity_at = now() where id = asked.candidate_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.refused_lately (
  entry uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id in (select private.entries_beside(entry))
                      and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days'
                      and asked.reconsidered_at is null)
  $function$;

CREATE OR REPLACE FUNCTION private.related_items (
  item uuid
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    mailbox text;
    firm text;
  begin
    perform private.require_team();
    select private.mailbox_of(line.email), lower(line.company) into mailbox, firm
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with requirements as (
        select filed.id from private.accounts_of(mailbox) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = firm
      ), others as (
        (select sent.id, sent.created_at from public.inbox_items as sent
           where private.mailbox_of(sent.email) = mailbox and sent.email is not null order by sent.created_at desc limit 21)
        union
        (select sent.id, sent.created_at from public.inbox_items as sent
           where lower(sent.company) = firm and sent.company is not null order by sent.created_at desc limit 21)
        union
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
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
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id, false);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true')
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default'),
        ('public.candidates', 'search = default')) as renewed (relation, changes);
    select private.fill_envelopes()
  $function$;

CREATE OR REPLACE FUNCTION private.request_mail_run()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare request bigint;
  begin
    perform private.tell_answers();
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    perform private.tell_refusals();
    select private.request_run('public.mail_outbox', private.mail_turn(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_filed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title,
        'reference', private.reference_of(coalesce(filed.form_id, filed.id)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = (mail).user_id
      where filed.id = ((mail).ids ->> 'requirement')::uuid and filed.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
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
  #variable_conflict use_variable
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if words is null then
      return query
        select filed.id from public.job_requirements as filed
          where (status is null or filed.status = status)
            and (priority is null or filed.priority = priority and filed.status = any (enum_range(status, status)))
            and (whose is null or case when whose = 'nobody' then filed.recruiter_id is null else filed.recruiter_id = person end)
            and (client is null or filed.client_id = client)
            and (after_id is null or (filed.created_at, filed.id) < (after_key, after_id))
          order by filed.created_at desc, filed.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if client is not null then
        query := query && quote_literal(private.company_lexeme(client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as filed on filed.id = item.requirement_id
          where item.kind = 'requirement'
            and case when found is null then item.search @@ query else item.id = any (found) end
            and (status is null or filed.status = status)
            and (priority is null or filed.priority = priority)
            and (whose is null or case when whose = 'nobody' then filed.recruiter_id is null else filed.recruiter_id = person end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
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
    select jsonb_build_object('mark', left(sealed.digest, 8), 'agreed_at', (
        select max(asked.given_at) from public.candidate_consents as asked
          where asked.entry_id = (entry).id and asked.card_digest = sealed.digest and private.is_in_force(asked)))
      from (select private.card_digest(entry) as digest) as sealed
  $function$;

CREATE OR REPLACE FUNCTION private.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean,
  tells_pay   boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlists where requirement_id = filed.id for update;
    if held.is_blind = set_shortlist.is_blind and held.is_abroad = set_shortlist.is_abroad
      and held.tells_pay = coalesce(set_shortlist.tells_pay, held.tells_pay) then
      return held.version;
    elsif held.version is distinct from nullif(seen, 0) and not (seen = 0 and held.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.refuse_closed(filed.status);
    if held.is_blind <> set_shortlist.is_blind then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = filed.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = filed.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.unask_entry(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = coalesce(set_shortlist.is_blind, held.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, held.is_abroad),
          tells_pay = coalesce(set_shortlist.tells_pay, held.tells_pay)
      where list.requirement_id = filed.id returning list.version into held.version;
    return held.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.source_keys (
  item public.inbox_items
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('source_posting_id', item.posting_id, 'source_contact_id', item.contact_id,
                              'source_consultation_id', item.consultation_id)
  $function$;

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  held       public.inbox_items,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    takes_suspects boolean := filter.suspect or filter.only_group = 'suspect' or filter.words is not null;
  begin
    if num_nonnulls(filter.state, filter.whose, filter.suspect, filter.words, filter.sort, filter.only_group) = 0 then
      item_id := private.take_next_of(filter.kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select item.id, item.version, page.stood
          from private.inbox_page(
                 caller, filter, case when is_after then from_group end,
                 case when is_after then private.inbox_key(held, filter) end, case when is_after then held.id end, 100)
               with ordinality as page (id, stood, sort_key, place)
          join private.grouped_items as item on item.id = page.id
          where item.id <> held.id
            and case when item.holder is null then item.state in ('new', 'open') and (takes_suspects or not item.is_suspect)
                  else item.holder = caller and item.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as item
          where item.id = wanted.id and item.version = wanted.version for update skip locked;
        if found then
          perform private.take_item(wanted.id, wanted.version);
          item_id := wanted.id;
          item_group := wanted.stood;
          return next;
          return;
        end if;
      end loop;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.tell_answers()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirements uuid[] := array(
      select filed.id from public.job_requirements as filed
        where filed.id in (select entry.requirement_id from public.shortlist_answers as answer
                             join public.shortlist_entries as entry on entry.id = answer.entry_id
                             where answer.former is not null and answer.undo_until <= now())
        order by filed.id limit 50 for no key update skip locked);
    told record;
    final uuid[];
  begin
    -- In the order of everybody who holds several.
    perform from public.inbox_items where requirement_id = any (requirements) order by id for update;
    for told in
      select entry.id, entry.requirement_id, entry.shown_at, answer.verdict, answer.author, person.email, filed.client_id,
             private.is_opened(entry) and private.former_of(entry) ->> 'interview_at' is null as is_opening,
             entry.answered_at is not null and answer.created_at >= entry.shown_at
               and entry.state = any (private.shown_states()) as is_standing
        from public.shortlist_entries as entry
        join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
        join public.job_requirements as filed on filed.id = entry.requirement_id
        join public.candidates as person on person.id = entry.candidate_id
        where entry.requirement_id = any (requirements) and answer.former is not null and answer.undo_until <= now()
        order by entry.id for update of entry
    loop
      final := final || told.id;
      continue when not told.is_standing or not told.is_opening;
      insert into public.activity_log (actor, action, subject_kind, subject, other)
        values (told.author, 'contact_opened', 'entry', told.id, told.client_id);
      -- Once for each time that they are shown.
      if told.email is not null then
        perform private.enqueue_mail(
          'candidate_news', 'interview.' || told.id || '.' || extract(epoch from told.shown_at)::bigint,
          jsonb_build_object('entry', told.id, 'interview', told.id), address => told.email);
      end if;
    end loop;
    perform private.record_candidates(given.requirement_id, 'candidates_answered', given.entries, true, given.author)
      from (select entry.requirement_id, answer.author, array_agg(entry.id order by entry.id) as entries
              from public.shortlist_entries as entry
              join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
              where entry.id = any (final) and entry.answered_at is not null and answer.created_at >= entry.shown_at
                and entry.state = any (private.shown_states())
              group by entry.requirement_id, answer.author order by entry.requirement_id, answer.author) as given;
    update public.shortlist_answers as answer set former = null
      where answer.entry_id = any (final) and answer.former is not null;
  end $function$;

CREATE OR REPLACE FUNCTION private.tell_refusals()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    asked public.candidate_consents;
    requirement uuid;
  begin
    for asked in select * from public.candidate_consents as said where said.tell_at <= now()
                   order by said.tell_at, said.id limit 500 for update skip locked loop
      update public.candidate_consents set tell_at = null where id = asked.id;
      select entry.requirement_id into requirement from public.shortlist_entries as entry
        where entry.id = asked.entry_id and entry.state = 'withdrawn';
      if found then
        perform private.record_candidates(requirement, 'candidates_refused', array[asked.entry_id], false);
      end if;
    end loop;
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
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.undo_until > now()), '{}'))
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
    filed public.job_requirements := private.hold_own_requirement(requirement);
    held public.shortlist_entries;
    said public.shortlist_answers;
  begin
    select entry.* into held from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id and entry.requirement_id = filed.id
      where given.id = answer for update of entry;
    select * into said from public.shortlist_answers as given where given.id = answer;
    if held.id is null or said.id is distinct from private.last_answer(held.id) or said.author <> private.current_user_id()
      or said.former is null or said.undo_until <= now() or said.created_at < held.shown_at then
      return false;
    end if;
    delete from public.shortlist_answers as given where given.id = said.id;
    update public.shortlist_entries as edited
      set answered_at = (said.former ->> 'answered_at')::timestamptz,
          interview_at = (said.former ->> 'interview_at')::timestamptz,
          state = case when held.state in ('shown', 'interview') then said.former ->> 'state' else held.state end
      where edited.id = held.id;
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_candidate_refusal (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.hold_link(token);
    asked public.candidate_consents;
  begin
    select newest.* into asked from public.candidate_consents as sent cross join lateral private.newest_question(sent) as newest
      where sent.id = link.consent_id;
    if asked.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(asked);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_own_refusal (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token, false);
    asked public.candidate_consents;
  begin
    select said.* into asked from public.candidate_consents as said
      where said.entry_id = entry and said.candidate_id = person.id order by said.asked_at desc, said.id limit 1;
    if asked.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(asked);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_refusal (
  asked public.candidate_consents
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare beside uuid[] := array(select private.entries_beside((asked).entry_id));
  begin
    perform from public.shortlist_entries where id = any (beside) order by id for update;
    if not exists (select from public.candidate_consents as said where said.id = (asked).id and said.tell_at > now()) then
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
        or (asked).purpose = 'keep' and said.purpose = 'keep' and said.candidate_id = (asked).candidate_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_token (
  disowned uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select replace(disowned::text, '-', '') || left(private.keyed_digest('undo ' || disowned), 32)
  $function$;

CREATE OR REPLACE FUNCTION private.verdicts_in (
  requirement uuid,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as (
      select min(event.created_at) as first_at, max(event.created_at) as last_at from public.requirement_events as event
        where event.id = any (events) and event.type = 'candidates_answered'),
    -- Whoever tells of answers holds the requirement, once their undo is over: what could be undone until its event could be
    -- so after the event before.
    before as (
      select max(event.created_at) as at from told join public.requirement_events as event
        on event.requirement_id = verdicts_in.requirement and event.type = 'candidates_answered'
          and event.created_at < told.first_at)
    select jsonb_object_agg(counted.verdict, counted.persons)
      from (select last.verdict, count(*) as persons
              from (select distinct on (answer.entry_id) answer.verdict
                      from told cross join before
                      join public.shortlist_entries as entry on entry.requirement_id = verdicts_in.requirement
                      join public.shortlist_answers as answer on answer.entry_id = entry.id
                      cross join lateral (select coalesce(answer.undo_until, answer.created_at) as at) as final
                      where final.at > coalesce(before.at, '-infinity') and final.at <= told.last_at
                      order by answer.entry_id, answer.created_at desc, answer.id desc) as last
              group by last.verdict) as counted
  $function$;

CREATE OR REPLACE FUNCTION private.visible_figures()
  RETURNS TABLE (
    total     integer,
    active    integer,
    positions bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    select coalesce(sum(figures.total), 0)::integer, coalesce(sum(figures.active), 0)::integer,
           coalesce(sum(figures.positions), 0)::bigint
      from (select private.current_client_id() as id
            union
            select client.id from public.clients as client where (select private.may_export())) as readable
      cross join lateral private.requirement_figures(readable.id) as figures
  $function$;

CREATE OR REPLACE FUNCTION private.withdraw_from (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.hold_own_candidate(session_token, false);
    held public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    held := private.own_entry(person.id, entry);
    if exists (select from public.candidate_consents where entry_id = held.id) then
      perform private.end_entry(each.id, true) from private.entries_beside(held.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
        where refused.id = (select asked.id from public.candidate_consents as asked where asked.entry_id = held.id
                              order by asked.asked_at desc, asked.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION public.dashboard_page (
  page_size   integer,
  wanted      public.requirement_status DEFAULT NULL::public.requirement_status,
  only_unread boolean                   DEFAULT false,
  before_at   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                      DEFAULT NULL::uuid,
  words       text                      DEFAULT NULL::text,
  sort        text                      DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
        with ordinality as page (id, sort_key, place))
    select private.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.deadline,
               filed.recruiter_id, filed.joining_date, due.answer_by, counted.counts as candidates,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as filed on filed.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id
          left join private.answers_for_reader(array(select page.id from page)) as due
            on due.requirement_id = page.id) as listed), '[]'))
  $function$;

CREATE OR REPLACE FUNCTION public.export_inbox (
  filter      public.inbox_filter      DEFAULT NULL::public.inbox_filter,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.exported_item
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_inbox(filter, after_group, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  change     public.item_change  DEFAULT NULL::public.item_change,
  from_group text                DEFAULT NULL::text,
  filter     public.inbox_filter DEFAULT NULL::public.inbox_filter
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.finish_item(item, seen, form, change, from_group, filter) $function$;

REVOKE ALL ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.is_undo_link (
  token text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.is_undo_link(token) $function$;

REVOKE ALL ON FUNCTION "public"."is_undo_link"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_changeable (
  filter public.inbox_filter DEFAULT NULL::public.inbox_filter
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_changeable(filter) $function$;

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_filter) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_inbox (
  filter      public.inbox_filter      DEFAULT NULL::public.inbox_filter,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.listed_item
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_inbox(filter, after_group, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.need_no_answer (
  requirement uuid,
  seen        timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.need_no_answer(requirement, seen) $function$;

REVOKE ALL ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.next_item (
  item       uuid,
  from_group text                DEFAULT NULL::text,
  filter     public.inbox_filter DEFAULT NULL::public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.next_item(item, from_group, filter) $function$;

REVOKE ALL ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.own_mailbox (
  token   text,
  address text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.own_mailbox(token, address) $function$;

REVOKE ALL ON FUNCTION "public"."own_mailbox"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.reconsider_candidate_question (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.reconsider_candidate_question(token) $function$;

REVOKE ALL ON FUNCTION "public"."reconsider_candidate_question"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.reconsider_own_entry (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.reconsider_own_entry(session_token, entry) $function$;

REVOKE ALL ON FUNCTION "public"."reconsider_own_entry"(text, uuid) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean,
  tells_pay   boolean DEFAULT NULL::boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_shortlist(requirement, seen, is_blind, is_abroad, tells_pay) $function$;

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_answer (
  requirement uuid,
  answer      uuid
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_answer(requirement, answer) $function$;

REVOKE ALL ON FUNCTION "public"."undo_answer"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_candidate_refusal (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_candidate_refusal(token) $function$;

REVOKE ALL ON FUNCTION "public"."undo_candidate_refusal"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.undo_own_refusal (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_own_refusal(session_token, entry) $function$;

REVOKE ALL ON FUNCTION "public"."undo_own_refusal"(text, uuid) FROM PUBLIC, "service_role";

ALTER TABLE "private"."disowned_mailboxes"
  ADD CONSTRAINT "disowned_mailboxes_id_key" UNIQUE (id);

ALTER TABLE "private"."unanswered_messages"
  ADD CONSTRAINT "unanswered_messages_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "private"."unanswered_messages"
  ADD CONSTRAINT "unanswered_messages_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

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
    'candidate_link'::text, 'candidate_moved'::text, 'candidate_erased'::text, 'candidate_disowned'::text, 'candidate_news'::text, 'candidates_waiting'::text]))) NOT VALID;

ALTER TABLE "public"."requirement_events"
  ADD CONSTRAINT "requirement_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'converted'::text, 'edited'::text, 'status'::text, 'recruiter'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text, 'candidates_withdrawn'::text, 'candidates_agreed'::text, 'candidates_refused'::text, 'candidates_reconsidered'::text]))) NOT VALID;

CREATE VIEW "private"."enquiries" AS  SELECT item.id,
    item.kind,
    item.contact_id,
    item.posting_id,
    item.consultation_id,
    COALESCE(item.contact_id, item.posting_id, item.consultation_id) AS form_row_id,
    item.created_at,
    item.search,
    COALESCE(item.sender, form.sender) AS sender,
    COALESCE(item.email, form.email) AS email,
    COALESCE(item.phone, form.phone) AS phone,
    COALESCE(item.company, form.company) AS company,
    COALESCE(item.subject, form.subject) AS subject,
    COALESCE(item.reference, form.reference) AS reference,
    COALESCE(item.source, form.source) AS source
   FROM (public.inbox_items item
     LEFT JOIN LATERAL ( SELECT envelope.sender,
            envelope.email,
            envelope.phone,
            envelope.company,
            envelope.subject,
            envelope.reference,
            envelope.source
           FROM private.read_envelope(private.form_of_item(item.*)) envelope(sender, email, phone, company, subject, reference, source)
          WHERE (item.sender IS NULL)
         LIMIT 1) form ON (true))
  WHERE (item.requirement_id IS NULL);

CREATE OR REPLACE FUNCTION private.items_of (
  address text
)
  RETURNS SETOF private.enquiries
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select * from private.enquiries as sent
      where sent.id in (select item.id from public.inbox_items as item
                          where item.email is not null and private.mailbox_of(item.email) = private.mailbox_of(address)
                             or item.sender is null and item.requirement_id is null)
        and lower(sent.email) = address
    union all
    select * from private.enquiries as sent
      where sent.search @@ private.number_of(address) and sent.email is null and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $function$;

CREATE VIEW "private"."grouped_items" AS  SELECT item.id,
    item.kind,
    item.state,
    item.assignee,
    item.claim_expires_at,
    claim.holder,
    item.due_at,
    item.created_at,
    item.is_suspect,
    item.search,
    item.version,
        CASE
            WHEN (item.state = ANY (ARRAY['done'::public.inbox_state, 'spam'::public.inbox_state])) THEN 'closed'::text
            WHEN (item.is_suspect AND (item.state <> 'waiting'::public.inbox_state) AND (claim.holder IS NULL)) THEN 'suspect'::text
            WHEN (item.due_at < now()) THEN 'overdue'::text
            WHEN (item.is_flood AND (item.state <> 'waiting'::public.inbox_state) AND (claim.holder IS NULL)) THEN 'flood'::text
            WHEN (item.state = 'waiting'::public.inbox_state) THEN 'waiting'::text
            WHEN (claim.holder IS NULL) THEN 'unclaimed'::text
            WHEN (claim.holder = ( SELECT private.current_user_id() AS current_user_id)) THEN 'mine'::text
            ELSE 'others'::text
        END AS item_group
   FROM (public.inbox_items item
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (item.claim_expires_at <= now()) THEN NULL::uuid
                    ELSE item.assignee
                END AS holder) claim);

CREATE VIEW "private"."grouped_requirements" AS  SELECT requirement_id,
    recruiter_id,
    status,
    priority,
    filed_at,
    deadline,
    last_word_at,
    waits_for,
    client_id,
    unanswered_since,
    ((deadline)::timestamp without time zone AT TIME ZONE 'UTC'::text) AS deadline_at,
        CASE
            WHEN (last_word_at < ( SELECT private.silent_since() AS silent_since)) THEN 'silent'::text
            WHEN (deadline <= ( SELECT private.end_of_week() AS end_of_week)) THEN 'deadline'::text
            WHEN (recruiter_id IS NULL) THEN 'nobodys'::text
            WHEN (waits_for = 'company'::public.side) THEN 'waiting'::text
            ELSE 'rest'::text
        END AS work_group
   FROM private.open_requirements open;

CREATE VIEW "private"."inbox_lines" AS  SELECT item.id,
    item.kind,
    item.state,
    item.assignee,
    item.claim_expires_at,
    item.due_at,
    item.first_seen_at,
    item.last_activity_at,
    item.is_suspect,
    item.version,
    item.created_at,
    item.requirement_id,
    COALESCE(sent.sender, member.full_name, client.full_name) AS sender,
        CASE
            WHEN (sent.id IS NOT NULL) THEN sent.email
            ELSE (account.email)::text
        END AS email,
        CASE
            WHEN (sent.id IS NOT NULL) THEN sent.phone
            WHEN (requirement.submitted_by IS NOT NULL) THEN member.phone
            ELSE client.phone
        END AS phone,
    COALESCE(client.company_name, sent.company) AS company,
    COALESCE(requirement.job_title, sent.subject) AS subject,
    item.is_flood,
        CASE
            WHEN (item.requirement_id IS NULL) THEN sent.source
            ELSE NULL::text
        END AS source,
    requirement.status AS requirement_status,
        CASE
            WHEN (item.requirement_id IS NULL) THEN sent.reference
            ELSE NULL::text
        END AS reference
   FROM (((((public.inbox_items item
     LEFT JOIN public.job_requirements requirement ON ((requirement.id = item.requirement_id)))
     LEFT JOIN private.enquiries sent ON (((sent.id =
        CASE
            WHEN (item.requirement_id IS NULL) THEN item.id
            ELSE NULL::uuid
        END) OR (sent.contact_id = requirement.source_contact_id) OR (sent.posting_id = requirement.source_posting_id) OR (sent.consultation_id = requirement.source_consultation_id))))
     LEFT JOIN public.clients client ON ((client.id = requirement.client_id)))
     LEFT JOIN auth.users account ON ((account.id = COALESCE(requirement.submitted_by, client.user_id))))
     LEFT JOIN public.client_members member ON ((member.user_id = requirement.submitted_by)));

CREATE VIEW "public"."requirement_totals" WITH (security_invoker=true) AS  SELECT total,
    active,
    positions
   FROM private.visible_figures() visible_figures(total, active, positions);

REVOKE ALL ON TABLE "public"."requirement_totals" FROM "anon";

-- first: create index concurrently if not exists open_requirements_deadline_at ON private.open_requirements USING btree (((deadline)::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), requirement_id);
CREATE INDEX IF NOT EXISTS open_requirements_deadline_at ON private.open_requirements USING btree (((deadline)::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), requirement_id);

CREATE INDEX open_requirements_filed ON private.open_requirements USING btree (filed_at, requirement_id);

CREATE INDEX open_requirements_recruiter ON private.open_requirements USING btree (recruiter_id, last_word_at, requirement_id)
  INCLUDE (status, priority, deadline, waits_for, client_id);

CREATE INDEX open_requirements_word ON private.open_requirements USING btree (last_word_at, requirement_id) INCLUDE (recruiter_id, status, priority, deadline, waits_for);

CREATE INDEX unanswered_messages_client ON private.unanswered_messages USING btree (client_id, last_at DESC, requirement_id);

CREATE INDEX candidate_consents_to_tell ON public.candidate_consents USING btree (tell_at)
  WHERE (tell_at IS NOT NULL);

CREATE INDEX inbox_items_assignee ON public.inbox_items USING btree (assignee, created_at, id);

CREATE INDEX inbox_items_company ON public.inbox_items USING btree (lower(company), created_at)
  WHERE (company IS NOT NULL);

CREATE INDEX inbox_items_open ON public.inbox_items USING btree (due_at, id) INCLUDE (kind, state, is_suspect, is_flood, assignee, claim_expires_at, created_at)
  WHERE (state = ANY (ARRAY['new'::public.inbox_state, 'open'::public.inbox_state, 'waiting'::public.inbox_state]));

CREATE INDEX inbox_items_state ON public.inbox_items USING btree (state, created_at, id);

CREATE INDEX inbox_items_unfilled ON public.inbox_items USING btree (id)
  WHERE ((sender IS NULL) AND (requirement_id IS NULL));

-- first: create index concurrently if not exists job_requirements_client_deadline_at ON public.job_requirements USING btree (client_id, ((COALESCE(deadline, '2999-12-31'::date))::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), id);
CREATE INDEX IF NOT EXISTS job_requirements_client_deadline_at ON public.job_requirements
  USING btree (client_id, ((COALESCE(deadline, '2999-12-31'::date))::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), id);

CREATE INDEX shortlist_answers_untold ON public.shortlist_answers USING btree (undo_until)
  WHERE (former IS NOT NULL);

CREATE TRIGGER follow_form
  AFTER UPDATE OF first_name, last_name, email, phone, company, needs ON public.consultation_requests
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_form();

CREATE TRIGGER follow_form
  AFTER UPDATE OF name, email, phone, company, requirement, source ON public.contact_submissions
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_form();

CREATE TRIGGER mail_receipt
  AFTER INSERT ON public.inbox_items
  FOR EACH ROW
  WHEN (((new.email IS NOT NULL) AND (NOT new.is_suspect) AND (NOT new.is_flood)))
  EXECUTE FUNCTION private.mail_receipt();

CREATE TRIGGER mail_filed_requirement
  AFTER INSERT ON public.job_requirements
  FOR EACH ROW
  WHEN ((NOT new.is_filed_by_team))
  EXECUTE FUNCTION private.mail_filed_requirement();

CREATE TRIGGER make_item
  AFTER INSERT ON public.job_requirements
  FOR EACH ROW
  EXECUTE FUNCTION private.make_requirement_item();

CREATE TRIGGER forget_last_mail
  AFTER UPDATE OF sent_at, dead_at, skipped_at ON public.mail_outbox
  FOR EACH ROW
  WHEN (((new.template = ANY (ARRAY['candidate_erased'::text, 'candidate_disowned'::text])) AND (num_nonnulls(new.sent_at, new.dead_at, new.skipped_at) > 0)))
  EXECUTE FUNCTION private.forget_last_mail();

CREATE TRIGGER follow_form
  AFTER UPDATE OF contact_name, contact_email, phone, company, job_title, location, skills, job_description ON public.public_job_submissions
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_form();

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  WHEN ((new.type <> ALL (ARRAY['candidates_agreed'::text, 'candidates_refused'::text, 'candidates_reconsidered'::text])))
  EXECUTE FUNCTION private.track_requirement();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF state, chosen, pitch, card, is_blind, joined_on, answered_at ON public.shortlist_entries
  FOR EACH ROW
  WHEN
    (((old.state IS DISTINCT FROM new.state) OR (old.chosen IS DISTINCT FROM new.chosen) OR (old.pitch IS DISTINCT FROM new.pitch) OR (old.card IS DISTINCT FROM new.card) OR
    (old.is_blind IS DISTINCT FROM new.is_blind) OR (old.joined_on IS DISTINCT FROM new.joined_on) OR (old.answered_at IS DISTINCT FROM new.answered_at)))
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF is_blind, is_abroad, tells_pay ON public.shortlists
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

REVOKE ALL ON FUNCTION "private"."answer_undo_lasts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answers_for_reader"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answers_for_reader"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_about"(public.shortlist_entries, public.candidates, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_disowned_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_erased_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_inbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_inbox"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."disowned_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_forms_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."fill_envelopes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."follow_form"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_last_mail"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_own_records"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_of_item"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."former_of"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_own_requirement"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_key"(public.inbox_items, public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_page"(uuid, public.inbox_filter, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_sort"(public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_grouped"(public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_undo_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_undo_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."items_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_told_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_changeable"(public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_changeable"(public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mail_filed_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_requirement_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."need_no_answer"(uuid, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."need_no_answer"(uuid, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."next_item"(uuid, text, public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_item"(uuid, text, public.inbox_filter) TO "authenticated";

REVOKE ALL
  ON FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer)
  FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_mailbox"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_mailbox"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_forms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_envelope"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reconsider_candidate_question"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reconsider_candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."reconsider_entry"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reconsider_own_entry"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reconsider_own_entry"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_filed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_of"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."source_keys"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_refusals"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_entry"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_answer"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_answer"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_candidate_refusal"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_candidate_refusal"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_own_refusal"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_own_refusal"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_refusal"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_token"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."visible_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."visible_figures"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_undo_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."is_undo_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_undo_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_mailbox"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."own_mailbox"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_mailbox"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reconsider_candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."reconsider_candidate_question"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reconsider_candidate_question"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reconsider_own_entry"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."reconsider_own_entry"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reconsider_own_entry"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_answer"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_answer"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_answer"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_candidate_refusal"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_candidate_refusal"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_candidate_refusal"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_own_refusal"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_own_refusal"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_own_refusal"(text, uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."requirement_totals" FROM "authenticated";

GRANT SELECT ON TABLE "public"."requirement_totals" TO "authenticated";

REVOKE ALL ON TABLE "public"."requirement_totals" FROM "postgres";

GRANT ALL ON TABLE "public"."requirement_totals" TO "postgres";

GRANT ALL ON TABLE "public"."requirement_totals" TO "service_role";

CREATE INDEX inbox_items_mailbox ON public.inbox_items USING btree (private.mailbox_of(email), created_at)
  WHERE (email IS NOT NULL);

-- Not of the generator: who sent what is there already, for the schedule to fill in.
select private.fill_envelopes();
