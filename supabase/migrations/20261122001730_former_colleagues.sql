-- The names of those who have left the team, for what they did to stay told: for the team alone, until the account is
-- erased, and the name with it.
create table private.former_colleagues (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null check (private.is_text(display_name, 200)),
  left_at timestamptz not null default now()
);

create function private.remember_colleague() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      delete from private.former_colleagues where user_id = new.user_id;
    -- Of an account that is being deleted nothing stays.
    elsif exists (select from auth.users where id = old.user_id) then
      insert into private.former_colleagues (user_id, display_name) values (old.user_id, old.display_name);
    end if;
    return null;
  end $$;

create trigger remember_colleague after insert or delete on public.team_members
  for each row execute function private.remember_colleague();

-- What the frame of the team's pages shows, in one answer: who there is, who has been, and how many lines each group of the
-- inbox has.
create function private.team_frame() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'team', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                         order by display_name, user_id), '[]') from public.team_members),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $$;

create function public.team_frame() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.team_frame() $$;

-- As before, with the name that somebody who has left the team is remembered by.
create or replace function private.export_inbox_of(address text, accounts uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.contact_id in (select id from public.contact_submissions where lower(email) = address)
          or item.posting_id in (select id from public.public_job_submissions where lower(contact_email) = address)
          or item.consultation_id in (select id from public.consultation_requests where lower(email) = address)
          or item.requirement_id in (select id from public.job_requirements where submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $$;

-- An invitation that was accepted, and whose person has been removed since, is no welcome any more; and the name that
-- somebody has given themselves stays, over the one that they were invited by.
create or replace function private.accept_invitation(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    person uuid := private.current_user_id();
    wanted uuid := (private.invitation_of(token)).id;
    given public.invitations;
    held public.app_role;
    own_name text;
  begin
    if person is null then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    -- Of two invitations accepted at once the second finds what the first has made of the person.
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || person, 0));
    select * into given from public.invitations where id = wanted for update;
    if not found then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    elsif given.email is distinct from private.current_address() then
      raise exception 'other_address' using errcode = 'PT403';
    elsif given.accepted_by is distinct from person then
      if private.invitation_state(given) <> 'open' then
        raise exception '%', 'invitation_' || private.invitation_state(given) using errcode = 'PT410';
      end if;
      select role into held from public.user_roles where user_id = person;
      select private.metadata_text(raw_user_meta_data, 'full_name') into own_name from auth.users where id = person;
      if held <> 'client' then
        raise exception 'team_member_already' using errcode = 'PT409';
      elsif given.kind = 'team' then
        if exists (select from public.client_members where user_id = person) then
          raise exception 'company_already' using errcode = 'PT409';
        end if;
        insert into public.user_roles (user_id, role) values (person, given.role)
          on conflict (user_id) do update set role = excluded.role;
        update public.team_members set display_name = given.full_name
          where user_id = person and own_name is null and given.full_name is not null;
      else
        insert into public.client_members (user_id, client_id, access, full_name, phone)
          values (person, given.client_id, given.access, coalesce(own_name, given.full_name), given.phone)
          on conflict do nothing;
        if not found then
          raise exception 'company_already' using errcode = 'PT409';
        end if;
        insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
      end if;
      update public.invitations set accepted_at = now(), accepted_by = person where id = given.id;
      perform private.log_activity('invitation_accepted', 'invitation', given.id, given.client_id,
                                   new_value => coalesce(given.role::text, given.access::text));
    elsif (given.kind = 'team' and not private.is_team(person))
      or (given.kind = 'client' and not exists (select from public.client_members
                                                 where user_id = person and client_id = given.client_id)) then
      raise exception 'invitation_over' using errcode = 'PT410';
    end if;
    return jsonb_build_object('kind', given.kind, 'role', given.role, 'access', given.access,
                              'client_id', given.client_id);
  end $$;
