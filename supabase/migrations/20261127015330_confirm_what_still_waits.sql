set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
