set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."candidate_imports" (
  "id"         uuid                     NOT NULL,
  "owner"      uuid                     NOT NULL,
  "head"       text[]                   NOT NULL,
  "columns"    text[]                   NOT NULL,
  "has_head"   boolean                  NOT NULL,
  "source"     text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "done_at"    timestamp with time zone,
  "undone_at"  timestamp with time zone,
  CONSTRAINT "candidate_imports_check" CHECK ((cardinality(columns) = cardinality(head))),
  CONSTRAINT "candidate_imports_head_check" CHECK (((cardinality(head) >= 1) AND (cardinality(head) <= 60))),
  CONSTRAINT "candidate_imports_pkey" PRIMARY KEY (id),
  CONSTRAINT "candidate_imports_source_check" CHECK (private.is_text(source, 200))
);

CREATE TABLE "private"."import_rows" (
  "import_id"    uuid    NOT NULL,
  "place"        integer NOT NULL,
  "cells"        text[]  NOT NULL,
  "entries"      jsonb,
  "problems"     text[]  NOT NULL DEFAULT '{}'::text[],
  "mailbox"      text,
  "name_key"     text,
  "number_keys"  text[]  NOT NULL DEFAULT '{}'::text[],
  "like_keys"    text[]  NOT NULL DEFAULT '{}'::text[],
  "known_id"     uuid,
  "known_by"     text,
  "hint_id"      uuid,
  "twin_place"   integer,
  "choice"       text,
  "outcome"      text,
  "candidate_id" uuid,
  "filled"       jsonb,
  CONSTRAINT "import_rows_cells_check" CHECK ((cardinality(cells) <= 60)),
  CONSTRAINT "import_rows_choice_check" CHECK ((choice = ANY (ARRAY['leave'::text, 'fill'::text, 'make'::text]))),
  CONSTRAINT "import_rows_known_by_check" CHECK ((known_by = ANY (ARRAY['address'::text, 'number'::text, 'name'::text]))),
  CONSTRAINT "import_rows_outcome_check" CHECK ((outcome = ANY (ARRAY['made'::text, 'filled'::text, 'left'::text, 'wrong'::text]))),
  CONSTRAINT "import_rows_pkey" PRIMARY KEY (import_id, place),
  CONSTRAINT "import_rows_place_check" CHECK (((place >= 1) AND (place <= 100000))),
  CONSTRAINT "import_rows_problems_check" CHECK ((cardinality(problems) <= 40)),
  CONSTRAINT "import_rows_entries_check" CHECK (private.are_entries(entries))
);

CREATE OR REPLACE FUNCTION private.decide_import (
  import  uuid,
  places  integer[],
  choices text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.lock_import(import)).done_at is not null then
      raise exception 'import_done' using errcode = 'PT409';
    end if;
    update private.import_rows as kept set choice = nullif(decided.choice, '')
      from unnest(places, choices) as decided (place, choice)
      where kept.import_id = import and kept.place = decided.place and kept.entries is not null;
  end $function$;

CREATE OR REPLACE FUNCTION private.discard_import (
  import uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.lock_import(import)).done_at is not null then
      raise exception 'import_done' using errcode = 'PT409';
    end if;
    delete from private.candidate_imports as kept where kept.id = import;
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
    -- A table that the team has pasted, wherever in a row the address stands.
    delete from private.import_rows as typed
      where typed.mailbox = private.mailbox_of(wanted)
        or exists (select from unnest(typed.cells) as cell where position(wanted in lower(cell)) > 0);
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
      'import_rows', (select coalesce(jsonb_agg(to_jsonb(typed.cells) order by typed.import_id, typed.place), '[]')
        from private.import_rows as typed where typed.mailbox = private.mailbox_of(wanted)),
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

