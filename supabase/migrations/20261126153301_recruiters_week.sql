set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "raise_version" ON "public"."shortlist_entries";

DROP TRIGGER "raise_version" ON "public"."shortlists";

DROP INDEX "public"."candidates_city";

DROP INDEX "public"."requirement_events_client";

ALTER TABLE "public"."candidate_consents"
  DROP CONSTRAINT "candidate_consents_how_check";

ALTER TABLE "public"."item_events"
  DROP CONSTRAINT "item_events_type_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "frozen_when_asked";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "says_when_shown";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "shortlist_entries_state_check";

DROP FUNCTION "private"."answer_company"(uuid, boolean);

DROP FUNCTION "private"."ask_candidates"(uuid[], integer[]);

DROP FUNCTION "private"."candidates_page"(text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."clients_page"(text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."count_unread_answers"(uuid);

DROP FUNCTION "private"."export_candidates"(text, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."find_enquiries"(text, text, text);

DROP FUNCTION "private"."is_away"(uuid);

DROP FUNCTION "private"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."list_clients"(text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."lock_records"(uuid, text);

DROP FUNCTION "private"."mark_entry"(uuid, integer, text, date);

DROP FUNCTION "private"."my_day"();

DROP FUNCTION "private"."note_candidate"(uuid, uuid, text);

DROP FUNCTION "private"."own_recruiters"();

DROP FUNCTION "private"."put_question"(public.candidates, text, uuid);

DROP FUNCTION "private"."require_successor"(uuid, uuid);

DROP FUNCTION "private"."set_absence"(uuid, date, uuid, boolean);

DROP FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean);

DROP FUNCTION "private"."show_candidates"(uuid, uuid[], integer[]);

DROP FUNCTION "private"."suggest_clients"(text, text, text, uuid);

DROP FUNCTION "public"."ask_candidates"(uuid[], integer[]);

DROP FUNCTION "public"."export_candidates"(text, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."find_enquiries"(text, text, text);

DROP FUNCTION "public"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "public"."list_clients"(text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."mark_entry"(uuid, integer, text, date);

DROP FUNCTION "public"."my_day"();

DROP FUNCTION "public"."note_candidate"(uuid, uuid, text);

DROP FUNCTION "public"."set_absence"(uuid, date, uuid, boolean);

DROP FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean);

DROP FUNCTION "public"."suggest_clients"(text, text, text, uuid);

-- By hand: the column stays, and what stands in it is found until it is made anew at the end.
ALTER TABLE "public"."candidates"
  ALTER COLUMN "search" DROP EXPRESSION;

DROP FUNCTION "private"."searchable_candidate"(text, text, text, text[], text, text);

CREATE TABLE "private"."candidate_imports" (
  "id"         uuid                     NOT NULL,
  "owner"      uuid                     NOT NULL,
  "head"       text[]                   NOT NULL,
  "columns"    text[]                   NOT NULL,
  "has_head"   boolean                  NOT NULL,
  "source"     text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "done_at"    timestamp with time zone,
  "undone_at"  timestamp with time zone,
  CONSTRAINT "candidate_imports_check" CHECK ((cardinality(columns) = cardinality(head))),
  CONSTRAINT "candidate_imports_head_check" CHECK (((cardinality(head) >= 1) AND (cardinality(head) <= 60))),
  CONSTRAINT "candidate_imports_pkey" PRIMARY KEY (id),
  CONSTRAINT "candidate_imports_source_check" CHECK (private.is_text(source, 200))
);

CREATE TABLE "private"."first_answers" (
  "item_id"     uuid                     NOT NULL,
  "subject"     uuid                     NOT NULL,
  "came_at"     timestamp with time zone NOT NULL,
  "answered_at" timestamp with time zone NOT NULL,
  CONSTRAINT "first_answers_pkey" PRIMARY KEY (item_id)
);

CREATE TABLE "private"."import_rows" (
  "import_id"    uuid    NOT NULL,
  "place"        integer NOT NULL,
  "cells"        text[]  NOT NULL,
  "entries"      jsonb,
  "problems"     text[]  NOT NULL DEFAULT '{}'::text[],
  "mailbox"      text,
  "name_key"     text,
  "number_keys"  text[]  NOT NULL DEFAULT '{}'::text[],
  "like_keys"    text[]  NOT NULL DEFAULT '{}'::text[],
  "known_id"     uuid,
  "known_by"     text,
  "hint_id"      uuid,
  "twin_place"   integer,
  "choice"       text,
  "outcome"      text,
  "candidate_id" uuid,
  "filled"       jsonb,
  CONSTRAINT "import_rows_cells_check" CHECK ((cardinality(cells) <= 60)),
  CONSTRAINT "import_rows_choice_check" CHECK ((choice = ANY (ARRAY['leave'::text, 'fill'::text, 'make'::text]))),
  CONSTRAINT "import_rows_known_by_check" CHECK ((known_by = ANY (ARRAY['address'::text, 'number'::text, 'name'::text]))),
  CONSTRAINT "import_rows_outcome_check" CHECK ((outcome = ANY (ARRAY['made'::text, 'filled'::text, 'left'::text, 'wrong'::text]))),
  CONSTRAINT "import_rows_pkey" PRIMARY KEY (import_id, place),
  CONSTRAINT "import_rows_place_check" CHECK (((place >= 1) AND (place <= 100000))),
  CONSTRAINT "import_rows_problems_check" CHECK ((cardinality(problems) <= 40)),
  CONSTRAINT "import_rows_entries_check" CHECK (private.are_entries(entries))
);

CREATE TABLE "private"."item_candidates" (
  "item_id"      uuid                     NOT NULL,
  "candidate_id" uuid                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "item_candidates_pkey" PRIMARY KEY (item_id)
);

CREATE TABLE "private"."spam_arrivals" (
  "item_id" uuid NOT NULL,
  "act"     uuid NOT NULL,
  CONSTRAINT "spam_arrivals_pkey" PRIMARY KEY (item_id)
);

CREATE TABLE "private"."spam_senders" (
  "sender"     text                     NOT NULL,
  "act"        uuid                     NOT NULL,
  "marked_by"  uuid,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "spam_senders_pkey" PRIMARY KEY (sender)
);

CREATE TABLE "public"."client_notes" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "client_id"  uuid                     NOT NULL,
  "author"     uuid,
  "channel"    text,
  "body"       text                     NOT NULL,
  "form_id"    uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "client_notes_channel_check" CHECK ((channel = ANY (ARRAY['call'::text, 'whatsapp'::text, 'mail'::text, 'meeting'::text]))),
  CONSTRAINT "client_notes_pkey" PRIMARY KEY (id),
  CONSTRAINT "client_notes_body_check" CHECK (private.is_text(body, 4000))
);

ALTER TABLE "public"."client_notes"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."client_notes"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."client_notes" FROM "anon";

CREATE TABLE "public"."client_terms" (
  "client_id"        uuid                     NOT NULL,
  "fee"              text,
  "replacement_days" integer,
  "payment_days"     integer,
  "remarks"          text,
  "updated_by"       uuid,
  "version"          integer                  NOT NULL DEFAULT 1,
  "created_at"       timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "client_terms_payment_days_check" CHECK (((payment_days >= 0) AND (payment_days <= 365))),
  CONSTRAINT "client_terms_pkey" PRIMARY KEY (client_id),
  CONSTRAINT "client_terms_replacement_days_check" CHECK (((replacement_days >= 0) AND (replacement_days <= 730))),
  CONSTRAINT "client_terms_version_check" CHECK ((version > 0)),
  CONSTRAINT "client_terms_fee_check" CHECK (private.is_text(fee, 200)),
  CONSTRAINT "client_terms_remarks_check" CHECK (private.is_text(remarks, 2000))
);

ALTER TABLE "public"."client_terms"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."client_terms"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."client_terms" FROM "anon";

ALTER TABLE "private"."absences"
  ADD COLUMN "begins_on" date;

ALTER TABLE "private"."settings"
  ADD COLUMN "enough_for_yes" text NOT NULL DEFAULT 'rung_number'::text;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "reminded_at" timestamp WITH time zone;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "reminders" smallint NOT NULL DEFAULT 0;

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

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "way" text;

ALTER TABLE "public"."candidate_notes"
  ADD COLUMN "entry_id" uuid;

ALTER TABLE "public"."candidate_notes"
  ADD COLUMN "channel" text;

ALTER TABLE "public"."candidate_notes"
  ADD COLUMN "number_digest" text;

ALTER TABLE "public"."candidates"
  ALTER COLUMN "search" SET DEFAULT ''::tsvector;

ALTER TABLE "public"."candidates"
  ADD COLUMN "next_on" date;

ALTER TABLE "public"."candidates"
  ADD COLUMN "next_words" text;

ALTER TABLE "public"."candidates"
  ADD COLUMN "next_by" uuid;

ALTER TABLE "public"."candidates"
  ADD COLUMN "erase_at" timestamp WITH time zone;

ALTER TABLE "public"."requirement_events"
  ADD COLUMN "entry_ids" uuid[];

ALTER TABLE "public"."requirement_messages"
  ADD COLUMN "client_id" uuid;

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
  ADD COLUMN "begins_on" date;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "next_on" date;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "next_words" text;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "next_by" uuid;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "dealt_at" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "accepted_at" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "is_by_mail" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."shortlists"
  ADD COLUMN "india_place" text;

ALTER TABLE "public"."shortlists"
  ADD COLUMN "is_by_mail" boolean NOT NULL DEFAULT false;

CREATE TYPE "private"."day_row" AS (
  "section"        text,
  "at"             timestamp WITH time zone,
  "first"          integer,
  "entry_id"       uuid,
  "candidate_id"   uuid,
  "item_id"        uuid,
  "requirement_id" uuid,
  "holder"         uuid,
  "count"          integer
);

CREATE TYPE "private"."figure_fact" AS (
  "measure"        text,
  "at"             timestamp WITH time zone,
  "seconds"        double precision,
  "item_id"        uuid,
  "requirement_id" uuid,
  "entry_id"       uuid,
  "recruiter_id"   uuid,
  "client_id"      uuid,
  "group_key"      text
);

CREATE TYPE "public"."candidate_filter" AS (
  "skills"       text[],
  "any_skill"    boolean,
  "notice_days"  integer,
  "yearly_pay"   numeric,
  "pay_currency" public.currency_code,
  "process"      text,
  "is_unasked"   boolean,
  "with_unknown" boolean
);

CREATE TYPE "public"."figure_row" AS (
  "id"             uuid,
  "at"             timestamp WITH time zone,
  "seconds"        double precision,
  "item_id"        uuid,
  "requirement_id" uuid,
  "entry_id"       uuid,
  "candidate_id"   uuid,
  "candidate"      text,
  "title"          text,
  "company"        text,
  "client_id"      uuid,
  "recruiter_id"   uuid,
  "total"          integer
);

CREATE TYPE "public"."listed_candidate" AS (
  "id"                    uuid,
  "full_name"             text,
  "headline"              text,
  "city"                  text,
  "country"               text,
  "skills"                text[],
  "notice_period"         text,
  "notice_days"           integer,
  "expected_pay_amount"   numeric,
  "expected_pay_currency" public.currency_code,
  "expected_pay_unit"     text,
  "email"                 text,
  "phone"                 text,
  "is_kept"               boolean,
  "entries"               integer,
  "elsewhere"             jsonb,
  "ended_as"              text,
  "is_never"              boolean,
  "near_names"            text[],
  "created_at"            timestamp WITH time zone,
  "last_activity_at"      timestamp WITH time zone,
  "version"               integer
);

ALTER TYPE "public"."item_change" ADD ATTRIBUTE "marks_sender" boolean CASCADE;

ALTER TYPE "public"."listed_item" ADD ATTRIBUTE "is_from_spam_sender" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.add_candidates (
  requirement uuid,
  candidates  uuid[]
)
  RETURNS TABLE (
    candidate_id uuid,
    full_name    text,
    entry_id     uuid,
    outcome      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    domains text[] := private.domains_of(requirement_row.client_id);
    person public.candidates;
  begin
    if coalesce(cardinality(candidates), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(requirement_row.status);
    for person in select * from public.candidates as known where known.id = any (candidates) order by known.id for update loop
      candidate_id := person.id;
      full_name := person.full_name;
      select known.id into entry_id from public.shortlist_entries as known
        where known.requirement_id = requirement_row.id and known.candidate_id = person.id
          and known.state not in ('withdrawn', 'closed');
      if found then
        outcome := 'there';
      elsif private.matches_blocklist(person, requirement_row.client_id, domains) then
        outcome := 'never_company';
      else
        begin
          entry_id := private.put_on_shortlist(requirement_row.id, person.id);
          outcome := 'added';
        -- Nothing is left of the one that is refused; the others are added.
        exception when sqlstate 'PT422' then
          outcome := sqlerrm;
        end;
      end if;
      return next;
    end loop;
    if candidate_id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
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
  declare requirement_row public.job_requirements := private.lock_shortlist(requirement);
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement_row.status);
    return private.put_on_shortlist(requirement_row.id, candidate);
  end $function$;

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
    entry_row public.shortlist_entries;
  begin
    select * into sent from public.candidate_consents where id = link.consent_id;
    select * into person from public.candidates where id = link.candidate_id;
    asked := private.newest_question(sent);
    if not coalesce(private.is_answered_by_phone(asked, sent), false) or person.email is not null or person.erase_at is not null then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif not exists (select from private.settings where enough_for_yes = 'rung_number') then
      raise exception 'phone_not_enough' using errcode = 'PT422';
    end if;
    perform private.count_for_candidate(person.id);
    entry_row := private.own_entry(asked.candidate_id, asked.entry_id);
    if entry_row.state = 'asked' then
      if asked.rung_at <= now() - private.call_counts() then
        raise exception 'call_too_old' using errcode = 'PT422';
      end if;
      perform private.refuse_said_at(number, entry_row) from unnest(private.world_numbers(person.phone)) as number
        where private.number_digest(number) = asked.number_digest;
    end if;
    perform private.give_consent(person, entry_row, digest, true);
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
      update public.candidate_notes as noted set number_digest = private.number_digest(asked_at_number)
        where noted.id = (private.noted_call(person.id)).id;
    end if;
    if has_rung and not found then
      insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel, number_digest)
        values (person.id, caller, 'Rang +' || regexp_replace(asked_at_number, '^(91)([0-9]{5})([0-9]{5})$', '\1 \2 \3') || ' and spoke to them.', form, entry_row.id, 'call',
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
              'phone_link', caller, private.number_digest(asked_at_number), rung.author, rung.created_at, private.trimmed_straight(words));
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
      perform private.reopen_item((select entry.requirement_id from public.shortlist_entries as entry where entry.id = asked.entry_id));
    end if;
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

CREATE OR REPLACE FUNCTION private.call_counts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '30 days' $function$;

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
      set state = 'draft', card = null, joined_on = null, begins_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null, accepted_at = null
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

CREATE OR REPLACE FUNCTION private.candidate_of (
  item uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select made.candidate_id from private.item_candidates as made where made.item_id = item $function$;

CREATE OR REPLACE FUNCTION private.candidate_query (
  words  text,
  city   text,
  filter public.candidate_filter
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    part tsquery;
    skills tsquery;
    all_of tsquery := private.search_query(words);
  begin
    for part in
      select case when (filter).any_skill then private.skill_words_query(skill) else private.skill_query(skill) end
        from unnest((filter).skills) with ordinality as listed (skill, place)
        where private.is_filled(skill) order by place limit 12
    loop
      skills := coalesce(case when (filter).any_skill then skills || part else skills && part end, skills, part);
    end loop;
    foreach part in array array[
      private.place_query(city), skills,
      case when (filter).notice_days is not null then
        (quote_literal('<' || (filter).notice_days) || case when (filter).with_unknown then ' | ''<?''' else '' end)::tsquery end]
    loop
      all_of := coalesce(all_of && part, all_of, part);
    end loop;
    return all_of;
  end $function$;

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
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return query
      select person.id from public.candidates as person where person.email = candidates_of.address
      union all
      select person.id from public.candidates as person
        where person.search @@ private.number_of(candidates_of.address) and person.email is null
          and array_to_tsvector(private.numbers_in(person.phone)) @@ private.number_of(candidates_of.address)
      order by 1;
  end $function$;

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
      or private.trimmed(city) is not null and private.place_query(city) is null then
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
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, filter, before_at, before_id, room, here;
  end $function$;

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
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id))))
        || private.outlook_of(requirement) - array['answer_by', 'deadline']
      from public.job_requirements as requirement
      join public.client_members as member
        on member.client_id = requirement.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(requirement.id) as all_of_them) as counts
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and requirement.status = any (private.open_statuses())
  $function$;

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
    recruiter := case when private.is_team(requirement_row.recruiter_id) then requirement_row.recruiter_id
                      when is_begun then private.receiver_of(person)
                      when is_filled and private.is_team_member() then private.current_user_id()
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

CREATE OR REPLACE FUNCTION private.city_key (
  city text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select known.names[1] from private.known_places() as known where plain = any (known.names) limit 1), plain)
      from private.plain_place(city) as plain
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

