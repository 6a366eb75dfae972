-- Who of the team may export reads whole tables; everybody else of it reads by functions, which answer a page, or one thing
-- with what belongs to it (docs/decisions/016).

create function private.may_export() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.has_role('admin', 'hr_manager') $$;

create or replace function private.require_exporter(list text) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    perform private.log_activity('exported', list, null);
    return private.current_user_id();
  end $$;

alter policy "the team reads" on public.contact_submissions using ((select private.may_export()));
alter policy "the team reads" on public.contact_submissions rename to "who may export reads";
alter policy "the team reads" on public.public_job_submissions using ((select private.may_export()));
alter policy "the team reads" on public.public_job_submissions rename to "who may export reads";
alter policy "the team reads" on public.consultation_requests using ((select private.may_export()));
alter policy "the team reads" on public.consultation_requests rename to "who may export reads";
alter policy "the team reads" on public.inbox_items using ((select private.may_export()));
alter policy "the team reads" on public.inbox_items rename to "who may export reads";
alter policy "the team reads" on public.item_openings using ((select private.may_export()));
alter policy "the team reads" on public.item_openings rename to "who may export reads";
alter policy "the team reads" on public.item_events using ((select private.may_export()));
alter policy "the team reads" on public.item_events rename to "who may export reads";
alter policy "the team reads" on public.notes using ((select private.may_export()));
alter policy "the team reads" on public.notes rename to "who may export reads";
alter policy "the team reads" on public.requirement_events using ((select private.may_export()));
alter policy "the team reads" on public.requirement_events rename to "who may export reads";
alter policy "the team reads" on public.requirement_messages using ((select private.may_export()));
alter policy "the team reads" on public.requirement_messages rename to "who may export reads";

alter policy "own record, or the team" on public.clients
  using (id = (select private.current_client_id()) or user_id = (select private.current_user_id())
         or (select private.may_export()));
alter policy "own record, or the team" on public.clients rename to "own record, or who may export";
alter policy "own company, or the team" on public.client_members
  using (client_id = (select private.current_client_id()) or (select private.may_export()));
alter policy "own company, or the team" on public.client_members rename to "own company, or who may export";
alter policy "own requirements, or the team" on public.job_requirements
  using (client_id = (select private.current_client_id()) or (select private.may_export()));
alter policy "own requirements, or the team" on public.job_requirements rename to "own requirements, or who may export";
alter policy "who invites" on public.invitations
  using (case kind when 'team' then (select private.is_admin())
         else (select private.may_export())
           or client_id = (select private.current_client_id()) and (select private.current_access()) = 'owner' end);

-- The team's own roles stay the team's to read, as its names are: lists and forms show them.
alter policy "own role, or the team" on public.user_roles
  using (user_id = (select private.current_user_id()) or (select private.may_export())
         or role <> 'client' and (select private.is_team_member()));

-- Asked by what sends events to the CRM, as whoever has changed something.
create function private.owns_requirement(requirement uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.job_requirements as filed
      where filed.id = owns_requirement.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member())))
  $$;

create or replace function public.owns_requirement(requirement uuid) returns boolean
  language sql stable set search_path = ''
  as $$ select private.owns_requirement(requirement) $$;

-- Some lines of the inbox with what was sent, at most a hundred, in the order they are asked for.
create function private.read_items(items uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return (
      select coalesce(jsonb_agg(
               to_jsonb(item) - 'search' || jsonb_build_object(
                 'contact_submissions', to_jsonb(contact),
                 'public_job_submissions', to_jsonb(posting) || jsonb_build_object('job_requirements', (
                   select jsonb_build_object('id', made.id) from public.job_requirements as made
                     where made.source_posting_id = posting.id)),
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

create function public.read_items(items uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.read_items(items) $$;

-- What the team has done with a line and written beside it, and what happened to its requirement: of each the newest hundred.
create function private.read_item_history(item uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as note),
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

create function public.read_item_history(item uuid) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.read_item_history(item) $$;

-- A requirement with its company's name and people, as the team sees it; null for one that is not there.
create function private.read_requirement(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'requirement', to_jsonb(filed),
               'company', client.company_name,
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = filed.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as filed
        join public.clients as client on client.id = filed.client_id
        where filed.id = requirement);
  end $$;

create function public.read_requirement(requirement uuid) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.read_requirement(requirement) $$;

-- A company with its people and the invitations to it that nobody has answered, at most a hundred of each; null for one that
-- is not there.
create function private.read_client(client uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'company', to_jsonb(company),
               'members', (
                 select coalesce(jsonb_agg(to_jsonb(member) order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = company.id
                           order by joined.created_at, joined.user_id limit 100) as member),
               'invitations', (
                 select coalesce(jsonb_agg(to_jsonb(invitation) order by invitation.created_at desc, invitation.id desc), '[]')
                   from (select * from public.invitations as sent
                           where sent.client_id = company.id and sent.accepted_at is null and sent.revoked_at is null
                           order by sent.created_at desc, sent.id desc limit 100) as invitation))
        from public.clients as company where company.id = client);
  end $$;

create function public.read_client(client uuid) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.read_client(client) $$;

-- The requirement that a posting has become; null when it has become none.
create function private.find_converted(posting uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return (select made.id from public.job_requirements as made where made.source_posting_id = posting);
  end $$;

create function public.find_converted(posting uuid) returns uuid
  language sql stable set search_path = ''
  as $$ select private.find_converted(posting) $$;
