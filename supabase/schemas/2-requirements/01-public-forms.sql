-- What visitors send by the public forms, and what the team writes down of calls: anybody sends, who may export reads. What
-- comes too fast, or in a flood, is kept and marked (docs/decisions/inbox.md).

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  -- Made with the page: a form that comes twice is one row.
  form_id uuid unique,
  name text not null check (private.is_text(name, 200)),
  -- Of a form; who calls may have none.
  email text check (private.is_email(email)),
  company text check (private.is_text(company, 200)),
  requirement text not null check (private.is_text(requirement, 10000)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sent sooner after its page than a person types, or without the page's signature: kept, and marked for the team.
  suspect boolean not null default false,
  -- Came in a flood, when nothing else speaks against it (private.mark_flood).
  flood boolean not null default false,
  -- How it came; whatever is no form somebody of the team has written down (private.record_enquiry).
  source text not null default 'form' check (source in ('form', 'phone', 'whatsapp', 'walk_in', 'email')),
  phone text check (private.is_text(phone, 200)),
  written_by uuid references auth.users (id) on delete set null,
  -- The company that the caller is of, as far as whoever wrote it down could tell.
  client_id uuid references public.clients (id) on delete set null,
  constraint can_be_answered check (email is not null or source <> 'form' and phone is not null)
);

create index contact_submissions_writer on public.contact_submissions (written_by);
create index contact_submissions_client on public.contact_submissions (client_id);

alter table public.contact_submissions enable row level security, force row level security;
grant insert (form_id, name, email, company, phone, requirement, suspect) on public.contact_submissions to anon, authenticated;
grant select on public.contact_submissions to authenticated;

create trigger file_one before insert on public.contact_submissions for each row execute function private.file_one();
create trigger stamp_id before insert on public.contact_submissions for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.contact_submissions for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.contact_submissions for each row execute function private.stamp_update();

create policy "anybody sends" on public.contact_submissions for insert to anon, authenticated with check (true);

create policy "who may export reads" on public.contact_submissions for select to authenticated
  using ((select private.may_export()));

