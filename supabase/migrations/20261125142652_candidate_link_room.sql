SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.has_room_for_link (
  is_known boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select not exists (
      select from public.mail_outbox as mail
        where mail.template = 'candidate_link' and mail.created_at > now() - interval '1 hour'
          and is_known = exists (select from public.candidates as person where person.email = mail.address)
        offset case when is_known then private.most_links_an_hour() else 200 end - 1)
  $function$;

CREATE OR REPLACE FUNCTION private.most_links_an_hour()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 80 $function$;

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
    perform pg_advisory_xact_lock(hashtextextended('candidate links', 0));
    if private.has_room_for_link(exists (select from public.candidates as person where person.email = wanted)) then
      perform private.enqueue_mail(
        'candidate_link', 'link.' || private.subject_of(wanted) || '.' || to_char(private.today(), 'YYYYMMDD'),
        '{}', address => wanted);
    end if;
  exception when lock_not_available then
    null;
  end $function$;

REVOKE ALL ON FUNCTION "private"."has_room_for_link"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_links_an_hour"() FROM PUBLIC;
