set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.late_of (
  person uuid
)
  RETURNS TABLE (
    kind           text,
    item_id        uuid,
    requirement_id uuid,
    since          timestamp with time zone,
    people         integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select 'items', line.item_id, line.requirement_id, line.at, 0 from private.day_of_items(array[person]) as line where line.at < now()
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(array[person]) as listed where listed.section in ('candidates', 'waiting', 'empty')
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(array[person]) as listed where listed.section = 'asked' group by listed.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.list_late (
  person uuid,
  kind   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
                 'id', coalesce(item.id, listed.requirement_id), 'is_item', item.id is not null,
                 'version', coalesce(item.version, requirement.version),
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'since', listed.since, 'people', listed.people)
                 order by listed.since, listed.requirement_id, listed.item_id), '[]')
        from private.late_of(list_late.person) as listed
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id
        where listed.kind = list_late.kind);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_workload()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_manager();
    return jsonb_build_object(
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('person', colleague.user_id, 'late', late.counts)
                                  order by late.total desc, colleague.display_name, colleague.user_id), '[]')
          from public.team_members as colleague
          cross join lateral (
            select coalesce(jsonb_object_agg(counted.kind, counted.things), '{}') as counts, coalesce(sum(counted.things), 0) as total
              from (select listed.kind, count(*) as things from private.late_of(colleague.user_id) as listed
                      group by listed.kind) as counted) as late),
      'unassigned_requirements', (select least(count(*), 1000) from private.open_requirements as open_requirement
                                    where open_requirement.recruiter_id is null));
  end $function$;

CREATE OR REPLACE FUNCTION private.require_manager()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.may_export() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return private.current_user_id();
  end $function$;

CREATE OR REPLACE FUNCTION public.list_late (
  person uuid,
  kind   text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.list_late(person, kind) $function$;

REVOKE ALL ON FUNCTION "public"."list_late"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_workload()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_workload() $function$;

REVOKE ALL ON FUNCTION "public"."read_workload"() FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."late_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_late"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_late"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_workload"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_workload"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_manager"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_late"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_late"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_late"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_workload"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_workload"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_workload"() TO "postgres";
