-- A company's profile and its people, as they see and change them themselves (docs/decisions/016, 024). What changes who
-- belongs to a company holds the company's row first, then invitations, then members: `for no key update`, so that whoever
-- is just accepting an invitation to it can finish.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123000450' $$;

alter table public.clients add column version integer not null default 1;

create trigger raise_version before update on public.clients
  for each row execute function private.raise_version();

-- The company that a sign-up asked for while an invitation waits for its person: kept until they have decided.
create table private.waiting_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  company_name text not null check (private.is_text(company_name, 200)),
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now()
);

create function private.forget_waiting_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.waiting_profiles where user_id = new.user_id;
    return null;
  end $$;

create trigger forget_waiting_profile after insert on public.client_members
  for each row execute function private.forget_waiting_profile();

-- As before; and whoever leaves is no longer the one to ask for there.
create or replace function private.leave_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.clients set user_id = null where id = old.client_id and user_id = old.user_id;
    update public.clients set full_name = null, phone = null
      where id = old.client_id and lower(full_name) = lower(old.full_name);
    return null;
  end $$;

-- The company of the person who is asking, held until the transaction ends: nobody else changes who belongs to it.
create function private.hold_own_company() returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
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
  language plpgsql volatile security definer set search_path = ''
  as $$
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
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.client_members
                    where user_id = person and client_id = company and access = 'owner')
      and not exists (select from public.client_members
                       where user_id <> person and client_id = company and access = 'owner')
  $$;

-- Takes somebody out of a company that is held.
create function private.end_membership(person uuid, company uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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
  language plpgsql volatile security definer set search_path = ''
  as $$
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

create or replace function private.change_member(person uuid, new_access public.member_access, leaves boolean)
  returns void
  language sql volatile security definer set search_path = ''
  as $$ select private.change_membership(person, new_access, leaves, null) $$;

create function private.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql volatile security definer set search_path = ''
  as $$ select private.change_membership(person, new_access, false, coalesce(seen, 0)) $$;

-- Leaves the own company, which the page that asked has named. Its last owner has to give it away first.
create function private.leave_company(client uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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

-- Makes a colleague the owner and the caller a member, in one step. Both are told by mail: the colleague as whoever is
-- given an access is, the caller because a company that is given away from a forgotten session had better be noticed.
create function private.hand_over_company(person uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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
    perform private.enqueue_mail('client_access_changed', 'access.' || gen_random_uuid(),
                                 jsonb_build_object('client', company), caller);
  end $$;

-- Writes the company's profile, on the version that was read. The log has the names of the fields that changed.
create function private.edit_company(seen integer, company_name text, full_name text, phone text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into held from public.clients where id = company;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    edited := held;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    select array_agg(field) into fields from unnest(array['company_name', 'full_name', 'phone']) as field
      where to_jsonb(held) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $$;

-- The company of the person who is asking, with everybody in it; to its owners with the invitations that nobody has
-- accepted or taken back. Null for somebody who belongs to none.
create function private.own_company() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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

-- What the Data API shows of these: functions that run as their caller.
create function public.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.change_member_access(person, seen, new_access) $$;

create function public.leave_company(client uuid) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.leave_company(client) $$;

create function public.hand_over_company(person uuid) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.hand_over_company(person) $$;

create function public.edit_company(seen integer, company_name text, full_name text default null, phone text default null)
  returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.edit_company(seen, company_name, full_name, phone) $$;

create function public.own_company() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.own_company() $$;
