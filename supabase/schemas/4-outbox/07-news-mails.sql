-- What a mail of news says to whoever gets it (docs/decisions/mail.md).

-- On which side somebody is to be told of a requirement now; null for whoever has left, or is not in charge any more.
create function private.told_as(person uuid, requirement public.job_requirements) returns public.side
  language sql stable security definer set search_path = '' as $$
    select case
      when (requirement).recruiter_id = person and private.is_team(person) then 'team'::public.side
      when exists (select from public.client_members as member
                    where member.user_id = person and member.client_id = (requirement).client_id) then 'company' end
  $$;

-- Which fields these events have edited, in the form's order; null for none.
create function private.edited_in(events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_agg(field order by place)
      from unnest(private.requirement_fields()) with ordinality as listed (field, place)
      where exists (select from public.requirement_events as event
                     where event.id = any (events) and event.type = 'edited' and event.changes ? field)
  $$;

-- What a company is told of these events of a requirement: the status that it has now, unless they have changed it
-- themselves meanwhile or it is the one from before, who of the company has withdrawn it, by name, since ids leave with no
-- mail; and who is in charge of it, and what the team has edited, as long as it is open.
create function private.company_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    changed as (
      select last.actor, last.side,
             case when first_status.before <> (requirement).status::text and person is distinct from last.actor
               then (requirement).status end as status
        from (select (select news.changes #>> '{status,0}' from news where news.type = 'status'
                        order by news.created_at, news.id limit 1) as before) as first_status
        left join (select event.actor, event.side from public.requirement_events as event
                    where event.requirement_id = (requirement).id and event.type = 'status'
                    order by event.created_at desc, event.id desc limit 1) as last on true)
    select jsonb_build_object(
      'status', changed.status,
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from news where news.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      -- As long as the public reads it.
      'advert', case when exists (select from news where news.type = 'advert_opened') then (
        select jsonb_build_object('closes_on', advert.closes_on, 'is_named', advert.is_named) from public.adverts as advert
          where advert.requirement_id = (requirement).id and private.is_advertised(advert)) end,
      'advert_changed', (
        select jsonb_agg(distinct field.name) from news cross join lateral jsonb_object_keys(news.changes) as field (name)
          where news.type = 'advert_changed' and exists (
            select from public.adverts as advert where advert.requirement_id = (requirement).id and private.is_advertised(advert))),
      'candidates', nullif((waiting.counts ->> 'waiting')::integer, 0),
      'candidates_by', waiting.counts -> 'answer_by',
      'withdrawn', (select nullif(count(*), 0) from news where news.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from news
                             where news.type = 'candidates_withdrawn' and news.changes -> 'was_opened' = 'true'))
      from changed
      left join lateral (
        select private.candidate_counts((requirement).id) as counts
          where (requirement).status = any (private.open_statuses())
            and exists (select from news where news.type = 'candidates_shown')) as waiting on true
  $$;

-- About how many candidates the company has answered in these events, by the last answer about each.
create function private.verdicts_in(requirement uuid, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with answered as (
      select min(event.created_at) as first_at, max(event.created_at) as last_at from public.requirement_events as event
        where event.id = any (events) and event.type = 'candidates_answered'),
    -- Whoever tells of answers holds the requirement, once their undo is over: what could be undone until its event could be
    -- so after the event before.
    before as (
      select max(event.created_at) as at from answered join public.requirement_events as event
        on event.requirement_id = verdicts_in.requirement and event.type = 'candidates_answered'
          and event.created_at < answered.first_at)
    select jsonb_object_agg(counted.verdict, counted.persons)
      from (select last.verdict, count(*) as persons
              from (select distinct on (answer.entry_id) answer.verdict
                      from answered cross join before
                      join public.shortlist_entries as entry on entry.requirement_id = verdicts_in.requirement
                      join public.shortlist_answers as answer on answer.entry_id = entry.id
                      cross join lateral (select coalesce(answer.undo_until, answer.created_at) as at) as final
                      where final.at > coalesce(before.at, '-infinity') and final.at <= answered.last_at
                      order by answer.entry_id, answer.created_at desc, answer.id desc) as last
              group by last.verdict) as counted
  $$;

-- What whoever is in charge is told of these events: that the company has withdrawn it, or else what it did before.
create function private.recruiter_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with news as materialized (select * from public.requirement_events as event where event.id = any (events)),
    people as (select news.type, nullif(sum((news.changes #>> '{candidates,1}')::integer), 0) as count from news group by news.type),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from news where news.type = 'status'),
      'is_new', is_open and exists (select from news where news.type in ('created', 'converted')
                                                       or news.type = 'recruiter' and news.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      -- What its company has said last of its advert.
      'advert_said', case when is_open then (
        select case when news.type = 'advert_closed' then 'taken_down'
                    when news.changes #> '{named,1}' = 'true' then 'named' else 'unnamed' end
          from news where news.side = 'company' and news.type in ('advert_named', 'advert_closed')
          order by news.created_at desc, news.id desc limit 1) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select people.count from people where people.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from news where news.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select people.count from people where people.type = 'candidates_refused'),
      'reconsidered', (select people.count from people where people.type = 'candidates_reconsidered'))
      from facts
  $$;

-- How many of these messages somebody has not read yet, and who wrote them; to a company that wants it, how the first of the
-- team's begins.
create function private.message_news(person uuid, requirement public.job_requirements, messages uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with unread_message as materialized (
      select message.* from public.requirement_messages as message
        join public.unread_messages as unread
          on unread.requirement_id = message.requirement_id and unread.user_id = message_news.person
            and unread.first_at <= message.created_at
        where message.id = any (messages))
    select jsonb_build_object(
      'messages', (select count(*) from unread_message),
      'authors', (select coalesce(jsonb_agg(distinct author.name), '[]')
                    from unread_message
                    cross join lateral (
                      select colleague.display_name as name from public.team_members as colleague
                        where unread_message.side = 'team' and colleague.user_id = unread_message.author
                      union all
                      select member.full_name from public.client_members as member
                        where unread_message.side = 'client' and member.user_id = unread_message.author
                          and member.client_id = (requirement).client_id) as author
                    where author.name is not null),
      'beginning', (select case when length(unread_message.body) > 200 then rtrim(left(unread_message.body, 199)) || '…' else unread_message.body end
                      from unread_message join public.clients as client
                        on client.id = (requirement).client_id and client.quotes_messages
                      where unread_message.side = 'team' order by unread_message.created_at, unread_message.id limit 1))
  $$;

-- May somebody of a company answer? Null for the team.
create function private.may_answer(person uuid, requirement public.job_requirements) returns boolean
  language sql stable security definer set search_path = '' as $$
    select member.access in ('owner', 'member') from public.client_members as member
      where member.user_id = person and member.client_id = (requirement).client_id
  $$;

-- What there is to tell somebody of a requirement; null for nothing.
create function private.requirement_news(person uuid, requirement uuid, events uuid[], messages uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    requirement_row public.job_requirements;
    acting public.side;
    news jsonb;
  begin
    select * into requirement_row from public.job_requirements where id = requirement;
    acting := private.told_as(person, requirement_row);
    if acting is null then
      return null;
    end if;
    news := private.message_news(person, requirement_row, messages)
      || case acting when 'team' then private.recruiter_news(person, requirement_row, events)
                     else private.company_news(person, requirement_row, events) end;
    if jsonb_strip_nulls(news) - array['company', 'authors']
       <@ '{"messages": 0, "is_withdrawn": false, "is_new": false}' then
      return null;
    end if;
    return jsonb_strip_nulls(news || jsonb_build_object(
        'id', requirement_row.id, 'title', requirement_row.job_title,
        'may_answer', case when acting = 'company' then private.may_answer(person, requirement_row) end))
      || private.outlook_of(requirement_row);
  end $$;

-- How much of the inbox is to be done, for a colleague, and their day (17-my-day.sql); null for nothing.
create function private.inbox_news(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    if not private.is_team(person) then
      return null;
    end if;
    return nullif(
      (select jsonb_build_object(
                'unclaimed', least(count(*) filter (where item.item_group = 'unclaimed'), 1000),
                'overdue', least(count(*) filter (where item.item_group = 'overdue'), 1000),
                -- "Others" are the caller's, who is not this person.
                'mine', least(count(*) filter (where item.item_group in ('mine', 'others') and item.holder = person), 1000),
                'day', private.day_of(person, 5))
         from private.grouped_items as item where item.state in ('new', 'open', 'waiting')),
      '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $$;

-- What a mail of a bundle says, of itself and of what goes along: only what somebody still wants, and may still know.
create function private.news_mail(mail public.mail_outbox) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    person uuid := (mail).user_id;
    about jsonb;
    inbox jsonb;
  begin
    with bundled as materialized (
      select queued.* from public.mail_outbox as queued
        where (queued.id = (mail).id or queued.bundled_in = (mail).id)
          and private.frequency_of(person, private.mail_group(queued.template)) <> 'never'
    ), listed as (
      select private.requirement_news(
               person, (bundled.ids ->> 'requirement')::uuid,
               array_agg((bundled.ids ->> 'event')::uuid) filter (where bundled.ids ? 'event'),
               array_agg((bundled.ids ->> 'message')::uuid) filter (where bundled.ids ? 'message')) as news,
             min(bundled.created_at) as since
        from bundled where bundled.ids ? 'requirement' group by bundled.ids ->> 'requirement'
    )
    select (select jsonb_agg(news order by since) from listed where news is not null),
           -- A later morning's mail says what there is to do now.
           case when exists (select from bundled where bundled.template = 'inbox_summary'
                              and not exists (select from public.mail_outbox as later
                                where later.user_id = person and later.template = 'inbox_summary'
                                  and later.created_at > bundled.created_at))
             then private.inbox_news(person) end
      into about, inbox;
    if about is null and inbox is null then
      return null;
    end if;
    return jsonb_build_object(
      'side', case when private.is_team(person) then 'team' else 'company' end,
      'is_daily', (mail).bundle = 'daily',
      'about', coalesce(about, '[]'), 'inbox', inbox,
      'reply_to', case when not private.is_team(person) then private.recruiter_address(about) end,
      'unsubscribe', private.unsubscribe_token(person, private.unsubscribe_scope(mail)));
  end $$;
