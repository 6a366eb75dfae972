-- Which news somebody is told by mail and how often, how a mail's link switches them off without signing in, and what goes
-- together in one mail (docs/decisions/mail.md). Each thing that somebody is to be told of is a row of the outbox,
-- under a key of its own, written in the transaction in which it happened. What belongs to one bundle of one receiver
-- goes in one mail: the first of them whose turn comes takes the others along, and from then on says the same however
-- often it is tried.

-- Whoever has chosen nothing gets what the table says by default.

create table public.notification_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- What happens to requirements: one's company's, or, for the team, those one is in charge of.
  requirements public.mail_frequency not null default 'at_once',
  messages public.mail_frequency not null default 'at_once',
  -- The team's: what there is to do, in the morning.
  inbox public.mail_frequency not null default 'daily' check (inbox <> 'at_once'),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.notification_settings enable row level security, force row level security;
grant select on public.notification_settings to authenticated;

create trigger stamp_insert before insert on public.notification_settings
  for each row execute function private.stamp_insert();

create trigger stamp_update before update on public.notification_settings
  for each row execute function private.stamp_update();

create trigger raise_version before update on public.notification_settings
  for each row when (old.* is distinct from new.*) execute function private.raise_version();

create policy "oneself" on public.notification_settings for select to authenticated
  using (user_id = (select private.current_user_id()));

create table private.unsubscribe_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  scope text not null check (scope in ('requirements', 'messages', 'daily')),
  digest text not null unique,
  primary key (user_id, scope)
);

-- # Who wants what, and when

-- How often somebody wants mails of a group: as they have chosen, or as the table says by default.
create function private.frequency_of(person uuid, mail_group text) returns public.mail_frequency
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (select case mail_group when 'requirements' then chosen.requirements when 'messages' then chosen.messages
                              when 'inbox' then chosen.inbox end
         from public.notification_settings as chosen where chosen.user_id = person),
      case mail_group when 'inbox' then 'daily' else 'at_once' end::public.mail_frequency)
  $$;

-- The group of settings that a template belongs to; null for what is always sent.
create function private.mail_group(template text) returns text
  language sql immutable set search_path = '' as $$
    select case template when 'requirement_event' then 'requirements' when 'requirement_message' then 'messages'
                         when 'inbox_summary' then 'inbox' end
  $$;

