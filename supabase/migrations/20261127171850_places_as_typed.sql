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
  end $function$;

CREATE OR REPLACE FUNCTION private.job_place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.known_parts (
  part text
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  ROWS 2
  SET search_path TO ''
  AS $function$
    with typed as materialized (
      select regexp_replace(known_parts.part, '(^| )(?:delhi ncr|ncr delhi)(?= |$)', '\1ncr') as words
    ), named as materialized (
      select known.name, known.city, known.region from typed cross join lateral private.places_in(typed.words) as known
      union all
      select word, null, null from typed cross join lateral string_to_table(typed.words, ' ') as word
        where word in ('home', 'remote', 'wfh') or length(word) = 2 and cardinality(private.same_place(word)) > 1
    ), -- The longest name that begins at a word: of "Greater Noida" not "Noida".
    pattern as (
      select '(?:^| )(' || string_agg(named.name, '|') || ')(?= |$)' as names from named
    ), found as materialized (
      select distinct named.* from typed cross join pattern cross join lateral regexp_matches(typed.words, pattern.names, 'g') as matched (names)
        join named on named.name = matched.names[1]
    ), rest as (
      select bool_or(found.city is not null) as has_city, trim(regexp_replace(min(typed.words), min(pattern.names), '', 'g')) as words
        from typed cross join pattern left join found on true
    )
    select found.name from found cross join rest
      where not rest.has_city
        or length(found.name) > 2 and not exists (select from found as other where other.region = found.name and other.city is not null)
    union
    select unknown.words from rest cross join lateral (values (known_parts.part), (case when rest.words !~ (
        '^(?:(?:all|area|around|central|city|countries|district|east|from|in|jobs?|near|north|of|pan|region|south|state|the|west|wide|work|[0-9]+)'
        || '(?: |$))*$') then rest.words end)) as unknown (words)
      where rest.has_city is not true and unknown.words is not null
  $function$;

CREATE OR REPLACE FUNCTION private.known_places()
  RETURNS TABLE (
    name      text,
    city      text,
    names     text[],
    region    text,
    is_abroad boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    with cities as (
      select string_to_array(city.names, ',') as names, string_to_array(state.names, ',') as states, false as is_abroad
        from (values
          (null, 'delhi,new delhi,dilli,दिल्ली;chandigarh,chd;puducherry,pondicherry,pondy;daman;silvassa'),
          ('uttar pradesh', 'noida,नोएडा;greater noida,gr noida,g noida;ghaziabad,gzb;prayagraj,allahabad;varanasi,benares,banaras;ayodhya,faizabad;'
            || 'kanpur,cawnpore;lucknow,lko;agra;meerut;bareilly;moradabad;aligarh;gorakhpur;jhansi;mathura'),
          ('haryana', 'gurugram,gurgaon,gurugaon,ggn,गुरुग्राम,गुडगांव;faridabad;manesar;sonipat,sonepat;bahadurgarh;panchkula;nuh,mewat;ambala;karnal;'
            || 'panipat;rohtak;hisar'),
          ('punjab', 'mohali,sas nagar,sahibzada ajit singh nagar;rupnagar,ropar;ludhiana;amritsar;jalandhar;patiala'),
          ('maharashtra', 'mumbai,bombay,मुंबई;navi mumbai,new mumbai,new bombay;thane;bhiwandi;pune,poona,पुणे;nagpur;solapur;kolhapur;satara;sangli;'
            || 'nashik,nasik;chhatrapati sambhajinagar,aurangabad;dharashiv,osmanabad;ahilyanagar,ahmednagar'),
          ('karnataka', 'bengaluru,bangalore,bengalooru,banglore,blr,बेंगलुरु;mysuru,mysore;mangaluru,mangalore;hubballi,hubli;belagavi,belgaum;'
            || 'kalaburagi,gulbarga;shivamogga,shimoga;tumakuru,tumkur;ballari,bellary;vijayapura,bijapur'),
          ('tamil nadu,tamilnadu', 'chennai,madras,चेन्नई;tiruchirappalli,trichy,tiruchi;thoothukudi,tuticorin;coimbatore,kovai;'
            || 'thanjavur,tanjore;udhagamandalam,ooty;tirunelveli,nellai;madurai;salem;erode;tiruppur,tirupur;vellore;hosur;'
            || 'sriperumbudur;oragadam'),
          ('kerala', 'kochi,cochin,ernakulam;thiruvananthapuram,trivandrum,tvm;kozhikode,calicut;thrissur,trichur;kollam,quilon;'
            || 'kannur,cannanore;alappuzha,alleppey;palakkad,palghat;kottayam;malappuram'),
          ('gujarat', 'vadodara,baroda;kutch,kachchh;ahmedabad,amdavad;surat;rajkot;bhavnagar;jamnagar;gandhinagar;vapi;ankleshwar;bharuch'),
          ('telangana', 'hyderabad,secunderabad,hyd,हैदराबाद;warangal;karimnagar'),
          ('andhra pradesh', 'visakhapatnam,vizag,vishakhapatnam;vijayawada,bezawada;sri city;nellore;guntur;tirupati;kurnool;'
            || 'rajahmundry;kakinada'),
          ('rajasthan', 'jaipur;jodhpur;udaipur;kota;ajmer;bikaner;alwar'),
          ('madhya pradesh', 'indore;bhopal;gwalior;jabalpur;ujjain'),
          ('uttarakhand', 'dehradun,dehra dun;haridwar;roorkee;haldwani;rudrapur'),
          ('himachal pradesh,himachal', 'shimla,simla;baddi'),
          ('jharkhand', 'jamshedpur,tatanagar;ranchi;dhanbad;bokaro'),
          ('bihar', 'patna;gaya;muzaffarpur'),
          ('west bengal', 'kolkata,calcutta,कोलकाता;siliguri;durgapur;asansol;howrah'),
          ('odisha,orissa', 'bhubaneswar,bhubaneshwar,bbsr;cuttack;rourkela'),
          ('chhattisgarh', 'raipur;bhilai;bilaspur'),
          ('assam', 'guwahati,gauhati;dibrugarh;silchar'), ('manipur', 'imphal'), ('meghalaya', 'shillong'), ('mizoram', 'aizawl'),
          ('tripura', 'agartala'), ('nagaland', 'kohima'), ('arunachal pradesh', 'itanagar'), ('sikkim', 'gangtok'), ('ladakh', 'leh'),
          ('kashmir', 'jammu;srinagar'), ('goa', 'panaji,panjim;vasco;margao')
        ) as state (names, cities)
        cross join lateral string_to_table(state.cities, ';') as city (names)
      union all
      select string_to_array(city.names, ','), null, true
        from string_to_table('dubai;abu dhabi;sharjah;riyadh;jeddah;dammam;munich,munchen,muenchen;cologne,koln,koeln;geneva,geneve;yangon,rangoon;'
          || 'ho chi minh city,saigon', ';') as city (names)
    ), regions (name, cities) as (
      values ('ncr', 'delhi,noida,greater noida,gurugram,ghaziabad,faridabad,manesar,sonipat,bahadurgarh'),
        ('mmr', 'mumbai,navi mumbai,thane,bhiwandi'), ('tricity', 'mohali,chandigarh,panchkula'),
        ('uae', 'dubai,abu dhabi,sharjah'), ('ksa', 'riyadh,jeddah,dammam')
    )
    select called.name, city.names[1] as city, array_remove(city.names || city.states || region.name, null) as names,
           region.name as region, city.is_abroad
      from cities as city
      left join regions as region on city.names[1] = any (string_to_array(region.cities, ','))
      cross join lateral unnest(city.names) as called (name)
    union all
    select distinct state.name, null, '{}'::text[], null, false from cities as city cross join lateral unnest(city.states) as state (name)
    union all
    select country.name, null, '{}', null, country.is_abroad
      from (select name, false as is_abroad from string_to_table('india,bharat,भारत,ncr', ',') as name
            union all select name, true from string_to_table(
            'gulf,gcc,middle east,uae,u a e,united arab emirates,emirates,ajman,fujairah,ras al khaimah,ksa,saudi,saudi arabia,jubail,khobar'
            || ',al khobar,mecca,makkah,medina,neom,qatar,doha,oman,muscat,sohar,salalah,kuwait,bahrain,manama,iraq,baghdad'
            || ',basra,iran,tehran,israel,jerusalem,tel aviv,haifa,jordan,amman,lebanon,beirut,syria,yemen,turkey,turkiye'
            || ',istanbul,ankara,egypt,cairo,libya,tripoli,algeria,tunisia,morocco,sudan,south sudan,nigeria,lagos,abuja,ghana'
            || ',accra,kenya,nairobi,tanzania,dar es salaam,uganda,kampala,ethiopia,addis ababa,rwanda,kigali,zambia,lusaka'
            || ',zimbabwe,harare,mozambique,angola,congo,cameroon,senegal,botswana,namibia,south africa,johannesburg,cape town'
            || ',durban,mauritius,seychelles,madagascar,maldives,male,sri lanka,colombo,nepal,kathmandu,bhutan,thimphu'
            || ',bangladesh,dhaka,chittagong,pakistan,karachi,lahore,afghanistan,kabul,myanmar,burma,thailand,bangkok,vietnam'
            || ',hanoi,ho chi minh,cambodia,phnom penh,laos,malaysia,kuala lumpur,penang,johor,singapore,indonesia'
            || ',jakarta,bali,philippines,manila,brunei,china,beijing,shanghai,shenzhen,guangzhou,hong kong,macau,taiwan,taipei'
            || ',japan,tokyo,osaka,yokohama,korea,south korea,seoul,busan,mongolia,kazakhstan,almaty,uzbekistan,tashkent'
            || ',turkmenistan,azerbaijan,baku,armenia,yerevan,tbilisi,russia,moscow,st petersburg,ukraine,kyiv,belarus,minsk'
            || ',moldova,germany,deutschland,berlin,hamburg,frankfurt,stuttgart,dusseldorf,netherlands,holland,amsterdam'
            || ',rotterdam,eindhoven,ireland,dublin,cork,france,paris,lyon,spain,madrid,barcelona,italy,milan,rome,turin,austria'
            || ',vienna,belgium,brussels,antwerp,portugal,lisbon,porto,finland,helsinki,greece,athens,switzerland,zurich,basel'
            || ',sweden,stockholm,gothenburg,norway,oslo,denmark,copenhagen,iceland,poland,warsaw,krakow,czech republic,czechia'
            || ',prague,slovakia,bratislava,hungary,budapest,romania,bucharest,bulgaria,sofia,serbia,belgrade,croatia,zagreb'
            || ',slovenia,ljubljana,estonia,tallinn,latvia,riga,lithuania,vilnius,malta,cyprus,luxembourg,albania,uk,u k'
            || ',united kingdom,great britain,england,scotland,wales,london,manchester,birmingham,leeds,liverpool,bristol'
            || ',glasgow,edinburgh,aberdeen,belfast,usa,u s a,u s,united states,america,new york,nyc,new jersey,california,texas'
            || ',florida,washington,boston,chicago,austin,dallas,houston,seattle,san francisco,los angeles,san jose,atlanta,ohio'
            || ',michigan,detroit,illinois,massachusetts,pennsylvania,philadelphia,north carolina,arizona,phoenix,denver'
            || ',colorado,canada,toronto,vancouver,montreal,ottawa,calgary,ontario,alberta,mexico,mexico city,brazil,sao paulo'
            || ',argentina,buenos aires,chile,santiago,colombia,bogota,peru,lima,ecuador,panama,costa rica,guyana,trinidad'
            || ',jamaica,australia,sydney,melbourne,brisbane,perth,adelaide,new zealand,auckland,wellington,fiji'
            || ',papua new guinea', ',') as name) as country
  $function$;

CREATE OR REPLACE FUNCTION private.narrowest_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select distinct part.name, known.city, known.names, known.region, known.is_abroad
        from private.place_parts(place) as typed (part) cross join lateral private.known_parts(typed.part) as part (name)
        left join private.places as known on known.name = part.name
    )
    select named.name from named
      where named.city is not null or not exists (
        select from named as other
          where other.city is not null and (named.name is distinct from other.region or other.is_abroad)
            and (private.same_place(named.name) && other.names or named.name in ('india', 'bharat') and not other.is_abroad))
  $function$;

CREATE OR REPLACE FUNCTION private.place_parts (
  place text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select distinct case
        when plain in ('delhi ncr', 'ncr delhi', 'ncr region', 'national capital region') then 'ncr'
        when plain in ('united arab emirates', 'u a e', 'emirates') then 'uae'
        when plain in ('saudi arabia', 'saudi', 'kingdom of saudi arabia', 'k s a') then 'ksa'
        when plain in ('chandigarh tricity', 'tricity chandigarh') then 'tricity'
        -- No lexeme is longer than two thousand bytes, and one sign may be eighteen letters.
        else left(plain, 200) end
      from regexp_split_to_table(regexp_replace(private.fold_text(place), '\m(?:jammu|j)\s*(?:and|&)\s*(?:kashmir|k)\M', 'kashmir'),
                                 '[,;/|()&]|\s[-–—]\s|\s(?:and|or)\s') as part
      cross join lateral private.plain_place(part) as plain
      where plain <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || called.name) || ' | ' || quote_literal('@' || called.name || ' ') || ':*', ' | ')::tsquery
      from private.narrowest_parts(left(place, 200)) as part
      cross join lateral (select unnest(private.same_place(part)) union select known.city from private.places as known
                            where known.name = part and known.city is not null) as called (name)
  $function$;

