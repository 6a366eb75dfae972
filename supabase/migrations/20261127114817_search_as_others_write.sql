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
        regexp_replace(
          regexp_replace(lower(normalize(private.latin_digits(value), NFKD)),
                         '[\u00AD\u0300-\u036F\u061C\u0640\u064B-\u065F\u0670\u093C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]',
                         '', 'g'),
          '\u0919\u094D(?=[\u0915-\u0918])|\u091E\u094D(?=[\u091A-\u091D])|\u0923\u094D(?=[\u091F-\u0922])'
            || '|\u0928\u094D(?=[\u0924-\u0927])|\u092E\u094D(?=[\u092A-\u092D])', U&'\0902', 'g'),
        U&'\3002øłđħı\0649\06CC\06A9\0629\0901', U&'.oldhi\064A\064A\0643\0647\0902'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
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
        translate(private.fold_text(case when octet_length(value) = length(value) then value else
            regexp_replace(regexp_replace(normalize(replace(lower(value), 'ø', U&'o\0308'), NFKD), '([aou])\u0308', '\1e', 'g'),
                           'a\u030A', 'aa', 'g') end),
          U&'`\00B4\02BC\2018\2019', repeat('''', 5)),
        '(?<![a-z])([a-z]{1,3})'' ?([a-z]{3,})(?:''([a-z]+))?|(?<=[a-z])''(?=s\M)', '\1\2\3', 'g'),
        '(?<![a-z&''])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])[. ]{1,2}(?=[a-z]\M)', '', 'g'),
        '\m(?:([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)'
          || '|(front|back|full|tele|house|store|book|pay|free|health|data|web|soft|co|x) '
          || '(end|stack|office|caller|calling|sales|keeper|keeping|roll|lance|lancer|lancing|care|base|site|ware|operative|ray))\M',
        '\1\2\3\4', 'g'),
        '\m([a-z]{1,2})[./&]([a-z0-9]{1,5})\M|\m([a-z0-9]+)[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.place_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select distinct case
        when plain in ('delhi ncr', 'ncr delhi', 'ncr region', 'national capital region') then 'ncr'
        when plain in ('united arab emirates', 'u a e', 'emirates') then 'uae'
        when plain in ('saudi arabia', 'saudi', 'kingdom of saudi arabia', 'k s a') then 'ksa'
        when plain in ('chandigarh tricity', 'tricity chandigarh') then 'tricity'
        -- No lexeme is longer than two thousand bytes, and one sign may be eighteen letters.
        else left(plain, 200) end
      from regexp_split_to_table(private.fold_text(place), '[,;/|()&]|\s[-–—]\s|\s(?:and|or)\s') as part
      cross join lateral private.plain_place(part) as plain
      where plain <> ''
  $function$;

-- Possessives, what a hyphen parts, nasals of Devanagari and more are found once the schedule has come to each row.
select private.renew_search();
