#!/usr/bin/env bash
# Writes every row of a self-hosted database into one file: accounts, what visitors and clients sent, settings. Tables and
# functions are not in it, since the migrations and the authentication service make them; nor is the Vault, whose
# four secrets migrate.sh writes at every start. The file of before stays until the new one is whole.
#
#   supabase/selfhost/backup.sh backup.sql.gz
#
#   IN_DATABASE   what runs a command in the database's container ("docker compose exec -T db"); empty runs it right here
set -euo pipefail
umask 077

file=${1:?usage: backup.sh FILE.sql.gz}
in_database=${IN_DATABASE-docker compose exec -T db}
# The image's superuser: its `postgres` is none, and may not read everything.
as=(-h localhost -U supabase_admin -d postgres)

# shellcheck disable=SC2086 # a command with its parameters
version=$($in_database psql "${as[@]}" --no-psqlrc --tuples-only --no-align --command 'select public.schema_version()')
[[ $version =~ ^[0-9]{14}$ ]] || { echo "no schema_version(): $version" >&2; exit 1; }

trap 'rm -f "$file.part"' EXIT
{
  cat <<SQL
do \$\$ begin
  if public.schema_version() <> '$version' then
    raise exception 'this backup is of version $version, the database of %', public.schema_version();
  end if;
end \$\$;
SQL
  # shellcheck disable=SC2086
  $in_database pg_dump "${as[@]}" --data-only --schema auth --schema public --schema private \
    --exclude-table auth.schema_migrations
} | gzip >"$file.part"
# pg_dump's last words. A file without them is not all, whatever it ended with; the one of before stays then.
gzip --decompress --stdout "$file.part" | tail -n 12 | grep -F 'PostgreSQL database dump complete' >/dev/null ||
  { echo "The dump is not whole: $file stays as it was." >&2; exit 1; }
mv "$file.part" "$file"
echo "$file: version $version, $(wc -c <"$file") bytes"
