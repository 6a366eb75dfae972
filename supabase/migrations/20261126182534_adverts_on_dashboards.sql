set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.adverts_for_reader (
  requirements uuid[]
)
  RETURNS TABLE (
    requirement_id   uuid,
    advertised_until date
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 21
  SET search_path TO ''
  AS $function$
    select advert.requirement_id, advert.closes_on from public.adverts as advert
      join public.job_requirements as requirement on requirement.id = advert.requirement_id
      where advert.requirement_id = any (requirements) and requirement.client_id = (select private.current_client_id())
        and private.is_advertised(advert)
  $function$;

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
    with page as materialized (
      select * from private.own_requirements(page_size, wanted, only_unread, before_at, before_id, words, sort)
        with ordinality as page (id, sort_key, place))
    select private.own_dashboard() || jsonb_build_object(
      'account', (select to_jsonb(account) from public.current_account as account),
      'requirements', coalesce((select jsonb_agg(to_jsonb(listed) - 'place' order by listed.place) from (
        select page.place, page.sort_key, requirement.id, requirement.job_title, requirement.job_type, requirement.location, requirement.status, requirement.closed_reason,
               requirement.priority, requirement.positions_count, requirement.positions_filled, requirement.created_at, requirement.deadline,
               requirement.recruiter_id, requirement.joining_date, due.answer_by, counted.counts as candidates,
               shown.advertised_until,
               coalesce((select waiting.unread from public.unread_messages as waiting
                          where waiting.requirement_id = requirement.id
                            and waiting.user_id = (select private.current_user_id())), 0) as unread
          from page
          join public.job_requirements as requirement on requirement.id = page.id
          left join private.counts_for_reader(array(select page.id from page)) as counted
            on counted.requirement_id = page.id
          left join private.answers_for_reader(array(select page.id from page)) as due
            on due.requirement_id = page.id
          left join private.adverts_for_reader(array(select page.id from page)) as shown
            on shown.requirement_id = page.id) as listed), '[]'))
  $function$;

REVOKE ALL ON FUNCTION "private"."adverts_for_reader"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."adverts_for_reader"(uuid[]) TO "authenticated";
