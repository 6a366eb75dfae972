-- Twenty mails an hour about single requirements are as many as anybody reads. What comes beyond them waits an hour and goes
-- in one mail for each group (docs/decisions/025).

create or replace function public.schema_version() returns text
  language sql stable set search_path = ''
  as $$ select '20261123001280' $$;

create index mail_outbox_recent on public.mail_outbox (user_id, first_attempt_at)
  where bundle <> 'daily' and bundled_in is null;

create function private.most_news_an_hour() returns integer
  language sql immutable set search_path = ''
  as $$ select 20 $$;

-- Holds back what would be more than that to somebody: the newest bundles whose turn has come become one of their group,
-- which is never held back again. What somebody switches off in it is the group, as in each of its mails.
create function private.hold_back_news() returns void
  language sql volatile security definer set search_path = ''
  as $$
    with due as materialized (
      select waiting.id, waiting.user_id, waiting.bundle,
             min(waiting.created_at) over (partition by waiting.user_id, waiting.bundle) as since
        from public.mail_outbox as waiting
        where waiting.next_attempt_at <= now() and waiting.not_before <= now() and waiting.first_attempt_at is null
          and waiting.bundle <> 'daily' and waiting.bundle <> private.mail_group(waiting.template) || '.held'
    ), in_order as materialized (
      select due.id, due.user_id, dense_rank() over (partition by due.user_id order by due.since, due.bundle) as place
        from due
    ), told as materialized (
      select person.user_id, count(*) as mails
        from (select distinct in_order.user_id from in_order) as person
        join public.mail_outbox as sent on sent.user_id = person.user_id
        where sent.first_attempt_at > now() - interval '1 hour' and sent.bundle <> 'daily' and sent.bundled_in is null
          and sent.skipped_at is null
        group by person.user_id
    ), beyond as materialized (
      select waiting.id from in_order
        join public.mail_outbox as waiting on waiting.id = in_order.id
        left join told on told.user_id = in_order.user_id
        where in_order.place + coalesce(told.mails, 0) > private.most_news_an_hour()
        order by waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting
      set bundle = private.mail_group(waiting.template) || '.held', not_before = now() + interval '1 hour'
      from beyond where waiting.id = beyond.id
  $$;

-- As before, of what is not held back.
create or replace function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    turn text := private.mail_turn();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_inbox_summaries();
    perform private.hold_back_news();
    due := array(select private.claim_from('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_from('public.mail_outbox', turn, most - cardinality(due)));
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
