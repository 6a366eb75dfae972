-- How a shortlist and the card of an entry are changed (docs/decisions/candidates.md).

-- Puts an entry back to where nobody has been asked: what was asked, or agreed to, holds no more.
create function private.unask_entry(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.candidate_consents as asked set closed_at = now()
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as held
      set state = 'draft', card = null, joined_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null
      where held.id = entry;
  end $$;

-- Adds a candidate to a requirement's shortlist, once. One who was taken back comes again; one who said no, after thirty days.
create function private.add_to_shortlist(requirement uuid, candidate uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlist_entries;
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(filed.status);
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlist_entries as known
      where known.requirement_id = filed.id and known.candidate_id = candidate for update;
    if held.id is null then
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = filed.id) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (filed.id, candidate, private.next_code_word(filed.id), private.current_user_id()) returning * into held;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif held.state in ('withdrawn', 'closed') then
      if private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.unask_entry(held.id);
    end if;
    perform private.refuse_twin(held.id, private.asked_states());
    return held.id;
  end $$;
grant execute on function private.add_to_shortlist to authenticated;

-- Says how a requirement's candidates are shown. Whoever was asked about a card that is another now has to be asked anew.
-- Whether candidates are told what it pays changes no card.
create function private.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean, tells_pay boolean)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlists where requirement_id = filed.id for update;
    if held.is_blind = set_shortlist.is_blind and held.is_abroad = set_shortlist.is_abroad
      and held.tells_pay = coalesce(set_shortlist.tells_pay, held.tells_pay) then
      return held.version;
    elsif held.version is distinct from nullif(seen, 0) and not (seen = 0 and held.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.refuse_closed(filed.status);
    if held.is_blind <> set_shortlist.is_blind then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = filed.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = filed.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.unask_entry(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = coalesce(set_shortlist.is_blind, held.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, held.is_abroad),
          tells_pay = coalesce(set_shortlist.tells_pay, held.tells_pay)
      where list.requirement_id = filed.id returning list.version into held.version;
    return held.version;
  end $$;
grant execute on function private.set_shortlist to authenticated;

-- Chooses what is on a card, and says why this person. Returns the version that makes of the entry.
create function private.set_card(entry uuid, seen integer, chosen text[], pitch text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.shortlist_entries;
    fields text[] := array(select field from unnest(private.card_fields()) with ordinality as listed (field, place)
                            where field = any (set_card.chosen) order by place);
    words text := private.trimmed(set_card.pitch);
    now_at integer;
  begin
    perform private.hold_entries(array[entry]);
    select * into held from public.shortlist_entries where id = entry;
    if cardinality(fields) <> coalesce(cardinality(set_card.chosen), 0) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif held.chosen = fields and held.pitch is not distinct from words then
      return held.version;
    end if;
    held := private.held_entry(entry, seen);
    perform private.refuse_closed((select filed.status from public.job_requirements as filed where filed.id = held.requirement_id));
    if held.state not in ('draft', 'asked', 'agreed') then
      raise exception 'card_frozen' using errcode = 'PT422';
    elsif held.state <> 'draft' then
      perform private.unask_entry(entry);
    end if;
    update public.shortlist_entries as edited set chosen = fields, pitch = words
      where edited.id = entry returning edited.version into now_at;
    return now_at;
  end $$;
grant execute on function private.set_card to authenticated;

-- # Exposed through the Data API

create function public.add_to_shortlist(requirement uuid, candidate uuid) returns uuid
  language sql set search_path = '' as $$ select private.add_to_shortlist(requirement, candidate) $$;
grant execute on function public.add_to_shortlist to authenticated;

create function public.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean,
                                     tells_pay boolean default null) returns integer
  language sql set search_path = '' as $$ select private.set_shortlist(requirement, seen, is_blind, is_abroad, tells_pay) $$;
grant execute on function public.set_shortlist to authenticated;

create function public.set_card(entry uuid, seen integer, chosen text[], pitch text default null) returns integer
  language sql set search_path = '' as $$ select private.set_card(entry, seen, chosen, pitch) $$;
grant execute on function public.set_card to authenticated;
