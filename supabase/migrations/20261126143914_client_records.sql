set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."requirement_events_client";

DROP FUNCTION "private"."clients_page"(text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."list_clients"(text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."list_clients"(text, timestamp WITH time zone, uuid);

CREATE TABLE "public"."client_notes" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "client_id"  uuid                     NOT NULL,
  "author"     uuid,
  "channel"    text,
  "body"       text                     NOT NULL,
  "form_id"    uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "client_notes_channel_check" CHECK ((channel = ANY (ARRAY['call'::text, 'whatsapp'::text, 'mail'::text, 'meeting'::text]))),
  CONSTRAINT "client_notes_pkey" PRIMARY KEY (id),
  CONSTRAINT "client_notes_body_check" CHECK (private.is_text(body, 4000))
);

ALTER TABLE "public"."client_notes"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."client_notes"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."client_notes" FROM "anon";

CREATE TABLE "public"."client_terms" (
  "client_id"        uuid                     NOT NULL,
  "fee"              text,
  "replacement_days" integer,
  "payment_days"     integer,
  "remarks"          text,
  "updated_by"       uuid,
  "version"          integer                  NOT NULL DEFAULT 1,
  "created_at"       timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "client_terms_payment_days_check" CHECK (((payment_days >= 0) AND (payment_days <= 365))),
  CONSTRAINT "client_terms_pkey" PRIMARY KEY (client_id),
  CONSTRAINT "client_terms_replacement_days_check" CHECK (((replacement_days >= 0) AND (replacement_days <= 730))),
  CONSTRAINT "client_terms_version_check" CHECK ((version > 0)),
  CONSTRAINT "client_terms_fee_check" CHECK (private.is_text(fee, 200)),
  CONSTRAINT "client_terms_remarks_check" CHECK (private.is_text(remarks, 2000))
);

ALTER TABLE "public"."client_terms"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."client_terms"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."client_terms" FROM "anon";

ALTER TABLE "public"."requirement_messages"
  ADD COLUMN "client_id" uuid;

CREATE OR REPLACE FUNCTION private.client_timeline (
  client    uuid,
  before_at timestamp with time zone,
  before_id uuid
)
  RETURNS TABLE (
    id             uuid,
    happened_at    timestamp with time zone,
    kind           text,
    title          text,
    words          text,
    person         text,
    side           text,
    channel        text,
    requirement_id uuid,
    item_id        uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 26
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    until timestamptz := coalesce(before_at, 'infinity');
    until_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000');
    company_key text := (select lower(client_row.company_name) from public.clients as client_row where client_row.id = client);
  begin
    perform private.require_team();
    return query
      with happened as (
        (select event.id, event.created_at as at, event.type as kind,
                case event.type when 'status' then event.changes #>> '{status,1}' end as words,
                event.actor as person, event.side::text as side, null::text as channel, event.requirement_id, null::uuid as item_id
           from public.requirement_events as event
           where event.client_id = client and (event.created_at, event.id) < (until, until_id)
             and event.type in ('created', 'converted', 'status', 'candidates_shown', 'candidates_answered', 'candidate_joined')
           order by event.created_at desc, event.id desc limit 26)
        union all
        (select message.id, message.created_at, 'message', message.body, message.author, message.side, null,
                message.requirement_id, null
           from public.requirement_messages as message
           where message.client_id = client and (message.created_at, message.id) < (until, until_id)
           order by message.created_at desc, message.id desc limit 26)
        union all
        (select item.id, item.created_at, item.kind::text, item.subject, null, 'client', null, null, item.id
           from (select sent.id from public.inbox_items as sent where lower(sent.company) = company_key and sent.company is not null
                 union
                 select sent.id from public.client_members as member
                   join auth.users as account on account.id = member.user_id
                   join public.inbox_items as sent on private.mailbox_of(sent.email) = private.mailbox_of(account.email)
                   where member.client_id = client and sent.email is not null) as sent
           join public.inbox_items as item on item.id = sent.id
           where item.requirement_id is null and item.state <> 'spam' and (item.created_at, item.id) < (until, until_id)
           order by item.created_at desc, item.id desc limit 26)
        union all
        (select note.id, note.created_at, 'note', note.body, note.author, 'team', note.channel, null, null
           from public.client_notes as note
           where note.client_id = client and (note.created_at, note.id) < (until, until_id)
           order by note.created_at desc, note.id desc limit 26)
        union all
        (select member.user_id, member.created_at, 'joined', null, member.user_id, 'client', null, null, null
           from public.client_members as member
           where member.client_id = client and (member.created_at, member.user_id) < (until, until_id)
           order by member.created_at desc, member.user_id desc limit 26)
      ), newest as (
        select * from happened order by happened.at desc, happened.id desc limit 26
      )
      select newest.id, newest.at, newest.kind, requirement.job_title, left(newest.words, 300),
             case when newest.side in ('client', 'company') then member.full_name else colleague.display_name end,
             newest.side, newest.channel, newest.requirement_id, newest.item_id
        from newest
        left join public.job_requirements as requirement on requirement.id = newest.requirement_id
        left join public.client_members as member on member.user_id = newest.person and member.client_id = client
        left join public.team_members as colleague on colleague.user_id = newest.person
        order by newest.at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.clients_page (
  words text,
  sort  text,
  after uuid
)
  RETURNS TABLE (
    client_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 26
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare
    found uuid[] := array(select private.found_clients(words));
    last public.clients := (select client from public.clients as client where client.id = after);
  begin
    if sort = 'name' then
      return query select client.id from public.clients as client
        where (words is null or client.id = any (found))
          and (last.id is null or (lower(client.company_name), client.id) > (lower(last.company_name), last.id))
        order by lower(client.company_name), client.id limit 26;
    elsif sort = 'open' then
      return query
        with work as materialized (
          select open_requirement.client_id, count(*) as open
            from private.open_requirements as open_requirement group by open_requirement.client_id
        ), ordered as (
          select client.id, coalesce(work.open, 0) as open
            from public.clients as client left join work on work.client_id = client.id
            where words is null or client.id = any (found))
        select ordered.id from ordered
          where last.id is null or (ordered.open, ordered.id) < (
            coalesce((select work.open from work where work.client_id = last.id), 0), last.id)
          order by ordered.open desc, ordered.id desc limit 26;
    elsif sort is null then
      return query select client.id from public.clients as client
        where (words is null or client.id = any (found))
          and (last.id is null or (client.created_at, client.id) < (last.created_at, last.id))
        order by client.created_at desc, client.id desc limit 26;
    else
      raise exception 'sort_unknown' using errcode = '22023';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.correct_client_contact (
  client    uuid,
  seen      integer,
  full_name text,
  phone     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare client_row public.clients := private.lock_client(client);
  begin
    if client_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = client_row.version::text;
    elsif client_row.contact_user_id is not null then
      raise exception 'contact_is_member' using errcode = 'PT422';
    end if;
    update public.clients as company
      set full_name = private.trimmed(correct_client_contact.full_name), phone = private.trimmed(correct_client_contact.phone)
      where company.id = client;
  end $function$;

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
          select sent.id from private.items_of(address) as sent
          union all select item_row.id from public.job_requirements as requirement
            join public.inbox_items as item_row on item_row.requirement_id = requirement.id where requirement.submitted_by = any (accounts))),
      'requirement_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.requirement_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.notes as note where note.author = any (accounts)),
      'client_notes', (select coalesce(jsonb_agg(to_jsonb(note) order by note.created_at), '[]')
        from public.client_notes as note where note.author = any (accounts)),
      'item_replies', (select coalesce(jsonb_agg(to_jsonb(reply) order by reply.created_at), '[]')
        from public.item_replies as reply where reply.author = any (accounts)),
      'item_events', (select coalesce(jsonb_agg(to_jsonb(event) order by event.created_at), '[]')
        from public.item_events as event where event.actor = any (accounts) or event.person = any (accounts)),
      'item_openings', (select coalesce(jsonb_agg(to_jsonb(opening) order by opening.opened_at), '[]')
        from public.item_openings as opening where opening.user_id = any (accounts)),
      'marked_as_spam', (select coalesce(jsonb_agg(marked.created_at), '[]')
        from private.spam_senders as marked where marked.sender = any (private.sender_keys(address, address))),
      'former_colleague', (select coalesce(jsonb_agg(to_jsonb(person)), '[]')
        from private.former_colleagues as person where person.user_id = any (accounts)))
  $function$;

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
          -- What more than a thousand have: the planner takes the beginning of a word for rare, and would read all that have it.
          and (query is null or found is not null or coalesce(item.search @@ query, false))
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

CREATE OR REPLACE FUNCTION private.list_clients (
  words text,
  sort  text,
  after uuid
)
  RETURNS TABLE (
    id              uuid,
    company_name    text,
    full_name       text,
    phone           text,
    created_at      timestamp with time zone,
    members         integer,
    invited_at      timestamp with time zone,
    open            integer,
    recruiters      uuid[],
    last_contact_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_team() as id),
    page as materialized (
      select page.client_id, page.place
        from caller
        cross join lateral private.clients_page(case when caller.id is not null then words end, sort, after)
          with ordinality as page (client_id, place))
    select client.id, client.company_name, client.full_name, client.phone, client.created_at, people.members,
           case when people.members = 0 then (
             select max(invitation.created_at) from public.invitations as invitation
               where invitation.client_id = client.id and private.invitation_state(invitation) = 'open') end,
           work.open, work.recruiters,
           greatest(work.last_word_at, (select max(event.created_at) from public.requirement_events as event
                                          where event.client_id = client.id),
                    (select max(note.created_at) from public.client_notes as note where note.client_id = client.id))
      from page
      join public.clients as client on client.id = page.client_id
      cross join lateral (
        select count(*)::integer as open, max(open_requirement.last_word_at) as last_word_at,
               coalesce(array_agg(distinct open_requirement.recruiter_id)
                          filter (where open_requirement.recruiter_id is not null), '{}') as recruiters
          from private.open_requirements as open_requirement where open_requirement.client_id = client.id) as work
      cross join lateral (select count(*)::integer as members from public.client_members as member
                            where member.client_id = client.id) as people
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.lock_client (
  client uuid
)
  RETURNS public.clients
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare client_row public.clients;
  begin
    perform private.lock_team();
    select * into client_row from public.clients where id = client for update;
    if client_row.id is null then
      raise exception 'client_not_found' using errcode = 'PT404';
    end if;
    return client_row;
  end $function$;

CREATE OR REPLACE FUNCTION private.note_client (
  client  uuid,
  form    uuid,
  channel text,
  body    text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    written uuid;
  begin
    perform private.lock_client(client);
    select note.id into written from public.client_notes as note
      where note.client_id = client and note.author = caller
        and (note.form_id = form
             or note.body = private.trimmed(note_client.body) and note.channel is not distinct from note_client.channel
                and note.created_at > now() - interval '10 minutes')
      limit 1;
    if written is null then
      insert into public.client_notes (client_id, author, channel, body, form_id)
        values (client, caller, note_client.channel, private.trimmed(note_client.body), form) returning id into written;
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.post_message (
  requirement uuid,
  body        text,
  seen        timestamp with time zone,
  form        uuid,
  from_side   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.current_user_id();
    requirement_row public.job_requirements;
    own text;
    written uuid := coalesce(form, gen_random_uuid());
    settled timestamptz;
  begin
    -- A page of the other side is not there.
    if (from_side = 'team') <> private.is_team_member() then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.is_team_member() and not private.may_write_for_client() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    select * into requirement_row from public.job_requirements as found
      where found.id = requirement
        and (found.client_id = (select private.current_client_id()) or (select private.is_team_member()))
      for no key update;
    if requirement_row.id is null then
      raise exception 'requirement_not_found' using errcode = 'PT404';
    end if;
    if not private.may_change_for(requirement_row.client_id) then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    own := case private.side_on(requirement_row.client_id) when 'team' then 'team' else 'client' end;
    -- What a form brings once more, by Back say, is what was said last.
    written := coalesce((
      select last.id from (select * from public.requirement_messages as before where before.requirement_id = requirement_row.id
                             order by before.created_at desc, before.id desc limit 1) as last
        where form is not null and last.author = caller and last.side = own and last.body = private.trimmed(post_message.body)
          and last.created_at > now() - private.repeats_within()), written);
    -- What comes twice is counted once.
    if own = 'client' and not exists (select from public.requirement_messages as before where before.id = written) then
      perform private.count_for_company(requirement_row.client_id, 'messages');
    end if;
    -- Of what was there before the answer.
    settled := private.seen_by(caller, requirement_row.id, seen);
    insert into public.requirement_messages (id, requirement_id, client_id, author, side, body, created_at)
      values (written, requirement_row.id, requirement_row.client_id, caller, own, private.trimmed(post_message.body),
              greatest(clock_timestamp(),
                       (select max(before.created_at) + interval '1 microsecond'
                          from public.requirement_messages as before where before.requirement_id = requirement_row.id)))
      on conflict (id) do nothing;
    if found then
      perform private.settle_unread(requirement_row, own, settled, null);
      if own = 'client' then
        delete from private.unanswered_messages as unanswered_message where unanswered_message.requirement_id = requirement_row.id and unanswered_message.last_at <= settled;
      end if;
    elsif not exists (select from public.requirement_messages as before
                       where before.id = written and before.requirement_id = requirement_row.id and before.author = caller) then
      raise exception 'form_taken' using errcode = 'PT409';
    end if;
    return written;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_client (
  client uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
               'company', to_jsonb(company) - 'search',
               'terms', (select to_jsonb(terms) - array['client_id', 'created_at'] || jsonb_build_object('updated_by', (
                           select colleague.display_name from public.team_members as colleague where colleague.user_id = terms.updated_by))
                           from public.client_terms as terms where terms.client_id = company.id),
               -- What it used last.
               'currency', (select requirement.currency from public.job_requirements as requirement where requirement.client_id = company.id
                              order by requirement.created_at desc, requirement.id desc limit 1),
               'members', (
                 select coalesce(jsonb_agg(to_jsonb(member) order by member.created_at, member.user_id), '[]')
                   from (select * from public.client_members as joined where joined.client_id = company.id
                           order by joined.created_at, joined.user_id limit 100) as member),
               'invitations', (
                 select coalesce(jsonb_agg(to_jsonb(invitation) order by invitation.created_at desc, invitation.id desc), '[]')
                   from (select * from public.invitations as sent
                           where sent.client_id = company.id and sent.accepted_at is null and sent.revoked_at is null
                           order by sent.created_at desc, sent.id desc limit 100) as invitation))
        from public.clients as company where company.id = client);
  end $function$;

CREATE OR REPLACE FUNCTION private.requirements_page (
  caller    uuid,
  status    public.requirement_status,
  priority  public.requirement_priority,
  whose     text,
  client    uuid,
  words     text,
  after_key timestamp with time zone,
  after_id  uuid,
  most      integer
)
  RETURNS TABLE (
    requirement_id uuid
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 25
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  #variable_conflict use_variable
  declare
    person uuid := case when whose = 'me' then caller when whose <> 'nobody' then whose::uuid end;
    room integer := least(most, 500);
    query tsquery := private.search_query(words);
    found uuid[];
  begin
    if words is null then
      return query
        select requirement.id from public.job_requirements as requirement
          where (status is null or requirement.status = status)
            and (priority is null or requirement.priority = priority and requirement.status = any (enum_range(status, status)))
            and (whose is null or case when whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = person end)
            and (client is null or requirement.client_id = client)
            and (after_id is null or (requirement.created_at, requirement.id) < (after_key, after_id))
          order by requirement.created_at desc, requirement.id desc limit room;
    elsif query is not null then
      -- One company's are asked for by its lexeme: what others have filed costs its people nothing.
      if client is not null then
        query := query && quote_literal(private.company_lexeme(client))::tsquery;
      end if;
      found := private.find_by_words('public.inbox_items', query);
      return query
        select item.requirement_id
          from public.inbox_items as item
          join public.job_requirements as requirement on requirement.id = item.requirement_id
          where item.kind = 'requirement'
            and (found is not null or coalesce(item.search @@ query, false))
            and (found is null or item.id = any (found))
            and (status is null or requirement.status = status)
            and (priority is null or requirement.priority = priority)
            and (whose is null or case when whose = 'nobody' then requirement.recruiter_id is null else requirement.recruiter_id = person end)
            and (after_id is null or (item.created_at, item.requirement_id) < (after_key, after_id))
          order by item.created_at desc, item.requirement_id desc limit room;
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.save_client_terms (
  client           uuid,
  seen             integer,
  fee              text,
  replacement_days integer,
  payment_days     integer,
  remarks          text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    caller uuid := private.lock_team();
    kept integer;
  begin
    perform private.lock_client(client);
    kept := coalesce((select version from public.client_terms where client_id = client), 0);
    if kept is distinct from seen then
      raise exception 'stale' using errcode = 'PT409', detail = kept::text;
    end if;
    insert into public.client_terms as terms (client_id, fee, replacement_days, payment_days, remarks, updated_by)
      values (client, private.trimmed(save_client_terms.fee), save_client_terms.replacement_days,
              save_client_terms.payment_days, private.trimmed(save_client_terms.remarks), caller)
      on conflict (client_id) do update
        set fee = excluded.fee, replacement_days = excluded.replacement_days, payment_days = excluded.payment_days,
            remarks = excluded.remarks, updated_by = excluded.updated_by;
  end $function$;

CREATE OR REPLACE FUNCTION public.client_timeline (
  client    uuid,
  before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id             uuid,
    happened_at    timestamp with time zone,
    kind           text,
    title          text,
    words          text,
    person         text,
    side           text,
    channel        text,
    requirement_id uuid,
    item_id        uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.client_timeline(client, before_at, before_id) $function$;

REVOKE ALL ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.correct_client_contact (
  client    uuid,
  seen      integer,
  full_name text    DEFAULT NULL::text,
  phone     text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.correct_client_contact(client, seen, full_name, phone) $function$;

REVOKE ALL ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_clients (
  words text DEFAULT NULL::text,
  sort  text DEFAULT NULL::text,
  after uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id              uuid,
    company_name    text,
    full_name       text,
    phone           text,
    created_at      timestamp with time zone,
    members         integer,
    invited_at      timestamp with time zone,
    open            integer,
    recruiters      uuid[],
    last_contact_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_clients(words, sort, after) $function$;

REVOKE ALL ON FUNCTION "public"."list_clients"(text, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_client (
  client  uuid,
  form    uuid,
  body    text,
  channel text DEFAULT NULL::text
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.note_client(client, form, channel, body) $function$;

REVOKE ALL ON FUNCTION "public"."note_client"(uuid, uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_client_terms (
  client           uuid,
  seen             integer,
  fee              text    DEFAULT NULL::text,
  replacement_days integer DEFAULT NULL::integer,
  payment_days     integer DEFAULT NULL::integer,
  remarks          text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select private.save_client_terms(client, seen, fee, replacement_days, payment_days, remarks)
  $function$;

REVOKE ALL ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."client_notes"
  ADD CONSTRAINT "client_notes_author_fkey" FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."client_notes"
  ADD CONSTRAINT "client_notes_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "public"."client_terms"
  ADD CONSTRAINT "client_terms_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

ALTER TABLE "public"."client_terms"
  ADD CONSTRAINT "client_terms_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."requirement_messages"
  ADD CONSTRAINT "requirement_messages_client_id_fkey" FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;

CREATE INDEX open_requirements_client ON private.open_requirements USING btree (client_id, last_word_at) INCLUDE (recruiter_id);

CREATE UNIQUE INDEX client_notes_form ON public.client_notes USING btree (author, form_id);

CREATE INDEX client_notes_timeline ON public.client_notes USING btree (client_id, created_at DESC, id DESC);

CREATE INDEX client_terms_updated_by ON public.client_terms USING btree (updated_by);

CREATE INDEX requirement_events_client ON public.requirement_events USING btree (client_id, created_at DESC, id DESC);

CREATE INDEX requirement_messages_client ON public.requirement_messages USING btree (client_id, created_at DESC, id DESC)
  WHERE (client_id IS NOT NULL);

CREATE TRIGGER raise_version
  BEFORE UPDATE OF fee, replacement_days, payment_days, remarks ON public.client_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER stamp_update
  BEFORE UPDATE ON public.client_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.stamp_update();

CREATE POLICY "who may export reads" ON "public"."client_notes"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

CREATE POLICY "who may export reads" ON "public"."client_terms"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may_export() AS may_export));

REVOKE ALL ON FUNCTION "private"."client_timeline"(uuid, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."client_timeline"(uuid, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clients_page"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_client_contact"(uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_client_contact"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_clients"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_clients"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_client"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_client"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_client"(uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_client_terms"(uuid, integer, text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_client_terms"(uuid, integer, text, integer, integer, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."client_timeline"(uuid, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_client_contact"(uuid, integer, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_clients"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_clients"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_clients"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_client"(uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_client"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_client"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_client_terms"(uuid, integer, text, integer, integer, text) TO "postgres";

REVOKE ALL ON TABLE "public"."client_notes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."client_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."client_notes" FROM "postgres";

GRANT ALL ON TABLE "public"."client_notes" TO "postgres";

GRANT ALL ON TABLE "public"."client_notes" TO "service_role";

REVOKE ALL ON TABLE "public"."client_terms" FROM "authenticated";

GRANT SELECT ON TABLE "public"."client_terms" TO "authenticated";

REVOKE ALL ON TABLE "public"."client_terms" FROM "postgres";

GRANT ALL ON TABLE "public"."client_terms" TO "postgres";

GRANT ALL ON TABLE "public"."client_terms" TO "service_role";

-- The companies of the messages that are there, filled in by the schedule.
select private.request_row_fill('companies of messages', 'public.requirement_messages',
  'client_id = (select requirement.client_id from public.job_requirements as requirement where requirement.id = filled.requirement_id)',
  'client_id is null');
