-- Who may call what 20261123001320 brought. Can be run again at any time, after the grants before it.

revoke all on function private.edit_own_name(integer, text) from public;
revoke all on function public.edit_own_name(integer, text) from public, anon, authenticated, service_role;

-- It asks itself who calls it.
grant execute on function public.edit_own_name(integer, text), private.edit_own_name(integer, text) to authenticated;
