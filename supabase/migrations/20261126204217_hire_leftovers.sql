set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "track_requirement" ON "public"."requirement_events";

ALTER TABLE "public"."requirement_events"
  DROP CONSTRAINT "requirement_events_type_check";

DROP FUNCTION "private"."count_applied"(uuid);

DROP FUNCTION "private"."end_advert"(uuid, text);

DROP FUNCTION "private"."turn_down"(uuid, uuid[], text);

ALTER TABLE "public"."shortlist_entries"
  ADD COLUMN "turned_down_reason" text;

CREATE OR REPLACE FUNCTION private.application_answer_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        -- What was deleted since, or closed before anybody was shown, is over.
        'outcome', case when coalesce(entry.state, 'closed') = 'closed'
                          or entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                     then 'turned_down' else 'taken_on' end,
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state
                     when entry.state <> 'closed' then case when entry.is_by_mail then 'sent' else 'shown' end end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        -- Whoever is shown has said yes to the company by name.
        'company', case when advert.is_named or entry.state = any (private.shown_states())
                     then private.company_name(requirement.client_id) end,
        'words', entry.turned_down_words,
        -- Also of whoever was taken on, and whose job is over before the mail goes.
        'reason', case when entry.turned_down_at is not null then entry.turned_down_reason
                       when entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                         then case when requirement.status = 'filled' then 'filled' else 'closed' end end,
        'is_kept', private.forgotten_at(person.id) is null,
        'recruiter', case when colleague.user_id is not null then
          jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone) end,
        'reply_to', colleague.contact_email, 'token', private.candidate_token(person.id, person.link_issue)))
      from public.candidates as person
      left join public.shortlist_entries as entry on entry.id = ((mail).ids ->> 'entry')::uuid
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      left join public.adverts as advert on advert.requirement_id = entry.requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      where person.id = coalesce(entry.candidate_id, ((mail).ids ->> 'candidate')::uuid)
        and person.email = private.normal_address((mail).address) and coalesce(entry.state, 'closed') not in ('applied', 'withdrawn')
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.application_figures (
  metrics_key text
)
  RETURNS TABLE (
    state        text,
    applications integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_metrics_key(metrics_key);
    return query
      with waiting as materialized (
        select private.answer_by(entry.applied_at) < now() as is_overdue
          from public.shortlist_entries as entry where entry.state = 'applied' limit 1000
      ), day_before as materialized (
        select sent.confirmed_at is not null as is_confirmed from private.applications as sent
          where sent.created_at > now() - interval '2 days' and sent.created_at <= now() - interval '1 day'
            and not sent.is_flood and not sent.is_suspect limit 1000
      )
      select 'unconfirmed', (select count(*)::integer from (
        select from private.applications as sent where sent.confirmed_at is null limit 1000) as counted)
      union all select 'waiting', (select count(*)::integer from waiting where not waiting.is_overdue)
      union all select 'overdue', (select count(*)::integer from waiting where waiting.is_overdue)
      union all select 'mailed_day_before', (select count(*)::integer from day_before)
      union all select 'pressed_day_before', (select count(*)::integer from day_before where day_before.is_confirmed);
  end $function$;

CREATE OR REPLACE FUNCTION private.application_shown (
  application private.applications
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select shown - 'code_word' || jsonb_build_object(
        'name', coalesce(shown #>> '{card,name}', (application).code_word),
        'digest', private.digest_of(concat_ws(chr(10), case when advert.is_named then requirement.client_id end,
          case when advert.is_named then private.company_name(requirement.client_id) end, shown)))
      from private.application_card(application) as shown
      left join public.adverts as advert on advert.requirement_id = (application).requirement_id
      left join public.job_requirements as requirement on requirement.id = advert.requirement_id
  $function$;

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
          offered_at = null, accepted_at = null, turned_down_at = null, turned_down_words = null,
          turned_down_reason = null
      where entry.id = cancel_question.entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_items (
  items  uuid[],
  seen   integer[],
  state  public.inbox_state,
  person uuid,
  gives  boolean,
  act    uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    wanted record;
    item public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for wanted in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into item from public.inbox_items where id = wanted.id for update;
      item_id := wanted.id;
      if item.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = item.id) then
        outcome := 'changed';
      elsif item.version is distinct from wanted.version then
        outcome := 'stale';
      elsif private.leaves_applicants(item, state) then
        outcome := 'applicants';
      else
        if gives then
          perform private.apply_assignee(caller, item, person);
        else
          perform private.apply_state(caller, item, state, null);
        end if;
        perform private.record_act(act, caller, item);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date,
  answer      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    requirement_row public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    requirement_row := private.lock_requirement(change_requirement_status.requirement, seen);
    if requirement_row.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when private.is_team(requirement_row.recruiter_id) then requirement_row.recruiter_id
                      when is_begun then private.receiver_of(person)
                      when is_filled and private.is_team_member() then private.current_user_id()
                      else requirement_row.recruiter_id end;
    if status = any (private.closed_statuses()) and private.is_team_member() then
      perform private.end_advert(requirement_row.id, answer, case when is_filled then 'filled' else 'closed' end);
    end if;
    update public.job_requirements as requirement
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, requirement_row.positions_count) else requirement_row.positions_filled end,
          joining_date = case when is_filled then joining else requirement_row.joining_date end
      where requirement.id = change_requirement_status.requirement returning version into now_at;
    if recruiter is distinct from requirement_row.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', change_requirement_status.requirement, recruiter);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_advert (
  requirement uuid,
  seen        integer,
  words       text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    perform private.lock_shortlist(requirement);
    advert := private.lock_advert(requirement);
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement, private.trimmed_straight(words), 'closed');
    perform private.log_activity('advert_closed', 'requirement', requirement);
    return (select written.version from public.adverts as written where written.requirement_id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.close_expired_adverts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expired uuid;
    applicants uuid[];
  begin
    for expired in select advert.requirement_id from public.adverts as advert
                     where advert.opened_at is not null and advert.closed_at is null and advert.closes_on < private.today()
                     order by advert.requirement_id loop
      begin
        perform from public.job_requirements as requirement where requirement.id = expired for no key update skip locked;
        continue when not found or not exists (
          select from public.adverts as advert where advert.requirement_id = expired and advert.closes_on < private.today());
        applicants := private.lock_applicants(expired);
        perform private.turn_down(expired, array(
          select entry.id from public.shortlist_entries as entry
            where entry.id = any (applicants) and private.answer_by(entry.applied_at) < now()), null, 'closed');
        if not exists (select from public.shortlist_entries as entry where entry.requirement_id = expired and entry.state = 'applied') then
          perform private.close_answered_advert(expired);
        end if;
      exception when others then
        raise warning 'the advert of % is not closed: %', expired, sqlerrm;
      end;
    end loop;
  end $function$;

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
        'may_write', private.may_write_for_client())
      from public.job_requirements as requirement_row
      left join public.adverts as advert on advert.requirement_id = requirement_row.id
      where requirement_row.id = company_advert.requirement and private.is_of_company(requirement_row.client_id)
  $function$;

CREATE OR REPLACE FUNCTION private.company_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select news.changes #>> '{status,0}' from news where news.type = 'status'
                        order by news.created_at, news.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from news where news.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      -- As long as the public reads it.
      'advert', case when exists (select from news where news.type = 'advert_opened') then (
        select jsonb_build_object('closes_on', advert.closes_on, 'is_named', advert.is_named) from public.adverts as advert
          where advert.requirement_id = (requirement).id and private.is_advertised(advert)) end,
      'advert_changed', (
        select jsonb_agg(distinct field.name) from news cross join lateral jsonb_object_keys(news.changes) as field (name)
          where news.type = 'advert_changed' and exists (
            select from public.adverts as advert where advert.requirement_id = (requirement).id and private.is_advertised(advert))),
      'candidates', nullif((waiting.counts ->> 'waiting')::integer, 0),
      'candidates_by', waiting.counts -> 'answer_by',
      'withdrawn', (select nullif(count(*), 0) from news where news.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from news
                             where news.type = 'candidates_withdrawn' and news.changes -> 'was_opened' = 'true'))
      from changed
      left join lateral (
        select private.candidate_counts((requirement).id) as counts
          where (requirement).status = any (private.open_statuses())
            and exists (select from news where news.type = 'candidates_shown')) as waiting on true
  $function$;