CREATE OR REPLACE FUNCTION private.export_shortlists_of (
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'answers', (select coalesce(jsonb_agg(to_jsonb(answer) order by answer.created_at), '[]')
        from public.shortlist_answers as answer where accounts && array[answer.author, answer.released_by, answer.noted_by]),
      'views', (select coalesce(jsonb_agg(to_jsonb(opened) order by opened.created_at), '[]')
        from public.entry_views as opened where opened.user_id = any (accounts)),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'created_at', note.created_at) order by note.created_at), '[]')
        from public.candidate_notes as note where note.author = any (accounts)),
      'next_steps', (select coalesce(jsonb_agg(jsonb_build_object('id', step.id, 'next_on', step.next_on) order by step.next_on), '[]')
        from (select entry.id, entry.next_on, entry.next_by from public.shortlist_entries as entry where entry.next_by = any (accounts)
              union all
              select person.id, person.next_on, person.next_by from public.candidates as person where person.next_by = any (accounts))
          as step),
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'asked_at', consent.asked_at) order by consent.asked_at), '[]')
        from public.candidate_consents as consent where consent.asked_by = any (accounts)),
      'rung', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'rung_at', consent.rung_at) order by consent.rung_at), '[]')
        from public.candidate_consents as consent where consent.rung_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)),
      'imported', (select coalesce(jsonb_agg(jsonb_build_object('id', kept.id, 'created_at', kept.created_at) order by kept.created_at), '[]')
        from private.candidate_imports as kept where kept.owner = any (accounts)))
  $function$;

