-- Places: what else they are called, and which country they are in (docs/decisions/candidates.md).

-- A part of a place as names are compared: its words without signs and accents, with one blank between them.
create function private.plain_place(value text) returns text
  language sql immutable set search_path = '' as $$
    select trim(regexp_replace(private.spaced_text(value), '\s+', ' ', 'g'))
  $$;

-- Cities with several names, and the region that people say instead of them.
create function private.known_places() returns table (names text[], region text)
  language sql immutable set search_path = '' as $$
    select string_to_array(place.names, ','), place.region
      from (values
        ('delhi,new delhi,dilli,दिल्ली', 'ncr'),
        ('noida,नोएडा', 'ncr'),
        ('greater noida', 'ncr'),
        ('gurugram,gurgaon,gurugaon,गुरुग्राम', 'ncr'),
        ('ghaziabad', 'ncr'),
        ('faridabad', 'ncr'),
        ('manesar', 'ncr'),
        ('sonipat,sonepat', 'ncr'),
        ('bahadurgarh', 'ncr'),
        ('bengaluru,bangalore,bengalooru,बेंगलुरु', null),
        ('mumbai,bombay,मुंबई', null), ('kolkata,calcutta,कोलकाता', null), ('chennai,madras,चेन्नई', null),
        ('pune,poona,पुणे', null), ('hyderabad,secunderabad,हैदराबाद', null), ('kochi,cochin,ernakulam', null),
        ('thiruvananthapuram,trivandrum', null), ('kozhikode,calicut', null), ('thrissur,trichur', null),
        ('kollam,quilon', null), ('kannur,cannanore', null), ('alappuzha,alleppey', null), ('palakkad,palghat', null),
        ('vadodara,baroda', null), ('mysuru,mysore', null), ('mangaluru,mangalore', null), ('hubballi,hubli', null),
        ('belagavi,belgaum', null), ('kalaburagi,gulbarga', null), ('shivamogga,shimoga', null), ('tumakuru,tumkur', null),
        ('ballari,bellary', null), ('vijayapura,bijapur', null),
        ('visakhapatnam,vizag,vishakhapatnam', null), ('vijayawada,bezawada', null), ('puducherry,pondicherry,pondy', null),
        ('prayagraj,allahabad', null), ('varanasi,benares,banaras', null), ('ayodhya,faizabad', null),
        ('kanpur,cawnpore', null), ('guwahati,gauhati', null), ('shimla,simla', null),
        ('tiruchirappalli,trichy,tiruchi', null), ('thoothukudi,tuticorin', null), ('coimbatore,kovai', null),
        ('thanjavur,tanjore', null), ('udhagamandalam,ooty', null), ('tirunelveli,nellai', null),
        ('panaji,panjim', null), ('chhatrapati sambhajinagar,aurangabad', null), ('dharashiv,osmanabad', null),
        ('ahilyanagar,ahmednagar', null), ('nashik,nasik', null), ('kutch,kachchh', null),
        ('mohali,sas nagar,sahibzada ajit singh nagar', 'tricity'),
        ('chandigarh', 'tricity'), ('panchkula', 'tricity'),
        ('bhubaneswar,bhubaneshwar', null), ('jamshedpur,tatanagar', null), ('dehradun,dehra dun', null),
        ('rupnagar,ropar', null), ('nuh,mewat', null),
        ('dubai', 'uae'), ('abu dhabi', 'uae'),
        ('sharjah', 'uae'), ('riyadh', 'ksa'), ('jeddah', 'ksa'),
        ('dammam', 'ksa'), ('munich,munchen', null), ('cologne,koln', null), ('geneva,geneve', null),
        ('yangon,rangoon', null), ('ho chi minh city,saigon', null)
      ) as place (names, region)
  $$;

-- The known cities that a text names, each with all its names and its region: "Sector 62, Gurgaon" is also "gurugram" and "ncr".
create function private.place_names(place text) returns text[]
  language sql immutable set search_path = '' as $$
    select array(select distinct name
                   from private.known_places() as known
                   cross join lateral unnest(known.names || known.region) as name
                   where name is not null and exists (select from unnest(known.names) as called
                                   where position(' ' || called || ' ' in ' ' || plain || ' ') > 0))
      from private.plain_place(place) as plain
  $$;

