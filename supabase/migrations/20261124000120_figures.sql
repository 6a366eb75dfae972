-- A company's dashboard costs the same however much it has filed, and however much others have: its figures are kept, its
-- list names the company beside the policy, and each status has an index that gives it in the list's order
-- (docs/decisions/026).

-- What a company has filed: how many requirements, how many of them are active, and how many positions in all.
-- A company without a row has not been counted.
create table private.requirement_counts (
  client_id uuid primary key references public.clients (id) on delete cascade,
  total integer not null,
  active integer not null,
  positions bigint not null
);

insert into private.requirement_counts
  select client_id, count(*), count(*) filter (where status in ('new', 'in_progress')), sum(positions_count)
    from public.job_requirements group by client_id;

-- A company's figures: as they are kept, else as they are counted.
create function private.requirement_figures(client uuid)
  returns table (total integer, active integer, positions bigint)
  language sql stable security definer rows 1 set search_path = ''
  as $$
    select counts.total, counts.active, counts.positions from private.requirement_counts as counts
      where counts.client_id = client
    union all
    select count(*)::integer, (count(*) filter (where filed.status in ('new', 'in_progress')))::integer,
           coalesce(sum(filed.positions_count), 0)::bigint
      from public.job_requirements as filed
      -- Asked before anything is counted, and of the row that counting nothing gives.
      where filed.client_id = client
        and not exists (select from private.requirement_counts as counts where counts.client_id = client)
      having not exists (select from private.requirement_counts as counts where counts.client_id = client)
  $$;

-- Keeps the figures, once a statement, of companies in the order of their ids: two statements can't wait for each other.
-- The first change of a company that has not been counted counts it.
create function private.count_requirements() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    change record;
    -- What came counts, and what went counts down.
    changes text := concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select client_id, status, positions_count, 1 as sign from came' end,
      case when tg_op <> 'INSERT' then 'select client_id, status, positions_count, -1 as sign from went' end);
  begin
    for change in execute format('
      select * from (select client_id, sum(sign)::integer as total,
                            coalesce(sum(sign) filter (where status in (''new'', ''in_progress'')), 0)::integer as active,
                            sum(sign * positions_count)::bigint as positions
                       from (%s) as changed group by client_id) as changed
        where (total, active, positions) <> (0, 0, 0) order by client_id', changes)
    loop
      update private.requirement_counts as kept
        set (total, active, positions) =
            (kept.total + change.total, kept.active + change.active, kept.positions + change.positions)
        where kept.client_id = change.client_id;
      continue when found;
      -- Of a company that is being deleted nothing is kept.
      insert into private.requirement_counts as kept
        select client.id, figures.* from public.clients as client
          cross join private.requirement_figures(client.id) as figures where client.id = change.client_id
        on conflict (client_id) do update
          set (total, active, positions) =
              (kept.total + change.total, kept.active + change.active, kept.positions + change.positions);
    end loop;
    return null;
  end $$;

create trigger count_filed after insert on public.job_requirements
  referencing new table as came for each statement execute function private.count_requirements();
create trigger count_changed after update on public.job_requirements
  referencing old table as went new table as came for each statement execute function private.count_requirements();
create trigger count_deleted after delete on public.job_requirements
  referencing old table as went for each statement execute function private.count_requirements();

-- The figures of all that somebody may see: their company's, or, for the team, everybody's.
create function private.visible_figures() returns table (total integer, active integer, positions bigint)
  language plpgsql stable security definer rows 1 set search_path = ''
  as $$
  declare company uuid := private.current_client_id();
  begin
    -- Of the team, those see figures of all who may read all.
    if private.may_export() then
      return query
        select count(*)::integer, (count(*) filter (where filed.status in ('new', 'in_progress')))::integer,
               coalesce(sum(filed.positions_count), 0)::bigint
          from public.job_requirements as filed;
    else
      return query select * from private.requirement_figures(company);
    end if;
  end $$;

create or replace view public.requirement_totals with (security_invoker = true) as
  select total, active, positions from private.visible_figures();

-- When a requirement with something unread was filed, which is the order of the dashboard: it never changes.
alter table public.unread_messages add column filed_at timestamptz;
update public.unread_messages as held set filed_at = filed.created_at
  from public.job_requirements as filed where filed.id = held.requirement_id;
-- The default is for the rows of a backup of before, which are written without triggers.
alter table public.unread_messages alter column filed_at set default now(), alter column filed_at set not null;
create index unread_messages_filed on public.unread_messages (user_id, filed_at desc, requirement_id desc);

create function private.stamp_unread() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.filed_at := (select filed.created_at from public.job_requirements as filed where filed.id = new.requirement_id);
    return new;
  end $$;
create trigger stamp_unread before insert on public.unread_messages
  for each row execute function private.stamp_unread();

-- Who of the team looks after requirements of the own company. Of each one requirement is enough.
create or replace function private.own_recruiters()
  returns table (user_id uuid, display_name text, contact_email text, contact_phone text)
  language sql stable security definer set search_path = ''
  as $$
    select colleague.user_id, colleague.display_name, colleague.contact_email, colleague.contact_phone
      from public.team_members as colleague
      cross join lateral (select from public.job_requirements as filed
                            where filed.recruiter_id = colleague.user_id
                              and filed.client_id = (select private.current_client_id())
                            order by filed.created_at desc, filed.id desc limit 1) as theirs
  $$;

-- What somebody of a company has not read, the newest of at most a hundred requirements.
create or replace function private.own_messages() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with own as materialized (
      select held.*, filed.job_title
        from public.unread_messages as held
        cross join lateral (select shown.job_title, shown.client_id from public.job_requirements as shown
                              where shown.id = held.requirement_id limit 1) as filed
        where held.user_id = (select private.current_user_id())
          and filed.client_id = (select private.current_client_id())
        order by held.last_at desc, held.requirement_id limit 100)
    select jsonb_build_object(
      'requirements', (select count(*) from own),
      'newest', (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', newest.requirement_id, 'job_title', newest.job_title, 'unread', newest.unread,
                   'last_at', newest.last_at) order by newest.last_at desc, newest.requirement_id), '[]')
                 from (select * from own order by own.last_at desc, own.requirement_id limit 5) as newest))
  $$;

