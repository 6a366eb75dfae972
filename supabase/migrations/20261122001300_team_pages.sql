-- What pages ask of the database besides: companies as the team lists them, and whom a company has as its recruiters.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261122001350' $$;

create index clients_newest on public.clients (created_at desc, id desc);

-- The team's list of companies, the newest first, at most 25 and one more, which tells that there is a next page. A word of
-- the search is a word of the name.
create function private.list_clients(words text, after_key timestamptz, after_id uuid)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, client.created_at,
           (select count(*)::integer from public.client_members as member where member.client_id = client.id),
           filed.requirements, filed.active
      from caller
      cross join lateral (
        select * from public.clients as listed
          where caller.id is not null
            and (words is null or to_tsvector('simple', listed.company_name) @@ private.search_query(words))
            and (after_id is null or (listed.created_at, listed.id) < (after_key, after_id))
          order by listed.created_at desc, listed.id desc limit 26) as client
      cross join lateral (
        select count(*)::integer as requirements,
               (count(*) filter (where requirement.status in ('new', 'in_progress')))::integer as active
          from public.job_requirements as requirement where requirement.client_id = client.id) as filed
      order by client.created_at desc, client.id desc
  $$;

-- Who of the team looks after any requirement of the caller's company, as it may reach them.
create function private.own_recruiters()
  returns table (user_id uuid, display_name text, contact_email text, contact_phone text)
  language sql stable security definer set search_path = ''
  as $$
    select colleague.user_id, colleague.display_name, colleague.contact_email, colleague.contact_phone
      from public.team_members as colleague
      where exists (select from public.job_requirements as filed
        where filed.recruiter_id = colleague.user_id and filed.client_id = (select private.current_client_id()))
  $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.list_clients(words text default null, after_key timestamptz default null,
                                    after_id uuid default null)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.list_clients(words, after_key, after_id) $$;

create function public.own_recruiters()
  returns table (user_id uuid, display_name text, contact_email text, contact_phone text)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.own_recruiters() $$;
