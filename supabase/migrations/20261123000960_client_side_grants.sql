-- Who may call what 20261123000900 and 20261123000950 brought. Can be run again at any time, after the grants before it.

revoke all on function
  private.withdraw_requirement(uuid, integer, text), private.companies_named_after(text, uuid[]),
  private.hold_person(text, uuid[])
  from public;
revoke all on function public.withdraw_requirement(uuid, integer, text) from public, anon, authenticated, service_role;

-- It asks itself who calls it.
grant execute on function
  public.withdraw_requirement(uuid, integer, text), private.withdraw_requirement(uuid, integer, text)
  to authenticated;
