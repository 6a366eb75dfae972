set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.any_of (
  query tsquery
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(distinct word.matched[1], ' | ')::tsquery
      from regexp_matches(query::text, $word$('(?:[^']|'')+'(?::[*])?)$word$, 'g') as word (matched)
  $function$;

CREATE OR REPLACE FUNCTION private.candidates_page (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  room        integer
)
  RETURNS TABLE (
    candidate_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  declare
    query tsquery := private.candidate_query(words, city, filter);
    found uuid[];
    here uuid[] := array(select entry.candidate_id from public.shortlist_entries as entry
                           where entry.requirement_id = candidates_page.requirement and entry.state not in ('withdrawn', 'closed'));
  begin
    -- Words, a place or skills in which there is no word find nobody.
    if private.trimmed(words) is not null and private.search_query(words) is null
      or private.trimmed(city) is not null and private.place_query(city) is null
      or private.is_filled(array_to_string((filter).skills, ' ')) and private.search_query(array_to_string((filter).skills, ' ')) is null then
      return;
    elsif query is not null then
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where candidate.id <> all ($7)',
        case when found is not null then ' and candidate.id = any ($1)' when query is not null then ' and candidate.search @@ $2' end,
        case when (filter).yearly_pay is not null then concat(
          ' and (candidate.expected_pay_amount is not null and candidate.expected_pay_currency = ($3).pay_currency'
          ' and private.yearly_pay(candidate.expected_pay_amount, candidate.expected_pay_unit) <= ($3).yearly_pay',
          case when (filter).with_unknown then
            ' or candidate.expected_pay_amount is null or candidate.expected_pay_currency <> ($3).pay_currency' end, ')') end,
        case (filter).process
          when 'free' then ' and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'applied' then
            ' and candidate.id in (select entry.candidate_id from public.shortlist_entries as entry where entry.state = ''applied'')' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, filter, before_at, before_id, room, here;
  end $function$;

CREATE OR REPLACE FUNCTION private.found_clients (
  words text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    with wanted as materialized (
      select private.search_query(words) as query
    ), named as materialized (
      -- Those with somebody who has a word of it: their people count. Of all others the company's own words are enough.
      select distinct member.client_id from wanted
        join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ private.any_of(wanted.query)
    )
    select client.id from wanted join public.clients as client on client.search @@ wanted.query
      where client.id not in (select named.client_id from named)
    union all
    select client.id from wanted cross join named join public.clients as client on client.id = named.client_id
      cross join lateral (
        select string_agg(concat_ws(chr(10), member.full_name, member.phone), chr(10)) as words
          from public.client_members as member where member.client_id = client.id) as people
      where (client.search || private.words_of(people.words)) @@ wanted.query
    union all
    select member.client_id from auth.users as person
      join public.client_members as member on member.user_id = person.id
      where person.email = private.normal_address(words)
  $function$;

CREATE OR REPLACE FUNCTION private.joined_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(regexp_replace(regexp_replace(normalize(lower(value), NFKD), '([aou])\u0308|ø', '\1e', 'g'), 'a\u030A', 'aa', 'g')),
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})(?:[''`\u00B4\u02BC\u2018\u2019]([a-z]+))?', '\1\2\3', 'g'),
        '(?<![a-z&''`\u00B4\u02BC\u2018\u2019])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])[. ]{1,2}(?=[a-z]\M)', '', 'g'),
        '\m([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)\M', '\1\2', 'g'),
        '\m([a-z]{1,2})[.]([a-z]{1,5})\M|\m([a-z]{1,3})[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
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
          ('haryana', 'gurugram,gurgaon,gurugaon,गुरुग्राम,गुडगांव,गुडगाँव;faridabad;manesar;sonipat,sonepat;bahadurgarh;panchkula;nuh,mewat;ambala;karnal;'
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

CREATE OR REPLACE FUNCTION private.spaced_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.fold_text(value),
        '([a-z0-9])[+][+]|(?<![a-z0-9])([a-z]) plus plus(?![a-z0-9])', '\1\2plusplus', 'g'),
        '(?<![a-z0-9])([a-z])(?:#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?:[.]|(?<![a-z0-9])dot ?)net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u066A-\u066D\u0964\u0965\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u3001-\u3003\U0001F000-\U0001FAFF]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

REVOKE ALL ON FUNCTION "private"."any_of"(tsquery) FROM PUBLIC;

refresh materialized view private.places;
reindex index public.client_members_search;
select private.renew_search();
