set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.applicant_counts (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'applied', count(*), 'unanswered', count(*) filter (where entry.state = 'applied'),
        'unanswered_by', private.answer_by(min(entry.applied_at) filter (where entry.state = 'applied')))
      from public.shortlist_entries as entry
      where entry.requirement_id = applicant_counts.requirement and entry.applied_at is not null
  $function$;

CREATE OR REPLACE FUNCTION private.company_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'job', case when advert.opened_at is not null then private.job_of(advert) end,
        'state', case when advert.opened_at is not null then private.advert_state(advert) end,
        'is_named', coalesce(advert.is_named, false), 'version', advert.version, 'opened_at', advert.opened_at,
        'closes_on', advert.closes_on, 'closed_at', advert.closed_at,
        -- What the team has changed last since it was opened.
        'changed', (select jsonb_build_object('at', event.created_at, 'fields', (select jsonb_agg(key) from jsonb_object_keys(event.changes) as key))
                      from public.requirement_events as event
                      where event.requirement_id = requirement_row.id and event.type = 'advert_changed' and event.created_at > advert.opened_at
                      order by event.created_at desc, event.id desc limit 1),
        'company', private.company_name(requirement_row.client_id),
        -- How many applications have come while it was this company's, each by its press; who withdraws is counted still.
        'applications', (select coalesce(sum((event.changes #>> '{candidates,1}')::integer), 0) from public.requirement_events as event
                           where event.requirement_id = requirement_row.id and event.type = 'candidates_applied'
                             and event.client_id = requirement_row.client_id),
        'may_write', private.may_write_for_client())
      from public.job_requirements as requirement_row
      left join public.adverts as advert on advert.requirement_id = requirement_row.id
      where requirement_row.id = company_advert.requirement and private.is_of_company(requirement_row.client_id)
  $function$;

CREATE OR REPLACE FUNCTION private.company_candidates (
  requirement uuid,
  opens       boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  filter      public.requirement_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.open_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (requirement_id, work_group, sort_key, place))
    select requirement.id, page.work_group, page.sort_key, requirement.job_title, requirement.location, requirement.client_id,
           company.company_name, requirement.status, requirement.priority, requirement.positions_count, requirement.positions_filled,
           requirement.recruiter_id, requirement.deadline, requirement.created_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts || private.applicant_counts(requirement.id)
      from page
      join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  filter    public.requirement_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side,
    candidates           jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with page as materialized (
      select * from private.requirements_page(private.require_team(), filter, after_key, after_id, 26)
        with ordinality as page (requirement_id, place))
    select requirement.id, requirement.job_title, requirement.location, requirement.client_id, company.company_name, requirement.status,
           requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.recruiter_id, requirement.deadline,
           requirement.created_at, requirement.updated_at, requirement.version, open_requirement.last_word_at, open_requirement.waits_for,
           counted.counts || private.applicant_counts(requirement.id)
      from page
      join public.job_requirements as requirement on requirement.id = page.requirement_id
      join public.clients as company on company.id = requirement.client_id
      join private.count_candidates(array(select page.requirement_id from page)) as counted
        on counted.requirement_id = page.requirement_id
      left join private.open_requirements as open_requirement on open_requirement.requirement_id = page.requirement_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'total', (select count(*) from public.shortlist_entries as entry where entry.requirement_id = wanted.id and entry.state = 'applied'),
          'mailed_at', private.answer_mailed_at(),
          -- By when the first of all of them has an answer.
          'answer_by', private.applicant_counts(wanted.id) ->> 'unanswered_by',
          -- Who is told as well when the job is over (private.tell_taken_on).
          'unshown', (select count(*) from public.shortlist_entries as entry
                        where entry.requirement_id = wanted.id and entry.applied_at is not null and entry.state in ('draft', 'asked', 'agreed')),
          'people', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
                'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
                'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
                'phone', person.phone, 'skills', person.skills,
                -- What somebody known has typed here otherwise than on their record.
                'differs', (select application.differs from private.applications as application
                              where application.entry_id = entry.id order by application.confirmed_at desc nulls last limit 1),
                'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                            when exists (select from public.candidate_consents as consent
                                          where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                            and private.is_in_force(consent)) then 'other_card' end,
                'is_kept', private.has_keep_consent(person.id),
                'is_known', person.created_at < entry.applied_at,
                'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
                'is_never', private.matches_blocklist(person, wanted.client_id, domains.known),
                'near_names', nullif(private.near_names(person, private.company_name(wanted.client_id)), '{}'),
                'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
              from (select * from public.shortlist_entries as waiting
                      where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                      order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join (select private.domains_of(wanted.client_id) as known) as domains),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', (
            select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
                'told_at', undo.ends_at, 'mailed_at', private.by_day(undo.ends_at),
                'reason', entry.turned_down_reason,
                -- Those of one act have the same words, but for their names.
                'words', case when entry.place = 1 then left(entry.turned_down_words, 600) end))
                order by entry.turned_down_at desc, entry.place, entry.id), '[]')
              from (select over.*, row_number() over (partition by over.turned_down_at order by over.id) as place
                      from (select listed.*, private.is_undoable_no(listed) as is_undoable from public.shortlist_entries as listed
                              where listed.requirement_id = wanted.id and listed.turned_down_at is not null
                              order by listed.turned_down_at desc, listed.id limit 50) as over) as entry
              join public.candidates as person on person.id = entry.candidate_id
              cross join lateral (select case when entry.is_undoable and advertised.is_open
                                           then entry.turned_down_at + private.applicant_answer_waits() end as ends_at) as undo),
          'taken_on', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name,
                'told_at', entry.taken_on_at + private.applicant_answer_waits(),
                'mailed_at', private.by_day(entry.taken_on_at + private.applicant_answer_waits())) order by entry.taken_on_at desc, person.full_name, entry.id), '[]')
              from (select known.id, known.candidate_id, private.taken_on_lately(known) as taken_on_at from public.shortlist_entries as known
                      where known.requirement_id = wanted.id and known.state in ('draft', 'agreed') and known.applied_at is not null) as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.taken_on_at is not null and advertised.is_open))
        from public.job_requirements as wanted
        cross join lateral (select exists (
          select from public.adverts as advert
            where advert.requirement_id = wanted.id and advert.opened_at is not null and advert.closed_at is null) as is_open) as advertised
        where wanted.id = read_applicants.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_candidate (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
                           where private.plain_company_name(client.company_name) = private.plain_company_name(never.named)),
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
                         select application.differs from private.applications as application where application.entry_id = entry.id
                           order by application.confirmed_at desc nulls last limit 1) end,
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_requirement (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'requirement', to_jsonb(requirement_row),
               'company', client.company_name,
               'joined', private.who_joined(requirement_row.id),
               'candidates', private.candidate_counts(requirement_row.id) || private.applicant_counts(requirement_row.id),
               -- How many have applied and wait for an answer.
               'applicants', (select count(*) from public.shortlist_entries as entry
                                where entry.requirement_id = requirement_row.id and entry.state = 'applied'),
               -- When either side last said something, and who is to answer; null for one that is closed.
               'last_contact', (
                 select jsonb_build_object('at', listed.last_word_at, 'waits_for', listed.waits_for)
                   from private.open_requirements as listed where listed.requirement_id = requirement_row.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = requirement_row.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = read_requirement.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.record_advert_change (
  requirement_row public.job_requirements,
  before          public.adverts,
  fields          text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      select (requirement_row).id, (requirement_row).client_id, private.current_user_id(), 'team', 'advert_changed',
             jsonb_object_agg(field, case when field = 'closes_on' or before.tells_pay and written.tells_pay
                                            and field in ('min_pay', 'max_pay', 'pay_currency', 'pay_unit')
                                       then jsonb_build_array(to_jsonb(before) -> field, to_jsonb(written) -> field) end)
        from unnest(fields) as field join public.adverts as written on written.requirement_id = (requirement_row).id
        where private.advert_state(before) in ('open', 'over') having count(*) > 0
  $function$;

CREATE OR REPLACE FUNCTION private.reopen_for_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = reopen_for_applicants.requirement for update;
    if not (item.state in ('new', 'open') or item.state = 'waiting' and private.is_team((
      select listed.recruiter_id from public.job_requirements as listed where listed.id = reopen_for_applicants.requirement))) then
      perform private.reopen_item(reopen_for_applicants.requirement, 'applied', null);
    end if;
    perform private.set_applicants_due(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.reopen_item (
  requirement uuid,
  type        text DEFAULT 'returned'::text,
  actor       uuid DEFAULT private.current_user_id()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select requirement.recruiter_id from public.job_requirements as requirement
                        where requirement.id = reopen_item.requirement and private.is_team(requirement.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = reopen_item.requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null and in_charge is null
                               then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with; its company reads the same.
          due_at = case when state in ('new', 'open') then due_at
                        else coalesce(private.answer_due(reopen_item.requirement), now() + private.promised('requirement')) end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_frame (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', requirement.id, 'job_title', requirement.job_title,
        'company', private.company_name(requirement.client_id), 'status', requirement.status, 'priority', requirement.priority, 'positions_count', requirement.positions_count, 'positions_filled', requirement.positions_filled,
        'joining_date', requirement.joining_date, 'version', requirement.version, 'currency', requirement.currency, 'location', requirement.location,
        'closed_reason', requirement.closed_reason,
        'closed_by', case when requirement.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = requirement.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', requirement.recruiter_id,
        'recruiter', private.contact_of(requirement.recruiter_id),
        'answer_by', private.answer_due(requirement.id),
        'may_write', private.side_on(requirement.client_id) is not null,
        'unread', coalesce((select unread_message.unread from public.unread_messages as unread_message
                             where unread_message.user_id = (select private.current_user_id()) and unread_message.requirement_id = requirement.id), 0),
        'candidates', private.candidate_counts(requirement.id)
          || case when (select private.is_team_member()) then private.applicant_counts(requirement.id) else '{}' end,
        -- Once the public has seen it.
        'advert', (select jsonb_build_object('state', private.advert_state(advert), 'closes_on', advert.closes_on, 'is_named', advert.is_named)
                     from public.adverts as advert where advert.requirement_id = requirement.id and advert.opened_at is not null))
        || case when (select private.is_team_member()) then jsonb_build_object('client_id', requirement.client_id) else '{}' end
      from public.job_requirements as requirement
      where requirement.id = requirement_frame.requirement
        and (requirement.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.set_applicants_due (
  item public.inbox_items
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update public.inbox_items as line set due_at = first.due
      from (select (date_trunc('day', private.answer_by(min(entry.applied_at)) at time zone private.zone()) + interval '1 day - 1 second')
                     at time zone private.zone() as due
              from public.shortlist_entries as entry
              where entry.requirement_id = (item).requirement_id and entry.state = 'applied') as first
      where line.id = (item).id and first.due <> line.due_at and private.is_for_applicants(line)
  $function$;

CREATE OR REPLACE FUNCTION private.settle_applicants (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items as line where line.requirement_id = settle_applicants.requirement for update;
    if private.is_for_applicants(item) and not exists (
      select from public.shortlist_entries as entry
        where entry.requirement_id = settle_applicants.requirement and entry.state = 'applied') then
      perform private.apply_state(private.current_user_id(), item, 'done', null);
    else
      perform private.set_applicants_due(item);
    end if;
  end $function$;

REVOKE ALL ON FUNCTION "private"."applicant_counts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_applicants_due"(public.inbox_items) FROM PUBLIC;
