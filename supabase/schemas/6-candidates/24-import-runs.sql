-- How a table of candidates is imported, told and undone: each in one transaction (docs/decisions/candidates.md).

-- What becomes of a row that can be taken: what was decided, else of somebody known what holds for all, else a new record.
create function private.import_choice(table_row private.import_rows, known text) returns text
  language sql immutable set search_path = '' as $$
    select case when table_row.entries is null then 'wrong'
                else coalesce(table_row.choice,
                              case when num_nonnulls(table_row.known_id, table_row.twin_place) > 0 then known else 'make' end) end
  $$;

-- Holds those whom an import has made or is to fill in, with the requirements that they have joined (private.lock_records).
create function private.lock_imported(people uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
  declare records uuid[] := array(
    select twin.id from public.candidates as own join public.candidates as twin on twin.id = own.id or twin.email = own.email
      where own.id = any (people));
  begin
    perform private.lock_record_rows(records);
  end $$;

-- What of the entries a candidate's record has nothing for. A pay is one thing, and how we know of them is ours to say.
create function private.missing_entries(person public.candidates, entries jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}')
      from jsonb_each(entries) as entry
      cross join lateral (select to_jsonb(person) -> entry.key as said) as kept
      where entry.key not in ('full_name', 'email', 'source', 'language', 'is_adult')
        and entry.value not in ('null', '[]', '""')
        and (kept.said in ('null', '[]') and entry.key not like 'expected\_pay%'
          or entry.key like 'expected\_pay%' and person.expected_pay_amount is null)
  $$;

-- How many rows came to what.
create function private.import_counts(import uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
        'all', count(*), 'wrong', count(*) filter (where typed.entries is null),
        'known', count(*) filter (where num_nonnulls(typed.known_id, typed.twin_place) > 0),
        'hint', count(*) filter (where typed.hint_id is not null and typed.twin_place is null),
        'noted', count(*) filter (where typed.entries is not null and typed.problems <> '{}'),
        'made', count(*) filter (where typed.outcome = 'made'), 'filled', count(*) filter (where typed.outcome = 'filled'),
        'left', count(*) filter (where typed.outcome = 'left'))
      from private.import_rows as typed where typed.import_id = import
  $$;

-- Imports a table: makes candidates, and fills in what records have nothing for. All or nothing, once; nobody is mailed.
create function private.run_import(import uuid, known text, source text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    import_row private.candidate_imports := private.lock_import(import);
    table_row private.import_rows;
    person public.candidates;
    missing jsonb;
    target uuid;
  begin
    if import_row.done_at is not null then
      return private.import_counts(import);
    elsif known not in ('leave', 'fill', 'make') or private.trimmed(run_import.source) is null then
      raise exception 'entries_unknown' using errcode = '22023';
    elsif 10 <= (select count(*) from private.candidate_imports as past where past.owner = caller and past.done_at is not null) then
      raise exception 'too_many_imports' using errcode = 'PT429';
    end if;
    perform private.match_import(import);
    update private.import_rows as typed
      set outcome = case private.import_choice(typed, known)
            when 'make' then 'made' when 'fill' then 'filled' when 'leave' then 'left' else 'wrong' end
      where typed.import_id = import;
    perform private.lock_imported(array(
      select distinct coalesce(typed.known_id, typed.hint_id) from private.import_rows as typed
        where typed.import_id = import and typed.outcome = 'filled' and num_nonnulls(typed.known_id, typed.hint_id) > 0));
    with typed as materialized (
      select made.place, gen_random_uuid() as id,
             private.with_candidate_entries(jsonb_populate_record(null::public.candidates, '{"skills": [], "links": []}'),
                                            made.entries || '{"is_adult": true}', private.candidate_fields()) as person
        from private.import_rows as made where made.import_id = import and made.outcome = 'made'
    ), made as (
      insert into public.candidates (id, full_name, email, phone, headline, city, country, notice_period, skills, summary, links,
          expected_pay_amount, expected_pay_currency, expected_pay_unit, source, language, is_adult, employer, created_by)
        select typed.id, (typed.person).full_name, (typed.person).email, (typed.person).phone, (typed.person).headline,
               (typed.person).city, (typed.person).country, (typed.person).notice_period, (typed.person).skills,
               (typed.person).summary, (typed.person).links, (typed.person).expected_pay_amount,
               (typed.person).expected_pay_currency, (typed.person).expected_pay_unit,
               left(concat_ws('; ', (typed.person).source, private.trimmed(run_import.source)), 200), (typed.person).language, true,
               (typed.person).employer, caller
          from typed)
    update private.import_rows as kept set candidate_id = typed.id
      from typed where kept.import_id = import and kept.place = typed.place;
    -- What is said by a new record ends what other records of the address show.
    perform private.hide_from_never(made.candidate_id)
      from private.import_rows as made
      where made.import_id = import and made.outcome = 'made' and exists (
        select from public.candidates as own join public.candidates as other on other.email = own.email and other.id <> own.id
          where own.id = made.candidate_id);
    for table_row in select * from private.import_rows as typed
                       where typed.import_id = import and typed.outcome = 'filled' order by typed.place loop
      target := coalesce(table_row.known_id, table_row.hint_id,
        (select coalesce(first_row.candidate_id, first_row.known_id) from private.import_rows as first_row
          where first_row.import_id = import and first_row.place = table_row.twin_place));
      missing := '{}';
      if target is not null then
        select * into person from public.candidates as kept where kept.id = target for update;
        missing := private.missing_entries(person, table_row.entries);
        if person.email is null and table_row.mailbox is not null and cardinality(table_row.problems) < 40 then
          table_row.problems := table_row.problems || 'The email address is not filled in: ask them whether it is theirs'::text;
        end if;
      end if;
      if missing <> '{}' then
        perform private.write_candidate(person, private.with_candidate_entries(person, missing, private.candidate_fields()));
        select jsonb_object_agg(field, to_jsonb(kept) -> field) into missing
          from public.candidates as kept, jsonb_object_keys(missing) as field where kept.id = target;
      end if;
      update private.import_rows as kept
        set candidate_id = target, filled = nullif(missing, '{}'), problems = table_row.problems,
            outcome = case when missing = '{}' then 'left' else 'filled' end
        where kept.import_id = import and kept.place = table_row.place;
    end loop;
    update private.candidate_imports as kept
      set done_at = now(), source = left(private.trimmed(run_import.source), 200) where kept.id = import;
    perform private.log_activity('candidates_imported', 'import', import);
    return private.import_counts(import);
  end $$;
grant execute on function private.run_import to authenticated;

-- Takes an import back: deletes whom it has made and nobody has touched since, and empties what it has filled in where that
-- still stands. Who was asked, talked to or changed stays, and is told of.
create function private.undo_import(import uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    import_row private.candidate_imports := private.lock_import(import);
    table_row private.import_rows;
    person public.candidates;
    emptied jsonb;
    removed integer;
    reverted integer := 0;
  begin
    if import_row.done_at is null or import_row.undone_at is not null then
      raise exception 'import_not_undoable' using errcode = 'PT409';
    end if;
    perform private.lock_imported(array(
      select distinct typed.candidate_id from private.import_rows as typed where typed.import_id = import and typed.candidate_id is not null));
    for table_row in select * from private.import_rows as typed
                       where typed.import_id = import and typed.outcome = 'filled' order by typed.place desc loop
      select * into person from public.candidates as kept where kept.id = table_row.candidate_id;
      select coalesce(jsonb_object_agg(entry.key, case when jsonb_typeof(entry.value) = 'array' then '[]'::jsonb end), '{}')
        into emptied
        from jsonb_each(table_row.filled) as entry
        where to_jsonb(person) -> entry.key = entry.value
          and (entry.key not like 'expected\_pay%' or not exists (
            select from jsonb_each(table_row.filled) as pay
              where pay.key like 'expected\_pay%' and to_jsonb(person) -> pay.key is distinct from pay.value));
      -- Of whom the import has made nothing is emptied: they go, or stay whole.
      continue when emptied = '{}' or exists (
        select from private.import_rows as own
          where own.import_id = import and own.outcome = 'made' and own.candidate_id = person.id);
      perform private.write_candidate(person, private.with_candidate_entries(person, emptied, private.candidate_fields()));
      reverted := reverted + 1;
    end loop;
    delete from public.candidates as made using private.import_rows as typed
      where typed.import_id = import and typed.outcome = 'made' and made.id = typed.candidate_id
        and greatest(made.updated_at, made.last_activity_at) = import_row.done_at
        and made.next_on is null and made.email_confirmed_at is null
        and not exists (select from public.shortlist_entries as entry where entry.candidate_id = made.id)
        and not exists (select from public.candidate_notes as note where note.candidate_id = made.id)
        and not exists (select from public.candidate_consents as consent where consent.candidate_id = made.id)
        and not exists (select from public.candidate_never as never where never.candidate_id = made.id)
        and not exists (select from private.candidate_codes as code where code.candidate_id = made.id);
    get diagnostics removed = row_count;
    update private.candidate_imports as kept set undone_at = now() where kept.id = import;
    perform private.log_activity('import_undone', 'import', import);
    return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', (
      select count(*) from private.import_rows as typed where typed.import_id = import and typed.outcome = 'made'));
  end $$;
grant execute on function private.undo_import to authenticated;

-- # What is read

-- The caller's imports of the last day, and an admin's sight of all that are done.
create function private.list_imports() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare caller uuid := private.require_team();
  begin
    return (select coalesce(jsonb_agg(jsonb_build_object(
                'id', kept.id, 'owner', kept.owner, 'source', kept.source, 'created_at', kept.created_at, 'done_at', kept.done_at,
                'undone_at', kept.undone_at, 'counts', private.import_counts(kept.id)) order by kept.created_at desc), '[]')
              from private.candidate_imports as kept
              where kept.created_at > now() - private.import_lasts()
                and (kept.owner = caller or kept.done_at is not null and private.is_admin()));
  end $$;
grant execute on function private.list_imports to authenticated;

-- One of them, with a page of its rows: all, or those that are wrong, known, or hinted at. Null where there is none.
create function private.read_import(import uuid, only_these text, after_place integer, size integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
  declare
    caller uuid := private.require_team();
    import_row private.candidate_imports;
  begin
    select * into import_row from private.candidate_imports as kept
      where kept.id = import and kept.created_at > now() - private.import_lasts()
        and (kept.owner = caller or kept.done_at is not null and private.is_admin());
    return case when import_row.id is not null then to_jsonb(import_row) || jsonb_build_object(
      'counts', private.import_counts(import),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object(
            'place', page.place, 'cells', page.cells, 'entries', page.entries, 'problems', page.problems,
            'twin_place', page.twin_place, 'choice', page.choice, 'outcome', page.outcome, 'known_by', page.known_by,
            'candidate_id', page.candidate_id, 'is_hint', page.hint_id is not null and page.known_id is null,
            'known', (select jsonb_build_object('id', known.id, 'full_name', known.full_name, 'headline', known.headline,
                                                'city', known.city)
                        from public.candidates as known where known.id = coalesce(page.known_id, page.hint_id)))
            order by page.place), '[]')
          from (select * from private.import_rows as typed
                  where typed.import_id = import and typed.place > coalesce(after_place, 0)
                    and case only_these when 'wrong' then typed.entries is null
                                        when 'known' then num_nonnulls(typed.known_id, typed.twin_place) > 0
                                        when 'hint' then typed.hint_id is not null and typed.twin_place is null
                                        when 'noted' then typed.entries is not null and typed.problems <> '{}'
                                        when 'kept' then typed.outcome in ('left', 'wrong')
                                        else true end
                  order by typed.place limit least(greatest(size, 1), 1000)) as page)) end;
  end $$;
grant execute on function private.read_import to authenticated;

-- # Exposed through the Data API

create function public.run_import(import uuid, known text, source text) returns jsonb
  language sql set search_path = '' set statement_timeout = '20s' as $$ select private.run_import(import, known, source) $$;
grant execute on function public.run_import to authenticated;

create function public.undo_import(import uuid) returns jsonb
  language sql set search_path = '' set statement_timeout = '20s' as $$ select private.undo_import(import) $$;
grant execute on function public.undo_import to authenticated;

create function public.list_imports() returns jsonb
  language sql stable set search_path = '' as $$ select private.list_imports() $$;
grant execute on function public.list_imports to authenticated;

create function public.read_import(import uuid, only_these text default 'all', after_place integer default 0, size integer default 25)
  returns jsonb
  language sql stable set search_path = '' as $$ select private.read_import(import, only_these, after_place, size) $$;
grant execute on function public.read_import to authenticated;
