-- The ground: the schema of what the Data API does not show, who may call what by default, how long a call may take, what
-- every row gets by itself, and the settings.

create schema private;
comment on schema private is 'Functions for policies, checks and triggers. Not exposed through the Data API.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Whoever is not named calls no function and reads no table: what somebody may do stands under each. (Supabase grants all of
-- it to everybody.) The secret key, service_role, has its rights on exposed tables, where nothing else is said. Functions
-- with rights of their own (security definer) are private; the exposed ones are thin, and run as their caller. The last file
-- (99-later.sql) gives later migrations Supabase's defaults back.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;

-- How long a call of the Data API may wait and work (docs/decisions/forms-and-limits.md). PostgREST sets these for
-- whoever calls; the embedded backend reads them from here and does the same. A lock that is not had within half a
-- second is given up, so that nobody's posts wait with the sessions that everybody needs. The site waits longer than a
-- statement and the way to it (app/lib/backend/backend-fetch.server.ts): what it calls not saved was given up here before.
alter role authenticated set lock_timeout = '500ms';
alter role authenticated set statement_timeout = '4s';
alter role anon set lock_timeout = '500ms';
alter role anon set statement_timeout = '3s';
notify pgrst, 'reload config';

-- What the database is set to, in one row.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  -- How many days personal data is kept after its purpose has ended.
  retention_days integer not null default 730 check (retention_days between 1 and 36500),
  -- The keys of this database: of the digests of erased addresses, and of the tokens in news' links.
  digest_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  last_crm_request bigint,
  last_mail_request bigint,
  unsubscribe_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- What the database shares with the site, so that it knows which forms came through it. Without one nobody's network is
  -- known, and a flood is counted by table alone.
  sender_key text constraint settings_sender_key_check check (length(sender_key) >= 32),
  -- SHA-256 of the METRICS_KEY of the site, in hex. Without one nobody is told the inbox's figures.
  metrics_key_digest text check (metrics_key_digest ~ '^[0-9a-f]{64}$'),
  -- How many days a candidate is kept after the last that was heard of them, and how many of an erased one it is kept, sealed,
  -- that they were asked and what they said.
  retention_days_candidates integer not null default 365 check (retention_days_candidates between 1 and 36500),
  sealed_days integer not null default 0 check (sealed_days between 0 and 36500),
  -- Under which the agency is registered by the Emigration Act: without one nobody is asked about a job abroad.
  emigration_number text check (length(emigration_number) between 1 and 100),
  -- What a candidate's yes takes who has no address: the link, sent to a number that one of the team has rung; or nothing
  -- but a code by mail, so that they can't be asked.
  enough_for_yes text not null default 'rung_number' check (enough_for_yes in ('rung_number', 'mail_code')),
  -- How many hours an application waits for the press in its mail, and how many days after their answers somebody is kept who
  -- has applied and has not agreed to be kept.
  unconfirmed_hours integer not null default 48 check (unconfirmed_hours between 1 and 720),
  retention_days_applicants integer not null default 30 check (retention_days_applicants between 1 and 36500)
);

-- The identity and the dates of a row are the database's, whoever writes through the Data API.
create function private.stamp_id() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    if current_user in ('anon', 'authenticated') then
      new.id := gen_random_uuid();
    end if;
    return new;
  end $$;
grant execute on function private.stamp_id to service_role;

create function private.stamp_insert() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    if current_user in ('anon', 'authenticated') then
      new.created_at := now();
      new.updated_at := now();
    end if;
    return new;
  end $$;
grant execute on function private.stamp_insert to service_role;

-- A request through the Data API files one row. Of a thousand in one statement the work is done before the last of them is
-- refused, or the time is up, and taken back with them: no bound would count it.
create function private.file_one() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    if current_user in ('anon', 'authenticated') then
      if current_setting('private.has_filed', true) = 'yes' then
        raise exception 'one_at_a_time' using errcode = 'PT422';
      end if;
      perform set_config('private.has_filed', 'yes', true);
    end if;
    return new;
  end $$;
grant execute on function private.file_one to service_role;

create function private.stamp_update() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.created_at := old.created_at;
    new.updated_at := now();
    return new;
  end $$;
grant execute on function private.stamp_update to service_role;

-- Which of these fields differ between two versions of a row, in their order; '{}' where none does.
create function private.changed_fields(before jsonb, after jsonb, fields text[]) returns text[]
  language sql immutable set search_path = '' as $$
    select array(select field from unnest(fields) with ordinality as listed (field, place)
                   where before -> field is distinct from after -> field order by place)
  $$;

-- Who edits posts the version that was read; a row that has changed since is not found under it.
create function private.raise_version() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.version := old.version + 1;
    return new;
  end $$;

-- The settings are one row, and a restore brings its own: a second row takes the place of the first. Always, since a
-- restore switches ordinary triggers off.
create function private.replace_settings() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    delete from private.settings;
    return new;
  end $$;

create trigger replace_settings before insert on private.settings for each row execute function private.replace_settings();
alter table private.settings enable always trigger replace_settings;

create function private.schema_version() returns text
  language sql stable security definer set search_path = ''
  as $$ select max(version) from supabase_migrations.schema_migrations $$;
grant execute on function private.schema_version to anon, authenticated, service_role;

-- # Exposed through the Data API

-- Which version the database is of, its history of migrations says. A site that needs a newer one is not ready
-- (docs/decisions/operations.md).
create function public.schema_version() returns text
  language sql stable set search_path = '' as $$ select private.schema_version() $$;
grant execute on function public.schema_version to public, anon, authenticated, service_role;
