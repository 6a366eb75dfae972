-- Who may call what the migration before brought. Can be run again at any time, after the grants before it.

revoke all on function private.list_clients(text, timestamptz, uuid), private.own_recruiters() from public;
revoke all on function public.list_clients(text, timestamptz, uuid), public.own_recruiters()
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.list_clients(text, timestamptz, uuid), private.list_clients(text, timestamptz, uuid),
  public.own_recruiters(), private.own_recruiters()
  to authenticated;
