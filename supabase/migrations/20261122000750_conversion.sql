-- A posting becomes a requirement, once.

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

-- The requirement that a posting has become, if it has; until the transaction ends nobody else can make one.
create function private.lock_posting(posting uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform from public.inbox_items where posting_id = posting for update;
    if not found then
      raise exception 'posting_not_found' using errcode = 'PT404';
    end if;
    return (select id from public.job_requirements where source_posting_id = posting);
  end $$;

-- Makes the requirement of a posting, for a company. Whoever comes second gets the requirement that is there. The posting
-- is done with; the requirement's own line goes on with whoever has made it, and stays due when the sender expects to hear.
create function private.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    columns text := array_to_string(private.requirement_fields(), ', ');
    source public.inbox_items;
    made uuid := private.lock_posting(posting);
  begin
    if made is not null then
      return made;
    end if;
    select * into source from public.inbox_items where posting_id = posting;
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

-- The same for a company that is not here yet: it is made, its sender is invited to own it, by a mail to the posting's own
-- address, and the requirement is its first. All of it or nothing.
create function private.convert_posting_by_invitation(
    posting uuid, company_name text, full_name text, phone text, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    made uuid;
    sender text := (select contact_email from public.public_job_submissions where id = posting);
  begin
    perform private.require_team();
    made := private.lock_posting(posting);
    if made is not null then
      return made;
    end if;
    return private.convert_posting(
      posting, (private.invite_company(sender, company_name, full_name, phone)).client_id, entries);
  end $$;

create function public.suggest_clients(name text default null, address text default null)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.suggest_clients(name, address) $$;

create function public.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.convert_posting(posting, client, entries) $$;

create function public.convert_posting_by_invitation(
    posting uuid, company_name text, entries jsonb, full_name text default null, phone text default null) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.convert_posting_by_invitation(posting, company_name, full_name, phone, entries) $$;

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
