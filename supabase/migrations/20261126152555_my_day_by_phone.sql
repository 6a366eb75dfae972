set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.day_answer (
  entry uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_build_object('verdict', answer.verdict, 'words', left(concat_ws(' ', answer.reason, answer.words_for_agency), 300),
                              'name', coalesce(member.full_name, answer.said_by || ' by ' || answer.said_how))
      from public.shortlist_answers as answer left join public.client_members as member on member.user_id = answer.author
      where answer.entry_id = day_answer.entry
      order by answer.created_at desc, answer.id desc limit 1
  $function$;
