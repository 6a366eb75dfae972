-- Whole lists leave the building with admins and HR managers only, and the log says so of each part: where one starts is
-- anybody's word, so that no part goes without.

create function private.require_exporter(list text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if not private.has_role('admin', 'hr_manager') then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform private.log_activity('exported', list, null);
    return private.current_user_id();
  end $$;

create or replace function private.export_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean)
  language sql volatile security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, after_group,
                                            after_key, after_id, 500) with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $$;

create or replace function private.export_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, client uuid, words text,
    after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, job_type public.job_type, department text, location text,
                 remote_allowed boolean, min_experience integer, max_experience integer, min_salary numeric,
                 max_salary numeric, currency public.currency_code, required_skills text[], preferred_skills text[],
                 positions_count integer, expected_start_date date, deadline date, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 closed_reason text, recruiter_id uuid, created_at timestamptz, updated_at timestamptz)
  language sql volatile security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_exporter('requirements') as id)
    select filed.id, filed.job_title, filed.job_type, filed.department, filed.location, filed.remote_allowed,
           filed.min_experience, filed.max_experience, filed.min_salary, filed.max_salary, filed.currency,
           filed.required_skills, filed.preferred_skills, filed.positions_count, filed.expected_start_date,
           filed.deadline, company.company_name, filed.status, filed.priority, filed.closed_reason, filed.recruiter_id,
           filed.created_at, filed.updated_at
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $$;

drop function private.require_exporter(text, boolean);
drop function private.inbox_group(public.inbox_state, boolean, timestamptz, uuid, timestamptz, uuid);
