-- The inbox: one line for each thing that somebody of the team must look at (an enquiry, or a requirement of a company),
-- with what the team has written and done about it. The database makes the lines itself, in the transaction of what came.

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
  constraint one_of_four check (num_nonnulls(contact_id, posting_id, consultation_id, requirement_id) = 1
    and case kind when 'contact' then contact_id when 'posting' then posting_id
                  when 'consultation' then consultation_id else requirement_id end is not null)
);

-- The groups of the list, each in the order of its due times, with what they are filtered by; "free" is what the next one
-- is taken of.
create index inbox_items_active on public.inbox_items (due_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_free on public.inbox_items (is_flood, due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_suspect on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and is_suspect and (assignee is null or claim_expires_at is not null);
create index inbox_items_held on public.inbox_items (due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and assignee is not null;
create index inbox_items_state on public.inbox_items (state, due_at, id);
create index inbox_items_assignee on public.inbox_items (assignee, due_at, id);
-- Sorted otherwise, and looked for. What is written goes into an index of words at once, here and elsewhere: Postgres' list of
-- what is yet to be sorted in is read by every search, and grows without end where statements are cut off.
create index inbox_items_came on public.inbox_items (created_at, id);
create index inbox_items_activity on public.inbox_items (last_activity_at, id);
create index inbox_items_search_filed on public.inbox_items using gin (search) with (fastupdate = off)
  where kind = 'requirement';
create index inbox_items_search_sent on public.inbox_items using gin (search) with (fastupdate = off)
  where kind <> 'requirement';
-- Lines of one kind; suspect ones, of which there may be none; those that are closed, and nobody had them in hand.
create index inbox_items_kind on public.inbox_items (kind, created_at, id);
create index inbox_items_suspects on public.inbox_items (created_at, id) where is_suspect;
create index inbox_items_nobodys on public.inbox_items (state, created_at, id)
  where state in ('done', 'spam') and (assignee is null or claim_expires_at is not null);
-- All lines by when they are due, for a search in that order.
create index inbox_items_due on public.inbox_items (due_at, id);
-- What is still to be done, by kind, by who has it in hand, and in the other two orders.
create index inbox_items_active_kind on public.inbox_items (kind, due_at, id)
  include (state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_assignee on public.inbox_items (assignee, due_at, id)
  include (kind, state, is_suspect, is_flood, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_came on public.inbox_items (created_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
create index inbox_items_active_activity on public.inbox_items (last_activity_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
-- Looked for among what is still to be done.
create index inbox_items_active_search on public.inbox_items using gin (search) with (fastupdate = off)
  where state in ('new', 'open', 'waiting');
-- What the team has to answer, without suspect items that nobody has taken: those may be thousands after a flood.
create index inbox_items_answerable on public.inbox_items (state, due_at) include (is_suspect, assignee, claim_expires_at)
  where state in ('new', 'open', 'waiting') and (not is_suspect or state = 'waiting' or assignee is not null);

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
  -- 'written': the company wrote; 'answered': somebody of the team answered it; 'replied': by mail, to whoever sent it.
  type text not null check (type in ('taken', 'given', 'released', 'state', 'due', 'returned', 'converted', 'written',
                                     'answered', 'replied', 'undone')),
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

-- When somebody is to be answered: what the site promises (specification, section 9).
create function private.promised(kind public.inbox_kind) returns interval
  language sql immutable set search_path = ''
  as $$ select case when kind in ('contact', 'consultation') then interval '24 hours' else interval '48 hours' end $$;

-- Does a requirement come in a flood? Of a company that the team has nothing to do with yet, which anybody makes, ten a day are
-- read like any others. What the team files, and what an operator puts in, is none.
create function private.is_filed_in_flood(filed public.job_requirements) returns boolean
  language sql stable security definer set search_path = '' as $$
    select private.current_user_id() is not null and not (filed).is_filed_by_team
      and not private.is_known_company((filed).client_id)
      and exists (select from public.job_requirements as latest
                    where latest.client_id = (filed).client_id and latest.created_at > now() - interval '1 day' offset 10)
  $$;

-- Makes the line of what came, of the kind that the trigger names.
create function private.make_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
    is_flood boolean;
  begin
    if kind = 'requirement' then
      words := private.searchable_requirement(new);
      is_flood := private.is_filed_in_flood(new);
    else
      words := private.searchable_enquiry(to_jsonb(new));
      is_flood := new.flood;
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              is_flood, words);
    return null;
  end $$;

create trigger make_item after insert on public.contact_submissions
  for each row execute function private.make_item('contact');

create trigger make_item after insert on public.public_job_submissions
  for each row execute function private.make_item('posting');

create trigger make_item after insert on public.consultation_requests
  for each row execute function private.make_item('consultation');

create trigger make_item after insert on public.job_requirements
  for each row execute function private.make_item('requirement');

-- A company that edits, withdraws, writes or answers: its requirement's line comes in again, with what brought it back and
-- who. Who has it in hand goes on with it. Else it is theirs who is in charge of the requirement, and only then theirs who
-- had dealt with it: a line that is nobody's is taken by somebody who knows nothing of it.
create function private.reopen_item(
    requirement uuid, type text default 'returned', actor uuid default private.current_user_id()) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select filed.recruiter_id from public.job_requirements as filed
                        where filed.id = reopen_item.requirement and private.is_team(filed.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $$;

-- What a change of a requirement makes of its line. Words are made anew only of words that have changed: a status has none.
create function private.follow_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if private.entries_of(new, private.searched_requirement_fields())
      is distinct from private.entries_of(old, private.searched_requirement_fields())
    then
      update public.inbox_items set search = private.searchable_requirement(new) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $$;

create trigger follow_requirement after update on public.job_requirements
  for each row when (old.version <> new.version) execute function private.follow_requirement();

-- # What the team does with a line

-- A line is somebody's in two ways. What is given stays theirs. What is taken is theirs for so long from their last act on
-- it, so that nothing waits for somebody who has gone home; once they have answered (waiting, done) it stays theirs.
create function private.claim_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '30 minutes' $$;

-- A line as the caller has seen it, until the transaction ends. What the team does with lines raises PT404 when the line is
-- gone, PT409 when somebody changed it since the caller read it, PT422 when it can't be.
create function private.lock_item(item uuid, seen integer) returns public.inbox_items
  language plpgsql security definer set search_path = '' as $$
  declare held public.inbox_items;
  begin
    select * into held from public.inbox_items where id = item for update;
    if held.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    return held;
  end $$;

-- Notes that somebody is at it: it has been seen, and their own claim goes on. Returns whether it is there.
create function private.touch_item(caller uuid, item uuid, is_act boolean) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.inbox_items
      set first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = case when is_act then now() else last_activity_at end,
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    return found;
  end $$;

create function private.version_of(item uuid) returns integer
  language sql stable security definer set search_path = '' as $$ select version from public.inbox_items where id = item $$;

-- Gives a line another state, another due time, or both, and notes which.
create function private.apply_state(caller uuid, held public.inbox_items, next_state public.inbox_state,
                                    due timestamptz)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    holder uuid := case when private.is_team(held.assignee) and (held.claim_expires_at <= now()) is not true
                     then held.assignee end;
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and held.state <> 'waiting' then now() + interval '7 days' else held.due_at end);
  begin
    if next_state = held.state and next_due = held.due_at then
      return;
    end if;
    -- What was closed and is not any more has come back.
    if held.state in ('done', 'spam') and next_state not in ('done', 'spam') then
      holder := private.receiver_of(holder);
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then now() + private.claim_lasts() else claim_expires_at end end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, case when next_state = held.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> held.state then jsonb_build_array(held.state, next_state) end,
          'due_at', case when next_due <> held.due_at then jsonb_build_array(held.due_at, next_due) end)));
  end $$;

-- Gives a line to somebody for good, or to nobody. Whoever calls this holds them (lock_team) before any line.
create function private.apply_assignee(caller uuid, held public.inbox_items, person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    person := private.receiver_of(person);
    if held.assignee is not distinct from person and held.claim_expires_at is null then
      return;
    end if;
    update public.inbox_items
      set assignee = person, claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = now(), state = case when state in ('done', 'spam') then 'open' else state end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, person)
      values (held.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', held.id, person);
  end $$;

-- Takes a line, from a colleague too: whoever asks has seen whose it was. What is not only claimed is a colleague's for
-- good, so that the log says who took it from whom.
create function private.take_item(item uuid, seen integer) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if held.assignee = caller and (held.claim_expires_at is null or held.claim_expires_at > now())
      and held.state in ('open', 'waiting') then
      perform private.touch_item(caller, item, true);
      return held.version;
    end if;
    update public.inbox_items
      set assignee = caller, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when held.state = 'waiting' then null else now() + private.claim_lasts() end,
          state = case when held.state = 'waiting' then 'waiting'::public.inbox_state else 'open' end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'taken', case when held.state in ('open', 'waiting') then '{}'
                else jsonb_build_object('state', jsonb_build_array(held.state, 'open')) end);
    if held.assignee <> caller and held.claim_expires_at is null then
      perform private.log_activity('item_taken', 'item', item, held.assignee);
    end if;
    return private.version_of(item);
  end $$;
grant execute on function private.take_item to authenticated;

create function private.give_item(item uuid, seen integer, person uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.lock_team(person);
  begin
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $$;
grant execute on function private.give_item to authenticated;

create function private.set_item_state(item uuid, seen integer, state public.inbox_state, due timestamptz)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.lock_team();
  begin
    perform private.apply_state(caller, private.lock_item(item, seen), state, due);
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_state to authenticated;

create function private.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if due = held.due_at then
      return held.version;
    end if;
    update public.inbox_items
      set due_at = due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(held.due_at, due)));
    return private.version_of(item);
  end $$;
grant execute on function private.set_item_due to authenticated;

-- One action for up to fifty lines, each as the caller has seen it. Says of each what became of it: changed, stale or gone.
-- Always in the same order, so that two who do it at once don't wait for each other in a circle. `act` is what it can be
-- undone by (24-item-acts.sql), and the same when it comes twice.
create function private.change_items(
    items uuid[], seen integer[], state public.inbox_state, person uuid, gives boolean, act uuid)
  returns table (item_id uuid, outcome text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for asked in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.inbox_items where id = asked.id for update;
      item_id := asked.id;
      if held.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = held.id) then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
        perform private.record_act(act, caller, held);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $$;
grant execute on function private.change_items to authenticated;

-- Marks a line as seen. Returns who else has opened it in the last five minutes, the last first.
create function private.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare caller uuid := private.require_team();
  begin
    if not private.touch_item(caller, item, false) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.item_openings (item_id, user_id) values (item, caller)
      on conflict (item_id, user_id) do update set opened_at = now();
    return query select other.user_id, other.opened_at from public.item_openings as other
      where other.item_id = item and other.user_id <> caller and other.opened_at > now() - interval '5 minutes'
      order by other.opened_at desc;
  end $$;
grant execute on function private.open_item to authenticated;

-- Writes a note, under one's own name, once for each form. Nobody changes one afterwards, so it asks for no version.
create function private.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    if not private.touch_item(caller, item, true) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    perform private.require_team();
    insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, kind, body, form)
      on conflict (author, form_id) do nothing returning id into written;
    return coalesce(written, (select id from public.notes where author = caller and form_id = form));
  end $$;
grant execute on function private.note_once to authenticated;

-- # Taking the next one

-- Takes the next line, of a kind or of any, of what is nobody's, by its due time: what is overdue, in a flood after the
-- rest, then what is not, and in a flood only when nothing else is left. Each of the four is a range of one index, and one
-- statement, so that of many who ask at once each gets another. Returns null when there is none.
create function private.take_next_of(kind public.inbox_kind) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    wanted record;
    taken uuid;
  begin
    for wanted in
      select * from (values (1, false, now()), (2, true, now()), (3, false, 'infinity'), (4, true, 'infinity'))
        as step (place, is_flood, before) order by place
    loop
      with next as (
        select free.id, free.state from public.inbox_items as free
          where free.state in ('new', 'open') and not free.is_suspect
            and (free.assignee is null or free.claim_expires_at is not null)
            and (free.assignee is null or free.claim_expires_at <= now())
            and (take_next_of.kind is null or free.kind = take_next_of.kind)
            and free.is_flood = wanted.is_flood and free.due_at < wanted.before
          order by free.due_at, free.id limit 1
          for update skip locked
      ), claimed as (
        update public.inbox_items as item
          set assignee = caller, claim_expires_at = now() + private.claim_lasts(), state = 'open',
              first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
          from next where item.id = next.id
          returning item.id, next.state as before
      )
      insert into public.item_events (item_id, actor, type, changes)
        select id, caller, 'taken', case when before = 'open' then '{}'
                 else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
          from claimed
        returning item_id into taken;
      exit when taken is not null;
    end loop;
    return taken;
  end $$;
grant execute on function private.take_next_of to authenticated;

-- The same of any kind.
create function private.take_next_item() returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    return private.take_next_of(null);
  end $$;
grant execute on function private.take_next_item to authenticated;

-- # What goes on when somebody leaves, or a status changes

-- What is nobody's is nobody's claim: the key of an account that is deleted takes away the assignee alone.
create function private.forget_claim() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.claim_expires_at := null;
    return new;
  end $$;

create trigger forget_claim before update of assignee on public.inbox_items
  for each row when (new.assignee is null) execute function private.forget_claim();

-- Holds what somebody who leaves has had in hand. What they have closed as well: somebody may be opening it again; and what
-- those have for whom they stand in: it may be on its way to them.
create function private.hold_work() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    person uuid := old.user_id;
    people uuid[] := array(select person union select user_id from private.absences
                             where stand_in = person and until >= private.today());
  begin
    perform from public.job_requirements where recruiter_id = any (people) order by id for no key update;
    perform from public.inbox_items
      where id in (select held.id from public.inbox_items as held where held.assignee = any (people)
                   union
                   select line.id from public.job_requirements as filed
                     join public.inbox_items as line on line.requirement_id = filed.id
                     where filed.recruiter_id = any (people))
      order by id for update;
    return old;
  end $$;

create trigger hold_work before delete on public.team_members for each row execute function private.hold_work();

-- What somebody who leaves had in hand is nobody's, and so are the open requirements they looked after.
create function private.free_work_of(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status = any (private.open_statuses());
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = person and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
  end $$;

-- Whoever leaves the team leaves nothing that nobody else would take up.
create function private.free_work() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.free_work_of(old.user_id);
    return null;
  end $$;

create trigger free_work after delete on public.team_members for each row execute function private.free_work();

-- The team has given a requirement another status: its line has been seen, is done with what is closed, and comes back
-- with what is opened again, to be looked at as soon as something new.
create function private.follow_status(requirement uuid, before public.requirement_status,
                                      after public.requirement_status) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    held public.inbox_items;
  begin
    select * into held from public.inbox_items where requirement_id = requirement for update;
    if after = any (private.closed_statuses()) and held.state in ('new', 'open', 'waiting') then
      perform private.apply_state(caller, held, 'done', null);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and held.state in ('done', 'spam')
    then
      perform private.apply_state(caller, held, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, held.id, true);
    end if;
  end $$;

-- # Exposed through the Data API

create function public.take_next_item() returns uuid
  language sql set search_path = '' as $$ select private.take_next_item() $$;
grant execute on function public.take_next_item to authenticated;

create function public.take_item(item uuid, seen integer) returns integer
  language sql set search_path = '' as $$ select private.take_item(item, seen) $$;
grant execute on function public.take_item to authenticated;

create function public.give_item(item uuid, seen integer, person uuid default null) returns integer
  language sql set search_path = '' as $$ select private.give_item(item, seen, person) $$;
grant execute on function public.give_item to authenticated;

create function public.set_item_state(
    item uuid, seen integer, state public.inbox_state, due timestamptz default null) returns integer
  language sql set search_path = '' as $$ select private.set_item_state(item, seen, state, due) $$;
grant execute on function public.set_item_state to authenticated;

create function public.set_item_due(item uuid, seen integer, due timestamptz) returns integer
  language sql set search_path = '' as $$ select private.set_item_due(item, seen, due) $$;
grant execute on function public.set_item_due to authenticated;

create function public.open_item(item uuid) returns table (user_id uuid, opened_at timestamptz)
  language sql set search_path = '' as $$ select * from private.open_item(item) $$;
grant execute on function public.open_item to authenticated;

create function public.set_item_states(
    items uuid[], seen integer[], state public.inbox_state, act uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, state, null, false, act) $$;
grant execute on function public.set_item_states to authenticated;

create function public.give_items(items uuid[], seen integer[], person uuid default null, act uuid default null)
  returns table (item_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.change_items(items, seen, null, person, true, act) $$;
grant execute on function public.give_items to authenticated;

create function public.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language sql set search_path = '' as $$ select private.note_once(item, kind, body, form) $$;
grant execute on function public.note_once to authenticated;

create function public.take_next_of(kind public.inbox_kind) returns uuid
  language sql set search_path = '' as $$ select private.take_next_of(kind) $$;
grant execute on function public.take_next_of to authenticated;
