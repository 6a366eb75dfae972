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

-- The number that somebody is known by who has given no address; null for an address. What is erased is of just this number:
-- without its country it may be another's elsewhere, and is none that has one.
create function private.number_of(address text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(case when number.is_whole then right(number.digits, 10) else '0' || number.digits end, ' | ')::tsquery
      from unnest(private.phone_numbers_in(left(address, 200))) as dialled
      cross join lateral private.digits_of(dialled) as number
      where position('@' in address) = 0
  $$;

-- The items of the forms that an address has sent; of a number, those that name no address and just this number.
create function private.items_of(address text) returns setof private.enquiries
  language sql stable security definer set search_path = '' as $$
    select * from private.enquiries as sent
      where sent.id in (select item.id from public.inbox_items as item
                          where item.email is not null and private.mailbox_of(item.email) = private.mailbox_of(address)
                             or item.sender is null and item.requirement_id is null)
        and lower(sent.email) = address
    union all
    select * from private.enquiries as sent
      where sent.search @@ private.number_of(address) and sent.email is null and private.any_number_of(sent.phone) is not null
        and array_to_tsvector(private.numbers_in(sent.phone)) @@ private.number_of(address)
  $$;

-- The candidates of an address; of a number, those that name no address and just this number.
create function private.candidates_of(address text) returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return query
      select person.id from public.candidates as person where person.email = candidates_of.address
      union all
      select person.id from public.candidates as person
        where person.search @@ private.number_of(candidates_of.address) and person.email is null
          and array_to_tsvector(private.numbers_in(person.phone)) @@ private.number_of(candidates_of.address)
      order by 1;
  end $$;

-- What was sent by the public forms from an address or a number, by the name of the form's table.
create function private.export_forms_of(address text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_object_agg(known.relation, coalesce(
        (select jsonb_agg(private.form_of_item(item) order by item.created_at)
           from private.items_of(address) as sent join public.inbox_items as item on item.id = sent.id
           where item.kind = known.kind), '[]'))
      from private.public_forms() as known
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
          select sent.id from private.items_of(address) as sent
          union all select item_row.id from public.job_requirements as requirement
            join public.inbox_items as item_row on item_row.requirement_id = requirement.id where requirement.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) - 'entry_ids' order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'client_notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.client_notes as note where note.author = any (accounts)),
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
  $$;

-- # Erasing

-- Holds what goes with an address and its accounts, in the order of everybody else (private.lock_team): people, companies,
-- requirements, lines.
create function private.lock_person(address text, accounts uuid[]) returns void
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
  end $$;
