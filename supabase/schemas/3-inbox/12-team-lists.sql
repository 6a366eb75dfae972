-- The team's lists of requirements and of companies, by functions for the reason that the inbox's are (09-inbox-lists.sql).

-- One page of requirements, the newest first. Rows come from an index in their order: of those without a status or a priority
-- from each status and priority in turn, and the newest of all these.
create function private.requirements_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, client uuid,
    words text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid) language plpgsql stable rows 25 set search_path = ''
  as $$
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
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if words is null then
      return query execute format('select id from (%s) as page order by created_at desc, id desc', listed)
        using status, priority, person, client, after_key, after_id, room;
      return;
    end if;
    if query is null then
      return;
    end if;
    -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
    if client is not null then
      query := query && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    found := private.find_by_words('public.inbox_items', query);
    return query execute concat('select item.requirement_id from public.inbox_items as item',
        case when parts or whose is not null
          then ' join public.job_requirements as filed on filed.id = item.requirement_id' end,
        ' where item.kind = ''requirement'' and ',
        case when found is null then 'item.search @@ $8' else 'item.id = any ($9)' end,
        case when status is not null then ' and filed.status = $1' end,
        case when priority is not null then ' and filed.priority = $2' end,
        case when whose = 'nobody' then ' and filed.recruiter_id is null'
             when whose is not null then ' and filed.recruiter_id = $3' end,
        case when after_id is not null then ' and (item.created_at, item.requirement_id) < ($5, $6)' end,
        ' order by item.created_at desc, item.requirement_id desc limit $7')
      using status, priority, person, client, after_key, after_id, room, query, found;
  end $$;

-- The team's list of requirements: at most 25 and one more, which tells that there is a next page.
create function private.list_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, client uuid, words text,
    after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, positions_filled integer, recruiter_id uuid, deadline date,
                 created_at timestamptz, updated_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
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
  $$;
grant execute on function private.list_requirements to authenticated;

-- The same for a file, five hundred at a time, with what each says in some of its fields.
create function private.export_requirements(
    fields text[], status public.requirement_status, priority public.requirement_priority, whose text, client uuid,
    words text, after_key timestamptz, after_id uuid)
  returns table (id uuid, company text, requirement_status public.requirement_status, recruiter_id uuid,
                 positions_filled integer, closed_reason text, created_at timestamptz, updated_at timestamptz, entries jsonb)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('requirements') as id)
    select filed.id, company.company_name, filed.status, filed.recruiter_id, filed.positions_filled, filed.closed_reason,
           filed.created_at, filed.updated_at, private.entries_of(filed, fields)
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $$;
grant execute on function private.export_requirements to authenticated;

-- One page of companies, the newest first. Of a search that finds hundreds the newest are looked at in their order.
create function private.clients_page(words text, after_key timestamptz, after_id uuid) returns table (client_id uuid)
  language plpgsql stable rows 26 set search_path = '' set plan_cache_mode = force_generic_plan as $$
  declare
    query tsquery := private.search_query(words);
    from_key timestamptz := case when after_id is null then 'infinity' else after_key end;
    from_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    found uuid[] := array(select id from private.found_clients(words) as id limit 301);
  begin
    if words is null then
      return query select client.id from public.clients as client
        where (client.created_at, client.id) < (from_key, from_id)
        order by client.created_at desc, client.id desc limit 26;
    elsif cardinality(found) <= 300 then
      return query select client.id from public.clients as client
        where client.id = any (found) and (client.created_at, client.id) < (from_key, from_id)
        order by client.created_at desc, client.id desc limit 26;
    else
      return query select client.id from public.clients as client
        where (client.created_at, client.id) < (from_key, from_id)
          and (client.search @@ query
            or exists (select from public.client_members as member
                        where member.client_id = client.id
                          and private.searchable_name(member.full_name, member.phone) @@ query offset 0))
        order by client.created_at desc, client.id desc limit 26;
    end if;
  end $$;

-- The team's list of companies: at most 25 and one more, which tells that there is a next page. A word of the search is a
-- word of the company's name, or of a name in it, or a number of theirs.
create function private.list_clients(words text, after_key timestamptz, after_id uuid)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, client.created_at,
           (select count(*)::integer from public.client_members as member where member.client_id = client.id),
           figures.total, figures.active
      from caller
      cross join lateral private.clients_page(case when caller.id is not null then words end, after_key, after_id) as page
      cross join lateral (select * from public.clients as listed where listed.id = page.client_id limit 1) as client
      cross join lateral private.requirement_figures(client.id) as figures
      order by client.created_at desc, client.id desc
  $$;
grant execute on function private.list_clients to authenticated;

-- # Exposed through the Data API

create function public.list_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, client uuid default null, words text default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, positions_filled integer, recruiter_id uuid, deadline date,
                 created_at timestamptz, updated_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $$;
grant execute on function public.list_requirements to authenticated;

create function public.export_requirements(
    fields text[] default '{}', status public.requirement_status default null,
    priority public.requirement_priority default null, whose text default null, client uuid default null,
    words text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, company text, requirement_status public.requirement_status, recruiter_id uuid,
                 positions_filled integer, closed_reason text, created_at timestamptz, updated_at timestamptz, entries jsonb)
  language sql set search_path = '' as $$
    select * from private.export_requirements(fields, status, priority, whose, client, words, after_key, after_id)
  $$;
grant execute on function public.export_requirements to authenticated;

create function public.list_clients(words text default null, after_key timestamptz default null,
                                    after_id uuid default null)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable set search_path = '' as $$ select * from private.list_clients(words, after_key, after_id) $$;
grant execute on function public.list_clients to authenticated;
