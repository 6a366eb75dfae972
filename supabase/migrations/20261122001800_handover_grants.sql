-- Who may call what the migrations before brought. Can be run again at any time, after the grants before it.

revoke all on all tables in schema private from public, anon, authenticated, service_role;
-- For functions made since the last grants: whoever is not named below calls none of them.
revoke all on all functions in schema private from public;

revoke all on function
  public.inbox_senders(uuid[], uuid),
  public.client_contacts(uuid),
  public.team_frame(),
  public.note_once(uuid, public.note_kind, text, uuid),
  public.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.export_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.next_item(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text),
  public.take_next_of(public.inbox_kind)
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.inbox_senders(uuid[], uuid),
  private.inbox_senders(uuid[], uuid),
  public.client_contacts(uuid),
  private.client_contacts(uuid),
  public.team_frame(),
  private.team_frame(),
  public.note_once(uuid, public.note_kind, text, uuid),
  private.note_once(uuid, public.note_kind, text, uuid),
  public.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.list_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.export_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.export_group(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.next_item(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text),
  private.next_item(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text),
  public.take_next_of(public.inbox_kind),
  private.take_next_of(public.inbox_kind)
  to authenticated;
