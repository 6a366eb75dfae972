-- The inbox: one line for each thing that somebody of the team must look at (an enquiry, or a requirement of a company),
-- with what the team has written and done about it. The database makes the lines itself, in the transaction of what came.

create type public.inbox_kind as enum ('contact', 'posting', 'consultation', 'requirement');
create type public.inbox_state as enum ('new', 'open', 'waiting', 'done', 'spam');
create type public.note_kind as enum ('note', 'call', 'email', 'meeting');

create table public.inbox_items (
  id uuid primary key default gen_random_uuid(),
  kind public.inbox_kind not null,
  contact_id uuid unique references public.contact_submissions (id) on delete cascade,
  posting_id uuid unique references public.public_job_submissions (id) on delete cascade,
  consultation_id uuid unique references public.consultation_requests (id) on delete cascade,
  requirement_id uuid unique references public.job_requirements (id) on delete cascade,
  state public.inbox_state not null default 'new',
  -- Whose it is: for good when it was given, until then when it was taken. An assignee whose claim has run out is nobody.
  assignee uuid references auth.users (id) on delete set null,
  claim_expires_at timestamptz,
  due_at timestamptz not null check (due_at between '1900-01-01' and '2999-12-31'),
  -- Since it last came in.
  first_seen_at timestamptz,
  last_activity_at timestamptz not null,
  is_suspect boolean not null default false,
  version integer not null default 1 check (version > 0),
  search tsvector not null,
  -- When it came.
  created_at timestamptz not null,
  constraint one_of_four check (num_nonnulls(contact_id, posting_id, consultation_id, requirement_id) = 1
    and case kind when 'contact' then contact_id when 'posting' then posting_id
                  when 'consultation' then consultation_id else requirement_id end is not null)
);

