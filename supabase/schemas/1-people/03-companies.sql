-- Companies and their people: who belongs to one and may do what for it, and what one company may do in a day
-- (docs/decisions/companies.md, forms-and-limits.md).

-- A company. It outlives the person who made it.
create table public.clients (
  id uuid primary key default gen_random_uuid(),
  -- Who made it; null for one that the team made for somebody.
  user_id uuid unique references auth.users (id) on delete set null,
  company_name text not null check (private.is_text(company_name, 200)),
  -- The contact: a person of the company, whom contact_user_id names, or a text that its owners have written. It follows a
  -- person by who they are, and nobody by what they are called (docs/decisions/companies.md).
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  contact_user_id uuid references auth.users (id) on delete set null,
  search tsvector not null
    generated always as (private.searchable_name(company_name || ' ' || coalesce(full_name, ''), phone)) stored,
  -- Its owners want to read in a mail how a message begins.
  quotes_messages boolean not null default false
);

create index clients_newest on public.clients (created_at desc, id desc);
-- The name as it is; by words, the name alone, and with the contact and the number.
create index clients_name on public.clients (lower(company_name));
create index clients_words on public.clients using gin (private.words_of(company_name)) with (fastupdate = off);
create index clients_search on public.clients using gin (search) with (fastupdate = off);
create index clients_contact on public.clients (contact_user_id);

alter table public.clients enable row level security, force row level security;
grant select, insert (user_id, company_name, full_name, phone) on public.clients to authenticated;

-- What it is found by is made anew without a version (private.renew_search).
create trigger raise_version before update of user_id, company_name, full_name, phone, contact_user_id, quotes_messages
  on public.clients for each row execute function private.raise_version();
create trigger stamp_id before insert on public.clients for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.clients for each row execute function private.stamp_insert();
create trigger stamp_update before update of user_id, company_name, full_name, phone, contact_user_id, quotes_messages
  on public.clients for each row execute function private.stamp_update();

-- Nobody of the team makes a company of their own.
create policy "complete the own record" on public.clients for insert to authenticated
  with check (user_id = (select private.current_user_id()) and not (select private.is_team_member()));

-- A person belongs to one company at most.
create table public.client_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  client_id uuid not null references public.clients (id) on delete cascade,
  access public.member_access not null,
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index client_members_company on public.client_members (client_id, created_at, user_id);
create index client_members_search on public.client_members
  using gin (private.searchable_name(full_name, phone)) with (fastupdate = off);

alter table public.client_members enable row level security, force row level security;
grant select on public.client_members to authenticated;

create trigger stamp_insert before insert on public.client_members for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.client_members for each row execute function private.stamp_update();
create trigger raise_version before update on public.client_members for each row execute function private.raise_version();

