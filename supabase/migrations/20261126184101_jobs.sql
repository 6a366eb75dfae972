set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "track_requirement" ON "public"."requirement_events";

DROP INDEX "public"."job_requirements_made";

DROP INDEX "public"."shortlist_entries_in_process";

DROP VIEW "private"."entries_in_process";

ALTER TYPE "public"."listed_item" ADD ATTRIBUTE "applicants" integer CASCADE;

ALTER TABLE "public"."candidate_consents"
  DROP CONSTRAINT "candidate_consents_purpose_check";

ALTER TABLE "public"."candidate_consents"
  DROP CONSTRAINT "yes_is_to_a_card";

ALTER TABLE "public"."item_events"
  DROP CONSTRAINT "item_events_type_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "shortlist_entries_state_check";

DROP FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date);

DROP FUNCTION "private"."count_open_requirements"(public.requirement_status, public.requirement_priority, text);

DROP FUNCTION "private"."day_of_candidates"(uuid[]);

DROP FUNCTION "private"."day_of_items"(uuid[]);

DROP FUNCTION "private"."day_of_requirements"(uuid[]);

DROP FUNCTION "private"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."late_of"(uuid);

DROP FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."mend_enquiry"(uuid, integer, text, text, text, text, text);

DROP FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean);

DROP FUNCTION "private"."requirements_page"(uuid, public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date);

DROP FUNCTION "public"."count_open_requirements"(public.requirement_status, public.requirement_priority, text);

DROP FUNCTION "public"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text);

DROP FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean);

CREATE TABLE "private"."applications" (
  "id"             uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "requirement_id" uuid                     NOT NULL,
  "form_id"        uuid                     NOT NULL,
  "entries"        jsonb,
  "email"          text,
  "language"       text                     NOT NULL DEFAULT 'en'::text,
  "keep"           boolean                  NOT NULL DEFAULT false,
  "code_word"      text                     NOT NULL,
  "card_digest"    text,
  "is_suspect"     boolean                  NOT NULL DEFAULT false,
  "is_flood"       boolean                  NOT NULL DEFAULT false,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "reminded_at"    timestamp with time zone,
  "confirmed_at"   timestamp with time zone,
  "entry_id"       uuid,
  "differs"        jsonb,
  "network_place"  integer,
  "mailed_at"      timestamp with time zone,
  CONSTRAINT "applications_card_digest_check" CHECK ((card_digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "applications_differs_check" CHECK ((jsonb_typeof(differs) = 'object'::text)),
  CONSTRAINT "applications_entries_check" CHECK ((jsonb_typeof(entries) = 'object'::text)),
  CONSTRAINT "applications_form_id_key" UNIQUE (form_id),
  CONSTRAINT "applications_language_check" CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT "applications_network_place_check" CHECK (((network_place >= 1) AND (network_place <= 4))),
  CONSTRAINT "applications_pkey" PRIMARY KEY (id),
  CONSTRAINT "unconfirmed_has_entries" CHECK (((confirmed_at IS NOT NULL) OR (num_nonnulls(entries, email) = 2))),
  CONSTRAINT "applications_code_word_check" CHECK (private.is_text(code_word, 50)),
  CONSTRAINT "applications_email_check" CHECK ((private.is_email(email) AND (email = private.normal_address(email))))
);

CREATE TABLE "public"."adverts" (
  "requirement_id" uuid                     NOT NULL,
  "slug"           text                     NOT NULL,
  "title"          text                     NOT NULL,
  "place"          text                     NOT NULL,
  "country"        text                     NOT NULL,
  "work"           public.job_type          NOT NULL,
  "is_remote"      boolean                  NOT NULL DEFAULT false,
  "min_experience" integer,
  "max_experience" integer,
  "skills"         text[]                   NOT NULL DEFAULT '{}'::text[],
  "body"           text                     NOT NULL,
  "min_pay"        numeric(14,2),
  "max_pay"        numeric(14,2),
  "pay_currency"   public.currency_code     NOT NULL DEFAULT 'INR'::public.currency_code,
  "pay_unit"       text                     NOT NULL DEFAULT 'month'::text,
  "tells_pay"      boolean                  NOT NULL DEFAULT false,
  "is_named"       boolean                  NOT NULL DEFAULT false,
  "named_by"       uuid,
  "language"       text                     NOT NULL DEFAULT 'en'::text,
  "written_by"     uuid,
  "opened_at"      timestamp with time zone,
  "closes_on"      date,
  "closed_at"      timestamp with time zone,
  "version"        integer                  NOT NULL DEFAULT 1,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "search"         tsvector                 NOT NULL DEFAULT ''::tsvector,
  CONSTRAINT "advert_experience_range" CHECK ((max_experience >= min_experience)),
  CONSTRAINT "advert_pay_range" CHECK ((max_pay >= min_pay)),
  CONSTRAINT "adverts_language_check" CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT "adverts_max_experience_check" CHECK (((max_experience >= 0) AND (max_experience <= 100))),
  CONSTRAINT "adverts_max_pay_check" CHECK (((max_pay >= (0)::numeric) AND (max_pay < 'NaN'::numeric))),
  CONSTRAINT "adverts_min_experience_check" CHECK (((min_experience >= 0) AND (min_experience <= 100))),
  CONSTRAINT "adverts_min_pay_check" CHECK (((min_pay >= (0)::numeric) AND (min_pay < 'NaN'::numeric))),
  CONSTRAINT "adverts_pay_unit_check" CHECK ((pay_unit = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'year'::text]))),
  CONSTRAINT "adverts_pkey" PRIMARY KEY (requirement_id),
  CONSTRAINT "adverts_slug_check" CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  CONSTRAINT "adverts_slug_key" UNIQUE (slug),
  CONSTRAINT "adverts_version_check" CHECK ((version > 0)),
  CONSTRAINT "closed_was_open" CHECK (((closed_at IS NULL) OR (opened_at IS NOT NULL))),
  CONSTRAINT "open_has_last_day" CHECK (((opened_at IS NULL) OR (closes_on IS NOT NULL))),
  CONSTRAINT "told_pay_is_there" CHECK (((NOT tells_pay) OR (num_nonnulls(min_pay, max_pay) > 0))),
  CONSTRAINT "adverts_body_check" CHECK (private.is_text(body, 10000)),
  CONSTRAINT "adverts_country_check" CHECK (private.is_text(country, 100)),
  CONSTRAINT "adverts_place_check" CHECK (private.is_text(place, 200)),
  CONSTRAINT "adverts_skills_check" CHECK (private.are_skills(skills, 0)),
  CONSTRAINT "adverts_title_check" CHECK (private.is_text(title, 200))
);

ALTER TABLE "public"."adverts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."adverts"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."adverts" FROM "anon";

ALTER TABLE "private"."settings"
  ADD COLUMN "unconfirmed_hours" integer NOT NULL DEFAULT 48;

ALTER TABLE "private"."settings"
  ADD COLUMN "retention_days_applicants" integer NOT NULL DEFAULT 30;

ALTER TABLE "public"."candidate_consents"
  ADD COLUMN "applied_entry_id" uuid;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "applied_at" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "said" text;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "turned_down_at" timestamp WITH time zone;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "turned_down_words" text;

CREATE TYPE "public"."enquiry_entries" AS (
  "name"        text,
  "requirement" text,
  "phone"       text,
  "email"       text,
  "company"     text
);

CREATE TYPE "public"."requirement_filter" AS (
  "status"     public.requirement_status,
  "priority"   public.requirement_priority,
  "whose"      text,
  "client"     uuid,
  "words"      text,
  "only_group" text,
  "sort"       text,
  "descending" boolean
);

CREATE OR REPLACE FUNCTION private.advert_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['title', 'place', 'country', 'work', 'is_remote', 'min_experience', 'max_experience', 'skills', 'body', 'min_pay',
                 'max_pay', 'pay_currency', 'pay_unit', 'tells_pay']
  $function$;

