-- The list of candidates, and who of them may be added to a requirement (docs/decisions/candidates.md).

-- What candidates are looked for by, beside words and a place.
create type public.candidate_filter as (
  skills text[],
  -- Is one of the skills enough?
  any_skill boolean,
  -- At most so many days of notice: 0, 7, 15, 30, 45, 60 or 90.
  notice_days integer,
  -- At most so much a year, in this currency.
  yearly_pay numeric,
  pay_currency public.currency_code,
  -- 'free' for who is in process for nothing, 'in_process' for the others, 'applied' for who has applied and has no answer yet.
  process text,
  -- Who was never asked about a job.
  is_unasked boolean,
  -- Also those of whom notice or pay is not known?
  with_unknown boolean
);

create type public.listed_candidate as (
  id uuid,
  full_name text,
  headline text,
  city text,
  country text,
  skills text[],
  notice_period text,
  notice_days integer,
  expected_pay_amount numeric,
  expected_pay_currency public.currency_code,
  expected_pay_unit text,
  email text,
  phone text,
  is_kept boolean,
  entries integer,
  -- What they are in process for (private.entries_elsewhere).
  elsewhere jsonb,
  -- How far they came for the requirement that somebody is looked for: they were taken back, turned down, or said no.
  ended_as text,
  -- Must its company not learn of them?
  is_never boolean,
  -- What stands on their list, or where they work, that may be the company written otherwise.
  near_names text[],
  created_at timestamptz,
  last_activity_at timestamptz,
  version integer
);

-- What a filter looks for by words: words and place as somebody types them, skills, notice. Null for nothing of that.
create function private.candidate_query(words text, city text, filter public.candidate_filter) returns tsquery
  language plpgsql immutable set search_path = '' as $$
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
  end $$;

-- What a filter asks of a candidate besides the words, as the rest of a condition in which $1 is the filter.
create function private.candidate_conditions(filter public.candidate_filter) returns text
  language sql immutable set search_path = '' as $$
    select concat(
        case when (filter).yearly_pay is not null then concat(
          ' and (candidate.expected_pay_amount is not null and candidate.expected_pay_currency = ($1).pay_currency'
          ' and private.yearly_pay(candidate.expected_pay_amount, candidate.expected_pay_unit) <= ($1).yearly_pay',
          case when (filter).with_unknown then
            ' or candidate.expected_pay_amount is null or candidate.expected_pay_currency <> ($1).pay_currency' end, ')') end,
        case (filter).process
          when 'free' then ' and candidate.id not in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'in_process' then ' and candidate.id in (select entry.candidate_id from private.entries_in_process as entry)'
          when 'applied' then
            ' and candidate.id in (select entry.candidate_id from public.shortlist_entries as entry where entry.state = ''applied'')' end,
        case when (filter).is_unasked then
          ' and not exists (select from public.candidate_consents as question'
          ' where question.candidate_id = candidate.id and question.purpose = ''show'')' end)
  $$;

-- Whom a requirement has on its list: who may not be added to it. Whose entry has ended may be.
create function private.listed_for(requirement uuid) returns uuid[]
  language sql stable security definer set search_path = '' as $$
    select array(select entry.candidate_id from public.shortlist_entries as entry
                   where entry.requirement_id = listed_for.requirement and entry.state not in ('withdrawn', 'closed'))
  $$;

-- One page of candidates, the newest first; of those who may be added to a requirement, where one is named.
create function private.candidates_page(
    words text, city text, filter public.candidate_filter, requirement uuid, before_at timestamptz, before_id uuid, room integer)
  returns table (candidate_id uuid)
  language plpgsql stable security definer rows 26 set search_path = '' as $$
  declare
    query tsquery := private.candidate_query(words, city, filter);
    found uuid[];
  begin
    if query is not null then
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where candidate.id <> all ($2)',
        private.candidate_conditions(filter),
        case when found is not null then ' and candidate.id = any ($3)' when query is not null then ' and candidate.search @@ $4' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($5, $6)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $7')
      using filter, private.listed_for(requirement), found, query, before_at, before_id, room;
  end $$;

