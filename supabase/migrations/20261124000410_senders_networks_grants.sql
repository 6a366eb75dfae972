-- Who may call what 20261124000400 brought: nobody but the database itself. Can be run again at any time, after the grants
-- before it.

revoke all on private.form_senders from public, anon, authenticated;
revoke all on function private.sender_proof(text, text), private.form_networks(text), private.has_flooded(text) from public;
