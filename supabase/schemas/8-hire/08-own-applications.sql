-- What an applicant reads of it and may do, how long an application waits, and what an operator sees of them
-- (docs/decisions/hire.md).

create index applications_newest on private.applications (created_at);

-- What a candidate reads of what they have applied for, until they are asked about the job's company: of a confidential advert no
-- byte of the company. While they wait, by when they have an answer; then what it was.
create function private.own_applications(candidate uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
        'recruiter', private.recruiter_contact(requirement.recruiter_id)))
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
  $$;

-- Takes an application back that is held with its candidate, as long as no answer was told. Nothing is mailed about it any more;
-- whoever is at it already is told. Twice is the same.
create function private.withdraw_application(entry_row public.shortlist_entries) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if (private.told_entry(entry_row)).state not in ('applied', 'draft') then
      return;
    end if;
    update public.candidate_consents as consent set withdrawn_at = now()
      where entry_row.id in (consent.applied_entry_id, consent.entry_id)
        and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    delete from public.mail_outbox as mail
      where mail.template = 'application_answer' and mail.ids ->> 'entry' = entry_row.id::text and mail.sent_at is null
        and lower(mail.address) = (select person.email from public.candidates as person where person.id = entry_row.candidate_id);
    update public.shortlist_entries as taken_back set state = 'withdrawn', turned_down_at = null, turned_down_words = null, turned_down_reason = null
      where taken_back.id = entry_row.id;
    if entry_row.state in ('draft', 'agreed') then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    else
      perform private.record_applicants(entry_row.requirement_id, 'application_withdrawn', array[entry_row.id]);
    end if;
    perform private.settle_applicants(entry_row.requirement_id);
  end $$;

-- "Ask me first": takes back the yes to the card that was given with an application, and the application stays. Whoever was taken
-- on by it meanwhile, and not shown yet, is asked anew. Twice is the same. Page two, which may be an impostor's, says nothing of it.
create function private.take_own_card_back(session_token text, entry uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates := private.lock_own_candidate(session_token, false);
    entry_row public.shortlist_entries := private.own_entry(person.id, entry);
  begin
    if entry_row.applied_at is null then
      return;
    end if;
    perform private.end_applied_yes(entry_row);
  end $$;
grant execute on function private.take_own_card_back to anon, authenticated;

-- # Until the mailbox answers

-- The mails of an application that was never confirmed go with it: nothing is kept of the address.
create function private.forget_confirming_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = old.email and mail.template = 'application_confirm' and mail.ids ->> 'application' = old.id::text;
    return null;
  end $$;

create trigger forget_confirming_mails after delete on private.applications
  for each row when (old.confirmed_at is null) execute function private.forget_confirming_mails();

-- Deletes what has waited too long for its press, 1,000 at once; returns how many.
create function private.forget_unconfirmed() returns integer
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- # What an operator sees

-- How many applications wait for the press in their mail, and how many applicants for an answer, in time or overdue; and of those
-- that were mailed a day before and have had a day for it, how many were pressed. For whoever has the key of /metrics; each is
-- counted to 1,000.
create function private.application_figures(metrics_key text) returns table (state text, applications integer)
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_metrics_key(metrics_key);
    return query
      with waiting as materialized (
        select private.answer_by(entry.applied_at) < now() as is_overdue
          from public.shortlist_entries as entry where entry.state = 'applied' limit 1000
      ), day_before as materialized (
        select sent.confirmed_at is not null as is_confirmed from private.applications as sent
          where sent.created_at > now() - interval '2 days' and sent.created_at <= now() - interval '1 day'
            and not sent.is_flood and not sent.is_suspect limit 1000
      )
      select 'unconfirmed', (select count(*)::integer from (
        select from private.applications as sent where num_nonnulls(sent.confirmed_at, sent.ended_at) = 0 limit 1000) as counted)
      union all select 'waiting', (select count(*)::integer from waiting where not waiting.is_overdue)
      union all select 'overdue', (select count(*)::integer from waiting where waiting.is_overdue)
      union all select 'mailed_day_before', (select count(*)::integer from day_before)
      union all select 'pressed_day_before', (select count(*)::integer from day_before where day_before.is_confirmed);
  end $$;
grant execute on function private.application_figures to anon, authenticated, service_role;

-- # Exposed through the Data API

create function public.take_own_card_back(session_token text, entry uuid) returns void
  language sql set search_path = '' as $$ select private.take_own_card_back(session_token, entry) $$;
grant execute on function public.take_own_card_back to anon, authenticated;

create function public.application_figures(metrics_key text) returns table (state text, applications integer)
  language sql stable set search_path = '' as $$ select * from private.application_figures(metrics_key) $$;
grant execute on function public.application_figures to anon, authenticated, service_role;
