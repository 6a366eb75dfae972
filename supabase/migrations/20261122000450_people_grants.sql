-- Who may use what the migrations before brought. Can be run again at any time, after the grants before it.

revoke all on all functions in schema private from public;
revoke all on private.invitation_tokens from public, anon, authenticated;
revoke all on public.activity_log, public.team_members, public.client_members, public.invitations
  from anon, authenticated;
grant select on public.activity_log, public.team_members, public.client_members, public.invitations to authenticated;

-- The log is written by the database alone, whoever has the secret key.
revoke all on public.activity_log from service_role;
grant select on public.activity_log to service_role;

-- What policies, and checks of rows, call as whoever asks.
grant execute on function private.is_admin(), private.has_role(public.app_role[]), private.current_access(),
  private.may_write_for_client() to authenticated, service_role;
grant execute on function private.is_name(text), private.are_names(text[]), private.trimmed(text),
  private.normal_address(text) to service_role;

revoke all on function public.invite_to_team(text, public.app_role, text),
  public.invite_member(text, public.member_access, text), public.invite_owner(uuid, text, text),
  public.revoke_invitation(uuid), public.resend_invitation(uuid), public.invitation_by_token(text),
  public.accept_invitation(text), public.invitation_mail(uuid), public.set_team_role(uuid, public.app_role),
  public.edit_team_member(uuid, integer, text, text, text), public.remove_team_member(uuid), public.set_member_access(uuid, public.member_access), public.remove_member(uuid)
  from public, anon, authenticated, service_role;

grant execute on function public.invite_to_team(text, public.app_role, text),
  private.invite_to_team(text, public.app_role, text), public.invite_member(text, public.member_access, text),
  private.invite_member(text, public.member_access, text), public.invite_owner(uuid, text, text),
  private.invite_owner(uuid, text, text), public.revoke_invitation(uuid), private.revoke_invitation(uuid),
  public.resend_invitation(uuid), private.resend_invitation(uuid), public.accept_invitation(text),
  private.accept_invitation(text), public.set_team_role(uuid, public.app_role), public.remove_team_member(uuid),
  private.change_team_role(uuid, public.app_role, boolean), public.edit_team_member(uuid, integer, text, text, text),
  private.edit_team_member(uuid, integer, text, text, text), public.set_member_access(uuid, public.member_access),
  public.remove_member(uuid), private.change_member(uuid, public.member_access, boolean), public.erase_person(text), private.erase_person_as_admin(text)
  to authenticated;

-- Whoever holds a token may ask what it is for.
grant execute on function public.invitation_by_token(text), private.invitation_by_token(text)
  to anon, authenticated, service_role;
grant execute on function public.invitation_mail(uuid), private.invitation_mail(uuid) to service_role;
