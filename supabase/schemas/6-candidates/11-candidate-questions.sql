-- What a mail's link shows without a code, and the code that opens the rest (docs/decisions/candidates.md).

-- What a link is about, without a code: of a question that is open also its card, to be read before anything is decided; null for one that nobody was sent. `purpose` is keep or show for a question, page for
-- the link to one's own page. A link whose question was replaced is about the one that took its place, and says so.
create function private.candidate_question(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'purpose', coalesce(consent.purpose, 'page'), 'first_name', private.first_name_of(person),
        'state', case when consent.id is null then 'open' else private.question_state(consent) end,
        'job_title', requirement.job_title, 'location', requirement.location, 'company', private.asked_company(consent, requirement),
        'about', case when consent.former_company is null then private.job_facts(requirement) end, 'applied', private.applied_for(entry), 'is_by_mail', nullif(coalesce(entry.is_by_mail, false), false),
        'is_replaced', nullif(consent.id <> link.consent_id, false),
        -- Until when a no can be undone; then, or after a yes that was taken back, whether they may ask to be asked after all.
        'undo_until', case when consent.tell_at > now() and coalesce(entry.state = 'withdrawn', true) then consent.tell_at end,
        'may_reconsider', nullif(coalesce(
          entry.state = 'withdrawn' and coalesce(consent.tell_at <= now(), true) and num_nonnulls(consent.reconsidered_at, consent.former_company) = 0
            and requirement.status = any (private.open_statuses()) and not private.is_blocked(person, requirement.client_id), false), false),
        'is_reconsidered', nullif(consent.reconsidered_at is not null, false),
        'is_never', nullif(coalesce(consent.former_company is null and private.is_blocked(person, requirement.client_id), false), false),
        'asked_at', consent.asked_at, 'basis', coalesce(consent.basis, private.basis_for(person.country)),
        'notice_version', coalesce(consent.notice_version, private.notice_version()), 'language', private.asking_language(),
        'recruiter', case when consent.id is not null then private.recruiter_of_question(consent) end,
        'asker_words', case when consent.id is not null and private.question_state(consent) = 'open' then consent.asker_words end,
        'call_wanted_at', consent.call_wanted_at,
        'is_by_phone', nullif(coalesce(private.is_answered_by_phone(consent, sent), false), false),
        'is_phone_link', nullif(coalesce(sent.how = 'phone_link', false), false),
        'erase_at', person.erase_at,
        'shown_at', case when private.is_answered_by_phone(consent, sent) and entry.state = any (private.shown_states()) then entry.shown_at end,
        'shown', case when consent.purpose = 'show' and private.question_state(consent) = 'open'
                        or private.is_answered_by_phone(consent, sent) and private.question_state(consent) = 'given' then
          private.shown_card(entry) - 'code_word' || jsonb_build_object(
            'entry', entry.id, 'digest', private.card_digest(entry), 'seal', private.seal_of(entry),
            'name', coalesce(entry.card ->> 'name', entry.code_word)) end,
        'has_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null and code.expires_at > now()
                               and code.tries < 5),
        -- One that works no more: it was tried five times, or has run out.
        'had_code', exists (select from private.candidate_codes as code
                             where code.candidate_id = person.id and code.used_at is null
                               and code.created_at > now() - interval '1 hour' and (code.tries >= 5 or code.expires_at <= now()))))
      from private.link_of(token) as link
      join public.candidates as person on person.id = link.candidate_id
      left join public.candidate_consents as sent on sent.id = link.consent_id
      left join lateral private.newest_question(sent) as consent on sent.id is not null
      left join public.shortlist_entries as entry on entry.id = consent.entry_id
      left join public.job_requirements as requirement on requirement.id = entry.requirement_id
  $$;
grant execute on function private.candidate_question to anon, authenticated;

