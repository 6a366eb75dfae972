set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.find_jobs (
  words      text,
  place      text,
  work       text,
  page       integer,
  takes_some boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    pay record := private.wanted_pay(words);
    terms tsquery[] := array(select private.job_word_query(word) from unnest(private.job_words(pay.others)) as word where takes_some);
    weights integer[] := array(select 1 + least(cardinality(private.craft_words(word)), 1) from unnest(private.job_words(pay.others)) as word
                                   where takes_some);
    wanted tsquery := case when takes_some then (select string_agg('(' || term::text || ')', ' | ')::tsquery from unnest(terms) as term)
                           else private.job_query(pay.others) end;
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(pay.others, 400)) and wanted is null and private.search_query(pay.others) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, advert.work, advert.is_remote, advert.opened_at, advert.search,
             somewhere is null or advert.search @@ somewhere as is_there,
             -- Of some of the words nobody asks where else they are.
             case when has_no_word or takes_some and not (somewhere is null or advert.search @@ somewhere) then 0
                  when pay.yearly is not null and advert.requirement_id not in (
                    select paying.requirement_id from public.adverts as paying
                      where paying.tells_pay and paying.pay_currency = 'INR'
                        and private.yearly_pay(coalesce(paying.max_pay, paying.min_pay), paying.pay_unit) >= pay.yearly) then 0
                  when takes_some then (select coalesce(sum(term.weight), 0) from unnest(terms, weights) as term (query, weight)
                                          where advert.search @@ term.query)
                  else (wanted is null or advert.search @@ wanted)::integer end as share
        from private.open_adverts as advert
    ), matching as materialized (
      select job.requirement_id, job.opened_at, private.kinds_of_work(job.work) as kinds,
             wanted is not null and ts_rank('{0,0,0,1}', job.search, wanted) > 0 as is_called_so
        from jobs as job
        where job.is_there and job.share > 0 and job.share = (select max(best.share) from jobs as best where best.is_there)
    ), found as (
      select matching.* from matching where find_jobs.work is null or find_jobs.work = any (matching.kinds)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.is_called_so desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), anywhere as (
      select job.place, job.is_remote from jobs as job where job.share > 0 and (find_jobs.work is null or find_jobs.work = any (private.kinds_of_work(job.work)))
    ), newest as (
      select job.requirement_id, row_number() over (order by job.opened_at desc, job.requirement_id) as rank
        from jobs as job where not exists (select from found) order by rank limit 5
    )
    select jsonb_build_object(
        'region', private.searched_region(place),
        'open', (select count(*) from jobs), 'found', (select count(*) from found), 'page', asked_page,
        'jobs', (select coalesce(jsonb_agg(private.listed_job(advert) order by listed.rank), '[]')
                   from listed join public.adverts as advert on advert.requirement_id = listed.requirement_id),
        'newest', (select coalesce(jsonb_agg(private.listed_job(advert) order by newest.rank), '[]')
                     from newest join public.adverts as advert on advert.requirement_id = newest.requirement_id),
        'of_any_kind', (select count(*) from matching),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select called.work, count(*) as jobs
                            from matching cross join lateral unnest(matching.kinds) as called (work) group by called.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from anywhere as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from anywhere as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_requirement (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'requirement', to_jsonb(requirement_row),
               'company', client.company_name,
               'joined', private.who_joined(requirement_row.id),
               'candidates', private.candidate_counts(requirement_row.id) || private.applicant_counts(requirement_row.id),
               -- When whoever is turned down now is told (private.by_day).
               'mailed_at', private.answer_mailed_at(),
               -- Of those the ones who wait, as sites of before 27 November 2026, 10:00, read them.
               'applicants', (select count(*) from public.shortlist_entries as entry
                                where entry.requirement_id = requirement_row.id and entry.state = 'applied'),
               -- When either side last said something, and who is to answer; null for one that is closed.
               'last_contact', (
                 select jsonb_build_object('at', listed.last_word_at, 'waits_for', listed.waits_for)
                   from private.open_requirements as listed where listed.requirement_id = requirement_row.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = requirement_row.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = read_requirement.requirement);
  end $function$;
