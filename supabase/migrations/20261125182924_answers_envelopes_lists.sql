-- By hand: what is renamed keeps its rights, and the triggers that call it.
set local lock_timeout = '2s';

alter function private.hold_entries rename to lock_entries;
alter function private.hold_filing_company rename to lock_filing_company;
alter function private.hold_inviter rename to lock_inviter;
alter function private.hold_link rename to lock_link;
alter function private.hold_mailboxes rename to lock_mailboxes;
alter function private.hold_own_candidate rename to lock_own_candidate;
alter function private.hold_own_company rename to lock_own_company;
alter function private.hold_owned_company rename to lock_owned_company;
alter function private.hold_person rename to lock_person;
alter function private.hold_records rename to lock_records;
alter function private.hold_sender rename to lock_sender;
alter function private.hold_shortlist rename to lock_shortlist;
alter function private.hold_work rename to lock_work;
alter trigger hold_work on public.team_members rename to lock_work;
alter function private.hold_back_news rename to delay_news;
alter function private.held_entry rename to locked_entry;
alter function private.yes_lasts rename to consent_validity;
alter function private.claim_lasts rename to claim_duration;
alter function private.end_entry rename to close_entry;
alter function private.unask_entry rename to cancel_question;
alter function private.unask_moved rename to cancel_moved_questions;
alter trigger unask_moved on public.job_requirements rename to cancel_moved_questions;
alter function private.claim_in_turn rename to claim_round_robin;
alter function private.crm_turn rename to crm_due_condition;
alter function private.mail_turn rename to mail_due_condition;
alter function private.settle_in rename to record_delivery;
alter function private.card_tells rename to card_reveals_identity;
alter function private.own_bond rename to own_membership;
alter function private.take_charge rename to assign_if_none;
alter function private.has_yes rename to has_consent;
alter function private.is_kept rename to has_keep_consent;
alter function private.revive rename to retry_dead;
alter function private.is_never(public.candidates, uuid, text[]) rename to matches_blocklist;
alter function private.is_never(public.candidates, uuid) rename to is_blocked;
alter function private.note_answer(text, bigint) rename to note_run_response;
alter function private.note_answer(uuid, uuid) rename to note_requirement_answered;
alter view private.inbox_lines rename to inbox_item_details;

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

DROP INDEX "public"."inbox_items_assignee";

DROP INDEX "public"."inbox_items_held";

DROP INDEX "public"."inbox_items_state";

DROP INDEX "public"."inbox_items_suspect";

DROP INDEX "public"."job_requirements_client_deadline";

DROP INDEX "public"."public_job_submissions_company";

DROP INDEX "public"."public_job_submissions_mailbox";

DROP INDEX "public"."public_job_submissions_person";

DROP INDEX "public"."unread_messages_filed";

DROP VIEW "private"."inbox_item_details";

DROP VIEW "public"."requirement_totals";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

DROP FUNCTION "private"."apply_assignee"(uuid, public.inbox_items, uuid);

DROP FUNCTION "private"."apply_state"(uuid, public.inbox_items, public.inbox_state, timestamp WITH time zone);

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

DROP FUNCTION "private"."is_filed_in_flood"(public.job_requirements);

DROP FUNCTION "private"."is_grouped"(public.inbox_state, text, text);

DROP FUNCTION "private"."is_in_force"(public.candidate_consents);

DROP FUNCTION "private"."job_facts"(public.job_requirements);

DROP FUNCTION "private"."leave_address"(public.candidates);

DROP FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."messages_of"(text);

DROP FUNCTION "private"."newest_question"(public.candidate_consents);

DROP FUNCTION "private"."next_item"(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."question_state"(public.candidate_consents);

DROP FUNCTION "private"."readers_of"(public.job_requirements, text);

DROP FUNCTION "private"."record_act"(uuid, uuid, public.inbox_items, uuid, boolean);

DROP FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean);

DROP FUNCTION "private"."recruiter_of_question"(public.candidate_consents);

DROP FUNCTION "private"."reference_of_item"(public.inbox_items);

DROP FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean);

