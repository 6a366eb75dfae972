SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.open_messages (
  requirement uuid,
  before_key  timestamp with time zone,
  before_id   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    is_team boolean := private.is_team_member();
    new_since timestamptz;
    shown jsonb;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    select held.first_at into new_since from public.unread_messages as held
      where held.user_id = caller and held.requirement_id = filed.id;
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', written.id, 'side', written.side, 'is_own', written.author is not distinct from caller,
               -- Empty for somebody who has none, null for somebody who has left.
               'name', case when written.side = 'team' then colleague.display_name
                            when member.user_id is not null then coalesce(member.full_name, '') end,
               'body', written.body, 'created_at', written.created_at)
               order by written.created_at desc, written.id desc), '[]')
      into shown
      from (select * from public.requirement_messages as said
              where said.requirement_id = filed.id
                and (before_id is null or (said.created_at, said.id) < (before_key, before_id))
              order by said.created_at desc, said.id desc limit 26) as written
      left join public.client_members as member
        on member.user_id = written.author and member.client_id = filed.client_id
      left join public.team_members as colleague on colleague.user_id = written.author;
    if before_id is null and new_since is not null then
      perform private.settle_unread(filed, case when is_team then 'team' else 'client' end,
                                    (shown -> 0 ->> 'created_at')::timestamptz, caller);
    end if;
    if is_team then
      update public.inbox_items set first_seen_at = now() where requirement_id = filed.id and first_seen_at is null;
    end if;
    return jsonb_build_object(
      'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
      'company', (select client.company_name from public.clients as client where client.id = filed.client_id),
      'client_id', filed.client_id,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = filed.recruiter_id),
      'item_id', case when is_team then (select item.id from public.inbox_items as item
                                          where item.requirement_id = filed.id) end,
      'may_write', private.side_on(filed.client_id) is not null,
      'candidates', private.candidate_counts(filed.id),
      'new_since', new_since,
      'messages', shown);
  end $function$;
