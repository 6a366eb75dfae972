-- What a colleague has in hand, and to whom it goes when they leave or are away (docs/decisions/companies.md).

-- Who is away from one day up to and with another, by the agency's clock, and who stands in. One that is over stays, and says
-- nothing; one that is to come says when: no job has to begin or end it.
create table private.absences (
  user_id uuid primary key references public.team_members (user_id) on delete cascade,
  until date not null,
  stand_in uuid not null references public.team_members (user_id) on delete cascade,
  constraint someone_else check (stand_in <> user_id),
  -- Null for one from before there was a first day.
  begins_on date
);

create index absences_stand_in on private.absences (stand_in);

-- Who is away today.
create view private.current_absences as
  select absence.user_id, absence.until, absence.stand_in from private.absences as absence
    where absence.until >= (select private.today()) and coalesce(absence.begins_on, '-infinity') <= (select private.today());

-- Tells whoever stands in, unless they have said so themselves: once of each absence and its days.
create function private.mail_stand_in() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.stand_in is distinct from private.current_user_id() then
      perform private.enqueue_mail('stand_in', concat_ws('.', 'absence', new.user_id, new.stand_in, new.until,
                                     case when new.begins_on > private.today() then new.begins_on end),
                                   jsonb_build_object('away', new.user_id), new.stand_in);
    end if;
    return null;
  end $$;

create trigger mail_stand_in after insert or update on private.absences
  for each row execute function private.mail_stand_in();

create function private.is_away(person uuid, day date default private.today()) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from private.absences as absence
                    where absence.user_id = person and absence.until >= day and coalesce(absence.begins_on, '-infinity') <= day)
  $$;

-- # To whom things go

