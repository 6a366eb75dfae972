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
    company uuid := private.lock_owned_company();
    member public.client_members;
  begin
    if leaves is distinct from (new_access is null) then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    select * into member from public.client_members where user_id = person and client_id = company;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif member.version <> seen then
      raise exception 'stale' using errcode = 'PT409', detail = member.version::text;
    elsif new_access is distinct from 'owner' and private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    elsif new_access is null then
      perform private.end_membership(person, company);
    elsif member.access <> new_access then
      perform private.revoke_invitations_of(person, company);
      update public.client_members set access = new_access where user_id = person;
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => member.access::text, new_value => new_access::text);
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
    perform private.replace_contact(person, private.lock_owned_company(), contact);
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
    company uuid := private.lock_own_company();
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
    company uuid := private.lock_owned_company();
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
