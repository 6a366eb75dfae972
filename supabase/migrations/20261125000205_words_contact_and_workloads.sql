SET local check_function_bodies = off;

DROP FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "private"."find_enquiries"(text, text, text);

DROP FUNCTION "private"."leave_company"(uuid);

DROP FUNCTION "private"."related_items"(uuid);

DROP FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid);

DROP FUNCTION "public"."find_enquiries"(text, text, text);

DROP FUNCTION "public"."leave_company"(uuid);

DROP FUNCTION "public"."related_items"(uuid);

CREATE OR REPLACE FUNCTION private.count_work (
  person uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with open as materialized (
      select requirement_id from private.open_requirements
        where recruiter_id = person order by status, priority, filed_at, requirement_id limit 1000
    ), requirements as materialized (
      select filed.client_id from open
        cross join lateral (select client_id from public.job_requirements where id = requirement_id limit 1) as filed)
    select jsonb_build_object(
      'requirements', (select count(*) from requirements),
      'companies', (select count(distinct client_id) from requirements),
      'items', (select count(*) from (
        select from public.inbox_items
          where assignee = person and state in ('new', 'open', 'waiting')
            and (claim_expires_at <= now()) is not true order by due_at, id limit 1000) as line))
  $function$;

CREATE OR REPLACE FUNCTION private.export_group (
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
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    with caller as materialized (select private.require_exporter('inbox') as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           item.sender, item.email, item.phone, item.company, item.subject, item.created_at, item.due_at,
           item.last_activity_at, item.is_suspect, item.source
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, only_group,
                                            after_group, after_key, after_id, 500)
        with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      order by page.place
  $function$;

CREATE OR REPLACE FUNCTION private.export_inbox (
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
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select * from private.export_group(null, kind, state, whose, suspect, words, sort, descending, after_group, after_key,
                                       after_id)
  $function$;

CREATE OR REPLACE FUNCTION private.find_enquiries (
  number  text,
  address text,
  company text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text,
    reason text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    numbers tsquery := private.any_number_of(find_enquiries.number);
    mailbox tsquery := phraseto_tsquery('simple', private.normal_address(find_enquiries.address));
    firm text := lower(private.trimmed(find_enquiries.company));
  begin
    perform private.require_team();
    return query
      with of_number as materialized (
        select line.id, line.created_at from public.inbox_items as line where line.search @@ numbers
      ), of_address as materialized (
        select line.id, line.created_at from public.inbox_items as line
          where numnode(mailbox) > 0 and line.search @@ mailbox
      ), of_company as (
        select line.id, line.created_at from (
            select sent.id from public.contact_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.contact_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.public_job_submissions as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.posting_id = sent.id
        union all
        select line.id, line.created_at from (
            select sent.id from public.consultation_requests as sent where lower(sent.company) = firm
              order by sent.created_at desc limit 10) as sent
          join public.inbox_items as line on line.consultation_id = sent.id
      ), likely as (
        select distinct on (found.id) found.id, found.created_at, found.reason from (
            select *, 'number' as reason, 1 as place from of_number
            union all select *, 'address', 2 from of_address
            union all select *, 'company', 3 from of_company) as found
          order by found.id, found.place
      ), newest as (
        select * from likely order by likely.created_at desc, likely.id limit 10
      )
      select line.id, line.kind, left(line.subject, 120), line.sender, line.created_at, line.state,
             line.source, newest.reason
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id;
  end $function$;

CREATE OR REPLACE FUNCTION private.give_work (
  person   uuid,
  receiver uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    most constant integer := private.most_handed_over();
    requirements uuid[] := array(
      select id from public.job_requirements
        where recruiter_id = person and status = any (private.open_statuses())
        order by id limit most for no key update);
    items uuid[] := array(
      select id from public.inbox_items
        where assignee = person and state in ('new', 'open', 'waiting')
        order by id limit most for update);
  begin
    if cardinality(requirements) + cardinality(items) = 0 then
      return true;
    end if;
    update public.job_requirements set recruiter_id = receiver where id = any (requirements);
    with moved as (
      update public.inbox_items as line
        set assignee = case when line.claim_expires_at <= now() then null else receiver end, claim_expires_at = null
        where id = any (items)
        returning id, assignee
    )
    insert into public.item_events (item_id, actor, type, person)
      select id, private.current_user_id(), case when assignee is null then 'released' else 'given' end, assignee from moved;
    perform private.log_activity('work_handed_over', 'person', person, receiver);
    return greatest(cardinality(requirements), cardinality(items)) < most;
  end $function$;

CREATE OR REPLACE FUNCTION private.leave_company (
  client  uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    company uuid := private.hold_own_company();
    person uuid := private.current_user_id();
  begin
    if company is distinct from client then
      raise exception 'client_not_found' using errcode = 'PT404';
    elsif private.is_last_owner(person, company) then
      raise exception 'last_owner' using errcode = 'PT409';
    end if;
    perform private.replace_contact(person, company, contact);
    perform private.end_membership(person, company);
  end $function$;

CREATE OR REPLACE FUNCTION private.list_workloads()
  RETURNS TABLE (
    person       uuid,
    requirements integer,
    companies    integer,
    items        integer,
    seen_at      timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if not private.is_admin() then
      raise exception 'forbidden' using errcode = '42501';
    end if;
    return query
      with held as materialized (
        select user_id, private.count_work(user_id) as work from public.team_members where private.is_team(user_id)
      )
      select user_id, (work ->> 'requirements')::integer, (work ->> 'companies')::integer, (work ->> 'items')::integer,
             (select max(greatest(session.created_at, session.refreshed_at at time zone 'UTC'))
                from auth.sessions as session where session.user_id = held.user_id)
        from held;
  end $function$;

CREATE OR REPLACE FUNCTION private.related_items (
  item uuid
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
  #variable_conflict use_column
  declare
    sender text;
    sender_company text;
  begin
    perform private.require_team();
    select lower(line.email), lower(line.company) into sender, sender_company
      from private.inbox_lines as line where line.id = item;
    if not found then
      raise exception 'item_not_found' using errcode = 'PT404';
    end if;
    return query
      with contacts as (
        (select sent.id from public.contact_submissions as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.contact_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), postings as (
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.contact_email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.public_job_submissions as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), consultations as (
        (select sent.id from public.consultation_requests as sent
          where lower(sent.email) = sender order by sent.created_at desc limit 21)
        union
        (select sent.id from public.consultation_requests as sent
          where lower(sent.company) = sender_company order by sent.created_at desc limit 21)
      ), requirements as (
        select filed.id from auth.users as person
          cross join lateral (select own.id from public.job_requirements as own
            where own.submitted_by = person.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(person.email) = sender
        union
        select filed.id from public.clients as client
          cross join lateral (select own.id from public.job_requirements as own
            where own.client_id = client.id order by own.created_at desc, own.id desc limit 21) as filed
          where lower(client.company_name) = sender_company
      ), others as (
        select found.id, found.created_at
          from contacts as sent join public.inbox_items as found on found.contact_id = sent.id
        union all
        select found.id, found.created_at
          from postings as sent join public.inbox_items as found on found.posting_id = sent.id
        union all
        select found.id, found.created_at
          from consultations as sent join public.inbox_items as found on found.consultation_id = sent.id
        union all
        select found.id, found.created_at
          from requirements as filed join public.inbox_items as found on found.requirement_id = filed.id
      ), newest as (
        select * from others where others.id <> item order by others.created_at desc, others.id desc limit 20
      )
      select line.id, line.kind, left(line.subject, 120), line.created_at, line.state, line.source
        from newest
        cross join lateral (select * from private.inbox_lines as shown where shown.id = newest.id limit 1) as line
        order by newest.created_at desc, newest.id desc;
  end $function$;

CREATE OR REPLACE FUNCTION private.remove_member (
  person  uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.replace_contact(person, private.hold_owned_company(), contact);
    perform private.change_membership(person, null, true, null);
  end $function$;

CREATE OR REPLACE FUNCTION private.replace_contact (
  person  uuid,
  company uuid,
  contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare successor public.client_members;
  begin
    if contact is null then
      return;
    end if;
    select * into successor from public.client_members as member
      where member.user_id = contact and member.client_id = company and contact <> person for share;
    if not found then
      raise exception 'member_not_found' using errcode = 'PT404';
    elsif successor.full_name is null then
      raise exception 'name_missing' using errcode = 'PT422';
    end if;
    update public.clients as client
      set (contact_user_id, full_name, phone) = (contact, successor.full_name, coalesce(successor.phone,
        nullif(client.phone, (select own.phone from public.client_members as own where own.user_id = person))))
      where client.id = company and client.contact_user_id = person;
    if found then
      perform private.log_activity('company_changed', 'client', company, fields => array['full_name', 'phone']);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.work_in_hand (
  person uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_self_or_admin(person);
    return private.count_work(person);
  end $function$;

CREATE OR REPLACE FUNCTION public.export_group (
  only_group  text,
  kind        public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state       public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose       text                     DEFAULT NULL::text,
  suspect     boolean                  DEFAULT NULL::boolean,
  words       text                     DEFAULT NULL::text,
  sort        text                     DEFAULT NULL::text,
  descending  boolean                  DEFAULT NULL::boolean,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_group(only_group, kind, state, whose, suspect, words, sort, descending, after_group,
    after_key, after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_inbox (
  kind        public.inbox_kind        DEFAULT NULL::public.inbox_kind,
  state       public.inbox_state       DEFAULT NULL::public.inbox_state,
  whose       text                     DEFAULT NULL::text,
  suspect     boolean                  DEFAULT NULL::boolean,
  words       text                     DEFAULT NULL::text,
  sort        text                     DEFAULT NULL::text,
  descending  boolean                  DEFAULT NULL::boolean,
  after_group text                     DEFAULT NULL::text,
  after_key   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  after_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id               uuid,
    item_group       text,
    sort_key         timestamp with time zone,
    item_kind        public.inbox_kind,
    item_state       public.inbox_state,
    assignee         uuid,
    sender           text,
    email            text,
    phone            text,
    company          text,
    subject          text,
    created_at       timestamp with time zone,
    due_at           timestamp with time zone,
    last_activity_at timestamp with time zone,
    is_suspect       boolean,
    source           text
  )
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
    select * from private.export_inbox(kind, state, whose, suspect, words, sort, descending, after_group, after_key,
    after_id)
  $function$;

REVOKE ALL
  ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.find_enquiries (
  number  text DEFAULT NULL::text,
  address text DEFAULT NULL::text,
  company text DEFAULT NULL::text
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    sender text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text,
    reason text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.find_enquiries(number, address, company) $function$;

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.leave_company (
  client  uuid,
  contact uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.leave_company(client, contact) $function$;

REVOKE ALL ON FUNCTION "public"."leave_company"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_workloads()
  RETURNS TABLE (
    person       uuid,
    requirements integer,
    companies    integer,
    items        integer,
    seen_at      timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.list_workloads() $function$;

REVOKE ALL ON FUNCTION "public"."list_workloads"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.related_items (
  item uuid
)
  RETURNS TABLE (
    id     uuid,
    kind   public.inbox_kind,
    title  text,
    came   timestamp with time zone,
    state  public.inbox_state,
    source text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select * from private.related_items(item) $function$;

REVOKE ALL ON FUNCTION "public"."related_items"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."count_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "private"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_enquiries"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."leave_company"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_company"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_workloads"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_workloads"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."related_items"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."related_items"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."replace_contact"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_group"(text, public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid)
  TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_inbox"(public.inbox_kind, public.inbox_state, text, boolean, text, text, boolean, text, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_enquiries"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_enquiries"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_company"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leave_company"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_company"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_workloads"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_workloads"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_workloads"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_items"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."related_items"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."related_items"(uuid) TO "postgres";
