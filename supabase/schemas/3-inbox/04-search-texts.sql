-- Searches: how a search box's words are understood, and how what has them is found in the same time however much there is
-- (docs/decisions/inbox.md, database.md).

-- A text that Postgres' parser reads in a time that grows as the text does. For what may be an address, a path or a tag it
-- looks ahead to its end and begins again behind the next sign: ten thousand signs without a space took half a second.
create function private.break_runs(words text) returns text
  language sql immutable set search_path = ''
  as $$ select regexp_replace(translate(words, '<', ' '), '(\S{200})(?=\S)', '\1 ', 'g') $$;

-- What can be found of a row: the words a person has typed, and the numbers in them. Of an address the part behind the @ as
-- well. Of what came in a flood only how each text begins: words that nobody uses are read by everybody's searches for
-- what begins like them.
create function private.searchable(entries jsonb, is_flood boolean default false) returns tsvector
  language sql immutable set search_path = '' as $$
    select to_tsvector('simple', coalesce(typed.words, '')) || array_to_tsvector(private.numbers_in(typed.words))
      from (select private.break_runs(string_agg(case when key in ('email', 'contact_email')
          then entry.words || ' ' || split_part(entry.words, '@', 2) else entry.words end, chr(10) order by key)) as words
      from jsonb_each(entries)
      cross join lateral (select case when is_flood then left(value #>> '{}', 500) else value #>> '{}' end as words) as entry
      where key = any (private.searched_requirement_fields())
        or key in ('name', 'first_name', 'last_name', 'full_name', 'contact_name', 'email', 'contact_email', 'phone',
                   'company', 'company_name', 'requirement', 'needs', 'skills')) as typed
  $$;

-- What something that was sent is called, made of an id: letters and digits by turns, so that whoever picks the id spells no
-- word with it and no number. The site makes the same of a form's id (app/lib/format/reference).
create function private.reference_of(id uuid) returns text
  language sql immutable set search_path = '' as $$
    select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + part.value % 20, 1) || part.value / 20 % 10, '' order by place)
      from generate_series(0, 3) as place
      cross join lateral (select get_byte(uuid_send(id), place) as value) as part
  $$;

-- What of something that was sent is found by: its own words, and the reference that its sender names.
create function private.searchable_enquiry(entries jsonb, is_flood boolean default false) returns tsvector
  language sql immutable set search_path = '' as $$
    select private.searchable(entries, is_flood)
      || array_to_tsvector(array[lower(private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid))])
  $$;

-- The lexeme that stands for a company in its requirements' lines. Postgres' parser makes none that begins like it.
create function private.company_lexeme(client uuid) returns text
  language sql immutable set search_path = '' as $$ select '=' || client $$;

-- What of a requirement is found by: its own words, that it is a company's, and which one's.
create function private.searchable_requirement(requirement public.job_requirements, is_flood boolean default false)
  returns tsvector
  language sql stable security definer set search_path = '' as $$
    select private.searchable(to_jsonb(requirement), is_flood)
      || array_to_tsvector(array['=', private.company_lexeme(requirement.client_id)])
  $$;

-- Makes anew what an older version has kept otherwise of a line, as after restoring a backup of it (docs/operate.md): its
-- words, and its company. Returns how many lines.
create function private.renew_search() returns integer
  language plpgsql security definer set search_path = '' as $$
  declare renewed integer;
  begin
    update public.inbox_items as item set search = made.words, client_id = made.client_id
      from (select line.id, filed.client_id, case line.kind when 'contact' then private.searchable_enquiry(to_jsonb(contact), line.is_flood)
                                           when 'posting' then private.searchable_enquiry(to_jsonb(posting), line.is_flood)
                                           when 'consultation' then private.searchable_enquiry(to_jsonb(consultation), line.is_flood)
                                           else private.searchable_requirement(filed, line.is_flood) end as words
              from public.inbox_items as line
              left join public.contact_submissions as contact on contact.id = line.contact_id
              left join public.public_job_submissions as posting on posting.id = line.posting_id
              left join public.consultation_requests as consultation on consultation.id = line.consultation_id
              left join public.job_requirements as filed on filed.id = line.requirement_id) as made
      where made.id = item.id and (item.search <> made.words or item.client_id is distinct from made.client_id);
    get diagnostics renewed = row_count;
    return renewed;
  end $$;
