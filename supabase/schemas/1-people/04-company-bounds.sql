-- What one company may do in a day, which companies are known, and how a change holds its company
-- (docs/decisions/forms-and-limits.md).

-- Counts one thing that a company is about to do today (UTC), or as many as it costs. Beyond the most it raises PT429,
-- `too_many_` and the kind. Asked before anything is done: what is refused costs nothing, and how long it takes tells nothing.
create function private.count_for_company(company uuid, counted text, amount integer default 1) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100
                         when counted = 'draft_saves' then 5000 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as company_count (client_id, kind, day, count) values (company, counted, today, amount)
      on conflict (client_id, kind) do update
        set count = case company_count.day when excluded.day then company_count.count + amount else amount end, day = excluded.day
      returning company_count.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $$;

-- Counts a change by a company's own people, under the kind that the trigger names: of the company's name, of a person's own
-- name (which uses up none of the owners' changes), or of an access. A name can always be cleared, as for somebody who
-- leaves.
create function private.limit_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := to_jsonb(new) ->> case tg_table_name when 'clients' then 'id' else 'client_id' end;
  begin
    if private.is_of_company(company) then
      perform private.count_for_company(company, tg_argv[0]);
    end if;
    return new;
  end $$;

create trigger limit_renames before update on public.clients for each row
  when ((old.company_name, old.full_name, old.phone) is distinct from (new.company_name, new.full_name, new.phone)
    and (new.company_name <> old.company_name or new.full_name is not null or new.phone is not null))
  execute function private.limit_changes('renames');

-- A company could find out whether a candidate works at some company by taking its name, since a candidate is hidden from
-- their employer at once: so changes of names are few (docs/decisions/candidates.md).
create trigger limit_company_names before update of company_name on public.clients for each row
  when (old.company_name is distinct from new.company_name)
  execute function private.limit_changes('company_names');

create trigger limit_own_names before update on public.client_members for each row
  when (old.full_name is distinct from new.full_name and new.full_name is not null)
  execute function private.limit_changes('own_names');

create trigger limit_accesses before update on public.client_members for each row
  when (old.access is distinct from new.access)
  execute function private.limit_changes('accesses');

-- # Whom the team has to do with

create function private.is_known_company(client uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from private.known_companies where client_id = client) $$;

-- The team has taken up something of a company, or written to it.
create function private.know_company() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    fresh jsonb := to_jsonb(new);
    company uuid := (select requirement.client_id from public.job_requirements as requirement
                      where requirement.id = (fresh ->> 'requirement_id')::uuid);
  begin
    insert into private.known_companies (client_id) values (company) on conflict do nothing;
    return null;
  end $$;

-- # Changing who belongs to a company, and what it says of itself

-- The company of the person who is asking, held until the transaction ends: nobody else changes who belongs to it.
create function private.lock_own_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid := private.current_client_id();
  begin
    perform from public.clients where id = company for no key update;
    if company is null or private.current_client_id() is distinct from company then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

-- The same for an owner, who is looked at again when the row is held.
create function private.lock_owned_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.lock_own_company();
    if private.current_access() is distinct from 'owner' then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;
