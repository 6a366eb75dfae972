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

-- The agency's time zone; app/lib/format/clock.ts and the mails have the same.
create function private.zone() returns text language sql immutable set search_path = '' as $$ select 'Asia/Kolkata' $$;

-- Which day it is, by the agency's clock.
create function private.today() returns date
  language sql stable set search_path = '' as $$ select (now() at time zone private.zone())::date $$;

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
        select requirement.client_id from public.job_requirements as requirement where requirement.id = entry.subject)
      when entry.subject_kind = 'item' then (
        select requirement.client_id from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id where item.id = entry.subject)
      when entry.subject_kind = 'entry' then (
        select requirement.client_id from public.shortlist_entries as listed
          join public.job_requirements as requirement on requirement.id = listed.requirement_id where listed.id = entry.subject)
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

-- Who is asking, if they look after the team's work: an admin or HR manager; 42501 for everybody else.
create function private.require_manager() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.current_user_id();
  end $$;

-- Who is asking, if they may export. Whole lists leave the building with admins and HR managers only, and the log says so
-- of each part: where one starts is anybody's word, so that no part goes without.
create function private.require_exporter(list text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_manager();
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
