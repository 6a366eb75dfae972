-- A flood is counted by the sender's network before by table (docs/decisions/017), so that one address marks what it sends
-- itself, and nobody else's.

-- What the database shares with the site, so that it knows which forms came through it. Without one nobody's network is
-- known, and a flood is counted by table alone.
alter table private.settings add column sender_key text
  constraint settings_sender_key_check check (length(sender_key) >= 32);

-- From which networks forms have come within the hour: digests that only the site can make, another each day, and which
-- form each belonged to is written nowhere. No network stands for all that came without the site's proof.
create table private.form_senders (
  id bigint generated always as identity primary key,
  network text,
  -- The network around it: 256 addresses, or 65,536 networks of IPv6.
  wider text,
  created_at timestamptz not null default now()
);
create index form_senders_network on private.form_senders (network, created_at);
create index form_senders_wider on private.form_senders (wider, created_at) where wider is not null;
create index form_senders_created on private.form_senders (created_at);

-- What the site puts beside two digests, so that nobody else can bring them: what invitations' tokens are made of as well.
create function private.sender_proof(sender_key text, networks text) returns text
  language sql immutable set search_path = ''
  as $$ select private.digest_of(sender_key || private.digest_of(sender_key || ' sender ' || networks)) $$;

-- The networks that a form came from, by the site's word: the nearer, then the wider one. Null for a form without that
-- word, and for one whose proof is not right.
create function private.form_networks(sender_key text) returns text[]
  language sql stable set search_path = ''
  as $$
    select parts[1:2]
      from regexp_match(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-sender-network',
                        '^([0-9a-f]{32})[.]([0-9a-f]{32})[.]([0-9a-f]{64})$') as parts
      where parts[3] = private.sender_proof(sender_key, parts[1] || '.' || parts[2])
  $$;

-- Has a network sent ten forms, of whichever kind, within the hour? Null asks about all that came without a proof.
create function private.has_flooded(given text) returns boolean
  language sql stable set search_path = ''
  as $$
    select case when given is null
      then exists (select from private.form_senders where network is null and created_at > now() - interval '1 hour' offset 9)
      else exists (select from private.form_senders where network = given and created_at > now() - interval '1 hour' offset 9)
    end
  $$;

-- Ten an hour of one network are read like any others; what it sends beyond is its own flood, and so is what comes past the
-- site, which is as one network. When three hundred have come through the site, those of a wider network that sent ten of
-- them are marked as well. What a person with rights of their own puts in is no form.
create or replace function private.mark_flood() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    hour_ago timestamptz := now() - interval '1 hour';
    shared_key text := (select sender_key from private.settings);
    sender text[];
  begin
    if shared_key is null then
      execute format('select exists (select from %s where created_at > $1 offset 300)', tg_relid::regclass)
        into new.flood using hour_ago;
      return new;
    elsif current_setting('role') not in ('anon', 'authenticated') then
      return new;
    end if;
    sender := private.form_networks(shared_key);
    new.flood := private.has_flooded(sender[1]) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[2] and created_at > hour_ago offset 9);
    insert into private.form_senders (network, wider) values (sender[1], sender[2]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
    return new;
  end $$;

-- What was promised an answer by a time that is past is overdue, in a flood as well.
create or replace function private.inbox_group(
    state public.inbox_state, is_suspect boolean, is_flood boolean, due_at timestamptz, assignee uuid,
    claim_expires_at timestamptz, caller uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when state in ('done', 'spam') then 'closed'
      when is_suspect and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'suspect'
      when due_at < now() then 'overdue'
      when is_flood and state <> 'waiting' and (assignee is null or claim_expires_at <= now()) then 'flood'
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
        and not (is_suspect and state <> 'waiting'
          and (assignee is null or coalesce(claim_expires_at <= now(), false))) $sql$
      when 'unclaimed' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and not is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'mine' then $sql$ state in ('new', 'open') and due_at >= now() and assignee = $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'waiting' then $sql$ state = 'waiting' and due_at >= now() $sql$
      when 'others' then $sql$ state in ('new', 'open') and due_at >= now() and assignee is not null and assignee <> $1
        and (claim_expires_at is null or claim_expires_at > now()) $sql$
      when 'flood' then $sql$ state in ('new', 'open') and due_at >= now() and not is_suspect and is_flood
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'suspect' then $sql$ state in ('new', 'open') and is_suspect
        and (assignee is null or claim_expires_at is not null)
        and (assignee is null or claim_expires_at <= now()) $sql$
      when 'active' then $sql$ state in ('new', 'open', 'waiting') $sql$
      when 'all' then $sql$ true $sql$
    end
  $$;

-- The next of what is nobody's, by its due time: what is overdue, in a flood after the rest, then what is not, and in a flood
-- only when nothing else is left. Each of the four is a range of one index.
create or replace function private.take_next_of(kind public.inbox_kind) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    caller uuid := private.hold_team();
    wanted record;
    taken uuid;
  begin
    for wanted in
      select * from (values (1, false, now()), (2, true, now()), (3, false, 'infinity'), (4, true, 'infinity'))
        as step (place, is_flood, before) order by place
    loop
      with next as (
        select free.id, free.state from public.inbox_items as free
          where free.state in ('new', 'open') and not free.is_suspect
            and (free.assignee is null or free.claim_expires_at is not null)
            and (free.assignee is null or free.claim_expires_at <= now())
            and (take_next_of.kind is null or free.kind = take_next_of.kind)
            and free.is_flood = wanted.is_flood and free.due_at < wanted.before
          order by free.due_at, free.id limit 1
          for update skip locked
      ), claimed as (
        update public.inbox_items as item
          set assignee = caller, claim_expires_at = now() + private.claim_lasts(), state = 'open',
              first_seen_at = coalesce(first_seen_at, now()), last_activity_at = now()
          from next where item.id = next.id
          returning item.id, next.state as before
      )
      insert into public.item_events (item_id, actor, type, changes)
        select id, caller, 'taken', case when before = 'open' then '{}'
                 else jsonb_build_object('state', jsonb_build_array(before, 'open')) end
          from claimed
        returning item_id into taken;
      exit when taken is not null;
    end loop;
    return taken;
  end $$;
