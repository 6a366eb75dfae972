-- What companies without an account are sent, and what companies say by telephone or mail (docs/decisions/candidates.md).

-- # What was said by telephone

-- Notes what a company has said about somebody whom it was shown, on the entry as the caller has seen it. It counts like an
-- answer, and opens nothing: how to reach somebody, and who a blind card is, stays until the company says so on its own pages.
-- What it has answered there in the last minutes is not noted over. The same again is none. Returns the entry's version.
create function private.note_answer(entry uuid, seen integer, verdict text, reason text, said_how text, said_by text, said_on date)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    entry_row public.shortlist_entries;
    last public.shortlist_answers;
    now_at integer;
  begin
    reason := private.trimmed_straight(reason);
    said_by := private.trimmed_straight(said_by);
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into last from public.shortlist_answers as said where said.id = private.last_answer(entry);
    if entry_row.answered_at is not null and last.created_at >= entry_row.shown_at
      and (last.verdict, last.reason, last.said_how, last.said_by, last.said_on)
        is not distinct from (note_answer.verdict, note_answer.reason, note_answer.said_how, note_answer.said_by, note_answer.said_on) then
      return entry_row.version;
    end if;
    entry_row := private.locked_entry(entry, seen);
    perform private.refuse_closed((select requirement.status from public.job_requirements as requirement
                                     where requirement.id = entry_row.requirement_id));
    if entry_row.state <> all (private.shown_states()) or not private.has_consent(entry_row) then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    elsif last.former is not null then
      raise exception 'answered_just_now' using errcode = 'PT409';
    elsif note_answer.verdict is null or note_answer.verdict not in ('interview', 'maybe', 'no', 'known') then
      raise exception 'verdict_missing' using errcode = 'PT422';
    elsif note_answer.verdict = 'known' and note_answer.reason is null then
      raise exception 'reason_missing' using errcode = 'PT422';
    elsif note_answer.said_by is null or note_answer.said_how is null or note_answer.said_on is null
      or note_answer.said_on > private.today() then
      raise exception 'said_by_missing' using errcode = 'PT422';
    end if;
    insert into public.shortlist_answers (entry_id, verdict, reason, said_how, said_by, said_on, noted_by, noted_over)
      values (entry, note_answer.verdict, note_answer.reason, note_answer.said_how, note_answer.said_by, note_answer.said_on,
              private.current_user_id(),
              jsonb_build_object('state', entry_row.state, 'answered_at', entry_row.answered_at, 'interview_at', entry_row.interview_at));
    update public.shortlist_entries as edited
      set answered_at = clock_timestamp(),
          state = case when entry_row.state not in ('shown', 'interview') then entry_row.state
                       when note_answer.verdict = 'interview' then 'interview' else 'shown' end,
          interview_at = case when note_answer.verdict = 'interview' and private.is_opened(entry_row) then entry_row.interview_at end,
          -- Whoever is in charge knows what they have noted themselves; of a colleague's note their day tells.
          dealt_at = case when private.current_user_id() = (select requirement.recruiter_id from public.job_requirements as requirement
                                                              where requirement.id = entry_row.requirement_id)
                       then clock_timestamp() else entry_row.dealt_at end
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.record_candidates(entry_row.requirement_id, 'candidates_answered', array[entry_row.id], false);
    update public.requirement_events as told
      set changes = told.changes || jsonb_build_object('verdict', note_answer.verdict, 'how', note_answer.said_how)
      where told.id = (select newest.id from public.requirement_events as newest
                         where newest.requirement_id = entry_row.requirement_id and newest.type = 'candidates_answered'
                         order by newest.created_at desc, newest.id desc limit 1);
    return now_at;
  end $$;
grant execute on function private.note_answer to authenticated;

