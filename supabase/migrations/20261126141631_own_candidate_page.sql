set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.own_candidate_page (
  session_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare candidate uuid := private.require_candidate(session_token);
  begin
    return (
      select jsonb_build_object(
          'candidate', private.picked(to_jsonb(person), private.candidate_fields() || array['id', 'version', 'created_at']),
          'is_kept', private.has_keep_consent(person.id),
          'keep_asked', exists (select from public.candidate_consents as consent
                                 where consent.candidate_id = person.id and consent.purpose = 'keep'
                                   and private.question_state(consent) = 'open'),
          'notice_version', private.notice_version(), 'basis', private.basis_for(person.country),
          'never', (
            select coalesce(jsonb_agg(jsonb_build_object(
                       'id', never.id, 'named', coalesce(never.named, private.company_name(never.client_id)),
                       'domain', private.company_domain(never.named), 'is_employer', never.is_employer, 'is_own', never.is_own)
                       order by never.created_at, never.id), '[]')
              from public.candidate_never as never where never.candidate_id = person.id),
          'entries', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', entry.id, 'state', entry.state, 'is_changed', private.question_state(newest) = 'changed', 'digest', private.card_digest(entry),
                'seal', private.seal_of(entry),
                'company', private.company_name(requirement.client_id), 'job_title', requirement.job_title, 'location', requirement.location,
                'about', private.job_facts(requirement), 'is_open', requirement.status = any (private.open_statuses()),
                'asked_at', newest.asked_at,
                'agreed_until', private.agreed_until(entry.id),
                'undo_until', case when entry.state = 'withdrawn' and newest.tell_at > now()
                                and newest.mailbox_digest = private.subject_of(person.email) then newest.tell_at end,
                'is_never', entry.state in ('withdrawn', 'closed') and private.is_blocked(person, requirement.client_id),
                'is_reconsidered', newest.reconsidered_at is not null,
                'shown_at', entry.shown_at, 'begins_on', entry.begins_on, 'joined_on', entry.joined_on,
                'ended_at', case when entry.state in ('withdrawn', 'closed')
                              then greatest(newest.withdrawn_at, newest.refused_at, newest.closed_at) end,
                'contact_opened_at', case when private.is_opened(entry) then entry.interview_at end,
                -- An "interview" that another answer, or the end, followed before its undo was over has opened nothing.
                'contact_had_at', case when not private.is_opened(entry) then (
                  select min(coalesce(answer.undo_until, answer.created_at)) from public.shortlist_answers as answer
                    where answer.entry_id = entry.id and answer.verdict = 'interview' and answer.former is null
                      and coalesce(answer.undo_until, answer.created_at)
                        <= coalesce(newest.withdrawn_at, newest.refused_at, newest.closed_at, now())
                      and not exists (select from public.shortlist_answers as later
                                        where later.entry_id = entry.id and later.verdict <> 'interview'
                                          and later.created_at > answer.created_at and later.created_at < answer.undo_until)) end,
                'opened_on', (select min(opened.day) from public.entry_views as opened
                                where opened.entry_id = entry.id and opened.created_at >= entry.shown_at),
                'waiting_since', case when private.waits_for_company(entry, requirement.status) then entry.shown_at end,
                'answer_by', case when private.waits_for_company(entry, requirement.status) then private.answer_by(entry.shown_at) end,
                'answered_at', entry.answered_at,
                'recruiter', (select jsonb_build_object('name', colleague.display_name, 'email', colleague.contact_email,
                                                        'phone', colleague.contact_phone)
                                from public.team_members as colleague where colleague.user_id = private.receiver_of(requirement.recruiter_id)),
                'words', (select coalesce(jsonb_agg(jsonb_build_object(
                                                      'words', answer.words_for_candidate, 'released_at', answer.released_at,
                                                      'is_current', entry.answered_at is not null and answer.id = private.last_told_answer(entry.id))
                                                    order by answer.released_at desc), '[]')
                            from public.shortlist_answers as answer
                            where answer.entry_id = entry.id and answer.released_at is not null))
                || private.shown_card(entry) - 'code_word'
                || jsonb_build_object('name', coalesce(
                     private.shown_card(entry) #>> '{card,name}', case when private.is_opened(entry) then person.full_name end,
                     entry.code_word))
                order by coalesce(entry.shown_at, entry.created_at) desc, entry.id), '[]')
              from public.shortlist_entries as entry_row
              cross join lateral private.told_entry(entry_row) as entry
              join public.job_requirements as requirement on requirement.id = entry.requirement_id
              cross join lateral (
                select consent.* from public.candidate_consents as consent where consent.entry_id = entry.id
                  order by consent.asked_at desc, consent.id limit 1) as newest
              where entry_row.candidate_id = person.id))
        from public.candidates as person where person.id = candidate);
  end $function$;
