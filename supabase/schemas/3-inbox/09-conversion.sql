-- What comes by telephone, message or in person is written down, and found again; and how an enquiry, of whichever kind,
-- becomes a requirement of a company, once (docs/decisions/inbox.md).

-- Companies that a sender may be from, the likeliest first, with the person that each is known by: the one that is known, of the same
-- mailbox, invited by the team, of the same number, name or words. A company's numbers are its own word: those that the team knows
-- come first, before others of the same number or name are cut off at ten, and of a profile its first number counts.
create function private.suggest_clients(name text, address text, number text, known uuid)
  returns table (id uuid, company_name text, full_name text, reason text, is_known boolean, email text, phone text)
  language sql stable security definer set search_path = '' as $$
    with caller as materialized (select private.require_team() as id),
    numbers as materialized (
      select private.any_number_of(number) as wanted,
             private.numbers_like(left(number, 200)) as wanted_ones)
    select client.id, client.company_name, coalesce(likely.person, client.full_name), likely.reason,
           private.is_known_company(client.id),
           coalesce(likely.email, (select account.email from auth.users as account where account.id = likely.user_id)),
           coalesce(likely.phone, case when likely.person is null then client.phone end)
      from caller
      cross join lateral (
        select distinct on (likely.id) likely.id, likely.reason, likely.place, likely.person, likely.user_id,
                                       likely.email, likely.phone from (
          select client.id, 'connected' as reason, 0 as place, null as person, null::uuid as user_id, null as email,
                 null as phone from public.clients as client
            where client.id = known
          union all
          select member.client_id, 'address', 1, member.full_name, member.user_id, null, member.phone
            from public.client_members as member
            where member.user_id in (select private.accounts_of(address))
          union all
          -- A company that the team has made for whoever sent it, and is waiting for them.
          select invitation.client_id, 'invited', 2, invitation.full_name, null, invitation.email, invitation.phone
            from public.invitations as invitation
            where invitation.client_id is not null and private.mailbox_of(invitation.email) = private.mailbox_of(private.trimmed(address))
              and private.is_team(invitation.invited_by) and private.invitation_state(invitation) = 'open'
          union all
          (select member.client_id, 'number', 3, member.full_name, member.user_id, null, member.phone from numbers
            join public.client_members as member on private.searchable_name(member.full_name, member.phone) @@ wanted
            where private.first_number_in(member.phone) && wanted_ones
            order by private.is_known_company(member.client_id) desc, member.client_id limit 10)
          union all
          (select client.id, 'number', 3, null, null, null, null from numbers join public.clients as client on client.search @@ wanted
            where private.first_number_in(client.phone) && wanted_ones
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          -- Of a name without words, the same in any capitals.
          (select client.id, 'name', 4, null, null, null, null from public.clients as client
            where lower(client.company_name) = lower(private.trimmed(name))
            order by private.is_known_company(client.id) desc, client.id limit 10)
          union all
          (select client.id, 'words', 5, null, null, null, null from public.clients as client, private.any_word_of(name) as wanted
            where private.words_of(client.company_name) @@ wanted
            order by ts_rank(private.words_of(client.company_name), wanted) desc, client.id limit 10)) as likely
        order by likely.id, likely.place, likely.person) as likely
      join public.clients as client on client.id = likely.id
      where caller.id is not null
      order by likely.place, 5 desc, client.company_name, client.id limit 10
  $$;
grant execute on function private.suggest_clients to authenticated;

-- What has come from the same number, address or company before: the ten newest lines of the inbox. No plan is made anew for
-- each: to look up how common the words are would take longer than the search.
create function private.find_enquiries(number text, address text, company text)
  returns table (id uuid, kind public.inbox_kind, title text, sender text, came timestamptz, state public.inbox_state,
                 source text, reason text, email text, phone text, sender_company text, client_id uuid)
  language plpgsql stable security definer rows 10 set search_path = '' set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    numbers tsquery;
    address_words tsquery;
    mailbox text;
    firm text;
  begin
    -- First: whoever may not ask has nothing read of what they have sent.
    perform private.require_team();
    numbers := private.any_number_of(find_enquiries.number);
    -- Longer than any address and name is: Postgres reads a long text to its end before it looks at the time.
    mailbox := private.mailbox_of(private.trimmed(left(find_enquiries.address, 320)));
    address_words := phraseto_tsquery('simple', private.spaced_text(private.normal_address(left(find_enquiries.address, 320))));
    firm := lower(private.trimmed(left(find_enquiries.company, 320)));
    return query
      with of_number as materialized (
        select item.id, item.created_at from public.inbox_items as item where item.search @@ numbers
      ), of_address as materialized (
        select item.id, item.created_at from public.inbox_items as item
          where numnode(address_words) > 0 and item.search @@ address_words
      ), of_mailbox as (
        select item.id, item.created_at from public.inbox_items as item
          where private.mailbox_of(item.email) = mailbox and item.email is not null order by item.created_at desc limit 10
      ), of_company as (
        select item.id, item.created_at from public.inbox_items as item
          where lower(item.company) = firm and item.company is not null order by item.created_at desc limit 10
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'address', 2 from of_mailbox
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select item.id, item.kind, left(item.subject, 120), item.sender, item.created_at, item.state,
             item.source, newest.reason, item.email, item.phone, item.company, coalesce(requirement.client_id, form.client_id)
        from newest
        cross join lateral (select * from private.inbox_item_details as shown where shown.id = newest.id limit 1) as item
        left join public.job_requirements as requirement on requirement.id = item.requirement_id
        left join public.contact_submissions as form
          on form.id = (select sent.contact_id from public.inbox_items as sent where sent.id = newest.id)
        order by newest.created_at desc, newest.id;
  end $$;
grant execute on function private.find_enquiries to authenticated;

-- Candidates that a caller may be, with what their records say of how to reach them.
create function private.find_candidates_calling(name text, number text, address text)
  returns table (id uuid, full_name text, headline text, city text, email text, phone text, reason text)
  language plpgsql stable security definer rows 6 set search_path = '' as $$
  begin
    return query
      select known.id, known.full_name, known.headline, known.city, person.email, person.phone, known.why
        from private.similar_candidates(jsonb_build_object('full_name', find_candidates_calling.name,
               'phone', find_candidates_calling.number, 'email', find_candidates_calling.address), null) as known
        join public.candidates as person on person.id = known.id;
  end $$;
grant execute on function private.find_candidates_calling to authenticated;

-- # What is written down

-- What is written down: what somebody wants, and how they are reached.
create type public.enquiry_entries as (name text, requirement text, phone text, email text, company text);

-- Writes down what came by telephone, message or in person, once for each form: an item of the inbox like any other, which
-- whoever wrote it has seen, and takes if they say so. Returns the item.
create function private.record_enquiry(
    form uuid, source text, entries public.enquiry_entries, client uuid, takes boolean) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    sent uuid;
    item uuid;
  begin
    if source = 'form' then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif client is not null and not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    insert into public.contact_submissions (form_id, source, name, requirement, phone, email, company, client_id, written_by)
      values (form, source, entries.name, entries.requirement, entries.phone, entries.email, entries.company, client, caller)
      on conflict (form_id) do nothing returning id into sent;
    select item_row.id into item from public.inbox_items as item_row
      join public.contact_submissions as kept on kept.id = item_row.contact_id
      where kept.form_id = form and kept.written_by = caller;
    if item is null then
      raise exception 'form_taken' using errcode = 'PT409';
    elsif sent is not null then
      perform private.touch_item(caller, item, false);
      if takes then
        perform private.take_item(item, private.version_of(item));
      end if;
    end if;
    return item;
  end $$;
grant execute on function private.record_enquiry to authenticated;

-- Corrects what the caller has written down within the hour, on the version that was seen: then a slip of the pen is mended by
-- whoever made it, and later it is what others have worked with. Returns the version that it has become.
create function private.mend_enquiry(item uuid, seen integer, entries public.enquiry_entries) returns integer
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items := private.lock_item(mend_enquiry.item, mend_enquiry.seen);
    before public.contact_submissions;
    after public.contact_submissions;
  begin
    select * into before from public.contact_submissions as form where form.id = item_row.contact_id for update;
    if before.written_by is distinct from caller or before.created_at < now() - interval '1 hour' then
      raise exception 'mend_over' using errcode = 'PT422';
    end if;
    update public.contact_submissions as form
      set name = private.trimmed(entries.name), requirement = private.trimmed(entries.requirement),
          phone = private.trimmed(entries.phone), email = private.trimmed(entries.email),
          company = private.trimmed(entries.company)
      where form.id = before.id returning * into after;
    if to_jsonb(after) - 'updated_at' = to_jsonb(before) - 'updated_at' then
      return item_row.version;
    end if;
    update public.inbox_items set version = version + 1, last_activity_at = now() where id = item_row.id;
    -- What stood there before is told nowhere: it may be another person's number.
    insert into public.item_events (item_id, actor, type, changes)
      select item_row.id, caller, 'mended', jsonb_build_object('fields', jsonb_agg(now_is.key order by now_is.key))
        from jsonb_each(to_jsonb(after)) as now_is
        where now_is.key <> 'updated_at' and to_jsonb(before) -> now_is.key is distinct from now_is.value;
    return private.version_of(item_row.id);
  end $$;
grant execute on function private.mend_enquiry to authenticated;

-- # Requirements that the team files

-- The requirement that an enquiry has become; until the transaction ends nobody else can make one.
create function private.lock_enquiry(item uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    perform from public.inbox_items as item where item.id = lock_enquiry.item and item.requirement_id is null for update;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return private.made_of(lock_enquiry.item);
  end $$;

-- Files a requirement for a company, of an enquiry or of nothing; whoever is in charge of it, or else has made it, has its
-- line. Beside what the form of a requirement has, the entries may name the `recruiter_id`.
create function private.file_for(
    client uuid, entries jsonb, source public.inbox_items default null, form uuid default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    recruiter uuid := entries ->> 'recruiter_id';
    caller uuid := private.lock_team(recruiter);
    source_keys jsonb := private.source_keys(source);
    columns text := concat_ws(', ', variadic private.requirement_fields() || array(select jsonb_object_keys(source_keys)));
    made uuid;
  begin
    recruiter := private.receiver_of(recruiter);
    if not exists (select from public.clients where id = client for key share) then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    execute format('insert into public.job_requirements (client_id, form_id, recruiter_id, is_filed_by_team, %1$s)
                      select $1, $2, $3, true, %1$s from private.with_entries($4, $5)
                      on conflict on constraint job_requirements_form_id_key do nothing returning id', columns)
      into made using client, form, recruiter, jsonb_populate_record(null::public.job_requirements, source_keys
        || jsonb_build_object('remote_allowed', false, 'currency', 'USD', 'preferred_skills', '[]'::jsonb,
                              'positions_count', 1, 'priority', 'medium')), entries - 'recruiter_id';
    if made is null then
      return (select requirement.id from public.job_requirements as requirement where requirement.client_id = client and requirement.form_id = form);
    end if;
    if recruiter is not null then
      insert into public.requirement_events (requirement_id, client_id, actor, side, type, person)
        values (made, client, caller, 'team', 'recruiter', recruiter);
      perform private.log_activity('recruiter_named', 'requirement', made, recruiter);
    end if;
    update public.inbox_items
      set state = 'open', assignee = coalesce(recruiter, caller), first_seen_at = now(),
          due_at = coalesce(source.created_at + private.promised(source.kind), due_at)
      where requirement_id = made;
    perform private.mail_filed(made);
    return made;
  end $$;

-- Files a requirement for a company, once for each form.
create function private.file_requirement(client uuid, form uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  begin
    return private.file_for(client, entries, null, form);
  end $$;
grant execute on function private.file_requirement to authenticated;

-- An enquiry that has become something else is done with, and stays with whoever had it in hand.
create function private.close_converted(caller uuid, source public.inbox_items) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.inbox_items
      set state = 'done', claim_expires_at = null, first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now(),
          assignee = coalesce(private.holder_of(close_converted.source), caller)
      where id = source.id;
  end $$;

-- Makes the requirement of an enquiry, for a company, and tells the company of it (docs/decisions/inbox.md, mail.md).
-- Whoever comes second gets the requirement that is there, unless they have chosen another company: then theirs is refused, so
-- that nobody takes for done what was dropped. The enquiry is done with, and stays with whoever had it in hand;
-- the requirement's own item stays due when the sender expects to hear.
create function private.convert_item(item uuid, client uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team((entries ->> 'recruiter_id')::uuid);
    made uuid := private.lock_enquiry(item);
    source public.inbox_items;
  begin
    if made is not null then
      if not exists (select from public.job_requirements as requirement_row where requirement_row.id = made and requirement_row.client_id = client) then
        raise exception 'converted_already' using errcode = 'PT409';
      end if;
      return made;
    end if;
    select * into source from public.inbox_items where id = item;
    made := private.file_for(client, entries, source);
    perform private.close_converted(caller, source);
    insert into public.item_events (item_id, actor, type, changes)
      select id, caller, 'converted', jsonb_build_object('requirement_id', made) from public.inbox_items
        where id = source.id or requirement_id = made;
    return made;
  end $$;
grant execute on function private.convert_item to authenticated;

-- The same for a company that is not here yet: it is made, its sender is invited to own it, by a mail to the enquiry's own
-- address, and the requirement is its first. Who has given no address, on the telephone, is invited later. All of it or
-- nothing.
create function private.convert_item_for_new(item uuid, company_name text, full_name text, phone text, entries jsonb)
  returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    made uuid;
    company uuid;
    address text;
  begin
    perform private.lock_team((entries ->> 'recruiter_id')::uuid);
    made := private.lock_enquiry(convert_item_for_new.item);
    select item.email into address from private.inbox_item_details as item where item.id = convert_item_for_new.item;
    if made is not null then
      -- The same company, as its name tells; none is another.
      select client.id into company from public.job_requirements as requirement_row
        join public.clients as client on client.id = requirement_row.client_id
        where requirement_row.id = made and client.company_name = private.trimmed(convert_item_for_new.company_name);
    elsif address is not null then
      company := (private.invite_company(address, company_name, full_name, phone)).client_id;
    else
      insert into public.clients (company_name, full_name, phone)
        values (private.trimmed(company_name), private.trimmed(full_name), private.trimmed(phone)) returning id into company;
    end if;
    return private.convert_item(convert_item_for_new.item, company, entries);
  end $$;
grant execute on function private.convert_item_for_new to authenticated;

-- # Exposed through the Data API

create function public.suggest_clients(
    name text default null, address text default null, number text default null, known uuid default null)
  returns table (id uuid, company_name text, full_name text, reason text, is_known boolean, email text, phone text)
  language sql stable set search_path = '' as $$ select * from private.suggest_clients(name, address, number, known) $$;
grant execute on function public.suggest_clients to authenticated;

create function public.find_enquiries(number text default null, address text default null, company text default null)
  returns table (id uuid, kind public.inbox_kind, title text, sender text, came timestamptz, state public.inbox_state,
                 source text, reason text, email text, phone text, sender_company text, client_id uuid)
  language sql stable set search_path = '' as $$ select * from private.find_enquiries(number, address, company) $$;
grant execute on function public.find_enquiries to authenticated;

create function public.find_candidates_calling(name text default null, number text default null, address text default null)
  returns table (id uuid, full_name text, headline text, city text, email text, phone text, reason text)
  language sql stable set search_path = '' as $$ select * from private.find_candidates_calling(name, number, address) $$;
grant execute on function public.find_candidates_calling to authenticated;

create function public.mend_enquiry(item uuid, seen integer, entries public.enquiry_entries) returns integer
  language sql set search_path = '' as $$ select private.mend_enquiry(item, seen, entries) $$;
grant execute on function public.mend_enquiry to authenticated;

create function public.record_enquiry(
    form uuid, source text, entries public.enquiry_entries, client uuid default null, takes boolean default false) returns uuid
  language sql set search_path = '' as $$ select private.record_enquiry(form, source, entries, client, takes) $$;
grant execute on function public.record_enquiry to authenticated;

create function public.file_requirement(client uuid, form uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.file_requirement(client, form, entries) $$;
grant execute on function public.file_requirement to authenticated;

create function public.convert_item(item uuid, client uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.convert_item(item, client, entries) $$;
grant execute on function public.convert_item to authenticated;

create function public.convert_item_for_new(
    item uuid, company_name text, entries jsonb, full_name text default null, phone text default null) returns uuid
  language sql set search_path = ''
  as $$ select private.convert_item_for_new(item, company_name, full_name, phone, entries) $$;
grant execute on function public.convert_item_for_new to authenticated;
