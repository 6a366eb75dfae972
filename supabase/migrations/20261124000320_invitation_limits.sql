-- How many invitations strangers get from people we know nothing of (docs/decisions/028).

-- One mailbox, whatever stands behind a plus sign in its address.
create function private.mailbox_of(address text) returns text
  language sql immutable set search_path = ''
  as $$ select lower(regexp_replace(address, '\+[^@]*(?=@)', '')) $$;

create index mail_outbox_mailbox on public.mail_outbox (private.mailbox_of(address), created_at);
drop index public.mail_outbox_address;

-- What was invited for one company, within a day.
create index activity_log_other on public.activity_log (other, created_at desc);

-- Has somebody of the team looked at what this company has filed, or invited somebody to it?
create function private.is_known_company(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.job_requirements as filed
                     join public.inbox_items as item on item.requirement_id = filed.id
                     where filed.client_id = client and item.first_seen_at is not null)
      or exists (select from public.invitations as sent
                   where sent.client_id = client and exists (
                     select from public.team_members where user_id = sent.invited_by
                     union all select from private.former_colleagues where user_id = sent.invited_by))
  $$;

-- Refuses an invitation that is one too many: for its mailbox, for its sender, for a company that has filed nothing, or for
-- all companies together that nobody of the team has looked at. Each bound is counted by one caller at a time.
create or replace function private.refuse_too_many_invitations(address text, client uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    invites constant text[] := array['invited', 'invitation_resent'];
    to_all integer;
    from_here integer;
  begin
    perform pg_advisory_xact_lock(hashtextextended('invites to ' || private.mailbox_of(address), 0));
    select count(*), count(*) filter (where sent.client_id is not distinct from client) into to_all, from_here
      from public.mail_outbox as mail
      left join public.invitations as sent on sent.id = (mail.ids ->> 'invitation')::uuid
      where private.mailbox_of(mail.address) = private.mailbox_of(refuse_too_many_invitations.address)
        and mail.created_at > now() - interval '1 day'
        and mail.template in ('team_invitation', 'client_invitation');
    -- A stranger's mailbox is not to be filled by us, nor the list by a stolen session.
    if to_all >= 20 or from_here >= 5
      or (select count(*) from public.activity_log as entry
           where entry.actor = private.current_user_id() and entry.created_at > now() - interval '1 day'
             and entry.action = any (invites)) >= 50
    then
      raise exception 'too_many' using errcode = 'PT429';
    end if;
    if client is null or private.is_team_member() or private.is_known_company(client) then
      return;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('invites of unknown companies', 0));
    if not exists (select from public.job_requirements where client_id = client)
      and (select count(*) from public.activity_log as entry
            where entry.other = client and entry.created_at > now() - interval '1 day'
              and entry.action = any (invites)) >= 3
    then
      raise exception 'too_many_at_first' using errcode = 'PT429';
    elsif 100 <= (select count(*) from public.activity_log as entry
                   where entry.created_at > now() - interval '1 day' and entry.action = any (invites)
                     and entry.other is not null and not private.is_known_company(entry.other))
    then
      raise exception 'too_many_everywhere' using errcode = 'PT429';
    end if;
  end $$;
