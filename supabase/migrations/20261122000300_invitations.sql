-- Invitations to the team or to a company (docs/decisions/016). A mail's link carries a token that is kept nowhere: it is
-- derived from a key of this database and the invitation's id when the mail is sent, and only its digest is stored, in a
-- table that the Data API does not know. The token shows who invites to what; accepting takes the invited address as well.

create type public.invitation_kind as enum ('team', 'client');

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

create trigger stamp_update before update on public.invitations
  for each row execute function private.stamp_update();

create table private.invitation_tokens (
  invitation_id uuid primary key references public.invitations (id) on delete cascade,
  digest text not null unique
);

alter table private.settings
  add column invitation_key text not null
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

alter table public.invitations enable row level security;
alter table public.invitations force row level security;

-- Those to the team are the admin's; those to a company its owners' and the team's.
create policy "who invites" on public.invitations for select to authenticated
  using (case kind when 'team' then (select private.is_admin())
                   else (select private.is_team_member())
                        or (client_id = (select private.current_client_id())
                            and (select private.current_access()) = 'owner') end);

create function private.digest_of(secret text) returns text
  language sql immutable set search_path = ''
  as $$ select encode(sha256(convert_to(secret, 'UTF8')), 'hex') $$;

-- The key stands at both levels, so that nobody can lengthen a token into another's.
create function private.invitation_token(invitation uuid, issue integer) returns text
  language sql stable security definer set search_path = ''
  as $$
    select private.digest_of(invitation_key || private.digest_of(invitation_key || invitation || ' ' || issue))
      from private.settings
  $$;

create function private.keep_token() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.invitation_tokens (invitation_id, digest)
      values (new.id, private.digest_of(private.invitation_token(new.id, new.issue)))
      on conflict (invitation_id) do update set digest = excluded.digest;
    return null;
  end $$;

create trigger keep_token after insert or update of issue on public.invitations
  for each row execute function private.keep_token();

create function private.invitation_state(invitation public.invitations) returns text
  language sql stable set search_path = ''
  as $$
    select case when (invitation).accepted_at is not null then 'accepted'
                when (invitation).revoked_at is not null then 'revoked'
                when (invitation).expires_at <= now() then 'expired'
                else 'open' end
  $$;

-- Makes an invitation, for a caller who has been checked. The same one asked for twice is one. An owner is not told what
-- an address is elsewhere; the team may know.
create function private.make_invitation(kind public.invitation_kind, address text, role public.app_role,
                                        access public.member_access, client uuid, full_name text, phone text)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    wanted text := private.normal_address(address);
    account uuid;
    known public.invitations;
    made uuid;
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
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
    -- A stranger's mailbox is not to be filled by us, nor the list by a stolen session.
    if (select count(*) from public.invitations as recent
         where recent.invited_by = private.current_user_id() and recent.created_at > now() - interval '1 day') >= 50 then
      raise exception 'too_many' using errcode = 'PT429';
    end if;
    insert into public.invitations (kind, email, role, access, client_id, full_name, phone, invited_by)
      values (kind, wanted, role, access, client, private.trimmed(full_name), private.trimmed(phone),
              private.current_user_id())
      on conflict do nothing returning id into made;
    if made is not null then
      perform private.log_activity('invited', 'invitation', made, client, new_value => coalesce(role::text, access::text));
      return made;
    end if;
    select * into known from public.invitations as waiting
      where waiting.email = wanted and waiting.client_id is not distinct from client
        and waiting.accepted_at is null and waiting.revoked_at is null;
    if known.role is distinct from make_invitation.role or known.access is distinct from make_invitation.access then
      raise exception 'invited_already' using errcode = 'PT409';
    end if;
    return known.id;
  end $$;

