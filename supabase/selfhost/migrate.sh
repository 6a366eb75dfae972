#!/usr/bin/env bash
# Brings a self-hosted database to the newest migration, as `supabase db push` does: each file once, in one transaction
# with the row that remembers it. Then tells the database its retention, the key that it shares with the site, where its
# functions are, and the digest of the metrics' key.
set -euo pipefail

psql() { command psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$@"; }

psql --command "
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text);"

# The first file holds all that came before it: a database that has not been through that can't be brought up to date.
first=$(basename "$(printf '%s\n' /migrations/*.sql | head -n 1)" .sql)
history="select count(*) filter (where version = '${first%%_*}') = 0 and count(*) > 0 from supabase_migrations.schema_migrations"
if [ "$(psql --tuples-only --no-align --command "$history")" = t ]; then
  echo "This database is of a version before ${first%%_*}: go by the version in between (docs/operate.md, \"Upgrade\")." >&2
  exit 1
fi
psql --command "delete from supabase_migrations.schema_migrations where version < '${first%%_*}'"

for file in /migrations/*.sql; do
  name=$(basename "$file" .sql)
  version=${name%%_*}
  known=$(psql --tuples-only --no-align --command \
    "select 1 from supabase_migrations.schema_migrations where version = '$version'")
  [ -n "$known" ] && continue
  echo "applying $name"
  psql --single-transaction --file "$file" --command \
    "insert into supabase_migrations.schema_migrations (version, name) values ('$version', '${name#*_}')"
done

# By the environment: whoever lists the machine's processes reads a command's parameters.
export RETENTION_DAYS SERVICE_ROLE_KEY RETENTION_DAYS_CANDIDATES=${RETENTION_DAYS_CANDIDATES:-365} METRICS_KEY=${METRICS_KEY:-} SENDER_KEY=${SENDER_KEY:-}
psql --output /dev/null <<'SQL'
  \getenv days RETENTION_DAYS
  \getenv candidates_days RETENTION_DAYS_CANDIDATES
  \getenv key SERVICE_ROLE_KEY
  \getenv metrics_key METRICS_KEY
  \getenv sender SENDER_KEY
  select set_config('agency.retention_days', :'days', false),
         set_config('agency.retention_days_candidates', :'candidates_days', false), set_config('agency.functions_key', :'key', false),
         set_config('agency.metrics_key', :'metrics_key', false), set_config('agency.sender_key', :'sender', false);
  \i /selfhost/settings.sql
SQL
echo "the database is up to date"
