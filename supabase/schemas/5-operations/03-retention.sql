-- What is kept no longer than it may be (docs/decisions/database.md).

-- pg_cron notes each run of each job (2,880 a day) and deletes none, so this does. A run that never began has no time: its
-- age is told by its number.
create function private.purge_run_details() returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if to_regclass('cron.job_run_details') is not null then
      delete from cron.job_run_details
        where runid <= (select max(runid) from cron.job_run_details where start_time < now() - interval '14 days');
    end if;
  exception when insufficient_privilege then
    -- They are then the business of whoever owns them; what people were promised is deleted all the same.
    return;
  end $$;

-- Deletes what is kept for a time of its own: which network a form came from, acts that can't be undone any more, codes, sessions,
-- imports, and what was sealed.
create function private.purge_short_lived() returns void
  language sql security definer set search_path = '' as $$
    delete from private.form_senders where created_at < now() - interval '1 hour';
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    delete from private.candidate_codes where created_at < now() - interval '1 day';
    delete from private.candidate_sessions where expires_at < now();
    delete from private.candidate_imports where created_at < now() - private.import_lasts();
    delete from private.sealed_candidates
      where created_at < now() - (select make_interval(days => sealed_days) from private.settings);
  $$;

-- The clients' accounts that nobody has used since a time, and whose company has no requirement: they go, and the company with the
-- last of them; one without people, when nothing has happened to it since.
create function private.purge_unused_accounts(expiry timestamptz) returns table (clients integer, accounts integer)
  language plpgsql security definer set search_path = '' as $$
  declare
    unused uuid[] := array(
      select person.id from auth.users as person
        where greatest(person.created_at, person.last_sign_in_at) < expiry
          and not exists (select from public.user_roles as user_role where user_role.user_id = person.id and user_role.role <> 'client')
          and not exists (select from public.client_members as member
                           join public.job_requirements as requirement on requirement.client_id = member.client_id
                           where member.user_id = person.id));
  begin
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics clients = row_count;
    delete from auth.users where id = any (unused);
    get diagnostics accounts = row_count;
    return next;
  end $$;

-- Deletes what is older than the settings say: what visitors sent, closed requirements, the log of activity and that of
-- authentication, mails, drafts, invitations, and client accounts that nobody has used for as long and that have no open
-- requirement. Returns how many of each, which is noted; and clears what the schedule itself writes.
create function private.purge_expired() returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as item
      where item.created_at < expiry and item.requirement_id is null
        or item.requirement_id in (select requirement_row.id from public.job_requirements as requirement_row
                                    where requirement_row.status = any (private.closed_statuses()) and requirement_row.updated_at < expiry)
      order by item.id for update;
    for relation in
      select 'public.' || known.relation from private.public_forms() as known
      union all values ('public.activity_log'), ('public.mail_outbox'), ('auth.audit_log_entries'), ('private.spam_senders')
    loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    perform private.purge_short_lived();
    perform private.forget_candidate(expired) from private.expired_candidates() as expired;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    counts := counts || jsonb_build_object('applications', private.forget_unconfirmed());
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
    delete from public.job_requirements where status = any (private.closed_statuses()) and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    counts := counts || (select to_jsonb(purged) from private.purge_unused_accounts(expiry) as purged);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $$;

-- What the next run would delete: the run is made, and rolled back.
create function private.preview_purge() returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare counts jsonb;
  begin
    begin
      counts := private.purge_expired();
      raise exception using errcode = 'KGH00', message = 'taken back';
    exception when sqlstate 'KGH00' then
      return counts;
    end;
  end $$;
