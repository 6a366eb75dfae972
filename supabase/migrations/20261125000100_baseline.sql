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
  -- The keys of this database: of the digests of erased addresses, and of the tokens in mails' links.
  digest_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  last_crm_request bigint,
  invitation_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  last_mail_request bigint,
  unsubscribe_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- What the database shares with the site, so that it knows which forms came through it. Without one nobody's network is
  -- known, and a flood is counted by table alone.
  sender_key text constraint settings_sender_key_check check (length(sender_key) >= 32),
  -- SHA-256 of the METRICS_KEY of the site, in hex. Without one nobody is told the inbox's figures.
  metrics_key_digest text check (metrics_key_digest ~ '^[0-9a-f]{64}$')
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

-- The words that columns may hold.

create type public.app_role as enum ('admin', 'recruiter', 'hr_manager', 'client');

create type public.job_type as enum ('permanent', 'contract', 'temporary', 'part_time', 'full_time');

create type public.requirement_priority as enum ('low', 'medium', 'high', 'urgent');

create type public.requirement_status as enum ('new', 'in_progress', 'filled', 'cancelled');

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

-- One mailbox, whatever stands behind a plus sign in its address.
create function private.mailbox_of(address text) returns text
  language sql immutable set search_path = '' as $$ select lower(regexp_replace(address, '\+[^@]*(?=@)', '')) $$;
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
  created_at timestamptz not null default now()
);

create index activity_log_newest on public.activity_log (created_at desc, id desc);
-- How often somebody invites, and an address is invited, stands in what was done, also with what was taken back since.
create index activity_log_actor on public.activity_log (actor, created_at desc);
-- What was invited for one company, within a day.
create index activity_log_other on public.activity_log (other, created_at desc);
-- The invitations of a day, among all that is noted.
create index activity_log_invitations on public.activity_log (created_at) where action in ('invited', 'invitation_resent');

alter table public.activity_log enable row level security, force row level security;
-- The log is written by the database alone, whoever has the secret key.
revoke all on public.activity_log from service_role;
grant select on public.activity_log to authenticated, service_role;

-- # Who is asking

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

-- Who is asking, and whoever is given something, if of the team, until the transaction ends; 42501 for everybody else.
--
-- Everybody who changes things takes what they hold in one order, so that nobody waits in a circle: people of the team by
-- their ids, then companies, then requirements, then lines of the inbox, each by id (docs/decisions/inbox.md). Whoever
-- acts is of the team until that is done: who is just being removed has nothing left in hand afterwards. A line is
-- changed once in a transaction: at a second time Postgres looks for its requirement again, and waits for it.
create function private.hold_team(person uuid default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    perform from public.user_roles where user_id in (caller, person) order by user_id for share;
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

-- Gives somebody of the team another role, or, said so, none. The last admin stays, also when two remove each other at
-- once: what is decided on is locked first, and the caller is looked at again when the lock is there.
create function private.change_team_role(person uuid, new_role public.app_role, leaves boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare before public.app_role;
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_role = 'client' or leaves is distinct from (new_role is null) then
      raise exception 'not_a_team_role' using errcode = 'PT400';
    end if;
    perform from public.user_roles where role = 'admin' or user_id = person order by user_id for update;
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
      delete from public.user_roles where user_id = person;
    else
      update public.user_roles set role = new_role where user_id = person and role <> new_role;
    end if;
    if before = 'admin' and new_role is distinct from 'admin' then
      perform private.revoke_invitations_of(person, null);
    end if;
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

-- What the frame of the team's pages shows, in one answer: the role of whoever asks, who there is, who has been, and how
-- many lines each group of the inbox has.
create function private.team_frame() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                         order by display_name, user_id), '[]') from public.team_members),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $$;
grant execute on function private.team_frame to authenticated;

-- # Exposed through the Data API

create function public.set_team_role(person uuid, new_role public.app_role) returns void
  language sql set search_path = '' as $$ select private.change_team_role(person, new_role, false) $$;
grant execute on function public.set_team_role to authenticated;

create function public.remove_team_member(person uuid) returns void
  language sql set search_path = '' as $$ select private.change_team_role(person, null, true) $$;
grant execute on function public.remove_team_member to authenticated;

create function public.edit_team_member(
    person uuid, seen integer, display_name text, contact_email text default null, contact_phone text default null)
  returns void
  language sql set search_path = ''
  as $$ select private.edit_team_member(person, seen, display_name, contact_email, contact_phone) $$;
grant execute on function public.edit_team_member to authenticated;

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
  search tsvector not null
    generated always as (to_tsvector('simple', company_name || ' ' || coalesce(full_name, ''))) stored,
  contact_user_id uuid references auth.users (id) on delete set null
);

create index clients_newest on public.clients (created_at desc, id desc);
-- The name as it is; by words, the name, the contact, and both.
create index clients_name on public.clients (lower(company_name));
create index clients_words on public.clients using gin (to_tsvector('simple', company_name));
create index clients_names on public.clients using gin (to_tsvector('simple', coalesce(full_name, '')));
create index clients_search on public.clients using gin (search);
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
create index client_members_names on public.client_members using gin (to_tsvector('simple', coalesce(full_name, '')));

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
  kind text not null check (kind in ('edits', 'messages', 'renames', 'own_names', 'accesses')),
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

-- # What a company may do in a day

-- Counts one thing that a company has done today (UTC). Beyond the most it raises PT429, `too_many_` and the kind.
create function private.count_for_company(company uuid, counted text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted in ('renames', 'own_names', 'accesses') then 100 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, 1)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
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
    return null;
  end $$;

create trigger limit_renames after update on public.clients for each row
  when ((old.company_name, old.full_name, old.phone) is distinct from (new.company_name, new.full_name, new.phone)
    and (new.company_name <> old.company_name or new.full_name is not null or new.phone is not null))
  execute function private.limit_changes('renames');

create trigger limit_own_names after update on public.client_members for each row
  when (old.full_name is distinct from new.full_name and new.full_name is not null)
  execute function private.limit_changes('own_names');

create trigger limit_accesses after update on public.client_members for each row
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

-- Gives somebody of the caller's company another access, or, said so, none.
create function private.change_member(person uuid, new_access public.member_access, leaves boolean)
  returns void
  language sql security definer set search_path = ''
  as $$ select private.change_membership(person, new_access, leaves, null) $$;
grant execute on function private.change_member to authenticated;

-- The same for a page that says which version it has shown.
create function private.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql security definer set search_path = ''
  as $$ select private.change_membership(person, new_access, false, coalesce(seen, 0)) $$;
grant execute on function private.change_member_access to authenticated;

-- Leaves the own company, which the page that asked has named. Its last owner has to give it away first.
create function private.leave_company(client uuid) returns void
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
        'version', client.version, 'access', given,
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

create function public.remove_member(person uuid) returns void
  language sql set search_path = '' as $$ select private.change_member(person, null, true) $$;
grant execute on function public.remove_member to authenticated;

