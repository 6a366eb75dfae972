-- An account belongs to who owns the mailbox (docs/decisions/008): nothing that was set before an address was confirmed
-- outlives the confirmation unproved, and a mail's link can be asked whose it is without being used.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121001000' $$;

-- Makes a client of somebody whose sign-up named a company. The metadata is whatever the person sent: see metadata_text.
create function private.make_client(person uuid, metadata jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare company text := private.metadata_text(metadata, 'company_name');
  begin
    if company is null then
      return;
    end if;
    insert into public.clients (user_id, company_name, full_name, phone)
      values (person, company, private.metadata_text(metadata, 'full_name'), private.metadata_text(metadata, 'phone'))
      on conflict (user_id) do nothing;
    insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
  end $$;

-- Only an account that is confirmed from its first moment gets its client here. For any other, the transaction that
-- makes it is remembered: what confirms it in the same one is no stranger to it.
create or replace function private.create_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.email_confirmed_at is null then
      perform set_config('private.new_user', new.id::text, true);
    else
      perform private.make_client(new.id, new.raw_user_meta_data);
    end if;
    return new;
  end $$;

-- The first confirmation. Whoever signed up with this address need not be who owns it: their password and their company
-- go, and the owner sets their own. Set-ups that confirm by themselves, and an operator who makes a confirmed user, do it
-- in the transaction that makes the account: nobody came between, and both stay.
create function private.confirm_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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

-- Whose a mail's link is: the account's address, the address it changes to, and the company. Who holds a token could use
-- it up and see as much, so this tells nothing new; an unknown or used token gives null. The condition on the token's
-- shape is the one of the authentication service's own indexes, and keeps out the empty token of those who have none.
create function private.find_mail_link(token text, kind text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'email', person.email,
        'new_email', case when kind = 'email_change' then person.email_change end,
        'company', case when kind = 'signup' then private.metadata_text(person.raw_user_meta_data, 'company_name')
                        else (select client.company_name from public.clients as client
                               where client.user_id = person.id) end)
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

create function public.mail_link(token text, kind text) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.find_mail_link(token, kind) $$;
