-- What a company says of itself, and what its people and the team read of it (docs/decisions/companies.md).

-- Writes the company's profile, on the version that was read. What is saved already is not called changed by somebody else:
-- the same form, sent again after a lost answer. The log has the names of the fields that changed.
create function private.edit_company(seen integer, company_name text, full_name text, phone text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.lock_owned_company();
    client_row public.clients;
    edited public.clients;
    fields text[];
  begin
    select * into client_row from public.clients where id = company;
    edited := client_row;
    edited.company_name := private.trimmed(edit_company.company_name);
    edited.full_name := private.trimmed(edit_company.full_name);
    edited.phone := private.trimmed(edit_company.phone);
    fields := private.changed_fields(to_jsonb(client_row), to_jsonb(edited), array['company_name', 'full_name', 'phone']);
    if fields = '{}' then
      return;
    end if;
    if client_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client_row.version::text;
    end if;
    update public.clients as client
      set (company_name, full_name, phone) = (edited.company_name, edited.full_name, edited.phone)
      where client.id = company;
    perform private.log_activity('company_changed', 'client', company, fields => fields);
  end $$;
grant execute on function private.edit_company to authenticated;

-- Says for the company whether mails quote how a message begins, on the version that was read.
create function private.set_message_quotes(seen integer, wanted boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.lock_owned_company();
    client public.clients;
  begin
    select * into client from public.clients where id = company;
    if client.quotes_messages = wanted then
      return;
    elsif client.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client.version::text;
    end if;
    perform private.count_for_company(company, 'settings');
    update public.clients set quotes_messages = wanted where id = company;
    perform private.log_activity('company_changed', 'client', company, fields => array['quotes_messages'],
                                 old_value => client.quotes_messages::text, new_value => wanted::text);
  end $$;
grant execute on function private.set_message_quotes to authenticated;

-- Writes the caller's own name, on the version that was seen of them. The company's contact follows where that is the
-- caller themselves, and an owner: only owners change it.
create function private.edit_own_name(seen integer, full_name text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.lock_own_company();
    new_name text := private.trimmed(edit_own_name.full_name);
    member_row public.client_members;
  begin
    select * into member_row from public.client_members as member
      where member.user_id = private.current_user_id() and member.client_id = company;
    if new_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif new_name is not distinct from member_row.full_name then
      -- Also sent again, after an answer that was lost.
      return;
    elsif member_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = member_row.version::text;
    end if;
    update public.client_members as member set full_name = new_name where member.user_id = member_row.user_id;
    if member_row.access = 'owner' then
      update public.clients as client set full_name = new_name
        where client.id = company and client.contact_user_id = member_row.user_id and client.full_name is distinct from new_name;
      if found then
        perform private.log_activity('company_changed', 'client', company, fields => array['full_name']);
      end if;
    end if;
  end $$;
grant execute on function private.edit_own_name to authenticated;

-- # Reading

-- The company of the person who is asking, with everybody in it; to its owners with the invitations that nobody has
-- accepted or taken back. Null for somebody who belongs to none.
create function private.own_company() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    company uuid := private.current_client_id();
    given public.member_access := private.current_access();
  begin
    return (select jsonb_build_object(
        'id', client.id, 'company_name', client.company_name, 'full_name', client.full_name, 'phone', client.phone,
        'version', client.version, 'access', given, 'contact_user_id', client.contact_user_id,
        'quotes_messages', client.quotes_messages,
        'members', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select member.user_id, account.email, member.full_name, member.phone, member.access, member.version,
                 member.created_at
            from public.client_members as member join auth.users as account on account.id = member.user_id
            where member.client_id = company
            order by member.created_at, member.user_id limit 200) as listed),
        'invitations', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (
          select sent.id, sent.email, sent.full_name, sent.access, sent.expires_at, sent.invited_by
            from public.invitations as sent
            where given = 'owner' and sent.client_id = company and sent.accepted_at is null and sent.revoked_at is null
            order by sent.created_at desc, sent.id desc limit 200) as listed))
      from public.clients as client where client.id = company);
  end $$;
grant execute on function private.own_company to authenticated;

-- The addresses of a company's people, beside what the team reads of them anyway.
create function private.client_contacts(client uuid) returns table (user_id uuid, email text)
  language plpgsql stable security definer rows 10 set search_path = '' as $$
  #variable_conflict use_column
  begin
    perform private.require_team();
    return query
      select member.user_id, person.email::text from public.client_members as member
        join auth.users as person on person.id = member.user_id
        where member.client_id = client order by member.created_at, member.user_id limit 100;
  end $$;
grant execute on function private.client_contacts to authenticated;

-- A company with its people and the invitations to it that nobody has answered, at most a hundred of each; null for one that
-- is not there.
create function private.read_client(client uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'company', to_jsonb(company) - 'search',
               'terms', (select to_jsonb(terms) - array['client_id', 'created_at'] || jsonb_build_object('updated_by', (
                           select colleague.display_name from public.team_members as colleague where colleague.user_id = terms.updated_by))
                           from public.client_terms as terms where terms.client_id = company.id),
               -- What it used last.
               'currency', (select requirement.currency from public.job_requirements as requirement where requirement.client_id = company.id
                              order by requirement.created_at desc, requirement.id desc limit 1),
               'members', (
                 select coalesce(jsonb_agg(to_jsonb(member) order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = company.id
                           order by joined.created_at, joined.user_id limit 100) as member),
               'invitations', (
                 select coalesce(jsonb_agg(to_jsonb(invitation) order by invitation.created_at desc, invitation.id desc), '[]')
                   from (select * from public.invitations as sent
                           where sent.client_id = company.id and sent.accepted_at is null and sent.revoked_at is null
                           order by sent.created_at desc, sent.id desc limit 100) as invitation))
        from public.clients as company where company.id = client);
  end $$;
grant execute on function private.read_client to authenticated;

-- # Exposed through the Data API

create function public.client_contacts(client uuid) returns table (user_id uuid, email text)
  language sql stable set search_path = '' as $$ select * from private.client_contacts(client) $$;
grant execute on function public.client_contacts to authenticated;

create function public.edit_company(seen integer, company_name text, full_name text default null, phone text default null)
  returns void
  language sql set search_path = '' as $$ select private.edit_company(seen, company_name, full_name, phone) $$;
grant execute on function public.edit_company to authenticated;

create function public.set_message_quotes(seen integer, wanted boolean) returns void
  language sql set search_path = '' as $$ select private.set_message_quotes(seen, wanted) $$;
grant execute on function public.set_message_quotes to authenticated;

create function public.own_company() returns jsonb
  language sql stable set search_path = '' as $$ select private.own_company() $$;
grant execute on function public.own_company to authenticated;

create function public.edit_own_name(seen integer, full_name text) returns void
  language sql set search_path = '' as $$ select private.edit_own_name(seen, full_name) $$;
grant execute on function public.edit_own_name to authenticated;

create function public.read_client(client uuid) returns jsonb
  language sql stable set search_path = '' as $$ select private.read_client(client) $$;
grant execute on function public.read_client to authenticated;
