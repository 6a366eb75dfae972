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

-- A revocation, a note and an opening of a line, and a colleague's details: as before, with the right asked again.
create or replace function private.own_invitation(invitation uuid) returns public.invitations
  language plpgsql security definer set search_path = '' as $$
  declare found_row public.invitations;
  begin
    if not private.is_team_member() and private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into found_row from public.invitations as own
      where own.id = invitation
        and case when own.kind = 'team' then private.is_admin()
                 when private.is_team_member() then not private.has_owner(own.client_id)
                 else own.client_id = private.current_client_id() end
      for update;
    if not found then
      raise exception 'invitation_not_found' using errcode = 'PT404';
    elsif (case when found_row.kind = 'team' then not private.is_admin()
                when private.is_team_member() then private.has_owner(found_row.client_id)
                else found_row.client_id is distinct from private.current_client_id()
                  or private.current_access() is distinct from 'owner' end)
    then
      raise exception 'forbidden' using errcode = '42501';
    elsif found_row.accepted_at is not null then
      raise exception 'invitation_accepted' using errcode = 'PT410';
    end if;
    return found_row;
  end $$;

create or replace function private.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    if not private.touch_item(caller, item, true) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, kind, body, form)
      on conflict (author, form_id) do nothing returning id into written;
    return coalesce(written, (select id from public.notes where author = caller and form_id = form));
  end $$;

create or replace function private.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare caller uuid := private.require_team();
  begin
    if not private.touch_item(caller, item, false) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.item_openings (item_id, user_id) values (item, caller)
      on conflict (item_id, user_id) do update set opened_at = now();
    return query select other.user_id, other.opened_at from public.item_openings as other
      where other.item_id = item and other.user_id <> caller and other.opened_at > now() - interval '5 minutes'
      order by other.opened_at desc;
  end $$;

create or replace function private.edit_team_member(
  person uuid, seen integer, display_name text, contact_email text, contact_phone text
) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.team_members;
    edited public.team_members;
    fields text[];
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into held from public.team_members as colleague where colleague.user_id = person for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif held.user_id is null then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    edited := held;
    edited.display_name := private.trimmed(edit_team_member.display_name);
    edited.contact_email := private.trimmed(edit_team_member.contact_email);
    edited.contact_phone := private.trimmed(edit_team_member.contact_phone);
    select array_agg(field) into fields from unnest(array['display_name', 'contact_email', 'contact_phone']) as field
      where to_jsonb(held) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    update public.team_members as colleague
      set (display_name, contact_email, contact_phone)
        = (edited.display_name, edited.contact_email, edited.contact_phone)
      where colleague.user_id = person;
    perform private.log_activity('details_changed', 'person', person, fields => fields);
  end $$;