-- How long what is written waits for what comes after it.
create function private.bundle_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- Eight in the morning where the agency is, of the day that a moment falls on there.
create function private.morning_of(moment timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select ((moment at time zone 'Asia/Kolkata')::date + time '08:00') at time zone 'Asia/Kolkata' $$;

create function private.next_morning(moment timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case when private.morning_of(moment) > moment then private.morning_of(moment)
                else private.morning_of(moment + interval '1 day') end
  $$;

-- Which bundle something belongs to.
create function private.bundle_of(frequency public.mail_frequency, template text, ids jsonb) returns text
  language sql immutable set search_path = '' as $$
    select case frequency when 'daily' then 'daily'
                          when 'at_once' then private.mail_group(template) || '.' || (ids ->> 'requirement') end
  $$;

-- When a bundle may go.
create function private.bundle_goes_at(frequency public.mail_frequency, moment timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case frequency when 'daily' then private.next_morning(moment) else moment + private.bundle_lasts() end
  $$;

-- What waits for somebody goes by what they have chosen now. What they want no more is left out when its turn comes.
create function private.move_waiting_mails(person uuid) returns void
  language sql security definer set search_path = '' as $$
    update public.mail_outbox as waiting
      set bundle = private.bundle_of(wanted.frequency, waiting.template, waiting.ids),
          not_before = private.bundle_goes_at(wanted.frequency, waiting.created_at)
      from (select mail_group, private.frequency_of(person, mail_group) as frequency
              from unnest(array['requirements', 'messages']) as mail_group) as wanted
      where waiting.user_id = person and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        and private.mail_group(waiting.template) = wanted.mail_group and wanted.frequency <> 'never'
        and waiting.bundle <> private.bundle_of(wanted.frequency, waiting.template, waiting.ids)
  $$;

-- Chooses for the caller, on what they have seen: 0, when they had chosen nothing. Of a group that is left out nothing
-- changes; the same form sent twice is saved once. Returns the version that makes of it.
create function private.set_notifications(
    seen integer, requirements public.mail_frequency, messages public.mail_frequency, inbox public.mail_frequency)
  returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    held public.notification_settings;
    wanted public.notification_settings;
    is_current boolean := false;
  begin
    if caller is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif set_notifications.inbox = 'at_once' then
      raise exception 'inbox_is_daily' using errcode = 'PT400';
    end if;
    if seen = 0 then
      insert into public.notification_settings (user_id) values (caller) on conflict do nothing returning * into held;
      is_current := found;
    end if;
    if not is_current then
      select * into held from public.notification_settings where user_id = caller for update;
      is_current := found and held.version = seen;
    end if;
    wanted := held;
    wanted.requirements := coalesce(set_notifications.requirements, held.requirements);
    wanted.messages := coalesce(set_notifications.messages, held.messages);
    wanted.inbox := coalesce(set_notifications.inbox, held.inbox);
    if not is_current and (held.user_id is null or wanted is distinct from held) then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.notification_settings as chosen
      set (requirements, messages, inbox) = (wanted.requirements, wanted.messages, wanted.inbox)
      where chosen.user_id = caller returning chosen.version into held.version;
    perform private.move_waiting_mails(caller);
    return held.version;
  end $$;
grant execute on function private.set_notifications to authenticated;

-- # Switching off by a mail's link

-- A link in a mail switches off what the mail is of: a group, or, of a daily mail, whatever comes daily. Its token is a
-- digest, as an invitation's is, of a key of this database, the person and that scope; it is kept nowhere but in mails, and
-- stays the same, since a mail may be opened years later.
create function private.unsubscribe_token(person uuid, scope text) returns text
  language sql stable security definer set search_path = '' as $$
    select private.digest_of(unsubscribe_key || private.digest_of(unsubscribe_key || person || ' ' || scope))
      from private.settings
  $$;

-- Knows a token that is about to be mailed, by its digest.
create function private.keep_unsubscribe_token(person uuid, scope text) returns void
  language sql security definer set search_path = '' as $$
    insert into private.unsubscribe_tokens as kept (user_id, scope, digest)
      values (person, scope, private.digest_of(private.unsubscribe_token(person, scope)))
      on conflict (user_id, scope) do update set digest = excluded.digest where kept.digest <> excluded.digest
  $$;

-- The groups that a scope would switch off for somebody now.
create function private.groups_on(person uuid, scope text) returns text[]
  language sql stable security definer set search_path = '' as $$
    select coalesce(array_agg(mail_group order by place), '{}')
      from unnest(array['requirements', 'messages', 'inbox']) with ordinality as listed (mail_group, place)
      where case when scope = 'daily' then private.frequency_of(person, mail_group) = 'daily'
                   and (mail_group <> 'inbox' or private.is_team(person))
                 else mail_group = scope and private.frequency_of(person, mail_group) <> 'never' end
  $$;

-- What a mail's link would switch off; null for mails that can't be.
create function private.unsubscribe_scope(mail public.mail_outbox) returns text
  language sql immutable set search_path = ''
  as $$ select case when (mail).bundle = 'daily' then 'daily' when (mail).bundle is not null then private.mail_group((mail).template) end $$;

-- What a link would switch off: null for one that nobody has been sent. Whoever has it learns which kind of mails it is
-- about, and nothing of who gets them.
create function private.subscription_by_token(token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('scope', kept.scope, 'groups', private.groups_on(kept.user_id, kept.scope))
      from private.unsubscribe_tokens as kept where kept.digest = private.digest_of(token)
  $$;
grant execute on function private.subscription_by_token to anon, authenticated, service_role;

-- Switches it off. Returns whether there is such a link; twice is the same.
create function private.unsubscribe(token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
  declare
    known private.unsubscribe_tokens;
    off text[];
  begin
    select * into known from private.unsubscribe_tokens as kept where kept.digest = private.digest_of(token);
    if not found then
      return false;
    end if;
    insert into public.notification_settings (user_id) values (known.user_id) on conflict do nothing;
    perform from public.notification_settings where user_id = known.user_id for update;
    off := private.groups_on(known.user_id, known.scope);
    update public.notification_settings
      set requirements = case when 'requirements' = any (off) then 'never' else requirements end,
          messages = case when 'messages' = any (off) then 'never' else messages end,
          inbox = case when 'inbox' = any (off) then 'never' else inbox end
      where user_id = known.user_id and off <> '{}';
    return true;
  end $$;
grant execute on function private.unsubscribe to anon, authenticated, service_role;

-- # What is told

-- Has somebody told of something, unless they want no such mails.
create function private.enqueue_news(person uuid, template text, dedupe_key text, ids jsonb) returns void
  language sql security definer set search_path = '' as $$
    insert into public.mail_outbox (template, dedupe_key, ids, user_id, bundle, not_before)
      select template, dedupe_key || '.' || person, ids, person,
             private.bundle_of(wanted.frequency, template, ids), private.bundle_goes_at(wanted.frequency, now())
        from (select private.frequency_of(person, private.mail_group(template)) as frequency) as wanted
        where wanted.frequency <> 'never' and exists (select from auth.users where id = person)
      on conflict (dedupe_key) do nothing
  $$;

-- The company hears of another status, of its recruiter and of what the team edits; the recruiter of what the company does and
-- what candidates say, and that they are in charge. Nobody hears of what they have done themselves, and of what is entered as history, as by an import, nobody does.
create function private.mail_requirement_event() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn'))
              union
              select filed.recruiter_id from public.job_requirements as filed
                where filed.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused')
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
  language plpgsql security definer set search_path = '' as $$
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

-- Who of the team is due the morning's mail at a moment, and has none yet: until noon, since in the evening it would tell
-- of the morning. Whoever has joined, or chosen it, since then gets the next one.
create function private.inbox_readers_due(moment timestamptz) returns table (user_id uuid, dedupe_key text)
  language sql stable security definer set search_path = '' as $$
    select colleague.user_id, due.dedupe_key
      from public.team_members as colleague
      left join public.notification_settings as chosen on chosen.user_id = colleague.user_id
      cross join lateral (select 'inbox.' || to_char(moment at time zone 'Asia/Kolkata', 'YYYY-MM-DD')
                                     || '.' || colleague.user_id
                            as dedupe_key) as due
      where moment >= private.morning_of(moment) and moment < private.morning_of(moment) + interval '4 hours'
        and colleague.created_at < private.morning_of(moment)
        and (chosen.user_id is null
          or chosen.inbox = 'daily' and chosen.updated_at < private.morning_of(moment))
        and not exists (select from public.mail_outbox as queued where queued.dedupe_key = due.dedupe_key)
  $$;

-- Makes the morning's mails that are due.
create function private.queue_inbox_summaries(moment timestamptz default now()) returns void
  language sql security definer set search_path = '' as $$
    insert into public.mail_outbox (template, dedupe_key, user_id, bundle)
      select 'inbox_summary', due.dedupe_key, due.user_id, 'daily' from private.inbox_readers_due(moment) as due
      on conflict (dedupe_key) do nothing
  $$;

-- How many mails of news somebody gets in an hour.
create function private.most_news_an_hour() returns integer
  language sql immutable set search_path = '' as $$ select 20 $$;

-- Holds back what would be more than that to somebody: the newest bundles whose turn has come become one of their group,
-- which is never held back again. What somebody switches off in it is the group, as in each of its mails.
create function private.hold_back_news() returns void
  language sql security definer set search_path = '' as $$
    with due as materialized (
      select waiting.id, waiting.user_id, waiting.bundle,
             min(waiting.created_at) over (partition by waiting.user_id, waiting.bundle) as since
        from public.mail_outbox as waiting
        where waiting.next_attempt_at <= now() and waiting.not_before <= now() and waiting.first_attempt_at is null
          and waiting.bundle <> 'daily' and waiting.bundle <> private.mail_group(waiting.template) || '.held'
    ), in_order as materialized (
      select due.id, due.user_id, dense_rank() over (partition by due.user_id order by due.since, due.bundle) as place
        from due
    ), told as materialized (
      select person.user_id, count(*) as mails
        from (select distinct in_order.user_id from in_order) as person
        join public.mail_outbox as sent on sent.user_id = person.user_id
        where sent.first_attempt_at > now() - interval '1 hour' and sent.bundle <> 'daily' and sent.bundled_in is null
          and sent.skipped_at is null
        group by person.user_id
    ), beyond as materialized (
      select waiting.id from in_order
        join public.mail_outbox as waiting on waiting.id = in_order.id
        left join told on told.user_id = in_order.user_id
        where in_order.place + coalesce(told.mails, 0) > private.most_news_an_hour()
        order by waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting
      set bundle = private.mail_group(waiting.template) || '.held', not_before = now() + interval '1 hour'
      from beyond where waiting.id = beyond.id
  $$;

-- # What a mail of news says

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
      'outcome', case when changed.status = 'filled' then jsonb_build_object(
        'positions', (requirement).positions_count, 'filled', (requirement).positions_filled,
        'begin_on', (requirement).joining_date) end,
      'withdrawal', case when changed.status = 'cancelled' and changed.side = 'company' then jsonb_build_object(
        'by', (select member.full_name from public.client_members as member
                where member.user_id = changed.actor and member.client_id = (requirement).client_id)) end,
      'recruiter', (select colleague.display_name from public.team_members as colleague
                     where colleague.user_id = (requirement).recruiter_id
                       and (requirement).status = any (private.open_statuses())
                       and exists (select from told where told.type = 'recruiter')),
      'edited', case when (requirement).status = any (private.open_statuses()) then private.edited_in(events) end,
      'candidates', case when (requirement).status = any (private.open_statuses())
                           and exists (select from told where told.type = 'candidates_shown')
                      then nullif((private.candidate_counts((requirement).id) ->> 'waiting')::integer, 0) end,
      'withdrawn', (select nullif(count(*), 0) from told where told.type = 'candidates_withdrawn'),
      'withdrawn_opened', (select nullif(count(*), 0) from told
                             where told.type = 'candidates_withdrawn' and told.changes -> 'was_opened' = 'true'))
      from changed
  $$;

-- About how many candidates the company has answered in these events, by the last answer about each.
create function private.verdicts_in(requirement uuid, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as (
      select min(event.created_at) as first_at, max(event.created_at) as last_at from public.requirement_events as event
        where event.id = any (events) and event.type = 'candidates_answered'),
    -- Whoever answers holds the requirement: what was said before its event was said after the event before.
    before as (
      select max(event.created_at) as at from told join public.requirement_events as event
        on event.requirement_id = verdicts_in.requirement and event.type = 'candidates_answered'
          and event.created_at < told.first_at)
    select jsonb_object_agg(counted.verdict, counted.persons)
      from (select last.verdict, count(*) as persons
              from (select distinct on (answer.entry_id) answer.verdict
                      from told cross join before
                      join public.shortlist_entries as entry on entry.requirement_id = verdicts_in.requirement
                      join public.shortlist_answers as answer on answer.entry_id = entry.id
                        and answer.created_at > coalesce(before.at, '-infinity') and answer.created_at <= told.last_at
                      order by answer.entry_id, answer.created_at desc, answer.id desc) as last
              group by last.verdict) as counted
  $$;

-- What whoever is in charge is told of these events: that the company has withdrawn it, or else what it did before.
create function private.recruiter_news(person uuid, requirement public.job_requirements, events uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with told as materialized (select * from public.requirement_events as event where event.id = any (events)),
    facts as (select (requirement).status = any (private.open_statuses()) as is_open,
                     private.verdicts_in((requirement).id, events) as verdicts)
    select jsonb_build_object(
      'company', private.company_name((requirement).client_id),
      'is_withdrawn', (requirement).status = 'cancelled' and exists (select from told where told.type = 'status'),
      'is_new', is_open and exists (select from told where told.type in ('created', 'converted')
                                                       or told.type = 'recruiter' and told.person = recruiter_news.person),
      'edited', case when is_open then private.edited_in(events) end,
      'answers', (select sum(persons::integer) from jsonb_each_text(verdicts) as each (verdict, persons)),
      'verdicts', verdicts,
      'withdrawn', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                      where told.type = 'candidates_withdrawn'),
      -- As many as there are to be shown now.
      'agreed', case when is_open and exists (select from told where told.type = 'candidates_agreed')
                  then nullif(private.count_to_show((requirement).id), 0) end,
      'refused', (select nullif(sum((told.changes #>> '{candidates,1}')::integer), 0) from told
                    where told.type = 'candidates_refused'))
      from facts
  $$;

-- How many of these messages somebody has not read yet, and who wrote them; to a company that wants it, how the first of the
-- team's begins.
create function private.message_news(person uuid, requirement public.job_requirements, messages uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
                    where author.name is not null),
      'beginning', (select case when length(told.body) > 200 then rtrim(left(told.body, 199)) || '…' else told.body end
                      from told join public.clients as client
                        on client.id = (requirement).client_id and client.quotes_messages
                      where told.side = 'team' order by told.created_at, told.id limit 1))
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
    return jsonb_strip_nulls(news || jsonb_build_object(
        'id', filed.id, 'title', filed.job_title,
        'may_answer', case when acting = 'company' then private.may_answer(person, filed) end))
      || private.outlook_of(filed);
  end $$;

-- How much of the inbox is to be done, for somebody of the team, and their day (26-worklists.sql); null for nothing.
create function private.inbox_news(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
    counts := counts || jsonb_build_object('day', private.day_of(person, 5));
    return nullif(counts, '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $$;

-- What a mail of a bundle says, of itself and of what goes along: only what somebody still wants, and may still know.
create function private.news_mail(mail public.mail_outbox) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
      'reply_to', case when not private.is_team(person) then private.recruiter_address(about) end,
      'unsubscribe', private.unsubscribe_token(person, private.unsubscribe_scope(mail)));
  end $$;

-- # Exposed through the Data API

create function public.set_notifications(
    seen integer, requirements public.mail_frequency default null, messages public.mail_frequency default null,
    inbox public.mail_frequency default null) returns integer
  language sql set search_path = '' as $$ select private.set_notifications(seen, requirements, messages, inbox) $$;
grant execute on function public.set_notifications to authenticated;

create function public.subscription_by_token(token text) returns jsonb
  language sql stable set search_path = '' as $$ select private.subscription_by_token(token) $$;
grant execute on function public.subscription_by_token to anon, authenticated, service_role;

create function public.unsubscribe(token text) returns boolean
  language sql set search_path = '' as $$ select private.unsubscribe(token) $$;
grant execute on function public.unsubscribe to anon, authenticated, service_role;
