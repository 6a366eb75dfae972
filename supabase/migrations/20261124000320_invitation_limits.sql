-- How many invitations strangers get from people we know nothing of (docs/decisions/028).

-- One mailbox, whatever stands behind a plus sign in its address.
create function private.mailbox_of(address text) returns text
  language sql immutable set search_path = ''
  as $$ select lower(regexp_replace(address, '\+[^@]*(?=@)', '')) $$;

create index mail_outbox_mailbox on public.mail_outbox (private.mailbox_of(address), created_at);
drop index public.mail_outbox_address;

-- What was invited for one company, within a day.
create index activity_log_other on public.activity_log (other, created_at desc);

-- Since when the team has to do with a company: it took up or finished what the company filed, wrote to it, or invited
-- somebody to it. What is put away as spam makes nobody known, and nothing that a company does makes it unknown again.
create table private.known_companies (
  client_id uuid primary key references public.clients (id) on delete cascade,
  since timestamptz not null default now()
);

create function private.is_known_company(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from private.known_companies where client_id = client) $$;

create function private.know_company() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    fresh jsonb := to_jsonb(new);
    company uuid := (select filed.client_id from public.job_requirements as filed
                      where filed.id = (fresh ->> 'requirement_id')::uuid);
  begin
    insert into private.known_companies (client_id) values (company) on conflict do nothing;
    return null;
  end $$;

create trigger know_company after update of state, assignee on public.inbox_items for each row
  when (new.requirement_id is not null and (new.state in ('open', 'waiting', 'done') and new.state <> old.state
    or new.assignee is not null and new.assignee is distinct from old.assignee))
  execute function private.know_company();
create trigger know_company after insert on public.requirement_messages for each row
  when (new.side = 'team') execute function private.know_company();

create function private.know_invited_company() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if new.client_id is not null and private.is_team(new.invited_by) then
      insert into private.known_companies (client_id) values (new.client_id) on conflict do nothing;
    end if;
    return null;
  end $$;
create trigger know_company after insert on public.invitations
  for each row execute function private.know_invited_company();

-- Of what was there before, what somebody of the team has opened and not put away as spam counts as well.
insert into private.known_companies (client_id)
  select client.id from public.clients as client
  where exists (select from public.job_requirements as filed
                  join public.inbox_items as item on item.requirement_id = filed.id
                  where filed.client_id = client.id and item.first_seen_at is not null and item.state <> 'spam')
    or exists (select from public.invitations as sent
                 where sent.client_id = client.id and exists (
                   select from public.team_members where user_id = sent.invited_by
                   union all select from private.former_colleagues where user_id = sent.invited_by));

-- The invitations of a day, among all that is noted.
create index activity_log_invitations on public.activity_log (created_at) where action in ('invited', 'invitation_resent');

-- Refuses an invitation that is one too many: for its mailbox, for its sender, for its company, or for all companies together
-- that the team has nothing to do with yet. Of those each invites three a day, and five once it has filed something. Each
-- bound is counted by one caller at a time.
create or replace function private.refuse_too_many_invitations(address text, client uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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
    -- A stranger's mailbox is not to be filled by us, nor the list by a stolen session.
    if to_all >= 20 or from_here >= 5
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
