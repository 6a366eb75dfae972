-- Working off the inbox: replies by mail, the texts that the team answers with, several things done with an item at once, and
-- how that is undone.

-- What the team has written to whoever sent something, by mail. A table of its own: a note must never leave the house.
create table public.item_replies (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (private.is_text(body, 10000)),
  created_at timestamptz not null default clock_timestamp(),
  -- One that comes twice is one (docs/decisions/forms-and-limits.md).
  form_id uuid not null
);

create index item_replies_timeline on public.item_replies (item_id, created_at desc, id desc);
create index item_replies_author on public.item_replies (author, created_at);
create unique index item_replies_form on public.item_replies (author, form_id);

alter table public.item_replies enable row level security, force row level security;
grant select on public.item_replies to authenticated;

create policy "who may export reads" on public.item_replies for select to authenticated
  using ((select private.may_export()));

-- Writes a reply and has it mailed, to the address that the form has named. What a company has filed has its messages.
create function private.write_reply(caller uuid, item public.inbox_items, body text, form uuid) returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    sender text := (select item_row.email from private.inbox_item_details as item_row where item_row.id = item.id);
    written uuid;
  begin
    if item.kind = 'requirement' or sender is null then
      raise exception 'reply_not_possible' using errcode = 'PT422';
    elsif 200 <= (select count(*) from public.item_replies as before
                   where before.author = caller and before.created_at > now() - interval '1 day') then
      raise exception 'too_many_replies' using errcode = 'PT429';
    end if;
    insert into public.item_replies (item_id, author, body, form_id)
      values (item.id, caller, private.trimmed(body), form) returning id into written;
    insert into public.item_events (item_id, actor, type, changes)
      values (item.id, caller, 'replied', jsonb_build_object('reply', written));
    perform private.enqueue_mail('item_reply', 'reply.' || written, jsonb_build_object('reply', written),
                                 address => sender);
  end $$;

-- What has become of a reply's mail: null while it is on its way.
create function private.delivery_of_reply(reply uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select case when mail.sent_at is not null then 'sent' when mail.dead_at is not null then 'failed' end
      from public.mail_outbox as mail where mail.dedupe_key = 'reply.' || reply
  $$;

-- # What the team answers with

-- Texts for what is asked again and again, with places for a name, a title and one's own name.
create table public.reply_templates (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_text(title, 80)),
  body text not null check (private.is_text(body, 3000)),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whose words these are, as far as colleagues send them in their names.
  updated_by uuid references auth.users (id) on delete set null
);

create index reply_templates_updated_by on public.reply_templates (updated_by);

alter table public.reply_templates enable row level security, force row level security;
grant select on public.reply_templates to authenticated;

create trigger stamp_insert before insert on public.reply_templates for each row execute function private.stamp_insert();
create trigger stamp_update before update on public.reply_templates for each row execute function private.stamp_update();
create trigger raise_version before update on public.reply_templates
  for each row execute function private.raise_version();

create policy "the team reads" on public.reply_templates for select to authenticated
  using ((select private.is_team_member()));

