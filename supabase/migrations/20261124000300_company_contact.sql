-- A company's contact is a person of it, or a text that its owners have written (docs/decisions/016, 024): it follows a
-- person by who they are, and nobody by what they are called.

alter table public.clients
  add column contact_user_id uuid references auth.users (id) on delete set null;

create index clients_contact on public.clients (contact_user_id);

-- Whoever made the company and is in it by the contact's name is that contact.
update public.clients as client set contact_user_id = member.user_id
  from public.client_members as member
  where member.user_id = client.user_id and member.client_id = client.id
    and lower(member.full_name) = lower(client.full_name);

-- Says whose the contact is that has just been written: the maker's, who gives their own; an owner's who writes their own
-- name. Whatever else an owner writes is a text, and nobody's.
create function private.tie_contact() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      new.contact_user_id := case when num_nonnulls(new.full_name, new.phone) > 0 then new.user_id end;
    else
      new.contact_user_id := (select member.user_id from public.client_members as member
                               where member.user_id = private.current_user_id() and member.client_id = new.id
                                 and member.access = 'owner' and lower(member.full_name) = lower(new.full_name));
    end if;
    return new;
  end $$;

create trigger tie_contact before insert on public.clients
  for each row execute function private.tie_contact();
create trigger tie_written_contact before update of full_name on public.clients
  for each row when (old.full_name is distinct from new.full_name and old.contact_user_id is not distinct from new.contact_user_id)
  execute function private.tie_contact();

-- A contact who is a person goes with them: their name, and the number that is theirs. One that owners wrote stays.
create function private.forget_contact() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    new.full_name := null;
    if new.phone = (select phone from public.client_members where user_id = old.contact_user_id and client_id = new.id) then
      new.phone := null;
    end if;
    return new;
  end $$;

create trigger forget_contact before update of contact_user_id on public.clients
  for each row when (old.contact_user_id is not null and new.contact_user_id is null
                     and old.full_name is not distinct from new.full_name)
  execute function private.forget_contact();

-- It cleared whatever stood there, whoever had written it.
drop trigger forget_maker on public.clients;
drop function private.forget_maker();

-- Before the member goes: their own number tells whether the contact's is theirs.
drop trigger leave_client on public.client_members;

create or replace function private.leave_client() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    update public.clients set contact_user_id = null where id = old.client_id and contact_user_id = old.user_id;
    update public.clients set user_id = null where id = old.client_id and user_id = old.user_id;
    return old;
  end $$;

create trigger leave_client before delete on public.client_members
  for each row execute function private.leave_client();

-- Writes the caller's own name, on the version that was seen of them. The company's contact follows where that is the
-- caller themselves, and an owner: only owners change it.
create or replace function private.edit_own_name(seen integer, full_name text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    company uuid := private.hold_own_company();
    new_name text := private.trimmed(edit_own_name.full_name);
    held public.client_members;
  begin
    select * into held from public.client_members as member
      where member.user_id = private.current_user_id() and member.client_id = company;
    if new_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif new_name is not distinct from held.full_name then
      -- Also sent again, after an answer that was lost.
      return;
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.client_members as member set full_name = new_name where member.user_id = held.user_id;
    if held.access = 'owner' then
      update public.clients as client set full_name = new_name
        where client.id = company and client.contact_user_id = held.user_id and client.full_name is distinct from new_name;
      if found then
        perform private.log_activity('company_changed', 'client', company, fields => array['full_name']);
      end if;
    end if;
  end $$;

-- Accepts an invitation for whoever asks (docs/decisions/016, 024).
create or replace function private.accept_as_invited(invitation uuid, leaving boolean) returns jsonb
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

-- Companies of others that name somebody as their contact: what is told and erased with them.
create or replace function private.companies_named_after(address text, accounts uuid[]) returns SETOF uuid
  language sql stable security definer set search_path = ''
  as $$
    select client.id from public.clients as client
      join public.invitations as invitation on invitation.client_id = client.id
        and (invitation.email = address or invitation.accepted_by = any (accounts))
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and (client.full_name, client.phone) is not distinct from (invitation.full_name, invitation.phone)
    union
    select client.id from public.clients as client
      join public.client_members as member on member.client_id = client.id and member.user_id = any (accounts)
      -- What an owner has written of them, not themselves.
      where client.contact_user_id is distinct from member.user_id
        and (lower(client.full_name) = lower(member.full_name)
          or client.full_name is null and client.phone = member.phone)
  $$;
