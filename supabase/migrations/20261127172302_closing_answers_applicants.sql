set local lock_timeout = '2s';

DROP TRIGGER "answer_applicants" ON "public"."job_requirements";

CREATE TRIGGER answer_applicants
  AFTER UPDATE OF status, client_id ON public.job_requirements
  FOR EACH ROW
  WHEN
    ((((old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['filled'::public.requirement_status, 'cancelled'::public.requirement_status]))) OR (old.client_id IS
    DISTINCT FROM new.client_id)))
  EXECUTE FUNCTION private.end_advert_of_requirement();
