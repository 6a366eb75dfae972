-- Of what happens to a requirement, who is told by mail, and what a mail says when it is sent: names, titles and words of our
-- own lists. What somebody has written is read on the site.

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123000550' $$;

-- The company hears of another status and of its recruiter; the recruiter of what the company does, and that they are in
-- charge. Nobody hears of what they have done themselves, and of what is entered as history, as by an import, nobody does.
create function private.mail_requirement_event() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null)
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted')
                    or new.side = 'company' and (new.type = 'edited' or new.changes #>> '{status,1}' = 'cancelled'))
              union
              select new.person where new.type = 'recruiter') as reader (id)
        where reader.id is not null and reader.id is distinct from new.actor;
    end if;
    return null;
  end $$;

create trigger mail_requirement_event after insert on public.requirement_events
  for each row execute function private.mail_requirement_event();

-- A message of the team is for everybody of the company, one of the company for whoever is in charge: for nobody else, since
-- the inbox shows it.
create function private.mail_requirement_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_message', 'message.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'message', new.id))
        from public.job_requirements as filed
        cross join lateral (
          select member.user_id from public.client_members as member
            where new.side = 'team' and member.client_id = filed.client_id
          union all
          select filed.recruiter_id where new.side = 'client') as reader (id)
        where filed.id = new.requirement_id and reader.id is not null and reader.id is distinct from new.author;
    end if;
    return null;
  end $$;

create trigger mail_requirement_message after insert on public.requirement_messages
  for each row execute function private.mail_requirement_message();

-- On which side somebody is to be told of a requirement now; null for whoever has left, or is not in charge any more.
create function private.told_as(person uuid, requirement public.job_requirements) returns public.side
  language sql stable security definer set search_path = ''
  as $$
    select case
      when (requirement).recruiter_id = person and private.is_team(person) then 'team'::public.side
      when exists (select from public.client_members as member
                    where member.user_id = person and member.client_id = (requirement).client_id) then 'company' end
  $$;

-- What a company is told of these events of a requirement: the status that it has now, unless they have changed it
-- themselves meanwhile or it is the one from before, and who is in charge of it as long as it is open.
create function private.company_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events))
    select jsonb_build_object(
      'status', case when first_status.before <> (requirement).status::text and person is distinct from (
                  select last.actor from public.requirement_events as last
                    where last.requirement_id = (requirement).id and last.type = 'status'
                    order by last.created_at desc, last.id desc limit 1)
                then (requirement).status end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status in ('new', 'in_progress')
                       and exists (select from told where told.type = 'recruiter')))
      from (select (select told.changes #>> '{status,0}' from told where told.type = 'status'
                      order by told.created_at, told.id limit 1) as before) as first_status
  $$;

-- What whoever is in charge is told of these events: that the company has withdrawn it, or else what it did before.
create function private.recruiter_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status in ('new', 'in_progress') as is_open)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', (select jsonb_agg(field order by place)
                   from unnest(private.requirement_fields()) with ordinality as listed (field, place)
                   where is_open and exists (select from told where told.type = 'edited' and told.changes ? field)))
      from facts
  $$;

-- How many of these messages somebody has not read yet, and who wrote them.
create function private.message_news(person uuid, requirement public.job_requirements, messages uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with told as materialized (
      select message.* from public.requirement_messages as message
        join public.unread_messages as unread
          on unread.requirement_id = message.requirement_id and unread.user_id = message_news.person
            and unread.first_at <= message.created_at
        where message.id = any (messages))
    select jsonb_build_object(
      'messages', (select count(*) from told),
      'authors', (select coalesce(jsonb_agg(distinct author.name), '[]')
                    from told
                    cross join lateral (
                      select colleague.display_name as name from public.team_members as colleague
                        where told.side = 'team' and colleague.user_id = told.author
                      union all
                      select member.full_name from public.client_members as member
                        where told.side = 'client' and member.user_id = told.author
                          and member.client_id = (requirement).client_id) as author
                    where author.name is not null))
  $$;

-- What there is to tell somebody of a requirement; null for nothing.
create function private.requirement_news(person uuid, requirement uuid, events uuid[], messages uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    filed public.job_requirements;
    acting public.side;
    news jsonb;
  begin
    select * into filed from public.job_requirements where id = requirement;
    acting := private.told_as(person, filed);
    if acting is null then
      return null;
    end if;
    news := private.message_news(person, filed, messages)
      || case acting when 'team' then private.recruiter_news(person, filed, events)
                     else private.company_news(person, filed, events) end;
    if jsonb_strip_nulls(news) - array['company', 'authors']
       <@ '{"messages": 0, "is_withdrawn": false, "is_new": false}' then
      return null;
    end if;
    return jsonb_strip_nulls(news) || jsonb_build_object('id', filed.id, 'title', filed.job_title);
  end $$;

-- How much of the inbox is to be done, for somebody of the team; null for nothing.
create function private.inbox_news(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    counts jsonb := '{}';
    item_group text;
    items integer;
  begin
    if not private.is_team(person) then
      return null;
    end if;
    foreach item_group in array array['unclaimed', 'overdue', 'mine'] loop
      execute format('select count(*)::integer from (select from public.inbox_items where %s limit 1000) as line',
                     private.inbox_group_condition(item_group)) into items using person;
      counts := counts || jsonb_build_object(item_group, items);
    end loop;
    return nullif(counts, '{"unclaimed": 0, "overdue": 0, "mine": 0}');
  end $$;

-- What a mail of a bundle says, of itself and of what goes along: only what somebody still wants, and may still know.
create function private.news_mail(mail public.mail_outbox) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    person uuid := (mail).user_id;
    about jsonb;
    inbox jsonb;
  begin
    with told as materialized (
      select queued.* from public.mail_outbox as queued
        where (queued.id = (mail).id or queued.bundled_in = (mail).id)
          and private.frequency_of(person, private.mail_group(queued.template)) <> 'never'
    ), listed as (
      select private.requirement_news(
               person, (told.ids ->> 'requirement')::uuid,
               array_agg((told.ids ->> 'event')::uuid) filter (where told.ids ? 'event'),
               array_agg((told.ids ->> 'message')::uuid) filter (where told.ids ? 'message')) as news,
             min(told.created_at) as since
        from told where told.ids ? 'requirement' group by told.ids ->> 'requirement'
    )
    select (select jsonb_agg(news order by since) from listed where news is not null),
           -- A later morning's mail says what there is to do now.
           case when exists (select from told where told.template = 'inbox_summary'
                              and not exists (select from public.mail_outbox as later
                                where later.user_id = person and later.template = 'inbox_summary'
                                  and later.created_at > told.created_at))
             then private.inbox_news(person) end
      into about, inbox;
    if about is null and inbox is null then
      return null;
    end if;
    return jsonb_build_object(
      'side', case when private.is_team(person) then 'team' else 'company' end,
      'is_daily', (mail).bundle = 'daily',
      'about', coalesce(about, '[]'), 'inbox', inbox,
      'unsubscribe', private.unsubscribe_token(person, private.unsubscribe_scope(mail)));
  end $$;

create or replace function private.mail_content(mail uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now.
    elsif exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $$;
