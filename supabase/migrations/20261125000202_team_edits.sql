SET local check_function_bodies = off;

DROP FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text);

DROP FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text);

DROP FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid);

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "positions_filled" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."job_requirements"
  ADD COLUMN "joining_date" date;

CREATE OR REPLACE FUNCTION private.apply_edit (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 and exists (
                       select %1$s from private.with_entries($1, $2)
                       except select %1$s from public.job_requirements where id = $3)
                     returning version', columns) into now_at using held, entries, requirement;
    return coalesce(now_at, held.version);
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
    recruiter := case when is_begun and not private.is_team(held.recruiter_id) then person else held.recruiter_id end;
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

CREATE OR REPLACE FUNCTION private.company_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                        order by told.created_at, told.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end)
      from changed
  $function$;

CREATE OR REPLACE FUNCTION private.edit_requirement (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.apply_edit(requirement, seen, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_requirement_as_team (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    return private.apply_edit(requirement, seen, entries);
  end $function$;

CREATE OR REPLACE FUNCTION private.edited_in (
  events uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_agg(field order by place)
      from unnest(private.requirement_fields()) with ordinality as listed (field, place)
      where exists (select from public.requirement_events as event
                     where event.id = any (events) and event.type = 'edited' and event.changes ? field)
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
    version              integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select filed.id, filed.job_title, filed.location, filed.client_id, company.company_name, filed.status,
           filed.priority, filed.positions_count, filed.positions_filled, filed.recruiter_id, filed.deadline,
           filed.created_at, filed.updated_at, filed.version
      from caller
      cross join lateral private.requirements_page(caller.id, status, priority, whose, client, words, after_key, after_id,
                                                   26) with ordinality as page (requirement_id, place)
      join public.job_requirements as filed on filed.id = page.requirement_id
      join public.clients as company on company.id = filed.client_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.mail_requirement_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team')
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.record_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when new.source_posting_id is null then 'created' else 'converted' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end,
          'positions_filled', case when new.status = 'filled'
                                then jsonb_build_array(old.positions_filled, new.positions_filled) end,
          'joining_date', case when new.status = 'filled' and new.joining_date is not null
                            then jsonb_build_array(old.joining_date, new.joining_date) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(to_jsonb(old) -> field, to_jsonb(new) -> field) end)
      into edits from unnest(private.requirement_fields()) as field
      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field;
    if edits is not null then
      if acting = 'company' then
        perform private.count_for_company(new.client_id, 'edits');
      end if;
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.recruiter_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end)
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_frame (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'positions_count', filed.positions_count, 'positions_filled', filed.positions_filled,
        'joining_date', filed.joining_date, 'version', filed.version, 'currency', filed.currency,
        'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.withdraw_requirement (
  requirement uuid,
  seen        integer,
  reason      text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.change_requirement_status(requirement, seen, 'cancelled', reason, null, null, null);
  end $function$;

CREATE OR REPLACE FUNCTION public.change_requirement_status (
  requirement uuid,
  seen        integer,
  status      public.requirement_status,
  reason      text                      DEFAULT NULL::text,
  person      uuid                      DEFAULT NULL::uuid,
  filled      integer                   DEFAULT NULL::integer,
  joining     date                      DEFAULT NULL::date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.change_requirement_status(requirement, seen, status, reason, person, filled, joining)
  $function$;

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.dashboard_page (
  page_size   integer,
  wanted      public.requirement_status DEFAULT NULL::public.requirement_status,
  only_unread boolean                   DEFAULT false,
  before_at   timestamp with time zone  DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                      DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select public.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed)) from (
        select filed.id, filed.job_title, filed.job_type, filed.location, filed.status, filed.closed_reason,
               filed.priority, filed.positions_count, filed.positions_filled, filed.created_at, filed.recruiter_id,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = filed.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from private.own_requirements(page_size, wanted, only_unread, before_at, before_id) as page
          join public.job_requirements as filed on filed.id = page.id
          order by filed.created_at desc, filed.id desc) as listed), '[]'))
  $function$;

CREATE OR REPLACE FUNCTION public.edit_requirement_as_team (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.edit_requirement_as_team(requirement, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) FROM PUBLIC, "anon", "service_role";

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
    version              integer
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

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_joining_date_check" CHECK (((joining_date >= '1900-01-01'::date) AND (joining_date <= '2999-12-31'::date)));

ALTER TABLE "public"."job_requirements"
  ADD CONSTRAINT "job_requirements_positions_filled_check" CHECK (((positions_filled >= 0) AND (positions_filled <= 100000)));

REVOKE ALL ON FUNCTION "private"."apply_edit"(uuid, integer, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."edit_requirement_as_team"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edit_requirement_as_team"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."edited_in"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_requirement_status"(uuid, integer, public.requirement_status, text, uuid, integer, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_requirement_as_team"(uuid, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requirements"(public.requirement_status, public.requirement_priority, text, uuid, text, timestamp WITH time zone, uuid) TO "postgres";