-- Who gets what is meant for somebody: they themselves, while they are away whoever stands in, and for those who are away as
-- well whoever does for them. It stays theirs when all of those are away, and when they do it themselves.
create function private.receiver_of(person uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    with recursive way as (
      select person as user_id, array[person] as seen
        where person is distinct from (select private.current_user_id())
      union all
      select absence.stand_in, way.seen || absence.stand_in
        from way join private.current_absences as absence on absence.user_id = way.user_id
        where absence.stand_in <> all (way.seen))
    select coalesce((select user_id from way where not private.is_away(user_id)), person)
  $$;

-- The recruiter in charge as candidates may reach them: a colleague, and while they are away whoever stands in.
create function private.recruiter_contact(recruiter uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email, 'phone', colleague.contact_phone)
      from public.team_members as colleague where colleague.user_id = private.receiver_of(recruiter)
  $$;

-- A colleague as a company may reach them; of who is away until when, and who stands in, as they may be reached. Null
-- for somebody who has left.
create function private.contact_of(person uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'display_name', colleague.display_name, 'contact_email', colleague.contact_email,
        'contact_phone', colleague.contact_phone, 'away_until', absence.until,
        'stand_in', case when absence.until is not null then (
          select jsonb_build_object('display_name', standing.display_name, 'contact_email', standing.contact_email,
                                    'contact_phone', standing.contact_phone)
            from public.team_members as standing
            where standing.user_id = private.receiver_of(person) and standing.user_id <> person) end)
      from public.team_members as colleague
      left join private.current_absences as absence on absence.user_id = colleague.user_id
      where colleague.user_id = person
  $$;

create function private.direct_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.assignee := private.receiver_of(new.assignee);
    return new;
  end $$;

-- Whatever gives something to somebody, these see to it.
create trigger direct_item before update of assignee on public.inbox_items
  for each row when (new.assignee is not null and new.assignee is distinct from old.assignee)
  execute function private.direct_item();

create function private.direct_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.recruiter_id := private.receiver_of(new.recruiter_id);
    return new;
  end $$;

create trigger direct_requirement before update of recruiter_id on public.job_requirements
  for each row when (new.recruiter_id is not null and new.recruiter_id is distinct from old.recruiter_id)
  execute function private.direct_requirement();

create trigger direct_new_requirement before insert on public.job_requirements
  for each row when (new.recruiter_id is not null) execute function private.direct_requirement();

-- # Handing over

-- What one call hands over, of requirements and of items: so much is done within the time that a statement has.
create function private.most_handed_over() returns integer
  language sql immutable set search_path = '' as $$ select 200 $$;

-- Gives what somebody has in hand to somebody else, who is held like them: their open requirements, and the items that are to
-- be done; a claim that has run out is nobody's. Each thing has its event, and the log one line. Returns whether that is all.
create function private.give_work(person uuid, receiver uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    most constant integer := private.most_handed_over();
    requirements uuid[] := array(
      select id from public.job_requirements
        where recruiter_id = person and status = any (private.open_statuses())
        order by id limit most for no key update);
    items uuid[] := array(
      select id from public.inbox_items
        where assignee = person and state in ('new', 'open', 'waiting')
        order by id limit most for update);
  begin
    if cardinality(requirements) + cardinality(items) = 0 then
      return true;
    end if;
    -- Of these the lines go along, with their events (private.give_line).
    update public.job_requirements set recruiter_id = receiver where id = any (requirements);
    with moved as (
      update public.inbox_items as item
        set assignee = case when item.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items) and assignee = person
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return greatest(cardinality(requirements), cardinality(items)) < most;
  end $$;

-- Refuses somebody who can't take over on a day: not of the team, the person themselves, or away.
create function private.require_successor(person uuid, successor uuid, day date default private.today()) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if successor = person or not private.is_team(successor) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    elsif private.is_away(successor, day) then
      raise exception 'successor_away' using errcode = 'PT422';
    end if;
  end $$;

-- Gives what somebody who leaves has in hand to their successor, who also stands in where they did. Both are held.
create function private.leave_work(person uuid, successor uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_successor(person, successor);
    delete from private.absences where user_id = successor and stand_in = person;
    update private.absences set stand_in = successor where stand_in = person;
    return private.give_work(person, successor);
  end $$;

-- Who asks, if that is the person or an admin.
create function private.require_self_or_admin(person uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    if caller <> person and not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not private.is_team(person) then
      raise exception 'person_not_found' using errcode = 'PT404';
    end if;
    return caller;
  end $$;

-- What somebody has in hand, each counted up to a thousand, and how many companies' requirements these are.
create function private.count_work(person uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('requirements', work.requirements, 'companies', work.companies, 'items', (
        select count(*) from (
          select from public.inbox_items
            where assignee = person and state in ('new', 'open', 'waiting')
              and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as open_item))
      from (select count(*) as requirements, count(distinct client_id) as companies from (
              select client_id from private.open_requirements
                where recruiter_id = person order by last_word_at, requirement_id limit 1000) as listed) as work
  $$;

create function private.work_in_hand(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_self_or_admin(person);
    return private.count_work(person);
  end $$;
grant execute on function private.work_in_hand to authenticated;

-- What everybody of the team has in hand, counted alike, and when they were here last, for its admins.
create function private.list_workloads()
  returns table (person uuid, requirements integer, companies integer, items integer, seen_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return query
      with workload as materialized (
        select user_id, private.count_work(user_id) as work from public.team_members where private.is_team(user_id)
      )
      select user_id, (work ->> 'requirements')::integer, (work ->> 'companies')::integer, (work ->> 'items')::integer,
             (select max(greatest(session.created_at, session.refreshed_at at time zone 'UTC'))
                from auth.sessions as session where session.user_id = workload.user_id)
        from workload;
  end $$;
grant execute on function private.list_workloads to authenticated;

-- Says from when until when somebody is away and who stands in, in the place of what was said before: without a first day from
-- today, or since it began. Said so, what they have in hand goes to whoever that is now. Returns whether all of it has gone.
create function private.set_absence(person uuid, until date, stand_in uuid, hands_over boolean, begins_on date) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.require_self_or_admin(person);
    first_day date := coalesce(set_absence.begins_on, private.today());
  begin
    perform from public.user_roles where user_id in (caller, person, stand_in) order by user_id for share;
    perform private.require_self_or_admin(person);
    perform private.require_successor(person, stand_in, greatest(first_day, private.today()));
    if until is null or until < private.today() or until > private.today() + 366 then
      raise exception 'absence_day' using errcode = 'PT422';
    elsif first_day > until then
      raise exception 'absence_begins_late' using errcode = 'PT422';
    end if;
    if set_absence.begins_on is null and private.is_away(person) then
      first_day := (select absence.begins_on from private.absences as absence where absence.user_id = person);
    end if;
    insert into private.absences as absence (user_id, until, stand_in, begins_on)
      values (person, set_absence.until, set_absence.stand_in, first_day)
      on conflict (user_id) do update
        set until = excluded.until, stand_in = excluded.stand_in, begins_on = excluded.begins_on
        where (absence.until, absence.stand_in, absence.begins_on)
          is distinct from (excluded.until, excluded.stand_in, excluded.begins_on);
    if found then
      perform private.log_activity('absence_set', 'person', person, stand_in);
    end if;
    return not coalesce(hands_over, false) or private.give_work(person, stand_in);
  end $$;
grant execute on function private.set_absence to authenticated;

-- Somebody is back before their time, or does not go.
create function private.end_absence(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_self_or_admin(person);
    delete from private.absences as absence where absence.user_id = person and absence.until >= private.today();
    if found then
      perform private.log_activity('absence_ended', 'person', person);
    end if;
  end $$;
grant execute on function private.end_absence to authenticated;

-- # Exposed through the Data API

create function public.work_in_hand(person uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.work_in_hand(person) $$;
grant execute on function public.work_in_hand to authenticated;

create function public.list_workloads()
  returns table (person uuid, requirements integer, companies integer, items integer, seen_at timestamptz)
  language sql stable set search_path = '' as $$ select * from private.list_workloads() $$;
grant execute on function public.list_workloads to authenticated;

create function public.set_absence(person uuid, until date, stand_in uuid, hands_over boolean default false,
                                   begins_on date default null) returns boolean
  language sql set search_path = '' as $$ select private.set_absence(person, until, stand_in, hands_over, begins_on) $$;
grant execute on function public.set_absence to authenticated;

create function public.end_absence(person uuid) returns void
  language sql set search_path = '' as $$ select private.end_absence(person) $$;
grant execute on function public.end_absence to authenticated;
