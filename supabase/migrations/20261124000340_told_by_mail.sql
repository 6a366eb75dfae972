-- What people are told by mail that was done in their name, or with their account (docs/decisions/008, 024, 028).

alter table public.mail_outbox drop constraint mail_outbox_template_check;
alter table public.mail_outbox add constraint mail_outbox_template_check check (template in (
  'team_invitation', 'client_invitation', 'team_access_changed', 'client_access_changed', 'password_changed',
  'requirement_converted', 'requirement_event', 'requirement_message', 'inbox_summary'));

-- Tells the account's address that its password was changed, whoever has done it and by whatever way. One that is chosen
-- when an account is confirmed is no change. Whoever changes it time and again is told the fifth of a day an hour later.
create function private.mail_password_change() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
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
create function private.mail_conversion(requirement uuid, posting uuid, client uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    with people as materialized (
      select member.user_id, member.access,
             lower(account.email) = (select private.normal_address(sent.contact_email)
                                       from public.public_job_submissions as sent where sent.id = posting) as is_named
        from public.client_members as member
        join auth.users as account on account.id = member.user_id
        where member.client_id = client)
    select private.enqueue_mail('requirement_converted', 'converted.' || requirement || '.' || person.user_id,
                                jsonb_build_object('requirement', requirement), person.user_id)
      from people as person
      where person.is_named or person.access = 'owner' and not exists (select from people as named where named.is_named)
  $$;

-- What is said of it; nothing to somebody who has left, or when it is gone.
create function private.conversion_mail(person uuid, requirement uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title, 'company', private.company_name(filed.client_id),
        'is_named', exists (select from public.public_job_submissions as sent
                              join auth.users as account on account.id = person
                              where sent.id = filed.source_posting_id
                                and private.normal_address(sent.contact_email) = lower(account.email)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id)))
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = person
      where filed.id = requirement
  $$;

-- Makes the requirement of a posting, once, and tells the company of it (docs/decisions/020, 028).
create or replace function private.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.hold_team(recruiter);
    columns text := array_to_string(private.requirement_fields(), ', ');
    source public.inbox_items;
    made uuid := private.lock_posting(posting);
  begin
    if made is not null then
      return made;
    end if;
    select * into source from public.inbox_items where posting_id = posting;
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, source_posting_id, recruiter_id, %1$s)
                      select $1, $2, $3, %1$s from private.with_entries($4, $5) returning id', columns)
      into made using client, posting, recruiter, jsonb_populate_record(null::public.job_requirements, jsonb_build_object(
        'remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb, 'positions_count', 1,
        'priority', 'medium')), entries - 'recruiter_id';
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = source.created_at + private.promised('posting')
      where requirement_id = made;
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = case when private.is_team(source.assignee) and (source.claim_expires_at <= now()) is not true
                       then source.assignee else caller end
      where id = source.id;
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    perform private.mail_conversion(made, posting, client);
    return made;
  end $$;

-- What the mailer needs to write a mail: facts, no words.
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
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $$;

-- What the mail of an invitation says, with its token: for who sends mails, and nobody else.
create or replace function private.invitation_mail(invitation uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
        'email', found_row.email, 'full_name', found_row.full_name, 'kind', found_row.kind, 'role', found_row.role,
        'access', found_row.access, 'company', private.company_name(found_row.client_id),
        'invited_by', private.inviter_name(found_row), 'expires_at', found_row.expires_at,
        -- Asked for by nobody who has proved the address: the team answers a form that names it.
        'is_from_form', exists (select from public.job_requirements as filed
                                  join public.public_job_submissions as sent on sent.id = filed.source_posting_id
                                  where filed.client_id = found_row.client_id
                                    and private.normal_address(sent.contact_email) = found_row.email),
        'token', private.invitation_token(found_row.id, found_row.issue))
      from public.invitations as found_row
      join private.invitation_tokens as kept on kept.invitation_id = found_row.id
      where found_row.id = invitation and private.invitation_state(found_row) = 'open'
        -- With another key than then, the link would lead nowhere.
        and kept.digest = private.digest_of(private.invitation_token(found_row.id, found_row.issue))
  $$;

-- Where the answer to a mail about these requirements goes: to their recruiter, when all have the same.
create function private.recruiter_address(about jsonb) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case when count(*) = count(colleague.contact_email) and count(distinct colleague.contact_email) = 1
             then min(colleague.contact_email) end
      from jsonb_array_elements(about) as told (news)
      left join public.job_requirements as filed on filed.id = (told.news ->> 'id')::uuid
      left join public.team_members as colleague on colleague.user_id = filed.recruiter_id
  $$;

-- What a mail of news says.
create or replace function private.news_mail(mail public.mail_outbox) returns jsonb
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
      'reply_to', case when not private.is_team(person) then private.recruiter_address(about) end,
      'unsubscribe', private.unsubscribe_token(person, private.unsubscribe_scope(mail)));
  end $$;
