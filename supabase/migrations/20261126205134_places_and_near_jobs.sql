set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."known_places"();

CREATE OR REPLACE FUNCTION private.city_key (
  city text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select known.city from private.places as known where known.name = plain), plain)
      from private.plain_place(city_key.city) as plain
  $function$;

CREATE OR REPLACE FUNCTION private.craft_query (
  advert public.adverts
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal(lexeme) || ':A', ' | ')::tsquery
      from unnest(to_tsvector('simple', private.spaced_text(concat_ws(' ', (advert).title, array_to_string((advert).skills, ' ')))))
      where lexeme <> all (private.idle_job_words() || array['and', 'assistant', 'associate', 'chief', 'deputy', 'executive', 'fresher',
              'head', 'incharge', 'junior', 'lead', 'manager', 'officer', 'or', 'senior', 'specialist', 'sr', 'supervisor', 'to',
              'trainee', 'with'])
  $function$;

CREATE OR REPLACE FUNCTION private.find_jobs (
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
    wanted tsquery := private.job_query(words);
    somewhere tsquery := private.job_place_query(place);
    -- Words in which there is no word find nothing.
    has_no_word boolean := coalesce(private.is_filled(left(words, 400)) and wanted is null and private.search_query(words) is null, false)
      or coalesce(private.is_filled(left(place, 400)) and somewhere is null, false);
    asked_page integer := least(greatest(page, 1), 400);
    answer jsonb;
  begin
    with jobs as materialized (
      select advert.requirement_id, advert.place, private.kinds_of_work(advert.work) as kinds, advert.is_remote, advert.opened_at,
             wanted is not null and ts_rank('{0,0,0,1}', advert.search, wanted) > 0 as is_called_so,
             not has_no_word and (wanted is null or advert.search @@ wanted) and (somewhere is null or advert.search @@ somewhere)
               as is_found
        from private.open_adverts as advert
    ), found as (
      select job.* from jobs as job
        where job.is_found and (find_jobs.work is null or find_jobs.work = any (job.kinds))
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
        'of_any_kind', (select count(*) from jobs as job where job.is_found),
        'kinds', (select coalesce(jsonb_object_agg(kind.work, kind.jobs), '{}')
                    from (select called.work, count(*) as jobs
                            from jobs as job cross join lateral unnest(job.kinds) as called (work)
                            where job.is_found group by called.work) as kind),
        'places', (select coalesce(jsonb_agg(jsonb_build_object('place', spot.place, 'jobs', spot.jobs) order by spot.jobs desc, spot.place), '[]')
                     from (select job.place, count(*) as jobs from jobs as job group by job.place
                             order by count(*) desc, job.place limit 8) as spot),
        'remote', (select count(*) from jobs as job where job.is_remote),
        'record', private.answer_record())
      into answer;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.is_common_word (
  word text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select word = any (string_to_array(
        'advance,advanced,agency,agro,alliance,allied,american,apex,asia,asian,associates,auto,automation,automotive,bank,beauty,best,'
        'bharat,bharti,bright,brothers,build,builders,business,capital,care,careers,central,chemical,chemicals,city,classic,clean,clinic,'
        'clothing,cloud,coastal,college,combined,commercial,company,computer,concept,construction,consultancy,consultants,consulting,'
        'control,core,corporate,creative,crown,data,delta,dental,design,development,diagnostic,diamond,digital,direct,dream,dynamic,eagle,'
        'east,eastern,easy,education,electric,electrical,electronics,elite,energy,engineering,engineers,enterprise,enterprises,equipment,'
        'essential,european,excel,excellence,expert,experts,export,exports,express,fabrication,family,farm,fashion,fast,field,finance,'
        'financial,fine,first,fitness,five,food,foods,fortune,forward,foundation,four,freight,fresh,friends,future,galaxy,garments,general,'
        'general,global,gold,golden,good,grand,great,green,group,growth,guest,harbour,health,healthcare,heavy,heritage,high,home,homes,'
        'hospital,hospitality,hotel,hotels,house,human,ideal,impact,imperial,india,indian,indo,industrial,industries,industry,infra,'
        'infrastructure,innovation,innovative,institute,insurance,integrated,intelligent,inter,interior,international,investment,jobs,'
        'kitchen,labs,laboratory,large,leading,learning,life,light,lights,line,link,logic,logistics,machine,machinery,mail,main,management,manufacturing,'
        'marine,market,marketing,master,matrix,media,medical,medicine,mega,metal,metals,metro,micro,middle,mobile,mobility,model,modern,motor,motors,'
        'nano,national,natural,nature,network,networks,north,northern,ocean,office,omega,online,open,optical,optimum,orient,oriental,pacific,packaging,'
        'paper,partners,people,perfect,personal,petroleum,pharma,pharmaceutical,pharmaceuticals,pilot,pioneer,plastic,plastics,platinum,plus,'
        'point,polymer,ports,power,precise,precision,premier,premium,pressure,prime,print,printing,private,process,production,products,'
        'professional,project,projects,property,public,pure,quality,quick,rail,railway,rapid,real,recruitment,reliable,reliance,renewable,'
        'research,resource,resources,retail,rising,river,road,royal,rubber,rural,safe,safety,school,science,sciences,security,select,senior,'
        'service,services,shipping,shop,silver,simple,small,smart,social,society,soft,software,solar,solid,solution,solutions,south,southern,'
        'special,speciality,speed,sports,spring,staffing,standard,star,state,station,steel,sterling,stone,store,stores,strategic,street,strong,'
        'structural,studio,summit,super,superior,supply,support,sure,swift,system,systems,team,tech,technical,technologies,technology,telecom,'
        'test,textile,textiles,third,three,tools,top,total,touch,tower,trade,trading,traders,training,trans,transport,travel,travels,true,trust,'
        'turbine,union,unique,unit,united,universal,university,urban,value,vehicle,venture,ventures,vision,vital,wash,water,weld,welding,west,western,'
        'white,wind,wood,work,works,world,young,zone', ','))
      or private.place_names(word) <> '{}' or private.is_place_abroad(word) is not null
  $function$;

CREATE OR REPLACE FUNCTION private.is_place_abroad (
  place text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case when bool_and(known.is_abroad) then true when not bool_or(known.is_abroad) then false end
      from private.places_in(left(place, 300)) as known
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
    with craft as materialized (select private.craft_query(advert) as query, private.city_key((advert).place) as city),
    newest as (
      select listed.requirement_id, listed.opened_at, coalesce(ts_rank('{0,0,0,1}', listed.search, craft.query), 0) as likeness,
             private.city_key(listed.place) = craft.city as is_near, listed.work = (advert).work as is_same_work
        from craft join private.open_adverts as listed on listed.requirement_id <> (advert).requirement_id
        order by listed.opened_at desc limit 200
    )
    select coalesce(jsonb_agg(private.listed_job(listed) order by chosen.place), '[]')
      from (select newest.requirement_id, row_number() over (
                order by newest.likeness > 0 desc, newest.is_near desc, newest.likeness desc, newest.opened_at desc) as place
              from newest where newest.likeness > 0 or newest.is_near and newest.is_same_work limit 3) as chosen
      join public.adverts as listed on listed.requirement_id = chosen.requirement_id
  $function$;

CREATE OR REPLACE FUNCTION private.kinds_of_work (
  work public.job_type
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array[work::text] || case when work = 'permanent' then array['full_time'] else '{}' end
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
          (null, 'delhi,new delhi,dilli,दिल्ली;chandigarh;puducherry,pondicherry,pondy;daman;silvassa'),
          ('uttar pradesh', 'noida,नोएडा;greater noida;ghaziabad;prayagraj,allahabad;varanasi,benares,banaras;ayodhya,faizabad;'
            || 'kanpur,cawnpore;lucknow;agra;meerut;bareilly;moradabad;aligarh;gorakhpur;jhansi;mathura'),
          ('haryana', 'gurugram,gurgaon,gurugaon,गुरुग्राम;faridabad;manesar;sonipat,sonepat;bahadurgarh;panchkula;nuh,mewat;ambala;karnal;'
            || 'panipat;rohtak;hisar'),
          ('punjab', 'mohali,sas nagar,sahibzada ajit singh nagar;rupnagar,ropar;ludhiana;amritsar;jalandhar;patiala'),
          ('maharashtra', 'mumbai,bombay,मुंबई;navi mumbai;thane;bhiwandi;pune,poona,पुणे;nagpur;solapur;kolhapur;satara;sangli;'
            || 'nashik,nasik;chhatrapati sambhajinagar,aurangabad;dharashiv,osmanabad;ahilyanagar,ahmednagar'),
          ('karnataka', 'bengaluru,bangalore,bengalooru,बेंगलुरु;mysuru,mysore;mangaluru,mangalore;hubballi,hubli;belagavi,belgaum;'
            || 'kalaburagi,gulbarga;shivamogga,shimoga;tumakuru,tumkur;ballari,bellary;vijayapura,bijapur'),
          ('tamil nadu,tamilnadu', 'chennai,madras,चेन्नई;tiruchirappalli,trichy,tiruchi;thoothukudi,tuticorin;coimbatore,kovai;'
            || 'thanjavur,tanjore;udhagamandalam,ooty;tirunelveli,nellai;madurai;salem;erode;tiruppur,tirupur;vellore;hosur;'
            || 'sriperumbudur;oragadam'),
          ('kerala', 'kochi,cochin,ernakulam;thiruvananthapuram,trivandrum;kozhikode,calicut;thrissur,trichur;kollam,quilon;'
            || 'kannur,cannanore;alappuzha,alleppey;palakkad,palghat;kottayam;malappuram'),
          ('gujarat', 'vadodara,baroda;kutch,kachchh;ahmedabad;surat;rajkot;bhavnagar;jamnagar;gandhinagar;vapi;ankleshwar;bharuch'),
          ('telangana', 'hyderabad,secunderabad,हैदराबाद;warangal;karimnagar'),
          ('andhra pradesh', 'visakhapatnam,vizag,vishakhapatnam;vijayawada,bezawada;sri city;nellore;guntur;tirupati;kurnool;'
            || 'rajahmundry;kakinada'),
          ('rajasthan', 'jaipur;jodhpur;udaipur;kota;ajmer;bikaner;alwar'),
          ('madhya pradesh', 'indore;bhopal;gwalior;jabalpur;ujjain'),
          ('uttarakhand', 'dehradun,dehra dun;haridwar;roorkee;haldwani;rudrapur'),
          ('himachal pradesh,himachal', 'shimla,simla;baddi'),
          ('jharkhand', 'jamshedpur,tatanagar;ranchi;dhanbad;bokaro'),
          ('bihar', 'patna;gaya;muzaffarpur'),
          ('west bengal', 'kolkata,calcutta,कोलकाता;siliguri;durgapur;asansol;howrah'),
          ('odisha,orissa', 'bhubaneswar,bhubaneshwar;cuttack;rourkela'),
          ('chhattisgarh', 'raipur;bhilai;bilaspur'),
          ('assam', 'guwahati,gauhati;dibrugarh;silchar'), ('manipur', 'imphal'), ('meghalaya', 'shillong'), ('mizoram', 'aizawl'),
          ('tripura', 'agartala'), ('nagaland', 'kohima'), ('arunachal pradesh', 'itanagar'), ('sikkim', 'gangtok'), ('ladakh', 'leh'),
          ('kashmir', 'jammu;srinagar'), ('goa', 'panaji,panjim;vasco;margao')
        ) as state (names, cities)
        cross join lateral string_to_table(state.cities, ';') as city (names)
      union all
      select string_to_array(city.names, ','), null, true
        from string_to_table('dubai;abu dhabi;sharjah;riyadh;jeddah;dammam;munich,munchen;cologne,koln;geneva,geneve;yangon,rangoon;'
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
            'uae,u a e,united arab emirates,emirates,ajman,fujairah,ras al khaimah,ksa,saudi,saudi arabia,jubail,khobar'
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

CREATE OR REPLACE FUNCTION private.place_lexemes (
  city    text,
  country text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select array(select '@' || name from unnest(private.place_names(city)) as name
                 union select '@' || part from private.place_parts(city) as part
                 union select '@' || part from private.place_parts(country) as part)
  $function$;

CREATE OR REPLACE FUNCTION private.place_names (
  place text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select array(select distinct called from private.places_in(place) as known cross join lateral unnest(known.names) as called)
  $function$;

CREATE OR REPLACE FUNCTION private.places_in (
  value text
)
  RETURNS TABLE (
    name      text,
    city      text,
    names     text[],
    region    text,
    is_abroad boolean
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 2
  SET search_path TO ''
  AS $function$
  begin
    return query select known.* from private.places as known
      where known.name = any (array(
        select unnest(array[one, one || two, one || two || three, one || two || three || four])
          from (select word as one, ' ' || lead(word, 1) over following as two, ' ' || lead(word, 2) over following as three,
                       ' ' || lead(word, 3) over following as four
                  from string_to_table(private.plain_place(value), ' ') with ordinality as plain (word, place)
                  window following as (order by place)) as run));
  end $function$;

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
    answer jsonb := private.find_jobs(words, place, work, page);
    meant_words text;
    meant_place text;
    around text;
    other jsonb;
  begin
    if (answer ->> 'found')::integer > 0 or (answer ->> 'open')::integer = 0 then
      return answer;
    end if;
    meant_words := private.meant_jobs(words);
    meant_place := private.meant_jobs(place);
    if (meant_words, meant_place) is distinct from (left(lower(left(words, 400)), 200), left(lower(left(place, 400)), 200)) then
      other := private.find_jobs(meant_words, meant_place, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('meant', concat_ws(', ', meant_words, meant_place));
      end if;
    end if;
    select string_agg(distinct known.region, ', ') into around from private.places_in(left(place, 200)) as known;
    if around is not null then
      other := private.find_jobs(words, around, work, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'near');
      end if;
    end if;
    if private.is_filled(left(words, 400)) and num_nonnulls(private.trimmed(left(place, 400)), work) > 0 then
      other := private.find_jobs(words, null, null, page);
      if (other ->> 'found')::integer > 0 then
        return other || jsonb_build_object('instead', 'words');
      end if;
    end if;
    return answer;
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable_candidate (
  candidate public.candidates
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select setweight(private.words_of(concat_ws(chr(10), (candidate).headline, array_to_string((candidate).skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), (candidate).full_name, (candidate).city,
           array_to_string(private.place_names((candidate).city), chr(10)), (candidate).country, (candidate).email,
           (candidate).phone, (candidate).notice_period, (candidate).employer, (candidate).source))
      || array_to_tsvector(private.place_lexemes((candidate).city, (candidate).country)
                           || private.notice_lexemes((candidate).notice_period))
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_enquiry (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), said.words, array_to_string(private.place_names(left(said.words, 2000)), chr(10)),
                                      private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid)))
      from private.searched_text(entries, is_flood) as said (words)
  $function$;

REVOKE ALL ON FUNCTION "private"."craft_query"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kinds_of_work"(public.job_type) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."places_in"(text) FROM PUBLIC;

CREATE MATERIALIZED VIEW "private"."places"
  AS  SELECT name,
    city,
    names,
    region,
    is_abroad
   FROM private.known_places() known_places(name, city, names, region, is_abroad);

CREATE UNIQUE INDEX places_name ON private.places USING btree (name);

-- A candidate and an item are found by the state of their place as well.
select private.renew_search();
