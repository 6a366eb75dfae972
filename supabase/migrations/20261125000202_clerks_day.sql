SET local check_function_bodies = off;

DROP TRIGGER "mark_flood" ON "public"."contact_submissions";

DROP INDEX "public"."client_members_names";

DROP INDEX "public"."clients_names";

DROP INDEX "public"."clients_search";

DROP VIEW "private"."inbox_lines";

ALTER TABLE "public"."item_events"
  DROP CONSTRAINT "item_events_type_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

DROP FUNCTION "private"."change_items"(uuid[], integer[], public.inbox_state, uuid, boolean);

DROP FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text);

DROP FUNCTION "private"."convert_posting"(uuid, uuid, jsonb);

DROP FUNCTION "private"."convert_posting_by_invitation"(uuid, text, text, text, jsonb);

DROP FUNCTION "private"."find_converted"(uuid);

DROP FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."lock_posting"(uuid);

DROP FUNCTION "private"."mail_conversion"(uuid, uuid, uuid);

DROP FUNCTION "private"."suggest_clients"(text, text);

DROP FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text);

DROP FUNCTION "public"."convert_posting"(uuid, uuid, jsonb);

DROP FUNCTION "public"."convert_posting_by_invitation"(uuid, text, jsonb, text, text);

DROP FUNCTION "public"."find_converted"(uuid);

DROP FUNCTION "public"."give_items"(uuid[], integer[], uuid);

DROP FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state);

DROP FUNCTION "public"."suggest_clients"(text, text);

ALTER TABLE "public"."clients"
  DROP COLUMN "search";

CREATE TABLE "private"."item_acts" (
  "id"               uuid                     NOT NULL,
  "actor"            uuid                     NOT NULL,
  "item_id"          uuid                     NOT NULL,
  "state"            public.inbox_state       NOT NULL,
  "assignee"         uuid,
  "claim_expires_at" timestamp with time zone,
  "due_at"           timestamp with time zone NOT NULL,
  "version"          integer                  NOT NULL,
  "next_item"        uuid,
  "has_reply"        boolean                  NOT NULL,
  "created_at"       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "item_acts_pkey" PRIMARY KEY (id, actor, item_id)
);

CREATE TABLE "public"."item_replies" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "item_id"    uuid                     NOT NULL,
  "author"     uuid,
  "body"       text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "form_id"    uuid                     NOT NULL,
  CONSTRAINT "item_replies_pkey" PRIMARY KEY (id),
  CONSTRAINT "item_replies_body_check" CHECK (private.is_text(body, 10000))
);

ALTER TABLE "public"."item_replies"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."item_replies"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."item_replies" FROM "anon";

CREATE TABLE "public"."reply_templates" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "title"      text                     NOT NULL,
  "body"       text                     NOT NULL,
  "version"    integer                  NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "reply_templates_pkey" PRIMARY KEY (id),
  CONSTRAINT "reply_templates_version_check" CHECK ((version > 0)),
  CONSTRAINT "reply_templates_body_check" CHECK (private.is_text(body, 3000)),
  CONSTRAINT "reply_templates_title_check" CHECK (private.is_text(title, 80))
);

ALTER TABLE "public"."reply_templates"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."reply_templates"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."reply_templates" FROM "anon";

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "source" text NOT NULL DEFAULT 'form'::text;

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "phone" text;

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "written_by" uuid;

ALTER TABLE "public"."contact_submissions"
  ADD COLUMN "client_id" uuid;

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "positions_filled" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "joining_date" date;

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

CREATE OR REPLACE FUNCTION private.apply_edit (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 and exists (
                       select %1$s from private.with_entries($1, $2)
                       except select %1$s from public.job_requirements where id = $3)
                     returning version', columns) into now_at using held, entries, requirement;
    return coalesce(now_at, held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.change_items (
  items  uuid[],
  seen   integer[],
  state  public.inbox_state,
  person uuid,
  gives  boolean,
  act    uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for asked in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.inbox_items where id = asked.id for update;
      item_id := asked.id;
      if held.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = held.id) then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
        perform private.record_act(act, caller, held);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    held public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when is_begun and not private.is_team(held.recruiter_id) then person else held.recruiter_id end;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, held.positions_count) else held.positions_filled end,
          joining_date = case when is_filled then joining else held.joining_date end
      where filed.id = requirement returning version into now_at;
    if recruiter is distinct from held.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', requirement, recruiter);
    end if;
    return now_at;
  end $function$;

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

CREATE OR REPLACE FUNCTION private.company_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                        order by told.created_at, told.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end)
      from changed
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

