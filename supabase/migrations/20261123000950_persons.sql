-- One person's data and the retention, once more for every table (after 20261122001150_persons.sql). What they have written
-- to others stays without its author; what is theirs alone goes with the account. A company's record
-- names whoever it was made for before they have joined; and an invitation is its person's also after they have changed
-- their address.

-- Companies whose record has the name and the number of the person of an address, or of these accounts, who did not make
-- it: as they were invited, or as they belong to it.
create function private.companies_named_after(address text, accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select client.id from public.clients as client
      join public.invitations as invitation on invitation.client_id = client.id
        and (invitation.email = address or invitation.accepted_by = any (accounts))
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and (client.full_name, client.phone) is not distinct from (invitation.full_name, invitation.phone)
    union
    select client.id from public.clients as client
      join public.client_members as member on member.client_id = client.id and member.user_id = any (accounts)
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and (client.full_name, client.phone) is not distinct from (member.full_name, member.phone)
  $$;

-- Holds what goes with an address and its accounts, in the order of everybody else (20261122001520): people, companies,
-- requirements, lines.
create function private.hold_person(address text, accounts uuid[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    companies uuid[] := array(select private.companies_of_nobody_else(address, accounts));
  begin
    perform from public.user_roles where user_id = any (accounts) order by user_id for update;
    -- Who only names one, in an event of a requirement say, can finish.
    perform from public.clients where id = any (companies) order by id for no key update;
    perform from public.job_requirements
      where client_id = any (companies) or recruiter_id = any (accounts) or submitted_by = any (accounts)
      order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select line.id from public.job_requirements as filed
          join public.inbox_items as line on line.requirement_id = filed.id
          where filed.client_id = any (companies) or filed.recruiter_id = any (accounts)
        union select line.id from public.contact_submissions as sent
          join public.inbox_items as line on line.contact_id = sent.id where lower(sent.email) = address
        union select line.id from public.public_job_submissions as sent
          join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
        union select line.id from public.consultation_requests as sent
          join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address)
      order by id for update;
  end $$;

create or replace function private.export_person(address text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
        from public.contact_submissions as sent where lower(sent.email) = wanted),
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
          'client', (select to_jsonb(client) from public.clients as client
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
          'activity', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.created_at), '[]')
            from public.activity_log as entry where person.id in (entry.actor, entry.subject, entry.other)),
          'sign_in', private.sign_in_records(person.id))), '[]')
        from auth.users as person where person.id = any (accounts)))
      || private.export_inbox_of(wanted, accounts);
  end $$;

create or replace function private.erase_person(address text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
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
    delete from public.contact_submissions where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('contact_submissions', affected);
    delete from public.public_job_submissions where lower(contact_email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('public_job_submissions', affected);
    delete from public.consultation_requests where lower(email) = wanted;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('consultation_requests', affected);
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
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member
                         where member.client_id = client.id
                           and (client.full_name, client.phone) is not distinct from (member.full_name, member.phone));
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
    return counts;
  end $$;

-- As before; everybody whose role is looked at or goes is held at once.
create or replace function private.erase_person_as_admin(address text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
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
