-- Who filed a requirement, and how the team reaches them: its submitter; of one that was made of a posting, whoever sent
-- that; and when nobody of these is known any more, whoever made the company's record.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261122001800' $$;

create or replace view private.inbox_lines as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.contact_id, item.posting_id,
         item.consultation_id, item.requirement_id,
         coalesce(contact.name, posting.contact_name, consultation.first_name || ' ' || consultation.last_name,
                  case when person.id is not null then coalesce(member.full_name, client.full_name)
                       when source.id is not null then source.contact_name
                       else client.full_name end) as sender,
         coalesce(contact.email, posting.contact_email, consultation.email,
                  case when person.id is not null then person.email
                       when source.id is not null then source.contact_email
                       else maker.email end) as email,
         coalesce(posting.phone, consultation.phone,
                  case when person.id is not null then member.phone
                       when source.id is not null then source.phone
                       else client.phone end) as phone,
         coalesce(contact.company, posting.company, consultation.company, client.company_name) as company,
         coalesce(posting.job_title, requirement.job_title, contact.requirement, consultation.needs) as subject,
         item.is_flood
    from public.inbox_items as item
    left join public.contact_submissions as contact on contact.id = item.contact_id
    left join public.public_job_submissions as posting on posting.id = item.posting_id
    left join public.consultation_requests as consultation on consultation.id = item.consultation_id
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as person on person.id = requirement.submitted_by
    left join public.client_members as member on member.user_id = requirement.submitted_by
    left join public.public_job_submissions as source on source.id = requirement.source_posting_id
    left join auth.users as maker on maker.id = client.user_id;

-- Who sent lines of the inbox, at most fifty, or filed a requirement.
create function private.inbox_senders(items uuid[], requirement uuid)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language plpgsql stable security definer rows 50 set search_path = ''
  as $$
  #variable_conflict use_variable
  begin
    perform private.require_team();
    return query
      select line.id, line.sender, line.email, line.phone, line.company
        from (select item.id from public.inbox_items as item where item.id = any (items)
              union
              select item.id from public.inbox_items as item where item.requirement_id = requirement
              limit 50) as wanted
        cross join lateral (select * from private.inbox_lines as shown where shown.id = wanted.id limit 1) as line;
  end $$;

-- The addresses of a company's people, beside what the team reads of them anyway.
create function private.client_contacts(client uuid) returns table (user_id uuid, email text)
  language plpgsql stable security definer rows 10 set search_path = ''
  as $$
  #variable_conflict use_column
  begin
    perform private.require_team();
    return query
      select member.user_id, person.email::text from public.client_members as member
        join auth.users as person on person.id = member.user_id
        where member.client_id = client order by member.created_at, member.user_id limit 100;
  end $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.inbox_senders(items uuid[] default '{}', requirement uuid default null)
  returns table (item_id uuid, sender text, email text, phone text, company text)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.inbox_senders(items, requirement) $$;

create function public.client_contacts(client uuid) returns table (user_id uuid, email text)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.client_contacts(client) $$;
