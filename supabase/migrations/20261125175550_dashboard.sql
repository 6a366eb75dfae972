set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."job_requirements_client_deadline";

DROP VIEW "public"."requirement_totals";

DROP FUNCTION "private"."visible_figures"();

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
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    company uuid := private.current_client_id();
    is_falling boolean := sort is null;
    query tsquery := private.search_query(words) && quote_literal(private.company_lexeme(company))::tsquery;
    found uuid[];
    unread uuid[];
  begin
    if sort not in ('oldest', 'deadline') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif words is not null and query is null then
      return;
    end if;
    if words is not null then
      found := private.find_by_words('public.inbox_items', query);
    end if;
    if found is not null then
      found := array(select item.requirement_id from public.inbox_items as item where item.id = any (found));
    end if;
    if only_unread then
      unread := array(select message.requirement_id from public.unread_messages as message
                        where message.user_id = private.current_user_id());
    end if;
    return query
      select requirement.id, listed.key
        from public.job_requirements as requirement
        cross join lateral (
          select case when sort = 'deadline' then coalesce(requirement.deadline, '2999-12-31')::timestamp at time zone 'UTC'
                      else requirement.created_at end as key) as listed
        where requirement.client_id = company
          and (wanted is null or requirement.status = wanted)
          and (unread is null or requirement.id = any (unread))
          and (found is null or requirement.id = any (found))
          and (words is null or found is not null
               or (select item.search @@ query from public.inbox_items as item where item.requirement_id = requirement.id))
          and (before_id is null or case when is_falling then (listed.key, requirement.id) < (before_at, before_id)
                                         else (listed.key, requirement.id) > (before_at, before_id) end)
        order by case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then requirement.id end, case when is_falling then requirement.id end desc
        limit least(greatest(size, 0), 100) + 1;
  end $function$;

CREATE OR REPLACE FUNCTION private.visible_figures()
  RETURNS TABLE (
    total     integer,
    active    integer,
    positions bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    select coalesce(sum(figures.total), 0)::integer, coalesce(sum(figures.active), 0)::integer,
           coalesce(sum(figures.positions), 0)::bigint
      from (select private.current_client_id() as id
            union
            select client.id from public.clients as client where (select private.may_export())) as readable
      cross join lateral private.requirement_figures(readable.id) as figures
  $function$;

CREATE VIEW "public"."requirement_totals" WITH (security_invoker=true) AS  SELECT total,
    active,
    positions
   FROM private.visible_figures() visible_figures(total, active, positions);

REVOKE ALL ON TABLE "public"."requirement_totals" FROM "anon";

-- first: create index concurrently if not exists job_requirements_client_deadline_at ON public.job_requirements USING btree (client_id, ((COALESCE(deadline, '2999-12-31'::date))::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), id);
CREATE INDEX IF NOT EXISTS job_requirements_client_deadline_at ON public.job_requirements USING btree (client_id, ((COALESCE(deadline, '2999-12-31'::date))::timestamp WITHOUT time zone AT TIME ZONE 'UTC'::text), id);

REVOKE ALL ON FUNCTION "private"."visible_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."visible_figures"() TO "authenticated";

REVOKE ALL ON TABLE "public"."requirement_totals" FROM "authenticated";

GRANT SELECT ON TABLE "public"."requirement_totals" TO "authenticated";

REVOKE ALL ON TABLE "public"."requirement_totals" FROM "postgres";

GRANT ALL ON TABLE "public"."requirement_totals" TO "postgres";

GRANT ALL ON TABLE "public"."requirement_totals" TO "service_role";
