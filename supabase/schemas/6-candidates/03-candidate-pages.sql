-- The list of candidates (docs/decisions/candidates.md).

-- One page of candidates, the newest first. What many have is found among the newest; what some have, among those of six
-- periods; what few have, by the index of all; and of what is left the newest are looked at in their order. No plan is made
-- anew for other words: to make one would take longer than the search.
create function private.candidates_page(
    words text, city text, before_at timestamptz, before_id uuid, room integer) returns table (candidate_id uuid)
  language plpgsql stable security definer rows 26 set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
  declare
    query tsquery := private.candidate_query(words);
    town text := lower(private.trimmed(city));
    from_at timestamptz := case when before_id is null then 'infinity' else before_at end;
    from_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    walked integer;
    found uuid[];
  begin
    if words is null or private.trimmed(words) is null then
      if town is null then
        return query select kept.id from public.candidates as kept
          where (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      else
        return query select kept.id from public.candidates as kept
          where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
          order by kept.created_at desc, kept.id desc limit room;
      end if;
      return;
    elsif numnode(query) = 0 then
      return;
    end if;
    foreach walked in array array[400, null] loop
      found := array(
        select newest.id from (
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where town is null and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)
            union all
            (select kept.id, kept.created_at, kept.search from public.candidates as kept
               where lower(kept.city) = town and (kept.created_at, kept.id) < (from_at, from_id)
               order by kept.created_at desc, kept.id desc limit walked)) as newest
          where newest.search @@ query order by newest.created_at desc, newest.id desc limit room);
      exit when cardinality(found) = room or walked is null;
      found := array(
        with recent as materialized (
          select kept.id, kept.created_at, kept.city, kept.search from public.candidates as kept
            where private.searchable_in_period(kept.search, kept.created_at) @@ private.query_in_periods(
              query, least(from_at, (select max(newest.created_at) from public.candidates as newest)), 6))
        select recent.id from recent
          where recent.search @@ query and (town is null or lower(recent.city) = town)
            and (recent.created_at, recent.id) < (from_at, from_id)
          order by recent.created_at desc, recent.id desc limit room);
      exit when cardinality(found) = room;
      found := array(select kept.id from public.candidates as kept where kept.search @@ query limit 1001);
      if cardinality(found) <= 1000 then
        found := array(
          select kept.id from public.candidates as kept
            where kept.id = any (found) and (town is null or lower(kept.city) = town)
              and (kept.created_at, kept.id) < (from_at, from_id)
            order by kept.created_at desc, kept.id desc limit room);
        exit;
      end if;
    end loop;
    return query select unnest(found);
  end $$;

-- The team's list: as many as are asked for and one more, which tells that there is a next page.
create function private.list_candidates(words text, city text, before_at timestamptz, before_id uuid, size integer)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period, kept.email,
           kept.phone, exists (select from public.candidate_consents as asked
                                where asked.candidate_id = kept.id and asked.purpose = 'keep' and private.is_in_force(asked) offset 0),
           (select count(*)::integer from public.shortlist_entries as entry where entry.candidate_id = kept.id),
           kept.created_at, kept.last_activity_at, kept.version
      from caller
      cross join lateral private.candidates_page(case when caller.id is not null then words end, city, before_at, before_id,
                                                 least(greatest(size, 1), 100) + 1) with ordinality as page (candidate_id, place)
      cross join lateral (select * from public.candidates as listed where listed.id = page.candidate_id limit 1) as kept
      order by page.place
  $$;
grant execute on function private.list_candidates to authenticated;

-- # Exposed through the Data API

create function public.list_candidates(
    words text default null, city text default null, before_at timestamptz default null, before_id uuid default null,
    size integer default 25)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable set search_path = '' as $$
    select * from private.list_candidates(words, city, before_at, before_id, size)
  $$;
grant execute on function public.list_candidates to authenticated;
