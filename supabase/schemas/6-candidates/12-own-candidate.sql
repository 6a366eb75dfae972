-- What a candidate reads, says and changes on their own page, with a session (docs/decisions/candidates.md).

-- What a candidate has changed in a day (UTC), in a row of its own as companies have (docs/decisions/forms-and-limits.md).
create table private.candidate_counts (
  candidate_id uuid primary key references public.candidates (id) on delete cascade,
  day date not null,
  count integer not null check (count > 0)
);

-- Counts one thing that a candidate is about to do today, of one record: a hundred, beyond which it raises
-- PT429. To take a yes back, or to be erased, is never counted.
create function private.count_for_candidate(candidate uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    used integer;
  begin
    insert into private.candidate_counts as candidate_count (candidate_id, day, count) values (candidate, today, 1)
      on conflict (candidate_id) do update
        set count = case candidate_count.day when excluded.day then candidate_count.count + 1 else 1 end, day = excluded.day
      returning candidate_count.count into used;
    if used > 100 then
      raise exception 'too_many_own_changes' using errcode = 'PT429';
    end if;
  end $$;

-- Whose session this is; PT401 when it is over.
create function private.require_candidate(session_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare candidate uuid := (select session.candidate_id from private.candidate_sessions as session
                              where session.digest = private.digest_of(session_token) and session.expires_at > now());
  begin
    if candidate is null then
      raise exception 'candidate_session_ended' using errcode = 'PT401';
    end if;
    return candidate;
  end $$;

-- The same, held until the transaction ends, and there after the wait. What makes something new is counted.
create function private.lock_own_candidate(session_token text, is_counted boolean) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare candidate public.candidates;
  begin
    perform private.lock_records(private.require_candidate(session_token));
    select * into candidate from public.candidates where id = private.require_candidate(session_token) for update;
    perform private.require_candidate(session_token);
    if is_counted then
      perform private.count_for_candidate(candidate.id);
    end if;
    update public.candidates set last_activity_at = now() where id = candidate.id;
    return candidate;
  end $$;

-- What a candidate may write of themselves.
create function private.own_candidate_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array(select field from unnest(private.candidate_fields()) as field where field not in ('email', 'source', 'is_adult'))
  $$;

-- When a company came to know how to reach a candidate of whom it does not any more. An "interview" that another answer, or the end
-- of the entry, followed before its undo was over has opened nothing.
create function private.contact_had_at(entry public.shortlist_entries, ended_at timestamptz) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select min(opening.opens_at)
      from public.shortlist_answers as answer
      cross join lateral (select coalesce(answer.undo_until, answer.created_at) as opens_at) as opening
      where not private.is_opened(entry) and answer.entry_id = (entry).id and answer.verdict = 'interview' and answer.former is null
        and answer.said_how is null and opening.opens_at <= coalesce(ended_at, now())
        and not exists (select from public.shortlist_answers as later
                          where later.entry_id = (entry).id and later.verdict <> 'interview'
                            and later.created_at > answer.created_at and later.created_at < answer.undo_until)
  $$;

-- What a candidate sees of an entry, as they may know it (private.told_entry): the job, the card, when it was shown and opened, and what
-- was answered. Of a job that is another company's since, the question is over, and nothing is told.
create function private.own_entry_facts(
    entry public.shortlist_entries, person public.candidates, requirement public.job_requirements, question public.candidate_consents)
  returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', (entry).id, 'state', (entry).state, 'digest', private.card_digest(entry), 'seal', private.seal_of(entry),
        'is_changed', private.question_state(question) = 'changed' or (entry).state = 'draft' and moved.is_so,
        'company', private.asked_company(question, requirement), 'job_title', (requirement).job_title,
        'location', (requirement).location, 'about', private.job_facts(requirement), 'applied', private.applied_for(entry),
        'is_open', (requirement).status = any (private.open_statuses()) and not moved.is_so,
        'asked_at', (question).asked_at, 'agreed_until', private.agreed_until((entry).id),
        'undo_until', case when (entry).state = 'withdrawn' and (question).tell_at > now()
                        and private.is_still_theirs(question) then (question).tell_at end,
        'is_never', ended.is_so and not moved.is_so and private.is_blocked(person, (requirement).client_id),
        'is_reconsidered', (question).reconsidered_at is not null,
        'shown_at', (entry).shown_at, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'ended_at', case when ended.is_so
                      then greatest((question).withdrawn_at, (question).refused_at, (question).closed_at) end,
        'contact_opened_at', case when private.is_opened(entry) then (entry).interview_at end,
        'contact_had_at', private.contact_had_at(
          entry, coalesce((question).withdrawn_at, (question).refused_at, (question).closed_at)),
        'opened_on', (select min(opened.day) from public.entry_views as opened
                        where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'waiting_since', waiting.since, 'answer_by', private.answer_by(waiting.since), 'answered_at', (entry).answered_at,
        -- Was it told to the team, which has noted it? Who of the company has said it is not the candidate's.
        'noted', (select private.note_of(answer) - 'by' || jsonb_build_object('is_interview', answer.verdict = 'interview')
                    from public.shortlist_answers as answer
                    where answer.id = private.last_told_answer((entry).id) and answer.said_how is not null
                      and (entry).answered_at is not null and answer.created_at >= (entry).shown_at),
        'recruiter', private.recruiter_contact((requirement).recruiter_id),
        'words', (select coalesce(jsonb_agg(jsonb_build_object(
                             'words', answer.words_for_candidate, 'released_at', answer.released_at,
                             'is_current', (entry).answered_at is not null and answer.id = private.last_told_answer((entry).id))
                             order by answer.released_at desc), '[]')
                    from public.shortlist_answers as answer
                    where answer.entry_id = (entry).id and answer.released_at is not null))
        || card.shown - 'code_word'
        || jsonb_build_object('name', coalesce(card.shown #>> '{card,name}',
                                               case when private.is_opened(entry) then (person).full_name end, (entry).code_word))
      from (select (question).former_company is not null as is_so) as moved
      cross join (select (entry).state in ('withdrawn', 'closed') as is_so) as ended
      cross join (select private.shown_card(entry) as shown) as card
      cross join (select case when private.waits_for_company(entry, (requirement).status) then (entry).shown_at end as since) as waiting
  $$;

-- What a candidate sees: what we have of them, and each company by name (private.own_entry_facts). Of entries that nobody has asked
-- them about there is nothing to see.
create function private.own_candidate_page(session_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.has_keep_consent(person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and private.question_state(consent) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.own_entry_facts(entry, person, requirement, question)
                                      order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry_row
              cross join lateral private.told_entry(entry_row) as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              cross join lateral private.last_question(entry.id) as question
              where entry_row.candidate_id = person.id and question.id is not null and not private.is_application(entry_row)),
          'applications', private.own_applications(person.id), 'forgotten_at', private.forgotten_at(person.id))
        from public.candidates as person where person.id = candidate);
  end $$;
grant execute on function private.own_candidate_page to anon, authenticated;

-- An entry of a candidate who is held; that of somebody else is not there.
create function private.own_entry(candidate uuid, entry uuid) returns public.shortlist_entries
  language plpgsql security definer set search_path = '' as $$
  declare entry_row public.shortlist_entries;
  begin
    select * into entry_row from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
    if entry_row.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    return entry_row;
  end $$;

-- The yes of a candidate who is held to one card: to these very bytes, and no others; by a link that went to a telephone where
-- the question did, else with a code. Twice is the same.
create function private.give_consent(person public.candidates, entry_row public.shortlist_entries, digest text, is_by_phone boolean)
  returns void
  language plpgsql security definer set search_path = '' as $$
  declare requirement public.job_requirements;
  begin
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    if digest is distinct from private.card_digest(entry_row) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif entry_row.state <> 'asked' and private.has_consent(entry_row) then
      return;
    elsif entry_row.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif requirement.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as consent
      set given_at = now(), ends_at = now() + private.consent_validity(), card_digest = digest, language = private.asking_language()
      where consent.entry_id = entry_row.id and (consent.how = 'phone_link') = is_by_phone and private.is_still_theirs(consent)
        and num_nonnulls(consent.given_at, consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    perform private.record_candidates(entry_row.requirement_id, 'candidates_agreed', array[entry_row.id], false);
  end $$;

create function private.agree_to_card(session_token text, entry uuid, digest text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    perform private.give_consent(person, private.own_entry(person.id, entry), digest, false);
  end $$;
grant execute on function private.agree_to_card to anon, authenticated;

-- Takes a yes back, or says no, for all their records: in force with the company's next request. Twice is the same.
create function private.withdraw_from(session_token text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    entry_row public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    entry_row := private.own_entry(person.id, entry);
    if private.is_application(entry_row) then
      perform private.withdraw_application(entry_row);
    elsif exists (select from public.candidate_consents where entry_id = entry_row.id) then
      perform private.close_entry(each.id, true) from private.entries_beside(entry_row.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
        where refused.id = (private.last_question(entry_row.id)).id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $$;
grant execute on function private.withdraw_from to anon, authenticated;

-- Undoes a no, as long as nobody was told of it.
create function private.undo_own_refusal(session_token text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    consent public.candidate_consents;
  begin
    select question.* into consent from private.last_question(entry) as question where question.candidate_id = person.id;
    if consent.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(consent);
  end $$;
grant execute on function private.undo_own_refusal to anon, authenticated;

-- "Ask me after all".
create function private.reconsider_own_entry(session_token text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    perform private.reconsider_entry((private.own_entry(person.id, entry)).id);
  end $$;
grant execute on function private.reconsider_own_entry to anon, authenticated;

-- The yes to being kept, whether or not somebody has asked.
create function private.agree_to_be_kept(session_token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    if private.has_keep_consent(person.id) then
      return;
    end if;
    update public.candidate_consents as consent set given_at = now()
      where consent.candidate_id = person.id and consent.purpose = 'keep' and consent.mailbox_digest = private.subject_of(person.email)
        and num_nonnulls(consent.given_at, consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at, mailbox_digest)
        values (person.id, 'keep', private.notice_version(), private.asking_language(), private.basis_for(person.country), 'own_page', now(),
                private.subject_of(person.email));
    end if;
  end $$;
grant execute on function private.agree_to_be_kept to anon, authenticated;

-- Erases all records of somebody's address, and has one mail more sent there, which says so: nothing of it is kept once it has
-- gone (private.forget_last_mail).
create function private.forget_own_records(person public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.forget_candidate(each) from unnest(array(select private.records_of((person).id))) as each;
    if (person).email is not null then
      perform private.enqueue_mail('candidate_erased', 'erased.' || gen_random_uuid(), address => (person).email);
    end if;
  end $$;

-- Corrects what we have of somebody. Cards that were not shown yet follow: what they had agreed to is asked about anew, and is
-- answered on this very page. Says "is_adult": false whoever is under 18: then nothing is kept. Returns the version.
create function private.edit_own_candidate(session_token text, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    wanted public.candidates;
    now_at integer;
    entry public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_own_records(person);
      return 0;
    end if;
    perform private.count_for_candidate(person.id);
    wanted := private.with_candidate_entries(person, entries, private.own_candidate_fields());
    if wanted is distinct from person and person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    end if;
    now_at := private.write_candidate(person, wanted);
    select * into wanted from public.candidates where id = person.id;
    for entry in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, entry.chosen, entry.is_blind);
      if private.card_reveals_identity(wanted, fresh, entry.pitch, entry.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = entry.id::text;
      end if;
      continue when fresh = entry.card;
      if entry.state = 'agreed' then
        with past as (
          update public.candidate_consents as consent set closed_at = now()
            where consent.entry_id = entry.id and private.is_in_force(consent) returning consent.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by,
                                               mailbox_digest)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), private.asking_language(),
                 private.basis_for(wanted.country), 'own_page', past.asked_by, private.subject_of(wanted.email) from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = entry.id;
    end loop;
    return now_at;
  end $$;
grant execute on function private.edit_own_candidate to anon, authenticated;

create function private.add_own_never(session_token text, named text, employer boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.lock_own_candidate(session_token, true);
  begin
    return private.write_never(person.id, named, null, employer, true);
  end $$;
grant execute on function private.add_own_never to anon, authenticated;

create function private.remove_own_never(session_token text, never uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.lock_own_candidate(session_token, false);
  begin
    delete from public.candidate_never as kept where kept.id = never and kept.candidate_id = person.id;
  end $$;
grant execute on function private.remove_own_never to anon, authenticated;

-- Ends a session in every browser that has it. One that has ended stays so.
create function private.close_candidate_page(session_token text) returns void
  language sql security definer set search_path = '' as $$
    delete from private.candidate_sessions where digest = private.digest_of(session_token)
  $$;
grant execute on function private.close_candidate_page to anon, authenticated;

-- # Exposed through the Data API

create function public.own_candidate_page(session_token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.own_candidate_page(session_token) $$;
grant execute on function public.own_candidate_page to anon, authenticated;

create function public.agree_to_card(session_token text, entry uuid, digest text) returns void
  language sql set search_path = '' as $$ select private.agree_to_card(session_token, entry, digest) $$;
grant execute on function public.agree_to_card to anon, authenticated;

create function public.withdraw_from(session_token text, entry uuid) returns void
  language sql set search_path = '' as $$ select private.withdraw_from(session_token, entry) $$;
grant execute on function public.withdraw_from to anon, authenticated;

create function public.undo_own_refusal(session_token text, entry uuid) returns void
  language sql set search_path = '' as $$ select private.undo_own_refusal(session_token, entry) $$;
grant execute on function public.undo_own_refusal to anon, authenticated;

create function public.reconsider_own_entry(session_token text, entry uuid) returns void
  language sql set search_path = '' as $$ select private.reconsider_own_entry(session_token, entry) $$;
grant execute on function public.reconsider_own_entry to anon, authenticated;

create function public.agree_to_be_kept(session_token text) returns void
  language sql set search_path = '' as $$ select private.agree_to_be_kept(session_token) $$;
grant execute on function public.agree_to_be_kept to anon, authenticated;

create function public.edit_own_candidate(session_token text, seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.edit_own_candidate(session_token, seen, entries) $$;
grant execute on function public.edit_own_candidate to anon, authenticated;

create function public.add_own_never(session_token text, named text, employer boolean default false) returns uuid
  language sql set search_path = '' as $$ select private.add_own_never(session_token, named, employer) $$;
grant execute on function public.add_own_never to anon, authenticated;

create function public.remove_own_never(session_token text, never uuid) returns void
  language sql set search_path = '' as $$ select private.remove_own_never(session_token, never) $$;
grant execute on function public.remove_own_never to anon, authenticated;

create function public.close_candidate_page(session_token text) returns void
  language sql set search_path = '' as $$ select private.close_candidate_page(session_token) $$;
grant execute on function public.close_candidate_page to anon, authenticated;
