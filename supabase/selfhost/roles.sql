-- Gives the roles of the image the password of this installation. Runs once, when the database is made.
\set password `echo "$POSTGRES_PASSWORD"`

alter user authenticator with password :'password';
alter user supabase_auth_admin with password :'password';
