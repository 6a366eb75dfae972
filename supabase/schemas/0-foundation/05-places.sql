-- Places: what else they are called, and which country they are in (docs/decisions/candidates.md).

-- A part of a place as names are compared: its words without signs and accents, with one blank between them.
create function private.plain_place(value text) returns text
  language sql immutable set search_path = '' as $$
    select trim(regexp_replace(private.spaced_text(value), '\s+', ' ', 'g'))
  $$;

-- Every place that is known, by each of its names: the city that it is, all that this one is called, with its region and state, and
-- whether it is in another country than India. Of a state, a country and a city abroad only that.
create function private.known_places() returns table (name text, city text, names text[], region text, is_abroad boolean)
  language sql immutable set search_path = '' as $$
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
  $$;

-- They are looked up here: whoever changes one says `refresh materialized view private.places` in the migration.
create materialized view private.places as select * from private.known_places();
create unique index places_name on private.places (name);

-- The known places that a text names, as words of their own: no name has more than four.
create function private.places_in(value text)
  returns table (name text, city text, names text[], region text, is_abroad boolean)
  language plpgsql stable rows 2 set search_path = '' as $$
  begin
    return query select known.* from private.places as known
      where known.name = any (array(
        select unnest(array[one, one || two, one || two || three, one || two || three || four])
          from (select word as one, ' ' || lead(word, 1) over following as two, ' ' || lead(word, 2) over following as three,
                       ' ' || lead(word, 3) over following as four
                  from string_to_table(private.plain_place(value), ' ') with ordinality as plain (word, place)
                  window following as (order by place)) as run));
  end $$;

-- What the known cities that a text names are called, each by all its names, its region and its state: "Sector 62, Gurgaon" is also
-- "gurugram", "ncr" and "haryana".
create function private.place_names(place text) returns text[]
  language sql stable set search_path = '' as $$
    select array(select distinct called from private.places_in(place) as known cross join lateral unnest(known.names) as called)
  $$;

-- The parts of a text that each may be a place: "Pune / Navi Mumbai, India" has three. Regions have their short names.
create function private.place_parts(place text) returns setof text
  language sql immutable set search_path = '' as $$
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
  $$;

-- The lexemes that stand for where somebody is, in what they are found by. Postgres' parser makes none that begins like it.
create function private.place_lexemes(city text, country text) returns text[]
  language sql stable set search_path = '' as $$
    select array(select '@' || name from unnest(private.place_names(city)) as name
                 union select '@' || part from private.place_parts(city) as part
                 union select '@' || part from private.place_parts(country) as part)
  $$;

-- What else a state, a country or one's home is called, short or joined: "UP" is Uttar Pradesh, "Holland" the Netherlands; and the
-- countries of the Gulf. Where somebody is, the short names are not: "Memphis, TN" is not in India.
create function private.same_place(part text) returns text[]
  language sql immutable set search_path = '' as $$
    select case when part in ('gulf', 'gcc', 'middle east') then '{gulf,gcc,middle east,uae,ksa,qatar,oman,kuwait,bahrain}'
      else coalesce((select string_to_array(names, ',') from string_to_table(
        'uttar pradesh,up,u p,uttarpradesh;madhya pradesh,mp,m p,madhyapradesh;andhra pradesh,ap,andhra,andhrapradesh;'
        || 'himachal pradesh,hp,himachal;tamil nadu,tn,tamilnadu,tamizhagam;west bengal,wb,bengal,westbengal;'
        || 'uttarakhand,uttaranchal;odisha,orissa;kashmir,j k,jk;arunachal pradesh,arunachal;telangana,ts;'
        || 'home,remote,wfh;netherlands,the netherlands,holland,nederland;germany,deutschland;turkey,turkiye;myanmar,burma;india,bharat;'
        || 'uk,u k,united kingdom,great britain,britain,england;usa,u s a,us,u s,united states,united states of america,america;'
        || 'uae,united arab emirates,emirates,u a e;ksa,saudi arabia,saudi,k s a;south korea,korea;czech republic,czechia', ';') as names
      where part = any (string_to_array(names, ','))), array[part]) end
  $$;

-- What is known of a part of a place, as if commas parted it from the rest: "Lucknow UP", "near Lucknow" and "Lucknow 226001" are
-- Lucknow, and so is "Noida NCR" Noida. Where no city is known, the part itself and what is left of it may be one: "Karur TN".
create function private.known_parts(part text) returns setof text
  language sql stable rows 2 set search_path = '' as $$
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
  $$;

-- The parts of a text that each may be a place, without the state and the country of a city that it names: "Pune, Maharashtra, India"
-- is Pune. A region stays: "Noida / Delhi NCR" is more than Noida.
create function private.narrowest_parts(place text) returns setof text
  language sql stable set search_path = '' as $$
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
  $$;

-- Looks for whoever is in one of these places, by whichever of its names, or in a part of it ("Noida Extension"); null where
-- none is named.
create function private.place_query(place text) returns tsquery
  language sql stable set search_path = '' as $$
    select string_agg(quote_literal('@' || called.name) || ' | ' || quote_literal('@' || called.name || ' ') || ':*', ' | ')::tsquery
      from private.narrowest_parts(left(place, 200)) as part
      cross join lateral (select unnest(private.same_place(part)) union select known.city from private.places as known
                            where known.name = part and known.city is not null) as called (name)
  $$;

-- By which two cities are compared: one name for all that a city has; else its own words.
create function private.city_key(city text) returns text
  language sql stable set search_path = '' as $$
    select coalesce((select known.city from private.places as known where known.name = plain), plain)
      from private.plain_place(city_key.city) as plain
  $$;

-- Does a place name another country than India? Null where it names none that is known, or India as well: the team says.
create function private.is_place_abroad(place text) returns boolean
  language sql stable set search_path = '' as $$
    select case when bool_and(known.is_abroad) then true when not bool_or(known.is_abroad) then false end
      from private.places_in(left(place, 300)) as known
  $$;
