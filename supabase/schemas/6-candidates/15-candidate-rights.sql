-- What a candidate has a right to: all that we have of them, and that nothing is left. Merging two records of one person, and
-- lists for those who may export (docs/decisions/candidates.md).

-- That somebody erased was asked, and what they said, for as long as the settings say (none, unless somebody sets it): the law
-- may ask for proof. Nobody reads it through the Data API.
create table private.sealed_candidates (
  id uuid primary key default gen_random_uuid(),
  subject text not null,
  consents jsonb not null,
  created_at timestamptz not null default now()
);

-- Is an entry still the application that it began by: has nobody asked them about the job's company since, nor taken them on by
-- their yes, for good?
create function private.is_application(entry public.shortlist_entries) returns boolean
  language sql stable security definer set search_path = '' as $$
    select (entry).applied_at is not null and ((entry).turned_down_at is not null or private.taken_on_lately(entry) is not null or not exists (
      select from public.candidate_consents as consent
        where consent.entry_id = (entry).id and greatest(consent.asked_at, consent.given_at) >= (entry).applied_at))
  $$;

-- All that is kept of an entry, as its candidate may know it: until an answer is told, it is its company's alone.
create function private.entry_record(entry_row public.shortlist_entries) returns jsonb
  language sql stable security definer set search_path = '' as $$
    -- Version and time of a change would tell of an answer that is not told yet.
    select to_jsonb(entry) - array['added_by', 'next_by', 'version', 'updated_at']
        - case when private.is_application(entry_row) then 'requirement_id' else '' end
        || jsonb_build_object(
          'job_title', requirement.job_title, 'company', private.asked_company(private.last_question(entry.id), requirement))
        -- Of what they have applied for they know the advert, and its company where that has named itself.
        || case when private.is_application(entry_row) then (
             select jsonb_build_object('job_title', advert.title, 'company', private.applied_company(entry_row))
               from public.adverts as advert where advert.requirement_id = entry_row.requirement_id) else '{}' end
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
                         'created_at', answer.created_at) order by answer.created_at), '[]')
                       from public.shortlist_answers as answer where answer.entry_id = entry.id and answer.former is null))
      from private.told_entry(entry_row) as entry
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $$;

-- All that is kept of a candidate. What the team thinks among itself belongs to it as well.
create function private.candidate_record(candidate uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_by'],
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('body', note.body, 'channel', note.channel, 'created_at', note.created_at)
                                            order by note.created_at), '[]')
                    from public.candidate_notes as note where note.candidate_id = person.id),
        'never', (select coalesce(jsonb_agg(jsonb_build_object(
                             'named', coalesce(never.named, private.company_name(never.client_id)),
                             'is_employer', never.is_employer, 'created_at', never.created_at) order by never.created_at), '[]')
                    from public.candidate_never as never where never.candidate_id = person.id),
        'consents', (select coalesce(jsonb_agg(to_jsonb(consent) - array['asked_by', 'rung_by', 'mailbox_digest', 'number_digest', 'former_company'] order by consent.asked_at), '[]')
                       from public.candidate_consents as consent where consent.candidate_id = person.id),
        'entries', (select coalesce(jsonb_agg(private.entry_record(entry) order by entry.created_at), '[]')
                      from public.shortlist_entries as entry where entry.candidate_id = person.id),
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
  $$;

-- Deletes a candidate who is held, and all that is about them; companies that have seen them see them no more.
create function private.forget_candidate(candidate uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.lock_candidate(candidate);
    entries uuid[] := array(select entry_row.id from public.shortlist_entries as entry_row where entry_row.candidate_id = candidate order by entry_row.id);
    subjects text[] := private.mail_subjects(candidate);
    addresses text[];
    entry uuid;
  begin
    insert into private.sealed_candidates (subject, consents)
      select private.subject_of(coalesce(person.email, person.phone, person.id::text)),
             jsonb_agg(jsonb_build_object('purpose', consent.purpose, 'basis', consent.basis, 'notice_version', consent.notice_version,
                                          'asked_at', consent.asked_at, 'given_at', consent.given_at, 'refused_at', consent.refused_at,
                                          'withdrawn_at', consent.withdrawn_at, 'card_digest', consent.card_digest,
                                          'how', consent.how, 'number_digest', consent.number_digest, 'rung_at', consent.rung_at))
        from public.candidate_consents as consent
        where consent.candidate_id = person.id and (select sealed_days from private.settings) > 0
        having count(*) > 0;
    foreach entry in array entries loop
      perform private.close_entry(entry, false);
    end loop;
    update public.crm_events as event
      set entry_ids = array(select each from unnest(event.entry_ids) as each where each <> all (entries))
      where event.requirement_id in (select entry_row.requirement_id from public.shortlist_entries as entry_row where entry_row.id = any (entries))
        and event.entry_ids && entries;
    -- Addresses that they had before are those of mails about them; what went there may be somebody else's by now.
    addresses := array(select distinct lower(mail.address) from public.mail_outbox as mail
                         where private.is_candidate_mail(mail.template) and private.subjects_of_mail(mail.ids) && subjects);
    delete from public.mail_outbox as mail
      where private.is_candidate_mail(mail.template)
        and (lower(mail.address) = person.email
          or private.subjects_of_mail(mail.ids) && subjects
          or lower(mail.address) = any (addresses) and not exists (
            select from public.candidates as other where other.email = lower(mail.address) and other.id <> person.id));
    update private.disowned_mailboxes as known set records = array_remove(known.records, person.id)
      where person.id = any (known.records);
    perform private.forget_items_of(person.id);
    -- What waits for a press in their mailbox as well.
    delete from private.applications as sent
      where private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email) and private.is_same_mailbox(sent.email, person.email);
    delete from public.candidates where id = person.id;
    insert into private.erasures (subject, counts)
      values (private.subject_of(coalesce(person.email, person.phone, person.id::text)),
              jsonb_build_object('candidates', 1, 'entries', cardinality(entries)));
    perform private.log_activity('candidate_erased', 'candidate', person.id);
  end $$;

