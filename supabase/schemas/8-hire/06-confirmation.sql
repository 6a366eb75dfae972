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

-- The press: makes an application somebody's, once, as the first state of an entry. Twice is the same. Somebody known is found
-- by their address and not overwritten. What comes again while it waits has the last word; whoever is in process for the job already
-- stays where they are, and whoever was answered has their answer, unless it was the job that was over, and is open again: where they
-- work now counts all the same, and what they have typed otherwise stands beside. `digest`: of the card that they agree to have shown,
-- '' for none; `keep`: they agree to be kept.
create function private.confirm_application(token text, digest text, keep boolean) returns void
  language plpgsql security definer set search_path = '' as $$
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
