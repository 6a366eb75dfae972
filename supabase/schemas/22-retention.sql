-- One person's data, for a request to see it or to have it deleted, and what is deleted by itself after its time.

-- One row for each erasure. The digest tells whether an address was erased, to somebody who has the address and this
-- database; null stands for a run of the retention.
create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  subject text,
  counts jsonb not null
);

-- # What is kept of a person

-- The digest that an address is noted by: whoever has the address and this database can tell.
create function private.subject_of(address text) returns text
  language sql stable security definer set search_path = '' as $$
    select encode(sha256(convert_to(digest_key || private.normal_address(address), 'UTF8')), 'hex') from private.settings
  $$;

create function private.count_of(counts jsonb) returns bigint
  language sql immutable set search_path = ''
  as $$ select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(counts) $$;

-- What may leave the database of a row of authentication: no password, no token, no key, not even digested. A list of what
-- may, so that a column of a later version stays in.
create function private.personal_part(kept jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(kept)
      where value <> 'null' and key in (
        'id', 'email', 'phone', 'created_at', 'updated_at', 'confirmed_at', 'email_confirmed_at', 'phone_confirmed_at',
        'invited_at', 'confirmation_sent_at', 'recovery_sent_at', 'email_change', 'email_change_sent_at', 'phone_change',
        'phone_change_sent_at', 'last_sign_in_at', 'raw_user_meta_data', 'raw_app_meta_data', 'banned_until', 'deleted_at',
        'provider', 'provider_id', 'identity_data', 'ip', 'user_agent', 'refreshed_at', 'not_after', 'friendly_name',
        'factor_type', 'status', 'provider_type', 'authentication_method', 'ip_address', 'payload')
  $$;

-- The tables of authentication that say whose a row is.
create function private.sign_in_tables() returns setof name
  language sql stable set search_path = '' as $$
    select relation.relname from pg_catalog.pg_class as relation
      join pg_catalog.pg_attribute as field on field.attrelid = relation.oid
      where relation.relnamespace = to_regnamespace('auth') and relation.relkind in ('r', 'p')
        and field.attname = 'user_id' and not field.attisdropped
      order by 1
  $$;

create function private.sign_in_records(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    relation name;
    found_rows jsonb;
    records jsonb := '{}';
  begin
    -- Refresh tokens are nothing but secrets.
    for relation in select kept from private.sign_in_tables() as kept where kept <> 'refresh_tokens' loop
      execute format('select jsonb_agg(private.personal_part(to_jsonb(kept))) from auth.%I as kept
                       where user_id::text = $1', relation) into found_rows using person::text;
      if found_rows is not null then
        records := records || jsonb_build_object(relation, found_rows);
      end if;
    end loop;
    return records;
  end $$;

-- Is a line of authentication's log about this address, or one of these accounts: as who did it, or to whom?
create function private.is_about(entry jsonb, address text, accounts uuid[]) returns boolean
  language sql immutable set search_path = '' as $$
    select lower(entry ->> 'actor_username') = address or lower(entry #>> '{traits,user_email}') = address
        or entry ->> 'actor_id' = any (accounts::text[]) or entry #>> '{traits,user_id}' = any (accounts::text[])
  $$;

-- The number that somebody is known by who has given no address; null for an address.
create function private.number_of(address text) returns tsquery
  language sql immutable set search_path = ''
  as $$ select case when position('@' in address) = 0 then private.any_number_of(address) end $$;

-- The messages from an address, or those from a number without one.
create function private.messages_of(address text) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select id from public.contact_submissions where lower(email) = address
    union
    select sent.id from private.searched_lines as line
      join public.contact_submissions as sent on sent.id = line.contact_id and sent.email is null
      where line.search @@ private.number_of(address) and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $$;

-- The companies that are these accounts' alone, or were only waiting for this address: with the person they go.
create function private.companies_of_nobody_else(address text, accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select client.id from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (accounts))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (exists (select from public.invitations as invitation
                       where invitation.client_id = client.id and invitation.email = address)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.email <> address
                               and private.invitation_state(invitation) = 'open')))
  $$;

-- Companies of others whose record names the person of an address, or of these accounts, as their contact: as they were
-- invited, or as they belong to it. That is told and erased with them.
create function private.companies_named_after(address text, accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select client.id from public.clients as client
      join public.invitations as invitation on invitation.client_id = client.id
        and (invitation.email = address or invitation.accepted_by = any (accounts))
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and (client.full_name, client.phone) is not distinct from (invitation.full_name, invitation.phone)
    union
    select client.id from public.clients as client
      join public.client_members as member on member.client_id = client.id and member.user_id = any (accounts)
      -- What an owner has written of them, not themselves.
      where client.contact_user_id is distinct from member.user_id
        and (lower(client.full_name) = lower(member.full_name)
          or client.full_name is null and client.phone = member.phone)
    union
    select client.id from public.clients as client
      where client.search @@ private.number_of(address)
        and not exists (select from public.client_members as member where member.client_id = client.id)
  $$;

-- What the team keeps about what an address has sent, what its accounts have done here, and the name that somebody who has
-- left the team is remembered by. Erasing needs nothing more: lines, notes and events go with what they are about, and a
-- person's name leaves those that stay.
create function private.export_inbox_of(address text, accounts uuid[])
  returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
          'replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
            from public.item_replies as reply where reply.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.id in (
          select line.id from public.contact_submissions as sent
            join public.inbox_items as line on line.contact_id = sent.id
            where sent.id in (select private.messages_of(address))
          union all select line.id from public.public_job_submissions as sent
            join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
          union all select line.id from public.consultation_requests as sent
            join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address
          union all select line.id from public.job_requirements as filed
            join public.inbox_items as line on line.requirement_id = filed.id where filed.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'item_replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
        from public.item_replies as reply where reply.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $$;

-- # Erasing

-- Holds what goes with an address and its accounts, in the order of everybody else (private.lock_team): people, companies,
-- requirements, lines.
create function private.hold_person(address text, accounts uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    companies uuid[] := array(select private.companies_of_nobody_else(address, accounts));
  begin
    perform from public.user_roles where user_id = any (accounts) order by user_id for update;
    -- Who only names one, in an event of a requirement say, can finish.
    perform from public.clients where id = any (companies) order by id for no key update;
    perform from public.job_requirements
      where client_id = any (companies) or recruiter_id = any (accounts) or submitted_by = any (accounts)
        or id in (select entry.requirement_id from public.shortlist_entries as entry
                    join public.candidates as person on person.id = entry.candidate_id
                    where person.email = address and entry.state = 'joined')
      order by id for update;
    perform from public.candidates where email = address order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select line.id from public.job_requirements as filed
          join public.inbox_items as line on line.requirement_id = filed.id
          where filed.client_id = any (companies) or filed.recruiter_id = any (accounts)
        union select line.id from public.contact_submissions as sent
          join public.inbox_items as line on line.contact_id = sent.id
          where sent.id in (select private.messages_of(address))
        union select line.id from public.public_job_submissions as sent
          join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
        union select line.id from public.consultation_requests as sent
          join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address)
      order by id for update;
  end $$;

-- What is kept of a person, in every table. What a search makes of words is left out.
create function private.export_person(address text)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    log_entries jsonb;
  begin
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'select jsonb_agg(private.personal_part(to_jsonb(kept)) order by created_at)
                 from auth.audit_log_entries as kept where private.is_about(payload::jsonb, $1, $2)'
        into log_entries using wanted, accounts;
    end if;
    return jsonb_build_object(
      'contact_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.contact_submissions as sent where sent.id in (select private.messages_of(wanted))),
      'public_job_submissions', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.public_job_submissions as sent where lower(sent.contact_email) = wanted),
      'consultation_requests', (select coalesce(jsonb_agg(to_jsonb(sent) order by sent.created_at), '[]')
        from public.consultation_requests as sent where lower(sent.email) = wanted),
      'invitations', (select coalesce(jsonb_agg(to_jsonb(received) order by received.created_at), '[]')
        from public.invitations as received where received.email = wanted or received.accepted_by = any (accounts)),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('requirement_id', said.requirement_id, 'body', said.body,
                                                                'created_at', said.created_at)
                                             order by said.created_at), '[]')
        from public.requirement_messages as said where said.author = any (accounts)),
      'requirement_drafts', (select coalesce(jsonb_agg(to_jsonb(begun) order by begun.created_at), '[]')
        from public.requirement_drafts as begun where begun.author = any (accounts)),
      'companies', (select coalesce(jsonb_agg(jsonb_build_object('id', client.id, 'company_name', client.company_name,
                                                                 'full_name', client.full_name, 'phone', client.phone)
                                              order by client.created_at), '[]')
        from public.clients as client where client.id in (select private.companies_named_after(wanted, accounts))),
      'team_contacts', (select coalesce(jsonb_agg(to_jsonb(colleague)), '[]')
        from public.team_members as colleague
        where lower(colleague.contact_email) = wanted and colleague.user_id <> all (accounts)),
      'candidates', (select coalesce(jsonb_agg(private.candidate_record(person.id) order by person.created_at), '[]')
        from public.candidates as person where person.email = wanted),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
          'role', (select held.role from public.user_roles as held where held.user_id = person.id),
          'team_member', (select to_jsonb(colleague) from public.team_members as colleague
                           where colleague.user_id = person.id),
          'notifications', (select to_jsonb(chosen) from public.notification_settings as chosen
                             where chosen.user_id = person.id),
          'waiting_company', (select to_jsonb(waiting) from private.waiting_profiles as waiting
                               where waiting.user_id = person.id),
          'membership', (select to_jsonb(member) from public.client_members as member where member.user_id = person.id),
          'client', (select to_jsonb(client) - 'search' from public.clients as client
                      join public.client_members as member on member.client_id = client.id
                      where member.user_id = person.id),
          'requirements', (select coalesce(jsonb_agg(to_jsonb(requirement) order by requirement.created_at), '[]')
            from public.job_requirements as requirement
            join public.client_members as member on member.client_id = requirement.client_id
            where member.user_id = person.id),
          -- Whom they invited is others' data.
          'invited', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                order by sent.created_at), '[]')
            from public.invitations as sent where sent.invited_by = person.id),
          'written_down', (select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', sent.created_at)
                                                     order by sent.created_at), '[]')
            from public.contact_submissions as sent where sent.written_by = person.id),
          'activity', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.created_at), '[]')
            from public.activity_log as entry where person.id in (entry.actor, entry.subject, entry.other)),
          'sign_in', private.sign_in_records(person.id))), '[]')
        from auth.users as person where person.id = any (accounts)))
      || private.export_inbox_of(wanted, accounts);
  end $$;
