-- Which mails somebody wants, and how a mail's link switches them off without signing in (docs/decisions/025). Whoever has
-- chosen nothing gets what the table says by default.

create type public.mail_frequency as enum ('at_once', 'daily', 'never');

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

create trigger stamp_insert before insert on public.notification_settings
  for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.notification_settings
  for each row execute function private.stamp_update();
create trigger raise_version before update on public.notification_settings
  for each row when (old.* is distinct from new.*) execute function private.raise_version();

alter table public.notification_settings enable row level security;
alter table public.notification_settings force row level security;

create policy "oneself" on public.notification_settings for select to authenticated
  using (user_id = (select private.current_user_id()));

-- How often somebody wants mails of a group: as they have chosen, or as the table says by default.
create function private.frequency_of(person uuid, mail_group text) returns public.mail_frequency
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select case mail_group when 'requirements' then chosen.requirements when 'messages' then chosen.messages
                              when 'inbox' then chosen.inbox end
         from public.notification_settings as chosen where chosen.user_id = person),
      case mail_group when 'inbox' then 'daily' else 'at_once' end::public.mail_frequency)
  $$;

-- Chooses for the caller, on what they have seen: 0, when they had chosen nothing. Of a group that is left out nothing
-- changes; the same form sent twice is saved once. Returns the version that makes of it.
create function private.set_notifications(
    seen integer, requirements public.mail_frequency, messages public.mail_frequency, inbox public.mail_frequency)
  returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
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

-- A link in a mail switches off what the mail is of: a group, or, of a daily mail, whatever comes daily. Its token is a
-- digest, as an invitation's is, of a key of this database, the person and that scope; it is kept nowhere but in mails, and
-- stays the same, since a mail may be opened years later.
alter table private.settings
  add column unsubscribe_key text not null
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

create table private.unsubscribe_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  scope text not null check (scope in ('requirements', 'messages', 'daily')),
  digest text not null unique,
  primary key (user_id, scope)
);

create function private.unsubscribe_token(person uuid, scope text) returns text
  language sql stable security definer set search_path = ''
  as $$
    select private.digest_of(unsubscribe_key || private.digest_of(unsubscribe_key || person || ' ' || scope))
      from private.settings
  $$;

create function private.keep_unsubscribe_token(person uuid, scope text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.unsubscribe_tokens as kept (user_id, scope, digest)
      values (person, scope, private.digest_of(private.unsubscribe_token(person, scope)))
      on conflict (user_id, scope) do update set digest = excluded.digest where kept.digest <> excluded.digest
  $$;

-- The groups that a scope would switch off for somebody now.
create function private.groups_on(person uuid, scope text) returns text[]
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(array_agg(mail_group order by place), '{}')
      from unnest(array['requirements', 'messages', 'inbox']) with ordinality as listed (mail_group, place)
      where case when scope = 'daily' then private.frequency_of(person, mail_group) = 'daily'
                   and (mail_group <> 'inbox' or private.is_team(person))
                 else mail_group = scope and private.frequency_of(person, mail_group) <> 'never' end
  $$;

-- What a link would switch off: null for one that nobody has been sent. Whoever has it learns which kind of mails it is
-- about, and nothing of who gets them.
create function private.subscription_by_token(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('scope', kept.scope, 'groups', private.groups_on(kept.user_id, kept.scope))
      from private.unsubscribe_tokens as kept where kept.digest = private.digest_of(token)
  $$;

-- Switches it off. Returns whether there is such a link; twice is the same.
create function private.unsubscribe(token text) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
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

-- What the Data API shows of these: functions that run as their caller.
create function public.set_notifications(
    seen integer, requirements public.mail_frequency default null, messages public.mail_frequency default null,
    inbox public.mail_frequency default null) returns integer
  language sql volatile security invoker set search_path = ''
  as $$ select private.set_notifications(seen, requirements, messages, inbox) $$;

create function public.subscription_by_token(token text) returns jsonb
  language sql stable security invoker set search_path = ''
  as $$ select private.subscription_by_token(token) $$;

create function public.unsubscribe(token text) returns boolean
  language sql volatile security invoker set search_path = ''
  as $$ select private.unsubscribe(token) $$;
