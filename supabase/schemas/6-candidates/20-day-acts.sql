-- What a colleague does with candidates of their day (docs/decisions/inbox.md).

-- Is there a candidate of a requirement whom its company has answered about, and whom the team has not dealt with since?
create function private.has_open_answer(requirement uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.shortlist_entries as entry
        where entry.requirement_id = has_open_answer.requirement and entry.answered_at is not null
          and entry.state not in ('withdrawn', 'closed')
          and (entry.dealt_at < entry.answered_at or entry.dealt_at is null and entry.state in ('shown', 'interview')))
  $$;

-- Says that what a company has answered about somebody is dealt with, on the answer that the caller has seen: twice is once. With
-- the last one of a requirement its company is answered.
create function private.deal_with_answer(entry uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare entry_row public.shortlist_entries;
  begin
    perform private.lock_entries(array[entry]);
    entry_row := private.locked_entry(entry, seen);
    if entry_row.answered_at is null or entry_row.dealt_at >= entry_row.answered_at then
      return;
    end if;
    update public.shortlist_entries as dealt set dealt_at = now() where dealt.id = entry;
    if not private.has_open_answer(entry_row.requirement_id) then
      perform private.answer_company(entry_row.requirement_id);
    end if;
  end $$;
grant execute on function private.deal_with_answer to authenticated;

-- A talk about an entry deals with what its company has answered.
create function private.deal_by_talk() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.shortlist_entries as entry set dealt_at = now() where entry.id = new.entry_id and entry.answered_at is not null;
    return null;
  end $$;

create trigger deal_by_talk after insert on public.candidate_notes
  for each row when (new.entry_id is not null) execute function private.deal_by_talk();

-- Takes the next step about a candidate, or about one of their entries, as done: the one that the caller has seen.
create function private.finish_next_step(candidate uuid, seen_next date, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates;
    standing date;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    standing := person.next_on;
    if entry is not null then
      select own.next_on into standing from public.shortlist_entries as own
        where own.id = entry and own.candidate_id = candidate for update;
      if not found then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
    end if;
    if standing is null then
      return;
    elsif standing is distinct from seen_next then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    elsif entry is not null then
      update public.shortlist_entries as edited set next_on = null, next_words = null, next_by = null where edited.id = entry;
    else
      update public.candidates as edited set next_on = null, next_words = null, next_by = null where edited.id = candidate;
    end if;
  end $$;
grant execute on function private.finish_next_step to authenticated;

-- # Exposed through the Data API

create function public.deal_with_answer(entry uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.deal_with_answer(entry, seen) $$;
grant execute on function public.deal_with_answer to authenticated;

create function public.finish_next_step(candidate uuid, seen_next date, entry uuid default null) returns void
  language sql set search_path = '' as $$ select private.finish_next_step(candidate, seen_next, entry) $$;
grant execute on function public.finish_next_step to authenticated;
