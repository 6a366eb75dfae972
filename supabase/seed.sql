-- A demo agency at work: roles for its people, and what came in within a week, where the demo accounts exist. The embedded
-- backend makes the accounts first; on a Supabase project of your own, make them and run this file again. What is there
-- already stays as it is. All people here are invented.
insert into public.user_roles (user_id, role)
select users.id, demo.role::public.app_role
from auth.users
join (values ('team@demo.example', 'admin'), ('recruiter@demo.example', 'recruiter'), ('hr@demo.example', 'hr_manager'))
  as demo (email, role) on demo.email = users.email
where users.email_confirmed_at is not null
on conflict (user_id) do nothing;

update public.team_members set contact_phone = '+91 120 555 0110'
where contact_email like '%@demo.example' and contact_phone is null;

-- What visitors sent, for a team that is there to answer.
insert into public.contact_submissions (id, name, email, company, requirement, suspect, created_at)
select demo.id::uuid, demo.name, demo.email, demo.company, demo.requirement, demo.suspect, now() - demo.age
from public.user_roles
join auth.users on users.id = user_roles.user_id and users.email = 'team@demo.example'
cross join (values
  ('de300000-0000-4000-8000-000000000001', 'Nadia Fernandes', 'nadia@fern-logistics.example', 'Fern Logistics',
   'We open a second warehouse in Bhiwandi and need a night-shift lead and four supervisors. Can you tell me
how you work and what it costs?', false, interval '2 hours'),
  ('de300000-0000-4000-8000-000000000002', 'Tom Albrecht', 'tom.albrecht@mail.example', null,
   'Do you also place people on projects of three to six months? We look for two SAP consultants.', false,
   interval '20 hours'),
  ('de300000-0000-4000-8000-000000000003', 'Grace Otieno', 'grace@savanna-solar.example', 'Savanna Solar',
   'Two installation managers for Nairobi, as soon as possible. Please ring me, I am on site most of the day.', false,
   interval '31 hours'),
  ('de300000-0000-4000-8000-000000000004', 'Mateus Lima', 'mateus.lima@portside.example', 'Portside Shipping',
   'A follow-up to our call in spring: the budget for the port captain has been approved.', false, interval '52 hours'),
  ('de300000-0000-4000-8000-000000000005', 'Hannah Kowalski', 'hannah@kowalski-dental.example', 'Kowalski Dental',
   'Which documents do you need from us before a search can begin?', false, interval '6 days'),
  ('de300000-0000-4000-8000-000000000006', 'Top Rankings', 'offers@rank-higher.example', 'Rank Higher',
   'Dear sir, we bring your website to the first page, money back guarantee!!!', true, interval '5 hours'),
  ('de300000-0000-4000-8000-000000000007', 'Crypto Desk', 'desk@coins.example', null,
   'Earn from home, answer today.', true, interval '3 days'),
  ('de300000-0000-4000-8000-000000000008', 'Nadia Fernandes', 'nadia@fern-logistics.example', 'Fern Logistics',
   'Could you send me your brochure?', false, interval '5 days')
) as demo (id, name, email, company, requirement, suspect, age)
on conflict (id) do nothing;

insert into public.consultation_requests
  (id, first_name, last_name, email, phone, company, role, needs, preferred_time, created_at)
select demo.id::uuid, demo.first_name, demo.last_name, demo.email, demo.phone, demo.company, demo.role, demo.needs,
       demo.preferred_time, now() - demo.age
from public.user_roles
join auth.users on users.id = user_roles.user_id and users.email = 'team@demo.example'
cross join (values
  ('de310000-0000-4000-8000-000000000001', 'Priya', 'Menon', 'priya.menon@lakeview.example', '+91 80 555 0131',
   'Lakeview Hospitals', 'hr-manager', 'Thirty nurses a year for three hospitals: what would a standing agreement look like?',
   'morning', interval '9 hours'),
  ('de310000-0000-4000-8000-000000000002', 'Erik', 'Sund', 'erik@sund-instruments.example', '+46 8 555 0164',
   'Sund Instruments', 'ceo', 'Our first five people in India: where, whom first, and how long does it take?', 'afternoon',
   interval '26 hours'),
  ('de310000-0000-4000-8000-000000000003', 'Fatima', 'Zahra', 'fatima@atlas-textile.example', null,
   'Atlas Textile', 'talent-acquisition', 'Comparing agencies for plant managers. References from our industry, please.',
   'flexible', interval '4 days'),
  ('de310000-0000-4000-8000-000000000004', 'Joon', 'Park', 'joon.park@harbor-cloud.example', '+82 2 555 0177',
   'Harbor Cloud', 'recruiter', null, 'evening', interval '7 days')
) as demo (id, first_name, last_name, email, phone, company, role, needs, preferred_time, age)
on conflict (id) do nothing;

insert into public.public_job_submissions
  (id, job_title, department, location, experience_level, employment_type, urgency, skills, job_description, budget_range,
   positions_count, contact_name, contact_email, company, phone, suspect, created_at)
select demo.id::uuid, demo.job_title, demo.department, demo.location, demo.experience_level, demo.employment_type,
       demo.urgency, demo.skills, demo.job_description, demo.budget_range, demo.positions_count, demo.contact_name,
       demo.contact_email, demo.company, demo.phone, demo.suspect, now() - demo.age
from public.user_roles
join auth.users on users.id = user_roles.user_id and users.email = 'team@demo.example'
cross join (values
  ('de320000-0000-4000-8000-000000000001', 'Robotics Technician', 'engineering', 'Coimbatore, India', 'mid', 'fulltime',
   'urgent', 'PLC, servo drives, fault finding', 'Keep twelve welding robots running on two shifts.', '50k-75k', '2-5',
   'Kiran Patel', 'kiran.patel@northgate.example', 'Northgate Robotics', '+91 422 555 0119', false, interval '6 hours'),
  ('de320000-0000-4000-8000-000000000002', 'Account Executive', 'sales', 'Dubai, United Arab Emirates', 'senior', 'fulltime',
   'normal', 'B2B sales, Arabic, English', 'Sell building controls to developers and their planners.', '100k-150k', '1',
   'Samir Haddad', 'samir@haddad-controls.example', 'Haddad Controls', null, false, interval '30 hours'),
  ('de320000-0000-4000-8000-000000000003', 'Cold Chain Planner', 'operations', 'Rotterdam, Netherlands', 'mid', 'fulltime',
   'normal', 'Route planning, SQL', 'Plan chilled transport for 140 shops.', '50k-75k', '1', 'Lotte de Vries',
   'other@demo.example', 'Meridian Foods BV', '+31 10 555 0142', false, interval '6 days'),
  ('de320000-0000-4000-8000-000000000004', 'Maintenance Fitter', 'operations', 'Pune, India', 'entry', 'contract',
   'immediate', null, 'Six months, to cover for a colleague.', 'discuss', '1', 'Ravi Kulkarni',
   'ravi.kulkarni@demo-manufacturing.example', 'Demo Manufacturing Ltd', '+91 120 555 0105', false, interval '70 hours'),
  ('de320000-0000-4000-8000-000000000005', 'Data Entry 900 USD a day', null, 'Anywhere', null, null, null, null, null, null,
   null, 'Job Portal', 'jobs@work-now.example', 'Work Now', null, true, interval '1 hour')
) as demo (id, job_title, department, location, experience_level, employment_type, urgency, skills, job_description,
           budget_range, positions_count, contact_name, contact_email, company, phone, suspect, age)
on conflict (id) do nothing;

-- What the two companies filed, and who looks after it.
insert into public.job_requirements
  (id, client_id, submitted_by, recruiter_id, source_posting_id, job_title, job_type, department, location, remote_allowed,
   min_experience, max_experience, min_salary, max_salary, currency, required_skills, preferred_skills, job_description,
   positions_count, priority, status, created_at, updated_at)
select demo.id::uuid, member.client_id, case when sent.id is null then member.user_id end, recruiter.user_id, sent.id,
       demo.job_title, demo.job_type::public.job_type, demo.department, demo.location, demo.remote_allowed,
       demo.min_experience, demo.max_experience, demo.min_salary, demo.max_salary, demo.currency::public.currency_code,
       demo.required_skills, demo.preferred_skills, demo.job_description, demo.positions_count,
       demo.priority::public.requirement_priority, demo.status::public.requirement_status, now() - demo.age,
       now() - demo.unchanged
from (values
  ('de330000-0000-4000-8000-000000000001', 'client@demo.example', 'recruiter@demo.example', null,
   'Production Engineer', 'permanent', 'Manufacturing', 'Pune, India', false, 3, 8, 900000, 1600000, 'INR',
   array['Lean manufacturing', 'PLC'], array['Six Sigma'],
   'Own the throughput and quality of two assembly lines, and lead the shift engineers.',
   4, 'high', 'in_progress', interval '9 days', interval '2 days'),
  ('de330000-0000-4000-8000-000000000002', 'client@demo.example', null, null,
   'Quality Inspector', 'contract', 'Quality', 'Chennai, India', false, 1, 4, 400000, 700000, 'INR',
   array['Metrology', 'ISO 9001'], array[]::text[],
   'Inspect incoming castings and finished parts, and close non-conformances with suppliers.',
   6, 'medium', 'new', interval '3 days', interval '3 days'),
  ('de330000-0000-4000-8000-000000000003', 'client@demo.example', 'hr@demo.example', null,
   'Supply Chain Analyst', 'full_time', 'Operations', 'Rotterdam, Netherlands', true, 2, 5, 45000, 60000, 'EUR',
   array['SQL', 'Demand planning'], array['SAP'],
   'Forecast demand for the European warehouses, and keep stock within its targets.',
   1, 'low', 'filled', interval '41 days', interval '12 days'),
  ('de330000-0000-4000-8000-000000000004', 'client@demo.example', null, null,
   'Plant Controller', 'permanent', 'Finance', 'Birmingham, United Kingdom', false, 8, 15, 70000, 95000, 'GBP',
   array['Cost accounting', 'IFRS'], array[]::text[],
   'Run the plant''s budgets, month-end and capital requests.',
   1, 'urgent', 'new', interval '1 day', interval '1 day'),
  ('de330000-0000-4000-8000-000000000005', 'other@demo.example', 'recruiter@demo.example',
   'de320000-0000-4000-8000-000000000003',
   'Cold Chain Planner', 'full_time', 'Operations', 'Rotterdam, Netherlands', false, 2, 6, 48000, 58000, 'EUR',
   array['Route planning', 'SQL'], array[]::text[],
   'Plan chilled transport for 140 shops.',
   1, 'medium', 'in_progress', interval '5 days', interval '1 day'),
  ('de330000-0000-4000-8000-000000000006', 'other@demo.example', null, null,
   'Food Safety Auditor', 'permanent', 'Quality', 'Utrecht, Netherlands', true, 5, 10, 62000, 78000, 'EUR',
   array['HACCP', 'Internal audits'], array['Dutch'],
   'Audit suppliers in five countries, about ten days of travel a month.',
   2, 'high', 'new', interval '40 hours', interval '40 hours'),
  ('de330000-0000-4000-8000-000000000007', 'other@demo.example', 'recruiter@demo.example', null,
   'Refrigeration Technician', 'full_time', 'Maintenance', 'Greater Noida, India', false, 1, 6, 288000, 384000, 'INR',
   array['Ammonia plant', 'Compressors', 'Preventive maintenance'], array['ITI'],
   'Keep the cold rooms of our new hub at temperature.',
   3, 'high', 'in_progress', interval '8 days', interval '6 days'),
  ('de330000-0000-4000-8000-000000000008', 'other@demo.example', 'recruiter@demo.example', null,
   'Warehouse Supervisor', 'full_time', 'Logistics', 'Bhiwandi, India', false, 3, 8, 360000, 456000, 'INR',
   array['WMS', 'Shift planning', 'Excel'], array[]::text[],
   'Lead a shift of 24 people in the dry store.',
   2, 'medium', 'in_progress', interval '6 days', interval '4 days'),
  ('de330000-0000-4000-8000-000000000009', 'other@demo.example', 'recruiter@demo.example', null,
   'Accounts Payable Associate', 'part_time', 'Finance', 'Noida, India', true, 1, 4, 240000, 300000, 'INR',
   array['Tally', 'GST', 'Excel'], array['SAP'],
   'Book and check 60 supplier invoices a day, four hours each working day.',
   1, 'low', 'in_progress', interval '5 days', interval '3 days')
) as demo (id, owner, recruiter, posting, job_title, job_type, department, location, remote_allowed, min_experience,
           max_experience, min_salary, max_salary, currency, required_skills, preferred_skills, job_description,
           positions_count, priority, status, age, unchanged)
join auth.users as owner on owner.email = demo.owner
join public.client_members as member on member.user_id = owner.id
left join auth.users as named on named.email = demo.recruiter
left join public.team_members as recruiter on recruiter.user_id = named.id
left join public.public_job_submissions as sent on sent.id = demo.posting::uuid
-- A demo client from before these had ids of their own has them already.
where not exists (select from public.job_requirements as filed
  where filed.client_id = member.client_id and filed.job_title = demo.job_title and filed.id::text not like 'de330000-%')
on conflict (id) do nothing;

-- What has been done with all that: once, by a team of three. Whoever runs this again finds their own work untouched.
do $$
  declare
    dev uuid := (select id from auth.users where email = 'team@demo.example');
    ira uuid := (select id from auth.users where email = 'recruiter@demo.example');
    omar uuid := (select id from auth.users where email = 'hr@demo.example');
  begin
    if (select count(*) from public.team_members where user_id in (dev, ira, omar)) < 3
      or exists (select from public.item_events as event join public.inbox_items as item on item.id = event.item_id
                  where item.contact_id = 'de300000-0000-4000-8000-000000000005') then
      return;
    end if;

    create temporary table demo_work (about uuid, state public.inbox_state, assignee uuid, due interval, seen interval);
    insert into demo_work values
      ('de300000-0000-4000-8000-000000000004', 'open', ira, null, '50 hours'),
      ('de300000-0000-4000-8000-000000000005', 'done', omar, null, '143 hours'),
      ('de300000-0000-4000-8000-000000000007', 'spam', dev, null, '70 hours'),
      ('de300000-0000-4000-8000-000000000008', 'done', ira, null, '118 hours'),
      ('de310000-0000-4000-8000-000000000002', 'open', dev, '2 days', '24 hours'),
      ('de310000-0000-4000-8000-000000000003', 'waiting', ira, '3 days', '92 hours'),
      ('de310000-0000-4000-8000-000000000004', 'done', omar, null, '160 hours'),
      ('de320000-0000-4000-8000-000000000002', 'open', ira, '1 day', '28 hours'),
      ('de320000-0000-4000-8000-000000000003', 'done', ira, null, '130 hours'),
      ('de330000-0000-4000-8000-000000000001', 'done', ira, null, '200 hours'),
      ('de330000-0000-4000-8000-000000000002', 'open', omar, '30 hours', '60 hours'),
      ('de330000-0000-4000-8000-000000000003', 'done', omar, null, '960 hours'),
      ('de330000-0000-4000-8000-000000000005', 'waiting', ira, '4 days', '119 hours');

    update public.inbox_items as item
      set state = work.state, assignee = work.assignee, due_at = coalesce(now() + work.due, item.due_at),
          first_seen_at = now() - work.seen, last_activity_at = now() - work.seen + interval '1 hour'
      from demo_work as work
      where work.about = coalesce(item.contact_id, item.posting_id, item.consultation_id, item.requirement_id);
    insert into public.item_events (item_id, actor, type, changes, created_at)
      select item.id, work.assignee, 'taken', '{"state": ["new", "open"]}', now() - work.seen
        from demo_work as work join public.inbox_items as item
          on work.about = coalesce(item.contact_id, item.posting_id, item.consultation_id, item.requirement_id);
    insert into public.item_events (item_id, actor, type, changes, created_at)
      select item.id, work.assignee, 'state', jsonb_build_object('state', jsonb_build_array('open', work.state)),
             now() - work.seen + interval '1 hour'
        from demo_work as work join public.inbox_items as item
          on work.about = coalesce(item.contact_id, item.posting_id, item.consultation_id, item.requirement_id)
        where work.state <> 'open';
    insert into public.item_events (item_id, actor, type, changes, created_at)
      select item.id, ira, 'converted', '{"requirement_id": "de330000-0000-4000-8000-000000000005"}', now() - interval '5 days'
        from public.inbox_items as item
        where item.posting_id = 'de320000-0000-4000-8000-000000000003'
          or item.requirement_id = 'de330000-0000-4000-8000-000000000005';
    drop table demo_work;

    insert into public.notes (item_id, author, kind, body, created_at)
      select item.id, demo.author, demo.kind::public.note_kind, demo.body, now() - demo.age
        from (values
          ('de300000-0000-4000-8000-000000000004'::uuid, ira, 'call', 'No answer twice. Left word with his office.',
           interval '49 hours'),
          ('de300000-0000-4000-8000-000000000005', omar, 'email', 'Sent her the list of documents and our terms.',
           interval '142 hours'),
          ('de310000-0000-4000-8000-000000000002', dev, 'call', 'Long call. Wants Bengaluru or Pune, begins with a site lead.',
           interval '23 hours'),
          ('de310000-0000-4000-8000-000000000002', dev, 'note', 'Sketch an offer with Ira before Thursday.',
           interval '22 hours'),
          ('de310000-0000-4000-8000-000000000003', ira, 'email', 'Two references sent. She decides after her holiday.',
           interval '91 hours'),
          ('de330000-0000-4000-8000-000000000002', omar, 'meeting', 'Walked the line with Asha: shifts matter more than years.',
           interval '58 hours'),
          ('de330000-0000-4000-8000-000000000005', ira, 'call', 'Lotte agrees to a range of 48 to 58 thousand.',
           interval '118 hours')
        ) as demo (about, author, kind, body, age)
        join public.inbox_items as item
          on demo.about = coalesce(item.contact_id, item.posting_id, item.consultation_id, item.requirement_id);

    -- The requirements' own history: the database has noted that they were filed, or made of a posting, and not by whom.
    update public.requirement_events as event
      set actor = case event.type when 'created' then filed.submitted_by else ira end,
          side = case event.type when 'created' then 'company' else 'team' end::public.side
      from public.job_requirements as filed
      where filed.id = event.requirement_id and filed.id::text like 'de330000-%' and event.actor is null;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, person, changes, created_at)
      select filed.id, filed.client_id, coalesce(demo.actor, filed.submitted_by), demo.side::public.side, demo.type,
             demo.person, demo.changes::jsonb, now() - demo.age
        from (values
          ('de330000-0000-4000-8000-000000000001'::uuid, dev, 'team', 'recruiter', ira, '{}', interval '200 hours'),
          ('de330000-0000-4000-8000-000000000001', ira, 'team', 'status', null, '{"status": ["new", "in_progress"]}',
           interval '190 hours'),
          ('de330000-0000-4000-8000-000000000001', null, 'company', 'edited', null, '{"positions_count": [3, 4]}',
           interval '2 days'),
          ('de330000-0000-4000-8000-000000000003', dev, 'team', 'recruiter', omar, '{}', interval '40 days'),
          ('de330000-0000-4000-8000-000000000003', omar, 'team', 'status', null, '{"status": ["new", "in_progress"]}',
           interval '38 days'),
          ('de330000-0000-4000-8000-000000000003', omar, 'team', 'status', null, '{"status": ["in_progress", "filled"]}',
           interval '12 days'),
          ('de330000-0000-4000-8000-000000000005', ira, 'team', 'recruiter', ira, '{}', interval '119 hours'),
          ('de330000-0000-4000-8000-000000000005', ira, 'team', 'status', null, '{"status": ["new", "in_progress"]}',
           interval '1 day')
        ) as demo (requirement, actor, side, type, person, changes, age)
        join public.job_requirements as filed on filed.id = demo.requirement;

    -- What waits for the first company: words of its recruiter, and a requirement it has begun.
    insert into public.requirement_messages (requirement_id, author, side, body, created_at)
      select filed.id, ira, 'team', demo.body, now() - demo.age
        from (values
          ('Good morning Asha, four engineers fit, and two of them could start in March. Their profiles come this week.',
           interval '26 hours'),
          ('Do you want to meet them in Pune, or by video first?', interval '3 hours')
        ) as demo (body, age)
        join public.job_requirements as filed on filed.id = 'de330000-0000-4000-8000-000000000001';
    insert into public.requirement_drafts (id, client_id, author, entries, page, created_at, updated_at)
      select 'de340000-0000-4000-8000-000000000001', filed.client_id, filed.submitted_by,
             '{"job_title": "Night-shift Supervisor", "location": "Pune, India", "required_skills": ["Casting"]}',
             gen_random_uuid(), now() - interval '1 day', now() - interval '20 hours'
        from public.job_requirements as filed where filed.id = 'de330000-0000-4000-8000-000000000001';
  end $$;

