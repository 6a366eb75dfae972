-- Whose companies go with a person, and who may have one erased (docs/decisions/016). What is exported, erased and purged is
-- told once for every table, after the last of them (20261122001150).

-- The companies that are these accounts' alone, or were only waiting for this address: with the person they go.
create function private.companies_of_nobody_else(address text, accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
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

-- The same for an admin, who stays if there is no other.
create function private.erase_person_as_admin(address text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform from public.user_roles where role = 'admin' order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.user_roles as held join auth.users as account on account.id = held.user_id
                       where held.role = 'admin' and lower(account.email) <> private.normal_address(address))
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    return private.erase_person(address);
  end $$;

create or replace function public.erase_person(address text) returns jsonb
  language plpgsql volatile security invoker set search_path = ''
  as $$
  begin
    if current_user = 'authenticated' then
      return private.erase_person_as_admin(address);
    end if;
    return private.erase_person(address);
  end $$;
