-- The inbox: one line for each thing that a colleague must look at (an enquiry, or a requirement of a company),
-- with what the team has written and done about it. The database makes the items itself, in the transaction of what came.

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
  -- In any year that the form takes, in any zone.
  due_at timestamptz not null check (due_at between '1899-12-31' and '3000-01-02'),
  -- Since it last came in.
  first_seen_at timestamptz,
  last_activity_at timestamptz not null,
  is_suspect boolean not null default false,
  version integer not null default 1 check (version > 0),
  search tsvector not null,
  -- When it came.
  created_at timestamptz not null,
  is_flood boolean not null default false,
  -- Of a requirement: its company (private.cancel_moved_questions keeps it).
  client_id uuid,
  -- Who sent it, how to reach them, and what it is about, of its form (private.read_envelope). Of a requirement nothing: its
  -- company and its people say it, as they are now (private.inbox_item_details). Items of before these columns have no sender until
  -- the schedule has filled it in.
  sender text,
  email text,
  phone text,
  company text,
  subject text,
  reference text,
  source text
);

-- What is to be done, in the order of the due times, with all that its groups and the list's filters ask; what of it the next
-- one is taken of; and what of it the figures count.
create index inbox_items_open on public.inbox_items (due_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at, created_at, requirement_id)
  where state in ('new', 'open', 'waiting');
create index inbox_items_free on public.inbox_items (is_flood, due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_answerable on public.inbox_items (state, due_at) include (is_suspect, assignee, claim_expires_at)
  where state in ('new', 'open', 'waiting') and (not is_suspect or state = 'waiting' or assignee is not null);
-- Lists of what is closed as well, by when it came or was due: of one state, kind or person, what is suspect, and what nobody had
-- in hand.
create index inbox_items_came on public.inbox_items (created_at, id);
create index inbox_items_due on public.inbox_items (due_at, id);
create index inbox_items_state on public.inbox_items (state, created_at, id);
create index inbox_items_kind on public.inbox_items (kind, created_at, id);
create index inbox_items_assignee on public.inbox_items (assignee, created_at, id);
create index inbox_items_suspects on public.inbox_items (created_at, id) where is_suspect;
create index inbox_items_nobodys on public.inbox_items (state, created_at, id)
  where state in ('done', 'spam') and (assignee is null or claim_expires_at is not null);
-- What the same mailbox or company has sent, and what has no sender yet.
create index if not exists inbox_items_mailbox on public.inbox_items (private.mailbox_of(email), created_at)
  where email is not null;
create index if not exists inbox_items_company on public.inbox_items (lower(company), created_at) where company is not null;
create index inbox_items_unfilled on public.inbox_items (id) where sender is null and requirement_id is null;
-- What is written goes into an index of words at once, here and elsewhere: Postgres' list of what is yet to be sorted in is
-- read by every search, and grows without end where statements are cut off.
create index inbox_items_search on public.inbox_items using gin (search) with (fastupdate = off);
-- One company's, as they are made anew.
create index inbox_items_client on public.inbox_items (client_id, id) where client_id is not null;

alter table public.inbox_items enable row level security, force row level security;
grant select on public.inbox_items to authenticated;

-- What two people may do at once, each on what the other has not seen. Being seen and searched for changes no version.
create trigger raise_version before update of state, assignee, due_at on public.inbox_items
  for each row when ((old.state, old.assignee, old.due_at) is distinct from (new.state, new.assignee, new.due_at))
  execute function private.raise_version();

create trigger know_company after update of state, assignee on public.inbox_items for each row
  when (new.requirement_id is not null and (new.state in ('open', 'waiting', 'done') and new.state <> old.state
    or new.assignee is not null and new.assignee is distinct from old.assignee))
  execute function private.know_company();

-- What is written is written by functions that check who asks.
create policy "who may export reads" on public.inbox_items for select to authenticated
  using ((select private.may_export()));

-- Who of the team has looked at it, and when last.
create table public.item_openings (
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  opened_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);

create index item_openings_person on public.item_openings (user_id);

alter table public.item_openings enable row level security, force row level security;
grant select on public.item_openings to authenticated;

create policy "who may export reads" on public.item_openings for select to authenticated
  using ((select private.may_export()));

-- The team's own words: a table of its own, so that nothing can leak one.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  kind public.note_kind not null default 'note',
  body text not null check (private.is_text(body, 10000)),
  created_at timestamptz not null default clock_timestamp(),
  -- A note that comes twice, by a double click or after a lost answer, is one (docs/decisions/forms-and-limits.md).
  form_id uuid
);

