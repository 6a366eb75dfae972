-- The page on which a company reads of its candidates and answers (docs/decisions/candidates.md).

-- The candidates of a requirement that its company sees: who were shown, whose yes is in force, and whom it may know as it is now;
-- `opens` notes that the caller has seen them. Names and how to reach them are the company's once it has said "interview" and that
-- can't be undone any more; of a card that is not blind the name is on it.
create function private.company_candidates(requirement uuid, opens boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    domains text[];
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into requirement_row from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if requirement_row.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and requirement_row.status = any (private.open_statuses());
    domains := private.domains_of(requirement_row.client_id);
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = requirement_row.id and entry.state = any (private.shown_states())
                         and private.has_consent(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id
                                            and private.matches_blocklist(person, requirement_row.client_id, domains))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict (entry_id, user_id, day) do update set created_at = excluded.created_at;
    return jsonb_build_object(
      'counts', private.candidate_counts(requirement_row.id),
      'may_answer', may_answer,
      -- What was told, and nothing that could be reckoned from whom there is now.
      'withdrawn', (select count(*) from public.requirement_events as event
                      where event.requirement_id = requirement_row.id and event.type = 'candidates_withdrawn'),
      'withdrawn_at', (select max(event.created_at) from public.requirement_events as event
                         where event.requirement_id = requirement_row.id and event.type = 'candidates_withdrawn'),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind, 'seal', private.seal_of(entry),
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'applied_at', entry.applied_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
            'answer_by', case when private.waits_for_company(entry, requirement_row.status) then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'opens_at', case when requirement_row.status = any (private.open_statuses()) and not opened.is_open then entry.interview_at end,
            -- The answer that counts, as long as the caller may undo it.
            'undo', (select jsonb_build_object('answer', last.id, 'until', last.undo_until)
                       from public.shortlist_answers as last
                       where last.id = private.last_answer(entry.id) and last.author = caller and last.former is not null
                         and last.undo_until > now() and last.created_at >= entry.shown_at),
            'own_answer', to_jsonb(own) - 'id',
            -- What was told us by telephone or mail, the last of it.
            'noted', (select jsonb_build_object('verdict', told.verdict, 'reason', told.reason, 'created_at', told.created_at)
                          || private.note_of(told)
                        from public.shortlist_answers as told where told.entry_id = entry.id and told.said_how is not null
                        order by told.created_at desc, told.id desc limit 1),
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = requirement_row.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller and answer.said_how is null
                        order by answer.author, answer.created_at desc, answer.id desc) as last))
            order by listed.place), '[]')
          from unnest(visible) with ordinality as listed (id, place)
          join public.shortlist_entries as entry on entry.id = listed.id
          join public.candidates as person on person.id = entry.candidate_id
          cross join lateral (select private.is_opened(entry) as is_open) as opened
          left join lateral (
            select answer.id, answer.verdict, answer.reason, answer.words_for_agency, answer.words_for_candidate, answer.created_at
              from public.shortlist_answers as answer where answer.entry_id = entry.id and answer.author = caller
              order by answer.created_at desc, answer.id desc limit 1) as own on true));
  end $$;
grant execute on function private.company_candidates to authenticated;

-- On how many requirements candidates wait for the caller, who may answer about them, and the five that have waited longest.
create function private.own_waiting_candidates() returns jsonb
  language sql stable security definer set search_path = '' as $$
    with untold as materialized (
      select entry.requirement_id from public.shortlist_answers as answer
        join public.shortlist_entries as entry on entry.id = answer.entry_id where answer.former is not null),
    -- Until an answer is told, the row of its requirement has whom it is about among those who wait.
    waiting as materialized (
      select listed.requirement_id, listed.unanswered_since as since from private.open_requirements as listed
        where listed.client_id = (select private.current_client_id()) and listed.unanswered_since is not null
          and (select private.may_write_for_client())
          and (listed.requirement_id not in (select untold.requirement_id from untold) or exists (
            select from public.shortlist_entries as entry
              where entry.requirement_id = listed.requirement_id and entry.state = 'shown' and entry.answered_at is null)))
    select jsonb_build_object(
        'requirements', (select count(*) from waiting),
        'first', (select coalesce(jsonb_agg(jsonb_build_object(
                             'id', requirement.id, 'job_title', requirement.job_title,
                             'answer_by', private.answer_by(unanswered.since), 'waiting', unanswered.persons)
                             order by unanswered.since, requirement.id), '[]')
                    from (select * from waiting order by since, requirement_id limit 5) as first
                    join public.job_requirements as requirement on requirement.id = first.requirement_id
                    cross join lateral (
                      select min(entry.shown_at) as since, count(*) as persons from public.shortlist_entries as entry
                        where entry.requirement_id = requirement.id and entry.state = 'shown' and entry.answered_at is null)
                      as unanswered))
  $$;
