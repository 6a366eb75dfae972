set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  filter public.requirement_filter
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    caller uuid := private.require_team();
    recruiter uuid := private.wanted_recruiter(filter, caller);
  begin
    return (
      select jsonb_build_object('silent', 0) || coalesce(jsonb_object_agg(counted.work_group,
               case when counted.work_group = 'silent' then least(counted.requirements, 1000) else counted.requirements end), '{}')
        from (select open.work_group, count(*) as requirements
                from private.grouped_requirements as open
                where (filter.status is null or open.status = filter.status)
                  and (filter.priority is null or open.priority = filter.priority)
                  and (filter.whose is null
                       or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
                  and (filter.client is null or open.client_id = filter.client)
                group by open.work_group) as counted);
  end $function$;

CREATE OR REPLACE FUNCTION private.find_members (
  words text
)
  RETURNS TABLE (
    user_id      uuid,
    client_id    uuid,
    full_name    text,
    phone        text,
    email        text,
    company_name text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.found_clients (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.list_activity (
  person   uuid,
  deed     text,
  company  text,
  since    timestamp with time zone,
  before   timestamp with time zone,
  after_at timestamp with time zone,
  after_id uuid
)
  RETURNS TABLE (
    id           uuid,
    actor        uuid,
    action       text,
    subject_kind text,
    subject      uuid,
    other        uuid,
    fields       text[],
    old_value    text,
    new_value    text,
    created_at   timestamp with time zone,
    client_id    uuid,
    company_name text,
    job_title    text,
    is_there     boolean,
    actor_name   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    companies uuid[];
    conditions text := 'true';
    newest constant text :=
      'select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where private.words_of(named.company_name) @@ private.search_query(company) limit 1001);
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (%s)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null or page.subject_kind = ''candidate'' and exists (
                select from public.candidates as known where known.id = page.subject),
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several. A name that more than a
      -- thousand have the newest entries have as well.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 1000 then format(newest, conditions || ' and exists (
             select from public.clients as named
               where named.id = entry.client_id and private.words_of(named.company_name) @@ private.search_query($8))')
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id, company;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  filter      public.requirement_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    work_group     text,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    silent_since timestamptz := private.silent_since();
    groups text[] := case when filter.only_group is not null then array[filter.only_group]
                          when filter.sort is not null then array['all'] else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := filter.sort is not null and coalesce(filter.descending, false);
    room integer := most;
    query tsquery := private.search_query(filter.words);
    -- The requirements of a search that finds few items.
    found uuid[];
    listed text;
    got integer;
  begin
    if filter.words is not null and query is null then
      return;
    elsif filter.sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if query is not null then
      found := private.find_by_words('public.inbox_items', query);
      if found is not null then
        found := array(select item.requirement_id from public.inbox_items as item
                         where item.id = any (found) and item.requirement_id is not null);
      end if;
    end if;
    for place in first_place .. cardinality(groups) loop
      listed := groups[place];
      return query
        select open.requirement_id, open.work_group, ordered.key
          from private.grouped_requirements as open
          cross join lateral (
            select case when coalesce(filter.sort, listed) = 'deadline' then open.deadline_at
                        when filter.sort = 'age' then open.filed_at else open.last_word_at end as key) as ordered
          where (filter.status is null or open.status = filter.status)
            and (filter.priority is null or open.priority = filter.priority)
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = recruiter end)
            and (filter.client is null or open.client_id = filter.client)
            and (found is null or open.requirement_id = any (found))
            and (query is null or found is not null
                 or exists (select from public.inbox_items as item
                              where item.requirement_id = open.requirement_id and private.has_words(item.search, query)))
            -- What is silent is most of all there is: the others are looked for behind it.
            and (listed = 'all' or open.work_group = listed and (open.last_word_at < silent_since) = (listed = 'silent'))
            and (place > first_place or after_id is null
                 or case when is_falling then (ordered.key, open.requirement_id) < (after_key, after_id)
                         else (ordered.key, open.requirement_id) > (after_key, after_id) end)
          order by case when not is_falling then ordered.key end, case when is_falling then ordered.key end desc,
                   case when not is_falling then open.requirement_id end, case when is_falling then open.requirement_id end desc
          limit room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.people_by_address (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with whole as materialized (
      select person.id from auth.users as person where person.email = private.normal_address(words))
    select whole.id from whole
    union all
    select person.id from public.client_members as member join auth.users as person on person.id = member.user_id
      where private.normal_address(words) ~ '^\S+@\S{2,}$' and not exists (select from whole)
        and starts_with(person.email, private.normal_address(words))
  $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  filter    public.requirement_filter,
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
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    recruiter uuid := private.wanted_recruiter(filter, caller);
    statuses public.requirement_status[] := enum_range(filter.status, filter.status);
    room integer := least(most, 500);
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if filter.words is null then
      return query
        select requirement.id from public.job_requirements as requirement
          where (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (filter.client is null or requirement.client_id = filter.client)
            and (filter.only_group is null
                 or exists (select from private.grouped_requirements as open
                              where open.requirement_id = requirement.id and filter.only_group in ('open', open.work_group)))
            and (after_id is null or (requirement.created_at, requirement.id) < (after_key, after_id))
          order by requirement.created_at desc, requirement.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if filter.client is not null then
        query := query && quote_literal(private.company_lexeme(filter.client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id
          where item.kind = 'requirement'
            and (found is not null or private.has_words(item.search, query))
            and (found is null or item.id = any (found))
            and (filter.status is null or requirement.status = filter.status)
            and (filter.priority is null or requirement.priority = filter.priority and requirement.status = any (statuses))
            and (filter.whose is null
                 or case when filter.whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = recruiter end)
            and (filter.only_group is null
                 or exists (select from private.grouped_requirements as open
                              where open.requirement_id = requirement.id and filter.only_group in ('open', open.work_group)))
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
  end $function$;

REVOKE ALL ON FUNCTION "private"."people_by_address"(text) FROM PUBLIC;
