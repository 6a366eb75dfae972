-- What the page of a line shows beside it: its history, and what else the same person or company sent.

-- Some lines of the inbox with what was sent, at most a hundred, in the order they are asked for.
create function private.read_items(items uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.read_items to authenticated;

-- What the team has done with a line and written beside it, and what happened to its requirement: of each the newest hundred.
create function private.read_item_history(item uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.read_item_history to authenticated;

-- What else somebody has sent, from the same mailbox or of the same company: what a clerk asks before answering. The twenty
-- newest. Each way of being related has an index of its own, and is read no further than twenty others go.
create function private.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state, source text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select private.mailbox_of(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where private.mailbox_of(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where private.mailbox_of(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where private.mailbox_of(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from private.accounts_of(sender) as person (id)
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $$;
grant execute on function private.related_items to authenticated;

-- # Exposed through the Data API

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