-- Whom the recruiter has in mind for the first company's engineers: one who is asked, two who are shown, one of them answered.
do $$
  declare
    ira uuid := (select id from auth.users where email = 'recruiter@demo.example');
    filed public.job_requirements;
    asha uuid := (select id from auth.users where email = 'client@demo.example');
  begin
    select * into filed from public.job_requirements where id = 'de330000-0000-4000-8000-000000000001';
    if ira is null or filed.id is null or exists (select from public.shortlists where requirement_id = filed.id) then
      return;
    end if;
    insert into public.candidates (id, full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills,
        summary, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, is_adult, employer, created_by, created_at,
        last_activity_at)
      select demo.id::uuid, demo.full_name, demo.email, now() - demo.confirmed, demo.phone, demo.headline, demo.city, 'India',
             demo.notice_period, demo.skills, demo.summary, demo.pay, 'INR', 'year', demo.source, true, demo.employer, ira,
             now() - demo.age, now() - demo.heard
        from (values
          ('de350000-0000-4000-8000-000000000001', 'Rohan Deshpande', 'rohan.deshpande@mail.example', interval '30 hours',
           '+91 98 5550 0121', 'Production engineer, 6 years', 'Pune', '30 days', array['Lean manufacturing', 'PLC', 'Kaizen'],
           'Brought changeover of a press line from 50 to 12 minutes.', 1400000, 'Referral', 'Bharat Presswork',
           interval '3 days', interval '30 hours'),
          ('de350000-0000-4000-8000-000000000002', 'Meera Nair', 'meera.nair@mail.example', interval '28 hours',
           '+91 98 5550 0122', 'Shift engineer, 4 years', 'Nashik', 'at once', array['PLC', 'Six Sigma'],
           'Leads eleven people on two lines.', 1100000, 'LinkedIn', null, interval '3 days', interval '20 hours'),
          ('de350000-0000-4000-8000-000000000003', 'Arjun Pillai', 'arjun.pillai@mail.example', null,
           '+91 98 5550 0123', 'Process engineer, 8 years', 'Kochi', '60 days', array['Lean manufacturing', 'SAP'],
           null, 1550000, 'Called us', 'Coastline Foundry', interval '20 hours', interval '4 hours'),
          ('de350000-0000-4000-8000-000000000004', 'K. Ramesh', null, null,
           '+91 98 5550 0124', 'Pipe welder, 9 years', 'Gurgaon', '15 days', array['TIG', 'MIG', 'Pipe fitting'],
           'Certified for pressure lines.', 420000, 'Walked in', null, interval '2 days', interval '2 days')
        ) as demo (id, full_name, email, confirmed, phone, headline, city, notice_period, skills, summary, pay, source, employer,
                   age, heard)
      on conflict (id) do nothing;
    insert into public.candidate_notes (candidate_id, author, body, form_id, created_at)
      values ('de350000-0000-4000-8000-000000000001', ira, 'Would move within Pune, not beyond. Prefers day shifts.',
              gen_random_uuid(), now() - interval '2 days');
    insert into public.candidate_never (candidate_id, named)
      values ('de350000-0000-4000-8000-000000000002', 'Bharat Presswork');
    insert into public.shortlists (requirement_id) values (filed.id);
    insert into public.shortlist_entries (id, requirement_id, candidate_id, code_word, chosen, pitch, added_by, created_at)
      select demo.id::uuid, filed.id, demo.candidate::uuid, demo.word,
             array['headline', 'city', 'notice_period', 'skills', 'summary', 'expected_pay'], demo.pitch, ira, now() - demo.age
        from (values
          ('de360000-0000-4000-8000-000000000001', 'de350000-0000-4000-8000-000000000001', 'Heron 1',
           'Has done exactly this on a press line, and wants to lead a shift.', interval '2 days'),
          ('de360000-0000-4000-8000-000000000002', 'de350000-0000-4000-8000-000000000002', 'Lark 1',
           'Could begin this month; her line is the best of its plant.', interval '2 days'),
          ('de360000-0000-4000-8000-000000000003', 'de350000-0000-4000-8000-000000000003', 'Swift 1',
           'Knows castings from the foundry''s side.', interval '19 hours')
        ) as demo (id, candidate, word, pitch, age);
    -- Asked, and with that frozen; of two the yes to these very bytes.
    update public.shortlist_entries as entry
      set card = private.card_of(person, entry.chosen, false),
          state = case when person.email_confirmed_at is null then 'asked' else 'shown' end,
          shown_at = case when person.email_confirmed_at is not null then now() - interval '26 hours' end
      from public.candidates as person where person.id = entry.candidate_id and entry.requirement_id = filed.id;
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by, asked_at,
        given_at, card_digest, mailbox_digest)
      select entry.candidate_id, 'show', entry.id, private.notice_version(), 'en', 'consent', ira,
             entry.created_at + interval '2 hours', case when entry.state = 'shown' then now() - interval '28 hours' end,
             case when entry.state = 'shown' then private.card_digest(entry) end, private.subject_of(person.email)
        from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
        where entry.requirement_id = filed.id;
    insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, asked_at, given_at,
        mailbox_digest)
      select entry.candidate_id, 'keep', private.notice_version(), 'en', 'consent', 'own_page', now() - interval '28 hours',
             now() - interval '28 hours', private.subject_of(person.email)
        from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
        where entry.requirement_id = filed.id and entry.state = 'shown';
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, created_at)
      values (filed.id, filed.client_id, ira, 'team', 'candidates_shown', '{"candidates": [null, 2]}', now() - interval '26 hours');
    insert into public.entry_views (entry_id, user_id, created_at)
      values ('de360000-0000-4000-8000-000000000002', asha, now() - interval '5 hours');
    insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_candidate, created_at)
      values ('de360000-0000-4000-8000-000000000002', asha, 'maybe', 'We would rather have somebody who knows castings.',
              'Thank you: we liked what you did with your line, and decide next week.', now() - interval '4 hours');
    update public.shortlist_entries set answered_at = now() - interval '4 hours'
      where id = 'de360000-0000-4000-8000-000000000002';
  end $$;

