SET local check_function_bodies = off;

ALTER TABLE "public"."item_events"
  DROP CONSTRAINT "item_events_type_check";

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

DROP FUNCTION "private"."change_items"(uuid[], integer[], public.inbox_state, uuid, boolean);

DROP FUNCTION "public"."give_items"(uuid[], integer[], uuid);

DROP FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state);

CREATE TABLE "private"."item_acts" (
  "id"               uuid                     NOT NULL,
  "actor"            uuid                     NOT NULL,
  "item_id"          uuid                     NOT NULL,
  "state"            public.inbox_state       NOT NULL,
  "assignee"         uuid,
  "claim_expires_at" timestamp with time zone,
  "due_at"           timestamp with time zone NOT NULL,
  "version"          integer                  NOT NULL,
  "next_item"        uuid,
  "has_reply"        boolean                  NOT NULL,
  "created_at"       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "item_acts_pkey" PRIMARY KEY (id, actor, item_id)
);

CREATE TABLE "public"."item_replies" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "item_id"    uuid                     NOT NULL,
  "author"     uuid,
  "body"       text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "form_id"    uuid                     NOT NULL,
  CONSTRAINT "item_replies_pkey" PRIMARY KEY (id),
  CONSTRAINT "item_replies_body_check" CHECK (private.is_text(body, 10000))
);

ALTER TABLE "public"."item_replies"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."item_replies"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."item_replies" FROM "anon";

CREATE TABLE "public"."reply_templates" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "title"      text                     NOT NULL,
  "body"       text                     NOT NULL,
  "version"    integer                  NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "reply_templates_pkey" PRIMARY KEY (id),
  CONSTRAINT "reply_templates_version_check" CHECK ((version > 0)),
  CONSTRAINT "reply_templates_body_check" CHECK (private.is_text(body, 3000)),
  CONSTRAINT "reply_templates_title_check" CHECK (private.is_text(title, 80))
);

ALTER TABLE "public"."reply_templates"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."reply_templates"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."reply_templates" FROM "anon";

