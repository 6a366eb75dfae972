set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."differing_entries"(public.candidates, jsonb);

DROP FUNCTION "private"."end_applied_yes"(public.shortlist_entries);

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
      where consent.applied_entry_id = (entry).id and consent.card_digest = private.card_digest(entry) and private.is_in_force(consent)
      order by consent.given_at desc, consent.id limit 1
  $function$;

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
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(
              -- Version and time of a change would tell of an answer that is not told yet.
              to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at']
                - case when private.is_application(entry_row) then 'requirement_id' else '' end || jsonb_build_object(
                'job_title', requirement.job_title, 'company', private.company_name(requirement.client_id))
              -- Of what they have applied for they know the advert, and its company where that has named itself.
              || case when private.is_application(entry_row) then (
                   select jsonb_build_object('job_title', advert.title, 'company', private.applied_company(entry_row))
                     from public.adverts as advert
                     where advert.requirement_id = entry_row.requirement_id) else '{}' end
              || jsonb_build_object(
                -- What they have typed that their record says otherwise.
                'typed_otherwise', (select jsonb_agg(typed) from jsonb_array_elements(private.typed_otherwise(entry_row)) as typed
                                      where not typed ? 'email'),
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
        'enquiries', (select coalesce(jsonb_agg(
                        private.form_of_item(item) - array['id', 'form_id', 'written_by', 'client_id', 'suspect', 'flood']
                        order by item.created_at), '[]')
                        from private.item_candidates as made join public.inbox_items as item on item.id = made.item_id
                        where made.candidate_id = person.id and private.made_of(item.id) is null),
        'visits', (select coalesce(jsonb_agg(session.created_at order by session.created_at), '[]')
                     from private.candidate_sessions as session where session.candidate_id = person.id),
        'mails', (select coalesce(jsonb_agg(jsonb_build_object('template', mail.template, 'created_at', mail.created_at,
                                                               'sent_at', mail.sent_at) order by mail.created_at), '[]')
                    from public.mail_outbox as mail
                    where lower(mail.address) = person.email and private.is_candidate_mail(mail.template)))
      from public.candidates as person where person.id = candidate
  $function$;

CREATE OR REPLACE FUNCTION private.clear_confirmed()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    update private.applications as done
      set entries = null, email = case when done.differs is not null and exists (
        select from public.shortlist_entries as entry join public.candidates as person on person.id = entry.candidate_id
          where entry.id = done.entry_id and private.is_other_mailbox(person.email, done.email)) then done.email end
      where done.confirmed_at is not null and done.email is not null and done.entries is not null and done.page_until < now();
    delete from private.applications as application
      where application.ended_at is not null and application.entries <> '{}' and application.page_until < now();
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
    is_new boolean;
    is_again boolean;
    is_theirs boolean;
    is_latest boolean;
    is_known boolean;
    pressed_at timestamptz;
    words text;
    words_beside text;
    named text;
    -- What page two said counts for nothing here: whoever typed the form need not have the mailbox.
    agreed text := nullif(confirm_application.digest, '');
  begin
    if application.id is null or application.ended_at is not null then
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
    -- What has ended while this waited is over, and was looked up by its link already.
    select * into application from private.applications as held
      where held.id = application.id and held.ended_at is null for update;
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
    named := private.job_of(advert) ->> 'company';
    applicant := private.applicant_of(application.entries, application.language);
    entry_row := private.entry_of_mailbox(advert.requirement_id, applicant.email);
    select * into person from public.candidates where id = entry_row.candidate_id;
    is_theirs := coalesce(private.is_same_mailbox(person.email, applicant.email), false);
    is_new := entry_row.id is null
      or entry_row.state in ('draft', 'withdrawn', 'closed') and not private.is_turned_down(entry_row);
    is_again := entry_row.state = 'applied' and is_theirs;
    if is_new and 5 <= (select count(distinct given.applied_entry_id) from public.candidate_consents as given
                          join public.candidates as twin on twin.id = given.candidate_id
                          where private.applicant_mailbox(twin.email) = private.applicant_mailbox(applicant.email)
                            and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
    -- Of two that wait, the one that was sent later has the last word, whichever is pressed first; the other's words stand beside.
    is_latest := is_new or is_again and not exists (
      select from private.applications as other
        where other.entry_id = entry_row.id and other.created_at > application.created_at);
    -- After the press that this one has waited for: whose yes is whose is known by when it was given.
    pressed_at := case when is_again then clock_timestamp() else now() end;
    is_known := entry_row.id is not null or exists (
      select from public.candidates as known
        where private.applicant_mailbox(known.email) = private.applicant_mailbox(applicant.email)
          and private.is_same_mailbox(known.email, applicant.email));
    words := application.entries ->> 'said';
    words_beside := case when not is_latest then words when entry_row.state in ('applied', 'draft') then entry_row.said end;
    if is_new or is_again then
      if entry_row.id is null then
        person := private.record_of_applicant(applicant);
      end if;
      if person.erase_at is not null then
        raise exception 'erasure_wanted' using errcode = 'PT409';
      elsif entry_row.id is null then
        insert into public.shortlists (requirement_id) values (advert.requirement_id) on conflict do nothing;
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said, told_company)
          values (advert.requirement_id, person.id, 'applied',
                  case when exists (select from public.shortlist_entries as other
                                      where other.requirement_id = advert.requirement_id and other.code_word = application.code_word)
                    then private.next_applied_word(advert.requirement_id) else application.code_word end,
                  private.applied_card_fields(), now(), words, named)
          returning * into entry_row;
      else
        update public.candidate_consents as before set closed_at = now()
          where is_latest and before.applied_entry_id = entry_row.id and before.closed_at is null;
        if is_new then
          -- Whom the team only had in mind, or who comes back: what was asked before is over, and no no stands against them.
          perform private.cancel_question(entry_row.id);
        end if;
        update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
          where coalesce(said.entry_id, said.applied_entry_id) = entry_row.id and said.reconsidered_at is null
            and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
        update public.shortlist_entries as back
          set state = 'applied', applied_at = case when is_new then now() else back.applied_at end,
              said = case when is_new then words when is_latest then coalesce(words, back.said) else coalesce(back.said, words) end,
              told_company = named,
              -- The card that they have read now has this one.
              code_word = case when is_again and is_latest and not exists (
                  select from public.shortlist_entries as other
                    where other.requirement_id = back.requirement_id and other.code_word = application.code_word)
                then application.code_word else back.code_word end
          where back.id = entry_row.id returning * into entry_row;
      end if;
      if is_latest or agreed is not null then
        insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at,
                                               given_at, card_digest, mailbox_digest)
          values (person.id, 'apply', entry_row.id, private.notice_version(), application.language, private.basis_for(person.country),
                  application.created_at, pressed_at, case when agreed is not null then private.digest_of(private.application_card(application)::text) end,
                  private.subject_of(person.email));
      end if;
    end if;
    if (is_new or is_theirs) and confirm_application.keep and not private.has_keep_consent(person.id) then
      insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, asked_at, given_at, mailbox_digest)
        values (person.id, 'keep', private.notice_version(), application.language, private.basis_for(person.country),
                application.created_at, pressed_at, private.subject_of(person.email));
    end if;
    if is_known then
      application.differs := private.differing_entries(person, application.entries, nullif(words_beside, entry_row.said));
      -- Where they work now is never shown anything, whatever the record says.
      if (is_new or is_theirs) and application.differs ? 'employer' then
        perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
      end if;
    end if;
    update private.applications as done
      set confirmed_at = pressed_at, entry_id = entry_row.id, differs = application.differs where done.id = application.id;
    if is_new then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.differing_entries (
  person  public.candidates,
  entries jsonb,
  words   text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_object_agg(typed.key, typed.value)
      from jsonb_each(entries - 'said' || jsonb_strip_nulls(jsonb_build_object('said', words))) as typed
      where typed.key in ('full_name', 'phone', 'city', 'notice_period', 'skills', 'employer', 'said')
        and typed.value not in ('null', '[]') and typed.value is distinct from to_jsonb(person) -> typed.key
  $function$;

CREATE OR REPLACE FUNCTION private.end_applied_yes (
  entry    public.shortlist_entries,
  of_press timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.candidate_consents as consent set card_digest = null
      where consent.applied_entry_id = entry.id and consent.closed_at is null and consent.given_at = coalesce(of_press, consent.given_at);
    if entry.state = 'agreed' and exists (
      select from public.candidate_consents as made
        join public.candidate_consents as given on given.applied_entry_id = entry.id and given.given_at = made.given_at
        where made.entry_id = entry.id and made.closed_at is null and made.given_at = coalesce(of_press, made.given_at)) then
      perform private.cancel_question(entry.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_other_mailbox (
  address text,
  other   text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(private.applicant_mailbox(address) = private.applicant_mailbox(other) and not private.is_same_mailbox(address, other), false)
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
      if entry.turned_down_at is not null or private.is_withdrawn_application(entry) then
        perform private.refuse_full_shortlist(put_on_shortlist.requirement);
      end if;
      perform private.cancel_question(entry.id);
    end if;
    perform private.refuse_twin(entry.id, private.asked_states());
    return entry.id;
  end $function$;

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
                'differs', private.typed_otherwise(entry),
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
                         select typed.differs from jsonb_array_elements(private.typed_otherwise(entry)) with ordinality as typed (differs, place)
                           where not typed.differs ? 'email' and typed.differs - 'said' <> '{}' order by typed.place limit 1) end,
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
  end $function$;

CREATE OR REPLACE FUNCTION private.record_of_applicant (
  applicant public.candidates
)
  RETURNS public.candidates
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates := private.candidate_at(applicant.email);
  begin
    if person.id is null then
      select * into person from public.candidates as known
        where private.applicant_mailbox(known.email) = private.applicant_mailbox(applicant.email)
          and private.is_same_mailbox(known.email, applicant.email)
        order by known.email_confirmed_at nulls last, known.created_at desc, known.id limit 1;
    end if;
    if person.id is null then
      insert into public.candidates (full_name, email, email_confirmed_at, phone, city, notice_period, skills, employer, source,
                                     language, is_adult)
        values (applicant.full_name, applicant.email, now(), applicant.phone, applicant.city, applicant.notice_period,
                applicant.skills, applicant.employer, 'Own application', applicant.language, true)
        returning * into person;
    else
      update public.candidates as known
        set last_activity_at = now(),
            email_confirmed_at = coalesce(known.email_confirmed_at, case when not exists (
              select from public.candidates as other where other.email = known.email and other.email_confirmed_at is not null) then now() end)
        where known.id = person.id returning * into person;
    end if;
    return person;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_card_back (
  application private.applications
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry_row public.shortlist_entries;
  begin
    perform from public.job_requirements where id = application.requirement_id for no key update;
    perform from public.candidates as person
      where person.id = (select entry.candidate_id from public.shortlist_entries as entry where entry.id = application.entry_id) for update;
    select * into entry_row from public.shortlist_entries where id = application.entry_id for update;
    perform private.end_applied_yes(entry_row, application.confirmed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.typed_otherwise (
  entry public.shortlist_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_agg(typed.differs order by typed.created_at desc) from (
      select told.differs, max(sent.created_at) as created_at
        from private.applications as sent
        join public.candidates as person on person.id = (entry).candidate_id
        cross join lateral (select sent.differs || case when private.is_other_mailbox(person.email, sent.email)
          then jsonb_build_object('email', sent.email) else '{}' end as differs) as told
        where sent.entry_id = (entry).id and sent.differs is not null
        group by told.differs order by max(sent.created_at) desc limit 5) as typed
  $function$;

REVOKE ALL ON FUNCTION "private"."differing_entries"(public.candidates, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_applied_yes"(public.shortlist_entries, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_other_mailbox"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."typed_otherwise"(public.shortlist_entries) FROM PUBLIC;
