-- Senders whose forms come as spam, since a colleague has marked one of theirs (docs/decisions/inbox.md).

-- A sender is kept as digests of a mailbox and of numbers: no address stands here that stands nowhere else.
create table private.spam_senders (
  sender text primary key,
  -- The form by which it was marked.
  act uuid not null,
  marked_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index spam_senders_marker on private.spam_senders (marked_by);
create index spam_senders_act on private.spam_senders (act);

-- What has come as spam by such a mark.
create table private.spam_arrivals (
  item_id uuid primary key references public.inbox_items (id) on delete cascade,
  act uuid not null
);

create index spam_arrivals_act on private.spam_arrivals (act);

-- What a sender is kept by: the mailbox, and each number that is whole.
create function private.sender_keys(email text, phone text) returns text[]
  language sql stable security definer set search_path = '' as $$
    select array(
      select private.subject_of(private.mailbox_of(private.normal_address(email))) where position('@' in email) > 0
      union
      select private.subject_of(right(number.digits, 10))
        from unnest(private.phone_numbers_in(left(phone, 200))) as dialled
        cross join lateral private.digits_of(dialled) as number where number.is_whole)
  $$;

create function private.is_spam_sender(email text, phone text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from private.spam_senders as marked where marked.sender = any (private.sender_keys(email, phone)))
  $$;

-- Does the team know whoever has this address or number: a candidate, or somebody of a company that it has to do with, or has
-- invited?
create function private.is_known_sender(address text, number text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
  declare
    mailbox text := private.mailbox_of(private.trimmed(left(address, 320)));
    wanted tsquery := private.any_number_of(number);
    numbers text[] := private.numbers_like(left(number, 200));
  begin
    return exists (select from public.candidates as person where private.applicant_mailbox(person.email) = private.applicant_mailbox(mailbox))
      or exists (select from public.candidates as person
                  where person.search @@ wanted and private.numbers_in(person.phone) && numbers)
      or exists (select from private.accounts_of(mailbox) as account (id)
                  join public.client_members as member on member.user_id = account.id
                  where private.is_known_company(member.client_id))
      or exists (select from public.invitations as invitation
                  where private.mailbox_of(invitation.email) = mailbox and private.is_team(invitation.invited_by))
      or exists (select from public.client_members as member
                  where private.searchable_name(member.full_name, member.phone) @@ wanted
                    and private.first_number_in(member.phone) && numbers and private.is_known_company(member.client_id))
      or exists (select from public.clients as client
                  where client.search @@ wanted and private.first_number_in(client.phone) && numbers
                    and private.is_known_company(client.id));
  end $$;

-- The mark by which a form comes as spam; null where it does not, and of whoever has become known since.
create function private.spam_mark_of(email text, phone text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
  declare
    mark uuid := (select marked.act from private.spam_senders as marked
                    where marked.sender = any (private.sender_keys(email, phone)) limit 1);
  begin
    return case when mark is not null and not private.is_known_sender(email, phone) then mark end;
  end $$;

-- Marks the sender of an item that is held: what they send from now on comes as spam.
create function private.mark_sender(caller uuid, item uuid, act uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    sent record;
    keys text[];
  begin
    select item_row.* into sent from private.inbox_item_details as item_row
      where item_row.id = mark_sender.item and item_row.requirement_id is null limit 1;
    keys := private.sender_keys(sent.email, sent.phone);
    if sent.id is null or cardinality(keys) = 0 then
      raise exception 'sender_unknown' using errcode = 'PT422';
    elsif private.is_known_sender(sent.email, sent.phone) then
      raise exception 'sender_known' using errcode = 'PT422';
    end if;
    insert into private.spam_senders (sender, act, marked_by) select key, mark_sender.act, caller from unnest(keys) as key
      on conflict (sender) do nothing;
    insert into public.item_events (item_id, actor, type) values (sent.id, caller, 'sender_marked');
  end $$;

-- Takes marks back: what has come as spam by them is to be dealt with, five hundred of it at most, which are counted. What
-- somebody has in hand just then stays, and is found with the rest.
create function private.release_marks(caller uuid, acts uuid[]) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    item public.inbox_items;
    count integer := 0;
  begin
    delete from private.spam_senders as marked where marked.act = any (acts);
    for item in
      select * from public.inbox_items as line
        where line.state = 'spam'
          and line.id in (select arrived.item_id from private.spam_arrivals as arrived where arrived.act = any (acts))
        order by line.id limit 500 for update skip locked
    loop
      perform private.apply_state(caller, item, 'new', null);
      count := count + 1;
    end loop;
    return count;
  end $$;

-- Takes back that the sender of an item is one of spam; the item is to be dealt with as well. Returns how many items are.
create function private.release_sender(item uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
  declare
    caller uuid := private.lock_team();
    line public.inbox_items;
    is_back boolean := false;
    acts uuid[];
  begin
    select * into line from public.inbox_items as own
      where own.id = release_sender.item and own.requirement_id is null for update;
    if line.id is null then
      raise exception 'item_not_found' using errcode = 'PT404';
    elsif line.state = 'spam' then
      perform private.apply_state(caller, line, 'new', null);
      is_back := true;
    end if;
    acts := array(
      select marked.act from private.enquiries as sent
        join private.spam_senders as marked on marked.sender = any (private.sender_keys(sent.email, sent.phone))
        where sent.id = line.id
      union select arrived.act from private.spam_arrivals as arrived where arrived.item_id = line.id);
    insert into public.item_events (item_id, actor, type) values (line.id, caller, 'sender_released');
    return private.release_marks(caller, acts) + is_back::integer;
  end $$;
grant execute on function private.release_sender to authenticated;

-- # Exposed through the Data API

create function public.release_sender(item uuid) returns integer
  language sql set search_path = '' as $$ select private.release_sender(item) $$;
grant execute on function public.release_sender to authenticated;
