-- What there is to do: the open requirements of the team in groups, and somebody's day (docs/decisions/requirements.md).

-- # What is open

-- A row for each requirement that somebody is looking for people for: what its list is grouped and sorted by. It is made of
-- the requirement, its events and messages, by triggers, and what is closed has none.
create table private.open_requirements (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  recruiter_id uuid,
  status public.requirement_status not null,
  priority public.requirement_priority not null,
  filed_at timestamptz not null,
  -- The last day that the form takes, where there is none.
  deadline date not null,
  -- When either side last said or did something that the other sees.
  last_word_at timestamptz not null,
  -- Who has to answer, if anybody.
  waits_for public.side,
  client_id uuid not null,
  -- Since when the first of the candidates waits whom its company has not answered about.
  unanswered_since timestamptz
);

-- Of requirements by status and priority there are eight places in each of these, every one in an order of the list.
create index open_requirements_word on private.open_requirements (status, priority, last_word_at, requirement_id)
  include (recruiter_id, deadline, waits_for);
create index open_requirements_deadline on private.open_requirements (status, priority, deadline, requirement_id);
create index open_requirements_filed on private.open_requirements (status, priority, filed_at, requirement_id);
create index open_requirements_recruiter_word
  on private.open_requirements (recruiter_id, status, priority, last_word_at, requirement_id)
  include (deadline, waits_for);
create index open_requirements_recruiter_deadline
  on private.open_requirements (recruiter_id, status, priority, deadline, requirement_id);
create index open_requirements_recruiter_filed
  on private.open_requirements (recruiter_id, status, priority, filed_at, requirement_id) include (client_id);
create index open_requirements_nobodys on private.open_requirements (status, priority, last_word_at, requirement_id)
  include (deadline) where recruiter_id is null;
create index open_requirements_asked on private.open_requirements (recruiter_id, last_word_at, requirement_id)
  where waits_for = 'team';
create index open_requirements_unanswered on private.open_requirements (client_id, unanswered_since, requirement_id)
  where unanswered_since is not null;

