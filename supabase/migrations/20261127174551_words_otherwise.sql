set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.first_company_word (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select rtrim(substring(private.without_umlauts(private.fold_text(replace(private.straight_apostrophes(name), '''', '')))
                           from '[[:alnum:]]{3,}'), 's')
  $function$;

CREATE OR REPLACE FUNCTION private.job_query (
  words text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    parts text[];
    word text;
    all_of tsquery;
    wanted tsquery;
  begin
    if private.has_search_signs(words) then
      return private.search_query(words);
    end if;
    for parts in
      select distinct private.job_words(written) from unnest(array[words, private.joined_text(left(words, 400))]) as written
    loop
      all_of := null;
      foreach word in array parts loop
        all_of := coalesce(all_of && private.job_word_query(word), all_of, private.job_word_query(word));
      end loop;
      wanted := coalesce(wanted || all_of, all_of, wanted);
    end loop;
    return wanted;
  end $function$;

CREATE OR REPLACE FUNCTION private.joined_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.near_names (
  person  public.candidates,
  company text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with kept as materialized (
      select said.named, private.company_key(said.named) as plain, private.first_company_word(said.named) as first
        from private.kept_from(person) as said where said.named is not null
    ), theirs as materialized (
      select private.company_key(company) as plain, private.first_company_word(company) as first
    )
    select array(
      select distinct kept.named from kept cross join theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by kept.named)
  $function$;

CREATE OR REPLACE FUNCTION private.plain_signs (
  folded text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
        '(?<=[0-9])(?<![0-9]{4}),(?=([0-9]{2,3},)*[0-9]{3}(?![0-9]))', '', 'g'),
        '([a-z0-9])[+][+]|(?<![a-z0-9])([a-z]) (?:plus plus|[+][+])(?![a-z0-9])', '\1\2plusplus', 'g'),
        '(?<![a-z0-9])([a-z])(?: ?#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?<![a-z0-9/&]|\m[a-z][.])(?:([a-z])(?:/| ?& ?)([a-z])|([bm])[.] ?(c)[.] ?(a))(?![a-z0-9/&])', '\1\2\3\4\5', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

REVOKE ALL ON FUNCTION "private"."first_company_word"(text) FROM PUBLIC;

-- "B.E/B.Tech", "ISO9001", "Power BI" and "KRamesh" are found in both ways once the schedule has come to each row.
select private.renew_search();
