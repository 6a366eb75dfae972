-- Candidates who have a telephone number and no address: a colleague rings them, and gives them the link from their own phone.
-- Nothing is sent from here (docs/decisions/candidates.md).

-- For how long it counts that a number was rung.
create function private.call_counts() returns interval
  language sql immutable set search_path = '' as $$ select interval '30 days' $$;

-- How long somebody who wants everything deleted, by a link that went to a telephone, can undo it.
create function private.erasure_waits() returns interval
  language sql immutable set search_path = '' as $$ select interval '7 days' $$;

-- The last call to a number in which a colleague has spoken with whoever has it, and which still counts.
create function private.last_call(candidate uuid, number text) returns public.candidate_notes
  language sql stable security definer set search_path = '' as $$
    select note.* from public.candidate_notes as note
      where note.candidate_id = candidate and note.number_digest = private.number_digest(number)
        and note.author is not null and note.created_at > now() - private.call_counts()
      order by note.created_at desc, note.id limit 1
  $$;

-- The call that the caller has noted within the hour, without a number: the one that they say was to this number.
create function private.noted_call(candidate uuid) returns public.candidate_notes
  language sql stable security definer set search_path = '' as $$
    select note.* from public.candidate_notes as note
      where note.candidate_id = candidate and note.author = (select private.current_user_id()) and note.channel = 'call'
        and note.number_digest is null and note.created_at > now() - interval '1 hour'
      order by note.created_at desc, note.id desc limit 1
  $$;

-- The numbers that somebody can be asked at, with the last call to each, and the call that the caller has just noted.
create function private.numbers_to_ask(person public.candidates) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
             'number', listed.number, 'rung_at', rung.created_at,
             'noted_at', case when rung.id is null then (private.noted_call((person).id)).created_at end,
             'rung_by', (select colleague.display_name from public.team_members as colleague where colleague.user_id = rung.author))
             order by listed.place), '[]')
      from unnest(private.world_numbers((person).phone)) with ordinality as listed (number, place)
      left join lateral private.last_call((person).id, listed.number) as rung on true
      where not exists (select from private.disowned_mailboxes as known where known.subject = private.number_digest(listed.number))
  $$;

-- The records that have a number, whatever name is on them.
create function private.records_at(number text) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select known.id from public.candidates as known
      where known.search @@ private.any_number_of('+' || records_at.number)
        and records_at.number = any (private.world_numbers(known.phone))
  $$;