CREATE OR REPLACE FUNCTION private.delete_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.lock_reply_template(template, seen);
    delete from public.reply_templates where id = template;
  end $function$;

CREATE OR REPLACE FUNCTION private.delivery_of_reply (
  reply uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when mail.sent_at is not null then 'sent' when mail.dead_at is not null then 'failed' end
      from public.mail_outbox as mail where mail.dedupe_key = 'reply.' || reply
  $function$;

CREATE OR REPLACE FUNCTION private.edit_requirement (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.apply_edit(requirement, seen, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_requirement_as_team (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    return private.apply_edit(requirement, seen, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.edited_in (
  events uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_agg(field order by place)
      from unnest(private.requirement_fields()) with ordinality as listed (field, place)
      where exists (select from public.requirement_events as event
                     where event.id = any (events) and event.type = 'edited' and event.changes ? field)
  $function$;

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

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  note_kind  public.note_kind,
  body       text,
  is_reply   boolean,
  next_state public.inbox_state,
  due        timestamp with time zone,
  takes_next boolean,
  from_group text,
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    held public.inbox_items;
  begin
    perform from public.inbox_items as line where line.id = item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = item;
    if found then
      return next;
      return;
    end if;
    held := private.lock_item(item, seen);
    if is_reply then
      perform private.write_reply(caller, held, body, form);
    elsif body is not null then
      insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, note_kind, body, form);
    end if;
    if next_state is not null then
      perform private.apply_state(caller, held, next_state, due);
    elsif is_reply and held.state = 'new' then
      perform private.apply_state(caller, held, 'open', null);
    end if;
    if private.version_of(item) = held.version then
      perform private.touch_item(caller, item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as line set version = line.version + 1 where line.id = item and is_reply;
    end if;
    if takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, held, from_group, kind, state, whose, suspect, words, sort, descending,
                                       only_group) as next;
    end if;
    perform private.record_act(form, caller, held, next_id, is_reply);
    return next;
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

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  only_group  text,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id  uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    way text := case when is_falling then 'desc' else 'asc' end;
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then case when suspect then ' and is_suspect' else ' and not is_suspect' end end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at is not null)
                                        and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
    search record;
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        walked := search.walked;
        while walked is not null and not is_all loop
          execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
              select line.id, line.key
                from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                        order by %1$I %3$s, id %3$s limit $9) as line
                where case when line.requirement_id is null then line.search
                           else line.search || (select company.search from public.job_requirements as filed
                                                  join public.clients as company on company.id = filed.client_id
                                                  where filed.id = line.requirement_id) end @@ $5
                limit $10) as listed', key, conditions, way)
            into found, keys using caller, kind, state, suspect, search.typed, person, after_key, after_id, walked, room;
          is_all := coalesce(cardinality(found), 0) = room;
          if not is_all then
            execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                              order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
              into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
          end if;
          walked := case when walked = search.walked then 10 * walked end;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format('with line as materialized (select * from public.inbox_items where search @@ $5)
              select id, %1$I from line where %2$s %4$s order by %1$I %3$s, id %3$s limit $9', key, conditions, way,
              case when not search.is_exact then 'and case when requirement_id is null then search
                  else search || (select company.search from public.job_requirements as filed
                                    join public.clients as company on company.id = filed.client_id
                                    where filed.id = line.requirement_id) end @@ $10' end)
            using caller, kind, state, suspect, search.by_index, person, after_key, after_id, room, search.typed;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
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

CREATE OR REPLACE FUNCTION private.list_changeable (
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    listed as materialized (
      select page.line_id, page.place
        from caller
        cross join lateral private.inbox_page(
            caller.id, kind, state, whose, suspect, words, sort, descending,
            coalesce(only_group, case when state is null then 'active' end), null, null, null, 100)
          with ordinality as page (line_id, sort_key, place))
    select line.id, line.version, (select count(*)::integer from listed)
      from listed join public.inbox_items as line on line.id = listed.line_id
      where listed.place <= 50 order by listed.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_group (
  only_group  text,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           item.requirement_id is not null and private.is_withdrawn(item.requirement_id)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   26) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
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

CREATE OR REPLACE FUNCTION private.lock_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.reply_templates;
  begin
    select * into held from public.reply_templates where id = template for update;
    if held.id is null then
      raise exception 'template_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409';
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
    select coalesce(
        (select made.id from public.job_requirements as made where made.source_posting_id = line.posting_id),
        (select made.id from public.job_requirements as made where made.source_contact_id = line.contact_id),
        (select made.id from public.job_requirements as made where made.source_consultation_id = line.consultation_id))
      from public.inbox_items as line where line.id = item
  $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

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

CREATE OR REPLACE FUNCTION private.mail_requirement_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team')
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

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

CREATE OR REPLACE FUNCTION private.read_item_history (
  item uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as note),
      'replies', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', reply.id, 'body', reply.body, 'delivery', private.delivery_of_reply(reply.id))
                 order by reply.created_at desc, reply.id desc), '[]')
          from (select * from public.item_replies as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as reply),
      'events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.item_events as happened where happened.item_id = item
                  order by happened.created_at desc, happened.id desc limit 100) as event),
      'requirement_events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = (
                    select line.requirement_id from public.inbox_items as line where line.id = item)
                  order by happened.created_at desc, happened.id desc limit 100) as event));
  end $function$;

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

