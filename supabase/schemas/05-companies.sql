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
create index clients_words on public.clients using gin (to_tsvector('simple', company_name)) with (fastupdate = off);
create index clients_search on public.clients using gin (search) with (fastupdate = off);
create index clients_contact on public.clients (contact_user_id);

alter table public.clients enable row level security, force row level security;
grant select, insert (user_id, company_name, full_name, phone) on public.clients to authenticated;

create trigger raise_version before update on public.clients for each row execute function private.raise_version();
create trigger stamp_id before insert on public.clients for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.clients for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.clients for each row execute function private.stamp_update();

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

-- Does whoever asks belong to this company, and not to the team? Who sets history up is nobody here.
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

-- May whoever asks change what this company has filed? The team may, and those of the company who write for it.
create function private.may_change_for(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.is_team_member()
      or coalesce(private.may_write_for_client() and private.current_client_id() = company, false)
  $$;

create function private.has_owner(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.client_members where client_id = client and access = 'owner') $$;

-- # A company and its contact

-- Makes a client of somebody whose sign-up named a company. Not of somebody of the team, whatever the account says of
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

-- # What a company may do in a day

-- Counts one thing that a company is about to do today (UTC). Beyond the most it raises PT429, `too_many_` and the kind. Asked
-- before anything is done: what is refused costs nothing, and how long it takes tells nothing.
create function private.count_for_company(company uuid, counted text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100
                         when counted = 'draft_saves' then 5000 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, 1)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $$;

-- Counts a change by a company's own people, under the kind that the trigger names: of the company's names, of a person's
-- own, which uses up none of the owners', or of an access. To clear a name, as for somebody who leaves, is always possible.
create function private.limit_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := to_jsonb(new) ->> case tg_table_name when 'clients' then 'id' else 'client_id' end;
  begin
    if private.is_of_company(company) then
      perform private.count_for_company(company, tg_argv[0]);
    end if;
    return new;
  end $$;

create trigger limit_renames before update on public.clients for each row
  when ((old.company_name, old.full_name, old.phone) is distinct from (new.company_name, new.full_name, new.phone)
    and (new.company_name <> old.company_name or new.full_name is not null or new.phone is not null))
  execute function private.limit_changes('renames');

-- By a name a company can ask who works there, since whoever does is hidden from it at once (docs/decisions/candidates.md).
create trigger limit_company_names before update of company_name on public.clients for each row
  when (old.company_name is distinct from new.company_name)
  execute function private.limit_changes('company_names');

create trigger limit_own_names before update on public.client_members for each row
  when (old.full_name is distinct from new.full_name and new.full_name is not null)
  execute function private.limit_changes('own_names');

create trigger limit_accesses before update on public.client_members for each row
  when (old.access is distinct from new.access)
  execute function private.limit_changes('accesses');

-- # Whom the team has to do with

create function private.is_known_company(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from private.known_companies where client_id = client) $$;

-- The team has taken up something of a company, or written to it.
create function private.know_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    fresh jsonb := to_jsonb(new);
    company uuid := (select filed.client_id from public.job_requirements as filed
                      where filed.id = (fresh ->> 'requirement_id')::uuid);
  begin
    insert into private.known_companies (client_id) values (company) on conflict do nothing;
    return null;
  end $$;

-- # Changing who belongs to a company, and what it says of itself

-- The company of the person who is asking, held until the transaction ends: nobody else changes who belongs to it.
create function private.hold_own_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := private.current_client_id();
  begin
    perform from public.clients where id = company for no key update;
    if company is null or private.current_client_id() is distinct from company then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

-- The same for an owner, who is looked at again when the row is held.
create function private.hold_owned_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.hold_own_company();
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

create function private.is_last_owner(person uuid, company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.client_members
                    where user_id = person and client_id = company and access = 'owner')
      and not exists (select from public.client_members
                       where user_id <> person and client_id = company and access = 'owner')
  $$;

-- Takes somebody out of a company that is held.
create function private.end_membership(person uuid, company uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare before public.member_access;
  begin
    perform private.revoke_invitations_of(person, company);
    delete from public.client_members where user_id = person and client_id = company returning access into before;
    perform private.log_activity('access_changed', 'person', person, company, old_value => before::text);
  end $$;

-- Gives somebody of the caller's company another access, or, said so, none. With the version that was seen of them, only
-- if nobody has changed them since.
create function private.change_membership(person uuid, new_access public.member_access, leaves boolean, seen integer)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.client_members;
  begin
    if leaves is distinct from (new_access is null) then
      raise exception 'access_missing' using errcode = 'PT400';
    end if;
    select * into held from public.client_members where user_id = person and client_id = company;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif held.version <> seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    elsif new_access is distinct from 'owner' and private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    elsif new_access is null then
      perform private.end_membership(person, company);
    elsif held.access <> new_access then
      perform private.revoke_invitations_of(person, company);
      update public.client_members set access = new_access where user_id = person;
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => held.access::text, new_value => new_access::text);
    end if;
  end $$;

-- Makes a colleague the contact of a company that is held in the place of somebody who goes, if that is who it was. Their own
-- number goes with them.
create function private.replace_contact(person uuid, company uuid, contact uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare successor public.client_members;
  begin
    if contact is null then
      return;
    end if;
    select * into successor from public.client_members as member
      where member.user_id = contact and member.client_id = company and contact <> person for share;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif successor.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    end if;
    update public.clients as client
      set (contact_user_id, full_name, phone) = (contact, successor.full_name, coalesce(successor.phone,
        nullif(client.phone, (select own.phone from public.client_members as own where own.user_id = person))))
      where client.id = company and client.contact_user_id = person;
    if found then
      perform private.log_activity('company_changed', 'client', company, fields => array['full_name', 'phone']);
    end if;
  end $$;

-- Takes somebody out of the caller's company. If they are its contact, a colleague may become that in their place.
create function private.remove_member(person uuid, contact uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.replace_contact(person, private.hold_owned_company(), contact);
    perform private.change_membership(person, null, true, null);
  end $$;
grant execute on function private.remove_member to authenticated;

-- Gives somebody of the caller's company another access, from a page that says which version of them it has shown.
create function private.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql security definer set search_path = ''
  as $$ select private.change_membership(person, new_access, false, coalesce(seen, 0)) $$;
grant execute on function private.change_member_access to authenticated;

-- Leaves the own company, which the page that asked has named. Its last owner has to give it away first, and its contact may
-- name a colleague in their place.
create function private.leave_company(client uuid, contact uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_own_company();
    person uuid := private.current_user_id();
  begin
    if company is distinct from client then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    end if;
    perform private.replace_contact(person, company, contact);
    perform private.end_membership(person, company);
  end $$;
grant execute on function private.leave_company to authenticated;

-- Makes a colleague the owner and the caller a member, in one step. Both are told by mail: the colleague as whoever is
-- given an access is, the caller because a company that is given away from a forgotten session had better be noticed; who
-- hands over to and fro is told as often as anybody else.
create function private.hand_over_company(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    caller uuid := private.current_user_id();
    before public.member_access;
  begin
    select access into before from public.client_members
      where user_id = person and client_id = company and user_id <> caller;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    end if;
    perform private.revoke_invitations_of(caller, company);
    update public.client_members set access = 'owner' where user_id = person and access <> 'owner';
    update public.client_members set access = 'member' where user_id = caller;
    if before <> 'owner' then
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => before::text, new_value => 'owner');
    end if;
    perform private.log_activity('access_changed', 'person', caller, company,
                                 old_value => 'owner', new_value => 'member');
    perform private.mail_new_access(caller, company);
  end $$;
grant execute on function private.hand_over_company to authenticated;

-- Writes the company's profile, on the version that was read. What is saved already is not called changed by somebody else:
-- the same form, sent again after a lost answer. The log has the names of the fields that changed.
create function private.edit_company(seen integer, company_name text, full_name text, phone text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into held from public.clients where id = company;
    edited := held;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    select array_agg(field) into fields from unnest(array['company_name', 'full_name', 'phone']) as field
      where to_jsonb(held) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $$;
grant execute on function private.edit_company to authenticated;

-- Says for the company whether mails quote how a message begins, on the version that was read.
create function private.set_message_quotes(seen integer, wanted boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
  begin
    select * into held from public.clients where id = company;
    if held.quotes_messages = wanted then
      return;
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.count_for_company(company, 'settings');
    update public.clients set quotes_messages = wanted where id = company;
    perform private.log_activity('company_changed', 'client', company, fields => array['quotes_messages'],
                                 old_value => held.quotes_messages::text, new_value => wanted::text);
  end $$;
grant execute on function private.set_message_quotes to authenticated;

-- Writes the caller's own name, on the version that was seen of them. The company's contact follows where that is the
-- caller themselves, and an owner: only owners change it.
create function private.edit_own_name(seen integer, full_name text) returns void
  language plpgsql security definer set search_path = '' as $$
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
grant execute on function private.edit_own_name to authenticated;

-- # Reading

-- The company of the person who is asking, with everybody in it; to its owners with the invitations that nobody has
-- accepted or taken back. Null for somebody who belongs to none.
create function private.own_company() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    company uuid := private.current_client_id();
    given public.member_access := private.current_access();
  begin
    return (select jsonb_build_object(
        'id', client.id, 'company_name', client.company_name, 'full_name', client.full_name, 'phone', client.phone,
        'version', client.version, 'access', given, 'contact_user_id', client.contact_user_id,
        'quotes_messages', client.quotes_messages,
        'members', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select member.user_id, account.email, member.full_name, member.phone, member.access, member.version,
                 member.created_at
            from public.client_members as member join auth.users as account on account.id = member.user_id
            where member.client_id = company
            order by member.created_at, member.user_id limit 200) as listed),
        'invitations', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select sent.id, sent.email, sent.full_name, sent.access, sent.expires_at, sent.invited_by
            from public.invitations as sent
            where given = 'owner' and sent.client_id = company and sent.accepted_at is null and sent.revoked_at is null
            order by sent.created_at desc, sent.id desc limit 200) as listed))
      from public.clients as client where client.id = company);
  end $$;
grant execute on function private.own_company to authenticated;

-- The addresses of a company's people, beside what the team reads of them anyway.
create function private.client_contacts(client uuid) returns table (user_id uuid, email text)
  language plpgsql stable security definer rows 10 set search_path = '' as $$
  #variable_conflict use_column
  begin
    perform private.require_team();
    return query
      select member.user_id, person.email::text from public.client_members as member
        join auth.users as person on person.id = member.user_id
        where member.client_id = client order by member.created_at, member.user_id limit 100;
  end $$;
grant execute on function private.client_contacts to authenticated;

-- A company with its people and the invitations to it that nobody has answered, at most a hundred of each; null for one that
-- is not there.
create function private.read_client(client uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'company', to_jsonb(company),
               -- What it used last.
               'currency', (select filed.currency from public.job_requirements as filed where filed.client_id = company.id
                              order by filed.created_at desc, filed.id desc limit 1),
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
grant execute on function private.read_client to authenticated;

-- # Exposed through the Data API

create function public.remove_member(person uuid, contact uuid default null) returns void
  language sql set search_path = '' as $$ select private.remove_member(person, contact) $$;
grant execute on function public.remove_member to authenticated;

create function public.client_contacts(client uuid) returns table (user_id uuid, email text)
  language sql stable set search_path = '' as $$ select * from private.client_contacts(client) $$;
grant execute on function public.client_contacts to authenticated;

create function public.change_member_access(person uuid, seen integer, new_access public.member_access) returns void
  language sql set search_path = '' as $$ select private.change_member_access(person, seen, new_access) $$;
grant execute on function public.change_member_access to authenticated;

create function public.leave_company(client uuid, contact uuid default null) returns void
  language sql set search_path = '' as $$ select private.leave_company(client, contact) $$;
grant execute on function public.leave_company to authenticated;

create function public.hand_over_company(person uuid) returns void
  language sql set search_path = '' as $$ select private.hand_over_company(person) $$;
grant execute on function public.hand_over_company to authenticated;

create function public.edit_company(seen integer, company_name text, full_name text default null, phone text default null)
  returns void
  language sql set search_path = '' as $$ select private.edit_company(seen, company_name, full_name, phone) $$;
grant execute on function public.edit_company to authenticated;

create function public.set_message_quotes(seen integer, wanted boolean) returns void
  language sql set search_path = '' as $$ select private.set_message_quotes(seen, wanted) $$;
grant execute on function public.set_message_quotes to authenticated;

create function public.own_company() returns jsonb
  language sql stable set search_path = '' as $$ select private.own_company() $$;
grant execute on function public.own_company to authenticated;

create function public.edit_own_name(seen integer, full_name text) returns void
  language sql set search_path = '' as $$ select private.edit_own_name(seen, full_name) $$;
grant execute on function public.edit_own_name to authenticated;

create function public.read_client(client uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_client(client) $$;
grant execute on function public.read_client to authenticated;
