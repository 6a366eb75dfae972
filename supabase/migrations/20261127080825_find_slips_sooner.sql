set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_one_slip (
  typed text,
  word  text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select abs(length(typed) - length(word)) < 2 and typed <> word
      and length(translate(typed, word, '')) < 2 and length(translate(word, typed, '')) < 2 and exists (
      select from generate_series(0, length(typed)) as one cross join generate_series(0, length(word)) as other
        where left(typed, greatest(one - 1, 0)) || substr(typed, one + 1) = left(word, greatest(other - 1, 0)) || substr(word, other + 1)
          and (length(typed) > 5 or 0 in (one, other) or abs(one - other) < 2))
  $function$;
