set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "raise_version" ON "public"."shortlists";

DROP INDEX "public"."candidates_city";

DROP FUNCTION "private"."candidates_page"(text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."export_candidates"(text, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "public"."export_candidates"(text, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_candidates"(text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean);

-- By hand: the column stays, and what stands in it is found until it is made anew below.
ALTER TABLE "public"."candidates"
  ALTER COLUMN "search" DROP EXPRESSION;

DROP FUNCTION "private"."searchable_candidate"(text, text, text, text[], text, text);

ALTER TABLE "public"."shortlists"
  ADD COLUMN "india_place" text;

CREATE TYPE "public"."candidate_filter" AS (
  "skills"       text[],
  "any_skill"    boolean,
  "notice_days"  integer,
  "yearly_pay"   numeric,
  "pay_currency" public.currency_code,
  "process"      text,
  "is_unasked"   boolean,
  "with_unknown" boolean
);

CREATE TYPE "public"."listed_candidate" AS (
  "id"                    uuid,
  "full_name"             text,
  "headline"              text,
  "city"                  text,
  "country"               text,
  "skills"                text[],
  "notice_period"         text,
  "notice_days"           integer,
  "expected_pay_amount"   numeric,
  "expected_pay_currency" public.currency_code,
  "expected_pay_unit"     text,
  "email"                 text,
  "phone"                 text,
  "is_kept"               boolean,
  "entries"               integer,
  "elsewhere"             jsonb,
  "ended_as"              text,
  "is_never"              boolean,
  "near_names"            text[],
  "created_at"            timestamp WITH time zone,
  "last_activity_at"      timestamp WITH time zone,
  "version"               integer
);

CREATE OR REPLACE FUNCTION private.add_candidates (
  requirement uuid,
  candidates  uuid[]
)
  RETURNS TABLE (
    candidate_id uuid,
    full_name    text,
    entry_id     uuid,
    outcome      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    domains text[] := private.domains_of(requirement_row.client_id);
    person public.candidates;
  begin
    if coalesce(cardinality(candidates), 0) not between 1 and 50 then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    perform private.refuse_closed(requirement_row.status);
    for person in select * from public.candidates as known where known.id = any (candidates) order by known.id for update loop
      candidate_id := person.id;
      full_name := person.full_name;
      select known.id into entry_id from public.shortlist_entries as known
        where known.requirement_id = requirement_row.id and known.candidate_id = person.id
          and known.state not in ('withdrawn', 'closed');
      if found then
        outcome := 'there';
      elsif private.matches_blocklist(person, requirement_row.client_id, domains) then
        outcome := 'never_company';
      else
        begin
          entry_id := private.put_on_shortlist(requirement_row.id, person.id);
          outcome := 'added';
        -- Nothing is left of the one that is refused; the others are added.
        exception when sqlstate 'PT422' then
          outcome := sqlerrm;
        end;
      end if;
      return next;
    end loop;
    if candidate_id is null then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.add_to_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements := private.lock_shortlist(requirement);
  begin
    -- This one alone: the requirement is held already, and nothing of other records ends by it.
    perform from public.candidates where id = candidate for update;
    if not found then
      raise exception 'candidate_not_found' using errcode = 'PT404';
    end if;
    perform private.refuse_closed(requirement_row.status);
    return private.put_on_shortlist(requirement_row.id, candidate);
  end $function$;

CREATE OR REPLACE FUNCTION private.candidate_query (
  words  text,
  city   text,
  filter public.candidate_filter
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    part tsquery;
    skills tsquery;
    all_of tsquery := private.search_query(words);
  begin
    for part in
      select private.skill_query(skill) from unnest((filter).skills) with ordinality as listed (skill, place)
        where private.is_filled(skill) order by place limit 12
    loop
      skills := coalesce(case when (filter).any_skill then skills || part else skills && part end, skills, part);
    end loop;
    foreach part in array array[
      private.place_query(city), skills,
      case when (filter).notice_days is not null then
        (quote_literal('<' || (filter).notice_days) || case when (filter).with_unknown then ' | ''<?''' else '' end)::tsquery end]
    loop
      all_of := coalesce(all_of && part, all_of, part);
    end loop;
    return all_of;
  end $function$;

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
      or private.trimmed(city) is not null and private.place_query(city) is null then
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
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, filter, before_at, before_id, room, here;
  end $function$;

CREATE OR REPLACE FUNCTION private.city_key (
  city text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select known.names[1] from private.known_places() as known where plain = any (known.names) limit 1), plain)
      from private.plain_place(city) as plain
  $function$;

CREATE OR REPLACE FUNCTION private.count_found_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    counted integer;
    with_unknown integer;
  begin
    perform private.require_team();
    counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    if num_nonnulls((filter).notice_days, (filter).yearly_pay) > 0 and (filter).with_unknown is not true and counted <= 1000 then
      filter.with_unknown := true;
      with_unknown := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    return jsonb_build_object('found', counted, 'unknown', coalesce(with_unknown - counted, 0));
  end $function$;

CREATE OR REPLACE FUNCTION private.entries_elsewhere (
  candidate   uuid,
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', entry.id, 'version', entry.version, 'state', entry.state, 'requirement_id', entry.requirement_id,
               'job_title', job.job_title, 'company', private.company_name(job.client_id),
               'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
               'since', case entry.state
                 when 'asked' then (select max(consent.asked_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'agreed' then (select max(consent.given_at) from public.candidate_consents as consent where consent.entry_id = entry.id)
                 when 'interview' then entry.answered_at
                 when 'shown' then entry.shown_at
                 else entry.offered_at end)
               order by array_position(private.asked_states(), entry.state) desc, entry.created_at, entry.id), '[]')
      from public.shortlist_entries as entry
      join private.entries_in_process as running on running.id = entry.id
      join public.job_requirements as job on job.id = entry.requirement_id
      where entry.candidate_id in (select private.records_of(candidate))
        and entry.requirement_id is distinct from entries_elsewhere.requirement
  $function$;

CREATE OR REPLACE FUNCTION private.export_candidates (
  words     text,
  city      text,
  filter    public.candidate_filter,
  after_key timestamp with time zone,
  after_id  uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_exporter('candidates') as id)
    select kept.id, kept.full_name, kept.email, kept.phone, kept.headline, kept.city, kept.country, kept.notice_period, kept.skills,
           kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit, kept.source, kept.language, kept.employer,
           private.has_keep_consent(kept.id), kept.created_at, kept.last_activity_at
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, null, after_key,
                                                 after_id, 500)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.is_place_abroad (
  place text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.is_work_abroad (
  requirement public.job_requirements,
  shortlist   public.shortlists
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((shortlist).is_abroad, false)
      or (shortlist).india_place is distinct from (requirement).location
         and private.is_place_abroad((requirement).location) is true
  $function$;

CREATE OR REPLACE FUNCTION private.known_places()
  RETURNS TABLE (
    names  text[],
    region text
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.list_candidates (
  words       text,
  city        text,
  filter      public.candidate_filter,
  requirement uuid,
  before_at   timestamp with time zone,
  before_id   uuid,
  size        integer
)
  RETURNS SETOF public.listed_candidate
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    company as materialized (
      select client.id, client.company_name as name, private.domains_of(client.id) as domains
        from public.job_requirements as sought join public.clients as client on client.id = sought.client_id
        where sought.id = list_candidates.requirement
    )
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period,
           private.notice_days(kept.notice_period), kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit,
           kept.email, kept.phone, exists (select from public.candidate_consents as consent
                                where consent.candidate_id = kept.id and consent.purpose = 'keep' and private.is_in_force(consent) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           private.entries_elsewhere(kept.id, list_candidates.requirement),
           (select entry.state from public.shortlist_entries as entry
             where entry.requirement_id = list_candidates.requirement and entry.candidate_id = kept.id),
           coalesce(private.matches_blocklist(kept, company.id, company.domains) and company.id is not null, false),
           case when company.id is not null then private.near_names(kept, company.name) else '{}' end,
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      left join company on true
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, requirement, before_at,
                                                 before_id, least(greatest(size, 1), 100) + 1)
        with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.notice_days (
  notice text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case
        when counted.days is not null then least(counted.days, 3650)::integer
        when plain ~ '^[^0-9a-z]*[0-9]{1,3}[^0-9a-z]*$' then substring(plain from '[0-9]+')::integer
        when plain ~ ('(?<![a-z])(immediate(ly)?|at once|right away|now|today|tomorrow|any ?time|asap|nil|none|zero|no notice|'
          || 'available|free|unemployed|not (working|employed)|between jobs|(already )?served|over)(?![a-z])'
          || '|तुरंत|अभी') then 0
        when plain ~ '(?<![a-z])(serving|on notice)(?![a-z])' then 30
        when plain ~ '(?<![a-z])(fortnight)(?![a-z])' then 15
        end
      from (select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
              private.fold_text(notice), '(?<![a-z])(an?|one)(?= (day|week|month))', '1', 'g'),
              '(?<![a-z])two(?![a-z])', '2', 'g'), '(?<![a-z])three(?![a-z])', '3', 'g'), '(?<![a-z])four(?![a-z])', '4', 'g'),
              '(?<![a-z])six(?![a-z])', '6', 'g'), 'महीन[^ ]*|mahin[a-z]*|(?<![a-z])mths?(?![a-z])', 'month', 'g'),
              'दिन|(?<![a-z])din(?![a-z])', 'day', 'g') as plain) as typed
      cross join lateral (
        select max(found[2]::numeric * case left(found[3], 1) when 'd' then 1 when 'w' then 7 else 30 end) as days
          from regexp_matches(plain, '(?:([0-9]{1,3})\s*(?:-|–|to|or)\s*)?([0-9]{1,3}(?:[.][0-9])?)\s*\+?-?\s*(d(?:ays?)?|w(?:ee)?ks?|months?|m)(?![a-z])',
                              'g') as found) as counted
  $function$;

