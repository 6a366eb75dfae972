-- What was said and done about a requirement is told to its company by functions, by name: the rows themselves have the ids
-- of people, the team's among them, and are the team's alone to read. Policies hold where grants of columns would not: a
-- column would be everybody's of the Data API's one role, or nobody's.

drop policy "whoever sees the requirement" on public.requirement_messages;
create policy "the team reads" on public.requirement_messages for select to authenticated
  using ((select private.is_team_member()));

drop policy "the team, or what is for the own company" on public.requirement_events;
create policy "the team reads" on public.requirement_events for select to authenticated
  using ((select private.is_team_member()));

-- A page of what happened to a requirement, the newest first: fifty events from a place on, and one more, which tells that
-- there are others; and the currency of its amounts at that place, where it has changed since. A company reads the names of
-- its own people and of the recruiter that it has now; ids are for the team. Null for one that is not there, or not the
-- caller's to see.
create function private.requirement_history(requirement uuid, before_at timestamptz, before_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    is_team boolean := private.is_team_member();
    filed public.job_requirements;
  begin
    select * into filed from public.job_requirements as found
      where found.id = requirement and (found.client_id = (select private.current_client_id()) or is_team);
    if filed.id is null then
      return null;
    end if;
    return jsonb_build_object(
      -- What the next change of it changed it from.
      'currency', case when before_id is not null then (
        select later.changes #>> '{currency,0}' from public.requirement_events as later
          where later.requirement_id = filed.id and later.created_at >= before_at and (is_team or later.for_client)
            and later.changes -> 'currency' is not null
          order by later.created_at, later.id limit 1) end,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', event.id, 'side', event.side, 'type', event.type, 'changes', event.changes,
                   'created_at', event.created_at,
                   'actor', case when is_team then event.actor end,
                   'person', case when is_team then event.person end,
                   'actor_name', member.full_name,
                   'is_named', event.person is not null,
                   'person_name', colleague.display_name)
                   order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = filed.id and (is_team or happened.for_client)
                    and (before_id is null or (happened.created_at, happened.id) < (before_at, before_id))
                  order by happened.created_at desc, happened.id desc limit 51) as event
          left join public.client_members as member
            on event.side = 'company' and member.user_id = event.actor and member.client_id = filed.client_id
          left join public.team_members as colleague
            on colleague.user_id = event.person and event.person = filed.recruiter_id));
  end $$;

-- What the Data API shows of it: a function that runs as its caller.
create function public.requirement_history(
    requirement uuid, before_at timestamptz default null, before_id uuid default null) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.requirement_history(requirement, before_at, before_id) $$;
