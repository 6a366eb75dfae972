-- Whoever has waited for a row is asked for their right again: it may have been taken while they waited.

/** Holds the company that whoever asks may file for, until the transaction ends. @throws 42501 */
create or replace function private.hold_filing_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.hold_own_company();
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

/** May whoever asks change what this company has filed? The team may, and those of the company who write for it. */
create function private.may_change_for(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.is_team_member()
      or coalesce(private.may_write_for_client() and private.current_client_id() = company, false)
  $$;

-- As before, and the right is asked again after the wait.
create or replace function private.lock_requirement(requirement uuid, seen integer) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare held public.job_requirements;
  begin
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.job_requirements as filed
      where filed.id = requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(held.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

create or replace function private.lock_draft(company uuid, draft uuid, seen integer, page uuid)
  returns public.requirement_drafts
  language plpgsql security definer set search_path = '' as $$
  declare held public.requirement_drafts;
  begin
    select * into held from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company for update;
    if not private.may_change_for(company) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if held.id is null and seen <> 0 then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if held.id is not null and held.version <> seen and held.page is distinct from lock_draft.page then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;
