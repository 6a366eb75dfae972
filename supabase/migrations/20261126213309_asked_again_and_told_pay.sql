set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."mail_application"(text);

DROP FUNCTION "public"."mail_application"(text);

ALTER TABLE "private"."applications"
  ADD COLUMN "asked_at" timestamp WITH time zone;

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
        'pay', private.told_pay(requirement))
      where (requirement).id is not null
  $function$;

CREATE OR REPLACE FUNCTION private.mail_application (
  token text
)
  RETURNS jsonb
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
    return (select jsonb_build_object('asked_at', asked.asked_at, 'again_at', asked.asked_at + interval '10 minutes', 'is_new', asked.asked_at = now())
              from private.applications as asked where asked.id = application.id);
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
    if application.is_suspect or application.is_flood or application.asked_at > now() - interval '10 minutes' then
      return;
    end if;
    update private.applications as asked set asked_at = now() where asked.id = application.id;
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
      'application_confirm', 'apply.' || application.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24MISSUS'),
      jsonb_build_object('application', application.id), address => application.email, not_before => slot);
  exception when lock_not_available then
    null;
  end $function$;

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
      (select jsonb_build_object('from', advert.min_pay * every.times, 'to', advert.max_pay * every.times, 'currency', advert.pay_currency)
                || case when advert.pay_unit in ('hour', 'day') then jsonb_build_object('unit', advert.pay_unit) else '{}' end
         from public.adverts as advert
         cross join lateral (select case when advert.pay_unit = 'month' then 12 else 1 end as times) as every
         where advert.requirement_id = (requirement).id and advert.opened_at is not null and advert.tells_pay),
      (select jsonb_build_object('from', (requirement).min_salary, 'to', (requirement).max_salary, 'currency', (requirement).currency)
         from public.shortlists as list
         where list.requirement_id = (requirement).id and list.tells_pay
           and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
  $function$;

CREATE OR REPLACE FUNCTION private.typed_application (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('slug', advert.slug, 'title', advert.title, 'keep', application.keep,
                              'entries', application.entries - 'is_adult')
      from private.application_by(token, 'apply') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      where private.is_advertised(advert)
  $function$;

CREATE OR REPLACE FUNCTION public.mail_application (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mail_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."mail_application"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.typed_application (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.typed_application(token) $function$;

REVOKE ALL ON FUNCTION "public"."typed_application"(text) FROM PUBLIC, "service_role";

REVOKE ALL ON FUNCTION "private"."mail_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."told_pay"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."typed_application"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."typed_application"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mail_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."mail_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mail_application"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."typed_application"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."typed_application"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."typed_application"(text) TO "postgres";
