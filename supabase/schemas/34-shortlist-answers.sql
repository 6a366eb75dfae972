-- What companies see of candidates, and what they answer (docs/decisions/candidates.md).

-- An answer of somebody of a company. The last one counts; the others are how it came to that.
create table public.shortlist_answers (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null references public.shortlist_entries (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  verdict text not null check (verdict in ('interview', 'maybe', 'no', 'known')),
  reason text check (private.is_text(reason, 500)),
  words_for_agency text check (private.is_text(words_for_agency, 2000)),
  words_for_candidate text check (private.is_text(words_for_candidate, 2000)),
  -- Since when the candidate may read what is for them, by whom it was let go.
  released_at timestamptz,
  released_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index shortlist_answers_entry on public.shortlist_answers (entry_id, created_at desc, id desc);
create index shortlist_answers_author on public.shortlist_answers (author);
create index shortlist_answers_released_by on public.shortlist_answers (released_by);

alter table public.shortlist_answers enable row level security, force row level security;
revoke all on public.shortlist_answers from service_role;
grant select on public.shortlist_answers to authenticated, service_role;

create policy "who may export reads" on public.shortlist_answers for select to authenticated
  using ((select private.may_export()));

-- Who of a company has opened which card, once a day each.
create table public.entry_views (
  entry_id uuid not null references public.shortlist_entries (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  day date not null default private.today(),
  primary key (entry_id, user_id, day)
);

create index entry_views_person on public.entry_views (user_id);

alter table public.entry_views enable row level security, force row level security;
revoke all on public.entry_views from service_role;
grant select on public.entry_views to authenticated, service_role;

create policy "who may export reads" on public.entry_views for select to authenticated
  using ((select private.may_export()));

-- The answer about an entry that counts.
create function private.last_answer(entry uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    select answer.id from public.shortlist_answers as answer where answer.entry_id = entry
      order by answer.created_at desc, answer.id desc limit 1
  $$;

-- # What happens to candidates, as events

-- Of entries what the CRM is told: no name, no card, no words.
create function private.crm_entries(entries uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer where answer.entry_id = entry.id
                      order by answer.created_at desc, answer.id desc limit 1))) order by entry.id), '[]')
      from public.shortlist_entries as entry where entry.id = any (entries)
  $$;

-- What its company is told has happened to candidates, and the CRM with it. The rest is between candidates and the team.
create function private.is_told_of(type text) returns boolean
  language sql immutable set search_path = ''
  as $$ select type in ('candidates_shown', 'candidates_answered', 'candidate_joined') $$;

-- Writes that something has happened to candidates of a requirement: how many, and of none who. Said so, the requirement's
-- line comes back to the inbox.
create function private.record_candidates(requirement uuid, type text, entries uuid[], reopens boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = requirement);
    acting public.side := private.side_on(company);
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client)
      values (requirement, company, case when acting is not null then private.current_user_id() end, acting,
              record_candidates.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type));
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(requirement);
    end if;
  end $$;