-- The dashboard's rows. It names the company itself: under a policy Postgres compares no status before it has read the row,
-- so that a status that hardly any requirement has would cost all of them. A status is asked for with each priority, as the
-- index has them.
create function private.own_requirements(size integer, wanted public.requirement_status, only_unread boolean,
                                         before_at timestamptz, before_id uuid)
  returns table (id uuid)
  language plpgsql stable security definer rows 21 set search_path = ''
  as $$
  declare
    person uuid := private.current_user_id();
    company uuid := private.current_client_id();
    room integer := least(greatest(size, 0), 100) + 1;
    from_at timestamptz := coalesce(before_at, 'infinity');
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  begin
    if only_unread then
      return query
        select waiting.requirement_id from public.unread_messages as waiting
          cross join lateral (select filed.client_id, filed.status from public.job_requirements as filed
                                where filed.id = waiting.requirement_id limit 1) as filed
          where waiting.user_id = person and (waiting.filed_at, waiting.requirement_id) < (from_at, from_id)
            and filed.client_id = company and (wanted is null or filed.status = wanted)
          order by waiting.filed_at desc, waiting.requirement_id desc limit room;
    elsif wanted is null then
      return query
        select filed.id from public.job_requirements as filed
          where filed.client_id = company and (filed.created_at, filed.id) < (from_at, from_id)
          order by filed.created_at desc, filed.id desc limit room;
    else
      return query
        select listed.id from unnest(enum_range(null::public.requirement_priority)) as each (priority)
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = wanted and filed.priority = each.priority
                and (filed.created_at, filed.id) < (from_at, from_id)
              order by filed.created_at desc, filed.id desc limit room) as listed
          order by listed.created_at desc, listed.id desc limit room;
    end if;
  end $$;

-- The dashboard's page: the policy has the last word on each row.
create or replace function public.dashboard_page(
    page_size integer, wanted public.requirement_status default null, only_unread boolean default false,
    before_at timestamptz default null, before_id uuid default null)
  returns jsonb language sql stable security invoker set search_path = ''
  as $$
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed)) from (
        select filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.created_at, filed.recruiter_id,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from private.own_requirements(page_size, wanted, only_unread, before_at, before_id) as page
          join public.job_requirements as filed on filed.id = page.id
          order by filed.created_at desc, filed.id desc) as listed), '[]'))
  $$;

-- The companies that a search finds: by a word of the name, or of somebody's of them. Some of them may come twice.
create or replace function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = ''
  as $$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on to_tsvector('simple', client.company_name) @@ wanted.query
    union all
    select client.id from wanted
      join public.clients as client on to_tsvector('simple', coalesce(client.full_name, '')) @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on to_tsvector('simple', coalesce(member.full_name, '')) @@ wanted.query
  $$;

-- One page of companies, the newest first. Of a search that finds hundreds the newest are looked at in their order.
create function private.clients_page(words text, after_key timestamptz, after_id uuid) returns table (client_id uuid)
  language plpgsql stable rows 26 set search_path = ''
  as $$
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
          and (to_tsvector('simple', client.company_name) @@ query
            or to_tsvector('simple', coalesce(client.full_name, '')) @@ query
            or exists (select from public.client_members as member
                        where member.client_id = client.id
                          and to_tsvector('simple', coalesce(member.full_name, '')) @@ query offset 0))
        order by client.created_at desc, client.id desc limit 26;
    end if;
  end $$;

create or replace function private.list_clients(words text, after_key timestamptz, after_id uuid)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable security definer set search_path = ''
  as $$
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
