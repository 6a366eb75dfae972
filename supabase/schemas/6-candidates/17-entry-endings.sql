-- How an entry ends, by its candidate, the team or a rule: a company that must not know, another company
-- (docs/decisions/candidates.md).

-- Ends what a candidate was asked, or has agreed to, about an entry that is held: by their own word, the team's, or the rule that the
-- company must not know. Recruiter and company hear of it if the company saw it; the recruiter of a no in any case, once it can't be
-- undone (private.tell_refusals), and of "this is not me" (a consent that is disowned and not closed yet) at once. An applicant who
-- is not taken on is turned down.
create function private.close_entry(entry uuid, is_own boolean, is_rule boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    is_disowned boolean := exists (select from public.candidate_consents as consent
                                     where entry in (consent.entry_id, consent.applied_entry_id) and consent.is_disowned
                                       and consent.closed_at is null);
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    if entry_row.id is null or entry_row.state in ('withdrawn', 'closed') then
      return;
    elsif entry_row.state = 'applied' and not is_own then
      perform private.turn_down(entry_row.requirement_id, array[entry], null);
      if is_disowned then
        perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry], true, ended_by => 'disowned');
      end if;
      return;
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where entry in (consent.entry_id, consent.applied_entry_id) and consent.closed_at is null and consent.refused_at is null
        and consent.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null, begins_on = null where ended.id = entry;
    if entry_row.state = any (private.shown_states()) then
      perform private.record_withdrawal(entry_row, is_own, is_rule, is_disowned);
    elsif is_own and entry_row.state = 'agreed' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    elsif is_disowned and entry_row.state in ('asked', 'agreed') then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], true, ended_by => 'disowned');
    elsif is_rule then
      perform private.reopen_item(entry_row.requirement_id);
    end if;
    if entry_row.state = 'joined' then
      perform private.count_joined(entry_row.requirement_id, true);
    end if;
    if not is_own then
      perform private.tell_taken_back(entry_row);
    end if;
  end $$;

-- Tells recruiters of each no that can't be undone any more.
create function private.tell_refusals() returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    consent public.candidate_consents;
    requirement uuid;
  begin
    for consent in select * from public.candidate_consents as said where said.tell_at <= now()
                   order by said.tell_at, said.id limit 500 for update skip locked loop
      update public.candidate_consents set tell_at = null where id = consent.id;
      select entry.requirement_id into requirement from public.shortlist_entries as entry
        where entry.id = consent.entry_id and entry.state = 'withdrawn';
      if found then
        perform private.record_candidates(requirement, 'candidates_refused', array[consent.entry_id], false);
      end if;
    end loop;
  end $$;

-- # Another mind

-- Undoes a no that nobody was told of, of a candidate who is held and whose address or number was asked: what was asked is asked again,
-- of all their records, and nothing is agreed by it. What would be another card by now is to be asked anew.
create function private.undo_refusal(consent public.candidate_consents) returns void
  language plpgsql security definer set search_path = '' as $$
  declare beside uuid[] := array(select private.entries_beside((consent).entry_id));
  begin
    perform from public.shortlist_entries where id = any (beside) order by id for update;
    if exists (select from public.candidates as person where person.id = (consent).candidate_id and person.erase_at is not null) then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    elsif not exists (select from public.candidate_consents as said
                    where said.id = (consent).id and said.tell_at > now() and private.is_still_theirs(said)) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    -- Of what they were not asked about at all, the no goes as well.
    update public.shortlist_entries as entry
      set state = case when exists (
            select from public.candidate_consents as said
              where said.entry_id = entry.id and said.tell_at > now() and said.closed_at is null) then 'asked' else 'draft' end
      where entry.id = any (beside) and entry.state = 'withdrawn' and coalesce((
        select question.tell_at > now() or num_nonnulls(question.refused_at, question.withdrawn_at) = 0
          from private.last_question(entry.id) as question), true);
    update public.candidate_consents as said set refused_at = null, tell_at = null
      where said.tell_at > now() and (said.entry_id = any (beside)
        or (consent).purpose = 'keep' and said.purpose = 'keep' and said.candidate_id = (consent).candidate_id);
    perform private.cancel_question(entry.id)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      join public.shortlists as list on list.requirement_id = entry.requirement_id
      where entry.id = any (beside) and entry.state = 'asked'
        and (entry.is_blind <> list.is_blind or entry.is_by_mail <> list.is_by_mail
          or entry.card is distinct from private.card_of(person, entry.chosen, list.is_blind));
  end $$;

