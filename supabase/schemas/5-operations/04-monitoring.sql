-- What an operator sees: when each scheduled run came last, was asked for and was answered, with the reason, in what waits,
-- when a run can't even be asked for; and how much business there is.

-- One row a run. `ran_at`: the schedule was there (crm and mail look each minute for what is due, purge deletes each night);
-- before the first run, the time that this table was made, so that a schedule that never came is seen as well.
-- `requested_at`: the function was asked to send what is due. `answered_at`: it has said that it did its work.
create table private.scheduled_runs (
  run text primary key check (run in ('crm', 'mail', 'purge')),
  ran_at timestamptz not null default now(),
  requested_at timestamptz,
  answered_at timestamptz
);

-- The rows of a restored copy take the place of these, as in private.settings.
create function private.replace_scheduled_run() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    delete from private.scheduled_runs where run = new.run;
    return new;
  end $$;

create trigger replace_scheduled_run before insert on private.scheduled_runs
  for each row execute function private.replace_scheduled_run();
alter table private.scheduled_runs enable always trigger replace_scheduled_run;

-- Notes when the function answered the request with 200. pg_net keeps its answers for some hours only.
create function private.note_run_response(wanted text, request bigint) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update private.scheduled_runs as noted set answered_at = response.created
      from net._http_response as response
      where noted.run = wanted and response.id = request and response.status_code = 200
        and response.created > coalesce(noted.answered_at, '-infinity');
  exception when insufficient_privilege or undefined_table or invalid_schema_name then
    -- Where answers can't be read, what waits is all that tells.
    return;
  end $$;

-- Writes into what is due that nobody can be asked to send it, since the Vault lacks an address or a key; and takes it out
-- again once both are there. At most 1,000 rows at once, and none that somebody else has in hand.
create function private.note_missing_secrets(outbox regclass, function_name text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    missing text;
    stale text := $sql$ last_error like 'the Vault has no %' $sql$;
  begin
    select string_agg(wanted, ' and ' order by wanted desc) into missing
      from unnest(array[function_name || '_url', function_name || '_key']) as wanted
      where not exists (select from vault.decrypted_secrets as secret
                         where secret.name = wanted and secret.decrypted_secret is not null);
    if missing is not null then
      stale := 'last_error is distinct from $1';
    end if;
    execute format('update %1$s set last_error = $1 where id in (
        select id from %1$s where next_attempt_at <= now() and %2$s
          order by next_attempt_at limit 1000 for update skip locked)', outbox, stale)
      using 'the Vault has no ' || missing;
  end $$;

-- What pg_cron calls each minute, for each outbox: notes that it has come, what became of the request before and why none
-- can be made, and has what is due sent. When something in here fails, nothing is noted, and the figures grow old.
create function private.run_scheduled(wanted text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    last_request bigint;
    request bigint;
  begin
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into last_request
      from private.settings;
    perform private.note_run_response(wanted, last_request);
    case wanted
      when 'crm' then
        perform private.note_missing_secrets('public.crm_events', 'sync_crm');
        perform private.request_crm_redelivery();
      when 'mail' then
        perform private.note_missing_secrets('public.mail_outbox', 'deliver_mail');
        perform private.request_mail_run();
    end case;
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into request
      from private.settings;
    update private.scheduled_runs as noted
      set ran_at = now(),
          requested_at = case when request is distinct from last_request then now() else noted.requested_at end
      where noted.run = wanted;
  end $$;

-- The runs in seconds since 1970, as Prometheus counts. They tell nothing of the business: the schedule looks each minute
-- and each night, whatever there is.
create function private.schedule_runs()
  returns table (run text, ran double precision, requested double precision, answered double precision)
  language sql stable security definer set search_path = '' as $$
    select run, extract(epoch from ran_at)::double precision, extract(epoch from requested_at)::double precision,
           extract(epoch from answered_at)::double precision
      from private.scheduled_runs order by run
  $$;
grant execute on function private.schedule_runs to anon, authenticated, service_role;

-- Refuses whoever has not the key of /metrics.
create function private.require_metrics_key(metrics_key text) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not exists (select from private.settings where metrics_key_digest = private.digest_of(metrics_key)) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
  end $$;

-- How much the team has to answer, for whoever has the key of /metrics, without suspect items that nobody has taken. It costs the
-- same however many of those a flood brings: each figure counts to 1,000, by an index that holds nothing else.
create function private.inbox_figures(metrics_key text)
  returns table (state public.inbox_state, overdue boolean, items integer)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_metrics_key(metrics_key);
    return query
      select wanted.state, due.overdue, counted.items
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true, '-infinity'::timestamptz, now()), (false, now(), 'infinity'::timestamptz))
          as due (overdue, since, until)
        cross join lateral (
          select count(*)::integer as items from (
            select from private.grouped_items as item
              where item.state = wanted.state and item.due_at >= due.since and item.due_at < due.until
                -- As the index says it.
                and item.state in ('new', 'open', 'waiting')
                and (not item.is_suspect or item.state = 'waiting' or item.assignee is not null)
                and not (item.is_suspect and item.state <> 'waiting' and item.holder is null)
              limit 1000) as item) as counted;
  end $$;
grant execute on function private.inbox_figures to anon, authenticated, service_role;

-- # Exposed through the Data API

create function public.schedule_runs()
  returns table (run text, ran double precision, requested double precision, answered double precision)
  language sql stable set search_path = '' as $$ select * from private.schedule_runs() $$;
grant execute on function public.schedule_runs to anon, authenticated, service_role;

create function public.inbox_figures(metrics_key text)
  returns table (state public.inbox_state, overdue boolean, items integer)
  language sql stable set search_path = '' as $$ select * from private.inbox_figures(metrics_key) $$;
grant execute on function public.inbox_figures to anon, authenticated, service_role;
