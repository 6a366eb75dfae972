set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "raise_version" ON "public"."shortlist_entries";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "frozen_when_asked";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "says_when_shown";

ALTER TABLE "public"."shortlist_entries"
  DROP CONSTRAINT "shortlist_entries_state_check";

DROP FUNCTION "private"."mark_entry"(uuid, integer, text, date);

DROP FUNCTION "private"."note_candidate"(uuid, uuid, text);

DROP FUNCTION "public"."mark_entry"(uuid, integer, text, date);

DROP FUNCTION "public"."note_candidate"(uuid, uuid, text);

ALTER TABLE "public"."candidate_notes"
  ADD COLUMN "entry_id" uuid;

ALTER TABLE "public"."candidate_notes"
  ADD COLUMN "channel" text;

ALTER TABLE "public"."candidates"
  ADD COLUMN "next_on" date;

ALTER TABLE "public"."candidates"
  ADD COLUMN "next_words" text;

ALTER TABLE "public"."candidates"
  ADD COLUMN "next_by" uuid;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "begins_on" date;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "next_on" date;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "next_words" text;

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "next_by" uuid;

CREATE OR REPLACE FUNCTION private.cancel_question (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set closed_at = now()
      where consent.entry_id = cancel_question.entry and consent.closed_at is null and consent.refused_at is null and consent.withdrawn_at is null;
    update public.shortlist_entries as entry
      set state = 'draft', card = null, joined_on = null, begins_on = null, shown_at = null, answered_at = null, interview_at = null,
          offered_at = null
      where entry.id = cancel_question.entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_record (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_by'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'channel', note.channel, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'mailbox_digest'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at'] || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id),
                'opened', (select coalesce(jsonb_agg(distinct opened.day), '[]') from public.entry_views as opened
                             where opened.entry_id = entry.id),
                'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                               'verdict', answer.verdict, 'reason', answer.reason, 'words_for_agency', answer.words_for_agency,
                               -- They are the company's until they are let go, and the form says so.
                               'words_for_candidate', case when answer.released_at is not null then answer.words_for_candidate end,
                               'created_at', answer.created_at)
                               order by answer.created_at), '[]')
                             from public.shortlist_answers as answer
                             where answer.entry_id = entry.id and answer.former is null))
              order by entry.created_at), '[]')
            from public.shortlist_entries as entry_row
            -- Until an answer is told, it is its company's alone.
            cross join lateral private.told_entry(entry_row) as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            where entry_row.candidate_id = person.id),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and mail.template like 'candidate\_%'))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.close_entry (
  entry   uuid,
  is_own  boolean,
  is_rule boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    if entry_row.id is null or entry_row.state in ('withdrawn', 'closed') then
      return;
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where consent.entry_id = entry and consent.closed_at is null and consent.refused_at is null and consent.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null, begins_on = null where ended.id = entry;
    if entry_row.state = any (private.shown_states()) then
      perform private.record_withdrawal(entry_row, is_own, is_rule);
    elsif is_own and entry_row.state = 'agreed' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    elsif is_rule then
      perform private.reopen_item(entry_row.requirement_id);
    end if;
    if entry_row.state = 'joined' then
      perform private.count_joined(entry_row.requirement_id, true);
    end if;
  end $function$;

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
            'shown_at', entry.shown_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
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
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('name', last.full_name, 'verdict', last.verdict, 'reason', last.reason,
                                                           'created_at', last.created_at) order by last.created_at desc), '[]')
                from (select distinct on (answer.author) member.full_name, answer.verdict, answer.reason, answer.created_at
                        from public.shortlist_answers as answer
                        left join public.client_members as member
                          on member.user_id = answer.author and member.client_id = requirement_row.client_id
                        where answer.entry_id = entry.id and answer.author is distinct from caller
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

CREATE OR REPLACE FUNCTION private.crm_entries (
  entries uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
        'verdict', (select answer.verdict from public.shortlist_answers as answer
                      where answer.id = private.last_told_answer(entry.id)))) order by entry.id), '[]')
      from public.shortlist_entries as entry_row cross join lateral private.told_entry(entry_row) as entry where entry_row.id = any (entries)
  $function$;