CREATE OR REPLACE FUNCTION private.import_choice (
  table_row private.import_rows,
  known     text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when table_row.entries is null then 'wrong'
                else coalesce(table_row.choice,
                              case when num_nonnulls(table_row.known_id, table_row.twin_place) > 0 then known else 'make' end) end
  $function$;

CREATE OR REPLACE FUNCTION private.import_counts (
  import uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'all', count(*), 'wrong', count(*) filter (where typed.entries is null),
        'known', count(*) filter (where num_nonnulls(typed.known_id, typed.twin_place) > 0),
        'hint', count(*) filter (where typed.hint_id is not null and typed.twin_place is null),
        'noted', count(*) filter (where typed.entries is not null and typed.problems <> '{}'),
        'made', count(*) filter (where typed.outcome = 'made'), 'filled', count(*) filter (where typed.outcome = 'filled'),
        'left', count(*) filter (where typed.outcome = 'left'))
      from private.import_rows as typed where typed.import_id = import
  $function$;

CREATE OR REPLACE FUNCTION private.import_lasts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '1 day' $function$;

CREATE OR REPLACE FUNCTION private.list_imports()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return (select coalesce(jsonb_agg(jsonb_build_object(
                'id', kept.id, 'owner', kept.owner, 'source', kept.source, 'created_at', kept.created_at, 'done_at', kept.done_at,
                'undone_at', kept.undone_at, 'counts', private.import_counts(kept.id)) order by kept.created_at desc), '[]')
              from private.candidate_imports as kept
              where kept.created_at > now() - private.import_lasts()
                and (kept.owner = caller or kept.done_at is not null and private.is_admin()));
  end $function$;

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
      union select coalesce(lower(typed.entries ->> 'email'), typed.entries ->> 'phone'), 'import_rows'
        from private.import_rows as typed where num_nonnulls(typed.entries ->> 'email', typed.entries ->> 'phone') > 0
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
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_import (
  import uuid
)
  RETURNS private.candidate_imports
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    import_row private.candidate_imports;
  begin
    select * into import_row from private.candidate_imports as kept
      where kept.id = import and kept.created_at > now() - private.import_lasts()
        and (kept.owner = caller or kept.done_at is not null and private.is_admin()) for update;
    if import_row.id is null then
      raise exception 'import_not_found' using errcode = 'PT404';
    end if;
    return import_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_imported (
  people uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare records uuid[] := array(
    select twin.id from public.candidates as own join public.candidates as twin on twin.id = own.id or twin.email = own.email
      where own.id = any (people));
  begin
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id = any (records) and entry.state = 'joined')
      order by id for no key update;
    perform from public.candidates where id = any (records) order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION private.match_import (
  import uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with table_row as materialized (
      select typed.place, typed.mailbox, typed.name_key, typed.number_keys, typed.like_keys, typed.entries,
             (select string_agg(number, ' | ')::tsquery from unnest(typed.like_keys) as number) as numbers,
             typed.entries ->> 'phone' as phone, private.fold_text(typed.entries ->> 'city') as town
        from private.import_rows as typed where typed.import_id = import and typed.entries is not null
    ), hit as (
      select table_row.place, known.id, 'address' as why, 1 as weight
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.mailbox_of(candidate.email) = table_row.mailbox limit 8) as known
      union all
      select table_row.place, known.id, case when known.name_key = table_row.name_key then 'number' end,
             case when known.name_key = table_row.name_key then 2 else 9 end
        from table_row cross join lateral (
          select candidate.id, private.name_key(candidate.full_name) as name_key from public.candidates as candidate
            where candidate.search @@ table_row.numbers
              and private.numbers_in(candidate.phone) && table_row.like_keys limit 20) as known
        where table_row.numbers is not null
      union all
      select table_row.place, known.id, 'name', 3
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.name_key(candidate.full_name) = table_row.name_key
              and private.fold_text(candidate.city) is not distinct from table_row.town limit 8) as known
        where table_row.mailbox is null and table_row.number_keys = '{}'
    ), best as (
      -- Of several records of one person, the one that says most of the same.
      select distinct on (hit.place) hit.place, hit.id, hit.why
        from hit join public.candidates as known on known.id = hit.id join table_row on table_row.place = hit.place
        order by hit.place, hit.weight,
                 num_nulls(nullif(known.full_name = table_row.entries ->> 'full_name', false),
                           nullif(known.email = lower(table_row.entries ->> 'email'), false),
                           nullif(known.phone is not distinct from table_row.phone, false),
                           nullif(known.headline is not distinct from table_row.entries ->> 'headline', false),
                           nullif(private.fold_text(known.city) is not distinct from table_row.town, false)),
                 known.created_at, hit.id
    ), twin as (
      select later.place, min(earlier.place) as first_place
        from table_row as later join table_row as earlier on earlier.name_key = later.name_key and earlier.place < later.place
        where earlier.number_keys && later.like_keys
          or later.mailbox is null and later.number_keys = '{}' and earlier.mailbox is null and earlier.number_keys = '{}'
            and earlier.town is not distinct from later.town
        group by later.place
      union all
      select later.place, min(earlier.place)
        from table_row as later join table_row as earlier on earlier.mailbox = later.mailbox and earlier.place < later.place
        group by later.place
    )
    update private.import_rows as kept
      set known_id = found.known_id, known_by = found.known_by, hint_id = found.hint_id, twin_place = found.twin_place,
          choice = case when kept.known_id is not distinct from found.known_id then kept.choice end
      from (
        select table_row.place, case when best.why is not null then best.id end as known_id, best.why as known_by,
               case when best.why is null then best.id end as hint_id,
               (select min(twin.first_place) from twin where twin.place = table_row.place) as twin_place
          from table_row left join best on best.place = table_row.place) as found
      where kept.import_id = import and kept.place = found.place
        and (kept.known_id, kept.known_by, kept.hint_id, kept.twin_place)
          is distinct from (found.known_id, found.known_by, found.hint_id, found.twin_place)
  $function$;

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
    update private.import_rows set known_id = stays.id where known_id = goes.id;
    update private.import_rows set candidate_id = stays.id where candidate_id = goes.id;
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.missing_entries (
  person  public.candidates,
  entries jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}')
      from jsonb_each(entries) as entry
      cross join lateral (select to_jsonb(person) -> entry.key as said) as kept
      where entry.key not in ('full_name', 'source', 'language', 'is_adult')
        and entry.value not in ('null', '[]', '""')
        and (kept.said in ('null', '[]') and entry.key not like 'expected\_pay%'
          or entry.key like 'expected\_pay%' and person.expected_pay_amount is null)
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
    delete from private.candidate_imports where created_at < now() - private.import_lasts();
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

