-- Searches: how a search box's words are understood, and how what has them is found in the same time however much there is
-- (docs/decisions/inbox.md, database.md).

-- # What is found

-- What can be found of a row: the words a person has typed. Of an address the part behind the @ as well.
create function private.searchable(entries jsonb) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(string_agg(case when key in ('email', 'contact_email')
        then (value #>> '{}') || ' ' || split_part(value #>> '{}', '@', 2) else value #>> '{}' end, ' ' order by key), ''))
      from jsonb_each(entries)
      where key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                    'company', 'company_name', 'requirement', 'needs', 'skills', 'job_title', 'department', 'location',
                    'required_skills', 'preferred_skills', 'education_requirements', 'job_description',
                    'responsibilities', 'benefits', 'notes')
  $$;

-- The lexeme that stands for a company in its requirements' lines. Postgres' parser makes none that begins like it.
create function private.company_lexeme(client uuid) returns text
  language sql immutable set search_path = '' as $$ select '=' || client $$;

-- What of a requirement is found by: its own words, that it is a company's, and which one's.
create function private.searchable_requirement(requirement public.job_requirements) returns tsvector
  language sql stable security definer set search_path = '' as $$
    select private.searchable(to_jsonb(requirement))
      || array_to_tsvector(array['=', private.company_lexeme(requirement.client_id)])
  $$;

-- Makes the words of requirements anew that were kept as an older version kept them, as after restoring a backup of it
-- (docs/operations.md). Returns how many.
create function private.renew_search() returns integer
  language plpgsql security definer set search_path = '' as $$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = private.searchable_requirement(requirement)
      from public.job_requirements as requirement
      where item.requirement_id = requirement.id and not item.search @@ '''='''::tsquery;
    get diagnostics renewed = row_count;
    return renewed;
  end $$;

-- # What is looked for

-- How a search box's words are understood; more than two hundred characters of it nobody has typed. Each dash may say
-- "not", and Postgres keeps no more than 32 of these in mind before a word comes: whoever types that many means a line.
create function private.typed_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select websearch_to_tsquery('simple', case when length(typed) - length(replace(typed, '-', '')) <= 20 then typed
                                            else replace(typed, '-', ' ') end)
      from left(words, 200) as typed
  $$;

-- Of a query each word of three letters or more stands for all that begin with it; shorter ones would be half the language.
create function private.with_prefixes(query tsquery) returns tsquery
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(query::text, '''((?:[^'']|'''')+)''', '''\1'':*', 'g'),
                          '''([^'']{1,2})'':\*', '''\1''', 'g')::tsquery
  $$;

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

-- # How it is looked for

-- The share of the inbox's lines that has a word, or one that begins like it, as the statistics have it; none of a word that
-- is not among the common ones.
create function private.share_of_word(word text, is_prefix boolean) returns double precision
  language sql stable security definer set search_path = '' as $$
    select least(coalesce(sum(common.frequency), 0), 1)
      from pg_catalog.pg_stats as kept
      cross join unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs) as common (lexeme, frequency)
      where kept.schemaname = 'public' and kept.tablename = 'inbox_items' and kept.attname = 'search'
        and (common.lexeme = word or is_prefix and starts_with(common.lexeme, word))
  $$;

-- What is looked for, for the index of the lines: of each word, or phrase, whether a line has it or is of a company that
-- has it. A line of a requirement says whose it is by the company's lexeme, so that renaming a company writes no line. A
-- word of more than three hundred companies stands for all of them, and not for whom it is denied: what the index finds
-- then is too much, never too little, and is looked at once more. Also which share of the lines is to be expected, and how
-- much of the index has to be read for it, in lines.
create function private.expand_query(query tsquery, out expanded tsquery, out is_exact boolean,
                                     out share double precision, out entries double precision)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    lexeme constant text := '''(?:[^'']|'''')+''(?::\*)?';
    phrase constant text := lexeme || '(?: <(?:-|[0-9]+)> ' || lexeme || ')*';
    between text[] := regexp_split_to_array(query::text, phrase);
    companies double precision;
    place integer := 1;
    found text[];
    wanted text;
    denied boolean;
    likely double precision;
    -- Of the words that stand together since the last "or".
    together double precision := 1;
    result text := between[1];
  begin
    is_exact := true;
    share := 0;
    entries := 0;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    for wanted in select matched[1] from regexp_matches(query::text, '(' || phrase || ')', 'g') as matched loop
      found := array(select private.company_lexeme(client.id) from public.clients as client
                      where client.search @@ wanted::tsquery limit 301);
      denied := length(replace(replace(substring(between[place] from '[!( ]*$'), '(', ''), ' ', '')) % 2 = 1;
      select exp(greatest(sum(ln(greatest(private.share_of_word(
               replace(replace(word[1], '''''', ''''), '\\', '\'), word[2] is not null), 1e-9))), -40))
        into likely from regexp_matches(wanted, '''((?:[^'']|'''')+)''(:\*)?', 'g') as word;
      likely := least(likely + case when cardinality(found) > 300 then 1 else cardinality(found) / companies end, 1);
      -- Each line that is found is held against each company.
      entries := entries + likely * (1 + least(cardinality(found), 300) / 10.0);
      if between[place] like '%|%' then
        share := share + together;
        together := 1;
      end if;
      together := greatest(together * case when denied then 1 - likely else likely end, 1e-100);
      if cardinality(found) > 300 then
        is_exact := false;
        found := case when denied then '{}' else array['='] end;
      end if;
      place := place + 1;
      result := result || case when found = '{}' then wanted
        else '( ' || wanted || ' | ''' || array_to_string(found, ''' | ''') || ''' )' end || between[place];
    end loop;
    expanded := result::tsquery;
    share := least(share + together, 1);
  end $$;

-- How a search for words goes about it: by lines in their order, as many of them as may be walked for a page of so many, or,
-- with null, by the index of the words first. The first is quick for what many lines have, the second for what few have.
create function private.plan_search(words text, client uuid, room integer,
                                    out typed tsquery, out by_index tsquery, out is_exact boolean, out walked integer)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    expansion record;
    lines double precision;
  begin
    typed := private.search_query(words);
    if numnode(typed) = 0 then
      return;
    end if;
    expansion := private.expand_query(typed);
    by_index := expansion.expanded;
    is_exact := expansion.is_exact;
    if client is not null then
      by_index := by_index && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    select reltuples into lines from pg_catalog.pg_class where oid = 'public.inbox_items'::regclass;
    -- Measured in microseconds: a line that is walked, one that the index gives, and an entry of the index on the way to it.
    if 6 * room < expansion.share * lines * (2 * expansion.share + 0.35 * expansion.entries) then
      walked := least(100 + 4 * room / expansion.share, 20000);
    end if;
  end $$;

-- The companies that a search finds: by a word of the name, or of somebody's of them. Some of them may come twice.
create function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = '' as $$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on to_tsvector('simple', client.company_name) @@ wanted.query
    union all
    select client.id from wanted
      join public.clients as client on to_tsvector('simple', coalesce(client.full_name, '')) @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on to_tsvector('simple', coalesce(member.full_name, '')) @@ wanted.query
  $$;
