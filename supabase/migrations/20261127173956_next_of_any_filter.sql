set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  item_row   public.inbox_items,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    is_after boolean;
    wanted record;
    -- What a list leaves out beyond kinds, whichever filters there are.
    narrowed public.inbox_filter := filter;
    takes_suspects boolean := filter.suspect or filter.only_group = 'suspect' or filter.words is not null;
  begin
    narrowed.kind := null;
    narrowed.descending := null;
    if narrowed is null then
      item_id := private.take_next_of(filter.kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select item.id, item.version, page.stood
          from private.inbox_page(
                 caller, filter, case when is_after then from_group end,
                 case when is_after then private.inbox_key(item_row, filter) end, case when is_after then item_row.id end, 100)
               with ordinality as page (id, stood, sort_key, place)
          join private.grouped_items as item on item.id = page.id
          where item.id <> item_row.id
            and case when item.holder is null then item.state in ('new', 'open') and (takes_suspects or not item.is_suspect)
                  else item.holder = caller and item.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as item
          where item.id = wanted.id and item.version = wanted.version for update skip locked;
        if found then
          perform private.take_item(wanted.id, wanted.version);
          item_id := wanted.id;
          item_group := wanted.stood;
          return next;
          return;
        end if;
      end loop;
    end loop;
  end $function$;
