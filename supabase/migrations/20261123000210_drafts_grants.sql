-- Who may read drafts and call what the migration before brought. Can be run again at any time, after the grants before it.

revoke all on public.requirement_drafts from anon, authenticated;
grant select on public.requirement_drafts to authenticated;
grant all on public.requirement_drafts to service_role;

revoke all on function
  private.hold_filing_company(), private.lock_draft(uuid, uuid, integer, uuid),
  private.save_requirement_draft(uuid, integer, uuid, jsonb), private.file_requirement_draft(uuid, integer, uuid, jsonb),
  private.delete_requirement_draft(uuid, integer), private.own_drafts()
  from public;
revoke all on function
  public.requirement_draft(uuid), public.save_requirement_draft(uuid, integer, uuid, jsonb),
  public.file_requirement_draft(uuid, integer, uuid, jsonb), public.delete_requirement_draft(uuid, integer)
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.requirement_draft(uuid),
  public.save_requirement_draft(uuid, integer, uuid, jsonb), private.save_requirement_draft(uuid, integer, uuid, jsonb),
  public.file_requirement_draft(uuid, integer, uuid, jsonb), private.file_requirement_draft(uuid, integer, uuid, jsonb),
  public.delete_requirement_draft(uuid, integer), private.delete_requirement_draft(uuid, integer),
  private.own_drafts()
  to authenticated;