-- Writes that a company sees somebody no more, and nothing of who: by whom that is, and whether it had opened how to reach
-- them. Whom a company must not know ends by a rule, for which nobody is named. The CRM does not hear of it; unless the team
-- has done it, the requirement's line comes back to the inbox.
create function private.record_withdrawal(entry public.shortlist_entries, is_own boolean, is_rule boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := (select filed.client_id from public.job_requirements as filed where filed.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn',
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $$;

-- # What the team sees

-- What is known of an entry, as its requirement's page and its candidate's page have it; with its company's domains.
create function private.entry_facts(entry public.shortlist_entries, domains text[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'joined_on', (entry).joined_on,
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(asked.asked_at) from public.candidate_consents as asked where asked.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_yes(entry),
        'is_disowned', coalesce((select asked.is_disowned from public.candidate_consents as asked
                                   where asked.entry_id = (entry).id order by asked.asked_at desc, asked.id limit 1), false),
        'is_never', (select private.is_never(person, filed.client_id, domains)
                       from public.candidates as person, public.job_requirements as filed
                      where person.id = (entry).candidate_id and filed.id = (entry).requirement_id),
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $$;

-- A requirement's shortlist; null for a requirement that is not there.
create function private.read_shortlist(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'reminded_at', list.reminded_at,
                                       'version', list.version)
               from public.shortlists as list where list.requirement_id = filed.id),
            '{"is_blind": false, "is_abroad": false, "reminded_at": null, "version": 0}'),
          'is_open', filed.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(filed.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(filed.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = filed.id))
        from public.job_requirements as filed where filed.id = requirement);
  end $$;
grant execute on function private.read_shortlist to authenticated;

-- All that is known of a candidate, and where they were asked about and shown; null for one who is not there.
create function private.read_candidate(candidate uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id'],
          'is_kept', private.is_kept(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as asked
                           where asked.candidate_id = person.id and asked.is_disowned) end,
          'notes', (
            select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'body', note.body, 'created_at', note.created_at,
                                                         'author', note.author) order by note.created_at desc, note.id desc), '[]')
              from (select * from public.candidate_notes as written where written.candidate_id = person.id
                      order by written.created_at desc, written.id desc limit 200) as note),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(asked) - array['candidate_id', 'card_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(asked))
                                      order by asked.asked_at desc, asked.id), '[]')
              from public.candidate_consents as asked where asked.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(filed.client_id)) || jsonb_build_object(
                       'job_title', filed.job_title, 'requirement_status', filed.status,
                       'company', private.company_name(filed.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $$;
grant execute on function private.read_candidate to authenticated;

-- Lets the candidate read what a company has said for them: the team's to decide, once. Words that came with an answer which
-- is another one by now would belong to none.
create function private.release_answer(answer uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    said public.shortlist_answers;
    about public.shortlist_entries;
    person public.candidates;
  begin
    select entry.* into about from public.shortlist_answers as given
      join public.shortlist_entries as entry on entry.id = given.entry_id where given.id = answer;
    perform from public.job_requirements where id = about.requirement_id for no key update;
    select * into person from public.candidates where id = about.candidate_id for update;
    select * into said from public.shortlist_answers where id = answer for update;
    if said.id is null then
      raise exception 'answer_not_found' using errcode = 'PT404';
    elsif said.words_for_candidate is null then
      raise exception 'no_words_for_candidate' using errcode = 'PT422';
    elsif said.released_at is null and said.id <> private.last_answer(said.entry_id) then
      raise exception 'answer_changed' using errcode = 'PT409';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id, false);
    end if;
  end $$;
grant execute on function private.release_answer to authenticated;

-- # What a company sees

-- The candidates of a requirement that its company sees: those who were shown, whose yes is in force, and whom it may know as
-- it is now. Marks them as opened, unless somebody only asks whether the page is there. Names and how to reach somebody are the company's once it has said "interview"; of a card
-- that is not blind the name is on it. What colleagues have said is told to whoever has answered, and to those who only read.
create function private.company_candidates(requirement uuid, opens boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    domains text[];
    visible uuid[];
    may_answer boolean := private.may_write_for_client();
  begin
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id());
    if filed.id is null or private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    may_answer := may_answer and filed.status = any (private.open_statuses());
    domains := private.domains_of(filed.client_id);
    visible := array(select entry.id from public.shortlist_entries as entry
                       where opens and entry.requirement_id = filed.id and entry.state = any (private.shown_states())
                         and private.has_yes(entry)
                         and not exists (select from public.candidates as person
                                          where person.id = entry.candidate_id
                                            and private.is_never(person, filed.client_id, domains))
                       order by entry.shown_at, entry.id);
    -- Of somebody who is being erased no view is kept, and nobody waits for that.
    insert into public.entry_views (entry_id, user_id)
      select entry.id, caller from (select known.id from public.shortlist_entries as known
                                      where known.id = any (visible) for key share skip locked) as entry
      on conflict (entry_id, user_id, day) do update set created_at = excluded.created_at;
    return jsonb_build_object(
      'counts', private.candidate_counts(filed.id),
      'may_answer', may_answer,
      -- What was told, and nothing that could be reckoned from whom there is now.
      'withdrawn', (select count(*) from public.requirement_events as event
                      where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'withdrawn_at', (select max(event.created_at) from public.requirement_events as event
                         where event.requirement_id = filed.id and event.type = 'candidates_withdrawn'),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', entry.id, 'version', entry.version, 'state', entry.state, 'card', entry.card - 'name',
            'pitch', entry.pitch, 'is_blind', entry.is_blind,
            'name', coalesce(entry.card ->> 'name', case when opened.is_open then person.full_name end, entry.code_word),
            'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
            'answer_by', case when private.waits_for_company(entry, filed.status) then private.answer_by(entry.shown_at) end,
            'contact', case when opened.is_open then jsonb_strip_nulls(jsonb_build_object(
              'full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
            'own_answer', to_jsonb(own) - 'id',
            'answers', case when own.id is null and may_answer then '[]' else (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = filed.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller
                        order by answer.author, answer.created_at desc, answer.id desc) as last) end)
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
    with waiting as materialized (
      select requirement_id, unanswered_since as since from private.open_requirements
        where client_id = (select private.current_client_id()) and unanswered_since is not null
          and (select private.may_write_for_client()))
    select jsonb_build_object(
        'requirements', (select count(*) from waiting),
        'first', (select coalesce(jsonb_agg(jsonb_build_object(
                             'id', filed.id, 'job_title', filed.job_title, 'answer_by', private.answer_by(first.since),
                             'waiting', (select count(*) from public.shortlist_entries as entry
                                           where entry.requirement_id = filed.id and entry.state = 'shown'
                                             and entry.answered_at is null))
                             order by first.since, filed.id), '[]')
                    from (select * from waiting order by since, requirement_id limit 5) as first
                    join public.job_requirements as filed on filed.id = first.requirement_id))
  $$;
grant execute on function private.own_waiting_candidates to authenticated;

-- Has its company opened the name of a card, and how to reach somebody, by "interview", and not said otherwise since?
create function private.is_opened(entry public.shortlist_entries) returns boolean
  language sql immutable set search_path = ''
  as $$ select (entry).interview_at is not null and (entry).state = any (private.shown_states()) $$;

-- Answers about candidates of a requirement, all or none, each as the caller has seen it: who writes for its company. The same
-- answer again is none. "Interview" opens the name and how to reach somebody; another answer, also a colleague's,
-- closes them again. The requirement's line comes back to the inbox. Returns how many answers that makes.
create function private.answer_candidates(requirement uuid, answers jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    given record;
    held public.shortlist_entries;
    person public.candidates;
    domains text[];
    last public.shortlist_answers;
    answered uuid[] := '{}';
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    elsif jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    select * into filed from public.job_requirements as own
      where own.id = requirement and own.client_id = (select private.current_client_id()) for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    domains := private.domains_of(filed.client_id);
    perform private.refuse_closed(filed.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text)
        order by entry
    loop
      select * into held from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = filed.id for update;
      select * into person from public.candidates where id = held.candidate_id;
      if held.id is null or held.state <> all (private.shown_states()) or not private.has_yes(held)
        or private.is_never(person, filed.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = given.entry::text;
      elsif given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = given.entry::text;
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = held.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when held.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      held := private.held_entry(held.id, given.seen);
      -- The form has the last answer's words in it: with another answer they stay only when they are written anew.
      if last.verdict <> given.verdict then
        given.words_for_candidate := nullif(given.words_for_candidate, last.words_for_candidate);
      end if;
      perform private.count_for_company(filed.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate)
        values (held.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when held.state not in ('shown', 'interview') then held.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' then coalesce(held.interview_at, now()) end
        where edited.id = held.id;
      if given.verdict = 'interview' and held.interview_at is null then
        perform private.log_activity('contact_opened', 'entry', held.id, filed.client_id);
        -- Once for each time that they are shown.
        if person.email is not null then
          perform private.enqueue_mail(
            'candidate_news', 'interview.' || held.id || '.' || extract(epoch from held.shown_at)::bigint,
            jsonb_build_object('entry', held.id, 'interview', held.id), address => person.email);
        end if;
      end if;
      answered := answered || held.id;
    end loop;
    if answered <> '{}' then
      perform private.record_candidates(filed.id, 'candidates_answered', answered, true);
    end if;
    return cardinality(answered);
  end $$;
grant execute on function private.answer_candidates to authenticated;

-- # Exposed through the Data API

create function public.read_shortlist(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_shortlist(requirement) $$;
grant execute on function public.read_shortlist to authenticated;

create function public.read_candidate(candidate uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_candidate(candidate) $$;
grant execute on function public.read_candidate to authenticated;

create function public.release_answer(answer uuid) returns void
  language sql set search_path = '' as $$ select private.release_answer(answer) $$;
grant execute on function public.release_answer to authenticated;

create function public.company_candidates(requirement uuid, opens boolean default true) returns jsonb
  language sql set search_path = '' as $$ select private.company_candidates(requirement, opens) $$;
grant execute on function public.company_candidates to authenticated;

create function public.answer_candidates(requirement uuid, answers jsonb) returns integer
  language sql set search_path = '' as $$ select private.answer_candidates(requirement, answers) $$;
grant execute on function public.answer_candidates to authenticated;
