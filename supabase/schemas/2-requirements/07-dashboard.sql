-- A company's dashboard, in one answer. It costs the same however much others have filed (docs/decisions/database.md).

-- A company's figures: how many requirements it has filed, how many of them are active, and how many positions in all.
create function private.requirement_figures(client uuid)
  returns table (total integer, active integer, positions bigint)
  language sql stable security definer rows 1 set search_path = '' as $$
    select count(*)::integer, (count(*) filter (where requirement.status = any (private.open_statuses())))::integer,
           coalesce(sum(requirement.positions_count), 0)::bigint
      from public.job_requirements as requirement where requirement.client_id = client
  $$;

-- The figures of all that somebody may see: their company's, or, for the team, everybody's.
create function private.visible_figures() returns table (total integer, active integer, positions bigint)
  language plpgsql stable security definer rows 1 set search_path = '' as $$
  declare company uuid := private.current_client_id();
  begin
    -- Of the team, those see figures of all who may read all.
    if private.may_export() then
      return query
        select count(*)::integer, (count(*) filter (where filed.status = any (private.open_statuses())))::integer,
               coalesce(sum(filed.positions_count), 0)::bigint
          from public.job_requirements as filed;
    else
      return query select * from private.requirement_figures(company);
    end if;
  end $$;
grant execute on function private.visible_figures to authenticated;

-- The dashboard's rows, with the key that each was sorted by: the newest first, the oldest, or by deadline, or, of a search,
-- the newest that have its words. It names the company itself: under a policy Postgres compares no status before it has read
-- the row, so that a status that hardly any requirement has would cost all of them. A status is asked for with each priority,
-- as the index has them. What has unread messages is the newest first as well.
create function private.own_requirements(size integer, wanted public.requirement_status, only_unread boolean,
                                         before_at timestamptz, before_id uuid, words text, sort text)
  returns table (id uuid, sort_key timestamptz)
  language plpgsql stable security definer rows 21 set search_path = '' as $$
  declare
    person uuid := private.current_user_id();
    company uuid := private.current_client_id();
    room integer := least(greatest(size, 0), 100) + 1;
    is_rising boolean := coalesce(sort, 'newest') <> 'newest';
    from_at timestamptz := coalesce(before_at, case when is_rising then '-infinity' else 'infinity' end::timestamptz);
    from_id uuid := coalesce(before_id, case when is_rising then '00000000-0000-0000-0000-000000000000'
                                             else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  begin
    if only_unread then
      return query
        select waiting.requirement_id, waiting.filed_at from public.unread_messages as waiting
          cross join lateral (select filed.client_id, filed.status from public.job_requirements as filed
                                where filed.id = waiting.requirement_id limit 1) as filed
          where waiting.user_id = person
            and (waiting.filed_at, waiting.requirement_id) < (coalesce(before_at, 'infinity'),
              coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
            and filed.client_id = company and (wanted is null or filed.status = wanted)
          order by waiting.filed_at desc, waiting.requirement_id desc limit room;
    elsif words is not null then
      return query
        select page.requirement_id, filed.created_at
          from private.requirements_page(person, wanted, null, null, company, words, before_at, before_id, room)
            with ordinality as page (requirement_id, place)
          cross join lateral (select * from public.job_requirements as shown
                                where shown.id = page.requirement_id limit 1) as filed
          where filed.client_id = company
          order by page.place;
    elsif sort = 'deadline' then
      return query
        select listed.id, listed.key::timestamp at time zone 'UTC'
          from unnest(enum_range(wanted, wanted)) as each_status
          cross join unnest(enum_range(null::public.requirement_priority)) as each_priority
          cross join lateral (
            select filed.id, coalesce(filed.deadline, '2999-12-31') as key from public.job_requirements as filed
              where filed.client_id = company and filed.status = each_status and filed.priority = each_priority
                and (coalesce(filed.deadline, '2999-12-31'), filed.id) > ((from_at at time zone 'UTC')::date, from_id)
              order by coalesce(filed.deadline, '2999-12-31'), filed.id limit room) as listed
          order by listed.key, listed.id limit room;
    elsif sort = 'oldest' then
      return query
        select listed.id, listed.created_at
          from unnest(enum_range(wanted, wanted)) as each_status
          cross join unnest(enum_range(null::public.requirement_priority)) as each_priority
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = each_status and filed.priority = each_priority
                and (filed.created_at, filed.id) > (from_at, from_id)
              order by filed.created_at, filed.id limit room) as listed
          order by listed.created_at, listed.id limit room;
    elsif sort is not null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif wanted is null then
      return query
        select filed.id, filed.created_at from public.job_requirements as filed
          where filed.client_id = company and (filed.created_at, filed.id) < (from_at, from_id)
          order by filed.created_at desc, filed.id desc limit room;
    else
      return query
        select listed.id, listed.created_at from unnest(enum_range(null::public.requirement_priority)) as each (priority)
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = wanted and filed.priority = each.priority
                and (filed.created_at, filed.id) < (from_at, from_id)
              order by filed.created_at desc, filed.id desc limit room) as listed
          order by listed.created_at desc, listed.id desc limit room;
    end if;
  end $$;
grant execute on function private.own_requirements to authenticated;

-- The dashboard's three figures (specification, section 2) over every row the reader may see, without loading one of them.
create view public.requirement_totals with (security_invoker = true) as
  select total, active, positions from private.visible_figures();
grant select on public.requirement_totals to authenticated;

-- # Exposed through the Data API

-- All that a dashboard shows beside its list: the three figures (section 2) of what the caller may see, who of the team
-- looks after any of it, by account, what somebody without a company may join, what the team has written, whose candidates
-- wait, and what is begun.
create function public.own_dashboard() returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'candidates', private.own_waiting_candidates(),
      'drafts', private.own_drafts())
  $$;
grant execute on function public.own_dashboard to authenticated;

-- The dashboard's page: the policy has the last word on each row.
create function public.dashboard_page(
    page_size integer, wanted public.requirement_status default null, only_unread boolean default false,
    before_at timestamptz default null, before_id uuid default null, words text default null, sort text default null)
  returns jsonb language sql stable set search_path = ''
  as $$
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
  $$;
grant execute on function public.dashboard_page to authenticated;
