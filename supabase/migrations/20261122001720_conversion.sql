-- A posting that becomes a requirement: somebody is in charge of that from the start, since its company looks for a name;
-- and the posting stays with whoever had it in hand.

-- Makes the requirement of a posting, for a company. Whoever comes second gets the requirement that is there. The posting
-- is done with; the requirement's own line goes on with whoever is in charge of it, or else has made it, and stays due when
-- the sender expects to hear. Beside what the form of a requirement has, the entries may name the `recruiter_id`.
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
    return made;
  end $$;

-- The same for a company that is not here yet: it is made, its sender is invited to own it, by a mail to the posting's own
-- address, and the requirement is its first. All of it or nothing.
create or replace function private.convert_posting_by_invitation(
    posting uuid, company_name text, full_name text, phone text, entries jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    made uuid;
    sender text := (select contact_email from public.public_job_submissions where id = posting);
  begin
    perform private.hold_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_posting(posting);
    if made is not null then
      return made;
    end if;
    return private.convert_posting(
      posting, (private.invite_company(sender, company_name, full_name, phone)).client_id, entries);
  end $$;
