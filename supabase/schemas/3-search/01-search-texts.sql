-- What things are found by, and how that is made anew (docs/decisions/inbox.md, database.md).

-- The texts that something is found by, of its row: the words a person has typed. Of what came in a flood only how each text
-- begins: words that nobody uses are read by everybody's searches for what begins like them.
create function private.searched_text(entries jsonb, is_flood boolean default false) returns text
  language sql immutable set search_path = '' as $$
    select string_agg(case when is_flood then left(value #>> '{}', 500) else value #>> '{}' end, chr(10) order by key)
      from jsonb_each(entries)
      where key = any (private.searched_requirement_fields() || private.searched_form_fields())
  $$;

-- What something that was sent is called, made of an id: letters and digits by turns, so that whoever picks the id spells no
-- word with it and no number. The site makes the same of a form's id (app/lib/format/reference).
create function private.reference_of(id uuid) returns text
  language sql immutable set search_path = '' as $$
    select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + part.value % 20, 1) || part.value / 20 % 10, '' order by place)
      from generate_series(0, 3) as place
      cross join lateral (select get_byte(uuid_send(id), place) as value) as part
  $$;

-- What something that was sent is found by: its own words, the other names of cities among them, and the reference that its
-- sender names.
create function private.searchable_enquiry(entries jsonb, is_flood boolean default false) returns tsvector
  language sql stable set search_path = '' as $$
    select private.words_of(concat_ws(chr(10), said.words, array_to_string(private.place_names(left(said.words, 2000)), chr(10)),
                                      private.reference_of(coalesce(entries ->> 'form_id', entries ->> 'id')::uuid)))
      from private.searched_text(entries, is_flood) as said (words)
  $$;

-- The lexeme that stands for a company in its requirements' items, for the searches of its own people. Postgres' parser makes
-- none that begins like it.
create function private.company_lexeme(client uuid) returns text
  language sql immutable set search_path = '' as $$ select '=' || client $$;

-- What a requirement is found by: its own words, those of its company, the reference that its sender names, and whose it is.
create function private.searchable_requirement(requirement public.job_requirements, is_flood boolean default false)
  returns tsvector
  language sql stable security definer set search_path = '' as $$
    select private.words_of(concat_ws(chr(10), private.searched_text(to_jsonb(requirement), is_flood),
                                      array_to_string(private.place_names((requirement).location), chr(10)),
                                      client.company_name, client.full_name, client.phone,
                                      private.reference_of(coalesce((requirement).form_id, (requirement).id))))
           || array_to_tsvector(array[private.company_lexeme(client.id)])
      from public.clients as client where client.id = requirement.client_id
  $$;

-- # Words made anew

-- What an item is found by, as it is now.
create function private.item_words(item public.inbox_items) returns tsvector
  language sql stable security definer set search_path = '' as $$
    select case when item.requirement_id is null then private.searchable_enquiry(private.form_of_item(item), item.is_flood)
      else (select private.searchable_requirement(requirement, item.is_flood)
              from public.job_requirements as requirement where requirement.id = item.requirement_id) end
  $$;

-- A company that is renamed: its items are found by its new words at once where they are few, else when the schedule has come
-- to them, and by the old words until then.
create function private.renew_company_words() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    items uuid[];
    unlocked uuid[];
  begin
    items := array(select item.id from public.inbox_items as item where item.client_id = new.id limit 101);
    -- Whoever works on an item may wait for its company: nobody is waited for here.
    unlocked := array(select item.id from public.inbox_items as item
                    where item.id = any (items) and cardinality(items) <= 100 for update skip locked);
    update public.inbox_items as item set search = private.item_words(item) where item.id = any (unlocked);
    if cardinality(unlocked) < cardinality(items) then
      perform private.request_row_fill('words of company ' || new.id, 'public.inbox_items',
                                       'search = private.item_words(filled)', format('client_id = %L', new.id));
    end if;
    return null;
  end $$;

create trigger renew_company_words after update of company_name, full_name, phone on public.clients for each row
  when (old.company_name <> new.company_name or old.full_name is distinct from new.full_name
    or old.phone is distinct from new.phone)
  execute function private.renew_company_words();

-- Has the words of all there is made anew, and of each item its company and its sender, in pieces: after a release that reads
-- words otherwise, or a restored backup of an older one (docs/operate.md).
create function private.renew_search() returns void
  language sql security definer set search_path = '' as $$
    select private.request_row_fill('words of ' || relation, relation, changes, 'true', key)
      from (values
        ('public.inbox_items'::regclass,
         'search = private.item_words(filled), client_id = (select requirement.client_id
            from public.job_requirements as requirement where requirement.id = filled.requirement_id)', 'id'),
        -- A generated column is made anew by any change of its row.
        ('public.clients', 'search = default', 'id'),
        ('public.candidates', 'search = private.searchable_candidate(filled)', 'id'),
        ('public.adverts', 'search = private.searchable_advert(filled)', 'requirement_id')) as renewed (relation, changes, key);
    select private.fill_envelopes()
  $$;
