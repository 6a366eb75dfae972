-- A note that comes twice, by a double click or after a lost answer, is one (docs/decisions/006).

alter table public.notes add column form_id uuid;
drop index public.notes_author;
create unique index notes_form on public.notes (author, form_id);

-- Writes a note, under one's own name, once for each form. Nobody changes one afterwards, so it asks for no version.
create function private.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    caller uuid := private.require_team();
    written uuid;
  begin
    if not private.touch_item(caller, item, true) then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, kind, body, form)
      on conflict (author, form_id) do nothing returning id into written;
    return coalesce(written, (select id from public.notes where author = caller and form_id = form));
  end $$;

-- Without a form each is another.
create or replace function private.add_note(item uuid, kind public.note_kind, body text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    return private.note_once(item, kind, body, null);
  end $$;

-- What the Data API shows of this: a function that runs as its caller.
create function public.note_once(item uuid, kind public.note_kind, body text, form uuid) returns uuid
  language sql volatile security invoker set search_path = ''
  as $$ select private.note_once(item, kind, body, form) $$;
