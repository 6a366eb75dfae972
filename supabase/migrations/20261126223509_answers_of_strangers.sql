set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.mail_application (
  token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    application private.applications := private.application_by(token, 'apply');
    sender record;
  begin
    if application.id is null then
      raise exception 'link_unknown' using errcode = 'PT404';
    end if;
    sender := private.note_sender('private.applications');
    if sender.is_flood then
      raise exception 'too_many_from_network' using errcode = 'PT429';
    end if;
    update private.applications as released
      set is_flood = false, is_suspect = false,
          created_at = case when released.is_flood or released.is_suspect then now() else released.created_at end
      where released.id = application.id returning * into application;
    perform private.queue_confirmation(application, sender.network_place);
    if not exists (select from private.applications as asked where asked.id = application.id and asked.asked_at is not null) then
      -- Somebody else asks for the same mailbox at this moment, for longer than one waits.
      raise exception 'mailbox_busy' using errcode = 'PT503';
    end if;
    return (select jsonb_build_object('asked_at', asked.asked_at, 'again_at', asked.asked_at + interval '10 minutes', 'is_new', asked.asked_at = now())
              from private.applications as asked where asked.id = application.id);
  end $function$;

CREATE OR REPLACE FUNCTION private.queue_confirmation (
  application   private.applications,
  network_place integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    -- What comes past the site waits with the many.
    place integer := coalesce(queue_confirmation.network_place, 4);
    slot timestamptz;
  begin
    if application.is_suspect or application.is_flood or application.asked_at > now() - interval '10 minutes' then
      return;
    end if;
    update private.applications as asked set asked_at = now() where asked.id = application.id;
    perform pg_advisory_xact_lock(hashtextextended('applications of ' || private.applicant_mailbox(application.email), 0));
    -- After the press there is nothing to ask: such a mail would be one of the two of a day.
    if application.confirmed_at is not null or not private.may_confirm(application.email) then
      return;
    end if;
    slot := private.confirmation_slot(place);
    if slot > application.created_at + private.unconfirmed_lasts() then
      -- Its turn would come when it is over: held back, as its page says.
      update private.applications as held set is_flood = true where held.id = application.id;
      return;
    end if;
    update private.applications as waiting set network_place = place, mailed_at = slot where waiting.id = application.id;
    perform private.enqueue_mail(
      'application_confirm', 'apply.' || application.id || to_char(now() at time zone 'UTC', '.YYYYMMDDHH24MISSUS'),
      jsonb_build_object('application', application.id), address => application.email, not_before => slot);
  exception when lock_not_available then
    null;
  end $function$;

CREATE OR REPLACE FUNCTION private.read_confirmation (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
        'state', case when application.confirmed_at is not null then 'confirmed'
                      when private.is_advertised(advert) then 'open' else 'closed' end,
        'slug', advert.slug, 'title', advert.title, 'place', advert.place, 'company', private.job_of(advert) ->> 'company',
        'language', application.language)
      || case when application.confirmed_at is not null then jsonb_build_object(
          -- By when somebody who waits is answered. How it stands otherwise, their own page says.
          'answer_by', case when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', (select private.candidate_token(person.id, person.link_issue)
                          from public.candidate_consents as consent
                          join public.candidates as person on person.id = consent.candidate_id
                          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent)
                          order by consent.given_at desc, consent.id limit 1))
        else jsonb_build_object(
          'full_name', application.entries ->> 'full_name', 'keep', application.keep,
          'shown', shown, 'is_allowed', coalesce(application.card_digest = shown ->> 'digest', false)) end
      || jsonb_build_object('others', (
          select coalesce(jsonb_agg(jsonb_build_object(
                     'title', listed.title, 'place', listed.place, 'token', private.application_token(listed.id, 'confirm'))), '[]')
            from (select waiting.id, job.title, job.place from private.applications as waiting
                    join public.adverts as job on job.requirement_id = waiting.requirement_id
                    where private.applicant_mailbox(waiting.email) = private.applicant_mailbox(application.email)
                      -- Of a spelling that may be somebody else's where a plus sign means nothing, no link is handed out.
                      and (waiting.email = application.email or private.applicant_mailbox(application.email) like '%@gmail.com')
                      and waiting.id <> application.id and waiting.confirmed_at is null
                      and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
                    order by waiting.created_at desc, waiting.id limit 10) as listed))
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join lateral private.application_shown(application) as shown on application.entries is not null
  $function$;

CREATE OR REPLACE FUNCTION private.stamp_advert_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    new.search := setweight(private.words_of(concat_ws(chr(10), new.title, array_to_string(new.skills, chr(10)))), 'A')
      || private.words_of(concat_ws(chr(10), new.place, array_to_string(private.place_names(new.place), chr(10)), new.country,
           new.body, replace(array_to_string(private.kinds_of_work(new.work), chr(10)), '_', ' '), case when new.is_named then private.company_name((
             select requirement.client_id from public.job_requirements as requirement where requirement.id = new.requirement_id)) end))
      || array_to_tsvector(private.place_lexemes(
           concat_ws(', ', new.place, case when new.is_remote then 'remote, home, work from home, anywhere' end), new.country));
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION private.told_pay (
  requirement public.job_requirements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(
      (select jsonb_build_object('from', advert.min_pay * every.times, 'to', advert.max_pay * every.times, 'currency', advert.pay_currency)
                || case when advert.pay_unit in ('hour', 'day') then jsonb_build_object('unit', advert.pay_unit) else '{}' end
         from public.adverts as advert
         cross join lateral (select case when advert.pay_unit = 'month' then 12 else 1 end as times) as every
         where advert.requirement_id = (requirement).id and advert.opened_at is not null and advert.tells_pay
           -- What is written into one that is over was never public.
           and (advert.closed_at is null or advert.updated_at <= advert.closed_at)),
      (select jsonb_build_object('from', (requirement).min_salary, 'to', (requirement).max_salary, 'currency', (requirement).currency)
         from public.shortlists as list
         where list.requirement_id = (requirement).id and list.tells_pay
           and num_nonnulls((requirement).min_salary, (requirement).max_salary) > 0))
  $function$;
