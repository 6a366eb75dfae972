set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean, uuid);

DROP FUNCTION "private"."record_withdrawal"(public.shortlist_entries, boolean, boolean);

CREATE OR REPLACE FUNCTION private.close_entry (
  entry   uuid,
  is_own  boolean,
  is_rule boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    is_disowned boolean := exists (select from public.candidate_consents as consent
                                     where entry in (consent.entry_id, consent.applied_entry_id) and consent.is_disowned
                                       and consent.closed_at is null);
  begin
    select * into entry_row from public.shortlist_entries where id = entry for update;
    if entry_row.id is null or entry_row.state in ('withdrawn', 'closed') then
      return;
    elsif entry_row.state = 'applied' and not is_own then
      perform private.turn_down(entry_row.requirement_id, array[entry], null);
      if is_disowned then
        perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry], true, ended_by => 'disowned');
      end if;
      return;
    end if;
    update public.candidate_consents as consent
      set refused_at = case when is_own and consent.given_at is null then now() end,
          tell_at = case when is_own and consent.given_at is null then now() + private.refusal_waits() end,
          withdrawn_at = case when is_own and consent.given_at is not null then now() end,
          closed_at = case when not is_own then now() end
      where entry in (consent.entry_id, consent.applied_entry_id) and consent.closed_at is null and consent.refused_at is null
        and consent.withdrawn_at is null;
    update public.shortlist_entries as ended
      set state = case when is_own then 'withdrawn' else 'closed' end, joined_on = null, begins_on = null where ended.id = entry;
    if entry_row.state = any (private.shown_states()) then
      perform private.record_withdrawal(entry_row, is_own, is_rule, is_disowned);
    elsif is_own and entry_row.state = 'agreed' then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], false);
    elsif is_disowned and entry_row.state in ('asked', 'agreed') then
      perform private.record_candidates(entry_row.requirement_id, 'candidates_refused', array[entry_row.id], true, ended_by => 'disowned');
    elsif is_rule then
      perform private.reopen_item(entry_row.requirement_id);
    end if;
    if entry_row.state = 'joined' then
      perform private.count_joined(entry_row.requirement_id, true);
    end if;
    if not is_own then
      perform private.tell_taken_back(entry_row);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_address (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.disown_number (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    digest text;
    number text;
    records uuid[];
    asked public.candidate_consents;
  begin
    select sent.number_digest, (select listed from unnest(private.world_numbers(person.phone)) as listed
                                  where private.number_digest(listed) = sent.number_digest)
      into digest, number
      from public.candidate_consents as sent join public.candidates as person on person.id = sent.candidate_id
      where sent.id = (private.link_of(token)).consent_id;
    records := array(select private.records_at(number));
    perform from public.job_requirements
      where id in (select joined.requirement_id from public.shortlist_entries as joined
                     where joined.candidate_id = any (records) and joined.state = 'joined')
      order by id for no key update;
    perform from public.candidates as known where known.id = any (records) order by known.id for update;
    perform private.lock_link(token);
    insert into private.disowned_mailboxes (subject) values (digest) on conflict (subject) do nothing;
    for asked in select * from public.candidate_consents as consent
                   where consent.number_digest = digest
                     and num_nonnulls(consent.refused_at, consent.withdrawn_at, consent.closed_at) = 0
                   order by consent.entry_id loop
      update public.candidate_consents set is_disowned = true where id = asked.id;
      perform private.close_entry(asked.entry_id, false);
    end loop;
    update public.candidates as known
      set phone = nullif(array_to_string(array(
            select dialled from unnest(private.phone_numbers_in(known.phone)) as dialled
              where private.world_number(dialled) is distinct from number), ', '), '')
      where known.id = any (records) and number = any (private.world_numbers(known.phone));
  end $function$;

CREATE OR REPLACE FUNCTION private.record_candidates (
  requirement uuid,
  type        text,
  entries     uuid[],
  reopens     boolean,
  author      uuid    DEFAULT NULL::uuid,
  ended_by    text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = record_candidates.requirement);
    acting public.side := case when author is not null then 'company' else private.side_on(company) end;
    person uuid := coalesce(author, private.current_user_id());
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes, for_client, entry_ids)
      values (record_candidates.requirement, company, case when acting is not null then person end,
              acting, record_candidates.type, jsonb_strip_nulls(jsonb_build_object('by', ended_by))
                || jsonb_build_object('candidates', jsonb_build_array(null, cardinality(entries))),
              private.is_told_of(record_candidates.type), entries);
    if private.is_told_of(record_candidates.type) then
      insert into public.crm_events (requirement_id, type, entry_ids) values (record_candidates.requirement, record_candidates.type, entries);
    end if;
    if reopens then
      perform private.reopen_item(record_candidates.requirement, actor => person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_withdrawal (
  entry       public.shortlist_entries,
  is_own      boolean,
  is_rule     boolean,
  is_disowned boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := (select requirement.client_id from public.job_requirements as requirement where requirement.id = (entry).requirement_id);
    is_team boolean := not is_own and not is_rule and private.is_team_member();
  begin
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, entry_ids, changes)
      values ((entry).requirement_id, company, case when is_team then private.current_user_id() end,
              case when is_team then 'team'::public.side end, 'candidates_withdrawn', array[(entry).id],
              jsonb_build_object(
                'candidates', jsonb_build_array(null, 1), 'was_opened', private.is_opened(entry),
                'by', case when is_disowned then 'disowned' when is_rule then 'rule' when is_team then 'team'
                           when is_own or current_setting('role') = 'anon' then 'candidate' else 'schedule' end));
    if is_own or is_rule or is_disowned then
      perform private.reopen_item((entry).requirement_id);
    end if;
  end $function$;

REVOKE ALL ON FUNCTION "private"."record_candidates"(uuid, text, uuid[], boolean, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_withdrawal"(public.shortlist_entries, boolean, boolean, boolean) FROM PUBLIC;
