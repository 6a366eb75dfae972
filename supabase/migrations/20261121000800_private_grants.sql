-- Who may call what the two migrations before brought. Can be run again at any time, after the grants before it.

revoke all on private.settings, private.erasures from public, anon, authenticated;
revoke all on all functions in schema private from public;

-- What checks of rows call, as whoever writes them.
grant execute on function private.invisible(), private.is_filled(text) to anon, authenticated, service_role;

revoke all on function public.owns_requirement(uuid), public.claim_crm_delivery(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.owns_requirement(uuid) to authenticated;
grant execute on function public.claim_crm_delivery(uuid) to service_role;

-- What the thin functions stand for.
grant execute on function private.crm_backlog() to anon, authenticated, service_role;
grant execute on function private.claim_crm_delivery(uuid), private.claim_crm_deliveries(integer),
  private.settle_crm_delivery(uuid, text), private.export_person(text), private.erase_person(text) to service_role;
