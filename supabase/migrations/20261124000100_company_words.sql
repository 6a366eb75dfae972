-- A company's words are the company's: renaming it, or its contact, writes its own row and no line of the inbox. A line of
-- a requirement says whose it is by a lexeme that nobody can type, so that a word of a company's finds its lines by the same
-- index (docs/decisions/026).

-- As many lines as there are is what these take, not what a request takes.
set statement_timeout = 0;

alter table public.clients add column search tsvector not null
  generated always as (to_tsvector('simple', company_name || ' ' || coalesce(full_name, ''))) stored;
create index clients_search on public.clients using gin (search);

-- The lexeme that stands for a company in its requirements' lines. Postgres' parser makes none that begins like it.
create function private.company_lexeme(client uuid) returns text
  language sql immutable set search_path = ''
  as $$ select '=' || client $$;

-- What of a requirement is found by: its own words, that it is a company's, and which one's.
create or replace function private.searchable_requirement(requirement public.job_requirements) returns tsvector
  language sql stable security definer set search_path = ''
  as $$
    select private.searchable(to_jsonb(requirement))
      || array_to_tsvector(array['=', private.company_lexeme(requirement.client_id)])
  $$;

-- As before, with words made anew only of words that have changed: a status has none.
create or replace function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if (new.job_title, new.department, new.location, new.required_skills, new.preferred_skills, new.education_requirements,
        new.job_description, new.responsibilities, new.benefits, new.notes)
      is distinct from (old.job_title, old.department, old.location, old.required_skills, old.preferred_skills,
        old.education_requirements, old.job_description, old.responsibilities, old.benefits, old.notes)
    then
      update public.inbox_items set search = private.searchable_requirement(new) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.return_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $$;

drop trigger follow_company on public.clients;
drop function private.follow_company();

-- Makes the words of requirements anew that were kept as they were before: of this database, and of a backup of an older one.
create function private.renew_search() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = private.searchable_requirement(requirement)
      from public.job_requirements as requirement
      where item.requirement_id = requirement.id and not item.search @@ '''='''::tsquery;
    get diagnostics renewed = row_count;
    return renewed;
  end $$;

select private.renew_search();
-- How common a word is decides how a search goes about it.
analyze public.inbox_items, public.clients;

-- The share of the inbox's lines that has a word, or one that begins like it, as the statistics have it; none of a word that
-- is not among the common ones.
create function private.share_of_word(word text, is_prefix boolean) returns double precision
  language sql stable security definer set search_path = ''
  as $$
    select least(coalesce(sum(common.frequency), 0), 1)
      from pg_catalog.pg_stats as kept
      cross join unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs) as common (lexeme, frequency)
      where kept.schemaname = 'public' and kept.tablename = 'inbox_items' and kept.attname = 'search'
        and (common.lexeme = word or is_prefix and starts_with(common.lexeme, word))
  $$;

-- What is looked for, for the index of the lines: of each word, or phrase, whether a line has it or is of a company that has
-- it. A word of more than three hundred companies stands for all of them, and not for whom it is denied: what the index
-- finds then is too much, never too little, and is looked at once more. Also which share of the lines is to be expected, and
-- how much of the index has to be read for it, in lines.
create function private.expand_query(query tsquery, out expanded tsquery, out is_exact boolean,
                                     out share double precision, out entries double precision)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  language plpgsql stable security definer set search_path = ''
  as $$
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
