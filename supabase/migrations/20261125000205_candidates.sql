SET local check_function_bodies = off;

ALTER TABLE "private"."company_counts"
  DROP CONSTRAINT "company_counts_kind_check";

ALTER TABLE "public"."crm_events"
  DROP CONSTRAINT "crm_events_type_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

DROP FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."find_enquiries"(text, text, text);

DROP FUNCTION "private"."leave_company"(uuid);

DROP FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."related_items"(uuid);

DROP FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."find_enquiries"(text, text, text);

DROP FUNCTION "public"."leave_company"(uuid);

DROP FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."related_items"(uuid);

CREATE TABLE "private"."candidate_codes" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "candidate_id" uuid                     NOT NULL,
  "tries"        integer                  NOT NULL DEFAULT 0,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "expires_at"   timestamp with time zone NOT NULL DEFAULT (now() + '00:15:00'::interval),
  "used_at"      timestamp with time zone,
  CONSTRAINT "candidate_codes_pkey" PRIMARY KEY (id)
);

CREATE TABLE "private"."candidate_sessions" (
  "digest"       text                     NOT NULL,
  "candidate_id" uuid                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "expires_at"   timestamp with time zone NOT NULL DEFAULT (now() + '00:30:00'::interval),
  CONSTRAINT "candidate_sessions_pkey" PRIMARY KEY (digest)
);

CREATE TABLE "private"."disowned_mailboxes" (
  "subject"    text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "disowned_mailboxes_pkey" PRIMARY KEY (subject)
);

CREATE TABLE "private"."sealed_candidates" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "subject"    text                     NOT NULL,
  "consents"   jsonb                    NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "sealed_candidates_pkey" PRIMARY KEY (id)
);

CREATE TABLE "public"."candidate_consents" (
  "id"             uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "candidate_id"   uuid                     NOT NULL,
  "purpose"        text                     NOT NULL,
  "entry_id"       uuid,
  "notice_version" integer                  NOT NULL,
  "language"       text                     NOT NULL,
  "basis"          text                     NOT NULL,
  "how"            text                     NOT NULL DEFAULT 'link'::text,
  "asked_by"       uuid,
  "asked_at"       timestamp with time zone NOT NULL DEFAULT now(),
  "given_at"       timestamp with time zone,
  "card_digest"    text,
  "refused_at"     timestamp with time zone,
  "ends_at"        timestamp with time zone,
  "withdrawn_at"   timestamp with time zone,
  "closed_at"      timestamp with time zone,
  CONSTRAINT "about_an_entry" CHECK (((purpose = 'show'::text) = (entry_id IS NOT NULL))),
  CONSTRAINT "candidate_consents_basis_check" CHECK ((basis = ANY (ARRAY['consent'::text, 'legitimate_interest'::text]))),
  CONSTRAINT "candidate_consents_card_digest_check" CHECK ((card_digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "candidate_consents_how_check" CHECK ((how = ANY (ARRAY['link'::text, 'own_page'::text]))),
  CONSTRAINT "candidate_consents_language_check" CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT "candidate_consents_notice_version_check" CHECK ((notice_version > 0)),
  CONSTRAINT "candidate_consents_pkey" PRIMARY KEY (id),
  CONSTRAINT "candidate_consents_purpose_check" CHECK ((purpose = ANY (ARRAY['keep'::text, 'show'::text]))),
  CONSTRAINT "yes_is_to_a_card" CHECK (((given_at IS NULL) OR (purpose = 'keep'::text) OR (card_digest IS NOT NULL)))
);

ALTER TABLE "public"."candidate_consents"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."candidate_consents"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."candidate_consents" FROM "anon";

CREATE TABLE "public"."candidate_never" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "candidate_id" uuid                     NOT NULL,
  "client_id"    uuid,
  "named"        text,
  "is_employer"  boolean                  NOT NULL DEFAULT false,
  "is_own"       boolean                  NOT NULL DEFAULT false,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "candidate_never_pkey" PRIMARY KEY (id),
  CONSTRAINT "names_one" CHECK ((num_nonnulls(client_id, named) = 1)),
  CONSTRAINT "candidate_never_named_check" CHECK (private.is_text(named, 200))
);

ALTER TABLE "public"."candidate_never"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."candidate_never"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."candidate_never" FROM "anon";

CREATE TABLE "public"."candidate_notes" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "candidate_id" uuid                     NOT NULL,
  "author"       uuid,
  "body"         text                     NOT NULL,
  "form_id"      uuid                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "candidate_notes_pkey" PRIMARY KEY (id),
  CONSTRAINT "candidate_notes_body_check" CHECK (private.is_text(body, 4000))
);

ALTER TABLE "public"."candidate_notes"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."candidate_notes"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."candidate_notes" FROM "anon";

CREATE TABLE "public"."candidates" (
  "id"                    uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "form_id"               uuid,
  "full_name"             text                     NOT NULL,
  "email"                 text,
  "email_confirmed_at"    timestamp with time zone,
  "phone"                 text,
  "headline"              text,
  "city"                  text,
  "country"               text,
  "notice_period"         text,
  "skills"                text[]                   NOT NULL DEFAULT '{}'::text[],
  "summary"               text,
  "links"                 text[]                   NOT NULL DEFAULT '{}'::text[],
  "expected_pay_amount"   numeric(14,2),
  "expected_pay_currency" public.currency_code,
  "expected_pay_unit"     text,
  "source"                text,
  "language"              text                     NOT NULL DEFAULT 'en'::text,
  "is_adult"              boolean                  NOT NULL,
  "employer"              text,
  "created_by"            uuid,
  "last_activity_at"      timestamp with time zone NOT NULL DEFAULT now(),
  "link_issue"            integer                  NOT NULL DEFAULT 1,
  "version"               integer                  NOT NULL DEFAULT 1,
  "created_at"            timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"            timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "candidates_expected_pay_amount_check" CHECK (((expected_pay_amount >= (0)::numeric) AND (expected_pay_amount < 'NaN'::numeric))),
  CONSTRAINT "candidates_expected_pay_unit_check" CHECK ((expected_pay_unit = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'year'::text]))),
  CONSTRAINT "candidates_form_id_key" UNIQUE (form_id),
  CONSTRAINT "candidates_is_adult_check" CHECK (is_adult),
  CONSTRAINT "candidates_language_check" CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT "candidates_pkey" PRIMARY KEY (id),
  CONSTRAINT "candidates_version_check" CHECK ((version > 0)),
  CONSTRAINT "confirmed_has_address" CHECK (((email IS NOT NULL) OR (email_confirmed_at IS NULL))),
  CONSTRAINT "pay_is_whole" CHECK ((num_nonnulls(expected_pay_amount, expected_pay_currency, expected_pay_unit) = ANY (ARRAY[0, 3]))),
  CONSTRAINT "candidates_city_check" CHECK (private.is_text(city, 200)),
  CONSTRAINT "candidates_country_check" CHECK (private.is_text(country, 100)),
  CONSTRAINT "candidates_email_check" CHECK ((private.is_email(email) AND (email = private.normal_address(email)))),
  CONSTRAINT "candidates_employer_check" CHECK (private.is_text(employer, 200)),
  CONSTRAINT "candidates_full_name_check" CHECK (private.is_text(full_name, 200)),
  CONSTRAINT "candidates_headline_check" CHECK (private.is_text(headline, 200)),
  CONSTRAINT "candidates_notice_period_check" CHECK (private.is_text(notice_period, 100)),
  CONSTRAINT "candidates_phone_check" CHECK (private.is_text(phone, 200)),
  CONSTRAINT "candidates_skills_check" CHECK (private.are_skills(skills, 0)),
  CONSTRAINT "candidates_source_check" CHECK (private.is_text(source, 200)),
  CONSTRAINT "candidates_summary_check" CHECK (private.is_text(summary, 4000))
);

ALTER TABLE "public"."candidates"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."candidates"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."candidates" FROM "anon";

CREATE TABLE "public"."entry_views" (
  "entry_id"   uuid                     NOT NULL,
  "user_id"    uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "day"        date                     NOT NULL DEFAULT private.today(),
  CONSTRAINT "entry_views_pkey" PRIMARY KEY (entry_id, user_id, day)
);

ALTER TABLE "public"."entry_views"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."entry_views"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."entry_views" FROM "anon";

CREATE TABLE "public"."shortlist_answers" (
  "id"                  uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "entry_id"            uuid                     NOT NULL,
  "author"              uuid,
  "verdict"             text                     NOT NULL,
  "reason"              text,
  "words_for_agency"    text,
  "words_for_candidate" text,
  "released_at"         timestamp with time zone,
  "released_by"         uuid,
  "created_at"          timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "shortlist_answers_pkey" PRIMARY KEY (id),
  CONSTRAINT "shortlist_answers_verdict_check" CHECK ((verdict = ANY (ARRAY['interview'::text, 'maybe'::text, 'no'::text, 'known'::text]))),
  CONSTRAINT "shortlist_answers_reason_check" CHECK (private.is_text(reason, 500)),
  CONSTRAINT "shortlist_answers_words_for_agency_check" CHECK (private.is_text(words_for_agency, 2000)),
  CONSTRAINT "shortlist_answers_words_for_candidate_check" CHECK (private.is_text(words_for_candidate, 2000))
);

ALTER TABLE "public"."shortlist_answers"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."shortlist_answers"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."shortlist_answers" FROM "anon";

