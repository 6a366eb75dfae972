-- Who may call what 20261124000420 brought. Can be run again at any time, after the grants before it.

revoke all on function private.may_export(), private.owns_requirement(uuid), private.read_items(uuid[]),
  private.read_item_history(uuid), private.read_requirement(uuid), private.read_client(uuid), private.find_converted(uuid)
  from public;
revoke all on function public.read_items(uuid[]), public.read_item_history(uuid), public.read_requirement(uuid),
  public.read_client(uuid), public.find_converted(uuid)
  from public, anon, authenticated, service_role;

-- What policies ask, and what asks itself who calls it.
grant execute on function private.may_export() to authenticated;
grant execute on function
  private.owns_requirement(uuid),
  public.read_items(uuid[]), private.read_items(uuid[]),
  public.read_item_history(uuid), private.read_item_history(uuid),
  public.read_requirement(uuid), private.read_requirement(uuid),
  public.read_client(uuid), private.read_client(uuid),
  public.find_converted(uuid), private.find_converted(uuid)
  to authenticated;
