-- All that we have of a person, given to them or removed, by those of the team who may (docs/decisions/database.md).

-- What is kept of an account, and what was done by it.
create function private.export_account(account uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select private.personal_part(to_jsonb(person)) || jsonb_build_object(
        'role', (select user_role.role from public.user_roles as user_role where user_role.user_id = person.id),
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
        'sign_in', private.sign_in_records(person.id))
      from auth.users as person where person.id = account
  $$;

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
        from public.candidates as person where person.id in (select private.candidates_of(wanted))),
      'applications', (select coalesce(jsonb_agg(to_jsonb(sent) - array['requirement_id', 'form_id'] order by sent.created_at), '[]')
        from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted) and private.is_same_mailbox(sent.email, wanted)),
      'import_rows', (select coalesce(jsonb_agg(to_jsonb(typed.cells) order by typed.import_id, typed.place), '[]')
        from private.import_rows as typed where private.is_row_of(typed, wanted)),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.export_account(account)), '[]') from unnest(accounts) as account))
      || private.export_forms_of(wanted) || private.export_inbox_of(wanted, accounts);
  end $$;
grant execute on function private.export_person to service_role;

-- Everybody of whom something is kept, for a breach in which all must be told: the address, or the number of those who have
-- given none, and where it stands; once for each place. What people have written about others is not searched.
create function private.list_people() returns table (reached_at text, kept_in text)
  language plpgsql stable security definer set search_path = '' as $$
  declare form record;
  begin
    return query
      select lower(account.email), 'accounts' from auth.users as account where account.email <> ''
      union select lower(account.email_change), 'accounts' from auth.users as account where account.email_change <> ''
      union select lower(coalesce(item.email, item.phone)), known.people from public.inbox_items as item
        left join private.public_forms() as known on known.kind = item.kind
        where num_nonnulls(item.email, item.phone) > 0
      union select invitation.email, 'invitations' from public.invitations as invitation
      union select coalesce(person.email, person.phone), 'candidates' from public.candidates as person
        where num_nonnulls(person.email, person.phone) > 0
      union select coalesce(lower(typed.entries ->> 'email'), typed.mailbox, typed.entries ->> 'phone'), 'import_rows'
        from private.import_rows as typed
        where num_nonnulls(typed.entries ->> 'email', typed.mailbox, typed.entries ->> 'phone') > 0
      union select sent.email, 'applications' from private.applications as sent where sent.email is not null
      union select lower(mail.address), 'mails' from public.mail_outbox as mail where mail.address is not null
      union select lower(colleague.contact_email), 'team' from public.team_members as colleague
        where colleague.contact_email is not null
      -- Whom the team has written down as the contact of a company that nobody has joined.
      union select client.phone, 'companies' from public.clients as client
        where client.phone is not null
          and not exists (select from public.client_members as member where member.client_id = client.id);
    for form in select * from private.public_forms() loop
      -- The items have said those of forms that they are filled in from.
      return query execute format('select distinct lower(coalesce(sent.email, sent.phone)), %L from public.%I as form
        cross join private.read_envelope(to_jsonb(form)) as sent
        where num_nonnulls(sent.email, sent.phone) > 0
          and not exists (select from public.inbox_items as item
                           where lower(coalesce(item.email, item.phone)) = lower(coalesce(sent.email, sent.phone))
                             and item.kind = %L)', form.people, form.relation, form.kind);
    end loop;
    if to_regclass('auth.identities') is not null then
      return query select distinct lower(identity_data ->> 'email'), 'sign-ins' from auth.identities
        where identity_data ->> 'email' <> '';
    end if;
    if to_regclass('auth.audit_log_entries') is not null then
      return query select distinct lower(named.address), 'log of sign-ins'
        from auth.audit_log_entries as entry,
          lateral (values (entry.payload::jsonb ->> 'actor_username'),
                          (entry.payload::jsonb #>> '{traits,user_email}')) as named (address)
        where named.address <> '';
    end if;
  end $$;

-- Deletes what is kept of a person. What they have written to others stays without its author; what is theirs alone goes
-- with the account.
create function private.erase_person(address text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    accounts uuid[] := array(select id from auth.users where lower(email) = private.normal_address(address));
    counts jsonb := '{}';
    relation text;
    form record;
    affected integer;
    erasure uuid;
  begin
    perform private.lock_person(wanted, accounts);
    for relation in select private.sign_in_tables() loop
      execute format('delete from auth.%I where user_id::text = any ($1)', relation) using accounts::text[];
    end loop;
    if to_regclass('auth.audit_log_entries') is not null then
      execute 'delete from auth.audit_log_entries where private.is_about(payload::jsonb, $1, $2)' using wanted, accounts;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object('audit_log_entries', affected);
    end if;
    for form in select * from private.public_forms() loop
      execute format('delete from public.%I where id in (
        select sent.form_row_id from private.items_of($1) as sent where sent.kind = $2)', form.relation) using wanted, form.kind;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(form.relation, affected);
    end loop;
    perform private.forget_candidate(person) from unnest(array(select private.candidates_of(wanted))) as person;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    delete from private.applications as sent where private.applicant_mailbox(sent.email) = private.applicant_mailbox(wanted) and private.is_same_mailbox(sent.email, wanted);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('applications', affected);
    -- Of a row whose candidate stays no more than who was made or filled in is kept, for the import to be undone.
    update private.import_rows as typed
      set cells = array_fill(''::text, array[cardinality(typed.cells)]), entries = typed.entries - 'email', mailbox = null, problems = '{}'
      where typed.candidate_id is not null and private.is_row_of(typed, wanted);
    delete from private.import_rows as typed where typed.candidate_id is null and private.is_row_of(typed, wanted);
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
    delete from private.spam_senders as marked where marked.sender = any (private.sender_keys(wanted, wanted));
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
    elsif not exists (select from public.user_roles as user_role join auth.users as account on account.id = user_role.user_id
                       where user_role.role = 'admin' and lower(account.email) <> private.normal_address(address))
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    return private.erase_person(address);
  end $$;
grant execute on function private.erase_person_as_admin to authenticated;

-- Who has sent an item, for whoever may erase them: the address, or the number of who gave none; and are they of a company, or
-- of the team? Then more than what they sent is theirs.
create function private.sender_to_erase(item uuid, out address text, out name text, out is_member boolean)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select private.normal_address(coalesce(sent.email, sent.phone)), sent.sender into address, name
      from private.enquiries as sent where sent.id = sender_to_erase.item;
    if address is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    is_member := exists (select from auth.users as account where lower(account.email) = address)
      or exists (select from public.invitations as invitation where invitation.email = address);
  end $$;

-- What would go with the sender of an item, and how long things are kept by themselves.
create function private.preview_sender_erasure(item uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare sent record;
  begin
    select * into sent from private.sender_to_erase(preview_sender_erasure.item);
    return jsonb_build_object(
      'name', sent.name, 'reached_at', sent.address, 'is_member', sent.is_member,
      -- With the item itself, by whatever somebody is reached.
      'items', (select count(*) from (
        select found.id from private.items_of(sent.address) as found union select preview_sender_erasure.item) as gone),
      'candidates', (select count(*) from private.candidates_of(sent.address)),
      'mails', (select count(*) from public.mail_outbox as mail where lower(mail.address) = sent.address),
      'days', (select jsonb_build_object('all', kept.retention_days, 'candidates', kept.retention_days_candidates)
                 from private.settings as kept));
  end $$;
grant execute on function private.preview_sender_erasure to authenticated;

-- Erases whoever has sent an item and is of no company: all that they sent, and their candidate's record.
create function private.erase_sender(item uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    sent record;
    form record;
  begin
    perform private.lock_team();
    select * into sent from private.sender_to_erase(erase_sender.item);
    if sent.is_member then
      raise exception 'sender_is_member' using errcode = 'PT422';
    end if;
    perform private.erase_person(sent.address);
    -- Nothing is found by a number that is too short; what they sent goes all the same.
    for form in select known.relation, own.form_row_id from private.enquiries as own
                  join private.public_forms() as known on known.kind = own.kind where own.id = erase_sender.item loop
      execute format('delete from public.%I where id = $1', form.relation) using form.form_row_id;
    end loop;
  end $$;
grant execute on function private.erase_sender to authenticated;

-- # Exposed through the Data API

create function public.preview_sender_erasure(item uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.preview_sender_erasure(item) $$;
grant execute on function public.preview_sender_erasure to authenticated;

create function public.erase_sender(item uuid) returns void
  language sql set search_path = '' as $$ select private.erase_sender(item) $$;
grant execute on function public.erase_sender to authenticated;

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
