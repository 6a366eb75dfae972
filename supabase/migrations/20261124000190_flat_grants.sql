-- Who may call what 20261124000100 to 20261124000120 brought. Can be run again at any time, after the grants before it.

revoke all on private.requirement_counts from public, anon, authenticated, service_role;
revoke all on function private.company_lexeme(uuid), private.renew_search(), private.share_of_word(text, boolean),
  private.expand_query(tsquery), private.plan_search(text, uuid, integer), private.requirement_figures(uuid),
  private.count_requirements(), private.visible_figures(), private.stamp_unread(),
  private.own_requirements(integer, public.requirement_status, boolean, timestamptz, uuid),
  private.clients_page(text, timestamptz, uuid)
  from public;

-- They show each their own company's; the figures, to the team, everybody's.
grant execute on function private.visible_figures(),
  private.own_requirements(integer, public.requirement_status, boolean, timestamptz, uuid) to authenticated;
-- What the dashboard's view and page are was granted before.
grant select on public.requirement_totals to authenticated;
