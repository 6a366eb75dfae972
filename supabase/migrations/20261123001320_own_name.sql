-- Everybody of a company says themselves what they are called there (docs/decisions/024).

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123001330' $$;

-- Writes the caller's own name, on the version that was seen of them. A company that names them as its contact does so by
-- the new name: by the old one nobody would be found who asks what is kept of them, or leaves.
create function private.edit_own_name(seen integer, full_name text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    company uuid := private.hold_own_company();
    new_name text := private.trimmed(edit_own_name.full_name);
    held public.client_members;
  begin
    select * into held from public.client_members as member
      where member.user_id = private.current_user_id() and member.client_id = company;
    if held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = held.version::text;
    elsif new_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    elsif new_name is not distinct from held.full_name then
      return;
    end if;
    update public.client_members as member set full_name = new_name where member.user_id = held.user_id;
    update public.clients as client set full_name = new_name
      where client.id = company and lower(client.full_name) = lower(held.full_name);
    if found then
      perform private.log_activity('company_changed', 'client', company, fields => array['full_name']);
    end if;
  end $$;

-- What the Data API shows of it: a function that runs as its caller.
create function public.edit_own_name(seen integer, full_name text) returns void
  language sql volatile security invoker set search_path = ''
  as $$ select private.edit_own_name(seen, full_name) $$;
