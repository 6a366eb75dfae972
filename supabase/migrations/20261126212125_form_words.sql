set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.item_reply_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'kind', item.kind, 'body', written.body, 'came_at', item.created_at,
        'author', colleague.display_name, 'phone', colleague.contact_phone,
        'reply_to', coalesce(colleague.contact_email, case when colleague.user_id is not null then account.email end),
        'quoted', private.words_of_form(form)))
      from public.item_replies as written
      join public.inbox_items as item on item.id = written.item_id
      cross join private.form_of_item(item) as form
      left join auth.users as account on account.id = written.author
      left join public.team_members as colleague on colleague.user_id = written.author
      where written.id = ((mail).ids ->> 'reply')::uuid
  $function$;

CREATE OR REPLACE FUNCTION private.make_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    kind public.inbox_kind := tg_argv[0];
    sender record;
    made uuid;
  begin
    -- What the team writes down is read in any case.
    select case when coalesce(envelope.source, 'form') = 'form' then private.spam_mark_of(envelope.email, envelope.phone) end as mark
      into sender from private.read_envelope(to_jsonb(new)) as envelope;
    insert into public.inbox_items (state, kind, contact_id, posting_id, consultation_id, created_at, last_activity_at, due_at,
                                    is_suspect, is_flood, search, sender, email, phone, company, subject, reference, source)
      select case when sender.mark is null then 'new'::public.inbox_state else 'spam' end, kind,
             case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
             case kind when 'consultation' then new.id end,
             new.created_at, new.created_at, new.created_at + private.promised(kind), new.suspect, new.flood,
             private.searchable_enquiry(to_jsonb(new), new.flood), envelope.*
        from private.read_envelope(to_jsonb(new)) as envelope
      returning id into made;
    if sender.mark is not null then
      insert into private.spam_arrivals (item_id, act) values (made, sender.mark);
      insert into public.item_events (item_id, type) values (made, 'sender_spam');
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.searched_form_fields()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select array['name', 'first_name', 'last_name', 'contact_name', 'email', 'contact_email', 'phone', 'company', 'requirement',
                 'needs', 'skills']
  $function$;

CREATE OR REPLACE FUNCTION private.searched_text (
  entries  jsonb,
  is_flood boolean DEFAULT false
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select string_agg(case when is_flood then left(value #>> '{}', 500) else value #>> '{}' end, chr(10) order by key)
      from jsonb_each(entries)
      where key = any (private.searched_requirement_fields() || private.searched_form_fields())
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
  begin
    if current_user in ('anon', 'authenticated') then
      new.version := 1;
      new.submitted_by := private.current_user_id();
      new.recruiter_id := null;
      new.closed_reason := null;
      new.is_filed_by_team := false;
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.words_of_form (
  form jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select coalesce(form ->> 'requirement', form ->> 'needs',
                    concat_ws(chr(10), form ->> 'job_title', form ->> 'location', form ->> 'job_description'))
  $function$;

REVOKE ALL ON FUNCTION "private"."searched_form_fields"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."words_of_form"(jsonb) FROM PUBLIC;