CREATE OR REPLACE FUNCTION private.notice_lexemes (
  notice text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when days is null then array['<?']
      else array(select '<' || most from unnest(array[0, 7, 15, 30, 45, 60, 90]) as most where days <= most) end
      from private.notice_days(notice) as days
  $function$;

CREATE OR REPLACE FUNCTION private.own_open_requirements()
  RETURNS TABLE (
    id        uuid,
    job_title text,
    company   text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select requirement.id, requirement.job_title, private.company_name(requirement.client_id)
      from caller
      join private.open_requirements as listed on listed.recruiter_id = private.current_user_id()
      join public.job_requirements as requirement on requirement.id = listed.requirement_id
      where caller.id is not null
      order by requirement.job_title, requirement.id limit 50
  $function$;

CREATE OR REPLACE FUNCTION private.place_lexemes (
  city    text,
  country text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
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
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select distinct name
                   from private.known_places() as known
                   cross join lateral unnest(known.names || known.region) as name
                   where name is not null and exists (select from unnest(known.names) as called
                                   where position(' ' || called || ' ' in ' ' || plain || ' ') > 0))
      from private.plain_place(place) as plain
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
        else plain end
      from regexp_split_to_table(private.fold_text(place), '[,;/|()&]|\s[-–—]\s|\s(?:and|or)\s') as part
      cross join lateral private.plain_place(part) as plain
      where plain <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.place_query (
  place text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(quote_literal('@' || part) || ' | ' || quote_literal('@' || part || ' ') || ':*', ' | ')::tsquery
      from private.place_parts(left(place, 200)) as part
  $function$;

CREATE OR REPLACE FUNCTION private.plain_place (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select trim(regexp_replace(private.spaced_text(value), '\s+', ' ', 'g'))
  $function$;

CREATE OR REPLACE FUNCTION private.put_on_shortlist (
  requirement uuid,
  candidate   uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare entry public.shortlist_entries;
  begin
    insert into public.shortlists (requirement_id) values (put_on_shortlist.requirement) on conflict do nothing;
    select * into entry from public.shortlist_entries as known
      where known.requirement_id = put_on_shortlist.requirement and known.candidate_id = candidate for update;
    if entry.id is null then
      if 100 <= (select count(*) from public.shortlist_entries as known where known.requirement_id = put_on_shortlist.requirement) then
        raise exception 'too_many_entries' using errcode = 'PT422';
      end if;
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word, added_by)
        values (put_on_shortlist.requirement, candidate, private.next_code_word(put_on_shortlist.requirement),
                private.current_user_id()) returning * into entry;
      update public.candidates set last_activity_at = now() where id = candidate;
    elsif entry.state in ('withdrawn', 'closed') then
      if private.refused_lately(entry.id) then
        raise exception 'refused_lately' using errcode = 'PT422';
      end if;
      perform private.cancel_question(entry.id);
    end if;
    perform private.refuse_twin(entry.id, private.asked_states());
    return entry.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_shortlist (
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
          'shortlist', coalesce(
            (select jsonb_build_object('is_blind', list.is_blind, 'is_abroad', private.is_work_abroad(requirement.*, list),
                                       'is_abroad_said', list.is_abroad or list.india_place is not distinct from requirement.location,
                                       'tells_pay', list.tells_pay, 'reminded_at', list.reminded_at, 'version', list.version)
               from public.shortlists as list where list.requirement_id = requirement.id),
            jsonb_build_object('is_blind', false, 'is_abroad', private.is_work_abroad(requirement.*, null), 'is_abroad_said', false,
                               'tells_pay', false, 'reminded_at', null, 'version', 0)),
          'is_place_abroad', private.is_place_abroad(requirement.location),
          'is_open', requirement.status = any (private.open_statuses()),
          'has_emigration_number', exists (select from private.settings where emigration_number is not null),
          'may_ask_by_phone', exists (select from private.settings where enough_for_yes = 'rung_number'),
          'counts', private.candidate_counts(requirement.id),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, (select private.domains_of(requirement.client_id)))
                       || jsonb_build_object('candidate', jsonb_build_object(
                         'id', person.id, 'full_name', person.full_name, 'has_address', person.email is not null,
                         'phone', person.phone, 'next', private.next_step(person.next_on, person.next_words, person.next_by),
                         'talks', private.talks_of(person.id, 5),
                         'elsewhere', private.entries_elsewhere(person.id, requirement.id),
                         'erase_at', person.erase_at,
                         'numbers', case when person.email is null then private.numbers_to_ask(person) else '[]' end))
                       order by entry.created_at, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.candidates as person on person.id = entry.candidate_id
              where entry.requirement_id = requirement.id))
        from public.job_requirements as requirement where requirement.id = read_shortlist.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.read_words (
  typed text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    token text[];
    synonym text;
    term tsquery;
    all_of tsquery;
    any_of tsquery;
  begin
    -- Of twelve words: nobody looks for more, and each is looked up.
    for token in
      select matched from regexp_matches(
        translate(regexp_replace(regexp_replace(typed, '\m([a-z]) sharp\M', '\1sharp', 'g'),
                                 '\m([a-z]) plus plus\M', '\1++', 'g'), '“”„«»/\,;|&', '"""""      '),
        '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') as matched limit 12
    loop
      if token[1] = '' and lower(token[3]) = 'or' then
        any_of := coalesce(any_of || all_of, all_of, any_of);
        all_of := null;
      else
        term := private.term_query(coalesce(token[2], token[3]));
        for synonym in select * from private.skill_synonyms(token[3]) loop
          term := coalesce(term || private.term_query(synonym), term);
        end loop;
        all_of := coalesce(all_of && case when token[1] = '' then term else !!term end, all_of,
                           case when token[1] = '' then term else !!term end);
      end if;
    end loop;
    return coalesce(any_of || all_of, all_of, any_of);
  end $function$;

CREATE OR REPLACE FUNCTION private.refuse_asking (
  entry_row public.shortlist_entries,
  person    public.candidates
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement public.job_requirements;
    list public.shortlists;
    is_blind boolean;
  begin
    select * into requirement from public.job_requirements where id = entry_row.requirement_id;
    select * into list from public.shortlists where requirement_id = entry_row.requirement_id;
    is_blind := list.is_blind;
    perform private.refuse_closed(requirement.status);
    if entry_row.state not in ('draft', 'withdrawn', 'closed')
      and not (entry_row.state = 'agreed' and not private.has_consent(entry_row)) then
      raise exception 'not_to_be_asked' using errcode = 'PT422', hint = entry_row.id::text;
    elsif person.erase_at is not null then
      raise exception 'erasure_wanted' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.is_blocked(person, requirement.client_id) then
      raise exception 'never_company' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.refused_lately(entry_row.id) then
      raise exception 'refused_lately' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.is_work_abroad(requirement, list) and not exists (select from private.settings where emigration_number is not null) then
      raise exception 'emigration_number_missing' using errcode = 'PT422', hint = entry_row.id::text;
    elsif private.card_reveals_identity(person, private.card_of(person, entry_row.chosen, is_blind), entry_row.pitch, is_blind) then
      raise exception 'contact_in_card' using errcode = 'PT422', hint = entry_row.id::text;
    end if;
    perform private.refuse_twin(entry_row.id, private.asked_states());
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true')
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default'),
        ('public.candidates', 'search = private.searchable_candidate(filled)')) as renewed (relation, changes);
    select private.fill_envelopes()
  $function$;

CREATE OR REPLACE FUNCTION private.request_row_fill (
  name      text,
  relation  regclass,
  changes   text,
  condition text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement)
      values (name, format('with piece as (select id from %1$s where id > $1 and %3$s order by id limit 500),
                              filled as (update %1$s as filled set %2$s where id in (select id from piece))
                            select id from piece order by id desc limit 1', relation, changes, condition))
      on conflict on constraint row_fills_pkey do update set statement = excluded.statement, after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_candidate (
  candidate public.candidates
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
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
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), said.words, array_to_string(private.place_names(left(said.words, 2000)), chr(10)),
                                      private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid)))
      from private.searched_text(entries, is_flood) as said (words)
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_requirement (
  requirement public.job_requirements,
  is_flood    boolean                 DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.words_of(concat_ws(chr(10), private.searched_text(to_jsonb(requirement), is_flood),
                                      array_to_string(private.place_names((requirement).location), chr(10)),
                                      client.company_name, client.full_name, client.phone))
           || array_to_tsvector(array[private.company_lexeme(client.id)])
      from public.clients as client where client.id = requirement.client_id
  $function$;

CREATE OR REPLACE FUNCTION private.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean,
  tells_pay   boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    shortlist public.shortlists;
    wanted public.shortlists;
    entry uuid;
  begin
    insert into public.shortlists (requirement_id) values (requirement_row.id) on conflict do nothing;
    select * into shortlist from public.shortlists where requirement_id = requirement_row.id for update;
    wanted := shortlist;
    wanted.is_blind := coalesce(set_shortlist.is_blind, shortlist.is_blind);
    wanted.is_abroad := coalesce(set_shortlist.is_abroad, shortlist.is_abroad);
    wanted.tells_pay := coalesce(set_shortlist.tells_pay, shortlist.tells_pay);
    if set_shortlist.is_abroad is not null then
      wanted.india_place := case when not set_shortlist.is_abroad then requirement_row.location end;
    end if;
    if wanted is not distinct from shortlist then
      return shortlist.version;
    elsif shortlist.version is distinct from nullif(seen, 0) and not (seen = 0 and shortlist.version = 1) then
      raise exception 'stale' using errcode = 'PT409', detail = shortlist.version::text;
    end if;
    perform private.refuse_closed(requirement_row.status);
    if shortlist.is_blind <> wanted.is_blind then
      perform from public.candidates
        where id in (select known.candidate_id from public.shortlist_entries as known
                      where known.requirement_id = requirement_row.id and known.state in ('asked', 'agreed')) order by id for update;
      for entry in select known.id from public.shortlist_entries as known
                     where known.requirement_id = requirement_row.id and known.state in ('asked', 'agreed') order by known.id for update
      loop
        perform private.cancel_question(entry);
      end loop;
    end if;
    update public.shortlists as list
      set is_blind = wanted.is_blind, is_abroad = wanted.is_abroad, tells_pay = wanted.tells_pay, india_place = wanted.india_place
      where list.requirement_id = requirement_row.id returning list.version into shortlist.version;
    return shortlist.version;
  end $function$;

CREATE OR REPLACE FUNCTION private.similar_candidates (
  entries    jsonb,
  except_one uuid
)
  RETURNS TABLE (
    id           uuid,
    full_name    text,
    headline     text,
    city         text,
    why          text,
    is_confirmed boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 6
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return query
      select found.id, found.full_name, found.headline, found.city,
             (array['address', 'number', 'name'])[found.place], found.email_confirmed_at is not null
        from (
          select distinct on (kept.id) kept.*, hint.place from (
            (select known.id, 1 as place from public.candidates as known
              where private.mailbox_of(known.email) = private.mailbox_of(private.trimmed(entries ->> 'email')) limit 7)
            union all
            (select known.id, 2 from public.candidates as known
              where known.search @@ private.any_number_of(entries ->> 'phone')
                and private.numbers_in(known.phone) && private.numbers_like(entries ->> 'phone') limit 7)
            union all
            (select known.id, 3 from public.candidates as known
              where private.name_key(known.full_name) = private.name_key(left(entries ->> 'full_name', 200))
                and (private.city_key(known.city) = private.city_key(private.trimmed(entries ->> 'city'))) is not false
              limit 7)) as hint
            join public.candidates as kept on kept.id = hint.id
            where kept.id is distinct from except_one
            order by kept.id, hint.place) as found
        order by found.place, found.created_at desc, found.id limit 6;
  end $function$;

CREATE OR REPLACE FUNCTION private.skill_query (
  skill text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(regexp_replace(phrase::text, '''([^'']+)''', '''\1'':A', 'g'), ' | ')::tsquery
      from (select skill as called union select * from private.skill_synonyms(skill)) as name
      cross join lateral phraseto_tsquery('simple', private.spaced_text(name.called)) as phrase
      where numnode(phrase) > 0
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
        '([a-z0-9])(?:[+][+]| plus plus(?![a-z0-9]))', '\1plusplus', 'g'),
        '([a-z0-9])(#| sharp(?![a-z0-9]))', '\1sharp', 'g'),
        '[.]net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u0964\u0965\u2010-\u205E\u3001-\u3003]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_candidate_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := private.searchable_candidate(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.term_query (
  term text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when numnode(phrase) > 0 then regexp_replace(phrase::text, '([^'' ]{3})''$', '\1'':*')::tsquery end
      from phraseto_tsquery('simple', private.spaced_text(regexp_replace(private.fold_text(term),
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})', '\1\2', 'g'))) as phrase
  $function$;

CREATE OR REPLACE FUNCTION private.with_joined_names (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(folded,
        '(?<![a-z])([a-z]{1,3})[''`\u00B4\u02BC\u2018\u2019] ?([a-z]{3,})', '\1\2 \1 \2', 'g'),
        '(?<![a-z''`\u00B4\u02BC\u2018\u2019])([do]) ([a-z]{3,})', '\1\2 \1 \2', 'g')
      from private.fold_text(value) as folded
  $function$;

CREATE OR REPLACE FUNCTION private.words_of (
  value text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(private.spaced_text(private.with_joined_names(value)), '')) || array_to_tsvector(private.numbers_in(coalesce(value, '')))
  $function$;

CREATE OR REPLACE FUNCTION private.yearly_pay (
  amount numeric,
  unit   text
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select amount * case unit when 'hour' then 2496 when 'day' then 312 when 'month' then 12 else 1 end
  $function$;

CREATE OR REPLACE FUNCTION public.add_candidates (
  requirement uuid,
  candidates  uuid[]
)
  RETURNS TABLE (
    candidate_id uuid,
    full_name    text,
    entry_id     uuid,
    outcome      text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.add_candidates(requirement, candidates) $function$;

REVOKE ALL ON FUNCTION "public"."add_candidates"(uuid, uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.count_found_candidates (
  words       text                    DEFAULT NULL::text,
  city        text                    DEFAULT NULL::text,
  filter      public.candidate_filter DEFAULT NULL::public.candidate_filter,
  requirement uuid                    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.count_found_candidates(words, city, filter, requirement)
  $function$;

REVOKE ALL ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_candidates (
  words     text                     DEFAULT NULL::text,
  city      text                     DEFAULT NULL::text,
  filter    public.candidate_filter  DEFAULT NULL::public.candidate_filter,
  after_key timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id  uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                    uuid,
    full_name             text,
    email                 text,
    phone                 text,
    headline              text,
    city                  text,
    country               text,
    notice_period         text,
    skills                text[],
    expected_pay_amount   numeric,
    expected_pay_currency public.currency_code,
    expected_pay_unit     text,
    source                text,
    language              text,
    employer              text,
    is_kept               boolean,
    created_at            timestamp with time zone,
    last_activity_at      timestamp with time zone
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_candidates(words, city, filter, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_candidates (
  words       text                     DEFAULT NULL::text,
  city        text                     DEFAULT NULL::text,
  filter      public.candidate_filter  DEFAULT NULL::public.candidate_filter,
  requirement uuid                     DEFAULT NULL::uuid,
  before_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                     DEFAULT NULL::uuid,
  size        integer                  DEFAULT 25
)
  RETURNS SETOF public.listed_candidate
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_candidates(words, city, filter, requirement, before_at, before_id, size)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.own_open_requirements()
  RETURNS TABLE (
    id        uuid,
    job_title text,
    company   text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.own_open_requirements() $function$;

REVOKE ALL ON FUNCTION "public"."own_open_requirements"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_shortlist (
  requirement uuid,
  seen        integer,
  is_blind    boolean,
  is_abroad   boolean DEFAULT NULL::boolean,
  tells_pay   boolean DEFAULT NULL::boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_shortlist(requirement, seen, is_blind, is_abroad, tells_pay) $function$;

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) FROM PUBLIC, "anon", "service_role";

CREATE VIEW "private"."entries_in_process" AS  SELECT id,
    candidate_id
   FROM public.shortlist_entries entry
  WHERE ((state <> ALL (ARRAY['draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])) AND
        CASE state
            WHEN 'accepted'::text THEN true
            WHEN 'joined'::text THEN (joined_on > (CURRENT_DATE - 365))
            ELSE (EXISTS ( SELECT
               FROM private.open_requirements listed
              WHERE (listed.requirement_id = entry.requirement_id)))
        END);

CREATE INDEX shortlist_entries_in_process ON public.shortlist_entries USING btree (candidate_id, requirement_id, state, joined_on)
  WHERE (state <> ALL (ARRAY['draft'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text]));

CREATE TRIGGER stamp_search
  BEFORE INSERT OR UPDATE OF full_name, email, phone, headline, city, country, notice_period, skills, source, employer ON public.candidates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_candidate_search();

CREATE TRIGGER raise_version
  BEFORE UPDATE OF is_blind, is_abroad, tells_pay, india_place ON public.shortlists
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

REVOKE ALL ON FUNCTION "private"."add_candidates"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_candidates"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."candidate_query"(text, text, public.candidate_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."candidates_page"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."city_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_found_candidates"(text, text, public.candidate_filter, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_found_candidates"(text, text, public.candidate_filter, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_place_abroad"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_work_abroad"(public.job_requirements, public.shortlists) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."notice_days"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notice_lexemes"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_open_requirements"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_open_requirements"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."place_lexemes"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_names"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_parts"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_place"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_on_shortlist"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_candidate"(public.candidates) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stamp_candidate_search"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_joined_names"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_joined_names"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."yearly_pay"(numeric, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_candidates"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_candidates"(uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_candidates"(uuid, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_found_candidates"(text, text, public.candidate_filter, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_candidates"(text, text, public.candidate_filter, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_candidates"(text, text, public.candidate_filter, uuid, timestamp WITH time zone, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_open_requirements"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."own_open_requirements"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_open_requirements"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shortlist"(uuid, integer, boolean, boolean, boolean) TO "postgres";

-- Names with apostrophes, places by all their names, notice and employers are found once the schedule has come to each row.
select private.renew_search();
