-- When what came was first answered (docs/decisions/figures.md).

-- Of each item that was answered, when first. A table beside the items: whoever answers changes their item once.
create table private.first_answers (
  item_id uuid primary key references public.inbox_items (id) on delete cascade,
  -- What was answered: a requirement, or else the item itself.
  subject uuid not null,
  -- When the item came, which is when its subject did.
  came_at timestamptz not null,
  answered_at timestamptz not null
);

create index first_answers_came on private.first_answers (came_at) include (subject, answered_at);
-- Of enquiries alone, which are few.
create index first_answers_enquiries on private.first_answers (came_at) include (subject, answered_at) where item_id = subject;

-- Is this an answer to whoever sent the item: a reply, a message, that it waits for them, or that it is done with?
create function private.is_answer(event public.item_events) returns boolean
  language sql immutable set search_path = '' as $$
    select (event).type in ('answered', 'replied', 'converted')
      or (event).type <> 'undone' and coalesce((event).changes -> 'state' ->> 1, '') in ('waiting', 'done')
  $$;

-- Is this one: another status, or candidates that are shown?
create function private.is_answer(event public.requirement_events) returns boolean
  language sql immutable set search_path = ''
  as $$ select (event).type in ('status', 'candidates_shown') and (event).side is distinct from 'company' $$;

-- When an item was first answered; null for one that was not. What was undone was no answer.
create function private.first_answer_at(item public.inbox_items) returns timestamptz
  language sql stable security definer set search_path = '' as $$
    select min(answer.at) from (
      select event.created_at as at from public.item_events as event
        where event.item_id = (item).id and private.is_answer(event)
          and not exists (select from public.item_events as undone
                            where undone.item_id = event.item_id and undone.type = 'undone'
                              and undone.changes -> 'state' ->> 0 = event.changes -> 'state' ->> 1
                              and undone.created_at between event.created_at and event.created_at + private.undo_lasts())
      union all
      select event.created_at from public.requirement_events as event
        where event.requirement_id = (item).requirement_id and private.is_answer(event)) as answer
  $$;

-- Notes when an item was first answered, unless it was before.
create function private.note_first_answer(item public.inbox_items, answered_at timestamptz) returns void
  language sql security definer set search_path = '' as $$
    insert into private.first_answers (item_id, subject, came_at, answered_at)
      select (item).id, coalesce((item).requirement_id, (item).id), (item).created_at, answered_at
        where (item).id is not null and answered_at is not null
      on conflict (item_id) do nothing
  $$;

create function private.follow_item_answer() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare item public.inbox_items;
  begin
    select * into item from public.inbox_items where id = new.item_id;
    if new.type = 'undone' then
      delete from private.first_answers as answer where answer.item_id = new.item_id;
      perform private.note_first_answer(item, private.first_answer_at(item));
    elsif private.is_answer(new) then
      perform private.note_first_answer(item, new.created_at);
    end if;
    return null;
  end $$;

create trigger follow_answer after insert on public.item_events
  for each row execute function private.follow_item_answer();

create function private.follow_requirement_answer() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.note_first_answer(item, new.created_at)
      from public.inbox_items as item where item.requirement_id = new.requirement_id and private.is_answer(new);
    return null;
  end $$;

create trigger follow_answer after insert on public.requirement_events
  for each row execute function private.follow_requirement_answer();

-- Has the schedule find out when what came before this table was first answered, five hundred items a transaction
-- (private.fill_rows).
create function private.fill_first_answers() returns void
  language sql security definer set search_path = '' as $$
    insert into private.row_fills (name, statement) values ('first answers', $statement$
      with piece as (
        select item.* from public.inbox_items as item where item.id > $1 order by item.id limit 500
      ), noted as (
        insert into private.first_answers (item_id, subject, came_at, answered_at)
          select item.id, coalesce(item.requirement_id, item.id), item.created_at, answer.at
            from public.inbox_items as item
            join piece on piece.id = item.id
            cross join lateral (select private.first_answer_at(item) as at) as answer
            where answer.at is not null
          on conflict (item_id) do nothing)
      select id from piece order by id desc limit 1 $statement$)
      on conflict on constraint row_fills_pkey do update set after_id = default
  $$;
