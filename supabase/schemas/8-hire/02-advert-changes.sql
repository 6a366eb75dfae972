-- How the team writes an advert, opens and closes it, and what its company says of it (docs/decisions/hire.md). The company's
-- name stands there only after somebody of it has said so; until then no word of the advert may tell who it is.

-- What the team fills in.
create function private.advert_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['title', 'place', 'country', 'work', 'is_remote', 'min_experience', 'max_experience', 'skills', 'body', 'min_pay',
                 'max_pay', 'pay_currency', 'pay_unit', 'tells_pay']
  $$;

-- How far an advert is: a draft that nobody has seen, open, over (nobody can apply, and somebody waits), closed.
create function private.advert_state(advert public.adverts) returns text
  language sql stable set search_path = '' as $$
    select case when (advert).opened_at is null then 'draft' when (advert).closed_at is not null then 'closed'
                when private.is_advertised(advert) then 'open' else 'over' end
  $$;

-- The address of an advert: its title and place in small Latin letters, and four letters that are drawn, so that none is ever
-- another's.
create function private.draw_slug(title text, place text) returns text
  language sql volatile security definer set search_path = '' as $$
    select wanted.slug
      from (select trim(both '-' from regexp_replace(private.fold_text(title || ' ' || place), '[^a-z0-9]+', '-', 'g')) as words) as named
      cross join lateral (
        select string_agg(substr('bcdfghjkmnpqrstvwxz', 1 + floor(random() * 19)::integer, 1), '') as drawn
          from generate_series(1, 4), generate_series(1, 20) as try where words is not null group by try) as tries
      cross join lateral (
        select concat_ws('-', coalesce(nullif(trim(both '-' from left(words, 90)), ''), 'job'), drawn) as slug) as wanted
      where not exists (select from public.adverts as known where known.slug = wanted.slug)
      limit 1
  $$;

-- What an advert may be made of: a requirement's short fields. What its company wrote for us, in long texts, stays with us, and
-- its pay is told when somebody says so.
create function private.advert_of(requirement public.job_requirements) returns jsonb
  language sql stable set search_path = '' as $$
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
  $$;

-- # What an advert must not say

-- The words of a text with a blank between them, whatever else stood there; an ampersand is a word. Which signs are letters depends
-- on the database's locale, so they are written out.
create function private.blank_signs(value text) returns text
  language sql immutable set search_path = '' as $$
    select ' ' || trim(regexp_replace(replace(private.fold_text(value), '&', ' and '),
             '[' || private.invisible() || '!-/:-@\[-`{-~\u00A1-\u00BF\u02B0-\u02FF\u2010-\u2027\u2030-\u205E\u3001-\u3003]+', ' ', 'g')) || ' '
  $$;

-- Looks for the letters of a name, together or apart: "A.C.M.E.", "D’Souza" and "d souza" are one spelling each. A short one is a
-- word of its own, in one or several; in a longer one an umlaut may be written in one letter or in two.
create function private.spelling_of(letters text) returns text
  language sql immutable set search_path = '' as $$
    select case when length(letters) < 6 then '(?<= )(' || spelled || ')(?=s? )' else '(' || spelled || ')' end
      from (select string_agg(case when length(letters) < 6 then letter
                                when letter = 'a' then 'a(?: ?[ae])?' when letter in ('o', 'u') then letter || '(?: ?e)?'
                                else letter end, ' ?' order by place) as spelled
              from regexp_split_to_table(case when length(letters) < 6 then letters else private.without_umlauts(letters) end, '')
                     with ordinality as each (letter, place)) as apart
  $$;

-- With which many names begin, and many sentences go: alone it names nobody. Places too.
create function private.is_common_word(word text) returns boolean
  language sql stable set search_path = '' as $$
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
  $$;

-- What companies were called while adverts of theirs stood or had stood there, the last ten names of each.
create table private.former_company_names (
  client_id uuid not null references public.clients (id) on delete cascade,
  company_name text not null check (private.is_text(company_name, 200)),
  changed_at timestamptz not null default now(),
  primary key (client_id, company_name)
);

-- The names by which the company of a requirement is known: its own, what it was called before, and whose the advert was before.
create function private.known_company_names(requirement public.job_requirements) returns setof text
  language sql stable security definer set search_path = '' as $$
    select client.company_name from public.clients as client
      where client.id = (requirement).client_id or client.id in (
        select event.client_id from public.requirement_events as event
          where event.requirement_id = (requirement).id and event.type = 'advert_opened')
    union
    select former.company_name from private.former_company_names as former where former.client_id = (requirement).client_id
  $$;

