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

-- Whose a link is, and which question's; nothing for one that this database has not made, or that is dead.
create function private.link_of(token text, out candidate_id uuid, out consent_id uuid)
  language plpgsql stable security definer set search_path = '' as $$
  declare
    subject uuid;
    issue integer;
  begin
    if token !~ '^[0-9a-f]{64}$' then
      return;
    end if;
    subject := left(token, 32)::uuid;
    select asked.candidate_id, asked.id into candidate_id, consent_id
      from public.candidate_consents as asked where asked.id = subject;
    candidate_id := coalesce(candidate_id, subject);
    select person.link_issue into issue from public.candidates as person where person.id = candidate_id;
    if issue is null or private.digest_of(private.candidate_token(subject, issue)) <> private.digest_of(token) then
      candidate_id := null;
      consent_id := null;
    end if;
  end $$;

-- Whose a link is, held until the transaction ends.
create function private.hold_link(token text, out candidate_id uuid, out consent_id uuid)
  language plpgsql security definer set search_path = '' as $$
  begin
    select link.candidate_id, link.consent_id into candidate_id, consent_id from private.link_of(token) as link;
    if candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.hold_records(candidate_id);
    -- It may have died while somebody else held it.
    if (private.link_of(token)).candidate_id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
  end $$;

-- How a question stands: it is open, or how it ended. One whose card is being made anew has changed: another one comes.
create function private.question_state(asked public.candidate_consents) returns text
  language sql stable security definer set search_path = '' as $$
    select case when (asked).withdrawn_at is not null then 'withdrawn' when (asked).refused_at is not null then 'refused'
                when (asked).closed_at is not null then case
                  when exists (select from public.shortlist_entries as entry
                                where entry.id = (asked).entry_id and entry.state = 'draft') then 'changed' else 'closed' end
                when (asked).given_at is not null then case when (asked).ends_at <= now() then 'ended' else 'given' end
                when (asked).purpose = 'show' and not exists (
                  select from public.shortlist_entries as entry
                    join public.job_requirements as filed on filed.id = entry.requirement_id
                    where entry.id = (asked).entry_id and filed.status = any (private.open_statuses())) then 'closed'
                else 'open' end
  $$;

-- What a candidate may know of a job before they decide, besides its title and place: what it is and asks for, by the
-- requirement's short fields. What its company wrote for us, and what it pays, is not theirs to read.
create function private.job_facts(filed public.job_requirements) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
        'work', concat_ws(', ', replace((filed).job_type::text, '_', ' '),
          case when (filed).remote_allowed then 'also from home' end,
          case when (filed).min_experience = (filed).max_experience then (filed).min_experience || ' years of experience'
               when (filed).max_experience is null then (filed).min_experience || ' years of experience or more'
               when coalesce((filed).min_experience, 0) = 0 then 'up to ' || (filed).max_experience || ' years of experience'
               else (filed).min_experience || ' to ' || (filed).max_experience || ' years of experience' end,
          case when (filed).expected_start_date > private.today()
               then 'from ' || to_char((filed).expected_start_date, 'FMDD Mon YYYY') end),
        'skills', to_jsonb((filed).required_skills[1:5]))
      where (filed).id is not null
  $$;

-- The recruiter of a question, as whoever is asked may reach them: who is in charge of the job, or else who has asked.
create function private.recruiter_of_question(asked public.candidate_consents) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                'phone', colleague.contact_phone))
      from public.team_members as colleague
      where colleague.user_id = coalesce(
        (select filed.recruiter_id from public.shortlist_entries as entry
           join public.job_requirements as filed on filed.id = entry.requirement_id
           join public.team_members as known on known.user_id = filed.recruiter_id where entry.id = (asked).entry_id),
        (asked).asked_by)
  $$;

-- The question that takes the place of one about showing: the newest about the same entry.
create function private.newest_question(asked public.candidate_consents) returns public.candidate_consents
  language sql stable security definer set search_path = '' as $$
    select newest.* from public.candidate_consents as newest
      where newest.id = (asked).id or newest.entry_id = (asked).entry_id order by newest.asked_at desc, newest.id limit 1
  $$;

