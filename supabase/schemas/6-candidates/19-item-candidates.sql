-- How an enquiry becomes a candidate: a job seeker who calls, or writes by a public form (docs/decisions/inbox.md).

-- The candidate that an item has become. It goes with either of the two.
create table private.item_candidates (
  item_id uuid primary key references public.inbox_items (id) on delete cascade,
  candidate_id uuid not null references public.candidates (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index item_candidates_candidate on private.item_candidates (candidate_id);

create function private.candidate_of(item uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$ select made.candidate_id from private.item_candidates as made where made.item_id = item $$;

-- Makes a candidate of an item, a new one of the entries, once for each form, or one that the team knows; the item is done
-- with. Whoever comes second gets the same candidate for the same form or choice; another is refused, so that nobody takes for
-- kept what was dropped.
create function private.make_candidate_of(item uuid, entries jsonb, form uuid, candidate uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team();
    made uuid := make_candidate_of.candidate;
    source public.inbox_items;
    before uuid;
  begin
    -- Candidates are held before lines of the inbox (private.lock_records).
    if made is null then
      made := private.save_candidate(make_candidate_of.entries, make_candidate_of.form, null, null) ->> 'id';
    else
      perform private.lock_candidate(made);
    end if;
    select * into source from public.inbox_items as line
      where line.id = make_candidate_of.item and line.requirement_id is null for update;
    if source.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    before := private.candidate_of(source.id);
    if before is not null and before <> made then
      raise exception 'candidate_made_already' using errcode = 'PT409';
    elsif before is null then
      insert into private.item_candidates (item_id, candidate_id) values (source.id, made);
      perform private.close_converted(caller, source);
      insert into public.item_events (item_id, actor, type) values (source.id, caller, 'candidate');
      update public.candidates as kept set last_activity_at = now() where kept.id = made;
    end if;
    return made;
  end $$;
grant execute on function private.make_candidate_of to authenticated;

-- Deletes the forms that a candidate who is held was made of: what somebody wrote of themselves. What is a company's as well
-- stays with its requirement.
create function private.forget_items_of(candidate uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    items uuid[] := array(select made.item_id from private.item_candidates as made
                            where made.candidate_id = forget_items_of.candidate and private.made_of(made.item_id) is null);
    form record;
  begin
    perform from public.inbox_items as line where line.id = any (items) order by line.id for update;
    for form in select * from private.public_forms() loop
      execute format('delete from public.%I where id in (
        select sent.form_row_id from private.enquiries as sent where sent.id = any ($1) and sent.kind = $2)', form.relation)
        using items, form.kind;
    end loop;
  end $$;

-- # Exposed through the Data API

create function public.make_candidate_of(
    item uuid, entries jsonb default null, form uuid default null, candidate uuid default null) returns uuid
  language sql set search_path = '' as $$ select private.make_candidate_of(item, entries, form, candidate) $$;
grant execute on function public.make_candidate_of to authenticated;
