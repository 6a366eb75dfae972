-- A manager's day: what each of the team has that is late, or that nobody has, and the rows of it, to be given to somebody else.
-- What late is, somebody's own day says (3-team-lists/04-my-day.sql).

-- The kinds of late things: lines of the inbox ('items'); and requirements whose company is late with its 'answers', which
-- are 'waiting' for the team, whose candidates were 'asked' and are silent, for which people have 'applied' longer ago than
-- promised, and 'empty' ones, for which nobody is proposed.
create function private.late_kinds() returns text[]
  language sql immutable set search_path = '' as $$ select array['items', 'answers', 'waiting', 'asked', 'applied', 'empty'] $$;

-- Each late thing of somebody, of these kinds: of each a hundred. Of a requirement how many candidates it is about.
create function private.late_of(person uuid, kinds text[])
  returns table (kind text, item_id uuid, requirement_id uuid, since timestamptz, people integer)
  language sql stable security definer set search_path = '' as $$
    (select 'items', line.item_id, line.requirement_id, line.at, 0
       from private.day_of_items(person) as line where 'items' = any (kinds) and line.at < now()
       order by line.at, line.item_id limit 100)
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(person, array_replace(kinds, 'answers', 'candidates')) as listed
      where listed.section <> 'applied' or listed.at < now()
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(person, array['asked']) as listed where 'asked' = any (kinds) group by listed.requirement_id
  $$;

-- How many late things of each kind each of the team has; beyond a hundred, a hundred. And what nobody has.
create function private.read_workload() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_manager();
    return jsonb_build_object(
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('person', colleague.user_id, 'late', late.counts)
                                  order by late.total desc, colleague.display_name, colleague.user_id), '[]')
          from public.team_members as colleague
          cross join lateral (
            select coalesce(jsonb_object_agg(counted.kind, counted.things), '{}') as counts, coalesce(sum(counted.things), 0) as total
              from (select listed.kind, count(*) as things from private.late_of(colleague.user_id, private.late_kinds()) as listed
                      group by listed.kind) as counted) as late),
      'unassigned_requirements', (select count(*) from (select from private.open_requirements as open_requirement
                                                                  where open_requirement.recruiter_id is null limit 1000) as free));
  end $$;
grant execute on function private.read_workload to authenticated;

-- The rows of one of these numbers: items or requirements, the longest late first, with the version that somebody gives them as.
create function private.list_late(person uuid, kind text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_manager();
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
                 'id', coalesce(item.id, listed.requirement_id), 'is_item', item.id is not null,
                 'version', coalesce(item.version, requirement.version),
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'since', listed.since, 'people', listed.people)
                 order by listed.since, listed.requirement_id, listed.item_id), '[]')
        from private.late_of(list_late.person, array[list_late.kind]) as listed
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id);
  end $$;
grant execute on function private.list_late to authenticated;

-- # Exposed through the Data API

create function public.read_workload() returns jsonb
  language sql stable set search_path = '' as $$ select private.read_workload() $$;
grant execute on function public.read_workload to authenticated;

create function public.list_late(person uuid, kind text) returns jsonb
  language sql stable set search_path = '' as $$ select private.list_late(person, kind) $$;
grant execute on function public.list_late to authenticated;
