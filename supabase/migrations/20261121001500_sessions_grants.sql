-- Who may use what the migration before brought. Can be run again at any time, after the grants before it.

revoke all on function private.current_user_id() from public, anon, authenticated;
grant execute on function private.current_user_id() to authenticated, service_role;

revoke all on public.current_account from anon, authenticated;
grant select on public.current_account to authenticated;
