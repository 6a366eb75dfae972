-- Mails to candidates, in the name of their recruiter, and the one that reminds a company that candidates wait
-- (docs/decisions/mail.md, candidates.md).

create index mail_outbox_candidate_links on public.mail_outbox (created_at) where template = 'candidate_link';

-- What a link to one's own page was asked for by an address that nobody has is no longer known once it was looked up.
create function private.forget_unknown_address() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.mail_outbox where id = new.id;
    return null;
  end $$;

create trigger forget_unknown_address after update of skipped_at on public.mail_outbox
  for each row when (new.skipped_at is not null and new.template = 'candidate_link')
  execute function private.forget_unknown_address();

-- Of a mail that is the last one to an address nothing is kept once it has gone, or will not go.
create function private.forget_last_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.mail_outbox where id = new.id;
    return null;
  end $$;

create trigger forget_last_mail after update of sent_at, dead_at, skipped_at on public.mail_outbox
  for each row when (new.template in ('candidate_erased', 'candidate_disowned')
                     and num_nonnulls(new.sent_at, new.dead_at, new.skipped_at) > 0)
  execute function private.forget_last_mail();

-- The candidate whom an address leads to: who has proved it, or else the newest; nobody, when it was said not to be theirs.
create function private.candidate_at(address text) returns public.candidates
  language sql stable security definer set search_path = '' as $$
    select person.* from public.candidates as person
      where person.email = private.normal_address(address)
        and not private.is_disowned(address)
      order by person.email_confirmed_at nulls last, person.created_at desc, person.id limit 1
  $$;

-- The questions, entries, codes and applications of a candidate, as the ids of mails about them are written.
create function private.mail_subjects(candidate uuid) returns text[]
  language sql stable security definer set search_path = '' as $$
    select array(
      select id::text from public.candidate_consents where candidate_id = candidate
      union all select id::text from public.shortlist_entries where candidate_id = candidate
      union all select id::text from private.candidate_codes where candidate_id = candidate
      union all select sent.id::text from private.applications as sent
        join public.shortlist_entries as entry on entry.id = sent.entry_id where entry.candidate_id = candidate)
  $$;

-- Is a mail one to a candidate or an applicant, or about one?
create function private.is_candidate_mail(template text) returns boolean
  language sql immutable set search_path = ''
  as $$ select template like 'candidate\_%' or template like 'application\_%' $$;

-- What of a candidate a mail names.
create function private.subjects_of_mail(ids jsonb) returns text[]
  language sql immutable set search_path = ''
  as $$ select array[ids ->> 'consent', ids ->> 'entry', ids ->> 'code', ids ->> 'application'] $$;

-- What somebody is called by: the first name, or all of the name where that is an initial alone ("K. Ramesh").
create function private.first_name_of(person public.candidates) returns text
  language sql immutable set search_path = '' as $$
    select case when length(rtrim(given.name, '.')) <= 1 or given.name ~ '^(?:[^.]\.)+[^.]?$' then (person).full_name else given.name end
      from (select split_part((person).full_name, ' ', 1) as name) as given
  $$;

-- What a question says; null when it is over, or the address is another one by now.
create function private.candidate_ask_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', consent.purpose, 'first_name', private.first_name_of(person), 'basis', consent.basis,
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.company_name(requirement.client_id),
        'about', private.job_facts(requirement), 'applied', private.applied_for(entry), 'is_by_mail', nullif(entry.is_by_mail, false), 'recruiter', asker.facts, 'reply_to', asker.facts ->> 'email',
        'is_reminder', case when (mail).ids ? 'reminder' then true end,
        'asker_words', consent.asker_words, 'token', private.candidate_token(consent.id, person.link_issue)))
      from public.candidate_consents as consent
      join public.candidates as person on person.id = consent.candidate_id and person.email = private.normal_address((mail).address)
      left join public.shortlist_entries as entry on entry.id = consent.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      cross join lateral (select private.recruiter_of_question(consent) as facts) as asker
      where consent.id = ((mail).ids ->> 'consent')::uuid and private.question_state(consent) = 'open'
        and not private.is_disowned((mail).address)
  $$;

create function private.candidate_code_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('first_name', private.first_name_of(person), 'code', private.code_of(sent),
                              'expires_at', sent.expires_at)
      from private.candidate_codes as sent
      join public.candidates as person
        on person.id = sent.candidate_id and person.email = private.normal_address((mail).address)
      where sent.id = ((mail).ids ->> 'code')::uuid and sent.used_at is null and sent.expires_at > now()
  $$;

create function private.candidate_link_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('first_name', private.first_name_of(person),
                              'token', private.candidate_token((person).id, (person).link_issue))
      from (select private.candidate_at((mail).address) as person) as known where (person).id is not null
  $$;