CREATE OR REPLACE FUNCTION private.change_items (
  items  uuid[],
  seen   integer[],
  state  public.inbox_state,
  person uuid,
  gives  boolean,
  act    uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.lock_team(person);
    asked record;
    held public.inbox_items;
  begin
    if cardinality(items) not between 1 and 50 or cardinality(seen) <> cardinality(items) then
      raise exception 'one_to_fifty' using errcode = '22023';
    end if;
    for asked in
      select id, min(version) as version from unnest(items, seen) as given (id, version) group by id order by id
    loop
      select * into held from public.inbox_items where id = asked.id for update;
      item_id := asked.id;
      if held.id is null then
        outcome := 'gone';
      elsif exists (select from private.item_acts as done
                     where done.id = act and done.actor = caller and done.item_id = held.id) then
        outcome := 'changed';
      elsif held.version is distinct from asked.version then
        outcome := 'stale';
      else
        if gives then
          perform private.apply_assignee(caller, held, person);
        else
          perform private.apply_state(caller, held, state, null);
        end if;
        perform private.record_act(act, caller, held);
        outcome := 'changed';
      end if;
      return next;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.delete_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    perform private.lock_reply_template(template, seen);
    delete from public.reply_templates where id = template;
  end $function$;

CREATE OR REPLACE FUNCTION private.delivery_of_reply (
  reply uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select case when mail.sent_at is not null then 'sent' when mail.dead_at is not null then 'failed' end
      from public.mail_outbox as mail where mail.dedupe_key = 'reply.' || reply
  $function$;

CREATE OR REPLACE FUNCTION private.export_inbox_of (
  address  text,
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'inbox_items', (select coalesce(jsonb_agg(to_jsonb(item) - 'search' || jsonb_build_object(
          'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
            from public.notes as note where note.item_id = item.id),
          'replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
            from public.item_replies as reply where reply.item_id = item.id),
          'events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
            from public.item_events as event where event.item_id = item.id)) order by item.created_at), '[]')
        from public.inbox_items as item
        where item.id in (
          select line.id from public.contact_submissions as sent
            join public.inbox_items as line on line.contact_id = sent.id where lower(sent.email) = address
          union all select line.id from public.public_job_submissions as sent
            join public.inbox_items as line on line.posting_id = sent.id where lower(sent.contact_email) = address
          union all select line.id from public.consultation_requests as sent
            join public.inbox_items as line on line.consultation_id = sent.id where lower(sent.email) = address
          union all select line.id from public.job_requirements as filed
            join public.inbox_items as line on line.requirement_id = filed.id where filed.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'item_replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
        from public.item_replies as reply where reply.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $function$;

CREATE OR REPLACE FUNCTION private.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  note_kind  public.note_kind,
  body       text,
  is_reply   boolean,
  next_state public.inbox_state,
  due        timestamp with time zone,
  takes_next boolean,
  from_group text,
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
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
  begin
    perform from public.inbox_items as line where line.id = item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = item;
    if found then
      return next;
      return;
    end if;
    held := private.lock_item(item, seen);
    if is_reply then
      perform private.write_reply(caller, held, body, form);
    elsif body is not null then
      insert into public.notes (item_id, author, kind, body, form_id) values (item, caller, note_kind, body, form);
    end if;
    if next_state is not null then
      perform private.apply_state(caller, held, next_state, due);
    elsif is_reply and held.state = 'new' then
      perform private.apply_state(caller, held, 'open', null);
    end if;
    if private.version_of(item) = held.version then
      perform private.touch_item(caller, item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as line set version = line.version + 1 where line.id = item and is_reply;
    end if;
    if takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, held, from_group, kind, state, whose, suspect, words, sort, descending,
                                       only_group) as next;
    end if;
    perform private.record_act(form, caller, held, next_id, is_reply);
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  caller      uuid,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  only_group  text,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid,
  most        integer
)
  RETURNS TABLE (
    item_id  uuid,
    sort_key timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  declare
    is_grouped boolean := private.is_grouped(state, words, sort);
    key text := private.inbox_key(state, words, sort);
    -- The newest first, where nobody has said otherwise.
    is_falling boolean := coalesce(descending, not is_grouped and sort is null);
    way text := case when is_falling then 'desc' else 'asc' end;
    person uuid := case when whose in ('me', 'me-or-nobody') then caller when whose <> 'nobody' then whose::uuid end;
    filters text := concat(
      case when kind is not null then ' and kind = $2' end,
      case when state is not null then ' and state = $3' end,
      case when suspect is not null then case when suspect then ' and is_suspect' else ' and not is_suspect' end end,
      case when whose = 'nobody' then ' and (assignee is null or claim_expires_at is not null)
                                        and (assignee is null or claim_expires_at <= now())'
           when whose = 'me-or-nobody' then ' and (assignee is null or claim_expires_at <= now() or assignee = $6)'
           when whose is not null
           then ' and assignee = $6 and (claim_expires_at is null or claim_expires_at > now())' end);
    groups text[] := case when only_group is not null then array[only_group]
      when is_grouped then private.inbox_groups()
      when state is null and words is null then array['active'] else array['all'] end;
    first_group integer := case when is_grouped then coalesce(array_position(groups, after_group), 1) else 1 end;
    room integer := least(most, 500);
    got integer;
    search record;
    walked integer;
    conditions text;
    found uuid[];
    keys timestamptz[];
    is_all boolean;
  begin
    if key is null then
      raise exception 'sort_unknown' using errcode = '22023';
    elsif only_group <> all (private.inbox_groups() || 'active'::text) then
      raise exception 'group_unknown' using errcode = '22023';
    end if;
    if words is not null then
      search := private.plan_search(words, null, room);
      if numnode(search.typed) = 0 then
        return;
      end if;
    end if;
    for place in first_group .. cardinality(groups) loop
      conditions := concat(private.inbox_group_condition(groups[place]), filters,
        case when place = first_group and after_id is not null
          then format(' and (%I, id) %s ($7, $8)', key, case when is_falling then '<' else '>' end) end);
      if words is null then
        return query execute format('select id, %1$I from public.inbox_items where %2$s order by %1$I %3$s, id %3$s limit $9',
                                    key, conditions, way)
          using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, room;
        get diagnostics got = row_count;
      else
        is_all := false;
        walked := search.walked;
        while walked is not null and not is_all loop
          execute format('select array_agg(id order by key %3$s, id %3$s), array_agg(key order by key %3$s, id %3$s) from (
              select line.id, line.key
                from (select id, %1$I as key, search, requirement_id from public.inbox_items where %2$s
                        order by %1$I %3$s, id %3$s limit $9) as line
                where case when line.requirement_id is null then line.search
                           else line.search || (select company.search from public.job_requirements as filed
                                                  join public.clients as company on company.id = filed.client_id
                                                  where filed.id = line.requirement_id) end @@ $5
                limit $10) as listed', key, conditions, way)
            into found, keys using caller, kind, state, suspect, search.typed, person, after_key, after_id, walked, room;
          is_all := coalesce(cardinality(found), 0) = room;
          if not is_all then
            execute format('select count(*) < $9 from (select from public.inbox_items where %2$s
                              order by %1$I %3$s, id %3$s limit $9) as line', key, conditions, way)
              into is_all using caller, kind, state, suspect, null::tsquery, person, after_key, after_id, walked;
          end if;
          walked := case when walked = search.walked then 10 * walked end;
        end loop;
        if is_all then
          return query select * from unnest(found, keys);
          got := coalesce(cardinality(found), 0);
        else
          return query execute format('with line as materialized (select * from public.inbox_items where search @@ $5)
              select id, %1$I from line where %2$s %4$s order by %1$I %3$s, id %3$s limit $9', key, conditions, way,
              case when not search.is_exact then 'and case when requirement_id is null then search
                  else search || (select company.search from public.job_requirements as filed
                                    join public.clients as company on company.id = filed.client_id
                                    where filed.id = line.requirement_id) end @@ $10' end)
            using caller, kind, state, suspect, search.by_index, person, after_key, after_id, room, search.typed;
          get diagnostics got = row_count;
        end if;
      end if;
      room := room - got;
      exit when room <= 0;
    end loop;
  end $function$;

CREATE OR REPLACE FUNCTION private.list_changeable (
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    listed as materialized (
      select page.line_id, page.place
        from caller
        cross join lateral private.inbox_page(
            caller.id, kind, state, whose, suspect, words, sort, descending,
            coalesce(only_group, case when state is null then 'active' end), null, null, null, 500)
          with ordinality as page (line_id, sort_key, place))
    select line.id, line.version, (select count(*)::integer from listed)
      from listed join public.inbox_items as line on line.id = listed.line_id
      where listed.place <= 50 order by listed.place
  $function$;

CREATE OR REPLACE FUNCTION private.list_group (
  only_group  text,
  kind        public.inbox_kind,
  state       public.inbox_state,
  whose       text,
  suspect     boolean,
  words       text,
  sort        text,
  descending  boolean,
  after_group text,
  after_key   timestamp with time zone,
  after_id    uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    claim_expires_at timestamp with time zone,
    sender           text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_seen          boolean,
    is_suspect       boolean,
    version          integer,
    requirement_id   uuid,
    last_note        text,
    is_withdrawn     boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80),
           item.requirement_id is not null and private.is_withdrawn(item.requirement_id)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 26)
        with ordinality as page (item_id, sort_key, place)
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

CREATE OR REPLACE FUNCTION private.lock_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare held public.reply_templates;
  begin
    select * into held from public.reply_templates where id = template for update;
    if held.id is null then
      raise exception 'template_not_found' using errcode = 'PT404';
    elsif held.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.mail_content (
  mail uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    queued public.mail_outbox;
    receiver text;
    content jsonb;
  begin
    select * into queued from public.mail_outbox where id = mail;
    receiver := coalesce(queued.address, (select email from auth.users where id = queued.user_id and deleted_at is null));
    if receiver is null then
      return null;
    elsif queued.bundle is not null then
      return private.news_mail(queued) || jsonb_build_object('template', 'news', 'to', receiver);
    -- A later one to the same receiver, about the same, says what holds now, once its time has come. Each change of a
    -- password is told of: a later one says nothing of an earlier.
    elsif queued.template <> 'password_changed' and exists (select from public.mail_outbox as later
                   where later.template = queued.template and later.ids = queued.ids and later.not_before <= now()
                     and (later.user_id = queued.user_id or later.address = queued.address)
                     and (later.created_at, later.id) > (queued.created_at, queued.id)) then
      return null;
    elsif queued.template in ('team_invitation', 'client_invitation') then
      content := private.invitation_mail((queued.ids ->> 'invitation')::uuid);
    elsif queued.template = 'team_access_changed' then
      content := private.team_access_mail(queued.user_id);
    elsif queued.template = 'client_access_changed' then
      content := private.client_access_mail(queued.user_id, (queued.ids ->> 'client')::uuid);
    elsif queued.template = 'password_changed' then
      content := jsonb_build_object('changed_at', queued.created_at);
    elsif queued.template = 'requirement_converted' then
      content := private.conversion_mail(queued.user_id, (queued.ids ->> 'requirement')::uuid);
    elsif queued.template = 'item_reply' then
      content := private.reply_mail((queued.ids ->> 'reply')::uuid);
    end if;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $function$;

CREATE OR REPLACE FUNCTION private.purge_expired()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    expiry timestamptz := now() - (select make_interval(days => retention_days) from private.settings);
    counts jsonb := '{}';
    relation text;
    affected integer;
    unused uuid[];
  begin
    -- What goes, requirements and lines, in the order of everybody else.
    perform from public.job_requirements
      where status = any (private.closed_statuses()) and updated_at < expiry order by id for update;
    perform from public.inbox_items as line
      where line.created_at < expiry and line.requirement_id is null
        or line.requirement_id in (select filed.id from public.job_requirements as filed
                                    where filed.status = any (private.closed_statuses()) and filed.updated_at < expiry)
      order by line.id for update;
    foreach relation in array array['public.contact_submissions', 'public.public_job_submissions',
                                    'public.consultation_requests', 'public.activity_log', 'public.mail_outbox',
                                    'auth.audit_log_entries'] loop
      continue when to_regclass(relation) is null;
      execute format('delete from %s where created_at < $1', to_regclass(relation)) using expiry;
      get diagnostics affected = row_count;
      counts := counts || jsonb_build_object(split_part(relation, '.', 2), affected);
    end loop;
    -- Which network a form came from is asked for an hour; a form that comes sweeps it as well.
    delete from private.form_senders where created_at < now() - interval '1 hour';
    -- So does an act that can't be undone any more.
    delete from private.item_acts where created_at < now() - private.undo_lasts();
    delete from public.requirement_drafts where updated_at < now() - interval '90 days';
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('requirement_drafts', affected);
    delete from public.invitations where greatest(expires_at, accepted_at, revoked_at) < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('invitations', affected);
    -- A name that no address leads to any more, nor a member, could never be asked for. Where there are members, it is what
    -- their owners have written.
    update public.clients as client set full_name = null, phone = null
      where client.user_id is null and num_nonnulls(client.full_name, client.phone) > 0
        and not exists (select from public.invitations as invitation
                         where invitation.client_id = client.id
                           and (client.full_name, client.phone)
                             is not distinct from (invitation.full_name, invitation.phone))
        and not exists (select from public.client_members as member where member.client_id = client.id);
    delete from public.job_requirements where status = any (private.closed_statuses()) and updated_at < expiry;
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('job_requirements', affected);
    unused := array(select person.id from auth.users as person
      where greatest(person.created_at, person.last_sign_in_at) < expiry
        and not exists (select from public.user_roles as held where held.user_id = person.id and held.role <> 'client')
        and not exists (select from public.client_members as member
                         join public.job_requirements as requirement on requirement.client_id = member.client_id
                         where member.user_id = person.id));
    -- A company goes with the last of its members; one that has none, when nothing has happened to it for as long.
    delete from public.clients as client
      where not exists (select from public.client_members as member
                         where member.client_id = client.id and member.user_id <> all (unused))
        and (exists (select from public.client_members as member where member.client_id = client.id)
          or (client.updated_at < expiry
            and not exists (select from public.job_requirements as requirement
                             where requirement.client_id = client.id and requirement.updated_at >= expiry)
            and not exists (select from public.invitations as invitation
                             where invitation.client_id = client.id and invitation.expires_at >= expiry)));
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('clients', affected);
    delete from auth.users where id = any (unused);
    get diagnostics affected = row_count;
    counts := counts || jsonb_build_object('accounts', affected);
    if private.count_of(counts) > 0 then
      insert into private.erasures (counts) values (counts);
    end if;
    perform private.purge_run_details();
    -- A night that deleted nothing has been a night as well.
    update private.scheduled_runs set ran_at = now() where run = 'purge';
    return counts;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_item_history (
  item uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at desc, note.id desc), '[]')
          from (select * from public.notes as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as note),
      'replies', (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'id', reply.id, 'body', reply.body, 'delivery', private.delivery_of_reply(reply.id))
                 order by reply.created_at desc, reply.id desc), '[]')
          from (select * from public.item_replies as written where written.item_id = item
                  order by written.created_at desc, written.id desc limit 100) as reply),
      'events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.item_events as happened where happened.item_id = item
                  order by happened.created_at desc, happened.id desc limit 100) as event),
      'requirement_events', (
        select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at desc, event.id desc), '[]')
          from (select * from public.requirement_events as happened
                  where happened.requirement_id = (
                    select line.requirement_id from public.inbox_items as line where line.id = item)
                  order by happened.created_at desc, happened.id desc limit 100) as event));
  end $function$;