-- Refuses what is asked, or agreed to, at a number where anything said by whoever has it stands against it. A number is one
-- person's: an address of theirs, a no, an open question and companies that must not know hold by whichever record has the number,
-- however it is spelled and however it was asked.
create function private.refuse_said_at(number text, entry_row public.shortlist_entries) returns void
  language plpgsql stable security definer set search_path = '' as $$
  declare
    digest text := private.number_digest(number);
    records uuid[] := array(select private.records_at(number));
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = entry_row.requirement_id);
  begin
    if exists (select from public.candidates as known where known.id = any (records) and known.email is not null) then
      raise exception 'address_known' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (select from private.disowned_mailboxes as known where known.subject = digest) then
      raise exception 'number_disowned' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (select from public.candidates as known where known.id = any (records) and private.is_blocked(known, company)) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidate_consents as asked
        join public.shortlist_entries as entry on entry.id = asked.entry_id
        where (asked.number_digest = digest or asked.candidate_id = any (records))
          and entry.requirement_id = entry_row.requirement_id and entry.id <> entry_row.id
          and asked.closed_at is null and entry.state = any (private.asked_states())) then
      raise exception 'twin_on_list' using errcode = 'PT422', hint = entry_row.id::text;
    elsif exists (
      select from public.candidate_consents as asked
        join public.shortlist_entries as entry on entry.id = asked.entry_id
        where (asked.number_digest = digest or asked.candidate_id = any (records))
          and entry.requirement_id = entry_row.requirement_id
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days' and asked.reconsidered_at is null) then
      raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
  end $$;

-- Refuses to ask somebody who is held at a number, which nobody else asks at meanwhile.
create function private.refuse_number(person public.candidates, entry_row public.shortlist_entries, number text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    digest text := private.number_digest(number);
  begin
    perform pg_advisory_xact_lock(hashtextextended('questions to ' || digest, 0));
    if not exists (select from private.settings where enough_for_yes = 'rung_number') then
      raise exception 'phone_not_enough' using errcode = 'PT422', hint = entry_row.id::text;
    elsif number is null or number <> all (private.world_numbers(person.phone)) then
      raise exception 'number_unknown' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.refuse_said_at(number, entry_row);
    if 5 <= (select count(*) from public.candidate_consents as asked
                 where asked.number_digest = digest and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = entry_row.id::text;
    end if;
  end $$;

-- Asks a candidate by a link that the caller gives them: at a number that a colleague has rung, as is said now or was within
-- thirty days. What was asked already is not asked again.
create function private.ask_by_phone(entry uuid, seen integer, number text, has_rung boolean, form uuid, words text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid;
    entry_row public.shortlist_entries;
    person public.candidates;
    rung public.candidate_notes;
    asked_at_number text := regexp_replace(number, '[^0-9]', '', 'g');
  begin
    perform private.lock_entries(array[entry]);
    caller := private.current_user_id();
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = 'asked' then
      return;
    end if;
    entry_row := private.locked_entry(entry, seen);
    select * into person from public.candidates where id = entry_row.candidate_id;
    perform private.refuse_asking(entry_row, person);
    perform private.refuse_number(person, entry_row, asked_at_number);
    if has_rung then
      update public.candidate_notes as noted set number_digest = private.number_digest(asked_at_number)
        where noted.id = (private.noted_call(person.id)).id;
    end if;
    if has_rung and not found then
      insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel, number_digest)
        values (person.id, caller, 'Rang +' || regexp_replace(asked_at_number, '^(91)([0-9]{5})([0-9]{5})$', '\1 \2 \3') || ' and spoke to them.', form, entry_row.id, 'call',
                private.number_digest(asked_at_number))
        on conflict (author, form_id) do nothing;
    end if;
    rung := private.last_call(person.id, asked_at_number);
    if rung.id is null then
      raise exception 'not_rung' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.freeze_card(entry_row, person);
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                           number_digest, rung_by, rung_at, asker_words)
      values (person.id, 'show', entry_row.id, private.notice_version(), private.asking_language(), private.basis_for(person.country),
              'phone_link', caller, private.number_digest(asked_at_number), rung.author, rung.created_at, private.trimmed_straight(words));
    update public.candidates set last_activity_at = now() where id = person.id;
    perform private.assign_if_none(entry_row.requirement_id);
    perform private.log_activity('asked_by_phone', 'entry', entry_row.id);
  end $$;
grant execute on function private.ask_by_phone to authenticated;

-- The link of a question that is open, with what is written beside it: to whoever has asked it, and nobody else. Null for one
-- that there is not.
create function private.phone_link(entry uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    return (
      select jsonb_build_object(
          'token', private.candidate_token(asked.id, person.link_issue), 'candidate', person.full_name,
          'first_name', private.first_name_of(person), 'job_title', requirement.job_title, 'location', requirement.location,
          'requirement', requirement.id, 'asker_words', asked.asker_words,
          'recruiter', (select colleague.display_name from public.team_members as colleague where colleague.user_id = caller),
          'number', (select number from unnest(private.world_numbers(person.phone)) as number
                       where private.number_digest(number) = asked.number_digest))
        from public.shortlist_entries as listed
        join public.candidates as person on person.id = listed.candidate_id
        join public.job_requirements as requirement on requirement.id = listed.requirement_id
        join public.candidate_consents as asked on asked.entry_id = listed.id
        where listed.id = phone_link.entry and asked.how = 'phone_link' and asked.asked_by = caller
          and private.question_state(asked) = 'open' and private.is_still_theirs(asked)
        order by asked.asked_at desc, asked.id limit 1);
  end $$;
grant execute on function private.phone_link to authenticated;

-- # What the link alone does

-- The yes by a link that went to a telephone, as long as the call to its number counts and nothing said there stands against it.
create function private.agree_by_link(token text, digest text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.lock_link(token);
    sent public.candidate_consents;
    asked public.candidate_consents;
    person public.candidates;
    entry_row public.shortlist_entries;
  begin
    select * into sent from public.candidate_consents where id = link.consent_id;
    select * into person from public.candidates where id = link.candidate_id;
    asked := private.newest_question(sent);
    if not coalesce(private.is_answered_by_phone(asked, sent), false) or person.email is not null or person.erase_at is not null then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif not exists (select from private.settings where enough_for_yes = 'rung_number') then
      raise exception 'phone_not_enough' using errcode = 'PT422';
    end if;
    perform private.count_for_candidate(person.id);
    entry_row := private.own_entry(asked.candidate_id, asked.entry_id);
    if entry_row.state = 'asked' then
      if asked.rung_at <= now() - private.call_counts() then
        raise exception 'call_too_old' using errcode = 'PT422';
      end if;
      perform private.refuse_said_at(number, entry_row) from unnest(private.world_numbers(person.phone)) as number
        where private.number_digest(number) = asked.number_digest;
    end if;
    perform private.give_consent(person, entry_row, digest, true);
    update public.candidates set last_activity_at = now() where id = person.id;
  end $$;
grant execute on function private.agree_by_link to anon, authenticated;

-- "Ring me first": decides nothing. It is on the recruiter's day until they answer or are spoken with, beside any next step, and
-- brings the requirement's line back. Twice is the same.
create function private.ask_for_call(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.lock_link(token);
    asked public.candidate_consents;
  begin
    select newest.* into asked from public.candidate_consents as sent cross join lateral private.newest_question(sent) as newest
      where sent.id = link.consent_id;
    if asked.id is null or asked.purpose <> 'show' or private.question_state(asked) <> 'open' then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.candidate_consents as wanted set call_wanted_at = now() where wanted.id = asked.id and wanted.call_wanted_at is null;
    if found then
      update public.candidates set last_activity_at = now() where id = link.candidate_id;
      perform private.reopen_item((select entry.requirement_id from public.shortlist_entries as entry where entry.id = asked.entry_id));
    end if;
  end $$;
grant execute on function private.ask_for_call to anon, authenticated;

-- Has everything about somebody deleted who has no address, by a link that went to their telephone: no company sees them from
-- now on, and what is left goes in a week, until which the same link undoes it; of somebody under 18 with the next run.
create function private.erase_by_link(token text, is_minor boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.lock_link(token);
    person public.candidates;
    records uuid[];
  begin
    select * into person from public.candidates where id = link.candidate_id;
    if person.email is not null or not exists (
      select from public.candidate_consents as sent where sent.id = link.consent_id and sent.how = 'phone_link') then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    records := array(select private.records_of(person.id));
    perform from public.shortlist_entries where candidate_id = any (records) order by id for update;
    perform private.close_entry(entry.id, true) from public.shortlist_entries as entry where entry.candidate_id = any (records);
    update public.candidates as record
      set erase_at = case when is_minor then now() else coalesce(record.erase_at, now() + private.erasure_waits()) end
      where record.id = any (records);
  end $$;
grant execute on function private.erase_by_link to anon, authenticated;

-- Undoes that, as long as there is something left. What was asked or shown stays over.
create function private.keep_by_link(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare link record := private.lock_link(token);
  begin
    update public.candidates as record set erase_at = null
      where record.id in (select private.records_of(link.candidate_id)) and record.erase_at > now();
  end $$;
grant execute on function private.keep_by_link to anon, authenticated;

-- "This is not me", by a link that went to a telephone: the number leaves all records that have it, and nobody is asked there
-- again. What was asked or answered there is over, and each job's recruiter is told.
create function private.disown_number(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    digest text;
    number text;
    records uuid[];
    asked public.candidate_consents;
  begin
    select sent.number_digest, (select listed from unnest(private.world_numbers(person.phone)) as listed
                                  where private.number_digest(listed) = sent.number_digest)
      into digest, number
      from public.candidate_consents as sent join public.candidates as person on person.id = sent.candidate_id
      where sent.id = (private.link_of(token)).consent_id;
    records := array(select private.records_at(number));
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     where joined.candidate_id = any (records) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as known where known.id = any (records) order by known.id for update;
    perform private.lock_link(token);
    insert into private.disowned_mailboxes (subject) values (digest) on conflict (subject) do nothing;
    for asked in select * from public.candidate_consents as consent
                   where consent.number_digest = digest
                     and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
                   order by consent.entry_id loop
      update public.candidate_consents set is_disowned = true where id = asked.id;
      perform private.close_entry(asked.entry_id, false);
    end loop;
    update public.candidates as known
      set phone = nullif(array_to_string(array(
            select dialled from unnest(private.phone_numbers_in(known.phone)) as dialled
              where private.world_number(dialled) is distinct from number), ', '), '')
      where known.id = any (records) and number = any (private.world_numbers(known.phone));
  end $$;

-- # What ends it

-- Another number, or an address, comes into the record of a candidate who is held: what was asked at a number that is not theirs
-- any more, or agreed to, is over, and companies see nothing more of what was shown by it; and what is still open there is
-- asked by mail from now on, where there is an address.
create function private.leave_numbers(candidate public.candidates, wanted public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  declare asked record;
  begin
    for asked in
      select entry.id, entry.state, not exists (select from unnest(private.world_numbers(wanted.phone)) as number
                                                  where private.number_digest(number) = consent.number_digest) as is_left
        from public.shortlist_entries as entry
        join public.candidate_consents as consent on consent.entry_id = entry.id and consent.number_digest is not null
          and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
        where entry.candidate_id = candidate.id and entry.state = any (private.asked_states()) and entry.state <> 'joined'
        order by entry.id for update of entry
    loop
      if asked.is_left and asked.state not in ('asked', 'agreed') then
        perform private.close_entry(asked.id, false);
      elsif asked.is_left or asked.state = 'asked' and wanted.email is not null then
        perform private.cancel_question(asked.id);
      end if;
      if asked.is_left then
        perform private.log_activity('number_changed', 'entry', asked.id);
      end if;
    end loop;
  end $$;

-- Tells a candidate whose first address this is what was agreed to in their name by links that went to a telephone.
create function private.tell_of_phone_answers(candidate uuid, address text) returns void
  language sql security definer set search_path = '' as $$
    select private.enqueue_mail('candidate_news', 'phone_yes.' || consent.id || '.' || private.subject_of(address),
                                jsonb_build_object('entry', consent.entry_id, 'consent', consent.id), address => address)
      from public.candidate_consents as consent
      where consent.candidate_id = candidate and consent.how = 'phone_link' and private.is_in_force(consent)
  $$;

-- # Exposed through the Data API

create function public.ask_by_phone(entry uuid, seen integer, number text, has_rung boolean, form uuid, words text default null)
  returns void
  language sql set search_path = '' as $$ select private.ask_by_phone(entry, seen, number, has_rung, form, words) $$;
grant execute on function public.ask_by_phone to authenticated;

create function public.phone_link(entry uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.phone_link(entry) $$;
grant execute on function public.phone_link to authenticated;

create function public.agree_by_link(token text, digest text) returns void
  language sql set search_path = '' as $$ select private.agree_by_link(token, digest) $$;
grant execute on function public.agree_by_link to anon, authenticated;

create function public.ask_for_call(token text) returns void
  language sql set search_path = '' as $$ select private.ask_for_call(token) $$;
grant execute on function public.ask_for_call to anon, authenticated;

create function public.erase_by_link(token text, is_minor boolean default false) returns void
  language sql set search_path = '' as $$ select private.erase_by_link(token, is_minor) $$;
grant execute on function public.erase_by_link to anon, authenticated;

create function public.keep_by_link(token text) returns void
  language sql set search_path = '' as $$ select private.keep_by_link(token) $$;
grant execute on function public.keep_by_link to anon, authenticated;
