SET local check_function_bodies = off;

ALTER INDEX public.requirement_messages_talk RENAME TO requirement_messages_thread;

DROP FUNCTION "private"."hold_team"(uuid);

DROP FUNCTION "private"."return_item"(uuid, text, uuid);

DROP FUNCTION "private"."take_along"(uuid);

CREATE OR REPLACE FUNCTION private.bundle_mails (
  mail uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with others as materialized (
      select waiting.id from public.mail_outbox as lead_mail
        join public.mail_outbox as waiting on waiting.user_id = lead_mail.user_id and waiting.bundle = lead_mail.bundle
        where lead_mail.id = bundle_mails.mail and lead_mail.attempts = 0 and lead_mail.first_attempt_at = now()
          and waiting.id <> lead_mail.id and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        order by waiting.created_at, waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting set bundled_in = bundle_mails.mail, next_attempt_at = null
      from others where waiting.id = others.id
  $function$;

CREATE OR REPLACE FUNCTION private.change_items (
  items  uuid[],
  seen   integer[],
  state  public.inbox_state,
  person uuid,
  gives  boolean
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for asked in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.inbox_items where id = asked.id for update;
      item_id := asked.id;
      if held.id is null then
        outcome := 'gone';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.job_requirements;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team();
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason)
      where filed.id = requirement returning version into now_at;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.claim_mails (
  most integer
)
  RETURNS TABLE (
    id         uuid,
    dedupe_key text,
    content    jsonb
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    perform private.hold_back_news();
    due := array(select private.claim_in_turn('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_in_turn('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.bundle_mails(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.settle_in('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null
          where queued.id = claimed or queued.bundled_in = claimed;
      else
        id := taken.id;
        dedupe_key := taken.dedupe_key;
        return next;
      end if;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.convert_posting (
  posting uuid,
  client  uuid,
  entries jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.lock_team(recruiter);
    columns text := array_to_string(private.requirement_fields(), ', ');
    source public.inbox_items;
    made uuid := private.lock_posting(posting);
  begin
    if made is not null then
      return made;
    end if;
    select * into source from public.inbox_items where posting_id = posting;
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, source_posting_id, recruiter_id, %1$s)
                      select $1, $2, $3, %1$s from private.with_entries($4, $5) returning id', columns)
      into made using client, posting, recruiter, jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
        'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
        'priority', 'medium')), entries - 'recruiter_id';
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = source.created_at + private.promised('posting')
      where requirement_id = made;
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    perform private.mail_conversion(made, posting, client);
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.convert_posting_by_invitation (
  posting      uuid,
  company_name text,
  full_name    text,
  phone        text,
  entries      jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    made uuid;
    sender text := (select contact_email from public.public_job_submissions where id = posting);
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_posting(posting);
    if made is not null then
      return made;
    end if;
    return private.convert_posting(
      posting, (private.invite_company(sender, company_name, full_name, phone)).client_id, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_message()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare filed public.job_requirements;
  begin
    select * into filed from public.job_requirements where id = new.requirement_id;
    if new.side = 'client' then
      perform private.reopen_item(new.requirement_id, 'written', new.author);
    else
      perform private.note_answer(new.requirement_id, new.author);
    end if;
    insert into public.unread_messages as held (user_id, requirement_id, unread, first_at, last_at)
      select reader, new.requirement_id, 1, new.created_at, new.created_at
        from private.readers_of(filed, case new.side when 'client' then 'team' else 'client' end) as reader
      on conflict (user_id, requirement_id) do update
        set unread = held.unread + 1, last_at = greatest(held.last_at, excluded.last_at);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if (new.job_title, new.department, new.location, new.required_skills, new.preferred_skills, new.education_requirements,
        new.job_description, new.responsibilities, new.benefits, new.notes)
      is distinct from (old.job_title, old.department, old.location, old.required_skills, old.preferred_skills,
        old.education_requirements, old.job_description, old.responsibilities, old.benefits, old.notes)
    then
      update public.inbox_items set search = private.searchable_requirement(new) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_item (
  item   uuid,
  seen   integer,
  person uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.lock_team(person);
  begin
    perform private.apply_assignee(caller, private.lock_item(item, seen), person);
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_team (
  person uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    perform from public.user_roles where user_id in (caller, person) order by user_id for share;
    if person is not null and not private.is_team(person) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    end if;
    return private.require_team();
  end $function$;

CREATE OR REPLACE FUNCTION private.reopen_item (
  requirement uuid,
  type        text DEFAULT 'returned'::text,
  actor       uuid DEFAULT private.current_user_id()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    returned public.inbox_items;
    holder uuid;
    in_charge uuid := (select filed.recruiter_id from public.job_requirements as filed
                        where filed.id = reopen_item.requirement and private.is_team(filed.recruiter_id));
    next_assignee uuid;
  begin
    select * into returned from public.inbox_items where requirement_id = requirement for update;
    holder := case when private.is_team(returned.assignee) and (returned.claim_expires_at <= now()) is not true
                then returned.assignee end;
    next_assignee := case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                          else coalesce(holder, in_charge) end;
    update public.inbox_items
      set state = 'new', first_seen_at = null, last_activity_at = now(), assignee = next_assignee,
          claim_expires_at = case when assignee = next_assignee and holder is not null then claim_expires_at end,
          -- What was due before stays due, unless it had been dealt with.
          due_at = case when state in ('new', 'open') then due_at else now() + private.promised('requirement') end
      where id = returned.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (returned.id, reopen_item.actor, reopen_item.type,
              jsonb_build_object('state', jsonb_build_array(returned.state, 'new')));
  end $function$;

CREATE OR REPLACE FUNCTION private.set_item_due (
  item uuid,
  seen integer,
  due  timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if due = held.due_at then
      return held.version;
    end if;
    update public.inbox_items
      set due_at = due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when assignee = caller and claim_expires_at > now()
                               then now() + private.claim_lasts() else claim_expires_at end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'due', jsonb_build_object('due_at', jsonb_build_array(held.due_at, due)));
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_item_state (
  item  uuid,
  seen  integer,
  state public.inbox_state,
  due   timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.lock_team();
  begin
    perform private.apply_state(caller, private.lock_item(item, seen), state, due);
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_recruiter (
  requirement uuid,
  seen        integer,
  person      uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    now_at integer;
    held public.job_requirements;
  begin
    perform private.lock_team(person);
    held := private.lock_requirement(requirement, seen);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if held.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_item (
  item uuid,
  seen integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    held public.inbox_items := private.lock_item(item, seen);
  begin
    if held.assignee = caller and (held.claim_expires_at is null or held.claim_expires_at > now())
      and held.state in ('open', 'waiting') then
      perform private.touch_item(caller, item, true);
      return held.version;
    end if;
    update public.inbox_items
      set assignee = caller, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          claim_expires_at = case when held.state = 'waiting' then null else now() + private.claim_lasts() end,
          state = case when held.state = 'waiting' then 'waiting'::public.inbox_state else 'open' end
      where id = item;
    insert into public.item_events (item_id, actor, type, changes)
      values (item, caller, 'taken', case when held.state in ('open', 'waiting') then '{}'
                else jsonb_build_object('state', jsonb_build_array(held.state, 'open')) end);
    if held.assignee <> caller and held.claim_expires_at is null then
      perform private.log_activity('item_taken', 'item', item, held.assignee);
    end if;
    return private.version_of(item);
  end $function$;

CREATE OR REPLACE FUNCTION private.take_next_of (
  kind public.inbox_kind
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    wanted record;
    taken uuid;
  begin
    for wanted in
      select * from (values (1, false, now()), (2, true, now()), (3, false, 'infinity'), (4, true, 'infinity'))
        as step (place, is_flood, before) order by place
    loop
      with next as (
        select free.id, free.state from public.inbox_items as free
          where free.state in ('new', 'open') and not free.is_suspect
            and (free.assignee is null or free.claim_expires_at is not null)
            and (free.assignee is null or free.claim_expires_at <= now())
            and (take_next_of.kind is null or free.kind = take_next_of.kind)
            and free.is_flood = wanted.is_flood and free.due_at < wanted.before
          order by free.due_at, free.id limit 1
          for update skip locked
      ), claimed as (
        update public.inbox_items as item
          set assignee = caller, claim_expires_at = now() + private.claim_lasts(), state = 'open',
              first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
          from next where item.id = next.id
          returning item.id, next.state as before
      )
      insert into public.item_events (item_id, actor, type, changes)
        select id, caller, 'taken', case when before = 'open' then '{}'
                 else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
          from claimed
        returning item_id into taken;
      exit when taken is not null;
    end loop;
    return taken;
  end $function$;

REVOKE ALL ON FUNCTION "private"."bundle_mails"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_team"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_item"(uuid, text, uuid) FROM PUBLIC;
