-- The team's list of requirements, and the same lists as files.

-- The team's list of requirements, the newest first.
create function private.requirements_page(
    caller uuid, status public.requirement_status, priority public.requirement_priority, whose text, client uuid,
    words text, after_key timestamptz, after_id uuid, most integer)
  returns table (requirement_id uuid)
  language plpgsql stable rows 25 set search_path = ''
  as $$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
  begin
    return query execute concat(
      'select id from public.job_requirements where true',
      case when status is not null then ' and status = $1' end,
      case when priority is not null then ' and priority = $2' end,
      case when whose = 'nobody' then ' and recruiter_id is null'
           when whose is not null then ' and recruiter_id = $3' end,
      case when client is not null then ' and client_id = $4' end,
      case when words is not null
        then ' and id in (select requirement_id from public.inbox_items where kind = ''requirement'' and search @@ $5)' end,
      case when after_id is not null then ' and (created_at, id) < ($6, $7)' end,
      ' order by created_at desc, id desc limit $8')
      using status, priority, person, client, private.search_query(words), after_key, after_id, least(most, 500);
  end $$;

create function private.list_requirements(
    status public.requirement_status, priority public.requirement_priority, whose text, client uuid, words text,
    after_key timestamptz, after_id uuid)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, recruiter_id uuid, deadline date, created_at timestamptz,
                 updated_at timestamptz, version integer)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.recruiter_id, filed.deadline, filed.created_at, filed.updated_at,
           filed.version
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   26) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $$;

-- Whole lists leave the building with admins and HR managers only, and the log says so: at the first page, and at any
-- other when it knows of none of the last hour.
create function private.require_exporter(list text, is_first boolean) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare caller uuid := private.current_user_id();
  begin
    if not private.has_role('admin', 'hr_manager') then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if is_first or not exists (select from public.activity_log as entry
        where entry.actor = caller and entry.action = 'exported' and entry.subject_kind = list
          and entry.created_at > now() - interval '1 hour') then
      perform private.log_activity('exported', list, null);
    end if;
    return caller;
  end $$;

-- The same lists for a file, five hundred lines at a time: the next ones start after the last line's group, key and id.
create function private.export_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_suspect boolean)
  language sql volatile security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_exporter('inbox', after_id is null) as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.due_at, item.assignee, item.claim_expires_at,
                                        caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, after_group,
                                            after_key, after_id, 500) with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $$;

create function private.export_requirements(
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
    with caller as materialized (select private.require_exporter('requirements', after_id is null) as id)
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

-- What the Data API shows of these: functions that run as their caller.
create function public.list_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, client uuid default null, words text default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, job_title text, location text, client_id uuid, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 positions_count integer, recruiter_id uuid, deadline date, created_at timestamptz,
                 updated_at timestamptz, version integer)
  language sql stable security invoker set search_path = ''
  as $$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $$;

create function public.export_inbox(
    kind public.inbox_kind default null, state public.inbox_state default null, whose text default null,
    suspect boolean default null, words text default null, sort text default null, descending boolean default null,
    after_group text default null, after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, sender text, email text, phone text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz,
                 is_suspect boolean)
  language sql volatile security invoker set search_path = ''
  as $$
    select * from private.export_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $$;

create function public.export_requirements(
    status public.requirement_status default null, priority public.requirement_priority default null,
    whose text default null, client uuid default null, words text default null, after_key timestamptz default null,
    after_id uuid default null)
  returns table (id uuid, job_title text, job_type public.job_type, department text, location text,
                 remote_allowed boolean, min_experience integer, max_experience integer, min_salary numeric,
                 max_salary numeric, currency public.currency_code, required_skills text[], preferred_skills text[],
                 positions_count integer, expected_start_date date, deadline date, company text,
                 requirement_status public.requirement_status, requirement_priority public.requirement_priority,
                 closed_reason text, recruiter_id uuid, created_at timestamptz, updated_at timestamptz)
  language sql volatile security invoker set search_path = ''
  as $$
    select * from private.export_requirements(status, priority, whose, client, words, after_key, after_id)
  $$;
