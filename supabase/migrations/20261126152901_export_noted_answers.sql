set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.export_shortlists_of (
  accounts uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'answers', (select coalesce(jsonb_agg(to_jsonb(answer) order by answer.created_at), '[]')
        from public.shortlist_answers as answer where accounts && array[answer.author, answer.released_by, answer.noted_by]),
      'views', (select coalesce(jsonb_agg(to_jsonb(opened) order by opened.created_at), '[]')
        from public.entry_views as opened where opened.user_id = any (accounts)),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'created_at', note.created_at) order by note.created_at), '[]')
        from public.candidate_notes as note where note.author = any (accounts)),
      'next_steps', (select coalesce(jsonb_agg(jsonb_build_object('id', step.id, 'next_on', step.next_on) order by step.next_on), '[]')
        from (select entry.id, entry.next_on, entry.next_by from public.shortlist_entries as entry where entry.next_by = any (accounts)
              union all
              select person.id, person.next_on, person.next_by from public.candidates as person where person.next_by = any (accounts))
          as step),
      'added', (select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'created_at', entry.created_at) order by entry.created_at), '[]')
        from public.shortlist_entries as entry where entry.added_by = any (accounts)),
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'asked_at', consent.asked_at) order by consent.asked_at), '[]')
        from public.candidate_consents as consent where consent.asked_by = any (accounts)),
      'rung', (select coalesce(jsonb_agg(jsonb_build_object('id', consent.id, 'rung_at', consent.rung_at) order by consent.rung_at), '[]')
        from public.candidate_consents as consent where consent.rung_by = any (accounts)),
      'entered', (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'created_at', person.created_at) order by person.created_at), '[]')
        from public.candidates as person where person.created_by = any (accounts)))
  $function$;
