set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.my_day (
  section text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (
      select private.require_team() as id
    ), listed as materialized (
      select (listed_row.day).*, listed_row.section_place, listed_row.place, listed_row.total,
             listed_row.place <= case when my_day.section is null then case when listed_row.section_place <= 6 then 8 else 5 end
                                      when (listed_row.day).section = my_day.section then 50 else 0 end as is_shown
        from caller cross join lateral private.rows_of_day(caller.id) as listed_row
    ), shown as (
      select listed.section_place, listed.place, jsonb_strip_nulls(jsonb_build_object(
                 'id', coalesce(listed.entry_id, listed.candidate_id, listed.item_id, listed.requirement_id),
                 'is', case when listed.entry_id is not null then 'entry' when listed.candidate_id is not null then 'candidate'
                            when listed.item_id is not null then 'item' else 'requirement' end,
                 'requirement', listed.requirement_id, 'kind', item.kind, 'source', item.source,
                 'title', coalesce(requirement.job_title, left(item.subject, 120)), 'sender', item.sender,
                 'company', coalesce(company.company_name, item.company), 'at', listed.at, 'count', nullif(listed.count, 0),
                 'holder', case when listed.holder <> caller.id then colleague.display_name end,
                 'person', private.day_candidate(listed.entry_id, listed.candidate_id),
                 'answer', case when listed.section = 'answers' then private.day_answer(listed.entry_id) end)) as line
        from caller
        cross join listed
        left join public.job_requirements as requirement on requirement.id = listed.requirement_id
        left join public.clients as company on company.id = requirement.client_id
        left join public.team_members as colleague on colleague.user_id = listed.holder
        left join lateral (select * from private.inbox_item_details as detail where detail.id = listed.item_id limit 1) as item on true
        where listed.is_shown
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', counted.section, 'total', counted.total, 'rows', counted.lines)
                              order by counted.section_place), '[]')
      from (select listed.section, listed.section_place, max(listed.total) as total,
                   (select coalesce(jsonb_agg(shown.line order by shown.place), '[]') from shown
                      where shown.section_place = listed.section_place) as lines
              from listed group by listed.section, listed.section_place) as counted
  $function$;
