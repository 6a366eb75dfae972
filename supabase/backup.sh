#!/usr/bin/env bash
# Writes every row of a hosted project into one file: accounts, what visitors and clients sent, settings. Tables and
# functions are not in it, since the migrations and the authentication service make them; nor is the Vault. The file of
# before stays until the new one is whole.
#
#   supabase/backup.sh data.sql
#
#   DATABASE_URL   the project's database, as `postgres`: then pg_dump is asked, which must be as new as the server.
#                  Without it the Supabase CLI dumps the linked project; it needs Docker, where it runs the same pg_dump.
set -euo pipefail
umask 077

file=${1:?usage: backup.sh FILE.sql}
trap 'rm -f "$file.part"' EXIT

address=${DATABASE_URL:-}
if [[ $address =~ ^(postgres(ql)?://[^:/@]+):([^@/]*)(@.*)$ ]]; then
  # By the environment, which other users of this machine can't read, as they can a command's parameters.
  password=${BASH_REMATCH[3]//\\/\\\\}
  address=${BASH_REMATCH[1]}${BASH_REMATCH[4]}
  printf -v PGPASSWORD '%b' "${password//%/\\x}"
  export PGPASSWORD
fi
if [[ $address == *password=* ]]; then
  echo "Write the password into DATABASE_URL before the @, or into PGPASSWORD: $file stays as it was." >&2
  exit 1
fi

if [ -n "$address" ]; then
  {
    echo 'SET session_replication_role = replica;'
    # The meta commands of newer versions are for newer versions of psql alone.
    pg_dump --dbname "$address" --data-only --quote-all-identifier --role postgres --schema 'auth|public|private' \
      --exclude-table auth.schema_migrations | sed -E 's/^\\(un)?restrict .*$/-- &/'
    echo 'RESET ALL;'
  } >"$file.part"
else
  supabase db dump --remote --data-only --use-copy --schema auth,public,private --file "$file.part"
fi
# Both end so, and the product's settings are in every database of it: what lacks either is not all.
if ! tail -n 3 "$file.part" | grep -Fx 'RESET ALL;' >/dev/null || ! grep -E '^COPY "?private"?\."?settings"? ' "$file.part" >/dev/null; then
  echo "The dump is not whole: $file stays as it was." >&2
  exit 1
fi
mv "$file.part" "$file"
echo "$file: $(wc -c <"$file") bytes"
