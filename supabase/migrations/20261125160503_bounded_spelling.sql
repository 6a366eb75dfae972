set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.near_words (
  word text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    with script as (select word ~ '[\u0900-\u097F]' as is_devanagari
    ), letters as (
      select letter from script, lateral regexp_split_to_table(case when is_devanagari
        then 'ँंःअआइईउऊऋएऐऑओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसह़ािीुूृॅेैॉोौ्' else 'abcdefghijklmnopqrstuvwxyz' end, '') as letter
    ), places as (
      select generate_series(0, least(length(word), case when is_devanagari then 10 else 30 end)) as place from script
    )
    select left(word, place) || substr(word, place + 2) from places
    union select left(word, place) || substr(word, place + 2, 1) || substr(word, place + 1, 1) || substr(word, place + 3)
      from places
    union select left(word, place) || letter || substr(word, place + 2) from places cross join letters
    union select left(word, place) || letter || substr(word, place + 1) from places cross join letters
  $function$;
