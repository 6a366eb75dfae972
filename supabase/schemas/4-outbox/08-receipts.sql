-- Receipts: whoever has sent something by a public form, or had it written down by a colleague, is told by mail that
-- it came, what it is called, and by when it is answered (docs/decisions/mail.md). A public form proves no address: nothing
-- that was sent stands in the mail, and nobody gets many of them.

-- How many receipts go out in an hour, whoever they are to.
create function private.most_receipts_an_hour() returns integer
  language sql immutable set search_path = '' as $$ select 200 $$;

create index mail_outbox_receipts on public.mail_outbox (created_at) where template = 'receipt';

-- Is there room for one more receipt: the hour's, and of the two that a mailbox gets in a day?
create function private.has_room_for_receipt(receiver text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select not exists (
        select from public.mail_outbox as mail
          where mail.template = 'receipt' and mail.created_at > now() - interval '1 hour'
          offset private.most_receipts_an_hour() - 1)
      and not exists (
        select from public.mail_outbox as mail
          where private.mailbox_of(mail.address) = private.mailbox_of(receiver)
            and mail.created_at > now() - interval '1 day' and mail.template = 'receipt'
          offset 1)
  $$;

-- Queues a receipt, if there is room. Whoever counts is alone until they are done, so that two at once can't both be the
-- last; where that can't be had in time there is no receipt, and what was sent is kept all the same.
create function private.queue_receipt(item uuid, receiver text) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if private.has_room_for_receipt(receiver) then
      perform pg_advisory_xact_lock(hashtextextended('receipts', 0));
      if private.has_room_for_receipt(receiver) then
        perform private.enqueue_mail('receipt', 'receipt.' || item, jsonb_build_object('item', item), address => receiver);
      end if;
    end if;
  exception when lock_not_available then
    null;
  end $$;

-- What comes through the site or the Data API gets one, unless it is marked; what an operator puts in gets none.
create function private.mail_receipt() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if current_setting('role') in ('anon', 'authenticated') then
      perform private.queue_receipt(new.id, new.email);
    end if;
    return null;
  end $$;

create trigger mail_receipt after insert on public.inbox_items
  for each row when (new.email is not null and not new.is_suspect and not new.is_flood)
  execute function private.mail_receipt();

-- What a receipt says; null when what it is about is gone, or was put away as spam. What is answered has no time by which it
-- will be.
create function private.receipt_mail(mail public.mail_outbox) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', item.kind, 'source', item.source, 'reference', item.reference,
        'answer_by', case when item.state in ('new', 'open') then item.due_at end))
      from private.inbox_item_details as item where item.id = ((mail).ids ->> 'item')::uuid and item.state <> 'spam'
  $$;
