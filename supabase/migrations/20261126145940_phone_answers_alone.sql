set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.erase_by_link (
  token    text,
  is_minor boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    link record := private.lock_link(token);
    person public.candidates;
    records uuid[];
  begin
    select * into person from public.candidates where id = link.candidate_id;
    if private.current_user_id() is not null then
      raise exception 'candidate_alone' using errcode = 'PT403';
    elsif person.email is not null or not exists (
      select from public.candidate_consents as sent where sent.id = link.consent_id and sent.how = 'phone_link') then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    records := array(select private.records_of(person.id));
    perform from public.shortlist_entries where candidate_id = any (records) order by id for update;
    perform private.close_entry(entry.id, true) from public.shortlist_entries as entry where entry.candidate_id = any (records);
    update public.candidates as record
      set erase_at = case when is_minor then now() else coalesce(record.erase_at, now() + private.erasure_waits()) end
      where record.id = any (records);
  end $function$;

CREATE OR REPLACE FUNCTION private.reminder_from (
  consent public.candidate_consents
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
    select case when (consent).reminders < 2 and (consent).how <> 'phone_link'
                  and num_nonnulls((consent).given_at, (consent).refused_at, (consent).withdrawn_at, (consent).closed_at) = 0
             then greatest((consent).asked_at, (consent).reminded_at) + interval '1 day' end
  $function$;
