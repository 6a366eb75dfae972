-- Shortlists: which candidates the team has in mind for a requirement, and the card of each: exactly what its company sees of
-- somebody, and what that somebody has agreed to (docs/decisions/candidates.md).

-- How the candidates of a requirement are shown; none for one that nobody has been added to.
create table public.shortlists (
  requirement_id uuid primary key references public.job_requirements (id) on delete cascade,
  -- Cards without name, links and employer, opened by "interview".
  is_blind boolean not null default false,
  -- The work is outside India.
  is_abroad boolean not null default false,
  -- When its company was last reminded that candidates wait for an answer.
  reminded_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.shortlists enable row level security, force row level security;
grant select on public.shortlists to authenticated;

create trigger stamp_update before update on public.shortlists for each row execute function private.stamp_update();
create trigger raise_version before update of is_blind, is_abroad on public.shortlists
  for each row execute function private.raise_version();

create policy "who may export reads" on public.shortlists for select to authenticated
  using ((select private.may_export()));

-- One candidate for one requirement.
create table public.shortlist_entries (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  state text not null default 'draft' check (state in (
    'draft', 'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined', 'withdrawn', 'closed')),
  -- What stands for the name on a blind card.
  code_word text not null check (private.is_text(code_word, 50)),
  -- What the card is made of. From the question on it is frozen, as it was then.
  chosen text[] not null default array['headline', 'city', 'notice_period', 'skills'] check (private.are_names(chosen)),
  pitch text check (private.is_text(pitch, 2000)),
  card jsonb check (jsonb_typeof(card) = 'object'),
  is_blind boolean not null default false,
  shown_at timestamptz,
  -- When its company has last answered.
  answered_at timestamptz,
  -- Since when its company says "interview", which opens the name and how to reach them; null after another answer.
  interview_at timestamptz,
  joined_on date check (joined_on between '1900-01-01' and '2999-12-31'),
  added_by uuid references auth.users (id) on delete set null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the team says that they were offered the work, whatever became of that.
  offered_at timestamptz,
  constraint once_for_each unique (requirement_id, candidate_id),
  constraint code_word_is_ones unique (requirement_id, code_word),
  constraint frozen_when_asked check (card is not null or state not in (
    'asked', 'agreed', 'shown', 'interview', 'offered', 'joined', 'declined')),
  constraint says_when_shown check (shown_at is not null or state not in (
    'shown', 'interview', 'offered', 'joined', 'declined')),
  constraint says_when_joined check ((state = 'joined') = (joined_on is not null))
);

create index shortlist_entries_candidate on public.shortlist_entries (candidate_id, created_at desc);
create index shortlist_entries_added_by on public.shortlist_entries (added_by);
-- Who has agreed, to be shown.
create index shortlist_entries_agreed on public.shortlist_entries (requirement_id) where state = 'agreed';
-- What waits for its company's answer.
create index shortlist_entries_waiting on public.shortlist_entries (shown_at, requirement_id)
  where state = 'shown' and answered_at is null;
create index shortlist_entries_unanswered on public.shortlist_entries (requirement_id)
  where state = 'shown' and answered_at is null;

alter table public.shortlist_entries enable row level security, force row level security;
grant select on public.shortlist_entries to authenticated;

create trigger stamp_update before update on public.shortlist_entries
  for each row execute function private.stamp_update();
create trigger raise_version before update of state, chosen, pitch, card, is_blind, joined_on on public.shortlist_entries
  for each row when (old.state is distinct from new.state or old.chosen is distinct from new.chosen
    or old.pitch is distinct from new.pitch or old.card is distinct from new.card
    or old.is_blind is distinct from new.is_blind or old.joined_on is distinct from new.joined_on)
  execute function private.raise_version();

create policy "who may export reads" on public.shortlist_entries for select to authenticated
  using ((select private.may_export()));

-- # The card

-- What may be chosen for a card, in its order. How to reach somebody is never on one.
create function private.card_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['headline', 'city', 'country', 'notice_period', 'skills', 'summary', 'links', 'expected_pay', 'language',
                 'employer']
  $$;

-- A card: of the fields that were chosen those that are filled in; the name, unless it is blind.
create function private.card_of(person public.candidates, chosen text[], is_blind boolean) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_strip_nulls(coalesce(jsonb_object_agg(part.key, part.value) filter (where part.value <> '[]'), '{}')
        || case when is_blind then '{}' else jsonb_build_object('name', (person).full_name) end)
      from jsonb_each(to_jsonb(person) || jsonb_build_object('expected_pay', case
             when (person).expected_pay_amount is not null then jsonb_build_object(
               'amount', (person).expected_pay_amount, 'currency', (person).expected_pay_currency,
               'unit', (person).expected_pay_unit) end)) as part
      where part.key = any (chosen) and part.key = any (private.card_fields())
        and not (is_blind and part.key in ('links', 'employer'))
  $$;

-- All that a company would see of an entry as it stands: what is frozen, or would be.
create function private.shown_card(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'card', coalesce((entry).card, private.card_of(person, (entry).chosen, list.is_blind)),
        'pitch', (entry).pitch,
        'is_blind', case when (entry).card is null then list.is_blind else (entry).is_blind end,
        'code_word', (entry).code_word)
      from public.candidates as person
      join public.shortlists as list on list.requirement_id = (entry).requirement_id
      where person.id = (entry).candidate_id
  $$;

-- By which a yes names the card that it is to.
create function private.card_digest(entry public.shortlist_entries) returns text
  language sql stable security definer set search_path = '' as $$ select private.digest_of(private.shown_card(entry)::text) $$;

-- Words that are spelled to pass for others, as they are meant: single letters in a row are a word, digits that are words are
-- digits. What else one may think of is not read (docs/decisions/candidates.md).
create function private.unspelled(words text) returns text
  language plpgsql immutable set search_path = '' as $$
  declare
    plain text := regexp_replace(words, '(?<![[:alnum:]])([[:alpha:]])[^[:alnum:],;]{1,3}(?=[[:alpha:]](?![[:alnum:]]))', '\1', 'g');
    digit text;
    value integer := 0;
  begin
    foreach digit in array array['zero|oh|nought', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] loop
      plain := regexp_replace(plain, '\m(' || digit || ')\M', value::text, 'g');
      value := value + 1;
    end loop;
    return regexp_replace(regexp_replace(plain, '\mdouble ([0-9])', '\1\1', 'g'), '([0-9]),(?= ?[0-9])', '\1 ', 'g');
  end $$;

-- Does a card say how somebody is reached or, a blind one, who they are or where they work?
create function private.card_tells(person public.candidates, card jsonb, pitch text, is_blind boolean) returns boolean
  language sql stable set search_path = '' as $$
    select position(private.plain_words((person).email) in typed.words) > 0
      or private.numbers_in(typed.words) && private.numbers_in(private.plain_words((person).phone))
      or private.numbers_in(private.unspelled(typed.words)) && private.numbers_in(private.plain_words((person).phone))
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      -- "asha at seeker dot example", "asha(at)seeker.example"
      or typed.words ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.words ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or regexp_split_to_array(private.unspelled(typed.words), '[^[:alnum:]]+') && array(
             select part from unnest(typed.names) as part where length(part) > 1)
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in private.plain_company_name(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.plain_words((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.plain_words(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $$;

-- A word that is nobody's, and no other's of this requirement. Its number is drawn, and tells neither how many others there are
-- nor that one of them is gone.
create function private.next_code_word(requirement uuid) returns text
  language sql volatile security definer set search_path = '' as $$
    select drawn.word
      from (select bird || ' ' || 100 + floor(random() * 900)::integer as word
              from unnest(array['Heron', 'Kingfisher', 'Swift', 'Falcon', 'Robin', 'Lark', 'Osprey', 'Crane', 'Egret', 'Sparrow',
                                'Ibis', 'Drongo', 'Bulbul', 'Hoopoe', 'Starling', 'Finch']) as bird
              cross join generate_series(1, 20)) as drawn
      where not exists (select from public.shortlist_entries as entry
                         where entry.requirement_id = next_code_word.requirement and entry.code_word = drawn.word)
      order by random() limit 1
  $$;

-- How many candidates of a requirement are marked as joined, and the day on which they begin, where it is one.
create function private.who_joined(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('persons', count(*),
                              'joining', case when min(entry.joined_on) = max(entry.joined_on) then min(entry.joined_on) end)
      from public.shortlist_entries as entry where entry.requirement_id = who_joined.requirement and entry.state = 'joined'
  $$;

-- # Who holds what

-- A requirement with its shortlist until the transaction ends, for somebody of the team.
create function private.hold_shortlist(requirement uuid) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare held public.job_requirements;
  begin
    perform private.lock_team();
    select * into held from public.job_requirements where id = requirement for no key update;
    if held.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $$;

-- Refuses what nobody does for a requirement that is closed.
create function private.refuse_closed(status public.requirement_status) returns void
  language plpgsql immutable set search_path = '' as $$
  begin
    if status <> all (private.open_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
  end $$;

-- Entries with their requirements and candidates, in the order of everybody (private.lock_candidate).
create function private.hold_entries(entries uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    if coalesce(cardinality(entries), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements
      where id in (select requirement_id from public.shortlist_entries where id = any (entries)) order by id for no key update;
    perform from public.candidates
      where id in (select candidate_id from public.shortlist_entries where id = any (entries)) order by id for update;
    perform from public.shortlist_entries where id = any (entries) order by id for update;
  end $$;

-- An entry that is held, as the caller has seen it.
create function private.held_entry(entry uuid, seen integer) returns public.shortlist_entries
  language plpgsql stable security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries where id = entry;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text, hint = entry::text;
    end if;
    return held;
  end $$;

-- # Adding, and making the card

-- The entries of somebody for one job: this one, and those of their other records.
create function private.entries_beside(entry uuid) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select twin.id from public.shortlist_entries as own
      join public.shortlist_entries as twin on twin.requirement_id = own.requirement_id
        and twin.candidate_id in (select private.records_of(own.candidate_id))
      where own.id = entry order by twin.id
  $$;

-- Refuses what would have a company meet somebody twice: another record of theirs is so far for this job already.
create function private.refuse_twin(entry uuid, states text[]) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if exists (select from public.shortlist_entries as twin
                where twin.id in (select private.entries_beside(entry)) and twin.id <> entry and twin.state = any (states)) then
      raise exception 'twin_on_list' using errcode = 'PT422', hint = entry::text;
    end if;
  end $$;

-- Has somebody said no about this job within thirty days?
create function private.refused_lately(entry uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as asked
                    where asked.entry_id in (select private.entries_beside(entry))
                      and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days')
  $$;

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
create function private.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    filed public.job_requirements := private.hold_shortlist(requirement);
    held public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (filed.id) on conflict do nothing;
    select * into held from public.shortlists where requirement_id = filed.id for update;
    if held.is_blind = set_shortlist.is_blind and held.is_abroad = set_shortlist.is_abroad then
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
      set is_blind = coalesce(set_shortlist.is_blind, held.is_blind), is_abroad = coalesce(set_shortlist.is_abroad, held.is_abroad)
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

-- # Counts

-- The states in which a company sees a card.
create function private.shown_states() returns text[]
  language sql immutable set search_path = '' as $$ select array['shown', 'interview', 'offered', 'joined', 'declined'] $$;

-- The states of who was asked, and has not said no.
create function private.asked_states() returns text[]
  language sql immutable set search_path = '' as $$ select array['asked', 'agreed'] || private.shown_states() $$;

-- A moment so many working days later, Monday to Friday where the agency is.
create function private.working_days_after(moment timestamptz, days integer) returns timestamptz
  language sql stable strict set search_path = '' as $$
    select (at + make_interval(days => days + 2 * ((least(weekday, 5) - 1 + days) / 5) - greatest(weekday - 5, 0)))
             at time zone 'Asia/Kolkata'
      from (select moment at time zone 'Asia/Kolkata' as at) as there
      cross join lateral (select extract(isodow from at)::integer as weekday) as day
  $$;

-- By when a company answers about somebody who was shown to it.
create function private.answer_by(shown_at timestamptz) returns timestamptz
  language sql stable strict set search_path = '' as $$ select private.working_days_after(shown_at, 2) $$;

-- Does an entry wait for its company's answer? Of a requirement that is closed none does.
create function private.waits_for_company(entry public.shortlist_entries, status public.requirement_status) returns boolean
  language sql immutable set search_path = ''
  as $$ select (entry).state = 'shown' and (entry).answered_at is null and status = any (private.open_statuses()) $$;

-- How far somebody has come: asked, agreed, shown, interview, offered, joined; 0 for who was not asked, has said no, or was taken
-- back. A yes that has ended is none.
create function private.steps_of(entry public.shortlist_entries) returns integer
  language sql stable security definer set search_path = '' as $$
    select case when (entry).state = 'joined' then 6
                when (entry).state = 'offered' or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and (entry).interview_at is not null then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_yes(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $$;

-- How many candidates of each of these requirements got at least how far, and since when the first of them waits for its company:
-- one count for every page, list and mail. Asked are also those who said no, and agreed is whoever ever did: a company must not
-- read a no off a number that falls. `shown` is all that the company sees.
create function private.count_candidates(requirements uuid[]) returns table (requirement_id uuid, counts jsonb)
  language sql stable security definer rows 26 set search_path = '' set plan_cache_mode = force_generic_plan as $$
    select wanted.id, jsonb_build_object(
        'asked', count(*) filter (where entry.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id offset 0)),
        'agreed', count(*) filter (where entry.got >= 2 or exists (
          select from public.candidate_consents as question
            where question.entry_id = entry.id and question.given_at is not null offset 0)),
        'shown', count(*) filter (where entry.got >= 3),
        'interview', count(*) filter (where entry.got >= 4),
        'offered', count(*) filter (where entry.got >= 5),
        'joined', count(*) filter (where entry.got >= 6),
        'waiting', count(*) filter (where entry.waits),
        'waiting_since', min(entry.shown_at) filter (where entry.waits),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.waits)))
      from unnest(requirements) as wanted (id)
      left join lateral (
        select kept.id, kept.shown_at, private.steps_of(kept) as got, private.waits_for_company(kept, filed.status) as waits
          from public.shortlist_entries as kept
          join public.job_requirements as filed on filed.id = kept.requirement_id
          where kept.requirement_id = wanted.id) as entry on true
      group by wanted.id
  $$;

-- Of one requirement.
create function private.candidate_counts(requirement uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select counts from private.count_candidates(array[requirement]) $$;

-- Of those that the caller may see.
create function private.counts_for_reader(requirements uuid[]) returns table (requirement_id uuid, counts jsonb)
  language sql stable security definer rows 26 set search_path = '' as $$
    select counted.requirement_id, counted.counts from private.count_candidates(requirements) as counted
      join public.job_requirements as filed on filed.id = counted.requirement_id
      where filed.client_id = (select private.current_client_id()) or (select private.is_team_member())
  $$;
grant execute on function private.counts_for_reader to authenticated;

-- # Exposed through the Data API

create function public.add_to_shortlist(requirement uuid, candidate uuid) returns uuid
  language sql set search_path = '' as $$ select private.add_to_shortlist(requirement, candidate) $$;
grant execute on function public.add_to_shortlist to authenticated;

create function public.set_shortlist(requirement uuid, seen integer, is_blind boolean, is_abroad boolean) returns integer
  language sql set search_path = '' as $$ select private.set_shortlist(requirement, seen, is_blind, is_abroad) $$;
grant execute on function public.set_shortlist to authenticated;

create function public.set_card(entry uuid, seen integer, chosen text[], pitch text default null) returns integer
  language sql set search_path = '' as $$ select private.set_card(entry, seen, chosen, pitch) $$;
grant execute on function public.set_card to authenticated;
