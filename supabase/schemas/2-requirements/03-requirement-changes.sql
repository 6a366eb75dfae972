-- How a requirement is changed: by its company, by the team, one change at a time (docs/decisions/database.md).

-- A requirement that is the caller's to change; locked until the transaction ends, against other changes and not against what
-- only names it. The right is asked again after the wait.
create function private.hold_requirement(requirement uuid) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare requirement_row public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return requirement_row;
  end $$;

-- The same, of its company alone.
create function private.hold_own_requirement(requirement uuid) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.hold_requirement(requirement);
  end $$;

-- The same, as the caller has seen it.
create function private.lock_requirement(requirement uuid, seen integer) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare requirement_row public.job_requirements := private.hold_requirement(requirement);
  begin
    if requirement_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = requirement_row.version::text;
    end if;
    return requirement_row;
  end $$;

-- Changes the status. Beside it the team says who is in charge of what it begins, unless somebody is already; of what it fills
-- whoever does it is, unless somebody is; and, of what is filled, how many positions are (all of them, when nothing is said) and when those people begin. What is closed has no
-- advert: an applicant is told so in the team's words, or the standard ones. Returns the version that makes of it.
create function private.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text, person uuid, filled integer,
    joining date, answer text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    requirement_row public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    requirement_row := private.lock_requirement(change_requirement_status.requirement, seen);
    if requirement_row.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when private.is_team(requirement_row.recruiter_id) then requirement_row.recruiter_id
                      when is_begun then private.receiver_of(person)
                      when is_filled and private.is_team_member() then private.current_user_id()
                      else requirement_row.recruiter_id end;
    if status = any (private.closed_statuses()) and private.is_team_member() then
      perform private.end_advert(requirement_row.id, answer, case when is_filled then 'filled' else 'closed' end);
    end if;
    update public.job_requirements as requirement
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, requirement_row.positions_count) else requirement_row.positions_filled end,
          joining_date = case when is_filled then joining else requirement_row.joining_date end
      where requirement.id = change_requirement_status.requirement returning version into now_at;
    if recruiter is distinct from requirement_row.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', change_requirement_status.requirement, recruiter);
    end if;
    return now_at;
  end $$;
grant execute on function private.change_requirement_status to authenticated;

-- A company withdraws its requirement: as itself, which the team is not, whatever page it comes from.
create function private.withdraw_requirement(requirement uuid, seen integer, reason text) returns integer
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason, null, null, null, null);
  end $$;
grant execute on function private.withdraw_requirement to authenticated;

-- Names who of the team looks after a requirement, or nobody. Returns the version that makes of it.
create function private.set_recruiter(requirement uuid, seen integer, person uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    now_at integer;
    requirement_row public.job_requirements;
  begin
    perform private.lock_team(person);
    requirement_row := private.lock_requirement(requirement, seen);
    person := private.receiver_of(person);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if requirement_row.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $$;
grant execute on function private.set_recruiter to authenticated;

-- What a form has sent, on top of a row: each entry of its column's type. Unknown names are a mistake of the program.
create function private.with_entries(base public.job_requirements, entries jsonb) returns public.job_requirements
  language plpgsql stable set search_path = '' as $$
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (private.requirement_fields())) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    return jsonb_populate_record(base, entries);
  end $$;

