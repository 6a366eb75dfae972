set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "public"."item_events"
  DROP CONSTRAINT "item_events_type_check";

DROP FUNCTION "private"."find_enquiries"(text, text, text);

DROP FUNCTION "private"."suggest_clients"(text, text, text, uuid);

DROP FUNCTION "public"."find_enquiries"(text, text, text);

DROP FUNCTION "public"."suggest_clients"(text, text, text, uuid);

CREATE TABLE "private"."item_candidates" (
  "item_id"      uuid                     NOT NULL,
  "candidate_id" uuid                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "item_candidates_pkey" PRIMARY KEY (item_id)
);

CREATE TABLE "private"."spam_arrivals" (
  "item_id" uuid NOT NULL,
  "act"     uuid NOT NULL,
  CONSTRAINT "spam_arrivals_pkey" PRIMARY KEY (item_id)
);

CREATE TABLE "private"."spam_senders" (
  "sender"     text                     NOT NULL,
  "act"        uuid                     NOT NULL,
  "marked_by"  uuid,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "spam_senders_pkey" PRIMARY KEY (sender)
);

ALTER TYPE "public"."item_change" ADD ATTRIBUTE "marks_sender" boolean CASCADE;

ALTER TYPE "public"."listed_item" ADD ATTRIBUTE "is_from_spam_sender" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.candidate_of (
  item uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select made.candidate_id from private.item_candidates as made where made.item_id = item $function$;

CREATE OR REPLACE FUNCTION private.candidate_record (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_by'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'channel', note.channel, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at'] || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer
                             where answer.entry_id = entry.id and answer.former is null))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry_row
            -- Until an answer is told, it is its company's alone.
            cross join lateral private.told_entry(entry_row) as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            where entry_row.candidate_id = person.id),
        'enquiries', (select coalesce(jsonb_agg(
                        private.form_of_item(item) - array['id', 'form_id', 'written_by', 'client_id', 'suspect', 'flood']
                        order by item.created_at), '[]')
                        from private.item_candidates as made join public.inbox_items as item on item.id = made.item_id
                        where made.candidate_id = person.id and private.made_of(item.id) is null),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_of (
  address text
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return query
      select person.id from public.candidates as person where person.email = candidates_of.address
      union all
      select person.id from public.candidates as person
        where person.search @@ private.number_of(candidates_of.address) and person.email is null
          and array_to_tsvector(private.numbers_in(person.phone)) @@ private.number_of(candidates_of.address)
      order by 1;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_converted (
  caller uuid,
  source public.inbox_items
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
  end $function$;

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
      if not exists (select from public.job_requirements as requirement_row where requirement_row.id = made and requirement_row.client_id = client) then
        raise exception 'converted_already' using errcode = 'PT409';
      end if;
      return made;
    end if;
    select * into source from public.inbox_items where id = item;
    made := private.file_for(client, entries, source);
    perform private.close_converted(caller, source);
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
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
  end $function$;

CREATE OR REPLACE FUNCTION private.erase_sender (
  item uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare sent record;
  begin
    perform private.lock_team();
    select * into sent from private.sender_to_erase(erase_sender.item);
    if sent.is_member then
      raise exception 'sender_is_member' using errcode = 'PT422';
    end if;
    perform private.erase_person(sent.address);
  end $function$;

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
          union all select item_row.id from public.job_requirements as requirement
            join public.inbox_items as item_row on item_row.requirement_id = requirement.id where requirement.submitted_by = any (accounts))),
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
      'marked_as_spam', (select coalesce(jsonb_agg(marked.created_at), '[]')
        from private.spam_senders as marked where marked.sender = any (private.sender_keys(address, address))),
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
        from public.candidates as person where person.id in (select private.candidates_of(wanted))),
      'shortlists', private.export_shortlists_of(accounts),
      'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                             'sent_at', mail.sent_at) order by mail.created_at), '[]')
        from public.mail_outbox as mail where lower(mail.address) = wanted or mail.user_id = any (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
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
          'sign_in', private.sign_in_records(person.id))), '[]')
        from auth.users as person where person.id = any (accounts)))
      || private.export_forms_of(wanted) || private.export_inbox_of(wanted, accounts);
  end $function$;

