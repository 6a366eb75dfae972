-- Tables of candidates that the team pastes or uploads, until they are imported and for a day after
-- (docs/decisions/candidates.md). What a table's columns mean, the site reads; who is known already is decided here.

create table private.candidate_imports (
  -- The form's: one that comes twice is one import.
  id uuid primary key,
  owner uuid not null references auth.users (id) on delete cascade,
  -- What the columns are called in the table, and what each is read as; "" for one that is left out.
  head text[] not null check (cardinality(head) between 1 and 60),
  columns text[] not null check (cardinality(columns) = cardinality(head)),
  has_head boolean not null,
  -- How we know of whoever it makes a candidate of.
  source text check (private.is_text(source, 200)),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  undone_at timestamptz
);

create index candidate_imports_owner on private.candidate_imports (owner, created_at desc);
create index candidate_imports_age on private.candidate_imports (created_at);

create table private.import_rows (
  import_id uuid not null references private.candidate_imports (id) on delete cascade,
  place integer not null check (place between 1 and 100000),
  -- As they stand in the table, for the columns to be read otherwise, and for the file of what was left out.
  cells text[] not null check (cardinality(cells) <= 60),
  -- A candidate's fields, as the cells are read; null for a row that can't be taken.
  entries jsonb check (private.are_entries(entries)),
  -- Why it can't be taken, or what of it was not understood.
  problems text[] not null default '{}' check (cardinality(problems) <= 40),
  -- What it is known again by.
  mailbox text,
  name_key text,
  -- What its numbers are found by, and what of it a number with or without its country shares.
  number_keys text[] not null default '{}',
  like_keys text[] not null default '{}',
  -- Whom we know already, and by what; who has the same number alone; and the earlier row that is the same person.
  known_id uuid references public.candidates (id) on delete cascade,
  known_by text check (known_by in ('address', 'number', 'name')),
  hint_id uuid references public.candidates (id) on delete set null,
  twin_place integer,
  choice text check (choice in ('leave', 'fill', 'make')),
  outcome text check (outcome in ('made', 'filled', 'left', 'wrong')),
  -- Whom it has made, or filled in, and with what.
  candidate_id uuid references public.candidates (id) on delete cascade,
  filled jsonb,
  primary key (import_id, place)
);

create index import_rows_known on private.import_rows (known_id);
create index import_rows_hint on private.import_rows (hint_id);
create index import_rows_candidate on private.import_rows (candidate_id);

-- Is a row an address's, or a number's that came without one? By the whole of it, wherever in the row it stands.
create function private.is_row_of(table_row private.import_rows, address text) returns boolean
  language sql immutable set search_path = '' as $$
    select coalesce(case
      when position('@' in address) > 0 then coalesce(table_row.mailbox = private.applicant_mailbox(address), false) or exists (
        select from unnest(table_row.cells) as cell
          -- Only of a cell that has it are the words looked at.
          cross join regexp_split_to_table(case when position(address in lower(cell)) > 0 then lower(cell) end, '[\s,;:<>()"|/]+') as word
          where rtrim(word, '.') = address)
      else table_row.mailbox is null and (
        coalesce(array_to_tsvector(table_row.number_keys) @@ private.number_of(address), false)
        or private.normal_address(table_row.entries ->> 'phone') = address
        or table_row.entries is null and position('@' in array_to_string(table_row.cells, ' ')) = 0 and exists (
          select from unnest(table_row.cells) as cell
            where array_to_tsvector(private.numbers_in(left(cell, 200))) @@ private.number_of(address))) end, false)
  $$;

-- How long a table is kept, and an import can be undone.
create function private.import_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '1 day' $$;

-- An import, held: its owner's, and once it is done an admin's too.
create function private.lock_import(import uuid) returns private.candidate_imports
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    import_row private.candidate_imports;
  begin
    select * into import_row from private.candidate_imports as kept
      where kept.id = import and kept.created_at > now() - private.import_lasts()
        and (kept.owner = caller or kept.done_at is not null and private.is_admin()) for update;
    if import_row.id is null then
      raise exception 'import_not_found' using errcode = 'PT404';
    end if;
    return import_row;
  end $$;