CREATE OR REPLACE FUNCTION private.record_act (
  act       uuid,
  caller    uuid,
  held      public.inbox_items,
  next_item uuid               DEFAULT NULL::uuid,
  has_reply boolean            DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if act is null then
      return;
    end if;
    insert into private.item_acts (id, actor, item_id, state, assignee, claim_expires_at, due_at, version, next_item, has_reply)
      values (act, caller, held.id, held.state, held.assignee, held.claim_expires_at, held.due_at,
              private.version_of(held.id), next_item, has_reply);
    -- What is past goes with the next act. Nobody waits for it.
    delete from private.item_acts where (id, actor, item_id) in (
      select past.id, past.actor, past.item_id from private.item_acts as past
        where past.created_at < now() - private.undo_lasts() order by past.created_at limit 100 for update skip locked);
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
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end,
          'positions_filled', case when new.status = 'filled'
                                then jsonb_build_array(old.positions_filled, new.positions_filled) end,
          'joining_date', case when new.status = 'filled' and new.joining_date is not null
                            then jsonb_build_array(old.joining_date, new.joining_date) end)));
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

CREATE OR REPLACE FUNCTION private.recruiter_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end)
      from facts
  $function$;

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

CREATE OR REPLACE FUNCTION private.reply_mail (
  reply uuid
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
        'quoted', coalesce(contact.requirement, consultation.needs,
                           concat_ws(e'\n', posting.job_title, posting.location, posting.job_description))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      left join public.contact_submissions as contact on contact.id = line.contact_id
      left join public.public_job_submissions as posting on posting.id = line.posting_id
      left join public.consultation_requests as consultation on consultation.id = line.consultation_id
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = reply
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_frame (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'positions_count', filed.positions_count, 'positions_filled', filed.positions_filled,
        'joining_date', filed.joining_date, 'version', filed.version, 'currency', filed.currency,
        'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.save_reply_template (
  template uuid,
  seen     integer,
  title    text,
  body     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    if seen > 0 then
      perform private.lock_reply_template(template, seen);
      update public.reply_templates as kept
        set title = private.trimmed(save_reply_template.title), body = private.trimmed(save_reply_template.body)
        where kept.id = template;
    elsif 50 <= (select count(*) from public.reply_templates as kept where kept.id <> template) then
      raise exception 'too_many_templates' using errcode = 'PT422';
    else
      insert into public.reply_templates (id, title, body)
        values (template, private.trimmed(title), private.trimmed(body)) on conflict (id) do nothing;
    end if;
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

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  held       public.inbox_items,
  from_group text,
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    takes_suspects boolean := suspect or only_group = 'suspect' or words is not null;
  begin
    if num_nonnulls(state, whose, suspect, words, sort, only_group) = 0 then
      item_id := private.take_next_of(kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select line.id, line.version,
               private.inbox_group(line.state, line.is_suspect, line.is_flood, line.due_at, line.assignee,
                                   line.claim_expires_at, caller) as stood
          from private.inbox_page(
                 caller, kind, state, whose, suspect, words, sort, descending, only_group,
                 case when is_after then coalesce(from_group, private.inbox_group(
                   held.state, held.is_suspect, held.is_flood, held.due_at, held.assignee, held.claim_expires_at, caller)) end,
                 case when is_after then (to_jsonb(held) ->> private.inbox_key(state, words, sort))::timestamptz end,
                 case when is_after then held.id end, 100)
               with ordinality as page (line_id, sort_key, place)
          join public.inbox_items as line on line.id = page.line_id
          where line.id <> held.id
            and case when line.assignee is null or line.claim_expires_at <= now()
                  then line.state in ('new', 'open') and (takes_suspects or not line.is_suspect)
                  else line.assignee = caller and line.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as line
          where line.id = wanted.id and line.version = wanted.version for update skip locked;
        if found then
          perform private.take_item(wanted.id, wanted.version);
          item_id := wanted.id;
          item_group := wanted.stood;
          return next;
          return;
        end if;
      end loop;
    end loop;
  end $function$;

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

CREATE OR REPLACE FUNCTION private.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    held public.inbox_items;
    holder uuid;
  begin
    -- Whoever gets one back is of the team until they have it (private.lock_team).
    perform from public.user_roles
      where user_id = caller or user_id in (select past.assignee from private.item_acts as past
                                             where past.id = act and past.actor = caller)
      order by user_id for share;
    caller := private.require_team();
    for done in
      select * from private.item_acts as past
        where past.id = act and past.actor = caller and past.created_at > now() - private.undo_lasts()
        order by past.item_id
    loop
      select * into held from public.inbox_items where id = done.item_id for update;
      continue when held.id is null;
      item_id := held.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if held.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = held.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (held.state, held.assignee, held.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_lasts() else done.claim_expires_at end
          where id = held.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (held.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> held.state then jsonb_build_array(held.state, done.state) end,
            'due_at', case when done.due_at <> held.due_at then jsonb_build_array(held.due_at, done.due_at) end)));
        if holder is distinct from held.assignee and held.claim_expires_at is null then
          perform private.log_activity('item_given', 'item', held.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_lasts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '5 minutes' $function$;

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

CREATE OR REPLACE FUNCTION private.withdraw_requirement (
  requirement uuid,
  seen        integer,
  reason      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason, null, null, null);
  end $function$;

CREATE OR REPLACE FUNCTION private.write_reply (
  caller uuid,
  held   public.inbox_items,
  body   text,
  form   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    sender text := (select line.email from private.inbox_lines as line where line.id = held.id);
    written uuid;
  begin
    if held.kind = 'requirement' or sender is null then
      raise exception 'reply_not_possible' using errcode = 'PT422';
    elsif 200 <= (select count(*) from public.item_replies as before
                   where before.author = caller and before.created_at > now() - interval '1 day') then
      raise exception 'too_many_replies' using errcode = 'PT429';
    end if;
    insert into public.item_replies (item_id, author, body, form_id)
      values (held.id, caller, private.trimmed(body), form) returning id into written;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, 'replied', jsonb_build_object('reply', written));
    perform private.enqueue_mail('item_reply', 'reply.' || written, jsonb_build_object('reply', written),
                                 address => sender);
  end $function$;

CREATE OR REPLACE FUNCTION public.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text                      DEFAULT NULL::text,
  person      uuid                      DEFAULT NULL::uuid,
  filled      integer                   DEFAULT NULL::integer,
  joining     date                      DEFAULT NULL::date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.change_requirement_status(requirement, seen, status, reason, person, filled, joining)
  $function$;

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.dashboard_page (
  page_size   integer,
  wanted      public.requirement_status DEFAULT NULL::public.requirement_status,
  only_unread boolean                   DEFAULT false,
  before_at   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                      DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed)) from (
        select filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.recruiter_id,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from private.own_requirements(page_size, wanted, only_unread, before_at, before_id) as page
          join public.job_requirements as filed on filed.id = page.id
          order by filed.created_at desc, filed.id desc) as listed), '[]'))
  $function$;

