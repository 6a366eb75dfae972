set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."is_turned_down"(public.shortlist_entries);

CREATE OR REPLACE FUNCTION private.candidate_news_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', case when (mail).ids ? 'interview' then 'interview' when (mail).ids ? 'answer' then 'words'
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over'
                     when (mail).ids ? 'taken_back' then 'taken_back' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        -- Of a job that is over for them they know what the advert said.
        'job_title', coalesce(case when (mail).ids ?| array['over', 'taken_back'] then (
          select advert.title from public.adverts as advert where advert.requirement_id = requirement.id) end, requirement.job_title),
        'company', case when not (mail).ids ?| array['over', 'taken_back'] then private.company_name(requirement.client_id) end,
        'recruiter', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                        from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
        'token', private.candidate_token(person.id, person.link_issue)))
      from public.shortlist_entries as shown
      join public.candidates as person on person.id = shown.candidate_id and person.email = private.normal_address((mail).address)
      join public.job_requirements as requirement on requirement.id = shown.requirement_id
      where shown.id = ((mail).ids ->> 'entry')::uuid
        and not private.is_disowned((mail).address)
        and case when (mail).ids ? 'interview' then private.is_opened(shown)
                 when (mail).ids ? 'consent' then exists (select from public.candidate_consents as consent
                   where consent.id = ((mail).ids ->> 'consent')::uuid and private.is_in_force(consent))
                 when (mail).ids ? 'answer' then exists (select from public.shortlist_answers as said
                   where said.id = ((mail).ids ->> 'answer')::uuid and said.released_at is not null)
                 when (mail).ids ? 'taken_back' then shown.state = 'closed' and not private.has_open_answer(shown.id, true)
                 when (mail).ids ? 'over' then not private.has_open_answer(shown.id, true)
                   and case when shown.state = 'closed' then shown.turned_down_reason is not null
                            else shown.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()) end
                 else shown.state = any (private.shown_states()) end
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
    elsif entry_row.state = 'applied' and not is_own then
      perform private.turn_down(entry_row.requirement_id, array[entry], null);
      return;
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where entry in (consent.entry_id, consent.applied_entry_id) and consent.closed_at is null and consent.refused_at is null
        and consent.withdrawn_at is null;
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
    if not is_own then
      perform private.tell_taken_back(entry_row);
    end if;
  end $function$;

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
      or entry_row.state in ('draft', 'withdrawn', 'closed') and not private.is_answered(entry_row);
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
    is_known := entry_row.id is not null or (private.candidate_of_mailbox(applicant.email)).id is not null;
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

CREATE OR REPLACE FUNCTION private.entry_of_mailbox (
  requirement uuid,
  address     text
)
  RETURNS public.shortlist_entries
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select entry.* from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      where entry.requirement_id = entry_of_mailbox.requirement
        and private.applicant_mailbox(person.email) = private.applicant_mailbox(address)
        and (private.is_same_mailbox(person.email, address) or entry.state not in ('draft', 'withdrawn', 'closed')
             or private.is_answered(entry))
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
  $function$;

CREATE OR REPLACE FUNCTION private.is_answered (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).state = 'draft' then (entry).applied_at is not null
                else (entry).turned_down_at is not null and (entry).turned_down_reason is null end
      and not exists (
        select from public.adverts as advert
          where advert.requirement_id = (entry).requirement_id and advert.opened_at > coalesce((entry).turned_down_at, (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.tell_taken_back (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'candidate_news', 'taken_back.' || (entry).id || '.' || extract(epoch from now())::bigint,
        jsonb_build_object('entry', (entry).id, 'taken_back', (entry).requirement_id), address => person.email,
        not_before => private.answer_mailed_at())
      from public.candidates as person
      where person.id = (entry).candidate_id and person.email is not null and (entry).applied_at is not null
        and (entry).state in ('draft', 'asked', 'agreed', 'shown', 'interview') and not private.has_open_answer((entry).id, false)
  $function$;

REVOKE ALL ON FUNCTION "private"."is_answered"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_taken_back"(public.shortlist_entries) FROM PUBLIC;
