-- What the database does by itself. Trigger functions run as the person who writes, unless they say `security definer`.

-- The identity and the dates of a row are the database's, whoever writes through the Data API.
create function private.stamp_id() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if current_user in ('anon', 'authenticated') then
      new.id := gen_random_uuid();
    end if;
    return new;
  end $$;

create function private.stamp_insert() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if current_user in ('anon', 'authenticated') then
      new.created_at := now();
      new.updated_at := now();
    end if;
    return new;
  end $$;

create function private.stamp_update() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.created_at := old.created_at;
    new.updated_at := now();
    return new;
  end $$;

do $$
  declare
    with_id text[] := array['contact_submissions', 'public_job_submissions', 'consultation_requests', 'clients',
                            'job_requirements'];
    relation text;
  begin
    foreach relation in array with_id loop
      execute format('create trigger stamp_id before insert on public.%I
                        for each row execute function private.stamp_id()', relation);
    end loop;
    foreach relation in array with_id || array['user_roles', 'crm_deliveries'] loop
      execute format('create trigger stamp_insert before insert on public.%I
                        for each row execute function private.stamp_insert()', relation);
      execute format('create trigger stamp_update before update on public.%I
                        for each row execute function private.stamp_update()', relation);
    end loop;
  end $$;

-- Through the Data API a requirement's status is all that ever changes, and only the team gets that far (policies).
create function private.guard_requirement() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare allowed public.job_requirements := old;
  begin
    if current_user in ('anon', 'authenticated') then
      allowed.status := new.status;
      allowed.updated_at := new.updated_at;
      if new is distinct from allowed then
        raise exception 'only the status of a requirement can be changed' using errcode = '42501';
      end if;
    end if;
    return new;
  end $$;

create trigger guard_requirement before update on public.job_requirements
  for each row execute function private.guard_requirement();

-- A sign-up that names a company makes a client (docs/decisions, "Who creates the client"). The metadata is whatever the
-- person sent: only text counts, it is cut to the column's length, and nothing in it can raise a role.
create function private.metadata_text(metadata jsonb, key text) returns text
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(metadata -> key) = 'string'
      then nullif(btrim(left(btrim(metadata ->> key, E' \t\r\n'), 200), E' \t\r\n'), '') end
  $$;

create function private.create_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare company text := private.metadata_text(new.raw_user_meta_data, 'company_name');
  begin
    if company is not null then
      insert into public.clients (user_id, company_name, full_name, phone)
        values (new.id, company, private.metadata_text(new.raw_user_meta_data, 'full_name'),
                private.metadata_text(new.raw_user_meta_data, 'phone'));
      insert into public.user_roles (user_id, role) values (new.id, 'client');
    end if;
    return new;
  end $$;

create trigger create_client after insert on auth.users
  for each row execute function private.create_client();

create function private.enqueue_crm_delivery() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.crm_deliveries (requirement_id) values (new.id);
    return new;
  end $$;

create trigger enqueue_crm_delivery after insert on public.job_requirements
  for each row execute function private.enqueue_crm_delivery();
