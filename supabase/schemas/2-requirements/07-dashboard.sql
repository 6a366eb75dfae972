-- A company's dashboard, in one answer. It costs the same however much others have filed (docs/decisions/database.md).

-- A company's figures: how many requirements it has filed, how many of them are active, and how many positions in all.
create function private.requirement_figures(client uuid)
  returns table (total integer, active integer, positions bigint)
  language sql stable security definer rows 1 set search_path = '' as $$
    select count(*)::integer, (count(*) filter (where requirement.status = any (private.open_statuses())))::integer,
           coalesce(sum(requirement.positions_count), 0)::bigint
      from public.job_requirements as requirement where requirement.client_id = client
  $$;

-- The figures of all that somebody may see: of their company's requirements, or, for those of the team who may read all, of
-- every company's.
create function private.visible_figures() returns table (total integer, active integer, positions bigint)
  language sql stable security definer rows 1 set search_path = '' as $$
    select coalesce(sum(figures.total), 0)::integer, coalesce(sum(figures.active), 0)::integer,
           coalesce(sum(figures.positions), 0)::bigint
      from (select private.current_client_id() as id
            union
            select client.id from public.clients as client where (select private.may_export())) as readable
      cross join lateral private.requirement_figures(readable.id) as figures
  $$;
grant execute on function private.visible_figures to authenticated;

-- The dashboard's rows, with the key that each was sorted by: the newest first, the oldest, or by deadline, of one status or
-- of all, with unread messages, and with the words of a search. It names the company itself: under a policy Postgres compares
-- no status before it has read the row. Planned anew with its values (private.inbox_page).
create function private.own_requirements(size integer, wanted public.requirement_status, only_unread boolean,
                                         before_at timestamptz, before_id uuid, words text, sort text)
  returns table (id uuid, sort_key timestamptz)
  language plpgsql stable security definer rows 21 set search_path = '' set plan_cache_mode = force_custom_plan as $$
  declare
    company uuid := private.current_client_id();
    is_falling boolean := sort is null;
    query tsquery := private.search_query(words) && quote_literal(private.company_lexeme(company))::tsquery;
    found uuid[];
    unread uuid[];
  begin
    if sort not in ('oldest', 'deadline') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif words is not null and query is null then
      return;
    end if;
    if words is not null then
      found := private.find_by_words('public.inbox_items', query);
    end if;
    if found is not null then
      found := array(select item.requirement_id from public.inbox_items as item where item.id = any (found));
    end if;
    if only_unread then
      unread := array(select message.requirement_id from public.unread_messages as message
                        where message.user_id = private.current_user_id());
    end if;
    return query
      select requirement.id, listed.key
        from public.job_requirements as requirement
        cross join lateral (
          select case when sort = 'deadline' then coalesce(requirement.deadline, '2999-12-31')::timestamp at time zone 'UTC'
                      else requirement.created_at end as key) as listed
        where requirement.client_id = company
          and (wanted is null or requirement.status = wanted)
          and (unread is null or requirement.id = any (unread))
          and (found is null or requirement.id = any (found))
          and (words is null or found is not null
               or (select item.search @@ query from public.inbox_items as item where item.requirement_id = requirement.id))
          and (before_id is null or case when is_falling then (listed.key, requirement.id) < (before_at, before_id)
                                         else (listed.key, requirement.id) > (before_at, before_id) end)
        order by case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then requirement.id end, case when is_falling then requirement.id end desc
        limit least(greatest(size, 0), 100) + 1;
  end $$;
grant execute on function private.own_requirements to authenticated;

-- The dashboard's three figures (specification, section 2) over every row the reader may see, without loading one of them.
create view public.requirement_totals with (security_invoker = true) as
  select total, active, positions from private.visible_figures();
grant select on public.requirement_totals to authenticated;

-- All that a dashboard shows beside its list: the three figures (section 2) of what the caller may see, who of the team
-- looks after any of it, by account, what somebody without a company may join, what the team has written, whose candidates
-- wait, and what is begun.
create function private.own_dashboard() returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, recruiter.contact)
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'candidates', private.own_waiting_candidates(),
      'drafts', private.own_drafts())
  $$;
grant execute on function private.own_dashboard to authenticated;

-- By when the company of the caller has an answer of ours; without one where nothing waits for us.
create function private.answers_for_reader(requirements uuid[]) returns table (requirement_id uuid, answer_by timestamptz)
  language sql stable security definer rows 21 set search_path = '' as $$
    select requirement.id, private.answer_due(requirement.id) from public.job_requirements as requirement
      where requirement.id = any (requirements) and requirement.client_id = (select private.current_client_id())
        and requirement.status = any (private.open_statuses())
  $$;
grant execute on function private.answers_for_reader to authenticated;

-- Until when those of them are on the agency's site that are.
create function private.adverts_for_reader(requirements uuid[]) returns table (requirement_id uuid, advertised_until date)
  language sql stable security definer rows 21 set search_path = '' as $$
    select advert.requirement_id, advert.closes_on from public.adverts as advert
      join public.job_requirements as requirement on requirement.id = advert.requirement_id
      where advert.requirement_id = any (requirements) and requirement.client_id = (select private.current_client_id())
        and private.is_advertised(advert)
  $$;
grant execute on function private.adverts_for_reader to authenticated;

-- # Exposed through the Data API

-- The dashboard's page: the policy has the last word on each row.
create function public.dashboard_page(
    page_size integer, wanted public.requirement_status default null, only_unread boolean default false,
    before_at timestamptz default null, before_id uuid default null, words text default null, sort text default null)
  returns jsonb language sql stable set search_path = ''
  as $$
    with page as materialized (
      select * from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
        with ordinality as page (id, sort_key, place))
    select private.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, requirement.id, requirement.job_title, requirement.job_type, requirement.location, requirement.status, requirement.closed_reason,
               requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.created_at, requirement.deadline,
               requirement.recruiter_id, requirement.joining_date, due.answer_by, counted.counts as candidates,
               shown.advertised_until,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = requirement.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as requirement on requirement.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id
          left join private.answers_for_reader(array(select page.id from page)) as due
            on due.requirement_id = page.id
          left join private.adverts_for_reader(array(select page.id from page)) as shown
            on shown.requirement_id = page.id) as listed), '[]'))
  $$;
grant execute on function public.dashboard_page to authenticated;
