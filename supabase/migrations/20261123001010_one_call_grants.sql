-- Who may call what 20261123001000 brought. Can be run again at any time, after the grants before it.

revoke all on function public.client_dashboard(public.requirement_status, timestamptz, uuid)
  from public, anon, authenticated, service_role;

-- It shows each what the policies let them see.
grant execute on function public.client_dashboard(public.requirement_status, timestamptz, uuid) to authenticated;