-- The parts of a text that each may be a place: "Pune / Navi Mumbai, India" has three. Regions have their short names.
create function private.place_parts(place text) returns setof text
  language sql immutable set search_path = '' as $$
    select distinct case
        when plain in ('delhi ncr', 'ncr delhi', 'ncr region', 'national capital region') then 'ncr'
        when plain in ('united arab emirates', 'u a e', 'emirates') then 'uae'
        when plain in ('saudi arabia', 'saudi', 'kingdom of saudi arabia', 'k s a') then 'ksa'
        when plain in ('chandigarh tricity', 'tricity chandigarh') then 'tricity'
        else plain end
      from regexp_split_to_table(private.fold_text(place), '[,;/|()&]|\s[-–—]\s|\s(?:and|or)\s') as part
      cross join lateral private.plain_place(part) as plain
      where plain <> ''
  $$;

-- The lexemes that stand for where somebody is, in what they are found by. Postgres' parser makes none that begins like it.
create function private.place_lexemes(city text, country text) returns text[]
  language sql immutable set search_path = '' as $$
    select array(select '@' || name from unnest(private.place_names(city)) as name
                 union select '@' || part from private.place_parts(city) as part
                 union select '@' || part from private.place_parts(country) as part)
  $$;

-- Looks for whoever is in one of these places, by whichever of its names, or in a part of it ("Noida Extension"); null where
-- none is named.
create function private.place_query(place text) returns tsquery
  language sql immutable set search_path = '' as $$
    select string_agg(quote_literal('@' || part) || ' | ' || quote_literal('@' || part || ' ') || ':*', ' | ')::tsquery
      from private.place_parts(left(place, 200)) as part
  $$;

-- By which two cities are compared: one name for all that a city has; else its own words.
create function private.city_key(city text) returns text
  language sql immutable set search_path = '' as $$
    select coalesce((select known.names[1] from private.known_places() as known where plain = any (known.names) limit 1), plain)
      from private.plain_place(city) as plain
  $$;