CREATE OR REPLACE FUNCTION private.find_candidates_calling (
  name    text,
  number  text,
  address text
)
  RETURNS TABLE (
    id        uuid,
    full_name text,
    headline  text,
    city      text,
    email     text,
    phone     text,
    reason    text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 6
  SET search_path TO ''
  AS $function$
  begin
    return query
      select known.id, known.full_name, known.headline, known.city, person.email, person.phone, known.why
        from private.similar_candidates(jsonb_build_object('full_name', find_candidates_calling.name,
               'phone', find_candidates_calling.number, 'email', find_candidates_calling.address), null) as known
        join public.candidates as person on person.id = known.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id             uuid,
    kind           public.inbox_kind,
    title          text,
    sender         text,
    came           timestamp with time zone,
    state          public.inbox_state,
    source         text,
    reason         text,
    email          text,
    phone          text,
    sender_company text,
    client_id      uuid
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
        select item.id, item.created_at from public.inbox_items as item where item.search @@ numbers
      ), of_address as materialized (
        select item.id, item.created_at from public.inbox_items as item
          where numnode(address_words) > 0 and item.search @@ address_words
      ), of_mailbox as (
        select item.id, item.created_at from public.inbox_items as item
          where private.mailbox_of(item.email) = mailbox and item.email is not null order by item.created_at desc limit 10
      ), of_company as (
        select item.id, item.created_at from public.inbox_items as item
          where lower(item.company) = firm and item.company is not null order by item.created_at desc limit 10
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
      select item.id, item.kind, left(item.subject, 120), item.sender, item.created_at, item.state,
             item.source, newest.reason, item.email, item.phone, item.company, coalesce(requirement.client_id, form.client_id)
        from newest
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = newest.id limit 1) as item
        left join public.job_requirements as requirement on requirement.id = item.requirement_id
        left join public.contact_submissions as form
          on form.id = (select sent.contact_id from public.inbox_items as sent where sent.id = newest.id)
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  change     public.item_change,
  from_group text,
  filter     public.inbox_filter
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
    item_row public.inbox_items;
    is_reply boolean := coalesce(change.is_reply, false);
  begin
    perform from public.inbox_items as item where item.id = finish_item.item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = finish_item.item;
    if found then
      return next;
      return;
    end if;
    item_row := private.lock_item(finish_item.item, seen);
    from_group := coalesce(from_group, (select placed.item_group from private.grouped_items as placed where placed.id = finish_item.item));
    if is_reply then
      perform private.write_reply(caller, item_row, change.body, form);
    elsif change.body is not null and not exists (
      select from (select * from public.notes as before where before.item_id = finish_item.item
                     order by before.created_at desc, before.id desc limit 1) as last
        where last.author = caller and last.kind = coalesce(change.note_kind, 'note')
          and last.body = private.trimmed(change.body) and last.created_at > now() - private.repeats_within()) then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (finish_item.item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.marks_sender then
      perform private.mark_sender(caller, item_row.id, form);
    end if;
    if change.state is not null then
      perform private.apply_state(caller, item_row, change.state, change.due_at);
    elsif is_reply and item_row.state = 'new' then
      perform private.apply_state(caller, item_row, 'open', null);
    end if;
    if private.version_of(finish_item.item) = item_row.version then
      perform private.touch_item(caller, finish_item.item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as item set version = item.version + 1 where item.id = finish_item.item and is_reply;
    end if;
    if change.takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, item_row, from_group, filter) as next;
    end if;
    perform private.record_act(form, caller, item_row, next_id, is_reply);
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_candidate (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person public.candidates := private.lock_candidate(candidate);
    entries uuid[] := array(select entry_row.id from public.shortlist_entries as entry_row where entry_row.candidate_id = candidate order by entry_row.id);
    subjects text[] := private.mail_subjects(candidate);
    addresses text[];
    entry uuid;
  begin
    insert into private.sealed_candidates (subject, consents)
      select private.subject_of(coalesce(person.email, person.phone, person.id::text)),
             jsonb_agg(jsonb_build_object('purpose', consent.purpose, 'basis', consent.basis, 'notice_version', consent.notice_version,
                                          'asked_at', consent.asked_at, 'given_at', consent.given_at, 'refused_at', consent.refused_at,
                                          'withdrawn_at', consent.withdrawn_at, 'card_digest', consent.card_digest,
                                          'how', consent.how, 'number_digest', consent.number_digest, 'rung_at', consent.rung_at))
        from public.candidate_consents as consent
        where consent.candidate_id = person.id and (select sealed_days from private.settings) > 0
        having count(*) > 0;
    foreach entry in array entries loop
      perform private.close_entry(entry, false);
    end loop;
    update public.crm_events as event
      set entry_ids = array(select each from unnest(event.entry_ids) as each where each <> all (entries))
      where event.requirement_id in (select entry_row.requirement_id from public.shortlist_entries as entry_row where entry_row.id = any (entries))
        and event.entry_ids && entries;
    -- Addresses that they had before are those of mails about them; what went there may be somebody else's by now.
    addresses := array(select distinct lower(mail.address) from public.mail_outbox as mail
                         where mail.template like 'candidate\_%'
                           and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && subjects);
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and (lower(mail.address) = person.email
          or array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && subjects
          or lower(mail.address) = any (addresses) and not exists (
            select from public.candidates as other where other.email = lower(mail.address) and other.id <> person.id));
    update private.disowned_mailboxes as known set records = array_remove(known.records, person.id)
      where person.id = any (known.records);
    perform private.forget_items_of(person.id);
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_items_of (
  candidate uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    items uuid[] := array(select made.item_id from private.item_candidates as made
                            where made.candidate_id = forget_items_of.candidate and private.made_of(made.item_id) is null);
    form record;
  begin
    perform from public.inbox_items as line where line.id = any (items) order by line.id for update;
    for form in select * from private.public_forms() loop
      execute format('delete from public.%I where id in (
        select sent.form_row_id from private.enquiries as sent where sent.id = any ($1) and sent.kind = $2)', form.relation)
        using items, form.kind;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_known_sender (
  address text,
  number  text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mailbox text := private.mailbox_of(private.trimmed(left(address, 320)));
    wanted tsquery := private.any_number_of(number);
    numbers text[] := private.numbers_like(left(number, 200));
  begin
    return exists (select from public.candidates as person where private.mailbox_of(person.email) = mailbox)
      or exists (select from public.candidates as person
                  where person.search @@ wanted and private.numbers_in(person.phone) && numbers)
      or exists (select from private.accounts_of(mailbox) as account (id)
                  join public.client_members as member on member.user_id = account.id
                  where private.is_known_company(member.client_id))
      or exists (select from public.invitations as invitation
                  where private.mailbox_of(invitation.email) = mailbox and private.is_team(invitation.invited_by))
      or exists (select from public.client_members as member
                  where private.searchable_name(member.full_name, member.phone) @@ wanted
                    and private.first_number_in(member.phone) && numbers and private.is_known_company(member.client_id))
      or exists (select from public.clients as client
                  where client.search @@ wanted and private.first_number_in(client.phone) && numbers
                    and private.is_known_company(client.id));
  end $function$;

CREATE OR REPLACE FUNCTION private.is_spam_sender (
  email text,
  phone text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.spam_senders as marked where marked.sender = any (private.sender_keys(email, phone)))
  $function$;

CREATE OR REPLACE FUNCTION private.list_inbox (
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.listed_item
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source,
           item.state = 'spam' and exists (select from private.spam_arrivals as arrived where arrived.item_id = item.id)
      from private.inbox_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
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

CREATE OR REPLACE FUNCTION private.lock_person (
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
                    where entry.candidate_id in (select private.candidates_of(address)) and entry.state = 'joined')
      order by id for update;
    perform from public.candidates where id in (select private.candidates_of(address)) order by id for update;
    perform from public.inbox_items
      where id in (
        select id from public.inbox_items where assignee = any (accounts)
        union select item.id from public.job_requirements as requirement
          join public.inbox_items as item on item.requirement_id = requirement.id
          where requirement.client_id = any (companies) or requirement.recruiter_id = any (accounts)
        union select sent.id from private.items_of(address) as sent)
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_candidate_of (
  item      uuid,
  entries   jsonb,
  form      uuid,
  candidate uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    made uuid := make_candidate_of.candidate;
    source public.inbox_items;
    before uuid;
  begin
    -- Candidates are held before lines of the inbox (private.lock_records).
    if made is null then
      made := private.save_candidate(make_candidate_of.entries, make_candidate_of.form, null, null) ->> 'id';
    else
      perform private.lock_candidate(made);
    end if;
    select * into source from public.inbox_items as line
      where line.id = make_candidate_of.item and line.requirement_id is null for update;
    if source.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    before := private.candidate_of(source.id);
    if before is not null and before <> made then
      raise exception 'candidate_made_already' using errcode = 'PT409';
    elsif before is null then
      insert into private.item_candidates (item_id, candidate_id) values (source.id, made);
      perform private.close_converted(caller, source);
      insert into public.item_events (item_id, actor, type) values (source.id, caller, 'candidate');
      update public.candidates as kept set last_activity_at = now() where kept.id = made;
    end if;
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    sender record;
    made uuid;
  begin
    -- What the team writes down is read in any case.
    select case when coalesce(envelope.source, 'form') = 'form' then private.spam_mark_of(envelope.email, envelope.phone) end as mark
      into sender from private.read_envelope(to_jsonb(new)) as envelope;
    insert into public.inbox_items (state, kind, contact_id, posting_id, consultation_id, created_at, last_activity_at, due_at,
                                    is_suspect, is_flood, search, sender, email, phone, company, subject, reference, source)
      select case when sender.mark is null then 'new'::public.inbox_state else 'spam' end, kind, case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
             case kind when 'consultation' then new.id end, new.created_at, new.created_at,
             new.created_at + private.promised(kind), new.suspect, new.flood,
             private.searchable_enquiry(to_jsonb(new), new.flood), envelope.*
        from private.read_envelope(to_jsonb(new)) as envelope
      returning id into made;
    if sender.mark is not null then
      insert into private.spam_arrivals (item_id, act) values (made, sender.mark);
      insert into public.item_events (item_id, type) values (made, 'sender_spam');
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_sender (
  caller uuid,
  item   uuid,
  act    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    sent record;
    keys text[];
  begin
    select item_row.* into sent from private.inbox_item_details as item_row
      where item_row.id = mark_sender.item and item_row.requirement_id is null limit 1;
    keys := private.sender_keys(sent.email, sent.phone);
    if sent.id is null or cardinality(keys) = 0 then
      raise exception 'sender_unknown' using errcode = 'PT422';
    elsif private.is_known_sender(sent.email, sent.phone) then
      raise exception 'sender_known' using errcode = 'PT422';
    end if;
    insert into private.spam_senders (sender, act, marked_by) select key, mark_sender.act, caller from unnest(keys) as key
      on conflict (sender) do nothing;
    insert into public.item_events (item_id, actor, type) values (sent.id, caller, 'sender_marked');
  end $function$;

CREATE OR REPLACE FUNCTION private.mend_enquiry (
  item        uuid,
  seen        integer,
  name        text,
  requirement text,
  phone       text,
  email       text,
  company     text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(mend_enquiry.item, mend_enquiry.seen);
    before public.contact_submissions;
    after public.contact_submissions;
  begin
    select * into before from public.contact_submissions as form where form.id = item_row.contact_id for update;
    if before.written_by is distinct from caller or before.created_at < now() - interval '1 hour' then
      raise exception 'mend_over' using errcode = 'PT422';
    end if;
    update public.contact_submissions as form
      set name = private.trimmed(mend_enquiry.name), requirement = private.trimmed(mend_enquiry.requirement),
          phone = private.trimmed(mend_enquiry.phone), email = private.trimmed(mend_enquiry.email),
          company = private.trimmed(mend_enquiry.company)
      where form.id = before.id returning * into after;
    if to_jsonb(after) - 'updated_at' = to_jsonb(before) - 'updated_at' then
      return item_row.version;
    end if;
    update public.inbox_items set version = version + 1, last_activity_at = now() where id = item_row.id;
    -- What stood there before is told nowhere: it may be another person's number.
    insert into public.item_events (item_id, actor, type, changes)
      select item_row.id, caller, 'mended', jsonb_build_object('fields', jsonb_agg(now_is.key order by now_is.key))
        from jsonb_each(to_jsonb(after)) as now_is
        where now_is.key <> 'updated_at' and to_jsonb(before) -> now_is.key is distinct from now_is.value;
    return private.version_of(item_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.merge_candidates (
  kept        uuid,
  seen        integer,
  merged      uuid,
  merged_seen integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    stays public.candidates;
    goes public.candidates;
    now_at integer;
  begin
    perform private.lock_team();
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id in (select private.records_of(kept) union select private.records_of(merged)))
      order by id for no key update;
    perform from public.candidates
      where id in (select private.records_of(kept) union select private.records_of(merged)) order by id for update;
    stays := private.lock_candidate(kept);
    goes := private.lock_candidate(merged);
    if stays.version is distinct from seen or goes.version is distinct from merged_seen then
      raise exception 'stale' using errcode = 'PT409', detail = stays.version::text;
    elsif kept = merged or stays.email is distinct from goes.email
      or num_nonnulls(stays.email_confirmed_at, goes.email_confirmed_at) = 0 then
      raise exception 'not_one_person' using errcode = 'PT422';
    elsif exists (select from public.shortlist_entries as entry
                   where entry.candidate_id = goes.id and entry.state = any (private.asked_states())) then
      raise exception 'merge_other_way' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    update public.candidates as kept_record
      set next_on = goes.next_on, next_words = goes.next_words, next_by = goes.next_by
      where kept_record.id = stays.id and stays.next_on is null;
    update private.item_candidates set candidate_id = stays.id where candidate_id = goes.id;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.state = 'draft' and not exists (select from public.candidate_consents as consent where consent.entry_id = entry.id)
          or exists (select from public.candidate_consents as consent
                      where consent.entry_id = entry.id and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0))
        and not exists (select from public.shortlist_entries as own
                         where own.candidate_id = stays.id and own.requirement_id = entry.requirement_id);
    update public.candidate_consents as consent
      set candidate_id = stays.id,
          entry_id = (select own.id from public.shortlist_entries as past
                        join public.shortlist_entries as own
                          on own.requirement_id = past.requirement_id and own.candidate_id = stays.id
                        where past.id = consent.entry_id)
      where consent.candidate_id = goes.id and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0;
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && private.mail_subjects(goes.id);
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.preview_sender_erasure (
  item uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare sent record;
  begin
    select * into sent from private.sender_to_erase(preview_sender_erasure.item);
    return jsonb_build_object(
      'name', sent.name, 'reached_at', sent.address, 'is_member', sent.is_member,
      'items', (select count(*) from private.items_of(sent.address)),
      'candidates', (select count(*) from private.candidates_of(sent.address)),
      'mails', (select count(*) from public.mail_outbox as mail where lower(mail.address) = sent.address),
      'days', (select jsonb_build_object('all', kept.retention_days, 'candidates', kept.retention_days_candidates)
                 from private.settings as kept));
  end $function$;

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
        and not exists (select from public.user_roles as user_role where user_role.user_id = person.id and user_role.role <> 'client')
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
                 'sender', item_row.sender, 'email', item_row.email, 'phone', item_row.phone, 'company', item_row.company,
                 'subject', item_row.subject, 'reference', item_row.reference, 'source', item_row.source,
                 'made_requirement', private.made_of(item.id), 'made_candidate', private.candidate_of(item.id),
                 'is_sender_spam', private.is_spam_sender(item_row.email, item_row.phone),
                 'job_requirements', to_jsonb(requirement_row) || jsonb_build_object('clients',
                   jsonb_build_object('company_name', item_row.company)))
                 -- The form by the name of its table, and nothing by those of the others.
                 || (select jsonb_object_agg(known.relation, case when known.kind = item.kind then private.form_of_item(item) end)
                       from private.public_forms() as known)
               order by wanted.place), '[]')
        from (select listed.id, min(listed.place) as place from unnest(items) with ordinality as listed (id, place)
                group by listed.id order by 2 limit 100) as wanted
        join public.inbox_items as item on item.id = wanted.id
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = wanted.id limit 1) as item_row
        left join public.job_requirements as requirement_row on requirement_row.id = item.requirement_id);
  end $function$;

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
    numbers tsquery;
  begin
    perform private.require_team();
    select private.mailbox_of(item.email), lower(item.company), private.any_number_of(item.phone)
      into mailbox, firm, numbers
      from private.inbox_item_details as item where item.id = related_items.item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with requirements as (
        select requirement.id from private.accounts_of(mailbox) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as requirement
        union
        select requirement.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as requirement
          where lower(client.company_name) = firm
      ), others as (
        (select sent.id, sent.created_at from public.inbox_items as sent
           where private.mailbox_of(sent.email) = mailbox and sent.email is not null order by sent.created_at desc limit 21)
        union
        (select sent.id, sent.created_at from public.inbox_items as sent
           where lower(sent.company) = firm and sent.company is not null order by sent.created_at desc limit 21)
        union
        (select sent.id, sent.created_at from public.inbox_items as sent where sent.search @@ numbers limit 1000)
        union
        select found.id, found.created_at
          from requirements as requirement join public.inbox_items as found on found.requirement_id = requirement.id
      ), newest as (
        select * from others where others.id <> related_items.item order by others.created_at desc, others.id desc limit 20
      )
      select item.id, item.kind, left(item.subject, 120), item.created_at, item.state, item.source
        from newest
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = newest.id limit 1) as item
        order by newest.created_at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.related_people (
  item uuid
)
  RETURNS TABLE (
    kind   text,
    id     uuid,
    name   text,
    detail text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 12
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    sent record;
    connected uuid;
  begin
    perform private.require_team();
    select item_row.* into sent from private.inbox_item_details as item_row
      where item_row.id = related_people.item and item_row.requirement_id is null limit 1;
    select form.client_id into connected from public.inbox_items as item_row
      join public.contact_submissions as form on form.id = item_row.contact_id where item_row.id = sent.id;
    return query
      select 'candidate', known.id, known.full_name, known.headline, known.why
        from private.similar_candidates(jsonb_build_object('email', sent.email, 'phone', sent.phone), null) as known
        where sent.id is not null;
    return query
      select 'client', known.id, known.company_name, known.full_name, known.reason
        from private.suggest_clients(sent.company, sent.email, sent.phone, connected) as known
        where sent.id is not null and known.reason <> 'words' limit 6;
  end $function$;

CREATE OR REPLACE FUNCTION private.release_marks (
  caller uuid,
  acts   uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    item public.inbox_items;
    count integer := 0;
  begin
    delete from private.spam_senders as marked where marked.act = any (acts);
    for item in
      select * from public.inbox_items as line
        where line.state = 'spam'
          and line.id in (select arrived.item_id from private.spam_arrivals as arrived where arrived.act = any (acts))
        order by line.id limit 500 for update skip locked
    loop
      perform private.apply_state(caller, item, 'new', null);
      count := count + 1;
    end loop;
    return count;
  end $function$;

CREATE OR REPLACE FUNCTION private.release_sender (
  item uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    line public.inbox_items;
    is_back boolean := false;
    acts uuid[];
  begin
    select * into line from public.inbox_items as own
      where own.id = release_sender.item and own.requirement_id is null for update;
    if line.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    elsif line.state = 'spam' then
      perform private.apply_state(caller, line, 'new', null);
      is_back := true;
    end if;
    acts := array(
      select marked.act from private.enquiries as sent
        join private.spam_senders as marked on marked.sender = any (private.sender_keys(sent.email, sent.phone))
        where sent.id = line.id
      union select arrived.act from private.spam_arrivals as arrived where arrived.item_id = line.id);
    insert into public.item_events (item_id, actor, type) values (line.id, caller, 'sender_released');
    return private.release_marks(caller, acts) + is_back::integer;
  end $function$;

CREATE OR REPLACE FUNCTION private.sender_keys (
  email text,
  phone text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array(
      select private.subject_of(private.mailbox_of(private.normal_address(email))) where position('@' in email) > 0
      union
      select private.subject_of(right(number.digits, 10))
        from unnest(private.phone_numbers_in(left(phone, 200))) as dialled
        cross join lateral private.digits_of(dialled) as number where number.is_whole)
  $function$;

CREATE OR REPLACE FUNCTION private.sender_to_erase (
  item uuid,
  OUT  address text,
  OUT  name text,
  OUT  is_member boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.spam_mark_of (
  email text,
  phone text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mark uuid := (select marked.act from private.spam_senders as marked
                    where marked.sender = any (private.sender_keys(email, phone)) limit 1);
  begin
    return case when mark is not null and not private.is_known_sender(email, phone) then mark end;
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
    reason       text,
    is_known     boolean,
    email        text,
    phone        text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             private.numbers_like(left(number, 200)) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id),
           coalesce(likely.email, (select account.email from auth.users as account where account.id = likely.user_id)),
           coalesce(likely.phone, case when likely.person is null then client.phone end)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person, likely.user_id,
                                       likely.email, likely.phone from (
          select client.id, 'connected' as reason, 0 as place, null as person, null::uuid as user_id, null as email,
                 null as phone from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name, member.user_id, null, member.phone
            from public.client_members as member
            where member.user_id in (select private.accounts_of(address))
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name, null, invitation.email, invitation.phone
            from public.invitations as invitation
            where invitation.client_id is not null and private.mailbox_of(invitation.email) = private.mailbox_of(private.trimmed(address))
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name, member.user_id, null, member.phone from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) && wanted_ones
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null, null, null, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) && wanted_ones
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null, null, null, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null, null, null, null from public.clients as client, private.any_word_of(name) as wanted
            where private.words_of(client.company_name) @@ wanted
            order by ts_rank(private.words_of(client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
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
    item public.inbox_items;
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
      select * into item from public.inbox_items where id = done.item_id for update;
      continue when item.id is null;
      item_id := item.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if item.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = item.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (item.state, item.assignee, item.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_duration() else done.claim_expires_at end
          where id = item.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (item.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> item.state then jsonb_build_array(item.state, done.state) end,
            'due_at', case when done.due_at <> item.due_at then jsonb_build_array(item.due_at, done.due_at) end)));
        -- What somebody did alone, such as taking it, is told of no more than that they did.
        if holder is distinct from item.assignee and item.claim_expires_at is null
          and (coalesce(holder, caller) <> caller or coalesce(item.assignee, caller) <> caller) then
          perform private.log_activity('item_given', 'item', item.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    perform private.release_marks(caller, array[undo_act.act])
      from private.spam_senders as marked where marked.act = undo_act.act and marked.marked_by = caller limit 1;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

CREATE OR REPLACE FUNCTION public.erase_sender (
  item uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.erase_sender(item) $function$;

REVOKE ALL ON FUNCTION "public"."erase_sender"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_candidates_calling (
  name    text DEFAULT NULL::text,
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text
)
  RETURNS TABLE (
    id        uuid,
    full_name text,
    headline  text,
    city      text,
    email     text,
    phone     text,
    reason    text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_candidates_calling(name, number, address) $function$;

REVOKE ALL ON FUNCTION "public"."find_candidates_calling"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_enquiries (
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  company text DEFAULT NULL::text
)
  RETURNS TABLE (
    id             uuid,
    kind           public.inbox_kind,
    title          text,
    sender         text,
    came           timestamp with time zone,
    state          public.inbox_state,
    source         text,
    reason         text,
    email          text,
    phone          text,
    sender_company text,
    client_id      uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_enquiries(number, address, company) $function$;

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.make_candidate_of (
  item      uuid,
  entries   jsonb DEFAULT NULL::jsonb,
  form      uuid  DEFAULT NULL::uuid,
  candidate uuid  DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.make_candidate_of(item, entries, form, candidate) $function$;

REVOKE ALL ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mend_enquiry (
  item        uuid,
  seen        integer,
  name        text,
  requirement text,
  phone       text    DEFAULT NULL::text,
  email       text    DEFAULT NULL::text,
  company     text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mend_enquiry(item, seen, name, requirement, phone, email, company) $function$;

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.preview_sender_erasure (
  item uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.preview_sender_erasure(item) $function$;

REVOKE ALL ON FUNCTION "public"."preview_sender_erasure"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.related_people (
  item uuid
)
  RETURNS TABLE (
    kind   text,
    id     uuid,
    name   text,
    detail text,
    reason text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.related_people(item) $function$;

REVOKE ALL ON FUNCTION "public"."related_people"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.release_sender (
  item uuid
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.release_sender(item) $function$;

REVOKE ALL ON FUNCTION "public"."release_sender"(uuid) FROM PUBLIC, "anon", "service_role";

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
    reason       text,
    is_known     boolean,
    email        text,
    phone        text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.suggest_clients(name, address, number, known) $function$;

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."item_candidates"
  ADD CONSTRAINT "item_candidates_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_candidates"
  ADD CONSTRAINT "item_candidates_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."spam_arrivals"
  ADD CONSTRAINT "spam_arrivals_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."spam_senders"
  ADD CONSTRAINT "spam_senders_marked_by_fkey" FOREIGN KEY (marked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."item_events"
  ADD CONSTRAINT "item_events_type_check"
    CHECK
    ((type = ANY (ARRAY['taken'::text, 'given'::text, 'released'::text, 'state'::text, 'due'::text, 'returned'::text, 'converted'::text, 'written'::text, 'answered'::text,
    'replied'::text, 'undone'::text, 'mended'::text, 'candidate'::text, 'sender_marked'::text, 'sender_spam'::text, 'sender_released'::text])))
    NOT VALID;

CREATE INDEX item_candidates_candidate ON private.item_candidates USING btree (candidate_id);

CREATE INDEX spam_arrivals_act ON private.spam_arrivals USING btree (act);

CREATE INDEX spam_senders_act ON private.spam_senders USING btree (act);

CREATE INDEX spam_senders_marker ON private.spam_senders USING btree (marked_by);

REVOKE ALL ON FUNCTION "private"."candidate_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_converted"(uuid, public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_sender"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_candidates_calling"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_candidates_calling"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_enquiries"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."forget_items_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_known_sender"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_spam_sender"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_candidate_of"(uuid, jsonb, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_candidate_of"(uuid, jsonb, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mark_sender"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mend_enquiry"(uuid, integer, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_enquiry"(uuid, integer, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."preview_sender_erasure"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."preview_sender_erasure"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."related_people"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."related_people"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."release_marks"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."release_sender"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."release_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sender_keys"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sender_to_erase"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spam_mark_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_clients"(text, text, text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."erase_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_sender"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_sender"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_candidates_calling"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_candidates_calling"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_candidates_calling"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_candidate_of"(uuid, jsonb, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mend_enquiry"(uuid, integer, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_sender_erasure"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_sender_erasure"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_sender_erasure"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_people"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."related_people"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_people"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_sender"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_sender"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_sender"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_clients"(text, text, text, uuid) TO "postgres";
