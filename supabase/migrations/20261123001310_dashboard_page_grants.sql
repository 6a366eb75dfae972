-- Who may call what 20261123001300 brought. Can be run again at any time, after the grants before it.

revoke all on function public.dashboard_page(integer, public.requirement_status, boolean, timestamptz, uuid)
  from public, anon, authenticated, service_role;

-- It shows each what the policies let them see.
grant execute on function public.dashboard_page(integer, public.requirement_status, boolean, timestamptz, uuid)
  to authenticated;
