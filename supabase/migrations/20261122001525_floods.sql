-- What comes in a flood, when nothing else speaks against it (docs/decisions/017). It is set apart, so that it buries
-- nobody, and stays what it is: promised an answer by a time, counted, and taken when the rest is. Else whoever sends
-- three hundred messages would hide those of everybody after them.

alter table public.contact_submissions add column flood boolean not null default false;
alter table public.public_job_submissions add column flood boolean not null default false;
alter table public.consultation_requests add column flood boolean not null default false;
alter table public.inbox_items add column is_flood boolean not null default false;

create or replace function private.mark_flood() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    execute format('select exists (select from %s where created_at > now() - interval ''1 hour'' offset 300)',
                   tg_relid::regclass) into new.flood;
    return new;
  end $$;

create or replace function private.make_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    kind public.inbox_kind := tg_argv[0];
    words tsvector;
  begin
    if kind = 'requirement' then
      words := private.searchable_requirement(new);
    else
      words := private.searchable(to_jsonb(new));
    end if;
    insert into public.inbox_items (kind, contact_id, posting_id, consultation_id, requirement_id, created_at,
                                    last_activity_at, due_at, is_suspect, is_flood, search)
      values (kind,
              case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
              case kind when 'consultation' then new.id end, case kind when 'requirement' then new.id end,
              new.created_at, new.created_at, new.created_at + private.promised(kind),
              coalesce((to_jsonb(new) ->> 'suspect')::boolean, false),
              coalesce((to_jsonb(new) ->> 'flood')::boolean, false), words);
    return null;
  end $$;

-- The groups as before, and one more. A claim that has run out counts as none.
drop index public.inbox_items_active;
create index inbox_items_active on public.inbox_items (due_at, id)
  include (kind, state, is_suspect, is_flood, assignee, claim_expires_at) where state in ('new', 'open', 'waiting');
drop index public.inbox_items_free;
create index inbox_items_free on public.inbox_items (is_flood, due_at, id) include (kind, assignee, claim_expires_at)
  where state in ('new', 'open') and not is_suspect and (assignee is null or claim_expires_at is not null);

create or replace function private.inbox_groups() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['overdue', 'unclaimed', 'mine', 'waiting', 'others', 'flood', 'suspect'] $$;

create function private.inbox_group(
    state public.inbox_state, is_suspect boolean, is_flood boolean, due_at timestamptz, assignee uuid,
    claim_expires_at timestamptz, caller uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when state in ('done', 'spam') then 'closed'
      when is_suspect and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'suspect'
      when is_flood and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'flood'
      when due_at < now() then 'overdue'
      when state = 'waiting' then 'waiting'
      when assignee is null or claim_expires_at <= now() then 'unclaimed'
      when assignee = caller then 'mine'
      else 'others'
    end
  $$;

create or replace function private.inbox_group_condition(wanted text) returns text
  language sql immutable set search_path = ''
  as $$
    select case wanted
      when 'overdue' then $sql$ state in ('new', 'open', 'waiting') and due_at < now()
        and not ((is_suspect or is_flood) and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false))) $sql$
      when 'unclaimed' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and not is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'mine' then $sql$ state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'waiting' then $sql$ state = 'waiting' and due_at >= now() $sql$
      when 'others' then $sql$ state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'flood' then $sql$ state in ('new', 'open') and not is_suspect and is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'suspect' then $sql$ state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'active' then $sql$ state in ('new', 'open', 'waiting') $sql$
      when 'all' then $sql$ true $sql$
    end
  $$;

create or replace view private.inbox_lines as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.contact_id, item.posting_id,
         item.consultation_id, item.requirement_id,
         coalesce(contact.name, posting.contact_name, consultation.first_name || ' ' || consultation.last_name,
                  member.full_name, client.full_name) as sender,
         coalesce(contact.email, posting.contact_email, consultation.email, person.email) as email,
         coalesce(posting.phone, consultation.phone, member.phone, client.phone) as phone,
         coalesce(contact.company, posting.company, consultation.company, client.company_name) as company,
         coalesce(posting.job_title, requirement.job_title, contact.requirement, consultation.needs) as subject,
         item.is_flood
    from public.inbox_items as item
    left join public.contact_submissions as contact on contact.id = item.contact_id
    left join public.public_job_submissions as posting on posting.id = item.posting_id
    left join public.consultation_requests as consultation on consultation.id = item.consultation_id
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as person on person.id = requirement.submitted_by
    left join public.client_members as member on member.user_id = requirement.submitted_by;

create or replace function private.list_inbox(
    kind public.inbox_kind, state public.inbox_state, whose text, suspect boolean, words text, sort text,
    descending boolean, after_group text, after_key timestamptz, after_id uuid)
  returns table (id uuid, item_group text, sort_key timestamptz, item_kind public.inbox_kind,
                 item_state public.inbox_state, assignee uuid, claim_expires_at timestamptz, sender text, company text,
                 subject text, created_at timestamptz, due_at timestamptz, last_activity_at timestamptz, is_seen boolean,
                 is_suspect boolean, version integer, requirement_id uuid, last_note text)
  language sql stable security definer set search_path = ''
  as $$
    with caller as materialized (select private.require_team() as id)
    select item.id, private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                        item.claim_expires_at, caller.id), page.sort_key, item.kind, item.state,
           case when item.claim_expires_at <= now() then null else item.assignee end,
           case when item.claim_expires_at > now() then item.claim_expires_at end,
           item.sender, item.company, left(item.subject, 120), item.created_at, item.due_at, item.last_activity_at,
           item.first_seen_at is not null, item.is_suspect, item.version, item.requirement_id, left(note.body, 80)
      from caller
      cross join lateral private.inbox_page(caller.id, kind, state, whose, suspect, words, sort, descending, after_group,
                                            after_key, after_id, 26) with ordinality as page (item_id, sort_key, place)
      cross join lateral (select * from private.inbox_lines as line where line.id = page.item_id limit 1) as item
      left join lateral (select body from public.notes where notes.item_id = item.id
                          order by notes.created_at desc, notes.id desc limit 1) as note on true
      order by page.place
  $$;

create or replace function private.inbox_backlog() returns table (state public.inbox_state, overdue boolean, items integer)
  language sql stable security definer set search_path = ''
  as $$
    select state, overdue, count(line.id)::integer
      from unnest(array['new', 'open', 'waiting']::public.inbox_state[]) as wanted (state)
      cross join unnest(array[false, true]) as late (overdue)
      left join (select item.id, item.state, item.due_at < now() as overdue from public.inbox_items as item
                  where item.state in ('new', 'open', 'waiting')
                    and private.inbox_group(item.state, item.is_suspect, item.is_flood, item.due_at, item.assignee,
                                            item.claim_expires_at, null) <> 'suspect') as line using (state, overdue)
      group by state, overdue
  $$;