CREATE OR REPLACE FUNCTION private.confirm_application (
  token  text,
  digest text,
  keep   boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    application private.applications := private.application_by(token, 'confirm');
    advert public.adverts;
    applicant public.candidates;
    person public.candidates;
    entry_row public.shortlist_entries;
    is_new boolean := true;
    is_known boolean;
    -- What page two said counts for nothing here: whoever typed the form need not have the mailbox.
    agreed text := nullif(confirm_application.digest, '');
  begin
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- One mailbox at a time, before everything else: two presses at once make one record. Then in the order of everybody.
    perform pg_advisory_xact_lock(hashtextextended('applicant ' || private.applicant_mailbox(application.email), 0));
    perform from public.job_requirements
      where id = application.requirement_id
        or id in (select joined.requirement_id from public.shortlist_entries as joined
                    join public.candidates as twin on twin.id = joined.candidate_id
                    where private.applicant_mailbox(twin.email) = private.applicant_mailbox(application.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.applicant_mailbox(twin.email) = private.applicant_mailbox(application.email) order by twin.id for update;
    select * into application from private.applications as held
      where held.id = (private.application_by(token, 'confirm')).id for update;
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif application.confirmed_at is not null then
      return;
    end if;
    -- Held: a yes is to the name that stands there until it is written.
    select * into advert from public.adverts where requirement_id = application.requirement_id for share;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    if agreed is not null and not (advert.is_named and agreed = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
    applicant := private.applicant_of(application.entries, application.language);
    entry_row := private.entry_of_mailbox(advert.requirement_id, applicant.email);
    if entry_row.id is not null and (entry_row.turned_down_at is not null
                                     or entry_row.state not in ('draft', 'withdrawn', 'closed')) then
      is_new := false;
    elsif 5 <= (select count(*) from public.candidate_consents as given
                  join public.candidates as twin on twin.id = given.candidate_id
                  where private.applicant_mailbox(twin.email) = private.applicant_mailbox(applicant.email)
                    and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
    if is_new then
      is_known := exists (select from public.candidates as known where known.email = applicant.email);
      if entry_row.id is null then
        person := private.record_of_applicant(applicant);
      else
        select * into person from public.candidates where id = entry_row.candidate_id;
      end if;
      if person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT409';
      elsif entry_row.id is null then
        insert into public.shortlists (requirement_id) values (advert.requirement_id) on conflict do nothing;
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said)
          values (advert.requirement_id, person.id, 'applied',
                  case when exists (select from public.shortlist_entries as other
                                      where other.requirement_id = advert.requirement_id and other.code_word = application.code_word)
                    then private.next_applied_word(advert.requirement_id) else application.code_word end,
                  private.applied_card_fields(), now(), application.entries ->> 'said')
          returning * into entry_row;
      else
        -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
        perform private.cancel_question(entry_row.id);
        update public.candidate_consents as before set closed_at = now()
          where before.applied_entry_id = entry_row.id and before.closed_at is null;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = now(), said = application.entries ->> 'said'
          where back.id = entry_row.id returning * into entry_row;
      end if;
      insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                             given_at, card_digest, mailbox_digest)
        values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, now(), case when agreed is not null then private.digest_of(private.application_card(application)::text) end,
                private.subject_of(person.email));
      if confirm_application.keep and not private.has_keep_consent(person.id) then
        insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, asked_at, given_at, mailbox_digest)
          values (person.id, 'keep', private.notice_version(), application.language, private.basis_for(person.country),
                  application.created_at, now(), private.subject_of(person.email));
      end if;
      if is_known then
        application.differs := private.differing_entries(person, application.entries);
        -- Where they work now is never shown anything, whatever the record says.
        if application.differs ? 'employer' then
          perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
        end if;
      end if;
    end if;
    update private.applications as done
      set confirmed_at = now(), entry_id = entry_row.id, differs = application.differs where done.id = application.id;
    if is_new then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_advert (
  requirement uuid,
  words       text,
  reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.turn_down(requirement, private.lock_applicants(requirement), words, reason);
    perform private.close_answered_advert(requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.end_advert_of_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.end_advert(new.id, null, case
      when old.client_id is distinct from new.client_id then 'closed' when new.status = 'filled' then 'filled'
      when private.side_on(new.client_id) = 'company' then 'taken_down' else 'closed' end);
    perform private.tell_taken_on(new.id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_status (
  requirement uuid,
  before      public.requirement_status,
  after       public.requirement_status
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    item public.inbox_items;
  begin
    select * into item from public.inbox_items where requirement_id = requirement for update;
    if item.state in ('new', 'open') and before = any (private.open_statuses())
      or item.state <> 'spam' and after = any (private.closed_statuses())
    then
      perform private.settle_line(caller, item);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and item.state in ('done', 'spam')
    then
      perform private.apply_state(caller, item, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, item.id, true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.hasten_answer (
  entry uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.mail_outbox as mail set not_before = now(), next_attempt_at = now()
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = hasten_answer.entry::text
        and mail.next_attempt_at is not null and mail.first_attempt_at is null;
    return found;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_figures (
  metrics_key text
)
  RETURNS TABLE (
    state   public.inbox_state,
    overdue boolean,
    items   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_metrics_key(metrics_key);
    return query
      select wanted.state, due.overdue, counted.items
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true, '-infinity'::timestamptz, now()), (false, now(), 'infinity'::timestamptz))
          as due (overdue, since, until)
        cross join lateral (
          select count(*)::integer as items from (
            select from private.grouped_items as item
              where item.state = wanted.state and item.due_at >= due.since and item.due_at < due.until
                -- As the index says it.
                and item.state in ('new', 'open', 'waiting')
                and (not item.is_suspect or item.state = 'waiting' or item.assignee is not null)
                and not (item.is_suspect and item.state <> 'waiting' and item.holder is null)
              limit 1000) as item) as counted;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_for_applicants (
  item public.inbox_items
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (item).requirement_id is not null and (item).state in ('new', 'open')
      and coalesce((select event.type in ('applied', 'answered') from public.item_events as event
                      where event.item_id = (item).id and (event.type = 'answered' or event.changes -> 'state' ->> 1 = 'new')
                      order by event.created_at desc, event.id desc limit 1), false)
      and private.answer_due((item).requirement_id) is null
  $function$;

CREATE OR REPLACE FUNCTION private.leaves_applicants (
  item       public.inbox_items,
  next_state public.inbox_state
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(next_state in ('done', 'spam'), false) and private.applicants_of((item).requirement_id) > 0
  $function$;

CREATE OR REPLACE FUNCTION private.mail_requirement_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn', 'advert_opened', 'advert_changed'))
              union
              select requirement.recruiter_id from public.job_requirements as requirement
                where requirement.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused', 'candidates_reconsidered')
                    or new.side = 'company' and (new.type in ('edited', 'advert_named', 'advert_closed') or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_requirement_answered (
  requirement uuid,
  writer      uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare item_row public.inbox_items;
  begin
    select * into item_row from public.inbox_items as item
      where item.requirement_id = note_requirement_answered.requirement for update;
    if private.touch_item(writer, item_row.id, true) then
      insert into public.item_events (item_id, actor, type) values (item_row.id, writer, 'answered');
      if item_row.state in ('new', 'open') and private.applicants_of(requirement) = 0 then
        perform private.apply_state(writer, item_row, 'done', null);
      end if;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    state text;
    now_at integer;
  begin
    if advert.requirement_id is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
    state := private.advert_state(advert);
    if state = 'open' and advert.closes_on = open_advert.closes_on then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif open_advert.closes_on is null or open_advert.closes_on <= private.today()
      or open_advert.closes_on > private.today() + 60 then
      raise exception 'last_day_out_of_reach' using errcode = 'PT422';
    end if;
    perform private.refuse_advert(advert, requirement_row);
    -- Whoever applies has to be somebody's to answer.
    perform private.assign_if_none(requirement);
    update public.adverts as written
      set opened_at = case when state = 'open' then written.opened_at else now() end,
          closes_on = open_advert.closes_on, closed_at = null,
          -- What nobody has seen is called by what it says now.
          slug = case when state = 'draft' then private.draw_slug(written.title, written.place) else written.slug end
      where written.requirement_id = requirement returning written.version into now_at;
    if state <> 'open' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (requirement, requirement_row.client_id, private.current_user_id(), 'team', 'advert_opened',
                jsonb_build_object('closes_on', jsonb_build_array(null, open_advert.closes_on)));
    else
      perform private.record_advert_change(requirement_row, advert, array['closes_on']);
    end if;
    perform private.log_activity('advert_opened', 'requirement', requirement);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.own_applications (
  candidate uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', entry.id, 'state', entry.state, 'title', job.facts ->> 'title', 'place', job.facts ->> 'place',
        'country', job.facts ->> 'country', 'company', job.facts ->> 'company',
        -- Where it stands, while it does.
        'slug', case when private.is_advertised(advert) then advert.slug end,
        'applied_at', entry.applied_at, 'said', entry.said,
        'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
        'turned_down_at', entry.turned_down_at, 'turned_down_words', entry.turned_down_words,
        'turned_down_reason', entry.turned_down_reason,
        'withdrawn_at', case when entry.state = 'withdrawn' then yes.withdrawn_at end,
        -- Do they agree to have their card shown if they are taken on?
        'may_show', case when entry.state in ('applied', 'draft') then yes.is_card end,
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id))))
        order by entry.applied_at desc, entry.id), '[]')
      from public.shortlist_entries as entry_row
      cross join lateral private.told_entry(entry_row) as entry
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
      join public.adverts as advert on advert.requirement_id = entry.requirement_id
      cross join lateral (select private.job_of(advert) as facts) as job
      left join lateral (
        select consent.withdrawn_at, consent.card_digest is not null and private.is_in_force(consent) as is_card
          from public.candidate_consents as consent where consent.applied_entry_id = entry.id
          order by consent.asked_at desc, consent.id limit 1) as yes on true
      where entry_row.candidate_id = own_applications.candidate and private.is_application(entry_row)
  $function$;

CREATE OR REPLACE FUNCTION private.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
    against text[];
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.applicants_of(requirement_row.id), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then (
        select event.side from public.requirement_events as event
          where event.requirement_id = requirement_row.id and event.type = 'advert_closed'
          order by event.created_at desc, event.id desc limit 1) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_confirmation (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'state', case when application.confirmed_at is not null then 'confirmed'
                      when private.is_advertised(advert) then 'open' else 'closed' end,
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'language', application.language)
      || case when application.confirmed_at is not null then jsonb_build_object(
          -- By when somebody who waits is answered. How it stands otherwise, their own page says.
          'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', (select private.candidate_token(person.id, person.link_issue)
                          from public.candidate_consents as consent
                          join public.candidates as person on person.id = consent.candidate_id
                          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent)
                          order by consent.given_at desc, consent.id limit 1))
        else jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false)) end
      || jsonb_build_object('others', (
          select coalesce(jsonb_agg(jsonb_build_object(
                     'title', listed.title, 'place', listed.place, 'token', private.application_token(listed.id, 'confirm'))), '[]')
            from (select waiting.id, job.title, job.place from private.applications as waiting
                    join public.adverts as job on job.requirement_id = waiting.requirement_id
                    where private.applicant_mailbox(waiting.email) = private.applicant_mailbox(application.email) and waiting.id <> application.id and waiting.confirmed_at is null
                      and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
                    order by waiting.created_at desc, waiting.id limit 10) as listed))
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join lateral private.application_shown(application) as shown on application.entries is not null
  $function$;

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
             jsonb_object_agg(field, null) from unnest(fields) as field
        where private.advert_state(before) in ('open', 'over') having count(*) > 0
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_leaving_applicants (
  item       public.inbox_items,
  next_state public.inbox_state
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.leaves_applicants(item, next_state) then
      raise exception 'applicants_wait' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_metrics_key (
  metrics_key text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not exists (select from private.settings where metrics_key_digest = private.digest_of(metrics_key)) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_advert (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    columns text := array_to_string(private.advert_fields(), ', ');
    now_at integer;
  begin
    perform private.refuse_closed(requirement_row.status);
    if advert.requirement_id is null then
      if seen is not null then
        raise exception 'stale' using errcode = 'PT409';
      end if;
      wanted := private.with_advert_entries(
        jsonb_populate_record(null::public.adverts, private.advert_of(requirement_row) || '{"body": null}'), entries);
      wanted.requirement_id := requirement;
      insert into public.adverts (requirement_id, slug, written_by, title, place, country, work, is_remote, min_experience,
          max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay)
        values (requirement, private.draw_slug(wanted.title, wanted.place), private.current_user_id(), wanted.title, wanted.place,
                wanted.country, wanted.work, wanted.is_remote, wanted.min_experience, wanted.max_experience, wanted.skills,
                wanted.body, wanted.min_pay, wanted.max_pay, wanted.pay_currency, wanted.pay_unit, wanted.tells_pay)
        returning version into now_at;
      return now_at;
    end if;
    wanted := private.with_advert_entries(advert, entries);
    if wanted is not distinct from advert then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif private.advert_state(advert) in ('open', 'over') then
      perform private.refuse_advert(wanted, requirement_row);
    end if;
    execute format('update public.adverts set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where requirement_id = $2 returning version', columns) into now_at using wanted, requirement;
    perform private.record_advert_change(requirement_row, advert,
      array(select field from unnest(private.advert_fields()) with ordinality as listed (field, place)
              where to_jsonb(advert) -> field is distinct from to_jsonb(wanted) -> field order by place));
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.settle_line (
  caller uuid,
  item   public.inbox_items
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.applicants_of(item.requirement_id) = 0 then
      perform private.apply_state(caller, item, 'done', null);
    else
      perform private.touch_item(caller, item.id, true);
      insert into public.item_events (item_id, actor, type) values (item.id, caller, 'answered');
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.show_candidates (
  requirement uuid,
  entries     uuid[],
  seen        integer[],
  is_sent     boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    shown uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    select * into requirement_row from public.job_requirements where id = requirement;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(requirement_row.status);
    if not is_sent and not private.is_anybody_there(requirement_row.client_id) then
      raise exception 'nobody_to_see' using errcode = 'PT422';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry from public.shortlist_entries where id = given.id and requirement_id = requirement_row.id;
      continue when entry.state = any (private.shown_states());
      if entry.id is null then
        raise exception 'entry_not_found' using errcode = 'PT404';
      end if;
      select * into person from public.candidates where id = entry.candidate_id;
      if entry.state <> 'agreed' or not private.has_consent(entry) then
        raise exception 'no_consent' using errcode = 'PT422', hint = entry.id::text;
      end if;
      entry := private.locked_entry(given.id, given.version);
      if private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry.id::text;
      end if;
      perform private.refuse_twin(entry.id, private.shown_states());
      update public.shortlist_entries as edited set state = 'shown', shown_at = now(), answered_at = null
        where edited.id = entry.id;
      -- A yes that is used does not end by itself.
      update public.candidate_consents as consent set ends_at = null
        where consent.entry_id = entry.id and private.is_in_force(consent);
      update public.candidates set last_activity_at = now() where id = person.id;
      if person.email is not null and not private.hasten_answer(entry.id) then
        perform private.enqueue_mail('candidate_news', 'shown.' || entry.id || '.' || entry.version,
                                     jsonb_build_object('entry', entry.id), address => person.email);
      end if;
      shown := shown || entry.id;
    end loop;
    if shown <> '{}' then
      update public.shortlists set reminded_at = null where requirement_id = requirement_row.id;
      perform private.assign_if_none(requirement_row.id);
      update public.job_requirements set status = 'in_progress' where id = requirement_row.id and status = 'new';
      perform private.record_candidates(requirement_row.id, 'candidates_shown', shown, false);
      perform private.answer_company(requirement_row.id);
    end if;
    return cardinality(shown);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
  begin
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement_row.id, null, 'taken_down');
    -- Opened anew it has the name again by their press alone.
    update public.adverts as unnamed set is_named = false, named_by = null where unnamed.requirement_id = requirement_row.id;
    perform private.reopen_item(requirement_row.id);
    return (select written.version from public.adverts as written where written.requirement_id = requirement_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.told_entry (
  entry public.shortlist_entries
)
  RETURNS public.shortlist_entries
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_populate_record(entry, coalesce(
      case when (entry).turned_down_at > now() - private.applicant_answer_waits() and (entry).state = 'closed'
        then '{"state": "applied", "turned_down_at": null, "turned_down_words": null, "turned_down_reason": null}'::jsonb end,
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $function$;

CREATE OR REPLACE FUNCTION private.turn_down (
  requirement uuid,
  entries     uuid[],
  words       text,
  reason      text   DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    turned_down uuid[] := '{}';
  begin
    for entry_row in
      update public.shortlist_entries as entry
        set state = 'closed', turned_down_at = now(), turned_down_words = private.filled_words(words, entry),
            turned_down_reason = reason
        where entry.requirement_id = turn_down.requirement and entry.id = any (entries) and entry.state = 'applied' returning entry.*
    loop
      perform private.mail_applicant(entry_row);
      turned_down := turned_down || entry_row.id;
    end loop;
    if turned_down <> '{}' then
      perform private.record_applicants(requirement, 'candidates_turned_down', turned_down);
      perform private.settle_applicants(requirement);
    end if;
    return cardinality(turned_down);
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    item public.inbox_items;
    holder uuid;
  begin
    -- Whoever gets one back is of the team until they have it (private.lock_team).
    perform from public.user_roles
      where user_id = caller or user_id in (select past.assignee from private.item_acts as past
                                             where past.id = act and past.actor = caller)
      order by user_id for share;
    caller := private.require_team();
    for done in
      select * from private.item_acts as past
        where past.id = act and past.actor = caller and past.created_at > now() - private.undo_lasts()
        order by past.item_id
    loop
      select * into item from public.inbox_items where id = done.item_id for update;
      continue when item.id is null;
      item_id := item.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if private.leaves_applicants(item, done.state) then
        outcome := 'changed';
      elsif item.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = item.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (item.state, item.assignee, item.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_duration() else done.claim_expires_at end
          where id = item.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (item.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> item.state then jsonb_build_array(item.state, done.state) end,
            'due_at', case when done.due_at <> item.due_at then jsonb_build_array(item.due_at, done.due_at) end)));
        -- What somebody did alone, such as taking it, is told of no more than that they did.
        if holder is distinct from item.assignee and item.claim_expires_at is null
          and (coalesce(holder, caller) <> caller or coalesce(item.assignee, caller) <> caller) then
          perform private.log_activity('item_given', 'item', item.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    perform private.release_marks(caller, array[undo_act.act])
      from private.spam_senders as marked where marked.act = undo_act.act and marked.marked_by = caller limit 1;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      delete from public.mail_outbox as mail
        where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.first_attempt_at is null;
      if not found and exists (select from public.mail_outbox as mail
                                where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text)
        -- What was opened anew since, may be another company's.
        or exists (select from public.adverts as advert
                     where advert.requirement_id = entry_row.requirement_id and advert.opened_at > entry_row.turned_down_at)
        or entry_row.state <> 'closed' or (entry_row.turned_down_at > now() - private.applicant_answer_waits()) is not true then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      update public.shortlist_entries as known
        set state = 'applied', turned_down_at = null, turned_down_words = null, turned_down_reason = null
        where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    perform private.record_applicants(of_requirement.id, 'candidates_put_back', of_requirement.entries)
      from (select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
              where entry.id = any (put_back) group by entry.requirement_id order by entry.requirement_id) as of_requirement;
    return cardinality(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_application (
  entry_row public.shortlist_entries
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if (private.told_entry(entry_row)).state not in ('applied', 'draft') then
      return;
    end if;
    update public.candidate_consents as consent set withdrawn_at = now()
      where consent.applied_entry_id = entry_row.id and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = entry_row.candidate_id);
    update public.shortlist_entries as taken_back set state = 'withdrawn', turned_down_at = null, turned_down_words = null, turned_down_reason = null
      where taken_back.id = entry_row.id;
    if entry_row.state = 'draft' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    end if;
    perform private.settle_applicants(entry_row.requirement_id);
  end $function$;

ALTER TABLE "public"."requirement_events"
  ADD CONSTRAINT "requirement_events_type_check"
    CHECK
    ((type = ANY (ARRAY['created'::text, 'converted'::text, 'edited'::text, 'status'::text, 'recruiter'::text, 'candidates_shown'::text, 'candidates_answered'::text,
    'candidate_joined'::text,
    'candidates_withdrawn'::text,
    'candidates_agreed'::text,
    'candidates_refused'::text,
    'candidates_reconsidered'::text,
    'advert_opened'::text,
    'advert_closed'::text,
    'advert_named'::text, 'advert_changed'::text, 'candidates_applied'::text, 'candidates_taken_on'::text, 'candidates_turned_down'::text, 'candidates_put_back'::text]))) NOT VALID;

ALTER TABLE "public"."shortlist_entries"
  ADD CONSTRAINT "shortlist_entries_turned_down_reason_check" CHECK ((turned_down_reason = ANY (ARRAY['taken_down'::text, 'filled'::text, 'closed'::text]))) NOT VALID;

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  WHEN
    ((new.type <> ALL (ARRAY['candidates_agreed'::text, 'candidates_refused'::text, 'candidates_reconsidered'::text, 'candidates_applied'::text, 'candidates_taken_on'::text,
    'candidates_turned_down'::text, 'candidates_put_back'::text])))
  EXECUTE FUNCTION private.track_requirement();

REVOKE ALL ON FUNCTION "private"."end_advert"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hasten_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leaves_applicants"(public.inbox_items, public.inbox_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_advert_change"(public.job_requirements, public.adverts, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_metrics_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_line"(uuid, public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down"(uuid, uuid[], text, text) FROM PUBLIC;