-- The words of a company's name without those of its legal form.
create function private.company_name_parts(name text) returns text[]
  language sql immutable set search_path = '' as $$
    select array(
      select part from string_to_table(trim(private.blank_signs(replace(private.straight_apostrophes(name), '''', ''))), ' ')
          with ordinality as split (part, place)
        where part <> all (array['private', 'pvt', 'pte', 'pty', 'limited', 'ltd', 'llp', 'llc', 'inc', 'gmbh', 'plc', 'corp',
                                 'corporation', 'company', 'co', 'the', 'of'])
        order by place)
  $$;

-- By what words tell whose requirement it is, each as it stands there: a name of the company however it is spelled, the first word of
-- it that others have not, its letters ("TCS", "L&T"), the domain of its mails, and the names of its people.
create function private.company_traces(requirement public.job_requirements, words text) returns text[]
  language sql stable security definer set search_path = '' as $$
    with typed as materialized (
      select private.blank_signs(words) as plain, private.fold_text(words) as folded, normalize(words, NFKC) as written,
             private.blank_signs((requirement).job_title || ' ' || array_to_string((requirement).required_skills, ' ')) as trade),
    called as materialized (
      select distinct replace(private.blank_signs(private.plain_company_name(named)), ' ', '') as letters,
             private.company_name_parts(named) as parts
        from private.known_company_names(requirement) as known
          cross join lateral unnest(array[known, private.joined_text(known)]) as named),
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
  $$;

-- Do words say how somebody is reached: an address of a mail, also one that is spelled, or a number that can be dialled? Two
-- amounts with a dash between them are a range.
create function private.says_contact(words text) returns boolean
  language sql immutable set search_path = '' as $$
    select typed.folded ~ '[^\s@]+@[^\s@]+\.[a-z]'
      or typed.folded ~ '[[:alnum:]] *[[({<]? *(\mat\M|@) *[])}>]? *[[:alnum:]-]+ *[[({<]? *\mdot\M *[])}>]? *[a-z]{2}'
      or typed.folded ~ '[[:alnum:]] *[[({<] *(at|@) *[])}>] *[[:alnum:]-]+\.[a-z]{2}'
      or private.world_numbers(typed.amounts) <> '{}' or private.world_numbers(private.unspelled(typed.amounts)) <> '{}'
      from (select folded, regexp_replace(folded, '\m[0-9]{1,4}00 ?[-–—] ?[0-9]{1,4}00\M', ' ', 'g') as amounts
              from private.fold_text(words) as folded) as typed
  $$;

-- All that somebody reads of an advert.
create function private.advert_words(advert public.adverts) returns text
  language sql immutable set search_path = '' as $$
    select concat_ws(chr(10), (advert).title, (advert).place, (advert).country, array_to_string((advert).skills, chr(10)), (advert).body)
  $$;

-- Is the work in another country than India?
create function private.is_abroad(advert public.adverts) returns boolean
  language sql stable set search_path = '' as $$
    select private.is_place_abroad((advert).country) is distinct from false or coalesce(private.is_place_abroad((advert).place), false)
  $$;

-- What stands against the public reading an advert, by the names of the refusals; none where it may be open.
create function private.advert_obstacles(advert public.adverts, requirement public.job_requirements) returns text[]
  language sql stable security definer set search_path = '' as $$
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
  $$;

-- Refuses what must not be public, by the first reason.
create function private.refuse_advert(advert public.adverts, requirement public.job_requirements) returns void
  language plpgsql stable security definer set search_path = '' as $$
  begin
    case (private.advert_obstacles(advert, requirement))[1]
      when 'closed' then raise exception 'closed' using errcode = 'PT422';
      when 'place_missing' then raise exception 'place_missing' using errcode = 'PT422';
      when 'pay_missing' then raise exception 'pay_missing' using errcode = 'PT422';
      when 'emigration_number_missing' then raise exception 'emigration_number_missing' using errcode = 'PT422';
      when 'contact_in_advert' then raise exception 'contact_in_advert' using errcode = 'PT422';
      when 'company_in_advert' then raise exception 'company_in_advert' using errcode = 'PT422';
      else null;
    end case;
  end $$;

-- # What the team does

-- Which side has closed the advert of a requirement last; null for the schedule, and where it was never closed.
create function private.closer_of(requirement uuid) returns public.side
  language sql stable security definer set search_path = '' as $$
    select event.side from public.requirement_events as event
      where event.requirement_id = closer_of.requirement and event.type = 'advert_closed'
      order by event.created_at desc, event.id desc limit 1
  $$;

-- An advert as it would be opened: what its company has taken down has the name again by their press alone.
create function private.to_open(advert public.adverts) returns public.adverts
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if advert.closed_at is not null and private.closer_of(advert.requirement_id) = 'company' then
      advert.is_named := false;
      advert.named_by := null;
    end if;
    return advert;
  end $$;

-- A requirement's advert, for the team: what is written, or what it could be made of; the job as the public would read it; what
-- stands against that, and by which words; who waits. Null for a requirement that is not there.
create function private.read_advert(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements;
    advert public.adverts;
    against text[];
  begin
    perform private.require_team();
    select * into requirement_row from public.job_requirements as found where found.id = read_advert.requirement;
    if requirement_row.id is null then
      return null;
    end if;
    select * into advert from public.adverts as written where written.requirement_id = requirement_row.id;
    if advert.requirement_id is null then
      return jsonb_build_object('entries', private.advert_of(requirement_row), 'version', null, 'state', null, 'job', null,
                                'against', '[]'::jsonb, 'traces', '[]'::jsonb, 'waiting', 0, 'mailed_at', private.answer_mailed_at(), 'is_named', false, 'closed_by', null,
                                'closes_on', null, 'opened_at', null, 'closed_at', null);
    end if;
    advert := private.to_open(advert);
    against := private.advert_obstacles(advert, requirement_row);
    return jsonb_build_object(
      'entries', (select jsonb_object_agg(part.key, part.value) from jsonb_each(to_jsonb(advert)) as part
                    where part.key = any (private.advert_fields())),
      'version', advert.version, 'state', private.advert_state(advert), 'job', private.job_of(advert),
      'against', to_jsonb(against),
      'traces', case when 'company_in_advert' = any (against)
        then to_jsonb(private.company_traces(requirement_row, private.advert_words(advert))) else '[]' end,
      'waiting', private.applicants_of(requirement_row.id), 'mailed_at', private.answer_mailed_at(), 'is_named', advert.is_named,
      'closed_by', case when advert.closed_at is not null then private.closer_of(requirement_row.id) end,
      'closes_on', advert.closes_on, 'opened_at', advert.opened_at, 'closed_at', advert.closed_at);
  end $$;
grant execute on function private.read_advert to authenticated;

-- What a form has sent, on top of an advert: each entry of its column's type.
create function private.with_advert_entries(base public.adverts, entries jsonb) returns public.adverts
  language plpgsql stable set search_path = '' as $$
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
    if private.has_line_end(concat(wanted.title, wanted.place, wanted.country)) then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif wanted.place is null then
      raise exception 'place_missing' using errcode = 'PT422';
    elsif wanted.tells_pay and num_nonnulls(wanted.min_pay, wanted.max_pay) = 0 then
      raise exception 'pay_missing' using errcode = 'PT422';
    end if;
    return wanted;
  end $$;

-- The advert of a requirement that is held, until the transaction ends; an empty one where none is written.
create function private.lock_advert(requirement uuid) returns public.adverts
  language plpgsql security definer set search_path = '' as $$
  declare advert public.adverts;
  begin
    select * into advert from public.adverts as written where written.requirement_id = requirement for update;
    return advert;
  end $$;

-- Writes an advert on the version that was read, none for the first. Of one that is open nothing is saved that must not be
-- public. Returns the version that makes of it.
create function private.save_advert(requirement uuid, seen integer, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
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
    perform private.record_advert_change(
      requirement_row, advert, private.changed_fields(to_jsonb(advert), to_jsonb(wanted), private.advert_fields()));
    return now_at;
  end $$;
grant execute on function private.save_advert to authenticated;

-- Tells the company which fields of an advert that the public reads, or has read, the team has changed: what stands there, the
-- page says. Of pay that was told, and is, and of the last day also what they were.
create function private.record_advert_change(requirement_row public.job_requirements, before public.adverts, fields text[]) returns void
  language sql security definer set search_path = '' as $$
    insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
      select (requirement_row).id, (requirement_row).client_id, private.current_user_id(), 'team', 'advert_changed',
             jsonb_object_agg(field, case when field = 'closes_on' or before.tells_pay and written.tells_pay
                                            and field in ('min_pay', 'max_pay', 'pay_currency', 'pay_unit')
                                       then jsonb_build_array(to_jsonb(before) -> field, to_jsonb(written) -> field) end)
        from unnest(fields) as field join public.adverts as written on written.requirement_id = (requirement_row).id
        where private.advert_state(before) in ('open', 'over') having count(*) > 0
  $$;

-- Shows an advert to the public until a day, where the agency is; one that was closed, again, at the same address. Of one that is
-- open its last day becomes another.
create function private.open_advert(requirement uuid, seen integer, closes_on date) returns integer
  language plpgsql security definer set search_path = '' as $$
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
    advert := private.to_open(advert);
    perform private.refuse_advert(advert, requirement_row);
    -- Whoever applies has to be somebody's to answer.
    perform private.assign_if_none(requirement);
    update public.adverts as written
      set opened_at = case when state = 'open' then written.opened_at else now() end,
          closes_on = open_advert.closes_on, closed_at = null,
          is_named = advert.is_named, named_by = advert.named_by,
          -- What nobody has seen is called by what it says now.
          slug = case when state = 'draft' then private.draw_slug(written.title, written.place) else written.slug end
      where written.requirement_id = requirement returning written.version into now_at;
    if state <> 'open' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (requirement, requirement_row.client_id, private.current_user_id(), 'team', 'advert_opened',
                jsonb_build_object('closes_on', jsonb_build_array(null, open_advert.closes_on)));
    else
      perform private.record_advert_change(requirement_row, advert, array['closes_on']);
    end if;
    perform private.log_activity('advert_opened', 'requirement', requirement);
    return now_at;
  end $$;
grant execute on function private.open_advert to authenticated;

-- Ends an advert, for the team: who waits is answered in these words, or else in the standard ones. Twice is the same.
create function private.close_advert(requirement uuid, seen integer, words text) returns integer
  language plpgsql security definer set search_path = '' as $$
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
    perform private.end_advert(requirement, private.trimmed_straight(words), 'closed');
    perform private.log_activity('advert_closed', 'requirement', requirement);
    return (select written.version from public.adverts as written where written.requirement_id = requirement);
  end $$;
grant execute on function private.close_advert to authenticated;

-- # What its company does

-- The advert of a requirement of the own company, once the public has seen it, as the public reads it. Null for a requirement that
-- is not there, or not theirs; without a job where there is no such advert.
create function private.company_advert(requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'job', case when advert.opened_at is not null then private.job_of(advert) end,
        'state', case when advert.opened_at is not null then private.advert_state(advert) end,
        'is_named', coalesce(advert.is_named, false), 'version', advert.version, 'opened_at', advert.opened_at,
        'closes_on', advert.closes_on, 'closed_at', advert.closed_at,
        -- What the team has changed last since it was opened.
        'changed', (select jsonb_build_object('at', event.created_at, 'fields', (select jsonb_agg(key) from jsonb_object_keys(event.changes) as key))
                      from public.requirement_events as event
                      where event.requirement_id = requirement_row.id and event.type = 'advert_changed' and event.created_at > advert.opened_at
                      order by event.created_at desc, event.id desc limit 1),
        'company', private.company_name(requirement_row.client_id),
        -- How many applications have come while it was this company's, each by its press; who withdraws is counted still.
        'applications', (select coalesce(sum((event.changes #>> '{candidates,1}')::integer), 0) from public.requirement_events as event
                           where event.requirement_id = requirement_row.id and event.type = 'candidates_applied'
                             and event.client_id = requirement_row.client_id),
        'may_write', private.may_write_for_client())
      from public.job_requirements as requirement_row
      left join public.adverts as advert on advert.requirement_id = requirement_row.id
      where requirement_row.id = company_advert.requirement and private.is_of_company(requirement_row.client_id)
  $$;
grant execute on function private.company_advert to authenticated;

-- Refuses what nobody may do with an advert that its company has never seen.
create function private.require_opened(advert public.adverts) returns void
  language plpgsql immutable set search_path = '' as $$
  begin
    if (advert).opened_at is null then
      raise exception 'advert_not_found' using errcode = 'PT404';
    end if;
  end $$;

-- Has the company's name stand on its advert, or no more: the company alone says so. Where the words name it as well, they have to
-- be changed first, or the advert taken down.
create function private.name_advert(requirement uuid, seen integer, named boolean) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
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
  end $$;
grant execute on function private.name_advert to authenticated;

-- Its company takes an advert down: nobody reads it from the next request on, and who waits is answered in the standard words. The
-- requirement's line comes back to the inbox. Twice is the same.
create function private.take_down_advert(requirement uuid, seen integer) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements := private.hold_own_requirement(requirement);
    advert public.adverts := private.lock_advert(requirement);
  begin
    perform private.require_opened(advert);
    if advert.closed_at is not null then
      return advert.version;
    elsif advert.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = advert.version::text;
    end if;
    perform private.end_advert(requirement_row.id, null, 'taken_down');
    perform private.reopen_item(requirement_row.id);
    return (select written.version from public.adverts as written where written.requirement_id = requirement_row.id);
  end $$;
grant execute on function private.take_down_advert to authenticated;

-- # What becomes of it with its company

-- Of a company that is called otherwise nobody has said that the new name may stand there, and no yes was to it. What its words must
-- not tell by then, the old name among them, takes no applications and is read by nobody, until it is opened again: its recruiter has
-- the line.
create function private.recheck_renamed_adverts() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    renamed uuid[] := array(
      select advert.requirement_id from public.adverts as advert
        join public.job_requirements as requirement on requirement.id = advert.requirement_id
        where requirement.client_id = new.id and advert.opened_at is not null order by advert.requirement_id);
    -- Whose words could tell of it whatever they would.
    named uuid[] := array(
      select advert.requirement_id from public.adverts as advert where advert.requirement_id = any (renamed) and advert.is_named);
    hidden uuid;
    agreed uuid[];
    agreed_entry public.shortlist_entries;
  begin
    if private.plain_company_name(old.company_name) is not distinct from private.plain_company_name(new.company_name) then
      -- The same name, spelled otherwise: what a named advert is found by has it.
      update public.adverts as advert set is_named = true where advert.requirement_id = any (named);
      return null;
    elsif renamed <> '{}' then
      insert into private.former_company_names as former (client_id, company_name) values (new.id, old.company_name)
        on conflict (client_id, company_name) do update set changed_at = now();
      delete from private.former_company_names as former
        where former.client_id = new.id and former.company_name in (
          select older.company_name from private.former_company_names as older where older.client_id = new.id
            order by older.changed_at desc, older.company_name offset 10);
    end if;
    update public.adverts as advert set is_named = false, named_by = null where advert.requirement_id = any (named);
    update public.candidate_consents as consent set card_digest = null
      from public.shortlist_entries as entry
      where entry.requirement_id = any (renamed) and consent.applied_entry_id = entry.id and consent.closed_at is null;
    -- Who was taken on by their yes, and is not shown yet, is asked anew.
    agreed := array(select entry.id from public.shortlist_entries as entry
                      where entry.requirement_id = any (renamed) and entry.state = 'agreed' and entry.applied_at is not null);
    perform private.hold_entries(agreed);
    for agreed_entry in select * from public.shortlist_entries as entry
                          where entry.id = any (agreed) and entry.state = 'agreed' order by entry.id loop
      perform private.end_applied_yes(agreed_entry);
      perform private.reopen_item(agreed_entry.requirement_id);
    end loop;
    for hidden in
      update public.adverts as advert set closes_on = private.today() - 1
        from public.job_requirements as requirement_row
        where advert.requirement_id = any (renamed) and requirement_row.id = advert.requirement_id and private.is_advertised(advert)
          -- Else only what has a word of the new name is read whole.
          and (advert.requirement_id = any (named)
               or tsvector_to_array(advert.search) && tsvector_to_array(private.words_of(new.company_name)))
          and private.advert_obstacles(advert, requirement_row) && array['company_in_advert', 'contact_in_advert']
        returning advert.requirement_id
    loop
      perform private.reopen_item(hidden);
    end loop;
    return null;
  end $$;

create trigger recheck_renamed_adverts after update of company_name on public.clients
  for each row when (old.company_name is distinct from new.company_name) execute function private.recheck_renamed_adverts();

-- # Exposed through the Data API

create function public.read_advert(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_advert(requirement) $$;
grant execute on function public.read_advert to authenticated;

create function public.save_advert(requirement uuid, entries jsonb, seen integer default null) returns integer
  language sql set search_path = '' as $$ select private.save_advert(requirement, seen, entries) $$;
grant execute on function public.save_advert to authenticated;

create function public.open_advert(requirement uuid, seen integer, closes_on date) returns integer
  language sql set search_path = '' as $$ select private.open_advert(requirement, seen, closes_on) $$;
grant execute on function public.open_advert to authenticated;

create function public.close_advert(requirement uuid, seen integer, words text default null) returns integer
  language sql set search_path = '' as $$ select private.close_advert(requirement, seen, words) $$;
grant execute on function public.close_advert to authenticated;

create function public.company_advert(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.company_advert(requirement) $$;
grant execute on function public.company_advert to authenticated;

create function public.name_advert(requirement uuid, seen integer, named boolean) returns integer
  language sql set search_path = '' as $$ select private.name_advert(requirement, seen, named) $$;
grant execute on function public.name_advert to authenticated;

create function public.take_down_advert(requirement uuid, seen integer) returns integer
  language sql set search_path = '' as $$ select private.take_down_advert(requirement, seen) $$;
grant execute on function public.take_down_advert to authenticated;
