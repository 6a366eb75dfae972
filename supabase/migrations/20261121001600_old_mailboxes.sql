-- What else whoever has the old mailbox may hold of an account whose address was changed (docs/decisions/015): a provider's
-- identity, a one-time token, a code on its way to a browser, a sign-in that has begun. May be applied where it is already.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121001600' $$;

-- The token of the new mailbox is empty once it has been used: then the one that is used now is the old mailbox's. What
-- was asked for before, and would open the account afterwards, goes as well: links to a new password, codes on their way
-- to a browser, and the providers that know the old mailbox.
create or replace function private.change_address() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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

-- A code is as good as a session: the browser that asked for it exchanges it later, in a transaction of its own. One of a
-- provider that the account does not have any more was on its way when the address changed.
create or replace function private.end_code() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
create or replace function private.end_password_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from auth.sessions as session
      using auth.users as person
      where session.id = new.session_id and person.id = session.user_id
        and new.authentication_method = 'password' and coalesce(person.encrypted_password, '') = '';
    return null;
  end $$;

revoke all on function private.end_code(), private.end_password_session() from public, anon, authenticated;

-- When the transaction ends, since the service has more to write about what it makes, and others may have changed more.
-- Whoever applies this may give those tables triggers and not take them away: what is there stays.
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