-- # Who is known

-- Rows that are of somebody whom an earlier row has named: by the mailbox, by a number and the name's plain words, or, of whoever has
-- neither mailbox nor number, by name and town; with the first row of theirs.
create function private.twin_rows(import uuid) returns table (place integer, first_place integer)
  language sql stable security definer set search_path = '' as $$
    with table_row as materialized (
      select typed.place, typed.mailbox, typed.name_key, typed.number_keys, typed.like_keys,
             private.fold_text(typed.entries ->> 'city') as town
        from private.import_rows as typed where typed.import_id = import and typed.entries is not null
    ), first_row as (
      select table_row.place, min(table_row.place) over (partition by table_row.mailbox) as first_place
        from table_row where table_row.mailbox is not null
      union all
      select table_row.place, min(table_row.place) over (partition by table_row.name_key, table_row.town)
        from table_row where table_row.name_key is not null and table_row.mailbox is null and table_row.number_keys = '{}'
      union all
      select keyed.place, keyed.first_place
        from (select table_row.place, key = any (table_row.like_keys) as is_like,
                     min(table_row.place) filter (where key = any (table_row.number_keys))
                       over (partition by table_row.name_key, key) as first_place
                from table_row cross join unnest(table_row.number_keys || table_row.like_keys) as key
                where table_row.name_key is not null) as keyed
        where keyed.is_like
    )
    select first_row.place, min(first_row.first_place)
      from first_row where first_row.first_place < first_row.place group by first_row.place
  $$;

-- Finds for each row whom we know already, by the same. A number alone is a hint. What was decided about somebody else is decided anew.
-- Each step is made once, whatever the planner knows of a table that has just come: nothing is looked for again for each row.
create function private.match_import(import uuid) returns void
  language sql security definer set search_path = '' as $$
    with table_row as materialized (
      select typed.place, typed.mailbox, typed.name_key, typed.number_keys, typed.like_keys, typed.entries,
             (select string_agg(number, ' | ')::tsquery from unnest(typed.like_keys) as number) as numbers,
             typed.entries ->> 'phone' as phone, private.fold_text(typed.entries ->> 'city') as town
        from private.import_rows as typed where typed.import_id = import and typed.entries is not null
    ), hit as materialized (
      select table_row.place, known.id, 'address' as why, 1 as weight
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.applicant_mailbox(candidate.email) = table_row.mailbox limit 8) as known
      union all
      select table_row.place, known.id, case when known.name_key = table_row.name_key then 'number' end,
             case when known.name_key = table_row.name_key then 2 else 9 end
        from table_row cross join lateral (
          select candidate.id, private.name_key(candidate.full_name) as name_key from public.candidates as candidate
            where candidate.search @@ table_row.numbers
              and private.numbers_in(candidate.phone) && table_row.like_keys limit 20) as known
        where table_row.numbers is not null
      union all
      select table_row.place, known.id, 'name', 3
        from table_row cross join lateral (
          select candidate.id from public.candidates as candidate
            where private.name_key(candidate.full_name) = table_row.name_key
              and private.fold_text(candidate.city) is not distinct from table_row.town limit 8) as known
        where table_row.mailbox is null and table_row.number_keys = '{}'
    ), best as materialized (
      -- Of several records of one person, the one that says most of the same.
      select distinct on (hit.place) hit.place, hit.id, hit.why
        from hit join public.candidates as known on known.id = hit.id join table_row on table_row.place = hit.place
        order by hit.place, hit.weight,
                 num_nulls(nullif(known.full_name = table_row.entries ->> 'full_name', false),
                           nullif(known.email = lower(table_row.entries ->> 'email'), false),
                           nullif(known.phone is not distinct from table_row.phone, false),
                           nullif(known.headline is not distinct from table_row.entries ->> 'headline', false),
                           nullif(private.fold_text(known.city) is not distinct from table_row.town, false)),
                 known.created_at, hit.id
    ), found as materialized (
      select table_row.place, case when best.why is not null then best.id end as known_id, best.why as known_by,
             case when best.why is null then best.id end as hint_id, twin.first_place as twin_place
        from table_row left join best on best.place = table_row.place left join private.twin_rows(import) as twin on twin.place = table_row.place
    )
    update private.import_rows as kept
      set known_id = found.known_id, known_by = found.known_by, hint_id = found.hint_id, twin_place = found.twin_place,
          choice = case when kept.known_id is not distinct from found.known_id then kept.choice end
      from found
      where kept.import_id = import and kept.place = found.place
        and (kept.known_id, kept.known_by, kept.hint_id, kept.twin_place)
          is distinct from (found.known_id, found.known_by, found.hint_id, found.twin_place)
  $$;

