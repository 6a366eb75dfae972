-- Who may call what 20261124000250 brought. Can be run again at any time, after the grants before it.

revoke all on function private.turn_of_mail(public.mail_outbox), private.stamp_crm_turn(), private.stamp_mail_turn(),
  private.claim_in_turn(regclass, text, integer) from public, anon, authenticated;
