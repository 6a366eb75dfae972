-- What an operator sees of the schedule: when each of its runs came last, was asked for and was answered; and the reason,
-- in what waits, when a run can't even be asked for.

-- One row a run. `ran_at`: the schedule was there (crm and mail look each minute for what is due, purge deletes each night);
-- before the first run, the time that this table was made, so that a schedule that never came is seen as well.
-- `requested_at`: the function was asked to send what is due. `answered_at`: it has said that it did its work.
create table private.scheduled_runs (
  run text primary key check (run in ('crm', 'mail', 'purge')),
  ran_at timestamptz not null default now(),
  requested_at timestamptz,
  answered_at timestamptz
);
insert into private.scheduled_runs (run) values ('crm'), ('mail'), ('purge');

-- The rows of a restored copy take the place of these, as in private.settings.
create function private.replace_scheduled_run() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    delete from private.scheduled_runs where run = new.run;
    return new;
  end $$;

create trigger replace_scheduled_run before insert on private.scheduled_runs
  for each row execute function private.replace_scheduled_run();
alter table private.scheduled_runs enable always trigger replace_scheduled_run;

-- Notes when the function answered the request with 200. pg_net keeps its answers for some hours only.
create function private.note_answer(wanted text, request bigint) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  language plpgsql security definer set search_path = ''
  as $$
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
  language plpgsql security definer set search_path = ''
  as $$
  declare
    last_request bigint;
    request bigint;
  begin
    select case wanted when 'crm' then last_crm_request when 'mail' then last_mail_request end into last_request
      from private.settings;
    perform private.note_answer(wanted, last_request);
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

-- pg_cron notes each run of each job, 2,880 a day, and deletes none. The number tells the age of one that never began, and
-- has no time.
create function private.purge_run_details() returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if to_regclass('cron.job_run_details') is not null then
      delete from cron.job_run_details
        where runid <= (select max(runid) from cron.job_run_details where start_time < now() - interval '14 days');
    end if;
  exception when insufficient_privilege then
    -- They are then the business of whoever owns them; what people were promised is deleted all the same.
    return;
  end $$;

-- As before; and it notes that it has run, and clears what the schedule itself writes.
create or replace function private.purge_expired() returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
    unused uuid[];
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status in ('filled', 'cancelled') and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status in ('filled', 'cancelled') and filed.updated_at < expiry)
      order by line.id for update;
    foreach relation in array array['public.contact_submissions', 'public.public_job_submissions',
                                    'public.consultation_requests', 'public.activity_log', 'public.mail_outbox',
                                    'auth.audit_log_entries'] loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    -- Which network a form came from is asked for an hour; a form that comes sweeps it as well.
    delete from private.form_senders where created_at < now() - interval '1 hour';
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for. Where there are members, it is what
    -- their owners have written.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member where member.client_id = client.id);
    delete from public.job_requirements where status in ('filled', 'cancelled') and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    unused := array(select person.id from auth.users as person
      where greatest(person.created_at, person.last_sign_in_at) < expiry
        and not exists (select from public.user_roles as held where held.user_id = person.id and held.role <> 'client')
        and not exists (select from public.client_members as member
                         join public.job_requirements as requirement on requirement.client_id = member.client_id
                         where member.user_id = person.id));
    -- A company goes with the last of its members; one that has none, when nothing has happened to it for as long.
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    delete from auth.users where id = any (unused);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $$;

-- The runs in seconds since 1970, as Prometheus counts. They tell nothing of the business: the schedule looks each minute
-- and each night, whatever there is.
create function private.schedule_runs()
  returns table (run text, ran double precision, requested double precision, answered double precision)
  language sql stable security definer set search_path = ''
  as $$
    select run, extract(epoch from ran_at)::double precision, extract(epoch from requested_at)::double precision,
           extract(epoch from answered_at)::double precision
      from private.scheduled_runs order by run
  $$;

create function public.schedule_runs()
  returns table (run text, ran double precision, requested double precision, answered double precision)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.schedule_runs() $$;

-- The schedule, where the database has one (Supabase does): the jobs keep their names.
do $$
  begin
    if exists (select from pg_extension where extname = 'pg_cron')
      and exists (select from pg_extension where extname = 'pg_net') then
      perform cron.schedule('redeliver-to-crm', '* * * * *', 'select private.run_scheduled(''crm'')');
      perform cron.schedule('deliver-mail', '* * * * *', 'select private.run_scheduled(''mail'')');
    end if;
  end $$;
