set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.awaits_answer (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).state = 'applied' or private.has_open_answer((entry).id, false) or private.has_open_answer((entry).id, true)
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
    if entry_row.id is not null and (private.is_turned_down(entry_row)
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
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said, told_company)
          values (advert.requirement_id, person.id, 'applied',
                  case when exists (select from public.shortlist_entries as other
                                      where other.requirement_id = advert.requirement_id and other.code_word = application.code_word)
                    then private.next_applied_word(advert.requirement_id) else application.code_word end,
                  private.applied_card_fields(), now(), application.entries ->> 'said', named)
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
          set state = 'applied', applied_at = now(), said = application.entries ->> 'said', told_company = named
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

CREATE OR REPLACE FUNCTION private.end_advert_of_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if old.client_id is distinct from new.client_id then
      -- The name that stood there, and what candidates may read of the pay, were another company's word.
      update public.adverts as advert set is_named = false, named_by = null, tells_pay = false
        where advert.requirement_id = new.id and (advert.is_named or advert.tells_pay);
      update public.shortlists as list set tells_pay = false where list.requirement_id = new.id and list.tells_pay;
    end if;
    perform private.end_advert(new.id, null, case
      when old.client_id is distinct from new.client_id then 'closed' when new.status = 'filled' then 'filled'
      when private.side_on(new.client_id) = 'company' then 'taken_down' else 'closed' end);
    perform private.tell_taken_on(new.id);
    return null;
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
             or private.is_turned_down(entry))
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
  $function$;

CREATE OR REPLACE FUNCTION private.is_turned_down (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).turned_down_at is not null and (entry).turned_down_reason is null and not exists (
      select from public.adverts as advert
        where advert.requirement_id = (entry).requirement_id and advert.opened_at > (entry).turned_down_at)
  $function$;

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
    -- Whoever has applied has an answer, by the record that they have applied with; and whom that says to be taken on, is.
    elsif exists (select from public.shortlist_entries as entry
                    join public.shortlist_entries as own on own.candidate_id = stays.id and own.requirement_id = entry.requirement_id
                    where entry.candidate_id = goes.id
                      and (private.awaits_answer(entry)
                        or entry.state = 'draft' and entry.applied_at is not null
                           and (own.state in ('withdrawn', 'closed') or own.state = 'draft' and own.applied_at is null))) then
      raise exception 'merge_has_applied' using errcode = 'PT422';
    end if;
    update public.candidate_notes set candidate_id = stays.id where candidate_id = goes.id;
    update public.candidates as kept_record
      set next_on = goes.next_on, next_words = goes.next_words, next_by = goes.next_by
      where kept_record.id = stays.id and stays.next_on is null;
    update private.item_candidates set candidate_id = stays.id where candidate_id = goes.id;
    insert into public.candidate_never (candidate_id, client_id, named, is_employer, is_own)
      select stays.id, never.client_id, never.named, never.is_employer, never.is_own from public.candidate_never as never
        where never.candidate_id = goes.id
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_own = candidate_never.is_own or excluded.is_own, is_employer = candidate_never.is_employer or excluded.is_employer;
    update public.shortlist_entries as entry set candidate_id = stays.id
      where entry.candidate_id = goes.id
        and (entry.applied_at is not null
          or entry.state = 'draft' and not exists (select from public.candidate_consents as consent where consent.entry_id = entry.id)
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
      where consent.candidate_id = goes.id and consent.purpose <> 'apply'
        and num_nonnulls(consent.refused_at, consent.withdrawn_at) > 0;
    update public.candidate_consents as consent set candidate_id = stays.id
      from public.shortlist_entries as entry
      where consent.candidate_id = goes.id and entry.id = consent.applied_entry_id and entry.candidate_id = stays.id;
    delete from public.mail_outbox as mail
      where private.is_candidate_mail(mail.template) and private.subjects_of_mail(mail.ids) && private.mail_subjects(goes.id);
    update private.import_rows set known_id = stays.id where known_id = goes.id;
    update private.import_rows set candidate_id = stays.id where candidate_id = goes.id;
    delete from public.candidates where id = goes.id;
    now_at := private.write_candidate(stays, private.with_candidate_entries(
      stays, entries, array(select field from unnest(private.candidate_fields()) as field where field <> 'email')));
    update public.candidates set email_confirmed_at = least(stays.email_confirmed_at, goes.email_confirmed_at) where id = stays.id;
    perform private.hide_from_never(stays.id);
    perform private.log_activity('candidates_merged', 'candidate', stays.id, goes.id);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.needs_address (
  candidate uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.shortlist_entries as entry
                    where entry.candidate_id = needs_address.candidate and private.awaits_answer(entry))
  $function$;

CREATE OR REPLACE FUNCTION private.taken_on_lately (
  entry public.shortlist_entries
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when (entry).applied_at is not null and (entry).state in ('draft', 'agreed') then (
        select max(event.created_at) from public.requirement_events as event
          where event.requirement_id = (entry).requirement_id and event.type = 'candidates_taken_on'
            and event.created_at > now() - private.applicant_answer_waits() and event.created_at >= (entry).applied_at
            and (entry).id = any (event.entry_ids)
            and not exists (select from public.candidate_consents as question
                              where question.entry_id = (entry).id and question.asked_at >= event.created_at)
            -- Nor has anything else become of them, such as that they were shown, and taken back.
            and not exists (select from public.requirement_events as later
                              where later.requirement_id = event.requirement_id and later.created_at > event.created_at
                                and (entry).id = any (later.entry_ids))) end
  $function$;

CREATE OR REPLACE FUNCTION private.write_candidate (
  candidate public.candidates,
  wanted    public.candidates
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare now_at integer;
  begin
    if wanted is distinct from candidate then
      if wanted.email is distinct from candidate.email then
        if wanted.email is null and private.needs_address(candidate.id) then
          raise exception 'answer_needs_address' using errcode = 'PT422';
        end if;
        wanted.email_confirmed_at := null;
        if candidate.email is not null then
          wanted.link_issue := candidate.link_issue + 1;
          perform private.leave_address(candidate);
        end if;
      end if;
      perform private.leave_numbers(candidate, wanted);
      update public.candidates as kept
        set (full_name, email, email_confirmed_at, phone, headline, city, country, notice_period, skills, summary, links,
             expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, employer, link_issue,
             last_activity_at)
          = (wanted.full_name, wanted.email, wanted.email_confirmed_at, wanted.phone, wanted.headline, wanted.city,
             wanted.country, wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
             wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, wanted.employer,
             wanted.link_issue, now())
        where kept.id = candidate.id returning kept.version into now_at;
      update public.mail_outbox as mail set address = wanted.email
        where lower(mail.address) = candidate.email and wanted.email <> candidate.email and mail.template = 'application_answer'
          and mail.next_attempt_at is not null and private.subjects_of_mail(mail.ids) && private.mail_subjects(candidate.id);
      perform private.hide_from_never(candidate.id);
      if candidate.email is null and wanted.email is not null then
        perform private.tell_of_phone_answers(candidate.id, wanted.email);
      end if;
    end if;
    return coalesce(now_at, candidate.version);
  end $function$;

REVOKE ALL ON FUNCTION "private"."awaits_answer"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_turned_down"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_address"(uuid) FROM PUBLIC;