create function public.client_contacts(client uuid) returns table (user_id uuid, email text)
  language sql stable set search_path = '' as $$ select * from private.client_contacts(client) $$;
grant execute on function public.client_contacts to authenticated;

create function public.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql set search_path = '' as $$ select private.change_member_access(person, seen, new_access) $$;
grant execute on function public.change_member_access to authenticated;

create function public.leave_company(client uuid) returns void
  language sql set search_path = '' as $$ select private.leave_company(client) $$;
grant execute on function public.leave_company to authenticated;

create function public.hand_over_company(person uuid) returns void
  language sql set search_path = '' as $$ select private.hand_over_company(person) $$;
grant execute on function public.hand_over_company to authenticated;

create function public.edit_company(seen integer, company_name text, full_name text default null, phone text default null)
  returns void
  language sql set search_path = '' as $$ select private.edit_company(seen, company_name, full_name, phone) $$;
grant execute on function public.edit_company to authenticated;

create function public.own_company() returns jsonb
  language sql stable set search_path = '' as $$ select private.own_company() $$;
grant execute on function public.own_company to authenticated;

create function public.edit_own_name(seen integer, full_name text) returns void
  language sql set search_path = '' as $$ select private.edit_own_name(seen, full_name) $$;
grant execute on function public.edit_own_name to authenticated;

create function public.read_client(client uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_client(client) $$;
grant execute on function public.read_client to authenticated;

-- Invitations to the team or to a company (docs/decisions/companies.md). A mail's link carries a token that is kept
-- nowhere: it is derived from a key of this database and the invitation's id when the mail is sent, and only its digest
-- is stored, in a table that the Data API does not know. The token shows who invites to what; accepting takes the
-- invited address as well.

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
  digest text not null unique
);

-- # The token

-- The key stands at both levels, so that nobody can lengthen a token into another's.
create function private.invitation_token(invitation uuid, issue integer) returns text
  language sql stable security definer set search_path = '' as $$
    select private.digest_of(invitation_key || private.digest_of(invitation_key || invitation || ' ' || issue))
      from private.settings
  $$;

-- Each issue has a token of its own, of which the digest is kept.
create function private.keep_token() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    insert into private.invitation_tokens (invitation_id, digest)
      values (new.id, private.digest_of(private.invitation_token(new.id, new.issue)))
      on conflict (invitation_id) do update set digest = excluded.digest;
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
    -- A stranger's mailbox is not to be filled by us, nor the list by a stolen session.
    if to_all >= 20 or from_here >= 5
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

-- # What a token shows

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
                                  join public.public_job_submissions as sent on sent.id = filed.source_posting_id
                                  where filed.client_id = found_row.client_id
                                    and private.normal_address(sent.contact_email) = found_row.email),
        'token', private.invitation_token(found_row.id, found_row.issue))
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open'
        -- With another key than then, the link would lead nowhere.
        and kept.digest = private.digest_of(private.invitation_token(found_row.id, found_row.issue))
  $$;
grant execute on function private.invitation_mail to service_role;

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

create function public.invitation_by_token(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.invitation_by_token(token) $$;
grant execute on function public.invitation_by_token to anon, authenticated, service_role;

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

-- What visitors send by the public forms: anybody sends, who may export reads. What comes too fast, or in a flood, is kept
-- and marked (docs/decisions/inbox.md).

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  -- Made with the page: a form that comes twice is one row.
  form_id uuid unique,
  name text not null check (private.is_text(name, 200)),
  email text not null check (private.is_email(email)),
  company text check (private.is_text(company, 200)),
  requirement text not null check (private.is_text(requirement, 10000)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sent sooner after its page than a person types, or without the page's signature: kept, and marked for the team.
  suspect boolean not null default false,
  -- Came in a flood, when nothing else speaks against it (private.mark_flood).
  flood boolean not null default false
);

create index contact_submissions_newest on public.contact_submissions (created_at desc, id desc);
create index contact_submissions_person on public.contact_submissions (lower(email), created_at desc);
create index contact_submissions_company on public.contact_submissions (lower(company), created_at desc);

alter table public.contact_submissions enable row level security, force row level security;
grant insert (form_id, name, email, company, requirement, suspect) on public.contact_submissions to anon, authenticated;
grant select on public.contact_submissions to authenticated;

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

create trigger mark_flood before insert on public.contact_submissions for each row execute function private.mark_flood();
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
  source_posting_id uuid unique references public.public_job_submissions (id) on delete set null,
  constraint experience_range check (max_experience >= min_experience),
  constraint salary_range check (max_salary >= min_salary),
  constraint min_salary_is_a_number check (min_salary < 'NaN'),
  constraint max_salary_is_a_number check (max_salary < 'NaN'),
  -- Years as the form takes them: beyond these nobody hires, and the one or the other program stumbles.
  constraint dates_in_reach check (
    expected_start_date between '1900-01-01' and '2999-12-31' and deadline between '1900-01-01' and '2999-12-31'),
  constraint job_requirements_form_id_key unique (client_id, form_id)
);

-- The lists: a client's own requirements and the team's, newest first, with the id to break ties.
create index job_requirements_client_newest on public.job_requirements (client_id, created_at desc, id desc);
create index job_requirements_newest on public.job_requirements (created_at desc, id desc);
create index job_requirements_submitted_by on public.job_requirements (submitted_by, created_at desc, id desc);
create index job_requirements_recruiter on public.job_requirements (recruiter_id, created_at desc, id desc);
create index job_requirements_status on public.job_requirements (status, priority, created_at desc, id desc);
-- Of requirements by status and priority there are sixteen places in each of these, every one in the list's order.
create index job_requirements_client_status on public.job_requirements
  (client_id, status, priority, created_at desc, id desc);
create index job_requirements_recruiter_status on public.job_requirements
  (recruiter_id, status, priority, created_at desc, id desc);
create index job_requirements_client_recruiter on public.job_requirements
  (client_id, recruiter_id, created_at desc, id desc);
-- A form that comes twice is looked for by its own id.
create index job_requirements_form on public.job_requirements (form_id);

alter table public.job_requirements enable row level security, force row level security;
grant select, insert (client_id, form_id, job_title, job_type, department, location, remote_allowed, min_experience,
  max_experience, min_salary, max_salary, currency, required_skills, preferred_skills, education_requirements,
  job_description, responsibilities, benefits, positions_count, priority, expected_start_date, deadline, notes)
  on public.job_requirements to authenticated;

create trigger raise_version before update on public.job_requirements
  for each row when (old.* is distinct from new.*) execute function private.raise_version();

create trigger stamp_id before insert on public.job_requirements for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.job_requirements for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.job_requirements for each row execute function private.stamp_update();

create policy "own requirements, or who may export" on public.job_requirements for select to authenticated
  using (client_id = (select private.current_client_id()) or (select private.may_export()));

-- A viewer reads.
create policy "submit a new requirement" on public.job_requirements for insert to authenticated
  with check (client_id = (select private.current_client_id()) and (select private.may_write_for_client())
              and status = 'new');

