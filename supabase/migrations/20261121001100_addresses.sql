-- An address that takes another's place has not been proved by whoever set the password before: somebody could confirm a
-- mailbox of theirs, change the address to somebody else's, and wait for that person to press the button of the mail. So
-- with the new address come a new password, by the link that everybody can ask for, and new sessions. The company stays:
-- the page of the link has named it to whoever pressed.
create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121001100' $$;

create function private.change_address() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.encrypted_password := null;
    delete from auth.sessions where user_id = new.id;
    return new;
  end $$;

revoke all on function private.change_address() from public, anon, authenticated;

create trigger change_address before update on auth.users
  for each row when (old.email is distinct from new.email and old.email_confirmed_at is not null)
  execute function private.change_address();
