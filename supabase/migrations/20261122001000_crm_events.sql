-- What the CRM has still to receive: one row for each thing that happened to a requirement (docs/decisions/018). It takes
-- the place of crm_deliveries, one row for each requirement; what waits there, was delivered or is dead goes along.

create table public.crm_events (
  -- Goes along as Idempotency-Key. The event that a requirement was created has the requirement's own.
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- In which order a requirement's events are sent: it grows from one to the next, since whoever changes a row holds it.
  place bigint generated always as identity,
  type text not null check (type in ('created', 'changed', 'status_changed', 'withdrawn')),
  -- Names only. What they hold is read when the event is sent.
  fields text[] not null default '{}',
  status public.requirement_status,
  previous_status public.requirement_status,
  attempts integer not null default 0 check (attempts >= 0),
  first_attempt_at timestamptz,
  -- The site itself has it delivered at once; the scheduled run leaves it the first minute.
  next_attempt_at timestamptz default now() + interval '1 minute',
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint says_what_changed check ((type = 'changed') = (fields <> '{}')),
  constraint says_which_status check (
    (type in ('status_changed', 'withdrawn')) = (status is not null and previous_status is not null)
    and (status is null) = (previous_status is null)),
  constraint open_or_closed check ((next_attempt_at is null) = (sent_at is not null or dead_at is not null))
);

create index crm_events_in_order on public.crm_events (requirement_id, place);
create index crm_events_due on public.crm_events (next_attempt_at) where next_attempt_at is not null;
create index crm_events_dead on public.crm_events (dead_at) where dead_at is not null;

create trigger stamp_insert before insert on public.crm_events
  for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.crm_events
  for each row execute function private.stamp_update();

-- No policy: only the secret key reads and writes it.
alter table public.crm_events enable row level security;
alter table public.crm_events force row level security;

-- What of a requirement is sent to the CRM: what its form holds.
create function private.crm_fields() returns text[]
  language sql immutable set search_path = ''
  as $$
    select array['id', 'client_id', 'job_title', 'job_type', 'department', 'location', 'remote_allowed',
      'min_experience', 'max_experience', 'min_salary', 'max_salary', 'currency', 'required_skills', 'preferred_skills',
      'education_requirements', 'job_description', 'responsibilities', 'benefits', 'positions_count', 'priority',
      'expected_start_date', 'deadline', 'notes']
  $$;

create function private.picked(entry jsonb, keys text[]) returns jsonb
  language sql immutable set search_path = ''
  as $$ select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(entry) where key = any (keys) $$;

-- Runs after the row's own triggers, in the transaction of the change, so that neither is without the other. A
-- requirement that its own company cancels is withdrawn; whoever else changes the status, changes the status.
create function private.enqueue_crm_event() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare changed text[];
  begin
    if tg_op = 'INSERT' then
      insert into public.crm_events (id, requirement_id, type) values (new.id, new.id, 'created');
      return null;
    end if;
    changed := array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field order by place);
    if changed <> '{}' then
      insert into public.crm_events (requirement_id, type, fields) values (new.id, 'changed', changed);
    end if;
    if new.status <> old.status then
      insert into public.crm_events (requirement_id, type, status, previous_status)
        values (new.id,
                case when new.status = 'cancelled' and old.status in ('new', 'in_progress')
                      and new.client_id = (select private.current_client_id()) then 'withdrawn' else 'status_changed' end,
                new.status, old.status);
    end if;
    return null;
  end $$;

-- In one statement: nothing is filed, and nothing settled, between the copy and the new trigger.
do $$
  begin
    lock table public.job_requirements in share row exclusive mode;
    lock table public.crm_deliveries in access exclusive mode;
    insert into public.crm_events (id, requirement_id, type, attempts, first_attempt_at, next_attempt_at, sent_at, dead_at,
                                   last_error, created_at, updated_at)
      select requirement_id, requirement_id, 'created', attempts, first_attempt_at,
             case when delivered_at is null and dead_at is null then next_attempt_at end,
             delivered_at, case when delivered_at is null then dead_at end, last_error, created_at, updated_at
        from public.crm_deliveries order by created_at, requirement_id;
    drop trigger enqueue_crm_delivery on public.job_requirements;
    create trigger enqueue_crm_event after insert or update on public.job_requirements
      for each row execute function private.enqueue_crm_event();
    drop function private.enqueue_crm_delivery();
    drop table public.crm_deliveries;
  end $$;

