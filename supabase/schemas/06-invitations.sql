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