-- Erases all records of the address of one.
create function private.erase_candidate(candidate uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.require_manager();
    perform private.lock_candidate(candidate);
    perform private.forget_candidate(each) from unnest(array(select private.records_of(candidate))) as each;
  end $$;
grant execute on function private.erase_candidate to authenticated;

create function private.export_candidate(candidate uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.require_manager();
    perform private.log_activity('exported', 'candidate', candidate);
    return private.candidate_record(candidate);
  end $$;
grant execute on function private.export_candidate to authenticated;

-- How many jobs somebody has applied for, and of the last: its title, when, when they were answered, and where that stands. None of
-- its company, nor of what they wrote.
create function private.applications_of(candidate uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('count', count(*) over (), 'job_title', requirement.job_title, 'state', entry.state,
                              'shown_at', entry.shown_at, 'applied_at', entry.applied_at, 'turned_down_at', entry.turned_down_at,
                              'is_application_withdrawn', private.is_withdrawn_application(entry),
                              'is_disowned', coalesce((private.last_question(entry.id)).is_disowned, false),
                              'answered_at', coalesce(entry.turned_down_at, case when entry.state <> 'applied' then (
                                select max(event.created_at) from public.requirement_events as event
                                  where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                                    and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids)) end))
      from public.shortlist_entries as entry join public.job_requirements as requirement on requirement.id = entry.requirement_id
      where entry.candidate_id = candidate and entry.applied_at is not null
      order by entry.applied_at desc, entry.id limit 1
  $$;

-- The list for a file, five hundred at a time.
create function private.export_candidates(
    words text, city text, filter public.candidate_filter, after_key timestamptz, after_id uuid)
  returns table (id uuid, full_name text, email text, phone text, headline text, city text, country text, notice_period text,
                 skills text[], expected_pay_amount numeric, expected_pay_currency public.currency_code, expected_pay_unit text,
                 source text, language text, employer text, is_kept boolean, created_at timestamptz, last_activity_at timestamptz,
                 applications jsonb)
  language sql security definer set search_path = '' as $$
    select private.require_exporter('candidates');
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at, private.applications_of(kept.id)
      from private.candidates_page(words, city, filter, null, after_key, after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $$;
grant execute on function private.export_candidates to authenticated;

-- Makes one of two records of a person, who has shown that the address of both is theirs; `entries` is what is kept of the two. Notes,
-- companies that must not know, drafts and what was refused come along; what was asked and agreed to does not, since a yes is to
-- what stood on one record. A candidate who was shown by the other record has to be taken back there first.
create function private.merge_candidates(kept uuid, seen integer, merged uuid, merged_seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
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
  end $$;
grant execute on function private.merge_candidates to authenticated;

-- What accounts have done with candidates: what companies' people have answered and opened, what the team has written.
create function private.export_shortlists_of(accounts uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'answers', (select coalesce(jsonb_agg(to_jsonb(answer) order by answer.created_at), '[]')
        from public.shortlist_answers as answer where accounts && array[answer.author, answer.released_by, answer.noted_by]),
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
      'rung', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'rung_at', consent.rung_at) order by consent.rung_at), '[]')
        from public.candidate_consents as consent where consent.rung_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)),
      'adverts', (select coalesce(jsonb_agg(jsonb_build_object('id', advert.requirement_id, 'created_at', advert.created_at) order by advert.created_at), '[]')
        from public.adverts as advert where accounts && array[advert.written_by, advert.named_by]),
      'imported', (select coalesce(jsonb_agg(jsonb_build_object('id', kept.id, 'created_at', kept.created_at) order by kept.created_at), '[]')
        from private.candidate_imports as kept where kept.owner = any (accounts)))
  $$;

