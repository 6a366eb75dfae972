set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "track_requirement" ON "public"."requirement_events";

CREATE OR REPLACE FUNCTION private.agree_by_application (
  entry_row public.shortlist_entries,
  person    public.candidates
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare yes public.candidate_consents := private.applied_yes(entry_row);
  begin
    if yes.id is null then
      return false;
    end if;
    perform private.refuse_asking(entry_row, person);
    perform private.freeze_card(entry_row, person);
    insert into public.candidate_consents (candidate_id, purpose, entry_id, notice_version, language, basis, how, asked_at, given_at,
                                           card_digest, ends_at, mailbox_digest, way)
      select yes.candidate_id, 'show', entry.id, yes.notice_version, yes.language, yes.basis, yes.how, yes.asked_at, yes.given_at,
             yes.card_digest, yes.given_at + private.consent_validity(), yes.mailbox_digest,
             case when entry.is_by_mail then 'mail' else 'portal' end
        from public.shortlist_entries as entry where entry.id = entry_row.id;
    update public.shortlist_entries as agreed set state = 'agreed' where agreed.id = entry_row.id;
    return true;
  exception when sqlstate 'PT422' then
    return false;
  end $function$;

CREATE OR REPLACE FUNCTION private.announce_application (
  entry uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    item public.inbox_items;
  begin
    select * into entry_row from public.shortlist_entries where id = entry;
    select * into item from public.inbox_items as line where line.requirement_id = entry_row.requirement_id for update;
    if not (item.state in ('new', 'open') or item.state = 'waiting' and private.is_team((
      select requirement.recruiter_id from public.job_requirements as requirement where requirement.id = entry_row.requirement_id))) then
      perform private.reopen_item(entry_row.requirement_id, 'applied', null);
    end if;
    perform private.record_applicants(entry_row.requirement_id, 'candidates_applied', array[entry]);
  end $function$;

CREATE OR REPLACE FUNCTION private.applicant_answer_waits()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '10 minutes' $function$;

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
        'outcome', case when entry.state = 'closed' then 'turned_down' else 'taken_on' end,
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state when entry.state <> 'closed' then 'shown' end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        'company', case when advert.is_named then private.company_name(requirement.client_id) end,
        'words', entry.turned_down_words, 'is_kept', private.has_keep_consent(person.id),
        'recruiter', case when colleague.user_id is not null then
          jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone) end,
        'reply_to', colleague.contact_email, 'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
      left join public.adverts as advert on advert.requirement_id = entry.requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      where entry.id = ((mail).ids ->> 'entry')::uuid and entry.state not in ('applied', 'withdrawn')
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.applied_yes (
  entry public.shortlist_entries
)
  RETURNS public.candidate_consents
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select consent from public.candidate_consents as consent
      where consent.applied_entry_id = (entry).id and private.is_in_force(consent)
        and consent.card_digest = private.card_digest(entry)
      order by consent.given_at desc, consent.id limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.cancel_moved_questions()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    perform from public.candidates
      where id in (select known.candidate_id from public.shortlist_entries as known where known.requirement_id = new.id)
      order by id for update;
    for entry in select known.id from public.shortlist_entries as known
                   where known.requirement_id = new.id and known.state not in ('applied', 'draft', 'withdrawn', 'closed')
                   order by known.id for update loop
      perform private.cancel_question(entry);
    end loop;
    perform private.count_joined(new.id, true);
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
    perform private.reopen_item(new.id);
    return null;
  end $function$;

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
          offered_at = null, accepted_at = null, turned_down_at = null, turned_down_words = null
      where entry.id = cancel_question.entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.close_answered_advert (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare closed public.adverts;
  begin
    update public.adverts as advert set closed_at = now()
      where advert.requirement_id = close_answered_advert.requirement and advert.opened_at is not null and advert.closed_at is null
      returning * into closed;
    if found then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type)
        select listed.id, listed.client_id, case when acting.side is not null then private.current_user_id() end, acting.side, 'advert_closed'
          from public.job_requirements as listed cross join lateral (select private.side_on(listed.client_id) as side) as acting
          where listed.id = closed.requirement_id;
    end if;
  end $function$;

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
    elsif entry_row.state = 'applied' and not is_own then
      perform private.turn_down(entry_row.requirement_id, array[entry], null);
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
            where entry.id = any (applicants) and private.answer_by(entry.applied_at) < now()), null);
        if not exists (select from public.shortlist_entries as entry where entry.requirement_id = expired and entry.state = 'applied') then
          perform private.close_answered_advert(expired);
        end if;
      exception when others then
        raise warning 'the advert of % is not closed: %', expired, sqlerrm;
      end;
    end loop;
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
        'asked', count(*) filter (where entry.got >= 1 or exists (
          select from public.candidate_consents as question where question.entry_id = entry.id offset 0)),
        'agreed', count(*) filter (where entry.got >= 2 or exists (
          select from public.candidate_consents as question
            where question.entry_id = entry.id and question.given_at is not null offset 0)),
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
          -- Who has applied, and is not taken on, is none of its company's.
          where kept.requirement_id = wanted.id and kept.state <> 'applied' and kept.turned_down_at is null) as entry on true
      group by wanted.id
  $function$;

