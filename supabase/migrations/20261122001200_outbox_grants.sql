-- Who may call and read what the outboxes brought: the secret key, and for the two backlogs the site. Can be run again at
-- any time, after the grants before it.

revoke all on public.crm_events, public.mail_outbox from anon, authenticated;
grant all on public.crm_events, public.mail_outbox to service_role;

revoke all on all functions in schema private from public;
-- These take SQL, or act on any table: only functions of the owner call them, and an operator.
revoke all on function private.claim_from(regclass, text, integer), private.settle_in(regclass, uuid, text, boolean),
  private.revive(regclass), private.request_run(regclass, text, text, bigint), private.request_crm_redelivery(),
  private.request_mail_run() from public, anon, authenticated, service_role;
grant execute on function private.are_ids(jsonb) to service_role;

grant execute on function private.claim_crm_delivery(uuid), private.claim_crm_deliveries(integer),
  private.settle_crm_delivery(uuid, text), private.claim_mails(integer), private.settle_mail(uuid, text, boolean)
  to service_role;
revoke all on function public.claim_crm_delivery(uuid), public.claim_crm_deliveries(integer),
  public.settle_crm_delivery(uuid, text), public.claim_mails(integer), public.settle_mail(uuid, text, boolean)
  from public, anon, authenticated;
grant execute on function public.claim_crm_delivery(uuid), public.claim_crm_deliveries(integer),
  public.settle_crm_delivery(uuid, text), public.claim_mails(integer), public.settle_mail(uuid, text, boolean)
  to service_role;

grant execute on function private.mail_backlog(), public.mail_backlog() to anon, authenticated, service_role;
