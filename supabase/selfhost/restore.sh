#!/usr/bin/env bash
# Puts a backup of backup.sh into a self-hosted database of the same version: all of it, or nothing. What the database
# held before is gone, so that one with accounts wants --replace.
#
#   supabase/selfhost/restore.sh backup.sql.gz [--replace]
#
#   IN_DATABASE   what runs a command in the database's container ("docker compose exec -T db"); empty runs it right here
set -euo pipefail

file=${1:?usage: restore.sh FILE.sql.gz [--replace]}
in_database=${IN_DATABASE-docker compose exec -T db}
# shellcheck disable=SC2206
psql=($in_database psql -h localhost -U supabase_admin -d postgres --no-psqlrc --quiet --tuples-only --no-align
  --set ON_ERROR_STOP=1)

gzip --test "$file"
accounts=$("${psql[@]}" --command 'select count(*) from auth.users')
if [ "$accounts" != 0 ] && [ "${2:-}" != --replace ]; then
  echo "The database has $accounts accounts. With --replace they and everything else in it are replaced." >&2
  exit 1
fi

{
  # Rows come table by table: keys and triggers have done their work when they were first written.
  cat <<'SQL'
set session_replication_role = replica;
do $$ begin
  execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ') from pg_tables
            where schemaname in ('auth', 'public', 'private') and (schemaname, tablename) <> ('auth', 'schema_migrations'));
end $$;
SQL
  gzip --decompress --stdout "$file"
} | "${psql[@]}" --single-transaction --output /dev/null
"${psql[@]}" --command "select 'restored: ' || (select count(*) from auth.users) || ' accounts, '
  || (select count(*) from public.job_requirements) || ' requirements'"
