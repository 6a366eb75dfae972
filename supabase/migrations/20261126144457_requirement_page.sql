set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.read_requirement (
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
               'requirement', to_jsonb(requirement_row),
               'company', client.company_name,
               'joined', private.who_joined(requirement_row.id),
               'candidates', private.candidate_counts(requirement_row.id),
               -- When either side last said something, and who is to answer; null for one that is closed.
               'last_contact', (
                 select jsonb_build_object('at', listed.last_word_at, 'waits_for', listed.waits_for)
                   from private.open_requirements as listed where listed.requirement_id = requirement_row.id),
               'members', (
                 select coalesce(jsonb_agg(jsonb_build_object('user_id', member.user_id, 'full_name', member.full_name)
                                           order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = requirement_row.client_id
                           order by joined.created_at, joined.user_id limit 100) as member))
        from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = read_requirement.requirement);
  end $function$;