-- Changes what was filled in, as long as nobody has closed it. Returns the version that makes of it; a form that changes
-- nothing leaves the requirement as it is, its time included.
create function private.apply_edit(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements;
    wanted public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    requirement_row := private.lock_requirement(requirement, seen);
    if requirement_row.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    wanted := private.with_entries(requirement_row, entries);
    if wanted is not distinct from requirement_row then
      return requirement_row.version;
    elsif private.side_on(requirement_row.client_id) = 'company' then
      -- A long one counts as one more for each five thousand characters: all its words are made anew.
      perform private.count_for_company(requirement_row.client_id, 'edits', 1 + (
        select coalesce(sum(length(value)), 0) / 5000
          from jsonb_each_text(private.entries_of(wanted, private.searched_requirement_fields())))::integer);
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
  end $$;

-- A company edits its requirement: as itself, which the team is not, whatever page it comes from.
create function private.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.apply_edit(requirement, seen, entries);
  end $$;
grant execute on function private.edit_requirement to authenticated;

-- The team edits a requirement for its company, which is told.
create function private.edit_requirement_as_team(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    return private.apply_edit(requirement, seen, entries);
  end $$;
grant execute on function private.edit_requirement_as_team to authenticated;

-- # Reading

-- Who of the team looks after requirements of the own company, as it may reach them. Of each one requirement is enough.
create function private.own_recruiters() returns table (user_id uuid, contact jsonb)
  language sql stable security definer set search_path = '' as $$
    select colleague.user_id, private.contact_of(colleague.user_id)
      from public.team_members as colleague
      cross join lateral (select from public.job_requirements as requirement
                            where requirement.recruiter_id = colleague.user_id
                              and requirement.client_id = (select private.current_client_id())
                            order by requirement.created_at desc, requirement.id desc limit 1) as theirs
  $$;
grant execute on function private.own_recruiters to authenticated;

-- Asked by what sends events to the CRM, as whoever has changed something.
create function private.owns_requirement(requirement uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.job_requirements as requirement
      where requirement.id = owns_requirement.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member())))
  $$;
grant execute on function private.owns_requirement to authenticated;

-- A requirement with its company's name and people, as the team sees it; null for one that is not there.
create function private.read_requirement(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'requirement', to_jsonb(requirement_row),
               'company', client.company_name,
               'joined', private.who_joined(requirement_row.id),
               'candidates', private.candidate_counts(requirement_row.id) || private.applicant_counts(requirement_row.id),
               -- When whoever is turned down now is told (private.by_day).
               'mailed_at', private.answer_mailed_at(),
               -- Of those the ones who wait, as sites of before 27 November 2026, 10:00, read them.
               'applicants', (select count(*) from public.shortlist_entries as entry
                                where entry.requirement_id = requirement_row.id and entry.state = 'applied'),
               -- When either side last said something, and who is to answer; null for one that is closed.
               'last_contact', (
                 select jsonb_build_object('at', listed.last_word_at, 'waits_for', listed.waits_for)
                   from private.open_requirements as listed where listed.requirement_id = requirement_row.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = requirement_row.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = read_requirement.requirement);
  end $$;
grant execute on function private.read_requirement to authenticated;

-- # Exposed through the Data API

create function public.owns_requirement(requirement uuid) returns boolean
  language sql stable set search_path = '' as $$ select private.owns_requirement(requirement) $$;
grant execute on function public.owns_requirement to authenticated;

create function public.change_requirement_status(
    requirement uuid, seen integer, status public.requirement_status, reason text default null, person uuid default null,
    filled integer default null, joining date default null, answer text default null) returns integer
  language sql set search_path = '' as $$
    select private.change_requirement_status(requirement, seen, status, reason, person, filled, joining, answer)
  $$;
grant execute on function public.change_requirement_status to authenticated;

create function public.set_recruiter(requirement uuid, seen integer, person uuid default null) returns integer
  language sql set search_path = '' as $$ select private.set_recruiter(requirement, seen, person) $$;
grant execute on function public.set_recruiter to authenticated;

create function public.edit_requirement(requirement uuid, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_requirement(requirement, seen, entries) $$;
grant execute on function public.edit_requirement to authenticated;

create function public.edit_requirement_as_team(requirement uuid, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_requirement_as_team(requirement, seen, entries) $$;
grant execute on function public.edit_requirement_as_team to authenticated;

create function public.withdraw_requirement(requirement uuid, seen integer, reason text) returns integer
  language sql set search_path = '' as $$ select private.withdraw_requirement(requirement, seen, reason) $$;
grant execute on function public.withdraw_requirement to authenticated;

create function public.read_requirement(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_requirement(requirement) $$;
grant execute on function public.read_requirement to authenticated;
