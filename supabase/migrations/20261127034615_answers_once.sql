set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "unname_moved_advert" ON "public"."job_requirements";

DROP FUNCTION "private"."undo_taken_on"(uuid[]);

DROP FUNCTION "private"."undo_turned_down"(uuid[]);

DROP FUNCTION "private"."unname_moved_advert"();

CREATE TABLE "private"."forgotten_confirmations" (
  "mail_id"   uuid                     NOT NULL,
  "subject"   text                     NOT NULL,
  "mailed_at" timestamp with time zone NOT NULL,
  CONSTRAINT "forgotten_confirmations_pkey" PRIMARY KEY (mail_id)
);

CREATE OR REPLACE FUNCTION private.answer_mailed_at()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.by_day(now() + private.applicant_answer_waits()) $function$;

CREATE OR REPLACE FUNCTION private.answer_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with applicants as (
      select entry.applied_at, case when entry.state <> 'applied' then coalesce(entry.turned_down_at, (
               -- One before was undone.
               select max(event.created_at) from public.requirement_events as event
                 where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                   and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids))) end as answered_at, entry.state
        from public.shortlist_entries as entry
        where entry.applied_at > now() - interval '90 days'
    )
    select jsonb_build_object(
        'applied', count(*), 'answered', count(*) filter (where applicant.is_told),
        'median_hours', ceil(extract(epoch from percentile_cont(0.5) within group (order by applicant.answered_at - applicant.applied_at)
                             filter (where applicant.is_told)) / 3600)::integer)
      from (select *, applicants.answered_at <= now() - private.applicant_answer_waits() as is_told from applicants) as applicant
      where applicant.state = 'applied' or applicant.answered_at is not null
      having count(*) >= 20
  $function$;

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
        'outcome', case when entry.state is null or entry.state = 'closed' or over.reason is not null then 'turned_down' else 'taken_on' end,
        'next', case when entry.state in ('draft', 'asked', 'agreed') then entry.state
                     when entry.state <> 'closed' then case when entry.is_by_mail then 'sent' else 'shown' end end,
        'first_name', private.first_name_of(person), 'job_title', coalesce(advert.title, requirement.job_title),
        -- Whoever is shown has said yes to the company by name.
        'company', case when entry.state = any (private.shown_states()) then private.company_name(requirement.client_id)
                        else private.applied_company(entry) end,
        'words', entry.turned_down_words, 'reason', over.reason,
        'is_kept', private.forgotten_at(person.id) is null,
        'jobs', case when entry.state = 'closed' and advert.requirement_id is not null then (
          select jsonb_agg(jsonb_build_object('title', other.job -> 'title', 'place', other.job -> 'place', 'slug', other.job -> 'slug')
                           order by other.place)
            from jsonb_array_elements(private.jobs_like(advert)) with ordinality as other (job, place)) end,
        'recruiter', case when colleague.user_id is not null then
          jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone) end,
        'reply_to', colleague.contact_email, 'token', private.candidate_token(person.id, person.link_issue)))
      from public.candidates as person
      left join public.shortlist_entries as entry on entry.id = ((mail).ids ->> 'entry')::uuid
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
      left join public.adverts as advert on advert.requirement_id = entry.requirement_id
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
      -- Why, where it was the job that was over: also of whoever was taken on, and not shown before it was.
      cross join lateral (select case when entry.state = 'closed' then entry.turned_down_reason
                                      when entry.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses())
                                        then case when requirement.status = 'filled' then 'filled' else 'closed' end end as reason) as over
      where person.id = coalesce(entry.candidate_id, ((mail).ids ->> 'candidate')::uuid)
        and person.email = private.normal_address((mail).address) and coalesce(entry.state, 'closed') not in ('applied', 'withdrawn')
        and not private.is_disowned((mail).address)
  $function$;

