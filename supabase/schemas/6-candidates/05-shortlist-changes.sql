-- How a shortlist and the card of an entry are changed (docs/decisions/candidates.md).

-- Puts an entry back to where nobody has been asked: what was asked, or agreed to, holds no more.
create function private.cancel_question(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.candidate_consents as consent set closed_at = now()
      where consent.entry_id = cancel_question.entry and consent.closed_at is null and consent.refused_at is null and consent.withdrawn_at is null;
    update public.shortlist_entries as entry
      set state = 'draft', card = null, joined_on = null, begins_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null, accepted_at = null, turned_down_at = null, turned_down_words = null,
          turned_down_reason = null
      where entry.id = cancel_question.entry;
  end $$;

-- Has somebody taken back an application that nobody has taken further?
create function private.is_withdrawn_application(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (entry).state = 'withdrawn' and private.is_application(entry)
  $$;

-- Refuses one more on the shortlist of a requirement that is held: an applicant who is not taken on does not count.
create function private.refuse_full_shortlist(requirement uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if 100 <= (select count(*) from public.shortlist_entries as known
                 where known.requirement_id = refuse_full_shortlist.requirement and known.state <> 'applied'
                   and known.turned_down_at is null and not private.is_withdrawn_application(known)) then
      raise exception 'too_many_entries' using errcode = 'PT422';
    end if;
  end $$;

-- Puts a candidate who is held on the shortlist of a requirement that is held and open, once. One who was taken back comes
-- again; one who said no, after thirty days.
create function private.put_on_shortlist(requirement uuid, candidate uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare entry public.shortlist_entries;
  begin
    insert into public.shortlists (requirement_id) values (put_on_shortlist.requirement) on conflict do nothing;
    select * into entry from public.shortlist_entries as known
      where known.requirement_id = put_on_shortlist.requirement and known.candidate_id = candidate for update;
    if entry.id is null then
      perform private.refuse_full_shortlist(put_on_shortlist.requirement);
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (put_on_shortlist.requirement, candidate, private.next_code_word(put_on_shortlist.requirement),
                private.current_user_id()) returning * into entry;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif entry.state in ('withdrawn', 'closed') then
      if private.refused_lately(entry.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      if entry.turned_down_at is not null or private.is_withdrawn_application(entry) then
        perform private.refuse_full_shortlist(put_on_shortlist.requirement);
      end if;
      perform private.cancel_question(entry.id);
    end if;
    perform private.refuse_twin(entry.id, private.asked_states());
    return entry.id;
  end $$;

-- Adds a candidate to a requirement's shortlist.
create function private.add_to_shortlist(requirement uuid, candidate uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare requirement_row public.job_requirements := private.lock_shortlist(requirement);
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement_row.status);
    return private.put_on_shortlist(requirement_row.id, candidate);
  end $$;
grant execute on function private.add_to_shortlist to authenticated;

-- Adds up to fifty who were found to a requirement's shortlist, and says of each what became of it: added, there already, or
-- why not. Its company must not learn of somebody: then they are not added.
create function private.add_candidates(requirement uuid, candidates uuid[])
  returns table (candidate_id uuid, full_name text, entry_id uuid, outcome text)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    domains text[] := private.domains_of(requirement_row.client_id);
    person public.candidates;
  begin
    if coalesce(cardinality(candidates), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(requirement_row.status);
    for person in select * from public.candidates as known where known.id = any (candidates) order by known.id for update loop
      candidate_id := person.id;
      full_name := person.full_name;
      select known.id into entry_id from public.shortlist_entries as known
        where known.requirement_id = requirement_row.id and known.candidate_id = person.id
          and known.state not in ('withdrawn', 'closed');
      if found then
        outcome := 'there';
      elsif private.matches_blocklist(person, requirement_row.client_id, domains) then
        outcome := 'never_company';
      else
        begin
          entry_id := private.put_on_shortlist(requirement_row.id, person.id);
          outcome := 'added';
        -- Nothing is left of the one that is refused; the others are added.
        exception when sqlstate 'PT422' then
          outcome := sqlerrm;
        end;
      end if;
      return next;
    end loop;
    if candidate_id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
  end $$;
grant execute on function private.add_candidates to authenticated;

-- Is the work of a requirement outside India: as the team has said, else by its place? Where the place names no country that is
-- known, it is not until somebody says so.
create function private.is_work_abroad(requirement public.job_requirements, shortlist public.shortlists) returns boolean
  language sql immutable set search_path = '' as $$
    select coalesce((shortlist).is_abroad, false)
      or (shortlist).india_place is distinct from (requirement).location
         and private.is_place_abroad((requirement).location) is true
  $$;

-- Says how a requirement's candidates are shown. Whoever was asked about a card that is another now, or goes another way, has to
-- be asked anew. Whether candidates are told what it pays changes no card. That it is in India is said of the place that it has
-- now.
create function private.set_shortlist(
    requirement uuid, seen integer, is_blind boolean, is_abroad boolean, tells_pay boolean, is_by_mail boolean) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    shortlist public.shortlists;
    wanted public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (requirement_row.id) on conflict do nothing;
    select * into shortlist from public.shortlists where requirement_id = requirement_row.id for update;
    wanted := shortlist;
    wanted.is_blind := coalesce(set_shortlist.is_blind, shortlist.is_blind);
    wanted.is_abroad := coalesce(set_shortlist.is_abroad, shortlist.is_abroad);
    wanted.tells_pay := coalesce(set_shortlist.tells_pay, shortlist.tells_pay);
    wanted.is_by_mail := coalesce(set_shortlist.is_by_mail, shortlist.is_by_mail);
    if set_shortlist.is_abroad is not null then
      wanted.india_place := case when not set_shortlist.is_abroad then requirement_row.location end;
    end if;
    if wanted is not distinct from shortlist then
      return shortlist.version;
    elsif shortlist.version is distinct from nullif(seen, 0) and not (seen = 0 and shortlist.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = shortlist.version::text;
    end if;
    perform private.refuse_closed(requirement_row.status);
    if shortlist.is_blind <> wanted.is_blind or shortlist.is_by_mail <> wanted.is_by_mail then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = requirement_row.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = requirement_row.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.cancel_question(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = wanted.is_blind, is_abroad = wanted.is_abroad, tells_pay = wanted.tells_pay, india_place = wanted.india_place,
          is_by_mail = wanted.is_by_mail
      where list.requirement_id = requirement_row.id returning list.version into shortlist.version;
    return shortlist.version;
  end $$;
grant execute on function private.set_shortlist to authenticated;

-- Chooses what is on a card, and says why this person. Returns the version that makes of the entry.
create function private.set_card(entry uuid, seen integer, chosen text[], pitch text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    fields text[] := array(select field from unnest(private.card_fields()) with ordinality as listed (field, place)
                            where field = any (set_card.chosen) order by place);
    words text := private.trimmed(set_card.pitch);
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if cardinality(fields) <> coalesce(cardinality(set_card.chosen), 0) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif entry_row.chosen = fields and entry_row.pitch is not distinct from words then
      return entry_row.version;
    end if;
    entry_row := private.locked_entry(entry, seen);
    perform private.refuse_closed((select requirement.status from public.job_requirements as requirement where requirement.id = entry_row.requirement_id));
    if entry_row.state not in ('draft', 'asked', 'agreed') then
      raise exception 'card_frozen' using errcode = 'PT422';
    elsif entry_row.state <> 'draft' then
      perform private.cancel_question(entry);
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

create function public.add_candidates(requirement uuid, candidates uuid[])
  returns table (candidate_id uuid, full_name text, entry_id uuid, outcome text)
  language sql set search_path = '' as $$ select * from private.add_candidates(requirement, candidates) $$;
grant execute on function public.add_candidates to authenticated;

create function public.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean default null,
                                     tells_pay boolean default null, is_by_mail boolean default null) returns integer
  language sql set search_path = ''
  as $$ select private.set_shortlist(requirement, seen, is_blind, is_abroad, tells_pay, is_by_mail) $$;
grant execute on function public.set_shortlist to authenticated;

create function public.set_card(entry uuid, seen integer, chosen text[], pitch text default null) returns integer
  language sql set search_path = '' as $$ select private.set_card(entry, seen, chosen, pitch) $$;
grant execute on function public.set_card to authenticated;
