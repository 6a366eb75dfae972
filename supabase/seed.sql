-- Roles for the demo team and requirements for the demo client, where those accounts exist. The embedded backend makes the
-- accounts first; on a Supabase project of your own, make them and run this file again.
insert into public.user_roles (user_id, role)
select users.id, demo.role::public.app_role
from auth.users
join (values ('team@demo.example', 'admin'), ('recruiter@demo.example', 'recruiter'), ('hr@demo.example', 'hr_manager'))
  as demo (email, role) on demo.email = users.email
where users.email_confirmed_at is not null
on conflict (user_id) do nothing;

update public.team_members set contact_phone = '+91 120 555 0110'
where contact_email like '%@demo.example' and contact_phone is null;

insert into public.job_requirements
  (client_id, job_title, job_type, department, location, remote_allowed, min_experience, max_experience, min_salary,
   max_salary, currency, required_skills, preferred_skills, job_description, positions_count, priority, status, created_at)
select clients.id, demo.job_title, demo.job_type::public.job_type, demo.department, demo.location, demo.remote_allowed,
       demo.min_experience, demo.max_experience, demo.min_salary, demo.max_salary, demo.currency::public.currency_code,
       demo.required_skills, demo.preferred_skills, demo.job_description, demo.positions_count,
       demo.priority::public.requirement_priority, demo.status::public.requirement_status, now() - demo.age
from public.clients
join auth.users on users.id = clients.user_id and users.email = 'client@demo.example'
cross join (values
  ('Production Engineer', 'permanent', 'Manufacturing', 'Pune, India', false, 3, 8, 900000, 1600000, 'INR',
   array['Lean manufacturing', 'PLC'], array['Six Sigma'],
   'Own the throughput and quality of two assembly lines, and lead the shift engineers.',
   4, 'high', 'in_progress', interval '9 days'),
  ('Quality Inspector', 'contract', 'Quality', 'Chennai, India', false, 1, 4, 400000, 700000, 'INR',
   array['Metrology', 'ISO 9001'], array[]::text[],
   'Inspect incoming castings and finished parts, and close non-conformances with suppliers.',
   6, 'medium', 'new', interval '3 days'),
  ('Supply Chain Analyst', 'full_time', 'Operations', 'Rotterdam, Netherlands', true, 2, 5, 45000, 60000, 'EUR',
   array['SQL', 'Demand planning'], array['SAP'],
   'Forecast demand for the European warehouses, and keep stock within its targets.',
   1, 'low', 'filled', interval '41 days'),
  ('Plant Controller', 'permanent', 'Finance', 'Birmingham, United Kingdom', false, 8, 15, 70000, 95000, 'GBP',
   array['Cost accounting', 'IFRS'], array[]::text[],
   'Run the plant''s budgets, month-end and capital requests.',
   1, 'urgent', 'new', interval '1 day')
) as demo (job_title, job_type, department, location, remote_allowed, min_experience, max_experience, min_salary,
           max_salary, currency, required_skills, preferred_skills, job_description, positions_count, priority, status, age);
