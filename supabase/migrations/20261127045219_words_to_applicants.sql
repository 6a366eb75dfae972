set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.refuse_words (
  requirement uuid,
  entries     uuid[],
  words       text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare traces text[];
  begin
    select private.company_traces(requirement_row, words) into traces
      from public.adverts as advert join public.job_requirements as requirement_row on requirement_row.id = advert.requirement_id
      where advert.requirement_id = refuse_words.requirement and not advert.is_named;
    if traces <> '{}' then
      raise exception 'company_in_words' using errcode = 'PT422', hint = traces[1];
    end if;
    if exists (select from public.shortlist_entries as entry
                 where entry.id = any (entries) and not private.is_text(private.filled_words(words, entry), 4000)) then
      raise exception 'words_too_long' using errcode = 'PT422';
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION private.turn_down (
  requirement uuid,
  entries     uuid[],
  words       text,
  reason      text   DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  declare
    entry_row public.shortlist_entries;
    turned_down uuid[] := '{}';
  begin
    perform private.refuse_words(requirement, entries, words) where words is not null;
    for entry_row in
      update public.shortlist_entries as entry
        set state = 'closed', turned_down_at = now(), turned_down_words = private.filled_words(words, entry),
            turned_down_reason = reason
        where entry.requirement_id = turn_down.requirement and entry.id = any (entries) and entry.state = 'applied' returning entry.*
    loop
      perform private.mail_applicant(entry_row);
      turned_down := turned_down || entry_row.id;
    end loop;
    if turned_down <> '{}' then
      perform private.record_applicants(requirement, 'candidates_turned_down', turned_down);
      perform private.settle_applicants(requirement);
    end if;
    return cardinality(turned_down);
  end $function$;

REVOKE ALL ON FUNCTION "private"."refuse_words"(uuid, uuid[], text) FROM PUBLIC;
