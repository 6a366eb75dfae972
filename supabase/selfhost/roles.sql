-- Gives the roles of the image the password of this installation. Runs once, when the database is made.
-- Nor does the database's log show it, whatever it logs of statements.
set log_statement = 'none';
set log_min_duration_statement = -1;
set log_min_error_statement = 'panic';
\set password `echo "$POSTGRES_PASSWORD"`

alter user authenticator with password :'password';
alter user supabase_auth_admin with password :'password';
