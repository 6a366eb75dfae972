-- What happens that somebody is told of, and how much of it an hour (docs/decisions/mail.md).

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

-- The company hears of another status, of its recruiter and of what the team edits, of its advert too; the recruiter of what the company does
-- and what candidates say, and that they are in charge. Nobody hears of what they have done themselves, and of what is
-- entered as history, as by an import, nobody does.
create function private.mail_requirement_event() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.created_at >= now() - interval '1 hour' then
      perform private.enqueue_news(reader.id, 'requirement_event', 'event.' || new.id,
                                   jsonb_build_object('requirement', new.requirement_id, 'event', new.id))
        from (select member.user_id from public.client_members as member
                where member.client_id = new.client_id and new.for_client
                  and (new.type = 'status' or new.type = 'recruiter' and new.person is not null
                    or new.type = 'edited' and new.side = 'team' or new.type in ('candidates_shown', 'candidates_withdrawn', 'advert_opened', 'advert_changed'))
              union
              select requirement.recruiter_id from public.job_requirements as requirement
                where requirement.id = new.requirement_id
                  and (new.type in ('created', 'converted', 'candidates_answered', 'candidates_withdrawn', 'candidates_agreed',
                                    'candidates_refused', 'candidates_reconsidered')
                    or new.side = 'company' and (new.type in ('edited', 'advert_named', 'advert_closed') or new.changes #>> '{status,1}' = 'cancelled'))
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
        from public.job_requirements as requirement
        cross join lateral (
          select member.user_id from public.client_members as member
            where new.side = 'team' and member.client_id = requirement.client_id
          union all
          select requirement.recruiter_id where new.side = 'client') as reader (id)
        where requirement.id = new.requirement_id and reader.id is not null and reader.id is distinct from new.author;
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
      cross join lateral (select 'inbox.' || to_char(moment at time zone private.zone(), 'YYYY-MM-DD')
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
create function private.delay_news() returns void
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
    ), recent as materialized (
      select person.user_id, count(*) as mails
        from (select distinct in_order.user_id from in_order) as person
        join public.mail_outbox as sent on sent.user_id = person.user_id
        where sent.first_attempt_at > now() - interval '1 hour' and sent.bundle <> 'daily' and sent.bundled_in is null
          and sent.skipped_at is null
        group by person.user_id
    ), beyond as materialized (
      select waiting.id from in_order
        join public.mail_outbox as waiting on waiting.id = in_order.id
        left join recent on recent.user_id = in_order.user_id
        where in_order.place + coalesce(recent.mails, 0) > private.most_news_an_hour()
        order by waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting
      set bundle = private.mail_group(waiting.template) || '.held', not_before = now() + interval '1 hour'
      from beyond where waiting.id = beyond.id
  $$;

-- # Whom it reaches

-- Who of a company sees what the team writes and shows, and wants to be mailed about it; and who is invited and not there yet.
create function private.audience_of(client uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'client_id', company.id, 'company', company.company_name,
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'name', member.full_name,
                   'requirements', private.frequency_of(member.user_id, 'requirements') <> 'never',
                   'messages', private.frequency_of(member.user_id, 'messages') <> 'never') order by member.created_at, member.user_id), '[]')
          from public.client_members as member where member.client_id = company.id),
      'invited', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', invitation.id, 'email', invitation.email, 'issued_at', invitation.issued_at,
                   'is_expired', invitation.expires_at <= now()) order by invitation.issued_at desc, invitation.id), '[]')
          from (select * from public.invitations as sent
                  where sent.client_id = company.id and private.invitation_state(sent) in ('open', 'expired')
                  order by sent.issued_at desc, sent.id limit 3) as invitation))
      from public.clients as company where company.id = client
  $$;

-- The same of a requirement's company, for the team.
create function private.requirement_audience(requirement uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (select private.audience_of(requirement_row.client_id) from public.job_requirements as requirement_row
              where requirement_row.id = requirement);
  end $$;
grant execute on function private.requirement_audience to authenticated;

-- # Exposed through the Data API

create function public.requirement_audience(requirement uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.requirement_audience(requirement) $$;
grant execute on function public.requirement_audience to authenticated;
