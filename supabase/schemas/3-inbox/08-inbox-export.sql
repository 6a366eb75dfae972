-- The inbox as a file, for those who may export.

-- An item as the file shows it.
create type public.exported_item as (
  id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind, item_state public.inbox_state, assignee uuid,
  sender text, email text, phone text, company text, subject text, created_at timestamptz, due_at timestamptz,
  last_activity_at timestamptz, is_suspect boolean, source text
);

-- The inbox's list for a file, five hundred items at a time: the next ones start after the last item's group, key and id.
create function private.export_inbox(
    filter public.inbox_filter, after_group text, after_key timestamptz, after_id uuid) returns setof public.exported_item
  language sql security definer set search_path = '' as $$
    select private.require_exporter('inbox');
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from private.inbox_page(private.current_user_id(), filter, after_group, after_key, after_id, 500)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_item_details as item_row where item_row.id = page.item_id limit 1) as item
      order by page.place
  $$;
grant execute on function private.export_inbox to authenticated;

-- # Exposed through the Data API

create function public.export_inbox(
    filter public.inbox_filter default null, after_group text default null, after_key timestamptz default null,
    after_id uuid default null) returns setof public.exported_item
  language sql set search_path = ''
  as $$ select * from private.export_inbox(filter, after_group, after_key, after_id) $$;
grant execute on function public.export_inbox to authenticated;
