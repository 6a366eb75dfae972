set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.advertised_company (
  requirement uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.job_of(advert) ->> 'company' from public.adverts as advert
      where advert.requirement_id = advertised_company.requirement
  $function$;

CREATE OR REPLACE FUNCTION private.check_applications_of_day (
  address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if 5 <= (select count(distinct given.applied_entry_id) from public.candidate_consents as given
               join public.candidates as twin on twin.id = given.candidate_id
               where private.applicant_mailbox(twin.email) = private.applicant_mailbox(address)
                 and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.check_confirmation (
  application private.applications,
  digest      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    select * into advert from public.adverts where requirement_id = application.requirement_id for share;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    elsif digest is not null and not (advert.is_named and digest = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
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
    shown_digest text := nullif(confirm_application.digest, '');
    person public.candidates;
    entry_row public.shortlist_entries;
    confirmation text;
    pressed_at timestamptz := now();
    words_beside text;
    is_theirs boolean;
  begin
    if private.is_confirmed(application) then
      return;
    end if;
    application := private.lock_application(application);
    if private.is_confirmed(application) then
      return;
    end if;
    perform private.check_confirmation(application, shown_digest);
    entry_row := private.entry_of_mailbox(application.requirement_id, application.email);
    confirmation := private.confirmation_case(application, entry_row);
    if confirmation in ('first', 'back') then
      perform private.check_applications_of_day(application.email);
    else
      -- After the press that this one has waited for: whose yes is whose is known by when it was given.
      pressed_at := clock_timestamp();
    end if;
    if confirmation = 'first' then
      person := private.record_of_applicant(private.applicant_of(application.entries, application.language));
    else
      select * into person from public.candidates where id = entry_row.candidate_id;
    end if;
    if confirmation <> 'beside' and person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT409';
    end if;
    words_beside := case when confirmation in ('late', 'beside') then application.entries ->> 'said'
                         when entry_row.state in ('applied', 'draft') then entry_row.said end;
    entry_row := case confirmation when 'first' then private.make_applied_entry(application, person.id)
                                   when 'beside' then entry_row
                                   else private.renew_applied_entry(application, entry_row, confirmation) end;
    if confirmation in ('first', 'back', 'again') or confirmation = 'late' and shown_digest is not null then
      perform private.write_application_consent(application, person, 'apply', pressed_at, entry_row.id,
        case when shown_digest is not null then private.digest_of(private.application_card(application)::text) end);
    end if;
    is_theirs := private.is_same_mailbox(person.email, application.email);
    if is_theirs and confirm_application.keep and not private.has_keep_consent(person.id) then
      perform private.write_application_consent(application, person, 'keep', pressed_at);
    end if;
    application.differs := private.differing_entries(person, application.entries, nullif(words_beside, entry_row.said));
    -- Where they work now is never shown anything, whatever the record says.
    if is_theirs and application.differs ? 'employer' then
      perform private.write_never(person.id, application.differs ->> 'employer', null, true, true);
    end if;
    update private.applications as confirmed
      set confirmed_at = pressed_at, entry_id = entry_row.id, differs = application.differs where confirmed.id = application.id;
    if confirmation in ('first', 'back') then
      perform private.announce_application(entry_row.id);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.confirmation_case (
  application private.applications,
  entry       public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case
        when (entry).id is null then 'first'
        when (entry).state in ('draft', 'withdrawn', 'closed') and not private.is_answered(entry) then 'back'
        when (entry).state <> 'applied' or not exists (
          select from public.candidates as person
            where person.id = (entry).candidate_id and private.is_same_mailbox(person.email, (application).email)) then 'beside'
        when exists (select from private.applications as other
                       where other.entry_id = (entry).id and other.created_at > (application).created_at) then 'late'
        else 'again' end
  $function$;

CREATE OR REPLACE FUNCTION private.is_confirmed (
  application private.applications
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  begin
    if application.id is null or application.ended_at is not null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    return application.confirmed_at is not null;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_free_code_word (
  requirement uuid,
  word        text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not exists (select from public.shortlist_entries as entry
                         where entry.requirement_id = is_free_code_word.requirement and entry.code_word = word)
  $function$;

CREATE OR REPLACE FUNCTION private.lock_application (
  application private.applications
)
  RETURNS private.applications
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
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
      where held.id = application.id and held.ended_at is null for update;
    return application;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_applied_entry (
  application private.applications,
  candidate   uuid
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare made public.shortlist_entries;
  begin
    insert into public.shortlists (requirement_id) values (application.requirement_id) on conflict do nothing;
    insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, chosen, applied_at, said, told_company)
      values (application.requirement_id, candidate, 'applied',
              case when private.is_free_code_word(application.requirement_id, application.code_word) then application.code_word
                   else private.next_applied_word(application.requirement_id) end,
              private.applied_card_fields(), now(), application.entries ->> 'said',
              private.advertised_company(application.requirement_id))
      returning * into made;
    return made;
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
               -- Of those the ones who wait, as sites of before 27 November 2026, 10:00, read them.
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

CREATE OR REPLACE FUNCTION private.renew_applied_entry (
  application  private.applications,
  entry        public.shortlist_entries,
  confirmation text
)
  RETURNS public.shortlist_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare words text := application.entries ->> 'said';
  begin
    update public.candidate_consents as before set closed_at = now()
      where confirmation <> 'late' and before.applied_entry_id = entry.id and before.closed_at is null;
    if confirmation = 'back' then
      perform private.cancel_question(entry.id);
    end if;
    update public.candidate_consents as said set reconsidered_at = now(), tell_at = null
      where coalesce(said.entry_id, said.applied_entry_id) = entry.id and said.reconsidered_at is null
        and num_nonnulls(said.refused_at, said.withdrawn_at) > 0;
    update public.shortlist_entries as waiting
      set state = 'applied', applied_at = case when confirmation = 'back' then now() else waiting.applied_at end,
          said = case confirmation when 'back' then words when 'again' then coalesce(words, waiting.said)
                                   else coalesce(waiting.said, words) end,
          told_company = private.advertised_company(waiting.requirement_id),
          -- The card that they have read now has this one.
          code_word = case when confirmation = 'again' and private.is_free_code_word(waiting.requirement_id, application.code_word)
            then application.code_word else waiting.code_word end
      where waiting.id = entry.id returning * into entry;
    return entry;
  end $function$;

CREATE OR REPLACE FUNCTION private.told_pay (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(
      (select jsonb_build_object('from', advert.min_pay * every.times, 'to', advert.max_pay * every.times, 'currency', advert.pay_currency,
                'told_for', advert.pay_unit) || case when advert.pay_unit in ('hour', 'day') then jsonb_build_object('unit', advert.pay_unit) else '{}' end
         from public.adverts as advert
         cross join lateral (select case when advert.pay_unit = 'month' then 12 else 1 end as times) as every
         where advert.requirement_id = (requirement).id and advert.opened_at is not null and advert.tells_pay
           -- What is written into one that is over was never public.
           and (advert.closed_at is null or advert.updated_at <= advert.closed_at)),
      (select jsonb_build_object('from', (requirement).min_salary, 'to', (requirement).max_salary, 'currency', (requirement).currency)
                || case when coalesce((requirement).min_salary % 12 = 0, true) and coalesce((requirement).max_salary % 12 = 0, true)
                     then '{"told_for": "month"}'::jsonb else '{}' end
         from public.shortlists as list
         where list.requirement_id = (requirement).id and list.tells_pay
           and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
  $function$;

CREATE OR REPLACE FUNCTION private.write_application_consent (
  application private.applications,
  person      public.candidates,
  purpose     text,
  given_at    timestamp with time zone,
  entry       uuid                     DEFAULT NULL::uuid,
  card_digest text                     DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at, given_at,
                                           card_digest, mailbox_digest)
      values ((person).id, purpose, entry, private.notice_version(), (application).language,
              private.basis_for((person).country), (application).created_at, given_at, card_digest, private.subject_of((person).email))
  $function$;

REVOKE ALL ON FUNCTION "private"."advertised_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_applications_of_day"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_confirmation"(private.applications, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirmation_case"(private.applications, public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_confirmed"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_free_code_word"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_application"(private.applications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_applied_entry"(private.applications, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_applied_entry"(private.applications, public.shortlist_entries, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_application_consent"(private.applications, public.candidates, text, timestamp WITH time zone, uuid, text) FROM PUBLIC;
