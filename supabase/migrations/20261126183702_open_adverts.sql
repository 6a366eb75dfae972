set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
        from words join private.open_adverts as listed on listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select newest.requirement_id, row_number() over (
                order by coalesce(newest.likeness, 0) > 0.1 desc, newest.is_near desc, newest.likeness desc nulls last,
                  newest.opened_at desc) as place
              from newest limit 3) as chosen
      join public.adverts as listed on listed.requirement_id = chosen.requirement_id
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
      from (select listed.slug, listed.updated_at, listed.opened_at, listed.requirement_id from private.open_adverts as listed
              order by listed.opened_at desc, listed.requirement_id limit 40000) as advert
  $function$;

CREATE OR REPLACE FUNCTION private.public_job_feed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(private.job_of(advert) - 'body' order by newest.opened_at desc, newest.requirement_id), '[]')
      from (select listed.requirement_id, listed.opened_at from private.open_adverts as listed
              order by listed.opened_at desc, listed.requirement_id limit 100) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
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
    has_no_word boolean := coalesce(private.is_filled(words) and wanted is null, false)
      or coalesce(private.is_filled(place) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, advert.work, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             not has_no_word and (wanted is null or advert.search @@ wanted) and (somewhere is null or advert.search @@ somewhere)
               as is_found
        from private.open_adverts as advert
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

CREATE OR REPLACE FUNCTION private.public_jobs_of (
  company text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object('slug', advert.slug, 'title', advert.title) order by advert.opened_at), '[]')
      from public.clients as client
      join public.job_requirements as requirement on requirement.client_id = client.id
      join private.open_adverts as advert on advert.requirement_id = requirement.id and advert.is_named
      where private.company_name(client.id) = public_jobs_of.company
  $function$;

CREATE VIEW "private"."open_adverts" AS  SELECT requirement_id,
    slug,
    title,
    place,
    work,
    is_remote,
    is_named,
    search,
    opened_at,
    updated_at
   FROM public.adverts advert
  WHERE ((opened_at IS NOT NULL) AND (closed_at IS NULL) AND (closes_on >= ( SELECT private.today() AS today)));
