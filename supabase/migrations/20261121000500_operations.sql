-- What operators need: readiness, delivery to the CRM until it has happened, retention, and one person's data. Nothing
-- here is for visitors or clients; who may call what stands in the grants that follow.

-- The newest migration, as a number the site can compare with the one it needs. Each new migration replaces it.
create function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121000600' $$;

-- A form sent sooner after its page than a person types, or without the page's signature: kept, and marked for the team.
alter table public.contact_submissions add column suspect boolean not null default false;
alter table public.public_job_submissions add column suspect boolean not null default false;
alter table public.consultation_requests add column suspect boolean not null default false;

-- Delivery to the CRM. A delivery is waiting, delivered, or dead: a day after its first attempt nobody tries any more.
alter table public.crm_deliveries
  add column first_attempt_at timestamptz,
  add column dead_at timestamptz,
  -- The site itself delivers at once; the scheduled run leaves it the first minute.
  alter column next_attempt_at set default now() + interval '1 minute';

drop index public.crm_deliveries_due;
create index crm_deliveries_due on public.crm_deliveries (next_attempt_at)
  where delivered_at is null and dead_at is null;
create index crm_deliveries_dead on public.crm_deliveries (dead_at) where dead_at is not null;

-- Takes what is due: nobody else gets it for five minutes, so that two runs at once never send the same.
create function public.claim_crm_deliveries(most integer default 10)
  returns table (requirement_id uuid, message jsonb)
  language sql volatile security definer set search_path = ''
  as $$
    with due as (
      select delivery.requirement_id from public.crm_deliveries as delivery
        where delivered_at is null and dead_at is null and next_attempt_at <= now()
        order by next_attempt_at limit most for update skip locked
    ), claimed as (
      update public.crm_deliveries as delivery set next_attempt_at = now() + interval '5 minutes'
        from due where delivery.requirement_id = due.requirement_id
        returning delivery.requirement_id
    )
    select requirement.id,
           jsonb_build_object(
             'type', 'job_requirement',
             'data', to_jsonb(requirement) - array['form_id', 'status', 'created_at', 'updated_at'],
             'client', jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                          'full_name', client.full_name, 'phone', client.phone))
      from claimed
      join public.job_requirements as requirement on requirement.id = claimed.requirement_id
      join public.clients as client on client.id = requirement.client_id
  $$;

-- Notes what became of an attempt: done, or a problem and when to try again. The wait doubles from half a minute to an
-- hour, spread by half either way, so that what failed together does not come back together.
create function public.settle_crm_delivery(requirement uuid, problem text default null) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.crm_deliveries set
      attempts = attempts + 1,
      first_attempt_at = coalesce(first_attempt_at, now()),
      delivered_at = coalesce(delivered_at, case when problem is null then now() end),
      last_error = left(problem, 1000),
      next_attempt_at = now()
        + least(interval '1 hour', interval '30 seconds' * power(2, least(attempts, 10))) * (0.5 + random()),
      dead_at = case when problem is not null and delivered_at is null
                      and first_attempt_at < now() - interval '24 hours' then now() end
      where requirement_id = requirement
  $$;

-- How far behind deliveries are. In a healthy system both are 0, so that the figures tell nothing of the business.
create function public.crm_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from public.crm_deliveries
             where delivered_at is null and dead_at is null and created_at < now() - interval '5 minutes'),
           (select count(*)::integer from public.crm_deliveries where dead_at is not null)
  $$;

-- Asks sync-crm for a run, when something is due. On Supabase pg_cron calls this each minute; the Vault holds where the
-- function is and the key that opens it (docs/operations.md). The embedded backend has a timer instead.
create function private.request_crm_redelivery() returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare address text; key text;
  begin
    if not exists (select from public.crm_deliveries
                    where delivered_at is null and dead_at is null and next_attempt_at <= now()) then
      return;
    end if;
    select decrypted_secret into address from vault.decrypted_secrets where name = 'sync_crm_url';
    select decrypted_secret into key from vault.decrypted_secrets where name = 'sync_crm_key';
    if address is null or key is null then
      raise warning 'sync_crm_url or sync_crm_key is missing in the Vault: requirements wait for the CRM';
      return;
    end if;
    perform net.http_post(url := address, body := '{"type":"redeliver"}'::jsonb, timeout_milliseconds := 120000,
                          headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key));
  end $$;

