set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
          -- Of another spelling's application nothing is told, not even that it waits.
          'answer_by', case when not made.is_theirs then private.answer_by(application.confirmed_at)
                            when (private.told_entry(entry)).state = 'applied' then private.answer_by(entry.applied_at) end,
          'own_token', (select private.candidate_token(person.id, person.link_issue)
                          from public.candidate_consents as consent
                          join public.candidates as person on person.id = consent.candidate_id
                          where consent.applied_entry_id = entry.id and private.is_still_theirs(consent) and made.is_theirs
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
                      and private.is_same_mailbox(waiting.email, application.email)
                      and waiting.id <> application.id and num_nonnulls(waiting.confirmed_at, waiting.ended_at) = 0
                      and waiting.created_at > now() - private.unconfirmed_lasts() and private.is_advertised(job)
                    order by waiting.created_at desc, waiting.id limit 10) as listed))
      from private.application_by(token, 'confirm') as application
      join public.adverts as advert on advert.requirement_id = application.requirement_id
      left join public.shortlist_entries as entry on entry.id = application.entry_id
      left join public.candidates as applicant on applicant.id = entry.candidate_id
      -- Once the address is forgotten, what was made by this very press is theirs.
      cross join lateral (select coalesce(private.is_same_mailbox(applicant.email, application.email), false)
                                 or entry.applied_at = application.confirmed_at as is_theirs) as made
      -- Nothing can be shown of what was forgotten.
      cross join lateral (select case when application.entries is not null then private.application_shown(application) end as shown) as card
  $function$;
