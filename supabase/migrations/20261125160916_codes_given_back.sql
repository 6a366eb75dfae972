set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
      return null;
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
