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
-- of them had it. An answer is one once it can't be undone. Who has withdrawn before counts for neither, and who waits counts once
-- the two working days are over. Null below twenty, where it tells of single people more than of us.
create function private.answer_record() returns jsonb
  language sql stable security definer set search_path = '' as $$
    with applicants as (
      select entry.applied_at, case when entry.state <> 'applied' then coalesce(entry.turned_down_at, (
               -- One before was undone.
               select max(event.created_at) from public.requirement_events as event
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
      where applicant.is_told or private.working_days_after(applicant.applied_at, 2) < now()
        and (applicant.state = 'applied' or applicant.answered_at is not null)
      having count(*) >= 20
  $$;

-- The words of a title, or of skills, by which one job is like another: without those that say how high somebody stands, or that
-- many trades have.
create function private.craft_words(words text) returns text[]
  language sql immutable set search_path = '' as $$
    select coalesce(array_agg(lexeme), '{}') from unnest(to_tsvector('simple', private.spaced_text(words)))
      where lexeme <> all (private.idle_job_words() || array['and', 'analyst', 'assistant', 'associate', 'chief', 'consultant', 'deputy',
              'engineer', 'engineering', 'excel', 'executive', 'fresher', 'head', 'helper', 'incharge', 'junior', 'lead', 'manager', 'ms',
              'office', 'officer', 'operator', 'or', 'senior', 'specialist', 'sr', 'staff', 'supervisor', 'technician', 'to', 'trainee',
              'with', 'worker'])
  $$;

-- Other jobs that the public sees and that are like one: called like it by a word of their craft, or with two of its skills; those
-- that are called so first, then the nearest, the likest, of its kind of work, and the newest. Else none.
create function private.jobs_like(advert public.adverts) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with craft as materialized (
      select called.title, called.title || called.skills as words, private.city_key((advert).place) as city,
             (select string_agg(quote_literal(word) || ':A', ' | ')::tsquery from unnest(called.title || called.skills) as word) as query
        from (select private.craft_words((advert).title) as title,
                     private.craft_words(array_to_string((advert).skills, ' ')) as skills) as called
    ), newest as (
      select listed.requirement_id, listed.title, listed.search, listed.place, listed.work, listed.opened_at
        from private.open_adverts as listed where listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    ), compared as materialized (
      select newest.requirement_id, newest.opened_at, private.craft_words(newest.title) && craft.title as is_called_so,
             (select count(distinct word) from unnest(craft.words) as word
                where word = any (tsvector_to_array(ts_filter(newest.search, '{a}')))) as shared,
             private.city_key(newest.place) = craft.city as is_near, newest.work = (advert).work as is_same_work
        from craft join newest on newest.search @@ craft.query
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select compared.requirement_id, row_number() over (
                order by compared.is_called_so desc, compared.is_near desc, compared.shared desc, compared.is_same_work desc,
                         compared.opened_at desc) as place
              from compared where compared.is_called_so or compared.shared > 1 order by place limit 3) as chosen
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

-- What people call a job, its hours and its place in several ways: each of these names is read as the word, and looked for by all of
-- them. The word is looked for by the wider ones as well, and not these by it.
create function private.job_names() returns table (word text, names text[], wider text[])
  language sql immutable set search_path = '' as $$
    values ('hr', array['human resource', 'human resources'], '{}'::text[]),
      ('bpo', array['call centre', 'call center'], array['customer service']),
      ('fulltime', array['full time'], '{}'), ('parttime', array['part time'], '{}'),
      ('remote', array['work from home', 'working from home', 'wfh'], '{}'),
      ('delhi', '{}', array['ncr']), ('dilli', '{}', array['ncr']),
      ('qc', '{}', array['quality control', 'quality assurance', 'quality inspector', 'quality']),
      ('qa', '{}', array['quality control', 'quality assurance', 'quality inspector', 'quality'])
  $$;

-- A word as people look for a job by it, and what else that is called: "supervisors" is "supervisor", an accountant is in accounts
-- and accounting, and who says Delhi means the towns around it as well. A place by a short name is that place ("UP"), and of two
-- letters nothing else but what a job is called or asks for ("HP").
create function private.job_word_query(word text) returns tsquery
  language sql stable set search_path = '' as $$
    select string_agg('(' || part.query::text || ')', ' | ')::tsquery
      from (select case when length(word) = 2 and cardinality(private.same_place(word)) > 1 then (quote_literal(word) || ':A')::tsquery
                        else private.read_words(word) end as query
            union select private.place_query(word) where cardinality(private.same_place(word)) > 1
            union select (quote_literal(form) || ':*')::tsquery
              from unnest(private.skill_forms(word)
                     || array(select stem || ending from substring(word from '^(account|assist|attend|consult)(?:ants?|ing|s)$') as stem,
                                                         unnest(array['ant', 'ing', 's']) as ending)) as form where form <> word
            union select private.term_query(name)
              from private.job_names() as known cross join unnest(known.names || known.wider) as name where known.word = job_word_query.word) as part
      where part.query is not null
  $$;

-- Are words a search with signs, which is read as it stands: a phrase, -not, or?
create function private.has_search_signs(words text) returns boolean
  language sql immutable set search_path = '' as $$
    select coalesce(private.fold_text(left(words, 400)) ~ '"|(^|\s)-|(^|\s)or(\s|$)', false)
  $$;

-- The words by which somebody looks for a job, without those that say nothing of one ("jobs in Pune for a welder"). Of eight: nobody
-- looks for more, each is looked for in all its forms, and who asks may be anybody.
create function private.job_words(words text) returns text[]
  language plpgsql immutable set search_path = '' as $$
  declare
    typed text := left(private.plain_signs(private.fold_text(left(words, 400))), 200);
    known record;
  begin
    for known in select listed.word, name from private.job_names() as listed cross join unnest(listed.names) as name loop
      typed := regexp_replace(typed, '\m' || replace(known.name, ' ', '[ -]') || '\M', known.word, 'g');
    end loop;
    return array(
      select split.part from regexp_split_to_table(typed, '[\s,;/|&]+') with ordinality as split (part, place)
        where split.part <> '' and split.part <> all (private.idle_job_words()) order by split.place limit 8);
  end $$;

-- What somebody looks for who looks for a job: the words, each in all its forms, or as others write them (private.joined_text). As
-- they are where they have signs of a search. Null when no word is left.
create function private.job_query(words text) returns tsquery
  language plpgsql immutable set search_path = '' as $$
  declare
    parts text[];
    word text;
    all_of tsquery;
    wanted tsquery;
  begin
    if private.has_search_signs(words) then
      return private.search_query(words);
    end if;
    for parts in
      select distinct private.job_words(written) from unnest(array[words, private.joined_text(left(words, 400))]) as written
    loop
      all_of := null;
      foreach word in array parts loop
        all_of := coalesce(all_of && private.job_word_query(word), all_of, private.job_word_query(word));
      end loop;
      wanted := coalesce(wanted || all_of, all_of, wanted);
    end loop;
    return wanted;
  end $$;

-- What somebody wants to earn in a year, in rupees, of what they typed, and the words beside it: "12 LPA", "8-12 lakh", "50,000 a
-- month", "15000-20000", "15000/-", "15000 salary". A number beside other words is pay where a sign, a unit, a time or a word says so
-- ("ISO 27001" is none); one alone, or up to another, where it is round: pin codes are not.
create function private.wanted_pay(words text, out yearly numeric, out others text)
  language plpgsql immutable set search_path = '' as $$
  declare
    typed text := left(private.fold_text(left(words, 400)), 200);
    pattern constant text := '(?:^|\s)(₹|rs\.?|inr)?\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*(lpa|lakhs?|lacs?|k|thousand)?'
      || '(?:\s*(-|–|to)\s*(?:₹|rs\.?|inr)?\s*[0-9][0-9,.]*)?\s*(lpa|lakhs?|lacs?|k|thousand)?\s*(/-|rs\.?|inr|rupees)?\+?'
      || '(?:\s*(?:a|per|/|p\.?)\s*(month|m|year|annum|a)\.?|\s*(monthly|yearly))?(?=\s|$)';
    -- Beside a number these say that it is pay, and nothing of the job.
    telling constant text := '\m(?:salary|ctc|pay|package|stipend|wages?)\M';
    part text[] := regexp_match(typed, pattern);
    rest text := regexp_replace(typed, pattern, ' ');
    amount numeric;
    unit text := coalesce(part[3], part[5]);
  begin
    others := words;
    if part is null or length(part[2]) > 12 then
      return;
    end if;
    amount := replace(part[2], ',', '')::numeric * case when unit in ('k', 'thousand') then 1000 when unit is not null then 100000 else 1 end;
    if amount < 1000 or num_nonnulls(part[1], unit, part[6], part[7], part[8]) = 0 and rest !~ telling
                        and (amount % 500 <> 0 or part[4] is null and private.job_words(rest) <> '{}') then
      return;
    end if;
    yearly := private.yearly_pay(amount, case
      when coalesce(part[7], part[8], case when unit = 'lpa' or amount >= 150000 then 'year' else 'month' end) in ('month', 'm', 'monthly')
        then 'month' else 'year' end);
    others := private.trimmed(regexp_replace(rest, telling, ' ', 'g'));
  end $$;

-- Words that say nothing of which job it is.
create function private.idle_job_words() returns text[]
  language sql immutable set search_path = '' as $$
    select array['a', 'an', 'any', 'as', 'at', 'career', 'careers', 'ctc', 'for', 'hiring', 'in', 'job', 'jobs', 'near', 'of', 'opening',
                 'openings', 'required', 'salary', 'the', 'vacancies', 'vacancy', 'wanted', 'work']
  $$;

-- Where somebody looks for a job: in one of these places, and where a country stands beside them, in it: "Chennai, India" is no
-- other than Chennai. Null where none is named.
create function private.job_place_query(place text) returns tsquery
  language sql stable security definer set search_path = '' as $$
    with countries as materialized (
      select 'india' as name
      union -- Of each country once, and not of each job.
      select private.place_parts(known.country)
        from (select distinct advert.country from private.open_adverts as listed
                join public.adverts as advert on advert.requirement_id = listed.requirement_id) as known
    ), parts as materialized (
      select part.name, exists (select from countries where concat(' ', part.name, ' ') like concat('% ', countries.name, ' %')) as is_country,
             coalesce(private.place_query(part.name) || case when part.name in ('delhi', 'new delhi', 'dilli') then private.place_query('ncr') end,
                      private.place_query(part.name)) as query
        from private.narrowest_parts(left(place, 200)) as part (name)
    ), joined as (
      select string_agg('(' || parts.query::text || ')', ' | ') filter (where not parts.is_country)::tsquery as towns,
             string_agg('(' || parts.query::text || ')', ' | ') filter (where parts.is_country)::tsquery as countries
        from parts
    )
    select coalesce(joined.towns && joined.countries, joined.towns, joined.countries) from joined
  $$;

-- What a search in a place is for, where that is not what was typed, or is called so in full: who says Delhi means the towns around it
-- as well, who says UP Uttar Pradesh, and "Noida sector 62" is all of Noida.
create function private.searched_region(place text) returns text
  language sql stable set search_path = '' as $$
    select case
        when bool_and(part.name in ('delhi', 'new delhi', 'dilli')) then 'Delhi NCR'
        when count(*) = 1 then max(case
          when length(part.name) < 4 and part.called in ('uk', 'uae', 'usa') then 'the ' || upper(part.called)
          when length(part.name) < 4 and part.called <> part.name then initcap(part.called)
          when part.name in ('ncr', 'mmr', 'ksa') then upper(part.name)
          -- A short name of a city has no vowel: "blr".
          when part.city is not null and part.name ~ '^[b-df-hj-np-tv-z]+$' then initcap(part.city)
          when part.city is not null and part.name <> private.plain_place(left(place, 200)) and part.typed = 1 then initcap(part.name) end) end
      from (select listed.name, (private.same_place(listed.name))[1] as called, known.city,
                   (select count(*) from private.place_parts(left(place, 200))) as typed
              from private.narrowest_parts(left(place, 200)) as listed (name)
              left join private.places as known on known.name = listed.name) as part
  $$;

-- The regions in which a text's places are, or have a city: Haryana has some of what is around Delhi.
create function private.regions_around(place text) returns text
  language sql stable set search_path = '' as $$
    select string_agg(distinct city.region, ', ') from private.places as city
      where city.region is not null
        and city.names && (array(select called from private.place_parts(left(place, 200)) as part
                                   cross join lateral unnest(private.same_place(part)) as called)
                           || array(select known.name from private.places_in(left(place, 200)) as known))
  $$;

-- Does one slip make a word of another: a letter left out, one too many, another one, or one that stands elsewhere ("wearhouse")? In
-- words of up to five letters only beside its place. Most words have two letters that the other has not, which is told soon.
create function private.is_one_slip(typed text, word text) returns boolean
  language sql immutable set search_path = '' as $$
    select abs(length(typed) - length(word)) < 2 and typed <> word
      and length(translate(typed, word, '')) < 2 and length(translate(word, typed, '')) < 2 and exists (
      select from generate_series(0, length(typed)) as one cross join generate_series(0, length(word)) as other
        where left(typed, greatest(one - 1, 0)) || substr(typed, one + 1) = left(word, greatest(other - 1, 0)) || substr(word, other + 1)
          and (length(typed) > 5 or 0 in (one, other) or abs(one - other) < 2))
  $$;

-- Words of a search that found no job, with what may be meant by two of them: of what the newest 500 jobs are called, ask for and
-- where they are, and of a place what is one, what differs by one slip. The same where nothing is.
create function private.meant_jobs(typed text, is_place boolean default false) returns text
  language plpgsql stable security definer set search_path = '' as $$
  declare
    mended text := left(lower(left(typed, 400)), 200);
    wrong text;
    meant text;
    known text[];
    towns text[];
  begin
    -- Where no word is to be mended, none is read.
    if mended ~ '[a-z]{4}' is not true then
      return mended;
    end if;
    select array_agg(distinct word) into known
      from (select advert.requirement_id from private.open_adverts as advert order by advert.opened_at desc limit 500) as newest
      join public.adverts as advert on advert.requirement_id = newest.requirement_id
      cross join lateral regexp_split_to_table(
        lower(concat_ws(' ', advert.title, array_to_string(advert.skills, ' '), advert.place, advert.country)), '[^a-z]+') as word
      where length(word) > 3;
    -- Among other words the name of a place is a long one: "mali" is a gardener, and not Bali.
    towns := array(select distinct word from private.places as place cross join string_to_table(place.name, ' ') as word
                     where word ~ case when is_place then '^[a-z]{4,}$' else '^[a-z]{6,}$' end);
    for wrong in
      select part from regexp_split_to_table(mended, '[^a-z]+') as part
        where length(part) between 4 and 30 and part <> all (known || towns || private.idle_job_words()) limit 2
    loop
      select near.word into meant
        from (select word, true as is_of_job from unnest(known) as word union select word, false from unnest(towns) as word) as near
        where private.is_one_slip(wrong, near.word)
        order by near.is_of_job desc, left(near.word, 1) = left(wrong, 1) desc, length(near.word) = length(wrong) desc, near.word limit 1;
      mended := case when meant is null then mended else regexp_replace(mended, '\m' || wrong || '\M', meant) end;
    end loop;
    return mended;
  end $$;

-- By which kinds of work a job is looked for: one that is permanent is for the full time, as search engines are told as well.
create function private.kinds_of_work(work public.job_type) returns text[]
  language sql immutable set search_path = '' as $$
    select array[work::text] || case when work = 'permanent' then array['full_time'] else '{}' end
  $$;

-- The jobs that the public sees, twenty-five a page: of these words, in this place or from home, of this kind of work; or of most of
-- the words (`takes_some`), of which those of a craft count double. Those come first that are called so, by most of the words as whole
-- ones, then those that only tell of it, and the newest first. With it how many there are of each kind, and of each place where most are
-- how many a search there finds; of a search that finds nothing the newest jobs instead.
create function private.find_jobs(words text, place text, work text, page integer, takes_some boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    pay record := private.wanted_pay(words);
    terms tsquery[] := array(select private.job_word_query(word) from unnest(private.job_words(pay.others)) as word);
    weights integer[] := array(select 1 + least(cardinality(private.craft_words(word)), 1) from unnest(private.job_words(pay.others)) as word);
    wanted tsquery := case when takes_some then (select string_agg('(' || term::text || ')', ' | ')::tsquery from unnest(terms) as term)
                           else private.job_query(pay.others) end;
    -- The words as whole ones: for a "car driver" a driver comes before a carpenter.
    wholes tsquery[] := array(select replace(term::text, ''':*', '''')::tsquery from unnest(terms) as term);
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
                  when takes_some and advert.search @@ wanted then (
                    select sum(term.weight) from unnest(terms, weights) as term (query, weight) where advert.search @@ term.query)
                  else (wanted is null or advert.search @@ wanted)::integer end as share
        from private.open_adverts as advert
    ), matching as materialized (
      select job.requirement_id, job.opened_at, private.kinds_of_work(job.work) as kinds,
             coalesce((ts_rank('{0,0,0,1}', job.search, wanted) > 0)::integer, 0)
               + (select count(*) from unnest(wholes) as whole where ts_rank('{0,0,0,1}', job.search, whole) > 0) as likeness
        from jobs as job
        where job.is_there and job.share > 0 and job.share = (select max(best.share) from jobs as best where best.is_there)
    ), found as (
      select matching.* from matching where find_jobs.work is null or find_jobs.work = any (matching.kinds)
    ), listed as (
      select found.requirement_id, row_number() over (order by found.likeness desc, found.opened_at desc, found.requirement_id) as rank
        from found order by rank offset (asked_page - 1) * 25 limit 25
    ), anywhere as (
      select job.place, job.search from jobs as job where job.share > 0 and (find_jobs.work is null or find_jobs.work = any (private.kinds_of_work(job.work)))
    ), spots as materialized (
      select most.place, private.job_place_query(most.place) as query
        from (select job.place from anywhere as job group by job.place order by count(*) desc, job.place limit 8) as most
    ), counted as (
      select min(spot.place) as place, (select count(*) from anywhere as job where job.search @@ spot.query) as jobs from spots as spot
        group by spot.query
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
                     from counted as spot),
        'remote', (select count(*) from anywhere as job where job.search @@ (select private.place_query('home'))),
        'record', private.answer_record())
      into answer;
    return answer;
  end $$;

-- What comes nearest to a search that finds nothing, by which of it (`instead`): in the region of the place, also of one that stands
-- among the words; by the words alone; by most of them; else by the place alone. Null where nothing does.
create function private.nearest_jobs(words text, place text, work text, page integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    is_read boolean := not private.has_search_signs(words);
    said text := left(words, 400);
    town text := private.trimmed(left(place, 400));
    attempt record;
    -- What has found nothing is not looked for again: this was.
    tried text[] := array[row(said, town, work, false)::text];
    found jsonb;
  begin
    if town is null and is_read then
      select string_agg(known.name, ', ') into town from private.places_in(left(words, 200)) as known;
      if town is not null then
        said := private.trimmed(array_to_string(array(
          select word from unnest(private.job_words(words)) as word where word <> all (regexp_split_to_array(town, '[, ]+'))), ' '));
      end if;
    end if;
    for attempt in
      select * from (values ('near', said, private.regions_around(town), nearest_jobs.work, false), ('words', said, null, null, false),
                            ('some', said, town, nearest_jobs.work, true), ('some', said, null, null, true),
                            ('some', null, town, nearest_jobs.work, false)
        ) as listed (instead, words, place, work, takes_some)
    loop
      continue when row(attempt.words, attempt.place, attempt.work, attempt.takes_some)::text = any (tried)
        or coalesce(attempt.words, attempt.place) is null or attempt.instead = 'near' and attempt.place is null
        or attempt.takes_some and not (is_read and cardinality(private.job_words(attempt.words)) > 1);
      tried := tried || row(attempt.words, attempt.place, attempt.work, attempt.takes_some)::text;
      found := private.find_jobs(attempt.words, attempt.place, attempt.work, page, attempt.takes_some);
      if (found ->> 'found')::integer > 0 then
        return found || jsonb_build_object('instead', attempt.instead, 'region', private.searched_region(place));
      end if;
    end loop;
    return null;
  end $$;

-- The same; and where nothing is found, what is found by words that one slip makes a job's or a place's (`meant`), or what comes
-- nearest. A place that was meant is told, also where it has no job.
create function private.public_jobs(words text, place text, work text, page integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    answer jsonb := private.find_jobs(words, place, work, page);
    meant_words text;
    meant_place text;
    is_meant boolean;
    told jsonb := '{}';
    is_place_meant boolean;
    other jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place, true);
    is_meant := (meant_words, meant_place) is distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200));
    if is_meant then
      told := jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place));
      other := private.find_jobs(meant_words, meant_place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || told;
      end if;
    end if;
    is_place_meant := meant_place is distinct from left(lower(left(place, 400)), 200)
      or exists (select known.name from private.places_in(meant_words) as known
                 except select known.name from private.places_in(left(words, 200)) as known);
    -- As they stand, unless a place is meant by them: that nobody asks for a fridge does not make it a bridge.
    return coalesce(
      case when not is_place_meant then private.nearest_jobs(words, place, work, page) end,
      case when is_meant then private.nearest_jobs(meant_words, meant_place, work, page) || told end,
      answer || case when is_place_meant then told else '{}' end);
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