CREATE OR REPLACE FUNCTION private.record_act (
  act       uuid,
  caller    uuid,
  held      public.inbox_items,
  next_item uuid               DEFAULT NULL::uuid,
  has_reply boolean            DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if act is null then
      return;
    end if;
    insert into private.item_acts (id, actor, item_id, state, assignee, claim_expires_at, due_at, version, next_item, has_reply)
      values (act, caller, held.id, held.state, held.assignee, held.claim_expires_at, held.due_at,
              private.version_of(held.id), next_item, has_reply);
    -- What is past goes with the next act. Nobody waits for it.
    delete from private.item_acts where (id, actor, item_id) in (
      select past.id, past.actor, past.item_id from private.item_acts as past
        where past.created_at < now() - private.undo_lasts() order by past.created_at limit 100 for update skip locked);
  end $function$;

CREATE OR REPLACE FUNCTION private.reply_mail (
  reply uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', line.kind, 'body', written.body, 'came_at', line.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', coalesce(contact.requirement, consultation.needs,
                           concat_ws(e'\n', posting.job_title, posting.location, posting.job_description))))
      from public.item_replies as written
      join public.inbox_items as line on line.id = written.item_id
      left join public.contact_submissions as contact on contact.id = line.contact_id
      left join public.public_job_submissions as posting on posting.id = line.posting_id
      left join public.consultation_requests as consultation on consultation.id = line.consultation_id
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = reply
  $function$;

