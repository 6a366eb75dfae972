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
    'stand_in', 'requirement_filed', 'requirement_converted', 'requirement_event', 'requirement_message', 'inbox_summary',
    'item_reply', 'receipt', 'candidate_ask', 'candidate_code', 'candidate_link', 'candidate_moved', 'candidate_erased',
    'candidate_disowned', 'candidate_news', 'candidates_waiting', 'candidate_cards',
    'application_confirm', 'application_answer')),
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
  -- The company that it is about, or else whoever gets it, whose turn it takes (private.claim_round_robin). A trigger fills it in.
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
    is_often boolean := 4 <= (select count(*) from public.mail_outbox as mail
      where mail.user_id = person and mail.template = 'client_access_changed' and mail.ids = about
        and mail.created_at > now() - interval '1 day');
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
    is_often := 4 <= (select count(*) from public.mail_outbox as mail
      where mail.user_id = new.id and mail.template = 'password_changed' and mail.created_at > now() - interval '1 day');
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
             exists (select from private.form_of(requirement_row) where address = lower(account.email)) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        join public.job_requirements as requirement_row on requirement_row.client_id = member.client_id
        where requirement_row.id = requirement)
    select private.enqueue_mail('requirement_converted', 'converted.' || requirement || '.' || person.user_id,
                                jsonb_build_object('requirement', requirement), person.user_id)
      from people as person
      where person.is_named or person.access = 'owner' and not exists (select from people as named where named.is_named)
  $$;

-- Who files a requirement gets a receipt of it, ten a day at most: its page says the same. Nobody gets one of what is entered
-- as history, as by an import, or closed.
create function private.mail_filed_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if new.submitted_by is not null and new.status = any (private.open_statuses()) and new.created_at >= now() - interval '1 hour'
      and 10 > (select count(*) from (select from public.mail_outbox as sent
         where sent.user_id = new.submitted_by and sent.template = 'requirement_filed'
           and sent.created_at > now() - interval '1 day' limit 10) as counted)
    then
      perform private.enqueue_mail('requirement_filed', 'filed.' || new.id,
                                   jsonb_build_object('requirement', new.id), new.submitted_by);
    end if;
    return null;
  end $$;

create trigger mail_filed_requirement after insert on public.job_requirements
  for each row when (not new.is_filed_by_team) execute function private.mail_filed_requirement();

-- # What a mail says

-- An invitation, as long as it is open.
create function private.team_invitation_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select private.invitation_mail(((mail).ids ->> 'invitation')::uuid)
  $$;

create function private.client_invitation_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select private.invitation_mail(((mail).ids ->> 'invitation')::uuid)
  $$;

create function private.password_changed_mail(mail public.mail_outbox) returns jsonb
  language sql immutable set search_path = '' as $$ select jsonb_build_object('changed_at', (mail).created_at) $$;

-- What somebody's role in the team is now; null when there is none any more.
create function private.team_access_changed_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('role', (select user_role.role from public.user_roles as user_role
                                        where user_role.user_id = (mail).user_id and user_role.role <> 'client'))
  $$;

-- What somebody's access to a company is now; null when there is none any more. Nothing, when the company is gone.
create function private.client_access_changed_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('company', company.company_name,
                              'access', (select member.access from public.client_members as member
                                          where member.client_id = company.id and member.user_id = (mail).user_id))
      from public.clients as company where company.id = ((mail).ids ->> 'client')::uuid
  $$;

-- Whom to ask about a requirement and what comes next, each where there is one: who is in charge of it, who stands in for them
-- and, as long as it is open, by when its line is answered, and its deadline.
create function private.outlook_of(requirement public.job_requirements) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'in_charge', (select jsonb_build_object(
                        'name', contact -> 'display_name', 'phone', contact -> 'contact_phone',
                        'away_until', contact -> 'away_until',
                        'stand_in', case when contact ->> 'stand_in' is not null then jsonb_build_object(
                          'name', contact #> '{stand_in,display_name}', 'phone', contact #> '{stand_in,contact_phone}') end)
                      from private.contact_of((requirement).recruiter_id) as contact where contact is not null),
      'answer_by', (select due from private.answer_due((requirement).id) as due where due > now()),
      'deadline', case when (requirement).status = any (private.open_statuses())
                         and (requirement).deadline >= private.today()
                    then (requirement).deadline end))
  $$;

-- The receipt of a requirement, as long as it is open and its person is of the company.
create function private.requirement_filed_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement.id, 'title', requirement.job_title,
        'reference', private.reference_of(coalesce(requirement.form_id, requirement.id)),
        'reply_to', private.recruiter_contact(requirement.recruiter_id) -> 'email')) || private.outlook_of(requirement)
      from public.job_requirements as requirement
      join public.client_members as member on member.client_id = requirement.client_id and member.user_id = (mail).user_id
      where requirement.id = ((mail).ids ->> 'requirement')::uuid and requirement.status = any (private.open_statuses())
  $$;

-- What is said of a requirement that the team has filed; nothing to somebody who has left, or when it is gone.
create function private.requirement_converted_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', requirement_row.id, 'title', requirement_row.job_title, 'company', private.company_name(requirement_row.client_id),
        'is_from_form', exists (select from private.form_of(requirement_row)),
        'is_named', exists (select from private.form_of(requirement_row) as form
                              join auth.users as account on lower(account.email) = form.address
                              where account.id = (mail).user_id),
        'reply_to', private.recruiter_contact(requirement_row.recruiter_id) -> 'email'))
        || private.outlook_of(requirement_row)
      from public.job_requirements as requirement_row
      join public.client_members as member on member.client_id = requirement_row.client_id and member.user_id = (mail).user_id
      where requirement_row.id = ((mail).ids ->> 'requirement')::uuid
  $$;

-- Where the answer to a mail about these requirements goes: to their recruiter, or who stands in, when all have the same.
create function private.recruiter_address(about jsonb) returns text
  language sql stable security definer set search_path = '' as $$
    select case when count(*) = count(colleague.contact_email) and count(distinct colleague.contact_email) = 1
             then min(colleague.contact_email) end
      from jsonb_array_elements(about) as listed (news)
      left join public.job_requirements as requirement on requirement.id = (listed.news ->> 'id')::uuid
      left join public.team_members as colleague on colleague.user_id = private.receiver_of(requirement.recruiter_id)
  $$;

-- What whoever stands in is told, as long as they do.
create function private.stand_in_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object('name', colleague.display_name, 'until', absence.until,
                                                'begins_on', case when absence.begins_on > private.today() then absence.begins_on end))
      from private.absences as absence
      join public.team_members as colleague on colleague.user_id = absence.user_id
      where absence.user_id = ((mail).ids ->> 'away')::uuid and absence.stand_in = (mail).user_id and absence.until >= private.today()
  $$;

-- What a reply says, what it answers, and who has written it: answers go to them.
create function private.item_reply_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', item.kind, 'body', written.body, 'came_at', item.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', private.words_of_form(form)))
      from public.item_replies as written
      join public.inbox_items as item on item.id = written.item_id
      cross join private.form_of_item(item) as form
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = ((mail).ids ->> 'reply')::uuid
  $$;
