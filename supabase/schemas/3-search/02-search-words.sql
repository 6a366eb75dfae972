-- How typed words are read, and what has them (docs/decisions/database.md).

-- What was typed with each telephone number in it, or the beginning of one, as it is kept (private.numbers_in).
create function private.with_plain_numbers(words text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(joined, '[0-9]*([0-9]{10})(?![0-9])', '\1', 'g'), '(?<![0-9])0+(?=[0-9])', '', 'g')
      from regexp_replace(words, '(?<=[0-9])[ \u00A0\u2010-\u2015().-]{1,3}(?=[0-9])', '', 'g') as spaceless,
           regexp_replace(spaceless, '[+(](?=[0-9])', ' ', 'g') as joined
  $$;

-- One typed word, or one phrase: its parts in their order ("K.Ramesh" is "k", then "ramesh"), or as others write it
-- (private.joined_text). The last one stands for all that begin with it, if it has three letters or more. Null when it has no word.
create function private.term_query(term text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg('(' || regexp_replace(spelling.phrase::text, '([^'' ]{3})''$', '\1'':*') || ')', ' | ')::tsquery
      from (select distinct phraseto_tsquery('simple', private.spaced_text(written)) as phrase
              from unnest(array[term, private.joined_text(term)]) as written) as spelling
      where numnode(spelling.phrase) > 0
  $$;

-- Reads words as a search box takes them: all of them, "a phrase", -not this, this and that, or that. Signs that part words are
-- blanks. A word is found by what else its skill is called ("golang" is "go"). Null when there is no word.
create function private.read_words(typed text) returns tsquery
  language plpgsql immutable set search_path = '' as $$
  declare
    token text[];
    synonym text;
    term tsquery;
    all_of tsquery;
    any_of tsquery;
    -- "and" is a word where nothing follows: it may begin a name.
    last_and tsquery;
  begin
    -- Of twelve words: nobody looks for more, and each is looked up.
    for token in
      select matched from regexp_matches(
        -- Between blanks "&" is "and": who asks for "C & R" wants both.
        translate(private.plain_signs(replace(typed, ' & ', ' ')), '“”„«»/\,;|&', '"""""      '),
        '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') as matched limit 12
    loop
      if token[1] = '' and lower(token[3]) = 'or' then
        any_of := coalesce(any_of || all_of, all_of, any_of);
        all_of := null;
      elsif token[1] = '' and lower(token[3]) = 'and' and all_of is not null then
        last_and := private.term_query(token[3]);
      else
        last_and := null;
        term := private.term_query(coalesce(token[2], token[3]));
        for synonym in select * from private.skill_synonyms(token[3]) loop
          term := coalesce(term || private.term_query(synonym), term);
        end loop;
        all_of := coalesce(all_of && case when token[1] = '' then term else !!term end, all_of,
                           case when token[1] = '' then term else !!term end);
      end if;
    end loop;
    all_of := coalesce(all_of && last_and, all_of);
    return coalesce(any_of || all_of, all_of, any_of);
  end $$;

-- What a search looks for: the words as they are, as others write them, with the telephone numbers in them as those are kept, or with
-- a reference that is typed in pieces ("K4B2 C9D1") as one; or, of a number alone, what is the same with or without its country. More than two hundred characters nobody has typed. Null
-- when there is no word.
create function private.search_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    -- Words are joined here where others part them by a blank, and each for itself as well (private.term_query), so that
    -- "-D'Souza" denies "Dsouza".
    select string_agg('(' || reading.query::text || ')', ' | ')::tsquery
      -- An initial behind a name is a word beside it, wherever it stands: "Ramesh.K" is "K. Ramesh" as well.
      from regexp_replace(left(private.fold_text(left(words, 400)), 200),
                          '(?<![-a-z0-9.@])([a-z]{4,})[.]([a-z])(?![a-z0-9.@])', '\1 \2', 'g') as typed,
           left(private.joined_text(left(words, 400)), 200) as joined,
           private.with_plain_numbers(typed) as plain,
           regexp_replace(typed, '([b-df-hj-np-tv-xz][0-9])[ ./-]{1,3}(?=[b-df-hj-np-tv-xz][0-9])', '\1', 'g') as referring
      cross join lateral (
        select private.read_words(typed)
        union select private.read_words(joined) where joined <> typed
        union select private.read_words(plain) where plain <> typed and plain ~ '[0-9]{5}'
        union select private.read_words(referring) where referring <> typed
        union select private.any_number_of(typed) where typed ~ '^[0-9+(). /\u2010-\u2015-]+$') as reading (query)
      where reading.query is not null
  $$;

-- Any of the words of a name, and nothing of it is an operator: a company may be called "-Demo", or "This or That".
-- Null when there is no word.
create function private.any_word_of(name text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(quote_literal(lexeme), ' | ')::tsquery
      from unnest(to_tsvector('simple', private.spaced_text(left(name, 200))))
  $$;

-- Any of the numbers in a text that is no longer than any telephone number, with or without its country; null when there is
-- none.
create function private.any_number_of(phone text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(number, ' | ')::tsquery from unnest(private.numbers_like(left(phone, 200))) as number
  $$;

-- # What has them

-- The rows of a table that a search finds, where they are few: a list sorts them. Null when there are more than a thousand,
-- or when it only denies: a list that is walked in its order then has its page soon.
create function private.find_by_words(relation regclass, query tsquery) returns uuid[]
  language plpgsql stable set search_path = '' as $$
  declare found uuid[];
  begin
    if not ''::tsvector @@ query then
      execute format('select array(select id from %s where search @@ $1 limit 1001)', relation) into found using query;
    end if;
    return case when cardinality(found) <= 1000 then found end;
  end $$;

-- Has a row the words of a search that very many have? It is compared row by row, as the list is walked in its order: Postgres
-- takes the beginning of a word for rare, and with the bare operator would read by the index all that have it.
create function private.has_words(search tsvector, query tsquery) returns boolean
  language sql immutable set search_path = '' as $$ select coalesce(search @@ query, false) $$;

-- Any word of a search, also of those that it denies.
create function private.any_of(query tsquery) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(distinct word.matched[1], ' | ')::tsquery
      from regexp_matches(query::text, $word$('(?:[^']|'')+'(?::[*])?)$word$, 'g') as word (matched)
  $$;

-- Whose address was typed: all of it, or, where it is nobody's, how that of somebody of a company begins ("asha@acme").
create function private.people_by_address(words text) returns setof uuid
  language sql stable set search_path = '' as $$
    with whole as materialized (
      select person.id from auth.users as person where person.email = private.normal_address(words))
    select whole.id from whole
    union all
    select person.id from public.client_members as member join auth.users as person on person.id = member.user_id
      where private.normal_address(words) ~ '^\S+@\S{2,}$' and not exists (select from whole)
        and starts_with(person.email, private.normal_address(words))
  $$;

-- The companies that a search finds: by name, by contact, by number, and by those of all its people together; or by somebody's
-- address. Some may come twice.
create function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = '' as $$
    with wanted as materialized (
      select private.search_query(words) as query
    ), named as materialized (
      -- Those with somebody who has a word of it: their people count. Of all others the company's own words are enough.
      select distinct member.client_id from wanted
        join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ private.any_of(wanted.query)
    )
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
      where client.id not in (select named.client_id from named)
    union all
    select client.id from wanted cross join named join public.clients as client on client.id = named.client_id
      cross join lateral (
        select string_agg(concat_ws(chr(10), member.full_name, member.phone), chr(10)) as words
          from public.client_members as member where member.client_id = client.id) as people
      where (client.search || private.words_of(people.words)) @@ wanted.query
    union all
    select member.client_id from private.people_by_address(words) as person (id)
      join public.client_members as member on member.user_id = person.id
  $$;

-- People of companies by name or number, or by their address: the first six, by their names.
create function private.find_members(words text)
  returns table (user_id uuid, client_id uuid, full_name text, phone text, email text, company_name text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    found as materialized (
      (select member.user_id from caller
        join public.client_members as member
          on private.searchable_name(member.full_name, member.phone) @@ private.search_query(words)
        where caller.id is not null limit 50)
      union
      select person.id from caller cross join private.people_by_address(words) as person (id) where caller.id is not null)
    select member.user_id, member.client_id, member.full_name, member.phone, person.email, client.company_name
      from found
      join public.client_members as member on member.user_id = found.user_id
      join auth.users as person on person.id = member.user_id
      join public.clients as client on client.id = member.client_id
      order by member.full_name, member.user_id limit 6
  $$;
grant execute on function private.find_members to authenticated;

-- # Exposed through the Data API

create function public.find_members(words text)
  returns table (user_id uuid, client_id uuid, full_name text, phone text, email text, company_name text)
  language sql stable set search_path = '' as $$ select * from private.find_members(words) $$;
grant execute on function public.find_members to authenticated;
