-- Mails that go together (docs/decisions/025). Each thing that somebody is to be told of is a row of the outbox, under a key
-- of its own, written in the transaction in which it happened. What belongs to one bundle of one receiver goes in one mail:
-- the first of them whose turn comes takes the others along, and from then on says the same however often it is tried.

alter table public.mail_outbox
  -- What may go together: a group about one requirement, or whatever somebody gets once a day.
  add column bundle text check (length(bundle) between 1 and 100),
  -- The mail that it went along in.
  add column bundled_in uuid references public.mail_outbox (id) on delete cascade;

alter table public.mail_outbox drop constraint open_or_closed;
alter table public.mail_outbox add constraint open_or_closed check (
  (next_attempt_at is null) = (sent_at is not null or dead_at is not null or skipped_at is not null
                               or bundled_in is not null));

alter table public.mail_outbox drop constraint mail_outbox_template_check;
alter table public.mail_outbox add constraint mail_outbox_template_check check (template in (
  'team_invitation', 'client_invitation', 'team_access_changed', 'client_access_changed',
  'requirement_event', 'requirement_message', 'inbox_summary'));

create index mail_outbox_bundle on public.mail_outbox (user_id, bundle, created_at, id)
  where next_attempt_at is not null and bundle is not null;
create index mail_outbox_bundled_in on public.mail_outbox (bundled_in);

-- The group of settings that a template belongs to; null for what is always sent.
create function private.mail_group(template text) returns text
  language sql immutable set search_path = ''
  as $$
    select case template when 'requirement_event' then 'requirements' when 'requirement_message' then 'messages'
                         when 'inbox_summary' then 'inbox' end
  $$;

-- How long what is written waits for what comes after it.
create function private.bundle_lasts() returns interval
  language sql immutable set search_path = ''
  as $$ select interval '10 minutes' $$;

