-- The words that columns may hold, and what is said of them.

create type public.app_role as enum ('admin', 'recruiter', 'hr_manager', 'client');

create type public.job_type as enum ('permanent', 'contract', 'temporary', 'part_time', 'full_time');

create type public.requirement_priority as enum ('low', 'medium', 'high', 'urgent');

-- In the order in which pages list them: the site has the same (app/features/requirements/statuses.ts), and so do mails.
create type public.requirement_status as enum ('new', 'in_progress', 'filled', 'cancelled');

-- The statuses of a requirement that is being worked on, and the others. Postgres evaluates these when it plans, so that they
-- are constants, and an index by status serves.
create function private.open_statuses() returns public.requirement_status[]
  language sql immutable set search_path = '' as $$ select array['new', 'in_progress']::public.requirement_status[] $$;

create function private.closed_statuses() returns public.requirement_status[]
  language sql immutable set search_path = '' as $$
    select array(select status from unnest(enum_range(null::public.requirement_status)) as status
                   where status <> all (private.open_statuses()))
  $$;

-- Within how long the same words of the same author about the same thing, with nothing said between, have come twice: by Back,
-- and once more (docs/decisions/forms-and-limits.md).
create function private.repeats_within() returns interval
  language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

create type public.currency_code as enum ('USD', 'EUR', 'GBP', 'INR');

create type public.member_access as enum ('owner', 'member', 'viewer');

create type public.invitation_kind as enum ('team', 'client');

create type public.side as enum ('company', 'team');

create type public.inbox_kind as enum ('contact', 'posting', 'consultation', 'requirement');

create type public.inbox_state as enum ('new', 'open', 'waiting', 'done', 'spam');

create type public.note_kind as enum ('note', 'call', 'email', 'meeting');

create type public.mail_frequency as enum ('at_once', 'daily', 'never');
