-- What candidates are asked and what they say: may we keep you, may we show this card to this company. Nobody is shown without
-- a yes in force, and silence is no (docs/decisions/candidates.md).

-- One question and its answer. What was said stays; another question is another row.
create table public.candidate_consents (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  purpose text not null check (purpose in ('keep', 'show', 'apply')),
  entry_id uuid references public.shortlist_entries (id) on delete cascade,
  -- Of the words that they were shown.
  notice_version integer not null check (notice_version > 0),
  language text not null check (language ~ '^[a-z]{2}$'),
  -- What the law of their place rests it on.
  basis text not null check (basis in ('consent', 'legitimate_interest')),
  how text not null default 'link' check (how in ('link', 'own_page', 'phone_link')),
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
  -- When what was asked was last mailed once more, and how often.
  reminded_at timestamptz,
  reminders smallint not null default 0 check (reminders between 0 and 2),
  -- Of the number that was asked, and has answered, where the link went to a telephone (private.number_digest): the yes holds
  -- while the number is the candidate's. Who of the team has rung it before, and spoken with whoever has it.
  number_digest text check (number_digest ~ '^[0-9a-f]{64}$'),
  rung_by uuid references auth.users (id) on delete set null,
  rung_at timestamptz,
  -- What the recruiter wrote beside the question, in their own words; no part of the card.
  asker_words text check (private.is_text(asker_words, 300)),
  -- Since when they want to be rung before they answer.
  call_wanted_at timestamptz,
  -- Which way to the company a yes names: its pages here, or mail and paper as well. Null for what was said before this was kept.
  way text check (way in ('portal', 'mail')),
  -- The entry that began by their application. It is no question about a card: its card_digest, if any, is of the card that they
  -- agreed to have shown if they are taken on.
  applied_entry_id uuid references public.shortlist_entries (id) on delete cascade,
  -- Whom a question was about, where its requirement is another company's since.
  former_company text check (private.is_text(former_company, 200)),
  constraint about_an_entry check ((purpose = 'show') = (entry_id is not null)),
  constraint yes_is_to_a_card check (given_at is null or purpose <> 'show' or card_digest is not null),
  constraint about_an_application check ((purpose = 'apply') = (applied_entry_id is not null)),
  constraint phone_was_rung check ((how = 'phone_link') = (number_digest is not null and rung_at is not null))
);

create index candidate_consents_candidate on public.candidate_consents (candidate_id, asked_at desc);
create index candidate_consents_entry on public.candidate_consents (entry_id, asked_at desc);
create index candidate_consents_applied on public.candidate_consents (applied_entry_id) where applied_entry_id is not null;
create index candidate_consents_asked_by on public.candidate_consents (asked_by, asked_at);
-- The latest that were refused.
create index candidate_consents_refused on public.candidate_consents (greatest(refused_at, withdrawn_at), entry_id)
  where entry_id is not null and greatest(refused_at, withdrawn_at) is not null;
create index candidate_consents_number on public.candidate_consents (number_digest, asked_at) where number_digest is not null;
create index candidate_consents_rung_by on public.candidate_consents (rung_by) where rung_by is not null;
create index candidate_consents_to_tell on public.candidate_consents (tell_at) where tell_at is not null;

alter table public.candidate_consents enable row level security, force row level security;
-- What somebody has said goes with them, and never otherwise.
revoke all on public.candidate_consents from service_role;
grant select on public.candidate_consents to authenticated, service_role;

create policy "who may export reads" on public.candidate_consents for select to authenticated
  using ((select private.may_export()));

-- A yes keeps which way the card goes that it is to, by whichever page it is given.
create function private.keep_consent_way() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.way := (select case when entry.is_by_mail then 'mail' else 'portal' end
                  from public.shortlist_entries as entry where entry.id = new.entry_id);
    return new;
  end $$;

create trigger keep_way before update of given_at on public.candidate_consents
  for each row when (old.given_at is null and new.given_at is not null and new.entry_id is not null)
  execute function private.keep_consent_way();

-- The version of the words that the pages show (app/content); a new wording is a new number.
create function private.notice_version() returns integer
  language sql immutable set search_path = '' as $$ select 2 $$;

-- The language of the pages and mails by which candidates are asked, whatever they speak: what they agree to is its words.
create function private.asking_language() returns text
  language sql immutable set search_path = '' as $$ select 'en' $$;

-- How long a yes lasts until it is used.
create function private.consent_validity() returns interval
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

-- By which a telephone number is noted where it was asked or rung: whoever has the number and this database can tell.
create function private.number_digest(number text) returns text
  language sql stable security definer set search_path = '' as $$ select private.subject_of('tel:+' || number) $$;

-- Is the mailbox, or the number, that a question went to still its candidate's?
create function private.is_still_theirs(consent public.candidate_consents) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.candidates as person
        where person.id = (consent).candidate_id and case (consent).how
          when 'phone_link' then exists (select from unnest(private.world_numbers(person.phone)) as number
                                           where private.number_digest(number) = (consent).number_digest)
          else private.subject_of(person.email) = (consent).mailbox_digest end)
  $$;

-- Is this yes in force, and the mailbox or the number that gave it still the candidate's?
create function private.is_in_force(consent public.candidate_consents) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (consent).given_at is not null and (consent).withdrawn_at is null and (consent).refused_at is null
      and (consent).closed_at is null and coalesce((consent).ends_at > now(), true)
      and private.is_still_theirs(consent)
  $$;

-- Has somebody agreed to the card of this entry, byte for byte, and does that hold?
create function private.has_consent(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as consent
                    where consent.entry_id = (entry).id and private.is_in_force(consent)
                      and consent.card_digest = private.card_digest(entry))
  $$;

-- How many candidates of a requirement have agreed, and are to be shown.
create function private.count_to_show(requirement uuid) returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_to_show.requirement and entry.state = 'agreed' and private.has_consent(entry)
  $$;

-- Has somebody agreed that we keep them?
create function private.has_keep_consent(candidate uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.candidate_consents as consent
                    where consent.candidate_id = candidate and consent.purpose = 'keep' and private.is_in_force(consent))
  $$;

-- Until when somebody's yes to an entry's card holds; null for none, and for one that is used.
create function private.agreed_until(entry uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select max(consent.ends_at) from public.candidate_consents as consent
      where consent.entry_id = entry and private.is_in_force(consent)
  $$;

-- By which candidate, company and team see that they read the same card: since when the yes to it is in force, null for none,
-- and the beginning of the digest of its bytes. Of a yes by a link that went to a telephone also when the number was rung, and
-- by whom: that one proves less, and whoever relies on it sees so.
create function private.seal_of(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('mark', left(sealed.digest, 8), 'agreed_at', yes.given_at)
        || case when yes.how = 'phone_link' then jsonb_build_object('rung_at', yes.rung_at, 'rung_by', (
             select colleague.display_name from public.team_members as colleague where colleague.user_id = yes.rung_by))
           else '{}' end
      from (select private.card_digest(entry) as digest) as sealed
      left join lateral (
        select consent.* from public.candidate_consents as consent
          where consent.entry_id = (entry).id and consent.card_digest = sealed.digest and private.is_in_force(consent)
          order by consent.given_at desc, consent.id limit 1) as yes on true
  $$;
