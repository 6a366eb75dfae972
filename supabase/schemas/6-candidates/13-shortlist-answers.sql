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
  -- Since when the candidate may read what is for them, by whom it was released.
  released_at timestamptz,
  released_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- Until when its author may undo it; null for answers from before there was an undo.
  undo_until timestamptz,
  -- How its entry stood before, which Undo puts back; null once others were told (private.tell_answers).
  former jsonb,
  -- What the company has said by telephone or mail, as the team has noted it (private.note_answer): how, who of the company, on
  -- which day; and how its entry stood before. It has no author.
  said_how text check (said_how in ('phone', 'mail')),
  said_by text check (private.is_text(said_by, 200)),
  said_on date check (said_on between '1900-01-01' and '2999-12-31'),
  noted_by uuid references auth.users (id) on delete set null,
  noted_over jsonb,
  constraint is_noted_whole check (num_nonnulls(said_how, said_by, said_on) in (0, 3) and (said_how is null or author is null))
);

create index shortlist_answers_untold on public.shortlist_answers (undo_until) where former is not null;
create index shortlist_answers_entry on public.shortlist_answers (entry_id, created_at desc, id desc);
create index shortlist_answers_author on public.shortlist_answers (author);
create index shortlist_answers_released_by on public.shortlist_answers (released_by);
create index shortlist_answers_noted_by on public.shortlist_answers (noted_by) where noted_by is not null;

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

-- How the company has said what the team has noted; null for what it has answered itself.
create function private.note_of(answer public.shortlist_answers) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select case when (answer).said_how is not null then jsonb_build_object(
      'how', (answer).said_how, 'by', (answer).said_by, 'on', (answer).said_on,
      'noted_by', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (answer).noted_by)) end
  $$;

-- The last one that was told (private.tell_answers).
create function private.last_told_answer(entry uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    select answer.id from public.shortlist_answers as answer
      where answer.entry_id = entry and answer.former is null
      order by answer.created_at desc, answer.id desc limit 1
  $$;

-- For how long an answer can be undone: candidate, recruiter and CRM are told after that.
create function private.answer_undo_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- How an entry stood before the first answer that is not told yet outside its company; null when all are told.
create function private.former_of(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select answer.former from public.shortlist_answers as answer
      where answer.entry_id = (entry).id and answer.former is not null and answer.created_at >= (entry).shown_at
      order by answer.created_at, answer.id limit 1
  $$;

-- An entry as its candidate may know it: until the last answer is told, as it stood before. What the team has said
-- since holds. An applicant who is turned down, or taken on, hears of it once that can't be undone any more; of a job that is over, at once.
create function private.told_entry(entry public.shortlist_entries) returns public.shortlist_entries
  language sql stable security definer set search_path = '' as $$
    select jsonb_populate_record(entry, coalesce(
      case when private.is_undoable_no(entry)
        then '{"state": "applied", "turned_down_at": null, "turned_down_words": null, "turned_down_reason": null}'::jsonb
           when private.taken_on_lately(entry) is not null then '{"state": "applied", "card": null}' end,
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $$;

-- # What happens to candidates, as events

-- What the CRM is told of entries: no name, no card, no words.
create function private.crm_entries(entries uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer
                      where answer.id = private.last_told_answer(entry.id)))) order by entry.id), '[]')
      from public.shortlist_entries as entry_row cross join lateral private.told_entry(entry_row) as entry where entry_row.id = any (entries)
  $$;

-- What its company is told has happened to candidates, and the CRM with it. The rest is between candidates and the team.
create function private.is_told_of(type text) returns boolean
  language sql immutable set search_path = ''
  as $$ select type in ('candidates_shown', 'candidates_answered', 'candidate_joined') $$;

