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
  as $$ select ((moment at time zone private.zone())::date + time '08:00') at time zone private.zone() $$;

create function private.next_morning(moment timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case when private.morning_of(moment) > moment then private.morning_of(moment)
                else private.morning_of(moment + interval '1 day') end
  $$;

-- A moment, or the next morning where it is in the night: before eight, or from eight in the evening on.
create function private.by_day(moment timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$
    select case when moment >= private.morning_of(moment) and moment < private.morning_of(moment) + interval '12 hours' then moment
                else private.next_morning(moment) end
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
    settings public.notification_settings;
    wanted public.notification_settings;
    is_current boolean := false;
  begin
    if caller is null then
      raise exception 'forbidden' using errcode = '42501';
    elsif set_notifications.inbox = 'at_once' then
      raise exception 'inbox_is_daily' using errcode = 'PT400';
    end if;
    if seen = 0 then
      insert into public.notification_settings (user_id) values (caller) on conflict do nothing returning * into settings;
      is_current := found;
    end if;
    if not is_current then
      select * into settings from public.notification_settings where user_id = caller for update;
      is_current := found and settings.version = seen;
    end if;
    wanted := settings;
    wanted.requirements := coalesce(set_notifications.requirements, settings.requirements);
    wanted.messages := coalesce(set_notifications.messages, settings.messages);
    wanted.inbox := coalesce(set_notifications.inbox, settings.inbox);
    if not is_current and (settings.user_id is null or wanted is distinct from settings) then
      raise exception 'stale' using errcode = 'PT409', detail = coalesce(settings.version, 0)::text;
    end if;
    update public.notification_settings as chosen
      set (requirements, messages, inbox) = (wanted.requirements, wanted.messages, wanted.inbox)
      where chosen.user_id = caller returning chosen.version into settings.version;
    perform private.move_waiting_mails(caller);
    return settings.version;
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