CREATE OR REPLACE FUNCTION private.read_import (
  import      uuid,
  only_these  text,
  after_place integer,
  size        integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_team();
    import_row private.candidate_imports;
  begin
    select * into import_row from private.candidate_imports as kept
      where kept.id = import and kept.created_at > now() - private.import_lasts()
        and (kept.owner = caller or kept.done_at is not null and private.is_admin());
    return case when import_row.id is not null then to_jsonb(import_row) || jsonb_build_object(
      'counts', private.import_counts(import),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object(
            'place', page.place, 'cells', page.cells, 'entries', page.entries, 'problems', page.problems,
            'twin_place', page.twin_place, 'choice', page.choice, 'outcome', page.outcome, 'known_by', page.known_by,
            'candidate_id', page.candidate_id, 'is_hint', page.hint_id is not null and page.known_id is null,
            'known', (select jsonb_build_object('id', known.id, 'full_name', known.full_name, 'headline', known.headline,
                                                'city', known.city)
                        from public.candidates as known where known.id = coalesce(page.known_id, page.hint_id)))
            order by page.place), '[]')
          from (select * from private.import_rows as typed
                  where typed.import_id = import and typed.place > coalesce(after_place, 0)
                    and case only_these when 'wrong' then typed.entries is null
                                        when 'known' then num_nonnulls(typed.known_id, typed.twin_place) > 0
                                        when 'hint' then typed.hint_id is not null and typed.twin_place is null
                                        when 'noted' then typed.entries is not null and typed.problems <> '{}'
                                        when 'kept' then typed.outcome in ('left', 'wrong')
                                        else true end
                  order by typed.place limit least(greatest(size, 1), 1000)) as page)) end;
  end $function$;

