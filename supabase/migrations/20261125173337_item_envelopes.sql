set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "mail_receipt" ON "public"."inbox_items";

DROP TRIGGER "make_item" ON "public"."job_requirements";

DROP INDEX "public"."consultation_requests_company";

DROP INDEX "public"."consultation_requests_mailbox";

DROP INDEX "public"."consultation_requests_person";

DROP INDEX "public"."contact_submissions_company";

DROP INDEX "public"."contact_submissions_mailbox";

DROP INDEX "public"."contact_submissions_person";

DROP INDEX "public"."public_job_submissions_company";

DROP INDEX "public"."public_job_submissions_mailbox";

DROP INDEX "public"."public_job_submissions_person";

DROP VIEW "private"."inbox_lines";

DROP FUNCTION "private"."messages_of"(text);

DROP FUNCTION "private"."reference_of_item"(public.inbox_items);

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "sender" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "email" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "phone" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "company" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "subject" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "reference" text;

ALTER TABLE "public"."inbox_items"
  ADD COLUMN "source" text;

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
    form record;
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
    for form in select * from private.public_forms() loop
      execute format('delete from public.%I where id in (
        select sent.form_row_id from private.items_of($1) as sent where sent.kind = $2)', form.relation) using wanted, form.kind;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(form.relation, affected);
    end loop;
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
  end $function$;

