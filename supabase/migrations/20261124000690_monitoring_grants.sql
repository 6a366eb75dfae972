-- Who may call and read what 20261124000600 and 20261124000620 brought. Can be run again at any time, after the grants
-- before it.

revoke all on private.scheduled_runs from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public;
-- The schedule's own, and an operator's.
revoke all on function private.note_answer(text, bigint), private.note_missing_secrets(regclass, text),
  private.run_scheduled(text), private.purge_run_details()
  from public, anon, authenticated, service_role;

revoke all on function public.schedule_runs(), public.inbox_figures(text) from public, anon, authenticated, service_role;
grant execute on function private.schedule_runs(), public.schedule_runs() to anon, authenticated, service_role;
-- It asks for the key itself.
grant execute on function private.inbox_figures(text), public.inbox_figures(text) to anon, authenticated, service_role;

-- The figures without a key are told nobody any more; a site from before then leaves them out.
revoke all on function private.inbox_backlog(), public.inbox_backlog() from public, anon, authenticated;