CREATE OR REPLACE FUNCTION private.entries_elsewhere (
  candidate   uuid,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', entry.id, 'version', entry.version, 'state', entry.state, 'requirement_id', entry.requirement_id,
               'job_title', job.job_title, 'company', private.company_name(job.client_id),
               'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
               'since', case entry.state
                 when 'asked' then (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'agreed' then (select max(consent.given_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'interview' then entry.answered_at
                 when 'shown' then entry.shown_at
                 else entry.offered_at end)
               order by array_position(private.asked_states(), entry.state) desc, entry.created_at, entry.id), '[]')
      from public.shortlist_entries as entry
      join public.job_requirements as job on job.id = entry.requirement_id
      where entry.candidate_id in (select private.records_of(candidate))
        and entry.requirement_id is distinct from entries_elsewhere.requirement
        and entry.state = any (private.asked_states()) and entry.state <> 'declined'
        and (job.status = any (private.open_statuses()) or entry.state in ('accepted', 'joined'))
  $function$;

CREATE OR REPLACE FUNCTION private.entry_facts (
  entry   public.shortlist_entries,
  domains text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', (entry).id, 'version', (entry).version, 'state', (entry).state, 'requirement_id', (entry).requirement_id,
        'chosen', (entry).chosen, 'code_word', (entry).code_word, 'begins_on', (entry).begins_on, 'joined_on', (entry).joined_on,
        'next', private.next_step((entry).next_on, (entry).next_words, (entry).next_by),
        'shown_at', (entry).shown_at, 'answered_at', (entry).answered_at, 'interview_at', (entry).interview_at,
        'opened_to', (select jsonb_strip_nulls(jsonb_build_object('full_name', person.full_name, 'email', person.email,
                                                                  'phone', person.phone))
                        from public.candidates as person
                        where person.id = (entry).candidate_id and private.is_opened(entry)),
        'asked_at', (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = (entry).id),
        'agreed_until', private.agreed_until((entry).id), 'has_yes', private.has_consent(entry), 'seal', private.seal_of(entry),
        'is_disowned', coalesce((select consent.is_disowned from public.candidate_consents as consent
                                   where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Have they said no, and want to be asked after all?
        'is_reconsidered', coalesce((select consent.reconsidered_at is not null from public.candidate_consents as consent
                                       where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        -- Was what they were asked last asked at another address than the one we know now?
        'is_moved', coalesce((select consent.mailbox_digest is distinct from private.subject_of(person.email)
                                from public.candidate_consents as consent
                                join public.candidates as person on person.id = consent.candidate_id
                                where consent.entry_id = (entry).id order by consent.asked_at desc, consent.id limit 1), false),
        'is_never', (select private.matches_blocklist(person, requirement.client_id, domains)
                       from public.candidates as person, public.job_requirements as requirement
                      where person.id = (entry).candidate_id and requirement.id = (entry).requirement_id),
        'near_names', case when (entry).state in ('draft', 'asked', 'agreed') then (
          select private.near_names(person, private.company_name(requirement.client_id))
            from public.candidates as person, public.job_requirements as requirement
            where person.id = (entry).candidate_id and requirement.id = (entry).requirement_id) else '{}' end,
        'opened', (select coalesce(jsonb_agg(jsonb_build_object('name', member.full_name, 'day', opened.day)
                                             order by opened.day desc, member.full_name), '[]')
                     from public.entry_views as opened left join public.client_members as member on member.user_id = opened.user_id
                     where opened.entry_id = (entry).id and opened.created_at >= (entry).shown_at),
        'answers', (select coalesce(jsonb_agg(jsonb_build_object(
                        'id', answer.id, 'name', member.full_name, 'verdict', answer.verdict, 'reason', answer.reason,
                        'words_for_agency', answer.words_for_agency, 'words_for_candidate', answer.words_for_candidate,
                        'released_at', answer.released_at, 'created_at', answer.created_at,
                        'undo_until', case when answer.undo_until > now() then answer.undo_until end)
                        order by answer.created_at desc, answer.id desc), '[]')
                      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
                      where answer.entry_id = (entry).id))
      || private.shown_card(entry)
  $function$;

CREATE OR REPLACE FUNCTION private.export_shortlists_of (
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'answers', (select coalesce(jsonb_agg(to_jsonb(answer) order by answer.created_at), '[]')
        from public.shortlist_answers as answer where answer.author = any (accounts) or answer.released_by = any (accounts)),
      'views', (select coalesce(jsonb_agg(to_jsonb(opened) order by opened.created_at), '[]')
        from public.entry_views as opened where opened.user_id = any (accounts)),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'created_at', note.created_at) order by note.created_at), '[]')
        from public.candidate_notes as note where note.author = any (accounts)),
      'next_steps', (select coalesce(jsonb_agg(jsonb_build_object('id', step.id, 'next_on', step.next_on) order by step.next_on), '[]')
        from (select entry.id, entry.next_on, entry.next_by from public.shortlist_entries as entry where entry.next_by = any (accounts)
              union all
              select person.id, person.next_on, person.next_by from public.candidates as person where person.next_by = any (accounts))
          as step),
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'asked_at', consent.asked_at) order by consent.asked_at), '[]')
        from public.candidate_consents as consent where consent.asked_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)))
  $function$;

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  change     public.item_change,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items;
    is_reply boolean := coalesce(change.is_reply, false);
  begin
    perform from public.inbox_items as item where item.id = finish_item.item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = finish_item.item;
    if found then
      return next;
      return;
    end if;
    item_row := private.lock_item(finish_item.item, seen);
    from_group := coalesce(from_group, (select placed.item_group from private.grouped_items as placed where placed.id = finish_item.item));
    if is_reply then
      perform private.write_reply(caller, item_row, change.body, form);
    elsif change.body is not null and not exists (
      select from (select * from public.notes as before where before.item_id = finish_item.item
                     order by before.created_at desc, before.id desc limit 1) as last
        where last.author = caller and last.kind = coalesce(change.note_kind, 'note')
          and last.body = private.trimmed(change.body) and last.created_at > now() - private.repeats_within()) then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (finish_item.item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.state is not null then
      perform private.apply_state(caller, item_row, change.state, change.due_at);
    elsif is_reply and item_row.state = 'new' then
      perform private.apply_state(caller, item_row, 'open', null);
    end if;
    if private.version_of(finish_item.item) = item_row.version then
      perform private.touch_item(caller, finish_item.item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as item set version = item.version + 1 where item.id = finish_item.item and is_reply;
    end if;
    if change.takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, item_row, from_group, filter) as next;
    end if;
    perform private.record_act(form, caller, item_row, next_id, is_reply);
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_entry (
  entry uuid,
  seen  integer,
  state text,
  day   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    begins date := case when mark_entry.state = 'accepted' then day end;
    joined date := case when mark_entry.state = 'joined' then coalesce(day, private.today()) end;
    now_at integer;
  begin
    perform private.lock_entries(array[entry]);
    select * into entry_row from public.shortlist_entries where id = entry;
    if entry_row.state = mark_entry.state and entry_row.begins_on is not distinct from begins
      and (entry_row.joined_on is not distinct from joined or day is null) then
      return entry_row.version;
    elsif mark_entry.state = 'accepted' and (begins between private.today() and private.today() + 365) is not true then
      raise exception 'beginning_day_ahead' using errcode = 'PT422';
    elsif joined > private.today() then
      raise exception 'joining_day_ahead' using errcode = 'PT422';
    end if;
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state <> all (private.shown_states()) or mark_entry.state is null
      or mark_entry.state <> all (private.shown_states())
      or mark_entry.state = 'interview' and entry_row.interview_at is null then
      raise exception 'mark_not_possible' using errcode = 'PT422';
    end if;
    update public.shortlist_entries as edited
      set state = mark_entry.state,
          offered_at = case when mark_entry.state in ('offered', 'accepted', 'joined') then coalesce(entry_row.offered_at, now())
                            when mark_entry.state = 'declined' then entry_row.offered_at end,
          begins_on = begins, joined_on = joined
      where edited.id = entry returning edited.version into now_at;
    update public.candidates set last_activity_at = now() where id = entry_row.candidate_id;
    perform private.count_joined(entry_row.requirement_id, entry_row.state = 'joined');
    if mark_entry.state = 'joined' and entry_row.state <> 'joined' then
      perform private.record_candidates(entry_row.requirement_id, 'candidate_joined', array[entry_row.id], false);
    end if;
    if mark_entry.state <> 'shown' then
      perform private.answer_company(entry_row.requirement_id, false);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.merge_candidates (
  kept        uuid,
  seen        integer,
  merged      uuid,
  merged_seen integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    stays public.candidates;
    goes public.candidates;
    now_at integer;
  begin
    perform private.lock_team();
    perform from public.job_requirements
      where id in (select entry.requirement_id from public.shortlist_entries as entry
                     where entry.candidate_id in (select private.records_of(kept) union select private.records_of(merged)))
      order by id for no key update;
    perform from public.candidates
      where id in (select private.records_of(kept) union select private.records_of(merged)) order by id for update;
    stays := private.lock_candidate(kept);
    goes := private.lock_candidate(merged);
    if stays.version is distinct from seen or goes.version is distinct from merged_seen then
      raise exception 'stale' using errcode = 'PT409', detail = stays.version::text;
    elsif kept = merged or stays.email is distinct from goes.email
      or num_nonnulls(stays.email_confirmed_at, goes.email_confirmed_at) = 0 then
      raise exception 'not_one_person' using errcode = 'PT422';
    elsif exists (select from public.shortlist_entries as entry
                   where entry.candidate_id = goes.id and entry.state = any (private.asked_states())) then
      raise exception 'merge_other_way' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    update public.candidates as kept_record
      set next_on = goes.next_on, next_words = goes.next_words, next_by = goes.next_by
      where kept_record.id = stays.id and stays.next_on is null;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.state = 'draft' and not exists (select from public.candidate_consents as consent where consent.entry_id = entry.id)
          or exists (select from public.candidate_consents as consent
                      where consent.entry_id = entry.id and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0))
        and not exists (select from public.shortlist_entries as own
                         where own.candidate_id = stays.id and own.requirement_id = entry.requirement_id);
    update public.candidate_consents as consent
      set candidate_id = stays.id,
          entry_id = (select own.id from public.shortlist_entries as past
                        join public.shortlist_entries as own
                          on own.requirement_id = past.requirement_id and own.candidate_id = stays.id
                        where past.id = consent.entry_id)
      where consent.candidate_id = goes.id and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0;
    delete from public.mail_outbox as mail
      where mail.template like 'candidate\_%'
        and array[mail.ids ->> 'consent', mail.ids ->> 'entry', mail.ids ->> 'code'] && private.mail_subjects(goes.id);
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.next_step (
  next_on    date,
  next_words text,
  next_by    uuid
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when next_on is not null then jsonb_build_object('on', next_on, 'words', next_words, 'by', next_by) end
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
    said text := private.trimmed(words);
    next_said text := private.trimmed(note_talk.next_words);
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
    if next_on is null and next_said is not null then
      raise exception 'next_day_missing' using errcode = 'PT422';
    elsif next_on not between private.today() and private.today() + 365 then
      raise exception 'next_day_out_of_reach' using errcode = 'PT422';
    elsif next_on is not null and standing is distinct from seen_next and standing is not null and set_by is distinct from caller then
      raise exception 'next_step_changed' using errcode = 'PT409', detail = standing::text;
    end if;
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
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'seal', private.seal_of(entry),
                'company', private.company_name(requirement.client_id), 'job_title', requirement.job_title, 'location', requirement.location,
                'about', private.job_facts(requirement), 'is_open', requirement.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'undo_until', case when entry.state = 'withdrawn' and newest.tell_at > now()
                                and newest.mailbox_digest = private.subject_of(person.email) then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and private.is_blocked(person, requirement.client_id),
                'is_reconsidered', newest.reconsidered_at is not null,
                'shown_at', entry.shown_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                -- An "interview" that another answer, or the end, followed before its undo was over has opened nothing.
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(coalesce(answer.undo_until, answer.created_at)) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview' and answer.former is null
                      and coalesce(answer.undo_until, answer.created_at)
                        <= coalesce(newest.withdrawn_at, newest.refused_at, newest.closed_at, now())
                      and not exists (select from public.shortlist_answers as later
                                        where later.entry_id = entry.id and later.verdict <> 'interview'
                                          and later.created_at > answer.created_at and later.created_at < answer.undo_until)) end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, requirement.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, requirement.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = requirement.recruiter_id),
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
              from public.shortlist_entries as entry_row
              cross join lateral private.told_entry(entry_row) as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              cross join lateral (
                select consent.* from public.candidate_consents as consent where consent.entry_id = entry.id
                  order by consent.asked_at desc, consent.id limit 1) as newest
              where entry_row.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

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
    requirement_row public.job_requirements;
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
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(requirement_row.client_id) when 'team' then 'team' else 'client' end;
    -- What a form brings once more, by Back say, is what was said last.
    written := coalesce((
      select last.id from (select * from public.requirement_messages as before where before.requirement_id = requirement_row.id
                             order by before.created_at desc, before.id desc limit 1) as last
        where form is not null and last.author = caller and last.side = own and last.body = private.trimmed(post_message.body)
          and last.created_at > now() - private.repeats_within()), written);
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(requirement_row.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, requirement_row.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, requirement_row.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = requirement_row.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(requirement_row, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = requirement_row.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
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
            select coalesce(jsonb_agg(to_jsonb(consent) - array['candidate_id', 'card_digest', 'mailbox_digest']
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
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_shortlist (
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
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', list.is_abroad, 'tells_pay', list.tells_pay,
                                       'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            '{"is_blind": false, "is_abroad": false, "tells_pay": false, "reminded_at": null, "version": 0}'),
          'is_open', requirement.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'counts', private.candidate_counts(requirement.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(requirement.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null,
                         'phone', person.phone, 'next', private.next_step(person.next_on, person.next_words, person.next_by),
                         'talks', private.talks_of(person.id, 5),
                         'elsewhere', private.entries_elsewhere(person.id, requirement.id)))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = requirement.id))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.repeated_talk (
  candidate uuid,
  caller    uuid,
  entry     uuid,
  channel   text,
  words     text
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select last.id
      from (select * from public.candidate_notes as talk where talk.candidate_id = repeated_talk.candidate
              order by talk.created_at desc, talk.id desc limit 1) as last
      where last.author = caller and last.body = words and last.entry_id is not distinct from entry
        and last.channel is not distinct from repeated_talk.channel and last.created_at > now() - private.repeats_within()
  $function$;

CREATE OR REPLACE FUNCTION private.repeats_within()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '10 minutes' $function$;

CREATE OR REPLACE FUNCTION private.shown_states()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['shown', 'interview', 'offered', 'accepted', 'joined', 'declined'] $function$;

CREATE OR REPLACE FUNCTION private.steps_of (
  entry public.shortlist_entries
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).state = 'joined' then 6
                when (entry).state in ('offered', 'accepted') or (entry).state = 'declined' and (entry).offered_at is not null then 5
                when (entry).state = 'interview' or (entry).state = 'declined' and (entry).interview_at is not null then 4
                when (entry).state = any (private.shown_states()) then 3
                when (entry).state = 'agreed' and private.has_consent(entry) then 2
                when (entry).state in ('asked', 'agreed') then 1
                else 0 end
  $function$;

CREATE OR REPLACE FUNCTION private.talks_of (
  candidate uuid,
  most      integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', talk.id, 'channel', talk.channel, 'body', talk.body, 'created_at', talk.created_at, 'author', talk.author,
               'entry_id', talk.entry_id, 'job_title', requirement.job_title)
               order by talk.created_at desc, talk.id desc), '[]')
      from (select * from public.candidate_notes as written where written.candidate_id = candidate
              order by written.created_at desc, written.id desc limit most) as talk
      left join public.shortlist_entries as entry on entry.id = talk.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION public.mark_entry (
  entry uuid,
  seen  integer,
  state text,
  day   date    DEFAULT NULL::date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mark_entry(entry, seen, state, day) $function$;

REVOKE ALL ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_talk (
  candidate  uuid,
  form       uuid,
  words      text DEFAULT NULL::text,
  channel    text DEFAULT NULL::text,
  entry      uuid DEFAULT NULL::uuid,
  next_on    date DEFAULT NULL::date,
  next_words text DEFAULT NULL::text,
  seen_next  date DEFAULT NULL::date
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.note_talk(candidate, form, words, channel, entry, next_on, next_words, seen_next)
  $function$;

REVOKE ALL ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_channel_check" CHECK ((channel = ANY (ARRAY['call'::text, 'whatsapp'::text, 'mail'::text, 'meeting'::text]))) NOT VALID;

ALTER TABLE "public"."candidate_notes"
  ADD CONSTRAINT "candidate_notes_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.shortlist_entries(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "candidates_next_by_fkey" FOREIGN KEY (next_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "next_step_has_day" CHECK (((next_on IS NOT NULL) OR (num_nonnulls(next_words, next_by) = 0))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "frozen_when_asked" CHECK (((card IS
    NOT NULL) OR (state <> ALL (ARRAY['asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text, 'declined'::text])))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "next_step_has_day" CHECK (((next_on IS NOT NULL) OR (num_nonnulls(next_words, next_by) = 0))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "says_when_begins" CHECK (((state = 'accepted'::text) = (begins_on IS NOT NULL))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "says_when_shown" CHECK (((shown_at IS
    NOT NULL) OR (state <> ALL (ARRAY['shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text, 'declined'::text])))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_begins_on_check" CHECK (((begins_on >= '1900-01-01'::date) AND (begins_on <= '2999-12-31'::date))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_next_by_fkey" FOREIGN KEY (next_by) REFERENCES auth.users(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_state_check"
    CHECK
    ((state = ANY (ARRAY['draft'::text, 'asked'::text, 'agreed'::text, 'shown'::text, 'interview'::text, 'offered'::text, 'accepted'::text, 'joined'::text, 'declined'::text,
    'withdrawn'::text, 'closed'::text]))) NOT VALID;

CREATE INDEX candidate_notes_entry ON public.candidate_notes USING btree (entry_id, created_at DESC, id DESC)
  WHERE (entry_id IS NOT NULL);

CREATE INDEX candidates_next ON public.candidates USING btree (next_by, next_on)
  WHERE (next_on IS NOT NULL);

CREATE INDEX shortlist_entries_begins ON public.shortlist_entries USING btree (begins_on)
  WHERE (begins_on IS NOT NULL);

CREATE INDEX shortlist_entries_next ON public.shortlist_entries USING btree (next_by, next_on)
  WHERE (next_on IS NOT NULL);

CREATE TRIGGER raise_version
  BEFORE UPDATE OF state, chosen, pitch, card, is_blind, joined_on, begins_on, answered_at ON public.shortlist_entries
  FOR EACH ROW
  WHEN
    (((old.state IS DISTINCT FROM new.state) OR (old.chosen IS DISTINCT FROM new.chosen) OR (old.pitch IS DISTINCT FROM new.pitch) OR (old.card IS DISTINCT FROM new.card) OR
    (old.is_blind IS DISTINCT FROM new.is_blind) OR (old.joined_on IS DISTINCT FROM new.joined_on) OR (old.begins_on IS DISTINCT FROM new.begins_on) OR
    (old.answered_at IS DISTINCT FROM new.answered_at)))
  EXECUTE FUNCTION private.raise_version();

REVOKE ALL ON FUNCTION "private"."entries_elsewhere"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_entry"(uuid, integer, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_entry"(uuid, integer, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."next_step"(date, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."repeated_talk"(uuid, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repeats_within"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."talks_of"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_entry"(uuid, integer, text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_talk"(uuid, uuid, text, text, uuid, date, text, date) TO "postgres";

ALTER TABLE "public"."candidates"
  ADD CONSTRAINT "candidates_next_words_check" CHECK (private.is_text(next_words, 200)) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_next_words_check" CHECK (private.is_text(next_words, 200)) NOT VALID;
