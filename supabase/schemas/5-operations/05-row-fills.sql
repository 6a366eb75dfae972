-- What is made anew or filled in for many rows: a new column after an upgrade, what a renamed company's items are found by. In
-- pieces, each in a transaction of its own, so that whoever writes waits for a piece at most (docs/decisions/database.md,
-- "Migrations").

create table private.row_fills (
  name text primary key,
  -- Fills the next five hundred rows whose key comes after $1, and answers the last key of these; none when all are filled.
  statement text not null,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- Has rows of a table made anew, from the first: those that a condition names, each by what is set.
create function private.request_row_fill(name text, relation regclass, changes text, condition text, key text default 'id')
  returns void
  language sql security definer set search_path = '' as $$
    insert into private.row_fills (name, statement)
      values (name, format('with piece as (select %4$I from %1$s where %4$I > $1 and %3$s order by %4$I limit 500),
                              filled as (update %1$s as filled set %2$s where %4$I in (select %4$I from piece))
                            select %4$I from piece order by %4$I desc limit 1', relation, changes, condition, key))
      on conflict on constraint row_fills_pkey do update set statement = excluded.statement, after_id = default
  $$;

-- Fills the next piece. Is there more to fill? The schedule calls it until there is not. What waits for a lock is tried again
-- a minute later.
create function private.fill_rows() returns boolean
  language plpgsql security definer set search_path = '' set lock_timeout = '1s' as $$
  declare
    fill private.row_fills;
    last_id uuid;
  begin
    select * into fill from private.row_fills order by name limit 1 for update skip locked;
    if fill.name is null then
      return false;
    end if;
    execute fill.statement into last_id using fill.after_id;
    if last_id is null then
      delete from private.row_fills where name = fill.name;
    else
      update private.row_fills set after_id = last_id where name = fill.name;
    end if;
    return true;
  end $$;
