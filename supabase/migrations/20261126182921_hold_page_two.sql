set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
    perform private.queue_confirmation(application, sender.is_first);
  end $function$;