-- Notes that something has happened to candidates of a requirement: how many, and, for the team alone, who. Where the caller
-- says so, the requirement's line comes back to the inbox. The author is the caller, or a member of the company whose answer
-- is told only now. `ended_by`: where it is not who it is about.
create function private.record_candidates(requirement uuid, type text, entries uuid[], reopens boolean,
                                          author uuid default null, ended_by text default null) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = record_candidates.requirement);
    acting public.side := case when author is not null then 'company' else private.side_on(company) end;
    person uuid := coalesce(author, private.current_user_id());
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      values (record_candidates.requirement, company, case when acting is not null then person end,
              acting, record_candidates.type, jsonb_strip_nulls(jsonb_build_object('by', ended_by))
                || jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type), entries);
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (record_candidates.requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(record_candidates.requirement, actor => person);
    end if;
  end $$;

-- Notes that a company no longer sees a candidate: by whom it ended, and whether the company had opened how to reach them;
-- who it was, for the team alone. Where a rule ended it (a company that must not know), nobody is named. The CRM is not
-- told. Unless the team has done it, the requirement's line comes back to the inbox.
create function private.record_withdrawal(
    entry public.shortlist_entries, is_own boolean, is_rule boolean, is_disowned boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, entry_ids, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn', array[(entry).id],
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_disowned then 'disowned' when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule or is_disowned then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $$;

-- # What the team sees

-- What a company has answered about an entry, the last first.
create function private.answers_about(entry uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
               'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
               'released_at', answer.released_at, 'created_at', answer.created_at, 'noted', private.note_of(answer),
               'undo_until', case when answer.undo_until > now() then answer.undo_until end)
               order by answer.created_at desc, answer.id desc), '[]')
      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
      where answer.entry_id = answers_about.entry
  $$;

-- What is known of an entry, as its requirement's page and its candidate's page have it; with its company's domains.
create function private.entry_facts(entry public.shortlist_entries, domains text[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'next', private.next_step((entry).next_on, (entry).next_words, (entry).next_by),
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'applied_at', (entry).applied_at, 'turned_down_at', (entry).turned_down_at,
        'is_application_withdrawn', private.is_withdrawn_application(entry),
        -- By when its company is asked to answer, while it has not.
        'answer_by', case when (entry).state = 'shown' and (entry).answered_at is null then private.answer_by((entry).shown_at) end,
        'opened_to', case when private.is_opened(entry) then
          jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email, 'phone', person.phone)) end,
        'asked_at', question.asked_at, 'reminders', private.reminders_of(question),
        -- What they were asked last, where it is still open: by which link, whether the caller has that, and since when they want
        -- to be rung first.
        'question', case when (entry).state = 'asked' and question.id is not null and question.closed_at is null then jsonb_build_object(
          'is_by_phone', question.how = 'phone_link', 'asker_words', question.asker_words,
          'has_link', question.how = 'phone_link' and question.asked_by = private.current_user_id(),
          'asked_by', (select colleague.display_name from public.team_members as colleague where colleague.user_id = question.asked_by),
          'call_wanted_at', question.call_wanted_at) end,
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce(question.is_disowned, false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', question.reconsidered_at is not null,
        -- Was that asked at another address or number than those we know now?
        'is_moved', question.id is not null and not private.is_still_theirs(question),
        'is_never', private.matches_blocklist(person, requirement.client_id, domains),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed')
                        then private.near_names(person, private.company_name(requirement.client_id)) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', private.answers_about((entry).id))
      || private.shown_card(entry)
      from public.candidates as person
      join public.job_requirements as requirement on requirement.id = (entry).requirement_id
      cross join private.last_question((entry).id) as question
      where person.id = (entry).candidate_id
  $$;

-- A requirement's shortlist; null for a requirement that is not there.
create function private.read_shortlist(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', private.is_work_abroad(requirement.*, list),
                                       'is_abroad_said', list.is_abroad or list.india_place is not distinct from requirement.location,
                                       'tells_pay', list.tells_pay, 'is_by_mail', list.is_by_mail, 'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            jsonb_build_object('is_blind', false, 'is_abroad', private.is_work_abroad(requirement.*, null), 'is_abroad_said', false,
                               'tells_pay', false, 'is_by_mail', false, 'reminded_at', null, 'version', 0)),
          'is_place_abroad', private.is_place_abroad(requirement.location),
          'is_open', requirement.status = any (private.open_statuses()),
          'audience', private.audience_of(requirement.client_id),
          'contact', (select jsonb_build_object('name', company.full_name, 'phone', company.phone)
                        from public.clients as company where company.id = requirement.client_id),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'may_ask_by_phone', exists (select from private.settings where enough_for_yes = 'rung_number'),
          'counts', private.candidate_counts(requirement.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(requirement.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null,
                         'phone', person.phone, 'next', private.next_step(person.next_on, person.next_words, person.next_by),
                         'talks', private.talks_of(person.id, 5),
                         'differs', private.typed_otherwise(entry),
                         'elsewhere', private.entries_elsewhere(person.id, requirement.id),
                         'erase_at', person.erase_at,
                         'numbers', case when person.email is null then private.numbers_to_ask(person) else '[]' end))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              -- Whoever has applied, and is not taken on, is read for themselves (private.read_applicants); of those who took it back
              -- the last twenty, however many do.
              where entry.requirement_id = requirement.id and entry.state <> 'applied' and entry.turned_down_at is null
                and (not private.is_withdrawn_application(entry) or entry.id in (
                  select last.id from public.shortlist_entries as last
                    where last.requirement_id = requirement.id and last.state = 'withdrawn' and last.applied_at is not null
                    order by last.updated_at desc, last.id limit 20))))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $$;
