-- Drafts of requirements, kept while somebody of a company is writing one (docs/decisions/requirements.md).

create table public.requirement_drafts (
  -- Made with the page: a form that comes twice makes one draft, and one requirement.
  id uuid primary key,
  client_id uuid not null references public.clients (id) on delete cascade,
  -- Who saved it last.
  author uuid references auth.users (id) on delete set null,
  entries jsonb not null check (jsonb_typeof(entries) = 'object' and octet_length(entries::text) <= 65536),
  -- The page, opened somewhere, that saved it last. When an answer got lost on its way there, that page knows an older
  -- version than its own.
  page uuid not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index requirement_drafts_newest on public.requirement_drafts (client_id, updated_at desc, id desc);
create index requirement_drafts_author on public.requirement_drafts (author);
-- For the purge.
create index requirement_drafts_updated on public.requirement_drafts (updated_at);

alter table public.requirement_drafts enable row level security, force row level security;
grant select on public.requirement_drafts to authenticated;

create trigger stamp_insert before insert on public.requirement_drafts for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.requirement_drafts for each row execute function private.stamp_update();

create trigger raise_version before update on public.requirement_drafts
  for each row execute function private.raise_version();

create policy "own company's, for those who file" on public.requirement_drafts for select to authenticated
  using (client_id = (select private.current_client_id()) and (select private.may_write_for_client()));

-- The caller's company, if they may file for it, which is asked again after the wait. It is held until the transaction
-- ends: of its drafts, and of what becomes of one, is decided one at a time.
create function private.lock_filing_company() returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare company uuid;
  begin
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    company := private.lock_own_company();
    if not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return company;
  end $$;

-- A draft of the company, as the caller's page has seen it; with null for id if there is none. Nothing seen, 0, is a draft
-- that this page is about to begin.
create function private.lock_draft(company uuid, draft uuid, seen integer, page uuid)
  returns public.requirement_drafts
  language plpgsql security definer set search_path = '' as $$
  declare draft_row public.requirement_drafts;
  begin
    select * into draft_row from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company for update;
    if not private.may_change_for(company) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    if draft_row.id is null and seen <> 0 then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if draft_row.id is not null and draft_row.version <> seen and draft_row.page is distinct from lock_draft.page then
      raise exception 'stale' using errcode = 'PT409', detail = draft_row.version::text;
    end if;
    return draft_row;
  end $$;

-- Saves a draft, or begins it. Returns the version that makes of it; the same when nothing has changed.
create function private.save_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.lock_filing_company();
    draft_row public.requirement_drafts;
    now_at integer;
  begin
    if private.are_entries(entries) is not true or octet_length(entries::text) > 65536 then
      raise exception 'draft_too_long' using errcode = 'PT422';
    end if;
    -- Sent twice, or the same on two devices.
    select version into now_at from public.requirement_drafts as begun
      where begun.id = draft and begun.client_id = company and begun.entries = save_requirement_draft.entries;
    if found then
      return now_at;
    end if;
    draft_row := private.lock_draft(company, draft, seen, page);
    perform private.count_for_company(company, 'draft_saves');
    if draft_row.id is not null then
      update public.requirement_drafts as begun
        set (entries, page, author) = (save_requirement_draft.entries, save_requirement_draft.page,
                                       private.current_user_id())
        where begun.id = draft_row.id returning version into now_at;
      return now_at;
    end if;
    -- What comes late must not begin again what has been filed meanwhile.
    if exists (select from public.job_requirements where client_id = company and form_id = draft)
      or exists (select from public.requirement_drafts where id = draft) then
      raise exception 'draft_gone' using errcode = 'PT410';
    end if;
    if (select count(*) from public.requirement_drafts where client_id = company) >= 20 then
      raise exception 'too_many_drafts' using errcode = 'PT422';
    end if;
    insert into public.requirement_drafts (id, client_id, author, entries, page)
      values (draft, company, private.current_user_id(), entries, save_requirement_draft.page);
    return 1;
  end $$;
grant execute on function private.save_requirement_draft to authenticated;

-- Files what a draft has become, and takes the draft away. The requirement is known by the draft's id: posted twice, from
-- wherever, it is filed once. Returns the requirement's id.
create function private.file_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.lock_filing_company();
    columns text := array_to_string(private.requirement_fields(), ', ');
    requirement public.job_requirements;
    made uuid;
  begin
    select * into requirement from public.job_requirements where client_id = company and form_id = draft;
    if requirement.id is not null then
      -- Not twice; and not as if other entries had been taken.
      if private.with_entries(requirement, entries) is distinct from requirement then
        raise exception 'filed_already' using errcode = 'PT409';
      end if;
      return requirement.id;
    end if;
    perform private.lock_draft(company, draft, seen, page);
    execute format('insert into public.job_requirements (client_id, form_id, submitted_by, %1$s)
                      select $1, $2, $3, %1$s from private.with_entries(null, $4) returning id', columns)
      into made using company, draft, private.current_user_id(), entries;
    delete from public.requirement_drafts as begun where begun.id = draft and begun.client_id = company;
    return made;
  end $$;
grant execute on function private.file_requirement_draft to authenticated;

-- Deletes a draft that nobody has changed since it was seen.
create function private.delete_requirement_draft(draft uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    company uuid := private.lock_filing_company();
    draft_row public.requirement_drafts := private.lock_draft(company, draft, seen, null);
  begin
    delete from public.requirement_drafts where id = draft_row.id;
  end $$;
grant execute on function private.delete_requirement_draft to authenticated;

-- The drafts that the dashboard lists, the latest first; an empty list for those who don't file. Who has left the company
-- has no name in it, whatever they are called where they went.
create function private.own_drafts() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(jsonb_agg(jsonb_build_object(
               'id', begun.id, 'title', left(begun.entries ->> 'job_title', 200), 'updated_at', begun.updated_at,
               'saved_by', colleague.full_name) order by begun.updated_at desc, begun.id desc), '[]')
      from public.requirement_drafts as begun
      left join public.client_members as colleague
        on colleague.user_id = begun.author and colleague.client_id = begun.client_id
      where begun.client_id = (select private.current_client_id()) and (select private.may_write_for_client())
  $$;
grant execute on function private.own_drafts to authenticated;

-- # Exposed through the Data API

-- A draft as its form begins with it, or the requirement that has been made of it; null for neither. Whoever asks sees
-- what the policies let them.
create function public.requirement_draft(draft uuid) returns jsonb
  language sql stable set search_path = '' as $$
    select coalesce(
      (select jsonb_build_object('id', begun.id, 'version', begun.version, 'entries', begun.entries,
                                 'updated_at', begun.updated_at, 'saved_by', colleague.full_name)
         from public.requirement_drafts as begun
         left join public.client_members as colleague on colleague.user_id = begun.author
         where begun.id = draft),
      (select jsonb_build_object('filed', requirement.id) from public.job_requirements as requirement
         where requirement.client_id = (select private.current_client_id()) and requirement.form_id = draft))
  $$;
grant execute on function public.requirement_draft to authenticated;

create function public.save_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns integer
  language sql set search_path = '' as $$ select private.save_requirement_draft(draft, seen, page, entries) $$;
grant execute on function public.save_requirement_draft to authenticated;

create function public.file_requirement_draft(draft uuid, seen integer, page uuid, entries jsonb) returns uuid
  language sql set search_path = '' as $$ select private.file_requirement_draft(draft, seen, page, entries) $$;
grant execute on function public.file_requirement_draft to authenticated;

create function public.delete_requirement_draft(draft uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.delete_requirement_draft(draft, seen) $$;
grant execute on function public.delete_requirement_draft to authenticated;