-- # A table comes

-- Keeps a table as it was read, in the place of the caller's one before that is not done; the same form again, with its
-- columns read otherwise, is the same import. One that is done stays as it is.
create function private.stage_import(form uuid, head text[], columns text[], has_head boolean, rows jsonb) returns uuid
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    import_row private.candidate_imports;
  begin
    if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 1000
      or pg_column_size(rows) > 6000000 then
      raise exception 'import_too_long' using errcode = 'PT422';
    end if;
    delete from private.candidate_imports as past where past.created_at < now() - private.import_lasts();
    delete from private.candidate_imports as past where past.owner = caller and past.done_at is null and past.id <> form;
    insert into private.candidate_imports as kept (id, owner, head, columns, has_head)
      values (form, caller, head, columns, has_head)
      on conflict (id) do update
        set head = excluded.head, columns = excluded.columns, has_head = excluded.has_head
        where kept.owner = caller and kept.done_at is null
      returning * into import_row;
    if import_row.id is null then
      -- It has been done since, or is somebody else's.
      return (private.lock_import(form)).id;
    end if;
    delete from private.import_rows as past where past.import_id = form;
    insert into private.import_rows (import_id, place, cells, entries, problems, mailbox, name_key, number_keys, like_keys)
      select form, typed.place, typed.cells, typed.entries, coalesce(typed.problems, '{}'),
             private.applicant_mailbox(private.normal_address(typed.entries ->> 'email')),
             private.name_key(left(typed.entries ->> 'full_name', 200)),
             private.numbers_in(left(coalesce(typed.entries ->> 'phone', ''), 200)),
             private.numbers_like(left(coalesce(typed.entries ->> 'phone', ''), 200))
        from jsonb_to_recordset(rows) as typed (place integer, cells text[], entries jsonb, problems text[]);
    perform private.match_import(form);
    return form;
  end $$;
grant execute on function private.stage_import to authenticated;

-- What is decided about rows, each by its place.
create function private.decide_import(import uuid, places integer[], choices text[]) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if (private.lock_import(import)).done_at is not null then
      raise exception 'import_done' using errcode = 'PT409';
    end if;
    update private.import_rows as kept set choice = nullif(decided.choice, '')
      from unnest(places, choices) as decided (place, choice)
      where kept.import_id = import and kept.place = decided.place and kept.entries is not null;
  end $$;
grant execute on function private.decide_import to authenticated;

-- Forgets a table that is not done.
create function private.discard_import(import uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if (private.lock_import(import)).done_at is not null then
      raise exception 'import_done' using errcode = 'PT409';
    end if;
    delete from private.candidate_imports as kept where kept.id = import;
  end $$;
grant execute on function private.discard_import to authenticated;

-- # Exposed through the Data API

-- A thousand rows take about a second; on a busy machine more than other calls may. PostgREST reads it off the function.
create function public.stage_import(form uuid, head text[], columns text[], has_head boolean, rows jsonb) returns uuid
  language sql set search_path = '' set statement_timeout = '20s' as $$ select private.stage_import(form, head, columns, has_head, rows) $$;
grant execute on function public.stage_import to authenticated;

create function public.decide_import(import uuid, places integer[], choices text[]) returns void
  language sql set search_path = '' as $$ select private.decide_import(import, places, choices) $$;
grant execute on function public.decide_import to authenticated;

create function public.discard_import(import uuid) returns void
  language sql set search_path = '' as $$ select private.discard_import(import) $$;
grant execute on function public.discard_import to authenticated;
