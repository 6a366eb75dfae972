-- How what is known of a candidate is written, and who must not know of them (docs/decisions/candidates.md).

-- A candidate until the transaction ends, with all records of theirs: what is said by one may end what is shown by another.
create function private.lock_candidate(candidate uuid) returns public.candidates
  language plpgsql security definer set search_path = '' as $$
  declare candidate_row public.candidates;
  begin
    perform private.lock_records(candidate);
    select * into candidate_row from public.candidates where id = candidate for update;
    if candidate_row.id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    return candidate_row;
  end $$;

-- The address of a candidate who is held becomes another one: what went to the one before is dead; what was asked there, or
-- agreed to, can be asked anew; and companies see nothing more of what was shown by it. That somebody has joined stays. The
-- address of before is told, unless no question that is open has reached it: then it may have been a slip of the pen.
create function private.leave_address(candidate public.candidates) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    left_mailbox text := private.subject_of(candidate.email);
    open_question uuid := (select consent.id from public.candidate_consents as consent
                    where consent.candidate_id = candidate.id and consent.mailbox_digest = left_mailbox
                      and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
                      and not exists (
                        select from public.mail_outbox as mail
                          where lower(mail.address) = candidate.email and mail.template = 'candidate_ask'
                            and mail.ids ->> 'consent' = consent.id::text and mail.sent_at is null)
                    order by consent.asked_at desc, consent.id limit 1);
    entry public.shortlist_entries;
  begin
    delete from public.mail_outbox as mail
      where lower(mail.address) = candidate.email and private.is_candidate_mail(mail.template) and case mail.template
        when 'candidate_moved' then false
        -- It goes to where they are written to from now on.
        when 'application_answer' then false
        when 'candidate_code' then not exists (
          select from private.candidate_codes as code where code.id::text = mail.ids ->> 'code' and code.candidate_id <> candidate.id)
        when 'candidate_link' then not exists (
          select from public.candidates as other where other.email = candidate.email and other.id <> candidate.id)
        else mail.sent_at is null and private.subjects_of_mail(mail.ids) && private.mail_subjects(candidate.id) end;
    delete from private.candidate_sessions where candidate_id = candidate.id;
    delete from private.candidate_codes where candidate_id = candidate.id;
    for entry in select * from public.shortlist_entries as entry_row
                   where entry_row.candidate_id = candidate.id and entry_row.state = any (private.asked_states()) and entry_row.state <> 'joined'
                   order by entry_row.id for update loop
      if entry.state in ('asked', 'agreed') then
        perform private.cancel_question(entry.id);
      else
        perform private.close_entry(entry.id, false);
      end if;
    end loop;
    update public.candidate_consents as consent set closed_at = now()
      where consent.candidate_id = candidate.id and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0;
    if open_question is not null then
      perform private.enqueue_mail('candidate_moved', 'moved.' || candidate.id || '.' || candidate.link_issue,
                                   jsonb_build_object('consent', open_question), address => candidate.email);
    end if;
    perform private.log_activity('address_changed', 'candidate', candidate.id);
  end $$;

-- Is somebody still to be mailed the answer to an application?
create function private.needs_address(candidate uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.shortlist_entries as entry
                    where entry.candidate_id = needs_address.candidate and private.awaits_answer(entry))
  $$;

-- Writes what may be written of a candidate who is held. Another address has to be proved anew, and kills the links that went
-- to the one before; an applicant keeps one until they have their answer.
create function private.write_candidate(candidate public.candidates, wanted public.candidates) returns integer
  language plpgsql security definer set search_path = '' as $$
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
  end $$;

