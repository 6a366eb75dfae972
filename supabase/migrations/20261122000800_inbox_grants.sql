-- Who may see and call what the inbox brought. Can be run again at any time, after the grants before it.

revoke all on public.inbox_items, public.item_openings, public.notes, public.item_events, public.requirement_events
  from anon, authenticated;
grant select on public.inbox_items, public.item_openings, public.notes, public.item_events, public.requirement_events
  to authenticated;
grant all on public.inbox_items, public.item_openings, public.notes, public.item_events, public.requirement_events
  to service_role;

revoke all on private.inbox_lines from public, anon, authenticated;
-- For functions made since the last grants: whoever is not named below calls none of them.
revoke all on all functions in schema private from public;

revoke all on function
  public.change_requirement_status(uuid, integer, public.requirement_status, text),
  public.set_recruiter(uuid, integer, uuid), public.edit_requirement(uuid, integer, jsonb), public.recruiter_of(uuid),
  public.take_next_item(), public.take_item(uuid, integer), public.give_item(uuid, integer, uuid),
  public.set_item_state(uuid, integer, public.inbox_state, timestamptz), public.set_item_due(uuid, integer, timestamptz),
  public.add_note(uuid, public.note_kind, text), public.open_item(uuid),
  public.set_item_states(uuid[], integer[], public.inbox_state), public.give_items(uuid[], integer[], uuid),
  public.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.export_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.list_requirements(public.requirement_status, public.requirement_priority, text, uuid, text, timestamptz, uuid),
  public.export_requirements(public.requirement_status, public.requirement_priority, text, uuid, text, timestamptz, uuid),
  public.count_inbox(), public.inbox_backlog(), public.related_items(uuid), public.suggest_clients(text, text),
  public.convert_posting(uuid, uuid, jsonb), public.convert_posting_by_invitation(uuid, text, jsonb, text, text)
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.change_requirement_status(uuid, integer, public.requirement_status, text),
  private.change_requirement_status(uuid, integer, public.requirement_status, text),
  public.set_recruiter(uuid, integer, uuid), private.set_recruiter(uuid, integer, uuid),
  public.edit_requirement(uuid, integer, jsonb), private.edit_requirement(uuid, integer, jsonb),
  public.recruiter_of(uuid), private.recruiter_of(uuid),
  public.take_next_item(), private.take_next_item(),
  public.take_item(uuid, integer), private.take_item(uuid, integer),
  public.give_item(uuid, integer, uuid), private.give_item(uuid, integer, uuid),
  public.set_item_state(uuid, integer, public.inbox_state, timestamptz),
  private.set_item_state(uuid, integer, public.inbox_state, timestamptz),
  public.set_item_due(uuid, integer, timestamptz), private.set_item_due(uuid, integer, timestamptz),
  public.add_note(uuid, public.note_kind, text), private.add_note(uuid, public.note_kind, text),
  public.open_item(uuid), private.open_item(uuid),
  public.set_item_states(uuid[], integer[], public.inbox_state), public.give_items(uuid[], integer[], uuid),
  private.change_items(uuid[], integer[], public.inbox_state, uuid, boolean),
  public.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.list_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.export_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  private.export_inbox(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamptz, uuid),
  public.list_requirements(public.requirement_status, public.requirement_priority, text, uuid, text, timestamptz, uuid),
  private.list_requirements(public.requirement_status, public.requirement_priority, text, uuid, text, timestamptz, uuid),
  public.export_requirements(public.requirement_status, public.requirement_priority, text, uuid, text, timestamptz, uuid),
  private.export_requirements(public.requirement_status, public.requirement_priority, text, uuid, text, timestamptz, uuid),
  public.count_inbox(), private.count_inbox(),
  public.suggest_clients(text, text), private.suggest_clients(text, text),
  public.convert_posting(uuid, uuid, jsonb), private.convert_posting(uuid, uuid, jsonb),
  public.convert_posting_by_invitation(uuid, text, jsonb, text, text),
  private.convert_posting_by_invitation(uuid, text, text, text, jsonb),
  public.related_items(uuid), private.related_items(uuid)
  to authenticated;

-- Numbers alone, for the site's own metrics.
grant execute on function public.inbox_backlog(), private.inbox_backlog() to anon, authenticated, service_role;
