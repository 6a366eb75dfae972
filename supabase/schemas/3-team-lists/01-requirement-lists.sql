-- The team's list of requirements, by functions for the reason that the inbox's are (3-inbox/06-inbox-lists.sql).

-- What of the requirements a list of the team shows, and in which order; what is null is not asked for.
create type public.requirement_filter as (
  status public.requirement_status,
  priority public.requirement_priority,
  -- 'me', 'nobody', or a colleague's id.
  whose text,
  client uuid,
  words text,
  -- Of what is open (03-worklists.sql): one of its groups, for a file also 'open', which is all of them; 'word', 'deadline'
  -- or 'age'.
  only_group text,
  sort text,
  descending boolean
);

-- Whose requirements a filter asks for, by the recruiter's id.
create function private.wanted_recruiter(filter public.requirement_filter, caller uuid) returns uuid
  language sql immutable set search_path = ''
  as $$ select case when (filter).whose = 'me' then caller when (filter).whose <> 'nobody' then (filter).whose::uuid end $$;

-- One page of requirements, the newest first; of a search by the words of their items. Planned anew with its values
-- (private.inbox_page); of a priority each status is named, as its index has them.
create function private.requirements_page(
    caller uuid, filter public.requirement_filter, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid)
  language plpgsql stable rows 25 set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
  end $$;

-- The team's list of requirements: at most 25 and one more, which tells that there is a next page.
create function private.list_requirements(filter public.requirement_filter, after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, positions_filled integer, recruiter_id uuid, deadline date,
                 created_at timestamptz, updated_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
    with page as materialized (
      select * from private.requirements_page(private.require_team(), filter, after_key, after_id, 26)
        with ordinality as page (requirement_id, place))
    select requirement.id, requirement.job_title, requirement.location, requirement.client_id, company.company_name, requirement.status,
           requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.recruiter_id, requirement.deadline,
           requirement.created_at, requirement.updated_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts || private.applicant_counts(requirement.id)
      from page
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      order by page.place
  $$;
grant execute on function private.list_requirements to authenticated;

-- The same for a file, five hundred at a time, with what each says in some of its fields.
create function private.export_requirements(
    fields text[], filter public.requirement_filter, after_key timestamptz, after_id uuid)
  returns table (id uuid, company text, requirement_status public.requirement_status, recruiter_id uuid,
                 positions_filled integer, closed_reason text, created_at timestamptz, updated_at timestamptz, entries jsonb,
                 applicants jsonb)
  language sql security definer set search_path = '' as $$
    select private.require_exporter('requirements');
    select requirement.id, company.company_name, requirement.status, requirement.recruiter_id, requirement.positions_filled, requirement.closed_reason,
           requirement.created_at, requirement.updated_at, private.entries_of(requirement, fields),
           private.applicant_counts(requirement.id)
      from private.requirements_page(private.current_user_id(), filter, after_key, after_id, 500)
        with ordinality as page (requirement_id, place)
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      order by page.place
  $$;
grant execute on function private.export_requirements to authenticated;

-- # Exposed through the Data API

create function public.list_requirements(
    filter public.requirement_filter default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, positions_filled integer, recruiter_id uuid, deadline date,
                 created_at timestamptz, updated_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_requirements(filter, after_key, after_id)
  $$;
grant execute on function public.list_requirements to authenticated;

create function public.export_requirements(
    fields text[] default '{}', filter public.requirement_filter default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, company text, requirement_status public.requirement_status, recruiter_id uuid,
                 positions_filled integer, closed_reason text, created_at timestamptz, updated_at timestamptz, entries jsonb,
                 applicants jsonb)
  language sql set search_path = '' as $$
    select * from private.export_requirements(fields, filter, after_key, after_id)
  $$;
grant execute on function public.export_requirements to authenticated;
