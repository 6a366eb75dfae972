set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.answer_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with applicants as (
      select entry.applied_at, case when entry.state <> 'applied' then coalesce(entry.turned_down_at, (
               select min(event.created_at) from public.requirement_events as event
                 where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                   and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids))) end as answered_at, entry.state
        from public.shortlist_entries as entry
        where entry.applied_at > now() - interval '90 days'
    )
    select jsonb_build_object(
        'applied', count(*), 'answered', count(applicant.answered_at),
        'median_hours', ceil(extract(epoch from percentile_cont(0.5) within group (order by applicant.answered_at - applicant.applied_at))
                             / 3600)::integer)
      from applicants as applicant
      where applicant.state = 'applied' or applicant.answered_at is not null
      having count(*) >= 20
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
      join public.adverts as advert on advert.requirement_id = requirement.id
        and advert.opened_at is not null and advert.closed_at is null and private.is_advertised(advert) and advert.is_named
      where private.company_name(client.id) = public_jobs_of.company
  $function$;

CREATE OR REPLACE FUNCTION public.public_jobs_of (
  company text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.public_jobs_of(company) $function$;

REVOKE ALL ON FUNCTION "public"."public_jobs_of"(text) FROM PUBLIC, "service_role";

CREATE INDEX requirement_events_taken_on ON public.requirement_events USING btree (requirement_id, created_at)
  WHERE (TYPE = 'candidates_taken_on'::text);

CREATE INDEX shortlist_entries_applied_at ON public.shortlist_entries USING btree (applied_at)
  WHERE (applied_at IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."public_jobs_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_jobs_of"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."public_jobs_of"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."public_jobs_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."public_jobs_of"(text) TO "postgres";
