-- What the public reads of adverts: the list of jobs, one job, and what search engines and feed readers take
-- (docs/decisions/hire.md). Nothing of a company that has not named itself, and nothing of who has applied.

-- The adverts that the public sees (private.is_advertised), for queries of many: the day is asked for once.
create view private.open_adverts as
  select advert.requirement_id, advert.slug, advert.title, advert.place, advert.work, advert.is_remote, advert.is_named, advert.search,
         advert.opened_at, advert.updated_at
    from public.adverts as advert
    where advert.opened_at is not null and advert.closed_at is null and advert.closes_on >= (select private.today());

-- An advert as a list tells it.
create function private.listed_job(advert public.adverts) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select private.job_of(advert) - array['body', 'updated_at']
  $$;

create index shortlist_entries_applied_at on public.shortlist_entries (applied_at) where applied_at is not null;
create index requirement_events_taken_on on public.requirement_events (requirement_id, created_at) where type = 'candidates_taken_on';

-- How those were answered who applied within ninety days: how many have their answer, of how many, and the hours within which half
-- of them had it. An answer is one once it can't be undone. Who has withdrawn before counts for neither. Null below twenty, where it tells of single people more than of us.
create function private.answer_record() returns jsonb
  language sql stable security definer set search_path = '' as $$
    with applicants as (
      select entry.applied_at, case when entry.state <> 'applied' then coalesce(entry.turned_down_at, (
               select min(event.created_at) from public.requirement_events as event
                 where event.requirement_id = entry.requirement_id and event.type = 'candidates_taken_on'
                   and event.created_at >= entry.applied_at and entry.id = any (event.entry_ids))) end as answered_at, entry.state
        from public.shortlist_entries as entry
        where entry.applied_at > now() - interval '90 days'
    )
    select jsonb_build_object(
        'applied', count(*), 'answered', count(*) filter (where applicant.is_told),
        'median_hours', ceil(extract(epoch from percentile_cont(0.5) within group (order by applicant.answered_at - applicant.applied_at)
                             filter (where applicant.is_told)) / 3600)::integer)
      from (select *, applicants.answered_at <= now() - private.applicant_answer_waits() as is_told from applicants) as applicant
      where applicant.state = 'applied' or applicant.answered_at is not null
      having count(*) >= 20
  $$;

-- Other jobs that the public sees and that are like one: of its words, in its place, the newest first among equals.
create function private.jobs_like(advert public.adverts) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
  $$;

-- One job by its address: while it takes applications, or that it is over; null for one that the public has never seen.
create function private.public_job(slug text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select case
        when private.is_advertised(advert) then jsonb_build_object(
          'state', 'open', 'job', private.job_of(advert), 'like', private.jobs_like(advert), 'record', private.answer_record())
        when advert.opened_at is not null then jsonb_build_object(
          'state', 'closed', 'title', advert.title, 'like', private.jobs_like(advert))
      end
      from public.adverts as advert where advert.slug = public_job.slug
  $$;
grant execute on function private.public_job to anon, authenticated;

-- The jobs that the public sees, twenty-five a page: of these words, in this place or from home, of this kind of work. Those come
-- first that are called so, then those that only tell of it, and the newest first. With it how many there are of each kind, and
-- where, for who looks for less or for more; of a search that finds nothing the newest jobs instead.
create function private.public_jobs(words text, place text, work text, page integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    wanted tsquery := private.search_query(words);
    somewhere tsquery := private.place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(words, 400)) and wanted is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
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
  end $$;
grant execute on function private.public_jobs to anon, authenticated;

-- The newest jobs, for who reads feeds.
create function private.public_job_feed() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(private.job_of(advert) - 'body' order by newest.opened_at desc, newest.requirement_id), '[]')
      from (select listed.requirement_id, listed.opened_at from private.open_adverts as listed
              order by listed.opened_at desc, listed.requirement_id limit 100) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
  $$;
grant execute on function private.public_job_feed to anon, authenticated;

-- Where every job is, and since when it says what it does, for search engines: as many as one file of them may name.
create function private.public_job_addresses() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object('slug', advert.slug, 'updated_at', advert.updated_at)
                      order by advert.opened_at desc, advert.requirement_id), '[]')
      from (select listed.slug, listed.updated_at, listed.opened_at, listed.requirement_id from private.open_adverts as listed
              order by listed.opened_at desc, listed.requirement_id limit 40000) as advert
  $$;
grant execute on function private.public_job_addresses to anon, authenticated;

-- The open jobs of a company that has named itself on them, by its name as they have it.
create function private.public_jobs_of(company text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object('slug', advert.slug, 'title', advert.title) order by advert.opened_at), '[]')
      from public.clients as client
      join public.job_requirements as requirement on requirement.client_id = client.id
      join private.open_adverts as advert on advert.requirement_id = requirement.id and advert.is_named
      where private.company_name(client.id) = public_jobs_of.company
  $$;
grant execute on function private.public_jobs_of to anon, authenticated;

-- # Exposed through the Data API

create function public.public_jobs_of(company text) returns jsonb
  language sql stable set search_path = '' as $$ select private.public_jobs_of(company) $$;
grant execute on function public.public_jobs_of to anon, authenticated;

create function public.public_job(slug text) returns jsonb
  language sql stable set search_path = '' as $$ select private.public_job(slug) $$;
grant execute on function public.public_job to anon, authenticated;

create function public.public_jobs(words text default null, place text default null, work text default null, page integer default 1)
  returns jsonb
  language sql stable set search_path = '' as $$ select private.public_jobs(words, place, work, page) $$;
grant execute on function public.public_jobs to anon, authenticated;

create function public.public_job_feed() returns jsonb
  language sql stable set search_path = '' as $$ select private.public_job_feed() $$;
grant execute on function public.public_job_feed to anon, authenticated;

create function public.public_job_addresses() returns jsonb
  language sql stable set search_path = '' as $$ select private.public_job_addresses() $$;
grant execute on function public.public_job_addresses to anon, authenticated;
