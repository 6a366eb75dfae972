-- How typed words are read: as a query, by numbers, by the periods of an index (docs/decisions/database.md).

-- How a search box's words are understood; more than two hundred characters of it nobody has typed. Each dash may say
-- "not", and Postgres keeps no more than 32 of these in mind before a word comes: whoever types that many means a line.
create function private.websearch(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select websearch_to_tsquery('simple', case when length(words) - length(replace(words, '-', '')) <= 20 then words
                                            else replace(words, '-', ' ') end)
  $$;

-- What was typed with each telephone number in it, or the beginning of one, as it is kept (private.numbers_in).
create function private.with_plain_numbers(words text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(joined, '[0-9]*([0-9]{10})(?![0-9])', '\1', 'g'), '(?<![0-9])0+(?=[0-9])', '', 'g')
      from regexp_replace(words, '(?<=[0-9])[ \u00A0\u2010-\u2015().-]{1,3}(?=[0-9])', '', 'g') as spaceless,
           regexp_replace(spaceless, '[+(](?=[0-9])', ' ', 'g') as joined
  $$;

-- The words as they are, or with their numbers as those are kept. Of twelve words: what has them is seldom another's, and each
-- is looked for among the companies as well.
create function private.typed_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select case when plain <> typed and plain ~ '[0-9]{5}' then private.websearch(typed) || private.websearch(plain)
                else private.websearch(typed) end
      from substring(left(words, 200) from '^\s*(?:\S+\s+){0,11}\S+') as typed, private.with_plain_numbers(typed) as plain
  $$;

-- Of a query each word of three letters or more stands for all that begin with it; shorter ones would be half the language.
-- A word that begins with another of the query stands for itself: "weld or welder or welders" would read the same words of
-- the index three times.
create function private.with_prefixes(query tsquery) returns tsquery
  language plpgsql immutable set search_path = '' as $$
  declare
    lexeme constant text := '''((?:[^'']|'''')+)''';
    words text[] := array(select matched[1] from regexp_matches(query::text, lexeme, 'g') as matched);
    begun text := regexp_replace(regexp_replace(query::text, lexeme, '''\1'':*', 'g'), '''([^'']{1,2})'':\*', '''\1''', 'g');
    longer text;
  begin
    for longer in
      select word from unnest(words) as word
        where exists (select from unnest(words) as shorter
                       where length(shorter) > 2 and shorter <> word and starts_with(word, shorter))
    loop
      begun := replace(begun, '''' || longer || ''':*', '''' || longer || '''');
    end loop;
    return begun::tsquery;
  end $$;

-- What a search looks for. What is begun is found: a clerk types "Weld", the first half of an address, or "O'Brien" of a
-- longer name.
create function private.search_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$ select private.with_prefixes(private.typed_query(words)) $$;

-- Any of the words of a name, and nothing of it is an operator: a company may be called "-Demo", or "This or That".
-- Null when there is no word. A dash is none of a number's.
create function private.any_word_of(name text) returns tsquery
  language sql immutable set search_path = '' as $$
    select nullif(string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | '), '')::tsquery
      from unnest(to_tsvector('simple', replace(left(name, 200), '-', ' ')))
  $$;

-- Any of the numbers in a text that is no longer than any telephone number, with or without its country; null when there is
-- none.
create function private.any_number_of(phone text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(number, ' | ')::tsquery from unnest(private.numbers_like(left(phone, 200))) as number
  $$;

-- # How it is looked for

-- All lines, to be looked for by their words. Those of requirements have an index of their own: what only messages say is
-- found to be in none of them at once.
create view private.searched_lines as
  select * from public.inbox_items where kind = 'requirement'
  union all
  select * from public.inbox_items where kind <> 'requirement';

-- The number of the ten days that a time is in, as the beginning of a lexeme.
create function private.period_of(at timestamptz) returns text
  language sql immutable parallel safe set search_path = '' as $$
    select floor(extract(epoch from at) / 864000)::text || ':'
  $$;

-- Words with the period that their row is of: what many rows have is found among the newest of them, the others unread.
create function private.searchable_in_period(search tsvector, at timestamptz) returns tsvector
  language sql immutable parallel safe set search_path = '' as $$
    select array_to_tsvector(array(select period || left(word.lexeme, 400) from unnest(search) as word) || period)
      from private.period_of(at) as period
  $$;
-- Of an index: whoever writes a line calls them.
grant execute on function private.period_of, private.searchable_in_period to service_role;

-- What is looked for, of the period of a time and of so many in all until then, for the index of these words; null for what
-- they can't tell: which word comes after which.
create function private.query_in_periods(query tsquery, at timestamptz, periods integer) returns tsquery
  language sql immutable parallel safe set search_path = '' as $$
    select string_agg(concat('( ''', period, ''' & ( ',
                             regexp_replace(query::text, '''((?:[^'']|'''')+)''', concat('''', period, '\1'''), 'g'), ' ) )'),
                      ' | ')::tsquery
      from generate_series(0, periods - 1) as back
      cross join lateral private.period_of(at - back * interval '10 days') as period
      where query::text !~ ' <'
  $$;

create index inbox_items_search_period on public.inbox_items
  using gin (private.searchable_in_period(search, created_at)) with (fastupdate = off);
