-- What a mail says, and how the function that sends takes it, in turn by company (docs/decisions/mail.md).

-- What a mail says, facts and no words: an object that supabase/functions/deliver-mail/mails/<template>.ts knows, with its
-- receiver. Null when it is not to be sent any more. Each template has its function, private.<template>_mail, which is called
-- by name: without one the mail fails.
create function private.mail_content(mail uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
    end if;
    execute format('select private.%I($1)', queued.template || '_mail') into content using queued;
    return content || jsonb_build_object('template', queued.template, 'to', receiver);
  end $$;

-- # Delivery

-- A mail's turn comes when its time has, and it is the first of its bundle that nobody has tried: the others go along. What
-- another mail of this very call will bring along does not go by itself.
create function private.mail_due_condition() returns text
  language sql immutable set search_path = '' as $$
    select 'next_attempt_at <= now() and not_before <= now()
      and not exists (select from public.mail_outbox as earlier
        where earlier.user_id = delivery.user_id and earlier.bundle = delivery.bundle and delivery.first_attempt_at is null
          and earlier.next_attempt_at is not null and earlier.not_before <= now()
          and (earlier.first_attempt_at is null or earlier.first_attempt_at = now())
          and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))'
  $$;

-- Takes along what waits in the bundle of a mail, at its first attempt only: who gets it twice gets the same twice.
create function private.bundle_mails(mail uuid) returns void
  language sql security definer set search_path = '' as $$
    with others as materialized (
      select waiting.id from public.mail_outbox as lead_mail
        join public.mail_outbox as waiting on waiting.user_id = lead_mail.user_id and waiting.bundle = lead_mail.bundle
        where lead_mail.id = bundle_mails.mail and lead_mail.attempts = 0 and lead_mail.first_attempt_at = now()
          and waiting.id <> lead_mail.id and waiting.next_attempt_at is not null and waiting.first_attempt_at is null
        order by waiting.created_at, waiting.id for update of waiting skip locked)
    update public.mail_outbox as waiting set bundled_in = bundle_mails.mail, next_attempt_at = null
      from others where waiting.id = others.id
  $$;

-- Queues what only time brings. A part that fails waits for the next run, with a line in the log, and holds up no other mail.
create function private.queue_due_mails() returns void
  language plpgsql security definer set search_path = '' as $$
  declare part text;
  begin
    foreach part in array array['tell_answers', 'queue_inbox_summaries', 'queue_candidate_reminders', 'tell_refusals',
                                'close_expired_adverts', 'forget_unconfirmed', 'clear_confirmed', 'remind_applicants'] loop
      begin
        execute format('select private.%I()', part);
      exception when others then
        raise warning 'the mail run goes on without %: %', part, sqlerrm;
      end;
    end loop;
  end $$;

-- Takes mails that are due, with what they say, by turns. What is always sent, such as an invitation, is never behind news,
-- however much of that there is; news beyond so many an hour is held back. One that is not to be sent any more is closed
-- here, with what it has taken along; one whose content can't be read waits like one that could not be sent, and holds up
-- no other.
create function private.claim_mails(most integer) returns table (id uuid, dedupe_key text, content jsonb)
  language plpgsql security definer set search_path = '' as $$
  declare
    turn text := private.mail_due_condition();
    due uuid[];
    claimed uuid;
    taken public.mail_outbox;
  begin
    perform private.queue_due_mails();
    perform private.delay_news();
    due := array(select private.claim_round_robin('public.mail_outbox', turn || ' and bundle is null', most));
    due := due || array(select private.claim_round_robin('public.mail_outbox', turn, most - cardinality(due)));
    foreach claimed in array due loop
      begin
        perform private.bundle_mails(claimed);
        select * into taken from public.mail_outbox as queued where queued.id = claimed;
        if private.unsubscribe_scope(taken) is not null then
          perform private.keep_unsubscribe_token(taken.user_id, private.unsubscribe_scope(taken));
        end if;
        content := private.mail_content(claimed);
      exception when others then
        perform private.record_delivery('public.mail_outbox', claimed, 'no content: ' || sqlerrm, false);
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
grant execute on function private.claim_mails to service_role;

-- Notes what became of a mail, and of what went along with it.
create function private.settle_mail(delivery uuid, problem text, is_final boolean) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.record_delivery('public.mail_outbox', delivery, problem, is_final);
    update public.mail_outbox as along set sent_at = lead_mail.sent_at
      from public.mail_outbox as lead_mail
      where lead_mail.id = delivery and along.bundled_in = delivery and lead_mail.sent_at is not null and along.sent_at is null;
  end $$;
grant execute on function private.settle_mail to service_role;

-- How many mails should have gone five minutes before a moment, and have not: the morning's that nobody has made among them,
-- and companies' answers and candidates' noes that nobody was told of.
create function private.mails_waiting(moment timestamptz) returns integer
  language sql stable security definer set search_path = '' as $$
    select (select count(*)::integer from (
              select from public.mail_outbox
                where next_attempt_at is not null and greatest(created_at, not_before) < moment - interval '5 minutes'
                limit 1000) as mail)
           + (select count(*)::integer from private.inbox_readers_due(moment - interval '5 minutes'))
           + (select count(*)::integer from (
                select from public.shortlist_answers as answer
                  where answer.former is not null and answer.undo_until < moment - interval '5 minutes'
                    and answer.id = private.last_answer(answer.entry_id)
                  limit 1000) as untold)
           + (select count(*)::integer from (
                select from public.candidate_consents as said where said.tell_at < moment - interval '5 minutes' limit 1000) as untold)
  $$;

-- How far behind mails are. In a healthy system both are 0.
create function private.mail_backlog(out waiting integer, out dead integer)
  language sql stable security definer set search_path = '' as $$
    select private.mails_waiting(now()),
           (select count(*)::integer from (
              select from public.mail_outbox where dead_at is not null limit 1000) as mail)
  $$;
grant execute on function private.mail_backlog to anon, authenticated, service_role;

-- Asks deliver-mail for a run, when something is due. The embedded backend has a timer for both instead.
create function private.request_mail_run() returns void
  language plpgsql security definer set search_path = '' as $$
  declare request bigint;
  begin
    perform private.queue_due_mails();
    select private.request_run('public.mail_outbox', private.mail_due_condition(), 'deliver_mail', last_mail_request) into request
      from private.settings;
    if request is not null then
      update private.settings set last_mail_request = request;
    end if;
  end $$;

-- # Exposed through the Data API

create function public.claim_mails(most integer default 10) returns table (id uuid, dedupe_key text, content jsonb)
  language sql set search_path = '' as $$ select * from private.claim_mails(most) $$;
grant execute on function public.claim_mails to service_role;

create function public.settle_mail(delivery uuid, problem text default null, is_final boolean default false) returns void
  language sql set search_path = '' as $$ select private.settle_mail(delivery, problem, is_final) $$;
grant execute on function public.settle_mail to service_role;

create function public.mail_backlog(out waiting integer, out dead integer)
  language sql stable set search_path = '' as $$ select * from private.mail_backlog() $$;
grant execute on function public.mail_backlog to public, anon, authenticated, service_role;
