-- A change of address is asked of both mailboxes, in either order, and the authentication service gives a session to
-- whoever follows the last link. Where that is the old mailbox's, it would open an account that belongs to the new one
-- from that moment on: whoever had the old mailbox could choose its password. Such a session is gone with the transaction
-- that makes it; the new mailbox asks for a link, as everybody can.
create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121001200' $$;

-- The token of the new mailbox is empty once it has been used: then the one that is used now is the old mailbox's. What
-- was asked for before, and would open the account afterwards, goes as well: a link to a new password, and codes on their
-- way to a browser.
create or replace function private.change_address() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.encrypted_password := null;
    new.recovery_token := '';
    delete from auth.sessions where user_id = new.id;
    delete from auth.flow_state where user_id = new.id and auth_code_issued_at is not null;
    if coalesce(old.email_change_token_new, '') = '' and coalesce(old.email_change_token_current, '') <> '' then
      perform set_config('private.readdressed', new.id::text, true);
    end if;
    return new;
  end $$;

create function private.end_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if current_setting('private.readdressed', true) = new.user_id::text then
      delete from auth.sessions where id = new.id;
    end if;
    return null;
  end $$;

revoke all on function private.end_session() from public, anon, authenticated;

-- When the transaction ends, since the service has more to write about the session that it makes.
create constraint trigger end_session after insert on auth.sessions
  deferrable initially deferred
  for each row execute function private.end_session();