-- A text as the caller has seen it, until the transaction ends.
create function private.lock_reply_template(template uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  declare template_row public.reply_templates;
  begin
    select * into template_row from public.reply_templates where id = template for update;
    if template_row.id is null then
      raise exception 'template_not_found' using errcode = 'PT404';
    elsif template_row.version is distinct from seen then
      raise exception 'stale' using errcode = 'PT409';
    end if;
  end $$;

-- Keeps a text, a new one where none has been seen; one that comes twice is one, by its id. There are at most fifty.
create function private.save_reply_template(template uuid, seen integer, title text, body text) returns void
  language plpgsql security definer set search_path = '' as $$
  declare caller uuid := private.lock_team();
  begin
    if seen > 0 then
      perform private.lock_reply_template(template, seen);
      update public.reply_templates as kept
        set title = private.trimmed(save_reply_template.title), body = private.trimmed(save_reply_template.body),
            updated_by = caller
        where kept.id = template;
    elsif 50 <= (select count(*) from public.reply_templates as kept where kept.id <> template) then
      raise exception 'too_many_templates' using errcode = 'PT422';
    else
      insert into public.reply_templates (id, title, body, updated_by)
        values (template, private.trimmed(title), private.trimmed(body), caller) on conflict (id) do nothing;
      if not found then
        return;
      end if;
    end if;
    perform private.log_activity('answer_changed', 'template', template);
  end $$;
grant execute on function private.save_reply_template to authenticated;

create function private.delete_reply_template(template uuid, seen integer) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    perform private.lock_team();
    perform private.lock_reply_template(template, seen);
    delete from public.reply_templates where id = template;
    perform private.log_activity('answer_deleted', 'template', template);
  end $$;
grant execute on function private.delete_reply_template to authenticated;

-- # What can be undone

create function private.undo_lasts() returns interval
  language sql immutable set search_path = '' as $$ select interval '5 minutes' $$;

-- What somebody has done with lines by one form: each as it was before, and the version that it has become.
create table private.item_acts (
  -- The form's.
  id uuid not null,
  actor uuid not null references auth.users (id) on delete cascade,
  item_id uuid not null references public.inbox_items (id) on delete cascade,
  state public.inbox_state not null,
  assignee uuid references auth.users (id) on delete set null,
  claim_expires_at timestamptz,
  due_at timestamptz not null,
  version integer not null,
  -- The item that was taken with it.
  next_item uuid references public.inbox_items (id) on delete set null,
  has_reply boolean not null,
  created_at timestamptz not null default now(),
  primary key (id, actor, item_id)
);

create index item_acts_actor on private.item_acts (actor);
create index item_acts_item on private.item_acts (item_id);
create index item_acts_assignee on private.item_acts (assignee);
create index item_acts_next on private.item_acts (next_item);
create index item_acts_age on private.item_acts (created_at);

-- Remembers an item as it was before the caller changed it, for as long as that can be undone; nothing without an act.
create function private.record_act(act uuid, caller uuid, item public.inbox_items, next_item uuid default null,
                                   has_reply boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
  begin
    if act is null then
      return;
    end if;
    insert into private.item_acts (id, actor, item_id, state, assignee, claim_expires_at, due_at, version, next_item, has_reply)
      values (act, caller, item.id, item.state, item.assignee, item.claim_expires_at, item.due_at,
              private.version_of(item.id), next_item, has_reply);
    -- What is past goes with the next act. Nobody waits for it.
    delete from private.item_acts where (id, actor, item_id) in (
      select past.id, past.actor, past.item_id from private.item_acts as past
        where past.created_at < now() - private.undo_lasts() order by past.created_at limit 100 for update skip locked);
  end $$;

-- Puts back what the caller has done with lines, by the act's id: each that nobody has changed since, nor applied for. Says of each what became
-- of it, restored or changed, and by whom it was changed. What was written stays, and a mail has gone.
create function private.undo_act(act uuid)
  returns table (item_id uuid, outcome text, person uuid, has_reply boolean)
  language plpgsql security definer set search_path = '' as $$
  #variable_conflict use_column
  declare
    caller uuid := private.require_team();
    done private.item_acts;
    item public.inbox_items;
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
      select * into item from public.inbox_items where id = done.item_id for update;
      continue when item.id is null;
      item_id := item.id;
      has_reply := done.has_reply;
      person := null;
      outcome := 'restored';
      if private.leaves_applicants(item, done.state) then
        outcome := 'changed';
      elsif item.version <> done.version then
        outcome := 'changed';
        person := (select event.actor from public.item_events as event where event.item_id = item.id
                     order by event.created_at desc, event.id desc limit 1);
      elsif (item.state, item.assignee, item.due_at) is distinct from (done.state, done.assignee, done.due_at) then
        holder := case when private.is_team(done.assignee) then done.assignee end;
        update public.inbox_items
          set state = done.state, assignee = holder, due_at = done.due_at, last_activity_at = now(),
              -- One's own claim goes on.
              claim_expires_at = case when holder = caller and done.claim_expires_at is not null
                                   then now() + private.claim_duration() else done.claim_expires_at end
          where id = item.id;
        insert into public.item_events (item_id, actor, type, changes)
          values (item.id, caller, 'undone', jsonb_strip_nulls(jsonb_build_object(
            'state', case when done.state <> item.state then jsonb_build_array(item.state, done.state) end,
            'due_at', case when done.due_at <> item.due_at then jsonb_build_array(item.due_at, done.due_at) end)));
        -- What somebody did alone, such as taking it, is told of no more than that they did.
        if holder is distinct from item.assignee and item.claim_expires_at is null
          and (coalesce(holder, caller) <> caller or coalesce(item.assignee, caller) <> caller) then
          perform private.log_activity('item_given', 'item', item.id, holder);
        end if;
      end if;
      return next;
    end loop;
    if item_id is null then
      raise exception 'undo_over' using errcode = 'PT409';
    end if;
    perform private.release_marks(caller, array[undo_act.act])
      from private.spam_senders as marked where marked.act = undo_act.act and marked.marked_by = caller limit 1;
    delete from private.item_acts as past where past.id = act and past.actor = caller;
  end $$;
grant execute on function private.undo_act to authenticated;

-- # Several things at once

-- What one form does with an item: a note or a reply, another state with its due time, and the next of the list is taken.
create type public.item_change as (
  note_kind public.note_kind,
  body text,
  is_reply boolean,
  state public.inbox_state,
  due_at timestamptz,
  takes_next boolean,
  -- What its sender sends from now on comes as spam.
  marks_sender boolean
);

-- Does with an item what one form asks for, all or nothing. The next one is of the list that `filter` says, after the item's
-- place in `from_group`. The same form once more, by a double click or after a lost answer, changes nothing and
-- names the same next one. A reply answers what nobody else has answered since: it makes a version, and what was new is in its writer's hands.
create function private.finish_item(
    item uuid, seen integer, form uuid, change public.item_change, from_group text, filter public.inbox_filter)
  returns table (next_id uuid, next_group text)
  language plpgsql security definer rows 1 set search_path = '' as $$
  #variable_conflict use_variable
  declare
    caller uuid := private.lock_team();
    item_row public.inbox_items;
    is_reply boolean := coalesce(change.is_reply, false);
  begin
    perform from public.inbox_items as item where item.id = finish_item.item for update;
    select done.next_item into next_id from private.item_acts as done
      where done.id = form and done.actor = caller and done.item_id = finish_item.item;
    if found then
      return next;
      return;
    end if;
    item_row := private.lock_item(finish_item.item, seen);
    perform private.refuse_leaving_applicants(item_row, change.state);
    from_group := coalesce(from_group, (select placed.item_group from private.grouped_items as placed where placed.id = finish_item.item));
    if is_reply then
      perform private.write_reply(caller, item_row, change.body, form);
    elsif change.body is not null and not exists (
      select from (select * from public.notes as before where before.item_id = finish_item.item
                     order by before.created_at desc, before.id desc limit 1) as last
        where last.author = caller and last.kind = coalesce(change.note_kind, 'note')
          and last.body = private.trimmed(change.body) and last.created_at > now() - private.repeats_within()) then
      insert into public.notes (item_id, author, kind, body, form_id)
        values (finish_item.item, caller, coalesce(change.note_kind, 'note'), change.body, form)
        on conflict (author, form_id) do nothing;
    end if;
    if change.marks_sender then
      perform private.mark_sender(caller, item_row.id, form);
    end if;
    if change.state is not null then
      perform private.apply_state(caller, item_row, change.state, change.due_at);
    elsif is_reply and item_row.state = 'new' then
      perform private.apply_state(caller, item_row, 'open', null);
    end if;
    if private.version_of(finish_item.item) = item_row.version then
      perform private.touch_item(caller, finish_item.item, true);
      -- An enquiry's line alone is changed twice (private.lock_team).
      update public.inbox_items as item set version = item.version + 1 where item.id = finish_item.item and is_reply;
    end if;
    if change.takes_next then
      select next.item_id, next.item_group into next_id, next_group
        from private.take_next_in_list(caller, item_row, from_group, filter) as next;
    end if;
    perform private.record_act(form, caller, item_row, next_id, is_reply);
    return next;
  end $$;
grant execute on function private.finish_item to authenticated;

-- # Exposed through the Data API

create function public.save_reply_template(template uuid, seen integer, title text, body text) returns void
  language sql set search_path = '' as $$ select private.save_reply_template(template, seen, title, body) $$;
grant execute on function public.save_reply_template to authenticated;

create function public.delete_reply_template(template uuid, seen integer) returns void
  language sql set search_path = '' as $$ select private.delete_reply_template(template, seen) $$;
grant execute on function public.delete_reply_template to authenticated;

create function public.undo_act(act uuid)
  returns table (item_id uuid, outcome text, person uuid, has_reply boolean)
  language sql set search_path = '' as $$ select * from private.undo_act(act) $$;
grant execute on function public.undo_act to authenticated;

create function public.finish_item(
    item uuid, seen integer, form uuid, change public.item_change default null, from_group text default null,
    filter public.inbox_filter default null) returns table (next_id uuid, next_group text)
  language sql set search_path = ''
  as $$ select * from private.finish_item(item, seen, form, change, from_group, filter) $$;
grant execute on function public.finish_item to authenticated;
