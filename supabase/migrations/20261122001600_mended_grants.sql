-- Who may call what the migrations before brought. Can be run again at any time, after the grants before it.

-- For functions made since the last grants: nobody calls them but functions of the owner.
revoke all on all functions in schema private from public;
revoke all on private.inbox_lines from public, anon, authenticated;

-- A status changes by its function only, which takes the version that was seen, and the reason.
revoke update (status) on public.job_requirements from authenticated;
