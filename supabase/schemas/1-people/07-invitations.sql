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

create index invitations_mailbox on public.invitations (private.mailbox_of(email));
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
      or exists (select from public.user_roles as user_role
                  where user_role.user_id = (invitation).invited_by
                    and user_role.role = any (case (invitation).kind when 'team' then array['admin']::public.app_role[]
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
create function private.lock_inviter() returns void
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
