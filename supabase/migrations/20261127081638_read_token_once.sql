set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.current_user_id()
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select person.id
      from auth.sessions as session
      join auth.users as person on person.id = session.user_id
      where session.id = (select (auth.jwt() ->> 'session_id')::uuid)
        and person.id = (select auth.uid())
        and coalesce(session.not_after > now(), true)
        and coalesce(person.banned_until <= now(), true)
        and person.deleted_at is null
  $function$;
