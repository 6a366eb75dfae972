-- Who may see and call what the migration before brought. Can be run again at any time, after the grants before it.

revoke all on public.requirement_messages, public.unread_messages from anon, authenticated, service_role;
grant select on public.requirement_messages, public.unread_messages to authenticated;
-- Append-only for the secret key, too: messages go with their requirement. What is unread follows by triggers.
grant select, insert on public.requirement_messages to service_role;
grant select on public.unread_messages to service_role;

revoke all on function private.readers_of(public.job_requirements, text), private.return_item(uuid, text, uuid),
  private.note_answer(uuid, uuid), private.follow_message(),
  private.settle_unread(public.job_requirements, text, timestamptz, uuid),
  private.post_message(uuid, text, timestamptz, uuid, text), private.open_messages(uuid, timestamptz, uuid),
  private.own_messages(), private.hand_over_unread(), private.forget_unread()
  from public;
revoke all on function public.post_message(uuid, text, timestamptz, uuid, text),
  public.open_messages(uuid, timestamptz, uuid)
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.post_message(uuid, text, timestamptz, uuid, text), private.post_message(uuid, text, timestamptz, uuid, text),
  public.open_messages(uuid, timestamptz, uuid), private.open_messages(uuid, timestamptz, uuid),
  private.own_messages()
  to authenticated;