-- Retention: how many days personal data is kept after its purpose has ended.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  retention_days integer not null default 730 check (retention_days between 1 and 36500)
);
insert into private.settings default values;

-- Deletes what is older: what visitors sent, closed requirements, and client accounts that nobody has used for as long
-- and that have no open requirement. Returns how many of each.
create function private.purge_expired() returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
  begin
    foreach relation in array array['contact_submissions', 'public_job_submissions', 'consultation_requests'] loop
      execute format('delete from public.%I where created_at < $1', relation) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(relation, affected);
    end loop;
    delete from public.job_requirements where status in ('filled', 'cancelled') and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    delete from auth.users as person
      where greatest(person.created_at, person.last_sign_in_at) < expiry
        and not exists (select from public.user_roles as held where held.user_id = person.id and held.role <> 'client')
        and not exists (select from public.clients as client
                         join public.job_requirements as requirement on requirement.client_id = client.id
                         where client.user_id = person.id);
    get diagnostics affected = row_count;
    return counts || jsonb_build_object('accounts', affected);
  end $$;

-- One person's data, for a request to see it or to have it deleted. The address is compared without regard to case.
create index contact_submissions_person on public.contact_submissions (lower(email));
create index public_job_submissions_person on public.public_job_submissions (lower(contact_email));
create index consultation_requests_person on public.consultation_requests (lower(email));

create function public.export_person(address text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'contact_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.contact_submissions as sent where lower(sent.email) = lower(address)),
      'public_job_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.public_job_submissions as sent where lower(sent.contact_email) = lower(address)),
      'consultation_requests', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.consultation_requests as sent where lower(sent.email) = lower(address)),
      'account', (select jsonb_build_object(
          'email', person.email, 'created_at', person.created_at, 'last_sign_in_at', person.last_sign_in_at,
          'role', (select held.role from public.user_roles as held where held.user_id = person.id),
          'client', (select to_jsonb(client) from public.clients as client where client.user_id = person.id),
          'requirements', (select coalesce(jsonb_agg(to_jsonb(requirement) order by requirement.created_at), '[]')
            from public.job_requirements as requirement
            join public.clients as client on client.id = requirement.client_id where client.user_id = person.id))
        from auth.users as person where lower(person.email) = lower(address)))
  $$;

create function public.erase_person(address text) returns jsonb
  language sql volatile security definer set search_path = ''
  as $$
    with contact as (
      delete from public.contact_submissions where lower(email) = lower(address) returning 1
    ), posting as (
      delete from public.public_job_submissions where lower(contact_email) = lower(address) returning 1
    ), consultation as (
      delete from public.consultation_requests where lower(email) = lower(address) returning 1
    ), account as (
      -- Client record, role, requirements and their deliveries go with it.
      delete from auth.users where lower(email) = lower(address) returning 1
    )
    select jsonb_build_object(
      'contact_submissions', (select count(*) from contact),
      'public_job_submissions', (select count(*) from posting),
      'consultation_requests', (select count(*) from consultation),
      'accounts', (select count(*) from account))
  $$;

-- The schedule, where the database has one (Supabase does).
do $$
  begin
    if exists (select from pg_available_extensions where name = 'pg_cron') then
      create extension if not exists pg_cron;
      perform cron.schedule('purge-expired', '17 3 * * *', 'select private.purge_expired()');
      if exists (select from pg_available_extensions where name = 'pg_net') then
        create schema if not exists extensions;
        create extension if not exists pg_net with schema extensions;
        perform cron.schedule('redeliver-to-crm', '* * * * *', 'select private.request_crm_redelivery()');
      end if;
    end if;
  end $$;