-- The no, by the link alone and at once, also of somebody who had agreed. Twice is the same.
create function private.refuse_candidate_question(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.lock_link(token);
    consent public.candidate_consents;
  begin
    select * into consent from public.candidate_consents where id = link.consent_id for update;
    if consent.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    update public.candidate_consents as refused
      set refused_at = case when refused.given_at is null then now() end,
          tell_at = case when refused.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when refused.given_at is not null then now() end
      where refused.candidate_id = consent.candidate_id and consent.purpose = 'keep' and refused.purpose = 'keep'
        and num_nonnulls(refused.refused_at, refused.withdrawn_at, refused.closed_at) = 0;
    -- Of a question that was replaced by another one about the same job, the no is to that.
    perform private.close_entry(entry.id, true) from private.entries_beside(consent.entry_id) as entry (id);
    update public.candidate_consents as refused set refused_at = now(), tell_at = now() + private.refusal_waits()
      where refused.id = consent.id and num_nonnulls(refused.refused_at, refused.withdrawn_at) = 0;
    update public.candidates set last_activity_at = now() where id = consent.candidate_id;
  end $$;
grant execute on function private.refuse_candidate_question to anon, authenticated;

-- Undoes the no of a link, as long as nobody was told of it.
create function private.undo_candidate_refusal(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.lock_link(token);
    consent public.candidate_consents;
  begin
    select newest.* into consent from public.candidate_consents as sent cross join lateral private.newest_question(sent) as newest
      where sent.id = link.consent_id;
    if consent.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    perform private.undo_refusal(consent);
  end $$;
grant execute on function private.undo_candidate_refusal to anon, authenticated;

-- "Ask me after all", by the link.
create function private.reconsider_candidate_question(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare link record := private.lock_link(token);
  begin
    perform private.reconsider_entry((select entry_id from public.candidate_consents where id = link.consent_id));
  end $$;
grant execute on function private.reconsider_candidate_question to anon, authenticated;

-- "This is not me": no mail goes to the mailbox any more, whoever has it, and however its address is spelled. What was
-- asked or answered there is over, and each job's recruiter is told. One mail more goes there, with the link that undoes it.
create function private.disown_address(token text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    person public.candidates;
    records uuid[];
    entry uuid;
    made uuid;
  begin
    select * into person from public.candidates where id = (private.link_of(token)).candidate_id;
    if exists (select from public.candidate_consents as asked
                where asked.id = (private.link_of(token)).consent_id and asked.how = 'phone_link') then
      perform private.disown_number(token);
      return;
    end if;
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     join public.candidates as twin on twin.id = joined.candidate_id
                     where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as twin
      where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) order by twin.id for update;
    perform private.lock_link(token);
    records := array(select twin.id from public.candidates as twin
                       where private.applicant_mailbox(twin.email) = private.applicant_mailbox(person.email) order by twin.id);
    insert into private.disowned_mailboxes as known (subject, id, address_digest, records)
      values ((private.disowned_subjects(person.email))[1], gen_random_uuid(), private.subject_of(person.email),
              array(select twin.id from public.candidates as twin where twin.email = person.email order by twin.id))
      on conflict (subject) do update
        set created_at = now(), id = excluded.id, address_digest = excluded.address_digest, records = excluded.records
      returning known.id into made;
    update public.candidate_consents set is_disowned = true
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    for entry in select entry_row.id from public.shortlist_entries as entry_row where entry_row.candidate_id = any (records) order by entry_row.id loop
      perform private.close_entry(entry, false);
    end loop;
    update public.candidate_consents set closed_at = now()
      where candidate_id = any (records) and num_nonnulls(closed_at, refused_at, withdrawn_at) = 0;
    delete from private.candidate_sessions where candidate_id = any (records);
    delete from private.candidate_codes where candidate_id = any (records);
    delete from public.mail_outbox
      where private.mailbox_of(address) = any (array(select private.mailbox_of(twin.email) from public.candidates as twin where twin.id = any (records)))
      and (template = 'candidate_link' or ids ?| array['consent', 'code', 'entry', 'application']);
    delete from public.mail_outbox
      where template = 'application_confirm' and private.applicant_mailbox(address) = private.applicant_mailbox(person.email);
    perform private.end_disowned(array(
      select sent.id from private.applications as sent
        where sent.confirmed_at is null and private.applicant_mailbox(sent.email) = private.applicant_mailbox(person.email)));
    perform private.enqueue_mail('candidate_disowned', 'disowned.' || gen_random_uuid(), jsonb_build_object('mailbox', made),
                                 address => person.email);
    update public.candidates set email = null, email_confirmed_at = null, link_issue = link_issue + 1 where id = any (records);
  end $$;
grant execute on function private.disown_address to anon, authenticated;

-- The link of that mail: nothing of it is kept.
create function private.undo_token(disowned uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select replace(disowned::text, '-', '') || left(private.keyed_digest('undo ' || disowned), 32)
  $$;

-- Which mailbox it can undo; none for a link that this database has not made, or that is older than thirty days.
create function private.disowned_by(token text) returns private.disowned_mailboxes
  language sql stable security definer set search_path = '' as $$
    select known.* from private.disowned_mailboxes as known
      where known.id = case when token ~ '^[0-9a-f]{64}$' then left(token, 32)::uuid end
        and private.digest_of(private.undo_token(known.id)) = private.digest_of(token)
        and known.created_at > now() - interval '30 days'
  $$;

create function private.is_undo_link(token text) returns boolean
  language sql stable security definer set search_path = '' as $$ select (private.disowned_by(token)).id is not null $$;
grant execute on function private.is_undo_link to anon, authenticated;

-- Undoes "this is not me", by the link of the mail to there and the address itself, of which we keep a digest alone: mails may
-- go there again, and its records have it again, unless they have another one. What was asked stays over, and the recruiter
-- may ask anew.
create function private.own_mailbox(token text, address text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    known private.disowned_mailboxes := private.disowned_by(token);
    wanted text := private.normal_address(address);
    returning_ones uuid[];
    entry public.shortlist_entries;
  begin
    perform from public.job_requirements as requirement
      where requirement.id in (select entry_row.requirement_id from public.shortlist_entries as entry_row
                           where entry_row.candidate_id = any (known.records)) order by requirement.id for no key update;
    perform from public.candidates where id = any (known.records) order by id for update;
    known := private.disowned_by(token);
    if known.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    elsif private.subject_of(wanted) is distinct from known.address_digest then
      raise exception 'other_address' using errcode = 'PT422';
    end if;
    delete from private.disowned_mailboxes where id = known.id or subject = any (private.disowned_subjects(wanted));
    with back as (
      update public.candidates as person set email = wanted, last_activity_at = now()
        where person.id = any (known.records) and person.email is null returning person.id)
    select array_agg(back.id) into returning_ones from back;
    for entry in select * from public.shortlist_entries as over
                   where over.candidate_id = any (returning_ones) and over.state = 'closed' and over.shown_at is null
                     and exists (select from public.candidate_consents as consent
                                   where consent.entry_id = over.id and consent.is_disowned)
                   order by over.id for update loop
      perform private.cancel_question(entry.id);
      perform private.reopen_item(entry.requirement_id);
      update public.candidate_consents set is_disowned = false where entry_id = entry.id;
    end loop;
    update public.candidate_consents set is_disowned = false
      where candidate_id = any (returning_ones) and purpose = 'keep' and is_disowned;
  end $$;
grant execute on function private.own_mailbox to anon, authenticated;

-- # Codes

create function private.code_of(code private.candidate_codes) returns text
  language sql stable security definer set search_path = '' as $$
    select lpad((('x' || left(private.keyed_digest('code ' || (code).id), 15))::bit(60)::bigint % 1000000)::text, 6, '0')
  $$;

-- Mails a code to whom a link was mailed to, at most one a minute, five an hour and ten a day. Returns whether there is such a
-- link; null where one was mailed within the minute, and so none is now.
create function private.send_candidate_code(token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.link_of(token);
    person public.candidates;
    made uuid;
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.email is null or (private.link_of(token)).candidate_id is null then
      return false;
    elsif exists (select from private.candidate_codes as code
                   where code.candidate_id = person.id and code.created_at > now() - interval '1 minute'
                     and code.used_at is null and code.tries < 5) then
      return null;
    elsif 5 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 hour')
      or 10 <= (select count(*) from private.candidate_codes as code
                 where code.candidate_id = person.id and code.created_at > now() - interval '1 day') then
      raise exception 'too_many_codes' using errcode = 'PT429';
    end if;
    insert into private.candidate_codes (candidate_id) values (person.id) returning id into made;
    perform private.enqueue_mail('candidate_code', 'code.' || made, jsonb_build_object('code', made), address => person.email);
    return true;
  end $$;
grant execute on function private.send_candidate_code to anon, authenticated;

-- Opens the own page to whoever has the link and its newest code: five tries, one after the other, and each code once. Null
-- for a wrong one. Whoever has read the code has shown that the mailbox is theirs.
create function private.enter_candidate_code(token text, code text) returns text
  language plpgsql security definer set search_path = '' as $$
  declare
    link record := private.link_of(token);
    person public.candidates;
    sent private.candidate_codes;
    opened text := private.digest_of(gen_random_uuid()::text || gen_random_uuid()::text);
  begin
    select * into person from public.candidates where id = link.candidate_id for update;
    if person.id is null or (private.link_of(token)).candidate_id is null then
      return null;
    end if;
    select * into sent from private.candidate_codes as newest where newest.candidate_id = person.id
      order by newest.created_at desc, newest.id limit 1 for update;
    if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.tries >= 5 then
      return null;
    elsif regexp_replace(code, '[^0-9]', '', 'g') is distinct from private.code_of(sent) then
      update private.candidate_codes set tries = tries + 1 where id = sent.id;
      return null;
    end if;
    update private.candidate_codes set used_at = now() where id = sent.id;
    delete from private.candidate_sessions where expires_at < now();
    insert into private.candidate_sessions (digest, candidate_id) values (private.digest_of(opened), person.id);
    update public.candidates as confirmed
      set last_activity_at = now(),
          email_confirmed_at = case when confirmed.email_confirmed_at is null and not exists (
              select from public.candidates as other where other.email = confirmed.email and other.email_confirmed_at is not null)
            then now() else confirmed.email_confirmed_at end
      where confirmed.id = person.id;
    return opened;
  end $$;
grant execute on function private.enter_candidate_code to anon, authenticated;

-- How many links to their page are mailed to candidates in an hour, whoever they are.
create function private.most_links_an_hour() returns integer
  language sql immutable set search_path = '' as $$ select 80 $$;

-- Is there room for one more: of those to candidates, or of those to addresses that are nobody's, which wait until the mails
-- are sent? Each has its own, so that nobody uses up candidates' links by made-up addresses.
create function private.has_room_for_link(is_known boolean) returns boolean
  language sql stable security definer set search_path = '' as $$
    select not exists (
      select from public.mail_outbox as mail
        where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour'
          and is_known = exists (select from public.candidates as person where person.email = mail.address)
        offset case when is_known then private.most_links_an_hour() else 200 end - 1)
  $$;

-- Has the link to their page mailed to an address, if it is a candidate's: once a day, by the very address that it is looked up
-- by, so that another one of the same mailbox takes nobody's link. For any other the same is done up to
-- the moment of sending, so that nobody learns who is known; then nothing of it is left. Beyond ten an hour of one network,
-- or eighty in all, nothing is. Whoever counts is alone until they are done.
create function private.request_candidate_link(address text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    wanted text := private.normal_address(address);
    shared_key text := (select sender_key from private.settings);
    sender text[] := private.form_networks(shared_key);
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif shared_key is not null then
      if not private.lock_sender(sender) then
        return;
      elsif private.has_flooded(sender) then
        return;
      end if;
      insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    end if;
    perform pg_advisory_xact_lock(hashtextextended('candidate links', 0));
    if private.has_room_for_link(exists (select from public.candidates as person where person.email = wanted)) then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  exception when lock_not_available then
    null;
  end $$;
grant execute on function private.request_candidate_link to anon, authenticated;

-- # Exposed through the Data API

create function public.candidate_question(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.candidate_question(token) $$;
grant execute on function public.candidate_question to anon, authenticated;

create function public.refuse_candidate_question(token text) returns void
  language sql set search_path = '' as $$ select private.refuse_candidate_question(token) $$;
grant execute on function public.refuse_candidate_question to anon, authenticated;

create function public.undo_candidate_refusal(token text) returns void
  language sql set search_path = '' as $$ select private.undo_candidate_refusal(token) $$;
grant execute on function public.undo_candidate_refusal to anon, authenticated;

create function public.reconsider_candidate_question(token text) returns void
  language sql set search_path = '' as $$ select private.reconsider_candidate_question(token) $$;
grant execute on function public.reconsider_candidate_question to anon, authenticated;

create function public.is_undo_link(token text) returns boolean
  language sql stable set search_path = '' as $$ select private.is_undo_link(token) $$;
grant execute on function public.is_undo_link to anon, authenticated;

create function public.own_mailbox(token text, address text) returns void
  language sql set search_path = '' as $$ select private.own_mailbox(token, address) $$;
grant execute on function public.own_mailbox to anon, authenticated;

create function public.disown_address(token text) returns void
  language sql set search_path = '' as $$ select private.disown_address(token) $$;
grant execute on function public.disown_address to anon, authenticated;

create function public.send_candidate_code(token text) returns boolean
  language sql set search_path = '' as $$ select private.send_candidate_code(token) $$;
grant execute on function public.send_candidate_code to anon, authenticated;

create function public.enter_candidate_code(token text, code text) returns text
  language sql set search_path = '' as $$ select private.enter_candidate_code(token, code) $$;
grant execute on function public.enter_candidate_code to anon, authenticated;

create function public.request_candidate_link(address text) returns void
  language sql set search_path = '' as $$ select private.request_candidate_link(address) $$;
grant execute on function public.request_candidate_link to anon, authenticated;