create function private.invite_to_team(address text, new_role public.app_role, full_name text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_role is null or new_role = 'client' then
      raise exception 'not_a_team_role' using errcode = 'PT400';
    end if;
    return private.make_invitation('team', address, new_role, null, null, full_name, null);
  end $$;

create function private.invite_member(address text, new_access public.member_access, full_name text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_access is null then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    return private.make_invitation('client', address, null, new_access, private.current_client_id(), full_name, null);
  end $$;

create function private.has_owner(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.client_members where client_id = client and access = 'owner') $$;

-- A company that nobody owns: new, or left by its last owner.
create function private.invite_owner(client uuid, address text, full_name text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if not private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform from public.clients where id = client for update;
    if not found then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.has_owner(client) then
      raise exception 'has_owner' using errcode = 'PT409';
    end if;
    return private.make_invitation('client', address, null, 'owner', client, full_name, null);
  end $$;

-- A new company, whose first owner is invited: the company is there at once, so that a posting can become its requirement
-- before anybody has accepted. Asked again, while that invitation is open, it is the same company.
create function private.invite_company(address text, company_name text, full_name text, phone text,
                                       out invitation_id uuid, out client_id uuid)
  language plpgsql volatile security definer set search_path = ''
  as $$
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

-- The invitation that the caller may take back or send again: who may make one like it may.
create function private.own_invitation(invitation uuid) returns public.invitations
  language plpgsql volatile security definer set search_path = ''
  as $$
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
    elsif found_row.accepted_at is not null then
      raise exception 'invitation_accepted' using errcode = 'PT410';
    end if;
    return found_row;
  end $$;

create function private.revoke_invitation(invitation uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare own public.invitations := private.own_invitation(invitation);
  begin
    if own.revoked_at is null then
      update public.invitations set revoked_at = now() where id = own.id;
      perform private.log_activity('invitation_revoked', 'invitation', own.id, own.client_id);
    end if;
  end $$;

create function private.resend_invitation(invitation uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare own public.invitations := private.own_invitation(invitation);
  begin
    if own.revoked_at is not null then
      raise exception 'invitation_revoked' using errcode = 'PT410';
    elsif own.issued_at > now() - interval '1 minute' then
      raise exception 'too_soon' using errcode = 'PT429';
    end if;
    update public.invitations
      set issue = own.issue + 1, issued_at = now(), expires_at = now() + interval '14 days' where id = own.id;
    perform private.log_activity('invitation_resent', 'invitation', own.id, own.client_id);
  end $$;

-- Takes back what somebody has invited to a place that is theirs to give no longer.
create function private.revoke_invitations_of(person uuid, client uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    with revoked as (
      update public.invitations set revoked_at = now()
        where invited_by = person and client_id is not distinct from client
          and accepted_at is null and revoked_at is null
        returning id, client_id
    )
    select private.log_activity('invitation_revoked', 'invitation', id, client_id) from revoked
  $$;

create function private.invitation_of(token text) returns public.invitations
  language sql stable security definer set search_path = ''
  as $$
    select invitation.* from public.invitations as invitation
      join private.invitation_tokens as kept on kept.invitation_id = invitation.id
      where kept.digest = private.digest_of(token)
  $$;

-- The address that the person who is asking has proved to have.
create function private.current_address() returns text
  language sql stable security definer set search_path = ''
  as $$
    select lower(email) from auth.users
      where id = (select private.current_user_id()) and email_confirmed_at is not null
  $$;

create function private.inviter_name(invitation public.invitations) returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select display_name from public.team_members where user_id = (invitation).invited_by),
      (select full_name from public.client_members where user_id = (invitation).invited_by))
  $$;

create function private.company_name(client uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select company_name from public.clients where id = client $$;

-- Who invites to what, for whoever holds a token: null for one that is unknown. Mails are passed on, so that the address
-- is shown whole to its owner only, signed in; others learn its first letter and domain.
create function private.invitation_by_token(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'id', found_row.id, 'kind', found_row.kind, 'role', found_row.role, 'access', found_row.access,
        'company', private.company_name(found_row.client_id), 'invited_by', private.inviter_name(found_row),
        'email', case when found_row.email = private.current_address() then found_row.email
                      else left(found_row.email, 1) || '…@' || split_part(found_row.email, '@', 2) end,
        'is_own_address', found_row.email = private.current_address(),
        'state', private.invitation_state(found_row), 'expires_at', found_row.expires_at)
      from private.invitation_of(token) as found_row where found_row.id is not null
  $$;

-- What a mail says, while the invitation is open: for the sender of mails alone, who is told the token.
create function private.invitation_mail(invitation uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        'token', private.invitation_token(found_row.id, found_row.issue))
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open'
        -- With another key than then, the link would lead nowhere.
        and kept.digest = private.digest_of(private.invitation_token(found_row.id, found_row.issue))
  $$;

-- Accepts, once, as whoever is signed in with the invited address. Twice by the same person is the same.
create function private.accept_invitation(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    person uuid := private.current_user_id();
    wanted uuid := (private.invitation_of(token)).id;
    given public.invitations;
    held public.app_role;
  begin
    if person is null then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    -- Of two invitations accepted at once the second finds what the first has made of the person.
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || person, 0));
    select * into given from public.invitations where id = wanted for update;
    if not found then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    elsif given.email is distinct from private.current_address() then
      raise exception 'other_address' using errcode = 'PT403';
    elsif given.accepted_by is distinct from person then
      if private.invitation_state(given) <> 'open' then
        raise exception '%', 'invitation_' || private.invitation_state(given) using errcode = 'PT410';
      end if;
      select role into held from public.user_roles where user_id = person;
      if held <> 'client' then
        raise exception 'team_member_already' using errcode = 'PT409';
      elsif given.kind = 'team' then
        if exists (select from public.client_members where user_id = person) then
          raise exception 'company_already' using errcode = 'PT409';
        end if;
        insert into public.user_roles (user_id, role) values (person, given.role)
          on conflict (user_id) do update set role = excluded.role;
        update public.team_members set display_name = given.full_name
          where user_id = person and given.full_name is not null;
      else
        insert into public.client_members (user_id, client_id, access, full_name, phone)
          values (person, given.client_id, given.access, given.full_name, given.phone)
          on conflict do nothing;
        if not found then
          raise exception 'company_already' using errcode = 'PT409';
        end if;
        insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
      end if;
      update public.invitations set accepted_at = now(), accepted_by = person where id = given.id;
      perform private.log_activity('invitation_accepted', 'invitation', given.id, given.client_id,
                                   new_value => coalesce(given.role::text, given.access::text));
    end if;
    return jsonb_build_object('kind', given.kind, 'role', given.role, 'access', given.access,
                              'client_id', given.client_id);
  end $$;

-- A sign-up that names an open invitation to its own address makes no company: its person accepts, once the mailbox is
-- proved. The name in the metadata is anybody's word, the address is what counts.
create or replace function private.make_client(person uuid, metadata jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare company text := private.metadata_text(metadata, 'company_name');
  begin
    if company is null or exists (
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

create function public.invite_to_team(address text, new_role public.app_role, full_name text default null) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.invite_to_team(address, new_role, full_name) $$;

create function public.invite_member(address text, new_access public.member_access, full_name text default null)
  returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.invite_member(address, new_access, full_name) $$;

create function public.invite_owner(client uuid, address text, full_name text default null) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.invite_owner(client, address, full_name) $$;

create function public.revoke_invitation(invitation uuid) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.revoke_invitation(invitation) $$;

create function public.resend_invitation(invitation uuid) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.resend_invitation(invitation) $$;

create function public.invitation_by_token(token text) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.invitation_by_token(token) $$;

create function public.accept_invitation(token text) returns jsonb
  language sql volatile security invoker set search_path = ''
  as $$ select private.accept_invitation(token) $$;

create function public.invitation_mail(invitation uuid) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.invitation_mail(invitation) $$;
