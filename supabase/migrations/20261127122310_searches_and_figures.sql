set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "private"."arrivals";

CREATE OR REPLACE FUNCTION private.candidate_query (
  words  text,
  city   text,
  filter public.candidate_filter
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    part tsquery;
    skills tsquery;
    all_of tsquery := private.search_query(words);
  begin
    for part in
      select case when (filter).any_skill then private.skill_words_query(skill) else private.skill_query(skill) end
        from unnest((filter).skills) with ordinality as listed (typed, place) cross join lateral left(listed.typed, 200) as skill
        where private.is_filled(skill) order by place limit 12
    loop
      skills := coalesce(case when (filter).any_skill then skills || part else skills && part end, skills, part);
    end loop;
    foreach part in array array[
      private.place_query(city), skills,
      case when (filter).notice_days is not null then
        (quote_literal('<' || (filter).notice_days) || case when (filter).with_unknown then ' | ''<?''' else '' end)::tsquery end]
    loop
      all_of := coalesce(all_of && part, all_of, part);
    end loop;
    return all_of;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidates_page (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  room        integer
)
  RETURNS TABLE (
    candidate_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    query tsquery := private.candidate_query(words, city, filter);
    found uuid[];
    here uuid[] := array(select entry.candidate_id from public.shortlist_entries as entry
                           where entry.requirement_id = candidates_page.requirement and entry.state not in ('withdrawn', 'closed'));
  begin
    -- Words, a place or skills in which there is no word find nobody.
    if private.trimmed(words) is not null and private.search_query(words) is null
      or private.trimmed(city) is not null and private.place_query(city) is null
      or private.is_filled(array_to_string((filter).skills, ' ')) and private.search_query(array_to_string((filter).skills, ' ')) is null then
      return;
    elsif query is not null then
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where candidate.id <> all ($7)',
        case when found is not null then ' and candidate.id = any ($1)' when query is not null then ' and candidate.search @@ $2' end,
        case when (filter).yearly_pay is not null then concat(
          ' and (candidate.expected_pay_amount is not null and candidate.expected_pay_currency = ($3).pay_currency'
          ' and private.yearly_pay(candidate.expected_pay_amount, candidate.expected_pay_unit) <= ($3).yearly_pay',
          case when (filter).with_unknown then
            ' or candidate.expected_pay_amount is null or candidate.expected_pay_currency <> ($3).pay_currency' end, ')') end,
        case (filter).process
          -- Whoever has no entry that may be in process is free, whatever has become of the requirements.
          when 'without_entry' then ' and candidate.id not in (select entry.candidate_id from public.shortlist_entries as entry'
            ' where entry.state not in (''applied'', ''draft'', ''declined'', ''withdrawn'', ''closed''))'
          when 'free' then ' and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'applied' then
            ' and candidate.id in (select entry.candidate_id from public.shortlist_entries as entry where entry.state = ''applied'')' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, filter, before_at, before_id, room, here;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_found_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    counted integer;
    with_unknown integer;
  begin
    perform private.require_team();
    -- Where so many are without any entry that may be in process, no more are counted, and nothing is asked about requirements. Of
    -- a search this would be a second one.
    if (filter).process = 'free' and private.candidate_query(words, city, filter) is null then
      filter.process := 'without_entry';
      counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
      filter.process := 'free';
    end if;
    if counted is distinct from 1001 then
      counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    if num_nonnulls((filter).notice_days, (filter).yearly_pay) > 0 and (filter).with_unknown is not true and counted <= 1000 then
      filter.with_unknown := true;
      with_unknown := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    return jsonb_build_object('found', counted, 'unknown', coalesce(with_unknown - counted, 0));
  end $function$;

CREATE OR REPLACE FUNCTION private.figures_of (
  month       date,
  grouping_by text,
  group_key   text,
  most        integer
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    first_day date := (month - interval '1 month')::date;
    end_day date := (month + interval '1 month')::date;
    first_moment timestamptz := first_day::timestamp at time zone private.zone();
    since timestamptz := month::timestamp at time zone private.zone();
    until timestamptz := end_day::timestamp at time zone private.zone();
    found json;
  begin
    with answered as (
      select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
        from private.arrived_requirements as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and answer.came_at = arrived.at and not arrived.is_filed_by_team
            and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
      union all
      select arrived.at, arrived.promised, arrived.recruiter_id, arrived.client_id, arrived.way, answer.answered_at
        from private.arrived_enquiries as arrived
        left join private.first_answers as answer
          on answer.subject = arrived.subject and answer.came_at = arrived.at
            and answer.item_id = answer.subject and answer.came_at >= first_moment and answer.came_at < until
        where arrived.at >= first_moment and arrived.at < until
    ), arrival as (
      select answered.at >= since as is_now, date_part('epoch', answered.answered_at - answered.at) as seconds,
             answered.answered_at <= answered.at + answered.promised as is_in_time,
             case grouping_by when 'recruiter' then answered.recruiter_id when 'company' then answered.client_id end as group_id,
             case when grouping_by = 'source' then answered.way end as way
        from answered
    ), counted_arrival as (
      select case when grouping(arrival.group_id) = 1 then 'all'
                  else case grouping_by when 'recruiter' then coalesce(arrival.group_id::text, 'nobody')
                                        when 'company' then coalesce(arrival.group_id::text, 'none')
                                        else 'came:' || arrival.way end end as key,
             count(*) filter (where arrival.is_now) as came,
             count(arrival.seconds) filter (where arrival.is_now) as answered,
             count(*) filter (where arrival.is_now and arrival.is_in_time) as in_time,
             array_agg(arrival.seconds) filter (where arrival.is_now) as times,
             count(*) filter (where not arrival.is_now) as came_before,
             count(arrival.seconds) filter (where not arrival.is_now) as answered_before,
             count(*) filter (where not arrival.is_now and arrival.is_in_time) as in_time_before
        from arrival group by grouping sets ((), (arrival.group_id, arrival.way))
    ), counted_step as (
      select case when grouping(fact.group_key) = 1 then 'all' else fact.group_key end as key, fact.measure,
             count(*) filter (where fact.at >= since) as facts, count(*) filter (where fact.at < since) as facts_before,
             percentile_cont(0.5) within group (order by fact.seconds) filter (where fact.at >= since) as median
        from private.figure_facts(first_day, end_day, array_remove(array_remove(array_remove(private.figure_measures(), 'came'),
                                  'answered'), 'in_time'), grouping_by) as fact
        group by grouping sets ((fact.measure), (fact.group_key, fact.measure))
    ), step as (
      select counted_step.key, sum(counted_step.facts) as facts,
             json_object_agg(counted_step.measure,
                             json_build_array(counted_step.facts, round(counted_step.median), counted_step.facts_before)) as numbers
        from counted_step group by counted_step.key
    ), counted as (
      select *, coalesce(arrived.came + arrived.answered + arrived.in_time, 0) + coalesce(step.facts, 0) as all_facts
        from counted_arrival as arrived full join step using (key) where key is not null
    ), listed as materialized (
      select counted.* from counted
        where counted.key <> 'all' and (group_key is null or counted.key = group_key)
        order by counted.all_facts desc, counted.key collate "C" limit most
    ), told as (
      select shown.key, shown.all_facts,
             case when shown.numbers is null then of_arrivals.numbers
                  else (shown.numbers::jsonb || of_arrivals.numbers::jsonb)::json end as numbers
        from (select * from listed union all select * from counted where counted.key = 'all') as shown
        cross join lateral (
          select round(percentile_cont(0.5) within group (order by taken.seconds))::bigint as median
            from unnest(shown.times) as taken (seconds)) as of_times
        cross join lateral (
          select json_strip_nulls(json_build_object(
              'came', case when shown.came + shown.came_before > 0 then to_json(array[shown.came, null, shown.came_before]) end,
              'answered', case when shown.answered + shown.answered_before > 0 then
                to_json(array[shown.answered, of_times.median, shown.answered_before]) end,
              'in_time', case when shown.in_time + shown.in_time_before > 0 then
                to_json(array[shown.in_time, null, shown.in_time_before]) end)) as numbers) as of_arrivals
    )
    select json_build_object(
        'totals', coalesce((select told.numbers from told where told.key = 'all'), '{}'),
        'groups', (select coalesce(json_agg(json_build_object('key', told.key, 'name', company.company_name, 'numbers', told.numbers)
                                            order by told.all_facts desc, told.key collate "C"), '[]')
                     from told
                     left join public.clients as company
                       on company.id = case when grouping_by = 'company' and told.key not in ('all', 'none') then told.key::uuid end
                     where told.key <> 'all'),
        'group_count', (select count(*) from counted where counted.key <> 'all'))
      into found;
    return found;
  end $function$;

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

CREATE OR REPLACE FUNCTION private.latin_digits (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when octet_length(value) <> length(value) then translate(value,
      U&'\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
        '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
        '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
        '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
        '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      repeat('0123456789', 12)) else value end
  $function$;

CREATE OR REPLACE FUNCTION private.mailbox_of (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when octet_length(address) = length(address) and address not like '%+%' and address not like '%.' then lower(address)
                else lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)|\.+$', '', 'g'))
           end
  $function$;

CREATE OR REPLACE FUNCTION private.nearest_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_read boolean := not private.has_search_signs(words);
    said text := left(words, 400);
    town text := private.trimmed(left(place, 400));
    attempt record;
    found jsonb;
  begin
    if town is null and is_read then
      select string_agg(known.name, ', ') into town from private.places_in(left(words, 200)) as known;
      if town is not null then
        said := private.trimmed(array_to_string(array(
          select word from unnest(private.job_words(words)) as word where word <> all (regexp_split_to_array(town, '[, ]+'))), ' '));
      end if;
    end if;
    for attempt in
      select * from (values ('near', said, private.regions_around(town), nearest_jobs.work, false), ('words', said, null, null, false),
                            ('some', said, town, nearest_jobs.work, true), ('some', said, null, null, true),
                            ('some', null, town, nearest_jobs.work, false)
        ) as listed (instead, words, place, work, takes_some)
    loop
      continue when coalesce(attempt.words, attempt.place) is null or attempt.instead = 'near' and attempt.place is null
        or attempt.takes_some and not (is_read and cardinality(private.job_words(attempt.words)) > 1);
      found := private.find_jobs(attempt.words, attempt.place, attempt.work, page, attempt.takes_some);
      if (found ->> 'found')::integer > 0 then
        return found || jsonb_build_object('instead', attempt.instead, 'region', private.searched_region(place));
      end if;
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.phone_numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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

CREATE OR REPLACE FUNCTION private.read_words (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
        translate(regexp_replace(regexp_replace(typed, '\m([a-z]) sharp\M', '\1sharp', 'g'),
                                 '\m([a-z]) plus plus\M', '\1++', 'g'), '“”„«»/\,;|&', '"""""      '),
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
  end $function$;

CREATE OR REPLACE FUNCTION private.skill_query (
  skill text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(phrase.parts, ' | ')::tsquery
      from (select distinct phraseto_tsquery('simple', private.spaced_text(name.called)) as plain
              from (select skill as called union select private.joined_text(skill) union select * from private.skill_synonyms(skill)) as name)
        as spelling
      cross join lateral (
        select string_agg(case when part ~ '^''' then (
                            select '(' || string_agg(quote_literal(form) || ':A', ' | ') || ')'
                              from unnest(private.skill_forms(trim(part, ''''))) as form)
                          else part end, ' ' order by place) as parts
          from regexp_split_to_table(plain::text, ' ') with ordinality as split (part, place)) as phrase
      where numnode(plain) > 0
  $function$;

CREATE VIEW "private"."arrived_enquiries" AS  SELECT item.id AS subject,
    item.created_at AS at,
    item.id AS item_id,
    COALESCE(of_contact.id, of_posting.id, of_consultation.id) AS requirement_id,
    COALESCE(of_contact.recruiter_id, of_posting.recruiter_id, of_consultation.recruiter_id,
        CASE
            WHEN ((item.claim_expires_at <= now()) IS NOT TRUE) THEN item.assignee
            ELSE NULL::uuid
        END) AS recruiter_id,
    COALESCE(of_contact.client_id, of_posting.client_id, of_consultation.client_id) AS client_id,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN COALESCE(item.source, 'form'::text)
            ELSE (item.kind)::text
        END AS way,
        CASE item.kind
            WHEN 'contact'::public.inbox_kind THEN private.promised('contact'::public.inbox_kind)
            WHEN 'posting'::public.inbox_kind THEN private.promised('posting'::public.inbox_kind)
            ELSE private.promised(item.kind)
        END AS promised
   FROM (((public.inbox_items item
     LEFT JOIN public.job_requirements of_contact ON (((of_contact.source_contact_id = item.contact_id) AND (of_contact.source_contact_id IS NOT NULL))))
     LEFT JOIN public.job_requirements of_posting ON (((of_posting.source_posting_id = item.posting_id) AND (of_posting.source_posting_id IS NOT NULL))))
     LEFT JOIN public.job_requirements of_consultation ON (((of_consultation.source_consultation_id = item.consultation_id) AND (of_consultation.source_consultation_id IS NOT NULL))))
  WHERE ((item.requirement_id IS NULL) AND (item.state <> 'spam'::public.inbox_state));

CREATE VIEW "private"."arrived_requirements" AS  SELECT id AS subject,
    created_at AS at,
    NULL::uuid AS item_id,
    id AS requirement_id,
    recruiter_id,
    client_id,
        CASE
            WHEN is_filed_by_team THEN 'team'::text
            ELSE 'company'::text
        END AS way,
    private.promised('requirement'::public.inbox_kind) AS promised,
    is_filed_by_team
   FROM public.job_requirements requirement
  WHERE ((source_contact_id IS NULL) AND (source_posting_id IS NULL) AND (source_consultation_id IS NULL));

CREATE VIEW "private"."arrivals" AS  SELECT arrived_requirements.subject,
    arrived_requirements.at,
    arrived_requirements.item_id,
    arrived_requirements.requirement_id,
    arrived_requirements.recruiter_id,
    arrived_requirements.client_id,
    arrived_requirements.way,
    arrived_requirements.promised
   FROM private.arrived_requirements
UNION ALL
 SELECT arrived_enquiries.subject,
    arrived_enquiries.at,
    arrived_enquiries.item_id,
    arrived_enquiries.requirement_id,
    arrived_enquiries.recruiter_id,
    arrived_enquiries.client_id,
    arrived_enquiries.way,
    arrived_enquiries.promised
   FROM private.arrived_enquiries;

CREATE INDEX first_answers_enquiries ON private.first_answers USING btree (came_at) INCLUDE (subject, answered_at)
  WHERE (item_id = subject);

-- Possessives, what a hyphen parts, nasals of Devanagari and more are found once the schedule has come to each row.
select private.renew_search();
