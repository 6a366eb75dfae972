set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "private"."open_requirements_asked";

DROP INDEX "private"."open_requirements_deadline";

DROP INDEX "private"."open_requirements_filed";

DROP INDEX "private"."open_requirements_nobodys";

DROP INDEX "private"."open_requirements_recruiter_deadline";

DROP INDEX "private"."open_requirements_recruiter_filed";

DROP INDEX "private"."open_requirements_recruiter_word";

DROP INDEX "private"."open_requirements_word";

DROP FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."work_group"(private.open_requirements);

DROP FUNCTION "private"."work_group_condition"(text);

DROP FUNCTION "private"."work_key"(text);

CREATE OR REPLACE FUNCTION private.clients_page (
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    client_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare found uuid[] := array(select private.found_clients(words));
  begin
    return query select client.id from public.clients as client
      where (words is null or client.id = any (found))
        and (after_id is null or (client.created_at, client.id) < (after_key, after_id))
      order by client.created_at desc, client.id desc limit 26;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  status   public.requirement_status,
  priority public.requirement_priority,
  whose    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
  begin
    return (
      select jsonb_build_object('silent', 0) || coalesce(jsonb_object_agg(counted.work_group,
               case when counted.work_group = 'silent' then least(counted.requirements, 1000) else counted.requirements end), '{}')
        from (select open.work_group, count(*) as requirements
                from private.grouped_requirements as open
                where (status is null or open.status = status)
                  and (priority is null or open.priority = priority)
                  and (whose is null
                       or case when whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = person end)
                group by open.work_group) as counted);
  end $function$;

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
                where recruiter_id = person order by last_word_at, requirement_id limit 1000) as listed) as held
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
      select ((private.today() + 1)::timestamp at time zone private.zone()) as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
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
      (select 'deadline', held.deadline_at, null, held.requirement_id, 0, 0
         from private.grouped_requirements as held
         where held.recruiter_id = person
           and held.deadline_at <= (select private.end_of_week()::timestamp at time zone 'UTC')
         order by held.deadline_at, held.requirement_id limit 100)
      union all
      (select 'silent', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held
         where held.recruiter_id = person and held.last_word_at < (select private.silent_since())
         order by held.last_word_at, held.requirement_id limit 100)
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
    select filed.id, company.company_name, filed.status, filed.recruiter_id, filed.positions_filled, filed.closed_reason,
           filed.created_at, filed.updated_at, private.entries_of(filed, fields)
      from private.requirements_page(private.require_exporter('requirements'), status, priority, whose, client, words,
                                     after_key, after_id, 500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_clients (
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    created_at   timestamp with time zone,
    members      integer,
    requirements integer,
    active       integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, client.created_at,
           (select count(*)::integer from public.client_members as member where member.client_id = client.id),
           figures.total, figures.active
      from caller
      cross join lateral private.clients_page(case when caller.id is not null then words end, after_key, after_id) as page
      join public.clients as client on client.id = page.client_id
      cross join lateral private.requirement_figures(client.id) as figures
      order by client.created_at desc, client.id desc
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
    with page as materialized (
      select * from private.open_page(private.require_team(), status, priority, whose, only_group, sort, descending,
                                      after_group, after_key, after_id, 26)
        with ordinality as page (requirement_id, work_group, sort_key, place))
    select filed.id, page.work_group, page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for,
           counted.counts
      from page
      join private.open_requirements as held on held.requirement_id = page.requirement_id
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
    with page as materialized (
      select * from private.requirements_page(private.require_team(), status, priority, whose, client, words, after_key,
                                              after_id, 26) with ordinality as page (requirement_id, place))
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version, held.last_word_at, held.waits_for, counted.counts
      from page
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as held on held.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
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
  #variable_conflict use_variable
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    silent_since timestamptz := private.silent_since();
    groups text[] := case when only_group is not null then array[only_group] when sort is not null then array['all']
                          else private.work_groups() end;
    first_place integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    listed text;
    got integer;
  begin
    if sort not in ('word', 'deadline', 'age') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_place .. cardinality(groups) loop
      listed := groups[place];
      return query
        select open.requirement_id, open.work_group, ordered.key
          from private.grouped_requirements as open
          cross join lateral (
            select case when coalesce(sort, listed) = 'deadline' then open.deadline_at
                        when sort = 'age' then open.filed_at else open.last_word_at end as key) as ordered
          where (status is null or open.status = status)
            and (priority is null or open.priority = priority)
            and (whose is null or case when whose = 'nobody' then open.recruiter_id is null else open.recruiter_id = person end)
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
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if words is null then
      return query
        select filed.id from public.job_requirements as filed
          where (status is null or filed.status = status)
            and (priority is null or filed.priority = priority and filed.status = any (enum_range(status, status)))
            and (whose is null or case when whose = 'nobody' then filed.recruiter_id is null else filed.recruiter_id = person end)
            and (client is null or filed.client_id = client)
            and (after_id is null or (filed.created_at, filed.id) < (after_key, after_id))
          order by filed.created_at desc, filed.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if client is not null then
        query := query && quote_literal(private.company_lexeme(client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as filed on filed.id = item.requirement_id
          where item.kind = 'requirement'
            and case when found is null then item.search @@ query else item.id = any (found) end
            and (status is null or filed.status = status)
            and (priority is null or filed.priority = priority)
            and (whose is null or case when whose = 'nobody' then filed.recruiter_id is null else filed.recruiter_id = person end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
  end $function$;

CREATE VIEW "private"."grouped_requirements" AS  SELECT requirement_id,
    recruiter_id,
    status,
    priority,
    filed_at,
    deadline,
    last_word_at,
    waits_for,
    client_id,
    unanswered_since,
    ((deadline)::timestamp without time zone AT TIME ZONE 'UTC'::text) AS deadline_at,
        CASE
            WHEN (last_word_at < ( SELECT private.silent_since() AS silent_since)) THEN 'silent'::text
            WHEN (deadline <= ( SELECT private.end_of_week() AS end_of_week)) THEN 'deadline'::text
            WHEN (recruiter_id IS NULL) THEN 'nobodys'::text
            WHEN (waits_for = 'company'::public.side) THEN 'waiting'::text
            ELSE 'rest'::text
        END AS work_group
   FROM private.open_requirements open;

-- first: create index concurrently if not exists open_requirements_deadline_at ON private.open_requirements USING btree (((deadline)::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), requirement_id);
CREATE INDEX IF NOT EXISTS open_requirements_deadline_at ON private.open_requirements USING btree (((deadline)::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), requirement_id);

CREATE INDEX open_requirements_filed ON private.open_requirements USING btree (filed_at, requirement_id);

CREATE INDEX open_requirements_recruiter ON private.open_requirements USING btree (recruiter_id, last_word_at, requirement_id)
  INCLUDE (status, priority, deadline, waits_for, client_id);

CREATE INDEX open_requirements_word ON private.open_requirements USING btree (last_word_at, requirement_id) INCLUDE (recruiter_id, status, priority, deadline, waits_for);

REVOKE ALL
  ON FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer)
  FROM PUBLIC;