-- Takes back what was noted by mistake, as long as it is the last word: its entry stands as before, and the CRM is told.
-- Returns the entry's version.
create function private.take_back_note(answer uuid, seen integer) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    said public.shortlist_answers;
    entry_row public.shortlist_entries;
    now_at integer;
  begin
    perform private.require_team();
    select * into said from public.shortlist_answers as given where given.id = answer and given.said_how is not null;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    end if;
    perform private.lock_entries(array[said.entry_id]);
    entry_row := private.locked_entry(said.entry_id, seen);
    if said.id is distinct from private.last_answer(entry_row.id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    end if;
    delete from public.shortlist_answers as given where given.id = said.id;
    if said.created_at >= entry_row.shown_at then
      update public.shortlist_entries as edited
        set answered_at = (said.noted_over ->> 'answered_at')::timestamptz,
            interview_at = (said.noted_over ->> 'interview_at')::timestamptz,
            state = case when edited.state in ('shown', 'interview') then said.noted_over ->> 'state' else edited.state end
        where edited.id = entry_row.id returning edited.version into now_at;
      insert into public.crm_events (requirement_id, type, entry_ids)
        values (entry_row.requirement_id, 'candidates_answered', array[entry_row.id]);
      perform from public.inbox_items as item where item.requirement_id = entry_row.requirement_id for update;
      perform private.renew_open_requirement(entry_row.requirement_id);
    end if;
    return coalesce(now_at, entry_row.version);
  end $$;
grant execute on function private.take_back_note to authenticated;

-- # Cards by mail or on paper

-- Gives the cards of those who have said yes to that way to a company: by mail to an address, or, without one, on paper, which
-- the team prints. Who was not shown yet is shown by it. All of them or none; the same may be sent again. Returns how many.
create function private.send_cards(requirement uuid, entries uuid[], seen integer[], address text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    receiver text := private.normal_address(address);
    company uuid := (select requirement_row.client_id from public.job_requirements as requirement_row
                       where requirement_row.id = send_cards.requirement);
    domains text[];
    refused uuid;
    event uuid;
  begin
    perform private.lock_entries(entries);
    if address is not null and not coalesce(private.is_email(receiver), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif receiver is not null and 20 <= (
      select count(*) from public.activity_log as entry
        where entry.actor = private.current_user_id() and entry.action = 'cards_sent' and entry.created_at > now() - interval '1 day') then
      raise exception 'too_many' using errcode = 'PT429';
    end if;
    select entry.id into refused from public.shortlist_entries as entry
      where entry.id = any (entries) and not (entry.is_by_mail and private.has_consent(entry)) order by entry.id limit 1;
    if refused is not null then
      raise exception 'not_by_mail' using errcode = 'PT422', hint = refused::text;
    end if;
    -- An address is of those that its company has, whoever's it is.
    domains := array_remove(private.domains_of(company) || private.company_domain(receiver), null);
    select entry.id into refused from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      where entry.id = any (entries) and (private.matches_blocklist(person, company, domains) or person.email = receiver)
      order by entry.id limit 1;
    if refused is not null then
      raise exception 'never_company' using errcode = 'PT422', hint = refused::text;
    end if;
    if private.show_candidates(requirement, entries, seen, true) = 0 then
      perform private.record_candidates(requirement, 'candidates_shown', entries, false);
    end if;
    update public.requirement_events as told
      set entry_ids = send_cards.entries,
          changes = jsonb_build_object('candidates', jsonb_build_array(null, cardinality(send_cards.entries)),
                                       'way', case when receiver is null then 'paper' else 'mail' end)
      where told.id = (select newest.id from public.requirement_events as newest
                         where newest.requirement_id = send_cards.requirement and newest.type = 'candidates_shown'
                         order by newest.created_at desc, newest.id desc limit 1)
      returning told.id into event;
    perform private.log_activity('cards_sent', 'requirement', requirement, company);
    if receiver is not null then
      perform private.enqueue_mail('candidate_cards', 'cards.' || event, jsonb_build_object('requirement', requirement, 'event', event),
                                   address => receiver);
    end if;
    return cardinality(entries);
  end $$;
grant execute on function private.send_cards to authenticated;

-- What a mail of cards says: of those that it was sent with, who is shown still, by a yes in force that names this way; null
-- for nobody.
create function private.candidate_cards_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.company_name(requirement.client_id),
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
        'cards', cards.listed))
      from public.requirement_events as event
      join public.job_requirements as requirement on requirement.id = event.requirement_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('card', entry.card - 'name', 'pitch', entry.pitch, 'seal', private.seal_of(entry) ->> 'mark',
                                            'name', coalesce(entry.card ->> 'name', entry.code_word)) order by entry.created_at, entry.id)
                 as listed
          from public.shortlist_entries as entry
          where entry.id = any (event.entry_ids) and entry.requirement_id = requirement.id and entry.is_by_mail
            and entry.state = any (private.shown_states()) and private.has_consent(entry)) as cards
      where event.id = ((mail).ids ->> 'event')::uuid and cards.listed is not null
        and requirement.status = any (private.open_statuses())
  $$;

-- # Exposed through the Data API

create function public.note_answer(
    entry uuid, seen integer, verdict text, said_how text, said_by text, said_on date, reason text default null) returns integer
  language sql set search_path = ''
  as $$ select private.note_answer(entry, seen, verdict, reason, said_how, said_by, said_on) $$;
grant execute on function public.note_answer to authenticated;

create function public.take_back_note(answer uuid, seen integer) returns integer
  language sql set search_path = '' as $$ select private.take_back_note(answer, seen) $$;
grant execute on function public.take_back_note to authenticated;

create function public.send_cards(requirement uuid, entries uuid[], seen integer[], address text default null) returns integer
  language sql set search_path = '' as $$ select private.send_cards(requirement, entries, seen, address) $$;
grant execute on function public.send_cards to authenticated;
