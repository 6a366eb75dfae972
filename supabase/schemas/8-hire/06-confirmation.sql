-- Confirming an application: the press by which a mailbox makes it somebody's (docs/decisions/hire.md).

-- Are two addresses of one mailbox surely one person's? Where a plus sign means nothing, another spelling may be somebody
-- else's: of that no link is handed out, and nothing is changed.
create function private.is_same_mailbox(address text, other text) returns boolean
  language sql immutable set search_path = '' as $$
    select address = other or private.applicant_mailbox(address) = private.applicant_mailbox(other)
                              and private.applicant_mailbox(address) like '%@gmail.com'
  $$;

-- Is an address, where it is kept, perhaps another person's than the one of the record that it was found by?
create function private.is_other_mailbox(address text, other text) returns boolean
  language sql immutable set search_path = '' as $$
    select coalesce(private.applicant_mailbox(address) = private.applicant_mailbox(other) and not private.is_same_mailbox(address, other), false)
  $$;

-- What else waits for a mailbox than one application of it: ten at once, those that came before it first and then the newest, so
-- that from each page the next leads on to all of them, however many somebody else has sent; each in whose name it was sent.
create function private.waiting_beside(application private.applications, address text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'title', listed.title, 'place', listed.place, 'full_name', listed.full_name, 'token', private.application_token(listed.id, 'confirm'))
             order by listed.created_at desc, listed.id), '[]')
      from (select waiting.id, waiting.created_at, waiting.entries ->> 'full_name' as full_name, job.title, job.place from private.applications as waiting
              join public.adverts as job on job.requirement_id = waiting.requirement_id
              where private.applicant_mailbox(waiting.email) = private.applicant_mailbox(address)
                and private.is_same_mailbox(waiting.email, address)
                and waiting.id <> (application).id and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0
                and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
              order by (waiting.created_at, waiting.id) < ((application).created_at, (application).id) desc,
                       waiting.created_at desc, waiting.id desc limit 10) as listed
  $$;

-- What the link of the mail shows, and decides nothing: all that would be sent, in whose name, with the yes to its card; what else
-- waits for the same mailbox; or how it stands once it was confirmed. Null for a link that is over, unless something else waits.
create function private.read_confirmation(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'state', case when application.confirmed_at is not null then 'confirmed' when application.ended_at is not null then 'over'
                      when private.is_advertised(advert) then 'open' else 'closed' end,
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'language', application.language, 'others', waiting.others)
      || case when application.confirmed_at is not null then jsonb_build_object(
          -- By when somebody who waits is answered. How it stands otherwise, their own page says.
          -- Of another spelling's application nothing is told, not even that it waits.
          'answer_by', case when not made.is_theirs then private.answer_by(application.confirmed_at)
                            when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', case when theirs.id is not null then private.candidate_token(theirs.id, theirs.link_issue) end)
        when application.ended_at is null then jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'email', application.email, 'phone', application.entries ->> 'phone',
          'employer', application.entries ->> 'employer', 'said', application.entries ->> 'said', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false))
        else '{}' end
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join public.candidates as applicant on applicant.id = entry.candidate_id
      -- Once the address is forgotten, what this very press has given is theirs.
      cross join lateral (select coalesce(
          private.is_same_mailbox(applicant.email, application.email),
          exists (select from public.candidate_consents as given
                    where given.applied_entry_id = entry.id and given.given_at = application.confirmed_at
                      and private.is_still_theirs(given))) as is_theirs) as made
      left join lateral (
        select person.id, person.link_issue, person.email from public.candidates as person
          where person.id = applicant.id and made.is_theirs and exists (
            select from public.candidate_consents as given where given.applied_entry_id = entry.id and private.is_still_theirs(given))) as theirs on true
      cross join lateral (select private.waiting_beside(application, coalesce(application.email, theirs.email)) as others) as waiting
      -- Nothing can be shown of what was forgotten, or is over.
      cross join lateral (select case when num_nonnulls(application.confirmed_at, application.ended_at) = 0
                                   then private.application_shown(application) end as shown) as card
      where application.ended_at is null or waiting.others <> '[]'
  $$;
grant execute on function private.read_confirmation to anon, authenticated;

