-- Who may call what the migration before brought. Can be run again at any time, after the grants before it.

revoke all on function public.own_dashboard() from public, anon, authenticated, service_role;

-- What it reads asks who calls it.
grant execute on function public.own_dashboard() to authenticated;
