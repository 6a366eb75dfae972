-- What counts as filled in, and what the CRM is sent. Functions with rights of their own leave the exposed schema: there
-- stay thin ones, which run as their caller.

-- Characters that show nothing: white space, controls, and what Unicode calls default-ignorable, with the Hangul fillers
-- and the empty Braille pattern. Written out, since a class like \s depends on the database's locale. app/lib/text.ts
-- has the same ones, and a test compares the two over all of Unicode.
create function private.invisible() returns text
  language sql immutable set search_path = ''
  as $$
    select '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
        || '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
        || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
  $$;

-- Does a text show anything at all?
create function private.is_filled(value text) returns boolean
  language sql immutable set search_path = ''
  as $$ select value ~ ('[^' || private.invisible() || ']') $$;

-- Rows from before this rule would stop a restore, whose rows are checked again: what shows nothing becomes null where
-- it may, else a dash.
do $$
  declare
    entry record;
  begin
    for entry in
      select table_name, column_name, is_nullable = 'YES' as is_optional from information_schema.columns
        where table_schema = 'public' and data_type = 'text' and column_name not like '%email'
          and table_name in ('contact_submissions', 'public_job_submissions', 'consultation_requests', 'clients',
                             'job_requirements')
    loop
      execute format('update public.%1$I set %2$I = %3$L where not private.is_filled(%2$I)',
                     entry.table_name, entry.column_name, case when not entry.is_optional then '—' end);
    end loop;
    for entry in
      select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_name in ('email', 'contact_email')
    loop
      execute format('update public.%1$I set %2$I = %3$L where %2$I ~ %4$L', entry.table_name, entry.column_name,
                     'nobody@invalid', '[' || private.invisible() || ']');
    end loop;
  end $$;

update public.job_requirements set
    required_skills = coalesce(nullif(array(
      select skill from unnest(required_skills) as skill where private.is_filled(skill)), '{}'), '{—}'),
    preferred_skills = array(select skill from unnest(preferred_skills) as skill where private.is_filled(skill))
  where exists (select from unnest(required_skills || preferred_skills) as skill where not private.is_filled(skill));

create or replace function private.is_text(value text, longest integer) returns boolean
  language sql immutable set search_path = ''
  as $$ select length(value) <= longest and private.is_filled(value) $$;

create or replace function private.is_email(value text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select length(value) <= 320
      and value ~ ('^[^@' || private.invisible() || ']+@[^@' || private.invisible() || ']+$')
  $$;

-- Without what shows nothing at both ends, but for what shapes the last letter (joiners, variation selectors, the tags of
-- a flag); null when nothing is left.
create function private.trimmed(value text) returns text
  language sql immutable set search_path = ''
  as $$
    select substring(value from '[^' || private.invisible() || '](?:.*[^' || private.invisible() || '])?'
                                || '[\u180B-\u180D\u180F\u200C\u200D\uFE00-\uFE0F\U000E0020-\U000E007F\U000E0100-\U000E01EF]*')
  $$;

create or replace function private.metadata_text(metadata jsonb, key text) returns text
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(metadata -> key) = 'string'
      then private.trimmed(left(private.trimmed(metadata ->> key), 200)) end
  $$;

-- Years as the form takes them: beyond these nobody hires, and the one or the other program stumbles.
update public.job_requirements set
    expected_start_date = least(greatest(expected_start_date, '1900-01-01'), '2999-12-31'),
    deadline = least(greatest(deadline, '1900-01-01'), '2999-12-31')
  where expected_start_date not between '1900-01-01' and '2999-12-31'
     or deadline not between '1900-01-01' and '2999-12-31';
alter table public.job_requirements add constraint dates_in_reach check (
  expected_start_date between '1900-01-01' and '2999-12-31' and deadline between '1900-01-01' and '2999-12-31');

-- Visitors' messages beyond so many in an hour are kept and marked, as what comes too fast is: whoever gets hold of the
-- publishable key can't bury the others, and a busy day loses nothing.
create function private.mark_flood() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare is_flood boolean;
  begin
    if not new.suspect then
      execute format('select exists (select from %s where created_at > now() - interval ''1 hour'' offset 300)',
                     tg_relid::regclass) into is_flood;
      new.suspect := is_flood;
    end if;
    return new;
  end $$;

create trigger mark_flood before insert on public.contact_submissions
  for each row execute function private.mark_flood();
create trigger mark_flood before insert on public.public_job_submissions
  for each row execute function private.mark_flood();
create trigger mark_flood before insert on public.consultation_requests
  for each row execute function private.mark_flood();

-- Is this the caller's own requirement? Not the team's: they see all of them, and file none.
create function public.owns_requirement(requirement uuid) returns boolean
  language sql stable security invoker set search_path = ''
  as $$
    select exists (select from public.job_requirements
      where id = requirement and client_id = (select private.current_client_id()))
  $$;

-- What the CRM is sent of a requirement (specification section 7): what the database holds, and nobody else's word.
create function private.crm_message(requirement_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
             'type', 'job_requirement',
             'data', to_jsonb(requirement) - array['form_id', 'status', 'created_at', 'updated_at'],
             'client', jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                          'full_name', client.full_name, 'phone', client.phone))
      from public.job_requirements as requirement
      join public.clients as client on client.id = requirement.client_id
      where requirement.id = requirement_id
  $$;