-- # What a requirement consists of, and what guards it

-- What a company fills in, in the form's order.
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

-- Which status may follow which: app/features/requirements/statuses.ts has the same, and a test compares the two.
create function private.requirement_transitions()
  returns table (side public.side, from_status public.requirement_status, to_status public.requirement_status)
  language sql immutable set search_path = '' as $$
    select 'company'::public.side, open, 'cancelled'::public.requirement_status
      from unnest(array['new', 'in_progress']::public.requirement_status[]) as open
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
    if new.status in ('new', 'in_progress') then
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
-- held one after another: of two requirements that are filed at once the second counts the first.
create function private.limit_filing() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if private.current_user_id() is null or private.is_team_member() then
      return null;
    end if;
    for company in select distinct client_id from filed order by client_id loop
      perform from public.clients where id = company for no key update;
      if not private.may_change_for(company) then
        raise exception 'forbidden' using errcode = '42501';
      end if;
      if (select count(*) from (select from public.job_requirements as latest
            where latest.client_id = company and latest.created_at > now() - interval '1 day'
            limit 301) as counted) > 300
      then
        raise exception 'too_many_requirements' using errcode = 'PT429';
      end if;
    end loop;
    return null;
  end $$;

create trigger limit_filing after insert on public.job_requirements
  referencing new table as filed for each statement execute function private.limit_filing();

-- # Changing

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

-- Changes the status. Returns the version that makes of it.
create function private.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.job_requirements;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.hold_team();
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason)
      where filed.id = requirement returning version into now_at;
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
    return private.change_requirement_status(requirement, seen, 'cancelled', reason);
  end $$;
grant execute on function private.withdraw_requirement to authenticated;

-- Names who of the team looks after a requirement, or nobody. Returns the version that makes of it.
create function private.set_recruiter(requirement uuid, seen integer, person uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    now_at integer;
    held public.job_requirements;
  begin
    perform private.hold_team(person);
    held := private.lock_requirement(requirement, seen);
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

-- Changes what the company has filled in, as long as nobody has closed it. Returns the version that makes of it; a form
-- that changes nothing leaves the requirement as it is, its time included.
create function private.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    -- Not the team's, who may change the status and nothing else.
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status not in ('new', 'in_progress') then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 and exists (
                       select %1$s from private.with_entries($1, $2)
                       except select %1$s from public.job_requirements where id = $3)
                     returning version', columns) into now_at using held, entries, requirement;
    return coalesce(now_at, held.version);
  end $$;
grant execute on function private.edit_requirement to authenticated;

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
    requirement uuid, seen integer, status public.requirement_status, reason text default null) returns integer
  language sql set search_path = '' as $$ select private.change_requirement_status(requirement, seen, status, reason) $$;
grant execute on function public.change_requirement_status to authenticated;

create function public.set_recruiter(requirement uuid, seen integer, person uuid default null) returns integer
  language sql set search_path = '' as $$ select private.set_recruiter(requirement, seen, person) $$;
grant execute on function public.set_recruiter to authenticated;

create function public.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_requirement(requirement, seen, entries) $$;
grant execute on function public.edit_requirement to authenticated;

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

alter table public.requirement_events enable row level security, force row level security;
grant select on public.requirement_events to authenticated;

-- Whole rows have the ids of people, the team's among them: a company is told by name, by functions.
create policy "who may export reads" on public.requirement_events for select to authenticated
  using ((select private.may_export()));

-- Writes what happened, as who acted on which side; and counts the company's edits.
create function private.record_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
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
      if acting = 'company' then
        perform private.count_for_company(new.client_id, 'edits');
      end if;
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
                   'id', event.id, 'side', event.side, 'type', event.type, 'changes', event.changes,
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
-- the team has not answered. An answer is another status, a message of the team, or a line of the inbox that somebody has
-- answered (docs/decisions/inbox.md). Null while nothing of the company's waits. A posting that was made a requirement
-- is asked since it came.
create function private.answer_due(requirement uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    with answered as (
      select max(answer.created_at) as at
        from (select event.created_at from public.requirement_events as event
                where event.requirement_id = answer_due.requirement and event.type = 'status'
                  and event.side is distinct from 'company'
              union all
              select done.created_at from public.item_events as done
                join public.inbox_items as item on item.id = done.item_id
                where item.requirement_id = answer_due.requirement
                  and (done.type = 'answered' or done.changes -> 'state' ->> 1 in ('waiting', 'done'))) as answer),
    asked as (
      select coalesce(posting.created_at, event.created_at) as since, event.created_at as at
        from public.requirement_events as event
        join public.job_requirements as filed on filed.id = event.requirement_id
        left join public.public_job_submissions as posting
          on event.type = 'converted' and posting.id = filed.source_posting_id
        where event.requirement_id = answer_due.requirement and (event.side = 'company' or event.type = 'converted')
      union all
      select written.created_at, written.created_at from public.item_events as written
        join public.inbox_items as item on item.id = written.item_id
        where item.requirement_id = answer_due.requirement and written.type = 'written')
    select min(asked.since) + private.promised('requirement') from asked
      where asked.at > coalesce((select at from answered), '-infinity')
        and exists (select from public.job_requirements as filed
                     where filed.id = answer_due.requirement and filed.status in ('new', 'in_progress'))
  $$;

-- What every page of a requirement says of it, to its own company and to the team: its title and state, the currency of its
-- amounts, its recruiter as the company may reach them, by when it is answered, who has closed it, whether the caller may
-- change it, and how many of its messages they have not read. Null for one that is not there, or not the caller's to see.
create function private.requirement_frame(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'version', filed.version, 'currency', filed.currency, 'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status in ('filled', 'cancelled') then (
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
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0))
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

create index requirement_messages_talk on public.requirement_messages (requirement_id, created_at desc, id desc);
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
      perform private.return_item(new.requirement_id, 'written', new.author);
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
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      if own = 'client' then
        perform private.count_for_company(filed.client_id, 'messages');
      end if;
      perform private.settle_unread(filed, own, settled, null);
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $$;
grant execute on function private.post_message to authenticated;

-- Opens the talk on a requirement: the newest messages, or those before a place of it, the newest first, 25 and one more,
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
-- Sorted otherwise, and looked for.
create index inbox_items_came on public.inbox_items (created_at, id);
create index inbox_items_activity on public.inbox_items (last_activity_at, id);
create index inbox_items_search on public.inbox_items using gin (search);
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
  -- 'written': the company wrote; 'answered': somebody of the team answered it.
  type text not null check (type in ('taken', 'given', 'released', 'state', 'due', 'returned', 'converted', 'written',
                                     'answered')),
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

