-- What a migration leaves to be filled in: a new column of the rows that are there already. In pieces, each in a transaction of
-- its own, so that whoever writes waits for a piece at most (docs/decisions/database.md, "Migrations").

create table private.row_fills (
  name text primary key,
  -- Fills five hundred rows that are not filled yet. When it changes none, all are.
  statement text not null
);

-- Fills a piece of each: what the schedule calls each minute. What waits for a lock is tried again by the next.
create function private.fill_rows() returns void
  language plpgsql security definer set search_path = '' set lock_timeout = '1s' as $$
  declare
    fill record;
    filled bigint;
  begin
    for fill in select name, statement from private.row_fills order by name for update skip locked loop
      execute fill.statement;
      get diagnostics filled = row_count;
      if filled = 0 then
        delete from private.row_fills where name = fill.name;
      end if;
    end loop;
  end $$;