-- Takes one delivery: nobody else gets it for five minutes. The first attempt may come at once, a later one when it is
-- due. Gives nothing when it is delivered, dead, not due, or taken by somebody else.
create function private.claim_crm_delivery(requirement uuid) returns table (requirement_id uuid, message jsonb)
  language sql volatile security definer set search_path = ''
  as $$
    with due as (
      select delivery.requirement_id from public.crm_deliveries as delivery
        where delivery.requirement_id = requirement and delivered_at is null and dead_at is null
          and (first_attempt_at is null or next_attempt_at <= now())
        for update skip locked
    )
    update public.crm_deliveries as delivery
      set first_attempt_at = coalesce(first_attempt_at, now()), next_attempt_at = now() + interval '5 minutes'
      from due where delivery.requirement_id = due.requirement_id
      returning delivery.requirement_id, private.crm_message(delivery.requirement_id)
  $$;

-- Takes what is due, the longest waiting first.
create function private.claim_crm_deliveries(most integer) returns table (requirement_id uuid, message jsonb)
  language sql volatile security definer set search_path = ''
  as $$
    with due as materialized (
      select delivery.requirement_id from public.crm_deliveries as delivery
        where delivered_at is null and dead_at is null and next_attempt_at <= now()
        order by next_attempt_at limit most for update skip locked
    )
    select claimed.requirement_id, claimed.message
      from due cross join lateral private.claim_crm_delivery(due.requirement_id) as claimed
  $$;

create function private.settle_crm_delivery(requirement uuid, problem text) returns void
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

create function private.crm_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from public.crm_deliveries
             where delivered_at is null and dead_at is null and created_at < now() - interval '5 minutes'),
           (select count(*)::integer from public.crm_deliveries where dead_at is not null)
  $$;

-- What the Data API shows of these: functions that run as their caller, and may do what the caller may.
create function public.claim_crm_delivery(requirement uuid) returns table (requirement_id uuid, message jsonb)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.claim_crm_delivery(requirement) $$;

create or replace function public.claim_crm_deliveries(most integer default 10)
  returns table (requirement_id uuid, message jsonb)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.claim_crm_deliveries(most) $$;

create or replace function public.settle_crm_delivery(requirement uuid, problem text default null) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.settle_crm_delivery(requirement, problem) $$;

create or replace function public.crm_backlog(out waiting integer, out dead integer)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.crm_backlog() $$;

-- The settings are one row, and a restore brings its own: a second row takes the place of the first. Always, since a
-- restore switches ordinary triggers off.
alter table private.settings
  add column digest_key text not null
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  add column last_crm_request bigint;

create function private.replace_settings() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    delete from private.settings;
    return new;
  end $$;

create trigger replace_settings before insert on private.settings
  for each row execute function private.replace_settings();
alter table private.settings enable always trigger replace_settings;

-- The scheduled run, as before; now it also looks at what the run before was answered, which nobody else does, and says
-- so where an operator looks: in the log, and in the deliveries that wait.
create or replace function private.request_crm_redelivery() returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    address text;
    key text;
    trouble text;
  begin
    if not exists (select from public.crm_deliveries
                    where delivered_at is null and dead_at is null and next_attempt_at <= now()) then
      return;
    end if;
    begin
      select coalesce(error_msg, 'it answered ' || status_code) into trouble from net._http_response
        where id = (select last_crm_request from private.settings) and status_code is distinct from 200;
    exception when insufficient_privilege or undefined_table then
      -- Where answers can't be read, the backlog is all that tells.
      trouble := null;
    end;
    if trouble is not null then
      raise warning 'sync-crm did not run: %', trouble;
      update public.crm_deliveries set last_error = left('the scheduled run failed: ' || trouble, 1000)
        where delivered_at is null and dead_at is null and next_attempt_at <= now();
    end if;
    select decrypted_secret into address from vault.decrypted_secrets where name = 'sync_crm_url';
    select decrypted_secret into key from vault.decrypted_secrets where name = 'sync_crm_key';
    if address is null or key is null then
      raise warning 'sync_crm_url or sync_crm_key is missing in the Vault: requirements wait for the CRM';
      return;
    end if;
    update private.settings set last_crm_request =
      net.http_post(url := address, body := '{"type":"redeliver"}'::jsonb, timeout_milliseconds := 120000,
                    headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key));
  end $$;
