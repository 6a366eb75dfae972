-- Applications: what somebody has sent for an advert, until the mailbox that they name has answered. Until then they are no
-- candidate, and no colleague sees them (docs/decisions/hire.md).

-- By which a mailbox of candidates and applicants is known: besides what stands behind a plus sign, Google's do not know dots.
create function private.applicant_mailbox(address text) returns text
  language sql immutable set search_path = '' as $$
    select case when mailbox ~ '@(gmail|googlemail)\.com$' then replace(split_part(mailbox, '@', 1), '.', '') || '@gmail.com' else mailbox end
      from private.mailbox_of(address) as mailbox
  $$;
grant execute on function private.applicant_mailbox to service_role;

create table private.applications (
  id uuid primary key default gen_random_uuid(),
  requirement_id uuid not null references public.adverts (requirement_id) on delete cascade,
  -- Made with the page: a form that comes twice is one.
  form_id uuid not null unique,
  -- As they typed it, and where it can be confirmed; null once it has become a candidate's.
  entries jsonb check (jsonb_typeof(entries) = 'object'),
  email text check (private.is_email(email) and email = private.normal_address(email)),
  -- Of the page on which it was sent.
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  -- They agree to be kept beyond this job.
  keep boolean not null default false,
  -- What stands for the name on a blind card, of the entry that it becomes.
  code_word text not null check (private.is_text(code_word, 50)),
  -- Of the card that may be shown to the company that the advert names, as they saw it; null for no such yes.
  card_digest text check (card_digest ~ '^[0-9a-f]{64}$'),
  is_suspect boolean not null default false,
  is_flood boolean not null default false,
  created_at timestamptz not null default now(),
  reminded_at timestamptz,
  -- When the press in the mail has made it somebody's.
  confirmed_at timestamptz,
  entry_id uuid references public.shortlist_entries (id) on delete cascade,
  -- Of somebody known, whose record says otherwise, what they have typed here: it stands beside the record.
  differs jsonb check (jsonb_typeof(differs) = 'object'),
  -- Which form of its network within the hour had it mailed, and when its newest mail goes: many wait in turn.
  network_place integer check (network_place between 1 and 4),
  mailed_at timestamptz,
  -- When its sender last asked for the mail, by the form or on page two, whether or not the mailbox may have one.
  asked_at timestamptz,
  -- When it was over without a press: its mailbox has said that it is not theirs, or its sender has applied with another address.
  ended_at timestamptz,
  -- Until when whoever sent it has page two (private.page_two_until).
  page_until timestamptz not null default now() + interval '1 hour',
  constraint unconfirmed_has_entries check (confirmed_at is not null or num_nonnulls(entries, email) = 2)
);

create index applications_requirement on private.applications (requirement_id, created_at);
create index applications_email on private.applications (email) where email is not null;
create index applications_mailbox on private.applications (private.applicant_mailbox(email)) where email is not null;
create index applications_mailed on private.applications (network_place, mailed_at) where mailed_at is not null;
create index candidates_applicant_mailbox on public.candidates (private.applicant_mailbox(email));
create index applications_entry on private.applications (entry_id) where entry_id is not null;
create index applications_unconfirmed on private.applications (created_at) where confirmed_at is null;
create index applications_ended on private.applications (created_at) where ended_at is not null;

-- That a mailbox was asked, where its application is deleted within the day: a digest of it, so that nobody is asked oftener by that.
create table private.forgotten_confirmations (
  mail_id uuid primary key,
  subject text not null,
  mailed_at timestamptz not null
);

create index forgotten_confirmations_subject on private.forgotten_confirmations (subject, mailed_at);
create index forgotten_confirmations_mailed on private.forgotten_confirmations (mailed_at);
