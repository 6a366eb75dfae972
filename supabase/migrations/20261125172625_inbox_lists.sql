set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."inbox_items_active_activity";

DROP INDEX "public"."inbox_items_active_assignee";

DROP INDEX "public"."inbox_items_active_came";

DROP INDEX "public"."inbox_items_active_kind";

DROP INDEX "public"."inbox_items_active";

DROP INDEX "public"."inbox_items_activity";

DROP INDEX "public"."inbox_items_answerable";

DROP INDEX "public"."inbox_items_assignee";

DROP INDEX "public"."inbox_items_held";

DROP INDEX "public"."inbox_items_state";

DROP INDEX "public"."inbox_items_suspect";

DROP FUNCTION "private"."count_group"(uuid, text);

DROP FUNCTION "private"."count_inbox"();

DROP FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
  WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."group_page"(uuid, text, integer);

DROP FUNCTION "private"."inbox_group"(public.inbox_state, boolean, boolean, timestamp WITH time zone, uuid, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."inbox_group_condition"(text);

DROP FUNCTION "private"."inbox_key"(public.inbox_state, text, text);

DROP FUNCTION "private"."inbox_page"(uuid, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, text, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "private"."is_grouped"(public.inbox_state, text, text);

DROP FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."next_item"(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
  WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

DROP FUNCTION "public"."list_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."next_item"(uuid, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text);

CREATE TYPE "public"."exported_item" AS (
  "id"               uuid,
  "item_group"       text,
  "sort_key"         timestamp WITH time zone,
  "item_kind"        public.inbox_kind,
  "item_state"       public.inbox_state,
  "assignee"         uuid,
  "sender"           text,
  "email"            text,
  "phone"            text,
  "company"          text,
  "subject"          text,
  "created_at"       timestamp WITH time zone,
  "due_at"           timestamp WITH time zone,
  "last_activity_at" timestamp WITH time zone,
  "is_suspect"       boolean,
  "source"           text
);

CREATE TYPE "public"."inbox_filter" AS (
  "kind"       public.inbox_kind,
  "state"      public.inbox_state,
  "whose"      text,
  "suspect"    boolean,
  "words"      text,
  "only_group" text,
  "sort"       text,
  "descending" boolean
);

CREATE TYPE "public"."item_change" AS (
  "note_kind"  public.note_kind,
  "body"       text,
  "is_reply"   boolean,
  "state"      public.inbox_state,
  "due_at"     timestamp WITH time zone,
  "takes_next" boolean
);

CREATE TYPE "public"."listed_item" AS (
  "id"               uuid,
  "item_group"       text,
  "sort_key"         timestamp WITH time zone,
  "item_kind"        public.inbox_kind,
  "item_state"       public.inbox_state,
  "assignee"         uuid,
  "claim_expires_at" timestamp WITH time zone,
  "sender"           text,
  "company"          text,
  "subject"          text,
  "created_at"       timestamp WITH time zone,
  "due_at"           timestamp WITH time zone,
  "last_activity_at" timestamp WITH time zone,
  "is_seen"          boolean,
  "is_suspect"       boolean,
  "version"          integer,
  "requirement_id"   uuid,
  "last_note"        text,
  "is_withdrawn"     boolean,
  "source"           text
);

CREATE OR REPLACE FUNCTION private.count_inbox()
  RETURNS TABLE (
    item_group text,
    items      integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return query
      select name, least(count(item.id), 1000)::integer
        from unnest(private.inbox_groups()) with ordinality as listed (name, place)
        left join (select id, grouped.item_group from private.grouped_items as grouped
                    where state in ('new', 'open', 'waiting')) as item on item.item_group = listed.name
        group by listed.name, listed.place order by listed.place;
  end $function$;

CREATE OR REPLACE FUNCTION private.export_inbox (
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.exported_item
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from private.inbox_page(private.require_exporter('inbox'), filter, after_group, after_key, after_id, 500)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  change     public.item_change,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    held public.inbox_items;
    is_reply boolean := coalesce(change.is_reply, false);
  begin
    perform from public.inbox_items as line where line.id = item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = item;
    if found then
      return next;
      return;
    end if;
    held := private.lock_item(item, seen);
    from_group := coalesce(from_group, (select placed.item_group from private.grouped_items as placed where placed.id = item));
    if is_reply then
      perform private.write_reply(caller, held, change.body, form);
    elsif change.body is not null then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.state is not null then
      perform private.apply_state(caller, held, change.state, change.due_at);
    elsif is_reply and held.state = 'new' then
      perform private.apply_state(caller, held, 'open', null);
    end if;
    if private.version_of(item) = held.version then
      perform private.touch_item(caller, item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as line set version = line.version + 1 where line.id = item and is_reply;
    end if;
    if change.takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, held, from_group, filter) as next;
    end if;
    perform private.record_act(form, caller, held, next_id, is_reply);
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_figures (
  metrics_key text
)
  RETURNS TABLE (
    state   public.inbox_state,
    overdue boolean,
    items   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not exists (select from private.settings
                    where metrics_key_digest = encode(sha256(convert_to(metrics_key, 'UTF8')), 'hex')) then
      raise exception 'wrong_key' using errcode = '42501';
    end if;
    return query
      select wanted.state, due.overdue, least(count(item.id), 1000)::integer
        from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
        cross join (values (true), (false)) as due (overdue)
        left join private.grouped_items as item
          on item.state in ('new', 'open', 'waiting') and item.item_group <> 'suspect'
            and item.state = wanted.state and (item.due_at < now()) = due.overdue
        group by wanted.state, due.overdue;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_key (
  item   public.inbox_items,
  filter public.inbox_filter
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case private.inbox_sort(filter) when 'due' then (item).due_at else (item).created_at end $function$;

CREATE OR REPLACE FUNCTION private.inbox_news (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_team(person) then
      return null;
    end if;
    return nullif(
      (select jsonb_build_object(
                'unclaimed', least(count(*) filter (where item.item_group = 'unclaimed'), 1000),
                'overdue', least(count(*) filter (where item.item_group = 'overdue'), 1000),
                -- "Others" are the caller's, who is not this person.
                'mine', least(count(*) filter (where item.item_group in ('mine', 'others') and item.holder = person), 1000),
                'day', private.day_of(person, 5))
         from private.grouped_items as item where item.state in ('new', 'open', 'waiting')),
      '{"unclaimed": 0, "overdue": 0, "mine": 0, "day": []}');
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text,
    sort_key   timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    groups text[] := private.inbox_groups();
    is_grouped boolean := private.is_grouped(filter);
    has_places boolean := is_grouped and filter.only_group is null;
    first_place integer := case when has_places then coalesce(array_position(groups, after_group), 1) else 1 end;
    is_open boolean := filter.state is null and (filter.words is null or filter.only_group is not null);
    sort text := private.inbox_sort(filter);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(filter.descending, not is_grouped and filter.sort is null);
    person uuid := case when filter.whose = 'me' then caller
                        when filter.whose not in ('nobody', 'me-or-nobody') then filter.whose::uuid end;
    query tsquery := private.search_query(filter.words);
    found uuid[];
  begin
    if sort not in ('due', 'came') then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif filter.only_group <> all (groups || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    -- Not a word, or a group of what is closed: there is none.
    elsif filter.words is not null and query is null or filter.only_group is not null and filter.state in ('done', 'spam') then
      return;
    elsif filter.words is not null then
      found := private.find_by_words('public.inbox_items', query);
    end if;
    return query
      select item.id, item.item_group, listed.key
        from private.grouped_items as item
        cross join lateral (
          select case sort when 'due' then item.due_at else item.created_at end as key,
                 case when has_places then array_position(groups, item.item_group) else 1 end as place) as listed
        where (not is_open or item.state in ('new', 'open', 'waiting'))
          and (filter.only_group is null or filter.only_group = 'active' or item.item_group = filter.only_group)
          and (filter.kind is null or item.kind = filter.kind)
          and (filter.state is null or item.state = filter.state)
          and (filter.suspect is null or item.is_suspect = filter.suspect)
          and case when filter.whose is null then true
                   when filter.whose = 'nobody' then item.assignee is null or item.claim_expires_at <= now()
                   when filter.whose = 'me-or-nobody' then item.holder is null or item.holder = caller
                   else item.assignee = person and item.holder = person end
          and (query is null or found is not null or item.search @@ query)
          and (found is null or item.id = any (found))
          and listed.place >= first_place
          and (after_id is null or listed.place > first_place
               or case when is_falling then (listed.key, item.id) < (after_key, after_id)
                       else (listed.key, item.id) > (after_key, after_id) end)
        order by listed.place,
                 case when not is_falling then listed.key end, case when is_falling then listed.key end desc,
                 case when not is_falling then item.id end, case when is_falling then item.id end desc
        limit least(most, 500);
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_sort (
  filter public.inbox_filter
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce((filter).sort, case when private.is_grouped(filter) then 'due' else 'came' end) $function$;

CREATE OR REPLACE FUNCTION private.is_grouped (
  filter public.inbox_filter
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select (filter).words is null and (filter).sort is null
      and ((filter).state is null or (filter).state not in ('done', 'spam'))
  $function$;

CREATE OR REPLACE FUNCTION private.list_changeable (
  filter public.inbox_filter
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
  begin
    if filter.state is null then
      filter.only_group := coalesce(filter.only_group, 'active');
    end if;
    return query
      select item.id, item.version, (count(*) over ())::integer
        from private.inbox_page(private.require_team(), filter, null, null, null, 51)
          with ordinality as page (id, item_group, sort_key, place)
        join public.inbox_items as item on item.id = page.id
        order by page.place limit 50;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_inbox (
  filter      public.inbox_filter,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS SETOF public.listed_item
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select item.id, page.item_group, page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           coalesce(item.requirement_status = 'cancelled' and private.is_withdrawn(item.requirement_id), false), item.source
      from private.inbox_page(private.require_team(), filter, after_group, after_key, after_id, 26)
        with ordinality as page (item_id, item_group, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (
        select body from (
            (select body, created_at from public.notes where notes.item_id = item.id
               order by notes.created_at desc, notes.id desc limit 1)
            union all
            (select body, created_at from public.item_replies as reply where reply.item_id = item.id
               order by reply.created_at desc, reply.id desc limit 1)) as said
          order by said.created_at desc limit 1) as note on true
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.next_item (
  item       uuid,
  from_group text,
  filter     public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  declare caller uuid := private.require_team();
  begin
    return query
      select page.id, page.stood
        from public.inbox_items as held
        join private.grouped_items as placed on placed.id = held.id
        cross join lateral private.inbox_page(
            caller, filter, coalesce(from_group, placed.item_group), private.inbox_key(held, filter), held.id, 2)
          with ordinality as page (id, stood, sort_key, place)
        where held.id = item and page.id <> item order by page.place limit 1;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  held       public.inbox_items,
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
    takes_suspects boolean := filter.suspect or filter.only_group = 'suspect' or filter.words is not null;
  begin
    if num_nonnulls(filter.state, filter.whose, filter.suspect, filter.words, filter.sort, filter.only_group) = 0 then
      item_id := private.take_next_of(filter.kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select item.id, item.version, page.stood
          from private.inbox_page(
                 caller, filter, case when is_after then from_group end,
                 case when is_after then private.inbox_key(held, filter) end, case when is_after then held.id end, 100)
               with ordinality as page (id, stood, sort_key, place)
          join private.grouped_items as item on item.id = page.id
          where item.id <> held.id
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

CREATE OR REPLACE FUNCTION public.export_inbox (
  filter      public.inbox_filter      DEFAULT NULL::public.inbox_filter,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.exported_item
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.export_inbox(filter, after_group, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  change     public.item_change  DEFAULT NULL::public.item_change,
  from_group text                DEFAULT NULL::text,
  filter     public.inbox_filter DEFAULT NULL::public.inbox_filter
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.finish_item(item, seen, form, change, from_group, filter) $function$;

REVOKE ALL ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_changeable (
  filter public.inbox_filter DEFAULT NULL::public.inbox_filter
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_changeable(filter) $function$;

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_filter) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_inbox (
  filter      public.inbox_filter      DEFAULT NULL::public.inbox_filter,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS SETOF public.listed_item
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_inbox(filter, after_group, after_key, after_id) $function$;

REVOKE ALL ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.next_item (
  item       uuid,
  from_group text                DEFAULT NULL::text,
  filter     public.inbox_filter DEFAULT NULL::public.inbox_filter
)
  RETURNS TABLE (
    item_id    uuid,
    item_group text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.next_item(item, from_group, filter) $function$;

REVOKE ALL ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) FROM PUBLIC, "anon", "service_role";

CREATE VIEW "private"."grouped_items" AS  SELECT item.id,
    item.kind,
    item.state,
    item.assignee,
    item.claim_expires_at,
    claim.holder,
    item.due_at,
    item.created_at,
    item.is_suspect,
    item.search,
    item.version,
        CASE
            WHEN (item.state = ANY (ARRAY['done'::public.inbox_state, 'spam'::public.inbox_state])) THEN 'closed'::text
            WHEN (item.is_suspect AND (item.state <> 'waiting'::public.inbox_state) AND (claim.holder IS NULL)) THEN 'suspect'::text
            WHEN (item.due_at < now()) THEN 'overdue'::text
            WHEN (item.is_flood AND (item.state <> 'waiting'::public.inbox_state) AND (claim.holder IS NULL)) THEN 'flood'::text
            WHEN (item.state = 'waiting'::public.inbox_state) THEN 'waiting'::text
            WHEN (claim.holder IS NULL) THEN 'unclaimed'::text
            WHEN (claim.holder = ( SELECT private.current_user_id() AS current_user_id)) THEN 'mine'::text
            ELSE 'others'::text
        END AS item_group
   FROM (public.inbox_items item
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (item.claim_expires_at <= now()) THEN NULL::uuid
                    ELSE item.assignee
                END AS holder) claim);

CREATE INDEX inbox_items_assignee ON public.inbox_items USING btree (assignee, created_at, id);

CREATE INDEX inbox_items_open ON public.inbox_items USING btree (due_at, id) INCLUDE (kind, state, is_suspect, is_flood, assignee, claim_expires_at, created_at)
  WHERE (state = ANY (ARRAY['new'::public.inbox_state, 'open'::public.inbox_state, 'waiting'::public.inbox_state]));

CREATE INDEX inbox_items_state ON public.inbox_items USING btree (state, created_at, id);

REVOKE ALL ON FUNCTION "private"."count_inbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_inbox"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."inbox_key"(public.inbox_items, public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_page"(uuid, public.inbox_filter, text, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_sort"(public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_grouped"(public.inbox_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_changeable"(public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_changeable"(public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."next_item"(uuid, text, public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_item"(uuid, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.item_change, text, public.inbox_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_filter) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(public.inbox_filter, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_item"(uuid, text, public.inbox_filter) TO "postgres";
