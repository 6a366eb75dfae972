-- The Vault as its extension shows it: secrets written by two functions, read through a view. `writes` counts.

create schema vault;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  secret text,
  writes integer not null default 1
);

create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;

create function vault.create_secret(new_secret text, new_name text) returns uuid language sql
  as $$ insert into vault.secrets (name, secret) values (new_name, new_secret) returning id $$;

create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql
  as $$ update vault.secrets set secret = new_secret, writes = writes + 1 where id = secret_id $$;
