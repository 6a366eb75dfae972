-- A posting becomes a requirement, once; and what a person may ask for of what the team has noted about them.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261122000800' $$;

-- Companies that a posting may be from, the likeliest first: of the same address, of the same name, or with the words.
create index clients_words on public.clients using gin (to_tsvector('simple', company_name));

create function private.suggest_clients(name text, address text)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, likely.reason
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place from (
          select member.client_id as id, 'address' as reason, 1 as place from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that was made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'address', 1 from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.invitation_state(invitation) = 'open'
          union all
          (select client.id, case when lower(client.company_name) = lower(private.trimmed(name)) then 'name' else 'words' end,
                  case when lower(client.company_name) = lower(private.trimmed(name)) then 2 else 3 end
            from public.clients as client,
                 private.search_query(array_to_string(regexp_split_to_array(name, '\s+'), ' or ')) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by 3, ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, client.company_name, client.id limit 10
  $$;

-- Makes the requirement of a posting, for a company. Whoever comes second gets the requirement that is there. The posting
-- is done with; the requirement's own line goes on with whoever has made it, and stays due when the sender expects to hear.
create function private.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    columns text := array_to_string(private.requirement_fields(), ', ');
    source public.inbox_items;
    made uuid;
  begin
    select * into source from public.inbox_items where posting_id = posting for update;
    if source.id is null then
      raise exception 'posting_not_found' using errcode = 'PT404';
    end if;
    select id into made from public.job_requirements where source_posting_id = posting;
    if made is not null then
      return made;
    end if;
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, source_posting_id, %1$s)
                      select $1, $2, %1$s from private.with_entries($3, $4) returning id', columns)
      into made using client, posting, jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
        'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
        'priority', 'medium')), entries;
    update public.inbox_items
      set state = 'open', assignee = caller, first_seen_at = now(), due_at = source.created_at + private.promised('posting')
      where requirement_id = made;
    perform private.touch_item(caller, source.id, true);
    update public.inbox_items set state = 'done', assignee = caller, claim_expires_at = null where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $$;

create function public.suggest_clients(name text default null, address text default null)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.suggest_clients(name, address) $$;

create function public.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.convert_posting(posting, client, entries) $$;

-- What the team keeps about what an address has sent, and what its accounts have done here. Erasing needs nothing more:
-- lines, notes and events go with what they are about, and a person's name leaves those that stay.
create function private.export_inbox_of(address text, accounts uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.contact_id in (select id from public.contact_submissions where lower(email) = address)
          or item.posting_id in (select id from public.public_job_submissions where lower(contact_email) = address)
          or item.consultation_id in (select id from public.consultation_requests where lower(email) = address)
          or item.requirement_id in (select id from public.job_requirements where submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)))
  $$;

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
        from public.invitations as received where received.email = wanted),
      'team_contacts', (select coalesce(jsonb_agg(to_jsonb(colleague)), '[]')
        from public.team_members as colleague
        where lower(colleague.contact_email) = wanted and colleague.user_id <> all (accounts)),
      'audit_log_entries', coalesce(log_entries, '[]'),
      'accounts', (select coalesce(jsonb_agg(private.personal_part(to_jsonb(person)) || jsonb_build_object(
          'role', (select held.role from public.user_roles as held where held.user_id = person.id),
          'team_member', (select to_jsonb(colleague) from public.team_members as colleague
                           where colleague.user_id = person.id),
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
