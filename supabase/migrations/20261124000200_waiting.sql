-- How long a call of the Data API may wait and work (docs/decisions/027). PostgREST sets these for whoever calls; the
-- embedded backend reads them from here and does the same. A lock that is not had within half a second is given up, so that
-- nobody's posts wait with the sessions that everybody needs. The site waits longer than a statement and the way to it
-- (app/lib/backend-fetch.server.ts): what it calls not saved was given up here before.
alter role authenticated set lock_timeout = '500ms';
alter role authenticated set statement_timeout = '4s';
alter role anon set lock_timeout = '500ms';
alter role anon set statement_timeout = '3s';
notify pgrst, 'reload config';