-- Who has to answer about a requirement: the team, while its company waits for an answer; the company, when the team has
-- written last, says in the inbox that it waits, or has shown candidates that wait. Null for nobody.
create function private.waits_for(requirement uuid) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case
      when private.answer_due(waits_for.requirement) is not null then 'team'::public.side
      when exists (select from (select said.side, said.created_at from public.requirement_messages as said
                                  where said.requirement_id = waits_for.requirement
                                  order by said.created_at desc, said.id desc limit 1) as last
                     where last.side = 'team' and not exists (
                       select from public.requirement_events as event
                         where event.requirement_id = waits_for.requirement and event.side = 'company'
                           and event.created_at > last.created_at))
        or exists (select from public.inbox_items as line
                     where line.requirement_id = waits_for.requirement and line.state = 'waiting')
        or exists (select from public.shortlist_entries as entry
                     where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        then 'company' end
  $$;

-- Makes the row of a requirement anew. Whoever holds several has their lines first (public.inbox_items), in the order of
-- their ids: two who do this at once can't wait for each other.
create function private.renew_open_requirement(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- Whatever changes a requirement leaves an event.
create function private.track_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.renew_open_requirement(new.requirement_id);
    return null;
  end $$;

-- But what candidates say to the team changes nothing here: whoever says it waits for nobody.
create trigger track_requirement after insert on public.requirement_events
  for each row when (new.type not in ('candidates_agreed', 'candidates_refused')) execute function private.track_requirement();
create trigger track_requirement after insert on public.requirement_messages
  for each row execute function private.track_requirement();

-- A line of the inbox that is dealt with answers its company.
create function private.track_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare requirement uuid := (select line.requirement_id from public.inbox_items as line where line.id = new.item_id);
  begin
    if requirement is not null then
      perform private.renew_open_requirement(requirement);
    end if;
    return null;
  end $$;

create trigger track_item after insert on public.item_events
  for each row when (new.changes ? 'state') execute function private.track_item();

-- # Groups

-- Before this moment a last word is silence.
create function private.silent_since() returns timestamptz
  language sql stable set search_path = '' as $$ select now() - interval '5 days' $$;

-- The last day of the week that begins today, where the agency is.
create function private.end_of_week() returns date
  language sql stable set search_path = '' as $$ select private.today() + 6 $$;

-- The groups of the open requirements, in the order of the page. Each is in the first that fits.
create function private.work_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['silent', 'deadline', 'nobodys', 'waiting', 'rest'] $$;

create function private.work_group(held private.open_requirements) returns text
  language sql stable set search_path = '' as $$
    select case when (held).last_word_at < private.silent_since() then 'silent'
                when (held).deadline <= private.end_of_week() then 'deadline'
                when (held).recruiter_id is null then 'nobodys'
                when (held).waits_for = 'company' then 'waiting'
                else 'rest' end
  $$;

-- The same as conditions ($1: since when silence is, $2: the end of the week); a test compares the two. Of all but the first
-- only what was said of lately is read, and so no deadline is looked for by an index: those of what is silent stand there.
create function private.work_group_condition(wanted text) returns text
  language sql immutable set search_path = '' as $$
    select case wanted
      when 'silent' then 'last_word_at < $1'
      when 'deadline' then 'last_word_at >= $1 and deadline + 0 <= $2'
      when 'nobodys' then 'last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is null'
      when 'waiting' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for = 'company' $sql$
      when 'rest' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for is distinct from 'company' $sql$
      when 'all' then 'true'
    end
  $$;

-- What a list is sorted by, where it is not in groups.
create function private.work_key(sort text) returns text
  language sql immutable set search_path = ''
  as $$ select case sort when 'word' then 'last_word_at' when 'deadline' then 'deadline' when 'age' then 'filed_at' end $$;

-- One page of the open requirements in groups, each by its last word, those with a deadline by that; or in one list, sorted.
-- The next page starts after the last row's group, key and id. A day is a key at midnight UTC.
create function private.open_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, only_group text,
    sort text, descending boolean, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid, sort_key timestamptz)
  language plpgsql stable rows 26 set search_path = '' as $$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    groups text[] := case when sort is not null then array['all'] when only_group is not null then array[only_group]
                          else private.work_groups() end;
    first_group integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    got integer;
    key text;
    is_day boolean;
    way text;
  begin
    if sort is not null and private.work_key(sort) is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_group .. cardinality(groups) loop
      key := coalesce(private.work_key(sort), case when groups[place] = 'deadline' then 'deadline + 0' else 'last_word_at' end);
      is_day := starts_with(key, 'deadline');
      way := case when is_falling then 'desc' else 'asc' end;
      return query execute format(
        'select listed.requirement_id, %1$s
           from (select status, priority from unnest($3::public.requirement_status[]) as status
                   cross join unnest(enum_range($4, $4)) as priority) as part
           cross join lateral (
             select held.requirement_id, %2$s as key from private.open_requirements as held
               where held.status = part.status and held.priority = part.priority and %3$s %4$s
               order by %2$s %5$s, requirement_id %5$s limit $8) as listed
           order by key %5$s, listed.requirement_id %5$s limit $8',
        case when is_day then $sql$listed.key::timestamp at time zone 'UTC'$sql$ else 'listed.key' end,
        key,
        concat(private.work_group_condition(groups[place]),
          case when whose = 'nobody' then ' and recruiter_id is null' when whose is not null then ' and recruiter_id = $5' end),
        case when place = first_group and after_id is not null
          then format(' and (%s, requirement_id) %s (%s, $7)', key, case when is_falling then '<' else '>' end,
                      case when is_day then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        way)
        using private.silent_since(), private.end_of_week(),
              case when status is null then private.open_statuses() else array[status] end, priority, person, after_key,
              after_id, room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;

-- The page as the team sees it: at most 25 rows and one more, which tells that there is a next page.
create function private.list_open_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, only_group text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
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
  $$;
grant execute on function private.list_open_requirements to authenticated;

-- How many open requirements each group has: of what is silent, beyond a thousand, a thousand. The others are what was said
-- of in five days.
create function private.count_open_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text)
  returns jsonb language plpgsql stable security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    theirs text := case when whose = 'nobody' then ' and recruiter_id is null'
                        when whose is not null then ' and recruiter_id = $5' else '' end;
    part record;
    silent integer := 0;
    more integer;
    counts jsonb;
  begin
    for part in
      select each_status, each_priority
        from unnest(case when status is null then private.open_statuses() else array[status] end) as each_status
        cross join unnest(enum_range(priority, priority)) as each_priority
    loop
      execute concat('select count(*)::integer from (select from private.open_requirements
        where status = $3 and priority = $4 and last_word_at < $1', theirs, ' limit $2) as line')
        into more using private.silent_since(), 1000 - silent, part.each_status, part.each_priority, person;
      silent := silent + more;
    end loop;
    -- By the conditions, whose times are the same for every row.
    execute concat('select jsonb_strip_nulls(jsonb_build_object(',
        (select string_agg(format('%L, nullif(count(*) filter (where %s), 0)', item_group,
                                  private.work_group_condition(item_group)), ', ')
           from unnest(private.work_groups()) as item_group where item_group <> 'silent'),
        ')) from unnest($3) as part_status cross join unnest($4) as part_priority
            join private.open_requirements as held on held.status = part_status and held.priority = part_priority
            where last_word_at >= $1', theirs)
      into counts using private.silent_since(), private.end_of_week(),
        case when status is null then private.open_statuses() else array[status] end, enum_range(priority, priority), person;
    return coalesce(counts, '{}') || jsonb_build_object('silent', silent);
  end $$;
grant execute on function private.count_open_requirements to authenticated;

-- # Giving several

-- Puts somebody in charge of up to fifty requirements, or nobody, each as the caller has seen it. Says of each what became of
-- it: changed, also when it was theirs already, stale or gone; and what it is called. Always in the same order, so that two
-- who do it at once don't wait for each other in a circle.
create function private.give_requirements(requirements uuid[], seen integer[], person uuid)
  returns table (requirement_id uuid, outcome text, job_title text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    asked record;
    held public.job_requirements;
  begin
    perform private.lock_team(person);
    if cardinality(requirements) not between 1 and 50 or cardinality(seen) <> cardinality(requirements) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements as filed where filed.id = any (requirements) order by filed.id for no key update;
    perform from public.inbox_items as line where line.requirement_id = any (requirements) order by line.id for update;
    for asked in
      select id, min(version) as version from unnest(requirements, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.job_requirements as filed where filed.id = asked.id;
      requirement_id := asked.id;
      job_title := held.job_title;
      if held.id is null then
        outcome := 'gone';
      elsif held.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = held.id;
        perform private.log_activity('recruiter_named', 'requirement', held.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.give_requirements to authenticated;

-- # Somebody's day

-- The sections of a day, in their order: lines of the inbox that are due today or late, those that come back, what companies
-- have written, whose candidates have agreed, to be shown, or said no lately, requirements that wait for an answer, those whose
-- candidates' company has let the time for one pass, whose deadline is this week, and of which nothing was heard.
create function private.day_sections() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['due', 'back', 'messages', 'agreed', 'refused', 'waiting', 'candidates', 'deadline', 'silent'] $$;

-- Since when a no is news: the working day before today, Monday to Friday where the agency is.
create function private.refused_since() returns timestamptz
  language sql stable set search_path = '' as $$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone 'Asia/Kolkata'
  $$;

-- How many candidates of a requirement its company has answered since the team last said or did something there.
create function private.count_unread_answers(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = requirement and entry.answered_at > coalesce(
        (select max(event.created_at) from public.requirement_events as event
           where event.requirement_id = requirement and event.side = 'team'), '-infinity')
  $$;

-- What somebody of the team has to do today, each thing once, in the first section that fits: of each how many, beyond a
-- hundred a hundred, and the first. A requirement that its line of the inbox stands for is not there twice; what its
-- candidates say is another thing to do.
create function private.day_of(person uuid, most integer) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
  $$;

create function private.my_day() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return private.day_of(private.require_team(), 10);
  end $$;
grant execute on function private.my_day to authenticated;

-- # Exposed through the Data API

create function public.list_open_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, only_group text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_open_requirements(status, priority, whose, only_group, sort, descending, after_group,
                                                 after_key, after_id)
  $$;
grant execute on function public.list_open_requirements to authenticated;

create function public.count_open_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.count_open_requirements(status, priority, whose) $$;
grant execute on function public.count_open_requirements to authenticated;

create function public.give_requirements(requirements uuid[], seen integer[], person uuid default null)
  returns table (requirement_id uuid, outcome text, job_title text)
  language sql set search_path = '' as $$ select * from private.give_requirements(requirements, seen, person) $$;
grant execute on function public.give_requirements to authenticated;

create function public.my_day() returns jsonb
  language sql stable set search_path = '' as $$ select private.my_day() $$;
grant execute on function public.my_day to authenticated;