CREATE OR REPLACE FUNCTION private.advert_obstacles (
  advert      public.adverts,
  requirement public.job_requirements
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array_remove(array[
        case when (requirement).status <> all (private.open_statuses()) then 'closed' end,
        case when not coalesce(private.is_filled((advert).place), false) then 'place_missing' end,
        case when (advert).tells_pay and num_nonnulls((advert).min_pay, (advert).max_pay) = 0 then 'pay_missing' end,
        case when private.is_abroad(advert) and not exists (select from private.settings where emigration_number is not null)
          then 'emigration_number_missing' end,
        case when private.says_contact(private.advert_words(advert))
               or not (advert).is_named and private.advert_words(advert) ~* '(https?://|\mwww\.)' then 'contact_in_advert' end,
        case when not (advert).is_named
               and private.company_traces(requirement, private.advert_words(advert)) <> '{}' then 'company_in_advert' end],
      null)
  $function$;

CREATE OR REPLACE FUNCTION private.advert_of (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'title', (requirement).job_title, 'place', located.place, 'country', located.country, 'work', (requirement).job_type,
        'is_remote', (requirement).remote_allowed, 'min_experience', (requirement).min_experience,
        'max_experience', (requirement).max_experience, 'skills', to_jsonb((requirement).required_skills), 'body', '',
        'min_pay', (requirement).min_salary, 'max_pay', (requirement).max_salary, 'pay_currency', (requirement).currency,
        'pay_unit', 'year', 'tells_pay', false)
      from (select private.trimmed((requirement).location) as location) as filed
      cross join lateral (select private.is_place_abroad(filed.location) as is_abroad,
                                 private.trimmed(substring(filed.location from '^(.*),')) as before,
                                 private.trimmed(substring(filed.location from '([^,]+)$')) as last) as parts
      cross join lateral (
        select case when parts.is_abroad is false then regexp_replace(filed.location, ',?\s*(India|Bharat)$', '', 'i')
                    when parts.is_abroad then coalesce(parts.before, filed.location) else filed.location end as place,
               case when parts.is_abroad is false then 'India'
                    when parts.is_abroad and parts.before is not null then parts.last else '' end as country) as located
  $function$;

CREATE OR REPLACE FUNCTION private.advert_state (
  advert public.adverts
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case when (advert).opened_at is null then 'draft' when (advert).closed_at is not null then 'closed'
                when private.is_advertised(advert) then 'open' else 'over' end
  $function$;

CREATE OR REPLACE FUNCTION private.advert_words (
  advert public.adverts
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select concat_ws(chr(10), (advert).title, (advert).place, (advert).country, array_to_string((advert).skills, chr(10)), (advert).body)
  $function$;

CREATE OR REPLACE FUNCTION private.adverts_for_reader (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id   uuid,
    advertised_until date
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  AS $function$
    select advert.requirement_id, advert.closes_on from public.adverts as advert
      join public.job_requirements as requirement on requirement.id = advert.requirement_id
      where advert.requirement_id = any (requirements) and requirement.client_id = (select private.current_client_id())
        and private.is_advertised(advert)
  $function$;

CREATE OR REPLACE FUNCTION private.agree_by_application (
  entry_row public.shortlist_entries,
  person    public.candidates
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare yes public.candidate_consents := private.applied_yes(entry_row);
  begin
    if yes.id is null then
      return false;
    end if;
    perform private.refuse_asking(entry_row, person);
    perform private.freeze_card(entry_row, person);
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_at, given_at,
                                           card_digest, ends_at, mailbox_digest, way)
      select yes.candidate_id, 'show', entry.id, yes.notice_version, yes.language, yes.basis, yes.how, yes.asked_at, yes.given_at,
             yes.card_digest, yes.given_at + private.consent_validity(), yes.mailbox_digest,
             case when entry.is_by_mail then 'mail' else 'portal' end
        from public.shortlist_entries as entry where entry.id = entry_row.id;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    return true;
  exception when sqlstate 'PT422' then
    return false;
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
        values (person.id, 'keep', private.notice_version(), private.asking_language(), private.basis_for(person.country), 'own_page', now(),
                private.subject_of(person.email));
    end if;
  end $function$;

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
    if application.confirmed_at is not null then
      -- What the press has given, page two can only take away, and says nothing of it.
      perform private.take_card_back(application) where allow_card.digest is null;
      return;
    end if;
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

CREATE OR REPLACE FUNCTION private.announce_application (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    item public.inbox_items;
  begin
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into item from public.inbox_items as line where line.requirement_id = entry_row.requirement_id for update;
    if not (item.state in ('new', 'open') or item.state = 'waiting' and private.is_team((
      select requirement.recruiter_id from public.job_requirements as requirement where requirement.id = entry_row.requirement_id))) then
      perform private.reopen_item(entry_row.requirement_id, 'applied', null);
    end if;
    perform private.record_applicants(entry_row.requirement_id, 'candidates_applied', array[entry]);
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_before_deletion()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.mail_applicant(entry) from public.shortlist_entries as entry
      where entry.requirement_id = old.id and entry.state = 'applied';
    return old;
  end $function$;

CREATE OR REPLACE FUNCTION private.answer_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with applicants as (
      select entry.applied_at, case when entry.state <> 'applied' then coalesce(entry.turned_down_at, (
               select min(event.created_at) from public.requirement_events as event
                 where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                   and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids))) end as answered_at, entry.state
        from public.shortlist_entries as entry
        where entry.applied_at > now() - interval '90 days'
    )
    select jsonb_build_object(
        'applied', count(*), 'answered', count(*) filter (where applicant.is_told),
        'median_hours', ceil(extract(epoch from percentile_cont(0.5) within group (order by applicant.answered_at - applicant.applied_at)
                             filter (where applicant.is_told)) / 3600)::integer)
      from (select *, applicants.answered_at <= now() - private.applicant_answer_waits() as is_told from applicants) as applicant
      where applicant.state = 'applied' or applicant.answered_at is not null
      having count(*) >= 20
  $function$;

CREATE OR REPLACE FUNCTION private.applicant_mailbox (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when mailbox ~ '@(gmail|googlemail)\.com$' then replace(split_part(mailbox, '@', 1), '.', '') || '@gmail.com' else mailbox end
      from private.mailbox_of(address) as mailbox
  $function$;

CREATE OR REPLACE FUNCTION private.applicant_answer_waits()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '10 minutes' $function$;

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
    -- Before anything is read of what nobody has typed.
    if length(entries::text) > 20000 then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries - 'said', private.application_fields());
    if made.email is null then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif private.has_line_end(concat(made.full_name, made.phone, made.city, made.notice_period, made.employer, array_to_string(made.skills, '')))
      or not (private.is_text(made.full_name, 200) and coalesce(private.is_text(made.phone, 200), true)
               and coalesce(private.is_text(made.city, 200), true) and coalesce(private.is_text(made.notice_period, 100), true)
               and coalesce(private.is_text(made.employer, 200), true) and private.are_skills(made.skills, 0)
               and coalesce(private.is_text(private.trimmed(entries ->> 'said'), 2000), true)) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made.language := applicant_of.language;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.applicants_of (
  requirement uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = applicants_of.requirement and entry.state = 'applied'
  $function$;

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
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state when entry.state <> 'closed' then 'shown' end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        'company', case when advert.is_named then private.company_name(requirement.client_id) end,
        'words', entry.turned_down_words, 'is_kept', private.forgotten_at(person.id) is null,
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
          when 'apply' then application.entries is not null and application.created_at > now() - case
            when application.is_flood or application.is_suspect then private.unconfirmed_lasts() else interval '1 hour' end
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
    if not exists (select from private.settings
                    where metrics_key_digest = encode(sha256(convert_to(metrics_key, 'UTF8')), 'hex')) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
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
        select from private.applications as sent where sent.confirmed_at is null limit 1000) as counted)
      union all select 'waiting', (select count(*)::integer from waiting where not waiting.is_overdue)
      union all select 'overdue', (select count(*)::integer from waiting where waiting.is_overdue)
      union all select 'mailed_day_before', (select count(*)::integer from day_before)
      union all select 'pressed_day_before', (select count(*)::integer from day_before where day_before.is_confirmed);
  end $function$;

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
    select private.subject_of('applications to ' || private.applicant_mailbox(address))
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

CREATE OR REPLACE FUNCTION private.applied_yes (
  entry public.shortlist_entries
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select consent from public.candidate_consents as consent
      where consent.id = (select newest.id from public.candidate_consents as newest where newest.applied_entry_id = (entry).id
                            order by newest.given_at desc, newest.id limit 1)
        and private.is_in_force(consent) and consent.card_digest = private.card_digest(entry)
  $function$;

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
    perform private.queue_confirmation(made, sender.network_place);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
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
      values (person.id, 'show', entry_row.id, private.notice_version(), private.asking_language(), private.basis_for(person.country),
              'phone_link', caller, private.number_digest(asked_at_number), rung.author, rung.created_at, private.trimmed_straight(words));
    update public.candidates set last_activity_at = now() where id = person.id;
    perform private.assign_if_none(entry_row.requirement_id);
    perform private.log_activity('asked_by_phone', 'entry', entry_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.asking_language()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 'en' $function$;

CREATE OR REPLACE FUNCTION private.blank_signs (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select ' ' || trim(regexp_replace(replace(private.fold_text(value), '&', ' and '),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u00A1-\u00BF\u02B0-\u02FF\u2010-\u2027\u2030-\u205E\u3001-\u3003]+', ' ', 'g')) || ' '
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
          offered_at = null, accepted_at = null, turned_down_at = null, turned_down_words = null
      where entry.id = cancel_question.entry;
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
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        'job_title', requirement.job_title,
        'company', case when not (mail).ids ? 'over' then private.company_name(requirement.client_id) end,
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
                 when (mail).ids ? 'over' then shown.state in ('draft', 'asked', 'agreed')
                   and requirement.status <> all (private.open_statuses())
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
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at']
                - case when private.is_application(entry_row) then 'requirement_id' else '' end || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id))
              -- Of what they have applied for they know the advert, and its company where that has named itself.
              || case when private.is_application(entry_row) then (
                   select jsonb_build_object('job_title', job ->> 'title', 'company', job ->> 'company')
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

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date,
  answer      text
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
    if status = any (private.closed_statuses()) and private.is_team_member() then
      perform private.end_advert(requirement_row.id, answer);
    end if;
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

CREATE OR REPLACE FUNCTION private.clear_confirmed()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications set entries = null, email = null
      where confirmed_at is not null and email is not null and created_at < now() - interval '1 hour';
  $function$;

CREATE OR REPLACE FUNCTION private.close_advert (
  requirement uuid,
  seen        integer,
  words       text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    perform private.lock_shortlist(requirement);
    advert := private.lock_advert(requirement);
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement, private.trimmed_straight(words));
    perform private.log_activity('advert_closed', 'requirement', requirement);
    return (select written.version from public.adverts as written where written.requirement_id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.close_answered_advert (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare closed public.adverts;
  begin
    update public.adverts as advert set closed_at = now()
      where advert.requirement_id = close_answered_advert.requirement and advert.opened_at is not null and advert.closed_at is null
      returning * into closed;
    if found then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type)
        select listed.id, listed.client_id, case when acting.side is not null then private.current_user_id() end, acting.side, 'advert_closed'
          from public.job_requirements as listed cross join lateral (select private.side_on(listed.client_id) as side) as acting
          where listed.id = closed.requirement_id;
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
  end $function$;

CREATE OR REPLACE FUNCTION private.close_expired_adverts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expired uuid;
    applicants uuid[];
  begin
    for expired in select advert.requirement_id from public.adverts as advert
                     where advert.opened_at is not null and advert.closed_at is null and advert.closes_on < private.today()
                     order by advert.requirement_id loop
      begin
        perform from public.job_requirements as requirement where requirement.id = expired for no key update skip locked;
        continue when not found or not exists (
          select from public.adverts as advert where advert.requirement_id = expired and advert.closes_on < private.today());
        applicants := private.lock_applicants(expired);
        perform private.turn_down(expired, array(
          select entry.id from public.shortlist_entries as entry
            where entry.id = any (applicants) and private.answer_by(entry.applied_at) < now()), null);
        if not exists (select from public.shortlist_entries as entry where entry.requirement_id = expired and entry.state = 'applied') then
          perform private.close_answered_advert(expired);
        end if;
      exception when others then
        raise warning 'the advert of % is not closed: %', expired, sqlerrm;
      end;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.company_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'job', case when advert.opened_at is not null then private.job_of(advert) end,
        'state', case when advert.opened_at is not null then private.advert_state(advert) end,
        'is_named', coalesce(advert.is_named, false), 'version', advert.version, 'opened_at', advert.opened_at,
        'closes_on', advert.closes_on, 'closed_at', advert.closed_at,
        'company', private.company_name(requirement_row.client_id),
        'may_write', private.may_write_for_client())
      from public.job_requirements as requirement_row
      left join public.adverts as advert on advert.requirement_id = requirement_row.id
      where requirement_row.id = company_advert.requirement and private.is_of_company(requirement_row.client_id)
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
      -- As long as the public reads it.
      'advert', case when exists (select from news where news.type = 'advert_opened') then (
        select jsonb_build_object('closes_on', advert.closes_on) from public.adverts as advert
          where advert.requirement_id = (requirement).id and private.is_advertised(advert)) end,
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

CREATE OR REPLACE FUNCTION private.company_traces (
  requirement public.job_requirements,
  words       text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with typed as materialized (
      select private.blank_signs(words) as plain, private.fold_text(words) as folded, normalize(words, NFKC) as written,
             private.blank_signs((requirement).job_title || ' ' || array_to_string((requirement).required_skills, ' ')) as trade),
    called as materialized (
      select replace(private.blank_signs(private.plain_company_name(client.company_name)), ' ', '') as letters,
             array(select part from string_to_table(trim(private.blank_signs(regexp_replace(
                       client.company_name, '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'))), ' ') with ordinality as split (part, place)
                     where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc',
                                              'corp', 'corporation', 'company', 'co', 'the', 'of'])
                     order by place) as parts
        from public.clients as client where client.id = (requirement).client_id),
    -- What stands before and behind an "and" is a name each.
    halves as (
      select string_to_array(half, ' ') as parts
        from called cross join lateral regexp_split_to_table(array_to_string(parts, ' '), ' and ') as half),
    domains as materialized (select unnest(private.domains_of((requirement).client_id)) as domain),
    sought as (
      select letters from called where length(letters) > 3
      union select array_to_string(array_remove(parts, 'and'), '') from called where 'and' = any (parts)
      -- A second word that is not of the trade, where the first is everybody's.
      union select case when not private.is_common_word(parts[1]) then parts[1]
                        when not private.is_common_word(parts[2]) and position(parts[2] in typed.trade) = 0 then parts[2]
                        else parts[1] || parts[2] end from halves, typed
      -- The last part of a domain but its ends ("in", "co.in") that others have not.
      union select replace(label, '-', '') from domains
        cross join lateral (select label from string_to_table(domain, '.') with ordinality as labels (label, place)
                              where place < cardinality(string_to_array(domain, '.')) and length(label) > 3
                                and not private.is_common_word(label)
                              order by place desc limit 1) as named
      union select replace(private.blank_signs(person.full_name), ' ', '')
        from (select client.full_name from public.clients as client where client.id = (requirement).client_id
              union select member.full_name from public.client_members as member where member.client_id = (requirement).client_id) as person
        where private.blank_signs(person.full_name) ~ ' [^ ]{2,} (.* )?[^ ]{2,} '),
    -- A name of two or three letters, and the first letters of a longer one, as they are written.
    initials as (
      select upper(letters) as pattern from called where length(letters) between 2 and 3
      union
      select string_agg(upper(left(part, 1)), '[. ]{0,2}' order by place)
        from called cross join lateral unnest(array_remove(parts, 'and')) with ordinality as listed (part, place)
        having count(*) > 2 and lower(string_agg(left(part, 1), '' order by place)) <> all (string_to_array(
          'api,cnc,vmc,sap,erp,sql,php,css,aws,bpo,kpo,ceo,cfo,cto,cad,cam,plc,gst,gcp,crm,seo,tig,mig,ppe,mep,hvac,iti,ncr,uae,usa,ksa,'
          'mba,bca,mca,msc,bsc,bed,gnm,anm,bls,als,icu,opd,ppc,smm,etl,sdk,ios,pmp,iso,sop,kpi,dcs,llb,cma,acca', ','))
      union
      select upper(left(parts[1], 1)) || ' ?(?:&|[Aa]nd|AND) ?' || upper(left(parts[3], 1))
        from called where cardinality(parts) = 3 and parts[2] = 'and')
    select array(
      select (regexp_match(typed.plain, private.spelling_of(sought.letters)))[1] from typed, sought
        where length(sought.letters) > 3 and typed.plain ~ private.spelling_of(sought.letters)
      union select domain from typed, domains where position(domain in typed.folded) > 0
      union select (regexp_match(typed.written, '(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])'))[1] from typed, initials
        where typed.written ~ ('(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])')
      order by 1)
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
        update public.candidate_consents as before set closed_at = now()
          where before.applied_entry_id = entry_row.id and before.closed_at is null;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = now(), said = application.entries ->> 'said'
          where back.id = entry_row.id returning * into entry_row;
      end if;
      insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                             given_at, card_digest, mailbox_digest)
        values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, now(), agreed, private.subject_of(person.email));
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

CREATE OR REPLACE FUNCTION private.confirmation_slot (
  network_place integer
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select greatest(now(), (
      select sent.mailed_at + interval '1 hour' from private.applications as sent
        where sent.network_place = confirmation_slot.network_place and sent.mailed_at is not null
        order by sent.mailed_at desc offset private.most_confirmations_an_hour(confirmation_slot.network_place) - 1 limit 1))
  $function$;

CREATE OR REPLACE FUNCTION private.count_applied (
  requirement uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_applied.requirement and entry.state = 'applied'
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
          -- Who has applied, and is not taken on, is none of its company's.
          where kept.requirement_id = wanted.id and kept.state <> 'applied' and kept.turned_down_at is null) as entry on true
      group by wanted.id
  $function$;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  filter public.requirement_filter
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    caller uuid := private.require_team();
    recruiter uuid := private.wanted_recruiter(filter, caller);
  begin
    return (
      select jsonb_build_object('silent', 0) || coalesce(jsonb_object_agg(counted.work_group,
               case when counted.work_group = 'silent' then least(counted.requirements, 1000) else counted.requirements end), '{}')
        from (select open.work_group, count(*) as requirements
                from private.grouped_requirements as open
                where (filter.status is null or open.status = filter.status)
                  and (filter.priority is null or open.priority = filter.priority)
                  and (filter.whose is null
                 or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
                group by open.work_group) as counted);
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_candidates (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    return query
      select 'answers', answered.answered_at, array_position(array['interview', 'maybe'], last.verdict), answered.id, null::uuid,
             null::uuid, answered.requirement_id, holder, 0
        from (select entry.id, entry.requirement_id, entry.answered_at
                from public.shortlist_entries as entry
                join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
                where 'answers' = any (sections) and open_requirement.recruiter_id = holder and entry.answered_at is not null
                  and entry.state not in ('withdrawn', 'closed')
                  and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview'))
                order by entry.state <> 'interview', entry.answered_at, entry.id limit 100) as answered
        cross join lateral (
          select answer.verdict from public.shortlist_answers as answer where answer.entry_id = answered.id
            order by answer.created_at desc, answer.id desc limit 1) as last
      union all
      -- Of a job that is filled nobody may be in charge any more.
      (select case when entry.begins_on > private.today() then 'starting' else 'begins' end,
              entry.begins_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.shortlist_entries as entry
         join public.job_requirements as requirement on requirement.id = entry.requirement_id
         where sections && array['begins', 'starting'] and entry.begins_on <= private.today() + 7
           and coalesce(requirement.recruiter_id, entry.added_by) = holder
         order by entry.begins_on, entry.id limit 100)
      union all
      (select 'steps', entry.next_on::timestamp at time zone private.zone(), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.shortlist_entries as entry
         where 'steps' = any (sections) and entry.next_by = holder and entry.next_on <= private.today()
         order by entry.next_on, entry.id limit 100)
      union all
      (select 'steps', person.next_on::timestamp at time zone private.zone(), 0, null, person.id, null, null, holder, 0
         from public.candidates as person
         where 'steps' = any (sections) and person.next_by = holder and person.next_on <= private.today()
         order by person.next_on, person.id limit 100)
      union all
      (select 'agreed', consent.given_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'agreed'
         cross join lateral (
           select min(yes.given_at) as given_at from public.candidate_consents as yes
             where yes.entry_id = entry.id and private.is_in_force(yes)) as consent
         where 'agreed' = any (sections) and open_requirement.recruiter_id = holder and private.has_consent(entry)
         order by consent.given_at, entry.id limit 100)
      union all
      -- Until they have answered, or somebody has spoken with them since.
      (select 'calls', wanted.call_wanted_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
         cross join lateral (
           select asked as consent, asked.call_wanted_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as wanted
         where 'calls' = any (sections) and open_requirement.recruiter_id = holder and wanted.call_wanted_at is not null
           and private.question_state(wanted.consent) = 'open'
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.channel is not null and talk.created_at > wanted.call_wanted_at)
         order by wanted.call_wanted_at, entry.id limit 100)
      union all
      -- Whose next step is to come is left to that day; a talk or a reminder is a new beginning. Two working days are between two
      -- days and four, so that few need be looked up.
      (select 'asked', consent.asked_at, 0, entry.id, null, null, entry.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         join public.shortlist_entries as entry on entry.requirement_id = open_requirement.requirement_id and entry.state = 'asked'
         cross join lateral (
           select asked.asked_at from public.candidate_consents as asked where asked.entry_id = entry.id
             order by asked.asked_at desc, asked.id limit 1) as consent
         where 'asked' = any (sections) and open_requirement.recruiter_id = holder and entry.next_on is null
           and consent.asked_at < now() - interval '2 days'
           and (consent.asked_at < now() - interval '4 days' or private.working_days_after(consent.asked_at, 2) < now())
           and not exists (
             select from public.candidate_notes as talk
               where talk.entry_id = entry.id and talk.created_at > now() - interval '4 days'
                 and private.working_days_after(talk.created_at, 2) > now())
         order by consent.asked_at, entry.id limit 100)
      union all
      (select 'refused', max(greatest(consent.refused_at, consent.withdrawn_at)), 0, entry.id, null, null, entry.requirement_id, holder, 0
         from public.candidate_consents as consent
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = consent.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as open_requirement
           on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
         where 'refused' = any (sections) and consent.entry_id is not null
           and greatest(consent.refused_at, consent.withdrawn_at) >= private.refused_since()
           and consent.tell_at is null and consent.reconsidered_at is null
         group by entry.id, entry.requirement_id order by 2, 4 limit 100);
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_items (
  holder uuid
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    tomorrow timestamptz := (private.today() + 1)::timestamp at time zone private.zone();
    applied_for uuid[] := array(select entry.requirement_id from public.shortlist_entries as entry where entry.state = 'applied'
                                order by entry.requirement_id, entry.applied_at);
  begin
    return query
      select case when item.state = 'waiting' then 'back' else 'due' end, item.due_at, 0, null::uuid, null::uuid, item.id,
             item.requirement_id, holder, 0
        from (
          (select taken.id, taken.state, taken.due_at, taken.requirement_id
             from public.inbox_items as taken
             where taken.state in ('new', 'open', 'waiting') and taken.due_at < tomorrow and taken.assignee = holder
               and (taken.claim_expires_at is null or taken.claim_expires_at > now())
             order by taken.due_at, taken.id limit 200)
          union all
          (select free.id, free.state, free.due_at, free.requirement_id
             from public.inbox_items as free
             join private.open_requirements as open_requirement on open_requirement.requirement_id = free.requirement_id
             where free.state in ('new', 'open', 'waiting') and free.due_at < tomorrow
               and (free.assignee is null or free.claim_expires_at <= now()) and open_requirement.recruiter_id = holder
             order by free.due_at, free.id limit 200)) as item
        -- What is there for applicants alone is in their section.
        where item.requirement_id is null or item.requirement_id <> all (applied_for)
          or not (select private.is_for_applicants(line) from public.inbox_items as line where line.id = item.id)
        order by item.due_at, item.id limit 200;
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of_requirements (
  holder   uuid,
  sections text[]
)
  RETURNS SETOF private.day_row
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    return query
      (select 'messages', unread_message.last_at, 0, null::uuid, null::uuid, null::uuid, unread_message.requirement_id, holder,
              unread_message.unread
         from public.unread_messages as unread_message
         where 'messages' = any (sections) and unread_message.user_id = holder
         order by unread_message.last_at desc, unread_message.requirement_id limit 100)
      union all
      -- Until when the first of them is to be answered: to be dealt with in that order. Where nobody is in charge, they are everybody's.
      (select 'applied', private.answer_by(min(entry.applied_at)), 0, null, null, null, entry.requirement_id, holder, count(*)::integer
         from public.shortlist_entries as entry
         join private.open_requirements as open_requirement on open_requirement.requirement_id = entry.requirement_id
           and (open_requirement.recruiter_id = holder or not private.is_team(open_requirement.recruiter_id))
         where 'applied' = any (sections) and entry.state = 'applied'
         group by entry.requirement_id order by min(entry.applied_at), entry.requirement_id limit 100)
      union all
      (select 'waiting', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         where 'waiting' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.waits_for = 'team'
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), 0, null, null, null, entry.requirement_id, holder, count(*)::integer
         from public.shortlist_entries as entry
         join private.open_requirements as open_requirement
           on open_requirement.requirement_id = entry.requirement_id and open_requirement.recruiter_id = holder
         where 'candidates' = any (sections) and entry.state = 'shown' and entry.answered_at is null
           and entry.shown_at < now() - interval '2 days'
           and (entry.shown_at < now() - interval '4 days' or private.answer_by(entry.shown_at) < now())
         group by entry.requirement_id order by 2, 7 limit 100)
      union all
      (select 'deadline', grouped_requirement.deadline_at, 0, null, null, null, grouped_requirement.requirement_id, holder, 0
         from private.grouped_requirements as grouped_requirement
         where 'deadline' = any (sections) and grouped_requirement.recruiter_id = holder
           and grouped_requirement.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by grouped_requirement.deadline_at, grouped_requirement.requirement_id limit 100)
      union all
      (select 'empty', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         where 'empty' = any (sections) and open_requirement.recruiter_id = holder and open_requirement.status = 'in_progress'
           and not exists (select from public.shortlist_entries as entry
                            where entry.requirement_id = open_requirement.requirement_id
                              and entry.state not in ('applied', 'withdrawn', 'closed', 'declined', 'accepted', 'joined'))
           and (select count(*) from public.shortlist_entries as entry
                  where entry.requirement_id = open_requirement.requirement_id and entry.state in ('accepted', 'joined'))
             < (select requirement.positions_count from public.job_requirements as requirement
                  where requirement.id = open_requirement.requirement_id)
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100)
      union all
      (select 'silent', open_requirement.last_word_at, 0, null, null, null, open_requirement.requirement_id, holder, 0
         from private.open_requirements as open_requirement
         where 'silent' = any (sections) and open_requirement.recruiter_id = holder
           and open_requirement.last_word_at < private.silent_since()
         order by open_requirement.last_word_at, open_requirement.requirement_id limit 100);
  end $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['answers', 'begins', 'agreed', 'calls', 'applied', 'steps', 'asked', 'starting', 'due', 'back', 'messages', 'refused',
                 'waiting', 'candidates', 'deadline', 'empty', 'silent']
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
    delete from private.applications as sent
      where sent.confirmed_at is null and private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email);
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
    delete from private.applications as waiting where waiting.id = application.id and waiting.confirmed_at is null;
  end $function$;

CREATE OR REPLACE FUNCTION private.draw_slug (
  title text,
  place text
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select concat_ws('-', coalesce(nullif(trim(both '-' from left(words, 90)), ''), 'job'), drawn)
      from (select trim(both '-' from regexp_replace(private.fold_text(title || ' ' || place), '[^a-z0-9]+', '-', 'g')) as words) as named
      cross join lateral (
        select string_agg(substr('bcdfghjkmnpqrstvwxz', 1 + floor(random() * 19)::integer, 1), '') as drawn
          from generate_series(1, 4), generate_series(1, 20) as try where words is not null group by try) as tries
      where not exists (select from public.adverts as known
                         where known.slug = concat_ws('-', coalesce(nullif(trim(both '-' from left(words, 90)), ''), 'job'), drawn))
      limit 1
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
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), private.asking_language(),
                 private.basis_for(wanted.country), 'own_page', past.asked_by, private.subject_of(wanted.email) from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = entry.id;
    end loop;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_advert (
  requirement uuid,
  words       text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.turn_down(requirement, private.lock_applicants(requirement), words);
    perform private.close_answered_advert(requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.end_advert_of_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.end_advert(new.id, null);
    perform private.tell_taken_on(new.id);
    return null;
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
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
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
    delete from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted);
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
    select applied.candidate_id from (
        select distinct entry.candidate_id from public.shortlist_entries as entry where entry.applied_at is not null) as applied
      where private.forgotten_at(applied.candidate_id) <= now()
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
        from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted)),
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

CREATE OR REPLACE FUNCTION private.export_requirements (
  fields    text[],
  filter    public.requirement_filter,
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
      from private.requirements_page(private.require_exporter('requirements'), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
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
      'adverts', (select coalesce(jsonb_agg(jsonb_build_object('id', advert.requirement_id, 'created_at', advert.created_at) order by advert.created_at), '[]')
        from public.adverts as advert where accounts && array[advert.written_by, advert.named_by]),
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
  begin
    return query
      with arrived as (
        select arrival.* from private.arrivals as arrival
          where measures && array['came', 'answered', 'in_time'] and arrival.at >= since and arrival.at < before
      ), answered as (
        select arrived.*, answer.answered_at from arrived
          join private.first_answers as answer
            on answer.subject = arrived.subject and answer.came_at >= since and answer.came_at < before
          where arrived.way <> 'team'
      ), step as (
        select 'applied' as measure, entry.applied_at as at, entry.id as entry_id from public.shortlist_entries as entry
          where 'applied' = any (measures) and entry.applied_at >= since and entry.applied_at < before
        union all
        select 'asked', consent.asked_at, consent.entry_id from public.candidate_consents as consent
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
               'candidate:' || case when person.source is null then '' else lower(private.trimmed(person.source)) end
          from step
          join public.shortlist_entries as entry on entry.id = step.entry_id
          join public.job_requirements as requirement on requirement.id = entry.requirement_id
          left join public.candidates as person on grouping_by = 'source' and person.id = entry.candidate_id
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

CREATE OR REPLACE FUNCTION private.figure_measures()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['came', 'answered', 'in_time', 'applied', 'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'filled']
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
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    first_day date := (month - interval '1 month')::date;
    end_day date := (month + interval '1 month')::date;
    first_moment timestamptz := first_day::timestamp at time zone private.zone();
    since timestamptz := month::timestamp at time zone private.zone();
    until timestamptz := end_day::timestamp at time zone private.zone();
    found jsonb;
  begin
    with arrival as (
      select arrived.at >= since as is_now, date_part('epoch', answer.answered_at - arrived.at) as seconds,
             answer.answered_at <= arrived.at + arrived.promised as is_in_time,
             case grouping_by when 'recruiter' then coalesce(arrived.recruiter_id::text, 'nobody')
                              when 'company' then coalesce(arrived.client_id::text, 'none')
                              else 'came:' || arrived.way end collate "C" as group_key
        from private.arrivals as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and arrived.way <> 'team' and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
    ), counted_arrival as (
      select arrival.group_key, grouping(arrival.group_key) = 1 as is_total, arrival.is_now, count(*) as came,
             count(arrival.seconds) as answered, count(*) filter (where arrival.is_in_time) as in_time,
             percentile_cont(0.5) within group (order by arrival.seconds) as median
        from arrival group by grouping sets (arrival.is_now, (arrival.group_key, arrival.is_now))
    ), counted as (
      select arrived.group_key, arrived.is_total, arrived.is_now, measured.measure, measured.facts, measured.median
        from counted_arrival as arrived
        cross join lateral (
          values ('came', arrived.came, null), ('answered', arrived.answered, arrived.median), ('in_time', arrived.in_time, null))
          as measured (measure, facts, median)
        where measured.facts > 0
      union all
      select fact.group_key, grouping(fact.group_key) = 1, fact.at >= since, fact.measure, count(*),
             percentile_cont(0.5) within group (order by fact.seconds)
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure, fact.at >= since), (fact.group_key, fact.measure, fact.at >= since))
    ), figure as (
      select counted.group_key, counted.is_total, sum(counted.facts) filter (where counted.is_now) as ranked,
             jsonb_object_agg(counted.measure || case when counted.is_now then '' else '_before' end,
                              jsonb_build_array(counted.facts, round(counted.median::numeric))) as numbers
        from counted group by counted.group_key, counted.is_total
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

CREATE OR REPLACE FUNCTION private.filled_words (
  words text,
  entry public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select replace(replace(replace(private.trimmed(words), '{name}', private.first_name_of(person)), '{title}', advert.title),
                   '{my name}', coalesce(colleague.display_name, ''))
      from public.candidates as person
      join public.adverts as advert on advert.requirement_id = (entry).requirement_id
      join public.job_requirements as requirement on requirement.id = (entry).requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      where person.id = (entry).candidate_id
  $function$;

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
    perform private.refuse_leaving_applicants(item_row, change.state);
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
      where private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email);
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_confirming_mails()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = old.email and mail.template = 'application_confirm' and mail.ids ->> 'application' = old.id::text;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_unconfirmed()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare affected integer;
  begin
    delete from private.applications where id in (
      select sent.id from private.applications as sent
        where sent.confirmed_at is null
          and sent.created_at < now() - (select make_interval(hours => unconfirmed_hours) from private.settings)
        order by sent.created_at limit 1000 for update skip locked);
    get diagnostics affected = row_count;
    return affected;
  end $function$;

CREATE OR REPLACE FUNCTION private.forgotten_at (
  candidate uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select max(coalesce(entry.turned_down_at, greatest(entry.updated_at, case when entry.state in ('draft', 'asked', 'agreed') then requirement.updated_at end)))
             + (select make_interval(days => retention_days_applicants) from private.settings)
      from public.candidates as person
      join public.shortlist_entries as entry on entry.candidate_id = person.id
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
      where person.id = candidate
        and person.created_at >= (select min(consent.given_at) from public.candidate_consents as consent
                                   where consent.candidate_id = person.id and consent.purpose = 'apply')
        and not private.has_keep_consent(person.id)
      having bool_and(entry.state in ('declined', 'withdrawn', 'closed')
                      or entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()))
  $function$;

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
      set given_at = now(), ends_at = now() + private.consent_validity(), card_digest = digest, language = private.asking_language()
      where consent.entry_id = entry_row.id and (consent.how = 'phone_link') = is_by_phone and private.is_still_theirs(consent)
        and num_nonnulls(consent.given_at, consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    perform private.record_candidates(entry_row.requirement_id, 'candidates_agreed', array[entry_row.id], false);
  end $function$;

CREATE OR REPLACE FUNCTION private.has_words (
  search tsvector,
  query  tsquery
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce(search @@ query, false) $function$;

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
            where requirement.client_id = company and entry.state not in ('withdrawn', 'closed', 'draft', 'applied'))
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
        where entry_row.candidate_id in (select private.records_of(candidate)) and entry_row.state not in ('withdrawn', 'closed', 'draft', 'applied')
          and private.is_blocked(person, requirement.client_id)
        order by entry_row.id
    loop
      perform private.close_entry(entry, is_own, is_rule);
    end loop;
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
      found := private.find_by_words(case when is_open then 'private.open_items' else 'public.inbox_items' end, query);
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
          and (query is null or found is not null or private.has_words(item.search, query))
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

CREATE OR REPLACE FUNCTION private.is_abroad (
  advert public.adverts
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.is_place_abroad((advert).country) is distinct from false or coalesce(private.is_place_abroad((advert).place), false)
  $function$;

CREATE OR REPLACE FUNCTION private.is_advertised (
  advert public.adverts
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (advert).opened_at is not null and (advert).closed_at is null and (advert).closes_on >= private.today()
  $function$;

CREATE OR REPLACE FUNCTION private.is_application (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).applied_at is not null and not exists (
      select from public.candidate_consents as consent
        where consent.entry_id = (entry).id and greatest(consent.asked_at, consent.given_at) >= (entry).applied_at)
  $function$;

CREATE OR REPLACE FUNCTION private.is_candidate_mail (
  template text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select template like 'candidate\_%' or template like 'application\_%' $function$;

CREATE OR REPLACE FUNCTION private.is_common_word (
  word text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select word = any (string_to_array(
        'advance,advanced,agency,agro,alliance,allied,american,apex,asia,asian,associates,auto,automation,automotive,bank,beauty,best,'
        'bharat,bharti,bright,brothers,build,builders,business,capital,care,careers,central,chemical,chemicals,city,classic,clean,clinic,'
        'clothing,cloud,coastal,college,combined,commercial,company,computer,concept,construction,consultancy,consultants,consulting,'
        'control,core,corporate,creative,crown,data,delta,dental,design,development,diagnostic,diamond,digital,direct,dream,dynamic,eagle,'
        'east,eastern,easy,education,electric,electrical,electronics,elite,energy,engineering,engineers,enterprise,enterprises,equipment,'
        'essential,european,excel,excellence,expert,experts,export,exports,express,fabrication,family,farm,fashion,fast,field,finance,'
        'financial,fine,first,fitness,five,food,foods,fortune,forward,foundation,four,freight,fresh,friends,future,galaxy,garments,general,'
        'general,global,gold,golden,good,grand,great,green,group,growth,guest,harbour,health,healthcare,heavy,heritage,high,home,homes,'
        'hospital,hospitality,hotel,hotels,house,human,ideal,impact,imperial,india,indian,indo,industrial,industries,industry,infra,'
        'infrastructure,innovation,innovative,institute,insurance,integrated,intelligent,inter,interior,international,investment,jobs,'
        'kitchen,labs,laboratory,large,leading,learning,life,light,lights,line,link,logic,logistics,machine,machinery,mail,main,management,manufacturing,'
        'marine,market,marketing,master,matrix,media,medical,medicine,mega,metal,metals,metro,micro,middle,mobile,mobility,model,modern,motor,motors,'
        'nano,national,natural,nature,network,networks,north,northern,ocean,office,omega,online,open,optical,optimum,orient,oriental,pacific,packaging,'
        'paper,partners,people,perfect,personal,petroleum,pharma,pharmaceutical,pharmaceuticals,pilot,pioneer,plastic,plastics,platinum,plus,'
        'point,polymer,ports,power,precise,precision,premier,premium,pressure,prime,print,printing,private,process,production,products,'
        'professional,project,projects,property,public,pure,quality,quick,rail,railway,rapid,real,recruitment,reliable,reliance,renewable,'
        'research,resource,resources,retail,rising,river,road,royal,rubber,rural,safe,safety,school,science,sciences,security,select,senior,'
        'service,services,shipping,shop,silver,simple,small,smart,social,society,soft,software,solar,solid,solution,solutions,south,southern,'
        'special,speciality,speed,sports,spring,staffing,standard,star,state,station,steel,sterling,stone,store,stores,strategic,street,strong,'
        'structural,studio,summit,super,superior,supply,support,sure,swift,system,systems,team,tech,technical,technologies,technology,telecom,'
        'test,textile,textiles,third,three,tools,top,total,touch,tower,trade,trading,traders,training,trans,transport,travel,travels,true,trust,'
        'turbine,union,unique,unit,united,universal,university,urban,value,vehicle,venture,ventures,vision,vital,wash,water,weld,welding,west,western,'
        'white,wind,wood,work,works,world,young,zone', ','))
      or private.place_names(word) <> '{}' or private.is_place_abroad(word) is not null
  $function$;

CREATE OR REPLACE FUNCTION private.is_for_applicants (
  item public.inbox_items
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (item).requirement_id is not null and (item).state in ('new', 'open')
      and coalesce((select event.type = 'applied' from public.item_events as event
                      where event.item_id = (item).id and event.changes -> 'state' ->> 1 = 'new'
                      order by event.created_at desc, event.id desc limit 1), false)
      and private.answer_due((item).requirement_id) is null
  $function$;

CREATE OR REPLACE FUNCTION private.job_of (
  advert public.adverts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'slug', (advert).slug, 'title', (advert).title, 'place', (advert).place, 'country', (advert).country, 'work', (advert).work,
        'is_remote', (advert).is_remote, 'min_experience', (advert).min_experience, 'max_experience', (advert).max_experience,
        'skills', (advert).skills, 'body', (advert).body,
        'pay', case when (advert).tells_pay then jsonb_build_object(
          'min', (advert).min_pay, 'max', (advert).max_pay, 'currency', (advert).pay_currency, 'unit', (advert).pay_unit) end,
        'company', case when (advert).is_named then (
          select private.company_name(requirement.client_id) from public.job_requirements as requirement
            where requirement.id = (advert).requirement_id) end,
        'opened_at', (advert).opened_at, 'updated_at', (advert).updated_at, 'closes_on', (advert).closes_on)
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
    with words as materialized (
      select private.any_word_of(concat_ws(' ', (advert).title, array_to_string((advert).skills, ' '))) as query),
    newest as (
      select listed.requirement_id, listed.opened_at, ts_rank(listed.search, words.query) as likeness,
             private.city_key(listed.place) = private.city_key((advert).place) as is_near
        from words join private.open_adverts as listed on listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select newest.requirement_id, row_number() over (
                order by coalesce(newest.likeness, 0) > 0.1 desc, newest.is_near desc, newest.likeness desc nulls last,
                  newest.opened_at desc) as place
              from newest limit 3) as chosen
      join public.adverts as listed on listed.requirement_id = chosen.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.late_kinds()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['items', 'answers', 'waiting', 'asked', 'applied', 'empty'] $function$;

CREATE OR REPLACE FUNCTION private.late_of (
  person uuid,
  kinds  text[]
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
    (select 'items', line.item_id, line.requirement_id, line.at, 0
       from private.day_of_items(person) as line where 'items' = any (kinds) and line.at < now()
       order by line.at, line.item_id limit 100)
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(person, array_replace(kinds, 'answers', 'candidates')) as listed
      where listed.section <> 'applied' or listed.at < now()
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(person, array['asked']) as listed where 'asked' = any (kinds) group by listed.requirement_id
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
      where lower(mail.address) = candidate.email and private.is_candidate_mail(mail.template) and case mail.template
        when 'candidate_moved' then false
        -- It goes to where they are written to from now on.
        when 'application_answer' then false
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> candidate.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = candidate.email and other.id <> candidate.id)
        else mail.sent_at is null and private.subjects_of_mail(mail.ids) && private.mail_subjects(candidate.id) end;
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
           (select case when entry.turned_down_at is not null then 'turned_down' else entry.state end
              from public.shortlist_entries as entry
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
           item.state = 'spam' and exists (select from private.spam_arrivals as arrived where arrived.item_id = item.id),
           private.applicants_of(item.requirement_id)
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
        from private.late_of(list_late.person, array[list_late.kind]) as listed
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  filter      public.requirement_filter,
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
      select * from private.open_page(private.require_team(), filter, after_group, after_key, after_id, 26)
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
      union select coalesce(lower(typed.entries ->> 'email'), typed.mailbox, typed.entries ->> 'phone'), 'import_rows'
        from private.import_rows as typed
        where num_nonnulls(typed.entries ->> 'email', typed.mailbox, typed.entries ->> 'phone') > 0
      union select sent.email, 'applications' from private.applications as sent where sent.email is not null
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
  filter    public.requirement_filter,
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
      select * from private.requirements_page(private.require_team(), filter, after_key, after_id, 26)
        with ordinality as page (requirement_id, place))
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

CREATE OR REPLACE FUNCTION private.listed_job (
  advert public.adverts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.job_of(advert) - array['body', 'updated_at']
  $function$;

CREATE OR REPLACE FUNCTION private.lock_advert (
  requirement uuid
)
  RETURNS public.adverts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    select * into advert from public.adverts as written where written.requirement_id = requirement for update;
    return advert;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_applicants (
  requirement uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare applicants uuid[];
  begin
    perform from public.candidates
      where id in (select entry.candidate_id from public.shortlist_entries as entry
                     where entry.requirement_id = lock_applicants.requirement and entry.state = 'applied')
      order by id for update;
    select array_agg(held.id) into applicants from (
      select entry.id from public.shortlist_entries as entry
        where entry.requirement_id = lock_applicants.requirement and entry.state = 'applied' order by entry.id for update) as held;
    return coalesce(applicants, '{}');
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_applicant (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'application_answer', 'answer.' || (entry).id || '.' || extract(epoch from (entry).applied_at)::bigint,
        jsonb_build_object('entry', (entry).id, 'candidate', person.id), address => person.email,
        not_before => now() + private.applicant_answer_waits())
      from public.candidates as person where person.id = (entry).candidate_id and person.email is not null
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
    update private.applications as released
      set is_flood = false, is_suspect = false,
          created_at = case when released.is_flood or released.is_suspect then now() else released.created_at end
      where released.id = application.id returning * into application;
    perform private.queue_confirmation(application, sender.network_place);
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
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn', 'advert_opened'))
              union
              select requirement.recruiter_id from public.job_requirements as requirement
                where requirement.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused', 'candidates_reconsidered')
                    or new.side = 'company' and (new.type in ('edited', 'advert_named', 'advert_closed') or new.changes #>> '{status,1}' = 'cancelled'))
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
      union all select id::text from private.candidate_codes where candidate_id = candidate
      union all select sent.id::text from private.applications as sent
        join public.shortlist_entries as entry on entry.id = sent.entry_id where entry.candidate_id = candidate)
  $function$;

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

CREATE OR REPLACE FUNCTION private.matches_blocklist (
  person  public.candidates,
  company uuid,
  domains text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select said.client_id, private.plain_company_name(said.named) as plain, private.company_domain(said.named) as domain
        from private.kept_from(person) as said where num_nonnulls(said.client_id, said.named) > 0
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, one below it, or the one that it is below.
        or exists (select from unnest(domains) as theirs (domain)
                     where '.' || theirs.domain like '%.' || named.domain or '.' || named.domain like '%.' || theirs.domain))
  $function$;

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
                       where known.subject = private.application_subject(address) and known.created_at > now() - interval '1 day')
      and not exists (select from public.mail_outbox as mail
                       where private.applicant_mailbox(mail.address) = private.applicant_mailbox(may_confirm.address)
                         and mail.created_at > now() - interval '1 day' and mail.template = 'application_confirm' offset 1)
  $function$;

CREATE OR REPLACE FUNCTION private.mend_enquiry (
  item    uuid,
  seen    integer,
  entries public.enquiry_entries
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
      set name = private.trimmed(entries.name), requirement = private.trimmed(entries.requirement),
          phone = private.trimmed(entries.phone), email = private.trimmed(entries.email),
          company = private.trimmed(entries.company)
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
    -- Whoever has applied has an answer, by the record that they have applied with.
    elsif exists (select from public.shortlist_entries as entry
                    join public.shortlist_entries as own on own.candidate_id = stays.id and own.requirement_id = entry.requirement_id
                    where entry.candidate_id = goes.id
                      and (entry.state = 'applied' or entry.turned_down_at > now() - private.applicant_answer_waits())) then
      raise exception 'merge_has_applied' using errcode = 'PT422';
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
        and (entry.applied_at is not null
          or entry.state = 'draft' and not exists (select from public.candidate_consents as consent where consent.entry_id = entry.id)
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
      where consent.candidate_id = goes.id and consent.purpose <> 'apply'
        and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0;
    update public.candidate_consents as consent set candidate_id = stays.id
      from public.shortlist_entries as entry
      where consent.candidate_id = goes.id and entry.id = consent.applied_entry_id and entry.candidate_id = stays.id;
    delete from public.mail_outbox as mail
      where private.is_candidate_mail(mail.template) and private.subjects_of_mail(mail.ids) && private.mail_subjects(goes.id);
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

CREATE OR REPLACE FUNCTION private.has_line_end (
  value text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select value ~ '[\n\v\f\r\u0085\u2028\u2029]' $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(found.query || number.query, found.query, number.query)
      from left(private.fold_text(left(words, 400)), 200) as typed, private.with_plain_numbers(typed) as plain
      cross join lateral (
        select case when plain <> typed and plain ~ '[0-9]{5}'
                 then coalesce(private.read_words(typed) || private.read_words(plain), private.read_words(plain))
                 else private.read_words(typed) end as query) as found
      cross join lateral (
        select case when typed ~ '^[0-9+(). /\u2010-\u2015-]+$' then private.any_number_of(typed) end as query) as number
  $function$;

CREATE OR REPLACE FUNCTION private.most_confirmations_an_hour (
  network_place integer
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when network_place = 1 then 400 else 200 end $function$;

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
             listed_row.place <= case when my_day.section is null then case when listed_row.section_place <= 8 then 8 else 5 end
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

CREATE OR REPLACE FUNCTION private.name_advert (
  requirement uuid,
  seen        integer,
  named       boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    now_at integer;
  begin
    perform private.require_opened(advert);
    if advert.is_named = named then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif advert.closed_at is not null then
      raise exception 'advert_closed' using errcode = 'PT422';
    end if;
    wanted := advert;
    wanted.is_named := named;
    if not named and private.advert_obstacles(wanted, requirement_row) && array['company_in_advert', 'contact_in_advert'] then
      raise exception 'company_in_advert' using errcode = 'PT422';
    end if;
    perform private.count_for_company(requirement_row.client_id, 'edits');
    update public.adverts as written
      set is_named = named, named_by = case when named then private.current_user_id() end
      where written.requirement_id = requirement_row.id returning written.version into now_at;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      values (requirement_row.id, requirement_row.client_id, private.current_user_id(), 'company', 'advert_named',
              jsonb_build_object('named', jsonb_build_array(not named, named)));
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.near_names (
  person  public.candidates,
  company text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with kept as materialized (
      select said.named, private.plain_company_name(said.named) as plain,
             substring(private.fold_text(said.named) from '[[:alnum:]]{3,}') as first
        from private.kept_from(person) as said where said.named is not null
    ), theirs as materialized (
      select private.plain_company_name(company) as plain, substring(private.fold_text(company) from '[[:alnum:]]{3,}') as first
    )
    select array(
      select distinct kept.named from kept cross join theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by kept.named)
  $function$;

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
  OUT        network_place integer
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
    network_place := 1;
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
    network_place := case when sender is not null then 1 + (
      select count(*)::integer from (
        select from private.form_senders where wider = sender[3] and created_at > hour_ago limit 3) as before) end;
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
  end $function$;

CREATE OR REPLACE FUNCTION private.notice_version()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 2 $function$;

CREATE OR REPLACE FUNCTION private.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    state text;
    now_at integer;
  begin
    if advert.requirement_id is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
    state := private.advert_state(advert);
    if state = 'open' and advert.closes_on = open_advert.closes_on then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif open_advert.closes_on is null or open_advert.closes_on <= private.today()
      or open_advert.closes_on > private.today() + 60 then
      raise exception 'last_day_out_of_reach' using errcode = 'PT422';
    end if;
    perform private.refuse_advert(advert, requirement_row);
    -- Whoever applies has to be somebody's to answer.
    perform private.assign_if_none(requirement);
    update public.adverts as written
      set opened_at = case when state = 'open' then written.opened_at else now() end,
          closes_on = open_advert.closes_on, closed_at = null,
          -- What nobody has seen is called by what it says now.
          slug = case when state = 'draft' then private.draw_slug(written.title, written.place) else written.slug end
      where written.requirement_id = requirement returning written.version into now_at;
    if state <> 'open' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (requirement, requirement_row.client_id, private.current_user_id(), 'team', 'advert_opened',
                jsonb_build_object('closes_on', jsonb_build_array(null, open_advert.closes_on)));
    end if;
    perform private.log_activity('advert_opened', 'requirement', requirement);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  filter      public.requirement_filter,
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
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    silent_since timestamptz := private.silent_since();
    groups text[] := case when filter.only_group is not null then array[filter.only_group]
                          when filter.sort is not null then array['all'] else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := filter.sort is not null and coalesce(filter.descending, false);
    room integer := most;
    listed text;
    got integer;
  begin
    if filter.sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_place .. cardinality(groups) loop
      listed := groups[place];
      return query
        select open.requirement_id, open.work_group, ordered.key
          from private.grouped_requirements as open
          cross join lateral (
            select case when coalesce(filter.sort, listed) = 'deadline' then open.deadline_at
                        when filter.sort = 'age' then open.filed_at else open.last_word_at end as key) as ordered
          where (filter.status is null or open.status = filter.status)
            and (filter.priority is null or open.priority = filter.priority)
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
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
        'country', job.facts ->> 'country', 'company', job.facts ->> 'company',
        -- Where it stands, while it does.
        'slug', case when private.is_advertised(advert) then advert.slug end,
        'applied_at', entry.applied_at, 'said', entry.said,
        'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
        'turned_down_at', entry.turned_down_at, 'turned_down_words', entry.turned_down_words,
        'withdrawn_at', case when entry.state = 'withdrawn' then yes.withdrawn_at end,
        -- Do they agree to have their card shown if they are taken on?
        'may_show', case when entry.state in ('applied', 'draft') then yes.is_card end,
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
              where entry_row.candidate_id = person.id and not private.is_application(entry_row)),
          'applications', private.own_applications(person.id), 'forgotten_at', private.forgotten_at(person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

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
    with caller as materialized (select private.require_team() as id),
    latest as (
      select listed.requirement_id from caller
        join private.open_requirements as listed on listed.recruiter_id = caller.id
        order by listed.last_word_at desc, listed.requirement_id desc limit 50)
    select requirement.id, requirement.job_title, private.company_name(requirement.client_id)
      from latest join public.job_requirements as requirement on requirement.id = latest.requirement_id
      order by requirement.job_title, requirement.id
  $function$;

CREATE OR REPLACE FUNCTION private.public_job (
  slug text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case
        when private.is_advertised(advert) then jsonb_build_object(
          'state', 'open', 'job', private.job_of(advert), 'like', private.jobs_like(advert), 'record', private.answer_record())
        when advert.opened_at is not null then jsonb_build_object(
          'state', 'closed', 'title', advert.title, 'like', private.jobs_like(advert))
      end
      from public.adverts as advert where advert.slug = public_job.slug
  $function$;

CREATE OR REPLACE FUNCTION private.public_job_addresses()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object('slug', advert.slug, 'updated_at', advert.updated_at)
                      order by advert.opened_at desc, advert.requirement_id), '[]')
      from (select listed.slug, listed.updated_at, listed.opened_at, listed.requirement_id from private.open_adverts as listed
              order by listed.opened_at desc, listed.requirement_id limit 40000) as advert
  $function$;

CREATE OR REPLACE FUNCTION private.public_job_feed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(private.job_of(advert) - 'body' order by newest.opened_at desc, newest.requirement_id), '[]')
      from (select listed.requirement_id, listed.opened_at from private.open_adverts as listed
              order by listed.opened_at desc, listed.requirement_id limit 100) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || part.query::text || ')', ' | ')::tsquery
      from (select private.read_words(word) as query
            union select private.term_query(form)
              from unnest(private.skill_forms(word)
                     || case when word ~ '^[a-z]{4,}ants?$' then array[regexp_replace(word, 'ants?$', 's'), regexp_replace(word, 'ants?$', 'ing')]
                             when word in ('delhi', 'dilli') then array['ncr'] else '{}' end) as form
              where form <> word) as part
      where part.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.job_query (
  words text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    typed text := left(private.fold_text(left(words, 400)), 200);
    word text;
    wanted tsquery;
  begin
    if typed ~ '"|(^|\s)-|(^|\s)or(\s|$)|\m[a-z] (sharp|plus plus)\M|work from home' then
      return private.search_query(words);
    end if;
    for word in select part from regexp_split_to_table(typed, '[\s,;/|&]+') with ordinality as split (part, place)
                  where part <> '' and part <> all (private.idle_job_words()) order by place limit 12 loop
      wanted := coalesce(wanted && private.job_word_query(word), wanted, private.job_word_query(word));
    end loop;
    return wanted;
  end $function$;

CREATE OR REPLACE FUNCTION private.idle_job_words()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['a', 'an', 'any', 'as', 'at', 'career', 'careers', 'for', 'hiring', 'in', 'job', 'jobs', 'near', 'of', 'opening',
                 'openings', 'required', 'the', 'vacancies', 'vacancy', 'wanted', 'work']
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
      select part.name, part.name = 'india' or exists (
               select from private.open_adverts as listed join public.adverts as advert on advert.requirement_id = listed.requirement_id
                 where part.name in (select private.place_parts(advert.country))) as is_country,
             coalesce(private.place_query(part.name) || case when part.name in ('delhi', 'new delhi', 'dilli') then private.place_query('ncr') end,
                      private.place_query(part.name)) as query
        from private.place_parts(left(place, 200)) as part (name)
    ), joined as (
      select string_agg('(' || parts.query::text || ')', ' | ') filter (where not parts.is_country)::tsquery as towns,
             string_agg('(' || parts.query::text || ')', ' | ') filter (where parts.is_country)::tsquery as countries
        from parts
    )
    select coalesce(joined.towns && joined.countries, joined.towns, joined.countries) from joined
  $function$;

CREATE OR REPLACE FUNCTION private.meant_jobs (
  typed text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mended text := left(lower(left(typed, 400)), 200);
    wrong text;
    meant text;
    known text[];
  begin
    select array_agg(distinct word) into known
      from (select advert.requirement_id from private.open_adverts as advert order by advert.opened_at desc limit 500) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
      cross join lateral regexp_split_to_table(
        lower(concat_ws(' ', advert.title, array_to_string(advert.skills, ' '), advert.place, advert.country)), '[^a-z]+') as word
      where length(word) > 3;
    for wrong in
      select part from regexp_split_to_table(mended, '[^a-z]+') as part
        where length(part) between 4 and 30 and part <> all (known || private.idle_job_words()) limit 2
    loop
      select near into meant from private.near_words(wrong) as near where near = any (known)
        order by length(near) = length(wrong) desc, near limit 1;
      mended := case when meant is null then mended else regexp_replace(mended, '\m' || wrong || '\M', meant) end;
    end loop;
    return mended;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted tsquery := private.job_query(words);
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(words, 400)) and wanted is null and private.search_query(words) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, advert.work, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             not has_no_word and (wanted is null or advert.search @@ wanted) and (somewhere is null or advert.search @@ somewhere)
               as is_found
        from private.open_adverts as advert
    ), found as (
      select job.* from jobs as job
        where job.is_found and (find_jobs.work is null or job.work::text = find_jobs.work)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.is_called_so desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), newest as (
      select job.requirement_id, row_number() over (order by job.opened_at desc, job.requirement_id) as rank
        from jobs as job where not exists (select from found) order by rank limit 5
    )
    select jsonb_build_object(
        'open', (select count(*) from jobs), 'found', (select count(*) from found), 'page', asked_page,
        'jobs', (select coalesce(jsonb_agg(private.listed_job(advert) order by listed.rank), '[]')
                   from listed join public.adverts as advert on advert.requirement_id = listed.requirement_id),
        'newest', (select coalesce(jsonb_agg(private.listed_job(advert) order by newest.rank), '[]')
                     from newest join public.adverts as advert on advert.requirement_id = newest.requirement_id),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select job.work, count(*) as jobs from jobs as job where job.is_found group by job.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from jobs as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from jobs as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.public_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    answer jsonb := private.find_jobs(words, place, work, page);
    meant_words text;
    meant_place text;
    mended jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place);
    if (meant_words, meant_place) is not distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200)) then
      return answer;
    end if;
    mended := private.find_jobs(meant_words, meant_place, work, page);
    return case when (mended ->> 'found')::integer > 0
      then mended || jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place)) else answer end;
  end $function$;

CREATE OR REPLACE FUNCTION private.public_jobs_of (
  company text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object('slug', advert.slug, 'title', advert.title) order by advert.opened_at), '[]')
      from public.clients as client
      join public.job_requirements as requirement on requirement.client_id = client.id
      join private.open_adverts as advert on advert.requirement_id = requirement.id and advert.is_named
      where private.company_name(client.id) = public_jobs_of.company
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
      perform private.refuse_full_shortlist(put_on_shortlist.requirement);
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
      values ((person).id, purpose, entry, private.notice_version(), private.asking_language(),
              private.basis_for((person).country), private.current_user_id(), private.subject_of((person).email),
              private.trimmed_straight(words))
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $function$;

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
  begin
    if application.is_suspect or application.is_flood then
      return;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('applications of ' || private.applicant_mailbox(application.email), 0));
    if not private.may_confirm(application.email) then
      return;
    end if;
    slot := private.confirmation_slot(place);
    if slot > application.created_at + private.unconfirmed_lasts() then
      -- Its turn would come when it is over: held back, as its page says.
      update private.applications as held set is_flood = true where held.id = application.id;
      return;
    end if;
    update private.applications as waiting set network_place = place, mailed_at = slot where waiting.id = application.id;
    perform private.enqueue_mail(
      'application_confirm', 'apply.' || application.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24'),
      jsonb_build_object('application', application.id), address => application.email, not_before => slot);
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

CREATE OR REPLACE FUNCTION private.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
    against text[];
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.count_applied(requirement_row.id), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then (
        select event.side from public.requirement_events as event
          where event.requirement_id = requirement_row.id and event.type = 'advert_closed'
          order by event.created_at desc, event.id desc limit 1) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer
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
          'total', (select count(*) from public.shortlist_entries as entry where entry.requirement_id = wanted.id and entry.state = 'applied'),
          'people', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
                'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
                'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
                'phone', person.phone, 'skills', person.skills,
                -- What somebody known has typed here otherwise than on their record.
                'differs', (select application.differs from private.applications as application
                              where application.entry_id = entry.id order by application.confirmed_at desc nulls last limit 1),
                'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                            when exists (select from public.candidate_consents as consent
                                          where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                            and private.is_in_force(consent)) then 'other_card' end,
                'is_kept', private.has_keep_consent(person.id),
                'is_known', person.created_at < entry.applied_at,
                'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
                'is_never', private.matches_blocklist(person, wanted.client_id, domains.known),
                'near_names', nullif(private.near_names(person, private.company_name(wanted.client_id)), '{}'),
                'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
              from (select * from public.shortlist_entries as waiting
                      where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                      order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join (select private.domains_of(wanted.client_id) as known) as domains),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
                'told_at', case when entry.state = 'closed' and entry.turned_down_at > now() - private.applicant_answer_waits()
                             then entry.turned_down_at + private.applicant_answer_waits() end))
                order by entry.turned_down_at desc, person.full_name, entry.id), '[]')
              from (select * from public.shortlist_entries as over
                      where over.requirement_id = wanted.id and over.turned_down_at is not null
                      order by over.turned_down_at desc, over.id limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id))
        from public.job_requirements as wanted where wanted.id = read_applicants.requirement);
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
      'applicants', (select private.applicants_of(line.requirement_id) from public.inbox_items as line where line.id = read_item_history.item),
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
               -- How many have applied and wait for an answer.
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
              -- Whoever has applied, and is not taken on, is read for themselves (private.read_applicants).
              where entry.requirement_id = requirement.id and entry.state <> 'applied' and entry.turned_down_at is null))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
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
              from (select listed.kind, count(*) as things from private.late_of(colleague.user_id, private.late_kinds()) as listed
                      group by listed.kind) as counted) as late),
      'unassigned_requirements', (select least(count(*), 1000) from private.open_requirements as open_requirement
                                    where open_requirement.recruiter_id is null));
  end $function$;

