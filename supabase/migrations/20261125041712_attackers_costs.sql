SET local check_function_bodies = off;

DROP FUNCTION "private"."count_for_company"(uuid, text);

DROP FUNCTION "private"."searchable"(jsonb);

DROP FUNCTION "private"."searchable_enquiry"(jsonb);

DROP FUNCTION "private"."searchable_requirement"(public.job_requirements);

DROP FUNCTION "private"."with_prefixes"(tsquery);

CREATE OR REPLACE FUNCTION private.apply_edit (
  requirement uuid,
  seen        integer,
  entries     jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    held public.job_requirements;
    wanted public.job_requirements;
    columns text := array_to_string(private.requirement_fields(), ', ');
    now_at integer;
  begin
    held := private.lock_requirement(requirement, seen);
    if held.status = any (private.closed_statuses()) then
      raise exception 'closed' using errcode = 'PT422';
    end if;
    wanted := private.with_entries(held, entries);
    if wanted is not distinct from held then
      return held.version;
    elsif private.side_on(held.client_id) = 'company' then
      -- A long one counts as one more for each five thousand characters: all its words are made anew.
      perform private.count_for_company(held.client_id, 'edits', 1 + (
        select coalesce(sum(length(value)), 0) / 5000
          from jsonb_each_text(private.entries_of(wanted, private.searched_requirement_fields())))::integer);
    end if;
    execute format('update public.job_requirements set (%1$s) = (select %1$s from (select $1.*) as wanted)
                     where id = $2 returning version', columns) into now_at using wanted, requirement;
    return now_at;
  end $function$;

CREATE OR REPLACE FUNCTION private.break_runs (
  words text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select regexp_replace(translate(words, '<', ' '), '(\S{200})(?=\S)', '\1 ', 'g') $function$;

CREATE OR REPLACE FUNCTION private.count_for_company (
  company uuid,
  counted text,
  amount  integer DEFAULT 1
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    today date := (now() at time zone 'UTC')::date;
    most integer := case when counted = 'company_names' then 3
                         when counted in ('renames', 'own_names', 'accesses', 'settings') then 100
                         when counted = 'draft_saves' then 5000 else 1000 end;
    used integer;
  begin
    insert into private.company_counts as held (client_id, kind, day, count) values (company, counted, today, amount)
      on conflict (client_id, kind) do update
        set count = case held.day when excluded.day then held.count + amount else amount end, day = excluded.day
      returning held.count into used;
    if used > most then
      raise exception '%', 'too_many_' || counted using errcode = 'PT429';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.follow_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare acting public.side := private.side_on(new.client_id);
  begin
    if private.entries_of(new, private.searched_requirement_fields())
      is distinct from private.entries_of(old, private.searched_requirement_fields())
    then
      update public.inbox_items set search = private.searchable_requirement(new, is_flood) where requirement_id = new.id;
    end if;
    if acting = 'company' then
      perform private.reopen_item(new.id);
    elsif acting = 'team' and new.status <> old.status then
      perform private.follow_status(new.id, old.status, new.status);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
    is_flood boolean;
  begin
    if kind = 'requirement' then
      is_flood := private.is_filed_in_flood(new);
      words := private.searchable_requirement(new, is_flood);
    else
      is_flood := new.flood;
      words := private.searchable_enquiry(to_jsonb(new), is_flood);
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              is_flood, words);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.renew_search()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = made.words
      from (select line.id, case line.kind when 'contact' then private.searchable_enquiry(to_jsonb(contact), line.is_flood)
                                           when 'posting' then private.searchable_enquiry(to_jsonb(posting), line.is_flood)
                                           when 'consultation' then private.searchable_enquiry(to_jsonb(consultation), line.is_flood)
                                           else private.searchable_requirement(filed, line.is_flood) end as words
              from public.inbox_items as line
              left join public.contact_submissions as contact on contact.id = line.contact_id
              left join public.public_job_submissions as posting on posting.id = line.posting_id
              left join public.consultation_requests as consultation on consultation.id = line.consultation_id
              left join public.job_requirements as filed on filed.id = line.requirement_id) as made
      where made.id = item.id and item.search <> made.words;
    get diagnostics renewed = row_count;
    return renewed;
  end $function$;

CREATE OR REPLACE FUNCTION private.searchable (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select to_tsvector('simple', coalesce(typed.words, '')) || array_to_tsvector(private.numbers_in(typed.words))
      from (select private.break_runs(string_agg(case when key in ('email', 'contact_email')
          then entry.words || ' ' || split_part(entry.words, '@', 2) else entry.words end, chr(10) order by key)) as words
      from jsonb_each(entries)
      cross join lateral (select case when is_flood then left(value #>> '{}', 500) else value #>> '{}' end as words) as entry
      where key = any (private.searched_requirement_fields())
        or key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                   'company', 'company_name', 'requirement', 'needs', 'skills')) as typed
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_enquiry (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select private.searchable(entries, is_flood)
      || array_to_tsvector(array[lower(private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid))])
  $function$;

CREATE OR REPLACE FUNCTION private.searchable_requirement (
  requirement public.job_requirements,
  is_flood    boolean                 DEFAULT false
)
  RETURNS tsvector
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select private.searchable(to_jsonb(requirement), is_flood)
      || array_to_tsvector(array['=', private.company_lexeme(requirement.client_id)])
  $function$;

CREATE OR REPLACE FUNCTION private.with_prefixes (
  query tsquery
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  declare
    lexeme constant text := '''((?:[^'']|'''')+)''';
    words text[] := array(select matched[1] from regexp_matches(query::text, lexeme, 'g') as matched);
    begun text := regexp_replace(regexp_replace(query::text, lexeme, '''\1'':*', 'g'), '''([^'']{1,2})'':\*', '''\1''', 'g');
    longer text;
  begin
    for longer in
      select word from unnest(words) as word
        where exists (select from unnest(words) as shorter
                       where length(shorter) > 2 and shorter <> word and starts_with(word, shorter))
    loop
      begun := replace(begun, '''' || longer || ''':*', '''' || longer || '''');
    end loop;
    return begun::tsquery;
  end $function$;

REVOKE ALL ON FUNCTION "private"."break_runs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_for_company"(uuid, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable"(jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_enquiry"(jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."searchable_requirement"(public.job_requirements, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_prefixes"(tsquery) FROM PUBLIC;
