-- Mails that the product itself sends (docs/decisions/mail.md); those of accounts are the authentication service's. A
-- row says to whom, which template and about which rows, never a text: what a mail says is read when it is sent, and
-- nothing is sent that is no longer true. Only the secret key reads and writes it: there is no policy.

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  -- To an account, at the address it has when the mail is sent; or to somebody who has none yet.
  user_id uuid references auth.users (id) on delete cascade,
  address text check (private.is_email(address)),
  template text not null check (template in (
    'team_invitation', 'client_invitation', 'team_access_changed', 'client_access_changed', 'password_changed',
    'stand_in', 'requirement_converted', 'requirement_event', 'requirement_message', 'inbox_summary', 'item_reply',
    'receipt', 'candidate_ask', 'candidate_code', 'candidate_link', 'candidate_news', 'candidates_waiting')),
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
  -- What may go together: a group about one requirement, or whatever somebody gets once a day.
  bundle text check (length(bundle) between 1 and 100),
  -- The mail that it went along in.
  bundled_in uuid references public.mail_outbox (id) on delete cascade,
  -- The company that it is about, or else whoever gets it, whose turn it takes (private.claim_in_turn). A trigger fills it in.
  turn uuid not null default gen_random_uuid(),
  constraint one_receiver check (num_nonnulls(user_id, address) = 1),
  constraint open_or_closed check (
    (next_attempt_at is null) = (sent_at is not null or dead_at is not null or skipped_at is not null
                                 or bundled_in is not null))
);

