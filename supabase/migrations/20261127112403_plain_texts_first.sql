set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.fold_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when octet_length(value) = length(value) then lower(value collate "C") else replace(replace(replace(translate(
        regexp_replace(lower(normalize(private.latin_digits(value), NFKD)),
                       '[\u00AD\u0300-\u036F\u061C\u0640\u064B-\u065F\u0670\u093C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]',
                       '', 'g'),
        U&'\3002øłđħı\0649\06CC\06A9\0629', U&'.oldhi\064A\064A\0643\0647'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
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
        private.fold_text(case when octet_length(value) = length(value) then value else
          regexp_replace(regexp_replace(normalize(lower(value), NFKD), '([aou])\u0308|ø', '\1e', 'g'), 'a\u030A', 'aa', 'g') end),
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})(?:[''`\u00B4\u02BC\u2018\u2019]([a-z]+))?', '\1\2\3', 'g'),
        '(?<![a-z&''`\u00B4\u02BC\u2018\u2019])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])[. ]{1,2}(?=[a-z]\M)', '', 'g'),
        '\m([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)\M', '\1\2', 'g'),
        '\m([a-z]{1,2})[.]([a-z]{1,5})\M|\m([a-z]{1,3})[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.latin_digits (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when octet_length(value) <> length(value) then translate(value,
      U&'\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
        '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
        '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
        '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
        '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      repeat('0123456789', 12)) else value end
  $function$;

CREATE OR REPLACE FUNCTION private.mailbox_of (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when octet_length(address) = length(address) and address not like '%+%' and address not like '%.' then lower(address)
                else lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)|\.+$', '', 'g'))
           end
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
      from (select '(?:(?:91[ -]?)?[6-9][0-9]{4}[ -]?[0-9]{5}|0[1-9][0-9]{1,3}[ -]?[0-9]{6,8})' as number, typed.latin
              from private.latin_digits(value) as typed (latin)
              -- A number has seven digits: most texts have fewer, and are not looked through.
              where length(typed.latin) - length(translate(typed.latin, '0123456789', '')) >= 7) as indian
      cross join lateral regexp_matches(
             regexp_replace(regexp_replace(regexp_replace(indian.latin, '(?<![0-9/])(0[1-9][0-9]{1,3})/(?=[0-9]{5})', '\1-', 'g'),
               '(?<![0-9])(' || indian.number || ') (?= {0,2}' || indian.number || '(?![0-9]))', '\1,', 'g'),
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
