-- What a company and the team write to each other about a requirement, and what of it somebody has not read
-- (docs/decisions/requirements.md).

create table public.requirement_messages (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  -- Words outlive who wrote them, without the name.
  author uuid references auth.users (id) on delete set null,
  side text not null check (side in ('client', 'team')),
  body text not null check (private.is_text(body, 4000)),
  created_at timestamptz not null default clock_timestamp(),
  -- The requirement's company, which never changes; of what was written before this was kept the schedule fills it in.
  client_id uuid references public.clients (id) on delete cascade
);

create index requirement_messages_thread on public.requirement_messages (requirement_id, created_at desc, id desc);
create index requirement_messages_client on public.requirement_messages (client_id, created_at desc, id desc)
  where client_id is not null;
create index requirement_messages_author on public.requirement_messages (author);

alter table public.requirement_messages enable row level security, force row level security;
-- Append-only for the secret key, too: messages go with their requirement.
revoke all on public.requirement_messages from service_role;
grant select, insert on public.requirement_messages to service_role;
grant select on public.requirement_messages to authenticated;

create trigger know_company after insert on public.requirement_messages for each row
  when (new.side = 'team') execute function private.know_company();

-- Rows have the ids of people, the team's among them, so a company reads messages by functions that tell names.
create policy "who may export reads" on public.requirement_messages for select to authenticated
  using ((select private.may_export()));

-- What the other side has written and somebody has not read yet: a row for each of them and each requirement, and none when
-- there is nothing. Counted when it is written, so that a list costs what is unread, and not what was ever said.
create table public.unread_messages (
  user_id uuid not null references auth.users (id) on delete cascade,
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  unread integer not null check (unread > 0),
  -- When the first of them was written, and the last.
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, requirement_id)
);

create index unread_messages_requirement on public.unread_messages (requirement_id);
create index unread_messages_newest on public.unread_messages (user_id, last_at desc, requirement_id);

alter table public.unread_messages enable row level security, force row level security;
-- What is unread follows by triggers.
revoke all on public.unread_messages from service_role;
grant select on public.unread_messages to authenticated, service_role;

create policy "one's own" on public.unread_messages for select to authenticated
  using (user_id = (select private.current_user_id()));

-- Since when the team's last words wait for the company's answer: until somebody who has seen them writes, or says that none
-- is needed. Who opens them has not answered.
create table private.unanswered_messages (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  client_id uuid not null references public.clients (id) on delete cascade,
  since timestamptz not null,
  last_at timestamptz not null
);

create index unanswered_messages_client on private.unanswered_messages (client_id, last_at desc, requirement_id);

-- # What a message sets off

-- Who reads what the other side writes: everybody of the company; of the team whoever is in charge, and while nobody is,
-- all of it.
create function private.readers_of(requirement public.job_requirements, side text) returns setof uuid
  language sql stable security definer rows 10 set search_path = '' as $$
    select member.user_id from public.client_members as member
      where side = 'client' and member.client_id = requirement.client_id
    union all
    select colleague.user_id from public.team_members as colleague
      where side = 'team' and (colleague.user_id = requirement.recruiter_id
        or not exists (select from public.team_members as named where named.user_id = requirement.recruiter_id))
  $$;