-- Are there more than a thousand candidates without any entry that may be in process? They are free, whatever has become of the
-- requirements, about which nothing is asked.
create function private.has_many_free(filter public.candidate_filter, requirement uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
  declare has_many boolean;
  begin
    filter.process := null;
    execute concat('select count(*) > 1000 from (select from public.candidates as candidate where candidate.id <> all ($2)',
        private.candidate_conditions(filter),
        ' and candidate.id not in (select entry.candidate_id from public.shortlist_entries as entry'
        ' where entry.state not in (''applied'', ''draft'', ''declined'', ''withdrawn'', ''closed'')) limit 1001) as free')
      into has_many using filter, private.listed_for(requirement);
    return has_many;
  end $$;

-- The team's list: as many as are asked for and one more, which tells that there is a next page.
create function private.list_candidates(
    words text, city text, filter public.candidate_filter, requirement uuid, before_at timestamptz, before_id uuid, size integer)
  returns setof public.listed_candidate
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    company as materialized (
      select client.id, client.company_name as name, private.domains_of(client.id) as domains
        from public.job_requirements as sought join public.clients as client on client.id = sought.client_id
        where sought.id = list_candidates.requirement
    )
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period,
           private.notice_days(kept.notice_period), kept.expected_pay_amount, kept.expected_pay_currency, kept.expected_pay_unit,
           kept.email, kept.phone, private.has_keep_consent(kept.id),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           private.entries_elsewhere(kept.id, list_candidates.requirement),
           (select case when entry.turned_down_at is not null then 'turned_down' else entry.state end
              from public.shortlist_entries as entry
             where entry.requirement_id = list_candidates.requirement and entry.candidate_id = kept.id),
           case when company.id is not null then private.matches_blocklist(kept, company.id, company.domains) else false end,
           case when company.id is not null then private.near_names(kept, company.name) else '{}' end,
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      left join company on true
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, filter, requirement, before_at,
                                                 before_id, least(greatest(size, 1), 100) + 1)
        with ordinality as page (candidate_id, place)
      join public.candidates as kept on kept.id = page.candidate_id
      order by page.place
  $$;
grant execute on function private.list_candidates to authenticated;

-- How many that list has, up to a thousand and one; and how many more there are of whom the notice or the pay that was asked for
-- is not known.
create function private.count_found_candidates(words text, city text, filter public.candidate_filter, requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    counted integer;
    with_unknown integer;
  begin
    perform private.require_team();
    -- Of a search it would be a second one.
    if (filter).process is not distinct from 'free' and private.candidate_query(words, city, filter) is null
      and private.has_many_free(filter, requirement) then
      counted := 1001;
    else
      counted := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    if num_nonnulls((filter).notice_days, (filter).yearly_pay) > 0 and (filter).with_unknown is not true and counted <= 1000 then
      filter.with_unknown := true;
      with_unknown := (select count(*) from private.candidates_page(words, city, filter, requirement, null, null, 1001));
    end if;
    return jsonb_build_object('found', counted, 'unknown', coalesce(with_unknown - counted, 0));
  end $$;
grant execute on function private.count_found_candidates to authenticated;

-- The open requirements that the caller is in charge of, for adding candidates to one: the fifty about which either side has
-- spoken last, by their titles.
create function private.own_open_requirements() returns table (id uuid, job_title text, company text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    latest as (
      select listed.requirement_id from caller
        join private.open_requirements as listed on listed.recruiter_id = caller.id
        order by listed.last_word_at desc, listed.requirement_id desc limit 50)
    select requirement.id, requirement.job_title, private.company_name(requirement.client_id)
      from latest join public.job_requirements as requirement on requirement.id = latest.requirement_id
      order by requirement.job_title, requirement.id
  $$;
grant execute on function private.own_open_requirements to authenticated;

-- # Exposed through the Data API

create function public.list_candidates(
    words text default null, city text default null, filter public.candidate_filter default null, requirement uuid default null,
    before_at timestamptz default null, before_id uuid default null, size integer default 25) returns setof public.listed_candidate
  language sql stable set search_path = '' as $$
    select * from private.list_candidates(words, city, filter, requirement, before_at, before_id, size)
  $$;
grant execute on function public.list_candidates to authenticated;

create function public.count_found_candidates(
    words text default null, city text default null, filter public.candidate_filter default null, requirement uuid default null)
  returns jsonb
  language sql stable set search_path = '' as $$
    select private.count_found_candidates(words, city, filter, requirement)
  $$;
grant execute on function public.count_found_candidates to authenticated;

create function public.own_open_requirements() returns table (id uuid, job_title text, company text)
  language sql stable set search_path = '' as $$ select * from private.own_open_requirements() $$;
grant execute on function public.own_open_requirements to authenticated;
