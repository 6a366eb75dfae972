-- Who works here, and who belongs to a company: what an admin and an owner change (docs/decisions/016). The last admin and
-- the last owner stay, also when two of them remove each other at once: what is decided on is locked first, and the caller
-- is looked at again when the lock is there.

-- Gives somebody of the team another role, or, said so, none.
create function private.change_team_role(person uuid, new_role public.app_role, leaves boolean) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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

-- Writes what colleagues and clients see of somebody of the team, on the version that was read. The log has the names of
-- the fields that changed.
create function private.edit_team_member(
    person uuid, seen integer, display_name text, contact_email text, contact_phone text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    held public.team_members;
    edited public.team_members;
    fields text[];
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.team_members as colleague where colleague.user_id = person for update;
    if not found then
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

-- Gives somebody of the caller's company another access, or, said so, none.
create function private.change_member(person uuid, new_access public.member_access, leaves boolean) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    company uuid := private.current_client_id();
    before public.member_access;
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    elsif leaves is distinct from (new_access is null) then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    perform from public.clients where id = company for update;
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select access into before from public.client_members where user_id = person and client_id = company;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif before = 'owner' and new_access is distinct from 'owner'
      and not exists (select from public.client_members
                       where client_id = company and access = 'owner' and user_id <> person)
    then
      raise exception 'last_owner' using errcode = 'PT409';
    end if;
    if new_access is null then
      delete from public.client_members where user_id = person;
    else
      update public.client_members set access = new_access where user_id = person and access <> new_access;
    end if;
    if before is distinct from new_access then
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => before::text, new_value => new_access::text);
      perform private.revoke_invitations_of(person, company);
    end if;
  end $$;

create function public.set_team_role(person uuid, new_role public.app_role) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.change_team_role(person, new_role, false) $$;

create function public.remove_team_member(person uuid) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.change_team_role(person, null, true) $$;

create function public.edit_team_member(
    person uuid, seen integer, display_name text, contact_email text default null, contact_phone text default null)
  returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.edit_team_member(person, seen, display_name, contact_email, contact_phone) $$;

create function public.set_member_access(person uuid, new_access public.member_access) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.change_member(person, new_access, false) $$;

create function public.remove_member(person uuid) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.change_member(person, null, true) $$;
