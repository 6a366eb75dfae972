-- How candidates are shown to a company, taken back, and marked as interviewed, offered, joined (docs/decisions/candidates.md).

-- What the team does about candidates answers their company, where its line is not dealt with or it waits for an answer.
create function private.answer_company(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.answer_due(requirement) is not null or exists (
      select from public.inbox_items as item where item.requirement_id = answer_company.requirement and item.state in ('new', 'open'))
    then
      perform private.note_requirement_answered(requirement, private.current_user_id());
      perform private.renew_open_requirement(requirement);
    end if;
  end $$;

-- Shows those who have agreed to their company, together: all of them or none. Who was shown already is not shown again.
-- With the first of them the search has begun. Where no member of the company can see them, nobody is shown, unless their cards are
-- being sent (private.send_cards). Returns how many were shown.
create function private.show_candidates(requirement uuid, entries uuid[], seen integer[], is_sent boolean) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    given record;
    entry public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    select * into requirement_row from public.job_requirements where id = requirement;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement_row.status);
    if not is_sent and not private.is_anybody_there(requirement_row.client_id) then
      raise exception 'nobody_to_see' using errcode = 'PT422';
    end if;
    for given in select * from private.seen_versions(entries, seen) loop
      select * into entry from public.shortlist_entries where id = given.id and requirement_id = requirement_row.id;
      continue when entry.state = any (private.shown_states());
      if entry.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = entry.candidate_id;
      if entry.state <> 'agreed' or not private.has_consent(entry) then
        raise exception 'no_consent' using errcode = 'PT422', hint = entry.id::text;
      end if;
      entry := private.locked_entry(given.id, given.version);
      if private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry.id::text;
      end if;
      perform private.refuse_twin(entry.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = entry.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as consent set ends_at = null
        where consent.entry_id = entry.id and private.is_in_force(consent);
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null and not private.hasten_answer(entry.id) then
        perform private.enqueue_mail('candidate_news', 'shown.' || entry.id || '.' || entry.version,
                                     jsonb_build_object('entry', entry.id), address => person.email);
      end if;
      shown := shown || entry.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = requirement_row.id;
      perform private.assign_if_none(requirement_row.id);
      update public.job_requirements set status = 'in_progress' where id = requirement_row.id and status = 'new';
      perform private.record_candidates(requirement_row.id, 'candidates_shown', shown, false);
      perform private.answer_company(requirement_row.id);
    end if;
    return cardinality(shown);
  end $$;
grant execute on function private.show_candidates to authenticated;

-- Takes an entry back: one that nobody was asked about is gone, any other is closed, and its company sees it no more. Returns
-- how far that one was.
create function private.take_back_entry(entry uuid, seen integer) returns text
  language plpgsql security definer set search_path = '' as $$
  declare entry_row public.shortlist_entries;
  begin
    perform private.lock_entries(array[entry]);
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state = 'draft' and entry_row.applied_at is null and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.close_entry(entry, false);
    return entry_row.state;
  end $$;
grant execute on function private.take_back_entry to authenticated;

-- Takes back several of them, all or none. Returns how many.
create function private.take_back_entries(entries uuid[], seen integer[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare given record;
  begin
    perform private.lock_entries(entries);
    for given in select * from private.seen_versions(entries, seen) loop
      perform private.take_back_entry(given.id, given.version);
    end loop;
    return cardinality(entries);
  end $$;
grant execute on function private.take_back_entries to authenticated;

-- How many of a requirement's positions are filled follows who has joined; what the team has said beyond that stays.
create function private.count_joined(requirement uuid, was_joined boolean) returns void
  language sql security definer set search_path = '' as $$
    update public.job_requirements as requirement
      set positions_filled = counted.filled
      from (select known.id, case when was_joined and known.positions_filled <= joined.persons + 1 then joined.persons
                                  else greatest(known.positions_filled, joined.persons) end as filled
              from public.job_requirements as known
              cross join (select count(*)::integer as persons from public.shortlist_entries as entry
                            where entry.requirement_id = count_joined.requirement and entry.state = 'joined') as joined
              where known.id = count_joined.requirement) as counted
      where requirement.id = counted.id and requirement.positions_filled <> counted.filled
  $$;

-- What has become of somebody who was shown: the team's mark, also when the requirement is closed by then. Whether they are
-- interviewed is their company's to say, also by telephone (private.note_answer). Who has accepted begins on a day to come, a year ahead at most; who has joined has
-- begun, on the day that was said before or today unless another one is said.
create function private.mark_entry(entry uuid, seen integer, state text, day date) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    begins date := case when mark_entry.state = 'accepted' then day end;
    joined date := case when mark_entry.state = 'joined' then coalesce(day, least(
      (select accepted.begins_on from public.shortlist_entries as accepted where accepted.id = entry), private.today())) end;
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = mark_entry.state and entry_row.begins_on is not distinct from begins
      and (entry_row.joined_on is not distinct from joined or day is null) then
      return entry_row.version;
    elsif mark_entry.state = 'accepted' and (begins between private.today() and private.today() + 365) is not true then
      raise exception 'beginning_day_ahead' using errcode = 'PT422';
    elsif joined > private.today() then
      raise exception 'joining_day_ahead' using errcode = 'PT422';
    end if;
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and not private.has_said_interview(entry_row) then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'accepted', 'joined') then coalesce(entry_row.offered_at, now())
                            when mark_entry.state = 'declined' then entry_row.offered_at end,
          accepted_at = case when mark_entry.state in ('accepted', 'joined') then coalesce(entry_row.accepted_at, now())
                             when mark_entry.state = 'declined' then entry_row.accepted_at end,
          begins_on = begins, joined_on = joined, dealt_at = now()
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.count_joined(entry_row.requirement_id, entry_row.state = 'joined');
    if mark_entry.state = 'joined' and entry_row.state <> 'joined' then
      perform private.record_candidates(entry_row.requirement_id, 'candidate_joined', array[entry_row.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(entry_row.requirement_id);
    end if;
    return now_at;
  end $$;
grant execute on function private.mark_entry to authenticated;

-- # Exposed through the Data API

create function public.show_candidates(requirement uuid, entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.show_candidates(requirement, entries, seen, false) $$;
grant execute on function public.show_candidates to authenticated;

create function public.take_back_entry(entry uuid, seen integer) returns text
  language sql set search_path = '' as $$ select private.take_back_entry(entry, seen) $$;
grant execute on function public.take_back_entry to authenticated;

create function public.take_back_entries(entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.take_back_entries(entries, seen) $$;
grant execute on function public.take_back_entries to authenticated;

create function public.mark_entry(entry uuid, seen integer, state text, day date default null) returns integer
  language sql set search_path = '' as $$ select private.mark_entry(entry, seen, state, day) $$;
grant execute on function public.mark_entry to authenticated;
