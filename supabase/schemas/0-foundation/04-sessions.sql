-- Who is asking, and what sessions, codes and mail links are worth: the tables of authentication belong to its service, and
-- triggers on them end what a new address or a new owner of a mailbox makes invalid (docs/decisions/accounts.md).

-- Who is asking, as long as their session lasts and they may sign in; null for everybody else. Their token is read once, and
-- not for each row of a table so small that it is read whole.
create function private.current_user_id() returns uuid
  language sql stable security definer set search_path = '' as $$
    select person.id
      from auth.sessions as session
      join auth.users as person on person.id = session.user_id
      where session.id = (select (auth.jwt() ->> 'session_id')::uuid)
        and person.id = (select auth.uid())
        and coalesce(session.not_after > now(), true)
        and coalesce(person.banned_until <= now(), true)
        and person.deleted_at is null
  $$;
grant execute on function private.current_user_id to authenticated, service_role;

-- The address that the person who is asking has proved to have.
create function private.current_address() returns text
  language sql stable security definer set search_path = '' as $$
    select lower(email) from auth.users
      where id = (select private.current_user_id()) and email_confirmed_at is not null
  $$;

-- # What a mail's link is worth

-- The accounts of a mailbox, whatever stands behind a plus sign. The domain is looked at first, which costs little.
create function private.accounts_of(address text) returns setof uuid
  language sql stable security definer rows 1 set search_path = '' as $$
    with wanted as materialized (select private.mailbox_of(private.trimmed(accounts_of.address)) as mailbox)
    select account.id from wanted
      join auth.users as account on split_part(lower(account.email), '@', 2) = split_part(wanted.mailbox, '@', 2)
        and private.mailbox_of(account.email) = wanted.mailbox
  $$;

-- Whose account the link of a mail is about: its address, the address it changes to, and its company; null for an unknown or
-- used token. Whoever has the token could use the link and see the same. The condition on the token's shape is that of the
-- authentication service's own indexes; it also leaves out accounts without a token, whose token is ''.
create function private.find_mail_link(token text, kind text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'email', person.email,
        'new_email', case when kind = 'email_change' then person.email_change end,
        'company', case when kind = 'signup' then private.metadata_text(person.raw_user_meta_data, 'company_name')
                        else (select client.company_name from public.client_members as member
                               join public.clients as client on client.id = member.client_id
                               where member.user_id = person.id) end)
      from auth.users as person
      where person.id in (
        select id from auth.users
          where kind = 'signup' and confirmation_token = token and confirmation_token !~ '^[0-9 ]*$'
        union all
        select id from auth.users
          where kind = 'recovery' and recovery_token = token and recovery_token !~ '^[0-9 ]*$'
        union all
        select id from auth.users
          where kind = 'email_change' and email_change_token_new = token and email_change_token_new !~ '^[0-9 ]*$'
        union all
        select id from auth.users
          where kind = 'email_change' and email_change_token_current = token
            and email_change_token_current !~ '^[0-9 ]*$')
      limit 1
  $$;
grant execute on function private.find_mail_link to anon, authenticated, service_role;

-- # What a confirmation and a new address end

-- An account that is confirmed when it is made gets its client here. Of any other the transaction that makes it is noted: a
-- confirmation in the same transaction comes from whoever made it (private.confirm_account).
create function private.create_client() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.email_confirmed_at is null then
      perform set_config('private.new_user', new.id::text, true);
    else
      perform private.make_client(new.id, new.raw_user_meta_data);
    end if;
    return new;
  end $$;
grant execute on function private.create_client to service_role;

create trigger create_client after insert on auth.users for each row execute function private.create_client();

-- The first confirmation shows who owns the mailbox, which need not be who signed up: password and company of the sign-up
-- are dropped, and the owner sets their own. Both stay where the account is confirmed in the transaction that made it, as by
-- a set-up that confirms by itself, or by an operator.
create function private.confirm_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('private.new_user', true) = new.id::text then
      perform private.make_client(new.id, new.raw_user_meta_data);
    else
      new.encrypted_password := null;
      delete from public.clients where user_id = new.id;
    end if;
    return new;
  end $$;

create trigger confirm_account before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.confirm_account();

-- A change of address is complete once both mailboxes have used their links: the new one's token is empty then, and the old
-- one's is used now. What was asked for before and would open the account afterwards goes too: links to a new password,
-- codes that a browser waits for, and providers that know the old mailbox.
create function private.change_address() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.encrypted_password := null;
    new.recovery_token := '';
    delete from auth.sessions where user_id = new.id;
    delete from auth.flow_state where user_id = new.id and auth_code_issued_at is not null;
    delete from auth.identities where user_id = new.id and provider <> 'email';
    if to_regclass('auth.one_time_tokens') is not null then
      execute 'delete from auth.one_time_tokens where user_id = $1' using new.id;
    end if;
    if coalesce(old.email_change_token_new, '') = '' and coalesce(old.email_change_token_current, '') <> '' then
      perform set_config('private.readdressed', new.id::text, true);
    end if;
    return new;
  end $$;

create trigger change_address before update on auth.users
  for each row when (old.email is distinct from new.email and old.email_confirmed_at is not null)
  execute function private.change_address();

-- The service begins a session when an address is changed. It ends at once: the link of the old mailbox must not sign
-- anybody in.
create function private.end_session() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('private.readdressed', true) = new.user_id::text then
      delete from auth.sessions where id = new.id;
    end if;
    return null;
  end $$;

-- When the transaction ends, since the service has more to write about the session that it makes.
create constraint trigger end_session after insert on auth.sessions
  deferrable initially deferred
  for each row execute function private.end_session();

-- A code can be exchanged for a session, later and in another transaction. One from a provider that the account no longer
-- has was on its way when the address changed: it is dropped.
create function private.end_code() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('private.readdressed', true) = new.user_id::text
      or (new.authentication_method = 'oauth' and new.user_id is not null and not exists (
        select from auth.identities where user_id = new.user_id and provider = new.provider_type))
    then
      delete from auth.flow_state where id = new.id;
    end if;
    return null;
  end $$;

-- A sign-in that has compared the password before it was dropped, and begins its session afterwards.
create function private.end_password_session() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from auth.sessions as session
      using auth.users as person
      where session.id = new.session_id and person.id = session.user_id
        and new.authentication_method = 'password' and coalesce(person.encrypted_password, '') = '';
    return null;
  end $$;

-- These triggers run when the transaction ends, since the service goes on writing until then. They are made only where they
-- are missing: a migration's role may add triggers to these tables, but not drop them.
do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'auth.flow_state'::regclass and tgname = 'end_code') then
    create constraint trigger end_code after insert or update on auth.flow_state
      deferrable initially deferred
      for each row execute function private.end_code();
  end if;
  -- The embedded service does not say how a session was begun.
  if to_regclass('auth.mfa_amr_claims') is not null and not exists (
    select from pg_trigger where tgrelid = to_regclass('auth.mfa_amr_claims') and tgname = 'end_password_session')
  then
    create constraint trigger end_password_session after insert on auth.mfa_amr_claims
      deferrable initially deferred
      for each row execute function private.end_password_session();
  end if;
end $$;

-- # Exposed through the Data API

create function public.mail_link(token text, kind text) returns jsonb
  language sql stable set search_path = '' as $$ select private.find_mail_link(token, kind) $$;
grant execute on function public.mail_link to anon, authenticated, service_role;
