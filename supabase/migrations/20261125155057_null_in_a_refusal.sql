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
        raise exception 'entry_not_found' using errcode = 'PT404', hint = coalesce(given.entry::text, '');
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
  end $function$;

CREATE OR REPLACE FUNCTION private.set_notifications (
  seen         integer,
  requirements public.mail_frequency,
  messages     public.mail_frequency,
  inbox        public.mail_frequency
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    held public.notification_settings;
    wanted public.notification_settings;
    is_current boolean := false;
  begin
    if caller is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif set_notifications.inbox = 'at_once' then
      raise exception 'inbox_is_daily' using errcode = 'PT400';
    end if;
    if seen = 0 then
      insert into public.notification_settings (user_id) values (caller) on conflict do nothing returning * into held;
      is_current := found;
    end if;
    if not is_current then
      select * into held from public.notification_settings where user_id = caller for update;
      is_current := found and held.version = seen;
    end if;
    wanted := held;
    wanted.requirements := coalesce(set_notifications.requirements, held.requirements);
    wanted.messages := coalesce(set_notifications.messages, held.messages);
    wanted.inbox := coalesce(set_notifications.inbox, held.inbox);
    if not is_current and (held.user_id is null or wanted is distinct from held) then
      raise exception 'stale' using errcode = 'PT409', detail = coalesce(held.version, 0)::text;
    end if;
    update public.notification_settings as chosen
      set (requirements, messages, inbox) = (wanted.requirements, wanted.messages, wanted.inbox)
      where chosen.user_id = caller returning chosen.version into held.version;
    perform private.move_waiting_mails(caller);
    return held.version;
  end $function$;
