-- What somebody may have meant who misspelt a word.

-- All words that differ from a word by one slip: a letter left out, one too many, another one, or two exchanged. Only its
-- first thirty letters are changed, and only to letters of its own script; in Devanagari, which has more of them, the first
-- ten, to letters of Hindi and Marathi. At most some 1,700 words.
create function private.near_words(word text) returns setof text
  language sql immutable set search_path = '' as $$
    with script as (select word ~ '[\u0900-\u097F]' as is_devanagari
    ), letters as (
      select letter from script, lateral regexp_split_to_table(case when is_devanagari
        then 'ँंःअआइईउऊऋएऐऑओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसह़ािीुूृॅेैॉोौ्' else 'abcdefghijklmnopqrstuvwxyz' end, '') as letter
    ), places as (
      select generate_series(0, least(length(word), case when is_devanagari then 10 else 30 end)) as place from script
    )
    select left(word, place) || substr(word, place + 2) from places
    union select left(word, place) || substr(word, place + 2, 1) || substr(word, place + 1, 1) || substr(word, place + 3)
      from places
    union select left(word, place) || letter || substr(word, place + 2) from places cross join letters
    union select left(word, place) || letter || substr(word, place + 1) from places cross join letters
  $$;

-- Which of these words stand in items, companies, their people or candidates, or begin one that does. Each word is looked up
-- by itself, from the table of those given: written into the query, Postgres would expect one row in two hundred to have it,
-- and read all rows for each word that nothing has.
create function private.existing_words(given text[], is_prefix boolean) returns setof text
  language sql stable security definer rows 5 set search_path = '' set enable_seqscan = off as $$
    select word from unnest(given) as word
      cross join lateral (select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query) as wanted
      where exists (select from public.inbox_items where search @@ wanted.query)
         or exists (select from public.clients where search @@ wanted.query)
         or exists (select from public.client_members where private.searchable_name(full_name, phone) @@ wanted.query)
         or exists (select from public.candidates where search @@ wanted.query)
  $$;

-- The word that was meant by one that nothing begins with: of those that differ by one slip the one that most items have,
-- counted up to a hundred; null when there is none.
create function private.meant_by(word text) returns text
  language sql stable security definer set search_path = '' as $$
    select known.near
      from private.existing_words(
        array(select candidate from private.near_words(word) as candidate where length(candidate) > 2), false) as known (near)
      order by (select count(*) from (select from public.inbox_items as item
                  where item.search @@ quote_literal(known.near)::tsquery limit 100) as item_row) desc,
               length(known.near) = length(word) desc, known.near
      limit 1
  $$;

-- Corrects a search that found nothing: of its first eight words of four letters or more at most two that nothing has. Each
-- takes a thousand tries, so only one such search of a person runs at a time; another is given back as it is.
create function private.mend_search(words text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    mended text := left(words, 200);
    wrong text;
    meant text;
    changes jsonb := '[]';
    tried integer := 0;
  begin
    perform private.require_team();
    if not pg_try_advisory_xact_lock(hashtextextended('mend ' || private.current_user_id(), 0)) then
      return jsonb_build_object('words', mended, 'changes', changes);
    end if;
    for wrong in
      select matched[1] from (
        select matched, place from regexp_matches(lower(left(words, 200)), '(?<![-a-z\u0900-\u097F])([a-z]{4,30}|[\u0900-\u097F]{4,30})(?![a-z\u0900-\u097F])', 'g')
          with ordinality as found (matched, place) limit 8) as typed
        group by matched[1] order by min(place)
    loop
      continue when exists (select from private.existing_words(array[wrong], true));
      exit when tried = 2;
      tried := tried + 1;
      meant := private.meant_by(wrong);
      if meant is not null then
        mended := regexp_replace(mended, '(?<![a-z\u0900-\u097F])' || wrong || '(?![a-z\u0900-\u097F])', meant, 'gi');
        changes := changes || jsonb_build_object('typed', wrong, 'meant', meant);
      end if;
    end loop;
    return jsonb_build_object('words', mended, 'changes', changes);
  end $$;
grant execute on function private.mend_search to authenticated;

-- # Exposed through the Data API

create function public.mend_search(words text) returns jsonb
  language sql stable set search_path = '' as $$ select private.mend_search(words) $$;
grant execute on function public.mend_search to authenticated;
