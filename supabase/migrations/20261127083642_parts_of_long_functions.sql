set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.answer_candidates (
  requirement uuid,
  answers     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.check_next_step (
  wanted      date,
  words       text,
  standing    date,
  standing_by uuid,
  seen        date
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if wanted is null and words is not null then
      raise exception 'next_day_missing' using errcode = 'PT422';
    elsif wanted not between private.today() and private.today() + 365 then
      raise exception 'next_day_out_of_reach' using errcode = 'PT422';
    elsif wanted is not null and standing is distinct from seen and standing is not null
      and standing_by is distinct from private.current_user_id() then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_candidates (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id uuid,
    counts         jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
    select wanted.id, jsonb_build_object(
        'asked', count(*) filter (where entry.got >= 1 or 0 < (
          select count(*) from public.candidate_consents as question where question.entry_id = entry.id)),
        'agreed', count(*) filter (where entry.got >= 2 or 0 < (
          select count(question.given_at) from public.candidate_consents as question where question.entry_id = entry.id)),
        'shown', count(*) filter (where entry.got >= 3),
        'interview', count(*) filter (where entry.got >= 4),
        'offered', count(*) filter (where entry.got >= 5),
        'joined', count(*) filter (where entry.got >= 6),
        'waiting', count(*) filter (where entry.waits),
        'waiting_since', min(entry.shown_at) filter (where entry.waits),
        'answer_by', private.answer_by(min(entry.shown_at) filter (where entry.waits)))
      from unnest(requirements) as wanted (id)
      left join lateral (
        select kept.id, kept.shown_at, private.steps_of(kept) as got, private.waits_for_company(kept, requirement.status) as waits
          from public.shortlist_entries as kept
          join public.job_requirements as requirement on requirement.id = kept.requirement_id
          -- Who has applied, and is not taken on, is none of its company's, nor whom that can be undone of.
          where kept.requirement_id = wanted.id and kept.state <> 'applied' and kept.turned_down_at is null
            and case when kept.applied_at is not null and kept.state in ('draft', 'agreed')
                  then private.taken_on_lately(kept) is null else true end) as entry on true
      group by wanted.id
  $function$;

CREATE OR REPLACE FUNCTION private.list_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  size        integer
)
  RETURNS SETOF public.listed_candidate
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    company as materialized (
      select client.id, client.company_name as name, private.domains_of(client.id) as domains
        from public.job_requirements as sought join public.clients as client on client.id = sought.client_id
        where sought.id = list_candidates.requirement
    )
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period,
           private.notice_days(kept.notice_period), kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit,
           kept.email, kept.phone, private.has_keep_consent(kept.id),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           private.entries_elsewhere(kept.id, list_candidates.requirement),
           (select case when entry.turned_down_at is not null then 'turned_down' else entry.state end
              from public.shortlist_entries as entry
             where entry.requirement_id = list_candidates.requirement and entry.candidate_id = kept.id),
           case when company.id is not null then private.matches_blocklist(kept, company.id, company.domains) else false end,
           case when company.id is not null then private.near_names(kept, company.name) else '{}' end,
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      left join company on true
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, requirement, before_at,
                                                 before_id, least(greatest(size, 1), 100) + 1)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.note_talk (
  candidate  uuid,
  form       uuid,
  words      text,
  channel    text,
  entry      uuid,
  next_on    date,
  next_words text,
  seen_next  date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    person public.candidates := private.lock_candidate(candidate);
    entry_row public.shortlist_entries;
    said text := private.trimmed_straight(words);
    next_said text := private.trimmed_straight(note_talk.next_words);
    standing date := person.next_on;
    set_by uuid := person.next_by;
    written uuid := (select talk.id from public.candidate_notes as talk where talk.author = caller and talk.form_id = form);
  begin
    if written is not null then
      return written;
    elsif entry is not null then
      select * into entry_row from public.shortlist_entries as own where own.id = entry and own.candidate_id = candidate for update;
      if entry_row.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      standing := entry_row.next_on;
      set_by := entry_row.next_by;
    end if;
    perform private.check_next_step(next_on, next_said, standing, set_by, seen_next);
    if said is not null then
      written := private.repeated_talk(candidate, caller, entry, note_talk.channel, said);
      if written is null then
        insert into public.candidate_notes (candidate_id, author, body, form_id, entry_id, channel)
          values (candidate, caller, said, form, entry, note_talk.channel) returning id into written;
      end if;
      update public.candidates set last_activity_at = now() where id = candidate;
    end if;
    if next_on is null and standing is distinct from seen_next then
      return written;
    elsif entry is not null then
      update public.shortlist_entries as edited
        set next_on = note_talk.next_on, next_words = next_said, next_by = case when note_talk.next_on is not null then caller end
        where edited.id = entry;
    else
      update public.candidates as edited
        set next_on = note_talk.next_on, next_words = next_said, next_by = case when note_talk.next_on is not null then caller end
        where edited.id = candidate;
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.purge_expired()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as item
      where item.created_at < expiry and item.requirement_id is null
        or item.requirement_id in (select requirement_row.id from public.job_requirements as requirement_row
                                    where requirement_row.status = any (private.closed_statuses()) and requirement_row.updated_at < expiry)
      order by item.id for update;
    for relation in
      select 'public.' || known.relation from private.public_forms() as known
      union all values ('public.activity_log'), ('public.mail_outbox'), ('auth.audit_log_entries'), ('private.spam_senders')
    loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    perform private.purge_short_lived();
    perform private.forget_candidate(expired) from private.expired_candidates() as expired;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('candidates', affected);
    counts := counts || jsonb_build_object('applications', private.forget_unconfirmed());
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for. Where there are members, it is what
    -- their owners have written.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member where member.client_id = client.id);
    delete from public.job_requirements where status = any (private.closed_statuses()) and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    counts := counts || (select to_jsonb(purged) from private.purge_unused_accounts(expiry) as purged);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $function$;

CREATE OR REPLACE FUNCTION private.purge_short_lived()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    delete from private.form_senders where created_at < now() - interval '1 hour';
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    delete from private.candidate_codes where created_at < now() - interval '1 day';
    delete from private.candidate_sessions where expires_at < now();
    delete from private.candidate_imports where created_at < now() - private.import_lasts();
    delete from private.sealed_candidates
      where created_at < now() - (select make_interval(days => sealed_days) from private.settings);
  $function$;

CREATE OR REPLACE FUNCTION private.purge_unused_accounts (
  expiry timestamp with time zone
)
  RETURNS TABLE (
    clients  integer,
    accounts integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    unused uuid[] := array(
      select person.id from auth.users as person
        where greatest(person.created_at, person.last_sign_in_at) < expiry
          and not exists (select from public.user_roles as user_role where user_role.user_id = person.id and user_role.role <> 'client')
          and not exists (select from public.client_members as member
                           join public.job_requirements as requirement on requirement.client_id = member.client_id
                           where member.user_id = person.id));
  begin
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics clients = row_count;
    delete from auth.users where id = any (unused);
    get diagnostics accounts = row_count;
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.restore_entry (
  entry  uuid,
  former jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update public.shortlist_entries as restored
      set answered_at = (former ->> 'answered_at')::timestamptz,
          interview_at = (former ->> 'interview_at')::timestamptz,
          state = case when restored.state in ('shown', 'interview') then former ->> 'state' else restored.state end
      where restored.id = entry
  $function$;

CREATE OR REPLACE FUNCTION private.tell_answers()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_answer (
  requirement uuid,
  answer      uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.write_answer (
  entry  public.shortlist_entries,
  answer public.shortlist_answers
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

REVOKE ALL ON FUNCTION "private"."check_next_step"(date, text, date, uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."purge_short_lived"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."purge_unused_accounts"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_entry"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_answer"(public.shortlist_entries, public.shortlist_answers) FROM PUBLIC;
