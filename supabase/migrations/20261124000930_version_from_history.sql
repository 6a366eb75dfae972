-- Which version the database is of, its history of migrations says: what the CLI, the embedded backend and a self-hosted
-- Supabase all write. A site that needs a newer one is not ready (docs/decisions/007).

create function private.schema_version() returns text
  language sql stable security definer set search_path = ''
  as $$ select max(version) from supabase_migrations.schema_migrations $$;
revoke all on function private.schema_version() from public;
grant execute on function private.schema_version() to anon, authenticated, service_role;

create or replace function public.schema_version() returns text
  language sql stable security invoker set search_path = ''
  as $$ select private.schema_version() $$;
