-- Who may call what 20261124000210 brought. Can be run again at any time, after the grants before it.

revoke all on function private.may_change_for(uuid) from public, anon, authenticated;
