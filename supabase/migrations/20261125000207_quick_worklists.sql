SET local check_function_bodies = off;

DROP INDEX "private"."open_requirements_recruiter_filed";

ALTER TABLE "private"."open_requirements"
  ADD COLUMN "client_id" uuid,
  ADD COLUMN "unanswered_since" timestamp WITH time zone;

-- By hand: what is open already.
UPDATE private.open_requirements AS held
  SET client_id = filed.client_id,
      unanswered_since = (SELECT min(entry.shown_at) FROM public.shortlist_entries AS entry
                            WHERE entry.requirement_id = held.requirement_id AND entry.state = 'shown'
                              AND entry.answered_at IS NULL)
  FROM public.job_requirements AS filed WHERE filed.id = held.requirement_id;

ALTER TABLE "private"."open_requirements" ALTER COLUMN "client_id" SET NOT NULL;

CREATE OR REPLACE FUNCTION private.count_unread_answers (
  requirement uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = requirement and entry.answered_at > coalesce(
        (select max(event.created_at) from public.requirement_events as event
           where event.requirement_id = requirement and event.side = 'team'), '-infinity')
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
    with requirements as materialized (
      select client_id from private.open_requirements
        where recruiter_id = person order by status, priority, filed_at, requirement_id limit 1000)
    select jsonb_build_object(
      'requirements', (select count(*) from requirements),
      'companies', (select count(distinct client_id) from requirements),
      'items', (select count(*) from (
        select from public.inbox_items
          where assignee = person and state in ('new', 'open', 'waiting')
            and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as line))
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
    ), once as (
      select found.*, array_position(private.day_sections(), section) as section_place,
             row_number() over (partition by coalesce(found.requirement_id, found.item_id),
                                             case when section in ('agreed', 'refused') then section end
                                order by array_position(private.day_sections(), section)) as appearance
        from found
    ), listed as (
      select once.*, row_number() over (partition by section order by at, requirement_id, item_id) as place,
             count(*) over (partition by section) as together
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
                          where to_tsvector('simple', named.company_name) @@ private.search_query(company) limit 100);
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
              filed.id is not null or line.id is not null,
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_waiting_candidates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with waiting as materialized (
      select requirement_id, unanswered_since as since from private.open_requirements
        where client_id = (select private.current_client_id()) and unanswered_since is not null
          and (select private.may_write_for_client()))
    select jsonb_build_object(
        'requirements', (select count(*) from waiting),
        'first', (select coalesce(jsonb_agg(jsonb_build_object(
                             'id', filed.id, 'job_title', filed.job_title, 'answer_by', private.answer_by(first.since),
                             'waiting', (select count(*) from public.shortlist_entries as entry
                                           where entry.requirement_id = filed.id and entry.state = 'shown'
                                             and entry.answered_at is null))
                             order by first.since, filed.id), '[]')
                    from (select * from waiting order by since, requirement_id limit 5) as first
                    join public.job_requirements as filed on filed.id = first.requirement_id))
  $function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  words  text,
  client uuid,
  room   integer,
  OUT    typed tsquery,
  OUT    by_index tsquery,
  OUT    rarest tsquery,
  OUT    is_exact boolean,
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
    lines double precision;
    cost double precision;
    most integer;
  begin
    walks := array[null::integer];
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
    cost := lines * (2 * expansion.share + 0.35 * expansion.entries);
    -- All entries of the other words are not read where few lines have to be compared with them.
    if 7 * expansion.rare * lines < cost then
      rarest := expansion.rarest;
      cost := case when rarest is null then cost else 3.5 * expansion.rare * lines end;
    end if;
    by_period := cost > 1500;
    if 6 * room < expansion.share * cost then
      most := least(100 + 4 * room / expansion.share, 20000);
      walks := array[case when not by_period then most
                          -- Each of many companies is looked up in each period, which costs as much as walking further.
                          when length(by_index::text) > 1000 and expansion.share * 400 > room then least(most, 800)
                          when expansion.share > 0.15 then least(most, 400) end, 10 * most];
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_open_requirement (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from private.open_requirements as held where held.requirement_id = requirement for update;
    delete from private.open_requirements as held using public.job_requirements as filed
      where held.requirement_id = requirement and filed.id = requirement
        and filed.status = any (private.closed_statuses());
    insert into private.open_requirements as held
      select filed.id, filed.recruiter_id, filed.status, filed.priority, filed.created_at,
             coalesce(filed.deadline, '2999-12-31'),
             greatest(filed.created_at,
               (select event.created_at from public.requirement_events as event
                  where event.requirement_id = filed.id and event.for_client
                  order by event.created_at desc, event.id desc limit 1),
               (select said.created_at from public.requirement_messages as said
                  where said.requirement_id = filed.id order by said.created_at desc, said.id desc limit 1)),
             private.waits_for(filed.id), filed.client_id,
             (select min(entry.shown_at) from public.shortlist_entries as entry
                where entry.requirement_id = filed.id and entry.state = 'shown' and entry.answered_at is null)
        from public.job_requirements as filed
        where filed.id = requirement and filed.status = any (private.open_statuses())
      on conflict (requirement_id) do update
        set (recruiter_id, status, priority, deadline, last_word_at, waits_for, unanswered_since) =
            (excluded.recruiter_id, excluded.status, excluded.priority, excluded.deadline, excluded.last_word_at,
             excluded.waits_for, excluded.unanswered_since);
  end $function$;

CREATE INDEX open_requirements_recruiter_filed ON private.open_requirements USING btree (recruiter_id, status, priority, filed_at, requirement_id) INCLUDE (client_id);

CREATE INDEX open_requirements_unanswered ON private.open_requirements USING btree (client_id, unanswered_since, requirement_id)
  WHERE (unanswered_since IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."count_unread_answers"(uuid) FROM PUBLIC;
