-- Who may call what 20261123001200 brought. Can be run again at any time, after the grants before it.

revoke all on function private.requirement_history(uuid, timestamptz, uuid) from public;
revoke all on function public.requirement_history(uuid, timestamptz, uuid) from public, anon, authenticated, service_role;

-- It asks itself who calls it.
grant execute on function
  public.requirement_history(uuid, timestamptz, uuid), private.requirement_history(uuid, timestamptz, uuid)
  to authenticated;