CREATE OR REPLACE FUNCTION private.client_timeline (
  client    uuid,
  before_at timestamp with time zone,
  before_id uuid
)
  RETURNS TABLE (
    id             uuid,
    happened_at    timestamp with time zone,
    kind           text,
    title          text,
    words          text,
    person         text,
    side           text,
    channel        text,
    requirement_id uuid,
    item_id        uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    until timestamptz := coalesce(before_at, 'infinity');
    until_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000');
    company_key text := (select lower(client_row.company_name) from public.clients as client_row where client_row.id = client);
  begin
    perform private.require_team();
    return query
      with happened as (
        (select event.id, event.created_at as at, event.type as kind,
                case event.type when 'status' then event.changes #>> '{status,1}' end as words,
                event.actor as person, event.side::text as side, null::text as channel, event.requirement_id, null::uuid as item_id
           from public.requirement_events as event
           where event.client_id = client and (event.created_at, event.id) < (until, until_id)
             and event.type in ('created', 'converted', 'status', 'candidates_shown', 'candidates_answered', 'candidate_joined')
           order by event.created_at desc, event.id desc limit 26)
        union all
        (select message.id, message.created_at, 'message', message.body, message.author, message.side, null,
                message.requirement_id, null
           from public.requirement_messages as message
           where message.client_id = client and (message.created_at, message.id) < (until, until_id)
           order by message.created_at desc, message.id desc limit 26)
        union all
        (select item.id, item.created_at, item.kind::text, item.subject, null, 'client', null, null, item.id
           from (select sent.id from public.inbox_items as sent where lower(sent.company) = company_key and sent.company is not null
                 union
                 select sent.id from public.client_members as member
                   join auth.users as account on account.id = member.user_id
                   join public.inbox_items as sent on private.mailbox_of(sent.email) = private.mailbox_of(account.email)
                   where member.client_id = client and sent.email is not null) as sent
           join public.inbox_items as item on item.id = sent.id
           where item.requirement_id is null and item.state <> 'spam' and (item.created_at, item.id) < (until, until_id)
           order by item.created_at desc, item.id desc limit 26)
        union all
        (select note.id, note.created_at, 'note', note.body, note.author, 'team', note.channel, null, null
           from public.client_notes as note
           where note.client_id = client and (note.created_at, note.id) < (until, until_id)
           order by note.created_at desc, note.id desc limit 26)
        union all
        (select member.user_id, member.created_at, 'joined', null, member.user_id, 'client', null, null, null
           from public.client_members as member
           where member.client_id = client and (member.created_at, member.user_id) < (until, until_id)
           order by member.created_at desc, member.user_id desc limit 26)
      ), newest as (
        select * from happened order by happened.at desc, happened.id desc limit 26
      )
      select newest.id, newest.at, newest.kind, requirement.job_title, left(newest.words, 300),
             case when newest.side in ('client', 'company') then member.full_name else colleague.display_name end,
             newest.side, newest.channel, newest.requirement_id, newest.item_id
        from newest
        left join public.job_requirements as requirement on requirement.id = newest.requirement_id
        left join public.client_members as member on member.user_id = newest.person and member.client_id = client
        left join public.team_members as colleague on colleague.user_id = newest.person
        order by newest.at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.clients_page (
  words text,
  sort  text,
  after uuid
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
  declare
    found uuid[] := array(select private.found_clients(words));
    last public.clients := (select client from public.clients as client where client.id = after);
  begin
    if sort = 'name' then
      return query select client.id from public.clients as client
        where (words is null or client.id = any (found))
          and (last.id is null or (lower(client.company_name), client.id) > (lower(last.company_name), last.id))
        order by lower(client.company_name), client.id limit 26;
    elsif sort = 'open' then
      return query
        with work as materialized (
          select open_requirement.client_id, count(*) as open
            from private.open_requirements as open_requirement group by open_requirement.client_id
        ), ordered as (
          select client.id, coalesce(work.open, 0) as open
            from public.clients as client left join work on work.client_id = client.id
            where words is null or client.id = any (found))
        select ordered.id from ordered
          where last.id is null or (ordered.open, ordered.id) < (
            coalesce((select work.open from work where work.client_id = last.id), 0), last.id)
          order by ordered.open desc, ordered.id desc limit 26;
    elsif sort is null then
      return query select client.id from public.clients as client
        where (words is null or client.id = any (found))
          and (last.id is null or (client.created_at, client.id) < (last.created_at, last.id))
        order by client.created_at desc, client.id desc limit 26;
    else
      raise exception 'sort_unknown' using errcode = '22023';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_converted (
  caller uuid,
  source public.inbox_items
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
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
    -- Of these the lines go along, with their events (private.give_line).
    update public.job_requirements set recruiter_id = receiver where id = any (requirements);
    with moved as (
      update public.inbox_items as item
        set assignee = case when item.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items) and assignee = person
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return greatest(cardinality(requirements), cardinality(items)) < most;
  end $function$;

CREATE OR REPLACE FUNCTION private.contact_of (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'display_name', colleague.display_name, 'contact_email', colleague.contact_email,
        'contact_phone', colleague.contact_phone, 'away_until', absence.until,
        'stand_in', case when absence.until is not null then (
          select jsonb_build_object('display_name', standing.display_name, 'contact_email', standing.contact_email,
                                    'contact_phone', standing.contact_phone)
            from public.team_members as standing
            where standing.user_id = private.receiver_of(person) and standing.user_id <> person) end)
      from public.team_members as colleague
      left join private.current_absences as absence on absence.user_id = colleague.user_id
      where colleague.user_id = person
  $function$;

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
    perform private.close_converted(caller, source);
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.correct_client_contact (
  client    uuid,
  seen      integer,
  full_name text,
  phone     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare client_row public.clients := private.lock_client(client);
  begin
    if client_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client_row.version::text;
    elsif client_row.contact_user_id is not null then
      raise exception 'contact_is_member' using errcode = 'PT422';
    end if;
    update public.clients as company
      set full_name = private.trimmed(correct_client_contact.full_name), phone = private.trimmed(correct_client_contact.phone)
      where company.id = client;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_found_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    counted integer;
    with_unknown integer;
  begin
    perform private.require_team();
    counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    if num_nonnulls((filter).notice_days, (filter).yearly_pay) > 0 and (filter).with_unknown is not true and counted <= 1000 then
      filter.with_unknown := true;
      with_unknown := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    return jsonb_build_object('found', counted, 'unknown', coalesce(with_unknown - counted, 0));
  end $function$;

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
        'id', entry.id, 'state', entry.state, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer
                      where answer.id = private.last_told_answer(entry.id)))) order by entry.id), '[]')
      from public.shortlist_entries as entry_row cross join lateral private.told_entry(entry_row) as entry where entry_row.id = any (entries)
  $function$;

