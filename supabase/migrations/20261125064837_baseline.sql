-- Made from supabase/schemas by scripts/baseline.ts: read those.

set check_function_bodies = off;

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
  emigration_number text check (length(emigration_number) between 1 and 100)
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

-- The words that columns may hold, and what is said of them.

create type public.app_role as enum ('admin', 'recruiter', 'hr_manager', 'client');

create type public.job_type as enum ('permanent', 'contract', 'temporary', 'part_time', 'full_time');

create type public.requirement_priority as enum ('low', 'medium', 'high', 'urgent');

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

create type public.currency_code as enum ('USD', 'EUR', 'GBP', 'INR');

create type public.member_access as enum ('owner', 'member', 'viewer');

create type public.invitation_kind as enum ('team', 'client');

create type public.side as enum ('company', 'team');

create type public.inbox_kind as enum ('contact', 'posting', 'consultation', 'requirement');

create type public.inbox_state as enum ('new', 'open', 'waiting', 'done', 'spam');

create type public.note_kind as enum ('note', 'call', 'email', 'meeting');

create type public.mail_frequency as enum ('at_once', 'daily', 'never');

-- What counts as filled in, as an address, as a name. Checks of columns call these, as whoever writes the row; the limits are
-- the forms' own, because the publishable key reaches the Data API directly.

-- Characters that show nothing: white space, controls, and what Unicode calls default-ignorable, with the Hangul fillers
-- and the empty Braille pattern. Written out, since a class like \s depends on the database's locale. app/lib/format/text.ts
-- has the same ones, and a test compares the two over all of Unicode.
create function private.invisible() returns text
  language sql immutable set search_path = '' as $$
    select '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
        || '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
        || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
  $$;
grant execute on function private.invisible to anon, authenticated, service_role;

-- Does a text show anything at all?
create function private.is_filled(value text) returns boolean
  language sql immutable set search_path = '' as $$ select value ~ ('[^' || private.invisible() || ']') $$;
grant execute on function private.is_filled to anon, authenticated, service_role;

-- Without what shows nothing at both ends, but for what shapes the last letter (joiners, variation selectors, the tags of
-- a flag); null when nothing is left.
create function private.trimmed(value text) returns text
  language sql immutable set search_path = '' as $$
    select substring(value from '[^' || private.invisible() || '](?:.*[^' || private.invisible() || '])?'
                                || '[\u180B-\u180D\u180F\u200C\u200D\uFE00-\uFE0F\U000E0020-\U000E007F\U000E0100-\U000E01EF]*')
  $$;
grant execute on function private.trimmed to service_role;

-- A line of text as a form sends it: not blank, and at most so many characters. Null passes, as in every check.
create function private.is_text(value text, longest integer) returns boolean
  language sql immutable set search_path = '' as $$ select length(value) <= longest and private.is_filled(value) $$;
grant execute on function private.is_text to anon, authenticated, service_role;

create function private.is_email(value text) returns boolean
  language sql immutable set search_path = '' as $$
    select length(value) <= 320
      and value ~ ('^[^@' || private.invisible() || ']+@[^@' || private.invisible() || ']+$')
  $$;
grant execute on function private.is_email to anon, authenticated, service_role;

create function private.are_skills(value text[], fewest integer) returns boolean
  language sql immutable set search_path = '' as $$
    select cardinality(value) between fewest and 50
      and coalesce(array_ndims(value), 1) = 1
      and coalesce((select bool_and(coalesce(private.is_text(skill, 100), false)) from unnest(value) as skill), true)
  $$;
grant execute on function private.are_skills to anon, authenticated, service_role;

-- A word of ours: the name of a field, a kind of subject, a value of an enumeration.
create function private.is_name(value text) returns boolean
  language sql immutable set search_path = '' as $$ select value ~ '^[a-z][a-z0-9_]{0,62}$' $$;
grant execute on function private.is_name to service_role;

create function private.are_names(value text[]) returns boolean
  language sql immutable set search_path = '' as $$
    select cardinality(value) <= 50
      and coalesce((select bool_and(coalesce(private.is_name(name), false)) from unnest(value) as name), true)
  $$;
grant execute on function private.are_names to service_role;

-- The ids of rows, by name.
create function private.are_ids(value jsonb) returns boolean
  language sql immutable set search_path = '' as $$
    select jsonb_typeof(value) = 'object'
      and coalesce((select bool_and(coalesce(
            id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and name ~ '^[a-z_]{1,63}$', false))
            from jsonb_each_text(value) as entry (name, id)), true)
  $$;
grant execute on function private.are_ids to service_role;

-- Entries of a requirement as JSON can say them: texts, lists of at most a hundred texts, and numbers as long as people
-- write them. 1e131000 is seven characters here, and 131 KB once somebody asks for it as text.
create function private.are_entries(entries jsonb) returns boolean
  language sql immutable set search_path = '' as $$
    select jsonb_typeof(entries) = 'object' and not exists (
      select from jsonb_each(entries) as entry where not case jsonb_typeof(entry.value)
        when 'number' then abs(entry.value::numeric) < 1e15 and scale(entry.value::numeric) <= 10
        when 'array' then jsonb_array_length(entry.value) <= 100 and not exists (
          select from jsonb_array_elements(entry.value) as item where jsonb_typeof(item) <> 'string')
        else jsonb_typeof(entry.value) <> 'object' end)
  $$;

create function private.normal_address(address text) returns text
  language sql immutable set search_path = '' as $$ select lower(private.trimmed(address)) $$;
grant execute on function private.normal_address to service_role;

-- One mailbox, whatever stands behind a plus sign within its address, however wide its letters and dots are written, and
-- with or without the dot that a domain may end with.
create function private.mailbox_of(address text) returns text
  language sql immutable set search_path = '' as $$
    select lower(regexp_replace(translate(normalize(address, NFKC), U&'\3002', '.'), '(?<=[^@])\+[^@]*(?=@)|\.+$', '', 'g'))
  $$;
grant execute on function private.mailbox_of to service_role;

-- A text of what somebody sent along when they signed up: only text counts, it is cut to the column's length, and nothing
-- in it can raise a role.
create function private.metadata_text(metadata jsonb, key text) returns text
  language sql immutable set search_path = '' as $$
    select case when jsonb_typeof(metadata -> key) = 'string'
      then private.trimmed(left(private.trimmed(metadata ->> key), 200)) end
  $$;
grant execute on function private.metadata_text to service_role;

create function private.digest_of(secret text) returns text
  language sql immutable set search_path = '' as $$ select encode(sha256(convert_to(secret, 'UTF8')), 'hex') $$;

-- The telephone numbers in a text, as a search knows them, in their order: of each its digits without leading zeros, and
-- the last ten, which are the same with and without a country's code, whatever stands between them. A line's end is no part
-- of a number.
create function private.numbers_in(value text) returns text[]
  language sql immutable set search_path = '' as $$
    select coalesce(array_agg(number order by typed.place), '{}')
      from (select ltrim(regexp_replace(run.signs[1], '[^0-9]', '', 'g'), '0') as digits, run.place
              from regexp_matches(value, '[0-9](?:[ \u00A0\u2010-\u2015().-]{0,3}[0-9]){6,}', 'g')
                with ordinality as run (signs, place)) as typed
      cross join lateral unnest(array[typed.digits, right(typed.digits, 10)]) as number
      where length(typed.digits) between 7 and 15
  $$;
grant execute on function private.numbers_in to authenticated, service_role;

-- The last ten digits of the first of them; null when there is none.
create function private.first_number_in(value text) returns text
  language sql immutable set search_path = '' as $$ select right((private.numbers_in(value))[1], 10) $$;

-- What a person, or a company, is found by: the words of its name, and its number.
create function private.searchable_name(name text, phone text) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(name, '') || ' ' || coalesce(phone, '')) || array_to_tsvector(private.numbers_in(phone))
  $$;
grant execute on function private.searchable_name to authenticated, service_role;

-- Who is asking, and what sessions, codes and mail links are worth: the tables of authentication belong to its service, and
-- triggers on them end what a new address or a new owner of a mailbox makes invalid (docs/decisions/accounts.md).

-- Who is asking, as long as their session lasts and they may sign in; null for everybody else.
create function private.current_user_id() returns uuid
  language sql stable security definer set search_path = '' as $$
    select person.id
      from auth.sessions as session
      join auth.users as person on person.id = session.user_id
      where session.id = (auth.jwt() ->> 'session_id')::uuid
        and person.id = auth.uid()
        and coalesce(session.not_after > now(), true)
        and coalesce(person.banned_until <= now(), true)
        and person.deleted_at is null
  $$;
grant execute on function private.current_user_id to authenticated, service_role;

-- The address that the person who is asking has proved to have.
create function private.current_address() returns text
  language sql stable security definer set search_path = '' as $$
    select lower(email) from auth.users
      where id = (select private.current_user_id()) and email_confirmed_at is not null
  $$;

-- # What a mail's link is worth

-- Whose a mail's link is: the account's address, the address it changes to, and the company. Who holds a token could use
-- it up and see as much, so this tells nothing new; an unknown or used token gives null. The condition on the token's
-- shape is the one of the authentication service's own indexes, and keeps out the empty token of those who have none.
create function private.find_mail_link(token text, kind text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'email', person.email,
        'new_email', case when kind = 'email_change' then person.email_change end,
        'company', case when kind = 'signup' then private.metadata_text(person.raw_user_meta_data, 'company_name')
                        else (select client.company_name from public.client_members as member
                               join public.clients as client on client.id = member.client_id
                               where member.user_id = person.id) end)
      from auth.users as person
      where person.id in (
        select id from auth.users
          where kind = 'signup' and confirmation_token = token and confirmation_token !~ '^[0-9 ]*$'
        union all
        select id from auth.users
          where kind = 'recovery' and recovery_token = token and recovery_token !~ '^[0-9 ]*$'
        union all
        select id from auth.users
          where kind = 'email_change' and email_change_token_new = token and email_change_token_new !~ '^[0-9 ]*$'
        union all
        select id from auth.users
          where kind = 'email_change' and email_change_token_current = token
            and email_change_token_current !~ '^[0-9 ]*$')
      limit 1
  $$;
grant execute on function private.find_mail_link to anon, authenticated, service_role;

-- # What a confirmation and a new address end

-- Only an account that is confirmed from its first moment gets its client here. For any other, the transaction that
-- makes it is remembered: what confirms it in the same one is no stranger to it.
create function private.create_client() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.email_confirmed_at is null then
      perform set_config('private.new_user', new.id::text, true);
    else
      perform private.make_client(new.id, new.raw_user_meta_data);
    end if;
    return new;
  end $$;
grant execute on function private.create_client to service_role;

create trigger create_client after insert on auth.users for each row execute function private.create_client();

-- The first confirmation. Whoever signed up with this address need not be who owns it: their password and their company
-- go, and the owner sets their own. Set-ups that confirm by themselves, and an operator who makes a confirmed user, do it
-- in the transaction that makes the account: nobody came between, and both stay.
create function private.confirm_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('private.new_user', true) = new.id::text then
      perform private.make_client(new.id, new.raw_user_meta_data);
    else
      new.encrypted_password := null;
      delete from public.clients where user_id = new.id;
    end if;
    return new;
  end $$;

create trigger confirm_account before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.confirm_account();

-- The token of the new mailbox is empty once it has been used: then the one that is used now is the old mailbox's. What
-- was asked for before, and would open the account afterwards, goes as well: links to a new password, codes on their way
-- to a browser, and the providers that know the old mailbox.
create function private.change_address() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.encrypted_password := null;
    new.recovery_token := '';
    delete from auth.sessions where user_id = new.id;
    delete from auth.flow_state where user_id = new.id and auth_code_issued_at is not null;
    delete from auth.identities where user_id = new.id and provider <> 'email';
    if to_regclass('auth.one_time_tokens') is not null then
      execute 'delete from auth.one_time_tokens where user_id = $1' using new.id;
    end if;
    if coalesce(old.email_change_token_new, '') = '' and coalesce(old.email_change_token_current, '') <> '' then
      perform set_config('private.readdressed', new.id::text, true);
    end if;
    return new;
  end $$;

create trigger change_address before update on auth.users
  for each row when (old.email is distinct from new.email and old.email_confirmed_at is not null)
  execute function private.change_address();

-- A session that the service makes of a change of address ends at once: whoever has the old mailbox's link is not signed in
-- by it.
create function private.end_session() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('private.readdressed', true) = new.user_id::text then
      delete from auth.sessions where id = new.id;
    end if;
    return null;
  end $$;

-- When the transaction ends, since the service has more to write about the session that it makes.
create constraint trigger end_session after insert on auth.sessions
  deferrable initially deferred
  for each row execute function private.end_session();

-- A code is as good as a session: the browser that asked for it exchanges it later, in a transaction of its own. One of a
-- provider that the account does not have any more was on its way when the address changed.
create function private.end_code() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('private.readdressed', true) = new.user_id::text
      or (new.authentication_method = 'oauth' and new.user_id is not null and not exists (
        select from auth.identities where user_id = new.user_id and provider = new.provider_type))
    then
      delete from auth.flow_state where id = new.id;
    end if;
    return null;
  end $$;

-- A sign-in that has compared the password before it was dropped, and begins its session afterwards.
create function private.end_password_session() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from auth.sessions as session
      using auth.users as person
      where session.id = new.session_id and person.id = session.user_id
        and new.authentication_method = 'password' and coalesce(person.encrypted_password, '') = '';
    return null;
  end $$;

-- When the transaction ends, since the service has more to write about what it makes, and others may have changed more.
-- Whoever applies this may give those tables triggers and not take them away: what is there stays.
do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'auth.flow_state'::regclass and tgname = 'end_code') then
    create constraint trigger end_code after insert or update on auth.flow_state
      deferrable initially deferred
      for each row execute function private.end_code();
  end if;
  -- The embedded service does not say how a session was begun.
  if to_regclass('auth.mfa_amr_claims') is not null and not exists (
    select from pg_trigger where tgrelid = to_regclass('auth.mfa_amr_claims') and tgname = 'end_password_session')
  then
    create constraint trigger end_password_session after insert on auth.mfa_amr_claims
      deferrable initially deferred
      for each row execute function private.end_password_session();
  end if;
end $$;

-- # Exposed through the Data API

create function public.mail_link(token text, kind text) returns jsonb
  language sql stable set search_path = '' as $$ select private.find_mail_link(token, kind) $$;
grant execute on function public.mail_link to anon, authenticated, service_role;

-- The people of the agency: their roles, what colleagues and clients see of them, and what they did
-- (docs/decisions/companies.md).

-- One role a person: the role look-up after sign-in reads a single row (specification, section 7).
create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.user_roles enable row level security, force row level security;
grant select, insert (user_id, role) on public.user_roles to authenticated;

create trigger stamp_insert before insert on public.user_roles for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.user_roles for each row execute function private.stamp_update();

-- Nobody raises a role: one's own row, and only as a client.
create policy "become a client" on public.user_roles for insert to authenticated
  with check (user_id = (select private.current_user_id()) and role = 'client');

-- What colleagues see of each other, and clients of their recruiter. One row for each role of the team, by trigger.
create table public.team_members (
  user_id uuid primary key references public.user_roles (user_id) on delete cascade,
  display_name text not null check (private.is_text(display_name, 200)),
  contact_email text check (private.is_email(contact_email)),
  contact_phone text check (private.is_text(contact_phone, 200)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.team_members enable row level security, force row level security;
grant select on public.team_members to authenticated;

create trigger stamp_insert before insert on public.team_members for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.team_members for each row execute function private.stamp_update();
create trigger raise_version before update on public.team_members for each row execute function private.raise_version();

-- The names of those who have left the team, for what they did to stay told: for the team alone, until the account is
-- erased, and the name with it.
create table private.former_colleagues (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null check (private.is_text(display_name, 200)),
  left_at timestamptz not null default now()
);

-- Who did what in the workspace, for the admin: ids, names of fields and words of our enumerations. No address and nothing
-- that anybody typed can stand here, so that the log tells nothing of a person who has been erased
-- (docs/decisions/companies.md). That is also why the ids refer to no table: they stay when what they meant is gone.
create table public.activity_log (
  id uuid primary key default gen_random_uuid(),
  -- Null for what an operator did by SQL, or the secret key.
  actor uuid,
  action text not null check (private.is_name(action)),
  subject_kind text not null check (private.is_name(subject_kind)),
  subject uuid,
  -- A second id, where there is one: the company of a member, the assignee of an item.
  other uuid,
  fields text[] not null default '{}' check (private.are_names(fields)),
  old_value text check (private.is_name(old_value)),
  new_value text check (private.is_name(new_value)),
  created_at timestamptz not null default now(),
  -- The company that it is about, where there is one: filled in by a trigger.
  client_id uuid
);

create index activity_log_newest on public.activity_log (created_at desc, id desc);
-- How often somebody invites, and an address is invited, stands in what was done, also with what was taken back since.
create index activity_log_actor on public.activity_log (actor, created_at desc, id desc);
-- What was invited for one company, within a day.
create index activity_log_other on public.activity_log (other, created_at desc);
-- The invitations of a day, among all that is noted.
create index activity_log_invitations on public.activity_log (created_at) where action in ('invited', 'invitation_resent');
-- What the log is filtered by.
create index activity_log_action on public.activity_log (action, created_at desc, id desc);
create index activity_log_client on public.activity_log (client_id, created_at desc, id desc);

alter table public.activity_log enable row level security, force row level security;
-- The log is written by the database alone, whoever has the secret key.
revoke all on public.activity_log from service_role;
grant select on public.activity_log to authenticated, service_role;

-- # Who is asking

-- Which day it is, by the agency's clock.
create function private.today() returns date
  language sql stable set search_path = '' as $$ select (now() at time zone 'Asia/Kolkata')::date $$;

-- Has the person who is asking one of these roles?
create function private.has_role(variadic wanted public.app_role[]) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.user_roles
      where user_id = (select private.current_user_id()) and role = any (wanted))
  $$;
grant execute on function private.has_role to authenticated, service_role;

-- Is the person who is asking of the team? Policies, of which each table has one for each action, ask this in a subselect:
-- then it runs once a statement, not once a row. Nothing here reads a role of the token: roles live in user_roles
-- (specification, section 6).
create function private.is_team_member() returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.user_roles
      where user_id = (select private.current_user_id()) and role in ('admin', 'recruiter', 'hr_manager'))
  $$;
grant execute on function private.is_team_member to authenticated, service_role;

create policy "the team reads" on public.team_members for select to authenticated
  using ((select private.is_team_member()));

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = '' as $$ select private.has_role('admin') $$;
grant execute on function private.is_admin to authenticated, service_role;

create policy "admins read" on public.activity_log for select to authenticated
  using ((select private.is_admin()));

-- Who of the team may export reads whole tables; everybody else of it reads by functions, which answer a page, or one thing
-- with what belongs to it (docs/decisions/companies.md).
create function private.may_export() returns boolean
  language sql stable security definer set search_path = '' as $$ select private.has_role('admin', 'hr_manager') $$;
grant execute on function private.may_export to authenticated;

-- The team's own roles are the team's to read, as its names are: lists and forms show them.
create policy "own role, or the team" on public.user_roles for select to authenticated
  using (user_id = (select private.current_user_id()) or (select private.may_export())
         or role <> 'client' and (select private.is_team_member()));

create function private.is_team(person uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.user_roles
      where user_id = person and role in ('admin', 'recruiter', 'hr_manager'))
  $$;

-- Who is asking, if of the team; 42501 for everybody else.
create function private.require_team() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.current_user_id();
  begin
    if caller is null or not private.is_team(caller) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return caller;
  end $$;

-- Who is asking, and whoever is given something (and who stands in for them), if of the team, until the transaction ends;
-- 42501 for everybody else.
--
-- Everybody who changes things takes what they hold in one order, so that nobody waits in a circle: people of the team by
-- their ids, then companies, then requirements, then lines of the inbox, each by id (docs/decisions/inbox.md). Whoever
-- acts is of the team until that is done: who is just being removed has nothing left in hand afterwards. A line is
-- changed once in a transaction: at a second time Postgres looks for its requirement again, and waits for it.
create function private.lock_team(person uuid default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    perform from public.user_roles where user_id in (caller, person, private.receiver_of(person)) order by user_id for share;
    if person is not null and not private.is_team(person) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    end if;
    return private.require_team();
  end $$;

-- # What was done

-- Notes that the person who is asking did something. For functions of ours that run with rights of their own.
create function private.log_activity(action text, subject_kind text, subject uuid, other uuid default null,
                                     fields text[] default '{}', old_value text default null,
                                     new_value text default null)
  returns void
  language sql security definer set search_path = '' as $$
    insert into public.activity_log (actor, action, subject_kind, subject, other, fields, old_value, new_value)
      values ((select private.current_user_id()), action, subject_kind, subject, other, fields, old_value, new_value)
  $$;

-- Which company a line of the log is about.
create function private.company_of(entry public.activity_log) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return case
      when entry.subject_kind = 'client' then entry.subject
      when entry.subject_kind = 'requirement' then (
        select filed.client_id from public.job_requirements as filed where filed.id = entry.subject)
      when entry.subject_kind = 'item' then (
        select filed.client_id from public.inbox_items as line
          join public.job_requirements as filed on filed.id = line.requirement_id where line.id = entry.subject)
      when entry.subject_kind = 'entry' then (
        select filed.client_id from public.shortlist_entries as listed
          join public.job_requirements as filed on filed.id = listed.requirement_id where listed.id = entry.subject)
      when entry.subject_kind = 'invitation' or entry.action = 'access_changed' then entry.other end;
  end $$;

-- Kept with the line, since what it names may be gone when the log is read.
create function private.stamp_log_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.client_id := private.company_of(new);
    return new;
  end $$;

create trigger stamp_company before insert on public.activity_log
  for each row execute function private.stamp_log_company();

-- Who is asking, if they may export. Whole lists leave the building with admins and HR managers only, and the log says so
-- of each part: where one starts is anybody's word, so that no part goes without.
create function private.require_exporter(list text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform private.log_activity('exported', list, null);
    return private.current_user_id();
  end $$;

-- # Joining, leaving, changing

-- Whoever joins the team appears in it, under the name and address of their account until somebody writes others; whoever
-- leaves disappears. Roles are logged here, since an operator gives the first one by SQL.
create function private.follow_role() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    person uuid := coalesce(new.user_id, old.user_id);
    before public.app_role := nullif(old.role, 'client');
    after public.app_role := nullif(new.role, 'client');
  begin
    if after is not null then
      insert into public.team_members (user_id, display_name, contact_email)
        select account.id,
               coalesce(private.metadata_text(account.raw_user_meta_data, 'full_name'),
                        private.trimmed(left(split_part(account.email, '@', 1), 200)), 'Team'),
               case when private.is_email(account.email) then account.email end
          from auth.users as account where account.id = person
        on conflict (user_id) do nothing;
    else
      delete from public.team_members where user_id = person;
    end if;
    -- An account that is being deleted leaves by itself.
    if before is distinct from after and exists (select from auth.users where id = person) then
      perform private.log_activity('role_changed', 'person', person, old_value => before::text, new_value => after::text);
    end if;
    return null;
  end $$;

create trigger follow_role after insert or update of role or delete on public.user_roles
  for each row execute function private.follow_role();

-- Who has left is remembered by name, until they come back.
create function private.remember_colleague() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if tg_op = 'INSERT' then
      delete from private.former_colleagues where user_id = new.user_id;
    -- Of an account that is being deleted nothing stays.
    elsif exists (select from auth.users where id = old.user_id) then
      insert into private.former_colleagues (user_id, display_name) values (old.user_id, old.display_name);
    end if;
    return null;
  end $$;

create trigger remember_colleague after insert or delete on public.team_members
  for each row execute function private.remember_colleague();

-- What admins change of the team, what its pages ask, and the log of what was done (docs/decisions/companies.md).

-- Gives somebody of the team another role, or, said so, none; then what they have in hand goes to their successor, and with
-- none to nobody. The last admin stays, also when two remove each other at once: what is decided on is locked first, and
-- the caller is looked at again when the lock is there. Returns whether it is done: of very much work one call hands over a
-- part, and its person stays until the rest has gone as well.
create function private.change_team_role(person uuid, new_role public.app_role, leaves boolean, successor uuid)
  returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare before public.app_role;
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_role = 'client' or leaves is distinct from (new_role is null) then
      raise exception 'not_a_team_role' using errcode = 'PT400';
    end if;
    perform from public.user_roles where role = 'admin' or user_id in (person, successor) order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select role into before from public.user_roles where user_id = person and role <> 'client';
    if not found then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif before = 'admin' and new_role is distinct from 'admin'
      and not exists (select from public.user_roles where role = 'admin' and user_id <> person)
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    if new_role is null then
      if successor is not null and not private.leave_work(person, successor) then
        return false;
      end if;
      delete from public.user_roles where user_id = person;
    else
      update public.user_roles set role = new_role where user_id = person and role <> new_role;
    end if;
    if before = 'admin' and new_role is distinct from 'admin' then
      perform private.revoke_invitations_of(person, null);
    end if;
    return true;
  end $$;
grant execute on function private.change_team_role to authenticated;

-- Writes what colleagues and clients see of somebody of the team, on the version that was read. The log has the names of
-- the fields that changed.
create function private.edit_team_member(
  person uuid, seen integer, display_name text, contact_email text, contact_phone text
) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.team_members;
    edited public.team_members;
    fields text[];
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.team_members as colleague where colleague.user_id = person for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif held.user_id is null then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    edited := held;
    edited.display_name := private.trimmed(edit_team_member.display_name);
    edited.contact_email := private.trimmed(edit_team_member.contact_email);
    edited.contact_phone := private.trimmed(edit_team_member.contact_phone);
    select array_agg(field) into fields from unnest(array['display_name', 'contact_email', 'contact_phone']) as field
      where to_jsonb(held) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    update public.team_members as colleague
      set (display_name, contact_email, contact_phone)
        = (edited.display_name, edited.contact_email, edited.contact_phone)
      where colleague.user_id = person;
    perform private.log_activity('details_changed', 'person', person, fields => fields);
  end $$;
grant execute on function private.edit_team_member to authenticated;

-- What the frame of the team's pages shows, in one answer: the role of whoever asks, who there is and who of them is away,
-- who has been, and how many lines each group of the inbox has.
create function private.team_frame() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                          'user_id', colleague.user_id, 'display_name', colleague.display_name,
                          'away_until', absence.until, 'stand_in', absence.stand_in))
                        order by colleague.display_name, colleague.user_id), '[]')
                 from public.team_members as colleague
                 left join private.absences as absence
                   on absence.user_id = colleague.user_id and absence.until >= private.today()),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $$;
grant execute on function private.team_frame to authenticated;

-- A page of the log, the newest first, for admins: twenty-five lines from a place on, and one more, which tells that there
-- are others; of somebody, of one kind, of companies by words of their name, of a time. What a line is about has its name
-- as long as it is there.
create function private.list_activity(
    person uuid, deed text, company text, since timestamptz, before timestamptz, after_at timestamptz, after_id uuid)
  returns table (id uuid, actor uuid, action text, subject_kind text, subject uuid, other uuid, fields text[],
                 old_value text, new_value text, created_at timestamptz, client_id uuid, company_name text,
                 job_title text, is_there boolean, actor_name text)
  language plpgsql stable security definer rows 26 set search_path = '' as $$
  declare
    companies uuid[];
    conditions text := 'true';
    newest constant text :=
      'select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where to_tsvector('simple', named.company_name) @@ private.search_query(company) limit 100);
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (%s)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null,
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id;
  end $$;
grant execute on function private.list_activity to authenticated;

-- # Exposed through the Data API

create function public.set_team_role(person uuid, new_role public.app_role) returns void
  language sql set search_path = '' as $$ select private.change_team_role(person, new_role, false, null) $$;
grant execute on function public.set_team_role to authenticated;

create function public.remove_team_member(person uuid, successor uuid default null) returns boolean
  language sql set search_path = '' as $$ select private.change_team_role(person, null, true, successor) $$;
grant execute on function public.remove_team_member to authenticated;

create function public.edit_team_member(
    person uuid, seen integer, display_name text, contact_email text default null, contact_phone text default null)
  returns void
  language sql set search_path = ''
  as $$ select private.edit_team_member(person, seen, display_name, contact_email, contact_phone) $$;
grant execute on function public.edit_team_member to authenticated;

create function public.list_activity(
    person uuid default null, deed text default null, company text default null, since timestamptz default null,
    before timestamptz default null, after_at timestamptz default null, after_id uuid default null)
  returns table (id uuid, actor uuid, action text, subject_kind text, subject uuid, other uuid, fields text[],
                 old_value text, new_value text, created_at timestamptz, client_id uuid, company_name text,
                 job_title text, is_there boolean, actor_name text)
  language sql stable set search_path = '' as $$
    select * from private.list_activity(person, deed, company, since, before, after_at, after_id)
  $$;
grant execute on function public.list_activity to authenticated;

create function public.team_frame() returns jsonb
  language sql stable set search_path = '' as $$ select private.team_frame() $$;
grant execute on function public.team_frame to authenticated;

-- Companies and their people: who belongs to one and may do what for it, and what one company may do in a day
-- (docs/decisions/companies.md, forms-and-limits.md).

-- A company. It outlives the person who made it.
create table public.clients (
  id uuid primary key default gen_random_uuid(),
  -- Who made it; null for one that the team made for somebody.
  user_id uuid unique references auth.users (id) on delete set null,
  company_name text not null check (private.is_text(company_name, 200)),
  -- The contact: a person of the company, whom contact_user_id names, or a text that its owners have written. It follows a
  -- person by who they are, and nobody by what they are called (docs/decisions/companies.md).
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  contact_user_id uuid references auth.users (id) on delete set null,
  search tsvector not null
    generated always as (private.searchable_name(company_name || ' ' || coalesce(full_name, ''), phone)) stored,
  -- Its owners want to read in a mail how a message begins.
  quotes_messages boolean not null default false
);

create index clients_newest on public.clients (created_at desc, id desc);
-- The name as it is; by words, the name alone, and with the contact and the number.
create index clients_name on public.clients (lower(company_name));
create index clients_words on public.clients using gin (to_tsvector('simple', company_name)) with (fastupdate = off);
create index clients_search on public.clients using gin (search) with (fastupdate = off);
create index clients_contact on public.clients (contact_user_id);

alter table public.clients enable row level security, force row level security;
grant select, insert (user_id, company_name, full_name, phone) on public.clients to authenticated;

create trigger raise_version before update on public.clients for each row execute function private.raise_version();
create trigger stamp_id before insert on public.clients for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.clients for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.clients for each row execute function private.stamp_update();

-- Nobody of the team makes a company of their own.
create policy "complete the own record" on public.clients for insert to authenticated
  with check (user_id = (select private.current_user_id()) and not (select private.is_team_member()));

-- A person belongs to one company at most.
create table public.client_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  client_id uuid not null references public.clients (id) on delete cascade,
  access public.member_access not null,
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index client_members_company on public.client_members (client_id, created_at, user_id);
create index client_members_search on public.client_members
  using gin (private.searchable_name(full_name, phone)) with (fastupdate = off);

alter table public.client_members enable row level security, force row level security;
grant select on public.client_members to authenticated;

create trigger stamp_insert before insert on public.client_members for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.client_members for each row execute function private.stamp_update();
create trigger raise_version before update on public.client_members for each row execute function private.raise_version();

-- The company that a sign-up asked for while an invitation waits for its person: kept until they have decided.
create table private.waiting_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  company_name text not null check (private.is_text(company_name, 200)),
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now()
);

-- Since when the team has to do with a company: it took up or finished what the company filed, wrote to it, or invited
-- somebody to it. What is put away as spam makes nobody known, and nothing that a company does makes it unknown again.
create table private.known_companies (
  client_id uuid primary key references public.clients (id) on delete cascade,
  since timestamptz not null default now()
);

-- What one company may do in a day (docs/decisions/forms-and-limits.md): generous for people, and an end for programs.
-- Counted in a row of its own, which whoever counts holds until their transaction ends: nobody slips through beside
-- another.
create table private.company_counts (
  client_id uuid not null references public.clients (id) on delete cascade,
  kind text not null check (kind in (
    'edits', 'messages', 'renames', 'company_names', 'own_names', 'accesses', 'settings', 'answers', 'draft_saves')),
  day date not null,
  count integer not null check (count > 0),
  primary key (client_id, kind)
);

-- One row for whoever has a session, with their role and their company if there are any; none for anybody else. A page learns
-- from one question both whether the session still holds and for which company it is. The name and the number are the
-- person's own.
create view public.current_account with (security_invoker = true) as
  select held.role, member.client_id, client.company_name, member.full_name, member.phone, member.access
  from (select private.current_user_id() as user_id) as person
  left join public.user_roles as held on held.user_id = person.user_id
  left join public.client_members as member on member.user_id = person.user_id
  left join public.clients as client on client.id = member.client_id
  where person.user_id is not null;
grant select on public.current_account to authenticated;

-- # Who is asking

-- The company of the person who is asking; null for everybody else.
create function private.current_client_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select client_id from public.client_members where user_id = (select private.current_user_id()) $$;
grant execute on function private.current_client_id to authenticated, service_role;

create policy "own company, or who may export" on public.client_members for select to authenticated
  using (client_id = (select private.current_client_id()) or (select private.may_export()));

-- Its maker is one of its members, but in the statement that makes it not yet.
create policy "own record, or who may export" on public.clients for select to authenticated
  using (id = (select private.current_client_id()) or user_id = (select private.current_user_id())
         or (select private.may_export()));

-- What the person who is asking may do for their company; null for everybody else.
create function private.current_access() returns public.member_access
  language sql stable security definer set search_path = ''
  as $$ select access from public.client_members where user_id = (select private.current_user_id()) $$;
grant execute on function private.current_access to authenticated, service_role;

-- May the person who is asking file, edit, withdraw and answer for their company?
create function private.may_write_for_client() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce(private.current_access() in ('owner', 'member'), false) $$;
grant execute on function private.may_write_for_client to authenticated, service_role;

create function private.company_name(client uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select company_name from public.clients where id = client $$;

-- Does whoever asks belong to this company, and not to the team? Who sets history up is nobody here.
create function private.is_of_company(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(private.current_client_id() = company, false) and not private.is_team_member()
  $$;

-- On which side of a company's requirement does the caller act? Null for the database itself and for everybody else.
create function private.side_on(client_id uuid) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case when private.is_team_member() then 'team'::public.side
                when client_id = private.current_client_id() and private.may_write_for_client() then 'company' end
  $$;

-- May whoever asks change what this company has filed? The team may, and those of the company who write for it.
create function private.may_change_for(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.is_team_member()
      or coalesce(private.may_write_for_client() and private.current_client_id() = company, false)
  $$;

create function private.has_owner(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.client_members where client_id = client and access = 'owner') $$;

-- # A company and its contact

-- Makes a client of somebody whose sign-up named a company. Not of somebody of the team, whatever the account says of
-- itself; nor when the sign-up names an open invitation to its own address: its person accepts, once the mailbox is proved.
-- The name in the metadata is anybody's word, the address is what counts.
create function private.make_client(person uuid, metadata jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
  declare company text := private.metadata_text(metadata, 'company_name');
  begin
    if company is null or private.is_team(person) or exists (
      select from public.invitations as invitation
        join auth.users as account on account.id = person and lower(account.email) = invitation.email
        where invitation.id::text = metadata ->> 'invitation' and private.invitation_state(invitation) = 'open')
    then
      return;
    end if;
    insert into public.clients (user_id, company_name, full_name, phone)
      values (person, company, private.metadata_text(metadata, 'full_name'), private.metadata_text(metadata, 'phone'))
      on conflict (user_id) do nothing;
    insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
  end $$;

-- Whoever makes a company's record owns it: the sign-up, and the dashboard's form alike. Somebody who belongs to another
-- company is refused by the key. Nobody becomes both, the team's and a company's, by accepting an invitation at the same
-- moment: accepting takes this lock, and whoever comes second finds what the first has made.
create function private.add_owner() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || new.user_id, 0));
    if private.is_team(new.user_id) then
      raise exception 'team_member_already' using errcode = 'PT409';
    end if;
    insert into public.client_members (user_id, client_id, access, full_name, phone)
      values (new.user_id, new.id, 'owner', new.full_name, new.phone);
    return null;
  end $$;

create trigger add_owner after insert on public.clients
  for each row when (new.user_id is not null) execute function private.add_owner();

-- Says whose the contact is that has just been written: the maker's, who gives their own; an owner's who writes their own
-- name. Whatever else an owner writes is a text, and nobody's.
create function private.tie_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if tg_op = 'INSERT' then
      new.contact_user_id := case when num_nonnulls(new.full_name, new.phone) > 0 then new.user_id end;
    else
      new.contact_user_id := (select member.user_id from public.client_members as member
                               where member.user_id = private.current_user_id() and member.client_id = new.id
                                 and member.access = 'owner' and lower(member.full_name) = lower(new.full_name));
    end if;
    return new;
  end $$;

create trigger tie_contact before insert on public.clients for each row execute function private.tie_contact();

create trigger tie_written_contact before update of full_name on public.clients
  for each row when (old.full_name is distinct from new.full_name and old.contact_user_id is not distinct from new.contact_user_id)
  execute function private.tie_contact();

-- A contact who is a person goes with them: their name, and the number that is theirs. One that owners wrote stays.
create function private.forget_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.full_name := null;
    if new.phone = (select phone from public.client_members where user_id = old.contact_user_id and client_id = new.id) then
      new.phone := null;
    end if;
    return new;
  end $$;

create trigger forget_contact before update of contact_user_id on public.clients
  for each row when (old.contact_user_id is not null and new.contact_user_id is null
                     and old.full_name is not distinct from new.full_name)
  execute function private.forget_contact();

-- Whoever leaves a company is no longer its contact, nor named as who made it. Runs before the member goes: their own
-- number tells whether the contact's is theirs.
create function private.leave_client() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.clients set contact_user_id = null where id = old.client_id and contact_user_id = old.user_id;
    update public.clients set user_id = null where id = old.client_id and user_id = old.user_id;
    return old;
  end $$;

create trigger leave_client before delete on public.client_members for each row execute function private.leave_client();

-- Who belongs to a company has decided.
create function private.forget_waiting_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from private.waiting_profiles where user_id = new.user_id;
    return null;
  end $$;

create trigger forget_waiting_profile after insert on public.client_members
  for each row execute function private.forget_waiting_profile();

-- What one company may do in a day, which companies are known, and how a change holds its company
-- (docs/decisions/forms-and-limits.md).

-- Counts one thing that a company is about to do today (UTC), or as many as it costs. Beyond the most it raises PT429,
-- `too_many_` and the kind. Asked before anything is done: what is refused costs nothing, and how long it takes tells nothing.
create function private.count_for_company(company uuid, counted text, amount integer default 1) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100
                         when counted = 'draft_saves' then 5000 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, amount)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + amount else amount end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $$;

-- Counts a change by a company's own people, under the kind that the trigger names: of the company's names, of a person's
-- own, which uses up none of the owners', or of an access. To clear a name, as for somebody who leaves, is always possible.
create function private.limit_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := to_jsonb(new) ->> case tg_table_name when 'clients' then 'id' else 'client_id' end;
  begin
    if private.is_of_company(company) then
      perform private.count_for_company(company, tg_argv[0]);
    end if;
    return new;
  end $$;

create trigger limit_renames before update on public.clients for each row
  when ((old.company_name, old.full_name, old.phone) is distinct from (new.company_name, new.full_name, new.phone)
    and (new.company_name <> old.company_name or new.full_name is not null or new.phone is not null))
  execute function private.limit_changes('renames');

-- By a name a company can ask who works there, since whoever does is hidden from it at once (docs/decisions/candidates.md).
create trigger limit_company_names before update of company_name on public.clients for each row
  when (old.company_name is distinct from new.company_name)
  execute function private.limit_changes('company_names');

create trigger limit_own_names before update on public.client_members for each row
  when (old.full_name is distinct from new.full_name and new.full_name is not null)
  execute function private.limit_changes('own_names');

create trigger limit_accesses before update on public.client_members for each row
  when (old.access is distinct from new.access)
  execute function private.limit_changes('accesses');

-- # Whom the team has to do with

create function private.is_known_company(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from private.known_companies where client_id = client) $$;

-- The team has taken up something of a company, or written to it.
create function private.know_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    fresh jsonb := to_jsonb(new);
    company uuid := (select filed.client_id from public.job_requirements as filed
                      where filed.id = (fresh ->> 'requirement_id')::uuid);
  begin
    insert into private.known_companies (client_id) values (company) on conflict do nothing;
    return null;
  end $$;

-- # Changing who belongs to a company, and what it says of itself

-- The company of the person who is asking, held until the transaction ends: nobody else changes who belongs to it.
create function private.hold_own_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := private.current_client_id();
  begin
    perform from public.clients where id = company for no key update;
    if company is null or private.current_client_id() is distinct from company then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

-- The same for an owner, who is looked at again when the row is held.
create function private.hold_owned_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.hold_own_company();
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

-- Who joins, leaves and hands over a company, and whom the team takes out of one (docs/decisions/companies.md).

create function private.is_last_owner(person uuid, company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.client_members
                    where user_id = person and client_id = company and access = 'owner')
      and not exists (select from public.client_members
                       where user_id <> person and client_id = company and access = 'owner')
  $$;

-- Takes somebody out of a company that is held.
create function private.end_membership(person uuid, company uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare before public.member_access;
  begin
    perform private.revoke_invitations_of(person, company);
    delete from public.client_members where user_id = person and client_id = company returning access into before;
    perform private.log_activity('access_changed', 'person', person, company, old_value => before::text);
  end $$;

-- Gives somebody of the caller's company another access, or, said so, none. With the version that was seen of them, only
-- if nobody has changed them since.
create function private.change_membership(person uuid, new_access public.member_access, leaves boolean, seen integer)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.client_members;
  begin
    if leaves is distinct from (new_access is null) then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    select * into held from public.client_members where user_id = person and client_id = company;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif held.version <> seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    elsif new_access is distinct from 'owner' and private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    elsif new_access is null then
      perform private.end_membership(person, company);
    elsif held.access <> new_access then
      perform private.revoke_invitations_of(person, company);
      update public.client_members set access = new_access where user_id = person;
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => held.access::text, new_value => new_access::text);
    end if;
  end $$;

-- Makes a colleague the contact of a company that is held in the place of somebody who goes, if that is who it was. Their own
-- number goes with them.
create function private.replace_contact(person uuid, company uuid, contact uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare successor public.client_members;
  begin
    if contact is null then
      return;
    end if;
    select * into successor from public.client_members as member
      where member.user_id = contact and member.client_id = company and contact <> person for share;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif successor.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    end if;
    update public.clients as client
      set (contact_user_id, full_name, phone) = (contact, successor.full_name, coalesce(successor.phone,
        nullif(client.phone, (select own.phone from public.client_members as own where own.user_id = person))))
      where client.id = company and client.contact_user_id = person;
    if found then
      perform private.log_activity('company_changed', 'client', company, fields => array['full_name', 'phone']);
    end if;
  end $$;

-- Takes somebody out of the caller's company. If they are its contact, a colleague may become that in their place.
create function private.remove_member(person uuid, contact uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.replace_contact(person, private.hold_owned_company(), contact);
    perform private.change_membership(person, null, true, null);
  end $$;
grant execute on function private.remove_member to authenticated;

-- Gives somebody of the caller's company another access, from a page that says which version of them it has shown.
create function private.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql security definer set search_path = ''
  as $$ select private.change_membership(person, new_access, false, coalesce(seen, 0)) $$;
grant execute on function private.change_member_access to authenticated;

-- Leaves the own company, which the page that asked has named. Its last owner has to give it away first, and its contact may
-- name a colleague in their place.
create function private.leave_company(client uuid, contact uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_own_company();
    person uuid := private.current_user_id();
  begin
    if company is distinct from client then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    end if;
    perform private.replace_contact(person, company, contact);
    perform private.end_membership(person, company);
  end $$;
grant execute on function private.leave_company to authenticated;

-- Makes a colleague the owner and the caller a member, in one step. Both are told by mail: the colleague as whoever is
-- given an access is, the caller because a company that is given away from a forgotten session had better be noticed; who
-- hands over to and fro is told as often as anybody else.
create function private.hand_over_company(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    caller uuid := private.current_user_id();
    before public.member_access;
  begin
    select access into before from public.client_members
      where user_id = person and client_id = company and user_id <> caller;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    end if;
    perform private.revoke_invitations_of(caller, company);
    update public.client_members set access = 'owner' where user_id = person and access <> 'owner';
    update public.client_members set access = 'member' where user_id = caller;
    if before <> 'owner' then
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => before::text, new_value => 'owner');
    end if;
    perform private.log_activity('access_changed', 'person', caller, company,
                                 old_value => 'owner', new_value => 'member');
    perform private.mail_new_access(caller, company);
  end $$;
grant execute on function private.hand_over_company to authenticated;

-- # Exposed through the Data API

create function public.remove_member(person uuid, contact uuid default null) returns void
  language sql set search_path = '' as $$ select private.remove_member(person, contact) $$;
grant execute on function public.remove_member to authenticated;

create function public.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql set search_path = '' as $$ select private.change_member_access(person, seen, new_access) $$;
grant execute on function public.change_member_access to authenticated;

create function public.leave_company(client uuid, contact uuid default null) returns void
  language sql set search_path = '' as $$ select private.leave_company(client, contact) $$;
grant execute on function public.leave_company to authenticated;

create function public.hand_over_company(person uuid) returns void
  language sql set search_path = '' as $$ select private.hand_over_company(person) $$;
grant execute on function public.hand_over_company to authenticated;

-- What a company says of itself, and what its people and the team read of it (docs/decisions/companies.md).

-- Writes the company's profile, on the version that was read. What is saved already is not called changed by somebody else:
-- the same form, sent again after a lost answer. The log has the names of the fields that changed.
create function private.edit_company(seen integer, company_name text, full_name text, phone text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into held from public.clients where id = company;
    edited := held;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    select array_agg(field) into fields from unnest(array['company_name', 'full_name', 'phone']) as field
      where to_jsonb(held) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $$;
grant execute on function private.edit_company to authenticated;

-- Says for the company whether mails quote how a message begins, on the version that was read.
create function private.set_message_quotes(seen integer, wanted boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
  begin
    select * into held from public.clients where id = company;
    if held.quotes_messages = wanted then
      return;
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.count_for_company(company, 'settings');
    update public.clients set quotes_messages = wanted where id = company;
    perform private.log_activity('company_changed', 'client', company, fields => array['quotes_messages'],
                                 old_value => held.quotes_messages::text, new_value => wanted::text);
  end $$;
grant execute on function private.set_message_quotes to authenticated;

-- Writes the caller's own name, on the version that was seen of them. The company's contact follows where that is the
-- caller themselves, and an owner: only owners change it.
create function private.edit_own_name(seen integer, full_name text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_own_company();
    new_name text := private.trimmed(edit_own_name.full_name);
    held public.client_members;
  begin
    select * into held from public.client_members as member
      where member.user_id = private.current_user_id() and member.client_id = company;
    if new_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif new_name is not distinct from held.full_name then
      -- Also sent again, after an answer that was lost.
      return;
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.client_members as member set full_name = new_name where member.user_id = held.user_id;
    if held.access = 'owner' then
      update public.clients as client set full_name = new_name
        where client.id = company and client.contact_user_id = held.user_id and client.full_name is distinct from new_name;
      if found then
        perform private.log_activity('company_changed', 'client', company, fields => array['full_name']);
      end if;
    end if;
  end $$;
grant execute on function private.edit_own_name to authenticated;

-- # Reading

-- The company of the person who is asking, with everybody in it; to its owners with the invitations that nobody has
-- accepted or taken back. Null for somebody who belongs to none.
create function private.own_company() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    company uuid := private.current_client_id();
    given public.member_access := private.current_access();
  begin
    return (select jsonb_build_object(
        'id', client.id, 'company_name', client.company_name, 'full_name', client.full_name, 'phone', client.phone,
        'version', client.version, 'access', given, 'contact_user_id', client.contact_user_id,
        'quotes_messages', client.quotes_messages,
        'members', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select member.user_id, account.email, member.full_name, member.phone, member.access, member.version,
                 member.created_at
            from public.client_members as member join auth.users as account on account.id = member.user_id
            where member.client_id = company
            order by member.created_at, member.user_id limit 200) as listed),
        'invitations', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select sent.id, sent.email, sent.full_name, sent.access, sent.expires_at, sent.invited_by
            from public.invitations as sent
            where given = 'owner' and sent.client_id = company and sent.accepted_at is null and sent.revoked_at is null
            order by sent.created_at desc, sent.id desc limit 200) as listed))
      from public.clients as client where client.id = company);
  end $$;
grant execute on function private.own_company to authenticated;

-- The addresses of a company's people, beside what the team reads of them anyway.
create function private.client_contacts(client uuid) returns table (user_id uuid, email text)
  language plpgsql stable security definer rows 10 set search_path = '' as $$
  #variable_conflict use_column
  begin
    perform private.require_team();
    return query
      select member.user_id, person.email::text from public.client_members as member
        join auth.users as person on person.id = member.user_id
        where member.client_id = client order by member.created_at, member.user_id limit 100;
  end $$;
grant execute on function private.client_contacts to authenticated;

-- A company with its people and the invitations to it that nobody has answered, at most a hundred of each; null for one that
-- is not there.
create function private.read_client(client uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'company', to_jsonb(company),
               -- What it used last.
               'currency', (select filed.currency from public.job_requirements as filed where filed.client_id = company.id
                              order by filed.created_at desc, filed.id desc limit 1),
               'members', (
                 select coalesce(jsonb_agg(to_jsonb(member) order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = company.id
                           order by joined.created_at, joined.user_id limit 100) as member),
               'invitations', (
                 select coalesce(jsonb_agg(to_jsonb(invitation) order by invitation.created_at desc, invitation.id desc), '[]')
                   from (select * from public.invitations as sent
                           where sent.client_id = company.id and sent.accepted_at is null and sent.revoked_at is null
                           order by sent.created_at desc, sent.id desc limit 100) as invitation))
        from public.clients as company where company.id = client);
  end $$;
grant execute on function private.read_client to authenticated;

-- # Exposed through the Data API

create function public.client_contacts(client uuid) returns table (user_id uuid, email text)
  language sql stable set search_path = '' as $$ select * from private.client_contacts(client) $$;
grant execute on function public.client_contacts to authenticated;

create function public.edit_company(seen integer, company_name text, full_name text default null, phone text default null)
  returns void
  language sql set search_path = '' as $$ select private.edit_company(seen, company_name, full_name, phone) $$;
grant execute on function public.edit_company to authenticated;

create function public.set_message_quotes(seen integer, wanted boolean) returns void
  language sql set search_path = '' as $$ select private.set_message_quotes(seen, wanted) $$;
grant execute on function public.set_message_quotes to authenticated;

create function public.own_company() returns jsonb
  language sql stable set search_path = '' as $$ select private.own_company() $$;
grant execute on function public.own_company to authenticated;

create function public.edit_own_name(seen integer, full_name text) returns void
  language sql set search_path = '' as $$ select private.edit_own_name(seen, full_name) $$;
grant execute on function public.edit_own_name to authenticated;

create function public.read_client(client uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_client(client) $$;
grant execute on function public.read_client to authenticated;

-- Invitations to the team or to a company (docs/decisions/companies.md). A mail's link carries a token that is kept until
-- the mail has gone, and from then on only as its digest, in a table that the Data API does not know: whoever has it reads
-- that mailbox. It shows who invites to what, and makes the account of the invited address, if there is none; accepting
-- takes that address as well.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  kind public.invitation_kind not null,
  email text not null check (private.is_email(email) and email = private.normal_address(email)),
  role public.app_role check (role <> 'client'),
  access public.member_access,
  client_id uuid references public.clients (id) on delete cascade,
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  invited_by uuid references auth.users (id) on delete set null,
  -- Each mail is an issue of its own: with a new one the link of the one before is dead.
  issue integer not null default 1,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invitation_target check (
    case kind when 'team' then role is not null and access is null and client_id is null
              else role is null and access is not null and client_id is not null end),
  constraint invitation_ends_once check (accepted_at is null or revoked_at is null)
);

create index invitations_newest on public.invitations (created_at desc, id desc);
create index invitations_client on public.invitations (client_id, created_at desc);
create index invitations_invited_by on public.invitations (invited_by, created_at desc);
create index invitations_accepted_by on public.invitations (accepted_by);
create unique index invitations_open on public.invitations (email, client_id) nulls not distinct
  where accepted_at is null and revoked_at is null;

alter table public.invitations enable row level security, force row level security;
grant select on public.invitations to authenticated;

create trigger stamp_update before update on public.invitations for each row execute function private.stamp_update();

-- Those to the team are the admin's; those to a company its owners' and theirs who may export.
create policy "who invites" on public.invitations for select to authenticated
  using (case kind when 'team' then (select private.is_admin())
         else (select private.may_export())
           or client_id = (select private.current_client_id()) and (select private.current_access()) = 'owner' end);

create table private.invitation_tokens (
  invitation_id uuid primary key references public.invitations (id) on delete cascade,
  digest text not null unique,
  -- The token itself, as long as its mail waits to be sent.
  unsent text
);

-- # The token

-- Each issue has a token of its own, by chance.
create function private.keep_token() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare token text := private.digest_of(gen_random_uuid()::text || gen_random_uuid()::text);
  begin
    insert into private.invitation_tokens (invitation_id, digest, unsent)
      values (new.id, private.digest_of(token), token)
      on conflict (invitation_id) do update set digest = excluded.digest, unsent = excluded.unsent;
    return null;
  end $$;

create trigger keep_token after insert or update of issue on public.invitations
  for each row execute function private.keep_token();

-- The team has invited somebody to a company.
create function private.know_invited_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.client_id is not null and private.is_team(new.invited_by) then
      insert into private.known_companies (client_id) values (new.client_id) on conflict do nothing;
    end if;
    return null;
  end $$;

create trigger know_company after insert on public.invitations for each row execute function private.know_invited_company();

-- # How an invitation ends

-- May whoever made it still make one like it? Those that an operator makes by SQL are nobody's.
create function private.is_still_given(invitation public.invitations) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (invitation).invited_by is null
      or exists (select from public.user_roles as held
                  where held.user_id = (invitation).invited_by
                    and held.role = any (case (invitation).kind when 'team' then array['admin']::public.app_role[]
                                           else array['admin', 'recruiter', 'hr_manager']::public.app_role[] end))
      or exists (select from public.client_members as member
                  where member.user_id = (invitation).invited_by and member.client_id = (invitation).client_id
                    and member.access = 'owner')
  $$;

-- Whoever accepts asks this when the invitation is theirs to accept, and so do its mail and its page.
create function private.invitation_state(invitation public.invitations) returns text
  language sql stable set search_path = '' as $$
    select case when (invitation).accepted_at is not null then 'accepted'
                when (invitation).revoked_at is not null or not private.is_still_given(invitation) then 'revoked'
                when (invitation).expires_at <= now() then 'expired'
                else 'open' end
  $$;

-- Takes back what somebody has invited to a place that is theirs to give no longer.
create function private.revoke_invitations_of(person uuid, client uuid) returns void
  language sql security definer set search_path = '' as $$
    with revoked as (
      update public.invitations set revoked_at = now()
        where invited_by = person and client_id is not distinct from client
          and accepted_at is null and revoked_at is null
        returning id, client_id
    )
    select private.log_activity('invitation_revoked', 'invitation', id, client_id) from revoked
  $$;

-- Takes back what somebody may give no longer. Called when the role or the access has changed already.
create function private.revoke_what_is_not_given(person uuid) returns void
  language sql security definer set search_path = '' as $$
    with revoked as (
      update public.invitations as sent set revoked_at = now()
        where sent.invited_by = person and sent.accepted_at is null and sent.revoked_at is null
          and not private.is_still_given(sent)
        returning id, client_id
    )
    select private.log_activity('invitation_revoked', 'invitation', id, client_id) from revoked
  $$;

-- Who loses a role or an access loses what they have invited by it.
create function private.follow_inviter() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.revoke_what_is_not_given(old.user_id);
    return null;
  end $$;

create trigger follow_inviter after update of role or delete on public.user_roles
  for each row execute function private.follow_inviter();

create trigger follow_inviter after update of access or delete on public.client_members
  for each row execute function private.follow_inviter();

-- An account that is deleted leaves no name of who invited: then it is too late to ask.
create function private.end_with_inviter() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.revoked_at := coalesce(new.revoked_at, now());
    return new;
  end $$;

create trigger end_with_inviter before update of invited_by on public.invitations
  for each row when (old.invited_by is not null and new.invited_by is null and new.accepted_at is null)
  execute function private.end_with_inviter();

-- # Inviting

-- Holds the caller's place until the transaction ends, and their own calls one after the other: who takes the place away
-- waits, and then finds what they have made.
create function private.hold_inviter() returns void
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.current_user_id();
  begin
    perform from public.user_roles where user_id = caller for share;
    -- The company before its member, as whoever changes members has it.
    perform from public.clients where id = private.current_client_id() for key share;
    perform from public.client_members where user_id = caller for share;
    perform pg_advisory_xact_lock(hashtextextended('invites ' || caller, 0));
  end $$;

-- Refuses an invitation that is one too many: for its mailbox, for its sender, for its company, or for all companies together
-- that the team has nothing to do with yet. Of those each invites three a day, and five once it has filed something. Each
-- bound is counted by one caller at a time.
create function private.refuse_too_many_invitations(address text, client uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    invites constant text[] := array['invited', 'invitation_resent'];
    to_all integer;
    from_here integer;
    of_company integer;
  begin
    perform pg_advisory_xact_lock(hashtextextended('invites to ' || private.mailbox_of(address), 0));
    select count(*), count(*) filter (where sent.client_id is not distinct from client) into to_all, from_here
      from public.mail_outbox as mail
      left join public.invitations as sent on sent.id = (mail.ids ->> 'invitation')::uuid
      where private.mailbox_of(mail.address) = private.mailbox_of(refuse_too_many_invitations.address)
        and mail.created_at > now() - interval '1 day'
        and mail.template in ('team_invitation', 'client_invitation');
    -- A stranger's mailbox is not to be filled by us, nor the list by a stolen session. Of its twenty a day companies that the
    -- team doesn't know use up ten: nobody keeps the team from inviting somebody.
    if to_all >= (case when private.is_team_member() or private.is_known_company(client) then 20 else 10 end)
      or from_here >= 5
      or (select count(*) from public.activity_log as entry
           where entry.actor = private.current_user_id() and entry.created_at > now() - interval '1 day'
             and entry.action = any (invites)) >= 50
    then
      raise exception 'too_many' using errcode = 'PT429';
    end if;
    if client is null or private.is_team_member() then
      return;
    end if;
    -- Of one company one after another: its owners invite beside each other.
    perform pg_advisory_xact_lock(hashtextextended('invites of ' || client, 0));
    select count(*) into of_company from public.activity_log as entry
      where entry.other = client and entry.created_at > now() - interval '1 day' and entry.action = any (invites);
    if private.is_known_company(client) then
      if of_company >= 100 then
        raise exception 'too_many' using errcode = 'PT429';
      end if;
      return;
    end if;
    if not exists (select from public.job_requirements where client_id = client) then
      if of_company >= 3 then
        raise exception 'too_many_at_first' using errcode = 'PT429';
      end if;
    elsif of_company >= 5 then
      raise exception 'too_many_unseen' using errcode = 'PT429';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('invites of unknown companies', 0));
    if 100 <= (select count(*) from public.activity_log as entry
                 where entry.created_at > now() - interval '1 day' and entry.other is not null
                   and entry.action in ('invited', 'invitation_resent')
                   and not exists (select from private.known_companies where client_id = entry.other))
    then
      raise exception 'too_many_everywhere' using errcode = 'PT429';
    end if;
  end $$;

-- Who invites whom, sends an invitation again, or takes it back (docs/decisions/companies.md).

-- Makes an invitation, for a caller who has been checked. The same one asked for twice is one. An owner is not told what an
-- address is elsewhere; the team may know.
create function private.make_invitation(kind public.invitation_kind, address text, role public.app_role,
                                        access public.member_access, client uuid, full_name text, phone text)
  returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    account uuid;
    known public.invitations;
    made uuid;
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    end if;
    perform private.hold_inviter();
    -- Whoever called this was asked before; meanwhile the place may have been taken.
    if not private.is_still_given(jsonb_populate_record(null::public.invitations, jsonb_build_object(
             'kind', kind, 'client_id', client, 'invited_by', private.current_user_id()))) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select id into account from auth.users where lower(email) = wanted;
    if exists (select from public.client_members where user_id = account and client_id = client) then
      raise exception 'member_already' using errcode = 'PT409';
    elsif private.is_team_member() and exists (select from public.team_members where user_id = account) then
      raise exception 'team_member_already' using errcode = 'PT409';
    elsif private.is_team_member() and exists (select from public.client_members where user_id = account) then
      raise exception 'company_already' using errcode = 'PT409';
    end if;
    update public.invitations as past set revoked_at = now()
      where past.email = wanted and past.client_id is not distinct from client
        and past.accepted_at is null and past.revoked_at is null and past.expires_at <= now();
    select * into known from public.invitations as waiting
      where waiting.email = wanted and waiting.client_id is not distinct from client
        and waiting.accepted_at is null and waiting.revoked_at is null;
    if not found then
      perform private.refuse_too_many_invitations(wanted, client);
      insert into public.invitations (kind, email, role, access, client_id, full_name, phone, invited_by)
        values (kind, wanted, role, access, client, private.trimmed(full_name), private.trimmed(phone),
                private.current_user_id())
        on conflict do nothing returning id into made;
      if made is not null then
        perform private.log_activity('invited', 'invitation', made, client,
                                     new_value => coalesce(role::text, access::text));
        return made;
      end if;
      -- Somebody else has just made it.
      select * into known from public.invitations as waiting
        where waiting.email = wanted and waiting.client_id is not distinct from client
          and waiting.accepted_at is null and waiting.revoked_at is null;
    end if;
    if known.role is distinct from make_invitation.role or known.access is distinct from make_invitation.access then
      raise exception 'invited_already' using errcode = 'PT409';
    end if;
    return known.id;
  end $$;

create function private.invite_to_team(address text, new_role public.app_role, full_name text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_role is null or new_role = 'client' then
      raise exception 'not_a_team_role' using errcode = 'PT400';
    end if;
    return private.make_invitation('team', address, new_role, null, null, full_name, null);
  end $$;
grant execute on function private.invite_to_team to authenticated;

create function private.invite_member(address text, new_access public.member_access, full_name text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_access is null then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    return private.make_invitation('client', address, null, new_access, private.current_client_id(), full_name, null);
  end $$;
grant execute on function private.invite_member to authenticated;

-- Invites to a company that nobody owns: new, or left by its last owner. Who makes an event of one of its requirements can
-- go on meanwhile.
create function private.invite_owner(client uuid, address text, full_name text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    if not private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform private.hold_inviter();
    perform from public.clients where id = client for no key update;
    if not found then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.has_owner(client) then
      raise exception 'has_owner' using errcode = 'PT409';
    end if;
    return private.make_invitation('client', address, null, 'owner', client, full_name, null);
  end $$;
grant execute on function private.invite_owner to authenticated;

-- A new company, whose first owner is invited: the company is there at once, so that a posting can become its requirement
-- before anybody has accepted. Asked again, while that invitation is open, it is the same company.
create function private.invite_company(address text, company_name text, full_name text, phone text,
                                       out invitation_id uuid, out client_id uuid)
  language plpgsql security definer set search_path = '' as $$
  begin
    if not private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('invite_company ' || private.normal_address(address), 0));
    select waiting.id, waiting.client_id into invitation_id, client_id
      from public.invitations as waiting
      join public.clients as client on client.id = waiting.client_id
      where waiting.email = private.normal_address(address) and waiting.access = 'owner'
        and private.invitation_state(waiting) = 'open' and not private.has_owner(client.id)
        and lower(client.company_name) = lower(private.trimmed(invite_company.company_name))
      limit 1;
    if not found then
      insert into public.clients (company_name, full_name, phone)
        values (private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone))
        returning id into client_id;
      invitation_id := private.make_invitation('client', address, null, 'owner', client_id, full_name, phone);
    end if;
  end $$;

-- The invitation that the caller may take back or send again: who may make one like it may. It is locked, and the right is
-- asked again after the wait for it.
create function private.own_invitation(invitation uuid) returns public.invitations
  language plpgsql security definer set search_path = '' as $$
  declare found_row public.invitations;
  begin
    if not private.is_team_member() and private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into found_row from public.invitations as own
      where own.id = invitation
        and case when own.kind = 'team' then private.is_admin()
                 when private.is_team_member() then not private.has_owner(own.client_id)
                 else own.client_id = private.current_client_id() end
      for update;
    if not found then
      raise exception 'invitation_not_found' using errcode = 'PT404';
    elsif (case when found_row.kind = 'team' then not private.is_admin()
                when private.is_team_member() then private.has_owner(found_row.client_id)
                else found_row.client_id is distinct from private.current_client_id()
                  or private.current_access() is distinct from 'owner' end)
    then
      raise exception 'forbidden' using errcode = '42501';
    elsif found_row.accepted_at is not null then
      raise exception 'invitation_accepted' using errcode = 'PT410';
    end if;
    return found_row;
  end $$;

create function private.revoke_invitation(invitation uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare own public.invitations := private.own_invitation(invitation);
  begin
    if own.revoked_at is null then
      update public.invitations set revoked_at = now() where id = own.id;
      perform private.log_activity('invitation_revoked', 'invitation', own.id, own.client_id);
    end if;
  end $$;
grant execute on function private.revoke_invitation to authenticated;

create function private.resend_invitation(invitation uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare own public.invitations;
  begin
    perform private.hold_inviter();
    own := private.own_invitation(invitation);
    if own.revoked_at is not null then
      raise exception 'invitation_revoked' using errcode = 'PT410';
    elsif own.issued_at > now() - interval '1 minute' then
      raise exception 'too_soon' using errcode = 'PT429';
    end if;
    perform private.refuse_too_many_invitations(own.email, own.client_id);
    update public.invitations
      set issue = own.issue + 1, issued_at = now(), expires_at = now() + interval '14 days' where id = own.id;
    perform private.log_activity('invitation_resent', 'invitation', own.id, own.client_id);
  end $$;
grant execute on function private.resend_invitation to authenticated;

-- # Exposed through the Data API

create function public.invite_to_team(address text, new_role public.app_role, full_name text default null) returns uuid
  language sql set search_path = '' as $$ select private.invite_to_team(address, new_role, full_name) $$;
grant execute on function public.invite_to_team to authenticated;

create function public.invite_member(address text, new_access public.member_access, full_name text default null)
  returns uuid
  language sql set search_path = '' as $$ select private.invite_member(address, new_access, full_name) $$;
grant execute on function public.invite_member to authenticated;

create function public.invite_owner(client uuid, address text, full_name text default null) returns uuid
  language sql set search_path = '' as $$ select private.invite_owner(client, address, full_name) $$;
grant execute on function public.invite_owner to authenticated;

create function public.revoke_invitation(invitation uuid) returns void
  language sql set search_path = '' as $$ select private.revoke_invitation(invitation) $$;
grant execute on function public.revoke_invitation to authenticated;

create function public.resend_invitation(invitation uuid) returns void
  language sql set search_path = '' as $$ select private.resend_invitation(invitation) $$;
grant execute on function public.resend_invitation to authenticated;

-- What an invitation shows, the account that it makes, and its acceptance (docs/decisions/companies.md).

create function private.invitation_of(token text) returns public.invitations
  language sql stable security definer set search_path = '' as $$
    select invitation.* from public.invitations as invitation
      join private.invitation_tokens as kept on kept.invitation_id = invitation.id
      where kept.digest = private.digest_of(token)
  $$;

create function private.inviter_name(invitation public.invitations) returns text
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (select display_name from public.team_members where user_id = (invitation).invited_by),
      (select full_name from public.client_members
        where user_id = (invitation).invited_by and client_id = (invitation).client_id))
  $$;

-- Who invites to what, for whoever holds a token: null for one that is unknown. Mails are passed on, so that the address
-- is shown whole to its owner only, signed in; others learn its first letter and domain.
create function private.invitation_by_token(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', found_row.id, 'kind', found_row.kind, 'role', found_row.role, 'access', found_row.access,
        'company', private.company_name(found_row.client_id), 'invited_by', private.inviter_name(found_row),
        'email', case when found_row.email = private.current_address() then found_row.email
                      else left(found_row.email, 1) || '…@' || split_part(found_row.email, '@', 2) end,
        'is_own_address', found_row.email = private.current_address(),
        'state', private.invitation_state(found_row), 'expires_at', found_row.expires_at,
        'bond', case when found_row.email = private.current_address() then private.own_bond() end)
      from private.invitation_of(token) as found_row where found_row.id is not null
  $$;
grant execute on function private.invitation_by_token to anon, authenticated, service_role;

-- What the mail of an invitation says, with its token: for who sends mails, and nobody else.
create function private.invitation_mail(invitation uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        -- Asked for by nobody who has proved the address: the team answers a form that names it.
        'is_from_form', exists (select from public.job_requirements as filed
                                  cross join private.form_of(filed) as sent
                                  where filed.client_id = found_row.client_id and sent.address = found_row.email),
        'token', kept.unsent)
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open' and kept.unsent is not null
  $$;
grant execute on function private.invitation_mail to service_role;

-- # An account for the invited address

-- Whoever holds a token reads the mailbox that it was sent to, and nobody else does: that is what a confirmation's link
-- proves, and so a sign-up that brings the token along is confirmed from its first moment. The authentication service reads
-- back what it has written, sends no second mail and begins the session. The token itself is not kept.
create function private.confirm_invited() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare given public.invitations := private.invitation_of(new.raw_user_meta_data ->> 'invitation_token');
  begin
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation_token';
    if tg_op = 'INSERT' and given.email = lower(new.email) and private.invitation_state(given) = 'open' then
      new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
    end if;
    return new;
  end $$;

create trigger confirm_invited before insert or update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data ? 'invitation_token') execute function private.confirm_invited();

-- The invited address, for the form that makes its account: null when the token opens no invitation. Whether it has an
-- account, which its person signs in to. A sign-up that nobody has confirmed stands in nobody's way: whoever it was has not
-- proved the mailbox, and owns nothing.
create function private.prepare_invited_account(token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    given public.invitations := private.invitation_of(token);
    state text := private.invitation_state(given);
    has_account boolean;
  begin
    if given.id is not null and state = 'open' then
      delete from auth.users where lower(email) = given.email and email_confirmed_at is null;
    end if;
    has_account := exists (select from auth.users where lower(email) = given.email);
    -- The form that was sent twice comes back after it has been accepted.
    if given.id is null or state <> 'open' and not (state = 'accepted' and has_account) then
      return null;
    end if;
    return jsonb_build_object('email', given.email, 'has_account', has_account);
  end $$;
grant execute on function private.prepare_invited_account to anon, authenticated;

-- # Joining

-- Whom the person who is asking belongs to, and whether they may leave that for another: the last owner may if nobody else
-- is in the company and nothing was ever filed for it. Null for nobody's.
--
-- Joining a company is one thing, whichever way somebody comes: by the link of the mail, by the ordinary sign-up, from a
-- provider (docs/decisions/companies.md). An invitation is its address's, and whoever has shown that the mailbox is
-- theirs may see and accept it without the link.
create function private.own_bond() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'company', private.company_name(own.client_id),
        'may_leave', not private.is_last_owner(own.user_id, own.client_id)
          or (not exists (select from public.client_members as other
                           where other.client_id = own.client_id and other.user_id <> own.user_id)
            and not exists (select from public.job_requirements as filed where filed.client_id = own.client_id)))
      from public.client_members as own where own.user_id = (select private.current_user_id())
    union all
    select jsonb_build_object('company', null, 'may_leave', false)
      where (select private.is_team_member())
  $$;

-- The open invitations to the address that the person who is asking has proved to have.
create function private.invitations_to_me() returns setof public.invitations
  language sql stable security definer set search_path = '' as $$
    select invitation.* from public.invitations as invitation
      where invitation.email = (select private.current_address())
        and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
      order by invitation.created_at desc, invitation.id desc limit 20
  $$;

-- What somebody may join, whom they belong to now, and the company that they asked for when they signed up.
create function private.own_invitations() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', mine.id, 'kind', mine.kind, 'role', mine.role, 'access', mine.access,
          'company', private.company_name(mine.client_id), 'invited_by', private.inviter_name(mine),
          'expires_at', mine.expires_at)), '[]')
        from private.invitations_to_me() as mine),
      'bond', private.own_bond(),
      'profile', (select jsonb_build_object('company_name', waiting.company_name, 'full_name', waiting.full_name,
                                            'phone', waiting.phone)
                    from private.waiting_profiles as waiting
                    where waiting.user_id = (select private.current_user_id())))
  $$;
grant execute on function private.own_invitations to authenticated;

-- What the dashboard of somebody who belongs to no company shows in the place of one; null for everybody else.
create function private.own_joining() returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select private.own_invitations() where (select private.current_client_id()) is null $$;
grant execute on function private.own_joining to authenticated;

-- Makes the company that a sign-up asked for, once its mailbox is proved; unless somebody has invited its person: then it
-- waits until they have decided. Returns whether nothing is left to decide.
create function private.begin_company(company_name text, full_name text, phone text) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare person uuid := private.current_user_id();
  begin
    if person is null or private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    elsif private.trimmed(company_name) is null then
      raise exception 'company_name_missing' using errcode = 'PT422';
    elsif exists (select from public.client_members where user_id = person) then
      return true;
    elsif exists (select from private.invitations_to_me()) then
      insert into private.waiting_profiles (user_id, company_name, full_name, phone)
        values (person, private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone))
        on conflict (user_id) do update
          set (company_name, full_name, phone) = (excluded.company_name, excluded.full_name, excluded.phone);
      return false;
    end if;
    insert into public.clients (user_id, company_name, full_name, phone)
      values (person, private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone));
    return true;
  end $$;
grant execute on function private.begin_company to authenticated;

-- Accepts, once, as whoever is signed in with the invited address; twice by the same person is the same. Whoever belongs to
-- another company leaves it in the same step, if they have said so and may. An invitation whose person has been removed
-- since is no welcome any more (docs/decisions/companies.md).
create function private.accept_as_invited(invitation uuid, leaving boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    person uuid := private.current_user_id();
    given public.invitations;
    held public.app_role;
    own uuid;
    own_name text;
  begin
    if person is null then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    -- Of two invitations accepted at once the second finds what the first has made of the person.
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || person, 0));
    own := private.current_client_id();
    if leaving and own is not null then
      own := private.hold_own_company();
    end if;
    select * into given from public.invitations where id = invitation for update;
    if not found then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    elsif given.email is distinct from private.current_address() then
      raise exception 'other_address' using errcode = 'PT403';
    elsif given.accepted_by is distinct from person then
      if private.invitation_state(given) <> 'open' then
        raise exception '%', 'invitation_' || private.invitation_state(given) using errcode = 'PT410';
      end if;
      select role into held from public.user_roles where user_id = person;
      -- What somebody calls themselves comes before what others call them.
      select private.metadata_text(raw_user_meta_data, 'full_name') into own_name from auth.users where id = person;
      if held <> 'client' then
        raise exception 'team_member_already' using errcode = 'PT409';
      elsif own is not null and (not leaving or own = given.client_id) then
        raise exception 'company_already' using errcode = 'PT409';
      elsif own is not null and not (private.own_bond() ->> 'may_leave')::boolean then
        raise exception 'last_owner' using errcode = 'PT409';
      elsif own is not null then
        perform private.end_membership(person, own);
      end if;
      if given.kind = 'team' then
        insert into public.user_roles (user_id, role) values (person, given.role)
          on conflict (user_id) do update set role = excluded.role;
        update public.team_members set display_name = given.full_name
          where user_id = person and given.full_name is not null;
      else
        insert into public.client_members (user_id, client_id, access, full_name, phone)
          select person, given.client_id, given.access,
                 coalesce(own_name, given.full_name),
                 coalesce(private.metadata_text(account.raw_user_meta_data, 'phone'), given.phone)
            from auth.users as account where account.id = person
          on conflict do nothing;
        if not found then
          raise exception 'company_already' using errcode = 'PT409';
        end if;
        insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
        -- Of a company that the team has made for them, and named them as its contact, they are that.
        update public.clients as client set contact_user_id = person
          where client.id = given.client_id and given.access = 'owner' and client.contact_user_id is null
            and client.full_name = given.full_name
            and not exists (select from public.client_members as member
                             where member.client_id = client.id and member.user_id <> person);
      end if;
      update public.invitations set accepted_at = now(), accepted_by = person where id = given.id;
      perform private.log_activity('invitation_accepted', 'invitation', given.id, given.client_id,
                                   new_value => coalesce(given.role::text, given.access::text));
    elsif (given.kind = 'team' and not private.is_team(person))
      or (given.kind = 'client' and not exists (select from public.client_members
                                                 where user_id = person and client_id = given.client_id)) then
      raise exception 'invitation_over' using errcode = 'PT410';
    end if;
    return jsonb_build_object('kind', given.kind, 'role', given.role, 'access', given.access,
                              'client_id', given.client_id);
  end $$;

-- By the token of its mail.
create function private.accept_invitation(token text) returns jsonb
  language sql security definer set search_path = ''
  as $$ select private.accept_as_invited((private.invitation_of(token)).id, false) $$;
grant execute on function private.accept_invitation to authenticated;

-- By its id, from the list that only its address sees: of others' nobody learns that they are there.
create function private.accept_own_invitation(invitation uuid, leaving boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.current_user_id() is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.invitations as mine
                       where mine.id = invitation and mine.email = private.current_address()) then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    end if;
    return private.accept_as_invited(invitation, leaving);
  end $$;
grant execute on function private.accept_own_invitation to authenticated;

-- # Exposed through the Data API

create function public.invitation_by_token(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.invitation_by_token(token) $$;
grant execute on function public.invitation_by_token to anon, authenticated, service_role;

create function public.prepare_invited_account(token text) returns jsonb
  language sql set search_path = '' as $$ select private.prepare_invited_account(token) $$;
grant execute on function public.prepare_invited_account to anon, authenticated;

create function public.accept_invitation(token text) returns jsonb
  language sql set search_path = '' as $$ select private.accept_invitation(token) $$;
grant execute on function public.accept_invitation to authenticated;

create function public.invitation_mail(invitation uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.invitation_mail(invitation) $$;
grant execute on function public.invitation_mail to service_role;

create function public.own_invitations() returns jsonb
  language sql stable set search_path = '' as $$ select private.own_invitations() $$;
grant execute on function public.own_invitations to authenticated;

create function public.begin_company(company_name text, full_name text default null, phone text default null)
  returns boolean
  language sql set search_path = '' as $$ select private.begin_company(company_name, full_name, phone) $$;
grant execute on function public.begin_company to authenticated;

create function public.accept_own_invitation(invitation uuid, leaving boolean default false) returns jsonb
  language sql set search_path = '' as $$ select private.accept_own_invitation(invitation, leaving) $$;
grant execute on function public.accept_own_invitation to authenticated;

-- What visitors send by the public forms, and what the team writes down of calls: anybody sends, who may export reads. What
-- comes too fast, or in a flood, is kept and marked (docs/decisions/inbox.md).

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  -- Made with the page: a form that comes twice is one row.
  form_id uuid unique,
  name text not null check (private.is_text(name, 200)),
  -- Of a form; who calls may have none.
  email text check (private.is_email(email)),
  company text check (private.is_text(company, 200)),
  requirement text not null check (private.is_text(requirement, 10000)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sent sooner after its page than a person types, or without the page's signature: kept, and marked for the team.
  suspect boolean not null default false,
  -- Came in a flood, when nothing else speaks against it (private.mark_flood).
  flood boolean not null default false,
  -- How it came; whatever is no form somebody of the team has written down (private.record_enquiry).
  source text not null default 'form' check (source in ('form', 'phone', 'whatsapp', 'walk_in', 'email')),
  phone text check (private.is_text(phone, 200)),
  written_by uuid references auth.users (id) on delete set null,
  -- The company that the caller is of, as far as whoever wrote it down could tell.
  client_id uuid references public.clients (id) on delete set null,
  constraint can_be_answered check (email is not null or source <> 'form' and phone is not null)
);

create index contact_submissions_newest on public.contact_submissions (created_at desc, id desc);
create index contact_submissions_person on public.contact_submissions (lower(email), created_at desc);
create index contact_submissions_company on public.contact_submissions (lower(company), created_at desc);
create index contact_submissions_writer on public.contact_submissions (written_by);
create index contact_submissions_client on public.contact_submissions (client_id);

alter table public.contact_submissions enable row level security, force row level security;
grant insert (form_id, name, email, company, phone, requirement, suspect) on public.contact_submissions to anon, authenticated;
grant select on public.contact_submissions to authenticated;

create trigger file_one before insert on public.contact_submissions for each row execute function private.file_one();
create trigger stamp_id before insert on public.contact_submissions for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.contact_submissions for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.contact_submissions for each row execute function private.stamp_update();

create policy "anybody sends" on public.contact_submissions for insert to anon, authenticated with check (true);

create policy "who may export reads" on public.contact_submissions for select to authenticated
  using ((select private.may_export()));

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
  updated_at timestamptz not null default now(),
  suspect boolean not null default false,
  flood boolean not null default false
);

create index public_job_submissions_newest on public.public_job_submissions (created_at desc, id desc);
create index public_job_submissions_person on public.public_job_submissions (lower(contact_email), created_at desc);
create index public_job_submissions_company on public.public_job_submissions (lower(company), created_at desc);

alter table public.public_job_submissions enable row level security, force row level security;
grant insert (form_id, job_title, department, location, experience_level, employment_type, urgency, skills, job_description,
  budget_range, positions_count, contact_name, contact_email, company, phone, suspect)
  on public.public_job_submissions to anon, authenticated;
grant select on public.public_job_submissions to authenticated;

create trigger file_one before insert on public.public_job_submissions for each row execute function private.file_one();
create trigger stamp_id before insert on public.public_job_submissions for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.public_job_submissions for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.public_job_submissions for each row execute function private.stamp_update();

create policy "anybody sends" on public.public_job_submissions for insert to anon, authenticated with check (true);

create policy "who may export reads" on public.public_job_submissions for select to authenticated
  using ((select private.may_export()));

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
  updated_at timestamptz not null default now(),
  suspect boolean not null default false,
  flood boolean not null default false
);

create index consultation_requests_newest on public.consultation_requests (created_at desc, id desc);
create index consultation_requests_person on public.consultation_requests (lower(email), created_at desc);
create index consultation_requests_company on public.consultation_requests (lower(company), created_at desc);

alter table public.consultation_requests enable row level security, force row level security;
grant insert (form_id, first_name, last_name, email, phone, company, role, needs, preferred_time, suspect)
  on public.consultation_requests to anon, authenticated;
grant select on public.consultation_requests to authenticated;

create trigger file_one before insert on public.consultation_requests for each row execute function private.file_one();
create trigger stamp_id before insert on public.consultation_requests for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.consultation_requests for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.consultation_requests for each row execute function private.stamp_update();

create policy "anybody sends" on public.consultation_requests for insert to anon, authenticated with check (true);

create policy "who may export reads" on public.consultation_requests for select to authenticated
  using ((select private.may_export()));

-- From which networks forms have come within the hour: digests that only the site can make, another each day, and which
-- form each belonged to is written nowhere. No network stands for all that came without the site's proof.
create table private.form_senders (
  id bigint generated always as identity primary key,
  network text,
  -- The network around it: 256 addresses, or 65,536 networks of IPv6.
  wider text,
  created_at timestamptz not null default now()
);

create index form_senders_network on private.form_senders (network, created_at);
create index form_senders_wider on private.form_senders (wider, created_at) where wider is not null;
create index form_senders_created on private.form_senders (created_at);

-- What the site puts beside two digests, so that nobody else can bring them: made of the shared key as the tokens of
-- invitations are made of theirs.
create function private.sender_proof(sender_key text, networks text) returns text
  language sql immutable set search_path = ''
  as $$ select private.digest_of(sender_key || private.digest_of(sender_key || ' sender ' || networks)) $$;

-- The networks that a form came from, by the site's word: the nearer, then the wider one. Null for a form without that
-- word, and for one whose proof is not right.
create function private.form_networks(sender_key text) returns text[]
  language sql stable set search_path = '' as $$
    select parts[1:2]
      from regexp_match(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-sender-network',
                        '^([0-9a-f]{32})[.]([0-9a-f]{32})[.]([0-9a-f]{64})$') as parts
      where parts[3] = private.sender_proof(sender_key, parts[1] || '.' || parts[2])
  $$;

-- Has a network sent ten forms, of whichever kind, within the hour? Null asks about all that came without a proof.
create function private.has_flooded(given text) returns boolean
  language sql stable set search_path = '' as $$
    select case when given is null
      then exists (select from private.form_senders where network is null and created_at > now() - interval '1 hour' offset 9)
      else exists (select from private.form_senders where network = given and created_at > now() - interval '1 hour' offset 9)
    end
  $$;

-- Marks what comes in a flood: it is kept, set apart in the inbox and answered when the rest is, so that whoever sends
-- three hundred messages hides those of nobody after them. Ten an hour of one network are read like any others; what it
-- sends beyond is its own flood, and so is what comes past the site, which is as one network. When three hundred have come
-- through the site, those of a wider network that sent ten of them are marked as well. What a person with rights of their
-- own puts in is no form. Without a key shared with the site a flood is three hundred an hour of one table.
create function private.mark_flood() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 300)', tg_relid::regclass)
        into new.flood using hour_ago;
      return new;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return new;
    end if;
    sender := private.form_networks(shared_key);
    new.flood := private.has_flooded(sender[1]) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[2] and created_at > hour_ago offset 9);
    insert into private.form_senders (network, wider) values (sender[1], sender[2]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
    return new;
  end $$;

create trigger mark_flood before insert on public.contact_submissions
  for each row when (new.source = 'form') execute function private.mark_flood();
create trigger mark_flood before insert on public.public_job_submissions for each row execute function private.mark_flood();
create trigger mark_flood before insert on public.consultation_requests for each row execute function private.mark_flood();

-- Requirements: what a company looks for. Who may change which status stands here and nowhere else; each change raises the
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
-- Each pair of a status and a priority has its place in each of these, every one in the list's order.
create index job_requirements_client_status on public.job_requirements
  (client_id, status, priority, created_at desc, id desc);
create index job_requirements_recruiter_status on public.job_requirements
  (recruiter_id, status, priority, created_at desc, id desc);
create index job_requirements_client_recruiter on public.job_requirements
  (client_id, recruiter_id, created_at desc, id desc);
create index job_requirements_client_deadline on public.job_requirements
  (client_id, status, priority, coalesce(deadline, '2999-12-31'::date), id);
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
      new.source_posting_id := null;
      new.source_contact_id := null;
      new.source_consultation_id := null;
      new.is_filed_by_team := false;
    end if;
    return new;
  end $$;

create trigger stamp_requirement before insert on public.job_requirements
  for each row execute function private.stamp_requirement();

-- The public form that a requirement was made of, if it was one: which address it names, and when it came.
create function private.form_of(requirement public.job_requirements) returns table (address text, came timestamptz)
  language sql stable security definer rows 1 set search_path = '' as $$
    select private.normal_address(contact_email), created_at from public.public_job_submissions
      where id = requirement.source_posting_id
    union all
    select private.normal_address(email), created_at from public.contact_submissions
      where id = requirement.source_contact_id and source = 'form'
    union all
    select private.normal_address(email), created_at from public.consultation_requests
      where id = requirement.source_consultation_id
  $$;

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
    for asked in 1..2 loop
      if not private.may_change_for(new.client_id) then
        raise exception 'forbidden' using errcode = '42501';
      end if;
      perform from public.clients where id = new.client_id for no key update;
    end loop;
    -- A form that comes twice is one that is filed already, and its unique key says so.
    if (select count(*) from (select from public.job_requirements as latest
          where latest.client_id = new.client_id and latest.created_at > now() - interval '1 day'
          limit 300) as counted) = 300
      and not exists (select from public.job_requirements as filed
                        where filed.client_id = new.client_id and filed.form_id = new.form_id)
    then
      raise exception 'too_many_requirements' using errcode = 'PT429';
    end if;
    return new;
  end $$;

create trigger limit_filing before insert on public.job_requirements
  for each row execute function private.limit_filing();

-- How a requirement is changed: by its company, by the team, one change at a time (docs/decisions/database.md).

-- A requirement that is the caller's to change, as they have seen it; locked until the transaction ends, against other
-- changes and not against what only names it. The right is asked again after the wait.
create function private.lock_requirement(requirement uuid, seen integer) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare held public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.job_requirements as filed
      where filed.id = requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(held.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

-- Changes the status. Beside it the team says who is in charge of what it begins, unless somebody is already, and, of what is
-- filled, how many positions are (all of them, when nothing is said) and when those people begin. Returns the version that
-- makes of it.
create function private.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text, person uuid, filled integer,
    joining date) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    held public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when is_begun and not private.is_team(held.recruiter_id) then private.receiver_of(person)
                      else held.recruiter_id end;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, held.positions_count) else held.positions_filled end,
          joining_date = case when is_filled then joining else held.joining_date end
      where filed.id = requirement returning version into now_at;
    if recruiter is distinct from held.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', requirement, recruiter);
    end if;
    return now_at;
  end $$;
grant execute on function private.change_requirement_status to authenticated;

-- A company withdraws its requirement: as itself, which the team is not, whatever page it comes from.
create function private.withdraw_requirement(requirement uuid, seen integer, reason text) returns integer
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason, null, null, null);
  end $$;
grant execute on function private.withdraw_requirement to authenticated;

-- Names who of the team looks after a requirement, or nobody. Returns the version that makes of it.
create function private.set_recruiter(requirement uuid, seen integer, person uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    now_at integer;
    held public.job_requirements;
  begin
    perform private.lock_team(person);
    held := private.lock_requirement(requirement, seen);
    person := private.receiver_of(person);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if held.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $$;
grant execute on function private.set_recruiter to authenticated;

-- What a form has sent, on top of a row: each entry of its column's type. Unknown names are a mistake of the program.
create function private.with_entries(base public.job_requirements, entries jsonb) returns public.job_requirements
  language plpgsql stable set search_path = '' as $$
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (private.requirement_fields())) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    return jsonb_populate_record(base, entries);
  end $$;

-- Changes what was filled in, as long as nobody has closed it. Returns the version that makes of it; a form that changes
-- nothing leaves the requirement as it is, its time included.
create function private.apply_edit(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.job_requirements;
    wanted public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    wanted := private.with_entries(held, entries);
    if wanted is not distinct from held then
      return held.version;
    elsif private.side_on(held.client_id) = 'company' then
      -- A long one counts as one more for each five thousand characters: all its words are made anew.
      perform private.count_for_company(held.client_id, 'edits', 1 + (
        select coalesce(sum(length(value)), 0) / 5000
          from jsonb_each_text(private.entries_of(wanted, private.searched_requirement_fields())))::integer);
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
  end $$;

-- A company edits its requirement: as itself, which the team is not, whatever page it comes from.
create function private.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.apply_edit(requirement, seen, entries);
  end $$;
grant execute on function private.edit_requirement to authenticated;

-- The team edits a requirement for its company, which is told.
create function private.edit_requirement_as_team(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    return private.apply_edit(requirement, seen, entries);
  end $$;
grant execute on function private.edit_requirement_as_team to authenticated;

-- # Reading

-- Who of the team looks after requirements of the own company. Of each one requirement is enough.
create function private.own_recruiters()
  returns table (user_id uuid, display_name text, contact_email text, contact_phone text)
  language sql stable security definer set search_path = '' as $$
    select colleague.user_id, colleague.display_name, colleague.contact_email, colleague.contact_phone
      from public.team_members as colleague
      cross join lateral (select from public.job_requirements as filed
                            where filed.recruiter_id = colleague.user_id
                              and filed.client_id = (select private.current_client_id())
                            order by filed.created_at desc, filed.id desc limit 1) as theirs
  $$;
grant execute on function private.own_recruiters to authenticated;

-- Asked by what sends events to the CRM, as whoever has changed something.
create function private.owns_requirement(requirement uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.job_requirements as filed
      where filed.id = owns_requirement.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member())))
  $$;
grant execute on function private.owns_requirement to authenticated;

-- A requirement with its company's name and people, as the team sees it; null for one that is not there.
create function private.read_requirement(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'requirement', to_jsonb(filed),
               'company', client.company_name,
               'joined', private.who_joined(filed.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = filed.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as filed
        join public.clients as client on client.id = filed.client_id
        where filed.id = requirement);
  end $$;
grant execute on function private.read_requirement to authenticated;

-- # Exposed through the Data API

create function public.owns_requirement(requirement uuid) returns boolean
  language sql stable set search_path = '' as $$ select private.owns_requirement(requirement) $$;
grant execute on function public.owns_requirement to authenticated;

create function public.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text default null, person uuid default null,
    filled integer default null, joining date default null) returns integer
  language sql set search_path = '' as $$
    select private.change_requirement_status(requirement, seen, status, reason, person, filled, joining)
  $$;
grant execute on function public.change_requirement_status to authenticated;

create function public.set_recruiter(requirement uuid, seen integer, person uuid default null) returns integer
  language sql set search_path = '' as $$ select private.set_recruiter(requirement, seen, person) $$;
grant execute on function public.set_recruiter to authenticated;

create function public.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_requirement(requirement, seen, entries) $$;
grant execute on function public.edit_requirement to authenticated;

create function public.edit_requirement_as_team(requirement uuid, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_requirement_as_team(requirement, seen, entries) $$;
grant execute on function public.edit_requirement_as_team to authenticated;

create function public.withdraw_requirement(requirement uuid, seen integer, reason text) returns integer
  language sql set search_path = '' as $$ select private.withdraw_requirement(requirement, seen, reason) $$;
grant execute on function public.withdraw_requirement to authenticated;

create function public.read_requirement(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_requirement(requirement) $$;
grant execute on function public.read_requirement to authenticated;

-- What happened to a requirement, and by when its company is to hear from the team.

-- `changes` has old and new of short values, and null for a field whose name is enough.
create table public.requirement_events (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- The requirement's, which never changes.
  client_id uuid not null references public.clients (id) on delete cascade,
  actor uuid references auth.users (id) on delete set null,
  side public.side,
  type text not null check (type in (
    'created', 'converted', 'edited', 'status', 'recruiter', 'candidates_shown', 'candidates_answered', 'candidate_joined',
    'candidates_withdrawn', 'candidates_agreed', 'candidates_refused')),
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

alter table public.requirement_events enable row level security, force row level security;
grant select on public.requirement_events to authenticated;

-- Whole rows have the ids of people, the team's among them: a company is told by name, by functions.
create policy "who may export reads" on public.requirement_events for select to authenticated
  using ((select private.may_export()));

-- Writes what happened, as who acted on which side.
create function private.record_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    before jsonb;
    after jsonb;
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when exists (select from private.form_of(new)) then 'converted' else 'created' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end,
          'positions_filled', case when new.status = 'filled'
                                then jsonb_build_array(old.positions_filled, new.positions_filled) end,
          'joining_date', case when new.status = 'filled' and new.joining_date is not null
                            then jsonb_build_array(old.joining_date, new.joining_date) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    before := private.entries_of(old, private.requirement_fields());
    after := private.entries_of(new, private.requirement_fields());
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(before -> field, after -> field) end)
      into edits from jsonb_object_keys(after) as field
      where before -> field is distinct from after -> field;
    if edits is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $$;

create trigger record_requirement after insert or update on public.job_requirements
  for each row execute function private.record_requirement();

-- Has its company withdrawn it, rather than the team cancelled it? Whoever closed it last has.
create function private.is_withdrawn(requirement uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select filed.status = 'cancelled' and coalesce((
        select event.side = 'company' from public.requirement_events as event
          where event.requirement_id = filed.id and event.type = 'status'
          order by event.created_at desc, event.id desc limit 1), false)
      from public.job_requirements as filed where filed.id = is_withdrawn.requirement
  $$;

-- A page of what happened to a requirement, the newest first: fifty events from a place on, and one more, which tells that
-- there are others; and the currency of its amounts at that place, where it has changed since. A company reads the names of
-- its own people and of the recruiter that it has now; ids are for the team. Null for one that is not there, or not the
-- caller's to see.
create function private.requirement_history(requirement uuid, before_at timestamptz, before_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    is_team boolean := private.is_team_member();
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      return null;
    end if;
    return jsonb_build_object(
      -- What the next change of it changed it from.
      'currency', case when before_id is not null then (
        select later.changes #>> '{currency,0}' from public.requirement_events as later
          where later.requirement_id = filed.id and later.created_at >= before_at and (is_team or later.for_client)
            and later.changes -> 'currency' is not null
          order by later.created_at, later.id limit 1) end,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', event.id, 'type', event.type,
                   -- Whether a rule, the team or the schedule has ended it would tell a company who works there.
                   'side', case when is_team or event.type <> 'candidates_withdrawn' then event.side end,
                   'changes', case when is_team or event.changes ->> 'by' = 'candidate' then event.changes
                                   else event.changes - 'by' end,
                   'created_at', event.created_at,
                   'actor', case when is_team then event.actor end,
                   'person', case when is_team then event.person end,
                   'actor_name', member.full_name,
                   'is_named', event.person is not null,
                   'person_name', colleague.display_name)
                   order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = filed.id and (is_team or happened.for_client)
                    and (before_id is null or (happened.created_at, happened.id) < (before_at, before_id))
                  order by happened.created_at desc, happened.id desc limit 51) as event
          left join public.client_members as member
            on event.side = 'company' and member.user_id = event.actor and member.client_id = filed.client_id
          left join public.team_members as colleague
            on colleague.user_id = event.person and event.person = filed.recruiter_id));
  end $$;
grant execute on function private.requirement_history to authenticated;

-- By when a company is to hear from the team (specification, section 9): so long after the first thing it did or wrote that
-- the team has not answered. An answer is another status, candidates that are shown, a message of the team, or a line of
-- the inbox that somebody has answered (docs/decisions/inbox.md). Null while nothing of the company's waits. A posting that
-- was made a requirement is asked since it came.
create function private.answer_due(requirement uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    with answered as (
      select max(answer.created_at) as at
        from (select event.created_at from public.requirement_events as event
                where event.requirement_id = answer_due.requirement and event.type in ('status', 'candidates_shown')
                  and event.side is distinct from 'company'
              union all
              select done.created_at from public.item_events as done
                join public.inbox_items as item on item.id = done.item_id
                where item.requirement_id = answer_due.requirement
                  and (done.type = 'answered'
                       or done.type <> 'undone' and done.changes -> 'state' ->> 1 in ('waiting', 'done'))
                  -- What was undone was no answer.
                  and not exists (select from public.item_events as undone
                    where undone.item_id = done.item_id and undone.type = 'undone'
                      and undone.changes -> 'state' ->> 0 = done.changes -> 'state' ->> 1
                      and undone.created_at between done.created_at and done.created_at + private.undo_lasts())) as answer),
    asked as (
      select coalesce(form.came, event.created_at) as since, event.created_at as at
        from public.requirement_events as event
        join public.job_requirements as filed on filed.id = event.requirement_id
        left join lateral private.form_of(filed) as form on event.type = 'converted'
        where event.requirement_id = answer_due.requirement and (event.side = 'company' or event.type = 'converted')
      union all
      select written.created_at, written.created_at from public.item_events as written
        join public.inbox_items as item on item.id = written.item_id
        where item.requirement_id = answer_due.requirement and written.type = 'written')
    select min(asked.since) + private.promised('requirement') from asked
      where asked.at > coalesce((select at from answered), '-infinity')
        and exists (select from public.job_requirements as filed
                     where filed.id = answer_due.requirement and filed.status = any (private.open_statuses()))
  $$;

-- What every page of a requirement says of it, to its own company and to the team: its title and state, how many of its
-- positions are filled, the currency of its amounts, its recruiter as the company may reach them, by when it is answered,
-- who has closed it, whether the caller may change it, how many of its messages they have not read, and how many candidates
-- are where. Null for one that is not there, or not the caller's to see.
create function private.requirement_frame(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'positions_count', filed.positions_count, 'positions_filled', filed.positions_filled,
        'joining_date', filed.joining_date, 'version', filed.version, 'currency', filed.currency, 'location', filed.location,
        'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0),
        'candidates', private.candidate_counts(filed.id))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $$;
grant execute on function private.requirement_frame to authenticated;

-- # Exposed through the Data API

create function public.requirement_frame(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.requirement_frame(requirement) $$;
grant execute on function public.requirement_frame to authenticated;

create function public.requirement_history(
    requirement uuid, before_at timestamptz default null, before_id uuid default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.requirement_history(requirement, before_at, before_id) $$;
grant execute on function public.requirement_history to authenticated;

-- Drafts of requirements, kept while somebody of a company is writing one (docs/decisions/requirements.md).

create table public.requirement_drafts (
  -- Made with the page: a form that comes twice makes one draft, and one requirement.
  id uuid primary key,
  client_id uuid not null references public.clients (id) on delete cascade,
  -- Who saved it last.
  author uuid references auth.users (id) on delete set null,
  entries jsonb not null check (jsonb_typeof(entries) = 'object' and octet_length(entries::text) <= 65536),
  -- The page, opened somewhere, that saved it last. When an answer got lost on its way there, that page knows an older
  -- version than its own.
  page uuid not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index requirement_drafts_newest on public.requirement_drafts (client_id, updated_at desc, id desc);
create index requirement_drafts_author on public.requirement_drafts (author);
-- For the purge.
create index requirement_drafts_updated on public.requirement_drafts (updated_at);

alter table public.requirement_drafts enable row level security, force row level security;
grant select on public.requirement_drafts to authenticated;

create trigger stamp_insert before insert on public.requirement_drafts for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.requirement_drafts for each row execute function private.stamp_update();

create trigger raise_version before update on public.requirement_drafts
  for each row execute function private.raise_version();

create policy "own company's, for those who file" on public.requirement_drafts for select to authenticated
  using (client_id = (select private.current_client_id()) and (select private.may_write_for_client()));

-- The caller's company, if they may file for it, which is asked again after the wait. It is held until the transaction
-- ends: of its drafts, and of what becomes of one, is decided one at a time.
create function private.hold_filing_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.hold_own_company();
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

-- A draft of the company, as the caller's page has seen it; with null for id if there is none. Nothing seen, 0, is a draft
-- that this page is about to begin.
create function private.lock_draft(company uuid, draft uuid, seen integer, page uuid)
  returns public.requirement_drafts
  language plpgsql security definer set search_path = '' as $$
  declare held public.requirement_drafts;
  begin
    select * into held from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company for update;
    if not private.may_change_for(company) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if held.id is null and seen <> 0 then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if held.id is not null and held.version <> seen and held.page is distinct from lock_draft.page then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

-- Saves a draft, or begins it. Returns the version that makes of it; the same when nothing has changed.
create function private.save_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_filing_company();
    held public.requirement_drafts;
    now_at integer;
  begin
    if private.are_entries(entries) is not true or octet_length(entries::text) > 65536 then
      raise exception 'draft_too_long' using errcode = 'PT422';
    end if;
    -- Sent twice, or the same on two devices.
    select version into now_at from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company and begun.entries = save_requirement_draft.entries;
    if found then
      return now_at;
    end if;
    held := private.lock_draft(company, draft, seen, page);
    perform private.count_for_company(company, 'draft_saves');
    if held.id is not null then
      update public.requirement_drafts as begun
        set (entries, page, author) = (save_requirement_draft.entries, save_requirement_draft.page,
                                       private.current_user_id())
        where begun.id = held.id returning version into now_at;
      return now_at;
    end if;
    -- What comes late must not begin again what has been filed meanwhile.
    if exists (select from public.job_requirements where client_id = company and form_id = draft)
      or exists (select from public.requirement_drafts where id = draft) then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if (select count(*) from public.requirement_drafts where client_id = company) >= 20 then
      raise exception 'too_many_drafts' using errcode = 'PT422';
    end if;
    insert into public.requirement_drafts (id, client_id, author, entries, page)
      values (draft, company, private.current_user_id(), entries, save_requirement_draft.page);
    return 1;
  end $$;
grant execute on function private.save_requirement_draft to authenticated;

-- Files what a draft has become, and takes the draft away. The requirement is known by the draft's id: posted twice, from
-- wherever, it is filed once. Returns the requirement's id.
create function private.file_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_filing_company();
    columns text := array_to_string(private.requirement_fields(), ', ');
    filed public.job_requirements;
    made uuid;
  begin
    select * into filed from public.job_requirements where client_id = company and form_id = draft;
    if filed.id is not null then
      -- Not twice; and not as if other entries had been taken.
      if private.with_entries(filed, entries) is distinct from filed then
        raise exception 'filed_already' using errcode = 'PT409';
      end if;
      return filed.id;
    end if;
    perform private.lock_draft(company, draft, seen, page);
    execute format('insert into public.job_requirements (client_id, form_id, submitted_by, %1$s)
                      select $1, $2, $3, %1$s from private.with_entries(null, $4) returning id', columns)
      into made using company, draft, private.current_user_id(), entries;
    delete from public.requirement_drafts as begun where begun.id = draft and begun.client_id = company;
    return made;
  end $$;
grant execute on function private.file_requirement_draft to authenticated;

-- Deletes a draft that nobody has changed since it was seen.
create function private.delete_requirement_draft(draft uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_filing_company();
    held public.requirement_drafts := private.lock_draft(company, draft, seen, null);
  begin
    delete from public.requirement_drafts where id = held.id;
  end $$;
grant execute on function private.delete_requirement_draft to authenticated;

-- The drafts that the dashboard lists, the latest first; an empty list for those who don't file. Who has left the company
-- has no name in it, whatever they are called where they went.
create function private.own_drafts() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', begun.id, 'title', left(begun.entries ->> 'job_title', 200), 'updated_at', begun.updated_at,
               'saved_by', colleague.full_name) order by begun.updated_at desc, begun.id desc), '[]')
      from public.requirement_drafts as begun
      left join public.client_members as colleague
        on colleague.user_id = begun.author and colleague.client_id = begun.client_id
      where begun.client_id = (select private.current_client_id()) and (select private.may_write_for_client())
  $$;
grant execute on function private.own_drafts to authenticated;

-- # Exposed through the Data API

-- A draft as its form begins with it, or the requirement that has been made of it; null for neither. Whoever asks sees
-- what the policies let them.
create function public.requirement_draft(draft uuid) returns jsonb
  language sql stable set search_path = '' as $$
    select coalesce(
      (select jsonb_build_object('id', begun.id, 'version', begun.version, 'entries', begun.entries,
                                 'updated_at', begun.updated_at, 'saved_by', colleague.full_name)
         from public.requirement_drafts as begun
         left join public.client_members as colleague on colleague.user_id = begun.author
         where begun.id = draft),
      (select jsonb_build_object('filed', filed.id) from public.job_requirements as filed
         where filed.client_id = (select private.current_client_id()) and filed.form_id = draft))
  $$;
grant execute on function public.requirement_draft to authenticated;

create function public.save_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.save_requirement_draft(draft, seen, page, entries) $$;
grant execute on function public.save_requirement_draft to authenticated;

create function public.file_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.file_requirement_draft(draft, seen, page, entries) $$;
grant execute on function public.file_requirement_draft to authenticated;

create function public.delete_requirement_draft(draft uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.delete_requirement_draft(draft, seen) $$;
grant execute on function public.delete_requirement_draft to authenticated;

-- What a company and the team write to each other about a requirement, and what of it somebody has not read
-- (docs/decisions/requirements.md).

create table public.requirement_messages (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- Words outlive who wrote them, without the name.
  author uuid references auth.users (id) on delete set null,
  side text not null check (side in ('client', 'team')),
  body text not null check (private.is_text(body, 4000)),
  created_at timestamptz not null default clock_timestamp()
);

create index requirement_messages_thread on public.requirement_messages (requirement_id, created_at desc, id desc);
create index requirement_messages_author on public.requirement_messages (author);

alter table public.requirement_messages enable row level security, force row level security;
-- Append-only for the secret key, too: messages go with their requirement.
revoke all on public.requirement_messages from service_role;
grant select, insert on public.requirement_messages to service_role;
grant select on public.requirement_messages to authenticated;

create trigger know_company after insert on public.requirement_messages for each row
  when (new.side = 'team') execute function private.know_company();

-- Whole rows have the ids of people, the team's among them: a company is told by name, by functions.
create policy "who may export reads" on public.requirement_messages for select to authenticated
  using ((select private.may_export()));

-- What the other side has written and somebody has not read yet: a row for each of them and each requirement, and none when
-- there is nothing. Counted when it is written, so that a list costs what is unread, and not what was ever said.
create table public.unread_messages (
  user_id uuid not null references auth.users (id) on delete cascade,
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  unread integer not null check (unread > 0),
  -- When the first of them was written, and the last.
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- When the requirement was filed, which is the order of the dashboard: it never changes. The default is for the rows of a
  -- backup of an older database, which are written without triggers.
  filed_at timestamptz not null default now(),
  primary key (user_id, requirement_id)
);

create index unread_messages_requirement on public.unread_messages (requirement_id);
create index unread_messages_newest on public.unread_messages (user_id, last_at desc, requirement_id);
create index unread_messages_filed on public.unread_messages (user_id, filed_at desc, requirement_id desc);

alter table public.unread_messages enable row level security, force row level security;
-- What is unread follows by triggers.
revoke all on public.unread_messages from service_role;
grant select on public.unread_messages to authenticated, service_role;

create policy "one's own" on public.unread_messages for select to authenticated
  using (user_id = (select private.current_user_id()));

-- # What a message sets off

-- Who reads what the other side writes: everybody of the company; of the team whoever is in charge, and while nobody is,
-- all of it.
create function private.readers_of(filed public.job_requirements, side text) returns setof uuid
  language sql stable security definer rows 10 set search_path = '' as $$
    select member.user_id from public.client_members as member
      where side = 'client' and member.client_id = filed.client_id
    union all
    select colleague.user_id from public.team_members as colleague
      where side = 'team' and (colleague.user_id = filed.recruiter_id
        or not exists (select from public.team_members as named where named.user_id = filed.recruiter_id))
  $$;

-- The dashboard's order, whatever an insert says.
create function private.stamp_unread() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.filed_at := (select filed.created_at from public.job_requirements as filed where filed.id = new.requirement_id);
    return new;
  end $$;

create trigger stamp_unread before insert on public.unread_messages for each row execute function private.stamp_unread();

-- An answer is something done on the line: it has been seen, and its writer's claim goes on.
create function private.note_answer(requirement uuid, writer uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare item uuid := (select id from public.inbox_items where requirement_id = requirement);
  begin
    if private.touch_item(writer, item, true) then
      insert into public.item_events (item_id, actor, type) values (item, writer, 'answered');
    end if;
  end $$;

-- A message of the company brings the requirement's line back, one of the team answers it; and each of the readers on the
-- other side has it to read.
create function private.follow_message() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    else
      perform private.note_answer(new.requirement_id, new.author);
    end if;
    insert into public.unread_messages as held (user_id, requirement_id, unread, first_at, last_at)
      select reader, new.requirement_id, 1, new.created_at, new.created_at
        from private.readers_of(filed, case new.side when 'client' then 'team' else 'client' end) as reader
      on conflict (user_id, requirement_id) do update
        set unread = held.unread + 1, last_at = greatest(held.last_at, excluded.last_at);
    return null;
  end $$;

create trigger follow_message after insert on public.requirement_messages
  for each row execute function private.follow_message();

-- # Writing and reading

-- Up to where somebody has seen what the other side wrote, null for nothing. What an answer settles for its side is what
-- its writer has seen, and not what the answer says of it: else whoever may write could take from colleagues what nobody
-- has read. What a page showed is the time of a message that is there, to the microsecond, which nobody knows who was not
-- shown it; and nothing that the database holds unread for them has been seen.
create function private.seen_by(person uuid, requirement uuid, claimed timestamptz) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select least(shown.created_at, (
             select held.first_at - interval '1 microsecond' from public.unread_messages as held
               where held.user_id = person and held.requirement_id = seen_by.requirement))
      from public.requirement_messages as shown
      where shown.requirement_id = seen_by.requirement and shown.created_at = claimed
      limit 1
  $$;

-- What a side's people had not read is read, as far as somebody has seen: by one of them, or, where somebody has answered,
-- by all. What was written after that stays unread.
create function private.settle_unread(filed public.job_requirements, side text, seen timestamptz, person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare readers uuid[];
  begin
    -- Who writes at this moment holds these rows; what they write is counted below, once it is there.
    select array_agg(user_id) into readers from (
      select held.user_id from public.unread_messages as held
        where held.requirement_id = filed.id and held.first_at <= seen
          and case when person is not null then held.user_id = person
                   else (side = 'client') = exists (select from public.client_members as member
                          where member.user_id = held.user_id and member.client_id = filed.client_id) end
        order by held.user_id for update) as locked;
    delete from public.unread_messages as held
      where held.requirement_id = filed.id and held.user_id = any (readers)
        and not exists (select from public.requirement_messages as later
                         where later.requirement_id = filed.id and later.side <> settle_unread.side
                           and later.created_at > seen);
    update public.unread_messages as held set (unread, first_at) = (
        select count(*), min(later.created_at) from public.requirement_messages as later
          where later.requirement_id = filed.id and later.side <> settle_unread.side and later.created_at > seen)
      where held.requirement_id = filed.id and held.user_id = any (readers);
  end $$;

-- Writes a message. What comes twice under one id is one (docs/decisions/forms-and-limits.md). Whoever writes holds the
-- requirement, so that messages are in the order in which they are there to be read; the right is asked again after the
-- wait, and the company's messages are counted. An answer settles what its writer has seen.
create function private.post_message(
  requirement uuid, body text, seen timestamptz, form uuid, from_side text
) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(filed.client_id) when 'team' then 'team' else 'client' end;
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(filed.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(filed, own, settled, null);
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $$;
grant execute on function private.post_message to authenticated;

-- Opens the thread on a requirement: the newest messages, or those before a place of it, the newest first, 25 and one more,
-- which tells that there are others. A company reads the names of its own people and what the team's are called, and
-- nothing else of anybody. Whoever opens the newest has read them.
create function private.open_messages(requirement uuid, before_key timestamptz, before_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    is_team boolean := private.is_team_member();
    new_since timestamptz;
    shown jsonb;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    select held.first_at into new_since from public.unread_messages as held
      where held.user_id = caller and held.requirement_id = filed.id;
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', written.id, 'side', written.side, 'is_own', written.author is not distinct from caller,
               -- Empty for somebody who has none, null for somebody who has left.
               'name', case when written.side = 'team' then colleague.display_name
                            when member.user_id is not null then coalesce(member.full_name, '') end,
               'body', written.body, 'created_at', written.created_at)
               order by written.created_at desc, written.id desc), '[]')
      into shown
      from (select * from public.requirement_messages as said
              where said.requirement_id = filed.id
                and (before_id is null or (said.created_at, said.id) < (before_key, before_id))
              order by said.created_at desc, said.id desc limit 26) as written
      left join public.client_members as member
        on member.user_id = written.author and member.client_id = filed.client_id
      left join public.team_members as colleague on colleague.user_id = written.author;
    if before_id is null and new_since is not null then
      perform private.settle_unread(filed, case when is_team then 'team' else 'client' end,
                                    (shown -> 0 ->> 'created_at')::timestamptz, caller);
    end if;
    if is_team then
      update public.inbox_items set first_seen_at = now() where requirement_id = filed.id and first_seen_at is null;
    end if;
    return jsonb_build_object(
      'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
      'company', (select client.company_name from public.clients as client where client.id = filed.client_id),
      'client_id', filed.client_id,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = filed.recruiter_id),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = filed.id) end,
      'may_write', private.side_on(filed.client_id) is not null,
      'candidates', private.candidate_counts(filed.id),
      'new_since', new_since,
      'messages', shown);
  end $$;
grant execute on function private.open_messages to authenticated;

-- What the caller has not read of what the team wrote: on how many requirements (beyond a hundred, a hundred), and the
-- newest five of them.
create function private.own_messages() returns jsonb
  language sql stable security definer set search_path = '' as $$
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
grant execute on function private.own_messages to authenticated;

-- # Who comes and goes

-- Who looks after a requirement from now on has what nobody of the team has read of it; who does no more, has nothing.
create function private.hand_over_unread() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    with left_behind as materialized (
      select held.* from public.unread_messages as held
        where held.requirement_id = new.id
          and not exists (select from public.client_members as member
                           where member.user_id = held.user_id and member.client_id = new.client_id)
    ), handed as (
      insert into public.unread_messages (user_id, requirement_id, unread, first_at, last_at)
        select reader, new.id, most.unread, most.first_at, most.last_at
          from private.readers_of(new, 'team') as reader
          cross join (select * from left_behind order by unread desc, user_id limit 1) as most
        on conflict (user_id, requirement_id) do nothing
    )
    delete from public.unread_messages as held using left_behind
      where held.requirement_id = new.id and held.user_id = left_behind.user_id
        and held.user_id not in (select private.readers_of(new, 'team'));
    return null;
  end $$;

create trigger hand_over_unread after update of recruiter_id on public.job_requirements
  for each row when (old.recruiter_id is distinct from new.recruiter_id) execute function private.hand_over_unread();

-- Whoever leaves a company or the team has nothing to read there any more.
create function private.forget_unread() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.unread_messages where user_id = old.user_id;
    return null;
  end $$;

create trigger leave_unread after delete on public.client_members for each row execute function private.forget_unread();
create trigger leave_unread after delete on public.team_members for each row execute function private.forget_unread();

-- # Exposed through the Data API

create function public.post_message(
    requirement uuid, body text, seen timestamptz default null, form uuid default null, from_side text default null)
  returns uuid
  language sql set search_path = '' as $$ select private.post_message(requirement, body, seen, form, from_side) $$;
grant execute on function public.post_message to authenticated;

create function public.open_messages(
    requirement uuid, before_key timestamptz default null, before_id uuid default null) returns jsonb
  language sql set search_path = '' as $$ select private.open_messages(requirement, before_key, before_id) $$;
grant execute on function public.open_messages to authenticated;

-- A company's dashboard, in one answer. It costs the same however much the company has filed, and however much others have
-- (docs/decisions/database.md).

-- What a company has filed: how many requirements, how many of them are active, and how many positions in all. The dashboard
-- costs the same however much that is (docs/decisions/database.md). A company without a row has not been counted.
create table private.requirement_counts (
  client_id uuid primary key references public.clients (id) on delete cascade,
  total integer not null,
  active integer not null,
  positions bigint not null
);

-- A company's figures: as they are kept, else as they are counted.
create function private.requirement_figures(client uuid)
  returns table (total integer, active integer, positions bigint)
  language sql stable security definer rows 1 set search_path = '' as $$
    select counts.total, counts.active, counts.positions from private.requirement_counts as counts
      where counts.client_id = client
    union all
    select count(*)::integer, (count(*) filter (where filed.status = any (private.open_statuses())))::integer,
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
  language plpgsql security definer set search_path = '' as $$
  declare
    change record;
    -- What came counts, and what went counts down.
    changes text := concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select client_id, status, positions_count, 1 as sign from came' end,
      case when tg_op <> 'INSERT' then 'select client_id, status, positions_count, -1 as sign from went' end);
  begin
    for change in execute format('
      select * from (select client_id, sum(sign)::integer as total,
                            coalesce(sum(sign) filter (where status = any (private.open_statuses())), 0)::integer as active,
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
  language plpgsql stable security definer rows 1 set search_path = '' as $$
  declare company uuid := private.current_client_id();
  begin
    -- Of the team, those see figures of all who may read all.
    if private.may_export() then
      return query
        select count(*)::integer, (count(*) filter (where filed.status = any (private.open_statuses())))::integer,
               coalesce(sum(filed.positions_count), 0)::bigint
          from public.job_requirements as filed;
    else
      return query select * from private.requirement_figures(company);
    end if;
  end $$;
grant execute on function private.visible_figures to authenticated;

-- The dashboard's rows, with the key that each was sorted by: the newest first, the oldest, or by deadline, or, of a search,
-- the newest that have its words. It names the company itself: under a policy Postgres compares no status before it has read
-- the row, so that a status that hardly any requirement has would cost all of them. A status is asked for with each priority,
-- as the index has them. What has unread messages is the newest first as well.
create function private.own_requirements(size integer, wanted public.requirement_status, only_unread boolean,
                                         before_at timestamptz, before_id uuid, words text, sort text)
  returns table (id uuid, sort_key timestamptz)
  language plpgsql stable security definer rows 21 set search_path = '' as $$
  declare
    person uuid := private.current_user_id();
    company uuid := private.current_client_id();
    room integer := least(greatest(size, 0), 100) + 1;
    is_rising boolean := coalesce(sort, 'newest') <> 'newest';
    from_at timestamptz := coalesce(before_at, case when is_rising then '-infinity' else 'infinity' end::timestamptz);
    from_id uuid := coalesce(before_id, case when is_rising then '00000000-0000-0000-0000-000000000000'
                                             else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  begin
    if only_unread then
      return query
        select waiting.requirement_id, waiting.filed_at from public.unread_messages as waiting
          cross join lateral (select filed.client_id, filed.status from public.job_requirements as filed
                                where filed.id = waiting.requirement_id limit 1) as filed
          where waiting.user_id = person
            and (waiting.filed_at, waiting.requirement_id) < (coalesce(before_at, 'infinity'),
              coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
            and filed.client_id = company and (wanted is null or filed.status = wanted)
          order by waiting.filed_at desc, waiting.requirement_id desc limit room;
    elsif words is not null then
      return query
        select page.requirement_id, filed.created_at
          from private.requirements_page(person, wanted, null, null, company, words, before_at, before_id, room)
            with ordinality as page (requirement_id, place)
          cross join lateral (select * from public.job_requirements as shown
                                where shown.id = page.requirement_id limit 1) as filed
          where filed.client_id = company
          order by page.place;
    elsif sort = 'deadline' then
      return query
        select listed.id, listed.key::timestamp at time zone 'UTC'
          from unnest(enum_range(wanted, wanted)) as each_status
          cross join unnest(enum_range(null::public.requirement_priority)) as each_priority
          cross join lateral (
            select filed.id, coalesce(filed.deadline, '2999-12-31') as key from public.job_requirements as filed
              where filed.client_id = company and filed.status = each_status and filed.priority = each_priority
                and (coalesce(filed.deadline, '2999-12-31'), filed.id) > ((from_at at time zone 'UTC')::date, from_id)
              order by coalesce(filed.deadline, '2999-12-31'), filed.id limit room) as listed
          order by listed.key, listed.id limit room;
    elsif sort = 'oldest' then
      return query
        select listed.id, listed.created_at
          from unnest(enum_range(wanted, wanted)) as each_status
          cross join unnest(enum_range(null::public.requirement_priority)) as each_priority
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = each_status and filed.priority = each_priority
                and (filed.created_at, filed.id) > (from_at, from_id)
              order by filed.created_at, filed.id limit room) as listed
          order by listed.created_at, listed.id limit room;
    elsif sort is not null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif wanted is null then
      return query
        select filed.id, filed.created_at from public.job_requirements as filed
          where filed.client_id = company and (filed.created_at, filed.id) < (from_at, from_id)
          order by filed.created_at desc, filed.id desc limit room;
    else
      return query
        select listed.id, listed.created_at from unnest(enum_range(null::public.requirement_priority)) as each (priority)
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = wanted and filed.priority = each.priority
                and (filed.created_at, filed.id) < (from_at, from_id)
              order by filed.created_at desc, filed.id desc limit room) as listed
          order by listed.created_at desc, listed.id desc limit room;
    end if;
  end $$;
grant execute on function private.own_requirements to authenticated;

-- The dashboard's three figures (specification, section 2) over every row the reader may see, without loading one of them.
create view public.requirement_totals with (security_invoker = true) as
  select total, active, positions from private.visible_figures();
grant select on public.requirement_totals to authenticated;

-- # Exposed through the Data API

-- All that a dashboard shows beside its list: the three figures (section 2) of what the caller may see, who of the team
-- looks after any of it, by account, what somebody without a company may join, what the team has written, whose candidates
-- wait, and what is begun.
create function public.own_dashboard() returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'candidates', private.own_waiting_candidates(),
      'drafts', private.own_drafts())
  $$;
grant execute on function public.own_dashboard to authenticated;

-- The dashboard's page: the policy has the last word on each row.
create function public.dashboard_page(
    page_size integer, wanted public.requirement_status default null, only_unread boolean default false,
    before_at timestamptz default null, before_id uuid default null, words text default null, sort text default null)
  returns jsonb language sql stable set search_path = ''
  as $$
    with page as materialized (
      select * from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
        with ordinality as page (id, sort_key, place))
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.deadline,
               filed.recruiter_id, counted.counts as candidates,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as filed on filed.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id) as listed), '[]'))
  $$;
grant execute on function public.dashboard_page to authenticated;

-- The inbox: one line for each thing that somebody of the team must look at (an enquiry, or a requirement of a company),
-- with what the team has written and done about it. The database makes the lines itself, in the transaction of what came.

create table public.inbox_items (
  id uuid primary key default gen_random_uuid(),
  kind public.inbox_kind not null,
  contact_id uuid unique references public.contact_submissions (id) on delete cascade,
  posting_id uuid unique references public.public_job_submissions (id) on delete cascade,
  consultation_id uuid unique references public.consultation_requests (id) on delete cascade,
  requirement_id uuid unique references public.job_requirements (id) on delete cascade,
  state public.inbox_state not null default 'new',
  -- Whose it is: for good when it was given, until then when it was taken. An assignee whose claim has run out is nobody.
  assignee uuid references auth.users (id) on delete set null,
  claim_expires_at timestamptz,
  -- In any year that the form takes, in any zone.
  due_at timestamptz not null check (due_at between '1899-12-31' and '3000-01-02'),
  -- Since it last came in.
  first_seen_at timestamptz,
  last_activity_at timestamptz not null,
  is_suspect boolean not null default false,
  version integer not null default 1 check (version > 0),
  search tsvector not null,
  -- When it came.
  created_at timestamptz not null,
  is_flood boolean not null default false,
  -- Of a requirement: its company, which it keeps for good. A search asks hundreds of lines for it.
  client_id uuid,
  constraint one_of_four check (num_nonnulls(contact_id, posting_id, consultation_id, requirement_id) = 1
    and case kind when 'contact' then contact_id when 'posting' then posting_id
                  when 'consultation' then consultation_id else requirement_id end is not null)
);

-- The groups of the list, each in the order of its due times, with what they are filtered by; "free" is what the next one
-- is taken of.
create index inbox_items_active on public.inbox_items (due_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_free on public.inbox_items (is_flood, due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_suspect on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_held on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and assignee is not null;
create index inbox_items_state on public.inbox_items (state, due_at, id);
create index inbox_items_assignee on public.inbox_items (assignee, due_at, id);
-- Sorted otherwise, and looked for. What is written goes into an index of words at once, here and elsewhere: Postgres' list of
-- what is yet to be sorted in is read by every search, and grows without end where statements are cut off.
create index inbox_items_came on public.inbox_items (created_at, id);
create index inbox_items_activity on public.inbox_items (last_activity_at, id);
create index inbox_items_search_filed on public.inbox_items using gin (search) with (fastupdate = off)
  where kind = 'requirement';
create index inbox_items_search_sent on public.inbox_items using gin (search) with (fastupdate = off)
  where kind <> 'requirement';
-- Lines of one kind; suspect ones, of which there may be none; those that are closed, and nobody had them in hand.
create index inbox_items_kind on public.inbox_items (kind, created_at, id);
create index inbox_items_suspects on public.inbox_items (created_at, id) where is_suspect;
create index inbox_items_nobodys on public.inbox_items (state, created_at, id)
  where state in ('done', 'spam') and (assignee is null or claim_expires_at is not null);
-- All lines by when they are due, for a search in that order.
create index inbox_items_due on public.inbox_items (due_at, id);
-- What is still to be done, by kind, by who has it in hand, and in the other two orders.
create index inbox_items_active_kind on public.inbox_items (kind, due_at, id)
  include (state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_assignee on public.inbox_items (assignee, due_at, id)
  include (kind, state, is_suspect, is_flood, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_came on public.inbox_items (created_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_activity on public.inbox_items (last_activity_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
-- Looked for among what is still to be done.
create index inbox_items_active_search on public.inbox_items using gin (search) with (fastupdate = off)
  where state in ('new', 'open', 'waiting');
-- What the team has to answer, without suspect items that nobody has taken: those may be thousands after a flood.
create index inbox_items_answerable on public.inbox_items (state, due_at) include (is_suspect, assignee, claim_expires_at)
  where state in ('new', 'open', 'waiting') and (not is_suspect or state = 'waiting' or assignee is not null);

alter table public.inbox_items enable row level security, force row level security;
grant select on public.inbox_items to authenticated;

-- What two people may do at once, each on what the other has not seen. Being seen and searched for changes no version.
create trigger raise_version before update of state, assignee, due_at on public.inbox_items
  for each row when ((old.state, old.assignee, old.due_at) is distinct from (new.state, new.assignee, new.due_at))
  execute function private.raise_version();

create trigger know_company after update of state, assignee on public.inbox_items for each row
  when (new.requirement_id is not null and (new.state in ('open', 'waiting', 'done') and new.state <> old.state
    or new.assignee is not null and new.assignee is distinct from old.assignee))
  execute function private.know_company();

-- What is written is written by functions that check who asks.
create policy "who may export reads" on public.inbox_items for select to authenticated
  using ((select private.may_export()));

-- Who of the team has looked at it, and when last.
create table public.item_openings (
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  opened_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);

create index item_openings_person on public.item_openings (user_id);

alter table public.item_openings enable row level security, force row level security;
grant select on public.item_openings to authenticated;

create policy "who may export reads" on public.item_openings for select to authenticated
  using ((select private.may_export()));

-- The team's own words: a table of its own, so that nothing can leak one.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  kind public.note_kind not null default 'note',
  body text not null check (private.is_text(body, 10000)),
  created_at timestamptz not null default clock_timestamp(),
  -- A note that comes twice, by a double click or after a lost answer, is one (docs/decisions/forms-and-limits.md).
  form_id uuid
);

create index notes_timeline on public.notes (item_id, created_at desc, id desc);
create unique index notes_form on public.notes (author, form_id);

alter table public.notes enable row level security, force row level security;
grant select on public.notes to authenticated;

create policy "who may export reads" on public.notes for select to authenticated
  using ((select private.may_export()));

-- What was done with it; what happened to a requirement stands in requirement_events.
create table public.item_events (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  actor uuid references auth.users (id) on delete set null,
  -- 'written': the company wrote; 'answered': somebody of the team answered it; 'replied': by mail, to whoever sent it.
  type text not null check (type in ('taken', 'given', 'released', 'state', 'due', 'returned', 'converted', 'written',
                                     'answered', 'replied', 'undone')),
  -- Whom it was given to.
  person uuid references auth.users (id) on delete set null,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index item_events_timeline on public.item_events (item_id, created_at desc, id desc);
create index item_events_actor on public.item_events (actor);
create index item_events_person on public.item_events (person);

alter table public.item_events enable row level security, force row level security;
grant select on public.item_events to authenticated;

create policy "who may export reads" on public.item_events for select to authenticated
  using ((select private.may_export()));

-- # How lines come, and come again

-- When somebody is to be answered: what the site promises (specification, section 9).
create function private.promised(kind public.inbox_kind) returns interval
  language sql immutable set search_path = ''
  as $$ select case when kind in ('contact', 'consultation') then interval '24 hours' else interval '48 hours' end $$;

-- Does a requirement come in a flood? Of a company that the team has nothing to do with yet, which anybody makes, ten a day are
-- read like any others. What the team files, and what an operator puts in, is none.
create function private.is_filed_in_flood(filed public.job_requirements) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.current_user_id() is not null and not (filed).is_filed_by_team
      and not private.is_known_company((filed).client_id)
      and exists (select from public.job_requirements as latest
                    where latest.client_id = (filed).client_id and latest.created_at > now() - interval '1 day' offset 10)
  $$;

-- Makes the line of what came, of the kind that the trigger names.
create function private.make_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    kind public.inbox_kind := tg_argv[0];
    client uuid;
    words tsvector;
    is_flood boolean;
  begin
    if kind = 'requirement' then
      client := new.client_id;
      is_flood := private.is_filed_in_flood(new);
      words := private.searchable_requirement(new, is_flood);
    else
      is_flood := new.flood;
      words := private.searchable_enquiry(to_jsonb(new), is_flood);
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, client_id,
                                    created_at, last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              client, new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              is_flood, words);
    return null;
  end $$;

create trigger make_item after insert on public.contact_submissions
  for each row execute function private.make_item('contact');

create trigger make_item after insert on public.public_job_submissions
  for each row execute function private.make_item('posting');

create trigger make_item after insert on public.consultation_requests
  for each row execute function private.make_item('consultation');

create trigger make_item after insert on public.job_requirements
  for each row execute function private.make_item('requirement');

-- A company that edits, withdraws, writes or answers: its requirement's line comes in again, with what brought it back and
-- who. Who has it in hand goes on with it. Else it is theirs who is in charge of the requirement, and only then theirs who
-- had dealt with it: a line that is nobody's is taken by somebody who knows nothing of it.
create function private.reopen_item(
    requirement uuid, type text default 'returned', actor uuid default private.current_user_id()) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select filed.recruiter_id from public.job_requirements as filed
                        where filed.id = reopen_item.requirement and private.is_team(filed.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

-- What a change of a requirement makes of its line. Words are made anew only of words that have changed: a status has none.
create function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if private.entries_of(new, private.searched_requirement_fields())
      is distinct from private.entries_of(old, private.searched_requirement_fields())
    then
      update public.inbox_items set search = private.searchable_requirement(new, is_flood) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $$;

create trigger follow_requirement after update on public.job_requirements
  for each row when (old.version <> new.version) execute function private.follow_requirement();

-- What the team does to a line of the inbox: one at a time or several, each against the version that was seen
-- (docs/decisions/inbox.md).

-- A line is somebody's in two ways. What is given stays theirs. What is taken is theirs for so long from their last act on
-- it, so that nothing waits for somebody who has gone home; once they have answered (waiting, done) it stays theirs.
create function private.claim_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '30 minutes' $$;

-- A line as the caller has seen it, until the transaction ends. What the team does with lines raises PT404 when the line is
-- gone, PT409 when somebody changed it since the caller read it, PT422 when it can't be.
create function private.lock_item(item uuid, seen integer) returns public.inbox_items
  language plpgsql security definer set search_path = '' as $$
  declare held public.inbox_items;
  begin
    select * into held from public.inbox_items where id = item for update;
    if held.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

-- Notes that somebody is at it: it has been seen, and their own claim goes on. Returns whether it is there.
create function private.touch_item(caller uuid, item uuid, is_act boolean) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.inbox_items
      set first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = case when is_act then now() else last_activity_at end,
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    return found;
  end $$;

create function private.version_of(item uuid) returns integer
  language sql stable security definer set search_path = '' as $$ select version from public.inbox_items where id = item $$;

-- Gives a line another state, another due time, or both, and notes which.
create function private.apply_state(caller uuid, held public.inbox_items, next_state public.inbox_state,
                                    due timestamptz)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    holder uuid := case when private.is_team(held.assignee) and (held.claim_expires_at <= now()) is not true
                     then held.assignee end;
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and held.state <> 'waiting' then now() + interval '7 days' else held.due_at end);
  begin
    if next_state = held.state and next_due = held.due_at then
      return;
    end if;
    -- What was closed and is not any more has come back.
    if held.state in ('done', 'spam') and next_state not in ('done', 'spam') then
      holder := private.receiver_of(holder);
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then now() + private.claim_lasts() else claim_expires_at end end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, case when next_state = held.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> held.state then jsonb_build_array(held.state, next_state) end,
          'due_at', case when next_due <> held.due_at then jsonb_build_array(held.due_at, next_due) end)));
  end $$;

-- Gives a line to somebody for good, or to nobody. Whoever calls this holds them (lock_team) before any line.
create function private.apply_assignee(caller uuid, held public.inbox_items, person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    person := private.receiver_of(person);
    if held.assignee is not distinct from person and held.claim_expires_at is null then
      return;
    end if;
    update public.inbox_items
      set assignee = person, claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = now(), state = case when state in ('done', 'spam') then 'open' else state end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, person)
      values (held.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', held.id, person);
  end $$;

-- Takes a line, from a colleague too: whoever asks has seen whose it was. What is not only claimed is a colleague's for
-- good, so that the log says who took it from whom.
create function private.take_item(item uuid, seen integer) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if held.assignee = caller and (held.claim_expires_at is null or held.claim_expires_at > now())
      and held.state in ('open', 'waiting') then
      perform private.touch_item(caller, item, true);
      return held.version;
    end if;
    update public.inbox_items
      set assignee = caller, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when held.state = 'waiting' then null else now() + private.claim_lasts() end,
          state = case when held.state = 'waiting' then 'waiting'::public.inbox_state else 'open' end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'taken', case when held.state in ('open', 'waiting') then '{}'
                else jsonb_build_object('state', jsonb_build_array(held.state, 'open')) end);
    if held.assignee <> caller and held.claim_expires_at is null then
      perform private.log_activity('item_taken', 'item', item, held.assignee);
    end if;
    return private.version_of(item);
  end $$;
grant execute on function private.take_item to authenticated;

create function private.give_item(item uuid, seen integer, person uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.lock_team(person);
  begin
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $$;
grant execute on function private.give_item to authenticated;

create function private.set_item_state(item uuid, seen integer, state public.inbox_state, due timestamptz)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.lock_team();
  begin
    perform private.apply_state(caller, private.lock_item(item, seen), state, due);
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_state to authenticated;

create function private.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if due = held.due_at then
      return held.version;
    end if;
    update public.inbox_items
      set due_at = due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(held.due_at, due)));
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_due to authenticated;

-- One action for up to fifty lines, each as the caller has seen it. Says of each what became of it: changed, stale or gone.
-- Always in the same order, so that two who do it at once don't wait for each other in a circle. `act` is what it can be
-- undone by (14-item-acts.sql), and the same when it comes twice.
create function private.change_items(
    items uuid[], seen integer[], state public.inbox_state, person uuid, gives boolean, act uuid)
  returns table (item_id uuid, outcome text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for asked in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.inbox_items where id = asked.id for update;
      item_id := asked.id;
      if held.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = held.id) then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
        perform private.record_act(act, caller, held);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.change_items to authenticated;

-- Marks a line as seen. Returns who else has opened it in the last five minutes, the last first.
create function private.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare caller uuid := private.require_team();
  begin
    if not private.touch_item(caller, item, false) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.item_openings (item_id, user_id) values (item, caller)
      on conflict (item_id, user_id) do update set opened_at = now();
    return query select other.user_id, other.opened_at from public.item_openings as other
      where other.item_id = item and other.user_id <> caller and other.opened_at > now() - interval '5 minutes'
      order by other.opened_at desc;
  end $$;
grant execute on function private.open_item to authenticated;

-- Writes a note, under one's own name, once for each form. Nobody changes one afterwards, so it asks for no version.
create function private.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    if not private.touch_item(caller, item, true) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, kind, body, form)
      on conflict (author, form_id) do nothing returning id into written;
    return coalesce(written, (select id from public.notes where author = caller and form_id = form));
  end $$;
grant execute on function private.note_once to authenticated;

-- # Exposed through the Data API

create function public.take_item(item uuid, seen integer) returns integer
  language sql set search_path = '' as $$ select private.take_item(item, seen) $$;
grant execute on function public.take_item to authenticated;

create function public.give_item(item uuid, seen integer, person uuid default null) returns integer
  language sql set search_path = '' as $$ select private.give_item(item, seen, person) $$;
grant execute on function public.give_item to authenticated;

create function public.set_item_state(
    item uuid, seen integer, state public.inbox_state, due timestamptz default null) returns integer
  language sql set search_path = '' as $$ select private.set_item_state(item, seen, state, due) $$;
grant execute on function public.set_item_state to authenticated;

create function public.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language sql set search_path = '' as $$ select private.set_item_due(item, seen, due) $$;
grant execute on function public.set_item_due to authenticated;

create function public.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language sql set search_path = '' as $$ select * from private.open_item(item) $$;
grant execute on function public.open_item to authenticated;

create function public.set_item_states(
    items uuid[], seen integer[], state public.inbox_state, act uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, state, null, false, act) $$;
grant execute on function public.set_item_states to authenticated;

create function public.give_items(items uuid[], seen integer[], person uuid default null, act uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, null, person, true, act) $$;
grant execute on function public.give_items to authenticated;

create function public.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language sql set search_path = '' as $$ select private.note_once(item, kind, body, form) $$;
grant execute on function public.note_once to authenticated;

-- Who works at a line: the next one that nobody has, and work that is held or let free with its holder
-- (docs/decisions/inbox.md).

-- Takes the next line, of a kind or of any, of what is nobody's, by its due time: what is overdue, in a flood after the
-- rest, then what is not, and in a flood only when nothing else is left. Each of the four is a range of one index, and one
-- statement, so that of many who ask at once each gets another. Returns null when there is none.
create function private.take_next_of(kind public.inbox_kind) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    wanted record;
    taken uuid;
  begin
    for wanted in
      select * from (values (1, false, now()), (2, true, now()), (3, false, 'infinity'), (4, true, 'infinity'))
        as step (place, is_flood, before) order by place
    loop
      with next as (
        select free.id, free.state from public.inbox_items as free
          where free.state in ('new', 'open') and not free.is_suspect
            and (free.assignee is null or free.claim_expires_at is not null)
            and (free.assignee is null or free.claim_expires_at <= now())
            and (take_next_of.kind is null or free.kind = take_next_of.kind)
            and free.is_flood = wanted.is_flood and free.due_at < wanted.before
          order by free.due_at, free.id limit 1
          for update skip locked
      ), claimed as (
        update public.inbox_items as item
          set assignee = caller, claim_expires_at = now() + private.claim_lasts(), state = 'open',
              first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
          from next where item.id = next.id
          returning item.id, next.state as before
      )
      insert into public.item_events (item_id, actor, type, changes)
        select id, caller, 'taken', case when before = 'open' then '{}'
                 else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
          from claimed
        returning item_id into taken;
      exit when taken is not null;
    end loop;
    return taken;
  end $$;
grant execute on function private.take_next_of to authenticated;

-- The same of any kind.
create function private.take_next_item() returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    return private.take_next_of(null);
  end $$;
grant execute on function private.take_next_item to authenticated;

-- # What goes on when somebody leaves, or a status changes

-- What is nobody's is nobody's claim: the key of an account that is deleted takes away the assignee alone.
create function private.forget_claim() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.claim_expires_at := null;
    return new;
  end $$;

create trigger forget_claim before update of assignee on public.inbox_items
  for each row when (new.assignee is null) execute function private.forget_claim();

-- Holds what somebody who leaves has had in hand. What they have closed as well: somebody may be opening it again; and what
-- those have for whom they stand in: it may be on its way to them.
create function private.hold_work() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    person uuid := old.user_id;
    people uuid[] := array(select person union select user_id from private.absences
                             where stand_in = person and until >= private.today());
  begin
    perform from public.job_requirements where recruiter_id = any (people) order by id for no key update;
    perform from public.inbox_items
      where id in (select held.id from public.inbox_items as held where held.assignee = any (people)
                   union
                   select line.id from public.job_requirements as filed
                     join public.inbox_items as line on line.requirement_id = filed.id
                     where filed.recruiter_id = any (people))
      order by id for update;
    return old;
  end $$;

create trigger hold_work before delete on public.team_members for each row execute function private.hold_work();

-- What somebody who leaves had in hand is nobody's, and so are the open requirements they looked after.
create function private.free_work_of(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status = any (private.open_statuses());
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = person and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
  end $$;

-- Whoever leaves the team leaves nothing that nobody else would take up.
create function private.free_work() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.free_work_of(old.user_id);
    return null;
  end $$;

create trigger free_work after delete on public.team_members for each row execute function private.free_work();

-- The team has given a requirement another status: its line has been seen, is done with what is closed, and comes back
-- with what is opened again, to be looked at as soon as something new.
create function private.follow_status(requirement uuid, before public.requirement_status,
                                      after public.requirement_status) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    held public.inbox_items;
  begin
    select * into held from public.inbox_items where requirement_id = requirement for update;
    if after = any (private.closed_statuses()) and held.state in ('new', 'open', 'waiting') then
      perform private.apply_state(caller, held, 'done', null);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and held.state in ('done', 'spam')
    then
      perform private.apply_state(caller, held, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, held.id, true);
    end if;
  end $$;

-- # Exposed through the Data API

create function public.take_next_item() returns uuid
  language sql set search_path = '' as $$ select private.take_next_item() $$;
grant execute on function public.take_next_item to authenticated;

create function public.take_next_of(kind public.inbox_kind) returns uuid
  language sql set search_path = '' as $$ select private.take_next_of(kind) $$;
grant execute on function public.take_next_of to authenticated;

-- Searches: how a search box's words are understood, and how what has them is found in the same time however much there is
-- (docs/decisions/inbox.md, database.md).

-- A text that Postgres' parser reads in a time that grows as the text does. For what may be an address, a path or a tag it
-- looks ahead to its end and begins again behind the next sign: ten thousand signs without a space took half a second.
create function private.break_runs(words text) returns text
  language sql immutable set search_path = ''
  as $$ select regexp_replace(translate(words, '<', ' '), '(\S{200})(?=\S)', '\1 ', 'g') $$;

-- What can be found of a row: the words a person has typed, and the numbers in them. Of an address the part behind the @ as
-- well. Of what came in a flood only how each text begins: words that nobody uses are read by everybody's searches for
-- what begins like them.
create function private.searchable(entries jsonb, is_flood boolean default false) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(typed.words, '')) || array_to_tsvector(private.numbers_in(typed.words))
      from (select private.break_runs(string_agg(case when key in ('email', 'contact_email')
          then entry.words || ' ' || split_part(entry.words, '@', 2) else entry.words end, chr(10) order by key)) as words
      from jsonb_each(entries)
      cross join lateral (select case when is_flood then left(value #>> '{}', 500) else value #>> '{}' end as words) as entry
      where key = any (private.searched_requirement_fields())
        or key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                   'company', 'company_name', 'requirement', 'needs', 'skills')) as typed
  $$;

-- What something that was sent is called, made of an id: letters and digits by turns, so that whoever picks the id spells no
-- word with it and no number. The site makes the same of a form's id (app/lib/format/reference).
create function private.reference_of(id uuid) returns text
  language sql immutable set search_path = '' as $$
    select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + part.value % 20, 1) || part.value / 20 % 10, '' order by place)
      from generate_series(0, 3) as place
      cross join lateral (select get_byte(uuid_send(id), place) as value) as part
  $$;

-- What of something that was sent is found by: its own words, and the reference that its sender names.
create function private.searchable_enquiry(entries jsonb, is_flood boolean default false) returns tsvector
  language sql immutable set search_path = '' as $$
    select private.searchable(entries, is_flood)
      || array_to_tsvector(array[lower(private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid))])
  $$;

-- The lexeme that stands for a company in its requirements' lines. Postgres' parser makes none that begins like it.
create function private.company_lexeme(client uuid) returns text
  language sql immutable set search_path = '' as $$ select '=' || client $$;

-- What of a requirement is found by: its own words, that it is a company's, and which one's.
create function private.searchable_requirement(requirement public.job_requirements, is_flood boolean default false)
  returns tsvector
  language sql stable security definer set search_path = '' as $$
    select private.searchable(to_jsonb(requirement), is_flood)
      || array_to_tsvector(array['=', private.company_lexeme(requirement.client_id)])
  $$;

-- Makes anew what an older version has kept otherwise of a line, as after restoring a backup of it (docs/operations.md): its
-- words, and its company. Returns how many lines.
create function private.renew_search() returns integer
  language plpgsql security definer set search_path = '' as $$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = made.words, client_id = made.client_id
      from (select line.id, filed.client_id, case line.kind when 'contact' then private.searchable_enquiry(to_jsonb(contact), line.is_flood)
                                           when 'posting' then private.searchable_enquiry(to_jsonb(posting), line.is_flood)
                                           when 'consultation' then private.searchable_enquiry(to_jsonb(consultation), line.is_flood)
                                           else private.searchable_requirement(filed, line.is_flood) end as words
              from public.inbox_items as line
              left join public.contact_submissions as contact on contact.id = line.contact_id
              left join public.public_job_submissions as posting on posting.id = line.posting_id
              left join public.consultation_requests as consultation on consultation.id = line.consultation_id
              left join public.job_requirements as filed on filed.id = line.requirement_id) as made
      where made.id = item.id and (item.search <> made.words or item.client_id is distinct from made.client_id);
    get diagnostics renewed = row_count;
    return renewed;
  end $$;

-- How typed words are read: as a query, by numbers, by the periods of an index (docs/decisions/database.md).

-- How a search box's words are understood; more than two hundred characters of it nobody has typed. Each dash may say
-- "not", and Postgres keeps no more than 32 of these in mind before a word comes: whoever types that many means a line.
create function private.websearch(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select websearch_to_tsquery('simple', case when length(words) - length(replace(words, '-', '')) <= 20 then words
                                            else replace(words, '-', ' ') end)
  $$;

-- What was typed with each telephone number in it, or the beginning of one, as it is kept (private.numbers_in).
create function private.with_plain_numbers(words text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(joined, '[0-9]*([0-9]{10})(?![0-9])', '\1', 'g'), '(?<![0-9])0+(?=[0-9])', '', 'g')
      from regexp_replace(words, '(?<=[0-9])[ \u00A0\u2010-\u2015().-]{1,3}(?=[0-9])', '', 'g') as spaceless,
           regexp_replace(spaceless, '[+(](?=[0-9])', ' ', 'g') as joined
  $$;

-- The words as they are, or with their numbers as those are kept. Of twelve words: what has them is seldom another's, and each
-- is looked for among the companies as well.
create function private.typed_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select case when plain <> typed and plain ~ '[0-9]{5}' then private.websearch(typed) || private.websearch(plain)
                else private.websearch(typed) end
      from substring(left(words, 200) from '^\s*(?:\S+\s+){0,11}\S+') as typed, private.with_plain_numbers(typed) as plain
  $$;

-- Of a query each word of three letters or more stands for all that begin with it; shorter ones would be half the language.
-- A word that begins with another of the query stands for itself: "weld or welder or welders" would read the same words of
-- the index three times.
create function private.with_prefixes(query tsquery) returns tsquery
  language plpgsql immutable set search_path = '' as $$
  declare
    lexeme constant text := '''((?:[^'']|'''')+)''';
    words text[] := array(select matched[1] from regexp_matches(query::text, lexeme, 'g') as matched);
    begun text := regexp_replace(regexp_replace(query::text, lexeme, '''\1'':*', 'g'), '''([^'']{1,2})'':\*', '''\1''', 'g');
    longer text;
  begin
    for longer in
      select word from unnest(words) as word
        where exists (select from unnest(words) as shorter
                       where length(shorter) > 2 and shorter <> word and starts_with(word, shorter))
    loop
      begun := replace(begun, '''' || longer || ''':*', '''' || longer || '''');
    end loop;
    return begun::tsquery;
  end $$;

-- What a search looks for. What is begun is found: a clerk types "Weld", the first half of an address, or "O'Brien" of a
-- longer name.
create function private.search_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$ select private.with_prefixes(private.typed_query(words)) $$;

-- Any of the words of a name, and nothing of it is an operator: a company may be called "-Demo", or "This or That".
-- Null when there is no word. A dash is none of a number's.
create function private.any_word_of(name text) returns tsquery
  language sql immutable set search_path = '' as $$
    select nullif(string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | '), '')::tsquery
      from unnest(to_tsvector('simple', replace(left(name, 200), '-', ' ')))
  $$;

-- Any of the numbers in a text that is no longer than any telephone number; null when there is none.
create function private.any_number_of(phone text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(right(number, 10), ' | ')::tsquery from unnest(private.numbers_in(left(phone, 200))) as number
  $$;

-- # How it is looked for

-- All lines, to be looked for by their words. Those of requirements have an index of their own: what only messages say is
-- found to be in none of them at once.
create view private.searched_lines as
  select * from public.inbox_items where kind = 'requirement'
  union all
  select * from public.inbox_items where kind <> 'requirement';

-- The number of the ten days that a time is in, as the beginning of a lexeme.
create function private.period_of(at timestamptz) returns text
  language sql immutable parallel safe set search_path = '' as $$
    select floor(extract(epoch from at) / 864000)::text || ':'
  $$;

-- Words with the period that their row is of: what many rows have is found among the newest of them, the others unread.
create function private.searchable_in_period(search tsvector, at timestamptz) returns tsvector
  language sql immutable parallel safe set search_path = '' as $$
    select array_to_tsvector(array(select period || left(word.lexeme, 400) from unnest(search) as word) || period)
      from private.period_of(at) as period
  $$;
-- Of an index: whoever writes a line calls them.
grant execute on function private.period_of, private.searchable_in_period to service_role;

-- What is looked for, of the period of a time and of so many in all until then, for the index of these words; null for what
-- they can't tell: which word comes after which.
create function private.query_in_periods(query tsquery, at timestamptz, periods integer) returns tsquery
  language sql immutable parallel safe set search_path = '' as $$
    select string_agg(concat('( ''', period, ''' & ( ',
                             regexp_replace(query::text, '''((?:[^'']|'''')+)''', concat('''', period, '\1'''), 'g'), ' ) )'),
                      ' | ')::tsquery
      from generate_series(0, periods - 1) as back
      cross join lateral private.period_of(at - back * interval '10 days') as period
      where query::text !~ ' <'
  $$;

create index inbox_items_search_period on public.inbox_items
  using gin (private.searchable_in_period(search, created_at)) with (fastupdate = off);

-- How a search is carried out: which of its words are common, and what is asked first (docs/decisions/database.md).

-- The words of the inbox's lines that Postgres' statistics know as common, each with the share of the lines that have it.
create function private.common_words() returns table (lexeme text, frequency double precision)
  language sql stable security definer set search_path = '' as $$
    select common.lexeme, common.frequency
      from pg_catalog.pg_stats as kept
      cross join unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs) as common (lexeme, frequency)
      where kept.schemaname = 'public' and kept.tablename = 'inbox_items' and kept.attname = 'search'
  $$;

-- The share of the inbox's lines that has a word, or one that begins like it, as the statistics have it; none of a word that
-- is not among the common ones.
create function private.share_of_word(word text, is_prefix boolean) returns double precision
  language sql stable security definer set search_path = '' as $$
    select least(coalesce(sum(common.frequency), 0), 1) from private.common_words() as common
      where common.lexeme = word or is_prefix and starts_with(common.lexeme, word)
  $$;

-- Words that all have to be there, of which companies have some: what a line must have of its own beside each company.
-- Companies that have the same of the words stand together, after what is missing: a line that lacks it is held against none
-- of them. For the index, which compares each line of any of them with all, that is enough where few lines have what is
-- missing; and companies that have every word stand alone, to be read by themselves. `places` and `ids` say which company
-- has which of the words; of a word of too many, any requirement may have it. What is found may be more than `whole`, which is
-- text: to make a query of hundreds of companies takes longer than the search. `named` and `missing` say by company what a
-- line of it must have of its own: of one that has every word no more than what each requirement's line has.
create function private.join_words(words text[], shares double precision[], is_of_many boolean[], places integer[],
                                   ids uuid[], out expanded tsquery, out of_companies tsquery, out whole text,
                                   out is_more boolean, out share double precision, out entries double precision,
                                   out named uuid[], out missing tsquery[])
  language plpgsql stable set search_path = '' as $$
  declare
    companies double precision;
    held record;
    number integer;
    any_of text;
    part double precision;
    lacked text;
    likely double precision;
    read double precision;
    result text;
  begin
    is_more := false;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    select string_agg(case when is_of_many[word.place] then '( ' || word.wanted || ' | ''='' )' else word.wanted end, ' & '),
           exp(greatest(sum(case when is_of_many[word.place] then 0 else ln(shares[word.place]) end), -40))
      into result, share from unnest(words) with ordinality as word (wanted, place);
    whole := result;
    -- A word that is begun is looked up in all lines that have it, however few are asked for.
    entries := share + coalesce((select sum(shares[word.place]) from unnest(words) with ordinality as word (wanted, place)
                                   where word.wanted like '%:*'), 0);
    for held in
      select company.has, array_agg(company.id) as ids
        from (select found.id, array_agg(found.place) as has from unnest(places, ids) as found (place, id)
                group by found.id) as company
        group by company.has
    loop
      number := cardinality(held.ids);
      any_of := '''=' || array_to_string(held.ids, ''' | ''=') || '''';
      select string_agg(word.wanted, ' & '), exp(greatest(coalesce(sum(ln(shares[word.place])), 0), -40))
        into lacked, likely
        from unnest(words) with ordinality as word (wanted, place)
        where word.place <> all (held.has) and not is_of_many[word.place];
      named := named || held.ids;
      missing := missing || array_fill(coalesce(lacked, '''=''')::tsquery, array[number]);
      part := number / companies;
      share := share + part * likely;
      if lacked is null then
        entries := entries + part;
        of_companies := coalesce(of_companies || any_of::tsquery, any_of::tsquery);
        whole := any_of || ' | ' || whole;
      else
        read := part * (1 + number / 10.0);
        entries := entries + least(10 * likely, read);
        is_more := is_more or 10 * likely < read;
        result := result || ' | ( ' || lacked || ' & ( ' || case when 10 * likely < read then '''=''' else any_of end || ' ) )';
        whole := whole || ' | ( ' || lacked || ' & ( ' || any_of || ' ) )';
      end if;
    end loop;
    share := least(share, 1);
    expanded := result::tsquery;
  end $$;

-- What is looked for, for the index of the lines: of each word, or phrase, whether a line has it or is of a company that
-- has it; of one company's lines, whether they or that company have it. A line of a requirement says whose it is by the
-- company's lexeme, so that renaming a company writes no line. A word of more than three hundred companies stands for all
-- of them, and not for whom it is denied: what the index finds then is too much, never too little, and is looked at once
-- more. Also which share of the lines is to be expected, and how much of the index has to be read for it, in lines; and of
-- words that all have to be there the one by which the fewest are read, with its share. Companies that have every word may
-- be a query of their own (private.join_words). A company's lexeme is written out here: to call private.company_lexeme for
-- each of hundreds takes longer than the search. What may be of no use is left as text; `whole` is null where it is what is
-- expanded.
create function private.expand_query(query tsquery, client uuid, out expanded tsquery, out of_companies tsquery,
                                     out whole text, out is_more boolean, out is_exact boolean, out share double precision,
                                     out entries double precision, out rarest text, out rare double precision,
                                     out companies_found uuid[], out named uuid[], out missing tsquery[])
  language plpgsql stable security definer set search_path = '' as $$
  declare
    lexeme constant text := '''(?:[^'']|'''')+''(?::\*)?';
    phrase constant text := lexeme || '(?: <(?:-|[0-9]+)> ' || lexeme || ')*';
    between text[] := regexp_split_to_array(query::text, phrase);
    are_joined boolean := array_to_string(between, '') !~ '[|!]';
    companies double precision;
    place integer := 1;
    found uuid[];
    wanted text;
    denied boolean;
    is_many boolean;
    own double precision;
    likely double precision;
    read double precision;
    fewest double precision;
    alternatives text;
    -- Of the words that stand together since the last "or".
    together double precision := 1;
    result text := between[1];
    words text[];
    shares double precision[];
    is_of_many boolean[];
    places integer[];
    ids uuid[];
  begin
    is_more := false;
    is_exact := true;
    share := 0;
    entries := 0;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    for wanted in select matched[1] from regexp_matches(query::text, '(' || phrase || ')', 'g') as matched loop
      found := case when client is null
        then array(select company.id from public.clients as company
                     where company.search @@ wanted::tsquery limit 301)
        else array(select company.id from public.clients as company
                     where company.id = client and company.search @@ wanted::tsquery) end;
      is_many := cardinality(found) > 300;
      denied := length(replace(replace(substring(between[place] from '[!( ]*$'), '(', ''), ' ', '')) % 2 = 1;
      select exp(greatest(sum(ln(greatest(private.share_of_word(
               replace(replace(word[1], '''''', ''''), '\\', '\'), word[2] is not null), 1e-9))), -40))
        into own from regexp_matches(wanted, '''((?:[^'']|'''')+)''(:\*)?', 'g') as word;
      likely := least(own + case when is_many or client is not null and found <> '{}' then 1
                                 else cardinality(found) / companies end, 1);
      -- Each line that is found is held against each company.
      read := likely * (1 + least(cardinality(found), 300) / 10.0);
      entries := entries + read;
      if between[place] like '%|%' then
        share := share + together;
        together := 1;
      end if;
      together := greatest(together * case when denied then 1 - likely else likely end, 1e-100);
      if is_many then
        is_exact := false;
        found := '{}';
      else
        places := places || array_fill(place, array[cardinality(found)]);
        ids := ids || found;
      end if;
      words := words || wanted;
      shares := shares || own;
      is_of_many := is_of_many || is_many;
      place := place + 1;
      alternatives := case when found = '{}' and (denied or not is_many) then wanted
        else '( ' || wanted || ' | ''=' || array_to_string(found, ''' | ''=') || ''' )' end;
      if are_joined and coalesce(read < fewest, true) then
        fewest := read;
        rare := likely;
        rarest := alternatives;
      end if;
      result := result || alternatives || between[place];
    end loop;
    -- Of one word: whose lines are found, whatever else stands in them.
    if cardinality(words) = 1 and are_joined and is_exact then
      companies_found := ids;
    end if;
    if are_joined and client is null then
      select joined.* into expanded, of_companies, whole, is_more, share, entries, named, missing
        from private.join_words(words, shares, is_of_many, places, ids) as joined;
    else
      expanded := result::tsquery;
      share := least(share + together, 1);
    end if;
  end $$;

-- How a search for words goes about it: by lines in their order, as many of them as may be walked for a page of so many, at
-- first and in the end; then, and at once where there is only null, by the index of the words. The first is quick for what
-- many lines have, the second for what few have; and what is between is looked for among the newest lines before that.
create function private.plan_search(words text, client uuid, room integer, out typed tsquery, out by_index tsquery,
                                    out of_companies tsquery, out whole tsquery, out is_compared boolean,
                                    out named uuid[], out missing tsquery[], out rarest tsquery, out is_exact boolean,
                                    out line_query tsquery, out needs_company boolean, out companies uuid[],
                                    out walks integer[], out by_period boolean)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    expansion record;
    is_long boolean;
    lines double precision;
    cost double precision;
    most integer;
  begin
    walks := array[null::integer];
    typed := private.search_query(words);
    if numnode(typed) = 0 then
      return;
    end if;
    expansion := private.expand_query(typed, client);
    by_index := expansion.expanded;
    of_companies := expansion.of_companies;
    is_exact := expansion.is_exact;
    if client is not null then
      by_index := by_index && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    is_long := numnode(coalesce(of_companies, by_index)) > 50;
    companies := case when is_long then expansion.companies_found end;
    needs_company := companies is null and (not is_exact or is_long);
    select reltuples into lines from pg_catalog.pg_class where oid = 'public.inbox_items'::regclass;
    -- Measured in microseconds: a line that is walked, one that the index gives, and an entry of the index on the way to it.
    cost := lines * (2 * expansion.share + 0.35 * expansion.entries);
    -- All entries of the other words are not read where few lines have to be compared with them.
    if 7 * expansion.rare * lines < cost then
      rarest := expansion.rarest::tsquery;
      cost := case when rarest is null then cost else 3.5 * expansion.rare * lines end;
    end if;
    -- What the index gives may be more than is looked for.
    is_compared := rarest is not null or expansion.is_more;
    -- To ask of which company a line is is quicker than to look for each of a hundred in it.
    if is_compared and cardinality(expansion.named) > 100 then
      is_compared := false;
      if is_exact then
        named := expansion.named;
        missing := expansion.missing;
      end if;
    end if;
    if is_compared then
      whole := coalesce(expansion.whole::tsquery, by_index);
    end if;
    by_period := cost > 1500;
    if 6 * room < expansion.share * cost then
      most := least(100 + 4 * room / expansion.share, 20000);
      walks := array[case when not by_period then most
                          -- Each of many companies is looked up in each period, which costs as much as walking further.
                          when is_long and expansion.share * 400 > room then least(most, 800)
                          when expansion.share > 0.15 then least(most, 400) end, 10 * most];
      -- What a walked line must have of its own: all that is looked for, where few companies have a word of it; else its company's
      -- words are asked as well, of lines that have the rarest word if that is not the companies'.
      line_query := case when not is_long then coalesce(expansion.whole::tsquery, by_index)
                         when companies is not null then typed
                         when length(expansion.rarest) < 1000 then expansion.rarest::tsquery end;
    end if;
  end $$;

-- What is looked for among the newest lines before a time, or of all, for the index of their periods: of a line and of its
-- company. Neither, where one of them can't be told by that.
create function private.recent_queries(by_index tsquery, of_companies tsquery, before timestamptz) returns tsquery[]
  language sql stable security definer set search_path = '' as $$
    select array[recent, case when recent is not null then private.query_in_periods(of_companies, newest, 2) end]
      from (select least(before, (select max(line.created_at) from public.inbox_items as line)) as newest) as until,
           private.query_in_periods(by_index, newest, 2) as recent
  $$;

-- The companies that a search finds: by name, by contact, by number, or by those of somebody of them. Some may come twice.
create function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = '' as $$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted.query
  $$;

-- People of companies by name or number, or by their address: the first six, by their names.
create function private.find_members(words text)
  returns table (user_id uuid, client_id uuid, full_name text, phone text, email text, company_name text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    found as materialized (
      (select member.user_id from caller
        join public.client_members as member
          on private.searchable_name(member.full_name, member.phone) @@ private.search_query(words)
        where caller.id is not null limit 50)
      union
      select person.id from caller
        join auth.users as person on person.email = private.normal_address(words) where caller.id is not null)
    select member.user_id, member.client_id, member.full_name, member.phone, person.email, client.company_name
      from found
      join public.client_members as member on member.user_id = found.user_id
      join auth.users as person on person.id = member.user_id
      join public.clients as client on client.id = member.client_id
      order by member.full_name, member.user_id limit 6
  $$;
grant execute on function private.find_members to authenticated;

-- # Exposed through the Data API

create function public.find_members(words text)
  returns table (user_id uuid, client_id uuid, full_name text, phone text, email text, company_name text)
  language sql stable set search_path = '' as $$ select * from private.find_members(words) $$;
grant execute on function public.find_members to authenticated;

-- What somebody may have meant who misspelt a word.

-- All that one slip makes of a word: a letter left out, two exchanged, another one, or one too many. Of no more than thirty
-- letters, in the letters that the word is written with.
create function private.near_words(word text) returns setof text
  language sql immutable set search_path = '' as $$
    with letters as (
      select chr(code) as letter from generate_series(case when word ~ '[\u0900-\u097F]' then 2304 else 97 end,
                                                      case when word ~ '[\u0900-\u097F]' then 2431 else 122 end) as code
    ), places as (select generate_series(0, least(length(word), 30)) as place)
    select left(word, place) || substr(word, place + 2) from places
    union select left(word, place) || substr(word, place + 2, 1) || substr(word, place + 1, 1) || substr(word, place + 3)
      from places
    union select left(word, place) || letter || substr(word, place + 2) from places cross join letters
    union select left(word, place) || letter || substr(word, place + 1) from places cross join letters
  $$;

-- Which of these words lines, companies, their people, or candidates have, or one that begins so: by the indexes, one by one.
create function private.existing_words(given text[], is_prefix boolean) returns setof text
  language sql stable security definer rows 5 set search_path = '' set enable_seqscan = off as $$
    select word from unnest(given) as word
      cross join lateral (
        select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query offset 0) as wanted
      where exists (select from private.searched_lines where search @@ wanted.query offset 0)
         or exists (select from public.clients where search @@ wanted.query offset 0)
         or exists (select from public.client_members
                      where private.searchable_name(full_name, phone) @@ wanted.query offset 0)
         or exists (select from public.candidates where search @@ wanted.query offset 0)
  $$;

-- What is meant by a word that nothing begins with: the commonest of those that differ from it in one letter; null when
-- there is none, or the word is a word.
create function private.meant_by(word text) returns text
  language plpgsql stable security definer set search_path = '' as $$
  declare
    near text[];
  begin
    if private.share_of_word(word, true) > 0 or exists (select from private.existing_words(array[word], true)) then
      return null;
    end if;
    near := array(select candidate from private.near_words(word) as candidate where length(candidate) > 2);
    return coalesce(
      (select lexeme from private.common_words() where lexeme = any (near) order by frequency desc, lexeme limit 1),
      (select known from private.existing_words(near, false) as known order by length(known) = length(word) desc, known limit 1));
  end $$;

-- A search of which nothing was found, with what may be meant by each of its words that nobody has used: of eight words, of
-- four letters or more.
create function private.mend_search(words text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    mended text := left(words, 200);
    wrong text;
    meant text;
    changes jsonb := '[]';
  begin
    perform private.require_team();
    for wrong in
      select distinct matched[1] from (
        select matched from regexp_matches(lower(left(words, 200)), '(?<![-a-z\u0900-\u097F])([a-z]{4,30}|[\u0900-\u097F]{4,30})(?![a-z\u0900-\u097F])', 'g')
          as matched limit 8) as typed
    loop
      meant := private.meant_by(wrong);
      if meant is not null then
        mended := regexp_replace(mended, '(?<![a-z\u0900-\u097F])' || wrong || '(?![a-z\u0900-\u097F])', meant, 'gi');
        changes := changes || jsonb_build_object('typed', wrong, 'meant', meant);
      end if;
    end loop;
    return jsonb_build_object('words', mended, 'changes', changes);
  end $$;
grant execute on function private.mend_search to authenticated;

-- # Exposed through the Data API

create function public.mend_search(words text) returns jsonb
  language sql stable set search_path = '' as $$ select private.mend_search(words) $$;
grant execute on function public.mend_search to authenticated;

-- The inbox as a list, in groups or by what is looked for, and as a file; and its lines one by one. A function checks the role
-- once and then reads: under row-level security Postgres would not use the index of a search, since a word could be compared
-- before the policy has let the row through.

-- Each line with what came: who, of which company, about what. Those of a list are asked for one by one, by their ids:
-- it is too many tables for Postgres to see by itself that it need not join all lines there are (join_collapse_limit).
create view private.inbox_lines as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.contact_id, item.posting_id,
         item.consultation_id, item.requirement_id,
         coalesce(contact.name, posting.contact_name, consultation.first_name || ' ' || consultation.last_name,
                  member.full_name, client.full_name) as sender,
         case when num_nonnulls(contact.id, posting.id, consultation.id) = 1
                then coalesce(contact.email, posting.contact_email, consultation.email)
              else coalesce(person.email, maker.email)::text end as email,
         case when num_nonnulls(contact.id, posting.id, consultation.id) = 1
                then coalesce(contact.phone, posting.phone, consultation.phone)
              when person.id is not null then member.phone
              else client.phone end as phone,
         coalesce(client.company_name, contact.company, posting.company, consultation.company) as company,
         coalesce(requirement.job_title, posting.job_title, contact.requirement, consultation.needs) as subject,
         item.is_flood, case when item.kind = 'contact' then contact.source end as source,
         requirement.status as requirement_status
    from public.inbox_items as item
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    -- What came, or what the team has made the requirement of.
    left join public.contact_submissions as contact
      on contact.id = coalesce(item.contact_id, requirement.source_contact_id)
    left join public.public_job_submissions as posting
      on posting.id = coalesce(item.posting_id, requirement.source_posting_id)
    left join public.consultation_requests as consultation
      on consultation.id = coalesce(item.consultation_id, requirement.source_consultation_id)
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as person on person.id = requirement.submitted_by
    left join public.client_members as member on member.user_id = requirement.submitted_by
    left join auth.users as maker on maker.id = client.user_id;

-- # Groups and order

-- The groups of the inbox, in the order of the page. A line is in exactly one; what is done is in none that is shown.
create function private.inbox_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['overdue', 'unclaimed', 'mine', 'waiting', 'others', 'flood', 'suspect'] $$;

-- The group of a line. What was promised an answer by a time that is past is overdue, in a flood as well; a claim that has
-- run out counts as none.
create function private.inbox_group(
    state public.inbox_state, is_suspect boolean, is_flood boolean, due_at timestamptz, assignee uuid,
    claim_expires_at timestamptz, caller uuid) returns text
  language sql stable set search_path = '' as $$
    select case
      when state in ('done', 'spam') then 'closed'
      when is_suspect and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'suspect'
      when due_at < now() then 'overdue'
      when is_flood and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'flood'
      when state = 'waiting' then 'waiting'
      when assignee is null or claim_expires_at <= now() then 'unclaimed'
      when assignee = caller then 'mine'
      else 'others'
    end
  $$;

-- The same as conditions, each one as the index of its group has it ($1 is the caller); with those for a list without
-- groups. A test compares the two.
create function private.inbox_group_condition(wanted text) returns text
  language sql immutable set search_path = '' as $$
    select case wanted
      when 'overdue' then $sql$ state in ('new', 'open', 'waiting') and due_at < now()
        and not (is_suspect and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false))) $sql$
      when 'unclaimed' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and not is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'mine' then $sql$ state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'waiting' then $sql$ state = 'waiting' and due_at >= now() $sql$
      when 'others' then $sql$ state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'flood' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'suspect' then $sql$ state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'active' then $sql$ state in ('new', 'open', 'waiting') $sql$
      when 'all' then $sql$ true $sql$
    end
  $$;

-- The same once more, written out: how many lines a group has, beyond a thousand a thousand, and its first ones by their due
-- times. A statement that is put together anew is planned anew each time, among all the indexes that the lines have, and the
-- team's every page counts seven groups: that took longer than to count them.
do $make$ begin
  execute format($sql$
    create function private.count_group(caller uuid, item_group text) returns integer
      language plpgsql stable set search_path = '' as $body$
      begin
        %s
      end $body$;
    create function private.group_page(caller uuid, item_group text, room integer)
      returns table (item_id uuid, sort_key timestamptz) language plpgsql stable rows 25 set search_path = '' as $body$
      begin
        %s
      end $body$ $sql$,
    string_agg(format('if item_group = %L then
          return (select count(*) from (select from public.inbox_items where %s limit 1000) as line);
        end if;', name, condition), E'\n        '),
    string_agg(format('if item_group = %L then
          return query select id, due_at from public.inbox_items where %s order by due_at, id limit room;
        end if;', name, condition), E'\n        '))
    from unnest(private.inbox_groups()) as name, private.inbox_group_condition(name) as condition;
end $make$;

-- Is a list shown in groups? A search, what is closed, and what somebody sorts are not.
create function private.is_grouped(state public.inbox_state, words text, sort text) returns boolean
  language sql immutable set search_path = ''
  as $$ select words is null and sort is null and (state is null or state not in ('done', 'spam')) $$;

-- What a list is sorted by, where nobody has said: by due times in its groups, else by when it came.
create function private.inbox_key(state public.inbox_state, words text, sort text) returns text
  language sql immutable set search_path = '' as $$
    select case coalesce(sort, case when private.is_grouped(state, words, sort) then 'due' else 'came' end)
      when 'due' then 'due_at' when 'came' then 'created_at' when 'activity' then 'last_activity_at' end
  $$;

-- # Lists

-- One page of the inbox: which lines in which order, and the key that each was sorted by. The next page starts after the
-- last line's group, key and id. Without a search and a sort it is grouped, each group by its due times, and shows what is
-- to be done, or one of its groups; a search looks at what is closed as well. What a group is says its condition; here is
-- only how the lines are found.
create function private.inbox_page(
    caller uuid, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, only_group text, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (item_id uuid, sort_key timestamptz) language plpgsql stable rows 25 set search_path = ''
  as $$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    way text := case when is_falling then 'desc' else 'asc' end;
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then case when suspect then ' and is_suspect' else ' and not is_suspect' end end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at is not null)
                                        and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
    search record;
    -- All that a line is found by.
    with_company constant text := 'case when line.client_id is null then line.search
      else line.search || (select company.search from public.clients as company where company.id = line.client_id) end';
    by_words text;
    has_words text;
    recent tsquery[];
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
    is_active boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
      has_words := concat('(%1$s @@ $5', case when search.of_companies is not null then ' or %1$s @@ $12' end, ')');
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null and filters = '' and is_grouped and not is_falling and (place > first_group or after_id is null)
          and groups[place] <> 'active' then
        return query select * from private.group_page(caller, groups[place], room);
        get diagnostics got = row_count;
      elsif words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        is_active := groups[place] <> 'all';
        -- Its company is asked in the order of the page, and no further than it goes.
        by_words := format('with listed as (
                select id, %1$I as key, search, client_id from (select * from %%s %5$s offset 0) as line
                  where %2$s %4$s order by %1$I %3$s, id %3$s %6$s)
            select id, key from listed as line where %7$s order by key %3$s, id %3$s limit $9', key, conditions, way,
            case when search.is_compared then 'and search @@ $11'
                 when search.named is not null then 'and search @@ case when client_id = any ($13)
                        then $14[array_position($13, client_id)] else $10 end' end,
            case when is_active then 'and ' || private.inbox_group_condition('active') end,
            case when search.is_exact then 'limit $9' end,
            case when search.is_exact then 'true' else concat(with_company, ' @@ $10') end);
        foreach walked in array search.walks loop
          -- What is still to be done has an index of its words alone, which is short.
          exit when is_active and coalesce(walked, 20000) > 2000;
          if walked is not null then
            execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
                select line.id, line.key
                  from (select id, %1$I as key, search, client_id from public.inbox_items where %2$s
                          order by %1$I %3$s, id %3$s limit $9) as line
                  where %4$s
                  limit $10) as listed', key, conditions, way,
                concat_ws(' and ', case when search.companies is not null then '(line.search @@ $5 or line.client_id = any ($12))'
                          when search.line_query is not null then 'line.search @@ $5' end,
                          case when search.needs_company then concat(with_company, ' @@ $11') end))
              into found, keys
              using caller, kind, state, suspect, search.line_query, person, after_key, after_id, walked, room,
                    search.typed, search.companies;
            is_all := coalesce(cardinality(found), 0) = room;
            if not is_all then
              execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                                order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
                into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
            end if;
            exit when is_all;
          end if;
          continue when is_active or not search.by_period or key <> 'created_at' or not is_falling;
          recent := private.recent_queries(search.by_index, search.of_companies, after_key);
          execute format('select array_agg(id order by key desc, id desc), array_agg(key order by key desc, id desc) from (%s) as listed',
                         format(by_words, 'public.inbox_items as line where ' || format(
                           has_words, 'private.searchable_in_period(line.search, line.created_at)')))
            into found, keys
            using caller, kind, state, suspect, recent[1], person, after_key, after_id, room, search.typed, search.whole,
                  recent[2], search.named, search.missing;
          is_all := coalesce(cardinality(found), 0) = room;
          exit when is_all;
          search.by_period := false;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format(by_words, concat(
              case when is_active then 'public.inbox_items' else 'private.searched_lines' end, ' as line where ',
              case when search.rarest is null then format(has_words, 'line.search') else 'line.search @@ $5' end))
            using caller, kind, state, suspect, coalesce(search.rarest, search.by_index), person, after_key, after_id, room,
                  search.typed, search.whole, search.of_companies, search.named, search.missing;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;

-- The lists of the inbox, their counts, and the next line of one.

-- The page as the team sees it, of one group or of all: at most 25 lines and one more, which tells that there is a next
-- page. An assignee whose claim has run out is not named.
create function private.list_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $$;
grant execute on function private.list_group to authenticated;

-- Of all groups.
create function private.list_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable security definer set search_path = '' as $$
    select * from private.list_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                     after_id)
  $$;
grant execute on function private.list_inbox to authenticated;

-- The line after another in a list, where that one stood: `from_group` is where it was when it was opened, since what is
-- done with it moves it. None after the last.
create function private.next_item(
    item uuid, from_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text,
    sort text, descending boolean, only_group text) returns table (item_id uuid, item_group text)
  language plpgsql stable security definer rows 1 set search_path = '' as $$
  #variable_conflict use_variable
  declare
    caller uuid := private.require_team();
    held public.inbox_items;
    key timestamptz;
  begin
    select * into held from public.inbox_items as line where line.id = item;
    if held.id is null then
      return;
    end if;
    key := to_jsonb(held) ->> private.inbox_key(state, words, sort);
    return query
      select line.id, private.inbox_group(line.state, line.is_suspect, line.is_flood, line.due_at, line.assignee,
                                          line.claim_expires_at, caller)
        from private.inbox_page(
               caller, kind, state, whose, suspect, words, sort, descending, only_group,
               coalesce(from_group, private.inbox_group(held.state, held.is_suspect, held.is_flood, held.due_at,
                                                        held.assignee, held.claim_expires_at, caller)), key, item, 2)
             with ordinality as page (line_id, sort_key, place)
        join public.inbox_items as line on line.id = page.line_id
        where page.line_id <> item order by page.place limit 1;
  end $$;
grant execute on function private.next_item to authenticated;

-- What of a list is to do, all of it where a state is asked for: the first fifty lines, which is as many as can be changed
-- at once, as which versions, and how many there are, beyond fifty one more: a search is walked no further for that.
create function private.list_changeable(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, only_group text) returns table (item_id uuid, version integer, total integer)
  language sql stable security definer rows 50 set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    listed as materialized (
      select page.line_id, page.place
        from caller
        cross join lateral private.inbox_page(
            caller.id, kind, state, whose, suspect, words, sort, descending,
            coalesce(only_group, case when state is null then 'active' end), null, null, null, 51)
          with ordinality as page (line_id, sort_key, place))
    select line.id, line.version, (select count(*)::integer from listed)
      from listed join public.inbox_items as line on line.id = listed.line_id
      where listed.place <= 50 order by listed.place
  $$;
grant execute on function private.list_changeable to authenticated;

-- Takes the next line of the list that another was opened from: of all that is nobody's, if the list leaves out nothing but
-- kinds, what is due first; else what is nobody's or the caller's own in its order, after the other's place there, then from
-- its beginning. `held` is the other as it was on the list, in `from_group`. What is suspect is taken where it was asked for.
-- Says in which group it stood.
create function private.take_next_in_list(
    caller uuid, held public.inbox_items, from_group text, kind public.inbox_kind, state public.inbox_state, whose text,
    suspect boolean, words text, sort text, descending boolean, only_group text)
  returns table (item_id uuid, item_group text)
  language plpgsql security definer rows 1 set search_path = '' as $$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    takes_suspects boolean := suspect or only_group = 'suspect' or words is not null;
  begin
    if num_nonnulls(state, whose, suspect, words, sort, only_group) = 0 then
      item_id := private.take_next_of(kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select line.id, line.version,
               private.inbox_group(line.state, line.is_suspect, line.is_flood, line.due_at, line.assignee,
                                   line.claim_expires_at, caller) as stood
          from private.inbox_page(
                 caller, kind, state, whose, suspect, words, sort, descending, only_group,
                 case when is_after then coalesce(from_group, private.inbox_group(
                   held.state, held.is_suspect, held.is_flood, held.due_at, held.assignee, held.claim_expires_at, caller)) end,
                 case when is_after then (to_jsonb(held) ->> private.inbox_key(state, words, sort))::timestamptz end,
                 case when is_after then held.id end, 100)
               with ordinality as page (line_id, sort_key, place)
          join public.inbox_items as line on line.id = page.line_id
          where line.id <> held.id
            and case when line.assignee is null or line.claim_expires_at <= now()
                  then line.state in ('new', 'open') and (takes_suspects or not line.is_suspect)
                  else line.assignee = caller and line.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as line
          where line.id = wanted.id and line.version = wanted.version for update skip locked;
        if found then
          perform private.take_item(wanted.id, wanted.version);
          item_id := wanted.id;
          item_group := wanted.stood;
          return next;
          return;
        end if;
      end loop;
    end loop;
  end $$;

-- How many lines each group has: beyond a thousand, a thousand.
create function private.count_inbox() returns table (item_group text, items integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select name, private.count_group(caller.id, name) from caller cross join unnest(private.inbox_groups()) as name
  $$;
grant execute on function private.count_inbox to authenticated;

-- # Lines one by one

-- Who sent lines of the inbox, at most fifty, or filed a requirement.
create function private.inbox_senders(items uuid[], requirement uuid)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language plpgsql stable security definer rows 50 set search_path = '' as $$
  #variable_conflict use_variable
  begin
    perform private.require_team();
    return query
      select line.id, line.sender, line.email, line.phone, line.company
        from (select item.id from public.inbox_items as item where item.id = any (items)
              union
              select item.id from public.inbox_items as item where item.requirement_id = requirement
              limit 50) as wanted
        cross join lateral (select * from private.inbox_lines as shown where shown.id = wanted.id limit 1) as line;
  end $$;
grant execute on function private.inbox_senders to authenticated;

-- # Exposed through the Data API

create function public.list_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable set search_path = '' as $$
    select * from private.list_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;
grant execute on function public.list_inbox to authenticated;

create function public.count_inbox() returns table (item_group text, items integer)
  language sql stable set search_path = '' as $$ select * from private.count_inbox() $$;
grant execute on function public.count_inbox to authenticated;

create function public.inbox_senders(items uuid[] default '{}', requirement uuid default null)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language sql stable set search_path = '' as $$ select * from private.inbox_senders(items, requirement) $$;
grant execute on function public.inbox_senders to authenticated;

create function public.list_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean, source text)
  language sql stable set search_path = '' as $$
    select * from private.list_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
grant execute on function public.list_group to authenticated;

create function public.next_item(
    item uuid, from_group text default null, kind public.inbox_kind default null, state public.inbox_state default null,
    whose text default null, suspect boolean default null, words text default null, sort text default null,
    descending boolean default null, only_group text default null)
  returns table (item_id uuid, item_group text)
  language sql stable set search_path = '' as $$
    select * from private.next_item(item, from_group, kind, state, whose, suspect, words, sort, descending, only_group)
  $$;
grant execute on function public.next_item to authenticated;

create function public.list_changeable(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    only_group text default null)
  returns table (item_id uuid, version integer, total integer)
  language sql stable set search_path = '' as $$
    select * from private.list_changeable(kind, state, whose, suspect, words, sort, descending, only_group)
  $$;
grant execute on function public.list_changeable to authenticated;

-- What the page of a line shows beside it: its history, and what else the same person or company sent.

-- Some lines of the inbox with what was sent, at most a hundred, in the order they are asked for.
create function private.read_items(items uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select coalesce(jsonb_agg(
               to_jsonb(item) - 'search' || jsonb_build_object(
                 'contact_submissions', to_jsonb(contact),
                 'public_job_submissions', to_jsonb(posting),
                 'made_requirement', private.made_of(item.id),
                 'consultation_requests', to_jsonb(consultation),
                 'job_requirements', to_jsonb(filed) || jsonb_build_object('clients', (
                   select jsonb_build_object('company_name', client.company_name) from public.clients as client
                     where client.id = filed.client_id)))
               order by wanted.place), '[]')
        from (select asked.id, min(asked.place) as place from unnest(items) with ordinality as asked (id, place)
                group by asked.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        left join public.contact_submissions as contact on contact.id = item.contact_id
        left join public.public_job_submissions as posting on posting.id = item.posting_id
        left join public.consultation_requests as consultation on consultation.id = item.consultation_id
        left join public.job_requirements as filed on filed.id = item.requirement_id);
  end $$;
grant execute on function private.read_items to authenticated;

-- What the team has done with a line and written beside it, and what happened to its requirement: of each the newest hundred.
create function private.read_item_history(item uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as note),
      'replies', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', reply.id, 'body', reply.body, 'delivery', private.delivery_of_reply(reply.id))
                 order by reply.created_at desc, reply.id desc), '[]')
          from (select * from public.item_replies as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as reply),
      'events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.item_events as happened where happened.item_id = item
                  order by happened.created_at desc, happened.id desc limit 100) as event),
      'requirement_events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = (
                    select line.requirement_id from public.inbox_items as line where line.id = item)
                  order by happened.created_at desc, happened.id desc limit 100) as event));
  end $$;
grant execute on function private.read_item_history to authenticated;

-- What else somebody has sent, from the same address or of the same company: what a clerk asks before answering. The twenty
-- newest. Each way of being related has an index of its own, and is read no further than twenty others go.
create function private.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select lower(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from auth.users as person
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(person.email) = sender
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $$;
grant execute on function private.related_items to authenticated;

-- # Exposed through the Data API

create function public.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language sql stable set search_path = '' as $$ select * from private.related_items(item) $$;
grant execute on function public.related_items to authenticated;

create function public.read_items(items uuid[]) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_items(items) $$;
grant execute on function public.read_items to authenticated;

create function public.read_item_history(item uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_item_history(item) $$;
grant execute on function public.read_item_history to authenticated;

-- The inbox as a file, for those who may export.

-- The inbox's list for a file, five hundred lines at a time: the next ones start after the last line's group, key and id.
create function private.export_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean,
                 source text)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 500)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $$;
grant execute on function private.export_group to authenticated;

-- Of all groups.
create function private.export_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean,
                 source text)
  language sql security definer set search_path = '' as $$
    select * from private.export_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                       after_id)
  $$;
grant execute on function private.export_inbox to authenticated;

-- # Exposed through the Data API

create function public.export_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean, source text)
  language sql set search_path = '' as $$
    select * from private.export_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;
grant execute on function public.export_inbox to authenticated;

create function public.export_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean, source text)
  language sql set search_path = '' as $$
    select * from private.export_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
grant execute on function public.export_group to authenticated;

-- The team's lists of requirements and of companies, by functions for the reason that the inbox's are (09-inbox-lists.sql).

-- One page of requirements, the newest first. Rows come from an index in their order: of those without a status or a priority
-- from each status and priority in turn, and the newest of all these.
create function private.requirements_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, client uuid,
    words text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid) language plpgsql stable rows 25 set search_path = ''
  as $$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    parts boolean := status is not null or priority is not null;
    conditions text := concat(
      case when whose = 'nobody' then ' and filed.recruiter_id is null'
           when whose is not null then ' and filed.recruiter_id = $3' end,
      case when client is not null then ' and filed.client_id = $4' end,
      case when after_id is not null then ' and (filed.created_at, filed.id) < ($5, $6)' end);
    listed text := concat(
      case when parts then 'select listed.* from (select status, priority
          from unnest(enum_range($1, $1)) as status
          cross join unnest(enum_range($2, $2)) as priority) as part
          cross join lateral (' end,
      'select filed.id, filed.created_at, filed.client_id from public.job_requirements as filed where true',
      case when parts then ' and filed.status = part.status and filed.priority = part.priority' end, conditions,
      ' order by filed.created_at desc, filed.id desc limit $7',
      case when parts then ') as listed order by listed.created_at desc, listed.id desc limit $7' end);
    search record;
    is_looked_at boolean;
    by_words text;
    has_words text;
    recent tsquery[];
    walked integer;
    found uuid[];
    is_all boolean;
  begin
    if words is null then
      return query execute format('select id from (%s) as page order by created_at desc, id desc', listed)
        using status, priority, person, client, after_key, after_id, room;
      return;
    end if;
    search := private.plan_search(words, client, room);
    if numnode(search.typed) = 0 then
      return;
    end if;
    has_words := concat('(%1$s @@ $8', case when search.of_companies is not null then ' or %1$s @@ $11' end, ')');
    -- Where more than the line is looked at, in the order of the page, and no further than it goes.
    is_looked_at := not search.is_exact or status is not null or priority is not null or whose is not null;
    by_words := concat(
      'with found as (select * from (
           select line.requirement_id as id, line.created_at, line.search, line.client_id
             from public.inbox_items as line where line.kind = ''requirement'' and %s offset 0) as indexed',
      case when search.is_compared then ' where search @@ $10'
           when search.named is not null then ' where search @@ case when client_id = any ($12)
             then $13[array_position($12, client_id)] else $9 end' end,
      case when is_looked_at then ' order by created_at desc, id desc' end, ')
       select found.id from found cross join lateral (',
      case when is_looked_at then 'select * from public.job_requirements as listed where listed.id = found.id limit 1'
           else 'select found.id, found.created_at' end, ') as filed where true',
      case when not search.is_exact
        then ' and (found.search || (select company.search from public.clients as company
                                       where company.id = found.client_id)) @@ $9' end,
      case when status is not null then ' and filed.status = $1' end,
      case when priority is not null then ' and filed.priority = $2' end,
      replace(conditions, ' and filed.client_id = $4', ''),
      ' order by found.created_at desc, found.id desc limit $7');
    foreach walked in array search.walks loop
      if walked is not null then
        execute format('select array(select page.id from (%s) as page
              cross join lateral (select * from public.inbox_items as held where held.requirement_id = page.id limit 1) as line
              where %s order by page.created_at desc, page.id desc limit $9)', listed,
            concat_ws(' and ', case when search.companies is not null then '(line.search @@ $8 or page.client_id = any ($11))'
                                    when search.line_query is not null then 'line.search @@ $8' end,
                      case when search.needs_company then 'line.search || (
                        select company.search from public.clients as company where company.id = page.client_id) @@ $10' end))
          into found using status, priority, person, client, after_key, after_id, walked, search.line_query, room, search.typed,
                           search.companies;
        is_all := cardinality(found) = room;
        if not is_all then
          execute format('select count(*) < $7 from (%s) as page', listed)
            into is_all using status, priority, person, client, after_key, after_id, walked;
        end if;
        if is_all then
          return query select * from unnest(found);
          return;
        end if;
      end if;
      continue when not search.by_period;
      recent := private.recent_queries(search.by_index, search.of_companies, after_key);
      execute format('select array(%s)',
                     format(by_words, format(has_words, 'private.searchable_in_period(line.search, line.created_at)')))
        into found using status, priority, person, client, after_key, after_id, room, recent[1], search.typed, search.whole,
                         recent[2], search.named, search.missing;
      if cardinality(found) = room then
        return query select * from unnest(found);
        return;
      end if;
      search.by_period := false;
    end loop;
    return query execute format(by_words, case when search.rarest is null then format(has_words, 'line.search')
                                               else 'line.search @@ $8' end)
      using status, priority, person, client, after_key, after_id, room, coalesce(search.rarest, search.by_index), search.typed,
            search.whole, search.of_companies, search.named, search.missing;
  end $$;

-- The team's list of requirements: at most 25 and one more, which tells that there is a next page.
create function private.list_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, client uuid, words text,
    after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, positions_filled integer, recruiter_id uuid, deadline date,
                 created_at timestamptz, updated_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.* from caller
        cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                     26) with ordinality as page (requirement_id, place))
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version, held.last_word_at, held.waits_for, counted.counts
      from page
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join lateral (select * from private.open_requirements as listed
                           where listed.requirement_id = page.requirement_id limit 1) as held on true
      order by page.place
  $$;
grant execute on function private.list_requirements to authenticated;

-- The same for a file, five hundred at a time, with what each says in some of its fields.
create function private.export_requirements(
    fields text[], status public.requirement_status, priority public.requirement_priority, whose text, client uuid,
    words text, after_key timestamptz, after_id uuid)
  returns table (id uuid, company text, requirement_status public.requirement_status, recruiter_id uuid,
                 positions_filled integer, closed_reason text, created_at timestamptz, updated_at timestamptz, entries jsonb)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('requirements') as id)
    select filed.id, company.company_name, filed.status, filed.recruiter_id, filed.positions_filled, filed.closed_reason,
           filed.created_at, filed.updated_at, private.entries_of(filed, fields)
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $$;
grant execute on function private.export_requirements to authenticated;

-- One page of companies, the newest first. Of a search that finds hundreds the newest are looked at in their order.
create function private.clients_page(words text, after_key timestamptz, after_id uuid) returns table (client_id uuid)
  language plpgsql stable rows 26 set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
          and (client.search @@ query
            or exists (select from public.client_members as member
                        where member.client_id = client.id
                          and private.searchable_name(member.full_name, member.phone) @@ query offset 0))
        order by client.created_at desc, client.id desc limit 26;
    end if;
  end $$;

-- The team's list of companies: at most 25 and one more, which tells that there is a next page. A word of the search is a
-- word of the company's name, or of a name in it, or a number of theirs.
create function private.list_clients(words text, after_key timestamptz, after_id uuid)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable security definer set search_path = '' as $$
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
grant execute on function private.list_clients to authenticated;

-- # Exposed through the Data API

create function public.list_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, client uuid default null, words text default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, positions_filled integer, recruiter_id uuid, deadline date,
                 created_at timestamptz, updated_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $$;
grant execute on function public.list_requirements to authenticated;

create function public.export_requirements(
    fields text[] default '{}', status public.requirement_status default null,
    priority public.requirement_priority default null, whose text default null, client uuid default null,
    words text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, company text, requirement_status public.requirement_status, recruiter_id uuid,
                 positions_filled integer, closed_reason text, created_at timestamptz, updated_at timestamptz, entries jsonb)
  language sql set search_path = '' as $$
    select * from private.export_requirements(fields, status, priority, whose, client, words, after_key, after_id)
  $$;
grant execute on function public.export_requirements to authenticated;

create function public.list_clients(words text default null, after_key timestamptz default null,
                                    after_id uuid default null)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable set search_path = '' as $$ select * from private.list_clients(words, after_key, after_id) $$;
grant execute on function public.list_clients to authenticated;

-- What comes by telephone, message or in person is written down, and found again; and how an enquiry, of whichever kind,
-- becomes a requirement of a company, once (docs/decisions/inbox.md).

-- Companies that somebody may be from, the likeliest first, each with the person it is known by, and whether the team has
-- to do with it: of the same address, invited by the team at it, of the same number, of the same name, or with the words.
-- One that is known to be it comes first. Whom a company has invited, and which numbers it gives, is its own word: of what
-- is likely for one reason, companies that the team knows come first, before those of the same number or name are cut off
-- at ten, and of a profile one number counts, the first.
create function private.suggest_clients(name text, address text, number text, known uuid)
  returns table (id uuid, company_name text, full_name text, reason text, is_known boolean)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             array(select right(one, 10) from unnest(private.numbers_in(left(number, 200))) as one) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person from (
          select client.id, 'connected' as reason, 0 as place, null as person from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) = any (wanted_ones)
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) = any (wanted_ones)
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $$;
grant execute on function private.suggest_clients to authenticated;

-- What has come from the same number, address or company before: the ten newest lines of the inbox. No plan is made anew for
-- each: to look up how common the words are would take longer than the search.
create function private.find_enquiries(number text, address text, company text)
  returns table (id uuid, kind public.inbox_kind, title text, sender text, came timestamptz, state public.inbox_state,
                 source text, reason text)
  language plpgsql stable security definer rows 10 set search_path = '' set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    numbers tsquery;
    mailbox tsquery;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := phraseto_tsquery('simple', private.normal_address(left(find_enquiries.address, 320)));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select line.id, line.created_at from private.searched_lines as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from private.searched_lines as line
          where numnode(mailbox) > 0 and line.search @@ mailbox
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $$;
grant execute on function private.find_enquiries to authenticated;

-- # What is written down

-- Writes down what came by telephone, message or in person, once for each form: a line of the inbox like any other, which
-- whoever wrote it has seen, and takes if they say so. Returns the line.
create function private.record_enquiry(
    form uuid, source text, name text, requirement text, phone text, email text, company text, client uuid, takes boolean)
  returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    sent uuid;
    item uuid;
  begin
    if source = 'form' then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif client is not null and not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    insert into public.contact_submissions (form_id, source, name, requirement, phone, email, company, client_id, written_by)
      values (form, source, name, requirement, phone, email, company, client, caller)
      on conflict (form_id) do nothing returning id into sent;
    select line.id into item from public.inbox_items as line
      join public.contact_submissions as kept on kept.id = line.contact_id
      where kept.form_id = form and kept.written_by = caller;
    if item is null then
      raise exception 'form_taken' using errcode = 'PT409';
    elsif sent is not null then
      perform private.touch_item(caller, item, false);
      if takes then
        perform private.take_item(item, private.version_of(item));
      end if;
    end if;
    return item;
  end $$;
grant execute on function private.record_enquiry to authenticated;

-- # Requirements that the team files

-- The requirement that an enquiry has become; null when it has become none.
create function private.made_of(item uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    select coalesce(
        (select made.id from public.job_requirements as made where made.source_posting_id = line.posting_id),
        (select made.id from public.job_requirements as made where made.source_contact_id = line.contact_id),
        (select made.id from public.job_requirements as made where made.source_consultation_id = line.consultation_id))
      from public.inbox_items as line where line.id = item
  $$;

-- The same; until the transaction ends nobody else can make one.
create function private.lock_enquiry(item uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.inbox_items as line where line.id = item and line.requirement_id is null for update;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return private.made_of(item);
  end $$;

-- Files a requirement for a company, of an enquiry or of nothing; whoever is in charge of it, or else has made it, has its
-- line. Beside what the form of a requirement has, the entries may name the `recruiter_id`.
create function private.file_for(
    client uuid, entries jsonb, source public.inbox_items default null, form uuid default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.lock_team(recruiter);
    columns text := array_to_string(private.requirement_fields(), ', ');
    made uuid;
  begin
    recruiter := private.receiver_of(recruiter);
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, form_id, source_posting_id, source_contact_id,
                        source_consultation_id, recruiter_id, is_filed_by_team, %1$s)
                      select $1, $2, $3, $4, $5, $6, true, %1$s from private.with_entries($7, $8)
                      on conflict on constraint job_requirements_form_id_key do nothing returning id', columns)
      into made using client, form, source.posting_id, source.contact_id, source.consultation_id, recruiter,
        jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
          'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
          'priority', 'medium')), entries - 'recruiter_id';
    if made is null then
      return (select filed.id from public.job_requirements as filed where filed.client_id = client and filed.form_id = form);
    end if;
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = coalesce(source.created_at + private.promised(source.kind), due_at)
      where requirement_id = made;
    perform private.mail_filed(made);
    return made;
  end $$;

-- Files a requirement for a company, once for each form.
create function private.file_requirement(client uuid, form uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    return private.file_for(client, entries, null, form);
  end $$;
grant execute on function private.file_requirement to authenticated;

-- Makes the requirement of an enquiry, for a company, and tells the company of it (docs/decisions/inbox.md, mail.md).
-- Whoever comes second gets the requirement that is there, unless they have chosen another company: then theirs is refused, so
-- that nobody takes for done what was dropped. The enquiry is done with, and stays with whoever had it in hand;
-- the requirement's own line stays due when the sender expects to hear.
create function private.convert_item(item uuid, client uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team((entries ->> 'recruiter_id')::uuid);
    made uuid := private.lock_enquiry(item);
    source public.inbox_items;
  begin
    if made is not null then
      if not exists (select from public.job_requirements as filed where filed.id = made and filed.client_id = client) then
        raise exception 'converted_already' using errcode = 'PT409';
      end if;
      return made;
    end if;
    select * into source from public.inbox_items where id = item;
    made := private.file_for(client, entries, source);
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $$;
grant execute on function private.convert_item to authenticated;

-- The same for a company that is not here yet: it is made, its sender is invited to own it, by a mail to the enquiry's own
-- address, and the requirement is its first. Who has given no address, on the telephone, is invited later. All of it or
-- nothing.
create function private.convert_item_for_new(item uuid, company_name text, full_name text, phone text, entries jsonb)
  returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    made uuid;
    company uuid;
    address text;
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_enquiry(item);
    select line.email into address from private.inbox_lines as line where line.id = item;
    if made is not null then
      -- The same company, as its name tells; none is another.
      select client.id into company from public.job_requirements as filed
        join public.clients as client on client.id = filed.client_id
        where filed.id = made and client.company_name = private.trimmed(convert_item_for_new.company_name);
    elsif address is not null then
      company := (private.invite_company(address, company_name, full_name, phone)).client_id;
    else
      insert into public.clients (company_name, full_name, phone)
        values (private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone)) returning id into company;
    end if;
    return private.convert_item(item, company, entries);
  end $$;
grant execute on function private.convert_item_for_new to authenticated;

-- # Exposed through the Data API

create function public.suggest_clients(
    name text default null, address text default null, number text default null, known uuid default null)
  returns table (id uuid, company_name text, full_name text, reason text, is_known boolean)
  language sql stable set search_path = '' as $$ select * from private.suggest_clients(name, address, number, known) $$;
grant execute on function public.suggest_clients to authenticated;

create function public.find_enquiries(number text default null, address text default null, company text default null)
  returns table (id uuid, kind public.inbox_kind, title text, sender text, came timestamptz, state public.inbox_state,
                 source text, reason text)
  language sql stable set search_path = '' as $$ select * from private.find_enquiries(number, address, company) $$;
grant execute on function public.find_enquiries to authenticated;

create function public.record_enquiry(
    form uuid, source text, name text, requirement text, phone text default null, email text default null,
    company text default null, client uuid default null, takes boolean default false) returns uuid
  language sql set search_path = ''
  as $$ select private.record_enquiry(form, source, name, requirement, phone, email, company, client, takes) $$;
grant execute on function public.record_enquiry to authenticated;

create function public.file_requirement(client uuid, form uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.file_requirement(client, form, entries) $$;
grant execute on function public.file_requirement to authenticated;

create function public.convert_item(item uuid, client uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.convert_item(item, client, entries) $$;
grant execute on function public.convert_item to authenticated;

create function public.convert_item_for_new(
    item uuid, company_name text, entries jsonb, full_name text default null, phone text default null) returns uuid
  language sql set search_path = ''
  as $$ select private.convert_item_for_new(item, company_name, full_name, phone, entries) $$;
grant execute on function public.convert_item_for_new to authenticated;

-- Working off the inbox: replies by mail, the texts that the team answers with, several things done with a line at once, and
-- how that is undone.

-- What the team has written to whoever sent something, by mail. A table of its own: a note must never leave the house.
create table public.item_replies (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (private.is_text(body, 10000)),
  created_at timestamptz not null default clock_timestamp(),
  -- One that comes twice is one (docs/decisions/forms-and-limits.md).
  form_id uuid not null
);

create index item_replies_timeline on public.item_replies (item_id, created_at desc, id desc);
create index item_replies_author on public.item_replies (author, created_at);
create unique index item_replies_form on public.item_replies (author, form_id);

alter table public.item_replies enable row level security, force row level security;
grant select on public.item_replies to authenticated;

create policy "who may export reads" on public.item_replies for select to authenticated
  using ((select private.may_export()));

-- Writes a reply and has it mailed, to the address that the form has named. What a company has filed has its messages.
create function private.write_reply(caller uuid, held public.inbox_items, body text, form uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    sender text := (select line.email from private.inbox_lines as line where line.id = held.id);
    written uuid;
  begin
    if held.kind = 'requirement' or sender is null then
      raise exception 'reply_not_possible' using errcode = 'PT422';
    elsif 200 <= (select count(*) from public.item_replies as before
                   where before.author = caller and before.created_at > now() - interval '1 day') then
      raise exception 'too_many_replies' using errcode = 'PT429';
    end if;
    insert into public.item_replies (item_id, author, body, form_id)
      values (held.id, caller, private.trimmed(body), form) returning id into written;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, 'replied', jsonb_build_object('reply', written));
    perform private.enqueue_mail('item_reply', 'reply.' || written, jsonb_build_object('reply', written),
                                 address => sender);
  end $$;

-- What has become of a reply's mail: null while it is on its way.
create function private.delivery_of_reply(reply uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select case when mail.sent_at is not null then 'sent' when mail.dead_at is not null then 'failed' end
      from public.mail_outbox as mail where mail.dedupe_key = 'reply.' || reply
  $$;

-- What a reply says, what it answers, and who has written it: answers go to them.
create function private.reply_mail(reply uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'body', written.body, 'came_at', line.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(contact.requirement, consultation.needs,
                           concat_ws(e'\n', posting.job_title, posting.location, posting.job_description))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      left join public.contact_submissions as contact on contact.id = line.contact_id
      left join public.public_job_submissions as posting on posting.id = line.posting_id
      left join public.consultation_requests as consultation on consultation.id = line.consultation_id
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = reply
  $$;

-- # What the team answers with

-- Texts for what is asked again and again, with places for a name, a title and one's own name.
create table public.reply_templates (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_text(title, 80)),
  body text not null check (private.is_text(body, 3000)),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.reply_templates enable row level security, force row level security;
grant select on public.reply_templates to authenticated;

create trigger stamp_insert before insert on public.reply_templates for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.reply_templates for each row execute function private.stamp_update();
create trigger raise_version before update on public.reply_templates
  for each row execute function private.raise_version();

create policy "the team reads" on public.reply_templates for select to authenticated
  using ((select private.is_team_member()));

-- A text as the caller has seen it, until the transaction ends.
create function private.lock_reply_template(template uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare held public.reply_templates;
  begin
    select * into held from public.reply_templates where id = template for update;
    if held.id is null then
      raise exception 'template_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409';
    end if;
  end $$;

-- Keeps a text, a new one where none has been seen; one that comes twice is one, by its id. There are at most fifty.
create function private.save_reply_template(template uuid, seen integer, title text, body text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    if seen > 0 then
      perform private.lock_reply_template(template, seen);
      update public.reply_templates as kept
        set title = private.trimmed(save_reply_template.title), body = private.trimmed(save_reply_template.body)
        where kept.id = template;
    elsif 50 <= (select count(*) from public.reply_templates as kept where kept.id <> template) then
      raise exception 'too_many_templates' using errcode = 'PT422';
    else
      insert into public.reply_templates (id, title, body)
        values (template, private.trimmed(title), private.trimmed(body)) on conflict (id) do nothing;
    end if;
  end $$;
grant execute on function private.save_reply_template to authenticated;

create function private.delete_reply_template(template uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.lock_reply_template(template, seen);
    delete from public.reply_templates where id = template;
  end $$;
grant execute on function private.delete_reply_template to authenticated;

-- # What can be undone

create function private.undo_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '5 minutes' $$;

-- What somebody has done with lines by one form: each as it was before, and the version that it has become.
create table private.item_acts (
  -- The form's.
  id uuid not null,
  actor uuid not null references auth.users (id) on delete cascade,
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  state public.inbox_state not null,
  assignee uuid references auth.users (id) on delete set null,
  claim_expires_at timestamptz,
  due_at timestamptz not null,
  version integer not null,
  -- The line that was taken with it.
  next_item uuid references public.inbox_items (id) on delete set null,
  has_reply boolean not null,
  created_at timestamptz not null default now(),
  primary key (id, actor, item_id)
);

create index item_acts_actor on private.item_acts (actor);
create index item_acts_item on private.item_acts (item_id);
create index item_acts_assignee on private.item_acts (assignee);
create index item_acts_next on private.item_acts (next_item);
create index item_acts_age on private.item_acts (created_at);

-- Remembers a line as it was before the caller changed it, for as long as that can be undone; nothing without an act.
create function private.record_act(act uuid, caller uuid, held public.inbox_items, next_item uuid default null,
                                   has_reply boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if act is null then
      return;
    end if;
    insert into private.item_acts (id, actor, item_id, state, assignee, claim_expires_at, due_at, version, next_item, has_reply)
      values (act, caller, held.id, held.state, held.assignee, held.claim_expires_at, held.due_at,
              private.version_of(held.id), next_item, has_reply);
    -- What is past goes with the next act. Nobody waits for it.
    delete from private.item_acts where (id, actor, item_id) in (
      select past.id, past.actor, past.item_id from private.item_acts as past
        where past.created_at < now() - private.undo_lasts() order by past.created_at limit 100 for update skip locked);
  end $$;

-- Puts back what the caller has done with lines, by the act's id: each that nobody has changed since. Says of each what became
-- of it, restored or changed, and by whom it was changed. What was written stays, and a mail has gone.
create function private.undo_act(act uuid)
  returns table (item_id uuid, outcome text, person uuid, has_reply boolean)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    held public.inbox_items;
    holder uuid;
  begin
    -- Whoever gets one back is of the team until they have it (private.lock_team).
    perform from public.user_roles
      where user_id = caller or user_id in (select past.assignee from private.item_acts as past
                                             where past.id = act and past.actor = caller)
      order by user_id for share;
    caller := private.require_team();
    for done in
      select * from private.item_acts as past
        where past.id = act and past.actor = caller and past.created_at > now() - private.undo_lasts()
        order by past.item_id
    loop
      select * into held from public.inbox_items where id = done.item_id for update;
      continue when held.id is null;
      item_id := held.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if held.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = held.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (held.state, held.assignee, held.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_lasts() else done.claim_expires_at end
          where id = held.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (held.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> held.state then jsonb_build_array(held.state, done.state) end,
            'due_at', case when done.due_at <> held.due_at then jsonb_build_array(held.due_at, done.due_at) end)));
        -- What somebody did alone, such as taking it, is told of no more than that they did.
        if holder is distinct from held.assignee and held.claim_expires_at is null
          and (coalesce(holder, caller) <> caller or coalesce(held.assignee, caller) <> caller) then
          perform private.log_activity('item_given', 'item', held.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $$;
grant execute on function private.undo_act to authenticated;

-- # Several things at once

-- Does with a line what one form asks for, all or nothing: a note or a reply, another state with its due time, and the next
-- line of the list is taken. The same form once more, by a double click or after a lost answer, changes nothing and says the
-- same. A reply answers what nobody else has answered since: it makes a version, and what was new is in its writer's hands.
create function private.finish_item(
    item uuid, seen integer, form uuid, note_kind public.note_kind, body text, is_reply boolean,
    next_state public.inbox_state, due timestamptz, takes_next boolean, from_group text, kind public.inbox_kind,
    state public.inbox_state, whose text, suspect boolean, words text, sort text, descending boolean, only_group text)
  returns table (next_id uuid, next_group text)
  language plpgsql security definer rows 1 set search_path = '' as $$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    held public.inbox_items;
  begin
    perform from public.inbox_items as line where line.id = item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = item;
    if found then
      return next;
      return;
    end if;
    held := private.lock_item(item, seen);
    if is_reply then
      perform private.write_reply(caller, held, body, form);
    elsif body is not null then
      insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, note_kind, body, form);
    end if;
    if next_state is not null then
      perform private.apply_state(caller, held, next_state, due);
    elsif is_reply and held.state = 'new' then
      perform private.apply_state(caller, held, 'open', null);
    end if;
    if private.version_of(item) = held.version then
      perform private.touch_item(caller, item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as line set version = line.version + 1 where line.id = item and is_reply;
    end if;
    if takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, held, from_group, kind, state, whose, suspect, words, sort, descending,
                                       only_group) as next;
    end if;
    perform private.record_act(form, caller, held, next_id, is_reply);
    return next;
  end $$;
grant execute on function private.finish_item to authenticated;

-- # Exposed through the Data API

create function public.save_reply_template(template uuid, seen integer, title text, body text) returns void
  language sql set search_path = '' as $$ select private.save_reply_template(template, seen, title, body) $$;
grant execute on function public.save_reply_template to authenticated;

create function public.delete_reply_template(template uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.delete_reply_template(template, seen) $$;
grant execute on function public.delete_reply_template to authenticated;

create function public.undo_act(act uuid)
  returns table (item_id uuid, outcome text, person uuid, has_reply boolean)
  language sql set search_path = '' as $$ select * from private.undo_act(act) $$;
grant execute on function public.undo_act to authenticated;

create function public.finish_item(
    item uuid, seen integer, form uuid, note_kind public.note_kind default 'note', body text default null,
    is_reply boolean default false, next_state public.inbox_state default null, due timestamptz default null,
    takes_next boolean default false, from_group text default null, kind public.inbox_kind default null,
    state public.inbox_state default null, whose text default null, suspect boolean default null, words text default null,
    sort text default null, descending boolean default null, only_group text default null)
  returns table (next_id uuid, next_group text)
  language sql set search_path = '' as $$
    select * from private.finish_item(item, seen, form, note_kind, body, is_reply, next_state, due, takes_next, from_group,
                                      kind, state, whose, suspect, words, sort, descending, only_group)
  $$;
grant execute on function public.finish_item to authenticated;

-- What there is to do: the open requirements of the team in groups, and somebody's day (docs/decisions/requirements.md).

-- A row for each requirement that somebody is looking for people for: what its list is grouped and sorted by. It is made of
-- the requirement, its events and messages, by triggers, and what is closed has none.
create table private.open_requirements (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  recruiter_id uuid,
  status public.requirement_status not null,
  priority public.requirement_priority not null,
  filed_at timestamptz not null,
  -- The last day that the form takes, where there is none.
  deadline date not null,
  -- When either side last said or did something that the other sees.
  last_word_at timestamptz not null,
  -- Who has to answer, if anybody.
  waits_for public.side,
  client_id uuid not null,
  -- Since when the first of the candidates waits whom its company has not answered about.
  unanswered_since timestamptz
);

-- Of requirements by status and priority there are eight places in each of these, every one in an order of the list.
create index open_requirements_word on private.open_requirements (status, priority, last_word_at, requirement_id)
  include (recruiter_id, deadline, waits_for);
create index open_requirements_deadline on private.open_requirements (status, priority, deadline, requirement_id);
create index open_requirements_filed on private.open_requirements (status, priority, filed_at, requirement_id);
create index open_requirements_recruiter_word
  on private.open_requirements (recruiter_id, status, priority, last_word_at, requirement_id)
  include (deadline, waits_for);
create index open_requirements_recruiter_deadline
  on private.open_requirements (recruiter_id, status, priority, deadline, requirement_id);
create index open_requirements_recruiter_filed
  on private.open_requirements (recruiter_id, status, priority, filed_at, requirement_id) include (client_id);
create index open_requirements_nobodys on private.open_requirements (status, priority, last_word_at, requirement_id)
  include (deadline) where recruiter_id is null;
create index open_requirements_asked on private.open_requirements (recruiter_id, last_word_at, requirement_id)
  where waits_for = 'team';
create index open_requirements_unanswered on private.open_requirements (client_id, unanswered_since, requirement_id)
  where unanswered_since is not null;

-- Who has to answer about a requirement: the team, while its company waits for an answer; the company, when the team has
-- written last, says in the inbox that it waits, or has shown candidates that wait. Null for nobody.
create function private.waits_for(requirement uuid) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case
      when private.answer_due(waits_for.requirement) is not null then 'team'::public.side
      when exists (select from (select said.side, said.created_at from public.requirement_messages as said
                                  where said.requirement_id = waits_for.requirement
                                  order by said.created_at desc, said.id desc limit 1) as last
                     where last.side = 'team' and not exists (
                       select from public.requirement_events as event
                         where event.requirement_id = waits_for.requirement and event.side = 'company'
                           and event.created_at > last.created_at))
        or exists (select from public.inbox_items as line
                     where line.requirement_id = waits_for.requirement and line.state = 'waiting')
        or exists (select from public.shortlist_entries as entry
                     where entry.requirement_id = waits_for.requirement and entry.state = 'shown' and entry.answered_at is null)
        then 'company' end
  $$;

-- Makes the row of a requirement anew. Whoever holds several has their lines first (public.inbox_items), in the order of
-- their ids: two who do this at once can't wait for each other.
create function private.renew_open_requirement(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from private.open_requirements as held where held.requirement_id = requirement for update;
    delete from private.open_requirements as held using public.job_requirements as filed
      where held.requirement_id = requirement and filed.id = requirement
        and filed.status = any (private.closed_statuses());
    insert into private.open_requirements as held
      select filed.id, filed.recruiter_id, filed.status, filed.priority, filed.created_at,
             coalesce(filed.deadline, '2999-12-31'),
             greatest(filed.created_at,
               (select event.created_at from public.requirement_events as event
                  where event.requirement_id = filed.id and event.for_client
                  order by event.created_at desc, event.id desc limit 1),
               (select said.created_at from public.requirement_messages as said
                  where said.requirement_id = filed.id order by said.created_at desc, said.id desc limit 1)),
             private.waits_for(filed.id), filed.client_id,
             (select min(entry.shown_at) from public.shortlist_entries as entry
                where entry.requirement_id = filed.id and entry.state = 'shown' and entry.answered_at is null)
        from public.job_requirements as filed
        where filed.id = requirement and filed.status = any (private.open_statuses())
      on conflict (requirement_id) do update
        set (recruiter_id, status, priority, deadline, last_word_at, waits_for, unanswered_since) =
            (excluded.recruiter_id, excluded.status, excluded.priority, excluded.deadline, excluded.last_word_at,
             excluded.waits_for, excluded.unanswered_since);
  end $$;

-- Whatever changes a requirement leaves an event.
create function private.track_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.renew_open_requirement(new.requirement_id);
    return null;
  end $$;

-- But what candidates say to the team changes nothing here: whoever says it waits for nobody.
create trigger track_requirement after insert on public.requirement_events
  for each row when (new.type not in ('candidates_agreed', 'candidates_refused')) execute function private.track_requirement();
create trigger track_requirement after insert on public.requirement_messages
  for each row execute function private.track_requirement();

-- A line of the inbox that is dealt with answers its company.
create function private.track_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare requirement uuid := (select line.requirement_id from public.inbox_items as line where line.id = new.item_id);
  begin
    if requirement is not null then
      perform private.renew_open_requirement(requirement);
    end if;
    return null;
  end $$;

create trigger track_item after insert on public.item_events
  for each row when (new.changes ? 'state') execute function private.track_item();

-- The lists of open requirements: by what they wait for, and whose they are (docs/decisions/inbox.md).

-- Before this moment a last word is silence.
create function private.silent_since() returns timestamptz
  language sql stable set search_path = '' as $$ select now() - interval '5 days' $$;

-- The last day of the week that begins today, where the agency is.
create function private.end_of_week() returns date
  language sql stable set search_path = '' as $$ select private.today() + 6 $$;

-- The groups of the open requirements, in the order of the page. Each is in the first that fits.
create function private.work_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['silent', 'deadline', 'nobodys', 'waiting', 'rest'] $$;

create function private.work_group(held private.open_requirements) returns text
  language sql stable set search_path = '' as $$
    select case when (held).last_word_at < private.silent_since() then 'silent'
                when (held).deadline <= private.end_of_week() then 'deadline'
                when (held).recruiter_id is null then 'nobodys'
                when (held).waits_for = 'company' then 'waiting'
                else 'rest' end
  $$;

-- The same as conditions ($1: since when silence is, $2: the end of the week); a test compares the two. Of all but the first
-- only what was said of lately is read, and so no deadline is looked for by an index: those of what is silent stand there.
create function private.work_group_condition(wanted text) returns text
  language sql immutable set search_path = '' as $$
    select case wanted
      when 'silent' then 'last_word_at < $1'
      when 'deadline' then 'last_word_at >= $1 and deadline + 0 <= $2'
      when 'nobodys' then 'last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is null'
      when 'waiting' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for = 'company' $sql$
      when 'rest' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for is distinct from 'company' $sql$
      when 'all' then 'true'
    end
  $$;

-- What a list is sorted by, where it is not in groups.
create function private.work_key(sort text) returns text
  language sql immutable set search_path = ''
  as $$ select case sort when 'word' then 'last_word_at' when 'deadline' then 'deadline' when 'age' then 'filed_at' end $$;

-- One page of the open requirements in groups, each by its last word, those with a deadline by that; or in one list, sorted.
-- The next page starts after the last row's group, key and id. A day is a key at midnight UTC.
create function private.open_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, only_group text,
    sort text, descending boolean, after_group text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid, sort_key timestamptz)
  language plpgsql stable rows 26 set search_path = '' as $$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    groups text[] := case when sort is not null then array['all'] when only_group is not null then array[only_group]
                          else private.work_groups() end;
    first_group integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    got integer;
    key text;
    is_day boolean;
    way text;
  begin
    if sort is not null and private.work_key(sort) is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_group .. cardinality(groups) loop
      key := coalesce(private.work_key(sort), case when groups[place] = 'deadline' then 'deadline + 0' else 'last_word_at' end);
      is_day := starts_with(key, 'deadline');
      way := case when is_falling then 'desc' else 'asc' end;
      return query execute format(
        'select listed.requirement_id, %1$s
           from (select status, priority from unnest($3::public.requirement_status[]) as status
                   cross join unnest(enum_range($4, $4)) as priority) as part
           cross join lateral (
             select held.requirement_id, %2$s as key from private.open_requirements as held
               where held.status = part.status and held.priority = part.priority and %3$s %4$s
               order by %2$s %5$s, requirement_id %5$s limit $8) as listed
           order by key %5$s, listed.requirement_id %5$s limit $8',
        case when is_day then $sql$listed.key::timestamp at time zone 'UTC'$sql$ else 'listed.key' end,
        key,
        concat(private.work_group_condition(groups[place]),
          case when whose = 'nobody' then ' and recruiter_id is null' when whose is not null then ' and recruiter_id = $5' end),
        case when place = first_group and after_id is not null
          then format(' and (%s, requirement_id) %s (%s, $7)', key, case when is_falling then '<' else '>' end,
                      case when is_day then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        way)
        using private.silent_since(), private.end_of_week(),
              case when status is null then private.open_statuses() else array[status] end, priority, person, after_key,
              after_id, room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;

-- The page as the team sees it: at most 25 rows and one more, which tells that there is a next page.
create function private.list_open_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, only_group text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.* from caller
        cross join lateral private.open_page(caller.id, status, priority, whose, only_group, sort, descending, after_group,
                                             after_key, after_id, 26)
          with ordinality as page (requirement_id, sort_key, place))
    select filed.id, private.work_group(held), page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for,
           counted.counts
      from page
      cross join lateral (select * from private.open_requirements as listed
                            where listed.requirement_id = page.requirement_id limit 1) as held
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $$;
grant execute on function private.list_open_requirements to authenticated;

-- How many open requirements each group has: of what is silent, beyond a thousand, a thousand. The others are what was said
-- of in five days.
create function private.count_open_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text)
  returns jsonb language plpgsql stable security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    theirs text := case when whose = 'nobody' then ' and recruiter_id is null'
                        when whose is not null then ' and recruiter_id = $5' else '' end;
    part record;
    silent integer := 0;
    more integer;
    counts jsonb;
  begin
    for part in
      select each_status, each_priority
        from unnest(case when status is null then private.open_statuses() else array[status] end) as each_status
        cross join unnest(enum_range(priority, priority)) as each_priority
    loop
      execute concat('select count(*)::integer from (select from private.open_requirements
        where status = $3 and priority = $4 and last_word_at < $1', theirs, ' limit $2) as line')
        into more using private.silent_since(), 1000 - silent, part.each_status, part.each_priority, person;
      silent := silent + more;
    end loop;
    -- By the conditions, whose times are the same for every row.
    execute concat('select jsonb_strip_nulls(jsonb_build_object(',
        (select string_agg(format('%L, nullif(count(*) filter (where %s), 0)', item_group,
                                  private.work_group_condition(item_group)), ', ')
           from unnest(private.work_groups()) as item_group where item_group <> 'silent'),
        ')) from unnest($3) as part_status cross join unnest($4) as part_priority
            join private.open_requirements as held on held.status = part_status and held.priority = part_priority
            where last_word_at >= $1', theirs)
      into counts using private.silent_since(), private.end_of_week(),
        case when status is null then private.open_statuses() else array[status] end, enum_range(priority, priority), person;
    return coalesce(counts, '{}') || jsonb_build_object('silent', silent);
  end $$;
grant execute on function private.count_open_requirements to authenticated;

-- # Giving several

-- Puts somebody in charge of up to fifty requirements, or nobody, each as the caller has seen it. Says of each what became of
-- it: changed, also when it was theirs already, stale or gone; and what it is called. Always in the same order, so that two
-- who do it at once don't wait for each other in a circle.
create function private.give_requirements(requirements uuid[], seen integer[], person uuid)
  returns table (requirement_id uuid, outcome text, job_title text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    asked record;
    held public.job_requirements;
  begin
    perform private.lock_team(person);
    if cardinality(requirements) not between 1 and 50 or cardinality(seen) <> cardinality(requirements) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements as filed where filed.id = any (requirements) order by filed.id for no key update;
    perform from public.inbox_items as line where line.requirement_id = any (requirements) order by line.id for update;
    for asked in
      select id, min(version) as version from unnest(requirements, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.job_requirements as filed where filed.id = asked.id;
      requirement_id := asked.id;
      job_title := held.job_title;
      if held.id is null then
        outcome := 'gone';
      elsif held.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = held.id;
        perform private.log_activity('recruiter_named', 'requirement', held.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.give_requirements to authenticated;

-- # Exposed through the Data API

create function public.list_open_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, only_group text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, job_title text, location text, client_id uuid,
                 company text, requirement_status public.requirement_status,
                 requirement_priority public.requirement_priority, positions_count integer, positions_filled integer,
                 recruiter_id uuid, deadline date, created_at timestamptz, version integer, last_word_at timestamptz,
                 waits_for public.side, candidates jsonb)
  language sql stable set search_path = '' as $$
    select * from private.list_open_requirements(status, priority, whose, only_group, sort, descending, after_group,
                                                 after_key, after_id)
  $$;
grant execute on function public.list_open_requirements to authenticated;

create function public.count_open_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null) returns jsonb
  language sql stable set search_path = '' as $$ select private.count_open_requirements(status, priority, whose) $$;
grant execute on function public.count_open_requirements to authenticated;

create function public.give_requirements(requirements uuid[], seen integer[], person uuid default null)
  returns table (requirement_id uuid, outcome text, job_title text)
  language sql set search_path = '' as $$ select * from private.give_requirements(requirements, seen, person) $$;
grant execute on function public.give_requirements to authenticated;

-- Somebody's day: what of inbox, requirements and candidates waits for them (docs/decisions/inbox.md).

-- The sections of a day, in their order: lines of the inbox that are due today or late, those that come back, what companies
-- have written, whose candidates have agreed, to be shown, or said no lately, requirements that wait for an answer, those whose
-- candidates' company has let the time for one pass, whose deadline is this week, and of which nothing was heard.
create function private.day_sections() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['due', 'back', 'messages', 'agreed', 'refused', 'waiting', 'candidates', 'deadline', 'silent'] $$;

-- Since when a no is news: the working day before today, Monday to Friday where the agency is.
create function private.refused_since() returns timestamptz
  language sql stable set search_path = '' as $$
    select (private.today() - case extract(isodow from private.today()) when 1 then 3 when 7 then 2 else 1 end)::timestamp
             at time zone 'Asia/Kolkata'
  $$;

-- How many candidates of a requirement its company has answered since the team last said or did something there.
create function private.count_unread_answers(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = requirement and entry.answered_at > coalesce(
        (select max(event.created_at) from public.requirement_events as event
           where event.requirement_id = requirement and event.side = 'team'), '-infinity')
  $$;

-- What somebody of the team has to do today, each thing once, in the first section that fits: of each how many, beyond a
-- hundred a hundred, and the first. A requirement that its line of the inbox stands for is not there twice; what its
-- candidates say is another thing to do.
create function private.day_of(person uuid, most integer) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone 'Asia/Kolkata') as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), places as (
      select status, priority from unnest(private.open_statuses()) as status
        cross join unnest(enum_range(null::public.requirement_priority)) as priority
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread, 0 as people
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread, 0
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'agreed', min(asked.given_at), null, entry.requirement_id, 0, count(distinct entry.id)::integer
         from private.open_requirements as held
         join public.shortlist_entries as entry on entry.requirement_id = held.requirement_id and entry.state = 'agreed'
         join public.candidate_consents as asked on asked.entry_id = entry.id and private.is_in_force(asked)
         where held.recruiter_id = person and private.has_yes(entry)
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'refused', max(greatest(asked.refused_at, asked.withdrawn_at)), null, entry.requirement_id, 0,
              count(distinct entry.id)::integer
         from public.candidate_consents as asked
         cross join lateral (select said.requirement_id, said.id from public.shortlist_entries as said
                               where said.id = asked.entry_id and said.state = 'withdrawn' limit 1) as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where asked.entry_id is not null and greatest(asked.refused_at, asked.withdrawn_at) >= private.refused_since()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      (select 'candidates', min(entry.shown_at), null, entry.requirement_id, 0, 0
         from public.shortlist_entries as entry
         join private.open_requirements as held on held.requirement_id = entry.requirement_id and held.recruiter_id = person
         where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
           and private.answer_by(entry.shown_at) < now()
         group by entry.requirement_id order by 2, 4 limit 100)
      union all
      (select 'deadline', listed.deadline::timestamp at time zone 'UTC', null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.deadline from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.deadline <= private.end_of_week()
             order by held.deadline, held.requirement_id limit 100) as listed
         order by listed.deadline, listed.requirement_id limit 100)
      union all
      (select 'silent', listed.last_word_at, null, listed.requirement_id, 0, 0
         from places cross join lateral (
           select held.requirement_id, held.last_word_at from private.open_requirements as held
             where held.recruiter_id = person and held.status = places.status and held.priority = places.priority
               and held.last_word_at < private.silent_since()
             order by held.last_word_at, held.requirement_id limit 100) as listed
         order by listed.last_word_at, listed.requirement_id limit 100)
    ), placed as (
      select found.*, array_position(private.day_sections(), section) as section_place from found
    ), once as (
      select placed.*, row_number() over (partition by coalesce(requirement_id, item_id),
                                                       case when section in ('agreed', 'refused') then section_place end
                                          order by section_place) as appearance
        from placed
    ), listed as (
      select once.*, row_number() over (partition by section_place order by at, requirement_id, item_id) as place,
             count(*) over (partition by section_place) as together
        from once where appearance = 1
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select listed.section_place, jsonb_build_object(
                'name', listed.section, 'total', least(max(listed.together), 100),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(line.kind, 'requirement'),
                  'source', line.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(filed.job_title, left(line.subject, 120)),
                  'sender', line.sender, 'company', coalesce(company.company_name, line.company), 'at', listed.at,
                  'unread', listed.unread, 'people', case listed.section
                    when 'waiting' then private.count_unread_answers(listed.requirement_id) else listed.people end)
                  order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $$;

create function private.my_day() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return private.day_of(private.require_team(), 10);
  end $$;
grant execute on function private.my_day to authenticated;

-- # Exposed through the Data API

create function public.my_day() returns jsonb
  language sql stable set search_path = '' as $$ select private.my_day() $$;
grant execute on function public.my_day to authenticated;

-- What somebody of the team has in hand, and to whom it goes when they leave or are away (docs/decisions/companies.md).

-- Who is away up to and with a day, by the agency's clock, and who stands in. One that is over stays, and says nothing: no
-- job has to end it.
create table private.absences (
  user_id uuid primary key references public.team_members (user_id) on delete cascade,
  until date not null,
  stand_in uuid not null references public.team_members (user_id) on delete cascade,
  constraint someone_else check (stand_in <> user_id)
);

create index absences_stand_in on private.absences (stand_in);

-- Tells whoever stands in, unless they have said so themselves: once of each absence and its last day.
create function private.mail_stand_in() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.stand_in is distinct from private.current_user_id() then
      perform private.enqueue_mail('stand_in', concat_ws('.', 'absence', new.user_id, new.stand_in, new.until),
                                   jsonb_build_object('away', new.user_id), new.stand_in);
    end if;
    return null;
  end $$;

create trigger mail_stand_in after insert or update on private.absences
  for each row execute function private.mail_stand_in();

-- What whoever stands in is told, as long as they do.
create function private.stand_in_mail(receiver uuid, away uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('name', colleague.display_name, 'until', absence.until)
      from private.absences as absence
      join public.team_members as colleague on colleague.user_id = absence.user_id
      where absence.user_id = away and absence.stand_in = receiver and absence.until >= private.today()
  $$;

create function private.is_away(person uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from private.absences where user_id = person and until >= private.today())
  $$;

-- # To whom things go

-- Who gets what is meant for somebody: they themselves, while they are away whoever stands in, and for those who are away as
-- well whoever does for them. It stays theirs when all of those are away, and when they do it themselves.
create function private.receiver_of(person uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    with recursive way as (
      select person as user_id, array[person] as seen
        where person is distinct from (select private.current_user_id())
      union all
      select absence.stand_in, way.seen || absence.stand_in
        from way join private.absences as absence on absence.user_id = way.user_id
        where absence.until >= private.today() and absence.stand_in <> all (way.seen))
    select coalesce((select user_id from way where not private.is_away(user_id)), person)
  $$;

create function private.direct_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.assignee := private.receiver_of(new.assignee);
    return new;
  end $$;

-- Whatever gives something to somebody, these see to it.
create trigger direct_item before update of assignee on public.inbox_items
  for each row when (new.assignee is not null and new.assignee is distinct from old.assignee)
  execute function private.direct_item();

create function private.direct_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.recruiter_id := private.receiver_of(new.recruiter_id);
    return new;
  end $$;

create trigger direct_requirement before update of recruiter_id on public.job_requirements
  for each row when (new.recruiter_id is not null and new.recruiter_id is distinct from old.recruiter_id)
  execute function private.direct_requirement();

create trigger direct_new_requirement before insert on public.job_requirements
  for each row when (new.recruiter_id is not null) execute function private.direct_requirement();

-- # Handing over

-- What one call hands over, of requirements and of lines: so much is done within the time that a statement has.
create function private.most_handed_over() returns integer
  language sql immutable set search_path = '' as $$ select 200 $$;

-- Gives what somebody has in hand to somebody else, who is held like them: their open requirements, and the lines that are to
-- be done; a claim that has run out is nobody's. Each thing has its event, and the log one line. Returns whether that is all.
create function private.give_work(person uuid, receiver uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    most constant integer := private.most_handed_over();
    requirements uuid[] := array(
      select id from public.job_requirements
        where recruiter_id = person and status = any (private.open_statuses())
        order by id limit most for no key update);
    items uuid[] := array(
      select id from public.inbox_items
        where assignee = person and state in ('new', 'open', 'waiting')
        order by id limit most for update);
  begin
    if cardinality(requirements) + cardinality(items) = 0 then
      return true;
    end if;
    update public.job_requirements set recruiter_id = receiver where id = any (requirements);
    with moved as (
      update public.inbox_items as line
        set assignee = case when line.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items)
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return greatest(cardinality(requirements), cardinality(items)) < most;
  end $$;

-- Refuses somebody who can't take over: not of the team, the person themselves, or away.
create function private.require_successor(person uuid, successor uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if successor = person or not private.is_team(successor) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    elsif private.is_away(successor) then
      raise exception 'successor_away' using errcode = 'PT422';
    end if;
  end $$;

-- Gives what somebody who leaves has in hand to their successor, who also stands in where they did. Both are held.
create function private.leave_work(person uuid, successor uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_successor(person, successor);
    delete from private.absences where user_id = successor;
    update private.absences set stand_in = successor where stand_in = person;
    return private.give_work(person, successor);
  end $$;

-- Who asks, if that is the person or an admin.
create function private.require_self_or_admin(person uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    if caller <> person and not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not private.is_team(person) then
      raise exception 'person_not_found' using errcode = 'PT404';
    end if;
    return caller;
  end $$;

-- What somebody has in hand, each counted up to a thousand, and how many companies' requirements these are.
create function private.count_work(person uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('requirements', held.requirements, 'companies', held.companies, 'items', (
        select count(*) from (
          select from public.inbox_items
            where assignee = person and state in ('new', 'open', 'waiting')
              and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as line))
      from (select count(*) as requirements, count(distinct client_id) as companies from (
              select client_id from private.open_requirements
                where recruiter_id = person order by status, priority, filed_at, requirement_id limit 1000) as listed) as held
  $$;

create function private.work_in_hand(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_self_or_admin(person);
    return private.count_work(person);
  end $$;
grant execute on function private.work_in_hand to authenticated;

-- What everybody of the team has in hand, counted alike, and when they were here last, for its admins.
create function private.list_workloads()
  returns table (person uuid, requirements integer, companies integer, items integer, seen_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return query
      with held as materialized (
        select user_id, private.count_work(user_id) as work from public.team_members where private.is_team(user_id)
      )
      select user_id, (work ->> 'requirements')::integer, (work ->> 'companies')::integer, (work ->> 'items')::integer,
             (select max(greatest(session.created_at, session.refreshed_at at time zone 'UTC'))
                from auth.sessions as session where session.user_id = held.user_id)
        from held;
  end $$;
grant execute on function private.list_workloads to authenticated;

-- Says until when somebody is away and who stands in, in the place of what was said before; said so, what they have in hand
-- goes to whoever that is as well. Returns whether all of it has gone.
create function private.set_absence(person uuid, until date, stand_in uuid, hands_over boolean) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.require_self_or_admin(person);
  begin
    perform from public.user_roles where user_id in (caller, person, stand_in) order by user_id for share;
    perform private.require_self_or_admin(person);
    perform private.require_successor(person, stand_in);
    if until is null or until < private.today() or until > private.today() + 366 then
      raise exception 'absence_day' using errcode = 'PT422';
    end if;
    insert into private.absences as held (user_id, until, stand_in) values (person, set_absence.until, set_absence.stand_in)
      on conflict (user_id) do update set until = excluded.until, stand_in = excluded.stand_in
        where (held.until, held.stand_in) is distinct from (excluded.until, excluded.stand_in);
    if found then
      perform private.log_activity('absence_set', 'person', person, stand_in);
    end if;
    return not coalesce(hands_over, false) or private.give_work(person, stand_in);
  end $$;
grant execute on function private.set_absence to authenticated;

-- Somebody is back before their time.
create function private.end_absence(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare was_away boolean;
  begin
    perform private.require_self_or_admin(person);
    was_away := private.is_away(person);
    delete from private.absences where user_id = person;
    if was_away then
      perform private.log_activity('absence_ended', 'person', person);
    end if;
  end $$;
grant execute on function private.end_absence to authenticated;

-- # Exposed through the Data API

create function public.work_in_hand(person uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.work_in_hand(person) $$;
grant execute on function public.work_in_hand to authenticated;

create function public.list_workloads()
  returns table (person uuid, requirements integer, companies integer, items integer, seen_at timestamptz)
  language sql stable set search_path = '' as $$ select * from private.list_workloads() $$;
grant execute on function public.list_workloads to authenticated;

create function public.set_absence(person uuid, until date, stand_in uuid, hands_over boolean default false)
  returns boolean
  language sql set search_path = '' as $$ select private.set_absence(person, until, stand_in, hands_over) $$;
grant execute on function public.set_absence to authenticated;

create function public.end_absence(person uuid) returns void
  language sql set search_path = '' as $$ select private.end_absence(person) $$;
grant execute on function public.end_absence to authenticated;

-- Outboxes: what is to leave the database waits in a table, written in the transaction that is its reason, and leaves it at
-- least once, under a key by which whoever receives it can drop a repeat. Here stands what all of them do alike; each has the
-- columns id, attempts, first_attempt_at, next_attempt_at, sent_at, dead_at, last_error and turn. A row is open as long as it
-- has a next attempt; then it has been sent, or is dead: nobody tries any more until an operator revives it.

-- When to try again after a failure. The wait doubles from half a minute to an hour, spread by half either way, so that
-- what failed together does not come back together.
create function private.retry_at(attempts integer) returns timestamptz
  language sql set search_path = '' as $$
    select now() + least(interval '1 hour', interval '30 seconds' * power(2, least(attempts, 10))) * (0.5 + random())
  $$;

-- Takes open rows, the longest waiting first: for five minutes nobody else gets them, so that two runs at once never send
-- the same. `wanted` is the outbox's own condition, as SQL over `delivery`.
create function private.claim_from(outbox regclass, wanted text, most integer) returns setof uuid
  language plpgsql set search_path = '' as $$
  begin
    return query execute format(
      'with due as materialized (
         select delivery.id from %1$s as delivery where %2$s
           order by delivery.next_attempt_at limit $1 for update of delivery skip locked
       )
       update %1$s as delivery
         set first_attempt_at = coalesce(first_attempt_at, now()), next_attempt_at = now() + interval ''5 minutes''
         from due where delivery.id = due.id returning delivery.id', outbox, wanted) using most;
  end $$;

-- Takes what is due of an outbox, by turns: one of each company, from any of them on and round, then more of each, until
-- there are enough. Whoever takes at the same time gets others. Where the round begins is chance, so that of more companies
-- than are taken at once none comes before the others for ever.
create function private.claim_in_turn(outbox regclass, wanted text, most integer) returns setof uuid
  language plpgsql set search_path = '' as $$
  declare
    beginning uuid := gen_random_uuid();
    each integer := 1;
    missing integer := most;
    turns integer;
    claimed uuid[];
  begin
    while missing > 0 loop
      execute format(
        'with recursive above as (
           (select turn from %1$s where next_attempt_at is not null and turn >= $1 order by turn limit 1)
           union all
           select (select later.turn from %1$s as later
                     where later.next_attempt_at is not null and later.turn > above.turn order by later.turn limit 1)
             from above where above.turn is not null
         ), below as (
           (select turn from %1$s where next_attempt_at is not null and turn < $1 order by turn limit 1)
           union all
           select (select later.turn from %1$s as later
                     where later.next_attempt_at is not null and later.turn > below.turn and later.turn < $1
                     order by later.turn limit 1)
             from below where below.turn is not null
         ), due as materialized (
           select taken.id, circle.turn
             from (select turn from above where turn is not null
                   union all select turn from below where turn is not null) as circle
             cross join lateral (
               select delivery.id from %1$s as delivery
                 where delivery.turn = circle.turn and delivery.next_attempt_at <= now() and %2$s
                 order by delivery.next_attempt_at limit $2 for update of delivery skip locked) as taken
             limit $3
         ), changed as (
           update %1$s as delivery
             set first_attempt_at = coalesce(first_attempt_at, now()), next_attempt_at = now() + interval ''5 minutes''
             from due where delivery.id = due.id returning delivery.id
         )
         select array_agg(id), (select count(distinct turn) from due) from changed', outbox, wanted)
        into claimed, turns using beginning, each, missing;
      exit when claimed is null;
      return query select unnest(claimed);
      missing := missing - cardinality(claimed);
      each := greatest(1, ceil(missing::numeric / turns));
    end loop;
  end $$;

-- Notes what became of an attempt: sent, or a problem. A day after its first attempt, or after a final problem at once,
-- a row is dead. What has been sent stays sent, whatever comes later.
create function private.settle_in(outbox regclass, delivery uuid, problem text, is_final boolean) returns void
  language plpgsql set search_path = '' as $$
  begin
    if problem is null then
      execute format(
        'update %s set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, now()), last_error = null,
                       sent_at = coalesce(sent_at, now()), dead_at = null, next_attempt_at = null
          where id = $1', outbox) using delivery;
    else
      execute format(
        'update %s as delivery set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, now()),
             last_error = left($2, 1000), dead_at = case when verdict.is_dead then now() end,
             next_attempt_at = case when not verdict.is_dead then private.retry_at(attempts) end
           from (select id, $3 or coalesce(first_attempt_at < now() - interval ''24 hours'', false) as is_dead
                   from %1$s where id = $1) as verdict
           where delivery.id = verdict.id and next_attempt_at is not null', outbox) using delivery, problem, is_final;
    end if;
  end $$;

-- For an operator, when the receiver is well again: everything that is dead is open once more, as if it were new.
create function private.revive(outbox regclass) returns bigint
  language plpgsql set search_path = '' as $$
  declare affected bigint;
  begin
    execute format('update %s set dead_at = null, first_attempt_at = null, next_attempt_at = now()
                     where dead_at is not null', outbox);
    get diagnostics affected = row_count;
    return affected;
  end $$;

-- Asks a function for a scheduled run, when something is due. The Vault holds where it is and the key that opens it, as
-- NAME_url and NAME_key. What the run before was answered nobody else looks at: a failure is said where an operator
-- looks, in the log and in what waits. Returns the number of the request, null when there was none.
create function private.request_run(outbox regclass, wanted text, name text, last_request bigint) returns bigint
  language plpgsql set search_path = '' as $$
  declare
    is_due boolean;
    address text;
    key text;
    trouble text;
    request bigint;
  begin
    execute format('select exists (select from %s as delivery where %s)', outbox, wanted) into is_due;
    if not is_due then
      return null;
    end if;
    begin
      select coalesce(error_msg, 'it answered ' || status_code) into trouble from net._http_response
        where id = last_request and status_code is distinct from 200;
    exception when insufficient_privilege or undefined_table then
      -- Where answers can't be read, the backlog is all that tells.
      trouble := null;
    end;
    if trouble is not null then
      raise warning 'the run of % failed: %', name, trouble;
      execute format('update %s as delivery set last_error = left($1, 1000) where %s', outbox, wanted)
        using 'the scheduled run failed: ' || trouble;
    end if;
    select decrypted_secret into address from vault.decrypted_secrets where decrypted_secrets.name = request_run.name || '_url';
    select decrypted_secret into key from vault.decrypted_secrets where decrypted_secrets.name = request_run.name || '_key';
    if address is null or key is null then
      raise warning '%_url or %_key is missing in the Vault: what is due waits', name, name;
      return null;
    end if;
    select net.http_post(url := address, body := '{"type":"redeliver"}'::jsonb, timeout_milliseconds := 120000,
                         headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key)) into request;
    return request;
  end $$;

-- What the CRM has still to receive (docs/decisions/crm.md). Only the secret key reads and writes it: there is no
-- policy.

-- One row for each thing that happened to a requirement.
create table public.crm_events (
  -- Goes along as Idempotency-Key. The event that a requirement was created has the requirement's own.
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- In which order a requirement's events are sent: it grows from one to the next, since whoever changes a row holds it.
  place bigint generated by default as identity,
  type text not null check (type in ('created', 'changed', 'status_changed', 'withdrawn', 'candidates_shown',
                                     'candidates_answered', 'candidate_joined')),
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
  -- The company that it is about, whose turn it takes (private.claim_in_turn). A trigger fills it in.
  turn uuid not null default gen_random_uuid(),
  -- Which entries of its shortlist; of nobody's person anything.
  entry_ids uuid[] not null default '{}',
  constraint says_what_changed check ((type = 'changed') = (fields <> '{}')),
  constraint says_which_status check (
    (type in ('status_changed', 'withdrawn')) = (status is not null and previous_status is not null)
    and (status is null) = (previous_status is null)),
  constraint open_or_closed check ((next_attempt_at is null) = (sent_at is not null or dead_at is not null))
);

create index crm_events_in_order on public.crm_events (requirement_id, place);
create index crm_events_due on public.crm_events (next_attempt_at) where next_attempt_at is not null;
create index crm_events_dead on public.crm_events (dead_at) where dead_at is not null;
create index crm_events_turn on public.crm_events (turn, next_attempt_at) where next_attempt_at is not null;
-- What of a requirement is open: of thousands that have been sent, nobody looks at one to find the next.
create index crm_events_open on public.crm_events (requirement_id, place) where next_attempt_at is not null;
-- By when it came, of what has not been sent: without it, everything that came in the last minutes is looked at as well.
create index crm_events_waiting on public.crm_events (created_at) where next_attempt_at is not null;

alter table public.crm_events enable row level security, force row level security;

create trigger stamp_insert before insert on public.crm_events for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.crm_events for each row execute function private.stamp_update();

-- # What happens

-- What of a requirement is sent to the CRM: what its form holds, and nothing of what the team makes of it.
create function private.crm_fields() returns text[]
  language sql immutable set search_path = '' as $$ select array['id', 'client_id'] || private.requirement_fields() $$;

create function private.picked(entry jsonb, keys text[]) returns jsonb
  language sql immutable set search_path = ''
  as $$ select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(entry) where key = any (keys) $$;

-- Writes what happened to a requirement, after the row's own triggers and in the transaction of the change, so that neither
-- is without the other. A requirement that its own company cancels is withdrawn; whoever else changes the status, changes
-- the status. Changes that nobody has taken yet are one event, which names what changed in all of them. It stays in its
-- place: only the last event of a requirement is added to, and none that a run is taking at this moment.
create function private.enqueue_crm_event() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    changed text[];
    latest uuid;
  begin
    if tg_op = 'INSERT' then
      insert into public.crm_events (id, requirement_id, type) values (new.id, new.id, 'created');
      return null;
    end if;
    changed := array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field order by place);
    if changed <> '{}' then
      select id into latest from public.crm_events where requirement_id = new.id order by place desc limit 1;
      select id into latest from public.crm_events as waiting
        where waiting.id = latest and waiting.type = 'changed' and waiting.next_attempt_at is not null
          and waiting.first_attempt_at is null
        for update skip locked;
      if found then
        update public.crm_events as waiting
          set fields = array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                              where field = any (waiting.fields || changed) order by place)
          where waiting.id = latest;
      else
        insert into public.crm_events (requirement_id, type, fields) values (new.id, 'changed', changed);
      end if;
    end if;
    if new.status <> old.status then
      insert into public.crm_events (requirement_id, type, status, previous_status)
        values (new.id,
                case when new.status = 'cancelled' and private.side_on(new.client_id) = 'company'
                  then 'withdrawn' else 'status_changed' end,
                new.status, old.status);
    end if;
    return null;
  end $$;

create trigger enqueue_crm_event after insert or update on public.job_requirements
  for each row execute function private.enqueue_crm_event();

create function private.stamp_crm_turn() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.turn := (select client_id from public.job_requirements where id = new.requirement_id);
    return new;
  end $$;

create trigger stamp_turn before insert on public.crm_events for each row execute function private.stamp_crm_turn();

-- # Delivery

-- An event's turn comes when no earlier one of its requirement is open: each was delivered, or is dead.
create function private.crm_turn() returns text
  language sql immutable set search_path = '' as $$
    select 'not exists (select from public.crm_events as earlier where earlier.requirement_id = delivery.requirement_id
              and earlier.place < delivery.place and earlier.next_attempt_at is not null)'
  $$;

-- What the CRM is sent of an event: what the database holds at that moment, and nobody else's word. That a requirement was
-- created goes in the specification's form (section 7).
create function private.crm_message(event_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select case when event.type = 'created' then
        jsonb_build_object(
          'type', 'job_requirement',
          'data', private.picked(to_jsonb(requirement), private.crm_fields()),
          'client', jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                       'full_name', client.full_name, 'phone', client.phone))
      when event.type in ('candidates_shown', 'candidates_answered', 'candidate_joined') then
        jsonb_build_object(
          'type', event.type,
          'event', jsonb_build_object('sequence', event.place, 'occurred_at', event.created_at),
          'data', jsonb_build_object('id', requirement.id, 'client_id', requirement.client_id,
                                     'job_title', requirement.job_title, 'entries', private.crm_entries(event.entry_ids)))
      else
        jsonb_build_object(
          'type', 'job_requirement_' || event.type,
          'event', jsonb_build_object('sequence', event.place, 'occurred_at', event.created_at),
          'data', private.picked(to_jsonb(requirement), event.fields) || jsonb_build_object('id', requirement.id)
                  || jsonb_strip_nulls(jsonb_build_object(
                       'status', event.status, 'previous_status', event.previous_status,
                       'reason', case event.type when 'withdrawn' then requirement.closed_reason end)))
      end
      from public.crm_events as event
      join public.job_requirements as requirement on requirement.id = event.requirement_id
      join public.clients as client on client.id = requirement.client_id
      where event.id = event_id
  $$;

-- Takes the one event of a requirement whose turn it is: nobody else gets it for five minutes. The first attempt may come
-- at once, a later one when it is due. Gives nothing when all are delivered, dead, not due, or taken by somebody else.
create function private.claim_crm_delivery(requirement uuid) returns table (id uuid, message jsonb)
  language sql security definer set search_path = '' as $$
    select event, private.crm_message(event)
      from private.claim_from('public.crm_events', format(
        'requirement_id = %L and next_attempt_at is not null and (next_attempt_at <= now() or first_attempt_at is null)
           and %s',
        requirement, private.crm_turn()), 1) as event
  $$;
grant execute on function private.claim_crm_delivery to service_role;

-- Takes what is due, by turns, of each requirement one.
create function private.claim_crm_deliveries(most integer) returns table (id uuid, message jsonb)
  language sql security definer set search_path = '' as $$
    select event, private.crm_message(event)
      from private.claim_in_turn('public.crm_events', private.crm_turn(), most) as event
  $$;
grant execute on function private.claim_crm_deliveries to service_role;

create function private.settle_crm_delivery(delivery uuid, problem text) returns void
  language sql security definer set search_path = ''
  as $$ select private.settle_in('public.crm_events', delivery, problem, false) $$;
grant execute on function private.settle_crm_delivery to service_role;

-- How far behind events are, each figure up to 1,000. In a healthy system both are 0.
create function private.crm_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = '' as $$
    select (select count(*)::integer from (
              select from public.crm_events
                where next_attempt_at is not null and created_at < now() - interval '5 minutes' limit 1000) as event),
           (select count(*)::integer from (
              select from public.crm_events where dead_at is not null limit 1000) as event)
  $$;
grant execute on function private.crm_backlog to anon, authenticated, service_role;

-- Asks sync-crm for a run, when something is due.
create function private.request_crm_redelivery() returns void
  language plpgsql security definer set search_path = '' as $$
  declare request bigint;
  begin
    select private.request_run('public.crm_events', 'next_attempt_at <= now() and ' || private.crm_turn(), 'sync_crm',
                               last_crm_request) into request from private.settings;
    if request is not null then
      update private.settings set last_crm_request = request;
    end if;
  end $$;

-- # Exposed through the Data API

create function public.claim_crm_deliveries(most integer default 10) returns table (id uuid, message jsonb)
  language sql set search_path = '' as $$ select * from private.claim_crm_deliveries(most) $$;
grant execute on function public.claim_crm_deliveries to service_role;

create function public.settle_crm_delivery(delivery uuid, problem text default null) returns void
  language sql set search_path = '' as $$ select private.settle_crm_delivery(delivery, problem) $$;
grant execute on function public.settle_crm_delivery to service_role;

create function public.crm_backlog(out waiting integer, out dead integer)
  language sql stable set search_path = '' as $$ select * from private.crm_backlog() $$;
grant execute on function public.crm_backlog to public, anon, authenticated, service_role;

create function public.claim_crm_delivery(requirement uuid) returns table (id uuid, message jsonb)
  language sql set search_path = '' as $$ select * from private.claim_crm_delivery(requirement) $$;
grant execute on function public.claim_crm_delivery to service_role;

-- Mails that the product itself sends (docs/decisions/mail.md); those of accounts are the authentication service's. A
-- row says to whom, which template and about which rows, never a text: what a mail says is read when it is sent, and
-- nothing is sent that is no longer true. Only the secret key reads and writes it: there is no policy.

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  -- To an account, at the address it has when the mail is sent; or to somebody who has none yet.
  user_id uuid references auth.users (id) on delete cascade,
  address text check (private.is_email(address)),
  template text not null check (template in (
    'team_invitation', 'client_invitation', 'team_access_changed', 'client_access_changed', 'password_changed',
    'stand_in', 'requirement_converted', 'requirement_event', 'requirement_message', 'inbox_summary', 'item_reply',
    'receipt', 'candidate_ask', 'candidate_code', 'candidate_link', 'candidate_news', 'candidates_waiting')),
  -- By name: the rows that the mail is about.
  ids jsonb not null default '{}' check (private.are_ids(ids)),
  -- One mail a key, for ever. It becomes the mail's Message-ID, by which a repeat can be told.
  dedupe_key text not null unique check (length(dedupe_key) <= 150 and dedupe_key ~ '^[a-z0-9_-]+(\.[a-z0-9_-]+)*$'),
  not_before timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  first_attempt_at timestamptz,
  next_attempt_at timestamptz default now(),
  sent_at timestamptz,
  dead_at timestamptz,
  -- Its reason had gone when its turn came: an invitation that was taken back, or accepted.
  skipped_at timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What may go together: a group about one requirement, or whatever somebody gets once a day.
  bundle text check (length(bundle) between 1 and 100),
  -- The mail that it went along in.
  bundled_in uuid references public.mail_outbox (id) on delete cascade,
  -- The company that it is about, or else whoever gets it, whose turn it takes (private.claim_in_turn). A trigger fills it in.
  turn uuid not null default gen_random_uuid(),
  constraint one_receiver check (num_nonnulls(user_id, address) = 1),
  constraint open_or_closed check (
    (next_attempt_at is null) = (sent_at is not null or dead_at is not null or skipped_at is not null
                                 or bundled_in is not null))
);

create index mail_outbox_user on public.mail_outbox (user_id);
create index mail_outbox_person on public.mail_outbox (lower(address));
create index mail_outbox_due on public.mail_outbox (next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_dead on public.mail_outbox (dead_at) where dead_at is not null;
create index mail_outbox_bundle on public.mail_outbox (user_id, bundle, created_at, id)
  where next_attempt_at is not null and bundle is not null;
create index mail_outbox_bundled_in on public.mail_outbox (bundled_in);
create index mail_outbox_recent on public.mail_outbox (user_id, first_attempt_at)
  where bundle <> 'daily' and bundled_in is null;
create index mail_outbox_turn on public.mail_outbox (turn, next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_mailbox on public.mail_outbox (private.mailbox_of(address), created_at);
create index mail_outbox_waiting on public.mail_outbox (greatest(created_at, not_before)) include (created_at, not_before)
  where next_attempt_at is not null;

alter table public.mail_outbox enable row level security, force row level security;

create trigger stamp_insert before insert on public.mail_outbox for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.mail_outbox for each row execute function private.stamp_update();

-- # What is mailed

-- Whose turn a mail takes: of the company that it is about, or else of its receiver.
create function private.turn_of_mail(mail public.mail_outbox) returns uuid
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (mail.ids ->> 'client')::uuid,
      (select client_id from public.job_requirements where id = (mail.ids ->> 'requirement')::uuid),
      (select client_id from public.invitations where id = (mail.ids ->> 'invitation')::uuid),
      mail.user_id, mail.id)
  $$;

create function private.stamp_mail_turn() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.turn := private.turn_of_mail(new);
    return new;
  end $$;

create trigger stamp_turn before insert on public.mail_outbox for each row execute function private.stamp_mail_turn();

-- Has a mail sent, in the transaction that is its reason. A key that was used before sends nothing, and neither does an
-- account that is being deleted.
create function private.enqueue_mail(template text, dedupe_key text, ids jsonb default '{}', person uuid default null,
                                     address text default null, not_before timestamptz default now()) returns void
  language sql security definer set search_path = '' as $$
    insert into public.mail_outbox (template, dedupe_key, ids, user_id, address, not_before)
      select template, dedupe_key, ids, person, address, not_before
        where person is null or exists (select from auth.users where id = person)
      on conflict (dedupe_key) do nothing
  $$;

-- An invitation is mailed each time it is issued.
create function private.mail_invitation() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.enqueue_mail(new.kind || '_invitation', 'invitation.' || new.id || '.' || new.issue,
                                 jsonb_build_object('invitation', new.id), address => new.email);
    return null;
  end $$;

create trigger mail_invitation after insert or update of issue on public.invitations
  for each row execute function private.mail_invitation();

-- Once it has gone, only the mail has the token of its link.
create function private.forget_sent_token() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update private.invitation_tokens as kept set unsent = null from public.invitations as sent
      where sent.id = (new.ids ->> 'invitation')::uuid and kept.invitation_id = sent.id
        and new.dedupe_key = 'invitation.' || sent.id || '.' || sent.issue;
    return null;
  end $$;

create trigger forget_sent_token after update of sent_at on public.mail_outbox
  for each row when (new.sent_at is not null and new.template in ('team_invitation', 'client_invitation'))
  execute function private.forget_sent_token();

-- Tells somebody that another has changed or taken their role. What the person did alone, such as accepting, needs no mail;
-- a role that an operator gives by SQL to somebody who had none is told by whoever gives it.
create function private.mail_role_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if nullif(old.role, 'client') is distinct from nullif(new.role, 'client')
      and old.user_id is distinct from private.current_user_id()
    then
      perform private.enqueue_mail('team_access_changed', 'role.' || gen_random_uuid(), person => old.user_id);
    end if;
    return null;
  end $$;

create trigger mail_role_change after update of role or delete on public.user_roles
  for each row execute function private.mail_role_change();

-- Tells somebody that their access to a company has changed; the fifth time within a day an hour later, once: the mail says
-- what holds when it goes.
create function private.mail_new_access(person uuid, company uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    about jsonb := jsonb_build_object('client', company);
    is_often boolean := 4 <= (select count(*) from public.mail_outbox as told
      where told.user_id = person and told.template = 'client_access_changed' and told.ids = about
        and told.created_at > now() - interval '1 day');
  begin
    perform private.enqueue_mail('client_access_changed',
      'access.' || case when is_often then person || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                        else gen_random_uuid()::text end,
      about, person, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
  end $$;

-- The same for an access that another has changed or taken. A company that is deleted tells nobody, nor does an account
-- that is (enqueue_mail).
create function private.mail_access_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if old.access is distinct from new.access and old.user_id is distinct from private.current_user_id()
      and exists (select from public.clients where id = old.client_id)
    then
      perform private.mail_new_access(old.user_id, old.client_id);
    end if;
    return null;
  end $$;

create trigger mail_access_change after update of access or delete on public.client_members
  for each row execute function private.mail_access_change();

-- Tells the account's address that its password was changed, whoever has done it and by whatever way. One that is chosen
-- when an account is confirmed is no change. Whoever changes it time and again is told the fifth of a day an hour later.
create function private.mail_password_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare is_often boolean;
  begin
    is_often := 4 <= (select count(*) from public.mail_outbox as told
      where told.user_id = new.id and told.template = 'password_changed' and told.created_at > now() - interval '1 day');
    perform private.enqueue_mail('password_changed',
      'password.' || case when is_often then new.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                          else gen_random_uuid()::text end,
      '{}', new.id, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
    return null;
  end $$;

create trigger mail_password_change after update of encrypted_password on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password and coalesce(new.encrypted_password, '') <> ''
    and old.email_confirmed_at is not null
    and (coalesce(old.encrypted_password, '') <> '' or old.email_confirmed_at < now() - interval '1 hour'))
  execute function private.mail_password_change();

-- Who of a company is told that the team has filed something there: whose address the posting names, or else its owners.
create function private.mail_filed(requirement uuid) returns void
  language sql security definer set search_path = '' as $$
    with people as materialized (
      select member.user_id, member.access,
             exists (select from private.form_of(filed) where address = lower(account.email)) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        join public.job_requirements as filed on filed.client_id = member.client_id
        where filed.id = requirement)
    select private.enqueue_mail('requirement_converted', 'converted.' || requirement || '.' || person.user_id,
                                jsonb_build_object('requirement', requirement), person.user_id)
      from people as person
      where person.is_named or person.access = 'owner' and not exists (select from people as named where named.is_named)
  $$;

-- # What a mail says

-- What somebody's role in the team is now; null when there is none any more.
create function private.team_access_mail(person uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('role', (select held.role from public.user_roles as held
                                        where held.user_id = person and held.role <> 'client'))
  $$;

-- What somebody's access to a company is now; null when there is none any more. Nothing, when the company is gone.
create function private.client_access_mail(person uuid, client uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return (select jsonb_build_object('company', company.company_name,
                                      'access', (select member.access from public.client_members as member
                                                  where member.client_id = client and member.user_id = person))
              from public.clients as company where company.id = client);
  end $$;

-- Whom to ask about a requirement and what comes next, each where there is one: who is in charge of it and, as long as it is
-- open, by when its line is answered, and its deadline.
create function private.outlook_of(requirement public.job_requirements) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'in_charge', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                      from public.team_members as colleague where colleague.user_id = (requirement).recruiter_id),
      'answer_by', (select line.due_at from public.inbox_items as line
                      where line.requirement_id = (requirement).id and line.state in ('new', 'open') and line.due_at > now()
                        and (requirement).status = any (private.open_statuses())),
      'deadline', case when (requirement).status = any (private.open_statuses())
                         and (requirement).deadline >= private.today()
                    then (requirement).deadline end))
  $$;

-- What is said of a requirement that the team has filed; nothing to somebody who has left, or when it is gone.
create function private.conversion_mail(person uuid, requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_from_form', exists (select from private.form_of(filed)),
        'is_named', exists (select from private.form_of(filed) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = person),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = person
      where filed.id = requirement
  $$;

-- Where the answer to a mail about these requirements goes: to their recruiter, when all have the same.
create function private.recruiter_address(about jsonb) returns text
  language sql stable security definer set search_path = '' as $$
    select case when count(*) = count(colleague.contact_email) and count(distinct colleague.contact_email) = 1
             then min(colleague.contact_email) end
      from jsonb_array_elements(about) as told (news)
      left join public.job_requirements as filed on filed.id = (told.news ->> 'id')::uuid
      left join public.team_members as colleague on colleague.user_id = filed.recruiter_id
  $$;

-- What a mail says, and how the function that sends takes it, in turn by company (docs/decisions/mail.md).

-- What a mail says, facts and no words: for each template an object that supabase/functions/deliver-mail/content.ts knows,
-- with its receiver. Null when it is not to be sent any more. A new template has a branch here, and a function that reads
-- what it says: without it the mail fails.
create function private.mail_content(mail uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'stand_in' then
      content := private.stand_in_mail(queued.user_id, (queued.ids ->> 'away')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid,
                                             (queued.ids ->> 'interview')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    else
      raise case_not_found using message = queued.template || ' has no branch';
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $$;

-- # Delivery

-- A mail's turn comes when its time has, and it is the first of its bundle that nobody has tried: the others go along. What
-- another mail of this very call will bring along does not go by itself.
create function private.mail_turn() returns text
  language sql immutable set search_path = '' as $$
    select 'next_attempt_at <= now() and not_before <= now()
      and not exists (select from public.mail_outbox as earlier
        where earlier.user_id = delivery.user_id and earlier.bundle = delivery.bundle and delivery.first_attempt_at is null
          and earlier.next_attempt_at is not null and earlier.not_before <= now()
          and (earlier.first_attempt_at is null or earlier.first_attempt_at = now())
          and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))'
  $$;

-- Takes along what waits in the bundle of a mail, at its first attempt only: who gets it twice gets the same twice.
create function private.bundle_mails(mail uuid) returns void
  language sql security definer set search_path = '' as $$
    with others as materialized (
      select waiting.id from public.mail_outbox as lead_mail
        join public.mail_outbox as waiting on waiting.user_id = lead_mail.user_id and waiting.bundle = lead_mail.bundle
        where lead_mail.id = bundle_mails.mail and lead_mail.attempts = 0 and lead_mail.first_attempt_at = now()
          and waiting.id <> lead_mail.id and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        order by waiting.created_at, waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting set bundled_in = bundle_mails.mail, next_attempt_at = null
      from others where waiting.id = others.id
  $$;

-- Takes mails that are due, with what they say, by turns. What is always sent, such as an invitation, is never behind news,
-- however much of that there is; news beyond so many an hour is held back. One that is not to be sent any more is closed
-- here, with what it has taken along; one whose content can't be read waits like one that could not be sent, and holds up
-- no other.
create function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql security definer set search_path = '' as $$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    perform private.hold_back_news();
    due := array(select private.claim_in_turn('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_in_turn('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.bundle_mails(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.settle_in('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null
          where queued.id = claimed or queued.bundled_in = claimed;
      else
        id := taken.id;
        dedupe_key := taken.dedupe_key;
        return next;
      end if;
    end loop;
  end $$;
grant execute on function private.claim_mails to service_role;

-- Notes what became of a mail, and of what went along with it.
create function private.settle_mail(delivery uuid, problem text, is_final boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.settle_in('public.mail_outbox', delivery, problem, is_final);
    update public.mail_outbox as along set sent_at = lead_mail.sent_at
      from public.mail_outbox as lead_mail
      where lead_mail.id = delivery and along.bundled_in = delivery and lead_mail.sent_at is not null and along.sent_at is null;
  end $$;
grant execute on function private.settle_mail to service_role;

-- How many mails should have gone five minutes before a moment, and have not: the morning's that nobody has made among them.
create function private.mails_waiting(moment timestamptz) returns integer
  language sql stable security definer set search_path = '' as $$
    select (select count(*)::integer from (
              select from public.mail_outbox
                where next_attempt_at is not null and greatest(created_at, not_before) < moment - interval '5 minutes'
                limit 1000) as mail)
           + (select count(*)::integer from private.inbox_readers_due(moment - interval '5 minutes'))
  $$;

-- How far behind mails are. In a healthy system both are 0.
create function private.mail_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = '' as $$
    select private.mails_waiting(now()),
           (select count(*)::integer from (
              select from public.mail_outbox where dead_at is not null limit 1000) as mail)
  $$;
grant execute on function private.mail_backlog to anon, authenticated, service_role;

-- Asks deliver-mail for a run, when something is due. The embedded backend has a timer for both instead.
create function private.request_mail_run() returns void
  language plpgsql security definer set search_path = '' as $$
  declare request bigint;
  begin
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    select private.request_run('public.mail_outbox', private.mail_turn(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $$;

-- # Exposed through the Data API

create function public.claim_mails(most integer default 10) returns table (id uuid, dedupe_key text, content jsonb)
  language sql set search_path = '' as $$ select * from private.claim_mails(most) $$;
grant execute on function public.claim_mails to service_role;

create function public.settle_mail(delivery uuid, problem text default null, is_final boolean default false) returns void
  language sql set search_path = '' as $$ select private.settle_mail(delivery, problem, is_final) $$;
grant execute on function public.settle_mail to service_role;

create function public.mail_backlog(out waiting integer, out dead integer)
  language sql stable set search_path = '' as $$ select * from private.mail_backlog() $$;
grant execute on function public.mail_backlog to public, anon, authenticated, service_role;

-- Which news somebody is told by mail and how often, how a mail's link switches them off without signing in, and what goes
-- together in one mail (docs/decisions/mail.md). Each thing that somebody is to be told of is a row of the outbox,
-- under a key of its own, written in the transaction in which it happened. What belongs to one bundle of one receiver
-- goes in one mail: the first of them whose turn comes takes the others along, and from then on says the same however
-- often it is tried.

-- Whoever has chosen nothing gets what the table says by default.

create table public.notification_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- What happens to requirements: one's company's, or, for the team, those one is in charge of.
  requirements public.mail_frequency not null default 'at_once',
  messages public.mail_frequency not null default 'at_once',
  -- The team's: what there is to do, in the morning.
  inbox public.mail_frequency not null default 'daily' check (inbox <> 'at_once'),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.notification_settings enable row level security, force row level security;
grant select on public.notification_settings to authenticated;

create trigger stamp_insert before insert on public.notification_settings
  for each row execute function private.stamp_insert();

create trigger stamp_update before update on public.notification_settings
  for each row execute function private.stamp_update();

create trigger raise_version before update on public.notification_settings
  for each row when (old.* is distinct from new.*) execute function private.raise_version();

create policy "oneself" on public.notification_settings for select to authenticated
  using (user_id = (select private.current_user_id()));

create table private.unsubscribe_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  scope text not null check (scope in ('requirements', 'messages', 'daily')),
  digest text not null unique,
  primary key (user_id, scope)
);

-- # Who wants what, and when

-- How often somebody wants mails of a group: as they have chosen, or as the table says by default.
create function private.frequency_of(person uuid, mail_group text) returns public.mail_frequency
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (select case mail_group when 'requirements' then chosen.requirements when 'messages' then chosen.messages
                              when 'inbox' then chosen.inbox end
         from public.notification_settings as chosen where chosen.user_id = person),
      case mail_group when 'inbox' then 'daily' else 'at_once' end::public.mail_frequency)
  $$;

-- The group of settings that a template belongs to; null for what is always sent.
create function private.mail_group(template text) returns text
  language sql immutable set search_path = '' as $$
    select case template when 'requirement_event' then 'requirements' when 'requirement_message' then 'messages'
                         when 'inbox_summary' then 'inbox' end
  $$;

-- How long what is written waits for what comes after it.
create function private.bundle_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- Eight in the morning where the agency is, of the day that a moment falls on there.
create function private.morning_of(moment timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select ((moment at time zone 'Asia/Kolkata')::date + time '08:00') at time zone 'Asia/Kolkata' $$;

create function private.next_morning(moment timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case when private.morning_of(moment) > moment then private.morning_of(moment)
                else private.morning_of(moment + interval '1 day') end
  $$;

-- Which bundle something belongs to.
create function private.bundle_of(frequency public.mail_frequency, template text, ids jsonb) returns text
  language sql immutable set search_path = '' as $$
    select case frequency when 'daily' then 'daily'
                          when 'at_once' then private.mail_group(template) || '.' || (ids ->> 'requirement') end
  $$;

-- When a bundle may go.
create function private.bundle_goes_at(frequency public.mail_frequency, moment timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case frequency when 'daily' then private.next_morning(moment) else moment + private.bundle_lasts() end
  $$;

-- What waits for somebody goes by what they have chosen now. What they want no more is left out when its turn comes.
create function private.move_waiting_mails(person uuid) returns void
  language sql security definer set search_path = '' as $$
    update public.mail_outbox as waiting
      set bundle = private.bundle_of(wanted.frequency, waiting.template, waiting.ids),
          not_before = private.bundle_goes_at(wanted.frequency, waiting.created_at)
      from (select mail_group, private.frequency_of(person, mail_group) as frequency
              from unnest(array['requirements', 'messages']) as mail_group) as wanted
      where waiting.user_id = person and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        and private.mail_group(waiting.template) = wanted.mail_group and wanted.frequency <> 'never'
        and waiting.bundle <> private.bundle_of(wanted.frequency, waiting.template, waiting.ids)
  $$;

-- Chooses for the caller, on what they have seen: 0, when they had chosen nothing. Of a group that is left out nothing
-- changes; the same form sent twice is saved once. Returns the version that makes of it.
create function private.set_notifications(
    seen integer, requirements public.mail_frequency, messages public.mail_frequency, inbox public.mail_frequency)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    held public.notification_settings;
    wanted public.notification_settings;
    is_current boolean := false;
  begin
    if caller is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif set_notifications.inbox = 'at_once' then
      raise exception 'inbox_is_daily' using errcode = 'PT400';
    end if;
    if seen = 0 then
      insert into public.notification_settings (user_id) values (caller) on conflict do nothing returning * into held;
      is_current := found;
    end if;
    if not is_current then
      select * into held from public.notification_settings where user_id = caller for update;
      is_current := found and held.version = seen;
    end if;
    wanted := held;
    wanted.requirements := coalesce(set_notifications.requirements, held.requirements);
    wanted.messages := coalesce(set_notifications.messages, held.messages);
    wanted.inbox := coalesce(set_notifications.inbox, held.inbox);
    if not is_current and (held.user_id is null or wanted is distinct from held) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.notification_settings as chosen
      set (requirements, messages, inbox) = (wanted.requirements, wanted.messages, wanted.inbox)
      where chosen.user_id = caller returning chosen.version into held.version;
    perform private.move_waiting_mails(caller);
    return held.version;
  end $$;
grant execute on function private.set_notifications to authenticated;

-- # Switching off by a mail's link

-- A link in a mail switches off what the mail is of: a group, or, of a daily mail, whatever comes daily. Its token is a
-- digest, as an invitation's is, of a key of this database, the person and that scope; it is kept nowhere but in mails, and
-- stays the same, since a mail may be opened years later.
create function private.unsubscribe_token(person uuid, scope text) returns text
  language sql stable security definer set search_path = '' as $$
    select private.digest_of(unsubscribe_key || private.digest_of(unsubscribe_key || person || ' ' || scope))
      from private.settings
  $$;

-- Knows a token that is about to be mailed, by its digest.
create function private.keep_unsubscribe_token(person uuid, scope text) returns void
  language sql security definer set search_path = '' as $$
    insert into private.unsubscribe_tokens as kept (user_id, scope, digest)
      values (person, scope, private.digest_of(private.unsubscribe_token(person, scope)))
      on conflict (user_id, scope) do update set digest = excluded.digest where kept.digest <> excluded.digest
  $$;

-- The groups that a scope would switch off for somebody now.
create function private.groups_on(person uuid, scope text) returns text[]
  language sql stable security definer set search_path = '' as $$
    select coalesce(array_agg(mail_group order by place), '{}')
      from unnest(array['requirements', 'messages', 'inbox']) with ordinality as listed (mail_group, place)
      where case when scope = 'daily' then private.frequency_of(person, mail_group) = 'daily'
                   and (mail_group <> 'inbox' or private.is_team(person))
                 else mail_group = scope and private.frequency_of(person, mail_group) <> 'never' end
  $$;

-- What a mail's link would switch off; null for mails that can't be.
create function private.unsubscribe_scope(mail public.mail_outbox) returns text
  language sql immutable set search_path = ''
  as $$ select case when (mail).bundle = 'daily' then 'daily' when (mail).bundle is not null then private.mail_group((mail).template) end $$;

-- What a link would switch off: null for one that nobody has been sent. Whoever has it learns which kind of mails it is
-- about, and nothing of who gets them.
create function private.subscription_by_token(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('scope', kept.scope, 'groups', private.groups_on(kept.user_id, kept.scope))
      from private.unsubscribe_tokens as kept where kept.digest = private.digest_of(token)
  $$;
grant execute on function private.subscription_by_token to anon, authenticated, service_role;

-- Switches it off. Returns whether there is such a link; twice is the same.
create function private.unsubscribe(token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    known private.unsubscribe_tokens;
    off text[];
  begin
    select * into known from private.unsubscribe_tokens as kept where kept.digest = private.digest_of(token);
    if not found then
      return false;
    end if;
    insert into public.notification_settings (user_id) values (known.user_id) on conflict do nothing;
    perform from public.notification_settings where user_id = known.user_id for update;
    off := private.groups_on(known.user_id, known.scope);
    update public.notification_settings
      set requirements = case when 'requirements' = any (off) then 'never' else requirements end,
          messages = case when 'messages' = any (off) then 'never' else messages end,
          inbox = case when 'inbox' = any (off) then 'never' else inbox end
      where user_id = known.user_id and off <> '{}';
    return true;
  end $$;
grant execute on function private.unsubscribe to anon, authenticated, service_role;

-- # Exposed through the Data API

create function public.set_notifications(
    seen integer, requirements public.mail_frequency default null, messages public.mail_frequency default null,
    inbox public.mail_frequency default null) returns integer
  language sql set search_path = '' as $$ select private.set_notifications(seen, requirements, messages, inbox) $$;
grant execute on function public.set_notifications to authenticated;

create function public.subscription_by_token(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.subscription_by_token(token) $$;
grant execute on function public.subscription_by_token to anon, authenticated, service_role;

create function public.unsubscribe(token text) returns boolean
  language sql set search_path = '' as $$ select private.unsubscribe(token) $$;
grant execute on function public.unsubscribe to anon, authenticated, service_role;

-- What happens that somebody is told of, and how much of it an hour (docs/decisions/mail.md).

-- Has somebody told of something, unless they want no such mails.
create function private.enqueue_news(person uuid, template text, dedupe_key text, ids jsonb) returns void
  language sql security definer set search_path = '' as $$
    insert into public.mail_outbox (template, dedupe_key, ids, user_id, bundle, not_before)
      select template, dedupe_key || '.' || person, ids, person,
             private.bundle_of(wanted.frequency, template, ids), private.bundle_goes_at(wanted.frequency, now())
        from (select private.frequency_of(person, private.mail_group(template)) as frequency) as wanted
        where wanted.frequency <> 'never' and exists (select from auth.users where id = person)
      on conflict (dedupe_key) do nothing
  $$;

-- The company hears of another status, of its recruiter and of what the team edits; the recruiter of what the company does
-- and what candidates say, and that they are in charge. Nobody hears of what they have done themselves, and of what is
-- entered as history, as by an import, nobody does.
create function private.mail_requirement_event() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn'))
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $$;

create trigger mail_requirement_event after insert on public.requirement_events
  for each row execute function private.mail_requirement_event();

-- A message of the team is for everybody of the company, one of the company for whoever is in charge: for nobody else, since
-- the inbox shows it.
create function private.mail_requirement_message() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_message', 'message.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'message', new.id))
        from public.job_requirements as filed
        cross join lateral (
          select member.user_id from public.client_members as member
            where new.side = 'team' and member.client_id = filed.client_id
          union all
          select filed.recruiter_id where new.side = 'client') as reader (id)
        where filed.id = new.requirement_id and reader.id is not null and reader.id is distinct from new.author;
    end if;
    return null;
  end $$;

create trigger mail_requirement_message after insert on public.requirement_messages
  for each row execute function private.mail_requirement_message();

-- Who of the team is due the morning's mail at a moment, and has none yet: until noon, since in the evening it would tell
-- of the morning. Whoever has joined, or chosen it, since then gets the next one.
create function private.inbox_readers_due(moment timestamptz) returns table (user_id uuid, dedupe_key text)
  language sql stable security definer set search_path = '' as $$
    select colleague.user_id, due.dedupe_key
      from public.team_members as colleague
      left join public.notification_settings as chosen on chosen.user_id = colleague.user_id
      cross join lateral (select 'inbox.' || to_char(moment at time zone 'Asia/Kolkata', 'YYYY-MM-DD')
                                     || '.' || colleague.user_id
                            as dedupe_key) as due
      where moment >= private.morning_of(moment) and moment < private.morning_of(moment) + interval '4 hours'
        and colleague.created_at < private.morning_of(moment)
        and (chosen.user_id is null
          or chosen.inbox = 'daily' and chosen.updated_at < private.morning_of(moment))
        and not exists (select from public.mail_outbox as queued where queued.dedupe_key = due.dedupe_key)
  $$;

-- Makes the morning's mails that are due.
create function private.queue_inbox_summaries(moment timestamptz default now()) returns void
  language sql security definer set search_path = '' as $$
    insert into public.mail_outbox (template, dedupe_key, user_id, bundle)
      select 'inbox_summary', due.dedupe_key, due.user_id, 'daily' from private.inbox_readers_due(moment) as due
      on conflict (dedupe_key) do nothing
  $$;

-- How many mails of news somebody gets in an hour.
create function private.most_news_an_hour() returns integer
  language sql immutable set search_path = '' as $$ select 20 $$;

-- Holds back what would be more than that to somebody: the newest bundles whose turn has come become one of their group,
-- which is never held back again. What somebody switches off in it is the group, as in each of its mails.
create function private.hold_back_news() returns void
  language sql security definer set search_path = '' as $$
    with due as materialized (
      select waiting.id, waiting.user_id, waiting.bundle,
             min(waiting.created_at) over (partition by waiting.user_id, waiting.bundle) as since
        from public.mail_outbox as waiting
        where waiting.next_attempt_at <= now() and waiting.not_before <= now() and waiting.first_attempt_at is null
          and waiting.bundle <> 'daily' and waiting.bundle <> private.mail_group(waiting.template) || '.held'
    ), in_order as materialized (
      select due.id, due.user_id, dense_rank() over (partition by due.user_id order by due.since, due.bundle) as place
        from due
    ), told as materialized (
      select person.user_id, count(*) as mails
        from (select distinct in_order.user_id from in_order) as person
        join public.mail_outbox as sent on sent.user_id = person.user_id
        where sent.first_attempt_at > now() - interval '1 hour' and sent.bundle <> 'daily' and sent.bundled_in is null
          and sent.skipped_at is null
        group by person.user_id
    ), beyond as materialized (
      select waiting.id from in_order
        join public.mail_outbox as waiting on waiting.id = in_order.id
        left join told on told.user_id = in_order.user_id
        where in_order.place + coalesce(told.mails, 0) > private.most_news_an_hour()
        order by waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting
      set bundle = private.mail_group(waiting.template) || '.held', not_before = now() + interval '1 hour'
      from beyond where waiting.id = beyond.id
  $$;

-- What a mail of news says to whoever gets it (docs/decisions/mail.md).

-- On which side somebody is to be told of a requirement now; null for whoever has left, or is not in charge any more.
create function private.told_as(person uuid, requirement public.job_requirements) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case
      when (requirement).recruiter_id = person and private.is_team(person) then 'team'::public.side
      when exists (select from public.client_members as member
                    where member.user_id = person and member.client_id = (requirement).client_id) then 'company' end
  $$;

-- Which fields these events have edited, in the form's order; null for none.
create function private.edited_in(events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_agg(field order by place)
      from unnest(private.requirement_fields()) with ordinality as listed (field, place)
      where exists (select from public.requirement_events as event
                     where event.id = any (events) and event.type = 'edited' and event.changes ? field)
  $$;

-- What a company is told of these events of a requirement: the status that it has now, unless they have changed it
-- themselves meanwhile or it is the one from before, who of the company has withdrawn it, by name, since ids leave with no
-- mail; and who is in charge of it, and what the team has edited, as long as it is open.
create function private.company_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                        order by told.created_at, told.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      'candidates', case when (requirement).status = any (private.open_statuses())
                           and exists (select from told where told.type = 'candidates_shown')
                      then nullif((private.candidate_counts((requirement).id) ->> 'waiting')::integer, 0) end,
      'withdrawn', (select nullif(count(*), 0) from told where told.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from told
                             where told.type = 'candidates_withdrawn' and told.changes -> 'was_opened' = 'true'))
      from changed
  $$;

-- About how many candidates the company has answered in these events, by the last answer about each.
create function private.verdicts_in(requirement uuid, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as (
      select min(event.created_at) as first_at, max(event.created_at) as last_at from public.requirement_events as event
        where event.id = any (events) and event.type = 'candidates_answered'),
    -- Whoever answers holds the requirement: what was said before its event was said after the event before.
    before as (
      select max(event.created_at) as at from told join public.requirement_events as event
        on event.requirement_id = verdicts_in.requirement and event.type = 'candidates_answered'
          and event.created_at < told.first_at)
    select jsonb_object_agg(counted.verdict, counted.persons)
      from (select last.verdict, count(*) as persons
              from (select distinct on (answer.entry_id) answer.verdict
                      from told cross join before
                      join public.shortlist_entries as entry on entry.requirement_id = verdicts_in.requirement
                      join public.shortlist_answers as answer on answer.entry_id = entry.id
                        and answer.created_at > coalesce(before.at, '-infinity') and answer.created_at <= told.last_at
                      order by answer.entry_id, answer.created_at desc, answer.id desc) as last
              group by last.verdict) as counted
  $$;

-- What whoever is in charge is told of these events: that the company has withdrawn it, or else what it did before.
create function private.recruiter_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                      where told.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from told where told.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                    where told.type = 'candidates_refused'))
      from facts
  $$;

-- How many of these messages somebody has not read yet, and who wrote them; to a company that wants it, how the first of the
-- team's begins.
create function private.message_news(person uuid, requirement public.job_requirements, messages uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as materialized (
      select message.* from public.requirement_messages as message
        join public.unread_messages as unread
          on unread.requirement_id = message.requirement_id and unread.user_id = message_news.person
            and unread.first_at <= message.created_at
        where message.id = any (messages))
    select jsonb_build_object(
      'messages', (select count(*) from told),
      'authors', (select coalesce(jsonb_agg(distinct author.name), '[]')
                    from told
                    cross join lateral (
                      select colleague.display_name as name from public.team_members as colleague
                        where told.side = 'team' and colleague.user_id = told.author
                      union all
                      select member.full_name from public.client_members as member
                        where told.side = 'client' and member.user_id = told.author
                          and member.client_id = (requirement).client_id) as author
                    where author.name is not null),
      'beginning', (select case when length(told.body) > 200 then rtrim(left(told.body, 199)) || '…' else told.body end
                      from told join public.clients as client
                        on client.id = (requirement).client_id and client.quotes_messages
                      where told.side = 'team' order by told.created_at, told.id limit 1))
  $$;

-- May somebody of a company answer? Null for the team.
create function private.may_answer(person uuid, requirement public.job_requirements) returns boolean
  language sql stable security definer set search_path = '' as $$
    select member.access in ('owner', 'member') from public.client_members as member
      where member.user_id = person and member.client_id = (requirement).client_id
  $$;

-- What there is to tell somebody of a requirement; null for nothing.
create function private.requirement_news(person uuid, requirement uuid, events uuid[], messages uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    filed public.job_requirements;
    acting public.side;
    news jsonb;
  begin
    select * into filed from public.job_requirements where id = requirement;
    acting := private.told_as(person, filed);
    if acting is null then
      return null;
    end if;
    news := private.message_news(person, filed, messages)
      || case acting when 'team' then private.recruiter_news(person, filed, events)
                     else private.company_news(person, filed, events) end;
    if jsonb_strip_nulls(news) - array['company', 'authors']
       <@ '{"messages": 0, "is_withdrawn": false, "is_new": false}' then
      return null;
    end if;
    return jsonb_strip_nulls(news || jsonb_build_object(
        'id', filed.id, 'title', filed.job_title,
        'may_answer', case when acting = 'company' then private.may_answer(person, filed) end))
      || private.outlook_of(filed);
  end $$;

-- How much of the inbox is to be done, for somebody of the team, and their day (17-my-day.sql); null for nothing.
create function private.inbox_news(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.is_team(person) then
      return null;
    end if;
    return nullif(
      jsonb_build_object(
        'unclaimed', private.count_group(person, 'unclaimed'), 'overdue', private.count_group(person, 'overdue'),
        'mine', private.count_group(person, 'mine'), 'day', private.day_of(person, 5)),
      '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $$;

-- What a mail of a bundle says, of itself and of what goes along: only what somebody still wants, and may still know.
create function private.news_mail(mail public.mail_outbox) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    person uuid := (mail).user_id;
    about jsonb;
    inbox jsonb;
  begin
    with told as materialized (
      select queued.* from public.mail_outbox as queued
        where (queued.id = (mail).id or queued.bundled_in = (mail).id)
          and private.frequency_of(person, private.mail_group(queued.template)) <> 'never'
    ), listed as (
      select private.requirement_news(
               person, (told.ids ->> 'requirement')::uuid,
               array_agg((told.ids ->> 'event')::uuid) filter (where told.ids ? 'event'),
               array_agg((told.ids ->> 'message')::uuid) filter (where told.ids ? 'message')) as news,
             min(told.created_at) as since
        from told where told.ids ? 'requirement' group by told.ids ->> 'requirement'
    )
    select (select jsonb_agg(news order by since) from listed where news is not null),
           -- A later morning's mail says what there is to do now.
           case when exists (select from told where told.template = 'inbox_summary'
                              and not exists (select from public.mail_outbox as later
                                where later.user_id = person and later.template = 'inbox_summary'
                                  and later.created_at > told.created_at))
             then private.inbox_news(person) end
      into about, inbox;
    if about is null and inbox is null then
      return null;
    end if;
    return jsonb_build_object(
      'side', case when private.is_team(person) then 'team' else 'company' end,
      'is_daily', (mail).bundle = 'daily',
      'about', coalesce(about, '[]'), 'inbox', inbox,
      'reply_to', case when not private.is_team(person) then private.recruiter_address(about) end,
      'unsubscribe', private.unsubscribe_token(person, private.unsubscribe_scope(mail)));
  end $$;

-- Receipts: whoever has sent something by a public form, or had it written down by somebody of the team, is told by mail that
-- it came, what it is called, and by when it is answered (docs/decisions/mail.md). A public form proves no address: nothing
-- that was sent stands in the mail, and nobody gets many of them.

-- The reference of an inbox line: of its form, or of what came without one; null for a requirement, which has a page.
create function private.reference_of_item(line public.inbox_items) returns text
  language sql stable security definer set search_path = '' as $$
    select private.reference_of(coalesce(sent.form_id, sent.id)) from (
      select form_id, id from public.contact_submissions where id = (line).contact_id
      union all
      select form_id, id from public.public_job_submissions where id = (line).posting_id
      union all
      select form_id, id from public.consultation_requests where id = (line).consultation_id) as sent
  $$;

-- How many receipts go out in an hour, whoever they are to.
create function private.most_receipts_an_hour() returns integer
  language sql immutable set search_path = '' as $$ select 200 $$;

create index mail_outbox_receipts on public.mail_outbox (created_at) where template = 'receipt';

-- Is there room for one more receipt: the hour's, and of the two that a mailbox gets in a day?
create function private.has_room_for_receipt(receiver text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select not exists (
        select from public.mail_outbox as mail
          where mail.template = 'receipt' and mail.created_at > now() - interval '1 hour'
          offset private.most_receipts_an_hour() - 1)
      and not exists (
        select from public.mail_outbox as mail
          where private.mailbox_of(mail.address) = private.mailbox_of(receiver)
            and mail.created_at > now() - interval '1 day' and mail.template = 'receipt'
          offset 1)
  $$;

-- Queues a receipt, if there is room. Whoever counts is alone until they are done, so that two at once can't both be the
-- last; where that can't be had in time there is no receipt, and what was sent is kept all the same.
create function private.queue_receipt(item uuid, receiver text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.has_room_for_receipt(receiver) then
      perform pg_advisory_xact_lock(hashtextextended('receipts', 0));
      if private.has_room_for_receipt(receiver) then
        perform private.enqueue_mail('receipt', 'receipt.' || item, jsonb_build_object('item', item), address => receiver);
      end if;
    end if;
  exception when lock_not_available then
    null;
  end $$;

-- What comes through the site or the Data API gets one, unless it is marked; what an operator puts in gets none.
create function private.mail_receipt() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    receiver text := (select line.email from private.inbox_lines as line where line.id = new.id);
  begin
    if receiver is not null and current_setting('role') in ('anon', 'authenticated') then
      perform private.queue_receipt(new.id, receiver);
    end if;
    return null;
  end $$;

create trigger mail_receipt after insert on public.inbox_items
  for each row when (new.kind <> 'requirement' and not new.is_suspect and not new.is_flood)
  execute function private.mail_receipt();

-- What a receipt says; null when what it is about is gone, or was put away as spam. What is answered has no time by which it
-- will be.
create function private.receipt_mail(item uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind,
        'source', (select sent.source from public.contact_submissions as sent where sent.id = line.contact_id),
        'reference', private.reference_of_item(line),
        'answer_by', case when line.state in ('new', 'open') then line.due_at end))
      from public.inbox_items as line where line.id = item and line.state <> 'spam'
  $$;

-- One person's data, for a request to see it or to have it deleted, and what is deleted by itself after its time.

-- One row for each erasure. The digest tells whether an address was erased, to somebody who has the address and this
-- database; null stands for a run of the retention.
create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  subject text,
  counts jsonb not null
);

-- # What is kept of a person

-- The digest that an address is noted by: whoever has the address and this database can tell.
create function private.subject_of(address text) returns text
  language sql stable security definer set search_path = '' as $$
    select encode(sha256(convert_to(digest_key || private.normal_address(address), 'UTF8')), 'hex') from private.settings
  $$;

create function private.count_of(counts jsonb) returns bigint
  language sql immutable set search_path = ''
  as $$ select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(counts) $$;

-- What may leave the database of a row of authentication: no password, no token, no key, not even digested. A list of what
-- may, so that a column of a later version stays in.
create function private.personal_part(kept jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
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
  language sql stable set search_path = '' as $$
    select relation.relname from pg_catalog.pg_class as relation
      join pg_catalog.pg_attribute as field on field.attrelid = relation.oid
      where relation.relnamespace = to_regnamespace('auth') and relation.relkind in ('r', 'p')
        and field.attname = 'user_id' and not field.attisdropped
      order by 1
  $$;

create function private.sign_in_records(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
  language sql immutable set search_path = '' as $$
    select lower(entry ->> 'actor_username') = address or lower(entry #>> '{traits,user_email}') = address
        or entry ->> 'actor_id' = any (accounts::text[]) or entry #>> '{traits,user_id}' = any (accounts::text[])
  $$;

-- The number that somebody is known by who has given no address; null for an address.
create function private.number_of(address text) returns tsquery
  language sql immutable set search_path = ''
  as $$ select case when position('@' in address) = 0 then private.any_number_of(address) end $$;

-- The messages from an address, or those from a number without one.
create function private.messages_of(address text) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select id from public.contact_submissions where lower(email) = address
    union
    select sent.id from private.searched_lines as line
      join public.contact_submissions as sent on sent.id = line.contact_id and sent.email is null
      where line.search @@ private.number_of(address) and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $$;

-- The companies that are these accounts' alone, or were only waiting for this address: with the person they go.
create function private.companies_of_nobody_else(address text, accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select client.id from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (accounts))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (exists (select from public.invitations as invitation
                       where invitation.client_id = client.id and invitation.email = address)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.email <> address
                               and private.invitation_state(invitation) = 'open')))
  $$;

-- Companies of others whose record names the person of an address, or of these accounts, as their contact: as they were
-- invited, or as they belong to it. That is told and erased with them.
create function private.companies_named_after(address text, accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select client.id from public.clients as client
      join public.invitations as invitation on invitation.client_id = client.id
        and (invitation.email = address or invitation.accepted_by = any (accounts))
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and (client.full_name, client.phone) is not distinct from (invitation.full_name, invitation.phone)
    union
    select client.id from public.clients as client
      join public.client_members as member on member.client_id = client.id and member.user_id = any (accounts)
      -- What an owner has written of them, not themselves.
      where client.contact_user_id is distinct from member.user_id
        and (lower(client.full_name) = lower(member.full_name)
          or client.full_name is null and client.phone = member.phone)
    union
    select client.id from public.clients as client
      where client.search @@ private.number_of(address)
        and not exists (select from public.client_members as member where member.client_id = client.id)
  $$;

-- What the team keeps about what an address has sent, what its accounts have done here, and the name that somebody who has
-- left the team is remembered by. Erasing needs nothing more: lines, notes and events go with what they are about, and a
-- person's name leaves those that stay.
create function private.export_inbox_of(address text, accounts uuid[])
  returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
          'replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
            from public.item_replies as reply where reply.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.id in (
          select line.id from public.contact_submissions as sent
            join public.inbox_items as line on line.contact_id = sent.id
            where sent.id in (select private.messages_of(address))
          union all select line.id from public.public_job_submissions as sent
            join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
          union all select line.id from public.consultation_requests as sent
            join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address
          union all select line.id from public.job_requirements as filed
            join public.inbox_items as line on line.requirement_id = filed.id where filed.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'item_replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
        from public.item_replies as reply where reply.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $$;

-- # Erasing

-- Holds what goes with an address and its accounts, in the order of everybody else (private.lock_team): people, companies,
-- requirements, lines.
create function private.hold_person(address text, accounts uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    companies uuid[] := array(select private.companies_of_nobody_else(address, accounts));
  begin
    perform from public.user_roles where user_id = any (accounts) order by user_id for update;
    -- Who only names one, in an event of a requirement say, can finish.
    perform from public.clients where id = any (companies) order by id for no key update;
    perform from public.job_requirements
      where client_id = any (companies) or recruiter_id = any (accounts) or submitted_by = any (accounts)
        or id in (select entry.requirement_id from public.shortlist_entries as entry
                    join public.candidates as person on person.id = entry.candidate_id
                    where person.email = address and entry.state = 'joined')
      order by id for update;
    perform from public.candidates where email = address order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select line.id from public.job_requirements as filed
          join public.inbox_items as line on line.requirement_id = filed.id
          where filed.client_id = any (companies) or filed.recruiter_id = any (accounts)
        union select line.id from public.contact_submissions as sent
          join public.inbox_items as line on line.contact_id = sent.id
          where sent.id in (select private.messages_of(address))
        union select line.id from public.public_job_submissions as sent
          join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
        union select line.id from public.consultation_requests as sent
          join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address)
      order by id for update;
  end $$;

-- All that we have of a person, given to them or removed, by those of the team who may (docs/decisions/database.md).

-- What is kept of a person, in every table. What a search makes of words is left out.
create function private.export_person(address text)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
        from public.contact_submissions as sent where sent.id in (select private.messages_of(wanted))),
      'public_job_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.public_job_submissions as sent where lower(sent.contact_email) = wanted),
      'consultation_requests', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.consultation_requests as sent where lower(sent.email) = wanted),
      'invitations', (select coalesce(jsonb_agg(to_jsonb(received) order by received.created_at), '[]')
        from public.invitations as received where received.email = wanted or received.accepted_by = any (accounts)),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('requirement_id', said.requirement_id, 'body', said.body,
                                                                'created_at', said.created_at)
                                             order by said.created_at), '[]')
        from public.requirement_messages as said where said.author = any (accounts)),
      'requirement_drafts', (select coalesce(jsonb_agg(to_jsonb(begun) order by begun.created_at), '[]')
        from public.requirement_drafts as begun where begun.author = any (accounts)),
      'companies', (select coalesce(jsonb_agg(jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                                                 'full_name', client.full_name, 'phone', client.phone)
                                              order by client.created_at), '[]')
        from public.clients as client where client.id in (select private.companies_named_after(wanted, accounts))),
      'team_contacts', (select coalesce(jsonb_agg(to_jsonb(colleague)), '[]')
        from public.team_members as colleague
        where lower(colleague.contact_email) = wanted and colleague.user_id <> all (accounts)),
      'candidates', (select coalesce(jsonb_agg(private.candidate_record(person.id) order by person.created_at), '[]')
        from public.candidates as person where person.email = wanted),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
          'role', (select held.role from public.user_roles as held where held.user_id = person.id),
          'team_member', (select to_jsonb(colleague) from public.team_members as colleague
                           where colleague.user_id = person.id),
          'notifications', (select to_jsonb(chosen) from public.notification_settings as chosen
                             where chosen.user_id = person.id),
          'waiting_company', (select to_jsonb(waiting) from private.waiting_profiles as waiting
                               where waiting.user_id = person.id),
          'membership', (select to_jsonb(member) from public.client_members as member where member.user_id = person.id),
          'client', (select to_jsonb(client) - 'search' from public.clients as client
                      join public.client_members as member on member.client_id = client.id
                      where member.user_id = person.id),
          'requirements', (select coalesce(jsonb_agg(to_jsonb(requirement) order by requirement.created_at), '[]')
            from public.job_requirements as requirement
            join public.client_members as member on member.client_id = requirement.client_id
            where member.user_id = person.id),
          -- Whom they invited is others' data.
          'invited', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                order by sent.created_at), '[]')
            from public.invitations as sent where sent.invited_by = person.id),
          'written_down', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                     order by sent.created_at), '[]')
            from public.contact_submissions as sent where sent.written_by = person.id),
          'activity', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.created_at), '[]')
            from public.activity_log as entry where person.id in (entry.actor, entry.subject, entry.other)),
          'sign_in', private.sign_in_records(person.id))), '[]')
        from auth.users as person where person.id = any (accounts)))
      || private.export_inbox_of(wanted, accounts);
  end $$;
grant execute on function private.export_person to service_role;

-- Deletes what is kept of a person. What they have written to others stays without its author; what is theirs alone goes
-- with the account.
create function private.erase_person(address text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    counts jsonb := '{}';
    relation text;
    affected integer;
    erasure uuid;
  begin
    perform private.hold_person(wanted, accounts);
    for relation in select private.sign_in_tables() loop
      execute format('delete from auth.%I where user_id::text = any ($1)', relation) using accounts::text[];
    end loop;
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'delete from auth.audit_log_entries where private.is_about(payload::jsonb, $1, $2)' using wanted, accounts;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object('audit_log_entries', affected);
    end if;
    delete from public.contact_submissions where id in (select private.messages_of(wanted));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('contact_submissions', affected);
    delete from public.public_job_submissions where lower(contact_email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('public_job_submissions', affected);
    delete from public.consultation_requests where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('consultation_requests', affected);
    perform private.forget_candidate(person.id) from (
      select kept.id from public.candidates as kept where kept.email = wanted order by kept.id) as person;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    -- Requirements and their events go with the company.
    delete from public.clients where id in (select private.companies_of_nobody_else(wanted, accounts));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    update public.clients set full_name = null, phone = null
      where id in (select private.companies_named_after(wanted, accounts));
    -- What was mailed to an address that they have changed since.
    delete from public.mail_outbox where ids ->> 'invitation' in (
      select id::text from public.invitations where accepted_by = any (accounts));
    delete from public.invitations where email = wanted or accepted_by = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    delete from public.mail_outbox where lower(mail_outbox.address) = wanted or user_id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('mail_outbox', affected);
    update public.team_members set contact_email = null where lower(contact_email) = wanted;
    -- Role, membership and the name in a company of others go with the account. What they had in hand is freed first, as
    -- of anybody who leaves.
    perform private.free_work_of(account) from unnest(accounts) as account;
    delete from auth.users where id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    insert into private.erasures (subject, counts) values (private.subject_of(address), counts) returning id into erasure;
    perform private.log_activity('person_erased', 'erasure', erasure);
    return counts;
  end $$;
grant execute on function private.erase_person to service_role;

-- The same for an admin, who stays if there is no other. Everybody whose role is looked at or goes is held at once.
create function private.erase_person_as_admin(address text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform from public.user_roles
      where role = 'admin'
        or user_id in (select id from auth.users where lower(email) = private.normal_address(address))
      order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.user_roles as held join auth.users as account on account.id = held.user_id
                       where held.role = 'admin' and lower(account.email) <> private.normal_address(address))
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    return private.erase_person(address);
  end $$;
grant execute on function private.erase_person_as_admin to authenticated;

-- # Exposed through the Data API

create function public.export_person(address text) returns jsonb
  language sql stable set search_path = '' as $$ select private.export_person(address) $$;
grant execute on function public.export_person to service_role;

create function public.erase_person(address text) returns jsonb
  language plpgsql set search_path = '' as $$
  begin
    if current_user = 'authenticated' then
      return private.erase_person_as_admin(address);
    end if;
    return private.erase_person(address);
  end $$;
grant execute on function public.erase_person to authenticated, service_role;

-- What is kept no longer than it may be (docs/decisions/database.md).

-- pg_cron notes each run of each job, 2,880 a day, and deletes none. The number tells the age of one that never began, and
-- has no time.
create function private.purge_run_details() returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if to_regclass('cron.job_run_details') is not null then
      delete from cron.job_run_details
        where runid <= (select max(runid) from cron.job_run_details where start_time < now() - interval '14 days');
    end if;
  exception when insufficient_privilege then
    -- They are then the business of whoever owns them; what people were promised is deleted all the same.
    return;
  end $$;

-- Deletes what is older than the settings say: what visitors sent, closed requirements, the log of activity and that of
-- authentication, mails, drafts, invitations, and client accounts that nobody has used for as long and that have no open
-- requirement. Returns how many of each, which is noted; and clears what the schedule itself writes.
create function private.purge_expired() returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
    unused uuid[];
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status = any (private.closed_statuses()) and filed.updated_at < expiry)
      order by line.id for update;
    foreach relation in array array['public.contact_submissions', 'public.public_job_submissions',
                                    'public.consultation_requests', 'public.activity_log', 'public.mail_outbox',
                                    'auth.audit_log_entries'] loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    -- Which network a form came from is asked for an hour; a form that comes sweeps it as well.
    delete from private.form_senders where created_at < now() - interval '1 hour';
    -- So does an act that can't be undone any more.
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    -- And so do codes, sessions, and what was sealed.
    delete from private.candidate_codes where created_at < now() - interval '1 day';
    delete from private.candidate_sessions where expires_at < now();
    delete from private.sealed_candidates
      where created_at < now() - (select make_interval(days => sealed_days) from private.settings);
    perform private.forget_candidate(expired) from private.expired_candidates() as expired;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for. Where there are members, it is what
    -- their owners have written.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member where member.client_id = client.id);
    delete from public.job_requirements where status = any (private.closed_statuses()) and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    unused := array(select person.id from auth.users as person
      where greatest(person.created_at, person.last_sign_in_at) < expiry
        and not exists (select from public.user_roles as held where held.user_id = person.id and held.role <> 'client')
        and not exists (select from public.client_members as member
                         join public.job_requirements as requirement on requirement.client_id = member.client_id
                         where member.user_id = person.id));
    -- A company goes with the last of its members; one that has none, when nothing has happened to it for as long.
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    delete from auth.users where id = any (unused);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $$;

-- What the next run would delete: it runs, and is taken back.
create function private.preview_purge() returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare counts jsonb;
  begin
    begin
      counts := private.purge_expired();
      raise exception using errcode = 'KGH00', message = 'taken back';
    exception when sqlstate 'KGH00' then
      return counts;
    end;
  end $$;

-- What an operator sees: when each scheduled run came last, was asked for and was answered, with the reason, in what waits,
-- when a run can't even be asked for; and how much business there is.

-- One row a run. `ran_at`: the schedule was there (crm and mail look each minute for what is due, purge deletes each night);
-- before the first run, the time that this table was made, so that a schedule that never came is seen as well.
-- `requested_at`: the function was asked to send what is due. `answered_at`: it has said that it did its work.
create table private.scheduled_runs (
  run text primary key check (run in ('crm', 'mail', 'purge')),
  ran_at timestamptz not null default now(),
  requested_at timestamptz,
  answered_at timestamptz
);

-- The rows of a restored copy take the place of these, as in private.settings.
create function private.replace_scheduled_run() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    delete from private.scheduled_runs where run = new.run;
    return new;
  end $$;

create trigger replace_scheduled_run before insert on private.scheduled_runs
  for each row execute function private.replace_scheduled_run();
alter table private.scheduled_runs enable always trigger replace_scheduled_run;

-- Notes when the function answered the request with 200. pg_net keeps its answers for some hours only.
create function private.note_answer(wanted text, request bigint) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update private.scheduled_runs as noted set answered_at = response.created
      from net._http_response as response
      where noted.run = wanted and response.id = request and response.status_code = 200
        and response.created > coalesce(noted.answered_at, '-infinity');
  exception when insufficient_privilege or undefined_table or invalid_schema_name then
    -- Where answers can't be read, what waits is all that tells.
    return;
  end $$;

-- Writes into what is due that nobody can be asked to send it, since the Vault lacks an address or a key; and takes it out
-- again once both are there. At most 1,000 rows at once, and none that somebody else has in hand.
create function private.note_missing_secrets(outbox regclass, function_name text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    missing text;
    stale text := $sql$ last_error like 'the Vault has no %' $sql$;
  begin
    select string_agg(wanted, ' and ' order by wanted desc) into missing
      from unnest(array[function_name || '_url', function_name || '_key']) as wanted
      where not exists (select from vault.decrypted_secrets as secret
                         where secret.name = wanted and secret.decrypted_secret is not null);
    if missing is not null then
      stale := 'last_error is distinct from $1';
    end if;
    execute format('update %1$s set last_error = $1 where id in (
        select id from %1$s where next_attempt_at <= now() and %2$s
          order by next_attempt_at limit 1000 for update skip locked)', outbox, stale)
      using 'the Vault has no ' || missing;
  end $$;

-- What pg_cron calls each minute, for each outbox: notes that it has come, what became of the request before and why none
-- can be made, and has what is due sent. When something in here fails, nothing is noted, and the figures grow old.
create function private.run_scheduled(wanted text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    last_request bigint;
    request bigint;
  begin
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into last_request
      from private.settings;
    perform private.note_answer(wanted, last_request);
    case wanted
      when 'crm' then
        perform private.note_missing_secrets('public.crm_events', 'sync_crm');
        perform private.request_crm_redelivery();
      when 'mail' then
        perform private.note_missing_secrets('public.mail_outbox', 'deliver_mail');
        perform private.request_mail_run();
    end case;
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into request
      from private.settings;
    update private.scheduled_runs as noted
      set ran_at = now(),
          requested_at = case when request is distinct from last_request then now() else noted.requested_at end
      where noted.run = wanted;
  end $$;

-- The runs in seconds since 1970, as Prometheus counts. They tell nothing of the business: the schedule looks each minute
-- and each night, whatever there is.
create function private.schedule_runs()
  returns table (run text, ran double precision, requested double precision, answered double precision)
  language sql stable security definer set search_path = '' as $$
    select run, extract(epoch from ran_at)::double precision, extract(epoch from requested_at)::double precision,
           extract(epoch from answered_at)::double precision
      from private.scheduled_runs order by run
  $$;
grant execute on function private.schedule_runs to anon, authenticated, service_role;

-- How much the team has to answer, for whoever has the key of /metrics. It costs the same however much waits: each figure
-- counts to 1,000, by an index that holds nothing else.
create function private.inbox_figures(metrics_key text)
  returns table (state public.inbox_state, overdue boolean, items integer)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not exists (select from private.settings
                    where metrics_key_digest = encode(sha256(convert_to(metrics_key, 'UTF8')), 'hex')) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
    return query
      select wanted.state, due.overdue, counted.items
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true, '-infinity'::timestamptz, now()), (false, now(), 'infinity'::timestamptz))
          as due (overdue, since, until)
        cross join lateral (
          select count(*)::integer as items from (
            select from public.inbox_items as item
              where item.state = wanted.state and item.due_at >= due.since and item.due_at < due.until
                -- As the index says it.
                and item.state in ('new', 'open', 'waiting')
                and (not item.is_suspect or item.state = 'waiting' or item.assignee is not null)
                -- One that was taken by somebody whose time is over is idle again.
                and not (item.is_suspect and item.state <> 'waiting' and coalesce(item.claim_expires_at <= now(), false))
              limit 1000) as item) as counted;
  end $$;
grant execute on function private.inbox_figures to anon, authenticated, service_role;

-- # Exposed through the Data API

create function public.schedule_runs()
  returns table (run text, ran double precision, requested double precision, answered double precision)
  language sql stable set search_path = '' as $$ select * from private.schedule_runs() $$;
grant execute on function public.schedule_runs to anon, authenticated, service_role;

create function public.inbox_figures(metrics_key text)
  returns table (state public.inbox_state, overdue boolean, items integer)
  language sql stable set search_path = '' as $$ select * from private.inbox_figures(metrics_key) $$;
grant execute on function public.inbox_figures to anon, authenticated, service_role;

-- Candidates: people who look for work, as the team knows them (docs/decisions/candidates.md). No company ever reads these
-- tables: what it sees of somebody is the card of an entry (04-shortlists.sql).

-- One skill, however it is written: "React.js" and "ReactJS" are "react", while C, C++ and C# stay three.
create function private.skill_key(skill text) returns text
  language sql immutable set search_path = '' as $$
    select case plain
        when 'js' then 'javascript' when 'ts' then 'typescript' when 'golang' then 'go' when 'cpp' then 'c++'
        when 'c sharp' then 'c#' when 'csharp' then 'c#' when 'dotnet' then '.net' when 'postgres' then 'postgresql'
        when 'k8s' then 'kubernetes'
        else case when length(plain) > 4 then regexp_replace(plain, '[. ]?js$', '') else plain end end
      from (select regexp_replace(lower(private.trimmed(skill)), '\s+', ' ', 'g') as plain) as typed
  $$;

-- The lexeme of a skill. Postgres' parser makes none that begins like it.
create function private.skill_lexeme(skill text) returns text
  language sql immutable set search_path = '' as $$ select '=' || private.skill_key(skill) $$;

create function private.searchable_candidate(
    full_name text, headline text, city text, skills text[], email text, phone text) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', concat_ws(' ', full_name, headline, city, email, split_part(email, '@', 2), phone,
                         (select string_agg(skill, ' ') from unnest(skills) as skill where skill !~ '[+#]')))
      || array_to_tsvector(coalesce(private.numbers_in(phone), '{}'))
      || array_to_tsvector(array(
           select distinct private.skill_lexeme(skill) from unnest(skills) as skill where private.is_filled(skill)
           union
           select private.skill_lexeme(found[1]) from regexp_matches(headline, '[[:alnum:]]+[+#]+', 'g') as found))
  $$;

-- Each word is a word as everywhere (private.search_query), or a skill; one letter, or one with + or # behind it, is a skill
-- alone.
create function private.words_or_skills(typed text) returns tsquery
  language plpgsql immutable set search_path = '' as $$
  declare
    word text;
    skill tsquery;
    together tsquery := ''::tsquery;
  begin
    for word in select regexp_split_to_table(private.trimmed(typed), '\s+') loop
      skill := ('''' || replace(replace(private.skill_lexeme(word), '\', '\\'), '''', '''''') || '''')::tsquery;
      -- Of what shows nothing there is nothing to look for.
      together := coalesce(together && case when word ~ '^-' then private.search_query(word)
                                   when word ~ '^[[:alpha:]]$|[+#]' then skill
                                   else private.search_query(word) || skill end, together);
    end loop;
    return together;
  end $$;

-- What a search for candidates looks for: the words as they are, or with their numbers as those are kept.
create function private.candidate_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select case when typed ~* '"|(^|\s)or(\s|$)' then private.search_query(typed)
                when plain <> typed then private.words_or_skills(typed) || private.words_or_skills(plain)
                else private.words_or_skills(typed) end
      from left(words, 200) as typed, private.with_plain_numbers(typed) as plain
  $$;

-- # What is kept

-- Up to ten addresses of pages.
create function private.are_links(value text[]) returns boolean
  language sql immutable set search_path = '' as $$
    select cardinality(value) <= 10 and coalesce(array_ndims(value), 1) = 1
      and coalesce((select bool_and(coalesce(length(link) <= 300 and link ~ '^https?://[^\s<>"]+$', false))
                      from unnest(value) as link), true)
  $$;

create table public.candidates (
  id uuid primary key default gen_random_uuid(),
  -- A form that comes twice is one candidate.
  form_id uuid unique,
  full_name text not null check (private.is_text(full_name, 200)),
  email text check (private.is_email(email) and email = private.normal_address(email)),
  -- Since somebody has shown that this mailbox is theirs, by a code.
  email_confirmed_at timestamptz,
  phone text check (private.is_text(phone, 200)),
  headline text check (private.is_text(headline, 200)),
  city text check (private.is_text(city, 200)),
  country text check (private.is_text(country, 100)),
  notice_period text check (private.is_text(notice_period, 100)),
  skills text[] not null default '{}' check (private.are_skills(skills, 0)),
  summary text check (private.is_text(summary, 4000)),
  links text[] not null default '{}' check (private.are_links(links)),
  -- What they want to earn; what they earn is neither asked nor kept.
  expected_pay_amount numeric(14, 2) check (expected_pay_amount >= 0 and expected_pay_amount < 'NaN'),
  expected_pay_currency public.currency_code,
  expected_pay_unit text check (expected_pay_unit in ('hour', 'day', 'month', 'year')),
  source text check (private.is_text(source, 200)),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  -- Of whoever is under 18 nothing is kept.
  is_adult boolean not null check (is_adult),
  -- Where they work now: never shown to it.
  employer text check (private.is_text(employer, 200)),
  created_by uuid references auth.users (id) on delete set null,
  last_activity_at timestamptz not null default now(),
  -- With a new one the links of all mails before are dead.
  link_issue integer not null default 1,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null
    generated always as (private.searchable_candidate(full_name, headline, city, skills, email, phone)) stored,
  constraint pay_is_whole check (
    num_nonnulls(expected_pay_amount, expected_pay_currency, expected_pay_unit) in (0, 3)),
  constraint confirmed_has_address check (email is not null or email_confirmed_at is null)
);

create index candidates_newest on public.candidates (created_at desc, id desc);
create index candidates_city on public.candidates (lower(city), created_at desc, id desc);
create index candidates_search on public.candidates using gin (search) with (fastupdate = off);
create index candidates_search_period on public.candidates
  using gin (private.searchable_in_period(search, created_at)) with (fastupdate = off);
create index candidates_email on public.candidates (email);
create index candidates_mailbox on public.candidates (private.mailbox_of(email));
create unique index candidates_confirmed on public.candidates (email) where email_confirmed_at is not null;
create index candidates_name on public.candidates (lower(full_name));
create index candidates_created_by on public.candidates (created_by);
create index candidates_activity on public.candidates (last_activity_at);

alter table public.candidates enable row level security, force row level security;
grant select on public.candidates to authenticated;

create trigger stamp_update before update on public.candidates for each row execute function private.stamp_update();
-- What somebody writes makes a version; that somebody was there makes none.
create trigger raise_version before update of full_name, email, phone, headline, city, country, notice_period, skills,
    summary, links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer
  on public.candidates for each row execute function private.raise_version();

create policy "who may export reads" on public.candidates for select to authenticated
  using ((select private.may_export()));

create table public.candidate_notes (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (private.is_text(body, 4000)),
  form_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);

create index candidate_notes_timeline on public.candidate_notes (candidate_id, created_at desc, id desc);
create unique index candidate_notes_form on public.candidate_notes (author, form_id);

alter table public.candidate_notes enable row level security, force row level security;
grant select on public.candidate_notes to authenticated;

create policy "who may export reads" on public.candidate_notes for select to authenticated
  using ((select private.may_export()));

-- Who must not learn of a candidate: a company that we know, a name, or the domain of its mails; and where they work now.
create table public.candidate_never (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  client_id uuid references public.clients (id) on delete cascade,
  named text check (private.is_text(named, 200)),
  is_employer boolean not null default false,
  -- They have said so themselves, on their page: the team does not take it back.
  is_own boolean not null default false,
  created_at timestamptz not null default now(),
  constraint names_one check (num_nonnulls(client_id, named) = 1)
);

create unique index candidate_never_once on public.candidate_never (candidate_id, client_id, lower(named)) nulls not distinct;
create index candidate_never_client on public.candidate_never (client_id);

alter table public.candidate_never enable row level security, force row level security;
grant select on public.candidate_never to authenticated;

create policy "who may export reads" on public.candidate_never for select to authenticated
  using ((select private.may_export()));

-- # Whom they must not be shown to

-- Words as they are compared: small, without accents, marks and what shows nothing, however they are encoded.
create function private.plain_words(value text) returns text
  language sql immutable set search_path = '' as $$
    select translate(regexp_replace(lower(normalize(value, NFKD)), '[\u00AD\u0300-\u036F\u200B-\u200F\u2060\uFEFF]', '', 'g'),
                     U&'\3002', '.')
  $$;

-- A company's name without what it is by law, signs and spaces: "Acme (India) Pvt. Ltd." is "acmeindia", and "G.m.b.H." is
-- one word. What may be a word of a name as well is the law's at its end alone; a name of nothing else is what it is.
create function private.plain_company_name(name text) returns text
  language sql immutable set search_path = '' as $$
    select nullif(replace(regexp_replace(
        trim(regexp_replace(regexp_replace(replace(private.plain_words(name), '&', ' and '),
          '\m([[:alnum:]])\.', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g')),
        '( (private|pvt|p(?= (ltd|limited))|pte|pty|limited|ltd|ltda|llp|llc|lp|opc|inc|incorporated|gmbh|kg|kgaa|ug|corp'
          || '|corporation|(and )?co|company|plc|ag|sa|sas|sarl|spa|srl|sl|bv|nv|ab|aps|oy|se))+$'
          || '| (private(?= limited)|pvt|limited|ltd|llp|llc|gmbh|plc)(?= )', '', 'g'),
        ' ', ''), '')
  $$;

-- The domain that a name is, or an address ends with, or a page's is of; null where anybody gets an address, and for what
-- is none.
create function private.company_domain(name text) returns text
  language sql immutable set search_path = '' as $$
    select domain from (
        select substring(lower(private.trimmed(normalize(name, NFKC)))
                           from '^(?:https?://)?(?:www\.)?(?:[^@\s/]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::[0-9]+)?(?:[/?#].*)?$')
          as domain) as found
      where domain !~ '^(gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|me|aol|gmx|proton|protonmail|pm|zoho|zohomail|rediff|rediffmail|mail|yandex|fastmail|tutanota|web)\.'
  $$;

-- The records of somebody: this one, and every other of the same address. What they have said by one holds for all.
create function private.records_of(candidate uuid) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select candidate
    union
    select twin.id from public.candidates as own join public.candidates as twin on twin.email = own.email where own.id = candidate
  $$;

-- The domains of a company: the one that its name is, and those of its people's addresses, past invitations included. Each is
-- looked at once, however many addresses it has.
create function private.domains_of(company uuid) returns text[]
  language sql stable security definer set search_path = '' as $$
    with said as materialized (
      select client.company_name as words from public.clients as client where client.id = company
      union
      select split_part(account.email, '@', 2) from public.client_members as member
        join auth.users as account on account.id = member.user_id where member.client_id = company
      union
      select split_part(invitation.email, '@', 2) from public.invitations as invitation where invitation.client_id = company
    )
    select array_remove(array(select private.company_domain(said.words) from said), null)
  $$;

-- Must this company not learn of this candidate: by itself, its name, the domain of its people's addresses, or because they
-- work there, as any record of theirs says? Whoever asks about many candidates has the company's domains once.
create function private.is_never(person public.candidates, company uuid, domains text[]) returns boolean
  language sql stable security definer set search_path = '' as $$
    with named as materialized (
      select said.client_id, private.plain_company_name(said.named) as plain, private.company_domain(said.named) as domain
        from (
          select never.client_id, never.named from public.candidate_never as never
            where never.candidate_id in (select private.records_of((person).id))
          union all
          select null, twin.employer from public.candidates as twin where twin.id in (select private.records_of((person).id))
          union all select null, private.company_domain((person).email)) as said
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.plain_company_name(client.company_name) from public.clients as client
                            where client.id = company)
        -- The domain itself, or one below it.
        or exists (select from unnest(domains) as theirs (domain) where '.' || theirs.domain like '%.' || named.domain))
  $$;

create function private.is_never(person public.candidates, company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.is_never(person, company, private.domains_of(company))
  $$;

-- # What the team does

-- What a form of the team says of a candidate.
create function private.candidate_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['full_name', 'email', 'phone', 'headline', 'city', 'country', 'notice_period', 'skills', 'summary', 'links',
                 'expected_pay_amount', 'expected_pay_currency', 'expected_pay_unit', 'source', 'language', 'is_adult',
                 'employer']
  $$;

-- What a form has sent, on top of a row, of these fields and no others.
create function private.with_candidate_entries(base public.candidates, entries jsonb, fields text[]) returns public.candidates
  language plpgsql stable set search_path = '' as $$
  declare made public.candidates;
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (fields)) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    made := jsonb_populate_record(base, entries);
    made.full_name := private.trimmed(made.full_name);
    made.email := private.normal_address(made.email);
    made.phone := private.trimmed(made.phone);
    made.headline := private.trimmed(made.headline);
    made.city := private.trimmed(made.city);
    made.country := private.trimmed(made.country);
    made.notice_period := private.trimmed(made.notice_period);
    made.summary := private.trimmed(made.summary);
    made.source := private.trimmed(made.source);
    made.employer := private.trimmed(made.employer);
    made.language := coalesce(made.language, 'en');
    made.links := array(select private.trimmed(link) from unnest(made.links) as link where private.is_filled(link));
    -- Each skill once, in the order in which they were written.
    made.skills := array(
      select skill from (
        select distinct on (private.skill_key(typed.skill)) private.trimmed(typed.skill) as skill, typed.place
          from unnest(made.skills) with ordinality as typed (skill, place) where private.is_filled(typed.skill)
          order by private.skill_key(typed.skill), typed.place) as once
        order by once.place);
    if made.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif not coalesce(private.is_email(made.email), true) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif made.is_adult is not true then
      raise exception 'under_age' using errcode = 'PT422';
    end if;
    return made;
  end $$;

-- All records of somebody, held until the transaction ends, with the requirements that they have joined, whose count
-- follows when that ends; and those of an address that is to be theirs. Whoever holds more than one thing takes
-- requirements first, then candidates, then entries, then lines of the inbox, each by id (private.lock_team).
create function private.hold_records(candidate uuid, address text default null) returns uuid[]
  language plpgsql security definer set search_path = '' as $$
  declare records uuid[] := array(
    select private.records_of(candidate) union select known.id from public.candidates as known where known.email = address);
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
    return array(select private.records_of(candidate) order by 1);
  end $$;

-- How what is known of a candidate is written, and who must not know of them (docs/decisions/candidates.md).

-- A candidate until the transaction ends, with all records of theirs: what is said by one may end what is shown by another.
create function private.lock_candidate(candidate uuid) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare held public.candidates;
  begin
    perform private.hold_records(candidate);
    select * into held from public.candidates where id = candidate for update;
    if held.id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $$;

-- The address of a candidate who is held becomes another one: what went to the one before is dead, and what was asked there
-- and not answered can be asked anew.
create function private.leave_address(held public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = held.email and mail.template like 'candidate\_%' and case mail.template
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> held.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = held.email and other.id <> held.id)
        else mail.sent_at is null and array[mail.ids ->> 'consent', mail.ids ->> 'entry'] && private.mail_subjects(held.id) end;
    delete from private.candidate_sessions where candidate_id = held.id;
    delete from private.candidate_codes where candidate_id = held.id;
    for entry in select asked.id from public.shortlist_entries as asked
                   where asked.candidate_id = held.id and asked.state = 'asked' order by asked.id for update loop
      perform private.unask_entry(entry);
    end loop;
    update public.candidate_consents as asked set closed_at = now()
      where asked.candidate_id = held.id and asked.purpose = 'keep'
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
  end $$;

-- Writes what may be written of a candidate who is held. Another address has to be proved anew, and kills the links that went
-- to the one before.
create function private.write_candidate(held public.candidates, wanted public.candidates) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare now_at integer;
  begin
    if wanted is distinct from held then
      if wanted.email is distinct from held.email then
        wanted.email_confirmed_at := null;
        wanted.link_issue := held.link_issue + 1;
        perform private.leave_address(held);
      end if;
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = held.id returning kept.version into now_at;
      perform private.hide_from_never(held.id);
    end if;
    return coalesce(now_at, held.version);
  end $$;

-- Keeps a candidate: a new one, once for each form, or what is known of one on the version that was read.
create function private.save_candidate(entries jsonb, form uuid, candidate uuid, seen integer) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    held public.candidates;
    wanted public.candidates;
  begin
    perform private.hold_records(candidate, private.normal_address(entries ->> 'email'));
    if candidate is not null then
      held := private.lock_candidate(candidate);
      wanted := private.with_candidate_entries(held, entries, private.candidate_fields());
      if wanted is distinct from held and held.version is distinct from seen then
        raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
      end if;
      return jsonb_build_object('id', held.id, 'version', private.write_candidate(held, wanted));
    end if;
    wanted := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries, private.candidate_fields());
    insert into public.candidates (form_id, full_name, email, phone, headline, city, country, notice_period, skills, summary,
        links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
      values (form, wanted.full_name, wanted.email, wanted.phone, wanted.headline, wanted.city, wanted.country,
              wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
              wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, true, wanted.employer,
              caller)
      on conflict (form_id) do nothing returning * into held;
    if held.id is not null then
      -- What is said by this record ends what other records of the address show.
      perform private.hide_from_never(held.id);
    else
      select * into held from public.candidates as kept where kept.form_id = form and kept.created_by = caller;
      if held.id is null then
        raise exception 'form_taken' using errcode = 'PT409';
      end if;
    end if;
    return jsonb_build_object('id', held.id, 'version', held.version);
  end $$;
grant execute on function private.save_candidate to authenticated;

-- Who may be the same person as somebody who is being entered: by address, by number, or by name and city. The first six.
create function private.similar_candidates(entries jsonb, except_one uuid)
  returns table (id uuid, full_name text, headline text, city text, why text, is_confirmed boolean)
  language plpgsql stable security definer rows 6 set search_path = '' as $$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where known.email = private.normal_address(entries ->> 'email') limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_in(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where lower(known.full_name) = lower(private.trimmed(entries ->> 'full_name'))
                and (lower(known.city) = lower(private.trimmed(entries ->> 'city'))) is not false limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $$;
grant execute on function private.similar_candidates to authenticated;

-- Writes a note about a candidate, once for each form.
create function private.note_candidate(candidate uuid, form uuid, body text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    written uuid;
  begin
    perform private.lock_candidate(candidate);
    insert into public.candidate_notes (candidate_id, author, body, form_id)
      values (candidate, caller, private.trimmed(note_candidate.body), form)
      on conflict (author, form_id) do nothing returning id into written;
    update public.candidates set last_activity_at = now() where id = candidate and written is not null;
    return coalesce(written, (select id from public.candidate_notes where author = caller and form_id = form));
  end $$;
grant execute on function private.note_candidate to authenticated;

-- Adds who must not learn of a candidate who is held; whatever that one sees of them now, it sees no more.
create function private.write_never(candidate uuid, named text, client uuid, employer boolean, own boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare made uuid;
  begin
    if client is null and private.trimmed(write_never.named) is null then
      raise exception 'company_name_missing' using errcode = 'PT422';
    elsif client is not null and not exists (select from public.clients where id = client) then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif 100 <= (select count(*) from public.candidate_never as kept where kept.candidate_id = candidate) then
      raise exception 'too_many_never' using errcode = 'PT422';
    end if;
    insert into public.candidate_never as kept (candidate_id, client_id, named, is_employer, is_own)
      values (candidate, client, case when client is null then private.trimmed(write_never.named) end, coalesce(employer, false), own)
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_employer = kept.is_employer or excluded.is_employer, is_own = kept.is_own or excluded.is_own
      returning kept.id into made;
    update public.candidates set last_activity_at = now() where id = candidate;
    perform private.hide_from_never(candidate, own);
    return made;
  end $$;

create function private.add_never(candidate uuid, named text, client uuid, employer boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.lock_candidate(candidate);
    return private.write_never(candidate, named, client, employer, false);
  end $$;
grant execute on function private.add_never to authenticated;

-- Takes one back that the team has added.
create function private.remove_never(never uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never;
  end $$;
grant execute on function private.remove_never to authenticated;

-- # Exposed through the Data API

create function public.save_candidate(
    entries jsonb, form uuid default null, candidate uuid default null, seen integer default null) returns jsonb
  language sql set search_path = '' as $$ select private.save_candidate(entries, form, candidate, seen) $$;
grant execute on function public.save_candidate to authenticated;

create function public.similar_candidates(entries jsonb, except_one uuid default null)
  returns table (id uuid, full_name text, headline text, city text, why text, is_confirmed boolean)
  language sql stable set search_path = '' as $$ select * from private.similar_candidates(entries, except_one) $$;
grant execute on function public.similar_candidates to authenticated;

create function public.note_candidate(candidate uuid, form uuid, body text) returns uuid
  language sql set search_path = '' as $$ select private.note_candidate(candidate, form, body) $$;
grant execute on function public.note_candidate to authenticated;

create function public.add_never(
    candidate uuid, named text default null, client uuid default null, employer boolean default false) returns uuid
  language sql set search_path = '' as $$ select private.add_never(candidate, named, client, employer) $$;
grant execute on function public.add_never to authenticated;

create function public.remove_never(never uuid) returns void
  language sql set search_path = '' as $$ select private.remove_never(never) $$;
grant execute on function public.remove_never to authenticated;

-- The list of candidates (docs/decisions/candidates.md).

-- One page of candidates, the newest first. What many have is found among the newest; what some have, among those of six
-- periods; what few have, by the index of all; and of what is left the newest are looked at in their order. No plan is made
-- anew for other words: to make one would take longer than the search.
create function private.candidates_page(
    words text, city text, before_at timestamptz, before_id uuid, room integer) returns table (candidate_id uuid)
  language plpgsql stable security definer rows 26 set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
  declare
    query tsquery := private.candidate_query(words);
    town text := lower(private.trimmed(city));
    from_at timestamptz := case when before_id is null then 'infinity' else before_at end;
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    walked integer;
    found uuid[];
  begin
    if words is null or private.trimmed(words) is null then
      if town is null then
        return query select kept.id from public.candidates as kept
          where (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      else
        return query select kept.id from public.candidates as kept
          where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      end if;
      return;
    elsif numnode(query) = 0 then
      return;
    end if;
    foreach walked in array array[400, null] loop
      found := array(
        select newest.id from (
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where town is null and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)
            union all
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)) as newest
          where newest.search @@ query order by newest.created_at desc, newest.id desc limit room);
      exit when cardinality(found) = room or walked is null;
      found := array(
        with recent as materialized (
          select kept.id, kept.created_at, kept.city, kept.search from public.candidates as kept
            where private.searchable_in_period(kept.search, kept.created_at) @@ private.query_in_periods(
              query, least(from_at, (select max(newest.created_at) from public.candidates as newest)), 6))
        select recent.id from recent
          where recent.search @@ query and (town is null or lower(recent.city) = town)
            and (recent.created_at, recent.id) < (from_at, from_id)
          order by recent.created_at desc, recent.id desc limit room);
      exit when cardinality(found) = room;
      found := array(select kept.id from public.candidates as kept where kept.search @@ query limit 1001);
      if cardinality(found) <= 1000 then
        found := array(
          select kept.id from public.candidates as kept
            where kept.id = any (found) and (town is null or lower(kept.city) = town)
              and (kept.created_at, kept.id) < (from_at, from_id)
            order by kept.created_at desc, kept.id desc limit room);
        exit;
      end if;
    end loop;
    return query select unnest(found);
  end $$;

-- The team's list: as many as are asked for and one more, which tells that there is a next page.
create function private.list_candidates(words text, city text, before_at timestamptz, before_id uuid, size integer)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period, kept.email,
           kept.phone, exists (select from public.candidate_consents as asked
                                where asked.candidate_id = kept.id and asked.purpose = 'keep' and private.is_in_force(asked) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, before_at, before_id,
                                                 least(greatest(size, 1), 100) + 1) with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $$;
grant execute on function private.list_candidates to authenticated;

-- # Exposed through the Data API

create function public.list_candidates(
    words text default null, city text default null, before_at timestamptz default null, before_id uuid default null,
    size integer default 25)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable set search_path = '' as $$
    select * from private.list_candidates(words, city, before_at, before_id, size)
  $$;
grant execute on function public.list_candidates to authenticated;

-- Shortlists: which candidates the team has in mind for a requirement, and the card of each: exactly what its company sees of
-- somebody, and what that somebody has agreed to (docs/decisions/candidates.md).

-- How the candidates of a requirement are shown; none for one that nobody has been added to.
create table public.shortlists (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  -- Cards without name, links and employer, opened by "interview".
  is_blind boolean not null default false,
  -- The work is outside India.
  is_abroad boolean not null default false,
  -- When its company was last reminded that candidates wait for an answer.
  reminded_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.shortlists enable row level security, force row level security;
grant select on public.shortlists to authenticated;

create trigger stamp_update before update on public.shortlists for each row execute function private.stamp_update();
create trigger raise_version before update of is_blind, is_abroad on public.shortlists
  for each row execute function private.raise_version();

create policy "who may export reads" on public.shortlists for select to authenticated
  using ((select private.may_export()));

-- One candidate for one requirement.
create table public.shortlist_entries (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  state text not null default 'draft' check (state in (
    'draft', 'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined', 'withdrawn', 'closed')),
  -- What stands for the name on a blind card.
  code_word text not null check (private.is_text(code_word, 50)),
  -- What the card is made of. From the question on it is frozen, as it was then.
  chosen text[] not null default array['headline', 'city', 'notice_period', 'skills'] check (private.are_names(chosen)),
  pitch text check (private.is_text(pitch, 2000)),
  card jsonb check (jsonb_typeof(card) = 'object'),
  is_blind boolean not null default false,
  shown_at timestamptz,
  -- When its company has last answered.
  answered_at timestamptz,
  -- Since when its company says "interview", which opens the name and how to reach them; null after another answer.
  interview_at timestamptz,
  joined_on date check (joined_on between '1900-01-01' and '2999-12-31'),
  added_by uuid references auth.users (id) on delete set null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the team says that they were offered the work, whatever became of that.
  offered_at timestamptz,
  constraint once_for_each unique (requirement_id, candidate_id),
  constraint code_word_is_ones unique (requirement_id, code_word),
  constraint frozen_when_asked check (card is not null or state not in (
    'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined')),
  constraint says_when_shown check (shown_at is not null or state not in (
    'shown', 'interview', 'offered', 'joined', 'declined')),
  constraint says_when_joined check ((state = 'joined') = (joined_on is not null))
);

create index shortlist_entries_candidate on public.shortlist_entries (candidate_id, created_at desc);
create index shortlist_entries_added_by on public.shortlist_entries (added_by);
-- Who has agreed, to be shown.
create index shortlist_entries_agreed on public.shortlist_entries (requirement_id) where state = 'agreed';
-- What waits for its company's answer.
create index shortlist_entries_waiting on public.shortlist_entries (shown_at, requirement_id)
  where state = 'shown' and answered_at is null;
create index shortlist_entries_unanswered on public.shortlist_entries (requirement_id)
  where state = 'shown' and answered_at is null;

alter table public.shortlist_entries enable row level security, force row level security;
grant select on public.shortlist_entries to authenticated;

create trigger stamp_update before update on public.shortlist_entries
  for each row execute function private.stamp_update();
create trigger raise_version before update of state, chosen, pitch, card, is_blind, joined_on on public.shortlist_entries
  for each row when (old.state is distinct from new.state or old.chosen is distinct from new.chosen
    or old.pitch is distinct from new.pitch or old.card is distinct from new.card
    or old.is_blind is distinct from new.is_blind or old.joined_on is distinct from new.joined_on)
  execute function private.raise_version();

create policy "who may export reads" on public.shortlist_entries for select to authenticated
  using ((select private.may_export()));

-- # The card

-- What may be chosen for a card, in its order. How to reach somebody is never on one.
create function private.card_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['headline', 'city', 'country', 'notice_period', 'skills', 'summary', 'links', 'expected_pay', 'language',
                 'employer']
  $$;

-- A card: of the fields that were chosen those that are filled in; the name, unless it is blind.
create function private.card_of(person public.candidates, chosen text[], is_blind boolean) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_strip_nulls(coalesce(jsonb_object_agg(part.key, part.value) filter (where part.value <> '[]'), '{}')
        || case when is_blind then '{}' else jsonb_build_object('name', (person).full_name) end)
      from jsonb_each(to_jsonb(person) || jsonb_build_object('expected_pay', case
             when (person).expected_pay_amount is not null then jsonb_build_object(
               'amount', (person).expected_pay_amount, 'currency', (person).expected_pay_currency,
               'unit', (person).expected_pay_unit) end)) as part
      where part.key = any (chosen) and part.key = any (private.card_fields())
        and not (is_blind and part.key in ('links', 'employer'))
  $$;

-- All that a company would see of an entry as it stands: what is frozen, or would be.
create function private.shown_card(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'card', coalesce((entry).card, private.card_of(person, (entry).chosen, list.is_blind)),
        'pitch', (entry).pitch,
        'is_blind', case when (entry).card is null then list.is_blind else (entry).is_blind end,
        'code_word', (entry).code_word)
      from public.candidates as person
      join public.shortlists as list on list.requirement_id = (entry).requirement_id
      where person.id = (entry).candidate_id
  $$;

-- By which a yes names the card that it is to.
create function private.card_digest(entry public.shortlist_entries) returns text
  language sql stable security definer set search_path = '' as $$ select private.digest_of(private.shown_card(entry)::text) $$;

-- Words that are spelled to pass for others, as they are meant: single letters in a row are a word, digits that are words are
-- digits. What else one may think of is not read (docs/decisions/candidates.md).
create function private.unspelled(words text) returns text
  language plpgsql immutable set search_path = '' as $$
  declare
    plain text := regexp_replace(words, '(?<![[:alnum:]])([[:alpha:]])[^[:alnum:],;]{1,3}(?=[[:alpha:]](?![[:alnum:]]))', '\1', 'g');
    digit text;
    value integer := 0;
  begin
    foreach digit in array array['zero|oh|nought', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] loop
      plain := regexp_replace(plain, '\m(' || digit || ')\M', value::text, 'g');
      value := value + 1;
    end loop;
    return regexp_replace(regexp_replace(plain, '\mdouble ([0-9])', '\1\1', 'g'), '([0-9]),(?= ?[0-9])', '\1 ', 'g');
  end $$;

-- Does a card say how somebody is reached or, a blind one, who they are or where they work?
create function private.card_tells(person public.candidates, card jsonb, pitch text, is_blind boolean) returns boolean
  language sql stable set search_path = '' as $$
    select position(private.plain_words((person).email) in typed.words) > 0
      or private.numbers_in(typed.words) && private.numbers_in(private.plain_words((person).phone))
      or private.numbers_in(private.unspelled(typed.words)) && private.numbers_in(private.plain_words((person).phone))
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      -- "asha at seeker dot example", "asha(at)seeker.example"
      or typed.words ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.words ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or regexp_split_to_array(private.unspelled(typed.words), '[^[:alnum:]]+') && array(
             select part from unnest(typed.names) as part where length(part) > 1)
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in private.plain_company_name(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.plain_words((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.plain_words(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $$;

-- A word that is nobody's, and no other's of this requirement. Its number is drawn, and tells neither how many others there are
-- nor that one of them is gone.
create function private.next_code_word(requirement uuid) returns text
  language sql volatile security definer set search_path = '' as $$
    select drawn.word
      from (select bird || ' ' || 100 + floor(random() * 900)::integer as word
              from unnest(array['Heron', 'Kingfisher', 'Swift', 'Falcon', 'Robin', 'Lark', 'Osprey', 'Crane', 'Egret', 'Sparrow',
                                'Ibis', 'Drongo', 'Bulbul', 'Hoopoe', 'Starling', 'Finch']) as bird
              cross join generate_series(1, 20)) as drawn
      where not exists (select from public.shortlist_entries as entry
                         where entry.requirement_id = next_code_word.requirement and entry.code_word = drawn.word)
      order by random() limit 1
  $$;

-- How many candidates of a requirement are marked as joined, and the day on which they begin, where it is one.
create function private.who_joined(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('persons', count(*),
                              'joining', case when min(entry.joined_on) = max(entry.joined_on) then min(entry.joined_on) end)
      from public.shortlist_entries as entry where entry.requirement_id = who_joined.requirement and entry.state = 'joined'
  $$;

-- # Who holds what

-- A requirement with its shortlist until the transaction ends, for somebody of the team.
create function private.hold_shortlist(requirement uuid) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare held public.job_requirements;
  begin
    perform private.lock_team();
    select * into held from public.job_requirements where id = requirement for no key update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $$;

-- Refuses what nobody does for a requirement that is closed.
create function private.refuse_closed(status public.requirement_status) returns void
  language plpgsql immutable set search_path = '' as $$
  begin
    if status <> all (private.open_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
  end $$;

-- Entries with their requirements and candidates, in the order of everybody (private.lock_candidate).
create function private.hold_entries(entries uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    if coalesce(cardinality(entries), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements
      where id in (select requirement_id from public.shortlist_entries where id = any (entries)) order by id for no key update;
    perform from public.candidates
      where id in (select candidate_id from public.shortlist_entries where id = any (entries)) order by id for update;
    perform from public.shortlist_entries where id = any (entries) order by id for update;
  end $$;

-- An entry that is held, as the caller has seen it.
create function private.held_entry(entry uuid, seen integer) returns public.shortlist_entries
  language plpgsql stable security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text, hint = entry::text;
    end if;
    return held;
  end $$;

-- # Adding, and making the card

-- The entries of somebody for one job: this one, and those of their other records.
create function private.entries_beside(entry uuid) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select twin.id from public.shortlist_entries as own
      join public.shortlist_entries as twin on twin.requirement_id = own.requirement_id
        and twin.candidate_id in (select private.records_of(own.candidate_id))
      where own.id = entry order by twin.id
  $$;

-- Refuses what would have a company meet somebody twice: another record of theirs is so far for this job already.
create function private.refuse_twin(entry uuid, states text[]) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if exists (select from public.shortlist_entries as twin
                where twin.id in (select private.entries_beside(entry)) and twin.id <> entry and twin.state = any (states)) then
      raise exception 'twin_on_list' using errcode = 'PT422', hint = entry::text;
    end if;
  end $$;

-- Has somebody said no about this job within thirty days?
create function private.refused_lately(entry uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id in (select private.entries_beside(entry))
                      and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days')
  $$;

-- How a shortlist and the card of an entry are changed (docs/decisions/candidates.md).

-- Puts an entry back to where nobody has been asked: what was asked, or agreed to, holds no more.
create function private.unask_entry(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.candidate_consents as asked set closed_at = now()
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as held
      set state = 'draft', card = null, joined_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null
      where held.id = entry;
  end $$;

-- Adds a candidate to a requirement's shortlist, once. One who was taken back comes again; one who said no, after thirty days.
create function private.add_to_shortlist(requirement uuid, candidate uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlist_entries;
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(filed.status);
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlist_entries as known
      where known.requirement_id = filed.id and known.candidate_id = candidate for update;
    if held.id is null then
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = filed.id) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (filed.id, candidate, private.next_code_word(filed.id), private.current_user_id()) returning * into held;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif held.state in ('withdrawn', 'closed') then
      if private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.unask_entry(held.id);
    end if;
    perform private.refuse_twin(held.id, private.asked_states());
    return held.id;
  end $$;
grant execute on function private.add_to_shortlist to authenticated;

-- Says how a requirement's candidates are shown. Whoever was asked about a card that is another now has to be asked anew.
create function private.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlists where requirement_id = filed.id for update;
    if held.is_blind = set_shortlist.is_blind and held.is_abroad = set_shortlist.is_abroad then
      return held.version;
    elsif held.version is distinct from nullif(seen, 0) and not (seen = 0 and held.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.refuse_closed(filed.status);
    if held.is_blind <> set_shortlist.is_blind then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = filed.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = filed.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.unask_entry(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = coalesce(set_shortlist.is_blind, held.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, held.is_abroad)
      where list.requirement_id = filed.id returning list.version into held.version;
    return held.version;
  end $$;
grant execute on function private.set_shortlist to authenticated;

-- Chooses what is on a card, and says why this person. Returns the version that makes of the entry.
create function private.set_card(entry uuid, seen integer, chosen text[], pitch text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.shortlist_entries;
    fields text[] := array(select field from unnest(private.card_fields()) with ordinality as listed (field, place)
                            where field = any (set_card.chosen) order by place);
    words text := private.trimmed(set_card.pitch);
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if cardinality(fields) <> coalesce(cardinality(set_card.chosen), 0) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif held.chosen = fields and held.pitch is not distinct from words then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    perform private.refuse_closed((select filed.status from public.job_requirements as filed where filed.id = held.requirement_id));
    if held.state not in ('draft', 'asked', 'agreed') then
      raise exception 'card_frozen' using errcode = 'PT422';
    elsif held.state <> 'draft' then
      perform private.unask_entry(entry);
    end if;
    update public.shortlist_entries as edited set chosen = fields, pitch = words
      where edited.id = entry returning edited.version into now_at;
    return now_at;
  end $$;
grant execute on function private.set_card to authenticated;

-- # Exposed through the Data API

create function public.add_to_shortlist(requirement uuid, candidate uuid) returns uuid
  language sql set search_path = '' as $$ select private.add_to_shortlist(requirement, candidate) $$;
grant execute on function public.add_to_shortlist to authenticated;

create function public.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean) returns integer
  language sql set search_path = '' as $$ select private.set_shortlist(requirement, seen, is_blind, is_abroad) $$;
grant execute on function public.set_shortlist to authenticated;

create function public.set_card(entry uuid, seen integer, chosen text[], pitch text default null) returns integer
  language sql set search_path = '' as $$ select private.set_card(entry, seen, chosen, pitch) $$;
grant execute on function public.set_card to authenticated;

-- How far an entry has come, and by when a company answers (docs/decisions/candidates.md).

-- The states in which a company sees a card.
create function private.shown_states() returns text[]
  language sql immutable set search_path = '' as $$ select array['shown', 'interview', 'offered', 'joined', 'declined'] $$;

-- The states of who was asked, and has not said no.
create function private.asked_states() returns text[]
  language sql immutable set search_path = '' as $$ select array['asked', 'agreed'] || private.shown_states() $$;

-- A moment so many working days later, Monday to Friday where the agency is.
create function private.working_days_after(moment timestamptz, days integer) returns timestamptz
  language sql stable strict set search_path = '' as $$
    select (at + make_interval(days => days + 2 * ((least(weekday, 5) - 1 + days) / 5) - greatest(weekday - 5, 0)))
             at time zone 'Asia/Kolkata'
      from (select moment at time zone 'Asia/Kolkata' as at) as there
      cross join lateral (select extract(isodow from at)::integer as weekday) as day
  $$;

-- By when a company answers about somebody who was shown to it.
create function private.answer_by(shown_at timestamptz) returns timestamptz
  language sql stable strict set search_path = '' as $$ select private.working_days_after(shown_at, 2) $$;

-- Does an entry wait for its company's answer? Of a requirement that is closed none does.
create function private.waits_for_company(entry public.shortlist_entries, status public.requirement_status) returns boolean
  language sql immutable set search_path = ''
  as $$ select (entry).state = 'shown' and (entry).answered_at is null and status = any (private.open_statuses()) $$;

-- How far somebody has come: asked, agreed, shown, interview, offered, joined; 0 for who was not asked, has said no, or was
-- taken back. A yes that has ended is none.
create function private.steps_of(entry public.shortlist_entries) returns integer
  language sql stable security definer set search_path = '' as $$
    select case when (entry).state = 'joined' then 6
                when (entry).state = 'offered' or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and (entry).interview_at is not null then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_yes(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $$;

-- How many candidates of each of these requirements got at least how far, and since when the first of them waits for its
-- company: one count for every page, list and mail. Asked are also those who said no, and agreed is whoever ever did: a
-- company must not read a no off a number that falls. `shown` is all that the company sees.
create function private.count_candidates(requirements uuid[]) returns table (requirement_id uuid, counts jsonb)
  language sql stable security definer rows 26 set search_path = '' set plan_cache_mode = force_generic_plan as $$
    select wanted.id, jsonb_build_object(
        'asked', count(*) filter (where entry.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id offset 0)),
        'agreed', count(*) filter (where entry.got >= 2 or exists (
          select from public.candidate_consents as question
            where question.entry_id = entry.id and question.given_at is not null offset 0)),
        'shown', count(*) filter (where entry.got >= 3),
        'interview', count(*) filter (where entry.got >= 4),
        'offered', count(*) filter (where entry.got >= 5),
        'joined', count(*) filter (where entry.got >= 6),
        'waiting', count(*) filter (where entry.waits),
        'waiting_since', min(entry.shown_at) filter (where entry.waits),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.waits)))
      from unnest(requirements) as wanted (id)
      left join lateral (
        select kept.id, kept.shown_at, private.steps_of(kept) as got, private.waits_for_company(kept, filed.status) as waits
          from public.shortlist_entries as kept
          join public.job_requirements as filed on filed.id = kept.requirement_id
          where kept.requirement_id = wanted.id) as entry on true
      group by wanted.id
  $$;

-- Of one requirement.
create function private.candidate_counts(requirement uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select counts from private.count_candidates(array[requirement]) $$;

-- Of those that the caller may see.
create function private.counts_for_reader(requirements uuid[]) returns table (requirement_id uuid, counts jsonb)
  language sql stable security definer rows 26 set search_path = '' as $$
    select counted.requirement_id, counted.counts from private.count_candidates(requirements) as counted
      join public.job_requirements as filed on filed.id = counted.requirement_id
      where filed.client_id = (select private.current_client_id()) or (select private.is_team_member())
  $$;
grant execute on function private.counts_for_reader to authenticated;

-- What candidates are asked and what they say: may we keep you, may we show this card to this company. Nobody is shown without
-- a yes in force, and silence is no (docs/decisions/candidates.md).

-- One question and its answer. What was said stays; another question is another row.
create table public.candidate_consents (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  purpose text not null check (purpose in ('keep', 'show')),
  entry_id uuid references public.shortlist_entries (id) on delete cascade,
  -- Of the words that they were shown.
  notice_version integer not null check (notice_version > 0),
  language text not null check (language ~ '^[a-z]{2}$'),
  -- What the law of their place rests it on.
  basis text not null check (basis in ('consent', 'legitimate_interest')),
  how text not null default 'link' check (how in ('link', 'own_page')),
  asked_by uuid references auth.users (id) on delete set null,
  asked_at timestamptz not null default now(),
  given_at timestamptz,
  -- Of the card that the yes is to.
  card_digest text check (card_digest ~ '^[0-9a-f]{64}$'),
  refused_at timestamptz,
  ends_at timestamptz,
  withdrawn_at timestamptz,
  -- The question is no longer asked: the card became another one.
  closed_at timestamptz,
  -- It was closed because whoever has the address is not who was asked.
  is_disowned boolean not null default false,
  constraint about_an_entry check ((purpose = 'show') = (entry_id is not null)),
  constraint yes_is_to_a_card check (given_at is null or purpose = 'keep' or card_digest is not null)
);

create index candidate_consents_candidate on public.candidate_consents (candidate_id, asked_at desc);
create index candidate_consents_entry on public.candidate_consents (entry_id, asked_at desc);
create index candidate_consents_asked_by on public.candidate_consents (asked_by, asked_at);
-- The latest that were refused.
create index candidate_consents_refused on public.candidate_consents (greatest(refused_at, withdrawn_at), entry_id)
  where entry_id is not null and greatest(refused_at, withdrawn_at) is not null;

alter table public.candidate_consents enable row level security, force row level security;
-- What somebody has said goes with them, and never otherwise.
revoke all on public.candidate_consents from service_role;
grant select on public.candidate_consents to authenticated, service_role;

create policy "who may export reads" on public.candidate_consents for select to authenticated
  using ((select private.may_export()));

-- The version of the words that the pages show (app/content); a new wording is a new number.
create function private.notice_version() returns integer
  language sql immutable set search_path = '' as $$ select 1 $$;

-- How long a yes lasts until it is used.
create function private.yes_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '90 days' $$;

-- What keeping and showing rests on, where somebody lives: in the European Union and beside it a legitimate interest, with
-- notice and objection; else consent. A lawyer confirms.
create function private.basis_for(country text) returns text
  language sql immutable set search_path = '' as $$
    select case when lower(private.trimmed(country)) in (
        'at', 'be', 'bg', 'hr', 'cy', 'cz', 'dk', 'ee', 'fi', 'fr', 'de', 'gr', 'hu', 'ie', 'it', 'lv', 'lt', 'lu', 'mt',
        'nl', 'pl', 'pt', 'ro', 'sk', 'si', 'es', 'se', 'is', 'li', 'no',
        'austria', 'belgium', 'bulgaria', 'croatia', 'cyprus', 'czechia', 'czech republic', 'denmark', 'estonia', 'finland',
        'france', 'germany', 'greece', 'hungary', 'ireland', 'italy', 'latvia', 'lithuania', 'luxembourg', 'malta',
        'netherlands', 'the netherlands', 'poland', 'portugal', 'romania', 'slovakia', 'slovenia', 'spain', 'sweden',
        'iceland', 'liechtenstein', 'norway')
      then 'legitimate_interest' else 'consent' end
  $$;

-- Is this yes in force?
create function private.is_in_force(asked public.candidate_consents) returns boolean
  language sql stable set search_path = '' as $$
    select (asked).given_at is not null and (asked).withdrawn_at is null and (asked).refused_at is null
      and (asked).closed_at is null and coalesce((asked).ends_at > now(), true)
  $$;

-- Has somebody agreed to the card of this entry, byte for byte, and does that hold?
create function private.has_yes(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id = (entry).id and private.is_in_force(asked)
                      and asked.card_digest = private.card_digest(entry))
  $$;

-- How many candidates of a requirement have agreed, and are to be shown.
create function private.count_to_show(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_to_show.requirement and entry.state = 'agreed' and private.has_yes(entry)
  $$;

-- Has somebody agreed that we keep them?
create function private.is_kept(candidate uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as asked
                    where asked.candidate_id = candidate and asked.purpose = 'keep' and private.is_in_force(asked))
  $$;

-- Until when somebody's yes to an entry's card holds; null for none, and for one that is used.
create function private.agreed_until(entry uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select max(asked.ends_at) from public.candidate_consents as asked
      where asked.entry_id = entry and private.is_in_force(asked)
  $$;

-- # Ending

-- Ends what somebody was asked, or has agreed to, about an entry that is held; its company sees it no more, and, if it did,
-- the recruiter and the company hear of it; the recruiter of a no in any case. It is their own word, the team's, or a rule's:
-- that the company must not know.
create function private.end_entry(entry uuid, is_own boolean, is_rule boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry for update;
    if held.id is null or held.state in ('withdrawn', 'closed') then
      return;
    end if;
    update public.candidate_consents as asked
      set refused_at = case when is_own and asked.given_at is null then now() end,
          withdrawn_at = case when is_own and asked.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
    if held.state = any (private.shown_states()) then
      perform private.record_withdrawal(held, is_own, is_rule);
    elsif is_own and held.state in ('asked', 'agreed') then
      perform private.record_candidates(held.requirement_id, 'candidates_refused', array[held.id], false);
    elsif is_rule then
      perform private.reopen_item(held.requirement_id);
    end if;
    if held.state = 'joined' then
      perform private.count_joined(held.requirement_id, true);
    end if;
  end $$;

-- A candidate who is held must not be known to some companies: what those see of them, or are about to, they see no more, by
-- no record of theirs.
create function private.hide_from_never(candidate uuid, is_own boolean default false, is_rule boolean default false)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    for entry in
      select held.id from public.shortlist_entries as held
        join public.candidates as person on person.id = held.candidate_id
        join public.job_requirements as filed on filed.id = held.requirement_id
        where held.candidate_id in (select private.records_of(candidate)) and held.state not in ('withdrawn', 'closed', 'draft')
          and private.is_never(person, filed.client_id)
        order by held.id
    loop
      perform private.end_entry(entry, is_own, is_rule);
    end loop;
  end $$;

-- A company has another name, somebody else in it or invited into it, or one of its people another address: whom it must not
-- know by that, it sees no more. Requirements are held first, as by everybody.
create function private.hide_from_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := case tg_argv[0]
      when 'member' then (select member.client_id from public.client_members as member where member.user_id = (to_jsonb(new) ->> 'id')::uuid)
      else (to_jsonb(new) ->> tg_argv[0])::uuid end;
    found_one uuid;
  begin
    if company is null then
      return null;
    end if;
    perform from public.job_requirements as filed
      where filed.client_id = company and exists (
        select from public.shortlist_entries as joined where joined.requirement_id = filed.id and joined.state = 'joined')
      order by filed.id for no key update;
    for found_one in
      select person.id from public.candidates as person
        where private.is_never(person, company, (select private.domains_of(company))) and person.id in (
          select held.candidate_id from public.shortlist_entries as held
            join public.job_requirements as filed on filed.id = held.requirement_id
            where filed.client_id = company and held.state not in ('withdrawn', 'closed', 'draft'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $$;

-- A requirement is another company's now: to be shown to that one nobody has agreed.
create function private.unask_moved() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    perform from public.candidates
      where id in (select known.candidate_id from public.shortlist_entries as known where known.requirement_id = new.id)
      order by id for update;
    for entry in select known.id from public.shortlist_entries as known
                   where known.requirement_id = new.id and known.state not in ('draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.unask_entry(entry);
    end loop;
    perform private.count_joined(new.id, true);
    perform private.reopen_item(new.id);
    return null;
  end $$;

create trigger unask_moved after update of client_id on public.job_requirements
  for each row when (old.client_id is distinct from new.client_id) execute function private.unask_moved();

create trigger hide_from_company after update of company_name on public.clients
  for each row when (old.company_name is distinct from new.company_name) execute function private.hide_from_company('id');
create trigger hide_from_company after insert or update of client_id on public.client_members
  for each row execute function private.hide_from_company('client_id');
create trigger hide_from_company after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.hide_from_company('member');
create trigger hide_from_company after insert on public.invitations
  for each row when (new.client_id is not null) execute function private.hide_from_company('client_id');

-- How a candidate is asked, and how often one mailbox may be (docs/decisions/candidates.md).

-- Mailboxes that somebody has said are not theirs, as digests: nobody there is asked again.
create table private.disowned_mailboxes (
  subject text primary key,
  created_at timestamptz not null default now()
);

-- Whoever of the team asks candidates of a requirement, or shows them, is in charge of it, unless somebody is: what a candidate
-- or a company says then reaches somebody.
create function private.take_charge(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.current_user_id();
  begin
    update public.job_requirements as filed set recruiter_id = caller
      where filed.id = requirement and not private.is_team(filed.recruiter_id);
    if found then
      perform private.log_activity('recruiter_named', 'requirement', requirement, caller);
    end if;
  end $$;

-- By which a mailbox is known there, whatever stands behind a plus sign in its address.
create function private.disowned_subject(address text) returns text
  language sql stable security definer set search_path = '' as $$ select private.subject_of(private.mailbox_of(address)) $$;

create function private.is_disowned(address text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from private.disowned_mailboxes where subject = private.disowned_subject(address))
  $$;

-- Holds the mailboxes of candidates until the transaction ends: what was asked there is counted by one caller at a time. All of
-- them before the first is counted, in one order: no two wait for one another.
create function private.hold_mailboxes(candidates uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(mailbox.key) from (
      select distinct hashtextextended('questions to ' || private.mailbox_of(record.email), 0) as key
        from public.candidates as record where record.id = any (candidates) order by key) as mailbox;
  end $$;

-- Refuses to ask somebody who can't be reached, or not again today: five questions a day go to one mailbox, by whichever
-- records. Whose mailbox is held.
create function private.refuse_question(person public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if (person).email is null then
      raise exception 'no_address' using errcode = 'PT422', hint = (person).id::text;
    elsif private.is_disowned((person).email) then
      raise exception 'address_disowned' using errcode = 'PT422', hint = (person).id::text;
    elsif 5 <= (select count(*) from public.candidates as record
                 join public.candidate_consents as asked on asked.candidate_id = record.id
                 where private.mailbox_of(record.email) = private.mailbox_of((person).email)
                   and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $$;

-- Asks a candidate who is held, and mails them the question.
create function private.put_question(person public.candidates, purpose text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by)
      values ((person).id, purpose, entry, private.notice_version(), (person).language,
              private.basis_for((person).country), private.current_user_id())
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $$;

-- Asks candidates whether their cards may be shown: all of them or none. From here on the cards are frozen. One that was asked
-- already is not asked again. Returns how many were asked.
create function private.ask_candidates(entries uuid[], seen integer[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
    asked integer := 0;
  begin
    perform private.hold_entries(entries);
    perform private.hold_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id;
      continue when held.state = 'asked';
      held := private.held_entry(given.id, given.version);
      select * into person from public.candidates where id = held.candidate_id;
      select * into filed from public.job_requirements where id = held.requirement_id;
      select * into list from public.shortlists where requirement_id = held.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, held.chosen, is_blind);
      perform private.refuse_closed(filed.status);
      if held.state not in ('draft', 'withdrawn', 'closed')
        and not (held.state = 'agreed' and not private.has_yes(held)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = held.id::text;
      elsif private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      elsif private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = held.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = held.id::text;
      elsif private.card_tells(person, frozen, held.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.asked_states());
      perform private.refuse_question(person);
      perform private.unask_entry(held.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = held.id;
      perform private.put_question(person, 'show', held.id);
      perform private.take_charge(held.requirement_id);
      asked := asked + 1;
    end loop;
    return asked;
  end $$;
grant execute on function private.ask_candidates to authenticated;

-- Asks a candidate whether we may keep them, unless that is asked already.
create function private.ask_to_keep(candidate uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    if person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    elsif private.is_kept(person.id) or exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.asked_at > now() - interval '30 days'
          and num_nonnulls(asked.given_at, asked.refused_at, asked.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep'
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.hold_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $$;
grant execute on function private.ask_to_keep to authenticated;

-- # Exposed through the Data API

create function public.ask_candidates(entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.ask_candidates(entries, seen) $$;
grant execute on function public.ask_candidates to authenticated;

create function public.ask_to_keep(candidate uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.ask_to_keep(candidate, seen) $$;
grant execute on function public.ask_to_keep to authenticated;

-- How candidates are shown to a company, taken back, and marked as interviewed, offered, joined (docs/decisions/candidates.md).

-- What the team does about candidates answers their company, where it waits for an answer. Where some were shown the line is
-- dealt with: what the company answers brings it in again, and it is those shown that wait until then.
create function private.answer_company(requirement uuid, is_shown boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    line public.inbox_items;
  begin
    select * into line from public.inbox_items as held where held.requirement_id = answer_company.requirement for update;
    if is_shown and line.state in ('new', 'open') then
      perform private.apply_state(caller, line, 'done', null);
    elsif private.answer_due(requirement) is not null then
      perform private.note_answer(requirement, caller);
      perform private.renew_open_requirement(requirement);
    end if;
  end $$;

-- Shows those who have agreed to their company, together: all of them or none. Who was shown already is not shown again.
-- With the first of them the search has begun. Returns how many were shown.
create function private.show_candidates(requirement uuid, entries uuid[], seen integer[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.hold_entries(entries);
    select * into filed from public.job_requirements where id = requirement;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(filed.status);
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id and requirement_id = filed.id;
      continue when held.state = any (private.shown_states());
      if held.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = held.candidate_id;
      if held.state <> 'agreed' or not private.has_yes(held) then
        raise exception 'no_consent' using errcode = 'PT422', hint = held.id::text;
      end if;
      held := private.held_entry(given.id, given.version);
      if private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = held.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as asked set ends_at = null
        where asked.entry_id = held.id and private.is_in_force(asked);
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.enqueue_mail('candidate_news', 'shown.' || held.id || '.' || held.version,
                                   jsonb_build_object('entry', held.id), address => person.email);
      shown := shown || held.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = filed.id;
      perform private.take_charge(filed.id);
      update public.job_requirements set status = 'in_progress' where id = filed.id and status = 'new';
      perform private.record_candidates(filed.id, 'candidates_shown', shown, false);
      perform private.answer_company(filed.id, true);
    end if;
    return cardinality(shown);
  end $$;
grant execute on function private.show_candidates to authenticated;

-- Takes an entry back: one that nobody was asked about is gone, any other is closed, and its company sees it no more. Returns
-- how far that one was.
create function private.take_back_entry(entry uuid, seen integer) returns text
  language plpgsql security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    perform private.hold_entries(array[entry]);
    held := private.held_entry(entry, seen);
    if held.state = 'draft' and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.end_entry(entry, false);
    return held.state;
  end $$;
grant execute on function private.take_back_entry to authenticated;

-- How many of a requirement's positions are filled follows who has joined; what the team has said beyond that stays.
create function private.count_joined(requirement uuid, was_joined boolean) returns void
  language sql security definer set search_path = '' as $$
    update public.job_requirements as filed
      set positions_filled = case when was_joined and filed.positions_filled <= joined.persons + 1 then joined.persons
                                  else greatest(filed.positions_filled, joined.persons) end
      from (select count(*)::integer as persons from public.shortlist_entries as entry
              where entry.requirement_id = count_joined.requirement and entry.state = 'joined') as joined
      where filed.id = requirement
        and filed.positions_filled <> case when was_joined and filed.positions_filled <= joined.persons + 1 then joined.persons
                                           else greatest(filed.positions_filled, joined.persons) end
  $$;

-- What has become of somebody who was shown: the team's mark, also when the requirement is closed by then. Whether they are
-- interviewed is their company's to say.
create function private.mark_entry(entry uuid, seen integer, state text, joined_on date) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.shortlist_entries;
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if mark_entry.state = 'joined' and joined_on is null then
      raise exception 'joining_day_missing' using errcode = 'PT422';
    elsif held.state = mark_entry.state and held.joined_on is not distinct from joined_on then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    if held.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and held.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'joined') then coalesce(held.offered_at, now())
                            when mark_entry.state = 'declined' then held.offered_at end,
          joined_on = case when mark_entry.state = 'joined' then mark_entry.joined_on end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = held.candidate_id;
    perform private.count_joined(held.requirement_id, held.state = 'joined');
    if mark_entry.state = 'joined' and held.state <> 'joined' then
      perform private.record_candidates(held.requirement_id, 'candidate_joined', array[held.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(held.requirement_id, false);
    end if;
    return now_at;
  end $$;
grant execute on function private.mark_entry to authenticated;

-- # Exposed through the Data API

create function public.show_candidates(requirement uuid, entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.show_candidates(requirement, entries, seen) $$;
grant execute on function public.show_candidates to authenticated;

create function public.take_back_entry(entry uuid, seen integer) returns text
  language sql set search_path = '' as $$ select private.take_back_entry(entry, seen) $$;
grant execute on function public.take_back_entry to authenticated;

create function public.mark_entry(entry uuid, seen integer, state text, joined_on date default null) returns integer
  language sql set search_path = '' as $$ select private.mark_entry(entry, seen, state, joined_on) $$;
grant execute on function public.mark_entry to authenticated;

-- A candidate's own page: without an account, by the link of a mail and a code to the same address
-- (docs/decisions/candidates.md). Everything here is called by anybody: what they hold is what tells who they are.

-- A code that was mailed: of six digits, made of the row's id, and kept nowhere but in the mail.
create table private.candidate_codes (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  used_at timestamptz
);

create index candidate_codes_candidate on private.candidate_codes (candidate_id, created_at desc);

-- Half an hour on the own page.
create table private.candidate_sessions (
  digest text primary key,
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes'
);

create index candidate_sessions_candidate on private.candidate_sessions (candidate_id);

-- # Links

-- What only this database can make of some words: a digest keyed twice, as others' tokens are.
create function private.keyed_digest(words text) returns text
  language sql stable security definer set search_path = '' as $$
    select private.digest_of(unsubscribe_key || private.digest_of(unsubscribe_key || words)) from private.settings
  $$;

-- The link of a question, or of the own page: what it is of, and a digest of that and of the issue that it belongs to. Nothing
-- of it is kept.
create function private.candidate_token(subject uuid, issue integer) returns text
  language sql stable security definer set search_path = '' as $$
    select replace(subject::text, '-', '') || left(private.keyed_digest('candidate ' || subject || ' ' || issue), 32)
  $$;

-- Whose a link is, and which question's; nothing for one that this database has not made, or that is dead.
create function private.link_of(token text, out candidate_id uuid, out consent_id uuid)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    subject uuid;
    issue integer;
  begin
    if token !~ '^[0-9a-f]{64}$' then
      return;
    end if;
    subject := left(token, 32)::uuid;
    select asked.candidate_id, asked.id into candidate_id, consent_id
      from public.candidate_consents as asked where asked.id = subject;
    candidate_id := coalesce(candidate_id, subject);
    select person.link_issue into issue from public.candidates as person where person.id = candidate_id;
    if issue is null or private.digest_of(private.candidate_token(subject, issue)) <> private.digest_of(token) then
      candidate_id := null;
      consent_id := null;
    end if;
  end $$;

-- Whose a link is, held until the transaction ends.
create function private.hold_link(token text, out candidate_id uuid, out consent_id uuid)
  language plpgsql security definer set search_path = '' as $$
  begin
    select link.candidate_id, link.consent_id into candidate_id, consent_id from private.link_of(token) as link;
    if candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.hold_records(candidate_id);
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
  end $$;

-- How a question stands: it is open, or how it ended. One whose card is being made anew has changed: another one comes.
create function private.question_state(asked public.candidate_consents) returns text
  language sql stable security definer set search_path = '' as $$
    select case when (asked).withdrawn_at is not null then 'withdrawn' when (asked).refused_at is not null then 'refused'
                when (asked).closed_at is not null then case
                  when exists (select from public.shortlist_entries as entry
                                where entry.id = (asked).entry_id and entry.state = 'draft') then 'changed' else 'closed' end
                when (asked).given_at is not null then case when (asked).ends_at <= now() then 'ended' else 'given' end
                when (asked).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as filed on filed.id = entry.requirement_id
                    where entry.id = (asked).entry_id and filed.status = any (private.open_statuses())) then 'closed'
                else 'open' end
  $$;

-- What a candidate may know of a job before they decide, besides its title and place: what it is and asks for, by the
-- requirement's short fields. What its company wrote for us, and what it pays, is not theirs to read.
create function private.job_facts(filed public.job_requirements) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
        'work', concat_ws(', ', replace((filed).job_type::text, '_', ' '),
          case when (filed).remote_allowed then 'also from home' end,
          case when (filed).min_experience = (filed).max_experience then (filed).min_experience || ' years of experience'
               when (filed).max_experience is null then (filed).min_experience || ' years of experience or more'
               when coalesce((filed).min_experience, 0) = 0 then 'up to ' || (filed).max_experience || ' years of experience'
               else (filed).min_experience || ' to ' || (filed).max_experience || ' years of experience' end,
          case when (filed).expected_start_date > private.today()
               then 'from ' || to_char((filed).expected_start_date, 'FMDD Mon YYYY') end),
        'skills', to_jsonb((filed).required_skills[1:5]))
      where (filed).id is not null
  $$;

-- The recruiter of a question, as whoever is asked may reach them: who is in charge of the job, or else who has asked.
create function private.recruiter_of_question(asked public.candidate_consents) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                'phone', colleague.contact_phone))
      from public.team_members as colleague
      where colleague.user_id = coalesce(
        (select filed.recruiter_id from public.shortlist_entries as entry
           join public.job_requirements as filed on filed.id = entry.requirement_id
           join public.team_members as known on known.user_id = filed.recruiter_id where entry.id = (asked).entry_id),
        (asked).asked_by)
  $$;

-- The question that takes the place of one about showing: the newest about the same entry.
create function private.newest_question(asked public.candidate_consents) returns public.candidate_consents
  language sql stable security definer set search_path = '' as $$
    select newest.* from public.candidate_consents as newest
      where newest.id = (asked).id or newest.entry_id = (asked).entry_id order by newest.asked_at desc, newest.id limit 1
  $$;

-- What a mail's link shows without a code, and the code that opens the rest (docs/decisions/candidates.md).

-- What a link is about, without a code; null for one that nobody was sent. `purpose` is keep or show for a question, page for
-- the link to one's own page. A link whose question was replaced is about the one that took its place, and says so.
create function private.candidate_question(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', coalesce(asked.purpose, 'page'), 'first_name', split_part(person.full_name, ' ', 1),
        'state', case when asked.id is null then 'open' else private.question_state(asked) end,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed),
        'is_replaced', nullif(asked.id <> link.consent_id, false),
        'asked_at', asked.asked_at, 'basis', coalesce(asked.basis, private.basis_for(person.country)),
        'notice_version', coalesce(asked.notice_version, private.notice_version()), 'language', person.language,
        'recruiter', case when asked.id is not null then private.recruiter_of_question(asked) end,
        'has_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null and code.expires_at > now()
                               and code.tries < 5),
        -- One that works no more: it was tried five times, or has run out.
        'had_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null
                               and code.created_at > now() - interval '1 hour' and (code.tries >= 5 or code.expires_at <= now()))))
      from private.link_of(token) as link
      join public.candidates as person on person.id = link.candidate_id
      left join public.candidate_consents as sent on sent.id = link.consent_id
      left join lateral private.newest_question(sent) as asked on sent.id is not null
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
  $$;
grant execute on function private.candidate_question to anon, authenticated;

-- The no, by the link alone and at once, also of somebody who had agreed. Twice is the same.
create function private.refuse_candidate_question(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.hold_link(token);
    asked public.candidate_consents;
  begin
    select * into asked from public.candidate_consents where id = link.consent_id for update;
    if asked.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    update public.candidate_consents as refused
      set refused_at = case when refused.given_at is null then now() end,
          withdrawn_at = case when refused.given_at is not null then now() end
      where refused.candidate_id = asked.candidate_id and asked.purpose = 'keep' and refused.purpose = 'keep'
        and num_nonnulls(refused.refused_at, refused.withdrawn_at, refused.closed_at) = 0;
    -- Of a question that was replaced by another one about the same job, the no is to that.
    perform private.end_entry(held.id, true) from private.entries_beside(asked.entry_id) as held (id);
    update public.candidate_consents as refused set refused_at = now()
      where refused.id = asked.id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    update public.candidates set last_activity_at = now() where id = asked.candidate_id;
  end $$;
grant execute on function private.refuse_candidate_question to anon, authenticated;

-- "This is not me": no mail goes to the mailbox any more, whoever has it, and whatever stands behind a plus sign. What was
-- asked there is over.
create function private.disown_address(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates;
    records uuid[];
    entry uuid;
  begin
    select * into person from public.candidates where id = (private.link_of(token)).candidate_id;
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.mailbox_of(twin.email) = private.mailbox_of(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id for update;
    perform private.hold_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id);
    insert into private.disowned_mailboxes (subject) values (private.disowned_subject(person.email)) on conflict do nothing;
    for entry in select held.id from public.shortlist_entries as held where held.candidate_id = any (records) order by held.id loop
      perform private.end_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    update public.candidate_consents set is_disowned = true where candidate_id = any (records) and closed_at = now();
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox where private.mailbox_of(address) = private.mailbox_of(person.email)
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry']);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $$;
grant execute on function private.disown_address to anon, authenticated;

-- # Codes

create function private.code_of(code private.candidate_codes) returns text
  language sql stable security definer set search_path = '' as $$
    select lpad((('x' || left(private.keyed_digest('code ' || (code).id), 15))::bit(60)::bigint % 1000000)::text, 6, '0')
  $$;

-- Mails a code to whom a link was mailed to, at most one a minute, five an hour and ten a day. Returns whether one is on its
-- way, or in the mailbox.
create function private.send_candidate_code(token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.link_of(token);
    person public.candidates;
    made uuid;
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.email is null or (private.link_of(token)).candidate_id is null then
      return false;
    elsif exists (select from private.candidate_codes as code
                   where code.candidate_id = person.id and code.created_at > now() - interval '1 minute'
                     and code.used_at is null and code.tries < 5) then
      return true;
    elsif 5 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 hour')
      or 10 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 day') then
      raise exception 'too_many_codes' using errcode = 'PT429';
    end if;
    insert into private.candidate_codes (candidate_id) values (person.id) returning id into made;
    perform private.enqueue_mail('candidate_code', 'code.' || made, jsonb_build_object('code', made), address => person.email);
    return true;
  end $$;
grant execute on function private.send_candidate_code to anon, authenticated;

-- Opens the own page to whoever has the link and its newest code: five tries, one after the other, and each code once. Null
-- for a wrong one. Whoever has read the code has shown that the mailbox is theirs.
create function private.enter_candidate_code(token text, code text) returns text
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.link_of(token);
    person public.candidates;
    sent private.candidate_codes;
    opened text := private.digest_of(gen_random_uuid()::text || gen_random_uuid()::text);
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.id is null or (private.link_of(token)).candidate_id is null then
      return null;
    end if;
    select * into sent from private.candidate_codes as newest where newest.candidate_id = person.id
      order by newest.created_at desc, newest.id limit 1 for update;
    if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.tries >= 5 then
      return null;
    elsif regexp_replace(code, '[^0-9]', '', 'g') is distinct from private.code_of(sent) then
      update private.candidate_codes set tries = tries + 1 where id = sent.id;
      return null;
    end if;
    update private.candidate_codes set used_at = now() where id = sent.id;
    delete from private.candidate_sessions where expires_at < now();
    insert into private.candidate_sessions (digest, candidate_id) values (private.digest_of(opened), person.id);
    update public.candidates as confirmed
      set last_activity_at = now(),
          email_confirmed_at = case when confirmed.email_confirmed_at is null and not exists (
              select from public.candidates as other where other.email = confirmed.email and other.email_confirmed_at is not null)
            then now() else confirmed.email_confirmed_at end
      where confirmed.id = person.id;
    return opened;
  end $$;
grant execute on function private.enter_candidate_code to anon, authenticated;

-- Has the link to their page mailed to an address, if it is a candidate's: once a day, by the very address that it is looked up
-- by, so that another one of the same mailbox takes nobody's link. For any other the same is done up to
-- the moment of sending, so that nobody learns who is known; then nothing of it is left. Beyond ten an hour of one network,
-- or two hundred in all, nothing is.
create function private.request_candidate_link(address text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    shared_key text := (select sender_key from private.settings);
    sender text[] := private.form_networks(shared_key);
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif shared_key is not null then
      if private.has_flooded(sender[1]) then
        return;
      end if;
      insert into private.form_senders (network, wider) values (sender[1], sender[2]);
    end if;
    if 200 > (select count(*) from public.mail_outbox as mail
                where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour') then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  end $$;
grant execute on function private.request_candidate_link to anon, authenticated;

-- # Exposed through the Data API

create function public.candidate_question(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.candidate_question(token) $$;
grant execute on function public.candidate_question to anon, authenticated;

create function public.refuse_candidate_question(token text) returns void
  language sql set search_path = '' as $$ select private.refuse_candidate_question(token) $$;
grant execute on function public.refuse_candidate_question to anon, authenticated;

create function public.disown_address(token text) returns void
  language sql set search_path = '' as $$ select private.disown_address(token) $$;
grant execute on function public.disown_address to anon, authenticated;

create function public.send_candidate_code(token text) returns boolean
  language sql set search_path = '' as $$ select private.send_candidate_code(token) $$;
grant execute on function public.send_candidate_code to anon, authenticated;

create function public.enter_candidate_code(token text, code text) returns text
  language sql set search_path = '' as $$ select private.enter_candidate_code(token, code) $$;
grant execute on function public.enter_candidate_code to anon, authenticated;

create function public.request_candidate_link(address text) returns void
  language sql set search_path = '' as $$ select private.request_candidate_link(address) $$;
grant execute on function public.request_candidate_link to anon, authenticated;

-- What a candidate reads, says and changes on their own page, with a session (docs/decisions/candidates.md).

-- Whose session this is; PT401 when it is over.
create function private.require_candidate(session_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare candidate uuid := (select session.candidate_id from private.candidate_sessions as session
                              where session.digest = private.digest_of(session_token) and session.expires_at > now());
  begin
    if candidate is null then
      raise exception 'candidate_session_ended' using errcode = 'PT401';
    end if;
    return candidate;
  end $$;

-- The same, held until the transaction ends, and there after the wait.
create function private.hold_own_candidate(session_token text) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare held public.candidates;
  begin
    perform private.hold_records(private.require_candidate(session_token));
    select * into held from public.candidates where id = private.require_candidate(session_token) for update;
    perform private.require_candidate(session_token);
    update public.candidates set last_activity_at = now() where id = held.id;
    return held;
  end $$;

-- What a candidate may write of themselves.
create function private.own_candidate_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array(select field from unnest(private.candidate_fields()) as field where field not in ('email', 'source', 'is_adult'))
  $$;

-- What a candidate sees: what we have of them, and each company by name: which job, what it sees or would see, when it was
-- shown, whether and when it was opened, since when an answer waits, and the words that were released. Of entries that nobody
-- has asked them about there is nothing to see.
create function private.own_candidate_page(session_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.is_kept(person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and private.question_state(asked) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'about', private.job_facts(filed), 'is_open', filed.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(answer.created_at) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview') end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, filed.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
                'words', (select coalesce(jsonb_agg(jsonb_build_object(
                                                      'words', answer.words_for_candidate, 'released_at', answer.released_at,
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              cross join lateral (
                select asked.* from public.candidate_consents as asked where asked.entry_id = entry.id
                  order by asked.asked_at desc, asked.id limit 1) as newest
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $$;
grant execute on function private.own_candidate_page to anon, authenticated;

-- An entry of a candidate who is held; that of somebody else is not there.
create function private.own_entry(candidate uuid, entry uuid) returns public.shortlist_entries
  language plpgsql security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $$;

-- The yes to one card: to these very bytes, and no others. Twice is the same.
create function private.agree_to_card(session_token text, entry uuid, digest text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries := private.own_entry(person.id, entry);
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = held.requirement_id;
    if digest is distinct from private.card_digest(held) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif held.state <> 'asked' and private.has_yes(held) then
      return;
    elsif held.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as asked
      set given_at = now(), ends_at = now() + private.yes_lasts(), card_digest = digest, language = person.language
      where asked.entry_id = held.id and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = held.id;
    perform private.record_candidates(held.requirement_id, 'candidates_agreed', array[held.id], false);
  end $$;
grant execute on function private.agree_to_card to anon, authenticated;

-- Takes a yes back, or says no, for all their records: in force with the company's next request. Twice is the same.
create function private.withdraw_from(session_token text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    held := private.own_entry(person.id, entry);
    if exists (select from public.candidate_consents where entry_id = held.id) then
      perform private.end_entry(each.id, true) from private.entries_beside(held.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now()
        where refused.id = (select asked.id from public.candidate_consents as asked where asked.entry_id = held.id
                              order by asked.asked_at desc, asked.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $$;
grant execute on function private.withdraw_from to anon, authenticated;

-- The yes to being kept, whether or not somebody has asked.
create function private.agree_to_be_kept(session_token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    if private.is_kept(person.id) then
      return;
    end if;
    update public.candidate_consents as asked set given_at = now()
      where asked.candidate_id = person.id and asked.purpose = 'keep'
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at)
        values (person.id, 'keep', private.notice_version(), person.language, private.basis_for(person.country), 'own_page', now());
    end if;
  end $$;
grant execute on function private.agree_to_be_kept to anon, authenticated;

-- Corrects what we have of somebody. Cards that were not shown yet follow: what they had agreed to is asked about anew, and is
-- answered on this very page. Says "is_adult": false whoever is under 18: then nothing is kept. Returns the version.
create function private.edit_own_candidate(session_token text, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
      return 0;
    end if;
    wanted := private.with_candidate_entries(person, entries, private.own_candidate_fields());
    if wanted is distinct from person and person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    end if;
    now_at := private.write_candidate(person, wanted);
    select * into wanted from public.candidates where id = person.id;
    for held in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, held.chosen, held.is_blind);
      if private.card_tells(wanted, fresh, held.pitch, held.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      continue when fresh = held.card;
      if held.state = 'agreed' then
        with past as (
          update public.candidate_consents as asked set closed_at = now()
            where asked.entry_id = held.id and private.is_in_force(asked) returning asked.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $$;
grant execute on function private.edit_own_candidate to anon, authenticated;

create function private.add_own_never(session_token text, named text, employer boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    return private.write_never(person.id, named, null, employer, true);
  end $$;
grant execute on function private.add_own_never to anon, authenticated;

create function private.remove_own_never(session_token text, never uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    delete from public.candidate_never as kept where kept.id = never and kept.candidate_id = person.id;
  end $$;
grant execute on function private.remove_own_never to anon, authenticated;

create function private.export_own_candidate(session_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return private.candidate_record(private.require_candidate(session_token));
  end $$;
grant execute on function private.export_own_candidate to anon, authenticated;

-- Erases all records of the address that this session has proved.
create function private.erase_own_candidate(session_token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
  end $$;
grant execute on function private.erase_own_candidate to anon, authenticated;

-- Ends a session in every browser that has it. One that has ended stays so.
create function private.close_candidate_page(session_token text) returns void
  language sql security definer set search_path = '' as $$
    delete from private.candidate_sessions where digest = private.digest_of(session_token)
  $$;
grant execute on function private.close_candidate_page to anon, authenticated;

-- # Exposed through the Data API

create function public.own_candidate_page(session_token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.own_candidate_page(session_token) $$;
grant execute on function public.own_candidate_page to anon, authenticated;

create function public.agree_to_card(session_token text, entry uuid, digest text) returns void
  language sql set search_path = '' as $$ select private.agree_to_card(session_token, entry, digest) $$;
grant execute on function public.agree_to_card to anon, authenticated;

create function public.withdraw_from(session_token text, entry uuid) returns void
  language sql set search_path = '' as $$ select private.withdraw_from(session_token, entry) $$;
grant execute on function public.withdraw_from to anon, authenticated;

create function public.agree_to_be_kept(session_token text) returns void
  language sql set search_path = '' as $$ select private.agree_to_be_kept(session_token) $$;
grant execute on function public.agree_to_be_kept to anon, authenticated;

create function public.edit_own_candidate(session_token text, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_own_candidate(session_token, seen, entries) $$;
grant execute on function public.edit_own_candidate to anon, authenticated;

create function public.add_own_never(session_token text, named text, employer boolean default false) returns uuid
  language sql set search_path = '' as $$ select private.add_own_never(session_token, named, employer) $$;
grant execute on function public.add_own_never to anon, authenticated;

create function public.remove_own_never(session_token text, never uuid) returns void
  language sql set search_path = '' as $$ select private.remove_own_never(session_token, never) $$;
grant execute on function public.remove_own_never to anon, authenticated;

create function public.export_own_candidate(session_token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.export_own_candidate(session_token) $$;
grant execute on function public.export_own_candidate to anon, authenticated;

create function public.close_candidate_page(session_token text) returns void
  language sql set search_path = '' as $$ select private.close_candidate_page(session_token) $$;
grant execute on function public.close_candidate_page to anon, authenticated;

create function public.erase_own_candidate(session_token text) returns void
  language sql set search_path = '' as $$ select private.erase_own_candidate(session_token) $$;
grant execute on function public.erase_own_candidate to anon, authenticated;

-- What companies see of candidates, and what they answer (docs/decisions/candidates.md).

-- An answer of somebody of a company. The last one counts; the others are how it came to that.
create table public.shortlist_answers (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null references public.shortlist_entries (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  verdict text not null check (verdict in ('interview', 'maybe', 'no', 'known')),
  reason text check (private.is_text(reason, 500)),
  words_for_agency text check (private.is_text(words_for_agency, 2000)),
  words_for_candidate text check (private.is_text(words_for_candidate, 2000)),
  -- Since when the candidate may read what is for them, by whom it was released.
  released_at timestamptz,
  released_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index shortlist_answers_entry on public.shortlist_answers (entry_id, created_at desc, id desc);
create index shortlist_answers_author on public.shortlist_answers (author);
create index shortlist_answers_released_by on public.shortlist_answers (released_by);

alter table public.shortlist_answers enable row level security, force row level security;
revoke all on public.shortlist_answers from service_role;
grant select on public.shortlist_answers to authenticated, service_role;

create policy "who may export reads" on public.shortlist_answers for select to authenticated
  using ((select private.may_export()));

-- Who of a company has opened which card, once a day each.
create table public.entry_views (
  entry_id uuid not null references public.shortlist_entries (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  day date not null default private.today(),
  primary key (entry_id, user_id, day)
);

create index entry_views_person on public.entry_views (user_id);

alter table public.entry_views enable row level security, force row level security;
revoke all on public.entry_views from service_role;
grant select on public.entry_views to authenticated, service_role;

create policy "who may export reads" on public.entry_views for select to authenticated
  using ((select private.may_export()));

-- The answer about an entry that counts.
create function private.last_answer(entry uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    select answer.id from public.shortlist_answers as answer where answer.entry_id = entry
      order by answer.created_at desc, answer.id desc limit 1
  $$;

-- # What happens to candidates, as events

-- What the CRM is told of entries: no name, no card, no words.
create function private.crm_entries(entries uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer
                      where answer.id = private.last_answer(entry.id)))) order by entry.id), '[]')
      from public.shortlist_entries as entry where entry.id = any (entries)
  $$;

-- What its company is told has happened to candidates, and the CRM with it. The rest is between candidates and the team.
create function private.is_told_of(type text) returns boolean
  language sql immutable set search_path = ''
  as $$ select type in ('candidates_shown', 'candidates_answered', 'candidate_joined') $$;

-- Writes that something has happened to candidates of a requirement: how many, and of none who. Said so, the requirement's
-- line comes back to the inbox.
create function private.record_candidates(requirement uuid, type text, entries uuid[], reopens boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = requirement);
    acting public.side := private.side_on(company);
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client)
      values (requirement, company, case when acting is not null then private.current_user_id() end, acting,
              record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type));
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(requirement);
    end if;
  end $$;

-- Writes that a company sees somebody no more, and nothing of who: by whom that is, and whether it had opened how to reach
-- them. Whom a company must not know ends by a rule, for which nobody is named. The CRM does not hear of it; unless the team
-- has done it, the requirement's line comes back to the inbox.
create function private.record_withdrawal(entry public.shortlist_entries, is_own boolean, is_rule boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn',
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $$;

-- # What the team sees

-- What is known of an entry, as its requirement's page and its candidate's page have it; with its company's domains.
create function private.entry_facts(entry public.shortlist_entries, domains text[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'joined_on', (entry).joined_on,
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_yes(entry),
        'is_disowned', coalesce((select asked.is_disowned from public.candidate_consents as asked
                                   where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        'is_never', (select private.is_never(person, filed.client_id, domains)
                       from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $$;

-- A requirement's shortlist; null for a requirement that is not there.
create function private.read_shortlist(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'reminded_at', list.reminded_at,
                                       'version', list.version)
               from public.shortlists as list where list.requirement_id = filed.id),
            '{"is_blind": false, "is_abroad": false, "reminded_at": null, "version": 0}'),
          'is_open', filed.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(filed.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(filed.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = filed.id))
        from public.job_requirements as filed where filed.id = requirement);
  end $$;
grant execute on function private.read_shortlist to authenticated;

-- All that is known of a candidate, and where they were asked about and shown; null for one who is not there.
create function private.read_candidate(candidate uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
          'is_kept', private.is_kept(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as asked
                           where asked.candidate_id = person.id and asked.is_disowned) end,
          'notes', (
            select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'body', note.body, 'created_at', note.created_at,
                                                         'author', note.author) order by note.created_at desc, note.id desc), '[]')
              from (select * from public.candidate_notes as written where written.candidate_id = person.id
                      order by written.created_at desc, written.id desc limit 200) as note),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(asked))
                                      order by asked.asked_at desc, asked.id), '[]')
              from public.candidate_consents as asked where asked.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(filed.client_id)) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $$;
grant execute on function private.read_candidate to authenticated;

-- Lets the candidate read what a company has said for them: the team's to decide, once. Words that came with an answer which
-- is another one by now would belong to none.
create function private.release_answer(answer uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    said public.shortlist_answers;
    about public.shortlist_entries;
    person public.candidates;
  begin
    select entry.* into about from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id where given.id = answer;
    perform from public.job_requirements where id = about.requirement_id for no key update;
    select * into person from public.candidates where id = about.candidate_id for update;
    select * into said from public.shortlist_answers where id = answer for update;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    elsif said.words_for_candidate is null then
      raise exception 'no_words_for_candidate' using errcode = 'PT422';
    elsif said.released_at is null and said.id <> private.last_answer(said.entry_id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id, false);
    end if;
  end $$;
grant execute on function private.release_answer to authenticated;

-- # Exposed through the Data API

create function public.read_shortlist(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_shortlist(requirement) $$;
grant execute on function public.read_shortlist to authenticated;

create function public.read_candidate(candidate uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_candidate(candidate) $$;
grant execute on function public.read_candidate to authenticated;

create function public.release_answer(answer uuid) returns void
  language sql set search_path = '' as $$ select private.release_answer(answer) $$;
grant execute on function public.release_answer to authenticated;

-- The page on which a company reads of its candidates and answers (docs/decisions/candidates.md).

-- The candidates of a requirement that its company sees: those who were shown, whose yes is in force, and whom it may know
-- as it is now. Marks them as opened, unless somebody only asks whether the page is there. Names and how to reach somebody
-- are the company's once it has said "interview"; of a card that is not blind the name is on it. What colleagues have said
-- is told to whoever has answered, and to those who only read.
create function private.company_candidates(requirement uuid, opens boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    domains text[];
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if filed.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and filed.status = any (private.open_statuses());
    domains := private.domains_of(filed.client_id);
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = filed.id and entry.state = any (private.shown_states())
                         and private.has_yes(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id
                                            and private.is_never(person, filed.client_id, domains))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict (entry_id, user_id, day) do update set created_at = excluded.created_at;
    return jsonb_build_object(
      'counts', private.candidate_counts(filed.id),
      'may_answer', may_answer,
      -- What was told, and nothing that could be reckoned from whom there is now.
      'withdrawn', (select count(*) from public.requirement_events as event
                      where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'withdrawn_at', (select max(event.created_at) from public.requirement_events as event
                         where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind,
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
            'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'own_answer', to_jsonb(own) - 'id',
            'answers', case when own.id is null and may_answer then '[]' else (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = filed.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller
                        order by answer.author, answer.created_at desc, answer.id desc) as last) end)
            order by listed.place), '[]')
          from unnest(visible) with ordinality as listed (id, place)
          join public.shortlist_entries as entry on entry.id = listed.id
          join public.candidates as person on person.id = entry.candidate_id
          cross join lateral (select private.is_opened(entry) as is_open) as opened
          left join lateral (
            select answer.id, answer.verdict, answer.reason, answer.words_for_agency, answer.words_for_candidate, answer.created_at
              from public.shortlist_answers as answer where answer.entry_id = entry.id and answer.author = caller
              order by answer.created_at desc, answer.id desc limit 1) as own on true));
  end $$;
grant execute on function private.company_candidates to authenticated;

-- On how many requirements candidates wait for the caller, who may answer about them, and the five that have waited longest.
create function private.own_waiting_candidates() returns jsonb
  language sql stable security definer set search_path = '' as $$
    with waiting as materialized (
      select requirement_id, unanswered_since as since from private.open_requirements
        where client_id = (select private.current_client_id()) and unanswered_since is not null
          and (select private.may_write_for_client()))
    select jsonb_build_object(
        'requirements', (select count(*) from waiting),
        'first', (select coalesce(jsonb_agg(jsonb_build_object(
                             'id', filed.id, 'job_title', filed.job_title, 'answer_by', private.answer_by(first.since),
                             'waiting', (select count(*) from public.shortlist_entries as entry
                                           where entry.requirement_id = filed.id and entry.state = 'shown'
                                             and entry.answered_at is null))
                             order by first.since, filed.id), '[]')
                    from (select * from waiting order by since, requirement_id limit 5) as first
                    join public.job_requirements as filed on filed.id = first.requirement_id))
  $$;
grant execute on function private.own_waiting_candidates to authenticated;

-- Has its company opened the name of a card, and how to reach somebody, by "interview", and not said otherwise since?
create function private.is_opened(entry public.shortlist_entries) returns boolean
  language sql immutable set search_path = ''
  as $$ select (entry).interview_at is not null and (entry).state = any (private.shown_states()) $$;

-- Answers about candidates of a requirement, all or none, each as the caller has seen it: who writes for its company. The same
-- answer again is none. "Interview" opens the name and how to reach somebody; another answer, also a colleague's,
-- closes them again. The requirement's line comes back to the inbox. Returns how many answers that makes.
create function private.answer_candidates(requirement uuid, answers jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    given record;
    held public.shortlist_entries;
    person public.candidates;
    domains text[];
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    elsif jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id()) for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    domains := private.domains_of(filed.client_id);
    perform private.refuse_closed(filed.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text)
        order by entry
    loop
      select * into held from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = filed.id for update;
      select * into person from public.candidates where id = held.candidate_id;
      if held.id is null or held.state <> all (private.shown_states()) or not private.has_yes(held)
        or private.is_never(person, filed.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = given.entry::text;
      elsif given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = given.entry::text;
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = held.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when held.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      held := private.held_entry(held.id, given.seen);
      -- The form has the last answer's words in it: with another answer they stay only when they are written anew.
      if last.verdict <> given.verdict then
        given.words_for_candidate := nullif(given.words_for_candidate, last.words_for_candidate);
      end if;
      perform private.count_for_company(filed.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate)
        values (held.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when held.state not in ('shown', 'interview') then held.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' then coalesce(held.interview_at, now()) end
        where edited.id = held.id;
      if given.verdict = 'interview' and held.interview_at is null then
        perform private.log_activity('contact_opened', 'entry', held.id, filed.client_id);
        -- Once for each time that they are shown.
        if person.email is not null then
          perform private.enqueue_mail(
            'candidate_news', 'interview.' || held.id || '.' || extract(epoch from held.shown_at)::bigint,
            jsonb_build_object('entry', held.id, 'interview', held.id), address => person.email);
        end if;
      end if;
      answered := answered || held.id;
    end loop;
    if answered <> '{}' then
      perform private.record_candidates(filed.id, 'candidates_answered', answered, true);
    end if;
    return cardinality(answered);
  end $$;
grant execute on function private.answer_candidates to authenticated;

-- # Exposed through the Data API

create function public.company_candidates(requirement uuid, opens boolean default true) returns jsonb
  language sql set search_path = '' as $$ select private.company_candidates(requirement, opens) $$;
grant execute on function public.company_candidates to authenticated;

create function public.answer_candidates(requirement uuid, answers jsonb) returns integer
  language sql set search_path = '' as $$ select private.answer_candidates(requirement, answers) $$;
grant execute on function public.answer_candidates to authenticated;

-- What a candidate has a right to: all that we have of them, and that nothing is left. Merging two records of one person, and
-- lists for those who may export (docs/decisions/candidates.md).

-- That somebody erased was asked, and what they said, for as long as the settings say (none, unless somebody sets it): the law
-- may ask for proof. Nobody reads it through the Data API.
create table private.sealed_candidates (
  id uuid primary key default gen_random_uuid(),
  subject text not null,
  consents jsonb not null,
  created_at timestamptz not null default now()
);

-- All that is kept of a candidate. What the team thinks among itself belongs to it as well.
create function private.candidate_record(candidate uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(asked) - 'asked_by' order by asked.asked_at), '[]')
                       from public.candidate_consents as asked where asked.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              to_jsonb(entry) - array['added_by'] || jsonb_build_object(
                'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer where answer.entry_id = entry.id))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry
            join public.job_requirements as filed on filed.id = entry.requirement_id
            where entry.candidate_id = person.id),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $$;

-- Deletes a candidate who is held, and all that is about them; companies that have seen them see them no more.
create function private.forget_candidate(candidate uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.lock_candidate(candidate);
    entries uuid[] := array(select held.id from public.shortlist_entries as held where held.candidate_id = candidate order by held.id);
    subjects text[] := private.mail_subjects(candidate);
    addresses text[];
    entry uuid;
  begin
    insert into private.sealed_candidates (subject, consents)
      select private.subject_of(coalesce(person.email, person.phone, person.id::text)),
             jsonb_agg(jsonb_build_object('purpose', asked.purpose, 'basis', asked.basis, 'notice_version', asked.notice_version,
                                          'asked_at', asked.asked_at, 'given_at', asked.given_at, 'refused_at', asked.refused_at,
                                          'withdrawn_at', asked.withdrawn_at, 'card_digest', asked.card_digest))
        from public.candidate_consents as asked
        where asked.candidate_id = person.id and (select sealed_days from private.settings) > 0
        having count(*) > 0;
    foreach entry in array entries loop
      perform private.end_entry(entry, false);
    end loop;
    update public.crm_events as event
      set entry_ids = array(select each from unnest(event.entry_ids) as each where each <> all (entries))
      where event.requirement_id in (select held.requirement_id from public.shortlist_entries as held where held.id = any (entries))
        and event.entry_ids && entries;
    -- Addresses that they had before are those of mails about them; what went there may be somebody else's by now.
    addresses := array(select distinct lower(mail.address) from public.mail_outbox as mail
                         where mail.template like 'candidate\_%'
                           and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && subjects);
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and (lower(mail.address) = person.email
          or array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && subjects
          or lower(mail.address) = any (addresses) and not exists (
            select from public.candidates as other where other.email = lower(mail.address) and other.id <> person.id));
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $$;

create function private.require_candidate_exporter() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.current_user_id();
  end $$;

-- Erases all records of the address of one.
create function private.erase_candidate(candidate uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.require_candidate_exporter();
    perform private.lock_candidate(candidate);
    perform private.forget_candidate(each) from unnest(array(select private.records_of(candidate))) as each;
  end $$;
grant execute on function private.erase_candidate to authenticated;

create function private.export_candidate(candidate uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_candidate_exporter();
    perform private.log_activity('exported', 'candidate', candidate);
    return private.candidate_record(candidate);
  end $$;
grant execute on function private.export_candidate to authenticated;

-- The list for a file, five hundred at a time.
create function private.export_candidates(words text, city text, after_key timestamptz, after_id uuid)
  returns table (id uuid, full_name text, email text, phone text, headline text, city text, country text, notice_period text,
                 skills text[], expected_pay_amount numeric, expected_pay_currency public.currency_code, expected_pay_unit text,
                 source text, language text, employer text, is_kept boolean, created_at timestamptz, last_activity_at timestamptz)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('candidates') as id)
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.is_kept(kept.id), kept.created_at, kept.last_activity_at
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $$;
grant execute on function private.export_candidates to authenticated;

-- Makes one of two records of a person, who has shown that the address of both is theirs. What is said in `entries` is kept
-- of the two; notes and companies that must not know come along, and so does where somebody was only thought of. What they
-- were asked and have agreed to does not: a yes is to what stood on one record. What they have refused does. Whoever was
-- shown by the other record has to be taken back there first, or that record is the one to keep.
create function private.merge_candidates(kept uuid, seen integer, merged uuid, merged_seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    stays public.candidates;
    goes public.candidates;
    now_at integer;
  begin
    perform private.lock_team();
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id in (select private.records_of(kept) union select private.records_of(merged)))
      order by id for no key update;
    perform from public.candidates
      where id in (select private.records_of(kept) union select private.records_of(merged)) order by id for update;
    stays := private.lock_candidate(kept);
    goes := private.lock_candidate(merged);
    if stays.version is distinct from seen or goes.version is distinct from merged_seen then
      raise exception 'stale' using errcode = 'PT409', detail = stays.version::text;
    elsif kept = merged or stays.email is distinct from goes.email
      or num_nonnulls(stays.email_confirmed_at, goes.email_confirmed_at) = 0 then
      raise exception 'not_one_person' using errcode = 'PT422';
    elsif exists (select from public.shortlist_entries as entry
                   where entry.candidate_id = goes.id and entry.state in (
                     'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined')) then
      raise exception 'merge_other_way' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.state = 'draft' and not exists (select from public.candidate_consents as asked where asked.entry_id = entry.id)
          or exists (select from public.candidate_consents as asked
                      where asked.entry_id = entry.id and num_nonnulls(asked.refused_at, asked.withdrawn_at) > 0))
        and not exists (select from public.shortlist_entries as own
                         where own.candidate_id = stays.id and own.requirement_id = entry.requirement_id);
    update public.candidate_consents as asked
      set candidate_id = stays.id,
          entry_id = (select own.id from public.shortlist_entries as past
                        join public.shortlist_entries as own
                          on own.requirement_id = past.requirement_id and own.candidate_id = stays.id
                        where past.id = asked.entry_id)
      where asked.candidate_id = goes.id and num_nonnulls(asked.refused_at, asked.withdrawn_at) > 0;
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && private.mail_subjects(goes.id);
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $$;
grant execute on function private.merge_candidates to authenticated;

-- What accounts have done with candidates: what companies' people have answered and opened, what the team has written.
create function private.export_shortlists_of(accounts uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'answers', (select coalesce(jsonb_agg(to_jsonb(answer) order by answer.created_at), '[]')
        from public.shortlist_answers as answer where answer.author = any (accounts) or answer.released_by = any (accounts)),
      'views', (select coalesce(jsonb_agg(to_jsonb(opened) order by opened.created_at), '[]')
        from public.entry_views as opened where opened.user_id = any (accounts)),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'created_at', note.created_at) order by note.created_at), '[]')
        from public.candidate_notes as note where note.author = any (accounts)),
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', asked.id, 'asked_at', asked.asked_at) order by asked.asked_at), '[]')
        from public.candidate_consents as asked where asked.asked_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)))
  $$;

-- The candidates that nothing was heard of for as long as the settings say, and those who will not be kept and are shown to
-- nobody.
create function private.expired_candidates() returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select person.id from public.candidates as person
      where person.last_activity_at < now() - (select make_interval(days => retention_days_candidates) from private.settings)
    union
    select said.candidate_id from (
        select distinct on (asked.candidate_id) asked.candidate_id, asked.refused_at, asked.withdrawn_at
          from public.candidate_consents as asked where asked.purpose = 'keep' and asked.closed_at is null
          order by asked.candidate_id, asked.asked_at desc) as said
      where num_nonnulls(said.refused_at, said.withdrawn_at) > 0
        and not exists (select from public.shortlist_entries as entry
                         where entry.candidate_id = said.candidate_id and entry.state not in ('withdrawn', 'closed'))
    order by 1
  $$;

-- # Exposed through the Data API

create function public.erase_candidate(candidate uuid) returns void
  language sql set search_path = '' as $$ select private.erase_candidate(candidate) $$;
grant execute on function public.erase_candidate to authenticated;

create function public.export_candidate(candidate uuid) returns jsonb
  language sql set search_path = '' as $$ select private.export_candidate(candidate) $$;
grant execute on function public.export_candidate to authenticated;

create function public.export_candidates(
    words text default null, city text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, full_name text, email text, phone text, headline text, city text, country text, notice_period text,
                 skills text[], expected_pay_amount numeric, expected_pay_currency public.currency_code, expected_pay_unit text,
                 source text, language text, employer text, is_kept boolean, created_at timestamptz, last_activity_at timestamptz)
  language sql set search_path = '' as $$ select * from private.export_candidates(words, city, after_key, after_id) $$;
grant execute on function public.export_candidates to authenticated;

create function public.merge_candidates(kept uuid, seen integer, merged uuid, merged_seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.merge_candidates(kept, seen, merged, merged_seen, entries) $$;
grant execute on function public.merge_candidates to authenticated;

-- Mails to candidates, in the name of their recruiter, and the one that reminds a company that candidates wait
-- (docs/decisions/mail.md, candidates.md).

create index mail_outbox_candidate_links on public.mail_outbox (created_at) where template = 'candidate_link';

-- What a link to one's own page was asked for by an address that nobody has is no longer known once it was looked up.
create function private.forget_unknown_address() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.mail_outbox where id = new.id;
    return null;
  end $$;

create trigger forget_unknown_address after update of skipped_at on public.mail_outbox
  for each row when (new.skipped_at is not null and new.template = 'candidate_link')
  execute function private.forget_unknown_address();

-- The candidate whom an address leads to: who has proved it, or else the newest; nobody, when it was said not to be theirs.
create function private.candidate_at(address text) returns public.candidates
  language sql stable security definer set search_path = '' as $$
    select person.* from public.candidates as person
      where person.email = private.normal_address(address)
        and not private.is_disowned(address)
      order by person.email_confirmed_at nulls last, person.created_at desc, person.id limit 1
  $$;

-- The questions, entries and codes of a candidate, as the ids of mails about them are written.
create function private.mail_subjects(candidate uuid) returns text[]
  language sql stable security definer set search_path = '' as $$
    select array(
      select id::text from public.candidate_consents where candidate_id = candidate
      union all select id::text from public.shortlist_entries where candidate_id = candidate
      union all select id::text from private.candidate_codes where candidate_id = candidate)
  $$;

create function private.first_name_of(person public.candidates) returns text
  language sql immutable set search_path = '' as $$ select split_part((person).full_name, ' ', 1) $$;

-- What a question says; null when it is over, or the address is another one by now.
create function private.ask_mail(receiver text, consent uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', asked.purpose, 'first_name', private.first_name_of(person), 'basis', asked.basis,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'token', private.candidate_token(asked.id, person.link_issue)))
      from public.candidate_consents as asked
      join public.candidates as person on person.id = asked.candidate_id and person.email = private.normal_address(receiver)
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(asked) as facts) as asker
      where asked.id = consent and private.question_state(asked) = 'open'
        and not private.is_disowned(receiver)
  $$;

create function private.code_mail(receiver text, code uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('first_name', private.first_name_of(person), 'code', private.code_of(sent),
                              'expires_at', sent.expires_at)
      from private.candidate_codes as sent
      join public.candidates as person on person.id = sent.candidate_id and person.email = private.normal_address(receiver)
      where sent.id = code and sent.used_at is null and sent.expires_at > now()
  $$;

create function private.link_mail(receiver text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('first_name', private.first_name_of(person),
                              'token', private.candidate_token((person).id, (person).link_issue))
      from (select private.candidate_at(receiver) as person) as known where (person).id is not null
  $$;

-- That somebody was shown, that words for them were released, or that the company wants to meet them; null when that holds no
-- more.
create function private.candidate_news_mail(receiver text, entry uuid, answer uuid, interview uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when interview is not null then 'interview' when answer is null then 'shown' else 'words' end,
        'first_name', private.first_name_of(person),
        'job_title', filed.job_title, 'company', private.company_name(filed.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address(receiver)
      join public.job_requirements as filed on filed.id = shown.requirement_id
      where shown.id = candidate_news_mail.entry
        and not private.is_disowned(receiver)
        and case when interview is not null then private.is_opened(shown)
                 when answer is null then shown.state = any (private.shown_states())
                 else exists (select from public.shortlist_answers as said
                               where said.id = candidate_news_mail.answer and said.released_at is not null) end
  $$;

-- How many candidates wait for somebody's company, and since when; null for none, and for whoever has left.
create function private.waiting_mail(person uuid, requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since',
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = filed.recruiter_id)))
        || private.outlook_of(filed) - array['answer_by', 'deadline']
      from public.job_requirements as filed
      join public.client_members as member
        on member.client_id = filed.client_id and member.user_id = person and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(filed.id) as all_of_them) as counts
      where filed.id = waiting_mail.requirement and (counts.all_of_them ->> 'waiting')::integer > 0
        and filed.status = any (private.open_statuses())
  $$;

-- Reminds companies of candidates that have waited beyond the time: once, until others are shown. Whoever reads only, and
-- whoever wants no news of requirements, is not reminded.
create function private.queue_candidate_reminders() returns void
  language sql security definer set search_path = '' as $$
    with late as materialized (
      select list.requirement_id from public.shortlists as list
        where list.reminded_at is null
          and list.requirement_id in (
            select entry.requirement_id from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
                and private.answer_by(entry.shown_at) < now() and filed.status = any (private.open_statuses()))
        order by list.requirement_id for update skip locked
    ), reminded as (
      update public.shortlists as list set reminded_at = now() from late
        where list.requirement_id = late.requirement_id returning list.requirement_id
    )
    select private.enqueue_mail('candidates_waiting',
                                'waiting.' || reminded.requirement_id || '.' || member.user_id || '.' || to_char(now(), 'YYYYMMDDHH24'),
                                jsonb_build_object('requirement', reminded.requirement_id), member.user_id)
      from reminded
      join public.job_requirements as filed on filed.id = reminded.requirement_id
      join public.client_members as member on member.client_id = filed.client_id and member.access in ('owner', 'member')
      where private.frequency_of(member.user_id, 'requirements') <> 'never'
  $$;

-- What a new database begins with: its settings, a row for each scheduled run, and the schedule itself, where the database
-- has one (Supabase does).
insert into private.settings default values;

insert into private.scheduled_runs (run) values ('crm'), ('mail'), ('purge');

do $$
  begin
    if exists (select from pg_available_extensions where name = 'pg_cron') then
      create extension if not exists pg_cron;
      perform cron.schedule('purge-expired', '17 3 * * *', 'select private.purge_expired()');
      if exists (select from pg_available_extensions where name = 'pg_net') then
        create schema if not exists extensions;
        create extension if not exists pg_net with schema extensions;
        perform cron.schedule('redeliver-to-crm', '* * * * *', 'select private.run_scheduled(''crm'')');
        perform cron.schedule('deliver-mail', '* * * * *', 'select private.run_scheduled(''mail'')');
      end if;
    end if;
  end $$;

-- What comes after this begins with the rights that Supabase gives everything, as on every project: a migration that adds a
-- function or a table takes them back. `npm run db:migration` writes that along.
alter default privileges grant execute on functions to public;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated;

reset check_function_bodies;
