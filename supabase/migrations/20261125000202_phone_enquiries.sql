SET local check_function_bodies = off;

DROP TRIGGER "mark_flood" ON "public"."contact_submissions";

DROP INDEX "public"."client_members_names";

DROP INDEX "public"."clients_names";

DROP INDEX "public"."clients_search";

DROP VIEW "private"."inbox_lines";

DROP FUNCTION "private"."convert_posting"(uuid, uuid, jsonb);

DROP FUNCTION "private"."convert_posting_by_invitation"(uuid, text, text, text, jsonb);

DROP FUNCTION "private"."find_converted"(uuid);

DROP FUNCTION "private"."lock_posting"(uuid);

DROP FUNCTION "private"."mail_conversion"(uuid, uuid, uuid);

DROP FUNCTION "private"."suggest_clients"(text, text);

DROP FUNCTION "public"."convert_posting"(uuid, uuid, jsonb);

DROP FUNCTION "public"."convert_posting_by_invitation"(uuid, text, jsonb, text, text);

DROP FUNCTION "public"."find_converted"(uuid);

DROP FUNCTION "public"."suggest_clients"(text, text);

ALTER TABLE "public"."clients"
  DROP COLUMN "search";

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "source" text NOT NULL DEFAULT 'form'::text;

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "phone" text;

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "written_by" uuid;

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "client_id" uuid;

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "source_contact_id" uuid;

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "source_consultation_id" uuid;

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "is_filed_by_team" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."contact_submissions"
  ALTER COLUMN "email" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.answer_due (
  requirement uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with answered as (
      select max(answer.created_at) as at
        from (select event.created_at from public.requirement_events as event
                where event.requirement_id = answer_due.requirement and event.type = 'status'
                  and event.side is distinct from 'company'
              union all
              select done.created_at from public.item_events as done
                join public.inbox_items as item on item.id = done.item_id
                where item.requirement_id = answer_due.requirement
                  and (done.type = 'answered' or done.changes -> 'state' ->> 1 in ('waiting', 'done'))) as answer),
    asked as (
      select coalesce(form.came, event.created_at) as since, event.created_at as at
        from public.requirement_events as event
        join public.job_requirements as filed on filed.id = event.requirement_id
        left join lateral private.form_of(filed) as form on event.type = 'converted'
        where event.requirement_id = answer_due.requirement and (event.side = 'company' or event.type = 'converted')
      union all
      select written.created_at, written.created_at from public.item_events as written
        join public.inbox_items as item on item.id = written.item_id
        where item.requirement_id = answer_due.requirement and written.type = 'written')
    select min(asked.since) + private.promised('requirement') from asked
      where asked.at > coalesce((select at from answered), '-infinity')
        and exists (select from public.job_requirements as filed
                     where filed.id = answer_due.requirement and filed.status = any (private.open_statuses()))
  $function$;

CREATE OR REPLACE FUNCTION private.any_number_of (
  phone text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(right(number, 10), ' | ')::tsquery from unnest(private.numbers_in(phone)) as number
  $function$;

CREATE OR REPLACE FUNCTION private.clients_page (
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    client_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    query tsquery := private.search_query(words);
    from_key timestamptz := case when after_id is null then 'infinity' else after_key end;
    from_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    found uuid[] := array(select id from private.found_clients(words) as id limit 301);
  begin
    if words is null then
      return query select client.id from public.clients as client
        where (client.created_at, client.id) < (from_key, from_id)
        order by client.created_at desc, client.id desc limit 26;
    elsif cardinality(found) <= 300 then
      return query select client.id from public.clients as client
        where client.id = any (found) and (client.created_at, client.id) < (from_key, from_id)
        order by client.created_at desc, client.id desc limit 26;
    else
      return query select client.id from public.clients as client
        where (client.created_at, client.id) < (from_key, from_id)
          and (client.search @@ query
            or exists (select from public.client_members as member
                        where member.client_id = client.id
                          and private.searchable_name(member.full_name, member.phone) @@ query offset 0))
        order by client.created_at desc, client.id desc limit 26;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.common_words()
  RETURNS TABLE (
    lexeme    text,
    frequency double precision
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select common.lexeme, common.frequency
      from pg_catalog.pg_stats as kept
      cross join unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs) as common (lexeme, frequency)
      where kept.schemaname = 'public' and kept.tablename = 'inbox_items' and kept.attname = 'search'
  $function$;

CREATE OR REPLACE FUNCTION private.companies_named_after (
  address  text,
  accounts uuid[]
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.conversion_mail (
  person      uuid,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_from_form', exists (select from private.form_of(filed)),
        'is_named', exists (select from private.form_of(filed) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = person),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id)))
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = person
      where filed.id = requirement
  $function$;

CREATE OR REPLACE FUNCTION private.convert_item (
  item    uuid,
  client  uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team((entries ->> 'recruiter_id')::uuid);
    made uuid := private.lock_enquiry(item);
    source public.inbox_items;
  begin
    if made is not null then
      return made;
    end if;
    select * into source from public.inbox_items where id = item;
    made := private.file_for(client, entries, source);
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.convert_item_for_new (
  item         uuid,
  company_name text,
  full_name    text,
  phone        text,
  entries      jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    made uuid;
    company uuid;
    address text;
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_enquiry(item);
    if made is not null then
      return made;
    end if;
    select line.email into address from private.inbox_lines as line where line.id = item;
    if address is not null then
      company := (private.invite_company(address, company_name, full_name, phone)).client_id;
    else
      insert into public.clients (company_name, full_name, phone)
        values (private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone)) returning id into company;
    end if;
    return private.convert_item(item, company, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.erase_person (
  address text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.existing_words (
  given     text[],
  is_prefix boolean
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
    select word from unnest(given) as word
      cross join lateral (
        select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query offset 0) as wanted
      where exists (select from public.inbox_items where search @@ wanted.query offset 0)
         or exists (select from public.clients where search @@ wanted.query offset 0)
         or exists (select from public.client_members
                      where private.searchable_name(full_name, phone) @@ wanted.query offset 0)
  $function$;

CREATE OR REPLACE FUNCTION private.export_inbox_of (
  address  text,
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
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
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $function$;

CREATE OR REPLACE FUNCTION private.export_person (
  address text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.file_for (
  client  uuid,
  entries jsonb,
  source  public.inbox_items DEFAULT NULL::public.inbox_items,
  form    uuid               DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.lock_team(recruiter);
    columns text := array_to_string(private.requirement_fields(), ', ');
    made uuid;
  begin
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, form_id, source_posting_id, source_contact_id,
                        source_consultation_id, recruiter_id, is_filed_by_team, %1$s)
                      select $1, $2, $3, $4, $5, $6, true, %1$s from private.with_entries($7, $8)
                      on conflict on constraint job_requirements_form_id_key do nothing returning id', columns)
      into made using client, form, source.posting_id, source.contact_id, source.consultation_id, recruiter,
        jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
          'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
          'priority', 'medium')), entries - 'recruiter_id';
    if made is null then
      return (select filed.id from public.job_requirements as filed where filed.client_id = client and filed.form_id = form);
    end if;
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = coalesce(source.created_at + private.promised(source.kind), due_at)
      where requirement_id = made;
    perform private.mail_filed(made);
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.file_requirement (
  client  uuid,
  form    uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return private.file_for(client, entries, null, form);
  end $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery := private.any_number_of(find_enquiries.number);
    mailbox tsquery := phraseto_tsquery('simple', private.normal_address(find_enquiries.address));
    firm text := lower(private.trimmed(find_enquiries.company));
  begin
    perform private.require_team();
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(mailbox) > 0 and line.search @@ mailbox
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_members (
  words text
)
  RETURNS TABLE (
    user_id      uuid,
    client_id    uuid,
    full_name    text,
    phone        text,
    email        text,
    company_name text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    found as materialized (
      (select member.user_id from caller
        join public.client_members as member
          on private.searchable_name(member.full_name, member.phone) @@ private.search_query(words)
        where caller.id is not null limit 50)
      union
      select person.id from caller
        join auth.users as person on person.email = private.normal_address(words) where caller.id is not null)
    select member.user_id, member.client_id, member.full_name, member.phone, person.email, client.company_name
      from found
      join public.client_members as member on member.user_id = found.user_id
      join auth.users as person on person.id = member.user_id
      join public.clients as client on client.id = member.client_id
      order by member.full_name, member.user_id limit 6
  $function$;

CREATE OR REPLACE FUNCTION private.form_of (
  requirement public.job_requirements
)
  RETURNS TABLE (
    address text,
    came    timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    select private.normal_address(contact_email), created_at from public.public_job_submissions
      where id = requirement.source_posting_id
    union all
    select private.normal_address(email), created_at from public.contact_submissions
      where id = requirement.source_contact_id and source = 'form'
    union all
    select private.normal_address(email), created_at from public.consultation_requests
      where id = requirement.source_consultation_id
  $function$;

CREATE OR REPLACE FUNCTION private.found_clients (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with wanted as materialized (select private.search_query(words) as query)
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
    union all
    select member.client_id from wanted
      join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted.query
  $function$;

CREATE OR REPLACE FUNCTION private.hold_person (
  address  text,
  accounts uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
          join public.inbox_items as line on line.contact_id = sent.id
          where sent.id in (select private.messages_of(address))
        union select line.id from public.public_job_submissions as sent
          join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
        union select line.id from public.consultation_requests as sent
          join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address)
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.invitation_mail (
  invitation uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        -- Asked for by nobody who has proved the address: the team answers a form that names it.
        'is_from_form', exists (select from public.job_requirements as filed
                                  cross join private.form_of(filed) as sent
                                  where filed.client_id = found_row.client_id and sent.address = found_row.email),
        'token', private.invitation_token(found_row.id, found_row.issue))
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open'
        -- With another key than then, the link would lead nowhere.
        and kept.digest = private.digest_of(private.invitation_token(found_row.id, found_row.issue))
  $function$;

CREATE OR REPLACE FUNCTION private.lock_enquiry (
  item uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.inbox_items as line where line.id = item and line.requirement_id is null for update;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return private.made_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.made_of (
  item uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(
        (select made.id from public.job_requirements as made where made.source_posting_id = line.posting_id),
        (select made.id from public.job_requirements as made where made.source_contact_id = line.contact_id),
        (select made.id from public.job_requirements as made where made.source_consultation_id = line.consultation_id))
      from public.inbox_items as line where line.id = item
  $function$;

CREATE OR REPLACE FUNCTION private.mail_filed (
  requirement uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with people as materialized (
      select member.user_id, member.access,
             exists (select from private.form_of(filed) where address = lower(account.email)) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        join public.job_requirements as filed on filed.client_id = member.client_id
        where filed.id = requirement)
    select private.enqueue_mail('requirement_converted', 'converted.' || requirement || '.' || person.user_id,
                                jsonb_build_object('requirement', requirement), person.user_id)
      from people as person
      where person.is_named or person.access = 'owner' and not exists (select from people as named where named.is_named)
  $function$;

CREATE OR REPLACE FUNCTION private.meant_by (
  word text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    near text[];
  begin
    if private.share_of_word(word, true) > 0 or exists (select from private.existing_words(array[word], true)) then
      return null;
    end if;
    near := array(select candidate from private.near_words(word) as candidate where length(candidate) > 2);
    return coalesce(
      (select lexeme from private.common_words() where lexeme = any (near) order by frequency desc, lexeme limit 1),
      (select known from private.existing_words(near, false) as known order by length(known) = length(word) desc, known limit 1));
  end $function$;

CREATE OR REPLACE FUNCTION private.mend_search (
  words text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mended text := left(words, 200);
    wrong text;
    meant text;
    changes jsonb := '[]';
  begin
    perform private.require_team();
    for wrong in
      select distinct matched[1] from (
        select matched from regexp_matches(lower(left(words, 200)), '(?<![-a-z\u0900-\u097F])([a-z]{4,30}|[\u0900-\u097F]{4,30})(?![a-z\u0900-\u097F])', 'g')
          as matched limit 8) as typed
    loop
      meant := private.meant_by(wrong);
      if meant is not null then
        mended := regexp_replace(mended, '(?<![a-z\u0900-\u097F])' || wrong || '(?![a-z\u0900-\u097F])', meant, 'gi');
        changes := changes || jsonb_build_object('typed', wrong, 'meant', meant);
      end if;
    end loop;
    return jsonb_build_object('words', mended, 'changes', changes);
  end $function$;

CREATE OR REPLACE FUNCTION private.messages_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select id from public.contact_submissions where lower(email) = address
    union
    select sent.id from public.inbox_items as line
      join public.contact_submissions as sent on sent.id = line.contact_id and sent.email is null
      where line.search @@ private.number_of(address) and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $function$;

CREATE OR REPLACE FUNCTION private.near_words (
  word text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    with letters as (
      select chr(code) as letter from generate_series(case when word ~ '[\u0900-\u097F]' then 2304 else 97 end,
                                                      case when word ~ '[\u0900-\u097F]' then 2431 else 122 end) as code
    ), places as (select generate_series(0, least(length(word), 30)) as place)
    select left(word, place) || substr(word, place + 2) from places
    union select left(word, place) || substr(word, place + 2, 1) || substr(word, place + 1, 1) || substr(word, place + 3)
      from places
    union select left(word, place) || letter || substr(word, place + 2) from places cross join letters
    union select left(word, place) || letter || substr(word, place + 1) from places cross join letters
  $function$;

CREATE OR REPLACE FUNCTION private.number_of (
  address text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when position('@' in address) = 0 then private.any_number_of(address) end $function$;

CREATE OR REPLACE FUNCTION private.numbers_in (
  value text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(array_agg(distinct number), '{}')
      from (select ltrim(regexp_replace(run[1], '[^0-9]', '', 'g'), '0') as digits
              from regexp_matches(value, '[0-9](?:[ \u00A0\u2010-\u2015().-]{0,3}[0-9]){6,}', 'g') as run) as typed
      cross join lateral unnest(array[digits, right(digits, 10)]) as number
      where length(digits) between 7 and 15
  $function$;

CREATE OR REPLACE FUNCTION private.read_items (
  items uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select coalesce(jsonb_agg(
               to_jsonb(item) - 'search' || jsonb_build_object(
                 'contact_submissions', to_jsonb(contact),
                 'public_job_submissions', to_jsonb(posting),
                 'made_requirement', private.made_of(item.id),
                 'consultation_requests', to_jsonb(consultation),
                 'job_requirements', to_jsonb(filed) || jsonb_build_object('clients', (
                   select jsonb_build_object('company_name', client.company_name) from public.clients as client
                     where client.id = filed.client_id)))
               order by wanted.place), '[]')
        from (select asked.id, min(asked.place) as place from unnest(items) with ordinality as asked (id, place)
                group by asked.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        left join public.contact_submissions as contact on contact.id = item.contact_id
        left join public.public_job_submissions as posting on posting.id = item.posting_id
        left join public.consultation_requests as consultation on consultation.id = item.consultation_id
        left join public.job_requirements as filed on filed.id = item.requirement_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.record_enquiry (
  form        uuid,
  source      text,
  name        text,
  requirement text,
  phone       text,
  email       text,
  company     text,
  client      uuid,
  takes       boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    sent uuid;
    item uuid;
  begin
    if source = 'form' then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif client is not null and not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    insert into public.contact_submissions (form_id, source, name, requirement, phone, email, company, client_id, written_by)
      values (form, source, name, requirement, phone, email, company, client, caller)
      on conflict (form_id) do nothing returning id into sent;
    select line.id into item from public.inbox_items as line
      join public.contact_submissions as kept on kept.id = line.contact_id
      where kept.form_id = form and kept.written_by = caller;
    if item is null then
      raise exception 'form_taken' using errcode = 'PT409';
    elsif sent is not null then
      perform private.touch_item(caller, item, false);
      if takes then
        perform private.take_item(item, private.version_of(item));
      end if;
    end if;
    return item;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when exists (select from private.form_of(new)) then 'converted' else 'created' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(to_jsonb(old) -> field, to_jsonb(new) -> field) end)
      into edits from unnest(private.requirement_fields()) as field
      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field;
    if edits is not null then
      if acting = 'company' then
        perform private.count_for_company(new.client_id, 'edits');
      end if;
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = made.words
      from (select line.id, case line.kind when 'contact' then private.searchable(to_jsonb(contact))
                                           when 'posting' then private.searchable(to_jsonb(posting))
                                           when 'consultation' then private.searchable(to_jsonb(consultation))
                                           else private.searchable_requirement(filed) end as words
              from public.inbox_items as line
              left join public.contact_submissions as contact on contact.id = line.contact_id
              left join public.public_job_submissions as posting on posting.id = line.posting_id
              left join public.consultation_requests as consultation on consultation.id = line.consultation_id
              left join public.job_requirements as filed on filed.id = line.requirement_id) as made
      where made.id = item.id and item.search <> made.words;
    get diagnostics renewed = row_count;
    return renewed;
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable (
  entries jsonb
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(typed.words, '')) || array_to_tsvector(private.numbers_in(typed.words))
      from (select string_agg(case when key in ('email', 'contact_email')
          then (value #>> '{}') || ' ' || split_part(value #>> '{}', '@', 2) else value #>> '{}' end, chr(10) order by key)
          as words
      from jsonb_each(entries)
      where key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                    'company', 'company_name', 'requirement', 'needs', 'skills', 'job_title', 'department', 'location',
                    'required_skills', 'preferred_skills', 'education_requirements', 'job_description',
                    'responsibilities', 'benefits', 'notes')) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_name (
  name  text,
  phone text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(name, '') || ' ' || coalesce(phone, '')) || array_to_tsvector(private.numbers_in(phone))
  $function$;

CREATE OR REPLACE FUNCTION private.share_of_word (
  word      text,
  is_prefix boolean
)
  RETURNS double precision
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select least(coalesce(sum(common.frequency), 0), 1) from private.common_words() as common
      where common.lexeme = word or is_prefix and starts_with(common.lexeme, word)
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
  begin
    if current_user in ('anon', 'authenticated') then
      new.version := 1;
      new.submitted_by := private.current_user_id();
      new.recruiter_id := null;
      new.closed_reason := null;
      new.source_posting_id := null;
      new.source_contact_id := null;
      new.source_consultation_id := null;
      new.is_filed_by_team := false;
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.suggest_clients (
  name    text,
  address text,
  number  text,
  known   uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (select private.any_number_of(number) as wanted)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person from (
          select client.id, 'connected' as reason, 0 as place, null as person from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that was made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'address', 1, invitation.full_name from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 2, member.full_name from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            limit 10)
          union all
          (select client.id, 'number', 2, null from numbers join public.clients as client on client.search @@ wanted
            limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 3, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name)) order by client.id limit 10)
          union all
          (select client.id, 'words', 4, null from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, client.company_name, client.id limit 10
  $function$;

CREATE OR REPLACE FUNCTION private.typed_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when plain <> typed and plain ~ '[0-9]{5}' then private.websearch(typed) || private.websearch(plain)
                else private.websearch(typed) end
      from left(words, 200) as typed, private.with_plain_numbers(typed) as plain
  $function$;

CREATE OR REPLACE FUNCTION private.websearch (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select websearch_to_tsquery('simple', case when length(words) - length(replace(words, '-', '')) <= 20 then words
                                            else replace(words, '-', ' ') end)
  $function$;

CREATE OR REPLACE FUNCTION private.with_plain_numbers (
  words text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(joined, '[0-9]*([0-9]{10})(?![0-9])', '\1', 'g'), '(?<![0-9])0+(?=[0-9])', '', 'g')
      from regexp_replace(words, '(?<=[0-9])[ \u00A0\u2010-\u2015().-]{1,3}(?=[0-9])', '', 'g') as spaceless,
           regexp_replace(spaceless, '[+(](?=[0-9])', ' ', 'g') as joined
  $function$;

CREATE OR REPLACE FUNCTION public.convert_item (
  item    uuid,
  client  uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.convert_item(item, client, entries) $function$;

REVOKE ALL ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.convert_item_for_new (
  item         uuid,
  company_name text,
  entries      jsonb,
  full_name    text  DEFAULT NULL::text,
  phone        text  DEFAULT NULL::text
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.convert_item_for_new(item, company_name, full_name, phone, entries) $function$;

REVOKE ALL ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.file_requirement (
  client  uuid,
  form    uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.file_requirement(client, form, entries) $function$;

REVOKE ALL ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_enquiries (
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  company text DEFAULT NULL::text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    reason text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_enquiries(number, address, company) $function$;

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_members (
  words text
)
  RETURNS TABLE (
    user_id      uuid,
    client_id    uuid,
    full_name    text,
    phone        text,
    email        text,
    company_name text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_members(words) $function$;

REVOKE ALL ON FUNCTION "public"."find_members"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mend_search (
  words text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.mend_search(words) $function$;

REVOKE ALL ON FUNCTION "public"."mend_search"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.record_enquiry (
  form        uuid,
  source      text,
  name        text,
  requirement text,
  phone       text    DEFAULT NULL::text,
  email       text    DEFAULT NULL::text,
  company     text    DEFAULT NULL::text,
  client      uuid    DEFAULT NULL::uuid,
  takes       boolean DEFAULT false
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.record_enquiry(form, source, name, requirement, phone, email, company, client, takes) $function$;

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.suggest_clients (
  name    text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  number  text DEFAULT NULL::text,
  known   uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id           uuid,
    company_name text,
    full_name    text,
    reason       text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.suggest_clients(name, address, number, known) $function$;

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "can_be_answered" CHECK (((email IS NOT NULL) OR ((source <> 'form'::text) AND (phone IS NOT NULL))));

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE SET NULL;

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_source_check" CHECK ((source = ANY (ARRAY['form'::text, 'phone'::text, 'whatsapp'::text, 'walk_in'::text, 'email'::text])));

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_written_by_fkey" FOREIGN KEY (written_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_consultation_id_fkey" FOREIGN KEY (source_consultation_id) REFERENCES public.consultation_requests(id) ON DELETE SET NULL;

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_consultation_id_key" UNIQUE (source_consultation_id);

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_contact_id_fkey" FOREIGN KEY (source_contact_id) REFERENCES public.contact_submissions(id) ON DELETE SET NULL;

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_contact_id_key" UNIQUE (source_contact_id);

CREATE VIEW "private"."inbox_lines" AS  SELECT item.id,
    item.kind,
    item.state,
    item.assignee,
    item.claim_expires_at,
    item.due_at,
    item.first_seen_at,
    item.last_activity_at,
    item.is_suspect,
    item.version,
    item.created_at,
    item.contact_id,
    item.posting_id,
    item.consultation_id,
    item.requirement_id,
    COALESCE(contact.name, posting.contact_name, ((consultation.first_name || ' '::text) || consultation.last_name), member.full_name, client.full_name) AS sender,
        CASE
            WHEN (num_nonnulls(contact.id, posting.id, consultation.id) = 1) THEN COALESCE(contact.email, posting.contact_email, consultation.email)
            ELSE (COALESCE(person.email, maker.email))::text
        END AS email,
        CASE
            WHEN (num_nonnulls(contact.id, posting.id, consultation.id) = 1) THEN COALESCE(contact.phone, posting.phone, consultation.phone)
            WHEN (person.id IS NOT NULL) THEN member.phone
            ELSE client.phone
        END AS phone,
    COALESCE(client.company_name, contact.company, posting.company, consultation.company) AS company,
    COALESCE(requirement.job_title, posting.job_title, contact.requirement, consultation.needs) AS subject,
    item.is_flood
   FROM ((((((((public.inbox_items item
     LEFT JOIN public.job_requirements requirement ON ((requirement.id = item.requirement_id)))
     LEFT JOIN public.contact_submissions contact ON ((contact.id = COALESCE(item.contact_id, requirement.source_contact_id))))
     LEFT JOIN public.public_job_submissions posting ON ((posting.id = COALESCE(item.posting_id, requirement.source_posting_id))))
     LEFT JOIN public.consultation_requests consultation ON ((consultation.id = COALESCE(item.consultation_id, requirement.source_consultation_id))))
     LEFT JOIN public.clients client ON ((client.id = requirement.client_id)))
     LEFT JOIN auth.users person ON ((person.id = requirement.submitted_by)))
     LEFT JOIN public.client_members member ON ((member.user_id = requirement.submitted_by)))
     LEFT JOIN auth.users maker ON ((maker.id = client.user_id)));

CREATE INDEX contact_submissions_client ON public.contact_submissions USING btree (client_id);

CREATE INDEX contact_submissions_writer ON public.contact_submissions USING btree (written_by);

CREATE TRIGGER mark_flood
  BEFORE INSERT ON public.contact_submissions
  FOR EACH ROW
  WHEN ((new.source = 'form'::text))
  EXECUTE FUNCTION private.mark_flood();

REVOKE ALL ON FUNCTION "private"."any_number_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."common_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."convert_item"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."convert_item"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."convert_item_for_new"(uuid, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."convert_item_for_new"(uuid, text, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."existing_words"(text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."file_for"(uuid, jsonb, public.inbox_items, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."file_requirement"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."file_requirement"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_enquiries"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_members"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_members"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."form_of"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_enquiry"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."made_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_filed"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."meant_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mend_search"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_search"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."messages_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."near_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."numbers_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."numbers_in"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."searchable_name"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."searchable_name"(text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."websearch"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_plain_numbers"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_members"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_search"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mend_search"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_search"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "postgres";

ALTER TABLE "public"."clients"
  ADD COLUMN "search" tsvector GENERATED ALWAYS AS (private.searchable_name(((company_name || ' '::text) || COALESCE(full_name, ''::text)), phone)) STORED NOT NULL;

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_phone_check" CHECK (private.is_text(phone, 200));

CREATE INDEX client_members_search ON public.client_members USING gin (private.searchable_name(full_name, phone));

CREATE INDEX clients_search ON public.clients USING gin (search);

-- What searches know anew: the numbers in what was kept before.
select private.renew_search();
