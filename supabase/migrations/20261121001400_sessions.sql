-- A session that has ended opens nothing more (docs/decisions/014). Its token is signed and goes on being valid for up to
-- an hour; the site and the Data API verify that without asking anybody. So the policies ask, in the statement they guard:
-- whoever has signed out, changed the password elsewhere, been banned or deleted reads and writes nothing from then on.
create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261121001500' $$;

-- Who is asking, as long as their session lasts and they may sign in; null for everybody else.
create function private.current_user_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select person.id
      from auth.sessions as session
      join auth.users as person on person.id = session.user_id
      where session.id = (auth.jwt() ->> 'session_id')::uuid
        and person.id = auth.uid()
        and coalesce(session.not_after > now(), true)
        and coalesce(person.banned_until <= now(), true)
        and person.deleted_at is null
  $$;

create or replace function private.is_team_member() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.user_roles
      where user_id = (select private.current_user_id()) and role in ('admin', 'recruiter', 'hr_manager'))
  $$;

create or replace function private.current_client_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select id from public.clients where user_id = (select private.current_user_id()) $$;

alter policy "own role, or the team" on public.user_roles
  using (user_id = (select private.current_user_id()) or (select private.is_team_member()));
alter policy "become a client" on public.user_roles
  with check (user_id = (select private.current_user_id()) and role = 'client');
alter policy "own record, or the team" on public.clients
  using (user_id = (select private.current_user_id()) or (select private.is_team_member()));
alter policy "complete the own record" on public.clients
  with check (user_id = (select private.current_user_id()));

-- One row for whoever has a session, with their role and their client record if there are any; none for anybody else. A
-- page learns from one question both whether the session still holds and for which company it is.
create view public.current_account with (security_invoker = true) as
  select held.role, client.id as client_id, client.company_name, client.full_name, client.phone
  from (select private.current_user_id() as user_id) as person
  left join public.user_roles as held on held.user_id = person.user_id
  left join public.clients as client on client.user_id = person.user_id
  where person.user_id is not null;
