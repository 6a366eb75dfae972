-- The version that a site of today asks for (docs/decisions/007).

create or replace function public.schema_version() returns text
  language sql stable security invoker set search_path = ''
  as $$ select '20261124000920' $$;