grant execute on function private.read_shortlist to authenticated;

-- All that is known of a candidate, and where they were asked about and shown; null for one who is not there.
create function private.read_candidate(candidate uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_on', 'next_words', 'next_by'],
          'next', private.next_step(person.next_on, person.next_words, person.next_by),
          'is_kept', private.has_keep_consent(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as consent
                           where consent.candidate_id = person.id and consent.is_disowned) end,
          'talks', private.talks_of(person.id, 200),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named),
                       'is_known', never.client_id is not null or exists (
                         select from public.clients as client
                           where private.plain_company_name(client.company_name) = any (array[
                             private.plain_company_name(never.named), private.company_key(never.named),
                             private.plain_company_name(private.joined_text(never.named))])),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(consent) - array['candidate_id', 'card_digest', 'mailbox_digest', 'number_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(consent))
                                      order by consent.asked_at desc, consent.id), '[]')
              from (select * from public.candidate_consents as newest where newest.candidate_id = person.id
                      order by newest.asked_at desc, newest.id limit 100) as consent),
          'consents_count', (select count(*) from public.candidate_consents as consent where consent.candidate_id = person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and num_nonnulls(consent.given_at, consent.refused_at, consent.closed_at) = 0),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(requirement.client_id)) || jsonb_build_object(
                       'job_title', requirement.job_title, 'requirement_status', requirement.status,
                       -- What they have typed with the application otherwise than it is here.
                       'differs', case when entry.state = 'applied' then (
                         select typed.differs from jsonb_array_elements(private.typed_otherwise(entry)) with ordinality as typed (differs, place)
                           where not typed.differs ? 'email' and typed.differs - 'said' <> '{}' order by typed.place limit 1) end,
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
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
    elsif said.undo_until > now() then
      raise exception 'answer_undoable' using errcode = 'PT409';
    elsif said.released_at is null then
      update public.shortlist_answers set released_at = now(), released_by = caller where id = said.id;
      update public.shortlist_entries set dealt_at = now() where id = said.entry_id;
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null then
        perform private.enqueue_mail('candidate_news', 'released.' || said.id,
                                     jsonb_build_object('entry', said.entry_id, 'answer', said.id), address => person.email);
      end if;
      perform private.answer_company(about.requirement_id);
    end if;
  end $$;
grant execute on function private.release_answer to authenticated;

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
