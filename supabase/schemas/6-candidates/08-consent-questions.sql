-- How a candidate is asked, and how often one mailbox may be (docs/decisions/candidates.md).

-- Mailboxes and telephone numbers that somebody has said are not theirs, as digests: nobody there is asked again.
create table private.disowned_mailboxes (
  subject text primary key,
  created_at timestamptz not null default now(),
  -- Names the mail to there that can undo it, for thirty days: the records whose address it was, and a digest of that. Of a
  -- number there is none.
  id uuid unique,
  address_digest text,
  records uuid[] not null default '{}'
);

-- Whoever of the team asks candidates of a requirement, or shows them, is in charge of it, unless somebody is: what a candidate
-- or a company says then reaches somebody.
create function private.assign_if_none(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.current_user_id();
  begin
    update public.job_requirements as requirement set recruiter_id = caller
      where requirement.id = assign_if_none.requirement and not private.is_team(requirement.recruiter_id);
    if found then
      perform private.log_activity('recruiter_named', 'requirement', assign_if_none.requirement, caller);
    end if;
  end $$;

-- By which a mailbox is known there, whatever stands behind a plus sign in its address, and by any dots where they mean nothing; then
-- how it was known before these were left out.
create function private.disowned_subjects(address text) returns text[]
  language sql stable security definer set search_path = '' as $$
    select array[private.subject_of(private.applicant_mailbox(address)), private.subject_of(private.mailbox_of(address))]
  $$;

create function private.is_disowned(address text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from private.disowned_mailboxes where subject = any (private.disowned_subjects(address)))
  $$;

-- Holds the mailboxes of candidates until the transaction ends: what was asked there is counted by one caller at a time. All of
-- them before the first is counted, in one order: no two wait for one another.
create function private.lock_mailboxes(candidates uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(mailbox.key) from (
      select distinct hashtextextended('questions to ' || private.applicant_mailbox(record.email), 0) as key
        from public.candidates as record where record.id = any (candidates) order by key) as mailbox;
  end $$;

-- Refuses to ask somebody who can't be reached, or not again today: five questions a day go to one mailbox, reminders among
-- them, by whichever records. Whose mailbox is held.
create function private.refuse_question(person public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if (person).email is null then
      raise exception 'no_address' using errcode = 'PT422', hint = (person).id::text;
    elsif private.is_disowned((person).email) then
      raise exception 'address_disowned' using errcode = 'PT422', hint = (person).id::text;
    elsif 5 <= (select count(*) from public.candidates as record
                 join public.candidate_consents as consent on consent.candidate_id = record.id
                 where private.applicant_mailbox(record.email) = private.applicant_mailbox((person).email)
                   and consent.purpose <> 'apply' and greatest(consent.asked_at, consent.reminded_at) > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as consent
                  where consent.asked_by = (select private.current_user_id()) and consent.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $$;

-- Asks a candidate who is held, and mails them the question, with the recruiter's own words beside it.
create function private.put_question(person public.candidates, purpose text, entry uuid, words text default null) returns void
  language plpgsql security definer set search_path = '' as $$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by,
                                           mailbox_digest, asker_words)
      values ((person).id, purpose, entry, private.notice_version(), private.asking_language(),
              private.basis_for((person).country), private.current_user_id(), private.subject_of((person).email),
              private.trimmed_straight(words))
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $$;

-- Refuses to ask about the card of an entry that is held, as it would be, where a rule says so.
create function private.refuse_asking(entry_row public.shortlist_entries, person public.candidates) returns void
  language plpgsql stable security definer set search_path = '' as $$
  declare
    requirement public.job_requirements;
    list public.shortlists;
    is_blind boolean;
  begin
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    select * into list from public.shortlists where requirement_id = entry_row.requirement_id;
    is_blind := list.is_blind;
    perform private.refuse_closed(requirement.status);
    if entry_row.state not in ('draft', 'withdrawn', 'closed')
      and not (entry_row.state = 'agreed' and not private.has_consent(entry_row)) then
      raise exception 'not_to_be_asked' using errcode = 'PT422', hint = entry_row.id::text;
    elsif person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.refused_lately(entry_row.id) then
      raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.is_work_abroad(requirement, list) and not exists (select from private.settings where emigration_number is not null) then
      raise exception 'emigration_number_missing' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.card_reveals_identity(person, private.card_of(person, entry_row.chosen, is_blind), entry_row.pitch, is_blind) then
      raise exception 'contact_in_card' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.refuse_twin(entry_row.id, private.asked_states());
  end $$;

-- Freezes the card of an entry that is held, as its candidate is asked about it.
create function private.freeze_card(entry_row public.shortlist_entries, person public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.cancel_question(entry_row.id);
    update public.shortlist_entries as edited
      set state = 'asked', card = private.card_of(person, entry_row.chosen, list.is_blind), is_blind = list.is_blind, is_by_mail = list.is_by_mail
      from public.shortlists as list
      where edited.id = entry_row.id and list.requirement_id = entry_row.requirement_id;
  end $$;

-- Asks candidates whether their cards may be shown: all of them or none. From here on the cards are frozen. One that was asked
-- already is not asked again. Returns how many were asked.
create function private.ask_candidates(entries uuid[], seen integer[], words text) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    asked_count integer := 0;
  begin
    perform private.lock_entries(entries);
    perform private.lock_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    for given in select * from private.seen_versions(entries, seen) loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.state = 'asked';
      entry_row := private.locked_entry(given.id, given.version);
      select * into person from public.candidates where id = entry_row.candidate_id;
      perform private.refuse_asking(entry_row, person);
      perform private.refuse_question(person);
      perform private.freeze_card(entry_row, person);
      perform private.put_question(person, 'show', entry_row.id, words);
      perform private.assign_if_none(entry_row.requirement_id);
      asked_count := asked_count + 1;
    end loop;
    return asked_count;
  end $$;
grant execute on function private.ask_candidates to authenticated;

-- Asks a candidate whether we may keep them, unless that is asked already.
create function private.ask_to_keep(candidate uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    if person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    elsif private.has_keep_consent(person.id) or exists (
      select from public.candidate_consents as consent
        where consent.candidate_id = person.id and consent.purpose = 'keep' and consent.asked_at > now() - interval '30 days'
          and num_nonnulls(consent.given_at, consent.refused_at, consent.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as consent
        where consent.candidate_id = person.id and consent.purpose = 'keep'
          and greatest(consent.refused_at, consent.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.lock_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $$;
grant execute on function private.ask_to_keep to authenticated;

-- # Exposed through the Data API

create function public.ask_candidates(entries uuid[], seen integer[], words text default null) returns integer
  language sql set search_path = '' as $$ select private.ask_candidates(entries, seen, words) $$;
grant execute on function public.ask_candidates to authenticated;

create function public.ask_to_keep(candidate uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.ask_to_keep(candidate, seen) $$;
grant execute on function public.ask_to_keep to authenticated;