-- The groups of the list, each in the order of its due times, with what they are filtered by; "free" is what the next one
-- is taken of.
create index inbox_items_active on public.inbox_items (due_at, id)
  include (kind, state, is_suspect, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_free on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_suspect on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_held on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and assignee is not null;
create index inbox_items_state on public.inbox_items (state, due_at, id);
create index inbox_items_assignee on public.inbox_items (assignee, due_at, id);
-- Sorted otherwise, and looked for.
create index inbox_items_came on public.inbox_items (created_at, id);
create index inbox_items_activity on public.inbox_items (last_activity_at, id);
create index inbox_items_search on public.inbox_items using gin (search);

-- What two people may do at once, each on what the other has not seen. Being seen and searched for changes no version.
create trigger raise_version before update of state, assignee, due_at on public.inbox_items
  for each row when ((old.state, old.assignee, old.due_at) is distinct from (new.state, new.assignee, new.due_at))
  execute function private.raise_version();

-- Who of the team has looked at it, and when last.
create table public.item_openings (
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  opened_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index item_openings_person on public.item_openings (user_id);

-- The team's own words: a table of its own, so that nothing can leak one.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  kind public.note_kind not null default 'note',
  body text not null check (private.is_text(body, 10000)),
  created_at timestamptz not null default clock_timestamp()
);
create index notes_timeline on public.notes (item_id, created_at desc, id desc);
create index notes_author on public.notes (author);

-- What was done with it; what happened to a requirement stands in requirement_events.
create table public.item_events (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  actor uuid references auth.users (id) on delete set null,
  type text not null check (type in ('taken', 'given', 'released', 'state', 'due', 'returned', 'converted')),
  -- Whom it was given to.
  person uuid references auth.users (id) on delete set null,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);
create index item_events_timeline on public.item_events (item_id, created_at desc, id desc);
create index item_events_actor on public.item_events (actor);
create index item_events_person on public.item_events (person);

alter table public.inbox_items enable row level security;
alter table public.inbox_items force row level security;
alter table public.item_openings enable row level security;
alter table public.item_openings force row level security;
alter table public.notes enable row level security;
alter table public.notes force row level security;
alter table public.item_events enable row level security;
alter table public.item_events force row level security;

-- The team reads; what is written is written by functions that check who asks.
create policy "the team reads" on public.inbox_items for select to authenticated
  using ((select private.is_team_member()));
create policy "the team reads" on public.item_openings for select to authenticated
  using ((select private.is_team_member()));
create policy "the team reads" on public.notes for select to authenticated using ((select private.is_team_member()));
create policy "the team reads" on public.item_events for select to authenticated
  using ((select private.is_team_member()));

-- What can be found of a row: the words a person has typed. Of an address the part behind the @ as well.
create function private.searchable(entries jsonb) returns tsvector
  language sql immutable set search_path = ''
  as $$
    select to_tsvector('simple', coalesce(string_agg(case when key in ('email', 'contact_email')
        then (value #>> '{}') || ' ' || split_part(value #>> '{}', '@', 2) else value #>> '{}' end, ' ' order by key), ''))
      from jsonb_each(entries)
      where key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                    'company', 'company_name', 'requirement', 'needs', 'skills', 'job_title', 'department', 'location',
                    'required_skills', 'preferred_skills', 'education_requirements', 'job_description',
                    'responsibilities', 'benefits', 'notes')
  $$;

create function private.searchable_requirement(requirement public.job_requirements) returns tsvector
  language sql stable security definer set search_path = ''
  as $$
    select private.searchable(to_jsonb(requirement) || jsonb_build_object(
             'company_name', client.company_name, 'full_name', client.full_name))
      from public.clients as client where client.id = requirement.client_id
  $$;

-- When somebody is to be answered: what the site promises (specification, section 9).
create function private.promised(kind public.inbox_kind) returns interval
  language sql immutable set search_path = ''
  as $$ select case when kind in ('contact', 'consultation') then interval '24 hours' else interval '48 hours' end $$;

create function private.make_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
  begin
    if kind = 'requirement' then
      words := private.searchable_requirement(new);
    else
      words := private.searchable(to_jsonb(new));
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false), words);
    return null;
  end $$;

-- What had come before. Enquiries of the last thirty days are new, since nobody can tell; older ones, whose promise has
-- long passed one way or the other, are found but don't bury these. Of requirements the new ones are.
insert into public.inbox_items (kind, contact_id, created_at, last_activity_at, due_at, state, is_suspect, search)
  select 'contact', id, created_at, created_at, created_at + private.promised('contact'),
         (case when created_at < now() - interval '30 days' then 'done' else 'new' end)::public.inbox_state, suspect,
         private.searchable(to_jsonb(sent)) from public.contact_submissions as sent;
insert into public.inbox_items (kind, posting_id, created_at, last_activity_at, due_at, state, is_suspect, search)
  select 'posting', id, created_at, created_at, created_at + private.promised('posting'),
         (case when created_at < now() - interval '30 days' then 'done' else 'new' end)::public.inbox_state, suspect,
         private.searchable(to_jsonb(sent)) from public.public_job_submissions as sent;
insert into public.inbox_items (kind, consultation_id, created_at, last_activity_at, due_at, state, is_suspect, search)
  select 'consultation', id, created_at, created_at, created_at + private.promised('consultation'),
         (case when created_at < now() - interval '30 days' then 'done' else 'new' end)::public.inbox_state, suspect,
         private.searchable(to_jsonb(sent)) from public.consultation_requests as sent;
insert into public.inbox_items (kind, requirement_id, created_at, last_activity_at, due_at, state, search)
  select 'requirement', id, created_at, created_at, created_at + private.promised('requirement'),
         (case status when 'new' then 'new' else 'done' end)::public.inbox_state,
         private.searchable_requirement(requirement) from public.job_requirements as requirement;

create trigger make_item after insert on public.contact_submissions
  for each row execute function private.make_item('contact');
create trigger make_item after insert on public.public_job_submissions
  for each row execute function private.make_item('posting');
create trigger make_item after insert on public.consultation_requests
  for each row execute function private.make_item('consultation');
create trigger make_item after insert on public.job_requirements
  for each row execute function private.make_item('requirement');

-- A company that edits, withdraws, writes or answers: its requirement's line comes in again, to whoever has it.
create function private.return_item(requirement uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare returned public.inbox_items;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(),
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, private.current_user_id(), 'returned',
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

create function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- A company that is being deleted is gone before its requirements are.
    update public.inbox_items set search = coalesce(private.searchable_requirement(new), search)
      where requirement_id = new.id;
    if private.side_on(new.client_id) = 'company' then
      perform private.return_item(new.id);
    end if;
    return null;
  end $$;

create trigger follow_requirement after update on public.job_requirements
  for each row when (old.version <> new.version) execute function private.follow_requirement();

create function private.follow_company() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.inbox_items as item set search = private.searchable_requirement(requirement)
      from public.job_requirements as requirement
      where requirement.client_id = new.id and item.requirement_id = requirement.id;
    return null;
  end $$;

create trigger follow_company after update on public.clients
  for each row when ((old.company_name, old.full_name) is distinct from (new.company_name, new.full_name))
  execute function private.follow_company();
