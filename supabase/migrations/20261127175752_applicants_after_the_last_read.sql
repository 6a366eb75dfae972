set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."read_applicants"(uuid, integer);

DROP FUNCTION "private"."waiting_applicants"(public.job_requirements, integer);

DROP FUNCTION "public"."read_applicants"(uuid, integer);

CREATE OR REPLACE FUNCTION private.read_applicants (
  requirement uuid,
  skip        integer,
  after       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    perform private.require_team();
    return (
      select jsonb_build_object(
          'total', private.applicants_of(wanted.id), 'mailed_at', private.answer_mailed_at(),
          -- By when the first of all of them has an answer.
          'answer_by', private.applicant_counts(wanted.id) ->> 'unanswered_by',
          -- Who is told as well when the job is over (private.tell_taken_on).
          'unshown', (select count(*) from public.shortlist_entries as entry
                        where entry.requirement_id = wanted.id and entry.applied_at is not null and entry.state in ('draft', 'asked', 'agreed')),
          'people', private.waiting_applicants(wanted, skip, after),
          -- How many of them stand before the page.
          'before', (select count(*) from public.shortlist_entries as waiting
                       join public.shortlist_entries as last_read on last_read.id = after
                       where waiting.requirement_id = wanted.id and waiting.state = 'applied'
                         and (waiting.applied_at, waiting.id) <= (last_read.applied_at, last_read.id)),
          'turned_down_count', (select count(*) from public.shortlist_entries as entry
                                  where entry.requirement_id = wanted.id and entry.turned_down_at is not null),
          'turned_down', private.turned_down_applicants(wanted.id, advertised.is_open),
          'taken_on', case when advertised.is_open then private.taken_on_applicants(wanted.id) else '[]' end)
        from public.job_requirements as wanted
        cross join lateral (select exists (
          select from public.adverts as advert
            where advert.requirement_id = wanted.id and advert.opened_at is not null and advert.closed_at is null) as is_open) as advertised
        where wanted.id = read_applicants.requirement);
  end $function$;

CREATE OR REPLACE FUNCTION private.turned_down_applicants (
  requirement uuid,
  is_open     boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'id', entry.id, 'candidate_id', person.id, 'full_name', person.full_name, 'turned_down_at', entry.turned_down_at,
               'told_at', undo.ends_at, 'mailed_at', private.by_day(undo.ends_at), 'reason', entry.turned_down_reason,
               -- Those of one act have the same words, but for their names.
               'words', case when entry.place = 1 then left(entry.turned_down_words, 600) end))
               order by entry.turned_down_at desc, entry.place, entry.id), '[]')
      from (select over.*, row_number() over (partition by over.turned_down_at order by over.id) as place
              from (select listed.*, private.is_undoable_no(listed) as is_undoable from public.shortlist_entries as listed
                      where listed.requirement_id = turned_down_applicants.requirement and listed.turned_down_at is not null
                      order by listed.turned_down_at desc, listed.id
                      limit greatest(50, (
                        select count(*) from public.shortlist_entries as recent
                          where recent.requirement_id = turned_down_applicants.requirement
                            and recent.turned_down_at > now() - private.applicant_answer_waits()))) as over) as entry
      join public.candidates as person on person.id = entry.candidate_id
      cross join lateral (
        select case when entry.is_undoable and is_open then entry.turned_down_at + private.applicant_answer_waits() end as ends_at) as undo
  $function$;

CREATE OR REPLACE FUNCTION private.waiting_applicants (
  requirement public.job_requirements,
  skip        integer,
  after       uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'id', entry.id, 'version', entry.version, 'answer_by', private.answer_by(entry.applied_at), 'said', entry.said,
               'applied_at', entry.applied_at, 'candidate_id', person.id, 'full_name', person.full_name, 'city', person.city,
               'notice_period', person.notice_period, 'employer', person.employer, 'headline', person.headline,
               'phone', person.phone, 'skills', person.skills,
               -- What somebody known has typed here otherwise than on their record.
               'differs', private.typed_otherwise(entry),
               'yes', case when (private.applied_yes(entry)).id is not null then 'card'
                           when exists (select from public.candidate_consents as consent
                                         where consent.applied_entry_id = entry.id and consent.card_digest is not null
                                           and private.is_in_force(consent)) then 'other_card' end,
               'is_kept', private.has_keep_consent(person.id), 'is_known', person.created_at < entry.applied_at,
               'in_process', nullif((select count(*) from private.entries_in_process as other where other.candidate_id = person.id), 0),
               'is_never', private.matches_blocklist(person, (requirement).client_id, domains.known),
               'near_names', nullif(private.near_names(person, private.company_name((requirement).client_id)), '{}'),
               'erase_at', person.erase_at)) order by entry.applied_at, entry.id), '[]')
      from (select * from public.shortlist_entries as waiting
              where waiting.requirement_id = (requirement).id and waiting.state = 'applied'
                and (after is null or (waiting.applied_at, waiting.id) > (
                  select last_read.applied_at, last_read.id from public.shortlist_entries as last_read where last_read.id = after))
              order by waiting.applied_at, waiting.id offset greatest(skip, 0) limit 50) as entry
      join public.candidates as person on person.id = entry.candidate_id
      cross join (select private.domains_of((requirement).client_id) as known) as domains
  $function$;

CREATE OR REPLACE FUNCTION public.read_applicants (
  requirement uuid,
  skip        integer DEFAULT 0,
  after       uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.read_applicants(requirement, skip, after) $function$;

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."read_applicants"(uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_applicants"(uuid, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."waiting_applicants"(public.job_requirements, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_applicants"(uuid, integer, uuid) TO "postgres";
