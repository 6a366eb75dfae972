-- What the team keeps of a company for itself: the terms that it works on, and what was talked about. No company reads it
-- (docs/decisions/companies.md).

create table public.client_terms (
  client_id uuid primary key references public.clients (id) on delete cascade,
  -- As it was agreed: "8.33 % of the yearly pay".
  fee text check (private.is_text(fee, 200)),
  -- For how many days somebody who leaves is replaced without a fee, and within how many days a bill is paid.
  replacement_days integer check (replacement_days between 0 and 730),
  payment_days integer check (payment_days between 0 and 365),
  remarks text check (private.is_text(remarks, 2000)),
  updated_by uuid references auth.users (id) on delete set null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index client_terms_updated_by on public.client_terms (updated_by);

alter table public.client_terms enable row level security, force row level security;
grant select on public.client_terms to authenticated;

create trigger stamp_update before update on public.client_terms for each row execute function private.stamp_update();
create trigger raise_version before update of fee, replacement_days, payment_days, remarks on public.client_terms
  for each row execute function private.raise_version();

create policy "who may export reads" on public.client_terms for select to authenticated
  using ((select private.may_export()));

create table public.client_notes (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references public.clients (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  -- How they talked; null for a note.
  channel text check (channel in ('call', 'whatsapp', 'mail', 'meeting')),
  body text not null check (private.is_text(body, 4000)),
  form_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);

create index client_notes_timeline on public.client_notes (client_id, created_at desc, id desc);
create unique index client_notes_form on public.client_notes (author, form_id);

alter table public.client_notes enable row level security, force row level security;
grant select on public.client_notes to authenticated;

create policy "who may export reads" on public.client_notes for select to authenticated
  using ((select private.may_export()));

-- # What the team does with them

-- A company that is held until the transaction ends, for a colleague.
create function private.lock_client(client uuid) returns public.clients
  language plpgsql security definer set search_path = '' as $$
  declare client_row public.clients;
  begin
    perform private.lock_team();
    select * into client_row from public.clients where id = client for update;
    if client_row.id is null then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    return client_row;
  end $$;

-- Writes down what was talked about with a company. The same words twice in ten minutes are one note: a form that was sent
-- again after Back.
create function private.note_client(client uuid, form uuid, channel text, body text) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    written uuid;
  begin
    perform private.lock_client(client);
    select note.id into written from public.client_notes as note
      where note.client_id = client and note.author = caller
        and (note.form_id = form
             or note.body = private.trimmed_straight(note_client.body) and note.channel is not distinct from note_client.channel
                and note.created_at > now() - private.repeats_within())
      limit 1;
    if written is null then
      insert into public.client_notes (client_id, author, channel, body, form_id)
        values (client, caller, note_client.channel, private.trimmed_straight(note_client.body), form) returning id into written;
    end if;
    return written;
  end $$;
grant execute on function private.note_client to authenticated;

-- Keeps the terms of a company, as the caller has seen them: version 0 where there were none.
create function private.save_client_terms(
    client uuid, seen integer, fee text, replacement_days integer, payment_days integer, remarks text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    kept integer;
  begin
    perform private.lock_client(client);
    kept := coalesce((select version from public.client_terms where client_id = client), 0);
    if kept is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = kept::text;
    end if;
    insert into public.client_terms as terms (client_id, fee, replacement_days, payment_days, remarks, updated_by)
      values (client, private.trimmed_straight(save_client_terms.fee), save_client_terms.replacement_days,
              save_client_terms.payment_days, private.trimmed_straight(save_client_terms.remarks), caller)
      on conflict (client_id) do update
        set fee = excluded.fee, replacement_days = excluded.replacement_days, payment_days = excluded.payment_days,
            remarks = excluded.remarks, updated_by = excluded.updated_by;
  end $$;
grant execute on function private.save_client_terms to authenticated;

-- Corrects whom to ask for at a company and at which number. Where its owners have named one of their people, that is theirs
-- to change.
create function private.correct_client_contact(client uuid, seen integer, full_name text, phone text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare client_row public.clients := private.lock_client(client);
  begin
    if client_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client_row.version::text;
    elsif client_row.contact_user_id is not null then
      raise exception 'contact_is_member' using errcode = 'PT422';
    end if;
    update public.clients as company
      set full_name = private.trimmed(correct_client_contact.full_name), phone = private.trimmed(correct_client_contact.phone)
      where company.id = client;
  end $$;
grant execute on function private.correct_client_contact to authenticated;

-- # Exposed through the Data API

create function public.note_client(client uuid, form uuid, body text, channel text default null) returns uuid
  language sql set search_path = '' as $$ select private.note_client(client, form, channel, body) $$;
grant execute on function public.note_client to authenticated;

create function public.save_client_terms(
    client uuid, seen integer, fee text default null, replacement_days integer default null,
    payment_days integer default null, remarks text default null) returns void
  language sql set search_path = '' as $$
    select private.save_client_terms(client, seen, fee, replacement_days, payment_days, remarks)
  $$;
grant execute on function public.save_client_terms to authenticated;

create function public.correct_client_contact(client uuid, seen integer, full_name text default null, phone text default null)
  returns void
  language sql set search_path = '' as $$ select private.correct_client_contact(client, seen, full_name, phone) $$;
grant execute on function public.correct_client_contact to authenticated;
