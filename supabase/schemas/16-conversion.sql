-- A posting becomes a requirement of a company, once (docs/decisions/inbox.md).

-- Companies that a posting may be from, the likeliest first: of the same address, of the same name, or with the words.
create function private.suggest_clients(name text, address text)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id)
    select client.id, client.company_name, client.full_name, likely.reason
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place from (
          select member.client_id as id, 'address' as reason, 1 as place from public.client_members as member
            join auth.users as person on person.id = member.user_id
            where lower(person.email) = private.normal_address(address)
          union all
          -- A company that was made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'address', 1 from public.invitations as invitation
            where invitation.client_id is not null and invitation.email = private.normal_address(address)
              and private.invitation_state(invitation) = 'open'
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 2 from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name)) order by client.id limit 10)
          union all
          (select client.id, 'words', 3 from public.clients as client, private.any_word_of(name) as wanted
            where to_tsvector('simple', client.company_name) @@ wanted
            order by ts_rank(to_tsvector('simple', client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, client.company_name, client.id limit 10
  $$;
grant execute on function private.suggest_clients to authenticated;

-- The requirement that a posting has become, if it has; until the transaction ends nobody else can make one.
create function private.lock_posting(posting uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.inbox_items where posting_id = posting for update;
    if not found then
      raise exception 'posting_not_found' using errcode = 'PT404';
    end if;
    return (select id from public.job_requirements where source_posting_id = posting);
  end $$;

-- Makes the requirement of a posting, for a company, and tells the company of it (docs/decisions/inbox.md, mail.md).
-- Whoever comes second gets the requirement that is there. The posting is done with, and stays with whoever had it in
-- hand; the requirement's own line goes on with whoever is in charge of it, or else has made it, and stays due when the
-- sender expects to hear. Beside what the form of a requirement has, the entries may name the `recruiter_id`.
create function private.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.lock_team(recruiter);
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
grant execute on function private.convert_posting to authenticated;

-- The same for a company that is not here yet: it is made, its sender is invited to own it, by a mail to the posting's own
-- address, and the requirement is its first. All of it or nothing.
create function private.convert_posting_by_invitation(
    posting uuid, company_name text, full_name text, phone text, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    made uuid;
    sender text := (select contact_email from public.public_job_submissions where id = posting);
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_posting(posting);
    if made is not null then
      return made;
    end if;
    return private.convert_posting(
      posting, (private.invite_company(sender, company_name, full_name, phone)).client_id, entries);
  end $$;
grant execute on function private.convert_posting_by_invitation to authenticated;

-- The requirement that a posting has become; null when it has become none.
create function private.find_converted(posting uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (select made.id from public.job_requirements as made where made.source_posting_id = posting);
  end $$;
grant execute on function private.find_converted to authenticated;

-- # Exposed through the Data API

create function public.suggest_clients(name text default null, address text default null)
  returns table (id uuid, company_name text, full_name text, reason text)
  language sql stable set search_path = '' as $$ select * from private.suggest_clients(name, address) $$;
grant execute on function public.suggest_clients to authenticated;

create function public.convert_posting(posting uuid, client uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.convert_posting(posting, client, entries) $$;
grant execute on function public.convert_posting to authenticated;

create function public.convert_posting_by_invitation(
    posting uuid, company_name text, entries jsonb, full_name text default null, phone text default null) returns uuid
  language sql set search_path = ''
  as $$ select private.convert_posting_by_invitation(posting, company_name, full_name, phone, entries) $$;
grant execute on function public.convert_posting_by_invitation to authenticated;

create function public.find_converted(posting uuid) returns uuid
  language sql stable set search_path = '' as $$ select private.find_converted(posting) $$;
grant execute on function public.find_converted to authenticated;
