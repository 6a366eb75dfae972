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
  updated_at timestamptz not null default now(),
  -- The company agrees that candidates who are asked are told what the job pays.
  tells_pay boolean not null default false,
  -- The place of the requirement of which the team has said that it is in India, whatever it seems to name.
  india_place text,
  -- Nobody of the company has an account: its cards go by mail or on paper, and candidates are asked for just that.
  is_by_mail boolean not null default false
);

alter table public.shortlists enable row level security, force row level security;
grant select on public.shortlists to authenticated;

create trigger stamp_update before update on public.shortlists for each row execute function private.stamp_update();
create trigger raise_version before update of is_blind, is_abroad, tells_pay, india_place, is_by_mail on public.shortlists
  for each row execute function private.raise_version();

create policy "who may export reads" on public.shortlists for select to authenticated
  using ((select private.may_export()));

-- One candidate for one requirement.
create table public.shortlist_entries (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.job_requirements (id) on delete cascade,
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  state text not null default 'draft' check (state in (
    'applied', 'draft', 'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'declined', 'withdrawn', 'closed')),
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
  -- From when on "interview" opens the name and how to reach them: the end of the answer's undo; null after another answer.
  interview_at timestamptz,
  joined_on date check (joined_on between '1900-01-01' and '2999-12-31'),
  added_by uuid references auth.users (id) on delete set null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the team says that they were offered the work, whatever became of that.
  offered_at timestamptz,
  -- On which day somebody begins who has accepted the work: that they have joined is another mark.
  begins_on date check (begins_on between '1900-01-01' and '2999-12-31'),
  -- What the team does next about them for this job, and whose day it is in (private.note_talk).
  next_on date,
  next_words text check (private.is_text(next_words, 200)),
  next_by uuid references auth.users (id) on delete set null,
  -- When the team has last dealt with what its company had answered: by a mark, a talk, words passed on, or by saying so.
  dealt_at timestamptz,
  -- When the team has said that they accepted the work, whatever became of that; null for who had before this was kept.
  accepted_at timestamptz,
  -- By mail or on paper, as its candidate was asked.
  is_by_mail boolean not null default false,
  -- Since when they have applied by themselves, by the site, and what they have said for this job; null for whoever the team added.
  applied_at timestamptz,
  said text check (private.is_text(said, 2000)),
  -- When the team, or the rule that nobody is left without an answer, has turned them down, and in which words; null of words
  -- for the standard ones.
  turned_down_at timestamptz,
  turned_down_words text check (private.is_text(turned_down_words, 4000)),
  -- Why, where the job was over and nobody has decided about them: its company has taken it down, it is filled, or closed otherwise.
  turned_down_reason text check (turned_down_reason in ('taken_down', 'filled', 'closed')),
  -- The company that the advert named when they applied, or had their answer: what they were told stays on their own page.
  told_company text check (private.is_text(told_company, 200)),
  constraint once_for_each unique (requirement_id, candidate_id),
  constraint code_word_is_ones unique (requirement_id, code_word),
  constraint frozen_when_asked check (card is not null or state not in (
    'asked', 'agreed', 'shown', 'interview', 'offered', 'accepted', 'joined', 'declined')),
  constraint says_when_shown check (shown_at is not null or state not in (
    'shown', 'interview', 'offered', 'accepted', 'joined', 'declined')),
  constraint says_when_joined check ((state = 'joined') = (joined_on is not null)),
  constraint says_when_begins check ((state = 'accepted') = (begins_on is not null)),
  constraint next_step_has_day check (next_on is not null or num_nonnulls(next_words, next_by) = 0),
  constraint applied_by_themselves check (applied_at is not null or state <> 'applied' and num_nonnulls(said, turned_down_at) = 0),
  constraint turned_down_is_closed check (turned_down_at is null or state in ('closed', 'withdrawn'))
);

create index shortlist_entries_in_process on public.shortlist_entries (candidate_id, requirement_id, state, joined_on)
  where state not in ('applied', 'draft', 'declined', 'withdrawn', 'closed');
create index shortlist_entries_candidate on public.shortlist_entries (candidate_id, created_at desc);
create index shortlist_entries_added_by on public.shortlist_entries (added_by);
-- Who has agreed, to be shown.
create index shortlist_entries_agreed on public.shortlist_entries (requirement_id) where state = 'agreed';
-- What waits for its company's answer.
create index shortlist_entries_waiting on public.shortlist_entries (shown_at, requirement_id)
  where state = 'shown' and answered_at is null;
create index shortlist_entries_unanswered on public.shortlist_entries (requirement_id)
  where state = 'shown' and answered_at is null;
-- Whom a company has answered about, for the team to deal with; what was marked before that was kept was dealt with.
create index shortlist_entries_answered on public.shortlist_entries (requirement_id, answered_at)
  where answered_at is not null and state not in ('withdrawn', 'closed')
    and (dealt_at < answered_at or dealt_at is null and state in ('shown', 'interview'));
-- Who was asked, and has said nothing.
create index shortlist_entries_asked on public.shortlist_entries (requirement_id) where state = 'asked';
-- Who has applied, and has no answer yet.
create index shortlist_entries_applied on public.shortlist_entries (requirement_id, applied_at) where state = 'applied';
-- What comes next, by whose day it is in, and who begins.
create index shortlist_entries_next on public.shortlist_entries (next_by, next_on) where next_on is not null;
create index shortlist_entries_begins on public.shortlist_entries (begins_on) where begins_on is not null;

-- A talk about a job that a candidate is taken back from is about the candidate.
alter table public.candidate_notes add constraint candidate_notes_entry_id_fkey
  foreign key (entry_id) references public.shortlist_entries (id) on delete set null;

alter table public.shortlist_entries enable row level security, force row level security;
grant select on public.shortlist_entries to authenticated;

-- What ends somebody's way for a job settles the next step with them there; another one can be set after it.
create function private.settle_next_step() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    new.next_on := null;
    new.next_words := null;
    new.next_by := null;
    return new;
  end $$;

create trigger settle_next_step before update of state on public.shortlist_entries
  for each row when (old.state <> new.state and new.state in ('joined', 'declined', 'withdrawn', 'closed') and old.next_on is not null)
  execute function private.settle_next_step();

create trigger stamp_update before update on public.shortlist_entries
  for each row execute function private.stamp_update();
create trigger raise_version before update of state, chosen, pitch, card, is_blind, joined_on, begins_on, answered_at
  on public.shortlist_entries
  for each row when (old.state is distinct from new.state or old.chosen is distinct from new.chosen
    or old.pitch is distinct from new.pitch or old.card is distinct from new.card
    or old.is_blind is distinct from new.is_blind or old.joined_on is distinct from new.joined_on
    or old.begins_on is distinct from new.begins_on or old.answered_at is distinct from new.answered_at)
  execute function private.raise_version();

create trigger forget_entry after delete on public.shortlist_entries for each row execute function private.forget_entry();

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

-- All that a company sees with a card. The way is part of what a yes is to.
create function private.shown_with(card jsonb, pitch text, is_blind boolean, code_word text, is_by_mail boolean) returns jsonb
  language sql immutable set search_path = '' as $$
    select jsonb_build_object('card', card, 'pitch', pitch, 'is_blind', is_blind, 'code_word', code_word)
        || case when is_by_mail then '{"is_by_mail": true}' else '{}' end::jsonb
  $$;

-- All that a company would see of an entry as it stands: what is frozen, or would be.
create function private.shown_card(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select private.shown_with(
        coalesce((entry).card, private.card_of(person, (entry).chosen, list.is_blind)), (entry).pitch,
        case when (entry).card is null then list.is_blind else (entry).is_blind end, (entry).code_word,
        case when (entry).card is null then list.is_by_mail else (entry).is_by_mail end)
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
create function private.card_reveals_identity(person public.candidates, card jsonb, pitch text, is_blind boolean) returns boolean
  language sql stable set search_path = '' as $$
    select position(private.fold_text((person).email) in typed.words) > 0
      -- The last nine digits of a number, whatever stands between them.
      or exists (
        select from unnest(private.phone_numbers_in((person).phone)) as dialled
          cross join lateral unnest(array[typed.words, private.unspelled(typed.words)]) as words
          where position(right(ltrim(dialled, '+0'), 9) in regexp_replace(private.latin_digits(words), '[^0-9]', '', 'g')) > 0)
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
        or position(private.company_key((person).employer) in private.company_key(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.fold_text((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.fold_text(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
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

-- How many candidates of a requirement have accepted or joined, and the day on which they begin, where it is one.
create function private.who_joined(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('persons', count(*),
                              'joining', case when min(begins.day) = max(begins.day) then min(begins.day) end)
      from public.shortlist_entries as entry cross join lateral (select coalesce(entry.begins_on, entry.joined_on) as day) as begins
      where entry.requirement_id = who_joined.requirement and entry.state in ('accepted', 'joined')
  $$;

-- # Who holds what

-- A requirement with its shortlist until the transaction ends, for a colleague.
create function private.lock_shortlist(requirement uuid) returns public.job_requirements
  language plpgsql security definer set search_path = '' as $$
  declare requirement_row public.job_requirements;
  begin
    perform private.lock_team();
    select * into requirement_row from public.job_requirements where id = requirement for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    return requirement_row;
  end $$;

-- Refuses what nobody does for a requirement that is closed.
create function private.refuse_closed(status public.requirement_status) returns void
  language plpgsql immutable set search_path = '' as $$
  begin
    if status <> all (private.open_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
  end $$;

-- Holds entries with their requirements and candidates, in the order of everybody (private.lock_candidate).
create function private.hold_entries(entries uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.job_requirements
      where id in (select requirement_id from public.shortlist_entries where id = any (entries)) order by id for no key update;
    perform from public.candidates
      where id in (select candidate_id from public.shortlist_entries where id = any (entries)) order by id for update;
    perform from public.shortlist_entries where id = any (entries) order by id for update;
  end $$;

-- The same for a colleague, of up to fifty.
create function private.lock_entries(entries uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    if coalesce(cardinality(entries), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.hold_entries(entries);
  end $$;

-- An entry that is held, as the caller has seen it.
create function private.locked_entry(entry uuid, seen integer) returns public.shortlist_entries
  language plpgsql stable security definer set search_path = '' as $$
  declare entry_row public.shortlist_entries;
  begin
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    elsif entry_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = entry_row.version::text, hint = entry::text;
    end if;
    return entry_row;
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

-- Has somebody said no about this job within thirty days, and not come back to it?
create function private.refused_lately(entry uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as consent
                    where coalesce(consent.entry_id, consent.applied_entry_id) in (select private.entries_beside(entry))
                      and greatest(consent.refused_at, consent.withdrawn_at) > now() - interval '30 days'
                      and consent.reconsidered_at is null)
  $$;
