-- Who may call what 20261124000230 brought. Can be run again at any time, after the grants before it.

revoke all on table private.company_counts from public, anon, authenticated;
revoke all on function private.count_for_company(uuid, text), private.is_of_company(uuid), private.limit_changes(),
  private.mail_new_access(uuid, uuid) from public, anon, authenticated;