CREATE OR REPLACE FUNCTION public.delete_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_reply_template(template, seen) $function$;

REVOKE ALL ON FUNCTION "public"."delete_reply_template"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.edit_requirement_as_team (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.edit_requirement_as_team(requirement, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  note_kind  public.note_kind         DEFAULT 'note'::public.note_kind,
  body       text                     DEFAULT NULL::text,
  is_reply   boolean                  DEFAULT false,
  next_state public.inbox_state       DEFAULT NULL::public.inbox_state,
  due        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  takes_next boolean                  DEFAULT false,
  from_group text                     DEFAULT NULL::text,
  kind       public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state      public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose      text                     DEFAULT NULL::text,
  suspect    boolean                  DEFAULT NULL::boolean,
  words      text                     DEFAULT NULL::text,
  sort       text                     DEFAULT NULL::text,
  descending boolean                  DEFAULT NULL::boolean,
  only_group text                     DEFAULT NULL::text
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.finish_item(item, seen, form, note_kind, body, is_reply, next_state, due, takes_next, from_group,
                                      kind, state, whose, suspect, words, sort, descending, only_group)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.give_items (
  items  uuid[],
  seen   integer[],
  person uuid      DEFAULT NULL::uuid,
  act    uuid      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.change_items(items, seen, null, person, true, act) $function$;

REVOKE ALL ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_changeable (
  kind       public.inbox_kind  DEFAULT NULL::public.inbox_kind,
  state      public.inbox_state DEFAULT NULL::public.inbox_state,
  whose      text               DEFAULT NULL::text,
  suspect    boolean            DEFAULT NULL::boolean,
  words      text               DEFAULT NULL::text,
  sort       text               DEFAULT NULL::text,
  descending boolean            DEFAULT NULL::boolean,
  only_group text               DEFAULT NULL::text
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_changeable(kind, state, whose, suspect, words, sort, descending, only_group)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_requirements (
  status    public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority  public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose     text                        DEFAULT NULL::text,
  client    uuid                        DEFAULT NULL::uuid,
  words     text                        DEFAULT NULL::text,
  after_key timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                        DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.save_reply_template (
  template uuid,
  seen     integer,
  title    text,
  body     text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_reply_template(template, seen, title, body) $function$;

REVOKE ALL ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_item_states (
  items uuid[],
  seen  integer[],
  state public.inbox_state,
  act   uuid               DEFAULT NULL::uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.change_items(items, seen, state, null, false, act) $function$;

REVOKE ALL ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.undo_act(act) $function$;

REVOKE ALL ON FUNCTION "public"."undo_act"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_actor_fkey" FOREIGN KEY (actor) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_assignee_fkey" FOREIGN KEY (assignee) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_next_item_fkey" FOREIGN KEY (next_item) REFERENCES public.inbox_items(id) ON DELETE SET NULL;

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "can_be_answered" CHECK (((email IS NOT NULL) OR ((source <> 'form'::text) AND (phone IS NOT NULL))));

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE SET NULL;

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_source_check" CHECK ((source = ANY (ARRAY['form'::text, 'phone'::text, 'whatsapp'::text, 'walk_in'::text, 'email'::text])));

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_written_by_fkey" FOREIGN KEY (written_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."item_events"
  ADD CONSTRAINT "item_events_type_check"
    CHECK
    ((type = ANY (ARRAY['taken'::text, 'given'::text, 'released'::text, 'state'::text, 'due'::text, 'returned'::text, 'converted'::text, 'written'::text, 'answered'::text,
    'replied'::text, 'undone'::text])));

ALTER TABLE "public"."item_replies"
  ADD CONSTRAINT "item_replies_author_fkey" FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."item_replies"
  ADD CONSTRAINT "item_replies_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_joining_date_check" CHECK (((joining_date >= '1900-01-01'::date) AND (joining_date <= '2999-12-31'::date)));

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_positions_filled_check" CHECK (((positions_filled >= 0) AND (positions_filled <= 100000)));

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_consultation_id_fkey" FOREIGN KEY (source_consultation_id) REFERENCES public.consultation_requests(id) ON DELETE SET NULL;

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_consultation_id_key" UNIQUE (source_consultation_id);

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_contact_id_fkey" FOREIGN KEY (source_contact_id) REFERENCES public.contact_submissions(id) ON DELETE SET NULL;

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_source_contact_id_key" UNIQUE (source_contact_id);

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'requirement_converted'::text, 'requirement_event'::text, 'requirement_message'::text, 'inbox_summary'::text, 'item_reply'::text])));

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

CREATE INDEX item_acts_actor ON private.item_acts USING btree (actor);

CREATE INDEX item_acts_age ON private.item_acts USING btree (created_at);

CREATE INDEX item_acts_assignee ON private.item_acts USING btree (assignee);

CREATE INDEX item_acts_item ON private.item_acts USING btree (item_id);

CREATE INDEX item_acts_next ON private.item_acts USING btree (next_item);

CREATE INDEX contact_submissions_client ON public.contact_submissions USING btree (client_id);

CREATE INDEX contact_submissions_writer ON public.contact_submissions USING btree (written_by);

CREATE INDEX item_replies_author ON public.item_replies USING btree (author, created_at);

CREATE UNIQUE INDEX item_replies_form ON public.item_replies USING btree (author, form_id);

CREATE INDEX item_replies_timeline ON public.item_replies USING btree (item_id, created_at DESC, id DESC);

CREATE TRIGGER mark_flood
  BEFORE INSERT ON public.contact_submissions
  FOR EACH ROW
  WHEN ((new.source = 'form'::text))
  EXECUTE FUNCTION private.mark_flood();

CREATE TRIGGER raise_version
  BEFORE UPDATE ON public.reply_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_insert
  BEFORE INSERT ON public.reply_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_insert();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.reply_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE POLICY "who may export reads" ON "public"."item_replies"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "the team reads" ON "public"."reply_templates"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_team_member() AS is_team_member));

REVOKE ALL ON FUNCTION "private"."any_number_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_edit"(uuid, integer, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_items"(uuid[], integer[], public.inbox_state, uuid, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_items"(uuid[], integer[], public.inbox_state, uuid, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."common_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."convert_item"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."convert_item"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."convert_item_for_new"(uuid, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."convert_item_for_new"(uuid, text, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_reply_template"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_reply_template"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delivery_of_reply"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_requirement_as_team"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edit_requirement_as_team"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."edited_in"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."existing_words"(text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."file_for"(uuid, jsonb, public.inbox_items, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."file_requirement"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."file_requirement"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_enquiries"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_members"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_members"(text) TO "authenticated";

REVOKE ALL
  ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."form_of"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_enquiry"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_reply_template"(uuid, integer) FROM PUBLIC;

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

REVOKE ALL ON FUNCTION "private"."record_act"(uuid, uuid, public.inbox_items, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reply_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_reply_template"(uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_reply_template"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."searchable_name"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."searchable_name"(text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_act"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_act"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_lasts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."websearch"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_plain_numbers"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_reply"(uuid, public.inbox_items, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."convert_item_for_new"(uuid, text, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_reply_template"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_reply_template"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_reply_template"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."file_requirement"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_members"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_search"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mend_search"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_search"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_enquiry"(uuid, text, text, text, text, text, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_act"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_act"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_act"(uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."item_replies" FROM "authenticated";

GRANT SELECT ON TABLE "public"."item_replies" TO "authenticated";

REVOKE ALL ON TABLE "public"."item_replies" FROM "postgres";

GRANT ALL ON TABLE "public"."item_replies" TO "postgres";

GRANT ALL ON TABLE "public"."item_replies" TO "service_role";

REVOKE ALL ON TABLE "public"."reply_templates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."reply_templates" TO "authenticated";

REVOKE ALL ON TABLE "public"."reply_templates" FROM "postgres";

GRANT ALL ON TABLE "public"."reply_templates" TO "postgres";

GRANT ALL ON TABLE "public"."reply_templates" TO "service_role";

ALTER TABLE "public"."clients"
  ADD COLUMN "search" tsvector GENERATED ALWAYS AS (private.searchable_name(((company_name || ' '::text) || COALESCE(full_name, ''::text)), phone)) STORED NOT NULL;

ALTER TABLE "public"."contact_submissions"
  ADD CONSTRAINT "contact_submissions_phone_check" CHECK (private.is_text(phone, 200));

CREATE INDEX client_members_search ON public.client_members USING gin (private.searchable_name(full_name, phone));

CREATE INDEX clients_search ON public.clients USING gin (search);

-- What searches know anew: the numbers in what was kept before.
select private.renew_search();