CREATE OR REPLACE FUNCTION private.export_forms_of (
  address text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_object_agg(known.relation, coalesce(
        (select jsonb_agg(private.form_of_item(item) order by item.created_at)
           from private.items_of(address) as sent join public.inbox_items as item on item.id = sent.id
           where item.kind = known.kind), '[]'))
      from private.public_forms() as known
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
          'replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
            from public.item_replies as reply where reply.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.id in (
          select sent.id from private.items_of(address) as sent
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
      || private.export_forms_of(wanted) || private.export_inbox_of(wanted, accounts);
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
    source_keys jsonb := private.source_keys(source);
    columns text := concat_ws(', ', variadic private.requirement_fields() || array(select jsonb_object_keys(source_keys)));
    made uuid;
  begin
    recruiter := private.receiver_of(recruiter);
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, form_id, recruiter_id, is_filed_by_team, %1$s)
                      select $1, $2, $3, true, %1$s from private.with_entries($4, $5)
                      on conflict on constraint job_requirements_form_id_key do nothing returning id', columns)
      into made using client, form, recruiter, jsonb_populate_record(null::public.job_requirements, source_keys
        || jsonb_build_object('remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb,
                              'positions_count', 1, 'priority', 'medium')), entries - 'recruiter_id';
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

CREATE OR REPLACE FUNCTION private.fill_envelopes()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('senders of items', 'public.inbox_items',
      '(sender, email, phone, company, subject, reference, source)
         = (select * from private.read_envelope(private.form_of_item(filled)))', 'sender is null and requirement_id is null')
  $function$;

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
    source text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery;
    address_words tsquery;
    mailbox text;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := private.mailbox_of(private.trimmed(left(find_enquiries.address, 320)));
    address_words := phraseto_tsquery('simple', private.spaced_text(private.normal_address(left(find_enquiries.address, 320))));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(address_words) > 0 and line.search @@ address_words
      ), of_mailbox as (
        select line.id, line.created_at from public.inbox_items as line
          where private.mailbox_of(line.email) = mailbox and line.email is not null order by line.created_at desc limit 10
      ), of_company as (
        select line.id, line.created_at from public.inbox_items as line
          where lower(line.company) = firm and line.company is not null order by line.created_at desc limit 10
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'address', 2 from of_mailbox
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_form()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.inbox_items as item
      set (sender, email, phone, company, subject, reference, source)
            = (select * from private.read_envelope(to_jsonb(new))),
          search = private.searchable_enquiry(to_jsonb(new), item.is_flood)
      where item.contact_id = new.id or item.posting_id = new.id or item.consultation_id = new.id;
    return null;
  end $function$;

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
    select private.normal_address(sent.email), sent.created_at from private.enquiries as sent
      where (sent.contact_id = requirement.source_contact_id or sent.posting_id = requirement.source_posting_id
             or sent.consultation_id = requirement.source_consultation_id)
        and coalesce(sent.source, 'form') = 'form'
  $function$;

CREATE OR REPLACE FUNCTION private.form_of_item (
  item public.inbox_items
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case item.kind
        when 'contact' then (select to_jsonb(form) from public.contact_submissions as form where form.id = item.contact_id)
        when 'posting' then (select to_jsonb(form) from public.public_job_submissions as form where form.id = item.posting_id)
        when 'consultation' then (select to_jsonb(form) from public.consultation_requests as form
                                    where form.id = item.consultation_id) end
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
        union select sent.id from private.items_of(address) as sent)
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.item_reply_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'body', written.body, 'came_at', line.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(form ->> 'requirement', form ->> 'needs',
                           concat_ws(e'\n', form ->> 'job_title', form ->> 'location', form ->> 'job_description'))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      cross join private.form_of_item(line) as form
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = ((mail).ids ->> 'reply')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.item_words (
  item public.inbox_items
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when item.requirement_id is null then private.searchable_enquiry(private.form_of_item(item), item.is_flood)
      else (select private.searchable_requirement(requirement, item.is_flood)
              from public.job_requirements as requirement where requirement.id = item.requirement_id) end
  $function$;

CREATE OR REPLACE FUNCTION private.list_people()
  RETURNS TABLE (
    reached_at text,
    kept_in    text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      union select lower(mail.address), 'mails' from public.mail_outbox as mail where mail.address is not null
      union select lower(colleague.contact_email), 'team' from public.team_members as colleague
        where colleague.contact_email is not null
      -- Whom the team has written down as the contact of a company that nobody has joined.
      union select client.phone, 'companies' from public.clients as client
        where client.phone is not null
          and not exists (select from public.client_members as member where member.client_id = client.id);
    for form in select * from private.public_forms() loop
      return query execute format('select lower(coalesce(sent.email, sent.phone)), %L from public.%I as form
        cross join private.read_envelope(to_jsonb(form)) as sent
        where num_nonnulls(sent.email, sent.phone) > 0', form.people, form.relation);
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
    select made.id from public.inbox_items as sent
      join public.job_requirements as made
        on made.source_posting_id = sent.posting_id or made.source_contact_id = sent.contact_id
        or made.source_consultation_id = sent.consultation_id
      where sent.id = item
  $function$;

CREATE OR REPLACE FUNCTION private.mail_receipt()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if current_setting('role') in ('anon', 'authenticated') then
      perform private.queue_receipt(new.id, new.email);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare kind public.inbox_kind := tg_argv[0];
  begin
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, created_at, last_activity_at, due_at,
                                    is_suspect, is_flood, search, sender, email, phone, company, subject, reference, source)
      select kind, case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
             case kind when 'consultation' then new.id end, new.created_at, new.created_at,
             new.created_at + private.promised(kind), new.suspect, new.flood,
             private.searchable_enquiry(to_jsonb(new), new.flood), envelope.*
        from private.read_envelope(to_jsonb(new)) as envelope;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_requirement_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_flood boolean := private.is_filed_in_flood(new);
  begin
    insert into public.inbox_items (kind, requirement_id, client_id, created_at, last_activity_at, due_at, is_flood, search)
      values ('requirement', new.id, new.client_id, new.created_at, new.created_at,
              new.created_at + private.promised('requirement'), is_flood, private.searchable_requirement(new, is_flood));
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.public_forms()
  RETURNS TABLE (
    kind     public.inbox_kind,
    relation text,
    people   text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 3
  SET search_path TO ''
  AS $function$
    values ('contact'::public.inbox_kind, 'contact_submissions', 'messages'),
           ('posting', 'public_job_submissions', 'postings'),
           ('consultation', 'consultation_requests', 'consultations')
  $function$;

CREATE OR REPLACE FUNCTION private.purge_expired()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    for relation in
      select 'public.' || known.relation from private.public_forms() as known
      union all values ('public.activity_log'), ('public.mail_outbox'), ('auth.audit_log_entries')
    loop
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
  end $function$;

CREATE OR REPLACE FUNCTION private.read_envelope (
  form jsonb
)
  RETURNS TABLE (
    sender    text,
    email     text,
    phone     text,
    company   text,
    subject   text,
    reference text,
    source    text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
    select coalesce(form ->> 'name', form ->> 'contact_name', (form ->> 'first_name') || ' ' || (form ->> 'last_name')),
           coalesce(form ->> 'email', form ->> 'contact_email'), form ->> 'phone', form ->> 'company',
           coalesce(form ->> 'job_title', form ->> 'requirement', form ->> 'needs'),
           private.reference_of(coalesce(form ->> 'form_id', form ->> 'id')::uuid), form ->> 'source'
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
                 'sender', line.sender, 'email', line.email, 'phone', line.phone, 'company', line.company,
                 'subject', line.subject, 'reference', line.reference, 'source', line.source,
                 'made_requirement', private.made_of(item.id),
                 'job_requirements', to_jsonb(filed) || jsonb_build_object('clients',
                   jsonb_build_object('company_name', line.company)))
                 -- The form by the name of its table, and nothing by those of the others.
                 || (select jsonb_object_agg(known.relation, case when known.kind = item.kind then private.form_of_item(item) end)
                       from private.public_forms() as known)
               order by wanted.place), '[]')
        from (select asked.id, min(asked.place) as place from unnest(items) with ordinality as asked (id, place)
                group by asked.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        cross join lateral (select * from private.inbox_lines as shown where shown.id = wanted.id limit 1) as line
        left join public.job_requirements as filed on filed.id = item.requirement_id);
  end $function$;

CREATE OR REPLACE FUNCTION private.receipt_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'source', line.source, 'reference', line.reference,
        'answer_by', case when line.state in ('new', 'open') then line.due_at end))
      from private.inbox_lines as line where line.id = ((mail).ids ->> 'item')::uuid and line.state <> 'spam'
  $function$;

CREATE OR REPLACE FUNCTION private.related_items (
  item uuid
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    mailbox text;
    firm text;
  begin
    perform private.require_team();
    select private.mailbox_of(line.email), lower(line.company) into mailbox, firm
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with requirements as (
        select filed.id from private.accounts_of(mailbox) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = firm
      ), others as (
        (select sent.id, sent.created_at from public.inbox_items as sent
           where private.mailbox_of(sent.email) = mailbox and sent.email is not null order by sent.created_at desc limit 21)
        union
        (select sent.id, sent.created_at from public.inbox_items as sent
           where lower(sent.company) = firm and sent.company is not null order by sent.created_at desc limit 21)
        union
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true')
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default'),
        ('public.candidates', 'search = default')) as renewed (relation, changes);
    select private.fill_envelopes()
  $function$;

CREATE OR REPLACE FUNCTION private.source_keys (
  item public.inbox_items
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('source_posting_id', item.posting_id, 'source_contact_id', item.contact_id,
                              'source_consultation_id', item.consultation_id)
  $function$;

CREATE VIEW "private"."enquiries" AS  SELECT item.id,
    item.kind,
    item.contact_id,
    item.posting_id,
    item.consultation_id,
    COALESCE(item.contact_id, item.posting_id, item.consultation_id) AS form_row_id,
    item.created_at,
    item.search,
    COALESCE(item.sender, form.sender) AS sender,
    COALESCE(item.email, form.email) AS email,
    COALESCE(item.phone, form.phone) AS phone,
    COALESCE(item.company, form.company) AS company,
    COALESCE(item.subject, form.subject) AS subject,
    COALESCE(item.reference, form.reference) AS reference,
    COALESCE(item.source, form.source) AS source
   FROM (public.inbox_items item
     LEFT JOIN LATERAL ( SELECT envelope.sender,
            envelope.email,
            envelope.phone,
            envelope.company,
            envelope.subject,
            envelope.reference,
            envelope.source
           FROM private.read_envelope(private.form_of_item(item.*)) envelope(sender, email, phone, company, subject, reference, source)
          WHERE (item.sender IS NULL)
         LIMIT 1) form ON (true))
  WHERE (item.requirement_id IS NULL);

CREATE OR REPLACE FUNCTION private.items_of (
  address text
)
  RETURNS SETOF private.enquiries
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select * from private.enquiries as sent
      where sent.id in (select item.id from public.inbox_items as item
                          where item.email is not null and private.mailbox_of(item.email) = private.mailbox_of(address)
                             or item.sender is null and item.requirement_id is null)
        and lower(sent.email) = address
    union all
    select * from private.enquiries as sent
      where sent.search @@ private.number_of(address) and sent.email is null and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $function$;

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
    item.requirement_id,
    COALESCE(sent.sender, member.full_name, client.full_name) AS sender,
        CASE
            WHEN (sent.id IS NOT NULL) THEN sent.email
            ELSE (account.email)::text
        END AS email,
        CASE
            WHEN (sent.id IS NOT NULL) THEN sent.phone
            WHEN (requirement.submitted_by IS NOT NULL) THEN member.phone
            ELSE client.phone
        END AS phone,
    COALESCE(client.company_name, sent.company) AS company,
    COALESCE(requirement.job_title, sent.subject) AS subject,
    item.is_flood,
        CASE
            WHEN (item.requirement_id IS NULL) THEN sent.source
            ELSE NULL::text
        END AS source,
    requirement.status AS requirement_status,
        CASE
            WHEN (item.requirement_id IS NULL) THEN sent.reference
            ELSE NULL::text
        END AS reference
   FROM (((((public.inbox_items item
     LEFT JOIN public.job_requirements requirement ON ((requirement.id = item.requirement_id)))
     LEFT JOIN private.enquiries sent ON (((sent.id =
        CASE
            WHEN (item.requirement_id IS NULL) THEN item.id
            ELSE NULL::uuid
        END) OR (sent.contact_id = requirement.source_contact_id) OR (sent.posting_id = requirement.source_posting_id) OR (sent.consultation_id = requirement.source_consultation_id))))
     LEFT JOIN public.clients client ON ((client.id = requirement.client_id)))
     LEFT JOIN auth.users account ON ((account.id = COALESCE(requirement.submitted_by, client.user_id))))
     LEFT JOIN public.client_members member ON ((member.user_id = requirement.submitted_by)));

CREATE INDEX inbox_items_company ON public.inbox_items USING btree (lower(company), created_at)
  WHERE (company IS NOT NULL);

CREATE INDEX inbox_items_unfilled ON public.inbox_items USING btree (id)
  WHERE ((sender IS NULL) AND (requirement_id IS NULL));

CREATE TRIGGER follow_form
  AFTER UPDATE OF first_name, last_name, email, phone, company, needs ON public.consultation_requests
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_form();

CREATE TRIGGER follow_form
  AFTER UPDATE OF name, email, phone, company, requirement, source ON public.contact_submissions
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_form();

CREATE TRIGGER mail_receipt
  AFTER INSERT ON public.inbox_items
  FOR EACH ROW
  WHEN (((new.email IS NOT NULL) AND (NOT new.is_suspect) AND (NOT new.is_flood)))
  EXECUTE FUNCTION private.mail_receipt();

CREATE TRIGGER make_item
  AFTER INSERT ON public.job_requirements
  FOR EACH ROW
  EXECUTE FUNCTION private.make_requirement_item();

CREATE TRIGGER follow_form
  AFTER UPDATE OF contact_name, contact_email, phone, company, job_title, location, skills, job_description ON public.public_job_submissions
  FOR EACH ROW
  EXECUTE FUNCTION private.follow_form();

REVOKE ALL ON FUNCTION "private"."export_forms_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_envelopes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_form"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_of_item"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."items_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_requirement_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."public_forms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_envelope"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."source_keys"(public.inbox_items) FROM PUBLIC;

CREATE INDEX inbox_items_mailbox ON public.inbox_items USING btree (private.mailbox_of(email), created_at)
  WHERE (email IS NOT NULL);

-- Not of the generator: who sent what is there already, for the schedule to fill in.
select private.fill_envelopes();
