-- A requirement changes: who may change which status stands here and nowhere else, each change raises its version and
-- leaves an event. What is refused says so with the status that the Data API then answers: PT404 gone (or never the
-- caller's to see), PT409 changed by somebody else since it was read, PT422 not possible; 42501 not the caller's to do.

create type public.side as enum ('company', 'team');

create or replace function private.raise_version() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.version := old.version + 1;
    return new;
  end $$;

alter table public.job_requirements
  add column version integer not null default 1 check (version > 0),
  add column submitted_by uuid references auth.users (id) on delete set null,
  add column recruiter_id uuid references auth.users (id) on delete set null,
  add column closed_reason text check (private.is_text(closed_reason, 500)),
  add column source_posting_id uuid unique references public.public_job_submissions (id) on delete set null;
create index job_requirements_submitted_by on public.job_requirements (submitted_by, created_at desc, id desc);
create index job_requirements_recruiter on public.job_requirements (recruiter_id, created_at desc, id desc);
create index job_requirements_status on public.job_requirements (status, priority, created_at desc, id desc);

-- Until now a company had one person. Nothing has happened to these rows: their dates stay.
alter table public.job_requirements disable trigger stamp_update;
update public.job_requirements as requirement set submitted_by = client.user_id
  from public.clients as client where client.id = requirement.client_id;
alter table public.job_requirements enable trigger stamp_update;

create trigger raise_version before update on public.job_requirements
  for each row when (old.* is distinct from new.*) execute function private.raise_version();

-- Of these, only the database says what they are. Runs as the person who writes, so that it can tell.
create function private.stamp_requirement() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if current_user in ('anon', 'authenticated') then
      new.version := 1;
      new.submitted_by := private.current_user_id();
      new.recruiter_id := null;
      new.closed_reason := null;
      new.source_posting_id := null;
    end if;
    return new;
  end $$;

create trigger stamp_requirement before insert on public.job_requirements
  for each row execute function private.stamp_requirement();

-- What a company fills in, in the form's order; long texts and lists leave no copies in events.
create function private.requirement_fields() returns text[]
  language sql immutable set search_path = ''
  as $$
    select array['job_title', 'job_type', 'department', 'location', 'remote_allowed', 'min_experience', 'max_experience',
                 'min_salary', 'max_salary', 'currency', 'required_skills', 'preferred_skills', 'education_requirements',
                 'job_description', 'responsibilities', 'benefits', 'positions_count', 'priority', 'expected_start_date',
                 'deadline', 'notes']
  $$;

create function private.long_requirement_fields() returns text[]
  language sql immutable set search_path = ''
  as $$
    select array['required_skills', 'preferred_skills', 'education_requirements', 'job_description', 'responsibilities',
                 'benefits', 'notes']
  $$;

-- On which side of a company's requirement does the caller act? Null for the database itself and for everybody else.
create function private.side_on(client_id uuid) returns public.side
  language sql stable security definer set search_path = ''
  as $$
    select case when private.is_team_member() then 'team'::public.side
                when client_id = private.current_client_id() and private.may_write_for_client() then 'company' end
  $$;

create function private.is_team(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.user_roles
      where user_id = person and role in ('admin', 'recruiter', 'hr_manager'))
  $$;

-- Whoever is given something is of the team (or nobody), and is until the transaction ends: who leaves at that moment has
-- it to leave behind (20261122000670_leavers.sql).
create function private.hold_team_member(person uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform from public.user_roles
      where user_id = person and role in ('admin', 'recruiter', 'hr_manager') for share;
    if person is not null and not found then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    end if;
  end $$;

-- Who is asking, if of the team; 42501 for everybody else.
create function private.require_team() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  declare caller uuid := private.current_user_id();
  begin
    if caller is null or not private.is_team(caller) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return caller;
  end $$;

-- Which status may follow which: app/features/requirements/transitions.ts has the same, and a test compares the two.
create function private.requirement_transitions()
  returns table (side public.side, from_status public.requirement_status, to_status public.requirement_status)
  language sql immutable set search_path = ''
  as $$
    select 'company'::public.side, open, 'cancelled'::public.requirement_status
      from unnest(array['new', 'in_progress']::public.requirement_status[]) as open
    union all
    select 'team', before, after
      from unnest(enum_range(null::public.requirement_status)) as before
      cross join unnest(enum_range(null::public.requirement_status)) as after
      where before <> after
  $$;

-- The status may be changed by the company or the team, never the rest with it; a company says why it withdraws.
create function private.guard_status() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if acting is not null and not exists (select from private.requirement_transitions() as allowed
        where allowed.side = acting and allowed.from_status = old.status and allowed.to_status = new.status) then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    if new.status in ('new', 'in_progress') then
      new.closed_reason := null;
    elsif acting = 'company' and new.closed_reason is null then
      raise exception 'reason_missing' using errcode = 'PT422';
    end if;
    return new;
  end $$;

create trigger guard_status before update of status on public.job_requirements
  for each row when (old.status is distinct from new.status) execute function private.guard_status();

-- What happened to a requirement. `changes` has old and new of short values, and null for a field whose name is enough.
create table public.requirement_events (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- The requirement's, which never changes: the policy asks each row.
  client_id uuid not null references public.clients (id) on delete cascade,
  actor uuid references auth.users (id) on delete set null,
  side public.side,
  type text not null check (type in ('created', 'converted', 'edited', 'status', 'recruiter')),
  -- Whom it is about: the recruiter who was named.
  person uuid references auth.users (id) on delete set null,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  for_client boolean not null default true,
  -- Several in one transaction keep their order.
  created_at timestamptz not null default clock_timestamp()
);
create index requirement_events_timeline on public.requirement_events (requirement_id, created_at desc, id desc);
create index requirement_events_client on public.requirement_events (client_id);
create index requirement_events_actor on public.requirement_events (actor);
create index requirement_events_person on public.requirement_events (person);

alter table public.requirement_events enable row level security;
alter table public.requirement_events force row level security;
create policy "the team, or what is for the own company" on public.requirement_events for select to authenticated
  using ((select private.is_team_member())
    or (for_client and client_id = (select private.current_client_id())));

create function private.record_requirement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when new.source_posting_id is null then 'created' else 'converted' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(to_jsonb(old) -> field, to_jsonb(new) -> field) end)
      into edits from unnest(private.requirement_fields()) as field
      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field;
    if edits is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $$;

insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
  select id, client_id, submitted_by, 'company', 'created', created_at from public.job_requirements;

create trigger record_requirement after insert or update on public.job_requirements
  for each row execute function private.record_requirement();
