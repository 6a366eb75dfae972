-- Which statuses of a requirement are open and which are closed stands in one place: the functions that spelled them out ask it.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.answer_due (
  requirement uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with answered as (
      select max(answer.created_at) as at
        from (select event.created_at from public.requirement_events as event
                where event.requirement_id = answer_due.requirement and event.type = 'status'
                  and event.side is distinct from 'company'
              union all
              select done.created_at from public.item_events as done
                join public.inbox_items as item on item.id = done.item_id
                where item.requirement_id = answer_due.requirement
                  and (done.type = 'answered' or done.changes -> 'state' ->> 1 in ('waiting', 'done'))) as answer),
    asked as (
      select coalesce(posting.created_at, event.created_at) as since, event.created_at as at
        from public.requirement_events as event
        join public.job_requirements as filed on filed.id = event.requirement_id
        left join public.public_job_submissions as posting
          on event.type = 'converted' and posting.id = filed.source_posting_id
        where event.requirement_id = answer_due.requirement and (event.side = 'company' or event.type = 'converted')
      union all
      select written.created_at, written.created_at from public.item_events as written
        join public.inbox_items as item on item.id = written.item_id
        where item.requirement_id = answer_due.requirement and written.type = 'written')
    select min(asked.since) + private.promised('requirement') from asked
      where asked.at > coalesce((select at from answered), '-infinity')
        and exists (select from public.job_requirements as filed
                     where filed.id = answer_due.requirement and filed.status = any (private.open_statuses()))
  $function$;

CREATE OR REPLACE FUNCTION private.closed_statuses()
  RETURNS public.requirement_status[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array(select status from unnest(enum_range(null::public.requirement_status)) as status
                   where status <> all (private.open_statuses()))
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
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                        order by told.created_at, told.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')))
      from changed
  $function$;

CREATE OR REPLACE FUNCTION private.count_requirements()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    change record;
    -- What came counts, and what went counts down.
    changes text := concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select client_id, status, positions_count, 1 as sign from came' end,
      case when tg_op <> 'INSERT' then 'select client_id, status, positions_count, -1 as sign from went' end);
  begin
    for change in execute format('
      select * from (select client_id, sum(sign)::integer as total,
                            coalesce(sum(sign) filter (where status = any (private.open_statuses())), 0)::integer as active,
                            sum(sign * positions_count)::bigint as positions
                       from (%s) as changed group by client_id) as changed
        where (total, active, positions) <> (0, 0, 0) order by client_id', changes)
    loop
      update private.requirement_counts as kept
        set (total, active, positions) =
            (kept.total + change.total, kept.active + change.active, kept.positions + change.positions)
        where kept.client_id = change.client_id;
      continue when found;
      -- Of a company that is being deleted nothing is kept.
      insert into private.requirement_counts as kept
        select client.id, figures.* from public.clients as client
          cross join private.requirement_figures(client.id) as figures where client.id = change.client_id
        on conflict (client_id) do update
          set (total, active, positions) =
              (kept.total + change.total, kept.active + change.active, kept.positions + change.positions);
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.edit_requirement (
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
    held public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    -- Not the team's, who may change the status and nothing else.
    if private.is_team_member() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from private.with_entries($1, $2))
                     where id = $3 and exists (
                       select %1$s from private.with_entries($1, $2)
                       except select %1$s from public.job_requirements where id = $3)
                     returning version', columns) into now_at using held, entries, requirement;
    return coalesce(now_at, held.version);
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_status (
  requirement uuid,
  before      public.requirement_status,
  after       public.requirement_status
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    held public.inbox_items;
  begin
    select * into held from public.inbox_items where requirement_id = requirement for update;
    if after = any (private.closed_statuses()) and held.state in ('new', 'open', 'waiting') then
      perform private.apply_state(caller, held, 'done', null);
    elsif before = any (private.closed_statuses()) and after = any (private.open_statuses())
      and held.state in ('done', 'spam')
    then
      perform private.apply_state(caller, held, 'open', now() + private.promised('requirement'));
    else
      perform private.touch_item(caller, held.id, true);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.free_work_of (
  person uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform from public.job_requirements where recruiter_id = person order by id for no key update;
    perform from public.inbox_items
      where id in (select held.id from public.inbox_items as held where held.assignee = person
                   union
                   select line.id from public.job_requirements as filed
                     join public.inbox_items as line on line.requirement_id = filed.id
                     where filed.recruiter_id = person)
      order by id for update;
    update public.job_requirements set recruiter_id = null
      where recruiter_id = person and status = any (private.open_statuses());
    with freed as (
      update public.inbox_items set assignee = null
        where assignee = person and state in ('new', 'open', 'waiting') returning id
    )
    insert into public.item_events (item_id, actor, type) select id, private.current_user_id(), 'released' from freed;
  end $function$;

CREATE OR REPLACE FUNCTION private.guard_status()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if acting is not null and not exists (select from private.requirement_transitions() as allowed
        where allowed.side = acting and allowed.from_status = old.status and allowed.to_status = new.status) then
      raise exception 'status_not_possible' using errcode = 'PT422';
    end if;
    if new.status = any (private.open_statuses()) then
      new.closed_reason := null;
      if not private.is_team(new.recruiter_id) then
        new.recruiter_id := null;
      end if;
    elsif acting is not null and new.status = 'cancelled' and new.closed_reason is null then
      raise exception 'reason_missing' using errcode = 'PT422';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.open_statuses()
  RETURNS public.requirement_status[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['new', 'in_progress']::public.requirement_status[] $function$;

CREATE OR REPLACE FUNCTION private.purge_expired()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
    unused uuid[];
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status = any (private.closed_statuses()) and filed.updated_at < expiry)
      order by line.id for update;
    foreach relation in array array['public.contact_submissions', 'public.public_job_submissions',
                                    'public.consultation_requests', 'public.activity_log', 'public.mail_outbox',
                                    'auth.audit_log_entries'] loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    -- Which network a form came from is asked for an hour; a form that comes sweeps it as well.
    delete from private.form_senders where created_at < now() - interval '1 hour';
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for. Where there are members, it is what
    -- their owners have written.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member where member.client_id = client.id);
    delete from public.job_requirements where status = any (private.closed_statuses()) and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    unused := array(select person.id from auth.users as person
      where greatest(person.created_at, person.last_sign_in_at) < expiry
        and not exists (select from public.user_roles as held where held.user_id = person.id and held.role <> 'client')
        and not exists (select from public.client_members as member
                         join public.job_requirements as requirement on requirement.client_id = member.client_id
                         where member.user_id = person.id));
    -- A company goes with the last of its members; one that has none, when nothing has happened to it for as long.
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    delete from auth.users where id = any (unused);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
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
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', (select jsonb_agg(field order by place)
                   from unnest(private.requirement_fields()) with ordinality as listed (field, place)
                   where is_open and exists (select from told where told.type = 'edited' and told.changes ? field)))
      from facts
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_figures (
  client uuid
)
  RETURNS TABLE (
    total     integer,
    active    integer,
    positions bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
    select counts.total, counts.active, counts.positions from private.requirement_counts as counts
      where counts.client_id = client
    union all
    select count(*)::integer, (count(*) filter (where filed.status = any (private.open_statuses())))::integer,
           coalesce(sum(filed.positions_count), 0)::bigint
      from public.job_requirements as filed
      -- Asked before anything is counted, and of the row that counting nothing gives.
      where filed.client_id = client
        and not exists (select from private.requirement_counts as counts where counts.client_id = client)
      having not exists (select from private.requirement_counts as counts where counts.client_id = client)
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_frame (
  requirement uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'id', filed.id, 'job_title', filed.job_title, 'status', filed.status, 'priority', filed.priority,
        'version', filed.version, 'currency', filed.currency, 'closed_reason', filed.closed_reason,
        'closed_by', case when filed.status = any (private.closed_statuses()) then (
          select event.side from public.requirement_events as event
            where event.requirement_id = filed.id and event.type = 'status'
            order by event.created_at desc, event.id desc limit 1) end,
        'recruiter_id', filed.recruiter_id,
        'recruiter', (
          select jsonb_build_object('display_name', colleague.display_name, 'contact_email', colleague.contact_email,
                                    'contact_phone', colleague.contact_phone)
            from public.team_members as colleague where colleague.user_id = filed.recruiter_id),
        'answer_by', private.answer_due(filed.id),
        'may_write', private.side_on(filed.client_id) is not null,
        'unread', coalesce((select held.unread from public.unread_messages as held
                             where held.user_id = (select private.current_user_id()) and held.requirement_id = filed.id), 0))
      from public.job_requirements as filed
      where filed.id = requirement_frame.requirement
        and (filed.client_id = (select private.current_client_id()) or (select private.is_team_member()))
  $function$;

CREATE OR REPLACE FUNCTION private.requirement_transitions()
  RETURNS TABLE (
    side        public.side,
    from_status public.requirement_status,
    to_status   public.requirement_status
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select 'company'::public.side, open, 'cancelled'::public.requirement_status
      from unnest(private.open_statuses()) as open
    union all
    select 'team', before, after
      from unnest(enum_range(null::public.requirement_status)) as before
      cross join unnest(enum_range(null::public.requirement_status)) as after
      where before <> after
  $function$;

CREATE OR REPLACE FUNCTION private.visible_figures()
  RETURNS TABLE (
    total     integer,
    active    integer,
    positions bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  declare company uuid := private.current_client_id();
  begin
    -- Of the team, those see figures of all who may read all.
    if private.may_export() then
      return query
        select count(*)::integer, (count(*) filter (where filed.status = any (private.open_statuses())))::integer,
               coalesce(sum(filed.positions_count), 0)::bigint
          from public.job_requirements as filed;
    else
      return query select * from private.requirement_figures(company);
    end if;
  end $function$;

REVOKE ALL ON FUNCTION "private"."closed_statuses"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_statuses"() FROM PUBLIC;
