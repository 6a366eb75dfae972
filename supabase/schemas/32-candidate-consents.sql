-- What candidates are asked and what they say: may we keep you, may we show this card to this company. Nobody is shown without
-- a yes in force, and silence is no (docs/decisions/candidates.md).

-- One question and its answer. What was said stays; another question is another row.
create table public.candidate_consents (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  purpose text not null check (purpose in ('keep', 'show')),
  entry_id uuid references public.shortlist_entries (id) on delete cascade,
  -- Of the words that they were shown.
  notice_version integer not null check (notice_version > 0),
  language text not null check (language ~ '^[a-z]{2}$'),
  -- What the law of their place rests it on.
  basis text not null check (basis in ('consent', 'legitimate_interest')),
  how text not null default 'link' check (how in ('link', 'own_page')),
  asked_by uuid references auth.users (id) on delete set null,
  asked_at timestamptz not null default now(),
  given_at timestamptz,
  -- Of the card that the yes is to.
  card_digest text check (card_digest ~ '^[0-9a-f]{64}$'),
  refused_at timestamptz,
  ends_at timestamptz,
  withdrawn_at timestamptz,
  -- The question is no longer asked: the card became another one.
  closed_at timestamptz,
  -- It was closed because whoever has the address is not who was asked.
  is_disowned boolean not null default false,
  constraint about_an_entry check ((purpose = 'show') = (entry_id is not null)),
  constraint yes_is_to_a_card check (given_at is null or purpose = 'keep' or card_digest is not null)
);

create index candidate_consents_candidate on public.candidate_consents (candidate_id, asked_at desc);
create index candidate_consents_entry on public.candidate_consents (entry_id, asked_at desc);
create index candidate_consents_asked_by on public.candidate_consents (asked_by, asked_at);
-- The latest that were refused.
create index candidate_consents_refused on public.candidate_consents (greatest(refused_at, withdrawn_at), entry_id)
  where entry_id is not null and greatest(refused_at, withdrawn_at) is not null;

alter table public.candidate_consents enable row level security, force row level security;
-- What somebody has said goes with them, and never otherwise.
revoke all on public.candidate_consents from service_role;
grant select on public.candidate_consents to authenticated, service_role;

create policy "who may export reads" on public.candidate_consents for select to authenticated
  using ((select private.may_export()));

-- The version of the words that the pages show (app/content); a new wording is a new number.
create function private.notice_version() returns integer
  language sql immutable set search_path = '' as $$ select 1 $$;

-- How long a yes lasts until it is used.
create function private.yes_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '90 days' $$;

-- What keeping and showing rests on, where somebody lives: in the European Union and beside it a legitimate interest, with
-- notice and objection; else consent. A lawyer confirms.
create function private.basis_for(country text) returns text
  language sql immutable set search_path = '' as $$
    select case when lower(private.trimmed(country)) in (
        'at', 'be', 'bg', 'hr', 'cy', 'cz', 'dk', 'ee', 'fi', 'fr', 'de', 'gr', 'hu', 'ie', 'it', 'lv', 'lt', 'lu', 'mt',
        'nl', 'pl', 'pt', 'ro', 'sk', 'si', 'es', 'se', 'is', 'li', 'no',
        'austria', 'belgium', 'bulgaria', 'croatia', 'cyprus', 'czechia', 'czech republic', 'denmark', 'estonia', 'finland',
        'france', 'germany', 'greece', 'hungary', 'ireland', 'italy', 'latvia', 'lithuania', 'luxembourg', 'malta',
        'netherlands', 'the netherlands', 'poland', 'portugal', 'romania', 'slovakia', 'slovenia', 'spain', 'sweden',
        'iceland', 'liechtenstein', 'norway')
      then 'legitimate_interest' else 'consent' end
  $$;

-- Is this yes in force?
create function private.is_in_force(asked public.candidate_consents) returns boolean
  language sql stable set search_path = '' as $$
    select (asked).given_at is not null and (asked).withdrawn_at is null and (asked).refused_at is null
      and (asked).closed_at is null and coalesce((asked).ends_at > now(), true)
  $$;

-- Has somebody agreed to the card of this entry, byte for byte, and does that hold?
create function private.has_yes(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id = (entry).id and private.is_in_force(asked)
                      and asked.card_digest = private.card_digest(entry))
  $$;