-- When somebody is forgotten who is known by an application and has not agreed to be kept: so many days after the last of what
-- they are or were in process for has ended. Null while it has not, and for all others.
create function private.forgotten_at(candidate uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select max(coalesce(entry.turned_down_at, greatest(entry.updated_at, case when entry.state in ('draft', 'asked', 'agreed') then requirement.updated_at end)))
             + (select make_interval(days => retention_days_applicants) from private.settings)
      from public.candidates as person
      join public.shortlist_entries as entry on entry.candidate_id = person.id
      join public.job_requirements as requirement on requirement.id = entry.requirement_id
      where person.id = candidate
        and person.created_at >= (select min(consent.given_at) from public.candidate_consents as consent
                                   where consent.candidate_id = person.id and consent.purpose = 'apply')
        and not private.has_keep_consent(person.id)
      having bool_and(entry.state in ('declined', 'withdrawn', 'closed')
                      or entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()))
  $$;

-- The candidates that nothing was heard of for as long as the settings say, those who will not be kept and are shown to
-- nobody, those who applied and have had their answer for some time, and those who want all of it deleted, after the time in which they could undo that.
create function private.expired_candidates() returns setof uuid
  language sql stable security definer set search_path = '' as $$
    select person.id from public.candidates as person
      where person.last_activity_at < now() - (select make_interval(days => retention_days_candidates) from private.settings)
    union
    select person.id from public.candidates as person where person.erase_at <= now()
    union
    select applied.candidate_id from (
        select distinct entry.candidate_id from public.shortlist_entries as entry where entry.applied_at is not null) as applied
      where private.forgotten_at(applied.candidate_id) <= now()
    union
    select said.candidate_id from (
        select distinct on (consent.candidate_id) consent.candidate_id, consent.refused_at, consent.withdrawn_at, consent.tell_at
          from public.candidate_consents as consent where consent.purpose = 'keep' and consent.closed_at is null
          order by consent.candidate_id, consent.asked_at desc) as said
      where num_nonnulls(said.refused_at, said.withdrawn_at) > 0 and coalesce(said.tell_at <= now(), true)
        and not exists (select from public.shortlist_entries as entry
                         where entry.candidate_id = said.candidate_id and entry.state not in ('withdrawn', 'closed'))
    order by 1
  $$;

create function private.export_own_candidate(session_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return private.candidate_record(private.require_candidate(session_token));
  end $$;
grant execute on function private.export_own_candidate to anon, authenticated;

-- Erases all records of the address that this session has proved.
create function private.erase_own_candidate(session_token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare person public.candidates := private.lock_own_candidate(session_token, false);
  begin
    perform private.forget_own_records(person);
  end $$;
grant execute on function private.erase_own_candidate to anon, authenticated;

-- # Exposed through the Data API

create function public.erase_candidate(candidate uuid) returns void
  language sql set search_path = '' as $$ select private.erase_candidate(candidate) $$;
grant execute on function public.erase_candidate to authenticated;

create function public.export_candidate(candidate uuid) returns jsonb
  language sql set search_path = '' as $$ select private.export_candidate(candidate) $$;
grant execute on function public.export_candidate to authenticated;

create function public.export_candidates(
    words text default null, city text default null, filter public.candidate_filter default null,
    after_key timestamptz default null, after_id uuid default null)
  returns table (id uuid, full_name text, email text, phone text, headline text, city text, country text, notice_period text,
                 skills text[], expected_pay_amount numeric, expected_pay_currency public.currency_code, expected_pay_unit text,
                 source text, language text, employer text, is_kept boolean, created_at timestamptz, last_activity_at timestamptz,
                 applications jsonb)
  language sql set search_path = '' as $$ select * from private.export_candidates(words, city, filter, after_key, after_id) $$;
grant execute on function public.export_candidates to authenticated;

create function public.merge_candidates(kept uuid, seen integer, merged uuid, merged_seen integer, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.merge_candidates(kept, seen, merged, merged_seen, entries) $$;
grant execute on function public.merge_candidates to authenticated;

create function public.export_own_candidate(session_token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.export_own_candidate(session_token) $$;
grant execute on function public.export_own_candidate to anon, authenticated;

create function public.erase_own_candidate(session_token text) returns void
  language sql set search_path = '' as $$ select private.erase_own_candidate(session_token) $$;
grant execute on function public.erase_own_candidate to anon, authenticated;
