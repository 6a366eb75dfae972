-- What the page of an item shows beside it: its history, and what else the same person or company sent.

-- Some items with who sent them and what was sent, at most a hundred, in the order they are asked for.
create function private.read_items(items uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.read_items to authenticated;

-- What the team has done with an item and written beside it, and what happened to its requirement: of each the newest hundred.
create function private.read_item_history(item uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'applicants', (select private.applicants_of(line.requirement_id) from public.inbox_items as line where line.id = read_item_history.item),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = read_item_history.item
                  order by written.created_at desc, written.id desc limit 100) as note),
      'replies', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', reply.id, 'body', reply.body, 'delivery', private.delivery_of_reply(reply.id))
                 order by reply.created_at desc, reply.id desc), '[]')
          from (select * from public.item_replies as written where written.item_id = read_item_history.item
                  order by written.created_at desc, written.id desc limit 100) as reply),
      'events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.item_events as happened where happened.item_id = read_item_history.item
                  order by happened.created_at desc, happened.id desc limit 100) as event),
      'requirement_events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = (
                    select item.requirement_id from public.inbox_items as item where item.id = read_item_history.item)
                  order by happened.created_at desc, happened.id desc limit 100) as event));
  end $$;
grant execute on function private.read_item_history to authenticated;

-- What else somebody has sent, from the same mailbox or number or of the same company: what a clerk asks before answering. The
-- twenty newest. Each way of being related has an index of its own, and is read no further than twenty others go, or, of a
-- number, a thousand.
create function private.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
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
  end $$;
grant execute on function private.related_items to authenticated;

-- Whom the team knows that may have sent it, of the same mailbox, number or company: candidates, then companies, of each at most
-- six; of a requirement nobody, since its company is named.
create function private.related_people(item uuid)
  returns table (kind text, id uuid, name text, detail text, reason text)
  language plpgsql stable security definer rows 12 set search_path = '' as $$
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
  end $$;
grant execute on function private.related_people to authenticated;

-- # Exposed through the Data API

create function public.related_people(item uuid)
  returns table (kind text, id uuid, name text, detail text, reason text)
  language sql stable set search_path = '' as $$ select * from private.related_people(item) $$;
grant execute on function public.related_people to authenticated;

create function public.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language sql stable set search_path = '' as $$ select * from private.related_items(item) $$;
grant execute on function public.related_items to authenticated;

create function public.read_items(items uuid[]) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_items(items) $$;
grant execute on function public.read_items to authenticated;

create function public.read_item_history(item uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_item_history(item) $$;
grant execute on function public.read_item_history to authenticated;
