-- What waits to be sent goes by turns: one of each company before a second of any (docs/decisions/018). `turn` says whose it
-- is: the company that a message is about, or else whoever gets it. A trigger fills it in, whatever an insert says.

-- Nothing has happened to what waits or has been sent: its times stay.
alter table public.crm_events disable trigger stamp_update;
alter table public.mail_outbox disable trigger stamp_update;

alter table public.crm_events add column turn uuid;
update public.crm_events as event set turn = filed.client_id
  from public.job_requirements as filed where filed.id = event.requirement_id;
alter table public.crm_events alter column turn set not null, alter column turn set default gen_random_uuid();

alter table public.mail_outbox add column turn uuid;

/** Whose turn a mail takes: of the company that it is about, or else of its receiver. */
create function private.turn_of_mail(mail public.mail_outbox) returns uuid
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (mail.ids ->> 'client')::uuid,
      (select client_id from public.job_requirements where id = (mail.ids ->> 'requirement')::uuid),
      (select client_id from public.invitations where id = (mail.ids ->> 'invitation')::uuid),
      mail.user_id, mail.id)
  $$;

update public.mail_outbox as mail set turn = private.turn_of_mail(mail);
alter table public.mail_outbox alter column turn set not null, alter column turn set default gen_random_uuid();

alter table public.crm_events enable trigger stamp_update;
alter table public.mail_outbox enable trigger stamp_update;

create function private.stamp_crm_turn() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.turn := (select client_id from public.job_requirements where id = new.requirement_id);
    return new;
  end $$;

create function private.stamp_mail_turn() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    new.turn := private.turn_of_mail(new);
    return new;
  end $$;

create trigger stamp_turn before insert on public.crm_events for each row execute function private.stamp_crm_turn();
create trigger stamp_turn before insert on public.mail_outbox for each row execute function private.stamp_mail_turn();

create index crm_events_turn on public.crm_events (turn, next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_turn on public.mail_outbox (turn, next_attempt_at) where next_attempt_at is not null;
-- What of a requirement is open: of thousands that have been sent, nobody looks at one to find the next.
create index crm_events_open on public.crm_events (requirement_id, place) where next_attempt_at is not null;

-- As before; what another mail of this very call will bring along does not go by itself.
create or replace function private.mail_turn() returns text
  language sql immutable set search_path = '' as $$
    select 'next_attempt_at <= now() and not_before <= now()
      and not exists (select from public.mail_outbox as earlier
        where earlier.user_id = delivery.user_id and earlier.bundle = delivery.bundle and delivery.first_attempt_at is null
          and earlier.next_attempt_at is not null and earlier.not_before <= now()
          and (earlier.first_attempt_at is null or earlier.first_attempt_at = now())
          and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))'
  $$;

/**
 * Takes what is due of an outbox, by turns: one of each company, from any of them on and round, then more of each, until
 * there are enough. Whoever takes at the same time gets others. Where the round begins is chance, so that of more companies
 * than are taken at once none comes before the others for ever.
 */
create function private.claim_in_turn(outbox regclass, wanted text, most integer) returns setof uuid
  language plpgsql set search_path = '' as $$
  declare
    beginning uuid := gen_random_uuid();
    each integer := 1;
    missing integer := most;
    turns integer;
    claimed uuid[];
  begin
    while missing > 0 loop
      execute format(
        'with recursive above as (
           (select turn from %1$s where next_attempt_at is not null and turn >= $1 order by turn limit 1)
           union all
           select (select later.turn from %1$s as later
                     where later.next_attempt_at is not null and later.turn > above.turn order by later.turn limit 1)
             from above where above.turn is not null
         ), below as (
           (select turn from %1$s where next_attempt_at is not null and turn < $1 order by turn limit 1)
           union all
           select (select later.turn from %1$s as later
                     where later.next_attempt_at is not null and later.turn > below.turn and later.turn < $1
                     order by later.turn limit 1)
             from below where below.turn is not null
         ), due as materialized (
           select taken.id, circle.turn
             from (select turn from above where turn is not null
                   union all select turn from below where turn is not null) as circle
             cross join lateral (
               select delivery.id from %1$s as delivery
                 where delivery.turn = circle.turn and delivery.next_attempt_at <= now() and %2$s
                 order by delivery.next_attempt_at limit $2 for update of delivery skip locked) as taken
             limit $3
         ), changed as (
           update %1$s as delivery
             set first_attempt_at = coalesce(first_attempt_at, now()), next_attempt_at = now() + interval ''5 minutes''
             from due where delivery.id = due.id returning delivery.id
         )
         select array_agg(id), (select count(distinct turn) from due) from changed', outbox, wanted)
        into claimed, turns using beginning, each, missing;
      exit when claimed is null;
      return query select unnest(claimed);
      missing := missing - cardinality(claimed);
      each := greatest(1, ceil(missing::numeric / turns));
    end loop;
  end $$;

create or replace function private.claim_crm_deliveries(most integer) returns table (id uuid, message jsonb)
  language sql security definer set search_path = '' as $$
    select event, private.crm_message(event)
      from private.claim_in_turn('public.crm_events', private.crm_turn(), most) as event
  $$;

-- As before, by turns.
create or replace function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql security definer set search_path = '' as $$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    perform private.hold_back_news();
    due := array(select private.claim_in_turn('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_in_turn('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.take_along(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.settle_in('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
        continue;
      end;
      if content is null then
        update public.mail_outbox as queued set skipped_at = now(), next_attempt_at = null
          where queued.id = claimed or queued.bundled_in = claimed;
      else
        id := taken.id;
        dedupe_key := taken.dedupe_key;
        return next;
      end if;
    end loop;
  end $$;

-- As before; changes that nobody has taken yet are one event, which names what changed in all of them. It stays in its place:
-- only the last event of a requirement is added to, and none that a run is taking at this moment.
create or replace function private.enqueue_crm_event() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    changed text[];
    latest uuid;
  begin
    if tg_op = 'INSERT' then
      insert into public.crm_events (id, requirement_id, type) values (new.id, new.id, 'created');
      return null;
    end if;
    changed := array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                      where to_jsonb(old) -> field is distinct from to_jsonb(new) -> field order by place);
    if changed <> '{}' then
      select id into latest from public.crm_events where requirement_id = new.id order by place desc limit 1;
      select id into latest from public.crm_events as waiting
        where waiting.id = latest and waiting.type = 'changed' and waiting.next_attempt_at is not null
          and waiting.first_attempt_at is null
        for update skip locked;
      if found then
        update public.crm_events as waiting
          set fields = array(select field from unnest(private.crm_fields()) with ordinality as listed (field, place)
                              where field = any (waiting.fields || changed) order by place)
          where waiting.id = latest;
      else
        insert into public.crm_events (requirement_id, type, fields) values (new.id, 'changed', changed);
      end if;
    end if;
    if new.status <> old.status then
      insert into public.crm_events (requirement_id, type, status, previous_status)
        values (new.id,
                case when new.status = 'cancelled' and private.side_on(new.client_id) = 'company'
                  then 'withdrawn' else 'status_changed' end,
                new.status, old.status);
    end if;
    return null;
  end $$;