-- What a link is about, without a code; null for one that nobody was sent. `purpose` is keep or show for a question, page for
-- the link to one's own page. A link whose question was replaced is about the one that took its place, and says so.
create function private.candidate_question(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', coalesce(asked.purpose, 'page'), 'first_name', split_part(person.full_name, ' ', 1),
        'state', case when asked.id is null then 'open' else private.question_state(asked) end,
        'job_title', filed.job_title, 'location', filed.location, 'company', private.company_name(filed.client_id),
        'about', private.job_facts(filed),
        'is_replaced', nullif(asked.id <> link.consent_id, false),
        'asked_at', asked.asked_at, 'basis', coalesce(asked.basis, private.basis_for(person.country)),
        'notice_version', coalesce(asked.notice_version, private.notice_version()), 'language', person.language,
        'recruiter', case when asked.id is not null then private.recruiter_of_question(asked) end,
        'has_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null and code.expires_at > now()
                               and code.tries < 5),
        -- One that works no more: it was tried five times, or has run out.
        'had_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null
                               and code.created_at > now() - interval '1 hour' and (code.tries >= 5 or code.expires_at <= now()))))
      from private.link_of(token) as link
      join public.candidates as person on person.id = link.candidate_id
      left join public.candidate_consents as sent on sent.id = link.consent_id
      left join lateral private.newest_question(sent) as asked on sent.id is not null
      left join public.shortlist_entries as entry on entry.id = asked.entry_id
      left join public.job_requirements as filed on filed.id = entry.requirement_id
  $$;
grant execute on function private.candidate_question to anon, authenticated;

