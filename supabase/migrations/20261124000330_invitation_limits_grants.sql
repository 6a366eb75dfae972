-- Who may call what 20261124000320 brought. Can be run again at any time, after the grants before it.

revoke all on table private.known_companies from public, anon, authenticated;
revoke all on function private.mailbox_of(text), private.is_known_company(uuid), private.know_company(),
  private.know_invited_company(), private.refuse_too_many_invitations(text, uuid) from public, anon, authenticated;

-- An index of the outbox is by it: whoever writes there calls it.
grant execute on function private.mailbox_of(text) to service_role;