CREATE OR REPLACE FUNCTION private.same_place (
  part text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when part in ('gulf', 'gcc', 'middle east') then '{gulf,gcc,middle east,uae,ksa,qatar,oman,kuwait,bahrain}'
      else coalesce((select string_to_array(names, ',') from string_to_table(
        'uttar pradesh,up,u p,uttarpradesh;madhya pradesh,mp,m p,madhyapradesh;andhra pradesh,ap,andhra,andhrapradesh;'
        || 'himachal pradesh,hp,himachal;tamil nadu,tn,tamilnadu,tamizhagam;west bengal,wb,bengal,westbengal;'
        || 'uttarakhand,uttaranchal;odisha,orissa;kashmir,j k,jk;arunachal pradesh,arunachal;telangana,ts;'
        || 'home,remote,wfh;netherlands,the netherlands,holland,nederland;germany,deutschland;turkey,turkiye;myanmar,burma;india,bharat;'
        || 'uk,u k,united kingdom,great britain,britain,england;usa,u s a,us,u s,united states,united states of america,america;'
        || 'uae,united arab emirates,emirates,u a e;ksa,saudi arabia,saudi,k s a;south korea,korea;czech republic,czechia', ';') as names
      where part = any (string_to_array(names, ','))), array[part]) end
  $function$;

CREATE OR REPLACE FUNCTION private.searched_region (
  place text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.wanted_pay (
  words text,
  OUT   yearly numeric,
  OUT   others text
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
  end $function$;

REVOKE ALL ON FUNCTION "private"."known_parts"(text) FROM PUBLIC;

-- Cities are known by the short names that people type ("blr", "hyd"), the Gulf as a place.
refresh materialized view private.places;

-- They, and "J&K" as a state, are found once the schedule has come to each row.
select private.renew_search();
