set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.advert_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['title', 'place', 'country', 'work', 'is_remote', 'min_experience', 'max_experience', 'skills', 'body', 'min_pay',
                 'max_pay', 'pay_currency', 'pay_unit', 'tells_pay']
  $function$;

CREATE OR REPLACE FUNCTION private.advert_obstacles (
  advert      public.adverts,
  requirement public.job_requirements
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select array_remove(array[
        case when (requirement).status <> all (private.open_statuses()) then 'closed' end,
        case when not coalesce(private.is_filled((advert).place), false) then 'place_missing' end,
        case when (advert).tells_pay and num_nonnulls((advert).min_pay, (advert).max_pay) = 0 then 'pay_missing' end,
        case when private.is_abroad(advert) and not exists (select from private.settings where emigration_number is not null)
          then 'emigration_number_missing' end,
        case when private.says_contact(private.advert_words(advert))
               or not (advert).is_named and private.advert_words(advert) ~* '(https?://|\mwww\.)' then 'contact_in_advert' end,
        case when not (advert).is_named
               and private.company_traces(requirement, private.advert_words(advert)) <> '{}' then 'company_in_advert' end],
      null)
  $function$;

CREATE OR REPLACE FUNCTION private.advert_of (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'title', (requirement).job_title, 'place', located.place, 'country', located.country, 'work', (requirement).job_type,
        'is_remote', (requirement).remote_allowed, 'min_experience', (requirement).min_experience,
        'max_experience', (requirement).max_experience, 'skills', to_jsonb((requirement).required_skills), 'body', '',
        'min_pay', (requirement).min_salary, 'max_pay', (requirement).max_salary, 'pay_currency', (requirement).currency,
        'pay_unit', 'year', 'tells_pay', false)
      from (select private.trimmed((requirement).location) as location) as filed
      cross join lateral (select private.is_place_abroad(filed.location) as is_abroad,
                                 private.trimmed(substring(filed.location from '^(.*),')) as before,
                                 private.trimmed(substring(filed.location from '([^,]+)$')) as last) as parts
      cross join lateral (
        select case when parts.is_abroad is false then regexp_replace(filed.location, ',?\s*(India|Bharat)$', '', 'i')
                    when parts.is_abroad then coalesce(parts.before, filed.location) else filed.location end as place,
               case when parts.is_abroad is false then 'India'
                    when parts.is_abroad and parts.before is not null then parts.last else '' end as country) as located
  $function$;

CREATE OR REPLACE FUNCTION private.advert_state (
  advert public.adverts
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select case when (advert).opened_at is null then 'draft' when (advert).closed_at is not null then 'closed'
                when private.is_advertised(advert) then 'open' else 'over' end
  $function$;

CREATE OR REPLACE FUNCTION private.advert_words (
  advert public.adverts
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select concat_ws(chr(10), (advert).title, (advert).place, (advert).country, array_to_string((advert).skills, chr(10)), (advert).body)
  $function$;

CREATE OR REPLACE FUNCTION private.blank_signs (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select ' ' || trim(regexp_replace(replace(private.fold_text(value), '&', ' and '),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u00A1-\u00BF\u02B0-\u02FF\u2010-\u2027\u2030-\u205E\u3001-\u3003]+', ' ', 'g')) || ' '
  $function$;

CREATE OR REPLACE FUNCTION private.close_advert (
  requirement uuid,
  seen        integer,
  words       text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    perform private.lock_shortlist(requirement);
    advert := private.lock_advert(requirement);
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement, private.trimmed_straight(words));
    perform private.log_activity('advert_closed', 'requirement', requirement);
    return (select written.version from public.adverts as written where written.requirement_id = requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.company_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'job', case when advert.opened_at is not null then private.job_of(advert) end,
        'state', case when advert.opened_at is not null then private.advert_state(advert) end,
        'is_named', coalesce(advert.is_named, false), 'version', advert.version, 'opened_at', advert.opened_at,
        'closes_on', advert.closes_on, 'closed_at', advert.closed_at,
        'company', private.company_name(requirement_row.client_id),
        'may_write', private.may_write_for_client())
      from public.job_requirements as requirement_row
      left join public.adverts as advert on advert.requirement_id = requirement_row.id
      where requirement_row.id = company_advert.requirement and private.is_of_company(requirement_row.client_id)
  $function$;

CREATE OR REPLACE FUNCTION private.company_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select news.changes #>> '{status,0}' from news where news.type = 'status'
                        order by news.created_at, news.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from news where news.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      -- As long as the public reads it.
      'advert', case when exists (select from news where news.type = 'advert_opened') then (
        select jsonb_build_object('closes_on', advert.closes_on) from public.adverts as advert
          where advert.requirement_id = (requirement).id and private.is_advertised(advert)) end,
      'candidates', nullif((waiting.counts ->> 'waiting')::integer, 0),
      'candidates_by', waiting.counts -> 'answer_by',
      'withdrawn', (select nullif(count(*), 0) from news where news.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from news
                             where news.type = 'candidates_withdrawn' and news.changes -> 'was_opened' = 'true'))
      from changed
      left join lateral (
        select private.candidate_counts((requirement).id) as counts
          where (requirement).status = any (private.open_statuses())
            and exists (select from news where news.type = 'candidates_shown')) as waiting on true
  $function$;

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
      select replace(private.blank_signs(private.plain_company_name(client.company_name)), ' ', '') as letters,
             array(select part from string_to_table(trim(private.blank_signs(regexp_replace(
                       client.company_name, '[''`\u00B4\u02BC\u2018\u2019]', '', 'g'))), ' ') with ordinality as split (part, place)
                     where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc',
                                              'corp', 'corporation', 'company', 'co', 'the', 'of'])
                     order by place) as parts
        from public.clients as client where client.id = (requirement).client_id),
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
        having count(*) > 2 and lower(string_agg(left(part, 1), '' order by place)) <> all (string_to_array(
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

CREATE OR REPLACE FUNCTION private.count_applied (
  requirement uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select count(*)::integer from public.shortlist_entries as entry
      where entry.requirement_id = count_applied.requirement and entry.state = 'applied'
  $function$;

CREATE OR REPLACE FUNCTION private.draw_slug (
  title text,
  place text
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select concat_ws('-', coalesce(nullif(trim(both '-' from left(words, 90)), ''), 'job'), drawn)
      from (select trim(both '-' from regexp_replace(private.fold_text(title || ' ' || place), '[^a-z0-9]+', '-', 'g')) as words) as named
      cross join lateral (
        select string_agg(substr('bcdfghjkmnpqrstvwxz', 1 + floor(random() * 19)::integer, 1), '') as drawn
          from generate_series(1, 4), generate_series(1, 20) as try where words is not null group by try) as tries
      where not exists (select from public.adverts as known
                         where known.slug = concat_ws('-', coalesce(nullif(trim(both '-' from left(words, 90)), ''), 'job'), drawn))
      limit 1
  $function$;

CREATE OR REPLACE FUNCTION private.is_abroad (
  advert public.adverts
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select private.is_place_abroad((advert).country) is distinct from false or coalesce(private.is_place_abroad((advert).place), false)
  $function$;

CREATE OR REPLACE FUNCTION private.is_common_word (
  word text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
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

CREATE OR REPLACE FUNCTION private.lock_advert (
  requirement uuid
)
  RETURNS public.adverts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare advert public.adverts;
  begin
    select * into advert from public.adverts as written where written.requirement_id = requirement for update;
    return advert;
  end $function$;

CREATE OR REPLACE FUNCTION private.lock_own_requirement (
  requirement uuid
)
  RETURNS public.job_requirements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare requirement_row public.job_requirements;
  begin
    if private.is_team_member() or not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into requirement_row from public.job_requirements as found
      where found.id = lock_own_requirement.requirement and found.client_id = (select private.current_client_id()) for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    elsif not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return requirement_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_requirement_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn', 'advert_opened'))
              union
              select requirement.recruiter_id from public.job_requirements as requirement
                where requirement.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused', 'candidates_reconsidered')
                    or new.side = 'company' and (new.type in ('edited', 'advert_named', 'advert_closed') or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.name_advert (
  requirement uuid,
  seen        integer,
  named       boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    now_at integer;
  begin
    perform private.require_opened(advert);
    if advert.is_named = named then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif advert.closed_at is not null then
      raise exception 'advert_closed' using errcode = 'PT422';
    end if;
    wanted := advert;
    wanted.is_named := named;
    if not named and private.advert_obstacles(wanted, requirement_row) && array['company_in_advert', 'contact_in_advert'] then
      raise exception 'company_in_advert' using errcode = 'PT422';
    end if;
    perform private.count_for_company(requirement_row.client_id, 'edits');
    update public.adverts as written
      set is_named = named, named_by = case when named then private.current_user_id() end
      where written.requirement_id = requirement_row.id returning written.version into now_at;
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      values (requirement_row.id, requirement_row.client_id, private.current_user_id(), 'company', 'advert_named',
              jsonb_build_object('named', jsonb_build_array(not named, named)));
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    state text;
    now_at integer;
  begin
    if advert.requirement_id is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
    state := private.advert_state(advert);
    if state = 'open' and advert.closes_on = open_advert.closes_on then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif open_advert.closes_on is null or open_advert.closes_on <= private.today()
      or open_advert.closes_on > private.today() + 60 then
      raise exception 'last_day_out_of_reach' using errcode = 'PT422';
    end if;
    perform private.refuse_advert(advert, requirement_row);
    update public.adverts as written
      set opened_at = case when state = 'open' then written.opened_at else now() end,
          closes_on = open_advert.closes_on, closed_at = null,
          -- What nobody has seen is called by what it says now.
          slug = case when state = 'draft' then private.draw_slug(written.title, written.place) else written.slug end
      where written.requirement_id = requirement returning written.version into now_at;
    if state <> 'open' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (requirement, requirement_row.client_id, private.current_user_id(), 'team', 'advert_opened',
                jsonb_build_object('closes_on', jsonb_build_array(null, open_advert.closes_on)));
    end if;
    perform private.log_activity('advert_opened', 'requirement', requirement);
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(private.advert_obstacles(advert, requirement_row)),
      'traces', case when advert.is_named then '[]' else
        to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) end,
      'waiting', private.count_applied(requirement_row.id), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then (
        select event.side from public.requirement_events as event
          where event.requirement_id = requirement_row.id and event.type = 'advert_closed'
          order by event.created_at desc, event.id desc limit 1) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $function$;

CREATE OR REPLACE FUNCTION private.recruiter_news (
  person      uuid,
  requirement public.job_requirements,
  events      uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from news where news.type = 'status'),
      'is_new', is_open and exists (select from news where news.type in ('created', 'converted')
                                                       or news.type = 'recruiter' and news.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      -- What its company has said last of its advert.
      'advert_said', case when is_open then (
        select case when news.type = 'advert_closed' then 'taken_down'
                    when news.changes #> '{named,1}' = 'true' then 'named' else 'unnamed' end
          from news where news.side = 'company' and news.type in ('advert_named', 'advert_closed')
          order by news.created_at desc, news.id desc limit 1) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) from news
                      where news.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from news where news.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) from news
                    where news.type = 'candidates_refused'),
      'reconsidered', (select nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) from news
                         where news.type = 'candidates_reconsidered'))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.refuse_advert (
  advert      public.adverts,
  requirement public.job_requirements
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare obstacles text[] := private.advert_obstacles(advert, requirement);
  begin
    if obstacles <> '{}' then
      raise exception '%', obstacles[1] using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_named_adverts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.adverts as advert set is_named = true
      from public.job_requirements as requirement
      where requirement.client_id = new.id and advert.requirement_id = requirement.id and advert.is_named;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.require_opened (
  advert public.adverts
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  begin
    if (advert).opened_at is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_advert (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_shortlist(requirement);
    advert public.adverts := private.lock_advert(requirement);
    wanted public.adverts;
    columns text := array_to_string(private.advert_fields(), ', ');
    now_at integer;
  begin
    perform private.refuse_closed(requirement_row.status);
    if advert.requirement_id is null then
      if seen is not null then
        raise exception 'stale' using errcode = 'PT409';
      end if;
      wanted := private.with_advert_entries(
        jsonb_populate_record(null::public.adverts, private.advert_of(requirement_row) || '{"body": null}'), entries);
      wanted.requirement_id := requirement;
      insert into public.adverts (requirement_id, slug, written_by, title, place, country, work, is_remote, min_experience,
          max_experience, skills, body, min_pay, max_pay, pay_currency, pay_unit, tells_pay)
        values (requirement, private.draw_slug(wanted.title, wanted.place), private.current_user_id(), wanted.title, wanted.place,
                wanted.country, wanted.work, wanted.is_remote, wanted.min_experience, wanted.max_experience, wanted.skills,
                wanted.body, wanted.min_pay, wanted.max_pay, wanted.pay_currency, wanted.pay_unit, wanted.tells_pay)
        returning version into now_at;
      return now_at;
    end if;
    wanted := private.with_advert_entries(advert, entries);
    if wanted is not distinct from advert then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    elsif private.advert_state(advert) in ('open', 'over') then
      perform private.refuse_advert(wanted, requirement_row);
    end if;
    execute format('update public.adverts set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where requirement_id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.says_contact (
  words text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select typed.folded ~ '[^\s@]+@[^\s@]+\.[a-z]'
      or typed.folded ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.folded ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or private.world_numbers(typed.amounts) <> '{}' or private.world_numbers(private.unspelled(typed.amounts)) <> '{}'
      from (select folded, regexp_replace(folded, '\m[0-9]{1,4}00 ?[-–—] ?[0-9]{1,4}00\M', ' ', 'g') as amounts
              from private.fold_text(words) as folded) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.spelling_of (
  letters text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when length(letters) < 6 then '(?<= )(' || spelled || ')(?=s? )' else '(' || spelled || ')' end
      from (select string_agg(letter, ' ?' order by place) as spelled
              from regexp_split_to_table(letters, '') with ordinality as each (letter, place)) as apart
  $function$;

CREATE OR REPLACE FUNCTION private.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    requirement_row public.job_requirements := private.lock_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
  begin
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.count_for_company(requirement_row.client_id, 'edits');
    perform private.end_advert(requirement_row.id, null);
    perform private.reopen_item(requirement_row.id);
    return (select written.version from public.adverts as written where written.requirement_id = requirement_row.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.unname_moved_advert()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    update public.adverts as advert set is_named = false, named_by = null where advert.requirement_id = new.id and advert.is_named;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.with_advert_entries (
  base    public.adverts,
  entries jsonb
)
  RETURNS public.adverts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare wanted public.adverts;
  begin
    if private.are_entries(entries) is not true
      or exists (select from jsonb_object_keys(entries) as key where key <> all (private.advert_fields())) then
      raise exception 'entries_unknown' using errcode = '22023';
    end if;
    wanted := jsonb_populate_record(base, entries);
    wanted.title := private.trimmed_straight(wanted.title);
    wanted.place := private.trimmed_straight(wanted.place);
    wanted.country := private.trimmed_straight(wanted.country);
    wanted.body := private.trimmed_straight(wanted.body);
    if wanted.place is null then
      raise exception 'place_missing' using errcode = 'PT422';
    elsif wanted.tells_pay and num_nonnulls(wanted.min_pay, wanted.max_pay) = 0 then
      raise exception 'pay_missing' using errcode = 'PT422';
    end if;
    return wanted;
  end $function$;

CREATE OR REPLACE FUNCTION public.close_advert (
  requirement uuid,
  seen        integer,
  words       text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.close_advert(requirement, seen, words) $function$;

REVOKE ALL ON FUNCTION "public"."close_advert"(uuid, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.company_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.company_advert(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."company_advert"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.name_advert (
  requirement uuid,
  seen        integer,
  named       boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.name_advert(requirement, seen, named) $function$;

REVOKE ALL ON FUNCTION "public"."name_advert"(uuid, integer, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.open_advert (
  requirement uuid,
  seen        integer,
  closes_on   date
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.open_advert(requirement, seen, closes_on) $function$;

REVOKE ALL ON FUNCTION "public"."open_advert"(uuid, integer, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_advert (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_advert(requirement) $function$;

REVOKE ALL ON FUNCTION "public"."read_advert"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_advert (
  requirement uuid,
  entries     jsonb,
  seen        integer DEFAULT NULL::integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_advert(requirement, seen, entries) $function$;

REVOKE ALL ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_down_advert (
  requirement uuid,
  seen        integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.take_down_advert(requirement, seen) $function$;

REVOKE ALL ON FUNCTION "public"."take_down_advert"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER renew_named_adverts
  AFTER UPDATE OF company_name ON public.clients
  FOR EACH ROW
  WHEN ((old.company_name IS DISTINCT FROM new.company_name))
  EXECUTE FUNCTION private.renew_named_adverts();

CREATE TRIGGER unname_moved_advert
  AFTER UPDATE OF client_id ON public.job_requirements
  FOR EACH ROW
  WHEN ((old.client_id IS DISTINCT FROM new.client_id))
  EXECUTE FUNCTION private.unname_moved_advert();

REVOKE ALL ON FUNCTION "private"."advert_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_obstacles"(public.adverts, public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_of"(public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_state"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."advert_words"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."blank_signs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_advert"(uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_advert"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."company_advert"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."company_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."company_traces"(public.job_requirements, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_applied"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."draw_slug"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_abroad"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_common_word"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_advert"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_own_requirement"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_advert"(uuid, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_advert"(uuid, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_advert"(uuid, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_advert"(uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_advert"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_advert"(public.adverts, public.job_requirements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_named_adverts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_opened"(public.adverts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_advert"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_advert"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."says_contact"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spelling_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_down_advert"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_down_advert"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unname_moved_advert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_advert_entries"(public.adverts, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_advert"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_advert"(uuid, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_advert"(uuid, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."company_advert"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."company_advert"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."name_advert"(uuid, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."name_advert"(uuid, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."name_advert"(uuid, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_advert"(uuid, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_advert"(uuid, integer, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_advert"(uuid, integer, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_advert"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_advert"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_advert"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_advert"(uuid, jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_down_advert"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_down_advert"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_down_advert"(uuid, integer) TO "postgres";
