-- What admins change of the team, what its pages ask, and the log of what was done (docs/decisions/companies.md).

-- Gives a colleague another role, or, said so, none; then what they have in hand goes to their successor, and with
-- none to nobody. The last admin stays, also when two remove each other at once: what is decided on is locked first, and
-- the caller is looked at again when the lock is there. Returns whether it is done: of very much work one call hands over a
-- part, and its person stays until the rest has gone as well.
create function private.change_team_role(person uuid, new_role public.app_role, leaves boolean, successor uuid)
  returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare before public.app_role;
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_role = 'client' or leaves is distinct from (new_role is null) then
      raise exception 'not_a_team_role' using errcode = 'PT400';
    end if;
    perform from public.user_roles where role = 'admin' or user_id in (person, successor) order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select role into before from public.user_roles where user_id = person and role <> 'client';
    if not found then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif before = 'admin' and new_role is distinct from 'admin'
      and not exists (select from public.user_roles where role = 'admin' and user_id <> person)
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    if new_role is null then
      if successor is not null and not private.leave_work(person, successor) then
        return false;
      end if;
      delete from public.user_roles where user_id = person;
    else
      update public.user_roles set role = new_role where user_id = person and role <> new_role;
    end if;
    if before = 'admin' and new_role is distinct from 'admin' then
      perform private.revoke_invitations_of(person, null);
    end if;
    return true;
  end $$;
grant execute on function private.change_team_role to authenticated;

-- Writes what colleagues and clients see of a colleague, on the version that was read. The log has the names of
-- the fields that changed.
create function private.edit_team_member(
  person uuid, seen integer, display_name text, contact_email text, contact_phone text
) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    colleague_row public.team_members;
    edited public.team_members;
    fields text[];
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into colleague_row from public.team_members as colleague where colleague.user_id = person for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif colleague_row.user_id is null then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif colleague_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = colleague_row.version::text;
    end if;
    edited := colleague_row;
    edited.display_name := private.trimmed(edit_team_member.display_name);
    edited.contact_email := private.trimmed(edit_team_member.contact_email);
    edited.contact_phone := private.trimmed(edit_team_member.contact_phone);
    fields := private.changed_fields(to_jsonb(colleague_row), to_jsonb(edited), array['display_name', 'contact_email', 'contact_phone']);
    if fields = '{}' then
      return;
    end if;
    update public.team_members as colleague
      set (display_name, contact_email, contact_phone)
        = (edited.display_name, edited.contact_email, edited.contact_phone)
      where colleague.user_id = person;
    perform private.log_activity('details_changed', 'person', person, fields => fields);
  end $$;
grant execute on function private.edit_team_member to authenticated;

-- What the frame of the team's pages shows, in one answer: the role of the caller, who there is and who of them is, or
-- will be, away, who has been, and how many lines each group of the inbox has.
create function private.team_frame() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                          'user_id', colleague.user_id, 'display_name', colleague.display_name,
                          'away_until', absence.until, 'stand_in', absence.stand_in,
                          -- Of one that is to come.
                          'away_from', case when absence.begins_on > private.today() then absence.begins_on end))
                        order by colleague.display_name, colleague.user_id), '[]')
                 from public.team_members as colleague
                 left join private.absences as absence
                   on absence.user_id = colleague.user_id and absence.until >= private.today()),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $$;
grant execute on function private.team_frame to authenticated;

-- A page of the log, the newest first, for admins: twenty-five lines from a place on, and one more, which tells that there
-- are others; of somebody, of one kind, of companies by words of their name, of a time. What a line is about has its name
-- as long as it is there.
create function private.list_activity(
    person uuid, deed text, company text, since timestamptz, before timestamptz, after_at timestamptz, after_id uuid)
  returns table (id uuid, actor uuid, action text, subject_kind text, subject uuid, other uuid, fields text[],
                 old_value text, new_value text, created_at timestamptz, client_id uuid, company_name text,
                 job_title text, is_there boolean, actor_name text)
  language plpgsql stable security definer rows 26 set search_path = '' as $$
  declare
    companies uuid[];
    conditions text := 'true';
    newest constant text :=
      'select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where private.words_of(named.company_name) @@ private.search_query(company) limit 1001);
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (%s)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null or page.subject_kind = ''candidate'' and exists (
                select from public.candidates as known where known.id = page.subject),
              -- Whoever is of a company; the team is known by name.
              (select member.full_name from public.client_members as member where member.user_id = page.actor)
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc',
      -- Of few companies each one's newest: the index has these in order, and not those of several. A name that more than a
      -- thousand have the newest entries have as well.
      case when companies is null then format(newest, conditions)
           when cardinality(companies) > 1000 then format(newest, conditions || ' and exists (
             select from public.clients as named
               where named.id = entry.client_id and private.words_of(named.company_name) @@ private.search_query($8))')
           when cardinality(companies) > 20 then format(newest, conditions || ' and entry.client_id = any ($3)')
           else format('select entry.* from unnest($3) as company cross join lateral (%s) as entry
                          order by entry.created_at desc, entry.id desc limit 26',
                       format(newest, conditions || ' and entry.client_id = company')) end)
      using person, deed, companies, since, before, after_at, after_id, company;
  end $$;
grant execute on function private.list_activity to authenticated;

-- # Exposed through the Data API

create function public.set_team_role(person uuid, new_role public.app_role) returns void
  language sql set search_path = '' as $$ select private.change_team_role(person, new_role, false, null) $$;
grant execute on function public.set_team_role to authenticated;

create function public.remove_team_member(person uuid, successor uuid default null) returns boolean
  language sql set search_path = '' as $$ select private.change_team_role(person, null, true, successor) $$;
grant execute on function public.remove_team_member to authenticated;

create function public.edit_team_member(
    person uuid, seen integer, display_name text, contact_email text default null, contact_phone text default null)
  returns void
  language sql set search_path = ''
  as $$ select private.edit_team_member(person, seen, display_name, contact_email, contact_phone) $$;
grant execute on function public.edit_team_member to authenticated;

create function public.list_activity(
    person uuid default null, deed text default null, company text default null, since timestamptz default null,
    before timestamptz default null, after_at timestamptz default null, after_id uuid default null)
  returns table (id uuid, actor uuid, action text, subject_kind text, subject uuid, other uuid, fields text[],
                 old_value text, new_value text, created_at timestamptz, client_id uuid, company_name text,
                 job_title text, is_there boolean, actor_name text)
  language sql stable set search_path = '' as $$
    select * from private.list_activity(person, deed, company, since, before, after_at, after_id)
  $$;
grant execute on function public.list_activity to authenticated;

create function public.team_frame() returns jsonb
  language sql stable set search_path = '' as $$ select private.team_frame() $$;
grant execute on function public.team_frame to authenticated;