-- Who may have a requirement's events sent: the company, whose own it is, and the team, who changes its status.
create or replace function public.owns_requirement(requirement uuid) returns boolean
  language sql stable security invoker set search_path = ''
  as $$
    select exists (select from public.job_requirements
      where id = requirement
        and (client_id = (select private.current_client_id()) or (select private.is_team_member())))
  $$;

-- What the CRM is sent of an event: what the database holds at that moment, and nobody else's word. That a requirement
-- was created goes in the specification's own form (section 7); the others say what changed. Whoever gets them in another
-- order, after an operator's revival, can tell by the sequence.
drop function private.crm_message(uuid);
create function private.crm_message(event_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select case event.type when 'created' then
        jsonb_build_object(
          'type', 'job_requirement',
          'data', private.picked(to_jsonb(requirement), private.crm_fields()),
          'client', jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                       'full_name', client.full_name, 'phone', client.phone))
      else
        jsonb_build_object(
          'type', 'job_requirement_' || event.type,
          'event', jsonb_build_object('sequence', event.place, 'occurred_at', event.created_at),
          'data', private.picked(to_jsonb(requirement), event.fields) || jsonb_build_object('id', requirement.id)
                  || jsonb_strip_nulls(jsonb_build_object(
                       'status', event.status, 'previous_status', event.previous_status,
                       'reason', case event.type when 'withdrawn' then to_jsonb(requirement) -> 'closed_reason' end)))
      end
      from public.crm_events as event
      join public.job_requirements as requirement on requirement.id = event.requirement_id
      join public.clients as client on client.id = requirement.client_id
      where event.id = event_id
  $$;

-- An event's turn comes when no earlier one of its requirement is open: each was delivered, or is dead.
create function private.crm_turn() returns text
  language sql immutable set search_path = ''
  as $$
    select 'not exists (select from public.crm_events as earlier where earlier.requirement_id = delivery.requirement_id
              and earlier.place < delivery.place and earlier.next_attempt_at is not null)'
  $$;

-- Takes the one event of a requirement whose turn it is. The first attempt may come at once, a later one when it is due.
-- Gives nothing when all are delivered or dead, when it is not due, or when somebody else has it.
drop function public.claim_crm_delivery(uuid);
drop function private.claim_crm_delivery(uuid);
create function private.claim_crm_delivery(requirement uuid) returns table (id uuid, message jsonb)
  language sql volatile security definer set search_path = ''
  as $$
    select event, private.crm_message(event)
      from private.claim_from('public.crm_events', format(
        'requirement_id = %L and next_attempt_at is not null and (next_attempt_at <= now() or first_attempt_at is null)
           and %s',
        requirement, private.crm_turn()), 1) as event
  $$;

-- Takes what is due, of each requirement one.
drop function public.claim_crm_deliveries(integer);
drop function private.claim_crm_deliveries(integer);
create function private.claim_crm_deliveries(most integer) returns table (id uuid, message jsonb)
  language sql volatile security definer set search_path = ''
  as $$
    select event, private.crm_message(event)
      from private.claim_from('public.crm_events', 'next_attempt_at <= now() and ' || private.crm_turn(), most) as event
  $$;

drop function public.settle_crm_delivery(uuid, text);
drop function private.settle_crm_delivery(uuid, text);
create function private.settle_crm_delivery(delivery uuid, problem text) returns void
  language sql volatile security definer set search_path = ''
  as $$ select private.settle_in('public.crm_events', delivery, problem, false) $$;

create or replace function private.crm_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from public.crm_events
             where next_attempt_at is not null and created_at < now() - interval '5 minutes'),
           (select count(*)::integer from public.crm_events where dead_at is not null)
  $$;

create or replace function private.request_crm_redelivery() returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare request bigint;
  begin
    select private.request_run('public.crm_events', 'next_attempt_at <= now() and ' || private.crm_turn(), 'sync_crm',
                               last_crm_request) into request from private.settings;
    if request is not null then
      update private.settings set last_crm_request = request;
    end if;
  end $$;

-- What the Data API shows of these: functions that run as their caller, and may do what the caller may.
create function public.claim_crm_delivery(requirement uuid) returns table (id uuid, message jsonb)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.claim_crm_delivery(requirement) $$;

create function public.claim_crm_deliveries(most integer default 10) returns table (id uuid, message jsonb)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.claim_crm_deliveries(most) $$;

create function public.settle_crm_delivery(delivery uuid, problem text default null) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.settle_crm_delivery(delivery, problem) $$;
