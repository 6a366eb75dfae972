-- How a search is carried out: which of its words are common, and what is asked first (docs/decisions/database.md).

-- The words of the inbox's lines that Postgres' statistics know as common, each with the share of the lines that have it.
create function private.common_words() returns table (lexeme text, frequency double precision)
  language sql stable security definer set search_path = '' as $$
    select common.lexeme, common.frequency
      from pg_catalog.pg_stats as kept
      cross join unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs) as common (lexeme, frequency)
      where kept.schemaname = 'public' and kept.tablename = 'inbox_items' and kept.attname = 'search'
  $$;

-- The share of the inbox's lines that has a word, or one that begins like it, as the statistics have it; none of a word that
-- is not among the common ones.
create function private.share_of_word(word text, is_prefix boolean) returns double precision
  language sql stable security definer set search_path = '' as $$
    select least(coalesce(sum(common.frequency), 0), 1) from private.common_words() as common
      where common.lexeme = word or is_prefix and starts_with(common.lexeme, word)
  $$;

-- Words that all have to be there, of which companies have some: what a line must have of its own beside each company.
-- Companies that have the same of the words stand together, after what is missing: a line that lacks it is held against none
-- of them. For the index, which compares each line of any of them with all, that is enough where few lines have what is
-- missing; and companies that have every word stand alone, to be read by themselves. `places` and `ids` say which company
-- has which of the words; of a word of too many, any requirement may have it. What is found may be more than `whole`, which is
-- text: to make a query of hundreds of companies takes longer than the search. `named` and `missing` say by company what a
-- line of it must have of its own: of one that has every word no more than what each requirement's line has.
create function private.join_words(words text[], shares double precision[], is_of_many boolean[], places integer[],
                                   ids uuid[], out expanded tsquery, out of_companies tsquery, out whole text,
                                   out is_more boolean, out share double precision, out entries double precision,
                                   out named uuid[], out missing tsquery[])
  language plpgsql stable set search_path = '' as $$
  declare
    companies double precision;
    held record;
    number integer;
    any_of text;
    part double precision;
    lacked text;
    likely double precision;
    read double precision;
    result text;
  begin
    is_more := false;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    select string_agg(case when is_of_many[word.place] then '( ' || word.wanted || ' | ''='' )' else word.wanted end, ' & '),
           exp(greatest(sum(case when is_of_many[word.place] then 0 else ln(shares[word.place]) end), -40))
      into result, share from unnest(words) with ordinality as word (wanted, place);
    whole := result;
    -- A word that is begun is looked up in all lines that have it, however few are asked for.
    entries := share + coalesce((select sum(shares[word.place]) from unnest(words) with ordinality as word (wanted, place)
                                   where word.wanted like '%:*'), 0);
    for held in
      select company.has, array_agg(company.id) as ids
        from (select found.id, array_agg(found.place) as has from unnest(places, ids) as found (place, id)
                group by found.id) as company
        group by company.has
    loop
      number := cardinality(held.ids);
      any_of := '''=' || array_to_string(held.ids, ''' | ''=') || '''';
      select string_agg(word.wanted, ' & '), exp(greatest(coalesce(sum(ln(shares[word.place])), 0), -40))
        into lacked, likely
        from unnest(words) with ordinality as word (wanted, place)
        where word.place <> all (held.has) and not is_of_many[word.place];
      named := named || held.ids;
      missing := missing || array_fill(coalesce(lacked, '''=''')::tsquery, array[number]);
      part := number / companies;
      share := share + part * likely;
      if lacked is null then
        entries := entries + part;
        of_companies := coalesce(of_companies || any_of::tsquery, any_of::tsquery);
        whole := any_of || ' | ' || whole;
      else
        read := part * (1 + number / 10.0);
        entries := entries + least(10 * likely, read);
        is_more := is_more or 10 * likely < read;
        result := result || ' | ( ' || lacked || ' & ( ' || case when 10 * likely < read then '''=''' else any_of end || ' ) )';
        whole := whole || ' | ( ' || lacked || ' & ( ' || any_of || ' ) )';
      end if;
    end loop;
    share := least(share, 1);
    expanded := result::tsquery;
  end $$;

-- What is looked for, for the index of the lines: of each word, or phrase, whether a line has it or is of a company that
-- has it; of one company's lines, whether they or that company have it. A line of a requirement says whose it is by the
-- company's lexeme, so that renaming a company writes no line. A word of more than three hundred companies stands for all
-- of them, and not for whom it is denied: what the index finds then is too much, never too little, and is looked at once
-- more. Also which share of the lines is to be expected, and how much of the index has to be read for it, in lines; and of
-- words that all have to be there the one by which the fewest are read, with its share. Companies that have every word may
-- be a query of their own (private.join_words). A company's lexeme is written out here: to call private.company_lexeme for
-- each of hundreds takes longer than the search. What may be of no use is left as text; `whole` is null where it is what is
-- expanded.
create function private.expand_query(query tsquery, client uuid, out expanded tsquery, out of_companies tsquery,
                                     out whole text, out is_more boolean, out is_exact boolean, out share double precision,
                                     out entries double precision, out rarest text, out rare double precision,
                                     out companies_found uuid[], out named uuid[], out missing tsquery[])
  language plpgsql stable security definer set search_path = '' as $$
  declare
    lexeme constant text := '''(?:[^'']|'''')+''(?::\*)?';
    phrase constant text := lexeme || '(?: <(?:-|[0-9]+)> ' || lexeme || ')*';
    between text[] := regexp_split_to_array(query::text, phrase);
    are_joined boolean := array_to_string(between, '') !~ '[|!]';
    companies double precision;
    place integer := 1;
    found uuid[];
    wanted text;
    denied boolean;
    is_many boolean;
    own double precision;
    likely double precision;
    read double precision;
    fewest double precision;
    alternatives text;
    -- Of the words that stand together since the last "or".
    together double precision := 1;
    result text := between[1];
    words text[];
    shares double precision[];
    is_of_many boolean[];
    places integer[];
    ids uuid[];
  begin
    is_more := false;
    is_exact := true;
    share := 0;
    entries := 0;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    for wanted in select matched[1] from regexp_matches(query::text, '(' || phrase || ')', 'g') as matched loop
      found := case when client is null
        then array(select company.id from public.clients as company
                     where company.search @@ wanted::tsquery limit 301)
        else array(select company.id from public.clients as company
                     where company.id = client and company.search @@ wanted::tsquery) end;
      is_many := cardinality(found) > 300;
      denied := length(replace(replace(substring(between[place] from '[!( ]*$'), '(', ''), ' ', '')) % 2 = 1;
      select exp(greatest(sum(ln(greatest(private.share_of_word(
               replace(replace(word[1], '''''', ''''), '\\', '\'), word[2] is not null), 1e-9))), -40))
        into own from regexp_matches(wanted, '''((?:[^'']|'''')+)''(:\*)?', 'g') as word;
      likely := least(own + case when is_many or client is not null and found <> '{}' then 1
                                 else cardinality(found) / companies end, 1);
      -- Each line that is found is held against each company.
      read := likely * (1 + least(cardinality(found), 300) / 10.0);
      entries := entries + read;
      if between[place] like '%|%' then
        share := share + together;
        together := 1;
      end if;
      together := greatest(together * case when denied then 1 - likely else likely end, 1e-100);
      if is_many then
        is_exact := false;
        found := '{}';
      else
        places := places || array_fill(place, array[cardinality(found)]);
        ids := ids || found;
      end if;
      words := words || wanted;
      shares := shares || own;
      is_of_many := is_of_many || is_many;
      place := place + 1;
      alternatives := case when found = '{}' and (denied or not is_many) then wanted
        else '( ' || wanted || ' | ''=' || array_to_string(found, ''' | ''=') || ''' )' end;
      if are_joined and coalesce(read < fewest, true) then
        fewest := read;
        rare := likely;
        rarest := alternatives;
      end if;
      result := result || alternatives || between[place];
    end loop;
    -- Of one word: whose lines are found, whatever else stands in them.
    if cardinality(words) = 1 and are_joined and is_exact then
      companies_found := ids;
    end if;
    if are_joined and client is null then
      select joined.* into expanded, of_companies, whole, is_more, share, entries, named, missing
        from private.join_words(words, shares, is_of_many, places, ids) as joined;
    else
      expanded := result::tsquery;
      share := least(share + together, 1);
    end if;
  end $$;

-- How a search for words goes about it: by lines in their order, as many of them as may be walked for a page of so many, at
-- first and in the end; then, and at once where there is only null, by the index of the words. The first is quick for what
-- many lines have, the second for what few have; and what is between is looked for among the newest lines before that.
create function private.plan_search(words text, client uuid, room integer, out typed tsquery, out by_index tsquery,
                                    out of_companies tsquery, out whole tsquery, out is_compared boolean,
                                    out named uuid[], out missing tsquery[], out rarest tsquery, out is_exact boolean,
                                    out line_query tsquery, out needs_company boolean, out companies uuid[],
                                    out walks integer[], out by_period boolean)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    expansion record;
    is_long boolean;
    lines double precision;
    cost double precision;
    most integer;
  begin
    walks := array[null::integer];
    typed := private.search_query(words);
    if numnode(typed) = 0 then
      return;
    end if;
    expansion := private.expand_query(typed, client);
    by_index := expansion.expanded;
    of_companies := expansion.of_companies;
    is_exact := expansion.is_exact;
    if client is not null then
      by_index := by_index && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    is_long := numnode(coalesce(of_companies, by_index)) > 50;
    companies := case when is_long then expansion.companies_found end;
    needs_company := companies is null and (not is_exact or is_long);
    select reltuples into lines from pg_catalog.pg_class where oid = 'public.inbox_items'::regclass;
    -- Measured in microseconds: a line that is walked, one that the index gives, and an entry of the index on the way to it.
    cost := lines * (2 * expansion.share + 0.35 * expansion.entries);
    -- All entries of the other words are not read where few lines have to be compared with them.
    if 7 * expansion.rare * lines < cost then
      rarest := expansion.rarest::tsquery;
      cost := case when rarest is null then cost else 3.5 * expansion.rare * lines end;
    end if;
    -- What the index gives may be more than is looked for.
    is_compared := rarest is not null or expansion.is_more;
    -- To ask of which company a line is is quicker than to look for each of a hundred in it.
    if is_compared and cardinality(expansion.named) > 100 then
      is_compared := false;
      if is_exact then
        named := expansion.named;
        missing := expansion.missing;
      end if;
    end if;
    if is_compared then
      whole := coalesce(expansion.whole::tsquery, by_index);
    end if;
    by_period := cost > 1500;
    if 6 * room < expansion.share * cost then
      most := least(100 + 4 * room / expansion.share, 20000);
      walks := array[case when not by_period then most
                          -- Each of many companies is looked up in each period, which costs as much as walking further.
                          when is_long and expansion.share * 400 > room then least(most, 800)
                          when expansion.share > 0.15 then least(most, 400) end, 10 * most];
      -- What a walked line must have of its own: all that is looked for, where few companies have a word of it; else its company's
      -- words are asked as well, of lines that have the rarest word if that is not the companies'.
      line_query := case when not is_long then coalesce(expansion.whole::tsquery, by_index)
                         when companies is not null then typed
                         when length(expansion.rarest) < 1000 then expansion.rarest::tsquery end;
    end if;
  end $$;

-- What is looked for among the newest lines before a time, or of all, for the index of their periods: of a line and of its
-- company. Neither, where one of them can't be told by that.
create function private.recent_queries(by_index tsquery, of_companies tsquery, before timestamptz) returns tsquery[]
  language sql stable security definer set search_path = '' as $$
    select array[recent, case when recent is not null then private.query_in_periods(of_companies, newest, 2) end]
      from (select least(before, (select max(line.created_at) from public.inbox_items as line)) as newest) as until,
           private.query_in_periods(by_index, newest, 2) as recent
  $$;

-- The companies that a search finds: by name, by contact, by number, or by those of somebody of them. Some may come twice.
create function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = '' as $$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted.query
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
      select person.id from caller
        join auth.users as person on person.email = private.normal_address(words) where caller.id is not null)
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