CREATE OR REPLACE FUNCTION private.record_applicants (
  requirement uuid,
  type        text,
  entries     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_team boolean := private.is_team_member();
  begin
    if record_applicants.type = 'candidates_applied' then
      update public.requirement_events as event
        set entry_ids = event.entry_ids || entries,
            changes = jsonb_build_object('candidates', jsonb_build_array(null, cardinality(event.entry_ids || entries)))
        where event.id = (select last.id from public.requirement_events as last
                            where last.requirement_id = record_applicants.requirement and last.type = record_applicants.type
                              and last.created_at >= private.today()::timestamp at time zone private.zone()
                            order by last.created_at desc, last.id desc limit 1);
      if found then
        return;
      end if;
    end if;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      select listed.id, listed.client_id, case when is_team then private.current_user_id() end, case when is_team then 'team'::public.side end,
             record_applicants.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))), false, entries
        from public.job_requirements as listed where listed.id = record_applicants.requirement;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_enquiry (
  form    uuid,
  source  text,
  entries public.enquiry_entries,
  client  uuid,
  takes   boolean
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
      values (form, source, entries.name, entries.requirement, entries.phone, entries.email, entries.company, client, caller)
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
      -- What its company has said last of its advert.
      'advert_said', case when is_open then (
        select case when news.type = 'advert_closed' then 'taken_down'
                    when news.changes #> '{named,1}' = 'true' then 'named' else 'unnamed' end
          from news where news.side = 'company' and news.type in ('advert_named', 'advert_closed')
          order by news.created_at desc, news.id desc limit 1) end,
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

CREATE OR REPLACE FUNCTION private.refuse_advert (
  advert      public.adverts,
  requirement public.job_requirements
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    case (private.advert_obstacles(advert, requirement))[1]
      when 'closed' then raise exception 'closed' using errcode = 'PT422';
      when 'place_missing' then raise exception 'place_missing' using errcode = 'PT422';
      when 'pay_missing' then raise exception 'pay_missing' using errcode = 'PT422';
      when 'emigration_number_missing' then raise exception 'emigration_number_missing' using errcode = 'PT422';
      when 'contact_in_advert' then raise exception 'contact_in_advert' using errcode = 'PT422';
      when 'company_in_advert' then raise exception 'company_in_advert' using errcode = 'PT422';
      else null;
    end case;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closing_on_applicants()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if exists (select from public.shortlist_entries as entry
                where entry.requirement_id = new.requirement_id and entry.state = 'applied') then
      raise exception 'applicants_wait' using errcode = 'PT422';
    end if;
    return new;
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
                   and known.turned_down_at is null) then
      raise exception 'too_many_entries' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_late_applicant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.adverts as advert
      where advert.requirement_id = new.requirement_id and advert.opened_at is not null and advert.closed_at is null for share;
    if not found then
      raise exception 'advert_closed' using errcode = 'PT422';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_leaving_applicants (
  item       public.inbox_items,
  next_state public.inbox_state
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if next_state in ('done', 'spam') and private.applicants_of((item).requirement_id) > 0 then
      raise exception 'applicants_wait' using errcode = 'PT422';
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
                   and consent.purpose <> 'apply' and greatest(consent.asked_at, consent.reminded_at) > now() - interval '1 day')
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
                    where coalesce(consent.entry_id, consent.applied_entry_id) in (select private.entries_beside(entry))
                      and greatest(consent.refused_at, consent.withdrawn_at) > now() - interval '30 days'
                      and consent.reconsidered_at is null)
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
        where waiting.confirmed_at is null and waiting.reminded_at is null and not waiting.is_suspect and not waiting.is_flood
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
    hidden uuid;
  begin
    if private.plain_company_name(old.company_name) is not distinct from private.plain_company_name(new.company_name) then
      -- The same name, spelled otherwise: what a named advert is found by has it.
      update public.adverts as advert set is_named = true where advert.requirement_id = any (renamed) and advert.is_named;
      return null;
    end if;
    update public.adverts as advert set is_named = false, named_by = null
      where advert.requirement_id = any (renamed) and advert.is_named;
    update public.candidate_consents as consent set card_digest = null
      from public.shortlist_entries as entry
      where entry.requirement_id = any (renamed) and consent.applied_entry_id = entry.id and consent.closed_at is null;
    for hidden in
      update public.adverts as advert set closes_on = private.today() - 1
        from public.job_requirements as requirement_row
        where advert.requirement_id = any (renamed) and requirement_row.id = advert.requirement_id and private.is_advertised(advert)
          -- Only what has a word of the new name is read whole.
          and tsvector_to_array(advert.search) && tsvector_to_array(private.words_of(new.company_name))
          and 'company_in_advert' = any (private.advert_obstacles(advert, requirement_row))
        returning advert.requirement_id
    loop
      perform private.reopen_item(hidden);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_opened (
  advert public.adverts
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  begin
    if (advert).opened_at is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
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
        'candidates', private.candidate_counts(requirement.id),
        -- Once the public has seen it.
        'advert', (select jsonb_build_object('state', private.advert_state(advert), 'closes_on', advert.closes_on, 'is_named', advert.is_named)
                     from public.adverts as advert where advert.requirement_id = requirement.id and advert.opened_at is not null))
        || case when (select private.is_team_member()) then jsonb_build_object('client_id', requirement.client_id) else '{}' end
      from public.job_requirements as requirement
      where requirement.id = requirement_frame.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

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
    with found as materialized (
      select listed.* from unnest(private.holders_of_work(person)) as holder (id)
        cross join lateral (
          select * from private.day_of_candidates(holder.id, private.day_sections())
          union all select * from private.day_of_items(holder.id)
          union all select * from private.day_of_requirements(holder.id, private.day_sections())) as listed
    ), once as (
      select row(found.*)::private.day_row as day, placed.section_place,
             row_number() over (partition by coalesce(found.entry_id, found.candidate_id, found.requirement_id, found.item_id),
                                             found.section = 'applied',
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

CREATE OR REPLACE FUNCTION private.save_advert (
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
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    columns text := array_to_string(private.advert_fields(), ', ');
    now_at integer;
  begin
    perform private.refuse_closed(requirement_row.status);
    if advert.requirement_id is null then
      if seen is not null then
        raise exception 'stale' using errcode = 'PT409';
      end if;
      wanted := private.with_advert_entries(
        jsonb_populate_record(null::public.adverts, private.advert_of(requirement_row) || '{"body": null}'), entries);
      wanted.requirement_id := requirement;
      insert into public.adverts (requirement_id, slug, written_by, title, place, country, work, is_remote, min_experience,
          max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay)
        values (requirement, private.draw_slug(wanted.title, wanted.place), private.current_user_id(), wanted.title, wanted.place,
                wanted.country, wanted.work, wanted.is_remote, wanted.min_experience, wanted.max_experience, wanted.skills,
                wanted.body, wanted.min_pay, wanted.max_pay, wanted.pay_currency, wanted.pay_unit, wanted.tells_pay)
        returning version into now_at;
      return now_at;
    end if;
    wanted := private.with_advert_entries(advert, entries);
    if wanted is not distinct from advert then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif private.advert_state(advert) in ('open', 'over') then
      perform private.refuse_advert(wanted, requirement_row);
    end if;
    execute format('update public.adverts set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where requirement_id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.says_contact (
  words text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select typed.folded ~ '[^\s@]+@[^\s@]+\.[a-z]'
      or typed.folded ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.folded ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or private.world_numbers(typed.amounts) <> '{}' or private.world_numbers(private.unspelled(typed.amounts)) <> '{}'
      from (select folded, regexp_replace(folded, '\m[0-9]{1,4}00 ?[-–—] ?[0-9]{1,4}00\M', ' ', 'g') as amounts
              from private.fold_text(words) as folded) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.set_item_state (
  item  uuid,
  seen  integer,
  state public.inbox_state,
  due   timestamp with time zone
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
    perform private.refuse_leaving_applicants(item_row, state);
    perform private.apply_state(caller, item_row, state, due);
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.settle_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = settle_applicants.requirement for update;
    if private.is_for_applicants(item) and not exists (
      select from public.shortlist_entries as entry
        where entry.requirement_id = settle_applicants.requirement and entry.state = 'applied') then
      perform private.apply_state(private.current_user_id(), item, 'done', null);
    end if;
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

CREATE OR REPLACE FUNCTION private.spelling_of (
  letters text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when length(letters) < 6 then '(?<= )(' || spelled || ')(?=s? )' else '(' || spelled || ')' end
      from (select string_agg(letter, ' ?' order by place) as spelled
              from regexp_split_to_table(letters, '') with ordinality as each (letter, place)) as apart
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_advert_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := setweight(private.words_of(concat_ws(chr(10), new.title, array_to_string(new.skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), new.place, array_to_string(private.place_names(new.place), chr(10)), new.country,
           new.body, case when new.is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = new.requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', new.place, case when new.is_remote then 'remote, home, work from home, anywhere' end), new.country));
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.subjects_of_mail (
  ids jsonb
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array[ids ->> 'consent', ids ->> 'entry', ids ->> 'code', ids ->> 'application'] $function$;

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
    if entry_row.state = 'draft' and entry_row.applied_at is null and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.close_entry(entry, false);
    return entry_row.state;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_card_back (
  application private.applications
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform from public.job_requirements where id = application.requirement_id for no key update;
    perform from public.candidates as person
      where person.id = (select entry.candidate_id from public.shortlist_entries as entry where entry.id = application.entry_id) for update;
    select * into entry_row from public.shortlist_entries where id = application.entry_id for update;
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry_row.id and consent.closed_at is null;
    if entry_row.state = 'agreed' then
      perform private.cancel_question(entry_row.id);
    end if;
    update private.applications as kept set card_digest = null where kept.id = application.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
  begin
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement_row.id, null);
    -- Opened anew it has the name again by their press alone.
    update public.adverts as unnamed set is_named = false, named_by = null where unnamed.requirement_id = requirement_row.id;
    perform private.reopen_item(requirement_row.id);
    return (select written.version from public.adverts as written where written.requirement_id = requirement_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_on_applicants (
  entries uuid[],
  seen    integer[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    taken_on uuid[] := '{}';
    agreed integer := 0;
    of_requirement record;
  begin
    perform private.lock_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.applied_at is not null and entry_row.state not in ('applied', 'withdrawn', 'closed');
      entry_row := private.locked_entry(given.id, given.version);
      select * into person from public.candidates where id = entry_row.candidate_id;
      select * into requirement_row from public.job_requirements where id = entry_row.requirement_id;
      perform private.refuse_closed(requirement_row.status);
      if entry_row.state <> 'applied' then
        raise exception 'not_applied' using errcode = 'PT422', hint = entry_row.id::text;
      elsif person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT422', hint = entry_row.id::text;
      elsif private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
      perform private.refuse_full_shortlist(requirement_row.id);
      perform private.refuse_twin(entry_row.id, private.asked_states());
      update public.shortlist_entries as entry set state = 'draft' where entry.id = given.id returning * into entry_row;
      if private.agree_by_application(entry_row, person) then
        agreed := agreed + 1;
      end if;
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.mail_applicant(entry_row);
      taken_on := taken_on || given.id;
    end loop;
    for of_requirement in
      select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
        where entry.id = any (taken_on) group by entry.requirement_id order by entry.requirement_id
    loop
      perform private.assign_if_none(of_requirement.id);
      perform private.record_applicants(of_requirement.id, 'candidates_taken_on', of_requirement.entries);
      perform private.settle_applicants(of_requirement.id);
    end loop;
    return jsonb_build_object('taken_on', cardinality(taken_on), 'agreed', agreed);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_own_card_back (
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
    entry_row public.shortlist_entries := private.own_entry(person.id, entry);
  begin
    if entry_row.applied_at is null then
      return;
    end if;
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry_row.id and consent.closed_at is null;
    update private.applications as kept set card_digest = null where kept.entry_id = entry_row.id;
    if entry_row.state = 'agreed' then
      perform private.cancel_question(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.tell_taken_on (
  requirement uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'candidate_news', 'over.' || entry.id || '.' || extract(epoch from entry.applied_at)::bigint,
        jsonb_build_object('entry', entry.id, 'over', tell_taken_on.requirement), address => person.email)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id and person.email is not null
      where entry.requirement_id = tell_taken_on.requirement and entry.applied_at is not null
        and entry.state in ('draft', 'asked', 'agreed')
        and not exists (select from public.mail_outbox as answer
                         where answer.template = 'application_answer' and answer.ids ->> 'entry' = entry.id::text
                           and answer.next_attempt_at is not null)
  $function$;

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
      case when (entry).turned_down_at > now() - private.applicant_answer_waits() and (entry).state = 'closed'
        then '{"state": "applied", "turned_down_at": null, "turned_down_words": null}'::jsonb end,
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $function$;

CREATE OR REPLACE FUNCTION private.turn_down (
  requirement uuid,
  entries     uuid[],
  words       text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    turned_down uuid[] := '{}';
  begin
    for entry_row in
      update public.shortlist_entries as entry
        set state = 'closed', turned_down_at = now(), turned_down_words = private.filled_words(words, entry)
        where entry.requirement_id = turn_down.requirement and entry.id = any (entries) and entry.state = 'applied' returning entry.*
    loop
      perform private.mail_applicant(entry_row);
      turned_down := turned_down || entry_row.id;
    end loop;
    if turned_down <> '{}' then
      perform private.record_applicants(requirement, 'candidates_turned_down', turned_down);
      perform private.settle_applicants(requirement);
    end if;
    return cardinality(turned_down);
  end $function$;

CREATE OR REPLACE FUNCTION private.turn_down_applicants (
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
    of_requirement record;
    turned_down integer := 0;
  begin
    perform private.lock_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.turned_down_at is not null;
      entry_row := private.locked_entry(given.id, given.version);
      if entry_row.state <> 'applied' then
        raise exception 'not_applied' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
    end loop;
    for of_requirement in
      select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
        where entry.id = any (turn_down_applicants.entries) and entry.state = 'applied' group by entry.requirement_id order by entry.requirement_id
    loop
      perform private.assign_if_none(of_requirement.id);
      turned_down := turned_down + private.turn_down(of_requirement.id, of_requirement.entries, words);
    end loop;
    return turned_down;
  end $function$;

CREATE OR REPLACE FUNCTION private.unconfirmed_lasts()
  RETURNS interval
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select make_interval(hours => unconfirmed_hours) from private.settings
  $function$;

CREATE OR REPLACE FUNCTION private.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    put_back integer := 0;
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      delete from public.mail_outbox as mail
        where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.first_attempt_at is null;
      if not found and exists (select from public.mail_outbox as mail
                                where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text)
        -- What was opened anew since, may be another company's.
        or exists (select from public.adverts as advert
                     where advert.requirement_id = entry_row.requirement_id and advert.opened_at > entry_row.turned_down_at)
        or entry_row.state <> 'closed' or (entry_row.turned_down_at > now() - private.applicant_answer_waits()) is not true then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      update public.shortlist_entries as known set state = 'applied', turned_down_at = null, turned_down_words = null
        where known.id = entry_row.id;
      put_back := put_back + 1;
    end loop;
    return put_back;
  end $function$;

CREATE OR REPLACE FUNCTION private.unname_moved_advert()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.adverts as advert set is_named = false, named_by = null where advert.requirement_id = new.id and advert.is_named;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.wanted_recruiter (
  filter public.requirement_filter,
  caller uuid
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when (filter).whose = 'me' then caller when (filter).whose <> 'nobody' then (filter).whose::uuid end $function$;

CREATE OR REPLACE FUNCTION private.with_advert_entries (
  base    public.adverts,
  entries jsonb
)
  RETURNS public.adverts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare wanted public.adverts;
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (private.advert_fields())) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    wanted := jsonb_populate_record(base, entries);
    wanted.title := private.trimmed_straight(wanted.title);
    wanted.place := private.trimmed_straight(wanted.place);
    wanted.country := private.trimmed_straight(wanted.country);
    wanted.body := private.trimmed_straight(wanted.body);
    if private.has_line_end(concat(wanted.title, wanted.place, wanted.country)) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif wanted.place is null then
      raise exception 'place_missing' using errcode = 'PT422';
    elsif wanted.tells_pay and num_nonnulls(wanted.min_pay, wanted.max_pay) = 0 then
      raise exception 'pay_missing' using errcode = 'PT422';
    end if;
    return wanted;
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_application (
  entry_row public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.told_entry(entry_row)).state not in ('applied', 'draft') then
      return;
    end if;
    update public.candidate_consents as consent set withdrawn_at = now()
      where consent.applied_entry_id = entry_row.id and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = entry_row.candidate_id);
    update public.shortlist_entries as taken_back set state = 'withdrawn', turned_down_at = null, turned_down_words = null
      where taken_back.id = entry_row.id;
    if entry_row.state = 'draft' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    end if;
    perform private.settle_applicants(entry_row.requirement_id);
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
    person public.candidates := private.lock_own_candidate(session_token, false);
    entry_row public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    entry_row := private.own_entry(person.id, entry);
    if private.is_application(entry_row) then
      perform private.withdraw_application(entry_row);
    elsif exists (select from public.candidate_consents where entry_id = entry_row.id) then
      perform private.close_entry(each.id, true) from private.entries_beside(entry_row.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
        where refused.id = (select consent.id from public.candidate_consents as consent where consent.entry_id = entry_row.id
                              order by consent.asked_at desc, consent.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_requirement (
  requirement uuid,
  seen        integer,
  reason      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason, null, null, null, null);
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
      update public.mail_outbox as mail set address = wanted.email
        where lower(mail.address) = candidate.email and wanted.email <> candidate.email and mail.template = 'application_answer'
          and mail.next_attempt_at is not null and private.subjects_of_mail(mail.ids) && private.mail_subjects(candidate.id);
      perform private.hide_from_never(candidate.id);
      if candidate.email is null and wanted.email is not null then
        perform private.tell_of_phone_answers(candidate.id, wanted.email);
      end if;
    end if;
    return coalesce(now_at, candidate.version);
  end $function$;

CREATE OR REPLACE FUNCTION public.allow_card (
  token  text,
  digest text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.allow_card(token, digest) $function$;

REVOKE ALL ON FUNCTION "public"."allow_card"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.application_figures (
  metrics_key text
)
  RETURNS TABLE (
    state        text,
    applications integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.application_figures(metrics_key) $function$;

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

CREATE OR REPLACE FUNCTION public.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text                      DEFAULT NULL::text,
  person      uuid                      DEFAULT NULL::uuid,
  filled      integer                   DEFAULT NULL::integer,
  joining     date                      DEFAULT NULL::date,
  answer      text                      DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.change_requirement_status(requirement, seen, status, reason, person, filled, joining, answer)
  $function$;

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.close_advert (
  requirement uuid,
  seen        integer,
  words       text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.close_advert(requirement, seen, words) $function$;

REVOKE ALL ON FUNCTION "public"."close_advert"(uuid, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.company_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.company_advert(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."company_advert"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.confirm_application (
  token  text,
  digest text DEFAULT ''::text,
  keep   boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.confirm_application(token, digest, keep) $function$;

REVOKE ALL ON FUNCTION "public"."confirm_application"(text, text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.count_open_requirements (
  filter public.requirement_filter DEFAULT NULL::public.requirement_filter
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.count_open_requirements(filter) $function$;

REVOKE ALL ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) FROM PUBLIC, "anon", "service_role";

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
               shown.advertised_until,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = requirement.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as requirement on requirement.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id
          left join private.answers_for_reader(array(select page.id from page)) as due
            on due.requirement_id = page.id
          left join private.adverts_for_reader(array(select page.id from page)) as shown
            on shown.requirement_id = page.id) as listed), '[]'))
  $function$;

CREATE OR REPLACE FUNCTION public.disown_application (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.disown_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."disown_application"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.export_requirements (
  fields    text[]                    DEFAULT '{}'::text[],
  filter    public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_key timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                      DEFAULT NULL::uuid
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
  SET search_path TO ''
  AS $function$
    select * from private.export_requirements(fields, filter, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_open_requirements (
  filter      public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_group text                      DEFAULT NULL::text,
  after_key   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                      DEFAULT NULL::uuid
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
    select * from private.list_open_requirements(filter, after_group, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_requirements (
  filter    public.requirement_filter DEFAULT NULL::public.requirement_filter,
  after_key timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                      DEFAULT NULL::uuid
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
    select * from private.list_requirements(filter, after_key, after_id)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mail_application (
  token text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mail_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."mail_application"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.mend_enquiry (
  item    uuid,
  seen    integer,
  entries public.enquiry_entries
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mend_enquiry(item, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.name_advert (
  requirement uuid,
  seen        integer,
  named       boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.name_advert(requirement, seen, named) $function$;

REVOKE ALL ON FUNCTION "public"."name_advert"(uuid, integer, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.open_advert(requirement, seen, closes_on) $function$;

REVOKE ALL ON FUNCTION "public"."open_advert"(uuid, integer, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.public_job (
  slug text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_job(slug) $function$;

REVOKE ALL ON FUNCTION "public"."public_job"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_job_addresses()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_job_addresses() $function$;

REVOKE ALL ON FUNCTION "public"."public_job_addresses"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_job_feed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_job_feed() $function$;

REVOKE ALL ON FUNCTION "public"."public_job_feed"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_jobs (
  words text    DEFAULT NULL::text,
  place text    DEFAULT NULL::text,
  work  text    DEFAULT NULL::text,
  page  integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_jobs(words, place, work, page) $function$;

REVOKE ALL ON FUNCTION "public"."public_jobs"(text, text, text, integer) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_jobs_of (
  company text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_jobs_of(company) $function$;

REVOKE ALL ON FUNCTION "public"."public_jobs_of"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_advert(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."read_advert"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_applicants (
  requirement uuid,
  skip        integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_applicants(requirement, skip) $function$;

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.record_enquiry (
  form    uuid,
  source  text,
  entries public.enquiry_entries,
  client  uuid                   DEFAULT NULL::uuid,
  takes   boolean                DEFAULT false
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.record_enquiry(form, source, entries, client, takes) $function$;

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_advert (
  requirement uuid,
  entries     jsonb,
  seen        integer DEFAULT NULL::integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_advert(requirement, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_down_advert(requirement, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_down_advert"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_on_applicants (
  entries uuid[],
  seen    integer[]
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_on_applicants(entries, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_own_card_back (
  session_token text,
  entry         uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_own_card_back(session_token, entry) $function$;

CREATE OR REPLACE FUNCTION public.turn_down_applicants (
  entries uuid[],
  seen    integer[],
  words   text      DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.turn_down_applicants(entries, seen, words) $function$;

REVOKE ALL ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_turned_down(entries) $function$;

REVOKE ALL ON FUNCTION "public"."undo_turned_down"(uuid[]) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."applications"
  ADD CONSTRAINT "applications_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE;

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_retention_days_applicants_check" CHECK (((retention_days_applicants >= 1) AND (retention_days_applicants <= 36500))) NOT VALID;

ALTER TABLE "private"."settings"
  ADD CONSTRAINT "settings_unconfirmed_hours_check" CHECK (((unconfirmed_hours >= 1) AND (unconfirmed_hours <= 720))) NOT VALID;

ALTER TABLE "public"."adverts"
  ADD CONSTRAINT "adverts_named_by_fkey" FOREIGN KEY (named_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."applications"
  ADD CONSTRAINT "applications_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.adverts(requirement_id) ON DELETE CASCADE;

ALTER TABLE "public"."adverts"
  ADD CONSTRAINT "adverts_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

ALTER TABLE "public"."adverts"
  ADD CONSTRAINT "adverts_written_by_fkey" FOREIGN KEY (written_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "about_an_application" CHECK (((purpose = 'apply'::text) = (applied_entry_id IS NOT NULL))) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_applied_entry_id_fkey" FOREIGN KEY (applied_entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_purpose_check" CHECK ((purpose = ANY (ARRAY['keep'::text, 'show'::text, 'apply'::text]))) NOT VALID;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "yes_is_to_a_card" CHECK (((given_at IS NULL) OR (purpose <> 'show'::text) OR (card_digest IS NOT NULL))) NOT VALID;

ALTER TABLE "public"."item_events"
  ADD CONSTRAINT "item_events_type_check"
    CHECK
    ((type = ANY (ARRAY['taken'::text, 'given'::text, 'released'::text, 'state'::text, 'due'::text, 'returned'::text, 'converted'::text, 'written'::text, 'answered'::text,
    'replied'::text, 'undone'::text, 'mended'::text, 'candidate'::text, 'sender_marked'::text, 'sender_spam'::text, 'sender_released'::text, 'applied'::text])));

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
    'candidate_moved'::text,
    'candidate_erased'::text,
    'candidate_disowned'::text, 'candidate_news'::text, 'candidates_waiting'::text, 'candidate_cards'::text, 'application_confirm'::text, 'application_answer'::text])));

ALTER TABLE "public"."requirement_events"
  ADD CONSTRAINT "requirement_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'converted'::text, 'edited'::text, 'status'::text, 'recruiter'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text,
    'candidates_withdrawn'::text,
    'candidates_agreed'::text,
    'candidates_refused'::text,
    'candidates_reconsidered'::text,
    'advert_opened'::text, 'advert_closed'::text, 'advert_named'::text, 'candidates_applied'::text, 'candidates_taken_on'::text, 'candidates_turned_down'::text])));

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "applied_by_themselves" CHECK (((applied_at IS NOT NULL) OR ((state <> 'applied'::text) AND (num_nonnulls(said, turned_down_at) = 0)))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_state_check"
    CHECK
    ((state = ANY (ARRAY['applied'::text, 'draft'::text, 'asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text,
    'declined'::text, 'withdrawn'::text, 'closed'::text])));

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "turned_down_is_closed" CHECK (((turned_down_at IS NULL) OR (state = ANY (ARRAY['closed'::text, 'withdrawn'::text])))) NOT VALID;

CREATE VIEW "private"."arrivals" AS  SELECT requirement.id AS subject,
    requirement.created_at AS at,
    NULL::uuid AS item_id,
    requirement.id AS requirement_id,
    requirement.recruiter_id,
    requirement.client_id,
        CASE
            WHEN requirement.is_filed_by_team THEN 'team'::text
            ELSE 'company'::text
        END AS way,
    private.promised('requirement'::public.inbox_kind) AS promised
   FROM public.job_requirements requirement
  WHERE ((requirement.source_contact_id IS NULL) AND (requirement.source_posting_id IS NULL) AND (requirement.source_consultation_id IS NULL))
UNION ALL
 SELECT item.id AS subject,
    item.created_at AS at,
    item.id AS item_id,
    made.id AS requirement_id,
    COALESCE(made.recruiter_id,
        CASE
            WHEN ((item.claim_expires_at <= now()) IS NOT TRUE) THEN item.assignee
            ELSE NULL::uuid
        END) AS recruiter_id,
    made.client_id,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN COALESCE(item.source, 'form'::text)
            ELSE (item.kind)::text
        END AS way,
    private.promised(item.kind) AS promised
   FROM (public.inbox_items item
     LEFT JOIN LATERAL ( SELECT requirement.id,
            requirement.recruiter_id,
            requirement.client_id
           FROM public.job_requirements requirement
          WHERE (requirement.source_contact_id = item.contact_id)
        UNION ALL
         SELECT requirement.id,
            requirement.recruiter_id,
            requirement.client_id
           FROM public.job_requirements requirement
          WHERE (requirement.source_posting_id = item.posting_id)
        UNION ALL
         SELECT requirement.id,
            requirement.recruiter_id,
            requirement.client_id
           FROM public.job_requirements requirement
          WHERE (requirement.source_consultation_id = item.consultation_id)) made ON (true))
  WHERE ((item.requirement_id IS NULL) AND (item.state <> 'spam'::public.inbox_state));

CREATE VIEW "private"."entries_in_process" AS  SELECT id,
    candidate_id
   FROM public.shortlist_entries entry
  WHERE ((state <> ALL (ARRAY['applied'::text, 'draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])) AND
        CASE state
            WHEN 'accepted'::text THEN true
            WHEN 'joined'::text THEN (joined_on > (CURRENT_DATE - 365))
            ELSE (EXISTS ( SELECT
               FROM private.open_requirements listed
              WHERE (listed.requirement_id = entry.requirement_id)))
        END);

CREATE VIEW "private"."open_adverts" AS  SELECT requirement_id,
    slug,
    title,
    place,
    work,
    is_remote,
    is_named,
    search,
    opened_at,
    updated_at
   FROM public.adverts advert
  WHERE ((opened_at IS NOT NULL) AND (closed_at IS NULL) AND (closes_on >= ( SELECT private.today() AS today)));

CREATE VIEW "private"."open_items" AS  SELECT id,
    search
   FROM public.inbox_items item
  WHERE (state = ANY (ARRAY['new'::public.inbox_state, 'open'::public.inbox_state, 'waiting'::public.inbox_state]));

CREATE INDEX applications_email ON private.applications USING btree (email)
  WHERE (email IS NOT NULL);

CREATE INDEX applications_entry ON private.applications USING btree (entry_id)
  WHERE (entry_id IS NOT NULL);

CREATE INDEX applications_mailbox ON private.applications USING btree (private.applicant_mailbox(email))
  WHERE (email IS NOT NULL);

CREATE INDEX applications_mailed ON private.applications USING btree (network_place, mailed_at)
  WHERE (mailed_at IS NOT NULL);

CREATE INDEX applications_newest ON private.applications USING btree (created_at);

CREATE INDEX applications_requirement ON private.applications USING btree (requirement_id, created_at);

CREATE INDEX applications_unconfirmed ON private.applications USING btree (created_at)
  WHERE (confirmed_at IS NULL);

CREATE INDEX adverts_named_by ON public.adverts USING btree (named_by)
  WHERE (named_by IS NOT NULL);

CREATE INDEX adverts_open ON public.adverts USING btree (opened_at DESC, requirement_id)
  WHERE ((opened_at IS NOT NULL) AND (closed_at IS NULL));

CREATE INDEX adverts_search ON public.adverts USING gin (search)
  WITH (fastupdate=off);

CREATE INDEX adverts_written_by ON public.adverts USING btree (written_by);

CREATE INDEX candidate_consents_applied ON public.candidate_consents USING btree (applied_entry_id)
  WHERE (applied_entry_id IS NOT NULL);

CREATE INDEX candidates_applicant_mailbox ON public.candidates USING btree (private.applicant_mailbox(email));

CREATE INDEX mail_outbox_confirmations ON public.mail_outbox USING btree (private.applicant_mailbox(address), created_at)
  WHERE (template = 'application_confirm'::text);

CREATE INDEX requirement_events_taken_on ON public.requirement_events USING btree (requirement_id, created_at)
  WHERE (TYPE = 'candidates_taken_on'::text);

CREATE INDEX shortlist_entries_applied_at ON public.shortlist_entries USING btree (applied_at)
  WHERE (applied_at IS NOT NULL);

CREATE INDEX shortlist_entries_applied ON public.shortlist_entries USING btree (requirement_id, applied_at)
  WHERE (state = 'applied'::text);

CREATE INDEX shortlist_entries_in_process ON public.shortlist_entries USING btree (candidate_id, requirement_id, state, joined_on)
  WHERE (state <> ALL (ARRAY['applied'::text, 'draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text]));

CREATE TRIGGER forget_confirming_mails
  AFTER DELETE ON private.applications
  FOR EACH ROW
  WHEN ((old.confirmed_at IS NULL))
  EXECUTE FUNCTION private.forget_confirming_mails();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF title,
    place,
    country,
    work, is_remote, min_experience, max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, opened_at, closes_on, closed_at ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER refuse_closing_on_applicants
  BEFORE INSERT OR UPDATE OF closed_at ON public.adverts
  FOR EACH ROW
  WHEN ((new.closed_at IS NOT NULL))
  EXECUTE FUNCTION private.refuse_closing_on_applicants();

CREATE TRIGGER stamp_search
  BEFORE INSERT OR UPDATE OF title, place, country, work, is_remote, skills, body, is_named ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_advert_search();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE TRIGGER recheck_renamed_adverts
  AFTER UPDATE OF company_name ON public.clients
  FOR EACH ROW
  WHEN ((old.company_name IS DISTINCT FROM new.company_name))
  EXECUTE FUNCTION private.recheck_renamed_adverts();

CREATE TRIGGER answer_applicants
  AFTER UPDATE OF status, client_id ON public.job_requirements
  FOR EACH ROW
  WHEN
    ((((old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['filled'::public.requirement_status, 'cancelled'::public.requirement_status]))) OR (old.client_id IS
    DISTINCT FROM new.client_id)))
  EXECUTE FUNCTION private.end_advert_of_requirement();

CREATE TRIGGER answer_before_deletion
  BEFORE DELETE ON public.job_requirements
  FOR EACH ROW
  EXECUTE FUNCTION private.answer_before_deletion();

CREATE TRIGGER unname_moved_advert
  AFTER UPDATE OF client_id ON public.job_requirements
  FOR EACH ROW
  WHEN ((old.client_id IS DISTINCT FROM new.client_id))
  EXECUTE FUNCTION private.unname_moved_advert();

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  WHEN
    ((new.type <> ALL (ARRAY['candidates_agreed'::text, 'candidates_refused'::text, 'candidates_reconsidered'::text, 'candidates_applied'::text, 'candidates_taken_on'::text,
    'candidates_turned_down'::text])))
  EXECUTE FUNCTION private.track_requirement();

CREATE TRIGGER refuse_late_applicant
  BEFORE INSERT OR UPDATE OF state ON public.shortlist_entries
  FOR EACH ROW
  WHEN ((new.state = 'applied'::text))
  EXECUTE FUNCTION private.refuse_late_applicant();

CREATE POLICY "who may export reads" ON "public"."adverts"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

REVOKE ALL ON FUNCTION "private"."advert_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_obstacles"(public.adverts, public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_of"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_state"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_words"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."adverts_for_reader"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."adverts_for_reader"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."agree_by_application"(public.shortlist_entries, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."allow_card"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_card"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."announce_application"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_before_deletion"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_record"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applicant_answer_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applicant_of"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applicants_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_answer_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_by"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_card"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_confirm_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_figures"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."application_figures"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."application_shown"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applicant_mailbox"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."applicant_mailbox"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."application_subject"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_token"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_card_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_yes"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."asking_language"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."blank_signs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clear_confirmed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_advert"(uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_advert"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."close_answered_advert"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_expired_adverts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."company_advert"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."company_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."company_traces"(public.job_requirements, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_application"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."confirm_application"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."confirmation_slot"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_applied"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_open_requirements"(public.requirement_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_open_requirements"(public.requirement_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."day_of_candidates"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_items"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of_requirements"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."differing_entries"(public.candidates, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."disown_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."disown_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."draw_slug"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_advert"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_advert_of_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_of_mailbox"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."filled_words"(text, public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_confirming_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_unconfirmed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forgotten_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_words"(tsvector, tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_abroad"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_advertised"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_application"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_candidate_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_common_word"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_for_applicants"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_of"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."jobs_like"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_kinds"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_of"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."listed_job"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_advert"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_applicant"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."may_confirm"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mend_enquiry"(uuid, integer, public.enquiry_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_enquiry"(uuid, integer, public.enquiry_entries) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."has_line_end"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_confirmations_an_hour"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_advert"(uuid, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_advert"(uuid, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."next_applied_word"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_sender"(regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_advert"(uuid, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_advert"(uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_page"(uuid, public.requirement_filter, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_applications"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."public_job"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_job"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_job_addresses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_job_addresses"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_job_feed"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_job_feed"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_jobs"(text, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."idle_job_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_place_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_word_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."meant_jobs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."public_jobs"(text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_jobs"(text, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_jobs_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_jobs_of"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."queue_confirmation"(private.applications, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_advert"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_applicants"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_applicants"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."read_confirmation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_confirmation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."record_applicants"(uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."record_of_applicant"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_advert"(public.adverts, public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_closing_on_applicants"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_full_shortlist"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_late_applicant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_leaving_applicants"(public.inbox_items, public.inbox_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remind_applicants"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recheck_renamed_adverts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_opened"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirements_page"(uuid, public.requirement_filter, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_advert"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_advert"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."says_contact"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_with"(jsonb, text, boolean, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spelling_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stamp_advert_search"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."subjects_of_mail"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_card_back"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_down_advert"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_down_advert"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_on_applicants"(uuid[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_on_applicants"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."tell_taken_on"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down"(uuid, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down_applicants"(uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."turn_down_applicants"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unconfirmed_lasts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_turned_down"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_turned_down"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unname_moved_advert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_recruiter"(public.requirement_filter, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_advert_entries"(public.adverts, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_application"(public.shortlist_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."allow_card"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."allow_card"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_card"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."application_figures"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."application_figures"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."application_figures"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."application_figures"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."application_figures"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."apply_for_job"(text, uuid, jsonb, boolean, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_advert"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_advert"(uuid, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_advert"(uuid, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."company_advert"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_advert"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_application"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."confirm_application"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_application"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_open_requirements"(public.requirement_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disown_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."disown_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disown_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(text[], public.requirement_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_open_requirements"(public.requirement_filter, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mail_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."mail_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mail_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, public.enquiry_entries) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."name_advert"(uuid, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."name_advert"(uuid, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."name_advert"(uuid, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_advert"(uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_advert"(uuid, integer, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_advert"(uuid, integer, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_job"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_addresses"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_job_addresses"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_addresses"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_feed"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_job_feed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_feed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs"(text, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_jobs"(text, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs"(text, text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs_of"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_jobs_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_advert"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_advert"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_confirmation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_confirmation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_confirmation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, public.enquiry_entries, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_down_advert"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_down_advert"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_down_advert"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_turned_down"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_turned_down"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_turned_down"(uuid[]) TO "postgres";

REVOKE ALL ON TABLE "public"."adverts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."adverts" TO "authenticated";

REVOKE ALL ON TABLE "public"."adverts" FROM "postgres";

GRANT ALL ON TABLE "public"."adverts" TO "postgres";

GRANT ALL ON TABLE "public"."adverts" TO "service_role";

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_said_check" CHECK (private.is_text(said, 2000)) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_turned_down_words_check" CHECK (private.is_text(turned_down_words, 4000)) NOT VALID;

REVOKE ALL ON FUNCTION "public"."take_own_card_back"(text, uuid) FROM PUBLIC, "service_role";

REVOKE ALL ON FUNCTION "private"."take_own_card_back"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_own_card_back"(text, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."take_own_card_back"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."take_own_card_back"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_own_card_back"(text, uuid) TO "postgres";
