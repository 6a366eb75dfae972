-- Who may call what 20261123001100 brought. Can be run again at any time, after the grants before it.

revoke all on function private.are_entries(jsonb), private.limit_filing() from public, anon, authenticated;
