-- Who may call what 20261124000340 brought. Can be run again at any time, after the grants before it.

revoke all on function private.mail_password_change(), private.mail_conversion(uuid, uuid, uuid),
  private.conversion_mail(uuid, uuid), private.recruiter_address(jsonb) from public, anon, authenticated;
