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
    perform private.lock_inviter();
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
    perform private.lock_inviter();
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
    perform private.lock_inviter();
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
