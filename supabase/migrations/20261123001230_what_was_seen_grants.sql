-- Who may call what 20261123001220 brought. Can be run again at any time, after the grants before it.

revoke all on function private.seen_by(uuid, uuid, timestamptz) from public, anon, authenticated;
