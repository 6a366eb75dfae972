set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.late_of (
  person uuid,
  kinds  text[]
)
  RETURNS TABLE (
    kind           text,
    item_id        uuid,
    requirement_id uuid,
    since          timestamp with time zone,
    people         integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    (select 'items', line.item_id, line.requirement_id, line.at, 0
       from private.day_of_items(person) as line where 'items' = any (kinds) and line.at < now()
       order by line.at, line.item_id limit 100)
    union all
    select case listed.section when 'candidates' then 'answers' else listed.section end, null, listed.requirement_id, listed.at,
           listed.count
      from private.day_of_requirements(person, array_replace(kinds, 'answers', 'candidates')) as listed
      where listed.section <> 'applied' or listed.at < now()
    union all
    select 'asked', null, listed.requirement_id, min(listed.at), count(*)::integer
      from private.day_of_candidates(person, array['asked']) as listed where 'asked' = any (kinds) group by listed.requirement_id
  $function$;