grant execute on function private.own_waiting_candidates to authenticated;

-- Has its company opened the name of a card, and how to reach somebody, by an "interview" that everybody was told of
-- (private.tell_answers, which logs it and mails them), and not said otherwise since?
create function private.is_opened(entry public.shortlist_entries) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce((entry).interview_at <= now(), false) and (entry).state = any (private.shown_states())
      and coalesce((select (former ->> 'interview_at')::timestamptz is not distinct from (entry).interview_at
                      from private.former_of(entry) as former where former is not null), true)
  $$;

-- About whom a message is that a company has written on a card. The name is not in its words: it goes with the card.
create table private.candidate_questions (
  message_id uuid primary key references public.requirement_messages (id) on delete cascade,
  entry_id uuid references public.shortlist_entries (id) on delete set null
);

create index candidate_questions_entry on private.candidate_questions (entry_id);

-- How a message about somebody begins, by the name that its company knows as long as it sees them; null for any other message.
create function private.about_whom(message uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select 'About ' || coalesce(
        (select coalesce(entry.card ->> 'name', case when private.is_opened(entry) then person.full_name end, entry.code_word)
           from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
           where entry.id = asked.entry_id and entry.state = any (private.shown_states()) and private.has_consent(entry)),
        'a candidate') || ': '
      from private.candidate_questions as asked where asked.message_id = about_whom.message
  $$;

-- Writes a company's question about somebody whom it sees in its requirement's messages; what comes twice within the undo of
-- an answer is one.
create function private.ask_about(entry public.shortlist_entries, question text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if question is not null and not exists (
      select from private.candidate_questions as asked
        join public.requirement_messages as said on said.id = asked.message_id
        where asked.entry_id = (entry).id and said.author = private.current_user_id() and said.body = question
          and said.created_at > now() - private.answer_undo_lasts()) then
      insert into private.candidate_questions (message_id, entry_id)
        values (private.post_message((entry).requirement_id, question, null, null, 'client'), (entry).id);
    end if;
  end $$;

-- Writes an answer of a company's about an entry, which is held as its author has seen it: until it can't be undone, the entry keeps
-- what was before it (private.restore_entry). Words of its author's that came with another verdict stay only where they are
-- written anew, since the form has them in it.
create function private.write_answer(entry public.shortlist_entries, answer public.shortlist_answers) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    last public.shortlist_answers;
    told_after timestamptz := now() + private.answer_undo_lasts();
  begin
    select * into last from public.shortlist_answers as said where said.id = private.last_answer(entry.id);
    if last.author = answer.author and last.verdict <> answer.verdict then
      answer.reason := nullif(answer.reason, last.reason);
      answer.words_for_agency := nullif(answer.words_for_agency, last.words_for_agency);
      answer.words_for_candidate := nullif(answer.words_for_candidate, last.words_for_candidate);
    end if;
    if answer.verdict = 'known' and answer.reason is null then
      raise exception 'reason_missing' using errcode = 'PT422', hint = entry.id::text;
    end if;
    insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate, undo_until, former)
      values (entry.id, answer.author, answer.verdict, answer.reason, answer.words_for_agency, answer.words_for_candidate, told_after,
              jsonb_build_object('state', entry.state, 'answered_at', entry.answered_at, 'interview_at', entry.interview_at));
    -- What was not told is not told before this is.
    update public.shortlist_answers as untold set undo_until = told_after
      where untold.entry_id = entry.id and untold.former is not null;
    update public.shortlist_entries as answered
      set answered_at = now(),
          state = case when entry.state not in ('shown', 'interview') then entry.state
                       when answer.verdict = 'interview' then 'interview' else 'shown' end,
          interview_at = case when answer.verdict = 'interview' and private.is_opened(entry) then entry.interview_at
                              when answer.verdict = 'interview' then told_after end
      where answered.id = entry.id;
  end $$;

-- Answers about candidates of a requirement, all or none, each as the caller has seen it: who writes for its company. The same
-- answer again is none. Each can be undone for ten minutes; "interview" opens the name and how to reach somebody when
-- it is told after them, as to whoever else hears of answers (private.tell_answers); with other words before that, it starts
-- them anew. Another answer, also a colleague's, closes at once what was opened. A question about somebody, with an answer or
-- without, goes to their recruiter as a message. Returns how many answers that makes.
create function private.answer_candidates(requirement uuid, answers jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    domains text[];
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    requirement_row := private.hold_own_requirement(requirement);
    if jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    domains := private.domains_of(requirement_row.client_id);
    perform private.refuse_closed(requirement_row.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate,
             private.trimmed(question) as question
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text, question text)
        order by entry
    loop
      select * into entry_row from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = requirement_row.id for update;
      select * into person from public.candidates where id = entry_row.candidate_id;
      if entry_row.id is null or entry_row.state <> all (private.shown_states()) or not private.has_consent(entry_row)
        or private.matches_blocklist(person, requirement_row.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = coalesce(given.entry::text, '');
      end if;
      perform private.ask_about(entry_row, given.question);
      continue when given.verdict is null and given.question is not null;
      if given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = coalesce(given.entry::text, '');
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = entry_row.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when entry_row.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      entry_row := private.locked_entry(entry_row.id, given.seen);
      perform private.write_answer(entry_row, jsonb_populate_record(null::public.shortlist_answers,
        to_jsonb(given) || jsonb_build_object('author', caller)));
      perform private.count_for_company(requirement_row.client_id, 'answers');
      answered := answered || entry_row.id;
    end loop;
    return cardinality(answered);
  end $$;
grant execute on function private.answer_candidates to authenticated;

-- An entry stands again as it did before an answer (shortlist_answers.former), unless it has gone further since.
create function private.restore_entry(entry uuid, former jsonb) returns void
  language sql security definer set search_path = '' as $$
    update public.shortlist_entries as restored
      set answered_at = (former ->> 'answered_at')::timestamptz,
          interview_at = (former ->> 'interview_at')::timestamptz,
          state = case when restored.state in ('shown', 'interview') then former ->> 'state' else restored.state end
      where restored.id = entry
  $$;

-- Undoes an answer of the caller's that counts, as long as nobody else was told: its entry stands as before. Says whether
-- there was one: what is undone twice, or too late, is not.
create function private.undo_answer(requirement uuid, answer uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    entry_row public.shortlist_entries;
    said public.shortlist_answers;
  begin
    select entry.* into entry_row from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id and entry.requirement_id = requirement_row.id
      where given.id = answer for update of entry;
    select * into said from public.shortlist_answers as given where given.id = answer;
    if entry_row.id is null or said.id is distinct from private.last_answer(entry_row.id) or said.author is distinct from private.current_user_id()
      or said.former is null or said.undo_until <= now() or said.created_at < entry_row.shown_at then
      return false;
    end if;
    delete from public.shortlist_answers as given where given.id = said.id;
    perform private.restore_entry(entry_row.id, said.former);
    return true;
  end $$;
grant execute on function private.undo_answer to authenticated;

-- Tells of answers that can't be undone any more: the recruiter by the requirement's line and its history, the CRM, and whom
-- the company wants to meet. Of several about somebody the last one. Of a requirement that was closed meanwhile nobody is told,
-- and an "interview" is dropped. What somebody holds at this moment comes the next time.
create function private.tell_answers() returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    requirements uuid[] := array(
      select requirement.id from public.job_requirements as requirement
        where requirement.id in (select entry.requirement_id from public.shortlist_answers as answer
                             join public.shortlist_entries as entry on entry.id = answer.entry_id
                             where answer.former is not null and answer.undo_until <= now())
        order by requirement.id limit 50 for no key update skip locked);
    told record;
    final uuid[];
  begin
    -- In the order of everybody who holds several.
    perform from public.inbox_items where requirement_id = any (requirements) order by id for update;
    for told in
      select entry.id, entry.requirement_id, entry.shown_at, answer.verdict, answer.author, person.email, requirement.client_id,
             entry.interview_at is not null
               and entry.interview_at is distinct from (untold.before ->> 'interview_at')::timestamptz as is_opening,
             untold.before, requirement.status = any (private.open_statuses()) as is_open,
             entry.answered_at is not null and answer.created_at >= entry.shown_at
               and entry.state = any (private.shown_states()) as is_standing
        from public.shortlist_entries as entry
        join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
        join public.job_requirements as requirement on requirement.id = entry.requirement_id
        join public.candidates as person on person.id = entry.candidate_id
        cross join lateral (select private.former_of(entry) as before) as untold
        where entry.requirement_id = any (requirements) and answer.former is not null and answer.undo_until <= now()
        order by entry.id for update of entry
    loop
      final := final || told.id;
      continue when not told.is_standing or not told.is_opening;
      if not told.is_open then
        delete from public.shortlist_answers as dropped where dropped.entry_id = told.id and dropped.former is not null;
        perform private.restore_entry(told.id, told.before);
        continue;
      end if;
      insert into public.activity_log (actor, action, subject_kind, subject, other)
        values (told.author, 'contact_opened', 'entry', told.id, told.client_id);
      -- Once for each time that they are shown.
      if told.email is not null then
        perform private.enqueue_mail(
          'candidate_news', 'interview.' || told.id || '.' || extract(epoch from told.shown_at)::bigint,
          jsonb_build_object('entry', told.id, 'interview', told.id), address => told.email);
      end if;
    end loop;
    -- What was dealt with while it could be undone brings no line back.
    perform private.record_candidates(given.requirement_id, 'candidates_answered', given.entries, given.is_open, given.author)
      from (select entry.requirement_id, answer.author, array_agg(entry.id order by entry.id) as entries,
                   not bool_and(coalesce(entry.dealt_at >= entry.answered_at, false)) as is_open
              from public.shortlist_entries as entry
              join public.shortlist_answers as answer on answer.id = private.last_answer(entry.id)
              join public.job_requirements as requirement
                on requirement.id = entry.requirement_id and requirement.status = any (private.open_statuses())
              where entry.id = any (final) and entry.answered_at is not null and answer.created_at >= entry.shown_at
                and entry.state = any (private.shown_states())
              group by entry.requirement_id, answer.author order by entry.requirement_id, answer.author) as given;
    perform private.note_requirement_answered(requirement.id, requirement.recruiter_id), private.renew_open_requirement(requirement.id)
      from public.job_requirements as requirement
      where requirement.id = any (requirements) and requirement.status = any (private.open_statuses())
        and exists (select from public.shortlist_entries as entry
                     where entry.id = any (final) and entry.requirement_id = requirement.id and entry.dealt_at >= entry.answered_at)
        and not private.has_open_answer(requirement.id);
    update public.shortlist_answers as answer set former = null
      where answer.entry_id = any (final) and answer.former is not null;
  end $$;

-- # Exposed through the Data API

create function public.company_candidates(requirement uuid, opens boolean default true) returns jsonb
  language sql set search_path = '' as $$ select private.company_candidates(requirement, opens) $$;
grant execute on function public.company_candidates to authenticated;

create function public.answer_candidates(requirement uuid, answers jsonb) returns integer
  language sql set search_path = '' as $$ select private.answer_candidates(requirement, answers) $$;
grant execute on function public.answer_candidates to authenticated;

create function public.undo_answer(requirement uuid, answer uuid) returns boolean
  language sql set search_path = '' as $$ select private.undo_answer(requirement, answer) $$;
grant execute on function public.undo_answer to authenticated;