-- That nothing is left of whoever had this address.
create function private.candidate_erased_mail(mail public.mail_outbox) returns jsonb
  language sql immutable set search_path = '' as $$ select jsonb_build_object('erased_at', (mail).created_at) $$;

-- That nobody is written to at this address any more, and how that is undone; null when it was.
create function private.candidate_disowned_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('token', private.undo_token(known.id)) from private.disowned_mailboxes as known
      where known.id = ((mail).ids ->> 'mailbox')::uuid
  $$;

-- That another address was put into somebody's record instead of this one, where they were asked.
create function private.candidate_moved_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('first_name', private.first_name_of(person))
      from public.candidate_consents as consent
      join public.candidates as person on person.id = consent.candidate_id
      where consent.id = ((mail).ids ->> 'consent')::uuid and consent.mailbox_digest = private.subject_of((mail).address)
        and not private.is_disowned((mail).address)
  $$;

-- That somebody was shown, that words for them were released, that the company wants to meet them, that a job is over for which
-- they had been taken on, or that they are taken back from it, without a word of whose it was, or that a yes was given in their name by a link that went to a telephone, before we had this address; null when that holds no more.
create function private.candidate_news_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words'
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over'
                     when (mail).ids ? 'taken_back' then 'taken_back' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        -- Of a job that is over for them they know what the advert said.
        'job_title', coalesce(case when (mail).ids ?| array['over', 'taken_back'] then (
          select advert.title from public.adverts as advert where advert.requirement_id = requirement.id) end, requirement.job_title),
        'company', case when not (mail).ids ?| array['over', 'taken_back'] then private.company_name(requirement.client_id) end,
        'recruiter', contact - 'email', 'reply_to', contact -> 'email',
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as requirement on requirement.id = shown.requirement_id
      cross join private.recruiter_contact(requirement.recruiter_id) as contact
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
                 when (mail).ids ? 'consent' then exists (select from public.candidate_consents as consent
                   where consent.id = ((mail).ids ->> 'consent')::uuid and private.is_in_force(consent))
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 when (mail).ids ? 'taken_back' then shown.state = 'closed' and not private.has_open_answer(shown.id, true)
                 when (mail).ids ? 'over' then not private.has_open_answer(shown.id, true)
                   and case when shown.state = 'closed' then shown.turned_down_reason is not null
                            else shown.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()) end
                 else shown.state = any (private.shown_states()) end
  $$;

-- How many candidates wait for somebody's company, and since when; null for none, and for whoever has left.
create function private.candidates_waiting_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement.id, 'title', requirement.job_title, 'waiting', (counts.all_of_them ->> 'waiting')::integer,
        'waiting_since', counts.all_of_them ->> 'waiting_since', 'asked_by', counts.all_of_them ->> 'answer_by',
        'reply_to', private.recruiter_contact(requirement.recruiter_id) -> 'email'))
        || private.outlook_of(requirement) - array['answer_by', 'deadline']
      from public.job_requirements as requirement
      join public.client_members as member
        on member.client_id = requirement.client_id and member.user_id = (mail).user_id and member.access in ('owner', 'member')
      cross join lateral (select private.candidate_counts(requirement.id) as all_of_them) as counts
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and (counts.all_of_them ->> 'waiting')::integer > 0
        and requirement.status = any (private.open_statuses())
  $$;

-- Reminds companies of candidates that have waited beyond the time: once, until others are shown. Whoever reads only, and
-- whoever wants no news of requirements, is not reminded.
create function private.queue_candidate_reminders() returns void
  language sql security definer set search_path = '' as $$
    with late as materialized (
      select list.requirement_id from public.shortlists as list
        where list.reminded_at is null
          and list.requirement_id in (
            select entry.requirement_id from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.state = 'shown' and entry.answered_at is null and entry.shown_at < now() - interval '2 days'
                and private.answer_by(entry.shown_at) < now() and requirement.status = any (private.open_statuses()))
        order by list.requirement_id for update skip locked
    ), reminded as (
      update public.shortlists as list set reminded_at = now() from late
        where list.requirement_id = late.requirement_id returning list.requirement_id
    )
    select private.enqueue_mail('candidates_waiting',
                                'waiting.' || reminded.requirement_id || '.' || member.user_id || '.' || to_char(now(), 'YYYYMMDDHH24'),
                                jsonb_build_object('requirement', reminded.requirement_id), member.user_id)
      from reminded
      join public.job_requirements as requirement on requirement.id = reminded.requirement_id
      join public.client_members as member on member.client_id = requirement.client_id and member.access in ('owner', 'member')
      where private.frequency_of(member.user_id, 'requirements') <> 'never'
  $$;
