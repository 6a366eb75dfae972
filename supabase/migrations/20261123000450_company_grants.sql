-- Who may call what the two migrations before brought. Can be run again at any time, after the grants before it.

revoke all on private.waiting_profiles from public, anon, authenticated, service_role;

revoke all on function private.hold_own_company(), private.hold_owned_company(), private.is_last_owner(uuid, uuid),
  private.end_membership(uuid, uuid), private.change_membership(uuid, public.member_access, boolean, integer),
  private.change_member_access(uuid, integer, public.member_access),
  private.leave_company(uuid), private.hand_over_company(uuid), private.edit_company(integer, text, text, text),
  private.own_company(), private.own_joining(), private.own_bond(), private.invitations_to_me(), private.own_invitations(),
  private.begin_company(text, text, text), private.accept_as_invited(uuid, boolean),
  private.accept_own_invitation(uuid, boolean),
  private.forget_waiting_profile()
  from public;

revoke all on function public.change_member_access(uuid, integer, public.member_access), public.leave_company(uuid),
  public.hand_over_company(uuid), public.edit_company(integer, text, text, text), public.own_company(),
  public.own_invitations(), public.begin_company(text, text, text),
  public.accept_own_invitation(uuid, boolean)
  from public, anon, authenticated, service_role;

-- Each of these asks itself who calls it.
grant execute on function
  public.change_member_access(uuid, integer, public.member_access),
  private.change_member_access(uuid, integer, public.member_access),
  public.leave_company(uuid), private.leave_company(uuid),
  public.hand_over_company(uuid), private.hand_over_company(uuid),
  public.edit_company(integer, text, text, text), private.edit_company(integer, text, text, text),
  public.own_company(), private.own_company(),
  public.own_invitations(), private.own_invitations(), private.own_joining(),
  public.begin_company(text, text, text), private.begin_company(text, text, text),
  public.accept_own_invitation(uuid, boolean), private.accept_own_invitation(uuid, boolean)
  to authenticated;
