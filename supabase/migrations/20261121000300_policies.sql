-- Who may see and do what (specification section 6). Each table has one policy for each action, so that a reader finds
-- the whole rule in one place and the planner evaluates one expression. Look-ups stand in a subselect: they run once a
-- statement, not once a row. Nothing here names a role of the token: roles live in user_roles.

create function private.is_team_member() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.user_roles
      where user_id = (select auth.uid()) and role in ('admin', 'recruiter', 'hr_manager'))
  $$;

create function private.current_client_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select id from public.clients where user_id = (select auth.uid()) $$;

alter table public.contact_submissions enable row level security;
alter table public.contact_submissions force row level security;
alter table public.public_job_submissions enable row level security;
alter table public.public_job_submissions force row level security;
alter table public.consultation_requests enable row level security;
alter table public.consultation_requests force row level security;
alter table public.user_roles enable row level security;
alter table public.user_roles force row level security;
alter table public.clients enable row level security;
alter table public.clients force row level security;
alter table public.job_requirements enable row level security;
alter table public.job_requirements force row level security;
alter table public.crm_deliveries enable row level security;
alter table public.crm_deliveries force row level security;

-- The public forms: anybody sends, the team reads.
create policy "anybody sends" on public.contact_submissions for insert to anon, authenticated with check (true);
create policy "the team reads" on public.contact_submissions for select to authenticated
  using ((select private.is_team_member()));

create policy "anybody sends" on public.public_job_submissions for insert to anon, authenticated with check (true);
create policy "the team reads" on public.public_job_submissions for select to authenticated
  using ((select private.is_team_member()));

create policy "anybody sends" on public.consultation_requests for insert to anon, authenticated with check (true);
create policy "the team reads" on public.consultation_requests for select to authenticated
  using ((select private.is_team_member()));

-- Nobody raises a role: one's own row, and only as a client.
create policy "own role, or the team" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_team_member()));
create policy "become a client" on public.user_roles for insert to authenticated
  with check (user_id = (select auth.uid()) and role = 'client');

create policy "own record, or the team" on public.clients for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_team_member()));

create policy "complete the own record" on public.clients for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "own requirements, or the team" on public.job_requirements for select to authenticated
  using (client_id = (select private.current_client_id()) or (select private.is_team_member()));
create policy "submit a new requirement" on public.job_requirements for insert to authenticated
  with check (client_id = (select private.current_client_id()) and status = 'new');
create policy "the team changes the status" on public.job_requirements for update to authenticated
  using ((select private.is_team_member())) with check ((select private.is_team_member()));

-- crm_deliveries has no policy: only the secret key reads and writes it.

-- The dashboard's three figures (section 2) over every row the reader may see, without loading one of them.
create view public.requirement_totals with (security_invoker = true) as
  select count(*)::integer as total,
         (count(*) filter (where status in ('new', 'in_progress')))::integer as active,
         coalesce(sum(positions_count), 0)::bigint as positions
  from public.job_requirements;
