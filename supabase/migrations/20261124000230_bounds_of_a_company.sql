-- What one company may do in a day (docs/decisions/027): generous for people, and an end for programs. Counted in a row of
-- its own, which whoever counts holds until their transaction ends: nobody slips through beside another.

create table private.company_counts (
  client_id uuid not null references public.clients (id) on delete cascade,
  kind text not null check (kind in ('edits', 'messages', 'renames', 'own_names', 'accesses')),
  day date not null,
  count integer not null check (count > 0),
  primary key (client_id, kind)
);

/** Counts one thing that a company has done today (UTC). @throws PT429, `too_many_` and the kind, beyond the most */
create function private.count_for_company(company uuid, counted text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted in ('renames', 'own_names', 'accesses') then 100 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, 1)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + 1 else 1 end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $$;

/** Does whoever asks belong to this company, and not to the team? Who sets history up is nobody here. */
create function private.is_of_company(company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(private.current_client_id() = company, false) and not private.is_team_member()
  $$;

/**
 * Counts a change by a company's own people, under the kind that the trigger names: of the company's names, of a person's
 * own, which uses up none of the owners', or of an access. To clear a name, as for somebody who leaves, is always possible.
 */
create function private.limit_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := to_jsonb(new) ->> case tg_table_name when 'clients' then 'id' else 'client_id' end;
  begin
    if private.is_of_company(company) then
      perform private.count_for_company(company, tg_argv[0]);
    end if;
    return null;
  end $$;

create trigger limit_renames after update on public.clients for each row
  when ((old.company_name, old.full_name, old.phone) is distinct from (new.company_name, new.full_name, new.phone)
    and (new.company_name <> old.company_name or new.full_name is not null or new.phone is not null))
  execute function private.limit_changes('renames');
create trigger limit_own_names after update on public.client_members for each row
  when (old.full_name is distinct from new.full_name and new.full_name is not null)
  execute function private.limit_changes('own_names');
create trigger limit_accesses after update on public.client_members for each row
  when (old.access is distinct from new.access)
  execute function private.limit_changes('accesses');

-- As before, one after another for each company: of two that are filed at once the second counts the first.
create or replace function private.limit_filing() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if private.current_user_id() is null or private.is_team_member() then
      return null;
    end if;
    for company in select distinct client_id from filed order by client_id loop
      perform from public.clients where id = company for no key update;
      if not private.may_change_for(company) then
        raise exception 'forbidden' using errcode = '42501';
      end if;
      if (select count(*) from (select from public.job_requirements as latest
            where latest.client_id = company and latest.created_at > now() - interval '1 day'
            limit 301) as counted) > 300
      then
        raise exception 'too_many_requirements' using errcode = 'PT429';
      end if;
    end loop;
    return null;
  end $$;

-- As before, and the company's edits are counted.
create or replace function private.record_requirement() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    acting public.side := private.side_on(new.client_id);
    edits jsonb;
  begin
    if tg_op = 'INSERT' then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, created_at)
        values (new.id, new.client_id, caller, acting,
                case when new.source_posting_id is null then 'created' else 'converted' end, new.created_at);
      return null;
    end if;
    if new.status <> old.status then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'status', jsonb_strip_nulls(jsonb_build_object(
          'status', jsonb_build_array(old.status, new.status),
          'closed_reason', case when new.closed_reason is not null
                             then jsonb_build_array(old.closed_reason, new.closed_reason) end)));
    end if;
    if new.recruiter_id is distinct from old.recruiter_id then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (new.id, new.client_id, caller, acting, 'recruiter', new.recruiter_id);
    end if;
    select jsonb_object_agg(field, case when field <> all (private.long_requirement_fields())
             then jsonb_build_array(to_jsonb(old) -> field, to_jsonb(new) -> field) end)
      into edits from unnest(private.requirement_fields()) as field
      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field;
    if edits is not null then
      if acting = 'company' then
        perform private.count_for_company(new.client_id, 'edits');
      end if;
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, changes)
        values (new.id, new.client_id, caller, acting, 'edited', edits);
    end if;
    return null;
  end $$;

-- As before; the right is asked again after the wait, and the company's messages are counted.
create or replace function private.post_message(
  requirement uuid, body text, seen timestamptz, form uuid, from_side text
) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.current_user_id();
    filed public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into filed from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if filed.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(filed.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(filed.client_id) when 'team' then 'team' else 'client' end;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, filed.id, seen);
    insert into public.requirement_messages (id, requirement_id, author, side, body, created_at)
      values (written, filed.id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = filed.id)))
      on conflict (id) do nothing;
    if found then
      if own = 'client' then
        perform private.count_for_company(filed.client_id, 'messages');
      end if;
      perform private.settle_unread(filed, own, settled, null);
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = filed.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $$;

/** Tells somebody that their access to a company has changed; the fifth time within a day an hour later, once. */
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

create or replace function private.mail_access_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if old.access is distinct from new.access and old.user_id is distinct from private.current_user_id()
      and exists (select from public.clients where id = old.client_id)
    then
      perform private.mail_new_access(old.user_id, old.client_id);
    end if;
    return null;
  end $$;

-- As before; who hands over to and fro is told as often as anybody else.
create or replace function private.hand_over_company(person uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    caller uuid := private.current_user_id();
    before public.member_access;
  begin
    select access into before from public.client_members
      where user_id = person and client_id = company and user_id <> caller;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    end if;
    perform private.revoke_invitations_of(caller, company);
    update public.client_members set access = 'owner' where user_id = person and access <> 'owner';
    update public.client_members set access = 'member' where user_id = caller;
    if before <> 'owner' then
      perform private.log_activity('access_changed', 'person', person, company,
                                   old_value => before::text, new_value => 'owner');
    end if;
    perform private.log_activity('access_changed', 'person', caller, company,
                                 old_value => 'owner', new_value => 'member');
    perform private.mail_new_access(caller, company);
  end $$;

-- As before; what is saved already is not called changed by somebody else: the same form, sent again after a lost answer.
create or replace function private.edit_company(seen integer, company_name text, full_name text, phone text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.hold_owned_company();
    held public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into held from public.clients where id = company;
    edited := held;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    select array_agg(field) into fields from unnest(array['company_name', 'full_name', 'phone']) as field
      where to_jsonb(held) -> field is distinct from to_jsonb(edited) -> field;
    if fields is null then
      return;
    end if;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $$;
