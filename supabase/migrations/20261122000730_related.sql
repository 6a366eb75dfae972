-- What else somebody has sent, from the same address or of the same company: what a clerk asks before answering.

-- By address as before, and in the order of the list.
drop index public.contact_submissions_person, public.public_job_submissions_person, public.consultation_requests_person;
create index contact_submissions_person on public.contact_submissions (lower(email), created_at desc);
create index public_job_submissions_person on public.public_job_submissions (lower(contact_email), created_at desc);
create index consultation_requests_person on public.consultation_requests (lower(email), created_at desc);
create index contact_submissions_company on public.contact_submissions (lower(company), created_at desc);
create index public_job_submissions_company on public.public_job_submissions (lower(company), created_at desc);
create index consultation_requests_company on public.consultation_requests (lower(company), created_at desc);
create index clients_name on public.clients (lower(company_name));

-- The twenty newest. Each way of being related has an index of its own, and is read no further than twenty others go.
create function private.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state)
  language plpgsql stable security definer rows 20 set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select lower(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from auth.users as person
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(person.email) = sender
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
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $$;

-- What the Data API shows of this: a function that runs as its caller.
create function public.related_items(item uuid)
  returns table (id uuid, kind public.inbox_kind, title text, came timestamptz, state public.inbox_state)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.related_items(item) $$;
