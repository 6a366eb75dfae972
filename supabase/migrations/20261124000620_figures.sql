-- The figures for /metrics cost the same however much waits: each counts to 1,000, by an index that holds nothing else. Those
-- of the inbox tell how much business there is, and are for whoever has the key.

-- By when it came, of what has not been sent: without it, everything that came in the last minutes is looked at as well.
create index crm_events_waiting on public.crm_events (created_at) where next_attempt_at is not null;
create index mail_outbox_waiting on public.mail_outbox (greatest(created_at, not_before)) include (created_at, not_before)
  where next_attempt_at is not null;

create or replace function private.crm_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from (
              select from public.crm_events
                where next_attempt_at is not null and created_at < now() - interval '5 minutes' limit 1000) as event),
           (select count(*)::integer from (
              select from public.crm_events where dead_at is not null limit 1000) as event)
  $$;

create or replace function private.mails_waiting(moment timestamptz) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from (
              select from public.mail_outbox
                where next_attempt_at is not null and greatest(created_at, not_before) < moment - interval '5 minutes'
                limit 1000) as mail)
           + (select count(*)::integer from private.inbox_readers_due(moment - interval '5 minutes'))
  $$;

create or replace function private.mail_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select private.mails_waiting(now()),
           (select count(*)::integer from (
              select from public.mail_outbox where dead_at is not null limit 1000) as mail)
  $$;

-- SHA-256 of the METRICS_KEY of the site, in hex. Without one nobody is told.
alter table private.settings
  add column metrics_key_digest text check (metrics_key_digest ~ '^[0-9a-f]{64}$');

-- What the team has to answer, without suspect items that nobody has taken: those may be thousands after a flood.
create index inbox_items_answerable on public.inbox_items (state, due_at) include (is_suspect, assignee, claim_expires_at)
  where state in ('new', 'open', 'waiting') and (not is_suspect or state = 'waiting' or assignee is not null);

create function private.inbox_figures(metrics_key text)
  returns table (state public.inbox_state, overdue boolean, items integer)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if not exists (select from private.settings
                    where metrics_key_digest = encode(sha256(convert_to(metrics_key, 'UTF8')), 'hex')) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
    return query
      select wanted.state, due.overdue, counted.items
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true, '-infinity'::timestamptz, now()), (false, now(), 'infinity'::timestamptz))
          as due (overdue, since, until)
        cross join lateral (
          select count(*)::integer as items from (
            select from public.inbox_items as item
              where item.state = wanted.state and item.due_at >= due.since and item.due_at < due.until
                -- As the index says it.
                and item.state in ('new', 'open', 'waiting')
                and (not item.is_suspect or item.state = 'waiting' or item.assignee is not null)
                -- One that was taken by somebody whose time is over is idle again.
                and not (item.is_suspect and item.state <> 'waiting' and coalesce(item.claim_expires_at <= now(), false))
              limit 1000) as item) as counted;
  end $$;

create function public.inbox_figures(metrics_key text)
  returns table (state public.inbox_state, overdue boolean, items integer)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.inbox_figures(metrics_key) $$;
