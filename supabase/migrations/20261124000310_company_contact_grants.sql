-- Who may call what 20261124000300 brought. Can be run again at any time, after the grants before it.

revoke all on function private.tie_contact(), private.forget_contact() from public, anon, authenticated;
