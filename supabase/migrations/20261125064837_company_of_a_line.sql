SET local check_function_bodies = off;

DROP VIEW "private"."searched_lines";

DROP FUNCTION "private"."expand_query"(tsquery, uuid);

DROP FUNCTION "private"."join_words"(text[], double precision[], boolean[], integer[], uuid[]);

DROP FUNCTION "private"."plan_search"(text, uuid, integer);

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "client_id" uuid;

CREATE OR REPLACE FUNCTION private.expand_query (
  query  tsquery,
  client uuid,
  OUT    expanded tsquery,
  OUT    of_companies tsquery,
  OUT    whole text,
  OUT    is_more boolean,
  OUT    is_exact boolean,
  OUT    share double precision,
  OUT    entries double precision,
  OUT    rarest text,
  OUT    rare double precision,
  OUT    companies_found uuid[],
  OUT    named uuid[],
  OUT    missing tsquery[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  only_group  text,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id  uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    way text := case when is_falling then 'desc' else 'asc' end;
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then case when suspect then ' and is_suspect' else ' and not is_suspect' end end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at is not null)
                                        and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
    search record;
    -- All that a line is found by.
    with_company constant text := 'case when line.client_id is null then line.search
      else line.search || (select company.search from public.clients as company where company.id = line.client_id) end';
    by_words text;
    has_words text;
    recent tsquery[];
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
    is_active boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
      has_words := concat('(%1$s @@ $5', case when search.of_companies is not null then ' or %1$s @@ $12' end, ')');
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null and filters = '' and is_grouped and not is_falling and (place > first_group or after_id is null)
          and groups[place] <> 'active' then
        return query select * from private.group_page(caller, groups[place], room);
        get diagnostics got = row_count;
      elsif words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        is_active := groups[place] <> 'all';
        -- Its company is asked in the order of the page, and no further than it goes.
        by_words := format('with listed as (
                select id, %1$I as key, search, client_id from (select * from %%s %5$s offset 0) as line
                  where %2$s %4$s order by %1$I %3$s, id %3$s %6$s)
            select id, key from listed as line where %7$s order by key %3$s, id %3$s limit $9', key, conditions, way,
            case when search.is_compared then 'and search @@ $11'
                 when search.named is not null then 'and search @@ case when client_id = any ($13)
                        then $14[array_position($13, client_id)] else $10 end' end,
            case when is_active then 'and ' || private.inbox_group_condition('active') end,
            case when search.is_exact then 'limit $9' end,
            case when search.is_exact then 'true' else concat(with_company, ' @@ $10') end);
        foreach walked in array search.walks loop
          -- What is still to be done has an index of its words alone, which is short.
          exit when is_active and coalesce(walked, 20000) > 2000;
          if walked is not null then
            execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
                select line.id, line.key
                  from (select id, %1$I as key, search, client_id from public.inbox_items where %2$s
                          order by %1$I %3$s, id %3$s limit $9) as line
                  where %4$s
                  limit $10) as listed', key, conditions, way,
                concat_ws(' and ', case when search.companies is not null then '(line.search @@ $5 or line.client_id = any ($12))'
                          when search.line_query is not null then 'line.search @@ $5' end,
                          case when search.needs_company then concat(with_company, ' @@ $11') end))
              into found, keys
              using caller, kind, state, suspect, search.line_query, person, after_key, after_id, walked, room,
                    search.typed, search.companies;
            is_all := coalesce(cardinality(found), 0) = room;
            if not is_all then
              execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                                order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
                into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
            end if;
            exit when is_all;
          end if;
          continue when is_active or not search.by_period or key <> 'created_at' or not is_falling;
          recent := private.recent_queries(search.by_index, search.of_companies, after_key);
          execute format('select array_agg(id order by key desc, id desc), array_agg(key order by key desc, id desc) from (%s) as listed',
                         format(by_words, 'public.inbox_items as line where ' || format(
                           has_words, 'private.searchable_in_period(line.search, line.created_at)')))
            into found, keys
            using caller, kind, state, suspect, recent[1], person, after_key, after_id, room, search.typed, search.whole,
                  recent[2], search.named, search.missing;
          is_all := coalesce(cardinality(found), 0) = room;
          exit when is_all;
          search.by_period := false;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format(by_words, concat(
              case when is_active then 'public.inbox_items' else 'private.searched_lines' end, ' as line where ',
              case when search.rarest is null then format(has_words, 'line.search') else 'line.search @@ $5' end))
            using caller, kind, state, suspect, coalesce(search.rarest, search.by_index), person, after_key, after_id, room,
                  search.typed, search.whole, search.of_companies, search.named, search.missing;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.join_words (
  words      text[],
  shares     double precision[],
  is_of_many boolean[],
  places     integer[],
  ids        uuid[],
  OUT        expanded tsquery,
  OUT        of_companies tsquery,
  OUT        whole text,
  OUT        is_more boolean,
  OUT        share double precision,
  OUT        entries double precision,
  OUT        named uuid[],
  OUT        missing tsquery[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    client uuid;
    words tsvector;
    is_flood boolean;
  begin
    if kind = 'requirement' then
      client := new.client_id;
      is_flood := private.is_filed_in_flood(new);
      words := private.searchable_requirement(new, is_flood);
    else
      is_flood := new.flood;
      words := private.searchable_enquiry(to_jsonb(new), is_flood);
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, client_id,
                                    created_at, last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              client, new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              is_flood, words);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  words  text,
  client uuid,
  room   integer,
  OUT    typed tsquery,
  OUT    by_index tsquery,
  OUT    of_companies tsquery,
  OUT    whole tsquery,
  OUT    is_compared boolean,
  OUT    named uuid[],
  OUT    missing tsquery[],
  OUT    rarest tsquery,
  OUT    is_exact boolean,
  OUT    line_query tsquery,
  OUT    needs_company boolean,
  OUT    companies uuid[],
  OUT    walks integer[],
  OUT    by_period boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = made.words, client_id = made.client_id
      from (select line.id, filed.client_id, case line.kind when 'contact' then private.searchable_enquiry(to_jsonb(contact), line.is_flood)
                                           when 'posting' then private.searchable_enquiry(to_jsonb(posting), line.is_flood)
                                           when 'consultation' then private.searchable_enquiry(to_jsonb(consultation), line.is_flood)
                                           else private.searchable_requirement(filed, line.is_flood) end as words
              from public.inbox_items as line
              left join public.contact_submissions as contact on contact.id = line.contact_id
              left join public.public_job_submissions as posting on posting.id = line.posting_id
              left join public.consultation_requests as consultation on consultation.id = line.consultation_id
              left join public.job_requirements as filed on filed.id = line.requirement_id) as made
      where made.id = item.id and (item.search <> made.words or item.client_id is distinct from made.client_id);
    get diagnostics renewed = row_count;
    return renewed;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid,
  most      integer
)
  RETURNS TABLE (
    requirement_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    parts boolean := status is not null or priority is not null;
    conditions text := concat(
      case when whose = 'nobody' then ' and filed.recruiter_id is null'
           when whose is not null then ' and filed.recruiter_id = $3' end,
      case when client is not null then ' and filed.client_id = $4' end,
      case when after_id is not null then ' and (filed.created_at, filed.id) < ($5, $6)' end);
    listed text := concat(
      case when parts then 'select listed.* from (select status, priority
          from unnest(enum_range($1, $1)) as status
          cross join unnest(enum_range($2, $2)) as priority) as part
          cross join lateral (' end,
      'select filed.id, filed.created_at, filed.client_id from public.job_requirements as filed where true',
      case when parts then ' and filed.status = part.status and filed.priority = part.priority' end, conditions,
      ' order by filed.created_at desc, filed.id desc limit $7',
      case when parts then ') as listed order by listed.created_at desc, listed.id desc limit $7' end);
    search record;
    is_looked_at boolean;
    by_words text;
    has_words text;
    recent tsquery[];
    walked integer;
    found uuid[];
    is_all boolean;
  begin
    if words is null then
      return query execute format('select id from (%s) as page order by created_at desc, id desc', listed)
        using status, priority, person, client, after_key, after_id, room;
      return;
    end if;
    search := private.plan_search(words, client, room);
    if numnode(search.typed) = 0 then
      return;
    end if;
    has_words := concat('(%1$s @@ $8', case when search.of_companies is not null then ' or %1$s @@ $11' end, ')');
    -- Where more than the line is looked at, in the order of the page, and no further than it goes.
    is_looked_at := not search.is_exact or status is not null or priority is not null or whose is not null;
    by_words := concat(
      'with found as (select * from (
           select line.requirement_id as id, line.created_at, line.search, line.client_id
             from public.inbox_items as line where line.kind = ''requirement'' and %s offset 0) as indexed',
      case when search.is_compared then ' where search @@ $10'
           when search.named is not null then ' where search @@ case when client_id = any ($12)
             then $13[array_position($12, client_id)] else $9 end' end,
      case when is_looked_at then ' order by created_at desc, id desc' end, ')
       select found.id from found cross join lateral (',
      case when is_looked_at then 'select * from public.job_requirements as listed where listed.id = found.id limit 1'
           else 'select found.id, found.created_at' end, ') as filed where true',
      case when not search.is_exact
        then ' and (found.search || (select company.search from public.clients as company
                                       where company.id = found.client_id)) @@ $9' end,
      case when status is not null then ' and filed.status = $1' end,
      case when priority is not null then ' and filed.priority = $2' end,
      replace(conditions, ' and filed.client_id = $4', ''),
      ' order by found.created_at desc, found.id desc limit $7');
    foreach walked in array search.walks loop
      if walked is not null then
        execute format('select array(select page.id from (%s) as page
              cross join lateral (select * from public.inbox_items as held where held.requirement_id = page.id limit 1) as line
              where %s order by page.created_at desc, page.id desc limit $9)', listed,
            concat_ws(' and ', case when search.companies is not null then '(line.search @@ $8 or page.client_id = any ($11))'
                                    when search.line_query is not null then 'line.search @@ $8' end,
                      case when search.needs_company then 'line.search || (
                        select company.search from public.clients as company where company.id = page.client_id) @@ $10' end))
          into found using status, priority, person, client, after_key, after_id, walked, search.line_query, room, search.typed,
                           search.companies;
        is_all := cardinality(found) = room;
        if not is_all then
          execute format('select count(*) < $7 from (%s) as page', listed)
            into is_all using status, priority, person, client, after_key, after_id, walked;
        end if;
        if is_all then
          return query select * from unnest(found);
          return;
        end if;
      end if;
      continue when not search.by_period;
      recent := private.recent_queries(search.by_index, search.of_companies, after_key);
      execute format('select array(%s)',
                     format(by_words, format(has_words, 'private.searchable_in_period(line.search, line.created_at)')))
        into found using status, priority, person, client, after_key, after_id, room, recent[1], search.typed, search.whole,
                         recent[2], search.named, search.missing;
      if cardinality(found) = room then
        return query select * from unnest(found);
        return;
      end if;
      search.by_period := false;
    end loop;
    return query execute format(by_words, case when search.rarest is null then format(has_words, 'line.search')
                                               else 'line.search @@ $8' end)
      using status, priority, person, client, after_key, after_id, room, coalesce(search.rarest, search.by_index), search.typed,
            search.whole, search.of_companies, search.named, search.missing;
  end $function$;

