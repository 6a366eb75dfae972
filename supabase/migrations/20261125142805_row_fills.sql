set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."row_fills" (
  "name"      text NOT NULL,
  "statement" text NOT NULL,
  CONSTRAINT "row_fills_pkey" PRIMARY KEY (name)
);

CREATE OR REPLACE FUNCTION private.fill_rows()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET lock_timeout TO '1s'
  AS $function$
  declare
    fill record;
    filled bigint;
  begin
    for fill in select name, statement from private.row_fills order by name for update skip locked loop
      execute fill.statement;
      get diagnostics filled = row_count;
      if filled = 0 then
        delete from private.row_fills where name = fill.name;
      end if;
    end loop;
  end $function$;

REVOKE ALL ON FUNCTION "private"."fill_rows"() FROM PUBLIC;

-- The schedule, where the database has one.
do $$
  begin
    if exists (select from pg_extension where extname = 'pg_cron') then
      perform cron.schedule('fill-rows', '* * * * *', 'select private.fill_rows()');
    end if;
  end $$;
