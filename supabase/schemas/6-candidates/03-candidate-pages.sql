-- The list of candidates (docs/decisions/candidates.md).

-- One page of candidates, the newest first.
create function private.candidates_page(
    words text, city text, before_at timestamptz, before_id uuid, room integer) returns table (candidate_id uuid)
  language plpgsql stable security definer rows 26 set search_path = '' as $$
  declare
    has_words boolean := private.trimmed(words) is not null;
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if has_words then
      if query is null then
        return;
      end if;
      found := private.find_by_words('public.candidates', query);
    end if;
    return query execute concat('select candidate.id from public.candidates as candidate where true',
        case when found is not null then ' and candidate.id = any ($1)' when has_words then ' and candidate.search @@ $2' end,
        case when private.trimmed(city) is not null then ' and lower(candidate.city) = $3' end,
        case when before_id is not null then ' and (candidate.created_at, candidate.id) < ($4, $5)' end,
        ' order by candidate.created_at desc, candidate.id desc limit $6')
      using found, query, lower(private.trimmed(city)), before_at, before_id, room;
  end $$;

-- The team's list: as many as are asked for and one more, which tells that there is a next page.
create function private.list_candidates(words text, city text, before_at timestamptz, before_id uuid, size integer)
  returns table (id uuid, full_name text, headline text, city text, country text, skills text[], notice_period text,
                 email text, phone text, is_kept boolean, entries integer, created_at timestamptz,
                 last_activity_at timestamptz, version integer)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select kept.id, kept.full_name, kept.headline, kept.city, kept.country, kept.skills, kept.notice_period, kept.email,
           kept.phone, exists (select from public.candidate_consents as consent
                                where consent.candidate_id = kept.id and consent.purpose = 'keep' and private.is_in_force(consent) offset 0),
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
