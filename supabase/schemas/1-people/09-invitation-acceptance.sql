-- What an invitation shows, the account that it makes, and its acceptance (docs/decisions/companies.md).

create function private.invitation_of(token text) returns public.invitations
  language sql stable security definer set search_path = '' as $$
    select invitation.* from public.invitations as invitation
      join private.invitation_tokens as kept on kept.invitation_id = invitation.id
      where kept.digest = private.digest_of(token)
  $$;

create function private.inviter_name(invitation public.invitations) returns text
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (select display_name from public.team_members where user_id = (invitation).invited_by),
      (select full_name from public.client_members
        where user_id = (invitation).invited_by and client_id = (invitation).client_id))
  $$;

-- Who invites to what, for whoever holds a token: null for one that is unknown. Mails are passed on, so that the address
-- is shown whole to its owner only, signed in; others learn its first letter and domain.
create function private.invitation_by_token(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', found_row.id, 'kind', found_row.kind, 'role', found_row.role, 'access', found_row.access,
        'company', private.company_name(found_row.client_id), 'invited_by', private.inviter_name(found_row),
        'email', case when found_row.email = private.current_address() then found_row.email
                      else left(found_row.email, 1) || '…@' || split_part(found_row.email, '@', 2) end,
        'is_own_address', found_row.email = private.current_address(),
        'state', private.invitation_state(found_row), 'expires_at', found_row.expires_at,
        'bond', case when found_row.email = private.current_address() then private.own_membership() end)
      from private.invitation_of(token) as found_row where found_row.id is not null
  $$;
grant execute on function private.invitation_by_token to anon, authenticated, service_role;

-- What the mail of an invitation says, with its token: for who sends mails, and nobody else.
create function private.invitation_mail(invitation uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        -- Asked for by nobody who has proved the address: the team answers a form that names it.
        'is_from_form', exists (select from public.job_requirements as requirement_row
                                  cross join private.form_of(requirement_row) as sent
                                  where requirement_row.client_id = found_row.client_id and sent.address = found_row.email),
        'token', kept.unsent)
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open' and kept.unsent is not null
  $$;
grant execute on function private.invitation_mail to service_role;

-- # An account for the invited address

-- Whoever holds a token reads the mailbox that it was sent to, and nobody else does: that is what a confirmation's link
-- proves, and so a sign-up that brings the token along is confirmed from its first moment. The authentication service reads
-- back what it has written, sends no second mail and begins the session. The token itself is not kept.
create function private.confirm_invited() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare given public.invitations := private.invitation_of(new.raw_user_meta_data ->> 'invitation_token');
  begin
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation_token';
    if tg_op = 'INSERT' and given.email = lower(new.email) and private.invitation_state(given) = 'open' then
      new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
    end if;
    return new;
  end $$;

create trigger confirm_invited before insert or update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data ? 'invitation_token') execute function private.confirm_invited();

-- The invited address, for the form that makes its account: null when the token opens no invitation. Whether it has an
-- account, which its person signs in to. A sign-up that nobody has confirmed stands in nobody's way: whoever it was has not
-- proved the mailbox, and owns nothing.
create function private.prepare_invited_account(token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    given public.invitations := private.invitation_of(token);
    state text := private.invitation_state(given);
    has_account boolean;
  begin
    if given.id is not null and state = 'open' then
      delete from auth.users where lower(email) = given.email and email_confirmed_at is null;
    end if;
    has_account := exists (select from auth.users where lower(email) = given.email);
    -- The form that was sent twice comes back after it has been accepted.
    if given.id is null or state <> 'open' and not (state = 'accepted' and has_account) then
      return null;
    end if;
    return jsonb_build_object('email', given.email, 'has_account', has_account);
  end $$;
grant execute on function private.prepare_invited_account to anon, authenticated;

-- # Joining

-- Whom the person who is asking belongs to, and whether they may leave that for another: the last owner may if nobody else
-- is in the company and nothing was ever filed for it. Null for nobody's.
--
-- Joining a company is one thing, whichever way somebody comes: by the link of the mail, by the ordinary sign-up, from a
-- provider (docs/decisions/companies.md). An invitation is its address's, and whoever has shown that the mailbox is
-- theirs may see and accept it without the link.
create function private.own_membership() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'company', private.company_name(own.client_id),
        'may_leave', not private.is_last_owner(own.user_id, own.client_id)
          or (not exists (select from public.client_members as other
                           where other.client_id = own.client_id and other.user_id <> own.user_id)
            and not exists (select from public.job_requirements as requirement where requirement.client_id = own.client_id)))
      from public.client_members as own where own.user_id = (select private.current_user_id())
    union all
    select jsonb_build_object('company', null, 'may_leave', false)
      where (select private.is_team_member())
  $$;