create table public.public_job_submissions (
  id uuid primary key default gen_random_uuid(),
  form_id uuid unique,
  job_title text not null check (private.is_text(job_title, 200)),
  department text check (department in ('engineering', 'sales', 'marketing', 'hr', 'finance', 'operations')),
  location text not null check (private.is_text(location, 200)),
  experience_level text check (experience_level in ('entry', 'mid', 'senior', 'executive')),
  employment_type text check (employment_type in ('fulltime', 'contract', 'parttime', 'freelance')),
  urgency text check (urgency in ('immediate', 'urgent', 'normal', 'flexible')),
  skills text check (private.is_text(skills, 10000)),
  job_description text check (private.is_text(job_description, 10000)),
  budget_range text check (budget_range in ('50k-75k', '75k-100k', '100k-150k', '150k-200k', '200k+', 'discuss')),
  positions_count text check (positions_count in ('1', '2-5', '6-10', '10+')),
  contact_name text not null check (private.is_text(contact_name, 200)),
  contact_email text not null check (private.is_email(contact_email)),
  company text not null check (private.is_text(company, 200)),
  phone text check (private.is_text(phone, 200)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  suspect boolean not null default false,
  flood boolean not null default false
);

alter table public.public_job_submissions enable row level security, force row level security;
grant insert (form_id, job_title, department, location, experience_level, employment_type, urgency, skills, job_description,
  budget_range, positions_count, contact_name, contact_email, company, phone, suspect)
  on public.public_job_submissions to anon, authenticated;
grant select on public.public_job_submissions to authenticated;

create trigger file_one before insert on public.public_job_submissions for each row execute function private.file_one();
create trigger stamp_id before insert on public.public_job_submissions for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.public_job_submissions for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.public_job_submissions for each row execute function private.stamp_update();

create policy "anybody sends" on public.public_job_submissions for insert to anon, authenticated with check (true);

create policy "who may export reads" on public.public_job_submissions for select to authenticated
  using ((select private.may_export()));

create table public.consultation_requests (
  id uuid primary key default gen_random_uuid(),
  form_id uuid unique,
  first_name text not null check (private.is_text(first_name, 200)),
  last_name text not null check (private.is_text(last_name, 200)),
  email text not null check (private.is_email(email)),
  phone text check (private.is_text(phone, 200)),
  company text check (private.is_text(company, 200)),
  role text check (role in ('hr-manager', 'recruiter', 'talent-acquisition', 'ceo', 'other')),
  needs text check (private.is_text(needs, 10000)),
  preferred_time text check (preferred_time in ('morning', 'afternoon', 'evening', 'flexible')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  suspect boolean not null default false,
  flood boolean not null default false
);

alter table public.consultation_requests enable row level security, force row level security;
grant insert (form_id, first_name, last_name, email, phone, company, role, needs, preferred_time, suspect)
  on public.consultation_requests to anon, authenticated;
grant select on public.consultation_requests to authenticated;

create trigger file_one before insert on public.consultation_requests for each row execute function private.file_one();
create trigger stamp_id before insert on public.consultation_requests for each row execute function private.stamp_id();
create trigger stamp_insert before insert on public.consultation_requests for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.consultation_requests for each row execute function private.stamp_update();

create policy "anybody sends" on public.consultation_requests for insert to anon, authenticated with check (true);

create policy "who may export reads" on public.consultation_requests for select to authenticated
  using ((select private.may_export()));

-- From which networks forms have come within the hour: digests that only the site can make, another each day, and which
-- form each belonged to is written nowhere. No network stands for all that came without the site's proof.
create table private.form_senders (
  id bigint generated always as identity primary key,
  network text,
  -- The widest network around it: of IPv6 the /48, of IPv4 the /24.
  wider text,
  created_at timestamptz not null default now(),
  -- The one between, of IPv6 alone: the /56.
  household text
);

create index form_senders_network on private.form_senders (network, created_at);
create index form_senders_household on private.form_senders (household, created_at) where household is not null;
create index form_senders_wider on private.form_senders (wider, created_at) where wider is not null;
create index form_senders_created on private.form_senders (created_at);

-- What the site puts beside the digests, so that nobody else can bring them: made of the shared key as the tokens of
-- invitations are made of theirs.
create function private.sender_proof(sender_key text, networks text) returns text
  language sql immutable set search_path = ''
  as $$ select private.digest_of(sender_key || private.digest_of(sender_key || ' sender ' || networks)) $$;

-- The networks that a form came from, by the site's word: the nearest, the one around it if any, and the widest. Null for a
-- form without that word, and for one whose proof is not right.
create function private.form_networks(sender_key text) returns text[]
  language sql stable set search_path = '' as $$
    select parts[1:3]
      from regexp_match(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-sender-network',
                        '^([0-9a-f]{32})[.](?:([0-9a-f]{32})[.])?([0-9a-f]{32})[.]([0-9a-f]{64})$') as parts
      where parts[4] = private.sender_proof(sender_key, concat_ws('.', parts[1], parts[2], parts[3]))
  $$;

-- Has a network sent ten forms, of whichever kind, within the hour, or one around it twice or four times as many? Null asks
-- about all that came without a proof.
create function private.has_flooded(sender text[]) returns boolean
  language plpgsql stable set search_path = '' as $$
  declare hour_ago timestamptz := now() - interval '1 hour';
  begin
    if sender is null then
      return exists (select from private.form_senders where network is null and created_at > hour_ago offset 9);
    end if;
    return exists (select from private.form_senders where network = sender[1] and created_at > hour_ago offset 9)
      or exists (select from private.form_senders where household = sender[2] and created_at > hour_ago offset 19)
      or exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 39);
  end $$;

-- Holds a form's widest network until the transaction ends, so that of many at once each counts those before it. False where
-- that can't be had in time: then too many come from there.
create function private.lock_sender(sender text[]) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('forms of ' || coalesce(sender[3], 'nobody'), 0));
    return true;
  exception when lock_not_available then
    return false;
  end $$;

-- Notes that a form has come, and from where: whether it is one of a flood, and which of its widest network within the hour, four
-- for whichever comes after the third; null for what comes past the site. Ten an hour of one network are read like any others; what it sends beyond is its own flood, and so is what
-- comes past the site, which is as one network; the networks around it have twice and four times as many. When three hundred
-- have come through the site, those of a widest network that sent ten of them are a flood as well. What a person with rights of
-- their own puts in is no form. Without a key shared with the site a flood is three hundred an hour of one table.
create function private.note_sender(form_table regclass, out is_flood boolean, out network_place integer)
  language plpgsql security definer set search_path = '' as $$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    is_flood := false;
    network_place := 1;
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 299)', form_table) into is_flood using hour_ago;
      return;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return;
    end if;
    sender := private.form_networks(shared_key);
    is_flood := not private.lock_sender(sender);
    -- Asked apart from that: what others have sent meanwhile is seen by the next statement only.
    is_flood := is_flood or private.has_flooded(sender) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 9);
    network_place := case when sender is not null then 1 + (
      select count(*)::integer from (
        select from private.form_senders where wider = sender[3] and created_at > hour_ago limit 3) as before) end;
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
  end $$;

-- Marks what comes in a flood: it is kept, set apart in the inbox and answered when the rest is, so that whoever sends
-- three hundred messages hides those of nobody after them.
create function private.mark_flood() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.flood := (private.note_sender(tg_relid::regclass)).is_flood;
    return new;
  end $$;

create trigger mark_flood before insert on public.contact_submissions
  for each row when (new.source = 'form') execute function private.mark_flood();
create trigger mark_flood before insert on public.public_job_submissions for each row execute function private.mark_flood();
create trigger mark_flood before insert on public.consultation_requests for each row execute function private.mark_flood();
