set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."with_joined_names"(text);

CREATE OR REPLACE FUNCTION private.fold_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select replace(replace(replace(translate(
        regexp_replace(lower(normalize(private.latin_digits(value), NFKD)),
                       '[\u00AD\u0300-\u036F\u061C\u0640\u064B-\u065F\u0670\u093C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]',
                       '', 'g'),
        U&'\3002øłđħı\0649\06CC\06A9\0629', U&'.oldhi\064A\064A\0643\0647'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  $function$;

CREATE OR REPLACE FUNCTION private.found_clients (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted.query
    union all
    select member.client_id from auth.users as person
      join public.client_members as member on member.user_id = person.id
      where person.email = private.normal_address(words)
  $function$;

CREATE OR REPLACE FUNCTION private.joined_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(regexp_replace(regexp_replace(normalize(lower(value), NFKD), '([aou])\u0308|ø', '\1e', 'g'), 'a\u030A', 'aa', 'g')),
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})(?:[''`\u00B4\u02BC\u2018\u2019]([a-z]+))?', '\1\2\3', 'g'),
        '(?<![a-z&''`\u00B4\u02BC\u2018\u2019])([do]) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])[. ]{1,2}(?=[a-z]\M)', '', 'g'),
        '\m([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)\M', '\1\2', 'g'),
        '\m([a-z]{1,2})[.]([a-z]{1,5})\M', '\1\2', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1),
                    string_agg(distinct word collate "C", ' '))
      from regexp_split_to_table(
             regexp_replace(private.fold_text(name), '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E\u2190-\u2BFF\U0001F000-\U0001FAFF]+') as word
      where word <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.phone_numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(number.dialled order by run.place), '{}')
      from regexp_matches(
             regexp_replace(regexp_replace(private.latin_digits(value),
               '(?<![0-9])((?:91[ -]?)?[6-9][0-9]{4}[ -]?[0-9]{5}|0[1-9][0-9]{1,3}[ -]?[0-9]{6,8}) '
                 || '(?= {0,2}(?:(?:91[ -]?)?[6-9][0-9]{4}[ -]?[0-9]{5}|0[1-9][0-9]{1,3}[ -]?[0-9]{6,8})(?![0-9]))', '\1,', 'g'),
               '(?<![a-z])(?:ext(?:ensio)?n?|x|#)[.: ]{0,3}[0-9]{1,6}(?![0-9])'
                 || '|(?<![0-9])(?:(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?)?'
                   || '(?:0?[1-9]|1[0-2])(?:[.:][0-9]{2})? ?[ap]\.?m(?![a-z])'
                 || '|(?<![0-9])[0-9]{1,2}(?= to [0-9]{1,2}(?![0-9]))'
                 || '|(?<![0-9])[0-9]{1,2}:[0-9]{2}(?![0-9])'
                 || '|(?<= )(?:[6-9]|1[0-2])(?:[.:][0-9]{2})? ?[-\u2010-\u2015] ?'
                   || '(?:[1-9]|1[0-9]|2[0-4])(?:[.:][0-9]{2})?(?![0-9]|[ .-][0-9])'
                 || '|(?<![0-9])24 ?[x/*] ?7(?![0-9])',
               'x', 'gi'),
             '\(?\+?\(?(?:[0-9][ \u00A0\u2010-\u2015().-]{0,3}){6}[0-9](?:[ \u00A0\u2010-\u2015.)-]{0,3}[0-9])*',
             'g') with ordinality as run (signs, place)
      cross join lateral (
        select run.signs[1] ~ '^\(?\+|^\(?00|^\(?[1-9][0-9]{0,2}\)?[ -]?\(0\)' as is_abroad) as code
      cross join lateral (
        select regexp_replace(case when code.is_abroad then regexp_replace(run.signs[1], '\( ?0 ?\)', '')
                                   else run.signs[1] end, '[^0-9]', '', 'g') as digits) as typed
      cross join lateral (
        select case when not code.is_abroad or typed.digits ~ '^0[1-9]' then typed.digits
                    else regexp_replace('+' || ltrim(typed.digits, '0'),
                           '^\+(2[07]|3[1236]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|880|9[67][0-9])0+', '+\1')
               end as dialled) as number
      where length(ltrim(number.dialled, '+0')) between 7 and 15
  $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || reading.query::text || ')', ' | ')::tsquery
      from left(private.fold_text(left(words, 400)), 200) as typed,
           left(private.joined_text(left(words, 400)), 200) as joined,
           private.with_plain_numbers(typed) as plain
      cross join lateral (
        select private.read_words(typed)
        union select private.read_words(joined) where joined <> typed
        union select private.read_words(plain) where plain <> typed and plain ~ '[0-9]{5}'
        union select private.any_number_of(typed) where typed ~ '^[0-9+(). /\u2010-\u2015-]+$') as reading (query)
      where reading.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.spaced_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(value),
        '([a-z0-9])(?:[+][+]| plus plus(?![a-z0-9]))', '\1plusplus', 'g'),
        '([a-z0-9])(?:#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?:[.]|(?<![a-z0-9])dot ?)net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u0964\u0965\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u3001-\u3003\U0001F000-\U0001FAFF]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.term_query (
  term text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg('(' || regexp_replace(spelling.phrase::text, '([^'' ]{3})''$', '\1'':*') || ')', ' | ')::tsquery
      from (select distinct phraseto_tsquery('simple', private.spaced_text(written)) as phrase
              from unnest(array[term, private.joined_text(term)]) as written) as spelling
      where numnode(spelling.phrase) > 0
  $function$;

CREATE OR REPLACE FUNCTION private.words_of (
  value text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(private.spaced_text(value), ''))
           || case when joined.words <> private.fold_text(value) then to_tsvector('simple', private.spaced_text(joined.words)) else '' end
           || array_to_tsvector(private.numbers_in(coalesce(value, '')))
      from private.joined_text(value) as joined (words)
  $function$;

REVOKE ALL ON FUNCTION "private"."joined_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."joined_text"(text) TO "authenticated", "service_role";

-- Names as others write them, Arabic letters and numbers side by side are found once the schedule has come to each row. What is
-- compared by the name of such a row is made anew with it.
select private.renew_search();