CREATE TABLE "public"."shortlist_entries" (
  "id"             uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "requirement_id" uuid                     NOT NULL,
  "candidate_id"   uuid                     NOT NULL,
  "state"          text                     NOT NULL DEFAULT 'draft'::text,
  "code_word"      text                     NOT NULL,
  "chosen"         text[]                   NOT NULL DEFAULT ARRAY['headline'::text,
  'city'::text,
  'notice_period'::text,
  'skills'::text],
  "pitch"          text,
  "card"           jsonb,
  "is_blind"       boolean                  NOT NULL DEFAULT false,
  "shown_at"       timestamp with time zone,
  "answered_at"    timestamp with time zone,
  "interview_at"   timestamp with time zone,
  "joined_on"      date,
  "added_by"       uuid,
  "version"        integer                  NOT NULL DEFAULT 1,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "code_word_is_ones" UNIQUE (requirement_id, code_word),
  CONSTRAINT "frozen_when_asked" CHECK (((card IS
    NOT NULL) OR (state <> ALL (ARRAY['asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'joined'::text, 'declined'::text])))),
  CONSTRAINT "once_for_each" UNIQUE (requirement_id, candidate_id),
  CONSTRAINT "says_when_joined" CHECK (((state = 'joined'::text) = (joined_on IS NOT NULL))),
  CONSTRAINT "says_when_shown" CHECK (((shown_at IS NOT NULL) OR (state <> ALL (ARRAY['shown'::text, 'interview'::text, 'offered'::text, 'joined'::text, 'declined'::text])))),
  CONSTRAINT "shortlist_entries_card_check" CHECK ((jsonb_typeof(card) = 'object'::text)),
  CONSTRAINT "shortlist_entries_joined_on_check" CHECK (((joined_on >= '1900-01-01'::date) AND (joined_on <= '2999-12-31'::date))),
  CONSTRAINT "shortlist_entries_pkey" PRIMARY KEY (id),
  CONSTRAINT "shortlist_entries_state_check"
    CHECK
    ((state = ANY (ARRAY['draft'::text, 'asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'joined'::text, 'declined'::text, 'withdrawn'::text,
    'closed'::text]))),
  CONSTRAINT "shortlist_entries_version_check" CHECK ((version > 0)),
  CONSTRAINT "shortlist_entries_chosen_check" CHECK (private.are_names(chosen)),
  CONSTRAINT "shortlist_entries_code_word_check" CHECK (private.is_text(code_word, 50)),
  CONSTRAINT "shortlist_entries_pitch_check" CHECK (private.is_text(pitch, 2000))
);

ALTER TABLE "public"."shortlist_entries"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."shortlist_entries"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."shortlist_entries" FROM "anon";

CREATE TABLE "public"."shortlists" (
  "requirement_id" uuid                     NOT NULL,
  "is_blind"       boolean                  NOT NULL DEFAULT false,
  "is_abroad"      boolean                  NOT NULL DEFAULT false,
  "reminded_at"    timestamp with time zone,
  "version"        integer                  NOT NULL DEFAULT 1,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "shortlists_pkey" PRIMARY KEY (requirement_id),
  CONSTRAINT "shortlists_version_check" CHECK ((version > 0))
);

ALTER TABLE "public"."shortlists"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."shortlists"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."shortlists" FROM "anon";

ALTER TABLE "private"."settings"
  ADD COLUMN "retention_days_candidates" integer NOT NULL DEFAULT 365;

ALTER TABLE "private"."settings"
  ADD COLUMN "sealed_days" integer NOT NULL DEFAULT 0;

ALTER TABLE "private"."settings"
  ADD COLUMN "emigration_number" text;

ALTER TABLE "public"."crm_events"
  ADD COLUMN "entry_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[];

CREATE OR REPLACE FUNCTION private.add_never (
  candidate uuid,
  named     text,
  client    uuid,
  employer  boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    perform private.lock_candidate(candidate);
    return private.write_never(candidate, named, client, employer, false);
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
  declare person public.candidates := private.hold_own_candidate(session_token);
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
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlist_entries;
  begin
    perform private.lock_candidate(candidate);
    if filed.status <> all (private.open_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlist_entries as known
      where known.requirement_id = filed.id and known.candidate_id = candidate for update;
    if held.id is null then
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = filed.id) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (filed.id, candidate, private.next_code_word(filed.id), private.current_user_id()) returning * into held;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif held.state in ('withdrawn', 'closed') then
      if private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.unask_entry(held.id);
    end if;
    return held.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.agree_to_be_kept (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    if private.is_kept(person.id) then
      return;
    end if;
    update public.candidate_consents as asked set given_at = now()
      where asked.candidate_id = person.id and asked.purpose = 'keep'
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at)
        values (person.id, 'keep', private.notice_version(), person.language, private.basis_for(person.country), 'own_page', now());
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
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries := private.own_entry(person.id, entry);
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = held.requirement_id;
    if digest is distinct from private.card_digest(held) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif held.state <> 'asked' and private.has_yes(held) then
      return;
    elsif held.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as asked
      set given_at = now(), ends_at = now() + private.yes_lasts(), card_digest = digest, language = person.language
      where asked.entry_id = held.id and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = held.id;
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
    select max(asked.ends_at) from public.candidate_consents as asked
      where asked.entry_id = entry and private.is_in_force(asked)
  $function$;

CREATE OR REPLACE FUNCTION private.answer_by (
  shown_at timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.working_days_after(shown_at, 2) $function$;

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
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    elsif jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id()) for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text)
        order by entry
    loop
      select * into held from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = filed.id for update;
      select * into person from public.candidates where id = held.candidate_id;
      if held.id is null or held.state <> all (private.shown_states()) or not private.has_yes(held)
        or private.is_never(person, filed.client_id) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = given.entry::text;
      elsif given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = given.entry::text;
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = held.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when held.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      held := private.held_entry(held.id, given.seen);
      perform private.count_for_company(filed.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate)
        values (held.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when held.state not in ('shown', 'interview') then held.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' then coalesce(held.interview_at, now()) end
        where edited.id = held.id;
      if given.verdict = 'interview' and held.interview_at is null then
        perform private.log_activity('contact_opened', 'entry', held.id, filed.client_id);
      end if;
      answered := answered || held.id;
    end loop;
    if answered <> '{}' then
      perform private.record_candidates(filed.id, 'candidates_answered', answered, true);
    end if;
    return cardinality(answered);
  end $function$;

CREATE OR REPLACE FUNCTION private.are_links (
  value text[]
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select cardinality(value) <= 10 and coalesce(array_ndims(value), 1) = 1
      and coalesce((select bool_and(coalesce(length(link) <= 300 and link ~ '^https?://[^\s<>"]+$', false))
                      from unnest(value) as link), true)
  $function$;

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
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
    asked integer := 0;
  begin
    perform private.hold_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id;
      continue when held.state = 'asked';
      held := private.held_entry(given.id, given.version);
      select * into person from public.candidates where id = held.candidate_id;
      select * into filed from public.job_requirements where id = held.requirement_id;
      select * into list from public.shortlists where requirement_id = held.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, held.chosen, is_blind);
      if filed.status <> all (private.open_statuses()) then
        raise exception 'closed' using errcode = 'PT422', hint = held.id::text;
      elsif held.state not in ('draft', 'withdrawn', 'closed')
        and not (held.state = 'agreed' and not private.has_yes(held)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = held.id::text;
      elsif private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      elsif private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = held.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = held.id::text;
      elsif private.card_tells(person, frozen, held.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_question(person);
      perform private.unask_entry(held.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = held.id;
      perform private.put_question(person, 'show', held.id);
      asked := asked + 1;
    end loop;
    return asked;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_mail (
  receiver text,
  consent  uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', asked.purpose, 'first_name', private.first_name_of(person), 'basis', asked.basis,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'token', private.candidate_token(asked.id, person.link_issue)))
      from public.candidate_consents as asked
      join public.candidates as person on person.id = asked.candidate_id and person.email = private.normal_address(receiver)
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(asked) as facts) as asker
      where asked.id = consent and private.question_state(asked) = 'open'
        and not exists (select from private.disowned_mailboxes where subject = private.subject_of(receiver))
  $function$;

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
    elsif private.is_kept(person.id) or exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.asked_at > now() - interval '30 days'
          and num_nonnulls(asked.given_at, asked.refused_at, asked.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep'
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $function$;

CREATE OR REPLACE FUNCTION private.basis_for (
  country text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when lower(private.trimmed(country)) in (
        'at', 'be', 'bg', 'hr', 'cy', 'cz', 'dk', 'ee', 'fi', 'fr', 'de', 'gr', 'hu', 'ie', 'it', 'lv', 'lt', 'lu', 'mt',
        'nl', 'pl', 'pt', 'ro', 'sk', 'si', 'es', 'se', 'is', 'li', 'no',
        'austria', 'belgium', 'bulgaria', 'croatia', 'cyprus', 'czechia', 'czech republic', 'denmark', 'estonia', 'finland',
        'france', 'germany', 'greece', 'hungary', 'ireland', 'italy', 'latvia', 'lithuania', 'luxembourg', 'malta',
        'netherlands', 'the netherlands', 'poland', 'portugal', 'romania', 'slovakia', 'slovenia', 'spain', 'sweden',
        'iceland', 'liechtenstein', 'norway')
      then 'legitimate_interest' else 'consent' end
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_at (
  address text
)
  RETURNS public.candidates
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select person.* from public.candidates as person
      where person.email = private.normal_address(address)
        and not exists (select from private.disowned_mailboxes where subject = private.subject_of(address))
      order by person.email_confirmed_at nulls last, person.created_at desc, person.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_counts (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'asked', count(*) filter (where entry.state = 'asked'),
        'agreed', count(*) filter (where entry.state = 'agreed'),
        'shown', count(*) filter (where entry.state = any (private.shown_states())),
        'interview', count(*) filter (where entry.state = 'interview'),
        'offered', count(*) filter (where entry.state = 'offered'),
        'joined', count(*) filter (where entry.state = 'joined'),
        'waiting', count(*) filter (where entry.state = 'shown' and entry.answered_at is null),
        'waiting_since', min(entry.shown_at) filter (where entry.state = 'shown' and entry.answered_at is null),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.state = 'shown' and entry.answered_at is null)))
      from public.shortlist_entries as entry where entry.requirement_id = candidate_counts.requirement
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['full_name', 'email', 'phone', 'headline', 'city', 'country', 'notice_period', 'skills', 'summary', 'links',
                 'expected_pay_amount', 'expected_pay_currency', 'expected_pay_unit', 'source', 'language', 'is_adult',
                 'employer']
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  receiver text,
  entry    uuid,
  answer   uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when answer is null then 'shown' else 'words' end, 'first_name', private.first_name_of(person),
        'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address(receiver)
      join public.job_requirements as filed on filed.id = shown.requirement_id
      where shown.id = candidate_news_mail.entry
        and not exists (select from private.disowned_mailboxes where subject = private.subject_of(receiver))
        and case when answer is null then shown.state = any (private.shown_states())
                 else exists (select from public.shortlist_answers as said
                               where said.id = candidate_news_mail.answer and said.released_at is not null) end
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when typed ~* '"|(^|\s)or(\s|$)' then private.search_query(typed)
                when plain <> typed then private.words_or_skills(typed) || private.words_or_skills(plain)
                else private.words_or_skills(typed) end
      from left(words, 200) as typed, private.with_plain_numbers(typed) as plain
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
        'purpose', coalesce(asked.purpose, 'page'), 'first_name', split_part(person.full_name, ' ', 1),
        'state', case when asked.id is null then 'open' else private.question_state(asked) end,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'asked_at', asked.asked_at, 'basis', coalesce(asked.basis, private.basis_for(person.country)),
        'notice_version', coalesce(asked.notice_version, private.notice_version()), 'language', person.language,
        'recruiter', case when asked.id is not null then private.recruiter_of_question(asked) end,
        'has_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null and code.expires_at > now()
                               and code.tries < 5)))
      from private.link_of(token) as link
      join public.candidates as person on person.id = link.candidate_id
      left join public.candidate_consents as asked on asked.id = link.consent_id
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
        'candidate', to_jsonb(person) - array['search', 'link_issue'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(asked) - 'asked_by' order by asked.asked_at), '[]')
                       from public.candidate_consents as asked where asked.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              to_jsonb(entry) - array['added_by'] || jsonb_build_object(
                'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               'words_for_candidate', answer.words_for_candidate, 'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer where answer.entry_id = entry.id))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry
            join public.job_requirements as filed on filed.id = entry.requirement_id
            where entry.candidate_id = person.id),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.candidate_token (
  subject uuid,
  issue   integer
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select replace(subject::text, '-', '') || left(private.keyed_digest('candidate ' || subject || ' ' || issue), 32)
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_page (
  words     text,
  city      text,
  before_at timestamp with time zone,
  before_id uuid,
  room      integer
)
  RETURNS TABLE (
    candidate_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
  declare
    query tsquery := private.candidate_query(words);
    town text := lower(private.trimmed(city));
    from_at timestamptz := case when before_id is null then 'infinity' else before_at end;
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    found uuid[];
  begin
    if words is null or private.trimmed(words) is null then
      if town is null then
        return query select kept.id from public.candidates as kept
          where (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      else
        return query select kept.id from public.candidates as kept
          where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      end if;
      return;
    elsif numnode(query) = 0 then
      return;
    end if;
    found := array(
      select newest.id from (
        select kept.id, kept.created_at, kept.search from public.candidates as kept
          where (town is null or lower(kept.city) = town) and (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit case when town is null then 320 else 100 end) as newest
        where newest.search @@ query order by newest.created_at desc, newest.id desc limit room);
    if cardinality(found) = room then
      return query select unnest(found);
      return;
    end if;
    found := array(select kept.id from public.candidates as kept where kept.search @@ query limit 1001);
    if cardinality(found) <= 1000 then
      return query select kept.id from public.candidates as kept
        where kept.id = any (found) and (town is null or lower(kept.city) = town)
          and (kept.created_at, kept.id) < (from_at, from_id)
        order by kept.created_at desc, kept.id desc limit room;
    elsif town is null then
      return query select kept.id from public.candidates as kept
        where (kept.created_at, kept.id) < (from_at, from_id) and kept.search @@ query
        order by kept.created_at desc, kept.id desc limit room;
    else
      return query select kept.id from public.candidates as kept
        where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id) and kept.search @@ query
        order by kept.created_at desc, kept.id desc limit room;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.card_digest (
  entry public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.digest_of(private.shown_card(entry)::text) $function$;

CREATE OR REPLACE FUNCTION private.card_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['headline', 'city', 'country', 'notice_period', 'skills', 'summary', 'links', 'expected_pay', 'language',
                 'employer']
  $function$;

CREATE OR REPLACE FUNCTION private.card_of (
  person   public.candidates,
  chosen   text[],
  is_blind boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(coalesce(jsonb_object_agg(part.key, part.value) filter (where part.value <> '[]'), '{}')
        || case when is_blind then '{}' else jsonb_build_object('name', (person).full_name) end)
      from jsonb_each(to_jsonb(person) || jsonb_build_object('expected_pay', case
             when (person).expected_pay_amount is not null then jsonb_build_object(
               'amount', (person).expected_pay_amount, 'currency', (person).expected_pay_currency,
               'unit', (person).expected_pay_unit) end)) as part
      where part.key = any (chosen) and part.key = any (private.card_fields())
        and not (is_blind and part.key in ('links', 'employer'))
  $function$;

CREATE OR REPLACE FUNCTION private.card_tells (
  person   public.candidates,
  card     jsonb,
  pitch    text,
  is_blind boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select position(private.plain_words((person).email) in typed.words) > 0
      or private.numbers_in(typed.words) && private.numbers_in(private.plain_words((person).phone))
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in private.plain_company_name(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.plain_words((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.plain_words(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
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
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
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

CREATE OR REPLACE FUNCTION private.code_mail (
  receiver text,
  code     uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person), 'code', private.code_of(sent),
                              'expires_at', sent.expires_at)
      from private.candidate_codes as sent
      join public.candidates as person on person.id = sent.candidate_id and person.email = private.normal_address(receiver)
      where sent.id = code and sent.used_at is null and sent.expires_at > now()
  $function$;

CREATE OR REPLACE FUNCTION private.code_of (
  code private.candidate_codes
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select lpad((('x' || left(private.keyed_digest('code ' || (code).id), 15))::bit(60)::bigint % 1000000)::text, 6, '0')
  $function$;

CREATE OR REPLACE FUNCTION private.company_candidates (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if filed.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    visible := array(select entry.id from public.shortlist_entries as entry
                       where entry.requirement_id = filed.id and entry.state = any (private.shown_states())
                         and private.has_yes(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id and private.is_never(person, filed.client_id))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict do nothing;
    return jsonb_build_object(
      'counts', private.candidate_counts(filed.id),
      'may_answer', may_answer,
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind,
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
            'answer_by', case when entry.state = 'shown' and entry.answered_at is null then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'own_answer', to_jsonb(own) - 'id',
            'answers', case when own.id is null and may_answer then '[]' else (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = filed.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller
                        order by answer.author, answer.created_at desc, answer.id desc) as last) end)
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

CREATE OR REPLACE FUNCTION private.company_domain (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select domain from (
        select substring(lower(private.trimmed(normalize(name, NFKC)))
                           from '^(?:https?://)?(?:www\.)?(?:[^@\s/]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::[0-9]+)?(?:[/?#].*)?$')
          as domain) as found
      where domain !~ '^(gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|me|aol|gmx|proton|protonmail|pm|zoho|zohomail|rediff|rediffmail|mail|yandex|fastmail|tutanota|web)\.'
  $function$;

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
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      'candidates', case when exists (select from told where told.type = 'candidates_shown')
                      then nullif((private.candidate_counts((requirement).id) ->> 'waiting')::integer, 0) end)
      from changed
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
        select filed.client_id from public.job_requirements as filed where filed.id = entry.subject)
      when entry.subject_kind = 'item' then (
        select filed.client_id from public.inbox_items as line
          join public.job_requirements as filed on filed.id = line.requirement_id where line.id = entry.subject)
      when entry.subject_kind = 'entry' then (
        select filed.client_id from public.shortlist_entries as listed
          join public.job_requirements as filed on filed.id = listed.requirement_id where listed.id = entry.subject)
      when entry.subject_kind = 'invitation' or entry.action = 'access_changed' then entry.other end;
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
    update public.job_requirements as filed
      set positions_filled = case when was_joined and filed.positions_filled <= joined.persons + 1 then joined.persons
                                  else greatest(filed.positions_filled, joined.persons) end
      from (select count(*)::integer as persons from public.shortlist_entries as entry
              where entry.requirement_id = count_joined.requirement and entry.state = 'joined') as joined
      where filed.id = requirement
        and filed.positions_filled <> case when was_joined and filed.positions_filled <= joined.persons + 1 then joined.persons
                                           else greatest(filed.positions_filled, joined.persons) end
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
    with open as materialized (
      select requirement_id from private.open_requirements
        where recruiter_id = person order by status, priority, filed_at, requirement_id limit 1000
    ), requirements as materialized (
      select filed.client_id from open
        cross join lateral (select client_id from public.job_requirements where id = requirement_id limit 1) as filed)
    select jsonb_build_object(
      'requirements', (select count(*) from requirements),
      'companies', (select count(distinct client_id) from requirements),
      'items', (select count(*) from (
        select from public.inbox_items
          where assignee = person and state in ('new', 'open', 'waiting')
            and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as line))
  $function$;

CREATE OR REPLACE FUNCTION private.counts_for_reader (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.candidate_counts(filed.id) from public.job_requirements as filed
      where filed.id = requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
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
        'verdict', (select answer.verdict from public.shortlist_answers as answer where answer.entry_id = entry.id
                      order by answer.created_at desc, answer.id desc limit 1))) order by entry.id), '[]')
      from public.shortlist_entries as entry where entry.id = any (entries)
  $function$;

CREATE OR REPLACE FUNCTION private.crm_message (
  event_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when event.type = 'created' then
        jsonb_build_object(
          'type', 'job_requirement',
          'data', private.picked(to_jsonb(requirement), private.crm_fields()),
          'client', jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                       'full_name', client.full_name, 'phone', client.phone))
      when event.type in ('candidates_shown', 'candidates_answered', 'candidate_joined') then
        jsonb_build_object(
          'type', event.type,
          'event', jsonb_build_object('sequence', event.place, 'occurred_at', event.created_at),
          'data', jsonb_build_object('id', requirement.id, 'client_id', requirement.client_id,
                                     'job_title', requirement.job_title, 'entries', private.crm_entries(event.entry_ids)))
      else
        jsonb_build_object(
          'type', 'job_requirement_' || event.type,
          'event', jsonb_build_object('sequence', event.place, 'occurred_at', event.created_at),
          'data', private.picked(to_jsonb(requirement), event.fields) || jsonb_build_object('id', requirement.id)
                  || jsonb_strip_nulls(jsonb_build_object(
                       'status', event.status, 'previous_status', event.previous_status,
                       'reason', case event.type when 'withdrawn' then requirement.closed_reason end)))
      end
      from public.crm_events as event
      join public.job_requirements as requirement on requirement.id = event.requirement_id
      join public.clients as client on client.id = requirement.client_id
      where event.id = event_id
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
      select ((private.today() + 1)::timestamp at time zone 'Asia/Kolkata') as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0
         from public.shortlist_entries as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      select page.section, page.sort_key, null, page.requirement_id, 0
        from (select 'deadline' as section, listed.* from private.open_page(
                null, null, null, person::text, null, 'deadline', false, null, null, null, 100) as listed
                where (listed.sort_key at time zone 'UTC')::date <= private.end_of_week()
              union all
              select 'silent', listed.* from private.open_page(
                null, null, null, person::text, 'silent', null, null, null, null, null, 100) as listed) as page
    ), once as (
      select found.*, array_position(private.day_sections(), section) as section_place,
             row_number() over (partition by coalesce(found.requirement_id, found.item_id)
                                order by array_position(private.day_sections(), section)) as appearance
        from found
    ), listed as (
      select once.*, row_number() over (partition by section order by at, requirement_id, item_id) as place,
             count(*) over (partition by section) as together
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
                  'unread', listed.unread) order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['due', 'back', 'messages', 'waiting', 'candidates', 'deadline', 'silent'] $function$;

CREATE OR REPLACE FUNCTION private.disown_address (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    records uuid[] := private.hold_records((private.link_of(token)).candidate_id);
    link record := private.hold_link(token);
    person public.candidates;
    entry uuid;
  begin
    select * into person from public.candidates where id = link.candidate_id;
    insert into private.disowned_mailboxes (subject) values (private.subject_of(person.email)) on conflict do nothing;
    for entry in select held.id from public.shortlist_entries as held where held.candidate_id = any (records) order by held.id loop
      perform private.end_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox where lower(address) = person.email
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry']);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
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
    person public.candidates := private.hold_own_candidate(session_token);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_candidate(person.id);
      return 0;
    end if;
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
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_entry (
  entry  uuid,
  is_own boolean
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
          withdrawn_at = case when is_own and asked.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
    if held.state = any (private.shown_states()) then
      perform private.record_candidates(held.requirement_id, 'candidates_withdrawn', array[held.id], is_own);
    end if;
    if held.state = 'joined' then
      perform private.count_joined(held.requirement_id, true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.enter_candidate_code (
  token text,
  code  text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.link_of(token);
    person public.candidates;
    sent private.candidate_codes;
    opened text := private.digest_of(gen_random_uuid()::text || gen_random_uuid()::text);
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.id is null or (private.link_of(token)).candidate_id is null then
      return null;
    end if;
    select * into sent from private.candidate_codes as newest where newest.candidate_id = person.id
      order by newest.created_at desc, newest.id limit 1 for update;
    if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.tries >= 5 then
      return null;
    elsif regexp_replace(code, '[^0-9]', '', 'g') is distinct from private.code_of(sent) then
      update private.candidate_codes set tries = tries + 1 where id = sent.id;
      return null;
    end if;
    update private.candidate_codes set used_at = now() where id = sent.id;
    delete from private.candidate_sessions where expires_at < now();
    insert into private.candidate_sessions (digest, candidate_id) values (private.digest_of(opened), person.id);
    update public.candidates as confirmed
      set last_activity_at = now(),
          email_confirmed_at = case when confirmed.email_confirmed_at is null and not exists (
              select from public.candidates as other where other.email = confirmed.email and other.email_confirmed_at is not null)
            then now() else confirmed.email_confirmed_at end
      where confirmed.id = person.id;
    return opened;
  end $function$;

CREATE OR REPLACE FUNCTION private.entries_beside (
  entry uuid
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select twin.id from public.shortlist_entries as own
      join public.shortlist_entries as twin on twin.requirement_id = own.requirement_id
        and twin.candidate_id in (select private.records_of(own.candidate_id))
      where own.id = entry order by twin.id
  $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry public.shortlist_entries
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
        'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_yes(entry),
        'is_never', (select private.is_never(person, filed.client_id) from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.erase_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_candidate_exporter();
    perform private.forget_candidate(candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.erase_own_candidate (
  session_token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare records uuid[] := private.hold_records(private.require_candidate(session_token));
  begin
    perform private.hold_own_candidate(session_token);
    perform private.forget_candidate(each) from unnest(records) as each;
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
    delete from public.contact_submissions where id in (select private.messages_of(wanted));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('contact_submissions', affected);
    delete from public.public_job_submissions where lower(contact_email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('public_job_submissions', affected);
    delete from public.consultation_requests where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('consultation_requests', affected);
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
        select distinct on (asked.candidate_id) asked.candidate_id, asked.refused_at, asked.withdrawn_at
          from public.candidate_consents as asked where asked.purpose = 'keep' and asked.closed_at is null
          order by asked.candidate_id, asked.asked_at desc) as said
      where num_nonnulls(said.refused_at, said.withdrawn_at) > 0
        and not exists (select from public.shortlist_entries as entry
                         where entry.candidate_id = said.candidate_id and entry.state not in ('withdrawn', 'closed'))
    order by 1
  $function$;

CREATE OR REPLACE FUNCTION private.export_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_candidate_exporter();
    perform private.log_activity('exported', 'candidate', candidate);
    return private.candidate_record(candidate);
  end $function$;

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
           private.is_kept(kept.id), kept.created_at, kept.last_activity_at
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_group (
  only_group  text,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 500)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_inbox (
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select * from private.export_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                       after_id)
  $function$;

CREATE OR REPLACE FUNCTION private.export_own_candidate (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return private.candidate_record(private.require_candidate(session_token));
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
      'contact_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.contact_submissions as sent where sent.id in (select private.messages_of(wanted))),
      'public_job_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.public_job_submissions as sent where lower(sent.contact_email) = wanted),
      'consultation_requests', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.consultation_requests as sent where lower(sent.email) = wanted),
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
      || private.export_inbox_of(wanted, accounts);
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
        from public.shortlist_answers as answer where answer.author = any (accounts) or answer.released_by = any (accounts)),
      'views', (select coalesce(jsonb_agg(to_jsonb(opened) order by opened.created_at), '[]')
        from public.entry_views as opened where opened.user_id = any (accounts)),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'created_at', note.created_at) order by note.created_at), '[]')
        from public.candidate_notes as note where note.author = any (accounts)),
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', asked.id, 'asked_at', asked.asked_at) order by asked.asked_at), '[]')
        from public.candidate_consents as asked where asked.asked_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)))
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
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery := private.any_number_of(find_enquiries.number);
    mailbox tsquery := phraseto_tsquery('simple', private.normal_address(find_enquiries.address));
    firm text := lower(private.trimmed(find_enquiries.company));
  begin
    perform private.require_team();
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(mailbox) > 0 and line.search @@ mailbox
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
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

CREATE OR REPLACE FUNCTION private.first_name_of (
  person public.candidates
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select split_part((person).full_name, ' ', 1) $function$;

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
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_unknown_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    delete from public.mail_outbox where id = new.id;
    return null;
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
      update public.inbox_items as line
        set assignee = case when line.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items)
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return greatest(cardinality(requirements), cardinality(items)) < most;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_yes (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id = (entry).id and private.is_in_force(asked)
                      and asked.card_digest = private.card_digest(entry))
  $function$;

CREATE OR REPLACE FUNCTION private.held_entry (
  entry uuid,
  seen  integer
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text, hint = entry::text;
    end if;
    return held;
  end $function$;

CREATE OR REPLACE FUNCTION private.hide_from_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := to_jsonb(new) ->> tg_argv[0];
    found_one uuid;
  begin
    for found_one in
      select person.id from public.candidates as person
        where private.is_never(person, company) and person.id in (
          select held.candidate_id from public.shortlist_entries as held
            join public.job_requirements as filed on filed.id = held.requirement_id
            where filed.client_id = company and held.state not in ('withdrawn', 'closed', 'draft'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.hide_from_never (
  candidate uuid,
  is_own    boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    for entry in
      select held.id from public.shortlist_entries as held
        join public.candidates as person on person.id = held.candidate_id
        join public.job_requirements as filed on filed.id = held.requirement_id
        where held.candidate_id in (select private.records_of(candidate)) and held.state not in ('withdrawn', 'closed', 'draft')
          and private.is_never(person, filed.client_id)
        order by held.id
    loop
      perform private.end_entry(entry, is_own);
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_entries (
  entries uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    if coalesce(cardinality(entries), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements
      where id in (select requirement_id from public.shortlist_entries where id = any (entries)) order by id for no key update;
    perform from public.candidates
      where id in (select candidate_id from public.shortlist_entries where id = any (entries)) order by id for update;
    perform from public.shortlist_entries where id = any (entries) order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_joined (
  candidate uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = hold_joined.candidate and entry.state = 'joined')
      order by id for no key update
  $function$;

CREATE OR REPLACE FUNCTION private.hold_link (
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
    perform private.hold_joined(candidate_id);
    perform from public.candidates where id = candidate_id for update;
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_own_candidate (
  session_token text
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.candidates;
  begin
    perform private.hold_joined(private.require_candidate(session_token));
    select * into held from public.candidates where id = private.require_candidate(session_token) for update;
    perform private.require_candidate(session_token);
    update public.candidates set last_activity_at = now() where id = held.id;
    return held;
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
        union select line.id from public.contact_submissions as sent
          join public.inbox_items as line on line.contact_id = sent.id
          where sent.id in (select private.messages_of(address))
        union select line.id from public.public_job_submissions as sent
          join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
        union select line.id from public.consultation_requests as sent
          join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address)
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_records (
  candidate uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.candidates where id in (select private.records_of(candidate)) order by id for update;
    return array(select private.records_of(candidate) order by 1);
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_shortlist (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.job_requirements;
  begin
    perform private.lock_team();
    select * into held from public.job_requirements where id = requirement for no key update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_in_force (
  asked public.candidate_consents
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (asked).given_at is not null and (asked).withdrawn_at is null and (asked).refused_at is null
      and (asked).closed_at is null and coalesce((asked).ends_at > now(), true)
  $function$;

CREATE OR REPLACE FUNCTION private.is_kept (
  candidate uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.candidate_consents as asked
                    where asked.candidate_id = candidate and asked.purpose = 'keep' and private.is_in_force(asked))
  $function$;

CREATE OR REPLACE FUNCTION private.is_never (
  person  public.candidates,
  company uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with hers as materialized (
      select private.plain_company_name(client.company_name) as plain, private.company_domain(client.company_name) as domain
        from public.clients as client where client.id = company
    ), domains as materialized (
      select domain from hers where domain is not null
      union
      select private.company_domain(account.email) from public.client_members as member
        join auth.users as account on account.id = member.user_id where member.client_id = company
      union
      select private.company_domain(invitation.email) from public.invitations as invitation
        where invitation.client_id = company
    ), named as materialized (
      select never.client_id, never.named from public.candidate_never as never
        where never.candidate_id in (select private.records_of((person).id))
      union all select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
      union all select null, private.company_domain((person).email)
    )
    select exists (select from named
      where named.client_id = company
        or private.plain_company_name(named.named) in (select plain from hers)
        or private.company_domain(named.named) in (select domain from domains)
        or exists (select from domains
                    where right(domains.domain, length(private.company_domain(named.named)) + 1)
                      = '.' || private.company_domain(named.named)))
  $function$;

CREATE OR REPLACE FUNCTION private.is_opened (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select (entry).interview_at is not null and (entry).state = any (private.shown_states()) $function$;

CREATE OR REPLACE FUNCTION private.keyed_digest (
  words text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.digest_of(unsubscribe_key || private.digest_of(unsubscribe_key || words)) from private.settings
  $function$;

CREATE OR REPLACE FUNCTION private.leave_address (
  held public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = held.email and mail.template like 'candidate\_%' and case mail.template
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> held.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = held.email and other.id <> held.id)
        else mail.sent_at is null and array[mail.ids ->> 'consent', mail.ids ->> 'entry'] && private.mail_subjects(held.id) end;
    delete from private.candidate_sessions where candidate_id = held.id;
    delete from private.candidate_codes where candidate_id = held.id;
    for entry in select asked.id from public.shortlist_entries as asked
                   where asked.candidate_id = held.id and asked.state = 'asked' order by asked.id for update loop
      perform private.unask_entry(entry);
    end loop;
    update public.candidate_consents as asked set closed_at = now()
      where asked.candidate_id = held.id and asked.purpose = 'keep'
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
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
    company uuid := private.hold_own_company();
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

CREATE OR REPLACE FUNCTION private.link_mail (
  receiver text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('first_name', private.first_name_of(person),
                              'token', private.candidate_token((person).id, (person).link_issue))
      from (select private.candidate_at(receiver) as person) as known where (person).id is not null
  $function$;

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
    select asked.candidate_id, asked.id into candidate_id, consent_id
      from public.candidate_consents as asked where asked.id = subject;
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
           kept.phone, private.is_kept(kept.id),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, before_at, before_id,
                                                 least(greatest(size, 1), 100) + 1) with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
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
    with caller as materialized (select private.require_team() as id)
    select filed.id, private.work_group(held), page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for,
           private.candidate_counts(filed.id)
      from caller
      cross join lateral private.open_page(caller.id, status, priority, whose, only_group, sort, descending, after_group,
                                           after_key, after_id, 26)
        with ordinality as page (requirement_id, sort_key, place)
      cross join lateral (select * from private.open_requirements as listed
                            where listed.requirement_id = page.requirement_id limit 1) as held
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

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
    with caller as materialized (select private.require_team() as id)
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version, held.last_word_at, held.waits_for,
           private.candidate_counts(filed.id)
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   26) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      left join lateral (select * from private.open_requirements as listed
                           where listed.requirement_id = page.requirement_id limit 1) as held on true
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
      with held as materialized (
        select user_id, private.count_work(user_id) as work from public.team_members where private.is_team(user_id)
      )
      select user_id, (work ->> 'requirements')::integer, (work ->> 'companies')::integer, (work ->> 'items')::integer,
             (select max(greatest(session.created_at, session.refreshed_at at time zone 'UTC'))
                from auth.sessions as session where session.user_id = held.user_id)
        from held;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_candidate (
  candidate uuid
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.candidates;
  begin
    perform private.hold_joined(candidate);
    select * into held from public.candidates where id = candidate for update;
    if held.id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
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
                    or new.type = 'edited' and new.side = 'team' or new.type = 'candidates_shown')
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_subjects (
  candidate uuid
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array(
      select id::text from public.candidate_consents where candidate_id = candidate
      union all select id::text from public.shortlist_entries where candidate_id = candidate
      union all select id::text from private.candidate_codes where candidate_id = candidate)
  $function$;

CREATE OR REPLACE FUNCTION private.mailbox_of (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '\+[^@]*(?=@)', ''))
  $function$;

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
    held public.shortlist_entries;
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if mark_entry.state = 'joined' and joined_on is null then
      raise exception 'joining_day_missing' using errcode = 'PT422';
    elsif held.state = mark_entry.state and held.joined_on is not distinct from joined_on then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    if held.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and held.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state, joined_on = case when mark_entry.state = 'joined' then mark_entry.joined_on end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = held.candidate_id;
    perform private.count_joined(held.requirement_id, held.state = 'joined');
    if mark_entry.state = 'joined' and held.state <> 'joined' then
      perform private.record_candidates(held.requirement_id, 'candidate_joined', array[held.id], false);
    end if;
    return now_at;
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
      where id in (select entry.requirement_id from public.shortlist_entries as entry where entry.candidate_id in (kept, merged))
      order by id for no key update;
    perform from public.candidates where id in (kept, merged) order by id for update;
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
        and (entry.state = 'draft' and not exists (select from public.candidate_consents as asked where asked.entry_id = entry.id)
          or exists (select from public.candidate_consents as asked
                      where asked.entry_id = entry.id and num_nonnulls(asked.refused_at, asked.withdrawn_at) > 0))
        and not exists (select from public.shortlist_entries as own
                         where own.candidate_id = stays.id and own.requirement_id = entry.requirement_id);
    update public.candidate_consents as asked
      set candidate_id = stays.id,
          entry_id = (select own.id from public.shortlist_entries as past
                        join public.shortlist_entries as own
                          on own.requirement_id = past.requirement_id and own.candidate_id = stays.id
                        where past.id = asked.entry_id)
      where asked.candidate_id = goes.id and num_nonnulls(asked.refused_at, asked.withdrawn_at) > 0;
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

CREATE OR REPLACE FUNCTION private.next_code_word (
  requirement uuid
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select bird || ' ' || coalesce(max(substring(entry.code_word from '[0-9]+$')::integer), 0) + 1
      from (select (array['Heron', 'Kingfisher', 'Swift', 'Falcon', 'Robin', 'Lark', 'Osprey', 'Crane', 'Egret', 'Sparrow',
                          'Ibis', 'Drongo', 'Bulbul', 'Hoopoe', 'Starling', 'Finch'])[1 + floor(random() * 16)] as bird) as drawn
      left join public.shortlist_entries as entry on entry.requirement_id = next_code_word.requirement
      group by bird
  $function$;

CREATE OR REPLACE FUNCTION private.note_candidate (
  candidate uuid,
  form      uuid,
  body      text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    perform private.lock_candidate(candidate);
    insert into public.candidate_notes (candidate_id, author, body, form_id)
      values (candidate, caller, private.trimmed(note_candidate.body), form)
      on conflict (author, form_id) do nothing returning id into written;
    update public.candidates set last_activity_at = now() where id = candidate and written is not null;
    return coalesce(written, (select id from public.candidate_notes where author = caller and form_id = form));
  end $function$;

CREATE OR REPLACE FUNCTION private.notice_version()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 1 $function$;

CREATE OR REPLACE FUNCTION private.own_candidate_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select field from unnest(private.candidate_fields()) as field where field not in ('email', 'source', 'is_adult'))
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
          'is_kept', private.is_kept(person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and private.question_state(asked) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'digest', private.card_digest(entry),
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'is_open', filed.status = any (private.open_statuses()),
                'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = entry.id),
                'agreed_until', private.agreed_until(entry.id),
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                'opened_on', (select min(opened.day) from public.entry_views as opened where opened.entry_id = entry.id),
                'waiting_since', case when entry.state = 'shown' and entry.answered_at is null then entry.shown_at end,
                'answer_by', case when entry.state = 'shown' and entry.answered_at is null then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
                'words', (select coalesce(jsonb_agg(jsonb_build_object('words', answer.words_for_candidate,
                                                                       'released_at', answer.released_at)
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(entry.card ->> 'name', entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id
                and exists (select from public.candidate_consents as asked where asked.entry_id = entry.id)))
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
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $function$;

CREATE OR REPLACE FUNCTION private.plain_company_name (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select nullif(replace(regexp_replace(
        trim(regexp_replace(regexp_replace(replace(private.plain_words(name), '&', ' and '),
          '\m([[:alnum:]])\.', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g')),
        '( (private|pvt|p(?= (ltd|limited))|pte|pty|limited|ltd|ltda|llp|llc|lp|opc|inc|incorporated|gmbh|kg|kgaa|ug|corp'
          || '|corporation|(and )?co|company|plc|ag|sa|sas|sarl|spa|srl|sl|bv|nv|ab|aps|oy|se))+$'
          || '| (private(?= limited)|pvt|limited|ltd|llp|llc|gmbh|plc)(?= )', '', 'g'),
        ' ', ''), '')
  $function$;

CREATE OR REPLACE FUNCTION private.plain_words (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select translate(regexp_replace(lower(normalize(value, NFKD)), '[\u00AD\u0300-\u036F\u200B-\u200F\u2060\uFEFF]', '', 'g'),
                     U&'\3002', '.')
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
    foreach relation in array array['public.contact_submissions', 'public.public_job_submissions',
                                    'public.consultation_requests', 'public.activity_log', 'public.mail_outbox',
                                    'auth.audit_log_entries'] loop
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

CREATE OR REPLACE FUNCTION private.put_question (
  person  public.candidates,
  purpose text,
  entry   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by)
      values ((person).id, purpose, entry, private.notice_version(), (person).language,
              private.basis_for((person).country), private.current_user_id())
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $function$;

CREATE OR REPLACE FUNCTION private.question_state (
  asked public.candidate_consents
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (asked).withdrawn_at is not null then 'withdrawn' when (asked).refused_at is not null then 'refused'
                when (asked).closed_at is not null then 'closed'
                when (asked).given_at is not null then case when (asked).ends_at <= now() then 'ended' else 'given' end
                when (asked).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as filed on filed.id = entry.requirement_id
                    where entry.id = (asked).entry_id and filed.status = any (private.open_statuses())) then 'closed'
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
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
                and private.answer_by(entry.shown_at) < now() and filed.status = any (private.open_statuses()))
        order by list.requirement_id for update skip locked
    ), reminded as (
      update public.shortlists as list set reminded_at = now() from late
        where list.requirement_id = late.requirement_id returning list.requirement_id
    )
    select private.enqueue_mail('candidates_waiting',
                                'waiting.' || reminded.requirement_id || '.' || member.user_id || '.' || to_char(now(), 'YYYYMMDDHH24'),
                                jsonb_build_object('requirement', reminded.requirement_id), member.user_id)
      from reminded
      join public.job_requirements as filed on filed.id = reminded.requirement_id
      join public.client_members as member on member.client_id = filed.client_id and member.access in ('owner', 'member')
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
          'is_kept', private.is_kept(person.id),
          'is_disowned', exists (select from private.disowned_mailboxes where subject = private.subject_of(person.email)),
          'notes', (
            select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'body', note.body, 'created_at', note.created_at,
                                                         'author', note.author) order by note.created_at desc, note.id desc), '[]')
              from (select * from public.candidate_notes as written where written.candidate_id = person.id
                      order by written.created_at desc, written.id desc limit 200) as note),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(asked))
                                      order by asked.asked_at desc, asked.id), '[]')
              from public.candidate_consents as asked where asked.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
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
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'reminded_at', list.reminded_at,
                                       'version', list.version)
               from public.shortlists as list where list.requirement_id = filed.id),
            '{"is_blind": false, "is_abroad": false, "reminded_at": null, "version": 0}'),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(filed.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry) || jsonb_build_object(
                       'candidate', jsonb_build_object('id', person.id, 'full_name', person.full_name,
                                                       'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = filed.id))
        from public.job_requirements as filed where filed.id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.record_candidates (
  requirement uuid,
  type        text,
  entries     uuid[],
  reopens     boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = requirement);
    acting public.side := private.side_on(company);
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client)
      values (requirement, company, case when acting is not null then private.current_user_id() end, acting,
              record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              record_candidates.type <> 'candidates_withdrawn');
    if record_candidates.type <> 'candidates_withdrawn' then
      insert into public.crm_events (requirement_id, type, entry_ids) values (requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(requirement);
    end if;
  end $function$;

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
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      'answers', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                    where told.type = 'candidates_answered'),
      'withdrawn', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                      where told.type = 'candidates_withdrawn'))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.recruiter_of_question (
  asked public.candidate_consents
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
        (select filed.recruiter_id from public.shortlist_entries as entry
           join public.job_requirements as filed on filed.id = entry.requirement_id
           join public.team_members as known on known.user_id = filed.recruiter_id where entry.id = (asked).entry_id),
        (asked).asked_by)
  $function$;

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
          withdrawn_at = case when refused.given_at is not null then now() end
      where refused.candidate_id = asked.candidate_id and asked.purpose = 'keep' and refused.purpose = 'keep'
        and num_nonnulls(refused.refused_at, refused.withdrawn_at, refused.closed_at) = 0;
    -- Of a question that was replaced by another one about the same job, the no is to that.
    perform private.end_entry(held.id, true) from private.entries_beside(asked.entry_id) as held (id);
    update public.candidate_consents as refused set refused_at = now()
      where refused.id = asked.id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    update public.candidates set last_activity_at = now() where id = asked.candidate_id;
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
    elsif exists (select from private.disowned_mailboxes where subject = private.subject_of((person).email)) then
      raise exception 'address_disowned' using errcode = 'PT422', hint = (person).id::text;
    elsif 5 <= (select count(*) from public.candidate_consents as asked
                 where asked.candidate_id = (person).id and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
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
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id in (select private.entries_beside(entry))
                      and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days')
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
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select lower(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from auth.users as person
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(person.email) = sender
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
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
    person public.candidates;
  begin
    select * into person from public.candidates where id = (
      select entry.candidate_id from public.shortlist_answers as given
        join public.shortlist_entries as entry on entry.id = given.entry_id where given.id = answer) for update;
    select * into said from public.shortlist_answers where id = answer for update;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    elsif said.words_for_candidate is null then
      raise exception 'no_words_for_candidate' using errcode = 'PT422';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
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
    perform private.replace_contact(person, private.hold_owned_company(), contact);
    perform private.change_membership(person, null, true, null);
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_never (
  never uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never;
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
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    delete from public.candidate_never as kept where kept.id = never and kept.candidate_id = person.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.replace_contact (
  person  uuid,
  company uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare successor public.client_members;
  begin
    if contact is null then
      return;
    end if;
    select * into successor from public.client_members as member
      where member.user_id = contact and member.client_id = company and contact <> person for share;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif successor.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    end if;
    update public.clients as client
      set (contact_user_id, full_name, phone) = (contact, successor.full_name, coalesce(successor.phone,
        nullif(client.phone, (select own.phone from public.client_members as own where own.user_id = person))))
      where client.id = company and client.contact_user_id = person;
    if found then
      perform private.log_activity('company_changed', 'client', company, fields => array['full_name', 'phone']);
    end if;
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
      if private.has_flooded(sender[1]) then
        return;
      end if;
      insert into private.form_senders (network, wider) values (sender[1], sender[2]);
    end if;
    if 200 > (select count(*) from public.mail_outbox as mail
                where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour') then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(private.mailbox_of(wanted)) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.request_mail_run()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare request bigint;
  begin
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    select private.request_run('public.mail_outbox', private.mail_turn(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_candidate (
  session_token text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid := (select session.candidate_id from private.candidate_sessions as session
                              where session.digest = private.digest_of(session_token) and session.expires_at > now());
  begin
    if candidate is null then
      raise exception 'candidate_session_ended' using errcode = 'PT401';
    end if;
    return candidate;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_candidate_exporter()
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
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'positions_count', filed.positions_count, 'positions_filled', filed.positions_filled,
        'joining_date', filed.joining_date, 'version', filed.version, 'currency', filed.currency,
        'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0),
        'candidates', private.candidate_counts(filed.id))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

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
    caller uuid := private.require_team();
    held public.candidates;
    wanted public.candidates;
  begin
    if candidate is not null then
      held := private.lock_candidate(candidate);
      wanted := private.with_candidate_entries(held, entries, private.candidate_fields());
      if wanted is distinct from held and held.version is distinct from seen then
        raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
      end if;
      return jsonb_build_object('id', held.id, 'version', private.write_candidate(held, wanted));
    end if;
    wanted := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries, private.candidate_fields());
    insert into public.candidates (form_id, full_name, email, phone, headline, city, country, notice_period, skills, summary,
        links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
      values (form, wanted.full_name, wanted.email, wanted.phone, wanted.headline, wanted.city, wanted.country,
              wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
              wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, true, wanted.employer,
              caller)
      on conflict (form_id) do nothing returning * into held;
    if held.id is null then
      select * into held from public.candidates as kept where kept.form_id = form and kept.created_by = caller;
      if held.id is null then
        raise exception 'form_taken' using errcode = 'PT409';
      end if;
    end if;
    return jsonb_build_object('id', held.id, 'version', held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable_candidate (
  full_name text,
  headline  text,
  city      text,
  skills    text[],
  email     text,
  phone     text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', concat_ws(' ', full_name, headline, city, email, split_part(email, '@', 2), phone,
                         (select string_agg(skill, ' ') from unnest(skills) as skill where skill !~ '[+#]')))
      || array_to_tsvector(coalesce(private.numbers_in(phone), '{}'))
      || array_to_tsvector(array(
           select distinct private.skill_lexeme(skill) from unnest(skills) as skill where private.is_filled(skill)
           union
           select private.skill_lexeme(found[1]) from regexp_matches(headline, '[[:alnum:]]+[+#]+', 'g') as found))
  $function$;

CREATE OR REPLACE FUNCTION private.send_candidate_code (
  token text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.link_of(token);
    person public.candidates;
    made uuid;
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.email is null or (private.link_of(token)).candidate_id is null then
      return false;
    elsif exists (select from private.candidate_codes as code
                   where code.candidate_id = person.id and code.created_at > now() - interval '1 minute'
                     and code.used_at is null and code.tries < 5) then
      return true;
    elsif 5 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 hour')
      or 10 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 day') then
      raise exception 'too_many_codes' using errcode = 'PT429';
    end if;
    insert into private.candidate_codes (candidate_id) values (person.id) returning id into made;
    perform private.enqueue_mail('candidate_code', 'code.' || made, jsonb_build_object('code', made), address => person.email);
    return true;
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
    held public.shortlist_entries;
    fields text[] := array(select field from unnest(private.card_fields()) with ordinality as listed (field, place)
                            where field = any (set_card.chosen) order by place);
    words text := private.trimmed(set_card.pitch);
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if cardinality(fields) <> coalesce(cardinality(set_card.chosen), 0) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif held.chosen = fields and held.pitch is not distinct from words then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    if held.state not in ('draft', 'asked', 'agreed') then
      raise exception 'card_frozen' using errcode = 'PT422';
    elsif held.state <> 'draft' then
      perform private.unask_entry(entry);
    end if;
    update public.shortlist_entries as edited set chosen = fields, pitch = words
      where edited.id = entry returning edited.version into now_at;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean
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
    if held.is_blind = set_shortlist.is_blind and held.is_abroad = set_shortlist.is_abroad then
      return held.version;
    elsif held.version is distinct from nullif(seen, 0) and not (seen = 0 and held.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
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
      set is_blind = coalesce(set_shortlist.is_blind, held.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, held.is_abroad)
      where list.requirement_id = filed.id returning list.version into held.version;
    return held.version;
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
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.hold_entries(entries);
    select * into filed from public.job_requirements where id = requirement;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    elsif cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id and requirement_id = filed.id;
      continue when held.state = any (private.shown_states());
      if held.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = held.candidate_id;
      if held.state <> 'agreed' or not private.has_yes(held) then
        raise exception 'no_consent' using errcode = 'PT422', hint = held.id::text;
      end if;
      held := private.held_entry(given.id, given.version);
      if private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      end if;
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = held.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as asked set ends_at = null
        where asked.entry_id = held.id and private.is_in_force(asked);
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.enqueue_mail('candidate_news', 'shown.' || held.id || '.' || held.version,
                                   jsonb_build_object('entry', held.id), address => person.email);
      shown := shown || held.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = filed.id;
      if filed.recruiter_id is null then
        update public.job_requirements set recruiter_id = private.current_user_id() where id = filed.id;
      end if;
      perform private.record_candidates(filed.id, 'candidates_shown', shown, false);
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
      from public.candidates as person
      join public.shortlists as list on list.requirement_id = (entry).requirement_id
      where person.id = (entry).candidate_id
  $function$;

CREATE OR REPLACE FUNCTION private.shown_states()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['shown', 'interview', 'offered', 'joined', 'declined'] $function$;

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
              where known.email = private.normal_address(entries ->> 'email') limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_in(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where lower(known.full_name) = lower(private.trimmed(entries ->> 'full_name'))
                and (lower(known.city) = lower(private.trimmed(entries ->> 'city'))) is not false limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $function$;

CREATE OR REPLACE FUNCTION private.skill_key (
  skill text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case plain
        when 'js' then 'javascript' when 'ts' then 'typescript' when 'golang' then 'go' when 'cpp' then 'c++'
        when 'c sharp' then 'c#' when 'csharp' then 'c#' when 'dotnet' then '.net' when 'postgres' then 'postgresql'
        when 'k8s' then 'kubernetes'
        else case when length(plain) > 4 then regexp_replace(plain, '[. ]?js$', '') else plain end end
      from (select regexp_replace(lower(private.trimmed(skill)), '\s+', ' ', 'g') as plain) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.skill_lexeme (
  skill text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select '=' || private.skill_key(skill) $function$;

CREATE OR REPLACE FUNCTION private.take_back_entry (
  entry uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.shortlist_entries;
  begin
    perform private.hold_entries(array[entry]);
    held := private.held_entry(entry, seen);
    if held.state = 'draft' and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
    else
      perform private.end_entry(entry, false);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.unask_entry (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as asked set closed_at = now()
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as held
      set state = 'draft', card = null, joined_on = null, shown_at = null, answered_at = null, interview_at = null
      where held.id = entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.waiting_mail (
  person      uuid,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id)))
        || private.outlook_of(filed) - array['answer_by', 'deadline']
      from public.job_requirements as filed
      join public.client_members as member
        on member.client_id = filed.client_id and member.user_id = person and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(filed.id) as all_of_them) as counts
      where filed.id = waiting_mail.requirement and (counts.all_of_them ->> 'waiting')::integer > 0
        and filed.status = any (private.open_statuses())
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
        or exists (select from public.inbox_items as line
                     where line.requirement_id = waits_for.requirement and line.state = 'waiting')
        or exists (select from public.shortlist_entries as entry
                     where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        then 'company' end
  $function$;

CREATE OR REPLACE FUNCTION private.with_candidate_entries (
  base    public.candidates,
  entries jsonb,
  fields  text[]
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare made public.candidates;
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (fields)) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made := jsonb_populate_record(base, entries);
    made.full_name := private.trimmed(made.full_name);
    made.email := private.normal_address(made.email);
    made.phone := private.trimmed(made.phone);
    made.headline := private.trimmed(made.headline);
    made.city := private.trimmed(made.city);
    made.country := private.trimmed(made.country);
    made.notice_period := private.trimmed(made.notice_period);
    made.summary := private.trimmed(made.summary);
    made.source := private.trimmed(made.source);
    made.employer := private.trimmed(made.employer);
    made.language := coalesce(made.language, 'en');
    made.links := array(select private.trimmed(link) from unnest(made.links) as link where private.is_filled(link));
    -- Each skill once, in the order in which they were written.
    made.skills := array(
      select skill from (
        select distinct on (private.skill_key(typed.skill)) private.trimmed(typed.skill) as skill, typed.place
          from unnest(made.skills) with ordinality as typed (skill, place) where private.is_filled(typed.skill)
          order by private.skill_key(typed.skill), typed.place) as once
        order by once.place);
    if made.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif not coalesce(private.is_email(made.email), true) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif made.is_adult is not true then
      raise exception 'under_age' using errcode = 'PT422';
    end if;
    return made;
  end $function$;

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
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    held := private.own_entry(person.id, entry);
    if exists (select from public.candidate_consents where entry_id = held.id) then
      perform private.end_entry(each.id, true) from private.entries_beside(held.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now()
        where refused.id = (select asked.id from public.candidate_consents as asked where asked.entry_id = held.id
                              order by asked.asked_at desc, asked.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.words_or_skills (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    word text;
    skill tsquery;
    together tsquery := ''::tsquery;
  begin
    for word in select regexp_split_to_table(private.trimmed(typed), '\s+') loop
      skill := quote_literal(replace(private.skill_lexeme(word), '\', '\\'))::tsquery;
      together := together && case when word ~ '^-' then private.search_query(word)
                                   when word ~ '^[[:alpha:]]$|[+#]' then skill
                                   else private.search_query(word) || skill end;
    end loop;
    return together;
  end $function$;

CREATE OR REPLACE FUNCTION private.work_in_hand (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_self_or_admin(person);
    return private.count_work(person);
  end $function$;

CREATE OR REPLACE FUNCTION private.working_days_after (
  moment timestamp with time zone,
  days   integer
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select min(later.at at time zone 'Asia/Kolkata')
      from (select each.at, count(*) filter (where extract(isodow from each.at) < 6) over (order by each.at) as worked
              from generate_series((moment at time zone 'Asia/Kolkata') + interval '1 day',
                                   (moment at time zone 'Asia/Kolkata') + make_interval(days => 2 * days + 4),
                                   interval '1 day') as each (at)) as later
      where later.worked = days
  $function$;

CREATE OR REPLACE FUNCTION private.write_candidate (
  held   public.candidates,
  wanted public.candidates
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare now_at integer;
  begin
    if wanted is distinct from held then
      if wanted.email is distinct from held.email then
        wanted.email_confirmed_at := null;
        wanted.link_issue := held.link_issue + 1;
        perform private.leave_address(held);
      end if;
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = held.id returning kept.version into now_at;
      perform private.hide_from_never(held.id);
    end if;
    return coalesce(now_at, held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.write_never (
  candidate uuid,
  named     text,
  client    uuid,
  employer  boolean,
  own       boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare made uuid;
  begin
    if client is null and private.trimmed(write_never.named) is null then
      raise exception 'company_name_missing' using errcode = 'PT422';
    elsif client is not null and not exists (select from public.clients where id = client) then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif 100 <= (select count(*) from public.candidate_never as kept where kept.candidate_id = candidate) then
      raise exception 'too_many_never' using errcode = 'PT422';
    end if;
    insert into public.candidate_never as kept (candidate_id, client_id, named, is_employer, is_own)
      values (candidate, client, case when client is null then private.trimmed(write_never.named) end, coalesce(employer, false), own)
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_employer = kept.is_employer or excluded.is_employer, is_own = kept.is_own or excluded.is_own
      returning kept.id into made;
    update public.candidates set last_activity_at = now() where id = candidate;
    perform private.hide_from_never(candidate, own);
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.yes_lasts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '90 days' $function$;

CREATE OR REPLACE FUNCTION public.add_never (
  candidate uuid,
  named     text    DEFAULT NULL::text,
  client    uuid    DEFAULT NULL::uuid,
  employer  boolean DEFAULT false
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.add_never(candidate, named, client, employer) $function$;

REVOKE ALL ON FUNCTION "public"."add_never"(uuid, text, uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.add_own_never (
  session_token text,
  named         text,
  employer      boolean DEFAULT false
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.add_own_never(session_token, named, employer) $function$;

REVOKE ALL ON FUNCTION "public"."add_own_never"(text, text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.add_to_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.add_to_shortlist(requirement, candidate) $function$;

REVOKE ALL ON FUNCTION "public"."add_to_shortlist"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.agree_to_be_kept (
  session_token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.agree_to_be_kept(session_token) $function$;

REVOKE ALL ON FUNCTION "public"."agree_to_be_kept"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.agree_to_card (
  session_token text,
  entry         uuid,
  digest        text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.agree_to_card(session_token, entry, digest) $function$;

REVOKE ALL ON FUNCTION "public"."agree_to_card"(text, uuid, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.answer_candidates (
  requirement uuid,
  answers     jsonb
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.answer_candidates(requirement, answers) $function$;

REVOKE ALL ON FUNCTION "public"."answer_candidates"(uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ask_candidates (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.ask_candidates(entries, seen) $function$;

REVOKE ALL ON FUNCTION "public"."ask_candidates"(uuid[], integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ask_to_keep (
  candidate uuid,
  seen      integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.ask_to_keep(candidate, seen) $function$;

REVOKE ALL ON FUNCTION "public"."ask_to_keep"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.candidate_question (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.candidate_question(token) $function$;

REVOKE ALL ON FUNCTION "public"."candidate_question"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.company_candidates (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.company_candidates(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."company_candidates"(uuid) FROM PUBLIC, "anon", "service_role";

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
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.deadline,
               filed.recruiter_id, private.counts_for_reader(filed.id) as candidates,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
            with ordinality as page (id, sort_key, place)
          join public.job_requirements as filed on filed.id = page.id) as listed), '[]'))
  $function$;

CREATE OR REPLACE FUNCTION public.disown_address (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.disown_address(token) $function$;

REVOKE ALL ON FUNCTION "public"."disown_address"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.edit_own_candidate (
  session_token text,
  seen          integer,
  entries       jsonb
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.edit_own_candidate(session_token, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."edit_own_candidate"(text, integer, jsonb) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.enter_candidate_code (
  token text,
  code  text
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.enter_candidate_code(token, code) $function$;

REVOKE ALL ON FUNCTION "public"."enter_candidate_code"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.erase_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.erase_candidate(candidate) $function$;

REVOKE ALL ON FUNCTION "public"."erase_candidate"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.erase_own_candidate (
  session_token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.erase_own_candidate(session_token) $function$;

REVOKE ALL ON FUNCTION "public"."erase_own_candidate"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.export_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.export_candidate(candidate) $function$;

REVOKE ALL ON FUNCTION "public"."export_candidate"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_candidates (
  words     text                     DEFAULT NULL::text,
  city      text                     DEFAULT NULL::text,
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
  AS $function$ select * from private.export_candidates(words, city, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_group (
  only_group  text,
  kind        public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state       public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose       text                     DEFAULT NULL::text,
  suspect     boolean                  DEFAULT NULL::boolean,
  words       text                     DEFAULT NULL::text,
  sort        text                     DEFAULT NULL::text,
  descending  boolean                  DEFAULT NULL::boolean,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_inbox (
  kind        public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state       public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose       text                     DEFAULT NULL::text,
  suspect     boolean                  DEFAULT NULL::boolean,
  words       text                     DEFAULT NULL::text,
  sort        text                     DEFAULT NULL::text,
  descending  boolean                  DEFAULT NULL::boolean,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_own_candidate (
  session_token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.export_own_candidate(session_token) $function$;

REVOKE ALL ON FUNCTION "public"."export_own_candidate"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.find_enquiries (
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  company text DEFAULT NULL::text
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
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_enquiries(number, address, company) $function$;

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.leave_company (
  client  uuid,
  contact uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.leave_company(client, contact) $function$;

REVOKE ALL ON FUNCTION "public"."leave_company"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_candidates (
  words     text                     DEFAULT NULL::text,
  city      text                     DEFAULT NULL::text,
  before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id uuid                     DEFAULT NULL::uuid,
  size      integer                  DEFAULT 25
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
  SET search_path TO ''
  AS $function$
    select * from private.list_candidates(words, city, before_at, before_id, size)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_open_requirements (
  status      public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority    public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose       text                        DEFAULT NULL::text,
  only_group  text                        DEFAULT NULL::text,
  sort        text                        DEFAULT NULL::text,
  descending  boolean                     DEFAULT NULL::boolean,
  after_group text                        DEFAULT NULL::text,
  after_key   timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                        DEFAULT NULL::uuid
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
  SET search_path TO ''
  AS $function$
    select * from private.list_open_requirements(status, priority, whose, only_group, sort, descending, after_group,
                                                 after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_requirements (
  status    public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority  public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose     text                        DEFAULT NULL::text,
  client    uuid                        DEFAULT NULL::uuid,
  words     text                        DEFAULT NULL::text,
  after_key timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                        DEFAULT NULL::uuid
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
  SET search_path TO ''
  AS $function$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_workloads()
  RETURNS TABLE (
    person       uuid,
    requirements integer,
    companies    integer,
    items        integer,
    seen_at      timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_workloads() $function$;

REVOKE ALL ON FUNCTION "public"."list_workloads"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mark_entry (
  entry     uuid,
  seen      integer,
  state     text,
  joined_on date    DEFAULT NULL::date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mark_entry(entry, seen, state, joined_on) $function$;

REVOKE ALL ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.merge_candidates (
  kept        uuid,
  seen        integer,
  merged      uuid,
  merged_seen integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.merge_candidates(kept, seen, merged, merged_seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."merge_candidates"(uuid, integer, uuid, integer, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_candidate (
  candidate uuid,
  form      uuid,
  body      text
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.note_candidate(candidate, form, body) $function$;

REVOKE ALL ON FUNCTION "public"."note_candidate"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.own_candidate_page(session_token) $function$;

REVOKE ALL ON FUNCTION "public"."own_candidate_page"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.read_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_candidate(candidate) $function$;

REVOKE ALL ON FUNCTION "public"."read_candidate"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_shortlist (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_shortlist(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."read_shortlist"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.refuse_candidate_question (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.refuse_candidate_question(token) $function$;

REVOKE ALL ON FUNCTION "public"."refuse_candidate_question"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.related_items (
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
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.related_items(item) $function$;

REVOKE ALL ON FUNCTION "public"."related_items"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.release_answer (
  answer uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.release_answer(answer) $function$;

REVOKE ALL ON FUNCTION "public"."release_answer"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remove_never (
  never uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.remove_never(never) $function$;

REVOKE ALL ON FUNCTION "public"."remove_never"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remove_own_never (
  session_token text,
  never         uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.remove_own_never(session_token, never) $function$;

REVOKE ALL ON FUNCTION "public"."remove_own_never"(text, uuid) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.request_candidate_link (
  address text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.request_candidate_link(address) $function$;

REVOKE ALL ON FUNCTION "public"."request_candidate_link"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.save_candidate (
  entries   jsonb,
  form      uuid    DEFAULT NULL::uuid,
  candidate uuid    DEFAULT NULL::uuid,
  seen      integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_candidate(entries, form, candidate, seen) $function$;

REVOKE ALL ON FUNCTION "public"."save_candidate"(jsonb, uuid, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.send_candidate_code (
  token text
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.send_candidate_code(token) $function$;

REVOKE ALL ON FUNCTION "public"."send_candidate_code"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.set_card (
  entry  uuid,
  seen   integer,
  chosen text[],
  pitch  text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_card(entry, seen, chosen, pitch) $function$;

REVOKE ALL ON FUNCTION "public"."set_card"(uuid, integer, text[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_shortlist(requirement, seen, is_blind, is_abroad) $function$;

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.show_candidates(requirement, entries, seen) $function$;

REVOKE ALL ON FUNCTION "public"."show_candidates"(uuid, uuid[], integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.similar_candidates (
  entries    jsonb,
  except_one uuid  DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id           uuid,
    full_name    text,
    headline     text,
    city         text,
    why          text,
    is_confirmed boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.similar_candidates(entries, except_one) $function$;

REVOKE ALL ON FUNCTION "public"."similar_candidates"(jsonb, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_back_entry (
  entry uuid,
  seen  integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_back_entry(entry, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_back_entry"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_from (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.withdraw_from(session_token, entry) $function$;

REVOKE ALL ON FUNCTION "public"."withdraw_from"(text, uuid) FROM PUBLIC, "service_role";

ALTER TABLE "private"."company_counts"
  ADD CONSTRAINT "company_counts_kind_check"
    CHECK ((kind = ANY (ARRAY['edits'::text, 'messages'::text, 'renames'::text, 'own_names'::text, 'accesses'::text, 'settings'::text, 'answers'::text])));

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_emigration_number_check" CHECK (((length(emigration_number) >= 1) AND (length(emigration_number) <= 100)));

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_retention_days_candidates_check" CHECK (((retention_days_candidates >= 1) AND (retention_days_candidates <= 36500)));

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_sealed_days_check" CHECK (((sealed_days >= 0) AND (sealed_days <= 36500)));

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."candidate_never"
  ADD CONSTRAINT "candidate_never_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_author_fkey" FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "candidates_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."candidate_codes"
  ADD CONSTRAINT "candidate_codes_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "private"."candidate_sessions"
  ADD CONSTRAINT "candidate_sessions_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_never"
  ADD CONSTRAINT "candidate_never_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "public"."crm_events"
  ADD CONSTRAINT "crm_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'changed'::text, 'status_changed'::text, 'withdrawn'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text])));

ALTER TABLE "public"."entry_views"
  ADD CONSTRAINT "entry_views_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'requirement_converted'::text,
    'requirement_event'::text,
    'requirement_message'::text,
    'inbox_summary'::text,
    'item_reply'::text, 'receipt'::text, 'candidate_ask'::text, 'candidate_code'::text, 'candidate_link'::text, 'candidate_news'::text, 'candidates_waiting'::text])));

ALTER TABLE "public"."requirement_events"
  ADD CONSTRAINT "requirement_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'converted'::text, 'edited'::text, 'status'::text, 'recruiter'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text, 'candidates_withdrawn'::text])));

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_author_fkey" FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_released_by_fkey" FOREIGN KEY (released_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_added_by_fkey" FOREIGN KEY (added_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."entry_views"
  ADD CONSTRAINT "entry_views_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."shortlist_answers"
  ADD CONSTRAINT "shortlist_answers_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

ALTER TABLE "public"."shortlists"
  ADD CONSTRAINT "shortlists_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

CREATE INDEX candidate_codes_candidate ON private.candidate_codes USING btree (candidate_id, created_at DESC);

CREATE INDEX candidate_sessions_candidate ON private.candidate_sessions USING btree (candidate_id);

CREATE INDEX candidate_consents_asked_by ON public.candidate_consents USING btree (asked_by, asked_at);

CREATE INDEX candidate_consents_candidate ON public.candidate_consents USING btree (candidate_id, asked_at DESC);

CREATE INDEX candidate_consents_entry ON public.candidate_consents USING btree (entry_id, asked_at DESC);

CREATE INDEX candidate_never_client ON public.candidate_never USING btree (client_id);

CREATE UNIQUE INDEX candidate_never_once ON public.candidate_never USING btree (candidate_id, client_id, lower(named)) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX candidate_notes_form ON public.candidate_notes USING btree (author, form_id);

CREATE INDEX candidate_notes_timeline ON public.candidate_notes USING btree (candidate_id, created_at DESC, id DESC);

CREATE INDEX candidates_activity ON public.candidates USING btree (last_activity_at);

CREATE INDEX candidates_city ON public.candidates USING btree (lower(city), created_at DESC, id DESC);

CREATE UNIQUE INDEX candidates_confirmed ON public.candidates USING btree (email)
  WHERE (email_confirmed_at IS NOT NULL);

CREATE INDEX candidates_created_by ON public.candidates USING btree (created_by);

CREATE INDEX candidates_email ON public.candidates USING btree (email);

CREATE INDEX candidates_name ON public.candidates USING btree (lower(full_name));

CREATE INDEX candidates_newest ON public.candidates USING btree (created_at DESC, id DESC);

CREATE INDEX entry_views_person ON public.entry_views USING btree (user_id);

CREATE INDEX mail_outbox_candidate_links ON public.mail_outbox USING btree (created_at)
  WHERE (template = 'candidate_link'::text);

CREATE INDEX shortlist_answers_author ON public.shortlist_answers USING btree (author);

CREATE INDEX shortlist_answers_entry ON public.shortlist_answers USING btree (entry_id, created_at DESC, id DESC);

CREATE INDEX shortlist_answers_released_by ON public.shortlist_answers USING btree (released_by);

CREATE INDEX shortlist_entries_added_by ON public.shortlist_entries USING btree (added_by);

CREATE INDEX shortlist_entries_candidate ON public.shortlist_entries USING btree (candidate_id, created_at DESC);

CREATE INDEX shortlist_entries_waiting ON public.shortlist_entries USING btree (shown_at, requirement_id)
  WHERE ((state = 'shown'::text) AND (answered_at IS NULL));

CREATE TRIGGER raise_version
  BEFORE UPDATE OF full_name,
    email,
    phone,
    headline, city, country, notice_period, skills, summary, links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, LANGUAGE, employer ON public.candidates
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.candidates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE TRIGGER hide_from_company
  AFTER INSERT ON public.client_members
  FOR EACH ROW
  EXECUTE FUNCTION private.hide_from_company('client_id');

CREATE TRIGGER hide_from_company
  AFTER UPDATE OF company_name ON public.clients
  FOR EACH ROW
  WHEN ((old.company_name IS DISTINCT FROM new.company_name))
  EXECUTE FUNCTION private.hide_from_company('id');

CREATE TRIGGER hide_from_company
  AFTER INSERT ON public.invitations
  FOR EACH ROW
  WHEN ((new.client_id IS NOT NULL))
  EXECUTE FUNCTION private.hide_from_company('client_id');

CREATE TRIGGER forget_unknown_address
  AFTER UPDATE OF skipped_at ON public.mail_outbox
  FOR EACH ROW
  WHEN (((new.skipped_at IS NOT NULL) AND (new.template = 'candidate_link'::text)))
  EXECUTE FUNCTION private.forget_unknown_address();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF state, chosen, pitch, card, is_blind, joined_on ON public.shortlist_entries
  FOR EACH ROW
  WHEN
    (((old.state IS DISTINCT FROM new.state) OR (old.chosen IS DISTINCT FROM new.chosen) OR (old.pitch IS DISTINCT FROM new.pitch) OR (old.card IS DISTINCT FROM new.card) OR
    (old.is_blind IS DISTINCT FROM new.is_blind) OR (old.joined_on IS DISTINCT FROM new.joined_on)))
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.shortlist_entries
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF is_blind, is_abroad ON public.shortlists
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.shortlists
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE POLICY "who may export reads" ON "public"."candidate_consents"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."candidate_never"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."candidate_notes"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."candidates"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."entry_views"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."shortlist_answers"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."shortlist_entries"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."shortlists"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

REVOKE ALL ON FUNCTION "private"."add_never"(uuid, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_never"(uuid, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."add_own_never"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_own_never"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."add_to_shortlist"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_to_shortlist"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."agree_to_be_kept"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agree_to_be_kept"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agree_to_card"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agree_to_card"(text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agreed_until"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_by"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_candidates"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_candidates"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."are_links"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_candidates"(uuid[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_candidates"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ask_mail"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_to_keep"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_to_keep"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."basis_for"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_counts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_news_mail"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_question"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."candidate_record"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidate_token"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_page"(text, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."card_digest"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."card_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."card_of"(public.candidates, text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."card_tells"(public.candidates, jsonb, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."code_mail"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."code_of"(private.candidate_codes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."company_candidates"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."company_candidates"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."company_domain"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_joined"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counts_for_reader"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counts_for_reader"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."crm_entries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disown_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."disown_address"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."edit_own_candidate"(text, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edit_own_candidate"(text, integer, jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."end_entry"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_candidate_code"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."enter_candidate_code"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."entries_beside"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_facts"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_candidate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."erase_own_candidate"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_own_candidate"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."expired_candidates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_candidate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_candidates"(text, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_candidates"(text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_own_candidate"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_own_candidate"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."export_shortlists_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_enquiries"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."first_name_of"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_candidate"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_unknown_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_yes"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."held_entry"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_from_company"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_from_never"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_entries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_joined"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_link"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_own_candidate"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_records"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_shortlist"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_in_force"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_kept"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_never"(public.candidates, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_opened"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keyed_digest"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_address"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_company"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_company"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."link_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL
  ON FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_workloads"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_workloads"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_candidate"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_subjects"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_entry"(uuid, integer, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_entry"(uuid, integer, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."merge_candidates"(uuid, integer, uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."merge_candidates"(uuid, integer, uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."next_code_word"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_candidate"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_candidate"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."notice_version"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_candidate_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_candidate_page"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_candidate_page"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."own_entry"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_company_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_question"(public.candidates, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."question_state"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_candidate_reminders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_candidate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_shortlist"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_shortlist"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."records_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recruiter_of_question"(public.candidate_consents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_candidate_question"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_question"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refused_lately"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."related_items"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."related_items"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."release_answer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."release_answer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."remove_never"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_never"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."remove_own_never"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_own_never"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."replace_contact"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_candidate_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_candidate_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."require_candidate"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_candidate_exporter"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_candidate"(jsonb, uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_candidate"(jsonb, uuid, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."searchable_candidate"(text, text, text, text[], text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_candidate_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_candidate_code"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."set_card"(uuid, integer, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_card"(uuid, integer, text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_shortlist"(uuid, integer, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."show_candidates"(uuid, uuid[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."show_candidates"(uuid, uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."shown_card"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_states"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."similar_candidates"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similar_candidates"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_lexeme"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_entry"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_entry"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unask_entry"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_mail"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_candidate_entries"(public.candidates, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_from"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."withdraw_from"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."words_or_skills"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."working_days_after"(timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_candidate"(public.candidates, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_never"(uuid, text, uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."yes_lasts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_never"(uuid, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_never"(uuid, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_never"(uuid, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_own_never"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."add_own_never"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_own_never"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_to_shortlist"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_to_shortlist"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_to_shortlist"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."agree_to_be_kept"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."agree_to_be_kept"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."agree_to_be_kept"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."agree_to_card"(text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."agree_to_card"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."agree_to_card"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_candidates"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_candidates"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_candidates"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_candidates"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_candidates"(uuid[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_candidates"(uuid[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_to_keep"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_to_keep"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_to_keep"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."candidate_question"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."candidate_question"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_candidates"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."company_candidates"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_candidates"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disown_address"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."disown_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disown_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_own_candidate"(text, integer, jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_own_candidate"(text, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_own_candidate"(text, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."enter_candidate_code"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."enter_candidate_code"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."enter_candidate_code"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_candidate"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_candidate"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_own_candidate"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_own_candidate"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_own_candidate"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_candidate"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidate"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_own_candidate"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."export_own_candidate"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_own_candidate"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_company"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leave_company"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_company"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_workloads"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_workloads"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_workloads"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_candidates"(uuid, integer, uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_candidates"(uuid, integer, uuid, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_candidates"(uuid, integer, uuid, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_candidate"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_candidate"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_candidate"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_candidate_page"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."own_candidate_page"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_candidate_page"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_candidate"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_candidate"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_candidate"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_shortlist"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_shortlist"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_shortlist"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_candidate_question"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."refuse_candidate_question"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_candidate_question"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_items"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."related_items"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_items"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_answer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_answer"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_answer"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_never"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_never"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_never"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_own_never"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_own_never"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_own_never"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_candidate_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."request_candidate_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_candidate_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_candidate"(jsonb, uuid, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_candidate"(jsonb, uuid, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_candidate"(jsonb, uuid, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_candidate_code"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."send_candidate_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_candidate_code"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_card"(uuid, integer, text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_card"(uuid, integer, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_card"(uuid, integer, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."show_candidates"(uuid, uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."show_candidates"(uuid, uuid[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."show_candidates"(uuid, uuid[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."similar_candidates"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."similar_candidates"(jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."similar_candidates"(jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entry"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_entry"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_back_entry"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_from"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_from"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_from"(text, uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."candidate_consents" FROM "authenticated";

GRANT SELECT ON TABLE "public"."candidate_consents" TO "authenticated";

REVOKE ALL ON TABLE "public"."candidate_consents" FROM "postgres";

GRANT ALL ON TABLE "public"."candidate_consents" TO "postgres";

REVOKE ALL ON TABLE "public"."candidate_consents" FROM "service_role";

GRANT SELECT ON TABLE "public"."candidate_consents" TO "service_role";

REVOKE ALL ON TABLE "public"."candidate_never" FROM "authenticated";

GRANT SELECT ON TABLE "public"."candidate_never" TO "authenticated";

REVOKE ALL ON TABLE "public"."candidate_never" FROM "postgres";

GRANT ALL ON TABLE "public"."candidate_never" TO "postgres";

GRANT ALL ON TABLE "public"."candidate_never" TO "service_role";

REVOKE ALL ON TABLE "public"."candidate_notes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."candidate_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."candidate_notes" FROM "postgres";

GRANT ALL ON TABLE "public"."candidate_notes" TO "postgres";

GRANT ALL ON TABLE "public"."candidate_notes" TO "service_role";

REVOKE ALL ON TABLE "public"."candidates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."candidates" TO "authenticated";

REVOKE ALL ON TABLE "public"."candidates" FROM "postgres";

GRANT ALL ON TABLE "public"."candidates" TO "postgres";

GRANT ALL ON TABLE "public"."candidates" TO "service_role";

REVOKE ALL ON TABLE "public"."entry_views" FROM "authenticated";

GRANT SELECT ON TABLE "public"."entry_views" TO "authenticated";

REVOKE ALL ON TABLE "public"."entry_views" FROM "postgres";

GRANT ALL ON TABLE "public"."entry_views" TO "postgres";

REVOKE ALL ON TABLE "public"."entry_views" FROM "service_role";

GRANT SELECT ON TABLE "public"."entry_views" TO "service_role";

REVOKE ALL ON TABLE "public"."shortlist_answers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shortlist_answers" TO "authenticated";

REVOKE ALL ON TABLE "public"."shortlist_answers" FROM "postgres";

GRANT ALL ON TABLE "public"."shortlist_answers" TO "postgres";

REVOKE ALL ON TABLE "public"."shortlist_answers" FROM "service_role";

GRANT SELECT ON TABLE "public"."shortlist_answers" TO "service_role";

REVOKE ALL ON TABLE "public"."shortlist_entries" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shortlist_entries" TO "authenticated";

REVOKE ALL ON TABLE "public"."shortlist_entries" FROM "postgres";

GRANT ALL ON TABLE "public"."shortlist_entries" TO "postgres";

GRANT ALL ON TABLE "public"."shortlist_entries" TO "service_role";

REVOKE ALL ON TABLE "public"."shortlists" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shortlists" TO "authenticated";

REVOKE ALL ON TABLE "public"."shortlists" FROM "postgres";

GRANT ALL ON TABLE "public"."shortlists" TO "postgres";

GRANT ALL ON TABLE "public"."shortlists" TO "service_role";

ALTER TABLE "public"."candidates"
  ADD COLUMN "search" tsvector GENERATED ALWAYS AS (private.searchable_candidate(full_name, headline, city, skills, email, phone)) STORED NOT NULL;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "candidates_links_check" CHECK (private.are_links(links));

CREATE INDEX candidates_search ON public.candidates USING gin (search);

-- Addresses are one mailbox by other rules now: by these the index is made anew.
REINDEX INDEX public.mail_outbox_mailbox;
