-- Who may see and call what the mails brought. Can be run again at any time, after the grants before it.

revoke all on public.notification_settings from anon, authenticated;
grant select on public.notification_settings to authenticated;
grant all on public.notification_settings to service_role;
revoke all on private.unsubscribe_tokens from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public;

revoke all on function
  public.set_notifications(integer, public.mail_frequency, public.mail_frequency, public.mail_frequency),
  public.subscription_by_token(text), public.unsubscribe(text)
  from public, anon, authenticated, service_role;

grant execute on function
  public.set_notifications(integer, public.mail_frequency, public.mail_frequency, public.mail_frequency),
  private.set_notifications(integer, public.mail_frequency, public.mail_frequency, public.mail_frequency)
  to authenticated;

-- Whoever holds a mail's link may ask what it switches off, and do it.
grant execute on function public.subscription_by_token(text), private.subscription_by_token(text),
  public.unsubscribe(text), private.unsubscribe(text)
  to anon, authenticated, service_role;
