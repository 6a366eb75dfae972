set local lock_timeout = '2s';

-- Built beside the former one, which only then goes: that locks the table, and for a moment.
CREATE INDEX inbox_items_open_next ON public.inbox_items USING btree (due_at, id) INCLUDE (kind, state, is_suspect, is_flood, assignee, claim_expires_at, created_at, requirement_id)
  WHERE (state = ANY (ARRAY['new'::public.inbox_state, 'open'::public.inbox_state, 'waiting'::public.inbox_state]));

DROP INDEX "public"."inbox_items_open";

ALTER INDEX "public"."inbox_items_open_next" RENAME TO inbox_items_open;
