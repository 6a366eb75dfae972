-- Column by column, what the Data API's roles may touch; policies and triggers hold even where these do not. This file
-- can be run again at any time: the embedded backend does so, because its API layer grants everything at its first request.

revoke all on all tables in schema public from anon, authenticated;
revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function private.is_text(text, integer), private.is_email(text), private.are_skills(text[], integer)
  to anon, authenticated;
grant execute on function private.is_team_member(), private.current_client_id() to authenticated;
grant all on all tables in schema public to service_role;
grant execute on all functions in schema private to service_role;

grant insert (form_id, name, email, company, requirement) on public.contact_submissions to anon, authenticated;
grant insert (form_id, job_title, department, location, experience_level, employment_type, urgency, skills,
              job_description, budget_range, positions_count, contact_name, contact_email, company, phone)
  on public.public_job_submissions to anon, authenticated;
grant insert (form_id, first_name, last_name, email, phone, company, role, needs, preferred_time)
  on public.consultation_requests to anon, authenticated;
grant select on public.contact_submissions, public.public_job_submissions, public.consultation_requests to authenticated;

grant select, insert (user_id, role) on public.user_roles to authenticated;
grant select, insert (user_id, company_name, full_name, phone) on public.clients to authenticated;
grant select,
      insert (form_id, client_id, job_title, job_type, department, location, remote_allowed, min_experience, max_experience,
              min_salary, max_salary, currency, required_skills, preferred_skills, education_requirements,
              job_description, responsibilities, benefits, positions_count, priority, expected_start_date, deadline, notes),
      update (status)
  on public.job_requirements to authenticated;
grant select on public.requirement_totals to authenticated;