CREATE OR REPLACE FUNCTION private.save_reply_template (
  template uuid,
  seen     integer,
  title    text,
  body     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.lock_team();
    if seen > 0 then
      perform private.lock_reply_template(template, seen);
      update public.reply_templates as kept
        set title = private.trimmed(save_reply_template.title), body = private.trimmed(save_reply_template.body)
        where kept.id = template;
    elsif 50 <= (select count(*) from public.reply_templates as kept where kept.id <> template) then
      raise exception 'too_many_templates' using errcode = 'PT422';
    else
      insert into public.reply_templates (id, title, body)
        values (template, private.trimmed(title), private.trimmed(body)) on conflict (id) do nothing;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.take_next_in_list (
  caller     uuid,
  held       public.inbox_items,
  from_group text,
  kind       public.inbox_kind,
  state      public.inbox_state,
  whose      text,
  suspect    boolean,
  words      text,
  sort       text,
  descending boolean,
  only_group text
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
    takes_suspects boolean := suspect or only_group = 'suspect' or words is not null;
  begin
    if num_nonnulls(state, whose, suspect, words, sort, only_group) = 0 then
      item_id := private.take_next_of(kind);
      return next;
      return;
    end if;
    foreach is_after in array array[true, false] loop
      for wanted in
        select line.id, line.version,
               private.inbox_group(line.state, line.is_suspect, line.is_flood, line.due_at, line.assignee,
                                   line.claim_expires_at, caller) as stood
          from private.inbox_page(
                 caller, kind, state, whose, suspect, words, sort, descending, only_group,
                 case when is_after then coalesce(from_group, private.inbox_group(
                   held.state, held.is_suspect, held.is_flood, held.due_at, held.assignee, held.claim_expires_at, caller)) end,
                 case when is_after then (to_jsonb(held) ->> private.inbox_key(state, words, sort))::timestamptz end,
                 case when is_after then held.id end, 100)
               with ordinality as page (line_id, sort_key, place)
          join public.inbox_items as line on line.id = page.line_id
          where line.id <> held.id
            and case when line.assignee is null or line.claim_expires_at <= now()
                  then line.state in ('new', 'open') and (takes_suspects or not line.is_suspect)
                  else line.assignee = caller and line.state in ('new', 'open', 'waiting') end
          order by page.place
      loop
        -- Whoever asks at the same time gets another, and nobody waits.
        perform from public.inbox_items as line
          where line.id = wanted.id and line.version = wanted.version for update skip locked;
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

CREATE OR REPLACE FUNCTION private.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    held public.inbox_items;
    holder uuid;
  begin
    -- Whoever gets one back is of the team until they have it (private.lock_team).
    perform from public.user_roles
      where user_id = caller or user_id in (select past.assignee from private.item_acts as past
                                             where past.id = act and past.actor = caller)
      order by user_id for share;
    caller := private.require_team();
    for done in
      select * from private.item_acts as past
        where past.id = act and past.actor = caller and past.created_at > now() - private.undo_lasts()
        order by past.item_id
    loop
      select * into held from public.inbox_items where id = done.item_id for update;
      continue when held.id is null;
      item_id := held.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if held.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = held.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (held.state, held.assignee, held.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_lasts() else done.claim_expires_at end
          where id = held.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (held.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> held.state then jsonb_build_array(held.state, done.state) end,
            'due_at', case when done.due_at <> held.due_at then jsonb_build_array(held.due_at, done.due_at) end)));
        if holder is distinct from held.assignee and held.claim_expires_at is null then
          perform private.log_activity('item_given', 'item', held.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $function$;

CREATE OR REPLACE FUNCTION private.undo_lasts()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '5 minutes' $function$;

CREATE OR REPLACE FUNCTION private.write_reply (
  caller uuid,
  held   public.inbox_items,
  body   text,
  form   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    sender text := (select line.email from private.inbox_lines as line where line.id = held.id);
    written uuid;
  begin
    if held.kind = 'requirement' or sender is null then
      raise exception 'reply_not_possible' using errcode = 'PT422';
    elsif 200 <= (select count(*) from public.item_replies as before
                   where before.author = caller and before.created_at > now() - interval '1 day') then
      raise exception 'too_many_replies' using errcode = 'PT429';
    end if;
    insert into public.item_replies (item_id, author, body, form_id)
      values (held.id, caller, private.trimmed(body), form) returning id into written;
    insert into public.item_events (item_id, actor, type, changes)
      values (held.id, caller, 'replied', jsonb_build_object('reply', written));
    perform private.enqueue_mail('item_reply', 'reply.' || written, jsonb_build_object('reply', written),
                                 address => sender);
  end $function$;

CREATE OR REPLACE FUNCTION public.delete_reply_template (
  template uuid,
  seen     integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_reply_template(template, seen) $function$;

REVOKE ALL ON FUNCTION "public"."delete_reply_template"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_item (
  item       uuid,
  seen       integer,
  form       uuid,
  note_kind  public.note_kind         DEFAULT 'note'::public.note_kind,
  body       text                     DEFAULT NULL::text,
  is_reply   boolean                  DEFAULT false,
  next_state public.inbox_state       DEFAULT NULL::public.inbox_state,
  due        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  takes_next boolean                  DEFAULT false,
  from_group text                     DEFAULT NULL::text,
  kind       public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state      public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose      text                     DEFAULT NULL::text,
  suspect    boolean                  DEFAULT NULL::boolean,
  words      text                     DEFAULT NULL::text,
  sort       text                     DEFAULT NULL::text,
  descending boolean                  DEFAULT NULL::boolean,
  only_group text                     DEFAULT NULL::text
)
  RETURNS TABLE (
    next_id    uuid,
    next_group text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.finish_item(item, seen, form, note_kind, body, is_reply, next_state, due, takes_next, from_group,
                                      kind, state, whose, suspect, words, sort, descending, only_group)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.give_items (
  items  uuid[],
  seen   integer[],
  person uuid      DEFAULT NULL::uuid,
  act    uuid      DEFAULT NULL::uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.change_items(items, seen, null, person, true, act) $function$;

REVOKE ALL ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_changeable (
  kind       public.inbox_kind  DEFAULT NULL::public.inbox_kind,
  state      public.inbox_state DEFAULT NULL::public.inbox_state,
  whose      text               DEFAULT NULL::text,
  suspect    boolean            DEFAULT NULL::boolean,
  words      text               DEFAULT NULL::text,
  sort       text               DEFAULT NULL::text,
  descending boolean            DEFAULT NULL::boolean,
  only_group text               DEFAULT NULL::text
)
  RETURNS TABLE (
    item_id uuid,
    version integer,
    total   integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select * from private.list_changeable(kind, state, whose, suspect, words, sort, descending, only_group)
  $function$;

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_reply_template (
  template uuid,
  seen     integer,
  title    text,
  body     text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_reply_template(template, seen, title, body) $function$;

REVOKE ALL ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_item_states (
  items uuid[],
  seen  integer[],
  state public.inbox_state,
  act   uuid               DEFAULT NULL::uuid
)
  RETURNS TABLE (
    item_id uuid,
    outcome text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.change_items(items, seen, state, null, false, act) $function$;

REVOKE ALL ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_act (
  act uuid
)
  RETURNS TABLE (
    item_id   uuid,
    outcome   text,
    person    uuid,
    has_reply boolean
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select * from private.undo_act(act) $function$;

REVOKE ALL ON FUNCTION "public"."undo_act"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_actor_fkey" FOREIGN KEY (actor) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_assignee_fkey" FOREIGN KEY (assignee) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."item_acts"
  ADD CONSTRAINT "item_acts_next_item_fkey" FOREIGN KEY (next_item) REFERENCES public.inbox_items(id) ON DELETE SET NULL;

ALTER TABLE "public"."item_events"
  ADD CONSTRAINT "item_events_type_check"
    CHECK
    ((type = ANY (ARRAY['taken'::text, 'given'::text, 'released'::text, 'state'::text, 'due'::text, 'returned'::text, 'converted'::text, 'written'::text, 'answered'::text,
    'replied'::text, 'undone'::text])));

ALTER TABLE "public"."item_replies"
  ADD CONSTRAINT "item_replies_author_fkey" FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."item_replies"
  ADD CONSTRAINT "item_replies_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.inbox_items(id) ON DELETE CASCADE;

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'requirement_converted'::text, 'requirement_event'::text, 'requirement_message'::text, 'inbox_summary'::text, 'item_reply'::text])));

CREATE INDEX item_acts_actor ON private.item_acts USING btree (actor);

CREATE INDEX item_acts_age ON private.item_acts USING btree (created_at);

CREATE INDEX item_acts_assignee ON private.item_acts USING btree (assignee);

CREATE INDEX item_acts_item ON private.item_acts USING btree (item_id);

CREATE INDEX item_acts_next ON private.item_acts USING btree (next_item);

CREATE INDEX item_replies_author ON public.item_replies USING btree (author, created_at);

CREATE UNIQUE INDEX item_replies_form ON public.item_replies USING btree (author, form_id);

CREATE INDEX item_replies_timeline ON public.item_replies USING btree (item_id, created_at DESC, id DESC);

CREATE TRIGGER raise_version
  BEFORE UPDATE ON public.reply_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_insert
  BEFORE INSERT ON public.reply_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_insert();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.reply_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE POLICY "who may export reads" ON "public"."item_replies"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "the team reads" ON "public"."reply_templates"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_team_member() AS is_team_member));

REVOKE ALL ON FUNCTION "private"."change_items"(uuid[], integer[], public.inbox_state, uuid, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_items"(uuid[], integer[], public.inbox_state, uuid, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_reply_template"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_reply_template"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delivery_of_reply"(uuid) FROM PUBLIC;

REVOKE ALL
  ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_reply_template"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_act"(uuid, uuid, public.inbox_items, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reply_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_reply_template"(uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_reply_template"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."take_next_in_list"(uuid, public.inbox_items, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_act"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_act"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undo_lasts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_reply"(uuid, public.inbox_items, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_reply_template"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_reply_template"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_reply_template"(uuid, integer) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."finish_item"(uuid, integer, uuid, public.note_kind, text, boolean, public.inbox_state, timestamp
    WITH time zone, boolean, text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text)
  TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_items"(uuid[], integer[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_changeable"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_reply_template"(uuid, integer, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_item_states"(uuid[], integer[], public.inbox_state, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_act"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_act"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_act"(uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."item_replies" FROM "authenticated";

GRANT SELECT ON TABLE "public"."item_replies" TO "authenticated";

REVOKE ALL ON TABLE "public"."item_replies" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."item_replies" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."item_replies" TO "service_role";

REVOKE ALL ON TABLE "public"."reply_templates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."reply_templates" TO "authenticated";

REVOKE ALL ON TABLE "public"."reply_templates" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."reply_templates" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."reply_templates" TO "service_role";