CREATE OR REPLACE FUNCTION private.run_import (
  import uuid,
  known  text,
  source text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    import_row private.candidate_imports := private.lock_import(import);
    table_row private.import_rows;
    person public.candidates;
    missing jsonb;
    target uuid;
  begin
    if import_row.done_at is not null then
      return private.import_counts(import);
    elsif known not in ('leave', 'fill', 'make') or private.trimmed(run_import.source) is null then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif 10 <= (select count(*) from private.candidate_imports as past where past.owner = caller and past.done_at is not null) then
      raise exception 'too_many_imports' using errcode = 'PT429';
    end if;
    perform private.match_import(import);
    update private.import_rows as typed
      set outcome = case private.import_choice(typed, known)
            when 'make' then 'made' when 'fill' then 'filled' when 'leave' then 'left' else 'wrong' end
      where typed.import_id = import;
    perform private.lock_imported(array(
      select distinct coalesce(typed.known_id, typed.hint_id) from private.import_rows as typed
        where typed.import_id = import and typed.outcome = 'filled' and num_nonnulls(typed.known_id, typed.hint_id) > 0));
    with typed as materialized (
      select made.place, gen_random_uuid() as id,
             private.with_candidate_entries(jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'),
                                            made.entries || '{"is_adult": true}', private.candidate_fields()) as person
        from private.import_rows as made where made.import_id = import and made.outcome = 'made'
    ), made as (
      insert into public.candidates (id, full_name, email, phone, headline, city, country, notice_period, skills, summary, links,
          expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
        select typed.id, (typed.person).full_name, (typed.person).email, (typed.person).phone, (typed.person).headline,
               (typed.person).city, (typed.person).country, (typed.person).notice_period, (typed.person).skills,
               (typed.person).summary, (typed.person).links, (typed.person).expected_pay_amount,
               (typed.person).expected_pay_currency, (typed.person).expected_pay_unit,
               left(concat_ws('; ', (typed.person).source, private.trimmed(run_import.source)), 200), (typed.person).language, true,
               (typed.person).employer, caller
          from typed)
    update private.import_rows as kept set candidate_id = typed.id
      from typed where kept.import_id = import and kept.place = typed.place;
    -- What is said by a new record ends what other records of the address show.
    perform private.hide_from_never(made.candidate_id)
      from private.import_rows as made
      where made.import_id = import and made.outcome = 'made' and exists (
        select from public.candidates as own join public.candidates as other on other.email = own.email and other.id <> own.id
          where own.id = made.candidate_id);
    for table_row in select * from private.import_rows as typed
                       where typed.import_id = import and typed.outcome = 'filled' order by typed.place loop
      target := coalesce(table_row.known_id, table_row.hint_id,
        (select coalesce(first_row.candidate_id, first_row.known_id) from private.import_rows as first_row
          where first_row.import_id = import and first_row.place = table_row.twin_place));
      missing := '{}';
      if target is not null then
        select * into person from public.candidates as kept where kept.id = target for update;
        missing := private.missing_entries(person, table_row.entries);
      end if;
      if missing <> '{}' then
        perform private.write_candidate(person, private.with_candidate_entries(person, missing, private.candidate_fields()));
        select jsonb_object_agg(field, to_jsonb(kept) -> field) into missing
          from public.candidates as kept, jsonb_object_keys(missing) as field where kept.id = target;
      end if;
      update private.import_rows as kept
        set candidate_id = target, filled = nullif(missing, '{}'), outcome = case when missing = '{}' then 'left' else 'filled' end
        where kept.import_id = import and kept.place = table_row.place;
    end loop;
    update private.candidate_imports as kept
      set done_at = now(), source = left(private.trimmed(run_import.source), 200) where kept.id = import;
    perform private.log_activity('candidates_imported', 'import', import);
    return private.import_counts(import);
  end $function$;

CREATE OR REPLACE FUNCTION private.stage_import (
  form     uuid,
  head     text[],
  columns  text[],
  has_head boolean,
  rows     jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    import_row private.candidate_imports;
  begin
    if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 1000
      or pg_column_size(rows) > 6000000 then
      raise exception 'import_too_long' using errcode = 'PT422';
    end if;
    delete from private.candidate_imports as past where past.created_at < now() - private.import_lasts();
    delete from private.candidate_imports as past where past.owner = caller and past.done_at is null and past.id <> form;
    insert into private.candidate_imports as kept (id, owner, head, columns, has_head)
      values (form, caller, head, columns, has_head)
      on conflict (id) do update
        set head = excluded.head, columns = excluded.columns, has_head = excluded.has_head
        where kept.owner = caller and kept.done_at is null
      returning * into import_row;
    if import_row.id is null then
      -- It has been done since, or is somebody else's.
      return (private.lock_import(form)).id;
    end if;
    delete from private.import_rows as past where past.import_id = form;
    insert into private.import_rows (import_id, place, cells, entries, problems, mailbox, name_key, number_keys, like_keys)
      select form, typed.place, typed.cells, typed.entries, coalesce(typed.problems, '{}'),
             private.mailbox_of(private.normal_address(typed.entries ->> 'email')),
             private.name_key(left(typed.entries ->> 'full_name', 200)),
             private.numbers_in(left(coalesce(typed.entries ->> 'phone', ''), 200)),
             private.numbers_like(left(coalesce(typed.entries ->> 'phone', ''), 200))
        from jsonb_to_recordset(rows) as typed (place integer, cells text[], entries jsonb, problems text[]);
    perform private.match_import(form);
    return form;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_import (
  import uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    import_row private.candidate_imports := private.lock_import(import);
    table_row private.import_rows;
    person public.candidates;
    emptied jsonb;
    removed integer;
    reverted integer := 0;
  begin
    if import_row.done_at is null or import_row.undone_at is not null then
      raise exception 'import_not_undoable' using errcode = 'PT409';
    end if;
    perform private.lock_imported(array(
      select distinct typed.candidate_id from private.import_rows as typed where typed.import_id = import and typed.candidate_id is not null));
    for table_row in select * from private.import_rows as typed
                       where typed.import_id = import and typed.outcome = 'filled' order by typed.place desc loop
      select * into person from public.candidates as kept where kept.id = table_row.candidate_id;
      -- An address that somebody was asked by since is theirs.
      select coalesce(jsonb_object_agg(entry.key, case when jsonb_typeof(entry.value) = 'array' then '[]'::jsonb end), '{}')
        into emptied
        from jsonb_each(table_row.filled) as entry
        where to_jsonb(person) -> entry.key = entry.value
          and (entry.key <> 'email' or not exists (
            select from public.candidate_consents as consent where consent.candidate_id = person.id and consent.asked_at > import_row.done_at))
          and (entry.key not like 'expected\_pay%' or not exists (
            select from jsonb_each(table_row.filled) as pay
              where pay.key like 'expected\_pay%' and to_jsonb(person) -> pay.key is distinct from pay.value));
      -- Of whom the import has made nothing is emptied: they go, or stay whole.
      continue when emptied = '{}' or exists (
        select from private.import_rows as own
          where own.import_id = import and own.outcome = 'made' and own.candidate_id = person.id);
      perform private.write_candidate(person, private.with_candidate_entries(person, emptied, private.candidate_fields()));
      reverted := reverted + 1;
    end loop;
    delete from public.candidates as made using private.import_rows as typed
      where typed.import_id = import and typed.outcome = 'made' and made.id = typed.candidate_id
        and greatest(made.updated_at, made.last_activity_at) = import_row.done_at
        and made.next_on is null and made.email_confirmed_at is null
        and not exists (select from public.shortlist_entries as entry where entry.candidate_id = made.id)
        and not exists (select from public.candidate_notes as note where note.candidate_id = made.id)
        and not exists (select from public.candidate_consents as consent where consent.candidate_id = made.id)
        and not exists (select from public.candidate_never as never where never.candidate_id = made.id)
        and not exists (select from private.candidate_codes as code where code.candidate_id = made.id);
    get diagnostics removed = row_count;
    update private.candidate_imports as kept set undone_at = now() where kept.id = import;
    perform private.log_activity('import_undone', 'import', import);
    return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', (
      select count(*) from private.import_rows as typed where typed.import_id = import and typed.outcome = 'made'));
  end $function$;

CREATE OR REPLACE FUNCTION public.decide_import (
  import  uuid,
  places  integer[],
  choices text[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.decide_import(import, places, choices) $function$;

REVOKE ALL ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.discard_import (
  import uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.discard_import(import) $function$;

REVOKE ALL ON FUNCTION "public"."discard_import"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_imports()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.list_imports() $function$;

REVOKE ALL ON FUNCTION "public"."list_imports"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_import (
  import      uuid,
  only_these  text    DEFAULT 'all'::text,
  after_place integer DEFAULT 0,
  size        integer DEFAULT 25
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_import(import, only_these, after_place, size) $function$;

REVOKE ALL ON FUNCTION "public"."read_import"(uuid, text, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.run_import (
  import uuid,
  known  text,
  source text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '20s'
  AS $function$ select private.run_import(import, known, source) $function$;

REVOKE ALL ON FUNCTION "public"."run_import"(uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.stage_import (
  form     uuid,
  head     text[],
  columns  text[],
  has_head boolean,
  rows     jsonb
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '20s'
  AS $function$ select private.stage_import(form, head, columns, has_head, rows) $function$;

REVOKE ALL ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_import (
  import uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '20s'
  AS $function$ select private.undo_import(import) $function$;

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."candidate_imports"
  ADD CONSTRAINT "candidate_imports_owner_fkey" FOREIGN KEY (OWNER) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_candidate_id_fkey" FOREIGN KEY (candidate_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_hint_id_fkey" FOREIGN KEY (hint_id) REFERENCES public.candidates(id) ON DELETE SET NULL;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY (import_id) REFERENCES private.candidate_imports(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_rows"
  ADD CONSTRAINT "import_rows_known_id_fkey" FOREIGN KEY (known_id) REFERENCES public.candidates(id) ON DELETE CASCADE;

CREATE INDEX candidate_imports_age ON private.candidate_imports USING btree (created_at);

CREATE INDEX candidate_imports_owner ON private.candidate_imports USING btree (OWNER, created_at DESC);

CREATE INDEX import_rows_candidate ON private.import_rows USING btree (candidate_id);

CREATE INDEX import_rows_hint ON private.import_rows USING btree (hint_id);

CREATE INDEX import_rows_known ON private.import_rows USING btree (known_id);

REVOKE ALL ON FUNCTION "private"."decide_import"(uuid, integer[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_import"(uuid, integer[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."discard_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."discard_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."import_choice"(private.import_rows, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_counts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_lasts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_imports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_imports"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_import"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_imported"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_import"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_entries"(public.candidates, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_import"(uuid, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_import"(uuid, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."run_import"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_import"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."stage_import"(uuid, text[], text[], boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stage_import"(uuid, text[], text[], boolean, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_import"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_import"(uuid, integer[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."discard_import"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_import"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imports"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_imports"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imports"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_import"(uuid, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_import"(uuid, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_import"(uuid, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_import"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."run_import"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_import"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stage_import"(uuid, text[], text[], boolean, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid) TO "postgres";
