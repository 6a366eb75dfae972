-- What the company and the team do with a requirement, each on the version that they have seen.

-- The caller's to change, as they have seen it; locked until the transaction ends.
create function private.lock_requirement(requirement uuid, seen integer) returns public.job_requirements
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare held public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.job_requirements as filed
      where filed.id = requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

-- Changes the status. Returns the version that makes of it.
create function private.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    held public.job_requirements := private.lock_requirement(requirement, seen);
    now_at integer;
  begin
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason)
      where filed.id = requirement returning version into now_at;
    return now_at;
  end $$;

-- Names who of the team looks after a requirement, or nobody. Returns the version that makes of it.
create function private.set_recruiter(requirement uuid, seen integer, person uuid) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    now_at integer;
    held public.job_requirements;
  begin
    perform private.require_team();
    perform private.hold_team_member(person);
    held := private.lock_requirement(requirement, seen);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if held.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $$;

-- What a form has sent, on top of a row: each entry of its column's type. Unknown names are a mistake of the program.
create function private.with_entries(base public.job_requirements, entries jsonb) returns public.job_requirements
  language plpgsql stable set search_path = ''
  as $$
  begin
    if jsonb_typeof(entries) is distinct from 'object'
      or exists (select from jsonb_object_keys(entries) as key where key <> all (private.requirement_fields())) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    return jsonb_populate_record(base, entries);
  end $$;

-- Changes what the company has filled in, as long as nobody has closed it. Returns the version that makes of it.
create function private.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    -- Not the team's, who may change the status and nothing else.
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status not in ('new', 'in_progress') then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 returning version', columns) into now_at using held, entries, requirement;
    return now_at;
  end $$;

-- Who looks after a requirement, as its company may reach them: name, address and number, and nothing else.
create function private.recruiter_of(requirement uuid)
  returns table (display_name text, contact_email text, contact_phone text)
  language sql stable security definer set search_path = ''
  as $$
    select colleague.display_name, colleague.contact_email, colleague.contact_phone
      from public.job_requirements as filed
      join public.team_members as colleague on colleague.user_id = filed.recruiter_id
      where filed.id = requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.recruiter_of(requirement uuid)
  returns table (display_name text, contact_email text, contact_phone text)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.recruiter_of(requirement) $$;

create function public.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text default null) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.change_requirement_status(requirement, seen, status, reason) $$;

create function public.set_recruiter(requirement uuid, seen integer, person uuid default null) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.set_recruiter(requirement, seen, person) $$;

create function public.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.edit_requirement(requirement, seen, entries) $$;
