set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."shortlist_entries_in_process";

DROP VIEW "private"."entries_in_process";

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
  CONSTRAINT "applications_card_digest_check" CHECK ((card_digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "applications_entries_check" CHECK ((jsonb_typeof(entries) = 'object'::text)),
  CONSTRAINT "applications_form_id_key" UNIQUE (form_id),
  CONSTRAINT "applications_language_check" CHECK ((language ~ '^[a-z]{2}$'::text)),
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
      || array_to_tsvector(private.place_lexemes(new.place, new.country));
    return new;
  end $function$;

ALTER TABLE "private"."applications"
  ADD CONSTRAINT "applications_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."adverts"
  ADD CONSTRAINT "adverts_named_by_fkey" FOREIGN KEY (named_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."applications"
  ADD CONSTRAINT "applications_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.adverts(requirement_id) ON DELETE CASCADE;

ALTER TABLE "public"."adverts"
  ADD CONSTRAINT "adverts_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

ALTER TABLE "public"."adverts"
  ADD CONSTRAINT "adverts_written_by_fkey" FOREIGN KEY (written_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "about_an_application" CHECK (((purpose = 'apply'::text) = (applied_entry_id IS NOT NULL)));

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_applied_entry_id_fkey" FOREIGN KEY (applied_entry_id) REFERENCES public.shortlist_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "candidate_consents_purpose_check" CHECK ((purpose = ANY (ARRAY['keep'::text, 'show'::text, 'apply'::text])));

ALTER TABLE "public"."candidate_consents"
  ADD CONSTRAINT "yes_is_to_a_card" CHECK (((given_at IS NULL) OR (purpose <> 'show'::text) OR (card_digest IS NOT NULL)));

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
  ADD CONSTRAINT "applied_by_themselves" CHECK (((applied_at IS NOT NULL) OR ((state <> 'applied'::text) AND (num_nonnulls(said, turned_down_at) = 0))));

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_state_check"
    CHECK
    ((state = ANY (ARRAY['applied'::text, 'draft'::text, 'asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text,
    'declined'::text, 'withdrawn'::text, 'closed'::text])));

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "turned_down_is_closed" CHECK (((turned_down_at IS NULL) OR (state = ANY (ARRAY['closed'::text, 'withdrawn'::text]))));

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

CREATE INDEX applications_email ON private.applications USING btree (email)
  WHERE (email IS NOT NULL);

CREATE INDEX applications_entry ON private.applications USING btree (entry_id)
  WHERE (entry_id IS NOT NULL);

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

CREATE INDEX shortlist_entries_applied ON public.shortlist_entries USING btree (requirement_id, applied_at)
  WHERE (state = 'applied'::text);

CREATE INDEX shortlist_entries_in_process ON public.shortlist_entries USING btree (candidate_id, requirement_id, state, joined_on)
  WHERE (state <> ALL (ARRAY['applied'::text, 'draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text]));

CREATE TRIGGER raise_version
  BEFORE UPDATE OF title,
    place,
    country,
    work, is_remote, min_experience, max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, opened_at, closes_on, closed_at ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_search
  BEFORE INSERT OR UPDATE OF title, place, country, skills, body, is_named ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_advert_search();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE POLICY "who may export reads" ON "public"."adverts"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

REVOKE ALL ON FUNCTION "private"."is_advertised"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_of"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stamp_advert_search"() FROM PUBLIC;

REVOKE ALL ON TABLE "public"."adverts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."adverts" TO "authenticated";

REVOKE ALL ON TABLE "public"."adverts" FROM "postgres";

GRANT ALL ON TABLE "public"."adverts" TO "postgres";

GRANT ALL ON TABLE "public"."adverts" TO "service_role";

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_said_check" CHECK (private.is_text(said, 2000));

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_turned_down_words_check" CHECK (private.is_text(turned_down_words, 4000));
