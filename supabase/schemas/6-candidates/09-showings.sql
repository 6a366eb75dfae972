-- How candidates are shown to a company, taken back, and marked as interviewed, offered, joined (docs/decisions/candidates.md).

-- What the team does about candidates answers their company, where it waits for an answer. Where some were shown the line is
-- dealt with: what the company answers brings it in again, and it is those shown that wait until then.
create function private.answer_company(requirement uuid, is_shown boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    line public.inbox_items;
  begin
    select * into line from public.inbox_items as held where held.requirement_id = answer_company.requirement for update;
    if is_shown and line.state in ('new', 'open') then
      perform private.apply_state(caller, line, 'done', null);
    elsif private.answer_due(requirement) is not null then
      perform private.note_answer(requirement, caller);
      perform private.renew_open_requirement(requirement);
    end if;
  end $$;

-- Shows those who have agreed to their company, together: all of them or none. Who was shown already is not shown again.
-- With the first of them the search has begun. Returns how many were shown.
create function private.show_candidates(requirement uuid, entries uuid[], seen integer[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.hold_entries(entries);
    select * into filed from public.job_requirements where id = requirement;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(filed.status);
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id and requirement_id = filed.id;
      continue when held.state = any (private.shown_states());
      if held.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = held.candidate_id;
      if held.state <> 'agreed' or not private.has_yes(held) then
        raise exception 'no_consent' using errcode = 'PT422', hint = held.id::text;
      end if;
      held := private.held_entry(given.id, given.version);
      if private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = held.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as asked set ends_at = null
        where asked.entry_id = held.id and private.is_in_force(asked);
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.enqueue_mail('candidate_news', 'shown.' || held.id || '.' || held.version,
                                   jsonb_build_object('entry', held.id), address => person.email);
      shown := shown || held.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = filed.id;
      perform private.take_charge(filed.id);
      update public.job_requirements set status = 'in_progress' where id = filed.id and status = 'new';
      perform private.record_candidates(filed.id, 'candidates_shown', shown, false);
      perform private.answer_company(filed.id, true);
    end if;
    return cardinality(shown);
  end $$;
grant execute on function private.show_candidates to authenticated;

-- Takes an entry back: one that nobody was asked about is gone, any other is closed, and its company sees it no more. Returns
-- how far that one was.
create function private.take_back_entry(entry uuid, seen integer) returns text
  language plpgsql security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    perform private.hold_entries(array[entry]);
    held := private.held_entry(entry, seen);
    if held.state = 'draft' and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.end_entry(entry, false);
    return held.state;
  end $$;
grant execute on function private.take_back_entry to authenticated;

-- How many of a requirement's positions are filled follows who has joined; what the team has said beyond that stays.
create function private.count_joined(requirement uuid, was_joined boolean) returns void
  language sql security definer set search_path = '' as $$
    update public.job_requirements as filed
      set positions_filled = case when was_joined and filed.positions_filled <= joined.persons + 1 then joined.persons
                                  else greatest(filed.positions_filled, joined.persons) end
      from (select count(*)::integer as persons from public.shortlist_entries as entry
              where entry.requirement_id = count_joined.requirement and entry.state = 'joined') as joined
      where filed.id = requirement
        and filed.positions_filled <> case when was_joined and filed.positions_filled <= joined.persons + 1 then joined.persons
                                           else greatest(filed.positions_filled, joined.persons) end
  $$;

-- What has become of somebody who was shown: the team's mark, also when the requirement is closed by then. Whether they are
-- interviewed is their company's to say.
create function private.mark_entry(entry uuid, seen integer, state text, joined_on date) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.shortlist_entries;
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if mark_entry.state = 'joined' and joined_on is null then
      raise exception 'joining_day_missing' using errcode = 'PT422';
    elsif held.state = mark_entry.state and held.joined_on is not distinct from joined_on then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    if held.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and held.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'joined') then coalesce(held.offered_at, now())
                            when mark_entry.state = 'declined' then held.offered_at end,
          joined_on = case when mark_entry.state = 'joined' then mark_entry.joined_on end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = held.candidate_id;
    perform private.count_joined(held.requirement_id, held.state = 'joined');
    if mark_entry.state = 'joined' and held.state <> 'joined' then
      perform private.record_candidates(held.requirement_id, 'candidate_joined', array[held.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(held.requirement_id, false);
    end if;
    return now_at;
  end $$;
grant execute on function private.mark_entry to authenticated;

-- # Exposed through the Data API

create function public.show_candidates(requirement uuid, entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.show_candidates(requirement, entries, seen) $$;
grant execute on function public.show_candidates to authenticated;

create function public.take_back_entry(entry uuid, seen integer) returns text
  language sql set search_path = '' as $$ select private.take_back_entry(entry, seen) $$;
grant execute on function public.take_back_entry to authenticated;

create function public.mark_entry(entry uuid, seen integer, state text, joined_on date default null) returns integer
  language sql set search_path = '' as $$ select private.mark_entry(entry, seen, state, joined_on) $$;
grant execute on function public.mark_entry to authenticated;
