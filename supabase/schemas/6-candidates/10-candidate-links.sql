-- A candidate's own page: without an account, by the link of a mail and a code to the same address
-- (docs/decisions/candidates.md). Everything here is called by anybody: what they hold is what tells who they are.

-- A code that was mailed: of six digits, made of the row's id, and kept nowhere but in the mail.
create table private.candidate_codes (
  id uuid primary key default gen_random_uuid(),
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  used_at timestamptz
);

create index candidate_codes_candidate on private.candidate_codes (candidate_id, created_at desc);

-- Half an hour on the own page.
create table private.candidate_sessions (
  digest text primary key,
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes'
);

create index candidate_sessions_candidate on private.candidate_sessions (candidate_id);

-- # Links

-- What only this database can make of some words: a digest keyed twice, as others' tokens are.
create function private.keyed_digest(words text) returns text
  language sql stable security definer set search_path = '' as $$
    select private.digest_of(unsubscribe_key || private.digest_of(unsubscribe_key || words)) from private.settings
  $$;

-- The link of a question, or of the own page: what it is of, and a digest of that and of the issue that it belongs to. Nothing
-- of it is kept.
create function private.candidate_token(subject uuid, issue integer) returns text
  language sql stable security definer set search_path = '' as $$
    select replace(subject::text, '-', '') || left(private.keyed_digest('candidate ' || subject || ' ' || issue), 32)
  $$;

-- Whose a link is, and which question's; nothing for one that this database has not made, or that is dead: of one that went to
-- a telephone number also where that is not the candidate's any more.
create function private.link_of(token text, out candidate_id uuid, out consent_id uuid)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    subject uuid;
    issue integer;
    asked public.candidate_consents;
  begin
    if token !~ '^[0-9a-f]{64}$' then
      return;
    end if;
    subject := left(token, 32)::uuid;
    select * into asked from public.candidate_consents as consent where consent.id = subject;
    consent_id := asked.id;
    candidate_id := coalesce(asked.candidate_id, subject);
    select person.link_issue into issue from public.candidates as person where person.id = candidate_id;
    if issue is null or private.digest_of(private.candidate_token(subject, issue)) <> private.digest_of(token)
      or asked.how = 'phone_link' and not private.is_still_theirs(asked) then
      candidate_id := null;
      consent_id := null;
    end if;
  end $$;

-- Whose a link is, held until the transaction ends. One that went to a telephone is its candidate's alone: whoever gave it to
-- them has it too, and so nobody who is signed in decides anything by it.
create function private.lock_link(token text, out candidate_id uuid, out consent_id uuid)
  language plpgsql security definer set search_path = '' as $$
  begin
    select link.candidate_id, link.consent_id into candidate_id, consent_id from private.link_of(token) as link;
    if candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif private.current_user_id() is not null and exists (
      select from public.candidate_consents as sent where sent.id = lock_link.consent_id and sent.how = 'phone_link') then
      raise exception 'candidate_alone' using errcode = 'PT403';
    end if;
    perform private.lock_records(candidate_id);
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
  end $$;

-- How a question stands: it is open, or how it ended. One whose card is being made anew has changed: another one comes, unless the
-- job is another company's.
create function private.question_state(consent public.candidate_consents) returns text
  language sql stable security definer set search_path = '' as $$
    select case when (consent).withdrawn_at is not null then 'withdrawn' when (consent).refused_at is not null then 'refused'
                when (consent).closed_at is not null then case
                  when (consent).former_company is null and exists (select from public.shortlist_entries as entry
                                where entry.id = (consent).entry_id and entry.state = 'draft') then 'changed' else 'closed' end
                when (consent).given_at is not null then case when (consent).ends_at <= now() then 'ended' else 'given' end
                when (consent).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as requirement on requirement.id = entry.requirement_id
                    where entry.id = (consent).entry_id and requirement.status = any (private.open_statuses())) then 'closed'
                else 'open' end
  $$;

