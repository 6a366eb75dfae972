set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "stamp_search" ON "public"."adverts";

CREATE OR REPLACE FUNCTION private.answer_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with answers as (
      select entry.turned_down_at, entry.state, entry.applied_at,
             coalesce(entry.turned_down_at, (
               select min(event.created_at) from public.requirement_events as event
                 where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                   and event.created_at >= entry.applied_at)) as answered_at
        from public.shortlist_entries as entry
        where entry.applied_at > now() - interval '90 days'
    )
    select jsonb_build_object(
        'applied', count(*),
        'answered', count(*) filter (where answer.state <> 'applied'),
        'median_hours', ceil(extract(epoch from percentile_cont(0.5) within group (order by answer.answered_at - answer.applied_at)
                               filter (where answer.state <> 'applied')) / 3600)::integer)
      from answers as answer
      having count(*) >= 20
  $function$;

CREATE OR REPLACE FUNCTION private.jobs_like (
  advert public.adverts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with words as materialized (
      select private.any_word_of(concat_ws(' ', (advert).title, array_to_string((advert).skills, ' '))) as query),
    newest as (
      select listed.requirement_id, listed.opened_at, ts_rank(listed.search, words.query) as likeness,
             private.city_key(listed.place) = private.city_key((advert).place) as is_near
        from words join public.adverts as listed
          on listed.opened_at is not null and listed.closed_at is null and private.is_advertised(listed)
            and listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select newest.requirement_id, row_number() over (
                order by coalesce(newest.likeness, 0) > 0.1 desc, newest.is_near desc, newest.likeness desc nulls last,
                  newest.opened_at desc) as place
              from newest limit 3) as chosen
      join public.adverts as listed on listed.requirement_id = chosen.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.listed_job (
  advert public.adverts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.job_of(advert) - array['body', 'updated_at']
  $function$;

CREATE OR REPLACE FUNCTION private.public_job (
  slug text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case
        when private.is_advertised(advert) then jsonb_build_object(
          'state', 'open', 'job', private.job_of(advert), 'like', private.jobs_like(advert), 'record', private.answer_record())
        when advert.opened_at is not null then jsonb_build_object(
          'state', 'closed', 'title', advert.title, 'like', private.jobs_like(advert))
      end
      from public.adverts as advert where advert.slug = public_job.slug
  $function$;

CREATE OR REPLACE FUNCTION private.public_job_addresses()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object('slug', advert.slug, 'updated_at', advert.updated_at)
                      order by advert.opened_at desc, advert.requirement_id), '[]')
      from (select listed.* from public.adverts as listed
              where listed.opened_at is not null and listed.closed_at is null and private.is_advertised(listed)
              order by listed.opened_at desc, listed.requirement_id limit 40000) as advert
  $function$;

CREATE OR REPLACE FUNCTION private.public_job_feed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(private.job_of(advert) - 'body' order by advert.opened_at desc, advert.requirement_id), '[]')
      from (select newest.* from public.adverts as newest
              where newest.opened_at is not null and newest.closed_at is null and private.is_advertised(newest)
              order by newest.opened_at desc, newest.requirement_id limit 100) as advert
  $function$;

CREATE OR REPLACE FUNCTION private.public_jobs (
  words text,
  place text,
  work  text,
  page  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted tsquery := private.search_query(words);
    somewhere tsquery := private.place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := private.is_filled(words) and wanted is null or private.is_filled(place) and somewhere is null;
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, advert.work, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             not has_no_word and (wanted is null or advert.search @@ wanted) and (somewhere is null or advert.search @@ somewhere)
               as is_found
        from public.adverts as advert
        where advert.opened_at is not null and advert.closed_at is null and private.is_advertised(advert)
    ), found as (
      select job.* from jobs as job
        where job.is_found and (public_jobs.work is null or job.work::text = public_jobs.work)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.is_called_so desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), newest as (
      select job.requirement_id, row_number() over (order by job.opened_at desc, job.requirement_id) as rank
        from jobs as job where not exists (select from found) order by rank limit 5
    )
    select jsonb_build_object(
        'open', (select count(*) from jobs), 'found', (select count(*) from found), 'page', asked_page,
        'jobs', (select coalesce(jsonb_agg(private.listed_job(advert) order by listed.rank), '[]')
                   from listed join public.adverts as advert on advert.requirement_id = listed.requirement_id),
        'newest', (select coalesce(jsonb_agg(private.listed_job(advert) order by newest.rank), '[]')
                     from newest join public.adverts as advert on advert.requirement_id = newest.requirement_id),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select job.work, count(*) as jobs from jobs as job where job.is_found group by job.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from jobs as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from jobs as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.stamp_advert_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := setweight(private.words_of(concat_ws(chr(10), new.title, array_to_string(new.skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), new.place, array_to_string(private.place_names(new.place), chr(10)), new.country,
           new.body, case when new.is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = new.requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', new.place, case when new.is_remote then 'remote, home, work from home, anywhere' end), new.country));
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.public_job (
  slug text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_job(slug) $function$;

REVOKE ALL ON FUNCTION "public"."public_job"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_job_addresses()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_job_addresses() $function$;

REVOKE ALL ON FUNCTION "public"."public_job_addresses"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_job_feed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_job_feed() $function$;

REVOKE ALL ON FUNCTION "public"."public_job_feed"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.public_jobs (
  words text    DEFAULT NULL::text,
  place text    DEFAULT NULL::text,
  work  text    DEFAULT NULL::text,
  page  integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_jobs(words, place, work, page) $function$;

REVOKE ALL ON FUNCTION "public"."public_jobs"(text, text, text, integer) FROM PUBLIC, "service_role";

CREATE TRIGGER stamp_search
  BEFORE INSERT OR UPDATE OF title, place, country, work, is_remote, skills, body, is_named ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_advert_search();

REVOKE ALL ON FUNCTION "private"."answer_record"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."jobs_like"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listed_job"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."public_job"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_job"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_job_addresses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_job_addresses"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_job_feed"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_job_feed"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_jobs"(text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_jobs"(text, text, text, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."public_job"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_job"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_addresses"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_job_addresses"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_addresses"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_feed"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_job_feed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_job_feed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs"(text, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_jobs"(text, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs"(text, text, text, integer) TO "postgres";