-- Makes the line of what came, of the kind that the trigger names.
create function private.make_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
  begin
    if kind = 'requirement' then
      words := private.searchable_requirement(new);
    else
      words := private.searchable(to_jsonb(new));
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              coalesce((to_jsonb(new) ->> 'flood')::boolean, false), words);
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
create function private.return_item(
    requirement uuid, type text default 'returned', actor uuid default private.current_user_id()) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select filed.recruiter_id from public.job_requirements as filed
                        where filed.id = return_item.requirement and private.is_team(filed.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                          else coalesce(holder, in_charge) end;
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, return_item.actor, return_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

-- What a change of a requirement makes of its line. Words are made anew only of words that have changed: a status has none.
create function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if (new.job_title, new.department, new.location, new.required_skills, new.preferred_skills, new.education_requirements,
        new.job_description, new.responsibilities, new.benefits, new.notes)
      is distinct from (old.job_title, old.department, old.location, old.required_skills, old.preferred_skills,
        old.education_requirements, old.job_description, old.responsibilities, old.benefits, old.notes)
    then
      update public.inbox_items set search = private.searchable_requirement(new) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.return_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $$;

create trigger follow_requirement after update on public.job_requirements
  for each row when (old.version <> new.version) execute function private.follow_requirement();

-- # What the team does with a line

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

-- Gives a line to somebody for good, or to nobody. Whoever calls this holds them (hold_team) before any line.
create function private.apply_assignee(caller uuid, held public.inbox_items, person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
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
    caller uuid := private.hold_team();
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
  declare caller uuid := private.hold_team(person);
  begin
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $$;
grant execute on function private.give_item to authenticated;

create function private.set_item_state(item uuid, seen integer, state public.inbox_state, due timestamptz)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.hold_team();
  begin
    perform private.apply_state(caller, private.lock_item(item, seen), state, due);
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_state to authenticated;

create function private.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.hold_team();
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
-- Always in the same order, so that two who do it at once don't wait for each other in a circle.
create function private.change_items(
    items uuid[], seen integer[], state public.inbox_state, person uuid, gives boolean)
  returns table (item_id uuid, outcome text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.hold_team(person);
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
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
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

-- # Taking the next one

-- Takes the next line, of a kind or of any, of what is nobody's, by its due time: what is overdue, in a flood after the
-- rest, then what is not, and in a flood only when nothing else is left. Each of the four is a range of one index, and one
-- statement, so that of many who ask at once each gets another. Returns null when there is none.
create function private.take_next_of(kind public.inbox_kind) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.hold_team();
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

-- What somebody who leaves had in hand is nobody's, and so are the open requirements they looked after. What they have
-- closed is held as well: somebody may be opening it again.
create function private.free_work_of(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.job_requirements where recruiter_id = person order by id for no key update;
    perform from public.inbox_items
      where id in (select held.id from public.inbox_items as held where held.assignee = person
                   union
                   select line.id from public.job_requirements as filed
                     join public.inbox_items as line on line.requirement_id = filed.id
                     where filed.recruiter_id = person)
      order by id for update;
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status in ('new', 'in_progress');
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
    if after in ('filled', 'cancelled') and held.state in ('new', 'open', 'waiting') then
      perform private.apply_state(caller, held, 'done', null);
    elsif before in ('filled', 'cancelled') and after in ('new', 'in_progress') and held.state in ('done', 'spam') then
      perform private.apply_state(caller, held, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, held.id, true);
    end if;
  end $$;

-- # Exposed through the Data API

create function public.take_next_item() returns uuid
  language sql set search_path = '' as $$ select private.take_next_item() $$;
grant execute on function public.take_next_item to authenticated;

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

create function public.set_item_states(items uuid[], seen integer[], state public.inbox_state)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, state, null, false) $$;
grant execute on function public.set_item_states to authenticated;

create function public.give_items(items uuid[], seen integer[], person uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, null, person, true) $$;
grant execute on function public.give_items to authenticated;

create function public.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language sql set search_path = '' as $$ select private.note_once(item, kind, body, form) $$;
grant execute on function public.note_once to authenticated;

create function public.take_next_of(kind public.inbox_kind) returns uuid
  language sql set search_path = '' as $$ select private.take_next_of(kind) $$;
grant execute on function public.take_next_of to authenticated;

-- Searches: how a search box's words are understood, and how what has them is found in the same time however much there is
-- (docs/decisions/inbox.md, database.md).

-- # What is found

-- What can be found of a row: the words a person has typed. Of an address the part behind the @ as well.
create function private.searchable(entries jsonb) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(string_agg(case when key in ('email', 'contact_email')
        then (value #>> '{}') || ' ' || split_part(value #>> '{}', '@', 2) else value #>> '{}' end, ' ' order by key), ''))
      from jsonb_each(entries)
      where key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                    'company', 'company_name', 'requirement', 'needs', 'skills', 'job_title', 'department', 'location',
                    'required_skills', 'preferred_skills', 'education_requirements', 'job_description',
                    'responsibilities', 'benefits', 'notes')
  $$;

-- The lexeme that stands for a company in its requirements' lines. Postgres' parser makes none that begins like it.
create function private.company_lexeme(client uuid) returns text
  language sql immutable set search_path = '' as $$ select '=' || client $$;

-- What of a requirement is found by: its own words, that it is a company's, and which one's.
create function private.searchable_requirement(requirement public.job_requirements) returns tsvector
  language sql stable security definer set search_path = '' as $$
    select private.searchable(to_jsonb(requirement))
      || array_to_tsvector(array['=', private.company_lexeme(requirement.client_id)])
  $$;

-- Makes the words of requirements anew that were kept as an older version kept them, as after restoring a backup of it
-- (docs/operations.md). Returns how many.
create function private.renew_search() returns integer
  language plpgsql security definer set search_path = '' as $$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = private.searchable_requirement(requirement)
      from public.job_requirements as requirement
      where item.requirement_id = requirement.id and not item.search @@ '''='''::tsquery;
    get diagnostics renewed = row_count;
    return renewed;
  end $$;

-- # What is looked for

-- How a search box's words are understood; more than two hundred characters of it nobody has typed. Each dash may say
-- "not", and Postgres keeps no more than 32 of these in mind before a word comes: whoever types that many means a line.
create function private.typed_query(words text) returns tsquery
  language sql immutable set search_path = '' as $$
    select websearch_to_tsquery('simple', case when length(typed) - length(replace(typed, '-', '')) <= 20 then typed
                                            else replace(typed, '-', ' ') end)
      from left(words, 200) as typed
  $$;

-- Of a query each word of three letters or more stands for all that begin with it; shorter ones would be half the language.
create function private.with_prefixes(query tsquery) returns tsquery
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(query::text, '''((?:[^'']|'''')+)''', '''\1'':*', 'g'),
                          '''([^'']{1,2})'':\*', '''\1''', 'g')::tsquery
  $$;

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

-- # How it is looked for

-- The share of the inbox's lines that has a word, or one that begins like it, as the statistics have it; none of a word that
-- is not among the common ones.
create function private.share_of_word(word text, is_prefix boolean) returns double precision
  language sql stable security definer set search_path = '' as $$
    select least(coalesce(sum(common.frequency), 0), 1)
      from pg_catalog.pg_stats as kept
      cross join unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs) as common (lexeme, frequency)
      where kept.schemaname = 'public' and kept.tablename = 'inbox_items' and kept.attname = 'search'
        and (common.lexeme = word or is_prefix and starts_with(common.lexeme, word))
  $$;

-- What is looked for, for the index of the lines: of each word, or phrase, whether a line has it or is of a company that
-- has it. A line of a requirement says whose it is by the company's lexeme, so that renaming a company writes no line. A
-- word of more than three hundred companies stands for all of them, and not for whom it is denied: what the index finds
-- then is too much, never too little, and is looked at once more. Also which share of the lines is to be expected, and how
-- much of the index has to be read for it, in lines.
create function private.expand_query(query tsquery, out expanded tsquery, out is_exact boolean,
                                     out share double precision, out entries double precision)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    lexeme constant text := '''(?:[^'']|'''')+''(?::\*)?';
    phrase constant text := lexeme || '(?: <(?:-|[0-9]+)> ' || lexeme || ')*';
    between text[] := regexp_split_to_array(query::text, phrase);
    companies double precision;
    place integer := 1;
    found text[];
    wanted text;
    denied boolean;
    likely double precision;
    -- Of the words that stand together since the last "or".
    together double precision := 1;
    result text := between[1];
  begin
    is_exact := true;
    share := 0;
    entries := 0;
    select greatest(reltuples, 1) into companies from pg_catalog.pg_class where oid = 'public.clients'::regclass;
    for wanted in select matched[1] from regexp_matches(query::text, '(' || phrase || ')', 'g') as matched loop
      found := array(select private.company_lexeme(client.id) from public.clients as client
                      where client.search @@ wanted::tsquery limit 301);
      denied := length(replace(replace(substring(between[place] from '[!( ]*$'), '(', ''), ' ', '')) % 2 = 1;
      select exp(greatest(sum(ln(greatest(private.share_of_word(
               replace(replace(word[1], '''''', ''''), '\\', '\'), word[2] is not null), 1e-9))), -40))
        into likely from regexp_matches(wanted, '''((?:[^'']|'''')+)''(:\*)?', 'g') as word;
      likely := least(likely + case when cardinality(found) > 300 then 1 else cardinality(found) / companies end, 1);
      -- Each line that is found is held against each company.
      entries := entries + likely * (1 + least(cardinality(found), 300) / 10.0);
      if between[place] like '%|%' then
        share := share + together;
        together := 1;
      end if;
      together := greatest(together * case when denied then 1 - likely else likely end, 1e-100);
      if cardinality(found) > 300 then
        is_exact := false;
        found := case when denied then '{}' else array['='] end;
      end if;
      place := place + 1;
      result := result || case when found = '{}' then wanted
        else '( ' || wanted || ' | ''' || array_to_string(found, ''' | ''') || ''' )' end || between[place];
    end loop;
    expanded := result::tsquery;
    share := least(share + together, 1);
  end $$;

-- How a search for words goes about it: by lines in their order, as many of them as may be walked for a page of so many, or,
-- with null, by the index of the words first. The first is quick for what many lines have, the second for what few have.
create function private.plan_search(words text, client uuid, room integer,
                                    out typed tsquery, out by_index tsquery, out is_exact boolean, out walked integer)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    expansion record;
    lines double precision;
  begin
    typed := private.search_query(words);
    if numnode(typed) = 0 then
      return;
    end if;
    expansion := private.expand_query(typed);
    by_index := expansion.expanded;
    is_exact := expansion.is_exact;
    if client is not null then
      by_index := by_index && quote_literal(private.company_lexeme(client))::tsquery;
    end if;
    select reltuples into lines from pg_catalog.pg_class where oid = 'public.inbox_items'::regclass;
    -- Measured in microseconds: a line that is walked, one that the index gives, and an entry of the index on the way to it.
    if 6 * room < expansion.share * lines * (2 * expansion.share + 0.35 * expansion.entries) then
      walked := least(100 + 4 * room / expansion.share, 20000);
    end if;
  end $$;

-- The companies that a search finds: by a word of the name, or of somebody's of them. Some of them may come twice.
create function private.found_clients(words text) returns setof uuid
  language sql stable set search_path = '' as $$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on to_tsvector('simple', client.company_name) @@ wanted.query
    union all
    select client.id from wanted
      join public.clients as client on to_tsvector('simple', coalesce(client.full_name, '')) @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on to_tsvector('simple', coalesce(member.full_name, '')) @@ wanted.query
  $$;

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
                  case when person.id is not null then coalesce(member.full_name, client.full_name)
                       when source.id is not null then source.contact_name
                       else client.full_name end) as sender,
         coalesce(contact.email, posting.contact_email, consultation.email,
                  case when person.id is not null then person.email
                       when source.id is not null then source.contact_email
                       else maker.email end) as email,
         coalesce(posting.phone, consultation.phone,
                  case when person.id is not null then member.phone
                       when source.id is not null then source.phone
                       else client.phone end) as phone,
         coalesce(contact.company, posting.company, consultation.company, client.company_name) as company,
         coalesce(posting.job_title, requirement.job_title, contact.requirement, consultation.needs) as subject,
         item.is_flood
    from public.inbox_items as item
    left join public.contact_submissions as contact on contact.id = item.contact_id
    left join public.public_job_submissions as posting on posting.id = item.posting_id
    left join public.consultation_requests as consultation on consultation.id = item.consultation_id
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as person on person.id = requirement.submitted_by
    left join public.client_members as member on member.user_id = requirement.submitted_by
    left join public.public_job_submissions as source on source.id = requirement.source_posting_id
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
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        walked := search.walked;
        while walked is not null and not is_all loop
          execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
              select line.id, line.key
                from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                        order by %1$I %3$s, id %3$s limit $9) as line
                where case when line.requirement_id is null then line.search
                           else line.search || (select company.search from public.job_requirements as filed
                                                  join public.clients as company on company.id = filed.client_id
                                                  where filed.id = line.requirement_id) end @@ $5
                limit $10) as listed', key, conditions, way)
            into found, keys using caller, kind, state, suspect, search.typed, person, after_key, after_id, walked, room;
          is_all := coalesce(cardinality(found), 0) = room;
          if not is_all then
            execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                              order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
              into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
          end if;
          walked := case when walked = search.walked then 10 * walked end;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format('with line as materialized (select * from public.inbox_items where search @@ $5)
              select id, %1$I from line where %2$s %4$s order by %1$I %3$s, id %3$s limit $9', key, conditions, way,
              case when not search.is_exact then 'and case when requirement_id is null then search
                  else search || (select company.search from public.job_requirements as filed
                                    join public.clients as company on company.id = filed.client_id
                                    where filed.id = line.requirement_id) end @@ $10' end)
            using caller, kind, state, suspect, search.by_index, person, after_key, after_id, room, search.typed;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $$;

-- The page as the team sees it, of one group or of all: at most 25 lines and one more, which tells that there is a next
-- page. An assignee whose claim has run out is not named.
create function private.list_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           item.requirement_id is not null and private.is_withdrawn(item.requirement_id)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (select body from public.notes where notes.item_id = item.id
                          order by notes.created_at desc, notes.id desc limit 1) as note on true
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
                 is_withdrawn boolean)
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

-- How many lines each group has: beyond a thousand, a thousand.
create function private.count_inbox() returns table (item_group text, items integer)
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    foreach item_group in array private.inbox_groups() loop
      execute format('select count(*)::integer from (select from public.inbox_items where %s limit 1000) as line',
                     private.inbox_group_condition(item_group)) into items using caller;
      return next;
    end loop;
  end $$;
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

-- Some lines of the inbox with what was sent, at most a hundred, in the order they are asked for.
create function private.read_items(items uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select coalesce(jsonb_agg(
               to_jsonb(item) - 'search' || jsonb_build_object(
                 'contact_submissions', to_jsonb(contact),
                 'public_job_submissions', to_jsonb(posting) || jsonb_build_object('job_requirements', (
                   select jsonb_build_object('id', made.id) from public.job_requirements as made
                     where made.source_posting_id = posting.id)),
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
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state)
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
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $$;
grant execute on function private.related_items to authenticated;

-- # As a file

-- The inbox's list for a file, five hundred lines at a time: the next ones start after the last line's group, key and id.
create function private.export_group(
    only_group text, kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect
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
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean)
  language sql security definer set search_path = '' as $$
    select * from private.export_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                       after_id)
  $$;
grant execute on function private.export_inbox to authenticated;

-- # Exposed through the Data API

create function public.list_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_seen boolean, is_suspect boolean, version integer, requirement_id uuid, last_note text,
                 is_withdrawn boolean)
  language sql stable set search_path = '' as $$
    select * from private.list_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;
grant execute on function public.list_inbox to authenticated;

create function public.count_inbox() returns table (item_group text, items integer)
  language sql stable set search_path = '' as $$ select * from private.count_inbox() $$;
grant execute on function public.count_inbox to authenticated;

create function public.export_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean)
  language sql set search_path = '' as $$
    select * from private.export_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;
grant execute on function public.export_inbox to authenticated;

create function public.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state)
  language sql stable set search_path = '' as $$ select * from private.related_items(item) $$;
grant execute on function public.related_items to authenticated;

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
                 is_withdrawn boolean)
  language sql stable set search_path = '' as $$
    select * from private.list_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
grant execute on function public.list_group to authenticated;

create function public.export_group(
    only_group text, kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean)
  language sql set search_path = '' as $$
    select * from private.export_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $$;
grant execute on function public.export_group to authenticated;

create function public.next_item(
    item uuid, from_group text default null, kind public.inbox_kind default null, state public.inbox_state default null,
    whose text default null, suspect boolean default null, words text default null, sort text default null,
    descending boolean default null, only_group text default null)
  returns table (item_id uuid, item_group text)
  language sql stable set search_path = '' as $$
    select * from private.next_item(item, from_group, kind, state, whose, suspect, words, sort, descending, only_group)
  $$;
grant execute on function public.next_item to authenticated;

create function public.read_items(items uuid[]) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_items(items) $$;
grant execute on function public.read_items to authenticated;

create function public.read_item_history(item uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_item_history(item) $$;
grant execute on function public.read_item_history to authenticated;

-- The team's lists of requirements and of companies, by functions for the reason that the inbox's are (14-inbox-lists.sql).

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
      'select filed.id, filed.created_at from public.job_requirements as filed where true',
      case when parts then ' and filed.status = part.status and filed.priority = part.priority' end, conditions,
      ' order by filed.created_at desc, filed.id desc limit $7',
      case when parts then ') as listed order by listed.created_at desc, listed.id desc limit $7' end);
    search record;
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
    walked := search.walked;
    while walked is not null loop
      execute format('select array(select page.id from (%s) as page
            cross join lateral (select line.search || company.search as words
                                  from public.inbox_items as line
                                  join public.job_requirements as filed on filed.id = line.requirement_id
                                  join public.clients as company on company.id = filed.client_id
                                  where line.requirement_id = page.id limit 1) as line
            where line.words @@ $8 order by page.created_at desc, page.id desc limit $9)', listed)
        into found using status, priority, person, client, after_key, after_id, walked, search.typed, room;
      is_all := cardinality(found) = room;
      if not is_all then
        execute format('select count(*) < $7 from (%s) as page', listed)
          into is_all using status, priority, person, client, after_key, after_id, walked;
      end if;
      if is_all then
        return query select * from unnest(found);
        return;
      end if;
      walked := case when walked = search.walked then 10 * walked end;
    end loop;
    return query execute concat(
      'with found as materialized (select line.requirement_id as id, line.created_at, line.search
                                     from public.inbox_items as line
                                     where line.kind = ''requirement'' and line.search @@ $8)
       select filed.id from found',
      case when not search.is_exact or status is not null or priority is not null or whose is not null
        then ' cross join lateral (select * from public.job_requirements as listed where listed.id = found.id limit 1)' end,
      ' as filed',
      case when not search.is_exact
        then ' join public.clients as company on company.id = filed.client_id
                 and (found.search || company.search) @@ $9' end,
      ' where true',
      case when status is not null then ' and filed.status = $1' end,
      case when priority is not null then ' and filed.priority = $2' end,
      replace(conditions, ' and filed.client_id = $4', ''),
      ' order by filed.created_at desc, filed.id desc limit $7')
      using status, priority, person, client, after_key, after_id, room, search.by_index, search.typed;
  end $$;

-- The team's list of requirements: at most 25 and one more, which tells that there is a next page.
create function private.list_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, client uuid, words text,
    after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, recruiter_id uuid, deadline date, created_at timestamptz,
                 updated_at timestamptz, version integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.recruiter_id, filed.deadline, filed.created_at, filed.updated_at,
           filed.version
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   26) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $$;
grant execute on function private.list_requirements to authenticated;

-- The same for a file, five hundred at a time.
create function private.export_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, client uuid, words text,
    after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, job_type public.job_type, department text, location text,
                 remote_allowed boolean, min_experience integer, max_experience integer, min_salary numeric,
                 max_salary numeric, currency public.currency_code, required_skills text[], preferred_skills text[],
                 positions_count integer, expected_start_date date, deadline date, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 closed_reason text, recruiter_id uuid, created_at timestamptz, updated_at timestamptz)
  language sql security definer set search_path = '' as $$
    with caller as materialized (select private.require_exporter('requirements') as id)
    select filed.id, filed.job_title, filed.job_type, filed.department, filed.location, filed.remote_allowed,
           filed.min_experience, filed.max_experience, filed.min_salary, filed.max_salary, filed.currency,
           filed.required_skills, filed.preferred_skills, filed.positions_count, filed.expected_start_date,
           filed.deadline, company.company_name, filed.status, filed.priority, filed.closed_reason, filed.recruiter_id,
           filed.created_at, filed.updated_at
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
  language plpgsql stable rows 26 set search_path = '' as $$
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
          and (to_tsvector('simple', client.company_name) @@ query
            or to_tsvector('simple', coalesce(client.full_name, '')) @@ query
            or exists (select from public.client_members as member
                        where member.client_id = client.id
                          and to_tsvector('simple', coalesce(member.full_name, '')) @@ query offset 0))
        order by client.created_at desc, client.id desc limit 26;
    end if;
  end $$;

-- The team's list of companies: at most 25 and one more, which tells that there is a next page. A word of the search is a
-- word of the company's name, or of a name in it.
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
                 positions_count integer, recruiter_id uuid, deadline date, created_at timestamptz,
                 updated_at timestamptz, version integer)
  language sql stable set search_path = '' as $$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $$;
grant execute on function public.list_requirements to authenticated;

create function public.export_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, client uuid default null, words text default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, job_title text, job_type public.job_type, department text, location text,
                 remote_allowed boolean, min_experience integer, max_experience integer, min_salary numeric,
                 max_salary numeric, currency public.currency_code, required_skills text[], preferred_skills text[],
                 positions_count integer, expected_start_date date, deadline date, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 closed_reason text, recruiter_id uuid, created_at timestamptz, updated_at timestamptz)
  language sql set search_path = '' as $$
    select * from private.export_requirements(status, priority, whose, client, words, after_key, after_id)
  $$;
grant execute on function public.export_requirements to authenticated;

create function public.list_clients(words text default null, after_key timestamptz default null,
                                    after_id uuid default null)
  returns table (id uuid, company_name text, full_name text, created_at timestamptz, members integer, requirements integer,
                 active integer)
  language sql stable set search_path = '' as $$ select * from private.list_clients(words, after_key, after_id) $$;
grant execute on function public.list_clients to authenticated;

-- A posting becomes a requirement of a company, once (docs/decisions/inbox.md).

-- Companies that a posting may be from, the likeliest first: of the same address, of the same name, or with the words.
create function private.suggest_clients(name text, address text)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, likely.reason
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place from (
          select member.client_id as id, 'address' as reason, 1 as place from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that was made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'address', 1 from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.invitation_state(invitation) = 'open'
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 2 from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name)) order by client.id limit 10)
          union all
          (select client.id, 'words', 3 from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, client.company_name, client.id limit 10
  $$;
grant execute on function private.suggest_clients to authenticated;

-- The requirement that a posting has become, if it has; until the transaction ends nobody else can make one.
create function private.lock_posting(posting uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.inbox_items where posting_id = posting for update;
    if not found then
      raise exception 'posting_not_found' using errcode = 'PT404';
    end if;
    return (select id from public.job_requirements where source_posting_id = posting);
  end $$;

-- Makes the requirement of a posting, for a company, and tells the company of it (docs/decisions/inbox.md, mail.md).
-- Whoever comes second gets the requirement that is there. The posting is done with, and stays with whoever had it in
-- hand; the requirement's own line goes on with whoever is in charge of it, or else has made it, and stays due when the
-- sender expects to hear. Beside what the form of a requirement has, the entries may name the `recruiter_id`.
create function private.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.hold_team(recruiter);
    columns text := array_to_string(private.requirement_fields(), ', ');
    source public.inbox_items;
    made uuid := private.lock_posting(posting);
  begin
    if made is not null then
      return made;
    end if;
    select * into source from public.inbox_items where posting_id = posting;
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, source_posting_id, recruiter_id, %1$s)
                      select $1, $2, $3, %1$s from private.with_entries($4, $5) returning id', columns)
      into made using client, posting, recruiter, jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
        'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
        'priority', 'medium')), entries - 'recruiter_id';
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = source.created_at + private.promised('posting')
      where requirement_id = made;
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    perform private.mail_conversion(made, posting, client);
    return made;
  end $$;
grant execute on function private.convert_posting to authenticated;

-- The same for a company that is not here yet: it is made, its sender is invited to own it, by a mail to the posting's own
-- address, and the requirement is its first. All of it or nothing.
create function private.convert_posting_by_invitation(
    posting uuid, company_name text, full_name text, phone text, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    made uuid;
    sender text := (select contact_email from public.public_job_submissions where id = posting);
  begin
    perform private.hold_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_posting(posting);
    if made is not null then
      return made;
    end if;
    return private.convert_posting(
      posting, (private.invite_company(sender, company_name, full_name, phone)).client_id, entries);
  end $$;
grant execute on function private.convert_posting_by_invitation to authenticated;

-- The requirement that a posting has become; null when it has become none.
create function private.find_converted(posting uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (select made.id from public.job_requirements as made where made.source_posting_id = posting);
  end $$;
grant execute on function private.find_converted to authenticated;

-- # Exposed through the Data API

create function public.suggest_clients(name text default null, address text default null)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable set search_path = '' as $$ select * from private.suggest_clients(name, address) $$;
grant execute on function public.suggest_clients to authenticated;

create function public.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.convert_posting(posting, client, entries) $$;
grant execute on function public.convert_posting to authenticated;

create function public.convert_posting_by_invitation(
    posting uuid, company_name text, entries jsonb, full_name text default null, phone text default null) returns uuid
  language sql set search_path = ''
  as $$ select private.convert_posting_by_invitation(posting, company_name, full_name, phone, entries) $$;
grant execute on function public.convert_posting_by_invitation to authenticated;

create function public.find_converted(posting uuid) returns uuid
  language sql stable set search_path = '' as $$ select private.find_converted(posting) $$;
grant execute on function public.find_converted to authenticated;

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
  -- The company that it is about, whose turn it takes (private.claim_in_turn). A trigger fills it in.
  turn uuid not null default gen_random_uuid(),
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
    'requirement_converted', 'requirement_event', 'requirement_message', 'inbox_summary')),
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
create function private.mail_conversion(requirement uuid, posting uuid, client uuid) returns void
  language sql security definer set search_path = '' as $$
    with people as materialized (
      select member.user_id, member.access,
             lower(account.email) = (select private.normal_address(sent.contact_email)
                                       from public.public_job_submissions as sent where sent.id = posting) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        where member.client_id = client)
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

-- What is said of a posting that became a requirement; nothing to somebody who has left, or when it is gone.
create function private.conversion_mail(person uuid, requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_named', exists (select from public.public_job_submissions as sent
                              join auth.users as account on account.id = person
                              where sent.id = filed.source_posting_id
                                and private.normal_address(sent.contact_email) = lower(account.email)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id)))
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

-- What a mail says, facts and no words: for each template an object that supabase/functions/deliver-mail/content.ts knows,
-- with its receiver. Null when it is not to be sent any more. A new template has a branch here, and a function that reads
-- what it says.
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
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
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
create function private.take_along(mail uuid) returns void
  language sql security definer set search_path = '' as $$
    with others as materialized (
      select waiting.id from public.mail_outbox as lead_mail
        join public.mail_outbox as waiting on waiting.user_id = lead_mail.user_id and waiting.bundle = lead_mail.bundle
        where lead_mail.id = take_along.mail and lead_mail.attempts = 0 and lead_mail.first_attempt_at = now()
          and waiting.id <> lead_mail.id and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        order by waiting.created_at, waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting set bundled_in = take_along.mail, next_attempt_at = null
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
    perform private.hold_back_news();
    due := array(select private.claim_in_turn('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_in_turn('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.take_along(claimed);
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

-- # What is told

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

-- The company hears of another status and of its recruiter; the recruiter of what the company does, and that they are in
-- charge. Nobody hears of what they have done themselves, and of what is entered as history, as by an import, nobody does.
create function private.mail_requirement_event() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null)
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted')
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

-- # What a mail of news says

-- On which side somebody is to be told of a requirement now; null for whoever has left, or is not in charge any more.
create function private.told_as(person uuid, requirement public.job_requirements) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case
      when (requirement).recruiter_id = person and private.is_team(person) then 'team'::public.side
      when exists (select from public.client_members as member
                    where member.user_id = person and member.client_id = (requirement).client_id) then 'company' end
  $$;

-- What a company is told of these events of a requirement: the status that it has now, unless they have changed it
-- themselves meanwhile or it is the one from before, who of the company has withdrawn it, by name, since ids leave with no
-- mail; and who is in charge of it as long as it is open.
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
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status in ('new', 'in_progress')
                       and exists (select from told where told.type = 'recruiter')))
      from changed
  $$;

-- What whoever is in charge is told of these events: that the company has withdrawn it, or else what it did before.
create function private.recruiter_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status in ('new', 'in_progress') as is_open)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', (select jsonb_agg(field order by place)
                   from unnest(private.requirement_fields()) with ordinality as listed (field, place)
                   where is_open and exists (select from told where told.type = 'edited' and told.changes ? field)))
      from facts
  $$;

-- How many of these messages somebody has not read yet, and who wrote them.
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
                    where author.name is not null))
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
    return jsonb_strip_nulls(news) || jsonb_build_object('id', filed.id, 'title', filed.job_title);
  end $$;

-- How much of the inbox is to be done, for somebody of the team; null for nothing.
create function private.inbox_news(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    counts jsonb := '{}';
    item_group text;
    items integer;
  begin
    if not private.is_team(person) then
      return null;
    end if;
    foreach item_group in array array['unclaimed', 'overdue', 'mine'] loop
      execute format('select count(*)::integer from (select from public.inbox_items where %s limit 1000) as line',
                     private.inbox_group_condition(item_group)) into items using person;
      counts := counts || jsonb_build_object(item_group, items);
    end loop;
    return nullif(counts, '{"unclaimed": 0, "overdue": 0, "mine": 0}');
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
    select count(*)::integer, (count(*) filter (where filed.status in ('new', 'in_progress')))::integer,
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
                            coalesce(sum(sign) filter (where status in (''new'', ''in_progress'')), 0)::integer as active,
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
        select count(*)::integer, (count(*) filter (where filed.status in ('new', 'in_progress')))::integer,
               coalesce(sum(filed.positions_count), 0)::bigint
          from public.job_requirements as filed;
    else
      return query select * from private.requirement_figures(company);
    end if;
  end $$;
grant execute on function private.visible_figures to authenticated;

-- The dashboard's rows. It names the company itself: under a policy Postgres compares no status before it has read the row,
-- so that a status that hardly any requirement has would cost all of them. A status is asked for with each priority, as the
-- index has them.
create function private.own_requirements(size integer, wanted public.requirement_status, only_unread boolean,
                                         before_at timestamptz, before_id uuid)
  returns table (id uuid)
  language plpgsql stable security definer rows 21 set search_path = '' as $$
  declare
    person uuid := private.current_user_id();
    company uuid := private.current_client_id();
    room integer := least(greatest(size, 0), 100) + 1;
    from_at timestamptz := coalesce(before_at, 'infinity');
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  begin
    if only_unread then
      return query
        select waiting.requirement_id from public.unread_messages as waiting
          cross join lateral (select filed.client_id, filed.status from public.job_requirements as filed
                                where filed.id = waiting.requirement_id limit 1) as filed
          where waiting.user_id = person and (waiting.filed_at, waiting.requirement_id) < (from_at, from_id)
            and filed.client_id = company and (wanted is null or filed.status = wanted)
          order by waiting.filed_at desc, waiting.requirement_id desc limit room;
    elsif wanted is null then
      return query
        select filed.id from public.job_requirements as filed
          where filed.client_id = company and (filed.created_at, filed.id) < (from_at, from_id)
          order by filed.created_at desc, filed.id desc limit room;
    else
      return query
        select listed.id from unnest(enum_range(null::public.requirement_priority)) as each (priority)
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

-- All that a dashboard shows beside its list: the three figures (section 2) of what the caller may see, who of the team looks
-- after any of it, by account, what somebody without a company may join, what the team has written, and what is begun.
create function public.own_dashboard() returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining(),
      'messages', private.own_messages(),
      'drafts', private.own_drafts())
  $$;
grant execute on function public.own_dashboard to authenticated;

-- The dashboard's page: the policy has the last word on each row.
create function public.dashboard_page(
    page_size integer, wanted public.requirement_status default null, only_unread boolean default false,
    before_at timestamptz default null, before_id uuid default null)
  returns jsonb language sql stable set search_path = ''
  as $$
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed)) from (
        select filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.created_at, filed.recruiter_id,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from private.own_requirements(page_size, wanted, only_unread, before_at, before_id) as page
          join public.job_requirements as filed on filed.id = page.id
          order by filed.created_at desc, filed.id desc) as listed), '[]'))
  $$;
grant execute on function public.dashboard_page to authenticated;

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
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.id in (
          select line.id from public.contact_submissions as sent
            join public.inbox_items as line on line.contact_id = sent.id where lower(sent.email) = address
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
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $$;

-- # Erasing

-- Holds what goes with an address and its accounts, in the order of everybody else (private.hold_team): people, companies,
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
      order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select line.id from public.job_requirements as filed
          join public.inbox_items as line on line.requirement_id = filed.id
          where filed.client_id = any (companies) or filed.recruiter_id = any (accounts)
        union select line.id from public.contact_submissions as sent
          join public.inbox_items as line on line.contact_id = sent.id where lower(sent.email) = address
        union select line.id from public.public_job_submissions as sent
          join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
        union select line.id from public.consultation_requests as sent
          join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address)
      order by id for update;
  end $$;

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
        from public.contact_submissions as sent where lower(sent.email) = wanted),
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
    delete from public.contact_submissions where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('contact_submissions', affected);
    delete from public.public_job_submissions where lower(contact_email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('public_job_submissions', affected);
    delete from public.consultation_requests where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('consultation_requests', affected);
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

-- # Retention

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
      where status in ('filled', 'cancelled') and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status in ('filled', 'cancelled') and filed.updated_at < expiry)
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
    delete from public.job_requirements where status in ('filled', 'cancelled') and updated_at < expiry;
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

-- What an operator sees: when each scheduled run came last, was asked for and was answered, with the reason, in what waits, when
-- a run can't even be asked for; and how much business there is.

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
