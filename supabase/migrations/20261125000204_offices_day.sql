SET local check_function_bodies = off;

DROP INDEX "public"."activity_log_actor";

DROP VIEW "private"."inbox_lines";

ALTER TABLE "private"."company_counts"
  DROP CONSTRAINT "company_counts_kind_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

DROP FUNCTION "private"."change_member"(uuid, public.member_access, boolean);

DROP FUNCTION "private"."change_team_role"(uuid, public.app_role, boolean);

DROP FUNCTION "private"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

ALTER TABLE "private"."invitation_tokens"
  ADD COLUMN "unsent" text;

-- What waits to be sent keeps its token; what was sent before leads on where it led.
UPDATE private.invitation_tokens AS kept SET unsent = private.invitation_token(sent.id, sent.issue)
  FROM public.invitations AS sent
  WHERE sent.id = kept.invitation_id
    AND EXISTS (SELECT FROM public.mail_outbox AS mail
                 WHERE mail.dedupe_key = 'invitation.' || sent.id || '.' || sent.issue AND mail.sent_at IS NULL);

DROP FUNCTION "private"."invitation_token"(uuid, integer);

DROP FUNCTION "private"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."own_requirements"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."dashboard_page"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."remove_member"(uuid);

DROP FUNCTION "public"."remove_team_member"(uuid);

ALTER TABLE "private"."settings"
  DROP COLUMN "invitation_key";

CREATE TABLE "private"."absences" (
  "user_id"  uuid NOT NULL,
  "until"    date NOT NULL,
  "stand_in" uuid NOT NULL,
  CONSTRAINT "absences_pkey" PRIMARY KEY (user_id),
  CONSTRAINT "someone_else" CHECK ((stand_in <> user_id))
);

CREATE TABLE "private"."open_requirements" (
  "requirement_id" uuid                        NOT NULL,
  "recruiter_id"   uuid,
  "status"         public.requirement_status   NOT NULL,
  "priority"       public.requirement_priority NOT NULL,
  "filed_at"       timestamp with time zone    NOT NULL,
  "deadline"       date                        NOT NULL,
  "last_word_at"   timestamp with time zone    NOT NULL,
  "waits_for"      public.side,
  CONSTRAINT "open_requirements_pkey" PRIMARY KEY (requirement_id)
);

ALTER TABLE "public"."activity_log"
  ADD COLUMN "client_id" uuid;

ALTER TABLE "public"."clients"
  ADD COLUMN "quotes_messages" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.apply_assignee (
  caller uuid,
  held   public.inbox_items,
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    person := private.receiver_of(person);
    if held.assignee is not distinct from person and held.claim_expires_at is null then
      return;
    end if;
    update public.inbox_items
      set assignee = person, claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()),
          last_activity_at = now(), state = case when state in ('done', 'spam') then 'open' else state end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, person)
      values (held.id, caller, case when person is null then 'released' else 'given' end, person);
    perform private.log_activity('item_given', 'item', held.id, person);
  end $function$;

CREATE OR REPLACE FUNCTION private.apply_state (
  caller     uuid,
  held       public.inbox_items,
  next_state public.inbox_state,
  due        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    holder uuid := case when private.is_team(held.assignee) and (held.claim_expires_at <= now()) is not true
                     then held.assignee end;
    next_due timestamptz := coalesce(due,
      -- The promise is kept by answering; what waits is looked at again in a week.
      case when next_state = 'waiting' and held.state <> 'waiting' then now() + interval '7 days' else held.due_at end);
  begin
    if next_state = held.state and next_due = held.due_at then
      return;
    end if;
    -- What was closed and is not any more has come back.
    if held.state in ('done', 'spam') and next_state not in ('done', 'spam') then
      holder := private.receiver_of(holder);
    end if;
    update public.inbox_items
      set state = next_state, due_at = next_due, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          -- What goes back to the others is nobody's; else it is theirs who moves it on, when it was nobody's.
          assignee = case when next_state = 'new' then null else coalesce(holder, caller) end,
          -- One's own goes on.
          claim_expires_at = case when next_state = 'open' then
            case when holder is null or holder = caller and claim_expires_at is not null
              then now() + private.claim_lasts() else claim_expires_at end end
      where id = held.id;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, case when next_state = held.state then 'due' else 'state' end, jsonb_strip_nulls(
        jsonb_build_object(
          'state', case when next_state <> held.state then jsonb_build_array(held.state, next_state) end,
          'due_at', case when next_due <> held.due_at then jsonb_build_array(held.due_at, next_due) end)));
  end $function$;

