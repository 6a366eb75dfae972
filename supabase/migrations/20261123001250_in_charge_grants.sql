-- Who may call what 20261123001240 brought. Can be run again at any time, after the grants before it.

revoke all on function private.is_withdrawn(uuid),
  private.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid)
  from public, anon, authenticated;
revoke all on function
  public.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid)
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid)
  to authenticated;