CREATE OR REPLACE FUNCTION private.day_answer (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('verdict', answer.verdict, 'words', left(concat_ws(' ', answer.reason, answer.words_for_agency), 300),
                              'name', coalesce(member.full_name, answer.said_by || ' by ' || answer.said_how))
      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
      where answer.entry_id = day_answer.entry
      order by answer.created_at desc, answer.id desc limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.day_candidate (
  entry     uuid,
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', person.id, 'name', person.full_name, 'phone', person.phone, 'email', case when person.phone is null then person.email end,
        'version', shortlisted.version, 'next_on', case when candidate is null then shortlisted.next_on else person.next_on end,
        'next_words', case when candidate is null then shortlisted.next_words else person.next_words end,
        'may_show', shortlisted.state = 'agreed' and private.near_names(person, private.company_name(requirement.client_id)) = '{}'
          and exists (select from public.client_members as member where member.client_id = requirement.client_id),
        'may_remind', shortlisted.state = 'asked' and person.email is not null
          and private.reminder_from(private.last_question(entry)) <= now())
      from public.candidates as person
      left join public.shortlist_entries as shortlisted on shortlisted.id = entry
      left join public.job_requirements as requirement on requirement.id = shortlisted.requirement_id
      where person.id = coalesce(candidate, (select known.candidate_id from public.shortlist_entries as known where known.id = entry))
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
    with thing as (
      select (listed.day).section as section, listed.section_place, (listed.day).item_id as item_id,
             (listed.day).requirement_id as requirement_id, (listed.day).candidate_id as candidate_id, min(listed.place) as place,
             case when bool_or((listed.day).entry_id is not null) then count(*)::integer else max((listed.day).count) end as count
        from private.rows_of_day(person) as listed group by 1, 2, 3, 4, 5
    ), placed as (
      select thing.*, row_number() over (partition by thing.section_place order by thing.place) as line,
             count(*) over (partition by thing.section_place) as total
        from thing
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select placed.section_place, jsonb_build_object(
                'name', placed.section, 'total', max(placed.total),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(placed.candidate_id, placed.item_id, placed.requirement_id),
                  'kind', case when placed.candidate_id is not null then 'candidate' else coalesce(item.kind::text, 'requirement') end,
                  'is_item', placed.item_id is not null, 'title', coalesce(requirement.job_title, left(item.subject, 120)),
                  'company', coalesce(company.company_name, item.company),
                  'unread', case when placed.section = 'messages' then placed.count else 0 end,
                  'people', case when placed.section = 'messages' then 0 else placed.count end)
                  order by placed.line)) as section
              from placed
              left join public.job_requirements as requirement on requirement.id = placed.requirement_id
              left join public.clients as company on company.id = requirement.client_id
              left join lateral (select * from private.inbox_item_details as detail where detail.id = placed.item_id limit 1) as item on true
              where placed.line <= most
              group by placed.section, placed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_candidates (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
           null::uuid, answered.requirement_id, answered.recruiter_id, 0
      from (select entry.id, entry.requirement_id, entry.answered_at, open_requirement.recruiter_id
              from public.shortlist_entries as entry
              join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
              where open_requirement.recruiter_id = any (holders) and entry.answered_at is not null
                and entry.state not in ('withdrawn', 'closed')
                and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview'))
              order by entry.state <> 'interview', entry.answered_at, entry.id limit 100) as answered
      cross join lateral (
        select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
          order by answer.created_at desc, answer.id desc limit 1) as last
    union all
    (select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
            entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, charge.holder, 0
       from public.shortlist_entries as entry
       join public.job_requirements as requirement on requirement.id = entry.requirement_id
       -- Of a job that is filled nobody may be in charge any more.
       cross join lateral (select coalesce(requirement.recruiter_id, entry.added_by) as holder) as charge
       where entry.begins_on <= private.today() + 7 and charge.holder = any (holders)
       order by entry.begins_on, entry.id limit 100)
    union all
    (select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, entry.next_by, 0
       from public.shortlist_entries as entry where entry.next_by = any (holders) and entry.next_on <= private.today()
       order by entry.next_on, entry.id limit 100)
    union all
    (select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null, person.id, null, null, person.next_by, 0
       from public.candidates as person where person.next_by = any (holders) and person.next_on <= private.today()
       order by person.next_on, person.id limit 100)
    union all
    (select 'agreed', consent.given_at, 0, entry.id, null, null, entry.requirement_id, open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
       cross join lateral (
         select min(yes.given_at) as given_at from public.candidate_consents as yes
           where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
       where open_requirement.recruiter_id = any (holders) and private.has_consent(entry)
       order by consent.given_at, entry.id limit 100)
    union all
    -- Until they have answered, or somebody has spoken with them since.
    (select 'calls', wanted.call_wanted_at, 0, entry.id, null, null, entry.requirement_id, open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
       cross join lateral private.last_question(entry.id) as wanted
       where open_requirement.recruiter_id = any (holders) and wanted.call_wanted_at is not null
         and private.question_state(wanted) = 'open'
         and not exists (
           select from public.candidate_notes as talk
             where talk.entry_id = entry.id and talk.channel is not null and talk.created_at > wanted.call_wanted_at)
       order by wanted.call_wanted_at, entry.id limit 100)
    union all
    -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning.
    (select 'asked', consent.asked_at, 0, entry.id, null, null, entry.requirement_id, open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
       cross join lateral (
         select asked.asked_at from public.candidate_consents as asked where asked.entry_id = entry.id
           order by asked.asked_at desc, asked.id limit 1) as consent
       where open_requirement.recruiter_id = any (holders) and entry.next_on is null
         and consent.asked_at < now() - interval '2 days' and private.working_days_after(consent.asked_at, 2) < now()
         and not exists (
           select from public.candidate_notes as talk
             where talk.entry_id = entry.id and private.working_days_after(talk.created_at, 2) > now())
       order by consent.asked_at, entry.id limit 100)
    union all
    (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null, null, entry.requirement_id,
            open_requirement.recruiter_id, 0
       from public.candidate_consents as consent
       cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                             where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
       join private.open_requirements as open_requirement
         on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = any (holders)
       where consent.entry_id is not null and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
         and consent.tell_at is null and consent.reconsidered_at is null
       group by entry.id, entry.requirement_id, open_requirement.recruiter_id order by 2, 4 limit 100)
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_items (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when item.state = 'waiting' then 'back' else 'due' end, item.due_at, 0, null::uuid, null::uuid, item.id,
           item.requirement_id, charge.holder, 0
      from public.inbox_items as item
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = item.requirement_id
      cross join lateral (
        select case when item.claim_expires_at <= now() or item.assignee is null then open_requirement.recruiter_id
                    else item.assignee end as holder) as charge
      where item.state in ('new', 'open', 'waiting')
        and item.due_at < (select (private.today() + 1)::timestamp at time zone private.zone())
        and (item.kind = 'requirement' or item.assignee = any (holders)) and charge.holder = any (holders)
      order by item.due_at, item.id limit 200
  $function$;

CREATE OR REPLACE FUNCTION private.day_of_requirements (
  holders uuid[]
)
  RETURNS SETOF private.day_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    (select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id,
            unread_message.user_id, unread_message.unread
       from public.unread_messages as unread_message where unread_message.user_id = any (holders)
       order by unread_message.last_at desc, unread_message.requirement_id limit 100)
    union all
    (select 'waiting', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.waits_for = 'team'
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
    union all
    (select 'candidates', min(entry.shown_at), 0, null, null, null, entry.requirement_id, open_requirement.recruiter_id,
            count(*)::integer
       from public.shortlist_entries as entry
       join private.open_requirements as open_requirement
         on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = any (holders)
       where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
         and private.answer_by(entry.shown_at) < now()
       group by entry.requirement_id, open_requirement.recruiter_id order by 2, 7 limit 100)
    union all
    (select 'deadline', grouped_requirement.deadline_at, 0, null, null, null, grouped_requirement.requirement_id,
            grouped_requirement.recruiter_id, 0
       from private.grouped_requirements as grouped_requirement
       where grouped_requirement.recruiter_id = any (holders)
         and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
       order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
    union all
    (select 'empty', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.status = 'in_progress'
         and not exists (select from public.shortlist_entries as entry
                          where entry.requirement_id = open_requirement.requirement_id
                            and entry.state not in ('withdrawn', 'closed', 'declined', 'accepted', 'joined'))
         and (select count(*) from public.shortlist_entries as entry
                where entry.requirement_id = open_requirement.requirement_id and entry.state in ('accepted', 'joined'))
           < (select requirement.positions_count from public.job_requirements as requirement
                where requirement.id = open_requirement.requirement_id)
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
    union all
    (select 'silent', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id,
            open_requirement.recruiter_id, 0
       from private.open_requirements as open_requirement
       where open_requirement.recruiter_id = any (holders) and open_requirement.last_word_at < (select private.silent_since())
       order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
  $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['answers', 'begins', 'agreed', 'calls', 'steps', 'asked', 'starting', 'due', 'back', 'messages', 'refused', 'waiting',
                 'candidates', 'deadline', 'empty', 'silent']
  $function$;

CREATE OR REPLACE FUNCTION private.deal_by_talk()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.shortlist_entries as entry set dealt_at = now() where entry.id = new.entry_id and entry.answered_at is not null;
    return null;
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

CREATE OR REPLACE FUNCTION private.decide_import (
  import  uuid,
  places  integer[],
  choices text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.lock_import(import)).done_at is not null then
      raise exception 'import_done' using errcode = 'PT409';
    end if;
    update private.import_rows as kept set choice = nullif(decided.choice, '')
      from unnest(places, choices) as decided (place, choice)
      where kept.import_id = import and kept.place = decided.place and kept.entries is not null;
  end $function$;

CREATE OR REPLACE FUNCTION private.discard_import (
  import uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.lock_import(import)).done_at is not null then
      raise exception 'import_done' using errcode = 'PT409';
    end if;
    delete from private.candidate_imports as kept where kept.id = import;
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
    records := array(select private.records_at(number));
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

CREATE OR REPLACE FUNCTION private.end_absence (
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_self_or_admin(person);
    delete from private.absences as absence where absence.user_id = person and absence.until >= private.today();
    if found then
      perform private.log_activity('absence_ended', 'person', person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.entries_elsewhere (
  candidate   uuid,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', entry.id, 'version', entry.version, 'state', entry.state, 'requirement_id', entry.requirement_id,
               'job_title', job.job_title, 'company', private.company_name(job.client_id),
               'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
               'since', case entry.state
                 when 'asked' then (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'agreed' then (select max(consent.given_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'interview' then entry.answered_at
                 when 'shown' then entry.shown_at
                 else entry.offered_at end)
               order by array_position(private.asked_states(), entry.state) desc, entry.created_at, entry.id), '[]')
      from public.shortlist_entries as entry
      join private.entries_in_process as running on running.id = entry.id
      join public.job_requirements as job on job.id = entry.requirement_id
      where entry.candidate_id in (select private.records_of(candidate))
        and entry.requirement_id is distinct from entries_elsewhere.requirement
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

CREATE OR REPLACE FUNCTION private.erase_sender (
  item uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    sent record;
    form record;
  begin
    perform private.lock_team();
    select * into sent from private.sender_to_erase(erase_sender.item);
    if sent.is_member then
      raise exception 'sender_is_member' using errcode = 'PT422';
    end if;
    perform private.erase_person(sent.address);
    -- Nothing is found by a number that is too short; what they sent goes all the same.
    for form in select known.relation, own.form_row_id from private.enquiries as own
                  join private.public_forms() as known on known.kind = own.kind where own.id = erase_sender.item loop
      execute format('delete from public.%I where id = $1', form.relation) using form.form_row_id;
    end loop;
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
    with caller as materialized (select private.require_exporter('candidates') as id)
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, null, after_key,
                                                 after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_figure_rows (
  month       date,
  measure     text,
  grouping_by text,
  group_key   text,
  after_at    timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, group_key);
    return query select * from private.figure_rows(month, measure, grouping_by, group_key, after_at, after_id, 500);
  end $function$;

CREATE OR REPLACE FUNCTION private.export_figures (
  month       date,
  grouping_by text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_exporter('figures');
    perform private.require_figures(month, grouping_by, null);
    return private.figures_of(month, grouping_by, null, 10000);
  end $function$;

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
        from public.shortlist_answers as answer where accounts && array[answer.author, answer.released_by, answer.noted_by]),
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
        from public.candidates as person where person.created_by = any (accounts)),
      'imported', (select coalesce(jsonb_agg(jsonb_build_object('id', kept.id, 'created_at', kept.created_at) order by kept.created_at), '[]')
        from private.candidate_imports as kept where kept.owner = any (accounts)))
  $function$;

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
    has_arrivals boolean := measures && array['came', 'answered', 'in_time'];
  begin
    return query
      with arrived as (
        select requirement.id as subject, requirement.created_at as at, null::uuid as item_id, requirement.id as requirement_id,
               requirement.recruiter_id, requirement.client_id,
               case when requirement.is_filed_by_team then 'team' else 'company' end as way,
               private.promised('requirement') as promised
          from public.job_requirements as requirement
          where has_arrivals and requirement.created_at >= since and requirement.created_at < before
            and requirement.source_contact_id is null and requirement.source_posting_id is null
            and requirement.source_consultation_id is null
        union all
        select item.id, item.created_at, item.id, made.id,
               coalesce(made.recruiter_id, case when (item.claim_expires_at <= now()) is not true then item.assignee end),
               made.client_id, case when item.kind = 'contact' then coalesce(item.source, 'form') else item.kind::text end,
               private.promised(item.kind)
          from public.inbox_items as item
          left join (
            select requirement.id, requirement.recruiter_id, requirement.client_id,
                   coalesce(requirement.source_contact_id, requirement.source_posting_id, requirement.source_consultation_id) as form_id
              from public.job_requirements as requirement
              where has_arrivals and requirement.created_at >= since
                and (requirement.source_contact_id is not null or requirement.source_posting_id is not null
                     or requirement.source_consultation_id is not null)) as made
            on made.form_id = coalesce(item.contact_id, item.posting_id, item.consultation_id)
          where has_arrivals and item.requirement_id is null and item.state <> 'spam'
            and item.created_at >= since and item.created_at < before
      ), answered as (
        select arrived.*, answer.answered_at from arrived
          join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
          where arrived.way <> 'team'
      ), step as (
        select 'asked' as measure, consent.asked_at as at, consent.entry_id from public.candidate_consents as consent
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
        union all
        select step.measure, step.at, greatest(0, extract(epoch from step.at - requirement.created_at))::double precision, null,
               requirement.id, entry.id, requirement.recruiter_id, requirement.client_id,
               case when grouping_by = 'source' then (
                 select 'candidate:' || coalesce(lower(private.trimmed(person.source)), '') from public.candidates as person
                   where person.id = entry.candidate_id) end
          from step
          join public.shortlist_entries as entry on entry.id = step.entry_id
          join public.job_requirements as requirement on requirement.id = entry.requirement_id
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
  end $function$;

CREATE OR REPLACE FUNCTION private.figure_groupings()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['recruiter', 'company', 'source'] $function$;

CREATE OR REPLACE FUNCTION private.figure_measures()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['came', 'answered', 'in_time', 'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'filled']
  $function$;

CREATE OR REPLACE FUNCTION private.figure_rows (
  month       date,
  measure     text,
  grouping_by text,
  group_key   text,
  after_at    timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS SETOF public.figure_row
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with listed as materialized (
      select coalesce(fact.entry_id, fact.item_id, fact.requirement_id) as id, fact.*
        from private.figure_facts(month, (month + interval '1 month')::date, array[measure], grouping_by) as fact
        where grouping_by is null or fact.group_key = figure_rows.group_key
    ), page as (
      select listed.* from listed where after_id is null or (listed.at, listed.id) < (after_at, after_id)
        order by listed.at desc, listed.id desc limit most
    )
    select page.id, page.at, page.seconds, page.item_id, page.requirement_id, page.entry_id, person.id, person.full_name,
           coalesce(requirement.job_title, left(item.subject, 120)), coalesce(company.company_name, item.company), page.client_id,
           page.recruiter_id, (select count(*)::integer from listed)
      from page
      left join public.shortlist_entries as entry on entry.id = page.entry_id
      left join public.candidates as person on person.id = entry.candidate_id
      left join public.job_requirements as requirement on requirement.id = page.requirement_id
      left join public.clients as company on company.id = page.client_id
      left join private.enquiries as item on item.id = page.item_id
      order by page.at desc, page.id desc
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
  AS $function$
  declare
    since timestamptz := month::timestamp at time zone private.zone();
    found jsonb;
  begin
    with fact as materialized (
      select listed.measure, listed.at >= since as is_now, listed.seconds, listed.group_key
        from private.figure_facts((month - interval '1 month')::date, (month + interval '1 month')::date, private.figure_measures(),
                                  grouping_by) as listed
    ), counted as (
      select fact.group_key, grouping(fact.group_key) = 1 as is_total, fact.measure, fact.is_now, count(*) as facts
        from fact group by grouping sets ((fact.measure, fact.is_now), (fact.group_key, fact.measure, fact.is_now))
    ), timed as (
      select fact.group_key, grouping(fact.group_key) = 1 as is_total, fact.measure, fact.is_now,
             percentile_cont(0.5) within group (order by fact.seconds) as median
        from fact where fact.seconds is not null and fact.measure <> 'in_time'
        group by grouping sets ((fact.measure, fact.is_now), (fact.group_key, fact.measure, fact.is_now))
    ), figure as (
      select counted.group_key, counted.is_total, sum(counted.facts) filter (where counted.is_now) as ranked,
             jsonb_object_agg(counted.measure || case when counted.is_now then '' else '_before' end,
                              jsonb_build_array(counted.facts, round(timed.median::numeric))) as numbers
        from counted
        left join timed on timed.group_key is not distinct from counted.group_key and timed.is_total = counted.is_total
          and timed.measure = counted.measure and timed.is_now = counted.is_now
        group by counted.group_key, counted.is_total
    ), listed as (
      select figure.group_key, figure.ranked, figure.numbers from figure
        where not figure.is_total and figure.group_key is not null
          and (figures_of.group_key is null or figure.group_key = figures_of.group_key)
        order by figure.ranked desc nulls last, figure.group_key limit most
    )
    select jsonb_build_object(
        'totals', coalesce((select figure.numbers from figure where figure.is_total), '{}'),
        'groups', (select coalesce(jsonb_agg(jsonb_build_object(
                              'key', listed.group_key,
                              'name', case when grouping_by = 'company' and listed.group_key <> 'none'
                                        then private.company_name(listed.group_key::uuid) end,
                              'numbers', listed.numbers) order by listed.ranked desc nulls last, listed.group_key), '[]')
                     from listed),
        'group_count', (select count(*) from figure where not figure.is_total and figure.group_key is not null))
      into found;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.fill_first_answers()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement) values ('first answers', $statement$
      with piece as (
        select item.* from public.inbox_items as item where item.id > $1 order by item.id limit 500
      ), noted as (
        insert into private.first_answers (item_id, subject, came_at, answered_at)
          select item.id, coalesce(item.requirement_id, item.id), item.created_at, answer.at
            from public.inbox_items as item
            join piece on piece.id = item.id
            cross join lateral (select private.first_answer_at(item) as at) as answer
            where answer.at is not null
          on conflict (item_id) do nothing)
      select id from piece order by id desc limit 1 $statement$)
      on conflict on constraint row_fills_pkey do update set after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.find_candidates_calling (
  name    text,
  number  text,
  address text
)
  RETURNS TABLE (
    id        uuid,
    full_name text,
    headline  text,
    city      text,
    email     text,
    phone     text,
    reason    text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 6
  SET search_path TO ''
  AS $function$
  begin
    return query
      select known.id, known.full_name, known.headline, known.city, person.email, person.phone, known.why
        from private.similar_candidates(jsonb_build_object('full_name', find_candidates_calling.name,
               'phone', find_candidates_calling.number, 'email', find_candidates_calling.address), null) as known
        join public.candidates as person on person.id = known.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id             uuid,
    kind           public.inbox_kind,
    title          text,
    sender         text,
    came           timestamp with time zone,
    state          public.inbox_state,
    source         text,
    reason         text,
    email          text,
    phone          text,
    sender_company text,
    client_id      uuid
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
             item.source, newest.reason, item.email, item.phone, item.company, coalesce(requirement.client_id, form.client_id)
        from newest
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = newest.id limit 1) as item
        left join public.job_requirements as requirement on requirement.id = item.requirement_id
        left join public.contact_submissions as form
          on form.id = (select sent.contact_id from public.inbox_items as sent where sent.id = newest.id)
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
    elsif change.body is not null and not exists (
      select from (select * from public.notes as before where before.item_id = finish_item.item
                     order by before.created_at desc, before.id desc limit 1) as last
        where last.author = caller and last.kind = coalesce(change.note_kind, 'note')
          and last.body = private.trimmed(change.body) and last.created_at > now() - private.repeats_within()) then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (finish_item.item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.marks_sender then
      perform private.mark_sender(caller, item_row.id, form);
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

CREATE OR REPLACE FUNCTION private.finish_next_step (
  candidate uuid,
  seen_next date,
  entry     uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates;
    standing date;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    standing := person.next_on;
    if entry is not null then
      select own.next_on into standing from public.shortlist_entries as own
        where own.id = entry and own.candidate_id = candidate for update;
      if not found then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
    end if;
    if standing is null then
      return;
    elsif standing is distinct from seen_next then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    elsif entry is not null then
      update public.shortlist_entries as edited set next_on = null, next_words = null, next_by = null where edited.id = entry;
    else
      update public.candidates as edited set next_on = null, next_words = null, next_by = null where edited.id = candidate;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.first_answer_at (
  item public.inbox_items
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select min(answer.at) from (
      select event.created_at as at from public.item_events as event
        where event.item_id = (item).id and private.is_answer(event)
          and not exists (select from public.item_events as undone
                            where undone.item_id = event.item_id and undone.type = 'undone'
                              and undone.changes -> 'state' ->> 0 = event.changes -> 'state' ->> 1
                              and undone.created_at between event.created_at and event.created_at + private.undo_lasts())
      union all
      select event.created_at from public.requirement_events as event
        where event.requirement_id = (item).requirement_id and private.is_answer(event)) as answer
  $function$;

CREATE OR REPLACE FUNCTION private.follow_item_answer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items where id = new.item_id;
    if new.type = 'undone' then
      delete from private.first_answers as answer where answer.item_id = new.item_id;
      perform private.note_first_answer(item, private.first_answer_at(item));
    elsif private.is_answer(new) then
      perform private.note_first_answer(item, new.created_at);
    end if;
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

CREATE OR REPLACE FUNCTION private.follow_requirement_answer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.note_first_answer(item, new.created_at)
      from public.inbox_items as item where item.requirement_id = new.requirement_id and private.is_answer(new);
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
    perform private.forget_items_of(person.id);
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
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

CREATE OR REPLACE FUNCTION private.forget_items_of (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    items uuid[] := array(select made.item_id from private.item_candidates as made
                            where made.candidate_id = forget_items_of.candidate and private.made_of(made.item_id) is null);
    form record;
  begin
    perform from public.inbox_items as line where line.id = any (items) order by line.id for update;
    for form in select * from private.public_forms() loop
      execute format('delete from public.%I where id in (
        select sent.form_row_id from private.enquiries as sent where sent.id = any ($1) and sent.kind = $2)', form.relation)
        using items, form.kind;
    end loop;
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

CREATE OR REPLACE FUNCTION private.has_open_answer (
  requirement uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (
      select from public.shortlist_entries as entry
        where entry.requirement_id = has_open_answer.requirement and entry.answered_at is not null
          and entry.state not in ('withdrawn', 'closed')
          and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview')))
  $function$;

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

CREATE OR REPLACE FUNCTION private.holders_of_work (
  person uuid
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array[person] || array(
      select absence.user_id from private.current_absences as absence
        where absence.user_id <> person and private.receiver_of(absence.user_id) = person
        order by absence.user_id)
  $function$;

CREATE OR REPLACE FUNCTION private.import_choice (
  table_row private.import_rows,
  known     text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when table_row.entries is null then 'wrong'
                else coalesce(table_row.choice,
                              case when num_nonnulls(table_row.known_id, table_row.twin_place) > 0 then known else 'make' end) end
  $function$;

CREATE OR REPLACE FUNCTION private.import_counts (
  import uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'all', count(*), 'wrong', count(*) filter (where typed.entries is null),
        'known', count(*) filter (where num_nonnulls(typed.known_id, typed.twin_place) > 0),
        'hint', count(*) filter (where typed.hint_id is not null and typed.twin_place is null),
        'noted', count(*) filter (where typed.entries is not null and typed.problems <> '{}'),
        'made', count(*) filter (where typed.outcome = 'made'), 'filled', count(*) filter (where typed.outcome = 'filled'),
        'left', count(*) filter (where typed.outcome = 'left'))
      from private.import_rows as typed where typed.import_id = import
  $function$;

CREATE OR REPLACE FUNCTION private.import_lasts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '1 day' $function$;

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
          -- What more than a thousand have: the planner takes the beginning of a word for rare, and would read all that have
          -- it. Of what is to be done few have it, and their index and that of words leave those.
          and (query is null or found is not null
               or case when is_open then item.search @@ query else coalesce(item.search @@ query, false) end)
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

CREATE OR REPLACE FUNCTION private.is_answer (
  event public.item_events
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select (event).type in ('answered', 'replied', 'converted')
      or (event).type <> 'undone' and coalesce((event).changes -> 'state' ->> 1, '') in ('waiting', 'done')
  $function$;

CREATE OR REPLACE FUNCTION private.is_answer (
  event public.requirement_events
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select (event).type in ('status', 'candidates_shown') and (event).side is distinct from 'company' $function$;

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
      and ((consent).id = (sent).id or (consent).asked_by = (sent).asked_by)
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

CREATE OR REPLACE FUNCTION private.is_away (
  person uuid,
  day    date DEFAULT private.today()
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.absences as absence
                    where absence.user_id = person and absence.until >= day and coalesce(absence.begins_on, '-infinity') <= day)
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
    return exists (select from public.candidates as person where private.mailbox_of(person.email) = mailbox)
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

CREATE OR REPLACE FUNCTION private.is_place_abroad (
  place text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when in_india = is_abroad then null else is_abroad end
      from (select ' ' || private.plain_place(left(place, 300)) || ' ' as words) as plain
      cross join lateral (select
        exists (select from private.known_places() as known, unnest(known.names) as called
                 where known.names[1] not in ('dubai', 'abu dhabi', 'sharjah', 'riyadh', 'jeddah', 'dammam', 'munich', 'cologne',
                                              'geneva', 'yangon', 'ho chi minh city')
                   and position(' ' || called || ' ' in words) > 0)
        or words ~ (' (india|bharat|भारत|ncr|navi mumbai|thane|nagpur|solapur|kolhapur|satara|sangli|ahmedabad|surat|rajkot|'
          || 'bhavnagar|jamnagar|gandhinagar|vapi|ankleshwar|bharuch|jaipur|jodhpur|udaipur|kota|ajmer|bikaner|alwar|'
          || 'lucknow|agra|meerut|bareilly|moradabad|aligarh|gorakhpur|jhansi|mathura|ludhiana|amritsar|jalandhar|patiala|'
          || 'ambala|karnal|panipat|rohtak|hisar|indore|bhopal|gwalior|jabalpur|ujjain|raipur|bhilai|bilaspur|ranchi|dhanbad|'
          || 'bokaro|patna|gaya|muzaffarpur|siliguri|durgapur|asansol|howrah|cuttack|rourkela|dibrugarh|silchar|imphal|'
          || 'shillong|aizawl|agartala|kohima|itanagar|gangtok|haridwar|roorkee|haldwani|rudrapur|baddi|jammu|srinagar|leh|'
          || 'madurai|salem|erode|tirupur|tiruppur|vellore|hosur|sriperumbudur|oragadam|sri city|nellore|guntur|tirupati|'
          || 'warangal|karimnagar|kurnool|rajahmundry|kakinada|goa|vasco|margao|kottayam|malappuram|daman|silvassa|'
          || 'maharashtra|karnataka|tamil nadu|tamilnadu|kerala|gujarat|telangana|andhra pradesh|haryana|punjab|rajasthan|'
          || 'uttar pradesh|madhya pradesh|uttarakhand|himachal pradesh|himachal|jharkhand|bihar|west bengal|odisha|orissa|'
          || 'chhattisgarh|assam|manipur|meghalaya|mizoram|tripura|nagaland|arunachal pradesh|sikkim|ladakh|kashmir) ')
          as in_india,
        words ~ (' (uae|u a e|united arab emirates|emirates|dubai|abu dhabi|sharjah|ajman|fujairah|ras al khaimah|'
          || 'ksa|saudi|saudi arabia|riyadh|jeddah|dammam|jubail|khobar|al khobar|mecca|makkah|medina|neom|'
          || 'qatar|doha|oman|muscat|sohar|salalah|kuwait|bahrain|manama|iraq|baghdad|basra|iran|tehran|israel|jerusalem|'
          || 'tel aviv|haifa|jordan|amman|lebanon|beirut|syria|yemen|turkey|turkiye|istanbul|ankara|egypt|cairo|libya|tripoli|'
          || 'algeria|tunisia|morocco|sudan|south sudan|nigeria|lagos|abuja|ghana|accra|kenya|nairobi|tanzania|dar es salaam|'
          || 'uganda|kampala|ethiopia|addis ababa|rwanda|kigali|zambia|lusaka|zimbabwe|harare|mozambique|angola|congo|'
          || 'cameroon|senegal|botswana|namibia|south africa|johannesburg|cape town|durban|mauritius|seychelles|madagascar|'
          || 'maldives|male|sri lanka|colombo|nepal|kathmandu|bhutan|thimphu|bangladesh|dhaka|chittagong|pakistan|karachi|'
          || 'lahore|afghanistan|kabul|myanmar|burma|yangon|rangoon|thailand|bangkok|vietnam|hanoi|ho chi minh|saigon|'
          || 'cambodia|phnom penh|laos|malaysia|kuala lumpur|penang|johor|singapore|indonesia|jakarta|bali|philippines|manila|'
          || 'brunei|china|beijing|shanghai|shenzhen|guangzhou|hong kong|macau|taiwan|taipei|japan|tokyo|osaka|yokohama|'
          || 'korea|south korea|seoul|busan|mongolia|kazakhstan|almaty|uzbekistan|tashkent|turkmenistan|azerbaijan|baku|'
          || 'armenia|yerevan|tbilisi|russia|moscow|st petersburg|ukraine|kyiv|belarus|minsk|moldova|'
          || 'germany|deutschland|berlin|munich|munchen|hamburg|frankfurt|stuttgart|cologne|koln|dusseldorf|'
          || 'netherlands|holland|amsterdam|rotterdam|eindhoven|ireland|dublin|cork|france|paris|lyon|spain|madrid|'
          || 'barcelona|italy|milan|rome|turin|austria|vienna|belgium|brussels|antwerp|portugal|lisbon|porto|finland|helsinki|'
          || 'greece|athens|switzerland|zurich|geneva|geneve|basel|sweden|stockholm|gothenburg|norway|oslo|denmark|'
          || 'copenhagen|iceland|poland|warsaw|krakow|czech republic|czechia|prague|slovakia|bratislava|hungary|budapest|'
          || 'romania|bucharest|bulgaria|sofia|serbia|belgrade|croatia|zagreb|slovenia|ljubljana|estonia|tallinn|latvia|riga|'
          || 'lithuania|vilnius|malta|cyprus|luxembourg|albania|'
          || 'uk|u k|united kingdom|great britain|england|scotland|wales|london|manchester|birmingham|leeds|liverpool|bristol|'
          || 'glasgow|edinburgh|aberdeen|belfast|'
          || 'usa|u s a|u s|united states|america|new york|nyc|new jersey|california|texas|florida|washington|boston|chicago|'
          || 'austin|dallas|houston|seattle|san francisco|los angeles|san jose|atlanta|ohio|michigan|detroit|illinois|'
          || 'massachusetts|pennsylvania|philadelphia|north carolina|arizona|phoenix|denver|colorado|'
          || 'canada|toronto|vancouver|montreal|ottawa|calgary|ontario|alberta|mexico|mexico city|brazil|sao paulo|argentina|'
          || 'buenos aires|chile|santiago|colombia|bogota|peru|lima|ecuador|panama|costa rica|guyana|trinidad|jamaica|'
          || 'australia|sydney|melbourne|brisbane|perth|adelaide|new zealand|auckland|wellington|fiji|papua new guinea) ')
          as is_abroad) as named
  $function$;

CREATE OR REPLACE FUNCTION private.is_spam_sender (
  email text,
  phone text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.spam_senders as marked where marked.sender = any (private.sender_keys(email, phone)))
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

CREATE OR REPLACE FUNCTION private.is_work_abroad (
  requirement public.job_requirements,
  shortlist   public.shortlists
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((shortlist).is_abroad, false)
      or (shortlist).india_place is distinct from (requirement).location
         and private.is_place_abroad((requirement).location) is true
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

CREATE OR REPLACE FUNCTION private.known_places()
  RETURNS TABLE (
    names  text[],
    region text
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_to_array(place.names, ','), place.region
      from (values
        ('delhi,new delhi,dilli,दिल्ली', 'ncr'),
        ('noida,नोएडा', 'ncr'),
        ('greater noida', 'ncr'),
        ('gurugram,gurgaon,gurugaon,गुरुग्राम', 'ncr'),
        ('ghaziabad', 'ncr'),
        ('faridabad', 'ncr'),
        ('manesar', 'ncr'),
        ('sonipat,sonepat', 'ncr'),
        ('bahadurgarh', 'ncr'),
        ('bengaluru,bangalore,bengalooru,बेंगलुरु', null),
        ('mumbai,bombay,मुंबई', null), ('kolkata,calcutta,कोलकाता', null), ('chennai,madras,चेन्नई', null),
        ('pune,poona,पुणे', null), ('hyderabad,secunderabad,हैदराबाद', null), ('kochi,cochin,ernakulam', null),
        ('thiruvananthapuram,trivandrum', null), ('kozhikode,calicut', null), ('thrissur,trichur', null),
        ('kollam,quilon', null), ('kannur,cannanore', null), ('alappuzha,alleppey', null), ('palakkad,palghat', null),
        ('vadodara,baroda', null), ('mysuru,mysore', null), ('mangaluru,mangalore', null), ('hubballi,hubli', null),
        ('belagavi,belgaum', null), ('kalaburagi,gulbarga', null), ('shivamogga,shimoga', null), ('tumakuru,tumkur', null),
        ('ballari,bellary', null), ('vijayapura,bijapur', null),
        ('visakhapatnam,vizag,vishakhapatnam', null), ('vijayawada,bezawada', null), ('puducherry,pondicherry,pondy', null),
        ('prayagraj,allahabad', null), ('varanasi,benares,banaras', null), ('ayodhya,faizabad', null),
        ('kanpur,cawnpore', null), ('guwahati,gauhati', null), ('shimla,simla', null),
        ('tiruchirappalli,trichy,tiruchi', null), ('thoothukudi,tuticorin', null), ('coimbatore,kovai', null),
        ('thanjavur,tanjore', null), ('udhagamandalam,ooty', null), ('tirunelveli,nellai', null),
        ('panaji,panjim', null), ('chhatrapati sambhajinagar,aurangabad', null), ('dharashiv,osmanabad', null),
        ('ahilyanagar,ahmednagar', null), ('nashik,nasik', null), ('kutch,kachchh', null),
        ('mohali,sas nagar,sahibzada ajit singh nagar', 'tricity'),
        ('chandigarh', 'tricity'), ('panchkula', 'tricity'),
        ('bhubaneswar,bhubaneshwar', null), ('jamshedpur,tatanagar', null), ('dehradun,dehra dun', null),
        ('rupnagar,ropar', null), ('nuh,mewat', null),
        ('dubai', 'uae'), ('abu dhabi', 'uae'),
        ('sharjah', 'uae'), ('riyadh', 'ksa'), ('jeddah', 'ksa'),
        ('dammam', 'ksa'), ('munich,munchen', null), ('cologne,koln', null), ('geneva,geneve', null),
        ('yangon,rangoon', null), ('ho chi minh city,saigon', null)
      ) as place (names, region)
  $function$;

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

CREATE OR REPLACE FUNCTION private.last_question (
  entry uuid
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select asked from public.candidate_consents as asked where asked.entry_id = last_question.entry
      order by asked.asked_at desc, asked.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.late_of (
  person uuid
)
  RETURNS TABLE (
    kind           text,
    item_id        uuid,
    requirement_id uuid,
    since          timestamp with time zone,
    people         integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select 'items', line.item_id, line.requirement_id, line.at, 0 from private.day_of_items(array[person]) as line where line.at < now()
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(array[person]) as listed where listed.section in ('candidates', 'waiting', 'empty')
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(array[person]) as listed where listed.section = 'asked' group by listed.requirement_id
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

CREATE OR REPLACE FUNCTION private.leave_work (
  person    uuid,
  successor uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_successor(person, successor);
    delete from private.absences where user_id = successor and stand_in = person;
    update private.absences set stand_in = successor where stand_in = person;
    return private.give_work(person, successor);
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
           kept.email, kept.phone, exists (select from public.candidate_consents as consent
                                where consent.candidate_id = kept.id and consent.purpose = 'keep' and private.is_in_force(consent) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           private.entries_elsewhere(kept.id, list_candidates.requirement),
           (select entry.state from public.shortlist_entries as entry
             where entry.requirement_id = list_candidates.requirement and entry.candidate_id = kept.id),
           coalesce(private.matches_blocklist(kept, company.id, company.domains) and company.id is not null, false),
           case when company.id is not null then private.near_names(kept, company.name) else '{}' end,
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      left join company on true
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, requirement, before_at,
                                                 before_id, least(greatest(size, 1), 100) + 1)
        with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_clients (
  words text,
  sort  text,
  after uuid
)
  RETURNS TABLE (
    id              uuid,
    company_name    text,
    full_name       text,
    phone           text,
    created_at      timestamp with time zone,
    members         integer,
    invited_at      timestamp with time zone,
    open            integer,
    recruiters      uuid[],
    last_contact_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.client_id, page.place
        from caller
        cross join lateral private.clients_page(case when caller.id is not null then words end, sort, after)
          with ordinality as page (client_id, place))
    select client.id, client.company_name, client.full_name, client.phone, client.created_at, people.members,
           case when people.members = 0 then (
             select max(invitation.created_at) from public.invitations as invitation
               where invitation.client_id = client.id and private.invitation_state(invitation) = 'open') end,
           work.open, work.recruiters,
           greatest(work.last_word_at, (select max(event.created_at) from public.requirement_events as event
                                          where event.client_id = client.id),
                    (select max(note.created_at) from public.client_notes as note where note.client_id = client.id))
      from page
      join public.clients as client on client.id = page.client_id
      cross join lateral (
        select count(*)::integer as open, max(open_requirement.last_word_at) as last_word_at,
               coalesce(array_agg(distinct open_requirement.recruiter_id)
                          filter (where open_requirement.recruiter_id is not null), '{}') as recruiters
          from private.open_requirements as open_requirement where open_requirement.client_id = client.id) as work
      cross join lateral (select count(*)::integer as members from public.client_members as member
                            where member.client_id = client.id) as people
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_figure_rows (
  month       date,
  measure     text,
  grouping_by text,
  group_key   text,
  after_at    timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_figures(month, grouping_by, group_key);
    return query select * from private.figure_rows(month, measure, grouping_by, group_key, after_at, after_id, 51);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_imports()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return (select coalesce(jsonb_agg(jsonb_build_object(
                'id', kept.id, 'owner', kept.owner, 'source', kept.source, 'created_at', kept.created_at, 'done_at', kept.done_at,
                'undone_at', kept.undone_at, 'counts', private.import_counts(kept.id)) order by kept.created_at desc), '[]')
              from private.candidate_imports as kept
              where kept.created_at > now() - private.import_lasts()
                and (kept.owner = caller or kept.done_at is not null and private.is_admin()));
  end $function$;

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
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source,
           item.state = 'spam' and exists (select from private.spam_arrivals as arrived where arrived.item_id = item.id)
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

CREATE OR REPLACE FUNCTION private.list_late (
  person uuid,
  kind   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
                 'id', coalesce(item.id, listed.requirement_id), 'is_item', item.id is not null,
                 'version', coalesce(item.version, requirement.version),
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'since', listed.since, 'people', listed.people)
                 order by listed.since, listed.requirement_id, listed.item_id), '[]')
        from private.late_of(list_late.person) as listed
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id
        where listed.kind = list_late.kind);
  end $function$;

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
      union select coalesce(lower(typed.entries ->> 'email'), typed.mailbox, typed.entries ->> 'phone'), 'import_rows'
        from private.import_rows as typed
        where num_nonnulls(typed.entries ->> 'email', typed.mailbox, typed.entries ->> 'phone') > 0
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

CREATE OR REPLACE FUNCTION private.lock_client (
  client uuid
)
  RETURNS public.clients
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare client_row public.clients;
  begin
    perform private.lock_team();
    select * into client_row from public.clients where id = client for update;
    if client_row.id is null then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    return client_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_import (
  import uuid
)
  RETURNS private.candidate_imports
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    import_row private.candidate_imports;
  begin
    select * into import_row from private.candidate_imports as kept
      where kept.id = import and kept.created_at > now() - private.import_lasts()
        and (kept.owner = caller or kept.done_at is not null and private.is_admin()) for update;
    if import_row.id is null then
      raise exception 'import_not_found' using errcode = 'PT404';
    end if;
    return import_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_imported (
  people uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare records uuid[] := array(
    select twin.id from public.candidates as own join public.candidates as twin on twin.id = own.id or twin.email = own.email
      where own.id = any (people));
  begin
    perform private.lock_record_rows(records);
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
                    where entry.candidate_id in (select private.candidates_of(address)) and entry.state = 'joined')
      order by id for update;
    perform from public.candidates where id in (select private.candidates_of(address)) order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select item.id from public.job_requirements as requirement
          join public.inbox_items as item on item.requirement_id = requirement.id
          where requirement.client_id = any (companies) or requirement.recruiter_id = any (accounts)
        union select sent.id from private.items_of(address) as sent)
      order by id for update;
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
    perform private.lock_record_rows(records);
    return array(select private.records_of(candidate) order by 1);
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_stand_in()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.stand_in is distinct from private.current_user_id() then
      perform private.enqueue_mail('stand_in', concat_ws('.', 'absence', new.user_id, new.stand_in, new.until,
                                     case when new.begins_on > private.today() then new.begins_on end),
                                   jsonb_build_object('away', new.user_id), new.stand_in);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_candidate_of (
  item      uuid,
  entries   jsonb,
  form      uuid,
  candidate uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    made uuid := make_candidate_of.candidate;
    source public.inbox_items;
    before uuid;
  begin
    -- Candidates are held before lines of the inbox (private.lock_records).
    if made is null then
      made := private.save_candidate(make_candidate_of.entries, make_candidate_of.form, null, null) ->> 'id';
    else
      perform private.lock_candidate(made);
    end if;
    select * into source from public.inbox_items as line
      where line.id = make_candidate_of.item and line.requirement_id is null for update;
    if source.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    before := private.candidate_of(source.id);
    if before is not null and before <> made then
      raise exception 'candidate_made_already' using errcode = 'PT409';
    elsif before is null then
      insert into private.item_candidates (item_id, candidate_id) values (source.id, made);
      perform private.close_converted(caller, source);
      insert into public.item_events (item_id, actor, type) values (source.id, caller, 'candidate');
      update public.candidates as kept set last_activity_at = now() where kept.id = made;
    end if;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    sender record;
    made uuid;
  begin
    -- What the team writes down is read in any case.
    select case when coalesce(envelope.source, 'form') = 'form' then private.spam_mark_of(envelope.email, envelope.phone) end as mark
      into sender from private.read_envelope(to_jsonb(new)) as envelope;
    insert into public.inbox_items (state, kind, contact_id, posting_id, consultation_id, created_at, last_activity_at, due_at,
                                    is_suspect, is_flood, search, sender, email, phone, company, subject, reference, source)
      select case when sender.mark is null then 'new'::public.inbox_state else 'spam' end, kind, case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
             case kind when 'consultation' then new.id end, new.created_at, new.created_at,
             new.created_at + private.promised(kind), new.suspect, new.flood,
             private.searchable_enquiry(to_jsonb(new), new.flood), envelope.*
        from private.read_envelope(to_jsonb(new)) as envelope
      returning id into made;
    if sender.mark is not null then
      insert into private.spam_arrivals (item_id, act) values (made, sender.mark);
      insert into public.item_events (item_id, type) values (made, 'sender_spam');
    end if;
    return null;
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

CREATE OR REPLACE FUNCTION private.mark_sender (
  caller uuid,
  item   uuid,
  act    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    sent record;
    keys text[];
  begin
    select item_row.* into sent from private.inbox_item_details as item_row
      where item_row.id = mark_sender.item and item_row.requirement_id is null limit 1;
    keys := private.sender_keys(sent.email, sent.phone);
    if sent.id is null or cardinality(keys) = 0 then
      raise exception 'sender_unknown' using errcode = 'PT422';
    elsif private.is_known_sender(sent.email, sent.phone) then
      raise exception 'sender_known' using errcode = 'PT422';
    end if;
    insert into private.spam_senders (sender, act, marked_by) select key, mark_sender.act, caller from unnest(keys) as key
      on conflict (sender) do nothing;
    insert into public.item_events (item_id, actor, type) values (sent.id, caller, 'sender_marked');
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
      when position('@' in address) > 0 then coalesce(table_row.mailbox = private.mailbox_of(address), false) or exists (
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
            where private.mailbox_of(candidate.email) = table_row.mailbox limit 8) as known
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

CREATE OR REPLACE FUNCTION private.mend_enquiry (
  item        uuid,
  seen        integer,
  name        text,
  requirement text,
  phone       text,
  email       text,
  company     text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(mend_enquiry.item, mend_enquiry.seen);
    before public.contact_submissions;
    after public.contact_submissions;
  begin
    select * into before from public.contact_submissions as form where form.id = item_row.contact_id for update;
    if before.written_by is distinct from caller or before.created_at < now() - interval '1 hour' then
      raise exception 'mend_over' using errcode = 'PT422';
    end if;
    update public.contact_submissions as form
      set name = private.trimmed(mend_enquiry.name), requirement = private.trimmed(mend_enquiry.requirement),
          phone = private.trimmed(mend_enquiry.phone), email = private.trimmed(mend_enquiry.email),
          company = private.trimmed(mend_enquiry.company)
      where form.id = before.id returning * into after;
    if to_jsonb(after) - 'updated_at' = to_jsonb(before) - 'updated_at' then
      return item_row.version;
    end if;
    update public.inbox_items set version = version + 1, last_activity_at = now() where id = item_row.id;
    -- What stood there before is told nowhere: it may be another person's number.
    insert into public.item_events (item_id, actor, type, changes)
      select item_row.id, caller, 'mended', jsonb_build_object('fields', jsonb_agg(now_is.key order by now_is.key))
        from jsonb_each(to_jsonb(after)) as now_is
        where now_is.key <> 'updated_at' and to_jsonb(before) -> now_is.key is distinct from now_is.value;
    return private.version_of(item_row.id);
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

CREATE OR REPLACE FUNCTION private.missing_entries (
  person  public.candidates,
  entries jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}')
      from jsonb_each(entries) as entry
      cross join lateral (select to_jsonb(person) -> entry.key as said) as kept
      where entry.key not in ('full_name', 'email', 'source', 'language', 'is_adult')
        and entry.value not in ('null', '[]', '""')
        and (kept.said in ('null', '[]') and entry.key not like 'expected\_pay%'
          or entry.key like 'expected\_pay%' and person.expected_pay_amount is null)
  $function$;

CREATE OR REPLACE FUNCTION private.my_day (
  section text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (
      select private.require_team() as id
    ), listed as materialized (
      select (listed_row.day).*, listed_row.section_place, listed_row.place, listed_row.total,
             listed_row.place <= case when my_day.section is null then case when listed_row.section_place <= 7 then 8 else 5 end
                                      when (listed_row.day).section = my_day.section then 50 else 0 end as is_shown
        from caller cross join lateral private.rows_of_day(caller.id) as listed_row
    ), shown as (
      select listed.section_place, listed.place, jsonb_strip_nulls(jsonb_build_object(
                 'id', coalesce(listed.entry_id, listed.candidate_id, listed.item_id, listed.requirement_id),
                 'is', case when listed.entry_id is not null then 'entry' when listed.candidate_id is not null then 'candidate'
                            when listed.item_id is not null then 'item' else 'requirement' end,
                 'requirement', listed.requirement_id, 'kind', item.kind, 'source', item.source,
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'at', listed.at, 'count', nullif(listed.count, 0),
                 'holder', case when listed.holder <> caller.id then colleague.display_name end,
                 'contact', case when listed.section = 'candidates' then
                   jsonb_build_object('name', company.full_name, 'phone', company.phone) end,
                 'person', private.day_candidate(listed.entry_id, listed.candidate_id),
                 'answer', case when listed.section = 'answers' then private.day_answer(listed.entry_id) end)) as line
        from caller
        cross join listed
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id
        left join public.team_members as colleague on colleague.user_id = listed.holder
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        where listed.is_shown
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', counted.section, 'total', counted.total, 'rows', counted.lines)
                              order by counted.section_place), '[]')
      from (select listed.section, listed.section_place, max(listed.total) as total,
                   (select coalesce(jsonb_agg(shown.line order by shown.place), '[]') from shown
                      where shown.section_place = listed.section_place) as lines
              from listed group by listed.section, listed.section_place) as counted
  $function$;

CREATE OR REPLACE FUNCTION private.next_step (
  next_on    date,
  next_words text,
  next_by    uuid
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when next_on is not null then jsonb_build_object('on', next_on, 'words', next_words, 'by', next_by) end
  $function$;

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
    reason := private.trimmed_straight(reason);
    said_by := private.trimmed_straight(said_by);
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
    update public.requirement_events as told
      set changes = told.changes || jsonb_build_object('verdict', note_answer.verdict, 'how', note_answer.said_how)
      where told.id = (select newest.id from public.requirement_events as newest
                         where newest.requirement_id = entry_row.requirement_id and newest.type = 'candidates_answered'
                         order by newest.created_at desc, newest.id desc limit 1);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_client (
  client  uuid,
  form    uuid,
  channel text,
  body    text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    written uuid;
  begin
    perform private.lock_client(client);
    select note.id into written from public.client_notes as note
      where note.client_id = client and note.author = caller
        and (note.form_id = form
             or note.body = private.trimmed_straight(note_client.body) and note.channel is not distinct from note_client.channel
                and note.created_at > now() - private.repeats_within())
      limit 1;
    if written is null then
      insert into public.client_notes (client_id, author, channel, body, form_id)
        values (client, caller, note_client.channel, private.trimmed_straight(note_client.body), form) returning id into written;
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_first_answer (
  item        public.inbox_items,
  answered_at timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.first_answers (item_id, subject, came_at, answered_at)
      select (item).id, coalesce((item).requirement_id, (item).id), (item).created_at, answered_at
        where (item).id is not null and answered_at is not null
      on conflict (item_id) do nothing
  $function$;

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
    if next_on is null and next_said is not null then
      raise exception 'next_day_missing' using errcode = 'PT422';
    elsif next_on not between private.today() and private.today() + 365 then
      raise exception 'next_day_out_of_reach' using errcode = 'PT422';
    elsif next_on is not null and standing is distinct from seen_next and standing is not null and set_by is distinct from caller then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    end if;
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

CREATE OR REPLACE FUNCTION private.notice_days (
  notice text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case
        when counted.days is not null then least(counted.days, 3650)::integer
        when plain ~ '^[^0-9a-z]*[0-9]{1,3}[^0-9a-z]*$' then substring(plain from '[0-9]+')::integer
        when plain ~ ('(?<![a-z])(immediate(ly)?|at once|right away|now|today|tomorrow|any ?time|asap|nil|none|zero|no notice|'
          || 'available|free|unemployed|not (working|employed)|between jobs|(already )?served|over)(?![a-z])'
          || '|तुरंत|अभी') then 0
        when plain ~ '(?<![a-z])(serving|on notice)(?![a-z])' then 30
        when plain ~ '(?<![a-z])(fortnight)(?![a-z])' then 15
        end
      from (select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
              private.fold_text(notice), '(?<![a-z])(an?|one)(?= (day|week|month))', '1', 'g'),
              '(?<![a-z])two(?![a-z])', '2', 'g'), '(?<![a-z])three(?![a-z])', '3', 'g'), '(?<![a-z])four(?![a-z])', '4', 'g'),
              '(?<![a-z])six(?![a-z])', '6', 'g'), 'महीन[^ ]*|mahin[a-z]*|(?<![a-z])mths?(?![a-z])', 'month', 'g'),
              'दिन|(?<![a-z])din(?![a-z])', 'day', 'g') as plain) as typed
      cross join lateral (
        select max(found[2]::numeric * case left(found[3], 1) when 'd' then 1 when 'w' then 7 else 30 end) as days
          from regexp_matches(plain, '(?:([0-9]{1,3})\s*(?:-|–|to|or)\s*)?([0-9]{1,3}(?:[.][0-9])?)\s*\+?-?\s*(d(?:ays?)?|w(?:ee)?ks?|months?|m)(?![a-z])',
                              'g') as found) as counted
  $function$;

CREATE OR REPLACE FUNCTION private.notice_lexemes (
  notice text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when days is null then array['<?']
      else array(select '<' || most from unnest(array[0, 7, 15, 30, 45, 60, 90]) as most where days <= most) end
      from private.notice_days(notice) as days
  $function$;

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
             'noted_at', case when rung.id is null then (private.noted_call((person).id)).created_at end,
             'rung_by', (select colleague.display_name from public.team_members as colleague where colleague.user_id = rung.author))
             order by listed.place), '[]')
      from unnest(private.world_numbers((person).phone)) with ordinality as listed (number, place)
      left join lateral private.last_call((person).id, listed.number) as rung on true
      where not exists (select from private.disowned_mailboxes as known where known.subject = private.number_digest(listed.number))
  $function$;

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
      'recruiter', (
        select jsonb_build_object(
            'display_name', contact -> 'display_name', 'away_until', contact -> 'away_until',
            'stand_in', case when contact ->> 'stand_in' is not null
                             then jsonb_build_object('display_name', contact #> '{stand_in,display_name}') end)
          from private.contact_of(requirement_row.recruiter_id) as contact where contact is not null),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = requirement_row.id) end,
      'may_write', private.side_on(requirement_row.client_id) is not null,
      'audience', case when is_team then private.audience_of(requirement_row.client_id) end,
      'candidates', private.candidate_counts(requirement_row.id),
      'new_since', new_since,
      'unanswered_since', case when not is_team then (select unanswered_message.since from private.unanswered_messages as unanswered_message
                                                        where unanswered_message.requirement_id = requirement_row.id) end,
      'messages', shown)
      || case when is_team then jsonb_build_object('client_id', requirement_row.client_id) else '{}' end;
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
              where entry_row.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_dashboard()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, recruiter.contact)
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'candidates', private.own_waiting_candidates(),
      'drafts', private.own_drafts())
  $function$;

CREATE OR REPLACE FUNCTION private.own_open_requirements()
  RETURNS TABLE (
    id        uuid,
    job_title text,
    company   text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select requirement.id, requirement.job_title, private.company_name(requirement.client_id)
      from caller
      join private.open_requirements as listed on listed.recruiter_id = private.current_user_id()
      join public.job_requirements as requirement on requirement.id = listed.requirement_id
      where caller.id is not null
      order by requirement.job_title, requirement.id limit 50
  $function$;

CREATE OR REPLACE FUNCTION private.own_recruiters()
  RETURNS TABLE (
    user_id uuid,
    contact jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select colleague.user_id, private.contact_of(colleague.user_id)
      from public.team_members as colleague
      cross join lateral (select from public.job_requirements as requirement
                            where requirement.recruiter_id = colleague.user_id
                              and requirement.client_id = (select private.current_client_id())
                            order by requirement.created_at desc, requirement.id desc limit 1) as theirs
  $function$;

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

CREATE OR REPLACE FUNCTION private.place_lexemes (
  city    text,
  country text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select '@' || name from unnest(private.place_names(city)) as name
                 union select '@' || part from private.place_parts(city) as part
                 union select '@' || part from private.place_parts(country) as part)
  $function$;

CREATE OR REPLACE FUNCTION private.place_names (
  place text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select distinct name
                   from private.known_places() as known
                   cross join lateral unnest(known.names || known.region) as name
                   where name is not null and exists (select from unnest(known.names) as called
                                   where position(' ' || called || ' ' in ' ' || plain || ' ') > 0))
      from private.plain_place(place) as plain
  $function$;

CREATE OR REPLACE FUNCTION private.place_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select distinct case
        when plain in ('delhi ncr', 'ncr delhi', 'ncr region', 'national capital region') then 'ncr'
        when plain in ('united arab emirates', 'u a e', 'emirates') then 'uae'
        when plain in ('saudi arabia', 'saudi', 'kingdom of saudi arabia', 'k s a') then 'ksa'
        when plain in ('chandigarh tricity', 'tricity chandigarh') then 'tricity'
        else plain end
      from regexp_split_to_table(private.fold_text(place), '[,;/|()&]|\s[-–—]\s|\s(?:and|or)\s') as part
      cross join lateral private.plain_place(part) as plain
      where plain <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || part) || ' | ' || quote_literal('@' || part || ' ') || ':*', ' | ')::tsquery
      from private.place_parts(left(place, 200)) as part
  $function$;

CREATE OR REPLACE FUNCTION private.plain_place (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select trim(regexp_replace(private.spaced_text(value), '\s+', ' ', 'g'))
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
    -- What comes once more from a page that has not shown it yet is what was said last; from one that has, it is meant.
    written := coalesce((
      select last.id from (select * from public.requirement_messages as before where before.requirement_id = requirement_row.id
                             order by before.created_at desc, before.id desc limit 1) as last
        where form is not null and last.author = caller and last.side = own and last.body = private.trimmed(post_message.body)
          and last.created_at > now() - private.repeats_within() and (seen is null or seen < last.created_at)), written);
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(requirement_row.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, requirement_row.id, seen);
    insert into public.requirement_messages (id, requirement_id, client_id, author, side, body, created_at)
      values (written, requirement_row.id, requirement_row.client_id, caller, own, private.trimmed(post_message.body),
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

CREATE OR REPLACE FUNCTION private.preview_sender_erasure (
  item uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare sent record;
  begin
    select * into sent from private.sender_to_erase(preview_sender_erasure.item);
    return jsonb_build_object(
      'name', sent.name, 'reached_at', sent.address, 'is_member', sent.is_member,
      -- With the item itself, by whatever somebody is reached.
      'items', (select count(*) from (
        select found.id from private.items_of(sent.address) as found union select preview_sender_erasure.item) as gone),
      'candidates', (select count(*) from private.candidates_of(sent.address)),
      'mails', (select count(*) from public.mail_outbox as mail where lower(mail.address) = sent.address),
      'days', (select jsonb_build_object('all', kept.retention_days, 'candidates', kept.retention_days_candidates)
                 from private.settings as kept));
  end $function$;

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
      union all values ('public.activity_log'), ('public.mail_outbox'), ('auth.audit_log_entries'), ('private.spam_senders')
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
    delete from private.candidate_imports where created_at < now() - private.import_lasts();
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
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = put_on_shortlist.requirement) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (put_on_shortlist.requirement, candidate, private.next_code_word(put_on_shortlist.requirement),
                private.current_user_id()) returning * into entry;
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
              private.trimmed_straight(words))
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
               'company', to_jsonb(company) - 'search',
               'terms', (select to_jsonb(terms) - array['client_id', 'created_at'] || jsonb_build_object('updated_by', (
                           select colleague.display_name from public.team_members as colleague where colleague.user_id = terms.updated_by))
                           from public.client_terms as terms where terms.client_id = company.id),
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
    return private.figures_of(month, grouping_by, own, 25) || jsonb_build_object('is_manager', is_manager);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_import (
  import      uuid,
  only_these  text,
  after_place integer,
  size        integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_team();
    import_row private.candidate_imports;
  begin
    select * into import_row from private.candidate_imports as kept
      where kept.id = import and kept.created_at > now() - private.import_lasts()
        and (kept.owner = caller or kept.done_at is not null and private.is_admin());
    return case when import_row.id is not null then to_jsonb(import_row) || jsonb_build_object(
      'counts', private.import_counts(import),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object(
            'place', page.place, 'cells', page.cells, 'entries', page.entries, 'problems', page.problems,
            'twin_place', page.twin_place, 'choice', page.choice, 'outcome', page.outcome, 'known_by', page.known_by,
            'candidate_id', page.candidate_id, 'is_hint', page.hint_id is not null and page.known_id is null,
            'known', (select jsonb_build_object('id', known.id, 'full_name', known.full_name, 'headline', known.headline,
                                                'city', known.city)
                        from public.candidates as known where known.id = coalesce(page.known_id, page.hint_id)))
            order by page.place), '[]')
          from (select * from private.import_rows as typed
                  where typed.import_id = import and typed.place > coalesce(after_place, 0)
                    and case only_these when 'wrong' then typed.entries is null
                                        when 'known' then num_nonnulls(typed.known_id, typed.twin_place) > 0
                                        when 'hint' then typed.hint_id is not null and typed.twin_place is null
                                        when 'noted' then typed.entries is not null and typed.problems <> '{}'
                                        when 'kept' then typed.outcome in ('left', 'wrong')
                                        else true end
                  order by typed.place limit least(greatest(size, 1), 1000)) as page)) end;
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
                 'made_requirement', private.made_of(item.id), 'made_candidate', private.candidate_of(item.id),
                 'is_sender_spam', private.is_spam_sender(item_row.email, item_row.phone),
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
               'candidates', private.candidate_counts(requirement_row.id),
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
                         'elsewhere', private.entries_elsewhere(person.id, requirement.id),
                         'erase_at', person.erase_at,
                         'numbers', case when person.email is null then private.numbers_to_ask(person) else '[]' end))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = requirement.id))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_words (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    token text[];
    synonym text;
    term tsquery;
    all_of tsquery;
    any_of tsquery;
  begin
    -- Of twelve words: nobody looks for more, and each is looked up.
    for token in
      select matched from regexp_matches(
        translate(regexp_replace(regexp_replace(typed, '\m([a-z]) sharp\M', '\1sharp', 'g'),
                                 '\m([a-z]) plus plus\M', '\1++', 'g'), '“”„«»/\,;|&', '"""""      '),
        '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') as matched limit 12
    loop
      if token[1] = '' and lower(token[3]) = 'or' then
        any_of := coalesce(any_of || all_of, all_of, any_of);
        all_of := null;
      else
        term := private.term_query(coalesce(token[2], token[3]));
        for synonym in select * from private.skill_synonyms(token[3]) loop
          term := coalesce(term || private.term_query(synonym), term);
        end loop;
        all_of := coalesce(all_of && case when token[1] = '' then term else !!term end, all_of,
                           case when token[1] = '' then term else !!term end);
      end if;
    end loop;
    return coalesce(any_of || all_of, all_of, any_of);
  end $function$;

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
              from (select listed.kind, count(*) as things from private.late_of(colleague.user_id) as listed
                      group by listed.kind) as counted) as late),
      'unassigned_requirements', (select least(count(*), 1000) from private.open_requirements as open_requirement
                                    where open_requirement.recruiter_id is null));
  end $function$;

CREATE OR REPLACE FUNCTION private.receiver_of (
  person uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with recursive way as (
      select person as user_id, array[person] as seen
        where person is distinct from (select private.current_user_id())
      union all
      select absence.stand_in, way.seen || absence.stand_in
        from way join private.current_absences as absence on absence.user_id = way.user_id
        where absence.stand_in <> all (way.seen))
    select coalesce((select user_id from way where not private.is_away(user_id)), person)
  $function$;

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
  ROWS 2
  SET search_path TO ''
  AS $function$
    select candidate
    union
    select twin.id from public.candidates as own join public.candidates as twin on twin.email = own.email where own.id = candidate
    union
    select twin from public.candidates as own cross join lateral private.records_like(own.full_name, own.phone) as twin
      where own.id = candidate and own.email is null
  $function$;

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
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
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
      where colleague.user_id = private.receiver_of(coalesce(
        (select requirement.recruiter_id from public.shortlist_entries as entry
           join public.job_requirements as requirement on requirement.id = entry.requirement_id
           join public.team_members as known on known.user_id = requirement.recruiter_id where entry.id = (consent).entry_id),
        (consent).asked_by))
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
    elsif private.is_work_abroad(requirement, list) and not exists (select from private.settings where emigration_number is not null) then
      raise exception 'emigration_number_missing' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.card_reveals_identity(person, private.card_of(person, entry_row.chosen, is_blind), entry_row.pitch, is_blind) then
      raise exception 'contact_in_card' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.refuse_twin(entry_row.id, private.asked_states());
  end $function$;

CREATE OR REPLACE FUNCTION private.first_name_of (
  person public.candidates
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when length(rtrim(given.name, '.')) <= 1 or given.name ~ '^(?:[^.]\.)+[^.]?$' then (person).full_name else given.name end
      from (select split_part((person).full_name, ' ', 1) as name) as given
  $function$;

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
    elsif private.current_user_id() is not null and exists (
      select from public.candidate_consents as sent where sent.id = lock_link.consent_id and sent.how = 'phone_link') then
      raise exception 'candidate_alone' using errcode = 'PT403';
    end if;
    perform private.lock_records(candidate_id);
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
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

CREATE OR REPLACE FUNCTION private.records_at (
  number text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select known.id from public.candidates as known
      where known.search @@ private.any_number_of('+' || records_at.number)
        and records_at.number = any (private.world_numbers(known.phone))
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_said_at (
  number    text,
  entry_row public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    digest text := private.number_digest(number);
    records uuid[] := array(select private.records_at(number));
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = entry_row.requirement_id);
  begin
    if exists (select from public.candidates as known where known.id = any (records) and known.email is not null) then
      raise exception 'address_known' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (select from private.disowned_mailboxes as known where known.subject = digest) then
      raise exception 'number_disowned' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (select from public.candidates as known where known.id = any (records) and private.is_blocked(known, company)) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidate_consents as asked
        join public.shortlist_entries as entry on entry.id = asked.entry_id
        where (asked.number_digest = digest or asked.candidate_id = any (records))
          and entry.requirement_id = entry_row.requirement_id and entry.id <> entry_row.id
          and asked.closed_at is null and entry.state = any (private.asked_states())) then
      raise exception 'twin_on_list' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidate_consents as asked
        join public.shortlist_entries as entry on entry.id = asked.entry_id
        where (asked.number_digest = digest or asked.candidate_id = any (records))
          and entry.requirement_id = entry_row.requirement_id
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days' and asked.reconsidered_at is null) then
      raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
  end $function$;

REVOKE ALL ON FUNCTION "private"."records_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_said_at"(text, public.shortlist_entries) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.noted_call (
  candidate uuid
)
  RETURNS public.candidate_notes
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select note.* from public.candidate_notes as note
      where note.candidate_id = candidate and note.author = (select private.current_user_id()) and note.channel = 'call'
        and note.number_digest is null and note.created_at > now() - interval '1 hour'
      order by note.created_at desc, note.id desc limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.trimmed_straight (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.trimmed(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'))
  $function$;

REVOKE ALL ON FUNCTION "private"."noted_call"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trimmed_straight"(text) FROM PUBLIC;

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
  begin
    perform pg_advisory_xact_lock(hashtextextended('questions to ' || digest, 0));
    if not exists (select from private.settings where enough_for_yes = 'rung_number') then
      raise exception 'phone_not_enough' using errcode = 'PT422', hint = entry_row.id::text;
    elsif number is null or number <> all (private.world_numbers(person.phone)) then
      raise exception 'number_unknown' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.refuse_said_at(number, entry_row);
    if 5 <= (select count(*) from public.candidate_consents as asked
                 where asked.number_digest = digest and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = entry_row.id::text;
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
                 where private.mailbox_of(record.email) = private.mailbox_of((person).email)
                   and greatest(consent.asked_at, consent.reminded_at) > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as consent
                  where consent.asked_by = (select private.current_user_id()) and consent.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $function$;

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
    numbers tsquery;
  begin
    perform private.require_team();
    select private.mailbox_of(item.email), lower(item.company), private.any_number_of(item.phone)
      into mailbox, firm, numbers
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
        (select sent.id, sent.created_at from public.inbox_items as sent where sent.search @@ numbers limit 1000)
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

CREATE OR REPLACE FUNCTION private.related_people (
  item uuid
)
  RETURNS TABLE (
    kind   text,
    id     uuid,
    name   text,
    detail text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 12
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    sent record;
    connected uuid;
  begin
    perform private.require_team();
    select item_row.* into sent from private.inbox_item_details as item_row
      where item_row.id = related_people.item and item_row.requirement_id is null limit 1;
    select form.client_id into connected from public.inbox_items as item_row
      join public.contact_submissions as form on form.id = item_row.contact_id where item_row.id = sent.id;
    return query
      select 'candidate', known.id, known.full_name, known.headline, known.why
        from private.similar_candidates(jsonb_build_object('email', sent.email, 'phone', sent.phone), null) as known
        where sent.id is not null;
    return query
      select 'client', known.id, known.company_name, known.full_name, known.reason
        from private.suggest_clients(sent.company, sent.email, sent.phone, connected) as known
        where sent.id is not null and known.reason <> 'words' limit 6;
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

CREATE OR REPLACE FUNCTION private.release_marks (
  caller uuid,
  acts   uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    item public.inbox_items;
    count integer := 0;
  begin
    delete from private.spam_senders as marked where marked.act = any (acts);
    for item in
      select * from public.inbox_items as line
        where line.state = 'spam'
          and line.id in (select arrived.item_id from private.spam_arrivals as arrived where arrived.act = any (acts))
        order by line.id limit 500 for update skip locked
    loop
      perform private.apply_state(caller, item, 'new', null);
      count := count + 1;
    end loop;
    return count;
  end $function$;

CREATE OR REPLACE FUNCTION private.release_sender (
  item uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    line public.inbox_items;
    is_back boolean := false;
    acts uuid[];
  begin
    select * into line from public.inbox_items as own
      where own.id = release_sender.item and own.requirement_id is null for update;
    if line.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    elsif line.state = 'spam' then
      perform private.apply_state(caller, line, 'new', null);
      is_back := true;
    end if;
    acts := array(
      select marked.act from private.enquiries as sent
        join private.spam_senders as marked on marked.sender = any (private.sender_keys(sent.email, sent.phone))
        where sent.id = line.id
      union select arrived.act from private.spam_arrivals as arrived where arrived.item_id = line.id);
    insert into public.item_events (item_id, actor, type) values (line.id, caller, 'sender_released');
    return private.release_marks(caller, acts) + is_back::integer;
  end $function$;

CREATE OR REPLACE FUNCTION private.remind_candidate (
  entry uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    requirement public.job_requirements;
    person public.candidates;
    question public.candidate_consents;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    select * into person from public.candidates where id = entry_row.candidate_id;
    select * into question from public.candidate_consents as asked where asked.entry_id = entry
      order by asked.asked_at desc, asked.id limit 1;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement.status);
    if entry_row.state <> 'asked' or person.email is not null and question.mailbox_digest is distinct from private.subject_of(person.email) then
      raise exception 'nothing_to_remind' using errcode = 'PT422', hint = entry::text;
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry::text;
    elsif greatest(question.asked_at, question.reminded_at) > now() - interval '1 day' then
      return false;
    elsif private.reminder_from(question) is null then
      raise exception 'reminded_twice' using errcode = 'PT422', hint = entry::text;
    end if;
    perform private.lock_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    update public.candidate_consents as asked set reminded_at = now(), reminders = asked.reminders + 1 where asked.id = question.id;
    update public.candidates set last_activity_at = now() where id = person.id;
    perform private.enqueue_mail('candidate_ask', 'remind.' || question.id || '.' || question.reminders + 1,
                                 jsonb_build_object('consent', question.id, 'reminder', question.id), address => person.email);
    insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel)
      values (person.id, private.current_user_id(), 'Reminded of the question', gen_random_uuid(), entry, 'mail');
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.reminder_from (
  consent public.candidate_consents
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when (consent).reminders < 2 and (consent).how <> 'phone_link'
                  and num_nonnulls((consent).given_at, (consent).refused_at, (consent).withdrawn_at, (consent).closed_at) = 0
             then greatest((consent).asked_at, (consent).reminded_at) + interval '1 day' end
  $function$;

CREATE OR REPLACE FUNCTION private.reminders_of (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('count', question.reminders, 'at', question.reminded_at, 'from', private.reminder_from(question))
      from public.candidate_consents as question where question.entry_id = reminders_of.entry
      order by question.asked_at desc, question.id limit 1
  $function$;

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
        ('public.candidates', 'search = private.searchable_candidate(filled)')) as renewed (relation, changes);
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
          claim_expires_at = case when assignee = next_assignee and holder is not null and in_charge is null
                               then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

CREATE OR REPLACE FUNCTION private.repeated_talk (
  candidate uuid,
  caller    uuid,
  entry     uuid,
  channel   text,
  words     text
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select last.id
      from (select * from public.candidate_notes as talk where talk.candidate_id = repeated_talk.candidate
              order by talk.created_at desc, talk.id desc limit 1) as last
      where last.author = caller and last.body = words and last.entry_id is not distinct from entry
        and last.channel is not distinct from repeated_talk.channel and last.created_at > now() - private.repeats_within()
  $function$;

CREATE OR REPLACE FUNCTION private.repeats_within()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '10 minutes' $function$;

CREATE OR REPLACE FUNCTION private.request_row_fill (
  name      text,
  relation  regclass,
  changes   text,
  condition text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement)
      values (name, format('with piece as (select id from %1$s where id > $1 and %3$s order by id limit 500),
                              filled as (update %1$s as filled set %2$s where id in (select id from piece))
                            select id from piece order by id desc limit 1', relation, changes, condition))
      on conflict on constraint row_fills_pkey do update set statement = excluded.statement, after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.require_figures (
  month       date,
  grouping_by text,
  group_key   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    if month is null or extract(day from month) <> 1 or month not between '2000-01-01' and '2999-12-01'
      or grouping_by is not null and grouping_by <> all (private.figure_groupings()) then
      raise exception 'figure_unknown' using errcode = 'PT422';
    elsif grouping_by = 'recruiter' and group_key is distinct from caller::text and not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_manager()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.current_user_id();
  end $function$;

CREATE OR REPLACE FUNCTION private.require_successor (
  person    uuid,
  successor uuid,
  day       date DEFAULT private.today()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if successor = person or not private.is_team(successor) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    elsif private.is_away(successor, day) then
      raise exception 'successor_away' using errcode = 'PT422';
    end if;
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
                      where colleague.user_id = private.receiver_of(requirement_row.recruiter_id))))
        || private.outlook_of(requirement_row)
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
                      where colleague.user_id = private.receiver_of(requirement.recruiter_id)))) || private.outlook_of(requirement)
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
        'candidates', private.candidate_counts(requirement.id))
        || case when (select private.is_team_member()) then jsonb_build_object('client_id', requirement.client_id) else '{}' end
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
            and (found is not null or coalesce(item.search @@ query, false))
            and (found is null or item.id = any (found))
            and (status is null or requirement.status = status)
            and (priority is null or requirement.priority = priority)
            and (whose is null or case when whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = person end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.rows_of_day (
  person uuid
)
  RETURNS TABLE (
    day           private.day_row,
    section_place integer,
    place         bigint,
    total         bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with work as materialized (
      select private.holders_of_work(person) as holders
    ), found as materialized (
      select candidate_row.* from work cross join lateral private.day_of_candidates(work.holders) as candidate_row
      union all select item_row.* from work cross join lateral private.day_of_items(work.holders) as item_row
      union all select requirement_row.* from work cross join lateral private.day_of_requirements(work.holders) as requirement_row
    ), once as (
      select row(found.*)::private.day_row as day, placed.section_place,
             row_number() over (partition by coalesce(found.entry_id, found.candidate_id, found.requirement_id, found.item_id),
                                             found.section = 'steps' and found.entry_id in (select first_one.entry_id from found as first_one where first_one.section in ('agreed', 'calls'))
                                order by placed.section_place, found.at) as appearance
        from found
        cross join lateral (select array_position(private.day_sections(), found.section) as section_place) as placed
        where found.section not in ('due', 'waiting') or found.requirement_id is null
          or found.requirement_id not in (select answered.requirement_id from found as answered where answered.section = 'answers')
    )
    select once.day, once.section_place,
           row_number() over (partition by once.section_place
                              order by (once.day).first, (once.day).at, (once.day).requirement_id, (once.day).entry_id,
                                       (once.day).candidate_id, (once.day).item_id),
           least(count(*) over (partition by once.section_place), 100)
      from once where once.appearance = 1
  $function$;

CREATE OR REPLACE FUNCTION private.run_import (
  import uuid,
  known  text,
  source text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    import_row private.candidate_imports := private.lock_import(import);
    table_row private.import_rows;
    person public.candidates;
    missing jsonb;
    target uuid;
  begin
    if import_row.done_at is not null then
      return private.import_counts(import);
    elsif known not in ('leave', 'fill', 'make') or private.trimmed(run_import.source) is null then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif 10 <= (select count(*) from private.candidate_imports as past where past.owner = caller and past.done_at is not null) then
      raise exception 'too_many_imports' using errcode = 'PT429';
    end if;
    perform private.match_import(import);
    update private.import_rows as typed
      set outcome = case private.import_choice(typed, known)
            when 'make' then 'made' when 'fill' then 'filled' when 'leave' then 'left' else 'wrong' end
      where typed.import_id = import;
    perform private.lock_imported(array(
      select distinct coalesce(typed.known_id, typed.hint_id) from private.import_rows as typed
        where typed.import_id = import and typed.outcome = 'filled' and num_nonnulls(typed.known_id, typed.hint_id) > 0));
    with typed as materialized (
      select made.place, gen_random_uuid() as id,
             private.with_candidate_entries(jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'),
                                            made.entries || '{"is_adult": true}', private.candidate_fields()) as person
        from private.import_rows as made where made.import_id = import and made.outcome = 'made'
    ), made as (
      insert into public.candidates (id, full_name, email, phone, headline, city, country, notice_period, skills, summary, links,
          expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
        select typed.id, (typed.person).full_name, (typed.person).email, (typed.person).phone, (typed.person).headline,
               (typed.person).city, (typed.person).country, (typed.person).notice_period, (typed.person).skills,
               (typed.person).summary, (typed.person).links, (typed.person).expected_pay_amount,
               (typed.person).expected_pay_currency, (typed.person).expected_pay_unit,
               left(concat_ws('; ', (typed.person).source, private.trimmed(run_import.source)), 200), (typed.person).language, true,
               (typed.person).employer, caller
          from typed)
    update private.import_rows as kept set candidate_id = typed.id
      from typed where kept.import_id = import and kept.place = typed.place;
    -- What is said by a new record ends what other records of the address show.
    perform private.hide_from_never(made.candidate_id)
      from private.import_rows as made
      where made.import_id = import and made.outcome = 'made' and exists (
        select from public.candidates as own join public.candidates as other on other.email = own.email and other.id <> own.id
          where own.id = made.candidate_id);
    for table_row in select * from private.import_rows as typed
                       where typed.import_id = import and typed.outcome = 'filled' order by typed.place loop
      target := coalesce(table_row.known_id, table_row.hint_id,
        (select coalesce(first_row.candidate_id, first_row.known_id) from private.import_rows as first_row
          where first_row.import_id = import and first_row.place = table_row.twin_place));
      missing := '{}';
      if target is not null then
        select * into person from public.candidates as kept where kept.id = target for update;
        missing := private.missing_entries(person, table_row.entries);
        if person.email is null and table_row.mailbox is not null and cardinality(table_row.problems) < 40 then
          table_row.problems := table_row.problems || 'The email address is not filled in: ask them whether it is theirs'::text;
        end if;
      end if;
      if missing <> '{}' then
        perform private.write_candidate(person, private.with_candidate_entries(person, missing, private.candidate_fields()));
        select jsonb_object_agg(field, to_jsonb(kept) -> field) into missing
          from public.candidates as kept, jsonb_object_keys(missing) as field where kept.id = target;
      end if;
      update private.import_rows as kept
        set candidate_id = target, filled = nullif(missing, '{}'), problems = table_row.problems,
            outcome = case when missing = '{}' then 'left' else 'filled' end
        where kept.import_id = import and kept.place = table_row.place;
    end loop;
    update private.candidate_imports as kept
      set done_at = now(), source = left(private.trimmed(run_import.source), 200) where kept.id = import;
    perform private.log_activity('candidates_imported', 'import', import);
    return private.import_counts(import);
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

CREATE OR REPLACE FUNCTION private.save_client_terms (
  client           uuid,
  seen             integer,
  fee              text,
  replacement_days integer,
  payment_days     integer,
  remarks          text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    kept integer;
  begin
    perform private.lock_client(client);
    kept := coalesce((select version from public.client_terms where client_id = client), 0);
    if kept is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = kept::text;
    end if;
    insert into public.client_terms as terms (client_id, fee, replacement_days, payment_days, remarks, updated_by)
      values (client, private.trimmed_straight(save_client_terms.fee), save_client_terms.replacement_days,
              save_client_terms.payment_days, private.trimmed_straight(save_client_terms.remarks), caller)
      on conflict (client_id) do update
        set fee = excluded.fee, replacement_days = excluded.replacement_days, payment_days = excluded.payment_days,
            remarks = excluded.remarks, updated_by = excluded.updated_by;
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

CREATE OR REPLACE FUNCTION private.searchable_candidate (
  candidate public.candidates
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select setweight(private.words_of(concat_ws(chr(10), (candidate).headline, array_to_string((candidate).skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), (candidate).full_name, (candidate).city,
           array_to_string(private.place_names((candidate).city), chr(10)), (candidate).country, (candidate).email,
           (candidate).phone, (candidate).notice_period, (candidate).employer, (candidate).source))
      || array_to_tsvector(private.place_lexemes((candidate).city, (candidate).country)
                           || private.notice_lexemes((candidate).notice_period))
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_enquiry (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), said.words, array_to_string(private.place_names(left(said.words, 2000)), chr(10)),
                                      private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid)))
      from private.searched_text(entries, is_flood) as said (words)
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_requirement (
  requirement public.job_requirements,
  is_flood    boolean                 DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), private.searched_text(to_jsonb(requirement), is_flood),
                                      array_to_string(private.place_names((requirement).location), chr(10)),
                                      client.company_name, client.full_name, client.phone))
           || array_to_tsvector(array[private.company_lexeme(client.id)])
      from public.clients as client where client.id = requirement.client_id
  $function$;

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

CREATE OR REPLACE FUNCTION private.sender_keys (
  email text,
  phone text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array(
      select private.subject_of(private.mailbox_of(private.normal_address(email))) where position('@' in email) > 0
      union
      select private.subject_of(right(number.digits, 10))
        from unnest(private.phone_numbers_in(left(phone, 200))) as dialled
        cross join lateral private.digits_of(dialled) as number where number.is_whole)
  $function$;

CREATE OR REPLACE FUNCTION private.sender_to_erase (
  item uuid,
  OUT  address text,
  OUT  name text,
  OUT  is_member boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select private.normal_address(coalesce(sent.email, sent.phone)), sent.sender into address, name
      from private.enquiries as sent where sent.id = sender_to_erase.item;
    if address is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    is_member := exists (select from auth.users as account where lower(account.email) = address)
      or exists (select from public.invitations as invitation where invitation.email = address);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean,
  begins_on  date
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_self_or_admin(person);
    first_day date := coalesce(set_absence.begins_on, private.today());
  begin
    perform from public.user_roles where user_id in (caller, person, stand_in) order by user_id for share;
    perform private.require_self_or_admin(person);
    perform private.require_successor(person, stand_in, greatest(first_day, private.today()));
    if until is null or until < private.today() or until > private.today() + 366 then
      raise exception 'absence_day' using errcode = 'PT422';
    elsif first_day > until then
      raise exception 'absence_begins_late' using errcode = 'PT422';
    end if;
    if set_absence.begins_on is null and private.is_away(person) then
      first_day := (select absence.begins_on from private.absences as absence where absence.user_id = person);
    end if;
    insert into private.absences as absence (user_id, until, stand_in, begins_on)
      values (person, set_absence.until, set_absence.stand_in, first_day)
      on conflict (user_id) do update
        set until = excluded.until, stand_in = excluded.stand_in, begins_on = excluded.begins_on
        where (absence.until, absence.stand_in, absence.begins_on)
          is distinct from (excluded.until, excluded.stand_in, excluded.begins_on);
    if found then
      perform private.log_activity('absence_set', 'person', person, stand_in);
    end if;
    return not coalesce(hands_over, false) or private.give_work(person, stand_in);
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

CREATE OR REPLACE FUNCTION private.shown_states()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['shown', 'interview', 'offered', 'accepted', 'joined', 'declined'] $function$;

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
              where private.mailbox_of(known.email) = private.mailbox_of(private.trimmed(entries ->> 'email')) limit 7)
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

CREATE OR REPLACE FUNCTION private.settle_next_step()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
  begin
    new.next_on := null;
    new.next_words := null;
    new.next_by := null;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.skill_forms (
  word text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array[word] || case
        when word !~ '^[a-z]{4,}$' then '{}'
        when word ~ '^[a-z]{3,}(ing|ers?|ors?)$' then array(
          select stem || ending from regexp_replace(word, '(ing|ers?|ors?)$', '') as stem,
                                     unnest(array['ing', 'er', 'ers', 'or', 'ors']) as ending
            where stem || ending <> word)
        when word ~ '[^s]s$' then array[left(word, -1)]
        when word ~ '[^s]$' then array[word || 's']
        else '{}' end
  $function$;

CREATE OR REPLACE FUNCTION private.skill_words_query (
  skill text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(found.query::text, ' | ')::tsquery
      from (select private.skill_query(skill) as query
            union all
            select private.skill_query(word)
              from regexp_replace(regexp_replace(private.skill_key(skill), '\m([a-z]) sharp\M', '\1#', 'g'),
                                  '\m([a-z]) plus plus\M', '\1++', 'g') as called,
                   regexp_split_to_table(called, '[ /,&;()]+') as word
              where word <> called
                and word <> all (array['', 'a', 'an', 'and', 'at', 'basic', 'by', 'experience', 'for', 'good', 'in', 'knowledge',
                                       'of', 'on', 'or', 'skills', 'the', 'to', 'with', 'work', 'years'])) as found
      where found.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.skill_query (
  skill text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(phrase.parts, ' | ')::tsquery
      from (select skill as called union select * from private.skill_synonyms(skill)) as name
      cross join lateral phraseto_tsquery('simple', private.spaced_text(name.called)) as plain
      cross join lateral (
        select string_agg(case when part ~ '^''' then (
                            select '(' || string_agg(quote_literal(form) || ':A', ' | ') || ')'
                              from unnest(private.skill_forms(trim(part, ''''))) as form)
                          else part end, ' ' order by place) as parts
          from regexp_split_to_table(plain::text, ' ') with ordinality as split (part, place)) as phrase
      where numnode(plain) > 0
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
        '([a-z0-9])(?:[+][+]| plus plus(?![a-z0-9]))', '\1plusplus', 'g'),
        '([a-z0-9])(#| sharp(?![a-z0-9]))', '\1sharp', 'g'),
        '[.]net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u0964\u0965\u2010-\u205E\u3001-\u3003]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.spam_mark_of (
  email text,
  phone text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mark uuid := (select marked.act from private.spam_senders as marked
                    where marked.sender = any (private.sender_keys(email, phone)) limit 1);
  begin
    return case when mark is not null and not private.is_known_sender(email, phone) then mark end;
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
             private.mailbox_of(private.normal_address(typed.entries ->> 'email')),
             private.name_key(left(typed.entries ->> 'full_name', 200)),
             private.numbers_in(left(coalesce(typed.entries ->> 'phone', ''), 200)),
             private.numbers_like(left(coalesce(typed.entries ->> 'phone', ''), 200))
        from jsonb_to_recordset(rows) as typed (place integer, cells text[], entries jsonb, problems text[]);
    perform private.match_import(form);
    return form;
  end $function$;

CREATE OR REPLACE FUNCTION private.stamp_candidate_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := private.searchable_candidate(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.stand_in_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'until', absence.until,
                                                'begins_on', case when absence.begins_on > private.today() then absence.begins_on end))
      from private.absences as absence
      join public.team_members as colleague on colleague.user_id = absence.user_id
      where absence.user_id = ((mail).ids ->> 'away')::uuid and absence.stand_in = (mail).user_id and absence.until >= private.today()
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

CREATE OR REPLACE FUNCTION private.suggest_clients (
  name    text,
  address text,
  number  text,
  known   uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text,
    is_known     boolean,
    email        text,
    phone        text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             private.numbers_like(left(number, 200)) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id),
           coalesce(likely.email, (select account.email from auth.users as account where account.id = likely.user_id)),
           coalesce(likely.phone, case when likely.person is null then client.phone end)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person, likely.user_id,
                                       likely.email, likely.phone from (
          select client.id, 'connected' as reason, 0 as place, null as person, null::uuid as user_id, null as email,
                 null as phone from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name, member.user_id, null, member.phone
            from public.client_members as member
            where member.user_id in (select private.accounts_of(address))
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name, null, invitation.email, invitation.phone
            from public.invitations as invitation
            where invitation.client_id is not null and private.mailbox_of(invitation.email) = private.mailbox_of(private.trimmed(address))
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name, member.user_id, null, member.phone from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) && wanted_ones
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null, null, null, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) && wanted_ones
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null, null, null, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null, null, null, null from public.clients as client, private.any_word_of(name) as wanted
            where private.words_of(client.company_name) @@ wanted
            order by ts_rank(private.words_of(client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $function$;

CREATE OR REPLACE FUNCTION private.take_back_entries (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare given record;
  begin
    perform private.lock_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      perform private.take_back_entry(given.id, given.version);
    end loop;
    return cardinality(entries);
  end $function$;

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

CREATE OR REPLACE FUNCTION private.talks_of (
  candidate uuid,
  most      integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', talk.id, 'channel', talk.channel, 'body', talk.body, 'created_at', talk.created_at, 'author', talk.author,
               'entry_id', talk.entry_id, 'job_title', requirement.job_title)
               order by talk.created_at desc, talk.id desc), '[]')
      from (select * from public.candidate_notes as written where written.candidate_id = candidate
              order by written.created_at desc, written.id desc limit most) as talk
      left join public.shortlist_entries as entry on entry.id = talk.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.team_frame()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                          'user_id', colleague.user_id, 'display_name', colleague.display_name,
                          'away_until', absence.until, 'stand_in', absence.stand_in,
                          -- Of one that is to come.
                          'away_from', case when absence.begins_on > private.today() then absence.begins_on end))
                        order by colleague.display_name, colleague.user_id), '[]')
                 from public.team_members as colleague
                 left join private.absences as absence
                   on absence.user_id = colleague.user_id and absence.until >= private.today()),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $function$;

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

CREATE OR REPLACE FUNCTION private.term_query (
  term text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when numnode(phrase) > 0 then regexp_replace(phrase::text, '([^'' ]{3})''$', '\1'':*')::tsquery end
      from phraseto_tsquery('simple', private.spaced_text(regexp_replace(private.fold_text(term),
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})', '\1\2', 'g'))) as phrase
  $function$;

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
    perform private.release_marks(caller, array[undo_act.act])
      from private.spam_senders as marked where marked.act = undo_act.act and marked.marked_by = caller limit 1;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_import (
  import uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    import_row private.candidate_imports := private.lock_import(import);
    table_row private.import_rows;
    person public.candidates;
    emptied jsonb;
    removed integer;
    reverted integer := 0;
  begin
    if import_row.done_at is null or import_row.undone_at is not null then
      raise exception 'import_not_undoable' using errcode = 'PT409';
    end if;
    perform private.lock_imported(array(
      select distinct typed.candidate_id from private.import_rows as typed where typed.import_id = import and typed.candidate_id is not null));
    for table_row in select * from private.import_rows as typed
                       where typed.import_id = import and typed.outcome = 'filled' order by typed.place desc loop
      select * into person from public.candidates as kept where kept.id = table_row.candidate_id;
      select coalesce(jsonb_object_agg(entry.key, case when jsonb_typeof(entry.value) = 'array' then '[]'::jsonb end), '{}')
        into emptied
        from jsonb_each(table_row.filled) as entry
        where to_jsonb(person) -> entry.key = entry.value
          and (entry.key not like 'expected\_pay%' or not exists (
            select from jsonb_each(table_row.filled) as pay
              where pay.key like 'expected\_pay%' and to_jsonb(person) -> pay.key is distinct from pay.value));
      -- Of whom the import has made nothing is emptied: they go, or stay whole.
      continue when emptied = '{}' or exists (
        select from private.import_rows as own
          where own.import_id = import and own.outcome = 'made' and own.candidate_id = person.id);
      perform private.write_candidate(person, private.with_candidate_entries(person, emptied, private.candidate_fields()));
      reverted := reverted + 1;
    end loop;
    delete from public.candidates as made using private.import_rows as typed
      where typed.import_id = import and typed.outcome = 'made' and made.id = typed.candidate_id
        and greatest(made.updated_at, made.last_activity_at) = import_row.done_at
        and made.next_on is null and made.email_confirmed_at is null
        and not exists (select from public.shortlist_entries as entry where entry.candidate_id = made.id)
        and not exists (select from public.candidate_notes as note where note.candidate_id = made.id)
        and not exists (select from public.candidate_consents as consent where consent.candidate_id = made.id)
        and not exists (select from public.candidate_never as never where never.candidate_id = made.id)
        and not exists (select from private.candidate_codes as code where code.candidate_id = made.id);
    get diagnostics removed = row_count;
    update private.candidate_imports as kept set undone_at = now() where kept.id = import;
    perform private.log_activity('import_undone', 'import', import);
    return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', (
      select count(*) from private.import_rows as typed where typed.import_id = import and typed.outcome = 'made'));
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
    if exists (select from public.candidates as person where person.id = (consent).candidate_id and person.erase_at is not null) then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    elsif not exists (select from public.candidate_consents as said
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
                         where event.requirement_id = waits_for.requirement
                           -- What it has said by telephone the team has noted.
                           and (event.side = 'company' or event.type = 'candidates_answered')
                           and event.created_at > last.created_at))
        or exists (select from public.inbox_items as item
                     where item.requirement_id = waits_for.requirement and item.state = 'waiting')
        or exists (select from public.shortlist_entries as entry
                     where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        then 'company' end
  $function$;

CREATE OR REPLACE FUNCTION private.who_joined (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('persons', count(*),
                              'joining', case when min(begins.day) = max(begins.day) then min(begins.day) end)
      from public.shortlist_entries as entry cross join lateral (select coalesce(entry.begins_on, entry.joined_on) as day) as begins
      where entry.requirement_id = who_joined.requirement and entry.state in ('accepted', 'joined')
  $function$;

CREATE OR REPLACE FUNCTION private.with_joined_names (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(folded,
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})', '\1\2 \1 \2', 'g'),
        '(?<![a-z''`\u00B4\u02BC\u2018\u2019])([do]) ([a-z]{3,})', '\1\2 \1 \2', 'g')
      from private.fold_text(value) as folded
  $function$;

CREATE OR REPLACE FUNCTION private.words_of (
  value text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(private.spaced_text(private.with_joined_names(value)), '')) || array_to_tsvector(private.numbers_in(coalesce(value, '')))
  $function$;

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

CREATE OR REPLACE FUNCTION private.yearly_pay (
  amount numeric,
  unit   text
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select amount * case unit when 'hour' then 2496 when 'day' then 312 when 'month' then 12 else 1 end
  $function$;

CREATE OR REPLACE FUNCTION public.add_candidates (
  requirement uuid,
  candidates  uuid[]
)
  RETURNS TABLE (
    candidate_id uuid,
    full_name    text,
    entry_id     uuid,
    outcome      text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.add_candidates(requirement, candidates) $function$;

REVOKE ALL ON FUNCTION "public"."add_candidates"(uuid, uuid[]) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.client_timeline (
  client    uuid,
  before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id             uuid,
    happened_at    timestamp with time zone,
    kind           text,
    title          text,
    words          text,
    person         text,
    side           text,
    channel        text,
    requirement_id uuid,
    item_id        uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.client_timeline(client, before_at, before_id) $function$;

REVOKE ALL ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.correct_client_contact (
  client    uuid,
  seen      integer,
  full_name text    DEFAULT NULL::text,
  phone     text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.correct_client_contact(client, seen, full_name, phone) $function$;

REVOKE ALL ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.count_found_candidates (
  words       text                    DEFAULT NULL::text,
  city        text                    DEFAULT NULL::text,
  filter      public.candidate_filter DEFAULT NULL::public.candidate_filter,
  requirement uuid                    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.count_found_candidates(words, city, filter, requirement)
  $function$;

REVOKE ALL ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.deal_with_answer (
  entry uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.deal_with_answer(entry, seen) $function$;

REVOKE ALL ON FUNCTION "public"."deal_with_answer"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.decide_import (
  import  uuid,
  places  integer[],
  choices text[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.decide_import(import, places, choices) $function$;

REVOKE ALL ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.discard_import (
  import uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.discard_import(import) $function$;

REVOKE ALL ON FUNCTION "public"."discard_import"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.erase_by_link (
  token    text,
  is_minor boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.erase_by_link(token, is_minor) $function$;

REVOKE ALL ON FUNCTION "public"."erase_by_link"(text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.erase_sender (
  item uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.erase_sender(item) $function$;

REVOKE ALL ON FUNCTION "public"."erase_sender"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_candidates (
  words     text                     DEFAULT NULL::text,
  city      text                     DEFAULT NULL::text,
  filter    public.candidate_filter  DEFAULT NULL::public.candidate_filter,
  after_key timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                     DEFAULT NULL::uuid
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
  SET search_path TO ''
  AS $function$ select * from private.export_candidates(words, city, filter, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_figure_rows (
  month       date,
  measure     text,
  grouping_by text                     DEFAULT NULL::text,
  group_key   text                     DEFAULT NULL::text,
  after_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_figure_rows(month, measure, grouping_by, group_key, after_at, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_figures (
  month       date,
  grouping_by text DEFAULT 'recruiter'::text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.export_figures(month, grouping_by) $function$;

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_candidates_calling (
  name    text DEFAULT NULL::text,
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text
)
  RETURNS TABLE (
    id        uuid,
    full_name text,
    headline  text,
    city      text,
    email     text,
    phone     text,
    reason    text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_candidates_calling(name, number, address) $function$;

REVOKE ALL ON FUNCTION "public"."find_candidates_calling"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_enquiries (
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  company text DEFAULT NULL::text
)
  RETURNS TABLE (
    id             uuid,
    kind           public.inbox_kind,
    title          text,
    sender         text,
    came           timestamp with time zone,
    state          public.inbox_state,
    source         text,
    reason         text,
    email          text,
    phone          text,
    sender_company text,
    client_id      uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_enquiries(number, address, company) $function$;

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_next_step (
  candidate uuid,
  seen_next date,
  entry     uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.finish_next_step(candidate, seen_next, entry) $function$;

REVOKE ALL ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.keep_by_link (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.keep_by_link(token) $function$;

REVOKE ALL ON FUNCTION "public"."keep_by_link"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_candidates (
  words       text                     DEFAULT NULL::text,
  city        text                     DEFAULT NULL::text,
  filter      public.candidate_filter  DEFAULT NULL::public.candidate_filter,
  requirement uuid                     DEFAULT NULL::uuid,
  before_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                     DEFAULT NULL::uuid,
  size        integer                  DEFAULT 25
)
  RETURNS SETOF public.listed_candidate
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_candidates(words, city, filter, requirement, before_at, before_id, size)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_clients (
  words text DEFAULT NULL::text,
  sort  text DEFAULT NULL::text,
  after uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id              uuid,
    company_name    text,
    full_name       text,
    phone           text,
    created_at      timestamp with time zone,
    members         integer,
    invited_at      timestamp with time zone,
    open            integer,
    recruiters      uuid[],
    last_contact_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_clients(words, sort, after) $function$;

REVOKE ALL ON FUNCTION "public"."list_clients"(text, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_figure_rows (
  month       date,
  measure     text,
  grouping_by text                     DEFAULT NULL::text,
  group_key   text                     DEFAULT NULL::text,
  after_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.figure_row
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_figure_rows(month, measure, grouping_by, group_key, after_at, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_imports()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.list_imports() $function$;

REVOKE ALL ON FUNCTION "public"."list_imports"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_late (
  person uuid,
  kind   text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.list_late(person, kind) $function$;

REVOKE ALL ON FUNCTION "public"."list_late"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.make_candidate_of (
  item      uuid,
  entries   jsonb DEFAULT NULL::jsonb,
  form      uuid  DEFAULT NULL::uuid,
  candidate uuid  DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.make_candidate_of(item, entries, form, candidate) $function$;

REVOKE ALL ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mark_entry (
  entry uuid,
  seen  integer,
  state text,
  day   date    DEFAULT NULL::date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mark_entry(entry, seen, state, day) $function$;

REVOKE ALL ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mend_enquiry (
  item        uuid,
  seen        integer,
  name        text,
  requirement text,
  phone       text    DEFAULT NULL::text,
  email       text    DEFAULT NULL::text,
  company     text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mend_enquiry(item, seen, name, requirement, phone, email, company) $function$;

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_day (
  section text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.my_day(section) $function$;

REVOKE ALL ON FUNCTION "public"."my_day"(text) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.note_client (
  client  uuid,
  form    uuid,
  body    text,
  channel text DEFAULT NULL::text
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.note_client(client, form, channel, body) $function$;

REVOKE ALL ON FUNCTION "public"."note_client"(uuid, uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_talk (
  candidate  uuid,
  form       uuid,
  words      text DEFAULT NULL::text,
  channel    text DEFAULT NULL::text,
  entry      uuid DEFAULT NULL::uuid,
  next_on    date DEFAULT NULL::date,
  next_words text DEFAULT NULL::text,
  seen_next  date DEFAULT NULL::date
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.note_talk(candidate, form, words, channel, entry, next_on, next_words, seen_next)
  $function$;

REVOKE ALL ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.own_open_requirements()
  RETURNS TABLE (
    id        uuid,
    job_title text,
    company   text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.own_open_requirements() $function$;

REVOKE ALL ON FUNCTION "public"."own_open_requirements"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.phone_link (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.phone_link(entry) $function$;

REVOKE ALL ON FUNCTION "public"."phone_link"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.preview_sender_erasure (
  item uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.preview_sender_erasure(item) $function$;

REVOKE ALL ON FUNCTION "public"."preview_sender_erasure"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_figures (
  month       date,
  grouping_by text DEFAULT 'recruiter'::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_figures(month, grouping_by) $function$;

REVOKE ALL ON FUNCTION "public"."read_figures"(date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_import (
  import      uuid,
  only_these  text    DEFAULT 'all'::text,
  after_place integer DEFAULT 0,
  size        integer DEFAULT 25
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_import(import, only_these, after_place, size) $function$;

REVOKE ALL ON FUNCTION "public"."read_import"(uuid, text, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_workload()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_workload() $function$;

REVOKE ALL ON FUNCTION "public"."read_workload"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.related_people (
  item uuid
)
  RETURNS TABLE (
    kind   text,
    id     uuid,
    name   text,
    detail text,
    reason text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.related_people(item) $function$;

REVOKE ALL ON FUNCTION "public"."related_people"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.release_sender (
  item uuid
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.release_sender(item) $function$;

REVOKE ALL ON FUNCTION "public"."release_sender"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remind_candidate (
  entry uuid
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.remind_candidate(entry) $function$;

REVOKE ALL ON FUNCTION "public"."remind_candidate"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.requirement_audience (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.requirement_audience(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."requirement_audience"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.run_import (
  import uuid,
  known  text,
  source text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '20s'
  AS $function$ select private.run_import(import, known, source) $function$;

REVOKE ALL ON FUNCTION "public"."run_import"(uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_client_terms (
  client           uuid,
  seen             integer,
  fee              text    DEFAULT NULL::text,
  replacement_days integer DEFAULT NULL::integer,
  payment_days     integer DEFAULT NULL::integer,
  remarks          text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.save_client_terms(client, seen, fee, replacement_days, payment_days, remarks)
  $function$;

REVOKE ALL ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean DEFAULT false,
  begins_on  date    DEFAULT NULL::date
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_absence(person, until, stand_in, hands_over, begins_on) $function$;

REVOKE ALL ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.stage_import (
  form     uuid,
  head     text[],
  columns  text[],
  has_head boolean,
  rows     jsonb
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '20s'
  AS $function$ select private.stage_import(form, head, columns, has_head, rows) $function$;

REVOKE ALL ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.suggest_clients (
  name    text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  number  text DEFAULT NULL::text,
  known   uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text,
    is_known     boolean,
    email        text,
    phone        text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.suggest_clients(name, address, number, known) $function$;

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_back_entries (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_back_entries(entries, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_back_note (
  answer uuid,
  seen   integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_back_note(answer, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_back_note"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_import (
  import uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '20s'
  AS $function$ select private.undo_import(import) $function$;

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."candidate_imports"
  ADD CONSTRAINT "candidate_imports_owner_fkey" FOREIGN KEY (OWNER) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."first_answers"
  ADD CONSTRAINT "first_answers_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_hint_id_fkey" FOREIGN KEY (hint_id) REFERENCES public.candidates(id) ON DELETE SET NULL;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY (import_id) REFERENCES private.candidate_imports(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_known_id_fkey" FOREIGN KEY (known_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_candidates"
  ADD CONSTRAINT "item_candidates_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_candidates"
  ADD CONSTRAINT "item_candidates_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_enough_for_yes_check" CHECK ((enough_for_yes = ANY (ARRAY['rung_number'::text, 'mail_code'::text]))) NOT VALID;

ALTER TABLE "private"."spam_arrivals"
  ADD CONSTRAINT "spam_arrivals_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."spam_senders"
  ADD CONSTRAINT "spam_senders_marked_by_fkey" FOREIGN KEY (marked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_how_check" CHECK ((how = ANY (ARRAY['link'::text, 'own_page'::text, 'phone_link'::text]))) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_number_digest_check" CHECK ((number_digest ~ '^[0-9a-f]{64}$'::text)) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_reminders_check" CHECK (((reminders >= 0) AND (reminders <= 2))) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_rung_by_fkey" FOREIGN KEY (rung_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_way_check" CHECK ((way = ANY (ARRAY['portal'::text, 'mail'::text]))) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "phone_was_rung" CHECK (((how = 'phone_link'::text) = ((number_digest IS NOT NULL) AND (rung_at IS NOT NULL)))) NOT VALID;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_channel_check" CHECK ((channel = ANY (ARRAY['call'::text, 'whatsapp'::text, 'mail'::text, 'meeting'::text]))) NOT VALID;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_number_digest_check" CHECK ((number_digest ~ '^[0-9a-f]{64}$'::text)) NOT VALID;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "candidates_next_by_fkey" FOREIGN KEY (next_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "next_step_has_day" CHECK (((next_on IS NOT NULL) OR (num_nonnulls(next_words, next_by) = 0))) NOT VALID;

ALTER TABLE "public"."client_notes"
  ADD CONSTRAINT "client_notes_author_fkey" FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."client_notes"
  ADD CONSTRAINT "client_notes_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "public"."client_terms"
  ADD CONSTRAINT "client_terms_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "public"."client_terms"
  ADD CONSTRAINT "client_terms_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."item_events"
  ADD CONSTRAINT "item_events_type_check"
    CHECK
    ((type = ANY (ARRAY['taken'::text, 'given'::text, 'released'::text, 'state'::text, 'due'::text, 'returned'::text, 'converted'::text, 'written'::text, 'answered'::text,
    'replied'::text, 'undone'::text, 'mended'::text, 'candidate'::text, 'sender_marked'::text, 'sender_spam'::text, 'sender_released'::text])));

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
    'candidate_moved'::text, 'candidate_erased'::text, 'candidate_disowned'::text, 'candidate_news'::text, 'candidates_waiting'::text, 'candidate_cards'::text])));

ALTER TABLE "public"."requirement_messages"
  ADD CONSTRAINT "requirement_messages_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "is_noted_whole" CHECK (((num_nonnulls(said_how, said_by, said_on) = ANY (ARRAY[0, 3])) AND ((said_how IS NULL) OR (author IS NULL)))) NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_noted_by_fkey" FOREIGN KEY (noted_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_said_how_check" CHECK ((said_how = ANY (ARRAY['phone'::text, 'mail'::text]))) NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_said_on_check" CHECK (((said_on >= '1900-01-01'::date) AND (said_on <= '2999-12-31'::date))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "frozen_when_asked" CHECK (((card IS
    NOT NULL) OR (state <> ALL (ARRAY['asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text, 'declined'::text])))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "next_step_has_day" CHECK (((next_on IS NOT NULL) OR (num_nonnulls(next_words, next_by) = 0))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "says_when_begins" CHECK (((state = 'accepted'::text) = (begins_on IS NOT NULL))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "says_when_shown" CHECK (((shown_at IS
    NOT NULL) OR (state <> ALL (ARRAY['shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text, 'declined'::text])))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_begins_on_check" CHECK (((begins_on >= '1900-01-01'::date) AND (begins_on <= '2999-12-31'::date))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_next_by_fkey" FOREIGN KEY (next_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_state_check"
    CHECK
    ((state = ANY (ARRAY['draft'::text, 'asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text, 'declined'::text,
    'withdrawn'::text, 'closed'::text])));

CREATE VIEW "private"."current_absences" AS  SELECT user_id,
    until,
    stand_in
   FROM private.absences absence
  WHERE ((until >= ( SELECT private.today() AS today)) AND (COALESCE(begins_on, '-infinity'::date) <= ( SELECT private.today() AS today)));

CREATE VIEW "private"."entries_in_process" AS  SELECT id,
    candidate_id
   FROM public.shortlist_entries entry
  WHERE ((state <> ALL (ARRAY['draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])) AND
        CASE state
            WHEN 'accepted'::text THEN true
            WHEN 'joined'::text THEN (joined_on > (CURRENT_DATE - 365))
            ELSE (EXISTS ( SELECT
               FROM private.open_requirements listed
              WHERE (listed.requirement_id = entry.requirement_id)))
        END);

CREATE INDEX candidate_imports_age ON private.candidate_imports USING btree (created_at);

CREATE INDEX candidate_imports_owner ON private.candidate_imports USING btree (OWNER, created_at DESC);

CREATE INDEX first_answers_came ON private.first_answers USING btree (came_at) INCLUDE (subject, answered_at);

CREATE INDEX import_rows_candidate ON private.import_rows USING btree (candidate_id);

CREATE INDEX import_rows_hint ON private.import_rows USING btree (hint_id);

CREATE INDEX import_rows_known ON private.import_rows USING btree (known_id);

CREATE INDEX item_candidates_candidate ON private.item_candidates USING btree (candidate_id);

CREATE INDEX open_requirements_client ON private.open_requirements USING btree (client_id, last_word_at) INCLUDE (recruiter_id);

CREATE INDEX spam_arrivals_act ON private.spam_arrivals USING btree (act);

CREATE INDEX spam_senders_act ON private.spam_senders USING btree (act);

CREATE INDEX spam_senders_marker ON private.spam_senders USING btree (marked_by);

CREATE INDEX candidate_consents_asked ON public.candidate_consents USING btree (asked_at) INCLUDE (entry_id)
  WHERE (entry_id IS NOT NULL);

CREATE INDEX candidate_consents_given ON public.candidate_consents USING btree (given_at) INCLUDE (entry_id)
  WHERE ((entry_id IS NOT NULL) AND (given_at IS NOT NULL));

CREATE INDEX candidate_consents_number ON public.candidate_consents USING btree (number_digest, asked_at)
  WHERE (number_digest IS NOT NULL);

CREATE INDEX candidate_consents_rung_by ON public.candidate_consents USING btree (rung_by)
  WHERE (rung_by IS NOT NULL);

CREATE INDEX candidate_notes_entry ON public.candidate_notes USING btree (entry_id, created_at DESC, id DESC)
  WHERE (entry_id IS NOT NULL);

CREATE INDEX candidates_next ON public.candidates USING btree (next_by, next_on)
  WHERE (next_on IS NOT NULL);

CREATE INDEX candidates_to_erase ON public.candidates USING btree (erase_at)
  WHERE (erase_at IS NOT NULL);

CREATE UNIQUE INDEX client_notes_form ON public.client_notes USING btree (author, form_id);

CREATE INDEX client_notes_timeline ON public.client_notes USING btree (client_id, created_at DESC, id DESC);

CREATE INDEX client_terms_updated_by ON public.client_terms USING btree (updated_by);

CREATE INDEX inbox_items_arrived ON public.inbox_items USING btree (created_at)
  INCLUDE (id, kind, state, assignee, claim_expires_at, source, contact_id, posting_id, consultation_id)
  WHERE (requirement_id IS NULL);

CREATE INDEX job_requirements_arrived ON public.job_requirements USING btree (created_at) INCLUDE (id, client_id, recruiter_id, is_filed_by_team)
  WHERE ((source_contact_id IS NULL) AND (source_posting_id IS NULL) AND (source_consultation_id IS NULL));

CREATE INDEX job_requirements_made ON public.job_requirements USING btree (created_at)
  INCLUDE (id, client_id, recruiter_id, source_contact_id, source_posting_id, source_consultation_id)
  WHERE ((source_contact_id IS NOT NULL) OR (source_posting_id IS NOT NULL) OR (source_consultation_id IS NOT NULL));

CREATE INDEX requirement_events_client ON public.requirement_events USING btree (client_id, created_at DESC, id DESC);

CREATE INDEX requirement_events_status ON public.requirement_events USING btree (created_at) INCLUDE (requirement_id)
  WHERE (TYPE = 'status'::text);

CREATE INDEX requirement_messages_client ON public.requirement_messages USING btree (client_id, created_at DESC, id DESC)
  WHERE (client_id IS NOT NULL);

CREATE INDEX shortlist_answers_interviews ON public.shortlist_answers USING btree (created_at) INCLUDE (entry_id)
  WHERE (verdict = 'interview'::text);

CREATE INDEX shortlist_answers_noted_by ON public.shortlist_answers USING btree (noted_by)
  WHERE (noted_by IS NOT NULL);

CREATE INDEX shortlist_entries_accepted ON public.shortlist_entries USING btree (accepted_at)
  WHERE (accepted_at IS NOT NULL);

CREATE INDEX shortlist_entries_answered ON public.shortlist_entries USING btree (requirement_id, answered_at)
  WHERE ((answered_at IS
    NOT NULL) AND (state <> ALL (ARRAY['withdrawn'::text, 'closed'::text])) AND
    ((dealt_at < answered_at) OR ((dealt_at IS NULL) AND (state = ANY (ARRAY['shown'::text, 'interview'::text])))));

CREATE INDEX shortlist_entries_asked ON public.shortlist_entries USING btree (requirement_id)
  WHERE (state = 'asked'::text);

CREATE INDEX shortlist_entries_begins ON public.shortlist_entries USING btree (begins_on)
  WHERE (begins_on IS NOT NULL);

CREATE INDEX shortlist_entries_in_process ON public.shortlist_entries USING btree (candidate_id, requirement_id, state, joined_on)
  WHERE (state <> ALL (ARRAY['draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text]));

CREATE INDEX shortlist_entries_joined ON public.shortlist_entries USING btree (joined_on)
  WHERE (joined_on IS NOT NULL);

CREATE INDEX shortlist_entries_next ON public.shortlist_entries USING btree (next_by, next_on)
  WHERE (next_on IS NOT NULL);

CREATE INDEX shortlist_entries_offered ON public.shortlist_entries USING btree (offered_at)
  WHERE (offered_at IS NOT NULL);

CREATE INDEX shortlist_entries_shown ON public.shortlist_entries USING btree (shown_at)
  WHERE (shown_at IS NOT NULL);

CREATE TRIGGER settle_next_step
  BEFORE UPDATE OF state ON public.shortlist_entries
  FOR EACH ROW
  WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['joined'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])) AND (old.next_on IS NOT NULL)))
  EXECUTE FUNCTION private.settle_next_step();

CREATE TRIGGER keep_way
  BEFORE UPDATE OF given_at ON public.candidate_consents
  FOR EACH ROW
  WHEN (((old.given_at IS NULL) AND (new.given_at IS NOT NULL) AND (new.entry_id IS NOT NULL)))
  EXECUTE FUNCTION private.keep_consent_way();

CREATE TRIGGER deal_by_talk
  AFTER INSERT ON public.candidate_notes
  FOR EACH ROW
  WHEN ((new.entry_id IS NOT NULL))
  EXECUTE FUNCTION private.deal_by_talk();

CREATE TRIGGER stamp_search
  BEFORE INSERT OR UPDATE OF full_name, email, phone, headline, city, country, notice_period, skills, source, employer ON public.candidates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_candidate_search();

CREATE TRIGGER track_first_member
  AFTER INSERT OR DELETE ON public.client_members
  FOR EACH ROW
  EXECUTE FUNCTION private.track_first_member();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF fee, replacement_days, payment_days, remarks ON public.client_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.client_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE TRIGGER follow_answer
  AFTER INSERT ON public.item_events
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_item_answer();

CREATE TRIGGER follow_answer
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_requirement_answer();

CREATE TRIGGER forget_entry
  AFTER DELETE ON public.shortlist_entries
  FOR EACH ROW
  EXECUTE FUNCTION private.forget_entry();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF state, chosen, pitch, card, is_blind, joined_on, begins_on, answered_at ON public.shortlist_entries
  FOR EACH ROW
  WHEN
    (((old.state IS DISTINCT FROM new.state) OR (old.chosen IS DISTINCT FROM new.chosen) OR (old.pitch IS DISTINCT FROM new.pitch) OR (old.card IS DISTINCT FROM new.card) OR
    (old.is_blind IS DISTINCT FROM new.is_blind) OR (old.joined_on IS DISTINCT FROM new.joined_on) OR (old.begins_on IS DISTINCT FROM new.begins_on) OR
    (old.answered_at IS DISTINCT FROM new.answered_at)))
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF is_blind, is_abroad, tells_pay, india_place, is_by_mail ON public.shortlists
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE POLICY "who may export reads" ON "public"."client_notes"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."client_terms"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

REVOKE ALL ON FUNCTION "private"."add_candidates"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_candidates"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."agree_by_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agree_by_link"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."answer_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_by_phone"(uuid, integer, text, boolean, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_candidates"(uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_candidates"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_for_call"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_for_call"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."audience_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_cards_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_query"(text, text, public.candidate_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_page"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."city_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_end"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_timeline"(uuid, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."client_timeline"(uuid, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clients_page"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_converted"(uuid, public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_client_contact"(uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_client_contact"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."count_found_candidates"(text, text, public.candidate_filter, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_found_candidates"(text, text, public.candidate_filter, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."day_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_candidate"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_candidates"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_items"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_requirements"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deal_by_talk"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deal_with_answer"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deal_with_answer"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."decide_import"(uuid, integer[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_import"(uuid, integer[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."discard_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."discard_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."disown_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_elsewhere"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_by_link"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_by_link"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."erase_sender"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."erasure_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_figures"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."figure_facts"(date, date, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_groupings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_measures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_rows"(date, text, text, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figures_of"(date, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_first_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_candidates_calling"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_candidates_calling"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_enquiries"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."finish_next_step"(uuid, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_next_step"(uuid, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."first_answer_at"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_item_answer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_requirement_answer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_items_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."freeze_card"(public.shortlist_entries, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_consent"(public.candidates, public.shortlist_entries, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_line"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_open_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_said_interview"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holders_of_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_choice"(private.import_rows, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_counts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_lasts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answer"(public.item_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answer"(public.requirement_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_answered_by_phone"(public.candidate_consents, public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_anybody_there"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_away"(uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_known_sender"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_place_abroad"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_spam_sender"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_still_theirs"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_work_abroad"(public.job_requirements, public.shortlists) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_by_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_consent_way"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_call"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_question"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_numbers"(public.candidates, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_clients"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_clients"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_imports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_imports"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_late"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_late"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_client"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_import"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_imported"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_records"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_candidate_of"(uuid, jsonb, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_candidate_of"(uuid, jsonb, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mark_entry"(uuid, integer, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_entry"(uuid, integer, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mark_sender"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_row_of"(private.import_rows, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_import"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mend_enquiry"(uuid, integer, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_enquiry"(uuid, integer, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."missing_entries"(public.candidates, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_day"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_day"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."next_step"(date, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_answer"(uuid, integer, text, text, text, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_answer"(uuid, integer, text, text, text, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_client"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_client"(uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_first_answer"(public.inbox_items, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_of"(public.shortlist_answers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."notice_days"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notice_lexemes"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_digest"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."numbers_to_ask"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_open_requirements"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_open_requirements"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."own_recruiters"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_recruiters"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."phone_link"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."phone_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."place_lexemes"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_names"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_parts"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_place"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."preview_sender_erasure"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."preview_sender_erasure"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."put_on_shortlist"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_question"(public.candidates, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_figures"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_import"(uuid, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_import"(uuid, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_workload"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_workload"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."records_like"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_asking"(public.shortlist_entries, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_number"(public.candidates, public.shortlist_entries, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."related_people"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."related_people"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."release_marks"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."release_sender"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."release_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."remind_candidate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reminder_from"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminders_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repeated_talk"(uuid, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repeats_within"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_figures"(date, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_manager"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_successor"(uuid, uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_audience"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."requirement_audience"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."rows_of_day"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."run_import"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_import"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_client_terms"(uuid, integer, text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_client_terms"(uuid, integer, text, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."searchable_candidate"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_cards"(uuid, uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_cards"(uuid, uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sender_keys"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sender_to_erase"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_absence"(uuid, date, uuid, boolean, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_absence"(uuid, date, uuid, boolean, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."show_candidates"(uuid, uuid[], integer[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."show_candidates"(uuid, uuid[], integer[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."settle_next_step"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_forms"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_words_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spam_mark_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stage_import"(uuid, text[], text[], boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stage_import"(uuid, text[], text[], boolean, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."stamp_candidate_search"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_back_entries"(uuid[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_entries"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_back_note"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_note"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."talks_of"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_phone_answers"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."track_first_member"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."with_joined_names"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_joined_names"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."world_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."world_numbers"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."yearly_pay"(numeric, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_candidates"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_candidates"(uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_candidates"(uuid, uuid[]) TO "postgres";

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

GRANT EXECUTE ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."deal_with_answer"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."deal_with_answer"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."deal_with_answer"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."discard_import"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_import"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_by_link"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_by_link"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_by_link"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_sender"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_sender"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_figures"(date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_figures"(date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_candidates_calling"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_candidates_calling"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_candidates_calling"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_next_step"(uuid, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_by_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_by_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_clients"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_clients"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_clients"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_figure_rows"(date, text, text, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imports"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_imports"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imports"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_late"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_late"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_late"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_day"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_day"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_day"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_answer"(uuid, integer, text, text, text, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_client"(uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_client"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_client"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_open_requirements"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."own_open_requirements"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_open_requirements"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."phone_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone_link"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_sender_erasure"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_sender_erasure"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_sender_erasure"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_figures"(date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_figures"(date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_figures"(date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_import"(uuid, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_import"(uuid, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_import"(uuid, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_workload"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_workload"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_workload"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_people"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."related_people"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_people"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_sender"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_sender"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remind_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remind_candidate"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remind_candidate"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."requirement_audience"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."requirement_audience"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."requirement_audience"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_import"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."run_import"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_import"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_cards"(uuid, uuid[], integer[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entries"(uuid[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_note"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_note"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_note"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."client_notes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."client_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."client_notes" FROM "postgres";

GRANT ALL ON TABLE "public"."client_notes" TO "postgres";

GRANT ALL ON TABLE "public"."client_notes" TO "service_role";

REVOKE ALL ON TABLE "public"."client_terms" FROM "authenticated";

GRANT SELECT ON TABLE "public"."client_terms" TO "authenticated";

REVOKE ALL ON TABLE "public"."client_terms" FROM "postgres";

GRANT ALL ON TABLE "public"."client_terms" TO "postgres";

GRANT ALL ON TABLE "public"."client_terms" TO "service_role";

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_asker_words_check" CHECK (private.is_text(asker_words, 300)) NOT VALID;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "candidates_next_words_check" CHECK (private.is_text(next_words, 200)) NOT VALID;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_said_by_check" CHECK (private.is_text(said_by, 200)) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_next_words_check" CHECK (private.is_text(next_words, 200)) NOT VALID;

DROP FUNCTION "private"."require_candidate_exporter"();

CREATE OR REPLACE FUNCTION private.erase_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.require_manager();
    perform private.lock_candidate(candidate);
    perform private.forget_candidate(each) from unnest(array(select private.records_of(candidate))) as each;
  end $function$;

CREATE OR REPLACE FUNCTION private.export_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    perform private.log_activity('exported', 'candidate', candidate);
    return private.candidate_record(candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_record_rows (
  records uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_exporter (
  list text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    perform private.log_activity('exported', list, null);
    return private.current_user_id();
  end $function$;

REVOKE ALL ON FUNCTION "private"."lock_record_rows"(uuid[]) FROM PUBLIC;

-- The companies of the messages that are there, filled in by the schedule.
select private.request_row_fill('companies of messages', 'public.requirement_messages',
  'client_id = (select requirement.client_id from public.job_requirements as requirement where requirement.id = filled.requirement_id)',
  'client_id is null');

-- Names with apostrophes, places by all their names, notice and employers are found once the schedule has come to each row.
select private.renew_search();

-- What came before is looked through by the schedule, in pieces.
select private.fill_first_answers();

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