-- What the public reads of six of them: two do not say whose they are, one is abroad.
do $$
  declare ira uuid := (select id from auth.users where email = 'recruiter@demo.example');
  begin
    if ira is null or exists (select from public.adverts where requirement_id::text like 'de330000-%') then
      return;
    end if;
    update private.settings set emigration_number = 'B-0000/DEMO' where emigration_number is null;
    insert into public.adverts (requirement_id, slug, title, place, country, work, is_remote, min_experience, max_experience, skills,
        body, min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, named_by, written_by, opened_at, closes_on, created_at)
      select filed.id, demo.slug, demo.title, demo.place, demo.country, filed.job_type, demo.place = 'Noida', filed.min_experience,
             filed.max_experience, demo.skills, demo.body, demo.min_pay, demo.max_pay, filed.currency, demo.unit,
             demo.min_pay is not null, demo.is_named, case when demo.is_named then member.user_id end, ira, now() - demo.age,
             private.today() + demo.days, now() - demo.age - interval '3 hours'
        from (values
          ('de330000-0000-4000-8000-000000000001', 'production-engineer-pune-kdrv', 'Production Engineer', 'Pune', 'India',
           array['Lean manufacturing', 'PLC', 'Shift leadership'],
           e'Two assembly lines for pump housings run in three shifts, and you answer for what they make: how much, how well, and how safely. The plant is on the Chakan side of Pune, 340 people work there, and the lines were bought two years ago.

What you do
- Find what slows a line down, and take it out: changeovers, waiting, rework
- Lead six shift engineers, and train the next two
- Plan maintenance with the workshop, so that machines stop when you want them to
- Stand in the daily meeting with numbers that you trust

What you bring
- A diploma or degree in mechanical or production engineering
- Three years or more on a shop floor, at least one of them leading people
- PLC basics: you read a ladder, and know when to call the electrician

What you get
- Six days a week in rotating shifts, every second Saturday off
- Bus from Pune station and Pimpri, canteen, insurance for the family
- A way to plant manager that two of today''s managers have gone',
           900000, 1600000, 'year', true, interval '6 days', 24),
          ('de330000-0000-4000-8000-000000000002', 'quality-inspector-chennai-bxqt', 'Quality Inspector', 'Chennai', 'India',
           array['Metrology', 'ISO 9001', 'Drawings'],
           e'A maker of machine parts near Sriperumbudur needs people who do not let a bad part through. You check castings when they arrive and finished parts before they leave, write down what you find, and talk to suppliers until it is right.

What you do
- Measure with calipers, gauges and a CMM, to the drawing
- Release or stop a lot: your word counts, also on the last day of a month
- Close what was found, with the supplier, within a week

What you bring
- Diploma or ITI, and a year or more in incoming or final inspection
- You read drawings with tolerances, and write a clear report in English or Tamil

It is a contract for twelve months, day shift, five and a half days a week. Four of the last six inspectors were taken over after it.',
           null, null, 'month', false, interval '2 days', 30),
          ('de330000-0000-4000-8000-000000000007', 'refrigeration-technician-greater-noida-wmzp', 'Refrigeration Technician',
           'Greater Noida', 'India', array['Ammonia plant', 'Compressors', 'Preventive maintenance'],
           e'Forty cold rooms, from plus four to minus twenty-five degrees: in the new hub in Greater Noida you keep them cold. You work in a team of seven with an ammonia plant that is one year old, and with people who call you before something breaks.

What you do
- Run and watch compressors, pumps and evaporators, and keep the log
- Do the weekly and monthly maintenance, and repair what fails
- Be on call one week in four, paid for each call

What you bring
- ITI in refrigeration or a diploma, and one year or more with ammonia or Freon plants
- Freshers with a very good ITI certificate: apply as well, one of the three places is for you

What you get
- 24,000 to 32,000 rupees in hand, overtime paid double
- PF, ESI, safety shoes and winter clothes, a room for the first month
- The ammonia safety course, with its certificate, in your first six weeks',
           24000, 32000, 'month', true, interval '5 days', 21),
          ('de330000-0000-4000-8000-000000000008', 'warehouse-supervisor-bhiwandi-ncfh', 'Warehouse Supervisor', 'Bhiwandi', 'India',
           array['WMS', 'Shift planning', 'Excel'],
           e'A food importer runs a dry store of 9,000 pallets in Bhiwandi. You lead one of three shifts: 24 people, six forklifts, and 40 trucks a day that want to leave on time.

What you do
- Plan the shift, and be on the floor when it runs
- Keep stock right: a count each day, and the reason for each difference
- Train new people in the first week, and know each of them by name

What you bring
- Three years or more in a warehouse, one of them leading a team
- A warehouse system (which one does not matter) and Excel
- Marathi or Hindi, and enough English for mails

Shifts change weekly, Sunday is free. The bus stops at Kalyan, Thane and Bhiwandi.',
           30000, 38000, 'month', false, interval '3 days', 28),
          ('de330000-0000-4000-8000-000000000006', 'food-safety-auditor-utrecht-jgpd', 'Food Safety Auditor', 'Utrecht', 'Netherlands',
           array['HACCP', 'Internal audits', 'English'],
           e'From Utrecht you visit suppliers of chilled food in five countries, and decide whether their food may be sold. You travel about ten days a month, by train where it can be done.

What you do
- Audit dairies, kitchens and packing houses against HACCP and our own standard
- Write the report within three days, and follow up until each point is closed
- Teach suppliers what they did not know: that is half of the work

What you bring
- A degree in food technology or microbiology, and five years in quality
- Lead auditor training, or the will to do it in your first year
- English that you can argue in; Dutch helps and is taught

What you get
- A contract without an end, 40 hours, 27 days of holiday
- The work permit, the flight and the first two months of housing are paid by the employer
- A colleague who has moved from Kochi three years ago, and answers your questions before you say yes',
           62000, 78000, 'year', true, interval '30 hours', 40),
          ('de330000-0000-4000-8000-000000000009', 'accounts-payable-associate-noida-rtsk', 'Accounts Payable Associate', 'Noida', 'India',
           array['Tally', 'GST', 'Excel'],
           e'Four hours a day, fully from home, at hours that you choose between eight and eight: you book the invoices of 200 suppliers and see that each is paid once, and on time.

What you do
- Book and check about 60 invoices a day
- Match them with orders and deliveries, and ask where they differ
- Prepare the payments for Tuesday and Friday

What you bring
- B.Com or three years of practice, and one year or more in payables
- GST is no secret to you, nor is a pivot table
- A quiet room and a line that holds a call; the laptop is ours

Whoever comes back to work after a break: you are welcome here, and the first two weeks are with somebody beside you on the screen.',
           20000, 25000, 'month', true, interval '20 hours', 35)
        ) as demo (id, slug, title, place, country, skills, body, min_pay, max_pay, unit, is_named, age, days)
        join public.job_requirements as filed on filed.id = demo.id::uuid
        join public.client_members as member on member.client_id = filed.client_id and member.access = 'owner';
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, created_at)
      select filed.id, filed.client_id, ira, 'team'::public.side, 'advert_opened',
             jsonb_build_object('closes_on', jsonb_build_array(null, advert.closes_on)), advert.opened_at
        from public.adverts as advert join public.job_requirements as filed on filed.id = advert.requirement_id
      union all
      select filed.id, filed.client_id, advert.named_by, 'company'::public.side, 'advert_named', '{"named": [false, true]}'::jsonb,
             advert.opened_at + interval '4 hours'
        from public.adverts as advert join public.job_requirements as filed on filed.id = advert.requirement_id where advert.is_named;

    -- Who has applied: for one job three, of whom one has agreed already that the company sees the card, and for another one.
    insert into public.candidates (id, full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills,
        source, is_adult, employer, created_at, last_activity_at)
      select demo.id::uuid, demo.full_name, demo.email, now() - demo.age, demo.phone, demo.headline, demo.city, 'India', demo.notice,
             demo.skills, 'Applied on our site', true, demo.employer, now() - demo.age, now() - demo.age
        from (values
          ('de350000-0000-4000-8000-000000000005', 'Sanjay Yadav', 'sanjay.yadav@mail.example', '+91 98 5550 0125',
           'Refrigeration mechanic, 4 years', 'Ghaziabad', '15 days', array['Ammonia plant', 'Compressors'], 'Himgiri Ice',
           interval '26 hours'),
          ('de350000-0000-4000-8000-000000000006', 'Farhan Ansari', 'farhan.ansari@mail.example', '+91 98 5550 0126',
           'ITI refrigeration, passed out this year', 'Dadri', 'at once', array['Preventive maintenance'], null, interval '20 hours'),
          ('de350000-0000-4000-8000-000000000007', 'Pooja Saini', 'pooja.saini@mail.example', '+91 98 5550 0127',
           'HVAC technician, 2 years', 'Greater Noida', '30 days', array['Compressors', 'Freon plants', 'Preventive maintenance'],
           'Metro Malls', interval '5 hours'),
          ('de350000-0000-4000-8000-000000000008', 'Vikram Jadhav', 'vikram.jadhav@mail.example', '+91 98 5550 0128',
           'Shift in-charge, 5 years', 'Kalyan', '30 days', array['WMS', 'Shift planning'], 'Konkan Cargo', interval '3 hours')
        ) as demo (id, full_name, email, phone, headline, city, notice, skills, employer, age)
      on conflict (id) do nothing;
    insert into public.shortlists (requirement_id)
      values ('de330000-0000-4000-8000-000000000007'), ('de330000-0000-4000-8000-000000000008') on conflict do nothing;
    insert into public.shortlist_entries (id, requirement_id, candidate_id, state, code_word, applied_at, said, created_at)
      select demo.id::uuid, demo.requirement::uuid, person.id, 'applied', demo.word, person.created_at, demo.said, person.created_at
        from (values
          ('de360000-0000-4000-8000-000000000004', 'de330000-0000-4000-8000-000000000007', 'de350000-0000-4000-8000-000000000005',
           'Crane 417', 'I run two ammonia compressors alone at night. I want to learn the big plant, and I live twenty minutes away.'),
          ('de360000-0000-4000-8000-000000000005', 'de330000-0000-4000-8000-000000000007', 'de350000-0000-4000-8000-000000000006',
           'Robin 260', 'I was second of my batch. I can begin tomorrow.'),
          ('de360000-0000-4000-8000-000000000006', 'de330000-0000-4000-8000-000000000007', 'de350000-0000-4000-8000-000000000007',
           'Ibis 731', 'Freon I know well, ammonia I have seen. Night calls are no problem.'),
          ('de360000-0000-4000-8000-000000000007', 'de330000-0000-4000-8000-000000000008', 'de350000-0000-4000-8000-000000000008',
           'Swift 348', 'Our shift loads 55 trucks a day, and I have trained nine of its people.')
        ) as demo (id, requirement, candidate, word, said)
        join public.candidates as person on person.id = demo.candidate::uuid;
    insert into private.applications (requirement_id, form_id, code_word, keep, card_digest, created_at, confirmed_at, entry_id)
      select entry.requirement_id, gen_random_uuid(), entry.code_word, true,
             case when entry.code_word = 'Crane 417' then private.card_digest(entry) end, entry.applied_at, entry.applied_at, entry.id
        from public.shortlist_entries as entry where entry.id::text like 'de360000-%' and entry.state = 'applied';
    insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at, given_at,
        card_digest, mailbox_digest)
      select entry.candidate_id, agreed.purpose, case when agreed.purpose = 'apply' then entry.id end, private.notice_version(), 'en',
             'consent', entry.applied_at, entry.applied_at,
             case when agreed.purpose = 'apply' and entry.code_word = 'Crane 417' then private.card_digest(entry) end,
             private.subject_of(person.email)
        from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
        cross join unnest(array['apply', 'keep']) as agreed (purpose)
        where entry.id::text like 'de360000-%' and entry.state = 'applied';
    insert into public.requirement_events (requirement_id, client_id, type, changes, for_client, entry_ids, created_at)
      select filed.id, filed.client_id, 'candidates_applied', jsonb_build_object('candidates', jsonb_build_array(null, count(*))), false,
             array_agg(entry.id order by entry.id), max(entry.applied_at)
        from public.shortlist_entries as entry join public.job_requirements as filed on filed.id = entry.requirement_id
        where entry.id::text like 'de360000-%' and entry.state = 'applied' group by filed.id;
    -- The lines of the inbox of these jobs: what came by itself is to be answered, and the rest was done.
    update public.inbox_items as item
      set state = case when item.requirement_id::text like '%9' then 'done' else 'open' end::public.inbox_state, assignee = ira,
          due_at = now() + interval '30 hours', first_seen_at = now() - interval '4 days', last_activity_at = now() - interval '3 hours'
      where item.requirement_id in ('de330000-0000-4000-8000-000000000007', 'de330000-0000-4000-8000-000000000008',
                                    'de330000-0000-4000-8000-000000000009');
    -- Their company has its answer; who applied has brought two of them back, and both sides read one clock.
    insert into public.item_events (item_id, actor, type, changes, created_at)
      select item.id, case when told.type = 'answered' then ira end, told.type, told.changes::jsonb, now() - told.ago
        from public.inbox_items as item
        cross join (values ('answered', '{}', interval '4 days'), ('applied', '{"state": ["done", "new"]}', interval '3 hours'))
          as told (type, changes, ago)
        where item.requirement_id in ('de330000-0000-4000-8000-000000000007', 'de330000-0000-4000-8000-000000000008',
                                      'de330000-0000-4000-8000-000000000009')
          and (told.type = 'answered' or item.state = 'open');
    perform private.set_applicants_due(item) from public.inbox_items as item
      where item.requirement_id in ('de330000-0000-4000-8000-000000000007', 'de330000-0000-4000-8000-000000000008');
  end $$;
