SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.meant_by (
  word text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    near text[];
  begin
    near := array(select candidate from private.near_words(word) as candidate where length(candidate) > 2);
    return coalesce(
      (select lexeme from private.common_words() where lexeme = any (near) order by frequency desc, lexeme limit 1),
      (select known from private.existing_words(near, false) as known order by length(known) = length(word) desc, known limit 1));
  end $function$;

CREATE OR REPLACE FUNCTION private.mend_search (
  words text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    mended text := left(words, 200);
    wrong text;
    meant text;
    changes jsonb := '[]';
    tried integer := 0;
  begin
    perform private.require_team();
    if not pg_try_advisory_xact_lock(hashtextextended('mend ' || private.current_user_id(), 0)) then
      return jsonb_build_object('words', mended, 'changes', changes);
    end if;
    for wrong in
      select matched[1] from (
        select matched, place from regexp_matches(lower(left(words, 200)), '(?<![-a-z\u0900-\u097F])([a-z]{4,30}|[\u0900-\u097F]{4,30})(?![a-z\u0900-\u097F])', 'g')
          with ordinality as found (matched, place) limit 8) as typed
        group by matched[1] order by min(place)
    loop
      continue when private.share_of_word(wrong, true) > 0
        or exists (select from private.existing_words(array[wrong], true));
      exit when tried = 2;
      tried := tried + 1;
      meant := private.meant_by(wrong);
      if meant is not null then
        mended := regexp_replace(mended, '(?<![a-z\u0900-\u097F])' || wrong || '(?![a-z\u0900-\u097F])', meant, 'gi');
        changes := changes || jsonb_build_object('typed', wrong, 'meant', meant);
      end if;
    end loop;
    return jsonb_build_object('words', mended, 'changes', changes);
  end $function$;
