-- Requirements: what a company looks for. Who may change which status is decided here (the site's statuses.ts offers the same); each change raises the
-- version. What is refused says so with the status that the Data API then answers: PT404 gone (or never the caller's to see),
-- PT409 changed by somebody else since it was read, PT422 not possible; 42501 not the caller's to do.

create table public.job_requirements (
  id uuid primary key default gen_random_uuid(),
  -- Whoever files need not say for which company: theirs. The policy refuses who has none, and who only reads.
  client_id uuid not null default private.current_client_id() references public.clients (id) on delete cascade,
  form_id uuid,
  job_title text not null check (private.is_text(job_title, 200)),
  job_type public.job_type not null,
  department text check (private.is_text(department, 200)),
  location text not null check (private.is_text(location, 200)),
  remote_allowed boolean not null default false,
  min_experience integer check (min_experience between 0 and 100),
  max_experience integer check (max_experience between 0 and 100),
  min_salary numeric(14, 2),
  max_salary numeric(14, 2),
  currency public.currency_code not null default 'USD',
  required_skills text[] not null check (private.are_skills(required_skills, 1)),
  preferred_skills text[] not null default '{}' check (private.are_skills(preferred_skills, 0)),
  education_requirements text check (private.is_text(education_requirements, 10000)),
  job_description text not null check (private.is_text(job_description, 10000)),
  responsibilities text check (private.is_text(responsibilities, 10000)),
  benefits text check (private.is_text(benefits, 10000)),
  positions_count integer not null default 1 check (positions_count between 1 and 100000),
  priority public.requirement_priority not null default 'medium',
  expected_start_date date,
  deadline date,
  notes text check (private.is_text(notes, 10000)),
  status public.requirement_status not null default 'new',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1 check (version > 0),
  submitted_by uuid references auth.users (id) on delete set null,
  recruiter_id uuid references auth.users (id) on delete set null,
  closed_reason text check (private.is_text(closed_reason, 500)),
  -- What the team has made it of, if of anything: a posting, or else what one of the two other source columns names.
  source_posting_id uuid unique references public.public_job_submissions (id) on delete set null,
  -- What the team says when it is filled: how many of the positions, and when those people begin.
  positions_filled integer not null default 0 check (positions_filled between 0 and 100000),
  joining_date date check (joining_date between '1900-01-01' and '2999-12-31'),
  constraint experience_range check (max_experience >= min_experience),
  constraint salary_range check (max_salary >= min_salary),
  constraint min_salary_is_a_number check (min_salary < 'NaN'),
  constraint max_salary_is_a_number check (max_salary < 'NaN'),
  -- Years as the form takes them: beyond these nobody hires, and the one or the other program stumbles.
  constraint dates_in_reach check (
    expected_start_date between '1900-01-01' and '2999-12-31' and deadline between '1900-01-01' and '2999-12-31'),
  constraint job_requirements_form_id_key unique (client_id, form_id),
  source_contact_id uuid unique references public.contact_submissions (id) on delete set null,
  source_consultation_id uuid unique references public.consultation_requests (id) on delete set null,
  -- The team has filed it for its company; before there was such a mark, of postings alone.
  is_filed_by_team boolean not null default false
);

-- The lists: a client's own requirements and the team's, newest first, with the id to break ties.
create index job_requirements_client_newest on public.job_requirements (client_id, created_at desc, id desc);
create index job_requirements_newest on public.job_requirements (created_at desc, id desc);
create index job_requirements_submitted_by on public.job_requirements (submitted_by, created_at desc, id desc);
create index job_requirements_recruiter on public.job_requirements (recruiter_id, created_at desc, id desc);
create index job_requirements_status on public.job_requirements (status, priority, created_at desc, id desc);
-- Of a status, of a priority where each status is named, of a recruiter and by the deadline: each in a list's order.
create index job_requirements_client_status on public.job_requirements
  (client_id, status, priority, created_at desc, id desc) include (positions_count);
create index job_requirements_recruiter_status on public.job_requirements
  (recruiter_id, status, priority, created_at desc, id desc);
create index job_requirements_client_recruiter on public.job_requirements
  (client_id, recruiter_id, created_at desc, id desc);
create index job_requirements_client_deadline_at on public.job_requirements
  (client_id, (coalesce(deadline, '2999-12-31')::timestamp at time zone 'UTC'), id);
-- A form that comes twice is looked for by its own id.
create index job_requirements_form on public.job_requirements (form_id);

alter table public.job_requirements enable row level security, force row level security;
grant select, insert (client_id, form_id, job_title, job_type, department, location, remote_allowed, min_experience,
  max_experience, min_salary, max_salary, currency, required_skills, preferred_skills, education_requirements,
  job_description, responsibilities, benefits, positions_count, priority, expected_start_date, deadline, notes)
  on public.job_requirements to authenticated;

create trigger raise_version before update on public.job_requirements
  for each row when (old.* is distinct from new.*) execute function private.raise_version();

create trigger file_one before insert on public.job_requirements for each row execute function private.file_one();
create trigger stamp_id before insert on public.job_requirements for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.job_requirements for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.job_requirements for each row execute function private.stamp_update();

create policy "own requirements, or who may export" on public.job_requirements for select to authenticated
  using (client_id = (select private.current_client_id()) or (select private.may_export()));

-- A viewer reads.
create policy "submit a new requirement" on public.job_requirements for insert to authenticated
  with check (client_id = (select private.current_client_id()) and (select private.may_write_for_client())
              and status = 'new');

-- What a blank form starts from, by one question: the account of who opens it, and the currency of what their company has filed
-- last.
create view public.filing_account with (security_invoker = true) as
  select account.*,
         (select filed.currency from public.job_requirements as filed where filed.client_id = account.client_id
            order by filed.created_at desc, filed.id desc limit 1) as last_currency
  from public.current_account as account;
grant select on public.filing_account to authenticated;

-- # What a requirement consists of, and what guards it

-- What a company fills in.
create function private.requirement_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['job_title', 'job_type', 'department', 'location', 'remote_allowed', 'min_experience', 'max_experience',
                 'min_salary', 'max_salary', 'currency', 'required_skills', 'preferred_skills', 'education_requirements',
                 'job_description', 'responsibilities', 'benefits', 'positions_count', 'priority', 'expected_start_date',
                 'deadline', 'notes']
  $$;

-- Of these, long texts and lists: they leave no copies in events.
create function private.long_requirement_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['required_skills', 'preferred_skills', 'education_requirements', 'job_description', 'responsibilities',
                 'benefits', 'notes']
  $$;

-- Those that a search looks in.
create function private.searched_requirement_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['job_title', 'department', 'location', 'required_skills', 'preferred_skills', 'education_requirements',
                 'job_description', 'responsibilities', 'benefits', 'notes']
  $$;

-- What a requirement says in some of its fields.
create function private.entries_of(requirement public.job_requirements, fields text[]) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(requirement))
      where key = any (fields) and key = any (private.requirement_fields())
  $$;

-- Which status may follow which: app/features/requirements/statuses.ts has the same, and a test compares the two.
create function private.requirement_transitions()
  returns table (side public.side, from_status public.requirement_status, to_status public.requirement_status)
  language sql immutable set search_path = '' as $$
    select 'company'::public.side, open, 'cancelled'::public.requirement_status
      from unnest(private.open_statuses()) as open
    union all
    select 'team', before, after
      from unnest(enum_range(null::public.requirement_status)) as before
      cross join unnest(enum_range(null::public.requirement_status)) as after
      where before <> after
  $$;

-- What only the database says of a new requirement. Runs as the person who writes, so that it can tell.
create function private.stamp_requirement() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    if current_user in ('anon', 'authenticated') then
      new.version := 1;
      new.submitted_by := private.current_user_id();
      new.recruiter_id := null;
      new.closed_reason := null;
      new.is_filed_by_team := false;
    end if;
    return new;
  end $$;

create trigger stamp_requirement before insert on public.job_requirements
  for each row execute function private.stamp_requirement();

-- The status may be changed by the company or the team, never the rest with it. Whoever cancels says why, as the page
-- asks: the other side reads it. Who looked after what is opened again does so only if still of the team.
create function private.guard_status() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if acting is not null and not exists (select from private.requirement_transitions() as allowed
        where allowed.side = acting and allowed.from_status = old.status and allowed.to_status = new.status) then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    if new.status = any (private.open_statuses()) then
      new.closed_reason := null;
      if not private.is_team(new.recruiter_id) then
        new.recruiter_id := null;
      end if;
    elsif acting is not null and new.status = 'cancelled' and new.closed_reason is null then
      raise exception 'reason_missing' using errcode = 'PT422';
    end if;
    return new;
  end $$;

create trigger guard_status before update of status on public.job_requirements
  for each row when (old.status is distinct from new.status) execute function private.guard_status();

-- Three hundred requirements a day are more than a company files; three thousand would bury everybody else's. Companies are
-- held one after another: of two requirements that are filed at once the second counts the first. Asked before anything is
-- written, so that what is refused has cost next to nothing.
create function private.limit_filing() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.current_user_id() is null or private.is_team_member() then
      return new;
    end if;
    -- The right is asked before, so that strangers hold no company's row, and again after the wait.
    for attempt in 1..2 loop
      if not private.may_change_for(new.client_id) then
        raise exception 'forbidden' using errcode = '42501';
      end if;
      perform from public.clients where id = new.client_id for no key update;
    end loop;
    -- A form that comes twice is one that is filed already, and its unique key says so.
    if (select count(*) from (select from public.job_requirements as latest
          where latest.client_id = new.client_id and latest.created_at > now() - interval '1 day'
          limit 300) as counted) = 300
      and not exists (select from public.job_requirements as requirement
                        where requirement.client_id = new.client_id and requirement.form_id = new.form_id)
    then
      raise exception 'too_many_requirements' using errcode = 'PT429';
    end if;
    return new;
  end $$;

create trigger limit_filing before insert on public.job_requirements
  for each row execute function private.limit_filing();