-- Does a place name another country than India? Null where it names none that is known, or India as well: the team says.
create function private.is_place_abroad(place text) returns boolean
  language sql immutable set search_path = '' as $$
    select case when in_india = is_abroad then null else is_abroad end
      from (select ' ' || private.plain_place(left(place, 300)) || ' ' as words) as plain
      cross join lateral (select
        exists (select from private.known_places() as known, unnest(known.names) as called
                 where known.names[1] not in ('dubai', 'abu dhabi', 'sharjah', 'riyadh', 'jeddah', 'dammam', 'munich', 'cologne',
                                              'geneva', 'yangon', 'ho chi minh city')
                   and position(' ' || called || ' ' in words) > 0)
        or words ~ (' (india|bharat|भारत|ncr|navi mumbai|thane|nagpur|solapur|kolhapur|satara|sangli|ahmedabad|surat|rajkot|'
          || 'bhavnagar|jamnagar|gandhinagar|vapi|ankleshwar|bharuch|jaipur|jodhpur|udaipur|kota|ajmer|bikaner|alwar|'
          || 'lucknow|agra|meerut|bareilly|moradabad|aligarh|gorakhpur|jhansi|mathura|ludhiana|amritsar|jalandhar|patiala|'
          || 'ambala|karnal|panipat|rohtak|hisar|indore|bhopal|gwalior|jabalpur|ujjain|raipur|bhilai|bilaspur|ranchi|dhanbad|'
          || 'bokaro|patna|gaya|muzaffarpur|siliguri|durgapur|asansol|howrah|cuttack|rourkela|dibrugarh|silchar|imphal|'
          || 'shillong|aizawl|agartala|kohima|itanagar|gangtok|haridwar|roorkee|haldwani|rudrapur|baddi|jammu|srinagar|leh|'
          || 'madurai|salem|erode|tirupur|tiruppur|vellore|hosur|sriperumbudur|oragadam|sri city|nellore|guntur|tirupati|'
          || 'warangal|karimnagar|kurnool|rajahmundry|kakinada|goa|vasco|margao|kottayam|malappuram|daman|silvassa|'
          || 'maharashtra|karnataka|tamil nadu|tamilnadu|kerala|gujarat|telangana|andhra pradesh|haryana|punjab|rajasthan|'
          || 'uttar pradesh|madhya pradesh|uttarakhand|himachal pradesh|himachal|jharkhand|bihar|west bengal|odisha|orissa|'
          || 'chhattisgarh|assam|manipur|meghalaya|mizoram|tripura|nagaland|arunachal pradesh|sikkim|ladakh|kashmir) ')
          as in_india,
        words ~ (' (uae|u a e|united arab emirates|emirates|dubai|abu dhabi|sharjah|ajman|fujairah|ras al khaimah|'
          || 'ksa|saudi|saudi arabia|riyadh|jeddah|dammam|jubail|khobar|al khobar|mecca|makkah|medina|neom|'
          || 'qatar|doha|oman|muscat|sohar|salalah|kuwait|bahrain|manama|iraq|baghdad|basra|iran|tehran|israel|jerusalem|'
          || 'tel aviv|haifa|jordan|amman|lebanon|beirut|syria|yemen|turkey|turkiye|istanbul|ankara|egypt|cairo|libya|tripoli|'
          || 'algeria|tunisia|morocco|sudan|south sudan|nigeria|lagos|abuja|ghana|accra|kenya|nairobi|tanzania|dar es salaam|'
          || 'uganda|kampala|ethiopia|addis ababa|rwanda|kigali|zambia|lusaka|zimbabwe|harare|mozambique|angola|congo|'
          || 'cameroon|senegal|botswana|namibia|south africa|johannesburg|cape town|durban|mauritius|seychelles|madagascar|'
          || 'maldives|male|sri lanka|colombo|nepal|kathmandu|bhutan|thimphu|bangladesh|dhaka|chittagong|pakistan|karachi|'
          || 'lahore|afghanistan|kabul|myanmar|burma|yangon|rangoon|thailand|bangkok|vietnam|hanoi|ho chi minh|saigon|'
          || 'cambodia|phnom penh|laos|malaysia|kuala lumpur|penang|johor|singapore|indonesia|jakarta|bali|philippines|manila|'
          || 'brunei|china|beijing|shanghai|shenzhen|guangzhou|hong kong|macau|taiwan|taipei|japan|tokyo|osaka|yokohama|'
          || 'korea|south korea|seoul|busan|mongolia|kazakhstan|almaty|uzbekistan|tashkent|turkmenistan|azerbaijan|baku|'
          || 'armenia|yerevan|tbilisi|russia|moscow|st petersburg|ukraine|kyiv|belarus|minsk|moldova|'
          || 'germany|deutschland|berlin|munich|munchen|hamburg|frankfurt|stuttgart|cologne|koln|dusseldorf|'
          || 'netherlands|holland|amsterdam|rotterdam|eindhoven|ireland|dublin|cork|france|paris|lyon|spain|madrid|'
          || 'barcelona|italy|milan|rome|turin|austria|vienna|belgium|brussels|antwerp|portugal|lisbon|porto|finland|helsinki|'
          || 'greece|athens|switzerland|zurich|geneva|geneve|basel|sweden|stockholm|gothenburg|norway|oslo|denmark|'
          || 'copenhagen|iceland|poland|warsaw|krakow|czech republic|czechia|prague|slovakia|bratislava|hungary|budapest|'
          || 'romania|bucharest|bulgaria|sofia|serbia|belgrade|croatia|zagreb|slovenia|ljubljana|estonia|tallinn|latvia|riga|'
          || 'lithuania|vilnius|malta|cyprus|luxembourg|albania|'
          || 'uk|u k|united kingdom|great britain|england|scotland|wales|london|manchester|birmingham|leeds|liverpool|bristol|'
          || 'glasgow|edinburgh|aberdeen|belfast|'
          || 'usa|u s a|u s|united states|america|new york|nyc|new jersey|california|texas|florida|washington|boston|chicago|'
          || 'austin|dallas|houston|seattle|san francisco|los angeles|san jose|atlanta|ohio|michigan|detroit|illinois|'
          || 'massachusetts|pennsylvania|philadelphia|north carolina|arizona|phoenix|denver|colorado|'
          || 'canada|toronto|vancouver|montreal|ottawa|calgary|ontario|alberta|mexico|mexico city|brazil|sao paulo|argentina|'
          || 'buenos aires|chile|santiago|colombia|bogota|peru|lima|ecuador|panama|costa rica|guyana|trinidad|jamaica|'
          || 'australia|sydney|melbourne|brisbane|perth|adelaide|new zealand|auckland|wellington|fiji|papua new guinea) ')
          as is_abroad) as named
  $$;
