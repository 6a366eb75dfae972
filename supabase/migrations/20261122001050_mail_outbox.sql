-- Mails that the product itself sends (docs/decisions/019); those of accounts are the authentication service's. A row says
-- to whom, which template and about which rows, never a text: what a mail says is read when it is sent, and nothing is
-- sent that is no longer true.

create function private.are_ids(value jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(value) = 'object'
      and coalesce((select bool_and(coalesce(
            id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and name ~ '^[a-z_]{1,63}$', false))
            from jsonb_each_text(value) as entry (name, id)), true)
  $$;

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  -- To an account, at the address it has when the mail is sent; or to somebody who has none yet.
  user_id uuid references auth.users (id) on delete cascade,
  address text check (private.is_email(address)),
  template text not null check (template in (
    'team_invitation', 'client_invitation', 'team_access_changed', 'client_access_changed')),
  -- By name: the rows that the mail is about.
  ids jsonb not null default '{}' check (private.are_ids(ids)),
  -- One mail a key, for ever. It becomes the mail's Message-ID, by which a repeat can be told.
  dedupe_key text not null unique check (length(dedupe_key) <= 150 and dedupe_key ~ '^[a-z0-9_-]+(\.[a-z0-9_-]+)*$'),
  not_before timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  first_attempt_at timestamptz,
  next_attempt_at timestamptz default now(),
  sent_at timestamptz,
  dead_at timestamptz,
  -- Its reason had gone when its turn came: an invitation that was taken back, or accepted.
  skipped_at timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_receiver check (num_nonnulls(user_id, address) = 1),
  constraint open_or_closed check (
    (next_attempt_at is null) = (sent_at is not null or dead_at is not null or skipped_at is not null))
);

create index mail_outbox_user on public.mail_outbox (user_id);
create index mail_outbox_address on public.mail_outbox (address);
create index mail_outbox_person on public.mail_outbox (lower(address));
create index mail_outbox_due on public.mail_outbox (next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_dead on public.mail_outbox (dead_at) where dead_at is not null;

create trigger stamp_insert before insert on public.mail_outbox
  for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.mail_outbox
  for each row execute function private.stamp_update();

-- No policy: only the secret key reads and writes it.
alter table public.mail_outbox enable row level security;
alter table public.mail_outbox force row level security;

alter table private.settings add column last_mail_request bigint;

-- Has a mail sent, in the transaction that is its reason. A key that was used before sends nothing, and neither does an
-- account that is being deleted.
create function private.enqueue_mail(template text, dedupe_key text, ids jsonb default '{}', person uuid default null,
                                     address text default null, not_before timestamptz default now()) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.mail_outbox (template, dedupe_key, ids, user_id, address, not_before)
      select template, dedupe_key, ids, person, address, not_before
        where person is null or exists (select from auth.users where id = person)
      on conflict (dedupe_key) do nothing
  $$;

-- What somebody's role in the team is now; null when there is none any more.
create function private.team_access_mail(person uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('role', (select held.role from public.user_roles as held
                                        where held.user_id = person and held.role <> 'client'))
  $$;

-- What somebody's access to a company is now; null when there is none any more. Nothing, when the company is gone.
create function private.client_access_mail(person uuid, client uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (select jsonb_build_object('company', company.company_name,
                                      'access', (select member.access from public.client_members as member
                                                  where member.client_id = client and member.user_id = person))
              from public.clients as company where company.id = client);
  end $$;

-- What a mail says: for each template an object that supabase/functions/deliver-mail/content.ts knows, with its receiver.
-- Null when it is not to be sent any more. A new template has a branch here, and a function that reads what it says.
create function private.mail_content(mail uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null
      -- A later one to the same receiver, about the same, says what holds now.
      or exists (select from public.mail_outbox as later
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

-- Takes mails that are due, with what they say. One that is not to be sent any more is closed here; one whose content can't
-- be read waits like one that could not be sent, and holds up no other.
create function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare mail uuid;
  begin
    for mail in select private.claim_from('public.mail_outbox', 'next_attempt_at <= now() and not_before <= now()', most) loop
      begin
        content := private.mail_content(mail);
      exception when others then
        perform private.settle_in('public.mail_outbox', mail, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null where queued.id = mail;
      else
        select queued.id, queued.dedupe_key into id, dedupe_key from public.mail_outbox as queued where queued.id = mail;
        return next;
      end if;
    end loop;
  end $$;

create function private.settle_mail(delivery uuid, problem text, is_final boolean) returns void
  language sql volatile security definer set search_path = ''
  as $$ select private.settle_in('public.mail_outbox', delivery, problem, is_final) $$;

-- How far behind mails are. In a healthy system both are 0.
create function private.mail_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*)::integer from public.mail_outbox
             where next_attempt_at is not null and greatest(created_at, not_before) < now() - interval '5 minutes'),
           (select count(*)::integer from public.mail_outbox where dead_at is not null)
  $$;

create function private.request_mail_run() returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare request bigint;
  begin
    select private.request_run('public.mail_outbox', 'next_attempt_at <= now() and not_before <= now()', 'deliver_mail',
                               last_mail_request) into request from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $$;

-- What the Data API shows of these: functions that run as their caller, and may do what the caller may.
create function public.claim_mails(most integer default 10) returns table (id uuid, dedupe_key text, content jsonb)
  language sql volatile security invoker set search_path = ''
  as $$ select * from private.claim_mails(most) $$;

create function public.settle_mail(delivery uuid, problem text default null, is_final boolean default false) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.settle_mail(delivery, problem, is_final) $$;

create function public.mail_backlog(out waiting integer, out dead integer)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.mail_backlog() $$;

-- The schedule, where the database has one (Supabase does).
do $$
  begin
    if exists (select from pg_extension where extname = 'pg_cron')
      and exists (select from pg_extension where extname = 'pg_net') then
      perform cron.schedule('deliver-mail', '* * * * *', 'select private.request_mail_run()');
    end if;
  end $$;