-- Whatever the team tells a company about a requirement answers it, so the requirement's line in the inbox is done, until
-- the company does something again. A line that was put off to a day stays, and so does one for applicants who wait.
create function private.note_requirement_answered(requirement uuid, writer uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare item_row public.inbox_items;
  begin
    select * into item_row from public.inbox_items as item
      where item.requirement_id = note_requirement_answered.requirement for update;
    if private.touch_item(writer, item_row.id, true) then
      insert into public.item_events (item_id, actor, type) values (item_row.id, writer, 'answered');
      if item_row.state in ('new', 'open') and private.applicants_of(requirement) = 0 then
        perform private.apply_state(writer, item_row, 'done', null);
      end if;
    end if;
  end $$;

-- A message of the company brings the requirement's line back, one of the team answers it, where anybody can read it; and
-- each of the readers on the other side has it to read.
create function private.follow_message() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare requirement public.job_requirements;
  begin
    select * into requirement from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    elsif private.is_anybody_there(requirement.client_id) then
      perform private.note_requirement_answered(new.requirement_id, new.author);
      insert into private.unanswered_messages as unanswered_message (requirement_id, client_id, since, last_at)
        values (new.requirement_id, requirement.client_id, new.created_at, new.created_at)
        on conflict (requirement_id) do update set last_at = greatest(unanswered_message.last_at, excluded.last_at);
    end if;
    insert into public.unread_messages as unread_message (user_id, requirement_id, unread, first_at, last_at)
      select reader, new.requirement_id, 1, new.created_at, new.created_at
        from private.readers_of(requirement, case new.side when 'client' then 'team' else 'client' end) as reader
      on conflict (user_id, requirement_id) do update
        set unread = unread_message.unread + 1, last_at = greatest(unread_message.last_at, excluded.last_at);
    return null;
  end $$;

create trigger follow_message after insert on public.requirement_messages
  for each row execute function private.follow_message();

-- # Writing and reading

-- Up to which message of the other side a person has seen; null for none. The claimed time must be that of a message that is not
-- unread for them, or one person could mark as read what nobody of their side has read.
create function private.seen_by(person uuid, requirement uuid, claimed timestamptz) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select least(shown.created_at, (
             select unread_message.first_at - interval '1 microsecond' from public.unread_messages as unread_message
               where unread_message.user_id = person and unread_message.requirement_id = seen_by.requirement))
      from public.requirement_messages as shown
      where shown.requirement_id = seen_by.requirement and shown.created_at = claimed
      limit 1
  $$;

-- Marks messages as read, as far as somebody has seen them: for that person, or, where they have answered, for all of their
-- side. What was written after that stays unread.
create function private.settle_unread(requirement public.job_requirements, side text, seen timestamptz, person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare readers uuid[];
  begin
    -- Who writes at this moment holds these rows; what they write is counted below, once it is there.
    select array_agg(user_id) into readers from (
      select unread_message.user_id from public.unread_messages as unread_message
        where unread_message.requirement_id = requirement.id and unread_message.first_at <= seen
          and case when person is not null then unread_message.user_id = person
                   else (side = 'client') = exists (select from public.client_members as member
                          where member.user_id = unread_message.user_id and member.client_id = requirement.client_id) end
        order by unread_message.user_id for update) as locked;
    delete from public.unread_messages as unread_message
      where unread_message.requirement_id = requirement.id and unread_message.user_id = any (readers)
        and not exists (select from public.requirement_messages as later
                         where later.requirement_id = requirement.id and later.side <> settle_unread.side
                           and later.created_at > seen);
    update public.unread_messages as unread_message set (unread, first_at) = (
        select count(*), min(later.created_at) from public.requirement_messages as later
          where later.requirement_id = requirement.id and later.side <> settle_unread.side and later.created_at > seen)
      where unread_message.requirement_id = requirement.id and unread_message.user_id = any (readers);
  end $$;

-- Writes a message; one that comes twice under the same id is one (docs/decisions/forms-and-limits.md). The requirement is
-- locked first, so that messages are stored in the order in which they appear; after that wait the right is asked again.
-- Those of a company are counted. An answer settles what its writer has seen.
create function private.post_message(
  requirement uuid, body text, seen timestamptz, form uuid, from_side text
) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    requirement_row := private.hold_requirement(requirement);
    own := case private.side_on(requirement_row.client_id) when 'team' then 'team' else 'client' end;
    -- What comes once more from a page that has not shown it yet is what was said last; from one that has, it is meant.
    written := coalesce((
      select last.id from (select * from public.requirement_messages as before where before.requirement_id = requirement_row.id
                             order by before.created_at desc, before.id desc limit 1) as last
        where form is not null and last.author = caller and last.side = own and last.body = private.trimmed(post_message.body)
          and last.created_at > now() - private.repeats_within() and (seen is null or seen < last.created_at)), written);
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(requirement_row.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, requirement_row.id, seen);
    insert into public.requirement_messages (id, requirement_id, client_id, author, side, body, created_at)
      values (written, requirement_row.id, requirement_row.client_id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = requirement_row.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(requirement_row, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = requirement_row.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $$;
grant execute on function private.post_message to authenticated;

-- Opens the thread on a requirement: the newest messages, or those before a place of it, the newest first, 25 and one more,
-- which tells that there are others. A company reads the names of its own people and what the team's are called, and
-- nothing else of anybody. Whoever opens the newest has read them.
create function private.open_messages(requirement uuid, before_key timestamptz, before_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    is_team boolean := private.is_team_member();
    new_since timestamptz;
    shown jsonb;
  begin
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    select unread_message.first_at into new_since from public.unread_messages as unread_message
      where unread_message.user_id = caller and unread_message.requirement_id = requirement_row.id;
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', written.id, 'side', written.side, 'is_own', written.author is not distinct from caller,
               -- Empty for somebody who has none, null for somebody who has left.
               'name', case when written.side = 'team' then colleague.display_name
                            when member.user_id is not null then coalesce(member.full_name, '') end,
               'body', coalesce(private.about_whom(written.id), '') || written.body, 'created_at', written.created_at)
               order by written.created_at desc, written.id desc), '[]')
      into shown
      from (select * from public.requirement_messages as said
              where said.requirement_id = requirement_row.id
                and (before_id is null or (said.created_at, said.id) < (before_key, before_id))
              order by said.created_at desc, said.id desc limit 26) as written
      left join public.client_members as member
        on member.user_id = written.author and member.client_id = requirement_row.client_id
      left join public.team_members as colleague on colleague.user_id = written.author;
    if before_id is null and new_since is not null then
      perform private.settle_unread(requirement_row, case when is_team then 'team' else 'client' end,
                                    (shown -> 0 ->> 'created_at')::timestamptz, caller);
    end if;
    if is_team then
      update public.inbox_items set first_seen_at = now() where requirement_id = requirement_row.id and first_seen_at is null;
    end if;
    return jsonb_build_object(
      'id', requirement_row.id, 'job_title', requirement_row.job_title, 'status', requirement_row.status, 'priority', requirement_row.priority,
      'company', (select client.company_name from public.clients as client where client.id = requirement_row.client_id),
      'recruiter', (
        select jsonb_build_object(
            'display_name', contact -> 'display_name', 'away_until', contact -> 'away_until',
            'stand_in', case when contact ->> 'stand_in' is not null
                             then jsonb_build_object('display_name', contact #> '{stand_in,display_name}') end)
          from private.contact_of(requirement_row.recruiter_id) as contact where contact is not null),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = requirement_row.id) end,
      'may_write', private.side_on(requirement_row.client_id) is not null,
      'audience', case when is_team then private.audience_of(requirement_row.client_id) end,
      'candidates', private.candidate_counts(requirement_row.id),
      'new_since', new_since,
      'unanswered_since', case when not is_team then (select unanswered_message.since from private.unanswered_messages as unanswered_message
                                                        where unanswered_message.requirement_id = requirement_row.id) end,
      'messages', shown)
      || case when is_team then jsonb_build_object('client_id', requirement_row.client_id) else '{}' end;
  end $$;
grant execute on function private.open_messages to authenticated;

-- Says for the company that the team's words, as far as they were seen, need no answer.
create function private.need_no_answer(requirement uuid, seen timestamptz) returns void
  language plpgsql security definer set search_path = '' as $$
  declare requirement_row public.job_requirements := private.hold_own_requirement(requirement);
  begin
    delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= seen;
  end $$;
grant execute on function private.need_no_answer to authenticated;

-- What the caller has not read of what the team wrote: on how many requirements (beyond a hundred, a hundred), and the
-- newest five of them; and of what was read and not answered, for who may answer, the five that wait longest.
create function private.own_messages() returns jsonb
  language sql stable security definer set search_path = '' as $$
    with own as materialized (
      select unread_message.*, requirement.job_title
        from public.unread_messages as unread_message
        cross join lateral (select shown.job_title, shown.client_id from public.job_requirements as shown
                              where shown.id = unread_message.requirement_id limit 1) as requirement
        where unread_message.user_id = (select private.current_user_id())
          and requirement.client_id = (select private.current_client_id())
        order by unread_message.last_at desc, unread_message.requirement_id limit 100)
    select jsonb_build_object(
      'requirements', (select count(*) from own),
      'newest', (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', newest.requirement_id, 'job_title', newest.job_title, 'unread', newest.unread,
                   'last_at', newest.last_at) order by newest.last_at desc, newest.requirement_id), '[]')
                 from (select * from own order by own.last_at desc, own.requirement_id limit 5) as newest),
      'unanswered', (select coalesce(jsonb_agg(to_jsonb(oldest) order by oldest.since, oldest.id), '[]')
                       from (select requirement.id, requirement.job_title, unanswered_message.since
                               from private.unanswered_messages as unanswered_message
                               join public.job_requirements as requirement on requirement.id = unanswered_message.requirement_id
                               where unanswered_message.client_id = (select private.current_client_id())
                                 and (select private.may_write_for_client())
                                 and requirement.status = any (private.open_statuses())
                                 and not exists (select from own where own.requirement_id = requirement.id)
                               order by unanswered_message.since, requirement.id limit 5) as oldest))
  $$;