-- Was somebody turned down while an advert was open as it is now, and is that not for its end, or taken on, and not asked yet? They
-- have their answer. Whoever was answered before it was opened again may apply again.
create function private.is_answered(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select case when (entry).state = 'draft' then (entry).applied_at is not null
                else (entry).turned_down_at is not null and (entry).turned_down_reason is null end
      and not exists (
        select from public.adverts as advert
          where advert.requirement_id = (entry).requirement_id and advert.opened_at > coalesce((entry).turned_down_at, (entry).applied_at))
  $$;

-- The entry for a job of whoever has a mailbox, by whichever record and spelling of the address; held. What is over, or was never
-- asked, of another spelling is left alone.
create function private.entry_of_mailbox(requirement uuid, address text) returns public.shortlist_entries
  language sql security definer set search_path = '' as $$
    select entry.* from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id
      where entry.requirement_id = entry_of_mailbox.requirement
        and private.applicant_mailbox(person.email) = private.applicant_mailbox(address)
        and (private.is_same_mailbox(person.email, address) or entry.state not in ('draft', 'withdrawn', 'closed')
             or private.is_answered(entry))
      order by (entry.state = any (private.asked_states())) desc, (entry.state = 'applied') desc, (person.email = address) desc, entry.id
      limit 1 for update of entry
  $$;

-- The record of whoever has an address, by any spelling that is surely theirs: that of the very address first.
create function private.candidate_of_mailbox(address text) returns public.candidates
  language sql stable security definer set search_path = '' as $$
    select known.* from public.candidates as known
      where private.applicant_mailbox(known.email) = private.applicant_mailbox(address) and private.is_same_mailbox(known.email, address)
      order by known.email = address desc, known.email_confirmed_at nulls last, known.created_at desc, known.id limit 1
  $$;

-- The record of an applicant: the one that is known, as it is, or a new one. The press has shown whose mailbox it is.
create function private.record_of_applicant(applicant public.candidates) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.candidate_of_mailbox(applicant.email);
  begin
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
  end $$;

-- What a known person has typed that their record says otherwise, and words that stand nowhere else.
create function private.differing_entries(person public.candidates, entries jsonb, words text) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_object_agg(typed.key, typed.value)
      from jsonb_each(entries - 'said' || jsonb_strip_nulls(jsonb_build_object('said', words))) as typed
      where typed.key in ('full_name', 'phone', 'city', 'notice_period', 'skills', 'employer', 'said')
        and typed.value not in ('null', '[]') and typed.value is distinct from to_jsonb(person) -> typed.key
  $$;

-- What was typed with the applications of an entry otherwise than its record has it, those that were sent last first, each once; of
-- another spelling, which may be another person's, with its address.
create function private.typed_otherwise(entry public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_agg(typed.differs order by typed.created_at desc) from (
      select told.differs, max(sent.created_at) as created_at
        from private.applications as sent
        join public.candidates as person on person.id = (entry).candidate_id
        cross join lateral (select sent.differs || case when private.is_other_mailbox(person.email, sent.email)
          then jsonb_build_object('email', sent.email) else '{}' end as differs) as told
        where sent.entry_id = (entry).id and sent.differs is not null
        group by told.differs order by max(sent.created_at) desc limit 5) as typed
  $$;

-- Holds an application that its mailbox answers, after all that others lock before it. One mailbox at a time, before everything
-- else: two presses at once make one record. Of what has ended while this waited nothing is returned.
create function private.lock_application(application private.applications) returns private.applications
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- Is an application confirmed already? PT404 `link_unknown` for one that is over, or that there is not.
create function private.is_confirmed(application private.applications) returns boolean
  language plpgsql immutable set search_path = '' as $$
  begin
    if application.id is null or application.ended_at is not null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    return application.confirmed_at is not null;
  end $$;

-- May an application be confirmed, with a yes to the card of this digest if any, while its advert is held: a yes is to the name that
-- stands there until it is written. PT410 `advert_closed`, PT409 `card_changed`.
create function private.check_confirmation(application private.applications, digest text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare advert public.adverts;
  begin
    select * into advert from public.adverts where requirement_id = application.requirement_id for share;
    if not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    elsif digest is not null and not (advert.is_named and digest = private.application_shown(application) ->> 'digest') then
      raise exception 'card_changed' using errcode = 'PT409';
    end if;
  end $$;

-- What an application is to the entry that its mailbox has for the job. 'first': there is none. 'back': the team only had them in mind,
-- or what there was is over. 'again': an earlier one waits, and this one has the last word; 'late': so does one that was sent after
-- it, whichever is pressed first. 'beside': whoever is in process stays where they are, whoever was answered has their answer, and
-- what waits for another spelling may be another person's.
create function private.confirmation_case(application private.applications, entry public.shortlist_entries) returns text
  language sql stable security definer set search_path = '' as $$
    select case
        when (entry).id is null then 'first'
        when (entry).state in ('draft', 'withdrawn', 'closed') and not private.is_answered(entry) then 'back'
        when (entry).state <> 'applied' or not exists (
          select from public.candidates as person
            where person.id = (entry).candidate_id and private.is_same_mailbox(person.email, (application).email)) then 'beside'
        when exists (select from private.applications as other
                       where other.entry_id = (entry).id and other.created_at > (application).created_at) then 'late'
        else 'again' end
  $$;

-- Five jobs a day for one mailbox: PT429 `too_many_applications`.
create function private.check_applications_of_day(address text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if 5 <= (select count(distinct given.applied_entry_id) from public.candidate_consents as given
               join public.candidates as twin on twin.id = given.candidate_id
               where private.applicant_mailbox(twin.email) = private.applicant_mailbox(address)
                 and given.purpose = 'apply' and given.given_at > now() - interval '1 day') then
      raise exception 'too_many_applications' using errcode = 'PT429';
    end if;
  end $$;

-- Is a word, which stands for the name on a blind card, that of no entry of a requirement?
create function private.is_free_code_word(requirement uuid, word text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select not exists (select from public.shortlist_entries as entry
                         where entry.requirement_id = is_free_code_word.requirement and entry.code_word = word)
  $$;

-- The company that an advert names, which an applicant is told now; null for none.
create function private.advertised_company(requirement uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select private.job_of(advert) ->> 'company' from public.adverts as advert
      where advert.requirement_id = advertised_company.requirement
  $$;

-- The entry of an applicant for the first time.
create function private.make_applied_entry(application private.applications, candidate uuid) returns public.shortlist_entries
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- An entry that waits once more, or still, by another application: no no stands against them. `confirmation`: 'back', 'again' or
-- 'late' (private.confirmation_case).
create function private.renew_applied_entry(application private.applications, entry public.shortlist_entries, confirmation text)
  returns public.shortlist_entries
  language plpgsql security definer set search_path = '' as $$
  declare words text := application.entries ->> 'said';
  begin
    update public.candidate_consents as before set closed_at = now()
      where confirmation <> 'late' and before.applied_entry_id = entry.id and before.closed_at is null;
    if confirmation = 'back' then
      perform private.cancel_question(entry.id);
    end if;
    perform private.take_back_no(array[entry.id], applied_entry => entry.id);
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
  end $$;

-- Writes what the press has agreed to: that this application is answered ('apply'), of its entry and with the card that may be shown,
-- or that the record is kept ('keep').
create function private.write_application_consent(application private.applications, person public.candidates, purpose text,
                                                  given_at timestamptz, entry uuid default null, card_digest text default null)
  returns void language sql security definer set search_path = '' as $$
    insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis, asked_at, given_at,
                                           card_digest, mailbox_digest)
      values ((person).id, purpose, entry, private.notice_version(), (application).language,
              private.basis_for((person).country), (application).created_at, given_at, card_digest, private.subject_of((person).email))
  $$;

-- Makes an application the mailbox's, once, as the first state of an entry. The record of a known candidate is not overwritten: what
-- they have typed otherwise stands beside. `digest`: of the card that they agree to have shown, '' for none; `keep`: they agree to be
-- kept. What page two said does not count, since who typed the form need not have the mailbox.
create function private.confirm_application(token text, digest text, keep boolean) returns void
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.confirm_application to anon, authenticated;

-- "This is not me": ends that application, and the mailbox gets no such mail for a day. Other applications of the mailbox
-- and its candidate's record stay: else an impostor could delete them.
create function private.disown_application(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare application private.applications := private.application_by(token, 'confirm');
  begin
    if application.id is null or num_nonnulls(application.confirmed_at, application.ended_at) > 0 then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    insert into private.disowned_mailboxes as known (subject) values (private.application_subject(application.email))
      on conflict (subject) do update set created_at = now();
    perform private.end_disowned(array[application.id]);
  end $$;
grant execute on function private.disown_application to anon, authenticated;

-- # Exposed through the Data API

create function public.read_confirmation(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_confirmation(token) $$;
grant execute on function public.read_confirmation to anon, authenticated;

create function public.confirm_application(token text, digest text default '', keep boolean default false) returns void
  language sql set search_path = '' as $$ select private.confirm_application(token, digest, keep) $$;
grant execute on function public.confirm_application to anon, authenticated;

create function public.disown_application(token text) returns void
  language sql set search_path = '' as $$ select private.disown_application(token) $$;
grant execute on function public.disown_application to anon, authenticated;
