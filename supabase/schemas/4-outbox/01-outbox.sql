-- Outboxes: what is to leave the database waits in a table, written in the transaction that is its reason, and leaves it at
-- least once, under a key by which whoever receives it can drop a repeat. Here stands what all of them do alike; each has the
-- columns id, attempts, first_attempt_at, next_attempt_at, sent_at, dead_at, last_error and turn. A row is open as long as it
-- has a next attempt; then it has been sent, or is dead: nobody tries any more until an operator revives it.

-- When to try again after a failure. The wait doubles from half a minute to an hour, spread by half either way, so that
-- what failed together does not come back together.
create function private.retry_at(attempts integer) returns timestamptz
  language sql set search_path = '' as $$
    select now() + least(interval '1 hour', interval '30 seconds' * power(2, least(attempts, 10))) * (0.5 + random())
  $$;

-- Takes open rows, the longest waiting first: for five minutes nobody else gets them, so that two runs at once never send
-- the same. `wanted` is the outbox's own condition, as SQL over `delivery`.
create function private.claim_from(outbox regclass, wanted text, most integer) returns setof uuid
  language plpgsql set search_path = '' as $$
  begin
    return query execute format(
      'with due as materialized (
         select delivery.id from %1$s as delivery where %2$s
           order by delivery.next_attempt_at limit $1 for update of delivery skip locked
       )
       update %1$s as delivery
         set first_attempt_at = coalesce(first_attempt_at, now()), next_attempt_at = now() + interval ''5 minutes''
         from due where delivery.id = due.id returning delivery.id', outbox, wanted) using most;
  end $$;

-- Takes what is due of an outbox, by turns: first one row of each company, then a second of each, until there are enough.
-- Rows that another run takes at the same time are skipped. The round begins at a random company, so that where there are
-- more companies than rows to take, none always comes last.
create function private.claim_round_robin(outbox regclass, wanted text, most integer) returns setof uuid
  language plpgsql set search_path = '' as $$
  declare
    beginning uuid := gen_random_uuid();
    each integer := 1;
    missing integer := most;
    turns integer;
    claimed uuid[];
  begin
    while missing > 0 loop
      execute format(
        'with recursive above as (
           (select turn from %1$s where next_attempt_at is not null and turn >= $1 order by turn limit 1)
           union all
           select (select later.turn from %1$s as later
                     where later.next_attempt_at is not null and later.turn > above.turn order by later.turn limit 1)
             from above where above.turn is not null
         ), below as (
           (select turn from %1$s where next_attempt_at is not null and turn < $1 order by turn limit 1)
           union all
           select (select later.turn from %1$s as later
                     where later.next_attempt_at is not null and later.turn > below.turn and later.turn < $1
                     order by later.turn limit 1)
             from below where below.turn is not null
         ), due as materialized (
           select taken.id, circle.turn
             from (select turn from above where turn is not null
                   union all select turn from below where turn is not null) as circle
             cross join lateral (
               select delivery.id from %1$s as delivery
                 where delivery.turn = circle.turn and delivery.next_attempt_at <= now() and %2$s
                 order by delivery.next_attempt_at limit $2 for update of delivery skip locked) as taken
             limit $3
         ), changed as (
           update %1$s as delivery
             set first_attempt_at = coalesce(first_attempt_at, now()), next_attempt_at = now() + interval ''5 minutes''
             from due where delivery.id = due.id returning delivery.id
         )
         select array_agg(id), (select count(distinct turn) from due) from changed', outbox, wanted)
        into claimed, turns using beginning, each, missing;
      exit when claimed is null;
      return query select unnest(claimed);
      missing := missing - cardinality(claimed);
      each := greatest(1, ceil(missing::numeric / turns));
    end loop;
  end $$;

-- Notes what became of an attempt: sent, or a problem. A day after its first attempt, or after a final problem at once,
-- a row is dead. What has been sent stays sent, whatever comes later.
create function private.record_delivery(outbox regclass, delivery uuid, problem text, is_final boolean) returns void
  language plpgsql set search_path = '' as $$
  begin
    if problem is null then
      execute format(
        'update %s set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, now()), last_error = null,
                       sent_at = coalesce(sent_at, now()), dead_at = null, next_attempt_at = null
          where id = $1', outbox) using delivery;
    else
      execute format(
        'update %s as delivery set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, now()),
             last_error = left($2, 1000), dead_at = case when verdict.is_dead then now() end,
             next_attempt_at = case when not verdict.is_dead then private.retry_at(attempts) end
           from (select id, $3 or coalesce(first_attempt_at < now() - interval ''24 hours'', false) as is_dead
                   from %1$s where id = $1) as verdict
           where delivery.id = verdict.id and next_attempt_at is not null', outbox) using delivery, problem, is_final;
    end if;
  end $$;

-- For an operator, when the receiver is well again: everything that is dead is open once more, as if it were new.
create function private.retry_dead(outbox regclass) returns bigint
  language plpgsql set search_path = '' as $$
  declare affected bigint;
  begin
    execute format('update %s set dead_at = null, first_attempt_at = null, next_attempt_at = now()
                     where dead_at is not null', outbox);
    get diagnostics affected = row_count;
    return affected;
  end $$;

-- Calls a function for a scheduled run, when something is due. The Vault has its address and key, as NAME_url and NAME_key.
-- A failure of the run before is written where an operator looks: in the log, and in `last_error` of what waits. Returns the
-- number of the request; null when there was none.
create function private.request_run(outbox regclass, wanted text, name text, last_request bigint) returns bigint
  language plpgsql set search_path = '' as $$
  declare
    is_due boolean;
    address text;
    key text;
    trouble text;
    request bigint;
  begin
    execute format('select exists (select from %s as delivery where %s)', outbox, wanted) into is_due;
    if not is_due then
      return null;
    end if;
    begin
      select coalesce(error_msg, 'it answered ' || status_code) into trouble from net._http_response
        where id = last_request and status_code is distinct from 200;
    exception when insufficient_privilege or undefined_table then
      -- Where answers can't be read, the backlog is all that tells.
      trouble := null;
    end;
    if trouble is not null then
      raise warning 'the run of % failed: %', name, trouble;
      execute format('update %s as delivery set last_error = left($1, 1000) where %s', outbox, wanted)
        using 'the scheduled run failed: ' || trouble;
    end if;
    select decrypted_secret into address from vault.decrypted_secrets where decrypted_secrets.name = request_run.name || '_url';
    select decrypted_secret into key from vault.decrypted_secrets where decrypted_secrets.name = request_run.name || '_key';
    if address is null or key is null then
      raise warning '%_url or %_key is missing in the Vault: what is due waits', name, name;
      return null;
    end if;
    select net.http_post(url := address, body := '{"type":"redeliver"}'::jsonb, timeout_milliseconds := 120000,
                         headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key)) into request;
    return request;
  end $$;
