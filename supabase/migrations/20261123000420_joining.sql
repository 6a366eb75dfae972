-- Joining a company, whichever way somebody comes: by the link of the mail, by the ordinary sign-up, from a provider
-- (docs/decisions/016, 024). An invitation is its address's, and whoever has shown that the mailbox is theirs may see and
-- accept it without the link.

-- Whom the person who is asking belongs to, and whether they may leave that for another: the last owner may if nobody else
-- is in the company and nothing was ever filed for it. Null for nobody's.
create function private.own_bond() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'company', private.company_name(own.client_id),
        'may_leave', not private.is_last_owner(own.user_id, own.client_id)
          or (not exists (select from public.client_members as other
                           where other.client_id = own.client_id and other.user_id <> own.user_id)
            and not exists (select from public.job_requirements as filed where filed.client_id = own.client_id)))
      from public.client_members as own where own.user_id = (select private.current_user_id())
    union all
    select jsonb_build_object('company', null, 'may_leave', false)
      where (select private.is_team_member())
  $$;

create or replace function private.invitation_by_token(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'id', found_row.id, 'kind', found_row.kind, 'role', found_row.role, 'access', found_row.access,
        'company', private.company_name(found_row.client_id), 'invited_by', private.inviter_name(found_row),
        'email', case when found_row.email = private.current_address() then found_row.email
                      else left(found_row.email, 1) || '…@' || split_part(found_row.email, '@', 2) end,
        'is_own_address', found_row.email = private.current_address(),
        'state', private.invitation_state(found_row), 'expires_at', found_row.expires_at,
        'bond', case when found_row.email = private.current_address() then private.own_bond() end)
      from private.invitation_of(token) as found_row where found_row.id is not null
  $$;

-- The open invitations to the address that the person who is asking has proved to have.
create function private.invitations_to_me() returns setof public.invitations
  language sql stable security definer set search_path = ''
  as $$
    select invitation.* from public.invitations as invitation
      where invitation.email = (select private.current_address())
        and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
      order by invitation.created_at desc, invitation.id desc limit 20
  $$;

-- What somebody may join, whom they belong to now, and the company that they asked for when they signed up.
create function private.own_invitations() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', mine.id, 'kind', mine.kind, 'role', mine.role, 'access', mine.access,
          'company', private.company_name(mine.client_id), 'invited_by', private.inviter_name(mine),
          'expires_at', mine.expires_at)), '[]')
        from private.invitations_to_me() as mine),
      'bond', private.own_bond(),
      'profile', (select jsonb_build_object('company_name', waiting.company_name, 'full_name', waiting.full_name,
                                            'phone', waiting.phone)
                    from private.waiting_profiles as waiting
                    where waiting.user_id = (select private.current_user_id())))
  $$;

-- What the dashboard of somebody who belongs to no company shows in the place of one; null for everybody else.
create function private.own_joining() returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select private.own_invitations() where (select private.current_client_id()) is null $$;

-- As before (20261122001400), and what somebody may join.
create or replace function public.own_dashboard() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$
    select jsonb_build_object(
      'totals', (select to_jsonb(figures) from public.requirement_totals as figures),
      'recruiters', coalesce((select jsonb_object_agg(recruiter.user_id, to_jsonb(recruiter) - 'user_id')
                                from private.own_recruiters() as recruiter), '{}'),
      'joining', private.own_joining())
  $$;

-- Makes the company that a sign-up asked for, once its mailbox is proved; unless somebody has invited its person: then it
-- waits until they have decided. Returns whether nothing is left to decide.
create function private.begin_company(company_name text, full_name text, phone text) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare person uuid := private.current_user_id();
  begin
    if person is null or private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    elsif private.trimmed(company_name) is null then
      raise exception 'company_name_missing' using errcode = 'PT422';
    elsif exists (select from public.client_members where user_id = person) then
      return true;
    elsif exists (select from private.invitations_to_me()) then
      insert into private.waiting_profiles (user_id, company_name, full_name, phone)
        values (person, private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone))
        on conflict (user_id) do update
          set (company_name, full_name, phone) = (excluded.company_name, excluded.full_name, excluded.phone);
      return false;
    end if;
    insert into public.clients (user_id, company_name, full_name, phone)
      values (person, private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone));
    return true;
  end $$;

-- Accepts, once, as whoever is signed in with the invited address. Twice by the same person is the same. Whoever belongs to
-- another company leaves it in the same step, if they have said so and may.
create function private.accept_as_invited(invitation uuid, leaving boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    person uuid := private.current_user_id();
    given public.invitations;
    held public.app_role;
    own uuid;
    own_name text;
  begin
    if person is null then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    -- Of two invitations accepted at once the second finds what the first has made of the person.
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || person, 0));
    own := private.current_client_id();
    if leaving and own is not null then
      own := private.hold_own_company();
    end if;
    select * into given from public.invitations where id = invitation for update;
    if not found then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    elsif given.email is distinct from private.current_address() then
      raise exception 'other_address' using errcode = 'PT403';
    elsif given.accepted_by is distinct from person then
      if private.invitation_state(given) <> 'open' then
        raise exception '%', 'invitation_' || private.invitation_state(given) using errcode = 'PT410';
      end if;
      select role into held from public.user_roles where user_id = person;
      -- What somebody calls themselves comes before what others call them.
      select private.metadata_text(raw_user_meta_data, 'full_name') into own_name from auth.users where id = person;
      if held <> 'client' then
        raise exception 'team_member_already' using errcode = 'PT409';
      elsif own is not null and (not leaving or own = given.client_id) then
        raise exception 'company_already' using errcode = 'PT409';
      elsif own is not null and not (private.own_bond() ->> 'may_leave')::boolean then
        raise exception 'last_owner' using errcode = 'PT409';
      elsif own is not null then
        perform private.end_membership(person, own);
      end if;
      if given.kind = 'team' then
        insert into public.user_roles (user_id, role) values (person, given.role)
          on conflict (user_id) do update set role = excluded.role;
        update public.team_members set display_name = given.full_name
          where user_id = person and given.full_name is not null;
      else
        insert into public.client_members (user_id, client_id, access, full_name, phone)
          select person, given.client_id, given.access,
                 coalesce(own_name, given.full_name),
                 coalesce(private.metadata_text(account.raw_user_meta_data, 'phone'), given.phone)
            from auth.users as account where account.id = person
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

create or replace function private.accept_invitation(token text) returns jsonb
  language sql volatile security definer set search_path = ''
  as $$ select private.accept_as_invited((private.invitation_of(token)).id, false) $$;

-- By its id, from the list that only its address sees: of others' nobody learns that they are there.
create function private.accept_own_invitation(invitation uuid, leaving boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if private.current_user_id() is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.invitations as mine
                       where mine.id = invitation and mine.email = private.current_address()) then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    end if;
    return private.accept_as_invited(invitation, leaving);
  end $$;

-- What the Data API shows of these: functions that run as their caller.
create function public.own_invitations() returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.own_invitations() $$;

create function public.begin_company(company_name text, full_name text default null, phone text default null)
  returns boolean
  language sql volatile security invoker set search_path = ''
  as $$ select private.begin_company(company_name, full_name, phone) $$;

create function public.accept_own_invitation(invitation uuid, leaving boolean default false) returns jsonb
  language sql volatile security invoker set search_path = ''
  as $$ select private.accept_own_invitation(invitation, leaving) $$;