-- Keeps a candidate: a new one, once for each form, or what is known of one on the version that was read.
create function private.save_candidate(entries jsonb, form uuid, candidate uuid, seen integer) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    candidate_row public.candidates;
    wanted public.candidates;
  begin
    perform private.lock_records(candidate, private.normal_address(entries ->> 'email'), entries ->> 'full_name', entries ->> 'phone');
    if candidate is not null then
      candidate_row := private.lock_candidate(candidate);
      wanted := private.with_candidate_entries(candidate_row, entries, private.candidate_fields());
      if wanted is distinct from candidate_row and candidate_row.version is distinct from seen then
        raise exception 'stale' using errcode = 'PT409', detail = candidate_row.version::text;
      end if;
      return jsonb_build_object('id', candidate_row.id, 'version', private.write_candidate(candidate_row, wanted));
    end if;
    wanted := private.with_candidate_entries(
      jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'), entries, private.candidate_fields());
    insert into public.candidates (form_id, full_name, email, phone, headline, city, country, notice_period, skills, summary,
        links, expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
      values (form, wanted.full_name, wanted.email, wanted.phone, wanted.headline, wanted.city, wanted.country,
              wanted.notice_period, wanted.skills, wanted.summary, wanted.links, wanted.expected_pay_amount,
              wanted.expected_pay_currency, wanted.expected_pay_unit, wanted.source, wanted.language, true, wanted.employer,
              caller)
      on conflict (form_id) do nothing returning * into candidate_row;
    if candidate_row.id is not null then
      -- What is said by this record ends what other records of the address show.
      perform private.hide_from_never(candidate_row.id);
    else
      select * into candidate_row from public.candidates as kept where kept.form_id = form and kept.created_by = caller;
      if candidate_row.id is null then
        raise exception 'form_taken' using errcode = 'PT409';
      end if;
    end if;
    return jsonb_build_object('id', candidate_row.id, 'version', candidate_row.version);
  end $$;
grant execute on function private.save_candidate to authenticated;

-- Who may be the same person as somebody who is being entered: of the same mailbox, of a number that may be the same, or of
-- the same name in no other city. The first six.
create function private.similar_candidates(entries jsonb, except_one uuid)
  returns table (id uuid, full_name text, headline text, city text, why text, is_confirmed boolean)
  language plpgsql stable security definer rows 6 set search_path = '' as $$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where private.applicant_mailbox(known.email) = private.applicant_mailbox(private.trimmed(entries ->> 'email')) limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_like(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where private.name_key(known.full_name) = private.name_key(left(entries ->> 'full_name', 200))
                and (private.city_key(known.city) = private.city_key(private.trimmed(entries ->> 'city'))) is not false
              limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $$;
grant execute on function private.similar_candidates to authenticated;

-- Adds who must not learn of a candidate who is held; whatever that one sees of them now, it sees no more.
create function private.write_never(candidate uuid, named text, client uuid, employer boolean, own boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare made uuid;
  begin
    if client is null and private.trimmed(write_never.named) is null then
      raise exception 'company_name_missing' using errcode = 'PT422';
    elsif client is not null and not exists (select from public.clients where id = client) then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif 100 <= (select count(*) from public.candidate_never as kept where kept.candidate_id = candidate) then
      raise exception 'too_many_never' using errcode = 'PT422';
    end if;
    insert into public.candidate_never as kept (candidate_id, client_id, named, is_employer, is_own)
      values (candidate, client, case when client is null then private.trimmed(write_never.named) end, coalesce(employer, false), own)
      on conflict (candidate_id, client_id, lower(named)) do update
        set is_employer = kept.is_employer or excluded.is_employer, is_own = kept.is_own or excluded.is_own
      returning kept.id into made;
    update public.candidates set last_activity_at = now() where id = candidate;
    perform private.hide_from_never(candidate, own);
    return made;
  end $$;

create function private.add_never(candidate uuid, named text, client uuid, employer boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.lock_candidate(candidate);
    return private.write_never(candidate, named, client, employer, false);
  end $$;
grant execute on function private.add_never to authenticated;

-- Takes one back that the team has added.
create function private.remove_never(never uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare candidate uuid;
  begin
    perform private.lock_team();
    if exists (select from public.candidate_never as kept where kept.id = never and kept.is_own) then
      raise exception 'never_is_theirs' using errcode = 'PT422';
    end if;
    delete from public.candidate_never as kept where kept.id = never returning kept.candidate_id into candidate;
    if found then
      perform private.log_activity('never_removed', 'candidate', candidate);
    end if;
  end $$;
grant execute on function private.remove_never to authenticated;

-- # Exposed through the Data API

create function public.save_candidate(
    entries jsonb, form uuid default null, candidate uuid default null, seen integer default null) returns jsonb
  language sql set search_path = '' as $$ select private.save_candidate(entries, form, candidate, seen) $$;
grant execute on function public.save_candidate to authenticated;

create function public.similar_candidates(entries jsonb, except_one uuid default null)
  returns table (id uuid, full_name text, headline text, city text, why text, is_confirmed boolean)
  language sql stable set search_path = '' as $$ select * from private.similar_candidates(entries, except_one) $$;
grant execute on function public.similar_candidates to authenticated;

create function public.add_never(
    candidate uuid, named text default null, client uuid default null, employer boolean default false) returns uuid
  language sql set search_path = '' as $$ select private.add_never(candidate, named, client, employer) $$;
grant execute on function public.add_never to authenticated;

create function public.remove_never(never uuid) returns void
  language sql set search_path = '' as $$ select private.remove_never(never) $$;
grant execute on function public.remove_never to authenticated;