-- The no, by the link alone and at once, also of somebody who had agreed. Twice is the same.
create function private.refuse_candidate_question(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.hold_link(token);
    asked public.candidate_consents;
  begin
    select * into asked from public.candidate_consents where id = link.consent_id for update;
    if asked.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    update public.candidate_consents as refused
      set refused_at = case when refused.given_at is null then now() end,
          withdrawn_at = case when refused.given_at is not null then now() end
      where refused.candidate_id = asked.candidate_id and asked.purpose = 'keep' and refused.purpose = 'keep'
        and num_nonnulls(refused.refused_at, refused.withdrawn_at, refused.closed_at) = 0;
    -- Of a question that was replaced by another one about the same job, the no is to that.
    perform private.end_entry(held.id, true) from private.entries_beside(asked.entry_id) as held (id);
    update public.candidate_consents as refused set refused_at = now()
      where refused.id = asked.id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    update public.candidates set last_activity_at = now() where id = asked.candidate_id;
  end $$;
grant execute on function private.refuse_candidate_question to anon, authenticated;

-- "This is not me": no mail goes to the mailbox any more, whoever has it, and whatever stands behind a plus sign. What was
-- asked there is over.
create function private.disown_address(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates;
    records uuid[];
    entry uuid;
  begin
    select * into person from public.candidates where id = (private.link_of(token)).candidate_id;
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.mailbox_of(twin.email) = private.mailbox_of(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id for update;
    perform private.hold_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.mailbox_of(twin.email) = private.mailbox_of(person.email) order by twin.id);
    insert into private.disowned_mailboxes (subject) values (private.disowned_subject(person.email)) on conflict do nothing;
    for entry in select held.id from public.shortlist_entries as held where held.candidate_id = any (records) order by held.id loop
      perform private.end_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    update public.candidate_consents set is_disowned = true where candidate_id = any (records) and closed_at = now();
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox where private.mailbox_of(address) = private.mailbox_of(person.email)
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry']);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $$;
grant execute on function private.disown_address to anon, authenticated;

-- # Codes

create function private.code_of(code private.candidate_codes) returns text
  language sql stable security definer set search_path = '' as $$
    select lpad((('x' || left(private.keyed_digest('code ' || (code).id), 15))::bit(60)::bigint % 1000000)::text, 6, '0')
  $$;

-- Mails a code to whom a link was mailed to, at most one a minute, five an hour and ten a day. Returns whether one is on its
-- way, or in the mailbox.
create function private.send_candidate_code(token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.link_of(token);
    person public.candidates;
    made uuid;
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.email is null or (private.link_of(token)).candidate_id is null then
      return false;
    elsif exists (select from private.candidate_codes as code
                   where code.candidate_id = person.id and code.created_at > now() - interval '1 minute'
                     and code.used_at is null and code.tries < 5) then
      return true;
    elsif 5 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 hour')
      or 10 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 day') then
      raise exception 'too_many_codes' using errcode = 'PT429';
    end if;
    insert into private.candidate_codes (candidate_id) values (person.id) returning id into made;
    perform private.enqueue_mail('candidate_code', 'code.' || made, jsonb_build_object('code', made), address => person.email);
    return true;
  end $$;
grant execute on function private.send_candidate_code to anon, authenticated;

-- Opens the own page to whoever has the link and its newest code: five tries, one after the other, and each code once. Null
-- for a wrong one. Whoever has read the code has shown that the mailbox is theirs.
create function private.enter_candidate_code(token text, code text) returns text
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.link_of(token);
    person public.candidates;
    sent private.candidate_codes;
    opened text := private.digest_of(gen_random_uuid()::text || gen_random_uuid()::text);
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.id is null or (private.link_of(token)).candidate_id is null then
      return null;
    end if;
    select * into sent from private.candidate_codes as newest where newest.candidate_id = person.id
      order by newest.created_at desc, newest.id limit 1 for update;
    if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.tries >= 5 then
      return null;
    elsif regexp_replace(code, '[^0-9]', '', 'g') is distinct from private.code_of(sent) then
      update private.candidate_codes set tries = tries + 1 where id = sent.id;
      return null;
    end if;
    update private.candidate_codes set used_at = now() where id = sent.id;
    delete from private.candidate_sessions where expires_at < now();
    insert into private.candidate_sessions (digest, candidate_id) values (private.digest_of(opened), person.id);
    update public.candidates as confirmed
      set last_activity_at = now(),
          email_confirmed_at = case when confirmed.email_confirmed_at is null and not exists (
              select from public.candidates as other where other.email = confirmed.email and other.email_confirmed_at is not null)
            then now() else confirmed.email_confirmed_at end
      where confirmed.id = person.id;
    return opened;
  end $$;
grant execute on function private.enter_candidate_code to anon, authenticated;

-- Has the link to their page mailed to an address, if it is a candidate's: once a day, by the very address that it is looked up
-- by, so that another one of the same mailbox takes nobody's link. For any other the same is done up to
-- the moment of sending, so that nobody learns who is known; then nothing of it is left. Beyond ten an hour of one network,
-- or two hundred in all, nothing is.
create function private.request_candidate_link(address text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    shared_key text := (select sender_key from private.settings);
    sender text[] := private.form_networks(shared_key);
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif shared_key is not null then
      if private.has_flooded(sender[1]) then
        return;
      end if;
      insert into private.form_senders (network, wider) values (sender[1], sender[2]);
    end if;
    if 200 > (select count(*) from public.mail_outbox as mail
                where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour') then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  end $$;
grant execute on function private.request_candidate_link to anon, authenticated;

-- # The own page

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

-- The same, held until the transaction ends, and there after the wait.
create function private.hold_own_candidate(session_token text) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare held public.candidates;
  begin
    perform private.hold_records(private.require_candidate(session_token));
    select * into held from public.candidates where id = private.require_candidate(session_token) for update;
    perform private.require_candidate(session_token);
    update public.candidates set last_activity_at = now() where id = held.id;
    return held;
  end $$;

-- What a candidate may write of themselves.
create function private.own_candidate_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array(select field from unnest(private.candidate_fields()) as field where field not in ('email', 'source', 'is_adult'))
  $$;

-- What a candidate sees: what we have of them, and each company by name: which job, what it sees or would see, when it was
-- shown, whether and when it was opened, since when an answer waits, and the words that were let go. Of entries that nobody
-- has asked them about there is nothing to see.
create function private.own_candidate_page(session_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.is_kept(person.id),
          'keep_asked', exists (select from public.candidate_consents as asked
                                 where asked.candidate_id = person.id and asked.purpose = 'keep'
                                   and private.question_state(asked) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'about', private.job_facts(filed), 'is_open', filed.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(answer.created_at) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview') end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, filed.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
                'words', (select coalesce(jsonb_agg(jsonb_build_object(
                                                      'words', answer.words_for_candidate, 'released_at', answer.released_at,
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              cross join lateral (
                select asked.* from public.candidate_consents as asked where asked.entry_id = entry.id
                  order by asked.asked_at desc, asked.id limit 1) as newest
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $$;
grant execute on function private.own_candidate_page to anon, authenticated;

-- An entry of a candidate who is held; that of somebody else is not there.
create function private.own_entry(candidate uuid, entry uuid) returns public.shortlist_entries
  language plpgsql security definer set search_path = '' as $$
  declare held public.shortlist_entries;
  begin
    select * into held from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
    if held.id is null then
      raise exception 'entry_not_found' using errcode = 'PT404';
    end if;
    return held;
  end $$;

-- The yes to one card: to these very bytes, and no others. Twice is the same.
create function private.agree_to_card(session_token text, entry uuid, digest text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries := private.own_entry(person.id, entry);
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = held.requirement_id;
    if digest is distinct from private.card_digest(held) then
      raise exception 'card_changed' using errcode = 'PT409';
    elsif held.state <> 'asked' and private.has_yes(held) then
      return;
    elsif held.state <> 'asked' then
      raise exception 'not_asked' using errcode = 'PT409';
    elsif filed.status <> all (private.open_statuses()) then
      raise exception 'job_closed' using errcode = 'PT422';
    elsif private.is_never(person, filed.client_id) then
      raise exception 'never_company' using errcode = 'PT422';
    end if;
    update public.candidate_consents as asked
      set given_at = now(), ends_at = now() + private.yes_lasts(), card_digest = digest, language = person.language
      where asked.entry_id = held.id and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      raise exception 'not_asked' using errcode = 'PT409';
    end if;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = held.id;
    perform private.record_candidates(held.requirement_id, 'candidates_agreed', array[held.id], false);
  end $$;
grant execute on function private.agree_to_card to anon, authenticated;

-- Takes a yes back, or says no, for all their records: in force with the company's next request. Twice is the same.
create function private.withdraw_from(session_token text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    held public.shortlist_entries;
  begin
    -- With those of other records, in the order of everybody.
    perform from public.shortlist_entries where id in (select private.entries_beside(entry)) order by id for update;
    held := private.own_entry(person.id, entry);
    if exists (select from public.candidate_consents where entry_id = held.id) then
      perform private.end_entry(each.id, true) from private.entries_beside(held.id) as each (id);
      -- The team may just have taken it back: then the no is to what was asked last.
      update public.candidate_consents as refused set refused_at = now()
        where refused.id = (select asked.id from public.candidate_consents as asked where asked.entry_id = held.id
                              order by asked.asked_at desc, asked.id limit 1)
          and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    end if;
  end $$;
grant execute on function private.withdraw_from to anon, authenticated;

-- The yes to being kept, whether or not somebody has asked.
create function private.agree_to_be_kept(session_token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    if private.is_kept(person.id) then
      return;
    end if;
    update public.candidate_consents as asked set given_at = now()
      where asked.candidate_id = person.id and asked.purpose = 'keep'
        and num_nonnulls(asked.given_at, asked.refused_at, asked.withdrawn_at, asked.closed_at) = 0;
    if not found then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, given_at)
        values (person.id, 'keep', private.notice_version(), person.language, private.basis_for(person.country), 'own_page', now());
    end if;
  end $$;
grant execute on function private.agree_to_be_kept to anon, authenticated;

-- Corrects what we have of somebody. Cards that were not shown yet follow: what they had agreed to is asked about anew, and is
-- answered on this very page. Says "is_adult": false whoever is under 18: then nothing is kept. Returns the version.
create function private.edit_own_candidate(session_token text, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.hold_own_candidate(session_token);
    wanted public.candidates;
    now_at integer;
    held public.shortlist_entries;
    fresh jsonb;
  begin
    if entries -> 'is_adult' = 'false' then
      perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
      return 0;
    end if;
    wanted := private.with_candidate_entries(person, entries, private.own_candidate_fields());
    if wanted is distinct from person and person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    end if;
    now_at := private.write_candidate(person, wanted);
    select * into wanted from public.candidates where id = person.id;
    for held in select * from public.shortlist_entries as own
                  where own.candidate_id = person.id and own.state in ('asked', 'agreed') order by own.id for update loop
      fresh := private.card_of(wanted, held.chosen, held.is_blind);
      if private.card_tells(wanted, fresh, held.pitch, held.is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      continue when fresh = held.card;
      if held.state = 'agreed' then
        with past as (
          update public.candidate_consents as asked set closed_at = now()
            where asked.entry_id = held.id and private.is_in_force(asked) returning asked.*)
        insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_by)
          select past.candidate_id, 'show', past.entry_id, private.notice_version(), wanted.language,
                 private.basis_for(wanted.country), 'own_page', past.asked_by from past limit 1;
      end if;
      update public.shortlist_entries as edited set state = 'asked', card = fresh where edited.id = held.id;
    end loop;
    return now_at;
  end $$;
grant execute on function private.edit_own_candidate to anon, authenticated;

create function private.add_own_never(session_token text, named text, employer boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    return private.write_never(person.id, named, null, employer, true);
  end $$;
grant execute on function private.add_own_never to anon, authenticated;

create function private.remove_own_never(session_token text, never uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    delete from public.candidate_never as kept where kept.id = never and kept.candidate_id = person.id;
  end $$;
grant execute on function private.remove_own_never to anon, authenticated;

create function private.export_own_candidate(session_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return private.candidate_record(private.require_candidate(session_token));
  end $$;
grant execute on function private.export_own_candidate to anon, authenticated;

-- Erases all records of the address that this session has proved.
create function private.erase_own_candidate(session_token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.hold_own_candidate(session_token);
  begin
    perform private.forget_candidate(each) from unnest(array(select private.records_of(person.id))) as each;
  end $$;
grant execute on function private.erase_own_candidate to anon, authenticated;

-- Ends a session in every browser that has it. One that has ended stays so.
create function private.close_candidate_page(session_token text) returns void
  language sql security definer set search_path = '' as $$
    delete from private.candidate_sessions where digest = private.digest_of(session_token)
  $$;
grant execute on function private.close_candidate_page to anon, authenticated;

-- # Exposed through the Data API

create function public.candidate_question(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.candidate_question(token) $$;
grant execute on function public.candidate_question to anon, authenticated;

create function public.refuse_candidate_question(token text) returns void
  language sql set search_path = '' as $$ select private.refuse_candidate_question(token) $$;
grant execute on function public.refuse_candidate_question to anon, authenticated;

create function public.disown_address(token text) returns void
  language sql set search_path = '' as $$ select private.disown_address(token) $$;
grant execute on function public.disown_address to anon, authenticated;

create function public.send_candidate_code(token text) returns boolean
  language sql set search_path = '' as $$ select private.send_candidate_code(token) $$;
grant execute on function public.send_candidate_code to anon, authenticated;

create function public.enter_candidate_code(token text, code text) returns text
  language sql set search_path = '' as $$ select private.enter_candidate_code(token, code) $$;
grant execute on function public.enter_candidate_code to anon, authenticated;

create function public.request_candidate_link(address text) returns void
  language sql set search_path = '' as $$ select private.request_candidate_link(address) $$;
grant execute on function public.request_candidate_link to anon, authenticated;

create function public.own_candidate_page(session_token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.own_candidate_page(session_token) $$;
grant execute on function public.own_candidate_page to anon, authenticated;

create function public.agree_to_card(session_token text, entry uuid, digest text) returns void
  language sql set search_path = '' as $$ select private.agree_to_card(session_token, entry, digest) $$;
grant execute on function public.agree_to_card to anon, authenticated;

create function public.withdraw_from(session_token text, entry uuid) returns void
  language sql set search_path = '' as $$ select private.withdraw_from(session_token, entry) $$;
grant execute on function public.withdraw_from to anon, authenticated;

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

create function public.export_own_candidate(session_token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.export_own_candidate(session_token) $$;
grant execute on function public.export_own_candidate to anon, authenticated;

create function public.close_candidate_page(session_token text) returns void
  language sql set search_path = '' as $$ select private.close_candidate_page(session_token) $$;
grant execute on function public.close_candidate_page to anon, authenticated;

create function public.erase_own_candidate(session_token text) returns void
  language sql set search_path = '' as $$ select private.erase_own_candidate(session_token) $$;
grant execute on function public.erase_own_candidate to anon, authenticated;