DROP FUNCTION "private"."settle_unread"(public.job_requirements, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."stamp_unread"();

DROP FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."visible_figures"();

DROP FUNCTION "private"."work_group"(private.open_requirements);

DROP FUNCTION "private"."work_group_condition"(text);

DROP FUNCTION "private"."work_key"(text);

DROP FUNCTION "private"."write_candidate"(public.candidates, public.candidates);

DROP FUNCTION "private"."write_reply"(uuid, public.inbox_items, text, uuid);

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

CREATE TABLE "private"."candidate_questions" (
  "message_id" uuid NOT NULL,
  "entry_id"   uuid,
  CONSTRAINT "candidate_questions_pkey" PRIMARY KEY (message_id)
);

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

CREATE OR REPLACE FUNCTION private.accept_as_invited (
  invitation uuid,
  leaving    boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person uuid := private.current_user_id();
    given public.invitations;
    present_role public.app_role;
    own uuid;
    own_name text;
  begin
    if person is null then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    -- Of two invitations accepted at once the second finds what the first has made of the person.
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || person, 0));
    own := private.current_client_id();
    if leaving and own is not null then
      own := private.lock_own_company();
    end if;
    select * into given from public.invitations where id = invitation for update;
    if not found then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    elsif given.email is distinct from private.current_address() then
      raise exception 'other_address' using errcode = 'PT403';
    elsif given.accepted_by is distinct from person then
      if private.invitation_state(given) <> 'open' then
        raise exception '%', 'invitation_' || private.invitation_state(given) using errcode = 'PT410';
      end if;
      select role into present_role from public.user_roles where user_id = person;
      -- What somebody calls themselves comes before what others call them.
      select private.metadata_text(raw_user_meta_data, 'full_name') into own_name from auth.users where id = person;
      if present_role <> 'client' then
        raise exception 'team_member_already' using errcode = 'PT409';
      elsif own is not null and (not leaving or own = given.client_id) then
        raise exception 'company_already' using errcode = 'PT409';
      elsif own is not null and not (private.own_membership() ->> 'may_leave')::boolean then
        raise exception 'last_owner' using errcode = 'PT409';
      elsif own is not null then
        perform private.end_membership(person, own);
      end if;
      if given.kind = 'team' then
        insert into public.user_roles (user_id, role) values (person, given.role)
          on conflict (user_id) do update set role = excluded.role;
        update public.team_members set display_name = given.full_name
          where user_id = person and given.full_name is not null;
      else
        insert into public.client_members (user_id, client_id, access, full_name, phone)
          select person, given.client_id, given.access,
                 coalesce(own_name, given.full_name),
                 coalesce(private.metadata_text(account.raw_user_meta_data, 'phone'), given.phone)
            from auth.users as account where account.id = person
          on conflict do nothing;
        if not found then
          raise exception 'company_already' using errcode = 'PT409';
        end if;
        insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
        -- Of a company that the team has made for them, and named them as its contact, they are that.
        update public.clients as client set contact_user_id = person
          where client.id = given.client_id and given.access = 'owner' and client.contact_user_id is null
            and client.full_name = given.full_name
            and not exists (select from public.client_members as member
                             where member.client_id = client.id and member.user_id <> person);
      end if;
      update public.invitations set accepted_at = now(), accepted_by = person where id = given.id;
      perform private.log_activity('invitation_accepted', 'invitation', given.id, given.client_id,
                                   new_value => coalesce(given.role::text, given.access::text));
    elsif (given.kind = 'team' and not private.is_team(person))
      or (given.kind = 'client' and not exists (select from public.client_members
                                                 where user_id = person and client_id = given.client_id)) then
      raise exception 'invitation_over' using errcode = 'PT410';
    end if;
    return jsonb_build_object('kind', given.kind, 'role', given.role, 'access', given.access,
                              'client_id', given.client_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.add_own_never (
  session_token text,
  named         text,
  employer      boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    return private.write_never(person.id, named, null, employer, true);
  end $function$;

CREATE OR REPLACE FUNCTION private.add_to_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    entry public.shortlist_entries;
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement_row.status);
    insert into public.shortlists (requirement_id) values (requirement_row.id) on conflict do nothing;
    select * into entry from public.shortlist_entries as known
      where known.requirement_id = requirement_row.id and known.candidate_id = candidate for update;
    if entry.id is null then
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = requirement_row.id) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (requirement_row.id, candidate, private.next_code_word(requirement_row.id), private.current_user_id()) returning * into entry;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif entry.state in ('withdrawn', 'closed') then
      if private.refused_lately(entry.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.cancel_question(entry.id);
    end if;
    perform private.refuse_twin(entry.id, private.asked_states());
    return entry.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.agree_to_be_kept (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    if private.has_keep_consent(person.id) then
      return;
    end if;
    update public.candidate_consents as consent set given_at = now()
      where consent.candidate_id = person.id and consent.purpose = 'keep' and consent.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(consent.given_at, consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at, mailbox_digest)
        values (person.id, 'keep', private.notice_version(), person.language, private.basis_for(person.country), 'own_page', now(),
                private.subject_of(person.email));
    end if;
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
  declare
    person public.candidates := private.lock_own_candidate(session_token, true);
    entry_row public.shortlist_entries := private.own_entry(person.id, entry);
    requirement public.job_requirements;
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
      where consent.entry_id = entry_row.id and consent.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(consent.given_at, consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    perform private.record_candidates(entry_row.requirement_id, 'candidates_agreed', array[entry_row.id], false);
  end $function$;

CREATE OR REPLACE FUNCTION private.agreed_until (
  entry uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select max(consent.ends_at) from public.candidate_consents as consent
      where consent.entry_id = entry and private.is_in_force(consent)
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
      -- The form has the last answer's words in it: with another answer they stay only when they are written anew.
      if last.author = caller and last.verdict <> given.verdict then
        given.reason := nullif(given.reason, last.reason);
        given.words_for_agency := nullif(given.words_for_agency, last.words_for_agency);
        given.words_for_candidate := nullif(given.words_for_candidate, last.words_for_candidate);
      end if;
      if given.verdict = 'known' and given.reason is null then
        raise exception 'reason_missing' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
      perform private.count_for_company(requirement_row.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate,
                                            undo_until, former)
        values (entry_row.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate,
                now() + private.answer_undo_lasts(),
                jsonb_build_object('state', entry_row.state, 'answered_at', entry_row.answered_at, 'interview_at', entry_row.interview_at));
      -- What was not told is not told before this is.
      update public.shortlist_answers as untold set undo_until = now() + private.answer_undo_lasts()
        where untold.entry_id = entry_row.id and untold.former is not null;
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when entry_row.state not in ('shown', 'interview') then entry_row.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' and private.is_opened(entry_row) then entry_row.interview_at
                                when given.verdict = 'interview' then now() + private.answer_undo_lasts() end
        where edited.id = entry_row.id;
      answered := answered || entry_row.id;
    end loop;
    return cardinality(answered);
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_company (
  requirement uuid,
  is_shown    boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    item_row public.inbox_items;
  begin
    select * into item_row from public.inbox_items as item where item.requirement_id = answer_company.requirement for update;
    if is_shown and item_row.state in ('new', 'open') then
      perform private.apply_state(caller, item_row, 'done', null);
    elsif private.answer_due(requirement) is not null then
      perform private.note_requirement_answered(requirement, caller);
      perform private.renew_open_requirement(requirement);
    end if;
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
        where event.side = 'company' or event.type = 'converted'
      union all
      select done.created_at, done.created_at from done where done.type = 'written')
    select min(question.since) + private.promised('requirement') from question
      where question.at > coalesce((select at from answered), '-infinity')
  $function$;

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
        and requirement.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.apply_assignee (
  caller uuid,
  item   public.inbox_items,
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    person := private.receiver_of(person);
    if item.assignee is not distinct from person and item.claim_expires_at is null then
      return;
    end if;
    update public.inbox_items
      set assignee = person, claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = now(), state = case when state in ('done', 'spam') then 'open' else state end
      where id = item.id;
    insert into public.item_events (item_id, actor, type, person)
      values (item.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', item.id, person);
  end $function$;

CREATE OR REPLACE FUNCTION private.apply_edit (
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
    requirement_row public.job_requirements;
    wanted public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    requirement_row := private.lock_requirement(requirement, seen);
    if requirement_row.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    wanted := private.with_entries(requirement_row, entries);
    if wanted is not distinct from requirement_row then
      return requirement_row.version;
    elsif private.side_on(requirement_row.client_id) = 'company' then
      -- A long one counts as one more for each five thousand characters: all its words are made anew.
      perform private.count_for_company(requirement_row.client_id, 'edits', 1 + (
        select coalesce(sum(length(value)), 0) / 5000
          from jsonb_each_text(private.entries_of(wanted, private.searched_requirement_fields())))::integer);
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
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
              then now() + private.claim_duration() else claim_expires_at end end
      where id = item.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (item.id, caller, case when next_state = item.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> item.state then jsonb_build_array(item.state, next_state) end,
          'due_at', case when next_due <> item.due_at then jsonb_build_array(item.due_at, next_due) end)));
  end $function$;

CREATE OR REPLACE FUNCTION private.about_whom (
  message uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select 'About ' || coalesce(
        (select coalesce(entry.card ->> 'name', case when private.is_opened(entry) then person.full_name end, entry.code_word)
           from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
           where entry.id = asked.entry_id and entry.state = any (private.shown_states()) and private.has_consent(entry)),
        'a candidate') || ': '
      from private.candidate_questions as asked where asked.message_id = about_whom.message
  $function$;

CREATE OR REPLACE FUNCTION private.ask_about (
  entry    public.shortlist_entries,
  question text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if question is not null and not exists (
      select from private.candidate_questions as asked
        join public.requirement_messages as said on said.id = asked.message_id
        where asked.entry_id = (entry).id and said.author = private.current_user_id() and said.body = question
          and said.created_at > now() - private.answer_undo_lasts()) then
      insert into private.candidate_questions (message_id, entry_id)
        values (private.post_message((entry).requirement_id, question, null, null, 'client'), (entry).id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_candidates (
  entries uuid[],
  seen    integer[]
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
    requirement public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
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
      select * into requirement from public.job_requirements where id = entry_row.requirement_id;
      select * into list from public.shortlists where requirement_id = entry_row.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, entry_row.chosen, is_blind);
      perform private.refuse_closed(requirement.status);
      if entry_row.state not in ('draft', 'withdrawn', 'closed')
        and not (entry_row.state = 'agreed' and not private.has_consent(entry_row)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = entry_row.id::text;
      elsif private.is_blocked(person, requirement.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
      elsif private.refused_lately(entry_row.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = entry_row.id::text;
      elsif private.card_reveals_identity(person, frozen, entry_row.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
      perform private.refuse_twin(entry_row.id, private.asked_states());
      perform private.refuse_question(person);
      perform private.cancel_question(entry_row.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = entry_row.id;
      perform private.put_question(person, 'show', entry_row.id);
      perform private.assign_if_none(entry_row.requirement_id);
      asked_count := asked_count + 1;
    end loop;
    return asked_count;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_to_keep (
  candidate uuid,
  seen      integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    if person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    elsif private.has_keep_consent(person.id) or exists (
      select from public.candidate_consents as consent
        where consent.candidate_id = person.id and consent.purpose = 'keep' and consent.asked_at > now() - interval '30 days'
          and num_nonnulls(consent.given_at, consent.refused_at, consent.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as consent
        where consent.candidate_id = person.id and consent.purpose = 'keep'
          and greatest(consent.refused_at, consent.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.lock_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $function$;

CREATE OR REPLACE FUNCTION private.assign_if_none (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.current_user_id();
  begin
    update public.job_requirements as requirement set recruiter_id = caller
      where requirement.id = assign_if_none.requirement and not private.is_team(requirement.recruiter_id);
    if found then
      perform private.log_activity('recruiter_named', 'requirement', assign_if_none.requirement, caller);
    end if;
  end $function$;

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
                   where known.requirement_id = new.id and known.state not in ('draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.cancel_question(entry);
    end loop;
    perform private.count_joined(new.id, true);
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
    perform private.reopen_item(new.id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.cancel_question (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set closed_at = now()
      where consent.entry_id = cancel_question.entry and consent.closed_at is null and consent.refused_at is null and consent.withdrawn_at is null;
    update public.shortlist_entries as entry
      set state = 'draft', card = null, joined_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null
      where entry.id = cancel_question.entry;
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
        'about', private.job_facts(requirement), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'token', private.candidate_token(consent.id, person.link_issue)))
      from public.candidate_consents as consent
      join public.candidates as person on person.id = consent.candidate_id and person.email = private.normal_address((mail).address)
      left join public.shortlist_entries as entry on entry.id = consent.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(consent) as facts) as asker
      where consent.id = ((mail).ids ->> 'consent')::uuid and private.question_state(consent) = 'open'
        and not private.is_disowned((mail).address)
  $function$;

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

CREATE OR REPLACE FUNCTION private.candidate_moved_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person))
      from public.candidate_consents as consent
      join public.candidates as person on person.id = consent.candidate_id
      where consent.id = ((mail).ids ->> 'consent')::uuid and consent.mailbox_digest = private.subject_of((mail).address)
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
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words' else 'shown' end,
        'first_name', private.first_name_of(person),
        'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as requirement on requirement.id = shown.requirement_id
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
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
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'mailbox_digest'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'version', 'updated_at'] || jsonb_build_object(
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
        'id', requirement.id, 'title', requirement.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since', 'asked_by', counts.all_of_them ->> 'answer_by',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = requirement.recruiter_id)))
        || private.outlook_of(requirement) - array['answer_by', 'deadline']
      from public.job_requirements as requirement
      join public.client_members as member
        on member.client_id = requirement.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(requirement.id) as all_of_them) as counts
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and requirement.status = any (private.open_statuses())
  $function$;

CREATE OR REPLACE FUNCTION private.change_items (
  items  uuid[],
  seen   integer[],
  state  public.inbox_state,
  person uuid,
  gives  boolean,
  act    uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    wanted record;
    item public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for wanted in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into item from public.inbox_items where id = wanted.id for update;
      item_id := wanted.id;
      if item.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = item.id) then
        outcome := 'changed';
      elsif item.version is distinct from wanted.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, item, person);
        else
          perform private.apply_state(caller, item, state, null);
        end if;
        perform private.record_act(act, caller, item);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_membership (
  person     uuid,
  new_access public.member_access,
  leaves     boolean,
  seen       integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_owned_company();
    member public.client_members;
  begin
    if leaves is distinct from (new_access is null) then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    select * into member from public.client_members where user_id = person and client_id = company;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif member.version <> seen then
      raise exception 'stale' using errcode = 'PT409', detail = member.version::text;
    elsif new_access is distinct from 'owner' and private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    elsif new_access is null then
      perform private.end_membership(person, company);
    elsif member.access <> new_access then
      perform private.revoke_invitations_of(person, company);
      update public.client_members set access = new_access where user_id = person;
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => member.access::text, new_value => new_access::text);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    requirement_row public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    requirement_row := private.lock_requirement(change_requirement_status.requirement, seen);
    if requirement_row.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when is_begun and not private.is_team(requirement_row.recruiter_id) then private.receiver_of(person)
                      else requirement_row.recruiter_id end;
    update public.job_requirements as requirement
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, requirement_row.positions_count) else requirement_row.positions_filled end,
          joining_date = case when is_filled then joining else requirement_row.joining_date end
      where requirement.id = change_requirement_status.requirement returning version into now_at;
    if recruiter is distinct from requirement_row.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', change_requirement_status.requirement, recruiter);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.claim_crm_deliveries (
  most integer
)
  RETURNS TABLE (
    id      uuid,
    message jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select event, private.crm_message(event)
      from private.claim_round_robin('public.crm_events', private.crm_due_condition(), most) as event
  $function$;

CREATE OR REPLACE FUNCTION private.claim_crm_delivery (
  requirement uuid
)
  RETURNS TABLE (
    id      uuid,
    message jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select event, private.crm_message(event)
      from private.claim_from('public.crm_events', format(
        'requirement_id = %L and next_attempt_at is not null and (next_attempt_at <= now() or first_attempt_at is null)
           and %s',
        requirement, private.crm_due_condition()), 1) as event
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
    turn text := private.mail_due_condition();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_due_mails();
    perform private.delay_news();
    due := array(select private.claim_round_robin('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_round_robin('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.bundle_mails(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.record_delivery('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
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
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where consent.entry_id = entry and consent.closed_at is null and consent.refused_at is null and consent.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
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
            'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
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
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = requirement_row.client_id
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
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select news.changes #>> '{status,0}' from news where news.type = 'status'
                        order by news.created_at, news.id limit 1) as before) as first_status
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
                       and exists (select from news where news.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      'candidates', nullif((waiting.counts ->> 'waiting')::integer, 0),
      'candidates_by', waiting.counts -> 'answer_by',
      'withdrawn', (select nullif(count(*), 0) from news where news.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from news
                             where news.type = 'candidates_withdrawn' and news.changes -> 'was_opened' = 'true'))
      from changed
      left join lateral (
        select private.candidate_counts((requirement).id) as counts
          where (requirement).status = any (private.open_statuses())
            and exists (select from news where news.type = 'candidates_shown')) as waiting on true
  $function$;

CREATE OR REPLACE FUNCTION private.company_of (
  entry public.activity_log
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return case
      when entry.subject_kind = 'client' then entry.subject
      when entry.subject_kind = 'requirement' then (
        select requirement.client_id from public.job_requirements as requirement where requirement.id = entry.subject)
      when entry.subject_kind = 'item' then (
        select requirement.client_id from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id where item.id = entry.subject)
      when entry.subject_kind = 'entry' then (
        select requirement.client_id from public.shortlist_entries as listed
          join public.job_requirements as requirement on requirement.id = listed.requirement_id where listed.id = entry.subject)
      when entry.subject_kind = 'invitation' or entry.action = 'access_changed' then entry.other end;
  end $function$;

CREATE OR REPLACE FUNCTION private.convert_item (
  item    uuid,
  client  uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team((entries ->> 'recruiter_id')::uuid);
    made uuid := private.lock_enquiry(item);
    source public.inbox_items;
  begin
    if made is not null then
      if not exists (select from public.job_requirements as requirement_row where requirement_row.id = made and requirement_row.client_id = client) then
        raise exception 'converted_already' using errcode = 'PT409';
      end if;
      return made;
    end if;
    select * into source from public.inbox_items where id = item;
    made := private.file_for(client, entries, source);
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.convert_item_for_new (
  item         uuid,
  company_name text,
  full_name    text,
  phone        text,
  entries      jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    made uuid;
    company uuid;
    address text;
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_enquiry(convert_item_for_new.item);
    select item.email into address from private.inbox_item_details as item where item.id = convert_item_for_new.item;
    if made is not null then
      -- The same company, as its name tells; none is another.
      select client.id into company from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = made and client.company_name = private.trimmed(convert_item_for_new.company_name);
    elsif address is not null then
      company := (private.invite_company(address, company_name, full_name, phone)).client_id;
    else
      insert into public.clients (company_name, full_name, phone)
        values (private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone)) returning id into company;
    end if;
    return private.convert_item(convert_item_for_new.item, company, entries);
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
          where kept.requirement_id = wanted.id) as entry on true
      group by wanted.id
  $function$;

CREATE OR REPLACE FUNCTION private.count_for_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    used integer;
  begin
    insert into private.candidate_counts as candidate_count (candidate_id, day, count) values (candidate, today, 1)
      on conflict (candidate_id) do update
        set count = case candidate_count.day when excluded.day then candidate_count.count + 1 else 1 end, day = excluded.day
      returning candidate_count.count into used;
    if used > 100 then
      raise exception 'too_many_own_changes' using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_for_company (
  company uuid,
  counted text,
  amount  integer DEFAULT 1
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100
                         when counted = 'draft_saves' then 5000 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as company_count (client_id, kind, day, count) values (company, counted, today, amount)
      on conflict (client_id, kind) do update
        set count = case company_count.day when excluded.day then company_count.count + amount else amount end, day = excluded.day
      returning company_count.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $function$;

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

CREATE OR REPLACE FUNCTION private.count_joined (
  requirement uuid,
  was_joined  boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update public.job_requirements as requirement
      set positions_filled = case when was_joined and requirement.positions_filled <= joined.persons + 1 then joined.persons
                                  else greatest(requirement.positions_filled, joined.persons) end
      from (select count(*)::integer as persons from public.shortlist_entries as entry
              where entry.requirement_id = count_joined.requirement and entry.state = 'joined') as joined
      where requirement.id = count_joined.requirement
        and requirement.positions_filled <> case when was_joined and requirement.positions_filled <= joined.persons + 1 then joined.persons
                                           else greatest(requirement.positions_filled, joined.persons) end
  $function$;

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

CREATE OR REPLACE FUNCTION private.count_to_show (
  requirement uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_to_show.requirement and entry.state = 'agreed' and private.has_consent(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.count_work (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('requirements', work.requirements, 'companies', work.companies, 'items', (
        select count(*) from (
          select from public.inbox_items
            where assignee = person and state in ('new', 'open', 'waiting')
              and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as open_item))
      from (select count(*) as requirements, count(distinct client_id) as companies from (
              select client_id from private.open_requirements
                where recruiter_id = person order by last_word_at, requirement_id limit 1000) as listed) as work
  $function$;

CREATE OR REPLACE FUNCTION private.counts_for_reader (
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
  AS $function$
    select counted.requirement_id, counted.counts from private.count_candidates(requirements) as counted
      join public.job_requirements as requirement on requirement.id = counted.requirement_id
      where requirement.client_id = (select private.current_client_id()) or (select private.is_team_member())
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
      from public.shortlist_entries as entry_row cross join lateral private.told_entry(entry_row) as entry where entry_row.id = any (entries)
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
      select item.id, item.requirement_id, item.kind, item.state, item.due_at
        from day join public.inbox_items as item
          on item.assignee = person and item.state in ('new', 'open', 'waiting') and item.due_at < day.ends
        where item.claim_expires_at is null or item.claim_expires_at > now()
        order by item.due_at, item.id limit 200
    ), found as (
      select case when item.state = 'waiting' then 'back' else 'due' end as section, item.due_at as at, item.id as item_id,
             item.requirement_id, 0 as unread, 0 as people
        from lines as item
      union all
      (select 'messages', unread_message.last_at, null, unread_message.requirement_id, unread_message.unread, 0
         from public.unread_messages as unread_message where unread_message.user_id = person
         order by unread_message.last_at desc, unread_message.requirement_id limit 100)
      union all
      (select 'agreed', min(consent.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as consent on consent.entry_id = entry.id and private.is_in_force(consent)
         where open_requirement.recruiter_id = person and private.has_consent(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as consent
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = person
         where consent.entry_id is not null and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
           and consent.tell_at is null and consent.reconsidered_at is null
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', open_requirement.last_word_at, null, open_requirement.requirement_id, 0, 0
         from private.open_requirements as open_requirement where open_requirement.recruiter_id = person and open_requirement.waits_for = 'team'
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', grouped_requirement.deadline_at, null, grouped_requirement.requirement_id, 0, 0
         from private.grouped_requirements as grouped_requirement
         where grouped_requirement.recruiter_id = person
           and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
      union all
      (select 'silent', open_requirement.last_word_at, null, open_requirement.requirement_id, 0, 0
         from private.open_requirements as open_requirement
         where open_requirement.recruiter_id = person and open_requirement.last_word_at < (select private.silent_since())
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
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
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(item.kind, 'requirement'),
                  'source', item.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(requirement.job_title, left(item.subject, 120)),
                  'sender', item.sender, 'company', coalesce(company.company_name, item.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as requirement on requirement.id = listed.requirement_id
              left join public.clients as company on company.id = requirement.client_id
              left join lateral (select * from private.inbox_item_details as shown where shown.id = listed.item_id limit 1) as item on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.delay_news()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with due as materialized (
      select waiting.id, waiting.user_id, waiting.bundle,
             min(waiting.created_at) over (partition by waiting.user_id, waiting.bundle) as since
        from public.mail_outbox as waiting
        where waiting.next_attempt_at <= now() and waiting.not_before <= now() and waiting.first_attempt_at is null
          and waiting.bundle <> 'daily' and waiting.bundle <> private.mail_group(waiting.template) || '.held'
    ), in_order as materialized (
      select due.id, due.user_id, dense_rank() over (partition by due.user_id order by due.since, due.bundle) as place
        from due
    ), recent as materialized (
      select person.user_id, count(*) as mails
        from (select distinct in_order.user_id from in_order) as person
        join public.mail_outbox as sent on sent.user_id = person.user_id
        where sent.first_attempt_at > now() - interval '1 hour' and sent.bundle <> 'daily' and sent.bundled_in is null
          and sent.skipped_at is null
        group by person.user_id
    ), beyond as materialized (
      select waiting.id from in_order
        join public.mail_outbox as waiting on waiting.id = in_order.id
        left join recent on recent.user_id = in_order.user_id
        where in_order.place + coalesce(recent.mails, 0) > private.most_news_an_hour()
        order by waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting
      set bundle = private.mail_group(waiting.template) || '.held', not_before = now() + interval '1 hour'
      from beyond where waiting.id = beyond.id
  $function$;

CREATE OR REPLACE FUNCTION private.delete_requirement_draft (
  draft uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_filing_company();
    draft_row public.requirement_drafts := private.lock_draft(company, draft, seen, null);
  begin
    delete from public.requirement_drafts where id = draft_row.id;
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
    select array_agg(field) into fields from unnest(array['company_name', 'full_name', 'phone']) as field
      where to_jsonb(client_row) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
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
                 private.basis_for(wanted.country), 'own_page', past.asked_by, past.mailbox_digest from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = entry.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_own_name (
  seen      integer,
  full_name text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_own_company();
    new_name text := private.trimmed(edit_own_name.full_name);
    member_row public.client_members;
  begin
    select * into member_row from public.client_members as member
      where member.user_id = private.current_user_id() and member.client_id = company;
    if new_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif new_name is not distinct from member_row.full_name then
      -- Also sent again, after an answer that was lost.
      return;
    elsif member_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = member_row.version::text;
    end if;
    update public.client_members as member set full_name = new_name where member.user_id = member_row.user_id;
    if member_row.access = 'owner' then
      update public.clients as client set full_name = new_name
        where client.id = company and client.contact_user_id = member_row.user_id and client.full_name is distinct from new_name;
      if found then
        perform private.log_activity('company_changed', 'client', company, fields => array['full_name']);
      end if;
    end if;
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
    select array_agg(field) into fields from unnest(array['display_name', 'contact_email', 'contact_phone']) as field
      where to_jsonb(colleague_row) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    update public.team_members as colleague
      set (display_name, contact_email, contact_phone)
        = (edited.display_name, edited.contact_email, edited.contact_phone)
      where colleague.user_id = person;
    perform private.log_activity('details_changed', 'person', person, fields => fields);
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
        'asked_at', (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce((select consent.is_disowned from public.candidate_consents as consent
                                   where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', coalesce((select consent.reconsidered_at is not null from public.candidate_consents as consent
                                       where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Was what they were asked last asked at another address than the one we know now?
        'is_moved', coalesce((select consent.mailbox_digest is distinct from private.subject_of(person.email)
                                from public.candidate_consents as consent
                                join public.candidates as person on person.id = consent.candidate_id
                                where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
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

CREATE OR REPLACE FUNCTION private.erase_own_candidate (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.lock_own_candidate(session_token, false);
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

CREATE OR REPLACE FUNCTION private.erase_person_as_admin (
  address text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform from public.user_roles
      where role = 'admin'
        or user_id in (select id from auth.users where lower(email) = private.normal_address(address))
      order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.user_roles as user_role join auth.users as account on account.id = user_role.user_id
                       where user_role.role = 'admin' and lower(account.email) <> private.normal_address(address))
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    return private.erase_person(address);
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
        select distinct on (consent.candidate_id) consent.candidate_id, consent.refused_at, consent.withdrawn_at, consent.tell_at
          from public.candidate_consents as consent where consent.purpose = 'keep' and consent.closed_at is null
          order by consent.candidate_id, consent.asked_at desc) as said
      where num_nonnulls(said.refused_at, said.withdrawn_at) > 0 and coalesce(said.tell_at <= now(), true)
        and not exists (select from public.shortlist_entries as entry
                         where entry.candidate_id = said.candidate_id and entry.state not in ('withdrawn', 'closed'))
    order by 1
  $function$;

CREATE OR REPLACE FUNCTION private.export_candidates (
  words     text,
  city      text,
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
    with caller as materialized (select private.require_exporter('candidates') as id)
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
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
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
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
          union all select item_row.id from public.job_requirements as requirement
            join public.inbox_items as item_row on item_row.requirement_id = requirement.id where requirement.submitted_by = any (accounts))),
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
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields)
      from private.requirements_page(private.require_exporter('requirements'), status, priority, whose, client, words,
                                     after_key, after_id, 500) with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
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
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'asked_at', consent.asked_at) order by consent.asked_at), '[]')
        from public.candidate_consents as consent where consent.asked_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)))
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
      return (select requirement.id from public.job_requirements as requirement where requirement.client_id = client and requirement.form_id = form);
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

CREATE OR REPLACE FUNCTION private.file_requirement_draft (
  draft   uuid,
  seen    integer,
  page    uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_filing_company();
    columns text := array_to_string(private.requirement_fields(), ', ');
    requirement public.job_requirements;
    made uuid;
  begin
    select * into requirement from public.job_requirements where client_id = company and form_id = draft;
    if requirement.id is not null then
      -- Not twice; and not as if other entries had been taken.
      if private.with_entries(requirement, entries) is distinct from requirement then
        raise exception 'filed_already' using errcode = 'PT409';
      end if;
      return requirement.id;
    end if;
    perform private.lock_draft(company, draft, seen, page);
    execute format('insert into public.job_requirements (client_id, form_id, submitted_by, %1$s)
                      select $1, $2, $3, %1$s from private.with_entries(null, $4) returning id', columns)
      into made using company, draft, private.current_user_id(), entries;
    delete from public.requirement_drafts as begun where begun.id = draft and begun.client_id = company;
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
         = (select * from private.read_envelope(private.form_of_held_item(filled)))', 'sender is null and requirement_id is null')
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
        select item.id, item.created_at from public.inbox_items as item where item.search @@ numbers
      ), of_address as materialized (
        select item.id, item.created_at from public.inbox_items as item
          where numnode(address_words) > 0 and item.search @@ address_words
      ), of_mailbox as (
        select item.id, item.created_at from public.inbox_items as item
          where private.mailbox_of(item.email) = mailbox and item.email is not null order by item.created_at desc limit 10
      ), of_company as (
        select item.id, item.created_at from public.inbox_items as item
          where lower(item.company) = firm and item.company is not null order by item.created_at desc limit 10
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
      select item.id, item.kind, left(item.subject, 120), item.sender, item.created_at, item.state,
             item.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = newest.id limit 1) as item
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
    item_row public.inbox_items;
    is_reply boolean := coalesce(change.is_reply, false);
  begin
    perform from public.inbox_items as item where item.id = finish_item.item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = finish_item.item;
    if found then
      return next;
      return;
    end if;
    item_row := private.lock_item(finish_item.item, seen);
    from_group := coalesce(from_group, (select placed.item_group from private.grouped_items as placed where placed.id = finish_item.item));
    if is_reply then
      perform private.write_reply(caller, item_row, change.body, form);
    elsif change.body is not null then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (finish_item.item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.state is not null then
      perform private.apply_state(caller, item_row, change.state, change.due_at);
    elsif is_reply and item_row.state = 'new' then
      perform private.apply_state(caller, item_row, 'open', null);
    end if;
    if private.version_of(finish_item.item) = item_row.version then
      perform private.touch_item(caller, finish_item.item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as item set version = item.version + 1 where item.id = finish_item.item and is_reply;
    end if;
    if change.takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, item_row, from_group, filter) as next;
    end if;
    perform private.record_act(form, caller, item_row, next_id, is_reply);
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
  declare requirement public.job_requirements;
  begin
    select * into requirement from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    else
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
    if after = any (private.closed_statuses()) and item.state in ('new', 'open', 'waiting') then
      perform private.apply_state(caller, item, 'done', null);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and item.state in ('done', 'spam')
    then
      perform private.apply_state(caller, item, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, item.id, true);
    end if;
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
                                          'withdrawn_at', consent.withdrawn_at, 'card_digest', consent.card_digest))
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

CREATE OR REPLACE FUNCTION private.give_requirements (
  requirements uuid[],
  seen         integer[],
  person       uuid
)
  RETURNS TABLE (
    requirement_id uuid,
    outcome        text,
    job_title      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    wanted record;
    requirement public.job_requirements;
  begin
    perform private.lock_team(person);
    if cardinality(requirements) not between 1 and 50 or cardinality(seen) <> cardinality(requirements) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements as requirement_row where requirement_row.id = any (requirements) order by requirement_row.id for no key update;
    perform from public.inbox_items as item where item.requirement_id = any (requirements) order by item.id for update;
    for wanted in
      select id, min(version) as version from unnest(requirements, seen) as given (id, version) group by id order by id
    loop
      select * into requirement from public.job_requirements as requirement_row where requirement_row.id = wanted.id;
      requirement_id := wanted.id;
      job_title := requirement.job_title;
      if requirement.id is null then
        outcome := 'gone';
      elsif requirement.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif requirement.version is distinct from wanted.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = requirement.id;
        perform private.log_activity('recruiter_named', 'requirement', requirement.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_work (
  person   uuid,
  receiver uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    most constant integer := private.most_handed_over();
    requirements uuid[] := array(
      select id from public.job_requirements
        where recruiter_id = person and status = any (private.open_statuses())
        order by id limit most for no key update);
    items uuid[] := array(
      select id from public.inbox_items
        where assignee = person and state in ('new', 'open', 'waiting')
        order by id limit most for update);
  begin
    if cardinality(requirements) + cardinality(items) = 0 then
      return true;
    end if;
    update public.job_requirements set recruiter_id = receiver where id = any (requirements);
    with moved as (
      update public.inbox_items as item
        set assignee = case when item.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items)
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return greatest(cardinality(requirements), cardinality(items)) < most;
  end $function$;

CREATE OR REPLACE FUNCTION private.hand_over_company (
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_owned_company();
    caller uuid := private.current_user_id();
    before public.member_access;
  begin
    select access into before from public.client_members
      where user_id = person and client_id = company and user_id <> caller;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    end if;
    perform private.revoke_invitations_of(caller, company);
    update public.client_members set access = 'owner' where user_id = person and access <> 'owner';
    update public.client_members set access = 'member' where user_id = caller;
    if before <> 'owner' then
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => before::text, new_value => 'owner');
    end if;
    perform private.log_activity('access_changed', 'person', caller, company,
                                 old_value => 'owner', new_value => 'member');
    perform private.mail_new_access(caller, company);
  end $function$;

CREATE OR REPLACE FUNCTION private.hand_over_unread()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    with left_behind as materialized (
      select unread_message.* from public.unread_messages as unread_message
        where unread_message.requirement_id = new.id
          and not exists (select from public.client_members as member
                           where member.user_id = unread_message.user_id and member.client_id = new.client_id)
    ), handed as (
      insert into public.unread_messages (user_id, requirement_id, unread, first_at, last_at)
        select reader, new.id, most.unread, most.first_at, most.last_at
          from private.readers_of(new, 'team') as reader
          cross join (select * from left_behind order by unread desc, user_id limit 1) as most
        on conflict (user_id, requirement_id) do nothing
    )
    delete from public.unread_messages as unread_message using left_behind
      where unread_message.requirement_id = new.id and unread_message.user_id = left_behind.user_id
        and unread_message.user_id not in (select private.readers_of(new, 'team'));
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_consent (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.candidate_consents as consent
                    where consent.entry_id = (entry).id and private.is_in_force(consent)
                      and consent.card_digest = private.card_digest(entry))
  $function$;

CREATE OR REPLACE FUNCTION private.has_keep_consent (
  candidate uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.candidate_consents as consent
                    where consent.candidate_id = candidate and consent.purpose = 'keep' and private.is_in_force(consent))
  $function$;

CREATE OR REPLACE FUNCTION private.hide_from_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := case tg_argv[0]
      when 'member' then (select member.client_id from public.client_members as member where member.user_id = (to_jsonb(new) ->> 'id')::uuid)
      else (to_jsonb(new) ->> tg_argv[0])::uuid end;
    found_one uuid;
  begin
    if company is null then
      return null;
    end if;
    perform from public.job_requirements as requirement
      where requirement.client_id = company and exists (
        select from public.shortlist_entries as joined where joined.requirement_id = requirement.id and joined.state = 'joined')
      order by requirement.id for no key update;
    for found_one in
      select person.id from public.candidates as person
        where private.matches_blocklist(person, company, (select private.domains_of(company))) and person.id in (
          select entry.candidate_id from public.shortlist_entries as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            where requirement.client_id = company and entry.state not in ('withdrawn', 'closed', 'draft'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.hide_from_never (
  candidate uuid,
  is_own    boolean DEFAULT false,
  is_rule   boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    for entry in
      select entry_row.id from public.shortlist_entries as entry_row
        join public.candidates as person on person.id = entry_row.candidate_id
        join public.job_requirements as requirement on requirement.id = entry_row.requirement_id
        where entry_row.candidate_id in (select private.records_of(candidate)) and entry_row.state not in ('withdrawn', 'closed', 'draft')
          and private.is_blocked(person, requirement.client_id)
        order by entry_row.id
    loop
      perform private.close_entry(entry, is_own, is_rule);
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_own_requirement (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements;
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into requirement_row from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id()) for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return requirement_row;
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
      select wanted.state, due.overdue, counted.items
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true, '-infinity'::timestamptz, now()), (false, now(), 'infinity'::timestamptz))
          as due (overdue, since, until)
        cross join lateral (
          select count(*)::integer as items from (
            select from private.grouped_items as item
              where item.state = wanted.state and item.due_at >= due.since and item.due_at < due.until
                -- As the index says it.
                and item.state in ('new', 'open', 'waiting')
                and (not item.is_suspect or item.state = 'waiting' or item.assignee is not null)
                and not (item.is_suspect and item.state <> 'waiting' and item.holder is null)
              limit 1000) as item) as counted;
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

CREATE OR REPLACE FUNCTION private.inbox_senders (
  items       uuid[],
  requirement uuid
)
  RETURNS TABLE (
    item_id uuid,
    sender  text,
    email   text,
    phone   text,
    company text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  begin
    perform private.require_team();
    return query
      select item_row.id, item_row.sender, item_row.email, item_row.phone, item_row.company
        from (select item.id from public.inbox_items as item where item.id = any (items)
              union
              select item.id from public.inbox_items as item where item.requirement_id = requirement
              limit 50) as wanted
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = wanted.id limit 1) as item_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_sort (
  filter public.inbox_filter
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce((filter).sort, case when private.is_grouped(filter) then 'due' else 'came' end) $function$;

CREATE OR REPLACE FUNCTION private.invitation_by_token (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', found_row.id, 'kind', found_row.kind, 'role', found_row.role, 'access', found_row.access,
        'company', private.company_name(found_row.client_id), 'invited_by', private.inviter_name(found_row),
        'email', case when found_row.email = private.current_address() then found_row.email
                      else left(found_row.email, 1) || '…@' || split_part(found_row.email, '@', 2) end,
        'is_own_address', found_row.email = private.current_address(),
        'state', private.invitation_state(found_row), 'expires_at', found_row.expires_at,
        'bond', case when found_row.email = private.current_address() then private.own_membership() end)
      from private.invitation_of(token) as found_row where found_row.id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.invitation_mail (
  invitation uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        -- Asked for by nobody who has proved the address: the team answers a form that names it.
        'is_from_form', exists (select from public.job_requirements as requirement_row
                                  cross join private.form_of(requirement_row) as sent
                                  where requirement_row.client_id = found_row.client_id and sent.address = found_row.email),
        'token', kept.unsent)
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open' and kept.unsent is not null
  $function$;

CREATE OR REPLACE FUNCTION private.invite_owner (
  client    uuid,
  address   text,
  full_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform private.lock_inviter();
    perform from public.clients where id = client for no key update;
    if not found then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.has_owner(client) then
      raise exception 'has_owner' using errcode = 'PT409';
    end if;
    return private.make_invitation('client', address, null, 'owner', client, full_name, null);
  end $function$;

CREATE OR REPLACE FUNCTION private.is_blocked (
  person  public.candidates,
  company uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.matches_blocklist(person, company, private.domains_of(company))
  $function$;

CREATE OR REPLACE FUNCTION private.is_filed_in_flood (
  requirement public.job_requirements
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.current_user_id() is not null and not (requirement).is_filed_by_team
      and not private.is_known_company((requirement).client_id)
      and exists (select from public.job_requirements as latest
                    where latest.client_id = (requirement).client_id and latest.created_at > now() - interval '1 day' offset 10)
  $function$;

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
      and exists (select from public.candidates as person
                    where person.id = (consent).candidate_id and private.subject_of(person.email) = (consent).mailbox_digest)
  $function$;

CREATE OR REPLACE FUNCTION private.is_opened (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select coalesce((entry).interview_at <= now(), false) and (entry).state = any (private.shown_states())
      and coalesce((select (former ->> 'interview_at')::timestamptz is not distinct from (entry).interview_at
                      from private.former_of(entry) as former where former is not null), true)
  $function$;

CREATE OR REPLACE FUNCTION private.is_still_given (
  invitation public.invitations
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (invitation).invited_by is null
      or exists (select from public.user_roles as user_role
                  where user_role.user_id = (invitation).invited_by
                    and user_role.role = any (case (invitation).kind when 'team' then array['admin']::public.app_role[]
                                           else array['admin', 'recruiter', 'hr_manager']::public.app_role[] end))
      or exists (select from public.client_members as member
                  where member.user_id = (invitation).invited_by and member.client_id = (invitation).client_id
                    and member.access = 'owner')
  $function$;

CREATE OR REPLACE FUNCTION private.is_undo_link (
  token text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select (private.disowned_by(token)).id is not null $function$;

CREATE OR REPLACE FUNCTION private.is_withdrawn (
  requirement uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select requirement.status = 'cancelled' and coalesce((
        select event.side = 'company' from public.requirement_events as event
          where event.requirement_id = requirement.id and event.type = 'status'
          order by event.created_at desc, event.id desc limit 1), false)
      from public.job_requirements as requirement where requirement.id = is_withdrawn.requirement
  $function$;

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
        'kind', item.kind, 'body', written.body, 'came_at', item.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(form ->> 'requirement', form ->> 'needs',
                           concat_ws(e'\n', form ->> 'job_title', form ->> 'location', form ->> 'job_description'))))
      from public.item_replies as written
      join public.inbox_items as item on item.id = written.item_id
      cross join private.form_of_item(item) as form
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
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'work', concat_ws(', ', replace((requirement).job_type::text, '_', ' '),
          case when (requirement).remote_allowed then 'also from home' end,
          case when (requirement).min_experience = (requirement).max_experience then (requirement).min_experience || ' years of experience'
               when (requirement).max_experience is null then (requirement).min_experience || ' years of experience or more'
               when coalesce((requirement).min_experience, 0) = 0 then 'up to ' || (requirement).max_experience || ' years of experience'
               else (requirement).min_experience || ' to ' || (requirement).max_experience || ' years of experience' end,
          case when (requirement).expected_start_date > private.today()
               then 'from ' || to_char((requirement).expected_start_date, 'FMDD Mon YYYY') end),
        'skills', to_jsonb((requirement).required_skills[1:5]),
        'pay', (select jsonb_build_object('from', (requirement).min_salary, 'to', (requirement).max_salary, 'currency', (requirement).currency)
                  from public.shortlists as list
                  where list.requirement_id = (requirement).id and list.tells_pay
                    and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
      where (requirement).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.know_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    fresh jsonb := to_jsonb(new);
    company uuid := (select requirement.client_id from public.job_requirements as requirement
                      where requirement.id = (fresh ->> 'requirement_id')::uuid);
  begin
    insert into private.known_companies (client_id) values (company) on conflict do nothing;
    return null;
  end $function$;

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
      where answer.entry_id = entry and answer.former is null
      order by answer.created_at desc, answer.id desc limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.leave_address (
  candidate public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    left_mailbox text := private.subject_of(candidate.email);
    open_question uuid := (select consent.id from public.candidate_consents as consent
                    where consent.candidate_id = candidate.id and consent.mailbox_digest = left_mailbox
                      and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
                      and not exists (
                        select from public.mail_outbox as mail
                          where lower(mail.address) = candidate.email and mail.template = 'candidate_ask'
                            and mail.ids ->> 'consent' = consent.id::text and mail.sent_at is null)
                    order by consent.asked_at desc, consent.id limit 1);
    entry public.shortlist_entries;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = candidate.email and mail.template like 'candidate\_%' and case mail.template
        when 'candidate_moved' then false
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> candidate.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = candidate.email and other.id <> candidate.id)
        else mail.sent_at is null and array[mail.ids ->> 'consent', mail.ids ->> 'entry'] && private.mail_subjects(candidate.id) end;
    delete from private.candidate_sessions where candidate_id = candidate.id;
    delete from private.candidate_codes where candidate_id = candidate.id;
    for entry in select * from public.shortlist_entries as entry_row
                   where entry_row.candidate_id = candidate.id and entry_row.state = any (private.asked_states()) and entry_row.state <> 'joined'
                   order by entry_row.id for update loop
      if entry.state in ('asked', 'agreed') then
        perform private.cancel_question(entry.id);
      else
        perform private.close_entry(entry.id, false);
      end if;
    end loop;
    update public.candidate_consents as consent set closed_at = now()
      where consent.candidate_id = candidate.id and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if open_question is not null then
      perform private.enqueue_mail('candidate_moved', 'moved.' || candidate.id || '.' || candidate.link_issue,
                                   jsonb_build_object('consent', open_question), address => candidate.email);
    end if;
    perform private.log_activity('address_changed', 'candidate', candidate.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.leave_company (
  client  uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_own_company();
    person uuid := private.current_user_id();
  begin
    if company is distinct from client then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    end if;
    perform private.replace_contact(person, company, contact);
    perform private.end_membership(person, company);
  end $function$;

CREATE OR REPLACE FUNCTION private.limit_filing()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.current_user_id() is null or private.is_team_member() then
      return new;
    end if;
    -- The right is asked before, so that strangers hold no company's row, and again after the wait.
    for attempt in 1..2 loop
      if not private.may_change_for(new.client_id) then
        raise exception 'forbidden' using errcode = '42501';
      end if;
      perform from public.clients where id = new.client_id for no key update;
    end loop;
    -- A form that comes twice is one that is filed already, and its unique key says so.
    if (select count(*) from (select from public.job_requirements as latest
          where latest.client_id = new.client_id and latest.created_at > now() - interval '1 day'
          limit 300) as counted) = 300
      and not exists (select from public.job_requirements as requirement
                        where requirement.client_id = new.client_id and requirement.form_id = new.form_id)
    then
      raise exception 'too_many_requirements' using errcode = 'PT429';
    end if;
    return new;
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
  begin
    if token !~ '^[0-9a-f]{64}$' then
      return;
    end if;
    subject := left(token, 32)::uuid;
    select consent.candidate_id, consent.id into candidate_id, consent_id
      from public.candidate_consents as consent where consent.id = subject;
    candidate_id := coalesce(candidate_id, subject);
    select person.link_issue into issue from public.candidates as person where person.id = candidate_id;
    if issue is null or private.digest_of(private.candidate_token(subject, issue)) <> private.digest_of(token) then
      candidate_id := null;
      consent_id := null;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_candidates (
  words     text,
  city      text,
  before_at timestamp with time zone,
  before_id uuid,
  size      integer
)
  RETURNS TABLE (
    id               uuid,
    full_name        text,
    headline         text,
    city             text,
    country          text,
    skills           text[],
    notice_period    text,
    email            text,
    phone            text,
    is_kept          boolean,
    entries          integer,
    created_at       timestamp with time zone,
    last_activity_at timestamp with time zone,
    version          integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period, kept.email,
           kept.phone, exists (select from public.candidate_consents as consent
                                where consent.candidate_id = kept.id and consent.purpose = 'keep' and private.is_in_force(consent) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, before_at, before_id,
                                                 least(greatest(size, 1), 100) + 1) with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
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
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
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
    select requirement.id, page.work_group, page.sort_key, requirement.job_title, requirement.location, requirement.client_id,
           company.company_name, requirement.status, requirement.priority, requirement.positions_count, requirement.positions_filled,
           requirement.recruiter_id, requirement.deadline, requirement.created_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts
      from page
      join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
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
      -- The items have said those of forms that they are filled in from.
      return query execute format('select distinct lower(coalesce(sent.email, sent.phone)), %L from public.%I as form
        cross join private.read_envelope(to_jsonb(form)) as sent
        where num_nonnulls(sent.email, sent.phone) > 0
          and not exists (select from public.inbox_items as item
                           where lower(coalesce(item.email, item.phone)) = lower(coalesce(sent.email, sent.phone))
                             and item.kind = %L)', form.people, form.relation, form.kind);
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
    select requirement.id, requirement.job_title, requirement.location, requirement.client_id, company.company_name, requirement.status,
           requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.recruiter_id, requirement.deadline,
           requirement.created_at, requirement.updated_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for, counted.counts
      from page
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_workloads()
  RETURNS TABLE (
    person       uuid,
    requirements integer,
    companies    integer,
    items        integer,
    seen_at      timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return query
      with workload as materialized (
        select user_id, private.count_work(user_id) as work from public.team_members where private.is_team(user_id)
      )
      select user_id, (work ->> 'requirements')::integer, (work ->> 'companies')::integer, (work ->> 'items')::integer,
             (select max(greatest(session.created_at, session.refreshed_at at time zone 'UTC'))
                from auth.sessions as session where session.user_id = workload.user_id)
        from workload;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_candidate (
  candidate uuid
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate_row public.candidates;
  begin
    perform private.lock_records(candidate);
    select * into candidate_row from public.candidates where id = candidate for update;
    if candidate_row.id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    return candidate_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_draft (
  company uuid,
  draft   uuid,
  seen    integer,
  page    uuid
)
  RETURNS public.requirement_drafts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare draft_row public.requirement_drafts;
  begin
    select * into draft_row from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company for update;
    if not private.may_change_for(company) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if draft_row.id is null and seen <> 0 then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if draft_row.id is not null and draft_row.version <> seen and draft_row.page is distinct from lock_draft.page then
      raise exception 'stale' using errcode = 'PT409', detail = draft_row.version::text;
    end if;
    return draft_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_enquiry (
  item uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.inbox_items as item where item.id = lock_enquiry.item and item.requirement_id is null for update;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return private.made_of(lock_enquiry.item);
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_filing_company()
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare company uuid;
  begin
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.lock_own_company();
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_item (
  item uuid,
  seen integer
)
  RETURNS public.inbox_items
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item_row public.inbox_items;
  begin
    select * into item_row from public.inbox_items where id = item for update;
    if item_row.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    if item_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = item_row.version::text;
    end if;
    return item_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_link (
  token text,
  OUT   candidate_id uuid,
  OUT   consent_id uuid
)
  RETURNS record
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    select link.candidate_id, link.consent_id into candidate_id, consent_id from private.link_of(token) as link;
    if candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.lock_records(candidate_id);
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_own_candidate (
  session_token text,
  is_counted    boolean
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate public.candidates;
  begin
    perform private.lock_records(private.require_candidate(session_token));
    select * into candidate from public.candidates where id = private.require_candidate(session_token) for update;
    perform private.require_candidate(session_token);
    if is_counted then
      perform private.count_for_candidate(candidate.id);
    end if;
    update public.candidates set last_activity_at = now() where id = candidate.id;
    return candidate;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_owned_company()
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare company uuid;
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.lock_own_company();
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_person (
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
        union select item.id from public.job_requirements as requirement
          join public.inbox_items as item on item.requirement_id = requirement.id
          where requirement.client_id = any (companies) or requirement.recruiter_id = any (accounts)
        union select sent.id from private.items_of(address) as sent)
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare template_row public.reply_templates;
  begin
    select * into template_row from public.reply_templates where id = template for update;
    if template_row.id is null then
      raise exception 'template_not_found' using errcode = 'PT404';
    elsif template_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_requirement (
  requirement uuid,
  seen        integer
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into requirement_row from public.job_requirements as requirement
      where requirement.id = lock_requirement.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if requirement_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = requirement_row.version::text;
    end if;
    return requirement_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_shortlist (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements;
  begin
    perform private.lock_team();
    select * into requirement_row from public.job_requirements where id = requirement for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    return requirement_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_work()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person uuid := old.user_id;
    people uuid[] := array(select person union select user_id from private.absences
                             where stand_in = person and until >= private.today());
  begin
    perform from public.job_requirements where recruiter_id = any (people) order by id for no key update;
    perform from public.inbox_items
      where id in (select item.id from public.inbox_items as item where item.assignee = any (people)
                   union
                   select item_row.id from public.job_requirements as requirement
                     join public.inbox_items as item_row on item_row.requirement_id = requirement.id
                     where requirement.recruiter_id = any (people))
      order by id for update;
    return old;
  end $function$;

CREATE OR REPLACE FUNCTION private.locked_entry (
  entry uuid,
  seen  integer
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif entry_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = entry_row.version::text, hint = entry::text;
    end if;
    return entry_row;
  end $function$;

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

CREATE OR REPLACE FUNCTION private.mail_filed (
  requirement uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with people as materialized (
      select member.user_id, member.access,
             exists (select from private.form_of(requirement_row) where address = lower(account.email)) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        join public.job_requirements as requirement_row on requirement_row.client_id = member.client_id
        where requirement_row.id = requirement)
    select private.enqueue_mail('requirement_converted', 'converted.' || requirement || '.' || person.user_id,
                                jsonb_build_object('requirement', requirement), person.user_id)
      from people as person
      where person.is_named or person.access = 'owner' and not exists (select from people as named where named.is_named)
  $function$;

CREATE OR REPLACE FUNCTION private.mail_filed_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.submitted_by is not null and new.status = any (private.open_statuses()) and new.created_at >= now() - interval '1 hour'
      and 10 > (select count(*) from (select from public.mail_outbox as sent
         where sent.user_id = new.submitted_by and sent.template = 'requirement_filed'
           and sent.created_at > now() - interval '1 day' limit 10) as counted)
    then
      perform private.enqueue_mail('requirement_filed', 'filed.' || new.id,
                                   jsonb_build_object('requirement', new.id), new.submitted_by);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mails_waiting (
  moment timestamp with time zone
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (select count(*)::integer from (
              select from public.mail_outbox
                where next_attempt_at is not null and greatest(created_at, not_before) < moment - interval '5 minutes'
                limit 1000) as mail)
           + (select count(*)::integer from private.inbox_readers_due(moment - interval '5 minutes'))
           + (select count(*)::integer from (
                select from public.shortlist_answers as answer
                  where answer.former is not null and answer.undo_until < moment - interval '5 minutes'
                    and answer.id = private.last_answer(answer.entry_id)
                  limit 1000) as untold)
           + (select count(*)::integer from (
                select from public.candidate_consents as said where said.tell_at < moment - interval '5 minutes' limit 1000) as untold)
  $function$;

CREATE OR REPLACE FUNCTION private.mail_new_access (
  person  uuid,
  company uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    about jsonb := jsonb_build_object('client', company);
    is_often boolean := 4 <= (select count(*) from public.mail_outbox as mail
      where mail.user_id = person and mail.template = 'client_access_changed' and mail.ids = about
        and mail.created_at > now() - interval '1 day');
  begin
    perform private.enqueue_mail('client_access_changed',
      'access.' || case when is_often then person || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                        else gen_random_uuid()::text end,
      about, person, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_password_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_often boolean;
  begin
    is_often := 4 <= (select count(*) from public.mail_outbox as mail
      where mail.user_id = new.id and mail.template = 'password_changed' and mail.created_at > now() - interval '1 day');
    perform private.enqueue_mail('password_changed',
      'password.' || case when is_often then new.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                          else gen_random_uuid()::text end,
      '{}', new.id, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
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
              select requirement.recruiter_id from public.job_requirements as requirement
                where requirement.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused', 'candidates_reconsidered')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_requirement_message()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_message', 'message.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'message', new.id))
        from public.job_requirements as requirement
        cross join lateral (
          select member.user_id from public.client_members as member
            where new.side = 'team' and member.client_id = requirement.client_id
          union all
          select requirement.recruiter_id where new.side = 'client') as reader (id)
        where requirement.id = new.requirement_id and reader.id is not null and reader.id is distinct from new.author;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_invitation (
  kind      public.invitation_kind,
  address   text,
  role      public.app_role,
  access    public.member_access,
  client    uuid,
  full_name text,
  phone     text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    account uuid;
    known public.invitations;
    made uuid;
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    end if;
    perform private.lock_inviter();
    -- Whoever called this was asked before; meanwhile the place may have been taken.
    if not private.is_still_given(jsonb_populate_record(null::public.invitations, jsonb_build_object(
             'kind', kind, 'client_id', client, 'invited_by', private.current_user_id()))) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select id into account from auth.users where lower(email) = wanted;
    if exists (select from public.client_members where user_id = account and client_id = client) then
      raise exception 'member_already' using errcode = 'PT409';
    elsif private.is_team_member() and exists (select from public.team_members where user_id = account) then
      raise exception 'team_member_already' using errcode = 'PT409';
    elsif private.is_team_member() and exists (select from public.client_members where user_id = account) then
      raise exception 'company_already' using errcode = 'PT409';
    end if;
    update public.invitations as past set revoked_at = now()
      where past.email = wanted and past.client_id is not distinct from client
        and past.accepted_at is null and past.revoked_at is null and past.expires_at <= now();
    select * into known from public.invitations as waiting
      where waiting.email = wanted and waiting.client_id is not distinct from client
        and waiting.accepted_at is null and waiting.revoked_at is null;
    if not found then
      perform private.refuse_too_many_invitations(wanted, client);
      insert into public.invitations (kind, email, role, access, client_id, full_name, phone, invited_by)
        values (kind, wanted, role, access, client, private.trimmed(full_name), private.trimmed(phone),
                private.current_user_id())
        on conflict do nothing returning id into made;
      if made is not null then
        perform private.log_activity('invited', 'invitation', made, client,
                                     new_value => coalesce(role::text, access::text));
        return made;
      end if;
      -- Somebody else has just made it.
      select * into known from public.invitations as waiting
        where waiting.email = wanted and waiting.client_id is not distinct from client
          and waiting.accepted_at is null and waiting.revoked_at is null;
    end if;
    if known.role is distinct from make_invitation.role or known.access is distinct from make_invitation.access then
      raise exception 'invited_already' using errcode = 'PT409';
    end if;
    return known.id;
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

CREATE OR REPLACE FUNCTION private.mark_entry (
  entry     uuid,
  seen      integer,
  state     text,
  joined_on date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if mark_entry.state = 'joined' and joined_on is null then
      raise exception 'joining_day_missing' using errcode = 'PT422';
    elsif entry_row.state = mark_entry.state and entry_row.joined_on is not distinct from joined_on then
      return entry_row.version;
    end if;
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and entry_row.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'joined') then coalesce(entry_row.offered_at, now())
                            when mark_entry.state = 'declined' then entry_row.offered_at end,
          joined_on = case when mark_entry.state = 'joined' then mark_entry.joined_on end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.count_joined(entry_row.requirement_id, entry_row.state = 'joined');
    if mark_entry.state = 'joined' and entry_row.state <> 'joined' then
      perform private.record_candidates(entry_row.requirement_id, 'candidate_joined', array[entry_row.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(entry_row.requirement_id, false);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_flood()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 300)', tg_relid::regclass)
        into new.flood using hour_ago;
      return new;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return new;
    end if;
    sender := private.form_networks(shared_key);
    new.flood := not private.lock_sender(sender);
    -- Asked apart from that: what others have sent meanwhile is seen by the next statement only.
    new.flood := new.flood or private.has_flooded(sender) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 9);
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.meant_by (
  word text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select known.near
      from private.existing_words(
        array(select candidate from private.near_words(word) as candidate where length(candidate) > 2), false) as known (near)
      order by (select count(*) from (select from public.inbox_items as item
                  where item.search @@ quote_literal(known.near)::tsquery limit 100) as item_row) desc,
               length(known.near) = length(word) desc, known.near
      limit 1
  $function$;

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
                   where entry.candidate_id = goes.id and entry.state in (
                     'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined')) then
      raise exception 'merge_other_way' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.state = 'draft' and not exists (select from public.candidate_consents as consent where consent.entry_id = entry.id)
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
      where consent.candidate_id = goes.id and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0;
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && private.mail_subjects(goes.id);
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.message_news (
  person      uuid,
  requirement public.job_requirements,
  messages    uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with unread_message as materialized (
      select message.* from public.requirement_messages as message
        join public.unread_messages as unread
          on unread.requirement_id = message.requirement_id and unread.user_id = message_news.person
            and unread.first_at <= message.created_at
        where message.id = any (messages))
    select jsonb_build_object(
      'messages', (select count(*) from unread_message),
      'authors', (select coalesce(jsonb_agg(distinct author.name), '[]')
                    from unread_message
                    cross join lateral (
                      select colleague.display_name as name from public.team_members as colleague
                        where unread_message.side = 'team' and colleague.user_id = unread_message.author
                      union all
                      select member.full_name from public.client_members as member
                        where unread_message.side = 'client' and member.user_id = unread_message.author
                          and member.client_id = (requirement).client_id) as author
                    where author.name is not null),
      'beginning', (select case when length(unread_message.body) > 200 then rtrim(left(unread_message.body, 199)) || '…' else unread_message.body end
                      from unread_message join public.clients as client
                        on client.id = (requirement).client_id and client.quotes_messages
                      where unread_message.side = 'team' order by unread_message.created_at, unread_message.id limit 1))
  $function$;

CREATE OR REPLACE FUNCTION private.need_no_answer (
  requirement uuid,
  seen        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements := private.hold_own_requirement(requirement);
  begin
    delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= seen;
  end $function$;

CREATE OR REPLACE FUNCTION private.newest_question (
  consent public.candidate_consents
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select newest.* from public.candidate_consents as newest
      where newest.id = (consent).id or newest.entry_id = (consent).entry_id order by newest.asked_at desc, newest.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.news_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person uuid := (mail).user_id;
    about jsonb;
    inbox jsonb;
  begin
    with bundled as materialized (
      select queued.* from public.mail_outbox as queued
        where (queued.id = (mail).id or queued.bundled_in = (mail).id)
          and private.frequency_of(person, private.mail_group(queued.template)) <> 'never'
    ), listed as (
      select private.requirement_news(
               person, (bundled.ids ->> 'requirement')::uuid,
               array_agg((bundled.ids ->> 'event')::uuid) filter (where bundled.ids ? 'event'),
               array_agg((bundled.ids ->> 'message')::uuid) filter (where bundled.ids ? 'message')) as news,
             min(bundled.created_at) as since
        from bundled where bundled.ids ? 'requirement' group by bundled.ids ->> 'requirement'
    )
    select (select jsonb_agg(news order by since) from listed where news is not null),
           -- A later morning's mail says what there is to do now.
           case when exists (select from bundled where bundled.template = 'inbox_summary'
                              and not exists (select from public.mail_outbox as later
                                where later.user_id = person and later.template = 'inbox_summary'
                                  and later.created_at > bundled.created_at))
             then private.inbox_news(person) end
      into about, inbox;
    if about is null and inbox is null then
      return null;
    end if;
    return jsonb_build_object(
      'side', case when private.is_team(person) then 'team' else 'company' end,
      'is_daily', (mail).bundle = 'daily',
      'about', coalesce(about, '[]'), 'inbox', inbox,
      'reply_to', case when not private.is_team(person) then private.recruiter_address(about) end,
      'unsubscribe', private.unsubscribe_token(person, private.unsubscribe_scope(mail)));
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
        from public.inbox_items as item_row
        join private.grouped_items as placed on placed.id = item_row.id
        cross join lateral private.inbox_page(
            caller, filter, coalesce(from_group, placed.item_group), private.inbox_key(item_row, filter), item_row.id, 2)
          with ordinality as page (id, stood, sort_key, place)
        where item_row.id = next_item.item and page.id <> next_item.item order by page.place limit 1;
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
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = requirement_row.recruiter_id),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = requirement_row.id) end,
      'may_write', private.side_on(requirement_row.client_id) is not null,
      'candidates', private.candidate_counts(requirement_row.id),
      'new_since', new_since,
      'unanswered_since', case when not is_team then (select unanswered_message.since from private.unanswered_messages as unanswered_message
                                                        where unanswered_message.requirement_id = requirement_row.id) end,
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
      'in_charge', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                      from public.team_members as colleague where colleague.user_id = (requirement).recruiter_id),
      'answer_by', (select item.due_at from public.inbox_items as item
                      where item.requirement_id = (requirement).id and item.state in ('new', 'open') and item.due_at > now()
                        and (requirement).status = any (private.open_statuses())),
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
                                and newest.mailbox_digest = private.subject_of(person.email) then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and private.is_blocked(person, requirement.client_id),
                'is_reconsidered', newest.reconsidered_at is not null,
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
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
                                from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
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

CREATE OR REPLACE FUNCTION private.own_entry (
  candidate uuid,
  entry     uuid
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    select * into entry_row from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    return entry_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_invitations()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', mine.id, 'kind', mine.kind, 'role', mine.role, 'access', mine.access,
          'company', private.company_name(mine.client_id), 'invited_by', private.inviter_name(mine),
          'expires_at', mine.expires_at)), '[]')
        from private.invitations_to_me() as mine),
      'bond', private.own_membership(),
      'profile', (select jsonb_build_object('company_name', waiting.company_name, 'full_name', waiting.full_name,
                                            'phone', waiting.phone)
                    from private.waiting_profiles as waiting
                    where waiting.user_id = (select private.current_user_id())))
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
    delete from private.disowned_mailboxes where id = known.id;
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

CREATE OR REPLACE FUNCTION private.own_membership()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'company', private.company_name(own.client_id),
        'may_leave', not private.is_last_owner(own.user_id, own.client_id)
          or (not exists (select from public.client_members as other
                           where other.client_id = own.client_id and other.user_id <> own.user_id)
            and not exists (select from public.job_requirements as requirement where requirement.client_id = own.client_id)))
      from public.client_members as own where own.user_id = (select private.current_user_id())
    union all
    select jsonb_build_object('company', null, 'may_leave', false)
      where (select private.is_team_member())
  $function$;

CREATE OR REPLACE FUNCTION private.own_messages()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with own as materialized (
      select unread_message.*, requirement.job_title
        from public.unread_messages as unread_message
        cross join lateral (select shown.job_title, shown.client_id from public.job_requirements as shown
                              where shown.id = unread_message.requirement_id limit 1) as requirement
        where unread_message.user_id = (select private.current_user_id())
          and requirement.client_id = (select private.current_client_id())
        order by unread_message.last_at desc, unread_message.requirement_id limit 100)
    select jsonb_build_object(
      'requirements', (select count(*) from own),
      'newest', (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', newest.requirement_id, 'job_title', newest.job_title, 'unread', newest.unread,
                   'last_at', newest.last_at) order by newest.last_at desc, newest.requirement_id), '[]')
                 from (select * from own order by own.last_at desc, own.requirement_id limit 5) as newest),
      'unanswered', (select coalesce(jsonb_agg(to_jsonb(oldest) order by oldest.since, oldest.id), '[]')
                       from (select requirement.id, requirement.job_title, unanswered_message.since
                               from private.unanswered_messages as unanswered_message
                               join public.job_requirements as requirement on requirement.id = unanswered_message.requirement_id
                               where unanswered_message.client_id = (select private.current_client_id())
                                 and (select private.may_write_for_client())
                                 and requirement.status = any (private.open_statuses())
                                 and not exists (select from own where own.requirement_id = requirement.id)
                               order by unanswered_message.since, requirement.id limit 5) as oldest))
  $function$;

CREATE OR REPLACE FUNCTION private.own_recruiters()
  RETURNS TABLE (
    user_id       uuid,
    display_name  text,
    contact_email text,
    contact_phone text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select colleague.user_id, colleague.display_name, colleague.contact_email, colleague.contact_phone
      from public.team_members as colleague
      cross join lateral (select from public.job_requirements as requirement
                            where requirement.recruiter_id = colleague.user_id
                              and requirement.client_id = (select private.current_client_id())
                            order by requirement.created_at desc, requirement.id desc limit 1) as theirs
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

CREATE OR REPLACE FUNCTION private.own_waiting_candidates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with untold as materialized (
      select entry.requirement_id from public.shortlist_answers as answer
        join public.shortlist_entries as entry on entry.id = answer.entry_id where answer.former is not null),
    -- Until an answer is told, the row of its requirement has whom it is about among those who wait.
    waiting as materialized (
      select listed.requirement_id, listed.unanswered_since as since from private.open_requirements as listed
        where listed.client_id = (select private.current_client_id()) and listed.unanswered_since is not null
          and (select private.may_write_for_client())
          and (listed.requirement_id not in (select untold.requirement_id from untold) or exists (
            select from public.shortlist_entries as entry
              where entry.requirement_id = listed.requirement_id and entry.state = 'shown' and entry.answered_at is null)))
    select jsonb_build_object(
        'requirements', (select count(*) from waiting),
        'first', (select coalesce(jsonb_agg(jsonb_build_object(
                             'id', requirement.id, 'job_title', requirement.job_title,
                             'answer_by', private.answer_by(unanswered.since), 'waiting', unanswered.persons)
                             order by unanswered.since, requirement.id), '[]')
                    from (select * from waiting order by since, requirement_id limit 5) as first
                    join public.job_requirements as requirement on requirement.id = first.requirement_id
                    cross join lateral (
                      select min(entry.shown_at) as since, count(*) as persons from public.shortlist_entries as entry
                        where entry.requirement_id = requirement.id and entry.state = 'shown' and entry.answered_at is null)
                      as unanswered))
  $function$;

CREATE OR REPLACE FUNCTION private.owns_requirement (
  requirement uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.job_requirements as requirement
      where requirement.id = owns_requirement.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member())))
  $function$;

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
    requirement_row public.job_requirements;
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
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(requirement_row.client_id) when 'team' then 'team' else 'client' end;
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(requirement_row.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, requirement_row.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, requirement_row.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = requirement_row.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(requirement_row, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = requirement_row.id and before.author = caller) then
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
    perform from public.inbox_items as item
      where item.created_at < expiry and item.requirement_id is null
        or item.requirement_id in (select requirement_row.id from public.job_requirements as requirement_row
                                    where requirement_row.status = any (private.closed_statuses()) and requirement_row.updated_at < expiry)
      order by item.id for update;
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
        and not exists (select from public.user_roles as user_role where user_role.user_id = person.id and user_role.role <> 'client')
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
                  when exists (select from public.shortlist_entries as entry
                                where entry.id = (consent).entry_id and entry.state = 'draft') then 'changed' else 'closed' end
                when (consent).given_at is not null then case when (consent).ends_at <= now() then 'ended' else 'given' end
                when (consent).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as requirement on requirement.id = entry.requirement_id
                    where entry.id = (consent).entry_id and requirement.status = any (private.open_statuses())) then 'closed'
                else 'open' end
  $function$;

CREATE OR REPLACE FUNCTION private.queue_candidate_reminders()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with late as materialized (
      select list.requirement_id from public.shortlists as list
        where list.reminded_at is null
          and list.requirement_id in (
            select entry.requirement_id from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
                and private.answer_by(entry.shown_at) < now() and requirement.status = any (private.open_statuses()))
        order by list.requirement_id for update skip locked
    ), reminded as (
      update public.shortlists as list set reminded_at = now() from late
        where list.requirement_id = late.requirement_id returning list.requirement_id
    )
    select private.enqueue_mail('candidates_waiting',
                                'waiting.' || reminded.requirement_id || '.' || member.user_id || '.' || to_char(now(), 'YYYYMMDDHH24'),
                                jsonb_build_object('requirement', reminded.requirement_id), member.user_id)
      from reminded
      join public.job_requirements as requirement on requirement.id = reminded.requirement_id
      join public.client_members as member on member.client_id = requirement.client_id and member.access in ('owner', 'member')
      where private.frequency_of(member.user_id, 'requirements') <> 'never'
  $function$;

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
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
          'is_kept', private.has_keep_consent(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as consent
                           where consent.candidate_id = person.id and consent.is_disowned) end,
          'notes', (
            select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'body', note.body, 'created_at', note.created_at,
                                                         'author', note.author) order by note.created_at desc, note.id desc), '[]')
              from (select * from public.candidate_notes as written where written.candidate_id = person.id
                      order by written.created_at desc, written.id desc limit 200) as note),
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
            select coalesce(jsonb_agg(to_jsonb(consent) - array['candidate_id', 'card_digest', 'mailbox_digest']
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

CREATE OR REPLACE FUNCTION private.read_client (
  client uuid
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
               'company', to_jsonb(company),
               -- What it used last.
               'currency', (select requirement.currency from public.job_requirements as requirement where requirement.client_id = company.id
                              order by requirement.created_at desc, requirement.id desc limit 1),
               'members', (
                 select coalesce(jsonb_agg(to_jsonb(member) order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = company.id
                           order by joined.created_at, joined.user_id limit 100) as member),
               'invitations', (
                 select coalesce(jsonb_agg(to_jsonb(invitation) order by invitation.created_at desc, invitation.id desc), '[]')
                   from (select * from public.invitations as sent
                           where sent.client_id = company.id and sent.accepted_at is null and sent.revoked_at is null
                           order by sent.created_at desc, sent.id desc limit 100) as invitation))
        from public.clients as company where company.id = client);
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

CREATE OR REPLACE FUNCTION private.read_item_history (
  item uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = read_item_history.item
                  order by written.created_at desc, written.id desc limit 100) as note),
      'replies', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', reply.id, 'body', reply.body, 'delivery', private.delivery_of_reply(reply.id))
                 order by reply.created_at desc, reply.id desc), '[]')
          from (select * from public.item_replies as written where written.item_id = read_item_history.item
                  order by written.created_at desc, written.id desc limit 100) as reply),
      'events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.item_events as happened where happened.item_id = read_item_history.item
                  order by happened.created_at desc, happened.id desc limit 100) as event),
      'requirement_events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = (
                    select item.requirement_id from public.inbox_items as item where item.id = read_item_history.item)
                  order by happened.created_at desc, happened.id desc limit 100) as event));
  end $function$;

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
                 'sender', item_row.sender, 'email', item_row.email, 'phone', item_row.phone, 'company', item_row.company,
                 'subject', item_row.subject, 'reference', item_row.reference, 'source', item_row.source,
                 'made_requirement', private.made_of(item.id),
                 'job_requirements', to_jsonb(requirement_row) || jsonb_build_object('clients',
                   jsonb_build_object('company_name', item_row.company)))
                 -- The form by the name of its table, and nothing by those of the others.
                 || (select jsonb_object_agg(known.relation, case when known.kind = item.kind then private.form_of_item(item) end)
                       from private.public_forms() as known)
               order by wanted.place), '[]')
        from (select listed.id, min(listed.place) as place from unnest(items) with ordinality as listed (id, place)
                group by listed.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = wanted.id limit 1) as item_row
        left join public.job_requirements as requirement_row on requirement_row.id = item.requirement_id);
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
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'tells_pay', list.tells_pay,
                                       'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            '{"is_blind": false, "is_abroad": false, "tells_pay": false, "reminded_at": null, "version": 0}'),
          'is_open', requirement.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(requirement.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(requirement.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = requirement.id))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.readers_of (
  requirement public.job_requirements,
  side        text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
    select member.user_id from public.client_members as member
      where side = 'client' and member.client_id = requirement.client_id
    union all
    select colleague.user_id from public.team_members as colleague
      where side = 'team' and (colleague.user_id = requirement.recruiter_id
        or not exists (select from public.team_members as named where named.user_id = requirement.recruiter_id))
  $function$;

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
        'kind', item.kind, 'source', item.source, 'reference', item.reference,
        'answer_by', case when item.state in ('new', 'open') then item.due_at end))
      from private.inbox_item_details as item where item.id = ((mail).ids ->> 'item')::uuid and item.state <> 'spam'
  $function$;

CREATE OR REPLACE FUNCTION private.reconsider_candidate_question (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare link record := private.lock_link(token);
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
    elsif requirement.status <> all (private.open_statuses()) then
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

CREATE OR REPLACE FUNCTION private.reconsider_own_entry (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    perform private.reconsider_entry((private.own_entry(person.id, entry)).id);
  end $function$;

CREATE OR REPLACE FUNCTION private.record_act (
  act       uuid,
  caller    uuid,
  item      public.inbox_items,
  next_item uuid               DEFAULT NULL::uuid,
  has_reply boolean            DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if act is null then
      return;
    end if;
    insert into private.item_acts (id, actor, item_id, state, assignee, claim_expires_at, due_at, version, next_item, has_reply)
      values (act, caller, item.id, item.state, item.assignee, item.claim_expires_at, item.due_at,
              private.version_of(item.id), next_item, has_reply);
    -- What is past goes with the next act. Nobody waits for it.
    delete from private.item_acts where (id, actor, item_id) in (
      select past.id, past.actor, past.item_id from private.item_acts as past
        where past.created_at < now() - private.undo_lasts() order by past.created_at limit 100 for update skip locked);
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
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client)
      values (record_candidates.requirement, company, case when acting is not null then person end,
              acting, record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type));
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (record_candidates.requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(record_candidates.requirement, actor => person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_enquiry (
  form        uuid,
  source      text,
  name        text,
  requirement text,
  phone       text,
  email       text,
  company     text,
  client      uuid,
  takes       boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    sent uuid;
    item uuid;
  begin
    if source = 'form' then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif client is not null and not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    insert into public.contact_submissions (form_id, source, name, requirement, phone, email, company, client_id, written_by)
      values (form, source, name, requirement, phone, email, company, client, caller)
      on conflict (form_id) do nothing returning id into sent;
    select item_row.id into item from public.inbox_items as item_row
      join public.contact_submissions as kept on kept.id = item_row.contact_id
      where kept.form_id = form and kept.written_by = caller;
    if item is null then
      raise exception 'form_taken' using errcode = 'PT409';
    elsif sent is not null then
      perform private.touch_item(caller, item, false);
      if takes then
        perform private.take_item(item, private.version_of(item));
      end if;
    end if;
    return item;
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
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn',
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.recruiter_address (
  about jsonb
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when count(*) = count(colleague.contact_email) and count(distinct colleague.contact_email) = 1
             then min(colleague.contact_email) end
      from jsonb_array_elements(about) as listed (news)
      left join public.job_requirements as requirement on requirement.id = (listed.news ->> 'id')::uuid
      left join public.team_members as colleague on colleague.user_id = requirement.recruiter_id
  $function$;

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
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from news where news.type = 'status'),
      'is_new', is_open and exists (select from news where news.type in ('created', 'converted')
                                                       or news.type = 'recruiter' and news.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) from news
                      where news.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from news where news.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) from news
                    where news.type = 'candidates_refused'),
      'reconsidered', (select nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) from news
                         where news.type = 'candidates_reconsidered'))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.recruiter_of_question (
  consent public.candidate_consents
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                'phone', colleague.contact_phone))
      from public.team_members as colleague
      where colleague.user_id = coalesce(
        (select requirement.recruiter_id from public.shortlist_entries as entry
           join public.job_requirements as requirement on requirement.id = entry.requirement_id
           join public.team_members as known on known.user_id = requirement.recruiter_id where entry.id = (consent).entry_id),
        (consent).asked_by)
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
    link record := private.lock_link(token);
    consent public.candidate_consents;
  begin
    select * into consent from public.candidate_consents where id = link.consent_id for update;
    if consent.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    update public.candidate_consents as refused
      set refused_at = case when refused.given_at is null then now() end,
          tell_at = case when refused.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when refused.given_at is not null then now() end
      where refused.candidate_id = consent.candidate_id and consent.purpose = 'keep' and refused.purpose = 'keep'
        and num_nonnulls(refused.refused_at, refused.withdrawn_at, refused.closed_at) = 0;
    -- Of a question that was replaced by another one about the same job, the no is to that.
    perform private.close_entry(entry.id, true) from private.entries_beside(consent.entry_id) as entry (id);
    update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
      where refused.id = consent.id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    update public.candidates set last_activity_at = now() where id = consent.candidate_id;
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
                 where private.mailbox_of(record.email) = private.mailbox_of((person).email)
                   and consent.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as consent
                  where consent.asked_by = (select private.current_user_id()) and consent.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
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
    select exists (select from public.candidate_consents as consent
                    where consent.entry_id in (select private.entries_beside(entry))
                      and greatest(consent.refused_at, consent.withdrawn_at) > now() - interval '30 days'
                      and consent.reconsidered_at is null)
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
    select private.mailbox_of(item.email), lower(item.company) into mailbox, firm
      from private.inbox_item_details as item where item.id = related_items.item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with requirements as (
        select requirement.id from private.accounts_of(mailbox) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as requirement
        union
        select requirement.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as requirement
          where lower(client.company_name) = firm
      ), others as (
        (select sent.id, sent.created_at from public.inbox_items as sent
           where private.mailbox_of(sent.email) = mailbox and sent.email is not null order by sent.created_at desc limit 21)
        union
        (select sent.id, sent.created_at from public.inbox_items as sent
           where lower(sent.company) = firm and sent.company is not null order by sent.created_at desc limit 21)
        union
        select found.id, found.created_at
          from requirements as requirement join public.inbox_items as found on found.requirement_id = requirement.id
      ), newest as (
        select * from others where others.id <> related_items.item order by others.created_at desc, others.id desc limit 20
      )
      select item.id, item.kind, left(item.subject, 120), item.created_at, item.state, item.source
        from newest
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = newest.id limit 1) as item
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

CREATE OR REPLACE FUNCTION private.remove_member (
  person  uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.replace_contact(person, private.lock_owned_company(), contact);
    perform private.change_membership(person, null, true, null);
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_own_never (
  session_token text,
  never         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.lock_own_candidate(session_token, false);
  begin
    delete from public.candidate_never as kept where kept.id = never and kept.candidate_id = person.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_company_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    items uuid[];
    unlocked uuid[];
  begin
    items := array(select item.id from public.inbox_items as item where item.client_id = new.id limit 101);
    -- Whoever works on an item may wait for its company: nobody is waited for here.
    unlocked := array(select item.id from public.inbox_items as item
                    where item.id = any (items) and cardinality(items) <= 100 for update skip locked);
    update public.inbox_items as item set search = private.item_words(item) where item.id = any (unlocked);
    if cardinality(unlocked) < cardinality(items) then
      perform private.request_row_fill('words of company ' || new.id, 'public.inbox_items',
                                       'search = private.item_words(filled)', format('client_id = %L', new.id));
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_open_requirement (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from private.open_requirements as open_requirement where open_requirement.requirement_id = renew_open_requirement.requirement for update;
    delete from private.open_requirements as open_requirement using public.job_requirements as requirement
      where open_requirement.requirement_id = renew_open_requirement.requirement and requirement.id = renew_open_requirement.requirement
        and requirement.status = any (private.closed_statuses());
    insert into private.open_requirements as open_requirement
      select requirement.id, requirement.recruiter_id, requirement.status, requirement.priority, requirement.created_at,
             coalesce(requirement.deadline, '2999-12-31'),
             greatest(requirement.created_at,
               (select event.created_at from public.requirement_events as event
                  where event.requirement_id = requirement.id and event.for_client
                  order by event.created_at desc, event.id desc limit 1),
               (select said.created_at from public.requirement_messages as said
                  where said.requirement_id = requirement.id order by said.created_at desc, said.id desc limit 1)),
             private.waits_for(requirement.id), requirement.client_id,
             (select min(entry.shown_at) from public.shortlist_entries as entry
                where entry.requirement_id = requirement.id and entry.state = 'shown' and entry.answered_at is null)
        from public.job_requirements as requirement
        where requirement.id = renew_open_requirement.requirement and requirement.status = any (private.open_statuses())
      on conflict (requirement_id) do update
        set (recruiter_id, status, priority, deadline, last_word_at, waits_for, unanswered_since) =
            (excluded.recruiter_id, excluded.status, excluded.priority, excluded.deadline, excluded.last_word_at,
             excluded.waits_for, excluded.unanswered_since);
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
          claim_expires_at = case when assignee = next_assignee and holder is not null then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

CREATE OR REPLACE FUNCTION private.request_candidate_link (
  address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    shared_key text := (select sender_key from private.settings);
    sender text[] := private.form_networks(shared_key);
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif shared_key is not null then
      if not private.lock_sender(sender) then
        return;
      elsif private.has_flooded(sender) then
        return;
      end if;
      insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    end if;
    perform pg_advisory_xact_lock(hashtextextended('candidate links', 0));
    if private.has_room_for_link(exists (select from public.candidates as person where person.email = wanted)) then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  exception when lock_not_available then
    null;
  end $function$;

CREATE OR REPLACE FUNCTION private.request_crm_redelivery()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare request bigint;
  begin
    select private.request_run('public.crm_events', 'next_attempt_at <= now() and ' || private.crm_due_condition(), 'sync_crm',
                               last_crm_request) into request from private.settings;
    if request is not null then
      update private.settings set last_crm_request = request;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_due_mails()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare part text;
  begin
    foreach part in array array['tell_answers', 'queue_inbox_summaries', 'queue_candidate_reminders', 'tell_refusals'] loop
      begin
        execute format('select private.%I()', part);
      exception when others then
        raise warning 'the mail run goes on without %: %', part, sqlerrm;
      end;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.request_mail_run()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare request bigint;
  begin
    perform private.queue_due_mails();
    select private.request_run('public.mail_outbox', private.mail_due_condition(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_converted_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement_row.id, 'title', requirement_row.job_title, 'company', private.company_name(requirement_row.client_id),
        'is_from_form', exists (select from private.form_of(requirement_row)),
        'is_named', exists (select from private.form_of(requirement_row) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = (mail).user_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = requirement_row.recruiter_id))) || private.outlook_of(requirement_row)
      from public.job_requirements as requirement_row
      join public.client_members as member on member.client_id = requirement_row.client_id and member.user_id = (mail).user_id
      where requirement_row.id = ((mail).ids ->> 'requirement')::uuid
  $function$;

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
        'id', requirement.id, 'title', requirement.job_title,
        'reference', private.reference_of(coalesce(requirement.form_id, requirement.id)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = requirement.recruiter_id))) || private.outlook_of(requirement)
      from public.job_requirements as requirement
      join public.client_members as member on member.client_id = requirement.client_id and member.user_id = (mail).user_id
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and requirement.status = any (private.open_statuses())
  $function$;

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
        'id', requirement.id, 'job_title', requirement.job_title, 'status', requirement.status, 'priority', requirement.priority,
        'positions_count', requirement.positions_count, 'positions_filled', requirement.positions_filled,
        'joining_date', requirement.joining_date, 'version', requirement.version, 'currency', requirement.currency, 'location', requirement.location,
        'closed_reason', requirement.closed_reason,
        'closed_by', case when requirement.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = requirement.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', requirement.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'answer_by', private.answer_due(requirement.id),
        'may_write', private.side_on(requirement.client_id) is not null,
        'unread', coalesce((select unread_message.unread from public.unread_messages as unread_message
                             where unread_message.user_id = (select private.current_user_id()) and unread_message.requirement_id = requirement.id), 0),
        'candidates', private.candidate_counts(requirement.id))
      from public.job_requirements as requirement
      where requirement.id = requirement_frame.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

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

CREATE OR REPLACE FUNCTION private.requirement_news (
  person      uuid,
  requirement uuid,
  events      uuid[],
  messages    uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    acting public.side;
    news jsonb;
  begin
    select * into requirement_row from public.job_requirements where id = requirement;
    acting := private.told_as(person, requirement_row);
    if acting is null then
      return null;
    end if;
    news := private.message_news(person, requirement_row, messages)
      || case acting when 'team' then private.recruiter_news(person, requirement_row, events)
                     else private.company_news(person, requirement_row, events) end;
    if jsonb_strip_nulls(news) - array['company', 'authors']
       <@ '{"messages": 0, "is_withdrawn": false, "is_new": false}' then
      return null;
    end if;
    return jsonb_strip_nulls(news || jsonb_build_object(
        'id', requirement_row.id, 'title', requirement_row.job_title,
        'may_answer', case when acting = 'company' then private.may_answer(person, requirement_row) end))
      || private.outlook_of(requirement_row);
  end $function$;

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
        select requirement.id from public.job_requirements as requirement
          where (status is null or requirement.status = status)
            and (priority is null or requirement.priority = priority and requirement.status = any (enum_range(status, status)))
            and (whose is null or case when whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = person end)
            and (client is null or requirement.client_id = client)
            and (after_id is null or (requirement.created_at, requirement.id) < (after_key, after_id))
          order by requirement.created_at desc, requirement.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if client is not null then
        query := query && quote_literal(private.company_lexeme(client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id
          where item.kind = 'requirement'
            and case when found is null then item.search @@ query else item.id = any (found) end
            and (status is null or requirement.status = status)
            and (priority is null or requirement.priority = priority)
            and (whose is null or case when whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = person end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.resend_invitation (
  invitation uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare own public.invitations;
  begin
    perform private.lock_inviter();
    own := private.own_invitation(invitation);
    if own.revoked_at is not null then
      raise exception 'invitation_revoked' using errcode = 'PT410';
    elsif own.issued_at > now() - interval '1 minute' then
      raise exception 'too_soon' using errcode = 'PT429';
    end if;
    perform private.refuse_too_many_invitations(own.email, own.client_id);
    update public.invitations
      set issue = own.issue + 1, issued_at = now(), expires_at = now() + interval '14 days' where id = own.id;
    perform private.log_activity('invitation_resent', 'invitation', own.id, own.client_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.run_scheduled (
  wanted text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    last_request bigint;
    request bigint;
  begin
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into last_request
      from private.settings;
    perform private.note_run_response(wanted, last_request);
    case wanted
      when 'crm' then
        perform private.note_missing_secrets('public.crm_events', 'sync_crm');
        perform private.request_crm_redelivery();
      when 'mail' then
        perform private.note_missing_secrets('public.mail_outbox', 'deliver_mail');
        perform private.request_mail_run();
    end case;
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into request
      from private.settings;
    update private.scheduled_runs as noted
      set ran_at = now(),
          requested_at = case when request is distinct from last_request then now() else noted.requested_at end
      where noted.run = wanted;
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
    perform private.lock_records(candidate, private.normal_address(entries ->> 'email'));
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

CREATE OR REPLACE FUNCTION private.save_requirement_draft (
  draft   uuid,
  seen    integer,
  page    uuid,
  entries jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_filing_company();
    draft_row public.requirement_drafts;
    now_at integer;
  begin
    if private.are_entries(entries) is not true or octet_length(entries::text) > 65536 then
      raise exception 'draft_too_long' using errcode = 'PT422';
    end if;
    -- Sent twice, or the same on two devices.
    select version into now_at from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company and begun.entries = save_requirement_draft.entries;
    if found then
      return now_at;
    end if;
    draft_row := private.lock_draft(company, draft, seen, page);
    perform private.count_for_company(company, 'draft_saves');
    if draft_row.id is not null then
      update public.requirement_drafts as begun
        set (entries, page, author) = (save_requirement_draft.entries, save_requirement_draft.page,
                                       private.current_user_id())
        where begun.id = draft_row.id returning version into now_at;
      return now_at;
    end if;
    -- What comes late must not begin again what has been filed meanwhile.
    if exists (select from public.job_requirements where client_id = company and form_id = draft)
      or exists (select from public.requirement_drafts where id = draft) then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if (select count(*) from public.requirement_drafts where client_id = company) >= 20 then
      raise exception 'too_many_drafts' using errcode = 'PT422';
    end if;
    insert into public.requirement_drafts (id, client_id, author, entries, page)
      values (draft, company, private.current_user_id(), entries, save_requirement_draft.page);
    return 1;
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
        select max(consent.given_at) from public.candidate_consents as consent
          where consent.entry_id = (entry).id and consent.card_digest = sealed.digest and private.is_in_force(consent)))
      from (select private.card_digest(entry) as digest) as sealed
  $function$;

CREATE OR REPLACE FUNCTION private.seen_by (
  person      uuid,
  requirement uuid,
  claimed     timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select least(shown.created_at, (
             select unread_message.first_at - interval '1 microsecond' from public.unread_messages as unread_message
               where unread_message.user_id = person and unread_message.requirement_id = seen_by.requirement))
      from public.requirement_messages as shown
      where shown.requirement_id = seen_by.requirement and shown.created_at = claimed
      limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_self_or_admin(person);
  begin
    perform from public.user_roles where user_id in (caller, person, stand_in) order by user_id for share;
    perform private.require_self_or_admin(person);
    perform private.require_successor(person, stand_in);
    if until is null or until < private.today() or until > private.today() + 366 then
      raise exception 'absence_day' using errcode = 'PT422';
    end if;
    insert into private.absences as absence (user_id, until, stand_in) values (person, set_absence.until, set_absence.stand_in)
      on conflict (user_id) do update set until = excluded.until, stand_in = excluded.stand_in
        where (absence.until, absence.stand_in) is distinct from (excluded.until, excluded.stand_in);
    if found then
      perform private.log_activity('absence_set', 'person', person, stand_in);
    end if;
    return not coalesce(hands_over, false) or private.give_work(person, stand_in);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_card (
  entry  uuid,
  seen   integer,
  chosen text[],
  pitch  text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    fields text[] := array(select field from unnest(private.card_fields()) with ordinality as listed (field, place)
                            where field = any (set_card.chosen) order by place);
    words text := private.trimmed(set_card.pitch);
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if cardinality(fields) <> coalesce(cardinality(set_card.chosen), 0) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif entry_row.chosen = fields and entry_row.pitch is not distinct from words then
      return entry_row.version;
    end if;
    entry_row := private.locked_entry(entry, seen);
    perform private.refuse_closed((select requirement.status from public.job_requirements as requirement where requirement.id = entry_row.requirement_id));
    if entry_row.state not in ('draft', 'asked', 'agreed') then
      raise exception 'card_frozen' using errcode = 'PT422';
    elsif entry_row.state <> 'draft' then
      perform private.cancel_question(entry);
    end if;
    update public.shortlist_entries as edited set chosen = fields, pitch = words
      where edited.id = entry returning edited.version into now_at;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.set_item_due (
  item uuid,
  seen integer,
  due  timestamp with time zone
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
    if due = item_row.due_at then
      return item_row.version;
    end if;
    update public.inbox_items
      set due_at = due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_duration() else claim_expires_at end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(item_row.due_at, due)));
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_message_quotes (
  seen   integer,
  wanted boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.lock_owned_company();
    client public.clients;
  begin
    select * into client from public.clients where id = company;
    if client.quotes_messages = wanted then
      return;
    elsif client.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client.version::text;
    end if;
    perform private.count_for_company(company, 'settings');
    update public.clients set quotes_messages = wanted where id = company;
    perform private.log_activity('company_changed', 'client', company, fields => array['quotes_messages'],
                                 old_value => client.quotes_messages::text, new_value => wanted::text);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_notifications (
  seen         integer,
  requirements public.mail_frequency,
  messages     public.mail_frequency,
  inbox        public.mail_frequency
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    settings public.notification_settings;
    wanted public.notification_settings;
    is_current boolean := false;
  begin
    if caller is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif set_notifications.inbox = 'at_once' then
      raise exception 'inbox_is_daily' using errcode = 'PT400';
    end if;
    if seen = 0 then
      insert into public.notification_settings (user_id) values (caller) on conflict do nothing returning * into settings;
      is_current := found;
    end if;
    if not is_current then
      select * into settings from public.notification_settings where user_id = caller for update;
      is_current := found and settings.version = seen;
    end if;
    wanted := settings;
    wanted.requirements := coalesce(set_notifications.requirements, settings.requirements);
    wanted.messages := coalesce(set_notifications.messages, settings.messages);
    wanted.inbox := coalesce(set_notifications.inbox, settings.inbox);
    if not is_current and (settings.user_id is null or wanted is distinct from settings) then
      raise exception 'stale' using errcode = 'PT409', detail = coalesce(settings.version, 0)::text;
    end if;
    update public.notification_settings as chosen
      set (requirements, messages, inbox) = (wanted.requirements, wanted.messages, wanted.inbox)
      where chosen.user_id = caller returning chosen.version into settings.version;
    perform private.move_waiting_mails(caller);
    return settings.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.set_recruiter (
  requirement uuid,
  seen        integer,
  person      uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    now_at integer;
    requirement_row public.job_requirements;
  begin
    perform private.lock_team(person);
    requirement_row := private.lock_requirement(requirement, seen);
    person := private.receiver_of(person);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if requirement_row.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $function$;

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
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    shortlist public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (requirement_row.id) on conflict do nothing;
    select * into shortlist from public.shortlists where requirement_id = requirement_row.id for update;
    if shortlist.is_blind = set_shortlist.is_blind and shortlist.is_abroad = set_shortlist.is_abroad
      and shortlist.tells_pay = coalesce(set_shortlist.tells_pay, shortlist.tells_pay) then
      return shortlist.version;
    elsif shortlist.version is distinct from nullif(seen, 0) and not (seen = 0 and shortlist.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = shortlist.version::text;
    end if;
    perform private.refuse_closed(requirement_row.status);
    if shortlist.is_blind <> set_shortlist.is_blind then
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
      set is_blind = coalesce(set_shortlist.is_blind, shortlist.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, shortlist.is_abroad),
          tells_pay = coalesce(set_shortlist.tells_pay, shortlist.tells_pay)
      where list.requirement_id = requirement_row.id returning list.version into shortlist.version;
    return shortlist.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.settle_crm_delivery (
  delivery uuid,
  problem  text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.record_delivery('public.crm_events', delivery, problem, false) $function$;

CREATE OR REPLACE FUNCTION private.settle_mail (
  delivery uuid,
  problem  text,
  is_final boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.record_delivery('public.mail_outbox', delivery, problem, is_final);
    update public.mail_outbox as along set sent_at = lead_mail.sent_at
      from public.mail_outbox as lead_mail
      where lead_mail.id = delivery and along.bundled_in = delivery and lead_mail.sent_at is not null and along.sent_at is null;
  end $function$;

CREATE OR REPLACE FUNCTION private.settle_unread (
  requirement public.job_requirements,
  side        text,
  seen        timestamp with time zone,
  person      uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare readers uuid[];
  begin
    -- Who writes at this moment holds these rows; what they write is counted below, once it is there.
    select array_agg(user_id) into readers from (
      select unread_message.user_id from public.unread_messages as unread_message
        where unread_message.requirement_id = requirement.id and unread_message.first_at <= seen
          and case when person is not null then unread_message.user_id = person
                   else (side = 'client') = exists (select from public.client_members as member
                          where member.user_id = unread_message.user_id and member.client_id = requirement.client_id) end
        order by unread_message.user_id for update) as locked;
    delete from public.unread_messages as unread_message
      where unread_message.requirement_id = requirement.id and unread_message.user_id = any (readers)
        and not exists (select from public.requirement_messages as later
                         where later.requirement_id = requirement.id and later.side <> settle_unread.side
                           and later.created_at > seen);
    update public.unread_messages as unread_message set (unread, first_at) = (
        select count(*), min(later.created_at) from public.requirement_messages as later
          where later.requirement_id = requirement.id and later.side <> settle_unread.side and later.created_at > seen)
      where unread_message.requirement_id = requirement.id and unread_message.user_id = any (readers);
  end $function$;

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
      perform private.enqueue_mail('candidate_news', 'shown.' || entry.id || '.' || entry.version,
                                   jsonb_build_object('entry', entry.id), address => person.email);
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
                when (entry).state = 'offered' or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and (entry).interview_at is not null then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_consent(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $function$;

CREATE OR REPLACE FUNCTION private.take_back_entry (
  entry uuid,
  seen  integer
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform private.lock_entries(array[entry]);
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state = 'draft' and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.close_entry(entry, false);
    return entry_row.state;
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
          claim_expires_at = case when item_row.state = 'waiting' then null else now() + private.claim_duration() end,
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

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  item_row   public.inbox_items,
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
                 case when is_after then private.inbox_key(item_row, filter) end, case when is_after then item_row.id end, 100)
               with ordinality as page (id, stood, sort_key, place)
          join private.grouped_items as item on item.id = page.id
          where item.id <> item_row.id
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
          set assignee = caller, claim_expires_at = now() + private.claim_duration(), state = 'open',
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

CREATE OR REPLACE FUNCTION private.team_access_changed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('role', (select user_role.role from public.user_roles as user_role
                                        where user_role.user_id = (mail).user_id and user_role.role <> 'client'))
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
        update public.shortlist_entries as edited
          set answered_at = (told.before ->> 'answered_at')::timestamptz,
              interview_at = (told.before ->> 'interview_at')::timestamptz,
              state = case when edited.state = 'interview' then told.before ->> 'state' else edited.state end
          where edited.id = told.id;
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
    perform private.record_candidates(given.requirement_id, 'candidates_answered', given.entries, true, given.author)
      from (select entry.requirement_id, answer.author, array_agg(entry.id order by entry.id) as entries
              from public.shortlist_entries as entry
              join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
              join public.job_requirements as requirement
                on requirement.id = entry.requirement_id and requirement.status = any (private.open_statuses())
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
    consent public.candidate_consents;
    requirement uuid;
  begin
    for consent in select * from public.candidate_consents as said where said.tell_at <= now()
                   order by said.tell_at, said.id limit 500 for update skip locked loop
      update public.candidate_consents set tell_at = null where id = consent.id;
      select entry.requirement_id into requirement from public.shortlist_entries as entry
        where entry.id = consent.entry_id and entry.state = 'withdrawn';
      if found then
        perform private.record_candidates(requirement, 'candidates_refused', array[consent.entry_id], false);
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
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $function$;

CREATE OR REPLACE FUNCTION private.touch_item (
  caller uuid,
  item   uuid,
  is_act boolean
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.inbox_items
      set first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = case when is_act then now() else last_activity_at end,
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_duration() else claim_expires_at end
      where id = item;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.track_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement uuid := (select item.requirement_id from public.inbox_items as item where item.id = new.item_id);
  begin
    if requirement is not null then
      perform private.renew_open_requirement(requirement);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    item public.inbox_items;
    holder uuid;
  begin
    -- Whoever gets one back is of the team until they have it (private.lock_team).
    perform from public.user_roles
      where user_id = caller or user_id in (select past.assignee from private.item_acts as past
                                             where past.id = act and past.actor = caller)
      order by user_id for share;
    caller := private.require_team();
    for done in
      select * from private.item_acts as past
        where past.id = act and past.actor = caller and past.created_at > now() - private.undo_lasts()
        order by past.item_id
    loop
      select * into item from public.inbox_items where id = done.item_id for update;
      continue when item.id is null;
      item_id := item.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if item.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = item.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (item.state, item.assignee, item.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_duration() else done.claim_expires_at end
          where id = item.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (item.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> item.state then jsonb_build_array(item.state, done.state) end,
            'due_at', case when done.due_at <> item.due_at then jsonb_build_array(item.due_at, done.due_at) end)));
        -- What somebody did alone, such as taking it, is told of no more than that they did.
        if holder is distinct from item.assignee and item.claim_expires_at is null
          and (coalesce(holder, caller) <> caller or coalesce(item.assignee, caller) <> caller) then
          perform private.log_activity('item_given', 'item', item.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

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
    update public.shortlist_entries as edited
      set answered_at = (said.former ->> 'answered_at')::timestamptz,
          interview_at = (said.former ->> 'interview_at')::timestamptz,
          state = case when entry_row.state in ('shown', 'interview') then said.former ->> 'state' else entry_row.state end
      where edited.id = entry_row.id;
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
    link record := private.lock_link(token);
    consent public.candidate_consents;
  begin
    select newest.* into consent from public.candidate_consents as sent cross join lateral private.newest_question(sent) as newest
      where sent.id = link.consent_id;
    if consent.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(consent);
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
    person public.candidates := private.lock_own_candidate(session_token, false);
    consent public.candidate_consents;
  begin
    select said.* into consent from public.candidate_consents as said
      where said.entry_id = entry and said.candidate_id = person.id order by said.asked_at desc, said.id limit 1;
    if consent.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(consent);
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
    if not exists (select from public.candidate_consents as said join public.candidates as person on person.id = said.candidate_id
                     where said.id = (consent).id and said.tell_at > now()
                       and said.mailbox_digest = private.subject_of(person.email)) then
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
    with answered as (
      select min(event.created_at) as first_at, max(event.created_at) as last_at from public.requirement_events as event
        where event.id = any (events) and event.type = 'candidates_answered'),
    -- Whoever tells of answers holds the requirement, once their undo is over: what could be undone until its event could be
    -- so after the event before.
    before as (
      select max(event.created_at) as at from answered join public.requirement_events as event
        on event.requirement_id = verdicts_in.requirement and event.type = 'candidates_answered'
          and event.created_at < answered.first_at)
    select jsonb_object_agg(counted.verdict, counted.persons)
      from (select last.verdict, count(*) as persons
              from (select distinct on (answer.entry_id) answer.verdict
                      from answered cross join before
                      join public.shortlist_entries as entry on entry.requirement_id = verdicts_in.requirement
                      join public.shortlist_answers as answer on answer.entry_id = entry.id
                      cross join lateral (select coalesce(answer.undo_until, answer.created_at) as at) as final
                      where final.at > coalesce(before.at, '-infinity') and final.at <= answered.last_at
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
    person public.candidates := private.lock_own_candidate(session_token, false);
    entry_row public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    entry_row := private.own_entry(person.id, entry);
    if exists (select from public.candidate_consents where entry_id = entry_row.id) then
      perform private.close_entry(each.id, true) from private.entries_beside(entry_row.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
        where refused.id = (select consent.id from public.candidate_consents as consent where consent.entry_id = entry_row.id
                              order by consent.asked_at desc, consent.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
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
        wanted.email_confirmed_at := null;
        wanted.link_issue := candidate.link_issue + 1;
        if candidate.email is not null then
          perform private.leave_address(candidate);
        end if;
      end if;
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
    end if;
    return coalesce(now_at, candidate.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.write_reply (
  caller uuid,
  item   public.inbox_items,
  body   text,
  form   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    sender text := (select item_row.email from private.inbox_item_details as item_row where item_row.id = item.id);
    written uuid;
  begin
    if item.kind = 'requirement' or sender is null then
      raise exception 'reply_not_possible' using errcode = 'PT422';
    elsif 200 <= (select count(*) from public.item_replies as before
                   where before.author = caller and before.created_at > now() - interval '1 day') then
      raise exception 'too_many_replies' using errcode = 'PT429';
    end if;
    insert into public.item_replies (item_id, author, body, form_id)
      values (item.id, caller, private.trimmed(body), form) returning id into written;
    insert into public.item_events (item_id, actor, type, changes)
      values (item.id, caller, 'replied', jsonb_build_object('reply', written));
    perform private.enqueue_mail('item_reply', 'reply.' || written, jsonb_build_object('reply', written),
                                 address => sender);
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
        select page.place, page.sort_key, requirement.id, requirement.job_title, requirement.job_type, requirement.location, requirement.status, requirement.closed_reason,
               requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.created_at, requirement.deadline,
               requirement.recruiter_id, requirement.joining_date, due.answer_by, counted.counts as candidates,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = requirement.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as requirement on requirement.id = page.id
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

CREATE OR REPLACE FUNCTION public.requirement_draft (
  draft uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select coalesce(
      (select jsonb_build_object('id', begun.id, 'version', begun.version, 'entries', begun.entries,
                                 'updated_at', begun.updated_at, 'saved_by', colleague.full_name)
         from public.requirement_drafts as begun
         left join public.client_members as colleague on colleague.user_id = begun.author
         where begun.id = draft),
      (select jsonb_build_object('filed', requirement.id) from public.job_requirements as requirement
         where requirement.client_id = (select private.current_client_id()) and requirement.form_id = draft))
  $function$;

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

ALTER TABLE "private"."candidate_questions"
  ADD CONSTRAINT "candidate_questions_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE SET NULL;

ALTER TABLE "private"."candidate_questions"
  ADD CONSTRAINT "candidate_questions_message_id_fkey" FOREIGN KEY (message_id) REFERENCES public.requirement_messages(id) ON DELETE CASCADE;

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

CREATE VIEW "private"."inbox_item_details" AS  SELECT item.id,
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

CREATE INDEX candidate_questions_entry ON private.candidate_questions USING btree (entry_id);

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

REVOKE ALL ON FUNCTION "private"."apply_assignee"(uuid, public.inbox_items, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_state"(uuid, public.inbox_items, public.inbox_state, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."about_whom"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_about"(public.shortlist_entries, text) FROM PUBLIC;

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

REVOKE ALL ON FUNCTION "private"."is_filed_in_flood"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_grouped"(public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_in_force"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_undo_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_undo_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."items_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_facts"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_told_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_address"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_changeable"(public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_changeable"(public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mail_filed_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_requirement_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."need_no_answer"(uuid, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."need_no_answer"(uuid, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."newest_question"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_item"(uuid, text, public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_item"(uuid, text, public.inbox_filter) TO "authenticated";

REVOKE ALL
  ON FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer)
  FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_mailbox"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_mailbox"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_forms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_due_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."question_state"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_envelope"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."readers_of"(public.job_requirements, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reconsider_candidate_question"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reconsider_candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."reconsider_entry"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reconsider_own_entry"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reconsider_own_entry"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."record_act"(uuid, uuid, public.inbox_items, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recruiter_of_question"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_filed_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_of"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."settle_unread"(public.job_requirements, text, timestamp WITH time zone, uuid) FROM PUBLIC;

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

REVOKE ALL ON FUNCTION "private"."write_candidate"(public.candidates, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_reply"(uuid, public.inbox_items, text, uuid) FROM PUBLIC;

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

CREATE OR REPLACE FUNCTION private.form_of_held_item (
  item public.inbox_items
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.form_of_item(item) $function$;

REVOKE ALL ON FUNCTION "private"."form_of_held_item"(public.inbox_items) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.existing_words (
  given     text[],
  is_prefix boolean
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
    select word from unnest(given) as word
      cross join lateral (select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query) as wanted
      where exists (select from public.inbox_items where search @@ wanted.query)
         or exists (select from public.clients where search @@ wanted.query)
         or exists (select from public.client_members where private.searchable_name(full_name, phone) @@ wanted.query)
         or exists (select from public.candidates where search @@ wanted.query)
  $function$;

-- Not of the generator: who sent what is there already, for the schedule to fill in.
select private.fill_envelopes();
