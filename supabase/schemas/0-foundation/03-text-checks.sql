-- What counts as filled in, as an address, as a name. Checks of columns call these, as whoever writes the row; the limits are
-- the forms' own, because the publishable key reaches the Data API directly.

-- Characters that show nothing: white space, controls, and what Unicode calls default-ignorable, with the Hangul fillers
-- and the empty Braille pattern. Written out, since a class like \s depends on the database's locale. app/lib/format/text.ts
-- has the same ones, and a test compares the two over all of Unicode.
create function private.invisible() returns text
  language sql immutable set search_path = '' as $$
    select '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
        || '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
        || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
  $$;
grant execute on function private.invisible to anon, authenticated, service_role;

-- Does a text show anything at all?
create function private.is_filled(value text) returns boolean
  language sql immutable set search_path = '' as $$ select value ~ ('[^' || private.invisible() || ']') $$;
grant execute on function private.is_filled to anon, authenticated, service_role;

-- Without what shows nothing at both ends, but for what shapes the last letter (joiners, variation selectors, the tags of
-- a flag); null when nothing is left.
create function private.trimmed(value text) returns text
  language sql immutable set search_path = '' as $$
    select substring(value from '[^' || private.invisible() || '](?:.*[^' || private.invisible() || '])?'
                                || '[\u180B-\u180D\u180F\u200C\u200D\uFE00-\uFE0F\U000E0020-\U000E007F\U000E0100-\U000E01EF]*')
  $$;
grant execute on function private.trimmed to service_role;

-- The same without what turns the direction of the text behind it: what is written by one is read by another, as it was meant.
create function private.trimmed_straight(value text) returns text
  language sql immutable set search_path = '' as $$
    select private.trimmed(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'))
  $$;

-- A line of text as a form sends it: not blank, and at most so many characters. Null passes, as in every check.
create function private.is_text(value text, longest integer) returns boolean
  language sql immutable set search_path = '' as $$ select length(value) <= longest and private.is_filled(value) $$;
grant execute on function private.is_text to anon, authenticated, service_role;

-- An address as mail carries it: HTML's rule for a field of addresses, with a dot within the domain, whose last part is no
-- number. Other letters of a domain are in Punycode here (app/lib/schema/address.ts).
create function private.is_email(value text) returns boolean
  language sql immutable set search_path = '' as $$
    select length(value) <= 320
      and value ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
                   || '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$')
      and value ~ '[a-zA-Z][^.]*$'
  $$;
grant execute on function private.is_email to anon, authenticated, service_role;

create function private.are_skills(value text[], fewest integer) returns boolean
  language sql immutable set search_path = '' as $$
    select cardinality(value) between fewest and 50
      and coalesce(array_ndims(value), 1) = 1
      and coalesce((select bool_and(coalesce(private.is_text(skill, 100), false)) from unnest(value) as skill), true)
  $$;
grant execute on function private.are_skills to anon, authenticated, service_role;

-- A word of ours: the name of a field, a kind of subject, a value of an enumeration.
create function private.is_name(value text) returns boolean
  language sql immutable set search_path = '' as $$ select value ~ '^[a-z][a-z0-9_]{0,62}$' $$;
grant execute on function private.is_name to service_role;

create function private.are_names(value text[]) returns boolean
  language sql immutable set search_path = '' as $$
    select cardinality(value) <= 50
      and coalesce((select bool_and(coalesce(private.is_name(name), false)) from unnest(value) as name), true)
  $$;
grant execute on function private.are_names to service_role;

-- The ids of rows, by name.
create function private.are_ids(value jsonb) returns boolean
  language sql immutable set search_path = '' as $$
    select jsonb_typeof(value) = 'object'
      and coalesce((select bool_and(coalesce(
            id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and name ~ '^[a-z_]{1,63}$', false))
            from jsonb_each_text(value) as entry (name, id)), true)
  $$;
grant execute on function private.are_ids to service_role;

-- Entries of a requirement as JSON can say them: texts, lists of at most a hundred texts, and numbers as long as people
-- write them. 1e131000 is seven characters here, and 131 KB once somebody asks for it as text.
create function private.are_entries(entries jsonb) returns boolean
  language sql immutable set search_path = '' as $$
    select jsonb_typeof(entries) = 'object' and not exists (
      select from jsonb_each(entries) as entry where not case jsonb_typeof(entry.value)
        when 'number' then abs(entry.value::numeric) < 1e15 and scale(entry.value::numeric) <= 10
        when 'array' then jsonb_array_length(entry.value) <= 100 and not exists (
          select from jsonb_array_elements(entry.value) as item where jsonb_typeof(item) <> 'string')
        else jsonb_typeof(entry.value) <> 'object' end)
  $$;