CREATE OR REPLACE FUNCTION private.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text,
  person      uuid,
  filled      integer,
  joining     date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    is_begun boolean := private.is_team_member() and status = 'in_progress';
    is_filled boolean := status = 'filled';
    held public.job_requirements;
    recruiter uuid;
    now_at integer;
  begin
    if private.is_team_member() then
      perform private.lock_team(case when is_begun then person end);
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = change_requirement_status.status then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    recruiter := case when is_begun and not private.is_team(held.recruiter_id) then private.receiver_of(person)
                      else held.recruiter_id end;
    update public.job_requirements as filed
      set status = change_requirement_status.status, closed_reason = private.trimmed(reason), recruiter_id = recruiter,
          positions_filled = case when is_filled then coalesce(filled, held.positions_count) else held.positions_filled end,
          joining_date = case when is_filled then joining else held.joining_date end
      where filed.id = requirement returning version into now_at;
    if recruiter is distinct from held.recruiter_id and recruiter is not null then
      perform private.log_activity('recruiter_named', 'requirement', requirement, recruiter);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.change_team_role (
  person    uuid,
  new_role  public.app_role,
  leaves    boolean,
  successor uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare before public.app_role;
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif new_role = 'client' or leaves is distinct from (new_role is null) then
      raise exception 'not_a_team_role' using errcode = 'PT400';
    end if;
    perform from public.user_roles where role = 'admin' or user_id in (person, successor) order by user_id for update;
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select role into before from public.user_roles where user_id = person and role <> 'client';
    if not found then
      raise exception 'person_not_found' using errcode = 'PT404';
    elsif before = 'admin' and new_role is distinct from 'admin'
      and not exists (select from public.user_roles where role = 'admin' and user_id <> person)
    then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    if new_role is null then
      if successor is not null and not private.leave_work(person, successor) then
        return false;
      end if;
      delete from public.user_roles where user_id = person;
    else
      update public.user_roles set role = new_role where user_id = person and role <> new_role;
    end if;
    if before = 'admin' and new_role is distinct from 'admin' then
      perform private.revoke_invitations_of(person, null);
    end if;
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION private.company_of (
  entry public.activity_log
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return case
      when entry.subject_kind = 'client' then entry.subject
      when entry.subject_kind = 'requirement' then (
        select filed.client_id from public.job_requirements as filed where filed.id = entry.subject)
      when entry.subject_kind = 'item' then (
        select filed.client_id from public.inbox_items as line
          join public.job_requirements as filed on filed.id = line.requirement_id where line.id = entry.subject)
      when entry.subject_kind = 'invitation' or entry.action = 'access_changed' then entry.other end;
  end $function$;

CREATE OR REPLACE FUNCTION private.confirm_invited()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare given public.invitations := private.invitation_of(new.raw_user_meta_data ->> 'invitation_token');
  begin
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation_token';
    if tg_op = 'INSERT' and given.email = lower(new.email) and private.invitation_state(given) = 'open' then
      new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.conversion_mail (
  person      uuid,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_from_form', exists (select from private.form_of(filed)),
        'is_named', exists (select from private.form_of(filed) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = person),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = person
      where filed.id = requirement
  $function$;

CREATE OR REPLACE FUNCTION private.count_for_company (
  company uuid,
  counted text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted in ('renames', 'own_names', 'accesses', 'settings') then 100 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, 1)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.count_open_requirements (
  status   public.requirement_status,
  priority public.requirement_priority,
  whose    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.require_team();
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    theirs text := case when whose = 'nobody' then ' and recruiter_id is null'
                        when whose is not null then ' and recruiter_id = $5' else '' end;
    part record;
    silent integer := 0;
    more integer;
    counts jsonb;
  begin
    for part in
      select each_status, each_priority
        from unnest(case when status is null then private.open_statuses() else array[status] end) as each_status
        cross join unnest(enum_range(priority, priority)) as each_priority
    loop
      execute concat('select count(*)::integer from (select from private.open_requirements
        where status = $3 and priority = $4 and last_word_at < $1', theirs, ' limit $2) as line')
        into more using private.silent_since(), 1000 - silent, part.each_status, part.each_priority, person;
      silent := silent + more;
    end loop;
    execute concat('select jsonb_object_agg(item_group, items) from (
      select private.work_group(held) as item_group, count(*)::integer as items
        from unnest($3) as part_status cross join unnest($4) as part_priority
        join private.open_requirements as held on held.status = part_status and held.priority = part_priority
        where last_word_at >= $1', theirs, ' group by 1) as counted')
      into counts using private.silent_since(), 0,
        case when status is null then private.open_statuses() else array[status] end, enum_range(priority, priority), person;
    return coalesce(counts, '{}') || jsonb_build_object('silent', silent);
  end $function$;

CREATE OR REPLACE FUNCTION private.day_of (
  person uuid,
  most   integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with day as materialized (
      select ((private.today() + 1)::timestamp at time zone 'Asia/Kolkata') as ends
    ), lines as materialized (
      select line.id, line.requirement_id, line.kind, line.state, line.due_at
        from day join public.inbox_items as line
          on line.assignee = person and line.state in ('new', 'open', 'waiting') and line.due_at < day.ends
        where line.claim_expires_at is null or line.claim_expires_at > now()
        order by line.due_at, line.id limit 200
    ), found as (
      select case when line.state = 'waiting' then 'back' else 'due' end as section, line.due_at as at, line.id as item_id,
             line.requirement_id, 0 as unread
        from lines as line
      union all
      (select 'messages', held.last_at, null, held.requirement_id, held.unread
         from public.unread_messages as held where held.user_id = person
         order by held.last_at desc, held.requirement_id limit 100)
      union all
      (select 'waiting', held.last_word_at, null, held.requirement_id, 0
         from private.open_requirements as held where held.recruiter_id = person and held.waits_for = 'team'
         order by held.last_word_at, held.requirement_id limit 100)
      union all
      select page.section, page.sort_key, null, page.requirement_id, 0
        from (select 'deadline' as section, listed.* from private.open_page(
                null, null, null, person::text, null, 'deadline', false, null, null, null, 100) as listed
                where (listed.sort_key at time zone 'UTC')::date <= private.end_of_week()
              union all
              select 'silent', listed.* from private.open_page(
                null, null, null, person::text, 'silent', null, null, null, null, null, 100) as listed) as page
    ), once as (
      select found.*, array_position(private.day_sections(), section) as section_place,
             row_number() over (partition by coalesce(found.requirement_id, found.item_id)
                                order by array_position(private.day_sections(), section)) as appearance
        from found
    ), listed as (
      select once.*, row_number() over (partition by section order by at, requirement_id, item_id) as place,
             count(*) over (partition by section) as together
        from once where appearance = 1
    )
    select coalesce(jsonb_agg(shown.section order by shown.section_place), '[]')
      from (select listed.section_place, jsonb_build_object(
                'name', listed.section, 'total', least(max(listed.together), 100),
                'rows', jsonb_agg(jsonb_build_object(
                  'id', coalesce(listed.item_id, listed.requirement_id), 'kind', coalesce(line.kind, 'requirement'),
                  'source', line.source,
                  'is_item', listed.item_id is not null, 'title', coalesce(filed.job_title, left(line.subject, 120)),
                  'sender', line.sender, 'company', coalesce(company.company_name, line.company), 'at', listed.at,
                  'unread', listed.unread) order by listed.place)) as section
              from listed
              left join public.job_requirements as filed on filed.id = listed.requirement_id
              left join public.clients as company on company.id = filed.client_id
              left join lateral (select * from private.inbox_lines as shown where shown.id = listed.item_id limit 1) as line on true
              where listed.place <= most
              group by listed.section, listed.section_place) as shown
  $function$;

CREATE OR REPLACE FUNCTION private.day_sections()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['due', 'back', 'messages', 'waiting', 'deadline', 'silent'] $function$;

CREATE OR REPLACE FUNCTION private.direct_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.assignee := private.receiver_of(new.assignee);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.direct_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.recruiter_id := private.receiver_of(new.recruiter_id);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_absence (
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare was_away boolean;
  begin
    perform private.require_self_or_admin(person);
    was_away := private.is_away(person);
    delete from private.absences where user_id = person;
    if was_away then
      perform private.log_activity('absence_ended', 'person', person);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.end_of_week()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.today() + 6 $function$;

CREATE OR REPLACE FUNCTION private.export_requirements (
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    job_type             public.job_type,
    department           text,
    location             text,
    remote_allowed       boolean,
    min_experience       integer,
    max_experience       integer,
    min_salary           numeric,
    max_salary           numeric,
    currency             public.currency_code,
    required_skills      text[],
    preferred_skills     text[],
    positions_count      integer,
    positions_filled     integer,
    expected_start_date  date,
    deadline             date,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    closed_reason        text,
    recruiter_id         uuid,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_exporter('requirements') as id)
    select filed.id, filed.job_title, filed.job_type, filed.department, filed.location, filed.remote_allowed,
           filed.min_experience, filed.max_experience, filed.min_salary, filed.max_salary, filed.currency,
           filed.required_skills, filed.preferred_skills, filed.positions_count, filed.positions_filled,
           filed.expected_start_date, filed.deadline, company.company_name, filed.status, filed.priority, filed.closed_reason, filed.recruiter_id,
           filed.created_at, filed.updated_at
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   500) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.file_for (
  client  uuid,
  entries jsonb,
  source  public.inbox_items DEFAULT NULL::public.inbox_items,
  form    uuid               DEFAULT NULL::uuid
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
    made uuid;
  begin
    recruiter := private.receiver_of(recruiter);
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, form_id, source_posting_id, source_contact_id,
                        source_consultation_id, recruiter_id, is_filed_by_team, %1$s)
                      select $1, $2, $3, $4, $5, $6, true, %1$s from private.with_entries($7, $8)
                      on conflict on constraint job_requirements_form_id_key do nothing returning id', columns)
      into made using client, form, source.posting_id, source.contact_id, source.consultation_id, recruiter,
        jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
          'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
          'priority', 'medium')), entries - 'recruiter_id';
    if made is null then
      return (select filed.id from public.job_requirements as filed where filed.client_id = client and filed.form_id = form);
    end if;
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = coalesce(source.created_at + private.promised(source.kind), due_at)
      where requirement_id = made;
    perform private.mail_filed(made);
    return made;
  end $function$;

CREATE OR REPLACE FUNCTION private.forget_sent_token()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update private.invitation_tokens as kept set unsent = null from public.invitations as sent
      where sent.id = (new.ids ->> 'invitation')::uuid and kept.invitation_id = sent.id
        and new.dedupe_key = 'invitation.' || sent.id || '.' || sent.issue;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.free_work_of (
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status = any (private.open_statuses());
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = person and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_requirements (
  requirements uuid[],
  seen         integer[],
  person       uuid
)
  RETURNS TABLE (
    requirement_id uuid,
    outcome        text,
    job_title      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    asked record;
    held public.job_requirements;
  begin
    perform private.lock_team(person);
    if cardinality(requirements) not between 1 and 50 or cardinality(seen) <> cardinality(requirements) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform from public.job_requirements as filed where filed.id = any (requirements) order by filed.id for no key update;
    perform from public.inbox_items as line where line.requirement_id = any (requirements) order by line.id for update;
    for asked in
      select id, min(version) as version from unnest(requirements, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.job_requirements as filed where filed.id = asked.id;
      requirement_id := asked.id;
      job_title := held.job_title;
      if held.id is null then
        outcome := 'gone';
      elsif held.recruiter_id is not distinct from person then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        update public.job_requirements set recruiter_id = person where id = held.id;
        perform private.log_activity('recruiter_named', 'requirement', held.id, person);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_work (
  person   uuid,
  receiver uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    most constant integer := private.most_handed_over();
    requirements uuid[] := array(
      select id from public.job_requirements
        where recruiter_id = person and status = any (private.open_statuses())
        order by id limit most for no key update);
    items uuid[] := array(
      select id from public.inbox_items
        where assignee = person and state in ('new', 'open', 'waiting')
        order by id limit most for update);
  begin
    if cardinality(requirements) + cardinality(items) = 0 then
      return true;
    end if;
    update public.job_requirements set recruiter_id = receiver where id = any (requirements);
    with moved as (
      update public.inbox_items as line
        set assignee = case when line.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items)
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return not exists (select from public.job_requirements
                        where recruiter_id = person and status = any (private.open_statuses()))
      and not exists (select from public.inbox_items where assignee = person and state in ('new', 'open', 'waiting'));
  end $function$;

CREATE OR REPLACE FUNCTION private.has_room_for_receipt (
  receiver text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not exists (
        select from public.mail_outbox as mail
          where mail.template = 'receipt' and mail.created_at > now() - interval '1 hour'
          offset private.most_receipts_an_hour() - 1)
      and not exists (
        select from public.mail_outbox as mail
          where private.mailbox_of(mail.address) = private.mailbox_of(receiver)
            and mail.created_at > now() - interval '1 day' and mail.template = 'receipt'
          offset 1)
  $function$;

CREATE OR REPLACE FUNCTION private.hold_work()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    person uuid := old.user_id;
    people uuid[] := array(select person union select user_id from private.absences
                             where stand_in = person and until >= private.today());
  begin
    perform from public.job_requirements where recruiter_id = any (people) order by id for no key update;
    perform from public.inbox_items
      where id in (select held.id from public.inbox_items as held where held.assignee = any (people)
                   union
                   select line.id from public.job_requirements as filed
                     join public.inbox_items as line on line.requirement_id = filed.id
                     where filed.recruiter_id = any (people))
      order by id for update;
    return old;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_news (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    counts jsonb := '{}';
    item_group text;
    items integer;
  begin
    if not private.is_team(person) then
      return null;
    end if;
    foreach item_group in array array['unclaimed', 'overdue', 'mine'] loop
      execute format('select count(*)::integer from (select from public.inbox_items where %s limit 1000) as line',
                     private.inbox_group_condition(item_group)) into items using person;
      counts := counts || jsonb_build_object(item_group, items);
    end loop;
    counts := counts || jsonb_build_object('day', private.day_of(person, 5));
    return nullif(counts, '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $function$;

CREATE OR REPLACE FUNCTION private.invitation_mail (
  invitation uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        -- Asked for by nobody who has proved the address: the team answers a form that names it.
        'is_from_form', exists (select from public.job_requirements as filed
                                  cross join private.form_of(filed) as sent
                                  where filed.client_id = found_row.client_id and sent.address = found_row.email),
        'token', kept.unsent)
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open' and kept.unsent is not null
  $function$;

CREATE OR REPLACE FUNCTION private.is_away (
  person uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select exists (select from private.absences where user_id = person and until >= private.today())
  $function$;

CREATE OR REPLACE FUNCTION private.keep_token()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare token text := private.digest_of(gen_random_uuid()::text || gen_random_uuid()::text);
  begin
    insert into private.invitation_tokens (invitation_id, digest, unsent)
      values (new.id, private.digest_of(token), token)
      on conflict (invitation_id) do update set digest = excluded.digest, unsent = excluded.unsent;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.leave_work (
  person    uuid,
  successor uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_successor(person, successor);
    delete from private.absences where user_id = successor;
    update private.absences set stand_in = successor where stand_in = person;
    return private.give_work(person, successor);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_activity (
  person   uuid,
  deed     text,
  company  text,
  since    timestamp with time zone,
  before   timestamp with time zone,
  after_at timestamp with time zone,
  after_id uuid
)
  RETURNS TABLE (
    id           uuid,
    actor        uuid,
    action       text,
    subject_kind text,
    subject      uuid,
    other        uuid,
    fields       text[],
    old_value    text,
    new_value    text,
    created_at   timestamp with time zone,
    client_id    uuid,
    company_name text,
    job_title    text,
    is_there     boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    companies uuid[];
    conditions text := 'true';
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if company is not null then
      companies := array(select named.id from public.clients as named
                          where to_tsvector('simple', named.company_name) @@ private.search_query(company) limit 100);
      conditions := conditions || ' and entry.client_id = any ($3)';
    end if;
    if person is not null then
      conditions := conditions || ' and entry.actor = $1';
    end if;
    if deed is not null then
      conditions := conditions || ' and entry.action = $2';
    end if;
    if since is not null then
      conditions := conditions || ' and entry.created_at >= $4';
    end if;
    if before is not null then
      conditions := conditions || ' and entry.created_at < $5';
    end if;
    if after_at is not null then
      conditions := conditions || ' and (entry.created_at, entry.id) < ($6, $7)';
    end if;
    return query execute format(
      'with page as materialized (
         select * from public.activity_log as entry where %s order by entry.created_at desc, entry.id desc limit 26)
       select page.id, page.actor, page.action, page.subject_kind, page.subject, page.other, page.fields, page.old_value,
              page.new_value, page.created_at, page.client_id, client.company_name, filed.job_title,
              filed.id is not null or line.id is not null
         from page
         left join public.clients as client on client.id = page.client_id
         left join public.inbox_items as line on page.subject_kind = ''item'' and line.id = page.subject
         left join public.job_requirements as filed
           on filed.id = case page.subject_kind when ''requirement'' then page.subject else line.requirement_id end
         order by page.created_at desc, page.id desc', conditions)
      using person, deed, companies, since, before, after_at, after_id;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_changeable (
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    listed as materialized (
      select page.line_id, page.place
        from caller
        cross join lateral private.inbox_page(
            caller.id, kind, state, whose, suspect, words, sort, descending,
            coalesce(only_group, case when state is null then 'active' end), null, null, null, 51)
          with ordinality as page (line_id, sort_key, place))
    select line.id, line.version, (select count(*)::integer from listed)
      from listed join public.inbox_items as line on line.id = listed.line_id
      where listed.place <= 50 order by listed.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_group (
  only_group  text,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean,
    source           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           item.requirement_id is not null and private.is_withdrawn(item.requirement_id), item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_inbox (
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean,
    source           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select * from private.list_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                     after_id)
  $function$;

CREATE OR REPLACE FUNCTION private.list_open_requirements (
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select filed.id, private.work_group(held), page.sort_key, filed.job_title, filed.location, filed.client_id,
           company.company_name, filed.status, filed.priority, filed.positions_count, filed.positions_filled,
           filed.recruiter_id, filed.deadline, filed.created_at, filed.version, held.last_word_at, held.waits_for
      from caller
      cross join lateral private.open_page(caller.id, status, priority, whose, only_group, sort, descending, after_group,
                                           after_key, after_id, 26)
        with ordinality as page (requirement_id, sort_key, place)
      cross join lateral (select * from private.open_requirements as listed
                            where listed.requirement_id = page.requirement_id limit 1) as held
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_requirements (
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version, held.last_word_at, held.waits_for
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   26) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      left join lateral (select * from private.open_requirements as listed
                           where listed.requirement_id = page.requirement_id limit 1) as held on true
      order by page.place
  $function$;

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
    perform from public.user_roles where user_id in (caller, person, private.receiver_of(person)) order by user_id for share;
    if person is not null and not private.is_team(person) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    end if;
    return private.require_team();
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
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_receipt()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    receiver text := (select line.email from private.inbox_lines as line where line.id = new.id);
  begin
    if receiver is not null and current_setting('role') in ('anon', 'authenticated') then
      perform private.queue_receipt(new.id, receiver);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
  begin
    if kind = 'requirement' then
      words := private.searchable_requirement(new);
    else
      words := private.searchable_enquiry(to_jsonb(new));
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              coalesce((to_jsonb(new) ->> 'flood')::boolean, false), words);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.may_answer (
  person      uuid,
  requirement public.job_requirements
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select member.access in ('owner', 'member') from public.client_members as member
      where member.user_id = person and member.client_id = (requirement).client_id
  $function$;

CREATE OR REPLACE FUNCTION private.message_news (
  person      uuid,
  requirement public.job_requirements,
  messages    uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (
      select message.* from public.requirement_messages as message
        join public.unread_messages as unread
          on unread.requirement_id = message.requirement_id and unread.user_id = message_news.person
            and unread.first_at <= message.created_at
        where message.id = any (messages))
    select jsonb_build_object(
      'messages', (select count(*) from told),
      'authors', (select coalesce(jsonb_agg(distinct author.name), '[]')
                    from told
                    cross join lateral (
                      select colleague.display_name as name from public.team_members as colleague
                        where told.side = 'team' and colleague.user_id = told.author
                      union all
                      select member.full_name from public.client_members as member
                        where told.side = 'client' and member.user_id = told.author
                          and member.client_id = (requirement).client_id) as author
                    where author.name is not null),
      'beginning', (select case when length(told.body) > 200 then rtrim(left(told.body, 199)) || '…' else told.body end
                      from told join public.clients as client
                        on client.id = (requirement).client_id and client.quotes_messages
                      where told.side = 'team' order by told.created_at, told.id limit 1))
  $function$;

CREATE OR REPLACE FUNCTION private.most_handed_over()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 500 $function$;

CREATE OR REPLACE FUNCTION private.most_receipts_an_hour()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 200 $function$;

CREATE OR REPLACE FUNCTION private.my_day()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    return private.day_of(private.require_team(), 10);
  end $function$;

CREATE OR REPLACE FUNCTION private.open_page (
  caller      uuid,
  status      public.requirement_status,
  priority    public.requirement_priority,
  whose       text,
  only_group  text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    requirement_id uuid,
    sort_key       timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    groups text[] := case when sort is not null then array['all'] when only_group is not null then array[only_group]
                          else private.work_groups() end;
    first_group integer := coalesce(array_position(groups, after_group), 1);
    is_falling boolean := sort is not null and coalesce(descending, false);
    room integer := most;
    got integer;
    key text;
    is_day boolean;
    way text;
  begin
    if sort is not null and private.work_key(sort) is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.work_groups()) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    for place in first_group .. cardinality(groups) loop
      key := coalesce(private.work_key(sort), case when groups[place] = 'deadline' then 'deadline + 0' else 'last_word_at' end);
      is_day := starts_with(key, 'deadline');
      way := case when is_falling then 'desc' else 'asc' end;
      return query execute format(
        'select listed.requirement_id, %1$s
           from (select status, priority from unnest($3::public.requirement_status[]) as status
                   cross join unnest(enum_range($4, $4)) as priority) as part
           cross join lateral (
             select held.requirement_id, %2$s as key from private.open_requirements as held
               where held.status = part.status and held.priority = part.priority and %3$s %4$s
               order by %2$s %5$s, requirement_id %5$s limit $8) as listed
           order by key %5$s, listed.requirement_id %5$s limit $8',
        case when is_day then $sql$listed.key::timestamp at time zone 'UTC'$sql$ else 'listed.key' end,
        key,
        concat(private.work_group_condition(groups[place]),
          case when whose = 'nobody' then ' and recruiter_id is null' when whose is not null then ' and recruiter_id = $5' end),
        case when place = first_group and after_id is not null
          then format(' and (%s, requirement_id) %s (%s, $7)', key, case when is_falling then '<' else '>' end,
                      case when is_day then $sql$($6 at time zone 'UTC')::date$sql$ else '$6' end) end,
        way)
        using private.silent_since(), private.end_of_week(),
              case when status is null then private.open_statuses() else array[status] end, priority, person, after_key,
              after_id, room;
      get diagnostics got = row_count;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.outlook_of (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
      'in_charge', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                      from public.team_members as colleague where colleague.user_id = (requirement).recruiter_id),
      'answer_by', (select line.due_at from public.inbox_items as line
                      where line.requirement_id = (requirement).id and line.state in ('new', 'open') and line.due_at > now()
                        and (requirement).status = any (private.open_statuses())),
      'deadline', case when (requirement).status = any (private.open_statuses())
                         and (requirement).deadline >= private.today()
                    then (requirement).deadline end))
  $function$;

CREATE OR REPLACE FUNCTION private.own_company()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.current_client_id();
    given public.member_access := private.current_access();
  begin
    return (select jsonb_build_object(
        'id', client.id, 'company_name', client.company_name, 'full_name', client.full_name, 'phone', client.phone,
        'version', client.version, 'access', given, 'contact_user_id', client.contact_user_id,
        'quotes_messages', client.quotes_messages,
        'members', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select member.user_id, account.email, member.full_name, member.phone, member.access, member.version,
                 member.created_at
            from public.client_members as member join auth.users as account on account.id = member.user_id
            where member.client_id = company
            order by member.created_at, member.user_id limit 200) as listed),
        'invitations', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select sent.id, sent.email, sent.full_name, sent.access, sent.expires_at, sent.invited_by
            from public.invitations as sent
            where given = 'owner' and sent.client_id = company and sent.accepted_at is null and sent.revoked_at is null
            order by sent.created_at desc, sent.id desc limit 200) as listed))
      from public.clients as client where client.id = company);
  end $function$;

CREATE OR REPLACE FUNCTION private.own_requirements (
  size        integer,
  wanted      public.requirement_status,
  only_unread boolean,
  before_at   timestamp with time zone,
  before_id   uuid,
  words       text,
  sort        text
)
  RETURNS TABLE (
    id       uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  AS $function$
  declare
    person uuid := private.current_user_id();
    company uuid := private.current_client_id();
    room integer := least(greatest(size, 0), 100) + 1;
    is_rising boolean := coalesce(sort, 'newest') <> 'newest';
    from_at timestamptz := coalesce(before_at, case when is_rising then '-infinity' else 'infinity' end::timestamptz);
    from_id uuid := coalesce(before_id, case when is_rising then '00000000-0000-0000-0000-000000000000'
                                             else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  begin
    if only_unread then
      return query
        select waiting.requirement_id, waiting.filed_at from public.unread_messages as waiting
          cross join lateral (select filed.client_id, filed.status from public.job_requirements as filed
                                where filed.id = waiting.requirement_id limit 1) as filed
          where waiting.user_id = person
            and (waiting.filed_at, waiting.requirement_id) < (coalesce(before_at, 'infinity'),
              coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
            and filed.client_id = company and (wanted is null or filed.status = wanted)
          order by waiting.filed_at desc, waiting.requirement_id desc limit room;
    elsif words is not null then
      return query
        select page.requirement_id, filed.created_at
          from private.requirements_page(person, wanted, null, null, company, words, before_at, before_id, room)
            with ordinality as page (requirement_id, place)
          cross join lateral (select * from public.job_requirements as shown
                                where shown.id = page.requirement_id limit 1) as filed
          where filed.client_id = company
          order by page.place;
    elsif sort = 'deadline' then
      return query
        select listed.id, listed.key::timestamp at time zone 'UTC'
          from unnest(enum_range(wanted, wanted)) as each_status
          cross join unnest(enum_range(null::public.requirement_priority)) as each_priority
          cross join lateral (
            select filed.id, coalesce(filed.deadline, '2999-12-31') as key from public.job_requirements as filed
              where filed.client_id = company and filed.status = each_status and filed.priority = each_priority
                and (coalesce(filed.deadline, '2999-12-31'), filed.id) > ((from_at at time zone 'UTC')::date, from_id)
              order by coalesce(filed.deadline, '2999-12-31'), filed.id limit room) as listed
          order by listed.key, listed.id limit room;
    elsif sort = 'oldest' then
      return query
        select listed.id, listed.created_at
          from unnest(enum_range(wanted, wanted)) as each_status
          cross join unnest(enum_range(null::public.requirement_priority)) as each_priority
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = each_status and filed.priority = each_priority
                and (filed.created_at, filed.id) > (from_at, from_id)
              order by filed.created_at, filed.id limit room) as listed
          order by listed.created_at, listed.id limit room;
    elsif sort is not null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif wanted is null then
      return query
        select filed.id, filed.created_at from public.job_requirements as filed
          where filed.client_id = company and (filed.created_at, filed.id) < (from_at, from_id)
          order by filed.created_at desc, filed.id desc limit room;
    else
      return query
        select listed.id, listed.created_at from unnest(enum_range(null::public.requirement_priority)) as each (priority)
          cross join lateral (
            select filed.id, filed.created_at from public.job_requirements as filed
              where filed.client_id = company and filed.status = wanted and filed.priority = each.priority
                and (filed.created_at, filed.id) < (from_at, from_id)
              order by filed.created_at desc, filed.id desc limit room) as listed
          order by listed.created_at desc, listed.id desc limit room;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.prepare_invited_account (
  token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    given public.invitations := private.invitation_of(token);
    state text := private.invitation_state(given);
    has_account boolean;
  begin
    if given.id is not null and state = 'open' then
      delete from auth.users where lower(email) = given.email and email_confirmed_at is null;
    end if;
    has_account := exists (select from auth.users where lower(email) = given.email);
    -- The form that was sent twice comes back after it has been accepted.
    if given.id is null or state <> 'open' and not (state = 'accepted' and has_account) then
      return null;
    end if;
    return jsonb_build_object('email', given.email, 'has_account', has_account);
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_receipt (
  item     uuid,
  receiver text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.has_room_for_receipt(receiver) then
      perform pg_advisory_xact_lock(hashtextextended('receipts', 0));
      if private.has_room_for_receipt(receiver) then
        perform private.enqueue_mail('receipt', 'receipt.' || item, jsonb_build_object('item', item), address => receiver);
      end if;
    end if;
  exception when lock_not_available then
    null;
  end $function$;

CREATE OR REPLACE FUNCTION private.receipt_mail (
  item uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind,
        'source', (select sent.source from public.contact_submissions as sent where sent.id = line.contact_id),
        'reference', private.reference_of_item(line),
        'answer_by', case when line.state in ('new', 'open') then line.due_at end))
      from public.inbox_items as line where line.id = item and line.state <> 'spam'
  $function$;

CREATE OR REPLACE FUNCTION private.receiver_of (
  person uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with recursive way as (
      select person as user_id, array[person] as seen
        where person is distinct from (select private.current_user_id())
      union all
      select absence.stand_in, way.seen || absence.stand_in
        from way join private.absences as absence on absence.user_id = way.user_id
        where absence.until >= private.today() and absence.stand_in <> all (way.seen))
    select coalesce((select user_id from way where not private.is_away(user_id)), person)
  $function$;

CREATE OR REPLACE FUNCTION private.reference_of (
  id uuid
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + part.value % 20, 1) || part.value / 20 % 10, '' order by place)
      from generate_series(0, 3) as place
      cross join lateral (select get_byte(uuid_send(id), place) as value) as part
  $function$;

CREATE OR REPLACE FUNCTION private.reference_of_item (
  line public.inbox_items
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.reference_of(coalesce(sent.form_id, sent.id)) from (
      select form_id, id from public.contact_submissions where id = (line).contact_id
      union all
      select form_id, id from public.public_job_submissions where id = (line).posting_id
      union all
      select form_id, id from public.consultation_requests where id = (line).consultation_id) as sent
  $function$;

CREATE OR REPLACE FUNCTION private.remove_member (
  person  uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.hold_owned_company();
    successor public.client_members;
    is_contact boolean := exists (select from public.clients where id = company and contact_user_id = person);
  begin
    if contact is not null then
      select * into successor from public.client_members as member
        where member.user_id = contact and member.client_id = company and contact <> person for share;
      if not found then
        raise exception 'member_not_found' using errcode = 'PT404';
      elsif successor.full_name is null then
        raise exception 'name_missing' using errcode = 'PT422';
      end if;
    end if;
    perform private.change_membership(person, null, true, null);
    if is_contact and contact is not null then
      update public.clients as client
        set (contact_user_id, full_name, phone) = (contact, successor.full_name, coalesce(successor.phone, client.phone))
        where client.id = company;
      perform private.log_activity('company_changed', 'client', company, fields => array['full_name', 'phone']);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_open_requirement (
  requirement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from private.open_requirements as held where held.requirement_id = requirement for update;
    delete from private.open_requirements as held using public.job_requirements as filed
      where held.requirement_id = requirement and filed.id = requirement
        and filed.status = any (private.closed_statuses());
    insert into private.open_requirements as held
      select filed.id, filed.recruiter_id, filed.status, filed.priority, filed.created_at,
             coalesce(filed.deadline, '2999-12-31'),
             greatest(filed.created_at,
               (select event.created_at from public.requirement_events as event
                  where event.requirement_id = filed.id and event.for_client
                  order by event.created_at desc, event.id desc limit 1),
               (select said.created_at from public.requirement_messages as said
                  where said.requirement_id = filed.id order by said.created_at desc, said.id desc limit 1)),
             private.waits_for(filed.id)
        from public.job_requirements as filed
        where filed.id = requirement and filed.status = any (private.open_statuses())
      on conflict (requirement_id) do update
        set (recruiter_id, status, priority, deadline, last_word_at, waits_for) =
            (excluded.recruiter_id, excluded.status, excluded.priority, excluded.deadline, excluded.last_word_at,
             excluded.waits_for);
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = made.words
      from (select line.id, case line.kind when 'contact' then private.searchable_enquiry(to_jsonb(contact))
                                           when 'posting' then private.searchable_enquiry(to_jsonb(posting))
                                           when 'consultation' then private.searchable_enquiry(to_jsonb(consultation))
                                           else private.searchable_requirement(filed) end as words
              from public.inbox_items as line
              left join public.contact_submissions as contact on contact.id = line.contact_id
              left join public.public_job_submissions as posting on posting.id = line.posting_id
              left join public.consultation_requests as consultation on consultation.id = line.consultation_id
              left join public.job_requirements as filed on filed.id = line.requirement_id) as made
      where made.id = item.id and item.search <> made.words;
    get diagnostics renewed = row_count;
    return renewed;
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
    next_assignee := private.receiver_of(case when returned.state in ('done', 'spam') then coalesce(in_charge, holder)
                                              else coalesce(holder, in_charge) end);
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

CREATE OR REPLACE FUNCTION private.require_self_or_admin (
  person uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    if caller <> person and not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    elsif not private.is_team(person) then
      raise exception 'person_not_found' using errcode = 'PT404';
    end if;
    return caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_successor (
  person    uuid,
  successor uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if successor = person or not private.is_team(successor) then
      raise exception 'not_of_the_team' using errcode = 'PT422';
    elsif private.is_away(successor) then
      raise exception 'successor_away' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_news (
  person      uuid,
  requirement uuid,
  events      uuid[],
  messages    uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    filed public.job_requirements;
    acting public.side;
    news jsonb;
  begin
    select * into filed from public.job_requirements where id = requirement;
    acting := private.told_as(person, filed);
    if acting is null then
      return null;
    end if;
    news := private.message_news(person, filed, messages)
      || case acting when 'team' then private.recruiter_news(person, filed, events)
                     else private.company_news(person, filed, events) end;
    if jsonb_strip_nulls(news) - array['company', 'authors']
       <@ '{"messages": 0, "is_withdrawn": false, "is_new": false}' then
      return null;
    end if;
    return jsonb_strip_nulls(news || jsonb_build_object(
        'id', filed.id, 'title', filed.job_title,
        'may_answer', case when acting = 'company' then private.may_answer(person, filed) end))
      || private.outlook_of(filed);
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable_enquiry (
  entries jsonb
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.searchable(entries)
      || array_to_tsvector(array[lower(private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid))])
  $function$;

CREATE OR REPLACE FUNCTION private.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_self_or_admin(person);
  begin
    perform from public.user_roles where user_id in (caller, person, stand_in) order by user_id for share;
    perform private.require_self_or_admin(person);
    perform private.require_successor(person, stand_in);
    if until is null or until < private.today() or until > private.today() + 366 then
      raise exception 'absence_day' using errcode = 'PT422';
    end if;
    insert into private.absences as held (user_id, until, stand_in) values (person, set_absence.until, set_absence.stand_in)
      on conflict (user_id) do update set until = excluded.until, stand_in = excluded.stand_in
        where (held.until, held.stand_in) is distinct from (excluded.until, excluded.stand_in);
    if found then
      perform private.log_activity('absence_set', 'person', person, stand_in);
    end if;
    return not coalesce(hands_over, false) or private.give_work(person, stand_in);
  end $function$;

CREATE OR REPLACE FUNCTION private.set_message_quotes (
  seen   integer,
  wanted boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
  begin
    select * into held from public.clients where id = company;
    if held.quotes_messages = wanted then
      return;
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    perform private.count_for_company(company, 'settings');
    update public.clients set quotes_messages = wanted where id = company;
    perform private.log_activity('company_changed', 'client', company, fields => array['quotes_messages'],
                                 old_value => held.quotes_messages::text, new_value => wanted::text);
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
    person := private.receiver_of(person);
    update public.job_requirements set recruiter_id = person where id = requirement returning version into now_at;
    if held.recruiter_id is distinct from person then
      perform private.log_activity('recruiter_named', 'requirement', requirement, person);
    end if;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.silent_since()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select now() - interval '5 days' $function$;

CREATE OR REPLACE FUNCTION private.stamp_log_company()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.client_id := private.company_of(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.team_frame()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return jsonb_build_object(
      'role', (select role from public.user_roles where user_id = caller),
      'team', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                          'user_id', colleague.user_id, 'display_name', colleague.display_name,
                          'away_until', absence.until, 'stand_in', absence.stand_in))
                        order by colleague.display_name, colleague.user_id), '[]')
                 from public.team_members as colleague
                 left join private.absences as absence
                   on absence.user_id = colleague.user_id and absence.until >= private.today()),
      'former', (select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'display_name', display_name)
                                           order by left_at desc, user_id), '[]')
                   from (select * from private.former_colleagues order by left_at desc, user_id limit 200) as left_lately),
      'counts', (select jsonb_object_agg(item_group, items) from private.count_inbox()));
  end $function$;

CREATE OR REPLACE FUNCTION private.today()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select (now() at time zone 'Asia/Kolkata')::date $function$;

CREATE OR REPLACE FUNCTION private.track_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement uuid := (select line.requirement_id from public.inbox_items as line where line.id = new.item_id);
  begin
    if requirement is not null then
      perform private.renew_open_requirement(requirement);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.track_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.renew_open_requirement(new.requirement_id);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.waits_for (
  requirement uuid
)
  RETURNS public.side
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case
      when private.answer_due(waits_for.requirement) is not null then 'team'::public.side
      when exists (select from (select said.side, said.created_at from public.requirement_messages as said
                                  where said.requirement_id = waits_for.requirement
                                  order by said.created_at desc, said.id desc limit 1) as last
                     where last.side = 'team' and not exists (
                       select from public.requirement_events as event
                         where event.requirement_id = waits_for.requirement and event.side = 'company'
                           and event.created_at > last.created_at))
        or exists (select from public.inbox_items as line
                     where line.requirement_id = waits_for.requirement and line.state = 'waiting')
        then 'company' end
  $function$;

CREATE OR REPLACE FUNCTION private.work_group (
  held private.open_requirements
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case when (held).last_word_at < private.silent_since() then 'silent'
                when (held).deadline <= private.end_of_week() then 'deadline'
                when (held).recruiter_id is null then 'nobodys'
                when (held).waits_for = 'company' then 'waiting'
                else 'rest' end
  $function$;

CREATE OR REPLACE FUNCTION private.work_group_condition (
  wanted text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case wanted
      when 'silent' then 'last_word_at < $1'
      when 'deadline' then 'last_word_at >= $1 and deadline + 0 <= $2'
      when 'nobodys' then 'last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is null'
      when 'waiting' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for = 'company' $sql$
      when 'rest' then $sql$ last_word_at >= $1 and deadline + 0 > $2 and recruiter_id is not null
        and waits_for is distinct from 'company' $sql$
      when 'all' then 'true'
    end
  $function$;

CREATE OR REPLACE FUNCTION private.work_groups()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['silent', 'deadline', 'nobodys', 'waiting', 'rest'] $function$;

CREATE OR REPLACE FUNCTION private.work_in_hand (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_self_or_admin(person);
    return (
      with requirements as materialized (
        select client_id from public.job_requirements
          where recruiter_id = person and status = any (private.open_statuses()) limit 1000)
      select jsonb_build_object(
        'requirements', (select count(*) from requirements),
        'companies', (select count(distinct client_id) from requirements),
        'items', (select count(*) from (
          select from public.inbox_items
            where assignee = person and state in ('new', 'open', 'waiting')
              and (claim_expires_at <= now()) is not true limit 1000) as line)));
  end $function$;

CREATE OR REPLACE FUNCTION private.work_key (
  sort text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case sort when 'word' then 'last_word_at' when 'deadline' then 'deadline' when 'age' then 'filed_at' end $function$;

CREATE OR REPLACE FUNCTION public.count_open_requirements (
  status   public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose    text                        DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.count_open_requirements(status, priority, whose) $function$;

REVOKE ALL ON FUNCTION "public"."count_open_requirements"(public.requirement_status, public.requirement_priority, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.dashboard_page (
  page_size   integer,
  wanted      public.requirement_status DEFAULT NULL::public.requirement_status,
  only_unread boolean                   DEFAULT false,
  before_at   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                      DEFAULT NULL::uuid,
  words       text                      DEFAULT NULL::text,
  sort        text                      DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.deadline,
               filed.recruiter_id,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
            with ordinality as page (id, sort_key, place)
          join public.job_requirements as filed on filed.id = page.id) as listed), '[]'))
  $function$;

REVOKE ALL ON FUNCTION "public"."dashboard_page"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.end_absence (
  person uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.end_absence(person) $function$;

REVOKE ALL ON FUNCTION "public"."end_absence"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_requirements (
  status    public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority  public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose     text                        DEFAULT NULL::text,
  client    uuid                        DEFAULT NULL::uuid,
  words     text                        DEFAULT NULL::text,
  after_key timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                        DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    job_type             public.job_type,
    department           text,
    location             text,
    remote_allowed       boolean,
    min_experience       integer,
    max_experience       integer,
    min_salary           numeric,
    max_salary           numeric,
    currency             public.currency_code,
    required_skills      text[],
    preferred_skills     text[],
    positions_count      integer,
    positions_filled     integer,
    expected_start_date  date,
    deadline             date,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    closed_reason        text,
    recruiter_id         uuid,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_requirements(status, priority, whose, client, words, after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.give_requirements (
  requirements uuid[],
  seen         integer[],
  person       uuid      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    requirement_id uuid,
    outcome        text,
    job_title      text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.give_requirements(requirements, seen, person) $function$;

REVOKE ALL ON FUNCTION "public"."give_requirements"(uuid[], integer[], uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_activity (
  person   uuid                     DEFAULT NULL::uuid,
  deed     text                     DEFAULT NULL::text,
  company  text                     DEFAULT NULL::text,
  since    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id           uuid,
    actor        uuid,
    action       text,
    subject_kind text,
    subject      uuid,
    other        uuid,
    fields       text[],
    old_value    text,
    new_value    text,
    created_at   timestamp with time zone,
    client_id    uuid,
    company_name text,
    job_title    text,
    is_there     boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_activity(person, deed, company, since, before, after_at, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_group (
  only_group  text,
  kind        public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state       public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose       text                     DEFAULT NULL::text,
  suspect     boolean                  DEFAULT NULL::boolean,
  words       text                     DEFAULT NULL::text,
  sort        text                     DEFAULT NULL::text,
  descending  boolean                  DEFAULT NULL::boolean,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean,
    source           text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_inbox (
  kind        public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state       public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose       text                     DEFAULT NULL::text,
  suspect     boolean                  DEFAULT NULL::boolean,
  words       text                     DEFAULT NULL::text,
  sort        text                     DEFAULT NULL::text,
  descending  boolean                  DEFAULT NULL::boolean,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean,
    source           text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_open_requirements (
  status      public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority    public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose       text                        DEFAULT NULL::text,
  only_group  text                        DEFAULT NULL::text,
  sort        text                        DEFAULT NULL::text,
  descending  boolean                     DEFAULT NULL::boolean,
  after_group text                        DEFAULT NULL::text,
  after_key   timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                        DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                   uuid,
    item_group           text,
    sort_key             timestamp with time zone,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_open_requirements(status, priority, whose, only_group, sort, descending, after_group,
                                                 after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_requirements (
  status    public.requirement_status   DEFAULT NULL::public.requirement_status,
  priority  public.requirement_priority DEFAULT NULL::public.requirement_priority,
  whose     text                        DEFAULT NULL::text,
  client    uuid                        DEFAULT NULL::uuid,
  words     text                        DEFAULT NULL::text,
  after_key timestamp with time zone    DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                        DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                   uuid,
    job_title            text,
    location             text,
    client_id            uuid,
    company              text,
    requirement_status   public.requirement_status,
    requirement_priority public.requirement_priority,
    positions_count      integer,
    positions_filled     integer,
    recruiter_id         uuid,
    deadline             date,
    created_at           timestamp with time zone,
    updated_at           timestamp with time zone,
    version              integer,
    last_word_at         timestamp with time zone,
    waits_for            public.side
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_requirements(status, priority, whose, client, words, after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_day()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.my_day() $function$;

REVOKE ALL ON FUNCTION "public"."my_day"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.prepare_invited_account (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.prepare_invited_account(token) $function$;

REVOKE ALL ON FUNCTION "public"."prepare_invited_account"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.remove_member (
  person  uuid,
  contact uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.remove_member(person, contact) $function$;

REVOKE ALL ON FUNCTION "public"."remove_member"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remove_team_member (
  person    uuid,
  successor uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.change_team_role(person, null, true, successor) $function$;

REVOKE ALL ON FUNCTION "public"."remove_team_member"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_absence (
  person     uuid,
  until      date,
  stand_in   uuid,
  hands_over boolean DEFAULT false
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_absence(person, until, stand_in, hands_over) $function$;

REVOKE ALL ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_message_quotes (
  seen   integer,
  wanted boolean
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_message_quotes(seen, wanted) $function$;

REVOKE ALL ON FUNCTION "public"."set_message_quotes"(integer, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_team_role (
  person   uuid,
  new_role public.app_role
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.change_team_role(person, new_role, false, null) $function$;

CREATE OR REPLACE FUNCTION public.work_in_hand (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.work_in_hand(person) $function$;

REVOKE ALL ON FUNCTION "public"."work_in_hand"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."absences"
  ADD CONSTRAINT "absences_stand_in_fkey" FOREIGN KEY (stand_in) REFERENCES public.team_members(user_id) ON DELETE CASCADE;

ALTER TABLE "private"."absences"
  ADD CONSTRAINT "absences_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.team_members(user_id) ON DELETE CASCADE;

ALTER TABLE "private"."company_counts"
  ADD CONSTRAINT "company_counts_kind_check" CHECK ((kind = ANY (ARRAY['edits'::text, 'messages'::text, 'renames'::text, 'own_names'::text, 'accesses'::text, 'settings'::text])));

ALTER TABLE "private"."open_requirements"
  ADD CONSTRAINT "open_requirements_requirement_id_fkey" FOREIGN KEY (requirement_id) REFERENCES public.job_requirements(id) ON DELETE CASCADE;

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'requirement_converted'::text, 'requirement_event'::text, 'requirement_message'::text, 'inbox_summary'::text, 'item_reply'::text, 'receipt'::text])));

CREATE VIEW "private"."inbox_lines" AS  SELECT item.id,
    item.kind,
    item.state,
    item.assignee,
    item.claim_expires_at,
    item.due_at,
    item.first_seen_at,
    item.last_activity_at,
    item.is_suspect,
    item.version,
    item.created_at,
    item.contact_id,
    item.posting_id,
    item.consultation_id,
    item.requirement_id,
    COALESCE(contact.name, posting.contact_name, ((consultation.first_name || ' '::text) || consultation.last_name), member.full_name, client.full_name) AS sender,
        CASE
            WHEN (num_nonnulls(contact.id, posting.id, consultation.id) = 1) THEN COALESCE(contact.email, posting.contact_email, consultation.email)
            ELSE (COALESCE(person.email, maker.email))::text
        END AS email,
        CASE
            WHEN (num_nonnulls(contact.id, posting.id, consultation.id) = 1) THEN COALESCE(contact.phone, posting.phone, consultation.phone)
            WHEN (person.id IS NOT NULL) THEN member.phone
            ELSE client.phone
        END AS phone,
    COALESCE(client.company_name, contact.company, posting.company, consultation.company) AS company,
    COALESCE(requirement.job_title, posting.job_title, contact.requirement, consultation.needs) AS subject,
    item.is_flood,
        CASE
            WHEN (item.kind = 'contact'::public.inbox_kind) THEN contact.source
            ELSE NULL::text
        END AS source
   FROM ((((((((public.inbox_items item
     LEFT JOIN public.job_requirements requirement ON ((requirement.id = item.requirement_id)))
     LEFT JOIN public.contact_submissions contact ON ((contact.id = COALESCE(item.contact_id, requirement.source_contact_id))))
     LEFT JOIN public.public_job_submissions posting ON ((posting.id = COALESCE(item.posting_id, requirement.source_posting_id))))
     LEFT JOIN public.consultation_requests consultation ON ((consultation.id = COALESCE(item.consultation_id, requirement.source_consultation_id))))
     LEFT JOIN public.clients client ON ((client.id = requirement.client_id)))
     LEFT JOIN auth.users person ON ((person.id = requirement.submitted_by)))
     LEFT JOIN public.client_members member ON ((member.user_id = requirement.submitted_by)))
     LEFT JOIN auth.users maker ON ((maker.id = client.user_id)));

CREATE INDEX absences_stand_in ON private.absences USING btree (stand_in);

CREATE INDEX open_requirements_asked ON private.open_requirements USING btree (recruiter_id, last_word_at, requirement_id)
  WHERE (waits_for = 'team'::public.side);

CREATE INDEX open_requirements_deadline ON private.open_requirements USING btree (status, priority, deadline, requirement_id);

CREATE INDEX open_requirements_filed ON private.open_requirements USING btree (status, priority, filed_at, requirement_id);

CREATE INDEX open_requirements_nobodys ON private.open_requirements USING btree (status, priority, last_word_at, requirement_id) INCLUDE (deadline)
  WHERE (recruiter_id IS NULL);

CREATE INDEX open_requirements_recruiter_deadline ON private.open_requirements USING btree (recruiter_id, status, priority, deadline, requirement_id);

CREATE INDEX open_requirements_recruiter_filed ON private.open_requirements USING btree (recruiter_id, status, priority, filed_at, requirement_id);

CREATE INDEX open_requirements_recruiter_word ON private.open_requirements USING btree (recruiter_id, status, priority, last_word_at, requirement_id) INCLUDE (deadline, waits_for);

CREATE INDEX open_requirements_word ON private.open_requirements USING btree (status, priority, last_word_at, requirement_id) INCLUDE (recruiter_id, deadline, waits_for);

CREATE INDEX activity_log_action ON public.activity_log USING btree (action, created_at DESC, id DESC);

CREATE INDEX activity_log_actor ON public.activity_log USING btree (actor, created_at DESC, id DESC);

CREATE INDEX activity_log_client ON public.activity_log USING btree (client_id, created_at DESC, id DESC);

CREATE INDEX job_requirements_client_deadline ON public.job_requirements USING btree (client_id, status, priority, COALESCE(deadline, '2999-12-31'::date), id);

CREATE INDEX mail_outbox_receipts ON public.mail_outbox USING btree (created_at)
  WHERE (template = 'receipt'::text);

CREATE TRIGGER confirm_invited
  BEFORE INSERT OR UPDATE OF raw_user_meta_data ON auth.users
  FOR EACH ROW
  WHEN ((new.raw_user_meta_data ? 'invitation_token'::text))
  EXECUTE FUNCTION private.confirm_invited();

CREATE TRIGGER stamp_company
  BEFORE INSERT ON public.activity_log
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_log_company();

CREATE TRIGGER direct_item
  BEFORE UPDATE OF assignee ON public.inbox_items
  FOR EACH ROW
  WHEN (((new.assignee IS NOT NULL) AND (new.assignee IS DISTINCT FROM old.assignee)))
  EXECUTE FUNCTION private.direct_item();

CREATE TRIGGER mail_receipt
  AFTER INSERT ON public.inbox_items
  FOR EACH ROW
  WHEN (((new.kind <> 'requirement'::public.inbox_kind) AND (NOT new.is_suspect) AND (NOT new.is_flood)))
  EXECUTE FUNCTION private.mail_receipt();

CREATE TRIGGER track_item
  AFTER INSERT ON public.item_events
  FOR EACH ROW
  WHEN ((new.changes ? 'state'::text))
  EXECUTE FUNCTION private.track_item();

CREATE TRIGGER direct_new_requirement
  BEFORE INSERT ON public.job_requirements
  FOR EACH ROW
  WHEN ((new.recruiter_id IS NOT NULL))
  EXECUTE FUNCTION private.direct_requirement();

CREATE TRIGGER direct_requirement
  BEFORE UPDATE OF recruiter_id ON public.job_requirements
  FOR EACH ROW
  WHEN (((new.recruiter_id IS NOT NULL) AND (new.recruiter_id IS DISTINCT FROM old.recruiter_id)))
  EXECUTE FUNCTION private.direct_requirement();

CREATE TRIGGER forget_sent_token
  AFTER UPDATE OF sent_at ON public.mail_outbox
  FOR EACH ROW
  WHEN (((new.sent_at IS NOT NULL) AND (new.template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text]))))
  EXECUTE FUNCTION private.forget_sent_token();

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_events
  FOR EACH ROW
  EXECUTE FUNCTION private.track_requirement();

CREATE TRIGGER track_requirement
  AFTER INSERT ON public.requirement_messages
  FOR EACH ROW
  EXECUTE FUNCTION private.track_requirement();

CREATE TRIGGER hold_work
  BEFORE DELETE ON public.team_members
  FOR EACH ROW
  EXECUTE FUNCTION private.hold_work();

REVOKE ALL ON FUNCTION "private"."change_team_role"(uuid, public.app_role, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_team_role"(uuid, public.app_role, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."company_of"(public.activity_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_invited"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_open_requirements"(public.requirement_status, public.requirement_priority, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_open_requirements"(public.requirement_status, public.requirement_priority, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."day_of"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_sections"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."direct_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."direct_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_absence"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_absence"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."end_of_week"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."forget_sent_token"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_requirements"(uuid[], integer[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_requirements"(uuid[], integer[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."give_work"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_room_for_receipt"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_work"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_away"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_work"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL
  ON FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mail_receipt"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_answer"(uuid, public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_handed_over"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_receipts_an_hour"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_day"() TO "authenticated";

REVOKE ALL
  ON FUNCTION "private"."open_page"(uuid, public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid, integer)
  FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."outlook_of"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_requirements"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_requirements"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."prepare_invited_account"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_invited_account"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."queue_receipt"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receiver_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reference_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reference_of_item"(public.inbox_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_member"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_member"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."renew_open_requirement"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_self_or_admin"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_successor"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_enquiry"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_absence"(uuid, date, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_absence"(uuid, date, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_message_quotes"(integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_message_quotes"(integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."silent_since"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stamp_log_company"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."track_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."track_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waits_for"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_group"(private.open_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_group_condition"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_groups"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_in_hand"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."work_in_hand"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."work_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_open_requirements"(public.requirement_status, public.requirement_priority, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_open_requirements"(public.requirement_status, public.requirement_priority, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_open_requirements"(public.requirement_status, public.requirement_priority, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."dashboard_page"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."dashboard_page"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."dashboard_page"(integer, public.requirement_status, boolean, timestamp WITH time zone, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_absence"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."end_absence"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_absence"(uuid) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_requirements"(uuid[], integer[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_requirements"(uuid[], integer[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_requirements"(uuid[], integer[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_activity"(uuid, text, text, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_open_requirements"(public.requirement_status, public.requirement_priority, text, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_day"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_day"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_day"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."prepare_invited_account"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."prepare_invited_account"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."prepare_invited_account"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_member"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_member"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_member"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_team_member"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_team_member"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_team_member"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_absence"(uuid, date, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_message_quotes"(integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_message_quotes"(integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_message_quotes"(integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."work_in_hand"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."work_in_hand"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."work_in_hand"(uuid) TO "postgres";

-- Which company each line of the log is about, of what was logged before.
UPDATE public.activity_log AS entry SET client_id = private.company_of(entry);

-- What is open by now.
SELECT private.renew_open_requirement(id) FROM public.job_requirements WHERE status = any (private.open_statuses());