grant execute on function private.export_person to service_role;

-- Deletes what is kept of a person. What they have written to others stays without its author; what is theirs alone goes
-- with the account.
create function private.erase_person(address text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    counts jsonb := '{}';
    relation text;
    affected integer;
    erasure uuid;
  begin
    perform private.hold_person(wanted, accounts);
    for relation in select private.sign_in_tables() loop
      execute format('delete from auth.%I where user_id::text = any ($1)', relation) using accounts::text[];
    end loop;
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'delete from auth.audit_log_entries where private.is_about(payload::jsonb, $1, $2)' using wanted, accounts;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object('audit_log_entries', affected);
    end if;
    delete from public.contact_submissions where id in (select private.messages_of(wanted));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('contact_submissions', affected);
    delete from public.public_job_submissions where lower(contact_email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('public_job_submissions', affected);
    delete from public.consultation_requests where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('consultation_requests', affected);
    perform private.forget_candidate(person.id) from (
      select kept.id from public.candidates as kept where kept.email = wanted order by kept.id) as person;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    -- Requirements and their events go with the company.
    delete from public.clients where id in (select private.companies_of_nobody_else(wanted, accounts));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    update public.clients set full_name = null, phone = null
      where id in (select private.companies_named_after(wanted, accounts));
    -- What was mailed to an address that they have changed since.
    delete from public.mail_outbox where ids ->> 'invitation' in (
      select id::text from public.invitations where accepted_by = any (accounts));
    delete from public.invitations where email = wanted or accepted_by = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    delete from public.mail_outbox where lower(mail_outbox.address) = wanted or user_id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('mail_outbox', affected);
    update public.team_members set contact_email = null where lower(contact_email) = wanted;
    -- Role, membership and the name in a company of others go with the account. What they had in hand is freed first, as
    -- of anybody who leaves.
    perform private.free_work_of(account) from unnest(accounts) as account;
    delete from auth.users where id = any (accounts);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    insert into private.erasures (subject, counts) values (private.subject_of(address), counts) returning id into erasure;
    perform private.log_activity('person_erased', 'erasure', erasure);
    return counts;
  end $$;
grant execute on function private.erase_person to service_role;

-- The same for an admin, who stays if there is no other. Everybody whose role is looked at or goes is held at once.
create function private.erase_person_as_admin(address text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform from public.user_roles
      where role = 'admin'
        or user_id in (select id from auth.users where lower(email) = private.normal_address(address))
      order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.user_roles as held join auth.users as account on account.id = held.user_id
                       where held.role = 'admin' and lower(account.email) <> private.normal_address(address))
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    return private.erase_person(address);
  end $$;
grant execute on function private.erase_person_as_admin to authenticated;

-- # Retention

-- pg_cron notes each run of each job, 2,880 a day, and deletes none. The number tells the age of one that never began, and
-- has no time.
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
    unused uuid[];
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status = any (private.closed_statuses()) and filed.updated_at < expiry)
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
    -- So does an act that can't be undone any more.
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    -- And so do codes, sessions, and what was sealed.
    delete from private.candidate_codes where created_at < now() - interval '1 day';
    delete from private.candidate_sessions where expires_at < now();
    delete from private.sealed_candidates
      where created_at < now() - (select make_interval(days => sealed_days) from private.settings);
    perform private.forget_candidate(expired) from private.expired_candidates() as expired;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
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

-- What the next run would delete: it runs, and is taken back.
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

-- # Exposed through the Data API

create function public.export_person(address text) returns jsonb
  language sql stable set search_path = '' as $$ select private.export_person(address) $$;
grant execute on function public.export_person to service_role;

create function public.erase_person(address text) returns jsonb
  language plpgsql set search_path = '' as $$
  begin
    if current_user = 'authenticated' then
      return private.erase_person_as_admin(address);
    end if;
    return private.erase_person(address);
  end $$;
grant execute on function public.erase_person to authenticated, service_role;
