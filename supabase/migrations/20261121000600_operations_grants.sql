-- Who may call what operators need, and write the new column. Can be run again at any time, after the grants before it.

grant insert (suspect) on public.contact_submissions, public.public_job_submissions, public.consultation_requests
  to anon, authenticated;

revoke all on private.settings from public, anon, authenticated;
revoke all on function private.request_crm_redelivery(), private.purge_expired() from public, anon, authenticated;
revoke all on function public.claim_crm_deliveries(integer), public.settle_crm_delivery(uuid, text),
  public.export_person(text), public.erase_person(text) from public, anon, authenticated;
grant execute on function public.claim_crm_deliveries(integer), public.settle_crm_delivery(uuid, text),
  public.export_person(text), public.erase_person(text) to service_role;
grant execute on function public.schema_version(), public.crm_backlog() to anon, authenticated, service_role;
