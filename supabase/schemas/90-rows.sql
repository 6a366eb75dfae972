-- What a new database begins with: its settings, a row for each scheduled run, and the schedule itself, where the database
-- has one (Supabase does).
insert into private.settings default values;

insert into private.scheduled_runs (run) values ('crm'), ('mail'), ('purge');

do $$
  begin
    if exists (select from pg_available_extensions where name = 'pg_cron') then
      create extension if not exists pg_cron;
      perform cron.schedule('purge-expired', '17 3 * * *', 'select private.purge_expired()');
      -- A transaction for each piece.
      perform cron.schedule('fill-rows', '* * * * *',
                            'do $fill$ begin while private.fill_rows() loop commit; end loop; end $fill$');
      if exists (select from pg_available_extensions where name = 'pg_net') then
        create schema if not exists extensions;
        create extension if not exists pg_net with schema extensions;
        perform cron.schedule('redeliver-to-crm', '* * * * *', 'select private.run_scheduled(''crm'')');
        perform cron.schedule('deliver-mail', '* * * * *', 'select private.run_scheduled(''mail'')');
      end if;
    end if;
  end $$;