-- What a job pays, as its candidates may read it: what its advert tells, which they may have read; else what its company has filed,
-- where that agrees. In a year, or of work by the hour or the day as it is told; `told_for` is what the advert says it is for, and
-- a month where its company has filed whole twelve times some amount, as whoever types pay by the month does.
create function private.told_pay(requirement public.job_requirements) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (select jsonb_build_object('from', advert.min_pay * every.times, 'to', advert.max_pay * every.times, 'currency', advert.pay_currency,
                'told_for', advert.pay_unit) || case when advert.pay_unit in ('hour', 'day') then jsonb_build_object('unit', advert.pay_unit) else '{}' end
         from public.adverts as advert
         cross join lateral (select case when advert.pay_unit = 'month' then 12 else 1 end as times) as every
         where advert.requirement_id = (requirement).id and advert.opened_at is not null and advert.tells_pay
           -- What is written into one that is over was never public.
           and (advert.closed_at is null or advert.updated_at <= advert.closed_at)),
      (select jsonb_build_object('from', (requirement).min_salary, 'to', (requirement).max_salary, 'currency', (requirement).currency)
                || case when coalesce((requirement).min_salary % 12 = 0, true) and coalesce((requirement).max_salary % 12 = 0, true)
                     then '{"told_for": "month"}'::jsonb else '{}' end
         from public.shortlists as list
         where list.requirement_id = (requirement).id and list.tells_pay
           and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
  $$;

-- By what somebody knows a job that they have applied for: what its advert is called, since when, and whether it could not name
-- its company. Null for whoever the team added.
create function private.applied_for(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('title', advert.title, 'at', (entry).applied_at,
                              -- What was opened anew since, may be another company's.
                              'was_confidential', (entry).told_company is null and advert.opened_at <= (entry).applied_at)
      from public.adverts as advert where advert.requirement_id = (entry).requirement_id and (entry).applied_at is not null
  $$;

-- What a candidate may know of a job before they decide, besides its title and place: what it is and asks for, by the
-- requirement's short fields, and what it pays where that may be told. What that wrote for us is not theirs to read.
create function private.job_facts(requirement public.job_requirements) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
        'work', concat_ws(', ', replace((requirement).job_type::text, '_', ' '),
          case when (requirement).remote_allowed then 'also from home' end,
          case when (requirement).min_experience = (requirement).max_experience then (requirement).min_experience || ' years of experience'
               when (requirement).max_experience is null then (requirement).min_experience || ' years of experience or more'
               when coalesce((requirement).min_experience, 0) = 0 then 'up to ' || (requirement).max_experience || ' years of experience'
               else (requirement).min_experience || ' to ' || (requirement).max_experience || ' years of experience' end,
          case when (requirement).expected_start_date > private.today()
               then 'from ' || to_char((requirement).expected_start_date, 'FMDD Mon YYYY') end),
        'skills', to_jsonb((requirement).required_skills[1:5]),
        'pay', private.told_pay(requirement))
      where (requirement).id is not null
  $$;

-- The recruiter of a question: who is in charge of the job, or else who has asked.
create function private.recruiter_of_question(consent public.candidate_consents) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(private.recruiter_contact(coalesce(
      (select requirement.recruiter_id from public.shortlist_entries as entry
         join public.job_requirements as requirement on requirement.id = entry.requirement_id
         join public.team_members as known on known.user_id = requirement.recruiter_id where entry.id = (consent).entry_id),
      (consent).asked_by)))
  $$;

-- What was asked last about an entry; null for nothing.
create function private.last_question(entry uuid) returns public.candidate_consents
  language sql stable security definer set search_path = '' as $$
    select question from public.candidate_consents as question where question.entry_id = last_question.entry
      order by question.asked_at desc, question.id limit 1
  $$;

-- The question that takes the place of one about showing: the newest about the same entry.
create function private.newest_question(consent public.candidate_consents) returns public.candidate_consents
  language sql stable security definer set search_path = '' as $$
    select case when (consent).entry_id is null then consent else private.last_question((consent).entry_id) end
  $$;

-- Whom a question is about, as its candidate was asked it.
create function private.asked_company(consent public.candidate_consents, requirement public.job_requirements) returns text
  language sql stable security definer set search_path = '' as $$
    select coalesce((consent).former_company, private.company_name((requirement).client_id))
  $$;

-- Was a question asked at a telephone number, and is a link that the same colleague gave there about it still: does the link
-- alone answer it? A colleague's question is answered by their own link.
create function private.is_answered_by_phone(consent public.candidate_consents, sent public.candidate_consents) returns boolean
  language sql immutable set search_path = '' as $$
    select (consent).how = 'phone_link' and (sent).how = 'phone_link' and (consent).number_digest = (sent).number_digest
      and ((consent).id = (sent).id or (consent).asked_by = (sent).asked_by)
  $$;