-- The open invitations to the address that the person who is asking has proved to have.
create function private.invitations_to_me() returns setof public.invitations
  language sql stable security definer set search_path = '' as $$
    select invitation.* from public.invitations as invitation
      where invitation.email = (select private.current_address())
        and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
      order by invitation.created_at desc, invitation.id desc limit 20
  $$;

-- What somebody may join, whom they belong to now, and the company that they asked for when they signed up.
create function private.own_invitations() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', mine.id, 'kind', mine.kind, 'role', mine.role, 'access', mine.access,
          'company', private.company_name(mine.client_id), 'invited_by', private.inviter_name(mine),
          'expires_at', mine.expires_at)), '[]')
        from private.invitations_to_me() as mine),
      'bond', private.own_membership(),
      'profile', (select jsonb_build_object('company_name', waiting.company_name, 'full_name', waiting.full_name,
                                            'phone', waiting.phone)
                    from private.waiting_profiles as waiting
                    where waiting.user_id = (select private.current_user_id())))
  $$;
grant execute on function private.own_invitations to authenticated;

-- What the dashboard of somebody who belongs to no company shows in the place of one; null for everybody else.
create function private.own_joining() returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select private.own_invitations() where (select private.current_client_id()) is null $$;
grant execute on function private.own_joining to authenticated;

-- Makes the company that a sign-up asked for, once its mailbox is proved; unless somebody has invited its person: then it
-- waits until they have decided. Returns whether nothing is left to decide.
create function private.begin_company(company_name text, full_name text, phone text) returns boolean
  language plpgsql security definer set search_path = '' as $$
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
grant execute on function private.begin_company to authenticated;

-- Accepts, once, as the signed-in person with the invited address; twice by the same person is the same. Whoever belongs to
-- another company leaves it in the same step, if they have said so and may. An invitation whose person has been removed
-- since is no welcome any more (docs/decisions/companies.md).
create function private.accept_as_invited(invitation uuid, leaving boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    person uuid := private.current_user_id();
    given public.invitations;
    present_role public.app_role;
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
      own := private.lock_own_company();
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
      select role into present_role from public.user_roles where user_id = person;
      -- What somebody calls themselves comes before what others call them.
      select private.metadata_text(raw_user_meta_data, 'full_name') into own_name from auth.users where id = person;
      if present_role <> 'client' then
        raise exception 'team_member_already' using errcode = 'PT409';
      elsif own is not null and (not leaving or own = given.client_id) then
        raise exception 'company_already' using errcode = 'PT409';
      elsif own is not null and not (private.own_membership() ->> 'may_leave')::boolean then
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
        -- Of a company that the team has made for them, and named them as its contact, they are that.
        update public.clients as client set contact_user_id = person
          where client.id = given.client_id and given.access = 'owner' and client.contact_user_id is null
            and client.full_name = given.full_name
            and not exists (select from public.client_members as member
                             where member.client_id = client.id and member.user_id <> person);
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

-- By the token of its mail.
create function private.accept_invitation(token text) returns jsonb
  language sql security definer set search_path = ''
  as $$ select private.accept_as_invited((private.invitation_of(token)).id, false) $$;
grant execute on function private.accept_invitation to authenticated;

-- By its id, from the list that only its address sees: of others' nobody learns that they are there.
create function private.accept_own_invitation(invitation uuid, leaving boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.current_user_id() is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif not exists (select from public.invitations as mine
                       where mine.id = invitation and mine.email = private.current_address()) then
      raise exception 'invitation_unknown' using errcode = 'PT404';
    end if;
    return private.accept_as_invited(invitation, leaving);
  end $$;
grant execute on function private.accept_own_invitation to authenticated;

-- # Exposed through the Data API

create function public.invitation_by_token(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.invitation_by_token(token) $$;
grant execute on function public.invitation_by_token to anon, authenticated, service_role;

create function public.prepare_invited_account(token text) returns jsonb
  language sql set search_path = '' as $$ select private.prepare_invited_account(token) $$;
grant execute on function public.prepare_invited_account to anon, authenticated;

create function public.accept_invitation(token text) returns jsonb
  language sql set search_path = '' as $$ select private.accept_invitation(token) $$;
grant execute on function public.accept_invitation to authenticated;

create function public.invitation_mail(invitation uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.invitation_mail(invitation) $$;
grant execute on function public.invitation_mail to service_role;

create function public.own_invitations() returns jsonb
  language sql stable set search_path = '' as $$ select private.own_invitations() $$;
grant execute on function public.own_invitations to authenticated;

create function public.begin_company(company_name text, full_name text default null, phone text default null)
  returns boolean
  language sql set search_path = '' as $$ select private.begin_company(company_name, full_name, phone) $$;
grant execute on function public.begin_company to authenticated;

create function public.accept_own_invitation(invitation uuid, leaving boolean default false) returns jsonb
  language sql set search_path = '' as $$ select private.accept_own_invitation(invitation, leaving) $$;
grant execute on function public.accept_own_invitation to authenticated;