-- The company that a sign-up asked for while an invitation waits for its person: kept until they have decided.
create table private.waiting_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  company_name text not null check (private.is_text(company_name, 200)),
  full_name text check (private.is_text(full_name, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now()
);

-- Since when the team has to do with a company: it took up or finished what the company filed, wrote to it, or invited
-- somebody to it. What is put away as spam makes nobody known, and nothing that a company does makes it unknown again.
create table private.known_companies (
  client_id uuid primary key references public.clients (id) on delete cascade,
  since timestamptz not null default now()
);

-- What one company may do in a day (docs/decisions/forms-and-limits.md): generous for people, and an end for programs.
-- Counted in a row of its own, which whoever counts holds until their transaction ends: nobody slips through beside
-- another.
create table private.company_counts (
  client_id uuid not null references public.clients (id) on delete cascade,
  kind text not null check (kind in (
    'edits', 'messages', 'renames', 'company_names', 'own_names', 'accesses', 'settings', 'answers', 'draft_saves')),
  day date not null,
  count integer not null check (count > 0),
  primary key (client_id, kind)
);

-- One row for whoever has a session, with their role and their company if there are any; none for anybody else. A page learns
-- from one question both whether the session still holds and for which company it is. The name and the number are the
-- person's own.
create view public.current_account with (security_invoker = true) as
  select held.role, member.client_id, client.company_name, member.full_name, member.phone, member.access
  from (select private.current_user_id() as user_id) as person
  left join public.user_roles as held on held.user_id = person.user_id
  left join public.client_members as member on member.user_id = person.user_id
  left join public.clients as client on client.id = member.client_id
  where person.user_id is not null;
grant select on public.current_account to authenticated;

-- # Who is asking

-- The company of the person who is asking; null for everybody else.
create function private.current_client_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select client_id from public.client_members where user_id = (select private.current_user_id()) $$;
grant execute on function private.current_client_id to authenticated, service_role;

create policy "own company, or who may export" on public.client_members for select to authenticated
  using (client_id = (select private.current_client_id()) or (select private.may_export()));

-- Its maker is one of its members, but in the statement that makes it not yet.
create policy "own record, or who may export" on public.clients for select to authenticated
  using (id = (select private.current_client_id()) or user_id = (select private.current_user_id())
         or (select private.may_export()));

-- What the person who is asking may do for their company; null for everybody else.
create function private.current_access() returns public.member_access
  language sql stable security definer set search_path = ''
  as $$ select access from public.client_members where user_id = (select private.current_user_id()) $$;
grant execute on function private.current_access to authenticated, service_role;

-- May the person who is asking file, edit, withdraw and answer for their company?
create function private.may_write_for_client() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce(private.current_access() in ('owner', 'member'), false) $$;
grant execute on function private.may_write_for_client to authenticated, service_role;

create function private.company_name(client uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select company_name from public.clients where id = client $$;

-- Does the caller belong to this company, and not to the team? Who sets history up is nobody here.
create function private.is_of_company(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(private.current_client_id() = company, false) and not private.is_team_member()
  $$;

-- On which side of a company's requirement does the caller act? Null for the database itself and for everybody else.
create function private.side_on(client_id uuid) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case when private.is_team_member() then 'team'::public.side
                when client_id = private.current_client_id() and private.may_write_for_client() then 'company' end
  $$;

-- May the caller change what this company has filed? The team may, and those of the company who write for it.
create function private.may_change_for(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.is_team_member()
      or coalesce(private.may_write_for_client() and private.current_client_id() = company, false)
  $$;

-- Has anybody an account by which they see what the team writes and shows?
create function private.is_anybody_there(client uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.client_members as member where member.client_id = client)
  $$;

create function private.has_owner(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.client_members where client_id = client and access = 'owner') $$;

-- # A company and its contact

-- Makes a client of somebody whose sign-up named a company. Not of a colleague, whatever the account says of
-- itself; nor when the sign-up names an open invitation to its own address: its person accepts, once the mailbox is proved.
-- The name in the metadata is anybody's word, the address is what counts.
create function private.make_client(person uuid, metadata jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
  declare company text := private.metadata_text(metadata, 'company_name');
  begin
    if company is null or private.is_team(person) or exists (
      select from public.invitations as invitation
        join auth.users as account on account.id = person and lower(account.email) = invitation.email
        where invitation.id::text = metadata ->> 'invitation' and private.invitation_state(invitation) = 'open')
    then
      return;
    end if;
    insert into public.clients (user_id, company_name, full_name, phone)
      values (person, company, private.metadata_text(metadata, 'full_name'), private.metadata_text(metadata, 'phone'))
      on conflict (user_id) do nothing;
    insert into public.user_roles (user_id, role) values (person, 'client') on conflict (user_id) do nothing;
  end $$;

-- Whoever makes a company's record owns it: the sign-up, and the dashboard's form alike. Somebody who belongs to another
-- company is refused by the key. Nobody becomes both, the team's and a company's, by accepting an invitation at the same
-- moment: accepting takes this lock, and whoever comes second finds what the first has made.
create function private.add_owner() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('accept_invitation ' || new.user_id, 0));
    if private.is_team(new.user_id) then
      raise exception 'team_member_already' using errcode = 'PT409';
    end if;
    insert into public.client_members (user_id, client_id, access, full_name, phone)
      values (new.user_id, new.id, 'owner', new.full_name, new.phone);
    return null;
  end $$;

create trigger add_owner after insert on public.clients
  for each row when (new.user_id is not null) execute function private.add_owner();

-- Says whose the contact is that has just been written: the maker's, who gives their own; an owner's who writes their own
-- name. Whatever else an owner writes is a text, and nobody's.
create function private.tie_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
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

create trigger tie_contact before insert on public.clients for each row execute function private.tie_contact();

create trigger tie_written_contact before update of full_name on public.clients
  for each row when (old.full_name is distinct from new.full_name and old.contact_user_id is not distinct from new.contact_user_id)
  execute function private.tie_contact();

-- A contact who is a person goes with them: their name, and the number that is theirs. One that owners wrote stays.
create function private.forget_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
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

-- Whoever leaves a company is no longer its contact, nor named as who made it. Runs before the member goes: their own
-- number tells whether the contact's is theirs.
create function private.leave_client() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.clients set contact_user_id = null where id = old.client_id and contact_user_id = old.user_id;
    update public.clients set user_id = null where id = old.client_id and user_id = old.user_id;
    return old;
  end $$;

create trigger leave_client before delete on public.client_members for each row execute function private.leave_client();

-- Who belongs to a company has decided.
create function private.forget_waiting_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from private.waiting_profiles where user_id = new.user_id;
    return null;
  end $$;

create trigger forget_waiting_profile after insert on public.client_members
  for each row execute function private.forget_waiting_profile();