grant execute on function private.own_messages to authenticated;

-- # Who comes and goes

-- Who looks after a requirement from now on has what no colleague has read of it; who does no more, has nothing.
create function private.hand_over_unread() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    with left_behind as materialized (
      select unread_message.* from public.unread_messages as unread_message
        where unread_message.requirement_id = new.id
          and not exists (select from public.client_members as member
                           where member.user_id = unread_message.user_id and member.client_id = new.client_id)
    ), handed as (
      insert into public.unread_messages (user_id, requirement_id, unread, first_at, last_at)
        select reader, new.id, most.unread, most.first_at, most.last_at
          from private.readers_of(new, 'team') as reader
          cross join (select * from left_behind order by unread desc, user_id limit 1) as most
        on conflict (user_id, requirement_id) do nothing
    )
    delete from public.unread_messages as unread_message using left_behind
      where unread_message.requirement_id = new.id and unread_message.user_id = left_behind.user_id
        and unread_message.user_id not in (select private.readers_of(new, 'team'));
    return null;
  end $$;

create trigger hand_over_unread after update of recruiter_id on public.job_requirements
  for each row when (old.recruiter_id is distinct from new.recruiter_id) execute function private.hand_over_unread();

-- Whoever leaves a company or the team has nothing to read there any more.
create function private.forget_unread() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.unread_messages where user_id = old.user_id;
    return null;
  end $$;

create trigger leave_unread after delete on public.client_members for each row execute function private.forget_unread();
create trigger leave_unread after delete on public.team_members for each row execute function private.forget_unread();

-- # Exposed through the Data API

create function public.post_message(
    requirement uuid, body text, seen timestamptz default null, form uuid default null, from_side text default null)
  returns uuid
  language sql set search_path = '' as $$ select private.post_message(requirement, body, seen, form, from_side) $$;
grant execute on function public.post_message to authenticated;

create function public.need_no_answer(requirement uuid, seen timestamptz) returns void
  language sql set search_path = '' as $$ select private.need_no_answer(requirement, seen) $$;
grant execute on function public.need_no_answer to authenticated;

create function public.open_messages(
    requirement uuid, before_key timestamptz default null, before_id uuid default null) returns jsonb
  language sql set search_path = '' as $$ select private.open_messages(requirement, before_key, before_id) $$;
grant execute on function public.open_messages to authenticated;