create index notes_timeline on public.notes (item_id, created_at desc, id desc);
create unique index notes_form on public.notes (author, form_id);

alter table public.notes enable row level security, force row level security;
grant select on public.notes to authenticated;

create policy "who may export reads" on public.notes for select to authenticated
  using ((select private.may_export()));

-- What was done with it; what happened to a requirement stands in requirement_events.
create table public.item_events (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  actor uuid references auth.users (id) on delete set null,
  -- 'written': the company wrote; 'answered': somebody of the team answered it; 'replied': by mail, to whoever sent it;
  -- 'mended': who wrote it down has corrected it; 'candidate': it has become a candidate's record.
  type text not null check (type in ('taken', 'given', 'released', 'state', 'due', 'returned', 'converted', 'written',
                                     'answered', 'replied', 'undone', 'mended', 'candidate', 'sender_marked',
                                     'sender_spam', 'sender_released', 'applied')),
  -- Whom it was given to.
  person uuid references auth.users (id) on delete set null,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index item_events_timeline on public.item_events (item_id, created_at desc, id desc);
create index item_events_actor on public.item_events (actor);
create index item_events_person on public.item_events (person);

alter table public.item_events enable row level security, force row level security;
grant select on public.item_events to authenticated;

create policy "who may export reads" on public.item_events for select to authenticated
  using ((select private.may_export()));

-- # How lines come, and come again

-- Does a requirement come in a flood? Of a company that the team has nothing to do with yet, which anybody makes, ten a day are
-- read like any others. What the team files, and what an operator puts in, is none.
create function private.is_filed_in_flood(requirement public.job_requirements) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.current_user_id() is not null and not (requirement).is_filed_by_team
      and not private.is_known_company((requirement).client_id)
      and exists (select from public.job_requirements as latest
                    where latest.client_id = (requirement).client_id and latest.created_at > now() - interval '1 day' offset 10)
  $$;

-- Makes the item of a requirement.
create function private.make_requirement_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare is_flood boolean := private.is_filed_in_flood(new);
  begin
    insert into public.inbox_items (kind, requirement_id, client_id, created_at, last_activity_at, due_at, is_flood, search)
      values ('requirement', new.id, new.client_id, new.created_at, new.created_at,
              new.created_at + private.promised('requirement'), is_flood, private.searchable_requirement(new, is_flood));
    return null;
  end $$;

create trigger make_item after insert on public.job_requirements
  for each row execute function private.make_requirement_item();

-- Who of the team has an item in hand; null for nobody.
create function private.holder_of(item public.inbox_items) returns uuid
  language sql stable security definer set search_path = '' as $$
    select case when private.is_team((item).assignee) and ((item).claim_expires_at <= now()) is not true then (item).assignee end
  $$;

-- A company that edits, withdraws, writes or answers: its requirement's line comes in again, with what brought it back and
-- who. Who has it in hand goes on with it. Else it is theirs who is in charge of the requirement, and only then theirs who
-- had dealt with it: an item that is nobody's is taken by somebody who knows nothing of it.
create function private.reopen_item(
    requirement uuid, type text default 'returned', actor uuid default private.current_user_id()) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select requirement.recruiter_id from public.job_requirements as requirement
                        where requirement.id = reopen_item.requirement and private.is_team(requirement.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = reopen_item.requirement for update;
    holder := private.holder_of(returned);
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null and in_charge is null
                               then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with; its company reads the same.
          due_at = case when state in ('new', 'open') then due_at
                        else coalesce(private.answer_due(reopen_item.requirement), now() + private.promised('requirement')) end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

-- What a change of a requirement makes of its item. Words are made anew only of words that have changed: a status has none.
create function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if private.entries_of(new, private.searched_requirement_fields())
      is distinct from private.entries_of(old, private.searched_requirement_fields())
    then
      update public.inbox_items set search = private.searchable_requirement(new, is_flood) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' then
      if new.status <> old.status then
        perform private.follow_status(new.id, old.status, new.status);
      end if;
      if new.recruiter_id is distinct from old.recruiter_id then
        perform private.give_line(new.id, old.recruiter_id, new.recruiter_id);
      end if;
    end if;
    return null;
  end $$;

create trigger follow_requirement after update on public.job_requirements
  for each row when (old.version <> new.version) execute function private.follow_requirement();