create index mail_outbox_user on public.mail_outbox (user_id);
create index mail_outbox_person on public.mail_outbox (lower(address));
create index mail_outbox_due on public.mail_outbox (next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_dead on public.mail_outbox (dead_at) where dead_at is not null;
create index mail_outbox_bundle on public.mail_outbox (user_id, bundle, created_at, id)
  where next_attempt_at is not null and bundle is not null;
create index mail_outbox_bundled_in on public.mail_outbox (bundled_in);
create index mail_outbox_recent on public.mail_outbox (user_id, first_attempt_at)
  where bundle <> 'daily' and bundled_in is null;
create index mail_outbox_turn on public.mail_outbox (turn, next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_mailbox on public.mail_outbox (private.mailbox_of(address), created_at);
create index mail_outbox_waiting on public.mail_outbox (greatest(created_at, not_before)) include (created_at, not_before)
  where next_attempt_at is not null;

alter table public.mail_outbox enable row level security, force row level security;

create trigger stamp_insert before insert on public.mail_outbox for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.mail_outbox for each row execute function private.stamp_update();

-- # What is mailed

-- Whose turn a mail takes: of the company that it is about, or else of its receiver.
create function private.turn_of_mail(mail public.mail_outbox) returns uuid
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (mail.ids ->> 'client')::uuid,
      (select client_id from public.job_requirements where id = (mail.ids ->> 'requirement')::uuid),
      (select client_id from public.invitations where id = (mail.ids ->> 'invitation')::uuid),
      mail.user_id, mail.id)
  $$;

create function private.stamp_mail_turn() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.turn := private.turn_of_mail(new);
    return new;
  end $$;

create trigger stamp_turn before insert on public.mail_outbox for each row execute function private.stamp_mail_turn();

-- Has a mail sent, in the transaction that is its reason. A key that was used before sends nothing, and neither does an
-- account that is being deleted.
create function private.enqueue_mail(template text, dedupe_key text, ids jsonb default '{}', person uuid default null,
                                     address text default null, not_before timestamptz default now()) returns void
  language sql security definer set search_path = '' as $$
    insert into public.mail_outbox (template, dedupe_key, ids, user_id, address, not_before)
      select template, dedupe_key, ids, person, address, not_before
        where person is null or exists (select from auth.users where id = person)
      on conflict (dedupe_key) do nothing
  $$;

-- An invitation is mailed each time it is issued.
create function private.mail_invitation() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.enqueue_mail(new.kind || '_invitation', 'invitation.' || new.id || '.' || new.issue,
                                 jsonb_build_object('invitation', new.id), address => new.email);
    return null;
  end $$;

create trigger mail_invitation after insert or update of issue on public.invitations
  for each row execute function private.mail_invitation();

-- Once it has gone, only the mail has the token of its link.
create function private.forget_sent_token() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update private.invitation_tokens as kept set unsent = null from public.invitations as sent
      where sent.id = (new.ids ->> 'invitation')::uuid and kept.invitation_id = sent.id
        and new.dedupe_key = 'invitation.' || sent.id || '.' || sent.issue;
    return null;
  end $$;

create trigger forget_sent_token after update of sent_at on public.mail_outbox
  for each row when (new.sent_at is not null and new.template in ('team_invitation', 'client_invitation'))
  execute function private.forget_sent_token();

-- Tells somebody that another has changed or taken their role. What the person did alone, such as accepting, needs no mail;
-- a role that an operator gives by SQL to somebody who had none is told by whoever gives it.
create function private.mail_role_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if nullif(old.role, 'client') is distinct from nullif(new.role, 'client')
      and old.user_id is distinct from private.current_user_id()
    then
      perform private.enqueue_mail('team_access_changed', 'role.' || gen_random_uuid(), person => old.user_id);
    end if;
    return null;
  end $$;

create trigger mail_role_change after update of role or delete on public.user_roles
  for each row execute function private.mail_role_change();

-- Tells somebody that their access to a company has changed; the fifth time within a day an hour later, once: the mail says
-- what holds when it goes.
create function private.mail_new_access(person uuid, company uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    about jsonb := jsonb_build_object('client', company);
    is_often boolean := 4 <= (select count(*) from public.mail_outbox as told
      where told.user_id = person and told.template = 'client_access_changed' and told.ids = about
        and told.created_at > now() - interval '1 day');
  begin
    perform private.enqueue_mail('client_access_changed',
      'access.' || case when is_often then person || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                        else gen_random_uuid()::text end,
      about, person, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
  end $$;

-- The same for an access that another has changed or taken. A company that is deleted tells nobody, nor does an account
-- that is (enqueue_mail).
create function private.mail_access_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if old.access is distinct from new.access and old.user_id is distinct from private.current_user_id()
      and exists (select from public.clients where id = old.client_id)
    then
      perform private.mail_new_access(old.user_id, old.client_id);
    end if;
    return null;
  end $$;

create trigger mail_access_change after update of access or delete on public.client_members
  for each row execute function private.mail_access_change();

-- Tells the account's address that its password was changed, whoever has done it and by whatever way. One that is chosen
-- when an account is confirmed is no change. Whoever changes it time and again is told the fifth of a day an hour later.
create function private.mail_password_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare is_often boolean;
  begin
    is_often := 4 <= (select count(*) from public.mail_outbox as told
      where told.user_id = new.id and told.template = 'password_changed' and told.created_at > now() - interval '1 day');
    perform private.enqueue_mail('password_changed',
      'password.' || case when is_often then new.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24')
                          else gen_random_uuid()::text end,
      '{}', new.id, not_before => now() + case when is_often then interval '1 hour' else interval '0' end);
    return null;
  end $$;

create trigger mail_password_change after update of encrypted_password on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password and coalesce(new.encrypted_password, '') <> ''
    and old.email_confirmed_at is not null
    and (coalesce(old.encrypted_password, '') <> '' or old.email_confirmed_at < now() - interval '1 hour'))
  execute function private.mail_password_change();

-- Who of a company is told that the team has filed something there: whose address the posting names, or else its owners.
create function private.mail_filed(requirement uuid) returns void
  language sql security definer set search_path = '' as $$
    with people as materialized (
      select member.user_id, member.access,
             exists (select from private.form_of(filed) where address = lower(account.email)) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        join public.job_requirements as filed on filed.client_id = member.client_id
        where filed.id = requirement)
    select private.enqueue_mail('requirement_converted', 'converted.' || requirement || '.' || person.user_id,
                                jsonb_build_object('requirement', requirement), person.user_id)
      from people as person
      where person.is_named or person.access = 'owner' and not exists (select from people as named where named.is_named)
  $$;

-- # What a mail says

-- What somebody's role in the team is now; null when there is none any more.
create function private.team_access_mail(person uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('role', (select held.role from public.user_roles as held
                                        where held.user_id = person and held.role <> 'client'))
  $$;

-- What somebody's access to a company is now; null when there is none any more. Nothing, when the company is gone.
create function private.client_access_mail(person uuid, client uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    return (select jsonb_build_object('company', company.company_name,
                                      'access', (select member.access from public.client_members as member
                                                  where member.client_id = client and member.user_id = person))
              from public.clients as company where company.id = client);
  end $$;

-- Whom to ask about a requirement and what comes next, each where there is one: who is in charge of it and, as long as it is
-- open, by when its line is answered, and its deadline.
create function private.outlook_of(requirement public.job_requirements) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'in_charge', (select jsonb_build_object('name', colleague.display_name, 'phone', colleague.contact_phone)
                      from public.team_members as colleague where colleague.user_id = (requirement).recruiter_id),
      'answer_by', (select line.due_at from public.inbox_items as line
                      where line.requirement_id = (requirement).id and line.state in ('new', 'open') and line.due_at > now()
                        and (requirement).status = any (private.open_statuses())),
      'deadline', case when (requirement).status = any (private.open_statuses())
                         and (requirement).deadline >= private.today()
                    then (requirement).deadline end))
  $$;

-- What is said of a requirement that the team has filed; nothing to somebody who has left, or when it is gone.
create function private.conversion_mail(person uuid, requirement uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_from_form', exists (select from private.form_of(filed)),
        'is_named', exists (select from private.form_of(filed) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = person),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = person
      where filed.id = requirement
  $$;

-- Where the answer to a mail about these requirements goes: to their recruiter, when all have the same.
create function private.recruiter_address(about jsonb) returns text
  language sql stable security definer set search_path = '' as $$
    select case when count(*) = count(colleague.contact_email) and count(distinct colleague.contact_email) = 1
             then min(colleague.contact_email) end
      from jsonb_array_elements(about) as told (news)
      left join public.job_requirements as filed on filed.id = (told.news ->> 'id')::uuid
      left join public.team_members as colleague on colleague.user_id = filed.recruiter_id
  $$;

-- What a mail says, facts and no words: for each template an object that supabase/functions/deliver-mail/content.ts knows,
-- with its receiver. Null when it is not to be sent any more. A new template has a branch here, and a function that reads
-- what it says: without it the mail fails.
create function private.mail_content(mail uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'stand_in' then
      content := private.stand_in_mail(queued.user_id, (queued.ids ->> 'away')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    elsif queued.template = 'receipt' then
      content := private.receipt_mail((queued.ids ->> 'item')::uuid);
    elsif queued.template = 'candidate_ask' then
      content := private.ask_mail(receiver, (queued.ids ->> 'consent')::uuid);
    elsif queued.template = 'candidate_code' then
      content := private.code_mail(receiver, (queued.ids ->> 'code')::uuid);
    elsif queued.template = 'candidate_link' then
      content := private.link_mail(receiver);
    elsif queued.template = 'candidate_news' then
      content := private.candidate_news_mail(receiver, (queued.ids ->> 'entry')::uuid, (queued.ids ->> 'answer')::uuid,
                                             (queued.ids ->> 'interview')::uuid);
    elsif queued.template = 'candidates_waiting' then
      content := private.waiting_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    else
      raise case_not_found using message = queued.template || ' has no branch';
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $$;

-- # Delivery

-- A mail's turn comes when its time has, and it is the first of its bundle that nobody has tried: the others go along. What
-- another mail of this very call will bring along does not go by itself.
create function private.mail_turn() returns text
  language sql immutable set search_path = '' as $$
    select 'next_attempt_at <= now() and not_before <= now()
      and not exists (select from public.mail_outbox as earlier
        where earlier.user_id = delivery.user_id and earlier.bundle = delivery.bundle and delivery.first_attempt_at is null
          and earlier.next_attempt_at is not null and earlier.not_before <= now()
          and (earlier.first_attempt_at is null or earlier.first_attempt_at = now())
          and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))'
  $$;

-- Takes along what waits in the bundle of a mail, at its first attempt only: who gets it twice gets the same twice.
create function private.bundle_mails(mail uuid) returns void
  language sql security definer set search_path = '' as $$
    with others as materialized (
      select waiting.id from public.mail_outbox as lead_mail
        join public.mail_outbox as waiting on waiting.user_id = lead_mail.user_id and waiting.bundle = lead_mail.bundle
        where lead_mail.id = bundle_mails.mail and lead_mail.attempts = 0 and lead_mail.first_attempt_at = now()
          and waiting.id <> lead_mail.id and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        order by waiting.created_at, waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting set bundled_in = bundle_mails.mail, next_attempt_at = null
      from others where waiting.id = others.id
  $$;

-- Takes mails that are due, with what they say, by turns. What is always sent, such as an invitation, is never behind news,
-- however much of that there is; news beyond so many an hour is held back. One that is not to be sent any more is closed
-- here, with what it has taken along; one whose content can't be read waits like one that could not be sent, and holds up
-- no other.
create function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql security definer set search_path = '' as $$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    perform private.hold_back_news();
    due := array(select private.claim_in_turn('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_in_turn('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.bundle_mails(claimed);
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
grant execute on function private.claim_mails to service_role;

-- Notes what became of a mail, and of what went along with it.
create function private.settle_mail(delivery uuid, problem text, is_final boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.settle_in('public.mail_outbox', delivery, problem, is_final);
    update public.mail_outbox as along set sent_at = lead_mail.sent_at
      from public.mail_outbox as lead_mail
      where lead_mail.id = delivery and along.bundled_in = delivery and lead_mail.sent_at is not null and along.sent_at is null;
  end $$;
grant execute on function private.settle_mail to service_role;

-- How many mails should have gone five minutes before a moment, and have not: the morning's that nobody has made among them.
create function private.mails_waiting(moment timestamptz) returns integer
  language sql stable security definer set search_path = '' as $$
    select (select count(*)::integer from (
              select from public.mail_outbox
                where next_attempt_at is not null and greatest(created_at, not_before) < moment - interval '5 minutes'
                limit 1000) as mail)
           + (select count(*)::integer from private.inbox_readers_due(moment - interval '5 minutes'))
  $$;

-- How far behind mails are. In a healthy system both are 0.
create function private.mail_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = '' as $$
    select private.mails_waiting(now()),
           (select count(*)::integer from (
              select from public.mail_outbox where dead_at is not null limit 1000) as mail)
  $$;
grant execute on function private.mail_backlog to anon, authenticated, service_role;

-- Asks deliver-mail for a run, when something is due. The embedded backend has a timer for both instead.
create function private.request_mail_run() returns void
  language plpgsql security definer set search_path = '' as $$
  declare request bigint;
  begin
    perform private.queue_inbox_summaries();
    perform private.queue_candidate_reminders();
    select private.request_run('public.mail_outbox', private.mail_turn(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $$;

-- # Exposed through the Data API

create function public.claim_mails(most integer default 10) returns table (id uuid, dedupe_key text, content jsonb)
  language sql set search_path = '' as $$ select * from private.claim_mails(most) $$;
grant execute on function public.claim_mails to service_role;

create function public.settle_mail(delivery uuid, problem text default null, is_final boolean default false) returns void
  language sql set search_path = '' as $$ select private.settle_mail(delivery, problem, is_final) $$;
grant execute on function public.settle_mail to service_role;

create function public.mail_backlog(out waiting integer, out dead integer)
  language sql stable set search_path = '' as $$ select * from private.mail_backlog() $$;
grant execute on function public.mail_backlog to public, anon, authenticated, service_role;
