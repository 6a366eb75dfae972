set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "public"."candidates"
  ALTER COLUMN "search" SET DEFAULT ''::tsvector;

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