create function private.normal_address(address text) returns text
  language sql immutable set search_path = '' as $$ select lower(private.trimmed(address)) $$;
grant execute on function private.normal_address to service_role;

-- One mailbox, whatever stands behind a plus sign within its address, however wide its letters and dots are written, and
-- with or without the dot that a domain may end with.
create function private.mailbox_of(address text) returns text
  language sql immutable set search_path = '' as $$
    select case when octet_length(address) = length(address) and address not like '%+%' and address not like '%.' then lower(address)
                else lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)|\.+$', '', 'g'))
           end
  $$;
grant execute on function private.mailbox_of to anon, authenticated, service_role;

-- A text of what somebody sent along when they signed up: only text counts, it is cut to the column's length, and nothing
-- in it can raise a role.
create function private.metadata_text(metadata jsonb, key text) returns text
  language sql immutable set search_path = '' as $$
    select case when jsonb_typeof(metadata -> key) = 'string'
      then private.trimmed(left(private.trimmed(metadata ->> key), 200)) end
  $$;
grant execute on function private.metadata_text to service_role;

create function private.digest_of(secret text) returns text
  language sql immutable set search_path = '' as $$ select encode(sha256(convert_to(secret, 'UTF8')), 'hex') $$;

-- The digits of twelve scripts as 0 to 9: app/lib/format/text.ts reads the same.
create function private.latin_digits(value text) returns text
  language sql immutable set search_path = '' as $$
    select case when octet_length(value) <> length(value) then translate(value,
      U&'\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
        '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
        '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
        '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
        '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      repeat('0123456789', 12)) else value end
  $$;
grant execute on function private.latin_digits to authenticated, service_role;

-- A text as words are compared: small letters without accents, marks and what shows nothing, however they are encoded, digits
-- as 0 to 9, the letters that Arabic, Persian and Urdu write in two ways in one of them, and Devanagari's nasals as the dot
-- above that others write for them. Of ASCII, as most texts are, only the size of letters is to do: a session keeps 32 compiled
-- expressions, and compiling one takes longer than matching.
create function private.fold_text(value text) returns text
  language sql immutable set search_path = '' as $$
    select case when octet_length(value) = length(value) then lower(value collate "C") else replace(replace(replace(translate(
        regexp_replace(
          regexp_replace(lower(normalize(private.latin_digits(value), NFKD)),
                         '[\u00AD\u0300-\u036F\u061C\u0640\u064B-\u065F\u0670\u093C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]',
                         '', 'g'),
          '\u0919\u094D(?=[\u0915-\u0918])|\u091E\u094D(?=[\u091A-\u091D])|\u0923\u094D(?=[\u091F-\u0922])'
            || '|\u0928\u094D(?=[\u0924-\u0927])|\u092E\u094D(?=[\u092A-\u092D])', U&'\0902', 'g'),
        U&'\3002øłđħı\0649\06CC\06A9\0629\0901', U&'.oldhi\064A\064A\0643\0647\0902'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
  $$;

-- A text with all that people type as an apostrophe as one sign. Before it is folded: one of them is then a blank.
create function private.straight_apostrophes(value text) returns text
  language sql immutable set search_path = '' as $$ select translate(value, U&'`\00B4\02BC\2018\2019', repeat('''', 5)) $$;

-- A folded name in one spelling, however it writes umlauts: "Müller", "Mueller" and "Muller", "Håkan" and "Haakan".
create function private.without_umlauts(folded text) returns text
  language sql immutable set search_path = '' as $$ select regexp_replace(folded, '(?<=[aou])e|(?<=a)a', '', 'g') $$;

-- A person's name as it is compared: its plain words, each once and in one order, without apostrophes; what stands before a name
-- is part of it ("D Souza", "Al-Farsi"). Initials, which some write and some leave out, count where there is nothing else: single
-- letters, and two or three together that make no name ("KR", "AK").
create function private.name_key(name text) returns text
  language sql immutable set search_path = '' as $$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1
                      and word !~ '^(?!(om|ed|al|an|ah|ng)$)([b-df-hj-np-tv-xz]{2,3}|[aeiou][b-df-hj-np-tv-xz])$'),
                    string_agg(distinct word collate "C", ' '))
      from regexp_replace(private.without_umlauts(private.fold_text(replace(private.straight_apostrophes(name), '''', ''))),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E\u2190-\u2BFF\U0001F000-\U0001FAFF]+', ' ', 'g') as plain,
           regexp_split_to_table(regexp_replace(plain,
             '(?<![^ ])(?:(al|el|de|mc) ([a-z]{3,})'
               || '|(d) (sou[sz]a|silva|costa|cruz|mell?o|lima|almeida|angelo|cunha|penha|rozario|netto)'
               || '|(o) (brien|connor|connell|neill?|hara|leary|reilly|sullivan|malley|donnell|grady|keefe|toole|rourke|shea))(?![^ ])',
             '\1\2\3\4\5\6', 'g'), ' ') as word
      where word <> ''
  $$;

-- # Telephone numbers

-- The telephone numbers in a text, in their order, each as it is dialled. app/lib/format/phone.ts is the same rule, by the
-- same expressions, and says why each is there.
create function private.phone_numbers_in(value text) returns text[]
  language sql immutable set search_path = '' as $$
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
  $$;
grant execute on function private.phone_numbers_in to authenticated, service_role;

-- What is dialled from anywhere, without the plus: an Indian mobile number has its country added, a number of any other country
-- needs its code. app/lib/format/phone.ts is the same rule.
create function private.world_number(dialled text) returns text
  language sql immutable set search_path = '' as $$
    select case when dialled like '+%' then substr(dialled, 2)
                else '91' || substring(dialled from '^(?:0|91)?([6-9][0-9]{9})$') end
  $$;

-- Those of the numbers in a text that are dialled from anywhere, each once, in their order.
create function private.world_numbers(value text) returns text[]
  language sql immutable set search_path = '' as $$
    select coalesce(array_agg(found.number order by found.place), '{}')
      from (select private.world_number(dialled) as number, min(place) as place
              from unnest(private.phone_numbers_in(value)) with ordinality as listed (dialled, place) group by 1) as found
      where found.number is not null
  $$;

-- A number's digits without what stands before them, and whether its country may be among them: of at most nine digits
-- without a plus it is not.
create function private.digits_of(dialled text, out digits text, out is_whole boolean)
  language sql immutable set search_path = '' as $$
    select ltrim(dialled, '+0'), dialled like '+%' or length(ltrim(dialled, '0')) > 9
  $$;
grant execute on function private.digits_of to authenticated, service_role;

-- How a number may end that is written without its country: the last nine, eight or seven digits.
create function private.number_ends(digits text) returns text[]
  language sql immutable set search_path = '' as $$
    select array(select right(digits, size) from unnest(array[9, 8, 7]) as size
                   where length(digits) >= size + 2 and right(digits, size) !~ '^0')
  $$;
grant execute on function private.number_ends to authenticated, service_role;

-- What the telephone numbers in a text are found by: of each its digits, the last ten, which are the same with and without a
-- country's code, and how it may end; of one without a country also that it is one ("0501234567"). private.numbers_like
-- looks for these.
create function private.numbers_in(value text) returns text[]
  language sql immutable set search_path = '' as $$
    select coalesce(array_agg(key), '{}')
      from unnest(private.phone_numbers_in(value)) as dialled
      cross join lateral private.digits_of(dialled) as number
      cross join lateral unnest(case when number.is_whole
        then array[number.digits, right(number.digits, 10)] || private.number_ends(number.digits)
        else array[number.digits, '0' || number.digits] end) as key
  $$;
grant execute on function private.numbers_in to authenticated, service_role;

-- What of private.numbers_in the numbers in a text share with the same ones, with and without their country.
create function private.numbers_like(value text) returns text[]
  language sql immutable set search_path = '' as $$
    select coalesce(array_agg(key), '{}')
      from unnest(private.phone_numbers_in(value)) as dialled
      cross join lateral private.digits_of(dialled) as number
      cross join lateral unnest(case when number.is_whole
        then array[right(number.digits, 10)]
          || array(select '0' || number_end from unnest(private.number_ends(number.digits)) as number_end)
        else array[number.digits] end) as key
  $$;

-- What the first of them is found by; nothing when there is none.
create function private.first_number_in(value text) returns text[]
  language sql immutable set search_path = '' as $$ select private.numbers_in((private.phone_numbers_in(value))[1]) $$;

-- # Words

-- A folded text with each name of signs as one word: an amount in lakhs or thousands ("12,50,000"), C++ and C#, also spelled, what
-- is short for two words ("A/C", "R&D"), and two degrees. "C" looks for none of these; of a list of letters each is a word.
create function private.plain_signs(folded text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
        '(?<=[0-9])(?<![0-9]{4}),(?=([0-9]{2,3},)*[0-9]{3}(?![0-9]))', '', 'g'),
        '([a-z0-9])[+][+]|(?<![a-z0-9])([a-z]) (?:plus plus|[+][+])(?![a-z0-9])', '\1\2plusplus', 'g'),
        '(?<![a-z0-9])([a-z])(?: ?#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?<![a-z0-9/&]|\m[a-z][.])(?:([a-z])(?:/| ?& ?)([a-z])|([bm])[.] ?(c)[.] ?(a))(?![a-z0-9/&])', '\1\2\3\4\5', 'g')
  $$;

-- A text as Postgres' parser is to read it, in which every sign is a blank: it makes one word of "K.Ramesh", "CNC/VMC" and
-- "anil@acme.example" (a host, a file, an address), and which signs are letters depends on the database's locale. Signs that
-- are part of a name are words first: C++ (private.plain_signs), .NET, Node.js, which is "node js nodejs" however it is written. In
-- pieces of 200 letters: the parser takes time by the square of what has no blank.
create function private.spaced_text(value text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.plain_signs(private.fold_text(value)),
        '(?:[.]|(?<![a-z0-9])dot ?)net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u066A-\u066D\u0964\u0965\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u3001-\u3003\U0001F000-\U0001FAFF]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $$;

-- A text as others write it, in plain letters: a name with an apostrophe, or behind a D, an O or an Al alone, as one word ("D'Souza"
-- and "D Souza" as "Dsouza", "Haldiram's" as "Haldirams"), what a hyphen parts too ("Wi-Fi", "Front-end"), initials ("K.R." as "KR",
-- "R and D"), degrees and a trade's words that are written in one or in two ("B.Tech", "front end", "Power BI"), and umlauts as two
-- letters ("Mueller"). An initial stands before its name ("KRamesh" as "K Ramesh"), what is short beside what else is asked for
-- ("B.E/B.Tech"), and a number behind its letters ("ISO9001"), as one of two words: joining every "ISO 9001" would join "since 2019".
create function private.joined_text(value text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.straight_apostrophes(private.fold_text(case when octet_length(value) = length(value) then parted else
            regexp_replace(regexp_replace(normalize(replace(lower(parted), 'ø', U&'o\0308'), NFKD), '([aou])\u0308', '\1e', 'g'),
                           'a\u030A', 'aa', 'g') end)),
        '(?<![-a-z0-9])(?:([a-z]{1,2}[.] ?[a-z]{1,6}[.]?|[bm] (?:e|sc|com|ed|tech))(?: ?[/&] ?| and )'
          || '|(?<!@)([a-z]{2,})(?:([0-9]{1,6})\M(?!@)|/(?=[a-z][.][a-z])))',
        '\1\2:\3', 'g'),
        '(?<![a-z])([a-z]{1,3})'' ?([a-z]{3,})(?:''([a-z]+))?|(?<=[a-z])''(?=s\M)', '\1\2\3', 'g'),
        '(?<![a-z&''])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])(?:[. ]{1,2}| ?[/&] ?| and )(?=[a-z]\M)', '', 'g'),
        '\m(?:([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)'
          || '|(front|back|full|part|tele|house|ware|store|book|pay|free|health|data|web|soft|co|x|auto|power|solid|java|s/?4) '
          || '(end|stack|time|office|caller|calling|sales|house|keeper|keeping|roll|lance|lancer|lancing|care|base|site|ware|operative'
          || '|ordinator|ray|cad|bi|point|works|script|hana))\M',
        '\1\2\3\4', 'g'),
        '\m([a-z]{1,2})[./&]([a-z0-9]{1,5})\M|\m([a-z0-9]+)[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
      from regexp_replace(value, '(?<![-A-Za-z])([A-Z])([A-Z][a-z]{2,})\M', '\1 \2', 'g') as parted
  $$;

-- The words of a text, as it is and as others write it, and the telephone numbers in it, for an index of words.
create function private.words_of(value text) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(private.spaced_text(value), ''))
           || case when joined.words <> private.fold_text(value) then to_tsvector('simple', private.spaced_text(joined.words)) else '' end
           || array_to_tsvector(private.numbers_in(coalesce(value, '')))
      from private.joined_text(value) as joined (words)
  $$;

-- What a person, or a company, is found by: the words of its name, and its number.
create function private.searchable_name(name text, phone text) returns tsvector
  language sql immutable set search_path = ''
  as $$ select private.words_of(coalesce(name, '') || chr(10) || coalesce(phone, '')) $$;
grant execute on function private.fold_text, private.straight_apostrophes, private.plain_signs, private.spaced_text,
    private.joined_text, private.words_of,
    private.searchable_name
  to authenticated, service_role;
