set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_replaced (
  token text,
  email text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with replaced as (
      update private.applications as wrong set ended_at = now(), entries = '{}'
        -- Looked up once, however a plan of an emptier table would find the row.
        from private.application_by(end_replaced.token, 'apply') as page
        where wrong.id = page.id and wrong.confirmed_at is null
          and wrong.email <> end_replaced.email
        returning wrong.id, wrong.email)
    delete from public.mail_outbox as mail using replaced
      where lower(mail.address) = replaced.email and mail.template = 'application_confirm'
        and mail.ids ->> 'application' = replaced.id::text and mail.first_attempt_at is null;
  $function$;
