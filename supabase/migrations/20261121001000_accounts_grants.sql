-- Who may ask whose a mail's link is: anybody who holds its token. Can be run again at any time, after the grants before.

revoke all on function private.make_client(uuid, jsonb), private.create_client(), private.confirm_account()
  from public, anon, authenticated;
revoke all on function private.find_mail_link(text, text), public.mail_link(text, text) from public;
grant execute on function private.find_mail_link(text, text), public.mail_link(text, text)
  to anon, authenticated, service_role;
