set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP TRIGGER "stamp_update" ON "public"."adverts";

DROP FUNCTION "private"."job_words"(text);

DROP FUNCTION "private"."request_row_fill"(text, regclass, text, text);

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
    all_of tsquery;
    -- Words, a place or skills in which there is no word find nobody: no word of any row is like this one.
    nobody constant tsquery := quote_literal('<')::tsquery;
  begin
    for part in
      select case when (filter).any_skill then private.skill_words_query(skill) else private.skill_query(skill) end
        from unnest((filter).skills) with ordinality as listed (typed, place) cross join lateral left(listed.typed, 200) as skill
        where private.is_filled(skill) order by place limit 12
    loop
      skills := coalesce(case when (filter).any_skill then skills || part else skills && part end, skills, part);
    end loop;
    foreach part in array array[
      coalesce(private.search_query(words), case when private.is_filled(words) then nobody end),
      coalesce(private.place_query(city), case when private.is_filled(city) then nobody end),
      coalesce(skills, case when private.is_filled(array_to_string((filter).skills, '')) then nobody end),
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
    if query is not null then
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
          -- Whoever has no entry that may be in process is free, whatever has become of the requirements.
          when 'without_entry' then ' and candidate.id not in (select entry.candidate_id from public.shortlist_entries as entry'
            ' where entry.state not in (''applied'', ''draft'', ''declined'', ''withdrawn'', ''closed''))'
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

CREATE OR REPLACE FUNCTION private.card_reveals_identity (
  person   public.candidates,
  card     jsonb,
  pitch    text,
  is_blind boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select position(private.fold_text((person).email) in typed.words) > 0
      -- The last nine digits of a number, whatever stands between them.
      or exists (
        select from unnest(private.phone_numbers_in((person).phone)) as dialled
          cross join lateral unnest(array[typed.words, private.unspelled(typed.words)]) as words
          where position(right(ltrim(dialled, '+0'), 9) in regexp_replace(private.latin_digits(words), '[^0-9]', '', 'g')) > 0)
      or typed.words ~ '[^\s@]+@[^\s@]+\.[a-z]'
      -- "asha at seeker dot example", "asha(at)seeker.example"
      or typed.words ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.words ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or is_blind and (
        typed.words ~ '(https?://|www\.)'
        or regexp_split_to_array(private.unspelled(typed.words), '[^[:alnum:]]+') && array(
             select part from unnest(typed.names) as part where length(part) > 1)
        or typed.parts && array(select part from unnest(typed.names) as part where length(part) > 1)
        -- A name of several parts, or of a script without spaces, also within other words.
        or (cardinality(typed.names) > 1 or typed.names[1] ~ '[\u1100-\u11FF\u3040-\u9FFF]')
          and position(nullif(array_to_string(typed.names, ''), '') in array_to_string(typed.parts, '')) > 0
        or position(private.plain_company_name((person).employer) in array_to_string(typed.parts, '')) > 0
        or position(private.company_key((person).employer) in private.company_key(typed.words)) > 0)
      from (select words, regexp_split_to_array(words, '[^[:alnum:]]+') as parts,
                   array_remove(regexp_split_to_array(private.fold_text((person).full_name), '[^[:alnum:]]+'), '') as names
              from private.fold_text(concat_ws(' ', pitch, (card - 'name' - 'employer')::text)) as words) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.company_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select private.without_umlauts(private.plain_company_name(name)) $function$;

CREATE OR REPLACE FUNCTION private.company_traces (
  requirement public.job_requirements,
  words       text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with typed as materialized (
      select private.blank_signs(words) as plain, private.fold_text(words) as folded, normalize(words, NFKC) as written,
             private.blank_signs((requirement).job_title || ' ' || array_to_string((requirement).required_skills, ' ')) as trade),
    called as materialized (
      select replace(private.blank_signs(private.plain_company_name(named)), ' ', '') as letters,
             array(select part from string_to_table(trim(private.blank_signs(
                       replace(private.straight_apostrophes(named), '''', ''))), ' ') with ordinality as split (part, place)
                     where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc',
                                              'corp', 'corporation', 'company', 'co', 'the', 'of'])
                     order by place) as parts
        from private.known_company_names(requirement) as named),
    -- What stands before and behind an "and" is a name each.
    halves as (
      select string_to_array(half, ' ') as parts
        from called cross join lateral regexp_split_to_table(array_to_string(parts, ' '), ' and ') as half),
    domains as materialized (select unnest(private.domains_of((requirement).client_id)) as domain),
    sought as (
      select letters from called where length(letters) > 3
      union select array_to_string(array_remove(parts, 'and'), '') from called where 'and' = any (parts)
      -- A second word that is not of the trade, where the first is everybody's.
      union select case when not private.is_common_word(parts[1]) then parts[1]
                        when not private.is_common_word(parts[2]) and position(parts[2] in typed.trade) = 0 then parts[2]
                        else parts[1] || parts[2] end from halves, typed
      -- The last part of a domain but its ends ("in", "co.in") that others have not.
      union select replace(label, '-', '') from domains
        cross join lateral (select label from string_to_table(domain, '.') with ordinality as labels (label, place)
                              where place < cardinality(string_to_array(domain, '.')) and length(label) > 3
                                and not private.is_common_word(label)
                              order by place desc limit 1) as named
      union select replace(private.blank_signs(person.full_name), ' ', '')
        from (select client.full_name from public.clients as client where client.id = (requirement).client_id
              union select member.full_name from public.client_members as member where member.client_id = (requirement).client_id) as person
        where private.blank_signs(person.full_name) ~ ' [^ ]{2,} (.* )?[^ ]{2,} '),
    -- A name of two or three letters, and the first letters of a longer one, as they are written.
    initials as (
      select upper(letters) as pattern from called where length(letters) between 2 and 3
      union
      select string_agg(upper(left(part, 1)), '[. ]{0,2}' order by place)
        from called cross join lateral unnest(array_remove(parts, 'and')) with ordinality as listed (part, place)
        group by called.parts having count(*) > 2 and lower(string_agg(left(part, 1), '' order by place)) <> all (string_to_array(
          'api,cnc,vmc,sap,erp,sql,php,css,aws,bpo,kpo,ceo,cfo,cto,cad,cam,plc,gst,gcp,crm,seo,tig,mig,ppe,mep,hvac,iti,ncr,uae,usa,ksa,'
          'mba,bca,mca,msc,bsc,bed,gnm,anm,bls,als,icu,opd,ppc,smm,etl,sdk,ios,pmp,iso,sop,kpi,dcs,llb,cma,acca', ','))
      union
      select upper(left(parts[1], 1)) || ' ?(?:&|[Aa]nd|AND) ?' || upper(left(parts[3], 1))
        from called where cardinality(parts) = 3 and parts[2] = 'and')
    select array(
      select (regexp_match(typed.plain, private.spelling_of(sought.letters)))[1] from typed, sought
        where length(sought.letters) > 3 and typed.plain ~ private.spelling_of(sought.letters)
      union select domain from typed, domains where position(domain in typed.folded) > 0
      union select (regexp_match(typed.written, '(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])'))[1] from typed, initials
        where typed.written ~ ('(?<![[:alnum:]])(' || pattern || ')(?![[:alnum:]])')
      order by 1)
  $function$;

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
                  when takes_some and advert.search @@ wanted then (
                    select sum(term.weight) from unnest(terms, weights) as term (query, weight) where advert.search @@ term.query)
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

CREATE OR REPLACE FUNCTION private.has_search_signs (
  words text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(private.fold_text(left(words, 400)) ~ '"|(^|\s)-|(^|\s)or(\s|$)', false)
  $function$;

CREATE OR REPLACE FUNCTION private.job_names()
  RETURNS TABLE (
    word  text,
    names text[],
    wider text[]
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    values ('hr', array['human resource', 'human resources'], '{}'::text[]),
      ('bpo', array['call centre', 'call center'], array['customer service']),
      ('fulltime', array['full time'], '{}'), ('parttime', array['part time'], '{}'),
      ('remote', array['work from home', 'working from home', 'wfh'], '{}'),
      ('delhi', '{}', array['ncr']), ('dilli', '{}', array['ncr']),
      ('qc', '{}', array['quality control', 'quality assurance', 'quality inspector', 'quality']),
      ('qa', '{}', array['quality control', 'quality assurance', 'quality inspector', 'quality'])
  $function$;

CREATE OR REPLACE FUNCTION private.job_word_query (
  word text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION private.job_words (
  words text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION private.joined_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.straight_apostrophes(private.fold_text(case when octet_length(value) = length(value) then value else
            regexp_replace(regexp_replace(normalize(replace(lower(value), 'ø', U&'o\0308'), NFKD), '([aou])\u0308', '\1e', 'g'),
                           'a\u030A', 'aa', 'g') end)),
        '(?<![a-z])([a-z]{1,3})'' ?([a-z]{3,})(?:''([a-z]+))?|(?<=[a-z])''(?=s\M)', '\1\2\3', 'g'),
        '(?<![a-z&''])(d|o|al|el|de|mc) ([a-z]{3,})', '\1\2', 'g'),
        '(?<=\m[a-z])(?:[. ]{1,2}| ?[/&] ?| and )(?=[a-z]\M)', '', 'g'),
        '\m(?:([bm]|ph)[. ]{1,2}(tech|com|sc|ed|arch|pharm|phil|des|d)'
          || '|(front|back|full|part|tele|house|store|book|pay|free|health|data|web|soft|co|x) '
          || '(end|stack|time|office|caller|calling|sales|keeper|keeping|roll|lance|lancer|lancing|care|base|site|ware|operative|ray))\M',
        '\1\2\3\4', 'g'),
        '\m([a-z]{1,2})[./&]([a-z0-9]{1,5})\M|\m([a-z0-9]+)[-\u2010\u2011]([a-z]{2,})\M', '\1\2\3\4', 'g')
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
          ('haryana', 'gurugram,gurgaon,gurugaon,गुरुग्राम,गुडगांव;faridabad;manesar;sonipat,sonepat;bahadurgarh;panchkula;nuh,mewat;ambala;karnal;'
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

CREATE OR REPLACE FUNCTION private.matches_blocklist (
  person  public.candidates,
  company uuid,
  domains text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with named as materialized (
      select said.client_id, private.company_key(said.named) as plain, private.company_domain(said.named) as domain
        from private.kept_from(person) as said where num_nonnulls(said.client_id, said.named) > 0
    )
    select exists (select from named
      where named.client_id = company
        or named.plain = (select private.company_key(client.company_name) from public.clients as client where client.id = company)
        -- The domain itself, one below it, or the one that it is below.
        or exists (select from unnest(domains) as theirs (domain)
                     where '.' || theirs.domain like '%.' || named.domain or '.' || named.domain like '%.' || theirs.domain))
  $function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(string_agg(distinct word collate "C", ' ') filter (where length(word) > 1
                      and word !~ '^(?!(om|ed|al|an|ah|ng)$)([b-df-hj-np-tv-xz]{2,3}|[aeiou][b-df-hj-np-tv-xz])$'),
                    string_agg(distinct word collate "C", ' '))
      from regexp_replace(private.without_umlauts(private.fold_text(replace(private.straight_apostrophes(name), '''', ''))),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u2010-\u2027\u2030-\u205E\u2190-\u2BFF\U0001F000-\U0001FAFF]+', ' ', 'g') as plain,
           regexp_split_to_table(regexp_replace(plain,
             '(?<![^ ])(?:(al|el|de|mc) ([a-z]{3,})'
               || '|(d) (sou[sz]a|silva|costa|cruz|mell?o|lima|almeida|angelo|cunha|penha|rozario|netto)'
               || '|(o) (brien|connor|connell|neill?|hara|leary|reilly|sullivan|malley|donnell|grady|keefe|toole|rourke|shea))(?![^ ])',
             '\1\2\3\4\5\6', 'g'), ' ') as word
      where word <> ''
  $function$;

CREATE OR REPLACE FUNCTION private.near_names (
  person  public.candidates,
  company text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with kept as materialized (
      select said.named, private.company_key(said.named) as plain,
             substring(private.without_umlauts(private.fold_text(said.named)) from '[[:alnum:]]{3,}') as first
        from private.kept_from(person) as said where said.named is not null
    ), theirs as materialized (
      select private.company_key(company) as plain,
             substring(private.without_umlauts(private.fold_text(company)) from '[[:alnum:]]{3,}') as first
    )
    select array(
      select distinct kept.named from kept cross join theirs
        where kept.first = theirs.first
          or least(length(kept.plain), length(theirs.plain)) > 3
            and (position(kept.plain in theirs.plain) > 0 or position(theirs.plain in kept.plain) > 0)
        order by kept.named)
  $function$;

CREATE OR REPLACE FUNCTION private.nearest_jobs (
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
  end $function$;

CREATE OR REPLACE FUNCTION private.plain_signs (
  folded text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
        '(?<=[0-9])(?<![0-9]{4}),(?=([0-9]{2,3},)*[0-9]{3}(?![0-9]))', '', 'g'),
        '([a-z0-9])[+][+]|(?<![a-z0-9])([a-z]) plus plus(?![a-z0-9])', '\1\2plusplus', 'g'),
        '(?<![a-z0-9])([a-z])(?:#| sharp)(?![a-z0-9])', '\1sharp', 'g'),
        '(?<![a-z0-9/&])(?:([a-z])(?:/| ?& ?)([a-z])|([bm])[.] ?(c)[.] ?(a))(?![a-z0-9/&])', '\1\2\3\4\5', 'g')
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
  end $function$;

CREATE OR REPLACE FUNCTION private.read_candidate (
  candidate uuid
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
          'candidate', to_jsonb(person) - array['search', 'link_issue', 'form_id', 'next_on', 'next_words', 'next_by'],
          'next', private.next_step(person.next_on, person.next_words, person.next_by),
          'is_kept', private.has_keep_consent(person.id),
          'is_disowned', case when person.email is not null
            then private.is_disowned(person.email)
            else exists (select from public.candidate_consents as consent
                           where consent.candidate_id = person.id and consent.is_disowned) end,
          'talks', private.talks_of(person.id, 200),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'client_id', never.client_id,
                       'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named),
                       'is_known', never.client_id is not null or exists (
                         select from public.clients as client
                           where private.plain_company_name(client.company_name) = any (array[
                             private.plain_company_name(never.named), private.company_key(never.named),
                             private.plain_company_name(private.joined_text(never.named))])),
                       'is_employer', never.is_employer, 'is_own', never.is_own) order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'consents', (
            select coalesce(jsonb_agg(to_jsonb(consent) - array['candidate_id', 'card_digest', 'mailbox_digest', 'number_digest']
                                      || jsonb_build_object('is_in_force', private.is_in_force(consent))
                                      order by consent.asked_at desc, consent.id), '[]')
              from (select * from public.candidate_consents as newest where newest.candidate_id = person.id
                      order by newest.asked_at desc, newest.id limit 100) as consent),
          'consents_count', (select count(*) from public.candidate_consents as consent where consent.candidate_id = person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and num_nonnulls(consent.given_at, consent.refused_at, consent.closed_at) = 0),
          'entries', (
            select coalesce(jsonb_agg(private.entry_facts(entry, private.domains_of(requirement.client_id)) || jsonb_build_object(
                       'job_title', requirement.job_title, 'requirement_status', requirement.status,
                       -- What they have typed with the application otherwise than it is here.
                       'differs', case when entry.state = 'applied' then (
                         select typed.differs from jsonb_array_elements(private.typed_otherwise(entry)) with ordinality as typed (differs, place)
                           where not typed.differs ? 'email' and typed.differs - 'said' <> '{}' order by typed.place limit 1) end,
                       'company', private.company_name(requirement.client_id)) order by entry.created_at desc, entry.id), '[]')
              from public.shortlist_entries as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              where entry.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
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
    -- "and" is a word where nothing follows: it may begin a name.
    last_and tsquery;
  begin
    -- Of twelve words: nobody looks for more, and each is looked up.
    for token in
      select matched from regexp_matches(
        -- Between blanks "&" is "and": who asks for "C & R" wants both.
        translate(private.plain_signs(replace(typed, ' & ', ' ')), '“”„«»/\,;|&', '"""""      '),
        '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') as matched limit 12
    loop
      if token[1] = '' and lower(token[3]) = 'or' then
        any_of := coalesce(any_of || all_of, all_of, any_of);
        all_of := null;
      elsif token[1] = '' and lower(token[3]) = 'and' and all_of is not null then
        last_and := private.term_query(token[3]);
      else
        last_and := null;
        term := private.term_query(coalesce(token[2], token[3]));
        for synonym in select * from private.skill_synonyms(token[3]) loop
          term := coalesce(term || private.term_query(synonym), term);
        end loop;
        all_of := coalesce(all_of && case when token[1] = '' then term else !!term end, all_of,
                           case when token[1] = '' then term else !!term end);
      end if;
    end loop;
    all_of := coalesce(all_of && last_and, all_of);
    return coalesce(any_of || all_of, all_of, any_of);
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true', key)
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)', 'id'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default', 'id'),
        ('public.candidates', 'search = private.searchable_candidate(filled)', 'id'),
        ('public.adverts', 'search = private.searchable_advert(filled)', 'requirement_id')) as renewed (relation, changes, key);
    select private.fill_envelopes()
  $function$;

CREATE OR REPLACE FUNCTION private.request_row_fill (
  name      text,
  relation  regclass,
  changes   text,
  condition text,
  key       text     DEFAULT 'id'::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    insert into private.row_fills (name, statement)
      values (name, format('with piece as (select %4$I from %1$s where %4$I > $1 and %3$s order by %4$I limit 500),
                              filled as (update %1$s as filled set %2$s where %4$I in (select %4$I from piece))
                            select %4$I from piece order by %4$I desc limit 1', relation, changes, condition, key))
      on conflict on constraint row_fills_pkey do update set statement = excluded.statement, after_id = default
  $function$;

CREATE OR REPLACE FUNCTION private.search_query (
  words text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    -- Words are joined here where others part them by a blank, and each for itself as well (private.term_query), so that
    -- "-D'Souza" denies "Dsouza".
    select string_agg('(' || reading.query::text || ')', ' | ')::tsquery
      from left(private.fold_text(left(words, 400)), 200) as typed,
           left(private.joined_text(left(words, 400)), 200) as joined,
           private.with_plain_numbers(typed) as plain,
           regexp_replace(typed, '([b-df-hj-np-tv-xz][0-9])[ ./-]{1,3}(?=[b-df-hj-np-tv-xz][0-9])', '\1', 'g') as referring
      cross join lateral (
        select private.read_words(typed)
        union select private.read_words(joined) where joined <> typed
        union select private.read_words(plain) where plain <> typed and plain ~ '[0-9]{5}'
        union select private.read_words(referring) where referring <> typed
        union select private.any_number_of(typed) where typed ~ '^[0-9+(). /\u2010-\u2015-]+$') as reading (query)
      where reading.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_advert (
  advert public.adverts
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select setweight(private.words_of(concat_ws(chr(10), (advert).title, array_to_string((advert).skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), (advert).place, array_to_string(private.place_names((advert).place), chr(10)),
           (advert).country, (advert).body, replace(array_to_string(private.kinds_of_work((advert).work), chr(10)), '_', ' '),
           case when (advert).is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = (advert).requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', (advert).place, case when (advert).is_remote then 'remote, home, work from home, anywhere' end),
           (advert).country))
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
                                      client.company_name, client.full_name, client.phone,
                                      private.reference_of(coalesce((requirement).form_id, (requirement).id))))
           || array_to_tsvector(array[private.company_lexeme(client.id)])
      from public.clients as client where client.id = requirement.client_id
  $function$;

CREATE OR REPLACE FUNCTION private.short_skills()
  RETURNS TABLE (
    name  text,
    skill text
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    values ('js', 'javascript'), ('ts', 'typescript'), ('golang', 'go'), ('cpp', 'c++'), ('cplusplus', 'c++'), ('csharp', 'c#'),
      ('dotnet', '.net'), ('postgres', 'postgresql'), ('k8s', 'kubernetes')
  $function$;

CREATE OR REPLACE FUNCTION private.skill_key (
  skill text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce((select short.skill from private.short_skills() as short where short.name = plain),
                    case when length(plain) > 4 then regexp_replace(plain, '[. ]?js$', '') else plain end)
      from (select private.plain_signs(regexp_replace(lower(private.trimmed(skill_key.skill)), '\s+', ' ', 'g')) as plain) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.skill_synonyms (
  skill text
)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select other.name
      from private.skill_key(skill_synonyms.skill) as key
      cross join lateral (select key as name union all select short.name from private.short_skills() as short where short.skill = key) as other
      where other.name <> lower(private.trimmed(skill_synonyms.skill))
  $function$;

CREATE OR REPLACE FUNCTION private.skill_words_query (
  skill text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(found.query::text, ' | ')::tsquery
      from (select private.skill_query(skill) as query
            union all
            select private.skill_query(word)
              from private.plain_signs(private.skill_key(skill)) as called,
                   regexp_split_to_table(called, '[ /,&;()]+') as word
              where word <> called
                and word <> all (array['', 'a', 'an', 'and', 'at', 'basic', 'by', 'experience', 'for', 'good', 'in', 'knowledge',
                                       'of', 'on', 'or', 'skills', 'the', 'to', 'with', 'work', 'years'])) as found
      where found.query is not null
  $function$;

CREATE OR REPLACE FUNCTION private.spaced_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        private.plain_signs(private.fold_text(value)),
        '(?:[.]|(?<![a-z0-9])dot ?)net(?![a-z0-9])', ' net dotnet', 'g'),
        '(?<![a-z0-9])([a-z0-9]{2,20})[. ]?js(?![a-z0-9])', '\1 js \1js', 'g'),
        '[!-/:-@[-`{-~\u00A1-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u066A-\u066D\u0964\u0965\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u3001-\u3003\U0001F000-\U0001FAFF]+', ' ', 'g'),
        '(\S{200})(?=\S)', '\1 ', 'g')
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_advert_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := private.searchable_advert(new);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.straight_apostrophes (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select translate(value, U&'`\00B4\02BC\2018\2019', repeat('''', 5)) $function$;

CREATE OR REPLACE FUNCTION private.without_umlauts (
  folded text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select regexp_replace(folded, '(?<=[aou])e|(?<=a)a', '', 'g') $function$;

CREATE TRIGGER stamp_update
  BEFORE UPDATE OF title,
    place,
    country,
    work,
    is_remote,
    min_experience,
    max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay, is_named, named_by, LANGUAGE, written_by, opened_at, closes_on, closed_at ON public.adverts
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

REVOKE ALL ON FUNCTION "private"."company_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_names"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_signs"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_signs"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."request_row_fill"(text, regclass, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_advert"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."short_skills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."straight_apostrophes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."straight_apostrophes"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."without_umlauts"(text) FROM PUBLIC;

refresh materialized view private.places;

-- Amounts, "A/C", "R&D", a requirement's reference and more are found once the schedule has come to each row.
select private.renew_search();
