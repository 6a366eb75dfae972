-- One person's data, whole: also what authentication keeps, which is not the same in every version. And a log of what was
-- erased, which names nobody.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121000800' $$;

create function private.normal_address(address text) returns text
  language sql immutable set search_path = ''
  as $$ select lower(private.trimmed(address)) $$;

-- One row for each erasure. The digest tells whether an address was erased, to somebody who has the address and this
-- database; null stands for a run of the retention.
create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  subject text,
  counts jsonb not null
);

create function private.subject_of(address text) returns text
  language sql stable security definer set search_path = ''
  as $$
    select encode(sha256(convert_to(digest_key || private.normal_address(address), 'UTF8')), 'hex') from private.settings
  $$;

create function private.count_of(counts jsonb) returns bigint
  language sql immutable set search_path = ''
  as $$ select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(counts) $$;

-- What may leave the database of a row of authentication: no password, no token, no key, not even digested. A list of what
-- may, so that a column of a later version stays in.
create function private.personal_part(kept jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(kept)
      where value <> 'null' and key in (
        'id', 'email', 'phone', 'created_at', 'updated_at', 'confirmed_at', 'email_confirmed_at', 'phone_confirmed_at',
        'invited_at', 'confirmation_sent_at', 'recovery_sent_at', 'email_change', 'email_change_sent_at', 'phone_change',
        'phone_change_sent_at', 'last_sign_in_at', 'raw_user_meta_data', 'raw_app_meta_data', 'banned_until', 'deleted_at',
        'provider', 'provider_id', 'identity_data', 'ip', 'user_agent', 'refreshed_at', 'not_after', 'friendly_name',
        'factor_type', 'status', 'provider_type', 'authentication_method', 'ip_address', 'payload')
  $$;

-- The tables of authentication that say whose a row is.
create function private.sign_in_tables() returns setof name
  language sql stable set search_path = ''
  as $$
    select relation.relname from pg_catalog.pg_class as relation
      join pg_catalog.pg_attribute as field on field.attrelid = relation.oid
      where relation.relnamespace = to_regnamespace('auth') and relation.relkind in ('r', 'p')
        and field.attname = 'user_id' and not field.attisdropped
      order by 1
  $$;

create function private.sign_in_records(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    relation name;
    found_rows jsonb;
    records jsonb := '{}';
  begin
    -- Refresh tokens are nothing but secrets.
    for relation in select kept from private.sign_in_tables() as kept where kept <> 'refresh_tokens' loop
      execute format('select jsonb_agg(private.personal_part(to_jsonb(kept))) from auth.%I as kept
                       where user_id::text = $1', relation) into found_rows using person::text;
      if found_rows is not null then
        records := records || jsonb_build_object(relation, found_rows);
      end if;
    end loop;
    return records;
  end $$;

-- Is a line of authentication's log about this address, or one of these accounts: as who did it, or to whom?
create function private.is_about(entry jsonb, address text, accounts uuid[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select lower(entry ->> 'actor_username') = address or lower(entry #>> '{traits,user_email}') = address
        or entry ->> 'actor_id' = any (accounts::text[]) or entry #>> '{traits,user_id}' = any (accounts::text[])
  $$;

create function private.export_person(address text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    log_entries jsonb;
  begin
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'select jsonb_agg(private.personal_part(to_jsonb(kept)) order by created_at)
                 from auth.audit_log_entries as kept where private.is_about(payload::jsonb, $1, $2)'
        into log_entries using wanted, accounts;
    end if;
    return jsonb_build_object(
      'contact_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.contact_submissions as sent where lower(sent.email) = wanted),
      'public_job_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.public_job_submissions as sent where lower(sent.contact_email) = wanted),
      'consultation_requests', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.consultation_requests as sent where lower(sent.email) = wanted),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
          'role', (select held.role from public.user_roles as held where held.user_id = person.id),
          'client', (select to_jsonb(client) from public.clients as client where client.user_id = person.id),
          'requirements', (select coalesce(jsonb_agg(to_jsonb(requirement) order by requirement.created_at), '[]')
            from public.job_requirements as requirement
            join public.clients as client on client.id = requirement.client_id where client.user_id = person.id),
          'sign_in', private.sign_in_records(person.id))), '[]')
        from auth.users as person where person.id = any (accounts)));
  end $$;

create function private.erase_person(address text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    counts jsonb := '{}';
    relation text;
    affected integer;
  begin
    for relation in select private.sign_in_tables() loop
      execute format('delete from auth.%I where user_id::text = any ($1)', relation) using accounts::text[];
    end loop;
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'delete from auth.audit_log_entries where private.is_about(payload::jsonb, $1, $2)' using wanted, accounts;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object('audit_log_entries', affected);
    end if;
    delete from public.contact_submissions where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('contact_submissions', affected);
    delete from public.public_job_submissions where lower(contact_email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('public_job_submissions', affected);
    delete from public.consultation_requests where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('consultation_requests', affected);
    -- Client record, role, requirements and their deliveries go with it.
    delete from auth.users where id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    insert into private.erasures (subject, counts) values (private.subject_of(address), counts);
    return counts;
  end $$;

create or replace function public.export_person(address text) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.export_person(address) $$;

create or replace function public.erase_person(address text) returns jsonb
  language sql volatile security invoker set search_path = ''
  as $$ select private.erase_person(address) $$;

-- As before, and authentication's log, which holds addresses; what was deleted is noted.
create or replace function private.purge_expired() returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
  begin
    foreach relation in array array['public.contact_submissions', 'public.public_job_submissions',
                                    'public.consultation_requests', 'auth.audit_log_entries'] loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
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
    counts := counts || jsonb_build_object('accounts', affected);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    return counts;
  end $$;

-- What the next run would delete: it runs, and is taken back.
create function private.preview_purge() returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare counts jsonb;
  begin
    begin
      counts := private.purge_expired();
      raise exception using errcode = 'KGH00', message = 'taken back';
    exception when sqlstate 'KGH00' then
      return counts;
    end;
  end $$;
