-- What somebody has invited to is worth as much as they are now: an invitation ends with the place of whoever made it,
-- whichever way that goes (a function, an operator's SQL, an erasure, an account deleted elsewhere). And nobody fills a
-- mailbox by inviting, taking back and inviting again (docs/decisions/016).

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261122001600' $$;

-- May whoever made it still make one like it? Those that an operator makes by SQL are nobody's.
create function private.is_still_given(invitation public.invitations) returns boolean
  language sql stable security definer set search_path = ''
  as $$
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
create or replace function private.invitation_state(invitation public.invitations) returns text
  language sql stable set search_path = ''
  as $$
    select case when (invitation).accepted_at is not null then 'accepted'
                when (invitation).revoked_at is not null or not private.is_still_given(invitation) then 'revoked'
                when (invitation).expires_at <= now() then 'expired'
                else 'open' end
  $$;

-- Takes back what somebody may give no longer. Called when the role or the access has changed already.
create function private.revoke_what_is_not_given(person uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    with revoked as (
      update public.invitations as sent set revoked_at = now()
        where sent.invited_by = person and sent.accepted_at is null and sent.revoked_at is null
          and not private.is_still_given(sent)
        returning id, client_id
    )
    select private.log_activity('invitation_revoked', 'invitation', id, client_id) from revoked
  $$;

create function private.follow_inviter() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  language plpgsql set search_path = ''
  as $$
  begin
    new.revoked_at := coalesce(new.revoked_at, now());
    return new;
  end $$;

create trigger end_with_inviter before update of invited_by on public.invitations
  for each row when (old.invited_by is not null and new.invited_by is null and new.accepted_at is null)
  execute function private.end_with_inviter();

-- What is open from before this rule. Functions alone have made them, and these name who asked: who has none has left.
update public.invitations as sent set revoked_at = now()
  where sent.accepted_at is null and sent.revoked_at is null
    and (sent.invited_by is null or not private.is_still_given(sent));

-- How often somebody invites, and an address is invited, stands in what was done, also with what was taken back since.
create index activity_log_actor on public.activity_log (actor, created_at desc);

-- Lets the caller have one more mail sent to an address, or says that it is too many. Their own calls come one after the
-- other, and their place is theirs until the transaction ends: who takes it away waits, and then finds what they have made.
create function private.hold_inviter() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.current_user_id();
  begin
    perform from public.user_roles where user_id = caller for share;
    -- The company before its member, as whoever changes members has it.
    perform from public.clients where id = private.current_client_id() for key share;
    perform from public.client_members where user_id = caller for share;
    perform pg_advisory_xact_lock(hashtextextended('invites ' || caller, 0));
  end $$;

create function private.refuse_too_many_invitations(address text, client uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    to_all integer;
    from_here integer;
  begin
    select count(*), count(*) filter (where sent.client_id is not distinct from client) into to_all, from_here
      from public.mail_outbox as mail
      left join public.invitations as sent on sent.id = (mail.ids ->> 'invitation')::uuid
      where mail.address = refuse_too_many_invitations.address and mail.created_at > now() - interval '1 day'
        and mail.template in ('team_invitation', 'client_invitation');
    -- A stranger's mailbox is not to be filled by us, nor the list by a stolen session.
    if to_all >= 20 or from_here >= 5
      or (select count(*) from public.activity_log as entry
           where entry.actor = private.current_user_id() and entry.created_at > now() - interval '1 day'
             and entry.action in ('invited', 'invitation_resent')) >= 50
    then
      raise exception 'too_many' using errcode = 'PT429';
    end if;
  end $$;

-- As before, by somebody who is held, and counted by mails.
create or replace function private.make_invitation(kind public.invitation_kind, address text, role public.app_role,
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

-- As before; who makes an event of a requirement can go on meanwhile.
create or replace function private.invite_owner(client uuid, address text, full_name text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
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

create or replace function private.resend_invitation(invitation uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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

-- As before; and nobody becomes both, the team's and a company's, by accepting at the same moment: accepting takes this
-- lock (20261122000300_invitations.sql), and whoever comes second finds what the first has made.
create or replace function private.add_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || new.user_id, 0));
    if private.is_team(new.user_id) then
      raise exception 'team_member_already' using errcode = 'PT409';
    end if;
    insert into public.client_members (user_id, client_id, access, full_name, phone)
      values (new.user_id, new.id, 'owner', new.full_name, new.phone);
    return null;
  end $$;

-- As before; somebody of the team is made no client, whatever the account says of itself.
create or replace function private.make_client(person uuid, metadata jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
