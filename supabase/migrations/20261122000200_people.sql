-- People: what the team shows of itself, and a company's members (docs/decisions/016). The role of somebody of the team
-- stays in user_roles; what a company's member may do stands in client_members.

create type public.member_access as enum ('owner', 'member', 'viewer');

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

-- Who edits posts the version that was read; a row that has changed since is not found under it.
create function private.raise_version() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.version := old.version + 1;
    return new;
  end $$;

do $$
  declare relation text;
  begin
    foreach relation in array array['team_members', 'client_members'] loop
      execute format('create trigger stamp_insert before insert on public.%I
                        for each row execute function private.stamp_insert()', relation);
      execute format('create trigger stamp_update before update on public.%I
                        for each row execute function private.stamp_update()', relation);
      execute format('create trigger raise_version before update on public.%I
                        for each row execute function private.raise_version()', relation);
    end loop;
  end $$;

-- Who is asking, once more: by role, by access. Null, or no, for everybody else.
create function private.has_role(variadic wanted public.app_role[]) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.user_roles
      where user_id = (select private.current_user_id()) and role = any (wanted))
  $$;

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.has_role('admin') $$;

create or replace function private.current_client_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select client_id from public.client_members where user_id = (select private.current_user_id()) $$;

create function private.current_access() returns public.member_access
  language sql stable security definer set search_path = ''
  as $$ select access from public.client_members where user_id = (select private.current_user_id()) $$;

-- May the person who is asking file, edit, withdraw and answer for their company?
create function private.may_write_for_client() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce(private.current_access() in ('owner', 'member'), false) $$;

-- A company outlives the person who made it.
alter table public.clients alter column user_id drop not null;
alter table public.clients drop constraint clients_user_id_fkey;
alter table public.clients add constraint clients_user_id_fkey
  foreign key (user_id) references auth.users (id) on delete set null;

-- Whoever makes a company's record owns it: the sign-up, and the dashboard's form alike. Somebody who belongs to another
-- company is refused by the key.
create function private.add_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.client_members (user_id, client_id, access, full_name, phone)
      values (new.user_id, new.id, 'owner', new.full_name, new.phone);
    return null;
  end $$;

create trigger add_owner after insert on public.clients
  for each row when (new.user_id is not null) execute function private.add_owner();

insert into public.client_members (user_id, client_id, access, full_name, phone, created_at)
  select user_id, id, 'owner', full_name, phone, created_at from public.clients;

-- The company's record names who made it, until that person has left: then their name and number go as well.
create function private.forget_maker() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.full_name := null;
    new.phone := null;
    return new;
  end $$;

create trigger forget_maker before update on public.clients
  for each row when (old.user_id is not null and new.user_id is null) execute function private.forget_maker();

create function private.leave_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.clients set user_id = null where id = old.client_id and user_id = old.user_id;
    return null;
  end $$;

create trigger leave_client after delete on public.client_members
  for each row execute function private.leave_client();

-- Whoever joins the team appears in it, under the name and address of their account until somebody writes others; whoever
-- leaves disappears. Roles are logged here, since an operator gives the first one by SQL.
create function private.follow_role() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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

insert into public.team_members (user_id, display_name, contact_email)
  select account.id,
         coalesce(private.metadata_text(account.raw_user_meta_data, 'full_name'),
                  private.trimmed(left(split_part(account.email, '@', 1), 200)), 'Team'),
         case when private.is_email(account.email) then account.email end
    from public.user_roles as held join auth.users as account on account.id = held.user_id
    where held.role <> 'client';

alter table public.team_members enable row level security;
alter table public.team_members force row level security;
alter table public.client_members enable row level security;
alter table public.client_members force row level security;

create policy "admins read" on public.activity_log for select to authenticated
  using ((select private.is_admin()));

create policy "the team reads" on public.team_members for select to authenticated
  using ((select private.is_team_member()));

create policy "own company, or the team" on public.client_members for select to authenticated
  using (client_id = (select private.current_client_id()) or (select private.is_team_member()));

-- A company for its members. Its maker is one, but in the statement that makes it not yet. Nobody of the team makes one of
-- their own.
alter policy "own record, or the team" on public.clients
  using (id = (select private.current_client_id()) or user_id = (select private.current_user_id())
         or (select private.is_team_member()));
alter policy "complete the own record" on public.clients
  with check (user_id = (select private.current_user_id()) and not (select private.is_team_member()));

-- A viewer reads.
alter policy "submit a new requirement" on public.job_requirements
  with check (client_id = (select private.current_client_id()) and (select private.may_write_for_client())
              and status = 'new');

-- As before, by membership; the name and the number are the person's own.
create or replace view public.current_account with (security_invoker = true) as
  select held.role, member.client_id, client.company_name, member.full_name, member.phone, member.access
  from (select private.current_user_id() as user_id) as person
  left join public.user_roles as held on held.user_id = person.user_id
  left join public.client_members as member on member.user_id = person.user_id
  left join public.clients as client on client.id = member.client_id
  where person.user_id is not null;

create or replace function private.find_mail_link(token text, kind text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
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
