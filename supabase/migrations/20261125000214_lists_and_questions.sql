SET local check_function_bodies = off;

DROP INDEX "public"."inbox_items_search";

DROP VIEW "private"."inbox_lines";

DROP FUNCTION "private"."counts_for_reader"(uuid);

DROP FUNCTION "private"."expand_query"(tsquery, uuid);

DROP FUNCTION "private"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."join_words"(text[], double precision[], boolean[], integer[], text[]);

DROP FUNCTION "public"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

CREATE OR REPLACE FUNCTION private.answer_by (
  shown_at timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$ select private.working_days_after(shown_at, 2) $function$;

CREATE OR REPLACE FUNCTION private.any_number_of (
  phone text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(right(number, 10), ' | ')::tsquery from unnest(private.numbers_in(left(phone, 200))) as number
  $function$;

CREATE OR REPLACE FUNCTION private.ask_candidates (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
    asked integer := 0;
  begin
    perform private.hold_entries(entries);
    perform private.hold_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id;
      continue when held.state = 'asked';
      held := private.held_entry(given.id, given.version);
      select * into person from public.candidates where id = held.candidate_id;
      select * into filed from public.job_requirements where id = held.requirement_id;
      select * into list from public.shortlists where requirement_id = held.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, held.chosen, is_blind);
      perform private.refuse_closed(filed.status);
      if held.state not in ('draft', 'withdrawn', 'closed')
        and not (held.state = 'agreed' and not private.has_yes(held)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = held.id::text;
      elsif private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      elsif private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = held.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = held.id::text;
      elsif private.card_tells(person, frozen, held.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.asked_states());
      perform private.refuse_question(person);
      perform private.unask_entry(held.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = held.id;
      perform private.put_question(person, 'show', held.id);
      perform private.take_charge(held.requirement_id);
      asked := asked + 1;
    end loop;
    return asked;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_to_keep (
  candidate uuid,
  seen      integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    if person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    elsif private.is_kept(person.id) or exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.asked_at > now() - interval '30 days'
          and num_nonnulls(asked.given_at, asked.refused_at, asked.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep'
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.hold_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_counts (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select counts from private.count_candidates(array[requirement]) $function$;

CREATE OR REPLACE FUNCTION private.convert_item (
  item    uuid,
  client  uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team((entries ->> 'recruiter_id')::uuid);
    made uuid := private.lock_enquiry(item);
    source public.inbox_items;
  begin
    if made is not null then
      if not exists (select from public.job_requirements as filed where filed.id = made and filed.client_id = client) then
        raise exception 'converted_already' using errcode = 'PT409';
      end if;
      return made;
    end if;
    select * into source from public.inbox_items where id = item;
    made := private.file_for(client, entries, source);
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.convert_item_for_new (
  item         uuid,
  company_name text,
  full_name    text,
  phone        text,
  entries      jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    made uuid;
    company uuid;
    address text;
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_enquiry(item);
    select line.email into address from private.inbox_lines as line where line.id = item;
    if made is not null then
      -- The same company, as its name tells; none is another.
      select client.id into company from public.job_requirements as filed
        join public.clients as client on client.id = filed.client_id
        where filed.id = made and client.company_name = private.trimmed(convert_item_for_new.company_name);
    elsif address is not null then
      company := (private.invite_company(address, company_name, full_name, phone)).client_id;
    else
      insert into public.clients (company_name, full_name, phone)
        values (private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone)) returning id into company;
    end if;
    return private.convert_item(item, company, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.count_candidates (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id uuid,
    counts         jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
    select wanted.id, jsonb_build_object(
        'asked', count(*) filter (where entry.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id offset 0)),
        'agreed', count(*) filter (where entry.got >= 2 or exists (
          select from public.candidate_consents as question
            where question.entry_id = entry.id and question.given_at is not null offset 0)),
        'shown', count(*) filter (where entry.got >= 3),
        'interview', count(*) filter (where entry.got >= 4),
        'offered', count(*) filter (where entry.got >= 5),
        'joined', count(*) filter (where entry.got >= 6),
        'waiting', count(*) filter (where entry.waits),
        'waiting_since', min(entry.shown_at) filter (where entry.waits),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.waits)))
      from unnest(requirements) as wanted (id)
      left join lateral (
        select kept.id, kept.shown_at, private.steps_of(kept) as got, private.waits_for_company(kept, filed.status) as waits
          from public.shortlist_entries as kept
          join public.job_requirements as filed on filed.id = kept.requirement_id
          where kept.requirement_id = wanted.id) as entry on true
      group by wanted.id
  $function$;

CREATE OR REPLACE FUNCTION private.count_work (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('requirements', held.requirements, 'companies', held.companies, 'items', (
        select count(*) from (
          select from public.inbox_items
            where assignee = person and state in ('new', 'open', 'waiting')
              and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as line))
      from (select count(*) as requirements, count(distinct client_id) as companies from (
              select client_id from private.open_requirements
                where recruiter_id = person order by status, priority, filed_at, requirement_id limit 1000) as listed) as held
  $function$;

CREATE OR REPLACE FUNCTION private.counts_for_reader (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id uuid,
    counts         jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
    select counted.requirement_id, counted.counts from private.count_candidates(requirements) as counted
      join public.job_requirements as filed on filed.id = counted.requirement_id
      where filed.client_id = (select private.current_client_id()) or (select private.is_team_member())
  $function$;

CREATE OR REPLACE FUNCTION private.crm_entries (
  entries uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer
                      where answer.id = private.last_answer(entry.id)))) order by entry.id), '[]')
      from public.shortlist_entries as entry where entry.id = any (entries)
  $function$;

CREATE OR REPLACE FUNCTION private.day_of (
  person uuid,
  most   integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone 'Asia/Kolkata') as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), places as (
      select status, priority from unnest(private.open_statuses()) as status
        cross join unnest(enum_range(null::public.requirement_priority)) as priority
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread, 0 as people
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread, 0
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'agreed', min(asked.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as held
         join public.shortlist_entries as entry on entry.requirement_id = held.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as asked on asked.entry_id = entry.id and private.is_in_force(asked)
         where held.recruiter_id = person and private.has_yes(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(asked.refused_at, asked.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as asked
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = asked.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where asked.entry_id is not null and greatest(asked.refused_at, asked.withdrawn_at) >= private.refused_since()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', listed.deadline::timestamp at time zone 'UTC', null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.deadline from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.deadline <= private.end_of_week()
             order by held.deadline, held.requirement_id limit 100) as listed
         order by listed.deadline, listed.requirement_id limit 100)
      union all
      (select 'silent', listed.last_word_at, null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.last_word_at from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.last_word_at < private.silent_since()
             order by held.last_word_at, held.requirement_id limit 100) as listed
         order by listed.last_word_at, listed.requirement_id limit 100)
    ), placed as (
      select found.*, array_position(private.day_sections(), section) as section_place from found
    ), once as (
      select placed.*, row_number() over (partition by coalesce(requirement_id, item_id),
                                                       case when section in ('agreed', 'refused') then section_place end
                                          order by section_place) as appearance
        from placed
    ), listed as (
      select once.*, row_number() over (partition by section_place order by at, requirement_id, item_id) as place,
             count(*) over (partition by section_place) as together
        from once where appearance = 1
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select listed.section_place, jsonb_build_object(
                'name', listed.section, 'total', least(max(listed.together), 100),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(line.kind, 'requirement'),
                  'source', line.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(filed.job_title, left(line.subject, 120)),
                  'sender', line.sender, 'company', coalesce(company.company_name, line.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.entries_of (
  requirement public.job_requirements,
  fields      text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(requirement))
      where key = any (fields) and key = any (private.requirement_fields())
  $function$;

CREATE OR REPLACE FUNCTION private.existing_words (
  given     text[],
  is_prefix boolean
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
    select word from unnest(given) as word
      cross join lateral (
        select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query offset 0) as wanted
      where exists (select from private.searched_lines where search @@ wanted.query offset 0)
         or exists (select from public.clients where search @@ wanted.query offset 0)
         or exists (select from public.client_members
                      where private.searchable_name(full_name, phone) @@ wanted.query offset 0)
         or exists (select from public.candidates where search @@ wanted.query offset 0)
  $function$;

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
  OUT    companies_found uuid[]
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
      select joined.* into expanded, of_companies, whole, is_more, share, entries
        from private.join_words(words, shares, is_of_many, places, ids) as joined;
    else
      expanded := result::tsquery;
      share := least(share + together, 1);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.export_requirements (
  fields    text[],
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_exporter('requirements') as id)
    select filed.id, company.company_name, filed.status, filed.recruiter_id, filed.positions_filled, filed.closed_reason,
           filed.created_at, filed.updated_at, private.entries_of(filed, fields)
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery;
    mailbox tsquery;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := phraseto_tsquery('simple', private.normal_address(left(find_enquiries.address, 320)));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select line.id, line.created_at from private.searched_lines as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from private.searched_lines as line
          where numnode(mailbox) > 0 and line.search @@ mailbox
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if private.entries_of(new, private.searched_requirement_fields())
      is distinct from private.entries_of(old, private.searched_requirement_fields())
    then
      update public.inbox_items set search = private.searchable_requirement(new) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_mailboxes (
  candidates uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform pg_advisory_xact_lock(mailbox.key) from (
      select distinct hashtextextended('questions to ' || private.mailbox_of(record.email), 0) as key
        from public.candidates as record where record.id = any (candidates) order by key) as mailbox;
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
    with_company constant text := 'case when line.requirement_id is null then line.search
      else line.search || (select company.search from public.job_requirements as filed
                             join public.clients as company on company.id = filed.client_id
                             where filed.id = line.requirement_id) end';
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
      if words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        is_active := groups[place] <> 'all';
        -- Its company is asked in the order of the page, and no further than it goes.
        by_words := format('with line as materialized (select * from %%s %5$s),
              listed as (select id, %1$I as key, search, requirement_id from line where %2$s %4$s order by %1$I %3$s, id %3$s %6$s)
            select id, key from listed as line where %7$s order by key %3$s, id %3$s limit $9', key, conditions, way,
            case when search.is_compared then 'and search @@ $11' end,
            case when is_active then 'and ' || private.inbox_group_condition('active') end,
            case when search.is_exact then 'limit $9' end,
            case when search.is_exact then 'true' else concat(with_company, ' @@ $10') end);
        foreach walked in array search.walks loop
          -- What is still to be done has an index of its words alone, which is short.
          exit when is_active and coalesce(walked, 20000) > 2000;
          if walked is not null then
            execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
                select line.id, line.key
                  from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                          order by %1$I %3$s, id %3$s limit $9) as line
                  where %4$s
                  limit $10) as listed', key, conditions, way,
                concat_ws(' and ', case when search.companies is not null then '(line.search @@ $5 or (
                            select filed.client_id from public.job_requirements as filed where filed.id = line.requirement_id)
                              = any ($12))'
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
                  recent[2];
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
                  search.typed, search.whole, search.of_companies;
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
  OUT        entries double precision
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare
    companies double precision;
    held record;
    part double precision;
    missing text;
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
      select company.has, '''=' || string_agg(company.id::text, ''' | ''=') || '''' as any_of, count(*) as number
        from (select named.id, array_agg(named.place) as has from unnest(places, ids) as named (place, id)
                group by named.id) as company
        group by company.has
    loop
      select string_agg(word.wanted, ' & '), exp(greatest(coalesce(sum(ln(shares[word.place])), 0), -40))
        into missing, likely
        from unnest(words) with ordinality as word (wanted, place)
        where word.place <> all (held.has) and not is_of_many[word.place];
      part := held.number / companies;
      share := share + part * likely;
      if missing is null then
        entries := entries + part;
        of_companies := coalesce(of_companies || held.any_of::tsquery, held.any_of::tsquery);
        whole := held.any_of || ' | ' || whole;
      else
        read := part * (1 + held.number / 10.0);
        entries := entries + least(10 * likely, read);
        is_more := is_more or 10 * likely < read;
        result := result || ' | ( ' || missing || ' & ( ' || case when 10 * likely < read then '''=''' else held.any_of end || ' ) )';
        whole := whole || ' | ( ' || missing || ' & ( ' || held.any_of || ' ) )';
      end if;
    end loop;
    share := least(share, 1);
    expanded := result::tsquery;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_group (
  only_group  text,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean,
    source           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.* from caller
        cross join lateral private.open_page(caller.id, status, priority, whose, only_group, sort, descending, after_group,
                                             after_key, after_id, 26)
          with ordinality as page (requirement_id, sort_key, place))
    select filed.id, private.work_group(held), page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for,
           counted.counts
      from page
      cross join lateral (select * from private.open_requirements as listed
                            where listed.requirement_id = page.requirement_id limit 1) as held
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.* from caller
        cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                     26) with ordinality as page (requirement_id, place))
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version, held.last_word_at, held.waits_for, counted.counts
      from page
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join lateral (select * from private.open_requirements as listed
                           where listed.requirement_id = page.requirement_id limit 1) as held on true
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'stand_in' then
      content := private.stand_in_mail(queued.user_id, (queued.ids ->> 'away')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid,
                                             (queued.ids ->> 'interview')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    else
      raise case_not_found using message = queued.template || ' has no branch';
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.messages_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select id from public.contact_submissions where lower(email) = address
    union
    select sent.id from private.searched_lines as line
      join public.contact_submissions as sent on sent.id = line.contact_id and sent.email is null
      where line.search @@ private.number_of(address) and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  words  text,
  client uuid,
  room   integer,
  OUT    typed tsquery,
  OUT    by_index tsquery,
  OUT    of_companies tsquery,
  OUT    whole tsquery,
  OUT    is_compared boolean,
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
    -- To read a company's words is quicker than to hold a line against a hundred companies.
    if is_compared and length(expansion.whole) > 4000 then
      is_compared := false;
      is_exact := false;
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

CREATE OR REPLACE FUNCTION private.record_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    before jsonb;
    after jsonb;
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when exists (select from private.form_of(new)) then 'converted' else 'created' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end,
          'positions_filled', case when new.status = 'filled'
                                then jsonb_build_array(old.positions_filled, new.positions_filled) end,
          'joining_date', case when new.status = 'filled' and new.joining_date is not null
                            then jsonb_build_array(old.joining_date, new.joining_date) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    before := private.entries_of(old, private.requirement_fields());
    after := private.entries_of(new, private.requirement_fields());
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(before -> field, after -> field) end)
      into edits from jsonb_object_keys(after) as field
      where before -> field is distinct from after -> field;
    if edits is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
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
      'with indexed as materialized (select line.requirement_id as id, line.created_at, line.search
                                       from public.inbox_items as line where line.kind = ''requirement'' and %s),
       found as (select * from indexed', case when search.is_compared then ' where indexed.search @@ $10' end,
      case when is_looked_at then ' order by created_at desc, id desc' end, ')
       select found.id from found cross join lateral (',
      case when is_looked_at then 'select * from public.job_requirements as listed where listed.id = found.id limit 1'
           else 'select found.id, found.created_at' end, ') as filed where true',
      case when not search.is_exact
        then ' and (found.search || (select company.search from public.clients as company
                                       where company.id = filed.client_id)) @@ $9' end,
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
                        select company.search from public.job_requirements as filed
                          join public.clients as company on company.id = filed.client_id
                          where filed.id = line.requirement_id) @@ $10' end))
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
                         recent[2];
      if cardinality(found) = room then
        return query select * from unnest(found);
        return;
      end if;
      search.by_period := false;
    end loop;
    return query execute format(by_words, case when search.rarest is null then format(has_words, 'line.search')
                                               else 'line.search @@ $8' end)
      using status, priority, person, client, after_key, after_id, room, coalesce(search.rarest, search.by_index), search.typed,
            search.whole, search.of_companies;
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable (
  entries jsonb
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(typed.words, '')) || array_to_tsvector(private.numbers_in(typed.words))
      from (select string_agg(case when key in ('email', 'contact_email')
          then (value #>> '{}') || ' ' || split_part(value #>> '{}', '@', 2) else value #>> '{}' end, chr(10) order by key)
          as words
      from jsonb_each(entries)
      where key = any (private.searched_requirement_fields())
        or key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                   'company', 'company_name', 'requirement', 'needs', 'skills')) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.searched_requirement_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['job_title', 'department', 'location', 'required_skills', 'preferred_skills', 'education_requirements',
                 'job_description', 'responsibilities', 'benefits', 'notes']
  $function$;

CREATE OR REPLACE FUNCTION private.suggest_clients (
  name    text,
  address text,
  number  text,
  known   uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text,
    is_known     boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             array(select right(one, 10) from unnest(private.numbers_in(left(number, 200))) as one) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person from (
          select client.id, 'connected' as reason, 0 as place, null as person from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) = any (wanted_ones)
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) = any (wanted_ones)
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $function$;

CREATE OR REPLACE FUNCTION private.working_days_after (
  moment timestamp with time zone,
  days   integer
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
    select (at + make_interval(days => days + 2 * ((least(weekday, 5) - 1 + days) / 5) - greatest(weekday - 5, 0)))
             at time zone 'Asia/Kolkata'
      from (select moment at time zone 'Asia/Kolkata' as at) as there
      cross join lateral (select extract(isodow from at)::integer as weekday) as day
  $function$;

CREATE OR REPLACE FUNCTION public.dashboard_page (
  page_size   integer,
  wanted      public.requirement_status DEFAULT NULL::public.requirement_status,
  only_unread boolean                   DEFAULT false,
  before_at   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                      DEFAULT NULL::uuid,
  words       text                      DEFAULT NULL::text,
  sort        text                      DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
        with ordinality as page (id, sort_key, place))
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.deadline,
               filed.recruiter_id, counted.counts as candidates,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as filed on filed.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id) as listed), '[]'))
  $function$;

CREATE OR REPLACE FUNCTION public.export_requirements (
  fields    text[]                      DEFAULT '{}'::text[],
  status    public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority  public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose     text                        DEFAULT NULL::text,
  client    uuid                        DEFAULT NULL::uuid,
  words     text                        DEFAULT NULL::text,
  after_key timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                        DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                 uuid,
    company            text,
    requirement_status public.requirement_status,
    recruiter_id       uuid,
    positions_filled   integer,
    closed_reason      text,
    created_at         timestamp with time zone,
    updated_at         timestamp with time zone,
    entries            jsonb
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_requirements(fields, status, priority, whose, client, words, after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE VIEW "private"."inbox_lines" AS  SELECT item.id,
    item.kind,
    item.state,
    item.assignee,
    item.claim_expires_at,
    item.due_at,
    item.first_seen_at,
    item.last_activity_at,
    item.is_suspect,
    item.version,
    item.created_at,
    item.contact_id,
    item.posting_id,
    item.consultation_id,
    item.requirement_id,
    COALESCE(contact.name, posting.contact_name, ((consultation.first_name || ' '::text) || consultation.last_name), member.full_name, client.full_name) AS sender,
        CASE
            WHEN (num_nonnulls(contact.id, posting.id, consultation.id) = 1) THEN COALESCE(contact.email, posting.contact_email, consultation.email)
            ELSE (COALESCE(person.email, maker.email))::text
        END AS email,
        CASE
            WHEN (num_nonnulls(contact.id, posting.id, consultation.id) = 1) THEN COALESCE(contact.phone, posting.phone, consultation.phone)
            WHEN (person.id IS NOT NULL) THEN member.phone
            ELSE client.phone
        END AS phone,
    COALESCE(client.company_name, contact.company, posting.company, consultation.company) AS company,
    COALESCE(requirement.job_title, posting.job_title, contact.requirement, consultation.needs) AS subject,
    item.is_flood,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN contact.source
            ELSE NULL::text
        END AS source,
    requirement.status AS requirement_status
   FROM ((((((((public.inbox_items item
     LEFT JOIN public.job_requirements requirement ON ((requirement.id = item.requirement_id)))
     LEFT JOIN public.contact_submissions contact ON ((contact.id = COALESCE(item.contact_id, requirement.source_contact_id))))
     LEFT JOIN public.public_job_submissions posting ON ((posting.id = COALESCE(item.posting_id, requirement.source_posting_id))))
     LEFT JOIN public.consultation_requests consultation ON ((consultation.id = COALESCE(item.consultation_id, requirement.source_consultation_id))))
     LEFT JOIN public.clients client ON ((client.id = requirement.client_id)))
     LEFT JOIN auth.users person ON ((person.id = requirement.submitted_by)))
     LEFT JOIN public.client_members member ON ((member.user_id = requirement.submitted_by)))
     LEFT JOIN auth.users maker ON ((maker.id = client.user_id)));

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
    inbox_items.is_flood
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
    inbox_items.is_flood
   FROM public.inbox_items
  WHERE (inbox_items.kind <> 'requirement'::public.inbox_kind);

CREATE INDEX inbox_items_search_filed ON public.inbox_items USING gin (search)
  WITH (fastupdate=off)
  WHERE (kind = 'requirement'::public.inbox_kind);

CREATE INDEX inbox_items_search_sent ON public.inbox_items USING gin (search)
  WITH (fastupdate=off)
  WHERE (kind <> 'requirement'::public.inbox_kind);

REVOKE ALL ON FUNCTION "private"."count_candidates"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counts_for_reader"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counts_for_reader"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."entries_of"(public.job_requirements, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."expand_query"(tsquery, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."hold_mailboxes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_words"(text[], double precision[], boolean[], integer[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searched_requirement_fields"() FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "public"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_requirements"(text[], public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  TO "postgres";
