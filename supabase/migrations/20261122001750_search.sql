-- What is begun is found: a clerk types "Weld", the first half of an address, or "O'Brien" of a longer name. And companies
-- are found by the names of their people.

-- Of a query each word of three letters or more stands for all that begin with it; shorter ones would be half the language.
create function private.with_prefixes(query tsquery) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select regexp_replace(regexp_replace(query::text, '''((?:[^'']|'''')+)''', '''\1'':*', 'g'),
                          '''([^'']{1,2})'':\*', '''\1''', 'g')::tsquery
  $$;

-- How a search box's words are understood, as before: of what is longer than anybody types the beginning, and without what
-- would be an operator in every place.
alter function private.search_query(text) rename to typed_query;

create function private.search_query(words text) returns tsquery
  language sql immutable set search_path = ''
  as $$ select private.with_prefixes(private.typed_query(words)) $$;

create index clients_names on public.clients using gin (to_tsvector('simple', coalesce(full_name, '')));
create index client_members_names on public.client_members using gin (to_tsvector('simple', coalesce(full_name, '')));

-- The companies that a search finds: by a word of the name, or of somebody's of them.
create function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = ''
  as $$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on to_tsvector('simple', client.company_name) @@ wanted.query
    union
    select client.id from wanted
      join public.clients as client on to_tsvector('simple', coalesce(client.full_name, '')) @@ wanted.query
    union
    select member.client_id from wanted
      join public.client_members as member on to_tsvector('simple', coalesce(member.full_name, '')) @@ wanted.query
  $$;

create or replace function private.list_clients(words text, after_key timestamptz, after_id uuid)
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
            and (words is null or listed.id in (select private.found_clients(words)))
            and (after_id is null or (listed.created_at, listed.id) < (after_key, after_id))
          order by listed.created_at desc, listed.id desc limit 26) as client
      cross join lateral (
        select count(*)::integer as requirements,
               (count(*) filter (where requirement.status in ('new', 'in_progress')))::integer as active
          from public.job_requirements as requirement where requirement.client_id = client.id) as filed
      order by client.created_at desc, client.id desc
  $$;
