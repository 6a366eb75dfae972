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
ours="('auth', 'public', 'private')"

# All else would be deleted for it: it must begin with the version that it is of, and end with pg_dump's last words. Read to its
# end for each, so that one that is cut off is found.
if ! gzip --decompress --stdout "$file" | sed -n 2p | grep -F "public.schema_version() <> '" >/dev/null ||
  ! gzip --decompress --stdout "$file" | tail -n 12 | grep -F 'PostgreSQL database dump complete' >/dev/null; then
  echo "Nothing was replaced: $file is no file of backup.sh, or not all of one." >&2
  exit 1
fi
accounts=$("${psql[@]}" --command 'select count(*) from auth.users')
if [ "$accounts" != 0 ] && [ "${2:-}" != --replace ]; then
  echo "The database has $accounts accounts. With --replace they and everything else in it are replaced." >&2
  exit 1
fi

# Tables that are in no backup may point to what is replaced, as those of Storage do, which an older image made. They are
# in nobody's way while they are empty.
pointing=$("${psql[@]}" --command "
  select format('%I.%I where row(%s) is not null', n.nspname, t.relname,
           (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
             where a.attrelid = t.oid and a.attnum = any (k.conkey)))
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
    join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
   where k.contype = 'f' and n.nspname not in $ours and fn.nspname in $ours order by 1" </dev/null)
while IFS= read -r rows; do
  [ -n "$rows" ] || continue
  count=$("${psql[@]}" --command "select count(*) from $rows" </dev/null)
  if [ "$count" != 0 ]; then
    echo "Nothing was replaced: $count rows of ${rows%% where *} belong to what the database holds, and are in no backup." >&2
    echo "Take them out, or restore into a new volume." >&2
    exit 1
  fi
done <<<"$pointing"

{
  # Rows come table by table: keys and triggers have done their work when they were first written. Deleted, since tables
  # that others point to can't be truncated.
  cat <<SQL
set session_replication_role = replica;
do \$\$
declare
  known record;
begin
  for known in select schemaname, tablename from pg_tables
                where schemaname in $ours and (schemaname, tablename) <> ('auth', 'schema_migrations') loop
    execute format('delete from %I.%I', known.schemaname, known.tablename);
  end loop;
end \$\$;
SQL
  gzip --decompress --stdout "$file"
  # Who was signed in when the copy was made: they may have been signed out since, for a reason.
  cat <<SQL
set session_replication_role = origin;
delete from auth.sessions;
delete from private.candidate_sessions;
SQL
} | "${psql[@]}" --single-transaction --output /dev/null
"${psql[@]}" --command "select 'restored: ' || (select count(*) from auth.users) || ' accounts, '
  || (select count(*) from public.job_requirements) || ' requirements'"