CREATE OR REPLACE FUNCTION private.end_advert (
  requirement uuid,
  words       text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.turn_down(requirement, private.lock_applicants(requirement), words);
    perform private.close_answered_advert(requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.end_advert_of_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.end_advert(new.id, null);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.hide_from_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := case tg_argv[0]
      when 'member' then (select member.client_id from public.client_members as member where member.user_id = (to_jsonb(new) ->> 'id')::uuid)
      else (to_jsonb(new) ->> tg_argv[0])::uuid end;
    found_one uuid;
  begin
    if company is null then
      return null;
    end if;
    perform from public.job_requirements as requirement
      where requirement.client_id = company and exists (
        select from public.shortlist_entries as joined where joined.requirement_id = requirement.id and joined.state = 'joined')
      order by requirement.id for no key update;
    for found_one in
      select person.id from public.candidates as person
        where private.matches_blocklist(person, company, (select private.domains_of(company))) and person.id in (
          select entry.candidate_id from public.shortlist_entries as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id
            where requirement.client_id = company and entry.state not in ('withdrawn', 'closed', 'draft', 'applied'))
        order by person.id for update
    loop
      perform private.hide_from_never(found_one, is_rule => true);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.hide_from_never (
  candidate uuid,
  is_own    boolean DEFAULT false,
  is_rule   boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry uuid;
  begin
    for entry in
      select entry_row.id from public.shortlist_entries as entry_row
        join public.candidates as person on person.id = entry_row.candidate_id
        join public.job_requirements as requirement on requirement.id = entry_row.requirement_id
        where entry_row.candidate_id in (select private.records_of(candidate)) and entry_row.state not in ('withdrawn', 'closed', 'draft', 'applied')
          and private.is_blocked(person, requirement.client_id)
        order by entry_row.id
    loop
      perform private.close_entry(entry, is_own, is_rule);
    end loop;
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
      and coalesce((select event.type = 'applied' from public.item_events as event
                      where event.item_id = (item).id and event.changes -> 'state' ->> 1 = 'new'
                      order by event.created_at desc, event.id desc limit 1), false)
      and private.answer_due((item).requirement_id) is null
  $function$;

CREATE OR REPLACE FUNCTION private.lock_applicants (
  requirement uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare applicants uuid[];
  begin
    perform from public.candidates
      where id in (select entry.candidate_id from public.shortlist_entries as entry
                     where entry.requirement_id = lock_applicants.requirement and entry.state = 'applied')
      order by id for update;
    select array_agg(held.id) into applicants from (
      select entry.id from public.shortlist_entries as entry
        where entry.requirement_id = lock_applicants.requirement and entry.state = 'applied' order by entry.id for update) as held;
    return coalesce(applicants, '{}');
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_applicant (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'application_answer', 'answer.' || (entry).id || '.' || extract(epoch from (entry).applied_at)::bigint,
        jsonb_build_object('entry', (entry).id), address => person.email, not_before => now() + private.applicant_answer_waits())
      from public.candidates as person where person.id = (entry).candidate_id and person.email is not null
  $function$;

CREATE OR REPLACE FUNCTION private.put_on_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry public.shortlist_entries;
  begin
    insert into public.shortlists (requirement_id) values (put_on_shortlist.requirement) on conflict do nothing;
    select * into entry from public.shortlist_entries as known
      where known.requirement_id = put_on_shortlist.requirement and known.candidate_id = candidate for update;
    if entry.id is null then
      perform private.refuse_full_shortlist(put_on_shortlist.requirement);
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (put_on_shortlist.requirement, candidate, private.next_code_word(put_on_shortlist.requirement),
                private.current_user_id()) returning * into entry;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif entry.state in ('withdrawn', 'closed') then
      if private.refused_lately(entry.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.cancel_question(entry.id);
    end if;
    perform private.refuse_twin(entry.id, private.asked_states());
    return entry.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_due_mails()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare part text;
  begin
    foreach part in array array['tell_answers', 'queue_inbox_summaries', 'queue_candidate_reminders', 'tell_refusals', 'close_expired_adverts'] loop
      begin
        execute format('select private.%I()', part);
      exception when others then
        raise warning 'the mail run goes on without %: %', part, sqlerrm;
      end;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_applicants (
  requirement uuid,
  type        text,
  entries     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare is_team boolean := private.is_team_member();
  begin
    if record_applicants.type = 'candidates_applied' then
      update public.requirement_events as event
        set entry_ids = event.entry_ids || entries,
            changes = jsonb_build_object('candidates', jsonb_build_array(null, cardinality(event.entry_ids || entries)))
        where event.id = (select last.id from public.requirement_events as last
                            where last.requirement_id = record_applicants.requirement and last.type = record_applicants.type
                              and last.created_at >= private.today()::timestamp at time zone private.zone()
                            order by last.created_at desc, last.id desc limit 1);
      if found then
        return;
      end if;
    end if;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      select listed.id, listed.client_id, case when is_team then private.current_user_id() end, case when is_team then 'team'::public.side end,
             record_applicants.type, jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))), false, entries
        from public.job_requirements as listed where listed.id = record_applicants.requirement;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closing_on_applicants()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if exists (select from public.shortlist_entries as entry
                where entry.requirement_id = new.requirement_id and entry.state = 'applied') then
      raise exception 'applicants_wait' using errcode = 'PT422';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_full_shortlist (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if 100 <= (select count(*) from public.shortlist_entries as known
                 where known.requirement_id = refuse_full_shortlist.requirement and known.state <> 'applied'
                   and known.turned_down_at is null) then
      raise exception 'too_many_entries' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_late_applicant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.adverts as advert
      where advert.requirement_id = new.requirement_id and advert.opened_at is not null and advert.closed_at is null for share;
    if not found then
      raise exception 'advert_closed' using errcode = 'PT422';
    end if;
    return new;
  end $function$;

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
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_back_entry (
  entry uuid,
  seen  integer
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform private.lock_entries(array[entry]);
    entry_row := private.locked_entry(entry, seen);
    if entry_row.state = 'draft' and entry_row.applied_at is null and not exists (select from public.candidate_consents where entry_id = entry) then
      delete from public.shortlist_entries where id = entry;
      return null;
    end if;
    perform private.close_entry(entry, false);
    return entry_row.state;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_on_applicants (
  entries uuid[],
  seen    integer[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    person public.candidates;
    requirement_row public.job_requirements;
    taken_on uuid[] := '{}';
    agreed integer := 0;
    of_requirement record;
  begin
    perform private.lock_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.applied_at is not null and entry_row.state not in ('applied', 'withdrawn', 'closed');
      entry_row := private.locked_entry(given.id, given.version);
      select * into person from public.candidates where id = entry_row.candidate_id;
      select * into requirement_row from public.job_requirements where id = entry_row.requirement_id;
      perform private.refuse_closed(requirement_row.status);
      if entry_row.state <> 'applied' then
        raise exception 'not_applied' using errcode = 'PT422', hint = entry_row.id::text;
      elsif person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT422', hint = entry_row.id::text;
      elsif private.is_blocked(person, requirement_row.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
      perform private.refuse_full_shortlist(requirement_row.id);
      perform private.refuse_twin(entry_row.id, private.asked_states());
      update public.shortlist_entries as entry set state = 'draft' where entry.id = given.id returning * into entry_row;
      if private.agree_by_application(entry_row, person) then
        agreed := agreed + 1;
      end if;
      update public.candidates set last_activity_at = now() where id = person.id;
      perform private.mail_applicant(entry_row);
      taken_on := taken_on || given.id;
    end loop;
    for of_requirement in
      select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
        where entry.id = any (taken_on) group by entry.requirement_id order by entry.requirement_id
    loop
      perform private.assign_if_none(of_requirement.id);
      perform private.record_applicants(of_requirement.id, 'candidates_taken_on', of_requirement.entries);
      perform private.settle_applicants(of_requirement.id);
    end loop;
    return jsonb_build_object('taken_on', cardinality(taken_on), 'agreed', agreed);
  end $function$;

CREATE OR REPLACE FUNCTION private.turn_down (
  requirement uuid,
  entries     uuid[],
  words       text
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
        set state = 'closed', turned_down_at = now(), turned_down_words = private.trimmed(words)
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

CREATE OR REPLACE FUNCTION private.turn_down_applicants (
  entries uuid[],
  seen    integer[],
  words   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    entry_row public.shortlist_entries;
    of_requirement record;
    turned_down integer := 0;
  begin
    perform private.lock_entries(entries);
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into entry_row from public.shortlist_entries where id = given.id;
      continue when entry_row.turned_down_at is not null;
      entry_row := private.locked_entry(given.id, given.version);
      if entry_row.state <> 'applied' then
        raise exception 'not_applied' using errcode = 'PT422', hint = entry_row.id::text;
      end if;
    end loop;
    for of_requirement in
      select entry.requirement_id as id, array_agg(entry.id order by entry.id) as entries from public.shortlist_entries as entry
        where entry.id = any (turn_down_applicants.entries) and entry.state = 'applied' group by entry.requirement_id order by entry.requirement_id
    loop
      perform private.assign_if_none(of_requirement.id);
      turned_down := turned_down + private.turn_down(of_requirement.id, of_requirement.entries, words);
    end loop;
    return turned_down;
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
    put_back integer := 0;
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      delete from public.mail_outbox as mail
        where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.first_attempt_at is null;
      if not found and exists (select from public.mail_outbox as mail
                                where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text)
        or entry_row.state <> 'closed' or (entry_row.turned_down_at > now() - private.applicant_answer_waits()) is not true then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      update public.shortlist_entries as known set state = 'applied', turned_down_at = null, turned_down_words = null
        where known.id = entry_row.id;
      put_back := put_back + 1;
    end loop;
    return put_back;
  end $function$;

CREATE OR REPLACE FUNCTION public.take_on_applicants (
  entries uuid[],
  seen    integer[]
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_on_applicants(entries, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.turn_down_applicants (
  entries uuid[],
  seen    integer[],
  words   text      DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.turn_down_applicants(entries, seen, words) $function$;

REVOKE ALL ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_turned_down(entries) $function$;

REVOKE ALL ON FUNCTION "public"."undo_turned_down"(uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER refuse_closing_on_applicants
  BEFORE INSERT OR UPDATE OF closed_at ON public.adverts
  FOR EACH ROW
  WHEN ((new.closed_at IS NOT NULL))
  EXECUTE FUNCTION private.refuse_closing_on_applicants();

CREATE TRIGGER answer_applicants
  AFTER UPDATE OF status, client_id ON public.job_requirements
  FOR EACH ROW
  WHEN
    ((((old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['filled'::public.requirement_status, 'cancelled'::public.requirement_status]))) OR (old.client_id IS
    DISTINCT FROM new.client_id)))
  EXECUTE FUNCTION private.end_advert_of_requirement();

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  WHEN
    ((new.type <> ALL (ARRAY['candidates_agreed'::text, 'candidates_refused'::text, 'candidates_reconsidered'::text, 'candidates_applied'::text, 'candidates_taken_on'::text,
    'candidates_turned_down'::text])))
  EXECUTE FUNCTION private.track_requirement();

CREATE TRIGGER refuse_late_applicant
  BEFORE INSERT OR UPDATE OF state ON public.shortlist_entries
  FOR EACH ROW
  WHEN ((new.state = 'applied'::text))
  EXECUTE FUNCTION private.refuse_late_applicant();

REVOKE ALL ON FUNCTION "private"."agree_by_application"(public.shortlist_entries, public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_application"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applicant_answer_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."application_answer_mail"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_yes"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_answered_advert"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_expired_adverts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_advert"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_advert_of_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_for_applicants"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_applicant"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_applicants"(uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_closing_on_applicants"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_full_shortlist"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_late_applicant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_applicants"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_on_applicants"(uuid[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_on_applicants"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."turn_down"(uuid, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down_applicants"(uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."turn_down_applicants"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_turned_down"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_turned_down"(uuid[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_on_applicants"(uuid[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."turn_down_applicants"(uuid[], integer[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_turned_down"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_turned_down"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_turned_down"(uuid[]) TO "postgres";
