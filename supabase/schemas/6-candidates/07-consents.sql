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
  -- Of the mailbox that was asked, and has answered (private.subject_of): the yes holds while it is the candidate's. Null for
  -- what was asked before this was kept, of somebody whose address has changed since.
  mailbox_digest text check (mailbox_digest ~ '^[0-9a-f]{64}$'),
  -- When the recruiter is told of a no: until then it can be undone. Null once they were.
  tell_at timestamptz,
  -- After a no, or a yes that was taken back: that they want to be asked after all.
  reconsidered_at timestamptz,
  constraint about_an_entry check ((purpose = 'show') = (entry_id is not null)),
  constraint yes_is_to_a_card check (given_at is null or purpose = 'keep' or card_digest is not null)
);

create index candidate_consents_candidate on public.candidate_consents (candidate_id, asked_at desc);
create index candidate_consents_entry on public.candidate_consents (entry_id, asked_at desc);
create index candidate_consents_asked_by on public.candidate_consents (asked_by, asked_at);
-- The latest that were refused.
create index candidate_consents_refused on public.candidate_consents (greatest(refused_at, withdrawn_at), entry_id)
  where entry_id is not null and greatest(refused_at, withdrawn_at) is not null;
create index candidate_consents_to_tell on public.candidate_consents (tell_at) where tell_at is not null;

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

-- How long a no can be undone by whoever has said it; nobody is told of it before.
create function private.refusal_waits() returns interval
  language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

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

-- Is this yes in force, and the mailbox that gave it still the candidate's?
create function private.is_in_force(asked public.candidate_consents) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (asked).given_at is not null and (asked).withdrawn_at is null and (asked).refused_at is null
      and (asked).closed_at is null and coalesce((asked).ends_at > now(), true)
      and exists (select from public.candidates as person
                    where person.id = (asked).candidate_id and private.subject_of(person.email) = (asked).mailbox_digest)
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

-- By which candidate, company and team see that they read the same card: since when the yes to it is in force, null for none,
-- and the beginning of the digest of its bytes.
create function private.seal_of(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('mark', left(sealed.digest, 8), 'agreed_at', (
        select max(asked.given_at) from public.candidate_consents as asked
          where asked.entry_id = (entry).id and asked.card_digest = sealed.digest and private.is_in_force(asked)))
      from (select private.card_digest(entry) as digest) as sealed
  $$;

-- # Ending

-- Ends what somebody was asked, or has agreed to, about an entry that is held; its company sees it no more, and, if it did,
-- the recruiter and the company hear of it; the recruiter of a no in any case, once it can't be undone any more
-- (private.tell_refusals). It is their own word, the team's, or a rule's: that the company must not know.
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
          tell_at = case when is_own and asked.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and asked.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where asked.entry_id = entry and asked.closed_at is null and asked.refused_at is null and asked.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null where ended.id = entry;
    if held.state = any (private.shown_states()) then
      perform private.record_withdrawal(held, is_own, is_rule);
    elsif is_own and held.state = 'agreed' then
      perform private.record_candidates(held.requirement_id, 'candidates_refused', array[held.id], false);
    elsif is_rule then
      perform private.reopen_item(held.requirement_id);
    end if;
    if held.state = 'joined' then
      perform private.count_joined(held.requirement_id, true);
    end if;
  end $$;

-- Tells recruiters of each no that can't be undone any more.
create function private.tell_refusals() returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    asked public.candidate_consents;
    requirement uuid;
  begin
    for asked in select * from public.candidate_consents as said where said.tell_at <= now()
                   order by said.tell_at, said.id limit 500 for update skip locked loop
      update public.candidate_consents set tell_at = null where id = asked.id;
      select entry.requirement_id into requirement from public.shortlist_entries as entry
        where entry.id = asked.entry_id and entry.state = 'withdrawn';
      if found then
        perform private.record_candidates(requirement, 'candidates_refused', array[asked.entry_id], false);
      end if;
    end loop;
  end $$;

-- # Another mind

-- Undoes a no that nobody was told of, of a candidate who is held: what was asked is asked again, of all their records, and
-- nothing is agreed by it.
create function private.undo_refusal(asked public.candidate_consents) returns void
  language plpgsql security definer set search_path = '' as $$
  declare beside uuid[] := array(select private.entries_beside((asked).entry_id));
  begin
    perform from public.shortlist_entries where id = any (beside) order by id for update;
    if not exists (select from public.candidate_consents as said where said.id = (asked).id and said.tell_at > now()) then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    -- Of what they were not asked about at all, the no goes as well.
    update public.shortlist_entries as entry
      set state = case when exists (
            select from public.candidate_consents as said
              where said.entry_id = entry.id and said.tell_at > now() and said.closed_at is null) then 'asked' else 'draft' end
      where entry.id = any (beside) and entry.state = 'withdrawn' and coalesce((
        select newest.tell_at > now() or num_nonnulls(newest.refused_at, newest.withdrawn_at) = 0
          from public.candidate_consents as newest
          where newest.entry_id = entry.id order by newest.asked_at desc, newest.id limit 1), true);
    update public.candidate_consents as said set refused_at = null, tell_at = null
      where said.tell_at > now() and (said.entry_id = any (beside)
        or (asked).purpose = 'keep' and said.purpose = 'keep' and said.candidate_id = (asked).candidate_id);
  end $$;

-- After a no that the recruiter knows of, or a yes that was taken back: has the recruiter told that a candidate who is held
-- wants to be asked after all. Nothing is asked by it, and nothing shown: the recruiter asks anew. Twice is the same.
create function private.reconsider_entry(entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
  begin
    select * into held from public.shortlist_entries where id = entry for update;
    select * into person from public.candidates where id = held.candidate_id;
    select * into filed from public.job_requirements where id = held.requirement_id;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif held.state <> 'withdrawn' then
      return;
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where said.entry_id in (select private.entries_beside(entry)) and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    if found then
      perform private.unask_entry(held.id);
      perform private.record_candidates(filed.id, 'candidates_reconsidered', array[held.id], true);
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

-- A requirement that an operator gives to another company: to be shown to that one nobody has agreed.
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
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
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