-- How many candidates of a requirement have agreed, and are to be shown.
create function private.count_to_show(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_to_show.requirement and entry.state = 'agreed' and private.has_yes(entry)
  $$;

-- Has somebody agreed that we keep them?
create function private.is_kept(candidate uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as asked
                    where asked.candidate_id = candidate and asked.purpose = 'keep' and private.is_in_force(asked))
  $$;

-- Until when somebody's yes to an entry's card holds; null for none, and for one that is used.
create function private.agreed_until(entry uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select max(asked.ends_at) from public.candidate_consents as asked
      where asked.entry_id = entry and private.is_in_force(asked)
  $$;

-- # Ending

-- Ends what somebody was asked, or has agreed to, about an entry that is held; its company sees it no more, and, if it did,
-- the recruiter and the company hear of it; the recruiter of a no in any case. It is their own word, the team's, or a rule's:
-- that the company must not know.
create function private.end_entry(entry uuid, is_own boolean, is_rule boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry for update;
    if held.id is null or held.state in ('withdrawn', 'closed') then
      return;
    end if;
    update public.candidate_consents as asked
      set refused_at = case when is_own and asked.given_at is null then now() end,
          withdrawn_at = case when is_own and asked.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
    if held.state = any (private.shown_states()) then
      perform private.record_withdrawal(held, is_own, is_rule);
    elsif is_own and held.state in ('asked', 'agreed') then
      perform private.record_candidates(held.requirement_id, 'candidates_refused', array[held.id], false);
    elsif is_rule then
      perform private.reopen_item(held.requirement_id);
    end if;
    if held.state = 'joined' then
      perform private.count_joined(held.requirement_id, true);
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
      select held.id from public.shortlist_entries as held
        join public.candidates as person on person.id = held.candidate_id
        join public.job_requirements as filed on filed.id = held.requirement_id
        where held.candidate_id in (select private.records_of(candidate)) and held.state not in ('withdrawn', 'closed', 'draft')
          and private.is_never(person, filed.client_id)
        order by held.id
    loop
      perform private.end_entry(entry, is_own, is_rule);
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
    perform from public.job_requirements as filed
      where filed.client_id = company and exists (
        select from public.shortlist_entries as joined where joined.requirement_id = filed.id and joined.state = 'joined')
      order by filed.id for no key update;
    for found_one in
      select person.id from public.candidates as person
        where private.is_never(person, company, (select private.domains_of(company))) and person.id in (
          select held.candidate_id from public.shortlist_entries as held
            join public.job_requirements as filed on filed.id = held.requirement_id
            where filed.client_id = company and held.state not in ('withdrawn', 'closed', 'draft'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $$;

-- A requirement is another company's now: to be shown to that one nobody has agreed.
create function private.unask_moved() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare entry uuid;
  begin
    perform from public.candidates
      where id in (select known.candidate_id from public.shortlist_entries as known where known.requirement_id = new.id)
      order by id for update;
    for entry in select known.id from public.shortlist_entries as known
                   where known.requirement_id = new.id and known.state not in ('draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.unask_entry(entry);
    end loop;
    perform private.count_joined(new.id, true);
    perform private.reopen_item(new.id);
    return null;
  end $$;

create trigger unask_moved after update of client_id on public.job_requirements
  for each row when (old.client_id is distinct from new.client_id) execute function private.unask_moved();

create trigger hide_from_company after update of company_name on public.clients
  for each row when (old.company_name is distinct from new.company_name) execute function private.hide_from_company('id');
create trigger hide_from_company after insert or update of client_id on public.client_members
  for each row execute function private.hide_from_company('client_id');
create trigger hide_from_company after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.hide_from_company('member');
create trigger hide_from_company after insert on public.invitations
  for each row when (new.client_id is not null) execute function private.hide_from_company('client_id');

-- # Asking

-- Mailboxes that somebody has said are not theirs, as digests: nobody there is asked again.
create table private.disowned_mailboxes (
  subject text primary key,
  created_at timestamptz not null default now()
);

-- Whoever of the team asks candidates of a requirement, or shows them, is in charge of it, unless somebody is: what a candidate
-- or a company says then reaches somebody.
create function private.take_charge(requirement uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.current_user_id();
  begin
    update public.job_requirements as filed set recruiter_id = caller
      where filed.id = requirement and not private.is_team(filed.recruiter_id);
    if found then
      perform private.log_activity('recruiter_named', 'requirement', requirement, caller);
    end if;
  end $$;

-- By which a mailbox is known there, whatever stands behind a plus sign in its address.
create function private.disowned_subject(address text) returns text
  language sql stable security definer set search_path = '' as $$ select private.subject_of(private.mailbox_of(address)) $$;

create function private.is_disowned(address text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from private.disowned_mailboxes where subject = private.disowned_subject(address))
  $$;

-- Holds the mailboxes of candidates until the transaction ends: what was asked there is counted by one caller at a time. All of
-- them before the first is counted, in one order: no two wait for one another.
create function private.hold_mailboxes(candidates uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(mailbox.key) from (
      select distinct hashtextextended('questions to ' || private.mailbox_of(record.email), 0) as key
        from public.candidates as record where record.id = any (candidates) order by key) as mailbox;
  end $$;

-- Refuses to ask somebody who can't be reached, or not again today: five questions a day go to one mailbox, by whichever records.
-- Whose mailbox is held.
create function private.refuse_question(person public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if (person).email is null then
      raise exception 'no_address' using errcode = 'PT422', hint = (person).id::text;
    elsif private.is_disowned((person).email) then
      raise exception 'address_disowned' using errcode = 'PT422', hint = (person).id::text;
    elsif 5 <= (select count(*) from public.candidates as record
                 join public.candidate_consents as asked on asked.candidate_id = record.id
                 where private.mailbox_of(record.email) = private.mailbox_of((person).email)
                   and asked.asked_at > now() - interval '1 day')
      or 200 <= (select count(*) from public.candidate_consents as asked
                  where asked.asked_by = (select private.current_user_id()) and asked.asked_at > now() - interval '1 day') then
      raise exception 'too_many_questions' using errcode = 'PT429', hint = (person).id::text;
    end if;
  end $$;

-- Asks a candidate who is held, and mails them the question.
create function private.put_question(person public.candidates, purpose text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare made uuid;
  begin
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, asked_by)
      values ((person).id, purpose, entry, private.notice_version(), (person).language,
              private.basis_for((person).country), private.current_user_id())
      returning id into made;
    update public.candidates set last_activity_at = now() where id = (person).id;
    perform private.enqueue_mail('candidate_ask', 'ask.' || made, jsonb_build_object('consent', made),
                                 address => (person).email);
  end $$;

-- Asks candidates whether their cards may be shown: all of them or none. From here on the cards are frozen. One that was asked
-- already is not asked again. Returns how many were asked.
create function private.ask_candidates(entries uuid[], seen integer[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
    asked integer := 0;
  begin
    perform private.hold_entries(entries);
    perform private.hold_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id;
      continue when held.state = 'asked';
      held := private.held_entry(given.id, given.version);
      select * into person from public.candidates where id = held.candidate_id;
      select * into filed from public.job_requirements where id = held.requirement_id;
      select * into list from public.shortlists where requirement_id = held.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, held.chosen, is_blind);
      perform private.refuse_closed(filed.status);
      if held.state not in ('draft', 'withdrawn', 'closed')
        and not (held.state = 'agreed' and not private.has_yes(held)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = held.id::text;
      elsif private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      elsif private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = held.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = held.id::text;
      elsif private.card_tells(person, frozen, held.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.asked_states());
      perform private.refuse_question(person);
      perform private.unask_entry(held.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = held.id;
      perform private.put_question(person, 'show', held.id);
      perform private.take_charge(held.requirement_id);
      asked := asked + 1;
    end loop;
    return asked;
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
    elsif private.is_kept(person.id) or exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.asked_at > now() - interval '30 days'
          and num_nonnulls(asked.given_at, asked.refused_at, asked.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep'
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.hold_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $$;
grant execute on function private.ask_to_keep to authenticated;

-- # Showing

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

-- What has become of somebody who was shown: the team's mark, also when the requirement is closed by then. Whether they are interviewed is their company's to say.
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

create function public.ask_candidates(entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.ask_candidates(entries, seen) $$;
grant execute on function public.ask_candidates to authenticated;

create function public.ask_to_keep(candidate uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.ask_to_keep(candidate, seen) $$;
grant execute on function public.ask_to_keep to authenticated;

create function public.show_candidates(requirement uuid, entries uuid[], seen integer[]) returns integer
  language sql set search_path = '' as $$ select private.show_candidates(requirement, entries, seen) $$;
grant execute on function public.show_candidates to authenticated;

create function public.take_back_entry(entry uuid, seen integer) returns text
  language sql set search_path = '' as $$ select private.take_back_entry(entry, seen) $$;
grant execute on function public.take_back_entry to authenticated;

create function public.mark_entry(entry uuid, seen integer, state text, joined_on date default null) returns integer
  language sql set search_path = '' as $$ select private.mark_entry(entry, seen, state, joined_on) $$;
grant execute on function public.mark_entry to authenticated;