CREATE OR REPLACE FUNCTION private.applied_company (
  entry public.shortlist_entries
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce((entry).told_company, (
      select private.job_of(advert) ->> 'company' from public.adverts as advert
        where advert.requirement_id = (entry).requirement_id and advert.opened_at <= (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.apply_for_job (
  slug       text,
  form       uuid,
  entries    jsonb,
  keep       boolean,
  is_suspect boolean,
  language   text,
  instead_of text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    advert public.adverts;
    page_language text := case when apply_for_job.language ~ '^[a-z]{2}$' then apply_for_job.language else 'en' end;
    person public.candidates := private.applicant_of(apply_for_job.entries, page_language);
    sender record;
    made private.applications;
  begin
    select * into advert from public.adverts as known where known.slug = apply_for_job.slug;
    if advert.opened_at is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    elsif not private.is_advertised(advert) then
      raise exception 'advert_closed' using errcode = 'PT410';
    end if;
    sender := private.note_sender('private.applications');
    -- Once page two is over, what comes by its form is another application, whatever has become of the first.
    update private.applications as over set form_id = gen_random_uuid() where over.form_id = form and over.page_until <= now();
    insert into private.applications as application
        (requirement_id, form_id, entries, email, language, keep, code_word, is_suspect, is_flood, page_until)
      values (advert.requirement_id, form,
              private.picked(to_jsonb(person), private.application_fields())
                || jsonb_build_object('said', private.trimmed(apply_for_job.entries ->> 'said')),
              person.email, page_language, coalesce(apply_for_job.keep, false), private.next_applied_word(advert.requirement_id),
              coalesce(apply_for_job.is_suspect, true), sender.is_flood, now() + private.unconfirmed_lasts())
      -- The same in every word: its links are known to whoever had the first, and lead to nobody else.
      on conflict (form_id) do update
        set is_suspect = application.is_suspect and excluded.is_suspect, is_flood = application.is_flood and excluded.is_flood
        where application.requirement_id = excluded.requirement_id and application.entries = excluded.entries
          and application.email = excluded.email
      returning * into made;
    if made.id is null then
      if exists (select from private.applications as replaced where replaced.form_id = form and replaced.entries = '{}') then
        raise exception 'application_replaced' using errcode = 'PT409';
      end if;
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    update private.applications as kept set page_until = private.page_two_until(made) where kept.id = made.id;
    perform private.end_replaced(instead_of, made.email);
    perform private.queue_confirmation(made, sender.network_place);
    return jsonb_build_object('token', private.application_token(made.id, 'apply'));
  end $function$;

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
    perform private.turn_down_moved(new.id);
    -- Nor does the yes of whoever has applied name that one.
    update public.candidate_consents as consent set closed_at = now()
      where consent.closed_at is null and consent.applied_entry_id in (
        select known.id from public.shortlist_entries as known where known.requirement_id = new.id);
    perform private.count_joined(new.id, true);
    -- Its item and its row among the open ones name the company too.
    update public.inbox_items as item set client_id = new.client_id, search = private.item_words(item)
      where item.requirement_id = new.id;
    update private.open_requirements as listed set client_id = new.client_id where listed.requirement_id = new.id;
    perform private.reopen_item(new.id);
    return null;
  end $function$;

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
                     when (mail).ids ? 'consent' then 'phone_yes' when (mail).ids ? 'over' then 'over' when shown.is_by_mail then 'sent' else 'shown' end,
        'first_name', private.first_name_of(person),
        -- Of a job that is over they know what the advert said.
        'job_title', coalesce(case when (mail).ids ? 'over' then (
          select advert.title from public.adverts as advert where advert.requirement_id = requirement.id) end, requirement.job_title),
        'company', case when not (mail).ids ? 'over' then private.company_name(requirement.client_id) end,
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
                 when (mail).ids ? 'over' then not private.has_open_answer(shown.id, true)
                   and case when shown.state = 'closed' then shown.turned_down_reason is not null
                            else shown.state in ('draft', 'asked', 'agreed') and requirement.status <> all (private.open_statuses()) end
                 else shown.state = any (private.shown_states()) end
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
                'typed_otherwise', (select sent.differs from private.applications as sent
                                      where sent.entry_id = entry.id and sent.differs is not null
                                      order by sent.created_at desc, sent.id limit 1),
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
      -- Who was taken on before it was named goes on reading the name.
      update public.shortlist_entries as entry set told_company = private.applied_company(entry)
        where entry.requirement_id = closed.requirement_id and entry.told_company is null and private.applied_company(entry) is not null;
      insert into public.requirement_events (requirement_id, client_id, actor, side, type)
        select listed.id, listed.client_id, case when acting.side is not null then private.current_user_id() end, acting.side, 'advert_closed'
          from public.job_requirements as listed cross join lateral (select private.side_on(listed.client_id) as side) as acting
          where listed.id = closed.requirement_id;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_forgotten_confirmation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    insert into private.forgotten_confirmations (mail_id, subject, mailed_at)
      select old.id, private.application_subject(old.address), old.created_at where old.created_at > now() - interval '1 day';
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_advert_of_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if old.client_id is distinct from new.client_id then
      -- The name that stood there was another company's word.
      update public.adverts as advert set is_named = false, named_by = null where advert.requirement_id = new.id and advert.is_named;
    end if;
    perform private.end_advert(new.id, null, case
      when old.client_id is distinct from new.client_id then 'closed' when new.status = 'filled' then 'filled'
      when private.side_on(new.client_id) = 'company' then 'taken_down' else 'closed' end);
    perform private.tell_taken_on(new.id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_unconfirmed()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare affected integer;
  begin
    delete from private.applications where id in (
      select sent.id from private.applications as sent
        where sent.confirmed_at is null
          and sent.created_at < now() - (select make_interval(hours => unconfirmed_hours) from private.settings)
        order by sent.created_at limit 1000 for update skip locked);
    get diagnostics affected = row_count;
    delete from private.forgotten_confirmations where mailed_at < now() - interval '1 day';
    return affected;
  end $function$;

CREATE OR REPLACE FUNCTION private.has_open_answer (
  entry    uuid,
  is_tried boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from public.mail_outbox as answer
                    where answer.template = 'application_answer' and answer.ids ->> 'entry' = has_open_answer.entry::text
                      and answer.next_attempt_at is not null and (answer.first_attempt_at is not null) = is_tried)
  $function$;

CREATE OR REPLACE FUNCTION private.is_application (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select (entry).applied_at is not null and ((entry).turned_down_at is not null or private.taken_on_lately(entry) is not null or not exists (
      select from public.candidate_consents as consent
        where consent.entry_id = (entry).id and greatest(consent.asked_at, consent.given_at) >= (entry).applied_at))
  $function$;

CREATE OR REPLACE FUNCTION private.is_undoable_no (
  entry public.shortlist_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select (entry).state = 'closed' and (entry).turned_down_reason is null
      and coalesce((entry).turned_down_at > now() - private.applicant_answer_waits(), false)
  $function$;

CREATE OR REPLACE FUNCTION private.keep_told_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.told_company := private.applied_company(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_applicant (
  entry public.shortlist_entries
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = (entry).id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = (entry).candidate_id);
    select private.enqueue_mail(
        'application_answer', 'answer.' || (entry).id || '.' || extract(epoch from (entry).applied_at)::bigint,
        jsonb_build_object('entry', (entry).id, 'candidate', person.id), address => person.email,
        not_before => private.answer_mailed_at())
      from public.candidates as person where person.id = (entry).candidate_id and person.email is not null
  $function$;

CREATE OR REPLACE FUNCTION private.may_confirm (
  address text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not private.is_disowned(address)
      and not exists (select from private.disowned_mailboxes as known
                       where known.subject = private.application_subject(address) and known.created_at > now() - interval '1 day')
      and (select count(*) < 4 and count(*) filter (where not mail.is_over) < 2 from (
             select exists (select from private.applications as over
                              where over.id = (sent.ids ->> 'application')::uuid and over.ended_at is not null) as is_over
               from public.mail_outbox as sent
               where private.applicant_mailbox(sent.address) = private.applicant_mailbox(may_confirm.address)
                 and sent.created_at > now() - interval '1 day' and sent.template = 'application_confirm'
             union all
             select false from private.forgotten_confirmations as forgotten
               where forgotten.subject = private.application_subject(may_confirm.address)
                 and forgotten.mailed_at > now() - interval '1 day') as mail)
  $function$;

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
        'country', job.facts ->> 'country', 'company', private.applied_company(entry),
        -- Where it stands, while it does.
        'slug', case when private.is_advertised(advert) then advert.slug end,
        'applied_at', entry.applied_at, 'said', entry.said,
        'answer_by', case when entry.state = 'applied' then private.answer_by(entry.applied_at) end,
        'turned_down_at', entry.turned_down_at, 'turned_down_words', entry.turned_down_words,
        'turned_down_reason', entry.turned_down_reason,
        'withdrawn_at', case when entry.state = 'withdrawn' then yes.withdrawn_at end,
        -- Do they agree to have their card shown if they are taken on? Where their record makes another one by now, they are asked anew.
        'may_show', case when entry.state = 'applied' then (private.applied_yes(entry)).id is not null end,
        'is_asked_anew', case when entry.state = 'applied' then yes.is_card and (private.applied_yes(entry)).id is null end,
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
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'mailed_at', private.answer_mailed_at(), 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    advert := private.to_open(advert);
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.applicants_of(requirement_row.id), 'mailed_at', private.answer_mailed_at(), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then private.closer_of(requirement_row.id) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
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
                'differs', (select application.differs from private.applications as application
                              where application.entry_id = entry.id order by application.confirmed_at desc nulls last limit 1),
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

CREATE OR REPLACE FUNCTION private.tell_taken_on (
  requirement uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.enqueue_mail(
        'candidate_news', 'over.' || entry.id || '.' || extract(epoch from entry.applied_at)::bigint,
        jsonb_build_object('entry', entry.id, 'over', tell_taken_on.requirement), address => person.email,
        not_before => now() + case when private.has_open_answer(entry.id, true) then interval '10 minutes' else interval '0' end)
      from public.shortlist_entries as entry
      join public.candidates as person on person.id = entry.candidate_id and person.email is not null
      where entry.requirement_id = tell_taken_on.requirement and entry.applied_at is not null
        and entry.state in ('draft', 'asked', 'agreed') and not private.has_open_answer(entry.id, false)
  $function$;

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
      case when private.is_undoable_no(entry)
        then '{"state": "applied", "turned_down_at": null, "turned_down_words": null, "turned_down_reason": null}'::jsonb
           when private.taken_on_lately(entry) is not null then '{"state": "applied", "card": null}' end,
      (select case when (entry).state in ('shown', 'interview') then private.former_of(entry)
                   else private.former_of(entry) - 'state' end
         from public.shortlist_answers as last
         where last.id = private.last_answer((entry).id) and last.former is not null), '{}'))
  $function$;

CREATE OR REPLACE FUNCTION private.turn_down_moved (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare moved uuid[];
  begin
    with closed as (
      update public.shortlist_entries as entry set state = 'closed', turned_down_at = now(), turned_down_reason = 'closed'
        where entry.requirement_id = turn_down_moved.requirement and entry.applied_at is not null and entry.state = 'draft'
        returning entry.id)
    select array_agg(closed.id order by closed.id) into moved from closed;
    if moved is not null then
      perform private.record_applicants(requirement, 'candidates_turned_down', moved);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_answers (
  entries       uuid[],
  were_taken_on boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    answered_at timestamptz;
    put_back uuid[] := '{}';
  begin
    perform private.lock_entries(entries);
    for entry_row in select * from public.shortlist_entries as known where known.id = any (entries) order by known.id loop
      continue when entry_row.state = 'applied';
      perform private.cancel_answer(entry_row.id);
      answered_at := case when were_taken_on then private.taken_on_lately(entry_row)
                          when private.is_undoable_no(entry_row) then entry_row.turned_down_at end;
      -- What was opened anew since, may be another company's.
      if answered_at is null or exists (select from public.adverts as advert
            where advert.requirement_id = entry_row.requirement_id and advert.opened_at > answered_at) then
        raise exception 'undo_over' using errcode = 'PT409';
      end if;
      if were_taken_on then
        delete from public.candidate_consents as made where made.entry_id = entry_row.id and made.given_at >= entry_row.applied_at;
        perform private.cancel_question(entry_row.id);
      end if;
      update public.shortlist_entries as known
        set state = 'applied', turned_down_at = null, turned_down_words = null, turned_down_reason = null
        where known.id = entry_row.id;
      put_back := put_back || entry_row.id;
    end loop;
    return private.record_put_back(put_back);
  end $function$;

CREATE OR REPLACE FUNCTION public.undo_taken_on (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_answers(entries, true) $function$;

CREATE OR REPLACE FUNCTION public.undo_turned_down (
  entries uuid[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_answers(entries, false) $function$;

CREATE INDEX forgotten_confirmations_mailed ON private.forgotten_confirmations USING btree (mailed_at);

CREATE INDEX forgotten_confirmations_subject ON private.forgotten_confirmations USING btree (subject, mailed_at);

CREATE TRIGGER count_forgotten
  AFTER DELETE ON public.mail_outbox
  FOR EACH ROW
  WHEN (((old.template = 'application_confirm'::text) AND (old.first_attempt_at IS NOT NULL)))
  EXECUTE FUNCTION private.count_forgotten_confirmation();

CREATE TRIGGER keep_told_company
  BEFORE UPDATE OF state ON public.shortlist_entries
  FOR EACH ROW
  WHEN (((old.state = 'applied'::text) AND (new.state <> 'applied'::text)))
  EXECUTE FUNCTION private.keep_told_company();

REVOKE ALL ON FUNCTION "private"."answer_mailed_at"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."applied_company"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_forgotten_confirmation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_open_answer"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_undoable_no"(public.shortlist_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_told_company"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down_moved"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_answers"(uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_answers"(uuid[], boolean) TO "authenticated";