CREATE VIEW "private"."searched_lines" AS  SELECT inbox_items.id,
    inbox_items.kind,
    inbox_items.contact_id,
    inbox_items.posting_id,
    inbox_items.consultation_id,
    inbox_items.requirement_id,
    inbox_items.state,
    inbox_items.assignee,
    inbox_items.claim_expires_at,
    inbox_items.due_at,
    inbox_items.first_seen_at,
    inbox_items.last_activity_at,
    inbox_items.is_suspect,
    inbox_items.version,
    inbox_items.search,
    inbox_items.created_at,
    inbox_items.is_flood,
    inbox_items.client_id
   FROM public.inbox_items
  WHERE (inbox_items.kind = 'requirement'::public.inbox_kind)
UNION ALL
 SELECT inbox_items.id,
    inbox_items.kind,
    inbox_items.contact_id,
    inbox_items.posting_id,
    inbox_items.consultation_id,
    inbox_items.requirement_id,
    inbox_items.state,
    inbox_items.assignee,
    inbox_items.claim_expires_at,
    inbox_items.due_at,
    inbox_items.first_seen_at,
    inbox_items.last_activity_at,
    inbox_items.is_suspect,
    inbox_items.version,
    inbox_items.search,
    inbox_items.created_at,
    inbox_items.is_flood,
    inbox_items.client_id
   FROM public.inbox_items
  WHERE (inbox_items.kind <> 'requirement'::public.inbox_kind);

REVOKE ALL ON FUNCTION "private"."expand_query"(tsquery, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_words"(text[], double precision[], boolean[], integer[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_search"(text, uuid, integer) FROM PUBLIC;

-- By hand: what was there before is told its company.
update public.inbox_items as item set client_id = filed.client_id
  from public.job_requirements as filed where filed.id = item.requirement_id;
