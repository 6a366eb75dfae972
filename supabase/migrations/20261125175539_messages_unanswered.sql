set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."unanswered_messages" (
  "requirement_id" uuid                     NOT NULL,
  "client_id"      uuid                     NOT NULL,
  "since"          timestamp with time zone NOT NULL,
  "last_at"        timestamp with time zone NOT NULL,
  CONSTRAINT "unanswered_messages_pkey" PRIMARY KEY (requirement_id)
);

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
    filed := private.hold_own_requirement(requirement);
    if jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 100 then
      raise exception 'answers_missing' using errcode = 'PT422';
    end if;
    domains := private.domains_of(filed.client_id);
    perform private.refuse_closed(filed.status);
    for given in
      select distinct on (entry) entry, seen, verdict, private.trimmed(reason) as reason,
             private.trimmed(words_for_agency) as words_for_agency, private.trimmed(words_for_candidate) as words_for_candidate,
             private.trimmed(question) as question
        from jsonb_to_recordset(answers) as each (
          entry uuid, seen integer, verdict text, reason text, words_for_agency text, words_for_candidate text, question text)
        order by entry
    loop
      select * into held from public.shortlist_entries as shown
        where shown.id = given.entry and shown.requirement_id = filed.id for update;
      select * into person from public.candidates where id = held.candidate_id;
      if held.id is null or held.state <> all (private.shown_states()) or not private.has_yes(held)
        or private.is_never(person, filed.client_id, domains) then
        raise exception 'entry_not_found' using errcode = 'PT404', hint = coalesce(given.entry::text, '');
      end if;
      perform private.ask_about(held, person, given.question);
      continue when given.verdict is null and given.question is not null;
      if given.verdict is null or given.verdict not in ('interview', 'maybe', 'no', 'known') then
        raise exception 'verdict_missing' using errcode = 'PT422', hint = coalesce(given.entry::text, '');
      end if;
      select * into last from public.shortlist_answers as said where said.entry_id = held.id
        order by said.created_at desc, said.id desc limit 1;
      -- Shown again it waits for an answer again, and what a colleague has said since counts until it is said anew.
      continue when held.answered_at is not null
        and (last.author, last.verdict, last.reason, last.words_for_agency, last.words_for_candidate)
          is not distinct from (caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate);
      held := private.held_entry(held.id, given.seen);
      -- The form has the last answer's words in it: with another answer they stay only when they are written anew.
      if last.author = caller and last.verdict <> given.verdict then
        given.reason := nullif(given.reason, last.reason);
        given.words_for_agency := nullif(given.words_for_agency, last.words_for_agency);
        given.words_for_candidate := nullif(given.words_for_candidate, last.words_for_candidate);
      end if;
      if given.verdict = 'known' and given.reason is null then
        raise exception 'reason_missing' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.count_for_company(filed.client_id, 'answers');
      insert into public.shortlist_answers (entry_id, author, verdict, reason, words_for_agency, words_for_candidate,
                                            undo_until, former)
        values (held.id, caller, given.verdict, given.reason, given.words_for_agency, given.words_for_candidate,
                now() + private.answer_undo_lasts(),
                jsonb_build_object('state', held.state, 'answered_at', held.answered_at, 'interview_at', held.interview_at));
      update public.shortlist_entries as edited
        set answered_at = now(),
            state = case when held.state not in ('shown', 'interview') then held.state
                         when given.verdict = 'interview' then 'interview' else 'shown' end,
            interview_at = case when given.verdict = 'interview' then coalesce(held.interview_at, now() + private.answer_undo_lasts()) end
        where edited.id = held.id;
      answered := answered || held.id;
    end loop;
    return cardinality(answered);
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_about (
  entry    public.shortlist_entries,
  person   public.candidates,
  question text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    words text := 'About ' || coalesce((entry).card ->> 'name', case when private.is_opened(entry) then (person).full_name end,
                                       (entry).code_word) || ': ' || question;
  begin
    if words is not null and not exists (
      select from public.requirement_messages as said
        where said.requirement_id = (entry).requirement_id and said.author = private.current_user_id() and said.body = words
          and said.created_at > now() - private.answer_undo_lasts()) then
      perform private.post_message((entry).requirement_id, words, null, null, 'client');
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_message()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    else
      perform private.note_answer(new.requirement_id, new.author);
      insert into private.unanswered_messages as held (requirement_id, client_id, since, last_at)
        values (new.requirement_id, filed.client_id, new.created_at, new.created_at)
        on conflict (requirement_id) do update set last_at = greatest(held.last_at, excluded.last_at);
    end if;
    insert into public.unread_messages as held (user_id, requirement_id, unread, first_at, last_at)
      select reader, new.requirement_id, 1, new.created_at, new.created_at
        from private.readers_of(filed, case new.side when 'client' then 'team' else 'client' end) as reader
      on conflict (user_id, requirement_id) do update
        set unread = held.unread + 1, last_at = greatest(held.last_at, excluded.last_at);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.need_no_answer (
  requirement uuid,
  seen        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare filed public.job_requirements := private.hold_own_requirement(requirement);
  begin
    delete from private.unanswered_messages as held where held.requirement_id = filed.id and held.last_at <= seen;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_messages (
  requirement uuid,
  before_key  timestamp with time zone,
  before_id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    is_team boolean := private.is_team_member();
    new_since timestamptz;
    shown jsonb;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    select held.first_at into new_since from public.unread_messages as held
      where held.user_id = caller and held.requirement_id = filed.id;
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', written.id, 'side', written.side, 'is_own', written.author is not distinct from caller,
               -- Empty for somebody who has none, null for somebody who has left.
               'name', case when written.side = 'team' then colleague.display_name
                            when member.user_id is not null then coalesce(member.full_name, '') end,
               'body', written.body, 'created_at', written.created_at)
               order by written.created_at desc, written.id desc), '[]')
      into shown
      from (select * from public.requirement_messages as said
              where said.requirement_id = filed.id
                and (before_id is null or (said.created_at, said.id) < (before_key, before_id))
              order by said.created_at desc, said.id desc limit 26) as written
      left join public.client_members as member
        on member.user_id = written.author and member.client_id = filed.client_id
      left join public.team_members as colleague on colleague.user_id = written.author;
    if before_id is null and new_since is not null then
      perform private.settle_unread(filed, case when is_team then 'team' else 'client' end,
                                    (shown -> 0 ->> 'created_at')::timestamptz, caller);
    end if;
    if is_team then
      update public.inbox_items set first_seen_at = now() where requirement_id = filed.id and first_seen_at is null;
    end if;
    return jsonb_build_object(
      'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
      'company', (select client.company_name from public.clients as client where client.id = filed.client_id),
      'client_id', filed.client_id,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = filed.recruiter_id),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = filed.id) end,
      'may_write', private.side_on(filed.client_id) is not null,
      'candidates', private.candidate_counts(filed.id),
      'new_since', new_since,
      'unanswered_since', case when not is_team then (select held.since from private.unanswered_messages as held
                                                        where held.requirement_id = filed.id) end,
      'messages', shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'seal', private.seal_of(entry),
                'company', private.company_name(filed.client_id), 'job_title', filed.job_title, 'location', filed.location,
                'about', private.job_facts(filed), 'is_open', filed.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'shown_at', entry.shown_at, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                -- An "interview" that another answer, or the end, followed before its undo was over has opened nothing.
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(coalesce(answer.undo_until, answer.created_at)) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview'
                      and coalesce(answer.undo_until, answer.created_at)
                        <= coalesce(newest.withdrawn_at, newest.refused_at, newest.closed_at, now())
                      and not exists (select from public.shortlist_answers as later
                                        where later.entry_id = entry.id and later.verdict <> 'interview'
                                          and later.created_at > answer.created_at and later.created_at < answer.undo_until)) end,
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
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_told_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as held
              cross join lateral private.told_entry(held) as entry
              join public.job_requirements as filed on filed.id = entry.requirement_id
              cross join lateral (
                select asked.* from public.candidate_consents as asked where asked.entry_id = entry.id
                  order by asked.asked_at desc, asked.id limit 1) as newest
              where held.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_messages()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with own as materialized (
      select held.*, filed.job_title
        from public.unread_messages as held
        cross join lateral (select shown.job_title, shown.client_id from public.job_requirements as shown
                              where shown.id = held.requirement_id limit 1) as filed
        where held.user_id = (select private.current_user_id())
          and filed.client_id = (select private.current_client_id())
        order by held.last_at desc, held.requirement_id limit 100)
    select jsonb_build_object(
      'requirements', (select count(*) from own),
      'newest', (select coalesce(jsonb_agg(jsonb_build_object(
                   'id', newest.requirement_id, 'job_title', newest.job_title, 'unread', newest.unread,
                   'last_at', newest.last_at) order by newest.last_at desc, newest.requirement_id), '[]')
                 from (select * from own order by own.last_at desc, own.requirement_id limit 5) as newest),
      'unanswered', (select coalesce(jsonb_agg(to_jsonb(oldest) order by oldest.since, oldest.id), '[]')
                       from (select filed.id, filed.job_title, held.since
                               from private.unanswered_messages as held
                               join public.job_requirements as filed on filed.id = held.requirement_id
                               where held.client_id = (select private.current_client_id())
                                 and (select private.may_write_for_client())
                                 and filed.status = any (private.open_statuses())
                                 and not exists (select from own where own.requirement_id = filed.id)
                               order by held.since, filed.id limit 5) as oldest))
  $function$;

CREATE OR REPLACE FUNCTION private.post_message (
  requirement uuid,
  body        text,
  seen        timestamp with time zone,
  form        uuid,
  from_side   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(filed.client_id) when 'team' then 'team' else 'client' end;
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(filed.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(filed, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as held where held.requirement_id = filed.id and held.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION public.need_no_answer (
  requirement uuid,
  seen        timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.need_no_answer(requirement, seen) $function$;

REVOKE ALL ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."unanswered_messages"
  ADD CONSTRAINT "unanswered_messages_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "private"."unanswered_messages"
  ADD CONSTRAINT "unanswered_messages_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

CREATE INDEX unanswered_messages_client ON private.unanswered_messages USING btree (client_id, last_at DESC, requirement_id);

REVOKE ALL ON FUNCTION "private"."ask_about"(public.shortlist_entries, public.candidates, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."need_no_answer"(uuid, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."need_no_answer"(uuid, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."need_no_answer"(uuid, timestamp WITH time zone) TO "postgres";
