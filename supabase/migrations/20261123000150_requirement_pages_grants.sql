-- Who may call what the migration before brought. Can be run again at any time, after the grants before it.

revoke all on function private.answer_due(uuid), private.requirement_frame(uuid) from public;
revoke all on function public.requirement_frame(uuid) from public, anon, authenticated, service_role;

-- It asks itself who calls it.
grant execute on function public.requirement_frame(uuid), private.requirement_frame(uuid) to authenticated;
