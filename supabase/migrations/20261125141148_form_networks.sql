SET local check_function_bodies = off;

DROP FUNCTION "private"."has_flooded"(text);

ALTER TABLE "private"."form_senders"
  ADD COLUMN "household" text;

CREATE OR REPLACE FUNCTION private.form_networks (
  sender_key text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
    select parts[1:3]
      from regexp_match(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-sender-network',
                        '^([0-9a-f]{32})[.](?:([0-9a-f]{32})[.])?([0-9a-f]{32})[.]([0-9a-f]{64})$') as parts
      where parts[4] = private.sender_proof(sender_key, concat_ws('.', parts[1], parts[2], parts[3]))
  $function$;

CREATE OR REPLACE FUNCTION private.has_flooded (
  sender text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
  declare hour_ago timestamptz := now() - interval '1 hour';
  begin
    if sender is null then
      return exists (select from private.form_senders where network is null and created_at > hour_ago offset 9);
    end if;
    return exists (select from private.form_senders where network = sender[1] and created_at > hour_ago offset 9)
      or exists (select from private.form_senders where household = sender[2] and created_at > hour_ago offset 19)
      or exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 39);
  end $function$;

CREATE OR REPLACE FUNCTION private.hold_sender (
  sender text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('forms of ' || coalesce(sender[3], 'nobody'), 0));
    return true;
  exception when lock_not_available then
    return false;
  end $function$;

CREATE OR REPLACE FUNCTION private.mark_flood()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    new.flood := not private.hold_sender(sender);
    -- Asked apart from that: what others have sent meanwhile is seen by the next statement only.
    new.flood := new.flood or private.has_flooded(sender) or sender is not null
      and exists (select from private.form_senders where network is not null and created_at > hour_ago offset 299)
      and exists (select from private.form_senders where wider = sender[3] and created_at > hour_ago offset 9);
    insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    -- What is no longer counted goes with the next form. Nobody waits for it.
    delete from private.form_senders where id in (
      select past.id from private.form_senders as past where past.created_at < hour_ago
        order by past.created_at limit 100 for update skip locked);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.request_candidate_link (
  address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    wanted text := private.normal_address(address);
    shared_key text := (select sender_key from private.settings);
    sender text[] := private.form_networks(shared_key);
  begin
    if not coalesce(private.is_email(wanted), false) then
      raise exception 'address_invalid' using errcode = 'PT400';
    elsif shared_key is not null then
      if not private.hold_sender(sender) then
        return;
      elsif private.has_flooded(sender) then
        return;
      end if;
      insert into private.form_senders (network, household, wider) values (sender[1], sender[2], sender[3]);
    end if;
    if 200 > (select count(*) from public.mail_outbox as mail
                where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour') then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  end $function$;

CREATE INDEX form_senders_household ON private.form_senders USING btree (household, created_at)
  WHERE (household IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."has_flooded"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_sender"(text[]) FROM PUBLIC;
