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

-- A line of text as a form sends it: not blank, and at most so many characters. Null passes, as in every check.
create function private.is_text(value text, longest integer) returns boolean
  language sql immutable set search_path = '' as $$ select length(value) <= longest and private.is_filled(value) $$;
grant execute on function private.is_text to anon, authenticated, service_role;

create function private.is_email(value text) returns boolean
  language sql immutable set search_path = '' as $$
    select length(value) <= 320
      and value ~ ('^[^@' || private.invisible() || ']+@[^@' || private.invisible() || ']+$')
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
    select lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)|\.+$', '', 'g'))
  $$;
grant execute on function private.mailbox_of to service_role;

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

-- The telephone numbers in a text, as a search knows them, in their order: of each its digits without leading zeros, and
-- the last ten, which are the same with and without a country's code, whatever stands between them. A line's end is no part
-- of a number.
create function private.numbers_in(value text) returns text[]
  language sql immutable set search_path = '' as $$
    select coalesce(array_agg(number order by typed.place), '{}')
      from (select ltrim(regexp_replace(run.signs[1], '[^0-9]', '', 'g'), '0') as digits, run.place
              from regexp_matches(value, '[0-9](?:[ \u00A0\u2010-\u2015().-]{0,3}[0-9]){6,}', 'g')
                with ordinality as run (signs, place)) as typed
      cross join lateral unnest(array[typed.digits, right(typed.digits, 10)]) as number
      where length(typed.digits) between 7 and 15
  $$;
grant execute on function private.numbers_in to authenticated, service_role;

-- The last ten digits of the first of them; null when there is none.
create function private.first_number_in(value text) returns text
  language sql immutable set search_path = '' as $$ select right((private.numbers_in(value))[1], 10) $$;

-- What a person, or a company, is found by: the words of its name, and its number.
create function private.searchable_name(name text, phone text) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(name, '') || ' ' || coalesce(phone, '')) || array_to_tsvector(private.numbers_in(phone))
  $$;
grant execute on function private.searchable_name to authenticated, service_role;