-- Eight in the morning where the agency is, of the day that a moment falls on there.
create function private.morning_of(moment timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select ((moment at time zone 'Asia/Kolkata')::date + time '08:00') at time zone 'Asia/Kolkata' $$;

create function private.next_morning(moment timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$
    select case when private.morning_of(moment) > moment then private.morning_of(moment)
                else private.morning_of(moment + interval '1 day') end
  $$;

-- Which bundle something belongs to, and when that may go.
create function private.bundle_of(frequency public.mail_frequency, template text, ids jsonb) returns text
  language sql immutable set search_path = ''
  as $$
    select case frequency when 'daily' then 'daily'
                          when 'at_once' then private.mail_group(template) || '.' || (ids ->> 'requirement') end
  $$;

create function private.bundle_goes_at(frequency public.mail_frequency, moment timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$
    select case frequency when 'daily' then private.next_morning(moment) else moment + private.bundle_lasts() end
  $$;

-- Has somebody told of something, unless they want no such mails.
create function private.enqueue_news(person uuid, template text, dedupe_key text, ids jsonb) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.mail_outbox (template, dedupe_key, ids, user_id, bundle, not_before)
      select template, dedupe_key || '.' || person, ids, person,
             private.bundle_of(wanted.frequency, template, ids), private.bundle_goes_at(wanted.frequency, now())
        from (select private.frequency_of(person, private.mail_group(template)) as frequency) as wanted
        where wanted.frequency <> 'never' and exists (select from auth.users where id = person)
      on conflict (dedupe_key) do nothing
  $$;

-- What waits for somebody goes by what they have chosen now. What they want no more is left out when its turn comes.
create function private.move_waiting_mails(person uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.mail_outbox as waiting
      set bundle = private.bundle_of(wanted.frequency, waiting.template, waiting.ids),
          not_before = private.bundle_goes_at(wanted.frequency, waiting.created_at)
      from (select mail_group, private.frequency_of(person, mail_group) as frequency
              from unnest(array['requirements', 'messages']) as mail_group) as wanted
      where waiting.user_id = person and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        and private.mail_group(waiting.template) = wanted.mail_group and wanted.frequency <> 'never'
        and waiting.bundle <> private.bundle_of(wanted.frequency, waiting.template, waiting.ids)
  $$;

-- Who of the team is due the morning's mail at a moment, and has none yet: until noon, since in the evening it would tell
-- of the morning. Whoever has joined, or chosen it, since then gets the next one.
create function private.inbox_readers_due(moment timestamptz) returns table (user_id uuid, dedupe_key text)
  language sql stable security definer set search_path = ''
  as $$
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

create function private.queue_inbox_summaries(moment timestamptz default now()) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.mail_outbox (template, dedupe_key, user_id, bundle)
      select 'inbox_summary', due.dedupe_key, due.user_id, 'daily' from private.inbox_readers_due(moment) as due
      on conflict (dedupe_key) do nothing
  $$;

-- A mail's turn comes when its time has, and it is the first of its bundle that nobody has tried: the others go along.
create function private.mail_turn() returns text
  language sql immutable set search_path = ''
  as $$
    select 'next_attempt_at <= now() and not_before <= now()
      and not exists (select from public.mail_outbox as earlier
        where earlier.user_id = delivery.user_id and earlier.bundle = delivery.bundle and delivery.first_attempt_at is null
          and earlier.next_attempt_at is not null and earlier.first_attempt_at is null and earlier.not_before <= now()
          and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))'
  $$;

-- Takes along what waits in the bundle of a mail, at its first attempt only: who gets it twice gets the same twice.
create function private.take_along(mail uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    with others as materialized (
      select waiting.id from public.mail_outbox as lead_mail
        join public.mail_outbox as waiting on waiting.user_id = lead_mail.user_id and waiting.bundle = lead_mail.bundle
        where lead_mail.id = take_along.mail and lead_mail.attempts = 0 and lead_mail.first_attempt_at = now()
          and waiting.id <> lead_mail.id and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        order by waiting.created_at, waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting set bundled_in = take_along.mail, next_attempt_at = null
      from others where waiting.id = others.id
  $$;

-- What a mail's link would switch off; null for mails that can't be.
create function private.unsubscribe_scope(mail public.mail_outbox) returns text
  language sql immutable set search_path = ''
  as $$ select case when (mail).bundle = 'daily' then 'daily' when (mail).bundle is not null then private.mail_group((mail).template) end $$;

-- Takes mails that are due, with what they say. One that is not to be sent any more is closed here, with what it has taken
-- along; one whose content can't be read waits like one that could not be sent, and holds up no other.
create or replace function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    for claimed in select private.claim_from('public.mail_outbox', private.mail_turn(), most) loop
      begin
        perform private.take_along(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.settle_in('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null
          where queued.id = claimed or queued.bundled_in = claimed;
      else
        id := taken.id;
        dedupe_key := taken.dedupe_key;
        return next;
      end if;
    end loop;
  end $$;

-- Notes what became of a mail, and of what went along with it.
create or replace function private.settle_mail(delivery uuid, problem text, is_final boolean) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform private.settle_in('public.mail_outbox', delivery, problem, is_final);
    update public.mail_outbox as along set sent_at = lead_mail.sent_at
      from public.mail_outbox as lead_mail
      where lead_mail.id = delivery and along.bundled_in = delivery and lead_mail.sent_at is not null and along.sent_at is null;
  end $$;

-- How many mails should have gone five minutes before a moment, and have not: the morning's that nobody has made among them.
create function private.mails_waiting(moment timestamptz) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from public.mail_outbox
             where next_attempt_at is not null and greatest(created_at, not_before) < moment - interval '5 minutes')
           + (select count(*)::integer from private.inbox_readers_due(moment - interval '5 minutes'))
  $$;

-- How far behind mails are. In a healthy system both are 0.
create or replace function private.mail_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select private.mails_waiting(now()), (select count(*)::integer from public.mail_outbox where dead_at is not null)
  $$;

create or replace function private.request_mail_run() returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare request bigint;
  begin
    perform private.queue_inbox_summaries();
    select private.request_run('public.mail_outbox', private.mail_turn(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $$;
