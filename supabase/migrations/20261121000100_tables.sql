-- The product's tables (specification sections 3, 5 and 9). Every limit the forms have stands here too, because the
-- publishable key reaches the Data API directly. An unset optional value is null, never an empty string.

create schema private;
comment on schema private is 'Functions for policies, checks and triggers. Not exposed through the Data API.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create type public.app_role as enum ('admin', 'recruiter', 'hr_manager', 'client');
create type public.job_type as enum ('permanent', 'contract', 'temporary', 'part_time', 'full_time');
create type public.requirement_priority as enum ('low', 'medium', 'high', 'urgent');
create type public.requirement_status as enum ('new', 'in_progress', 'filled', 'cancelled');
create type public.currency_code as enum ('USD', 'EUR', 'GBP', 'INR');

-- A line of text as a form sends it: not blank, and at most so many characters. Null passes, as in every check.
create function private.is_text(value text, longest integer) returns boolean
  language sql immutable set search_path = ''
  as $$ select length(value) <= longest and value ~ '\S' $$;

create function private.is_email(value text) returns boolean
  language sql immutable set search_path = ''
  as $$ select length(value) <= 320 and value ~ '^[^@\s]+@[^@\s]+$' $$;

create function private.are_skills(value text[], fewest integer) returns boolean
  language sql immutable set search_path = ''
  as $$
    select cardinality(value) between fewest and 50
      and coalesce(array_ndims(value), 1) = 1
      and coalesce((select bool_and(coalesce(private.is_text(skill, 100), false)) from unnest(value) as skill), true)
  $$;

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  form_id uuid unique,
  name text not null check (private.is_text(name, 200)),
  email text not null check (private.is_email(email)),
  company text check (private.is_text(company, 200)),
  requirement text not null check (private.is_text(requirement, 10000)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.public_job_submissions (
  id uuid primary key default gen_random_uuid(),
  form_id uuid unique,
  job_title text not null check (private.is_text(job_title, 200)),
  department text check (department in ('engineering', 'sales', 'marketing', 'hr', 'finance', 'operations')),
  location text not null check (private.is_text(location, 200)),
  experience_level text check (experience_level in ('entry', 'mid', 'senior', 'executive')),
  employment_type text check (employment_type in ('fulltime', 'contract', 'parttime', 'freelance')),
  urgency text check (urgency in ('immediate', 'urgent', 'normal', 'flexible')),
  skills text check (private.is_text(skills, 10000)),
  job_description text check (private.is_text(job_description, 10000)),
  budget_range text check (budget_range in ('50k-75k', '75k-100k', '100k-150k', '150k-200k', '200k+', 'discuss')),
  positions_count text check (positions_count in ('1', '2-5', '6-10', '10+')),
  contact_name text not null check (private.is_text(contact_name, 200)),
  contact_email text not null check (private.is_email(contact_email)),
  company text not null check (private.is_text(company, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.consultation_requests (
  id uuid primary key default gen_random_uuid(),
  form_id uuid unique,
  first_name text not null check (private.is_text(first_name, 200)),
  last_name text not null check (private.is_text(last_name, 200)),
  email text not null check (private.is_email(email)),
  phone text check (private.is_text(phone, 200)),
  company text check (private.is_text(company, 200)),
  role text check (role in ('hr-manager', 'recruiter', 'talent-acquisition', 'ceo', 'other')),
  needs text check (private.is_text(needs, 10000)),
  preferred_time text check (preferred_time in ('morning', 'afternoon', 'evening', 'flexible')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One role a person: the role look-up after sign-in reads a single row (section 7).
create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.clients (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  company_name text not null check (private.is_text(company_name, 200)),
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.job_requirements (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references public.clients (id) on delete cascade,
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
  constraint experience_range check (max_experience >= min_experience),
  constraint salary_range check (max_salary >= min_salary),
  constraint job_requirements_form_id_key unique (client_id, form_id)
);

-- What the CRM has still to receive: one row for each requirement, written by a trigger in the same transaction, so that
-- a requirement never exists without its delivery (docs/decisions, "CRM").
create table public.crm_deliveries (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The lists: a client's own requirements and the team's, newest first, with the id to break ties.
create index job_requirements_client_newest on public.job_requirements (client_id, created_at desc, id desc);
create index job_requirements_newest on public.job_requirements (created_at desc, id desc);
create index contact_submissions_newest on public.contact_submissions (created_at desc, id desc);
create index public_job_submissions_newest on public.public_job_submissions (created_at desc, id desc);
create index consultation_requests_newest on public.consultation_requests (created_at desc, id desc);
create index crm_deliveries_due on public.crm_deliveries (next_attempt_at) where delivered_at is null;
