SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.ask_candidates (
  entries uuid[],
  seen    integer[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given record;
    held public.shortlist_entries;
    person public.candidates;
    filed public.job_requirements;
    list public.shortlists;
    frozen jsonb;
    is_blind boolean;
    asked integer := 0;
  begin
    perform private.hold_entries(entries);
    perform private.hold_mailboxes(array(
      select entry.candidate_id from public.shortlist_entries as entry where entry.id = any (entries)));
    if cardinality(seen) is distinct from cardinality(entries) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for given in select id, min(version) as version from unnest(entries, seen) as each (id, version) group by id order by id loop
      select * into held from public.shortlist_entries where id = given.id;
      continue when held.state = 'asked';
      held := private.held_entry(given.id, given.version);
      select * into person from public.candidates where id = held.candidate_id;
      select * into filed from public.job_requirements where id = held.requirement_id;
      select * into list from public.shortlists where requirement_id = held.requirement_id;
      is_blind := list.is_blind;
      frozen := private.card_of(person, held.chosen, is_blind);
      perform private.refuse_closed(filed.status);
      if held.state not in ('draft', 'withdrawn', 'closed')
        and not (held.state = 'agreed' and not private.has_yes(held)) then
        raise exception 'not_to_be_asked' using errcode = 'PT422', hint = held.id::text;
      elsif private.is_never(person, filed.client_id) then
        raise exception 'never_company' using errcode = 'PT422', hint = held.id::text;
      elsif private.refused_lately(held.id) then
        raise exception 'refused_lately' using errcode = 'PT422', hint = held.id::text;
      elsif list.is_abroad and not exists (select from private.settings where emigration_number is not null) then
        raise exception 'emigration_number_missing' using errcode = 'PT422', hint = held.id::text;
      elsif private.card_tells(person, frozen, held.pitch, is_blind) then
        raise exception 'contact_in_card' using errcode = 'PT422', hint = held.id::text;
      end if;
      perform private.refuse_twin(held.id, private.asked_states());
      perform private.refuse_question(person);
      perform private.unask_entry(held.id);
      update public.shortlist_entries as edited
        set state = 'asked', card = frozen, is_blind = list.is_blind where edited.id = held.id;
      perform private.put_question(person, 'show', held.id);
      perform private.take_charge(held.requirement_id);
      asked := asked + 1;
    end loop;
    return asked;
  end $function$;

CREATE OR REPLACE FUNCTION private.ask_to_keep (
  candidate uuid,
  seen      integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare person public.candidates;
  begin
    perform private.lock_team();
    person := private.lock_candidate(candidate);
    if person.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = person.version::text;
    elsif private.is_kept(person.id) or exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep' and asked.asked_at > now() - interval '30 days'
          and num_nonnulls(asked.given_at, asked.refused_at, asked.closed_at) = 0) then
      return;
    elsif exists (
      select from public.candidate_consents as asked
        where asked.candidate_id = person.id and asked.purpose = 'keep'
          and greatest(asked.refused_at, asked.withdrawn_at) > now() - interval '30 days') then
      raise exception 'refused_lately' using errcode = 'PT422';
    end if;
    perform private.hold_mailboxes(array[person.id]);
    perform private.refuse_question(person);
    perform private.put_question(person, 'keep', null);
  end $function$;

CREATE OR REPLACE FUNCTION private.existing_words (
  given     text[],
  is_prefix boolean
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
    select word from unnest(given) as word
      cross join lateral (
        select (quote_literal(word) || case when is_prefix then ':*' else '' end)::tsquery as query offset 0) as wanted
      where exists (select from public.inbox_items where search @@ wanted.query offset 0)
         or exists (select from public.clients where search @@ wanted.query offset 0)
         or exists (select from public.client_members
                      where private.searchable_name(full_name, phone) @@ wanted.query offset 0)
         or exists (select from public.candidates where search @@ wanted.query offset 0)
  $function$;

CREATE OR REPLACE FUNCTION private.hold_mailboxes (
  candidates uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform pg_advisory_xact_lock(mailbox.key) from (
      select distinct hashtextextended('questions to ' || private.mailbox_of(record.email), 0) as key
        from public.candidates as record where record.id = any (candidates) order by key) as mailbox;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'stand_in' then
      content := private.stand_in_mail(queued.user_id, (queued.ids ->> 'away')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid,
                                             (queued.ids ->> 'interview')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    else
      raise case_not_found using message = queued.template || ' has no branch';
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

REVOKE ALL ON FUNCTION "private"."hold_mailboxes"(uuid[]) FROM PUBLIC;
