set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "public"."mail_outbox"
  DROP CONSTRAINT "mail_outbox_template_check";

CREATE OR REPLACE FUNCTION private.mail_filed_requirement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  begin
    if new.submitted_by is not null and 10 > (select count(*) from (select from public.mail_outbox as sent
         where sent.user_id = new.submitted_by and sent.template = 'requirement_filed'
           and sent.created_at > now() - interval '1 day' limit 10) as counted)
    then
      perform private.enqueue_mail('requirement_filed', 'filed.' || new.id,
                                   jsonb_build_object('requirement', new.id), new.submitted_by);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION private.requirement_filed_mail (
  mail public.mail_outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select jsonb_strip_nulls(jsonb_build_object(
        'id', filed.id, 'title', filed.job_title,
        'reference', private.reference_of(coalesce(filed.form_id, filed.id)),
        'reply_to', (select colleague.contact_email from public.team_members as colleague
                      where colleague.user_id = filed.recruiter_id))) || private.outlook_of(filed)
      from public.job_requirements as filed
      join public.client_members as member on member.client_id = filed.client_id and member.user_id = (mail).user_id
      where filed.id = ((mail).ids ->> 'requirement')::uuid and filed.status = any (private.open_statuses())
  $function$;

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_template_check"
    CHECK
    ((template = ANY (ARRAY['team_invitation'::text, 'client_invitation'::text, 'team_access_changed'::text, 'client_access_changed'::text, 'password_changed'::text,
    'stand_in'::text,
    'requirement_filed'::text,
    'requirement_converted'::text,
    'requirement_event'::text,
    'requirement_message'::text,
    'inbox_summary'::text,
    'item_reply'::text,
    'receipt'::text, 'candidate_ask'::text, 'candidate_code'::text, 'candidate_link'::text, 'candidate_moved'::text, 'candidate_news'::text, 'candidates_waiting'::text])));

CREATE TRIGGER mail_filed_requirement
  AFTER INSERT ON public.job_requirements
  FOR EACH ROW
  WHEN ((NOT new.is_filed_by_team))
  EXECUTE FUNCTION private.mail_filed_requirement();

REVOKE ALL ON FUNCTION "private"."mail_filed_requirement"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requirement_filed_mail"(public.mail_outbox) FROM PUBLIC;