-- Takes the no back to what was asked about these entries, or by an application. Returns whether there was one.
create function private.take_back_no(entries uuid[], applied_entry uuid default null) returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where (said.entry_id = any (entries) or said.applied_entry_id = applied_entry) and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    return found;
  end $$;

-- After a no that the recruiter knows of, or a yes that was taken back: has the recruiter told that a candidate who is held
-- wants to be asked after all. Nothing is asked by it, and nothing shown: the recruiter asks anew. Twice is the same.
create function private.reconsider_entry(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    person public.candidates;
    requirement public.job_requirements;
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    select * into person from public.candidates where id = entry_row.candidate_id;
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif entry_row.state <> 'withdrawn' then
      return;
    elsif person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    elsif requirement.status <> all (private.open_statuses()) or (private.last_question(entry)).former_company is not null then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    if private.take_back_no(array(select private.entries_beside(entry))) then
      perform private.cancel_question(entry_row.id);
      perform private.record_candidates(requirement.id, 'candidates_reconsidered', array[entry_row.id], true);
    end if;
  end $$;

-- A candidate who is held must not be known to some companies: what those see of them, or are about to, they see no more, by
-- no record of theirs.
create function private.hide_from_never(candidate uuid, is_own boolean default false, is_rule boolean default false)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    for entry in
      select entry_row.id from public.shortlist_entries as entry_row
        join public.candidates as person on person.id = entry_row.candidate_id
        join public.job_requirements as requirement on requirement.id = entry_row.requirement_id
        where entry_row.candidate_id in (select private.records_of(candidate)) and entry_row.state not in ('withdrawn', 'closed', 'draft', 'applied')
          and private.is_blocked(person, requirement.client_id)
        order by entry_row.id
    loop
      perform private.close_entry(entry, is_own, is_rule);
    end loop;
  end $$;

-- A company has another name, somebody else in it or invited into it, or one of its people another address: whom it must not
-- know by that, it sees no more. Requirements are held first, as by everybody.
create function private.hide_from_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := case tg_argv[0]
      when 'member' then (select member.client_id from public.client_members as member where member.user_id = (to_jsonb(new) ->> 'id')::uuid)
      else (to_jsonb(new) ->> tg_argv[0])::uuid end;
    found_one uuid;
  begin
    if company is null then
      return null;
    end if;
    perform from public.job_requirements as requirement
      where requirement.client_id = company and exists (
        select from public.shortlist_entries as joined where joined.requirement_id = requirement.id and joined.state = 'joined')
      order by requirement.id for no key update;
    for found_one in
      select person.id from public.candidates as person
        where private.matches_blocklist(person, company, (select private.domains_of(company))) and person.id in (
          select entry.candidate_id from public.shortlist_entries as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            where requirement.client_id = company and entry.state not in ('withdrawn', 'closed', 'draft', 'applied'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $$;

-- A requirement that an operator gives to another company: to be shown to that one nobody has agreed. What was asked about the one
-- before goes on naming it, and is over, also for who has said no and could still undo it.
create function private.cancel_moved_questions() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    perform from public.candidates
      where id in (select known.candidate_id from public.shortlist_entries as known where known.requirement_id = new.id)
      order by id for update;
    for entry in select known.id from public.shortlist_entries as known
                   where known.requirement_id = new.id and known.state not in ('applied', 'draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.cancel_question(entry);
    end loop;
    update public.candidate_consents as consent
      set former_company = private.company_name(old.client_id), tell_at = null
      where consent.former_company is null and consent.entry_id in (
        select known.id from public.shortlist_entries as known where known.requirement_id = new.id);
    perform private.turn_down_moved(new.id);
    -- Nor does the yes of whoever has applied name that one.
    update public.candidate_consents as consent set closed_at = now()
      where consent.closed_at is null and consent.applied_entry_id in (
        select known.id from public.shortlist_entries as known where known.requirement_id = new.id);
    perform private.count_joined(new.id, true);
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
    perform private.reopen_item(new.id);
    return null;
  end $$;

create trigger cancel_moved_questions after update of client_id on public.job_requirements
  for each row when (old.client_id is distinct from new.client_id) execute function private.cancel_moved_questions();

create trigger hide_from_company after update of company_name on public.clients
  for each row when (old.company_name is distinct from new.company_name) execute function private.hide_from_company('id');
create trigger hide_from_company after insert or update of client_id on public.client_members
  for each row execute function private.hide_from_company('client_id');
create trigger hide_from_company after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.hide_from_company('member');
create trigger hide_from_company after insert on public.invitations
  for each row when (new.client_id is not null) execute function private.hide_from_company('client_id');
